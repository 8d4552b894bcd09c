//! Medians, and how they are shown next to what is claimed.

use xcheck_model::engine::Engine;

use crate::session::Tape;
use crate::subject::Subject;

/// One subject in one engine. Pairs are without and with recording.
pub(crate) struct Row {
    pub(crate) subject: &'static Subject,
    pub(crate) engine: Engine,
    pub(crate) seconds: [f64; 2],
    pub(crate) burst_ms: [f64; 2],
    pub(crate) frame_rate: Option<[f64; 2]>,
    pub(crate) tape: Tape,
    /// Windows in all recordings whose last words are missing.
    pub(crate) n_cut: usize,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.seconds[1] / self.seconds[0]
    }

    fn burst_ratio(&self) -> f64 {
        self.burst_ms[1] / self.burst_ms[0]
    }

    fn bytes_per_event(&self) -> f64 {
        self.tape.log_len as f64 / self.tape.n_events.max(1) as f64
    }

    pub(crate) fn print(&self) {
        let Tape { n_events, log_len, exchanges_len, cost, .. } = &self.tape;
        let line = |what: &str, [without, with]: [f64; 2], unit: &str, ratio: f64| {
            println!("  {what:20} {without:9.2} {unit:3} {with:9.2} {unit:3}  {ratio:.3}x");
        };
        println!("{} in {}", self.subject.name, self.engine);
        line("session", self.seconds, "s", self.ratio());
        line("the page's own work", self.burst_ms, "ms", self.burst_ratio());
        println!("    ({})", self.subject.work);
        if let Some([without, with]) = self.frame_rate {
            // Fewer frames are the cost, so the ratio is turned around.
            line("frames per second", [without, with], "fps", without / with);
        }
        let with_exchanges = (log_len + exchanges_len) as f64 / (*n_events).max(1) as f64;
        println!(
            "  {n_events} events in {log_len} bytes: {:.1} bytes per event, {with_exchanges:.1} with exchanges",
            self.bytes_per_event()
        );
        if let Some(cost) = cost {
            println!(
                "  one logged event: median {} µs, 99 of 100 within {} µs, worst {} µs",
                cost.p50_us, cost.p99_us, cost.max_us
            );
        }
        if self.n_cut > 0 {
            println!("  warning: {} windows have no goodbye in their traces", self.n_cut);
        }
    }
}

/// What is claimed, and what X-Check published.
pub(crate) fn print_summary(rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    let worst = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    let show = |what: &str, value: f64, beside: &str| println!("  {what:34} {value:8.3}  {beside}");
    let ratios = || rows.iter().map(Row::ratio);
    let bursts = || rows.iter().map(Row::burst_ratio);
    let bytes = || rows.iter().map(Row::bytes_per_event);
    println!("\nall {} comparisons", rows.len());
    show("session, median ratio", median(ratios()), "target 1.03, X-Check 1.14 (mean)");
    show("session, worst ratio", worst(&mut ratios()), "target 1.10, X-Check 1.87");
    show("the page's own work, median ratio", median(bursts()), "");
    show("the page's own work, worst ratio", worst(&mut bursts()), "");
    let total = |of: fn(&Tape) -> u64| rows.iter().map(|row| of(&row.tape)).sum::<u64>() as f64;
    let pooled = total(|tape| tape.log_len) / total(|tape| tape.n_events as u64).max(1.0);
    show("bytes per event, all together", pooled, "target 20, X-Check 1,110");
    show("bytes per event, median", median(bytes()), "");
    show("bytes per event, worst", worst(&mut bytes()), "");
}

pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[n / 2],
        n => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}
