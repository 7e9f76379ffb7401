//! The search itself: one worker's stack, and several workers on one table.

use super::table::{EXCLUDABLE, Known, Table};
use super::{Piece, Rules};
use crate::game::{CONTINUE, STOP};

/// What is asked of a piece: whether its value is this number, or [`VALUE`].
pub(super) type Goal = u32;

/// The value itself is asked for.
pub(super) const VALUE: Goal = u32::MAX;

/// So many options are looked up together.
const AT_ONCE: usize = 4;

/// A piece whose value is being looked for.
struct Frame {
    piece: Piece,
    goal: Goal,
    /// The value that an option is being looked for with.
    target: u32,
    /// Values below 64 that some option has.
    met: u64,
    /// Where this frame's choices, parts and large values begin.
    choices: usize,
    parts: usize,
    large: usize,
    /// The choice that is looked at.
    at: usize,
    /// Choices that others are at work on were passed over.
    deferred: bool,
    /// They are not passed over any more.
    insists: bool,
    /// No option has the value of the goal.
    refuted: bool,
}

impl Frame {
    /// Whether an option has the very value that the piece was asked for.
    fn is_refuted(&self) -> bool {
        self.goal < 64 && self.met >> self.goal & 1 == 1
    }
}

/// The answer about a piece.
enum Found {
    /// Its value.
    Value(u32),
    /// Values below 64 that it does not have, the one that was asked for among them.
    Not(u64),
}

/// An option whose value is not known.
#[derive(Clone, Copy)]
struct Choice {
    /// Its largest part of unknown value.
    piece: Piece,
    /// The nim sum of the parts whose values are known.
    known: u32,
    /// Further parts of unknown value: where they begin, and how many are left.
    first: u32,
    left: u8,
    /// Its value has become known.
    done: bool,
    /// The smaller, the earlier it is looked at.
    rank: u32,
}

/// One stack of the search.
#[derive(Default)]
pub(super) struct Worker {
    frames: Vec<Frame>,
    choices: Vec<Choice>,
    parts: Vec<Piece>,
    large: Vec<u32>,
    /// Pieces that are new to the table, pieces whose options were looked at, and how many these were,
    /// since the last report.
    entered: u64,
    opened: u64,
    looked_at: u64,
    /// A value was larger than can be kept.
    failed: bool,
}

impl Worker {
    /// Begins to look for an answer about `piece`.
    pub(super) fn ask<R: Rules>(
        &mut self,
        rules: &R,
        table: &Table,
        piece: Piece,
        goal: Goal,
        shared: bool,
    ) {
        self.frames.clear();
        self.choices.clear();
        self.parts.clear();
        self.large.clear();
        self.open(rules, table, piece, goal, shared);
    }

    /// What the stack holds.
    pub(super) fn bytes(&self) -> u64 {
        (self.choices.capacity() * size_of::<Choice>()
            + self.parts.capacity() * size_of::<Piece>()
            + self.frames.capacity() * size_of::<Frame>()
            + self.large.capacity() * size_of::<u32>()) as u64
    }

    /// How many pieces it has entered into the table since it was asked last.
    pub(super) fn take_entered(&mut self) -> u64 {
        std::mem::take(&mut self.entered)
    }

    /// How many pieces it has opened, and how many options looked at, since it was asked last.
    pub(super) fn take_work(&mut self) -> (u64, u64) {
        (
            std::mem::take(&mut self.opened),
            std::mem::take(&mut self.looked_at),
        )
    }

    /// Whether it cannot go on, as a value is larger than can be kept.
    pub(super) fn failed(&self) -> bool {
        self.failed
    }

    /// Leaves the question as it is: nobody need pass over what this worker was at work on.
    pub(super) fn leave(&mut self, table: &Table) {
        for frame in self.frames.drain(..) {
            table.end(frame.piece);
        }
    }

