//! Coins on a rooted tree: turn a coin and any of its ancestors.
//!
//! **Theorem.** A head at depth d (a root has depth 0) has the value 2^d: the
//! ancestors have the values 1, 2, …, 2^(d−1), whose subsets have every nim sum
//! below 2^d exactly once. So each wanted worth has exactly one set: the
//! node whose depth is the highest bit, and the ancestors whose depths are
//! the other bits.
//!
//! Values are as wide as the tree is deep; they are summed bit by bit.

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
use crate::text::Text;

/// The rules.
pub struct Ancestors;

/// Rooted trees: nodes are numbered from 1, parents before children.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Forest {
    /// The parent of each node, 0 for a root.
    parents: Vec<u32>,
    depths: Vec<u32>,
}

impl Forest {
    /// The forest in which node i + 1 has the parent `parents[i]`, 0 for a
    /// root; `Err` names the first node whose parent does not come before it.
    pub fn new(parents: Vec<u32>) -> Result<Self, usize> {
        let mut depths: Vec<u32> = Vec::with_capacity(parents.len());
        for (index, parent) in parents.iter().enumerate() {
            depths.push(match *parent as usize {
                0 => 0,
                parent if parent <= index => depths[parent - 1] + 1,
                _ => return Err(index + 1),
            });
        }
        Ok(Forest { parents, depths })
    }

    fn depth(&self, node: u32) -> usize {
        self.depths[node as usize - 1] as usize
    }

    /// The ancestors of a node, the nearest first.
    fn ancestors(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let parent = |node: u32| Some(self.parents[node as usize - 1]).filter(|p| *p != 0);
        std::iter::successors(parent(node), move |node| parent(*node))
    }
}

impl Family for Ancestors {
    type Board = Arc<Forest>;
    type Place = u32;

    fn sets(&self, forest: &Arc<Forest>, top: &u32, visit: VisitSet<'_, u32>) -> Flow {
        let mut ancestors: Vec<u32> = forest.ancestors(*top).collect();
        ancestors.reverse();
        // Counts in binary; the digits say who is chosen.
        let mut chosen = vec![false; ancestors.len()];
        loop {
            let set: Vec<u32> = ancestors
                .iter()
                .zip(&chosen)
                .filter(|(_, chosen)| **chosen)
                .map(|(node, _)| *node)
                .collect();
            visit(&set)?;
            let Some(zero) = chosen.iter().position(|digit| !digit) else {
                return CONTINUE;
            };
            chosen[..zero].fill(false);
            chosen[zero] = true;
        }
    }

    fn allows(&self, forest: &Arc<Forest>, top: &u32, others: &[u32]) -> bool {
        let mut ancestors = forest.ancestors(*top);
        others
            .iter()
            .rev()
            .all(|other| ancestors.any(|ancestor| ancestor == *other))
    }

    fn value(&self, forest: &Arc<Forest>, top: &u32) -> Option<Natural> {
        Some(Natural::ONE << forest.depth(*top))
    }

    fn total(&self, forest: &Arc<Forest>, heads: &[u32]) -> Option<Natural> {
        let depths = heads.iter().map(|node| forest.depth(*node));
        Some(natural::from_bits(depths))
    }

