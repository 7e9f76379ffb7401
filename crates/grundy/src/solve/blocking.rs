//! Play in which options may be forbidden: a *blocking manoeuvre*.
//!
//! Before each move the opponent may forbid up to `k` of the positions that
//! the player could move to; the prohibition holds for that one move. A
//! player whose options are all forbidden cannot move and loses. The opponent
//! forbids where it hurts, so a position is
//!
//! - P if at most `k` of its distinct options are P,
//! - N if more than `k` are: one of them stays open, whatever is forbidden.
//!
//! (U. Larsson, *Blocking Wythoff Nim*, Electronic Journal of Combinatorics 18,
//! 2011.) With `k` = 0 this is normal play. Two moves to the same position
//! are one option. A sum has no rule here: the components do not say which
//! options of the whole they can spare.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::games::heaps::wythoff::Wythoff;
//! use grundy::solve::blocking::Blocking;
//! let mut wythoff = Blocking::new(Wythoff, 1);
//! let mut meter = Budget::default().meter("search");
//! let mut outcome = |a: u8, b: u8| {
//!     let outcome = wythoff.outcome(&(a.into(), b.into()), &mut meter).unwrap();
//!     outcome.to_string()
//! };
//! assert_eq!(outcome(0, 1), "P"); // its only option is forbidden
//! assert_eq!(outcome(1, 1), "N");
//! assert_eq!(outcome(2, 2), "P"); // only (0,0) among its options is P
//! ```
//!
//! Limits: positions must not come back, and moves must lead to one position.

use rustc_hash::FxHashMap;

use super::{CHARGED_AT_ONCE, cycle, room_of_list, room_of_table};
use crate::answer::{Answer, Status, SumMove};
use crate::ask::Question;
use crate::budget::Meter;
use crate::error::Error;
use crate::game::{CONTINUE, Game, STOP, each_option, weight};
use crate::outcome::{Convention, Outcome};
use crate::text::Text;

/// The table of one game of which options may be forbidden, and the search
/// that fills it.
pub struct Blocking<G: Game> {
    game: G,
    forbidden: usize,
    known: FxHashMap<G::Position, Label>,
}

#[derive(Clone, Copy, PartialEq)]
enum Label {
    Open,
    N,
    P,
}

struct Frame<P> {
    position: P,
    /// Where the options that are not known yet begin.
    waiting: usize,
    /// How many options are known to be P.
    lost: usize,
}

impl<G: Game> Blocking<G> {
    /// An empty table, where up to `forbidden` options may be forbidden.
    /// `game` may be a reference.
    pub fn new(game: G, forbidden: usize) -> Self {
        Blocking {
            game,
            forbidden,
            known: FxHashMap::default(),
        }
    }

    /// How many positions have been decided.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether nothing has been decided yet.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The outcome of `position` in normal play.
    pub fn outcome(&mut self, position: &G::Position, meter: &mut Meter) -> Result<Outcome, Error> {
        let root = self.game.canonical(position.clone());
        if let Some(label) = self.known.get(&root) {
            return Ok(Outcome::mover_wins(*label == Label::N));
        }
        let found = self.run(root, meter);
        if found.is_err() {
            self.known.retain(|_, label| *label != Label::Open);
        }
        found
    }

    fn run(&mut self, root: G::Position, meter: &mut Meter) -> Result<Outcome, Error> {
        let mut stack: Vec<Frame<G::Position>> = Vec::new();
        let mut waiting: Vec<G::Position> = Vec::new();
        stack.push(self.open(root, &mut waiting, meter)?);
        while let Some(frame) = stack.last_mut() {
            let mut next = None;
            while waiting.len() > frame.waiting && frame.lost <= self.forbidden {
                let option = &waiting[waiting.len() - 1];
                match self.known.get(option) {
                    Some(Label::Open) => {
                        let option = option.clone();
                        let path = stack.iter().map(|frame| &frame.position);
                        return Err(cycle(&self.game, path, &option));
                    }
                    Some(label) => {
                        frame.lost += usize::from(*label == Label::P);
                        waiting.pop();
                    }
                    None => {
                        next = Some(option.clone());
                        break;
                    }
                }
            }
            if let Some(option) = next {
                stack.push(self.open(option, &mut waiting, meter)?);
                continue;
            }
            waiting.truncate(frame.waiting);
            let label = self.label(frame);
            self.known.insert(frame.position.clone(), label);
            stack.pop();
            if stack.is_empty() {
                return Ok(Outcome::mover_wins(label == Label::N));
            }
        }
        unreachable!("the loop returns when the last frame is closed")
    }

