//! A law: what is said, how sure it is, how it is written.

use grundy::budget::Budget;
use grundy::catalogue::Words;
use grundy::error::Error;
use grundy::text::{Lang, Text};

use crate::automata::Engine;
use crate::automata::numeration::Numeration;
use crate::expression::{Condition, Expression, Function, Operation};
use crate::find::decide;
use crate::find::regular::Regular;
use crate::find::sparse::Sparse;
use crate::formula;
use crate::learn::{accepts, value_at};
use crate::numbers::{Integer, NumberLaw};
use crate::print::{
    Style, condition, explained, expression, headers, in_chinese, names_in, paper_in_chinese,
    preamble, sentence_in_paper,
};
use crate::prove::{Claim, Coding};

/// What a law says.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// The value is this expression.
    Value(Expression),
    /// The P-positions are those of which this holds.
    Lost(Condition),
    /// The P-positions are a sparse set.
    Sparse(Sparse),
    /// An automaton decides.
    Automaton(Claim),
    /// The values are a k-regular sequence.
    Regular(Regular),
    /// A law of plain numbers.
    Numbers(NumberLaw),
}

/// How sure a law is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// A theorem, for the reason given, and its certificate was checked independently.
    Proven(Text),
    /// The prover finds it true of all positions, but the independent check of its certificate
    /// did not come to an end: less than a theorem.
    Decided {
        /// How it was decided.
        how: Text,
        /// What the check ran out of.
        unchecked: Text,
    },
    /// True of every position in the table, the upper half of which was held
    /// out, and the table followed from the rules.
    Verified {
        /// The length of each side of the table.
        to: Vec<u64>,
    },
    /// True of every entry of a table whose rules are not known.
    Observed {
        /// The length of each side of the table.
        to: Vec<u64>,
    },
}

impl Status {
    /// The status as a sentence.
    pub fn text(&self) -> Text {
        let sides = |to: &[u64]| {
            let shown: Vec<String> = to.iter().map(|n| n.saturating_sub(1).to_string()).collect();
            shown.join(", ")
        };
        match self {
            Status::Proven(why) => Text::new(
                format!("proven ({})", why.get(Lang::En)),
                format!("已证明（{}）", why.get(Lang::Zh)),
            ),
            Status::Decided { how, unchecked } => Text::new(
                format!(
                    "decided by the prover ({}); independent check not finished: {}",
                    how.get(Lang::En),
                    unchecked.get(Lang::En)
                ),
                format!(
                    "证明程序已判定（{}）；独立复核未完成：{}",
                    how.get(Lang::Zh),
                    unchecked.get(Lang::Zh)
                ),
            ),
            Status::Verified { to } => Text::new(
                format!("verified to {}", sides(to)),
                format!("验证至 {}", sides(to)),
            ),
            Status::Observed { to } => Text::new(
                format!("observed to {}", sides(to)),
                format!("观察至 {}", sides(to)),
            ),
        }
    }

    /// The status in one word, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Status::Proven(_) => "proven",
            Status::Decided { .. } => "decided",
            Status::Verified { .. } => "verified",
            Status::Observed { .. } => "observed",
        }
    }
}

/// Values that come again after some that do not, where the lists of both are too long to be read.
struct Repeating {
    start: usize,
    period: usize,
    saltus: i64,
}

impl Repeating {
    /// Longer lists are not printed.
    const LONG: usize = 128;

