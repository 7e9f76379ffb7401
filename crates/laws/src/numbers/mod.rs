//! Laws of plain numbers: tables of whole numbers of any size, from anywhere.
//!
//! The finders of [`crate::find`] know tables of games: small naturals, from
//! heap 0 on. Here numbers may be negative and of any size, a sequence may
//! begin at any number, and what is looked for is what is found in tables of
//! integer sequences: [`polynomial`]s and quasi-polynomials, linear
//! [`recurrence`]s, [`beatty`] sequences, [`morphic`] words, the [`members`] of
//! all of these among the numbers; then laws that
//! begin late, and laws with few exceptions ([`patched`]), which are marked as
//! such. Of which entries are 0 nothing is said: that is a law of games.
//!
//! As everywhere, a law is guessed from the lower half of the table and must be
//! true of all of it, and be much shorter. A law of all entries wins over one
//! with exceptions.
//!
//! ```
//! use grundy_laws::find::Options;
//! use grundy_laws::numbers::{Numbers, find};
//! use grundy_laws::print::Style;
//! // Sums 1 + 2 + … + n, from n = 1 on.
//! let list: Vec<String> = (1..40).map(|n| (n * (n + 1) / 2).to_string()).collect();
//! let table = Numbers::read(&list.join("\n"), 1).unwrap();
//! let found = find(&table, &Options::default()).unwrap();
//! let law = found.laws[0].written(Style::Text, &table.names).to_string();
//! assert_eq!(law, "g(n) = n·(n+1)/2");
//! ```
//!
//! Limits: those of each kind of law; tables of three and more coordinates
//! have the laws of [`crate::find`] only.

pub mod beatty;
pub mod members;
pub mod morphic;
pub mod patched;
pub mod polynomial;
pub mod recurrence;

pub use dashu_int::IBig as Integer;
use dashu_int::ops::Abs;
use grundy::budget::{Budget, Meter};
use grundy::catalogue::Words;
use grundy::error::Error;
use grundy::platform::Moment;
use grundy::text::Text;

use crate::expression::Expression;
use crate::find::{self, Finder, Found, Options};
use crate::law::{Law, Statement, Status};
use crate::print::Style;
use crate::rules::NOTHING;
use crate::sample::{self, Content, Sample};
use crate::study::{self, Finding, Study};
use beatty::Beatty;
use members::Members;
use morphic::Morphic;
use patched::{FEW, Patched};
use recurrence::Recurrence;

/// A table of whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The length of each side, counted from 0.
    pub size: Vec<u64>,
    /// The entries, `None` where there is none.
    pub cells: Vec<Option<Integer>>,
    /// The names of the coordinates.
    pub names: Vec<String>,
}

impl Numbers {
    /// A sequence whose first member has the number `first`.
    pub fn sequence(first: usize, values: &[Integer]) -> Numbers {
        let mut cells = vec![None; first];
        cells.extend(values.iter().cloned().map(Some));
        Numbers {
            size: vec![cells.len() as u64],
            cells,
            names: sample::names(1),
        }
    }

