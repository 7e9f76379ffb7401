//! The text of a law's certificate, read and written: its one home.
//!
//! ```text
//! grundy law certificate 2
//! claim lost                     (or: values plain, values power, takeaway)
//! order sum                      (or: lexicographic 0 1, or: rising 21)
//! numeration base 2
//! game bachet                    (and so on: the rules, see `text`)
//! …
//! automaton 4 states 1 tracks
//! accepting 0
//! 0: 0 1
//! 1: 2 3
//! …
//! sum 8f2a…
//! ```
//!
//! A row of the automaton names, for each letter, the next state, or `-` where nothing more is
//! accepted; the digit of the first track runs fastest. The tracks are the coordinates, then
//! the value. The last line is a checksum of the lines before it against damage in
//! transit; the claim itself is verified by [`super::check`].

use std::fmt::{self, Write};

use grundy::error::Error;
use grundy::notation::sealed;

use super::numeration::Numeration;
pub use super::text::Source;
use super::text::{Lines, open, unreadable};

/// The first line.
pub const TITLE: &str = "grundy law certificate 2";
/// The largest automaton that a certificate may hold.
const MOST_STATES: usize = 1 << 20;
/// The largest alphabet: tuples of digits.
const MOST_LETTERS: usize = 1 << 16;
/// More coordinates than any state has.
const MOST_TRACKS: usize = 16;

/// What a certificate claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The automaton accepts exactly the lost positions.
    Lost,
    /// The automaton accepts exactly the positions with their values.
    Values,
    /// The same, with 2^v for the value v.
    Powers,
    /// What may be taken depends on what was taken, and Schwenk's theorem tells the lost
    /// positions; the automaton plays no part.
    Takeaway,
}

impl Claim {
    /// Whether the automaton reads a value too.
    fn has_values(self) -> bool {
        matches!(self, Claim::Values | Claim::Powers)
    }

    const NAMES: [(Claim, &'static str); 4] = [
        (Claim::Lost, "lost"),
        (Claim::Values, "values plain"),
        (Claim::Powers, "values power"),
        (Claim::Takeaway, "takeaway"),
    ];
}

/// The order along which the induction runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// The sum of the coordinates falls.
    Sum,
    /// The coordinates fall in this order of their importance.
    Lexicographic(Vec<usize>),
    /// The sum of the coordinates rises, and is never greater than this.
    Rising(u64),
}

/// A deterministic automaton. The start state is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    letters: usize,
    next: Vec<u32>,
    accepting: Vec<bool>,
}

/// The transition from which nothing is accepted.
pub const DEAD: u32 = u32::MAX;

impl Automaton {
    /// An automaton without states.
    pub fn new(letters: usize) -> Automaton {
        Automaton {
            letters,
            next: Vec::new(),
            accepting: Vec::new(),
        }
    }

    /// Adds a state with one transition for each letter; `false` if there are more or fewer.
    pub fn add(&mut self, accepting: bool, row: &[u32]) -> bool {
        self.next.extend_from_slice(row);
        self.accepting.push(accepting);
        row.len() == self.letters
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The state after a letter, or [`DEAD`].
    pub fn next(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize * self.letters + letter]
    }

    /// Whether what led to a state is accepted.
    pub fn accepting(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    fn row(&self, state: usize) -> &[u32] {
        &self.next[state * self.letters..][..self.letters]
    }

    /// Whether a tuple of numbers is accepted.
    pub fn accepts(&self, numeration: Numeration, numbers: &[u64]) -> bool {
        let digits: Vec<Vec<u8>> = numbers.iter().map(|&n| numeration.digits(n)).collect();
        let longest = digits.iter().map(Vec::len).max().unwrap_or(0);
        let base = numeration.digit_count();
        let mut state = 0;
        for left in (1..=longest).rev() {
            let digit = |d: &Vec<u8>| d.len().checked_sub(left).map_or(0, |at| d[at]);
            let letter =
                { digits.iter().rev() }.fold(0, |letter, d| letter * base + usize::from(digit(d)));
            state = self.next(state, letter);
            if state == DEAD {
                return false;
            }
        }
        self.accepting(state)
    }
}

/// A claim about the rules in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub source: Source,
    /// What is claimed.
    pub claim: Claim,
    /// The order along which the induction runs.
    pub order: Order,
    /// How numbers are written.
    pub numeration: Numeration,
    /// How many numbers the automaton reads at once.
    pub tracks: usize,
    /// The law.
    pub automaton: Automaton,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claim = Claim::NAMES.iter().find(|(claim, _)| *claim == self.claim);
        let mut text = format!("{TITLE}\nclaim {}\n", claim.map_or("", |c| c.1));
        match &self.order {
            Order::Sum => text.push_str("order sum\n"),
            Order::Lexicographic(by) => {
                let by: Vec<String> = by.iter().map(usize::to_string).collect();
                writeln!(text, "order lexicographic {}", by.join(" "))?;
            }
            Order::Rising(most) => writeln!(text, "order rising {most}")?,
        }
        writeln!(text, "numeration {}", self.numeration.code())?;
        self.source.write(&mut text)?;
        let automaton = &self.automaton;
        let states = automaton.states();
        write!(
            text,
            "automaton {states} states {} tracks\naccepting",
            self.tracks
        )?;
        for state in (0..states as u32).filter(|&s| automaton.accepting(s)) {
            write!(text, " {state}")?;
        }
        text.push('\n');
        for state in 0..states {
            write!(text, "{state}:")?;
            for &to in automaton.row(state) {
                match to {
                    DEAD => text.push_str(" -"),
                    to => write!(text, " {to}")?,
                }
            }
            text.push('\n');
        }
        f.write_str(&sealed::seal(&text))
    }
}

