//! Who wins, and under which convention.

use std::fmt;

use crate::text::Text;

/// Who wins when both play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player, the one to move, wins.
    N,
    /// The previous player, the one who just moved, wins.
    P,
    /// Neither can force a win: play goes on for ever.
    Draw,
}

impl Outcome {
    /// The one-letter name: `N`, `P` or `D`.
    pub fn letter(self) -> &'static str {
        match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::Draw => "D",
        }
    }

    /// `N` if the player to move wins, `P` if not.
    pub fn mover_wins(wins: bool) -> Outcome {
        if wins { Outcome::N } else { Outcome::P }
    }

    /// What a move must leave to keep this outcome for its maker: P in an N
    /// position, a draw in a draw. Whoever is lost has nothing to keep.
    pub fn to_leave(self) -> Option<Outcome> {
        match self {
            Outcome::N => Some(Outcome::P),
            Outcome::P => None,
            Outcome::Draw => Some(Outcome::Draw),
        }
    }

    /// A sentence for people.
    pub fn text(self) -> Text {
        match self {
            Outcome::N => Text::fixed("the next player (to move) wins", "先手（轮到走的一方）必胜"),
            Outcome::P => Text::fixed("the previous player wins", "后手（刚走完的一方）必胜"),
            Outcome::Draw => {
                Text::fixed("a draw: nobody can force a win", "平局：双方都无法强制取胜")
            }
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

/// What a player who cannot move has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Lost: the last move wins.
    #[default]
    Normal,
    /// Won: the last move loses.
    Misere,
}

impl Convention {
    /// The outcome of a position without moves.
    pub fn at_end(self) -> Outcome {
        match self {
            Convention::Normal => Outcome::P,
            Convention::Misere => Outcome::N,
        }
    }

    /// The name used in commands and files.
    pub fn name(self) -> &'static str {
        match self {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        }
    }

    /// Reads [`Convention::name`]; `misère` is welcome too.
    pub fn named(name: &str) -> Option<Convention> {
        match name {
            "normal" => Some(Convention::Normal),
            "misere" | "misère" => Some(Convention::Misere),
            _ => None,
        }
    }
}

/// The winner that some rule books declare at a position where play stops
/// although moves may be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The player who just moved here wins.
    Previous,
    /// The player who would be next wins: moving here loses.
    Next,
}

impl Winner {
    /// The outcome that the declaration means.
    pub fn outcome(self) -> Outcome {
        match self {
            Winner::Previous => Outcome::P,
            Winner::Next => Outcome::N,
        }
    }
}
