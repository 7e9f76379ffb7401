//! Connected regions on a grid ("colouring game", ZJOI 2009).
//!
//! Rows and columns are numbered from 1. A move turns a connected set of
//! coins (sharing sides) with a corner coin that has the greatest row and the
//! greatest column of all; the corner must turn from heads to tails.
//!
//! **Theorem.** In the first row or column the sets are runs, and a head on
//! (1,n) or (n,1) has the largest power of 2 that divides n (the Ruler game).
//! Elsewhere a head on (i,j) has the value 2^(i+j−2): on a 100 × 100 board, up
//! to 2^198.
//!
//! *Proof of the second part, by a construction.* Let e = i+j−2 and let the
//! values of all smaller places be known. No set has worth 2^e without (i,j),
//! because the values of all other places are less than 2^e, so g(i,j) is at
//! most 2^e, if every w < 2^e is the nim sum of some set without its corner. Let
//! j ≥ 3 (else exchange rows and columns). The path down column j and along row
//! 1 to column 3 is a skeleton. Beside it lie (r, j−1) for 3 ≤ r ≤ i, with
//! values 2^(j+r−3), and (2,c) for 3 ≤ c < j, with values 2^c: one place for every
//! bit from 3 to e−1, each touching the skeleton. The four places (1,1), (1,2),
//! (2,1), (2,2), with values 1, 2, 2, 4, can be added in connected ways to every
//! nim sum from 0 to 7. So the bits of w are corrected one by one, and the last
//! three together. The case (2,2) has the sets without corner ∅, (1,2),
//! (1,2)+(1,1), and all three.
//!
//! The tests check the theorem against the definition.
//!
//! Limits: rows and columns up to 2^20. There are exponentially many connected
//! sets; all winning ones are listed for corners with at most twelve places
//! below them and in the first row and column, elsewhere one for each corner.

use rustc_hash::FxHashSet;

use crate::catalogue::{About, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, STOP};
use crate::games::coins::Page;
use crate::games::coins::runs::{gray, gray_inverse};
use crate::natural::{self, Natural};
use crate::notation::Reader;
use crate::solve::coins::{Family, VisitSet, read_faces, read_heads, write_heads};
use crate::text::Text;

/// The rules.
pub struct Regions;

/// Row and column, from 1.
type Place = (u32, u32);

/// The last row and column.
const LAST: u32 = 1 << 20;
/// With at most so many places below a corner all its sets are gone through.
const FEW_PLACES: u64 = 12;

/// The exponent of the value, which is always a power of 2.
fn exponent((row, column): Place) -> usize {
    if row == 1 || column == 1 {
        (row + column - 1).trailing_zeros() as usize
    } else {
        (row + column - 2) as usize
    }
}

fn neighbours((row, column): Place) -> [Place; 4] {
    [
        (row - 1, column),
        (row, column - 1),
        (row, column + 1),
        (row + 1, column),
    ]
}

/// Whether `place` lies on the board below the corner `top`.
fn below(place: Place, top: Place) -> bool {
    place.0 >= 1 && place.1 >= 1 && place.0 <= top.0 && place.1 <= top.1
}

fn worth_of(top: Place, others: &[Place]) -> Natural {
    natural::from_bits(others.iter().chain([&top]).map(|place| exponent(*place)))
}

/// Names every connected set with the corner `top`, each once, without the
/// corner (Redelmeier's way): places are numbered in the order in which they
/// become neighbours of the set, and are added in ascending order.
fn connected_sets(top: Place, visit: VisitSet<'_, Place>) -> Flow {
    let mut order: Vec<Place> = Vec::new();
    let mut seen: FxHashSet<Place> = FxHashSet::default();
    let discover = |from: Place, order: &mut Vec<Place>, seen: &mut FxHashSet<Place>| {
        for place in neighbours(from) {
            if below(place, top) && seen.insert(place) {
                order.push(place);
            }
        }
    };
    seen.insert(top);
    discover(top, &mut order, &mut seen);
    visit(&[])?;
    // The places that are chosen: the index of each, and how many were known before it.
    let mut chosen: Vec<(usize, usize)> = Vec::new();
    let mut next = 0;
    loop {
        if next < order.len() {
            chosen.push((next, order.len()));
            discover(order[next], &mut order, &mut seen);
            let mut set: Vec<Place> = chosen.iter().map(|(index, _)| order[*index]).collect();
            set.sort_unstable();
            visit(&set)?;
            next += 1;
            continue;
        }
        let Some((index, known)) = chosen.pop() else {
            return CONTINUE;
        };
        for place in order.drain(known..) {
            seen.remove(&place);
        }
        next = index + 1;
    }
}

