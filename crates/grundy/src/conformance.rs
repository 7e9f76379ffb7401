//! The conformance suite: is everything a game claims true of its rules?
//!
//! [`check`] explores every position that can be reached from the game's
//! small ones and labels them by the definition (an explicit graph, no
//! symmetry, no theorem). Against these labels it compares, under both
//! conventions and on *every* small position: the outcome, the value, the
//! exact set of winning moves — as the theorem gives them and as search does
//! — then lets the strategy play whole games against opponents who play at
//! random, perfectly, and to stall. It also checks that notation reads back
//! what it wrote, that exactly the listed moves are legal, that the table is
//! right, and that malformed text is refused. Last it looks at the pictures
//! ([`scenes`]).
//!
//! A game whose positions come back says so by [`Game::may_cycle`], and they
//! must come back in its small positions. It is labelled from the ends: win,
//! lose or draw. Its strategy must win without repeating a position, within
//! the number of moves that [`Theorem::ends_within`] promises, and
//! keep every draw.
//!
//! The catalogue's test walks [`crate::catalogue::ALL`]. Your own game can be
//! checked the same way: `conformance::check(&Workbench::new(MyGame))`.

pub mod scenes;

use std::fmt;
use std::fmt::Debug;

use rustc_hash::FxHashMap;

use crate::answer::SumMove;
use crate::ask::{Question, ask, by_search};
use crate::budget::Budget;
use crate::catalogue::{About, Listed};
use crate::erased::{Erased, Move, Position};
use crate::error::Error;
use crate::game::{CONTINUE, Game, STOP, each_option};
use crate::outcome::{Convention, Outcome};
use crate::random::Random;
use crate::solve::dense::{self, Lattice};
use crate::solve::graph::Graph;
use crate::solve::loopy;
use crate::solve::retrograde;
use crate::solve::retrograde::plain::Plain;
use crate::solve::sum::{Flat, read_sum_move, write_sum_move};
use crate::strategy::Strategy;
use crate::table::{Caption, Cell, tabulate};
use crate::theorem::{self, Theorem};
use crate::workbench::Workbench;

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Small positions, each under both conventions.
    pub positions: usize,
    /// Positions explored by the definition.
    pub explored: usize,
    /// Times the theorem spoke.
    pub theorem: usize,
    /// Games played by the strategy.
    pub games: usize,
    /// Small positions whose picture is more than cards.
    pub pictures: usize,
}

/// A claim that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The game.
    pub game: &'static str,
    /// What was compared.
    pub check: Check,
    /// Where, what was expected and what was found.
    pub details: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}: {}", self.game, self.check, self.details)
    }
}

impl std::error::Error for Failure {}

/// The parts of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The page about the game says too little.
    Page,
    /// The small positions are too few, too many, or all alike.
    SmallPositions,
    /// A closed-form value.
    Value,
    /// An outcome.
    Outcome,
    /// A set of winning moves.
    WinningMoves,
    /// What search finds.
    Search,
    /// A game lost from a won position.
    Strategy,
    /// Text that does not read back as it was written.
    Notation,
    /// A move that is legal and refused, or illegal and accepted.
    Legality,
    /// A table or its coordinates.
    Table,
    /// An example that does not work.
    Example,
    /// A picture that is not the position, or a click that is no move.
    Scene,
}

/// How many positions the definition may need.
const EXPLORED_AT_MOST: usize = 300_000;
/// How many small positions the strategy plays out, per convention.
const PLAYED_AT_MOST: usize = 150;

/// Compares everything that `game` claims with plain search.
pub fn check(bench: &Workbench) -> Result<Report, Failure> {
    let (game, listed) = (bench.game(), bench.listed());
    let about = listed.about();
    check_page(about)?;
    let small = listed.small();
    let alone = alone(&small);
    let starts = small.iter().chain(&alone);
    let oracle = Oracle::explore(about, game, starts)?;
    let mut suite = Suite {
        game,
        listed,
        oracle,
        report: Report::default(),
    };
    suite.check_small_positions(&small)?;
    for sum in &alone {
        suite.check_component(sum)?;
    }
    for sum in &small {
        suite.check_notation(sum)?;
        for convention in [Convention::Normal, Convention::Misere] {
            suite.check_answers(sum, convention)?;
        }
    }
    suite.check_legality(&small, &alone)?;
    suite.check_games(&small)?;
    suite.check_tables()?;
    suite.check_examples()?;
    suite.check_malformed(&small)?;
    suite.report.pictures = scenes::check(about, game, &small)?;
    suite.report.positions = small.len();
    suite.report.explored = suite.oracle.positions.len();
    if !about.theorem.0.is_empty() && suite.report.theorem == 0 {
        return suite.fail(Check::Page, "a theorem is stated but never spoke".into());
    }
    Ok(suite.report)
}

