//! Where browsers are from: this machine, or a grid that the command line or the project names.

use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use serde_json::json;
use url::Url;
use xcheck_browser::grid::GridConfig;
use xcheck_browser::webdriver::Credentials;
use xcheck_config::{Config, Grid};

use crate::exit::Failure;

/// What takes browsers of this machine although the project names a grid.
const HERE: &str = "local";

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct GridArgs {
    /// Get browsers from a Selenium Grid, or from a cloud; `local` is this machine
    #[arg(long, value_name = "URL", env = "XCHECK_GRID", hide_env = true)]
    pub(crate) grid: Option<String>,
}

impl GridArgs {
    /// The grid to use, if any. Passwords are taken from where the configuration says.
    pub(crate) fn resolve(&self, config: &Config) -> Result<Option<GridConfig>, Failure> {
        let typed = Grid { url: self.grid.clone(), ..Grid::default() };
        let merged = Config { grid: typed, ..Config::default() }.over(config);
        let grid = merged.over(&Config::defaults()).grid;
        let Some(url) = grid.url.as_deref().filter(|url| *url != HERE) else { return Ok(None) };
        resolved(&grid, url, |name| std::env::var(name).ok()).map(Some)
    }
}

fn resolved(
    grid: &Grid,
    url: &str,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<GridConfig, Failure> {
    let wrong = || {
        let hint = "such as http://grid.example.org:4444".to_owned();
        // The address may have a password in it.
        Failure::usage(anyhow!("the address of the grid is none"), Some(hint))
    };
    let mut url = Url::parse(url).map_err(|_| wrong())?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(wrong());
    }
    let decoded =
        |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
    let mut user = grid.user.clone();
    let mut password = match &grid.password_env {
        None => None,
        Some(name) => Some(variable(name).ok_or_else(|| {
            let hint = format!("export {name}=… before");
            Failure::usage(anyhow!("the grid needs ${name}"), Some(hint))
        })?),
    };
    if !url.username().is_empty() {
        user = Some(decoded(url.username()));
        password = url.password().map(decoded).or(password);
    }
    // Neither can fail for an address with a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let credentials = user.map(|user| Credentials { user, password: password.unwrap_or_default() });
    Ok(GridConfig {
        url: url.as_str().trim_end_matches('/').to_owned(),
        credentials,
        listen: grid.listen,
        address: grid.address.clone(),
        queue: Duration::from_secs(grid.queue.unwrap_or(300)),
        capabilities: json!(grid.capabilities),
        browsers: grid.browsers.iter().map(|(name, it)| (*name, json!(it))).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(typed: Option<&str>, file: &str) -> Result<Option<GridConfig>, String> {
        let args = GridArgs { grid: typed.map(str::to_owned) };
        let config = Config::parse(file, "xcheck.toml").unwrap();
        args.resolve(&config).map_err(|failure| failure.line())
    }

    #[test]
    fn the_command_line_has_the_last_word() {
        let file = "[grid]\nurl = 'http://hub:4444'\nuser = 'ada'\nqueue = 7\n[grid.browsers.'webkit/mac']\nbrowserName = 'Safari'";
        let of_file = read(None, file).unwrap().unwrap();
        assert_eq!(of_file.url, "http://hub:4444");
        assert_eq!(of_file.queue, Duration::from_secs(7));
        assert_eq!(format!("{:?}", of_file.credentials), "Some(ada:***)");
        assert_eq!(
            of_file.browsers[&"webkit/mac".parse().unwrap()],
            json!({"browserName": "Safari"})
        );
        let typed = read(Some("https://bob:s%20x@cloud/wd/hub/"), file).unwrap().unwrap();
        assert_eq!(typed.url, "https://cloud/wd/hub");
        let bob = Credentials { user: "bob".to_owned(), password: "s x".to_owned() };
        assert_eq!(typed.credentials, Some(bob));
        // A user of one hub is nobody on another.
        assert_eq!(read(Some("http://other"), file).unwrap().unwrap().credentials, None);
        assert!(read(Some("local"), file).unwrap().is_none());
        assert!(read(None, "").unwrap().is_none());
    }

    #[test]
    fn what_is_wrong_is_said_without_passwords() {
        assert_eq!(read(Some("hub"), "").unwrap_err(), "the address of the grid is none");
        let file = "[grid]\nurl = 'http://hub'\nuser = 'ada'\npassword-env = 'NO_SUCH_VARIABLE'";
        assert_eq!(read(None, file).unwrap_err(), "the grid needs $NO_SUCH_VARIABLE");
    }
}
