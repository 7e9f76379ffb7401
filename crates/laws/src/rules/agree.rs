//! Are the translated rules those that are played?
//!
//! A law is proven of linear rules, and the engines play bytecode. Both come
//! from one text by different ways, so they are compared before anything is
//! believed: at every position of a box ([`sides`]) the set of options must
//! be the same, and the bytecode must not fail. A law is held against the
//! values that follow from the bytecode in the same way
//! ([`Rules::engine_table`]).
//!
//! ```
//! use grundy_laws::rules::Rules;
//! let rules = Rules::read("state n; move take(k in 1..3) -> [n-k]").unwrap();
//! assert!(rules.agree().unwrap() >= 40);
//! // A rule without meaning at 3 is refused, and 3 is named.
//! let text = "state n; move m(k in 1..n) if popcount(3-n) = 1 -> [n-k]";
//! let source = grundy_laws::rules::Source::new(text);
//! assert!(Rules::of(&source).is_err());
//! ```
//!
//! Limits: a box is finite. That both agree on it does not prove that they
//! agree further out; the translation is exact by its own construction, and
//! this is its test.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy::budget::{Budget, Meter};
use grundy::error::{Error, Resource};
use grundy::game::{CONTINUE, Game, STOP};
use grundy::outcome::Winner;
use grundy::solve::dense::Lattice;
use grundy::text::Text;
use grundy_lang::agree::positions;
use grundy_lang::bench::compile;
use grundy_lang::rules as played;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{NOTHING, Rules, Walker};

/// More options than this are not gone through for one comparison.
const MOST_OPTIONS: u64 = 4_000_000;

/// How many values of each coordinate are looked at.
pub fn sides(dimension: usize) -> i64 {
    match dimension {
        0 | 1 => 64,
        2 => 16,
        3 => 8,
        4 => 5,
        5..=7 => 3,
        _ => 2,
    }
}

/// The most positions that are looked at.
const MOST_POSITIONS: usize = 1 << 12;

/// The different options of a position: sums of positions, each laid end to
/// end in ascending order, since a sum has none.
type Options = FxHashSet<Box<[u64]>>;

/// Notes an option whose parts of so many numbers lie end to end.
fn insert(found: &mut Options, option: &mut [u64], dimension: usize) {
    // Of few parts there are few to sort.
    let parts = option.len() / dimension;
    for end in (1..parts).rev() {
        for at in 0..end {
            let (a, b) = (at * dimension, (at + 1) * dimension);
            if option[a..b] > option[b..b + dimension] {
                let (left, right) = option.split_at_mut(b);
                left[a..].swap_with_slice(&mut right[..dimension]);
            }
        }
    }
    if !found.contains(&*option) {
        found.insert(option.into());
    }
}

/// The rules as the engines play them.
struct Played {
    rules: played::Rules<16>,
    left: u64,
}

/// How translated rules are not those that are played.
#[derive(Clone, Debug)]
pub enum Difference {
    /// The bytecode fails there, so that the rules mean nothing.
    Fault(Error),
    /// The two have different options somewhere, or could not be compared.
    Options(Text),
    /// The comparison could not be made.
    Unknown(Error),
    /// A limit of the question that is being answered came first.
    Spent(Error),
}

impl From<Difference> for Error {
    fn from(difference: Difference) -> Error {
        match difference {
            // Nothing that whoever asked could allow more of.
            Difference::Unknown(error) if error.is_budget() => Error::Unsupported {
                because: error.text(),
            },
            Difference::Fault(error) | Difference::Unknown(error) | Difference::Spent(error) => {
                error
            }
            Difference::Options(because) => Error::Unsupported { because },
        }
    }
}

