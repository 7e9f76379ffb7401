//! Heaps of stones, side by side.
//!
//! A heap of up to [`TALL`] stones shows each of them, and taking stones touches the
//! lowest one that goes: it takes those above it along. A higher heap is a card
//! with its number. Heaps of a list that are gone leave their places empty, so that
//! the others keep their numbers ([`lists`]).
//!
//! ```
//! use grundy::picture::scene::{Part, Stage, heaps};
//! let stage = Stage::new(vec![3u8, 100]);
//! let scene = heaps::scene(&stage, |n| vec![(*n).into()]);
//! assert_eq!(scene.panels[0].elements.len(), 4); // three stones and a card
//! let touched = heaps::take(&stage, 0, 0, &3u8.into(), &2u8.into());
//! assert_eq!(touched.part, Part::Stone { heap: 0, level: 1 });
//! ```

use super::{Frame, Id, Layout, Look, MOST, PANELS, Panel, Part, Scene, Stage};
use crate::natural::{self, Natural};

/// Higher heaps are cards.
pub const TALL: u64 = 30;
/// A note beside a card has less room.
const BESIDE: usize = 12;

/// A heap, ready to be shown.
#[derive(Clone, Debug)]
pub struct Heap {
    /// How many stones lie there.
    pub stones: Natural,
    /// What it is called; empty: by its number.
    pub name: String,
    /// What is written beside it; empty: how many stones lie there.
    pub note: String,
    /// Whether the place where it stands can be pointed at, for moves that add stones.
    pub ground: bool,
}

impl From<Natural> for Heap {
    fn from(stones: Natural) -> Self {
        Heap {
            stones,
            name: String::new(),
            note: String::new(),
            ground: false,
        }
    }
}

impl Heap {
    /// A heap of which at most so many stones may be taken.
    pub fn limited(stones: Natural, most: &Natural) -> Heap {
        let note = match small(&stones) {
            Some(stones) => format!("{stones} (≤{most})"),
            None => format!("(≤{})", super::cut(&most.to_string(), BESIDE)),
        };
        Heap {
            note,
            ..Heap::from(stones)
        }
    }
}

/// The scene of a sum whose components are one or more heaps.
pub fn scene<P>(stage: &Stage<P>, heaps: impl Fn(&P) -> Vec<Natural>) -> Scene {
    named(stage, |position| {
        heaps(position).into_iter().map(Heap::from).collect()
    })
}

/// The same for heaps with names and notes.
pub fn named<P>(stage: &Stage<P>, heaps: impl Fn(&P) -> Vec<Heap>) -> Scene {
    let boards = stage.components();
    let boards = boards.map(|(frame, position)| (frame.board, heaps(position)));
    side_by_side(boards.collect())
}

/// The heaps of each board.
fn side_by_side(mut boards: Vec<(u32, Vec<Heap>)>) -> Scene {
    let mut scene = Scene::default();
    boards.sort_by_key(|(board, _)| *board);
    // Single heaps stand in one row; components of several heaps stay apart.
    if boards.iter().all(|(_, heaps)| heaps.len() == 1) {
        let mut panel = Panel::new(Layout::Heaps);
        let alone = boards.len() == 1 && boards[0].0 == 0;
        scene.left_out = boards.len().saturating_sub(PANELS);
        for (board, heaps) in boards.into_iter().take(PANELS) {
            let Some(mut heap) = heaps.into_iter().next() else {
                continue;
            };
            if heap.name.is_empty() && !alone {
                heap.name = (board + 1).to_string();
            }
            add(&mut panel, board, 0, heap);
        }
        if !panel.rows.is_empty() {
            scene.panels.push(panel);
        }
        return scene;
    }
    let several = boards.len() > 1;
    scene.left_out = boards.len().saturating_sub(PANELS);
    for (board, heaps) in boards.into_iter().take(PANELS) {
        let mut panel = Panel::new(Layout::Heaps);
        let alone = heaps.len() == 1;
        if several {
            panel.title = (board + 1).to_string();
        }
        for (number, mut heap) in (0..).zip(heaps).take(PANELS) {
            if heap.name.is_empty() && !alone {
                heap.name = (number + 1).to_string();
            }
            add(&mut panel, board, number, heap);
        }
        scene.panels.push(panel);
    }
    scene
}

/// Whether a component of so many heaps is shown by stones: not if it has too many,
/// also together with the others.
pub fn fits<P>(stage: &Stage<P>, heaps: usize) -> bool {
    let boards = stage.sum().len().clamp(1, PANELS);
    heaps <= PANELS && heaps * boards * TALL as usize <= MOST
}

/// The scene of a sum whose components are lists of heaps: a board each. A list of
/// which heaps went from the left lies so many columns to the right.
pub fn lists(stage: &Stage<Vec<Natural>>, write: impl Fn(&Vec<Natural>) -> String) -> Scene {
    Scene::by_board(stage, write, |board, first, on_it| {
        let (frame, heaps) = on_it
            .first()
            .filter(|(_, heaps)| fits(stage, heaps.len()))?;
        let before = columns(frame);
        let (from, to) = match fits(stage, first.len()) {
            true => (0, first.len()),
            false => (before, before + heaps.len()),
        };
        let mut panel = Panel::new(Layout::Heaps);
        for number in from..to {
            let heap = number.checked_sub(before).and_then(|at| heaps.get(at));
            let mut heap = Heap::from(heap.cloned().unwrap_or_default());
            if to - from > 1 {
                heap.name = (number + 1).to_string();
            }
            add(&mut panel, board, number as u32, heap);
        }
        Some(panel)
    })
}

fn columns(frame: &Frame) -> usize {
    usize::try_from(frame.column).unwrap_or(0)
}

