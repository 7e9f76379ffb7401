//! What coins lie on, in a picture: a grid of any dimension, trees, or a list of the
//! sets that are given for each coin.
//!
//! A grid is as large as the heads that lay there first reach, since play only turns
//! coins below them. Its last coordinate runs to the right, the one before it down;
//! further ones count layers, which lie below each other. Every row is named by all
//! coordinates but the last.
//!
//! ```
//! use grundy::games::coins::table;
//! let table = table::grid(vec![1, 1], [Some(vec![2, 3])].into_iter()).unwrap();
//! let panel = table.panel(0, &[vec![2, 3]].into_iter().collect()).unwrap();
//! assert_eq!(panel.elements.len(), 6);
//! assert_eq!((panel.rows, panel.columns.len()), (vec!["1".to_string(), "2".to_string()], 3));
//! ```
//!
//! Limits: those of [`grids`] and [`graphs`]; what is larger is a card.

use rustc_hash::FxHashSet;

use crate::picture::scene::graphs;
use crate::picture::scene::grids::{self, LONG};
use crate::picture::scene::{Layout, Look, Panel, Part};

/// Longer lists of sets are not shown.
const SETS: usize = 8;

/// What coins lie on. A place is a list of coordinates; that of a node or an element
/// is its number alone.
pub enum Table {
    /// For each coordinate the first place and how many there are.
    Grid(Vec<(u64, u64)>),
    /// The parent of each node from 1 on, 0 for a root.
    Trees(Vec<u32>),
    /// The sets that may be turned with each element from 1 on, as they are written.
    Sets(Vec<Vec<String>>),
}

/// The grid from the first coordinates to the last of the given places; `None` if it is
/// too large to be shown, or a place is too far to have coordinates.
pub fn grid(firsts: Vec<u64>, places: impl Iterator<Item = Option<Vec<u64>>>) -> Option<Table> {
    let mut axes: Vec<(u64, u64)> = firsts.into_iter().map(|first| (first, 1)).collect();
    for place in places {
        for ((first, count), at) in axes.iter_mut().zip(place?) {
            *count = (*count).max(at.checked_sub(*first)?.saturating_add(1));
        }
    }
    let table = Table::Grid(axes);
    table.rows().map(|_| table)
}

/// These trees, if they can be shown.
pub fn trees(parents: &[u32]) -> Option<Table> {
    (parents.len() <= graphs::MANY).then(|| Table::Trees(parents.to_vec()))
}

/// These sets, if they can be shown.
pub fn sets(families: &[Vec<Vec<u32>>]) -> Option<Table> {
    let few = families.len() as u64 <= LONG && families.iter().all(|f| f.len() <= SETS);
    let write = |set: &Vec<u32>| {
        let places: Vec<String> = set.iter().map(u32::to_string).collect();
        format!("{{{}}}", places.join(","))
    };
    let written = |family: &Vec<Vec<u32>>| family.iter().map(write).collect();
    few.then(|| Table::Sets(families.iter().map(written).collect()))
}

impl Table {
    /// How many rows a grid has in a picture, with those between its layers, if they and
    /// its columns can be shown.
    fn rows(&self) -> Option<u64> {
        let Table::Grid(axes) = self else { return None };
        let ((_, columns), above) = axes.split_last()?;
        let rows = above
            .iter()
            .try_fold(1u64, |rows, axis| rows.checked_mul(axis.1))?;
        let layers = rows / above.last().map_or(1, |axis| axis.1);
        let rows = rows.checked_add(layers - 1)?;
        (*columns <= LONG && rows <= LONG).then_some(rows)
    }

    /// The element on which the coin of a place lies.
    pub fn part(&self, place: &[u64]) -> Option<Part> {
        match (self, place) {
            (Table::Grid(axes), place) if axes.len() == place.len() => {
                let mut at = Vec::with_capacity(place.len());
                for ((first, count), at_axis) in axes.iter().zip(place) {
                    at.push(at_axis.checked_sub(*first).filter(|at| at < count)?);
                }
                let column = at.pop()?;
                let height = axes.iter().rev().nth(1).map_or(1, |axis| axis.1);
                let row = axes
                    .iter()
                    .zip(&at)
                    .fold(0, |row, (axis, at)| row * axis.1 + at);
                Some(Part::Cell {
                    // A blank row follows each layer.
                    row: i32::try_from(row + row / height).ok()?,
                    column: i32::try_from(column).ok()?,
                })
            }
            (Table::Trees(parents), [node]) if (1..=parents.len() as u64).contains(node) => {
                Some(Part::Vertex(*node as u32))
            }
            (Table::Sets(sets), [element]) if (1..=sets.len() as u64).contains(element) => {
                let row = *element as i32 - 1;
                Some(Part::Cell { row, column: 0 })
            }
            _ => None,
        }
    }

