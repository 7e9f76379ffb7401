//! Sets of P-positions that are told by a sentence of their own: recurrences, powers, pairs,
//! and digits that are allowed.

use grundy::budget::Budget;
use grundy::text::{Lang, Text};

use super::Fault;
use super::numbers::{slope, squeezed};
use crate::automata::dfa::Dfa;
use crate::automata::numeration::Numeration;
use crate::automata::relation::letter_of;
use crate::automata::{Engine, Variable};
use crate::find::schwenk::Takeaway;
use crate::find::sparse::{Sparse, of_pairs};
use crate::law::Statement;
use crate::print::Style;
use crate::prove::Claim;

fn fault(column: usize, en: &str, zh: &str) -> Fault {
    Fault {
        column,
        because: Text::new(en.to_string(), zh.to_string()),
    }
}

/// The set of which `text` begins to speak; `None` if it speaks of none.
pub fn read(text: &str, names: &[String], column: usize) -> Result<Option<Statement>, Fault> {
    let dimension = names.len();
    let begins = |starts: &[&str]| starts.iter().find_map(|s| text.strip_prefix(s));
    if begins(&["an automaton of ", "被 "]).is_some() {
        return Err(fault(
            column,
            "expected a condition: which automaton it is, this sentence does not say; give it as a file",
            "应为条件：此句没有说明是哪个自动机；请以文件给出",
        ));
    }
    let bad = |en: &str, zh: &str| fault(column, &format!("expected {en}"), &format!("应为{zh}"));
    // What stands behind such a set tells what its letters are: it must be what is printed.
    let told = |set: Sparse, said: &str| -> Result<Option<Statement>, Fault> {
        let statement = Statement::Sparse(set);
        let short = squeezed(text) == squeezed(said);
        let printed = super::law(statement.clone()).written(Style::Text, names);
        let mut full = String::new();
        for lang in [Lang::En, Lang::Zh] {
            let whole = printed.get(lang);
            // Behind `is P exactly if`.
            let body = whole
                .split_once("is P exactly if ")
                .or_else(|| whole.split_once("当且仅当"))
                .map_or("", |(_, body)| body);
            if short || squeezed(body) == squeezed(text) {
                return Ok(Some(statement));
            }
            if full.is_empty() || text.contains(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) {
                full = body.to_string();
            }
        }
        let same = text.chars().zip(full.trim().chars());
        let same = same.take_while(|(a, b)| a == b).count();
        let (shown, full) = (said.to_string(), full.trim().to_string());
        Err(fault(
            column + same,
            &format!("expected `{shown}`, or all of `{full}`"),
            &format!("应为 `{shown}`，或完整的 `{full}`"),
        ))
    };
    if let Some(rest) = begins(&["it is (A(n), ", "它是 (A(n), "]) {
        let pairs = pairs(rest).filter(|_| dimension == 2);
        let (set, said) = pairs.ok_or_else(|| {
            bad(
                "pairs such as `it is (A(n), A(n)+2·n) or its mirror image` of two coordinates, with factors that fit a numeration",
                "两个坐标的数对，如 `它是 (A(n), A(n)+2·n) 或其镜像`，其系数须有对应的记数法",
            )
        })?;
        let begin = &text[..text.len() - rest.len()];
        let said = format!("{begin}{said}");
        // Of a few positions the opposite may be said.
        let but = [", but for ", "，但 "];
        let but = but.iter().find_map(|but| text.split_once(but));
        return match but {
            None => told(set, &said),
            Some((_, few)) => {
                let at = positions(few).ok_or_else(|| {
                    bad(
                        "positions such as `, but for (0, 0), which are N` behind the pairs, at most 64 of them",
                        "数对之后的局面，如 `，但 (0, 0) 为 N 态`，至多 64 个",
                    )
                })?;
                let of = Box::new(set);
                let behind = &text[text.len() - few.len()..];
                told(
                    Sparse::Changed { of, at },
                    &format!("{said}, but for {behind}"),
                )
            }
        };
    }
    if let Some(rest) = begins(&["it is (", "它是 ("])
        && rest.contains("⌊n·α⌋")
    {
        // Of a few positions the opposite may be said.
        let but = [", but for ", "，但 "];
        let but = but.iter().find_map(|but| text.split_once(but));
        let whole = but.map_or(text, |(before, _)| before);
        let root = whole.rsplit_once("α = ").and_then(|(_, root)| slope(root));
        let set = root.filter(|_| dimension == 2).zip(multiple(rest));
        let few = but.map(|(_, few)| positions(few));
        let (Some((root, (times, plus))), None | Some(Some(_))) = (set, &few) else {
            return Err(bad(
                "pairs such as `it is (⌊n·α⌋, ⌊n·α⌋+n) or its mirror image, α = √2/2` of two coordinates, α positive and irrational with small numbers",
                "两个坐标的数对，如 `它是 (⌊n·α⌋, ⌊n·α⌋+n) 或其镜像，α = √2/2`，α 为正无理数且各数不大",
            ));
        };
        let set = Sparse::Line { root, times, plus };
        return match few.flatten() {
            None => {
                let printed = set.written(Style::Text, names);
                let short = |lang| {
                    let body = printed
                        .get(lang)
                        .replace(", n ≥ 0", "")
                        .replace("，n ≥ 0", "");
                    let at = body.find(" (").map_or(0, |at| at + 1);
                    body[at..].to_string()
                };
                let begin = &text[..text.len() - rest.len() - 1];
                let (en, zh) = (short(Lang::En), short(Lang::Zh));
                let said = if text.starts_with("it") { en } else { zh };
                told(set, &format!("{begin}{said}"))
            }
            Some(at) => {
                let of = Box::new(set);
                told(Sparse::Changed { of, at }, "")
            }
        };
    }
    let ray = format!("max({}) = ", names.join(", "));
    if let Some(rest) = text.strip_prefix(&ray)
        && let Some((ray, others)) = [", or it is (", "，或它是 ("]
            .iter()
            .find_map(|or| rest.find(or).map(|at| (&rest[..at], &rest[at..])))
    {
        let shape = || {
            bad(
                "`max(x, y) = 2·min(x, y)+1, or it is (…`",
                " `max(x, y) = 2·min(x, y)+1，或它是 (…`",
            )
        };
        let (times, plus) = multiple_of(ray, &format!("min({})", names.join(", ")))
            .filter(|_| dimension == 2)
            .ok_or_else(shape)?;
        let but = [", but for ", "，但 "];
        let but = but.iter().find_map(|but| others.split_once(but));
        let (others, few) = but.map_or((others, None), |(others, few)| (others, Some(few)));
        let others = others.trim_start_matches([',', '，', ' ']);
        let others = others.strip_prefix("or ").or(others.strip_prefix('或'));
        let others = others.unwrap_or_default();
        let Some(Statement::Sparse(of)) = read(others, names, column)? else {
            return Err(shape());
        };
        let of = Box::new(of);
        let joined = Sparse::Joined { of, times, plus };
        return match few.map(positions) {
            None => Ok(Some(Statement::Sparse(joined))),
            Some(None) => Err(shape()),
            Some(Some(at)) => {
                let of = Box::new(joined);
                told(Sparse::Changed { of, at }, "")
            }
        };
    }
    let cone = format!("max({0}) ≤ α·min({0})", names.join(", "));
    if text.starts_with(&cone) {
        let root = text.rsplit_once("α = ").and_then(|(_, root)| slope(root));
        let root = root.filter(|root| dimension == 2 && root.covers(1, 1));
        let root = root.ok_or_else(|| {
            bad(
                &format!("`{cone}, α = (1+√5)/2` with α > 1, irrational with small numbers"),
                &format!(" `{cone}，α = (1+√5)/2`，α > 1 为无理数且各数不大"),
            )
        })?;
        let comma = if text.contains('，') { "，" } else { ", " };
        return told(Sparse::Cone(root), &format!("{cone}{comma}α = {root}"));
    }
    if let Some(rest) = begins(&["it is (U(n), ", "它是 (U(n), "]) {
        let sides = sides(rest).filter(|_| dimension == 2);
        let (set, said) = sides.ok_or_else(|| {
            bad(
                "pairs such as `it is (U(n), U(n)+2·n) or (V(n)+n, V(n))` of two coordinates, with two factors from 1 to 64",
                "两个坐标的数对，如 `它是 (U(n), U(n)+2·n) 或 (V(n)+n, V(n))`，两个系数为 1 至 64",
            )
        })?;
        let begin = &text[..text.len() - rest.len()];
        return told(set, &format!("{begin}{said}"));
    }
    if let [heap, most] = names {
        let english = format!("{heap} = 0 or {most} < the least part of {heap}");
        let chinese = format!("{heap} = 0 或 {most} < {heap} 的最小部分");
        if let Some(start) = [&english, &chinese]
            .iter()
            .find(|s| text.starts_with(s.as_str()))
        {
            let takeaway = text
                .rsplit_once("f(r) = ")
                .and_then(|(_, limit)| limit_of(limit));
            let takeaway = takeaway.ok_or_else(|| {
                bad(
                    &format!(
                        "`{english}, …, f(r) = 2·r` with a limit f(r) = a·r+b that is at least r"
                    ),
                    &format!(" `{chinese}，…，f(r) = 2·r`，其中上限 f(r) = a·r+b 不小于 r"),
                )
            })?;
            let comma = if *start == &english { ", " } else { "，" };
            let limit = takeaway.formula("·");
            return told(
                Sparse::Takeaway(takeaway),
                &format!("{start}{comma}f(r) = {limit}"),
            );
        }
    }
    if let Some(rest) = begins(&["it is one of h = ", "属于 h = "]) {
        let set = recurrence(rest).filter(|_| dimension == 1);
        let set = set.ok_or_else(|| {
            bad(
                "a recurrence such as `it is one of h = 0, 1, …, h(i) = h(i-1)+h(i-2)` of one coordinate",
                "一个坐标的递推，如 `属于 h = 0, 1, …，h(i) = h(i-1)+h(i-2)`",
            )
        })?;
        return Ok(Some(Statement::Sparse(set)));
    }
    let powers = begins(&["it is i^", "它等于某个 i >= "]);
    if powers.is_some() {
        let set = self::powers(text).filter(|_| dimension == 1);
        let set = set.ok_or_else(|| {
            bad(
                "powers such as `it is i^2 for some i >= 0` of one coordinate",
                "一个坐标的幂，如 `它等于某个 i >= 0 的 i^2`",
            )
        })?;
        return Ok(Some(Statement::Sparse(set)));
    }
    let digits = begins(&["its digits are of the form ", "其各位数字形如 "]);
    if let Some((words, numeration)) = digits.and_then(with_numeration) {
        let dfa = Expression::read(words, numeration).filter(|_| dimension == 1);
        let dfa = dfa.ok_or_else(|| {
            bad(
                "digits of one number such as `1(0|1)*0?, base 2`",
                "一个数的数字，如 `1(0|1)*0?，2 进制`",
            )
        })?;
        return accepted(&dfa, numeration, 1, column).map(Some);
    }
    let places = begins(&["at every place the digits are one of ", "每一位上的数字为 "]);
    if let Some((list, numeration)) = places.and_then(with_numeration) {
        let list = list.strip_suffix(" 之一").unwrap_or(list);
        let dfa = places_of(list, numeration, dimension).ok_or_else(|| {
            bad(
                "tuples of digits such as `000, 111, base 2`, one digit for each coordinate",
                "数字组，如 `000, 111 之一，2 进制`，每个坐标一位",
            )
        })?;
        return accepted(&dfa, numeration, dimension, column).map(Some);
    }
    if digits.or(places).is_some() {
        return Err(bad(
            "a numeration behind the digits, such as `, base 2` or `, Fibonacci numeration`",
            "数字之后的记数法，如 `，2 进制` 或 `，斐波那契记数法`",
        ));
    }
    Ok(None)
}

