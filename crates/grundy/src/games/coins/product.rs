//! Products of coin games: the Tartan theorem.
//!
//! In the product of games on rows, a place has one coordinate for each row,
//! and a move turns T₁ × T₂ × …, where each Tᵢ is a set that its row allows.
//!
//! **Theorem** (Tartan theorem; Berlekamp, Conway and Guy). The value of a place is
//! the nim product of the values of its coordinates.
//!
//! The corners of a rectangle ("coin game II") are the product Twins × Twins:
//! its values are the nim multiplication table.
//!
//! The worth of T₁ × T₂ × … is the nim product of the worths of the Tᵢ, which
//! are never 0. So the sets of a wanted worth are found by going through the
//! worths of all factors but the one that has most, and dividing.
//!
//! Limits: the moves are constructed where the factors to go through have at
//! most 2^22 combinations of worths; beyond, only who wins is said at once.

use std::collections::BTreeSet;

use crate::catalogue::{About, Parameter, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, STOP};
use crate::games::coins::Page;
use crate::games::coins::row;
use crate::games::coins::row::{Line, Row, read_place};
use crate::games::written;
use crate::natural::{self, Natural, nim_inverse, nim_product};
use crate::notation::Reader;
use crate::solve::coins::{Board, Family, VisitSet, read_faces, read_heads, write_heads};
use crate::text::Text;

/// How many combinations of worths are gone through.
const COMBINATIONS: u64 = 1 << 22;
/// How many factors there may be.
const FACTORS: usize = 8;

/// The rules: the rows, in the order of the coordinates.
pub struct Product {
    pub(super) rows: Vec<Line>,
}

/// Where a coin lies: one coordinate for each factor.
pub(super) type Place = Vec<Natural>;

impl Product {
    /// The product of rows that are known by name: `["twins", "twins"]`.
    pub fn of(names: &[&str]) -> Option<Self> {
        let rows: Option<Vec<Line>> = names.iter().map(|name| Line::named(name.trim())).collect();
        let rows = rows.filter(|rows| (1..=FACTORS).contains(&rows.len()))?;
        Some(Product { rows })
    }

    pub(super) fn row(&self, axis: usize) -> &dyn Row {
        self.rows[axis].row()
    }

    /// The number of the first place of a row.
    pub fn first(&self, axis: usize) -> u64 {
        self.row(axis).first()
    }

    /// The game in the rule language, with other first places.
    pub fn rule_text_from(&self, firsts: &[u64]) -> Result<String, Words> {
        let mut sets = vec![(Vec::new(), Vec::new(), vec![Vec::new()])];
        let mut coordinates = Vec::new();
        for (axis, (line, first)) in self.rows.iter().zip(firsts).enumerate() {
            let name = format!("x{axis}");
            coordinates.push(match first {
                0 => name.clone(),
                _ => format!("{name} in {first}.."),
            });
            let families = line.families(&name, &format!("u{axis}"), *first)?;
            sets = sets
                .into_iter()
                .flat_map(|(binders, guards, places)| {
                    families.iter().map(move |family| {
                        let mut all: (Vec<String>, Vec<String>, Vec<Vec<String>>) =
                            (binders.clone(), guards.clone(), Vec::new());
                        all.0.extend(family.binders.iter().cloned());
                        all.1.extend(family.guard.iter().cloned());
                        for place in &places {
                            for at in &family.places {
                                let mut place: Vec<String> = place.clone();
                                place.push(at.clone());
                                all.2.push(place);
                            }
                        }
                        all
                    })
                })
                .collect();
        }
        let mut text = format!("game coin_product\ncoins {}", coordinates.join(", "));
        for (number, (binders, guards, places)) in (1..).zip(&sets) {
            if places.len() > 9 || binders.len() > 6 || sets.len() > 200 {
                return Err(written::TOO_LARGE);
            }
            let places: Vec<String> = places.iter().map(|at| row::written_place(at)).collect();
            text += &row::rule_move(number, binders, guards, &places);
        }
        Ok(text)
    }

    /// Names every choice of one set for each factor from `axis` on.
    fn choices(
        &self,
        top: &Place,
        axis: usize,
        chosen: &mut Vec<Vec<Natural>>,
        visit: &mut dyn FnMut(&[Vec<Natural>]) -> Flow,
    ) -> Flow {
        if axis == self.rows.len() {
            return visit(chosen);
        }
        self.row(axis).sets(&top[axis], &mut |others| {
            chosen.push(with_top(others, &top[axis]));
            let flow = self.choices(top, axis + 1, chosen, visit);
            chosen.pop();
            flow
        })
    }

