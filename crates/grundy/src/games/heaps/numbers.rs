//! Subtract a number of a kind: a power, a prime, a prime power, a proper
//! divisor.
//!
//! **Theorems.**
//! - *Powers of b* (1, b, b², …). If b is odd, all are odd: n mod 2. If b is even, b ≡ −1
//!   modulo b + 1, so every move changes r = n mod (b+1) by ±1 cyclically, and the value is r mod 2, but 2 for
//!   r = b (whose neighbours are b − 1 and 0). For b = 2 this is n mod 3.
//! - *Prime powers* (1, 2, 3, 4, 5, 7, 8, 9, …). None is a multiple of 6, and 1 to 5 are among them: n mod 6.
//! - *Proper divisors* of the heap itself. The value of n ≥ 1 is the number of its trailing
//!   binary zeros v: subtracting 2^t gives every t < v, and no divisor d gives v itself, since n − d has
//!   as many twos as d if that has fewer than n, and more than n otherwise.
//! - *Primes.* No law is known; search decides.
//!
//! ```
//! use grundy::{games::heaps::numbers::{Kind, Numbers}, theorem::Theorem};
//! let divisors = Numbers { kind: Kind::ProperDivisors };
//! assert_eq!(divisors.value(&48u8.into()), Some(4u8.into()));
//! ```

use crate::catalogue::{About, Named, Parameter, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::notation;
use crate::outcome::Convention;
use crate::primes::{divisors, is_prime, is_prime_power};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// What may be subtracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 1, b, b², …, for b ≥ 2.
    PowersOf(u64),
    /// 2, 3, 5, 7, 11, …
    Primes,
    /// 1 and all powers of primes.
    PrimePowers,
    /// Divisors of the heap, except the heap itself.
    ProperDivisors,
}

/// The game. A component is a heap; a move is the number that is taken.
pub struct Numbers {
    /// What may be subtracted.
    pub kind: Kind,
}

impl Numbers {
    fn allows(&self, heap: &Natural, taken: &Natural) -> bool {
        if taken.is_zero() || taken > heap {
            return false;
        }
        match self.kind {
            Kind::PowersOf(base) => {
                let base = Natural::from(base);
                let mut rest = taken.clone();
                while (&rest % &base).is_zero() {
                    rest /= &base;
                }
                rest == Natural::ONE
            }
            Kind::Primes => natural::small(taken).is_some_and(is_prime),
            Kind::PrimePowers => natural::small(taken).is_some_and(is_prime_power),
            Kind::ProperDivisors => taken < heap && (heap % taken).is_zero(),
        }
    }
}

impl Game for Numbers {
    type Position = Natural;
    type Move = Natural;

    fn options(&self, heap: &Natural, visit: &mut impl FnMut(Natural, &[Natural]) -> Flow) -> Flow {
        let mut take = |taken: Natural| {
            let left = heap - &taken;
            visit(taken, &[left])
        };
        let small = natural::small(heap).unwrap_or(u64::MAX);
        match self.kind {
            Kind::PowersOf(base) => {
                let mut power = Natural::ONE;
                while power <= *heap {
                    take(power.clone())?;
                    power *= base;
                }
                CONTINUE
            }
            Kind::Primes => (2..=small)
                .filter(|n| is_prime(*n))
                .try_for_each(|n| take(n.into())),
            Kind::PrimePowers => (1..=small)
                .filter(|n| is_prime_power(*n))
                .try_for_each(|n| take(n.into())),
            Kind::ProperDivisors if small == 0 => CONTINUE,
            Kind::ProperDivisors => divisors(small)
                .into_iter()
                .filter(|d| *d < small)
                .try_for_each(|d| take(d.into())),
        }
    }

    fn play(&self, heap: &Natural, taken: &Natural) -> Option<Vec<Natural>> {
        self.allows(heap, taken).then(|| vec![heap - taken])
    }

