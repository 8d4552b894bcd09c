//! Nothing is left running or lying around, however we end.
//!
//! The one who ends is a victim: this test binary, started again to start a browser and then to quit, to panic,
//! to be interrupted or to be killed.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal};
use xcheck_browser::find::data_dir;
use xcheck_browser::guard::{GuardOrder, Guarded};
use xcheck_browser::{BrowserConfig, Launcher, LauncherConfig};
use xcheck_model::browser_name::BrowserName;
use xcheck_model::engine::Engine;
use xcheck_testkit::matrix;

use crate::processes::{living, marked, variable_of};
use crate::support::{LIMIT, wait_until};

const MARKER: &str = "XCHECK_TEST_MARKER";
const VICTIM: &str = "XCHECK_TEST_VICTIM";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ending {
    Quit,
    Panic,
    /// As Ctrl-C in a terminal: to the whole process group.
    Interrupt,
    Kill,
}

/// What the victim does; an ordinary run of the tests passes by.
#[test]
fn victim_entry() {
    let Ok(order) = std::env::var(VICTIM) else { return };
    let (engine, ending) = order.split_once(' ').unwrap();
    let marker = (MARKER.to_owned(), std::env::var(MARKER).unwrap());
    matrix::block_on(async {
        let config = LauncherConfig { env: vec![marker], ..matrix::launcher_config() };
        let launcher = Launcher::new(config);
        let browser = launcher
            .start(engine.parse::<BrowserName>().unwrap(), &BrowserConfig::PLAIN)
            .await
            .unwrap();
        println!("\nready");
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).unwrap();
        assert_ne!(ending, "Panic", "the victim panics as told");
        browser.quit().await.unwrap();
        launcher.end().await.unwrap();
    });
}

macro_rules! endings {
    ($($name:ident: $ending:ident,)*) => {
        $(
            mod $name {
                use super::*;

                #[test]
                fn chromium() {
                    check_ending(Engine::Chromium, Ending::$ending);
                }

                #[test]
                fn firefox() {
                    check_ending(Engine::Firefox, Ending::$ending);
                }

                #[test]
                fn webkit() {
                    check_ending(Engine::WebKit, Ending::$ending);
                }
            }
        )*
    };
}

endings! {
    nothing_is_left_after_quit: Quit,
    nothing_is_left_after_a_panic: Panic,
    nothing_is_left_after_an_interrupt: Interrupt,
    nothing_is_left_after_a_kill: Kill,
}

fn check_ending(engine: Engine, ending: Ending) {
    if !matrix::is_wanted(engine) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let marker = format!("{engine}-{ending:?}-{}", std::process::id());
    let home = tempfile::tempdir().unwrap();
    let mut victim = start_victim(engine, ending, &marker, folder.path(), home.path());
    let variable = format!("{MARKER}={marker}");
    // The victim itself is marked too, and so are the guards, by inheritance.
    let processes = marked(&variable);
    assert!(
        processes.len() >= 5,
        "victim, guard, driver, browser and helpers, but only {processes:?}"
    );
    assert!(!is_empty(folder.path()), "scratch directories are in the given TMPDIR");
    let socket = x_socket(engine, &processes);

    end_victim(&mut victim, ending);
    if ending != Ending::Quit {
        // Nobody waits for the guards any more; they are given time to finish.
        wait_until("the end of all processes", || living(&processes).is_empty());
        wait_until("the removal of scratch directories", || is_empty(folder.path()));
    }
    assert_eq!(living(&processes), Vec::<String>::new());
    assert_eq!(marked(&variable), BTreeSet::new());
    assert!(
        is_empty(folder.path()),
        "{:?}",
        std::fs::read_dir(folder.path()).unwrap().collect::<Vec<_>>()
    );
    assert!(
        is_empty(home.path()),
        "{:?}",
        std::fs::read_dir(home.path()).unwrap().collect::<Vec<_>>()
    );
    if let Some(socket) = socket {
        assert!(!Path::new(&socket).exists(), "{socket} was left");
    }
}

fn start_victim(engine: Engine, ending: Ending, marker: &str, tmpdir: &Path, home: &Path) -> Child {
    // A driver that `install` built stays findable.
    let data_home = data_dir().and_then(|path| path.parent().map(ToOwned::to_owned)).unwrap();
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["guards::victim_entry", "--exact", "--nocapture", "--test-threads=1"])
        .env(VICTIM, format!("{engine} {ending:?}"))
        .env(MARKER, marker)
        .env("TMPDIR", tmpdir)
        .env("HOME", home)
        .env("XDG_DATA_HOME", data_home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(victim.stdout.take().unwrap());
    let is_ready = stdout.by_ref().lines().map_while(Result::ok).any(|line| line == "ready");
    assert!(is_ready, "the victim ended before its browser was started");
    // Closed, it would make the victim's last words a panic.
    victim.stdout = Some(stdout.into_inner());
    victim
}

