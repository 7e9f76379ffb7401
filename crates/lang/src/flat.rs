//! Sums in which every heap counts: the *flat* reading of `sum every`,
//! `sum some`, `sum upto` and `short`.
//!
//! Where a move leaves several parts, each of them is a component of its own
//! from then on: with `sum every` both halves of a split heap must be moved in,
//! with `short` play is over when one of them has no move. (In the *nested*
//! reading of Conway's compounds the parts stay one component, a disjunctive
//! sum within; `crate::compound` plays that.) Without splits the two are the
//! same. A component of which nothing is left has no move.
//!
//! The whole sum is one position of the game [`FlatSum`], and search over it
//! is the definition. For most rules one number for each component decides,
//! by the theorems of Conway (*On Numbers and Games*, chapter 14) and Smith
//! (1966): their proofs only need the number of an option, and here an option
//! is a list of components, whose number is that of the list.
//!
//! | compound | number of a list | the mover wins iff |
//! |---|---|---|
//! | every, long | largest suspense | it is odd (misère: even) |
//! | every, short | least remoteness | it is odd (misère: even) |
//! | some, long, normal | whether some component is N | some is |
//! | some, short | the same, if play is not over | some is |
//! | one, short | nim sum of foreclosed values | it is not 0, or one can be ended |
//!
//! ```
//! use grundy::ask::Question;
//! let rules = "state n; move take if n = 1 -> []; move split(k in 1..n-1) -> [k] + [n-k]; sum every";
//! let flat = grundy_lang::load(rules, None, &[]).unwrap();
//! let nested = grundy_lang::load(&rules.replace("every", "every nested"), None, &[]).unwrap();
//! let outcome = |game: &dyn grundy::workbench::AnyGame| {
//!     game.solve("2", &Question::default()).unwrap().answer.outcome.to_string()
//! };
//! // Both halves are taken at once, or one after the other.
//! assert_eq!((outcome(&*flat), outcome(&*nested)), ("P".into(), "N".into()));
//! ```
//!
//! A move names the heap and what is done there: `1.take & 3.split(2)`.
//!
//! Limits: `sum upto`, and `sum some` in long misère play, are searched. Games
//! whose positions come back are searched as graphs.

use std::sync::{Arc, Mutex};

use grundy::answer::{Status, SumMove};
use grundy::budget::{Budget, Meter};
use grundy::compound::search::each_choice;
use grundy::compound::{End, Kind, Rules as Compound};
use grundy::error::Error;
use grundy::game::{CONTINUE, Flow, Game, STOP, each_option};
use grundy::natural::Natural;
use grundy::outcome::{Convention, Outcome};
use grundy::picture::scene::{Id, Part, Scene, Show, Stage, heaps};
use grundy::solve::dense::Lattice;
use grundy::text::Text;
use grundy::theorem::Theorem;
use std::collections::HashMap;

use crate::bench::Written;
use crate::position::Position;
use crate::rules::{Compiled, Move, Rules};

/// A component: a position, or nothing.
pub type Component<const N: usize> = Option<Position<N>>;

/// The options of a component, each with the components it leaves.
type Options<const N: usize> = Vec<(Move, Vec<Component<N>>)>;

/// The game whose positions are flat sums.
pub struct FlatSum<const N: usize> {
    rules: Rules<N>,
    compound: Compound,
    budget: Budget,
    numbers: Mutex<HashMap<(Position<N>, Convention), Numbers>>,
}

/// What decides about a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// No move is left.
    ended: bool,
    /// Suspense or remoteness; 1 and 0 for N and P; the foreclosed value.
    number: u32,
    /// Under the short rule, in one component at a time: it can be ended at
    /// once.
    can_end: bool,
}

/// The number of moves in several components at a turn, which grows fast.
const MOST_MOVES: u64 = 1 << 20;

