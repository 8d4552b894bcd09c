//! Bodies in flight.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Empty, Full};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::Sleep;
use xcheck_model::exchange::Outcome;
use xcheck_model::tape::Note;

use crate::record::ExchangeLog;

/// Why a body broke off.
pub(crate) type BodyError = Box<dyn std::error::Error + Send + Sync>;

/// Any body, one way or the other.
pub(crate) type Body = UnsyncBoxBody<Bytes, BodyError>;

pub(crate) fn boxed<B>(body: B) -> Body
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<BodyError>,
{
    body.map_err(Into::into).boxed_unsync()
}

pub(crate) fn empty() -> Body {
    boxed(Empty::new().map_err(|never| match never {}))
}

pub(crate) fn full(bytes: impl Into<Bytes>) -> Body {
    boxed(Full::new(bytes.into()).map_err(|never| match never {}))
}

/// Which way a body goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Up,
    Down,
}

/// Passes a body on and notes what goes by.
pub(crate) struct Noted {
    body: Body,
    way: Way,
    log: Arc<ExchangeLog>,
}

impl Noted {
    /// A body whose end, on its way down, is the end of the exchange.
    pub(crate) fn wrap(body: Body, way: Way, log: Arc<ExchangeLog>) -> Body {
        if way == Way::Down && body.is_end_stream() {
            log.end(Outcome::Complete);
        }
        boxed(Self { body, way, log })
    }
}

impl HttpBody for Noted {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        match (&frame, self.way) {
            (Some(Ok(frame)), way) => {
                if let Some(data) = frame.data_ref() {
                    self.log.note(match way {
                        Way::Up => Note::RequestData(data),
                        Way::Down => Note::Data(data),
                    });
                }
                // A reader that knows the length does not ask for more.
                if way == Way::Down && self.body.is_end_stream() {
                    self.log.end(Outcome::Complete);
                }
            }
            (Some(Err(error)), Way::Down) => self.log.end(Outcome::Failed(error.to_string())),
            (None, Way::Down) => self.log.end(Outcome::Complete),
            (Some(Err(_)) | None, Way::Up) => {}
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// All of a body, or, if it breaks off or is longer than `limit`, the body as it came.
pub(crate) async fn whole(mut body: Body, limit: usize) -> Result<Vec<u8>, Body> {
    let mut read = Vec::new();
    let mut error = None;
    while let Some(frame) = body.frame().await {
        match frame.map(Frame::into_data) {
            Ok(Ok(data)) => read.extend_from_slice(&data),
            Ok(Err(_trailers)) => {}
            Err(broken) => error = Some(broken),
        }
        if error.is_some() || read.len() > limit {
            let read = VecDeque::from([Bytes::from(read)]);
            return Err(boxed(Resumed { read, error, rest: body }));
        }
    }
    Ok(read)
}

/// A body of which some was read already.
pub(crate) struct Resumed {
    pub(crate) read: VecDeque<Bytes>,
    /// What reading ended with, if not well.
    pub(crate) error: Option<BodyError>,
    pub(crate) rest: Body,
}

impl HttpBody for Resumed {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        if let Some(piece) = self.read.pop_front() {
            return Poll::Ready(Some(Ok(Frame::data(piece))));
        }
        if let Some(error) = self.error.take() {
            return Poll::Ready(Some(Err(error)));
        }
        Pin::new(&mut self.rest).poll_frame(context)
    }
}

/// A body that lets what was sent reach the browser before it breaks off.
///
/// The connection is dropped with all that is still buffered as soon as a body fails,
/// but without a proxy the browser would have seen what came before.
pub(crate) struct LateError {
    body: Body,
    error: Option<(BodyError, Pin<Box<Sleep>>)>,
}

/// Enough for a flush on loopback.
const FLUSH_TIME: Duration = Duration::from_millis(10);

impl LateError {
    pub(crate) fn wrap(body: Body) -> Body {
        boxed(Self { body, error: None })
    }
}

impl HttpBody for LateError {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        if self.error.is_none() {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Err(error)) => {
                    self.error = Some((error, Box::pin(tokio::time::sleep(FLUSH_TIME))));
                }
                frame => return Poll::Ready(frame),
            }
        }
        if let Some((_, sleep)) = &mut self.error {
            ready!(sleep.as_mut().poll(context));
        }
        Poll::Ready(self.error.take().map(|(error, _)| Err(error)))
    }

    fn is_end_stream(&self) -> bool {
        self.error.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