    /// Reads what [`Sample::read`] reads, with numbers of any size and sign. A
    /// list, or a matrix, begins at `first`; coordinates are what they are.
    pub fn read(text: &str, first: u64) -> Result<Numbers, Error> {
        sample::read_numbers(text, first)
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// All entries with their places.
    pub fn places(&self) -> impl Iterator<Item = (Vec<u64>, &Integer)> {
        let size = &self.size;
        let place = move |(at, cell)| {
            let entry = Option::as_ref(cell)?;
            Some((grundy::solve::dense::point(at as u64, size), entry))
        };
        self.cells.iter().enumerate().filter_map(place)
    }

    /// The table as finders of games see it; entries that are no small
    /// naturals are left out.
    pub fn sample(&self) -> Sample {
        let label = |n: &Integer| u32::try_from(n).ok().filter(|n| *n < NOTHING - 1);
        let cell = |cell: &Option<Integer>| cell.as_ref().and_then(label).unwrap_or(NOTHING);
        Sample {
            size: self.size.clone(),
            cells: self.cells.iter().map(cell).collect(),
            outcomes: false,
            names: self.names.clone(),
        }
    }

    /// The longest run of entries of a sequence, and where it begins.
    fn run(&self) -> Option<(usize, Vec<Integer>)> {
        if self.size.len() != 1 {
            return None;
        }
        let (mut best, mut start) = (0..0, 0);
        for at in 0..=self.cells.len() {
            if self.cells.get(at).is_none_or(Option::is_none) {
                if at - start > best.len() {
                    best = start..at;
                }
                start = at + 1;
            }
        }
        let first = best.start;
        let values = self.cells[best].iter().flatten().cloned().collect();
        Some((first, values))
    }

    /// The part with all coordinates below these, which the table has.
    fn corner(&self, size: &[u64]) -> Numbers {
        let count: u64 = size.iter().product();
        let cell = |at: u64| {
            let point = grundy::solve::dense::point(at, size);
            let index = point
                .iter()
                .zip(&self.size)
                .fold(0, |at, (x, side)| at * side + x);
            self.cells.get(index as usize).cloned().flatten()
        };
        Numbers {
            size: size.to_vec(),
            cells: (0..count).map(cell).collect(),
            names: self.names.clone(),
        }
    }

    /// How much there is to explain: digits, at least one for each entry.
    fn weight(&self) -> usize {
        self.cells.iter().flatten().map(digits).sum()
    }
}

/// What is said of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum NumberLaw {
    /// A polynomial, or one for each residue.
    Polynomial(polynomial::Sequence),
    /// A linear recurrence.
    Recurrence(Recurrence),
    /// A Beatty sequence, or its steps.
    Beatty(Beatty),
    /// A fixed point of a substitution.
    Morphic(Morphic),
    /// The members of a sequence.
    Members(Members),
    /// A law with exceptions.
    Patched(Patched),
}

impl NumberLaw {
    /// The value at a point, if it is known.
    pub fn value(&self, at: &[u64]) -> Option<Integer> {
        match (self, at) {
            (NumberLaw::Polynomial(p), at) => p.value(at),
            (NumberLaw::Patched(p), at) => p.value(at),
            (NumberLaw::Recurrence(r), [n]) => r.value(*n),
            (NumberLaw::Beatty(b), [n]) => Some(b.value(*n)),
            (NumberLaw::Morphic(m), [n]) => m.value(*n),
            (NumberLaw::Members(m), [n]) => m.value(*n),
            _ => None,
        }
    }

    /// The law as a formula that can be reasoned about, where it is one: a polynomial, also one for
    /// each residue, or a formula with exceptions. Where a quotient is no whole number the
    /// formula rounds down, and the law has no value.
    ///
    /// ```
    /// use grundy_laws::law::Statement;
    /// use grundy_laws::read::{Sentence, read};
    /// let said = read("g(n) = n/2 if n mod 2 = 0; (n+1)/2 otherwise", &["n".to_string()]).unwrap();
    /// let Sentence::Law(law) = said.sentence else { panic!() };
    /// let Statement::Numbers(law) = law.statement else { panic!() };
    /// assert_eq!(law.expression().unwrap().value(&[7]), Some(4));
    /// ```
    pub fn expression(&self) -> Option<Expression> {
        match self {
            NumberLaw::Polynomial(polynomial::Sequence::One(law)) => law.expression(),
            NumberLaw::Polynomial(polynomial::Sequence::Many(law)) => law.expression(),
            NumberLaw::Patched(law) => law.expression(),
            _ => None,
        }
    }

    /// How long the description is.
    pub fn symbols(&self) -> usize {
        match self {
            NumberLaw::Polynomial(p) => p.symbols(),
            NumberLaw::Recurrence(r) => r.symbols(),
            NumberLaw::Beatty(b) => b.symbols(),
            NumberLaw::Morphic(m) => m.symbols(),
            NumberLaw::Members(m) => m.symbols(),
            NumberLaw::Patched(p) => p.symbols(),
        }
    }

    /// The law in a style, with names that are possible in it.
    pub fn written(&self, style: Style, names: &[String]) -> Text {
        let same = |text: String| Text::new(text.clone(), text);
        match self {
            NumberLaw::Polynomial(p) => {
                let formula = p.formula(style, names);
                let point = names.join(", ");
                match style {
                    Style::Text => Text::new(
                        format!("g({point}) = {formula}"),
                        format!("g({point}) = {}", crate::print::in_chinese(&formula)),
                    ),
                    Style::Latex => {
                        let text = format!("g({point}) = {formula}");
                        let zh = crate::print::paper_in_chinese(&text);
                        Text::new(text, zh)
                    }
                    Style::Python => same(format!("def g({point}): return {formula}")),
                    Style::Cpp if !fits_cpp(p) => same(too_large(&point)),
                    Style::Cpp => {
                        let before = floor_of(&formula, style);
                        let body = format!("    return {formula};");
                        same(format!("{before}{}", function(names, &body)))
                    }
                }
            }
            NumberLaw::Recurrence(r) => r.written(style, names),
            NumberLaw::Beatty(b) => b.written(style, names),
            NumberLaw::Morphic(m) => m.written(style, names),
            NumberLaw::Members(m) => m.written(style, names),
            NumberLaw::Patched(p) => p.written(style, names),
        }
    }

