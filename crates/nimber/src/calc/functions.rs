//! The functions of the calculator, as one table: name, arguments, help.

use super::parse::{Integer, Parser};
use super::token::fault;
use super::{CalcError, MAX_BITS, Value, within};
use crate::big::BigNim;
use crate::error::{Error, Words};
use crate::log::logarithm;
use crate::nat::Nat;
use crate::nim::{Nim8, Nim16, Nim32, Nim64, Nim128, Nimber, Roots};
use crate::ordinal::{Ordinal, excess, odd_prime};
use std::format;
use std::vec;
use std::vec::Vec;

/// How to use the calculator, for people.
pub const HELP: &str = "\
Nimbers: 24, 0x18, w (or ω), w^5, w^(w^2*4+w+3)*7
  a + b, a ⊕ b      nim sum (a - b is the same)
  a * b, a ⊗ b      nim product
  a / b             nim quotient
  a^n               nim power; n is an ordinary integer: 8^-1, 3^(2^64-1), 5^(order(5)-1)
                    (w^… is an ordinal; write (w)^3 for the nim power of w)
  sqrt(a)           the square root
  root(a, n)        a root of degree n; among the ordinals there always is one: root(2, 3) = w
  inv(a)            1/a
  solve(a)          both x with x² ⊕ x = a
  solve(a, b, c)    the x with a⊗x² ⊕ b⊗x = c
  trace(a, bits)    trace of a finite nimber to the subfield of 1, 2, 4, 8, … bits (1 if left out)
  norm(a, bits)     norm, likewise
  conj(a)           the conjugates a, a², a⁴, … of a finite nimber
  order(a)          the least n > 0 with a^n = 1
  log(a, b)         the least n ≥ 0 with b^n = a, up to 128 bits
  log(a)            the same to the base of the field's generator, generator(a)
  generator(a)      the generator of the field of 8, 16, 32, 64 or 128 bits that holds a
  degree(a)         the degree over GF(2)
  minpoly(a)        the minimal polynomial of a finite nimber over GF(2)
  bit(k)            the nimber 2^k in the ordinary sense
  alpha(p)          the least ordinal without a p-th root among those below kappa(p)
  kappa(q)          for a prime power q: kappa(3) = w, kappa(9) = w^3, kappa(5) = w^w, kappa(8) = 16
  x = …             keeps a nimber under a name; ans is the last one
";

/// The same in Chinese.
pub const HELP_ZH: &str = "\
Nim 数：24、0x18、w（即 ω）、w^5、w^(w^2*4+w+3)*7
  a + b, a ⊕ b      Nim 和（a - b 相同）
  a * b, a ⊗ b      Nim 积
  a / b             Nim 商
  a^n               Nim 幂；n 为普通整数：8^-1、3^(2^64-1)、5^(order(5)-1)
                    （w^… 是序数；w 的 Nim 幂写作 (w)^3）
  sqrt(a)           平方根
  root(a, n)        n 次方根；在序数中总是存在：root(2, 3) = w
  inv(a)            1/a
  solve(a)          满足 x² ⊕ x = a 的两个 x
  solve(a, b, c)    满足 a⊗x² ⊕ b⊗x = c 的 x
  trace(a, bits)    有限 Nim 数到 1、2、4、8、… 位子域的迹（省略时为 1 位）
  norm(a, bits)     范数，同上
  conj(a)           有限 Nim 数的共轭 a、a²、a⁴、…
  order(a)          使 a^n = 1 的最小 n > 0
  log(a, b)         使 b^n = a 的最小 n ≥ 0，至多 128 位
  log(a)            以域的生成元 generator(a) 为底
  generator(a)      包含 a 的 8、16、32、64 或 128 位域的生成元
  degree(a)         在 GF(2) 上的次数
  minpoly(a)        有限 Nim 数在 GF(2) 上的极小多项式
  bit(k)            通常意义下的 2^k
  alpha(p)          小于 kappa(p) 的序数中没有 p 次方根的最小者
  kappa(q)          q 为素数幂：kappa(3) = w、kappa(9) = w^3、kappa(5) = w^w、kappa(8) = 16
  x = …             给 Nim 数命名；ans 为上一个结果
