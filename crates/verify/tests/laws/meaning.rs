//! What rules mean, construct by construct, on small boards.

use crate::boards::*;
use crate::{constant, told};

/// Every kind of condition and choice in one move.
const MOVES: [&str; 43] = [
    "(k in 1..3) -> [n-k]",
    "(k in {1, 4}) -> [n-k]",
    "(k in 1..min(n, 3)) -> [n-k]",
    "(k in max(1, n-4)..n-1) -> [k]",
    "(k in n-3..n-1) -> [k]",
    "(k in max(n-4, 1)..n-1) -> [k]",
    "(k in min(n, 1)..2) if k > 0 -> [n-k]",
    "(k in -3..-1) -> [n+k]",
    "(k in 3..1) -> [n-k]",
    "(k in 1..n) if k <= n/3 -> [n-k]",
    "(k in 1..n) if n/4 < k -> [n-k]",
    "(k in 1..n) if k < n/3 -> [n-k]",
    "(k in 1..n) if n/4 <= k -> [n-k]",
    "(k in 1..3) if n/2 = 3 -> [n-k]",
    "(k in 1..3) if n/3 != k -> [n-k]",
    "(k in 1..4) if n % 3 = 1 -> [n-k]",
    "(k in 1..4) if n % 3 != 2 -> [n-k]",
    "(k in 1..4) if (n + k) % 2 = 0 -> [n-k]",
    "(k in 1..4) if n % 3 = 5 -> [n-k]",
    "(k in 1..4) if divides(3, n) -> [n-k]",
    "(k in 1..4) if divides(-4, n-k) -> [n-k]",
    "(k in 1..4) if not divides(0, n-5) -> [n-k]",
    "(k in 1..4) if not (n = 4 or k = 2) -> [n-k]",
    "(k in 1..4) if n != 6 and (k > 2 or n >= 9) -> [n-k]",
    "(k in 1..4) if n in 3..9 -> [n-k]",
    "(k in 1..4) if n in {2, 5, 7} or k in {1} -> [n-k]",
    "(k in 1..4) if any(i in 1..3: n = 4*i) -> [n-k]",
    "(k in 1..4) if all(i in 0..2: n != 3+2*i) -> [n-k]",
    "(k in 1..4) if any(i in {2, 3}: n = k + i) -> [n-k]",
    "(k in 1..4) let m = 2*k - 1 if m <= n - 2 -> [n-m]",
    "(k in 1..4) let m = n - k if m != 5 -> [m]",
    "(k in 1..7) if gcd(k, 6) = 1 -> [n-k]",
    "(k in 1..4) if max(n, 5) < k + 6 -> [n-k]",
    "(k in 1..4) if min(n, 5) < k + 2 -> [n-k]",
    "(k in 1..4) if min(2*k, n) = max(k, 4) -> [n-k]",
    "(k in 1..2, j in 0..k) -> [n-k-j]",
    "(k in 0..2) if 2*k + 1 < n -> [n-2*k-1]",
    "(k in 1..n) if 2*k = n -> [k]",
    "(k in 0..n) if 3*k + 1 = n -> [k]",
    "(k in 1..3) if true -> [n-k]",
    "(k in 1..3) if 1 < 2 and not (2 < 1) -> [n-k]",
    " -> []",
    " if n > 3 -> []",
];

#[test]
fn conditions_and_choices_mean_what_the_oracle_says() {
    for mv in MOVES {
        everything(&format!("game g; state n in 0..12; move m{mv}"), false);
    }
}

/// The same where a heap of 2 is the least.
#[test]
fn domains_that_begin_later_are_read_right() {
    for mv in MOVES {
        is_read_right(&format!("game g; state n in 2..12; move m{mv}"), PLAIN);
    }
    for mv in &MOVES[..6] {
        let form = Form {
            values: true,
            ..PLAIN
        };
        is_read_right(&format!("game g; state n in 2..9; move m{mv}"), form);
    }
}

