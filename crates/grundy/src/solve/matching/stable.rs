//! Stable matchings.
//!
//! Each of n left vertices ranks the n right ones, and the other way round. A
//! perfect matching is *stable* if no two vertices prefer each other to
//! their mates. **Gale and Shapley** (1962): let left vertices propose in the
//! order of their preference and right ones keep the best proposal so far;
//! what stands at the end is stable, after at most n² proposals.

/// The right mate of each left vertex in a stable matching: `left(l, r)` says
/// how much l dislikes r, and `right(r, l)` how much r dislikes l.
///
/// ```
/// use grundy::solve::matching::stable;
/// // Both left vertices prefer 0, which prefers the left vertex 1.
/// let mates = stable(2, |_, r| r, |_, l| 1 - l);
/// assert_eq!(mates, [1, 0]);
/// ```
pub fn stable<K: Ord>(
    n: usize,
    left: impl Fn(usize, usize) -> K,
    right: impl Fn(usize, usize) -> K,
) -> Vec<usize> {
    // Wishes of each left vertex, the dearest last.
    let mut wishes: Vec<Vec<usize>> = (0..n)
        .map(|l| {
            let mut order: Vec<usize> = (0..n).collect();
            order.sort_by_key(|r| std::cmp::Reverse(left(l, *r)));
            order
        })
        .collect();
    let mut suitor: Vec<Option<usize>> = vec![None; n];
    let mut free: Vec<usize> = (0..n).collect();
    while let Some(l) = free.pop() {
        // Nobody is refused by all: n are not taken by n - 1 others.
        let Some(r) = wishes[l].pop() else { continue };
        match suitor[r] {
            Some(other) if right(r, other) <= right(r, l) => free.push(l),
            other => {
                suitor[r] = Some(l);
                free.extend(other);
            }
        }
    }
    let mut mates = vec![0; n];
    for (r, l) in suitor.into_iter().enumerate() {
        if let Some(l) = l {
            mates[l] = r;
        }
    }
    mates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn no_two_prefer_each_other() {
        let mut random = Random::new(1962);
        for n in 0..30 {
            let mut table = || -> Vec<Vec<u64>> {
                (0..n)
                    .map(|_| (0..n).map(|_| random.bits()).collect())
                    .collect()
            };
            let (left, right) = (table(), table());
            let mates = stable(n, |l, r| left[l][r], |r, l| right[r][l]);
            let mut back = vec![usize::MAX; n];
            for (l, r) in mates.iter().enumerate() {
                back[*r] = l;
            }
            assert!(!back.contains(&usize::MAX));
            for l in 0..n {
                for r in 0..n {
                    let both = left[l][r] < left[l][mates[l]] && right[r][l] < right[r][back[r]];
                    assert!(!both, "{l} and {r} prefer each other");
                }
            }
        }
    }
}
