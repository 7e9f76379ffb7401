//! The list of named games, from which every front end, the documentation
//! and the tests are driven.
//!
//! A game joins the catalogue by one file with its rules ([`Game`](crate::game::Game)), its
//! theorem ([`Theorem`]), its lattice ([`Lattice`], for tables) and the page
//! about it ([`Named`]), and by its line in [`ALL`]. An entry can only be
//! made from a game that has all of these, and the conformance suite walks
//! the list: a game that is listed is tested.
//!
//! ```
//! use grundy::ask::Question;
//! use grundy::catalogue;
//! let nim = catalogue::find("nim").unwrap();
//! let game = nim.build(&[]).unwrap();
//! let solved = game.solve("3,5,7", &Question::default()).unwrap();
//! assert_eq!(solved.answer.winning_moves[0].mv, "1: take 1");
//! ```

use std::fmt;
use std::sync::Arc;

use crate::erased::{AnyLattice, Erasable, ErasableMove, Position};
use crate::error::Error;
use crate::games;
use crate::outcome::Convention;
use crate::solve::coins::Coins;
use crate::solve::dense::Lattice;
use crate::text::{Lang, Text};
use crate::theorem::Theorem;
use crate::workbench::{AnyGame, Workbench};

/// Words in English and in Chinese.
pub type Words = (&'static str, &'static str);

/// Why a game has no text in the rule language, if nobody has decided.
pub const UNWRITTEN: Words = ("not written yet", "尚未写出");

/// The page about a game.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name used in commands.
    pub id: &'static str,
    /// The name used by people.
    pub name: Words,
    /// One line: what it is.
    pub summary: Words,
    /// The rules in full.
    pub rules: Words,
    /// What is known; empty where there is only search.
    pub theorem: Words,
    /// Where the theorem comes from.
    pub source: &'static str,
    /// How a position is written.
    pub position: Words,
    /// How a move in one component is written.
    pub moves: Words,
    /// Positions to try, the first one a good start for a beginner.
    pub examples: &'static [&'static str],
    /// What can be set; the first one is also set by `id:value`.
    pub parameters: &'static [Parameter],
    /// Names for this game under other conventions or parameters.
    pub variants: &'static [Variant],
    /// The parameter settings under which the suite tests the game.
    pub tested_with: &'static [&'static [(&'static str, &'static str)]],
    /// How many coordinates its table has by default; 0 if it has none.
    pub dimension: usize,
    /// If positions are graphs: what joins the ends of an edge, `-` where
    /// it leads both ways, `>` or `<` where it does not. Then a position may also come from a file that holds a graph.
    pub links: Option<&'static str>,
    /// Tells which names are themselves a value of the first parameter, such
    /// as the code `0.137`.
    pub named_by: Option<fn(&str) -> bool>,
}

impl About {
    /// A page to be filled in with `..About::BLANK`.
    pub const BLANK: About = About {
        id: "",
        name: ("", ""),
        summary: ("", ""),
        rules: ("", ""),
        theorem: ("", ""),
        source: "",
        position: ("", ""),
        moves: ("", ""),
        examples: &[],
        parameters: &[],
        variants: &[],
        tested_with: &[&[]],
        dimension: 0,
        links: None,
        named_by: None,
    };
}

/// Something about a game that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it is if nothing is said.
    pub default: &'static str,
    /// What it means.
    pub meaning: Words,
}

/// Another name of a game, with settings.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name used in commands.
    pub id: &'static str,
    /// The name used by people.
    pub name: Words,
    /// The convention that the name implies.
    pub convention: Convention,
    /// The parameters that the name implies.
    pub parameters: &'static [(&'static str, &'static str)],
}

impl Variant {
    /// Another name in normal play, with these parameters.
    pub const fn of(
        id: &'static str,
        name: Words,
        parameters: &'static [(&'static str, &'static str)],
    ) -> Variant {
        Variant {
            id,
            name,
            convention: Convention::Normal,
            parameters,
        }
    }
}

/// A choice from [`Words`].
pub fn words(words: Words, lang: Lang) -> &'static str {
    match lang {
        Lang::En => words.0,
        Lang::Zh => words.1,
    }
}

