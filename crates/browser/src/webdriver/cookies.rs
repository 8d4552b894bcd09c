//! Cookies of the current page.

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::session::read;
use super::{CommandError, Session};

/// A cookie as WebDriver writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cookie {
    pub name: String,
    pub value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    #[serde(default)]
    pub secure: bool,
    #[serde(default)]
    pub http_only: bool,
    /// Seconds since 1970; none for a session cookie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiry: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_site: Option<SameSite>,
}

impl Cookie {
    pub fn new(name: &str, value: &str) -> Self {
        Self {
            name: name.to_owned(),
            value: value.to_owned(),
            path: None,
            domain: None,
            secure: false,
            http_only: false,
            expiry: None,
            same_site: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SameSite {
    None,
    Lax,
    Strict,
}

impl Session {
    pub async fn cookies(&self) -> Result<Vec<Cookie>, CommandError> {
        read("get all cookies", self.get("get all cookies", "cookie").await?)
    }

    pub async fn add_cookie(&self, cookie: &Cookie) -> Result<(), CommandError> {
        self.post("add cookie", "cookie", json!({"cookie": cookie})).await.map(drop)
    }

    pub async fn delete_cookie(&self, name: &str) -> Result<(), CommandError> {
        let path = format!("cookie/{name}");
        self.send("delete cookie", Method::DELETE, &path, None, self.limits.command).await.map(drop)
    }

    pub async fn delete_all_cookies(&self) -> Result<(), CommandError> {
        let command = "delete all cookies";
        self.send(command, Method::DELETE, "cookie", None, self.limits.command).await.map(drop)
    }
}
