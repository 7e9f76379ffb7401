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
use crate::picture::scene::text::{self, Page, pad, width};
use crate::text::{Lang, Text};
use crate::theorem::{Theorem, component_values};

use super::{Frame, Layout, Number, Numbers, PANELS, Scene, Stage};

/// Wider numbers are not written in binary.
const DIGITS: u32 = 20;

/// Longer names are cut.
const NAME: usize = 24;

/// The Grundy values of the components, if the theorem knows them all and there are
/// few enough to be read. Those that lie on one board are counted on it.
pub fn of_components<G: Theorem>(game: &G, stage: &Stage<G::Position>) -> Option<Numbers> {
    if stage.sum().len() > PANELS || stage.sum().is_empty() {
        return None;
    }
    let values = component_values(game, stage.sum())?;
    let frames = stage.components().map(|component| component.0);
    Some(of_values(frames.zip(values).collect()))
}

/// The values of components by their places.
fn of_values(values: Vec<(Frame, Natural)>) -> Numbers {
    let place = |(frame, value): (Frame, Natural)| ((frame.board, frame.row, frame.column), value);
    let mut each: Vec<_> = values.into_iter().map(place).collect();
    each.sort_by_key(|(place, _)| *place);
    let on_board = |board: u32| each.iter().filter(move |(place, _)| place.0 == board);
    let named = |(at, value): &((u32, i32, i32), Natural)| {
        let number = on_board(at.0).take_while(|other| other.0 != *at).count() + 1;
        let name = match on_board(at.0).count() {
            1 => (at.0 + 1).to_string(),
            _ => format!("{}.{number}", at.0 + 1),
        };
        Number {
            of: Text::new(name.clone(), name),
            value: value.clone(),
            counts: true,
        }
    };
    Numbers {
        each: each.iter().map(named).collect(),
        modulo: 2,
    }
}

/// The numbers of things that components are made of, such as the heaps of a list or the
/// gaps of a strip; after the number of the board if there are several. `None` if `parts`
/// is silent about a component, or if there are too many to be read.
pub fn of_parts<P, N: Into<Number>>(
    stage: &Stage<P>,
    modulo: u32,
    parts: impl Fn(&P) -> Option<Vec<N>>,
) -> Option<Numbers> {
    if stage.sum().len() > PANELS {
        return None;
    }
    let mut each = Vec::new();
    for (frame, position) in stage.components() {
        let numbers = parts(position)?.into_iter().map(Into::into);
        each.push((frame.board, numbers.collect()));
    }
    by_board(each, stage.has_names(), modulo)
}

/// The numbers of each component, in the order of the boards.
fn by_board(mut parts: Vec<(u32, Vec<Number>)>, named: bool, modulo: u32) -> Option<Numbers> {
    parts.sort_by_key(|(board, _)| *board);
    let mut each = Vec::new();
    for (board, numbers) in parts {
        for mut number in numbers {
            let name = |name: &str| match named {
                true => super::shortened(&format!("{}: {name}", board + 1)),
                false => super::shortened(name),
            };
            number.of = Text::new(name(number.of.get(Lang::En)), name(number.of.get(Lang::Zh)));
            each.push(number);
        }
    }
    let few = (1..=PANELS).contains(&each.len());
    few.then_some(Numbers { each, modulo })
}

