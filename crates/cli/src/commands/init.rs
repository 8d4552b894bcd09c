//! `xcheck init`: a configuration to begin with.

use std::fs::OpenOptions;
use std::io::Write as _;

use crate::check_args::InitArgs;
use crate::exit::{Exit, Failure};
use crate::terminal::Terminal;

pub(crate) fn run(args: &InitArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let path = &args.file;
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(xcheck_config::init_text().as_bytes())
    };
    write().map_err(|error| {
        let is_there = error.kind() == std::io::ErrorKind::AlreadyExists;
        let error = anyhow::Error::from(error).context(format!("cannot write {path}"));
        let hint = is_there.then(|| "it is there already: name another file".to_owned());
        Failure::usage(error, hint)
    })?;
    terminal.progress(&format!("{path}: uncomment what you want, then: xcheck check"));
    Ok(Exit::Clean)
}
