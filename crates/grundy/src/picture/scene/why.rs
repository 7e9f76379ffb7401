//! Why a position is won or lost: the numbers that decide, digit by digit.
//!
//! By Bouton's theorem and its kin the mover wins exactly when some column of the
//! binary digits does not add up to 0 (modulo 2, or modulo k + 1 in Moore's Nim). A
//! table of the digits shows which.
//!
//! ```
//! use grundy::game::Game;
//! use grundy::games::heaps::nim::Nim;
//! use grundy::picture::scene::{Show, Stage, why};
//! use grundy::text::Lang;
//! let numbers = Nim.numbers(&Stage::new(Nim.read("1,3").unwrap())).unwrap();
//! let table = why::table(&numbers, Lang::En);
//! assert_eq!(table, ["1  1  0 1", "2  3  1 1", "⊕  2  1 0"]);
//! ```

use crate::natural::{self, Natural};
use crate::picture::scene::text::{pad, width};
use crate::text::{Lang, Text};
use crate::theorem::{Theorem, component_values};

use super::{Number, Numbers, PANELS, Stage};

/// Wider numbers are not written in binary.
const DIGITS: u32 = 20;

/// The Grundy values of the components, if the theorem knows them all and there are
/// few enough to be read.
pub fn of_components<G: Theorem>(game: &G, stage: &Stage<G::Position>) -> Option<Numbers> {
    if stage.sum().len() > PANELS || stage.sum().is_empty() {
        return None;
    }
    let values = component_values(game, stage.sum())?;
    let mut each: Vec<(u32, Natural)> = stage.components().map(|c| c.0.board).zip(values).collect();
    each.sort_by_key(|(board, _)| *board);
    let named = |(board, value): (u32, Natural)| {
        let name = (board + 1).to_string();
        Number {
            of: Text::new(name.clone(), name),
            value,
            counts: true,
        }
    };
    Some(Numbers {
        each: each.into_iter().map(named).collect(),
        modulo: 2,
    })
}

/// Numbers whose nim sum decides: those of each component, after the number of its
/// board if there are several. `None` if `numbers` has none for a component, or if
/// there are more than can be read.
pub fn of_parts<P>(
    stage: &Stage<P>,
    numbers: impl Fn(&P) -> Option<Vec<Number>>,
) -> Option<Numbers> {
    if stage.sum().len() > PANELS {
        return None;
    }
    let mut each = Vec::new();
    for (board, _, on_it) in stage.boards() {
        for (_, position) in on_it {
            for mut number in numbers(position)? {
                let named = |name: &str| match stage.has_names() {
                    true => super::shortened(&format!("{}: {name}", board + 1)),
                    false => super::shortened(name),
                };
                number.of = Text::new(
                    named(number.of.get(Lang::En)),
                    named(number.of.get(Lang::Zh)),
                );
                each.push(number);
            }
        }
    }
    (1..=PANELS)
        .contains(&each.len())
        .then_some(Numbers { each, modulo: 2 })
}

/// The digits of the columns' sums.
fn column_sums(numbers: &Numbers, digits: u32) -> Vec<u32> {
    let counting = || numbers.each.iter().filter(|number| number.counts);
    (0..digits)
        .rev()
        .map(|digit| {
            let ones = counting().filter(|n| bit(&n.value, digit)).count() as u32;
            ones % numbers.modulo.max(2)
        })
        .collect()
}

fn bit(value: &Natural, digit: u32) -> bool {
    natural::small(value).is_some_and(|value| value >> digit & 1 == 1)
}

/// Whether all columns of digits add up to 0: then whoever is to move loses.
pub fn is_balanced(numbers: &Numbers) -> bool {
    let counting = || numbers.each.iter().filter(|number| number.counts);
    let highest = counting().filter_map(|n| natural::highest_bit(&n.value));
    let digits = highest.max().map_or(0, |highest| highest + 1);
    (0..digits).all(|digit| {
        let ones = counting().filter(|n| natural::bit(&n.value, digit));
        (ones.count() as u32).is_multiple_of(numbers.modulo.max(2))
    })
}

/// The table as lines: name, number, binary digits; the last line is the sum.
pub fn table(numbers: &Numbers, lang: Lang) -> Vec<String> {
    let largest = numbers.each.iter().filter_map(|n| natural::small(&n.value));
    let largest = largest.max().unwrap_or(0);
    let digits = (64 - largest.leading_zeros()).max(1);
    let binary = digits <= DIGITS
        && numbers
            .each
            .iter()
            .all(|n| natural::small(&n.value).is_some());
    if !binary {
        return Vec::new();
    }
    let sums = column_sums(numbers, digits);
    let spaced = |digits: &mut dyn Iterator<Item = u32>| {
        let digits: Vec<String> = digits.map(|d| d.to_string()).collect();
        digits.join(" ")
    };
    let mut rows: Vec<(String, String, String)> = Vec::new();
    for number in &numbers.each {
        let name = number.of.get(lang).to_string();
        if !number.counts {
            rows.push((name, format!("({})", number.value), String::new()));
            continue;
        }
        let mut written = (0..digits).rev().map(|d| u32::from(bit(&number.value, d)));
        rows.push((name, number.value.to_string(), spaced(&mut written)));
    }
    let sign = match numbers.modulo {
        2 => "⊕".to_string(),
        modulo => format!("Σ mod {modulo}"),
    };
    let total = match numbers.modulo {
        2 => sums
            .iter()
            .fold(0u64, |n, d| n << 1 | u64::from(*d))
            .to_string(),
        _ => String::new(),
    };
    rows.push((sign, total, spaced(&mut sums.iter().copied())));
    let widest = |column: fn(&(String, String, String)) -> &String| {
        rows.iter().map(|row| width(column(row))).max().unwrap_or(0)
    };
    let (names, values) = (widest(|row| &row.0), widest(|row| &row.1));
    rows.iter()
        .map(|(name, value, digits)| {
            let line = format!("{}  {}  {digits}", pad(name, names), pad(value, values));
            line.trim_end().to_string()
        })
        .collect()
}
