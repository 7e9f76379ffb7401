//! Splitting game: a bean of bottle i becomes two beans in bottles j ≤ k
//! behind it. Print the first winning move and how many there are.
//!
//! Every bean is a component; two in one bottle cancel. A winning move changes
//! the nim sum to 0, and the library names all of them in ascending order.

use crate::prelude::*;
use grundy::game::CONTINUE;
use grundy::games::heaps::bottles::{Bottles, Split};
use grundy::theorem::Theorem;

/// Luogu P3185.
pub const PROBLEM: Problem = Problem {
    id: "P3185",
    judge: "Luogu P3185, HNOI 2007",
    title: ("The splitting game", "分裂游戏"),
    technique: Technique::Sums,
    idea: (
        "each bean is a game of its own; only parities count",
        "每颗豆子独立，只看奇偶",
    ),
    theorem: (
        "options that are sums: g(i) = mex g(j) ⊕ g(k)",
        "后继为和：g(i) = mex{g(j) ⊕ g(k)}",
    ),
    games: &["bottles", "smaller-pair"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    for _ in 0..input.number(0..=MANY)? {
        let n = input.number(0..=1000)?;
        let bottles = input.heaps(n, u64::MAX)?;
        let (mut first, mut count) = (None, 0u64);
        if wins(&Bottles, std::slice::from_ref(&bottles), Normal)? {
            let _ = Bottles.moves_to(&bottles, &Natural::ZERO, &mut |mv| {
                first.get_or_insert(mv);
                count += 1;
                CONTINUE
            });
        }
        match first {
            Some(Split {
                from,
                first,
                second,
            }) => output.words([from, first, second]),
            None => output.line("-1 -1 -1"),
        }
        output.line(count);
    }
    Ok(())
}
