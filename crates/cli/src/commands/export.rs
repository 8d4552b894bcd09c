//! `xcheck export`: a trace in the format of another tool.

use std::fs;
use std::io::Write as _;

use anyhow::Context as _;
use camino::{Utf8Path, Utf8PathBuf};
use xcheck_drive::export::{HarMeta, Session, devtools, har, playwright, warr};
use xcheck_trace::{Manifest, Origin};

use crate::args::{ExportArgs, ExportFormat};
use crate::commands::trace::{Opened, open};
use crate::exit::{Exit, Failure};
use crate::terminal::Terminal;

pub(crate) fn run(args: &ExportArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let opened = open(&args.file)?;
    let Opened { reader, log, actions } = &opened;
    if !reader.is_complete() {
        terminal.progress(&format!("{} was cut off; what is there is exported", args.file));
    }
    let session = session(&args.file, reader.manifest());
    let text = match args.to {
        ExportFormat::Har => archive(&opened),
        ExportFormat::Warr => warr(&session, actions, &log.pages),
        ExportFormat::Devtools => devtools(&session, actions, &log.pages),
        ExportFormat::Playwright => {
            let beside = args.out.as_ref().map(|out| out.with_extension("har"));
            // The test answers from an archive beside it, so that it needs no server.
            if let Some(beside) = &beside {
                write(beside, &archive(&opened))?;
            }
            let name = beside.as_deref().and_then(Utf8Path::file_name);
            playwright(&session, actions, &log.pages, name)
        }
    };
    match &args.out {
        Some(out) => write(out, &text)?,
        // A reader that goes away, such as `head`, is no error.
        None => drop(std::io::stdout().write_all(text.as_bytes())),
    }
    Ok(Exit::Clean)
}

/// What somebody did in a trace, in the format of DevTools.
pub(crate) fn as_devtools(file: &Utf8Path) -> Result<String, Failure> {
    let Opened { reader, log, actions } = open(file)?;
    Ok(devtools(&session(file, reader.manifest()), &actions, &log.pages))
}

fn session(file: &Utf8Path, manifest: &Manifest) -> Session {
    Session {
        title: file.file_stem().unwrap_or_default().to_owned(),
        start_url: manifest.start_url.clone(),
        width: manifest.viewport.width,
        height: manifest.viewport.height,
        has_folder: manifest.source == Origin::Folder,
        browser: format!("{} {}", manifest.recorder.browser, manifest.recorder.browser_version),
    }
}

fn archive(opened: &Opened) -> String {
    let manifest = opened.reader.manifest();
    let meta = HarMeta {
        started_ms: manifest.created_ms,
        browser: manifest.recorder.browser.clone(),
        browser_version: manifest.recorder.browser_version.clone(),
        tool_version: manifest.tool_version.clone(),
    };
    har(&opened.reader, &meta)
}

fn write(path: &Utf8PathBuf, text: &str) -> Result<(), Failure> {
    fs::write(path, text)
        .with_context(|| format!("cannot write {path}"))
        .map_err(|error| Failure::usage(error, None))
}
