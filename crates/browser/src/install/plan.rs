//! From what is missing to what to do. Pure.

use super::{Privilege, Situation, System, advice};
use crate::find::Tool;

/// What to do, by us and by hand. Both empty means that all is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// What we cannot do here, as text for the user.
    pub advice: Vec<String>,
}

impl Plan {
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.advice.is_empty()
    }
}

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Fits after "cannot", such as "install packages".
    pub what: String,
    pub program: String,
    pub args: Vec<String>,
}

impl Step {
    fn new(what: &str, words: &[&str]) -> Self {
        let (program, args) = words.split_first().expect("a command has a first word");
        Self {
            what: what.to_owned(),
            program: (*program).to_owned(),
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
        }
    }

    /// The command as typed.
    pub fn command(&self) -> String {
        let words: Vec<&str> = std::iter::once(self.program.as_str())
            .chain(self.args.iter().map(String::as_str))
            .collect();
        words.join(" ")
    }
}

/// Plans what `situation` needs; empty when nothing is missing.
pub fn plan(situation: &Situation) -> Plan {
    let mut plan = Plan::default();
    let (packages, snaps) = packages(situation);
    match situation.system {
        System::Debian | System::Ubuntu => {
            plan_packages(situation, &packages, &mut plan);
            plan.advice.extend(snaps.into_iter().map(advice::on_ubuntu));
            if situation.missing.contains(&Tool::GeckoDriver) {
                plan_geckodriver(situation, &mut plan);
            }
        }
        System::Fedora | System::Arch | System::Other => {
            if !situation.missing.is_empty() || !situation.has_fonts {
                plan.advice.push(advice::by_hand(situation.system).to_owned());
            }
            // Arch has a package of it; elsewhere it is built as on Debian.
            if situation.missing.contains(&Tool::GeckoDriver) && situation.system == System::Fedora
            {
                plan_geckodriver(situation, &mut plan);
            }
        }
    }
    plan
}

/// Packages for apt, and the browsers that Ubuntu has only as snaps.
fn packages(situation: &Situation) -> (Vec<&'static str>, Vec<Tool>) {
    let mut packages: Vec<&'static str> = Vec::new();
    let mut snaps = Vec::new();
    for tool in &situation.missing {
        let is_snap = matches!(tool, Tool::Chromium | Tool::ChromeDriver | Tool::Firefox);
        match tool.package() {
            Some(_) if is_snap && situation.system == System::Ubuntu => {
                // One piece of advice covers browser and driver.
                let browser = if *tool == Tool::ChromeDriver { Tool::Chromium } else { *tool };
                if !snaps.contains(&browser) {
                    snaps.push(browser);
                }
            }
            Some(package) if !packages.contains(&package) => packages.push(package),
            _ => {}
        }
    }
    if !situation.has_fonts {
        packages.extend(["fonts-liberation", "fonts-dejavu-core"]);
    }
    (packages, snaps)
}

fn plan_packages(situation: &Situation, packages: &[&str], plan: &mut Plan) {
    if packages.is_empty() {
        return;
    }
    let apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
    let apt: Vec<&str> = match situation.privilege {
        Privilege::Root => apt.to_vec(),
        Privilege::Sudo => [&["sudo"][..], &apt].concat(),
        Privilege::None => {
            plan.advice.push(format!("as root: apt-get install {}", packages.join(" ")));
            return;
        }
    };
    plan.steps.push(Step::new("update the package lists", &[&apt[..], &["update"]].concat()));
    let install = [&apt[..], &["install", "--yes", "--no-install-recommends"], packages].concat();
    plan.steps.push(Step::new(&format!("install {}", packages.join(", ")), &install));
}

fn plan_geckodriver(situation: &Situation, plan: &mut Plan) {
    match &situation.data_dir {
        Some(root) if situation.has_cargo => plan.steps.push(Step::new(
            "build geckodriver",
            &["cargo", "install", "geckodriver", "--locked", "--root", root.as_str()],
        )),
        _ => plan.advice.push(advice::GECKODRIVER.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Tool; 8] = [
        Tool::Chromium,
        Tool::ChromeDriver,
        Tool::Firefox,
        Tool::GeckoDriver,
        Tool::MiniBrowser,
        Tool::WebKitDriver,
        Tool::Xvfb,
        Tool::Xrdb,
    ];

    fn bare(system: System) -> Situation {
        Situation {
            system,
            missing: ALL.to_vec(),
            has_fonts: false,
            privilege: Privilege::Root,
            has_cargo: true,
            data_dir: Some("/data/xcheck".into()),
        }
    }

    fn commands(situation: &Situation) -> Vec<String> {
        plan(situation).steps.iter().map(Step::command).collect()
    }

    #[test]
    fn a_bare_debian_gets_everything() {
        assert_eq!(
            commands(&bare(System::Debian)),
            [
                "env DEBIAN_FRONTEND=noninteractive apt-get update",
                "env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends chromium chromium-driver firefox-esr \
                 webkit2gtk-driver xvfb x11-xserver-utils fonts-liberation fonts-dejavu-core",
                "cargo install geckodriver --locked --root /data/xcheck",
            ]
        );
    }

    #[test]
    fn nothing_missing_is_nothing_to_do() {
        for system in [System::Debian, System::Ubuntu, System::Fedora, System::Arch, System::Other]
        {
            let situation = Situation { missing: Vec::new(), has_fonts: true, ..bare(system) };
            assert!(plan(&situation).is_empty(), "{system:?}");
        }
    }

    #[test]
    fn an_ordinary_user_needs_sudo_or_advice() {
        let missing = vec![Tool::Xvfb];
        let situation = Situation {
            missing,
            has_fonts: true,
            privilege: Privilege::Sudo,
            ..bare(System::Debian)
        };
        assert!(
            commands(&situation)[1]
                .starts_with("sudo env DEBIAN_FRONTEND=noninteractive apt-get install")
        );
        let situation = Situation { privilege: Privilege::None, ..situation };
        let plan = plan(&situation);
        assert_eq!(
            (plan.steps.len(), plan.advice),
            (0, vec!["as root: apt-get install xvfb".to_owned()])
        );
    }

    #[test]
    fn on_ubuntu_the_snaps_are_left_to_the_user() {
        let plan = plan(&bare(System::Ubuntu));
        let install = plan.steps[1].command();
        assert!(!install.contains("chromium") && !install.contains("firefox"), "{install}");
        assert_eq!(plan.advice.len(), 2, "one for each browser: {:?}", plan.advice);
    }

    #[test]
    fn elsewhere_there_is_only_text() {
        for system in [System::Arch, System::Other] {
            let plan = plan(&bare(system));
            assert!(plan.steps.is_empty() && plan.advice.len() == 1, "{plan:?}");
        }
    }

    #[test]
    fn without_cargo_geckodriver_is_explained() {
        let situation = Situation {
            has_cargo: false,
            missing: vec![Tool::GeckoDriver],
            ..bare(System::Debian)
        };
        assert!(plan(&situation).advice.iter().any(|text| text.contains("XCHECK_GECKODRIVER")));
    }
}
