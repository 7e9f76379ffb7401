//! Paths to the root: choose a vertex, and take the whole path from it up to
//! the root.
//!
//! What hung from the path stays behind as trees of their own. With colours
//! (choose a white vertex, blacken the path to the root) it is the same game:
//! a black vertex neither can be chosen nor keeps anything apart, so it is
//! removed and its children are hung from its parent.
//!
//! **Theorem**. By Sprague and Grundy, with x(v) = ⊕ g(c) over the children c of v, the
//! options of the subtree at v have the values
//! S(v) = {x(v)} ∪ ⋃ (S(c) ⊕ x(v) ⊕ g(c)), and g(v) = mex S(v).
//! Mergeable tries with lazy xor ([`XorSets`]) do this in O(n log n). Going
//! down again, choosing c instead of its parent changes the value by
//! g(c) ⊕ x(c): one pass names every winning vertex.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::trees::paths::RootPaths};
//! let tree = RootPaths.read("0,1,1,2").unwrap();
//! let answer = ask(&RootPaths, &tree, &Question::default()).unwrap();
//! let moves: Vec<_> = answer.winning_moves.iter().map(|m| m.mv).collect();
//! assert_eq!((answer.value, moves), (Some(4u8.into()), vec![2]));
//! ```

use super::forest::{self, Family, Forest};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::games::written;
use crate::natural::Natural;
use crate::notation;
use crate::outcome::Convention;
use crate::picture::scene::{Id, Numbers, PANELS, Part, Scene, Show, Stage, why};
use crate::solve::xorset::{XorSet, XorSets};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a forest; a move is the lowest vertex of the path
/// that is taken.
pub struct RootPaths;

fn remove_path(forest: &mut Forest, family: &Family, v: u32) {
    let mut next = v;
    while next != 0 {
        let parent = forest.parent(next).unwrap_or(0);
        forest.remove(next, family);
        next = parent;
    }
}

impl Game for RootPaths {
    type Position = Forest;
    type Move = u32;

    fn options(&self, forest: &Forest, visit: &mut impl FnMut(u32, &[Forest]) -> Flow) -> Flow {
        let family = forest.family();
        let mut after = forest.clone();
        for v in forest.vertices() {
            after.clone_from(forest);
            remove_path(&mut after, &family, v);
            visit(v, std::slice::from_ref(&after))?;
        }
        CONTINUE
    }

    fn play(&self, forest: &Forest, v: &u32) -> Option<Vec<Forest>> {
        forest.parent(*v)?;
        let mut after = forest.clone();
        remove_path(&mut after, &forest.family(), *v);
        Some(vec![after])
    }

    fn canonical(&self, forest: Forest) -> Forest {
        forest.canonical()
    }

    fn read(&self, text: &str) -> Result<Vec<Forest>, Error> {
        notation::read_sum(text, |reader| {
            let (mut forest, black) = Forest::read_marked(reader, |reader| reader.eat("#"))?;
            if black.contains(&true) {
                forest.contract(|v| black[v as usize - 1]);
            }
            Ok(forest)
        })
    }

    fn write(&self, sum: &[Forest]) -> String {
        forest::write_sum(sum)
    }

    fn read_move(&self, _: &Forest, text: &str) -> Result<u32, Error> {
        forest::read_vertex(text, "take")
    }

    fn write_move(&self, v: &u32) -> String {
        format!("take {v}")
    }
}

/// What is known about each vertex; that of the forest stands at 0.
struct Values {
    /// The value of the subtree.
    value: Vec<u32>,
    /// The nim sum of the children's values.
    below: Vec<u32>,
}

