//! Output that nobody reads any more ends the program quietly, as it ends the other programs of a pipe.

/// A reader that goes away, such as `head`, is no error.
const CLOSED: i32 = 0;

/// From now on a closed standard output is no trouble to tell of: `xcheck trace F.xct | head` has what it wanted.
#[expect(clippy::exit, reason = "there is nobody left to return to")]
pub(crate) fn end_quietly() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.payload_as_str().is_some_and(is_closed) {
            std::process::exit(CLOSED);
        }
        tell(panic);
    }));
}

/// Whether `println!` gave up because of the pipe.
fn is_closed(message: &str) -> bool {
    message.starts_with("failed printing to stdout") && message.contains("Broken pipe")
}
