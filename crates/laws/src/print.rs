//! Formulas in text, LaTeX, C++ and Python.
//!
//! ```
//! use grundy_laws::expression::{Expression as E, Operation};
//! use grundy_laws::print::{Style, expression};
//! let law = E::binary(Operation::Xor, E::Variable(0), E::plus(E::Variable(1), E::Number(-1)));
//! let names = ["x".to_string(), "y".to_string()];
//! assert_eq!(expression(&law, Style::Text, &names), "x ⊕ (y-1)");
//! assert_eq!(expression(&law, Style::Latex, &names), r"x \oplus (y-1)");
//! assert_eq!(expression(&law, Style::Python, &names), "x ^ (y-1)");
//! ```

use crate::expression::{Condition, Expression, Function, Operation};

/// A language for formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// For people.
    Text,
    /// For papers.
    Latex,
    /// For programs in C++.
    Cpp,
    /// For programs in Python.
    Python,
}

/// A formula in the text style with its words in Chinese.
pub fn in_chinese(text: &str) -> String {
    let words = [
        (" otherwise", "，其余"),
        ("; ", "；"),
        (" if ", "，当 "),
        (" and ", " 且 "),
        (" or ", " 或 "),
        (" in {", " ∈ {"),
        ("smallest Fibonacci part of ", "最小斐波那契部分 "),
        ("parity(", "奇偶("),
    ];
    let turn = |text: String, (en, zh): &(&str, &str)| text.replace(en, zh);
    words.iter().fold(text.to_string(), turn)
}

/// What a program that contains the formula needs before it.
pub fn preamble(program: &str, style: Style) -> String {
    const FIBONACCI: (&str, &str) = (
        "long long smallest_fibonacci(long long n) {
    std::vector<long long> f{1, 2};
    while (f.back() <= n) f.push_back(f[f.size() - 1] + f[f.size() - 2]);
    long long part = 0;
    for (size_t i = f.size(); i-- > 0;) if (f[i] <= n) { n -= f[i]; part = f[i]; }
    return part;
}
",
        "def smallest_fibonacci(n):
    f, part = [1, 2], 0
    while f[-1] <= n: f.append(f[-1] + f[-2])
    for x in reversed(f):
        if x <= n: n, part = n - x, x
    return part
",
    );
    const PRODUCT: (&str, &str) = (
        "long long nim_product(long long a, long long b) {
    if (a < 2 || b < 2) return a * b;
    int h = 1;
    while (h < 32 && (a | b) >> (2 * h)) h *= 2;
    long long m = (1LL << h) - 1, x = a >> h, y = a & m, z = b >> h, w = b & m;
    long long low = nim_product(y, w), high = nim_product(x ^ y, z ^ w) ^ low;
    return high << h ^ low ^ nim_product(nim_product(x, z), 1LL << (h - 1));
}
",
        "def nim_product(a, b):
    if a < 2 or b < 2: return a * b
    h = 1
    while (a | b) >> 2 * h: h *= 2
    m = (1 << h) - 1
    x, y, z, w = a >> h, a & m, b >> h, b & m
    low = nim_product(y, w)
    high = nim_product(x ^ y, z ^ w) ^ low
    return high << h ^ low ^ nim_product(nim_product(x, z), 1 << h - 1)
",
    );
    let (cpp, python) = (style == Style::Cpp, style == Style::Python);
    let mut text = String::new();
    if python && program.contains("math.") {
        text.push_str("import math\n");
    }
    for (name, (in_cpp, in_python)) in [
        ("smallest_fibonacci(", FIBONACCI),
        ("nim_product(", PRODUCT),
    ] {
        if (cpp || python) && program.contains(name) {
            text.push_str(if cpp { in_cpp } else { in_python });
        }
    }
    text
}

/// How tightly an expression binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Loose,
    Bits,
    Sum,
    Product,
    Tight,
}

/// The formula in a style; `names` are those of the coordinates.
pub fn expression(e: &Expression, style: Style, names: &[String]) -> String {
    write(e, style, names).0
}

