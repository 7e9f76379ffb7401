//! The text that rules come from.

/// A text in the rule language, and what was chosen beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// What the game is called.
    pub name: String,
    /// The text.
    pub text: String,
    /// Which game of the text is meant; the last one if none is named.
    pub game: Option<String>,
    /// Values of parameters.
    pub parameters: Vec<(String, i64)>,
    /// Whether misère play was asked for, whatever the text says.
    pub misere: bool,
    /// Facts about sets that are not automatic, on which a proof rests.
    pub facts: Vec<String>,
}

impl Source {
    /// A text with nothing chosen.
    pub fn new(text: &str) -> Source {
        Source {
            text: text.to_string(),
            ..Source::default()
        }
    }
}