/// A game that can be listed.
pub trait Named:
    Theorem<Position: Erasable, Move: ErasableMove> + Lattice + Send + Sync + 'static
{
    /// Its page.
    const ABOUT: About;

    /// The game under the given parameters.
    fn build(parameters: &Parameters) -> Result<Self, Error>;

    /// Every small position, for the suite: sums of a size that plain search
    /// decides at once. There must be winning and losing ones among them.
    fn small(&self) -> Vec<Vec<Self::Position>>;

    /// The game of these parameters in the rule language (`docs/language.md`),
    /// or why it has no text there. The tests of that language compare the
    /// two games on the small positions.
    fn rule_text(&self) -> Result<String, Words> {
        Err(match Self::ABOUT.links {
            Some(_) => ("positions are graphs", "局面是图"),
            None => UNWRITTEN,
        })
    }

    /// A position as the rules of [`Named::rule_text`] write it; `None` where
    /// they have no room for it.
    fn rule_position(&self, sum: &[Self::Position]) -> Option<String> {
        Some(self.write(sum))
    }

    /// The examples of the page that fit the game's parameters.
    fn examples(&self) -> &'static [&'static str] {
        Self::ABOUT.examples
    }

    /// The size of the table that the suite compares with search, cell by
    /// cell: smaller than the usual one where search is costly.
    fn table_checked(&self) -> Vec<u64> {
        let dimension = Self::ABOUT.dimension;
        vec![if dimension == 1 { 12 } else { 5 }; dimension]
    }
}

/// A [`Named`] game with its types forgotten; the methods are those of
/// [`Named`].
#[allow(missing_docs)]
pub trait Listed: AnyLattice + Send + Sync {
    fn about(&self) -> &'static About;
    fn small(&self) -> Vec<Vec<Position>>;
    fn rule_text(&self) -> Result<String, Words>;
    fn rule_position(&self, sum: &[Position]) -> Option<String>;
    fn examples(&self) -> &'static [&'static str];
    fn table_checked(&self) -> Vec<u64>;
}

impl<G: Named> Listed for G {
    fn about(&self) -> &'static About {
        &G::ABOUT
    }
    fn small(&self) -> Vec<Vec<Position>> {
        Named::small(self).into_iter().map(Position::all).collect()
    }
    fn rule_text(&self) -> Result<String, Words> {
        Named::rule_text(self)
    }
    fn rule_position(&self, sum: &[Position]) -> Option<String> {
        Named::rule_position(self, &Position::get_all(sum))
    }
    fn examples(&self) -> &'static [&'static str] {
        Named::examples(self)
    }
    fn table_checked(&self) -> Vec<u64> {
        Named::table_checked(self)
    }
}

/// Parameters as they were set, the rest at their defaults.
#[derive(Clone, Debug)]
pub struct Parameters {
    about: &'static About,
    set: Vec<(String, String)>,
}

impl Parameters {
    /// `set`, for the game of `about`; a name it does not have is an error.
    pub fn new(about: &'static About, set: &[(String, String)]) -> Result<Self, Error> {
        for (name, value) in set {
            if !about.parameters.iter().any(|p| p.name == name) {
                let names: Vec<_> = about.parameters.iter().map(|p| p.name).collect();
                let names = names.join(", ");
                return Err(Error::BadParameter {
                    name: name.clone(),
                    value: value.clone(),
                    expected: if names.is_empty() {
                        Text::fixed("no parameters", "无参数")
                    } else {
                        Text::new(format!("one of {names}"), format!("以下之一：{names}"))
                    },
                });
            }
        }
        Ok(Parameters {
            about,
            set: set.to_vec(),
        })
    }

    /// The setting of `name` as text.
    pub fn text(&self, name: &str) -> &str {
        let set = self.set.iter().rev().find(|(n, _)| n == name);
        match set {
            Some((_, value)) => value,
            None => self
                .about
                .parameters
                .iter()
                .find(|p| p.name == name)
                .map_or("", |p| p.default),
        }
    }

    /// The setting of `name` read by `read`, which says what it expected.
    pub fn get<T>(
        &self,
        name: &str,
        expected: Words,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Error> {
        let value = self.text(name);
        read(value.trim()).ok_or_else(|| Error::BadParameter {
            name: name.to_string(),
            value: value.to_string(),
            expected: Text::fixed(expected.0, expected.1),
        })
    }

    /// The setting of `name` as a whole number from `least` to `most`.
    pub fn number(&self, name: &str, least: u64, most: u64) -> Result<u64, Error> {
        let value = self.text(name);
        let number = value.trim().parse().ok();
        number
            .filter(|n| (least..=most).contains(n))
            .ok_or_else(|| Error::BadParameter {
                name: name.to_string(),
                value: value.to_string(),
                expected: Text::new(
                    format!("a whole number from {least} to {most}"),
                    format!("{least} 到 {most} 之间的整数"),
                ),
            })
    }
}

/// One line of the catalogue.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The page about the game.
    pub about: &'static About,
    build: fn(&Parameters) -> Result<Arc<dyn Listed>, Error>,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about.id)
    }
}

