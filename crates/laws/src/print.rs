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

use grundy::picture::tikz;
use grundy::text::Lang;

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
        ("always", "恒成立"),
        ("never", "恒不成立"),
        (" occurs exactly once", " 恰出现一次"),
        (" occurs exactly twice", " 恰出现两次"),
        (" occurs at least twice", " 至少出现两次"),
        (" occurs exactly ", " 恰出现 "),
        (" occurs at least ", " 至少出现 "),
        (" times", " 次"),
        ("smallest Fibonacci part of ", "最小斐波那契部分 "),
        ("thue_morse(", "图厄–莫尔斯("),
    ];
    let turn = |text: String, (en, zh): &(&str, &str)| text.replace(en, zh);
    words.iter().fold(text.to_string(), turn)
}

/// Names that a program cannot give to a coordinate, since the language or
/// the program itself uses them.
const TAKEN: &str = " alignas alignof and and_eq as asm assert async auto await bin bitand bitor bool break case catch \
    char class co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue \
    decltype def default del delete do double dynamic_cast elif else enum except explicit export extern False finally \
    float floor_div floor_mod floor_root for friend from global goto if import in inline int is lambda long math max \
    min mutable namespace new nim_product noexcept None nonlocal not not_eq nullptr operator or or_eq pass private \
    protected public raise register reinterpret_cast requires return short signed sizeof smallest_fibonacci static \
    static_assert static_cast std struct sum switch template this thread_local throw True try typedef typeid typename \
    union unsigned using virtual void volatile wchar_t while with xor xor_eq yield zip abs any range \
    bit_length row digits reversed M S V W h i p f s rest here there letter place places digit state value accepting \
    next_state read next to ";

/// A name in a paper: letters side by side would be a product, and a digit
/// after a letter a factor.
fn in_paper(name: &str) -> String {
    let letters: String = name.chars().take_while(|c| c.is_alphabetic()).collect();
    let rest = &name[letters.len()..];
    let one = letters.chars().count() == 1;
    let word = |text: &str| match text.is_ascii() {
        true => format!("\\mathit{{{}}}", text.replace('_', "\\_")),
        false => format!("\\text{{{}}}", text.replace('_', "\\_")),
    };
    let latin = letters.is_ascii();
    match rest {
        "" if one && latin => name.to_string(),
        digits
            if !letters.is_empty()
                && !digits.is_empty()
                && digits.bytes().all(|b| b.is_ascii_digit()) =>
        {
            let base = if one && latin {
                letters
            } else {
                word(&letters)
            };
            format!("{base}_{{{digits}}}")
        }
        _ => word(name),
    }
}

/// A formula for a paper with its words in Chinese.
pub fn paper_in_chinese(formula: &str) -> String {
    let words = [
        ("\\text{if }", "\\text{若 }"),
        ("\\text{otherwise}", "\\text{其余}"),
        ("\\text{ occurs exactly once}", "\\text{ 恰出现一次}"),
        ("\\text{ occurs exactly twice}", "\\text{ 恰出现两次}"),
        ("\\text{ occurs at least twice}", "\\text{ 至少出现两次}"),
        ("\\text{ occurs exactly ", "\\text{ 恰出现 "),
        ("\\text{ occurs at least ", "\\text{ 至少出现 "),
        (" times}", " 次}"),
    ];
    let turn = |text: String, (en, zh): &(&str, &str)| text.replace(en, zh);
    words.iter().fold(formula.to_string(), turn)
}