impl<const N: usize> FlatSum<N> {
    /// Sums of positions of these rules, played as the text says.
    pub fn new(rules: Rules<N>, budget: Budget) -> Self {
        let game = rules.compiled().program().game();
        FlatSum {
            compound: Compound {
                kind: game.kind,
                end: game.end,
                convention: game.convention,
            },
            rules,
            budget,
            numbers: Mutex::default(),
        }
    }

    fn options_of(&self, component: &Component<N>) -> Options<N> {
        let mut found = Vec::new();
        if let Some(position) = component {
            let _ = each_option(&self.rules, position, &mut |mv, parts| {
                let parts = match parts.is_empty() {
                    true => vec![None],
                    false => parts.iter().copied().map(Some).collect(),
                };
                found.push((mv, parts));
                CONTINUE
            });
        }
        found
    }

    fn is_over(&self, options: &[Options<N>]) -> bool {
        match self.compound.end {
            End::Short => options.is_empty() || options.iter().any(Vec::is_empty),
            _ => options.iter().all(Vec::is_empty),
        }
    }

    /// Whether numbers decide under a convention.
    fn is_decided(&self, convention: Convention) -> bool {
        let misere = convention == Convention::Misere;
        !self.rules.may_cycle()
            && match (self.compound.kind, self.compound.end) {
                (Kind::Conjunctive, End::Long | End::Short) => true,
                (Kind::Selective, End::Long) => !misere,
                (Kind::Selective | Kind::Disjunctive, End::Short) => true,
                _ => false,
            }
    }

    /// The number of a list of components, each of which has one; `None` for
    /// the foreclosed value of a list in which a component can be ended.
    fn of_list(&self, list: &[Numbers]) -> Option<u32> {
        let all = list.iter();
        match (self.compound.kind, self.compound.end) {
            (Kind::Conjunctive, End::Long) => all.map(|n| n.number).max(),
            (Kind::Conjunctive, _) => all.map(|n| n.number).min(),
            (Kind::Selective, _) => Some(u32::from(all.clone().any(|n| n.number > 0))),
            _ => match all.clone().any(|n| n.can_end) {
                true => None,
                false => Some(all.fold(0, |sum, n| sum ^ n.number)),
            },
        }
    }

    /// The number of a component whose options leave these lists.
    fn of_options(&self, lists: &[Vec<Numbers>], convention: Convention) -> Numbers {
        if lists.is_empty() {
            return Numbers {
                ended: true,
                number: 0,
                can_end: false,
            };
        }
        let misere = convention == Convention::Misere;
        let short = self.compound.end == End::Short;
        let over = |list: &Vec<Numbers>| short && list.iter().any(|n| n.ended);
        let mut can_end = false;
        let number = match self.compound.kind {
            Kind::Conjunctive => {
                // Whoever wins leaves even numbers (misère: odd ones), and takes his
                // time where play is long.
                let all = || lists.iter().filter_map(|list| self.of_list(list));
                let good = |n: &u32| (n % 2 == 1) == misere;
                let best = match short {
                    true => all().filter(good).min().or_else(|| all().max()),
                    false => all().filter(good).max().or_else(|| all().min()),
                };
                best.map_or(0, |best| best.saturating_add(1))
            }
            Kind::Selective => {
                let wins = lists.iter().any(|list| match over(list) {
                    true => !misere,
                    false => self.of_list(list) == Some(0),
                });
                u32::from(wins)
            }
            _ => {
                // Who ends a component has won (misère: lost), so what can be ended
                // at once is not left to the other.
                can_end = !misere && lists.iter().any(over);
                let open = lists.iter().filter(|list| !over(list));
                let values: Vec<u32> = open.filter_map(|list| self.of_list(list)).collect();
                (0..).find(|n| !values.contains(n)).unwrap_or(0)
            }
        };
        Numbers {
            ended: false,
            number,
            can_end,
        }
    }

