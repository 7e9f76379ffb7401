//! Laws of plain numbers, read as they are printed: recurrences with their first members, Beatty
//! sequences, words that a substitution leaves alone, the members of a sequence, laws with
//! exceptions, and k-regular sequences. Polynomials and powers are read by [`super::powers`].
//!
//! What is written otherwise than laws are printed is read too where it is clear; where it is not,
//! the column says what was expected.

use grundy::text::{Lang, Text};

use super::powers;
use super::{Fault, Parsed, read_law};
use crate::find::regular::Regular;
use crate::find::slope::Root;
use crate::law::Statement;
use crate::numbers::beatty::{Beatty, Slope};
use crate::numbers::members::Members;
use crate::numbers::morphic::Morphic;
use crate::numbers::patched::{FEW, Patched};
use crate::numbers::recurrence::{MOST_ORDER, Recurrence};
use crate::numbers::{Integer, NumberLaw};
use crate::print::Style;

/// A place in a text that is read sign by sign.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'s> {
    pub(super) source: &'s str,
    /// Where the next sign is, in bytes.
    pub(super) at: usize,
}

/// Signs and their Chinese forms.
const WIDE: [(&str, &[&str]); 9] = [
    (",", &["，", "、"]),
    (";", &["；"]),
    (":", &["："]),
    ("(", &["（"]),
    (")", &["）"]),
    ("·", &["*", "×", "⋅"]),
    (">=", &["≥"]),
    ("->", &["→"]),
    ("in", &["∈"]),
];

impl<'s> Cursor<'s> {
    pub(super) fn new(source: &'s str) -> Cursor<'s> {
        Cursor { source, at: 0 }
    }

    /// What is left, without spaces before it.
    pub(super) fn rest(&self) -> &'s str {
        self.source[self.at..].trim_start()
    }

    /// The column of the next sign, counted in characters from 1.
    pub(super) fn column(&self) -> usize {
        let begin = self.source.len() - self.rest().len();
        self.source[..begin].chars().count() + 1
    }

    /// Takes a sign or a word, in any of its forms. A word ends where no letter follows.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let rest = self.rest();
        let wide = WIDE.iter().find(|(plain, _)| *plain == sign);
        let forms = wide.map_or(&[][..], |(_, forms)| forms);
        for form in std::iter::once(&sign).chain(forms) {
            let Some(left) = rest.strip_prefix(form) else {
                continue;
            };
            let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let inside =
                form.chars().last().is_some_and(letter) && left.chars().next().is_some_and(letter);
            if !inside {
                self.at = self.source.len() - left.len();
                return true;
            }
        }
        false
    }

    /// Takes all of these, or none.
    pub(super) fn take_all(&mut self, signs: &[&str]) -> bool {
        let mut ahead = *self;
        let all = signs.iter().all(|sign| ahead.take(sign));
        if all {
            *self = ahead;
        }
        all
    }

    pub(super) fn is_end(&self) -> bool {
        matches!(self.rest(), "" | "." | "。")
    }

    /// Digits that stand here, as a number of any size.
    pub(super) fn natural(&mut self) -> Option<Integer> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..length].parse().ok()?;
        self.at = self.source.len() - rest.len() + length;
        Some(number)
    }

    /// A number of any size with its sign.
    pub(super) fn integer(&mut self) -> Option<Integer> {
        let mut ahead = *self;
        let negative = ahead.take("-") || ahead.take("−");
        let number = ahead.natural()?;
        *self = ahead;
        Some(if negative { -number } else { number })
    }

    /// A number that is counted with.
    pub(super) fn count(&mut self) -> Option<u64> {
        let mut ahead = *self;
        let number = u64::try_from(&ahead.natural()?).ok()?;
        *self = ahead;
        Some(number)
    }

    /// What was expected here and is not.
    pub(super) fn expected(&self, en: &str, zh: &str) -> Fault {
        const SHOWN: usize = 24;
        let found: String = self.rest().chars().take(SHOWN).collect();
        let (found, found_zh) = match found.is_empty() {
            true => ("the end".to_string(), "结尾".to_string()),
            false => (format!("`{found}`"), format!("`{found}`")),
        };
        Fault {
            column: self.column(),
            because: Text::new(
                format!("expected {en}, found {found}"),
                format!("应为{zh}，而此处为{found_zh}"),
            ),
        }
    }
}