";

/// What an argument is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    Nimber,
    Integer,
}

/// An argument that was read.
pub(super) enum Given {
    Nimber(Ordinal),
    Integer(Integer),
}

/// A function that the calculator knows.
pub(super) struct Function {
    pub(super) name: &'static str,
    pub(super) arguments: &'static [Argument],
    /// How many arguments must be given.
    pub(super) least: usize,
    gives: Gives,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gives {
    Nimber,
    Other,
}

impl Function {
    pub(super) fn gives_nimber(&self) -> bool {
        self.gives == Gives::Nimber
    }
}

use Argument::{Integer as Int, Nimber as Nim};

const fn function(
    name: &'static str,
    arguments: &'static [Argument],
    least: usize,
    gives: Gives,
) -> Function {
    Function {
        name,
        arguments,
        least,
        gives,
    }
}

const FUNCTIONS: [Function; 16] = [
    function("sqrt", &[Nim], 1, Gives::Nimber),
    function("root", &[Nim, Int], 2, Gives::Nimber),
    function("inv", &[Nim], 1, Gives::Nimber),
    function("trace", &[Nim, Int], 1, Gives::Nimber),
    function("norm", &[Nim, Int], 1, Gives::Nimber),
    function("generator", &[Nim], 1, Gives::Nimber),
    function("bit", &[Int], 1, Gives::Nimber),
    function("alpha", &[Int], 1, Gives::Nimber),
    function("kappa", &[Int], 1, Gives::Nimber),
    function("solve", &[Nim, Nim, Nim], 1, Gives::Other),
    function("conj", &[Nim], 1, Gives::Other),
    function("order", &[Nim], 1, Gives::Other),
    function("log", &[Nim, Nim], 1, Gives::Other),
    function("degree", &[Nim], 1, Gives::Other),
    function("minpoly", &[Nim], 1, Gives::Other),
    function("help", &[], 0, Gives::Other),
];

/// The function of this name.
pub(super) fn find(name: &str) -> Option<&'static Function> {
    static TABLE: [Function; 16] = FUNCTIONS;
    TABLE.iter().find(|f| f.name == name)
}

/// Arguments with the place to complain about.
struct Arguments<'a> {
    given: &'a [Given],
    column: usize,
    name: &'static str,
}

impl Arguments<'_> {
    fn error(&self, error: impl Into<Error>) -> CalcError {
        CalcError {
            column: self.column,
            error: error.into(),
        }
    }

    fn complain(&self, message: Words) -> CalcError {
        let Words { en, zh } = message;
        let message = Words::new(
            format!("{}: {en}", self.name),
            format!("{}：{zh}", self.name),
        );
        fault(self.column - 1, message)
    }

    fn nimber(&self, i: usize) -> Result<Ordinal, CalcError> {
        match self.given.get(i) {
            Some(Given::Nimber(x)) => Ok(x.clone()),
            _ => Err(self.complain(Words::fixed("a nimber is missing", "缺少 Nim 数"))),
        }
    }

    fn finite(&self, i: usize) -> Result<BigNim, CalcError> {
        let x = self.nimber(i)?;
        x.as_finite().ok_or_else(|| {
            self.complain(Words::new(
                format!("{x} is not a finite nimber"),
                format!("{x} 不是有限 Nim 数"),
            ))
        })
    }

    /// A natural number of at most 64 bits, or a default if it was left out.
    fn natural(&self, i: usize, default: Option<u64>) -> Result<u64, CalcError> {
        match (self.given.get(i), default) {
            (Some(Given::Integer(n)), _) => {
                let small = n.size.to_u128().and_then(|n| u64::try_from(n).ok());
                small.filter(|_| !n.negative).ok_or_else(|| {
                    let sign = if n.negative { "-" } else { "" };
                    self.complain(Words::new(
                        format!("{sign}{} is not a natural number below 2^64", n.size),
                        format!("{sign}{} 不是小于 2^64 的自然数", n.size),
                    ))
                })
            }
            (_, Some(n)) => Ok(n),
            _ => Err(self.complain(Words::fixed("an integer is missing", "缺少整数"))),
        }
    }

    /// A width in bits. One beyond all addresses stays one that no nimber has.
    fn size(&self, i: usize, default: u64) -> Result<usize, CalcError> {
        let size = self.natural(i, Some(default))?;
        Ok(usize::try_from(size).unwrap_or(usize::MAX))
    }

    /// The value of at most 128 bits.
    fn word(&self, i: usize) -> Result<u128, CalcError> {
        let x = self.finite(i)?;
        x.to_u128().ok_or_else(|| {
            self.error(Error::TooLarge {
                what: Words::fixed("a nimber in bits, for logarithms,", "求对数的 Nim 数的位数"),
                size: x.bits() as u64,
                limit: 128,
            })
        })
    }
}

