//! Keep one part: delete a vertex of a tree and keep one of the parts into
//! which it falls (Luogu P8347). Whoever leaves a single vertex loses.
//!
//! **Theorem.** The position is P exactly when every vertex has odd degree.
//!
//! *Proof.* If all degrees are odd, deleting a vertex v and keeping the part of
//! its neighbour u makes the degree of u even (0 if u is alone, and then the
//! mover has lost). If some degrees are even, let u be a vertex of even degree
//! such that all others of even degree lie on one branch at u (there is one:
//! an end of the smallest subtree that joins them). Delete the neighbour of u on that
//! branch — any neighbour if u is the only one — and keep the part of u: u has now
//! odd degree, the others there had it before, and as u had at least two
//! neighbours it is not alone. ∎
//!
//! So the winning moves are those that keep a part in which the neighbour
//! is the only vertex whose degree was even; one pass finds them all.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::trees::keep::KeepOne};
//! let path = KeepOne.read("0,1,2").unwrap();
//! let answer = ask(&KeepOne, &path, &Question::default()).unwrap();
//! assert_eq!(KeepOne.write_move(&answer.winning_moves[0].mv), "delete 1 keep 2");
//! ```

use super::forest::{self, Forest};
use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::games::written;
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome, Winner};
use crate::picture::scene::{Id, Part, Scene, Show, Stage};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a tree, hung from any of its vertices.
pub struct KeepOne;

/// A vertex is deleted and the part with one of its neighbours is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The vertex that goes.
    pub delete: u32,
    /// The neighbour whose part stays.
    pub keep: u32,
}

/// The tree after a move, if it is one.
fn after(tree: &Forest, cut: &Cut) -> Option<Forest> {
    let family = tree.family();
    let mut after = tree.clone();
    if tree.parent(cut.delete)? == cut.keep && cut.keep != 0 {
        after.remove_subtree(cut.delete, &family);
    } else if tree.parent(cut.keep)? == cut.delete {
        let outside = family.children(0).iter().copied();
        let mut open: Vec<u32> = outside.collect();
        while let Some(v) = open.pop() {
            let below = family.children(v).iter();
            open.extend(below.copied().filter(|child| *child != cut.keep));
            after.remove(v, &family);
        }
    } else {
        return None;
    }
    Some(after)
}

/// Every vertex that has a parent, with it.
fn edges(tree: &Forest) -> impl Iterator<Item = (u32, u32)> + '_ {
    let with_parent = |v| Some((v, tree.parent(v).filter(|parent| *parent != 0)?));
    tree.vertices().filter_map(with_parent)
}

/// The degree of every vertex, by number.
fn degrees(tree: &Forest) -> Vec<u32> {
    let mut degrees = vec![0; tree.numbers() + 1];
    for (v, parent) in edges(tree) {
        degrees[v as usize] += 1;
        degrees[parent as usize] += 1;
    }
    degrees
}

impl Game for KeepOne {
    type Position = Forest;
    type Move = Cut;

    fn options(&self, tree: &Forest, visit: &mut impl FnMut(Cut, &[Forest]) -> Flow) -> Flow {
        for (v, parent) in edges(tree) {
            for (delete, keep) in [(parent, v), (v, parent)] {
                let cut = Cut { delete, keep };
                if let Some(after) = after(tree, &cut) {
                    visit(cut, &[after])?;
                }
            }
        }
        CONTINUE
    }

    fn play(&self, tree: &Forest, cut: &Cut) -> Option<Vec<Forest>> {
        after(tree, cut).map(|after| vec![after])
    }

    fn canonical(&self, tree: Forest) -> Forest {
        tree.canonical()
    }

    fn declares_ends(&self) -> bool {
        true
    }

    fn over(&self, tree: &Forest) -> Option<Winner> {
        (tree.vertices().nth(1).is_none()).then_some(Winner::Next)
    }

    fn read(&self, text: &str) -> Result<Vec<Forest>, Error> {
        notation::read_sum(text, |reader| {
            let tree = Forest::read(reader)?;
            match tree.family().children(0) {
                [_] => Ok(tree),
                roots => Err(reader.fail(Text::new(
                    format!("one root, not {}", roots.len()),
                    format!("恰有一个根，而不是 {} 个", roots.len()),
                ))),
            }
        })
    }

    fn write(&self, sum: &[Forest]) -> String {
        forest::write_sum(sum)
    }

    fn read_move(&self, _: &Forest, text: &str) -> Result<Cut, Error> {
        let mut reader = Reader::new(text);
        reader.eat("delete");
        let mut read = || {
            let delete = u32::try_from(reader.small().ok()?).ok()?;
            reader.expect("keep").ok()?;
            let keep = u32::try_from(reader.small().ok()?).ok()?;
            reader.end().ok()?;
            Some(Cut { delete, keep })
        };
        read().ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`delete V keep U`, two neighbours",
                " `delete V keep U`，其中 V 与 U 相邻",
            ),
        })
    }

    fn write_move(&self, cut: &Cut) -> String {
        format!("delete {} keep {}", cut.delete, cut.keep)
    }
}

