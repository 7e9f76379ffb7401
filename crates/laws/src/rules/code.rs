//! Heap games by their code, as rules with linear moves.

use grundy::error::Error;
use grundy::solve::heap::code::Rules as Heap;
use grundy::text::Text;

use super::{Form, Guard, Move, Rules};

/// The largest number of tokens that a move of a code may remove.
const MOST_DIGITS: u64 = 64;
/// The largest number of heaps that a move may leave.
const MOST_PARTS: u32 = 4;

impl Rules {
    /// The rules of a finite code: bit k of digit t says that t tokens may be
    /// taken if what remains is left as exactly k heaps.
    pub fn of_code(code: &str) -> Result<Rules, Error> {
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
        let least = Form::constant(heap.min_part() as i64);
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
            for parts in (2..=MOST_PARTS).filter(|parts| digit >> parts & 1 == 1) {
                let names: Vec<String> = (1..parts).map(|i| format!("k{i}")).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                // All parts but the largest are chosen, in ascending order.
                let mut heaps: Vec<Form> = (1..parts).map(|i| Form::variable(i as usize)).collect();
                let rest = heaps.iter().fold(left.clone(), |rest, k| rest.plus(-1, k));
                heaps.push(rest);
                let mut guard = Guard::at_most(&least, &heaps[0]);
                for pair in heaps.windows(2) {
                    guard = guard.and(match heap.unequal() {
                        true => Guard::less(&pair[0], &pair[1]),
                        false => Guard::at_most(&pair[0], &pair[1]),
                    });
                }
                let target = heaps.into_iter().map(|part| vec![part]).collect();
                add(&format!("split{parts}_"), &names, guard, target);
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