    /// The numbers of a component, and of all that can be reached from it.
    fn numbers(
        &self,
        component: &Component<N>,
        convention: Convention,
        meter: &mut Meter,
    ) -> Result<Numbers, Error> {
        let nothing = self.of_options(&[], convention);
        let Some(position) = component else {
            return Ok(nothing);
        };
        let Ok(mut known) = self.numbers.lock() else {
            return Ok(nothing);
        };
        let mut stack = vec![*position];
        let mut begun = std::collections::HashSet::new();
        while let Some(position) = stack.pop() {
            if known.contains_key(&(position, convention)) {
                continue;
            }
            meter.state()?;
            let options = self.options_of(&Some(position));
            let parts = options.iter().flat_map(|(_, parts)| parts).flatten();
            let open: Vec<Position<N>> = parts
                .filter(|part| !known.contains_key(&(**part, convention)))
                .copied()
                .collect();
            if !open.is_empty() {
                if !begun.insert(position) {
                    return Err(Error::Cycle {
                        cycle: vec![self.rules.write(&[position])],
                    });
                }
                stack.push(position);
                stack.extend(open);
                continue;
            }
            let number = |part: &Component<N>| match part {
                None => nothing,
                Some(part) => known[&(*part, convention)],
            };
            let lists: Vec<Vec<Numbers>> = options
                .iter()
                .map(|(_, parts)| parts.iter().map(number).collect())
                .collect();
            let numbers = self.of_options(&lists, convention);
            known.insert((position, convention), numbers);
        }
        Ok(known[&(*position, convention)])
    }

    /// Who wins, by numbers.
    fn decided(
        &self,
        sum: &[Component<N>],
        convention: Convention,
        meter: &mut Meter,
    ) -> Result<Outcome, Error> {
        let mut list = Vec::with_capacity(sum.len());
        for component in sum {
            list.push(self.numbers(component, convention, meter)?);
        }
        let misere = convention == Convention::Misere;
        let short = self.compound.end == End::Short;
        let over = match short {
            true => list.is_empty() || list.iter().any(|n| n.ended),
            false => list.iter().all(|n| n.ended),
        };
        let wins = match (over, self.compound.kind) {
            (true, _) => misere,
            (_, Kind::Conjunctive) => {
                let number = self.of_list(&list).unwrap_or(0);
                (number % 2 == 1) != misere
            }
            _ => self.of_list(&list) != Some(0),
        };
        Ok(Outcome::mover_wins(wins))
    }
}

impl<const N: usize> Game for FlatSum<N> {
    type Position = Vec<Component<N>>;
    type Move = Vec<(usize, Move)>;

    fn options(
        &self,
        sum: &Self::Position,
        visit: &mut impl FnMut(Self::Move, &[Self::Position]) -> Flow,
    ) -> Flow {
        let options: Vec<Options<N>> = sum.iter().map(|c| self.options_of(c)).collect();
        if self.is_over(&options) {
            return CONTINUE;
        }
        let live: Vec<usize> = (0..sum.len()).filter(|&i| !options[i].is_empty()).collect();
        let counts: Vec<usize> = live.iter().map(|&i| options[i].len()).collect();
        let mut named = 0;
        let flow = each_choice(self.compound.kind, &counts, &mut |digits| {
            named += 1;
            if named > MOST_MOVES {
                self.rules.fail(Error::Faulty {
                    position: self.write(std::slice::from_ref(sum)),
                    because: Text::new(
                        format!("more than {MOST_MOVES} moves in several components at once"),
                        format!("同时在多个分量中的着法超过 {MOST_MOVES} 个"),
                    ),
                });
                return STOP;
            }
            let mut chosen = vec![0; sum.len()];
            for (&component, &digit) in live.iter().zip(digits) {
                chosen[component] = digit;
            }
            let (mut after, mut moves) = (Vec::new(), Vec::new());
            for (component, &digit) in chosen.iter().enumerate() {
                match digit {
                    0 => after.push(sum[component]),
                    digit => {
                        let (mv, parts) = &options[component][digit - 1];
                        after.extend(parts);
                        moves.push((component, *mv));
                    }
                }
            }
            visit(moves, std::slice::from_ref(&after))
        });
        // Not the visitor stopped then.
        if named > MOST_MOVES { CONTINUE } else { flow }
    }