impl Played {
    /// The rules, of which `left` options may be gone through.
    fn new(rules: &Rules, left: u64) -> Result<Played, Error> {
        let source = &rules.source;
        let compiled = compile(&source.text, source.game.as_deref(), &source.parameters);
        let unreadable = || Error::Unsupported {
            because: Text::fixed(
                "the rules cannot be compiled for a comparison",
                "无法编译规则以作比较",
            ),
        };
        let compiled = compiled.map_err(|_| unreadable())?;
        let rules = played::Rules::new(Arc::new(compiled)).ok_or_else(unreadable)?;
        Ok(Played { rules, left })
    }

    fn domain(&self) -> &[(i64, i64)] {
        &self.rules.compiled().program().game().domain
    }

    /// Whether a tuple is a position.
    fn is_position(&self, at: &[u64]) -> Result<bool, Error> {
        let inside = self.rules.at(at).is_some();
        self.rules.fault().map_or(Ok(inside), Err)
    }

    /// Who has won, if play is over there.
    fn over(&self, at: &[i64]) -> Result<Option<Winner>, Error> {
        let over = self.rules.over(&self.rules.position(at));
        self.rules.fault().map_or(Ok(over), Err)
    }

    /// The different options of a position of the main game; of one at which play
    /// is over there are none.
    fn options(&mut self, at: &[i64], meter: &mut Meter) -> Result<Options, Error> {
        if self.over(at)?.is_some() {
            return Ok(Options::default());
        }
        let position = self.rules.position(at);
        let main = self.rules.compiled().program().main;
        let mut found = Options::default();
        let mut option = Vec::new();
        let (mut left, mut foreign) = (self.left, false);
        let _ = self.rules.options(&position, &mut |_, parts| {
            let Some(less) = left.checked_sub(1) else {
                return STOP;
            };
            if meter.poll_sometimes().is_err() {
                return STOP;
            }
            left = less;
            option.clear();
            for part in parts {
                foreign |= self.rules.game_of(part) != main;
                for number in self.rules.coordinates_of(part) {
                    foreign |= *number < 0;
                    option.push(number.unsigned_abs());
                }
            }
            if !foreign {
                insert(&mut found, &mut option, at.len().max(1));
            }
            CONTINUE
        });
        self.left = left;
        if let Some(error) = self.rules.fault() {
            return Err(error);
        }
        meter.poll()?;
        if left == 0 || foreign {
            return Err(Error::OverBudget {
                what: "comparison",
                resource: Resource::States,
                used: MOST_OPTIONS + 1,
                limit: MOST_OPTIONS,
                states: MOST_OPTIONS,
            });
        }
        Ok(found)
    }
}

impl Rules {
    /// Compares the options of every position of a box with those of the
    /// bytecode; answers how many positions were compared. How many options are
    /// gone through is for this comparison alone; its time is that of the question
    /// ([`Budget::current`]).
    pub fn agree(&self) -> Result<u64, Difference> {
        let mut played = Played::new(self, MOST_OPTIONS).map_err(Difference::Unknown)?;
        let dimension = self.dimension().max(1);
        let all = positions(played.domain(), sides(dimension), MOST_POSITIONS);
        let walker = self.walker().map_err(Difference::Unknown)?;
        let budget = Budget::current().with_states(MOST_OPTIONS);
        let mut meter = budget.meter("comparison");
        let mut compared = 0;
        let failed = |error: Error, meter: &mut Meter| match (error, meter.poll()) {
            (error @ Error::Faulty { .. }, _) => Difference::Fault(error),
            (_, Err(limit)) => Difference::Spent(limit),
            (error, Ok(())) => Difference::Unknown(error),
        };
        for at in all {
            let point: Vec<u64> = at.iter().map(|x| x.unsigned_abs()).collect();
            let position = played.is_position(&point);
            let position = position.map_err(|error| failed(error, &mut meter))?;
            if position != self.domain.holds(&point) {
                return Err(Difference::Options(differ_about(&at, position)));
            }
            if !position {
                compared += 1;
                continue;
            }
            let over = played.over(&at);
            let over = over.map_err(|error| failed(error, &mut meter))?;
            if over != self.over(&point) {
                return Err(Difference::Options(differ_about_end(&at, over.is_some())));
            }
            let theirs = played.options(&at, &mut meter);
            let theirs = theirs.map_err(|error| failed(error, &mut meter))?;
            let ours = self.options(&walker, &at, &mut meter);
            let ours = ours.map_err(|error| failed(error, &mut meter))?;
            if ours != theirs {
                return Err(Difference::Options(differs(&at, &ours, &theirs)));
            }
            compared += 1;
        }
        Ok(compared)
    }

