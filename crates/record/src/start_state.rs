//! Cookies and storage that a recording begins with, in the form in which Playwright keeps them (`storageState`).
//!
//! They are given to the browser by a page of the proxy's own for each origin, opened before the app. That page is
//! recorded like any other, so that a replay begins with the same.

use std::collections::BTreeMap;

use serde::Deserialize;
use url::Url;
use xcheck_proxy::Seed;

/// What a browser knows before it opens the app.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartState {
    pub(crate) seeds: Vec<Seed>,
}

/// A text that is no start state.
#[derive(Debug, thiserror::Error)]
pub enum StartStateError {
    #[error("this is not what a browser knows: {0}")]
    Json(#[from] serde_json::Error),
    #[error("{0:?} is not the origin of a page")]
    Origin(String),
    #[error("the cookie {0:?} has characters that no cookie has")]
    Cookie(String),
}

impl StartStateError {
    pub fn hint(&self) -> &'static str {
        "a file such as Playwright's storageState writes: { \"cookies\": […], \"origins\": […] }"
    }
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    cookies: Vec<Cookie>,
    #[serde(default)]
    origins: Vec<OriginState>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cookie {
    name: String,
    value: String,
    /// That of the app if it is absent. With a dot in front, its subdomains have the cookie too.
    domain: Option<String>,
    path: Option<String>,
    /// In seconds since 1970; -1 for as long as the browser runs.
    expires: Option<f64>,
    #[serde(default)]
    http_only: bool,
    #[serde(default)]
    secure: bool,
    same_site: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OriginState {
    origin: String,
    #[serde(default)]
    local_storage: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    value: String,
}

impl StartState {
    /// Reads what Playwright wrote. Cookies that have expired by `now_s`, in seconds since 1970, are left out.
    pub fn parse(text: &str, start_url: &Url, now_s: u64) -> Result<Self, StartStateError> {
        let file: File = serde_json::from_str(text)?;
        let mut seeds: BTreeMap<String, Seed> = BTreeMap::new();
        let mut seed = |origin: String, cookie: Option<String>, entries: Vec<Entry>| {
            let new = || Seed { origin: origin.clone(), ..Seed::default() };
            let seed = seeds.entry(origin.clone()).or_insert_with(new);
            seed.cookies.extend(cookie);
            seed.local_storage.extend(entries.into_iter().map(|it| (it.name, it.value)));
        };
        for cookie in file.cookies {
            let is_over = cookie.expires.is_some_and(|at| at >= 0.0 && at < now_s as f64);
            if !is_over {
                seed(origin_of(&cookie, start_url)?, Some(header(&cookie)?), Vec::new());
            }
        }
        for OriginState { origin, local_storage } in file.origins {
            let url = Url::parse(&origin).ok().filter(|url| url.scheme().starts_with("http"));
            let url = url.ok_or(StartStateError::Origin(origin))?;
            seed(url.origin().ascii_serialization(), None, local_storage);
        }
        Ok(Self { seeds: seeds.into_values().collect() })
    }
}

/// Where a cookie can be set.
fn origin_of(cookie: &Cookie, start_url: &Url) -> Result<String, StartStateError> {
    let own = start_url.host_str().unwrap_or_default();
    let domain = cookie.domain.as_deref().unwrap_or(own);
    let bare = domain.strip_prefix('.').unwrap_or(domain);
    let is_own = own == bare || (bare != domain && own.ends_with(domain));
    // Browsers take secure cookies from their own machine also without TLS.
    let is_local = bare == "localhost" || bare.ends_with(".localhost");
    let scheme = if cookie.secure && !is_local { "https" } else { "http" };
    if is_own && (start_url.scheme() == "https" || scheme == "http") {
        return Ok(start_url.origin().ascii_serialization());
    }
    let url = Url::parse(&format!("{scheme}://{bare}/"));
    let url = url.map_err(|_| StartStateError::Origin(domain.to_owned()))?;
    Ok(url.origin().ascii_serialization())
}

/// A cookie as a server sets it. It lasts as long as the browser: a replay may be years away.
fn header(cookie: &Cookie) -> Result<String, StartStateError> {
    let is_plain = |text: &str| !text.chars().any(|c| c.is_control() || c == ';');
    let path = cookie.path.as_deref().unwrap_or("/");
    let domain = cookie.domain.as_deref().filter(|it| it.starts_with('.')).unwrap_or_default();
    let parts = [&cookie.name, &cookie.value, path, domain];
    if !parts.iter().all(|part| is_plain(part)) || cookie.name.contains('=') {
        return Err(StartStateError::Cookie(cookie.name.clone()));
    }
    let mut header = format!("{}={}; Path={path}", cookie.name, cookie.value);
    if !domain.is_empty() {
        header.push_str("; Domain=");
        header.push_str(domain);
    }
    if cookie.http_only {
        header.push_str("; HttpOnly");
    }
    if cookie.secure {
        header.push_str("; Secure");
    }
    if let Some(same_site @ ("Strict" | "Lax" | "None")) = cookie.same_site.as_deref() {
        header.push_str("; SameSite=");
        header.push_str(same_site);
    }
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Vec<Seed>, StartStateError> {
        let start_url = Url::parse("https://shop.test:8443/cart").unwrap();
        Ok(StartState::parse(text, &start_url, 1000)?.seeds)
    }

    #[test]
    fn cookies_and_storage_are_given_by_the_origins_they_belong_to() {
        let text = r#"{
            "cookies": [
                {"name": "id", "value": "7", "domain": "shop.test", "path": "/", "expires": -1, "httpOnly": true,
                 "secure": true, "sameSite": "Lax"},
                {"name": "all", "value": "8", "domain": ".test"},
                {"name": "plain", "value": "9"},
                {"name": "old", "value": "x", "expires": 999},
                {"name": "there", "value": "y", "domain": "login.other.test", "secure": true}
            ],
            "origins": [{"origin": "https://shop.test:8443", "localStorage": [{"name": "k", "value": "v"}]}]
        }"#;
        let seed = |origin: &str, cookies: &[&str], entries: &[(&str, &str)]| Seed {
            origin: origin.to_owned(),
            cookies: cookies.iter().map(|it| (*it).to_owned()).collect(),
            local_storage: entries
                .iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
                .collect(),
        };
        let own = [
            "id=7; Path=/; HttpOnly; Secure; SameSite=Lax",
            "all=8; Path=/; Domain=.test",
            "plain=9; Path=/",
        ];
        let expected = [
            seed("https://login.other.test", &["there=y; Path=/; Secure"], &[]),
            seed("https://shop.test:8443", &own, &[("k", "v")]),
        ];
        assert_eq!(parse(text).unwrap(), expected);
    }

    #[test]
    fn what_is_no_state_is_refused() {
        assert!(matches!(parse("{\"cookies\": 1}"), Err(StartStateError::Json(_))));
        let origin = r#"{"origins": [{"origin": "file:///x"}]}"#;
        assert!(matches!(parse(origin), Err(StartStateError::Origin(_))));
        let cookie = r#"{"cookies": [{"name": "a", "value": "b\r\nX-Evil: 1"}]}"#;
        assert!(matches!(parse(cookie), Err(StartStateError::Cookie(_))));
    }
}
