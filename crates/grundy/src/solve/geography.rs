//! Walks that never come back: undirected vertex geography.
//!
//! A token stands on a vertex; the players in turn move it along an edge to a
//! vertex where it has not been, and who cannot move loses. **Theorem**
//! (Fraenkel, Scheinerman and Ullman, Undirected edge geography, 1993). The
//! player to move from v wins exactly when every maximum matching covers v.
//! *Why.* If so, move to the mate of v in one of them. What is left of it is
//! a maximum matching of what is left of the graph, and the token stands on
//! a vertex that it leaves exposed. From an exposed vertex every move leads to
//! a covered one (or the edge could be added), whose mate is the next
//! reply. If some maximum matching leaves v exposed, the opponent replies
//! like that.
//!
//! So the winner needs one matching for the whole game and no thought during
//! it. [`Play`] also watches for mistakes: when a player who was winning
//! leaves the matching, one search for an augmenting path says who is winning
//! now and repairs the matching around the token.
//!
//! ```
//! use grundy::outcome::Outcome;
//! use grundy::solve::geography::{Play, mistakes, starts};
//! use grundy::solve::matching::Undirected;
//! let path = Undirected::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]).unwrap();
//! assert_eq!(starts(&path)[1], Outcome::N);
//! let mut play = Play::new(&path, 1).unwrap();
//! let reply = play.winning_move().unwrap();
//! play.go(reply).unwrap();
//! assert_eq!(play.outcome(), Outcome::P);
//! // On a path of four, from 1, going to 2 gives the win away.
//! let path = Undirected::from_edges(4, &[(0, 1), (1, 2), (2, 3)]).unwrap();
//! assert_eq!(mistakes(&path, 1, &[2, 3]).unwrap(), [0]);
//! ```

use std::borrow::Borrow;

use super::matching::{Kind, Shrinking, Undirected, decompose};
use crate::error::Error;
use crate::outcome::Outcome;
use crate::text::Text;

/// The outcome of every start, for the player who moves first from it. (Who
/// may choose the start, and lets the other move first, wants a P; there is
/// one unless the graph has a perfect matching.)
pub fn starts(graph: &Undirected) -> Vec<Outcome> {
    let kinds = decompose(graph).kinds;
    let wins = |kind| Outcome::mover_wins(kind != Kind::Inessential);
    kinds.into_iter().map(wins).collect()
}

/// The outcome of a walk that begins in a corner of a board of squares. If
/// the number of squares is even, dominoes cover the board, which is a perfect
/// matching; if it is odd, they cover all of it but the corner. No board is too large.
///
/// ```
/// use grundy::{outcome::Outcome, solve::geography::from_corner};
/// assert_eq!(from_corner(10_000, 10_000), Outcome::N);
/// assert_eq!(from_corner(3, 5), Outcome::P);
/// ```
pub fn from_corner(rows: u64, columns: u64) -> Outcome {
    Outcome::mover_wins(rows.is_multiple_of(2) || columns.is_multiple_of(2))
}

/// A walk in progress and who is winning it, on a graph that it owns or borrows.
#[derive(Clone, Debug)]
pub struct Play<G> {
    /// The graph without what was left behind; the token's vertex is in it.
    left: Shrinking<G>,
    at: u32,
    /// Once known. When it is P, the matching leaves the token exposed.
    outcome: Option<Outcome>,
}

impl<G: Borrow<Undirected>> Play<G> {
    /// A token on `start`.
    pub fn new(graph: G, start: u32) -> Result<Self, Error> {
        let vertices = graph.borrow().len();
        if start as usize >= vertices {
            return Err(Error::BadParameter {
                name: "start".to_string(),
                value: start.to_string(),
                expected: Text::new(
                    format!("a vertex below {vertices}"),
                    format!("小于 {vertices} 的顶点编号"),
                ),
            });
        }
        Ok(Play {
            left: Shrinking::new(graph),
            at: start,
            outcome: None,
        })
    }

    /// Where the token stands.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// Where the token may go, each vertex as often as there are edges to it.
    pub fn moves(&self) -> impl Iterator<Item = u32> + '_ {
        let neighbours = self.left.graph().neighbours(self.at).iter().copied();
        neighbours.filter(|v| self.left.holds(*v))
    }

    /// Who wins from here. Costs a search only after a player who was
    /// winning has left the matching, and at the start.
    pub fn outcome(&mut self) -> Outcome {
        let (left, at) = (&mut self.left, self.at);
        *self
            .outcome
            .get_or_insert_with(|| Outcome::mover_wins(!left.expose(at)))
    }

    /// A winning move, if there is one.
    pub fn winning_move(&mut self) -> Option<u32> {
        match self.outcome() {
            Outcome::N => self.left.mate(self.at),
            _ => None,
        }
    }

    /// Moves the token; an illegal move is refused and changes nothing.
    pub fn go(&mut self, to: u32) -> Result<(), Error> {
        if !self.moves().any(|v| v == to) {
            return Err(Error::BadMove {
                text: to.to_string(),
                expected: self.legal(),
            });
        }
        let outcome = match (self.outcome(), self.left.mate(self.at)) {
            (Outcome::N, mate) => {
                self.left.remove_essential(self.at);
                (mate == Some(to)).then_some(Outcome::P)
            }
            _ => {
                self.left.remove(self.at);
                Some(Outcome::N)
            }
        };
        self.at = to;
        self.outcome = outcome;
        Ok(())
    }

    /// Chooses a move — a winning one if there is one — and plays it. `None`:
    /// there is no move.
    pub fn reply(&mut self) -> Option<u32> {
        let to = self.winning_move().or_else(|| self.moves().next())?;
        self.go(to).ok()?;
        Some(to)
    }

    /// How many searches for augmenting paths were made so far.
    pub fn searches(&self) -> u64 {
        self.left.searches()
    }

    fn legal(&self) -> Text {
        const SHOWN: usize = 8;
        let shown: Vec<String> = self.moves().take(SHOWN).map(|v| v.to_string()).collect();
        if shown.is_empty() {
            return Text::fixed("no move: there is none", "无：此处没有着法");
        }
        let list = shown.join(", ");
        Text::new(format!("one of {list}"), format!("以下之一：{list}"))
    }
}

/// Who was winning at each point of a played game: before the first move,
/// and after every move.
pub fn annotate(graph: &Undirected, start: u32, moves: &[u32]) -> Result<Vec<Outcome>, Error> {
    let mut play = Play::new(graph, start)?;
    let mut outcomes = vec![play.outcome()];
    for &to in moves {
        play.go(to)?;
        outcomes.push(play.outcome());
    }
    Ok(outcomes)
}

/// The moves of a played game, counted from 0, by which a player who was
/// winning gave the win away.
pub fn mistakes(graph: &Undirected, start: u32, moves: &[u32]) -> Result<Vec<usize>, Error> {
    let outcomes = annotate(graph, start, moves)?;
    let both_win = |pair: &[Outcome]| pair == [Outcome::N, Outcome::N];
    let given_away = outcomes.windows(2).enumerate();
    Ok(given_away
        .filter(|(_, pair)| both_win(pair))
        .map(|(number, _)| number)
        .collect())
}