/// Looks at the pictures alone; how many of the small positions have more than cards.
pub fn check_pictures(bench: &Workbench) -> Result<usize, Failure> {
    let listed = bench.listed();
    scenes::check(listed.about(), bench.game(), &listed.small())
}

fn failure(about: &'static About, check: Check, details: String) -> Failure {
    Failure {
        game: about.id,
        check,
        details,
    }
}

fn check_page(about: &'static About) -> Result<(), Failure> {
    let fail = |what: &str| Err(failure(about, Check::Page, what.to_string()));
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if about.id.is_empty() || !about.id.chars().all(plain) {
        return fail("the id must be lower case letters, digits and hyphens");
    }
    let pairs = [
        ("name", about.name),
        ("summary", about.summary),
        ("rules", about.rules),
        ("position", about.position),
        ("moves", about.moves),
    ];
    for (what, words) in pairs {
        if words.0.trim().is_empty() || words.1.trim().is_empty() {
            return fail(&format!("{what} is missing in one language"));
        }
    }
    if about.theorem.0.is_empty() != about.theorem.1.is_empty() {
        return fail("the theorem is missing in one language");
    }
    if !about.theorem.0.is_empty() && about.source.is_empty() {
        return fail("the theorem has no source");
    }
    if about.examples.is_empty() {
        return fail("there are no examples");
    }
    Ok(())
}

/// Every component of the sums, each once and on its own. (A game whose
/// notation speaks of whole rows cannot write these, but their values and
/// moves are checked.)
fn alone<P: Clone + Ord>(sums: &[Vec<P>]) -> Vec<Vec<P>> {
    let mut components: Vec<Vec<P>> = sums.iter().flatten().map(|p| vec![p.clone()]).collect();
    components.sort();
    components.dedup();
    components
}

/// A move of a sum and the sum it leads to.
type Play = (SumMove<Move>, Vec<Position>);

/// Every reachable sum, labelled by the definition.
struct Oracle {
    numbers: FxHashMap<Vec<Position>, u32>,
    positions: Vec<Vec<Position>>,
    normal: Vec<Outcome>,
    misere: Vec<Outcome>,
    /// `None` if the game declares ends, or the value is no number.
    values: Vec<Option<u32>>,
    /// The length of the longest play from here; where positions can come
    /// back, the remoteness in normal play, and the most for draws.
    longest: Vec<u32>,
}

fn sorted<P: Ord>(mut sum: Vec<P>) -> Vec<P> {
    sum.sort();
    sum
}

