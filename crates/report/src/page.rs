//! Puts the page together: markup, style, script, data and pictures in one file.
//!
//! A strict policy lets exactly our own style and script in, by their hashes.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use camino::Utf8Path;
use sha2::{Digest as _, Sha256};

use crate::code::{MARKUP, STYLE, script};
use crate::pictures::Pictures;

/// Writes the page. It is there whole or not at all.
pub(crate) fn write(path: &Utf8Path, json: &str, pictures: &Pictures) -> io::Result<()> {
    let under_way = path.with_extension("html.part");
    let mut file = BufWriter::new(File::create(&under_way)?);
    compose(&mut file, json, pictures)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_data()?;
    fs::rename(&under_way, path)
}

/// Each place in the markup is filled once, in order: what is filled in is never looked at again.
fn compose(page: &mut impl Write, json: &str, pictures: &Pictures) -> io::Result<()> {
    let script = script();
    let mut rest = MARKUP;
    let mut until = |page: &mut dyn Write, place: &str| {
        let (before, after) = rest.split_once(place).expect("the markup has every place once");
        rest = after;
        page.write_all(before.as_bytes())
    };
    until(page, "{{policy}}")?;
    page.write_all(policy(&script).as_bytes())?;
    until(page, "{{style}}")?;
    page.write_all(STYLE.as_bytes())?;
    until(page, "{{data}}")?;
    page.write_all(inert(json).as_bytes())?;
    until(page, "{{script}}")?;
    page.write_all(script.as_bytes())?;
    until(page, "{{pictures}}")?;
    for (hash, base64) in &pictures.inside {
        let hash = hash.as_str();
        writeln!(page, "<script type=\"text/plain\" id=\"picture-{hash}\">{base64}</script>")?;
    }
    page.write_all(rest.as_bytes())
}

/// What the page may do: run our script, use our style, show pictures that are in or beside it.
fn policy(script: &str) -> String {
    let (script, style) = (hash(script), hash(STYLE));
    format!(
        "default-src 'none'; script-src '{script}'; style-src '{style}'; \
         img-src data: 'self' file:; base-uri 'none'; form-action 'none'"
    )
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// JSON that ends no script and begins no comment.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::{compose, inert, policy};
    use crate::code::{STYLE, script};
    use crate::pictures::Pictures;

    #[test]
    fn data_ends_no_script() {
        let hostile = r#"{"a":"</script><script>alert(1)</script><!--{{script}}"}"#;
        assert!(!inert(hostile).contains('<'));
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&inert(hostile)), value(hostile));
    }

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        let mut page = Vec::new();
        compose(&mut page, r#"{"a":"{{script}}{{pictures}}"}"#, &Pictures::default()).unwrap();
        let page = String::from_utf8(page).unwrap();
        assert_eq!(page.matches("{{script}}").count(), 1);
        assert_eq!(page.matches("'use strict'").count(), 1);
        assert!(page.contains(&script()));
        assert!(page.contains(STYLE));
        assert!(page.ends_with("</html>\n"));
    }

    #[test]
    fn only_our_own_code_may_run() {
        let policy = policy("a");
        assert!(policy.starts_with(
            "default-src 'none'; script-src 'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='; "
        ));
        assert!(!policy.contains("unsafe"));
    }
}
