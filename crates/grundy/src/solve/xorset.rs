//! Sets of numbers that are shifted by xor, merged, and asked for their mex.
//!
//! Binary tries of count nodes with lazy xor. Shifting a set costs O(1),
//! the mex O(log max), and all merges together no more than all insertions:
//! O(n log max) for n numbers, since a merge destroys a node for every step
//! it takes. A trie is only as high as its numbers are long.
//!
//! ```
//! use grundy::solve::xorset::XorSets;
//! let mut sets = XorSets::new();
//! let (zero, three) = (sets.single(0), sets.single(3));
//! let both = sets.merge(zero, three); // {0, 3}
//! assert_eq!(sets.mex(&both), 1);
//! let both = sets.shift(both, 1); // {1, 2}
//! assert_eq!(sets.mex(&both), 0);
//! ```

const NONE: u32 = u32::MAX;

/// The nodes of any number of sets.
#[derive(Debug, Default)]
pub struct XorSets {
    nodes: Vec<Node>,
    free: Vec<u32>,
}

/// One set of numbers below 2^`height`. It is used up by what changes it.
#[derive(Debug)]
pub struct XorSet {
    root: u32,
    height: u32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    children: [u32; 2],
    /// How many numbers there are below.
    count: u32,
    /// The xor that the numbers below still have to undergo.
    shift: u32,
}

impl XorSets {
    /// No sets.
    pub fn new() -> Self {
        XorSets::default()
    }

    /// The set of one number.
    pub fn single(&mut self, number: u32) -> XorSet {
        let root = self.node(Node {
            children: [NONE; 2],
            count: 1,
            shift: 0,
        });
        self.shift(XorSet { root, height: 0 }, number)
    }

    /// The set of all n ⊕ `by`.
    pub fn shift(&mut self, mut set: XorSet, by: u32) -> XorSet {
        self.raise(&mut set, u32::BITS - by.leading_zeros());
        self.nodes[set.root as usize].shift ^= by;
        set
    }

    /// The union.
    pub fn merge(&mut self, mut a: XorSet, mut b: XorSet) -> XorSet {
        self.raise(&mut a, b.height);
        self.raise(&mut b, a.height);
        XorSet {
            root: self.union(a.root, b.root, a.height),
            height: a.height,
        }
    }

    /// The least number that is not in the set.
    pub fn mex(&mut self, set: &XorSet) -> u64 {
        let mut low = 0;
        let (mut node, mut height) = (set.root, set.height);
        while node != NONE {
            if u64::from(self.nodes[node as usize].count) == 1 << height {
                return low + (1 << height);
            }
            // Not full, so not a leaf.
            height -= 1;
            let [zero, one] = self.pushed(node, height + 1);
            let full = zero != NONE && u64::from(self.nodes[zero as usize].count) == 1 << height;
            node = if full {
                low += 1 << height;
                one
            } else {
                zero
            };
        }
        low
    }

    /// Takes back the nodes of a set.
    pub fn forget(&mut self, set: XorSet) {
        let mut open = vec![set.root];
        while let Some(node) = open.pop() {
            if node != NONE {
                open.extend(self.nodes[node as usize].children);
                self.free.push(node);
            }
        }
    }

    fn node(&mut self, node: Node) -> u32 {
        match self.free.pop() {
            Some(at) => {
                self.nodes[at as usize] = node;
                at
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    fn raise(&mut self, set: &mut XorSet, height: u32) {
        while set.height < height {
            let count = self.nodes[set.root as usize].count;
            set.root = self.node(Node {
                children: [set.root, NONE],
                count,
                shift: 0,
            });
            set.height += 1;
        }
    }

    /// The children of a node, its shift handed on to them.
    fn pushed(&mut self, node: u32, height: u32) -> [u32; 2] {
        let Node {
            mut children,
            shift,
            ..
        } = self.nodes[node as usize];
        if shift != 0 {
            let top = 1 << (height - 1);
            if shift & top != 0 {
                children.swap(0, 1);
            }
            for child in children.into_iter().filter(|child| *child != NONE) {
                self.nodes[child as usize].shift ^= shift & (top - 1);
            }
            let node = &mut self.nodes[node as usize];
            node.children = children;
            node.shift = 0;
        }
        children
    }

    /// Calls itself no deeper than a number has bits.
    fn union(&mut self, a: u32, b: u32, height: u32) -> u32 {
        if a == NONE {
            return b;
        }
        if b == NONE {
            return a;
        }
        self.free.push(b);
        if height == 0 {
            return a;
        }
        let (of_a, of_b) = (self.pushed(a, height), self.pushed(b, height));
        let mut count = 0;
        let mut children = [NONE; 2];
        for side in 0..2 {
            children[side] = self.union(of_a[side], of_b[side], height - 1);
            if children[side] != NONE {
                count += self.nodes[children[side] as usize].count;
            }
        }
        let node = &mut self.nodes[a as usize];
        (node.children, node.count) = (children, count);
        a
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn sets_behave_as_sets(steps in proptest::collection::vec((0u32..4, 0u32..40), 1..60)) {
            let mut sets = XorSets::new();
            let mut held: Vec<(XorSet, BTreeSet<u32>)> = Vec::new();
            for (step, number) in steps {
                match (step, held.pop()) {
                    (0, top) => {
                        held.extend(top);
                        held.push((sets.single(number), BTreeSet::from([number])));
                    }
                    (1, Some((set, plain))) => {
                        let plain = plain.into_iter().map(|n| n ^ number).collect();
                        held.push((sets.shift(set, number), plain));
                    }
                    (2, Some((b, mut plain))) => {
                        if let Some((a, more)) = held.pop() {
                            plain.extend(more);
                            held.push((sets.merge(a, b), plain));
                        } else {
                            held.push((b, plain));
                        }
                    }
                    (_, Some((set, _))) if held.len() > 3 => sets.forget(set),
                    (_, top) => held.extend(top),
                }
                for (set, plain) in &held {
                    let mex = (0..).find(|n| !plain.contains(n)).unwrap();
                    prop_assert_eq!(sets.mex(set), u64::from(mex));
                }
            }
        }
    }

    #[test]
    fn the_longest_numbers_fit() {
        let mut sets = XorSets::new();
        let top = sets.single(u32::MAX);
        let top = sets.shift(top, u32::MAX);
        assert_eq!(sets.mex(&top), 1);
    }
}