impl Oracle {
    fn explore<'p>(
        about: &'static About,
        game: &Erased<'_>,
        starts: impl Iterator<Item = &'p Vec<Position>>,
    ) -> Result<Self, Failure> {
        let flat = Flat::new(game);
        let mut numbers: FxHashMap<Vec<Position>, u32> = FxHashMap::default();
        let mut positions = Vec::new();
        let starts: Vec<_> = starts.collect();
        for sum in &starts {
            let sum = sorted(sum.to_vec());
            numbers.entry(sum).or_insert_with_key(|sum| {
                positions.push(sum.clone());
                positions.len() as u32 - 1
            });
        }
        let mut edges = Vec::new();
        let mut next = 0;
        while next < positions.len() {
            if positions.len() > EXPLORED_AT_MOST {
                return Err(failure(
                    about,
                    Check::SmallPositions,
                    format!("more than {EXPLORED_AT_MOST} positions can be reached from them"),
                ));
            }
            let sum = positions[next].clone();
            if flat.over(&sum).is_none() {
                let _ = each_option(&flat, &sum, &mut |_, to| {
                    let number = *numbers
                        .entry(sorted(to[0].clone()))
                        .or_insert_with_key(|to| {
                            positions.push(to.clone());
                            positions.len() as u32 - 1
                        });
                    edges.push((next as u32, number));
                    CONTINUE
                });
            }
            next += 1;
        }
        let graph = Graph::from_edges(positions.len(), &edges);
        let declared = |v: u32| flat.over(&positions[v as usize]).map(|w| w.outcome());
        let ends = (0..positions.len() as u32).find(|v| declared(*v).is_some());
        if ends.is_some() != game.declares_ends() {
            return Err(failure(
                about,
                Check::Page,
                format!(
                    "declares_ends is {}, but the first declared end is {:?}",
                    game.declares_ends(),
                    ends.map(|v| game.write(&positions[v as usize]))
                ),
            ));
        }
        let valued = !game.declares_ends();
        let order = match (graph.order(), game.may_cycle()) {
            (Ok(_), true) => {
                let details = "no position comes back, but `may_cycle` says so".to_string();
                return Err(failure(about, Check::SmallPositions, details));
            }
            (Ok(order), false) => order,
            (Err(_), true) => {
                let budget = Budget::default();
                let labels = |convention| {
                    let play = positions.iter().zip(0..).filter_map(|(sum, v)| {
                        let winner = flat.over(sum)?;
                        Some((v, winner))
                    });
                    let play = play.fold(retrograde::Play::new(convention), |play, (v, winner)| {
                        play.with_declared(v, winner)
                    });
                    Plain::new(&graph, &budget)?.solve(&play, &budget)
                };
                let of = |error: Error| failure(about, Check::SmallPositions, error.to_string());
                let normal = labels(Convention::Normal).map_err(of)?;
                let misere = labels(Convention::Misere).map_err(of)?;
                let loopy = loopy::Values::new(&graph, &budget).map_err(of)?;
                let all = || 0..positions.len() as u32;
                let value = |v| if valued { loopy.finite(v) } else { None };
                return Ok(Oracle {
                    values: all().map(value).collect(),
                    normal: all().map(|v| normal.outcome(v)).collect(),
                    misere: all().map(|v| misere.outcome(v)).collect(),
                    longest: all()
                        .map(|v| normal.remoteness(v).unwrap_or(u32::MAX))
                        .collect(),
                    numbers,
                    positions,
                });
            }
            (Err(error), false) => {
                return Err(failure(about, Check::SmallPositions, error.to_string()));
            }
        };
        let normal = graph.outcomes_with(&order, Convention::Normal, declared);
        let misere = graph.outcomes_with(&order, Convention::Misere, declared);
        let value = |value| if valued { Some(value) } else { None };
        let values = graph.values(&order).into_iter().map(value).collect();
        let mut longest = vec![0; positions.len()];
        for v in order.iter() {
            let after = graph.successors(v).iter();
            longest[v as usize] = after.map(|w| longest[*w as usize] + 1).max().unwrap_or(0);
        }
        Ok(Oracle {
            numbers,
            positions,
            normal,
            misere,
            values,
            longest,
        })
    }

    fn number(&self, sum: &[Position]) -> usize {
        self.numbers[&sorted(sum.to_vec())] as usize
    }

    fn outcome(&self, sum: &[Position], convention: Convention) -> Outcome {
        let number = self.number(sum);
        match convention {
            Convention::Normal => self.normal[number],
            Convention::Misere => self.misere[number],
        }
    }

    fn value(&self, sum: &[Position]) -> Option<u32> {
        self.values[self.number(sum)]
    }
}

struct Suite<'g> {
    game: &'g Erased<'static>,
    listed: &'g dyn Listed,
    oracle: Oracle,
    report: Report,
}

impl<'g> Suite<'g> {
    fn fail<T>(&self, check: Check, details: String) -> Result<T, Failure> {
        Err(failure(self.listed.about(), check, details))
    }

    fn expect<T: PartialEq + Debug>(
        &self,
        check: Check,
        place: impl FnOnce() -> String,
        expected: T,
        found: T,
    ) -> Result<(), Failure> {
        if expected == found {
            return Ok(());
        }
        let details = format!("{}: expected {expected:?}, found {found:?}", place());
        self.fail(check, details)
    }

    fn ok<T>(
        &self,
        check: Check,
        place: impl FnOnce() -> String,
        result: Result<T, Error>,
    ) -> Result<T, Failure> {
        result.map_err(|error| failure(self.listed.about(), check, format!("{}: {error}", place())))
    }

    fn moves(&self, sum: &[Position]) -> Vec<Play> {
        let flat = Flat::new(self.game);
        let sum = sum.to_vec();
        let mut moves = Vec::new();
        if flat.over(&sum).is_none() {
            let _ = each_option(&flat, &sum, &mut |mv, to| {
                moves.push((mv, to[0].clone()));
                CONTINUE
            });
        }
        moves
    }

