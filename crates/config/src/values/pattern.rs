//! A small part of regular expressions: enough to check values against patterns of fields, and to make some.
//!
//! Characters, classes, groups, alternatives and counts are understood.
//! Anything else, such as looking ahead, has no reading here.

use std::collections::BTreeSet;

use super::random::Random;
use super::{fits, length};

/// Patterns in pages are short; more than this is not meant for us.
const MAX_PATTERN: usize = 1000;
const MAX_DEPTH: usize = 20;
const MAX_COUNT: usize = 1000;
const MAX_VALUE: usize = 5000;
/// Repeats of repeats can be made to take for ever.
const MAX_WORK: usize = 200_000;

/// What all of a value must be like.
#[derive(Debug)]
pub(super) struct Pattern(Node);

#[derive(Debug)]
enum Node {
    Any(Vec<Node>),
    All(Vec<Node>),
    One(Class),
    Repeat { node: Box<Node>, min: usize, max: usize },
}

#[derive(Clone, Debug, Default)]
struct Class {
    ranges: Vec<(char, char)>,
    is_negated: bool,
}

impl Class {
    fn of(ranges: &[(char, char)]) -> Self {
        Self { ranges: ranges.to_vec(), is_negated: false }
    }

    fn has(&self, char: char) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&char)) != self.is_negated
    }

    /// A character that people would type, if the class has one.
    fn make(&self, random: &mut Random) -> Option<char> {
        for natural in ['a'..='z', 'A'..='Z', '0'..='9', ' '..='~'] {
            let choices: Vec<char> = natural.filter(|char| self.has(*char)).collect();
            if let Some(char) = random.pick(&choices) {
                return Some(char);
            }
        }
        self.ranges.first().filter(|_| !self.is_negated).map(|(from, _)| *from)
    }
}

impl Pattern {
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text.len() > MAX_PATTERN {
            return None;
        }
        // A pattern stands for all of the value already.
        let inner = text.strip_prefix('^').unwrap_or(text);
        let has_end = inner.ends_with('$') && !inner.ends_with("\\$");
        let inner = if has_end { &inner[..inner.len() - 1] } else { inner };
        // `^a|b$` has its ends inside of the alternatives.
        if inner.len() != text.len() && has_alternatives(inner) {
            return None;
        }
        let mut parser = Parser { rest: inner, depth: 0 };
        let node = parser.alternatives()?;
        parser.rest.is_empty().then_some(Self(node))
    }

    pub(super) fn matches(&self, text: &str) -> bool {
        let chars: Vec<char> = text.chars().collect();
        ends(&self.0, &chars, &BTreeSet::from([0]), &mut { MAX_WORK }).contains(&chars.len())
    }

    /// A value of the wanted length that matches, if one is easily found.
    pub(super) fn make(
        &self,
        random: &mut Random,
        min_length: Option<usize>,
        max_length: Option<usize>,
    ) -> Option<String> {
        // Counts grow from the least on until the value is long enough.
        for extra in [0, 1, 3, 8, 20, 60] {
            let mut value = String::new();
            make(&self.0, extra, random, &mut value, &mut { MAX_WORK })?;
            let is_enough = !value.is_empty() && length(&value) >= min_length.unwrap_or(0);
            if is_enough && fits(&value, max_length) && self.matches(&value) {
                return Some(value);
            }
        }
        None
    }
}

fn has_alternatives(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut is_class = false;
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => _ = chars.next(),
            '[' => is_class = true,
            ']' => is_class = false,
            '(' if !is_class => depth += 1,
            ')' if !is_class => depth = depth.saturating_sub(1),
            '|' if !is_class && depth == 0 => return true,
            _ => {}
        }
    }
    false
}

type Places = BTreeSet<usize>;

/// Where the node may end if it begins at one of these places. All at once, so that it never goes back.
fn ends(node: &Node, chars: &[char], starts: &Places, work: &mut usize) -> Places {
    *work = work.saturating_sub(1 + starts.len());
    if *work == 0 || starts.is_empty() {
        return Places::new();
    }
    match node {
        Node::Any(nodes) => nodes.iter().flat_map(|node| ends(node, chars, starts, work)).collect(),
        Node::All(nodes) => {
            nodes.iter().fold(starts.clone(), |starts, node| ends(node, chars, &starts, work))
        }
        Node::One(class) => starts
            .iter()
            .filter(|at| chars.get(**at).is_some_and(|char| class.has(*char)))
            .map(|at| at + 1)
            .collect(),
        Node::Repeat { node, min, max } => {
            let mut places = starts.clone();
            for _ in 0..*min {
                places = ends(node, chars, &places, work);
                if places.is_empty() {
                    return places;
                }
            }
            let mut all = places.clone();
            for _ in *min..*max {
                places = ends(node, chars, &places, work).difference(&all).copied().collect();
                if places.is_empty() {
                    break;
                }
                all.extend(&places);
            }
            all
        }
    }
}

