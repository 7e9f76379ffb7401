//! What a small automaton accepts, in a form that can be read.
//!
//! An automaton with one state allows some tuples of digits at every place. One
//! that reads a single number and has few states is written as a regular
//! expression, by leaving out one state after the other (Brzozowski and
//! McCluskey 1963).
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::automata::{Engine, numeration::Numeration};
//! use grundy_laws::expansions::described;
//! let mut meter = Budget::default().meter("automata");
//! let mut engine = Engine::new(Numeration::BINARY, &mut meter);
//! let powers = engine.power_of_two(0).unwrap();
//! assert_eq!(described(&powers).unwrap(), "10*");
//! let same = engine.equal(&[(0, 1), (1, -1)], 0).unwrap();
//! assert_eq!(described(&same).unwrap(), "00, 11");
//! ```

use crate::automata::Relation;
use rustc_hash::FxHashMap;

use crate::automata::dfa::{DEAD, Dfa};
use crate::automata::relation::digits_of;

/// More states make expressions that nobody reads.
const MOST_STATES: usize = 4;
const MOST_TUPLES: usize = 8;
const LONGEST: usize = 40;
/// A digit is written as one sign.
const MOST_DIGITS: usize = 36;

/// Whether a relation allows nothing but zeros.
pub fn only_zero(relation: &Relation) -> bool {
    let dfa = relation.dfa();
    let stays = |letter: usize| dfa.next(0, letter) != DEAD;
    dfa.states() == 1 && dfa.accepting(0) && stays(0) && !(1..dfa.letters()).any(stays)
}

/// The digits that a relation allows, if that can be said shortly.
pub fn described(relation: &Relation) -> Option<String> {
    let (dfa, tracks) = (relation.dfa(), relation.variables().len());
    let base = relation.numeration().digit_count();
    let written = |letter: usize| -> String {
        let digits = digits_of(letter, base, tracks).into_iter();
        digits
            .map(|d| char::from_digit(d.into(), 36).unwrap_or('?'))
            .collect()
    };
    if tracks > 1 {
        let allowed = (0..dfa.letters()).filter(|&l| dfa.next(0, l) != DEAD);
        let allowed: Vec<String> = allowed.map(written).collect();
        let shown = dfa.states() == 1 && dfa.accepting(0) && allowed.len() <= MOST_TUPLES;
        return shown.then(|| allowed.join(", "));
    }
    if tracks == 0 {
        return None;
    }
    let whole = whole_digits(relation)?;
    let dfa = &whole;
    if dfa.states() > MOST_STATES {
        return None;
    }
    // A start of its own, at which zeros in front are not read, and an end.
    let states = dfa.states();
    let (start, end) = (states, states + 1);
    let mut edges: Vec<Vec<Option<Words>>> = vec![vec![None; states + 2]; states + 2];
    for state in 0..states {
        for (letter, &to) in dfa.row(state as u32).iter().enumerate() {
            if to == DEAD {
                continue;
            }
            let step = Words::one(written(letter));
            if state == 0 && letter > 0 {
                join(&mut edges[start][to as usize], step.clone());
            }
            join(&mut edges[state][to as usize], step);
        }
        if dfa.accepting(state as u32) {
            join(&mut edges[state][end], Words::one(String::new()));
            if state == 0 {
                join(&mut edges[start][end], Words::one(String::new()));
            }
        }
    }
    for out in 0..states {
        let around = edges[out][out].take().map(Words::repeated);
        for from in 0..states + 2 {
            let Some(first) = edges[from][out].take() else {
                continue;
            };
            let onwards = edges[out].clone();
            for (to, last) in onwards.iter().enumerate() {
                let Some(last) = last else {
                    continue;
                };
                let mut whole = first.clone();
                if let Some(around) = &around {
                    whole = whole.then(around);
                }
                join(&mut edges[from][to], whole.then(last));
            }
        }
    }
    let words = edges[start][end].take()?;
    (words.text.chars().count() <= LONGEST && !words.text.is_empty()).then_some(words.text)
}

/// An automaton for one number that reads a period at once: mixed bases become digits of
/// the base that is their product. `None` if there are too many, or if a period is no digit.
fn whole_digits(relation: &Relation) -> Option<Dfa> {
    let (dfa, numeration) = (relation.dfa(), relation.numeration());
    if numeration.period() == 1 {
        return Some(dfa.clone());
    }
    let bases = numeration.firsts();
    let letters: usize = bases.iter().map(|b| usize::from(*b)).product();
    if numeration.order() > 1 || letters > MOST_DIGITS {
        return None;
    }
    let mut whole = Dfa::new(letters, dfa.accepting(0));
    let mut number = FxHashMap::from_iter([(0u32, 0u32)]);
    let mut states = vec![0u32];
    let mut at = 0;
    while at < states.len() {
        for letter in 0..letters {
            // The digits of a period, the most significant first.
            let (mut place, mut rest, mut to) = (letters, letter, states[at]);
            for base in bases.iter().rev() {
                place /= usize::from(*base);
                if to != DEAD {
                    to = dfa.next(to, rest / place);
                }
                rest %= place;
            }
            if to == DEAD {
                continue;
            }
            let next = *number.entry(to).or_insert_with(|| {
                states.push(to);
                whole.add(dfa.accepting(to))
            });
            whole.set(at as u32, letter, next);
        }
        at += 1;
    }
    Some(whole)
}

/// A regular expression.
#[derive(Clone, PartialEq)]
struct Words {
    text: String,
    /// Whether it is a choice at the top, which must be put in brackets.
    choice: bool,
}

impl Words {
    fn one(text: String) -> Words {
        Words {
            text,
            choice: false,
        }
    }

    fn bracketed(&self) -> String {
        match self.choice {
            true => format!("({})", self.text),
            false => self.text.clone(),
        }
    }

    fn then(&self, next: &Words) -> Words {
        match (self.text.is_empty(), next.text.is_empty()) {
            (true, _) => next.clone(),
            (_, true) => self.clone(),
            _ => Words::one(self.bracketed() + &next.bracketed()),
        }
    }

    /// A part that a sign behind it belongs to as a whole.
    fn tight(&self) -> String {
        match self.text.chars().count() {
            1 => self.text.clone(),
            _ => format!("({})", self.text),
        }
    }

    fn repeated(self) -> Words {
        match self.text.is_empty() {
            true => self,
            false => Words::one(self.tight() + "*"),
        }
    }
}

/// One or the other.
fn join(place: &mut Option<Words>, other: Words) {
    *place = Some(match place.take() {
        None => other,
        Some(words) if words == other => words,
        Some(words) if words.text.is_empty() => optional(other),
        Some(words) if other.text.is_empty() => optional(words),
        Some(words) => Words {
            text: format!("{}|{}", words.text, other.text),
            choice: true,
        },
    });
}

fn optional(words: Words) -> Words {
    // What may be repeated no times is optional as it is; so is, then, what
    // comes once and is repeated.
    let signs: Vec<char> = words.text.chars().collect();
    match signs[..] {
        [_, '*'] => words,
        [a, b, '*'] if a == b => Words::one(format!("{a}*")),
        _ => Words::one(words.tight() + "?"),
    }
}
