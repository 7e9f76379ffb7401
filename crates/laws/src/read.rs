//! Laws and conjectures as text: the language in which laws are printed, read back.
//!
//! A conjecture is a sentence about all positions of a game. Its numbers are made of the
//! coordinates by `+ - · * / % mod`, `⊕` (also `xor`, `^`), `& | ⊗`, `⌊a/b⌋`, `⌊√a⌋`,
//! `⌊(a)·φ⌋`, `|a|`, `min max abs lowbit ctz popcount bitlength thue_morse smallest_fibonacci`,
//! `[4, 0, 2][x mod 3]` and cases `a if c; b otherwise`; its conditions of comparisons
//! (also chains `0 < x <= y`), `in {0, 3}`, `(x, y) in {(0, 1), (1, 0)}`, `max(x, y, z) occurs exactly
//! twice`, `and or not`. It says one of
//!
//! - `g(x, y) = x ⊕ y`: the values;
//! - `P iff x = y`, `(x, y) is P exactly if x = y`, `N iff …`: the P-positions;
//! - `P if …`, `P only if …`: one half of that;
//! - any condition on values and outcomes at several positions, such as
//!   `g(x, y) >= g(x, 0)`, `g(n+12) = g(n) for n >= 71`, `P(x, y) implies P(y, x)`. It is
//!   said of all numbers for which every position that it names exists; names that are no
//!   coordinates are numbers too.
//!
//! Words may be Chinese, as laws are printed in Chinese.
//!
//! ```
//! use grundy_laws::print::Style;
//! use grundy_laws::read::{Sentence, read};
//! let names = ["n".to_string()];
//! let lasker = read("g(n) = 0 if n = 0; n+1 if n mod 4 = 3; n-1 if n % 4 = 0; n otherwise", &names).unwrap();
//! let Sentence::Law(law) = &lasker.sentence else { panic!() };
//! assert_eq!((0..9).map(|n| law.predict(&[n]).unwrap()).collect::<Vec<_>>(), [0, 1, 2, 4, 3, 5, 6, 8, 7]);
//!
//! let error = read("g(n) = n mood 4", &names).unwrap_err();
//! assert!(error.to_string().contains("column 10"), "{error}");
//! ```
//!
//! What is not agreed on is not guessed: `mod`, `⊕`, `&`, `|` and `⊗` beside `+` or beside each
//! other need brackets (`(n+1) mod 4`, `(x ⊕ y)-1`); `%` and `/` bind as in the rule language. `x ^ y`
//! is a nim sum and `n^2` a power, as laws are printed; `n ^ 1` is neither.
//!
//! Laws of plain numbers ([`crate::numbers`]) are read as they are printed too: polynomials,
//! `2·g(n-1)+g(n-2), g(0) = 0, g(1) = 1`, `(2^n-(-1)^n)/3`, `⌊√2·n⌋`, `letter n of the fixed point
//! of 0 → 01, 1 → 0`, and laws with exceptions. So are sets of P-positions that have a sentence of
//! their own.
//!
//! Limits: at most [`DEEPEST`] brackets inside each other and 65,536 bytes. An automaton has no
//! sentence; it is read from a file.

pub mod family;
mod lex;
mod number;
mod numbers;
mod powers;
mod sentence;
mod sets;
mod terms;

use grundy::error::Error;
use grundy::text::{Lang, Text};
use grundy_lang::diagnostic::nearest;

use crate::expression::{Condition, Expression, Function};
use crate::find;
use crate::law::{Law, Statement};
use lex::{Kind, Token, lex};
use terms::{largest_in, largest_variable};

/// Texts longer than this, in bytes, are no laws.
pub const LONGEST: usize = 1 << 16;
/// The most brackets inside each other, and the deepest formula.
pub const DEEPEST: usize = 100;

/// What is said of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Its Grundy value.
    Value,
    /// 0 if it is a P-position, else 1.
    Outcome,
}

/// The value or the outcome of a position that a conjecture names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Which of the two.
    pub said: Said,
    /// The position.
    pub at: Vec<Expression>,
}

/// What a conjecture says.
#[derive(Clone, Debug, PartialEq)]
pub enum Sentence {
    /// What all values, or all P-positions, are.
    Law(Law),
    /// That one condition follows from another. The variables of both are the names of the
    /// conjecture, then its terms.
    Follows {
        /// What is supposed.
        premise: Condition,
        /// What then holds.
        conclusion: Condition,
    },
}