#[test]
fn bits_mean_what_the_oracle_says() {
    for mv in [
        "(k in 1..n) if popcount(k) = 1 -> [n-k]",
        "(k in 1..n) if popcount(n) = 1 -> [n-k]",
        "(k in 1..n) if lowbit(k) = k -> [n-k]",
        "(k in 1..n) if lowbit(n) = n -> [n-k]",
        "(k in 1..n) if (n xor k) = n - k -> [n-k]",
        "(k in 1..n) if (n xor k) = 3 -> [n-k]",
        "(k in 1..n) if (k xor 5) = n -> [n-k]",
        "(k in 1..n) if (k xor 5 xor 3) = n -> [n-k]",
        "(k in 1..n) if (k xor k xor n) = 6 -> [n-k]",
        "(k in 1..n) if ((k-3) xor n) = 1 -> [n-k]",
        "(k in 1..n) if ((0-1-k) xor n) = 0-2-k -> [n-k]",
        "(k in 1..n) if ((2-k) xor 0) = 2-k -> [n-k]",
        "(k in 1..n) if ((5-n) xor k) = 1 -> [n-k]",
        "(k in 1..n) if ((0-1-k) xor (n-5)) = 2 -> [n-k]",
        "(k in 1..n) if ((0-2) xor k) = 0-n -> [n-k]",
        "(k in 0..3) -> [n-2**k]",
        "(k in 0..3) -> [n-(1<<k)]",
        "(k in 0..2) -> [n-3**k]",
        "(k in 0..2) -> [n-(2<<k)]",
        "(k in 0..2) if n != 5 + 2**k -> [n-1]",
        "(k in 1..2) -> [n-2**k]",
    ] {
        everything(&format!("game g; state n in 0..12; move m{mv}"), true);
    }
}

/// Numbers that are not linear, in every place where a number may stand; of some the sign varies.
#[test]
fn numbers_mean_what_the_oracle_says() {
    for mv in [
        // Quotients and remainders.
        " if n > 1 -> [n/2]",
        "(k in n/2..n-1) -> [k]",
        "(k in (n+1)/3..n/2) if k < n -> [k]",
        "(k in (n-7)/3..n-1) -> [k]",
        "(k in 1..4) -> [n-1-n/4]",
        "(k in 1..9) if k = (n-5)/2 + 4 -> [n-k]",
        "(k in 1..9) if k = (n-5)/-2 + 4 -> [n-k]",
        "(k in 1..9) if k = (5-n)/3 * 2 + 7 -> [n-k]",
        "(k in 1..9) if (n-5) % 3 = k % 4 -> [n-k]",
        "(k in 1..9) if (n-k) % 3 < n % 4 -> [n-k]",
        "(k in 1..9) if k = n % 11 -> [n-k]",
        "(k in 1..9) if k = (n-6) % 10 -> [n-k]",
        "(k in 1..9) if (n-6) % -10 = k -> [n-k]",
        "(k in 1..3) if n / 2 / 2 = k -> [n-k]",
        "(k in 1..4) if n % k = 1 -> [n-k]",
        "(k in 1..4) -> [n - 1 - n % k]",
        "(k in 1..4) if n % (n > 5 ? 3 : 4) = k % 3 -> [n-k]",
        "(k in 1..4) let q = n / 3 if k <= q -> [n-k]",
        " if n % 5 > 0 -> [n - n % 5]",
        "(k in {n/2, n/3}) if k < n -> [k]",
        // What is bounded by what holds is known value by value.
        "(k in 1..n) if k <= 3 and n % k = 1 -> [n-k]",
        "(k in 1..n) if k > 3 or n/k*k != n -> [n-k]",
        "(k in 1..n) if k < 4 and n >> k = 1 -> [n-k]",
        "(k in 1..n) if n * k < 20 -> [n-k]",
        "(k in 1..n) if not (2 < k <= 5) or divides(k, n) -> [n-k]",
        "(k in 1..n) if n = 5 and isqrt(n) = k -> [n-k]",
        // Minimum, maximum, absolute value, conditional numbers.
        "(k in 1..3) if n > 1 -> [max(n-k, 2)-1]",
        "(k in 1..9) if n > 0 -> [min(n-1, k)]",
        "(k in 1..9) if abs(n-7) = k -> [n-k]",
        "(k in 1..9) if abs(n-2*k) < 3 -> [n-k]",
        "(k in min(n-3, 2)..n-1) -> [k]",
        "(k in min(2, n-3)..n-1) -> [k]",
        "(k in 1..(n > 6 ? 2 : 3)) -> [n-k]",
        " -> [n > 4 ? n-3 : n-1]",
        "(k in 1..4) let t = (k > 2 ? n : 2*k) if t != 4 -> [n-k]",
        "(k in 1..4) if (n > 3 ? k : n) = (k < 3 ? 2 : 3) -> [n-k]",
        "(k in 1..4) if count(i in 0..3: n % 4 > i) = k -> [n-k]",
        "(k in 1..4) if gcd(n, 6) = k -> [n-k]",
        "(k in 1..4) if gcd(n-k, -4) > 1 -> [n-k]",
        "(k in 1..9) if gcd(n-6, 0) = k -> [n-k]",
        "(k in 1..9) if not (min(n, 2*k) = max(k, 4)) -> [n-k]",
        // Quantifiers over ranges that vary.
        "(k in 1..3) if any(i in 1..n: n = 3*i) -> [n-k]",
        "(k in 1..3) if not all(i in 1..n: n != 3*i + k) -> [n-k]",
        "(k in 1..3) if any(i in n-5..n-2: 2*i = n + k) -> [n-k]",
        "(k in 1..3) if k = 2 or any(i in 1..n/2: n = 4*i) -> [n-k]",
        "(k in 1..3) if any(i in 1..n: any(j in 1..i: n = 3*i + 2*j)) -> [n-k]",
        "(k in 1..n) if not any(i in 1..n: i = 2*k) -> [n-k]",
        "(k in 1..n) if all(i in 1..n-k: i != k) -> [n-k]",
        "(k in 1..n) if all(i in k-4..n: i % 3 != 1 or i/2 < k) -> [n-k]",
        "(k in 1..n) if (any(i in 1..n: n = 3*i) ? 2 : 3) >= k -> [n-k]",
        "(k in 1..n) if not any(j in k/2..n/2: any(i in 0..j: i + 2*j = n)) -> [n-k]",
        "(k in 1..n) if all(j in 0..k: any(i in 0..n: j + i/2 = n-k)) -> [n-k]",
    ] {
        on_boards(mv, false);
    }
}