/// How a law of plain numbers is printed, without spaces: the same text is the same law.
pub(super) fn squeezed(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', '。']);
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether a statement is printed like this in one of the languages.
pub(super) fn is_printed(statement: &Statement, text: &str, names: &[String]) -> bool {
    let written = super::law(statement.clone()).written(Style::Text, names);
    let text = squeezed(text);
    [Lang::En, Lang::Zh]
        .iter()
        .any(|lang| squeezed(written.get(*lang)) == text)
}

/// How deep laws stand inside of laws: the members of a sequence with exceptions.
pub(super) const MOST_INSIDE: usize = 2;

/// The law of plain numbers that a text is; `None` if it is of another kind.
pub(super) fn read(source: &str, names: &[String], inside: usize) -> Parsed<Option<Statement>> {
    if inside < MOST_INSIDE {
        if let Some(law) = patched(source, names, inside)? {
            return Ok(Some(law));
        }
        if let Some(law) = members(source, names, inside)? {
            return Ok(Some(law));
        }
    }
    if let Some(at) = ["an automaton of ", "个状态的自动机接受"]
        .iter()
        .find_map(|word| source.find(word))
    {
        return Err(Fault {
            column: source[..at].chars().count() + 1,
            because: Text::fixed(
                "expected a formula: which automaton it is, this sentence does not say; give it as a file",
                "应为公式：此句没有说明是哪个自动机；请以文件给出",
            ),
        });
    }
    if let Some(law) = regular(source, names)? {
        return Ok(Some(law));
    }
    let mut cursor = Cursor::new(source);
    if !head(&mut cursor, names) {
        return Ok(None);
    }
    if let [name] = names {
        for read in [recurrence, word, beatty] {
            if let Some(law) = read(cursor, name)? {
                return Ok(Some(Statement::Numbers(law)));
            }
        }
    }
    let law = powers::read(cursor, names)?;
    Ok(law.map(Statement::Numbers))
}

/// `g(x, y) =`
fn head(cursor: &mut Cursor<'_>, names: &[String]) -> bool {
    let mut ahead = *cursor;
    if !ahead.take_all(&["g", "("]) {
        return false;
    }
    for (at, name) in names.iter().enumerate() {
        if (at > 0 && !ahead.take(",")) || !ahead.take(name) {
            return false;
        }
    }
    if !ahead.take_all(&[")", "="]) {
        return false;
    }
    *cursor = ahead;
    true
}

/// `2·g(n-1)+g(n-2), g(0) = 0, g(1) = 1`
fn recurrence(mut cursor: Cursor<'_>, name: &str) -> Parsed<Option<NumberLaw>> {
    let mut factors: Vec<Integer> = Vec::new();
    let mut first = true;
    loop {
        let negative = cursor.take("-");
        if !negative && !cursor.take("+") && !first {
            break;
        }
        first = false;
        let factor = match cursor.natural() {
            Some(factor) if cursor.take("·") => factor,
            Some(_) => return Ok(None),
            None => Integer::ONE,
        };
        if !cursor.take_all(&["g", "(", name, "-"]) {
            return Ok(None);
        }
        let here = cursor;
        let back = cursor.count().and_then(|back| usize::try_from(back).ok());
        let Some(back) = back.filter(|back| (1..=MOST_ORDER).contains(back)) else {
            return Err(here.expected(
                &format!("a number from 1 to {MOST_ORDER}: how far back the member is"),
                &format!("1 至 {MOST_ORDER} 的数，即向前的项数"),
            ));
        };
        if !cursor.take(")") {
            return Ok(None);
        }
        factors.resize(factors.len().max(back), Integer::ZERO);
        factors[back - 1] += if negative { -factor } else { factor };
    }
    // Without first members it is a sentence about several positions.
    if !cursor.take(",") || !cursor.rest().starts_with('g') {
        return Ok(None);
    }
    while factors.last() == Some(&Integer::ZERO) {
        factors.pop();
    }
    let order = factors.len();
    let members = listed(&mut cursor, 1)?;
    let begin = members.first().map_or(0, |(at, _)| at[0]);
    let follow = (begin..).zip(&members).all(|(n, (at, _))| at[0] == n);
    if order == 0 || members.len() < order || !follow || !cursor.is_end() {
        return Err(cursor.expected(
            &format!("the first members one after the other, at least {order}: `g({begin}) = …, g({}) = …`", begin.saturating_add(1)),
            &format!("依次给出至少 {order} 个首项：`g({begin}) = …, g({}) = …`", begin.saturating_add(1)),
        ));
    }
    let seed = members.into_iter().map(|(_, value)| value).collect();
    Ok(Some(NumberLaw::Recurrence(Recurrence {
        first: begin,
        seed,
        factors,
        closed: None,
    })))
}

/// `g(0) = 5, g(1) = 7`: entries with their places.
fn listed(cursor: &mut Cursor<'_>, dimension: usize) -> Parsed<Vec<(Vec<u64>, Integer)>> {
    let mut found = Vec::new();
    loop {
        let wrong = |cursor: &Cursor<'_>| {
            let example = vec!["0"; dimension].join(", ");
            cursor.expected(
                &format!("an entry such as `g({example}) = 5`"),
                &format!("一项，如 `g({example}) = 5`"),
            )
        };
        if !cursor.take_all(&["g", "("]) {
            return Err(wrong(cursor));
        }
        let mut at = Vec::new();
        for coordinate in 0..dimension {
            if coordinate > 0 && !cursor.take(",") {
                return Err(wrong(cursor));
            }
            at.push(cursor.count().ok_or_else(|| wrong(cursor))?);
        }
        if !cursor.take_all(&[")", "="]) {
            return Err(wrong(cursor));
        }
        let value = cursor.integer().ok_or_else(|| wrong(cursor))?;
        found.push((at, value));
        if !cursor.take(",") {
            return Ok(found);
        }
    }
}