    fn read(&self, text: &str) -> Result<Vec<Natural>, Error> {
        let heaps = notation::read_heaps(text)?;
        let any_size = matches!(self.kind, Kind::PowersOf(_));
        if !any_size && heaps.iter().any(|heap| natural::small(heap).is_none()) {
            return Err(Error::BadPosition {
                text: text.to_string(),
                column: 1,
                expected: Text::fixed("heaps below 2^64", "小于 2^64 的石子数"),
            });
        }
        Ok(heaps)
    }

    fn write(&self, heaps: &[Natural]) -> String {
        notation::write_heaps(heaps)
    }

    fn read_move(&self, _: &Natural, text: &str) -> Result<Natural, Error> {
        notation::read_verb(text, "take")
    }

    fn write_move(&self, taken: &Natural) -> String {
        format!("take {taken}")
    }
}

impl Theorem for Numbers {
    fn value(&self, heap: &Natural) -> Option<Natural> {
        let value = match self.kind {
            Kind::PowersOf(base) if base % 2 == 1 => natural::modulo(heap, 2),
            Kind::PowersOf(base) => match natural::modulo(heap, base + 1) {
                rest if rest == base => 2,
                rest => rest % 2,
            },
            Kind::PrimePowers => natural::modulo(heap, 6),
            Kind::ProperDivisors => heap.trailing_zeros().unwrap_or(0) as u64,
            Kind::Primes => return None,
        };
        Some(value.into())
    }

    fn reason(&self, heaps: &[Natural], convention: Convention) -> Text {
        let name = match self.kind {
            Kind::PowersOf(_) => (
                "every power is ±1 modulo one more than the base",
                "各次幂模（底数加一）同余于 ±1",
            ),
            Kind::PrimePowers => (
                "no prime power is a multiple of 6, 1 to 5 are prime powers: n mod 6",
                "素数幂都不是 6 的倍数，而 1 至 5 都是素数幂：n mod 6",
            ),
            Kind::ProperDivisors => (
                "the value is the number of trailing binary zeros",
                "SG 值为二进制末尾 0 的个数",
            ),
            Kind::Primes => return Text::default(),
        };
        theorem::nim_sum_reason(name, self, heaps, convention)
    }
}

take::table!(Numbers);

take::show!(Numbers);

