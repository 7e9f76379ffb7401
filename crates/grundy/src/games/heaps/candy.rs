//! Candy piles (AtCoder AGC 002 E): eat the largest pile, or one candy of
//! every pile.
//!
//! Draw the piles as columns, the largest first: a Young diagram. Eating the largest pile
//! drops the first column, eating one of each drops the bottom row, so a play is a walk
//! from the corner cell, one step right or up, until the diagram is left.
//!
//! **Theorem** (AGC 002 E). In misère play, where whoever leaves the diagram loses, a cell has the outcome of
//! the next cell on its diagonal as long as that is in the diagram. For if that cell is P, both ways out of
//! this one lead next to it and are N, so this one is P; if it is N, one of its
//! steps goes to a P cell, and one step back along the diagonal from there is a P cell that can be reached from here.
//! At the last cell of the diagonal both ways are dead straight, and the mover wins exactly when one
//! of them has an odd number of further cells.
//!
//! In normal play every cell from which one can leave is N; what remains without these is a
//! smaller diagram, in which whoever leaves it loses.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::candy::Candy, outcome::{Convention, Outcome}};
//! let question = Question { convention: Convention::Misere, ..Question::default() };
//! let who = |text: &str| ask(&Candy, &Candy.read(text).unwrap(), &question).unwrap().outcome;
//! assert_eq!([who("1,3"), who("1,2,1"), who("1,2,3")], [Outcome::N, Outcome::N, Outcome::P]);
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::written;
use crate::games::{no_table, small_sums};
use crate::natural::Natural;
use crate::notation;
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a set of piles, the largest first.
pub struct Candy;

/// What is eaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eat {
    /// The largest pile.
    Largest,
    /// One candy of every pile.
    Each,
}

impl Game for Candy {
    type Position = Vec<Natural>;
    type Move = Eat;

    fn options(
        &self,
        piles: &Vec<Natural>,
        visit: &mut impl FnMut(Eat, &[Vec<Natural>]) -> Flow,
    ) -> Flow {
        for eat in [Eat::Largest, Eat::Each] {
            if let Some(after) = self.play(piles, &eat) {
                visit(eat, &after)?;
            }
        }
        CONTINUE
    }

    fn play(&self, piles: &Vec<Natural>, eat: &Eat) -> Option<Vec<Vec<Natural>>> {
        let (_, rest) = piles.split_first()?;
        Some(vec![match eat {
            Eat::Largest => rest.to_vec(),
            Eat::Each => piles
                .iter()
                .map(|pile| pile - 1u8)
                .take_while(|pile| !pile.is_zero())
                .collect(),
        }])
    }

    fn read(&self, text: &str) -> Result<Vec<Vec<Natural>>, Error> {
        notation::read_sum(text, |reader| {
            let mut piles = reader.list()?;
            piles.retain(|pile| !pile.is_zero());
            piles.sort_unstable_by(|a, b| b.cmp(a));
            Ok(piles)
        })
    }

    fn write(&self, sum: &[Vec<Natural>]) -> String {
        notation::write_sum(sum, |piles| notation::write_heaps(piles))
    }

    fn write_move(&self, eat: &Eat) -> String {
        match eat {
            Eat::Largest => "largest".to_string(),
            Eat::Each => "each".to_string(),
        }
    }
}

/// The last cell of the diagonal, and how many cells lie beyond it to the
/// right and above, where `height` is the height of a column.
fn arms(columns: usize, height: impl Fn(usize) -> Natural) -> Option<(usize, usize, Natural)> {
    let on_diagonal = (0..columns).take_while(|at| height(*at) > Natural::from(*at));
    let last = on_diagonal.last()?;
    // Columns that reach the row of the last cell: they are those before the
    // first that does not, by binary search.
    let (mut reach, mut short) = (last, columns);
    while short - reach > 1 {
        let middle = reach.midpoint(short);
        if height(middle) > Natural::from(last) {
            reach = middle;
        } else {
            short = middle;
        }
    }
    Some((last, reach - last, height(last) - last - 1u8))
}

/// The arms that decide, under either convention; `None` where the diagram is
/// left at once.
fn deciding_arms(piles: &[Natural], convention: Convention) -> Option<(usize, usize, Natural)> {
    match convention {
        Convention::Misere => arms(piles.len(), |at| piles[at].clone()),
        // Without the cells from which one can leave.
        Convention::Normal => arms(piles.len().saturating_sub(1), |at| {
            (&piles[at] - 1u8).min(piles[at + 1].clone())
        }),
    }
}

impl Theorem for Candy {
    fn outcome(&self, sum: &[Vec<Natural>], convention: Convention) -> Option<Outcome> {
        let [piles] = sum else { return None };
        if piles.is_empty() {
            return Some(convention.at_end());
        }
        Some(match deciding_arms(piles, convention) {
            None => Outcome::N,
            Some((_, right, above)) => {
                Outcome::mover_wins(right % 2 == 1 || crate::natural::bit(&above, 0))
            }
        })
    }

