//! Laws and conjectures as text: the language in which laws are printed, read back.
//!
//! A conjecture is a sentence about all positions of a game. Its numbers are made of the
//! coordinates by `+ - · * / % mod`, `⊕` (also `xor`, `^`), `& | ⊗`, `⌊a/b⌋`, `⌊√a⌋`,
//! `⌊(a)·φ⌋`, `|a|`, `min max abs lowbit ctz popcount thue_morse smallest_fibonacci`,
//! `[4, 0, 2][x mod 3]` and cases `a if c; b otherwise`; its conditions of comparisons
//! (also chains `0 < x <= y`), `in {0, 3}`, `and or not`. It says one of
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
//! other need brackets (`(n+1) mod 4`, `(x ⊕ y)-1`); `%` and `/` bind as in the rule language.
//!
//! Limits: at most [`DEEPEST`] brackets inside each other and 65,536 bytes. An automaton has no
//! sentence; it is read from a file.

mod lex;
mod sets;

use grundy::error::Error;
use grundy::text::{Lang, Text};
use grundy_lang::diagnostic::nearest;

use crate::expression::{Condition, Expression, Function, Operation};
use crate::find;
use crate::law::{Law, Statement};
use lex::{Kind, Token, lex};

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
    let fault = |fault: Fault| Error::BadLaw {
        text: text.to_string(),
        column: fault.column,
        expected: fault.because,
    };
    let tokens = lex(text, names).map_err(fault)?;
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
    };
    parser.claim().map_err(fault)
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
        Condition::Occurs(function, of, times) => {
            let others = (1..=of.len() as u32).filter(|n| !times.contains(n));
            Condition::Occurs(*function, of.clone(), others.collect())
        }
        Condition::Less(a, b) => at_most(b.clone(), a.clone()),
        Condition::Remainder(a, m, rests) => {
            let others = (0..*m).filter(|rest| !rests.contains(rest)).collect();
            Condition::Remainder(a.clone(), *m, others)
        }
        Condition::All(all) => Condition::Any(each(all)),
        Condition::Any(any) => Condition::All(each(any)),
    }
}

/// a ≤ b
fn at_most(a: Expression, b: Expression) -> Condition {
    Condition::less(a, Expression::plus(b, Expression::Number(1)))
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
}

