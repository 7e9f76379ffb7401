//! Rules as text, the same for reading and writing.
//!
//! ```text
//! game NAME
//! play normal            (or: misere, or: blocking 1)
//! state x, y
//! domain CONDITION       (may be left out)
//! move NAME(k) if CONDITION -> [x-k, y] + [k, k]
//! ```
//!
//! Conditions: comparisons of linear forms, which may be chained;
//! `form mod 5 = 2`; `power2(form)`; `xor(form, form, …)`, which says that
//! the xor is 0; `and`, `or`, `not`, brackets, `true`, `false`. An empty sum
//! is written `[]`.

use std::fmt::{self, Write};

use grundy::error::Error;
use grundy::text::Text;

use super::{Form, Guard, Move, Rules};

/// How deep conditions may be nested.
const DEEPEST: usize = 32;

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Number(i64),
    Sign(&'static str),
}

const SIGNS: [&str; 14] = [
    "<=", ">=", "!=", "->", "<", ">", "=", "+", "-", "*", "(", ")", "[", "]",
];

fn tokens(line: &str) -> Result<Vec<Token>, Text> {
    let mut found = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            let end = rest
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(rest.len());
            let number = rest[..end]
                .parse()
                .map_err(|_| Text::fixed("a number of at most 18 digits", "至多 18 位的数"))?;
            found.push(Token::Number(number));
            end
        } else if first.is_alphabetic() || first == '_' {
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            found.push(Token::Word(rest[..end].to_string()));
            end
        } else if let Some(sign) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            found.push(Token::Sign(sign));
            sign.len()
        } else if first == ',' {
            found.push(Token::Sign(","));
            1
        } else {
            return Err(Text::new(
                format!("no `{first}` here"),
                format!("此处不应有 `{first}`"),
            ));
        };
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    names: &'a [String],
    depth: usize,
}

