//! The questions, a file for each family of them: types in, types out.

mod code;
mod graph;
mod language;
#[cfg(feature = "laws")]
mod laws;
#[cfg(not(feature = "laws"))]
#[path = "without_laws.rs"]
mod laws;
mod list;
mod nim;
mod play;
mod solve;
#[cfg(feature = "laws")]
mod study;
mod table;

use std::collections::BTreeMap;

use grundy::answer::Status;
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use grundy_lang::notation;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use serde_json::{Map, Value};

use crate::sitting::{Asked, Sitting};
use crate::{OfGame, Refused, line, write_json};

pub use code::*;
pub use graph::*;
pub use language::*;
pub use laws::*;
pub use list::*;
pub use nim::*;
pub use play::*;
pub use solve::*;
#[cfg(feature = "laws")]
pub use study::*;
pub use table::*;

/// A question: what `ask` calls it, and how it is answered.
pub trait Question: DeserializeOwned {
    /// The value of `ask`.
    const ASK: &'static str;
    /// What is answered.
    type Answer: Serialize;
    /// The answer.
    fn answer(self, sitting: &Sitting<'_>) -> Result<Self::Answer, Refused>;
}

/// Reads the fields of a question and writes its answer. If they cannot be read, that is the
/// inner error.
fn run<Q: Question>(
    question: &[u8],
    sitting: &Sitting<'_>,
    to: &mut Vec<u8>,
) -> Result<Result<(), Refused>, Refused> {
    let question: Q = match line::fields(question) {
        Ok(question) => question,
        Err(unread) => return Ok(Err(unread)),
    };
    write_json(&question.answer(sitting)?, to);
    Ok(Ok(()))
}

/// Every question there is, in one list: for dispatch, for the schema, for tests.
macro_rules! questions {
    ($($question:ident),* $(,)?) => {
        /// What `ask` can be.
        pub const ASKS: &[&str] = &[$(<$question as Question>::ASK),*];

        /// The answer to the question that `ask` names.
        pub(crate) fn answer(
            ask: &str,
            question: &[u8],
            sitting: &Sitting<'_>,
            to: &mut Vec<u8>,
        ) -> Result<Result<(), Refused>, Refused> {
            $(if ask == <$question as Question>::ASK {
                return run::<$question>(question, sitting, to);
            })*
            Err(Refused {
                code: "unknown_question",
                ..Refused::bad(format!("unknown question `{ask}`; known are {}", ASKS.join(", ")))
            })
        }

        /// The JSON schema of every question and answer: under `questions` and `answers`,
        /// by what `ask` says.
        #[cfg(feature = "schema")]
        pub fn schema() -> Value {
            let mut generator = schemars::generate::SchemaSettings::draft2020_12().into_generator();
            let mut questions = Map::new();
            let mut answers = Map::new();
            $(
                let ask = <$question as Question>::ASK;
                let question = generator.subschema_for::<$question>();
                let answer = generator.subschema_for::<<$question as Question>::Answer>();
                questions.insert(ask.into(), question.into());
                answers.insert(ask.into(), answer.into());
            )*
            let limits = generator.subschema_for::<crate::Limits>();
            serde_json::json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": "The desk of grundy",
                "description": "Questions and answers. Every question may have `ask`, `id`, `lang` and `limits` as well; a question that has no answer gets `error`.",
                "questions": questions,
                "answers": answers,
                "limits": limits,
                "$defs": generator.definitions(),
            })
        }
    };
}

questions![
    Games,
    Game,
    Solve,
    Play,
    Annotate,
    Exercise,
    Tabulate,
    StudyGame,
    ProveGame,
    FindLaw,
    Verify,
    FindPeriod,
    FindSequence,
    FindQuotient,
    SolveGraph,
    Nim,
    NimTable,
    Check,
    Words,
    Test,
    Explain,
    Draw,
    Count,
    Look,
];

/// Fields of a question about a game, and what they say together.
macro_rules! of_game {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident : $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// A name of the catalogue, a rule text, or an expression such as
            /// `nim:3,5 + kayles:7`.
            pub game: crate::Written,
            /// Values of its parameters.
            pub params: Option<std::collections::BTreeMap<String, crate::Written>>,
            /// Who wins at the end; as the game says, if absent.
            pub convention: Option<crate::verbs::Ending>,
            /// How components are played: a kind, an end, or both.
            pub compound: Option<String>,
            $($(#[$about])* pub $field: $type,)*
        }
        impl $name {
            pub(crate) fn of(&self) -> crate::OfGame<'_> {
                crate::OfGame {
                    game: &self.game.0,
                    params: self.params.as_ref(),
                    convention: self.convention.map(Into::into),
                    compound: self.compound.as_deref(),
                }
            }
        }
    };
}
use of_game;

/// Who wins at the end: whoever moves last, or the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Convention"))]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// Whoever moves last wins.
    Normal,
    /// Whoever moves last loses.
    Misere,
}

impl From<Ending> for Convention {
    fn from(play: Ending) -> Convention {
        match play {
            Ending::Normal => Convention::Normal,
            Ending::Misere => Convention::Misere,
        }
    }
}