/// What the names in a formula for a paper stand for.
pub fn explained(formula: &str, lang: Lang) -> String {
    const ENGLISH: [(&str, &str); 7] = [
        (
            "2^{\\nu_2(",
            "2^{\\nu_2(m)} \\text{ the largest power of 2 that divides } m,\\ 2^{\\nu_2(0)} = 0",
        ),
        ("\\nu_2(", "\\nu_2(m) \\text{ the exponent of 2 in } m"),
        ("s_2(", "s_2(m) \\text{ the number of binary ones of } m"),
        (
            "\\ell_2(",
            "\\ell_2(m) \\text{ the number of binary digits of } m,\\ \\ell_2(0) = 0",
        ),
        (
            "z(",
            "z(m) \\text{ the smallest part of the Zeckendorf representation of } m,\\ z(0) = 0",
        ),
        ("\\varphi", "\\varphi = (1+\\sqrt{5})/2"),
        (")_{", "\\text{entries counted from } 0"),
    ];
    const CHINESE: [(&str, &str); 7] = [
        (
            "2^{\\nu_2(",
            "2^{\\nu_2(m)} \\text{ 为整除 } m \\text{ 的最大的 2 的幂},\\ 2^{\\nu_2(0)} = 0",
        ),
        ("\\nu_2(", "\\nu_2(m) \\text{ 为 } m \\text{ 中 2 的指数}"),
        (
            "s_2(",
            "s_2(m) \\text{ 为 } m \\text{ 的二进制表示中 1 的个数}",
        ),
        (
            "\\ell_2(",
            "\\ell_2(m) \\text{ 为 } m \\text{ 的二进制位数},\\ \\ell_2(0) = 0",
        ),
        (
            "z(",
            "z(m) \\text{ 为 } m \\text{ 的齐肯多夫表示中的最小项},\\ z(0) = 0",
        ),
        ("\\varphi", "\\varphi = (1+\\sqrt{5})/2"),
        (")_{", "\\text{各项从 0 起编号}"),
    ];
    let meanings = match lang {
        Lang::En => ENGLISH,
        Lang::Zh => CHINESE,
    };
    let bare = formula.replace("2^{\\nu_2(", "");
    let used = meanings.iter().filter(|(name, _)| match *name {
        "\\nu_2(" => bare.contains(name),
        name => formula.contains(name),
    });
    let used: Vec<&str> = used.map(|(_, meaning)| *meaning).collect();
    if used.is_empty() {
        return formula.to_string();
    }
    // Each on a line of its own: one line would leave the page.
    format!(
        "\\begin{{gathered}} {formula}, \\\\ {} \\end{{gathered}}",
        used.join(", \\\\ ")
    )
}

/// A sentence inside a formula for a paper.
pub fn sentence_in_paper(text: &str) -> String {
    format!("\\text{{{}}}", tikz::escape(text))
}

/// The names of the coordinates in a style: in programs, names that are taken
/// get an underscore; in papers a word is one letter of its own.
pub fn names_in(style: Style, names: &[String]) -> Vec<String> {
    if style == Style::Latex {
        return names.iter().map(|name| in_paper(name)).collect();
    }
    let taken = |name: &String| {
        let code = matches!(style, Style::Cpp | Style::Python);
        code && TAKEN.split_whitespace().any(|word| word == name)
    };
    let named = |name: &String| match taken(name) {
        true => format!("{name}_"),
        false => name.clone(),
    };
    names.iter().map(named).collect()
}

/// The headers that a C++ program needs.
pub fn headers(program: &str) -> String {
    const HEADERS: [(&str, &[&str]); 8] = [
        ("algorithm", &["std::min", "std::max", "std::find"]),
        ("map", &["std::map"]),
        ("array", &["std::array"]),
        ("cmath", &["std::sqrt"]),
        ("cstdlib", &["std::llabs"]),
        ("numeric", &["std::inner_product"]),
        ("set", &["std::set"]),
        ("vector", &["std::vector"]),
    ];
    let needed = HEADERS
        .iter()
        .filter(|(_, words)| words.iter().any(|w| program.contains(w)));
    needed
        .map(|(header, _)| format!("#include <{header}>\n"))
        .collect()
}