    /// The same, where the set of each factor has a given worth.
    fn choices_worth(
        &self,
        top: &Place,
        worths: &[Natural],
        chosen: &mut Vec<Vec<Natural>>,
        visit: &mut dyn FnMut(&[Vec<Natural>]) -> Flow,
    ) -> Flow {
        let axis = chosen.len();
        let Some(worth) = worths.get(axis) else {
            return visit(chosen);
        };
        self.row(axis).sets_worth(&top[axis], worth, &mut |others| {
            chosen.push(with_top(others, &top[axis]));
            let flow = self.choices_worth(top, worths, chosen, visit);
            chosen.pop();
            flow
        })
    }

    /// Goes through the worths of all factors but `last`, which gets what is
    /// missing to `worth`.
    fn factorings(
        &self,
        top: &Place,
        worth: &Natural,
        last: usize,
        worths: &mut Vec<Natural>,
        visit: &mut dyn FnMut(&[Natural]) -> Flow,
    ) -> Flow {
        let axis = worths.len();
        if axis == self.rows.len() {
            let others = worths.iter().enumerate().filter(|(axis, _)| *axis != last);
            let others = others.fold(Natural::ONE, |all, (_, w)| nim_product(&all, w));
            let Some(inverse) = nim_inverse(&others) else {
                return CONTINUE;
            };
            let mut all = worths.clone();
            all[last] = nim_product(worth, &inverse);
            return visit(&all);
        }
        if axis == last {
            worths.push(Natural::ONE);
            let flow = self.factorings(top, worth, last, worths, visit);
            worths.pop();
            return flow;
        }
        let mut distinct = BTreeSet::new();
        let _ = self.row(axis).worths(&top[axis], &mut |worth| {
            distinct.insert(worth.clone());
            CONTINUE
        });
        distinct.into_iter().try_for_each(|factor| {
            worths.push(factor);
            let flow = self.factorings(top, worth, last, worths, visit);
            worths.pop();
            flow
        })
    }
}

fn with_top(others: &[Natural], top: &Natural) -> Vec<Natural> {
    let mut all = others.to_vec();
    all.push(top.clone());
    all
}

/// Calls `visit` with T₁ × T₂ × … without its last place, the top.
fn multiplied(sets: &[Vec<Natural>], visit: VisitSet<'_, Place>) -> Flow {
    let mut places: Vec<Place> = vec![Vec::new()];
    for set in sets {
        places = places
            .iter()
            .flat_map(|place| {
                set.iter().map(|at| {
                    let mut place = place.clone();
                    place.push(at.clone());
                    place
                })
            })
            .collect();
    }
    places.pop();
    visit(&places)
}

impl Family for Product {
    type Board = ();
    type Place = Place;

    fn sets(&self, _: &(), top: &Place, visit: VisitSet<'_, Place>) -> Flow {
        // Where one factor has no set there is nothing to choose, however many the
        // others have.
        let has_none = |axis: usize| {
            let found = self.row(axis).sets(&top[axis], &mut |_| STOP);
            found.is_continue()
        };
        if (0..self.rows.len()).any(has_none) {
            return CONTINUE;
        }
        self.choices(top, 0, &mut Vec::new(), &mut |sets| multiplied(sets, visit))
    }

    fn allows(&self, _: &(), top: &Place, others: &[Place]) -> bool {
        if others.iter().any(|place| place.len() != self.rows.len()) {
            return false;
        }
        let allows = |axis: usize, set: &BTreeSet<&Natural>| {
            let least = Natural::from(self.row(axis).first());
            let below: Vec<Natural> = set
                .iter()
                .filter(|at| **at != &top[axis])
                .map(|at| (*at).clone())
                .collect();
            let in_row = below.iter().all(|at| *at >= least && *at < top[axis]);
            in_row && self.row(axis).allows(&top[axis], &below)
        };
        let along_axis = |axis: usize| -> BTreeSet<&Natural> {
            let all = others.iter().chain([top]);
            all.map(|place| &place[axis]).collect()
        };
        // A set of distinct places is the product of its projections if it is as large.
        let mut size = 1usize;
        (0..self.rows.len()).all(|axis| {
            let set = along_axis(axis);
            size = size.saturating_mul(set.len());
            allows(axis, &set)
        }) && size == others.len() + 1
    }

