//! The reduction to staircase Nim.
//!
//! In staircase Nim stones lie on steps 1, 2, 3, …, and a move takes some of
//! one step down to the next lower one, from step 1 out of play. Several
//! games are [this game](super::heaps::staircase) in disguise: they only say how many stones lie on
//! which step ([`Stairs::steps`]) and what their own move is that takes some
//! of them down ([`Stairs::descend`]).
//!
//! **Theorem** (Sprague 1937). The value is the nim sum of the odd steps:
//! stones that come down from an even step are sent on at once. In misère
//! play the odd steps are misère Nim heaps: a move from an even step raises
//! a heap, and Bouton's argument still holds, since from a position
//! with nim sum 0 and a heap above 1 it leads to nim sum ≠ 0 with a heap
//! above 1, from heaps of 0 and 1 with nim sum 1 to nim sum 0 or to exactly one heap
//! above 1, and when all odd steps are empty one stone may be taken down to
//! leave a single heap of 1. So the game is tame, and fickle when no odd step
//! holds more than one stone.

use crate::game::{CONTINUE, Flow, Game};
use crate::natural::{self, Natural, nim_sum};

/// A game that is staircase Nim in disguise.
pub trait Stairs: Game {
    /// How many stones lie on step 1, step 2 and so on.
    fn steps(&self, position: &Self::Position) -> Vec<Natural>;

    /// The move that takes `stones` stones from step `step` (counted from 1)
    /// to the next lower one.
    fn descend(&self, position: &Self::Position, step: usize, stones: Natural) -> Self::Move;
}

/// The value: the nim sum of the odd steps.
pub fn value<G: Stairs>(game: &G, position: &G::Position) -> Natural {
    nim_sum(game.steps(position).iter().step_by(2))
}

/// Names every move to the value `target`: an odd step must be brought to one
/// definite number, from itself or from the step above.
pub fn moves_to<G: Stairs>(
    game: &G,
    position: &G::Position,
    target: &Natural,
    visit: &mut impl FnMut(G::Move) -> Flow,
) -> Flow {
    let steps = game.steps(position);
    let change = nim_sum(steps.iter().step_by(2)) ^ target;
    if change.is_zero() {
        // A move changes exactly one odd step, so it changes the value.
        return CONTINUE;
    }
    for (below, heap) in steps.iter().enumerate().step_by(2) {
        let wanted = heap ^ &change;
        if wanted < *heap {
            visit(game.descend(position, below + 1, heap - wanted))?;
        } else {
            let missing = wanted - heap;
            if steps.get(below + 1).is_some_and(|above| *above >= missing) {
                visit(game.descend(position, below + 2, missing))?;
            }
        }
    }
    CONTINUE
}

/// Whether the position is fickle in misère play.
pub fn is_fickle<G: Stairs>(game: &G, position: &G::Position) -> bool {
    let steps = game.steps(position);
    steps.iter().step_by(2).all(|heap| *heap <= Natural::ONE)
}

/// The odd steps as text for a reason, cut short where there are many.
pub fn odd_steps<G: Stairs>(game: &G, sum: &[G::Position]) -> String {
    const SHOWN: usize = 8;
    let heaps = sum
        .iter()
        .flat_map(|part| game.steps(part).into_iter().step_by(2));
    let mut shown: Vec<String> = heaps
        .take(SHOWN + 1)
        .map(|heap| match natural::small(&heap) {
            Some(word) => word.to_string(),
            None => "…".to_string(),
        })
        .collect();
    if shown.len() > SHOWN {
        shown[SHOWN] = "…".to_string();
    }
    shown.join(", ")
}

/// The theorem of a game that implements [`Stairs`].
macro_rules! theorem {
    ($game:ty, $english:expr, $chinese:expr) => {
        impl $crate::games::tame::Tame for $game {
            fn is_fickle(&self, position: &Self::Position) -> bool {
                $crate::games::stairs::is_fickle(self, position)
            }
        }

        impl $crate::theorem::Theorem for $game {
            fn value(&self, position: &Self::Position) -> Option<$crate::natural::Natural> {
                Some($crate::games::stairs::value(self, position))
            }

            fn moves_to(
                &self,
                position: &Self::Position,
                target: &$crate::natural::Natural,
                visit: &mut impl FnMut(Self::Move) -> $crate::game::Flow,
            ) -> Option<$crate::game::Flow> {
                Some($crate::games::stairs::moves_to(
                    self, position, target, visit,
                ))
            }

            $crate::games::tame::misere!();

            fn reason(
                &self,
                sum: &[Self::Position],
                _: $crate::outcome::Convention,
            ) -> $crate::text::Text {
                let heaps = $crate::games::stairs::odd_steps(self, sum);
                let total = $crate::theorem::sum_value(self, sum).unwrap_or_default();
                $crate::text::Text::new(
                    format!(
                        concat!($english, ": the heaps {} have nim sum {}"),
                        heaps, total
                    ),
                    format!(concat!($chinese, "：各堆 {} 的异或和为 {}"), heaps, total),
                )
            }
        }
    };
}

pub(crate) use theorem;
