//! An exchange while it happens: what was noted of it so far.

use std::io;

use xcheck_model::exchange::{
    Chunk, Exchange, ExchangeId, Message, MessageKind, Outcome, RequestHead, Response,
    ResponseHead, Side,
};

use crate::body::{BodyStore, PartialBody};
use crate::chunk::ChunkWriter;
use crate::masks::Masks;

/// An exchange that has begun and not ended.
#[derive(Debug)]
pub(crate) struct UnderWay {
    began_us: u64,
    request: RequestHead,
    upload: Option<Upload>,
    response: Option<(u64, ResponseHead)>,
    body: PartialBody,
    chunks: Vec<Chunk>,
    messages: Vec<Message>,
}

/// A request's body so far.
#[derive(Debug)]
enum Upload {
    /// Kept whole, because a mask must see it.
    Held(Vec<u8>),
    Partial(PartialBody),
}

impl UnderWay {
    pub(crate) fn new(began_us: u64, request: RequestHead) -> Self {
        Self {
            began_us,
            request,
            upload: None,
            response: None,
            body: PartialBody::default(),
            chunks: Vec::new(),
            messages: Vec::new(),
        }
    }

    pub(crate) fn request_data(
        &mut self,
        bytes: &[u8],
        masks: &Masks,
        bodies: &mut BodyStore,
    ) -> io::Result<()> {
        let upload = self.upload.get_or_insert_with(|| match masks.body {
            Some(_) => Upload::Held(Vec::new()),
            None => Upload::Partial(PartialBody::default()),
        });
        match upload {
            Upload::Held(held) if held.len() + bytes.len() <= Masks::MAX_BODY_LEN => {
                held.extend_from_slice(bytes);
                Ok(())
            }
            Upload::Held(held) => {
                let mut body = PartialBody::default();
                bodies.extend(&mut body, held)?;
                bodies.extend(&mut body, bytes)?;
                *upload = Upload::Partial(body);
                Ok(())
            }
            Upload::Partial(body) => bodies.extend(body, bytes),
        }
    }

    pub(crate) fn response(&mut self, at_us: u64, head: ResponseHead) {
        self.response = Some((at_us, head));
    }

    pub(crate) fn data(
        &mut self,
        at_us: u64,
        bytes: &[u8],
        bodies: &mut BodyStore,
    ) -> io::Result<()> {
        self.chunks.push(Chunk { at_us, len: bytes.len() as u64 });
        bodies.extend(&mut self.body, bytes)
    }

    pub(crate) fn message(
        &mut self,
        at_us: u64,
        (from, kind, payload): (Side, MessageKind, &[u8]),
        masks: &Masks,
        bodies: &mut BodyStore,
        chunks: &mut ChunkWriter,
    ) -> io::Result<()> {
        let masked = masks.body(payload);
        let body = bodies.put(masked.as_deref().unwrap_or(payload), chunks)?;
        self.messages.push(Message { at_us, from, kind, body });
        Ok(())
    }

    /// When the last thing happened.
    pub(crate) fn last_us(&self) -> u64 {
        let chunk = self.chunks.last().map(|chunk| chunk.at_us);
        let message = self.messages.last().map(|message| message.at_us);
        let response = self.response.as_ref().map(|(at_us, _)| *at_us);
        [chunk, message, response].into_iter().flatten().max().unwrap_or(self.began_us)
    }

    /// Stores the bodies and gives the exchange.
    ///
    /// Masks are applied only now, when most is known of what is secret.
    pub(crate) fn end(
        mut self,
        id: ExchangeId,
        ended_us: u64,
        outcome: Outcome,
        masks: &Masks,
        bodies: &mut BodyStore,
        chunks: &mut ChunkWriter,
    ) -> io::Result<Exchange> {
        masks.headers(&mut self.request.headers);
        masks.text(&mut self.request.url);
        let request_body = match self.upload {
            Some(Upload::Held(held)) => {
                let masked = masks.body(&held).unwrap_or(held);
                Some(bodies.put(&masked, chunks)?)
            }
            Some(Upload::Partial(body)) => Some(bodies.finish(body, chunks)?),
            None => None,
        };
        let response = match self.response {
            Some((at_us, mut head)) => {
                masks.headers(&mut head.headers);
                let whole = self.body.whole();
                let masked =
                    whole.zip(masks.answer.as_ref()).and_then(|(body, mask)| mask(&head, body));
                if let Some((head, body)) = masked {
                    let body = bodies.put(&body, chunks)?;
                    let last_us = self.chunks.last().map_or(at_us, |chunk| chunk.at_us);
                    let chunks = vec![Chunk { at_us: last_us, len: body.len }];
                    Some(Response { at_us, head, body, chunks })
                } else {
                    let body = bodies.finish(self.body, chunks)?;
                    Some(Response { at_us, head, body, chunks: self.chunks })
                }
            }
            None => None,
        };
        Ok(Exchange {
            id,
            began_us: self.began_us,
            request: self.request,
            request_body,
            response,
            messages: self.messages,
            ended_us,
            outcome,
        })
    }
}