/// A claim by an automaton.
fn accepted(
    dfa: &Dfa,
    numeration: Numeration,
    tracks: usize,
    column: usize,
) -> Result<Statement, Fault> {
    let mut meter = Budget::current().meter("automata");
    let variables: Vec<Variable> = (0..tracks as Variable).collect();
    let relation = Engine::new(numeration, &mut meter).given(dfa, &variables);
    let relation = relation.map_err(|error| Fault {
        column,
        because: error.text(),
    })?;
    Ok(Statement::Automaton(Claim::Lost(relation)))
}

/// Splits `words, numeration`.
fn with_numeration(text: &str) -> Option<(&str, Numeration)> {
    let cuts = text.char_indices().filter(|(_, c)| matches!(c, ',' | '，'));
    cuts.filter_map(|(at, c)| {
        let name = text[at + c.len_utf8()..].trim();
        Some((text[..at].trim(), numeration(name)?))
    })
    .next()
}

/// The numeration that is called so in English or Chinese.
fn numeration(name: &str) -> Option<Numeration> {
    let name = name.trim_end_matches('.');
    let bases = (2..=16u8).map(|b| vec![b]);
    let pairs = (1..=8u8).flat_map(|a| (1..=a).map(move |b| vec![a, b]));
    let triples =
        (1..=8u8).flat_map(|a| (0..=a).flat_map(move |b| (1..=a).map(move |c| vec![a, b, c])));
    bases
        .chain(pairs)
        .chain(triples)
        .filter_map(|factors| Numeration::recurrence(&factors))
        .find(|n| {
            let text = n.text();
            [grundy::text::Lang::En, grundy::text::Lang::Zh]
                .iter()
                .any(|lang| text.get(*lang) == name)
        })
}

