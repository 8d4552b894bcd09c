//! Whether an app behind an address is still what was recorded: its servers are asked again, without a browser.
//!
//! What was fetched from the app's own origins must be answered as it was, as must scripts and style sheets from
//! anywhere. What cannot be asked without doing something (forms that are sent, connections that stay open) cannot
//! be known, and then the app is explored anew. In doubt it has changed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use camino::Utf8PathBuf;
use tokio::task::JoinSet;
use url::Url;
use xcheck_model::exchange::{BodyHash, Exchange, Outcome, RequestHead, ResponseHead};
use xcheck_model::tape::Recording as _;
use xcheck_proxy::{SEED_PATH, Upstream};
use xcheck_trace::TraceReader;

/// More questions than this take about as long as exploring.
const MOST_QUESTIONS: usize = 1000;
const AT_ONCE: usize = 8;
const LIMIT: Duration = Duration::from_secs(30);
/// Headers that change what a browser makes of a body.
const TELLING: [&str; 4] =
    ["content-type", "content-encoding", "content-security-policy", "location"];

/// What a server said, as far as it makes a difference.
type Said = (u16, Vec<(String, String)>, BodyHash);

/// A question, and every answer that was recorded: what an app remembers makes several.
type Questions = BTreeMap<String, (RequestHead, Vec<Said>)>;

/// Whether servers say what they said when the traces were recorded.
pub(crate) async fn is_unchanged(
    traces: &[Utf8PathBuf],
    origins: &[String],
    upstream: &Arc<Upstream>,
) -> bool {
    let mut questions = Questions::new();
    for trace in traces {
        let Ok(trace) = TraceReader::open(trace) else { return false };
        if !collect(trace.exchanges(), origins, &mut questions) {
            return false;
        }
    }
    if questions.is_empty() || questions.len() > MOST_QUESTIONS {
        return false;
    }
    let asked = ask_all(questions.into_values().collect(), upstream);
    tokio::time::timeout(LIMIT, asked).await.unwrap_or(false)
}

async fn ask_all(questions: Vec<(RequestHead, Vec<Said>)>, upstream: &Arc<Upstream>) -> bool {
    let mut questions = questions.into_iter();
    let mut asking = JoinSet::new();
    loop {
        while asking.len() < AT_ONCE
            && let Some((head, recorded)) = questions.next()
        {
            let upstream = Arc::clone(upstream);
            asking.spawn(async move {
                let said = upstream.ask(&head).await.map(|(head, hash)| said(&head, hash));
                said.is_some_and(|said| recorded.contains(&said))
            });
        }
        match asking.join_next().await {
            Some(Ok(true)) => {}
            Some(_) => return false,
            None => return true,
        }
    }
}

fn said(head: &ResponseHead, body: BodyHash) -> Said {
    let is_telling = |(name, _): &&(String, String)| TELLING.contains(&name.as_str());
    (head.status, head.headers.iter().filter(is_telling).cloned().collect(), body)
}

/// Takes what can be asked again; `false` if something cannot.
fn collect(exchanges: &[Exchange], origins: &[String], questions: &mut Questions) -> bool {
    for exchange in exchanges {
        let Exchange { request, response, outcome, .. } = exchange;
        let header = |name: &str| {
            let found = request.headers.iter().find(|(own, _)| own == name);
            found.map_or("", |(_, value)| value)
        };
        let origin = Url::parse(&request.url).map(|url| url.origin().ascii_serialization());
        let is_own = origin.is_ok_and(|origin| origins.contains(&origin));
        let is_code = matches!(header("sec-fetch-dest"), "script" | "style" | "worker");
        let is_ours = request.url.ends_with(SEED_PATH);
        let is_about_other = matches!(request.method.as_str(), "OPTIONS" | "HEAD");
        if is_ours || is_about_other || !(is_own || is_code) {
            continue;
        }
        // Asked under a condition, an answer says only that nothing changed since some other one.
        let is_conditional =
            ["if-none-match", "if-modified-since"].iter().any(|name| !header(name).is_empty());
        match (outcome, response) {
            _ if request.method != "GET" || !request.url.starts_with("http") => return false,
            (Outcome::Complete, Some(response)) => {
                if is_conditional {
                    continue;
                }
                let said = said(&response.head, response.body.hash.clone());
                let entry = questions.entry(request.url.clone());
                let (_, all) = entry.or_insert_with(|| (request.clone(), Vec::new()));
                all.push(said);
            }
            // The browser did not want it any more.
            (Outcome::Canceled, _) => {}
            (Outcome::Complete | Outcome::Failed(_) | Outcome::Unfinished, _) => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use xcheck_model::exchange::{BodyRef, ExchangeId, Response};

    use super::*;

    fn exchange(method: &str, url: &str, dest: &str) -> Exchange {
        let headers = vec![("sec-fetch-dest".to_owned(), dest.to_owned())];
        let body = BodyRef { hash: BodyHash::from_digest(&[7; 32]), len: 1 };
        let head = ResponseHead { status: 200, headers: Vec::new() };
        Exchange {
            id: ExchangeId(0),
            began_us: 0,
            request: RequestHead { method: method.to_owned(), url: url.to_owned(), headers },
            request_body: None,
            response: Some(Response { at_us: 0, head, body, chunks: Vec::new() }),
            messages: Vec::new(),
            ended_us: 0,
            outcome: Outcome::Complete,
        }
    }

    /// What is asked again, or nothing if it cannot be known.
    fn asked(exchanges: &[Exchange]) -> Option<Vec<String>> {
        let mut questions = Questions::new();
        let origins = ["http://app.test".to_owned()];
        collect(exchanges, &origins, &mut questions).then(|| questions.into_keys().collect())
    }

    #[test]
    fn the_apps_own_answers_and_code_from_anywhere_are_asked_for() {
        let all = [
            exchange("GET", "http://app.test/", "document"),
            exchange("GET", "http://app.test/api", "empty"),
            exchange("GET", "https://cdn.test/lib.js", "script"),
            exchange("GET", "https://ads.test/picture", "image"),
            exchange("POST", "https://ads.test/count", "empty"),
        ];
        let expected = ["http://app.test/", "http://app.test/api", "https://cdn.test/lib.js"];
        assert_eq!(asked(&all).unwrap(), expected);
    }

    #[test]
    fn what_cannot_be_asked_again_is_not_known() {
        let sent = exchange("POST", "http://app.test/order", "empty");
        assert_eq!(asked(&[sent]), None);
        let mut open = exchange("GET", "http://app.test/news", "empty");
        open.outcome = Outcome::Unfinished;
        assert_eq!(asked(&[open]), None);
        let mut left = exchange("GET", "http://app.test/", "document");
        left.outcome = Outcome::Canceled;
        assert_eq!(asked(&[left]).unwrap(), [] as [&str; 0]);
    }
}
