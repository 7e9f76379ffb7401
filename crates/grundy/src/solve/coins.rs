//! Coin turning: coins on the places of a well-founded order, turned in sets.
//!
//! A coin lies on every place and shows heads or tails. A move turns all
//! coins of a set T, which must be one of the sets that the rules allow for
//! its greatest place s, and the coin on s must turn from heads to tails. As
//! s is the greatest place of T, play ends.
//!
//! **Theorem** (Lenstra; Berlekamp, Conway and Guy). A position has the nim
//! sum of the values of its heads, and a single head on s has
//! g(s) = mex { ⊕ g(t), t ∈ T, t ≠ s : T allowed for s }. *Proof.* Play with
//! stones instead: a stone on s is replaced by one on each t of T other than
//! s. That is a sum of games, one for each stone, in which two stones on one
//! place cancel; and turning coins is the same game with those pairs taken away.
//!
//! A [`Family`] says which sets are allowed; where more is known it gives the
//! values and constructs the sets of a wanted *worth*, the nim sum of the
//! values of the whole set, top included: turning T changes the value of the
//! position by exactly its worth. So the moves from value v to value w are
//! the sets of worth v ⊕ w whose top shows heads.
//!
//! [`Coins`] makes a [`Game`] of a family. Its position is one component, the
//! whole board, because a move turns coins that lie far apart.
//!
//! ```
//! use grundy::game::Game;
//! use grundy::games::coins::few::Few;
//! use grundy::solve::coins::Coins;
//! use grundy::theorem::Theorem;
//! let turtles = Coins(Few::<false>::new(2).unwrap()); // turn one coin or two
//! let board = turtles.read("THHTTH").unwrap().remove(0); // heads on 2, 3 and 6
//! assert_eq!(turtles.value(&board), Some((2u8 ^ 3 ^ 6).into()));
//! ```

use std::fmt::Debug;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::natural::{self, Natural, nim_sum};
use crate::notation::{self, Reader};
use crate::outcome::Convention;
use crate::text::Text;
use crate::theorem::Theorem;

/// Who is told of a set: the places other than its top, in ascending order.
pub type VisitSet<'v, P> = &'v mut dyn FnMut(&[P]) -> Flow;

/// Which sets of coins may be turned.
pub trait Family {
    /// What the coins lie on, where that differs between positions: a tree,
    /// say. `()` where it does not.
    type Board: Clone + Ord + Hash + Debug;
    /// Where a coin lies. The greatest place of a set is its top.
    type Place: Clone + Ord + Hash + Debug;

    /// Names every set that is allowed for `top`, until told to stop.
    fn sets(
        &self,
        board: &Self::Board,
        top: &Self::Place,
        visit: VisitSet<'_, Self::Place>,
    ) -> Flow;

    /// Whether `others`, ascending and all less than `top`, are allowed with it.
    fn allows(&self, board: &Self::Board, top: &Self::Place, others: &[Self::Place]) -> bool;

    /// The value of a single head, where it is known.
    fn value(&self, board: &Self::Board, top: &Self::Place) -> Option<Natural>;

    /// The nim sum of the values of all heads.
    fn total(&self, board: &Self::Board, heads: &[Self::Place]) -> Option<Natural> {
        let values: Option<Vec<Natural>> = heads.iter().map(|at| self.value(board, at)).collect();
        Some(nim_sum(&values?))
    }

    /// Names every set for `top` whose worth, top included, is `worth`.
    /// Silent: all sets are looked at. A construction that leaves out some
    /// answers [`STOP`](crate::game::STOP).
    fn sets_worth(
        &self,
        _board: &Self::Board,
        _top: &Self::Place,
        _worth: &Natural,
        _visit: VisitSet<'_, Self::Place>,
    ) -> Option<Flow> {
        None
    }

    /// Whether [`Family::sets_worth`] certainly finds a set, or is cheap to
    /// ask: these tops are tried first.
    fn is_promising(&self, _board: &Self::Board, _top: &Self::Place, _worth: &Natural) -> bool {
        true
    }

    /// Reads a board and its heads.
    fn read(&self, reader: &mut Reader<'_>) -> Result<(Self::Board, Vec<Self::Place>), Error>;

    /// Writes a board and its heads.
    fn write(&self, board: &Self::Board, heads: &[Self::Place]) -> String;

    /// Reads a place.
    fn read_place(&self, reader: &mut Reader<'_>) -> Result<Self::Place, Error>;

    /// Writes a place.
    fn write_place(&self, place: &Self::Place) -> String;

    /// The name of the theorem, for reasons.
    fn law(&self) -> Text {
        Text::fixed("coin turning theorem", "翻硬币定理")
    }
}

/// A board with coins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board<B, P> {
    board: B,
    /// The heads, ascending.
    heads: Vec<P>,
}

impl<B, P: Ord> Board<B, P> {
    /// The board with these heads; a place that is given twice is turned twice.
    pub fn new(board: B, mut heads: Vec<P>) -> Self {
        heads.sort_unstable();
        let mut once: Vec<P> = Vec::with_capacity(heads.len());
        for place in heads {
            if once.last() == Some(&place) {
                once.pop();
            } else {
                once.push(place);
            }
        }
        Board { board, heads: once }
    }

