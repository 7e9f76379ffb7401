//! The ring method: for each square of the runner, from where the pursuer
//! catches him.
//!
//! Take the squares on shortest ways between the two starts (d steps, d even)
//! and let layer i hold those at distance i from the runner's start. Drawn on
//! a sphere, this is an acyclic planar graph with one source and one sink.
//! Counting angles by Euler's formula shows that around each square the steps in and
//! the steps out stand apart, and that each face is bounded by two ways of
//! equal length. So each layer is a ring, in which the squares next to a
//! square, and next to an arc, are an arc again.
//!
//! Let C(a) be the squares of layer d-i from which the pursuer wins when the
//! runner stands on a in layer i and is to move. In the middle the pursuer
//! wins by a jump if he stands next to the runner; before that,
//! C(a) = ⋂ over steps a → a' of Out(C(a')), where Out are the squares of
//! the next layer. The published algorithm keeps C(a) as *one* arc. That the arc
//! property survives Out is shown above, but the intersection of two arcs of
//! a ring can be two arcs, and then the published claim fails (the tests keep such a
//! grid). Here C(a) is a list of arcs, which is right in every case and as
//! fast as long as the lists are short: O(n²) in all.
//!
//! Source: a paper of the Chinese national team selection on NP-positions, on
//! the task "Game" of the Baltic Olympiad in Informatics 2008.

use super::{Arena, FAR, Racers};

/// Numbers `first..=last` of a ring.
type Run = (u32, u32);

/// Layers of squares, each in cyclic order, and who is caught where.
#[derive(Debug)]
pub struct Rings {
    runner: usize,
    distance: u32,
    layers: Vec<Vec<u32>>,
    /// The number of each square in its layer; `FAR` off the shortest ways.
    place: Vec<u32>,
    /// The first and last next square in the next layer, counted on around the ring.
    out: Vec<Run>,
    /// From where the pursuer wins, the runner to move.
    before: Sets,
    /// From where the pursuer wins, the pursuer to move.
    after: Sets,
    most_arcs: usize,
}

/// Lists of runs, one for each square.
#[derive(Debug)]
struct Sets {
    runs: Vec<Run>,
    /// Where the list of a square begins and ends.
    spans: Vec<(u32, u32)>,
}

impl Sets {
    fn new(squares: usize) -> Self {
        Sets {
            runs: Vec::new(),
            spans: vec![(0, 0); squares],
        }
    }

    fn set(&mut self, square: u32, runs: &[Run]) {
        let begin = self.runs.len() as u32;
        self.runs.extend_from_slice(runs);
        self.spans[square as usize] = (begin, self.runs.len() as u32);
    }

    fn get(&self, square: u32) -> &[Run] {
        let (begin, end) = self.spans[square as usize];
        &self.runs[begin as usize..end as usize]
    }
}

impl Rings {
    /// Prepares what is known when `runner` (0 or 1) runs: see [`Arena::rings`],
    /// which keeps it.
    pub fn new(arena: &Arena, runner: usize) -> Rings {
        let squares = arena.free.len();
        let mut rings = Rings {
            runner,
            distance: arena.distance(),
            layers: vec![vec![arena.starts[runner]]],
            place: vec![FAR; squares],
            out: vec![(0, 0); squares],
            before: Sets::new(squares),
            after: Sets::new(squares),
            most_arcs: 0,
        };
        rings.place[arena.starts[runner] as usize] = 0;
        for level in 0..rings.distance {
            let next = rings.next_layer(arena, level);
            for (place, square) in (0u32..).zip(&next) {
                rings.place[*square as usize] = place;
            }
            rings.layers.push(next);
        }
        rings.catch(arena);
        rings
    }

    /// How many arcs the longest list holds. The published claim is that this
    /// never exceeds 1.
    pub fn most_arcs(&self) -> usize {
        self.most_arcs
    }

    /// The squares at each distance from the runner's start, in cyclic order.
    pub fn layers(&self) -> &[Vec<u32>] {
        &self.layers
    }

    /// Whether the runner wins, if both are on shortest ways between the
    /// starts and the tempo lemma leaves the position open.
    pub fn runner_wins(&self, arena: &Arena, racers: &Racers) -> Option<bool> {
        let [a, b] = [racers.at[self.runner], racers.at[1 - self.runner]];
        let place = self.place[b as usize];
        if self.place[a as usize] == FAR || place == FAR {
            return None;
        }
        if self.level(arena, a) >= self.level(arena, b) {
            // They have passed each other and will not meet again.
            return Some(true);
        }
        let caught = if usize::from(racers.turn) == self.runner {
            self.before.get(a)
        } else {
            self.after.get(a)
        };
        let after = caught.partition_point(|run| run.1 < place);
        Some(caught.get(after).is_none_or(|run| place < run.0))
    }

