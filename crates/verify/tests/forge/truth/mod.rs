//! What certificates claim, judged by brute force from the definitions.

pub mod codes;
mod games;
mod laws;
mod parameters;
mod quotients;
mod sentences;

use codes::Values;
pub use parameters::{alone, values};

/// Why a claim that was accepted is not known to be true.
#[derive(Debug)]
pub enum Wrong {
    /// It is false.
    Lie(String),
    /// Hardly anything of it is small enough to be compared.
    Unknown,
}

impl From<String> for Wrong {
    fn from(lie: String) -> Wrong {
        Wrong::Lie(lie)
    }
}

/// Whether a claim is true as far as one can see.
pub type Judged = Result<(), Wrong>;

/// Whether what a certificate claims is true as far as one can see.
pub fn is_true(text: &str, known: &mut Values) -> Judged {
    match text.lines().next().unwrap_or("") {
        "grundy heap certificate 1" => codes::heap_is_true(text, known),
        "grundy law certificate 2" => laws::law_is_true(text),
        "grundy family certificate 1" => parameters::family_is_true(text),
        "grundy heaps certificate 1" => parameters::rows_are_true(text),
        "grundy moore certificate 1" => parameters::moore_is_true(text),
        "grundy sentence certificate 1" => sentences::sentence_is_true(text),
        _ => quotients::quotient_is_true(text),
    }
}

fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))
}

fn numbers(text: &str) -> Vec<u64> {
    text.split_whitespace()
        .filter_map(|w| w.parse().ok())
        .collect()
}
