//! Merging piles under a cap (HEOI 2014): put two piles together as long as
//! the result holds at most m stones.
//!
//! **Theorem.** Start from n piles of one stone. Then the player whom parity
//! favours can see to it that exactly n − ⌈n/m⌉ merges are made, so the first
//! player wins exactly when that number is odd. More generally, call full piles
//! (m stones) dead, and let F = (live piles) − ⌈(live stones)/m⌉.
//!
//! - *One pile x, and single stones*: N exactly when F is odd. If F is odd,
//!   put a stone on x (or begin with two stones): F is now even and the form
//!   is the same. If F is even, the other player puts a stone on x, or
//!   two stones together, which gives the next form with F odd.
//! - *A pile of 2, a pile x, and single stones, F odd*: N. Put the two piles
//!   together; if that exceeds the cap, x = m − 1 and there is a single stone
//!   (F would be 0 without), which fills x.
//!
//! Each merge lowers F by one and the end has F = 0. About other positions the
//! theorem is silent, and search decides.
//!
//! Counterexample to "it is always parity": with m = 3, two single stones and two
//! piles of 2, F is even, and the player to move wins.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::merging::Merging};
//! let game = Merging::new(1000u32.into());
//! let piles = game.read("1*1000000000").unwrap();
//! let answer = ask(&game, &piles, &Question::default()).unwrap();
//! assert_eq!(answer.outcome, grundy::outcome::Outcome::P);
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::games::written;
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Part, Scene, Show, Stage, heaps};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. There is one component: all piles.
pub struct Merging {
    cap: Natural,
}

/// How many piles there are of each size, in ascending order of size.
pub type Piles = Vec<(Natural, Natural)>;

/// The sizes of the two piles that are put together, the smaller first.
pub type Merge = (Natural, Natural);

impl Merging {
    /// Merged piles hold at most `cap` stones.
    pub fn new(cap: Natural) -> Self {
        Merging { cap }
    }

    /// F and whether its parity decides, if the theorem speaks.
    fn merges_left(&self, piles: &Piles) -> Option<(Natural, Outcome)> {
        let mut singles = Natural::ZERO;
        let mut others: Vec<&Natural> = Vec::new();
        for (size, count) in piles {
            if *size >= self.cap {
                continue;
            }
            if *size == Natural::ONE {
                singles = count.clone();
                continue;
            }
            let count = natural::small(count).filter(|count| *count <= 2)?;
            others.extend(std::iter::repeat_n(size, count as usize));
            if others.len() > 2 {
                return None;
            }
        }
        let stones = others.iter().fold(singles.clone(), |sum, size| sum + *size);
        let least = (stones + &self.cap - 1u8) / &self.cap;
        let merges = singles + others.len() - least;
        let odd = natural::bit(&merges, 0);
        match others.as_slice() {
            [] | [_] => Some((merges, Outcome::mover_wins(odd))),
            [two, _] if natural::small(two) == Some(2) && odd => Some((merges, Outcome::N)),
            _ => None,
        }
    }
}

fn add(piles: &mut Piles, size: Natural) {
    match piles.binary_search_by(|(other, _)| other.cmp(&size)) {
        Ok(at) => piles[at].1 += 1u8,
        Err(at) => piles.insert(at, (size, Natural::ONE)),
    }
}

fn remove(piles: &mut Piles, size: &Natural) -> Option<()> {
    let at = piles.binary_search_by(|(other, _)| other.cmp(size)).ok()?;
    piles[at].1 -= 1u8;
    if piles[at].1.is_zero() {
        piles.remove(at);
    }
    Some(())
}

impl Game for Merging {
    type Position = Piles;
    type Move = Merge;

    fn options(&self, piles: &Piles, visit: &mut impl FnMut(Merge, &[Piles]) -> Flow) -> Flow {
        // Larger partners first: the theorem's winner puts stones on the largest pile.
        for (at, (small, count)) in piles.iter().enumerate() {
            for (large, _) in piles[at..].iter().rev() {
                if small + large > self.cap || (small == large && *count == Natural::ONE) {
                    continue;
                }
                let mv = (small.clone(), large.clone());
                if let Some(after) = self.play(piles, &mv) {
                    visit(mv, &after)?;
                }
            }
        }
        CONTINUE
    }

