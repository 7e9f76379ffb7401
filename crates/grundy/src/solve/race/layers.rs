//! The layered method: pairs of squares, layer by layer.
//!
//! In a position that the tempo lemma leaves open, both racers come one step
//! nearer to their goals with every step. With T steps left in all, the two
//! have T/2 each, or the mover has one more. So the positions with T steps
//! left are the pairs of squares from one layer of each racer, and depend
//! on those with T-1 and (after a jump) T-2 steps left. It works from any
//! open position, not only from the start; the cost is the number of pairs,
//! which the official solution took for O(n³). [`super::pools`] builds grids
//! on which it is of the order of n^3.5.

use super::{Arena, FAR, Racers};
use crate::budget::Meter;
use crate::error::Error;

/// What the method found, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layered {
    /// Whether the player to move wins.
    pub mover_wins: bool,
    /// How many pairs of squares were looked at.
    pub pairs: u64,
}

/// The squares that one racer can reach on shortest ways to the goal.
struct Ways {
    /// By the number of steps that are left.
    layers: Vec<Vec<u32>>,
    /// The number of each square in its layer.
    place: Vec<u32>,
}

impl Ways {
    fn new(arena: &Arena, racer: usize, from: u32) -> Ways {
        let mut place = vec![FAR; arena.free.len()];
        place[from as usize] = 0;
        let steps = arena.to_goal(racer, from);
        let mut layers = vec![vec![from]];
        for left in (0..steps).rev() {
            let mut layer = Vec::new();
            for &square in layers.last().into_iter().flatten() {
                for to in arena.steps(square) {
                    if arena.to_goal(racer, to) == left && place[to as usize] == FAR {
                        place[to as usize] = layer.len() as u32;
                        layer.push(to);
                    }
                }
            }
            layers.push(layer);
        }
        layers.reverse();
        Ways { layers, place }
    }

    fn with(&self, left: u32) -> &[u32] {
        self.layers.get(left as usize).map_or(&[], Vec::as_slice)
    }
}

/// For the positions with the same number of steps left: whether the mover
/// wins, for A to move and for B to move.
#[derive(Default)]
struct Table {
    wins: [Vec<bool>; 2],
    /// The size of B's layer in each.
    row: [usize; 2],
}

impl Table {
    fn wins(&self, ways: &[Ways; 2], racers: &Racers) -> bool {
        let turn = usize::from(racers.turn);
        let [a, b] = [0, 1].map(|racer| ways[racer].place[racers.at[racer] as usize] as usize);
        self.wins[turn][a * self.row[turn] + b]
    }
}

/// How many steps A and B have left when `turn` is to move and `total` are
/// left in all.
fn steps_left(total: u32, turn: usize) -> [u32; 2] {
    let mut left = [total / 2; 2];
    left[turn] = total.div_ceil(2);
    left
}

/// Decides a position that the tempo lemma leaves open.
pub fn decide(arena: &Arena, racers: &Racers, meter: &mut Meter) -> Result<Layered, Error> {
    let ways = [0, 1].map(|racer| Ways::new(arena, racer, racers.at[racer]));
    let total = (ways[0].layers.len() + ways[1].layers.len() - 2) as u32;
    let mut pairs = 0;
    let [mut nearest, mut near] = [Table::default(), Table::default()];
    for left in 2..=total {
        let mut table = Table::default();
        for turn in 0..2 {
            let steps = steps_left(left, turn);
            let [a_squares, b_squares] = [0, 1].map(|racer| ways[racer].with(steps[racer]));
            let count = (a_squares.len() * b_squares.len()) as u64;
            meter.advance(count)?;
            meter.bytes(count.saturating_mul(6))?;
            pairs += count;
            table.row[turn] = b_squares.len();
            table.wins[turn] = Vec::with_capacity(count as usize);
            for &a in a_squares {
                for &b in b_squares {
                    let racers = Racers {
                        at: [a, b],
                        turn: turn as u8,
                    };
                    let won = mover_wins(arena, &ways, &racers, steps, [&near, &nearest]);
                    table.wins[turn].push(won);
                }
            }
        }
        nearest = std::mem::replace(&mut near, table);
    }
    Ok(Layered {
        mover_wins: near.wins(&ways, racers),
        pairs,
    })
}

/// Looks at the moves on shortest ways; `after` are the tables with one and
/// with two steps fewer.
fn mover_wins(
    arena: &Arena,
    ways: &[Ways; 2],
    racers: &Racers,
    steps: [u32; 2],
    after: [&Table; 2],
) -> bool {
    let (mover, other) = racers.players();
    let left = steps[mover];
    if left == 1 {
        return true;
    }
    let nearer = |square: u32, left: u32| {
        arena
            .steps(square)
            .filter(move |to| arena.to_goal(mover, *to) + 1 == left)
    };
    nearer(racers.at[mover], left).any(|to| {
        if to != racers.at[other] {
            return !after[0].wins(ways, &racers.moved(to));
        }
        nearer(to, left - 1).any(|beyond| {
            // A jump into the goal, or one that leaves the other to jump.
            left == 2 || !after[1].wins(ways, &racers.moved(beyond))
        })
    })
}
