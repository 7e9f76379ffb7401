//! A compound as one game: the definition.
//!
//! A position of [`Compound`] is the list of its components' nodes in an
//! [`Explored`] graph; a move names the components moved in and where each
//! goes. Plain search over this game knows nothing of any theorem: it is the
//! oracle of the tests, and the engine where no theorem holds.
//!
//! ```
//! use grundy::compound::{Kind, Rules, numbers::Explored, search::Compound};
//! use grundy::game::Game;
//! use grundy::solve::graph::Graph;
//! let explored = Explored::new(Graph::from_edges(2, &[(1, 0)])).unwrap().into();
//! let rules = Rules { kind: Kind::Selective, ..Rules::default() };
//! let mut moves = 0;
//! let _ = Compound::new(&explored, rules).options(&vec![1, 1], &mut |_, _| {
//!     moves += 1;
//!     grundy::game::CONTINUE
//! });
//! assert_eq!(moves, 3); // the one, the other, or both
//! ```

use std::sync::Arc;

use super::numbers::Explored;
use super::{End, Kind, Rules};
use crate::game::{CONTINUE, Flow, Game};

/// What happens in one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The component, counted from 0.
    pub component: usize,
    /// The node it is moved to.
    pub to: u32,
}

/// The compounds of explored components under fixed rules.
#[derive(Clone)]
pub struct Compound {
    explored: Arc<Explored>,
    rules: Rules,
}

impl Compound {
    /// Compounds of nodes of `explored`.
    pub fn new(explored: &Arc<Explored>, rules: Rules) -> Self {
        let explored = explored.clone();
        Compound { explored, rules }
    }

    /// Whether play is over.
    pub fn is_over(&self, nodes: &[u32]) -> bool {
        is_over(&self.explored, nodes, self.rules.end)
    }
}

/// Whether play is over under `end`.
pub fn is_over(explored: &Explored, nodes: &[u32], end: End) -> bool {
    let mut components = nodes.iter().map(|&node| explored.numbers(node));
    match end {
        End::Long => components.all(|n| n.ended),
        End::Short => nodes.is_empty() || components.any(|n| n.ended),
        End::AllZero => components.all(|n| n.value == 0),
    }
}

impl Game for Compound {
    type Position = Vec<u32>;
    type Move = Vec<Step>;

    fn options(
        &self,
        nodes: &Vec<u32>,
        visit: &mut impl FnMut(Vec<Step>, &[Vec<u32>]) -> Flow,
    ) -> Flow {
        if self.is_over(nodes) {
            return CONTINUE;
        }
        let live: Vec<usize> = (0..nodes.len())
            .filter(|&i| !self.explored.numbers(nodes[i]).ended)
            .collect();
        let options = |i: &usize| self.explored.options(nodes[*i]);
        let counts: Vec<usize> = live.iter().map(|i| options(i).len()).collect();
        each_choice(self.rules.kind, &counts, &mut |digits| {
            let mut after = nodes.clone();
            let mut steps = Vec::new();
            for (component, &digit) in live.iter().zip(digits) {
                if digit > 0 {
                    let to = options(component)[digit - 1];
                    after[*component] = to;
                    steps.push(Step {
                        component: *component,
                        to,
                    });
                }
            }
            visit(steps, std::slice::from_ref(&after))
        })
    }

    fn may_cycle(&self) -> bool {
        self.explored.is_cyclic()
    }

    fn canonical(&self, mut nodes: Vec<u32>) -> Vec<u32> {
        if self.rules.end != End::Short {
            // A component without moves decides nothing more.
            nodes.retain(|&node| !self.explored.numbers(node).ended);
        }
        nodes.sort_unstable();
        nodes
    }
}

/// Names every way to move in several components at once, the last component fastest:
/// digit d > 0 of a component is its option d - 1, and 0 is no move there. `counts` are the
/// options of the components that have any.
///
/// ```
/// use grundy::compound::{Kind, search::each_choice};
/// let mut named = Vec::new();
/// let _ = each_choice(Kind::UpTo(1), &[1, 2], &mut |digits| {
///     named.push(digits.to_vec());
///     grundy::game::CONTINUE
/// });
/// assert_eq!(named, [[0, 1], [0, 2], [1, 0]]);
/// ```
pub fn each_choice(kind: Kind, counts: &[usize], visit: &mut impl FnMut(&[usize]) -> Flow) -> Flow {
    let most = match kind {
        Kind::Disjunctive => 1,
        Kind::UpTo(most) => most,
        Kind::Conjunctive | Kind::Selective => counts.len(),
    };
    let first = usize::from(kind == Kind::Conjunctive);
    let mut digits: Vec<usize> = Vec::from_iter((!counts.is_empty()).then_some(first));
    // How many components before the last digit move.
    let mut moved = 0;
    while let Some(&digit) = digits.last() {
        let depth = digits.len() - 1;
        let largest = if moved < most { counts[depth] } else { 0 };
        if digit > largest {
            digits.pop();
            if let Some(previous) = digits.last_mut() {
                moved -= usize::from(*previous > 0);
                *previous += 1;
            }
            continue;
        }
        if depth + 1 < counts.len() {
            moved += usize::from(digit > 0);
            digits.push(first);
            continue;
        }
        if moved + usize::from(digit > 0) > 0 {
            visit(&digits)?;
        }
        digits[depth] += 1;
    }
    CONTINUE
}