/// The connected set of the proof, without its corner (i,j), both at least
/// 2, whose nim sum is `wanted` < 2^(i+j−2).
fn constructed((i, j): Place, wanted: &Natural) -> Vec<Place> {
    if i == 2 && j == 2 {
        return match natural::small(wanted) {
            Some(1) => vec![(1, 1), (1, 2), (2, 1)],
            Some(2) => vec![(1, 2)],
            Some(3) => vec![(1, 1), (1, 2)],
            _ => Vec::new(),
        };
    }
    if j == 2 {
        let mut turned: Vec<Place> = constructed((j, i), wanted)
            .into_iter()
            .map(|(row, column)| (column, row))
            .collect();
        turned.sort_unstable();
        return turned;
    }
    let column = (1..i).map(|row| (row, j));
    let first_row = (3..j).map(|column| (1, column));
    let mut set: Vec<Place> = column.chain(first_row).collect();
    let missing = wanted ^ natural::from_bits(set.iter().map(|place| exponent(*place)));
    let beside_row = (3..j).map(|column| (2, column));
    let beside_column = (3..=i).map(|row| (row, j - 1));
    let beside: Vec<Place> = beside_row
        .chain(beside_column)
        .filter(|place| natural::bit(&missing, exponent(*place)))
        .collect();
    set.extend(beside);
    let low = (0..3).fold(0, |low, bit| {
        low | usize::from(natural::bit(&missing, bit)) << bit
    });
    let corner: &[Place] = [
        &[][..],
        &[(1, 1), (1, 2), (2, 1)],
        &[(1, 2)],
        &[(1, 1), (1, 2)],
        &[(1, 2), (2, 1), (2, 2)],
        &[(1, 1), (1, 2), (2, 1), (2, 2)],
        &[(1, 2), (2, 2)],
        &[(1, 1), (1, 2), (2, 2)],
    ][low];
    set.extend_from_slice(corner);
    set.sort_unstable();
    set
}

impl Regions {
    /// In the first row or column: the length of the side, and the place at a
    /// distance from the beginning.
    fn border(top: Place) -> Option<(u64, impl Fn(u64) -> Place)> {
        let along_row = top.0 == 1;
        let length = top.0.max(top.1);
        (along_row || top.1 == 1).then_some((u64::from(length), move |at: u64| {
            if along_row {
                (1, at as u32)
            } else {
                (at as u32, 1)
            }
        }))
    }
}

impl Family for Regions {
    type Board = ();
    type Place = Place;

    fn sets(&self, _: &(), top: &Place, visit: VisitSet<'_, Place>) -> Flow {
        connected_sets(*top, visit)
    }

    fn allows(&self, _: &(), top: &Place, others: &[Place]) -> bool {
        if !others.iter().all(|place| below(*place, *top)) {
            return false;
        }
        let mut apart: FxHashSet<Place> = others.iter().copied().collect();
        let mut reached = vec![*top];
        while let Some(place) = reached.pop() {
            for next in neighbours(place) {
                if apart.remove(&next) {
                    reached.push(next);
                }
            }
        }
        apart.is_empty()
    }

    fn value(&self, _: &(), top: &Place) -> Option<Natural> {
        Some(Natural::ONE << exponent(*top))
    }

    fn total(&self, _: &(), heads: &[Place]) -> Option<Natural> {
        Some(natural::from_bits(
            heads.iter().map(|place| exponent(*place)),
        ))
    }