    /// The different options of a position.
    fn options(&self, walker: &Walker, at: &[i64], meter: &mut Meter) -> Result<Options, Error> {
        let at: Vec<u64> = at.iter().map(|x| x.unsigned_abs()).collect();
        let dimension = self.dimension().max(1);
        let mut found = Options::default();
        let mut sorted = Vec::new();
        walker.options(&at, meter, |_, option| {
            sorted.clear();
            sorted.extend_from_slice(option);
            insert(&mut found, &mut sorted, dimension);
        })?;
        Ok(found)
    }

    /// The values, or 0 and 1 for P and N, over the largest box that is soon
    /// filled from the bytecode alone, and its sides: what a law is held
    /// against before it is called proven. Each smaller box is allowed half as
    /// much as the one before: where play rises without end none can be filled.
    pub fn engine_table(&self, budget: &Budget) -> Result<(Vec<u64>, Vec<u32>), Error> {
        let dimension = self.dimension().max(1);
        let mut side = sides(dimension) as u64;
        let mut allowed = MOST_OPTIONS;
        let mut meter = budget.meter("comparison");
        loop {
            let size = vec![side; dimension];
            match self.engine_cells(&size, allowed, &mut meter) {
                Err(error) if error.is_budget() && side > 2 => {
                    // No box is small enough when the question's own limits are reached.
                    meter.poll()?;
                    (side, allowed) = (side * 2 / 3, allowed / 2);
                }
                cells => return Ok((size, cells?)),
            }
        }
    }

    fn engine_cells(
        &self,
        size: &[u64],
        allowed: u64,
        meter: &mut Meter,
    ) -> Result<Vec<u32>, Error> {
        let mut played = Played::new(self, allowed)?;
        let cells: u64 = size.iter().product();
        let mut labels: FxHashMap<Vec<u64>, u32> = FxHashMap::default();
        let mut table = Vec::new();
        for cell in 0..cells {
            let point = grundy::solve::dense::point(cell, size);
            table.push(match played.is_position(&point)? {
                true => self.label_played(&mut played, point, &mut labels, meter)?,
                false => NOTHING,
            });
        }
        Ok(table)
    }

    fn written(&self, position: &[u64]) -> String {
        let numbers: Vec<String> = position.iter().map(u64::to_string).collect();
        numbers.join(",")
    }

