//! Proofs that the kernel of a proof assistant checks.
//!
//! A theorem about a game becomes one text for Coq (8.16 or later, with nothing but its
//! standard library). The text holds the theory (the files of the folder
//! `coq`, which say what a game is, who wins, and why the check below is
//! enough), the rules of this game, the law, and a check that the kernel
//! itself runs (`vm_compute`: proof by reflection). It uses no axiom, and says so at its end:
//! Coq answers `Closed under the global context`.
//!
//! [`period`] writes the period of a take-and-break game, [`law`] a law that
//! automata decide in base 2. What is trusted is Coq, and the few definitions
//! that say what is claimed: `option` or `leads` (the rules), `lost` (who wins),
//! `grundy` (the mex rule).
//!
//! ```
//! use grundy::solve::heap::solve::{Options, solve};
//! let law = solve(&"0.77".parse().unwrap(), &Options::default()).unwrap().law.unwrap();
//! let text = grundy_laws::coq::period(&law).unwrap();
//! assert!(text.contains("71 <= n"));
//! assert!(text.ends_with("Print Assumptions winning.\n"));
//! ```
//!
//! Limits: periods without saltus of codes with finitely many digits, where the
//! work is small enough for a kernel ([`MOST_WORK`]); laws in base 2 of values, or of
//! the lost positions where no move splits, in normal play.

mod closed;
mod law;
mod period;

pub use law::{MOST_STATES, law};
pub use period::{MOST_WORK, period};

use grundy::error::Error;
use grundy::text::Text;

/// A file of the theory: its name, and its text.
struct Theory {
    name: &'static str,
    text: &'static str,
}

const IMPARTIAL: Theory = Theory {
    name: "Impartial",
    text: include_str!("../../coq/Impartial.v"),
};
const PERIODIC: Theory = Theory {
    name: "Periodic",
    text: include_str!("../../coq/Periodic.v"),
};
const AUTOMATA: Theory = Theory {
    name: "Automata",
    text: include_str!("../../coq/Automata.v"),
};

/// Lines that begin so load the standard library.
const STANDARD: &str = "From Coq Require Import ";
/// Lines that begin so load another file of the theory.
const OWN: &str = "From Grundy Require Import ";

/// The files as modules of one text: what they load is loaded first, because
/// Coq does not like that inside a module.
fn inlined(files: &[Theory]) -> String {
    let mut text = String::new();
    for file in files {
        for line in file.text.lines() {
            if let Some(names) = line.strip_prefix(STANDARD) {
                text += &format!("From Coq Require {names}\n");
            }
        }
    }
    for file in files {
        text += &format!("\nModule {}.\n", file.name);
        for line in file.text.lines() {
            match line.strip_prefix(STANDARD).or(line.strip_prefix(OWN)) {
                Some(names) => text += &format!("Import {names}\n"),
                None => {
                    text += line;
                    text.push('\n');
                }
            }
        }
        text += &format!("End {}.\n", file.name);
    }
    text
}

/// A text that may stand in a comment.
fn comment(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| match c {
            // Quotes open a string even inside a comment.
            '"' => '\'',
            c => c,
        })
        .collect();
    plain.replace("(*", "( *").replace("*)", "* )")
}

fn not_for_coq(en: String, zh: String) -> Error {
    Error::Unsupported {
        because: Text::new(
            format!("no Coq proof: {en}"),
            format!("无法写出 Coq 证明：{zh}"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theories_are_inlined_whole() {
        let text = inlined(&[IMPARTIAL, PERIODIC, AUTOMATA]);
        assert!(!text.contains(OWN) && !text.contains(STANDARD));
        for theorem in ["lost_iff_nimsum_0", "periodicity", "valid_spec"] {
            assert!(text.contains(&format!("Theorem {theorem} ")), "{theorem}");
        }
        // Nothing is taken on trust.
        for word in ["Admitted", "Axiom ", "admit."] {
            assert!(!text.contains(word), "{word}");
        }
    }

    #[test]
    fn comments_stay_closed() {
        assert_eq!(comment("a \"b\" (* c *) d"), "a 'b' ( * c * ) d");
    }
}