    fn play(&self, sum: &Self::Position, mv: &Self::Move) -> Option<Vec<Self::Position>> {
        let options: Vec<Options<N>> = sum.iter().map(|c| self.options_of(c)).collect();
        let live = options.iter().filter(|o| !o.is_empty()).count();
        let allowed = match self.compound.kind {
            Kind::Disjunctive => 1..=1,
            Kind::Conjunctive => live..=live,
            Kind::Selective => 1..=live,
            Kind::UpTo(most) => 1..=most,
        };
        let once = mv.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if self.is_over(&options) || !once || !allowed.contains(&mv.len()) {
            return None;
        }
        let mut after = Vec::new();
        for (at, component) in sum.iter().enumerate() {
            match mv.iter().find(|(moved, _)| *moved == at) {
                None => after.push(*component),
                Some((_, mv)) => match self.rules.play(component.as_ref()?, mv)? {
                    parts if parts.is_empty() => after.push(None),
                    parts => after.extend(parts.into_iter().map(Some)),
                },
            }
        }
        // A component that does not exist was not moved in.
        mv.iter()
            .all(|(at, _)| *at < sum.len())
            .then(|| vec![after])
    }

    fn canonical(&self, mut sum: Self::Position) -> Self::Position {
        if self.compound.end != End::Short {
            // What has no move decides nothing more.
            sum.retain(|c| c.as_ref().is_some_and(|p| !self.rules.is_terminal(p)));
        }
        sum.sort_unstable();
        sum
    }

    /// The value of a compound says nothing of its sums: who wins is all.
    fn declares_ends(&self) -> bool {
        true
    }

    fn may_cycle(&self) -> bool {
        self.rules.may_cycle()
    }

    fn read(&self, text: &str) -> Result<Vec<Self::Position>, Error> {
        let sum = self.rules.read(text)?;
        Ok(vec![sum.into_iter().map(Some).collect()])
    }

    fn write(&self, sums: &[Self::Position]) -> String {
        let all: Vec<Position<N>> = sums.iter().flatten().flatten().copied().collect();
        self.rules.write(&all)
    }

    fn read_move(&self, sum: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        let bad = || Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`COMPONENT.MOVE`, moves in several components joined by `&`",
                "“分量.着法”，多个分量的着法以 `&` 相连",
            ),
        };
        let mut moves: Vec<(usize, Move)> = Vec::new();
        for step in text.split('&') {
            let (component, mv) = match step.split_once('.') {
                Some((number, mv)) => {
                    let number: usize = number.trim().parse().map_err(|_| bad())?;
                    (number.checked_sub(1).ok_or_else(bad)?, mv)
                }
                None if sum.len() == 1 => (0, step),
                None => return Err(bad()),
            };
            let position = sum.get(component).copied().flatten().ok_or_else(bad)?;
            moves.push((component, self.rules.read_move(&position, mv.trim())?));
        }
        moves.sort_by_key(|(component, _)| *component);
        Ok(moves)
    }

    fn write_move(&self, mv: &Self::Move) -> String {
        let steps: Vec<String> = mv
            .iter()
            .map(|(at, mv)| format!("{}.{}", at + 1, self.rules.write_move(mv)))
            .collect();
        steps.join(" & ")
    }
}

impl<const N: usize> Theorem for FlatSum<N> {
    fn outcome(&self, sum: &[Self::Position], convention: Convention) -> Option<Outcome> {
        let [sum] = sum else {
            return None;
        };
        if !self.is_decided(convention) {
            return None;
        }
        // A budget that runs out, or play that comes back, is left to search,
        // which says so.
        let mut meter = self.budget.meter("compound");
        self.decided(sum, convention, &mut meter).ok()
    }

    fn status(&self, _: &[Self::Position], _: Convention) -> Status {
        Status::Computed
    }

