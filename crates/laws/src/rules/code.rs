//! Heap games by their code, as rules with linear moves.

use grundy::error::Error;
use grundy::solve::heap::code::Rules as Heap;
use grundy::text::Text;

use super::{Form, Guard, Move, Rules};

/// The largest number of tokens that a move of a code may remove.
const MOST_DIGITS: u64 = 64;

impl Rules {
    /// The rules of a finite octal or subtraction code: digit t tells what
    /// may remain when t tokens are taken, 1 nothing, 2 one heap, 4 two heaps.
    pub fn of_code(code: &str) -> Result<Rules, Error> {
        let heap: Heap = code.parse()?;
        let last = heap.last();
        let largest = (0..=last.min(MOST_DIGITS)).map(|t| heap.digit(t)).max();
        if last > MOST_DIGITS
            || largest.is_some_and(|d| d > 7)
            || !heap.is_finite()
            || heap.unequal()
            || heap.min_part() > 1
        {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!("{code} is not an octal code of at most {MOST_DIGITS} digits"),
                    format!("{code} 不是至多 {MOST_DIGITS} 位的八进制编码"),
                ),
            });
        }
        let n = Form::variable(0);
        let mut moves = Vec::new();
        for t in 0..=last {
            let taken = Form::constant(t as i64);
            let left = n.plus(-1, &taken);
            let digit = heap.digit(t);
            let mut add = |name: &str, binders: &[&str], guard, target| {
                moves.push(Move {
                    name: format!("{name}{t}"),
                    binders: binders.iter().map(|b| b.to_string()).collect(),
                    guard,
                    target,
                });
            };
            if digit & 1 != 0 && t > 0 {
                add("all", &[], Guard::equal(&n, &taken), Vec::new());
            }
            if digit & 2 != 0 && t > 0 {
                add(
                    "take",
                    &[],
                    Guard::less(&taken, &n),
                    vec![vec![left.clone()]],
                );
            }
            if digit & 4 != 0 {
                let k = Form::variable(1);
                let rest = left.plus(-1, &k);
                let guard = Guard::at_most(&Form::constant(1), &k).and(Guard::at_most(&k, &rest));
                add("split", &["k"], guard, vec![vec![k.clone()], vec![rest]]);
            }
        }
        Ok(Rules {
            name: code.to_string(),
            state: vec!["n".to_string()],
            domain: Guard::always(),
            moves,
            misere: false,
            blocked: 0,
        })
    }
}