impl From<Convention> for Ending {
    fn from(convention: Convention) -> Ending {
        match convention {
            Convention::Normal => Ending::Normal,
            Convention::Misere => Ending::Misere,
        }
    }
}

/// Who wins: the player to move (N), the one who moved last (P), nobody (D).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// The player to move.
    N,
    /// The player who moved last.
    P,
    /// Nobody: a draw.
    D,
}

impl From<grundy::outcome::Outcome> for Outcome {
    fn from(outcome: grundy::outcome::Outcome) -> Outcome {
        match outcome {
            grundy::outcome::Outcome::N => Outcome::N,
            grundy::outcome::Outcome::P => Outcome::P,
            grundy::outcome::Outcome::Draw => Outcome::D,
        }
    }
}

impl From<Outcome> for grundy::outcome::Outcome {
    fn from(outcome: Outcome) -> grundy::outcome::Outcome {
        match outcome {
            Outcome::N => grundy::outcome::Outcome::N,
            Outcome::P => grundy::outcome::Outcome::P,
            Outcome::D => grundy::outcome::Outcome::Draw,
        }
    }
}

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Both {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl From<(&str, &str)> for Both {
    fn from((en, zh): (&str, &str)) -> Both {
        Both {
            en: en.to_string(),
            zh: zh.to_string(),
        }
    }
}

/// `proven`, `computed` or `observed to N`.
pub(crate) fn status(status: Status) -> String {
    match status {
        Status::Proven => "proven".to_string(),
        Status::Computed => "computed".to_string(),
        Status::Observed { to } => format!("observed to {to}"),
    }
}

/// Where play of a game begins unless a position is given: the first example of its page,
/// or of a rule text a small position.
pub(crate) fn first_position(asked: &Asked, lang: Lang) -> Result<String, Refused> {
    if let Some(example) = asked.game.about().examples.first() {
        return Ok(example.to_string());
    }
    small_position(asked).ok_or_else(|| {
        let because = Text::fixed(
            "no position of these rules is known to begin with: give one",
            "不知从哪个局面开始：请给出局面",
        );
        Refused::of(&grundy::error::Error::Unsupported { because }, lang)
    })
}

/// A small position of a game in the rule language from which there are moves.
pub(crate) fn small_position(asked: &Asked) -> Option<String> {
    let game = asked.compiled.as_ref()?.program().game();
    let has_bits = game.coordinates.iter().any(|c| c.bits.is_some());
    // Boards are full of free squares or of nothing, if that is where play begins; numbers
    // are those of small heaps.
    let fills: &[Fill] = match has_bits {
        true => &[Fill::All, Fill::Every, Fill::None],
        false => &[Fill::Every],
    };
    // Two arrays may be pieces that face each other.
    let half = game.width.div_ceil(2);
    let facing: Vec<i64> = (0..game.width)
        .map(|slot| if slot < half { 1 } else { 4 })
        .collect();
    let heaps: &[&[i64]] = match game.width {
        1 => &[&[7], &[5], &[3], &[2], &[1]],
        2 | 3 => &[&[3, 5, 4], &[2, 3, 1], &[1], &[2]],
        _ => &[&[1, 2, 3], &[1], &[2], &facing],
    };
    let candidates = heaps.iter().flat_map(|heaps| {
        fills.iter().map(move |fill| {
            let mut at: Vec<i64> = (0..game.width)
                .map(|slot| heaps[slot % heaps.len()])
                .collect();
            for (value, (least, most)) in at.iter_mut().zip(&game.domain) {
                *value = (*value).clamp(*least, *most);
            }
            for c in &game.coordinates {
                let Some(bits) = c.bits else { continue };
                // Play on more squares may take long to be looked through.
                let all = (1i64 << bits.min(12)) - 1;
                for slot in 0..usize::from(c.length.unwrap_or(1)) {
                    at[usize::from(c.first) + slot] = match fill {
                        Fill::All => all,
                        Fill::Every => all & 0x1249_2492_4924_9249,
                        Fill::None => 0,
                    };
                }
            }
            let numbers = notation::write_numbers(game, &at);
            match game.coins && game.width > 1 {
                true => format!("({numbers})"),
                false => numbers,
            }
        })
    });
    // Where numbers depend on each other, what is small comes last.
    let mut few = Vec::new();
    if game.within.is_some() {
        few = grundy_lang::agree::positions(&game.domain, 6, 256);
        few.reverse();
    }
    let few = few.iter().map(|at| notation::write_numbers(game, at));
    let mut fallback = None;
    for text in candidates.chain(few) {
        match asked.game.moves(&text, 1) {
            Ok((moves, _)) if !moves.is_empty() => return Some(text),
            Ok(_) => fallback = fallback.or(Some(text)),
            Err(_) => {}
        }
    }
    fallback
}

/// How the squares of a board are taken.
#[derive(Clone, Copy)]
enum Fill {
    All,
    /// Every third.
    Every,
    None,
}

/// The parameters of a question as a map, for answers.
pub(crate) type Params = BTreeMap<String, String>;

/// One game by name alone.
pub(crate) fn named(game: &str) -> OfGame<'_> {
    OfGame {
        game,
        ..OfGame::default()
    }
}
