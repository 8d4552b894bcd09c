//! Which code of a page ran in the reference before a step showed what it shows.

use std::collections::BTreeMap;
use std::ops::Range;

use xcheck_trace::run::Ran;

use super::scripts::Script;

/// Whether code ran, as far as the reference tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Just before the step.
    Now,
    /// At other steps.
    Else,
    Never,
    Unknown,
}

/// Pieces of scripts that ran, by script, in bytes.
type Pieces = BTreeMap<usize, Vec<(usize, usize)>>;

/// All that ran in a run.
#[derive(Debug, Default)]
pub(super) struct AllRan {
    /// By the step that was looked at next.
    steps: BTreeMap<u64, Pieces>,
}

impl AllRan {
    pub(super) fn new(all: impl Iterator<Item = Ran>, scripts: &[Script]) -> Self {
        let mut steps: BTreeMap<u64, Pieces> = BTreeMap::new();
        for ran in all {
            let found = steps.entry(ran.step).or_default();
            for one in ran.scripts {
                for (at, script) in scripts.iter().enumerate() {
                    if bare(&script.url) == bare(&one.url) && script.units.len() == one.len {
                        let bytes = |units: u64| script.units.byte(units);
                        let pieces = one.pieces.iter().map(|(a, b)| (bytes(*a), bytes(*b)));
                        found.entry(at).or_default().extend(pieces);
                    }
                }
            }
        }
        Self { steps }
    }

    /// Whether what stands at a place of a script ran before a step, or what is handed to it there.
    pub(super) fn when(&self, step: u64, script: usize, call: Range<usize>) -> When {
        let pieces = |it: &Pieces| it.get(&script).cloned().unwrap_or_default();
        let is_in = |(begin, end): &(usize, usize)| (*begin..*end).contains(&call.start);
        // What is not looked at by itself is told of by the next look.
        let now = self.steps.range(step..).next().map(|it| pieces(it.1)).unwrap_or_default();
        if now.iter().any(|piece| is_in(piece) || call.contains(&piece.0)) {
            return When::Now;
        }
        let mut all = self.steps.values().filter_map(|it| it.get(&script)).peekable();
        if all.peek().is_none() {
            return When::Unknown;
        }
        if all.flatten().any(is_in) { When::Else } else { When::Never }
    }
}

/// An address without the place in the document.
fn bare(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

/// Where the characters of a text are, counted in UTF-16 code units and in bytes.
#[derive(Debug, Default)]
pub(super) struct Units {
    len: u64,
    /// Where the two begin to differ: units, and bytes after the character there.
    turns: Vec<(u64, usize)>,
}

impl Units {
    pub(super) fn new(text: &str) -> Self {
        let (mut units, mut turns) = (0, Vec::new());
        for (at, c) in text.char_indices() {
            units += c.len_utf16() as u64;
            if !c.is_ascii() {
                turns.push((units, at + c.len_utf8()));
            }
        }
        Self { len: units, turns }
    }

    fn len(&self) -> u64 {
        self.len
    }

    /// The byte at which a code unit begins.
    fn byte(&self, units: u64) -> usize {
        let n = self.turns.partition_point(|turn| turn.0 <= units);
        let (from, byte) = n.checked_sub(1).map_or((0, 0), |at| self.turns[at]);
        byte + usize::try_from(units - from).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use xcheck_trace::run::RanScript;

    use super::*;

    #[test]
    fn units_are_not_bytes() {
        let units = Units::new("aé😀b");
        assert_eq!(units.len(), 5);
        assert_eq!([0, 1, 2, 4, 5].map(|at| units.byte(at)), [0, 1, 3, 7, 8]);
        assert_eq!(Units::new("").byte(0), 0);
    }

    #[test]
    fn code_ran_before_a_step_at_others_or_never() {
        let script = |url: &str, text: &str| Script {
            url: url.to_owned(),
            text: text.to_owned(),
            first_line: 0,
            units: Units::new(text),
        };
        let scripts =
            [script("http://a/", "0123456789"), script("http://a/", "x"), script("b", "")];
        let ran = |step: u64, pieces: &[(u64, u64)]| Ran {
            step,
            scripts: vec![RanScript {
                url: "http://a/".to_owned(),
                len: 10,
                pieces: pieces.to_vec(),
            }],
        };
        let all = AllRan::new([ran(2, &[(0, 3)]), ran(5, &[(4, 6)])].into_iter(), &scripts);
        assert_eq!(all.when(2, 0, 1..2), When::Now);
        assert_eq!(all.when(3, 0, 1..2), When::Else);
        assert_eq!(all.when(3, 0, 1..6), When::Now, "a function that was handed over");
        assert_eq!(all.when(3, 0, 4..5), When::Now, "told of by the next look");
        assert_eq!(all.when(3, 0, 8..9), When::Never);
        assert_eq!(all.when(3, 1, 0..1), When::Unknown);
        assert_eq!(all.when(9, 0, 4..5), When::Else);
    }
}
