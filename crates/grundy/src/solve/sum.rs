//! A sum of components, seen as one game.
//!
//! In normal play components are valued one by one. Under conventions where
//! that is not allowed — misère play, declared ends — the whole sum must be
//! searched as one position. [`Flat`] is that game: its positions are the
//! sorted lists of components, without those in which no move is left.
//!
//! ```
//! use grundy::game::Game;
//! use grundy::games::heaps::nim::Nim;
//! use grundy::solve::sum::Flat;
//! let sum = [3u8, 0, 1].map(Into::into).to_vec();
//! let flat = Flat::new(&Nim);
//! assert_eq!(Nim.write(&flat.canonical(sum)), "1,3");
//! ```

use crate::answer::SumMove;
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, each_option, replace, some_moves};
use crate::outcome::{Convention, Winner};
use crate::solve::boards::{Boards, Piece};
use crate::text::Text;

/// The sums of `G`'s positions as positions of one game.
pub struct Flat<'g, G> {
    game: &'g G,
}

impl<'g, G: Game> Flat<'g, G> {
    /// Sums of positions of `game`.
    pub fn new(game: &'g G) -> Self {
        Flat { game }
    }

    /// The game of the components.
    pub fn game(&self) -> &'g G {
        self.game
    }
}

impl<G: Game> Game for Flat<'_, G> {
    type Position = Vec<G::Position>;
    type Move = SumMove<G::Move>;

    fn options(
        &self,
        sum: &Self::Position,
        visit: &mut impl FnMut(Self::Move, &[Self::Position]) -> Flow,
    ) -> Flow {
        let mut after = sum.clone();
        for (component, position) in sum.iter().enumerate() {
            each_option(self.game, position, &mut |mv, to| {
                after.clone_from(sum);
                replace(&mut after, component, to);
                visit(SumMove { component, mv }, std::slice::from_ref(&after))
            })?;
        }
        CONTINUE
    }

    fn targets(
        &self,
        sum: &Self::Position,
        visit: &mut impl FnMut(&[Self::Position]) -> Flow,
    ) -> Flow {
        let visit: &mut dyn FnMut(&[Self::Position]) -> Flow = visit;
        let mut after = sum.clone();
        for (component, position) in sum.iter().enumerate() {
            self.game.targets(position, &mut |to| {
                after.clone_from(sum);
                replace(&mut after, component, to);
                visit(std::slice::from_ref(&after))
            })?;
        }
        CONTINUE
    }

    fn is_terminal(&self, sum: &Self::Position) -> bool {
        sum.iter().all(|part| self.game.is_terminal(part))
    }

    fn bytes(&self, sum: &Self::Position) -> u64 {
        sum.iter().map(|part| self.game.bytes(part)).sum()
    }

    fn play(&self, sum: &Self::Position, mv: &Self::Move) -> Option<Vec<Self::Position>> {
        let parts = self.game.play(sum.get(mv.component)?, &mv.mv)?;
        let mut after = sum.clone();
        replace(&mut after, mv.component, &parts);
        Some(vec![after])
    }

    fn canonical(&self, sum: Self::Position) -> Self::Position {
        let mut sorted: Vec<_> = sum
            .into_iter()
            // Where play is over nobody asks for moves, which may have no meaning there.
            .filter(|p| self.game.over(p).is_some() || !self.game.is_terminal(p))
            .map(|p| self.game.canonical(p))
            .collect();
        sorted.sort_unstable();
        sorted
    }

    /// In normal play a sum is lost when the nim sum of all pieces is 0. Where an end is declared
    /// nothing is said of sums, but a sum of one is that component.
    fn boards(&self, convention: Convention) -> Option<Boards> {
        match convention == Convention::Normal || self.declares_ends() {
            true => self.game.boards(convention),
            false => None,
        }
    }

    fn pack(&self, boards: &mut Boards, sum: &Self::Position, pieces: &mut Vec<Piece>) -> bool {
        (sum.len() == 1 || !self.declares_ends())
            && sum.iter().all(|part| self.game.pack(boards, part, pieces))
    }

    fn declares_ends(&self) -> bool {
        self.game.declares_ends()
    }

    fn may_cycle(&self) -> bool {
        self.game.may_cycle()
    }

    fn over(&self, sum: &Self::Position) -> Option<Winner> {
        sum.iter().find_map(|p| self.game.over(p))
    }

    fn urgency(&self, sum: &Self::Position) -> i32 {
        sum.iter()
            .fold(0, |total, p| total.saturating_add(self.game.urgency(p)))
    }

    fn write(&self, sums: &[Self::Position]) -> String {
        crate::notation::write_sum(sums, |sum| self.game.write(sum))
    }
}

/// Writes a move of `sum`: `2: take 3` names the component, counted from 1,
/// where there is more than one.
pub fn write_sum_move<G: Game>(game: &G, sum: &[G::Position], mv: &SumMove<G::Move>) -> String {
    let written = game.write_move(&mv.mv);
    if sum.len() == 1 {
        return written;
    }
    format!("{}: {written}", mv.component + 1)
}

/// Reads a move of `sum` and checks that it is legal. The component may be
/// left out where only one has moves.
pub fn read_sum_move<G: Game>(
    game: &G,
    sum: &[G::Position],
    text: &str,
) -> Result<SumMove<G::Move>, Error> {
    let bad = |expected| Error::BadMove {
        text: text.to_string(),
        expected,
    };
    let named = text.split_once([':', '：']).and_then(|(number, rest)| {
        let number: usize = number.trim().parse().ok()?;
        Some((number, rest.trim()))
    });
    let (component, written) = match named {
        Some((number, rest)) if (1..=sum.len()).contains(&number) => (number - 1, rest),
        Some(_) => {
            return Err(bad(Text::new(
                format!("a component from 1 to {}", sum.len()),
                format!("1 至 {} 之间的分量编号", sum.len()),
            )));
        }
        None => {
            let mut live = (0..sum.len()).filter(|i| !game.is_terminal(&sum[*i]));
            match (live.next(), live.next()) {
                (Some(only), None) => (only, text.trim()),
                (None, _) => {
                    return Err(bad(Text::fixed(
                        "no move: there is none",
                        "无：此处没有着法",
                    )));
                }
                (Some(first), Some(_)) => {
                    let number = first + 1;
                    return Err(bad(Text::new(
                        format!(
                            "`COMPONENT: MOVE`, for example `{number}: …`, as there are several"
                        ),
                        format!("“分量编号: 着法”，例如 `{number}: …`，因为有多个分量"),
                    )));
                }
            }
        }
    };
    let mv = game.read_move(&sum[component], written)?;
    if game.play(&sum[component], &mv).is_none() {
        return Err(bad(some_moves(game, &sum[component])));
    }
    Ok(SumMove { component, mv })
}
