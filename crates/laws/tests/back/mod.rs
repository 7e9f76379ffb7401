//! Laws read back: printed, read and printed again, in both languages.

use grundy::text::Lang;
use grundy_laws::law::Law;
use grundy_laws::print::Style;
use grundy_laws::read::{Sentence, read};

/// Laws whose text does not say all of them, by a part of it, and why. A table cannot tell what
/// is read of these, or nothing is.
pub const UNREAD: [(&str, &str); 3] = [
    (
        "an automaton of ",
        "the number of its states does not say which automaton it is; it is given as a file",
    ),
    (
        "entries before are as in the table",
        "the entries before the law begins are not printed; what is read is a sentence about the others",
    ),
    (
        ") for all ",
        "a period with more than 128 values, which are not printed; what is read is the sentence that they come again",
    ),
];

/// Whether a law says in its text all that it says.
pub fn is_told(law: &Law, names: &[String]) -> bool {
    let written = law.written(Style::Text, names);
    let english = written.get(Lang::En);
    !UNREAD.iter().any(|(part, _)| english.contains(part))
}

/// Prints a law, reads it and prints it again, in both languages: the same text, and the same
/// numbers at some places. Whether it is one whose text says all of it.
pub fn comes_back(law: &Law, names: &[String], places: &[Vec<u64>]) -> Result<bool, String> {
    let written = law.written(Style::Text, names);
    let told = is_told(law, names);
    for lang in [Lang::En, Lang::Zh] {
        let text = written.get(lang);
        let back = match read(text, names).map(|back| back.sentence) {
            Ok(Sentence::Law(back)) => back,
            Ok(Sentence::Follows { .. }) | Err(_) if !told => continue,
            other => return Err(format!("{text}: {other:?}")),
        };
        let again = back.written(Style::Text, names);
        for lang in [Lang::En, Lang::Zh] {
            if again.get(lang) != written.get(lang) {
                return Err(format!("{text} is printed as {}", again.get(lang)));
            }
        }
        for at in places {
            let number = law.number(at);
            // What was read may begin earlier.
            if number.is_some() && back.number(at) != number {
                let back = back.number(at);
                return Err(format!("{text} at {at:?}: {number:?}, then {back:?}"));
            }
        }
    }
    Ok(told)
}
