//! The nimber calculator in Chinese: its help and its errors. The crate of
//! the nimbers stands alone and speaks English.

use grundy_nimber::calc::CalcError;
use grundy_nimber::{Error, NimError};

/// The help, as `grundy_nimber::calc::HELP`.
pub const HELP: &str = "\
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

/// The sentence of an error.
pub fn message(error: &CalcError) -> String {
    format!("第 {} 列：{}", error.column, reason(&error.error))
}

fn reason(error: &Error) -> String {
    match error {
        Error::Nim(error) => finite(error),
        Error::DivisionByZero { numerator } => format!("{numerator} 除以零"),
        Error::NoRoot { value, n } => format!("{value} 在此没有 {n} 次方根"),
        Error::NoLogarithm { value, base } => format!("{value} 不是 {base} 的幂"),
        Error::TooLarge { what, size, limit } => format!("{what}：{size} 超过上限 {limit}"),
        Error::UnknownExcess { p, degree, limit } => {
            format!("α_{p} 不在表中，而搜索所需的域次数 {degree} 超过上限 {limit}")
        }
        Error::Shape { wanted, found } => format!("应为大小 {wanted}，实为 {found}"),
        Error::Singular { rank, size } => format!("矩阵奇异：秩 {rank}，阶 {size}"),
        Error::Parse { message, .. } => format!("无法读取（{message}）"),
        other => other.to_string(),
    }
}

fn finite(error: &NimError) -> String {
    match error {
        NimError::DivisionByZero { numerator } => format!("{numerator} 除以零"),
        NimError::NoRoot { value, n, bits } => {
            format!("{value} 在 {bits} 位 Nim 数中没有 {n} 次方根")
        }
        NimError::NoLogarithm { value, base } => format!("{value} 不是 {base} 的幂"),
        NimError::NoQuadraticRoot { a, b, c, bits } => {
            format!("{a}⊗x² ⊕ {b}⊗x = {c} 在 {bits} 位 Nim 数中无解")
        }
        NimError::EveryElement => "每个 Nim 数都是 0⊗x² ⊕ 0⊗x = 0 的解".to_string(),
        NimError::ZeroHasNoOrder => "0 没有乘法阶".to_string(),
        NimError::NoSubfield { wanted, bits } => format!("{bits} 位域中没有 {wanted} 位的子域"),
        NimError::Length { left, right } => format!("长度不同：{left} 与 {right}"),
        NimError::Cancelled { steps } => format!("{steps} 步之后被取消"),
        NimError::SearchFailed { value, steps } => format!("{steps} 步内未找到 {value} 的对数"),
        other => other.to_string(),
    }
}