impl Entry {
    /// The entry of a named game.
    pub const fn of<G: Named>() -> Entry {
        Entry {
            about: &G::ABOUT,
            build: |parameters| Ok(Arc::new(G::build(parameters)?)),
        }
    }

    /// The game with these parameters set.
    pub fn build(&self, set: &[(String, String)]) -> Result<Box<dyn AnyGame>, Error> {
        Ok(Box::new(self.workbench(set)?))
    }

    /// The same, with all that the suite wants to know.
    pub fn workbench(&self, set: &[(String, String)]) -> Result<Workbench, Error> {
        let game = (self.build)(&Parameters::new(self.about, set)?)?;
        Ok(Workbench::shared(game))
    }

    /// The game under each of the settings with which the suite tests it, and
    /// these settings.
    pub fn tested(
        &self,
    ) -> impl Iterator<Item = (Vec<(String, String)>, Result<Workbench, Error>)> + '_ {
        self.about.tested_with.iter().map(|settings| {
            let owned = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
            let set: Vec<_> = settings.iter().map(owned).collect();
            let game = self.workbench(&set);
            (set, game)
        })
    }
}

/// A game as it was asked for: an entry, and what its name implies.
#[derive(Clone, Debug)]
pub struct Found {
    /// The entry.
    pub entry: Entry,
    /// The variant that was named, if it was one.
    pub variant: Option<&'static Variant>,
    /// The parameters that the name sets.
    pub parameters: Vec<(String, String)>,
}

impl Found {
    /// The convention that the name implies.
    pub fn convention(&self) -> Convention {
        self.variant.map_or(Convention::Normal, |v| v.convention)
    }

    /// The id under which it was found.
    pub fn id(&self) -> &'static str {
        self.variant.map_or(self.entry.about.id, |v| v.id)
    }

    /// The name of the game as it was found.
    pub fn name(&self, lang: Lang) -> &'static str {
        words(self.variant.map_or(self.entry.about.name, |v| v.name), lang)
    }

    /// The game, with `set` on top of what the name implies.
    pub fn build(&self, set: &[(String, String)]) -> Result<Box<dyn AnyGame>, Error> {
        let mut all = self.parameters.clone();
        all.extend_from_slice(set);
        self.entry.build(&all)
    }
}

/// Finds a game by `id`, by the id of a variant, by its name in either
/// language, as `id:value`, which sets the game's first parameter, or by
/// such a value alone where it speaks for itself (`0.137`).
pub fn find(name: &str) -> Result<Found, Error> {
    if find_id(name.trim()).is_none()
        && let Some(entry) = ALL
            .iter()
            .find(|e| e.about.named_by.is_some_and(|by| by(name)))
        && let Some(first) = entry.about.parameters.first()
    {
        return Ok(Found {
            entry: *entry,
            variant: None,
            parameters: vec![(first.name.to_string(), name.trim().to_string())],
        });
    }
    let (id, value) = match name.split_once(':') {
        Some((id, value)) => (id.trim(), Some(value.trim())),
        None => (name.trim(), None),
    };
    let mut found = find_id(id).ok_or_else(|| Error::UnknownGame {
        name: name.to_string(),
        nearest: nearest(id),
    })?;
    if let Some(value) = value {
        let Some(first) = found.entry.about.parameters.first() else {
            return Err(Error::BadParameter {
                name: id.to_string(),
                value: value.to_string(),
                expected: Text::fixed(
                    "no value after the colon: this game has no parameters",
                    "冒号后不应有值：该游戏没有参数",
                ),
            });
        };
        found
            .parameters
            .push((first.name.to_string(), value.to_string()));
    }
    Ok(found)
}

