//! Blocks from a row: take from L to R cards that lie side by side.
//!
//! Cards 1, …, n lie in a row. A move takes x neighbouring cards, L ≤ x ≤ R,
//! among which none is missing yet; gaps do not close, so a row falls into
//! two. (Generalised Kayles; AtCoder ABC 278 G.)
//!
//! **The values** need O(n) each, however many lengths there are. Let
//! S(m) = { g(a) ⊕ g(m-a) } be the values of two rows with m cards together. The
//! options of n are S(n-R) ∪ … ∪ S(n-L), a window that moves on by one. It is
//! enough to remember for each value the last m with the value in S(m): a
//! value is an option exactly when that m has not left the window yet.
//!
//! For L < R a single row that is long enough is N: take a block out of the
//! middle that leaves two equal rows.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::strips::blocks::Blocks};
//! let game = Blocks::new(1, 2).unwrap();
//! let row = game.read("6").unwrap();
//! let answer = ask(&game, &row, &Question::default()).unwrap();
//! assert_eq!(game.write_move(&answer.winning_moves[0].mv), "take 1 at 2");
//! ```
//!
//! Limits: rows up to 2^14 cards have values; longer ones are searched.

use std::sync::{Mutex, PoisonError};

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameter, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::small_sums;
use crate::games::written;
use crate::natural::Natural;
use crate::notation::{self, Reader};
use crate::outcome::Convention;
use crate::picture::scene::{Id, Look, Number, Numbers, Scene, Show, Stage, grids, why};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The longest row whose value is tabulated.
const LONGEST: u32 = 1 << 14;

/// The game. A component is a row of cards that lie side by side.
pub struct Blocks {
    least: u32,
    most: u32,
    /// Values as far as they were needed.
    values: Mutex<Values>,
}

/// Cards with consecutive numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    /// The number of the first card.
    pub first: u32,
    /// How many there are.
    pub cards: u32,
}

/// The block that is taken.
pub type Block = Row;

impl Row {
    /// Cards 1 to `cards`.
    pub fn of(cards: u32) -> Self {
        Row { first: 1, cards }
    }

    /// Whether card number `card` is in the row.
    pub fn has(&self, card: u32) -> bool {
        card >= self.first && card - self.first < self.cards
    }
}

#[derive(Default)]
struct Values {
    /// By the length of the row.
    of: Vec<u32>,
    /// For each value, one more than the last m with the value in S(m).
    last: Vec<u32>,
}

impl Values {
    fn extend(&mut self, cards: u32, least: u32, most: u32) {
        for n in self.of.len() as u32..=cards {
            if let Some(left) = n.checked_sub(least) {
                for a in 0..=left / 2 {
                    let value = self.of[a as usize] ^ self.of[(left - a) as usize];
                    if value as usize >= self.last.len() {
                        self.last.resize(value as usize + 1, 0);
                    }
                    self.last[value as usize] = left + 1;
                }
            }
            let window = n.saturating_sub(most) + 1;
            let missing = self.last.iter().position(|last| *last < window);
            self.of.push(missing.unwrap_or(self.last.len()) as u32);
        }
    }
}

impl Blocks {
    /// The game in which blocks of `least` to `most` cards are taken; `None`
    /// unless 1 ≤ least ≤ most.
    pub fn new(least: u32, most: u32) -> Option<Self> {
        (1 <= least && least <= most).then(|| Blocks {
            least,
            most,
            values: Mutex::default(),
        })
    }

    fn with_values<T>(&self, cards: u32, ask: impl FnOnce(&[u32]) -> T) -> Option<T> {
        if cards > LONGEST {
            return None;
        }
        // A panic elsewhere leaves the values as they were: they are only added to.
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        values.extend(cards, self.least, self.most);
        Some(ask(&values.of))
    }

    /// Names all blocks of a row, and how many cards are left before and behind.
    fn blocks(&self, row: &Row, visit: &mut impl FnMut(Block, u32, u32) -> Flow) -> Flow {
        for cards in self.least..=self.most.min(row.cards) {
            let left = row.cards - cards;
            for before in 0..=left {
                let first = row.first + before;
                visit(Row { first, cards }, before, left - before)?;
            }
        }
        CONTINUE
    }
}

/// Calls `then` with the rows that are left, without empty ones.
fn with_rows(row: &Row, before: u32, behind: u32, then: &mut impl FnMut(&[Row]) -> Flow) -> Flow {
    let left = Row {
        first: row.first,
        cards: before,
    };
    let right = Row {
        first: row.first + (row.cards - behind),
        cards: behind,
    };
    match (before, behind) {
        (0, _) => then(&[right]),
        (_, 0) => then(&[left]),
        _ => then(&[left, right]),
    }
}

impl Game for Blocks {
    type Position = Row;
    type Move = Block;

    fn options(&self, row: &Row, visit: &mut impl FnMut(Block, &[Row]) -> Flow) -> Flow {
        self.blocks(row, &mut |block, before, behind| {
            with_rows(row, before, behind, &mut |rows| visit(block, rows))
        })
    }

