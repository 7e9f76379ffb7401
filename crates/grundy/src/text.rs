//! Sentences in the two languages of the project.
//!
//! Every sentence that a person may read — a reason, an error, the summary of
//! a game — exists in English and in Chinese. [`Text`] holds the pair, so
//! that a front end chooses the language last and the mathematics never
//! asks for it.
//!
//! ```
//! use grundy::text::{Lang, Text};
//! let reason = Text::new("Bouton's theorem", "布顿定理");
//! assert_eq!(reason.get(Lang::En), "Bouton's theorem");
//! assert_eq!(reason.get(Lang::Zh), "布顿定理");
//! ```

use std::borrow::Cow;
use std::fmt;

/// The language of a sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

/// One sentence in both languages. `Display` prints the English one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    en: Cow<'static, str>,
    zh: Cow<'static, str>,
}

impl Text {
    /// Pairs an English sentence with its Chinese translation.
    pub fn new(en: impl Into<Cow<'static, str>>, zh: impl Into<Cow<'static, str>>) -> Self {
        Text {
            en: en.into(),
            zh: zh.into(),
        }
    }

    /// As [`Text::new`], for constants.
    pub const fn fixed(en: &'static str, zh: &'static str) -> Self {
        Text {
            en: Cow::Borrowed(en),
            zh: Cow::Borrowed(zh),
        }
    }

    /// The sentence in `lang`.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }

    /// The sentence with more behind it.
    ///
    /// ```
    /// use grundy::text::Text;
    /// let text = Text::fixed("so it is", "如此").followed_by("; and more", "；且更多");
    /// assert_eq!(text, Text::fixed("so it is; and more", "如此；且更多"));
    /// ```
    pub fn followed_by(&self, en: &str, zh: &str) -> Text {
        Text::new(format!("{}{en}", self.en), format!("{}{zh}", self.zh))
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.en.is_empty() && self.zh.is_empty()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}