fn values(forest: &Forest, family: &Family) -> Values {
    let mut value = vec![0; forest.numbers() + 1];
    let mut below = value.clone();
    let mut sets = XorSets::new();
    let mut held: Vec<Option<XorSet>> = Vec::new();
    held.resize_with(value.len(), || None);
    for &v in family.order().iter().rev() {
        let at = v as usize;
        let mut options = sets.single(below[at]);
        for &child in family.children(v) {
            if let Some(set) = held[child as usize].take() {
                let set = sets.shift(set, below[at] ^ value[child as usize]);
                options = sets.merge(options, set);
            }
        }
        // At most one value per vertex of the subtree, so it fits.
        value[at] = sets.mex(&options) as u32;
        let parent = forest.parent(v).unwrap_or(0) as usize;
        below[parent] ^= value[at];
        if parent == 0 {
            sets.forget(options);
        } else {
            held[at] = Some(options);
        }
    }
    value[0] = below[0];
    Values { value, below }
}

impl Theorem for RootPaths {
    fn value(&self, forest: &Forest) -> Option<Natural> {
        Some(values(forest, &forest.family()).value[0].into())
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
        let Values { value, below } = values(forest, &family);
        // The value of the whole after the path to each vertex is taken.
        let mut after = vec![value[0]; value.len()];
        for &v in family.order() {
            let parent = forest.parent(v).unwrap_or(0) as usize;
            after[v as usize] = after[parent] ^ value[v as usize] ^ below[v as usize];
        }
        let mut winning = forest.vertices().filter(|v| after[*v as usize] == target);
        Some(winning.try_for_each(visit))
    }

