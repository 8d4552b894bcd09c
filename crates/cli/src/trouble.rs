//! Why there is no app where one was to be: what the recording of its first page tells.

use camino::Utf8Path;
use url::Url;
use xcheck_model::exchange::{Exchange, Outcome};
use xcheck_model::tape::Recording as _;
use xcheck_trace::TraceReader;

/// More than any app needs; browsers give up at about as many.
const MOST_HOPS: usize = 15;

/// What went wrong at an address, as far as a recording that begins there tells. An answer such as 404 is trouble only
/// if nothing `else` was found: some apps live behind one.
pub(crate) fn trouble(trace: &Utf8Path, start_url: &Url, found_else: bool) -> Option<String> {
    let trace = TraceReader::open(trace).ok()?;
    told(trace.exchanges(), start_url, found_else)
}

fn told(exchanges: &[Exchange], start_url: &Url, found_else: bool) -> Option<String> {
    let mut url = start_url.clone();
    let mut rest = exchanges;
    for _ in 0..MOST_HOPS {
        url.set_fragment(None);
        let at = rest.iter().position(|it| it.request.url == url.as_str())?;
        let exchange = &rest[at];
        rest = &rest[at + 1..];
        let Some(response) = &exchange.response else {
            return Some(match &exchange.outcome {
                Outcome::Failed(why) => why.clone(),
                _ => "it does not answer".to_owned(),
            });
        };
        let status = response.head.status;
        let headers = &response.head.headers;
        let location = headers.iter().find(|(name, _)| name == "location");
        match (status, location) {
            (300..=399, Some((_, to))) => url = url.join(to).ok()?,
            (500.., _) => return Some(format!("it answers {status}")),
            (400.., _) if !found_else => return Some(format!("it answers {status}")),
            _ => return None,
        }
    }
    Some("it sends browsers from one address to the next without end".to_owned())
}
