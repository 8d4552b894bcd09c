//! Records one execution of a web app in a real browser.

mod intake;
pub mod perform;
mod recorder;
mod secrets;

pub use intake::Counts;
pub use recorder::{RecordConfig, RecordError, Recorded, Recorder};
pub use secrets::Cookies;
pub use xcheck_agent::Hold;