    fn reason(&self, sum: &[Vec<Natural>], convention: Convention) -> Text {
        match sum
            .first()
            .and_then(|piles| deciding_arms(piles, convention))
        {
            Some((last, right, above)) => Text::new(
                format!(
                    "the diagonal of the Young diagram ends after {last} steps, with {right} cells to the \
                     right and {above} above"
                ),
                format!("杨图的对角线走 {last} 步后结束，右侧有 {right} 格，上方有 {above} 格"),
            ),
            None => Text::fixed("the diagram can be left at once", "可以立即走出杨图"),
        }
    }
}

no_table!(Candy);

impl Show for Candy {
    fn scene(&self, stage: &Stage<Vec<Natural>>) -> Scene {
        heaps::lists(stage, |piles| notation::write_heaps(piles))
    }

    /// The top of the largest pile, or the bottom of the smallest.
    fn touches(&self, stage: &Stage<Vec<Natural>>, mv: &SumMove<Eat>) -> Vec<Id> {
        let piles = &stage.sum()[mv.component];
        let (pile, taken) = match (mv.mv, piles.last()) {
            (Eat::Each, Some(smallest)) => (piles.len() - 1, smallest),
            _ => (0, &Natural::ONE),
        };
        vec![heaps::take_from(stage, mv.component, pile, taken)]
    }

    /// What is left stays where it is when the first pile is gone.
    fn places(&self, _: &Vec<Natural>, eat: &Eat, _: &[Vec<Natural>]) -> Option<Vec<(i32, i32)>> {
        Some(vec![(0, i32::from(*eat == Eat::Largest))])
    }
}

impl Named for Candy {
    const ABOUT: About = About {
        id: "candy-piles",
        name: ("candy piles", "糖果堆"),
        summary: (
            "eat the largest pile, or one candy of every pile",
            "吃掉最大的一堆，或每堆各吃一颗",
        ),
        rules: (
            "There are piles of candy. A move eats the largest pile, or one candy of every pile. Whoever \
             eats the last candy wins; in the contest's form, which is misère, whoever eats the last candy \
             loses.",
            "有若干堆糖果。每次吃掉最大的一堆，或从每堆各吃一颗。吃到最后一颗者获胜；竞赛题采用反常规则，吃到最后一颗者负。",
        ),
        theorem: (
            "A walk in the Young diagram of the piles: a cell has the outcome of the next one on its \
             diagonal, and at the end of the diagonal the parities of the two straight ways decide.",
            "在各堆构成的杨图中行走：格子的胜负与对角线上的下一格相同；在对角线末端，由两条直路长度的奇偶决定胜负。",
        ),
        source: "AtCoder Grand Contest 002, problem E",
        position: (
            "piles: 1,3,2; piles that play side by side are joined by +",
            "各堆糖果数：1,3,2；并列的多局用 + 连接",
        ),
        moves: (
            "largest or each",
            "largest（吃掉最大堆）或 each（每堆一颗）",
        ),
        examples: &["1,3,2", "1,2,1", "3,3,3", "10^100,7,5,5"],
        variants: &[Variant {
            id: "candy-piles-misere",
            name: (
                "candy piles, last candy loses",
                "糖果堆（吃到最后一颗者负）",
            ),
            convention: Convention::Misere,
            parameters: &[],
        }],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game candy_piles  # the largest pile first\n\
             state h[5]\n\
             move largest if h[0] > 0 -> [h[1], h[2], h[3], h[4], 0]\n\
             move each if h[0] > 0 -> [h[0]-1, max(h[1]-1, 0), max(h[2]-1, 0), max(h[3]-1, 0), max(h[4]-1, 0)]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Vec<Natural>]) -> Option<String> {
        written::sum(sum, |piles| written::padded(piles, 5))
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Candy)
    }

    fn small(&self) -> Vec<Vec<Vec<Natural>>> {
        let diagrams = |most: u64, columns: usize| -> Vec<Vec<Natural>> {
            let mut all = small_sums((1..=most).map(Natural::from), columns);
            for piles in &mut all {
                piles.reverse();
            }
            all
        };
        let one = diagrams(6, 5).into_iter().map(|piles| vec![piles]);
        one.chain(small_sums(diagrams(2, 2), 2)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_piles() {
        let piles: Vec<String> = (1..=1_000_000u32)
            .map(|i| (i % 1000 + 1).to_string())
            .collect();
        let sum = Candy.read(&piles.join(" ")).unwrap();
        assert!(Candy.outcome(&sum, Convention::Misere).is_some());
        assert!(Candy.outcome(&sum, Convention::Normal).is_some());
    }
}