    fn open<R: Rules>(&mut self, rules: &R, table: &Table, piece: Piece, goal: Goal, shared: bool) {
        self.opened += 1;
        if shared {
            self.entered += u64::from(table.begin(piece));
        }
        let mut frame = Frame {
            piece,
            goal,
            target: 0,
            met: 0,
            choices: self.choices.len(),
            parts: self.parts.len(),
            large: self.large.len(),
            at: 0,
            deferred: false,
            insists: false,
            refuted: false,
        };
        // The table is asked about several options at once, so that it is waited for once.
        let mut pending = frame.choices;
        let mut used = frame.parts;
        let mut kept = frame.choices;
        let mut looked_at = 0;
        let flow = rules.options(piece, &mut |to| {
            looked_at += 1;
            self.choices.push(Choice {
                piece,
                known: 0,
                first: self.parts.len() as u32,
                left: to.len() as u8,
                done: false,
                rank: 0,
            });
            to.iter().for_each(|part| table.fetch(*part));
            self.parts.extend_from_slice(to);
            if self.choices.len() - pending < AT_ONCE {
                return CONTINUE;
            }
            (kept, used) = self.absorb(rules, table, &mut frame, kept, pending, used);
            pending = kept;
            match frame.is_refuted() {
                true => STOP,
                false => CONTINUE,
            }
        });
        if flow.is_continue() {
            self.absorb(rules, table, &mut frame, kept, pending, used);
        }
        self.looked_at += looked_at;
        if !frame.is_refuted() {
            self.choices[frame.choices..]
                .sort_unstable_by_key(|choice| (choice.rank, choice.piece));
        }
        self.frames.push(frame);
        self.aim();
    }

    /// Takes what the table knows about the choices from `pending` on: those of known value are met, the
    /// others are kept. Where kept choices and their parts end now.
    fn absorb<R: Rules>(
        &mut self,
        rules: &R,
        table: &Table,
        frame: &mut Frame,
        mut kept: usize,
        pending: usize,
        mut used: usize,
    ) -> (usize, usize) {
        let Worker {
            choices,
            parts,
            large,
            ..
        } = self;
        for at in pending..choices.len() {
            let mut choice = choices[at];
            let begin = used;
            let mut excluded = 0;
            for part in choice.first as usize..choice.first as usize + choice.left as usize {
                let part = parts[part];
                let known = table.get(part);
                match known.exactly() {
                    Some(value) => choice.known ^= value,
                    None => {
                        excluded = known.excluded();
                        parts[used] = part;
                        used += 1;
                    }
                }
            }
            let unknown = &mut parts[begin..used];
            match &mut *unknown {
                [] => {
                    match choice.known {
                        0..64 => frame.met |= 1 << choice.known,
                        value => large.push(value),
                    }
                    continue;
                }
                // What is known to be little else is more likely to be what is looked for.
                [only] => choice.rank = (rules.effort(*only) + 8).saturating_sub(2 * excluded),
                several => {
                    several.sort_unstable_by_key(|part| std::cmp::Reverse(rules.effort(*part)));
                    choice.rank = several.iter().map(|part| rules.effort(*part)).sum::<u32>() + 8;
                }
            }
            choice.piece = unknown[0];
            choice.first = begin as u32 + 1;
            choice.left = (unknown.len() - 1) as u8;
            choices[kept] = choice;
            kept += 1;
        }
        choices.truncate(kept);
        parts.truncate(used);
        (kept, used)
    }

    /// The least value that no option is known to have.
    fn least_missing(&self, frame: &Frame) -> u32 {
        let mut least = frame.met.trailing_ones();
        if least == 64 {
            while self.large[frame.large..].contains(&least) {
                least += 1;
            }
        }
        least
    }

    /// Chooses the next value that an option is looked for with; the answer, if there is nothing left to look for.
    fn aim(&mut self) -> Option<Found> {
        let frame = self.frames.last()?;
        if frame.is_refuted() {
            return Some(Found::Not(frame.met));
        }
        let least = self.least_missing(frame);
        let frame = self.frames.last_mut()?;
        if least == frame.goal && frame.refuted {
            return Some(Found::Value(least));
        }
        frame.target = match frame.goal != VALUE && !frame.refuted {
            true => frame.goal,
            false => least,
        };
        frame.at = frame.choices;
        (frame.deferred, frame.insists) = (false, false);
        None
    }