    /// The table with its coins.
    pub fn panel(&self, board: u32, heads: &FxHashSet<Vec<u64>>) -> Option<Panel> {
        let face = |is_head: bool| match is_head {
            true => Look::Heads,
            false => Look::Tails,
        };
        let heads: Option<FxHashSet<Part>> = heads.iter().map(|at| self.part(at)).collect();
        let heads = heads?;
        let coin = |part: Part| face(heads.contains(&part));
        match self {
            Table::Grid(axes) => {
                let rows = self.rows()?;
                let ((first, columns), above) = axes.split_last()?;
                let height = above.last().map_or(1, |axis| axis.1) as i32;
                let mut panel = grids::board(board, rows, *columns, |row, column| {
                    let between = row % (height + 1) == height;
                    (!between).then(|| coin(Part::Cell { row, column }))
                })?;
                panel.columns = (*first..)
                    .take(*columns as usize)
                    .map(|n| n.to_string())
                    .collect();
                if !above.is_empty() {
                    panel.rows = row_names(above);
                }
                Some(panel)
            }
            Table::Trees(parents) => {
                let parent = |number: &u32| Some(*number).filter(|number| *number != 0);
                let nodes: Vec<(u32, Option<u32>)> =
                    (1..).zip(parents.iter().map(parent)).collect();
                let edges = nodes
                    .iter()
                    .filter_map(|(node, parent)| Some(((*parent)?, *node)));
                let edges: Vec<(u32, u32)> = edges.collect();
                let look = |node| Some((coin(Part::Vertex(node)), String::new()));
                let mut panel = graphs::panel(board, &graphs::tree(&nodes), look, &edges, false);
                panel.layout = Layout::Tree;
                Some(panel)
            }
            Table::Sets(sets) => {
                let mut panel = Panel::new(Layout::Grid);
                for (row, family) in (0..).zip(sets) {
                    let part = Part::Cell { row, column: 0 };
                    panel.put(board, part, coin(part), (0.0, f64::from(row)), "");
                    for (column, set) in (1..).zip(family) {
                        let part = Part::Cell { row, column };
                        let at = (f64::from(column), f64::from(row));
                        panel.put(board, part, Look::Card, at, set.clone());
                    }
                    panel.rows.push((row + 1).to_string());
                }
                Some(panel)
            }
        }
    }
}

/// All coordinates but the last of each row, with a blank after each layer.
fn row_names(axes: &[(u64, u64)]) -> Vec<String> {
    let mut names = vec![String::new()];
    for (axis, (first, count)) in axes.iter().enumerate() {
        let last = axis + 1 == axes.len();
        let mut longer = Vec::with_capacity(names.len() * (*count as usize + 1));
        for name in &names {
            for at in (*first..).take(*count as usize) {
                longer.push(match name.is_empty() {
                    true => at.to_string(),
                    false => format!("{name},{at}"),
                });
            }
            if last {
                longer.push(String::new());
            }
        }
        names = longer;
    }
    names.pop();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_every_layer_has_a_coin_of_its_own() {
        let far = [Some(vec![2, 1, 3]), Some(vec![1, 4, 2])];
        let table = grid(vec![1, 0, 2], far.into_iter()).unwrap();
        let heads = FxHashSet::from_iter([vec![2, 3, 3]]);
        let panel = table.panel(0, &heads).unwrap();
        assert_eq!(panel.elements.len(), 2 * 5 * 2);
        assert_eq!(panel.rows[4..7], ["1,4", "", "2,0"]);
        let mut seen = FxHashSet::default();
        for place in (0..20).map(|n| vec![1 + n / 10, n / 2 % 5, 2 + n % 2]) {
            let part = table.part(&place).unwrap();
            let element = panel
                .elements
                .iter()
                .find(|element| element.id.part == part);
            let is_head = element.unwrap().look == Look::Heads;
            assert_eq!(is_head, place == [2, 3, 3]);
            assert!(seen.insert(part));
        }
        assert_eq!(table.part(&[3, 0, 2]), None);
        assert!(grid(vec![1], [Some(vec![LONG + 1])].into_iter()).is_none());
        assert!(grid(vec![1; 3], [Some(vec![30, 30, 1])].into_iter()).is_none());
    }
}