    fn sets_worth(
        &self,
        _: &(),
        top: &Place,
        worth: &Natural,
        visit: VisitSet<'_, Place>,
    ) -> Option<Flow> {
        if let Some((length, place)) = Regions::border(*top) {
            let Some(worth) = natural::small(worth) else {
                return Some(CONTINUE);
            };
            let before = gray_inverse(gray(length) ^ worth);
            if before >= length {
                return Some(CONTINUE);
            }
            let others: Vec<Place> = (before + 1..length).map(place).collect();
            return Some(visit(&others));
        }
        if u64::from(top.0) * u64::from(top.1) <= FEW_PLACES {
            return Some(connected_sets(*top, &mut |others| {
                if worth_of(*top, others) == *worth {
                    visit(others)
                } else {
                    CONTINUE
                }
            }));
        }
        if !self.is_promising(&(), top, worth) {
            return Some(CONTINUE);
        }
        let wanted = worth ^ (Natural::ONE << exponent(*top));
        // There may be exponentially many more.
        let _ = visit(&constructed(*top, &wanted));
        Some(STOP)
    }

    fn is_promising(&self, _: &(), top: &Place, worth: &Natural) -> bool {
        natural::highest_bit(worth) == Some(exponent(*top))
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<((), Vec<Place>), Error> {
        if let Some(faces) = read_faces(reader) {
            let last = LAST as usize;
            if faces
                .iter()
                .any(|(row, column)| *row >= last || *column >= last)
            {
                return Err(reader.fail(Text::new(
                    format!("at most {LAST} rows and columns"),
                    format!("不超过 {LAST} 行、{LAST} 列"),
                )));
            }
            let place = |(row, column): (usize, usize)| (row as u32 + 1, column as u32 + 1);
            return Ok(((), faces.into_iter().map(place).collect()));
        }
        Ok(((), read_heads(reader, |reader| self.read_place(reader))?))
    }

    fn write(&self, _: &(), heads: &[Place]) -> String {
        write_heads(heads, |place| self.write_place(place))
    }

    fn read_place(&self, reader: &mut Reader<'_>) -> Result<Place, Error> {
        reader.expect("(")?;
        let row = reader.within(1, LAST.into())? as u32;
        reader.expect(",")?;
        let column = reader.within(1, LAST.into())? as u32;
        reader.expect(")")?;
        Ok((row, column))
    }

    fn write_place(&self, (row, column): &Place) -> String {
        format!("({row},{column})")
    }

    fn law(&self) -> Text {
        Text::fixed(
            "inner place (i,j) has 2^(i+j-2), place n of the first row or column the largest power of 2 dividing n",
            "内部位置 (i,j) 的值为 2^(i+j-2)，首行首列的第 n 个位置为整除 n 的最大的 2 的幂",
        )
    }
}

impl Page for Regions {
    const ABOUT: About = About {
        id: "coin-regions",
        name: ("connected regions", "染色游戏（连通块翻硬币）"),
        summary: (
            "turn a connected region of coins with a corner",
            "翻转一块带有“角”的连通硬币",
        ),
        rules: (
            "Coins lie on a grid. A move chooses a connected region (by sides) that has a corner coin: one \
             with the greatest row and the greatest column of the region. The corner must turn from heads to \
             tails, and all coins of the region are turned. Whoever cannot move loses.",
            "硬币放在网格上。每次选择一个（四）连通块，其中有一枚“角”硬币，其行、列均为块中最大。角硬币必须由正面翻为反面，块中所有硬币一并翻转。无法操作者负。",
        ),
        theorem: (
            "The value of a position is the nim sum over its heads. Place (i,j) with i,j ≥ 2 has 2^(i+j-2); place \
             n of the first row or column has the largest power of 2 that divides n.",
            "局面的值为各正面硬币值的异或和。i、j ≥ 2 时位置 (i,j) 的值为 2^(i+j-2)；首行或首列的第 n 个位置为整除 n 的最大的 2 的幂。",
        ),
        source: "ZJOI 2009, the colouring game; proof by construction in the documentation of this game",
        position: (
            "rows of H and T: TTH/HTT, or the places of the heads: (1,3),(2,1); - if there are none",
            "各行的 H 与 T：TTH/HTT，或正面硬币的位置：(1,3),(2,1)；没有正面时写 -",
        ),
        moves: (
            "all places that are turned: turn (1,2),(2,1),(2,2)",
            "所有被翻转的位置：turn (1,2),(2,1),(2,2)",
        ),
        examples: &[
            "TTT/HHT",
            "TTH/HTT",
            "(2,2),(3,1),(1,4)",
            "(100,100),(50,60)",
            "HT + TH",
        ],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Err((
            "a move turns a connected region of any shape",
            "每步翻转任意形状的连通区域",
        ))
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Regions)
    }

