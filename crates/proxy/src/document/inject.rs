//! Puts one element into a byte stream at the place a scanner finds.

use bytes::{Bytes, BytesMut};

use super::html::HtmlScanner;
use super::plan::{Plan, Syntax, Units};
use super::xml::XmlScanner;
use super::{AgentScript, Pass, Step};

/// Streams a document through, with the agent's element put in.
///
/// Keeps a handful of bytes at most, whatever the document looks like.
#[derive(Debug)]
pub struct Injector {
    state: State,
}

#[derive(Debug)]
enum State {
    Searching {
        scanner: Scanner,
        units: Units,
        /// What is left of the byte order mark.
        skip: usize,
        /// What the element may have to go before.
        kept: Vec<u8>,
        element: String,
    },
    Done {
        is_injected: bool,
    },
}

#[derive(Debug)]
enum Scanner {
    Html(HtmlScanner),
    Xml(XmlScanner),
}

impl Scanner {
    fn step(&mut self, unit: u8) -> Step {
        match self {
            Self::Html(scanner) => scanner.step(unit),
            Self::Xml(scanner) => scanner.step(unit),
        }
    }

    fn end(&self) -> Step {
        match self {
            Self::Html(scanner) => scanner.end(),
            Self::Xml(_) => Step::Never,
        }
    }
}

impl Injector {
    pub fn new(plan: Plan, agent: &AgentScript, pass: &Pass) -> Self {
        let scanner = match plan.syntax {
            Syntax::Html => Scanner::Html(HtmlScanner::new()),
            Syntax::Xml => Scanner::Xml(XmlScanner::new()),
        };
        let element = agent.element(plan.syntax, pass);
        let (units, skip) = (plan.units, plan.bom_len);
        Self { state: State::Searching { scanner, units, skip, kept: Vec::new(), element } }
    }

    /// Takes the next piece of the document and gives what may go out.
    ///
    pub fn push(&mut self, piece: Bytes) -> Bytes {
        let State::Searching { scanner, units, skip, kept, element } = &mut self.state else {
            return piece;
        };
        let skipped = (*skip).min(piece.len());
        *skip -= skipped;
        let bytes = [kept.as_slice(), &piece].concat();
        let mut search = Search { units: *units, bytes, at: skipped, out_to: skipped };
        // All that is kept was stepped through, except for half a unit at its end.
        search.at += kept.len() - kept.len() % search.width();
        match search.run(scanner) {
            None => {
                let out = Bytes::copy_from_slice(&search.bytes[..search.out_to]);
                *kept = search.bytes.split_off(search.out_to);
                out
            }
            Some(None) => {
                self.state = State::Done { is_injected: false };
                search.bytes.into()
            }
            Some(Some(place)) => {
                let mut out = BytesMut::from(&search.bytes[..place]);
                out.extend(encode(element, *units));
                out.extend_from_slice(&search.bytes[place..]);
                self.state = State::Done { is_injected: true };
                out.freeze()
            }
        }
    }

    /// Takes the end of the document and gives what is left to go out.
    pub fn finish(&mut self) -> Bytes {
        let State::Searching { scanner, units, kept, element, .. } = &mut self.state else {
            return Bytes::new();
        };
        let is_injected = scanner.end() == Step::InsertBefore;
        let mut out = if is_injected { encode(element, *units) } else { Vec::new() };
        out.append(kept);
        self.state = State::Done { is_injected };
        out.into()
    }

    /// Whether the element is in, as far as the document has been seen.
    pub fn is_injected(&self) -> bool {
        matches!(self.state, State::Done { is_injected: true })
    }
}

struct Search {
    units: Units,
    bytes: Vec<u8>,
    at: usize,
    out_to: usize,
}

impl Search {
    fn width(&self) -> usize {
        if self.units == Units::Bytes { 1 } else { 2 }
    }

    /// The place of the element if found, an inner none if there is none.
    fn run(&mut self, scanner: &mut Scanner) -> Option<Option<usize>> {
        while let Some(unit) = self.bytes.get(self.at..self.at + self.width()) {
            let step = match self.units {
                Units::Bytes => scanner_step(scanner, u16::from(unit[0])),
                Units::Utf16Le => scanner_step(scanner, u16::from_le_bytes([unit[0], unit[1]])),
                Units::Utf16Be => scanner_step(scanner, u16::from_be_bytes([unit[0], unit[1]])),
            };
            self.at += self.width();
            match step {
                Step::Pass => self.out_to = self.at,
                Step::Keep => {}
                Step::InsertBefore => return Some(Some(self.out_to)),
                Step::InsertAfter => return Some(Some(self.at)),
                Step::Never => return Some(None),
            }
        }
        None
    }
}

/// Characters beyond ASCII are all alike to a scanner.
fn scanner_step(scanner: &mut Scanner, unit: u16) -> Step {
    scanner.step(u8::try_from(unit).unwrap_or(u8::MAX))
}

fn encode(element: &str, units: Units) -> Vec<u8> {
    match units {
        Units::Bytes => element.as_bytes().to_vec(),
        Units::Utf16Le => element.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Units::Utf16Be => element.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    }
}