impl Theorem for KeepOne {
    // Every play ends by declaration, so both conventions agree.
    fn outcome(&self, sum: &[Forest], _: Convention) -> Option<Outcome> {
        let [tree] = sum else { return None };
        let degrees = degrees(tree);
        let even = tree
            .vertices()
            .any(|v| degrees[v as usize].is_multiple_of(2));
        Some(Outcome::mover_wins(even))
    }

    fn winning_moves(
        &self,
        sum: &[Forest],
        _: Convention,
        visit: &mut impl FnMut(SumMove<Cut>) -> Flow,
    ) -> Option<Flow> {
        let [tree] = sum else { return None };
        let degrees = degrees(tree);
        let is_even = |v: u32| degrees[v as usize].is_multiple_of(2);
        // How many vertices of even degree there are in each subtree; in all at 0.
        let mut even = vec![0u32; tree.numbers() + 1];
        for &v in tree.family().order().iter().rev() {
            even[v as usize] += u32::from(is_even(v));
            let parent = tree.parent(v).unwrap_or(0);
            even[parent as usize] += even[v as usize];
        }
        Some(edges(tree).try_for_each(|(v, parent)| {
            let below = even[v as usize];
            for (delete, keep, there) in [(parent, v, below), (v, parent, even[0] - below)] {
                if there == 1 && is_even(keep) {
                    let mv = Cut { delete, keep };
                    visit(SumMove { component: 0, mv })?;
                }
            }
            CONTINUE
        }))
    }

    fn reason(&self, sum: &[Forest], _: Convention) -> Text {
        let [tree] = sum else { return Text::default() };
        let degrees = degrees(tree);
        let even = tree
            .vertices()
            .filter(|v| degrees[*v as usize].is_multiple_of(2))
            .count();
        Text::new(
            format!("{even} vertices have even degree"),
            format!("度数为偶数的顶点有 {even} 个"),
        )
    }
}

no_table!(KeepOne);

impl Show for KeepOne {
    fn scene(&self, stage: &Stage<Forest>) -> Scene {
        forest::scene(stage, false)
    }

    /// The vertex that goes, and the edge to the part that stays.
    fn touches(&self, stage: &Stage<Forest>, mv: &SumMove<Cut>) -> Vec<Id> {
        let Cut { delete, keep } = mv.mv;
        let edge = Part::Edge(delete.min(keep), delete.max(keep), 0);
        forest::touched(stage, mv.component, [Part::Vertex(delete), edge])
    }
}

impl Named for KeepOne {
    const ABOUT: About = About {
        id: "keep-one",
        name: ("keep one part", "删点留一块"),
        summary: (
            "delete a vertex of a tree, keep one part; leaving one vertex loses",
            "删去树上一点并保留一个连通块，只剩一点时操作者负",
        ),
        rules: (
            "There is a tree. A move deletes a vertex and keeps exactly one of the parts into which the tree \
             falls. Whoever leaves a single vertex loses.",
            "给出一棵树。每次删去一个顶点，并恰好保留一个由此产生的连通块。使树只剩一个顶点的人负。",
        ),
        theorem: (
            "P exactly when every vertex has odd degree.",
            "当且仅当每个顶点的度数都是奇数时为 P 态。",
        ),
        source: "Luogu P8347, Wdoi-6 (2022); proof in the text of this module",
        position: (
            "the parent of each vertex in turn, 0 for the root, - for a vertex that is gone: 0,1,1,2",
            "依次列出各顶点的父结点，根为 0，已删去的顶点为 -：0,1,1,2",
        ),
        moves: (
            "the vertex and the neighbour that is kept: delete 1 keep 2",
            "删去的点与保留的邻点：delete 1 keep 2",
        ),
        examples: &["0,1,2", "0,1", "0,1,1,1", "0,1,1,2,2,3,3", "0,1,2,3,4,5"],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Err(written::TREES)
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(KeepOne)
    }

    fn small(&self) -> Vec<Vec<Forest>> {
        let tree = |forest: &Forest| forest.family().children(0).len() == 1;
        let trees = forest::small_forests(7).into_iter().filter(tree);
        trees.map(|tree| vec![tree]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::STOP;

    #[test]
    fn a_million_vertices() {
        let n = 1_000_000u32;
        let path = Forest::new((0..n).collect()).unwrap();
        let mut found = None;
        let _ = KeepOne.winning_moves(std::slice::from_ref(&path), Convention::Normal, &mut |mv| {
            found = Some(mv.mv);
            STOP
        });
        // Only the pair at either end has all degrees odd.
        assert_eq!(found, Some(Cut { delete: 3, keep: 2 }));
        let left = KeepOne.play(&path, &found.unwrap()).unwrap();
        assert_eq!(left[0].vertices().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(KeepOne.outcome(&left, Convention::Normal), Some(Outcome::P));
    }

    #[test]
    fn several_roots_are_refused() {
        for text in ["0,0", "-", "0,1,0"] {
            assert!(KeepOne.read(text).is_err(), "{text}");
        }
    }
}