    fn check_small_positions(&self, small: &[Vec<Position>]) -> Result<(), Failure> {
        const AT_LEAST: usize = 20;
        if small.len() < AT_LEAST {
            let details = format!("{} given, at least {AT_LEAST} are needed", small.len());
            return self.fail(Check::SmallPositions, details);
        }
        for outcome in [Outcome::N, Outcome::P] {
            let found = small
                .iter()
                .any(|sum| self.oracle.outcome(sum, Convention::Normal) == outcome);
            if !found {
                return self.fail(Check::SmallPositions, format!("none of them is {outcome}"));
            }
        }
        Ok(())
    }

    fn check_notation(&self, sum: &[Position]) -> Result<(), Failure> {
        let written = self.game.write(sum);
        let read = self.ok(
            Check::Notation,
            || written.clone(),
            self.game.read(&written),
        )?;
        if !sum.is_empty() {
            self.expect(Check::Notation, || written.clone(), sum.to_vec(), read)?;
        }
        for (mv, _) in self.moves(sum) {
            let text = write_sum_move(self.game, sum, &mv);
            let place = || format!("move `{text}` of `{written}`");
            let read = read_sum_move(self.game, sum, &text);
            let read = self.ok(Check::Notation, place, read)?;
            self.expect(
                Check::Notation,
                place,
                (mv.component, mv.mv),
                (read.component, read.mv),
            )?;
        }
        Ok(())
    }

    /// The closed-form value and the constructed moves of a single component.
    fn check_component(&mut self, sum: &[Position]) -> Result<(), Failure> {
        let [position] = sum else { return Ok(()) };
        let Some(value) = self.game.value(position) else {
            return Ok(());
        };
        self.report.theorem += 1;
        let place = || self.game.write(sum);
        let oracle = self.oracle.value(sum).map(Into::into);
        self.expect(Check::Value, place, oracle, Some(value))?;
        let moves = self.moves(sum);
        let most = moves
            .iter()
            .filter_map(|(_, to)| self.oracle.value(to))
            .max()
            .unwrap_or(0);
        for target in 0..=most + 1 {
            let mut found = Vec::new();
            let constructed = self.game.moves_to(position, &target.into(), &mut |mv| {
                found.push(mv);
                CONTINUE
            });
            if constructed.is_none() {
                continue;
            }
            let expected = moves
                .iter()
                .filter(|(_, to)| self.oracle.value(to) == Some(target))
                .map(|(mv, _)| mv.mv.clone());
            let place = || format!("moves of {} to value {target}", self.game.write(sum));
            self.same_moves(Check::WinningMoves, place, expected.collect(), found)?;
        }
        Ok(())
    }

    fn same_moves<M: PartialEq + Debug>(
        &self,
        check: Check,
        place: impl Fn() -> String,
        expected: Vec<M>,
        found: Vec<M>,
    ) -> Result<(), Failure> {
        if let Some(mv) = expected.iter().find(|mv| !found.contains(mv)) {
            return self.fail(check, format!("{}: {mv:?} is missing", place()));
        }
        if let Some(mv) = found.iter().find(|mv| !expected.contains(mv)) {
            return self.fail(check, format!("{}: {mv:?} is wrong", place()));
        }
        self.expect(check, place, expected.len(), found.len())
    }

