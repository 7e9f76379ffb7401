//! Certificates of sentences that follow from a law.
//!
//! The numbers for which a sentence fails are written in the rule language, which the checker reads
//! by itself ([`grundy_verify::law::sentence`]): names of the sentence, coordinates of positions
//! that are no names, values and outcomes. Whether the checker can reason about a condition is
//! for it to say.

use grundy_verify::law::sentence::{Certificate, Said as Told, Term as Number};

use crate::expression::{Condition, Expression, Function, Operation};
use crate::read::{Said, Term};

/// A number in the rule language; `None` if it has no words for it.
fn number(e: &Expression, names: &[String]) -> Option<String> {
    let of = |e: &Expression| number(e, names);
    Some(match e {
        Expression::Number(n) if *n < 0 => format!("(0-{})", n.unsigned_abs()),
        Expression::Number(n) => n.to_string(),
        Expression::Variable(v) => names.get(*v)?.clone(),
        Expression::Binary(operation, a, b) => {
            let sign = match operation {
                Operation::Add => "+",
                Operation::Subtract => "-",
                Operation::Multiply => "*",
                Operation::Divide => "/",
                Operation::Modulo => "%",
                Operation::Xor => " xor ",
                Operation::And => " & ",
                Operation::Or => " | ",
            };
            format!("({}{sign}{})", of(a)?, of(b)?)
        }
        Expression::Call(function, arguments) => {
            let name = match function {
                Function::Min => "min",
                Function::Max => "max",
                Function::Abs => "abs",
                Function::LowBit => "lowbit",
                Function::Ones => "popcount",
                _ => return None,
            };
            let arguments: Option<Vec<String>> = arguments.iter().map(of).collect();
            format!("{name}({})", arguments?.join(", "))
        }
        Expression::Pick(list, index) => {
            let index = of(index)?;
            let (last, others) = list.split_last()?;
            let mut text = String::new();
            for (at, value) in others.iter().enumerate() {
                text += &format!("({index} = {at} ? {} : ", of(&Expression::Number(*value))?);
            }
            text + &of(&Expression::Number(*last))? + &")".repeat(others.len())
        }
        Expression::Cases(cases, otherwise) => {
            let mut text = String::new();
            for (c, e) in cases {
                text += &format!("({} ? {} : ", condition(c, names)?, of(e)?);
            }
            text + &of(otherwise)? + &")".repeat(cases.len())
        }
    })
}

/// A condition in the rule language.
fn condition(c: &Condition, names: &[String]) -> Option<String> {
    let joined = |all: &[Condition], word: &str, none: &str| {
        let each: Option<Vec<String>> = all.iter().map(|c| condition(c, names)).collect();
        let each = each?;
        Some(match each.is_empty() {
            true => none.to_string(),
            false => format!("({})", each.join(word)),
        })
    };
    match c {
        Condition::Equal(a, b) => Some(format!("{} = {}", number(a, names)?, number(b, names)?)),
        Condition::Unequal(a, b) => Some(format!("{} != {}", number(a, names)?, number(b, names)?)),
        Condition::Occurs(..) => condition(&c.spelled()?, names),
        Condition::Less(a, b) => Some(format!("{} < {}", number(a, names)?, number(b, names)?)),
        Condition::Remainder(a, m, rests) => {
            let a = number(a, names)?;
            let each: Vec<String> = rests.iter().map(|r| format!("{a} % {m} = {r}")).collect();
            Some(match each.is_empty() {
                true => "false".to_string(),
                false => format!("({})", each.join(" or ")),
            })
        }
        Condition::All(all) => joined(all, " and ", "true"),
        Condition::Any(any) => joined(any, " or ", "false"),
    }
}

/// The certificate of a sentence that fails where `premise` holds and `conclusion` does not, given
/// that of the law it follows from; `None` if the rule language has no words for it.
pub(crate) fn certificate(
    said: &str,
    premise: &Condition,
    conclusion: &Condition,
    terms: &[Term],
    names: &[String],
    law: String,
) -> Option<Certificate> {
    let mut all = names.to_vec();
    let fresh = |letter: &str, taken: &mut Vec<String>| {
        let name = (1..)
            .map(|i| format!("{letter}{i}"))
            .find(|n| !taken.contains(n));
        let name = name.unwrap_or_default();
        taken.push(name.clone());
        name
    };
    // Values come behind the names, as the conditions count them.
    let mut numbers = Vec::new();
    for term in terms {
        let (said, letter) = match term.said {
            Said::Value => (Told::Value, "v"),
            Said::Outcome => (Told::Outcome, "o"),
        };
        numbers.push((said, fresh(letter, &mut all)));
    }
    let counted = all.clone();
    let mut conditions = Vec::new();
    let mut listed = Vec::new();
    for (term, (said, name)) in terms.iter().zip(numbers) {
        let mut at = Vec::new();
        for e in &term.at {
            if let Expression::Variable(v) = e {
                at.push(names.get(*v)?.clone());
                continue;
            }
            let coordinate = fresh("p", &mut all);
            conditions.push(format!("{coordinate} = {}", number(e, names)?));
            at.push(coordinate);
        }
        listed.push(Number { said, name, at });
    }
    conditions.push(condition(premise, &counted)?);
    conditions.push(format!("not ({})", condition(conclusion, &counted)?));
    let fails = format!(
        "state {}\nmove fails if {} -> []\n",
        all.join(", "),
        conditions.join(" and ")
    );
    Some(Certificate {
        said: said.to_string(),
        fails,
        terms: listed,
        law,
    })
}