impl Parser<'_> {
    fn sign(&mut self, sign: &str) -> bool {
        let there = matches!(self.tokens.get(self.at), Some(Token::Sign(s)) if *s == sign);
        self.at += usize::from(there);
        there
    }

    fn word(&mut self, word: &str) -> bool {
        let there = matches!(self.tokens.get(self.at), Some(Token::Word(w)) if w == word);
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, sign: &str) -> Result<(), Text> {
        if self.sign(sign) {
            return Ok(());
        }
        Err(Text::new(format!("`{sign}`"), format!("`{sign}`")))
    }

    fn number(&mut self) -> Result<i64, Text> {
        match self.tokens.get(self.at) {
            Some(Token::Number(n)) => {
                self.at += 1;
                Ok(*n)
            }
            _ => Err(Text::fixed("a number", "一个数")),
        }
    }

    fn name(&mut self) -> Result<String, Text> {
        match self.tokens.get(self.at) {
            Some(Token::Word(w)) => {
                self.at += 1;
                Ok(w.clone())
            }
            _ => Err(Text::fixed("a name", "一个名称")),
        }
    }

    fn variable(&mut self) -> Result<usize, Text> {
        let name = self.name()?;
        let at = self.names.iter().rposition(|n| *n == name);
        at.ok_or_else(|| {
            let known = self.names.join(", ");
            Text::new(
                format!("one of {known} instead of `{name}`"),
                format!("{known} 之一，而非 `{name}`"),
            )
        })
    }

    fn form(&mut self) -> Result<Form, Text> {
        let mut form = Form::default();
        let mut factor = if self.sign("-") { -1 } else { 1 };
        loop {
            let term = if let Some(Token::Number(_)) = self.tokens.get(self.at) {
                let number = self.number()?;
                if self.sign("*") {
                    Form::default().plus(number, &Form::variable(self.variable()?))
                } else {
                    Form::constant(number)
                }
            } else {
                Form::variable(self.variable()?)
            };
            form = form.plus(factor, &term);
            factor = if self.sign("+") {
                1
            } else if self.sign("-") {
                -1
            } else {
                return Ok(form);
            };
        }
    }

    fn condition(&mut self) -> Result<Guard, Text> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Text::new(
                format!("at most {DEEPEST} brackets inside each other"),
                format!("括号嵌套至多 {DEEPEST} 层"),
            ));
        }
        let mut any = vec![self.conjunction()?];
        while self.word("or") {
            any.push(self.conjunction()?);
        }
        self.depth -= 1;
        Ok(match any.len() {
            1 => any.remove(0),
            _ => Guard::Any(any),
        })
    }

    fn conjunction(&mut self) -> Result<Guard, Text> {
        let mut all = self.comparison()?;
        while self.word("and") {
            all = all.and(self.comparison()?);
        }
        Ok(all)
    }

    fn comparison(&mut self) -> Result<Guard, Text> {
        if self.word("not") {
            self.expect("(")?;
            let guard = self.condition()?;
            self.expect(")")?;
            return Ok(Guard::Not(Box::new(guard)));
        }
        if self.sign("(") {
            let guard = self.condition()?;
            self.expect(")")?;
            return Ok(guard);
        }
        if self.word("true") {
            return Ok(Guard::always());
        }
        if self.word("false") {
            return Ok(Guard::Any(Vec::new()));
        }
        if self.word("power2") {
            self.expect("(")?;
            let form = self.form()?;
            self.expect(")")?;
            return Ok(Guard::PowerOfTwo(form));
        }
        if self.word("xor") {
            self.expect("(")?;
            let mut forms = vec![self.form()?];
            while self.sign(",") {
                forms.push(self.form()?);
            }
            self.expect(")")?;
            return Ok(Guard::XorZero(forms));
        }
        let mut left = self.form()?;
        if self.word("mod") {
            let modulus = self.number()?;
            self.expect("=")?;
            let rest = self.number()?;
            let modulus = u32::try_from(modulus)
                .ok()
                .filter(|m| (1..=1 << 20).contains(m));
            return match modulus {
                Some(m) if rest < i64::from(m) => Ok(Guard::Remainder(left, m, rest as u32)),
                _ => Err(Text::fixed(
                    "a modulus up to 2^20 and a remainder below it",
                    "不超过 2^20 的模与小于它的余数",
                )),
            };
        }
        let mut all = Vec::new();
        loop {
            let relation = ["<=", ">=", "!=", "<", ">", "="]
                .into_iter()
                .find(|sign| self.sign(sign));
            let Some(relation) = relation else {
                break;
            };
            let right = self.form()?;
            all.push(match relation {
                "<=" => Guard::at_most(&left, &right),
                ">=" => Guard::at_most(&right, &left),
                "<" => Guard::less(&left, &right),
                ">" => Guard::less(&right, &left),
                "=" => Guard::equal(&left, &right),
                _ => Guard::Not(Box::new(Guard::equal(&left, &right))),
            });
            left = right;
        }
        match all.len() {
            0 => Err(Text::fixed("a comparison", "一个比较")),
            1 => Ok(all.remove(0)),
            _ => Ok(Guard::All(all)),
        }
    }

    fn target(&mut self, dimension: usize) -> Result<Vec<Vec<Form>>, Text> {
        let mut parts = Vec::new();
        loop {
            self.expect("[")?;
            if self.sign("]") {
                if !parts.is_empty() {
                    return Err(Text::fixed("no empty part in a sum", "和中不含空部分"));
                }
                return Ok(parts);
            }
            let mut part = vec![self.form()?];
            while self.sign(",") {
                part.push(self.form()?);
            }
            self.expect("]")?;
            if part.len() != dimension {
                return Err(Text::new(
                    format!("{dimension} coordinates in a target"),
                    format!("目标中有 {dimension} 个坐标"),
                ));
            }
            parts.push(part);
            if !self.sign("+") {
                return Ok(parts);
            }
        }
    }

    fn end(&self) -> Result<(), Text> {
        if self.at == self.tokens.len() {
            return Ok(());
        }
        Err(Text::fixed("the end of the line", "行末"))
    }
}