/// A conjecture that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Conjecture {
    /// What it says.
    pub sentence: Sentence,
    /// The names of the coordinates, then those of other numbers.
    pub names: Vec<String>,
    /// How many of the names are coordinates.
    pub dimension: usize,
    /// The values and outcomes that it speaks of.
    pub terms: Vec<Term>,
    /// How it was written.
    pub text: String,
}

/// Why a text is no law, and where.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub because: Text,
}

/// Reads a conjecture about positions whose coordinates have these names.
pub fn read(text: &str, names: &[String]) -> Result<Conjecture, Error> {
    parsed(text, names, 0).map_err(|fault| Error::BadLaw {
        text: text.to_string(),
        column: fault.column,
        expected: fault.because,
    })
}

/// Reads a conjecture, which stands inside of so many others.
fn parsed(text: &str, names: &[String], inside: usize) -> Parsed<Conjecture> {
    if text.len() > LONGEST {
        return Err(too_long(text));
    }
    // Entries that are not told are not said to be anything.
    if let Some(end) = untold(text) {
        let before = parsed(&text[..end], names, inside)?;
        return Ok(Conjecture {
            text: text.trim().to_string(),
            ..before
        });
    }
    let formula = lex(text, names).and_then(|tokens| {
        let mut parser = Parser {
            source: text,
            tokens,
            at: 0,
            depth: 0,
            names: names.to_vec(),
            dimension: names.len(),
            terms: Vec::new(),
            others: Vec::new(),
            quotients: None,
            pieces: false,
        };
        parser.claim()
    });
    if let Ok(Conjecture {
        sentence: Sentence::Law(law),
        ..
    }) = &formula
        && numbers::is_printed(&law.statement, text, names)
    {
        return formula;
    }
    // What is printed as a law of plain numbers is that law, also where it can be read as a formula.
    let found = numbers::read(text, names, inside);
    match (formula, found) {
        (Ok(formula), Ok(Some(found))) => match numbers::is_printed(&found, text, names) {
            true => Ok(all_of(found, text, names)),
            false => Ok(formula),
        },
        (Ok(formula), _) => Ok(formula),
        (Err(_), Ok(Some(found))) => Ok(all_of(found, text, names)),
        (Err(_), Err(fault)) | (Err(fault), Ok(None)) => Err(fault),
    }
}

fn too_long(text: &str) -> Fault {
    Fault {
        column: 1,
        because: Text::new(
            format!("a law of {} bytes; at most {LONGEST}", text.len()),
            format!("规律有 {} 字节；上限为 {LONGEST}", text.len()),
        ),
    }
}

/// Where it begins that a law does not tell the entries before it.
fn untold(text: &str) -> Option<usize> {
    let text = text.trim_end().trim_end_matches(['.', '。']);
    let english = text
        .strip_suffix(" entries before are as in the table")
        .and_then(|rest| Some((rest.rfind("; the ")?, "; the ".len(), rest)));
    let chinese = text
        .strip_suffix(" 项如表所示")
        .and_then(|rest| Some((rest.rfind("；此前的 ")?, "；此前的 ".len(), rest)));
    let (at, length, rest) = english.or(chinese)?;
    let digits = &rest[at + length..];
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(at)
}

/// A law of all positions as a conjecture.
fn all_of(statement: Statement, text: &str, names: &[String]) -> Conjecture {
    Conjecture {
        sentence: Sentence::Law(law(statement)),
        names: names.to_vec(),
        dimension: names.len(),
        terms: Vec::new(),
        text: text.trim().to_string(),
    }
}

/// Reads a law that stands inside of another one.
fn read_law(text: &str, names: &[String], inside: usize) -> Parsed<Statement> {
    match parsed(text, names, inside)?.sentence {
        Sentence::Law(law) => Ok(law.statement),
        Sentence::Follows { .. } => Err(Fault {
            column: 1,
            because: Text::fixed(
                "expected a law of all numbers, `g(n) = …`",
                "应为所有数的规律，`g(n) = …`",
            ),
        }),
    }
}

/// A formula as a law that nobody found.
pub fn law(statement: Statement) -> Law {
    Law {
        symbols: find::symbols(&statement),
        statement,
        finder: ("conjecture", "猜想"),
        explains: 0,
    }
}

