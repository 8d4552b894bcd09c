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
    html: Arc<str>,
    xml: Arc<str>,
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
        let html = format!("document.currentScript.remove();{source}");
        let xml = format!("/*<![CDATA[*/{html}/*]]>*/");
        Ok(Self { html: html.into(), xml: xml.into() })
    }

    /// The whole element, ASCII.
    pub(crate) fn element(&self, syntax: Syntax, nonce: Option<&str>) -> String {
        let nonce = nonce.map(|nonce| format!(" nonce=\"{nonce}\"")).unwrap_or_default();
        match syntax {
            Syntax::Html => format!("<script{nonce}>{}</script>", self.html),
            Syntax::Xml => {
                let xmlns = "http://www.w3.org/1999/xhtml";
                format!("<script xmlns=\"{xmlns}\"{nonce}>{}</script>", self.xml)
            }
        }
    }

    /// The source expression that lets a content security policy allow the element.
    pub(crate) fn csp_hash(&self, syntax: Syntax) -> String {
        // The markers around the CDATA section are markup, not text.
        let digest = match syntax {
            Syntax::Html => Sha256::digest(self.html.as_bytes()),
            Syntax::Xml => Sha256::digest(format!("/**/{}/**/", self.html).as_bytes()),
        };
        format!("'sha256-{}'", BASE64_STANDARD.encode(digest))
    }
}