/// `… for n >= 3; g(0) = 5, …`, `…; fits all but 1 of 100 entries: g(41) = 7`
fn patched(source: &str, names: &[String], inside: usize) -> Parsed<Option<Statement>> {
    let Some(name) = names.first() else {
        return Ok(None);
    };
    // What comes before is a law of its own.
    let law_before =
        |end: usize| -> Parsed<Statement> { read_law(source[..end].trim_end(), names, inside + 1) };
    let late = [format!(" for {name} >= "), format!("，当 {name} >= ")];
    for start in &late {
        let Some(at) = source.rfind(start.as_str()) else {
            continue;
        };
        let mut cursor = Cursor {
            source,
            at: at + start.len(),
        };
        let Some(from) = cursor.count() else {
            continue;
        };
        if !cursor.take(";") || !cursor.rest().starts_with("g(") {
            continue;
        }
        let mut ahead = cursor;
        let Ok(exceptions) = listed(&mut ahead, names.len()) else {
            continue;
        };
        if !ahead.is_end() {
            continue;
        }
        if exceptions.iter().any(|(at, _)| at[0] >= from) || exceptions.len() > FEW {
            return Err(cursor.expected(
                &format!("at most {FEW} entries before {name} = {from}"),
                &format!("{name} = {from} 之前的至多 {FEW} 项"),
            ));
        }
        return Ok(Some(Statement::Numbers(NumberLaw::Patched(Patched {
            law: Box::new(law_before(at)?),
            from: Some(from),
            exceptions,
            entries: 0,
        }))));
    }
    let english = source.rfind("; fits all but ").map(|at| {
        let cursor = Cursor {
            source,
            at: at + "; fits all but ".len(),
        };
        (at, cursor, ["of", "entries"])
    });
    let chinese = source.rfind("项中除").and_then(|middle| {
        let at = source[..middle].rfind('；')?;
        let cursor = Cursor {
            source,
            at: at + '；'.len_utf8(),
        };
        Some((at, cursor, ["项中除", "项外均符合"]))
    });
    let Some((at, mut cursor, [between, behind])) = english.or(chinese) else {
        return Ok(None);
    };
    let shape = |cursor: &Cursor<'_>| {
        cursor.expected(
            "`fits all but 1 of 100 entries: g(41) = 7`",
            " `100 项中除 1 项外均符合：g(41) = 7`",
        )
    };
    let first = cursor.count().ok_or_else(|| shape(&cursor))?;
    if !cursor.take(between) {
        return Err(shape(&cursor));
    }
    let second = cursor.count().ok_or_else(|| shape(&cursor))?;
    if !cursor.take(behind) || !cursor.take(":") {
        return Err(shape(&cursor));
    }
    let (count, entries) = match between {
        "of" => (first, second),
        _ => (second, first),
    };
    let exceptions = listed(&mut cursor, names.len())?;
    let entries = usize::try_from(entries).unwrap_or(usize::MAX);
    if exceptions.len() as u64 != count || entries < exceptions.len() || !cursor.is_end() {
        return Err(cursor.expected(
            &format!("{count} entries that are exceptions, and then the end"),
            &format!("{count} 个例外项，然后结束"),
        ));
    }
    Ok(Some(Statement::Numbers(NumberLaw::Patched(Patched {
        law: Box::new(law_before(at)?),
        from: None,
        exceptions,
        entries,
    }))))
}

