//! Records one execution of a web app in a real browser.

mod intake;
pub mod perform;
mod recorder;
mod secrets;
mod start_state;

pub use intake::Counts;
pub use recorder::{RecordConfig, RecordError, Recorded, Recorder};
pub use secrets::Cookies;
pub use start_state::{StartState, StartStateError};
pub use xcheck_agent::Hold;
