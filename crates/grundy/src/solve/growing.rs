//! A graph that grows between questions: what is labelled once stays labelled.
//!
//! Whoever explores a game a question at a time adds vertices as they are
//! found. No edge leads from a labelled vertex to a new one, so the labels of
//! the new part follow from the old ones, and nothing is labelled twice:
//! [`Growing::solve`] costs O(V+E) of what is new, for a graph without cycles.
//!
//! The new part is taken apart into its strongly connected components
//! (Tarjan 1972), last ones first. A component of one vertex without a loop is
//! labelled from its options: outcome, remoteness, and the mex. A component
//! with a cycle is labelled as a whole with the labels around it given: outcome
//! and remoteness by retrograde analysis, nearest first ([`super::retrograde`]);
//! loopy values by stages ([`super::loopy`]), where an option outside that is
//! ∞(A) blocks the value m unless m ∈ A. Both agree with a labelling of the whole
//! graph at once, since a label depends on nothing but what can be reached. The
//! *counters* are those of Fraenkel and Perl: whatever was labelled before has
//! a lower one.
//!
//! A vertex may also be a *sum* of vertices: then its value is theirs, added
//! ([`Value::plus`]), and its outcome is that of its value; such a vertex, and
//! whatever leads to one, has no remoteness. A sum that can come back to itself has no
//! value here: [`Growing::outcome`] is silent about it.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::outcome::{Convention, Outcome};
//! use grundy::solve::growing::Growing;
//! use grundy::solve::loopy::Value;
//! let mut graph = Growing::new(Convention::Normal);
//! let (end, one) = (graph.add().unwrap(), graph.add().unwrap());
//! graph.set_moves(end, &[]).unwrap();
//! graph.set_moves(one, &[end]).unwrap();
//! graph.solve(one, &Budget::default()).unwrap();
//! assert_eq!(graph.value(one), Some(Value::Finite(1)));
//! // It grows: a vertex that may stay or go to `one`, and that beside `one`.
//! let stay = graph.add().unwrap();
//! graph.set_moves(stay, &[stay, one]).unwrap();
//! let sum = graph.add().unwrap();
//! graph.set_sum(sum, &[stay, one]).unwrap();
//! graph.solve(sum, &Budget::default()).unwrap();
//! assert_eq!(graph.outcome(stay), Some(Outcome::Draw));
//! assert_eq!(graph.outcome(sum), Some(Outcome::N));
//! ```
//!
//! Limits: those of [`super::graph`]; values and sums in normal play only.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::graph::{Graph, check_size, unknown_vertex};
use super::loopy::Value;
use super::mex;
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::outcome::{Convention, Outcome, Winner};
use crate::text::Text;

/// The row is known: options or parts.
const KNOWN: u8 = 1;
/// The row holds parts.
const SUM: u8 = 2;
/// Play is declared to be over, and the previous or the next player has won.
const PREVIOUS: u8 = 4;
const NEXT: u8 = 8;
/// Labelled.
const SOLVED: u8 = 16;
/// A cycle can be reached.
const LOOPY: u8 = 32;
/// A sum can be reached: there is no remoteness, the value tells the outcome.
const APART: u8 = 64;
/// Met by the traversal that is under way; never set outside of one.
const MET: u8 = 128;

/// The label of a draw. Others are twice the remoteness, and one more if the mover wins.
const DRAW: u32 = u32::MAX;
/// In place of a value: ∞(A).
const INFINITE: u32 = u32::MAX;
/// In place of a value: there is none.
const NONE: u32 = u32::MAX - 1;
/// In place of a label, while a vertex has not been visited.
const UNSEEN: u32 = u32::MAX;

/// A graph that grows, labelled as far as was asked.
#[derive(Clone, Debug)]
pub struct Growing {
    convention: Convention,
    /// Where the row of a vertex begins in `targets`, and how long it is.
    first: Vec<u32>,
    count: Vec<u32>,
    targets: Vec<u32>,
    flags: Vec<u8>,
    /// Until a vertex is labelled, `labels` holds when it was visited and `values` the
    /// earliest visit that can be reached from it: the two numbers of Tarjan's algorithm.
    labels: Vec<u32>,
    values: Vec<u32>,
    counters: Vec<u32>,
    clock: u32,
    /// How many vertices have no row yet.
    open: usize,
}

