//! Tree edge deletion: cut an edge, and what no longer hangs from a root
//! falls off.
//!
//! This is green Hackenbush on trees.
//!
//! **Theorem** (colon principle). The value of a rooted tree is
//! g(v) = ⊕ (g(c) + 1) over the children c of v: a tree on a stalk is worth
//! one more than the tree, and branches at a vertex add as nim sums do.
//!
//! A move to a wanted value is found by descent. Let the subtree of v have to
//! become worth t(v). For a child c, the other branches of v leave
//! w = t(v) ⊕ g(v) ⊕ (g(c) + 1) to be made up at c: w = 0 asks for the edge
//! above c to be cut, and otherwise t(c) = w - 1. One pass names every
//! winning edge.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::trees::edges::TreeEdges};
//! let tree = TreeEdges.read("0,1,2,1").unwrap();
//! let answer = ask(&TreeEdges, &tree, &Question::default()).unwrap();
//! assert_eq!(answer.value, Some(3u8.into()));
//! assert_eq!(TreeEdges.write_move(&answer.winning_moves[0].mv), "cut 3");
//! ```

use super::forest::{self, Family, Forest};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::games::written;
use crate::natural::Natural;
use crate::notation;
use crate::outcome::Convention;
use crate::picture::scene::{Id, Numbers, PANELS, Part, Scene, Show, Stage, why};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a forest; a move is the lower end of the edge
/// that is cut.
pub struct TreeEdges;

impl Game for TreeEdges {
    type Position = Forest;
    type Move = u32;

    fn options(&self, forest: &Forest, visit: &mut impl FnMut(u32, &[Forest]) -> Flow) -> Flow {
        let family = forest.family();
        let mut after = forest.clone();
        for v in forest.vertices().filter(|v| forest.parent(*v) != Some(0)) {
            after.clone_from(forest);
            after.remove_subtree(v, &family);
            visit(v, std::slice::from_ref(&after))?;
        }
        CONTINUE
    }

    fn play(&self, forest: &Forest, v: &u32) -> Option<Vec<Forest>> {
        if forest.parent(*v)? == 0 {
            return None;
        }
        let mut after = forest.clone();
        after.remove_subtree(*v, &forest.family());
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

    fn read_move(&self, _: &Forest, text: &str) -> Result<u32, Error> {
        forest::read_vertex(text, "cut")
    }

    fn write_move(&self, v: &u32) -> String {
        format!("cut {v}")
    }
}

/// The value of the subtree at each vertex, and that of the forest at 0.
fn values(forest: &Forest, family: &Family) -> Vec<u32> {
    let mut values = vec![0; forest.numbers() + 1];
    for &v in family.order().iter().rev() {
        let value = values[v as usize];
        match forest.parent(v).unwrap_or(0) {
            0 => values[0] ^= value,
            parent => values[parent as usize] ^= value + 1,
        }
    }
    values
}

impl Theorem for TreeEdges {
    fn value(&self, forest: &Forest) -> Option<Natural> {
        Some(values(forest, &forest.family())[0].into())
    }

    fn moves_to(
        &self,
        forest: &Forest,
        target: &Natural,
        visit: &mut impl FnMut(u32) -> Flow,
    ) -> Option<Flow> {
        let Ok(target) = u32::try_from(target) else {
            return Some(CONTINUE);
        };
        let family = forest.family();
        let values = values(forest, &family);
        // What the subtree of each vertex would have to become worth.
        let mut wanted = vec![0; values.len()];
        let mut cuts = vec![false; values.len()];
        for &v in family.order() {
            let (at, value) = (v as usize, values[v as usize]);
            match forest.parent(v).unwrap_or(0) as usize {
                0 => wanted[at] = target ^ values[0] ^ value,
                parent => match wanted[parent] ^ values[parent] ^ (value + 1) {
                    0 => cuts[at] = true,
                    grown => wanted[at] = grown - 1,
                },
            }
            // Below a cut nothing else will do; its own value asks for no change,
            // which no cut further down gives.
            if cuts[at] {
                wanted[at] = value;
            }
        }
        let mut winning = (0u32..).zip(&cuts).filter(|(_, cut)| **cut);
        Some(winning.try_for_each(|(v, _)| visit(v)))
    }

