//! The page of grundy: a server on this computer for the whole workbench in a browser.
//!
//! The page (built from `web/`) is inside the program. It asks its questions at `POST /api/ask`,
//! as JSON; the desk ([`grundy_desk`], or whoever else
//! implements [`Answers`]) answers them. The server itself knows no game and
//! no mathematics.
//!
//! ```
//! use std::sync::Arc;
//! use grundy::{budget::Budget, text::Lang};
//! use grundy_desk::Desk;
//! use grundy_web::client::Client;
//! use grundy_web::{Server, Settings};
//!
//! let desk = Desk::new(Budget::default(), Lang::En);
//! let settings = Settings { port: 0, ..Settings::default() };
//! let server = Server::bind(settings, Arc::new(desk)).unwrap();
//! let (address, stop) = (server.address(), server.stop());
//! let serving = std::thread::spawn(move || server.run());
//!
//! let mut client = Client::connect(address).unwrap();
//! let answer = client.ask(r#"{"game": "nim", "position": "3,5,7"}"#).unwrap();
//! assert_eq!(answer.status, 200);
//! assert!(answer.text().contains(r#""outcome":"N""#));
//! stop.now();
//! serving.join().unwrap().unwrap();
//! ```
//!
//! # Limits
//!
//! One person's computer, or a class room that trusts each other: there are no accounts and no
//! encryption. It speaks HTTP/1.1. Everything is bounded: connections, the size of questions, the
//! time for head and body, questions at work and waiting ([`Sizes`]), and the bytes of questions
//! and answers under way. What one question may cost is the business of whoever answers; the memory
//! of all is that many times [`Sizes::threads`].

mod answers;
mod ask;
mod assets;
pub mod client;
mod events;
mod guard;
mod lanes;
mod race;
mod refusal;
mod room;
mod routes;
mod serve;

pub use crate::answers::Answers;
pub use crate::lanes::Sizes;
pub use crate::serve::{CannotListen, Server, Settings, Stop};

/// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
