//! Poset games: take an element of a partial order, and everything above it
//! goes too.
//!
//! Chomp is the game on a product of two chains; Nim is the game on chains
//! side by side. The order is given as data. Elements that no comparison
//! connects do not matter to each other, so a position is a sum of connected
//! orders; isomorphic ones are the same.
//!
//! **Theorem** (Gale 1974 for Chomp: strategy stealing). An order with a
//! greatest element is N. If taking the greatest element alone does not
//! win, some reply x to it wins; but x could have been taken at once, as the
//! greatest element is above x. Nothing is said about *which* move wins. The same
//! argument holds in misère play if there are two elements at least. (With a least
//! element, normal play is N too: take it, and all is gone.)
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::graphs::posets::PosetGame};
//! // Chomp on 2 × 3 without the poisoned square.
//! let order = PosetGame.read("1<2,3<4<5,1<4,2<5").unwrap();
//! let answer = ask(&PosetGame, &order, &Question::default()).unwrap();
//! assert_eq!(answer.winning_moves.len(), 1);
//! ```
//!
//! Limits: 64 elements to an order, and the budget of the search.

use super::relation::{self, Relation, bits};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{no_table, small_sums};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Scene, Show, Stage, graphs};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a connected order, as the relation "below"; a
/// move is the number of an element.
pub struct PosetGame;

/// The element at `place` and all above it.
fn upwards(order: &Relation, place: usize) -> u64 {
    1 << place | order.to(place)
}

/// The place of the greatest element.
fn greatest(order: &Relation) -> Option<usize> {
    (0..order.len()).find(|top| (0..order.len()).all(|p| upwards(order, p) >> top & 1 == 1))
}

fn has_least(order: &Relation) -> bool {
    (0..order.len()).any(|p| upwards(order, p) == order.all())
}

impl Game for PosetGame {
    type Position = Relation;
    type Move = u32;

    fn options(&self, order: &Relation, visit: &mut impl FnMut(u32, &[Relation]) -> Flow) -> Flow {
        for p in 0..order.len() {
            visit(order.name(p), &order.without(upwards(order, p)))?;
        }
        CONTINUE
    }

    fn play(&self, order: &Relation, name: &u32) -> Option<Vec<Relation>> {
        let p = order.place(*name)?;
        Some(order.without(upwards(order, p)))
    }

    fn canonical(&self, order: Relation) -> Relation {
        order.canonical()
    }

    fn urgency(&self, order: &Relation) -> i32 {
        -(order.len() as i32)
    }

    fn read(&self, text: &str) -> Result<Vec<Relation>, Error> {
        let orders = notation::read_sum(text, read_order)?;
        Ok(orders.iter().flat_map(|order| order.without(0)).collect())
    }

    fn write(&self, sum: &[Relation]) -> String {
        relation::write_sum(sum, |order| {
            order.write("<", |low, high| is_next(order, low, high))
        })
    }

    fn write_move(&self, name: &u32) -> String {
        format!("take {name}")
    }
}

/// Whether a comparison does not follow from others.
fn is_next(order: &Relation, low: usize, high: usize) -> bool {
    !bits(order.to(low)).any(|between| order.to(between) >> high & 1 == 1)
}

fn read_order(reader: &mut Reader<'_>) -> Result<Relation, Error> {
    let mut order = Relation::read(reader, "<")?;
    order.close();
    if (0..order.len()).any(|p| order.to(p) >> p & 1 == 1) {
        return Err(reader.fail(Text::fixed(
            "a partial order: no element below itself",
            "偏序关系：没有元素小于自身",
        )));
    }
    Ok(order)
}

impl Theorem for PosetGame {
    fn outcome(&self, sum: &[Relation], convention: Convention) -> Option<Outcome> {
        let [order] = sum else { return None };
        let stolen = greatest(order).is_some();
        let known = match convention {
            Convention::Normal => stolen || has_least(order),
            Convention::Misere => stolen && order.len() > 1,
        };
        known.then_some(Outcome::N)
    }

    fn reason(&self, sum: &[Relation], convention: Convention) -> Text {
        let [order] = sum else {
            return Text::default();
        };
        match greatest(order) {
            Some(top) if convention == Convention::Misere || !has_least(order) => Text::new(
                format!("strategy stealing: {} is above all", order.name(top)),
                format!("策略盗取：{} 为最大元", order.name(top)),
            ),
            _ => Text::fixed("the least element takes everything", "取最小元即取走全部"),
        }
    }
}

no_table!(PosetGame);

/// Arrows lead upwards, from each element to the next greater ones.
impl Show for PosetGame {
    fn scene(&self, stage: &Stage<Relation>) -> Scene {
        let write = |order: &Relation| self.write(std::slice::from_ref(order));
        relation::scene(stage, write, is_next, graphs::order, true)
    }

    fn touches(&self, stage: &Stage<Relation>, mv: &SumMove<u32>) -> Vec<Id> {
        vec![graphs::vertex(stage.board(mv.component), mv.mv)]
    }