/// `g(n) = 1 if n is one of h(0), h(1), …; 0 otherwise; h(i) = i^2`
fn members(source: &str, names: &[String], inside: usize) -> Parsed<Option<Statement>> {
    let [name] = names else {
        return Ok(None);
    };
    let mut cursor = Cursor::new(source);
    if !head(&mut cursor, names) {
        return Ok(None);
    }
    let Some(within) = cursor.integer() else {
        return Ok(None);
    };
    let chinese = cursor.take_all(&[",", "当", name, "为", "h", "("]);
    if !chinese && !cursor.take_all(&["if", name, "is", "one", "of", "h", "("]) {
        return Ok(None);
    }
    let shape = |cursor: &Cursor<'_>| {
        cursor.expected(
            "`h(0), h(1), …; 0 otherwise; h(i) = …`, from member 0 or 1 on",
            " `h(0), h(1), … 之一；0，其余；h(i) = …`，从第 0 或第 1 项起",
        )
    };
    let first = cursor.count().filter(|first| *first < 2);
    let first = first.ok_or_else(|| shape(&cursor))?;
    let second = (first + 1).to_string();
    let list = cursor.take_all(&[")", ",", "h", "(", &second, ")", ",", "…"]);
    if !list || (chinese && !cursor.take("之一")) || !cursor.take(";") {
        return Err(shape(&cursor));
    }
    let outside = cursor.integer().ok_or_else(|| shape(&cursor))?;
    let otherwise = match chinese {
        true => cursor.take_all(&[",", "其余", ";"]),
        false => cursor.take_all(&["otherwise", ";"]),
    };
    if !otherwise || !cursor.rest().starts_with("h(") {
        return Err(shape(&cursor));
    }
    // The members are told by a law of their own, which counts with i.
    let before = cursor.column() - 1;
    let rule = cursor.rest().replace("h(", "g(");
    let law = read_law(&rule, &["i".to_string()], inside + 1).map_err(|fault| Fault {
        column: fault.column + before,
        ..fault
    })?;
    let told = super::law(law.clone());
    // It rises, or looking for members would not end.
    const LOOKED_AT: u64 = 64;
    let rises = |i: u64| {
        let (this, next) = (told.number(&[i]), told.number(&[i + 1]));
        this.is_some() && next.is_some() && this < next
    };
    if !(first..first + LOOKED_AT).all(rises) {
        return Err(cursor.expected("a sequence of members that rises", "递增的成员序列"));
    }
    Ok(Some(Statement::Numbers(NumberLaw::Members(Members {
        law: Box::new(law),
        first,
        inside: within,
        outside,
    }))))
}