fn name(at: usize, names: &[String]) -> String {
    names
        .get(at)
        .cloned()
        .unwrap_or_else(|| format!("x{}", at + 1))
}

fn list(values: &[i64]) -> String {
    let shown: Vec<String> = values.iter().map(i64::to_string).collect();
    shown.join(", ")
}

fn write(e: &Expression, style: Style, names: &[String]) -> (String, Bond) {
    match e {
        Expression::Number(n) if *n < 0 => (n.to_string(), Bond::Sum),
        Expression::Number(n) => (n.to_string(), Bond::Tight),
        Expression::Variable(v) => (name(*v, names), Bond::Tight),
        Expression::Binary(operation, a, b) => binary(*operation, a, b, style, names),
        Expression::Call(function, arguments) => {
            let arguments: Vec<String> = arguments
                .iter()
                .map(|a| expression(a, style, names))
                .collect();
            (call(*function, &arguments, style), Bond::Tight)
        }
        Expression::Pick(values, index) => {
            let index = expression(index, style, names);
            let text = match style {
                Style::Text => format!("[{}][{index}]", list(values)),
                Style::Latex => format!("({})_{{{index}}}", list(values)),
                Style::Cpp => format!("(const long long[]){{{}}}[{index}]", list(values)),
                Style::Python => format!("[{}][{index}]", list(values)),
            };
            (text, Bond::Tight)
        }
        Expression::Cases(cases, otherwise) => {
            (cases_text(cases, otherwise, style, names), Bond::Loose)
        }
    }
}

fn cases_text(
    cases: &[(Condition, Expression)],
    otherwise: &Expression,
    style: Style,
    names: &[String],
) -> String {
    let last = expression(otherwise, style, names);
    let each = cases
        .iter()
        .map(|(c, e)| (condition(c, style, names), expression(e, style, names)));
    match style {
        Style::Text => {
            let mut parts: Vec<String> = each.map(|(c, e)| format!("{e} if {c}")).collect();
            parts.push(format!("{last} otherwise"));
            parts.join("; ")
        }
        Style::Latex => {
            let mut parts: Vec<String> = each
                .map(|(c, e)| format!("{e} & \\text{{if }} {c}"))
                .collect();
            parts.push(format!("{last} & \\text{{otherwise}}"));
            format!("\\begin{{cases}} {} \\end{{cases}}", parts.join(" \\\\ "))
        }
        Style::Cpp => {
            let parts: String = each.map(|(c, e)| format!("{c} ? {e} : ")).collect();
            format!("({parts}{last})")
        }
        Style::Python => {
            let parts: String = each.map(|(c, e)| format!("{e} if {c} else ")).collect();
            format!("({parts}{last})")
        }
    }
}

fn tied(e: &Expression, least: Bond, style: Style, names: &[String]) -> String {
    let (text, bond) = write(e, style, names);
    if bond < least {
        format!("({text})")
    } else {
        text
    }
}

