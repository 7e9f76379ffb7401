//! Memoised search for Grundy values.
//!
//! The value of a position is the mex (least missing natural number) of the
//! values of its options; an option that is a sum has the nim sum of its
//! parts' values (Sprague 1935, Grundy 1939). The search visits each
//! canonical position once, depth first on an explicit stack. Options whose
//! parts are known already cost one look-up each; the others wait in one
//! shared array, so that nothing is allocated per move.
//!
//! A game whose positions can be packed into pieces of bits ([`Game::boards`]) is
//! searched by [`boards`](super::boards) instead; [`Memo::plain`] is the search above
//! for every game, and the definition that the other is compared with.
//!
//! Limits: values below 2^32 (a position would need that many options to
//! exceed it). A position that can come back is [`Error::Cycle`], a declared
//! end is [`Error::NoValue`]: its game has outcomes but no Grundy values.

use rustc_hash::FxHashMap;

use super::{CHARGED_AT_ONCE, cycle, declared, mex, room_of_list, room_of_table};
use crate::budget::Meter;
use crate::error::Error;
use crate::game::{BYTES_PER_STATE, CONTINUE, Game, STOP, weight};
use crate::outcome::Convention;
use crate::solve::boards::{Boards, Piece};

/// Marks a position whose search has begun and not ended.
const OPEN: u32 = u32::MAX;

/// The table of one game, and the search that fills it.
pub struct Memo<G: Game> {
    game: G,
    values: FxHashMap<G::Position, u32>,
    scratch: Vec<bool>,
    boards: Packing,
    pieces: Vec<Piece>,
}

/// The search for packed boards.
enum Packing {
    /// Nobody has asked for it yet.
    Unasked,
    /// There is none.
    None,
    Some(Boards),
}

/// A position on the search stack.
struct Frame<P> {
    position: P,
    /// Where this position's waiting options begin.
    waiting: usize,
    /// Where the values of its finished options begin.
    found: usize,
}

impl<G: Game> Memo<G> {
    /// An empty table. `game` may be a reference.
    pub fn new(game: G) -> Self {
        Memo {
            game,
            values: FxHashMap::default(),
            scratch: Vec::new(),
            boards: Packing::Unasked,
            pieces: Vec::new(),
        }
    }

    /// An empty table that is filled position by position, as the definition says.
    pub fn plain(game: G) -> Self {
        Memo {
            boards: Packing::None,
            ..Memo::new(game)
        }
    }