impl Growing {
    /// No vertices.
    pub fn new(convention: Convention) -> Self {
        Growing {
            convention,
            first: Vec::new(),
            count: Vec::new(),
            targets: Vec::new(),
            flags: Vec::new(),
            labels: Vec::new(),
            values: Vec::new(),
            counters: Vec::new(),
            clock: 0,
            open: 0,
        }
    }

    /// What a player who cannot move has done.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.flags.len()
    }

    /// Whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.flags.is_empty()
    }

    /// How many edges there are; parts of sums count as such.
    pub fn edges(&self) -> usize {
        self.targets.len()
    }

    /// How many vertices have neither moves nor parts yet.
    pub fn open(&self) -> usize {
        self.open
    }

    /// The bytes that are held.
    pub fn bytes(&self) -> u64 {
        let words = self.first.capacity()
            + self.count.capacity()
            + self.targets.capacity()
            + self.labels.capacity()
            + self.values.capacity()
            + self.counters.capacity();
        (4 * words + self.flags.capacity()) as u64
    }

    /// A new vertex, of which nothing is known yet.
    pub fn add(&mut self) -> Result<u32, Error> {
        let number = self.flags.len();
        check_size(number as u64 + 1, self.targets.len() as u64)?;
        self.first.push(0);
        self.count.push(0);
        self.flags.push(0);
        self.labels.push(UNSEEN);
        self.values.push(0);
        self.counters.push(0);
        self.open += 1;
        Ok(number as u32)
    }

    /// States where the moves from `vertex` lead. Moves to the same vertex are kept once. What
    /// was stated before stays.
    pub fn set_moves(&mut self, vertex: u32, options: &[u32]) -> Result<(), Error> {
        self.set(vertex, options, 0, true)
    }

    /// States that `vertex` is a sum of other vertices. What was stated before stays.
    pub fn set_sum(&mut self, vertex: u32, parts: &[u32]) -> Result<(), Error> {
        if self.convention != Convention::Normal {
            return Err(Error::NoValue {
                because: Text::fixed(
                    "the parts of a sum are valued one by one in normal play only",
                    "只有在正常规则下才能逐个计算和的各部分",
                ),
            });
        }
        self.set(vertex, parts, SUM, false)
    }

    /// States that play is over at `vertex`, with this winner. What was stated before stays.
    pub fn set_over(&mut self, vertex: u32, winner: Winner) -> Result<(), Error> {
        let over = match winner {
            Winner::Previous => PREVIOUS,
            Winner::Next => NEXT,
        };
        self.set(vertex, &[], over, false)
    }

    fn set(&mut self, vertex: u32, row: &[u32], kind: u8, once: bool) -> Result<(), Error> {
        let vertices = self.len() as u64;
        let highest = row.iter().fold(vertex, |most, to| most.max(*to));
        if u64::from(highest) >= vertices {
            return Err(unknown_vertex(highest.into(), vertices));
        }
        if self.is_known(vertex) {
            return Ok(());
        }
        let first = self.targets.len();
        check_size(vertices, (first + row.len()) as u64)?;
        if once {
            for &to in row {
                let met = &mut self.flags[to as usize];
                if *met & MET == 0 {
                    *met |= MET;
                    self.targets.push(to);
                }
            }
            for &to in &self.targets[first..] {
                self.flags[to as usize] &= !MET;
            }
        } else {
            self.targets.extend_from_slice(row);
        }
        self.first[vertex as usize] = first as u32;
        self.count[vertex as usize] = (self.targets.len() - first) as u32;
        self.flags[vertex as usize] |= KNOWN | kind;
        self.open -= 1;
        Ok(())
    }

    fn has_flag(&self, vertex: u32, flag: u8) -> bool {
        let flags = self.flags.get(vertex as usize);
        flags.is_some_and(|flags| flags & flag != 0)
    }

    /// Whether moves, parts or the end of `vertex` were stated.
    pub fn is_known(&self, vertex: u32) -> bool {
        self.has_flag(vertex, KNOWN)
    }

    /// Whether `vertex` is labelled.
    pub fn is_solved(&self, vertex: u32) -> bool {
        self.has_flag(vertex, SOLVED)
    }

    /// Whether `vertex` is a sum of others.
    pub fn is_sum(&self, vertex: u32) -> bool {
        self.has_flag(vertex, SUM)
    }

    /// Who has won at `vertex`, where that was stated.
    pub fn declared(&self, vertex: u32) -> Option<Winner> {
        match self.flags.get(vertex as usize)? & (PREVIOUS | NEXT) {
            PREVIOUS => Some(Winner::Previous),
            NEXT => Some(Winner::Next),
            _ => None,
        }
    }

    /// Whether play from `vertex`, once it is labelled, can come back somewhere.
    pub fn is_loopy(&self, vertex: u32) -> bool {
        self.has_flag(vertex, LOOPY)
    }

    /// Where the moves from a vertex lead; the parts of a sum.
    pub fn row(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        match (self.first.get(at), self.count.get(at)) {
            (Some(first), Some(count)) => {
                &self.targets[*first as usize..*first as usize + *count as usize]
            }
            _ => &[],
        }
    }

    /// The vertices that can be reached from `root` and have no row yet.
    pub fn open_from(&mut self, root: u32) -> Vec<u32> {
        let mut open = Vec::new();
        if self.open == 0 || root as usize >= self.len() {
            return open;
        }
        let mut met = vec![root];
        self.flags[root as usize] |= MET;
        let mut next = 0;
        while let Some(&v) = met.get(next) {
            next += 1;
            let flags = self.flags[v as usize];
            if flags & KNOWN == 0 {
                open.push(v);
            }
            if flags & SOLVED != 0 {
                continue;
            }
            let row = self.first[v as usize] as usize;
            for at in row..row + self.count[v as usize] as usize {
                let to = self.targets[at];
                if self.flags[to as usize] & MET == 0 {
                    self.flags[to as usize] |= MET;
                    met.push(to);
                }
            }
        }
        for v in met {
            self.flags[v as usize] &= !MET;
        }
        open
    }

    /// Labels `root` and all that can be reached from it. Where that is not possible, what was
    /// labelled until then stays.
    pub fn solve(&mut self, root: u32, budget: &Budget) -> Result<(), Error> {
        if root as usize >= self.len() {
            return Err(unknown_vertex(root.into(), self.len() as u64));
        }
        if self.is_solved(root) {
            return Ok(());
        }
        let mut meter = budget.meter("labelling");
        let mut stack = Vec::new();
        let done = self.visit(root, &mut stack, &mut meter);
        // Whatever is left here has no label.
        for v in stack {
            self.labels[v as usize] = UNSEEN;
        }
        done
    }

    fn visit(&mut self, root: u32, stack: &mut Vec<u32>, meter: &mut Meter) -> Result<(), Error> {
        // A vertex on the way, and how much of its row was looked at.
        let mut path: Vec<(u32, u32)> = Vec::new();
        let mut visits = 0u32;
        let mut scratch = Scratch::default();
        let mut entered = Some(root);
        loop {
            if let Some(v) = entered.take() {
                if !self.is_known(v) {
                    return Err(Error::Unsupported {
                        because: Text::new(
                            format!("the moves from vertex {v} are not known"),
                            format!("顶点 {v} 的着法未知"),
                        ),
                    });
                }
                meter.state()?;
                self.labels[v as usize] = visits;
                self.values[v as usize] = visits;
                visits += 1;
                stack.push(v);
                path.push((v, 0));
            }
            let Some((v, next)) = path.last_mut() else {
                return Ok(());
            };
            let (v, at) = (*v, *next);
            if at < self.count[v as usize] {
                *next += 1;
                let to = self.targets[(self.first[v as usize] + at) as usize];
                if self.flags[to as usize] & SOLVED != 0 {
                    continue;
                }
                match self.labels[to as usize] {
                    UNSEEN => entered = Some(to),
                    seen => self.values[v as usize] = self.values[v as usize].min(seen),
                }
                continue;
            }
            path.pop();
            let low = self.values[v as usize];
            if let Some((before, _)) = path.last() {
                let before = *before as usize;
                self.values[before] = self.values[before].min(low);
            }
            if low == self.labels[v as usize] {
                let from = stack.iter().rposition(|u| *u == v).unwrap_or(0);
                if from + 1 == stack.len() && !self.row(v).contains(&v) {
                    self.label(v, &mut scratch);
                } else {
                    self.label_cycle(&stack[from..], meter)?;
                }
                stack.truncate(from);
            }
        }
    }

    /// Labels a vertex all of whose options are labelled.
    fn label(&mut self, v: u32, scratch: &mut Scratch) {
        let at = v as usize;
        let kind = self.flags[at];
        if kind & (PREVIOUS | NEXT) != 0 {
            self.finish(v, u32::from(kind & NEXT != 0), NONE, 0);
            return;
        }
        let row = self.first[at] as usize..(self.first[at] + self.count[at]) as usize;
        let below = self.targets[row.clone()].iter();
        let inherited = below.fold(0, |all, to| all | self.flags[*to as usize]) & (LOOPY | APART);
        if kind & SUM != 0 {
            let value = self.sum_of(&self.targets[row]);
            self.finish(v, DRAW, value, inherited | APART);
            return;
        }
        let (mut fastest, mut slowest) = (DRAW, 0);
        let mut infinite = false;
        let mut valued = self.convention == Convention::Normal;
        scratch.found.clear();
        for &to in &self.targets[row.clone()] {
            // P options have even labels: the least of them is the fastest win.
            let code = self.labels[to as usize];
            match code % 2 {
                0 => fastest = fastest.min(code),
                _ => slowest = slowest.max(code),
            }
            match self.values[to as usize] {
                NONE => valued = false,
                INFINITE => infinite = true,
                value => scratch.found.push(value),
            }
        }
        let label = match (fastest, slowest) {
            _ if row.is_empty() => u32::from(self.convention.at_end() == Outcome::N),
            (DRAW, DRAW) => DRAW,
            (DRAW, slowest) => slowest + 1,
            (fastest, _) => fastest + 3,
        };
        let value = match valued {
            false => NONE,
            true => {
                let value = mex(&scratch.found, &mut scratch.seen);
                let answered = |to: &u32| {
                    self.values[*to as usize] != INFINITE || self.set_of(*to).contains(&value)
                };
                match infinite && !self.targets[row].iter().all(answered) {
                    true => INFINITE,
                    false => value,
                }
            }
        };
        self.finish(v, label, value, inherited);
    }

    fn finish(&mut self, v: u32, label: u32, value: u32, more: u8) {
        let at = v as usize;
        self.labels[at] = label;
        self.values[at] = value;
        self.counters[at] = self.clock;
        self.clock += 1;
        self.flags[at] |= SOLVED | more;
    }

    /// The value of labelled vertices together.
    fn sum_of(&self, parts: &[u32]) -> u32 {
        let mut total = 0;
        let mut infinite = false;
        for &part in parts {
            match self.values[part as usize] {
                NONE => return NONE,
                INFINITE => infinite = true,
                value => total ^= value,
            }
        }
        if infinite { INFINITE } else { total }
    }

    /// The set A of a vertex whose value is ∞(A), in rising order.
    fn set_of(&self, vertex: u32) -> Vec<u32> {
        let (mut v, mut shift) = (vertex, 0);
        // A sum with one infinite part has its set, shifted; with several, none.
        while self.is_sum(v) {
            let mut only = None;
            for &part in self.row(v) {
                match self.values[part as usize] {
                    INFINITE if only.is_some() => return Vec::new(),
                    INFINITE => only = Some(part),
                    value => shift ^= value,
                }
            }
            match only {
                Some(part) => v = part,
                None => return Vec::new(),
            }
        }
        let options = self.row(v).iter().map(|to| self.values[*to as usize]);
        let finite = options.filter(|value| *value < NONE);
        let mut set: Vec<u32> = finite.map(|value| value ^ shift).collect();
        set.sort_unstable();
        set.dedup();
        set
    }

    /// Labels a strongly connected component with a cycle, given all labels around it.
    fn label_cycle(&mut self, members: &[u32], meter: &mut Meter) -> Result<(), Error> {
        let rows = members.iter().map(|v| self.row(*v).len() as u64);
        let (inside, edges) = (members.len() as u64, rows.sum::<u64>());
        // The edges turned round twice while they are sorted, the heap, ten words a vertex.
        meter.bytes(2 * Graph::bytes_for(inside, edges) + 16 * edges + 48 * inside)?;
        meter.poll()?;
        let mut more = LOOPY;
        let mut sums = false;
        let mut valued = self.convention == Convention::Normal;
        // Members are told from others by having no label yet; their numbers here stand in
        // place of the visits, which are not needed any more.
        for (number, v) in members.iter().enumerate() {
            self.labels[*v as usize] = number as u32;
            sums |= self.is_sum(*v);
        }
        let mut pairs = Vec::new();
        let mut sets: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (number, v) in members.iter().enumerate() {
            for &to in self.row(*v) {
                let flags = self.flags[to as usize];
                if flags & SOLVED == 0 {
                    pairs.push((self.labels[to as usize], number as u32));
                    continue;
                }
                more |= flags & APART;
                match self.values[to as usize] {
                    NONE => valued = false,
                    INFINITE if !sets.contains_key(&to) => {
                        sets.insert(to, self.set_of(to));
                    }
                    _ => {}
                }
            }
        }
        let sources = Graph::from_edges(members.len(), &pairs);
        drop(pairs);
        if sums {
            // A position that comes back beside itself: no end to its parts.
            more |= APART;
            valued = false;
        }
        let labels = match more & APART {
            0 => self.rounds(members, &sources, meter)?,
            _ => vec![DRAW; members.len()],
        };
        let none = if valued { INFINITE } else { NONE };
        let mut values = vec![none; members.len()];
        let mut order = Vec::new();
        if valued {
            order = self.stages(members, &sources, &sets, &mut values, meter)?;
        }
        let infinite = (0..members.len() as u32).filter(|number| values[*number as usize] == none);
        order.extend(infinite);
        for number in order {
            let at = number as usize;
            self.finish(members[at], labels[at], values[at], more);
        }
        Ok(())
    }

    /// Outcome and remoteness of the members of a component: the nearest end first.
    /// `sources` are its edges, turned round.
    fn rounds(
        &self,
        members: &[u32],
        sources: &Graph,
        meter: &mut Meter,
    ) -> Result<Vec<u32>, Error> {
        let mut labels = vec![DRAW; members.len()];
        // Options that are not known to be won by the opponent, and the latest of those that are.
        let mut undecided = vec![0u32; members.len()];
        let mut slowest = vec![0u32; members.len()];
        // Twice the remoteness and whether the mover wins, and who; the least remoteness first.
        let mut next: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        for (number, v) in members.iter().enumerate() {
            for &to in self.row(*v) {
                let code = match self.flags[to as usize] & SOLVED {
                    0 => DRAW,
                    _ => self.labels[to as usize],
                };
                match code {
                    DRAW => undecided[number] += 1,
                    won if won % 2 == 1 => slowest[number] = slowest[number].max(won),
                    lost => {
                        undecided[number] += 1;
                        next.push(Reverse((lost + 3, number as u32)));
                    }
                }
            }
        }
        while let Some(Reverse((code, v))) = next.pop() {
            if labels[v as usize] != DRAW {
                continue;
            }
            meter.state()?;
            labels[v as usize] = code;
            for &u in sources.successors(v) {
                if labels[u as usize] != DRAW {
                    continue;
                }
                if code % 2 == 0 {
                    next.push(Reverse((code + 3, u)));
                    continue;
                }
                undecided[u as usize] -= 1;
                slowest[u as usize] = slowest[u as usize].max(code);
                if undecided[u as usize] == 0 {
                    next.push(Reverse((slowest[u as usize] + 1, u)));
                }
            }
        }
        Ok(labels)
    }

    /// Loopy values of the members of a component, and the order in which the finite ones were
    /// found. `sources` are its edges, turned round; `sets` the sets A of the options outside.
    fn stages(
        &self,
        members: &[u32],
        sources: &Graph,
        sets: &FxHashMap<u32, Vec<u32>>,
        values: &mut [u32],
        meter: &mut Meter,
    ) -> Result<Vec<u32>, Error> {
        let mut order = Vec::new();
        let mut candidates: Vec<u32> = (0..members.len() as u32).collect();
        // A candidate of stage m has all of 0, …, m-1 among its options: it has reached m.
        let mut reached = vec![0u32; members.len()];
        // One more than the last stage whose value an option has.
        let mut seen = vec![0u32; members.len()];
        // Options without a value that have no option of the stage's value.
        let mut blocking = vec![0u32; members.len()];
        // The values of the options outside, in rising order.
        let outside: Vec<Vec<u32>> = members
            .iter()
            .map(|v| {
                let solved = |to: &&u32| self.flags[**to as usize] & SOLVED != 0;
                let values = self.row(*v).iter().filter(solved);
                let values = values.map(|to| self.values[*to as usize]);
                let mut values: Vec<u32> = values.filter(|value| *value < NONE).collect();
                values.sort_unstable();
                values.dedup();
                values
            })
            .collect();
        let mut free = Vec::new();
        for stage in 0u32.. {
            // Members that are no candidates are options of some that are.
            for (number, values_outside) in outside.iter().enumerate() {
                if values[number] == INFINITE && values_outside.binary_search(&stage).is_ok() {
                    seen[number] = stage + 1;
                }
            }
            free.clear();
            for &v in &candidates {
                meter.state()?;
                let row = self.row(members[v as usize]).iter();
                let blocks = |to: &&u32| match self.flags[**to as usize] & SOLVED {
                    0 => {
                        let number = self.labels[**to as usize] as usize;
                        values[number] == INFINITE && seen[number] <= stage
                    }
                    _ => sets
                        .get(*to)
                        .is_some_and(|set| set.binary_search(&stage).is_err()),
                };
                blocking[v as usize] = row.filter(blocks).count() as u32;
                if blocking[v as usize] == 0 {
                    free.push(v);
                }
            }
            let mut next = 0;
            while let Some(&v) = free.get(next) {
                next += 1;
                // An option may have got this value while the vertex waited.
                if seen[v as usize] > stage {
                    continue;
                }
                meter.state()?;
                values[v as usize] = stage;
                order.push(v);
                for &u in sources.successors(v) {
                    if values[u as usize] != INFINITE || seen[u as usize] > stage {
                        continue;
                    }
                    seen[u as usize] = stage + 1;
                    for &w in sources.successors(u) {
                        if values[w as usize] == INFINITE && reached[w as usize] == stage {
                            blocking[w as usize] -= 1;
                            if blocking[w as usize] == 0 {
                                free.push(w);
                            }
                        }
                    }
                }
            }
            candidates.retain(|v| values[*v as usize] == INFINITE && seen[*v as usize] > stage);
            if candidates.is_empty() {
                break;
            }
            for &v in &candidates {
                reached[v as usize] = stage + 1;
            }
        }
        Ok(order)
    }

    /// Who wins at a labelled vertex. Silent where a sum comes back to itself.
    pub fn outcome(&self, vertex: u32) -> Option<Outcome> {
        if !self.is_solved(vertex) {
            return None;
        }
        if self.has_flag(vertex, APART) {
            return Some(self.value(vertex)?.outcome());
        }
        Some(match self.labels[vertex as usize] {
            DRAW => Outcome::Draw,
            label => Outcome::mover_wins(label % 2 == 1),
        })
    }

    /// The number of moves until play is over, unless it is a draw or a sum can be reached.
    pub fn remoteness(&self, vertex: u32) -> Option<u32> {
        if !self.is_solved(vertex) || self.has_flag(vertex, APART) {
            return None;
        }
        let label = self.labels[vertex as usize];
        (label != DRAW).then_some(label / 2)
    }

    /// The value of a labelled vertex; none in misère play and where ends are declared.
    pub fn value(&self, vertex: u32) -> Option<Value> {
        if !self.is_solved(vertex) {
            return None;
        }
        match self.values[vertex as usize] {
            NONE => None,
            INFINITE => Some(Value::Infinite(self.set_of(vertex))),
            value => Some(Value::Finite(value)),
        }
    }

    /// When a vertex was labelled: the counter function of [`super::loopy`], where no sum can be
    /// reached.
    pub fn counter(&self, vertex: u32) -> Option<u32> {
        self.is_solved(vertex)
            .then(|| self.counters[vertex as usize])
    }

    /// The best move at a labelled vertex: the fastest win, the slowest loss, or one that keeps
    /// the draw; the first of its kind. `None` where play is over, and where a sum can be
    /// reached.
    pub fn best(&self, vertex: u32) -> Option<u32> {
        if !self.is_solved(vertex) || self.has_flag(vertex, APART) {
            return None;
        }
        let wanted = match self.labels[vertex as usize] {
            DRAW => DRAW,
            0 | 1 => return None,
            won if won % 2 == 1 => won - 3,
            lost => lost - 1,
        };
        let mut row = self.row(vertex).iter().copied();
        row.find(|to| self.labels[*to as usize] == wanted)
    }
}