/// Outcomes on a board, and the other forms on a smaller one.
fn on_boards(mv: &str, bits: bool) {
    is_read_right(&format!("game g; state n in 0..12; move m{mv}"), PLAIN);
    everything(&format!("game g; state n in 0..6; move m{mv}"), bits);
}

/// Binary digits as numbers.
#[test]
fn bitwise_numbers_mean_what_the_oracle_says() {
    for mv in [
        "(k in 1..n) if n & k = k -> [n-k]",
        "(k in 1..n) if (n | k) = n + 1 -> [n-k]",
        "(k in 1..n) if (n xor k) < n -> [n-k]",
        "(k in 1..n) if (n-5) & k = 1 -> [n-k]",
        "(k in 1..n) if (k & (n-5)) + 3 = (5-n) & (k-3) -> [n-k]",
        "(k in 1..n) if ((n-5) | (k-3)) = 0-1 -> [n-k]",
        "(k in 1..n) if ((n-5) | (k-3)) > n - k - 4 -> [n-k]",
        "(k in 1..n) if ((n-5) xor (k-3)) > 2 -> [n-k]",
        "(k in 1..n) if not ((n-5) xor k xor 2) = 5 -> [n-k]",
        "(k in 1..n) if ~n & 6 = 2 * (k & 1) -> [n-k]",
        " if n > 0 -> [n & (n-1)]",
        " if n > 0 -> [n - lowbit(n)]",
        "(k in 1..n) if k < lowbit(n) -> [n-k]",
        "(k in 1..lowbit(n)) -> [n-k]",
        "(k in 1..n) if lowbit(n-6) = lowbit(k) -> [n-k]",
        "(k in 1..n) if lowbit(k-3) = k-3 -> [n-k]",
        "(k in 1..n) if not (popcount(k) = 1) -> [n-k]",
        "(k in 1..n) if not (popcount(n-k) = 1) -> [n-k]",
        "(k in 1..n) if popcount(k) % 2 = 1 -> [n-k]",
        "(k in 1..n) if popcount(n-k) % 3 != 1 -> [n-k]",
        "(k in 1..n) if popcount(n) % 2 = k % 2 -> [n-k]",
        "(k in 1..n) if popcount(k) <= 2 -> [n-k]",
        "(k in 1..n) if popcount(n-k) > 1 or popcount(k) = 3 -> [n-k]",
        "(k in 1..n) if 2 <= popcount(n) and popcount(n-k) != 1 -> [n-k]",
        "(k in 1..n) if popcount(k) > -1 and 0 != popcount(n-k) -> [n-k]",
        "(k in 1..n) if n >> 1 >= k -> [n-k]",
        "(k in 1..n) if (n-6) >> 1 = 0-k -> [n-k]",
        "(k in 1..n) if k << 2 = n xor 1 -> [n-k]",
        "(k in 0..3) if n & 1 << k != 0 -> [n - (1 << k)]",
    ] {
        on_boards(mv, true);
    }
    for rules in [
        "game g; state x in 0..3, y in 0..3; move a(k in 1..x) if x & y != k -> [x-k, y]; move b(k in 1..y) -> [x, y-k]",
        "game g; state x in 0..3, y in 0..3; move a if x > 0 -> [min(x, y), max(x, y) - 1]; move b if y > 0 -> [x/2, y-1]",
        "game g; state h[3] in 0..2; move a if h[0] > 0 -> [h[h[0] := h[h[0]] - 1]]; move b(i in 0..2) -> [h[i := h[i]-1]]",
    ] {
        is_read_right(rules, PLAIN);
    }
}

