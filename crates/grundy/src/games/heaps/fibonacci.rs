//! Fibonacci Nim: take at most twice what was taken before.
//!
//! This is [dynamic subtraction](super::dynamic) with the factor 2, and the
//! engine is the same; the sequence that decides it is Fibonacci's.
//!
//! **Theorem** (Whinihan 1963). By Zeckendorf every positive number is a unique
//! sum of Fibonacci numbers no two of which are neighbours. A heap of `n`
//! of which at most `q` may be taken is N exactly when `q` is at least the
//! smallest part of `n`, and taking that part wins: each remaining part is more
//! than twice it. With the first move — anything but everything — the second
//! player wins exactly when `n` is itself a Fibonacci number.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::fibonacci};
//! let game = fibonacci::new();
//! let heap = game.read("20").unwrap(); // 20 = 13 + 5 + 2
//! let answer = ask(&game, &heap, &Question::default()).unwrap();
//! assert_eq!(game.write_move(&answer.winning_moves[0].mv), "take 2");
//! ```

use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::games::heaps::dynamic::{Dynamic, Limited};
use crate::natural::Natural;
use crate::solve::dynamic::Bound;

/// The bound of the game: twice what was taken.
#[derive(Clone, Copy, Debug)]
pub struct Twice;

impl Bound for Twice {
    fn most(&self, taken: &Natural) -> Natural {
        taken << 1
    }
}

/// The game.
pub type Fibonacci = Dynamic<Twice>;

/// The game.
pub fn new() -> Fibonacci {
    Dynamic::new(Twice)
}

impl Named for Fibonacci {
    const ABOUT: About = About {
        id: "fibonacci-nim",
        aliases: &[("fibonacci-nim", &["fibonacci", "斐波那契", "斐波那契尼姆"])],
        name: ("Fibonacci Nim", "斐波那契博弈"),
        summary: (
            "one heap: take at most twice what was taken before",
            "一堆石子：每次至多取走上一次的两倍",
        ),
        rules: (
            "There is one heap of stones. The first player takes at least one stone, but not all; after \
             that a move takes at least one and at most twice as many stones as the move before. Whoever \
             takes the last stone wins.",
            "有一堆石子。先手取走至少一枚，但不能取完；此后每次取走至少一枚、至多上一次所取数目的两倍。取走最后一枚石子者获胜。",
        ),
        theorem: (
            "Of n stones with at most q to be taken: N exactly when q is at least the smallest part of n in \
             Zeckendorf's sum; so the first player loses exactly at Fibonacci numbers. Misère play of (n,q) is \
             normal play of (n-1,q).",
            "n 枚石子、至多可取 q 枚时，当且仅当 q 不小于 n 的齐肯多夫表示中的最小项时为 N 态；因此先手恰在斐波那契数处必败。反常规则下的 (n,q) 等同于正常规则下的 (n-1,q)。",
        ),
        source: "M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963)",
        position: (
            "stones and limit: 20,5; just 20 means 20,19",
            "石子数与上限：20,5；只写 20 即 20,19",
        ),
        moves: ("take 2, or just 2", "take 2，或直接写 2"),
        examples: &["20", "21", "20,1", "10^1000", "5,2 + 4,3"],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game fibonacci\n\
             state n, q\n\
             start n -> [n, n-1]\n\
             move take(r in 1..min(n, q)) -> [n-r, 2*r]";
        Ok(text.to_string())
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(new())
    }

    fn small(&self) -> Vec<Vec<Limited>> {
        Limited::small(24)
    }
}
