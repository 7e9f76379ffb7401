//! How a value is found, from the rules alone.
//!
//! | engine | for | cost |
//! |---|---|---|
//! | [`memo`] | Grundy values of any acyclic game | each position once |
//! | [`outcomes`] | only who wins; misère play; declared ends | each position at most once, usually far fewer |
//! | [`boards`] | boards of bits that fall apart | one nimber at a time, mostly without values; 16 bytes a piece |
//! | [`blocking`] | who wins where the opponent may forbid some options | each position once |
//! | [`dense`] | a whole box of integer positions | each cell once, no hashing |
//! | [`lines`] | walks along rows, columns and diagonals | one look per line, not per square |
//! | [`coins`] | coins on any well-founded order, turned in sets | the coins once |
//! | [`graph`] | an explicit acyclic graph | O(V+E) |
//! | [`heap`] | Grundy sequences of take-and-break games | millions of values a second, periods proven |
//! | [`matching`], [`geography`] | a walk that never comes back | about O(E) for all starts |
//! | [`layers`] | lower a number, set those behind it at will | O(V+E) |
//! | [`rectangles`] | squares of coins, heads in rectangles | O(m log m) |
//! | [`zigzag`] | a walk whose edges rise for one player and fall for the other | a stable matching |
//! | [`kernel`] | a walk that uses each edge once, bipartite | elimination |
//! | [`hackenbush`] | cutting edges of any graph | O(E), all winning edges O(E log E) |
//! | [`retrograde`] | win, lose or draw where play can come back | O(V+E) |
//! | [`loopy`] | values of such games, and their sums | O(V+E) a value |
//! | [`growing`] | both, on a graph that grows between questions | what is new once |
//! | [`cyclic`] | games by their rules that say their positions may come back | the two above |
//!
//! [`dynamic`] values heap games in which the last move limits the next.
//! [`race`] decides races of two on a grid.
//! [`sum`] makes one game of a sum of components, for the conventions under
//! which components cannot be valued one by one; [`reach`] makes a graph of all
//! that can be reached.

pub mod blocking;
pub mod boards;
pub mod coins;
pub mod cyclic;
pub mod dense;
pub mod dynamic;
pub mod geography;
pub mod graph;
pub mod growing;
pub mod hackenbush;
pub mod heap;
pub mod kernel;
pub mod layers;
pub mod lines;
pub mod loopy;
pub mod matching;
pub mod memo;
pub mod outcomes;
pub mod race;
pub mod reach;
pub mod rectangles;
pub mod retrograde;
pub mod sum;
pub mod xorset;
pub mod zigzag;

use rustc_hash::FxHashMap;

use crate::error::Error;
use crate::game::Game;
use crate::text::Text;

/// Options are charged to the meter in portions of this size, so that a
/// position with endlessly many stops too.
const CHARGED_AT_ONCE: u64 = 1 << 16;

/// The most bytes that a list or table of entries of `entry` bytes takes until
/// [`CHARGED_AT_ONCE`] more are in it: one that is nearly full is about to be
/// copied into another of twice its size.
fn room(length: usize, capacity: usize, entry: usize) -> u64 {
    let full = capacity.saturating_sub(length) as u64 <= CHARGED_AT_ONCE;
    let tables = if full { 3 } else { 1 };
    (capacity as u64).saturating_mul(tables * entry as u64)
}

pub(crate) fn room_of_list<T>(list: &Vec<T>) -> u64 {
    room(list.len(), list.capacity(), size_of::<T>())
}

/// Hash tables keep an eighth free, and a byte for each place.
fn room_of_table<K, V>(table: &FxHashMap<K, V>) -> u64 {
    let places = table.capacity() + table.capacity() / 7;
    let free = table.capacity() - table.len();
    room(places.saturating_sub(free), places, size_of::<(K, V)>() + 1)
}

/// The error for a Grundy value asked of a game with declared ends.
fn declared() -> Error {
    Error::NoValue {
        because: Text::fixed(
            "the rules declare a winner before the last move",
            "规则在最后一步之前就宣布胜者",
        ),
    }
}

/// The error for a search that looks at single positions only.
fn splits() -> Error {
    Error::Unsupported {
        because: Text::fixed(
            "moves of this game split a position: search the whole sum as one game",
            "此游戏的着法会拆分局面：请将整个和作为一个游戏搜索",
        ),
    }
}

/// The error for a search path that comes back to `again`.
fn cycle<'p, G: Game>(
    game: &G,
    path: impl Iterator<Item = &'p G::Position>,
    again: &G::Position,
) -> Error
where
    G::Position: 'p,
{
    Error::Cycle {
        cycle: path
            .skip_while(|position| *position != again)
            .map(|position| game.write(std::slice::from_ref(position)))
            .collect(),
    }
}

/// The least natural number that is not among `values`; `scratch` is kept
/// between calls so that nothing is allocated.
pub fn mex(values: &[u32], scratch: &mut Vec<bool>) -> u32 {
    let mut low = 0u64;
    for &value in values {
        // Values from 64 on cannot lower the answer while a smaller one is missing.
        low |= 1u64.checked_shl(value).unwrap_or(0);
    }
    if low != u64::MAX {
        return low.trailing_ones();
    }
    scratch.clear();
    scratch.resize(values.len() + 1, false);
    for &value in values {
        if let Some(seen) = scratch.get_mut(value as usize) {
            *seen = true;
        }
    }
    scratch
        .iter()
        .position(|seen| !seen)
        .unwrap_or(values.len()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn mex_is_the_least_missing(values in proptest::collection::vec(0u32..200, 0..400)) {
            let by_definition = (0..).find(|n| !values.contains(n)).unwrap();
            prop_assert_eq!(mex(&values, &mut Vec::new()), by_definition);
        }
    }

    #[test]
    fn room_is_asked_for_before_it_is_taken() {
        let mut list: Vec<u64> = vec![0; CHARGED_AT_ONCE as usize];
        let mut table: FxHashMap<u64, u32> = (0..CHARGED_AT_ONCE).map(|n| (n, 0)).collect();
        for _ in 0..40 {
            let (list_room, table_room) = (room_of_list(&list), room_of_table(&table));
            let (old_list, old_table) = (list.capacity(), table.capacity());
            for number in 0..CHARGED_AT_ONCE {
                list.push(number);
                table.insert(table.len() as u64, 0);
            }
            // The old one is there until all is copied.
            let copied = |old: usize, new: usize| if new > old { old + new } else { new };
            let taken = copied(old_list, list.capacity()) * 8;
            assert!(taken as u64 <= list_room, "{taken} > {list_room}");
            let taken = copied(old_table, table.capacity()) * 16 * 8 / 7;
            assert!(taken as u64 <= table_room, "{taken} > {table_room}");
        }
    }
}
