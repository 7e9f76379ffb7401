//! Two racers on a grid with walls who may jump over each other (Baltic
//! Olympiad 2008, "Game").
//!
//! A and B start on different squares of a grid and move in turn, one step
//! up, right, down or left onto a free square. Whoever steps onto the other
//! makes one more step, in any direction (a *jump*). Whoever first enters the
//! square on which the other *started* wins. A racer has its own goal, so the
//! rules differ for the two; a position includes whose turn it is, and the
//! game graph has cycles.
//!
//! **Tempo lemma.** Let the player to move be y steps from the goal, the
//! other x steps, and d the distance of the two starting squares. The colours
//! of a chessboard show that a step changes the parity of the racers' distance,
//! so at any time only one of the two may be able to jump: the other than the
//! mover if x + y + d is even (that is the parity of their distance), the mover
//! if it is odd; and a jump passes this right to the other. Hence a racer who walks
//! a shortest way loses at most one tempo to a jump before jumping himself:
//! - x + y + d even: the mover wins if y < x and loses if x < y;
//! - x + y + d odd: the mover wins if y ≤ x and loses if x ≤ y - 2.
//!
//! *Proof of "wins".* Walk a shortest way; if the other stands on it, jump
//! along it. At each own turn, "y ≤ x - 1 (even) or y ≤ x (odd)" holds again: a
//! step against a step lowers both; a jump of the other lowers x by 2 at most
//! and turns even to odd; a jump of one's own lowers y by 2 and turns odd to
//! even. Both numbers fall, and y reaches 0 first. "Loses" is the same
//! for the other after any move.
//!
//! What the lemma leaves open: y = x (even), and y = x + 1 (odd). There, a
//! step that is not on a shortest way loses by the lemma, and so does a jump that
//! gains less than two steps: both racers come nearer with every move, play
//! cannot come back, and the one who may jump (the *pursuer*) needs that
//! jump to win against the *runner*. If d is odd nothing is left open: the
//! player who starts wins.
//!
//! Three methods decide the open positions, and check each other:
//! - [`rings`]: from the start, O(n²) for all squares in practice;
//! - [`layers`]: pairs of squares, layer by layer: up to n^3.5 pairs and more;
//! - [`Retrograde`]: all n⁴ positions from the definition.
//!
//! ```
//! use grundy::solve::race::Arena;
//! let arena = Arena::new(&["A..", "...", "..B"]).unwrap();
//! assert_eq!(arena.mover_wins(&arena.start()), Some(false)); // B will jump
//! ```

pub mod layers;
pub mod pools;
pub mod rings;

use std::sync::OnceLock;

use crate::budget::Budget;
use crate::error::Error;
use crate::outcome::{Convention, Outcome, Winner};
use crate::solve::graph::Graph;
use crate::solve::retrograde::{Labels, Play, solve};
use rings::Rings;

/// The distance of a square that cannot be reached.
const FAR: u32 = u32::MAX;

/// How many pairs of squares [`Arena::mover_wins`] looks at where the rings
/// do not speak.
const PAIRS: u64 = 1 << 24;

/// A grid with two starting squares, and what follows from it.
#[derive(Debug)]
pub struct Arena {
    width: u32,
    height: u32,
    free: Vec<bool>,
    starts: [u32; 2],
    /// The distance of each square to the goal of A, and to that of B.
    to_goal: [Vec<u32>; 2],
    /// What is known when A, or B, is the runner.
    rings: [OnceLock<Rings>; 2],
}

/// Where the racers are and whose turn it is: 0 for A, 1 for B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Racers {
    /// The squares of A and B.
    pub at: [u32; 2],
    /// The player to move.
    pub turn: u8,
}

impl Racers {
    /// The player to move and the other, as indices.
    fn players(&self) -> (usize, usize) {
        (usize::from(self.turn), 1 - usize::from(self.turn))
    }

    /// The position after the mover went to `square`.
    pub fn moved(mut self, square: u32) -> Racers {
        self.at[usize::from(self.turn)] = square;
        self.turn ^= 1;
        self
    }
}

impl Arena {
    /// The arena in which racers 0 and 1 start on the given squares, counted row by
    /// row; `None` if these are not two free squares that are connected, or
    /// the grid has 2^31 squares or more.
    pub fn from_squares(width: u32, free: Vec<bool>, starts: [u32; 2]) -> Option<Arena> {
        let squares = u32::try_from(free.len()).ok().filter(|n| *n < 1 << 31)?;
        if width == 0 || squares % width != 0 || starts[0] == starts[1] {
            return None;
        }
        if starts
            .iter()
            .any(|s| !free.get(*s as usize).unwrap_or(&false))
        {
            return None;
        }
        let mut arena = Arena {
            width,
            height: squares / width,
            free,
            starts,
            to_goal: [Vec::new(), Vec::new()],
            rings: [OnceLock::new(), OnceLock::new()],
        };
        arena.to_goal = [1, 0].map(|other| arena.distances(starts[other]));
        (arena.distance() != FAR).then_some(arena)
    }

