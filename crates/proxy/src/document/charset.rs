//! Which encoding a document declares in its first bytes.
//!
//! Browsers look for `<meta charset>` in the first 1024 bytes only, and the agent would push it out of there.
//! So the proxy looks first, as the HTML standard says ("prescan a byte stream to determine its encoding"),
//! and says what it found in the `content-type` header.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// How far browsers look.
const PRESCAN_LEN: usize = 1024;

/// The encoding that an XML document's first two characters show, without a byte order mark.
pub(super) fn from_xml_start(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, b'?' | b'!' | b's' | b'h', 0, ..] => Some(UTF_16LE),
        [0, b'<', 0, b'?' | b'!' | b's' | b'h', ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// The encoding that an HTML document declares in markup; none while more bytes could change the answer.
pub(super) fn prescan(bytes: &[u8], is_all: bool) -> Option<Option<&'static Encoding>> {
    let is_all = is_all || bytes.len() >= PRESCAN_LEN;
    let bytes = &bytes[..bytes.len().min(PRESCAN_LEN)];
    match from_meta(bytes) {
        Some(encoding) => Some(Some(encoding)),
        None => is_all.then(|| from_xml_declaration(bytes)),
    }
}

fn from_meta(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut rest = bytes;
    while !rest.is_empty() {
        if rest.starts_with(b"<!--") {
            let end = find(&rest[2..], b"-->")?;
            rest = &rest[2 + end + 3..];
        } else if has_prefix(rest, b"<meta")
            && rest.get(5).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'/')
        {
            let mut attributes = Attributes { rest: &rest[5..] };
            if let Some(encoding) = meta_encoding(&mut attributes) {
                return Some(encoding);
            }
            rest = attributes.rest;
        } else if is_tag(rest) {
            let name_end =
                rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'>')?;
            let mut attributes = Attributes { rest: &rest[name_end..] };
            while attributes.next().is_some() {}
            rest = attributes.rest;
        } else if matches!(rest, [b'<', b'!' | b'/' | b'?', ..]) {
            let end = rest.iter().position(|byte| *byte == b'>')?;
            rest = &rest[end..];
        } else {
            rest = &rest[1..];
        }
    }
    None
}

/// What one `<meta>` says, if its attributes say it completely.
fn meta_encoding(attributes: &mut Attributes<'_>) -> Option<&'static Encoding> {
    let mut names: Vec<Vec<u8>> = Vec::new();
    let mut got_pragma = false;
    let mut need_pragma = None;
    let mut label: Option<Vec<u8>> = None;
    for (name, value) in attributes.by_ref() {
        if names.contains(&name) {
            continue;
        }
        match name.as_slice() {
            b"http-equiv" => got_pragma |= value == b"content-type",
            b"content" if label.is_none() => {
                if let Some(found) = charset_in_content(&value) {
                    label = Some(found);
                    need_pragma = Some(true);
                }
            }
            b"charset" => {
                label = Some(value);
                need_pragma = Some(false);
            }
            _ => {}
        }
        names.push(name);
    }
    if need_pragma? && !got_pragma {
        return None;
    }
    let encoding = Encoding::for_label(&label?)?;
    // A document whose markup can be read as bytes is not in these.
    Some(if encoding == UTF_16LE || encoding == UTF_16BE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    })
}

/// "Extract a character encoding from a meta element"; the value is in lower case.
fn charset_in_content(value: &[u8]) -> Option<Vec<u8>> {
    let mut rest = value;
    loop {
        let at = find(rest, b"charset")?;
        rest = rest[at + 7..].trim_ascii_start();
        if let [b'=', after @ ..] = rest {
            rest = after.trim_ascii_start();
            break;
        }
    }
    match rest {
        [quote @ (b'"' | b'\''), after @ ..] => {
            let end = after.iter().position(|byte| byte == quote)?;
            Some(after[..end].to_vec())
        }
        _ => {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b';';
            let end = rest.iter().position(ends).unwrap_or(rest.len());
            Some(rest[..end].to_vec())
        }
    }
}

/// The encoding in `<?xml … encoding="…"?>`, which browsers honor in HTML too.
fn from_xml_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let declaration = &bytes[..find(bytes, b">")?];
    let rest = declaration[find(declaration, b"encoding")? + 8..].trim_ascii_start();
    let rest = rest.strip_prefix(b"=")?.trim_ascii_start();
    let (quote, rest) = rest.split_first()?;
    if !matches!(quote, b'"' | b'\'') {
        return None;
    }
    let label = &rest[..rest.iter().position(|byte| byte == quote)?];
    let encoding = Encoding::for_label(label)?;
    Some(if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding })
}