/// Functions, by all the names they have.
const FUNCTIONS: [(&str, Function, usize); 14] = [
    ("lowbit", Function::LowBit, 1),
    ("ctz", Function::TrailingZeros, 1),
    ("trailing_zeros", Function::TrailingZeros, 1),
    ("popcount", Function::Ones, 1),
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
const WORDS: [&str; 19] = [
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

    /// The whole sentence.
    fn claim(&mut self) -> Parsed<Conjecture> {
        let every = self.take_words(&["every", "position", "is"]);
        if every || self.take_words(&["no", "position", "is"]) {
            let lost = match self.letter() {
                Some(lost) => lost,
                None => return Err(self.expected("P or N", " P 或 N")),
            };
            self.end()?;
            let none = Vec::new();
            let condition = match every == lost {
                true => Condition::All(none),
                false => Condition::Any(none),
            };
            return Ok(self.done(Sentence::Law(law(Statement::Lost(condition)))));
        }
        let first = self.column();
        let left = self.truth()?;
        let Part::Truth(left, _) = left else {
            return Err(self.expected(
                "a comparison, or what is said of the position (`is P exactly if …`)",
                "比较式，或对局面的断言（`为 P 态当且仅当 …`）",
            ));
        };
        let whole = self.all_lost(&left);
        let iff = self.take_word("iff")
            || self.take_words(&["if", "and", "only", "if"])
            || self.take_words(&["exactly", "if"])
            || self.take_words(&["exactly", "when"]);
        if iff {
            if let Some(lost) = whole
                && let Some(statement) = self.set(lost)?
            {
                return Ok(self.done(Sentence::Law(law(statement))));
            }
            let right = self.condition()?;
            let (premise, limited) = self.range()?;
            self.end()?;
            if let Some(lost) = whole
                && !limited
                && !self.speaks_of_terms(&right)
                && self.names.len() == self.dimension
            {
                self.terms.clear();
                let condition = if lost { right } else { opposite(&right) };
                return Ok(self.done(Sentence::Law(law(Statement::Lost(condition)))));
            }
            let both = Condition::All(vec![left.clone(), right.clone()]);
            let neither = Condition::All(vec![opposite(&left), opposite(&right)]);
            let conclusion = Condition::Any(vec![both, neither]);
            return self.follows(premise, conclusion, first);
        }
        if self.take_words(&["only", "if"]) || self.take_word("implies") || self.take("=>") {
            let right = self.condition()?;
            let (premise, limited) = self.range()?;
            self.end()?;
            let premise = match limited {
                true => Condition::All(vec![premise, left]),
                false => left,
            };
            return self.follows(premise, right, first);
        }
        let comma = matches!(self.after(1), Kind::Word(w) if w == "if");
        if comma {
            self.take(",");
        }
        if self.take_word("if") || self.take_word("when") {
            let right = self.condition()?;
            let (premise, limited) = self.range()?;
            self.end()?;
            let premise = match limited {
                true => Condition::All(vec![premise, right]),
                false => right,
            };
            return self.follows(premise, left, first);
        }
        let (premise, limited) = self.range()?;
        self.end()?;
        if let (Condition::Equal(a, b), false) = (&left, limited)
            && let (Expression::Variable(v), 1) = (a, self.terms.len())
            && *v == self.term_base()
            && self.terms[0] == self.here(Said::Value)
            && !self.number_speaks_of_terms(b)
            && self.names.len() == self.dimension
        {
            let law = law(Statement::Value(b.clone()));
            self.terms.clear();
            return Ok(self.done(Sentence::Law(law)));
        }
        self.follows(premise, left, first)
    }

    fn done(&mut self, sentence: Sentence) -> Conjecture {
        // Terms were numbered from far behind, before all names were known.
        let (from, to) = (self.term_base(), self.names.len());
        let sentence = match sentence {
            Sentence::Follows {
                premise,
                conclusion,
            } => {
                let turn = |c: &Condition| renumbered(c, from, to);
                Sentence::Follows {
                    premise: turn(&premise),
                    conclusion: turn(&conclusion),
                }
            }
            law => law,
        };
        Conjecture {
            sentence,
            names: std::mem::take(&mut self.names),
            dimension: self.dimension,
            terms: std::mem::take(&mut self.terms),
            text: self.source.trim().to_string(),
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

    /// Whether a condition says no more than that the position is P, or that it is N.
    fn all_lost(&self, c: &Condition) -> Option<bool> {
        let term = |e: &Expression| match e {
            Expression::Variable(v) => self.terms.get(v.checked_sub(self.term_base())?),
            _ => None,
        };
        let here = Some(self.here(Said::Outcome));
        match c {
            Condition::Equal(e, Expression::Number(0)) if term(e).cloned() == here => Some(true),
            Condition::Equal(e, Expression::Number(1)) if term(e).cloned() == here => Some(false),
            _ => None,
        }
    }

    fn follows(
        &mut self,
        premise: Condition,
        conclusion: Condition,
        column: usize,
    ) -> Parsed<Conjecture> {
        if self.terms.is_empty() {
            return Err(self.fault(
                column,
                "expected a sentence about values or P-positions: `g(…) = …`, `P iff …`",
                "应为关于值或 P 态的断言：`g(…) = …`、`P iff …`",
            ));
        }
        // A number that says of no position which one it is was meant to be a coordinate.
        for (at, column) in (self.dimension..).zip(&self.others) {
            let used = |term: &Term| term.at.iter().any(|e| speaks_of(e, at));
            if !self.terms.iter().any(used) {
                let known: Vec<String> = { self.names[..self.dimension].iter() }
                    .take(8)
                    .map(|n| format!("`{n}`"))
                    .collect();
                let (known, other) = (known.join(", "), &self.names[at]);
                return Err(self.fault(
                    *column,
                    &format!("expected one of the coordinates {known}, or a number that is part of a position such as g({other}); found `{other}`"),
                    &format!("应为坐标 {known} 之一，或局面中出现的数，如 g({other})；而此处为 `{other}`"),
                ));
            }
        }
        Ok(self.done(Sentence::Follows {
            premise,
            conclusion,
        }))
    }

    fn number_speaks_of_terms(&self, e: &Expression) -> bool {
        largest_variable(e) >= Some(self.term_base())
    }

    fn speaks_of_terms(&self, c: &Condition) -> bool {
        largest_in(c) >= Some(self.term_base())
    }

    /// `for all x, y`, `for n >= 71`: what is supposed, and whether anything is.
    fn range(&mut self) -> Parsed<(Condition, bool)> {
        let always = Condition::All(Vec::new());
        self.take(",");
        if !self.take_word("for") {
            return Ok((always, false));
        }
        let _ = self.take_word("all") || self.take_word("every");
        if self.take_word("positions") || self.take_word("position") {
            return Ok((always, false));
        }
        // Names alone say nothing more.
        let mut ahead = 0;
        while matches!(self.after(ahead), Kind::Word(_)) {
            match self.after(ahead + 1) {
                Kind::Sign(",") => ahead += 2,
                Kind::End => {
                    for _ in 0..=ahead {
                        if matches!(self.next(), Kind::Word(_)) {
                            self.name()?;
                        } else {
                            self.step();
                        }
                    }
                    return Ok((always, false));
                }
                _ => break,
            }
        }
        // `for all x, y >= 3` is said of both.
        let mut also = Vec::new();
        while ahead > 0 && matches!(self.after(1), Kind::Sign(",")) {
            also.push(self.name()?);
            self.step();
            ahead -= 2;
        }
        let column = self.column();
        let condition = self.condition()?;
        if also.is_empty() {
            return Ok((condition, true));
        }
        let each = |v: &usize| match &condition {
            Condition::Less(a, Expression::Variable(_)) => {
                Some(Condition::less(a.clone(), Expression::Variable(*v)))
            }
            Condition::Less(Expression::Variable(_), b) => {
                Some(Condition::less(Expression::Variable(*v), b.clone()))
            }
            Condition::Less(a, Expression::Binary(Operation::Add, _, one)) => {
                let v = Expression::plus(Expression::Variable(*v), (**one).clone());
                Some(Condition::less(a.clone(), v))
            }
            _ => None,
        };
        let Some(mut all) = also.iter().map(each).collect::<Option<Vec<_>>>() else {
            return Err(self.fault(
                column,
                "expected a bound such as `>= 3` behind several names; say other conditions with `and`",
                "多个名字之后应为 `>= 3` 之类的界；其他条件请用 `and` 连接",
            ));
        };
        all.push(condition);
        Ok((Condition::All(all), true))
    }

    fn end(&self) -> Parsed<()> {
        match self.next() {
            Kind::End => Ok(()),
            _ => Err(self.expected(
                "the end, an operator, `and`, `or`, `if`, `iff` or `for`",
                "结尾、运算符、`and`、`or`、`if`、`iff` 或 `for`",
            )),
        }
    }

    /// `P` or `N`, and which.
    fn letter(&mut self) -> Option<bool> {
        let lost = match self.next() {
            Kind::Word(w) if w == "P" => true,
            Kind::Word(w) if w == "N" => false,
            _ => return None,
        };
        self.step();
        Some(lost)
    }

    /// A condition, where a number would be wrong.
    fn condition(&mut self) -> Parsed<Condition> {
        match self.truth()? {
            Part::Truth(c, _) => Ok(c),
            _ => Err(self.expected(
                "a comparison: one of `= != < <= > >= in`",
                "比较符 `= != < <= > >= in` 之一",
            )),
        }
    }

    /// Conditions with `or`, or anything else.
    fn truth(&mut self) -> Parsed<Part> {
        let first = self.conjunction()?;
        let Part::Truth(first, mut depth) = first else {
            return Ok(first);
        };
        let mut any = vec![first];
        while self.take_word("or") {
            let (c, d) = self.right(Self::conjunction)?;
            any.push(c);
            depth = depth.max(d);
        }
        Ok(joined(any, Condition::Any, self.deeper(depth, 0)?))
    }

    fn conjunction(&mut self) -> Parsed<Part> {
        let first = self.negation()?;
        let Part::Truth(first, mut depth) = first else {
            return Ok(first);
        };
        let mut all = vec![first];
        while self.take_word("and") {
            let (c, d) = self.right(Self::negation)?;
            all.push(c);
            depth = depth.max(d);
        }
        Ok(joined(all, Condition::All, self.deeper(depth, 0)?))
    }

    /// What stands right of `and`, `or`, `not`: a condition.
    fn right(&mut self, read: fn(&mut Self) -> Parsed<Part>) -> Parsed<(Condition, usize)> {
        match read(self)? {
            Part::Truth(c, depth) => Ok((c, depth)),
            _ => Err(self.expected(
                "a comparison: one of `= != < <= > >= in`",
                "比较符 `= != < <= > >= in` 之一",
            )),
        }
    }

    fn negation(&mut self) -> Parsed<Part> {
        if !self.names.iter().any(|n| n == "not") && self.take_word("not") {
            let (c, depth) = self.inside(|p| p.right(Self::negation))?;
            return Ok(Part::Truth(opposite(&c), self.deeper(depth, 0)?));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed<Part> {
        let first = self.bits()?;
        let (mut left, mut depth) = match first {
            Part::Point(point, depth) => return self.said_of(point, depth),
            Part::Number(e, _, depth) if self.says() => return self.said_of(vec![e], depth),
            Part::Number(e, _, depth) => (e, depth),
            truth => return Ok(truth),
        };
        let mut all = Vec::new();
        loop {
            if self.is_word("in") {
                self.step();
                let (c, d) = self.member(left.clone())?;
                all.push(c);
                depth = depth.max(d);
                break;
            }
            let Kind::Sign(sign @ ("=" | "!=" | "<" | "<=" | ">" | ">=")) = *self.next() else {
                break;
            };
            self.step();
            let (right, d) = match sign == "=" && self.depth == 0 {
                true => self.cases_or_number()?,
                false => self.number()?,
            };
            depth = depth.max(d);
            let (a, b) = (left, right.clone());
            all.push(match sign {
                "=" => equal(a, b),
                "!=" => opposite(&equal(a, b)),
                "<" => Condition::less(a, b),
                "<=" => at_most(a, b),
                ">" => Condition::less(b, a),
                _ => at_most(b, a),
            });
            left = right;
        }
        if all.is_empty() {
            return Ok(Part::Number(left, Bond::Bits, depth));
        }
        Ok(joined(all, Condition::All, self.deeper(depth, 1)?))
    }

    /// Whether it is said what a position is.
    fn says(&self) -> bool {
        let letter = |kind: &Kind| matches!(kind, Kind::Word(w) if w == "P" || w == "N");
        self.is_word("is") && letter(self.after(1))
    }

    /// `(x, y) is P`
    fn said_of(&mut self, point: Vec<Expression>, depth: usize) -> Parsed<Part> {
        if !self.take_word("is") {
            return Err(self.expected(
                "`is P` or `is N` behind a position",
                "局面之后应有 `is P` 或 `is N`",
            ));
        }
        let column = self.column();
        let Some(lost) = self.letter() else {
            return Err(self.expected("P or N", " P 或 N"));
        };
        let term = self.term(Said::Outcome, point, column)?;
        let label = Expression::Number(i64::from(!lost));
        Ok(Part::Truth(
            Condition::equal(term, label),
            self.deeper(depth, 0)?,
        ))
    }

    /// `in {0, 3}`
    fn member(&mut self, of: Expression) -> Parsed<(Condition, usize)> {
        self.need("{")?;
        let mut rests = Vec::new();
        loop {
            rests.push(self.literal()?);
            if !self.take(",") {
                break;
            }
        }
        self.need("}")?;
        if let Expression::Binary(Operation::Modulo, a, m) = &of
            && let Expression::Number(m) = **m
            && let Some(m) = u32::try_from(m).ok().filter(|m| *m > 0)
            && let Some(rests) = remainders(&rests, m)
        {
            return Ok((Condition::Remainder((**a).clone(), m, rests), 2));
        }
        let each = rests
            .iter()
            .map(|r| Condition::equal(of.clone(), Expression::Number(*r)));
        Ok((Condition::Any(each.collect()), 2))
    }

    /// A whole number with its sign.
    fn literal(&mut self) -> Parsed<i64> {
        let negative = self.take("-");
        let Kind::Number(n) = *self.next() else {
            return Err(self.expected("a number", "一个数"));
        };
        let number = match negative {
            true => 0i64.checked_sub_unsigned(n),
            false => i64::try_from(n).ok(),
        };
        let Some(number) = number else {
            return Err(self.expected("a number of at most 63 bits", "不超过 63 位二进制的数"));
        };
        self.step();
        Ok(number)
    }

    /// A number, where a condition would be wrong.
    fn number(&mut self) -> Parsed<(Expression, usize)> {
        let column = self.column();
        match self.bits()? {
            Part::Number(e, _, depth) => Ok((e, depth)),
            _ => Err(self.fault(
                column,
                "expected a number, found a condition",
                "应为一个数，而此处为条件",
            )),
        }
    }

    /// `a if c; b if d; e otherwise`, or a number alone. A single `if` belongs to the sentence.
    fn cases_or_number(&mut self) -> Parsed<(Expression, usize)> {
        let (first, depth) = self.number()?;
        let back = (self.at, self.terms.len());
        if !self.at_case() {
            return Ok((first, depth));
        }
        // Only behind a condition is it seen whether there are more cases.
        self.take(",");
        self.step();
        let condition = self.condition()?;
        if !self.is(";") {
            self.at = back.0;
            self.terms.truncate(back.1);
            return Ok((first, depth));
        }
        self.more_cases(first, depth, condition)
    }

    fn at_case(&self) -> bool {
        let comma = self.is(",");
        let word = match comma {
            true => self.after(1),
            false => self.next(),
        };
        matches!(word, Kind::Word(w) if w == "if")
    }

    fn more_cases(
        &mut self,
        first: Expression,
        mut depth: usize,
        condition: Condition,
    ) -> Parsed<(Expression, usize)> {
        let mut cases = vec![(condition, first)];
        loop {
            self.need(";")?;
            let (e, d) = self.number()?;
            depth = depth.max(d);
            if self.at_case() {
                self.take(",");
                self.step();
                let condition = self.condition()?;
                cases.push((condition, e));
                continue;
            }
            self.take(",");
            if !self.take_word("otherwise") {
                return Err(self.expected(
                    "`if` with a condition, or `otherwise`",
                    "`if` 与条件，或 `otherwise`",
                ));
            }
            return Ok((
                Expression::Cases(cases, Box::new(e)),
                self.deeper(depth, 1)?,
            ));
        }
    }

    /// Operations on bits and `mod`: none beside another without brackets.
    fn bits(&mut self) -> Parsed<Part> {
        let column = self.column();
        let first = self.sum()?;
        let Part::Number(mut left, mut bond, mut depth) = first else {
            return Ok(first);
        };
        let mut before = None;
        loop {
            let sign = match self.next() {
                Kind::Sign(sign @ ("⊕" | "&" | "⊗")) => sign,
                // Inside of |a| a stroke is the end of it.
                Kind::Sign("|") if !self.in_strokes() => "|",
                Kind::Word(w) if w == "xor" => "⊕",
                Kind::Word(w) if w == "mod" => "mod",
                _ => break,
            };
            let clash = before.is_some_and(|b| b != sign || sign == "mod");
            if clash || bond == Bond::Sum {
                return Err(self.unclear(column, sign));
            }
            self.step();
            let column = self.column();
            let right = self.sum()?;
            let Part::Number(right, b, d) = right else {
                return Err(self.fault(
                    column,
                    "expected a number, found a condition",
                    "应为一个数，而此处为条件",
                ));
            };
            if b == Bond::Sum || (sign == "mod" && b == Bond::Product) {
                return Err(self.unclear(column, sign));
            }
            depth = self.deeper(depth, d)?;
            left = match sign {
                "⊕" => Expression::binary(Operation::Xor, left, right),
                "&" => Expression::binary(Operation::And, left, right),
                "|" => Expression::binary(Operation::Or, left, right),
                "mod" => Expression::binary(Operation::Modulo, left, right),
                _ => Expression::Call(Function::NimProduct, vec![left, right]),
            };
            bond = Bond::Bits;
            before = Some(sign);
        }
        Ok(Part::Number(left, bond, depth))
    }

    fn unclear(&self, column: usize, sign: &str) -> Fault {
        self.fault(
            column,
            &format!("expected brackets: how far `{sign}` reaches here is not agreed on"),
            &format!("此处应加括号：`{sign}` 的作用范围没有公认的约定"),
        )
    }

    /// Whether the brackets around this place are strokes.
    fn in_strokes(&self) -> bool {
        self.quotients == Some(STROKES)
    }

    fn sum(&mut self) -> Parsed<Part> {
        let negative = self.is("-");
        let (mut left, mut bond, mut depth) = match negative {
            true => {
                self.step();
                let column = self.column();
                match self.product()? {
                    // -9223372036854775808 is a number, 9223372036854775808 is none.
                    Part::Number(Expression::Number(n), Bond::Tight, d) => {
                        (Expression::Number(n.wrapping_neg()), Bond::Sum, d)
                    }
                    Part::Number(e, _, d) => {
                        let e = Expression::binary(Operation::Subtract, Expression::Number(0), e);
                        (e, Bond::Sum, self.deeper(d, 1)?)
                    }
                    _ => {
                        return Err(self.fault(
                            column,
                            "expected a number, found a condition",
                            "应为一个数，而此处为条件",
                        ));
                    }
                }
            }
            false => {
                let large = matches!(self.next(), Kind::Number(n) if *n > i64::MAX as u64);
                if large {
                    return Err(
                        self.expected("a number of at most 63 bits", "不超过 63 位二进制的数")
                    );
                }
                match self.product()? {
                    Part::Number(e, bond, d) => (e, bond, d),
                    other => return Ok(other),
                }
            }
        };
        loop {
            let operation = match self.next() {
                Kind::Sign("+") => Operation::Add,
                Kind::Sign("-") => Operation::Subtract,
                _ => break,
            };
            self.step();
            let column = self.column();
            let Part::Number(right, _, d) = self.product()? else {
                return Err(self.fault(
                    column,
                    "expected a number, found a condition",
                    "应为一个数，而此处为条件",
                ));
            };
            depth = self.deeper(depth, d)?;
            left = match (operation, right) {
                // A number is subtracted by adding its opposite, as laws are kept.
                (Operation::Subtract, Expression::Number(n)) if n > i64::MIN => {
                    Expression::binary(Operation::Add, left, Expression::Number(-n))
                }
                (operation, right) => Expression::binary(operation, left, right),
            };
            bond = Bond::Sum;
        }
        Ok(Part::Number(left, bond, depth))
    }

    fn product(&mut self) -> Parsed<Part> {
        let number = matches!(self.next(), Kind::Number(_));
        let first = self.tight()?;
        let Part::Number(mut left, mut bond, mut depth) = first else {
            return Ok(first);
        };
        // `2n` and `2(x+1)` are products.
        let beside = number
            && match self.next() {
                Kind::Word(w) => self.names.contains(w) && !self.is_word("mod"),
                Kind::Sign("(") => true,
                _ => false,
            };
        if beside {
            let (right, d) = self.factor()?;
            depth = self.deeper(depth, d)?;
            left = Expression::binary(Operation::Multiply, left, right);
            bond = Bond::Product;
        }
        loop {
            let operation = match self.next() {
                // A multiple of the golden ratio is read by the brackets around it.
                Kind::Sign("*") if matches!(self.after(1), Kind::Word(w) if w == "φ" || w == "phi") =>
                {
                    break;
                }
                Kind::Sign("*") => Operation::Multiply,
                Kind::Sign("/") => Operation::Divide,
                Kind::Sign("%") => Operation::Modulo,
                Kind::Sign("**") => {
                    left = self.power(left)?;
                    continue;
                }
                _ => break,
            };
            if operation == Operation::Divide
                && let Some(count) = self.quotients.filter(|count| *count != STROKES)
            {
                self.quotients = Some(count + 1);
            }
            self.step();
            let (right, d) = self.factor()?;
            depth = self.deeper(depth, d)?;
            left = Expression::binary(operation, left, right);
            bond = Bond::Product;
        }
        Ok(Part::Number(left, bond, depth))
    }

    /// A number that stands behind an operator.
    fn factor(&mut self) -> Parsed<(Expression, usize)> {
        let column = self.column();
        match self.tight()? {
            Part::Number(e, _, d) => Ok((e, d)),
            _ => Err(self.fault(
                column,
                "expected a number, found a condition",
                "应为一个数，而此处为条件",
            )),
        }
    }

    /// `2**10`: a power of numbers that are written out.
    fn power(&mut self, base: Expression) -> Parsed<Expression> {
        let column = self.column();
        self.step();
        let exponent = self.literal()?;
        let power = match base {
            Expression::Number(base) => u32::try_from(exponent)
                .ok()
                .and_then(|e| base.checked_pow(e)),
            _ => None,
        };
        power.map(Expression::Number).ok_or_else(|| {
            self.fault(
                column,
                "expected a power of two numbers that are written out and fit 63 bits",
                "幂的底数与指数应为写出的数，且结果不超过 63 位",
            )
        })
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

    /// Numbers between brackets, at least one.
    fn arguments(&mut self) -> Parsed<(Vec<Expression>, usize)> {
        self.inside(|p| {
            p.need("(")?;
            let (first, mut depth) = p.number()?;
            let mut all = vec![first];
            while p.take(",") {
                let (e, d) = p.number()?;
                depth = depth.max(d);
                all.push(e);
            }
            p.need(")")?;
            Ok((all, depth))
        })
    }

    fn tight(&mut self) -> Parsed<Part> {
        match self.next().clone() {
            Kind::Number(n) => {
                self.step();
                // 2^63 is read as its opposite, of which the opposite is taken.
                Ok(Part::Number(Expression::Number(n as i64), Bond::Tight, 1))
            }
            Kind::Sign("(") => self.brackets(),
            Kind::Sign("[") => self.pick(),
            Kind::Sign("|") => self.strokes(),
            Kind::Sign("⌊") => self.floor(),
            Kind::Sign("-") => {
                let (e, d) = self.inside(|p| {
                    p.step();
                    p.factor()
                })?;
                let e = match e {
                    Expression::Number(n) => Expression::Number(n.wrapping_neg()),
                    e => Expression::binary(Operation::Subtract, Expression::Number(0), e),
                };
                Ok(Part::Number(e, Bond::Product, self.deeper(d, 1)?))
            }
            Kind::Word(word) => self.named(&word),
            _ => Err(self.expected("a number, a coordinate or a bracket", "数、坐标或括号")),
        }
    }

    /// What is in round brackets: a number, cases, a condition or a position.
    fn brackets(&mut self) -> Parsed<Part> {
        self.inside(|p| {
            p.step();
            let part = p.truth()?;
            let part = match part {
                Part::Number(e, _, depth) if p.at_case() => {
                    p.take(",");
                    p.step();
                    let condition = p.condition()?;
                    let (e, d) = p.more_cases(e, depth, condition)?;
                    Part::Number(e, Bond::Tight, d)
                }
                Part::Number(e, _, mut depth) if p.is(",") => {
                    let mut point = vec![e];
                    while p.take(",") {
                        let (e, d) = p.number()?;
                        depth = depth.max(d);
                        point.push(e);
                    }
                    Part::Point(point, depth)
                }
                Part::Number(e, _, depth) => Part::Number(e, Bond::Tight, depth),
                part => part,
            };
            p.need(")")?;
            Ok(part)
        })
    }

    /// `[4, 0, 2][x mod 3]`
    fn pick(&mut self) -> Parsed<Part> {
        self.inside(|p| {
            p.step();
            let mut list = vec![p.literal()?];
            while p.take(",") {
                list.push(p.literal()?);
            }
            p.need("]")?;
            p.need("[")?;
            let (index, depth) = p.number()?;
            p.need("]")?;
            let depth = p.deeper(depth, 1)?;
            Ok(Part::Number(
                Expression::Pick(list, Box::new(index)),
                Bond::Tight,
                depth,
            ))
        })
    }

    /// `|x-y|`
    fn strokes(&mut self) -> Parsed<Part> {
        self.inside(|p| {
            p.step();
            p.quotients = Some(STROKES);
            let (e, depth) = p.number()?;
            p.need("|")?;
            let depth = p.deeper(depth, 1)?;
            Ok(Part::Number(
                Expression::Call(Function::Abs, vec![e]),
                Bond::Tight,
                depth,
            ))
        })
    }

    /// `⌊a/b⌋`, `⌊√a⌋`, `⌊(a)·φ⌋`
    fn floor(&mut self) -> Parsed<Part> {
        self.inside(|p| {
            p.step();
            let part = p.floored()?;
            p.need("⌋")?;
            Ok(part)
        })
    }

    fn floored(&mut self) -> Parsed<Part> {
        if self.take("√") {
            let (e, d) = self.factor()?;
            let depth = self.deeper(d, 1)?;
            let root = Expression::Call(Function::SquareRoot, vec![e]);
            return Ok(Part::Number(root, Bond::Tight, depth));
        }
        let column = self.column();
        self.quotients = Some(0);
        let (e, depth) = self.number()?;
        let golden = |kind: &Kind| matches!(kind, Kind::Word(w) if w == "φ" || w == "phi");
        if golden(self.next()) || (self.is("*") && golden(self.after(1))) {
            self.take("*");
            self.step();
            let depth = self.deeper(depth, 1)?;
            let e = Expression::Call(Function::GoldenFloor, vec![e]);
            return Ok(Part::Number(e, Bond::Tight, depth));
        }
        // ⌊x/2+y/2⌋ is not ⌊x/2⌋+⌊y/2⌋.
        let whole = matches!(&e, Expression::Binary(Operation::Divide, ..));
        match (self.quotients, whole) {
            (Some(0), _) | (Some(1), true) => Ok(Part::Number(e, Bond::Tight, depth)),
            _ => Err(self.fault(
                column,
                "expected one quotient between ⌊ and ⌋",
                "⌊ 与 ⌋ 之间应为一个商",
            )),
        }
    }

    /// A word where a number or a condition may stand.
    fn named(&mut self, word: &str) -> Parsed<Part> {
        let called = matches!(self.after(1), Kind::Sign("("));
        if called && word == "g" {
            let column = self.column();
            self.step();
            let (at, depth) = self.arguments()?;
            let term = self.term(Said::Value, at, column)?;
            return Ok(Part::Number(term, Bond::Tight, depth));
        }
        let known = self.names.iter().any(|n| n == word);
        let letter = matches!(word, "P" | "N");
        if letter && called && !known {
            let column = self.column();
            self.step();
            let (at, depth) = self.arguments()?;
            let term = self.term(Said::Outcome, at, column)?;
            let label = Expression::Number(i64::from(word == "N"));
            return Ok(Part::Truth(
                Condition::equal(term, label),
                self.deeper(depth, 0)?,
            ));
        }
        if letter && !known {
            let column = self.column();
            self.step();
            let here = self.here(Said::Outcome).at;
            let term = self.term(Said::Outcome, here, column)?;
            let label = Expression::Number(i64::from(word == "N"));
            return Ok(Part::Truth(Condition::equal(term, label), 2));
        }
        let function = FUNCTIONS.iter().find(|f| f.0 == word);
        if let Some((_, function, count)) = function.filter(|_| called) {
            return self.call(*function, *count);
        }
        if known {
            let at = self.name()?;
            return Ok(Part::Number(Expression::Variable(at), Bond::Tight, 1));
        }
        let part_of = self.take_words(&["smallest", "Fibonacci", "part", "of"])
            || self.take_word("smallest_fibonacci");
        if part_of {
            let (e, d) = self.inside(Self::factor)?;
            let depth = self.deeper(d, 1)?;
            let e = Expression::Call(Function::SmallestFibonacci, vec![e]);
            return Ok(Part::Number(e, Bond::Tight, depth));
        }
        if self.take_word("always") || self.take_word("true") {
            return Ok(Part::Truth(Condition::All(Vec::new()), 1));
        }
        if self.take_word("never") || self.take_word("false") {
            return Ok(Part::Truth(Condition::Any(Vec::new()), 1));
        }
        let at = self.name()?;
        Ok(Part::Number(Expression::Variable(at), Bond::Tight, 1))
    }

    fn call(&mut self, function: Function, count: usize) -> Parsed<Part> {
        let column = self.column();
        self.step();
        // `floor(a/b)`
        if count == 0 {
            return self.inside(|p| {
                p.need("(")?;
                let part = p.floored()?;
                p.need(")")?;
                Ok(part)
            });
        }
        let (arguments, depth) = self.arguments()?;
        if count != usize::MAX && arguments.len() != count {
            let found = arguments.len();
            return Err(self.fault(
                column,
                &format!(
                    "expected {count} number{} in brackets, found {found}",
                    if count == 1 { "" } else { "s" }
                ),
                &format!("括号中应有 {count} 个数，而此处有 {found} 个"),
            ));
        }
        let depth = self.deeper(depth, arguments.len())?;
        if count != usize::MAX {
            return Ok(Part::Number(
                Expression::Call(function, arguments),
                Bond::Tight,
                depth,
            ));
        }
        // The least of many is that of two, again and again.
        let least = arguments
            .into_iter()
            .reduce(|a, b| Expression::Call(function, vec![a, b]));
        match least {
            Some(e) => Ok(Part::Number(e, Bond::Tight, depth)),
            None => Err(self.expected("a number", "一个数")),
        }
    }

    /// Sets of P-positions that have a sentence of their own, behind `is P exactly if`.
    fn set(&mut self, lost: bool) -> Parsed<Option<Statement>> {
        let token = &self.tokens[self.at];
        let rest = &self.source[token.byte..];
        match sets::read(rest, self.dimension, token.column)? {
            Some(_) if !lost => Err(self.expected("a condition behind `N`", "`N` 之后应为条件")),
            found => {
                if found.is_some() {
                    self.terms.clear();
                }
                Ok(found)
            }
        }
    }
}

/// Marks that the brackets around a place are strokes.
const STROKES: usize = usize::MAX;
/// The most positions that one sentence may name.
const MOST_TERMS: usize = 8;
/// The most numbers beside the coordinates.
const MOST_OTHERS: usize = 8;

/// One condition, or several together.
fn joined(mut all: Vec<Condition>, join: fn(Vec<Condition>) -> Condition, depth: usize) -> Part {
    match (all.pop(), all.is_empty()) {
        (Some(one), true) => Part::Truth(one, depth),
        (last, _) => {
            all.extend(last);
            Part::Truth(join(all), depth)
        }
    }
}

/// The numbers as remainders modulo m, if they are.
fn remainders(numbers: &[i64], m: u32) -> Option<Vec<u32>> {
    let each = numbers
        .iter()
        .map(|n| u32::try_from(*n).ok().filter(|n| *n < m));
    each.collect()
}

/// a = b; a remainder by a fixed number is a condition of its own.
fn equal(a: Expression, b: Expression) -> Condition {
    if let (Expression::Binary(Operation::Modulo, of, m), Expression::Number(rest)) = (&a, &b)
        && let Expression::Number(m) = **m
        && let Some(m) = u32::try_from(m).ok().filter(|m| *m > 0)
        && let Some(rests) = remainders(&[*rest], m)
    {
        return Condition::Remainder((**of).clone(), m, rests);
    }
    Condition::equal(a, b)
}

/// Whether a formula speaks of a variable outside of its conditions.
fn speaks_of(e: &Expression, variable: usize) -> bool {
    match e {
        Expression::Number(_) => false,
        Expression::Variable(v) => *v == variable,
        Expression::Binary(_, a, b) => speaks_of(a, variable) || speaks_of(b, variable),
        Expression::Call(_, all) => all.iter().any(|e| speaks_of(e, variable)),
        Expression::Pick(_, index) => speaks_of(index, variable),
        Expression::Cases(cases, otherwise) => {
            cases.iter().any(|(_, e)| speaks_of(e, variable)) || speaks_of(otherwise, variable)
        }
    }
}

fn largest_variable(e: &Expression) -> Option<usize> {
    match e {
        Expression::Number(_) => None,
        Expression::Variable(v) => Some(*v),
        Expression::Binary(_, a, b) => largest_variable(a).max(largest_variable(b)),
        Expression::Call(_, all) => all.iter().filter_map(largest_variable).max(),
        Expression::Pick(_, index) => largest_variable(index),
        Expression::Cases(cases, otherwise) => {
            let each = cases
                .iter()
                .map(|(c, e)| largest_in(c).max(largest_variable(e)));
            each.max().flatten().max(largest_variable(otherwise))
        }
    }
}

fn largest_in(c: &Condition) -> Option<usize> {
    match c {
        Condition::Equal(a, b) | Condition::Unequal(a, b) | Condition::Less(a, b) => {
            largest_variable(a).max(largest_variable(b))
        }
        Condition::Occurs(_, of, _) => of.iter().filter_map(largest_variable).max(),
        Condition::Remainder(a, _, _) => largest_variable(a),
        Condition::All(all) | Condition::Any(all) => all.iter().filter_map(largest_in).max(),
    }
}

/// The condition with variables from `from` on called by numbers from `to` on.
fn renumbered(c: &Condition, from: usize, to: usize) -> Condition {
    let each = |all: &[Condition]| all.iter().map(|c| renumbered(c, from, to)).collect();
    let turn = |e: &Expression| renumbered_number(e, from, to);
    match c {
        Condition::Equal(a, b) => Condition::Equal(turn(a), turn(b)),
        Condition::Unequal(a, b) => Condition::Unequal(turn(a), turn(b)),
        Condition::Less(a, b) => Condition::Less(turn(a), turn(b)),
        Condition::Occurs(function, of, times) => {
            Condition::Occurs(*function, of.iter().map(turn).collect(), times.clone())
        }
        Condition::Remainder(a, m, rests) => Condition::Remainder(turn(a), *m, rests.clone()),
        Condition::All(all) => Condition::All(each(all)),
        Condition::Any(any) => Condition::Any(each(any)),
    }
}

fn renumbered_number(e: &Expression, from: usize, to: usize) -> Expression {
    let turn = |e: &Expression| renumbered_number(e, from, to);
    match e {
        Expression::Variable(v) if *v >= from => Expression::Variable(v - from + to),
        Expression::Number(_) | Expression::Variable(_) => e.clone(),
        Expression::Binary(op, a, b) => Expression::binary(*op, turn(a), turn(b)),
        Expression::Call(f, all) => Expression::Call(*f, all.iter().map(turn).collect()),
        Expression::Pick(list, index) => Expression::Pick(list.clone(), Box::new(turn(index))),
        Expression::Cases(cases, otherwise) => Expression::Cases(
            cases
                .iter()
                .map(|(c, e)| (renumbered(c, from, to), turn(e)))
                .collect(),
            Box::new(turn(otherwise)),
        ),
    }
}