fn end_victim(victim: &mut Child, ending: Ending) {
    match ending {
        Ending::Kill => victim.kill().unwrap(),
        Ending::Interrupt => {
            rustix::process::kill_process_group(Pid::from_child(victim), Signal::INT).unwrap();
        }
        Ending::Quit | Ending::Panic => drop(victim.stdin.take()),
    }
    let status = victim.wait().unwrap();
    assert_eq!(status.success(), ending == Ending::Quit);
}

/// The socket of the victim's display server, which must be there now. With `-displayfd` it has no lock file.
fn x_socket(engine: Engine, processes: &BTreeSet<i32>) -> Option<String> {
    if engine != Engine::WebKit {
        return None;
    }
    let browsers: BTreeSet<i32> = processes
        .iter()
        .copied()
        .filter(|pid| {
            let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
            name.trim() == "MiniBrowser"
        })
        .collect();
    let display = variable_of(&browsers, "DISPLAY").unwrap();
    let socket = format!("/tmp/.X11-unix/X{}", display.trim_start_matches(':'));
    assert!(Path::new(&socket).exists(), "{socket} belongs to a running server");
    Some(socket)
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

fn order(script: &str, scratch: Option<&Path>) -> GuardOrder {
    GuardOrder {
        program: "/bin/sh".into(),
        args: vec!["-c".into(), script.into()],
        env: Vec::new(),
        scratch: scratch.map(|path| path.to_path_buf().try_into().unwrap()),
        grace: Duration::ZERO,
    }
}

#[tokio::test]
async fn a_daemon_of_the_program_ends_with_it() {
    let marker = format!("XCHECK_TEST_DAEMON={}", std::process::id());
    let script = format!(
        "{marker} setsid sh -c 'trap \"\" TERM HUP; echo started; while :; do sleep 1000; done' & wait"
    );
    let guarded = Guarded::start(&matrix::guard(), order(&script, None)).await.unwrap();
    guarded.output().wait_for(|text| text.contains("started").then_some(())).await;
    let processes = marked(&marker);
    assert!(!processes.is_empty());
    guarded.end(LIMIT).await.unwrap();
    assert_eq!(living(&processes), Vec::<String>::new());
}

#[tokio::test]
async fn an_early_end_is_noticed_with_its_last_words() {
    let folder = tempfile::tempdir().unwrap().keep();
    let script = "echo to stdout; echo to stderr >&2; pwd; exit 3";
    let guarded = Guarded::start(&matrix::guard(), order(script, Some(&folder))).await.unwrap();
    let status = tokio::time::timeout(LIMIT, guarded.exited()).await.unwrap().unwrap();
    assert!(!status.success());
    let text = guarded.output().text();
    assert!(text.contains("to stdout") && text.contains("to stderr"), "{text}");
    assert!(
        text.contains(folder.to_str().unwrap()),
        "the program runs in its scratch directory: {text}"
    );
    assert!(!folder.exists(), "the scratch directory goes with the program");
}

#[tokio::test]
async fn a_program_that_cannot_start_gives_a_reason() {
    let order = GuardOrder { program: "/nowhere/driver".into(), ..order("", None) };
    let guarded = Guarded::start(&matrix::guard(), order).await.unwrap();
    tokio::time::timeout(LIMIT, guarded.exited()).await.unwrap();
    let reason = guarded.output().last_lines(1);
    assert!(reason.contains("cannot start /nowhere/driver"), "{reason}");
}

#[tokio::test]
async fn grace_lets_a_program_clean_up() {
    let script = "trap 'echo cleaned; exit 0' TERM; echo started; while :; do sleep 0.05; done";
    let order = GuardOrder { grace: LIMIT, ..order(script, None) };
    let guarded = Guarded::start(&matrix::guard(), order).await.unwrap();
    guarded.output().wait_for(|text| text.contains("started").then_some(())).await;
    let output = guarded.output().clone();
    guarded.end(LIMIT).await.unwrap();
    tokio::time::timeout(LIMIT, output.wait_for(|text| text.contains("cleaned").then_some(())))
        .await
        .unwrap();
}

#[tokio::test]
async fn the_guard_variables_stay_with_the_guard() {
    let guarded = Guarded::start(&matrix::guard(), order("env; echo end", None)).await.unwrap();
    guarded.output().wait_for(|text| text.contains("\nend\n").then_some(())).await;
    assert!(!guarded.output().text().contains(matrix::GUARD_VARIABLE));
}
