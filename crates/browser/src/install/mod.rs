//! Puts in what is missing: browsers, drivers, display server and fonts.
//!
//! Looking ([`look`]), planning ([`plan()`], pure) and doing ([`run`]) are apart, so that a plan can be shown first.
//! Knows how to do it on Debian, partly on Ubuntu; elsewhere the plan is text that says what to type.

mod advice;
mod plan;

use std::io;
use std::process::ExitStatus;

use camino::Utf8PathBuf;
use tokio::process::Command;
use xcheck_model::engine::Engine;

use crate::engines;
use crate::find::{self, Overrides, Tool, find_tool};
use crate::fonts;

pub use plan::{Plan, Step, plan};

/// What [`plan()`] needs to know about the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    pub system: System,
    /// Tools that were looked for and not found.
    pub missing: Vec<Tool>,
    pub has_fonts: bool,
    pub privilege: Privilege,
    pub has_cargo: bool,
    /// Where geckodriver goes.
    pub data_dir: Option<Utf8PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Debian,
    /// Its Chromium and Firefox packages are snaps.
    Ubuntu,
    Fedora,
    Arch,
    Other,
}

/// How packages can be installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Privilege {
    Root,
    Sudo,
    None,
}

/// A step did not work. Those before it did, and running again goes on from here.
#[derive(Debug, thiserror::Error)]
#[error("cannot {step}")]
pub struct InstallError {
    pub step: String,
    #[source]
    pub kind: InstallErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum InstallErrorKind {
    #[error("{program} does not start")]
    Start {
        program: String,
        #[source]
        source: io::Error,
    },
    #[error("{command} ended with {status}")]
    Failed { command: String, status: ExitStatus },
}

/// Looks at the machine for what `wanted` engines need.
pub fn look(wanted: &[Engine], overrides: &Overrides) -> Situation {
    let mut tools: Vec<Tool> = Vec::new();
    for engine in wanted {
        let (browser, driver) = engines::tools(*engine);
        tools.extend([browser, driver]);
        if engines::needs_display(*engine) {
            tools.extend([Tool::Xvfb, Tool::Xrdb]);
        }
    }
    let os_release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    // Ubuntu's packages of browsers are scripts that start snaps, which do not help us.
    let is_here = |tool: Tool| find_tool(tool, overrides).is_ok_and(|path| !find::is_snap(&path));
    let missing = tools.into_iter().filter(|tool| !is_here(*tool)).collect();
    let is_root = rustix::process::geteuid().is_root();
    let privilege = match (is_root, find::on_path("sudo").is_some()) {
        (true, _) => Privilege::Root,
        (false, true) => Privilege::Sudo,
        (false, false) => Privilege::None,
    };
    Situation {
        system: System::from_os_release(&os_release),
        missing,
        has_fonts: fonts::are_installed(),
        privilege,
        has_cargo: find::on_path("cargo").is_some(),
        data_dir: find::data_dir(),
    }
}

/// Does the steps of `plan` in order, with their output where ours goes; `report` is told each before it starts.
pub async fn run(plan: &Plan, report: &mut (dyn FnMut(&Step) + Send)) -> Result<(), InstallError> {
    for step in &plan.steps {
        report(step);
        let failed = |kind| InstallError { step: step.what.clone(), kind };
        let status = Command::new(&step.program).args(&step.args).status().await;
        let status = status.map_err(|source| {
            failed(InstallErrorKind::Start { program: step.program.clone(), source })
        })?;
        if !status.success() {
            return Err(failed(InstallErrorKind::Failed { command: step.command(), status }));
        }
    }
    Ok(())
}

impl System {
    /// Reads the text of `/etc/os-release`; derivatives count as what they are like.
    pub fn from_os_release(text: &str) -> Self {
        let field = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
            line.unwrap_or_default().trim_matches('"').to_owned()
        };
        let ids = format!("{} {}", field("ID"), field("ID_LIKE"));
        ids.split_whitespace()
            .find_map(|id| match id {
                // Mint has real packages of both browsers, and Debian's names for them.
                "debian" | "linuxmint" => Some(Self::Debian),
                "ubuntu" => Some(Self::Ubuntu),
                "fedora" | "rhel" => Some(Self::Fedora),
                "arch" => Some(Self::Arch),
                _ => None,
            })
            .unwrap_or(Self::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_known_by_themselves_or_their_likes() {
        let system = System::from_os_release;
        assert_eq!(system("NAME=x\nID=debian\n"), System::Debian);
        assert_eq!(system("ID=ubuntu\nID_LIKE=debian\n"), System::Ubuntu);
        assert_eq!(system("ID=pop\nID_LIKE=\"ubuntu debian\"\n"), System::Ubuntu);
        assert_eq!(system("ID=manjaro\nID_LIKE=arch\n"), System::Arch);
        assert_eq!(system("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n"), System::Fedora);
        assert_eq!(system(""), System::Other);
    }

    #[tokio::test]
    async fn a_failing_step_is_named_and_the_rest_is_left() {
        let step = |what: &str, args: &[&str]| Step {
            what: what.into(),
            program: "/bin/sh".into(),
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        };
        let steps = vec![
            step("go well", &["-c", ":"]),
            step("fail", &["-c", "exit 3"]),
            step("go on", &[]),
        ];
        let mut seen = Vec::new();
        let plan = Plan { steps, advice: Vec::new() };
        let error = run(&plan, &mut |step| seen.push(step.what.clone())).await.unwrap_err();
        assert_eq!(error.to_string(), "cannot fail");
        assert!(error.kind.to_string().contains("exit status: 3"), "{}", error.kind);
        assert_eq!(seen, ["go well", "fail"]);
    }
}