    /// The first values by a walk through all of them, for laws of which one
    /// value costs as much.
    fn walked(&self, count: usize) -> Option<(u64, Vec<Integer>)> {
        match self {
            NumberLaw::Recurrence(r) => Some((r.first, r.prefix(count))),
            NumberLaw::Morphic(m) => Some((m.first, m.prefix(count))),
            _ => None,
        }
    }
}

/// Whether all coefficients can be written in C++.
fn fits_cpp(law: &polynomial::Sequence) -> bool {
    let small = |p: &polynomial::Polynomial| {
        let mut all = p.terms.iter().map(|t| &t.1).chain([&p.denominator]);
        all.all(|c| i64::try_from(c).is_ok())
    };
    match law {
        polynomial::Sequence::One(p) => small(p),
        polynomial::Sequence::Many(q) => q.classes.iter().all(small),
    }
}

/// The number of decimal digits.
fn digits(n: &Integer) -> usize {
    match i64::try_from(n) {
        Ok(n) => 1 + n.unsigned_abs().checked_ilog10().unwrap_or(0) as usize,
        Err(_) => n.clone().abs().to_string().len(),
    }
}

/// A sum of products, the signs between them; a factor of 1 is left out.
fn signed_sum(terms: &[(Integer, String)], sign: &str) -> String {
    let mut text = String::new();
    for (factor, product) in terms.iter().filter(|t| t.0 != Integer::ZERO) {
        let negative = *factor < Integer::ZERO;
        text.push_str(match (negative, text.is_empty()) {
            (true, _) => "-",
            (false, true) => "",
            (false, false) => "+",
        });
        let size = factor.clone().abs();
        match (product.as_str(), size == Integer::ONE) {
            ("", _) => text.push_str(&size.to_string()),
            (product, true) => text.push_str(product),
            (product, false) => text.push_str(&format!("{size}{sign}{product}")),
        }
    }
    if text.is_empty() {
        text.push('0');
    }
    text
}

/// A power as it is written.
fn power(base: &str, exponent: u32, style: Style) -> String {
    match (exponent, style) {
        (1, _) => base.to_string(),
        (e, Style::Latex) => format!("{base}^{{{e}}}"),
        (e, Style::Text) => format!("{base}^{e}"),
        (e, _) => format!("{base}**{e}"),
    }
}

/// A product as it is written.
fn joined(parts: &[String], style: Style) -> String {
    parts.join(match style {
        Style::Latex => " ",
        Style::Text => "·",
        _ => "*",
    })
}

/// A function in C++.
fn function(names: &[String], body: &str) -> String {
    let arguments: Vec<String> = names.iter().map(|n| format!("long long {n}")).collect();
    format!("long long g({}) {{\n{body}\n}}", arguments.join(", "))
}

/// What stands in the place of a program whose numbers C++ does not have.
fn too_large(name: &str) -> String {
    format!("// g({name}) needs numbers of more than 63 bits: write it in Python.")
}

/// Rounding down in C++, if a program needs it.
fn floor_of(program: &str, style: Style) -> &'static str {
    match style == Style::Cpp && program.contains("floor_of(") {
        true => {
            "long long floor_of(__int128 a, __int128 b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }\n"
        }
        false => "",
    }
}

/// A list as an initialiser.
fn braced(list: &str) -> String {
    list.replace('[', "{").replace(']', "}")
}

const POLYNOMIAL: Words = ("polynomial", "多项式");
const RECURRENCE: Words = ("linear recurrence", "线性递推");
const BEATTY: Words = ("Beatty sequence", "贝蒂序列");
const EXCEPTIONS: Words = ("exceptions", "例外");
const MORPHIC: Words = ("substitution", "代换");

