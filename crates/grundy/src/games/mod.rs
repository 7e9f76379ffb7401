//! What is solved: one file per named game, in folders by what is on the
//! table. Each file holds the rules, the theorem with its source, the
//! notation and the page about the game; [`crate::catalogue`] lists them.

pub mod boards;
pub mod coins;
pub mod graphs;
pub mod heaps;
pub mod races;
pub mod sets;
pub mod stairs;
pub mod strips;
pub mod take;
pub mod tame;
pub mod trees;
pub mod written;

/// For games whose positions are not points of a lattice: no table.
macro_rules! no_table {
    ($game:ty) => {
        impl $crate::solve::dense::Lattice for $game {
            fn at(&self, _: &[u64]) -> Option<Self::Position> {
                None
            }

            fn coordinates(&self, _: &Self::Position, _: &mut [u64]) -> bool {
                false
            }
        }
    };
}

pub(crate) use no_table;

/// Every sum of up to `most` of these components, each combination once.
pub fn small_sums<P: Clone>(components: impl IntoIterator<Item = P>, most: usize) -> Vec<Vec<P>> {
    let components: Vec<P> = components.into_iter().collect();
    let mut sums: Vec<Vec<P>> = Vec::new();
    // Combinations with repetition, as non-decreasing lists of indices.
    let mut lists: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..most {
        let mut longer = Vec::new();
        for list in &lists {
            for next in list.last().copied().unwrap_or(0)..components.len() {
                let mut list = list.clone();
                list.push(next);
                sums.push(list.iter().map(|i| components[*i].clone()).collect());
                longer.push(list);
            }
        }
        lists = longer;
    }
    sums
}