/// What a program that contains the formula needs before it.
pub fn preamble(program: &str, style: Style) -> String {
    const DIVIDE: (&str, &str) = (
        "long long floor_div(long long a, long long b) { return a / b - (a % b < 0); }\n",
        "",
    );
    const MODULO: (&str, &str) = (
        "long long floor_mod(long long a, long long b) { return (a % b + b) % b; }\n",
        "",
    );
    const ROOT: (&str, &str) = (
        "long long floor_root(__int128 n) {
    __int128 r = std::sqrt((long double)n);
    while (r * r > n) r--;
    while ((r + 1) * (r + 1) <= n) r++;
    return r;
}
",
        "",
    );
    const LENGTH: (&str, &str) = (
        "long long bit_length(long long n) { return n > 0 ? 64 - __builtin_clzll(n) : 0; }\n",
        "",
    );
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
        ("floor_div(", DIVIDE),
        ("floor_mod(", MODULO),
        ("floor_root(", ROOT),
        ("smallest_fibonacci(", FIBONACCI),
        ("bit_length(", LENGTH),
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

/// A list in brackets; a long one in several lines, since a formula is not
/// broken between them.
fn list_in_paper(values: &[i64]) -> String {
    const LINE: usize = 16;
    if values.len() <= LINE {
        return format!("({})", list(values));
    }
    let lines: Vec<String> = values.chunks(LINE).map(list).collect();
    format!(
        "\\left(\\begin{{array}}{{@{{}}l@{{}}}} {} \\end{{array}}\\right)",
        lines.join(", \\\\ ")
    )
}

fn write(e: &Expression, style: Style, names: &[String]) -> (String, Bond) {
    match e {
        Expression::Number(n) if *n < 0 => (n.to_string(), Bond::Sum),
        Expression::Number(n) => (n.to_string(), Bond::Tight),
        Expression::Variable(v) => (name(*v, names), Bond::Tight),
        Expression::Binary(operation, a, b) => binary(*operation, a, b, style, names),
        Expression::Call(function, arguments) => {
            let code = matches!(style, Style::Cpp | Style::Python);
            // What is written between its numbers needs brackets around them.
            let (least, bond) = match function {
                Function::NimProduct if !code => (Bond::Tight, Bond::Bits),
                Function::ThueMorse if style == Style::Latex => (Bond::Loose, Bond::Bits),
                Function::SmallestFibonacci if style == Style::Text => (Bond::Bits, Bond::Bits),
                // A bare stroke inside of strokes would be the end of them.
                Function::Abs if style == Style::Text => (Bond::Sum, Bond::Tight),
                // Where cases end is not seen without brackets.
                _ if style == Style::Text => (Bond::Bits, Bond::Tight),
                _ => (Bond::Loose, Bond::Tight),
            };
            let arguments: Vec<String> = flat(*function, arguments, style)
                .into_iter()
                .map(|a| tied(a, least, style, names))
                .collect();
            (call(*function, &arguments, style), bond)
        }
        Expression::Pick(values, index) => {
            let index = match style {
                Style::Text => tied(index, Bond::Bits, style, names),
                _ => expression(index, style, names),
            };
            let text = match style {
                Style::Text => format!("[{}][{index}]", list(values)),
                Style::Latex => format!("{}_{{{index}}}", list_in_paper(values)),
                Style::Cpp => {
                    let count = values.len();
                    format!(
                        "std::array<long long, {count}>{{{}}}[{index}]",
                        list(values)
                    )
                }
                Style::Python => format!("[{}][{index}]", list(values)),
            };
            (text, Bond::Tight)
        }
        Expression::Cases(cases, otherwise) => {
            (cases_text(cases, otherwise, style, names), Bond::Loose)
        }
    }
}

/// The numbers of which a function is taken: the greatest of a number and the greatest of others
/// is the greatest of all. In C++ there are two at a time.
fn flat(function: Function, arguments: &[Expression], style: Style) -> Vec<&Expression> {
    let joins = matches!(function, Function::Min | Function::Max) && style != Style::Cpp;
    let mut found = Vec::new();
    let mut left: Vec<&Expression> = arguments.iter().rev().collect();
    while let Some(e) = left.pop() {
        match e {
            Expression::Call(same, more) if joins && *same == function => {
                left.extend(more.iter().rev());
            }
            e => found.push(e),
        }
    }
    found
}

