//! One request and its answer.

use std::sync::Arc;

use http::uri::{PathAndQuery, Uri};
use http::{HeaderValue, StatusCode, header};
use hyper::body::Incoming;
use hyper::{Request, Response};
use xcheck_model::exchange::{Outcome, RequestHead, ResponseHead};
use xcheck_model::tape::Note;

use crate::background::is_background;
use crate::body::{Body, LateError, Noted, Way, boxed, empty};
use crate::channel;
use crate::connection::{HangUp, plain};
use crate::listen::{Shared, Source};
use crate::record::{ExchangeLog, headers_to_text};
use crate::report;
use crate::request::{
    has_body, is_websocket, limit_codings, remove_conditions, remove_hop_by_hop, wants_document,
    wants_worker,
};
use crate::rewrite::{keep_from_documents, put_agent};
use crate::target::Target;
use crate::upstream::{Kept, Upstream};
use crate::websocket;
use crate::worker::put_worker_agent;

/// Answers a request, or hangs up as the server did.
pub(crate) async fn run(
    mut request: Request<Incoming>,
    target: Target,
    shared: &Arc<Shared>,
    kept: &Kept,
) -> Result<Response<Body>, HangUp> {
    if is_background(target.host()) {
        return Ok(plain(StatusCode::FORBIDDEN, "The browser's own requests are refused.\n"));
    }
    if let Some(channel) = &shared.channel
        && channel.is_for(&request)
    {
        return Ok(channel::take(request, channel, shared).await);
    }
    if shared.agent.is_some() {
        remove_conditions(request.headers_mut());
    }
    let folder = shared.folders.iter().find(|(host, _)| host == target.host());
    if is_websocket(request.headers()) {
        let head = request_head(&request, &target);
        match (&shared.source, folder) {
            (Source::Recorded(serving), _) => {
                return websocket::serve_recorded(request, head, serving, shared).await;
            }
            (Source::Live { upstream, .. }, None) => {
                let log = shared.recorder.open(&head);
                return websocket::relay(request, target, upstream, log, shared).await;
            }
            (Source::Live { .. }, Some(_)) => {}
        }
    }
    let mut request = request.map(boxed);
    if shared.agent.is_some() {
        request = report::restore(request, &shared.policy_edits).await;
    }
    let method = request.method().clone();
    let is_document = wants_document(request.headers());
    let is_worker = wants_worker(request.headers());
    let head = request_head(&request, &target);
    let seed = shared.channel.as_ref().and_then(|channel| channel.seed(&request, &target));
    let mut response = match (&shared.source, folder) {
        (Source::Live { .. }, _) if let Some(seed) = seed => {
            noted(seed, shared.recorder.open(&head))
        }
        (Source::Recorded(serving), _) => {
            serving.answer(head, request.into_body()).await.ok_or(HangUp)?
        }
        (Source::Live { .. }, Some((_, folder))) => {
            let log = shared.recorder.open(&head);
            let response = folder.answer(&method, request.uri().path(), request.headers()).await;
            noted(response, log)
        }
        (Source::Live { upstream, .. }, None) => {
            let log = shared.recorder.open(&head);
            let response = forward(request, &target, upstream, kept, &log).await?;
            noted(response, log)
        }
    };
    let response = match &shared.agent {
        Some(agent) if is_document && has_body(&method, response.status()) => {
            let channel = shared.channel.as_ref();
            let sources = channel.map(|channel| channel.csp_sources(&target));
            let sources = sources.as_ref().map_or(&[][..], |sources| sources);
            put_agent(response, agent, sources, &shared.policy_edits).await
        }
        Some(_) if is_worker && response.status().is_success() => {
            let channel = shared.channel.as_ref();
            match channel.and_then(|channel| Some((channel.worker_agent()?, channel))) {
                Some((agent, channel)) => {
                    let sources = channel.csp_sources(&target);
                    put_worker_agent(response, agent, sources).await
                }
                None => response,
            }
        }
        Some(_) if !is_document => {
            keep_from_documents(response.headers_mut());
            response
        }
        _ => response,
    };
    Ok(response.map(LateError::wrap))
}

fn request_head<B>(request: &Request<B>, target: &Target) -> RequestHead {
    let path = request.uri().path_and_query().map_or("/", PathAndQuery::as_str);
    RequestHead {
        method: request.method().to_string(),
        url: target.url(path, is_websocket(request.headers())),
        headers: headers_to_text(request.headers()),
    }
}

/// Passes a request on to its server.
async fn forward(
    request: Request<Body>,
    target: &Target,
    upstream: &Upstream,
    kept: &Kept,
    log: &Arc<ExchangeLog>,
) -> Result<Response<Body>, HangUp> {
    let (mut parts, body) = request.into_parts();
    remove_hop_by_hop(&mut parts.headers);
    limit_codings(&mut parts.headers);
    to_origin_form(&mut parts, target);
    let body = if hyper::body::Body::is_end_stream(&body) {
        empty()
    } else {
        Noted::wrap(body, Way::Up, Arc::clone(log))
    };
    match upstream.send(kept, target, Request::from_parts(parts, body)).await {
        Ok(response) => {
            let mut response = response.map(boxed);
            remove_hop_by_hop(response.headers_mut());
            Ok(response)
        }
        Err(error) => {
            tracing::debug!(error = &error as &dyn std::error::Error, "upstream");
            log.end(Outcome::Failed(chain(&error)));
            Err(HangUp)
        }
    }
}

/// Writes the request line and host as a server expects them.
pub(crate) fn to_origin_form(parts: &mut http::request::Parts, target: &Target) {
    let path = parts.uri.path_and_query().cloned();
    parts.uri = Uri::from(path.unwrap_or_else(|| PathAndQuery::from_static("/")));
    parts.version = http::Version::HTTP_11;
    if !parts.headers.contains_key(header::HOST)
        && let Ok(host) = HeaderValue::try_from(&target.authority)
    {
        parts.headers.insert(header::HOST, host);
    }
}

/// Notes the answer's head now and its body as it goes by.
fn noted(response: Response<Body>, log: Arc<ExchangeLog>) -> Response<Body> {
    log.note(Note::Response(&response_head(&response)));
    response.map(|body| Noted::wrap(body, Way::Down, log))
}

pub(crate) fn response_head<B>(response: &Response<B>) -> ResponseHead {
    ResponseHead {
        status: response.status().as_u16(),
        headers: headers_to_text(response.headers()),
    }
}

/// An error and its causes in one line.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
