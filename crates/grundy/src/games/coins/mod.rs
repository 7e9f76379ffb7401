//! Coins that are turned over: every game here is a [`Family`] of sets of
//! coins, made into a game by [`Coins`]. On a row ([`row`]): [`few`] coins at
//! once, [`runs`] of neighbours, two coins [`near`] each other. In more
//! dimensions: [`product`]s of rows, [`pairs`] along an axis, connected
//! [`regions`].
//! On other orders: rooted [`tree`]s and any [`poset`] given as data.

pub mod few;
pub mod near;
pub mod pairs;
pub mod poset;
pub mod product;
pub mod regions;
pub mod row;
pub mod runs;
pub mod squares;
pub mod tree;

use crate::catalogue::{About, Named, Parameters, UNWRITTEN, Words};
use crate::error::Error;
use crate::games::small_sums;
use crate::picture::scene::Show;
use crate::solve::coins::{Board, Coins, Family};
use crate::solve::dense::Lattice;

/// How many places of a small board have heads at the start.
const SMALL_PLACES: usize = 6;

/// The rest of what a family needs to be listed.
pub trait Page: Family + Send + Sync + Sized + 'static {
    /// The page about the game.
    const ABOUT: About;

    /// The family under the given parameters.
    fn build(parameters: &Parameters) -> Result<Self, Error>;

    /// Boards with a few places each: every way to lay heads on them is a
    /// small position.
    fn small_boards(&self) -> Vec<(Self::Board, Vec<Self::Place>)>;

    /// The board and the place at a point of the table: a single head.
    fn at(&self, _point: &[u64]) -> Option<(Self::Board, Self::Place)> {
        None
    }

    /// See [`Named::rule_text`].
    fn rule_text(&self) -> Result<String, Words> {
        Err(UNWRITTEN)
    }

    /// A board as the rules of [`Page::rule_text`] write it.
    fn rule_board(&self, board: &Board<Self::Board, Self::Place>) -> Option<String> {
        Some(self.write(board.board(), board.heads()))
    }

    /// See [`Named::examples`].
    fn examples(&self) -> &'static [&'static str] {
        Self::ABOUT.examples
    }

    /// See [`Named::table_checked`].
    fn table_checked(&self) -> Vec<u64> {
        match Self::ABOUT.dimension {
            1 => vec![9],
            dimension => vec![3; dimension],
        }
    }
}

impl<F: Page> Lattice for Coins<F> {
    fn at(&self, point: &[u64]) -> Option<Self::Position> {
        let (board, place) = self.0.at(point)?;
        Some(Board::new(board, vec![place]))
    }

    fn coordinates(&self, _: &Self::Position, _: &mut [u64]) -> bool {
        false // Most boards have more than one head.
    }
}

impl<F: Page> Show for Coins<F> {}

impl<F: Page> Named for Coins<F>
where
    F::Board: Send + Sync,
    F::Place: Send + Sync,
{
    const ABOUT: About = F::ABOUT;

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        F::build(parameters).map(Coins)
    }

    fn small(&self) -> Vec<Vec<Self::Position>> {
        let mut singles = Vec::new();
        let mut tiny = Vec::new();
        for (board, places) in self.0.small_boards() {
            // Play reaches the lower places in any case.
            let places = &places[places.len().saturating_sub(SMALL_PLACES)..];
            for chosen in 0..1u32 << places.len() {
                let heads = places.iter().enumerate();
                let heads = heads.filter(|(i, _)| chosen >> i & 1 == 1);
                let heads = heads.map(|(_, place)| place.clone()).collect();
                let position = Board::new(board.clone(), heads);
                // Two boards side by side, from few places that are far enough to move.
                if chosen & chosen.wrapping_sub(1) == 0 && tiny.len() < 6 {
                    tiny.push(position.clone());
                }
                singles.push(vec![position]);
            }
        }
        singles.extend(small_sums(tiny, 2));
        singles
    }

    fn examples(&self) -> &'static [&'static str] {
        self.0.examples()
    }

    fn rule_text(&self) -> Result<String, Words> {
        self.0.rule_text()
    }

    fn rule_position(&self, sum: &[Self::Position]) -> Option<String> {
        // Two boards side by side are not one board with the heads of both.
        let [board] = sum else { return None };
        self.0.rule_board(board)
    }

    fn table_checked(&self) -> Vec<u64> {
        self.0.table_checked()
    }
}
