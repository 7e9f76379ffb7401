//! Sparse sets of P-positions: linear recurrences, powers, and pairs of
//! Beatty sequences.
//!
//! The pairs are those of Fraenkel's generalised Wythoff games: a(n) is the
//! least number not yet used, b(n) = s·a(n) + t·n. In the numeration of the
//! recurrence (s+t-1, s), a(n) ends in an even number of zeros and b(n) is
//! a(n) with one zero more (Fraenkel 1982 for s = 1, *Heap games, numeration
//! systems and sequences*, 1998, for all s), so that membership is read off
//! the digits.
//!
//! Under misère play the pairs begin with (0, 1) instead: a(n) is the least number not yet used,
//! b(n) = a(n) + t·n + r with r = 1 (Fraenkel 1982). If α is as before and β = α + t, both
//! sequences together have every number once for a(n) = ⌊n·α + 1 - r/β⌋, since 1/α + 1/β = 1; with
//! m = t·n + r that is ⌊(m·α - 2·r)/t⌋ + 1. For t = 1 the misère pairs are those of normal
//! play but for a few near the origin, and so are those of other games ([`Sparse::Changed`]).
//!
//! Where the two heaps may differ by less than r in one direction and by less than t in the
//! other, the pairs above and below the diagonal are not mirror images: they are
//! (u(n), u(n) + t·n) and (v(n) + r·n, v(n)), and u and v are Beatty sequences. With
//! u(n) = ⌊n·α⌋, v(n) = ⌊n·γ⌋ every number is a first number once if 1/α + 1/(γ+r) = 1 and a second
//! one once if 1/(α+t) + 1/γ = 1 (Beatty 1926); so r·α² + r·(t-2)·α = r·(t-1) + t, and γ
//! likewise with r and t exchanged. Both lie in the field of √(rt(rt+4)), whose units have the
//! partial quotients r, t, r, t, …
//!
//! Other pairs lie along a line of which only the slope is known ([`super::slope`]).

use grundy::budget::{Budget, Meter};
use grundy::catalogue::Words;
use grundy::error::Error;
use grundy::text::{Lang, Text};

use super::Finder;
use super::schwenk::Takeaway;
use super::slope::{self, Root};
use crate::automata::dfa::Dfa;
use crate::automata::numeration::Numeration;
use crate::automata::{Engine, Relation};
use crate::law::Statement;
use crate::print::Style;
use crate::sample::Sample;

/// Looks for sparse sets.
pub struct SparseSets;

/// A sparse set of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sparse {
    /// h(i) = Σ factor·h(i-1-j) + constant after the first members.
    Recurrence {
        /// The first members.
        seed: Vec<u64>,
        /// The factors of the members before, the latest first.
        factors: Vec<i64>,
        /// What is added.
        constant: i64,
    },
    /// The k-th powers, from 0 or from 1 on.
    Powers {
        /// The exponent.
        exponent: u32,
        /// Whether 0 is a member.
        zero: bool,
    },
    /// The pairs (a(n), s·a(n) + t·n) and their mirror images.
    Pairs {
        /// How often a(n) is counted.
        s: u8,
        /// How often n is counted.
        t: u8,
    },
    /// The pairs (a(n), a(n) + t·n + r), n ≥ 0, and their mirror images, r > 0.
    Offset {
        /// How often n is counted.
        t: u8,
        /// What is added.
        r: u8,
    },
    /// A set but for a few positions that are members exactly if they are none of that set.
    Changed {
        /// The set.
        of: Box<Sparse>,
        /// The positions.
        at: Vec<[u64; 2]>,
    },
    /// The pairs (u(n), u(n) + above·n) and (v(n) + below·n, v(n)), u(n) and v(n) being the least
    /// numbers that are not yet a first and a second number.
    Sides {
        /// How often n is counted above the diagonal.
        above: u8,
        /// How often n is counted below it.
        below: u8,
    },
    /// The pairs (s·⌊n·α⌋ + u, s·⌊n·α⌋ + s·n + u), n ≥ 0, and their mirror images.
    Line {
        /// α
        root: Root,
        /// s
        times: u8,
        /// u
        plus: u8,
    },
    /// The pairs of which the greater is at most α times the smaller, α > 1.
    Cone(Root),
    /// A set, and the pairs of which the greater is k times the smaller and e more.
    Joined {
        /// The set.
        of: Box<Sparse>,
        /// k
        times: u8,
        /// e
        plus: u8,
    },
    /// The positions of a heap where what was taken limits what may be taken next.
    Takeaway(Takeaway),
}

