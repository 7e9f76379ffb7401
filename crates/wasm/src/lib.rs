//! The desk for the browser: one function from text to text, as WebAssembly.
//!
//! `cargo xtask site` makes two modules of this crate: `grundy-laws.wasm` is the whole desk,
//! `grundy.wasm` is the desk without what finds, proves and checks laws (the feature `laws`), and
//! a third smaller. A page loads the small one in a worker. Where that refuses a question with
//! the code `needs_laws`, the page loads the whole one and asks it the same question; to any
//! other question both give the same answer. The desk remembers nothing that a question would
//! have to be asked again for, so one may take the place of the other at any time.
//!
//! A module asks for three functions, by the names of `env`:
//!
//! | import | |
//! |---|---|
//! | `now() -> f64` | milliseconds since any fixed moment, as `performance.now()` tells them |
//! | `progress(at, length)` | how far long work is: JSON, only valid during the call |
//! | `failed(at, length)` | a defect of ours, in words, only valid during the call; a trap follows |
//!
//! and has, besides `memory`:
//!
//! | export | |
//! |---|---|
//! | `room(length) -> at` | room for a question in UTF-8; 0 if there is none |
//! | `ask(at, length) -> BigInt` | takes that room back and answers: where the answer is in the upper half, its length in the lower |
//! | `release(at, length)` | the answer was read |
//!
//! ```js
//! const env = { now: () => performance.now(), progress: () => {}, failed: () => {} };
//! const { instance } = await WebAssembly.instantiateStreaming(fetch("grundy.wasm"), { env });
//! const { memory, room, ask, release } = instance.exports;
//! const question = new TextEncoder().encode('{"game":"nim","position":"3,5,7"}');
//! const at = room(question.length);
//! new Uint8Array(memory.buffer, at, question.length).set(question);
//! const both = BigInt.asUintN(64, ask(at, question.length));
//! const [from, length] = [Number(both >> 32n), Number(both & 0xffffffffn)];
//! const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, from, length)));
//! release(from, length);
//! ```
//!
//! (`memory.buffer` is another object after every call that needed more memory.) While a
//! question is answered the worker hears nothing: whoever wants to stop it ends the worker
//! and starts another with the same compiled module. After a trap the instance must not be
//! used again; a trap without `failed` means that memory ran out.
//!
//! On other targets the crate is only [`desk`] and [`spoken`], so that they can be tested there.
//!
//! Limits: one question at a time, no threads, no files. Memory never gets smaller, so a
//! question may hold less here than on a desktop ([`MOST_BYTES`]).

#[cfg(target_family = "wasm")]
mod door;

use grundy::budget::Budget;
use grundy::text::Lang;
use grundy_desk::Desk;
use serde::Deserialize;

/// What tables may hold here: telephones have no more to give to one page.
pub const MOST_BYTES: u64 = 512 << 20;

/// The desk as the browser has it. There is no limit of time: whoever waits can stop it.
pub fn desk() -> Desk {
    Desk::new(Budget::default().with_bytes(MOST_BYTES), Lang::En)
}

/// The language of a question, for what is told of it before it is answered.
///
/// ```
/// use grundy::text::Lang;
/// assert_eq!(grundy_wasm::spoken(br#"{"ask":"look","lang":"zh"}"#), Lang::Zh);
/// assert_eq!(grundy_wasm::spoken(b"?"), Lang::En);
/// ```
pub fn spoken(question: &[u8]) -> Lang {
    #[derive(Default, Deserialize)]
    struct Question {
        lang: Option<String>,
    }
    let question: Question = serde_json::from_slice(question).unwrap_or_default();
    match question.lang.as_deref() {
        Some("zh") => Lang::Zh,
        _ => Lang::En,
    }
}
