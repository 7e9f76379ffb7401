//! The list of named games, from which every front end, the documentation
//! and the tests are driven.
//!
//! A game joins the catalogue by one file with its rules ([`Game`](crate::game::Game)), its
//! theorem ([`Theorem`](crate::theorem::Theorem)), its lattice ([`Lattice`], for tables), its picture
//! ([`Show`]) and the page about it ([`Named`]), and by its line in [`ALL`]. An entry can only be
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

use crate::erased::{AnyBench, Erasable, ErasableMove, Move, Position};
use crate::error::Error;
use crate::games;
use crate::outcome::Convention;
use crate::picture::scene::Show;
use crate::solve::coins::Coins;
use crate::solve::dense::Lattice;
use crate::text::{Lang, Text};
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
    /// Other names, in any language, for the id behind which they stand: that
    /// of the game or of a variant.
    pub aliases: &'static [(&'static str, &'static [&'static str])],
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
        aliases: &[],
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
    Show<Position: Erasable, Move: ErasableMove> + Lattice + Send + Sync + 'static
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

    /// The move of one component to a sum, where it can be told without looking at all
    /// moves: for huge positions of which a law of the rules knows where to go.
    fn move_to(&self, _from: &Self::Position, _to: &[Self::Position]) -> Option<Self::Move> {
        None
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
pub trait Listed: AnyBench + Send + Sync {
    fn about(&self) -> &'static About;
    fn small(&self) -> Vec<Vec<Position>>;
    fn rule_text(&self) -> Result<String, Words>;
    fn rule_position(&self, sum: &[Position]) -> Option<String>;
    fn move_to(&self, from: &Position, to: &[Position]) -> Option<Move>;
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
    fn move_to(&self, from: &Position, to: &[Position]) -> Option<Move> {
        let to = Position::get_all(to);
        Named::move_to(self, from.get(), &to).map(Move::of)
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

/// What lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Family {
    Heaps,
    Strips,
    Coins,
    Boards,
    Trees,
    Graphs,
    Races,
    Sets,
}

impl Family {
    /// All families, in the order in which they are listed.
    pub const ALL: [Family; 8] = [
        Family::Heaps,
        Family::Strips,
        Family::Coins,
        Family::Boards,
        Family::Trees,
        Family::Graphs,
        Family::Races,
        Family::Sets,
    ];

    /// Its name.
    pub fn name(self) -> Words {
        match self {
            Family::Heaps => ("heaps", "堆"),
            Family::Strips => ("strips and rows", "纸带与行"),
            Family::Coins => ("coins", "翻硬币"),
            Family::Boards => ("boards", "棋盘"),
            Family::Trees => ("trees", "树"),
            Family::Graphs => ("graphs", "图"),
            Family::Races => ("races", "赛跑"),
            Family::Sets => ("sets", "集合"),
        }
    }
}

/// One line of the catalogue.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The page about the game.
    pub about: &'static About,
    /// What lies on the table.
    pub family: Family,
    build: fn(&Parameters) -> Result<Arc<dyn Listed>, Error>,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.about.id)
    }
}

