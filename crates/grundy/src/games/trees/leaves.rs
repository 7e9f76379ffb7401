//! Leaf picking: take any leaves of a rooted tree, at least one.
//!
//! **Theorem**. Follow each leaf upwards to the last vertex below a vertex
//! with several children: that is the leaf's chain. A position is P exactly
//! when every chain has an even number of vertices.
//!
//! *Why.* If all chains are even, taking leaves makes their chains odd and
//! leaves the rest as it was. If some are odd, all can be made even: from
//! below, at each vertex v with several children, let the children that are
//! leaves go. If two or more other children stay, v keeps branching. If one
//! stays, v and what is above it are now on that one's chain. If none stays,
//! v is the end of a chain, or, keeping one of the leaves, the vertex above
//! the end. So every chain that is left ends in a choice — take the leaf or
//! leave it, keep one leaf or none — and the choice sets its parity. What is
//! taken is not nothing, since some chain was odd.
//!
//! The free choices are which single leaf is kept, so all winning moves can be
//! named one after another, each in linear time.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::trees::leaves::LeafPicking};
//! let tree = LeafPicking.read("0,1,1").unwrap();
//! let answer = ask(&LeafPicking, &tree, &Question::default()).unwrap();
//! let moves: Vec<_> = answer.winning_moves.iter().map(|m| LeafPicking.write_move(&m.mv)).collect();
//! assert_eq!(moves, ["pick 3", "pick 2"]);
//! ```
//!
//! A position may hold several trees; leaves of all of them may be picked at
//! once. (That is not the sum of two positions, in which a move is made in one.)

use super::forest::{self, Family, Forest};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::games::written;
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Part, Scene, Show, Stage};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a forest; a move is a list of leaves in the order
/// of their numbers.
pub struct LeafPicking;

fn leaves<'f>(forest: &'f Forest, family: &'f Family) -> impl Iterator<Item = u32> + 'f {
    forest.vertices().filter(|v| family.children(*v).is_empty())
}

impl Game for LeafPicking {
    type Position = Forest;
    type Move = Vec<u32>;

    fn options(
        &self,
        forest: &Forest,
        visit: &mut impl FnMut(Vec<u32>, &[Forest]) -> Flow,
    ) -> Flow {
        let family = forest.family();
        let leaves: Vec<u32> = leaves(forest, &family).collect();
        // Counts in binary, the first leaf being the lowest digit.
        let mut picked = vec![false; leaves.len()];
        let mut after = forest.clone();
        loop {
            let Some(carried) = picked.iter().position(|picked| !picked) else {
                return CONTINUE;
            };
            picked[..carried].fill(false);
            picked[carried] = true;
            let chosen = leaves.iter().zip(&picked).filter(|(_, picked)| **picked);
            let chosen: Vec<u32> = chosen.map(|(leaf, _)| *leaf).collect();
            after.clone_from(forest);
            for leaf in &chosen {
                after.remove(*leaf, &family);
            }
            visit(chosen, std::slice::from_ref(&after))?;
        }
    }

    fn play(&self, forest: &Forest, picked: &Vec<u32>) -> Option<Vec<Forest>> {
        let family = forest.family();
        let in_order = picked.windows(2).all(|pair| pair[0] < pair[1]);
        let is_leaf = |v: &u32| forest.parent(*v).is_some() && family.children(*v).is_empty();
        if picked.is_empty() || !in_order || !picked.iter().all(is_leaf) {
            return None;
        }
        let mut after = forest.clone();
        for leaf in picked {
            after.remove(*leaf, &family);
        }
        Some(vec![after])
    }

    fn canonical(&self, forest: Forest) -> Forest {
        forest.canonical()
    }

    fn read(&self, text: &str) -> Result<Vec<Forest>, Error> {
        notation::read_sum(text, Forest::read)
    }

    fn write(&self, sum: &[Forest]) -> String {
        forest::write_sum(sum)
    }

    fn read_move(&self, _: &Forest, text: &str) -> Result<Vec<u32>, Error> {
        let mut reader = Reader::new(text);
        reader.eat("pick");
        let numbers = reader.naturals().map_err(|_| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`pick` and leaves: `pick 2,3`",
                " `pick` 与若干叶子：`pick 2,3`",
            ),
        })?;
        // A number beyond the word is no vertex, like 0.
        let mut picked: Vec<u32> = numbers
            .iter()
            .map(|n| u32::try_from(n).unwrap_or(0))
            .collect();
        picked.sort_unstable();
        Ok(picked)
    }

    fn write_move(&self, picked: &Vec<u32>) -> String {
        let numbers: Vec<String> = picked.iter().map(u32::to_string).collect();
        format!("pick {}", numbers.join(","))
    }
}

/// What a subtree can be made into.
#[derive(Clone, Copy)]
enum Shape {
    /// It keeps branching, with all chains even.
    Branching,
    /// One chain of `length` vertices, which the choice at `end` changes by one.
    Chain { end: u32, length: u32 },
}