    /// What the coins lie on.
    pub fn board(&self) -> &B {
        &self.board
    }

    /// The places of the heads, ascending.
    pub fn heads(&self) -> &[P] {
        &self.heads
    }
}

/// The game of turning coins by the rules of a family.
pub struct Coins<F>(
    /// The rules.
    pub F,
);

/// A move: the places of the coins that are turned, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<P>(
    /// The places; the last one is the top.
    pub Vec<P>,
);

impl<P: Ord + Clone> Turn<P> {
    fn of(others: &[P], top: &P) -> Self {
        let mut places = Vec::with_capacity(others.len() + 1);
        places.extend_from_slice(others);
        places.push(top.clone());
        Turn(places)
    }
}

/// The heads after `turned` (ascending) were turned, in one pass.
fn turned<P: Ord + Clone>(heads: &[P], turned: &[P]) -> Vec<P> {
    let mut after = Vec::with_capacity(heads.len() + turned.len());
    let mut rest = heads;
    for place in turned {
        let before = rest.partition_point(|head| head < place);
        after.extend_from_slice(&rest[..before]);
        rest = &rest[before..];
        if rest.first() == Some(place) {
            rest = &rest[1..];
        } else {
            after.push(place.clone());
        }
    }
    after.extend_from_slice(rest);
    after
}

impl<F: Family> Game for Coins<F> {
    type Position = Board<F::Board, F::Place>;
    type Move = Turn<F::Place>;

    fn options(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(Self::Move, &[Self::Position]) -> Flow,
    ) -> Flow {
        for top in &position.heads {
            self.0.sets(&position.board, top, &mut |others| {
                let turn = Turn::of(others, top);
                let after = Board {
                    board: position.board.clone(),
                    heads: turned(&position.heads, &turn.0),
                };
                visit(turn, &[after])
            })?;
        }
        CONTINUE
    }

    fn play(&self, position: &Self::Position, turn: &Self::Move) -> Option<Vec<Self::Position>> {
        let (top, others) = turn.0.split_last()?;
        let ascending = turn.0.windows(2).all(|pair| pair[0] < pair[1]);
        let legal = ascending
            && position.heads.binary_search(top).is_ok()
            && self.0.allows(&position.board, top, others);
        legal.then(|| {
            vec![Board {
                board: position.board.clone(),
                heads: turned(&position.heads, &turn.0),
            }]
        })
    }

    fn read(&self, text: &str) -> Result<Vec<Self::Position>, Error> {
        notation::read_sum(text, |reader| {
            let (board, heads) = self.0.read(reader)?;
            Ok(Board::new(board, heads))
        })
    }

    fn write(&self, sum: &[Self::Position]) -> String {
        if sum.is_empty() {
            return NO_HEADS.to_string();
        }
        notation::write_sum(sum, |position| {
            self.0.write(&position.board, &position.heads)
        })
    }

    fn read_move(&self, _: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        let mut reader = Reader::new(text);
        reader.eat("turn");
        let mut places = Vec::new();
        let read = (|| {
            loop {
                places.push(self.0.read_place(&mut reader)?);
                if reader.done() {
                    return Ok(());
                }
                reader.eat(",");
            }
        })();
        read.map_err(|_: Error| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`turn` and the places of the coins to be turned",
                " `turn` 与要翻转的各枚硬币的位置",
            ),
        })?;
        places.sort_unstable();
        Ok(Turn(places))
    }

    fn write_move(&self, turn: &Self::Move) -> String {
        let places: Vec<String> = turn.0.iter().map(|at| self.0.write_place(at)).collect();
        format!("turn {}", places.join(","))
    }
}

impl<F: Family> Theorem for Coins<F> {
    fn value(&self, position: &Self::Position) -> Option<Natural> {
        self.0.total(&position.board, &position.heads)
    }

    fn moves_to(
        &self,
        position: &Self::Position,
        target: &Natural,
        visit: &mut impl FnMut(Self::Move) -> Flow,
    ) -> Option<Flow> {
        let worth = self.value(position)? ^ target;
        // A construction that is cut short ends one top, the visitor all.
        let (mut enough, mut all) = (false, CONTINUE);
        for promising in [true, false] {
            for top in &position.heads {
                if self.0.is_promising(&position.board, top, &worth) != promising {
                    continue;
                }
                let flow = self
                    .0
                    .sets_worth(&position.board, top, &worth, &mut |others| {
                        let flow = visit(Turn::of(others, top));
                        enough |= flow.is_break();
                        flow
                    })?;
                if flow.is_break() {
                    all = flow;
                }
                if enough {
                    return Some(all);
                }
            }
        }
        Some(all)
    }