impl Rules {
    /// Reads rules; an error tells the line.
    pub fn read(text: &str) -> Result<Rules, Error> {
        let mut rules = Rules {
            name: String::new(),
            state: Vec::new(),
            domain: Guard::always(),
            moves: Vec::new(),
            misere: false,
            blocked: 0,
        };
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            rules.read_line(line).map_err(|expected| Error::BadLine {
                line: number as u64 + 1,
                text: line.to_string(),
                expected,
            })?;
        }
        if rules.state.is_empty() {
            return Err(Error::BadLine {
                line: text.lines().count() as u64,
                text: String::new(),
                expected: Text::fixed("a line `state …`", "一行 `state …`"),
            });
        }
        Ok(rules)
    }

    fn read_line(&mut self, line: &str) -> Result<(), Text> {
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut names = self.state.clone();
        if head == "game" {
            self.name = rest.trim().to_string();
            return Ok(());
        }
        let mut parser = Parser {
            tokens: tokens(rest)?,
            at: 0,
            names: &[],
            depth: 0,
        };
        match head {
            "play" => match parser.name()?.as_str() {
                "normal" => {}
                "misere" => self.misere = true,
                "blocking" => {
                    let blocked = parser.number()?;
                    self.blocked =
                        u32::try_from(blocked)
                            .ok()
                            .filter(|b| *b <= 6)
                            .ok_or(Text::fixed(
                                "at most 6 forbidden options",
                                "至多禁止 6 个选项",
                            ))?;
                }
                _ => {
                    return Err(Text::fixed(
                        "normal, misere or blocking",
                        "normal、misere 或 blocking",
                    ));
                }
            },
            "state" => loop {
                self.state.push(parser.name()?);
                if !parser.sign(",") {
                    break;
                }
            },
            "domain" => {
                parser.names = &names;
                self.domain = parser.condition()?;
            }
            "move" => {
                let name = parser.name()?;
                let mut binders = Vec::new();
                if parser.sign("(") {
                    loop {
                        binders.push(parser.name()?);
                        if !parser.sign(",") {
                            break;
                        }
                    }
                    parser.expect(")")?;
                }
                names.extend(binders.iter().cloned());
                parser.names = &names;
                let guard = match parser.word("if") {
                    true => parser.condition()?,
                    false => Guard::always(),
                };
                parser.expect("->")?;
                let target = parser.target(self.state.len())?;
                parser.end()?;
                self.moves.push(Move {
                    name,
                    binders,
                    guard,
                    target,
                });
                return Ok(());
            }
            _ => {
                return Err(Text::fixed(
                    "game, play, state, domain or move",
                    "game、play、state、domain 或 move",
                ));
            }
        }
        parser.end()
    }
}

/// Σ factor·name + constant, with the constant only where it is needed.
fn write_form(out: &mut String, form: &Form, names: &[String]) {
    let mut empty = true;
    for &(variable, factor) in &form.terms {
        let sign = match (factor < 0, empty) {
            (true, _) => "-",
            (false, true) => "",
            (false, false) => "+",
        };
        let name = names.get(variable).map_or("?", String::as_str);
        // Writing to a String cannot fail.
        let _ = match factor.unsigned_abs() {
            1 => write!(out, "{sign}{name}"),
            f => write!(out, "{sign}{f}*{name}"),
        };
        empty = false;
    }
    if form.constant != 0 || empty {
        let _ = match empty {
            true => write!(out, "{}", form.constant),
            false => write!(out, "{:+}", form.constant),
        };
    }
}

/// Positive terms left of the sign, negative ones right of it.
fn write_sides(out: &mut String, form: &Form, sign: &str, names: &[String]) {
    let side = |wanted: i64| {
        let terms = form.terms.iter().filter(|t| t.1.signum() == wanted);
        Form {
            terms: terms.map(|t| (t.0, t.1 * wanted)).collect(),
            constant: (form.constant * wanted).max(0),
        }
    };
    write_form(out, &side(1), names);
    let _ = write!(out, " {sign} ");
    write_form(out, &side(-1), names);
}

