//! What browsers ask on their own account is not recorded.

use std::time::{Duration, Instant};

use crate::book::{Book, html};
use crate::harness::{assert_only_local, with_pair};
use crate::run_on_every_engine;

run_on_every_engine!(background_requests => |engine| super::watch(engine));

fn plain() -> Book {
    Book::new().page("/", html("", "<p>a plain page"))
}

fn watch(engine: xcheck_testkit::matrix::Engine) {
    const WHILE: Duration = Duration::from_secs(8);
    with_pair(engine, plain, async |pair| {
        let problems = pair.visit(&plain().pages[0]).await;
        assert!(problems.is_empty(), "{}", problems.join("\n"));
        let began = Instant::now();
        while began.elapsed() < WHILE {
            assert_only_local(&pair.recording_so_far());
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        assert!(!pair.proxied.site.asked().is_empty());
    });
}