impl Named for Numbers {
    const ABOUT: About = About {
        id: "numbers",
        name: ("subtract a number of a kind", "减去特定的数"),
        summary: (
            "take a power, a prime, a prime power or a proper divisor",
            "取走的石子数须为某数的幂、素数、素数幂或真因数",
        ),
        rules: (
            "A move takes stones from one heap; how many must be of the chosen kind: a power of b (1, b, \
             b², …), a prime, a prime power (1 included), or a divisor of the heap's size other than that \
             size itself. Whoever cannot move loses.",
            "每次从一堆中取走若干枚石子，数目须属于选定的一类：b 的幂（1、b、b²……）、素数、素数幂（含 1），\
             或该堆石子数的真因数（小于其自身的因数）。无法操作者负。",
        ),
        theorem: (
            "Powers of b: n mod 2 if b is odd; if b is even, (n mod (b+1)) mod 2, but 2 where n mod (b+1) = b. \
             Prime powers: n mod 6. Proper divisors: the number of trailing binary zeros. Primes: no law \
             is known.",
            "b 的幂：b 为奇数时 n mod 2；b 为偶数时为 (n mod (b+1)) mod 2，但 n mod (b+1) = b 时为 2。素数幂：n mod 6。\
             真因数：二进制末尾 0 的个数。素数：尚无已知规律。",
        ),
        source: "residues, proven on the page of the module; compare E. R. Berlekamp, J. H. Conway and R. K. Guy, \
                 Winning Ways, ch. 4 (subtraction games)",
        position: ("heaps: 12,30", "各堆石子数：12,30"),
        moves: ("take 4, or just 4", "take 4，或直接写 4"),
        examples: &["12,30", "9", "6,6", "1,2,3"],
        parameters: &[Parameter {
            name: "kind",
            default: "powers-of-2",
            meaning: (
                "powers-of-B, primes, prime-powers or divisors",
                "powers-of-B、primes、prime-powers 或 divisors",
            ),
        }],
        variants: &[
            Variant {
                id: "subtract-prime",
                name: ("subtract a prime", "取素数枚石子"),
                convention: Convention::Normal,
                parameters: &[("kind", "primes")],
            },
            Variant {
                id: "subtract-prime-power",
                name: ("subtract a prime power", "取素数幂枚石子"),
                convention: Convention::Normal,
                parameters: &[("kind", "prime-powers")],
            },
            Variant {
                id: "subtract-divisor",
                name: ("subtract a proper divisor", "减去真因数"),
                convention: Convention::Normal,
                parameters: &[("kind", "divisors")],
            },
        ],
        tested_with: &[
            &[],
            &[("kind", "powers-of-3")],
            &[("kind", "powers-of-4")],
            &[("kind", "powers-of-6")],
            &[("kind", "prime-powers")],
            &[("kind", "divisors")],
        ],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let rule = match self.kind {
            Kind::PowersOf(base) => {
                let most = i64::MAX.ilog(base as i64);
                format!("move take(e in 0..{most}) if {base}**e <= n -> [n - {base}**e]")
            }
            Kind::Primes => {
                "move take(k in 2..n) if all(d in 2..isqrt(k): not divides(d, k)) -> [n-k]"
                    .to_string()
            }
            Kind::PrimePowers => "move one -> [n-1]\n\
                 move take(k in 2..n) if count(p in 2..k: divides(p, k) and \
                 all(d in 2..isqrt(p): not divides(d, p))) = 1 -> [n-k]"
                .to_string(),
            Kind::ProperDivisors => "move take(d in 1..n-1) if divides(d, n) -> [n-d]".to_string(),
        };
        Ok(format!("game numbers\nstate n\n{rule}"))
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = (
            "powers-of-B with B from 2 to 2^32, primes, prime-powers or divisors",
            "powers-of-B（B 为 2 至 2^32）、primes、prime-powers 或 divisors",
        );
        let kind = parameters.get("kind", expected, |text| match text {
            "primes" => Some(Kind::Primes),
            "prime-powers" => Some(Kind::PrimePowers),
            "divisors" => Some(Kind::ProperDivisors),
            _ => {
                let base: u64 = text.strip_prefix("powers-of-")?.parse().ok()?;
                (2..=1 << 32)
                    .contains(&base)
                    .then_some(Kind::PowersOf(base))
            }
        })?;
        Ok(Numbers { kind })
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        let one = (0u64..=60).map(|n| vec![Natural::from(n)]);
        one.chain(small_sums((0u64..=8).map(Natural::from), 3))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, ask};
    use crate::conformance;
    use crate::outcome::Outcome;
    use crate::workbench::Workbench;

    #[test]
    fn primes_are_searched() {
        // The heaps below 50 from which the mover cannot win.
        let game = Numbers { kind: Kind::Primes };
        let lost: Vec<u64> = (0..50u64)
            .filter(|n| {
                let answer = ask(&game, &[Natural::from(*n)], &Question::default()).unwrap();
                answer.outcome == Outcome::P
            })
            .collect();
        assert_eq!(lost, [0, 1, 9, 10, 25, 34, 35, 49]);
    }

    #[test]
    fn huge_heaps() {
        let game = Numbers {
            kind: Kind::PowersOf(2),
        };
        let heaps = game.read("10^1000,2").unwrap();
        let answer = ask(&game, &heaps, &Question::default()).unwrap();
        assert_eq!(answer.outcome, Outcome::N);
        let game = Numbers {
            kind: Kind::ProperDivisors,
        };
        let heaps = game
            .read("18446744073709551615,18446744073709551614")
            .unwrap();
        let answer = ask(&game, &heaps, &Question::default()).unwrap();
        assert_eq!(answer.value, Some(1u8.into()));
        assert!(!answer.winning_moves.is_empty());
    }

    #[test]
    fn primes_conform_though_nothing_is_claimed_about_them() {
        // The page states theorems about the other kinds, which the suite
        // would miss here.
        let failure =
            conformance::check(&Workbench::new(Numbers { kind: Kind::Primes })).unwrap_err();
        assert_eq!(failure.check, conformance::Check::Page, "{failure}");
    }
}
