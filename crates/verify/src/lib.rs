//! Checkers of certificates, and nothing that finds.
//!
//! A certificate is a short text that claims a theorem about a game and carries what is
//! needed to verify it. Whoever finds laws may be clever and wrong; what is accepted here
//! follows from the rules of the game by a theorem whose every premise is checked:
//!
//! | certificate | claim | module |
//! |---|---|---|
//! | `grundy heap certificate 1` | G(n + p) = G(n) + s for all n ≥ start, of a take-and-break code | [`heap`] |
//! | `grundy law certificate 2` | an automaton that reads positions knows the lost ones, or the values | [`law`] |
//! | `grundy family certificate 1` | a law g(n) = f(n mod p(k), k) of all games of a family with a parameter k | [`law::family`] |
//! | `grundy heaps certificate 1` | the value of a row of any number of heaps is the xor of what they count | [`law::heaps`] |
//! | `grundy sentence certificate 1` | a sentence about values at several positions follows from such a law | [`law::sentence`] |
//! | `grundy moore certificate 1` | who loses sums of heaps of which at most k change in a move | [`law::moore`] |
//! | `grundy misère quotient 1` | a finite monoid knows the misère outcome of every sum of heaps | [`misere`] |
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_verify::{Checked, check};
//! let text = grundy::notation::sealed::seal(
//!     "grundy heap certificate 1\ncode 0.77\nstart 71\nperiod 12\nsaltus 0\nlemma 168\n",
//! );
//! let Checked::Heap(kayles) = check(&text, &Budget::default()).unwrap() else { panic!() };
//! assert!(kayles.proven);
//! let lie = text.replace("period 12", "period 6");
//! assert!(check(&lie, &Budget::default()).is_err());
//! ```
//!
//! # Reading guide
//!
//! Which file decides what, in the order in which to read, with its lines of code (without comments, blank lines and
//! tests; a test counts them). A period or a misère quotient is one file, an hour each. Laws have two foundations, each an hour or
//! two, that every claim about rules stands on; after them each kind of claim is less than an hour.
//!
//! | file | code | what it decides |
//! |---|---|---|
//! | `lib.rs` | 97 | which kind a text is |
//! | **periods** | | |
//! | `heap.rs` | 545 | the four theorems about heap sequences, with values from the definition |
//! | **misère quotients** | | |
//! | `misere.rs` | 217 | the monoid, its classes, the closure of pairs |
//! | **laws, first foundation: what the rules say** | | |
//! | `law/text.rs` | 152 | the title, the rules and the checksum of every certificate about rules |
//! | `law/form.rs` | 240 | linear forms and conditions on them, exact |
//! | `law/lower.rs` | 523 | moves, domain, declared ends and measure, step by step |
//! | `law/numbers.rs` | 618 | numbers: cases, and variables that are defined |
//! | `law/conditions.rs` | 399 | conditions |
//! | **laws, second foundation: are there numbers that break a premise?** | | |
//! | `law/numeration.rs` | 142 | how numbers are written |
//! | `law/atom.rs` | 249 | one condition, followed digit by digit |
//! | `law/follow.rs` | 65 | the same, remembered |
//! | `law/space.rs` | 371 | all conditions at once |
//! | `law/sets.rs` | 139 | numbers that are only said to exist |
//! | `law/search.rs` | 172 | the search for numbers |
//! | `law/question.rs` | 267 | a question put together from the conditions of rules |
//! | **laws by automata** | | |
//! | `law/certificate.rs` | 220 | the text of the certificate |
//! | `law/mod.rs` | 503 | order, lost positions, values |
//! | `facts.rs` | 440 | what is known of primes and other sets that are not automatic |
//! | `law/takeaway.rs` | 118 | Schwenk's theorem |
//! | `law/sentence.rs` | 227 | what follows from a law |
//! | **laws of all games of a family** | | |
//! | `law/family/certificate.rs` | 162 | the text of the certificate |
//! | `law/family/mod.rs` | 388 | the premises |
//! | **laws of rows of heaps** | | |
//! | `law/heaps/certificate.rs` | 177 | the text of the certificate |
//! | `law/heaps/near.rs` | 402 | moves, read near one place |
//! | `law/heaps/mod.rs` | 239 | the premises |
//! | **Moore's theorem** | | |
//! | `law/moore.rs` | 151 | text and premises |
//! | **nothing depends on these** | | |
//! | `law/family/words.rs` | 170 | the law of a family as a formula for people |
//! | `law/reading.rs` | 294 | what the rules say, position by position: compared with the oracle by tests |
//!
//! What is trusted: this crate; the reading of codes and certificates in the library; and for
//! laws the parser of the rule language and its checked form. Nothing that computes, searches
//! or proves elsewhere is used. The checksum in a certificate guards against damage in
//! transit, not against forgery: what is claimed is verified.
//!
//! Limits: budgets. A check that would cost more than it is allowed is an error, never a
//! verdict.

