//! Asks a browser what it knows of the style sheets that the pages are made of.
//!
//! Compatibility data knows features, engines know declarations: whether one is lost is theirs to say.
//! Sheets are split at braces and semicolons only. What is no declaration is unknown to every browser, and tells nothing.

use std::collections::BTreeSet;

use serde_json::json;
use xcheck_browser::Session;
use xcheck_browser::webdriver::CommandError;
use xcheck_trace::run::{
    MAX_SUPPORTS, SourceKind, Support, SupportKind, declaration_text, selector_text,
};

/// Longer pieces are data, not style.
const MAX_LEN: usize = 300;

type Question = (SupportKind, String);

/// What the browser says of each declaration and selector. Asked on a page that is not the app's.
pub(crate) async fn ask(
    session: &Session,
    sources: &[(SourceKind, String)],
) -> Result<Vec<Support>, CommandError> {
    let questions = questions(sources);
    if questions.is_empty() {
        return Ok(Vec::new());
    }
    let script = "return arguments[0].map(([isSelector, text]) => \
        window.CSS.supports(isSelector ? `selector(${text})` : text))";
    let told = questions.iter().map(|(kind, text)| json!([*kind == SupportKind::Selector, text]));
    let told = json!(told.collect::<Vec<_>>());
    let answers: Vec<bool> = session.execute(script, &[told]).await?;
    let all = questions.into_iter().zip(answers);
    Ok(all.map(|((kind, text), has)| Support { kind, text, has }).collect())
}

/// All declarations and selectors of some texts, each once, in order.
fn questions(sources: &[(SourceKind, String)]) -> Vec<Question> {
    let mut all = BTreeSet::new();
    for (kind, text) in sources {
        match kind {
            SourceKind::Css => of_sheet(text, &mut all),
            SourceKind::Html => {
                for block in text.split("<style").skip(1) {
                    let sheet = block.split_once('>').map_or("", |it| it.1);
                    of_sheet(sheet.split("</style").next().unwrap_or_default(), &mut all);
                }
                for quote in ['"', '\''] {
                    for rest in text.split(&format!(" style={quote}")).skip(1) {
                        of_sheet(rest.split(quote).next().unwrap_or_default(), &mut all);
                    }
                }
            }
            // Style sheets that a script writes.
            SourceKind::Js => {
                text.split('`').skip(1).step_by(2).for_each(|part| of_sheet(part, &mut all));
            }
        }
    }
    all.into_iter().take(MAX_SUPPORTS).collect()
}

fn of_sheet(sheet: &str, all: &mut BTreeSet<Question>) {
    let mut piece = String::new();
    let mut depth = 0_usize;
    let mut quote = None;
    let mut chars = sheet.chars().peekable();
    while let Some(c) = chars.next() {
        let is_end = depth == 0 && quote.is_none() && matches!(c, '{' | '}' | ';');
        if is_end {
            note(&piece, c == '{', all);
            piece.clear();
            continue;
        }
        match (quote, c) {
            (None, '/') if chars.peek() == Some(&'*') => {
                let mut last = ' ';
                chars.next();
                for c in chars.by_ref() {
                    if (last, c) == ('*', '/') {
                        break;
                    }
                    last = c;
                }
                continue;
            }
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        piece.push(c);
    }
    note(&piece, false, all);
}

/// Puts a piece of a sheet to the questions, if it is one.
fn note(piece: &str, is_prelude: bool, all: &mut BTreeSet<Question>) {
    let piece = piece.trim();
    // What variables stand for is not known yet.
    if piece.len() > MAX_LEN || piece.contains("var(") || piece.ends_with('$') {
        return;
    }
    if is_prelude {
        if piece.contains(':') && !piece.starts_with('@') {
            all.insert((SupportKind::Selector, selector_text(piece)));
        }
        return;
    }
    let Some((property, value)) = piece.split_once(':') else { return };
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let property = property.trim();
    let is_property = !property.is_empty() && property.chars().all(is_name);
    if is_property && !property.starts_with("--") && !value.trim().is_empty() {
        all.insert((SupportKind::Declaration, declaration_text(property, value)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(kind: SourceKind, text: &str) -> String {
        let questions = questions(&[(kind, text.to_owned())]);
        questions.into_iter().map(|it| it.1).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn declarations_and_selectors_are_asked_once() {
        let sheet = "/* a { b: c } */ a:hover, b { color: red !important; top: 0; COLOR:red } \
            @media (width > 3px) { p { background: url(a;b) } } q { left: var(--x); --y: 1 }";
        assert_eq!(
            asked(SourceKind::Css, sheet),
            "background: url(a;b) | color: red | top: 0 | a:hover, b"
        );
        assert_eq!(asked(SourceKind::Css, "a { content: '}'; top: 1px"), "content: '}' | top: 1px");
    }

    #[test]
    fn documents_and_scripts_have_styles_too() {
        let page = "<style media=all>p { top: 1px }</style><p style=\"left: 2px\">x: y;</p>";
        assert_eq!(asked(SourceKind::Html, page), "left: 2px | top: 1px");
        assert_eq!(asked(SourceKind::Js, "f(`p { top: 1px }`, { a: b })"), "top: 1px");
        assert_eq!(asked(SourceKind::Js, "f(`p { top: ${n}px }`)"), "");
    }
}
