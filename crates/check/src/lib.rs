//! The second half of a check: sessions of an app, replayed in every browser, compared, and made one report.
//!
//! Where sessions come from, a crawl, a drive or a file, is not known here; neither is how reports look.

mod join;
mod judge;
mod merge;
mod replays;
mod report;
mod runs;

pub use join::join;
pub use judge::Judgement;
pub use merge::merge;
pub use replays::{Done, Job, Progress, ReplayAll, jobs, replay_all};
pub use report::{
    Accepted, CheckReport, Cut, Finding, ReportSession, SessionTransition, SessionsGraph, Timings,
    Verdict,
};
pub use runs::Runs;
