//! Misère play of tame games.
//!
//! The genus of a position is its Grundy value in normal and in misère play.
//! A position is *fickle* if these are 0 and 1 or 1 and 0, and *firm* if they
//! are equal. A game in which every position is fickle or firm is tame, and
//! so are its sums: a sum of fickle components is fickle, any other sum is
//! firm, with the nim sum of the values as its value (Conway, On Numbers and
//! Games, ch. 12; Berlekamp, Conway and Guy, Winning Ways, ch. 13). So in
//! misère play a sum is P exactly when
//!
//! - some component is firm and the nim sum is 0, or
//! - all are fickle and the nim sum is 1.
//!
//! Nim itself is the model: heaps of 0 and 1 are fickle, larger ones firm.
//! Unlike there, a firm component may have value 0 or 1 (the Nim position
//! 2 + 2 has value 0 and is firm).

use crate::answer::SumMove;
use crate::game::{CONTINUE, Flow, STOP};
use crate::natural::{Natural, nim_sum};
use crate::outcome::Outcome;
use crate::theorem::{Theorem, component_values};

/// A game all of whose positions are fickle or firm, which must be proven.
/// Its [`Theorem::value`] and [`Theorem::moves_to`] must speak.
pub trait Tame: Theorem {
    /// Whether the position is fickle.
    fn is_fickle(&self, position: &Self::Position) -> bool;
}

/// The misère outcome of a sum.
pub fn outcome<G: Tame>(game: &G, sum: &[G::Position]) -> Option<Outcome> {
    let total = nim_sum(&component_values(game, sum)?);
    let fickle = sum.iter().all(|part| game.is_fickle(part));
    Some(Outcome::mover_wins(total.is_zero() == fickle))
}

/// Names every winning move of a sum in misère play, until told to stop.
pub fn winning_moves<G: Tame>(
    game: &G,
    sum: &[G::Position],
    visit: &mut impl FnMut(SumMove<G::Move>) -> Flow,
) -> Option<Flow> {
    let values = component_values(game, sum)?;
    let total = nim_sum(&values);
    let firm: Vec<bool> = sum.iter().map(|part| !game.is_fickle(part)).collect();
    let firm_ones = firm.iter().filter(|firm| **firm).count();
    for (component, position) in sum.iter().enumerate() {
        let others = &values[component] ^ &total;
        // The result must be P: value `others` if it is firm on the whole, the
        // other one of 0 and 1 if everything is fickle.
        let flow = if firm_ones > usize::from(firm[component]) {
            game.moves_to(position, &others, &mut |mv| {
                visit(SumMove { component, mv })
            })?
        } else {
            let leaves_fickle = |mv: &G::Move| {
                let parts = game.play(position, mv).unwrap_or_default();
                parts.iter().all(|part| game.is_fickle(part))
            };
            let flipped = &others ^ Natural::ONE;
            let mut flow = CONTINUE;
            for (target, wanted) in [(others, false), (flipped, true)] {
                if flow.is_break() {
                    break;
                }
                flow = game.moves_to(position, &target, &mut |mv| {
                    if leaves_fickle(&mv) == wanted {
                        visit(SumMove { component, mv })
                    } else {
                        CONTINUE
                    }
                })?;
            }
            flow
        };
        if flow.is_break() {
            return Some(STOP);
        }
    }
    Some(CONTINUE)
}

/// Inside `impl Theorem` of a [`Tame`] game: misère play.
macro_rules! misere {
    () => {
        fn outcome(
            &self,
            sum: &[Self::Position],
            convention: $crate::outcome::Convention,
        ) -> Option<$crate::outcome::Outcome> {
            match convention {
                $crate::outcome::Convention::Normal => None,
                $crate::outcome::Convention::Misere => $crate::games::tame::outcome(self, sum),
            }
        }

        fn winning_moves(
            &self,
            sum: &[Self::Position],
            convention: $crate::outcome::Convention,
            visit: &mut impl FnMut($crate::answer::SumMove<Self::Move>) -> $crate::game::Flow,
        ) -> Option<$crate::game::Flow> {
            match convention {
                $crate::outcome::Convention::Normal => None,
                $crate::outcome::Convention::Misere => {
                    $crate::games::tame::winning_moves(self, sum, visit)
                }
            }
        }
    };
}

pub(crate) use misere;