fn cases_text(
    cases: &[(Condition, Expression)],
    otherwise: &Expression,
    style: Style,
    names: &[String],
) -> String {
    // Cases inside of cases would not be seen to end.
    let least = match style {
        Style::Text => Bond::Bits,
        _ => Bond::Loose,
    };
    let last = tied(otherwise, least, style, names);
    let each = cases
        .iter()
        .map(|(c, e)| (condition(c, style, names), tied(e, least, style, names)));
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
    // Where a number may be negative, C++ rounds the other way.
    if style == Style::Cpp
        && !is_natural(a)
        && let Operation::Divide | Operation::Modulo = operation
    {
        let (a, b) = (expression(a, style, names), expression(b, style, names));
        let text = match operation {
            Operation::Divide => format!("floor_div({a}, {b})"),
            _ => format!("floor_mod({a}, {b})"),
        };
        return (text, Bond::Tight);
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
        // How far `mod` reaches is not agreed on: brackets say it.
        Operation::Modulo => {
            let (a, b) = (
                tied(a, Bond::Product, style, names),
                tied(b, Bond::Tight, style, names),
            );
            let sign = if latex { "\\bmod" } else { "mod" };
            return (format!("{a} {sign} {b}"), Bond::Bits);
        }
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
    // Side by side, two numbers would be read as one.
    let sign = match latex
        && operation == Operation::Multiply
        && b.starts_with(|c: char| c.is_ascii_digit())
    {
        true => " \\cdot ",
        false => sign,
    };
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
            format!("__builtin_ctzll({all})")
        }
        (Function::TrailingZeros, Style::Python) => {
            format!("((({first}) & -({first})).bit_length() - 1)")
        }
        (Function::Ones, Style::Text) => format!("popcount({all})"),
        (Function::Ones, Style::Latex) => format!("s_2({all})"),
        (Function::Ones, Style::Cpp) => format!("__builtin_popcountll({all})"),
        (Function::Ones, Style::Python) => format!("bin({all}).count('1')"),
        (Function::BitLength, Style::Text) => format!("bitlength({all})"),
        (Function::BitLength, Style::Latex) => format!("\\ell_2({all})"),
        (Function::BitLength, Style::Cpp) => format!("bit_length({all})"),
        (Function::BitLength, Style::Python) => format!("({all}).bit_length()"),
        (Function::SquareRoot, Style::Text) => match first.chars().all(char::is_alphanumeric) {
            true => format!("⌊√{first}⌋"),
            false => format!("⌊√({first})⌋"),
        },
        (Function::SquareRoot, Style::Latex) => {
            format!("\\lfloor \\sqrt{{{first}}} \\rfloor")
        }
        (Function::SquareRoot, Style::Cpp) => format!("floor_root({first})"),
        (Function::SquareRoot, Style::Python) => format!("math.isqrt({first})"),
        (Function::ThueMorse, Style::Text) => format!("thue_morse({all})"),
        (Function::ThueMorse, Style::Latex) => format!("s_2({all}) \\bmod 2"),
        (Function::ThueMorse, Style::Cpp) => {
            format!("(__builtin_popcountll({all}) % 2)")
        }
        (Function::ThueMorse, Style::Python) => format!("(bin({all}).count('1') % 2)"),
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
            format!("((({first}) + floor_root((__int128)5 * ({first}) * ({first}))) / 2)")
        }
        (Function::GoldenFloor, Style::Python) => {
            format!("((({first}) + math.isqrt(5 * ({first})**2)) // 2)")
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
        (Function::Abs, Style::Text) => format!("|{all}|"),
        // Strokes that know left from right: one may stand inside of another.
        (Function::Abs, Style::Latex) => format!("\\lvert {all} \\rvert"),
        (Function::Abs, Style::Cpp) => format!("std::llabs({all})"),
        (Function::Abs, Style::Python) => format!("abs({all})"),
    }
}