    fn value(&self, _: &(), top: &Place) -> Option<Natural> {
        let mut values = (0..self.rows.len()).map(|axis| self.row(axis).value(&top[axis]));
        values.try_fold(Natural::ONE, |all, value| Some(nim_product(&all, &value?)))
    }

    fn sets_worth(
        &self,
        _: &(),
        top: &Place,
        worth: &Natural,
        visit: VisitSet<'_, Place>,
    ) -> Option<Flow> {
        let axes = 0..self.rows.len();
        let last = axes
            .clone()
            .max_by_key(|axis| self.row(*axis).worths_at_most(&top[*axis]))?;
        let combinations = axes
            .filter(|axis| *axis != last)
            .fold(Natural::ONE, |all, axis| {
                all * self.row(axis).worths_at_most(&top[axis])
            });
        if combinations > Natural::from(COMBINATIONS) {
            return None;
        }
        if worth.is_zero() {
            return Some(CONTINUE);
        }
        Some(
            self.factorings(top, worth, last, &mut Vec::new(), &mut |worths| {
                self.choices_worth(top, worths, &mut Vec::new(), &mut |sets| {
                    multiplied(sets, visit)
                })
            }),
        )
    }

    fn is_promising(&self, board: &(), top: &Place, worth: &Natural) -> bool {
        // Then the value after the move would be less, and mex promises a set.
        let value = self.value(board, top);
        value.is_some_and(|value| &value ^ worth < value)
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<((), Vec<Place>), Error> {
        if self.rows.len() == 2
            && let Some(faces) = read_faces(reader)
        {
            let first = |axis: usize| self.row(axis).first();
            let place = |(row, column): (usize, usize)| {
                vec![
                    Natural::from(row as u64 + first(0)),
                    Natural::from(column as u64 + first(1)),
                ]
            };
            return Ok(((), faces.into_iter().map(place).collect()));
        }
        let heads = read_heads(reader, |reader| self.read_place(reader))?;
        Ok(((), heads))
    }

    fn write(&self, _: &(), heads: &[Place]) -> String {
        write_heads(heads, |place| self.write_place(place))
    }

    fn read_place(&self, reader: &mut Reader<'_>) -> Result<Place, Error> {
        reader.expect("(")?;
        let mut place = Vec::with_capacity(self.rows.len());
        for line in &self.rows {
            if !place.is_empty() {
                reader.expect(",")?;
            }
            place.push(read_place(line.row(), reader)?);
        }
        reader.expect(")")?;
        Ok(place)
    }

    fn write_place(&self, place: &Place) -> String {
        let coordinates: Vec<String> = place.iter().map(Natural::to_string).collect();
        format!("({})", coordinates.join(","))
    }

    fn law(&self) -> Text {
        Text::fixed(
            "Tartan theorem: a place has the nim product of the values of its coordinates",
            "Tartan 定理：位置的值为各坐标值的 Nim 积",
        )
    }
}

pub(super) const POSITION: Words = (
    "places of the heads: (1,2),(3,4); in two dimensions also rows of H and T: HTT/THT; - if there are none",
    "正面硬币的位置：(1,2),(3,4)；二维时也可写各行的 H 与 T：HTT/THT；没有正面时写 -",
);

/// The small boards of both pages: all places of a small box.
fn small_box(game: &Product) -> Vec<((), Vec<Place>)> {
    let side = match game.rows.len() {
        1 => 7,
        2 => 3,
        _ => 2,
    };
    let mut places: Vec<Place> = vec![Vec::new()];
    for axis in 0..game.rows.len().min(3) {
        let first = game.row(axis).first();
        places = places
            .into_iter()
            .flat_map(|place| {
                (first..first + side).map(move |at| {
                    let mut place = place.clone();
                    place.push(Natural::from(at));
                    place
                })
            })
            .collect();
    }
    // Rows beyond the third stay at their second place.
    for axis in 3..game.rows.len() {
        let second = game.row(axis).first() + 1;
        places
            .iter_mut()
            .for_each(|place| place.push(Natural::from(second)));
    }
    vec![((), places)]
}

fn at(game: &Product, point: &[u64]) -> Option<((), Place)> {
    let fits = point.len() == game.rows.len()
        && (0..point.len()).all(|axis| {
            let row = game.row(axis);
            point[axis] >= row.first() && row.last().is_none_or(|last| point[axis] <= last)
        });
    fits.then(|| ((), point.iter().map(|at| Natural::from(*at)).collect()))
}

impl Page for Product {
    const ABOUT: About = About {
        id: "coin-product",
        name: ("product of coin games", "翻硬币游戏的积"),
        summary: (
            "turn a product of sets, one for each coordinate",
            "翻转各坐标上集合之积",
        ),
        rules: (
            "Coins lie on the points of a grid of any dimension; each axis is a row with its own rules. \
             A move chooses on each axis a set that its row allows and turns all points whose coordinates \
             lie in these sets; the point whose coordinates are all greatest must turn from heads to \
             tails. Twins by Twins turns the corners of a rectangle. Whoever cannot move loses.",
            "硬币放在任意维网格的格点上，每条坐标轴是一个有自己规则的一维翻硬币游戏。每次在每条轴上各选一个其规则允许的集合，翻转各坐标都属于相应集合的所有格点；其中各坐标都最大的那枚必须由正面翻为反面。双翻×双翻即翻转一个矩形的四个顶点。无法操作者负。",
        ),
        theorem: (
            "The value of a position is the nim sum over its heads, and the value of a place is the nim \
             product of the values of its coordinates (Tartan theorem). Coin game II, Twins by Twins: place \
             (x,y) has x ⊗ y.",
            "局面的值为各正面硬币值的异或和；位置的值为各坐标值的 Nim 积（Tartan 定理）。翻硬币游戏 II（双翻×双翻）：位置 (x,y) 的值为 x ⊗ y。",
        ),
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays (1982), \
                 chapter 14",
        position: POSITION,
        moves: (
            "all places that are turned: turn (1,1),(1,2),(3,1),(3,2)",
            "所有被翻转的位置：turn (1,1),(1,2),(3,1),(3,2)",
        ),
        examples: &[
            "(3,5),(6,2)",
            "TTT/THT/TTH",
            "(2,3),(3,2)",
            "(100,200),(50,1000)",
            "(2,2) + (1,1)",
        ],
        parameters: &[Parameter {
            name: "rows",
            default: "twins*twins",
            meaning: (
                "the row of each axis, joined by *: single, turtles, mock-turtles, twins, triplets, ruler, few:5, \
                 exactly:4, run:3 (exactly 3 side by side), runs:3 (up to 3), near:3",
                "各轴的一维游戏，用 * 连接：single、turtles、mock-turtles、twins、triplets、ruler、few:5、exactly:4、run:3（恰好连续 3 枚）、runs:3（至多连续 3 枚）、near:3",
            ),
        }],
        variants: &[
            Variant::of(
                "coin-game-2",
                ("coin game II", "翻硬币游戏 II"),
                &[("rows", "twins*twins")],
            ),
            Variant::of(
                "coin-grid",
                ("grid of single coins", "方格单翻"),
                &[("rows", "single*single")],
            ),
            Variant::of(
                "turning-corners",
                ("Turning Corners", "翻角"),
                &[("rows", "twins*twins")],
            ),
            Variant::of(
                "turning-turtles-2d",
                ("Turning Turtles squared", "二维翻乌龟"),
                &[("rows", "turtles*turtles")],
            ),
            Variant::of(
                "rugs",
                ("Rugs: Ruler by Ruler", "地毯：标尺×标尺"),
                &[("rows", "ruler*ruler")],
            ),
        ],
        tested_with: &[
            &[],
            &[("rows", "single*single")],
            &[("rows", "turtles*turtles")],
            &[("rows", "ruler*ruler")],
            &[("rows", "mock-turtles*twins")],
            &[("rows", "near:3*runs:2")],
            &[("rows", "turtles*ruler*near:2")],
            &[("rows", "few:4*run:2")],
        ],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let firsts: Vec<u64> = (0..self.rows.len()).map(|axis| self.first(axis)).collect();
        self.rule_text_from(&firsts)
    }