    fn check_answers(&mut self, sum: &[Position], convention: Convention) -> Result<(), Failure> {
        let place = || format!("{} ({})", self.game.write(sum), convention.name());
        let outcome = self.oracle.outcome(sum, convention);
        if let Some(claimed) = theorem::outcome(self.game, sum, convention) {
            self.report.theorem += 1;
            self.expect(Check::Outcome, place, outcome, claimed)?;
        }
        let question = Question {
            convention,
            moves: usize::MAX,
            ..Question::default()
        };
        let value = match convention {
            Convention::Normal => self.oracle.value(sum).map(Into::into),
            Convention::Misere => None,
        };
        let wanted = outcome.to_leave();
        let winning: Vec<_> = self
            .moves(sum)
            .into_iter()
            .filter(|(_, to)| Some(self.oracle.outcome(to, convention)) == wanted)
            .map(|(mv, _)| (mv.component, mv.mv))
            .collect();
        let answers = [
            (
                [Check::Outcome, Check::Value, Check::WinningMoves],
                ask(self.game, sum, &question),
            ),
            ([Check::Search; 3], by_search(self.game, sum, &question)),
        ];
        for ([outcome_check, value_check, moves_check], answer) in answers {
            let answer = self.ok(outcome_check, place, answer)?;
            self.expect(outcome_check, place, outcome, answer.outcome)?;
            self.expect(value_check, place, &value, &answer.value)?;
            let found = answer
                .winning_moves
                .into_iter()
                .map(|mv| (mv.component, mv.mv));
            self.same_moves(moves_check, place, winning.clone(), found.collect())?;
        }
        let outcome_only = Question {
            outcome_only: true,
            ..question
        };
        let answer = by_search(self.game, sum, &outcome_only);
        let answer = self.ok(Check::Search, place, answer)?;
        self.expect(Check::Search, place, outcome, answer.outcome)?;
        if answer.remoteness.is_some() && convention == Convention::Normal {
            let remoteness = self.oracle.longest[self.oracle.number(sum)];
            self.expect(Check::Search, place, Some(remoteness), answer.remoteness)?;
        }
        Ok(())
    }

    /// Exactly the moves that are listed are legal.
    fn check_legality(
        &self,
        small: &[Vec<Position>],
        alone: &[Vec<Position>],
    ) -> Result<(), Failure> {
        const TRIED: usize = 60;
        let mut pool: Vec<Move> = Vec::new();
        for sum in small.iter().rev() {
            for (mv, _) in self.moves(sum) {
                if pool.len() < TRIED && !pool.contains(&mv.mv) {
                    pool.push(mv.mv);
                }
            }
        }
        for position in alone.iter().flatten() {
            let mut listed = Vec::new();
            let _ = each_option(self.game, position, &mut |mv, to| {
                listed.push((mv, to.to_vec()));
                CONTINUE
            });
            let written = || self.game.write(std::slice::from_ref(position));
            for (number, (mv, to)) in listed.iter().enumerate() {
                if listed[..number].iter().any(|(other, _)| other == mv) {
                    return self.fail(Check::Legality, format!("{} lists {mv:?} twice", written()));
                }
                let place = || format!("{mv:?} in {}", written());
                let played = self.game.play(position, mv);
                self.expect(Check::Legality, place, Some(to.clone()), played)?;
            }
            for mv in &pool {
                if listed.iter().all(|(other, _)| other != mv) {
                    let place = || format!("illegal {mv:?} in {}", written());
                    let played = self.game.play(position, mv);
                    self.expect(Check::Legality, place, None, played)?;
                }
            }
        }
        Ok(())
    }

    fn check_games(&mut self, small: &[Vec<Position>]) -> Result<(), Failure> {
        // Evenly spread over the list, the largest included.
        let step = small.len().div_ceil(PLAYED_AT_MOST);
        for (number, sum) in small.iter().rev().step_by(step).enumerate() {
            for convention in [Convention::Normal, Convention::Misere] {
                for opponent in [Opponent::Random, Opponent::Perfect, Opponent::Stalling] {
                    let seed = number as u64 * 3 + opponent as u64;
                    self.play_out(sum, convention, opponent, Random::new(seed))?;
                    self.report.games += 1;
                }
            }
        }
        Ok(())
    }

