//! Runs a test on real browsers: which engines, how they are guarded, what is kept when a test fails.
//!
//! `TEST_BROWSERS` (comma separated) selects engines; all by default.
//! An engine that is not installed prints a skip, unless `REQUIRE_BROWSERS=1` makes that a failure.
//! Every test binary that starts browsers needs `xcheck_testkit::guard_entry!();` at its root.

use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::process::ExitCode;

use futures_util::FutureExt;
use xcheck_browser::find::{Overrides, find};
use xcheck_browser::guard::GuardCommand;
use xcheck_browser::launch::LaunchLimits;
use xcheck_browser::{Browser, BrowserConfig, Launcher, LauncherConfig};
/// Here for the macros.
pub use xcheck_model::engine::Engine;

/// Set for the copy of the test binary that is a guard.
pub const GUARD_VARIABLE: &str = "XCHECK_TEST_GUARD";
/// Failed tests leave a screenshot and the driver's words in the folder this names.
pub const ARTIFACTS_VARIABLE: &str = "XCHECK_TEST_ARTIFACTS";

/// Makes the test that is the guard when the test binary is started again as one.
#[macro_export]
macro_rules! guard_entry {
    () => {
        #[test]
        fn guard_entry() {
            $crate::matrix::be_guard_if_asked();
        }
    };
}

/// For each `name`, an `async fn name(&Browser)` in scope, makes the tests `name::chromium` and so on.
#[macro_export]
macro_rules! on_every_engine {
    ($($name:ident),* $(,)?) => {
        $(
            mod $name {
                #[test]
                fn chromium() {
                    $crate::matrix::run($crate::matrix::Engine::Chromium, super::$name);
                }

                #[test]
                fn firefox() {
                    $crate::matrix::run($crate::matrix::Engine::Firefox, super::$name);
                }

                #[test]
                fn webkit() {
                    $crate::matrix::run($crate::matrix::Engine::WebKit, super::$name);
                }
            }
        )*
    };
}

/// Becomes the guard and never returns, if this process was started as one.
#[expect(clippy::exit, reason = "the test harness would turn the exit code into its own")]
pub fn be_guard_if_asked() {
    if std::env::var_os(GUARD_VARIABLE).is_none() {
        return;
    }
    let code = xcheck_browser::guard::run();
    // ExitCode has no public number; success is the only one that matters to a test.
    std::process::exit(i32::from(code != ExitCode::SUCCESS))
}

/// A guard made from the running test binary.
pub fn guard() -> GuardCommand {
    GuardCommand {
        program: std::env::current_exe().expect("a test knows its own path"),
        args: ["guard_entry", "--exact", "--nocapture", "--test-threads=1"]
            .map(Into::into)
            .to_vec(),
        env: vec![(GUARD_VARIABLE.to_owned(), "1".to_owned())],
    }
}

/// What test launchers are made from.
pub fn launcher_config() -> LauncherConfig {
    LauncherConfig {
        guard: guard(),
        overrides: Overrides::from_env(),
        limits: LaunchLimits::GENEROUS,
        env: Vec::new(),
        grid: None,
    }
}

pub fn launcher() -> Launcher {
    Launcher::new(launcher_config())
}

/// The engines that tests shall use and that are here.
pub fn engines() -> Vec<Engine> {
    Engine::ALL.into_iter().filter(|engine| is_wanted(*engine)).collect()
}

/// Whether `engine` is selected and installed; prints a skip or panics otherwise.
pub fn is_wanted(engine: Engine) -> bool {
    let selected = std::env::var("TEST_BROWSERS").ok().filter(|list| !list.trim().is_empty());
    let parse = |name: &str| name.trim().parse::<Engine>().expect("TEST_BROWSERS names engines");
    if let Some(list) = selected
        && !list.split(',').map(parse).any(|other| other == engine)
    {
        skip(&format!("{engine} is not in TEST_BROWSERS"));
        return false;
    }
    match find(engine, &Overrides::from_env()) {
        Ok(_) => true,
        Err(missing) => {
            let is_required = std::env::var("REQUIRE_BROWSERS").is_ok_and(|value| value == "1");
            assert!(!is_required, "{missing}\n{}", missing.hint());
            skip(&missing.to_string());
            false
        }
    }
}

/// Runs `test` on a fresh headless browser, if the engine is wanted.
pub fn run(engine: Engine, test: impl AsyncFnOnce(&Browser)) {
    run_with(engine, &BrowserConfig::PLAIN, test);
}

/// Like [`run`], with a browser of the test's choice.
///
/// Quits the browser also when the test panics, and then prints what the driver said last.
pub fn run_with(engine: Engine, config: &BrowserConfig, test: impl AsyncFnOnce(&Browser)) {
    if is_wanted(engine) {
        block_on(with_browser(engine, config, test));
    }
}

/// Gives a test a browser and ends it, also when the test panics.
pub async fn with_browser(
    engine: Engine,
    config: &BrowserConfig,
    test: impl AsyncFnOnce(&Browser),
) {
    let launcher = launcher();
    let browser = match launcher.start(engine, config).await {
        Ok(browser) => browser,
        Err(error) => panic!("{}", chain(&error)),
    };
    let outcome = AssertUnwindSafe(test(&browser)).catch_unwind().await;
    if outcome.is_err() {
        keep_artifacts(&browser).await;
    }
    let quit = browser.quit().await;
    let end = launcher.end().await;
    if let Err(panic) = outcome {
        std::panic::resume_unwind(panic);
    }
    quit.expect("the browser ends");
    end.expect("the display ends");
}

/// A runtime for one test.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime can be made")
        .block_on(future)
}

/// An error with its causes, on one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

#[expect(clippy::print_stderr, reason = "a skip must be seen by whoever reads the test's output")]
fn skip(reason: &str) {
    eprintln!("skip: {reason}");
}

#[expect(clippy::print_stderr, reason = "shown only for a failed test")]
async fn keep_artifacts(browser: &Browser) {
    eprintln!("the driver's last words:\n{}", browser.output().last_lines(30));
    let Some(folder) = std::env::var_os(ARTIFACTS_VARIABLE).map(PathBuf::from) else { return };
    let name = std::thread::current().name().unwrap_or("test").replace("::", "-");
    if let Ok(picture) = browser.session().screenshot().await {
        let _ = std::fs::create_dir_all(&folder);
        let _ = std::fs::write(folder.join(format!("{name}.png")), picture);
    }
    let _ = std::fs::write(folder.join(format!("{name}.log")), browser.output().text());
}