impl Entry {
    /// The entry of a named game.
    pub const fn of<G: Named>(family: Family) -> Entry {
        Entry {
            about: &G::ABOUT,
            family,
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
    let plain = plain(id);
    let alike = |known: &str, name: Words, about: &About| {
        let aliases = about.aliases.iter().filter(|(of, _)| *of == known);
        let mut names = aliases.flat_map(|(_, names)| names.iter().copied());
        let own = [known, name.0, name.1];
        own.iter().any(|name| self::plain(name) == plain)
            || names.any(|name| self::plain(name) == plain)
    };
    // A name as it is written comes before one that only looks like it.
    named(|known, name, _| same(known, name)).or_else(|| {
        let empty = plain.is_empty();
        (!empty).then(|| named(alike)).flatten()
    })
}

/// The first game or variant whose id and name are `wanted`.
fn named(wanted: impl Fn(&str, Words, &About) -> bool) -> Option<Found> {
    for entry in ALL {
        let about = entry.about;
        if wanted(about.id, about.name, about) {
            return Some(Found {
                entry: *entry,
                variant: None,
                parameters: Vec::new(),
            });
        }
        for variant in about.variants {
            if wanted(variant.id, variant.name, about) {
                let owned = |(name, value): &(&str, &str)| (name.to_string(), value.to_string());
                return Some(Found {
                    entry: *entry,
                    variant: Some(variant),
                    parameters: variant.parameters.iter().map(owned).collect(),
                });
            }
        }
    }
    None
}

/// A name without what people leave out or write in different ways: capitals,
/// blanks and hyphens, the word for game; and in Chinese the name of Nim.
fn plain(name: &str) -> String {
    let skipped = |c: char| c.is_whitespace() || "-_'’·".contains(c);
    let lower = name.to_lowercase();
    let mut text: String = lower.chars().filter(|c| !skipped(*c)).collect();
    if !text.is_ascii() {
        text = text.replace("nim", "尼姆");
    }
    for word in ["游戏", "博弈", "game"] {
        if let Some(short) = text.strip_suffix(word).filter(|short| !short.is_empty()) {
            text.truncate(short.len());
        }
    }
    text
}

/// The games in whose id, names, aliases, summary or family `word` occurs.
///
/// ```
/// use grundy::catalogue::search;
/// let found: Vec<_> = search("wythoff").map(|entry| entry.about.id).collect();
/// assert!(found.contains(&"wythoff") && found.contains(&"t-wythoff"));
/// assert_eq!(search("no such word").count(), 0);
/// ```
pub fn search(word: &str) -> impl Iterator<Item = &'static Entry> {
    let word = word.trim().to_lowercase();
    let short = plain(&word);
    ALL.iter().filter(move |entry| {
        let about = entry.about;
        let has = |text: &str| {
            let found = text.to_lowercase().contains(&word);
            found || (!short.is_empty() && plain(text).contains(&short))
        };
        let both = |words: Words| has(words.0) || has(words.1);
        has(about.id)
            || both(about.name)
            || both(about.summary)
            || both(entry.family.name())
            || about.variants.iter().any(|v| has(v.id) || both(v.name))
            || about
                .aliases
                .iter()
                .any(|(_, names)| names.iter().any(|name| has(name)))
    })
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
    ($($family:ident $game:ty,)*) => {
        /// Every named game, in the order in which it is listed.
        pub static ALL: &[Entry] = &[$(Entry::of::<$game>(Family::$family),)*];
    };
}

catalogue! {
    Heaps games::heaps::nim::Nim,
    Heaps games::heaps::bachet::Bachet,
    Heaps games::heaps::bounded::Bounded,
    Heaps games::heaps::subtraction::Subtraction,
    Heaps games::heaps::moore::Moore,
    Heaps games::heaps::staircase::Staircase,
    Strips games::strips::nimble::Nimble,
    Heaps games::heaps::fibonacci::Fibonacci,
    Heaps games::heaps::dynamic::Dynamic<crate::solve::dynamic::Linear>,
    Heaps games::heaps::wythoff::Wythoff,
    Heaps games::heaps::lasker::Lasker,
    Heaps games::heaps::pins::Pins,
    Boards games::boards::cram::Cram,
    Heaps games::heaps::code::TakeAndBreak,
    Strips games::strips::welter::Welter,
    Strips games::strips::silver_dollar::SilverDollar,
    Strips games::strips::northcott::Northcott,
    Heaps games::heaps::end_nim::EndNim,
    Heaps games::heaps::euclid::Euclid,
    Strips games::strips::multiples::Multiples,
    Heaps games::heaps::merging::Merging,
    Heaps games::heaps::smaller_pair::SmallerPair,
    Heaps games::heaps::bottles::Bottles,
    Heaps games::heaps::pebbles::Pebbles,
    Heaps games::heaps::paired_heaps::PairedHeaps,
    Heaps games::heaps::half::Half,
    Heaps games::heaps::numbers::Numbers,
    Heaps games::heaps::leave::Leave,
    Heaps games::heaps::pass::Pass,
    Heaps games::heaps::candy::Candy,
    Heaps games::heaps::slanted_wythoff::SlantedWythoff,
    Heaps games::heaps::wythoff_heaps::WythoffHeaps,
    Strips games::strips::treblecross::Treblecross,
    Strips games::strips::blocks::Blocks,
    Coins Coins<games::coins::few::Few<false>>,
    Coins Coins<games::coins::few::Few<true>>,
    Coins Coins<games::coins::runs::Runs>,
    Coins Coins<games::coins::near::Near>,
    Coins Coins<games::coins::product::Product>,
    Coins Coins<games::coins::pairs::Pairs>,
    Coins Coins<games::coins::tree::Ancestors>,
    Coins Coins<games::coins::poset::Given>,
    Coins Coins<games::coins::regions::Regions>,
    Boards games::boards::knights::Knights,
    Boards games::boards::walks::Walk,
    Boards games::boards::chomp::Chomp,
    Boards games::boards::paper::Paper,
    Boards games::boards::notakto::Notakto,
    Sets games::sets::Sets,
    Trees games::trees::edges::TreeEdges,
    Trees games::trees::paths::RootPaths,
    Trees games::trees::leaves::LeafPicking,
    Trees games::trees::keep::KeepOne,
    Graphs games::graphs::geography::Geography,
    Graphs games::graphs::edges::EdgeGeography,
    Graphs games::graphs::directed::DirectedGeography,
    Graphs games::graphs::hackenbush::Hackenbush,
    Graphs games::graphs::tokens::Tokens,
    Graphs games::graphs::node_kayles::NodeKayles,
    Graphs games::graphs::arc_kayles::ArcKayles,
    Graphs games::graphs::posets::PosetGame,
    Coins games::coins::squares::Squares,
    Races games::races::leapfrog::Leapfrog,
    Races games::races::battle::Battle,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What people typed.
    #[test]
    fn other_names_are_found() {
        for (name, id) in [
            ("尼姆", "nim"),
            ("Nim 游戏", "nim"),
            ("阶梯博弈", "staircase"),
            ("阶梯Nim", "staircase"),
            ("威佐夫", "wythoff"),
            ("威佐夫游戏", "wythoff"),
            ("反Nim", "misere-nim"),
            ("anti-nim", "misere-nim"),
            ("Anti Nim", "misere-nim"),
            ("斐波那契", "fibonacci-nim"),
            ("Wythoff", "wythoff"),
            ("silver dollar", "silver-dollar"),
        ] {
            assert_eq!(find(name).map(|found| found.id()), Ok(id), "{name}");
        }
        for nothing in ["", "游戏", "game", "-", "nimm-nicht"] {
            assert!(find(nothing).is_err(), "{nothing}");
        }
    }

    /// No two games answer to one name, and aliases stand for ids that exist.
    #[test]
    fn names_are_of_one_game_each() {
        let mut seen = std::collections::BTreeMap::new();
        for entry in ALL {
            let about = entry.about;
            let own = std::iter::once((about.id, about.name));
            let variants = about.variants.iter().map(|v| (v.id, v.name));
            let ids: Vec<_> = own.chain(variants).collect();
            for (id, aliases) in about.aliases {
                assert!(ids.iter().any(|(known, _)| known == id), "{id}");
                for alias in *aliases {
                    assert_eq!(find(alias).map(|found| found.id()), Ok(*id), "{alias}");
                }
            }
            for (id, name) in ids {
                for name in [id, name.0, name.1] {
                    let before = seen.insert(plain(name), id);
                    assert!(
                        before.is_none_or(|b| b == id),
                        "{name}: {before:?} and {id}"
                    );
                }
            }
        }
    }
}