/// Lists that are used again and again.
#[derive(Default)]
struct Scratch {
    found: Vec<u32>,
    seen: Vec<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::solve::loopy::Values;
    use crate::solve::retrograde::{Play, plain::Plain};

    fn edges(random: &mut Random, n: u32, cyclic: bool) -> Vec<(u32, u32)> {
        let most = 1 + random.below(2 * u64::from(n));
        let pairs = (0..most).map(|_| {
            let pair = [0, 0].map(|_| random.below(n.into()) as u32);
            match cyclic {
                true => (pair[0], pair[1]),
                false => (pair[0].max(pair[1]), pair[0].min(pair[1])),
            }
        });
        pairs.filter(|(from, to)| cyclic || from != to).collect()
    }

    /// Adds what can be reached from each vertex only when it is asked for, and compares with a
    /// labelling of the whole graph.
    fn compare(graph: &Graph, order: &[u32], play: Convention, over: &[(u32, Winner)]) {
        let budget = Budget::default();
        let mut growing = Growing::new(play);
        let mut number: Vec<Option<u32>> = vec![None; graph.len()];
        for &root in order {
            let mut stack = vec![root];
            while let Some(v) = stack.pop() {
                let own = *number[v as usize].get_or_insert_with(|| growing.add().unwrap());
                if growing.is_known(own) {
                    continue;
                }
                if let Some((_, winner)) = over.iter().find(|(at, _)| *at == v) {
                    growing.set_over(own, *winner).unwrap();
                    continue;
                }
                let mut row = Vec::new();
                for &to in graph.successors(v) {
                    let to_own = *number[to as usize].get_or_insert_with(|| growing.add().unwrap());
                    row.push(to_own);
                    stack.push(to);
                }
                growing.set_moves(own, &row).unwrap();
            }
            let own = number[root as usize].unwrap();
            assert!(growing.open_from(own).is_empty());
            growing.solve(own, &budget).unwrap();
        }
        let plain = Plain::new(graph, &budget).unwrap();
        let ends = over.iter().fold(Play::new(play), |play, (v, winner)| {
            play.with_declared(*v, *winner)
        });
        let expected = plain.solve(&ends, &budget).unwrap();
        let values = Values::new(graph, &budget).unwrap();
        for v in 0..graph.len() as u32 {
            let own = number[v as usize].unwrap();
            assert_eq!(growing.outcome(own), Some(expected.outcome(v)));
            assert_eq!(growing.remoteness(own), expected.remoteness(v));
            if play == Convention::Normal && over.is_empty() {
                assert_eq!(growing.value(own), Some(values.value(v)), "vertex {v}");
            }
        }
    }