    fn spot(&self, (row, column): &Place) -> Option<Vec<u64>> {
        Some(vec![u64::from(*row), u64::from(*column)])
    }

    fn small_boards(&self) -> Vec<((), Vec<Place>)> {
        let places = |rows: u32, columns: u32| {
            (1..=rows)
                .flat_map(|row| (1..=columns).map(move |column| (row, column)))
                .collect()
        };
        vec![((), places(2, 4)), ((), places(3, 2))]
    }

    fn at(&self, point: &[u64]) -> Option<((), Place)> {
        let last = u64::from(LAST);
        match point {
            [row, column] if (1..=last).contains(row) && (1..=last).contains(column) => {
                Some(((), (*row as u32, *column as u32)))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::game::Game;
    use crate::outcome::Outcome;
    use crate::solve::coins::{ByDefinition, Coins};

    #[test]
    fn values_are_as_defined() {
        let mut definition = ByDefinition::new(&Regions, ());
        for (rows, columns) in [(1, 12), (2, 7), (3, 5), (4, 4), (5, 3), (7, 2)] {
            for row in 1..=rows {
                for column in 1..=columns {
                    let place = (row, column);
                    let expected = Natural::from(definition.value(&place));
                    assert_eq!(Regions.value(&(), &place), Some(expected), "{place:?}");
                }
            }
        }
    }

    #[test]
    fn every_smaller_value_is_constructed() {
        for row in 2..=7u32 {
            for column in 2..=7u32 {
                let top = (row, column);
                for wanted in 0..1u32 << exponent(top) {
                    let wanted = Natural::from(wanted);
                    let set = constructed(top, &wanted);
                    assert!(Regions.allows(&(), &top, &set), "{top:?} {wanted}");
                    assert!(set.windows(2).all(|pair| pair[0] < pair[1]));
                    assert_eq!(
                        worth_of(top, &set),
                        wanted ^ (Natural::ONE << exponent(top))
                    );
                }
            }
        }
    }

    /// Connected sets of at most seven places that contain the corner, by trying all subsets.
    #[test]
    fn connected_sets_are_all_and_each_once() {
        let top = (3, 4);
        let places: Vec<Place> = (1..=3)
            .flat_map(|row| (1..=4).map(move |column| (row, column)))
            .filter(|place| *place != top)
            .collect();
        let mut expected: Vec<Vec<Place>> = (0..1u32 << places.len())
            .map(|bits| {
                let chosen = (0..places.len()).filter(|i| bits >> i & 1 == 1);
                chosen.map(|i| places[i]).collect::<Vec<_>>()
            })
            .filter(|set| Regions.allows(&(), &top, set))
            .collect();
        let mut found = Vec::new();
        let _ = connected_sets(top, &mut |set| {
            found.push(set.to_vec());
            CONTINUE
        });
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    }

    /// The judge's sample; there the coins that count show T.
    #[test]
    fn sample() {
        let game = Coins(Regions);
        for (rows, wins) in [("HHH/HHH", false), ("HHH/TTH", true), ("T/H", true)] {
            let swapped: String = rows
                .chars()
                .map(|c| match c {
                    'H' => 'T',
                    'T' => 'H',
                    c => c,
                })
                .collect();
            let board = game.read(&swapped).unwrap();
            let answer = ask(&game, &board, &Question::default()).unwrap();
            assert_eq!(answer.outcome == Outcome::N, wins, "{rows}");
        }
    }

    #[test]
    fn a_million_coins() {
        let game = Coins(Regions);
        let row = "H".repeat(1000);
        let board = game.read(&vec![row; 1000].join("/")).unwrap();
        let question = Question {
            moves: 1,
            ..Question::default()
        };
        let answer = ask(&game, &board, &question).unwrap();
        assert!(answer.truncated);
        let after = game.play(&board[0], &answer.winning_moves[0].mv).unwrap();
        assert_eq!(ask(&game, &after, &question).unwrap().outcome, Outcome::P);
    }
}