    /// Reads rows of `.`, `#`, `A` and `B`.
    pub fn new(rows: &[&str]) -> Option<Arena> {
        let width = rows.first()?.len();
        if rows.iter().any(|row| row.len() != width) {
            return None;
        }
        let squares: Vec<u8> = rows.iter().flat_map(|row| row.bytes()).collect();
        let only = |c: u8| {
            let mut found = (0u32..).zip(&squares).filter(|(_, s)| **s == c);
            let first = found.next()?.0;
            found.next().is_none().then_some(first)
        };
        let free = squares.iter().map(|s| *s != b'#').collect();
        Arena::from_squares(u32::try_from(width).ok()?, free, [only(b'A')?, only(b'B')?])
    }

    /// The number of columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Whether a square, counted row by row, is free.
    pub fn is_free(&self, square: u32) -> bool {
        self.free.get(square as usize).copied().unwrap_or(false)
    }

    /// The squares on which A and B start.
    pub fn starts(&self) -> [u32; 2] {
        self.starts
    }

    /// The position at the beginning: A is to move.
    pub fn start(&self) -> Racers {
        Racers {
            at: self.starts,
            turn: 0,
        }
    }

    /// The distance of the starting squares.
    pub fn distance(&self) -> u32 {
        self.to_goal[0][self.starts[0] as usize]
    }

    /// How far `square` is from the goal of a racer.
    fn to_goal(&self, racer: usize, square: u32) -> u32 {
        self.to_goal[racer][square as usize]
    }

    /// How many steps a racer on `square` is from the goal, jumps aside.
    pub fn steps_to_goal(&self, racer: u8, square: u32) -> u32 {
        self.to_goal(usize::from(racer), square)
    }

    /// The free square next to `square`: up, right, down, left for 0 to 3.
    pub fn step(&self, square: u32, direction: u8) -> Option<u32> {
        let (x, y) = (square % self.width, square / self.width);
        let next = match direction {
            0 if y > 0 => square - self.width,
            1 if x + 1 < self.width => square + 1,
            2 if y + 1 < self.height => square + self.width,
            3 if x > 0 => square - 1,
            _ => return None,
        };
        self.free[next as usize].then_some(next)
    }

    /// The free squares next to `square`, clockwise from above.
    fn steps(&self, square: u32) -> impl Iterator<Item = u32> + '_ {
        (0..4).filter_map(move |direction| self.step(square, direction))
    }

    fn distances(&self, from: u32) -> Vec<u32> {
        let mut distances = vec![FAR; self.free.len()];
        distances[from as usize] = 0;
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&square) = queue.get(next) {
            next += 1;
            let farther = distances[square as usize] + 1;
            for to in self.steps(square) {
                if distances[to as usize] == FAR {
                    distances[to as usize] = farther;
                    queue.push(to);
                }
            }
        }
        distances
    }

    /// Whether the racers stand where racers may: on free squares that are
    /// connected with the start, not both on one unless the game ended there.
    pub fn is_possible(&self, racers: &Racers) -> bool {
        let free = racers
            .at
            .iter()
            .all(|s| self.is_free(*s) && self.to_goal(0, *s) != FAR);
        free && racers.turn < 2 && (racers.at[0] != racers.at[1] || self.winner(racers).is_some())
    }

    /// The racer who has reached the goal.
    pub fn winner(&self, racers: &Racers) -> Option<u8> {
        // The one who moved last, should both stand on a goal.
        let (mover, other) = racers.players();
        [other, mover]
            .into_iter()
            .find(|racer| racers.at[*racer] == self.starts[1 - racer])
            .map(|racer| racer as u8)
    }

    /// Names the squares to which the mover may go: by a step in `first`, and
    /// if that is a jump, by a second step.
    pub fn moves(&self, racers: &Racers, visit: &mut impl FnMut(u8, Option<u8>, u32)) {
        let (mover, other) = racers.players();
        for first in 0..4 {
            let Some(to) = self.step(racers.at[mover], first) else {
                continue;
            };
            if to != racers.at[other] || to == self.starts[other] {
                visit(first, None, to);
                continue;
            }
            for second in 0..4 {
                if let Some(beyond) = self.step(to, second) {
                    visit(first, Some(second), beyond);
                }
            }
        }
    }

    /// What the tempo lemma says about a position in which nobody has won.
    pub fn by_tempo(&self, racers: &Racers) -> Option<bool> {
        let (mover, other) = racers.players();
        let y = self.to_goal(mover, racers.at[mover]);
        let x = self.to_goal(other, racers.at[other]);
        let may_be_jumped = (x ^ y ^ self.distance()) & 1 == 0;
        match may_be_jumped {
            true if x == y => None,
            true => Some(y < x),
            false if y == x + 1 => None,
            false => Some(y <= x),
        }
    }

    /// In a position that the tempo lemma leaves open: who needs no jump.
    fn runner(&self, racers: &Racers) -> usize {
        let (mover, other) = racers.players();
        let y = self.to_goal(mover, racers.at[mover]);
        let x = self.to_goal(other, racers.at[other]);
        if x == y { mover } else { other }
    }

    /// What is known when `runner` (0 or 1) runs.
    pub fn rings(&self, runner: usize) -> &Rings {
        self.rings[runner].get_or_init(|| Rings::new(self, runner))
    }

    /// Whether the player to move wins, in a position in which nobody has won
    /// yet. `None` where only a search of too many positions would tell: off
    /// the shortest ways between the starts, on large grids.
    pub fn mover_wins(&self, racers: &Racers) -> Option<bool> {
        if let Some(known) = self.by_tempo(racers) {
            return Some(known);
        }
        let runner = self.runner(racers);
        if let Some(runner_wins) = self.rings(runner).runner_wins(self, racers) {
            return Some(runner_wins == (runner == usize::from(racers.turn)));
        }
        let mut meter = Budget::current().at_most(PAIRS).meter("layers");
        let layered = layers::decide(self, racers, &mut meter).ok()?;
        Some(layered.mover_wins)
    }
}