fn write_guard(out: &mut String, guard: &Guard, names: &[String]) {
    match guard {
        Guard::AtMostZero(f) => write_sides(out, f, "<=", names),
        Guard::Zero(f) => write_sides(out, f, "=", names),
        Guard::Remainder(f, m, r) => {
            write_form(out, f, names);
            let _ = write!(out, " mod {m} = {r}");
        }
        Guard::PowerOfTwo(f) => {
            out.push_str("power2(");
            write_form(out, f, names);
            out.push(')');
        }
        Guard::XorZero(forms) => {
            out.push_str("xor(");
            for (at, form) in forms.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write_form(out, form, names);
            }
            out.push(')');
        }
        Guard::All(all) if all.is_empty() => out.push_str("true"),
        Guard::Any(any) if any.is_empty() => out.push_str("false"),
        Guard::All(all) => write_list(out, all, " and ", names),
        Guard::Any(any) => write_list(out, any, " or ", names),
        Guard::Not(g) => {
            out.push_str("not (");
            write_guard(out, g, names);
            out.push(')');
        }
    }
}

fn write_list(out: &mut String, guards: &[Guard], between: &str, names: &[String]) {
    for (at, guard) in guards.iter().enumerate() {
        out.push_str(if at > 0 { between } else { "" });
        let nested = matches!(guard, Guard::All(g) | Guard::Any(g) if !g.is_empty());
        out.push_str(if nested { "(" } else { "" });
        write_guard(out, guard, names);
        out.push_str(if nested { ")" } else { "" });
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {}", self.name)?;
        match (self.blocked, self.misere) {
            (0, false) => writeln!(f, "play normal")?,
            (0, true) => writeln!(f, "play misere")?,
            (blocked, _) => writeln!(f, "play blocking {blocked}")?,
        }
        writeln!(f, "state {}", self.state.join(", "))?;
        let mut line = String::new();
        write_guard(&mut line, &self.domain, &self.state);
        writeln!(f, "domain {line}")?;
        for mv in &self.moves {
            let names = [&self.state[..], &mv.binders[..]].concat();
            let mut line = format!("move {}", mv.name);
            if !mv.binders.is_empty() {
                let _ = write!(line, "({})", mv.binders.join(", "));
            }
            line.push_str(" if ");
            write_guard(&mut line, &mv.guard, &names);
            line.push_str(" -> ");
            for (at, part) in mv.target.iter().enumerate() {
                line.push_str(if at > 0 { " + [" } else { "[" });
                for (at, form) in part.iter().enumerate() {
                    line.push_str(if at > 0 { ", " } else { "" });
                    write_form(&mut line, form, &names);
                }
                line.push(']');
            }
            if mv.target.is_empty() {
                line.push_str("[]");
            }
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRANGE: &str = "
        game strange
        state x, y
        domain x <= y and (y mod 3 = 1 or not (x = 2*y+1))
        move a(k, 石) if 1 <= k <= 石 < y and power2(k) and xor(x, y, k) -> [x-k, y] + [2*k+1, 石]
        move b -> []
    ";

    #[test]
    fn rules_are_written_as_they_are_read() {
        let rules = Rules::read(STRANGE).unwrap();
        let written = rules.to_string();
        assert_eq!(Rules::read(&written).unwrap(), rules, "{written}");
    }

    #[test]
    fn errors_tell_the_line() {
        for (bad, line) in [
            ("state n\nmove a(k) if k < m -> [n-k]", 2),
            ("state n\nmove a -> [n, n]", 2),
            ("state n\n\nmove a if n ? 3 -> [n]", 3),
            ("play twice", 1),
            ("", 0),
            ("state n\nmove a -> [99999999999999999999]", 2),
        ] {
            match Rules::read(bad) {
                Err(Error::BadLine { line: found, .. }) => assert_eq!(found, line, "{bad}"),
                other => panic!("{bad}: {other:?}"),
            }
        }
        let deep = format!("state n\nmove a if {}n = 1", "(".repeat(100_000));
        assert!(Rules::read(&deep).is_err());
    }
}
