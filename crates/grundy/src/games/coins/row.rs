//! A row of coins: what the games on a row have in common.
//!
//! Places are numbers, so a row has no end on the right, and a coin may lie
//! on place 10^1000. A [`Row`] is a [`Family`] on such a row; it also names
//! the distinct worths of the sets for a coin, from which products of rows
//! are built. [`Line`] is any one of the rows, chosen by its name.

use crate::catalogue::Words;
use crate::error::Error;
use crate::game::Flow;
use crate::games::coins::few::Few;
use crate::games::coins::near::Near;
use crate::games::coins::runs::Runs;
use crate::games::written;
use crate::natural::Natural;
use crate::notation::Reader;
use crate::solve::coins::{Family, VisitSet, read_faces, read_heads, write_heads};
use crate::text::Text;

/// The rules of turning coins in a row.
pub trait Row {
    /// The number of the first place.
    fn first(&self) -> u64;

    /// The last place that can be read; `None`: any.
    fn last(&self) -> Option<u64> {
        None
    }

    /// Names every set allowed for `top`.
    fn sets(&self, top: &Natural, visit: VisitSet<'_, Natural>) -> Flow;

    /// Whether `others`, ascending and below `top`, are allowed with it.
    fn allows(&self, top: &Natural, others: &[Natural]) -> bool;

    /// The value of a head on `top`, where it is known.
    fn value(&self, top: &Natural) -> Option<Natural>;

    /// Names every set for `top` of this worth, top included.
    fn sets_worth(&self, top: &Natural, worth: &Natural, visit: VisitSet<'_, Natural>) -> Flow;

    /// Names the worths of the sets for `top`, each at least once.
    fn worths(&self, top: &Natural, visit: &mut dyn FnMut(&Natural) -> Flow) -> Flow;

    /// At least as many as [`Row::worths`] names.
    fn worths_at_most(&self, top: &Natural) -> Natural;

    /// The name of the theorem.
    fn law(&self) -> Text;
}

/// Reads a place of `row`.
pub fn read_place<R: Row + ?Sized>(row: &R, reader: &mut Reader<'_>) -> Result<Natural, Error> {
    reader.blanks();
    let mut after = Reader::new(reader.rest());
    let place = after.natural();
    let fits = place.as_ref().map_or(true, |place| {
        *place >= Natural::from(row.first())
            && row.last().is_none_or(|last| *place <= Natural::from(last))
    });
    if !fits {
        let (first, last) = (row.first(), row.last());
        return Err(reader.fail(match last {
            Some(last) => Text::new(
                format!("a place from {first} to {last}"),
                format!("{first} 至 {last} 之间的位置"),
            ),
            None => Text::new(
                format!("a place from {first} on"),
                format!("不小于 {first} 的位置"),
            ),
        }));
    }
    reader.natural()
}

impl<R: Row> Family for R {
    type Board = ();
    type Place = Natural;

    fn sets(&self, _: &(), top: &Natural, visit: VisitSet<'_, Natural>) -> Flow {
        Row::sets(self, top, visit)
    }

    fn allows(&self, _: &(), top: &Natural, others: &[Natural]) -> bool {
        let from_first = others
            .first()
            .is_none_or(|least| *least >= Natural::from(self.first()));
        from_first && Row::allows(self, top, others)
    }

    fn value(&self, _: &(), top: &Natural) -> Option<Natural> {
        Row::value(self, top)
    }

    fn sets_worth(
        &self,
        _: &(),
        top: &Natural,
        worth: &Natural,
        visit: VisitSet<'_, Natural>,
    ) -> Option<Flow> {
        Some(Row::sets_worth(self, top, worth, visit))
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<((), Vec<Natural>), Error> {
        let heads = match read_faces(reader) {
            Some(faces) if faces.iter().all(|(row, _)| *row == 0) => {
                let columns = faces.into_iter().map(|(_, column)| column as u64);
                columns.map(|c| Natural::from(c + self.first())).collect()
            }
            Some(_) => {
                return Err(reader.fail(Text::fixed("one row of coins", "一行硬币")));
            }
            None => read_heads(reader, |reader| self.read_place(reader))?,
        };
        Ok(((), heads))
    }

    fn write(&self, _: &(), heads: &[Natural]) -> String {
        write_heads(heads, |place| self.write_place(place))
    }

    fn read_place(&self, reader: &mut Reader<'_>) -> Result<Natural, Error> {
        read_place(self, reader)
    }

    fn write_place(&self, place: &Natural) -> String {
        place.to_string()
    }

    fn law(&self) -> Text {
        Row::law(self)
    }
}

/// One of the rows, as a factor of a product.
pub enum Line {
    /// At most so many coins.
    Few(Few<false>),
    /// Exactly so many coins.
    Exactly(Few<true>),
    /// Coins that lie side by side.
    Runs(Runs),
    /// Two coins near each other.
    Near(Near),
}

impl Line {
    /// The rules of this factor.
    pub fn row(&self) -> &dyn Row {
        match self {
            Line::Few(row) => row,
            Line::Exactly(row) => row,
            Line::Runs(row) => row,
            Line::Near(row) => row,
        }
    }

    /// A row by name: `turtles`, `mock-turtles`, `twins`, `triplets`, `ruler`,
    /// `single`, or with a number `few:5`, `exactly:4`, `run:3`, `runs:3` (up
    /// to three), `near:3`.
    pub fn named(name: &str) -> Option<Line> {
        let (kind, number) = match name.split_once(':') {
            Some((kind, number)) => (kind.trim(), Some(number.trim().parse::<u64>().ok()?)),
            None => (name, None),
        };
        Some(match (kind, number) {
            ("single" | "one-coin", None) => Line::Few(Few::new(1)?),
            ("turtles" | "turning-turtles", None) => Line::Few(Few::new(2)?),
            ("mock-turtles", None) => Line::Few(Few::new(3)?),
            ("moebius", None) => Line::Few(Few::new(5)?),
            ("few", Some(most)) => Line::Few(Few::new(most)?),
            ("twins", None) => Line::Exactly(Few::new(2)?),
            ("triplets", None) => Line::Exactly(Few::new(3)?),
            ("exactly", Some(most)) => Line::Exactly(Few::new(most)?),
            ("ruler", None) => Line::Runs(Runs::any()),
            ("run", Some(length)) => Line::Runs(Runs::exactly(length)?),
            ("runs", Some(length)) => Line::Runs(Runs::up_to(length)?),
            ("near", Some(distance)) => Line::Near(Near::new(distance)?),
            _ => return None,
        })
    }
}

/// Sets of one kind in the rule language: what is chosen, on which condition,
/// and the places, the top first.
pub struct Written {
    /// What is chosen.
    pub binders: Vec<String>,
    /// On which condition.
    pub guard: Option<String>,
    /// The places.
    pub places: Vec<String>,
}

impl Written {
    /// `count` coins anywhere from `first` on, the greatest at `top`.
    pub fn any(count: u64, first: u64, top: &str, name: &str) -> Result<Written, Words> {
        let names: Vec<String> = match count {
            // A move of the language chooses at most six numbers.
            1..=7 => (1..count).map(|at| format!("{name}{at}")).collect(),
            _ => return Err(written::TOO_LARGE),
        };
        let mut above = top.to_string();
        let mut binders = Vec::new();
        for name in &names {
            binders.push(format!("{name} in {first}..{above}-1"));
            above.clone_from(name);
        }
        let places = std::iter::once(top.to_string()).chain(names).collect();
        Ok(Written {
            binders,
            guard: None,
            places,
        })
    }

    /// A run of `length` coins that ends at `top`.
    pub fn run(length: u64, top: &str) -> Result<Written, Words> {
        // A move of the language turns at most nine coins.
        if length > 9 {
            return Err(written::TOO_LARGE);
        }
        let before = (1..length).map(|back| format!("{top}-{back}"));
        Ok(Written {
            binders: Vec::new(),
            guard: None,
            places: std::iter::once(top.to_string()).chain(before).collect(),
        })
    }
}

impl Line {
    /// The sets of the row in the rule language, for a coin at `top`; numbers
    /// that are chosen have names that begin with `name`, and `first` is the
    /// first place.
    pub fn families(&self, top: &str, name: &str, first: u64) -> Result<Vec<Written>, Words> {
        match self {
            Line::Few(row) => row.families_at(top, name, first),
            Line::Exactly(row) => row.families_at(top, name, first),
            Line::Runs(row) => row.families_at(top),
            Line::Near(row) => row.families_at(top, name, first),
        }
    }
}

/// The text of a game of coins on a row.
pub fn rule_text(game: &str, coins: &str, families: &[Written]) -> Result<String, Words> {
    let mut text = format!("game {game}\n{coins}");
    for (number, family) in (1..).zip(families) {
        let guards: Vec<String> = family.guard.iter().cloned().collect();
        text += &rule_move(number, &family.binders, &guards, &family.places);
    }
    Ok(text)
}

/// One move of such a text.
pub fn rule_move(
    number: usize,
    binders: &[String],
    guards: &[String],
    places: &[String],
) -> String {
    let chosen = match binders.is_empty() {
        true => String::new(),
        false => format!("({})", binders.join(", ")),
    };
    let guards: String = guards.iter().map(|guard| format!(" if {guard}")).collect();
    format!(
        "\nmove m{number}{chosen}{guards} turns {}",
        places.join(", ")
    )
}

/// A place of several coordinates.
pub fn written_place(place: &[String]) -> String {
    match place {
        [only] => only.clone(),
        _ => format!("({})", place.join(", ")),
    }
}

/// For tests: values, sets and worths of a row against the definition.
#[cfg(test)]
pub(crate) fn assert_as_defined<R: Row>(row: &R, places: u64) {
    use crate::game::CONTINUE;
    use crate::solve::coins::ByDefinition;
    let mut definition = ByDefinition::new(row, ());
    for place in row.first()..row.first() + places {
        let top = Natural::from(place);
        let expected = Natural::from(definition.value(&top));
        assert_eq!(
            Row::value(row, &top),
            Some(expected.clone()),
            "value of {place}"
        );
        let mut by_worth: std::collections::BTreeMap<Natural, Vec<Vec<Natural>>> =
            std::collections::BTreeMap::new();
        let _ = Row::sets(row, &top, &mut |others| {
            assert!(Row::allows(row, &top, others), "{others:?} with {place}");
            let worth = others.iter().fold(expected.clone(), |worth, at| {
                worth ^ Natural::from(definition.value(at))
            });
            by_worth.entry(worth).or_default().push(others.to_vec());
            CONTINUE
        });
        let mut named = std::collections::BTreeSet::new();
        let mut count = 0u64;
        let _ = row.worths(&top, &mut |worth| {
            named.insert(worth.clone());
            count += 1;
            CONTINUE
        });
        assert!(Natural::from(count) <= row.worths_at_most(&top));
        assert!(named.iter().eq(by_worth.keys()), "worths of {place}");
        let most = by_worth.keys().max().cloned().unwrap_or_default() * 2u8 + 2u8;
        for worth in crate::natural::from_to(0, &most) {
            let mut found = Vec::new();
            let _ = Row::sets_worth(row, &top, &worth, &mut |others| {
                found.push(others.to_vec());
                CONTINUE
            });
            found.sort();
            let mut expected = by_worth.remove(&worth).unwrap_or_default();
            expected.sort();
            assert_eq!(found, expected, "sets of worth {worth} for {place}");
        }
    }
}
