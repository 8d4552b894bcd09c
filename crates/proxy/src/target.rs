//! Where a request goes.

use http::uri::{Authority, Uri};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scheme {
    Http,
    Https,
}

impl Scheme {
    pub(crate) fn default_port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

/// An origin to ask: scheme and `host[:port]` as the browser wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Target {
    pub(crate) scheme: Scheme,
    pub(crate) authority: String,
}

impl Target {
    pub(crate) fn new(scheme: Scheme, authority: &Authority) -> Self {
        // User information never leaves the browser in a request line, but a hostile page may try.
        let authority = authority.as_str().rsplit('@').next().unwrap_or_default();
        Self { scheme, authority: authority.to_ascii_lowercase() }
    }

    /// The origin of a request in absolute form, as proxies get them.
    pub(crate) fn of_uri(uri: &Uri) -> Option<Self> {
        let scheme = match uri.scheme_str()? {
            "http" | "ws" => Scheme::Http,
            "https" | "wss" => Scheme::Https,
            _ => return None,
        };
        Some(Self::new(scheme, uri.authority()?))
    }

    /// Name or address, without brackets.
    pub(crate) fn host(&self) -> &str {
        let host = match self.authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => &self.authority,
        };
        host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
    }

    pub(crate) fn port(&self) -> u16 {
        self.authority
            .rsplit_once(':')
            .and_then(|(_, port)| port.parse().ok())
            .unwrap_or_else(|| self.scheme.default_port())
    }

    /// The full address of a path here, without a port that goes without saying.
    pub(crate) fn url(&self, path_and_query: &str, is_websocket: bool) -> String {
        let scheme = match (self.scheme, is_websocket) {
            (Scheme::Http, false) => "http",
            (Scheme::Http, true) => "ws",
            (Scheme::Https, false) => "https",
            (Scheme::Https, true) => "wss",
        };
        let port = format!(":{}", self.scheme.default_port());
        let authority = self.authority.strip_suffix(&port).unwrap_or(&self.authority);
        format!("{scheme}://{authority}{path_and_query}")
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    fn check(uri: &str, host: &str, port: u16, url: &str) {
        let target = Target::of_uri(&uri.parse().unwrap()).unwrap();
        assert_eq!((target.host(), target.port()), (host, port));
        assert_eq!(target.url("/p?q", false), url);
    }

    #[test]
    fn hosts_and_ports() {
        check("http://App.test/", "app.test", 80, "http://app.test/p?q");
        check("https://app.test:443/", "app.test", 443, "https://app.test/p?q");
        check("http://app.test:8080/", "app.test", 8080, "http://app.test:8080/p?q");
        check("http://[::1]:81/", "::1", 81, "http://[::1]:81/p?q");
        check("ws://[::1]/", "::1", 80, "http://[::1]/p?q");
        check("http://me:secret@app.test/", "app.test", 80, "http://app.test/p?q");
    }
}
