//! The stream of a question: events `progress`, at most five a second, then one event `answer`.
//!
//! While the question waits for a seat, `progress` says so; when there is nothing to say for
//! long, an empty comment keeps the connection alive.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::Response;
use grundy::text::{Lang, Text};
use hyper::body::{Bytes, Frame};
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender};
use tokio::time::{Interval, MissedTickBehavior, interval};

use grundy_desk::{Listener, progress_json};

/// Events that wait for a slow reader; more are left out.
pub const BUFFERED: usize = 4;
/// Events of progress are this far apart at least.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);
/// How often a stream looks whether it has something to say.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// A stream is silent for so many looks at most.
const SILENT_LOOKS: u32 = 15;

/// Who hears how far a question is, and writes events about it.
pub fn listener(events: Sender<Bytes>, lang: Lang) -> Arc<Listener> {
    let last = Mutex::new(None::<Instant>);
    Arc::new(move |progress| {
        // Several threads may work on one question.
        let Ok(mut last) = last.lock() else { return };
        if last.is_none_or(|last| last.elapsed() >= PROGRESS_EVERY) {
            *last = Some(Instant::now());
            let text = on_one_line(progress_json(progress, lang));
            // Whoever reads too slowly misses some.
            let _ = events.try_send(format!("event: progress\ndata: {text}\n\n").into());
        }
    })
}

/// JSON without the ends of lines, which end the data of an event.
pub fn on_one_line(text: String) -> String {
    let bytes = text.as_bytes();
    match bytes.contains(&b'\n') || bytes.contains(&b'\r') {
        // Within strings they are escaped, so these are mere blanks.
        true => text.replace(['\n', '\r'], " "),
        false => text,
    }
}

type Answer = Pin<Box<dyn Future<Output = Bytes> + Send>>;

/// The body of such a response.
pub struct Events {
    state: State,
    heard: Receiver<Bytes>,
    begun: Arc<AtomicBool>,
    started: Instant,
    looks: Interval,
    silent: u32,
    lang: Lang,
}

enum State {
    Working(Answer),
    /// The parts of the last event, in reverse.
    Answered(Vec<Bytes>),
}

impl Events {
    /// The events of a question with this `answer`; `heard` is what its listener writes,
    /// `begun` becomes true when it has a seat.
    pub fn new(
        answer: Answer,
        heard: Receiver<Bytes>,
        begun: Arc<AtomicBool>,
        lang: Lang,
    ) -> Events {
        let mut looks = interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The first tick is at once.
        looks.reset();
        Events {
            state: State::Working(answer),
            heard,
            begun,
            started: Instant::now(),
            looks,
            silent: 0,
            lang,
        }
    }

    /// The response with these events.
    pub fn response(self) -> Response {
        let mut response = Response::new(Body::new(self));
        let kind = HeaderValue::from_static("text/event-stream");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    }

    fn poll_event(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let State::Working(answer) = &mut self.state
            && let Poll::Ready(text) = answer.as_mut().poll(context)
        {
            let parts = ["\n\n".into(), text, "event: answer\ndata: ".into()];
            self.state = State::Answered(parts.into());
        }
        // What was heard before the answer comes before it.
        if let Poll::Ready(Some(event)) = self.heard.poll_recv(context) {
            return Poll::Ready(Some(event));
        }
        if let State::Answered(parts) = &mut self.state {
            return Poll::Ready(parts.pop());
        }
        while self.looks.poll_tick(context).is_ready() {
            self.silent += 1;
            if !self.begun.load(Ordering::Relaxed) {
                return Poll::Ready(Some(self.waiting()));
            }
            if self.silent > SILENT_LOOKS {
                return Poll::Ready(Some(":\n\n".into()));
            }
        }
        Poll::Pending
    }

    fn waiting(&self) -> Bytes {
        const WAITING: Text = Text::fixed(
            "waiting: other long questions are being answered",
            "等待中：正在回答其他耗时的问题",
        );
        let seconds = self.started.elapsed().as_millis() as f64 / 1000.0;
        let text = json!({
            "what": "waiting", "text": WAITING.get(self.lang), "states": 0, "seconds": seconds,
        });
        format!("event: progress\ndata: {text}\n\n").into()
    }
}

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let event = std::task::ready!(self.poll_event(context));
        self.silent = 0;
        Poll::Ready(event.map(|event| Ok(Frame::data(event))))
    }
}