    /// Goes on until the question is answered, or for about `steps` steps. Whether it is answered.
    pub(super) fn go<R: Rules>(
        &mut self,
        rules: &R,
        table: &Table,
        shared: bool,
        steps: u64,
    ) -> bool {
        let mut left = steps;
        while let Some(frame) = self.frames.last() {
            if self.failed {
                return false;
            }
            if frame.is_refuted() {
                let known = Found::Not(frame.met);
                self.close(table, known, shared);
                continue;
            }
            if self.has(frame.target) {
                if let Some(found) = self.aim() {
                    self.close(table, found, shared);
                }
                continue;
            }
            if frame.at == self.choices.len() {
                let least = self.least_missing(frame);
                let Some(frame) = self.frames.last_mut() else {
                    break;
                };
                if frame.deferred && !frame.insists {
                    (frame.at, frame.insists) = (frame.choices, true);
                    continue;
                }
                if frame.target == least {
                    self.close(table, Found::Value(least), shared);
                    continue;
                }
                frame.refuted = true;
                if let Some(found) = self.aim() {
                    self.close(table, found, shared);
                }
                continue;
            }
            if left == 0 {
                return false;
            }
            if let Some((piece, goal)) = self.look::<R>(table, shared) {
                left -= 1;
                self.open(rules, table, piece, goal, shared);
            }
        }
        true
    }

    /// Whether some option of the last frame is known to have this value.
    fn has(&self, value: u32) -> bool {
        let Some(frame) = self.frames.last() else {
            return false;
        };
        match value {
            0..64 => frame.met >> value & 1 == 1,
            _ => self.large[frame.large..].contains(&value),
        }
    }

    /// Looks at the choice whose turn it is; what must be known first.
    #[inline]
    fn look<R: Rules>(&mut self, table: &Table, shared: bool) -> Option<(Piece, Goal)> {
        let frame = self.frames.last_mut()?;
        let choice = &mut self.choices[frame.at];
        if choice.done {
            frame.at += 1;
            return None;
        }
        while choice.left > 0 {
            let part = self.parts[choice.first as usize + choice.left as usize - 1];
            let known = table.get(part);
            match known.exactly() {
                Some(value) => {
                    choice.known ^= value;
                    choice.left -= 1;
                }
                None if shared && known.is_busy() && !frame.insists => {
                    frame.deferred = true;
                    frame.at += 1;
                    return None;
                }
                None => return Some((part, VALUE)),
            }
        }
        let known = table.get(choice.piece);
        if let Some(value) = known.exactly() {
            choice.done = true;
            frame.at += 1;
            match value ^ choice.known {
                value @ 0..64 => frame.met |= 1 << value,
                large => self.large.push(large),
            }
            return None;
        }
        let goal = frame.target ^ choice.known;
        if goal < EXCLUDABLE && known.excludes(goal) {
            frame.at += 1;
            return None;
        }
        if shared && known.is_busy() && !frame.insists {
            frame.deferred = true;
            frame.at += 1;
            return None;
        }
        // Where all values are wanted and large, to exclude them one by one costs more than to find them.
        let in_full = goal >= EXCLUDABLE || R::LARGE_VALUES && frame.goal == VALUE;
        Some((choice.piece, if in_full { VALUE } else { goal }))
    }

    /// Writes down what was found about the last frame's piece and leaves it.
    fn close(&mut self, table: &Table, found: Found, shared: bool) {
        let known = match found {
            Found::Value(value) => Known::value(value),
            Found::Not(values) => Some(Known::not(values)),
        };
        let Some(known) = known else {
            self.failed = true;
            return;
        };
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.entered += u64::from(table.add(frame.piece, known));
        if shared {
            table.end(frame.piece);
        }
        self.choices.truncate(frame.choices);
        self.parts.truncate(frame.parts);
        self.large.truncate(frame.large);
    }
}
