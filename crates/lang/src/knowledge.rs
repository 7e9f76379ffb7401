//! What can be learned about written rules: a law that was proven of them.
//!
//! Search answers small questions; a law answers all of them. This room says what a law must
//! be able to tell ([`Knowledge`]) and who may be asked for one ([`Teacher`]); laws are found and
//! proven elsewhere. The workbench asks the teacher where a question is beyond cheap
//! search ([`CHEAP`]), so that the answer to a question never depends on what was asked before.
//!
//! **Meaning.** A knowledge speaks of positions of the main game. `value` is the Grundy value in
//! normal play; `lost` tells of one component alone, under the convention that the knowledge was
//! learned for. What it says is proven: whoever implements it vouches for that.

use std::fmt;
use std::sync::Arc;

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::game::Flow;
use grundy::natural::Natural;
use grundy::outcome::Convention;
use grundy::text::Text;

/// So many positions are searched before a law is asked for.
pub const CHEAP: u64 = 1 << 17;

/// Where a move shall lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To a sum with this Grundy value.
    Value(u64),
    /// To a lost position.
    Lost,
}

/// A law that is proven of the positions of a game.
pub trait Knowledge: fmt::Debug + Send + Sync {
    /// The convention that it was learned for.
    fn convention(&self) -> Convention;

    /// The Grundy value of a position in normal play, if the law is one of values.
    fn value(&self, at: &[i64]) -> Option<Natural>;

    /// Whether a position is lost for whoever is to move.
    fn lost(&self, at: &[i64]) -> Option<bool>;

    /// Names the moves that lead where they shall: the number of the rule, and what is chosen.
    /// They are constructed from the law, not looked for among all. Where it cannot be done it
    /// is silent; [`grundy::game::STOP`] says that moves may be missing.
    fn moves(
        &self,
        at: &[i64],
        goal: Goal,
        visit: &mut dyn FnMut(usize, &[i64]) -> Flow,
    ) -> Option<Flow>;

    /// The law, and how it is known.
    fn text(&self) -> Text;
}

/// Finds laws of one game.
pub trait Teacher: Send + Sync {
    /// A law of the game, if one is found and proven within the budget. An error is the
    /// answer to the question: it was cancelled, or somebody else must be asked.
    fn learn(
        &self,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Arc<dyn Knowledge>>, Error>;
}

/// A teacher who knows of no law.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Teacher for Nobody {
    fn learn(&self, _: Convention, _: &Budget) -> Result<Option<Arc<dyn Knowledge>>, Error> {
        Ok(None)
    }
}
