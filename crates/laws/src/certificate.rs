//! A law as a text that can be checked from the rules alone.
//!
//! ```text
//! grundy law certificate 2
//! claim lost                     (or: values plain, values power)
//! order sum                      (or: lexicographic 0 1)
//! numeration base 2
//! game bachet
//! rules 3 lines                  (the text in the rule language)
//! game bachet
//! …
//! automaton 4 states 1 tracks
//! accepting 0
//! 0: 0 1
//! 1: 2 3
//! …
//! sum 8f2a…
//! ```
//!
//! A row of the automaton names, for each letter, the next state, or `-`
//! where nothing more is accepted; the digit of the first track runs
//! fastest. The tracks are the coordinates, then the value. The last line is
//! a checksum of the lines before it against damage in transit; the claim
//! itself is verified by [`crate::check`].

use std::fmt::Write;

use grundy::error::Error;
use grundy::notation::sealed;
use grundy::text::Text;

use crate::automata::dfa::{DEAD, Dfa, MOST_LETTERS};
use crate::automata::numeration::Numeration;
use crate::prove::{Claim, Coding, Order, Proof};
use crate::rules::{Rules, Source};

const HEAD: &str = "grundy law certificate 2";
/// The largest automaton that a certificate may hold.
const MOST_STATES: usize = 1 << 20;

/// What a certificate claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The automaton accepts the P-positions.
    Lost,
    /// The automaton accepts positions with their values.
    Values(Coding),
}

/// A claim about the rules in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub rules: Rules,
    /// What is claimed.
    pub kind: Kind,
    /// The order along which the induction runs.
    pub order: Order,
    /// How numbers are written.
    pub numeration: Numeration,
    /// The law.
    pub automaton: Dfa,
}

fn bad(en: impl Into<String>, zh: impl Into<String>) -> Error {
    Error::BadCertificate {
        because: Text::new(en.into(), zh.into()),
    }
}

impl Certificate {
    /// The certificate of a proven claim.
    pub fn of(rules: &Rules, claim: &Claim, proof: &Proof) -> Certificate {
        Certificate {
            rules: rules.clone(),
            kind: match claim {
                Claim::Lost(_) => Kind::Lost,
                Claim::Values(_, coding) => Kind::Values(*coding),
            },
            order: proof.order.clone(),
            numeration: proof.numeration,
            automaton: claim.relation().dfa().clone(),
        }
    }

    /// How many numbers the automaton reads at once.
    pub fn tracks(&self) -> usize {
        self.rules.dimension() + usize::from(self.kind != Kind::Lost)
    }

    /// The text of the certificate.
    pub fn write(&self) -> String {
        let kind = match self.kind {
            Kind::Lost => "lost",
            Kind::Values(Coding::Plain) => "values plain",
            Kind::Values(Coding::Power) => "values power",
        };
        let dfa = &self.automaton;
        let mut text = format!(
            "{HEAD}\nclaim {kind}\norder {}\nnumeration {}\n{}automaton {} states {} tracks\naccepting",
            self.order,
            self.numeration.code(),
            self.rules.source,
            dfa.states(),
            self.tracks(),
        );
        // Writing to a String cannot fail.
        for state in (0..dfa.states() as u32).filter(|&s| dfa.accepting(s)) {
            let _ = write!(text, " {state}");
        }
        text.push('\n');
        for state in 0..dfa.states() as u32 {
            let _ = write!(text, "{state}:");
            for &to in dfa.row(state) {
                let _ = match to {
                    DEAD => write!(text, " -"),
                    to => write!(text, " {to}"),
                };
            }
            text.push('\n');
        }
        sealed::seal(&text)
    }

