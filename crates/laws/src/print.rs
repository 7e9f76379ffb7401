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
    row digits reversed M S V W h i p f s rest here there letter place places digit state value accepting \
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
    ];
    let turn = |text: String, (en, zh): &(&str, &str)| text.replace(en, zh);
    words.iter().fold(formula.to_string(), turn)
}

/// What the names in a formula for a paper stand for.
pub fn explained(formula: &str, lang: Lang) -> String {
    const ENGLISH: [(&str, &str); 6] = [
        (
            "2^{\\nu_2(",
            "2^{\\nu_2(m)} \\text{ the largest power of 2 that divides } m,\\ 2^{\\nu_2(0)} = 0",
        ),
        ("\\nu_2(", "\\nu_2(m) \\text{ the exponent of 2 in } m"),
        ("s_2(", "s_2(m) \\text{ the number of binary ones of } m"),
        (
            "z(",
            "z(m) \\text{ the smallest part of the Zeckendorf representation of } m,\\ z(0) = 0",
        ),
        ("\\varphi", "\\varphi = (1+\\sqrt{5})/2"),
        (")_{", "\\text{entries counted from } 0"),
    ];
    const CHINESE: [(&str, &str); 6] = [
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
            let arguments: Vec<String> = arguments
                .iter()
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
        Condition::Less(a, b) => format!("{} < {}", e(a), e(b)),
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