/// Where play is declared to be over the declaration decides; of two the first.
#[test]
fn declared_ends_are_read_right() {
    for moves in [
        "move m(k in 1..3) -> [n-k]; win when n = 3",
        "move m(k in 1..3) -> [n-k]; lose when n = 3",
        "move m(k in 1..2) -> [n-k]; win when n % 5 = 2; lose when n % 4 = 1 or n / 2 = 4",
        "move m(k in 1..2) -> [n-k]; lose when n in {1, 7}; win when n > 5; play misere",
        "move m(k in 1..2) -> [n-k]; lose when n = 0",
        "move m(k in 1..2) -> [n-k]; lose when n = 4; win when 7 % (n = 4 ? 0 : n < 9 ? 3 : 2) = 1",
        "move m(k in 1..3) -> [n-k]; win when n = 4; play blocking 1",
        // What is not played need not lead downwards, nor have a meaning.
        "move m -> [n-1]; move up if n > 6 -> [n+1]; win when n > 6",
        "move m -> [n-1]; move f if popcount(n-3) = 1 -> [n-1]; lose when n < 3",
        "move m -> []; move t if n > 1 -> [n-2]; win when n & 2 = 2",
        "move m(k in 1..2) -> [n-k]; win when any(j in 0..n: 3*j + 1 = n)",
        "move m(k in 1..3) -> [n-k]; lose when not all(j in 2..n: 4*j != n)",
    ] {
        let rules = format!("game g; state n in 0..12; {moves}");
        everything(&rules, moves.contains('&') || moves.contains("popcount"));
    }
}

