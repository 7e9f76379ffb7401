//! Functions of binary digits that guards name.
//!
//! Of naturals the xor, and, or, the lowest bit and the number of ones up to a
//! bound or modulo a number are decided by automata that read the binary digits. Of
//! negative numbers, in two's complement, they follow from ~x = -1-x, which is
//! natural where x is negative: see [`Function::digits`].
//!
//! ```
//! use grundy_laws::rules::{Form, Function};
//! let (x, y) = (Form::variable(0), Form::variable(1));
//! let and = Function::digits(|a, b| a & b, (&x, false), (&y, false));
//! assert_eq!(and.value(&[12, 10]), Some(8));
//! // 12 & ~y where y = ~10 is negative: 12 & 10, which is what stands in ~y.
//! let and = Function::digits(|a, b| a & b, (&x, false), (&y, true));
//! assert_eq!(and.value(&[12, 10]), Some((12 & !10) as u64));
//! ```
//!
//! Limits: base 2 only, as automata; in other numerations a rule with one of
//! these is refused.

use super::Form;

/// A function of naturals whose values are naturals; of a negative number it
/// has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Function {
    /// Digit by digit: bit a + 2b of the table is the digit of the result,
    /// where a and b are the digits of the two. Bit 0 is 0.
    Digits(u8, Form, Form),
    /// The largest power of two that divides the number; 0 for 0.
    LowestBit(Form),
    /// The number of ones, but at most this.
    Ones(Form, u32),
    /// The number of ones modulo this, which is not 0.
    OnesModulo(Form, u32),
}

impl Function {
    /// What stands for `of` of two numbers, digit by digit. Each comes as a
    /// natural form; where `true` stands beside it, the number is its complement
    /// -1-form. If the complements have ones far up (`of` is 1 there), so does the
    /// result, and its complement is what the function gives.
    pub fn digits(of: impl Fn(u8, u8) -> u8, a: (&Form, bool), b: (&Form, bool)) -> Function {
        let (flip_a, flip_b) = (u8::from(a.1), u8::from(b.1));
        let far = of(flip_a, flip_b) & 1;
        let mut table = 0;
        for at in 0..4u8 {
            let digit = of((at & 1) ^ flip_a, (at >> 1) ^ flip_b) & 1;
            table |= (digit ^ far) << at;
        }
        Function::Digits(table, a.0.clone(), b.0.clone())
    }

    /// The numbers that it is a function of.
    pub fn operands(&self) -> Vec<&Form> {
        match self {
            Function::Digits(_, a, b) => vec![a, b],
            Function::LowestBit(a) | Function::Ones(a, _) | Function::OnesModulo(a, _) => vec![a],
        }
    }

    /// The function of other numbers.
    pub fn map(&self, turn: &dyn Fn(&Form) -> Form) -> Function {
        match self {
            Function::Digits(table, a, b) => Function::Digits(*table, turn(a), turn(b)),
            Function::LowestBit(a) => Function::LowestBit(turn(a)),
            Function::Ones(a, most) => Function::Ones(turn(a), *most),
            Function::OnesModulo(a, m) => Function::OnesModulo(turn(a), *m),
        }
    }

    /// The value; `None` of a negative number, or one that does not fit.
    pub fn value(&self, values: &[u64]) -> Option<u64> {
        let natural = |form: &Form| u64::try_from(form.value(values)?).ok();
        Some(match self {
            Function::Digits(table, a, b) => {
                let (a, b) = (natural(a)?, natural(b)?);
                let (mut all, mut bits) = (0, *table);
                for (a, b) in [(!a, !b), (a, !b), (!a, b), (a, b)] {
                    if bits & 1 == 1 {
                        all |= a & b;
                    }
                    bits >>= 1;
                }
                all
            }
            Function::LowestBit(a) => {
                let a = natural(a)?;
                a & a.wrapping_neg()
            }
            Function::Ones(a, most) => u64::from(natural(a)?.count_ones().min(*most)),
            Function::OnesModulo(a, m) => u64::from(natural(a)?.count_ones() % (*m).max(1)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two's complement, by signs and complements.
    #[test]
    fn digits_of_negative_numbers_are_those_of_two_s_complement() {
        type Of = fn(i64, i64) -> i64;
        let operations: [Of; 3] = [|a, b| a & b, |a, b| a | b, |a, b| a ^ b];
        let natural = |n: i64| if n < 0 { -1 - n } else { n };
        for of in operations {
            for (a, b) in (-20..20i64).flat_map(|a| (-20..20i64).map(move |b| (a, b))) {
                let (x, y) = (Form::constant(natural(a)), Form::constant(natural(b)));
                let digit = |a: u8, b: u8| of(i64::from(a), i64::from(b)) as u8;
                let found = Function::digits(digit, (&x, a < 0), (&y, b < 0)).value(&[]);
                assert_eq!(found, Some(natural(of(a, b)) as u64), "{a} {b}");
            }
        }
    }
}
