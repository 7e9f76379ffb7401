//! Certificates: a law as a small text that can be checked from the rules alone.
//!
//! ```text
//! grundy heap certificate 1
//! code 0.77
//! start 71
//! period 12
//! saltus 0
//! lemma 192
//! sum 8f2a…
//! ```
//!
//! The line after the saltus names the theorem with what it needs: `lemma N`,
//! `window THEN NOW W REACH SETTLED`, `state THEN NOW`, or `observed N`. A line `mask B`
//! or `mask B alternating` before it tells which sparse space makes checking
//! quick; it need not be trusted. The last line is a checksum of the lines
//! before it against damage in transit. This module only reads and writes; the
//! claim is verified by the checker, a crate that nothing here depends on.
//!
//! ```
//! use grundy::solve::heap::certificate::Certificate;
//! use grundy::solve::heap::solve::{Options, solve};
//! let law = solve(&"0.137".parse().unwrap(), &Options::default()).unwrap().law.unwrap();
//! let certificate = Certificate::of(&law);
//! assert_eq!(certificate.to_string().parse::<Certificate>().unwrap(), certificate);
//! ```

use std::fmt;
use std::str::FromStr;

use super::code::Rules;
use super::period::{Law, Status, Theorem};
use crate::error::Error;
use crate::notation::sealed;
use crate::text::Text;

/// The first line.
pub const TITLE: &str = "grundy heap certificate 1";

/// The claim of a law, with what is needed to verify it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The game.
    pub rules: Rules,
    /// The claimed least n0.
    pub start: u64,
    /// The claimed least period.
    pub period: u64,
    /// The claimed saltus.
    pub saltus: u64,
    /// The bits of a mask that makes checking quick, and whether it alternates.
    pub mask: Option<(u32, bool)>,
    /// Which theorem proves it.
    pub ground: Ground,
}

/// What a certificate rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The periodicity lemma, with values checked below this heap.
    Lemma(u64),
    /// The window form.
    Window {
        /// The earlier heap.
        then: u64,
        /// The later heap.
        now: u64,
        /// The length W of the window.
        window: u64,
        /// How far witnesses lie at most …
        reach: u64,
        /// … from this heap on.
        settled: u64,
    },
    /// The relative state of an all-but set.
    State {
        /// The earlier heap.
        then: u64,
        /// The later heap.
        now: u64,
    },
    /// Nothing but observation below this heap.
    Observed(u64),
}

impl Certificate {
    /// The certificate of a law.
    pub fn of(law: &Law) -> Certificate {
        let ground = match law.status {
            Status::Proven(Theorem::Lemma { checked }) => Ground::Lemma(checked),
            Status::Proven(Theorem::Window {
                then,
                now,
                window,
                settled,
            }) => Ground::Window {
                then,
                now,
                window,
                reach: window - law.rules.last(),
                settled,
            },
            Status::Proven(Theorem::RelativeState { then, now }) => Ground::State { then, now },
            Status::Observed { to } => Ground::Observed(to),
        };
        Certificate {
            rules: law.rules.clone(),
            start: law.start,
            period: law.period,
            saltus: law.saltus,
            mask: law.sparseness.map(|s| (s.mask.bits, s.mask.alternating)),
            ground,
        }
    }

    fn body(&self) -> String {
        let mut text = format!(
            "{TITLE}\ncode {}\nstart {}\nperiod {}\nsaltus {}\n",
            self.rules, self.start, self.period, self.saltus
        );
        if let Some((bits, alternating)) = self.mask {
            let word = if alternating { " alternating" } else { "" };
            text += &format!("mask {bits}{word}\n");
        }
        text += &match self.ground {
            Ground::Lemma(checked) => format!("lemma {checked}\n"),
            Ground::Window {
                then,
                now,
                window,
                reach,
                settled,
            } => format!("window {then} {now} {window} {reach} {settled}\n"),
            Ground::State { then, now } => format!("state {then} {now}\n"),
            Ground::Observed(to) => format!("observed {to}\n"),
        };
        text
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sealed::seal(&self.body()))
    }
}

fn unreadable(line: usize, en: &str, zh: &str) -> Error {
    Error::BadCertificate {
        because: Text::new(
            format!("line {line}: expected {en}"),
            format!("第 {line} 行：应为{zh}"),
        ),
    }
}

impl FromStr for Certificate {
    type Err = Error;

    fn from_str(text: &str) -> Result<Certificate, Error> {
        let Some(body) = sealed::open(text) else {
            return Err(unreadable(
                text.lines().count().max(1),
                "`sum` and the checksum of the lines before it",
                "`sum` 及其前各行的校验和",
            ));
        };
        let mut lines = body.lines();
        let mut at = 0;
        let mut line = || {
            at += 1;
            (at, lines.next().unwrap_or(""))
        };
        let (at_title, title) = line();
        if title != TITLE {
            return Err(unreadable(at_title, TITLE, TITLE));
        }
        let (at_code, code) = line();
        let rules: Rules = code
            .strip_prefix("code ")
            .ok_or_else(|| unreadable(at_code, "`code` and a code", "`code` 与编码"))?
            .parse()?;
        let mut number = |word: &str| -> Result<u64, Error> {
            let (at, text) = line();
            text.strip_prefix(word)
                .and_then(|rest| rest.trim_start().parse().ok())
                .ok_or_else(|| {
                    unreadable(
                        at,
                        &format!("`{word}` and a number"),
                        &format!("`{word}` 与一个数"),
                    )
                })
        };
        let (start, period, saltus) = (number("start ")?, number("period ")?, number("saltus ")?);
        let (mut at_ground, mut ground) = line();
        let mut mask = None;
        if let Some(rest) = ground.strip_prefix("mask ") {
            let (bits, alternating) = match rest.strip_suffix(" alternating") {
                Some(bits) => (bits, true),
                None => (rest, false),
            };
            let bits = bits
                .parse()
                .map_err(|_| unreadable(at_ground, "`mask` and a number", "`mask` 与一个数"))?;
            mask = Some((bits, alternating));
            (at_ground, ground) = line();
        }
        let words: Vec<&str> = ground.split(' ').collect();
        let numbers: Option<Vec<u64>> = words[1..].iter().map(|w| w.parse().ok()).collect();
        let ground = match (words[0], numbers.as_deref()) {
            ("lemma", Some(&[checked])) => Ground::Lemma(checked),
            ("window", Some(&[then, now, window, reach, settled])) => Ground::Window {
                then,
                now,
                window,
                reach,
                settled,
            },
            ("state", Some(&[then, now])) => Ground::State { then, now },
            ("observed", Some(&[to])) => Ground::Observed(to),
            _ => {
                return Err(unreadable(
                    at_ground,
                    "`lemma`, `window`, `state` or `observed` with its numbers",
                    "`lemma`、`window`、`state` 或 `observed` 及其数",
                ));
            }
        };
        if lines.next().is_some() {
            return Err(unreadable(at_ground + 1, "the checksum", "校验和"));
        }
        Ok(Certificate {
            rules,
            start,
            period,
            saltus,
            mask,
            ground,
        })
    }
}
