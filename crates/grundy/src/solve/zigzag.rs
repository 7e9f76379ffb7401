//! The zigzag game on a complete bipartite graph (Codeforces 1147 F).
//!
//! The edges of K(n,n) have different weights. Alice says whether she is to
//! go up or down, and puts the token on a vertex. Then Bob and Alice in turn,
//! Bob first, move it along an edge to a vertex where it has not been; whoever
//! goes up must use a heavier edge than the one used just before, whoever goes
//! down a lighter one (the first move is free). Who cannot move loses.
//!
//! **Theorem.** Bob wins. Say Alice goes up and begins on side S; then Bob
//! always moves from S to T and Alice back. Let vertices of S prefer light
//! edges and those of T heavy ones. Bob follows a stable matching M. If Alice leaves t = M(s)
//! for u, that edge is heavier than (s,t), so t prefers u to its mate; as M is
//! stable, u does not prefer t to M(u): the edge (u, M(u)) is lighter than (t,u), and
//! Bob may use it. M(u) is new, because visited vertices come in matched
//! pairs. If Alice goes down, all preferences are the other way round.
//!
//! Not impartial: the players' moves differ, and the last edge matters.
//!
//! ```
//! use grundy::solve::zigzag::{Bob, Direction};
//! let weights = vec![vec![3, 1, 9], vec![2, 5, 7], vec![6, 4, 8]];
//! let mut bob = Bob::new(weights, Direction::Up, 0).unwrap();
//! let first = bob.reply().unwrap(); // a vertex of the right side: 3, 4 or 5
//! assert!(first >= 3);
//! assert!(bob.alice(first).is_err()); // she cannot stay
//! ```

use super::matching::stable;
use crate::error::Error;
use crate::text::Text;

/// Which way a player must go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To heavier edges.
    Up,
    /// To lighter edges.
    Down,
}

/// Bob, who never loses. Vertices 0 to n-1 are the rows of the weights, n to
/// 2n-1 the columns.
#[derive(Clone, Debug)]
pub struct Bob {
    weights: Vec<Vec<u64>>,
    alice: Direction,
    mates: Vec<usize>,
    visited: Vec<bool>,
    at: usize,
    /// The weight of the edge used last.
    last: Option<u64>,
}

impl Bob {
    /// Alice has chosen a direction and a start. An error if the weights are
    /// not a square or there is no such vertex.
    pub fn new(weights: Vec<Vec<u64>>, alice: Direction, start: usize) -> Result<Self, Error> {
        let n = weights.len();
        if weights.iter().any(|row| row.len() != n) || start >= 2 * n {
            return Err(Error::BadParameter {
                name: "start".to_string(),
                value: start.to_string(),
                expected: Text::new(
                    format!(
                        "weights in {n} rows and columns, and a vertex below {}",
                        2 * n
                    ),
                    format!("{n} 行 {n} 列的边权，以及小于 {} 的顶点编号", 2 * n),
                ),
            });
        }
        // The side on which Alice begins prefers light edges if she goes up.
        let light = (alice == Direction::Up) == (start < n);
        let dislike = |light: bool, weight: u64| if light { weight } else { u64::MAX - weight };
        let mates = stable(
            n,
            |row, column| dislike(light, weights[row][column]),
            |column, row| dislike(!light, weights[row][column]),
        );
        let mut both: Vec<usize> = mates.iter().map(|column| column + n).collect();
        both.resize(2 * n, 0);
        for (row, column) in mates.into_iter().enumerate() {
            both[column + n] = row;
        }
        let mut visited = vec![false; 2 * n];
        visited[start] = true;
        Ok(Bob {
            weights,
            alice,
            mates: both,
            visited,
            at: start,
            last: None,
        })
    }

    /// The weight of the edge from the token to `to`, if there is one.
    fn weight(&self, to: usize) -> Option<u64> {
        let n = self.weights.len();
        let (row, column) = (self.at.min(to), self.at.max(to));
        let across = row < n && (n..2 * n).contains(&column);
        across.then(|| self.weights[row][column - n])
    }

    fn go(&mut self, to: usize, up: bool) -> bool {
        let Some(weight) = self.weight(to) else {
            return false;
        };
        let rises = self
            .last
            .is_none_or(|last| if up { weight > last } else { weight < last });
        if self.visited[to] || !rises {
            return false;
        }
        self.visited[to] = true;
        (self.at, self.last) = (to, Some(weight));
        true
    }

    /// Bob's move, which always exists when it is his turn; `None` if it is not.
    pub fn reply(&mut self) -> Option<usize> {
        let to = self.mates[self.at];
        self.go(to, self.alice == Direction::Down).then_some(to)
    }

    /// Plays Alice's move; an illegal one is refused and changes nothing.
    pub fn alice(&mut self, to: usize) -> Result<(), Error> {
        let up = self.alice == Direction::Up;
        if self.last.is_some() && self.go(to, up) {
            return Ok(());
        }
        let (en, zh) = if up {
            ("heavier", "更重")
        } else {
            ("lighter", "更轻")
        };
        Err(Error::BadMove {
            text: to.to_string(),
            expected: Text::new(
                format!("a new vertex on the other side, along a {en} edge"),
                format!("经{zh}的边走到对面未访问过的顶点"),
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn random_weights(n: usize, random: &mut Random) -> Vec<Vec<u64>> {
        let mut all: Vec<u64> = (1..=(n * n) as u64).collect();
        for last in (1..all.len()).rev() {
            all.swap(last, random.below(last as u64 + 1) as usize);
        }
        all.chunks(n.max(1)).map(<[u64]>::to_vec).collect()
    }

    /// Every line of play of Alice ends with Bob's move.
    #[test]
    fn bob_beats_every_alice() {
        let mut random = Random::new(1147);
        for round in 0..120 {
            let n = 1 + round % 4;
            let weights = random_weights(n, &mut random);
            for start in 0..2 * n {
                for direction in [Direction::Up, Direction::Down] {
                    let mut open = vec![Bob::new(weights.clone(), direction, start).unwrap()];
                    while let Some(mut bob) = open.pop() {
                        assert!(bob.reply().is_some());
                        assert!(bob.clone().reply().is_none(), "it is Alice's turn");
                        for to in 0..2 * n + 1 {
                            let mut next = bob.clone();
                            if next.alice(to).is_ok() {
                                open.push(next);
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn impossible_beginnings_are_refused() {
        assert!(Bob::new(vec![vec![1]], Direction::Up, 2).is_err());
        assert!(Bob::new(vec![vec![1, 2]], Direction::Up, 0).is_err());
        assert!(Bob::new(Vec::new(), Direction::Up, 0).is_err());
    }
}