/// The opposite of a condition, wherever its numbers exist.
pub fn opposite(c: &Condition) -> Condition {
    let each = |all: &[Condition]| all.iter().map(opposite).collect();
    match c {
        Condition::Equal(a, b) => Condition::unequal(a.clone(), b.clone()),
        Condition::Unequal(a, b) => Condition::equal(a.clone(), b.clone()),
        Condition::Less(a, b) => Condition::at_most(b.clone(), a.clone()),
        Condition::Occurs(function, of, times) => {
            let others = (1..=of.len() as u32).filter(|n| !times.contains(n));
            Condition::Occurs(*function, of.clone(), others.collect())
        }
        Condition::Remainder(a, m, rests) => {
            let others = (0..*m).filter(|rest| !rests.contains(rest)).collect();
            Condition::Remainder(a.clone(), *m, others)
        }
        Condition::All(all) => Condition::Any(each(all)),
        Condition::Any(any) => Condition::All(each(any)),
    }
}

/// How tightly what was read binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Bits,
    Sum,
    Product,
    Tight,
}

/// A part of a sentence.
#[derive(Clone, Debug)]
enum Part {
    Number(Expression, Bond, usize),
    Truth(Condition, usize),
    Point(Vec<Expression>, usize),
}

type Parsed<T> = Result<T, Fault>;

struct Parser<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    names: Vec<String>,
    dimension: usize,
    terms: Vec<Term>,
    /// Where names that are no coordinates were first said.
    others: Vec<usize>,
    /// How many quotients stand between the brackets ⌊ and ⌋ around this place.
    quotients: Option<usize>,
    /// Whether a bracket behind a number says of what it is the value, and is no factor.
    pieces: bool,
}

/// Functions, by all the names they have.
const FUNCTIONS: [(&str, Function, usize); 15] = [
    ("lowbit", Function::LowBit, 1),
    ("ctz", Function::TrailingZeros, 1),
    ("trailing_zeros", Function::TrailingZeros, 1),
    ("popcount", Function::Ones, 1),
    ("bitlength", Function::BitLength, 1),
    ("thue_morse", Function::ThueMorse, 1),
    ("sqrt", Function::SquareRoot, 1),
    ("isqrt", Function::SquareRoot, 1),
    ("smallest_fibonacci", Function::SmallestFibonacci, 1),
    ("golden_floor", Function::GoldenFloor, 1),
    ("nim_product", Function::NimProduct, 2),
    ("abs", Function::Abs, 1),
    ("min", Function::Min, usize::MAX),
    ("max", Function::Max, usize::MAX),
    ("floor", Function::Abs, 0),
];

/// Words that may be meant where a word is not known.
const WORDS: [&str; 20] = [
    "mod",
    "xor",
    "and",
    "or",
    "not",
    "if",
    "iff",
    "only",
    "exactly",
    "otherwise",
    "implies",
    "for",
    "all",
    "is",
    "in",
    "always",
    "never",
    "smallest",
    "Fibonacci",
    "where",
];