    fn sets_worth(
        &self,
        forest: &Arc<Forest>,
        top: &u32,
        worth: &Natural,
        visit: VisitSet<'_, u32>,
    ) -> Option<Flow> {
        if natural::highest_bit(worth) != Some(forest.depth(*top)) {
            return Some(CONTINUE);
        }
        let mut others: Vec<u32> = forest
            .ancestors(*top)
            .filter(|node| natural::bit(worth, forest.depth(*node)))
            .collect();
        others.reverse();
        Some(visit(&others))
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<(Arc<Forest>, Vec<u32>), Error> {
        let mut parents = Vec::new();
        while reader.peek() != Some(':') {
            parents.push(reader.within(0, u32::MAX.into())? as u32);
            reader.eat_if(|c| matches!(c, ',' | '，'));
        }
        reader.expect(":")?;
        let forest = Forest::new(parents).map_err(|node| {
            reader.fail(Text::new(
                format!("parents that come before their children; that of node {node} does not"),
                format!("父结点编号小于子结点；结点 {node} 的父结点不是"),
            ))
        })?;
        let nodes = forest.parents.len();
        let heads = read_heads(reader, |reader| {
            reader.within(1, nodes as u64).map(|node| node as u32)
        })?;
        Ok((Arc::new(forest), heads))
    }

    fn write(&self, forest: &Arc<Forest>, heads: &[u32]) -> String {
        let parents: Vec<String> = forest.parents.iter().map(u32::to_string).collect();
        let heads = write_heads(heads, |node| node.to_string());
        format!("{} : {heads}", parents.join(" "))
    }

    fn read_place(&self, reader: &mut Reader<'_>) -> Result<u32, Error> {
        reader.within(1, u32::MAX.into()).map(|node| node as u32)
    }

    fn write_place(&self, place: &u32) -> String {
        place.to_string()
    }

    fn law(&self) -> Text {
        Text::fixed(
            "a head at depth d has the value 2^d",
            "深度为 d 的正面硬币的值为 2^d",
        )
    }
}

impl Page for Ancestors {
    const ABOUT: About = About {
        id: "coin-tree",
        name: ("coins on a tree", "树上翻硬币"),
        summary: (
            "turn a coin and any of its ancestors",
            "翻转一枚硬币及其任意若干个祖先",
        ),
        rules: (
            "A coin lies on every node of a rooted tree (or of several). A move turns one coin from heads \
             to tails and with it any of the coins on its ancestors. Whoever cannot move loses.",
            "有根树（可以有多棵）的每个结点上放一枚硬币。每次将一枚硬币由正面翻为反面，并可同时翻转其任意若干个祖先上的硬币。无法操作者负。",
        ),
        theorem: (
            "The value of a position is the nim sum over its heads; a head at depth d has the value 2^d. So the \
             position is P exactly when every depth has an even number of heads.",
            "局面的值为各正面硬币值的异或和；深度为 d 的正面硬币的值为 2^d。因此当且仅当每一层的正面硬币数都是偶数时为 P 态。",
        ),
        source: "the coin turning theorem: E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your \
                 Mathematical Plays (1982), chapter 14",
        position: (
            "the parent of each node (0 for a root, parents first), a colon, the heads: 0 1 1 2 : 3,4",
            "各结点的父结点（根为 0，父先于子），冒号，正面硬币的结点：0 1 1 2 : 3,4",
        ),
        moves: ("turn 1,4", "turn 1,4"),
        examples: &[
            "0 1 1 2 : 3,4",
            "0 1 1 2 2 : 4,5",
            "0 1 2 3 4 : 5",
            "0 1 0 3 : 2,4 + 0 1 : 1",
        ],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Err(written::BOARDS)
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Ancestors)
    }

    fn spot(&self, node: &u32) -> Option<Vec<u64>> {
        Some(vec![u64::from(*node)])
    }

    fn table(&self, forest: &Arc<Forest>, _: &[u32]) -> Option<Table> {
        table::trees(&forest.parents)
    }

    fn small_boards(&self) -> Vec<(Arc<Forest>, Vec<u32>)> {
        let trees: [&[u32]; 3] = [&[0, 1, 1, 2, 4, 3], &[0, 1, 2, 3, 4], &[0, 0, 1, 2, 2]];
        let boards = trees.into_iter().filter_map(|parents| {
            let forest = Forest::new(parents.to_vec()).ok()?;
            Some((Arc::new(forest), (1..=parents.len() as u32).collect()))
        });
        boards.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::game::Game;
    use crate::outcome::Outcome;
    use crate::solve::coins::Coins;

    #[test]
    fn a_path_a_million_deep() {
        let game = Coins(Ancestors);
        let nodes = 1_000_000;
        let parents: Vec<String> = (0..nodes).map(|n: u32| n.to_string()).collect();
        let heads: Vec<String> = (1..=nodes).map(|n| n.to_string()).collect();
        let text = format!("{} : {}", parents.join(" "), heads.join(","));
        let board = game.read(&text).unwrap();
        let answer = ask(&game, &board, &Question::default()).unwrap();
        assert_eq!(answer.outcome, Outcome::N);
        assert_eq!(answer.value, Some((Natural::ONE << 1_000_000) - 1u8));
        // Only turning everything wins.
        assert_eq!(answer.winning_moves.len(), 1);
        assert_eq!(answer.winning_moves[0].mv.0.len(), nodes as usize);
    }
}
