//! Files of JSON lines, as far as they can be read.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::marker::PhantomData;

use camino::Utf8Path;
use serde::de::DeserializeOwned;

/// A longer line is an attack on our memory.
const MAX_LINE_LEN: usize = 64 << 20;

/// Something in a run that could not be used. What is around it can be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunProblem {
    #[error("{file} cannot be read: {reason}")]
    File { file: String, reason: String },
    #[error("{file}, line {line}: {reason}")]
    Line { file: String, line: u64, reason: String },
    #[error("{file} ends within line {line}")]
    Cut { file: String, line: u64 },
    #[error("the run says it has {said} {what}, and has {found}")]
    Count { what: &'static str, said: u64, found: u64 },
    #[error("step {index} comes where step {expected} should")]
    Order { index: u64, expected: u64 },
    #[error("picture {hash} of step {index} is missing")]
    Shot { index: u64, hash: String },
    #[error("the text of {url} is missing")]
    Source { url: String },
}

/// The values of a file, one per line, read as they are asked for.
#[derive(Debug)]
pub struct JsonLines<T> {
    file: String,
    reader: Option<BufReader<File>>,
    n_lines: u64,
    failed: Option<RunProblem>,
    value: PhantomData<fn() -> T>,
}

impl<T> JsonLines<T> {
    pub(super) fn open(dir: &Utf8Path, name: &str) -> Self {
        let (reader, failed) = match File::open(dir.join(name)) {
            Ok(file) => (Some(BufReader::new(file)), None),
            Err(error) => {
                (None, Some(RunProblem::File { file: name.to_owned(), reason: error.to_string() }))
            }
        };
        Self { file: name.to_owned(), reader, n_lines: 0, failed, value: PhantomData }
    }

    /// A file that older runs do not have has no lines.
    pub(super) fn open_if_there(dir: &Utf8Path, name: &str) -> Self {
        if dir.join(name).exists() {
            return Self::open(dir, name);
        }
        let (reader, failed) = (None, None);
        Self { file: name.to_owned(), reader, n_lines: 0, failed, value: PhantomData }
    }

    /// The next line with its end, empty at the end of the file.
    fn read_line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        if let Some(reader) = &mut self.reader {
            reader.by_ref().take(MAX_LINE_LEN as u64).read_until(b'\n', &mut line)?;
        }
        Ok(line)
    }
}

impl<T: DeserializeOwned> Iterator for JsonLines<T> {
    type Item = Result<T, RunProblem>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(problem) = self.failed.take() {
            return Some(Err(problem));
        }
        let line = match self.read_line() {
            Ok(line) if line.is_empty() => return None,
            Ok(line) => line,
            Err(error) => {
                self.reader = None;
                let reason = error.to_string();
                return Some(Err(RunProblem::File { file: self.file.clone(), reason }));
            }
        };
        self.n_lines += 1;
        let (file, number) = (self.file.clone(), self.n_lines);
        if line.last() != Some(&b'\n') {
            // Whatever follows has lost its beginning.
            self.reader = None;
            return Some(Err(RunProblem::Cut { file, line: number }));
        }
        let value = serde_json::from_slice(&line);
        Some(value.map_err(|error| RunProblem::Line {
            file,
            line: number,
            reason: error.to_string(),
        }))
    }
}
