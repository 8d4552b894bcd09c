//! Finds the descendants of a process through `/proc`.

use std::collections::BTreeMap;
use std::fs;

/// Every process below `root`, parents before children, without `root`.
///
/// What cannot be read has just ended and is left out.
pub(super) fn descendants(root: i32) -> Vec<i32> {
    let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    for entry in entries.flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        if let Some(parent) = parent_in_stat(&stat) {
            children.entry(parent).or_default().push(pid);
        }
    }
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(parent) = open.pop() {
        let below = children.remove(&parent).unwrap_or_default();
        found.extend(&below);
        open.extend(below);
    }
    found
}

/// The parent's id: the second field after the command name.
/// The name stands in parentheses and may itself hold spaces and parentheses.
fn parent_in_stat(stat: &str) -> Option<i32> {
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parent_is_found_behind_an_odd_command_name() {
        assert_eq!(parent_in_stat("42 (a ) (b) S 7 42 42 0 -1"), Some(7));
        assert_eq!(parent_in_stat("42 (cat) R 1 42"), Some(1));
        assert_eq!(parent_in_stat("nonsense"), None);
    }

    #[test]
    fn a_child_is_a_descendant() {
        let mut child = std::process::Command::new("cat")
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let own = i32::try_from(std::process::id()).unwrap();
        let below = descendants(own);
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(below.contains(&i32::try_from(child.id()).unwrap()));
    }
}