    fn reason(&self, sum: &[Forest], convention: Convention) -> Text {
        let name = (
            "values of all subtrees, by merging sets of option values",
            "合并后继值集合，求得各子树的 SG 值",
        );
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

no_table!(RootPaths);

impl Show for RootPaths {
    fn scene(&self, stage: &Stage<Forest>) -> Scene {
        forest::scene(stage, true)
    }

    fn touches(&self, stage: &Stage<Forest>, mv: &SumMove<u32>) -> Vec<Id> {
        forest::touched(stage, mv.component, [Part::Vertex(mv.mv)])
    }

    /// Each tree has its own value.
    fn numbers(&self, stage: &Stage<Forest>) -> Option<Numbers> {
        let trees = forest::numbers(stage, |forest| {
            let family = forest.family();
            let values = values(forest, &family).value;
            let tree = |root: &u32| (root.to_string(), values[*root as usize]);
            family
                .children(0)
                .iter()
                .map(tree)
                .take(PANELS + 1)
                .collect()
        });
        trees.or_else(|| why::of_components(self, stage))
    }
}

impl Named for RootPaths {
    const ABOUT: About = About {
        id: "root-paths",
        name: ("paths to the root", "取到根的路径"),
        summary: (
            "choose a vertex of a rooted tree and take the path from it to the root",
            "选有根树的一个顶点，取走它到根的整条路径",
        ),
        rules: (
            "There is a rooted tree, or several. A move chooses a vertex and takes away all vertices on the \
             path from it to its root; the trees that hung from the path stay, each with its own root. Whoever takes \
             the last vertex wins. In the version with colours a move chooses a white vertex and blackens \
             the path to the root: mark vertices that are black from the start by #.",
            "给出一棵或多棵有根树。每次选一个顶点，取走它到根路径上的所有顶点；挂在路径上的子树各自成为一棵树。取走最后一个顶点者获胜。染色版本：每次选一个白点，将它到根的路径全部染黑；一开始就是黑色的顶点用 # 标出。",
        ),
        theorem: (
            "With x(v) the nim sum of the children's values, the options of v's subtree have the values \
             S(v) = {x(v)} ∪ ⋃ (S(c) ⊕ x(v) ⊕ g(c)), and g(v) = mex S(v): O(n log n) for all of them.",
            "记 x(v) 为各子结点 SG 值的异或和，则 v 子树的后继值集合为 S(v) = {x(v)} ∪ ⋃ (S(c) ⊕ x(v) ⊕ g(c))，g(v) = mex S(v)；总时间 O(n log n)。",
        ),
        source: "R. P. Sprague, Über mathematische Kampfspiele, Tôhoku Mathematical Journal 41 (1935); \
                 as a problem: SPOJ COT3, Combat on a tree",
        position: (
            "the parent of each vertex in turn, 0 for a root, - for a vertex that is gone, # after a black vertex: 0,1,1#,3",
            "依次列出各顶点的父结点，根为 0，已取走的顶点为 -，黑点后加 #：0,1,1#,3",
        ),
        moves: (
            "take 4: vertices on the path from 4 to its root",
            "take 4：取走 4 到根路径上的顶点",
        ),
        examples: &["0,1,1,2", "0,1,1,3,3#,5", "0,0", "0,1,2,3 + 0,1,1,1"],
        variants: &[Variant {
            id: "combat-on-a-tree",
            name: ("Combat on a tree", "树上战斗"),
            convention: Convention::Normal,
            parameters: &[],
        }],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Err(written::TREES)
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(RootPaths)
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
    use crate::random::Random;
    use crate::solve::memo::Memo;

    #[test]
    fn random_forests_agree_with_the_definition() {
        let mut random = Random::new(12);
        let mut memo = Memo::new(&RootPaths);
        for _ in 0..150 {
            let n = 1 + random.below(12) as u32;
            let reach = 1 + random.below(6) as u32;
            let forest = forest::random_forest(n, reach, &mut random);
            let mut meter = Budget::default().meter("search");
            let value = memo.value(&forest, &mut meter).unwrap();
            assert_eq!(RootPaths.value(&forest), Some(value.into()));
            let mut expected = vec![Vec::new(); 32];
            let _ = RootPaths.options(&forest, &mut |v, to| {
                expected[memo.value(&to[0], &mut meter).unwrap() as usize].push(v);
                CONTINUE
            });
            for (target, expected) in expected.into_iter().enumerate() {
                let mut found = Vec::new();
                let _ = RootPaths.moves_to(&forest, &target.into(), &mut |v| {
                    found.push(v);
                    CONTINUE
                });
                assert_eq!(found, expected, "{} to {target}", forest.write());
            }
        }
    }

    /// The same definition on coloured trees, without contraction.
    fn blackened(parents: &[u32], black: u32) -> bool {
        (0..parents.len()).any(|u| {
            if black >> u & 1 == 1 {
                return false;
            }
            let (mut after, mut v) = (black, u + 1);
            while v != 0 {
                after |= 1 << (v - 1);
                v = parents[v - 1] as usize;
            }
            !blackened(parents, after)
        })
    }

    #[test]
    fn black_vertices_may_be_contracted() {
        let mut random = Random::new(13);
        for _ in 0..200 {
            let n = 1 + random.below(7) as u32;
            let parents: Vec<u32> = (0..n)
                .map(|v| random.below(u64::from(v) + 1) as u32)
                .collect();
            let black = random.below(1 << n) as u32;
            let entry = |v: usize| {
                let mark = if black >> v & 1 == 1 { "#" } else { "" };
                format!("{}{mark}", parents[v])
            };
            let text: Vec<String> = (0..n as usize).map(entry).collect();
            let sum = RootPaths.read(&text.join(",")).unwrap();
            let won = RootPaths.value(&sum[0]) != Some(Natural::ZERO);
            assert_eq!(won, blackened(&parents, black), "{}", text.join(","));
        }
    }

    #[test]
    fn a_million_vertices() {
        let n = 1_000_000u32;
        let path = Forest::new((0..n).collect()).unwrap();
        // On a path every shorter path is an option.
        assert_eq!(RootPaths.value(&path), Some(n.into()));
        let forest = forest::random_forest(n, n, &mut Random::new(5));
        let sum = RootPaths.read(&forest.write()).unwrap();
        let answer = ask(&RootPaths, &sum, &Question::default()).unwrap();
        let mv = answer.winning_moves[0].mv;
        let after = RootPaths.play(&forest, &mv).unwrap();
        assert_eq!(RootPaths.value(&after[0]), Some(Natural::ZERO));
    }
}