    /// The distance from the runner's start, which is the pursuer's goal.
    fn level(&self, arena: &Arena, square: u32) -> u32 {
        arena.to_goal(1 - self.runner, square)
    }

    /// The steps from `square` that stay on shortest ways, clockwise, from
    /// the steps that lead to it on.
    fn steps_on<'a>(&self, arena: &'a Arena, square: u32) -> impl Iterator<Item = u32> + use<'a> {
        let runner = self.runner;
        let left = arena.to_goal(runner, square);
        let back = |direction: &u8| {
            let to = arena.step(square, *direction);
            to.is_some_and(|to| {
                arena.to_goal(runner, to) == left + 1
                    && arena.to_goal(1 - runner, to) + 1 == arena.to_goal(1 - runner, square)
            })
        };
        let from = (0..4).find(back).unwrap_or(0);
        (0..4)
            .filter_map(move |turn| arena.step(square, (from + turn) % 4))
            .filter(move |to| arena.to_goal(runner, *to) + 1 == left)
    }

    fn next_layer(&mut self, arena: &Arena, level: u32) -> Vec<u32> {
        let layer = &self.layers[level as usize];
        let mut next: Vec<u32> = Vec::with_capacity(layer.len() + 1);
        for square in layer {
            let mut first = None;
            for to in self.steps_on(arena, *square) {
                // Neighbours in the ring may share a square.
                if first.is_some() || next.last() != Some(&to) {
                    next.push(to);
                }
                first.get_or_insert(next.len() as u32 - 1);
            }
            self.out[*square as usize] = (first.unwrap_or(0), next.len() as u32 - 1);
        }
        if layer.len() > 1 && next.len() > 1 && next.first() == next.last() {
            next.pop();
        }
        next
    }

    /// Fills `before` and `after`, from the middle back to the start.
    fn catch(&mut self, arena: &Arena) {
        let middle = self.distance / 2;
        if self.distance % 2 == 1 {
            return;
        }
        let (mut caught, mut other, mut both) = (Vec::new(), Vec::new(), Vec::new());
        for level in (0..middle).rev() {
            let ring = self.layers[(self.distance - level) as usize].len() as u32;
            for index in 0..self.layers[level as usize + 1].len() {
                let square = self.layers[level as usize + 1][index];
                caught.clear();
                if level + 1 == middle {
                    push_arc(&mut caught, self.out[square as usize], ring);
                } else {
                    let from = &self.layers[(self.distance - level - 1) as usize];
                    for (first, last) in self.before.get(square) {
                        let first = self.out[from[*first as usize] as usize].0;
                        let last = self.out[from[*last as usize] as usize].1;
                        push_arc(&mut caught, (first, last), ring);
                    }
                }
                join(&mut caught);
                self.after.set(square, &caught);
            }
            for index in 0..self.layers[level as usize].len() {
                let square = self.layers[level as usize][index];
                caught.clear();
                caught.push((0, ring - 1));
                for to in self.steps_on(arena, square) {
                    other.clear();
                    other.extend_from_slice(self.after.get(to));
                    intersect(&caught, &other, &mut both);
                    std::mem::swap(&mut caught, &mut both);
                }
                self.before.set(square, &caught);
                self.most_arcs = self.most_arcs.max(arcs(&caught, ring));
            }
        }
    }
}

/// Adds an arc, given by numbers that may count on around the ring.
fn push_arc(runs: &mut Vec<Run>, (first, last): Run, ring: u32) {
    if last - first + 1 >= ring {
        runs.push((0, ring - 1));
        return;
    }
    let (first, last) = (first % ring, last % ring);
    if first <= last {
        runs.push((first, last));
    } else {
        runs.push((0, last));
        runs.push((first, ring - 1));
    }
}

/// Sorts runs and joins those that touch.
fn join(runs: &mut Vec<Run>) {
    runs.sort_unstable();
    runs.dedup_by(|next, run| {
        let touches = next.0 <= run.1 + 1;
        if touches {
            run.1 = run.1.max(next.1);
        }
        touches
    });
}

fn intersect(a: &[Run], b: &[Run], both: &mut Vec<Run>) {
    both.clear();
    let (mut i, mut j) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let (first, last) = (x.0.max(y.0), x.1.min(y.1));
        if first <= last {
            both.push((first, last));
        }
        if x.1 < y.1 {
            i += 1;
        } else {
            j += 1;
        }
    }
}

/// How many arcs of the ring these runs are.
fn arcs(runs: &[Run], ring: u32) -> usize {
    match (runs.first(), runs.last()) {
        (Some((0, _)), Some((_, last))) if runs.len() > 1 && last + 1 == ring => runs.len() - 1,
        _ => runs.len(),
    }
}
