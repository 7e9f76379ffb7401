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
    statement: Statement {
        rules: (
            "Bottles 0 to n-1 hold beans. A move takes a bean from bottle i and puts one each into bottles j and k, i < j ≤ k. Whoever cannot move loses.",
            "编号 0 到 n-1 的瓶中有豆子。每次从瓶 i 取一颗，并向瓶 j 与瓶 k 各放一颗，i < j ≤ k。无法操作者负。",
        ),
        input: (
            "T; for each case n and the beans of the n bottles.",
            "T；每组为 n 与各瓶的豆子数。",
        ),
        output: (
            "For each case the first winning move i j k in lexicographic order (-1 -1 -1 if there is none), and how many there are.",
            "每组两行：字典序最小的必胜着法 i j k（没有则为 -1 -1 -1），以及必胜着法的个数。",
        ),
        limits: (
            "T ≤ 10, 2 ≤ n ≤ 21, at most 10,000 beans in a bottle",
            "T ≤ 10，2 ≤ n ≤ 21，每瓶至多 10000 颗",
        ),
        sample: ("2\n4\n1 0 1 5000\n3\n0 0 1\n", "0 2 3\n1\n-1 -1 -1\n0\n"),
    },
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