/// `letter n of the fixed point of 0 → 01, 1 → 0`
fn word(mut cursor: Cursor<'_>, name: &str) -> Parsed<Option<NumberLaw>> {
    let number = |cursor: &mut Cursor<'_>| -> Option<u64> {
        match cursor.take(name) {
            false => None,
            true if cursor.take("-") => cursor.count(),
            true => Some(0),
        }
    };
    let shape = |cursor: &Cursor<'_>| {
        cursor.expected(
            "a substitution such as `0 → 01, 1 → 0`, the first letter of which begins its own image",
            "代换，如 `0 → 01, 1 → 0`，首字母是其像的开头",
        )
    };
    let mut first = None;
    if cursor.take("letter") {
        first = number(&mut cursor);
        if first.is_none() || !cursor.take_all(&["of", "the", "fixed", "point", "of"]) {
            return Err(cursor.expected(
                &format!("`letter {name} of the fixed point of 0 → 01, 1 → 0`"),
                &format!(" `0 → 01, 1 → 0 的不动点的第 {name} 个字母`"),
            ));
        }
    } else if !cursor.source.contains("不动点") {
        return Ok(None);
    }
    let mut letters: Vec<char> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    loop {
        let mut signs = cursor.rest().chars();
        let letter = signs.next().filter(char::is_ascii_alphanumeric);
        let letter = letter.ok_or_else(|| shape(&cursor))?;
        cursor.at = cursor.source.len() - signs.as_str().len();
        if !cursor.take("->") || letters.contains(&letter) {
            return Err(shape(&cursor));
        }
        let rest = cursor.rest();
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        words.push(rest[..length].to_string());
        letters.push(letter);
        cursor.at = cursor.source.len() - rest.len() + length;
        if !cursor.take(",") {
            break;
        }
    }
    if first.is_none() {
        let behind = cursor.take("的不动点的第");
        first = number(&mut cursor).filter(|_| behind);
        if first.is_none() || !cursor.take("个字母") {
            return Err(shape(&cursor));
        }
    }
    let place = |c: char| letters.iter().position(|l| *l == c);
    let image = |word: &String| word.chars().map(place).collect::<Option<Vec<usize>>>();
    let images: Option<Vec<Vec<usize>>> = words.iter().map(image).collect();
    let images = images.filter(|images| {
        images.iter().all(|image| !image.is_empty())
            && images[0].len() > 1
            && images[0].first() == Some(&0)
    });
    let images = images.ok_or_else(|| shape(&cursor))?;
    let named = cursor.take("with") || cursor.take_all(&[",", "其中"]);
    let mut values: Vec<Option<Integer>> = vec![None; letters.len()];
    if named {
        loop {
            let wrong = |cursor: &Cursor<'_>| {
                cursor.expected("the value of a letter, `a = 1`", "字母的值，如 `a = 1`")
            };
            let mut signs = cursor.rest().chars();
            let at = signs.next().and_then(place).ok_or_else(|| wrong(&cursor))?;
            cursor.at = cursor.source.len() - signs.as_str().len();
            if !cursor.take("=") {
                return Err(wrong(&cursor));
            }
            values[at] = Some(cursor.integer().ok_or_else(|| wrong(&cursor))?);
            if !cursor.take(",") {
                break;
            }
        }
    }
    if !named {
        // Digits are their own values.
        let digit = |c: &char| c.to_digit(10).map(Integer::from);
        values = letters.iter().map(digit).collect();
    }
    let values: Option<Vec<Integer>> = values.into_iter().collect();
    let Some(values) = values.filter(|_| cursor.is_end()) else {
        return Err(cursor.expected(
            "a value for every letter that is no digit, `with a = 1, b = 2`, and then the end",
            "每个非数字字母的值，如 `，其中 a = 1，b = 2`，然后结束",
        ));
    };
    Ok(Some(NumberLaw::Morphic(Morphic {
        first: first.unwrap_or(0),
        images,
        values,
    })))
}

/// Numbers of a slope are not larger than this.
const LARGEST: i64 = 1_000_000_000;

/// (a + b·√d)/c
#[derive(Clone, Copy)]
struct Surd {
    a: i64,
    b: i64,
    d: i64,
    c: i64,
}