/// A name that is the same in both languages, a number, and whether it counts.
impl From<(String, Natural, bool)> for Number {
    fn from((name, value, counts): (String, Natural, bool)) -> Self {
        let of = Text::new(name.clone(), name);
        Number { of, value, counts }
    }
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

/// The table as lines: name, number, binary digits; the last line is the sum. Nothing
/// if the numbers are too large to be read digit by digit.
pub fn table(numbers: &Numbers, lang: Lang) -> Vec<String> {
    let name = |number: &Number| super::cut(number.of.get(lang), NAME);
    let names: Vec<String> = numbers.each.iter().map(name).collect();
    rows(numbers, &names)
}

/// The lines of the table under these names.
fn rows(numbers: &Numbers, names: &[String]) -> Vec<String> {
    let small: Option<Vec<u64>> = numbers
        .each
        .iter()
        .map(|number| natural::small(&number.value))
        .collect();
    let Some(largest) = small.and_then(|values| values.into_iter().max()) else {
        return Vec::new();
    };
    let digits = (64 - largest.leading_zeros()).max(1);
    if digits > DIGITS {
        return Vec::new();
    }
    let sums = column_sums(numbers, digits);
    let spaced = |digits: &mut dyn Iterator<Item = u32>| {
        let digits: Vec<String> = digits.map(|d| d.to_string()).collect();
        digits.join(" ")
    };
    let mut rows: Vec<[String; 3]> = Vec::new();
    for (number, name) in numbers.each.iter().zip(names) {
        let (value, digits) = match number.counts {
            true => {
                let mut written = (0..digits).rev().map(|d| u32::from(bit(&number.value, d)));
                (number.value.to_string(), spaced(&mut written))
            }
            false => (format!("({})", number.value), String::new()),
        };
        rows.push([name.clone(), value, digits]);
    }
    let sum = spaced(&mut sums.iter().copied());
    rows.push(match numbers.modulo {
        2 => {
            let total = sums.iter().fold(0u64, |n, d| n << 1 | u64::from(*d));
            ["⊕".to_string(), total.to_string(), sum]
        }
        modulo => [format!("Σ mod {modulo}"), String::new(), sum],
    });
    let widest = |column: usize| rows.iter().map(|row| width(&row[column])).max();
    let (names, values) = (widest(0).unwrap_or(0), widest(1).unwrap_or(0));
    rows.iter()
        .map(|[name, value, digits]| {
            let line = format!("{}  {}  {digits}", pad(name, names), pad(value, values));
            line.trim_end().to_string()
        })
        .collect()
}

/// The scene as lines, with the table of numbers beside it, or below it where the page
/// is too narrow.
///
/// ```
/// use grundy::game::Game;
/// use grundy::games::heaps::nim::Nim;
/// use grundy::picture::scene::{Show, Stage, text::Page, why};
/// use grundy::text::Lang;
/// let stage = Stage::new(Nim.read("1,3").unwrap());
/// let (scene, numbers) = (Nim.scene(&stage), Nim.numbers(&stage));
/// let lines = why::beside(&scene, numbers.as_ref(), &Page::default(), Lang::En);
/// assert_eq!(lines, ["1  ●           1  0 1", "2  ● ● ●       3  1 1", "            ⊕  2  1 0"]);
/// ```
pub fn beside(scene: &Scene, numbers: Option<&Numbers>, page: &Page, lang: Lang) -> Vec<String> {
    let picture = text::lines(scene, page);
    let Some(numbers) = numbers.filter(|numbers| numbers.each.len() > 1) else {
        return picture;
    };
    // Where each line is a heap with its number, the number stands on that line.
    if let [panel] = &scene.panels[..]
        && panel.layout == Layout::Heaps
        && panel.rows.len() == numbers.each.len()
        && scene.left_out == 0
    {
        let mut plain = scene.clone();
        let values = numbers.each.iter().map(|number| number.value.to_string());
        if values.eq(panel.columns.iter().cloned()) {
            plain.panels[0].columns.clear();
        }
        let unnamed = vec![String::new(); numbers.each.len()];
        let table = rows(numbers, &unnamed);
        let left = text::lines(&plain, page);
        if left.len() == panel.rows.len()
            && !table.is_empty()
            && let Some(lines) = text::beside(&left, &table, 4, page.width)
        {
            return lines;
        }
    }
    let table = table(numbers, lang);
    if table.is_empty() || table.iter().any(|line| width(line) > page.width) {
        return picture;
    }
    text::beside(&picture, &table, 4, page.width).unwrap_or_else(|| {
        let mut lines = picture;
        lines.push(String::new());
        lines.extend(table);
        lines
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_never_wider_than_the_page() {
        let number = |name: String, value: u32| (name, Natural::from(value), true).into();
        let numbers = Numbers {
            each: vec![number("7".repeat(100), 3), number("5".into(), 1 << 19)],
            modulo: 2,
        };
        let table = table(&numbers, Lang::En);
        assert!(
            table[0].starts_with("77777777777777777777777…  3  "),
            "{table:?}"
        );
        let narrow = Page {
            width: 30,
            ..Page::default()
        };
        assert!(beside(&Scene::default(), Some(&numbers), &narrow, Lang::En).is_empty());
        let page = Page::default();
        let lines = beside(&Scene::default(), Some(&numbers), &page, Lang::En);
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| width(line) <= page.width));
    }
}