    fn play(&self, piles: &Piles, (small, large): &Merge) -> Option<Vec<Piles>> {
        let size = small + large;
        if size > self.cap || small > large {
            return None;
        }
        let mut after = piles.clone();
        remove(&mut after, small)?;
        remove(&mut after, large)?;
        add(&mut after, size);
        Some(vec![after])
    }

    fn read(&self, text: &str) -> Result<Vec<Piles>, Error> {
        notation::read_sum(text, |reader| {
            let mut piles: Piles = reader.items(|reader| {
                let size = reader.natural()?;
                if size > self.cap {
                    return Err(reader.fail(Text::new(
                        format!("piles of at most {} stones", self.cap),
                        format!("不超过 {} 枚的石子堆", self.cap),
                    )));
                }
                let count = match reader.eat("*") {
                    true => reader.natural()?,
                    false => Natural::ONE,
                };
                Ok((size, count))
            })?;
            piles.retain(|(size, count)| !size.is_zero() && !count.is_zero());
            piles.sort_unstable();
            piles.dedup_by(|next, before| {
                let same = next.0 == before.0;
                if same {
                    before.1 += &next.1;
                }
                same
            });
            Ok(piles)
        })
    }

    fn write(&self, sum: &[Piles]) -> String {
        notation::write_sum(sum, |piles| {
            let pile = |(size, count): &(Natural, Natural)| match *count == Natural::ONE {
                true => size.to_string(),
                false => format!("{size}*{count}"),
            };
            match piles.is_empty() {
                true => "0".to_string(),
                false => piles.iter().map(pile).collect::<Vec<_>>().join(","),
            }
        })
    }

    fn read_move(&self, _: &Piles, text: &str) -> Result<Merge, Error> {
        let mut reader = Reader::new(text);
        let mut read = || {
            reader.eat("merge");
            let a = reader.natural().ok()?;
            reader.eat("and");
            let b = reader.natural().ok()?;
            reader.end().ok()?;
            Some(if a <= b { (a, b) } else { (b, a) })
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed("`merge SIZE and SIZE`", " `merge 堆大小 and 堆大小`"),
        })
    }

    fn write_move(&self, (small, large): &Merge) -> String {
        format!("merge {small} and {large}")
    }
}

impl Theorem for Merging {
    fn outcome(&self, sum: &[Piles], convention: Convention) -> Option<Outcome> {
        let ([piles], Convention::Normal) = (sum, convention) else {
            return None;
        };
        self.merges_left(piles).map(|(_, outcome)| outcome)
    }

    fn reason(&self, sum: &[Piles], _: Convention) -> Text {
        let Some((merges, _)) = sum.first().and_then(|piles| self.merges_left(piles)) else {
            return Text::default();
        };
        Text::new(
            format!("parity: the winner can force exactly {merges} merges"),
            format!("奇偶性：胜方可以迫使恰好合并 {merges} 次"),
        )
    }
}

no_table!(Merging);

impl Show for Merging {
    fn scene(&self, stage: &Stage<Piles>) -> Scene {
        let write = |piles: &Piles| self.write(std::slice::from_ref(piles));
        Scene::by_board(stage, write, |board, _, on_it| {
            let (_, piles) = on_it.first()?;
            heaps::fits(stage, piles.len()).then(|| heaps::groups(board, piles))
        })
    }

    /// A pile of either size: piles of one size are shown once.
    fn touches(&self, stage: &Stage<Piles>, mv: &SumMove<Merge>) -> Vec<Id> {
        let piles = &stage.sum()[mv.component];
        let board = stage.board(mv.component);
        let pile = |size: &Natural| {
            let at = piles.binary_search_by(|(other, _)| other.cmp(size)).ok();
            match at.filter(|_| heaps::fits(stage, piles.len())) {
                Some(at) => heaps::take(stage, mv.component, at as u32, size, size),
                None => Id {
                    board,
                    part: Part::Whole,
                },
            }
        };
        vec![pile(&mv.mv.0), pile(&mv.mv.1)]
    }
}