    /// The label of a position whose options are counted.
    fn label(&self, frame: &Frame<G::Position>) -> Label {
        let declared = self.game.over(&frame.position);
        let wins = match declared.map(|winner| winner.outcome()) {
            Some(outcome) => outcome == Outcome::N,
            None => frame.lost > self.forbidden,
        };
        if wins { Label::N } else { Label::P }
    }

    /// Adds the options of `position` that are not known to `waiting`.
    fn open(
        &mut self,
        position: G::Position,
        waiting: &mut Vec<G::Position>,
        meter: &mut Meter,
    ) -> Result<Frame<G::Position>, Error> {
        meter.advance(weight(&self.game, &position))?;
        let held = room_of_table(&self.known) + room_of_list(waiting);
        meter.bytes(held)?;
        let mut frame = Frame {
            position,
            waiting: waiting.len(),
            lost: 0,
        };
        self.known.insert(frame.position.clone(), Label::Open);
        if self.game.over(&frame.position).is_some() {
            return Ok(frame);
        }
        let mut options = distinct(&self.game, &frame.position, held, meter)?;
        // Distinct options stay distinct when a representative is taken for each.
        for option in options.drain(..) {
            let option = self.game.canonical(option);
            match self.known.get(&option) {
                Some(Label::N) => {}
                Some(Label::P) => frame.lost += 1,
                Some(Label::Open) | None => waiting.push(option),
            }
        }
        Ok(frame)
    }
}

/// The distinct positions that can be moved to, beside `held` bytes.
fn distinct<G: Game>(
    game: &G,
    position: &G::Position,
    held: u64,
    meter: &mut Meter,
) -> Result<Vec<G::Position>, Error> {
    let mut options = Vec::new();
    let mut failed = None;
    let mut looked_at = 0;
    let _ = each_option(game, position, &mut |_, to| {
        looked_at += to.iter().map(|part| weight(game, part)).sum::<u64>().max(1);
        if let Err(error) = meter.poll_sometimes() {
            failed = Some(error);
            return STOP;
        }
        if looked_at >= CHARGED_AT_ONCE {
            // A position may have more options than there is room for.
            let held = held + room_of_list(&options);
            let charged = meter.options(std::mem::take(&mut looked_at));
            if let Err(error) = charged.and_then(|()| meter.bytes(held)) {
                failed = Some(error);
                return STOP;
            }
        }
        let [option] = to else {
            failed = Some(no_sums());
            return STOP;
        };
        options.push(option.clone());
        CONTINUE
    });
    if let Some(error) = failed {
        return Err(error);
    }
    meter.options(looked_at)?;
    options.sort_unstable();
    options.dedup();
    Ok(options)
}

fn no_sums() -> Error {
    Error::Unsupported {
        because: Text::fixed(
            "where options may be forbidden, a position is one component and no sum",
            "可禁止选项时，局面只能是一个分量，不能是和",
        ),
    }
}

