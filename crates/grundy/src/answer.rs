//! What every question returns: outcome, value, winning moves, the reason,
//! and how far the answer can be trusted.

use std::fmt;

use crate::natural::Natural;
use crate::outcome::Outcome;
use crate::text::Text;

/// How an answer was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// By a theorem whose premises were checked.
    Proven,
    /// By a complete search of everything that matters.
    Computed,
    /// Seen to hold up to the stated bound, not beyond.
    Observed {
        /// The bound.
        to: u64,
    },
}

impl Status {
    /// The word for it.
    pub fn text(self) -> Text {
        match self {
            Status::Proven => Text::fixed("proven", "已证明"),
            Status::Computed => Text::fixed("computed", "已计算"),
            Status::Observed { to } => {
                Text::new(format!("observed to {to}"), format!("观察至 {to}"))
            }
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// A move of a sum: which component, and what is done there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove<M> {
    /// The component, counted from 0.
    pub component: usize,
    /// The move in that component.
    pub mv: M,
}

/// The answer to "who wins, and what should I play?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value of the whole sum, where one exists and was found.
    pub value: Option<Natural>,
    /// How many moves are left when the winner hurries and the loser delays,
    /// where positions may come back and that was found.
    pub remoteness: Option<u32>,
    /// The winning moves, as many as were asked for; in a draw, those that
    /// keep it.
    pub winning_moves: Vec<M>,
    /// Whether there may be more such moves than are listed.
    pub truncated: bool,
    /// Why the answer holds.
    pub reason: Text,
    /// How it was reached.
    pub status: Status,
}