/// How to make all chains even.
struct Plan {
    /// Leaves that are picked in any case, in no order.
    picked: Vec<u32>,
    /// Vertices of whose children one is kept.
    keep_one: Vec<u32>,
}

fn plan(family: &Family) -> Plan {
    let mut plan = Plan {
        picked: Vec::new(),
        keep_one: Vec::new(),
    };
    let number = |v: u32| v as usize;
    let most = family.order().iter().max().copied().unwrap_or(0);
    let mut shapes = vec![Shape::Branching; number(most) + 1];
    let is_leaf = |v: &u32| family.children(*v).is_empty();
    // A chain that goes no further must be even.
    let settle = |shape: Shape, plan: &mut Plan| {
        let Shape::Chain { end, length } = shape else {
            return;
        };
        match (is_leaf(&end), length % 2) {
            (true, 0) => {}
            (true, _) => plan.picked.push(end),
            (false, 0) => plan.picked.extend_from_slice(family.children(end)),
            (false, _) => plan.keep_one.push(end),
        }
    };
    for &v in family.order().iter().rev() {
        let children = family.children(v);
        let one_longer = |shape| match shape {
            Shape::Chain { end, length } => Shape::Chain {
                end,
                length: length + 1,
            },
            Shape::Branching => Shape::Branching,
        };
        shapes[number(v)] = match children {
            [] => Shape::Chain { end: v, length: 1 },
            [only] => one_longer(shapes[number(*only)]),
            _ => {
                let mut rest = children.iter().filter(|c| !is_leaf(c));
                match (rest.next(), rest.next()) {
                    (None, _) => Shape::Chain { end: v, length: 1 },
                    (Some(first), second) => {
                        plan.picked.extend(children.iter().filter(|c| is_leaf(c)));
                        if second.is_none() {
                            one_longer(shapes[number(*first)])
                        } else {
                            for child in children.iter().filter(|c| !is_leaf(c)) {
                                settle(shapes[number(*child)], &mut plan);
                            }
                            Shape::Branching
                        }
                    }
                }
            }
        };
    }
    for root in family.children(0) {
        settle(shapes[number(*root)], &mut plan);
    }
    plan
}

/// The lengths of all chains.
fn chains<'f>(forest: &'f Forest, family: &'f Family) -> impl Iterator<Item = u32> + 'f {
    leaves(forest, family).map(|leaf| {
        let mut length = 1;
        let mut v = leaf;
        while let Some(parent @ 1..) = forest.parent(v) {
            if family.children(parent).len() > 1 {
                break;
            }
            v = parent;
            length += 1;
        }
        length
    })
}

impl Theorem for LeafPicking {
    fn outcome(&self, sum: &[Forest], convention: Convention) -> Option<Outcome> {
        let ([forest], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let odd = chains(forest, &forest.family()).any(|length| length % 2 == 1);
        Some(Outcome::mover_wins(odd))
    }

    fn winning_moves(
        &self,
        sum: &[Forest],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Vec<u32>>) -> Flow,
    ) -> Option<Flow> {
        let ([forest], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let family = forest.family();
        let Plan { picked, keep_one } = plan(&family);
        if picked.is_empty() && keep_one.is_empty() {
            return Some(CONTINUE);
        }
        // Counts through the leaves that may be kept, as an odometer does.
        let mut kept = vec![0; keep_one.len()];
        loop {
            let mut mv = picked.clone();
            for (v, kept) in keep_one.iter().zip(&kept) {
                let children = family.children(*v);
                mv.extend_from_slice(&children[..*kept]);
                mv.extend_from_slice(&children[kept + 1..]);
            }
            mv.sort_unstable();
            if visit(SumMove { component: 0, mv }).is_break() {
                return Some(Flow::Break(()));
            }
            let fits = |at: &usize| kept[*at] + 1 < family.children(keep_one[*at]).len();
            let Some(turned) = (0..kept.len()).find(fits) else {
                return Some(CONTINUE);
            };
            kept[..turned].fill(0);
            kept[turned] += 1;
        }
    }

    fn reason(&self, sum: &[Forest], _: Convention) -> Text {
        let [forest] = sum else {
            return Text::default();
        };
        let (mut all, mut odd) = (0u32, 0u32);
        for length in chains(forest, &forest.family()) {
            all += 1;
            odd += length % 2;
        }
        Text::new(
            format!("leaf chains: {odd} of {all} are odd"),
            format!("叶链共 {all} 条，其中奇数长 {odd} 条"),
        )
    }
}

no_table!(LeafPicking);

impl Show for LeafPicking {
    fn scene(&self, stage: &Stage<Forest>) -> Scene {
        forest::scene(stage, true)
    }

