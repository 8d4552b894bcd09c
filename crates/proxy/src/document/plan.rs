//! Decides from a response's type and first bytes whether and how it becomes a document with an agent.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::charset;

/// How a document is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    Html,
    Xml,
}

/// How many bytes one unit of markup takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Units {
    Bytes,
    Utf16Le,
    Utf16Be,
}

impl Units {
    fn of(encoding: &Encoding) -> Self {
        if encoding == UTF_16LE {
            Self::Utf16Le
        } else if encoding == UTF_16BE {
            Self::Utf16Be
        } else {
            Self::Bytes
        }
    }
}

/// What the response's header says about its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// None where the browser would look at the bytes.
    syntax: Option<Syntax>,
    encoding: Option<&'static Encoding>,
}

impl Declared {
    /// Reads a `content-type` value; none means that this is no document of ours.
    pub fn read(content_type: Option<&str>, is_nosniff: bool) -> Option<Self> {
        let unknown = (!is_nosniff).then_some(Self { syntax: None, encoding: None });
        let Some(content_type) = content_type else { return unknown };
        let mut parts = content_type.split(';');
        let essence = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let syntax = match essence.as_str() {
            "text/html" => Some(Syntax::Html),
            "application/xhtml+xml" | "image/svg+xml" => Some(Syntax::Xml),
            "" | "*/*" | "unknown/unknown" | "application/unknown" => return unknown,
            _ => return None,
        };
        let encoding = parts
            .filter_map(|parameter| parameter.split_once('='))
            .find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))
            .and_then(|(_, label)| Encoding::for_label(label.trim().trim_matches('"').as_bytes()));
        Some(Self { syntax, encoding })
    }
}

/// How to treat a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub syntax: Syntax,
    pub(super) units: Units,
    pub(super) bom_len: usize,
    /// To be said in the header, because the agent pushes the document's own words out of sight.
    pub say_charset: Option<&'static str>,
}

/// Decides on a document from its first bytes.
///
/// None as long as more bytes could change the answer; with `is_all` there are no more to wait for.
/// An inner none: not a document, leave it alone.
pub fn plan(declared: Declared, start: &[u8], is_all: bool) -> Option<Option<Plan>> {
    if start.len() < 4 && !is_all {
        return None;
    }
    let Some(syntax) = declared.syntax.or_else(|| sniff_html(start).then_some(Syntax::Html)) else {
        let may_change = start.len() < SNIFF_LEN && !is_all;
        return if may_change { None } else { Some(None) };
    };
    if let Some((encoding, bom_len)) = Encoding::for_bom(start) {
        return Some(Some(Plan { syntax, units: Units::of(encoding), bom_len, say_charset: None }));
    }
    let plan = |units, say_charset| Some(Some(Plan { syntax, units, bom_len: 0, say_charset }));
    if let Some(encoding) = declared.encoding {
        return plan(Units::of(encoding), None);
    }
    match syntax {
        Syntax::Xml => plan(charset::from_xml_start(start).map_or(Units::Bytes, Units::of), None),
        Syntax::Html => {
            let encoding = charset::prescan(start, is_all)?;
            plan(Units::Bytes, encoding.map(Encoding::name))
        }
    }
}

/// How far browsers look for signs of HTML.
const SNIFF_LEN: usize = 1445;

/// Whether unlabeled bytes are HTML by the MIME Sniffing standard.
fn sniff_html(start: &[u8]) -> bool {
    const TAGS: [&[u8]; 16] = [
        b"<!doctype html",
        b"<html",
        b"<head",
        b"<script",
        b"<iframe",
        b"<h1",
        b"<div",
        b"<font",
        b"<table",
        b"<a",
        b"<style",
        b"<title",
        b"<b",
        b"<body",
        b"<br",
        b"<p",
    ];
    let start = &start[..start.len().min(SNIFF_LEN)];
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let start = start.trim_ascii_start();
    if start.starts_with(b"<!--") {
        return true;
    }
    TAGS.iter().any(|tag| {
        start.get(..tag.len()).is_some_and(|found| found.eq_ignore_ascii_case(tag))
            && start.get(tag.len()).is_some_and(|byte| matches!(byte, b' ' | b'>'))
    })
}
