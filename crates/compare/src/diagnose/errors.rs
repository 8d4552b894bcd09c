//! What an uncaught error says is missing, in the words of the three engines.

use super::css::split;

/// What an error points at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clue {
    /// Members and globals that could be missing, the likeliest first.
    pub(super) names: Vec<Name>,
    /// The interface that the engine itself names.
    pub(super) interface: Option<String>,
    pub(super) iteration: Option<Iteration>,
    /// The script could not be parsed.
    pub(super) is_syntax: bool,
}

/// A name in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) name: String,
    /// What it is a member of; none if it is a global.
    pub(super) receiver: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Iteration {
    Sync,
    Async,
}

impl Iteration {
    pub(super) fn symbol(self) -> &'static str {
        match self {
            Self::Sync => "@@iterator",
            Self::Async => "@@asyncIterator",
        }
    }
}

/// Reads a message, with or without the name of the error in front.
pub(super) fn clue(name: &str, message: &str) -> Clue {
    let message = message.strip_prefix("Uncaught ").unwrap_or(message);
    let message = message.strip_prefix("(in promise) ").unwrap_or(message);
    let (kind, message) = match message.split_once(": ") {
        Some((kind, rest)) if kind.ends_with("Error") || kind.ends_with("Exception") => {
            (kind, rest)
        }
        _ => (name, message),
    };
    let mut clue = Clue { is_syntax: kind == "SyntaxError", ..Clue::default() };
    if clue.is_syntax {
        return clue;
    }
    if let Some(rest) = message.strip_prefix("Can't find variable: ") {
        clue.names.push(Name { name: identifier(rest), receiver: None });
    } else if let Some((_, rest)) = message.split_once("(evaluating '") {
        // WebKit names the whole expression; what is undefined in it is before its last member,
        // unless the expression is what a pattern takes apart.
        let expression = rest.rsplit_once("')").map_or(rest, |(expression, _)| expression);
        clue.read_expression(expression);
        let n_names = clue.names.len();
        if n_names > 2 || message.contains("constructor") {
            let last = clue.names.remove(0);
            let at = usize::from(!message.contains("constructor")).min(clue.names.len());
            clue.names.insert(at, last);
        }
    } else if let Some(kind) = import_kind(message) {
        let receiver = Some("import_attributes".to_owned());
        clue.names.push(Name { name: format!("type_{kind}"), receiver });
    } else if let Some((_, rest)) = message.split_once("(near '") {
        clue.iteration = Some(iteration(rest));
        clue.read_expression(rest.split_once(" of ").map_or(rest, |(_, expression)| expression));
    } else if let Some((method, interface)) = failed(message) {
        clue.read_member(interface, method);
    } else if let Some((_, rest)) = message.split_once("(reading '") {
        // Chromium names what was read of the missing thing only; the source line has the rest.
        clue.names.push(Name { name: identifier(rest), receiver: Some(String::new()) });
    } else if let Some(expression) = before(message, &[" is not async iterable"]) {
        clue.iteration = Some(Iteration::Async);
        clue.read_expression(expression);
    } else if let Some(expression) = before(message, &[" is not iterable"]) {
        clue.iteration = Some(Iteration::Sync);
        clue.read_expression(expression);
    } else if let Some(expression) = before(
        message,
        &[
            " is not a function",
            " is not a constructor",
            " is not defined",
            " is undefined",
            " is null",
        ],
    ) {
        // Firefox: can't access property "set", $(...).attributeStyleMap is undefined
        let expression = match expression.strip_prefix("can't access property ") {
            Some(rest) => rest.split_once(", ").map_or(rest, |(_, object)| object),
            None => expression,
        };
        // WebKit cuts a piece out of the source: in `for await (const a of b.c())` it is `a of b.c`.
        if let Some((_, object)) = expression.split_once(" of ") {
            clue.iteration = Some(Iteration::Async);
            clue.read_expression(object);
        } else {
            clue.read_expression(expression);
        }
    } else if let Some((interface, member)) = interface_member(message) {
        clue.read_member(interface, member);
    }
    clue
}

impl Clue {
    fn read_member(&mut self, interface: &str, member: &str) {
        let receiver = Some(interface.to_owned());
        self.names.push(Name { name: member.to_owned(), receiver });
        self.interface = Some(interface.to_owned());
    }

    fn read_expression(&mut self, expression: &str) {
        let expression = expression.trim().trim_start_matches("new ").trim_matches(['"', '`']);
        let expression = expression.trim_start_matches("await ");
        // `a.b = c` and `a.b + c`: what comes first is what failed.
        let mut receiver = None;
        let mut names = Vec::new();
        for part in split(expression, '.') {
            let name = identifier(part);
            if !name.is_empty() {
                names.push(Name { name: name.clone(), receiver: receiver.clone() });
            }
            receiver = Some(name);
        }
        names.reverse();
        self.names.extend(names);
    }
}

