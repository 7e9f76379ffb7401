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
pub mod table;
pub mod tree;

use rustc_hash::FxHashSet;

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, UNWRITTEN, Words};
use crate::error::Error;
use crate::games::small_sums;
use crate::natural::Natural;
use crate::picture::scene::{Id, MOST, Number, Numbers, PANELS, Part, Scene, Show, Stage, why};
use crate::solve::coins::{Board, Coins, Family, Turn};
use crate::solve::dense::Lattice;
use crate::text::Text;
use table::Table;

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

    /// The coordinates of a place on the table; `None` if it is too far to be seen.
    fn spot(&self, place: &Self::Place) -> Option<Vec<u64>>;

    /// What the coins of a board lie on, if it can be seen: a grid from these first
    /// coordinates to the last of `heads`, unless the board says more.
    fn table(&self, _board: &Self::Board, heads: &[Self::Place]) -> Option<Table> {
        table::grid(
            self.first_spot(),
            heads.iter().map(|place| self.spot(place)),
        )
    }

    /// The first coordinates of a grid.
    fn first_spot(&self) -> Vec<u64> {
        vec![1; Self::ABOUT.dimension.max(1)]
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

/// What the coins of a board lie on; it stays what it was when play began.
fn table_of<F: Page>(family: &F, first: &Board<F::Board, F::Place>) -> Option<Table> {
    // Nobody sees so many coins.
    let few = first.heads().len() <= MOST;
    few.then(|| family.table(first.board(), first.heads()))?
}

impl<F: Page> Show for Coins<F> {
    fn scene(&self, stage: &Stage<Self::Position>) -> Scene {
        let write = |position: &Self::Position| self.0.write(position.board(), position.heads());
        Scene::by_board(stage, write, |board, first, coins| {
            let table = table_of(&self.0, first)?;
            let heads = coins.iter().flat_map(|(_, position)| position.heads());
            let heads: Option<FxHashSet<Vec<u64>>> = heads.map(|at| self.0.spot(at)).collect();
            table.panel(board, &heads?)
        })
    }

    fn touches(&self, stage: &Stage<Self::Position>, mv: &SumMove<Turn<F::Place>>) -> Vec<Id> {
        let board = stage.board(mv.component);
        let table = table_of(&self.0, stage.first(mv.component));
        let coin = |table: &Table, place: &F::Place| table.part(&self.0.spot(place)?);
        let coins = table.and_then(|table| {
            let turned = mv.mv.0.iter().map(|place| coin(&table, place));
            turned.collect::<Option<Vec<Part>>>()
        });
        let coins = coins.unwrap_or_else(|| vec![Part::Whole]);
        coins.into_iter().map(|part| Id { board, part }).collect()
    }

    /// Every head has its own value, by the coin turning theorem.
    fn numbers(&self, stage: &Stage<Self::Position>) -> Option<Numbers> {
        let count: usize = stage.sum().iter().map(|board| board.heads().len()).sum();
        if count > PANELS {
            return why::of_components(self, stage);
        }
        let several = stage.sum().len() > 1;
        let mut each = Vec::with_capacity(count);
        for (number, on_it) in stage.boards().flat_map(|(board, _, coins)| {
            coins
                .into_iter()
                .map(move |(_, position)| (board + 1, position))
        }) {
            for place in on_it.heads() {
                let value: Natural = self.0.value(on_it.board(), place)?;
                let place = self.0.write_place(place);
                let name = match several {
                    true => format!("{number}: {place}"),
                    false => place,
                };
                each.push(Number {
                    of: Text::new(name.clone(), name),
                    value,
                    counts: true,
                });
            }
        }
        (!each.is_empty()).then_some(Numbers { each, modulo: 2 })
    }
}

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
