//! The text of the script element that carries the agent.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::Syntax;

/// JavaScript that runs first in every document.
///
/// It is ASCII and cannot end its script element early, so the same text works in every syntax and encoding.
/// It is one line, so that what a page's errors say about lines stays true.
/// Before it runs, its element has removed itself from the tree.
#[derive(Clone, Debug)]
pub struct AgentScript {
    html: Arc<Form>,
    xml: Arc<Form>,
}

/// The script as one syntax has it.
#[derive(Debug)]
struct Form {
    /// Between the tags.
    markup: String,
    /// Of the text, which is not the markup where there are CDATA sections.
    len: usize,
    /// Source expression for content security policies.
    csp_hash: String,
}

impl Form {
    /// A policy hashes the text.
    fn new(markup: String, text: &str) -> Arc<Self> {
        let digest = BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
        Arc::new(Self { markup, len: text.len(), csp_hash: format!("'sha256-{digest}'") })
    }
}

/// What the agent's element carries for one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    pub nonce: Option<String>,
    /// Content security policies as the page has them, each with what its server sent,
    /// so that the agent can hide the edit.
    pub edits: Vec<[String; 2]>,
}

/// Holds the edits, percent-encoded, separated by spaces.
const EDITS_ATTRIBUTE: &str = "data-policies";

fn percent(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// A text that cannot be carried by a script element as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentScriptError {
    #[error("agent script is not ASCII at byte {at}")]
    NotAscii { at: usize },
    #[error("agent script contains {text:?}, which ends or confuses its script element")]
    Forbidden { text: &'static str },
    #[error("agent script has more than one line")]
    ManyLines,
}

impl AgentScript {
    pub fn new(source: &str) -> Result<Self, AgentScriptError> {
        if let Some(at) = source.bytes().position(|byte| !byte.is_ascii()) {
            return Err(AgentScriptError::NotAscii { at });
        }
        let source = source.trim_end();
        if source.contains(['\n', '\r']) {
            return Err(AgentScriptError::ManyLines);
        }
        let lower = source.to_ascii_lowercase();
        for text in ["</script", "<script", "<!--", "]]>"] {
            if lower.contains(text) {
                return Err(AgentScriptError::Forbidden { text });
            }
        }
        let code = format!("document.currentScript.remove();{source}");
        Ok(Self {
            html: Form::new(code.clone(), &code),
            xml: Form::new(format!("/*<![CDATA[*/{code}/*]]>*/"), &format!("/**/{code}/**/")),
        })
    }

    /// Whether a script of this length may be the agent.
    pub fn has_len(&self, len: u64) -> bool {
        [&self.html, &self.xml].iter().any(|form| form.len as u64 == len)
    }

    /// The whole element, ASCII.
    pub(crate) fn element(&self, syntax: Syntax, pass: &Pass) -> String {
        let nonce = pass.nonce.as_ref().map(|nonce| format!(" nonce=\"{nonce}\""));
        let nonce = nonce.unwrap_or_default();
        let edits = pass.edits.iter().flatten().map(|text| percent(text)).collect::<Vec<_>>();
        let edits = match edits.as_slice() {
            [] => String::new(),
            edits => format!(" {EDITS_ATTRIBUTE}=\"{}\"", edits.join(" ")),
        };
        let xmlns = match syntax {
            Syntax::Html => "",
            Syntax::Xml => " xmlns=\"http://www.w3.org/1999/xhtml\"",
        };
        format!("<script{xmlns}{nonce}{edits}>{}</script>", self.form(syntax).markup)
    }

    /// The source expression that lets a content security policy allow the element.
    pub(crate) fn csp_hash(&self, syntax: Syntax) -> &str {
        &self.form(syntax).csp_hash
    }

    fn form(&self, syntax: Syntax) -> &Form {
        match syntax {
            Syntax::Html => &self.html,
            Syntax::Xml => &self.xml,
        }
    }
}