impl Named for Merging {
    const ABOUT: About = About {
        id: "merging",
        name: ("merging piles under a cap", "合并石子（有上限）"),
        summary: (
            "put two piles together as long as the result is not too large",
            "合并两堆石子，合并后的石子数不得超过上限",
        ),
        rules: (
            "There are piles of stones, at first of one stone each. A move puts two piles together, if \
             the new pile has at most m stones. Whoever cannot move loses.",
            "有若干堆石子，起初每堆一枚。每次将两堆合并为一堆，新堆的石子数不得超过 m。无法操作者负。",
        ),
        theorem: (
            "From n single stones the winner can force exactly n - ⌈n/m⌉ merges: the first player wins \
             exactly when that is odd. The same holds with one larger pile among them.",
            "从 n 堆各一枚开始，胜方可以迫使恰好合并 n - ⌈n/m⌉ 次：当且仅当该数为奇数时先手必胜。其中有一堆更大时结论相同。",
        ),
        source: "HEOI 2014 (Luogu P4101), parity argument",
        position: (
            "pile sizes, with * and their number: 1*10,3 is ten single stones and a pile of 3",
            "各堆大小，用 * 表示堆数：1*10,3 表示十堆一枚和一堆三枚",
        ),
        moves: ("merge 1 and 3", "merge 1 and 3（合并一堆 1 枚和一堆 3 枚）"),
        examples: &["1*7", "1*6,2", "1*1000000000", "1,1,2,2"],
        parameters: &[Parameter {
            name: "m",
            default: "4",
            meaning: ("the largest pile that may arise", "合并后石子数的上限"),
        }],
        tested_with: &[
            &[],
            &[("m", "2")],
            &[("m", "3")],
            &[("m", "5")],
            &[("m", "1000")],
        ],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let cap = natural::small(&self.cap).filter(|cap| (2..=15).contains(cap));
        let cap = cap.ok_or(written::TOO_LARGE)?;
        Ok(format!(
            "game merging(m = {cap})\nstate c[m]\n\
             move merge(i in 1..m-1, j in i+1..m-i) if c[i-1] > 0 if c[j-1] > 0 \
             -> [c[i-1 := c[i-1]-1, j-1 := c[j-1]-1, i+j-1 := c[i+j-1]+1]]\n\
             move equal(i in 1..m/2) if c[i-1] > 1 -> [c[i-1 := c[i-1]-2, 2*i-1 := c[2*i-1]+1]]"
        ))
    }

    fn rule_position(&self, sum: &[Piles]) -> Option<String> {
        let cap = natural::small(&self.cap)?;
        written::sum(sum, |piles| {
            let count = |size: u64| {
                let pile = piles.iter().find(|(s, _)| *s == Natural::from(size));
                pile.map_or(Natural::ZERO, |(_, count)| count.clone())
            };
            let counts: Vec<Natural> = (1..=cap).map(count).collect();
            written::padded(&counts, cap as usize)
        })
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = ("a positive whole number", "正整数");
        let cap = parameters.get("m", expected, |text| {
            let cap = notation::read_heaps(text).ok()?;
            let [cap] = cap.as_slice() else { return None };
            (!cap.is_zero()).then(|| cap.clone())
        })?;
        Ok(Merging::new(cap))
    }

    fn small(&self) -> Vec<Vec<Piles>> {
        // Every partition of up to 11 stones into piles within the cap.
        let cap = natural::small(&self.cap).unwrap_or(u64::MAX);
        let mut all = Vec::new();
        let mut stack: Vec<(u64, Vec<u64>)> = (1..=11).map(|stones| (stones, Vec::new())).collect();
        while let Some((left, piles)) = stack.pop() {
            if left == 0 {
                let mut counted = Vec::new();
                for size in &piles {
                    add(&mut counted, Natural::from(*size));
                }
                all.push(vec![counted]);
                continue;
            }
            let most = piles.last().copied().unwrap_or(left).min(left).min(cap);
            for size in 1..=most {
                let mut piles = piles.clone();
                piles.push(size);
                stack.push((left - size, piles));
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask, by_search};

    #[test]
    fn parity_alone_does_not_decide() {
        let game = Merging::new(3u8.into());
        let piles = game.read("1*2,2*2").unwrap();
        assert_eq!(game.outcome(&piles, Convention::Normal), None);
        let answer = by_search(&game, &piles, &Question::default()).unwrap();
        // Four piles, six stones: F = 4 - 2 is even, and yet:
        assert_eq!(answer.outcome, Outcome::N);
    }

    #[test]
    fn a_thousand_million_stones_are_played_by_the_winner() {
        let game = Merging::new(7u8.into());
        let piles = game.read("1*1000000001").unwrap();
        let answer = ask(&game, &piles, &Question::default()).unwrap();
        assert_eq!(
            answer.outcome,
            Outcome::mover_wins((1_000_000_001u64 - 142_857_143) % 2 == 1)
        );
    }
}
