//! Files for inputs, wherever the browser runs.
//!
//! The command for other machines is that of Selenium Grid; cloud vendors have it too.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use serde_json::{Value, json};

use super::session::read;
use super::{CommandError, CommandErrorKind, Element, ErrorCode, Session};

/// Sets the files of an input where no driver can reach any; the events are the page's own.
const CHOOSE: &str = r#"
    const [input, files] = arguments;
    const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const transfer = new DataTransfer();
    for (const [name, content] of files) transfer.items.add(new File([bytes(content)], name));
    input.files = transfer.files;
    for (const type of ["input", "change"]) {
        input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    }
"#;

impl Session {
    /// Chooses files of this machine for a file input. A browser on another machine gets copies.
    pub async fn choose_files(
        &self,
        element: &Element,
        paths: &[String],
    ) -> Result<(), CommandError> {
        if !self.is_remote() {
            return self.send_keys(element, &paths.join("\n")).await;
        }
        let mut files = Vec::new();
        for path in paths {
            let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
            let content = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
            files.push((name.into_owned(), content));
        }
        let mut there = Vec::new();
        for (name, content) in &files {
            match self.upload(name, content).await {
                Ok(path) => there.push(path),
                // A node that only relays to a driver has nowhere to put files.
                Err(error) if error.code() == Some(&ErrorCode::UnknownCommand) => {
                    return self.choose_in_page(element, &files).await;
                }
                Err(error) => return Err(error),
            }
        }
        self.send_keys(element, &there.join("\n")).await
    }

    async fn choose_in_page(
        &self,
        element: &Element,
        files: &[(String, Vec<u8>)],
    ) -> Result<(), CommandError> {
        let coded: Vec<(&str, String)> =
            files.iter().map(|(name, content)| (name.as_str(), STANDARD.encode(content))).collect();
        self.execute::<Value>(CHOOSE, &[json!(element), json!(coded)]).await.map(drop)
    }

    /// Puts a file onto the machine of the browser and returns its path there.
    async fn upload(&self, name: &str, content: &[u8]) -> Result<String, CommandError> {
        let command = "upload file";
        let body = json!({"file": STANDARD.encode(zip(name, content))});
        let limit = self.limits.page_load;
        read(command, self.send(command, Method::POST, "se/file", Some(body), limit).await?)
    }
}

fn unreadable(path: &str, error: &std::io::Error) -> CommandError {
    CommandError {
        command: "upload file",
        kind: CommandErrorKind::Refused {
            code: ErrorCode::InvalidArgument,
            message: format!("cannot read {path}: {error}"),
        },
    }
}

/// A zip archive of one file, not compressed: the only form that the command takes.
fn zip(name: &str, content: &[u8]) -> Vec<u8> {
    const VERSION: u16 = 20;
    // Names are UTF-8.
    const FLAGS: u16 = 1 << 11;
    // The first day that the format knows.
    const DATE: u16 = (1 << 5) | 1;
    let size = content.len() as u32;
    let name_size = name.len() as u16;
    let mut common = Vec::new();
    for number in [VERSION, FLAGS, 0, 0, DATE] {
        common.extend(number.to_le_bytes());
    }
    for number in [crc32fast::hash(content), size, size] {
        common.extend(number.to_le_bytes());
    }
    common.extend(name_size.to_le_bytes());
    common.extend([0, 0]);

    let mut zip = [b"PK\x03\x04".as_slice(), &common, name.as_bytes(), content].concat();
    let directory = zip.len() as u32;
    zip.extend(b"PK\x01\x02");
    zip.extend(VERSION.to_le_bytes());
    zip.extend(&common);
    // Comment, disk, kinds of attributes, attributes, and the place of the file: all zero.
    zip.extend([0; 14]);
    zip.extend(name.as_bytes());
    let length = zip.len() as u32 - directory;
    zip.extend(b"PK\x05\x06\0\0\0\0\x01\0\x01\0");
    zip.extend(length.to_le_bytes());
    zip.extend(directory.to_le_bytes());
    zip.extend([0, 0]);
    zip
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_has_its_parts_where_its_directory_says() {
        let zip = zip("a.txt", b"hello");
        let end = zip.len() - 22;
        assert_eq!(&zip[end..end + 4], b"PK\x05\x06");
        let directory = u32::from_le_bytes(zip[end + 16..end + 20].try_into().unwrap()) as usize;
        assert_eq!(&zip[directory..directory + 4], b"PK\x01\x02");
        assert_eq!(&zip[directory + 46..end], b"a.txt");
        assert_eq!(&zip[30..40], b"a.txthello");
        assert_eq!(zip[14..18], 0x3610_a686_u32.to_le_bytes());
    }
}
