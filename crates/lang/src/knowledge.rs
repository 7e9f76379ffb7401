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
//!
//! What was learned may be kept for later questions, and for later runs ([`Keeper`]): as the
//! certificate of the law, which whoever reads it back verifies before it is believed.

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

/// A law as it is kept: the text of its certificate, and what it is called.
///
/// ```
/// use grundy_lang::knowledge::Kept;
/// let kept = Kept {
///     game: "bachet".into(),
///     law: "g(n) = n mod 4".into(),
///     certificate: "grundy law certificate 2\n…\n".into(),
/// };
/// assert_eq!(Kept::read(&kept.write()), Some(kept));
/// assert_eq!(Kept::read("anything else"), None);
/// assert_eq!(Kept::read("grundy kept law 1\ngame \u{1b}[2J\nlaw x\n"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The name of the game, for people.
    pub game: String,
    /// The law in words, in the language of laws. It says what the certificate claims, and
    /// is believed only as far as that is decided.
    pub law: String,
    /// The certificate.
    pub certificate: String,
}

impl Kept {
    /// The first line.
    const TITLE: &'static str = "grundy kept law 1";

    /// The text to be kept.
    pub fn write(&self) -> String {
        let line = |text: &str| text.replace(char::is_control, " ");
        let (game, law) = (line(&self.game), line(&self.law));
        format!(
            "{}\ngame {game}\nlaw {law}\n{}",
            Kept::TITLE,
            self.certificate
        )
    }

    /// Reads what was kept. That says nothing yet about its claim.
    pub fn read(text: &str) -> Option<Kept> {
        let (title, rest) = text.split_once('\n')?;
        let (game, rest) = rest.split_once('\n')?;
        let (law, certificate) = rest.split_once('\n')?;
        // Both are shown to people, on terminals too.
        let shown = |line: &str| !line.contains(char::is_control);
        if title != Kept::TITLE || !shown(game) || !shown(law) {
            return None;
        }
        Some(Kept {
            game: game.strip_prefix("game ")?.to_string(),
            law: law.strip_prefix("law ")?.to_string(),
            certificate: certificate.to_string(),
        })
    }
}

/// Whoever keeps what was learned: files beside the user's data, for example. It may lose
/// anything at any time, and what it hands back is not believed before it is verified.
pub trait Keeper: fmt::Debug + Send + Sync {
    /// What was kept under a key, if anything was.
    fn kept(&self, key: &str) -> Option<Kept>;

    /// Keeps a law under a key, in the place of what was there. That it cannot is no failure
    /// of a question.
    fn keep(&self, key: &str, law: &Kept);

    /// What was kept under a key does not hold.
    fn refused(&self, key: &str, because: &Text);
}