/// Answers for one position. The winning moves are all moves to P positions:
/// in an N position the opponent can forbid `forbidden` of these positions,
/// and not all of them.
pub fn ask<G: Game>(
    game: &G,
    sum: &[G::Position],
    forbidden: usize,
    question: &Question,
) -> Result<Answer<SumMove<G::Move>>, Error> {
    let [position] = sum else {
        return Err(no_sums());
    };
    if question.convention == Convention::Misere {
        return Err(Error::Unsupported {
            because: Text::fixed(
                "options are forbidden in normal play only",
                "只有正常规则才可禁止选项",
            ),
        });
    }
    let mut meter = question.budget.meter("search");
    let mut table = Blocking::new(game, forbidden);
    let outcome = table.outcome(position, &mut meter)?;
    let (mut winning_moves, mut truncated) = (Vec::new(), false);
    if outcome == Outcome::N && game.over(position).is_none() && question.moves > 0 {
        let mut failed = None;
        let _ = each_option(game, position, &mut |mv, to| {
            let [option] = to else {
                failed = Some(no_sums());
                return STOP;
            };
            match table.outcome(option, &mut meter) {
                Ok(Outcome::P) if winning_moves.len() == question.moves => {
                    truncated = true;
                    return STOP;
                }
                Ok(Outcome::P) => winning_moves.push(SumMove { component: 0, mv }),
                Ok(_) => {}
                Err(error) => {
                    failed = Some(error);
                    return STOP;
                }
            }
            CONTINUE
        });
        if let Some(error) = failed {
            return Err(error);
        }
    }
    let count = table.len();
    Ok(Answer {
        outcome,
        value: None,
        remoteness: None,
        winning_moves,
        truncated,
        reason: Text::new(
            format!("searched {count} positions, where up to {forbidden} options may be forbidden"),
            format!("搜索了 {count} 个局面，每步可禁止至多 {forbidden} 个选项"),
        ),
        status: Status::Computed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::game::Flow;
    use crate::games::heaps::nim::Nim;
    use crate::solve::outcomes::{Order, Outcomes};
    use proptest::prelude::*;

    /// Take one of the listed numbers.
    struct Take(Vec<u64>);

    impl Game for Take {
        type Position = u64;
        type Move = u64;

        fn options(&self, heap: &u64, visit: &mut impl FnMut(u64, &[u64]) -> Flow) -> Flow {
            let mut legal = self.0.iter().filter(|take| *take <= heap);
            legal.try_for_each(|take| visit(*take, &[heap - take]))
        }
    }

    /// The definition, where the opponent really tries every set of options.
    fn by_trying(takes: &[u64], forbidden: u32, most: usize) -> Vec<Outcome> {
        let mut lost: Vec<bool> = Vec::new();
        for heap in 0..=most as u64 {
            let options: Vec<u64> = takes
                .iter()
                .filter(|take| **take <= heap)
                .map(|take| heap - take)
                .collect();
            let held = (0..1u32 << options.len()).any(|set| {
                set.count_ones() <= forbidden
                    && !(0..options.len())
                        .any(|at| set >> at & 1 == 0 && lost[options[at] as usize])
            });
            lost.push(held);
        }
        lost.iter().map(|lost| Outcome::mover_wins(!lost)).collect()
    }

    proptest! {
        #[test]
        fn the_search_is_the_definition(
            takes in proptest::collection::btree_set(1u64..9, 1..6), forbidden in 0u32..4
        ) {
            let takes: Vec<u64> = takes.into_iter().collect();
            // Two moves to one position are one option.
            let game = Take(takes.iter().chain(&takes).copied().collect());
            let mut table = Blocking::new(&game, forbidden as usize);
            let mut meter = Budget::default().meter("search");
            let expected = by_trying(&takes, forbidden, 40);
            for heap in (0..=40u64).rev() {
                let found = table.outcome(&heap, &mut meter).unwrap();
                prop_assert_eq!(found, expected[heap as usize], "{} {:?}", heap, takes);
            }
        }
    }

    #[test]
    fn nothing_forbidden_is_normal_play() {
        let mut meter = Budget::default().meter("search");
        let mut plain = Outcomes::new(Nim, Convention::Normal, Order::Hint);
        let mut table = Blocking::new(Nim, 0);
        for heap in 0..20u64 {
            let heap = heap.into();
            let expected = plain.outcome(&heap, &mut meter).unwrap();
            assert_eq!(table.outcome(&heap, &mut meter).unwrap(), expected);
        }
    }

    #[test]
    fn sums_and_misere_play_are_refused() {
        let heaps = [1u8, 2].map(Into::into);
        let question = Question::default();
        assert!(matches!(
            ask(&Nim, &heaps, 1, &question),
            Err(Error::Unsupported { .. })
        ));
        let question = Question {
            convention: Convention::Misere,
            ..Question::default()
        };
        let refused = ask(&Nim, &heaps[..1], 1, &question);
        assert!(matches!(refused, Err(Error::Unsupported { .. })));
    }
}