fn integer(size: Nat) -> Value {
    Value::Integer {
        negative: false,
        size,
    }
}

/// Applies a function to arguments whose number and kind were checked.
pub(super) fn apply(
    function: &Function,
    given: &[Given],
    parser: &mut Parser<'_>,
    column: usize,
) -> Result<Value, CalcError> {
    let a = Arguments {
        given,
        column,
        name: function.name,
    };
    let at = |error| CalcError { column, error };
    // Powers with exponents as long as the field: the dearest thing that a function does.
    if let Some(Given::Nimber(x)) = given.first() {
        let bits = x.as_finite().map_or(1, |c| c.bits().max(1)) as u64;
        let powers = if function.name == "order" { 24 } else { 2 };
        parser.spend(column, x, bits * powers)?;
    }
    let nimber = |x: BigNim| Value::Nimber(Ordinal::from(x));
    Ok(match function.name {
        "sqrt" => Value::Nimber(a.nimber(0)?.sqrt().map_err(at)?),
        "inv" => Value::Nimber(a.nimber(0)?.inverse().map_err(at)?),
        "root" => {
            let (x, n) = (a.nimber(0)?, a.natural(1, None)?);
            // A finite root if there is one, since those are the smallest.
            match x.as_finite().map(|c| c.root(&Nat::from(u128::from(n)))) {
                Some(Ok(y)) => nimber(y),
                _ => Value::Nimber(x.root(n).map_err(at)?),
            }
        }
        "trace" => nimber(a.finite(0)?.trace(a.size(1, 1)?).map_err(at)?),
        "norm" => nimber(a.finite(0)?.norm(a.size(1, 1)?).map_err(at)?),
        "generator" => nimber(BigNim::from(generator(a.word(0)?))),
        "bit" => {
            let k = a.natural(0, None)?;
            within(
                column,
                Words::fixed("a nimber in bits", "Nim 数的位数"),
                k.saturating_add(1),
                MAX_BITS as u64,
            )?;
            nimber(BigNim::power_of_two(k as usize))
        }
        "alpha" => {
            let p = a.natural(0, None)?;
            let k = number_of_prime(p).ok_or_else(|| {
                a.complain(Words::new(
                    format!("{p} is not an odd prime in range"),
                    format!("{p} 不是范围内的奇素数"),
                ))
            })?;
            Value::Nimber(excess(k).map_err(at)?)
        }
        "kappa" => Value::Nimber(kappa(&a)?),
        "solve" => solve(&a)?,
        "conj" => {
            let x = a.finite(0)?;
            within(
                column,
                Words::fixed("a list of conjugates", "共轭的个数"),
                x.degree() as u64,
                256,
            )?;
            Value::Nimbers(x.conjugates().map(Ordinal::from).collect())
        }
        "order" => integer(a.finite(0)?.order().map_err(at)?),
        "log" => {
            let x = a.word(0)?;
            let base = if given.len() > 1 {
                a.word(1)?
            } else {
                generator(x)
            };
            // A wide logarithm may take half a second.
            if (x | base) >> 64 != 0 {
                parser.spend(column, &Ordinal::from(1), 1 << 24)?;
            }
            integer(Nat::from(
                logarithm(Nim128(x), Nim128(base)).map_err(|e| a.error(e))?,
            ))
        }
        "degree" => integer(Nat::from(u128::from(a.nimber(0)?.degree().map_err(at)?))),
        "minpoly" => {
            let x = a.finite(0)?;
            within(
                column,
                Words::fixed("the degree of a polynomial", "多项式的次数"),
                x.degree() as u64,
                1024,
            )?;
            Value::Polynomial(x.minimal_polynomial())
        }
        _ => {
            return Err(a.complain(Words::fixed(
                "type help on a line of its own",
                "请单独一行输入 help",
            )));
        }
    })
}

