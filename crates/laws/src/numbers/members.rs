//! Tables that tell the members of a sequence from all other numbers.
//!
//! Where a table has two values and one of them is rare, the places of the
//! rare one are a sequence themselves, and it may have a law: 1 at the squares
//! and 0 elsewhere says that the places are i².
//!
//! ```
//! use grundy_laws::find::Options;
//! use grundy_laws::numbers::{Integer, Numbers, find};
//! use grundy_laws::print::Style;
//! let square = |n: u32| u32::from(n.isqrt().pow(2) == n);
//! let values: Vec<Integer> = (0..300).map(|n| Integer::from(square(n))).collect();
//! let table = Numbers::sequence(0, &values);
//! let found = find(&table, &Options::default()).unwrap();
//! let law = found.laws[0].written(Style::Text, &table.names).to_string();
//! assert_eq!(law, "g(n) = 1 if n is one of h(0), h(1), …; 0 otherwise; h(i) = i^2");
//! ```
//!
//! Limits: at least [`FEWEST`] members, at most one of four numbers.

use dashu_int::IBig as Integer;
use grundy::catalogue::Words;
use grundy::text::{Lang, Text};

use super::{Numbers, digits, function, guesses, reading, too_large};
use crate::law::{Law, Statement};
use crate::print::Style;

/// So many members must be seen.
pub const FEWEST: usize = 8;

/// The members of a rising sequence, and what is not a member.
#[derive(Clone, Debug, PartialEq)]
pub struct Members {
    /// The law of the members.
    pub law: Box<Statement>,
    /// The number of the first member, 0 or 1.
    pub first: u64,
    /// The value at members.
    pub inside: Integer,
    /// The value elsewhere.
    pub outside: Integer,
}

impl Members {
    /// The law of the places of a rare value, if there are two values.
    pub fn guess(numbers: &Numbers) -> Option<(Words, Members)> {
        const RARE: usize = 4;
        let [_] = numbers.size[..] else { return None };
        let values = || numbers.cells.iter().flatten();
        let one = values().next()?;
        let other = values().find(|v| *v != one)?;
        if values().any(|v| v != one && v != other) {
            return None;
        }
        let count = values().filter(|v| *v == one).count();
        let (inside, outside, rare) = match count * 2 < numbers.entries() {
            true => (one, other, count),
            false => (other, one, numbers.entries() - count),
        };
        if rare < FEWEST || rare * RARE > numbers.entries() {
            return None;
        }
        let places = numbers.places().filter(|(_, value)| *value == inside);
        let places: Vec<Integer> = places.map(|(at, _)| Integer::from(at[0])).collect();
        // There are few: only a third of them is held out.
        let lower = &places[..places.len() * 2 / 3];
        let weight: usize = places.iter().map(digits).sum();
        let found = (0..2).flat_map(|first| {
            let laws = guesses(first, lower, &places).into_iter();
            laws.map(move |(words, law)| (first, words, law))
        });
        // The law must explain the places, not only that they are rare.
        let found = found.filter(|(first, _, law)| {
            let law = plain(law);
            let right = |(i, place): (u64, &Integer)| law.number(&[i]).as_ref() == Some(place);
            // It goes on rising, or looking for members would not end.
            let beyond = first + places.len() as u64;
            let rises = |i: u64| law.number(&[i]) < law.number(&[i + 1]);
            let right = (*first..).zip(&places).all(right);
            law.symbols * 4 < weight && right && (beyond..beyond + 64).all(rises)
        });
        let (first, words, law) = found.min_by_key(|(_, _, law)| reading(law))?;
        let members = Members {
            law: Box::new(law),
            first,
            inside: inside.clone(),
            outside: outside.clone(),
        };
        Some((words, members))
    }

    /// The value at a number: members are looked for by halves.
    pub fn value(&self, n: u64) -> Option<Integer> {
        let (law, sought) = (plain(&self.law), Integer::from(n));
        let member = |i: u64| law.number(&[i]);
        let (mut low, mut high) = (self.first, self.first + 1);
        while member(high)? < sought {
            low = high;
            high = high.checked_mul(2)?;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            match member(middle)? < sought {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        Some(match member(low)? == sought {
            true => self.inside.clone(),
            false => self.outside.clone(),
        })
    }

    /// How long the description is.
    pub fn symbols(&self) -> usize {
        crate::find::symbols(&self.law) + 2 + digits(&self.inside) + digits(&self.outside)
    }

    /// The law in a style, with names that are possible in it.
    pub fn written(&self, style: Style, names: &[String]) -> Text {
        let same = |text: String| Text::new(text.clone(), text);
        // Programs for recurrences count with i themselves.
        let index = match style {
            Style::Text | Style::Latex => "i",
            Style::Cpp | Style::Python => "k",
        };
        let law = plain(&self.law).written_by(style, &[index.to_string()]);
        let name = names.first().map_or("n", String::as_str);
        let (first, inside, outside) = (self.first, &self.inside, &self.outside);
        let second = first + 1;
        let rule = |lang: Lang| law.get(lang).replace("g(", "h(");
        match style {
            Style::Text => Text::new(
                format!(
                    "g({name}) = {inside} if {name} is one of h({first}), h({second}), …; {outside} otherwise; {}",
                    rule(Lang::En)
                ),
                format!(
                    "g({name}) = {inside}，当 {name} 为 h({first}), h({second}), … 之一；{outside}，其余；{}",
                    rule(Lang::Zh)
                ),
            ),
            Style::Latex => {
                let text = |lang: Lang, if_: &str, otherwise: &str| {
                    format!(
                        "g({name}) = \\begin{{cases}} {inside} & \\text{{{if_}}} {name} \\in \\{{h(i) : i \\ge {first}\\}} \\\\ {outside} & \\text{{{otherwise}}} \\end{{cases}},\\ {}",
                        rule(lang)
                    )
                };
                Text::new(
                    text(Lang::En, "if ", "otherwise"),
                    text(Lang::Zh, "若 ", "其余"),
                )
            }
            Style::Python => same(format!(
                "{}
member = g
def g({name}):
    k = {first}
    while member(k) < {name}: k += 1
    return {inside} if member(k) == {name} else {outside}",
                law.get(Lang::En)
            )),
            Style::Cpp => {
                let small = |v: &Integer| i64::try_from(v).is_ok();
                if !small(inside) || !small(outside) {
                    return same(too_large(name));
                }
                let body = format!(
                    "    long long k = {first};
    while (member::g(k) < {name}) k++;
    return member::g(k) == {name} ? {inside} : {outside};"
                );
                same(format!(
                    "namespace member {{\n{}\n}}\n{}",
                    law.get(Lang::En),
                    function(names, &body)
                ))
            }
        }
    }
}

fn plain(statement: &Statement) -> Law {
    Law {
        statement: statement.clone(),
        finder: ("", ""),
        symbols: crate::find::symbols(statement),
        explains: 0,
    }
}
