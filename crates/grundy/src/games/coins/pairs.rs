//! Coin game I: turn two coins that lie in one row or one column.
//!
//! In any number of dimensions, with coordinates from 0: a move turns a head
//! and one other coin on a line parallel to an axis, nearer to the border.
//!
//! **Theorem.** A head on (x, y, …) has the value x ⊕ y ⊕ …: it moves like
//! a token for each coordinate, that is, like heaps of x, y, … stones.

use crate::catalogue::{About, Parameter, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::Flow;
use crate::games::coins::Page;
use crate::games::coins::product::{POSITION, Place, Product};
use crate::games::coins::row;
use crate::natural::{Natural, nim_sum};
use crate::notation::Reader;
use crate::solve::coins::{Board, Family, VisitSet};
use crate::text::Text;

/// The rules. Places are those of a product of Twins.
pub struct Pairs(Product);

impl Pairs {
    /// In so many dimensions, from 1 to 8.
    pub fn new(dimension: usize) -> Option<Self> {
        // The list is made only when it is known to be short.
        let rows = (1..=8)
            .contains(&dimension)
            .then(|| vec!["twins"; dimension]);
        Product::of(&rows?).map(Pairs)
    }
}

/// The place that differs from `top` in one coordinate.
fn along(top: &Place, axis: usize, at: &Natural) -> Place {
    let mut place = top.clone();
    place[axis] = at.clone();
    place
}

impl Family for Pairs {
    type Board = ();
    type Place = Place;

    fn sets(&self, _: &(), top: &Place, visit: VisitSet<'_, Place>) -> Flow {
        (0..top.len()).try_for_each(|axis| {
            let row = self.0.row(axis);
            row.sets(&top[axis], &mut |others| match others {
                [other] => visit(&[along(top, axis, other)]),
                _ => crate::game::CONTINUE,
            })
        })
    }

    fn allows(&self, _: &(), top: &Place, others: &[Place]) -> bool {
        let [other] = others else { return false };
        let mut differing = other.iter().zip(top).filter(|(a, b)| a != b);
        let below = differing.next().is_some_and(|(a, b)| a < b);
        other.len() == top.len() && below && differing.next().is_none()
    }

    fn value(&self, _: &(), top: &Place) -> Option<Natural> {
        Some(nim_sum(top))
    }

    fn sets_worth(
        &self,
        _: &(),
        top: &Place,
        worth: &Natural,
        visit: VisitSet<'_, Place>,
    ) -> Option<Flow> {
        Some((0..top.len()).try_for_each(|axis| {
            let at = &top[axis] ^ worth;
            if at < top[axis] {
                visit(&[along(top, axis, &at)])
            } else {
                crate::game::CONTINUE
            }
        }))
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<((), Vec<Place>), Error> {
        self.0.read(reader)
    }

    fn write(&self, board: &(), heads: &[Place]) -> String {
        self.0.write(board, heads)
    }

    fn read_place(&self, reader: &mut Reader<'_>) -> Result<Place, Error> {
        self.0.read_place(reader)
    }

    fn write_place(&self, place: &Place) -> String {
        self.0.write_place(place)
    }

    fn law(&self) -> Text {
        Text::fixed(
            "a place has the nim sum of its coordinates",
            "位置的值为各坐标的 Nim 和",
        )
    }
}

impl Page for Pairs {
    const ABOUT: About = About {
        id: "coin-game-1",
        name: ("coin game I", "翻硬币游戏 I"),
        summary: (
            "turn two coins in one row or one column",
            "翻转同一行或同一列的两枚硬币",
        ),
        rules: (
            "Coins lie on a grid with coordinates from 0. A move turns two coins that differ in one \
             coordinate only; the one with the greater coordinate must turn from heads to tails. Whoever \
             cannot move loses.",
            "硬币放在坐标从 0 起的网格上。每次翻转只有一个坐标不同的两枚硬币，其中坐标较大的一枚必须由正面翻为反面。无法操作者负。",
        ),
        theorem: (
            "The value of a position is the nim sum over its heads; place (x,y) has x ⊕ y.",
            "局面的值为各正面硬币值的异或和；位置 (x,y) 的值为 x ⊕ y。",
        ),
        source: "Bouton's theorem on every coin: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your \
                 Mathematical Plays (1982), chapter 14",
        position: POSITION,
        moves: ("turn (1,2),(3,2)", "turn (1,2),(3,2)"),
        examples: &[
            "(3,5),(6,2)",
            "TTT/THT/TTH",
            "(2,3),(3,2)",
            "(10^30,7),(5,5)",
            "(2,2) + (1,1)",
        ],
        parameters: &[Parameter {
            name: "dimension",
            default: "2",
            meaning: ("how many coordinates a place has", "位置有几个坐标"),
        }],
        variants: &[Variant::of(
            "coin-game-1-3d",
            ("coin game I in space", "三维翻硬币游戏 I"),
            &[("dimension", "3")],
        )],
        tested_with: &[&[], &[("dimension", "1")], &[("dimension", "3")]],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let dimension = self.0.rows.len();
        let names: Vec<String> = (0..dimension).map(|axis| format!("x{axis}")).collect();
        let mut text = format!("game coin_game_1\ncoins {}", names.join(", "));
        for axis in 0..dimension {
            let mut other = names.clone();
            other[axis] = "u".to_string();
            let places = [&names, &other].map(|place| row::written_place(place));
            text += &row::rule_move(axis + 1, &[format!("u in 0..x{axis}-1")], &[], &places);
        }
        Ok(text)
    }

    fn rule_board(&self, board: &Board<(), Place>) -> Option<String> {
        self.0.rule_board(board)
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = ("a whole number from 1 to 8", "1 至 8 之间的整数");
        parameters.get("dimension", expected, |text| Pairs::new(text.parse().ok()?))
    }

    fn spot(&self, place: &Place) -> Option<Vec<u64>> {
        self.0.spot(place)
    }

    fn first_spot(&self) -> Vec<u64> {
        self.0.first_spot()
    }

    fn small_boards(&self) -> Vec<((), Vec<Place>)> {
        self.0.small_boards()
    }

    fn examples(&self) -> &'static [&'static str] {
        if self.0.rows.len() == 2 {
            Self::ABOUT.examples
        } else {
            self.0.examples()
        }
    }

    fn at(&self, point: &[u64]) -> Option<((), Place)> {
        self.0.at(point)
    }
}