/// `((1+√5)/2)`, `√2`, `(2-3·√2)`: a sum of a whole number and roots, perhaps divided.
fn surd(cursor: &mut Cursor<'_>, depth: usize) -> Option<Surd> {
    const DEEPEST: usize = 4;
    let mut sum: Option<Surd> = None;
    loop {
        let negative = cursor.take("-");
        if !negative && !cursor.take("+") && sum.is_some() {
            return sum;
        }
        let mut one = Surd {
            a: 1,
            b: 0,
            d: 0,
            c: 1,
        };
        loop {
            let next = if cursor.take("√") {
                let d = small(cursor)?;
                Surd {
                    a: 0,
                    b: 1,
                    d,
                    c: 1,
                }
            } else if depth < DEEPEST && cursor.take("(") {
                let inner = surd(cursor, depth + 1)?;
                cursor.take(")").then_some(inner)?
            } else {
                Surd {
                    a: small(cursor)?,
                    b: 0,
                    d: 0,
                    c: 1,
                }
            };
            one = times(one, next)?;
            if cursor.take("/") {
                one.c = one.c.checked_mul(small(cursor).filter(|c| *c > 0)?)?;
            }
            // What follows a dot may be the number itself.
            let mut ahead = *cursor;
            let dot = ahead.take("·");
            let begins = ahead
                .rest()
                .starts_with(|c: char| c == '√' || c.is_ascii_digit());
            if !dot || !begins {
                break;
            }
            *cursor = ahead;
        }
        if negative {
            (one.a, one.b) = (-one.a, -one.b);
        }
        sum = Some(match sum {
            None => one,
            Some(sum) => plus(sum, one)?,
        });
    }
}

fn small(cursor: &mut Cursor<'_>) -> Option<i64> {
    let number = i64::try_from(cursor.count()?).ok()?;
    (number <= LARGEST).then_some(number)
}

fn times(x: Surd, y: Surd) -> Option<Surd> {
    if x.b != 0 && y.b != 0 {
        return None;
    }
    let (a, d) = (x.a.checked_mul(y.a)?, x.d.max(y.d));
    let b = x.a.checked_mul(y.b)?.checked_add(x.b.checked_mul(y.a)?)?;
    let c = x.c.checked_mul(y.c)?;
    Some(Surd { a, b, d, c })
}

fn plus(x: Surd, y: Surd) -> Option<Surd> {
    if (x.b != 0 && y.b != 0 && x.d != y.d) || (x.c != 1 && y.c != 1) {
        return None;
    }
    let c = x.c.checked_mul(y.c)?;
    let over =
        |n: i64, by: i64, m: i64, other: i64| n.checked_mul(by)?.checked_add(m.checked_mul(other)?);
    Some(Surd {
        a: over(x.a, y.c, y.a, x.c)?,
        b: over(x.b, y.c, y.b, x.c)?,
        d: x.d.max(y.d),
        c,
    })
}

/// `√2/2`, `(1+√5)/2`: all of a text.
pub(super) fn slope(text: &str) -> Option<Root> {
    let mut cursor = Cursor::new(text.trim().trim_end_matches(['.', '。']));
    let Surd { a, b, d, c } = surd(&mut cursor, 0)?;
    Root::new(a, b, d, c).filter(|_| cursor.is_end())
}

/// One floor: the slope, which may have to be told behind, what is added to n and at the end.
type Floor = (Option<Surd>, i64, (i64, i64));

/// `⌊((1+√5)/2)·(n+1)+1/2⌋`
fn floor(cursor: &mut Cursor<'_>, name: &str) -> Option<Floor> {
    if !cursor.take("⌊") {
        return None;
    }
    let slope = match cursor.take("α") {
        true => None,
        false => Some(surd(cursor, 0)?),
    };
    if !cursor.take("·") {
        return None;
    }
    let signed = |cursor: &mut Cursor<'_>| {
        let negative = cursor.take("-");
        if !negative && !cursor.take("+") {
            return None;
        }
        let number = small(cursor)?;
        Some(if negative { -number } else { number })
    };
    let shift = match cursor.take("(") {
        false => cursor.take(name).then_some(0)?,
        true => {
            let named = cursor.take(name);
            let shift = signed(cursor)?;
            (named && cursor.take(")")).then_some(shift)?
        }
    };
    let mut offset = (0, 1);
    if !cursor.rest().starts_with('⌋') {
        offset.0 = signed(cursor)?;
        if cursor.take("/") {
            offset.1 = small(cursor).filter(|q| *q > 0)?;
        }
    }
    cursor.take("⌋").then_some((slope, shift, offset))
}

