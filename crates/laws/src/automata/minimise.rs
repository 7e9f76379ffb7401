//! The smallest automaton of a language.
//!
//! Valmari's algorithm (*Fast brief practical DFA minimization*, 2012): drop
//! the states from which nothing is accepted, then refine two partitions
//! against each other, that of the states and that of the transitions, always
//! splitting off the smaller part: O(m log n) for m transitions. An automaton
//! of millions of transitions takes seconds, so the clock is looked at on the way.

use grundy::budget::Meter;
use grundy::error::Error;

use super::dfa::{DEAD, Dfa};

/// A partition of 0..n that can be refined.
struct Partition {
    elements: Vec<u32>,
    place: Vec<u32>,
    class: Vec<u32>,
    first: Vec<u32>,
    past: Vec<u32>,
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    /// One class of everything, the elements in the given order.
    fn new(elements: Vec<u32>) -> Partition {
        let count = elements.len();
        let mut place = vec![0; count];
        for (at, &element) in elements.iter().enumerate() {
            place[element as usize] = at as u32;
        }
        Partition {
            elements,
            place,
            class: vec![0; count],
            first: vec![0],
            past: vec![count as u32],
            marked: vec![0],
            touched: Vec::new(),
        }
    }

    fn classes(&self) -> usize {
        self.first.len()
    }

    fn members(&self, class: usize) -> std::ops::Range<usize> {
        self.first[class] as usize..self.past[class] as usize
    }

    fn mark(&mut self, element: u32) {
        let class = self.class[element as usize] as usize;
        let at = self.place[element as usize];
        let to = self.first[class] + self.marked[class];
        if at < to {
            return;
        }
        let other = self.elements[to as usize];
        self.elements[at as usize] = other;
        self.place[other as usize] = at;
        self.elements[to as usize] = element;
        self.place[element as usize] = to;
        if self.marked[class] == 0 {
            self.touched.push(class as u32);
        }
        self.marked[class] += 1;
    }

    /// Separates marked from unmarked elements in every touched class.
    fn split(&mut self) {
        while let Some(class) = self.touched.pop() {
            let class = class as usize;
            let middle = self.first[class] + self.marked[class];
            let marked = std::mem::take(&mut self.marked[class]);
            if middle == self.past[class] {
                continue;
            }
            let new = self.classes() as u32;
            if marked <= self.past[class] - middle {
                self.first.push(self.first[class]);
                self.past.push(middle);
                self.first[class] = middle;
            } else {
                self.first.push(middle);
                self.past.push(self.past[class]);
                self.past[class] = middle;
            }
            self.marked.push(0);
            for at in self.members(new as usize) {
                self.class[self.elements[at] as usize] = new;
            }
        }
    }
}

/// Transitions grouped by where they lead.
fn incoming(states: usize, heads: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0u32; states + 1];
    for &head in heads {
        first[head as usize + 1] += 1;
    }
    for state in 0..states {
        first[state + 1] += first[state];
    }
    let mut place = first.clone();
    let mut edges = vec![0; heads.len()];
    for (edge, &head) in heads.iter().enumerate() {
        edges[place[head as usize] as usize] = edge as u32;
        place[head as usize] += 1;
    }
    (first, edges)
}

/// The smallest automaton with the same language, in a fixed form.
pub(super) fn minimise(dfa: &Dfa, meter: &mut Meter) -> Result<Dfa, Error> {
    let states = dfa.states();
    let (mut tails, mut heads, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for state in 0..states as u32 {
        meter.poll_sometimes()?;
        for (letter, &to) in dfa.row(state).iter().enumerate() {
            if to != DEAD {
                tails.push(state);
                heads.push(to);
                labels.push(letter as u32);
            }
        }
    }
    let (first, edges) = incoming(states, &heads);
    let into = |state: u32| {
        let range = first[state as usize] as usize..first[state as usize + 1] as usize;
        &edges[range]
    };
    let mut live = vec![false; states];
    let mut stack: Vec<u32> = (0..states as u32).filter(|&s| dfa.accepting(s)).collect();
    for &state in &stack {
        live[state as usize] = true;
    }
    while let Some(state) = stack.pop() {
        meter.poll_sometimes()?;
        for &edge in into(state) {
            let tail = tails[edge as usize];
            if !std::mem::replace(&mut live[tail as usize], true) {
                stack.push(tail);
            }
        }
    }
    if !live[0] {
        return Ok(Dfa::new(dfa.letters(), false));
    }
    // Transitions among live states, in order of their letters.
    let kept: Vec<usize> = (0..tails.len())
        .filter(|&e| live[heads[e] as usize])
        .collect();
    let tails: Vec<u32> = kept.iter().map(|&e| tails[e]).collect();
    let heads: Vec<u32> = kept.iter().map(|&e| heads[e]).collect();
    let labels: Vec<u32> = kept.iter().map(|&e| labels[e]).collect();
    let (first, edges) = incoming(states, &heads);

    let mut blocks = Partition::new((0..states as u32).collect());
    for state in 0..states as u32 {
        if live[state as usize] && dfa.accepting(state) {
            blocks.mark(state);
        }
    }
    blocks.split();
    // Dead states take no part: no kept transition leads to them.
    for (state, &live) in live.iter().enumerate() {
        if !live {
            blocks.mark(state as u32);
        }
    }
    blocks.split();

    let mut cords = Partition::new((0..tails.len() as u32).collect());
    let mut by_letter: Vec<Vec<u32>> = vec![Vec::new(); dfa.letters()];
    for (edge, &label) in labels.iter().enumerate() {
        by_letter[label as usize].push(edge as u32);
    }
    for edges in &by_letter {
        for &edge in edges {
            cords.mark(edge);
        }
        cords.split();
    }
    // Every block is looked at once; the first as well, since blocks may be
    // split in any order.
    let (mut block, mut cord) = (0, 0);
    while block < blocks.classes() || (cord < cords.classes() && !tails.is_empty()) {
        meter.poll_sometimes()?;
        if block < blocks.classes() {
            for at in blocks.members(block) {
                meter.poll_sometimes()?;
                let state = blocks.elements[at] as usize;
                for &edge in &edges[first[state] as usize..first[state + 1] as usize] {
                    cords.mark(edge);
                }
            }
            cords.split();
            block += 1;
            continue;
        }
        for at in cords.members(cord) {
            meter.poll_sometimes()?;
            blocks.mark(tails[cords.elements[at] as usize]);
        }
        blocks.split();
        cord += 1;
    }
    let mut small = Dfa::new(dfa.letters(), false);
    let start = blocks.class[0];
    // The start becomes state 0; in_order() drops what cannot be reached.
    let number = |class: u32| match class {
        c if c == start => 0,
        0 => start,
        c => c,
    };
    for _ in 1..blocks.classes() {
        small.add(false);
    }
    for state in (0..states as u32).filter(|&s| live[s as usize] && dfa.accepting(s)) {
        small.set_accepting(number(blocks.class[state as usize]), true);
    }
    for ((&tail, &head), &label) in tails.iter().zip(&heads).zip(&labels) {
        small.set(
            number(blocks.class[tail as usize]),
            label as usize,
            number(blocks.class[head as usize]),
        );
    }
    Ok(small.in_order())
}