/// What may be the law of a sequence whose first member has the number
/// `first`, guessed from its lower part; slopes of Beatty sequences from all.
fn guesses(first: u64, lower: &[Integer], all: &[Integer]) -> Vec<(Words, Statement)> {
    let mut found = Vec::new();
    let mut add = |words: Words, law: NumberLaw| found.push((words, plain(law)));
    let polynomial = polynomial::sequence(first, lower);
    let is_one = matches!(&polynomial, Some(polynomial::Sequence::One(p)) if !p.floor);
    if let Some(law) = polynomial {
        add(POLYNOMIAL, NumberLaw::Polynomial(law));
    }
    // What is one polynomial has no shorter recurrence, and so on. One that is
    // rounded may fit the lower half by accident.
    if is_one {
        return found;
    }
    if let Some(law) = Recurrence::guess(first, lower) {
        add(RECURRENCE, NumberLaw::Recurrence(law));
    }
    if let Some(law) = beatty::guess(first, all) {
        add(BEATTY, law);
    }
    if let Some(law) = Morphic::guess(first, lower) {
        add(MORPHIC, NumberLaw::Morphic(law));
    }
    found
}

/// Periods, with or without a saltus, are written as people write them.
fn plain(law: NumberLaw) -> Statement {
    if let NumberLaw::Polynomial(polynomial::Sequence::Many(quasi)) = &law {
        let period = quasi.classes.len();
        let value = |n: usize| i64::try_from(&quasi.value(n as u64)?).ok();
        let list: Option<Vec<i64>> = (0..period).map(value).collect();
        let next: Option<Vec<i64>> = (period..2 * period).map(value).collect();
        if let (Some(list), Some(next)) = (list, next)
            && quasi.classes.iter().all(|p| p.degree() <= 1)
        {
            let saltus = next[0].saturating_sub(list[0]);
            let same = |(a, b): (&i64, &i64)| b.checked_sub(*a) == Some(saltus);
            if list.iter().zip(&next).all(same) {
                return Statement::Value(find::periodic::body(period, saltus, &|at| list[at]));
            }
        }
    }
    Statement::Numbers(law)
}

/// The entries of which a statement is not true; `None` if there are more than
/// so many.
fn exceptions(
    statement: &Statement,
    numbers: &Numbers,
    most: usize,
) -> Option<Vec<(Vec<u64>, Integer)>> {
    let law = Law {
        statement: statement.clone(),
        finder: ("", ""),
        symbols: 0,
        explains: 0,
    };
    let walked = match statement {
        Statement::Numbers(law) => law.walked(numbers.cells.len()),
        _ => None,
    };
    let value = |at: &[u64]| match &walked {
        Some((first, values)) => {
            let index = at.first()?.checked_sub(*first)?;
            values.get(usize::try_from(index).ok()?).cloned()
        }
        None => law.number(at),
    };
    let mut found = Vec::new();
    for (at, entry) in numbers.places() {
        if value(&at).as_ref() != Some(entry) {
            if found.len() == most {
                return None;
            }
            found.push((at, entry.clone()));
        }
    }
    Some(found)
}

/// A law of the table, if the statement is one.
fn law_of(statement: Statement, finder: Words, numbers: &Numbers) -> Option<Law> {
    let law = Law {
        symbols: find::symbols(&statement),
        statement,
        finder,
        explains: numbers.entries(),
    };
    let short = law.symbols * 4 < numbers.weight();
    (short && exceptions(&law.statement, numbers, 0).is_some()).then_some(law)
}

/// Finders see at most this many members.
const MOST_SEEN: usize = 1 << 13;

/// The lower half of what there is.
fn half(values: &[Integer]) -> &[Integer] {
    &values[..(values.len() / 2).min(MOST_SEEN)]
}

/// Laws of a sequence that are true of all of it, or of all but its first few
/// members.
fn sequence_laws(
    first: usize,
    values: &[Integer],
    numbers: &Numbers,
    meter: &mut Meter,
) -> Result<Vec<Law>, Error> {
    let mut found = Vec::new();
    for skipped in 0..=FEW.min(values.len()) {
        meter.poll()?;
        let (start, rest) = ((first + skipped) as u64, &values[skipped..]);
        for (words, statement) in guesses(start, half(rest), rest) {
            let statement = match skipped {
                0 => statement,
                // A recurrence that begins late has its first members in it.
                _ if matches!(statement, Statement::Numbers(NumberLaw::Recurrence(_))) => continue,
                _ => patched_from(statement, start, numbers),
            };
            found.extend(law_of(statement, words, numbers));
        }
        // A recurrence that begins late may be a shorter law that does so.
        if found.iter().any(|law| !begins_late(law)) {
            break;
        }
    }
    Ok(found)
}

