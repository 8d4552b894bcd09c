//! The guide says nothing that the program does not understand.

use clap::Parser as _;
use xcheck_config::Config;

use self::guide_lines::{blocks, commands, lines_in};
use crate::args::Cli;

#[path = "../tests/e2e/guide_lines.rs"]
mod guide_lines;

#[test]
fn every_command_in_the_guide_is_one() {
    let mut commands = commands();
    assert!(commands.len() > 30, "the guide has {} commands", commands.len());
    // What CI fills in is a number.
    for (_, words) in lines_in(&["yaml", "yml"]) {
        let line = words.join(" ").replace("${{ matrix.part }}", "1");
        commands.push(("CI".to_owned(), line.split(' ').map(str::to_owned).collect()));
    }
    for (page, words) in commands {
        if let Err(error) = Cli::try_parse_from(&words) {
            let is_asked_for = matches!(
                error.kind(),
                clap::error::ErrorKind::DisplayHelp | clap::error::ErrorKind::DisplayVersion
            );
            assert!(is_asked_for, "{page}.md: {}: {error}", words.join(" "));
        }
    }
}

#[test]
fn all_settings_in_the_guide_are_known() {
    let settings: Vec<_> = blocks().into_iter().filter(|it| it.language == "toml").collect();
    assert!(settings.len() >= 3, "the guide shows {} pieces of configuration", settings.len());
    for block in settings {
        let text = block.lines.join("\n");
        if let Err(error) = Config::parse(&text, "xcheck.toml") {
            panic!("{}.md: {error}\n{text}", block.page);
        }
    }
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let summary = include_str!("../../../docs/guide/SUMMARY.md");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".md") && name != "SUMMARY.md" {
            assert!(summary.contains(&format!("({name})")), "{name} is in no table of contents");
        }
    }
}
