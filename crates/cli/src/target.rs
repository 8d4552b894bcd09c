//! What the user wants to look at: an address, or a folder that xcheck serves itself.

use anyhow::anyhow;
use camino::Utf8Path;
use url::Url;
use xcheck_proxy::{Fallback, Folder};

use crate::exit::Failure;

/// An app.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) start_url: Url,
    /// The folder and the host it stands in for.
    pub(crate) folder: Option<(String, Folder)>,
}

const HINT: &str = "give an address such as http://localhost:8080/ or a folder with an index.html";

impl Target {
    pub(crate) fn read(text: &str) -> Result<Self, Failure> {
        let hint = || Some(HINT.to_owned());
        if let Ok(url) = Url::parse(text)
            && matches!(url.scheme(), "http" | "https")
            && url.has_host()
        {
            return Ok(Self { start_url: url, folder: None });
        }
        let path = Utf8Path::new(text);
        if !path.exists() {
            return Err(Failure::usage(
                anyhow!("{text} is neither an address nor a folder"),
                hint(),
            ));
        }
        if !path.join("index.html").is_file() {
            return Err(Failure::usage(anyhow!("there is no index.html in {text}"), hint()));
        }
        let folder =
            Folder::new(path, Fallback::NotFound).map_err(|error| Failure::usage(error, hint()))?;
        let host = host_name(path);
        let start_url = Url::parse(&format!("http://{host}/"))
            .map_err(|error| Failure::usage(error, hint()))?;
        Ok(Self { start_url, folder: Some((host, folder)) })
    }

    /// Where `text`, an address in a drive file that begins at `recorded`, is in this app.
    pub(crate) fn place(&self, text: &str, recorded: Option<&Url>) -> String {
        let Ok(url) = self.start_url.join(text) else { return text.to_owned() };
        let is_own = recorded.is_some_and(|recorded| recorded.origin() == url.origin());
        if !is_own {
            return url.to_string();
        }
        let mut placed = self.start_url.clone();
        placed.set_path(url.path());
        placed.set_query(url.query());
        placed.set_fragment(url.fragment());
        placed.to_string()
    }
}

/// A secure context without TLS, named like the folder.
fn host_name(path: &Utf8Path) -> String {
    let whole = path.canonicalize_utf8();
    let name = whole.as_deref().ok().and_then(Utf8Path::file_name).unwrap_or("app");
    let plain: String = name
        .to_ascii_lowercase()
        .chars()
        .map(|char| if char.is_ascii_alphanumeric() { char } else { '-' })
        .take(40)
        .collect();
    let plain = plain.trim_matches('-');
    format!("{}.localhost", if plain.is_empty() { "app" } else { plain })
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::{Target, host_name};

    #[test]
    fn folders_become_hosts() {
        assert_eq!(host_name("/no/such/My App_2".into()), "app.localhost");
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("My App_2");
        std::fs::create_dir(&path).unwrap();
        let path = camino::Utf8PathBuf::try_from(path).unwrap();
        assert_eq!(host_name(&path), "my-app-2.localhost");
    }

    #[test]
    fn what_is_no_app_is_refused() {
        for text in ["nonsense", "ftp://a.test/", "javascript:alert(1)", "/", "http://"] {
            assert_eq!(Target::read(text).unwrap_err().exit, crate::exit::Exit::Usage, "{text}");
        }
    }

    #[test]
    fn addresses_of_drive_files_move_to_the_app() {
        let target = Target::read("https://staging.test:8443/shop/").unwrap();
        let recorded = Url::parse("http://localhost:3000/shop/").unwrap();
        let place = |text| target.place(text, Some(&recorded));
        assert_eq!(
            place("http://localhost:3000/cart?x=1#y"),
            "https://staging.test:8443/cart?x=1#y"
        );
        assert_eq!(place("https://other.test/a"), "https://other.test/a");
        assert_eq!(place("cart"), "https://staging.test:8443/shop/cart");
    }
}
