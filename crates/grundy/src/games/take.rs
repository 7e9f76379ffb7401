//! What games have in common whose components are heaps and whose moves take
//! stones away: notation, the table, and the move that leaves a wanted number.
//!
//! A game whose `Position` and `Move` are both [`Natural`] — the heap, and how
//! many stones are taken — gets its notation by `take::notation!();` inside
//! `impl Game`, its table by `take::table!(TheGame);` and its picture by
//! `take::show!(TheGame);`.

use crate::error::Error;
use crate::game::{CONTINUE, Flow};
use crate::natural::{self, Natural};
use crate::notation as text_notation;
use crate::text::Text;

/// Inside `impl Game`: heaps are written `3,5,7`, moves `take 2`.
macro_rules! notation {
    () => {
        fn read(&self, text: &str) -> Result<Vec<Self::Position>, $crate::error::Error> {
            $crate::notation::read_heaps(text)
        }

        fn write(&self, heaps: &[Self::Position]) -> String {
            $crate::notation::write_heaps(heaps)
        }

        fn read_move(
            &self,
            _: &Self::Position,
            text: &str,
        ) -> Result<Self::Move, $crate::error::Error> {
            $crate::notation::read_verb(text, "take")
        }

        fn write_move(&self, taken: &Self::Move) -> String {
            format!("take {taken}")
        }
    };
}

/// A one-dimensional table over the size of a heap; all at once, where a field of the game knows
/// the values of its code ([`crate::solve::heap::known`]).
macro_rules! table {
    ($game:ty $(, $known:ident)?) => {
        impl $crate::solve::dense::Lattice for $game {
            $(
                fn line(
                    &self,
                    cells: u64,
                    budget: &$crate::budget::Budget,
                ) -> Option<Result<$crate::solve::dense::Line, $crate::error::Error>> {
                    Some(self.$known.line(cells, budget))
                }
            )?

            fn at(&self, point: &[u64]) -> Option<Self::Position> {
                $crate::games::take::heap_at(point)
            }

            fn coordinates(&self, heap: &Self::Position, point: &mut [u64]) -> bool {
                $crate::games::take::heap_coordinates(heap, point)
            }
        }
    };
}

/// Heaps as columns of stones; taking some touches the lowest that goes.
macro_rules! show {
    ($game:ty) => {
        impl $crate::picture::scene::Show for $game {
            fn scene(
                &self,
                stage: &$crate::picture::scene::Stage<Self::Position>,
            ) -> $crate::picture::scene::Scene {
                $crate::picture::scene::heaps::scene(stage, |heap| vec![heap.clone()])
            }

            fn touches(
                &self,
                stage: &$crate::picture::scene::Stage<Self::Position>,
                mv: &$crate::answer::SumMove<Self::Move>,
            ) -> Vec<$crate::picture::scene::Id> {
                let heap = &stage.sum()[mv.component];
                let at = mv.component;
                vec![$crate::picture::scene::heaps::take(
                    stage, at, 0, heap, &mv.mv,
                )]
            }
        }
    };
}

pub(crate) use {notation, show, table};

/// The heap after `taken` stones, if that many can be taken.
pub fn play(heap: &Natural, taken: &Natural) -> Option<Vec<Natural>> {
    (!taken.is_zero() && taken <= heap).then(|| vec![heap - taken])
}

/// The heap after `taken` stones, if that is 1 to `most`.
pub fn play_up_to(heap: &Natural, most: &Natural, taken: &Natural) -> Option<Vec<Natural>> {
    (taken <= most).then(|| play(heap, taken)).flatten()
}

/// Names the move that leaves exactly `left` stones, if there is one.
pub fn leave(heap: &Natural, left: &Natural, visit: &mut impl FnMut(Natural) -> Flow) -> Flow {
    if left < heap {
        visit(heap - left)
    } else {
        CONTINUE
    }
}

/// Every move that takes between one stone and `most`, and what it leaves.
pub fn up_to(
    heap: &Natural,
    most: &Natural,
    visit: &mut impl FnMut(Natural, Natural) -> Flow,
) -> Flow {
    natural::from_to(1, most.min(heap)).try_for_each(|taken| {
        let left = heap - &taken;
        visit(taken, left)
    })
}

/// Names the move that takes between one stone and `most` and leaves a heap
/// whose remainder modulo `most + 1` is `target`, if there is one. There is at
/// most one, as `most` heaps in a row have different remainders.
pub fn leave_remainder(
    heap: &Natural,
    most: &Natural,
    target: &Natural,
    visit: &mut impl FnMut(Natural) -> Flow,
) -> Flow {
    if target > most {
        return CONTINUE;
    }
    let modulus = most + 1u8;
    let taken = (heap % &modulus + &modulus - target) % &modulus;
    if taken.is_zero() || taken > *heap {
        return CONTINUE;
    }
    visit(taken)
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

/// The pair of heaps at a point of a two-dimensional table, none of them below
/// `least`.
pub fn pair_at(point: &[u64], least: u64) -> Option<(Natural, Natural)> {
    match point {
        [a, b] if *a >= least && *b >= least => Some(((*a).into(), (*b).into())),
        _ => None,
    }
}

/// The inverse of [`pair_at`].
pub fn pair_coordinates((a, b): &(Natural, Natural), point: &mut [u64]) -> bool {
    let (Some(a), Some(b), [x, y]) = (natural::small(a), natural::small(b), point) else {
        return false;
    };
    (*x, *y) = (a, b);
    true
}

/// Reads pairs of numbers joined by `+`, none of them below `least`.
pub fn read_pairs(text: &str, least: u64) -> Result<Vec<(Natural, Natural)>, Error> {
    text_notation::read_sum(text, |reader| {
        let a = reader.natural()?;
        reader.expect(",")?;
        let b = reader.natural()?;
        if (&a).min(&b) < &Natural::from(least) {
            return Err(reader.fail(Text::new(
                format!("two numbers of at least {least}"),
                format!("两个不小于 {least} 的数"),
            )));
        }
        Ok((a, b))
    })
}

/// Writes what [`read_pairs`] reads, the empty sum as a pair of `least`.
pub fn write_pairs(sum: &[(Natural, Natural)], least: u64) -> String {
    if sum.is_empty() {
        return format!("{least},{least}");
    }
    text_notation::write_sum(sum, |(a, b)| format!("{a},{b}"))
}

/// A pair with the smaller number first.
pub fn in_order((a, b): (Natural, Natural)) -> (Natural, Natural) {
    if a <= b { (a, b) } else { (b, a) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remainder_move_is_the_one_that_counting_finds() {
        let n = |n: u32| Natural::from(n);
        for heap in 0..30 {
            for most in 1..6 {
                for target in 0..8 {
                    let mut found = Vec::new();
                    let _ = leave_remainder(&n(heap), &n(most), &n(target), &mut |taken| {
                        found.push(taken);
                        CONTINUE
                    });
                    let counted: Vec<_> = (1..=most.min(heap))
                        .filter(|taken| (heap - taken) % (most + 1) == target)
                        .map(n)
                        .collect();
                    assert_eq!(found, counted, "{heap} {most} {target}");
                }
            }
        }
    }
}