/// Positions whose coordinates are bound to each other.
#[test]
fn relational_domains_are_read_right() {
    for (rules, bits) in [
        (
            "game g; state n in 0..12 where n % 3 != 1; move m(k in 1..4) -> [n-k]",
            false,
        ),
        (
            "game g; state x in 0..3, y in 0..3 where x <= y; move a(k in 1..2) -> [x-k, y]; move b(k in 1..3) -> [x, y-k]",
            false,
        ),
        (
            "game g; state x in 0..3, y in 0..3 where x/2 <= y; move a -> [x-1, y]; move b(k in 1..3) -> [y-k, x]",
            false,
        ),
        (
            "game g; state x in 0..3, y in 0..3 where x & y = 0; move a(k in 1..3) -> [x-k, y]; move b(k in 1..3) -> [x, y-k]",
            true,
        ),
        (
            "game g; state x in 0..3, y in 0..3 where any(j in 0..y: 2*j = x); move a(k in 1..3) -> [x-k, y]; move b(k in 1..3) -> [x, y-k]",
            false,
        ),
        (
            "game g; state n in 0..9 where n != 4 and max(n, 2) % 5 != 0; move m(k in 1..4) -> [n-k]; play blocking 1",
            false,
        ),
        (
            "game g; state n in 0..12 where (n-5)/2 != 1; move m(k in 1..3) -> [n-k]; win when n % 4 = 3",
            false,
        ),
    ] {
        // A bound board of two numbers is read in all forms only while it is small.
        match rules.contains("y in") {
            true => is_read_right(rules, PLAIN),
            false => everything(rules, bits),
        }
    }
    // The condition itself must have a value everywhere in the box.
    let rules = "game g; state n in 0..9 where popcount(n-2) % 2 = 0; move m(k in 1..4) -> [n-k]";
    let told = told(&constant(rules, "lost", "base 2", 1, true));
    assert!(
        told.contains("the domain has no exact meaning at (0)"),
        "{told}"
    );
}

#[test]
fn sums_and_coins_mean_what_the_oracle_says() {
    for rules in [
        "game g; state n in 0..9; move s(k in 1..n-1) -> [k] + [n-k]",
        "game g; state n in 0..8; move t(k in 1..2) -> [n-k]; move s(k in 1..n-2) -> [k] + [n-k-1]",
        "game g; state n in 0..5; move s(k in 1..n-2, j in 1..n-k-1) -> [k] + [j] + [n-k-j]",
        "coins p in 0..6; move one turns p; move two(q in 0..p-1) turns p, q",
        "coins p in 0..5; move three(q in 0..p-1, r in 0..p-1) turns p, q, r",
        "coins p in 0..6; move two(q in p-3..p-1) turns p, q",
        "coins p in 2..7; move one turns p; move two(q in 0..p-1) turns p, q",
        "coins p in 0..6; move one turns p; move two(q in 8..9) turns p, q",
        "coins p in 0..6; move two(q in 0..p-1) turns p, q/2, q",
    ] {
        let form = Form {
            values: true,
            ..PLAIN
        };
        is_read_right(rules, form);
    }
}

#[test]
fn misere_play_is_read_right() {
    for moves in [
        "move m(k in 1..3) -> [n-k]",
        "move m(k in 2..3) -> [n-k]",
        "move m(k in 2..3) -> [n-k]; move e if n = 1 -> []",
        "move m if n in 3..8 -> [n-2]; move e if n = 12 -> []",
    ] {
        let rules = format!("game g; state n in 0..12; {moves}; play misere");
        everything(&rules, false);
    }
}

/// Options are positions: two ways to one count once.
#[test]
fn forbidden_options_are_read_right() {
    for (most, moves) in [
        (12, "move m(k in 1..3) -> [n-k]; play blocking 1"),
        (
            9,
            "move m(k in 1..4) -> [n-k]; move a(k in 2..3) -> [n-k]; play blocking 2",
        ),
        (
            9,
            "move m(k in 1..2, j in 1..2) -> [n-k-j]; play blocking 1",
        ),
    ] {
        is_read_right(&format!("game g; state n in 0..{most}; {moves}"), PLAIN);
    }
}

#[test]
fn boards_and_arrays_are_read_right() {
    for rules in [
        "game g; state x in 0..4, y in 1..3; move a(k in 1..2) -> [x-k, y]; move b -> [x, y-1]",
        "game g; state x in 0..3, y in 0..3; move a((i, j) in {(1, 2), (2, 1), (2, -1)}) -> [x-i, y-j]",
        "game g; state x in 0..3, y in 0..3; move a(k in 1..x) if k <= y -> [x-k, y]; move b(k in 1..min(x, y)) -> [x-k, y-k]",
        "game g; state h[2] in 0..3; move a(i in 0..1, k in 1..2) if h[i] != 3 -> [h[i := h[i]-k]]",
    ] {
        everything(rules, false);
    }
}