    fn play(&self, row: &Row, block: &Block) -> Option<Vec<Row>> {
        let before = block.first.checked_sub(row.first)?;
        let behind = row.cards.checked_sub(before)?.checked_sub(block.cards)?;
        let mut left = Vec::new();
        let _ = with_rows(row, before, behind, &mut |rows| {
            left = rows.to_vec();
            CONTINUE
        });
        (self.least..=self.most)
            .contains(&block.cards)
            .then_some(left)
    }

    /// Where a row lies does not matter.
    fn canonical(&self, row: Row) -> Row {
        Row { first: 1, ..row }
    }

    fn read(&self, text: &str) -> Result<Vec<Row>, Error> {
        let most = u64::from(u32::MAX >> 1);
        notation::read_sum(text, |reader| {
            let first = reader.within(0, most)? as u32;
            if !reader.eat("-") {
                return Ok(Row {
                    first: 1,
                    cards: first,
                });
            }
            let last = reader.within(first.into(), most)? as u32;
            Ok(Row {
                first,
                cards: last - first + 1,
            })
        })
    }

    fn write(&self, sum: &[Row]) -> String {
        notation::write_sum(sum, |row| match (row.first, row.cards) {
            (_, 0) => "0".to_string(),
            (1, cards) => cards.to_string(),
            (first, cards) => format!("{first}-{}", first + (cards - 1)),
        })
    }

    fn read_move(&self, _: &Row, text: &str) -> Result<Block, Error> {
        let mut reader = Reader::new(text);
        reader.eat("take");
        let mut read = || {
            let cards = u32::try_from(reader.small().ok()?).ok()?;
            reader.expect("at").ok()?;
            let first = u32::try_from(reader.small().ok()?).ok()?;
            reader.end().ok()?;
            Some(Row { first, cards })
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`take N at M`, N cards from card number M on",
                " `take N at M`，即从 M 号牌起取 N 张",
            ),
        })
    }

    fn write_move(&self, block: &Block) -> String {
        format!("take {} at {}", block.cards, block.first)
    }
}

impl Theorem for Blocks {
    fn value(&self, row: &Row) -> Option<Natural> {
        self.with_values(row.cards, |values| values[row.cards as usize].into())
    }

    fn moves_to(
        &self,
        row: &Row,
        target: &Natural,
        visit: &mut impl FnMut(Block) -> Flow,
    ) -> Option<Flow> {
        let Ok(target) = u32::try_from(target) else {
            return Some(CONTINUE);
        };
        // The visitor may ask for values too, so the table is not held meanwhile.
        let values =
            self.with_values(row.cards, |values| values[..=row.cards as usize].to_vec())?;
        Some(self.blocks(row, &mut |block, before, behind| {
            if values[before as usize] ^ values[behind as usize] == target {
                visit(block)
            } else {
                CONTINUE
            }
        }))
    }