fn begins_late(law: &Law) -> bool {
    match &law.statement {
        Statement::Numbers(NumberLaw::Recurrence(r)) => r.seed.len() > r.factors.len(),
        _ => false,
    }
}

/// A statement that is right from `from` on, with all that comes before.
fn patched_from(statement: Statement, from: u64, numbers: &Numbers) -> Statement {
    let before = numbers.places().take_while(|(at, _)| at[0] < from);
    let exceptions: Vec<(Vec<u64>, Integer)> = before.map(|(at, v)| (at, v.clone())).collect();
    Statement::Numbers(NumberLaw::Patched(Patched {
        law: Box::new(statement),
        from: Some(from),
        exceptions,
        entries: numbers.entries(),
    }))
}

/// A law that begins late, at the middle of the table at the latest.
fn tail_law(
    first: usize,
    values: &[Integer],
    numbers: &Numbers,
    meter: &mut Meter,
) -> Result<Option<Law>, Error> {
    for sixteenths in 1..=8 {
        meter.poll()?;
        let start = values.len() * sixteenths / 16;
        let tail = &values[start..];
        for (words, statement) in guesses((first + start) as u64, half(tail), tail) {
            // From where on it is right: as early as possible.
            let law = Law {
                statement,
                finder: words,
                symbols: 0,
                explains: 0,
            };
            if begins_late(&law) {
                continue;
            }
            // A recurrence cannot be followed backwards.
            let wrong =
                |at: &usize| law.number(&[(first + at) as u64]).as_ref() != Some(&values[*at]);
            let from = (0..start).rev().find(wrong).map_or(0, |at| at + 1);
            let Law { statement, .. } = law;
            let statement = patched_from(statement, (first + from) as u64, numbers);
            let explained: usize = values[from..].iter().map(digits).sum();
            if find::symbols(&statement) * 4 < explained
                && let Some(mut law) = law_of(statement, words, numbers)
            {
                law.explains = values.len() - from;
                return Ok(Some(law));
            }
        }
    }
    Ok(None)
}

/// How many exceptions a law may have: one of a hundred entries.
fn allowed(entries: usize) -> usize {
    const FEWEST: usize = 48;
    match entries < FEWEST {
        true => 0,
        false => (entries / 100).max(1),
    }
}

/// The law with the fewest exceptions, if they are very few. Since any entry
/// may be one, laws are guessed from windows of several lengths.
fn noisy_law(numbers: &Numbers, meter: &mut Meter) -> Result<Option<Law>, Error> {
    const SHORTEST: usize = 16;
    let most = allowed(numbers.entries());
    if most == 0 {
        return Ok(None);
    }
    let mut best: Option<Law> = None;
    let mut consider = |statement: Statement, words: Words| {
        let Some(exceptions) = exceptions(&statement, numbers, most) else {
            return;
        };
        let entries = numbers.entries();
        let count = exceptions.len();
        // What is true of all entries and was not found is too long.
        if count == 0 {
            return;
        }
        // Exceptions at the beginning only: the law begins late.
        let last = exceptions.last().filter(|e| e.0.len() == 1);
        let last = last.map(|e| e.0[0]).filter(|last| *last <= 2 * most as u64);
        let statement = match last {
            Some(last) => patched_from(statement, last + 1, numbers),
            None => Statement::Numbers(NumberLaw::Patched(Patched {
                law: Box::new(statement),
                from: None,
                exceptions,
                entries,
            })),
        };
        let symbols = find::symbols(&statement);
        let cost = reading(&statement);
        let better = { best.as_ref() }.is_none_or(|b| cost < reading(&b.statement));
        if symbols * 4 < numbers.weight() && better {
            let law = Law {
                statement,
                finder: words,
                symbols,
                explains: entries - count,
            };
            best = Some(law);
        }
    };
    if let Some((first, values)) = numbers.run() {
        for part in [2, 4, 8, 16] {
            let length = (values.len() / part).min(MOST_SEEN);
            if length < SHORTEST {
                break;
            }
            for window in 0..part {
                meter.poll()?;
                let begin = window * length;
                let seen = &values[begin..begin + length];
                for (words, statement) in guesses((first + begin) as u64, seen, seen) {
                    consider(statement, words);
                }
            }
        }
    }
    // Formulas of the finders for games, from corners of several sizes.
    let sample = numbers.sample();
    let budget = meter.budget().clone();
    for part in [2, 4, 8, 16] {
        meter.poll()?;
        let size: Vec<u64> = match &sample.size[..] {
            [length] => vec![length / part],
            sides => {
                // A corner with so small a part of the cells.
                let root = (1..)
                    .find(|r: &u64| r.pow(sides.len() as u32) >= part)
                    .unwrap_or(1);
                sides.iter().map(|side| side / root).collect()
            }
        };
        let corner = sample.corner(&size);
        if corner.positions() < SHORTEST {
            break;
        }
        for finder in find::plain() {
            let statements = finder.guess(&corner, &budget).unwrap_or_default();
            for statement in statements {
                if !find::only_lost(&statement) {
                    consider(statement, finder.name());
                }
            }
        }
        if let Some(law) = table_polynomial(&numbers.corner(&size)) {
            consider(law, POLYNOMIAL);
        }
    }
    Ok(best)
}

