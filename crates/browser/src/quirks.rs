//! x
use xcheck_model::engine::Engine;
pub struct Quirk {
    pub engine: Engine,
    pub test: &'static str,
}
pub const QUIRKS: &[Quirk] = &[];
