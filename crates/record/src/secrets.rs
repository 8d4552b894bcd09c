//! What a person typed in confidence, and how it is kept out of a trace.
//!
//! Pages tell what is secret; it stays in memory and is looked for in everything that is about to be written.

use std::sync::{Arc, PoisonError, RwLock};

use xcheck_model::exchange::ResponseHead;
use xcheck_trace::Masks;

/// Headers whose values are never written.
const SECRET_HEADERS: [&str; 2] = ["authorization", "proxy-authorization"];
/// Also not written when cookies are to be masked.
const COOKIE_HEADERS: [&str; 2] = ["cookie", "set-cookie"];

/// Whether cookies go into the trace as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookies {
    Keep,
    Mask,
}

/// All secrets of a recording, in every form they may travel in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Secrets(Arc<RwLock<Vec<Form>>>);

/// A secret as it is written somewhere, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Form {
    secret: Vec<u8>,
    masked: Vec<u8>,
}

impl Secrets {
    pub(crate) fn add(&self, secret: &str) {
        let masked = mask(secret);
        let mut forms = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for encode in [plain, form_coded, percent_coded, json_coded, html_coded] {
            let form =
                Form { secret: encode(secret).into_bytes(), masked: encode(&masked).into_bytes() };
            if form.secret != form.masked && !forms.contains(&form) {
                forms.push(form);
            }
        }
        // Longer ones first: a secret may contain another one, such as what was typed of it so far.
        forms.sort_by_key(|form| std::cmp::Reverse(form.secret.len()));
    }

    /// The bytes without secrets, if there are any in them.
    pub(crate) fn mask(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let forms = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut masked: Option<Vec<u8>> = None;
        for form in forms.iter() {
            let text = masked.as_deref().unwrap_or(bytes);
            if let Some(replaced) = replace(text, &form.secret, &form.masked) {
                masked = Some(replaced);
            }
        }
        masked
    }

    pub(crate) fn mask_text(&self, text: &str) -> Option<String> {
        self.mask(text.as_bytes()).map(|masked| String::from_utf8_lossy(&masked).into_owned())
    }

    /// The masks for what goes over the wire.
    pub(crate) fn masks(&self, cookies: Cookies) -> Masks {
        let (in_headers, in_bodies, in_answers) = (self.clone(), self.clone(), self.clone());
        Masks {
            header: Some(Box::new(move |name, value| {
                let is_in =
                    |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
                if is_in(&SECRET_HEADERS) || (cookies == Cookies::Mask && is_in(&COOKIE_HEADERS)) {
                    return Some(mask(value));
                }
                in_headers.mask_text(value)
            })),
            body: Some(Box::new(move |bytes| in_bodies.mask(bytes))),
            answer: Some(Box::new(move |head, body| in_answers.mask_answer(head, body))),
        }
    }

    /// An answer that repeats a secret, without it. Scripts and styles are code: no secret is looked for in them.
    fn mask_answer(&self, head: &ResponseHead, body: &[u8]) -> Option<(ResponseHead, Vec<u8>)> {
        let header = |wanted: &str| {
            let found = head.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
            found.map_or("", |(_, value)| value.as_str())
        };
        let kind = header("content-type").to_ascii_lowercase();
        let is_text = ["text/html", "text/plain", "json", "xml", "form", "event-stream"]
            .iter()
            .any(|known| kind.contains(known));
        if !is_text || self.is_empty() {
            return None;
        }
        let coding = header("content-encoding");
        let masked = self.mask(&xcheck_proxy::decoded(coding, body)?)?;
        let headers = head.headers.iter().filter(|(name, _)| {
            !["content-encoding", "content-length"]
                .iter()
                .any(|gone| name.eq_ignore_ascii_case(gone))
        });
        Some((ResponseHead { status: head.status, headers: headers.cloned().collect() }, masked))
    }

    fn is_empty(&self) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

/// Keeps length and class of characters, as the agent does.
pub(crate) fn mask(text: &str) -> String {
    text.chars()
        .map(|char| match char {
            ' ' | '\n' => char,
            _ if char.is_ascii_digit() => '0',
            _ if char.is_uppercase() => 'X',
            _ if char.is_alphabetic() || !char.is_ascii() => 'x',
            _ => '*',
        })
        .collect()
}

fn replace(text: &[u8], secret: &[u8], masked: &[u8]) -> Option<Vec<u8>> {
    let finder = memchr::memmem::Finder::new(secret);
    let mut out = Vec::new();
    let mut done = 0;
    for at in finder.find_iter(text) {
        out.extend_from_slice(&text[done..at]);
        out.extend_from_slice(masked);
        done = at + secret.len();
    }
    if done == 0 {
        return None;
    }
    out.extend_from_slice(&text[done..]);
    Some(out)
}

fn plain(text: &str) -> String {
    text.to_owned()
}

fn form_coded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn percent_coded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

fn json_coded(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

fn html_coded(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::{Secrets, mask};

    #[test]
    fn masks_keep_length_and_class() {
        assert_eq!(mask("Hunter2! é"), "Xxxxxx0* x");
        assert_eq!(mask("4111 1111"), "0000 0000");
    }

    #[test]
    fn secrets_are_found_in_every_form() {
        let secrets = Secrets::default();
        secrets.add("p&ss \"w\"");
        for text in [
            "a=p%26ss+%22w%22&b",
            "a=p%26ss%20%22w%22",
            r#"{"a":"p&ss \"w\""}"#,
            "p&amp;ss &quot;w&quot;",
        ] {
            let masked = secrets.mask_text(text).unwrap_or_else(|| panic!("{text}"));
            assert!(!masked.contains("ss"), "{masked}");
        }
        assert_eq!(secrets.mask_text("pass w"), None);
    }

    #[test]
    fn a_secret_within_a_secret_leaves_nothing() {
        let secrets = Secrets::default();
        secrets.add("hunt");
        secrets.add("hunter2");
        assert_eq!(secrets.mask_text("hunter2 hunt").as_deref(), Some("xxxxxx0 xxxx"));
    }
}