/// Every position of an arena, labelled from the definition.
pub struct Retrograde {
    /// The number of each square among those that can be reached.
    numbers: Vec<u32>,
    reached: usize,
    labels: Labels,
}

impl Retrograde {
    /// Labels all positions.
    pub fn new(arena: &Arena, budget: &Budget) -> Result<Self, Error> {
        let squares: Vec<u32> = (0..arena.free.len() as u32)
            .filter(|s| arena.to_goal(0, *s) != FAR)
            .collect();
        let reached = squares.len();
        let states = 2 * (reached as u64).pow(2);
        let mut meter = budget.meter("race");
        meter.advance(states)?;
        // Edges as they are found, and sorted.
        meter.bytes(states.saturating_mul(100))?;
        let mut numbers = vec![FAR; arena.free.len()];
        for (number, square) in (0u32..).zip(&squares) {
            numbers[*square as usize] = number;
        }
        let state = |racers: &Racers| state(&numbers, reached, racers);
        let mut edges = Vec::new();
        let mut play = Play::new(Convention::Normal);
        for &a in &squares {
            for &b in &squares {
                for turn in 0..2u8 {
                    let racers = Racers { at: [a, b], turn };
                    match arena.winner(&racers) {
                        Some(winner) => {
                            let winner = match winner == turn {
                                true => Winner::Next,
                                false => Winner::Previous,
                            };
                            play = play.with_declared(state(&racers), winner);
                        }
                        None if a == b => {} // Never entered.
                        None => arena.moves(&racers, &mut |_, _, to| {
                            edges.push((state(&racers), state(&racers.moved(to))));
                        }),
                    }
                }
            }
        }
        let graph = Graph::from_pieces(states, &[edges], &mut meter)?;
        let labels = solve(&graph, &play, 1, budget)?;
        Ok(Retrograde {
            numbers,
            reached,
            labels,
        })
    }

    /// Who wins at a position.
    pub fn outcome(&self, racers: &Racers) -> Outcome {
        self.labels.outcome(self.state(racers))
    }

    /// How many moves are left there; `None` for a draw.
    pub fn remoteness(&self, racers: &Racers) -> Option<u32> {
        self.labels.remoteness(self.state(racers))
    }

    fn state(&self, racers: &Racers) -> u32 {
        state(&self.numbers, self.reached, racers)
    }
}

/// The number of a position, when squares are numbered so.
fn state(numbers: &[u32], reached: usize, racers: &Racers) -> u32 {
    let [a, b] = racers.at.map(|s| numbers[s as usize] as usize);
    (2 * (a * reached + b) + usize::from(racers.turn)) as u32
}

#[cfg(test)]
mod tests;