    /// The search for packed boards, with the pieces of `position`, if it has any such form.
    fn packed(&mut self, position: &G::Position) -> Option<(&mut Boards, &[Piece])> {
        if let Packing::Unasked = self.boards {
            let boards = match self.game.declares_ends() {
                true => None,
                false => self.game.boards(Convention::Normal),
            };
            self.boards = boards.map_or(Packing::None, Packing::Some);
        }
        let Packing::Some(boards) = &mut self.boards else {
            return None;
        };
        self.pieces.clear();
        let packed = self.game.pack(boards, position, &mut self.pieces);
        packed.then_some((boards, self.pieces.as_slice()))
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many positions have been valued.
    pub fn len(&self) -> usize {
        let packed = match &self.boards {
            Packing::Some(boards) => boards.len(),
            _ => 0,
        };
        self.values.len() + packed
    }

    /// Whether nothing has been valued yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether [`Memo::len`] would be the same in another run: not if several threads were at work.
    pub fn is_counted(&self) -> bool {
        !matches!(&self.boards, Packing::Some(boards) if boards.was_shared())
    }

    /// The value of a sum: the nim sum of its parts' values.
    pub fn sum_value(&mut self, sum: &[G::Position], meter: &mut Meter) -> Result<u32, Error> {
        sum.iter()
            .try_fold(0, |total, part| Ok(total ^ self.value(part, meter)?))
    }

    /// Whether the value of a sum is `value`: as [`Memo::sum_value`], but less is searched
    /// where boards are packed.
    pub fn sum_is(
        &mut self,
        sum: &[G::Position],
        value: u32,
        meter: &mut Meter,
    ) -> Result<bool, Error> {
        let mut rest = value;
        let mut all = Vec::new();
        for part in sum {
            match self.packed(part) {
                Some((_, pieces)) => all.extend_from_slice(pieces),
                None => rest ^= self.value(part, meter)?,
            }
        }
        match &mut self.boards {
            Packing::Some(boards) => boards.is(&all, rest, meter),
            _ => Ok(rest == 0),
        }
    }

    /// The Grundy value of `position`.
    pub fn value(&mut self, position: &G::Position, meter: &mut Meter) -> Result<u32, Error> {
        if let Some((boards, pieces)) = self.packed(position) {
            return boards.value(pieces, meter);
        }
        let root = self.game.canonical(position.clone());
        if let Some(&value) = self.values.get(&root) {
            return Ok(value);
        }
        let result = self.search(root, meter);
        if result.is_err() {
            // What was left open is not known; what was closed stays known.
            self.values.retain(|_, value| *value != OPEN);
        }
        result
    }

    fn search(&mut self, root: G::Position, meter: &mut Meter) -> Result<u32, Error> {
        let mut stack: Vec<Frame<G::Position>> = Vec::new();
        // An option that waits is a range of parts; ranges end where the next begins.
        let mut parts: Vec<G::Position> = Vec::new();
        let mut waiting: Vec<usize> = Vec::new();
        let mut found: Vec<u32> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(position) = next.take() {
                let frame = Frame {
                    waiting: waiting.len(),
                    found: found.len(),
                    position,
                };
                self.open(&frame.position, &mut parts, &mut waiting, &mut found, meter)?;
                stack.push(frame);
            }
            let Some(frame) = stack.last() else {
                unreachable!("the loop returns when the last frame is closed")
            };
            while waiting.len() > frame.waiting {
                let start = waiting[waiting.len() - 1];
                let mut value = 0;
                for part in &parts[start..] {
                    match self.values.get(part) {
                        Some(&OPEN) => {
                            let path = stack.iter().map(|f| &f.position);
                            return Err(cycle(&self.game, path, part));
                        }
                        Some(&known) => value ^= known,
                        None => {
                            next = Some(part.clone());
                            break;
                        }
                    }
                }
                if next.is_some() {
                    break;
                }
                found.push(value);
                parts.truncate(start);
                waiting.pop();
            }
            if next.is_some() {
                continue;
            }
            let value = mex(&found[frame.found..], &mut self.scratch);
            found.truncate(frame.found);
            let Some(frame) = stack.pop() else {
                return Ok(value);
            };
            self.values.insert(frame.position, value);
            if stack.is_empty() {
                return Ok(value);
            }
        }
    }

    /// Marks `position` as begun and sorts its options into found values and
    /// options that wait.
    fn open(
        &mut self,
        position: &G::Position,
        parts: &mut Vec<G::Position>,
        waiting: &mut Vec<usize>,
        found: &mut Vec<u32>,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        let counts = weight(&self.game, position);
        meter.advance(counts)?;
        // What long lists and huge numbers need beside the position itself.
        let apart = BYTES_PER_STATE * (counts - 1);
        if self.game.declares_ends() {
            return Err(declared());
        }
        let (game, values) = (&self.game, &self.values);
        let table = room_of_table(values) + values.len() as u64 * apart;
        let mut failed = None;
        let mut looked_at = 0;
        let _ = game.targets(position, &mut |to| {
            // An option is about as large as the position.
            looked_at += counts * (to.len() as u64).max(1);
            if let Err(error) = meter.poll_sometimes() {
                failed = Some(error);
                return STOP;
            }
            if looked_at >= CHARGED_AT_ONCE {
                // A position may have more options than patience lasts.
                let lists = room_of_list(parts) + room_of_list(waiting) + room_of_list(found);
                let held = table + lists + parts.len() as u64 * apart;
                let charged = meter.options(std::mem::take(&mut looked_at));
                if let Err(error) = charged.and_then(|()| meter.bytes(held)) {
                    failed = Some(error);
                    return STOP;
                }
            }
            let start = parts.len();
            let mut value = Some(0);
            for part in to {
                let part = game.representative(part);
                value = value.and_then(|sum: u32| match values.get(&*part) {
                    Some(&known) if known != OPEN => Some(sum ^ known),
                    _ => None,
                });
                if value.is_none() || to.len() > 1 {
                    parts.push(part.into_owned());
                }
            }
            match value {
                Some(known) => {
                    parts.truncate(start);
                    found.push(known);
                }
                None => waiting.push(start),
            }
            CONTINUE
        });
        if let Some(error) = failed {
            return Err(error);
        }
        meter.options(looked_at)?;
        meter.bytes(table + room_of_list(parts) + parts.len() as u64 * apart)?;
        self.values.insert(position.clone(), OPEN);
        Ok(())
    }
}