/// The number before a name, as in `2·n`; 1 where there is none.
fn factor(text: &str, name: &str) -> Option<i64> {
    let before = text.strip_suffix(name)?;
    match before {
        "" | "+" => Some(1),
        "-" => Some(-1),
        _ => before
            .strip_suffix(['·', '*'])?
            .trim_start_matches('+')
            .parse()
            .ok(),
    }
}

/// `A(n)+2·n) or its mirror image …`: the set, and what tells it.
fn pairs(text: &str) -> Option<(Sparse, &str)> {
    let mirror = [") or its mirror image", ") 或其镜像"];
    let (second, end) = mirror
        .iter()
        .find_map(|mirror| Some((text.find(mirror)?, mirror.len())))?;
    let said = &text[..second + end];
    let mut parts = text[..second].split('+');
    let (s, t) = (factor(parts.next()?, "A(n)")?, factor(parts.next()?, "n")?);
    let (s, t) = (u8::try_from(s).ok()?, u8::try_from(t).ok()?);
    let more = parts.next().map(|r| r.trim().parse::<u8>());
    let set = match (more, parts.next()) {
        // Without a numeration nothing is known of them.
        (None, None) => (s > 0 && of_pairs(s, t).is_some()).then_some(Sparse::Pairs { s, t }),
        (Some(Ok(r)), None) => (s == 1 && r > 0).then_some(Sparse::Offset { t, r }),
        _ => None,
    };
    Some((set.filter(|_| t > 0)?, said))
}

