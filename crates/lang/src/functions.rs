//! The functions of the rule language: names, how they are called, what they give.
//!
//! ```
//! let lowbit = grundy_lang::functions::ALL.iter().find(|f| f.name == "lowbit").unwrap();
//! assert_eq!(lowbit.signature, "lowbit(a)");
//! ```

use grundy::catalogue::Words;

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// How it is called.
    pub signature: &'static str,
    /// What it gives.
    pub meaning: Words,
}

const fn function(name: &'static str, signature: &'static str, meaning: Words) -> Function {
    Function {
        name,
        signature,
        meaning,
    }
}

/// All of them.
pub const ALL: [Function; 14] = [
    function(
        "min",
        "min(a, b, …)",
        (
            "the least of numbers or of an array",
            "若干数或一个数组中的最小值",
        ),
    ),
    function(
        "max",
        "max(a, b, …)",
        (
            "the greatest of numbers or of an array",
            "若干数或一个数组中的最大值",
        ),
    ),
    function("abs", "abs(a)", ("the absolute value", "绝对值")),
    function(
        "gcd",
        "gcd(a, b)",
        ("the greatest common divisor", "最大公约数"),
    ),
    function(
        "popcount",
        "popcount(a)",
        ("how many binary digits are 1", "二进制中 1 的个数"),
    ),
    function(
        "ctz",
        "ctz(a)",
        (
            "how many zeros end the binary digits",
            "二进制末尾 0 的个数",
        ),
    ),
    function(
        "lowbit",
        "lowbit(a)",
        (
            "the largest power of 2 that divides a",
            "整除 a 的最大的 2 的幂",
        ),
    ),
    function(
        "isqrt",
        "isqrt(a)",
        ("the square root, rounded down", "平方根，向下取整"),
    ),
    function(
        "divides",
        "divides(a, b)",
        ("whether a divides b", "a 是否整除 b"),
    ),
    function(
        "bit",
        "bit(b, i)",
        ("digit i of the binary number b", "b 的二进制第 i 位"),
    ),
    function(
        "sum",
        "sum(i in 0..n: e)",
        (
            "the sum of numbers, of an array, or over a range",
            "若干数、一个数组或一个范围上的和",
        ),
    ),
    function(
        "any",
        "any(i in 0..n: c)",
        ("whether c holds for some i", "是否有 i 使 c 成立"),
    ),
    function(
        "all",
        "all(i in 0..n: c)",
        ("whether c holds for every i", "是否每个 i 都使 c 成立"),
    ),
    function(
        "count",
        "count(i in 0..n: c)",
        ("for how many i c holds", "使 c 成立的 i 的个数"),
    ),
];