    fn reason(&self, _: &[Self::Position], _: Convention) -> Text {
        match (self.compound.kind, self.compound.end) {
            (Kind::Conjunctive, End::Long) => Text::fixed(
                "every heap counts (flat): the parity of the largest suspense",
                "各堆皆计（flat）：最大悬念值的奇偶",
            ),
            (Kind::Conjunctive, _) => Text::fixed(
                "every heap counts (flat): the parity of the least remoteness",
                "各堆皆计（flat）：最小遥远度的奇偶",
            ),
            (Kind::Selective, _) => Text::fixed(
                "every heap counts (flat): whether some heap is won alone",
                "各堆皆计（flat）：是否有单独可胜的堆",
            ),
            _ => Text::fixed(
                "every heap counts (flat): the nim sum of the foreclosed values",
                "各堆皆计（flat）：封闭值的异或和",
            ),
        }
    }
}

/// Where every component is one number, the heaps stand in a row.
impl<const N: usize> Show for FlatSum<N> {
    fn scene(&self, stage: &Stage<Self::Position>) -> Scene {
        let heaps: Option<Vec<Vec<Natural>>> =
            stage.sum().iter().map(|sum| self.heaps(sum)).collect();
        match heaps {
            Some(_) => heaps::scene(stage, |sum| self.heaps(sum).unwrap_or_default()),
            None => Scene::cards(stage, |sum| self.write(std::slice::from_ref(sum))),
        }
    }

    fn touches(&self, stage: &Stage<Self::Position>, mv: &SumMove<Self::Move>) -> Vec<Id> {
        let board = stage.board(mv.component);
        let sum = &stage.sum()[mv.component];
        let whole = vec![Id {
            board,
            part: Part::Whole,
        }];
        let Some(heaps) = self.heaps(sum) else {
            return whole;
        };
        let touched = mv.mv.iter().filter_map(|(component, inner)| {
            let position = (*sum.get(*component)?)?;
            let parts = self.rules.play(&position, inner)?;
            let left = parts
                .first()
                .map_or(0, |part| self.rules.coordinates_of(part)[0]);
            let (number, stones) = (u32::try_from(*component).ok()?, &heaps[*component]);
            if stones.is_zero() {
                return None;
            }
            let left = Natural::from(left.unsigned_abs()).min(stones - 1u8);
            Some(heaps::stone(board, number, stones, &left))
        });
        let touched: Vec<Id> = touched.collect();
        match touched.is_empty() {
            false => touched,
            // A move that takes no stone is pointed at nowhere in particular.
            true => self.scene(stage).elements().map(|e| e.id).collect(),
        }
    }
}

impl<const N: usize> FlatSum<N> {
    /// The heaps of a sum, if every component is one number that is no debt.
    fn heaps(&self, sum: &[Component<N>]) -> Option<Vec<Natural>> {
        let heap = |component: &Component<N>| match component {
            None => Some(Natural::ZERO),
            Some(position) => match self.rules.coordinates_of(position) {
                [stones] if *stones >= 0 => Some(Natural::from(stones.unsigned_abs())),
                _ => None,
            },
        };
        sum.iter().map(heap).collect()
    }
}

impl<const N: usize> Lattice for FlatSum<N> {
    fn at(&self, point: &[u64]) -> Option<Self::Position> {
        Some(vec![Some(self.rules.at(point)?)])
    }

    fn coordinates(&self, _: &Self::Position, _: &mut [u64]) -> bool {
        false // Most sums have more than one component.
    }
}

impl<const N: usize> Written for FlatSum<N> {
    fn fault(&self) -> Option<Error> {
        self.rules.fault()
    }

    fn fresh(&self, budget: &Budget) -> Arc<dyn Written> {
        Arc::new(FlatSum::new(self.rules.again(), budget.clone()))
    }

    fn roaming(&self, budget: &Budget) -> Arc<dyn Written> {
        Arc::new(FlatSum::new(self.rules.again().roaming(), budget.clone()))
    }

    fn compiled(&self) -> &Compiled {
        self.rules.compiled()
    }
}