    fn reason(&self, sum: &[Row], convention: Convention) -> Text {
        let name = ("values of rows by length", "按长度求得各段的 SG 值");
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

impl Lattice for Blocks {
    fn at(&self, point: &[u64]) -> Option<Row> {
        let [cards] = point else { return None };
        Some(Row {
            first: 1,
            cards: u32::try_from(*cards).ok()?,
        })
    }

    fn coordinates(&self, row: &Row, point: &mut [u64]) -> bool {
        let [cards] = point else { return false };
        *cards = row.cards.into();
        true
    }
}

/// In longer rows the numbers stand below the cards, not on them.
const NUMBERED: u32 = 25;

impl Show for Blocks {
    fn scene(&self, stage: &Stage<Row>) -> Scene {
        let write = |row: &Row| self.write(&[*row]);
        Scene::by_board(stage, write, |board, begin, rows| {
            let card = |column: i32| begin.first + column as u32;
            let mut panel = grids::board(board, 1, begin.cards.into(), |_, column| {
                let there = rows.iter().any(|(_, row)| row.has(card(column)));
                Some(if there { Look::Free } else { Look::Gone })
            })?;
            let last = begin.first + begin.cards;
            if begin.cards > NUMBERED || last > 100 {
                panel.columns = (begin.first..last).map(|n| n.to_string()).collect();
                return Some(panel);
            }
            for (number, element) in (begin.first..last).zip(&mut panel.elements) {
                if element.look == Look::Free {
                    element.label = number.to_string();
                }
            }
            Some(panel)
        })
    }

    /// The first and the last card of the block.
    fn touches(&self, stage: &Stage<Row>, mv: &SumMove<Block>) -> Vec<Id> {
        let (board, begin) = (stage.board(mv.component), stage.first(mv.component));
        if u64::from(begin.cards) > grids::LONG {
            return vec![Id::whole(board)];
        }
        let first = mv.mv.first.saturating_sub(begin.first) as i32;
        let last = first + mv.mv.cards.saturating_sub(1) as i32;
        [first, last]
            .map(|column| grids::cell(board, 0, column))
            .to_vec()
    }

    /// Cards keep their numbers, and so do moves.
    fn places(&self, row: &Row, _: &Block, parts: &[Row]) -> Option<Vec<(i32, i32)>> {
        let place = |part: &Row| Some((0, i32::try_from(part.first - row.first).ok()?));
        parts.iter().map(place).collect()
    }

    /// The values of the rows, by their first and last cards.
    fn numbers(&self, stage: &Stage<Row>) -> Option<Numbers> {
        why::of_parts(stage, 2, |row| {
            if row.cards == 0 {
                return Some(Vec::new());
            }
            let name = super::run_name(row.first as usize, row.cards as usize);
            Some(vec![Number::of(name, self.value(row)?)])
        })
    }
}

impl Named for Blocks {
    const ABOUT: About = About {
        id: "blocks",
        name: ("blocks from a row", "成段取牌"),
        summary: (
            "take from L to R cards that lie side by side",
            "从一排牌中取走相邻的 L 至 R 张",
        ),
        rules: (
            "Cards with numbers 1 to n lie in a row. A move takes at least L and at most R cards with \
             consecutive numbers, all of which are still there. Whoever cannot move loses.",
            "编号 1 至 n 的牌排成一排。每次取走编号连续、且都还在的至少 L 张、至多 R 张牌。无法取牌者负。",
        ),
        theorem: (
            "A row falls into two, so values follow by Sprague and Grundy; each is found in linear time. \
             For L < R a single row of at least L cards is N: take from the middle and mirror.",
            "一段分为两段，其 SG 值依定理递推，每个值只需线性时间。L < R 时，不少于 L 张的单独一段为 N 态：取正中一段，然后对称应对。",
        ),
        source: "the Sprague–Grundy theorem; the window of option values is explained with the game",
        position: (
            "the number of cards, or the first and last card of each row: 6, or 1-3 + 5-6",
            "牌数，或各段的首末编号：6，或 1-3 + 5-6",
        ),
        moves: (
            "how many cards, and the first of them: take 2 at 3",
            "张数与首张编号：take 2 at 3",
        ),
        examples: &["6", "7", "1-3 + 5-6", "2000"],
        parameters: &[
            Parameter {
                name: "most",
                default: "3",
                meaning: ("the longest block (R)", "最多取几张（R）"),
            },
            Parameter {
                name: "least",
                default: "2",
                meaning: ("the shortest block (L)", "最少取几张（L）"),
            },
        ],
        tested_with: &[
            &[],
            &[("least", "1"), ("most", "1")],
            &[("least", "2"), ("most", "2")],
            &[("least", "1"), ("most", "4")],
            &[("least", "3"), ("most", "1000000")],
        ],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let (least, most) = (self.least, self.most);
        let last = if most <= 64 { "most" } else { "min(most, n)" };
        Ok(format!(
            "game blocks(least = {least}, most = {most})\nstate n\n\
             move take(k in least..{last}, i in 0..n-k) -> [i] + [n-k-i]"
        ))
    }

    fn rule_position(&self, sum: &[Row]) -> Option<String> {
        written::heaps(sum, |row| Some(row.cards.to_string()))
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let most = parameters.number("most", 1, u32::MAX.into())?;
        let least = parameters.number("least", 1, most)?;
        let game = Blocks::new(least as u32, most as u32);
        game.ok_or_else(|| Error::Unsupported {
            because: Text::fixed("a block has at least one card", "每次至少取一张牌"),
        })
    }

    fn small(&self) -> Vec<Vec<Row>> {
        let row = |cards| Row { first: 1, cards };
        let singles = (0..=12).map(|cards| vec![row(cards)]);
        let sums = small_sums((1..=6).map(row), 3);
        singles.chain(sums).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solve::heap::{Engine, code::Rules};

    /// Kayles, Dawson's Kayles and others are the same by their octal codes.
    #[test]
    fn values_are_those_of_octal_games() {
        for (least, most, code) in [
            (1, 2, "0.77"),
            (2, 2, "0.07"),
            (1, 1, "0.7"),
            (2, 5, "0.07777"),
        ] {
            let rules: Rules = code.parse().unwrap();
            let values = Engine::Brute.open(&rules, &Budget::default()).unwrap();
            let game = Blocks::new(least, most).unwrap();
            for (cards, value) in (0..300).zip(values) {
                let row = Row { first: 7, cards };
                assert_eq!(
                    game.value(&row),
                    Some(value.unwrap().into()),
                    "{code} {cards}"
                );
            }
        }
    }

    #[test]
    fn a_single_row_is_won_where_lengths_differ() {
        let game = Blocks::new(3, 4).unwrap();
        for cards in 0..400 {
            let value = game.value(&Row { first: 1, cards }).unwrap();
            assert_eq!(value.is_zero(), cards < 3);
        }
    }

    #[test]
    fn the_longest_rows_do_not_overflow() {
        let game = Blocks::new(1, 2).unwrap();
        let row = game.read("2147483647-2147483647").unwrap();
        assert_eq!(
            game.play(&row[0], &row[0]),
            Some(vec![Row {
                first: 1 << 31,
                cards: 0
            }])
        );
        assert_eq!(
            game.value(&Row {
                first: 1,
                cards: LONGEST + 1
            }),
            None
        );
        assert!(
            game.value(&Row {
                first: 1,
                cards: 4000
            })
            .is_some()
        );
    }
}
