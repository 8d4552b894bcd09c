//! Records a page while a test does something in it.

use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_browser::{BrowserConfig, Session};
use xcheck_model::engine::Engine;
use xcheck_proxy::{CertificateAuthority, Trust, Upstream};
use xcheck_record::{Cookies, RecordConfig, Recorder};
use xcheck_testkit::matrix;
use xcheck_testkit::site::Site;
use xcheck_trace::{Log, TraceReader, read_log};

/// A finished recording.
pub(crate) struct Tape {
    pub(crate) log: Log,
    pub(crate) reader: TraceReader,
    _folder: tempfile::TempDir,
}

/// Records what `act` does in the page at `path`.
pub(crate) async fn record(
    engine: Engine,
    site: &Site,
    path: &str,
    act: impl AsyncFnOnce(&Session),
) -> Tape {
    let folder = tempfile::tempdir().unwrap();
    let out = Utf8PathBuf::try_from(folder.path().join("t.xct")).unwrap();
    record_to(engine, &site.url(path), &out, act).await;
    let reader = TraceReader::open(&out).unwrap();
    assert!(reader.is_complete());
    assert!(reader.problems().is_empty(), "{:?}", reader.problems());
    let log = read_log(&reader).unwrap();
    assert_eq!(log.n_unreadable, 0);
    for page in &log.pages {
        assert!(page.failures.is_empty(), "{:?}", page.failures);
        assert!(page.gaps.is_empty(), "{:?}", page.gaps);
    }
    Tape { log, reader, _folder: folder }
}

async fn record_to(engine: Engine, url: &str, out: &Utf8Path, act: impl AsyncFnOnce(&Session)) {
    let launcher = matrix::launcher();
    let config = RecordConfig {
        name: engine.into(),
        browser: BrowserConfig::PLAIN,
        authority: Arc::new(CertificateAuthority::new().unwrap()),
        upstream: Arc::new(Upstream::new(Trust::All, Duration::from_secs(10)).unwrap()),
        start_url: url.to_owned(),
        folder: None,
        cookies: Cookies::Keep,
        measure: false,
        hold: None,
        out: out.to_owned(),
    };
    let recorder = Recorder::start(&launcher, config).await.unwrap();
    let session = recorder.browser().session();
    session.navigate(url).await.unwrap();
    act(session).await;
    recorder.finish().await.unwrap();
    launcher.end().await.unwrap();
}