fn find_id(id: &str) -> Option<Found> {
    let same = |known: &str, name: Words| {
        known.eq_ignore_ascii_case(id) || name.0.eq_ignore_ascii_case(id) || name.1 == id
    };
    for entry in ALL {
        if same(entry.about.id, entry.about.name) {
            return Some(Found {
                entry: *entry,
                variant: None,
                parameters: Vec::new(),
            });
        }
        for variant in entry.about.variants {
            if same(variant.id, variant.name) {
                return Some(Found {
                    entry: *entry,
                    variant: Some(variant),
                    parameters: variant
                        .parameters
                        .iter()
                        .map(|(n, v)| (n.to_string(), v.to_string()))
                        .collect(),
                });
            }
        }
    }
    None
}

/// The id nearest to a misspelt one, if it is near at all.
fn nearest(id: &str) -> Option<String> {
    let id = id.to_lowercase();
    ALL.iter()
        .flat_map(|e| {
            let variants = e.about.variants.iter().map(|v| v.id);
            std::iter::once(e.about.id).chain(variants)
        })
        .map(|known| (edit_distance(known, &id), known))
        .min()
        .filter(|(distance, known)| *distance <= 1 + known.len() / 3)
        .map(|(_, known)| known.to_string())
}

/// Levenshtein's distance; endless to a name that is longer than any of ours.
pub fn edit_distance(a: &str, b: &str) -> usize {
    // A name longer than any of ours is not near anything.
    if b.len() > 64 {
        return usize::MAX;
    }
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let cost = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// The list itself: an [`Entry`] for each game.
macro_rules! catalogue {
    ($($game:ty,)*) => {
        /// Every named game, in the order in which it is listed.
        pub static ALL: &[Entry] = &[$(Entry::of::<$game>(),)*];
    };
}

catalogue! {
    games::heaps::nim::Nim,
    games::heaps::bachet::Bachet,
    games::heaps::bounded::Bounded,
    games::heaps::subtraction::Subtraction,
    games::heaps::moore::Moore,
    games::heaps::staircase::Staircase,
    games::strips::nimble::Nimble,
    games::heaps::fibonacci::Fibonacci,
    games::heaps::dynamic::Dynamic<crate::solve::dynamic::Linear>,
    games::heaps::wythoff::Wythoff,
    games::heaps::lasker::Lasker,
    games::heaps::pins::Pins,
    games::boards::cram::Cram,
    games::heaps::code::TakeAndBreak,
    games::strips::welter::Welter,
    games::strips::silver_dollar::SilverDollar,
    games::strips::northcott::Northcott,
    games::heaps::end_nim::EndNim,
    games::heaps::euclid::Euclid,
    games::strips::multiples::Multiples,
    games::heaps::merging::Merging,
    games::heaps::smaller_pair::SmallerPair,
    games::heaps::bottles::Bottles,
    games::heaps::pebbles::Pebbles,
    games::heaps::paired_heaps::PairedHeaps,
    games::heaps::half::Half,
    games::heaps::numbers::Numbers,
    games::heaps::leave::Leave,
    games::heaps::pass::Pass,
    games::heaps::candy::Candy,
    games::heaps::slanted_wythoff::SlantedWythoff,
    games::heaps::wythoff_heaps::WythoffHeaps,
    games::strips::treblecross::Treblecross,
    games::strips::blocks::Blocks,
    Coins<games::coins::few::Few<false>>,
    Coins<games::coins::few::Few<true>>,
    Coins<games::coins::runs::Runs>,
    Coins<games::coins::near::Near>,
    Coins<games::coins::product::Product>,
    Coins<games::coins::pairs::Pairs>,
    Coins<games::coins::tree::Ancestors>,
    Coins<games::coins::poset::Given>,
    Coins<games::coins::regions::Regions>,
    games::boards::knights::Knights,
    games::boards::walks::Walk,
    games::boards::chomp::Chomp,
    games::boards::paper::Paper,
    games::boards::notakto::Notakto,
    games::sets::Sets,
    games::trees::edges::TreeEdges,
    games::trees::paths::RootPaths,
    games::trees::leaves::LeafPicking,
    games::trees::keep::KeepOne,
    games::graphs::geography::Geography,
    games::graphs::edges::EdgeGeography,
    games::graphs::directed::DirectedGeography,
    games::graphs::hackenbush::Hackenbush,
    games::graphs::tokens::Tokens,
    games::graphs::node_kayles::NodeKayles,
    games::graphs::arc_kayles::ArcKayles,
    games::graphs::posets::PosetGame,
    games::coins::squares::Squares,
    games::races::leapfrog::Leapfrog,
    games::races::battle::Battle,
}
