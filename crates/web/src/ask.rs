//! `POST /api/ask`: one question, one answer, or a stream of events that ends with it
//! ([`crate::events`], if the client accepts `text/event-stream`).
//!
//! Whoever leaves drops the future, or the body, of the response; with it goes a [`Leaving`],
//! which tells the thread at work.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use grundy::text::Lang;
use grundy_desk::{Kind, Reply, Watch};
use hyper::body::Body as _;
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::events::{self, Events};
use crate::race::{First, race};
use crate::refusal::{Refusal, language};
use crate::room::Arriving;
use crate::serve::Shared;

/// A question that is too large is read to its end up to this many bytes: who still sends
/// does not hear that it was refused.
const READ_TO_THE_END: usize = 8 << 20;
/// How long a thread may take to hear that the server stops.
const STOPPING: Duration = Duration::from_millis(500);

/// Answers a question.
pub async fn ask(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let headers = request.headers();
    let lang = language(headers, shared.settings.lang);
    let is_stream = word(headers, &ACCEPT).contains("text/event-stream");
    let question = match read(request, &shared).await {
        Ok(question) => question,
        Err(refusal) => return refusal.response(None, lang),
    };
    let envelope = Envelope::read(question.bytes(), lang);
    let place = match shared.lanes.place(&envelope.verb) {
        Ok(place) => place,
        Err(refusal) => return envelope.refuse(refusal),
    };
    let begun = place.begun();
    let (sender, heard) = mpsc::channel(events::BUFFERED);
    let leaving = Leaving::default();
    let watch = Watch {
        cancel: Some(leaving.0.clone()),
        progress: is_stream.then(|| events::listener(sender, envelope.lang)),
    };
    let answers = shared.answers.clone();
    let work = place.work(move || {
        let Reply { text, kind } = answers.reply(question.bytes(), &watch);
        let text = match is_stream {
            true => events::on_one_line(text),
            false => text,
        };
        Reply { text, kind }
    });
    let reply = until_stopped(work, leaving, shared.clone());
    if is_stream {
        let lang = envelope.lang;
        let answer = async move {
            let held = reply.await.and_then(|reply| shared.hold(reply.text));
            held.unwrap_or_else(|refusal| envelope.json(refusal).into())
        };
        return Events::new(Box::pin(answer), heard, begun, lang).response();
    }
    let held = reply.await.and_then(|reply| {
        let status = status(reply.kind);
        Ok((status, shared.hold(reply.text)?))
    });
    let (status, text) = match held {
        Ok(held) => held,
        Err(refusal) => return envelope.refuse(refusal),
    };
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// The status of an answer.
fn status(kind: Kind) -> StatusCode {
    match kind {
        Kind::Answered => StatusCode::OK,
        Kind::BadRequest => StatusCode::BAD_REQUEST,
        Kind::Refused => StatusCode::UNPROCESSABLE_ENTITY,
        Kind::OverBudget | Kind::Cancelled => StatusCode::SERVICE_UNAVAILABLE,
    }
}

/// A header as text; nothing if it is none.
fn word<'a>(headers: &'a HeaderMap, name: &HeaderName) -> &'a str {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default()
}

/// Reads the question, which must say that it is JSON, be small and come soon.
async fn read(request: Request, shared: &Shared) -> Result<Arriving, Refusal> {
    let kind = word(request.headers(), &CONTENT_TYPE).split(';').next();
    let kind = kind.unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return Err(Refusal::NotJson);
    }
    let largest = shared.settings.largest_question;
    let declared = word(request.headers(), &CONTENT_LENGTH).parse::<u64>();
    if declared.is_ok_and(|length| length > READ_TO_THE_END as u64) {
        return Err(Refusal::TooLarge(largest));
    }
    let arriving = collect(request.into_body(), Arriving::new(&shared.room), largest);
    let arrived = timeout(shared.settings.body_time, arriving).await;
    arrived.unwrap_or(Err(Refusal::TooSlow))
}

async fn collect(
    mut body: Body,
    mut so_far: Arriving,
    largest: usize,
) -> Result<Arriving, Refusal> {
    let mut count = 0;
    loop {
        let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        let data = match frame {
            None if count <= largest => return Ok(so_far),
            None => return Err(Refusal::TooLarge(largest)),
            // Trailers say nothing.
            Some(Ok(frame)) => frame.into_data().unwrap_or_default(),
            // The client is gone, or its words make no sense.
            Some(Err(_)) => return Err(Refusal::TooSlow),
        };
        count += data.len();
        if count > READ_TO_THE_END {
            return Err(Refusal::TooLarge(largest));
        }
        if count <= largest && !so_far.push(&data) {
            return Err(Refusal::Overloaded(1));
        }
    }
}

/// What the server itself must know of a question.
struct Envelope {
    verb: String,
    lang: Lang,
    id: Option<Value>,
}

/// The fields that say so.
#[derive(Default, Deserialize)]
struct Fields {
    ask: Option<String>,
    lang: Option<String>,
    id: Option<Value>,
}

impl Envelope {
    /// Reads it, without the rest. What is no question has none of it; the desk will say so.
    fn read(question: &[u8], lang: Lang) -> Envelope {
        let fields: Fields = serde_json::from_slice(question).unwrap_or_default();
        Envelope {
            verb: fields.ask.unwrap_or_default(),
            lang: match fields.lang.as_deref() {
                Some("en") => Lang::En,
                Some("zh") => Lang::Zh,
                _ => lang,
            },
            id: fields.id,
        }
    }

    fn json(&self, refusal: Refusal) -> String {
        refusal.json(self.id.as_ref(), self.lang)
    }

    fn refuse(&self, refusal: Refusal) -> Response {
        refusal.response(self.id.as_ref(), self.lang)
    }
}

/// While this lives somebody wants the answer.
#[derive(Default)]
struct Leaving(Arc<AtomicBool>);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The reply; if the server stops, what the thread says to that.
async fn until_stopped(
    work: impl Future<Output = Result<Reply, Refusal>>,
    leaving: Leaving,
    shared: Arc<Shared>,
) -> Result<Reply, Refusal> {
    let mut work = pin!(work);
    match race(work.as_mut(), shared.stop.wait()).await {
        First::One(reply) => reply,
        First::Other(()) => {
            drop(leaving);
            let reply = timeout(STOPPING, work).await;
            let reply = reply.unwrap_or(Err(Refusal::Stopping))?;
            match reply.kind {
                Kind::Cancelled => Err(Refusal::Stopping),
                _ => Ok(reply),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_envelope_of_a_question_is_read() {
        let read = |text: &str| {
            let read = Envelope::read(text.as_bytes(), Lang::En);
            (read.verb, read.lang, read.id)
        };
        let question =
            r#"{"id": [1, {"a": "b"}], "lang": "zh", "ask": "st\u0075dy", "x": [[1e9]]}"#;
        let id = Some(serde_json::json!([1, {"a": "b"}]));
        assert_eq!(read(question), ("study".to_string(), Lang::Zh, id));
        for text in [
            "",
            "7",
            "[",
            "{\"ask\":7,\"lang\":\"de\"}",
            "{\"ask\":\"study\"",
        ] {
            assert_eq!(read(text), (String::new(), Lang::En, None), "{text}");
        }
    }
}