/// Whether an expression is certainly not negative wherever it has a value.
pub(crate) fn is_natural(e: &Expression) -> bool {
    match e {
        Expression::Number(n) => *n >= 0,
        Expression::Variable(_) => true,
        Expression::Binary(operation, a, b) => match operation {
            Operation::Add | Operation::Multiply | Operation::Divide => {
                is_natural(a) && is_natural(b)
            }
            Operation::Subtract => false,
            // These have no other values.
            Operation::Modulo | Operation::Xor | Operation::And | Operation::Or => true,
        },
        Expression::Call(function, arguments) => match function {
            Function::Min => arguments.iter().all(is_natural),
            Function::Max => arguments.iter().any(is_natural),
            _ => true,
        },
        Expression::Pick(values, _) => values.iter().all(|v| *v >= 0),
        Expression::Cases(cases, otherwise) => {
            is_natural(otherwise) && cases.iter().all(|(_, e)| is_natural(e))
        }
    }
}

/// Conditions in an order in which some go on from the one before: x < y and y = z is
/// x < y = z. Only coordinates are chained, and not where ≤ is written.
fn chained(all: &[Condition]) -> Vec<(Condition, bool)> {
    let ends = |c: &Condition| match c {
        Condition::Equal(a @ Expression::Variable(_), b @ Expression::Variable(_))
        | Condition::Less(a @ Expression::Variable(_), b @ Expression::Variable(_)) => {
            Some((a.clone(), b.clone()))
        }
        Condition::Equal(a @ Expression::Variable(_), b @ Expression::Number(_)) => {
            Some((a.clone(), b.clone()))
        }
        _ => None,
    };
    let turned = |c: &Condition| match c {
        Condition::Equal(a, b @ Expression::Variable(_)) => Condition::equal(b.clone(), a.clone()),
        c => c.clone(),
    };
    let mut left: Vec<Condition> = all.to_vec();
    let mut chain: Vec<(Condition, bool)> = Vec::new();
    while !left.is_empty() {
        // What goes on from the last, or else the next.
        let end = chain.last().and_then(|(c, _)| ends(c)).map(|(_, b)| b);
        let begins = |c: &Condition| end.is_some() && ends(c).map(|(a, _)| a) == end;
        if let Some(at) = left.iter().position(begins) {
            chain.push((left.remove(at), true));
            continue;
        }
        if let Some(at) = left.iter().position(|c| begins(&turned(c))) {
            chain.push((turned(&left.remove(at)), true));
            continue;
        }
        let first = left.remove(0);
        let flipped = turned(&first);
        // Of two ways to write the first, the one from which another goes on; what is
        // less comes first.
        let follows = |c: &Condition| {
            let end = ends(c).map(|(_, b)| b);
            let starts = |other: &Condition| {
                let begin = |c: &Condition| ends(c).map(|(a, _)| a);
                begin(other) == end || begin(&turned(other)) == end
            };
            end.is_some() && left.iter().any(starts)
        };
        let into = |c: &Condition| match (ends(c), c) {
            (Some((begin, _)), Condition::Equal(..)) => {
                let ends_there = |other: &Condition| {
                    matches!(other, Condition::Less(..))
                        && ends(other).is_some_and(|(_, b)| b == begin)
                };
                left.iter().position(ends_there)
            }
            _ => None,
        };
        let step = match (into(&first), into(&flipped)) {
            (Some(at), _) | (_, Some(at)) => {
                let less = left.remove(at);
                left.insert(0, first);
                less
            }
            _ if !follows(&first) && follows(&flipped) => flipped,
            _ => first,
        };
        chain.push((step, false));
    }
    chain
}