fn before<'a>(message: &'a str, marks: &[&str]) -> Option<&'a str> {
    marks.iter().find_map(|mark| message.split_once(mark)).map(|(before, _)| before)
}

fn iteration(text: &str) -> Iteration {
    if text.contains("await") { Iteration::Async } else { Iteration::Sync }
}

/// WebKit: `Import attribute type "css" is not valid`; Chromium: `"css" is not a valid module type.`
fn import_kind(message: &str) -> Option<String> {
    let is_of_import = ["mport attribute", "module type"].iter().any(|it| message.contains(it));
    let kind = message.split(['"', '\'']).nth(1).filter(|_| is_of_import)?;
    Some(identifier(kind)).filter(|it| !it.is_empty())
}

/// Chromium: `Failed to execute 'stepUp' on 'HTMLInputElement': …`.
fn failed(message: &str) -> Option<(&str, &str)> {
    let rest = message.strip_prefix("Failed to ")?;
    let (_, rest) = rest.split_once('\'')?;
    let (method, rest) = rest.split_once('\'')?;
    let (_, rest) = rest.split_once(" '")?;
    let (interface, _) = rest.split_once('\'')?;
    Some((method, interface))
}

/// Firefox: `HTMLInputElement.stepUp: …`; WebKit: `Argument 1 ('x') to Node.append must be …`.
fn interface_member(message: &str) -> Option<(&str, &str)> {
    message.split([' ', ':']).find_map(|word| {
        let (interface, member) = word.trim_end_matches("()").split_once('.')?;
        let is_interface = interface.starts_with(|c: char| c.is_ascii_uppercase())
            && interface.chars().all(|c| c.is_ascii_alphanumeric());
        let is_member = member.starts_with(|c: char| c.is_ascii_lowercase())
            && member.chars().all(|c| c.is_ascii_alphanumeric());
        (is_interface && is_member).then_some((interface, member))
    })
}

fn identifier(text: &str) -> String {
    let text = text.trim_start_matches(['?', '(', '[', ' ', '.', '\'', '"']);
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '$').collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn errors_of_all_engines_name_what_is_missing() {
        for (message, first) in [
            ("Uncaught TypeError: card.moveBefore is not a function", "moveBefore"),
            (
                "TypeError: list.moveBefore is not a function. (In 'list.moveBefore(a, b)', 'list.moveBefore' is undefined)",
                "moveBefore",
            ),
            (
                "TypeError: column.querySelector(\".list\").moveBefore is not a function. (In 'x', 'y' is undefined)",
                "moveBefore",
            ),
            ("Can't find variable: Temporal", "Temporal"),
            ("ReferenceError: Temporal is not defined", "Temporal"),
            ("undefined is not an object (evaluating 'event.source.dataset')", "source"),
            (
                "undefined is not an object (evaluating 'entry.devicePixelContentBoxSize')",
                "devicePixelContentBoxSize",
            ),
            (
                "undefined is not a constructor (evaluating 'new Intl.DurationFormat(\"en\")')",
                "DurationFormat",
            ),
            (
                "TypeError: can't access property \"set\", $(...).attributeStyleMap is undefined",
                "attributeStyleMap",
            ),
            ("Cannot read properties of undefined (reading 'set')", "set"),
            ("InvalidStateError: HTMLInputElement.stepUp: Step doesn't apply", "stepUp"),
            ("Failed to execute 'stepUp' on 'HTMLInputElement': no", "stepUp"),
            ("TypeError: Import attribute type \"css\" is not valid", "type_css"),
            ("TypeError: \"text\" is not a valid module type.", "type_text"),
            ("nothing of the kind", ""),
        ] {
            let clue = clue("", message);
            assert_eq!(clue.names.first().map_or("", |it| it.name.as_str()), first, "{message}");
        }
    }

    #[test]
    fn loops_over_what_cannot_be_looped_over() {
        for (message, iteration) in [
            ("TypeError: body.pipeThrough(...) is not async iterable", Iteration::Async),
            ("TypeError: map.keys() is not iterable", Iteration::Sync),
            (
                "TypeError: text of body.pipeThrough is not a function. (In 'text of body.pipeThrough(a)', 'b' is undefined)",
                Iteration::Async,
            ),
            ("undefined is not a function (near '...for await (x of y)...')", Iteration::Async),
            ("undefined is not a function (near '...[a, b] of list...')", Iteration::Sync),
        ] {
            assert_eq!(clue("", message).iteration, Some(iteration), "{message}");
        }
        assert!(clue("SyntaxError", "Unexpected identifier 'file'").is_syntax);
    }

    proptest! {
        #[test]
        fn any_message_is_no_surprise(
            name in "[A-Z][a-z]{0,5}Error|",
            message in "( is not a function|\\(evaluating '|'\\)|Failed to '|can't access property |[a-zé.:,'\" ()]){0,12}",
        ) {
            clue(&name, &message);
        }
    }
}