    /// By definition, from the bytecode.
    fn label_played(
        &self,
        played: &mut Played,
        from: Vec<u64>,
        labels: &mut FxHashMap<Vec<u64>, u32>,
        meter: &mut Meter,
    ) -> Result<u32, Error> {
        let mut stack = vec![from.clone()];
        let mut begun: FxHashSet<Vec<u64>> = FxHashSet::default();
        while let Some(position) = stack.pop() {
            if labels.contains_key(&position) {
                continue;
            }
            let at: Vec<i64> = position.iter().map(|x| *x as i64).collect();
            if let Some(winner) = played.over(&at)? {
                labels.insert(position, u32::from(winner == Winner::Next));
                continue;
            }
            let options = played.options(&at, meter)?;
            let dimension = self.dimension().max(1);
            let parts = options.iter().flat_map(|sum| sum.chunks(dimension));
            let mut open: Vec<Vec<u64>> = parts
                .filter(|p| !labels.contains_key(*p))
                .map(<[u64]>::to_vec)
                .collect();
            // In an order that no hash decides.
            open.sort_unstable();
            open.dedup();
            if !open.is_empty() {
                // All below a position is done when its turn comes again,
                // unless some of it leads back.
                if !begun.insert(position.clone()) {
                    return Err(Error::Cycle {
                        cycle: vec![self.written(&position)],
                    });
                }
                stack.push(position);
                stack.extend(open);
                continue;
            }
            let of = |sum: &[u64]| {
                let parts = sum.chunks(dimension);
                parts.fold(0, |all, part| all ^ labels[part])
            };
            let label = if self.has_values() {
                let values: BTreeSet<u32> = options.iter().map(|sum| of(sum)).collect();
                (0..)
                    .zip(&values)
                    .find(|(n, v)| n != *v)
                    .map_or(values.len() as u32, |(n, _)| n)
            } else {
                // Where nothing is left whoever is to move has won under misère play.
                let lost = |sum: &[u64]| match sum.is_empty() {
                    true => !self.misere,
                    false => of(sum) == 0,
                };
                let lost = options.iter().filter(|sum| lost(sum)).count();
                u32::from(lost > self.blocked as usize || (self.misere && options.is_empty()))
            };
            labels.insert(position, label);
        }
        Ok(labels[&from])
    }
}

fn differ_about(at: &[i64], position: bool) -> Text {
    let at: Vec<String> = at.iter().map(i64::to_string).collect();
    let at = at.join(", ");
    let (en, zh) = match position {
        true => ("a position for the engine only", "仅引擎视为局面"),
        false => (
            "a position for the translated rules only",
            "仅翻译后的规则视为局面",
        ),
    };
    Text::new(
        format!(
            "internal disagreement: ({at}) is {en}; nothing is proven, please report the rules"
        ),
        format!("内部不一致：({at}) {zh}；不作证明，请报告此规则"),
    )
}

fn differ_about_end(at: &[i64], over: bool) -> Text {
    let at: Vec<String> = at.iter().map(i64::to_string).collect();
    let at = at.join(", ");
    let (en, zh) = match over {
        true => (
            "the engine ends play there otherwise",
            "引擎在该处以不同方式终局",
        ),
        false => (
            "only the translated rules end play there",
            "仅翻译后的规则在该处终局",
        ),
    };
    Text::new(
        format!("internal disagreement: ({at}): {en}; nothing is proven, please report the rules"),
        format!("内部不一致：({at})：{zh}；不作证明，请报告此规则"),
    )
}

fn differs(at: &[i64], ours: &Options, theirs: &Options) -> Text {
    let dimension = at.len().max(1);
    let written = |sum: Option<&[u64]>| {
        let part = |part: &[u64]| {
            let numbers: Vec<String> = part.iter().map(u64::to_string).collect();
            format!("[{}]", numbers.join(", "))
        };
        let parts: Option<Vec<String>> = sum.map(|sum| sum.chunks(dimension).map(part).collect());
        match parts {
            None => "-".to_string(),
            Some(parts) if parts.is_empty() => "[]".to_string(),
            Some(parts) => parts.join(" + "),
        }
    };
    let at: Vec<String> = at.iter().map(i64::to_string).collect();
    let at = at.join(", ");
    let (more, less) = (
        written(ours.difference(theirs).map(|sum| &**sum).min()),
        written(theirs.difference(ours).map(|sum| &**sum).min()),
    );
    Text::new(
        format!(
            "internal disagreement: at ({at}) the translated rules have {} options and the engine {} (only translated: {more}; only played: {less}); nothing is proven, please report the rules",
            ours.len(),
            theirs.len()
        ),
        format!(
            "内部不一致：在 ({at}) 处翻译后的规则有 {} 个选项，而引擎有 {} 个（仅翻译：{more}；仅引擎：{less}）；不作证明，请报告此规则",
            ours.len(),
            theirs.len()
        ),
    )
}
