//! What the games' texts in the rule language have in common: how lists and
//! sets are written there, and why some games have no text.
//!
//! A position of the rule language is a fixed number of whole numbers, so
//! lists have a longest length, and unused places are 0. Sets are bits, the
//! lowest first.

use crate::catalogue::Words;

/// Positions carry a tree.
pub const TREES: Words = ("positions are trees", "局面是树");
/// Positions carry the order or board on which is played.
pub const BOARDS: Words = (
    "the order on which the coins lie belongs to the position",
    "硬币所在的序是局面的一部分",
);
/// Larger than the language's numbers or lists.
pub const TOO_LARGE: Words = (
    "these parameters exceed the numbers or lists of the rule language",
    "这些参数超出规则语言的数或列表的容量",
);

/// The components of a sum, each written by `write`, joined by `+`.
pub fn sum<P>(sum: &[P], write: impl Fn(&P) -> Option<String>) -> Option<String> {
    joined(sum, write, " + ")
}

/// As [`sum`], where a component is one number or one set of bits.
pub fn heaps<P>(sum: &[P], write: impl Fn(&P) -> Option<String>) -> Option<String> {
    joined(sum, write, ",")
}

fn joined<P>(sum: &[P], write: impl Fn(&P) -> Option<String>, sign: &str) -> Option<String> {
    let parts: Option<Vec<String>> = sum.iter().map(write).collect();
    let parts = parts?;
    Some(match parts.is_empty() {
        true => "[]".to_string(),
        false => parts.join(sign),
    })
}

/// A list with zeros behind it; `None` if it is longer than `length`.
pub fn padded<T: ToString>(list: &[T], length: usize) -> Option<String> {
    let zeros = length.checked_sub(list.len())?;
    let numbers = list.iter().map(T::to_string);
    let numbers = numbers.chain(std::iter::repeat_n("0".to_string(), zeros));
    Some(numbers.collect::<Vec<_>>().join(","))
}

/// A set of bits; `None` if one of them does not fit.
pub fn bits(set: impl IntoIterator<Item = u64>, length: usize) -> Option<String> {
    let mut signs = vec!['0'; length];
    for bit in set {
        *signs.get_mut(usize::try_from(bit).ok()?)? = '1';
    }
    Some(signs.into_iter().collect())
}