impl Parser<'_> {
    fn next(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    fn after(&self, by: usize) -> &Kind {
        self.tokens
            .get(self.at + by)
            .map_or(&Kind::End, |t| &t.kind)
    }

    fn step(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.next(), Kind::Sign(s) if *s == sign)
    }

    fn take(&mut self, sign: &str) -> bool {
        let is = self.is(sign);
        if is {
            self.step();
        }
        is
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.next(), Kind::Word(w) if w == word)
    }

    /// Takes words that stand one after the other.
    fn take_words(&mut self, words: &[&str]) -> bool {
        let here =
            |(by, word): (usize, &&str)| matches!(self.after(by), Kind::Word(w) if w == word);
        let all = words.iter().enumerate().all(here);
        if all {
            words.iter().for_each(|_| self.step());
        }
        all
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.take_words(&[word])
    }

    /// What was expected here and is not.
    fn expected(&self, en: &str, zh: &str) -> Fault {
        let token = &self.tokens[self.at];
        let (found, found_zh) = match token.kind {
            Kind::End => ("the end".to_string(), "结尾".to_string()),
            _ => (format!("`{}`", token.text), format!("`{}`", token.text)),
        };
        let known = self.names.iter().map(String::as_str);
        let known = known.chain(WORDS).chain(FUNCTIONS.iter().map(|f| f.0));
        let near = match &token.kind {
            Kind::Word(word) => nearest(word, known).filter(|near| near != word),
            _ => None,
        };
        let hint = match near {
            Some(near) => Text::new(
                format!("; did you mean `{near}`?"),
                format!("；是否指 `{near}`？"),
            ),
            None => Text::fixed("", ""),
        };
        Fault {
            column: token.column,
            because: Text::new(
                format!("expected {en}, found {found}{}", hint.get(Lang::En)),
                format!("应为{zh}，而此处为{found_zh}{}", hint.get(Lang::Zh)),
            ),
        }
    }

    fn fault(&self, column: usize, en: &str, zh: &str) -> Fault {
        Fault {
            column,
            because: Text::new(en.to_string(), zh.to_string()),
        }
    }

    fn need(&mut self, sign: &'static str) -> Parsed<()> {
        match self.take(sign) {
            true => Ok(()),
            false => {
                let sign = format!("`{sign}`");
                Err(self.expected(&sign, &format!(" {sign}")))
            }
        }
    }

    fn column(&self) -> usize {
        self.tokens[self.at].column
    }

    /// Reads what is inside of something.
    fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let outer = self.quotients.take();
        let result = read(self);
        self.quotients = outer;
        self.depth -= 1;
        result
    }

    fn too_deep(&self) -> Fault {
        Fault {
            column: self.column(),
            because: Text::new(
                format!("expected a formula of at most {DEEPEST} steps inside each other"),
                format!("公式至多嵌套 {DEEPEST} 层"),
            ),
        }
    }

    fn deeper(&self, a: usize, b: usize) -> Parsed<usize> {
        match a.max(b) + 1 {
            depth if depth > DEEPEST => Err(self.too_deep()),
            depth => Ok(depth),
        }
    }

    /// Where the numbers of terms begin, before names are all known.
    fn term_base(&self) -> usize {
        1 << 20
    }

    /// A term at the position that the coordinates are.
    fn here(&self, said: Said) -> Term {
        let at = (0..self.dimension).map(Expression::Variable).collect();
        Term { said, at }
    }

    fn number_speaks_of_terms(&self, e: &Expression) -> bool {
        largest_variable(e) >= Some(self.term_base())
    }

    fn speaks_of_terms(&self, c: &Condition) -> bool {
        largest_in(c) >= Some(self.term_base())
    }

    /// A name, known or new.
    fn name(&mut self) -> Parsed<usize> {
        let Kind::Word(word) = self.next().clone() else {
            return Err(self.expected("a name", "一个名字"));
        };
        if let Some(at) = self.names.iter().position(|n| *n == word) {
            self.step();
            return Ok(at);
        }
        let taken = WORDS.contains(&word.as_str()) || FUNCTIONS.iter().any(|f| f.0 == word);
        // Another number is called by one letter, perhaps with digits behind it.
        let mut letters = word.chars();
        let short = letters.next().is_some_and(char::is_alphabetic)
            && letters.all(|c| c.is_ascii_digit())
            && !matches!(word.as_str(), "P" | "N" | "φ");
        if taken || !short || self.names.len() >= self.dimension + MOST_OTHERS {
            let mut known: Vec<String> = self.names.iter().map(|n| format!("`{n}`")).collect();
            known.truncate(8);
            let known = known.join(", ");
            return Err(self.expected(
                &format!("a number, a function, or one of the coordinates {known}"),
                &format!("数、函数或坐标 {known} 之一"),
            ));
        }
        self.others.push(self.column());
        self.names.push(word);
        self.step();
        Ok(self.names.len() - 1)
    }

    /// The number of a term, with a name of its own.
    fn term(&mut self, said: Said, at: Vec<Expression>, column: usize) -> Parsed<Expression> {
        if at.len() != self.dimension {
            let (have, need) = (at.len(), self.dimension);
            return Err(self.fault(
                column,
                &format!("expected a position of {need} coordinates, found {have}"),
                &format!("局面应有 {need} 个坐标，而此处有 {have} 个"),
            ));
        }
        if at.iter().any(|e| self.number_speaks_of_terms(e)) {
            return Err(self.fault(
                column,
                "expected a position without values of other positions in it",
                "局面中不能含有其他局面的值",
            ));
        }
        let term = Term { said, at };
        let place = match self.terms.iter().position(|t| *t == term) {
            Some(place) => place,
            None if self.terms.len() < MOST_TERMS => {
                self.terms.push(term);
                self.terms.len() - 1
            }
            None => {
                return Err(self.fault(
                    column,
                    &format!("expected at most {MOST_TERMS} positions in one sentence"),
                    &format!("一个断言中至多 {MOST_TERMS} 个局面"),
                ));
            }
        };
        Ok(Expression::Variable(self.term_base() + place))
    }
}

/// Marks that the brackets around a place are strokes.
const STROKES: usize = usize::MAX;
/// The most positions that one sentence may name.
const MOST_TERMS: usize = 8;
/// The most numbers beside the coordinates.
const MOST_OTHERS: usize = 8;
