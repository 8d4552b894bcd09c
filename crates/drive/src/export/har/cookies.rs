//! Cookies out of headers.

use serde_json::{Value, json};
use xcheck_model::exchange::Headers;

use super::time;

/// What the browser sent.
pub(super) fn sent(headers: &Headers) -> Vec<Value> {
    let values = all(headers, "cookie").flat_map(|value| value.split(';'));
    let pairs = values.map(str::trim).filter(|pair| !pair.is_empty());
    pairs.map(named).collect()
}

/// What the server set.
pub(super) fn set(headers: &Headers) -> Vec<Value> {
    all(headers, "set-cookie").map(one_set).collect()
}

fn all<'a>(headers: &'a Headers, name: &'static str) -> impl Iterator<Item = &'a str> {
    let own = headers.iter().filter(move |(known, _)| known.eq_ignore_ascii_case(name));
    own.map(|(_, value)| value.as_str())
}

fn named(pair: &str) -> Value {
    let (name, value) = pair.split_once('=').unwrap_or(("", pair));
    json!({"name": name.trim(), "value": value.trim()})
}

fn one_set(text: &str) -> Value {
    let mut parts = text.split(';');
    let mut cookie = named(parts.next().unwrap_or_default());
    for part in parts {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "path" => cookie["path"] = json!(value),
            "domain" => cookie["domain"] = json!(value),
            "httponly" => cookie["httpOnly"] = json!(true),
            "secure" => cookie["secure"] = json!(true),
            "samesite" => cookie["sameSite"] = json!(value),
            "expires" => {
                if let Some(iso) = time::iso_of_http(value) {
                    cookie["expires"] = json!(iso);
                }
            }
            _ => {}
        }
    }
    cookie
}