impl Certificate {
    /// Reads a certificate. That says nothing yet about its claim.
    pub fn read(text: &str) -> Result<Certificate, Error> {
        let body = open(text, TITLE)?;
        let mut lines = Lines(body.lines());
        let claimed = lines.field("claim")?;
        let claim = Claim::NAMES.iter().find(|(_, name)| *name == claimed);
        let claim = claim.ok_or_else(|| unreadable(claimed))?.0;
        let order = lines.field("order")?;
        let code = lines.field("numeration")?;
        let numeration = Numeration::from_code(code).ok_or_else(|| unreadable(code))?;
        let source = lines.source()?;
        let head = lines.line();
        let words: Vec<&str> = head.split_whitespace().collect();
        let (states, tracks): (usize, usize) = match words[..] {
            ["automaton", states, "states", tracks, "tracks"] => {
                let numbers = states.parse().ok().zip(tracks.parse().ok());
                numbers.ok_or_else(|| unreadable(head))?
            }
            _ => return Err(unreadable(head)),
        };
        let dimension = tracks.checked_sub(usize::from(claim.has_values()));
        let dimension = dimension.filter(|d| (1..MOST_TRACKS).contains(d));
        let dimension = dimension.ok_or_else(|| unreadable(head))?;
        Ok(Certificate {
            source,
            claim,
            order: read_order(order, dimension)?,
            numeration,
            tracks,
            automaton: read_automaton(lines, numeration, states, tracks)?,
        })
    }

    /// How many coordinates a position has.
    pub fn dimension(&self) -> usize {
        self.tracks - usize::from(self.claim.has_values())
    }
}

/// The greatest bound on a sum that rises.
const HIGHEST: u64 = 1 << 40;

fn read_order(text: &str, dimension: usize) -> Result<Order, Error> {
    if text == "sum" {
        return Ok(Order::Sum);
    }
    if let Some(most) = text.strip_prefix("rising ") {
        let most = most.parse().ok().filter(|most| *most <= HIGHEST);
        return most.map(Order::Rising).ok_or_else(|| unreadable(text));
    }
    let by: Option<Vec<usize>> = text.strip_prefix("lexicographic").and_then(|rest| {
        let places = rest.split_whitespace().map(|w| w.parse().ok());
        places.collect()
    });
    let mut sorted = by.clone().unwrap_or_default();
    sorted.sort_unstable();
    match by {
        Some(by) if sorted.iter().copied().eq(0..dimension) => Ok(Order::Lexicographic(by)),
        _ => Err(unreadable(text)),
    }
}

fn read_automaton(
    mut lines: Lines<'_>,
    numeration: Numeration,
    states: usize,
    tracks: usize,
) -> Result<Automaton, Error> {
    let letters = numeration.digit_count().checked_pow(tracks as u32);
    let letters = letters.filter(|l| *l <= MOST_LETTERS);
    let letters = letters.ok_or_else(|| unreadable("its tracks"))?;
    if states == 0 || states > MOST_STATES {
        return Err(unreadable("its states"));
    }
    let accepting = lines.line();
    let accepted = accepting.strip_prefix("accepting");
    let accepted = accepted.filter(|rest| rest.is_empty() || rest.starts_with(' '));
    let mut accepts = vec![false; states];
    for word in accepted
        .ok_or_else(|| unreadable(accepting))?
        .split_whitespace()
    {
        let state = word.parse().ok().and_then(|s: usize| accepts.get_mut(s));
        *state.ok_or_else(|| unreadable(accepting))? = true;
    }
    let mut automaton = Automaton::new(letters);
    for (state, accepts) in accepts.into_iter().enumerate() {
        let line = lines.line();
        let row = line.strip_prefix(&format!("{state}:"));
        let row = row.ok_or_else(|| unreadable(line))?.split_whitespace();
        let row: Option<Vec<u32>> = row
            .map(|word| match word {
                "-" => Some(DEAD),
                word => word.parse().ok().filter(|to| (*to as usize) < states),
            })
            .collect();
        if !automaton.add(accepts, &row.ok_or_else(|| unreadable(line))?) {
            return Err(unreadable(line));
        }
    }
    lines.end()?;
    Ok(automaton)
}
