//! Somebody who answers as a test wants it, and a server with it.

// Not every test needs all of this.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use grundy::budget::Progress;
use grundy_desk::{Kind, Reply, Watch};
use grundy_web::client::Client;
use grundy_web::{Answers, Server, Settings, Sizes, Stop};
use serde_json::{Value, json};

/// Answers by these fields of a question:
/// `work`: so many milliseconds, with progress ten times a second;
/// `panic`: whether to; `size`: an answer of so many bytes; `kind`: the kind of the answer.
pub struct Fake {
    /// How many are at work.
    pub at_work: AtomicUsize,
    cancelled: Mutex<Sender<Instant>>,
}

impl Answers for Fake {
    fn reply(&self, question: &[u8], watch: &Watch) -> Reply {
        let asked: Value = serde_json::from_slice(question).unwrap_or_default();
        if asked["panic"] == true {
            panic!("as a test wants it");
        }
        if let Some(size) = asked["size"].as_u64() {
            return Reply {
                text: format!("\"{}\"", "x".repeat(size as usize - 2)),
                kind: Kind::Answered,
            };
        }
        let started = Instant::now();
        let time = Duration::from_millis(asked["work"].as_u64().unwrap_or(0));
        self.at_work.fetch_add(1, Ordering::SeqCst);
        let mut kind = match asked["kind"].as_str() {
            Some("bad") => Kind::BadRequest,
            Some("refused") => Kind::Refused,
            Some("costly") => Kind::OverBudget,
            _ => Kind::Answered,
        };
        let mut states = 0;
        while started.elapsed() < time {
            let cancel = watch.cancel.as_ref();
            if cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
                let _ = self.cancelled.lock().unwrap().send(Instant::now());
                kind = Kind::Cancelled;
                break;
            }
            if let Some(listener) = &watch.progress {
                states += 1;
                listener(&Progress {
                    what: "search",
                    states,
                    bytes: 0,
                    goal: None,
                    elapsed: started.elapsed(),
                    rares: None,
                    largest: None,
                });
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.at_work.fetch_sub(1, Ordering::SeqCst);
        // On several lines, as JSON may be.
        let text = json!({"id": asked["id"], "kind": format!("{kind:?}")});
        let text = text.to_string().replace(",\"", ",\n\"");
        Reply { text, kind }
    }
}

/// A server that runs until it is dropped.
pub struct Running {
    pub address: SocketAddr,
    pub fake: Arc<Fake>,
    pub stop: Stop,
    /// When a question was cancelled.
    pub cancelled: Receiver<Instant>,
    thread: Option<JoinHandle<std::io::Result<()>>>,
}

impl Running {
    pub fn new(settings: Settings) -> Running {
        let (sender, cancelled) = channel();
        let fake = Arc::new(Fake {
            at_work: AtomicUsize::new(0),
            cancelled: Mutex::new(sender),
        });
        let settings = Settings {
            port: 0,
            ..settings
        };
        let server = Server::bind(settings, fake.clone()).unwrap();
        let (address, stop) = (server.address(), server.stop());
        let thread = std::thread::spawn(move || server.run());
        Running {
            address,
            fake,
            stop,
            cancelled,
            thread: Some(thread),
        }
    }

    /// Lanes of known sizes, whatever the machine.
    pub fn narrow() -> Running {
        Running::new(Settings {
            sizes: narrow(),
            ..Settings::default()
        })
    }

    pub fn client(&self) -> Client {
        Client::connect(self.address).unwrap()
    }

    /// Waits until so many questions are at work.
    pub fn wait_for_work(&self, count: usize) {
        let begun = Instant::now();
        while self.fake.at_work.load(Ordering::SeqCst) != count {
            assert!(begun.elapsed() < Duration::from_secs(60), "nobody works");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Stops it, and waits for the end; how long that took.
    pub fn end(&mut self) -> Duration {
        let begun = Instant::now();
        self.stop.now();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
        begun.elapsed()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// One seat in each lane, and little room to wait.
pub fn narrow() -> Sizes {
    Sizes {
        quick: 1,
        long: 1,
        overtime: 1,
        quick_waiting: 2,
        long_waiting: 1,
        ..Sizes::default()
    }
}

/// The code of an error in a response.
pub fn code(text: &str) -> String {
    let told: Value = serde_json::from_str(text).unwrap_or_default();
    told["error"]["code"].as_str().unwrap_or("").to_string()
}

/// The sentence of an error in a response.
pub fn message(text: &str) -> String {
    let told: Value = serde_json::from_str(text).unwrap_or_default();
    told["error"]["message"].as_str().unwrap_or("").to_string()
}