    fn reason(&self, sum: &[Self::Position], _: Convention) -> Text {
        use crate::text::Lang;
        let Some(total) = crate::theorem::sum_value(self, sum) else {
            return Text::default();
        };
        let law = self.0.law();
        let shown = match natural::highest_bit(&total) {
            Some(bit @ 256..) => Text::new(
                format!("a number of {} bits", bit + 1),
                format!("一个 {} 位的二进制数", bit + 1),
            ),
            _ => Text::new(total.to_string(), total.to_string()),
        };
        Text::new(
            format!(
                "{}: the nim sum over the heads is {shown}",
                law.get(Lang::En)
            ),
            format!(
                "{}：各正面硬币的异或和为 {}",
                law.get(Lang::Zh),
                shown.get(Lang::Zh)
            ),
        )
    }
}

/// How a board without heads is written.
pub const NO_HEADS: &str = "-";

/// Reads a list of places, separated by commas or blanks, none of them twice;
/// `-` is the empty list.
pub fn read_heads<P: Ord>(
    reader: &mut Reader<'_>,
    mut place: impl FnMut(&mut Reader<'_>) -> Result<P, Error>,
) -> Result<Vec<P>, Error> {
    if reader.eat(NO_HEADS) {
        return Ok(Vec::new());
    }
    let mut heads = Vec::new();
    loop {
        heads.push(place(reader)?);
        let comma = reader.eat_if(|c| matches!(c, ',' | '，')).is_some();
        if !comma && matches!(reader.peek(), None | Some('+')) {
            break;
        }
    }
    heads.sort_unstable();
    if heads.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(reader.fail(Text::fixed(
            "places of which none is named twice",
            "互不重复的位置",
        )));
    }
    Ok(heads)
}

/// Writes a list of places.
pub fn write_heads<P>(heads: &[P], place: impl Fn(&P) -> String) -> String {
    if heads.is_empty() {
        return NO_HEADS.to_string();
    }
    heads.iter().map(place).collect::<Vec<_>>().join(",")
}

/// Reads rows of `H` (heads) and `T` (tails) separated by `/`, if the text
/// goes on like that: the row and column of each head, from 0.
pub fn read_faces(reader: &mut Reader<'_>) -> Option<Vec<(usize, usize)>> {
    if !matches!(reader.peek(), Some('H' | 'T' | 'h' | 't')) {
        return None;
    }
    let (mut row, mut column) = (0, 0);
    let mut heads = Vec::new();
    while let Some(c) = reader.eat_if(|c| matches!(c, 'H' | 'T' | 'h' | 't' | '/')) {
        match c {
            '/' => {
                row += 1;
                column = 0;
            }
            _ => {
                if matches!(c, 'H' | 'h') {
                    heads.push((row, column));
                }
                column += 1;
            }
        }
    }
    Some(heads)
}

/// The value of a single head by the definition, for families whose sets are
/// few enough to be looked at, and as the measure of every shorter way.
pub struct ByDefinition<'f, F: Family> {
    family: &'f F,
    board: F::Board,
    values: FxHashMap<F::Place, u64>,
}

impl<'f, F: Family> ByDefinition<'f, F> {
    /// Nothing is known yet.
    pub fn new(family: &'f F, board: F::Board) -> Self {
        ByDefinition {
            family,
            board,
            values: FxHashMap::default(),
        }
    }

    /// g(top) = mex over the sets. Visits the places below on an explicit
    /// stack, each once.
    pub fn value(&mut self, top: &F::Place) -> u64 {
        let mut stack = vec![top.clone()];
        while let Some(at) = stack.last().cloned() {
            let mut missing: Option<F::Place> = None;
            let mut found: Vec<u64> = Vec::new();
            let _ = self.family.sets(&self.board, &at, &mut |others| {
                let mut worth = 0;
                for place in others {
                    match self.values.get(place) {
                        Some(value) => worth ^= value,
                        None => {
                            missing = Some(place.clone());
                            return crate::game::STOP;
                        }
                    }
                }
                found.push(worth);
                CONTINUE
            });
            match missing {
                Some(place) => stack.push(place),
                None => {
                    found.sort_unstable();
                    found.dedup();
                    let mex = found.iter().zip(0..).find(|(value, n)| **value != *n);
                    let mex = mex.map_or(found.len() as u64, |(_, n)| n);
                    self.values.insert(at, mex);
                    stack.pop();
                }
            }
        }
        self.values[top]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn turning_twice_changes_nothing(
            heads in proptest::collection::btree_set(0u32..50, 0..20),
            set in proptest::collection::btree_set(0u32..50, 0..20),
        ) {
            let heads: Vec<u32> = heads.into_iter().collect();
            let set: Vec<u32> = set.into_iter().collect();
            let once = turned(&heads, &set);
            prop_assert!(once.windows(2).all(|pair| pair[0] < pair[1]));
            for place in 0..50 {
                let was = heads.contains(&place) != set.contains(&place);
                prop_assert_eq!(once.contains(&place), was);
            }
            prop_assert_eq!(turned(&once, &set), heads);
        }
    }
}