    fn of(e: &Expression) -> Option<Repeating> {
        let (start, e) = match e {
            Expression::Cases(cases, last) => match &cases[..] {
                [(Condition::Less(Expression::Variable(0), Expression::Number(start)), head)] => {
                    match head {
                        Expression::Pick(list, index)
                            if **index == Expression::Variable(0)
                                && usize::try_from(*start) == Ok(list.len()) =>
                        {
                            (list.len(), &**last)
                        }
                        _ => return None,
                    }
                }
                _ => return None,
            },
            e => (0, e),
        };
        let (saltus, list) = match e {
            Expression::Pick(..) => (0, e),
            Expression::Binary(Operation::Add, steps, list) => match &**steps {
                Expression::Binary(Operation::Multiply, by, rounds) => match (&**by, &**rounds) {
                    (Expression::Number(by), Expression::Binary(Operation::Divide, ..)) => {
                        (*by, &**list)
                    }
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        let Expression::Pick(list, index) = list else {
            return None;
        };
        let period = list.len();
        let modulus = match &**index {
            Expression::Binary(Operation::Modulo, _, m) => m,
            _ => return None,
        };
        let whole = **modulus == Expression::Number(i64::try_from(period).ok()?);
        (whole && start + period > Repeating::LONG).then_some(Repeating {
            start,
            period,
            saltus,
        })
    }

    /// Whether not even a program should hold all the values.
    fn is_too_long_to_list(&self) -> bool {
        const LONGEST: usize = 1 << 14;
        self.start + self.period > LONGEST
    }

    /// A comment in the place of a program.
    fn not_listed(&self, style: Style, n: &str) -> Text {
        let mark = if style == Style::Cpp { "//" } else { "#" };
        let values = self.start + self.period;
        let law = self.written(Style::Text, n);
        Text::new(
            format!(
                "{mark} {}; the first {values} values are too many to be listed",
                law.get(Lang::En)
            ),
            format!(
                "{mark} {}；前 {values} 个值过多，不予列出",
                law.get(Lang::Zh)
            ),
        )
    }

    fn written(&self, style: Style, n: &str) -> Text {
        let Repeating {
            start,
            period,
            saltus,
        } = self;
        let rise = match saltus {
            0 => String::new(),
            saltus => format!("+{saltus}"),
        };
        let law = format!("g({n}+{period}) = g({n}){rise}");
        if style == Style::Latex {
            let text = format!("{law} \\quad ({n} \\ge {start})");
            return Text::new(text.clone(), text);
        }
        Text::new(
            format!("{law} for all {n} ≥ {start}"),
            format!("对所有 {n} ≥ {start}，{law}"),
        )
    }
}

/// A law that holds of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    /// What it says.
    pub statement: Statement,
    /// Who found it, in both languages.
    pub finder: Words,
    /// How long it is, in symbols.
    pub symbols: usize,
    /// How many positions it explains.
    pub explains: usize,
}

impl Law {
    /// Positions explained for each symbol, in thousandths.
    pub fn strength(&self) -> u64 {
        self.explains as u64 * 1000 / self.symbols.max(1) as u64
    }

    /// What the law says of a position: its value, or 0 and 1 for P and N.
    pub fn predict(&self, at: &[u64]) -> Option<u64> {
        match &self.statement {
            Statement::Value(e) => u64::try_from(e.value(at)?).ok(),
            Statement::Lost(c) => Some(u64::from(!c.holds(at)?)),
            Statement::Sparse(set) => Some(u64::from(!set.contains(at))),
            Statement::Automaton(Claim::Lost(relation)) => {
                let lost = accepts(relation.dfa(), relation.numeration(), at);
                Some(u64::from(!lost))
            }
            Statement::Automaton(Claim::Values(relation, coding)) => {
                let code = value_at(relation.dfa(), relation.numeration(), at)?;
                Some(coding.decode(code))
            }
            Statement::Regular(regular) => regular.value(at),
            Statement::Numbers(law) => u64::try_from(&law.value(at)?).ok(),
        }
    }

    /// What the law says of an entry of a table, which may be negative or
    /// large; 0 and 1 for P and N.
    pub fn number(&self, at: &[u64]) -> Option<Integer> {
        match &self.statement {
            Statement::Value(e) => e.value(at).map(Integer::from),
            Statement::Numbers(law) => law.value(at),
            _ => self.predict(at).map(Integer::from),
        }
    }

    /// The law in a style; `names` are those of the coordinates.
    pub fn written(&self, style: Style, names: &[String]) -> Text {
        // A sentence keeps the names as they are.
        let sentence = matches!(
            self.statement,
            Statement::Automaton(_) | Statement::Regular(_)
        );
        let written = match style == Style::Latex && sentence {
            true => self.written_by(style, names),
            false => self.written_by(style, &names_in(style, names)),
        };
        match style {
            Style::Cpp => {
                let program = written.get(Lang::En);
                let program = headers(program) + program;
                Text::new(program.clone(), program)
            }
            Style::Latex => {
                let explain = |lang| match sentence {
                    true => written.get(lang).to_string(),
                    false => explained(written.get(lang), lang),
                };
                Text::new(explain(Lang::En), explain(Lang::Zh))
            }
            _ => written,
        }
    }

    /// The law in a style, with names that are possible in it.
    pub(crate) fn written_by(&self, style: Style, names: &[String]) -> Text {
        let same = |text: String| Text::new(text.clone(), text);
        let point = names.join(", ");
        match &self.statement {
            Statement::Value(e) => {
                if let (Style::Text | Style::Latex, Some(long)) = (style, Repeating::of(e)) {
                    return long.written(style, &point);
                }
                if let Some(long) = Repeating::of(e).filter(Repeating::is_too_long_to_list) {
                    return long.not_listed(style, &point);
                }
                let body = expression(e, style, names);
                let before = preamble(&body, style);
                if style == Style::Text {
                    let zh = in_chinese(&body);
                    return Text::new(format!("g({point}) = {body}"), format!("g({point}) = {zh}"));
                }
                if style == Style::Latex {
                    let text = format!("g({point}) = {body}");
                    let zh = paper_in_chinese(&text);
                    return Text::new(text, zh);
                }
                same(match style {
                    Style::Text | Style::Latex => format!("g({point}) = {body}"),
                    Style::Cpp => {
                        let arguments: Vec<String> =
                            names.iter().map(|n| format!("long long {n}")).collect();
                        let arguments = arguments.join(", ");
                        format!("{before}long long g({arguments}) {{ return {body}; }}")
                    }
                    Style::Python => format!("{before}def g({point}): return {body}"),
                })
            }
            Statement::Lost(c) => {
                let body = condition(c, style, names);
                let (before, zh) = (preamble(&body, style), in_chinese(&body));
                match style {
                    Style::Text if *c == Condition::All(Vec::new()) => {
                        Text::fixed("every position is P", "所有局面都是 P 态")
                    }
                    Style::Text if *c == Condition::Any(Vec::new()) => {
                        Text::fixed("no position is P", "没有局面是 P 态")
                    }
                    Style::Text if names.len() == 1 => Text::new(
                        format!("{point} is P exactly if {body}"),
                        format!("{point} 为 P 态当且仅当 {zh}"),
                    ),
                    Style::Text => Text::new(
                        format!("({point}) is P exactly if {body}"),
                        format!("({point}) 为 P 态当且仅当 {zh}"),
                    ),
                    Style::Latex => {
                        let whole = match names.len() {
                            1 => point,
                            _ => format!("({point})"),
                        };
                        let text = format!("{whole} \\in \\mathcal{{P}} \\iff {body}");
                        let zh = paper_in_chinese(&text);
                        Text::new(text, zh)
                    }
                    Style::Cpp => {
                        let arguments: Vec<String> =
                            names.iter().map(|n| format!("long long {n}")).collect();
                        same(format!(
                            "{before}bool lost({}) {{ return {body}; }}",
                            arguments.join(", ")
                        ))
                    }
                    Style::Python => same(format!("{before}def lost({point}): return {body}")),
                }
            }
            Statement::Sparse(set) => set.written(style, names),
            Statement::Automaton(_) | Statement::Regular(_) if style == Style::Latex => {
                let text = self.written_by(Style::Text, names);
                let paper = |lang| sentence_in_paper(text.get(lang));
                Text::new(paper(Lang::En), paper(Lang::Zh))
            }
            Statement::Automaton(claim) => crate::picture::written(claim, style, names),
            Statement::Regular(regular) => regular.written(style, names),
            Statement::Numbers(law) => law.written(style, names),
        }
    }

    /// The numerations in which the law might be decidable, the best first.
    pub fn numerations(&self) -> Vec<Numeration> {
        match &self.statement {
            Statement::Sparse(set) => decide::numerations(set),
            Statement::Automaton(claim) => vec![claim.relation().numeration()],
            _ => vec![Numeration::BINARY, Numeration::FIBONACCI],
        }
    }

    /// The law in a form that can be decided, if it has one in this numeration.
    pub fn claim(
        &self,
        numeration: Numeration,
        dimension: usize,
        budget: &Budget,
    ) -> Result<Option<Claim>, Error> {
        let mut meter = budget.meter("automata");
        let mut engine = Engine::new(numeration, &mut meter);
        match &self.statement {
            // Written as a power of two, the number of zeros is the lowest bit.
            Statement::Value(Expression::Call(Function::TrailingZeros, of)) => {
                let low = Expression::Call(Function::LowBit, of.clone());
                let relation = formula::graph(&mut engine, &low, dimension)?;
                Ok(Some(Claim::Values(relation, Coding::Power)))
            }
            // So is the number of digits: the next power of two.
            Statement::Value(Expression::Call(Function::BitLength, of)) if of.len() == 1 => {
                let relation = formula::lengths(&mut engine, &of[0], dimension)?;
                Ok(Some(Claim::Values(relation, Coding::Power)))
            }
            Statement::Value(e) => {
                let relation = formula::graph(&mut engine, e, dimension)?;
                Ok(Some(Claim::Values(relation, Coding::Plain)))
            }
            Statement::Lost(c) => Ok(Some(Claim::Lost(formula::set(&mut engine, c, dimension)?))),
            Statement::Sparse(set) => {
                let relation = decide::relation(set, &mut engine, budget)?;
                Ok(relation.map(Claim::Lost))
            }
            Statement::Automaton(claim) if claim.relation().numeration() == numeration => {
                Ok(Some(claim.clone()))
            }
            Statement::Numbers(law) => match law.expression() {
                Some(e) => {
                    let relation = formula::graph(&mut engine, &e, dimension)?;
                    Ok(Some(Claim::Values(relation, Coding::Plain)))
                }
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }
}