mod facts;
pub mod heap;
pub mod law;
pub mod misere;

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy::text::Text;

/// What kinds of certificates there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The period of a heap sequence.
    Heap,
    /// A law by an automaton.
    Law,
    /// A law of all games of a family.
    Family,
    /// A law of rows of any number of heaps.
    Heaps,
    /// What follows from such a law.
    Sentence,
    /// Moore's theorem about moves in several heaps.
    Moore,
    /// A misère quotient.
    Misere,
}

impl Kind {
    /// What a text says it is; `None` if it is no certificate.
    pub fn of(text: &str) -> Option<Kind> {
        let first = text
            .lines()
            .next()
            .unwrap_or("")
            .trim_start_matches('\u{feff}');
        let begins = |title: &str| first.starts_with(title);
        match () {
            () if begins("grundy heap certificate") => Some(Kind::Heap),
            () if begins("grundy law certificate") => Some(Kind::Law),
            () if begins("grundy family certificate") => Some(Kind::Family),
            () if begins("grundy heaps certificate") => Some(Kind::Heaps),
            () if begins("grundy sentence certificate") => Some(Kind::Sentence),
            () if begins("grundy moore certificate") => Some(Kind::Moore),
            () if begins("grundy misère quotient") => Some(Kind::Misere),
            () => None,
        }
    }
}

/// A certificate whose claim was verified.
#[derive(Clone, Debug)]
pub enum Checked {
    /// The period of a heap sequence.
    Heap(heap::Checked),
    /// A law by an automaton.
    Law(Box<law::Theorem>),
    /// A law of all games of a family.
    Family(Box<law::family::Theorem>),
    /// A law of rows of any number of heaps.
    Heaps(Box<law::heaps::Theorem>),
    /// What follows from such a law.
    Sentence(Box<law::sentence::Sentence>),
    /// Moore's theorem about moves in several heaps.
    Moore(Box<law::moore::Theorem>),
    /// A misère quotient.
    Misere(misere::Checked),
}

/// A certificate about rules whose claim was verified. Only its checker makes one.
#[derive(Clone, Debug)]
pub struct Theorem<C> {
    certificate: C,
    nodes: u64,
}

impl<C> Theorem<C> {
    pub(crate) fn new(certificate: C, meter: &Meter) -> Theorem<C> {
        let nodes = meter.states();
        Theorem { certificate, nodes }
    }

    /// The certificate.
    pub fn certificate(&self) -> &C {
        &self.certificate
    }

    /// How many nodes were searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Verifies a certificate of any kind.
pub fn check(text: &str, budget: &Budget) -> Result<Checked, Error> {
    let text = text.trim_start_matches('\u{feff}');
    match Kind::of(text) {
        Some(Kind::Heap) => heap::check(text, budget).map(Checked::Heap),
        Some(Kind::Law) => law::check(text, budget).map(|law| Checked::Law(Box::new(law))),
        Some(Kind::Family) => {
            law::family::check(text, budget).map(|law| Checked::Family(Box::new(law)))
        }
        Some(Kind::Heaps) => {
            law::heaps::check(text, budget).map(|law| Checked::Heaps(Box::new(law)))
        }
        Some(Kind::Sentence) => {
            let sentence = law::sentence::check(text, budget)?;
            Ok(Checked::Sentence(Box::new(sentence)))
        }
        Some(Kind::Moore) => {
            law::moore::check(text, budget).map(|law| Checked::Moore(Box::new(law)))
        }
        Some(Kind::Misere) => misere::check(text, budget).map(Checked::Misere),
        None => refuse("this is not a certificate", "这不是证书"),
    }
}

/// A certificate that does not hold, and why.
pub(crate) fn refused(en: impl Into<String>, zh: impl Into<String>) -> Error {
    Error::BadCertificate {
        because: Text::new(en.into(), zh.into()),
    }
}

/// The same as a result.
pub(crate) fn refuse<T>(en: impl Into<String>, zh: impl Into<String>) -> Result<T, Error> {
    Err(refused(en, zh))
}

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