fn make(
    node: &Node,
    extra: usize,
    random: &mut Random,
    value: &mut String,
    work: &mut usize,
) -> Option<()> {
    *work = work.checked_sub(1)?;
    if value.len() > MAX_VALUE {
        return None;
    }
    match node {
        Node::Any(nodes) => make(nodes.get(random.below(nodes.len()))?, extra, random, value, work),
        Node::All(nodes) => {
            nodes.iter().try_for_each(|node| make(node, extra, random, value, work))
        }
        Node::One(class) => {
            value.push(class.make(random)?);
            Some(())
        }
        Node::Repeat { node, min, max } => {
            let count = (min + extra).min(*max);
            (0..count).try_for_each(|_| make(node, extra, random, value, work))
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl Parser<'_> {
    fn alternatives(&mut self) -> Option<Node> {
        let mut nodes = vec![self.sequence()?];
        while self.take("|") {
            nodes.push(self.sequence()?);
        }
        Some(if nodes.len() == 1 { nodes.remove(0) } else { Node::Any(nodes) })
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut nodes = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            let node = self.single()?;
            nodes.push(self.repeated(node)?);
        }
        Some(Node::All(nodes))
    }

    fn single(&mut self) -> Option<Node> {
        if self.take("(") {
            return self.group();
        }
        let class = match self.next()? {
            '[' => self.class()?,
            '\\' => self.escaped()?,
            '.' => Class { ranges: vec![('\n', '\n'), ('\r', '\r')], is_negated: true },
            '^' | '$' | '*' | '+' | '?' | '{' => return None,
            char => Class::of(&[(char, char)]),
        };
        Some(Node::One(class))
    }

    /// What follows the opening parenthesis.
    fn group(&mut self) -> Option<Node> {
        if self.rest.starts_with('?') && !self.take("?:") {
            // Of all other kinds only named groups are read.
            let name = self.rest.strip_prefix("?<").filter(|it| !it.starts_with(['=', '!']))?;
            self.rest = name.split_once('>')?.1;
        }
        self.depth += 1;
        let node = (self.depth <= MAX_DEPTH).then(|| self.alternatives())??;
        self.depth -= 1;
        self.take(")").then_some(node)
    }

    fn repeated(&mut self, node: Node) -> Option<Node> {
        let (min, max) = if self.take("?") {
            (0, 1)
        } else if self.take("*") {
            (0, MAX_COUNT)
        } else if self.take("+") {
            (1, MAX_COUNT)
        } else if self.take("{") {
            let (counts, rest) = self.rest.split_once('}')?;
            self.rest = rest;
            match counts.split_once(',') {
                None => (counts.parse().ok()?, counts.parse().ok()?),
                Some((min, "")) => (min.parse().ok()?, MAX_COUNT),
                Some((min, max)) => (min.parse().ok()?, max.parse::<usize>().ok()?.min(MAX_COUNT)),
            }
        } else {
            return Some(node);
        };
        // Lazy or not makes no difference for the whole value.
        self.take("?");
        (min <= max && max <= MAX_COUNT).then(|| Node::Repeat { node: Box::new(node), min, max })
    }

    /// What follows the opening bracket.
    fn class(&mut self) -> Option<Class> {
        let mut class = Class { ranges: Vec::new(), is_negated: self.take("^") };
        while !self.take("]") {
            let from = self.class_part()?.ranges;
            if self.rest.starts_with("-]") || !self.take("-") {
                class.ranges.extend(from);
                continue;
            }
            let to = self.class_part()?.ranges;
            match (from.as_slice(), to.as_slice()) {
                ([(from, end)], [(to, last)]) if from == end && to == last && from <= to => {
                    class.ranges.push((*from, *to));
                }
                _ => return None,
            }
        }
        Some(class)
    }

    fn class_part(&mut self) -> Option<Class> {
        match self.next()? {
            '\\' => self.escaped().filter(|class| !class.is_negated),
            // Classes in classes are of a newer kind.
            '[' => None,
            char => Some(Class::of(&[(char, char)])),
        }
    }

    /// What follows the backslash.
    fn escaped(&mut self) -> Option<Class> {
        let digits = &[('0', '9')];
        let word = &[('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')];
        let space = &[(' ', ' '), ('\t', '\r'), ('\u{a0}', '\u{a0}')];
        let not = |ranges: &[(char, char)]| Class { is_negated: true, ..Class::of(ranges) };
        let char = match self.next()? {
            'd' => return Some(Class::of(digits)),
            'w' => return Some(Class::of(word)),
            's' => return Some(Class::of(space)),
            'D' => return Some(not(digits)),
            'W' => return Some(not(word)),
            'S' => return Some(not(space)),
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'x' => self.hexadecimal(2)?,
            'u' => self.hexadecimal(4)?,
            char if !char.is_alphanumeric() => char,
            _ => return None,
        };
        Some(Class::of(&[(char, char)]))
    }

    fn hexadecimal(&mut self, n_digits: usize) -> Option<char> {
        let (digits, rest) = self.rest.split_at_checked(n_digits)?;
        self.rest = rest;
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(())?;
        char::from_u32(u32::from_str_radix(digits, 16).ok()?)
    }

    fn next(&mut self) -> Option<char> {
        let char = self.rest.chars().next()?;
        self.rest = &self.rest[char.len_utf8()..];
        Some(char)
    }

    fn take(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}