    #[test]
    fn any_order_of_questions_agrees_with_one_labelling() {
        let mut random = Random::new(19);
        for round in 0..3000 {
            let n = 1 + random.below(12) as u32;
            let list = edges(&mut random, n, round % 3 != 0);
            let graph = Graph::from_edges(n as usize, &list);
            let mut order: Vec<u32> = (0..n).collect();
            for at in (1..order.len()).rev() {
                order.swap(at, random.below(at as u64 + 1) as usize);
            }
            for play in [Convention::Normal, Convention::Misere] {
                compare(&graph, &order, play, &[]);
                let at = random.below(n.into()) as u32;
                for winner in [Winner::Previous, Winner::Next] {
                    compare(&graph, &order, play, &[(at, winner)]);
                }
            }
        }
    }

    #[test]
    fn sums_have_the_values_of_their_products() {
        let mut random = Random::new(20);
        let budget = Budget::default();
        for round in 0..1500 {
            let n = 1 + random.below(6) as u32;
            let graph = Graph::from_edges(n as usize, &edges(&mut random, n, round % 4 != 0));
            // Two tokens on it.
            let both = |a: u32, b: u32| a * n + b;
            let mut list = Vec::new();
            for a in 0..n {
                for b in 0..n {
                    let own = graph.successors(a).iter();
                    list.extend(own.map(|to| (both(a, b), both(*to, b))));
                    let own = graph.successors(b).iter();
                    list.extend(own.map(|to| (both(a, b), both(a, *to))));
                }
            }
            let product = Graph::from_edges((n * n) as usize, &list);
            let expected = Values::new(&product, &budget).unwrap();
            let mut growing = Growing::new(Convention::Normal);
            for _ in 0..n + n * n {
                growing.add().unwrap();
            }
            for v in 0..n {
                growing.set_moves(v, graph.successors(v)).unwrap();
                for w in 0..n {
                    growing.set_sum(n + both(v, w), &[v, w]).unwrap();
                }
            }
            for v in 0..n * n {
                growing.solve(n + v, &budget).unwrap();
                assert_eq!(growing.value(n + v), Some(expected.value(v)));
                assert_eq!(growing.outcome(n + v), Some(expected.value(v).outcome()));
                assert_eq!(growing.remoteness(n + v), None);
            }
            // A vertex above sums: its options are those of the product.
            let top = growing.add().unwrap();
            let below: Vec<u32> = (0..n * n).filter(|_| random.below(3) == 0).collect();
            let options: Vec<u32> = below.iter().map(|v| n + v).collect();
            growing.set_moves(top, &options).unwrap();
            growing.solve(top, &budget).unwrap();
            list.extend(below.iter().map(|v| (n * n, *v)));
            let above = Graph::from_edges((n * n + 1) as usize, &list);
            let expected = Values::new(&above, &budget).unwrap();
            assert_eq!(growing.value(top), Some(expected.value(n * n)));
        }
    }

