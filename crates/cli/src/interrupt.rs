//! Ctrl-C and its kin.

use tokio::signal::unix::{SignalKind, signal};

use crate::exit::{Exit, Failure};

/// Runs `work` to its end, or drops it when the user wants out.
///
/// Dropping is enough: browsers, drivers and displays end with what holds them.
pub(crate) async fn unless_interrupted(
    work: impl Future<Output = Result<Exit, Failure>>,
) -> Result<Exit, Failure> {
    tokio::select! {
        outcome = work => outcome,
        () = interrupted() => {
            eprintln!("interrupted");
            Ok(Exit::Interrupted)
        }
    }
}

/// Waits for the wish to end.
pub(crate) async fn interrupted() {
    let signals = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    match signals.map(signal) {
        [Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)] => {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
        }
        // Without handlers the signals end the program the hard way, and guards clean up.
        _ => std::future::pending().await,
    }
}