/// The members of a finite set, where a condition is nothing but that: one number is
/// one of several, or the point is one of several points. C++ has no word for it.
fn listed(any: &[Condition], style: Style, names: &[String]) -> Option<(String, Vec<String>)> {
    if any.len() < 2 || style == Style::Cpp {
        return None;
    }
    let number = |c: &Condition| match c {
        Condition::Equal(e, Expression::Number(n)) => Some((e.clone(), *n)),
        _ => None,
    };
    if let Some(of) = number(&any[0]).map(|(e, _)| e) {
        let members = any.iter().map(|c| number(c).filter(|(e, _)| *e == of));
        let members: Option<Vec<String>> = members.map(|m| m.map(|(_, n)| n.to_string())).collect();
        return Some((tied(&of, Bond::Bits, style, names), members?));
    }
    let point = |c: &Condition| {
        let Condition::All(all) = c else {
            return None;
        };
        let at: Option<Vec<String>> = (0..)
            .zip(all)
            .map(|(v, c)| match number(c) {
                Some((Expression::Variable(other), n)) if other == v => Some(n.to_string()),
                _ => None,
            })
            .collect();
        at.filter(|at| at.len() == names.len() && at.len() > 1)
            .map(|at| format!("({})", at.join(", ")))
    };
    let members: Option<Vec<String>> = any.iter().map(point).collect();
    if let Some(members) = members {
        return Some((format!("({})", names.join(", ")), members));
    }
    // Remainders of the same numbers side by side.
    let rests = |c: &Condition| {
        let Condition::All(all) = c else {
            return None;
        };
        let one = |c: &Condition| match c {
            Condition::Remainder(e, m, rests) => match rests[..] {
                [rest] => {
                    let m = Expression::Number(i64::from(*m));
                    Some((Expression::binary(Operation::Modulo, e.clone(), m), rest))
                }
                _ => None,
            },
            _ => None,
        };
        let all: Option<Vec<(Expression, u32)>> = all.iter().map(one).collect();
        all.filter(|all| all.len() > 1)
            .map(|all| all.into_iter().unzip::<_, _, Vec<_>, Vec<_>>())
    };
    let of = rests(&any[0])?.0;
    let members: Option<Vec<String>> = any
        .iter()
        .map(|c| {
            let (_, rests) = rests(c).filter(|(numbers, _)| *numbers == of)?;
            let rests: Vec<String> = rests.iter().map(u32::to_string).collect();
            Some(format!("({})", rests.join(", ")))
        })
        .collect();
    let of: Vec<String> = of.iter().map(|e| expression(e, style, names)).collect();
    Some((format!("({})", of.join(", ")), members?))
}

/// How often the least or the greatest of some numbers occurs among them.
fn occurs(
    function: Function,
    of: &[Expression],
    times: &[u32],
    style: Style,
    names: &[String],
) -> String {
    let nested = of
        .iter()
        .cloned()
        .reduce(|a, b| Expression::Call(function, vec![a, b]));
    let extreme = nested.map_or("0".to_string(), |e| expression(&e, style, names));
    let each: Vec<String> = of.iter().map(|e| expression(e, style, names)).collect();
    let all: Vec<String> = times.iter().map(u32::to_string).collect();
    match style {
        Style::Text | Style::Latex => {
            let up = times.first().is_some_and(|&least| {
                times.len() > 1 && (least..=of.len() as u32).eq(times.iter().copied())
            });
            let word = if up { "at least" } else { "exactly" };
            let count = match (times, up) {
                ([1, ..], true) | ([1], _) => "once".to_string(),
                ([2, ..], true) | ([2], _) => "twice".to_string(),
                ([least, ..], true) => format!("{least} times"),
                _ => format!("{} times", all.join(" or ")),
            };
            match style {
                Style::Latex => format!("{extreme} \\text{{ occurs {word} {count}}}"),
                _ => format!("{extreme} occurs {word} {count}"),
            }
        }
        Style::Python => format!(
            "[{}].count({extreme}) in ({},)",
            each.join(", "),
            all.join(", ")
        ),
        Style::Cpp => {
            let each = each.iter().map(|e| format!("(({e}) == ({extreme}))"));
            let count = each.collect::<Vec<_>>().join(" + ");
            let either: Vec<String> = all.iter().map(|n| format!("{count} == {n}")).collect();
            format!("({})", either.join(" || "))
        }
    }
}

