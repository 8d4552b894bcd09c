//! How long replays take, next to what is claimed and what X-Check published.

use xcheck_model::engine::Engine;
use xcheck_replay::Replayed;

use crate::subject::Subject;

const MEAN_CLAIMED: f64 = 0.5;
const EACH_CLAIMED: f64 = 1.0;

/// Events and replay overhead of X-Check: Wu, He et al., "Detect Cross-Browser Issues in
/// JavaScript-based Web Applications based on Record/Replay", Table II.
const X_CHECK: [(&str, u32, f64); 10] = [
    ("Annex", 323, 4.95),
    ("CountBeads", 721, 1.73),
    ("Mancala", 83, 2.09),
    ("Rabbit", 246, 3.13),
    ("Organizer", 156, 2.83),
    ("Roundcube", 162, 2.31),
    ("OpenCart", 288, 2.51),
    ("DivineLife", 47, 2.49),
    ("CUPES", 85, 3.85),
    ("ISCAS", 613, 1.56),
];

/// One subject, replayed in one engine.
pub(crate) struct Row {
    pub(crate) subject: &'static Subject,
    pub(crate) engine: Engine,
    /// The session as it was recorded.
    pub(crate) seconds: f64,
    pub(crate) seeing: Replayed,
    pub(crate) blind: Replayed,
}

impl Row {
    fn replay_seconds(&self) -> f64 {
        self.seeing.replay_ms as f64 / 1000.0
    }

    fn ratio(&self) -> f64 {
        self.replay_seconds() / self.seconds
    }

    fn blind_ms_per_event(&self) -> f64 {
        self.blind.replay_ms as f64 / self.blind.n_events.max(1) as f64
    }

    pub(crate) fn print(&self) {
        println!(
            "{:12} {:9} {:7} {:10.2} {:9.2} {:7.3}x {:15.2} {:6} {:12}",
            self.subject.name,
            self.engine.to_string(),
            self.seeing.n_events,
            self.seconds,
            self.replay_seconds(),
            self.ratio(),
            self.blind_ms_per_event(),
            self.seeing.n_steps,
            self.seeing.divergences.len(),
        );
        for (how, replayed) in [("seeing", &self.seeing), ("blind", &self.blind)] {
            if let Some(reason) = &replayed.outcome.reason {
                println!("  not complete ({how}): {reason}");
            }
        }
    }

    /// Whether every event of the recording was replayed, so that its time counts.
    fn is_whole(&self) -> bool {
        self.seeing.outcome.is_complete
    }
}

pub(crate) fn print_head() {
    println!(
        "{:12} {:9} {:>7} {:>10} {:>9} {:>8} {:>15} {:>6} {:>12}",
        "subject",
        "engine",
        "events",
        "session s",
        "replay s",
        "ratio",
        "blind ms/event",
        "looks",
        "divergences"
    );
}

pub(crate) fn print_summary(rows: &[Row]) {
    let whole: Vec<&Row> = rows.iter().filter(|row| row.is_whole()).collect();
    let n_partial = rows.len() - whole.len();
    if n_partial > 0 {
        println!("{n_partial} replays are not complete and do not count below");
    }
    if whole.is_empty() {
        return;
    }
    let mean = |of: &dyn Fn(&Row) -> f64| {
        whole.iter().map(|row| of(row)).sum::<f64>() / whole.len() as f64
    };
    let worst = |of: &dyn Fn(&Row) -> f64| whole.iter().map(|row| of(row)).fold(0.0, f64::max);
    let published: f64 = X_CHECK.iter().map(|(_, _, ratio)| ratio).sum::<f64>() / 10.0;
    let (mean_ratio, worst_ratio) = (mean(&Row::ratio), worst(&Row::ratio));
    println!("\nall {} replays", whole.len());
    println!("  ratio, mean                {mean_ratio:8.3}x  X-Check {published:.2}x");
    println!("  ratio, worst               {worst_ratio:8.3}x  X-Check 4.95x");
    println!("  blind ms per event, mean   {:8.2}", mean(&Row::blind_ms_per_event));
    println!("  blind ms per event, worst  {:8.2}", worst(&Row::blind_ms_per_event));
    println!("X-Check, Table II (events, replay overhead):");
    for (name, n_events, ratio) in X_CHECK {
        println!("  {name:12} {n_events:5} {ratio:8.2}x");
    }
    let holds = mean_ratio <= MEAN_CLAIMED && worst_ratio < EACH_CLAIMED;
    println!("claim: mean at most {MEAN_CLAIMED}x, each below {EACH_CLAIMED}x: {}", verdict(holds));
}

pub(crate) fn verdict(holds: bool) -> &'static str {
    if holds { "holds" } else { "does not hold" }
}