/// What is touched to take so many stones from a heap of a list, counted from 0.
pub fn take_from(
    stage: &Stage<Vec<Natural>>,
    component: usize,
    heap: usize,
    taken: &Natural,
) -> Id {
    let heaps = &stage.sum()[component];
    match heaps.get(heap).filter(|_| fits(stage, heaps.len())) {
        Some(stones) => {
            let number = columns(&stage.frame(component)) + heap;
            take(stage, component, number as u32, stones, taken)
        }
        None => Id {
            board: stage.board(component),
            part: Part::Whole,
        },
    }
}

/// What is touched to take stones from several heaps at once: given for each heap are
/// its stones, and how many of them are taken, possibly none.
pub fn take_each<'n, P: Clone>(
    stage: &Stage<P>,
    component: usize,
    heaps: impl IntoIterator<Item = (&'n Natural, &'n Natural)>,
) -> Vec<Id> {
    (0..)
        .zip(heaps)
        .filter(|(_, (_, taken))| !taken.is_zero())
        .map(|(heap, (stones, taken))| take(stage, component, heap, stones, taken))
        .collect()
}

/// Heaps of which several are alike, each once, with its size and how many there are.
pub fn groups(board: u32, groups: &[(Natural, Natural)]) -> Panel {
    let mut panel = Panel::new(Layout::Heaps);
    let names = group_names(groups);
    for (number, ((size, _), name)) in (0..).zip(groups.iter().zip(names)) {
        let heap = Heap {
            name,
            ..Heap::from(size.clone())
        };
        add(&mut panel, board, number, heap);
    }
    panel
}

/// What [`groups`] calls them: by how many there are, or by their number where each is
/// alone.
pub fn group_names(groups: &[(Natural, Natural)]) -> Vec<String> {
    let alone = groups.iter().all(|(_, count)| *count == Natural::ONE);
    let name = |(number, (_, count)): (usize, &(Natural, Natural))| match alone {
        true => (number + 1).to_string(),
        false => format!("{}×", super::cut(&count.to_string(), BESIDE)),
    };
    groups.iter().enumerate().map(name).collect()
}

/// Adds one heap to the right of the others.
pub fn add(panel: &mut Panel, board: u32, number: u32, heap: Heap) {
    let x = panel.rows.len() as f64;
    let note = match heap.note.is_empty() {
        true => heap.stones.to_string(),
        false => heap.note,
    };
    match small(&heap.stones) {
        Some(stones) => {
            if heap.ground {
                panel.put(board, Part::Heap(number), Look::Ground, (x, -1.0), "");
            }
            for level in 0..stones {
                let part = Part::Stone {
                    heap: number,
                    level,
                };
                panel.put(board, part, Look::Stone, (x, f64::from(level)), "");
            }
        }
        None => {
            let label = super::shortened(&heap.stones.to_string());
            panel.put(board, Part::Heap(number), Look::Card, (x, 0.0), label);
        }
    }
    panel.rows.push(heap.name);
    panel.columns.push(super::shortened(&note));
}

/// The number of stones, if they are shown one by one.
fn small(stones: &Natural) -> Option<u32> {
    let stones = natural::small(stones)?;
    (stones <= TALL).then_some(stones as u32)
}

/// The stone of a heap at a level, or the heap's card if it is too high.
pub fn stone(board: u32, heap: u32, stones: &Natural, level: &Natural) -> Id {
    let part = match (small(stones), small(level)) {
        (Some(_), Some(level)) => Part::Stone { heap, level },
        _ => Part::Heap(heap),
    };
    Id { board, part }
}

/// What is touched to take so many stones from a heap: the lowest one that goes.
pub fn take<P: Clone>(
    stage: &Stage<P>,
    component: usize,
    heap: u32,
    stones: &Natural,
    taken: &Natural,
) -> Id {
    let level = match taken <= stones {
        true => stones - taken,
        false => Natural::ZERO,
    };
    stone(stage.board(component), heap, stones, &level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::scene::text::{Page, lines};

    fn lists_of(stage: &Stage<Vec<Natural>>) -> Scene {
        lists(stage, |heaps| crate::notation::write_heaps(heaps))
    }

    /// Whatever is touched is there, also where there are too many heaps for stones.
    #[test]
    fn a_list_that_does_not_fit_is_one_card() {
        for (components, heaps) in [(1, PANELS), (1, PANELS + 1), (5, PANELS), (6, PANELS)] {
            let stage = Stage::new(vec![vec![Natural::from(TALL); heaps]; components]);
            let scene = lists_of(&stage);
            assert!(scene.elements().count() <= MOST);
            let cards = scene.elements().all(|e| e.look == Look::Card);
            assert_eq!(cards, !fits(&stage, heaps), "{components} × {heaps}");
            let id = take_from(&stage, components - 1, heaps - 1, &Natural::ONE);
            assert!(scene.element(id).is_some(), "{id}");
        }
    }

    #[test]
    fn alike_heaps_are_counted() {
        let drawn = |sizes: &[(u8, u8)]| {
            let sizes = sizes.iter().map(|(n, k)| ((*n).into(), (*k).into()));
            let panels = vec![groups(0, &sizes.collect::<Vec<_>>())];
            lines(
                &Scene {
                    panels,
                    left_out: 0,
                },
                &Page::default(),
            )
        };
        assert_eq!(drawn(&[(1, 7), (2, 1)]), ["7×  ●    1", "1×  ● ●  2"]);
        assert_eq!(drawn(&[(1, 1), (2, 1)]), ["1  ●    1", "2  ● ●  2"]);
        assert_eq!(drawn(&[]), ["–"]);
    }
}