impl Sparse {
    /// Whether a position is a member.
    pub fn contains(&self, at: &[u64]) -> bool {
        match (self, at) {
            (Sparse::Recurrence { .. }, [n]) => self.members(*n).last() == Some(n),
            (Sparse::Powers { exponent, zero }, [n]) => {
                if *n == 0 {
                    return *zero;
                }
                let root = (1..=64u64).rev().fold(0u64, |root, bit| {
                    let tried = root + (1u64 << (bit - 1));
                    match tried.checked_pow(*exponent) {
                        Some(power) if power <= *n => tried,
                        _ => root,
                    }
                });
                root.checked_pow(*exponent) == Some(*n)
            }
            (Sparse::Pairs { s, t }, [x, y]) => {
                let (a, b) = (x.min(y), x.max(y));
                let Some(numeration) = of_pairs(*s, *t) else {
                    return false;
                };
                let mut low = numeration.digits(*a);
                let zeros = low.iter().rev().take_while(|d| **d == 0).count();
                if *a == 0 {
                    return *b == 0;
                }
                low.push(0);
                zeros % 2 == 0 && numeration.digits(*b) == low
            }
            (Sparse::Offset { t, r }, [x, y]) => {
                let (least, difference) = (*x.min(y), x.abs_diff(*y));
                let (t, r) = (u64::from(*t), u64::from(*r));
                t > 0
                    && difference >= r
                    && (difference - r).is_multiple_of(t)
                    && offset_first(difference, t, r) == Some(least)
            }
            (Sparse::Changed { of, at: changed }, [x, y]) => {
                of.contains(at) != changed.contains(&[*x, *y])
            }
            (Sparse::Sides { above, below }, [x, y]) => match x.cmp(y) {
                std::cmp::Ordering::Equal => *x == 0,
                std::cmp::Ordering::Less => on_side(*x, y - x, *below, *above),
                std::cmp::Ordering::Greater => on_side(*y, x - y, *above, *below),
            },
            (Sparse::Line { root, times, plus }, [x, y]) => {
                let inner = |x: &u64| {
                    let times = u64::from(*times);
                    let rest = x.checked_sub(u64::from(*plus))?;
                    rest.is_multiple_of(times).then(|| rest / times)
                };
                let (x, y) = (inner(x), inner(y));
                x.zip(y).is_some_and(|(x, y)| root.holds(x, y))
            }
            (Sparse::Cone(root), [x, y]) => root.covers(*x, *y),
            (Sparse::Joined { of, times, plus }, [x, y]) => {
                on_ray(*x.min(y), *x.max(y), *times, *plus) || of.contains(at)
            }
            (Sparse::Takeaway(takeaway), [heap, most]) => takeaway.is_lost(*heap, *most),
            _ => false,
        }
    }

