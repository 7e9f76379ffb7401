//! How a position of a written game is seen.
//!
//! Without a word in the file, the state tells: numbers are heaps of stones, two numbers
//! that both have an upper bound are the place of a token on a board, sets of bits are
//! squares. `show heaps`, `show board`, `show cells`, `show cells by 4` (rows of four),
//! `show coins` and `show cards` say otherwise.
//!
//! What a move touches is seen from where it leads: the stones that go, the square to
//! which the token goes, the bits that change. Several moves may touch the same; then a
//! person is asked which.
//!
//! ```
//! use grundy::picture::scene::text::{Page, lines};
//! let rules = "state b in bits 6; move out(k in 0..5) if bit(b, k) = 1 -> [b - 2**k]; show cells by 3";
//! let game = grundy_lang::load(rules, None, &[]).unwrap();
//! let seen = game.seen("110111", Default::default(), 0).unwrap();
//! assert_eq!(lines(&seen.scene, &Page::default()), ["· · ▒", "· · ·"]);
//! ```

use grundy::answer::SumMove;
use grundy::game::Game;
use grundy::natural::Natural;
use grundy::picture::scene::heaps::{self, Heap};
use grundy::picture::scene::{Id, Layout, Look, Panel, Part, Scene, Show, Stage, grids};

use crate::ir::{self, Shown};
use crate::position::Position;
use crate::rules::{Move, Rules};

/// A bound beyond this is no size of a board.
const BOARD: i64 = 24;

/// How positions of a game are shown, and in rows of how many squares.
pub fn shown(game: &ir::Game) -> (Shown, Option<u32>) {
    if let Some(said) = game.show {
        return said;
    }
    let all = |wanted: fn(&ir::Coordinate) -> bool| game.coordinates.iter().all(wanted);
    let bounded = |(least, most): &(i64, i64)| *least >= 0 && *most <= BOARD;
    if all(|coordinate| coordinate.bits.is_some()) {
        return (Shown::Cells, None);
    }
    let plain = all(|coordinate| coordinate.bits.is_none() && coordinate.length.is_none());
    if plain && game.width == 2 && game.domain.iter().all(bounded) {
        return (Shown::Board, None);
    }
    (Shown::Heaps, None)
}

/// The names of the numbers of a position.
fn names(game: &ir::Game) -> Vec<String> {
    let mut names = Vec::with_capacity(game.width);
    for coordinate in &game.coordinates {
        match coordinate.length {
            None => names.push(coordinate.name.clone()),
            Some(length) => {
                names.extend((0..length).map(|i| format!("{}[{i}]", coordinate.name)));
            }
        }
    }
    names
}

/// The squares of the bits of a position: for each bit its number, row and column.
fn squares(game: &ir::Game, columns: Option<u32>) -> Vec<(usize, u32, i32, i32)> {
    let mut found = Vec::new();
    let mut row = 0;
    let mut slot = 0;
    for coordinate in &game.coordinates {
        for _ in 0..coordinate.length.unwrap_or(1) {
            let bits = coordinate.bits.unwrap_or(0);
            let wide = columns.unwrap_or(bits).max(1);
            for bit in 0..bits {
                let at = (row + (bit / wide) as i32, (bit % wide) as i32);
                found.push((slot, bit, at.0, at.1));
            }
            row += bits.div_ceil(wide) as i32;
            slot += 1;
        }
    }
    found
}

/// How far a board reaches in each of its two directions.
fn sizes(game: &ir::Game, first: &[i64]) -> Option<(u64, u64)> {
    let size = |at: usize| {
        let bound = game
            .domain
            .get(at)
            .map(|d| d.1)
            .filter(|most| *most <= BOARD);
        let most = bound.unwrap_or(0).max(first.get(at).copied().unwrap_or(0));
        u64::try_from(most).ok().map(|most| most + 1)
    };
    match game.width {
        1 => Some((1, size(0)?)),
        2 => Some((size(0)?, size(1)?)),
        _ => None,
    }
}

/// The token's row and column.
fn place(at: &[i64]) -> Option<(i32, i32)> {
    let small = |n: &i64| i32::try_from(*n).ok().filter(|n| *n >= 0);
    match at {
        [column] => Some((0, small(column)?)),
        [row, column] => Some((small(row)?, small(column)?)),
        _ => None,
    }
}

/// Whether every number is a heap that can be shown.
fn are_heaps(at: &[i64]) -> bool {
    at.iter().all(|number| *number >= 0)
}

impl<const N: usize> Rules<N> {
    fn rules_of(&self, position: &Position<N>) -> &ir::Game {
        &self.compiled().program().games[self.game_of(position)]
    }

