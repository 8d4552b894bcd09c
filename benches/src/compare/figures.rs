//! What states take, next to what is claimed and what X-Check published.

const RATIO_CLAIMED: f64 = 50.0;
const MS_CLAIMED: f64 = 1.0;

/// Structure detection of X-Check and X-PERT in milliseconds, and states: Wu, He et al., "Detect Cross-Browser Issues
/// in JavaScript-based Web Applications based on Record/Replay", Table V.
const X_CHECK: [(&str, f64, f64, u32); 10] = [
    ("Annex", 534.0, 7994.0, 192),
    ("Countbeads", 237.0, 3101.0, 49),
    ("Mancala", 464.0, 1179.0, 51),
    ("Rabbit", 763.0, 10457.0, 110),
    ("Organizer", 751.0, 5506.0, 93),
    ("Roundcube", 3391.0, 22289.0, 73),
    ("OpenCart", 769.0, 6311.0, 60),
    ("DivineLife", 2042.0, 476_708.0, 48),
    ("CUPES", 917.0, 86851.0, 80),
    ("ISCAS", 1129.0, 6905.0, 15),
];

/// Pages of one size.
pub(crate) struct StateRow {
    pub(crate) n_nodes: u64,
    /// Whether nodes come and go, too.
    pub(crate) is_moving: bool,
    /// Seconds per state, by scope.
    pub(crate) changed: f64,
    pub(crate) whole: f64,
}

impl StateRow {
    fn ratio(&self) -> f64 {
        self.whole / self.changed.max(1e-9)
    }

    pub(crate) fn print(&self) {
        println!(
            "{:7} {:22} {:14.3} {:14.3} {:8.1}x",
            self.n_nodes,
            if self.is_moving { "and one comes or goes" } else { "texts, boxes, styles" },
            self.changed * 1e3,
            self.whole * 1e3,
            self.ratio()
        );
    }
}

pub(crate) fn print_head() {
    println!(
        "{:>7} {:22} {:>14} {:>14} {:>9}",
        "nodes", "what changes", "changed ms", "whole page ms", "ratio"
    );
}

pub(crate) fn print_summary(rows: &[StateRow]) {
    println!("X-Check, Table V (ms per state, X-PERT's ms per state, ratio):");
    for (name, x_check, x_pert, n_states) in X_CHECK {
        let per_state = |ms: f64| ms / f64::from(n_states);
        println!(
            "  {name:12} {:9.2} {:10.2} {:8.1}x",
            per_state(x_check),
            per_state(x_pert),
            x_pert / x_check
        );
    }
    let n = X_CHECK.len() as f64;
    let mean = X_CHECK.iter().map(|(_, a, b, _)| b / a).sum::<f64>() / n;
    println!("  mean {mean:.1}x");
    for is_moving in [false, true] {
        let of = || rows.iter().filter(move |row| row.is_moving == is_moving);
        let least = of().map(StateRow::ratio).fold(f64::INFINITY, f64::min);
        let most = of().map(|row| row.changed * 1e3).fold(0.0, f64::max);
        let what = if is_moving { "where nodes come and go" } else { "where nodes change" };
        println!(
            "claim, {what}: at least {RATIO_CLAIMED}x on each size, here {least:.1}x: {}",
            verdict(least >= RATIO_CLAIMED)
        );
        println!(
            "claim, {what}: a state below {MS_CLAIMED} ms, here {most:.3} ms at worst: {}",
            verdict(most < MS_CLAIMED)
        );
    }
    println!();
}

pub(crate) fn verdict(holds: bool) -> &'static str {
    if holds { "holds" } else { "does not hold" }
}
