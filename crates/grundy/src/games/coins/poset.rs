//! Coins on any finite order given as data: for every element, the sets that
//! may be turned with it.
//!
//! Elements are numbered from 1 so that a set contains only elements with
//! smaller numbers than its top: any finite order can be numbered so. The
//! values are computed by the definition when the board is read, with the worth of
//! every set; a winning set is then looked up by its worth.

use std::sync::Arc;

use crate::catalogue::{About, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow};
use crate::games::coins::Page;
use crate::games::coins::table::{self, Table};
use crate::games::written;
use crate::natural::{self, Natural};
use crate::notation::Reader;
use crate::solve::coins::{Family, VisitSet, read_heads, write_heads};
use crate::solve::mex;
use crate::text::Text;

/// The rules: those of the board.
pub struct Given;

/// For every element, the sets that may be turned with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Poset {
    /// `families[i]` is for element i + 1; sets are without their top.
    families: Vec<Vec<Vec<u32>>>,
    values: Vec<u32>,
    /// The worths of the sets, top included.
    worths: Vec<Vec<u32>>,
}

impl Poset {
    /// The order with these families, `families[i]` for element i + 1, sets
    /// without their top. `Err` names the first element that has a set which
    /// is not ascending, reaches beyond it or is given twice.
    pub fn new(families: Vec<Vec<Vec<u32>>>) -> Result<Self, usize> {
        let mut values: Vec<u32> = Vec::with_capacity(families.len());
        let mut worths = Vec::with_capacity(families.len());
        let mut scratch = Vec::new();
        for (index, family) in families.iter().enumerate() {
            let proper = family.iter().all(|set| {
                set.windows(2).all(|pair| pair[0] < pair[1])
                    && set.iter().all(|at| (1..=index as u32).contains(at))
            });
            let mut sorted: Vec<&Vec<u32>> = family.iter().collect();
            sorted.sort_unstable();
            let distinct = sorted.windows(2).all(|pair| pair[0] != pair[1]);
            if !proper || !distinct {
                return Err(index + 1);
            }
            let below: Vec<u32> = family
                .iter()
                .map(|set| set.iter().fold(0, |sum, at| sum ^ values[*at as usize - 1]))
                .collect();
            let value = mex(&below, &mut scratch);
            values.push(value);
            worths.push(below.into_iter().map(|below| below ^ value).collect());
        }
        Ok(Poset {
            families,
            values,
            worths,
        })
    }

    fn family(&self, top: u32) -> &[Vec<u32>] {
        &self.families[top as usize - 1]
    }
}

impl Family for Given {
    type Board = Arc<Poset>;
    type Place = u32;

    fn sets(&self, poset: &Arc<Poset>, top: &u32, visit: VisitSet<'_, u32>) -> Flow {
        poset.family(*top).iter().try_for_each(|set| visit(set))
    }

    fn allows(&self, poset: &Arc<Poset>, top: &u32, others: &[u32]) -> bool {
        poset.family(*top).iter().any(|set| set == others)
    }

    fn value(&self, poset: &Arc<Poset>, top: &u32) -> Option<Natural> {
        Some(Natural::from(poset.values[*top as usize - 1]))
    }