    fn places(&self, _: &Relation, _: &u32, parts: &[Relation]) -> Option<Vec<(i32, i32)>> {
        relation::stay(parts)
    }
}

impl Named for PosetGame {
    const ABOUT: About = About {
        id: "poset-game",
        name: ("poset game", "偏序集游戏"),
        summary: (
            "take an element of a partial order with everything above it",
            "取走偏序集的一个元素以及所有大于它的元素",
        ),
        rules: (
            "There is a finite partial order. A move takes one element and all elements above it. Whoever \
             takes the last element wins. Chomp is the game on a rectangle without its poisoned corner, Nim the game \
             on chains.",
            "给出一个有限偏序集。每次取走一个元素以及所有大于它的元素。取走最后一个元素者获胜。去掉毒格的矩形上即为 Chomp，若干条链上即为 Nim。",
        ),
        theorem: (
            "An order with a greatest element is N, by strategy stealing; so it is in misère play, if it has \
             more than one element. The proof names no winning move.",
            "有最大元的偏序集为 N 态（策略盗取）；反常规则下，元素多于一个时亦然。证明不给出制胜着法。",
        ),
        source: "D. Gale, A curious Nim-type game, American Mathematical Monthly 81 (1974)",
        position: (
            "comparisons, and elements without any: 1<2,1<3,2<4,3<4,9",
            "各对大小关系，以及不与他人可比的元素：1<2,1<3,2<4,3<4,9",
        ),
        moves: ("take 2", "take 2"),
        examples: &[
            "1<2,3<4<5,1<4,2<5",
            "1<2<4,1<3<4",
            "1<2,3<2,3<4",
            "1<2<3,4<5<6,7<8",
        ],
        links: Some("<"),
        ..About::BLANK
    };

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(PosetGame)
    }

    fn small(&self) -> Vec<Vec<Relation>> {
        // Every order on up to four elements in which smaller numbers are lower.
        let orders = (1..=4u32).flat_map(|n| {
            let pairs: Vec<(u32, u32)> =
                (1..=n).flat_map(|b| (1..b).map(move |a| (a, b))).collect();
            (0..1u64 << pairs.len()).filter_map(move |chosen| {
                let chosen: Vec<_> = bits(chosen).map(|p| pairs[p]).collect();
                let order = Relation::new(&(1..=n).collect::<Vec<_>>(), &chosen)?;
                let mut closed = order.clone();
                closed.close();
                (closed == order).then(|| order.without(0))
            })
        });
        let all: Vec<Vec<Relation>> = orders.collect();
        let connected = all.iter().filter(|sum| sum.len() == 1 && sum[0].len() <= 3);
        let pairs = small_sums(connected.map(|sum| sum[0].clone()), 2);
        all.into_iter().chain(pairs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::natural::Natural;
    use crate::solve::memo::Memo;

    /// The order of a board in the shape of a staircase, without its lowest corner.
    fn chomp(rows: &[u32]) -> Vec<Relation> {
        let square = |row: usize, column: u32| 10 * row as u32 + column;
        let mut parts = Vec::new();
        for (row, length) in rows.iter().enumerate() {
            for column in (0..*length).filter(|column| row + *column as usize > 0) {
                parts.push(square(row, column).to_string());
                if column + 1 < *length {
                    parts.push(format!(
                        "{}<{}",
                        square(row, column),
                        square(row, column + 1)
                    ));
                }
                if rows.get(row + 1).is_some_and(|below| column < *below) {
                    parts.push(format!(
                        "{}<{}",
                        square(row, column),
                        square(row + 1, column)
                    ));
                }
            }
        }
        PosetGame.read(&parts.join(",")).unwrap()
    }

    #[test]
    fn chomp_in_two_rows() {
        // The lost boards with two rows are those whose second row is one shorter.
        let mut memo = Memo::new(&PosetGame);
        let mut meter = Budget::default().meter("search");
        for first in 2..=6 {
            for second in 1..=first {
                let value = memo
                    .sum_value(&chomp(&[first, second]), &mut meter)
                    .unwrap();
                assert_eq!(value == 0, second + 1 == first, "{first}, {second}");
            }
        }
    }

    #[test]
    fn chains_are_heaps() {
        let mut memo = Memo::new(&PosetGame);
        let mut meter = Budget::default().meter("search");
        let order = PosetGame.read("1<2<3,4<5,6<7<8<9<10").unwrap();
        assert_eq!(order.len(), 3);
        let value = memo.sum_value(&order, &mut meter).unwrap();
        assert_eq!(Natural::from(value), Natural::from(3u8 ^ 2 ^ 5));
    }

    #[test]
    fn what_is_no_order_is_refused() {
        for text in ["1<1", "1<2<1", "1<2,2<3,3<1", "1<", "<1"] {
            assert!(PosetGame.read(text).is_err(), "{text}");
        }
    }
}
