//! Finds where the first script of an XHTML or SVG document goes: first inside the root element.
//!
//! A root without content has no place for it, and neither has text that is not XML.

use super::Step;

/// Reads a document's bytes up to the end of the root's start tag.
#[derive(Debug)]
pub(super) struct XmlScanner {
    state: State,
    /// The two bytes before the current one.
    last: [u8; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Misc,
    Open,
    Instruction,
    Declaration { n_bytes: u8 },
    Comment,
    Doctype(Subset),
    Root { quote: Option<u8> },
}

/// Where in a document type declaration we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subset {
    Outside { quote: Option<u8> },
    Inside,
    Open,
    Markup { quote: Option<u8>, n_bytes: u8 },
    Comment,
    Instruction,
}

impl XmlScanner {
    pub(super) fn new() -> Self {
        Self { state: State::Misc, last: [0; 2] }
    }

    /// Takes the next byte.
    pub(super) fn step(&mut self, byte: u8) -> Step {
        let last = self.last;
        self.last = [last[1], byte];
        let next = match self.state {
            State::Misc => match byte {
                b'\t' | b'\n' | b'\r' | b' ' => State::Misc,
                b'<' => State::Open,
                _ => return Step::Never,
            },
            State::Open => match byte {
                b'?' => State::Instruction,
                b'!' => State::Declaration { n_bytes: 0 },
                b'/' | b'>' | b' ' => return Step::Never,
                _ => State::Root { quote: None },
            },
            State::Instruction if byte == b'>' && last[1] == b'?' => State::Misc,
            State::Declaration { n_bytes: 1 } if last[1] == b'-' && byte == b'-' => {
                self.last = [0; 2];
                State::Comment
            }
            State::Declaration { n_bytes: 0 } => State::Declaration { n_bytes: 1 },
            State::Declaration { .. } => State::Doctype(Subset::Outside { quote: None }),
            State::Comment if byte == b'>' && last == *b"--" => State::Misc,
            State::Doctype(subset) => match self.doctype(subset, byte, last) {
                Some(subset) => State::Doctype(subset),
                None => State::Misc,
            },
            State::Root { quote: None } if byte == b'>' => {
                return if last[1] == b'/' { Step::Never } else { Step::InsertAfter };
            }
            State::Root { quote } => State::Root { quote: quoted(quote, byte) },
            unchanged => unchanged,
        };
        self.state = next;
        Step::Pass
    }

    /// The next state within a document type declaration; none at its end.
    fn doctype(&mut self, subset: Subset, byte: u8, last: [u8; 2]) -> Option<Subset> {
        Some(match subset {
            Subset::Outside { quote: None } if byte == b'>' => return None,
            Subset::Outside { quote: None } if byte == b'[' => Subset::Inside,
            Subset::Outside { quote } => Subset::Outside { quote: quoted(quote, byte) },
            Subset::Inside if byte == b']' => Subset::Outside { quote: None },
            Subset::Inside if byte == b'<' => Subset::Open,
            Subset::Inside => Subset::Inside,
            Subset::Open if byte == b'?' => Subset::Instruction,
            Subset::Open => Subset::Markup { quote: None, n_bytes: 0 },
            Subset::Markup { quote: None, n_bytes: 1 } if last[1] == b'-' && byte == b'-' => {
                self.last = [0; 2];
                Subset::Comment
            }
            Subset::Markup { quote: None, .. } if byte == b'>' => Subset::Inside,
            Subset::Markup { quote, n_bytes } => {
                Subset::Markup { quote: quoted(quote, byte), n_bytes: n_bytes.saturating_add(1) }
            }
            Subset::Comment if byte == b'>' && last == *b"--" => Subset::Inside,
            Subset::Comment => Subset::Comment,
            Subset::Instruction if byte == b'>' && last[1] == b'?' => Subset::Inside,
            Subset::Instruction => Subset::Instruction,
        })
    }
}

/// Opens or closes a quoted value.
fn quoted(quote: Option<u8>, byte: u8) -> Option<u8> {
    match quote {
        Some(open) if open == byte => None,
        Some(_) => quote,
        None if matches!(byte, b'"' | b'\'') => Some(byte),
        None => None,
    }
}
