//! Rules of the repository that no compiler checks.

use std::fs;

use anyhow::{Context as _, Result};
use camino::{Utf8Path, Utf8PathBuf};

/// Which crate may use which. A new edge is a decision: it goes here, with a look at ARCHITECTURE.md.
const EDGES: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("trace", &["model"]),
    ("agent", &[]),
    ("proxy", &["model"]),
    ("browser", &["model"]),
    ("drive", &["model"]),
    ("record", &["agent", "browser", "drive", "model", "proxy", "trace"]),
    ("replay", &["agent", "browser", "model", "proxy", "trace"]),
    ("compare", &["model", "trace"]),
    ("report", &["drive", "model", "trace"]),
    ("outputs", &[]),
    ("show", &["outputs"]),
    ("config", &["model"]),
    ("crawl", &["browser", "config", "drive", "model", "record"]),
    ("check", &["browser", "compare", "config", "model", "proxy", "replay", "trace"]),
    ("testkit", &["browser", "model"]),
    (
        "cli",
        &[
            "browser", "check", "compare", "config", "crawl", "drive", "model", "outputs", "proxy",
            "record", "replay", "report", "show", "trace",
        ],
    ),
    (
        "benches",
        &[
            "browser", "compare", "drive", "model", "proxy", "record", "replay", "report",
            "testkit", "trace",
        ],
    ),
    ("xtask", &["browser", "crawl", "drive", "model", "proxy", "record"]),
];

/// Longer files have more than one job.
const MAX_LINES: usize = 800;

pub(crate) fn root() -> Utf8PathBuf {
    let here = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// Everything that breaks a rule, one line each.
pub(crate) fn check(root: &Utf8Path) -> Result<Vec<String>> {
    let mut troubles = Vec::new();
    let crates = crate_dirs(root)?;
    for dir in &crates {
        check_manifest(root, dir, &mut troubles)?;
    }
    for dir in crates.iter().map(|dir| root.join(dir)).chain([root.join("fuzz")]) {
        check_sources(root, &dir, &mut troubles)?;
    }
    Ok(troubles)
}

/// Relative folders of all crates of the workspace.
fn crate_dirs(root: &Utf8Path) -> Result<Vec<Utf8PathBuf>> {
    let mut dirs = vec![Utf8PathBuf::from("benches"), Utf8PathBuf::from("xtask")];
    for entry in root.join("crates").read_dir_utf8().context("crates/")? {
        dirs.push(Utf8Path::new("crates").join(entry?.file_name()));
    }
    dirs.sort();
    Ok(dirs)
}

fn check_manifest(root: &Utf8Path, dir: &Utf8Path, troubles: &mut Vec<String>) -> Result<()> {
    let path = dir.join("Cargo.toml");
    let text = fs::read_to_string(root.join(&path)).with_context(|| path.to_string())?;
    let name = dir.file_name().unwrap_or_default();
    let Some((_, allowed)) = EDGES.iter().find(|(listed, _)| *listed == name) else {
        troubles.push(format!("{path}: crate {name} is not in the table of edges"));
        return Ok(());
    };
    if !text.contains("[lints]\nworkspace = true") {
        troubles.push(format!("{path}: does not use the workspace's lints"));
    }
    // What tests use is free: only the shipped code has layers.
    let shipped = text.split("[dev-dependencies]").next().unwrap_or_default();
    for line in shipped.lines().filter_map(|line| line.strip_prefix("xcheck-")) {
        let used = line.split(['.', ' ', '=']).next().unwrap_or_default();
        if !allowed.contains(&used) {
            troubles.push(format!("{path}: {name} must not use {used}"));
        }
    }
    Ok(())
}

fn check_sources(root: &Utf8Path, dir: &Utf8Path, troubles: &mut Vec<String>) -> Result<()> {
    for entry in dir.read_dir_utf8().with_context(|| dir.to_string())? {
        let path = entry?.into_path();
        if path.is_dir() && path.file_name() != Some("target") {
            check_sources(root, &path, troubles)?;
        } else if path.extension() == Some("rs") {
            let text = fs::read_to_string(&path).with_context(|| path.to_string())?;
            let shown = path.strip_prefix(root).unwrap_or(&path);
            if !text.starts_with("//!") {
                troubles.push(format!("{shown}: does not say its one job in a //! comment"));
            }
            if text.lines().count() > MAX_LINES {
                troubles.push(format!("{shown}: has more than {MAX_LINES} lines"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{check, root};

    #[test]
    fn the_repository_is_tidy() {
        let troubles = check(&root()).unwrap();
        assert!(troubles.is_empty(), "{}", troubles.join("\n"));
    }

    #[test]
    fn troubles_are_found() {
        let dir = std::env::temp_dir().join(format!("xtask-tidy-{}", std::process::id()));
        let root = camino::Utf8PathBuf::try_from(dir).unwrap();
        for name in ["benches", "xtask", "fuzz", "crates/model", "crates/odd"] {
            std::fs::create_dir_all(root.join(name)).unwrap();
            let manifest =
                "[lints]\nworkspace = true\n[dependencies]\nxcheck-trace.workspace = true\n";
            std::fs::write(root.join(name).join("Cargo.toml"), manifest).unwrap();
        }
        std::fs::write(root.join("fuzz/a.rs"), "fn main() {}\n".repeat(801)).unwrap();
        let troubles = check(&root).unwrap();
        std::fs::remove_dir_all(&root).unwrap();
        let expected = [
            "crates/model/Cargo.toml: model must not use trace",
            "crates/odd/Cargo.toml: crate odd is not in the table of edges",
            "xtask/Cargo.toml: xtask must not use trace",
            "fuzz/a.rs: does not say its one job in a //! comment",
            "fuzz/a.rs: has more than 800 lines",
        ];
        assert_eq!(troubles, expected);
    }
}