/// A Beatty sequence, or its steps.
fn beatty(mut cursor: Cursor<'_>, name: &str) -> Parsed<Option<NumberLaw>> {
    let text = cursor.rest();
    // √n, and n·φ, are formulas of another kind.
    let root = text.find('√').is_some_and(|at| {
        let behind = text[at..].chars().nth(1);
        behind.is_some_and(|c| c.is_ascii_digit())
    });
    if !text.starts_with('⌊') || !(root || text.starts_with("⌊α")) {
        return Ok(None);
    }
    let shape = |cursor: &Cursor<'_>| {
        cursor.expected(
            &format!("a floor such as `⌊√2·{name}⌋`, `⌊((1+√5)/2)·({name}+1)+1/2⌋`, or the difference of two that follow each other"),
            &format!("取整，如 `⌊√2·{name}⌋`、`⌊((1+√5)/2)·({name}+1)+1/2⌋`，或相邻两个之差"),
        )
    };
    let (slope, mut shift, offset) = floor(&mut cursor, name).ok_or_else(|| shape(&cursor))?;
    let same = |a: &Option<Surd>, b: &Option<Surd>| match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => (a.a, a.b, a.d, a.c) == (b.a, b.b, b.d, b.c),
        _ => false,
    };
    let mut steps = None;
    if cursor.take("-") {
        let before = floor(&mut cursor, name).ok_or_else(|| shape(&cursor))?;
        let follow = same(&slope, &before.0) && before.1 + 1 == shift && before.2 == offset;
        if !follow {
            return Err(shape(&cursor));
        }
        shift = before.1;
        let negative = cursor.take("-");
        let added = match negative || cursor.take("+") {
            true => small(&mut cursor).ok_or_else(|| shape(&cursor))?,
            false => 0,
        };
        steps = Some(if negative { -added } else { added });
    }
    let slope = match slope {
        Some(Surd { a, b, d, c }) => {
            let whole = [a, b, c].iter().all(|n| n.abs() <= LARGEST);
            if b == 0 || d == 0 || !whole {
                return Err(shape(&cursor));
            }
            Slope::Quadratic { a, b, d, c }
        }
        None => near(&mut cursor)?,
    };
    if !cursor.is_end() {
        return Err(shape(&cursor));
    }
    Ok(Some(NumberLaw::Beatty(Beatty {
        slope,
        shift,
        offset,
        steps,
    })))
}

/// `, α ≈ 3.1416 (355/113, between 3.141592 and 3.141593)`
fn near(cursor: &mut Cursor<'_>) -> Parsed<Slope> {
    let shape = |cursor: &Cursor<'_>| {
        cursor.expected(
            "the slope, `, α ≈ 3.1416 (355/113, between 3.141592653 and 3.141593721)`",
            "斜率，如 `，α ≈ 3.1416（355/113，介于 3.141592653 与 3.141593721 之间）`",
        )
    };
    /// p/q with a power of ten below.
    fn decimal(cursor: &mut Cursor<'_>) -> Option<(i64, i64)> {
        let negative = cursor.take("-");
        let whole = small(cursor)?;
        if !cursor.rest().starts_with('.') {
            return None;
        }
        cursor.at = cursor.source.len() - cursor.rest().len() + 1;
        let digits = cursor.rest().bytes().take_while(u8::is_ascii_digit).count();
        let part = small(cursor)?;
        let scale = 10i64.checked_pow(u32::try_from(digits).ok()?)?;
        let number = whole.checked_mul(scale)?.checked_add(part)?;
        Some((if negative { -number } else { number }, scale))
    }
    let read = |cursor: &mut Cursor<'_>| -> Option<Slope> {
        if !cursor.take_all(&[",", "α", "≈"]) {
            return None;
        }
        decimal(cursor)?;
        if !cursor.take("(") {
            return None;
        }
        let p = i64::try_from(&cursor.integer()?).ok()?;
        let q = match cursor.take("/") {
            true => i64::try_from(&cursor.integer()?).ok().filter(|q| *q > 0)?,
            false => 1,
        };
        if !cursor.take(",") || !(cursor.take("between") || cursor.take("介于")) {
            return None;
        }
        let low = decimal(cursor)?;
        if !(cursor.take("and") || cursor.take("与")) {
            return None;
        }
        let high = decimal(cursor)?;
        let _ = cursor.take("之间");
        let small = p.abs() <= i64::from(i32::MAX) && q <= i64::from(i32::MAX);
        (cursor.take(")") && small).then_some(Slope::Near {
            near: (p, q),
            between: [low, high],
        })
    };
    read(cursor).ok_or_else(|| shape(cursor))
}

