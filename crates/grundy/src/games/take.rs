//! What games have in common whose components are heaps and whose moves take
//! stones away: legality, notation of the table, and the move that leaves a
//! wanted number.

use crate::game::{CONTINUE, Flow};
use crate::natural::{self, Natural};

/// The heap after `taken` stones, if that many can be taken.
pub fn play(heap: &Natural, taken: &Natural) -> Option<Vec<Natural>> {
    (!taken.is_zero() && taken <= heap).then(|| vec![heap - taken])
}

/// Names the move that leaves exactly `left` stones, if there is one.
pub fn leave(heap: &Natural, left: &Natural, visit: &mut impl FnMut(Natural) -> Flow) -> Flow {
    if left < heap {
        visit(heap - left)
    } else {
        CONTINUE
    }
}

/// The heap at a point of a one-dimensional table.
pub fn heap_at(point: &[u64]) -> Option<Natural> {
    match point {
        [n] => Some(Natural::from(*n)),
        _ => None,
    }
}

/// The inverse of [`heap_at`].
pub fn heap_coordinates(heap: &Natural, point: &mut [u64]) -> bool {
    let (Some(n), [at]) = (natural::small(heap), point) else {
        return false;
    };
    *at = n;
    true
}