    fn touches(&self, stage: &Stage<Forest>, mv: &SumMove<Vec<u32>>) -> Vec<Id> {
        let leaves = mv.mv.iter().map(|leaf| Part::Vertex(*leaf));
        forest::touched(stage, mv.component, leaves)
    }
}

impl Named for LeafPicking {
    const ABOUT: About = About {
        id: "leaf-picking",
        name: ("leaf picking", "摘叶子"),
        summary: (
            "pick any leaves of a rooted tree; whoever picks the root wins",
            "每次摘去有根树的任意多片叶子，摘到根者获胜",
        ),
        rules: (
            "There is a rooted tree. A move takes away one or more of its leaves, the vertices without \
             children; the root is a leaf when it is alone. Whoever takes the root wins.",
            "给出一棵有根树。每次摘去至少一片叶子（没有子结点的顶点）；只剩根时根也是叶子。摘去根者获胜。",
        ),
        theorem: (
            "P exactly when every leaf chain, from a leaf up to just below the first vertex with several \
             children, has an even number of vertices.",
            "叶链指从叶子向上、到第一个有多个子结点的祖先之前为止的一段。当且仅当每条叶链的顶点数均为偶数时为 P 态。",
        ),
        source: "Luogu P7864, EVOI-RD1 picking leaves (2021); proof in the text of this module",
        position: (
            "the parent of each vertex in turn, 0 for a root, - for a vertex that is gone: 0,1,1,2",
            "依次列出各顶点的父结点，根为 0，已摘去的顶点为 -：0,1,1,2",
        ),
        moves: ("the leaves: pick 3,4", "所摘的叶子：pick 3,4"),
        examples: &["0,1,1", "0,1,2,3", "0,1,1,2,2,3,6", "0,1,1,1 + 0,1,1"],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Err(written::TREES)
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(LeafPicking)
    }

    fn small(&self) -> Vec<Vec<Forest>> {
        forest::small_positions(6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::budget::Budget;
    use crate::game::STOP;
    use crate::random::Random;
    use crate::solve::outcomes::{Order, Outcomes};

    #[test]
    fn the_judges_sample() {
        for (text, outcome) in [("0,1,1", Outcome::N), ("0,1,2,3", Outcome::P)] {
            let sum = LeafPicking.read(text).unwrap();
            assert_eq!(LeafPicking.outcome(&sum, Convention::Normal), Some(outcome));
        }
    }

    #[test]
    fn random_forests_agree_with_the_definition() {
        let mut random = Random::new(14);
        let mut searched = Outcomes::new(&LeafPicking, Convention::Normal, Order::Hint);
        for _ in 0..150 {
            let n = 1 + random.below(13) as u32;
            let reach = 1 + random.below(5) as u32;
            let forest = forest::random_forest(n, reach, &mut random);
            let mut meter = Budget::default().meter("search");
            let outcome = searched.outcome(&forest, &mut meter).unwrap();
            let sum = [forest];
            assert_eq!(LeafPicking.outcome(&sum, Convention::Normal), Some(outcome));
            let mut expected = Vec::new();
            let _ = LeafPicking.options(&sum[0], &mut |mv, to| {
                if searched.outcome(&to[0], &mut meter).unwrap() == Outcome::P {
                    expected.push(mv);
                }
                CONTINUE
            });
            let mut found = Vec::new();
            let _ = LeafPicking.winning_moves(&sum, Convention::Normal, &mut |mv| {
                found.push(mv.mv);
                CONTINUE
            });
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{}", sum[0].write());
        }
    }

    #[test]
    fn a_million_vertices() {
        let n = 1_000_000u32;
        let shapes = [
            Forest::new((0..n).collect()).unwrap(),
            Forest::new((0..n).map(|v| v.min(1)).collect()).unwrap(),
            forest::random_forest(n, n, &mut Random::new(5)),
        ];
        for (forest, expected) in shapes.into_iter().zip([Outcome::P, Outcome::N, Outcome::N]) {
            let sum = LeafPicking.read(&forest.write()).unwrap();
            let question = Question {
                moves: 2,
                outcome_only: true,
                ..Question::default()
            };
            let answer = ask(&LeafPicking, &sum, &question).unwrap();
            assert_eq!(answer.outcome, expected);
            if let Some(mv) = answer.winning_moves.first() {
                let after = LeafPicking.play(&forest, &mv.mv).unwrap();
                let outcome = LeafPicking.outcome(&after, Convention::Normal);
                assert_eq!(outcome, Some(Outcome::P));
            }
        }
    }

    #[test]
    fn more_moves_than_anyone_can_name_are_named_until_told_to_stop() {
        // 200 leaves below each of 101 vertices below a root: 200^101 winning moves.
        let mut parents = vec![0];
        parents.extend(std::iter::repeat_n(1, 101));
        for v in 2..=102 {
            parents.extend(std::iter::repeat_n(v, 200));
        }
        let sum = [Forest::new(parents).unwrap()];
        let mut named = 0;
        let _ = LeafPicking.winning_moves(&sum, Convention::Normal, &mut |_| {
            named += 1;
            if named == 1000 { STOP } else { CONTINUE }
        });
        assert_eq!(named, 1000);
    }
}