    fn sets_worth(
        &self,
        poset: &Arc<Poset>,
        top: &u32,
        worth: &Natural,
        visit: VisitSet<'_, u32>,
    ) -> Option<Flow> {
        let Some(worth) = natural::small(worth) else {
            return Some(CONTINUE);
        };
        let worths = &poset.worths[*top as usize - 1];
        let mut fitting = poset.family(*top).iter().zip(worths);
        Some(fitting.try_for_each(|(set, w)| {
            if u64::from(*w) == worth {
                visit(set)
            } else {
                CONTINUE
            }
        }))
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<(Arc<Poset>, Vec<u32>), Error> {
        let mut families: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
        loop {
            if reader.eat(";") {
                families.push(Vec::new());
            } else if reader.eat("{") {
                let mut set = Vec::new();
                while !reader.eat("}") {
                    set.push(self.read_place(reader)?);
                    reader.eat_if(|c| matches!(c, ',' | '，'));
                }
                set.sort_unstable();
                if let Some(family) = families.last_mut() {
                    family.push(set);
                }
            } else {
                reader.expect(":")?;
                break;
            }
        }
        let elements = families.len();
        let poset = Poset::new(families).map_err(|element| {
            reader.fail(Text::new(
                format!(
                    "different sets of elements below their top; those of element {element} are not"
                ),
                format!("各集合互不相同，且只含比其顶元素小的元素；元素 {element} 的集合不是"),
            ))
        })?;
        let heads = read_heads(reader, |reader| {
            reader.within(1, elements as u64).map(|at| at as u32)
        })?;
        Ok((Arc::new(poset), heads))
    }

    fn write(&self, poset: &Arc<Poset>, heads: &[u32]) -> String {
        let set = |set: &Vec<u32>| {
            let places: Vec<String> = set.iter().map(u32::to_string).collect();
            format!("{{{}}}", places.join(","))
        };
        let family = |family: &Vec<Vec<u32>>| family.iter().map(set).collect::<String>();
        let families: Vec<String> = poset.families.iter().map(family).collect();
        let heads = write_heads(heads, |at| at.to_string());
        format!("{} : {heads}", families.join(";"))
    }

    fn read_place(&self, reader: &mut Reader<'_>) -> Result<u32, Error> {
        reader.within(1, u32::MAX.into()).map(|at| at as u32)
    }

    fn write_place(&self, place: &u32) -> String {
        place.to_string()
    }
}

impl Page for Given {
    const ABOUT: About = About {
        id: "coin-poset",
        name: ("coins on an order", "偏序集上翻硬币"),
        summary: (
            "turn one of the sets that are given for each coin",
            "翻转为每枚硬币给定的集合之一",
        ),
        rules: (
            "For every element of a finite order, sets of smaller elements are given. A move turns one \
             coin from heads to tails and with it all coins of one of the sets given for it. Whoever cannot \
             move loses.",
            "对有限偏序集的每个元素，给定若干个由更小元素组成的集合。每次将一枚硬币由正面翻为反面，并翻转为它给定的某一个集合中的所有硬币。无法操作者负。",
        ),
        theorem: (
            "The value of a position is the nim sum over its heads, and that of a single head is the mex, over \
             the sets given for it, of the nim sums of their values.",
            "局面的值为各正面硬币值的异或和；单枚正面硬币的值为：对为它给定的各集合，取集合中各值的异或和，再取 mex。",
        ),
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays (1982), \
                 chapter 14",
        position: (
            "for elements 1, 2, … their sets in braces, separated by ; then a colon and the heads: {};{}{1};{1,2} : 2,3",
            "依次为元素 1、2、… 的各集合（花括号），以 ; 分隔，再加冒号与正面硬币：{};{}{1};{1,2} : 2,3",
        ),
        moves: (
            "the element and the whole set: turn 1,2,3",
            "该元素与整个集合：turn 1,2,3",
        ),
        examples: &[
            "{};{}{1};{1,2} : 2,3",
            "{};{}{1};{}{1,2}{2} : 1,2,3",
            "{};;{1}{2};{}{3} : 3,4",
            "{} : 1 + {};{}{1} : 2",
        ],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Err(written::BOARDS)
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Given)
    }

    fn spot(&self, element: &u32) -> Option<Vec<u64>> {
        Some(vec![u64::from(*element)])
    }

    fn table(&self, poset: &Arc<Poset>, _: &[u32]) -> Option<Table> {
        table::sets(&poset.families)
    }

    fn small_boards(&self) -> Vec<(Arc<Poset>, Vec<u32>)> {
        // A chain, a tree-like order, one with idle elements, and a random one.
        let mut random = crate::random::Random::new(11);
        let mut boards: Vec<Vec<Vec<Vec<u32>>>> = vec![
            vec![vec![vec![]], vec![vec![], vec![1]], vec![vec![1, 2]]],
            vec![
                vec![],
                vec![vec![1]],
                vec![vec![], vec![2]],
                vec![vec![1, 3], vec![2]],
            ],
        ];
        boards.push(
            (0..6u32)
                .map(|index| {
                    let mut family: Vec<Vec<u32>> = (0..4)
                        .map(|_| (1..=index).filter(|_| random.below(2) == 0).collect())
                        .collect();
                    family.sort();
                    family.dedup();
                    family
                })
                .collect(),
        );
        let boards = boards.into_iter().filter_map(|families| {
            let poset = Poset::new(families).ok()?;
            let places = (1..=poset.families.len() as u32).collect();
            Some((Arc::new(poset), places))
        });
        boards.collect()
    }
}