/// Attributes of a tag, names and values in lower case, as the prescan reads them.
struct Attributes<'a> {
    rest: &'a [u8],
}

impl Iterator for Attributes<'_> {
    type Item = (Vec<u8>, Vec<u8>);

    fn next(&mut self) -> Option<Self::Item> {
        while let [byte, after @ ..] = self.rest
            && (byte.is_ascii_whitespace() || *byte == b'/')
        {
            self.rest = after;
        }
        if matches!(self.rest, [] | [b'>', ..]) {
            return None;
        }
        let mut name = Vec::new();
        loop {
            match self.rest {
                [b'=', after @ ..] if !name.is_empty() => {
                    self.rest = after;
                    break;
                }
                [byte, ..] if byte.is_ascii_whitespace() => {
                    self.rest = self.rest.trim_ascii_start();
                    match self.rest.strip_prefix(b"=") {
                        Some(after) => self.rest = after,
                        None => return Some((name, Vec::new())),
                    }
                    break;
                }
                [b'/' | b'>', ..] => return Some((name, Vec::new())),
                [byte, after @ ..] => {
                    name.push(byte.to_ascii_lowercase());
                    self.rest = after;
                }
                [] => return None,
            }
        }
        self.rest = self.rest.trim_ascii_start();
        let value = match self.rest {
            [quote @ (b'"' | b'\''), after @ ..] => {
                let end = after.iter().position(|byte| byte == quote)?;
                self.rest = &after[end + 1..];
                &after[..end]
            }
            rest => {
                let end =
                    rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'>')?;
                self.rest = &rest[end..];
                &rest[..end]
            }
        };
        Some((name, value.to_ascii_lowercase()))
    }
}

fn is_tag(bytes: &[u8]) -> bool {
    match bytes {
        [b'<', b'/', letter, ..] | [b'<', letter, ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

fn has_prefix(bytes: &[u8], prefix: &[u8]) -> bool {
    bytes.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    memchr::memmem::find(bytes, needle)
}

#[cfg(test)]
mod tests {
    use super::prescan;

    fn check(markup: &str, expected: &str) {
        let found =
            prescan(markup.as_bytes(), true).flatten().map_or("none", |encoding| encoding.name());
        assert_eq!(found, expected, "{markup}");
    }

    #[test]
    fn meta_forms() {
        check("<meta charset=utf-8>", "UTF-8");
        check("<!doctype html><html lang=ja><head><META CharSet = 'Shift_JIS' >", "Shift_JIS");
        check("<meta http-equiv=Content-Type content='text/html; charset=gbk'>", "GBK");
        check("<meta content='text/html; charset=\"big5\"' http-equiv=content-type>", "Big5");
        check("<meta content='text/html; charset=big5'>", "none");
        check("<meta charset=nonsense><meta charset=koi8-r>", "KOI8-R");
        check("<meta charset=utf-16>", "UTF-8");
        check("<meta charset=x-user-defined>", "windows-1252");
        check("<meta/charset=utf-8>", "UTF-8");
    }

    #[test]
    fn not_in_comments_nor_in_attributes() {
        check("<!-- <meta charset=gbk> --><meta charset=utf-8>", "UTF-8");
        check("<!--><meta charset=gbk>", "GBK");
        check("<p title='<meta charset=gbk>'><meta charset=utf-8>", "UTF-8");
        check("<metadata charset=gbk>", "none");
        check("<?php <meta charset=gbk> ?>", "none");
        check("</p <meta charset=gbk>", "none");
        check("<meta charset=utf-8", "none");
    }

    #[test]
    fn only_the_first_kilobyte_counts() {
        let filler = " ".repeat(1024 - 20);
        check(&format!("{filler}<meta charset=gbk>"), "GBK");
        check(&format!("{filler}   <meta charset=gbk>"), "none");
    }

    #[test]
    fn xml_declaration_is_second() {
        check("<?xml version='1.0' encoding='euc-jp'?><html>", "EUC-JP");
        check("<?xml version='1.0' encoding='euc-jp'?><meta charset=gbk>", "GBK");
    }
}
