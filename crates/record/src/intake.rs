//! Takes what agents send and writes it down, page by page and in order.
//!
//! Batches are numbered: one that comes twice is taken once, one that never comes is told in the trace.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use xcheck_proxy::{Content, Letter};
use xcheck_trace::{TraceWriter, file_content};

use crate::secrets::Secrets;

/// What has been recorded so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub pages: u64,
    pub inputs: u64,
    pub callbacks: u64,
    pub notices: u64,
}

pub(crate) struct Intake {
    writer: Arc<TraceWriter>,
    secrets: Secrets,
    pages: HashMap<String, PageIntake>,
    /// The page that lines are being written for.
    current: Option<usize>,
    counts: watch::Sender<Counts>,
}

#[derive(Default)]
struct PageIntake {
    number: usize,
    next: u64,
    /// Batches that came before their time.
    early: BTreeMap<u64, String>,
    n_functions: u64,
}

impl Intake {
    pub(crate) fn new(
        writer: Arc<TraceWriter>,
        secrets: Secrets,
        counts: watch::Sender<Counts>,
    ) -> Self {
        Self { writer, secrets, pages: HashMap::new(), current: None, counts }
    }

    /// Takes letters until there are no more.
    pub(crate) async fn run(mut self, mut letters: mpsc::UnboundedReceiver<Letter>) {
        while let Some(letter) = letters.recv().await {
            if let Content::Text(text) = letter.content {
                self.batch(&text);
                self.writer.flush();
            }
        }
        self.write_early();
        self.writer.flush();
    }

    fn batch(&mut self, text: &str) {
        let (head, lines) = text.split_once('\n').unwrap_or((text, ""));
        let Ok((kind, name, number)) = serde_json::from_str::<(String, String, u64)>(head) else {
            tracing::warn!("a message of an agent has no head");
            return;
        };
        if kind != "b" {
            return;
        }
        let n_pages = self.pages.len();
        let page = self.pages.entry(name.clone()).or_insert_with(|| {
            self.counts.send_modify(|counts| counts.pages += 1);
            PageIntake { number: n_pages, ..PageIntake::default() }
        });
        if number < page.next {
            return;
        }
        page.early.insert(number, lines.to_owned());
        while let Some(lines) = self.due(&name) {
            self.write(&name, &lines);
        }
    }

    /// The next batch of a page, if it is there.
    fn due(&mut self, name: &str) -> Option<String> {
        let page = self.pages.get_mut(name)?;
        let lines = page.early.remove(&page.next)?;
        page.next += 1;
        Some(lines)
    }

    /// Writes what waits for batches that will not come any more.
    fn write_early(&mut self) {
        let mut waiting: Vec<(usize, String)> = self
            .pages
            .iter()
            .filter(|(_, page)| !page.early.is_empty())
            .map(|(name, page)| (page.number, name.clone()))
            .collect();
        waiting.sort_unstable();
        for (_, name) in waiting {
            while let Some(page) = self.pages.get_mut(&name)
                && let Some((number, lines)) = page.early.pop_first()
            {
                if number > page.next {
                    let gap = json!(["gap", page.next, number - 1]).to_string();
                    self.write(&name, &gap);
                }
                if let Some(page) = self.pages.get_mut(&name) {
                    page.next = number + 1;
                }
                self.write(&name, &lines);
            }
        }
    }

    fn write(&mut self, name: &str, lines: &str) {
        let Some(page) = self.pages.get_mut(name) else { return };
        if self.current != Some(page.number) {
            self.current = Some(page.number);
            self.writer.line(&json!(["page", page.number]).to_string());
        }
        let mut sources = Vec::new();
        let mut counts = *self.counts.borrow();
        for line in lines.split('\n') {
            match line.get(..4) {
                Some("[\"i\"") => counts.inputs += 1,
                Some("[\"c\"") => counts.callbacks += 1,
                Some("[\"n\"") => counts.notices += 1,
                Some("[\"f\"") => {
                    if let Some((short, source)) = function(line) {
                        sources.push(source);
                        self.writer.line(&short);
                    }
                    continue;
                }
                Some("[\"fi") => {
                    if let Some((name, content)) = file(line) {
                        let body = self.writer.put_body(&content);
                        self.writer.line(&json!(["file", name, body.hash]).to_string());
                    }
                    continue;
                }
                Some("[\"se") => {
                    if let Ok((_, secret)) = serde_json::from_str::<(String, String)>(line) {
                        self.secrets.add(&secret);
                    }
                    continue;
                }
                None => continue,
                Some(_) => {}
            }
            match self.secrets.mask_text(line) {
                Some(masked) => self.writer.line(&masked),
                None => self.writer.line(line),
            }
        }
        if !sources.is_empty() {
            let first = page.n_functions + 1;
            page.n_functions += sources.len() as u64;
            let text = Value::from(sources).to_string();
            let text = self.secrets.mask_text(&text).unwrap_or(text);
            let body = self.writer.put_body(text.as_bytes());
            self.writer.line(&json!(["fs", first, body.hash]).to_string());
        }
        self.counts.send_replace(counts);
    }
}

/// The line of a callback's source without the source, and the source.
fn function(line: &str) -> Option<(String, String)> {
    let (_, number, hash, name, source): (String, u64, String, String, String) =
        serde_json::from_str(line).ok()?;
    Some((json!(["f", number, hash, name]).to_string(), source))
}

fn file(line: &str) -> Option<(String, Vec<u8>)> {
    let (_, name, content): (String, String, String) = serde_json::from_str(line).ok()?;
    Some((name, file_content(&content)?))
}
