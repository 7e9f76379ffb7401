//! A law that is not true of all entries: it begins late, or a few entries are
//! exceptions.
//!
//! What is said stays true of the whole table, for the entries that the law
//! does not explain belong to what is said. It is never written as a plain law.
//!
//! ```
//! use grundy_laws::expression::Expression as E;
//! use grundy_laws::law::Statement;
//! use grundy_laws::numbers::{Integer, patched::Patched};
//! use grundy_laws::print::Style;
//! let law = Patched {
//!     law: Box::new(Statement::Value(E::Variable(0))),
//!     from: None,
//!     exceptions: vec![(vec![3], Integer::from(7))],
//!     entries: 100,
//! };
//! let text = law.written(Style::Text, &["n".to_string()]).to_string();
//! assert_eq!(text, "g(n) = n; fits all but 1 of 100 entries: g(3) = 7");
//! assert_eq!(law.value(&[3]), Some(Integer::from(7)));
//! assert_eq!(law.value(&[4]), Some(Integer::from(4)));
//! ```

use dashu_int::IBig as Integer;
use grundy::text::{Lang, Text};

use super::{digits, function};
use crate::expression::{Condition, Expression};
use crate::law::{Law, Statement};
use crate::print::Style;

/// A law and the entries that it does not explain.
#[derive(Clone, Debug, PartialEq)]
pub struct Patched {
    /// The law of the others.
    pub law: Box<Statement>,
    /// The number from which on it is right, if all exceptions lie before it:
    /// then they are all entries before.
    pub from: Option<u64>,
    /// Where the exceptions are, and their values.
    pub exceptions: Vec<(Vec<u64>, Integer)>,
    /// How many entries the table has.
    pub entries: usize,
}

/// So many entries before a law begins are written out.
pub const FEW: usize = 4;

impl Patched {
    fn inner(&self) -> Law {
        Law {
            statement: (*self.law).clone(),
            finder: ("", ""),
            symbols: 0,
            explains: self.entries,
        }
    }

    /// The value at a point.
    pub fn value(&self, at: &[u64]) -> Option<Integer> {
        match self.exceptions.iter().find(|e| e.0 == at) {
            Some((_, value)) => Some(value.clone()),
            None if self.from.is_some_and(|from| at.first() < Some(&from)) => None,
            None => self.inner().number(at),
        }
    }

    /// The exceptions and the law as cases of one formula, where the law is one and says something
    /// of every number.
    pub fn expression(&self) -> Option<Expression> {
        let law = match &*self.law {
            Statement::Value(law) => law.clone(),
            Statement::Numbers(law) => law.expression()?,
            _ => return None,
        };
        if let Some(from) = self.from {
            let told = |n: u64| self.exceptions.iter().any(|(at, _)| at[..] == [n]);
            if from > self.exceptions.len() as u64 || !(0..from).all(told) {
                return None;
            }
        }
        let mut cases = Vec::new();
        for (at, value) in &self.exceptions {
            let mut all = Vec::new();
            for (variable, number) in at.iter().enumerate() {
                let number = Expression::Number(i64::try_from(*number).ok()?);
                all.push(Condition::equal(Expression::Variable(variable), number));
            }
            let value = Expression::Number(i64::try_from(value).ok()?);
            cases.push((Condition::All(all), value));
        }
        Some(Expression::cases(cases, law))
    }

    /// How long the description is: entries before the law begins are no part
    /// of it, unless they are written out.
    pub fn symbols(&self) -> usize {
        let law = crate::find::symbols(&self.law);
        match self.from {
            Some(_) if self.exceptions.len() > FEW => law + 3,
            _ => {
                law + self
                    .exceptions
                    .iter()
                    .map(|e| 2 + digits(&e.1))
                    .sum::<usize>()
            }
        }
    }

    fn listed(&self) -> String {
        let one = |(at, value): &(Vec<u64>, Integer)| {
            let at: Vec<String> = at.iter().map(u64::to_string).collect();
            format!("g({}) = {value}", at.join(", "))
        };
        self.exceptions
            .iter()
            .map(one)
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The law in a style, with names that are possible in it.
    pub fn written(&self, style: Style, names: &[String]) -> Text {
        let law = self.inner().written_by(style, names);
        let (count, entries, list) = (self.exceptions.len(), self.entries, self.listed());
        let name = names.first().map_or("n", String::as_str);
        let both = |en: String, zh: String| match style {
            Style::Latex => Text::new(
                format!("{},\\ \\text{{{}}}", law.get(Lang::En), in_paper(&en)),
                format!("{},\\ \\text{{{}}}", law.get(Lang::Zh), in_paper(&zh)),
            ),
            _ => Text::new(
                format!("{}{en}", law.get(Lang::En)),
                format!("{}{zh}", law.get(Lang::Zh)),
            ),
        };
        match (style, self.from) {
            (Style::Text | Style::Latex, Some(from)) if count <= FEW => both(
                format!(" for {name} >= {from}; {list}"),
                format!("，当 {name} >= {from}；{list}"),
            ),
            (Style::Text | Style::Latex, Some(from)) => both(
                format!(" for {name} >= {from}; the {count} entries before are as in the table"),
                format!("，当 {name} >= {from}；此前的 {count} 项如表所示"),
            ),
            (Style::Text | Style::Latex, None) => both(
                format!("; fits all but {count} of {entries} entries: {list}"),
                format!("；{entries} 项中除 {count} 项外均符合：{list}"),
            ),
            (Style::Python, _) => {
                let items: Vec<String> = self
                    .exceptions
                    .iter()
                    .map(|(at, value)| {
                        let at: Vec<String> = at.iter().map(u64::to_string).collect();
                        format!("({},): {value}", at.join(", "))
                    })
                    .collect();
                let (items, point) = (items.join(", "), names.join(", "));
                let program = format!(
                    "{}\nlaw, exceptions = g, {{{items}}}\ndef g({point}): return exceptions[({point},)] if ({point},) in exceptions else law({point})",
                    law.get(Lang::En)
                );
                Text::new(program.clone(), program)
            }
            (Style::Cpp, _) => {
                let small = |e: &(Vec<u64>, Integer)| i64::try_from(&e.1).is_ok();
                if !self.exceptions.iter().all(small) {
                    let text = super::too_large(name);
                    return Text::new(text.clone(), text);
                }
                let items: Vec<String> = self
                    .exceptions
                    .iter()
                    .map(|(at, value)| {
                        let at: Vec<String> = at.iter().map(u64::to_string).collect();
                        format!("{{{{{}}}, {value}}}", at.join(", "))
                    })
                    .collect();
                let (items, point) = (items.join(", "), names.join(", "));
                let body = format!(
                    "    static const std::map<std::vector<long long>, long long> exceptions{{{items}}};
    auto found = exceptions.find({{{point}}});
    return found == exceptions.end() ? law::g({point}) : found->second;"
                );
                let program = format!(
                    "namespace law {{\n{}\n}}\n{}",
                    law.get(Lang::En),
                    function(names, &body)
                );
                Text::new(program.clone(), program)
            }
        }
    }
}

/// A sentence as text inside of a formula.
fn in_paper(text: &str) -> String {
    text.replace(">=", "$\\ge$")
        .trim_start_matches(['；', '，', ';', ' '])
        .to_string()
}