    /// Reads a certificate. That says nothing yet about its claim.
    pub fn read(text: &str) -> Result<Certificate, Error> {
        let Some(body) = sealed::open(text) else {
            return Err(bad(
                "its checksum does not fit: it was cut short or damaged",
                "校验和不符：证书被截断或损坏",
            ));
        };
        let mut lines = body.lines();
        if lines.next() != Some(HEAD) {
            return Err(bad(
                format!("it does not begin with `{HEAD}`"),
                format!("开头不是 `{HEAD}`"),
            ));
        }
        let mut field = |name: &str| {
            let line = lines.next().unwrap_or("");
            line.strip_prefix(name)
                .map(|rest| rest.trim().to_string())
                .ok_or_else(|| {
                    bad(
                        format!("`{name}` was expected instead of `{line}`"),
                        format!("应为 `{name}`，而非 `{line}`"),
                    )
                })
        };
        let kind = match field("claim")?.as_str() {
            "lost" => Kind::Lost,
            "values plain" => Kind::Values(Coding::Plain),
            "values power" => Kind::Values(Coding::Power),
            other => {
                return Err(bad(
                    format!("unknown claim `{other}`"),
                    format!("未知论断 `{other}`"),
                ));
            }
        };
        let order = field("order")?;
        let numeration = field("numeration")?;
        let numeration = Numeration::from_code(&numeration).ok_or_else(|| {
            bad(
                format!("unknown numeration `{numeration}`"),
                format!("未知记数法 `{numeration}`"),
            )
        })?;
        let rules = Rules::of(&Source::read(&mut lines)?)?;
        let head = lines.next().unwrap_or("");
        let order = read_order(&order, rules.dimension())?;
        let tracks = rules.dimension() + usize::from(kind != Kind::Lost);
        let automaton = read_automaton(head, lines, numeration, tracks)?;
        Ok(Certificate {
            rules,
            kind,
            order,
            numeration,
            automaton,
        })
    }
}

fn read_order(text: &str, dimension: usize) -> Result<Order, Error> {
    if text == "sum" {
        return Ok(Order::Sum);
    }
    let by: Option<Vec<usize>> = text.strip_prefix("lexicographic").and_then(|rest| {
        let places = rest.split_whitespace().map(|w| w.parse().ok());
        places.collect()
    });
    let mut sorted = by.clone().unwrap_or_default();
    sorted.sort_unstable();
    match by {
        Some(by) if sorted.iter().copied().eq(0..dimension) => Ok(Order::Lexicographic(by)),
        _ => Err(bad(
            format!("unknown order `{text}`"),
            format!("未知的序 `{text}`"),
        )),
    }
}

fn read_automaton<'t>(
    head: &str,
    mut lines: impl Iterator<Item = &'t str>,
    numeration: Numeration,
    tracks: usize,
) -> Result<Dfa, Error> {
    let damaged = |line: &str| {
        let shown: String = line.chars().take(60).collect();
        bad(
            format!("the automaton cannot be read at `{shown}`"),
            format!("无法读取自动机，位于 `{shown}`"),
        )
    };
    let words: Vec<&str> = head.split_whitespace().collect();
    let states: usize = match words[..] {
        ["automaton", states, "states", t, "tracks"] if t.parse() == Ok(tracks) => {
            states.parse().map_err(|_| damaged(head))?
        }
        _ => return Err(damaged(head)),
    };
    let letters = numeration
        .digit_count()
        .checked_pow(tracks as u32)
        .filter(|l| *l <= MOST_LETTERS)
        .ok_or_else(|| damaged(head))?;
    if states == 0 || states > MOST_STATES {
        return Err(damaged(head));
    }
    let accepting = lines.next().unwrap_or("");
    let Some(accepted) = accepting.strip_prefix("accepting") else {
        return Err(damaged(accepting));
    };
    let mut dfa = Dfa::new(letters, false);
    for state in 0..states {
        let line = lines.next().unwrap_or("");
        let row = line.strip_prefix(&format!("{state}:"));
        let row = row.ok_or_else(|| damaged(line))?;
        if state > 0 {
            dfa.add(false);
        }
        let mut count = 0;
        for (letter, word) in row.split_whitespace().enumerate() {
            let to = match word {
                "-" => DEAD,
                word => word
                    .parse()
                    .ok()
                    .filter(|to| (*to as usize) < states)
                    .ok_or_else(|| damaged(line))?,
            };
            if letter >= letters {
                return Err(damaged(line));
            }
            dfa.set(state as u32, letter, to);
            count += 1;
        }
        if count != letters {
            return Err(damaged(line));
        }
    }
    for word in accepted.split_whitespace() {
        let state = word.parse().ok().filter(|s| (*s as usize) < states);
        dfa.set_accepting(state.ok_or_else(|| damaged(accepting))?, true);
    }
    match lines.next() {
        None => Ok(dfa),
        Some(line) => Err(damaged(line)),
    }
}