/// The generator of the smallest field of fixed width that holds x.
fn generator(x: u128) -> u128 {
    match 128 - x.leading_zeros() {
        0..=8 => Nim8::GENERATOR.to_u128(),
        9..=16 => Nim16::GENERATOR.to_u128(),
        17..=32 => Nim32::GENERATOR.to_u128(),
        33..=64 => Nim64::GENERATOR.to_u128(),
        _ => Nim128::GENERATOR.to_u128(),
    }
}

fn number_of_prime(p: u64) -> Option<usize> {
    (0..)
        .map_while(|k| odd_prime(k).ok())
        .take_while(|&q| q <= p)
        .position(|q| q == p)
}

fn kappa(a: &Arguments<'_>) -> Result<Ordinal, CalcError> {
    let q = a.natural(0, None)?;
    let wrong = || {
        a.complain(Words::new(
            format!("{q} is not a power of a prime in range"),
            format!("{q} 不是范围内的素数幂"),
        ))
    };
    if q < 2 {
        return Err(wrong());
    }
    let p = (2..=q.min(10_000))
        .find(|p| q.is_multiple_of(*p))
        .ok_or_else(wrong)?;
    let (mut rest, mut n) = (q, 0);
    while rest.is_multiple_of(p) {
        rest /= p;
        n += 1;
    }
    if rest != 1 {
        return Err(wrong());
    }
    let k = if p == 2 {
        None
    } else {
        Some(number_of_prime(p).ok_or_else(wrong)?)
    };
    let x = Ordinal::kappa(k, n).map_err(|e| a.error(e))?;
    let bits = x.as_finite().map_or(0, |c| c.bits());
    within(
        a.column,
        Words::fixed("a nimber in bits", "Nim 数的位数"),
        bits as u64,
        MAX_BITS as u64,
    )?;
    Ok(x)
}

fn solve(a: &Arguments<'_>) -> Result<Value, CalcError> {
    let roots = match a.given.len() {
        1 => {
            let x = a.finite(0)?.artin_schreier();
            Roots::Two(x.clone(), &x + &BigNim::from(1))
        }
        3 => BigNim::solve_quadratic(&a.finite(0)?, &a.finite(1)?, &a.finite(2)?)
            .map_err(|e| a.error(e))?,
        n => {
            return Err(a.complain(Words::new(
                format!("1 or 3 arguments are expected, not {n}"),
                format!("应有 1 个或 3 个参数，而不是 {n} 个"),
            )));
        }
    };
    let list: Vec<BigNim> = match roots {
        Roots::One(x) => vec![x],
        Roots::Two(x, y) => vec![x, y],
    };
    Ok(Value::Nimbers(
        list.into_iter().map(Ordinal::from).collect(),
    ))
}
