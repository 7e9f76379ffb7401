//! Heap games by their code, as rules with linear moves.

use grundy::error::Error;
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
        Ok(Source {
            name: code.to_string(),
            ..Source::new(&text(&heap))
        })
    }
}

/// The moves of a code in the rule language.
fn text(heap: &Heap) -> String {
    let mut lines = vec!["game heap".to_string(), "state n".to_string()];
    let apart = u32::from(heap.unequal());
    for t in 0..=heap.last() {
        let digit = heap.digit(t);
        if digit & 1 != 0 && t > 0 {
            lines.push(format!("move all{t} if n = {t} -> []"));
        }
        if digit & 2 != 0 && t > 0 {
            lines.push(format!("move take{t} if n > {t} -> [n-{t}]"));
        }
        for parts in (2..=MOST_PARTS).filter(|parts| digit >> parts & 1 == 1) {
            // All parts but the largest are chosen, in ascending order.
            let mut binders = Vec::new();
            let mut rest = format!("n-{t}");
            let mut target = String::new();
            for at in 1..parts {
                let least = match at {
                    1 => heap.min_part().to_string(),
                    _ => format!("k{}+{apart}", at - 1),
                };
                binders.push(format!("k{at} in {least}..{rest}"));
                rest = format!("{rest}-k{at}");
                target = format!("{target}[k{at}] + ");
            }
            lines.push(format!(
                "move split{parts}_{t}({}) if k{}+{apart} <= {rest} -> {target}[{rest}]",
                binders.join(", "),
                parts - 1
            ));
        }
    }
    lines.join("\n") + "\n"
}