    /// Plays a whole game in which the strategy takes the winner's side, or
    /// either side of a draw for a while.
    fn play_out(
        &self,
        start: &[Position],
        convention: Convention,
        opponent: Opponent,
        mut random: Random,
    ) -> Result<(), Failure> {
        let place = || {
            format!(
                "{} ({}) against {opponent:?}",
                self.game.write(start),
                convention.name()
            )
        };
        let budget = Budget::default();
        let strategy = Strategy::new(self.game, start.to_vec(), convention, budget);
        let mut strategy = self.ok(Check::Strategy, place, strategy)?;
        let drawn = self.oracle.outcome(start, convention) == Outcome::Draw;
        let mut ours = match self.oracle.outcome(start, convention) {
            Outcome::N => true,
            Outcome::P => false,
            Outcome::Draw => random.below(2) == 0,
        };
        let promised = match convention {
            Convention::Normal => self.game.ends_within(start),
            Convention::Misere => None,
        };
        // A winner who makes progress needs no position twice.
        let most = 2 * self.oracle.positions.len() as u64 + 2;
        let bound = match self.game.may_cycle() {
            true => Some(promised.unwrap_or(most.into())),
            false => None,
        };
        let mut played = 0u64;
        loop {
            if drawn {
                const LONG_ENOUGH: u64 = 60;
                let now = self.oracle.outcome(strategy.position(), convention);
                if now != Outcome::Draw {
                    // Only the opponent may have erred.
                    let won = (now == Outcome::N) == ours;
                    return self.expect(Check::Strategy, place, true, won);
                }
                if played == LONG_ENOUGH {
                    return Ok(());
                }
            }
            if bound.as_ref().is_some_and(|most| *most < played.into()) {
                let details = format!("{}: not over after {played} moves", place());
                return self.fail(Check::Strategy, details);
            }
            played += 1;
            let sum = strategy.position().to_vec();
            let moves = self.moves(&sum);
            if moves.is_empty() {
                let mover_wins = self.oracle.outcome(&sum, convention) == Outcome::N;
                if mover_wins != ours {
                    return self.fail(Check::Strategy, format!("{}: lost a won game", place()));
                }
                let reply = strategy.reply();
                let reply = self.ok(Check::Strategy, place, reply)?;
                return self.expect(Check::Strategy, place, false, reply.is_some());
            }
            if ours {
                let reply = strategy.reply();
                let reply = self.ok(Check::Strategy, place, reply)?;
                let legal = reply.is_some_and(|mv| moves.iter().any(|(m, _)| *m == mv));
                self.expect(Check::Strategy, place, true, legal)?;
            } else {
                let chosen = self.opponent_move(&moves, convention, opponent, &mut random);
                let accepted = strategy.opponent(&moves[chosen].0);
                self.ok(Check::Strategy, place, accepted)?;
                self.expect(
                    Check::Strategy,
                    place,
                    &moves[chosen].1[..],
                    strategy.position(),
                )?;
            }
            ours = !ours;
        }
    }

    fn opponent_move(
        &self,
        moves: &[Play],
        convention: Convention,
        opponent: Opponent,
        random: &mut Random,
    ) -> usize {
        let longest = |(_, to): &(_, Vec<Position>)| self.oracle.longest[self.oracle.number(to)];
        let stalling = || {
            (0..moves.len())
                .max_by_key(|i| longest(&moves[*i]))
                .unwrap_or(0)
        };
        match opponent {
            Opponent::Random => random.below(moves.len() as u64) as usize,
            Opponent::Stalling => stalling(),
            Opponent::Perfect => moves
                .iter()
                .position(|(_, to)| self.oracle.outcome(to, convention) == Outcome::P)
                .or_else(|| {
                    let mut moves = moves.iter();
                    moves.position(|(_, to)| self.oracle.outcome(to, convention) == Outcome::Draw)
                })
                .unwrap_or_else(stalling),
        }
    }

    fn check_tables(&self) -> Result<(), Failure> {
        let dimension = self.listed.about().dimension;
        if dimension == 0 {
            return Ok(());
        }
        let size = self.listed.table_checked();
        let caption = Caption::of(self.listed.about());
        let budget = Budget::default();
        for convention in [Convention::Normal, Convention::Misere] {
            let table = tabulate(self.game, &caption, &size, convention, &budget);
            let place = || format!("table of size {size:?} ({})", convention.name());
            let table = self.ok(Check::Table, place, table)?;
            for (cell, found) in table.cells.iter().enumerate() {
                let at = dense::point(cell as u64, &size);
                let Some(position) = self.game.at(&at) else {
                    self.expect(Check::Table, || format!("{at:?}"), &Cell::Nothing, found)?;
                    continue;
                };
                let mut back = vec![0; dimension];
                if self.game.coordinates(&position, &mut back) {
                    self.expect(Check::Table, || format!("{position:?}"), &at, &back)?;
                }
                let question = Question {
                    convention,
                    ..Question::default()
                };
                let answer = by_search(self.game, &[position], &question);
                let answer = self.ok(Check::Table, || format!("{at:?}"), answer)?;
                let expected = match answer.value {
                    Some(value) => Cell::Value(value),
                    None => Cell::Outcome(answer.outcome),
                };
                self.expect(Check::Table, || format!("{at:?}"), &expected, found)?;
            }
        }
        Ok(())
    }

