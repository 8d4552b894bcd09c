//! Looks at the machine's processes the way a suspicious user would.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Processes with `NAME=value` in their environment, and everything below them.
///
/// Children are followed as well, because Chromium's helpers overwrite their own environment.
pub(crate) fn marked(variable: &str) -> BTreeSet<i32> {
    let processes = all();
    let is_marked = |pid: i32| {
        let environ = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environ.split(|byte| *byte == 0).any(|pair| pair == variable.as_bytes())
    };
    let found = processes.keys().copied().filter(|pid| is_marked(*pid)).collect();
    with_children(&processes, found)
}

/// Every process that is not a zombie, with its parent.
fn all() -> BTreeMap<i32, i32> {
    let read = |entry: fs::DirEntry| {
        let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let is_zombie = fields.next()? == "Z";
        let parent = fields.next()?.parse().ok()?;
        (!is_zombie).then_some((pid, parent))
    };
    fs::read_dir("/proc").unwrap().flatten().filter_map(read).collect()
}

fn with_children(processes: &BTreeMap<i32, i32>, mut found: BTreeSet<i32>) -> BTreeSet<i32> {
    loop {
        let n_before = found.len();
        found.extend(
            processes
                .iter()
                .filter(|(_, parent)| found.contains(*parent))
                .map(|(pid, _)| *pid)
                .collect::<Vec<_>>(),
        );
        if found.len() == n_before {
            return found;
        }
    }
}

/// Which of `pids` still run.
pub(crate) fn living(pids: &BTreeSet<i32>) -> Vec<String> {
    let describe = |pid: &i32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        (!fields.trim_start().starts_with('Z')).then_some(stat)
    };
    pids.iter().filter_map(describe).collect()
}

/// The value of a variable in the environment of any of `pids`.
pub(crate) fn variable_of(pids: &BTreeSet<i32>, name: &str) -> Option<String> {
    let start = format!("{name}=");
    pids.iter().find_map(|pid| {
        let environ = fs::read(format!("/proc/{pid}/environ")).ok()?;
        let text = String::from_utf8_lossy(&environ).into_owned();
        text.split('\0').find_map(|pair| pair.strip_prefix(&start).map(str::to_owned))
    })
}