fn binary(
    operation: Operation,
    a: &Expression,
    b: &Expression,
    style: Style,
    names: &[String],
) -> (String, Bond) {
    let latex = style == Style::Latex;
    let text = style == Style::Text;
    let code = !latex && !text;
    // A negative number is subtracted rather than added.
    if let (Operation::Add, Expression::Number(n)) = (operation, b)
        && *n < 0
    {
        let a = tied(a, Bond::Sum, style, names);
        return (format!("{a}-{}", n.unsigned_abs()), Bond::Sum);
    }
    let (sign, bond, right) = match operation {
        Operation::Add => ("+", Bond::Sum, Bond::Sum),
        Operation::Subtract => ("-", Bond::Sum, Bond::Product),
        Operation::Multiply if latex => (" ", Bond::Product, Bond::Tight),
        Operation::Multiply if text => ("·", Bond::Product, Bond::Tight),
        Operation::Multiply => ("*", Bond::Product, Bond::Tight),
        Operation::Divide if code => {
            let sign = if style == Style::Python {
                " // "
            } else {
                " / "
            };
            (sign, Bond::Product, Bond::Tight)
        }
        Operation::Divide => {
            let (a, b) = (
                tied(a, Bond::Product, style, names),
                tied(b, Bond::Tight, style, names),
            );
            let text = match latex {
                true => format!("\\lfloor {a}/{b} \\rfloor"),
                false => format!("⌊{a}/{b}⌋"),
            };
            return (text, Bond::Tight);
        }
        Operation::Modulo if code => (" % ", Bond::Product, Bond::Tight),
        Operation::Modulo if latex => (" \\bmod ", Bond::Product, Bond::Tight),
        Operation::Modulo => (" mod ", Bond::Product, Bond::Tight),
        Operation::Xor if code => (" ^ ", Bond::Bits, Bond::Sum),
        Operation::Xor if latex => (" \\oplus ", Bond::Bits, Bond::Product),
        Operation::Xor => (" ⊕ ", Bond::Bits, Bond::Product),
        Operation::And if latex => (" \\mathbin{\\&} ", Bond::Bits, Bond::Tight),
        Operation::And => (" & ", Bond::Bits, Bond::Tight),
        Operation::Or if latex => (" \\mathbin{|} ", Bond::Bits, Bond::Tight),
        Operation::Or => (" | ", Bond::Bits, Bond::Tight),
    };
    // Bit operations are never mixed without brackets.
    let left = match (operation, a) {
        (_, Expression::Binary(same, ..)) if *same == operation => bond,
        (Operation::Xor | Operation::And | Operation::Or, _) => Bond::Tight,
        _ => bond,
    };
    let right = match operation {
        Operation::Xor => Bond::Tight,
        _ => right,
    };
    let (a, b) = (tied(a, left, style, names), tied(b, right, style, names));
    (format!("{a}{sign}{b}"), bond)
}

fn call(function: Function, arguments: &[String], style: Style) -> String {
    let all = arguments.join(", ");
    let first = arguments.first().map_or("", String::as_str);
    match (function, style) {
        (Function::LowBit, Style::Text) => format!("lowbit({all})"),
        (Function::LowBit, Style::Latex) => format!("2^{{\\nu_2({all})}}"),
        (Function::LowBit, _) => format!("(({first}) & -({first}))"),
        (Function::TrailingZeros, Style::Text) => format!("ctz({all})"),
        (Function::TrailingZeros, Style::Latex) => format!("\\nu_2({all})"),
        (Function::TrailingZeros, Style::Cpp) => {
            format!("std::countr_zero((unsigned long long)({all}))")
        }
        (Function::TrailingZeros, Style::Python) => {
            format!("((({first}) & -({first})).bit_length() - 1)")
        }
        (Function::Ones, Style::Text) => format!("popcount({all})"),
        (Function::Ones, Style::Latex) => format!("s_2({all})"),
        (Function::Ones, Style::Cpp) => format!("std::popcount((unsigned long long)({all}))"),
        (Function::Ones, Style::Python) => format!("bin({all}).count('1')"),
        (Function::SquareRoot, Style::Text) => match first.chars().all(char::is_alphanumeric) {
            true => format!("⌊√{first}⌋"),
            false => format!("⌊√({first})⌋"),
        },
        (Function::SquareRoot, Style::Latex) => {
            format!("\\lfloor \\sqrt{{{first}}} \\rfloor")
        }
        (Function::SquareRoot, Style::Cpp) => format!("(long long)std::sqrtl({first})"),
        (Function::SquareRoot, Style::Python) => format!("math.isqrt({first})"),
        (Function::Parity, Style::Text) => format!("parity({all})"),
        (Function::Parity, Style::Latex) => format!("s_2({all}) \\bmod 2"),
        (Function::Parity, Style::Cpp) => {
            format!("(std::popcount((unsigned long long)({all})) % 2)")
        }
        (Function::Parity, Style::Python) => format!("(bin({all}).count('1') % 2)"),
        (Function::SmallestFibonacci, Style::Latex) => format!("z({all})"),
        (Function::SmallestFibonacci, Style::Text) => {
            match first.chars().all(char::is_alphanumeric) {
                true => format!("smallest Fibonacci part of {first}"),
                false => format!("smallest Fibonacci part of ({first})"),
            }
        }
        (Function::SmallestFibonacci, _) => format!("smallest_fibonacci({all})"),
        (Function::GoldenFloor, Style::Text) => format!("⌊({first})·φ⌋"),
        (Function::GoldenFloor, Style::Latex) => format!("\\lfloor ({first}) \\varphi \\rfloor"),
        (Function::GoldenFloor, Style::Cpp) => {
            format!("(({first}) + (long long)std::sqrtl(5.0L * ({first}) * ({first}))) / 2")
        }
        (Function::GoldenFloor, Style::Python) => {
            format!("(({first}) + math.isqrt(5 * ({first})**2)) // 2")
        }
        (Function::NimProduct, Style::Text) => arguments.join(" ⊗ "),
        (Function::NimProduct, Style::Latex) => arguments.join(" \\otimes "),
        (Function::NimProduct, _) => format!("nim_product({all})"),
        (Function::Min, Style::Latex) => format!("\\min({all})"),
        (Function::Min, Style::Cpp) => format!("std::min<long long>({all})"),
        (Function::Min, _) => format!("min({all})"),
        (Function::Max, Style::Latex) => format!("\\max({all})"),
        (Function::Max, Style::Cpp) => format!("std::max<long long>({all})"),
        (Function::Max, _) => format!("max({all})"),
        (Function::Abs, Style::Text | Style::Latex) => format!("|{all}|"),
        (Function::Abs, Style::Cpp) => format!("std::llabs({all})"),
        (Function::Abs, Style::Python) => format!("abs({all})"),
    }
}