/// `2·⌊n·α⌋+1, 2·⌊n·α⌋+2·n+1) …`: the factor, and what is added.
fn multiple(text: &str) -> Option<(u8, u8)> {
    multiple_of(text.split_once(',')?.0, "⌊n·α⌋")
}

/// `2·min(x, y)+1`: the factor of what is named, and what is added.
fn multiple_of(text: &str, name: &str) -> Option<(u8, u8)> {
    let end = text.find(name)? + name.len();
    let times = u8::try_from(factor(&text[..end], name)?).ok()?;
    let plus = match text[end..].trim() {
        "" => 0,
        more => more.strip_prefix('+')?.parse().ok()?,
    };
    (1..=64).contains(&times).then_some((times, plus))
}

/// `(0, 0), (1, 2), which are N, and (2, 2), which are P`: the positions.
fn positions(text: &str) -> Option<Vec<[u64; 2]>> {
    const MOST: usize = 64;
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once('(') {
        let (inside, after) = behind.split_once(')')?;
        let (x, y) = inside.split_once(',')?;
        found.push([x.trim().parse().ok()?, y.trim().parse().ok()?]);
        rest = after;
    }
    found.sort_unstable();
    let count = found.len();
    found.dedup();
    (count == found.len() && (1..=MOST).contains(&count)).then_some(found)
}

/// `U(n)+2·n) or (V(n)+n, V(n))…`: the set, and what tells it.
fn sides(text: &str) -> Option<(Sparse, &str)> {
    let (first, rest) = text.split_once(')').and_then(|_| {
        let at = text.find(") or (").or_else(|| text.find(") 或 ("))?;
        let behind = text[at..].find('(')? + at + 1;
        Some((&text[..at], &text[behind..]))
    })?;
    let above = factor(first.strip_prefix("U(n)+")?, "n")?;
    let (second, left) = rest.split_once(", V(n))")?;
    let below = factor(second.strip_prefix("V(n)+")?, "n")?;
    let (above, below) = (u8::try_from(above).ok()?, u8::try_from(below).ok()?);
    let fits = (1..=64).contains(&above) && (1..=64).contains(&below);
    let said = &text[..text.len() - left.len()];
    fits.then_some((Sparse::Sides { above, below }, said))
}