    #[test]
    fn a_sum_inside_a_cycle_is_not_guessed() {
        let mut graph = Growing::new(Convention::Normal);
        let [v, sum, above] = [0; 3].map(|_| graph.add().unwrap());
        graph.set_moves(v, &[sum]).unwrap();
        graph.set_sum(sum, &[v, v]).unwrap();
        graph.set_moves(above, &[sum, v]).unwrap();
        graph.solve(above, &Budget::default()).unwrap();
        for vertex in [v, sum, above] {
            assert!(graph.is_solved(vertex));
            assert_eq!(graph.outcome(vertex), None);
            assert_eq!(graph.value(vertex), None);
        }
    }

    #[test]
    fn what_is_not_known_is_refused_and_can_be_asked_again() {
        let mut graph = Growing::new(Convention::Normal);
        let [a, b, c] = [0; 3].map(|_| graph.add().unwrap());
        graph.set_moves(a, &[b, a]).unwrap();
        graph.set_moves(b, &[c]).unwrap();
        assert_eq!(graph.open_from(a), [c]);
        assert!(graph.solve(a, &Budget::default()).is_err());
        assert!(graph.set_moves(c, &[7]).is_err());
        assert!(graph.solve(9, &Budget::default()).is_err());
        graph.set_moves(c, &[]).unwrap();
        assert!(graph.solve(a, &Budget::default().with_states(1)).is_err());
        graph.solve(a, &Budget::default()).unwrap();
        assert_eq!(graph.outcome(b), Some(Outcome::N));
        assert_eq!(graph.outcome(a), Some(Outcome::Draw));
        assert_eq!(graph.best(b), Some(c));
        assert_eq!(graph.best(a), Some(a));
        // What was stated first stays.
        graph.set_moves(c, &[a]).unwrap();
        assert!(graph.row(c).is_empty());
        let mut misere = Growing::new(Convention::Misere);
        let v = misere.add().unwrap();
        assert!(misere.set_sum(v, &[]).is_err());
    }

    #[test]
    fn a_million_deep_and_a_million_round() {
        let n = 1_000_000u32;
        for last in [vec![], vec![0]] {
            let mut graph = Growing::new(Convention::Normal);
            for _ in 0..n {
                graph.add().unwrap();
            }
            for v in 0..n - 1 {
                graph.set_moves(v, &[v + 1]).unwrap();
            }
            graph.set_moves(n - 1, &last).unwrap();
            graph.solve(0, &Budget::default()).unwrap();
            match last.is_empty() {
                true => assert_eq!(graph.remoteness(0), Some(n - 1)),
                false => assert_eq!(graph.outcome(0), Some(Outcome::Draw)),
            }
        }
    }
}