    fn reason(&self, sum: &[Forest], convention: Convention) -> Text {
        let name = (
            "colon principle, g(v) = ⊕ (g(child)+1)",
            "克朗原理（colon principle），g(v) = ⊕ (g(子)+1)",
        );
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

no_table!(TreeEdges);

impl Show for TreeEdges {
    fn scene(&self, stage: &Stage<Forest>) -> Scene {
        forest::scene(stage, true)
    }

    fn touches(&self, stage: &Stage<Forest>, mv: &SumMove<u32>) -> Vec<Id> {
        let parent = stage.sum()[mv.component].parent(mv.mv).unwrap_or(0);
        let edge = Part::Edge(parent.min(mv.mv), parent.max(mv.mv), 0);
        forest::touched(stage, mv.component, [edge])
    }

    /// Branches at the roots are worth one more than what they carry.
    fn numbers(&self, stage: &Stage<Forest>) -> Option<Numbers> {
        let branches = forest::numbers(stage, |forest| {
            let family = forest.family();
            let values = values(forest, &family);
            let mut branches = Vec::new();
            for root in family.children(0).iter().take(PANELS + 1) {
                for v in family.children(*root).iter().take(PANELS + 1) {
                    branches.push((format!("{root}-{v}"), values[*v as usize] + 1));
                }
            }
            branches
        });
        branches.or_else(|| why::of_components(self, stage))
    }
}

impl Named for TreeEdges {
    const ABOUT: About = About {
        id: "tree-edges",
        aliases: &[("tree-edges", &["hackenbush on trees", "树上删边", "树删边"])],
        name: ("tree edge deletion", "树上删边游戏"),
        summary: (
            "cut an edge of a rooted tree; what hangs below it falls off",
            "删去有根树的一条边，与根不再相连的部分随之移走",
        ),
        rules: (
            "There is a rooted tree, or several. A move cuts one edge; everything that is then no longer \
             connected with a root is taken away. Whoever cannot cut loses. This is green Hackenbush on trees.",
            "给出一棵或多棵有根树。每次删去一条边，并移走不再与根相连的部分。无边可删者负。即树上的绿色 Hackenbush。",
        ),
        theorem: (
            "g(v) is the nim sum of g(c)+1 over the children c of v; the winning edges are found by one descent.",
            "g(v) 等于其各子结点 c 的 g(c)+1 的异或和；自顶向下一遍即可找出所有制胜的边。",
        ),
        source: "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways, chapter 7 (1982): the colon principle",
        position: (
            "the parent of each vertex in turn, 0 for a root, - for a vertex that is gone: 0,1,1,2",
            "依次列出各顶点的父结点，根为 0，已移走的顶点为 -：0,1,1,2",
        ),
        moves: (
            "cut 4: the edge between vertex 4 and its parent",
            "cut 4：删去顶点 4 与其父结点之间的边",
        ),
        examples: &["0,1,2,1", "0,1,1,2,2,3,3,1", "0,1,1", "0,1,2 + 0,0,2,1"],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Err(written::TREES)
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(TreeEdges)
    }

    fn small(&self) -> Vec<Vec<Forest>> {
        forest::small_positions(5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::budget::Budget;
    use crate::game::STOP;
    use crate::outcome::Outcome;
    use crate::random::Random;
    use crate::solve::memo::Memo;
    use crate::strategy::Strategy;

    #[test]
    fn random_forests_agree_with_the_definition() {
        let mut random = Random::new(11);
        let mut memo = Memo::new(&TreeEdges);
        for _ in 0..120 {
            let n = 1 + random.below(11) as u32;
            let reach = 1 + random.below(6) as u32;
            let forest = forest::random_forest(n, reach, &mut random);
            let mut meter = Budget::default().meter("search");
            let value = memo.value(&forest, &mut meter).unwrap();
            assert_eq!(TreeEdges.value(&forest), Some(value.into()));
            let mut options = Vec::new();
            let _ = TreeEdges.options(&forest, &mut |v, to| {
                options.push((v, memo.value(&to[0], &mut meter).unwrap()));
                CONTINUE
            });
            for target in 0..16u32 {
                let expected: Vec<u32> = options
                    .iter()
                    .filter(|(_, value)| *value == target)
                    .map(|(v, _)| *v)
                    .collect();
                let mut found = Vec::new();
                let _ = TreeEdges.moves_to(&forest, &target.into(), &mut |v| {
                    found.push(v);
                    CONTINUE
                });
                assert_eq!(found, expected, "{} to {target}", forest.write());
            }
        }
    }

    #[test]
    fn a_million_vertices() {
        let n = 1_000_000u32;
        // A path, a path with its vertices in reverse, a random tree.
        let path = (0..n).collect::<Vec<_>>();
        let backwards = (2..=n).chain([0]).collect::<Vec<_>>();
        for (parents, value) in [(path, n - 1), (backwards, n - 1)] {
            let text = Forest::new(parents).unwrap().write();
            let sum = TreeEdges.read(&text).unwrap();
            let answer = ask(&TreeEdges, &sum, &Question::default()).unwrap();
            assert_eq!(answer.value, Some(value.into()));
            assert_eq!(answer.winning_moves.len(), 1);
        }
        let forest = forest::random_forest(n, n, &mut Random::new(5));
        let mut player = Strategy::new(
            &TreeEdges,
            vec![forest],
            Convention::Normal,
            Budget::default(),
        )
        .unwrap();
        for _ in 0..3 {
            let mv = player.reply().unwrap().unwrap();
            assert!(mv.mv > 0);
            let after = ask(&TreeEdges, player.position(), &Question::default()).unwrap();
            assert_eq!(after.outcome, Outcome::P);
            let mut any = None;
            let _ = TreeEdges.options(&player.position()[0], &mut |mv, _| {
                any = Some(mv);
                STOP
            });
            let mv = crate::answer::SumMove {
                component: 0,
                mv: any.unwrap(),
            };
            player.opponent(&mv).unwrap();
        }
    }
}