    fn rule_board(&self, board: &Board<(), Place>) -> Option<String> {
        let text = self.write(&(), board.heads());
        // On a line a place is a number without brackets.
        Some(match self.rows.len() {
            1 => text.replace(['(', ')'], ""),
            _ => text,
        })
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = (
            "1 to 8 rows joined by *, such as twins*ruler*few:3",
            "以 * 连接的 1 至 8 个一维游戏，例如 twins*ruler*few:3",
        );
        parameters.get("rows", expected, |text| {
            Product::of(&text.split(['*', '×']).collect::<Vec<_>>())
        })
    }

    fn spot(&self, place: &Place) -> Option<Vec<u64>> {
        place.iter().map(natural::small).collect()
    }

    fn first_spot(&self) -> Vec<u64> {
        (0..self.rows.len()).map(|axis| self.first(axis)).collect()
    }

    fn small_boards(&self) -> Vec<((), Vec<Place>)> {
        small_box(self)
    }

    fn examples(&self) -> &'static [&'static str] {
        match self.rows.len() {
            1 => &["(3),(6)"],
            2 => Self::ABOUT.examples,
            3 => &["(2,1,2),(3,2,2)", "(2,2,2)"],
            _ => &[],
        }
    }

    fn at(&self, point: &[u64]) -> Option<((), Place)> {
        at(self, point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::natural;
    use crate::solve::coins::ByDefinition;

    #[test]
    fn products_are_as_defined() {
        let pairs = [
            "twins*twins",
            "turtles*ruler",
            "mock-turtles*near:3",
            "runs:3*triplets",
            "turtles*turtles*turtles",
            "twins*single*ruler*near:2",
        ];
        for rows in pairs {
            let game = Product::of(&rows.split('*').collect::<Vec<_>>()).unwrap();
            let mut definition = ByDefinition::new(&game, ());
            let side = [0u64, 0, 6, 3, 2][game.rows.len()];
            for cell in 0..side.pow(game.rows.len() as u32) {
                let mut rest = cell;
                let mut place = Vec::new();
                for axis in 0..game.rows.len() {
                    place.push(Natural::from(rest % side + game.row(axis).first()));
                    rest /= side;
                }
                let expected = Natural::from(definition.value(&place));
                assert_eq!(game.value(&(), &place), Some(expected), "{rows} {place:?}");
            }
        }
    }

    /// Coin game II by its definition, rectangle by rectangle, is the nim
    /// multiplication table.
    #[test]
    fn sixteen_by_sixteen_nim_products() {
        let mut table = [[0u64; 16]; 16];
        for x in 0..16 {
            for y in 0..16 {
                let mut options = [false; 256];
                for a in 0..x {
                    for b in 0..y {
                        options[(table[a][y] ^ table[x][b] ^ table[a][b]) as usize] = true;
                    }
                }
                table[x][y] = options.iter().position(|seen| !seen).unwrap() as u64;
            }
        }
        // The row of 7 as printed in the literature.
        let sevens = [0, 7, 9, 14, 10, 13, 3, 4, 15, 8, 6, 1, 5, 2, 12, 11];
        assert_eq!(table[7], sevens);
        let game = Product::of(&["twins", "twins"]).unwrap();
        for (x, row) in table.iter().enumerate() {
            for (y, expected) in row.iter().enumerate() {
                let place = vec![Natural::from(x), Natural::from(y)];
                assert_eq!(game.value(&(), &place), Some(Natural::from(*expected)));
                let product = nim_product(&Natural::from(x), &Natural::from(y));
                assert_eq!(product, Natural::from(*expected));
            }
        }
    }

    #[test]
    fn products_beyond_machine_words() {
        // F ⊗ F = 3F/2 for the Fermat power F = 2^128, and F times less is the usual product.
        let fermat = Natural::ONE << 128;
        assert_eq!(nim_product(&fermat, &fermat), &fermat ^ (&fermat >> 1));
        let less = Natural::from(12345u32);
        assert_eq!(nim_product(&fermat, &less), &fermat * &less);
        let inverse = nim_inverse(&(&fermat ^ &less)).unwrap();
        assert_eq!(nim_product(&inverse, &(&fermat ^ &less)), Natural::ONE);
        assert_eq!(nim_inverse(&Natural::ZERO), None);
        assert_eq!(
            natural::small(&nim_product(&2u8.into(), &3u8.into())),
            Some(1)
        );
    }
}
