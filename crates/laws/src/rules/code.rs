//! Heap games by their code, as rules with linear moves.

use grundy::catalogue::Named;
use grundy::error::Error;
use grundy::games::heaps::code::TakeAndBreak;
use grundy::solve::heap::code::Rules as Heap;
use grundy::text::Text;

use super::{Rules, Source};

/// The largest number of digits of a code, those that repeat for ever included.
const MOST_DIGITS: usize = 64;
/// The largest number of heaps that a move may leave.
const MOST_PARTS: u32 = 4;

impl Rules {
    /// The rules of a code.
    pub fn of_code(code: &str) -> Result<Rules, Error> {
        Rules::of(&Source::of_code(code)?)
    }
}

impl Source {
    /// The rules of a code: bit k of digit t says that t tokens may be
    /// taken if what remains is left as exactly k heaps.
    pub fn of_code(code: &str) -> Result<Source, Error> {
        let heap: Heap = code.parse()?;
        let digits = heap.digits().len().saturating_sub(1) + heap.tail().len();
        if digits > MOST_DIGITS || heap.max_parts() > MOST_PARTS {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!(
                        "{code} is not a code of at most {MOST_DIGITS} digits that leaves at most \
                         {MOST_PARTS} heaps"
                    ),
                    format!("{code} 不是至多 {MOST_DIGITS} 位、至多留下 {MOST_PARTS} 堆的编码"),
                ),
            });
        }
        let text = TakeAndBreak::new(heap).rule_text();
        let text = text.map_err(|(en, zh)| Error::Unsupported {
            because: Text::fixed(en, zh),
        })?;
        Ok(Source {
            name: code.to_string(),
            ..Source::new(&text)
        })
    }
}