/// `3·r-1` as the limit on what may be taken next.
fn limit_of(text: &str) -> Option<Takeaway> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let text = text.trim_end_matches(['.', '。']);
    let end = text.find('r')? + 1;
    let factor = u64::try_from(factor(&text[..end], "r")?).ok()?;
    let constant: i64 = match &text[end..] {
        "" => 0,
        more if more.starts_with(['+', '-']) => more.parse().ok()?,
        _ => return None,
    };
    let at_one = i64::try_from(factor).ok()?.checked_add(constant)?;
    (factor >= 1 && at_one >= 1).then_some(Takeaway { factor, constant })
}

/// `0, 1, …, h(i) = h(i-1)+h(i-2)+1`
fn recurrence(text: &str) -> Option<Sparse> {
    let (first, rule) = text.split_once("…")?;
    let rule = rule
        .trim_start_matches([',', '，', ' '])
        .strip_prefix("h(i) = ")?;
    let seed = first
        .trim_end_matches([',', ' '])
        .split(", ")
        .map(|n| n.parse().ok());
    let seed: Vec<u64> = seed.collect::<Option<_>>()?;
    let mut factors: Vec<i64> = Vec::new();
    let mut constant = None;
    // Signs begin parts, but not those inside of h(i-1).
    let mut parts: Vec<String> = Vec::new();
    let mut open = false;
    for c in rule.trim_end().chars() {
        if parts.is_empty() || (matches!(c, '+' | '-') && !open) {
            parts.push(String::new());
        }
        open = (open || c == '(') && c != ')';
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    for part in &parts {
        match part.find("h(i-") {
            Some(at) => {
                let back: usize = part[at + 4..].strip_suffix(')')?.parse().ok()?;
                if back == 0 || back > seed.len().max(1) || back > 64 {
                    return None;
                }
                factors.resize(factors.len().max(back), 0);
                factors[back - 1] = factor(&part[..at], "")?;
            }
            None if constant.is_none() => {
                constant = Some(part.trim_start_matches('+').parse().ok()?)
            }
            None => return None,
        }
    }
    Some(Sparse::Recurrence {
        seed,
        factors,
        constant: constant.unwrap_or(0),
    })
}

/// `it is i^2 for some i >= 0`, `它等于某个 i >= 0 的 i^2`
fn powers(text: &str) -> Option<Sparse> {
    let (exponent, from) = match text.strip_prefix("it is i^") {
        Some(rest) => rest.split_once(" for some i >= ")?,
        None => {
            let (from, exponent) = text
                .strip_prefix("它等于某个 i >= ")?
                .split_once(" 的 i^")?;
            (exponent, from)
        }
    };
    let zero = match from.trim() {
        "0" => true,
        "1" => false,
        _ => return None,
    };
    let exponent = exponent.trim().parse().ok()?;
    (1..64)
        .contains(&exponent)
        .then_some(Sparse::Powers { exponent, zero })
}

/// One state that allows these tuples of digits at every place.
fn places_of(list: &str, numeration: Numeration, dimension: usize) -> Option<Dfa> {
    let base = numeration.digit_count();
    let count = base.checked_pow(u32::try_from(dimension).ok()?)?;
    let mut dfa = Dfa::new(count.min(crate::automata::dfa::MOST_LETTERS), true);
    for tuple in list.split(", ") {
        let digits = tuple
            .trim()
            .chars()
            .map(|c| c.to_digit(36).map(|d| d as u8));
        let digits: Vec<u8> = digits.collect::<Option<_>>()?;
        let fits = digits.len() == dimension && digits.iter().all(|d| usize::from(*d) < base);
        if !fits || count != dfa.letters() {
            return None;
        }
        dfa.set(0, letter_of(&digits, base), 0);
    }
    Some(dfa)
}

/// A regular expression of digits.
enum Expression {
    /// No digit at all.
    Empty,
    /// One digit.
    Digit(usize),
    /// One after the other.
    Then(Vec<Expression>),
    /// One of these.
    Either(Vec<Expression>),
    /// Any number of times.
    Repeated(Box<Expression>),
}

/// Longer expressions, or deeper ones, nobody reads.
const LONGEST: usize = 400;
const DEEPEST: usize = 40;
const MOST_STATES: usize = 4096;

impl Expression {
    fn read(text: &str, numeration: Numeration) -> Option<Dfa> {
        let signs: Vec<char> = text.chars().filter(|c| *c != ' ').collect();
        if signs.len() > LONGEST {
            return None;
        }
        let mut at = 0;
        let base = numeration.digit_count();
        let whole = Expression::choice(&signs, &mut at, base, 0)?;
        (at == signs.len()).then(|| whole.automaton(base)).flatten()
    }

    fn choice(signs: &[char], at: &mut usize, base: usize, depth: usize) -> Option<Expression> {
        if depth > DEEPEST {
            return None;
        }
        let mut either = Vec::new();
        loop {
            let mut then = Vec::new();
            while let Some(&sign) = signs.get(*at) {
                let one = match sign {
                    '|' | ')' => break,
                    '(' => {
                        *at += 1;
                        let inner = Expression::choice(signs, at, base, depth + 1)?;
                        (signs.get(*at) == Some(&')')).then_some(inner)?
                    }
                    digit => {
                        let digit = digit.to_digit(36)? as usize;
                        (digit < base).then_some(Expression::Digit(digit))?
                    }
                };
                *at += 1;
                let mut one = one;
                while let Some(sign @ ('*' | '?')) = signs.get(*at) {
                    one = match sign {
                        '*' => Expression::Repeated(Box::new(one)),
                        _ => Expression::Either(vec![Expression::Empty, one]),
                    };
                    *at += 1;
                    // More signs behind each other say no more.
                    while matches!(signs.get(*at), Some('*'))
                        && matches!(one, Expression::Repeated(_))
                    {
                        *at += 1;
                    }
                }
                then.push(one);
            }
            either.push(Expression::Then(then));
            if signs.get(*at) != Some(&'|') {
                return Some(Expression::Either(either));
            }
            *at += 1;
        }
    }

    /// Adds the steps from one place to another: a digit, or nothing.
    fn steps(
        &self,
        from: usize,
        to: usize,
        steps: &mut Vec<(usize, Option<usize>, usize)>,
        places: &mut usize,
    ) {
        let mut fresh = || {
            *places += 1;
            *places - 1
        };
        match self {
            Expression::Empty => steps.push((from, None, to)),
            Expression::Digit(digit) => steps.push((from, Some(*digit), to)),
            Expression::Then(all) => {
                let mut here = from;
                for one in all {
                    *places += 1;
                    let next = *places - 1;
                    one.steps(here, next, steps, places);
                    here = next;
                }
                steps.push((here, None, to));
            }
            Expression::Either(any) => {
                for one in any {
                    one.steps(from, to, steps, places);
                }
            }
            Expression::Repeated(one) => {
                let middle = fresh();
                steps.push((from, None, middle));
                steps.push((middle, None, to));
                one.steps(middle, middle, steps, places);
            }
        }
    }

    /// The automaton of sets of places (Rabin and Scott 1959).
    fn automaton(&self, base: usize) -> Option<Dfa> {
        let (mut steps, mut places) = (Vec::new(), 2);
        self.steps(0, 1, &mut steps, &mut places);
        let close = |mut set: Vec<usize>| {
            let mut at = 0;
            while at < set.len() {
                let silent = steps.iter().filter(|s| s.0 == set[at] && s.1.is_none());
                let more: Vec<usize> = silent.map(|s| s.2).filter(|p| !set.contains(p)).collect();
                for place in more {
                    if !set.contains(&place) {
                        set.push(place);
                    }
                }
                at += 1;
            }
            set.sort_unstable();
            set
        };
        let mut sets = vec![close(vec![0])];
        let mut dfa = Dfa::new(base, sets[0].contains(&1));
        let mut at = 0;
        while at < sets.len() {
            for digit in 0..base {
                let next = steps
                    .iter()
                    .filter(|s| s.1 == Some(digit) && sets[at].contains(&s.0));
                let mut next: Vec<usize> = next.map(|s| s.2).collect();
                next.sort_unstable();
                next.dedup();
                let next = close(next);
                if next.is_empty() {
                    continue;
                }
                let to = match sets.iter().position(|s| *s == next) {
                    Some(to) => to as u32,
                    None => {
                        let to = dfa.add(next.contains(&1));
                        sets.push(next);
                        to
                    }
                };
                dfa.set(at as u32, digit, to);
            }
            at += 1;
            if sets.len() > MOST_STATES {
                return None;
            }
        }
        Some(dfa)
    }
}