/// The polynomial of a table with two coordinates that is full from some row
/// and column on.
fn table_polynomial(numbers: &Numbers) -> Option<Statement> {
    let [height, width] = numbers.size[..] else {
        return None;
    };
    let cell = |x: u64, y: u64| numbers.cells[(x * width + y) as usize].clone();
    let top = (0..height).find(|&x| (0..width).any(|y| cell(x, y).is_some()))?;
    let left = (0..width).find(|&y| (0..height).any(|x| cell(x, y).is_some()))?;
    let row = |x| {
        (left..width)
            .map(|y| cell(x, y))
            .collect::<Option<Vec<_>>>()
    };
    let rows = (top..height).map(row).collect::<Option<Vec<_>>>()?;
    let law = polynomial::table([top, left], &rows)?;
    Some(Statement::Numbers(NumberLaw::Polynomial(
        polynomial::Sequence::One(law),
    )))
}

/// Looks for laws of a table of numbers.
pub fn find(numbers: &Numbers, options: &Options) -> Result<Found, Error> {
    let mut found = Found {
        laws: Vec::new(),
        stopped: Vec::new(),
    };
    if numbers.entries() < find::FEWEST {
        return Ok(found);
    }
    let start = Moment::now();
    let left = || Options {
        time: options.time.saturating_sub(start.elapsed()),
        first: options.first,
    };
    let sample = numbers.sample();
    let small = sample.positions() == numbers.entries();
    let run = numbers.run();
    let mut meter = Budget::current().within(options.time).meter("values");
    if let Some((first, values)) = &run {
        match sequence_laws(*first, values, numbers, &mut meter) {
            Ok(laws) => found.laws.extend(laws),
            Err(error) => found.stopped.push((POLYNOMIAL, error)),
        }
    } else if let Some(law) = table_polynomial(&numbers.corner(&find::lower(&sample).size)) {
        found.laws.extend(law_of(law, POLYNOMIAL, numbers));
    }
    let seen_by = |finders: &[&dyn Finder], sample: &Sample, found: &mut Found| {
        let options = left();
        let more = find::values_by(finders, sample, &options)?;
        let laws = more.laws.into_iter();
        found
            .laws
            .extend(laws.filter_map(|law| law_of(law.statement, law.finder, numbers)));
        found.stopped.extend(more.stopped);
        Ok::<(), Error>(())
    };
    if small {
        seen_by(&find::plain(), &sample, &mut found)?;
    }
    if let Some((words, members)) = Members::guess(numbers) {
        let law = Statement::Numbers(NumberLaw::Members(members));
        found.laws.extend(law_of(law, words, numbers));
    }
    let best = found.laws.iter().map(|law| reading(&law.statement)).min();
    if let (Some((first, values)), Some(LONG..)) = (&run, best) {
        match tail_law(*first, values, numbers, &mut meter) {
            Ok(tail) => found.laws.extend(tail),
            Err(error) => found.stopped.push((EXCEPTIONS, error)),
        }
    }
    if found.laws.is_empty() {
        let other = match other_law(&run, numbers, &mut meter) {
            Ok(other) => other,
            Err(error) => {
                found.stopped.push((EXCEPTIONS, error));
                None
            }
        };
        // A law of all entries wins, even if it is an automaton.
        if small {
            seen_by(&find::last_resorts(), &sample, &mut found)?;
            // What begins at 1 may be a law from 0 on with an entry that is
            // not in the table.
            let missing = sample.cells.iter().take_while(|c| **c == NOTHING).count();
            let few = sample.size.len() == 1 && (1..=FEW).contains(&missing);
            for fill in [0, 1].into_iter().filter(|_| few) {
                if found.laws.is_empty() {
                    let mut filled = sample.clone();
                    filled.cells[..missing].fill(fill);
                    seen_by(&find::ALL, &filled, &mut found)?;
                }
            }
        }
        if found.laws.is_empty() {
            found.laws.extend(other);
        }
    }
    rank(&mut found.laws);
    Ok(found)
}