/// A condition in a style.
pub fn condition(c: &Condition, style: Style, names: &[String]) -> String {
    let e = |e: &Expression| tied(e, Bond::Bits, style, names);
    let code = matches!(style, Style::Cpp | Style::Python);
    let joined = |all: &[Condition], word: &str| {
        let parts: Vec<String> = all
            .iter()
            .map(|c| {
                let text = condition(c, style, names);
                match c {
                    Condition::All(_) | Condition::Any(_) => format!("({text})"),
                    _ => text,
                }
            })
            .collect();
        parts.join(word)
    };
    match c {
        Condition::Equal(a, b) if code => format!("{} == {}", e(a), e(b)),
        Condition::Equal(a, b) => format!("{} = {}", e(a), e(b)),
        Condition::Less(a, b) => format!("{} < {}", e(a), e(b)),
        Condition::Remainder(a, m, rests) => {
            let a = tied(a, Bond::Product, style, names);
            let shown: Vec<String> = rests.iter().map(u32::to_string).collect();
            let set = shown.join(", ");
            match (style, &shown[..]) {
                (Style::Text, [one]) => format!("{a} mod {m} = {one}"),
                (Style::Text, _) => format!("{a} mod {m} in {{{set}}}"),
                (Style::Latex, [one]) => format!("{a} \\bmod {m} = {one}"),
                (Style::Latex, _) => format!("{a} \\bmod {m} \\in \\{{{set}\\}}"),
                (Style::Python, [one]) => format!("{a} % {m} == {one}"),
                (Style::Python, _) => format!("{a} % {m} in ({set})"),
                (Style::Cpp, _) => {
                    let each: Vec<String> =
                        shown.iter().map(|r| format!("{a} % {m} == {r}")).collect();
                    format!("({})", each.join(" || "))
                }
            }
        }
        Condition::All(all) => joined(
            all,
            match style {
                Style::Text | Style::Python => " and ",
                Style::Latex => " \\land ",
                Style::Cpp => " && ",
            },
        ),
        Condition::Any(any) => joined(
            any,
            match style {
                Style::Text | Style::Python => " or ",
                Style::Latex => " \\lor ",
                Style::Cpp => " || ",
            },
        ),
    }
}