    fn heaps_of(&self, position: &Position<N>) -> Vec<Heap> {
        let game = self.rules_of(position);
        let alone = game.width == 1;
        let at = self.coordinates_of(position);
        let heap = |(name, number): (String, &i64)| Heap {
            stones: Natural::from(number.unsigned_abs()),
            name: if alone { String::new() } else { name },
            note: match *number < 0 {
                true => number.to_string(),
                false => String::new(),
            },
            ground: true,
        };
        names(game).into_iter().zip(at).map(heap).collect()
    }

    /// The panel of one position, where it is none of heaps.
    fn panel(&self, board: u32, first: &Position<N>, now: &Position<N>) -> Option<Panel> {
        let game = self.rules_of(now);
        let (shown, columns) = shown(game);
        let at = self.coordinates_of(now);
        match shown {
            Shown::Board => {
                let (rows, columns) = sizes(game, self.coordinates_of(first))?;
                let (row, column) = place(at)?;
                let inside = (row as u64) < rows && (column as u64) < columns;
                let panel = grids::board(board, rows, columns, |_, _| Some(Look::Free))?;
                let mut panel = grids::numbered(panel, rows, columns, 0);
                if rows == 1 {
                    panel.rows.clear();
                }
                if !inside {
                    return None;
                }
                grids::token(&mut panel, board, 0, Look::Black, row, column, "");
                Some(panel)
            }
            Shown::Cells | Shown::Coins => {
                let (there, gone) = match shown {
                    Shown::Coins => (Look::Heads, Look::Tails),
                    _ => (Look::Free, Look::Gone),
                };
                let squares = squares(game, columns);
                if squares.is_empty() || game.coordinates.iter().any(|c| c.bits.is_none()) {
                    return None;
                }
                let mut panel = Panel::new(Layout::Grid);
                for (slot, bit, row, column) in squares {
                    let look = match at[slot] >> bit & 1 {
                        1 => there,
                        _ => gone,
                    };
                    let place = (f64::from(column), f64::from(row));
                    panel.put(board, Part::Cell { row, column }, look, place, "");
                }
                Some(panel)
            }
            Shown::Heaps | Shown::Cards => None,
        }
    }

    fn is_of_heaps(&self, position: &Position<N>) -> bool {
        let (shown, _) = shown(self.rules_of(position));
        shown == Shown::Heaps && are_heaps(self.coordinates_of(position))
    }
}

impl<const N: usize> Show for Rules<N> {
    fn scene(&self, stage: &Stage<Position<N>>) -> Scene {
        if stage
            .sum()
            .iter()
            .all(|position| self.is_of_heaps(position))
        {
            return heaps::named(stage, |position| self.heaps_of(position));
        }
        let write = |position: &Position<N>| self.write(&[*position]);
        Scene::by_board(stage, write, |board, first, on_it| match on_it {
            [(_, now)] => self.panel(board, first, now),
            _ => None,
        })
    }

    fn touches(&self, stage: &Stage<Position<N>>, mv: &SumMove<Move>) -> Vec<Id> {
        let board = stage.board(mv.component);
        let scene = self.scene(stage);
        let before = &stage.sum()[mv.component];
        let after = self.play(before, &mv.mv).unwrap_or_default();
        let same = |part: &&Position<N>| self.game_of(part) == self.game_of(before);
        let first = after
            .iter()
            .find(same)
            .map(|part| self.coordinates_of(part));
        let at = self.coordinates_of(before);
        let mut parts = Vec::new();
        if stage
            .sum()
            .iter()
            .all(|position| self.is_of_heaps(position))
        {
            for (heap, number) in (0u32..).zip(at) {
                let left = first.map_or(0, |first| first[heap as usize].max(0));
                let (stones, left) = (number.unsigned_abs(), left.unsigned_abs());
                if left < stones {
                    let id = heaps::stone(board, heap, &stones.into(), &left.into());
                    parts.push(id.part);
                } else if left > stones {
                    parts.push(Part::Heap(heap));
                }
            }
        } else {
            let game = self.rules_of(before);
            let (shown, columns) = shown(game);
            match shown {
                Shown::Board => {
                    parts.push(Part::Token(0));
                    if let Some((row, column)) = first.and_then(place) {
                        parts.push(Part::Cell { row, column });
                    }
                }
                Shown::Cells | Shown::Coins => {
                    for (slot, bit, row, column) in squares(game, columns) {
                        let had = at[slot] >> bit & 1;
                        let has = after
                            .iter()
                            .filter(same)
                            .any(|part| self.coordinates_of(part)[slot] >> bit & 1 == 1);
                        if (had == 1) != has {
                            parts.push(Part::Cell { row, column });
                        }
                    }
                }
                Shown::Heaps | Shown::Cards => {}
            }
        }
        let ids = parts.into_iter().map(|part| Id { board, part });
        let ids: Vec<Id> = ids.filter(|id| scene.element(*id).is_some()).collect();
        if !ids.is_empty() {
            return ids;
        }
        // A move that changes nothing to be seen touches all there is.
        let mine = scene.elements().filter(|element| element.id.board == board);
        mine.map(|element| element.id).collect()
    }
}
