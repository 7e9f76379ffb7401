//! Several games at once: who wins a compound of any games, and how.
//!
//! A compound is a list of *components*, positions of the same or of different
//! games. [`Rules`] say in which components a player moves at a turn
//! ([`Kind`]), when play is over ([`End`]), and who has then won. Conway (*On
//! Numbers and Games*, chapter 14) and Smith (1966) found that most of them
//! are decided by one number per component:
//!
//! | compound | normal play: N iff | misère play: N iff |
//! |---|---|---|
//! | disjunctive, long | nim sum of Grundy values ≠ 0 | tame: as Nim; else [`misere`] or search |
//! | disjunctive, short | a component can be ended, or nim sum of F ≠ 0 | nim sum of F⁻ ≠ 0 |
//! | conjunctive, long (every-SG) | largest suspense odd | largest misère suspense even |
//! | conjunctive, short | least remoteness odd | least misère remoteness even |
//! | selective, long | some component is N | one live component: its misère outcome; else as normal |
//! | selective, short | some component is N | some component is misère N |
//!
//! The numbers are defined in [`numbers`]. [`decide`] applies these theorems
//! and [`moore`]'s, [`moves`] constructs winning moves from the same numbers,
//! [`search`] is the definition: oracle of all tests, and engine where no
//! theorem holds. [`player`] plays whole games; [`expression`] reads and
//! answers `nim:3,5 + kayles:7` for every game of the catalogue.
//!
//! A component that splits stays one component: its parts are a disjunctive
//! sum within. If play is over before it began, the player to move has lost
//! (normal play) or won (misère play).
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::compound::{Kind, Rules, decide, explore::explore};
//! use grundy::games::heaps::nim::Nim;
//! use grundy::outcome::Outcome;
//!
//! let mut meter = Budget::default().meter("explore");
//! let heaps: Vec<_> = [1u8, 2, 3].iter().map(|&n| vec![n.into()]).collect();
//! let (explored, nodes) = explore(&Nim, &heaps, &mut meter).unwrap();
//! let rules = Rules { kind: Kind::Conjunctive, ..Rules::default() };
//! let decision = decide::decide(&explored, &nodes, &rules).unwrap();
//! assert_eq!(decision.outcome, Outcome::N); // the largest suspense is 3
//! ```

pub mod decide;
pub mod explore;
pub mod expression;
pub mod misere;
pub mod moore;
pub mod moves;
pub mod numbers;
pub mod parts;
pub mod player;
pub mod search;

use crate::error::Error;
use crate::outcome::Convention;
use crate::text::{Lang, Text};

/// In which components a player moves at a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// In exactly one.
    #[default]
    Disjunctive,
    /// In all that have a move.
    Conjunctive,
    /// In any number, but at least one.
    Selective,
    /// In at least one and at most so many (Moore).
    UpTo(usize),
}

/// When play is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum End {
    /// When no component has a move.
    #[default]
    Long,
    /// When some component has no move.
    Short,
    /// When every component has Grundy value 0: the end that the SJ theorem
    /// presumes.
    AllZero,
}

/// The rules of a compound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Where a player moves.
    pub kind: Kind,
    /// When play is over.
    pub end: End,
    /// What the player to move has done when play is over: lost (normal) or
    /// won (misère).
    pub convention: Convention,
}

impl Kind {
    /// Reads `disjunctive`, `conjunctive`, `selective` or `upto:K`.
    pub fn named(text: &str) -> Result<Kind, Error> {
        let bad = || Error::BadParameter {
            name: "compound".to_string(),
            value: text.to_string(),
            expected: Text::fixed(
                "disjunctive, conjunctive (every-sg), selective, or upto:K with K at least 1",
                "disjunctive、conjunctive（every-sg）、selective，或 upto:K（K 至少为 1）",
            ),
        };
        match text.to_ascii_lowercase().as_str() {
            "disjunctive" | "one" => Ok(Kind::Disjunctive),
            "conjunctive" | "every-sg" | "every" | "all" => Ok(Kind::Conjunctive),
            "selective" | "some" => Ok(Kind::Selective),
            _ => match text.strip_prefix("upto:").map(str::parse::<usize>) {
                Some(Ok(most)) if most > 0 => Ok(Kind::UpTo(most)),
                _ => Err(bad()),
            },
        }
    }

    /// The kind that this one amounts to when `live` components have moves:
    /// one of at most one is disjunctive, at most all of them selective.
    pub fn among(self, live: usize) -> Kind {
        match self {
            Kind::UpTo(1) => Kind::Disjunctive,
            Kind::UpTo(most) if most >= live => Kind::Selective,
            kind => kind,
        }
    }

    /// The word for it.
    pub fn text(self) -> Text {
        match self {
            Kind::Disjunctive => Text::fixed("disjunctive", "析取"),
            Kind::Conjunctive => Text::fixed("conjunctive", "合取"),
            Kind::Selective => Text::fixed("selective", "选择"),
            Kind::UpTo(most) => Text::new(
                format!("up to {most} components a turn"),
                format!("每次至多 {most} 个分量"),
            ),
        }
    }
}

impl Rules {
    /// The rules as sentences: where one moves, when play is over, who has then won.
    pub fn explained(&self) -> Text {
        let (move_en, move_zh) = match self.kind {
            Kind::Disjunctive => (
                "A move is made in exactly one component.".to_string(),
                "每次恰在一个分量中走一步。".to_string(),
            ),
            Kind::Conjunctive => (
                "A move is made in every component that has one.".to_string(),
                "每次在所有可走的分量中各走一步。".to_string(),
            ),
            Kind::Selective => (
                "A move is made in one component or in several at once.".to_string(),
                "每次任选一个或几个分量各走一步。".to_string(),
            ),
            Kind::UpTo(most) => (
                format!("A move is made in one component or in up to {most} at once."),
                format!("每次任选一个、至多 {most} 个分量各走一步。"),
            ),
        };
        let (end_en, end_zh) = match self.end {
            End::Long => (
                "Play is over when no component has a move.",
                "所有分量都不可走时终局。",
            ),
            End::Short => (
                "Play is over as soon as some component has no move.",
                "一旦有分量不可走即终局。",
            ),
            End::AllZero => (
                "Play is over when every component has Grundy value 0.",
                "各分量的 SG 值皆为 0 时终局。",
            ),
        };
        let (wins_en, wins_zh) = match self.convention {
            Convention::Normal => ("Then the player to move has lost.", "此时轮到走的人输。"),
            Convention::Misere => ("Then the player to move has won.", "此时轮到走的人赢。"),
        };
        Text::new(
            format!("{move_en} {end_en} {wins_en}"),
            format!("{move_zh}{end_zh}{wins_zh}"),
        )
    }

    /// The rules in words.
    pub fn text(&self) -> Text {
        let kind = self.kind.text();
        let (end_en, end_zh) = match self.end {
            End::Long => ("long", "长规则"),
            End::Short => ("short", "短规则"),
            End::AllZero => ("over when every value is 0", "各值皆为 0 即终局"),
        };
        let (play_en, play_zh) = match self.convention {
            Convention::Normal => ("normal", "正常"),
            Convention::Misere => ("misère", "反常"),
        };
        let every = self.kind == Kind::Conjunctive && self.end == End::Long;
        let (every_en, every_zh) = if every {
            (" (every-SG)", "（Every-SG）")
        } else {
            ("", "")
        };
        Text::new(
            format!("{}, {end_en}{every_en}, {play_en} play", kind.get(Lang::En)),
            format!("{}，{end_zh}{every_zh}，{play_zh}规则", kind.get(Lang::Zh)),
        )
    }
}