/// `g(n) is 2-regular of rank 2: V(0) = [0, 1], V(2·n+r) = M_r V(n), M = [[[…]]], g(n) = first entry`
fn regular(source: &str, names: &[String]) -> Parsed<Option<Statement>> {
    const MOST_RANK: usize = 64;
    let mut cursor = Cursor::new(source);
    if !cursor.take_all(&["g", "("]) {
        return Ok(None);
    }
    for (at, name) in names.iter().enumerate() {
        if (at > 0 && !cursor.take(",")) || !cursor.take(name) {
            return Ok(None);
        }
    }
    if !cursor.take(")") || !(cursor.take("is") || cursor.take("为")) {
        return Ok(None);
    }
    let Some(base) = cursor.count().filter(|base| (2..=16).contains(base)) else {
        return Ok(None);
    };
    let english = cursor.take_all(&["-", "regular", "of", "rank"]);
    if !english && !cursor.take_all(&["-", "正则", ",", "秩"]) {
        return Ok(None);
    }
    let shape = |cursor: &Cursor<'_>| {
        cursor.expected(
            "`2-regular of rank 2: V(0) = […], V(2·n+r) = M_r V(n), M = […], g(n) = first entry`, with a square matrix of the rank for each tuple of digits",
            " `2-正则，秩 2：V(0) = […]，V(2·n+r) = M_r V(n)，M = […]，g(n) 为首项`，每组数字有一个该秩的方阵",
        )
    };
    let rank = cursor.count().and_then(|rank| usize::try_from(rank).ok());
    let rank = rank.filter(|rank| (1..=MOST_RANK).contains(rank));
    let rank = rank.ok_or_else(|| shape(&cursor))?;
    if !cursor.take_all(&[":", "V", "(", "0", ")", "="]) {
        return Err(shape(&cursor));
    }
    let row = |cursor: &mut Cursor<'_>| -> Option<Vec<i64>> {
        if !cursor.take("[") {
            return None;
        }
        let mut row = Vec::new();
        loop {
            row.push(i64::try_from(&cursor.integer()?).ok()?);
            if !cursor.take(",") {
                break;
            }
        }
        (cursor.take("]") && row.len() == rank).then_some(row)
    };
    let start = row(&mut cursor).ok_or_else(|| shape(&cursor))?;
    // What stands between says only how the matrices are used.
    let Some(at) = cursor.rest().find("M = [") else {
        return Err(shape(&cursor));
    };
    cursor.at = cursor.source.len() - cursor.rest().len() + at + "M = [".len();
    let count = base.checked_pow(names.len() as u32);
    let count = count.filter(|count| *count <= 4096).unwrap_or(0);
    let mut matrices = Vec::new();
    for digit in 0..count {
        let mut matrix = Vec::new();
        let open = (digit == 0 || cursor.take(",")) && cursor.take("[");
        for line in 0..rank {
            let comma = line == 0 || cursor.take(",");
            let row = row(&mut cursor).filter(|_| open && comma);
            matrix.push(row.ok_or_else(|| shape(&cursor))?);
        }
        if !cursor.take("]") {
            return Err(shape(&cursor));
        }
        matrices.push(matrix);
    }
    if !cursor.take("]") {
        return Err(shape(&cursor));
    }
    let law = Statement::Regular(Regular {
        base,
        dimension: names.len(),
        start,
        matrices,
    });
    // The words around say what they should, or nothing.
    match cursor.is_end() || is_printed(&law, source, names) {
        true => Ok(Some(law)),
        false => Err(shape(&cursor)),
    }
}
