//! Finds where the first script of an HTML document goes.
//!
//! That is right after the `<head>` tag, or, where the head is implied, right before whatever implies it.
//! There, once the script has removed itself, the tree is the one the parser would have built without it:
//! earlier, `<html>` and `<head>` would no longer carry their attributes; later, page scripts could run first.
//! Follows the tokenizer and the first three insertion modes of the HTML standard, one byte at a time.

use super::Step;

/// Reads a document's bytes up to the place of the first script.
#[derive(Debug)]
pub(super) struct HtmlScanner {
    state: State,
    name: TagName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Data,
    TagOpen,
    EndTagOpen,
    StartTagName,
    EndTagName,
    MarkupDeclaration,
    MarkupDeclarationDash,
    Bogus,
    Comment(Comment),
    Attributes { tag: Tag, at: Attribute },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comment {
    Start,
    StartDash,
    Body,
    EndDash,
    End,
    EndBang,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    Head,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attribute {
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    Quoted(u8),
    Unquoted,
    AfterQuoted,
    SelfClosing,
}

/// The first letters of a tag's name; more than enough for the names that matter.
#[derive(Debug, Default)]
struct TagName {
    letters: [u8; 5],
    len: usize,
}

impl TagName {
    fn push(&mut self, byte: u8) {
        if let Some(letter) = self.letters.get_mut(self.len) {
            *letter = byte.to_ascii_lowercase();
            self.len += 1;
        }
    }

    fn clear(&mut self) {
        self.len = 0;
    }

    fn text(&self) -> &[u8] {
        &self.letters[..self.len]
    }

    fn may_become(&self, names: &[&[u8]]) -> bool {
        names.iter().any(|name| name.starts_with(self.text()))
    }
}

const SKIPPED_START_TAGS: [&[u8]; 2] = [b"html", b"head"];
/// Before the body all other end tags are ignored by the parser.
const HEARD_END_TAGS: [&[u8]; 4] = [b"html", b"head", b"body", b"br"];

impl HtmlScanner {
    pub(super) fn new() -> Self {
        Self { state: State::Data, name: TagName::default() }
    }

    /// Takes the next byte.
    pub(super) fn step(&mut self, byte: u8) -> Step {
        match self.state {
            State::Data => self.data(byte),
            State::TagOpen => self.tag_open(byte),
            State::EndTagOpen => self.end_tag_open(byte),
            State::StartTagName => self.start_tag_name(byte),
            State::EndTagName => self.end_tag_name(byte),
            State::MarkupDeclaration => match byte {
                b'-' => self.go(State::MarkupDeclarationDash),
                _ => self.bogus(byte),
            },
            State::MarkupDeclarationDash => match byte {
                b'-' => self.go(State::Comment(Comment::Start)),
                _ => self.bogus(byte),
            },
            State::Bogus => self.bogus(byte),
            State::Comment(comment) => self.comment(comment, byte),
            State::Attributes { tag, at } => self.attributes(tag, at, byte),
        }
    }

    /// Takes the end of the document.
    pub(super) fn end(&self) -> Step {
        match self.state {
            State::Data
            | State::TagOpen
            | State::EndTagOpen
            | State::StartTagName
            | State::EndTagName => Step::InsertBefore,
            _ => Step::Never,
        }
    }

    fn go(&mut self, state: State) -> Step {
        self.state = state;
        Step::Pass
    }

    fn data(&mut self, byte: u8) -> Step {
        match byte {
            b'\t' | b'\n' | b'\x0c' | b'\r' | b' ' => Step::Pass,
            b'<' => {
                self.state = State::TagOpen;
                Step::Keep
            }
            _ => Step::InsertBefore,
        }
    }

    fn tag_open(&mut self, byte: u8) -> Step {
        match byte {
            b'!' => self.go(State::MarkupDeclaration),
            b'?' => self.go(State::Bogus),
            b'/' => {
                self.state = State::EndTagOpen;
                Step::Keep
            }
            b'a'..=b'z' | b'A'..=b'Z' => {
                self.state = State::StartTagName;
                self.name.clear();
                self.start_tag_name(byte)
            }
            _ => Step::InsertBefore,
        }
    }

    fn end_tag_open(&mut self, byte: u8) -> Step {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => {
                self.state = State::EndTagName;
                self.name.clear();
                self.end_tag_name(byte)
            }
            b'>' => self.go(State::Data),
            _ => self.bogus(byte),
        }
    }

    fn start_tag_name(&mut self, byte: u8) -> Step {
        if !ends_name(byte) {
            self.name.push(byte);
            return if self.name.may_become(&SKIPPED_START_TAGS) {
                Step::Keep
            } else {
                Step::InsertBefore
            };
        }
        match self.name.text() {
            b"head" => self.attributes(Tag::Head, Attribute::BeforeName, byte),
            b"html" => self.attributes(Tag::Other, Attribute::BeforeName, byte),
            _ => Step::InsertBefore,
        }
    }

    fn end_tag_name(&mut self, byte: u8) -> Step {
        if ends_name(byte) {
            if HEARD_END_TAGS.contains(&self.name.text()) {
                return Step::InsertBefore;
            }
            return self.attributes(Tag::Other, Attribute::BeforeName, byte);
        }
        self.name.push(byte);
        if self.name.may_become(&HEARD_END_TAGS) { Step::Keep } else { Step::Pass }
    }

    /// A bogus comment or a document type: both end at the first `>`.
    fn bogus(&mut self, byte: u8) -> Step {
        self.go(if byte == b'>' { State::Data } else { State::Bogus })
    }

    fn comment(&mut self, comment: Comment, byte: u8) -> Step {
        use Comment::{Body, End, EndBang, EndDash, Start, StartDash};
        let next = match (comment, byte) {
            (Start | StartDash | End | EndBang, b'>') => return self.go(State::Data),
            (Start, b'-') => StartDash,
            (StartDash | EndDash | End, b'-') => End,
            (Body | EndBang, b'-') => EndDash,
            (End, b'!') => EndBang,
            _ => Body,
        };
        self.go(State::Comment(next))
    }

    fn attributes(&mut self, tag: Tag, at: Attribute, byte: u8) -> Step {
        use Attribute::{
            AfterName, AfterQuoted, BeforeName, BeforeValue, Name, Quoted, SelfClosing, Unquoted,
        };
        let is_space = byte.is_ascii_whitespace();
        let next = match (at, byte) {
            (Quoted(quote), _) if byte == quote => AfterQuoted,
            (Quoted(_), _) => at,
            (_, b'>') => {
                self.state = State::Data;
                return if tag == Tag::Head { Step::InsertAfter } else { Step::Pass };
            }
            (BeforeValue, b'"' | b'\'') => Quoted(byte),
            (BeforeValue, _) => {
                if is_space {
                    at
                } else {
                    Unquoted
                }
            }
            (Unquoted, _) => {
                if is_space {
                    BeforeName
                } else {
                    at
                }
            }
            (_, b'/') => SelfClosing,
            (Name | AfterName, b'=') => BeforeValue,
            (Name | AfterName, _) if is_space => AfterName,
            _ if is_space => BeforeName,
            _ => Name,
        };
        self.go(State::Attributes { tag, at: next })
    }
}

fn ends_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>')
}