    /// The examples solve, and a winning move leads to a lost position.
    fn check_examples(&self) -> Result<(), Failure> {
        let question = Question {
            moves: 3,
            ..Question::default()
        };
        for example in self.listed.examples() {
            let place = || format!("example `{example}`");
            let sum = self.ok(Check::Example, place, self.game.read(example))?;
            let answer = self.ok(Check::Example, place, ask(self.game, &sum, &question))?;
            let won = answer.outcome == Outcome::N && self.game.over(&sum[0]).is_none();
            if won && answer.winning_moves.is_empty() {
                return self.fail(Check::Example, format!("{}: N without a move", place()));
            }
            for mv in answer.winning_moves {
                let text = write_sum_move(self.game, &sum, &mv);
                let read = read_sum_move(self.game, &sum, &text);
                let read = self.ok(Check::Example, place, read)?;
                self.expect(Check::Example, place, &mv, &read)?;
                let Some(after) = Flat::new(self.game).play(&sum, &mv) else {
                    return self.fail(Check::Example, format!("{}: {text} is illegal", place()));
                };
                let after = self.ok(Check::Example, place, ask(self.game, &after[0], &question))?;
                self.expect(
                    Check::Example,
                    || format!("{} after {text}", place()),
                    answer.outcome.to_leave(),
                    Some(after.outcome),
                )?;
            }
            if answer.outcome == Outcome::P {
                // A few moves of the loser, each of which must give the win away.
                let mut tried = 0;
                let mut wrong = None;
                let _ = each_option(&Flat::new(self.game), &sum, &mut |mv, to| {
                    tried += 1;
                    match ask(self.game, &to[0], &question) {
                        Ok(after) if after.outcome == Outcome::N => {}
                        _ => wrong = Some(mv),
                    }
                    if tried == 5 || wrong.is_some() {
                        STOP
                    } else {
                        CONTINUE
                    }
                });
                if let Some(mv) = wrong {
                    return self.fail(Check::Example, format!("{} after {mv:?}: not N", place()));
                }
            }
        }
        Ok(())
    }

    /// Damaged text is read or refused, and what is read is written back.
    fn check_malformed(&self, small: &[Vec<Position>]) -> Result<(), Failure> {
        const JUNK: [&str; 14] = [
            "",
            " ",
            "-",
            "x",
            ",",
            "+",
            "#",
            "*",
            "{",
            "堆",
            "99999999999999999999999",
            "0",
            "^",
            "\u{0}",
        ];
        let mut random = Random::new(7);
        let seeds: Vec<String> = self
            .listed
            .examples()
            .iter()
            .filter(|example| example.len() < 60)
            .map(|example| example.to_string())
            .chain(small.iter().rev().take(5).map(|sum| self.game.write(sum)))
            .collect();
        for seed in &seeds {
            for _ in 0..60 {
                let mut characters: Vec<char> = seed.chars().collect();
                for _ in 0..=random.below(2) {
                    let at = random.below(characters.len() as u64 + 1) as usize;
                    if random.below(2) == 0 && at < characters.len() {
                        characters.remove(at);
                    } else {
                        let junk = JUNK[random.below(JUNK.len() as u64) as usize];
                        characters.splice(at..at, junk.chars());
                    }
                }
                self.check_text(&characters.into_iter().collect::<String>())?;
            }
        }
        for text in JUNK {
            self.check_text(text)?;
            for sum in small.iter().rev().take(5) {
                if let Ok(mv) = read_sum_move(self.game, sum, text) {
                    let legal = self.moves(sum).iter().any(|(m, _)| *m == mv);
                    self.expect(Check::Legality, || format!("move `{text}`"), true, legal)?;
                }
            }
        }
        Ok(())
    }

    fn check_text(&self, text: &str) -> Result<(), Failure> {
        match self.game.read(text) {
            Ok(sum) => {
                let written = self.game.write(&sum);
                let again = self.ok(
                    Check::Notation,
                    || written.clone(),
                    self.game.read(&written),
                )?;
                if !sum.is_empty() {
                    self.expect(Check::Notation, || format!("`{text}`"), sum, again)?;
                }
                Ok(())
            }
            Err(Error::BadPosition { column, .. }) => {
                let possible = (1..=text.chars().count() + 1).contains(&column);
                self.expect(
                    Check::Notation,
                    || format!("column {column} of `{text}`"),
                    true,
                    possible,
                )
            }
            Err(error) => self.fail(Check::Notation, format!("`{text}`: {error}")),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Opponent {
    Random,
    Perfect,
    Stalling,
}