/// A condition in a style.
pub fn condition(c: &Condition, style: Style, names: &[String]) -> String {
    // In C++ comparisons bind more tightly than operations on bits.
    let least = if style == Style::Cpp {
        Bond::Sum
    } else {
        Bond::Bits
    };
    let e = |e: &Expression| tied(e, least, style, names);
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
        Condition::All(none) | Condition::Any(none) if none.is_empty() => {
            let always = matches!(c, Condition::All(_));
            let word = match (style, always) {
                (Style::Text, true) => "always",
                (Style::Text, false) => "never",
                (Style::Latex, true) => "\\top",
                (Style::Latex, false) => "\\bot",
                (Style::Cpp, true) => "true",
                (Style::Cpp, false) => "false",
                (Style::Python, true) => "True",
                (Style::Python, false) => "False",
            };
            word.to_string()
        }
        Condition::Equal(a, b) if code => format!("{} == {}", e(a), e(b)),
        Condition::Equal(a, b) => format!("{} = {}", e(a), e(b)),
        Condition::Unequal(a, b) if code => format!("{} != {}", e(a), e(b)),
        Condition::Unequal(a, b) if style == Style::Latex => format!("{} \\ne {}", e(a), e(b)),
        Condition::Unequal(a, b) => format!("{} ≠ {}", e(a), e(b)),
        Condition::Less(a, b) => {
            let (or_equal, b) = match b {
                Expression::Binary(Operation::Add, b, one) if **one == Expression::Number(1) => {
                    (true, &**b)
                }
                b => (false, b),
            };
            // A number comes last, as one reads it.
            let flipped = matches!(a, Expression::Number(_)) && !matches!(b, Expression::Number(_));
            let sign = match (style, or_equal, flipped) {
                (_, false, false) => "<",
                (_, false, true) => ">",
                (Style::Text, true, false) => "≤",
                (Style::Text, true, true) => "≥",
                (Style::Latex, true, false) => "\\le",
                (Style::Latex, true, true) => "\\ge",
                (_, true, false) => "<=",
                (_, true, true) => ">=",
            };
            let (a, b) = if flipped { (b, a) } else { (a, b) };
            format!("{} {sign} {}", e(a), e(b))
        }
        Condition::Remainder(a, m, rests) => {
            let natural = is_natural(a);
            let a = match style == Style::Cpp && !natural {
                true => expression(a, style, names),
                false => tied(a, Bond::Product, style, names),
            };
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
                    let rest = match natural {
                        true => format!("{a} % {m}"),
                        false => format!("floor_mod({a}, {m})"),
                    };
                    let each: Vec<String> =
                        shown.iter().map(|r| format!("{rest} == {r}")).collect();
                    format!("({})", each.join(" || "))
                }
            }
        }
        Condition::Occurs(function, of, times) => occurs(*function, of, times, style, names),
        Condition::All(all) => {
            let all = match code {
                true => all.iter().map(|c| (c.clone(), false)).collect(),
                false => chained(all),
            };
            let mut text = String::new();
            let word = match style {
                Style::Text | Style::Python => " and ",
                Style::Latex => " \\land ",
                Style::Cpp => " && ",
            };
            for (c, goes_on) in &all {
                let one = joined(std::slice::from_ref(c), word);
                match (goes_on, c) {
                    // Its left side stands there already.
                    (true, Condition::Equal(a, _) | Condition::Less(a, _)) => {
                        text.push_str(one.strip_prefix(&e(a)).unwrap_or(&one));
                    }
                    _ => {
                        if !text.is_empty() {
                            text.push_str(word);
                        }
                        text.push_str(&one);
                    }
                }
            }
            text
        }
        Condition::Any(any) => match (listed(any, style, names), style) {
            (Some((of, members)), Style::Text) => format!("{of} in {{{}}}", members.join(", ")),
            (Some((of, members)), Style::Latex) => {
                format!("{of} \\in \\{{{}\\}}", members.join(", "))
            }
            (Some((of, members)), _) => format!("{of} in ({})", members.join(", ")),
            (None, Style::Text | Style::Python) => joined(any, " or "),
            (None, Style::Latex) => joined(any, " \\lor "),
            (None, Style::Cpp) => joined(any, " || "),
        },
    }
}