    /// Some members, near and far, of those that are easily told.
    pub fn some_members(&self) -> Vec<Vec<u64>> {
        /// The first so many, then ever farther ones.
        const FIRST: u64 = 3_000;
        const FARTHEST: u64 = 1 << 32;
        let mut counted = 1..FIRST;
        let mut far = FIRST;
        let numbers = std::iter::from_fn(|| {
            counted.next().or_else(|| {
                far += far / 50;
                (far < FARTHEST).then_some(far)
            })
        });
        match self {
            Sparse::Recurrence { .. } => {
                let members = self.members(FARTHEST);
                members.into_iter().map(|n| vec![n]).collect()
            }
            Sparse::Offset { t, r } => numbers
                .filter_map(|n| {
                    let (t, r) = (u64::from(*t), u64::from(*r));
                    let difference = n * t + r;
                    let first = offset_first(difference, t, r)?;
                    Some(vec![first, first + difference])
                })
                .collect(),
            Sparse::Line { root, times, plus } => numbers
                .map(|n| {
                    let (times, plus) = (u64::from(*times), u64::from(*plus));
                    let first = times * root.floor(n) + plus;
                    vec![first, first + times * n]
                })
                .collect(),
            Sparse::Sides { above, below } => numbers
                .flat_map(|n| {
                    let (u, v) = (floor(n, *below, *above), floor(n, *above, *below));
                    let (up, down) = (u64::from(*above) * n, u64::from(*below) * n);
                    [vec![u, u + up], vec![v + down, v]]
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The members of a recurrence up to a number.
    fn members(&self, to: u64) -> Vec<u64> {
        let Sparse::Recurrence {
            seed,
            factors,
            constant,
        } = self
        else {
            return Vec::new();
        };
        let mut found = seed.clone();
        found.retain(|h| *h <= to);
        if found.len() < seed.len() {
            return found;
        }
        loop {
            let next = factors
                .iter()
                .zip(found.iter().rev())
                .try_fold(*constant, |sum, (f, h)| {
                    sum.checked_add(f.checked_mul(i64::try_from(*h).ok()?)?)
                });
            match next.and_then(|n| u64::try_from(n).ok()) {
                Some(next) if next <= to && found.last().is_some_and(|l| next > *l) => {
                    found.push(next);
                }
                _ => return found,
            }
        }
    }

    /// How long the description is.
    pub fn symbols(&self) -> usize {
        match self {
            Sparse::Recurrence { seed, factors, .. } => 2 + seed.len() + 2 * factors.len(),
            Sparse::Powers { .. } => 3,
            Sparse::Pairs { .. } => 6,
            Sparse::Offset { .. } => 8,
            Sparse::Line { times, plus, .. } => {
                8 + 2 * usize::from(*times > 1) + 2 * usize::from(*plus > 0)
            }
            Sparse::Cone(_) => 6,
            Sparse::Joined { of, .. } => of.symbols() + 6,
            Sparse::Changed { of, at } => of.symbols() + 2 * at.len(),
            Sparse::Sides { .. } => 10,
            Sparse::Takeaway(_) => 8,
        }
    }

    /// The set in a style.
    pub fn written(&self, style: Style, names: &[String]) -> Text {
        let point = names.join(", ");
        let same = |text: String| Text::new(text.clone(), text);
        match self {
            Sparse::Recurrence {
                seed,
                factors,
                constant,
            } => {
                let first: Vec<String> = seed.iter().map(u64::to_string).collect();
                let first = first.join(", ");
                let mut rule = String::new();
                for (back, factor) in (1..).zip(factors).filter(|(_, f)| **f != 0) {
                    let sign = if *factor < 0 {
                        "-"
                    } else if rule.is_empty() {
                        ""
                    } else {
                        "+"
                    };
                    let size = match factor.unsigned_abs() {
                        1 => String::new(),
                        n if style == Style::Text => format!("{n}·"),
                        n if style == Style::Latex => format!("{n} "),
                        n => format!("{n}*"),
                    };
                    rule.push_str(&match style {
                        Style::Text => format!("{sign}{size}h(i-{back})"),
                        Style::Latex => format!("{sign}{size}h_{{i-{back}}}"),
                        Style::Cpp => format!("{sign}{size}h[h.size()-{back}]"),
                        Style::Python => format!("{sign}{size}h[-{back}]"),
                    });
                }
                if *constant != 0 {
                    rule.push_str(&format!("{constant:+}"));
                }
                match style {
                    Style::Text => Text::new(
                        format!(
                            "{point} is P exactly if it is one of h = {first}, …, h(i) = {rule}"
                        ),
                        format!("{point} 为 P 态当且仅当属于 h = {first}, …，h(i) = {rule}"),
                    ),
                    Style::Latex => same(format!(
                        "\\mathcal{{P}} = \\{{h_i : i \\ge 0\\}},\\ (h_i) = ({first}, \\dots),\\ h_i = {rule}"
                    )),
                    Style::Cpp => same(format!(
                        "bool lost(long long {point}) {{ std::vector<long long> h{{{first}}}; while (h.back() < {point}) h.push_back({rule}); return std::find(h.begin(), h.end(), {point}) != h.end(); }}"
                    )),
                    Style::Python => same(format!(
                        "def lost({point}):
    h = [{first}]
    while h[-1] < {point}: h.append({rule})
    return {point} in h"
                    )),
                }
            }
            Sparse::Powers { exponent, zero } => {
                let from = if *zero { "0" } else { "1" };
                match style {
                    Style::Text => Text::new(
                        format!("{point} is P exactly if it is i^{exponent} for some i >= {from}"),
                        format!("{point} 为 P 态当且仅当它等于某个 i >= {from} 的 i^{exponent}"),
                    ),
                    Style::Latex => same(format!(
                        "\\mathcal{{P}} = \\{{ i^{{{exponent}}} : i \\ge {from} \\}}"
                    )),
                    Style::Cpp => same(format!(
                        "bool lost(long long {point}) {{ for (long long i = {from}, p; i <= {point}; i++) {{ p = 1; for (int j = 0; j < {exponent}; j++) p *= i; if (p >= {point}) return p == {point}; }} return false; }}"
                    )),
                    Style::Python => same(format!(
                        "def lost({point}): return any(i ** {exponent} == {point} for i in range({from}, {point} + 1))"
                    )),
                }
            }
            Sparse::Sides { above, below } => {
                let (up, down) = (times(*above, "n"), times(*below, "n"));
                let (upper, lower) = (side_by_side(*above, "n"), side_by_side(*below, "n"));
                match style {
                    Style::Text => Text::new(
                        format!(
                            "({point}) is P exactly if it is (U(n), U(n)+{up}) or (V(n)+{down}, V(n)), U(n) and V(n) = least first and least second number not used before"
                        ),
                        format!(
                            "({point}) 为 P 态当且仅当它是 (U(n), U(n)+{up}) 或 (V(n)+{down}, V(n))，U(n) 与 V(n) 分别为此前未用的最小第一数与最小第二数"
                        ),
                    ),
                    Style::Latex => same(format!(
                        "\\mathcal{{P}} = \\{{ (u_n, u_n+{upper}), (v_n+{lower}, v_n) : n \\ge 0 \\}},\\ u_n = \\operatorname{{mex}}\\{{u_i, v_i+{} : i < n\\}},\\ v_n = \\operatorname{{mex}}\\{{v_i, u_i+{} : i < n\\}}",
                        side_by_side(*below, "i"),
                        side_by_side(*above, "i")
                    )),
                    // The smaller number is ⌊n·α⌋, decided in whole numbers.
                    Style::Cpp => same(format!(
                        "bool lost(long long x, long long y) {{ __int128 a = std::min(x, y), d = std::max(x, y) - a, r = x < y ? {below} : {above}, t = x < y ? {above} : {below}, n = d / t, c = r*(t-1) + t; return x == y ? x == 0 : d % t == 0 && r*a*a + r*(t-2)*a*n <= c*n*n && c*n*n < r*(a+1)*(a+1) + r*(t-2)*(a+1)*n; }}"
                    )),
                    Style::Python => same(format!(
                        "def lost(x, y):
    if x == y: return x == 0
    a, d = min(x, y), abs(x - y)
    r, t = ({below}, {above}) if x < y else ({above}, {below})
    n, c = d // t, r * (t - 1) + t
    return d % t == 0 and r*a*a + r*(t-2)*a*n <= c*n*n < r*(a+1)*(a+1) + r*(t-2)*(a+1)*n"
                    )),
                }
            }
            Sparse::Line {
                root,
                times: s,
                plus: u,
            } => {
                let more = match u {
                    0 => String::new(),
                    u => format!("+{u}"),
                };
                let (first, step) = (times(*s, "⌊n·α⌋"), times(*s, "n"));
                let (first, second) = (format!("{first}{more}"), format!("{first}+{step}{more}"));
                let plain = (*s, *u) == (1, 0);
                match style {
                    Style::Text => Text::new(
                        format!(
                            "({point}) is P exactly if it is ({first}, {second}) or its mirror image, n ≥ 0, α = {root}"
                        ),
                        format!(
                            "({point}) 为 P 态当且仅当它是 ({first}, {second}) 或其镜像，n ≥ 0，α = {root}"
                        ),
                    ),
                    Style::Latex => same(format!(
                        "\\mathcal{{P}} = \\{{ (a_n, b_n), (b_n, a_n) : n \\ge 0 \\}},\\ a_n = {}{more},\\ b_n = a_n + {},\\ \\alpha = {}",
                        side_by_side(*s, "\\lfloor n\\alpha \\rfloor"),
                        side_by_side(*s, "n"),
                        root.latex()
                    )),
                    Style::Cpp => {
                        let inner = match plain {
                            true => String::new(),
                            false => format!(
                                "m -= {u}; if (m < 0 || m % {s} || n % {s}) return false; m /= {s}; n /= {s}; "
                            ),
                        };
                        same(format!(
                            "bool lost(long long x, long long y) {{ __int128 m = std::min(x, y), n = std::max(x, y) - m; {inner}return {}; }}",
                            root.tested("&&", "||")
                        ))
                    }
                    Style::Python => {
                        let inner = match plain {
                            true => String::new(),
                            false => format!(
                                "    m -= {u}
    if m < 0 or m % {s} or n % {s}: return False
    m, n = m // {s}, n // {s}
"
                            ),
                        };
                        same(format!(
                            "def lost(x, y):
    m, n = min(x, y), abs(x - y)
{inner}    return {}",
                            root.tested("and", "or")
                        ))
                    }
                }
            }
            Sparse::Joined {
                of,
                times: k,
                plus: e,
            } => joined_in(of, *k, *e, style, names),
            Sparse::Cone(root) => match style {
                Style::Text => {
                    let said = format!("max({point}) ≤ α·min({point})");
                    Text::new(
                        format!("({point}) is P exactly if {said}, α = {root}"),
                        format!("({point}) 为 P 态当且仅当 {said}，α = {root}"),
                    )
                }
                Style::Latex => same(format!(
                    "\\mathcal{{P}} = \\{{ ({point}) : \\max({point}) \\le \\alpha \\min({point}) \\}},\\ \\alpha = {}",
                    root.latex()
                )),
                Style::Cpp => same(format!(
                    "bool lost(long long x, long long y) {{ __int128 m = std::max(x, y), n = std::min(x, y); return {}; }}",
                    root.below("m", "n", "&&", "||")
                )),
                Style::Python => same(format!(
                    "def lost(x, y):
    m, n = max(x, y), min(x, y)
    return {}",
                    root.below("m", "n", "and", "or")
                )),
            },
            Sparse::Takeaway(takeaway) => takeaway.written(style, names),
            Sparse::Changed { of, at } => changed_in(of, at, style, names),
            Sparse::Offset { t, r } => {
                let second = format!("A(n)+{}+{r}", times(*t, "n"));
                match style {
                    Style::Text => Text::new(
                        format!(
                            "({point}) is P exactly if it is (A(n), {second}) or its mirror image, n ≥ 0, A(n) = least number not used before"
                        ),
                        format!(
                            "({point}) 为 P 态当且仅当它是 (A(n), {second}) 或其镜像，n ≥ 0，A(n) = 此前未用的最小数"
                        ),
                    ),
                    Style::Latex => same(format!(
                        "\\mathcal{{P}} = \\{{ (a_n, b_n), (b_n, a_n) : n \\ge 0 \\}},\\ a_n = \\operatorname{{mex}}\\{{a_i, b_i : i < n\\}},\\ b_n = a_n + {} + {r}",
                        side_by_side(*t, "n")
                    )),
                    // With m the difference and c = t·(a-1) + 2·r, c ≤ m·α < c + t.
                    Style::Cpp => same(format!(
                        "bool lost(long long x, long long y) {{ __int128 a = std::min(x, y), m = std::max(x, y) - a, c = {t}*(a-1) + {twice}, d = c + {t}; return m >= {r} && (m - {r}) % {t} == 0 && (c <= 0 || c*c + {less}*c*m <= {t}*m*m) && d > 0 && d*d + {less}*d*m > {t}*m*m; }}",
                        twice = 2 * u16::from(*r),
                        less = i16::from(*t) - 2,
                    )),
                    Style::Python => same(format!(
                        "def lost(x, y):
    a, m = min(x, y), abs(x - y)
    c = {t} * (a - 1) + {twice}
    d = c + {t}
    return m >= {r} and (m - {r}) % {t} == 0 and (c <= 0 or c*c + {less}*c*m <= {t}*m*m) and d > 0 and d*d + {less}*d*m > {t}*m*m",
                        twice = 2 * u16::from(*r),
                        less = i16::from(*t) - 2,
                    )),
                }
            }
            Sparse::Pairs { s: 1, t } => {
                let step = times(*t, "n");
                match style {
                    Style::Text => Text::new(
                        format!(
                            "({point}) is P exactly if it is (A(n), A(n)+{step}) or its mirror image, A(n) = least number not used before = ⌊n·α⌋, 1/α + 1/(α+{t}) = 1"
                        ),
                        format!(
                            "({point}) 为 P 态当且仅当它是 (A(n), A(n)+{step}) 或其镜像，A(n) = 此前未用的最小数 = ⌊n·α⌋，1/α + 1/(α+{t}) = 1"
                        ),
                    ),
                    Style::Latex => same(format!(
                        "\\mathcal{{P}} = \\{{ (a_n, b_n), (b_n, a_n) : n \\ge 0 \\}},\\ a_n = \\lfloor n\\alpha \\rfloor,\\ b_n = a_n + {},\\ 1/\\alpha + 1/(\\alpha+{t}) = 1,\\ \\alpha > 0",
                        side_by_side(*t, "n")
                    )),
                    // α is the positive root of α² + (t-2)·α = t, so a = ⌊n·α⌋ is
                    // decided in whole numbers.
                    Style::Cpp | Style::Python => {
                        let linear = |a: &str| match i32::from(*t) - 2 {
                            0 => String::new(),
                            -1 => format!(" - {a}*n"),
                            1 => format!(" + {a}*n"),
                            more => format!(" + {more}*{a}*n"),
                        };
                        let (low, high) = (linear("a"), linear("(a+1)"));
                        let square = if *t == 1 {
                            "n*n".to_string()
                        } else {
                            format!("{t}*n*n")
                        };
                        let (divided, times) = match (*t, style) {
                            (1, _) => (String::new(), "n".to_string()),
                            (t, Style::Cpp) => (format!(" / {t}"), format!("{t}*n")),
                            (t, _) => (format!(" // {t}"), format!("{t}*n")),
                        };
                        same(match style {
                            Style::Cpp => format!(
                                "bool lost(long long x, long long y) {{ __int128 a = std::min(x, y), b = std::max(x, y), n = (b - a){divided}; return b == a + {times} && a*a{low} <= {square} && {square} < (a+1)*(a+1){high}; }}"
                            ),
                            _ => format!(
                                "def lost(x, y): a, b = min(x, y), max(x, y); n = (b - a){divided}; return b == a + {times} and a*a{low} <= {square} < (a+1)*(a+1){high}"
                            ),
                        })
                    }
                }
            }
            Sparse::Pairs { s, t } => {
                let second = format!("{}+{}", times(*s, "A(n)"), times(*t, "n"));
                match style {
                    Style::Text => Text::new(
                        format!(
                            "({point}) is P exactly if it is (A(n), {second}) or its mirror image, A(n) = least number not used before"
                        ),
                        format!(
                            "({point}) 为 P 态当且仅当它是 (A(n), {second}) 或其镜像，A(n) = 此前未用的最小数"
                        ),
                    ),
                    Style::Latex => same(format!(
                        "\\mathcal{{P}} = \\{{ (a_n, b_n), (b_n, a_n) : n \\ge 0 \\}},\\ a_n = \\operatorname{{mex}}\\{{a_i, b_i : i < n\\}},\\ b_n = {} + {}",
                        side_by_side(*s, "a_n"),
                        side_by_side(*t, "n")
                    )),
                    Style::Cpp => same(format!(
                        "bool lost(long long x, long long y) {{ if (x > y) std::swap(x, y); std::set<long long> used; for (long long n = 0, a = 0; a <= x; n++) {{ long long b = {s} * a + {t} * n; if (a == x) return b == y; used.insert(a); used.insert(b); while (used.count(a)) a++; }} return false; }}"
                    )),
                    Style::Python => same(format!(
                        "def lost(x, y):
    x, y, n, a, used = min(x, y), max(x, y), 0, 0, set()
    while a < x:
        used |= {{a, {s} * a + {t} * n}}
        n += 1
        while a in used: a += 1
    return a == x and y == {s} * a + {t} * n"
                    )),
                }
            }
        }
    }
}

/// Whether a is ⌊n·α⌋ where the difference is t·n and r·α² + r·(t-2)·α = r·(t-1) + t.
fn on_side(a: u64, difference: u64, r: u8, t: u8) -> bool {
    if t == 0 || !difference.is_multiple_of(u64::from(t)) {
        return false;
    }
    let (a, n) = (i128::from(a), i128::from(difference / u64::from(t)));
    let (r, t) = (i128::from(r), i128::from(t));
    // Beyond these products leave 128 bits; no table goes there.
    if a >= 1 << 52 || n >= 1 << 52 {
        return false;
    }
    let side = |a: i128| r * a * a + r * (t - 2) * a * n;
    let bound = (r * (t - 1) + t) * n * n;
    side(a) <= bound && bound < side(a + 1)
}

/// ⌊(m·α - 2·r)/t⌋ + 1 where α² + (t-2)·α = t: the smaller number of the pair whose difference is m
/// in [`Sparse::Offset`]. `None` if it is none, or too large for the squares.
fn offset_first(m: u64, t: u64, r: u64) -> Option<u64> {
    let (m, t, r) = (i128::from(m), i128::from(t), i128::from(r));
    if !(1..1 << 52).contains(&m) {
        return None;
    }
    // Whether c ≤ m·α; 0 < α < 2.
    let reaches = |c: i128| c <= 0 || c * c + (t - 2) * c * m <= t * m * m;
    let (mut low, mut high) = (-1i128, 2 * m / t + 2);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        match reaches(t * (middle - 1) + 2 * r) {
            true => low = middle,
            false => high = middle,
        }
    }
    u64::try_from(low).ok()
}

/// A set but for a few positions, in a style.
fn changed_in(of: &Sparse, changed: &[[u64; 2]], style: Style, names: &[String]) -> Text {
    let usual = of.written(style, names);
    let listed = |which: &dyn Fn(&[u64; 2]) -> bool| {
        let each = changed.iter().filter(|at| which(at));
        let each: Vec<String> = each.map(|[x, y]| format!("({x}, {y})")).collect();
        each.join(", ")
    };
    // Those of the set are not lost, the others are.
    let won = listed(&|at| of.contains(at));
    let lost = listed(&|at| !of.contains(at));
    let tested = |and: &str, or: &str| {
        let one = |[x, y]: &[u64; 2]| format!("(x == {x} {and} y == {y})");
        changed.iter().map(one).collect::<Vec<_>>().join(or)
    };
    let renamed = |lang| usual.get(lang).replacen("lost(", "usual(", 1);
    let written = |lang: Lang| match style {
        Style::Text => {
            let (but, is_n, is_p, and) = match lang {
                Lang::En => (", but for ", ", which are N", ", which are P", ", and "),
                Lang::Zh => ("，但 ", " 为 N 态", " 为 P 态", "，"),
            };
            let parts = [(&won, is_n), (&lost, is_p)];
            let parts = parts.iter().filter(|(list, _)| !list.is_empty());
            let parts: Vec<String> = parts.map(|(list, is)| format!("{list}{is}")).collect();
            format!("{}{but}{}", usual.get(lang), parts.join(and))
        }
        Style::Latex => {
            let all = listed(&|_| true);
            let set = format!("\\mathcal{{P}} \\mathbin{{\\triangle}} \\{{ {all} \\}} = ");
            usual.get(lang).replacen("\\mathcal{P} = ", &set, 1)
        }
        Style::Cpp => format!(
            "{}\nbool lost(long long x, long long y) {{ return usual(x, y) != ({}); }}",
            renamed(lang),
            tested("&&", " || ")
        ),
        Style::Python => format!(
            "{}\ndef lost(x, y): return usual(x, y) != ({})",
            renamed(lang),
            tested("and", " or ")
        ),
    };
    Text::new(written(Lang::En), written(Lang::Zh))
}

/// ⌊n·α⌋ where r·α² + r·(t-2)·α = r·(t-1) + t, by halving: 1 < α < 2.
pub(super) fn floor(n: u64, r: u8, t: u8) -> u64 {
    let (mut low, mut high) = (n, 2 * n);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        match reaches(n, middle, r, t) {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

/// The least n with n·α ≥ a.
pub(super) fn rank(a: u64, r: u8, t: u8) -> u64 {
    let (mut low, mut high) = (0, a);
    while low < high {
        let middle = low + (high - low) / 2;
        match reaches(middle, a, r, t) {
            true => high = middle,
            false => low = middle + 1,
        }
    }
    low
}

/// Whether n·α ≥ a, in whole numbers; they must be below 2^52.
fn reaches(n: u64, a: u64, r: u8, t: u8) -> bool {
    let (n, a) = (i128::from(n), i128::from(a));
    let (r, t) = (i128::from(r), i128::from(t));
    r * a * a + r * (t - 2) * a * n <= (r * (t - 1) + t) * n * n
}

/// A number of times something, as people write it.
fn times(factor: u8, what: &str) -> String {
    match factor {
        1 => what.to_string(),
        factor => format!("{factor}·{what}"),
    }
}

/// A number of times something, as papers write it.
fn side_by_side(factor: u8, what: &str) -> String {
    match factor {
        1 => what.to_string(),
        factor => format!("{factor}{what}"),
    }
}

/// The numeration in which pairs are read off the digits.
pub fn of_pairs(s: u8, t: u8) -> Option<Numeration> {
    Numeration::recurrence(&[s.checked_add(t)?.checked_sub(1)?, s])
}

/// The pairs as a relation between two coordinates, in their numeration,
/// which must be that of the engine.
pub fn pairs(engine: &mut Engine) -> Result<Relation, Error> {
    let base = engine.numeration().digit_count();
    // A state: the next digit of a, which is the last one read of b; whether
    // a has begun; whether its zeros at the end are odd in number.
    let state = |pending: usize, begun: bool, odd: bool| {
        (pending * 4 + usize::from(begun) * 2 + usize::from(odd)) as u32
    };
    let mut dfa = Dfa::new(base * base, true);
    for number in 1..base * 4 {
        let (pending, begun, odd) = (number / 4, number & 2 != 0, number & 1 != 0);
        let end = pending == 0 && begun && !odd;
        dfa.add(end);
    }
    for number in 0..base * 4 {
        let (pending, begun, odd) = (number / 4, number & 2 != 0, number & 1 != 0);
        for b in 0..base {
            let a = pending;
            let to = state(b, begun || a > 0, begun && a == 0 && !odd);
            dfa.set(number as u32, a + base * b, to);
        }
    }
    let one = engine.given(&dfa, &[0, 1])?;
    let other = engine.rename(&one, &[1, 0])?;
    engine.or(&one, &other)
}

/// The recurrence of least order through all members.
pub(super) fn recurrence(members: &[u64]) -> Option<Sparse> {
    // Equal distances are a matter of remainders.
    if members.windows(3).all(|w| w[1] - w[0] == w[2] - w[1]) {
        return None;
    }
    let h: Vec<i64> = members
        .iter()
        .map(|&m| i64::try_from(m).ok())
        .collect::<Option<_>>()?;
    for order in 1..=3usize {
        if h.len() < 2 * order + 4 {
            break;
        }
        // Small factors only: anything can be fitted by several large ones.
        let range: i64 = [64, 4, 3][order - 1];
        let width = (2 * range + 1) as u64;
        for code in 0..width.pow(order as u32) {
            let mut rest = code;
            let factors: Vec<i64> = (0..order)
                .map(|_| {
                    let factor = (rest % width) as i64 - range;
                    rest /= width;
                    factor
                })
                .collect();
            if factors[order - 1] == 0 {
                continue;
            }
            let part = |i: usize| -> i64 {
                factors
                    .iter()
                    .zip(h[..i].iter().rev())
                    .map(|(f, h)| f.saturating_mul(*h))
                    .sum()
            };
            // A few members more may be exceptions.
            for seed in order..=order + 2 {
                let constant = h[seed] - part(seed);
                if constant.abs() <= 8
                    && (seed..h.len()).all(|i| h[i] == part(i) + constant)
                    && h.len() >= seed + order + 4
                {
                    return Some(Sparse::Recurrence {
                        seed: members[..seed].to_vec(),
                        factors,
                        constant,
                    });
                }
            }
        }
    }
    None
}

/// The first differences of pairs tell the parameters: r, and r + t.
fn offset(lost: &[Vec<u64>]) -> Option<Sparse> {
    let above = lost.iter().filter(|p| p[0] < p[1]);
    let mut differences: Vec<u64> = above.map(|p| p[1] - p[0]).collect();
    differences.sort_unstable();
    let (r, next) = (*differences.first()?, *differences.get(1)?);
    let small = |n: u64| u8::try_from(n).ok().filter(|n| *n <= 64);
    let (t, r) = (small(next.checked_sub(r)?)?, small(r)?);
    (t > 0 && r > 0).then_some(Sparse::Offset { t, r })
}

/// Steps of pairs that are tried where none fits as it is.
const MOST_STEP: u8 = 8;

/// A set with which a table agrees but for few positions near the origin.
fn changed(of: Sparse, lower: &Sample, meter: &mut Meter) -> Result<Option<Sparse>, Error> {
    const MOST_CHANGED: usize = 12;
    const FARTHEST: u64 = 12;
    let mut at = Vec::new();
    for (point, label) in lower.labels().positions() {
        meter.poll_sometimes()?;
        if of.contains(&point) != (label == 0) {
            let &[x, y] = &point[..] else {
                return Ok(None);
            };
            at.push([x, y]);
            if at.len() > MOST_CHANGED || x.max(y) > FARTHEST {
                return Ok(None);
            }
        }
    }
    let of = Box::new(of);
    Ok((!at.is_empty()).then_some(Sparse::Changed { of, at }))
}

/// Whether the greater number is k times the smaller and e more.
fn on_ray(least: u64, most: u64, k: u8, e: u8) -> bool {
    let ray = least.checked_mul(k.into());
    ray.and_then(|ray| ray.checked_add(e.into())) == Some(most)
}

/// A set and a ray, in a style.
fn joined_in(of: &Sparse, k: u8, e: u8, style: Style, names: &[String]) -> Text {
    let point = names.join(", ");
    let inner = of.written(style, names);
    let more = match e {
        0 => String::new(),
        e => format!("+{e}"),
    };
    let written = |lang: Lang| {
        let inner = inner.get(lang);
        match (style, lang) {
            (Style::Text, lang) => {
                let (is, or) = match lang {
                    Lang::En => ("is P exactly if ", ", or "),
                    Lang::Zh => ("为 P 态当且仅当", "，或"),
                };
                let ray = format!(
                    "max({point}) = {}{more}",
                    times(k, &format!("min({point})"))
                );
                let space = if lang == Lang::Zh { " " } else { "" };
                inner.replacen(is, &format!("{is}{space}{ray}{or}"), 1)
            }
            (Style::Latex, _) => {
                let ray = side_by_side(k, &format!("\\min({point})"));
                let set = format!("\\{{ ({point}) : \\max({point}) = {ray}{more} \\}}");
                let whole = "\\mathcal{P} = ";
                inner.replacen(whole, &format!("{whole}{set} \\cup "), 1)
            }
            (Style::Cpp, _) => format!(
                "{}\nbool lost(long long x, long long y) {{ return std::max(x, y) == {k} * std::min(x, y) + {e} || others(x, y); }}",
                inner.replacen("lost(", "others(", 1)
            ),
            (Style::Python, _) => format!(
                "{}\ndef lost(x, y): return max(x, y) == {k} * min(x, y) + {e} or others(x, y)",
                inner.replacen("lost(", "others(", 1)
            ),
        }
    };
    Text::new(written(Lang::En), written(Lang::Zh))
}

/// Rays of lost pairs: the greater number is k times the smaller and e more.
fn rays(lower: &Sample) -> Vec<(u8, u8)> {
    /// Fewer say nothing.
    const LEAST: usize = 10;
    let all = (1..=3u8).flat_map(|k| (0..=3u8).map(move |e| (k, e)));
    let lost = |&(k, e): &(u8, u8)| {
        let on = lower.labels().positions().filter(|(at, _)| match at[..] {
            [x, y] => on_ray(x.min(y), x.max(y), k, e),
            _ => false,
        });
        let labels: Vec<u32> = on.map(|(_, label)| label).collect();
        // One near the origin may be an exception.
        let wrong = labels.iter().filter(|label| **label != 0).count();
        labels.len() >= LEAST && wrong <= 2
    };
    all.filter(lost).collect()
}

/// Sets along or under a line of quadratic slope with which a table agrees, perhaps but for few
/// positions near the origin.
fn along_lines(lost: &[Vec<u64>], lower: &Sample, meter: &mut Meter) -> Result<Vec<Sparse>, Error> {
    let mut tried = Vec::new();
    for (times, plus) in [1u8, 2, 3]
        .into_iter()
        .flat_map(|s| (0..3).map(move |u| (s, u)))
    {
        meter.poll()?;
        let inner = |x: &u64| {
            let rest = x.checked_sub(u64::from(plus))?;
            rest.is_multiple_of(times.into())
                .then(|| rest / u64::from(times))
        };
        let inside = |pair: &Vec<u64>| pair.iter().map(inner).collect::<Option<Vec<u64>>>();
        let inside: Vec<Vec<u64>> = lost.iter().filter_map(inside).collect();
        let roots = slope::guess(&inside).into_iter();
        tried.extend(roots.map(|root| Sparse::Line { root, times, plus }));
    }
    let side = lower.size.iter().copied().min().unwrap_or(0);
    tried.extend(slope::guess_cone(lost, side).into_iter().map(Sparse::Cone));
    let mut found = Vec::new();
    let mut keep = |set: Sparse| -> Result<bool, Error> {
        let mut labels = lower.labels().positions();
        let fits = labels.all(|(at, label)| set.contains(&at) == (label == 0));
        let kept = match fits {
            true => Some(set),
            false => changed(set, lower, meter)?,
        };
        let keeps = kept.is_some();
        found.extend(kept);
        Ok(keeps)
    };
    let rays = rays(lower);
    for set in tried {
        if keep(set.clone())? {
            continue;
        }
        for &(times, plus) in &rays {
            let of = Box::new(set.clone());
            keep(Sparse::Joined { of, times, plus })?;
        }
    }
    Ok(found)
}

impl Finder for SparseSets {
    fn name(&self) -> Words {
        ("sparse set", "稀疏集")
    }

    fn guess(&self, lower: &Sample, budget: &Budget) -> Result<Vec<Statement>, Error> {
        let mut meter = budget.meter("values");
        let mut found: Vec<Sparse> = Vec::new();
        let lost: Vec<Vec<u64>> = lower
            .labels()
            .positions()
            .filter(|p| p.1 == 0)
            .map(|p| p.0)
            .collect();
        match lower.size.len() {
            1 => {
                let members: Vec<u64> = lost.iter().map(|p| p[0]).collect();
                if members.len() < 6 || members.len() * 4 > lower.cells.len() {
                    return Ok(Vec::new());
                }
                found.extend(recurrence(&members));
                for exponent in 2..=4 {
                    found.push(Sparse::Powers {
                        exponent,
                        zero: members[0] == 0,
                    });
                }
            }
            2 => {
                // The first pair is (1, s + t).
                let first = lost.iter().filter(|p| p[0] == 1).map(|p| p[1]).min();
                let sum = first.and_then(|sum| u8::try_from(sum).ok()).unwrap_or(0);
                let parameters = (1..sum).map(|s| (s, sum - s));
                let parameters = parameters.filter(|(s, t)| of_pairs(*s, *t).is_some());
                found.extend(parameters.map(|(s, t)| Sparse::Pairs { s, t }));
                // The first ones are (1, 1 + t) and (1 + r, 1).
                let below = lost.iter().filter(|p| p[1] == 1).map(|p| p[0]).min();
                let side = |first: Option<u64>| u8::try_from(first?.checked_sub(1)?).ok();
                if let (Some(above @ 1..=64), Some(below @ 1..=64)) = (side(first), side(below))
                    && above != below
                {
                    found.push(Sparse::Sides { above, below });
                }
                found.extend(offset(&lost));
            }
            _ => {}
        }
        let fits = |set: &Sparse| {
            lower
                .labels()
                .positions()
                .all(|(at, label)| set.contains(&at) == (label == 0))
        };
        found.retain(fits);
        if found.is_empty() && lower.size.len() == 2 {
            found.extend(along_lines(&lost, lower, &mut meter)?);
        }
        if found.is_empty() && lower.size.len() == 2 && lost.len() * 4 <= lower.cells.len() {
            for t in 1..=MOST_STEP {
                found.extend(changed(Sparse::Pairs { s: 1, t }, lower, &mut meter)?);
            }
        }
        Ok(found.into_iter().map(Statement::Sparse).collect())
    }
}
