//! Heap games by their code, as rules with linear moves.

use grundy::catalogue::Named;
use grundy::error::Error;
use grundy::games::heaps::code::TakeAndBreak;
use grundy::solve::heap::code::Rules as Heap;
use grundy::text::Text;

use super::{Rules, Source};

/// The largest number of tokens that a move of a code may remove.
const MOST_DIGITS: u64 = 64;
/// The largest number of heaps that a move may leave.
const MOST_PARTS: u32 = 4;

impl Rules {
    /// The rules of a finite code.
    pub fn of_code(code: &str) -> Result<Rules, Error> {
        Rules::of(&Source::of_code(code)?)
    }
}

impl Source {
    /// The rules of a finite code: bit k of digit t says that t tokens may be
    /// taken if what remains is left as exactly k heaps.
    pub fn of_code(code: &str) -> Result<Source, Error> {
        let heap: Heap = code.parse()?;
        let last = heap.last();
        if last > MOST_DIGITS || heap.max_parts() > MOST_PARTS || !heap.is_finite() {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!(
                        "{code} is not a finite code of at most {MOST_DIGITS} digits that leaves \
                         at most {MOST_PARTS} heaps"
                    ),
                    format!("{code} 不是至多 {MOST_DIGITS} 位、至多留下 {MOST_PARTS} 堆的有限编码"),
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