/// Laws of the values of one heap as plain numbers, for a study in which the finders for games
/// found nothing: of all values, or of all from some heap on. None with exceptions further out: a
/// game has no noise.
pub(crate) fn of_values(sample: &Sample, budget: &Budget) -> Result<Vec<Law>, Error> {
    if sample.outcomes || sample.size.len() != 1 {
        return Ok(Vec::new());
    }
    let cell = |label: &u32| (*label != NOTHING).then(|| Integer::from(*label));
    let numbers = Numbers {
        size: sample.size.clone(),
        cells: sample.cells.iter().map(cell).collect(),
        names: sample.names.clone(),
    };
    let Some((first, values)) = numbers.run().filter(|run| run.1.len() >= find::FEWEST) else {
        return Ok(Vec::new());
    };
    // What is said must be true of all positions.
    if values.len() < numbers.entries() {
        return Ok(Vec::new());
    }
    let mut meter = budget.meter("values");
    let mut laws = sequence_laws(first, &values, &numbers, &mut meter)?;
    if laws.is_empty() {
        laws.extend(tail_law(first, &values, &numbers, &mut meter)?);
    }
    rank(&mut laws);
    Ok(laws)
}

/// A law with few exceptions, or one that begins late.
fn other_law(
    run: &Option<(usize, Vec<Integer>)>,
    numbers: &Numbers,
    meter: &mut Meter,
) -> Result<Option<Law>, Error> {
    // Few exceptions are less than all that comes before the law begins.
    if let Some(law) = noisy_law(numbers, meter)? {
        return Ok(Some(law));
    }
    match run {
        Some((first, values)) => tail_law(*first, values, numbers, meter),
        None => Ok(None),
    }
}

/// What is longer than this may be a list of what comes before a short law.
const LONG: usize = 24;

/// How hard a law is to read: to follow a recurrence is twice the work of
/// reading a formula as long.
fn reading(statement: &Statement) -> usize {
    match statement {
        Statement::Numbers(NumberLaw::Recurrence(law)) if law.closed.is_none() => 2 * law.symbols(),
        Statement::Numbers(NumberLaw::Patched(law)) => {
            reading(&law.law) + law.symbols() - find::symbols(&law.law)
        }
        statement => find::symbols(statement),
    }
}

/// The best law: all others say the same of the table in more words.
fn rank(laws: &mut Vec<Law>) {
    laws.sort_by_key(|law| (find::is_machine(&law.statement), reading(&law.statement)));
    laws.truncate(1);
}

/// Laws of a table from a file: P and N as in games, numbers by [`find()`]. A
/// list begins at `first`.
pub fn study(text: &str, first: u64, options: &study::Options) -> Result<Study, Error> {
    // What is read is paid for too.
    let _scope = options.budget.scope();
    let numbers = match sample::content(text, first)? {
        Content::Outcomes(sample) => return study::study_table(sample, false, options),
        Content::Numbers(numbers) => numbers,
    };
    let found = find(
        &numbers,
        &Options {
            time: options.time,
            first: false,
        },
    )?;
    let status = Status::Observed {
        to: numbers.size.clone(),
    };
    let finding = |law| Finding::seen(law, status.clone());
    Ok(Study {
        sample: numbers.sample(),
        findings: found
            .laws
            .into_iter()
            .take(study::MOST_SHOWN)
            .map(finding)
            .collect(),
        notes: found
            .stopped
            .iter()
            .map(|(_, error)| error.text())
            .collect(),
        refuted: Vec::new(),
    })
}
