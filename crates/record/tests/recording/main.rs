//! What a recording holds of an execution in a real browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod frames;
mod harness;
mod schema;
mod workers;

xcheck_testkit::guard_entry!();

/// For each `name`, a `fn name(Engine)` in scope, makes the tests `name::chromium` and so on.
macro_rules! on_engines {
    ($($name:ident),* $(,)?) => {
        $(
            mod $name {
                use xcheck_testkit::matrix::{self, Engine};

                fn run(engine: Engine) {
                    if matrix::is_wanted(engine) {
                        matrix::block_on(super::$name(engine));
                    }
                }

                #[test]
                fn chromium() {
                    run(Engine::Chromium);
                }

                #[test]
                fn firefox() {
                    run(Engine::Firefox);
                }

                #[test]
                fn webkit() {
                    run(Engine::WebKit);
                }
            }
        )*
    };
}
pub(crate) use on_engines;
