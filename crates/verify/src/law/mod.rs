//! Certificates of laws: automata that know the lost positions, or the values.
//!
//! A certificate holds the rules as text, an automaton that reads the digits of positions (and
//! values), and an order. The checker lowers the rules by itself (`lower`); it knows nothing
//! of how a law was found or proven, and shares with the prover the text of the
//! certificate and nothing else.
//!
//! **Theorem** (Sprague 1935, Grundy 1939; induction along a well-founded order). *Premises:*
//! positions are the tuples of naturals in the domain of the rules; options are the
//! *positions* that legal moves lead to, and there are none where play is declared to be over.
//!
//! 1. The rules have an exact meaning at every position (no fault, nothing that is not
//!    translated; nor has the condition of the domain one in its box; a measure that is declared
//!    falls with every move): `lower`.
//! 2. Every part of every option is smaller in the order (the sum of the coordinates, or
//!    lexicographic); or its coordinates have a greater sum, and no position has a sum beyond the
//!    bound that the certificate names: what is left to the bound falls.
//! 3. *Lost positions*: no move leads to a sum of several positions. Where play is declared to be
//!    over x is accepted exactly if the first declaration that holds says that whoever moved there
//!    has won; every other x exactly if no option is (misère: and there is an option; with b options
//!    that may be forbidden: exactly if at most b options are).
//! 4. *Values*: normal play without declared ends; every x is accepted with exactly one value; no option has the
//!    value of x; every smaller value is that of an option. The value of a sum is the xor.
//!
//! Where the certificate names facts about sets that are not automatic, there are two readings
//! (`facts`): one with every option and perhaps more, of which 1 and 2 are asked, and which no lost
//! option and no option of the same value may have; and one with options only, which must
//! have the lost option and every smaller value.
//!
//! A claim about take-away games has premises of its own: [`takeaway`].
//!
//! *Then* the automaton is right of all positions, by induction: P-positions and Grundy values are
//! defined by 3 and 4 along the order, which is well founded by 2.
//!
//! Each premise is the question whether there are numbers that break it. They are searched for
//! digit by digit (`search`); the automaton and the linear forms of the rules are merely followed
//! along the digits. Numbers are unbounded; all arithmetic is exact.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_verify::law::check;
//! let text = "grundy law certificate 2
//! claim lost
//! order sum
//! numeration base 2
//! game parity
//! rules 1 lines
//! state n; move one -> [n-1]
//! automaton 2 states 1 tracks
//! accepting 0
//! 0: 0 1
//! 1: 0 1
//! ";
//! # let text = grundy::notation::sealed::seal(text);
//! let theorem = check(&text, &Budget::default()).unwrap();
//! assert_eq!(theorem.certificate().source.name, "parity");
//! ```
//!
//! Limits: what the rules say of binary digits is read in base 2 only; at most 2^16 tuples of digits
//! at one place. What can be read of rules is said in `lower`, `numbers` and `conditions`;
//! [`reading`] shows it position by position.

mod atom;
pub mod certificate;
mod conditions;
pub mod family;
mod follow;
mod form;
pub mod heaps;
mod lower;
pub mod moore;
mod numbers;
pub mod numeration;
mod question;
pub mod reading;
mod search;
pub mod sentence;
mod sets;
mod space;
pub mod takeaway;
mod text;

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use grundy::budget::{Budget, Meter};
use grundy::error::Error;

use crate::refused;
use atom::{Atom, Formula, Sign};
use certificate::{Automaton, Certificate, Claim, DEAD, Order};
use form::{Bits, Form, Guard, Reason};
use lower::{Move, Rules};
use numeration::Numeration;
use question::{Builder, ask, exact, exists, projection, read_rules};

/// A law whose claim was verified. Only [`check`] makes one.
pub type Theorem = crate::Theorem<Certificate>;

/// Verifies a certificate. If its claim is not true, or does not follow, the
/// error tells at which position.
pub fn check(text: &str, budget: &Budget) -> Result<Theorem, Error> {
    let certificate = Certificate::read(text)?;
    let mut meter = budget.meter("check");
    // Where facts are used there are two readings, between which the rules lie.
    let numeration = certificate.numeration;
    let (rules, must) = match certificate.source.facts[..] {
        [] => (
            read_rules(&certificate.source, numeration, &mut meter)?,
            None,
        ),
        _ => {
            let (may, must) = crate::facts::between(&certificate.source)?;
            (
                read_rules(&may, numeration, &mut meter)?,
                Some(read_rules(&must, numeration, &mut meter)?),
            )
        }
    };
    let mut checker = Checker::new(&certificate, &rules)?;
    if let Some(must) = &must {
        checker.must = must;
        checker.between()?;
    }
    // Premise 1.
    let shown = |at: &[u64]| checker.position(at);
    exact(&rules, numeration, &[], &shown, &mut meter)?;
    if certificate.claim != Claim::Takeaway {
        checker.order(&mut meter)?;
    }
    match certificate.claim {
        Claim::Lost => checker.lost(&mut meter)?,
        Claim::Values | Claim::Powers => checker.values(&mut meter)?,
        Claim::Takeaway => checker.takeaway(&mut meter)?,
    }
    Ok(Theorem::new(certificate, &meter))
}

struct Checker<'c> {
    certificate: &'c Certificate,
    /// The rules, or more moves than they have.
    rules: &'c Rules,
    /// The rules, or fewer moves than they have.
    must: &'c Rules,
    law: Rc<Automaton>,
    dimension: usize,
}

impl<'c> Checker<'c> {
    fn new(certificate: &'c Certificate, rules: &'c Rules) -> Result<Checker<'c>, Error> {
        let law = &certificate.automaton;
        if certificate.dimension() != rules.dimension {
            return Err(refused(
                format!(
                    "its automaton reads positions of {} numbers, those of the rules have {}",
                    certificate.dimension(),
                    rules.dimension
                ),
                format!(
                    "其自动机读取 {} 个数的局面，而规则的局面有 {} 个数",
                    certificate.dimension(),
                    rules.dimension
                ),
            ));
        }
        let letters = certificate
            .numeration
            .digit_count()
            .pow(certificate.tracks as u32);
        let empty = !law.accepting(0) && (0..letters).all(|letter| law.next(0, letter) == DEAD);
        // Words may begin with any number of periods of zeros.
        let zeros = (0..certificate.numeration.period()).fold(0, |state, _| match state {
            DEAD => DEAD,
            state => law.next(state, 0),
        });
        if zeros != 0 && !empty {
            return Err(refused(
                "its automaton is not indifferent to zeros in front",
                "其自动机对前导零并非无差别",
            ));
        }
        Ok(Checker {
            certificate,
            rules,
            must: rules,
            law: Rc::new(law.clone()),
            dimension: rules.dimension,
        })
    }

    /// Whether the two readings of rules with facts can be compared with a law.
    fn between(&self) -> Result<(), Error> {
        if self.rules.blocked > 0 {
            let reason = Reason(
                "facts where options may be forbidden",
                "可禁止选项时不支持事实",
            );
            return Err(reason.into());
        }
        Ok(())
    }

    fn law_of(&self, variables: &[usize]) -> Atom {
        Atom::Law(self.law.clone(), variables.to_vec())
    }

    fn coordinates(&self) -> Vec<usize> {
        (0..self.dimension).collect()
    }

    /// Requires the domain to hold of these variables.
    fn require_domain(&self, builder: &mut Builder, at: &[usize]) -> Result<(), Error> {
        builder.require_where(&self.rules.domain, at)
    }

    /// Requires a move to be legal; gives the variables of its parts.
    fn require_move(&self, builder: &mut Builder, mv: &Move) -> Result<Vec<Vec<usize>>, Error> {
        let dimension = self.dimension;
        let chosen = dimension + mv.binders;
        // The coordinates of the parts come after the chosen numbers. Where a
        // coordinate is a chosen number and something known, the chosen number
        // is told by it and needs no digits of its own.
        let mut guards = vec![mv.guard.clone()];
        let mut told = vec![false; chosen];
        let mut forms: Vec<Form> = mv.target.iter().flatten().cloned().collect();
        let mut own = vec![None; forms.len()];
        for at in 0..forms.len() {
            let free = |&&(v, f): &&(usize, i128)| {
                let digits = |form: &Form| form.factor(v) != 0;
                v >= dimension && v < chosen && f.abs() == 1 && !mv.guard.looks_at_digits(&digits)
            };
            let plain = forms[at].as_variable().is_some();
            let Some(&(binder, factor)) = forms[at].terms.iter().find(free).filter(|_| !plain)
            else {
                continue;
            };
            // The coordinate is rest + factor·binder, and the factor 1 or -1.
            let rest = forms[at].substitute(binder, &Form::default())?;
            let by = Form::variable(chosen + at).plus(-1, &rest)?.times(factor)?;
            for guard in &mut guards {
                *guard = guard.substitute(binder, &by)?;
            }
            for form in &mut forms {
                *form = form.substitute(binder, &by)?;
            }
            guards.push(Guard::AtMostZero(by.times(-1)?));
            told[binder] = true;
            own[at] = Some(chosen + at);
        }
        // Only what is left gets a variable.
        let mut places: Vec<usize> = (0..chosen + forms.len()).collect();
        let mut used: BTreeSet<usize> = guards.iter().flat_map(Guard::variables).collect();
        used.extend(forms.iter().flat_map(|f| &f.terms).map(|t| t.0));
        let untold = (dimension..chosen).filter(|v| !told[*v] && used.contains(v));
        for v in untold.chain(own.iter().flatten().copied()) {
            places[v] = builder.fresh();
        }
        let place = |v: usize| places[v];
        { guards.iter() }.try_for_each(|guard| builder.need_at(guard, &places))?;
        let mut variables = Vec::new();
        for (form, own) in forms.iter().zip(&own) {
            variables.push(match own {
                Some(own) => places[*own],
                None => builder.named(form, &place),
            });
        }
        let mut parts = Vec::new();
        for part in variables.chunks(dimension.max(1)) {
            self.require_domain(builder, part)?;
            parts.push(part.to_vec());
        }
        Ok(parts)
    }

    fn ask(
        &self,
        open: Builder,
        branches: Vec<Builder>,
        cap: u32,
        bad: &dyn Fn(bool, &[u32]) -> bool,
        meter: &mut Meter,
    ) -> Result<Option<Vec<u64>>, Error> {
        ask(self.certificate.numeration, open, branches, cap, bad, meter)
    }

    fn exists(&self, open: Builder, meter: &mut Meter) -> Result<Option<Vec<u64>>, Error> {
        exists(self.certificate.numeration, open, meter)
    }

    fn position(&self, numbers: &[u64]) -> String {
        let shown: Vec<String> = numbers[..self.dimension]
            .iter()
            .map(u64::to_string)
            .collect();
        format!("({})", shown.join(", "))
    }

    /// Premise 2: every part of every target is smaller.
    fn order(&self, meter: &mut Meter) -> Result<(), Error> {
        let rules = self.rules;
        if let Order::Rising(most) = &self.certificate.order {
            let mut builder = Builder::new(self.dimension);
            self.require_domain(&mut builder, &self.coordinates())?;
            let terms: Vec<(usize, i128)> = (0..self.dimension).map(|v| (v, -1)).collect();
            builder.linear(&terms, i128::from(*most) + 1, Sign::AtMostZero);
            if let Some(at) = self.exists(builder, meter)? {
                let at = self.position(&at);
                return Err(refused(
                    format!(
                        "the sum of the position {at} is greater than {most}, the bound of its order"
                    ),
                    format!("局面 {at} 的和大于其序的上界 {most}"),
                ));
            }
        }
        for mv in &rules.moves {
            for part in 0..mv.target.len() {
                let mut builder = Builder::new(self.dimension);
                self.require_domain(&mut builder, &self.coordinates())?;
                let parts = self.require_move(&mut builder, mv)?;
                let to = &parts[part];
                match &self.certificate.order {
                    Order::Sum => {
                        let mut terms: Vec<(usize, i128)> =
                            (0..self.dimension).map(|v| (v, 1)).collect();
                        terms.extend(to.iter().map(|&v| (v, -1)));
                        builder.linear(&terms, 0, Sign::AtMostZero);
                    }
                    Order::Rising(_) => {
                        let mut terms: Vec<(usize, i128)> =
                            (0..self.dimension).map(|v| (v, -1)).collect();
                        terms.extend(to.iter().map(|&v| (v, 1)));
                        builder.linear(&terms, 0, Sign::AtMostZero);
                    }
                    Order::Lexicographic(by) => {
                        let mut cases = Vec::new();
                        for (place, &at) in by.iter().enumerate() {
                            let mut case = Vec::new();
                            for &before in &by[..place] {
                                let terms = vec![(before, 1), (to[before], -1)];
                                case.push(builder.atom(Atom::Linear(terms, 0, Sign::Zero)));
                            }
                            // Greater, or at the last place not smaller.
                            let least = i128::from(place + 1 < by.len());
                            let terms = vec![(at, 1), (to[at], -1)];
                            case.push(builder.atom(Atom::Linear(terms, least, Sign::AtMostZero)));
                            cases.push(Formula::All(case));
                        }
                        builder.all.push(Formula::Any(cases));
                    }
                }
                if let Some(at) = self.exists(builder, meter)? {
                    let (at, name) = (self.position(&at), &mv.name);
                    return Err(refused(
                        format!("the move `{name}` from {at} does not lead downwards in its order"),
                        format!("着法 `{name}` 在 {at} 处并不沿其序下降"),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Premise 3.
    fn lost(&self, meter: &mut Meter) -> Result<(), Error> {
        let rules = self.rules;
        for mv in rules.moves.iter().filter(|mv| mv.target.len() > 1) {
            // One that nobody can ever make is none.
            let mut builder = Builder::new(self.dimension);
            self.require_domain(&mut builder, &self.coordinates())?;
            self.require_move(&mut builder, mv)?;
            if let Some(at) = self.exists(builder, meter)? {
                let (at, name) = (self.position(&at), &mv.name);
                return Err(refused(
                    format!(
                        "the move `{name}` from {at} leads to a sum, of which P-positions say nothing"
                    ),
                    format!("着法 `{name}` 在 {at} 处导向和，P 态不能决定"),
                ));
            }
        }
        let mut open = Builder::new(self.dimension);
        self.require_domain(&mut open, &self.coordinates())?;
        // The variables of the question; those of the branches come after them.
        let asked = open.variables;
        let mut claimed = Builder::new(asked);
        claimed.require(self.law_of(&self.coordinates()));
        let mut branches = vec![claimed];
        for (_, end) in &rules.ends {
            let mut builder = Builder::new(asked);
            builder.require_where(end, &self.coordinates())?;
            branches.push(builder);
        }
        let ended = 1..branches.len();
        // First what may happen, then what must: where there are no facts, the same once.
        let readings: &[&Rules] = match std::ptr::eq(rules, self.must) {
            true => &[rules],
            false => &[rules, self.must],
        };
        let mut spans = Vec::new();
        for &reading in readings {
            let first = branches.len();
            match reading.blocked {
                0 => {
                    for mv in &reading.moves {
                        let mut builder = Builder::new(asked);
                        let parts = self.require_move(&mut builder, mv)?;
                        match parts.first() {
                            Some(part) => builder.require(self.law_of(part)),
                            // Whoever is to move at the empty sum has won under misère play.
                            None if rules.misere => builder.all.push(Formula::Any(Vec::new())),
                            None => {}
                        }
                        branches.push(builder);
                    }
                }
                _ => branches.push(self.lost_options(reading, asked, meter)?),
            }
            let to_lost = first..branches.len();
            if rules.misere {
                for mv in &reading.moves {
                    let mut builder = Builder::new(asked);
                    self.require_move(&mut builder, mv)?;
                    branches.push(builder);
                }
            }
            spans.push((to_lost.clone(), to_lost.end..branches.len()));
        }
        let (may, must) = (&spans[0], &spans[spans.len() - 1]);
        let bad = |ok: bool, ways: &[u32]| {
            let lost_options =
                |of: &(Range<usize>, Range<usize>)| ways[of.0.clone()].iter().sum::<u32>();
            let movable = |of: &(Range<usize>, Range<usize>)| {
                !rules.misere || ways[of.1.clone()].iter().any(|&w| w > 0)
            };
            let claimed = ways[0] > 0;
            // Where play is over the declaration decides, else the options.
            let mut ends = rules.ends.iter().zip(&ways[ended.clone()]);
            ok && match (ends.find(|(_, ways)| **ways > 0), claimed) {
                (Some(((won, _), _)), claimed) => claimed == *won,
                (None, true) => !movable(must) || lost_options(may) > rules.blocked,
                (None, false) => movable(may) && lost_options(must) <= rules.blocked,
            }
        };
        let found = self.ask(open, branches, rules.blocked + 1, &bad, meter)?;
        let Some(at) = found else {
            return Ok(());
        };
        let claimed = self
            .law
            .accepts(self.certificate.numeration, &at[..self.dimension]);
        let (at, claimed) = (self.position(&at), if claimed { "P" } else { "N" });
        Err(refused(
            format!(
                "it says {claimed} of {at}, which does not follow from what it says of the options"
            ),
            format!("它称 {at} 为 {claimed}，这与它对各选项的说法不符"),
        ))
    }

    /// A hidden position that is a lost option. Where options are counted, each counts once, in
    /// however many ways moves lead to it: so the relation "is an option of" is made an
    /// automaton first, in which chosen numbers do not appear.
    fn lost_options(
        &self,
        reading: &Rules,
        asked: usize,
        meter: &mut Meter,
    ) -> Result<Builder, Error> {
        let d = self.dimension;
        let both: Vec<usize> = (0..2 * d).collect();
        let mut blocks = Vec::new();
        for mv in &reading.moves {
            let mut builder = Builder::new(2 * d);
            let parts = self.require_move(&mut builder, mv)?;
            let Some(part) = parts.first() else {
                let reason = Reason(
                    "a move to the empty sum where options may be forbidden",
                    "可禁止选项时不支持导向空和的着法",
                );
                return Err(reason.into());
            };
            for (&x, &y) in part.iter().zip(&both[d..]) {
                builder.linear(&[(x, 1), (y, -1)], 0, Sign::Zero);
            }
            blocks.push(builder);
        }
        let option = projection(self.certificate.numeration, blocks, 2 * d, meter)?;
        // From the position of the question to a hidden one.
        let mut hidden = Builder::new(asked + d);
        let to: Vec<usize> = (asked..asked + d).collect();
        let from_to = [self.coordinates(), to.clone()].concat();
        hidden.require(Atom::Law(Rc::new(option), from_to));
        hidden.require(self.law_of(&to));
        Ok(hidden)
    }

    /// Premise 4.
    fn values(&self, meter: &mut Meter) -> Result<(), Error> {
        let rules = self.rules;
        let powers = self.certificate.claim == Claim::Powers;
        let splits = rules.moves.iter().any(|mv| mv.target.len() > 1);
        if rules.misere || rules.blocked > 0 || !rules.ends.is_empty() {
            return Err(refused(
                "under these conventions, or with declared ends, there are no values",
                "在这些约定下，或有声明的终局时，没有 SG 值",
            ));
        }
        if (powers || splits) && self.certificate.numeration != Numeration::BINARY {
            return Err(Reason("xor needs base 2", "按位异或需要二进制").into());
        }
        if powers && splits {
            let reason = Reason(
                "sums of values written as powers of two",
                "以二的幂书写的值之和",
            );
            return Err(reason.into());
        }
        let decode = |code: u64| match powers {
            true => u64::from(code.max(1).ilog2()),
            false => code,
        };
        let d = self.dimension;
        let valued = |builder: &mut Builder, at: &[usize], value: usize| {
            let places = [at, &[value]].concat();
            builder.require(self.law_of(&places));
            if powers {
                builder.require(Atom::Bits(Bits::Power, vec![value]));
            }
        };
        // Every position has exactly one value.
        let mut open = Builder::new(d);
        self.require_domain(&mut open, &self.coordinates())?;
        let mut branch = Builder::new(open.variables);
        let value = branch.fresh();
        valued(&mut branch, &self.coordinates(), value);
        let bad = |ok: bool, ways: &[u32]| ok && ways[0] != 1;
        if let Some(at) = self.ask(open, vec![branch], 2, &bad, meter)? {
            let at = self.position(&at);
            return Err(refused(
                format!("it does not say one value of {at}"),
                format!("它没有给 {at} 唯一的值"),
            ));
        }
        // No option has the value of the position.
        for mv in &rules.moves {
            let mut builder = Builder::new(d);
            let value = builder.fresh();
            self.require_domain(&mut builder, &self.coordinates())?;
            valued(&mut builder, &self.coordinates(), value);
            self.require_option(&mut builder, mv, value, &valued)?;
            if let Some(at) = self.exists(builder, meter)? {
                let value = decode(at[d]);
                let (at, name) = (self.position(&at), &mv.name);
                return Err(refused(
                    format!("it says {value} of {at}, and also of an option by `{name}`"),
                    format!("它称 {at} 的值为 {value}，而经 `{name}` 的一个选项也是此值"),
                ));
            }
        }
        // Every smaller value is that of an option.
        let mut open = Builder::new(d);
        let value = open.fresh();
        let greater = open.fresh();
        self.require_domain(&mut open, &self.coordinates())?;
        valued(&mut open, &self.coordinates(), greater);
        open.linear(&[(value, 1), (greater, -1)], 1, Sign::AtMostZero);
        if powers {
            open.require(Atom::Bits(Bits::Power, vec![value]));
        }
        let variables = open.variables;
        let mut branches = Vec::new();
        for mv in &self.must.moves {
            let mut builder = Builder::new(variables);
            self.require_option(&mut builder, mv, value, &valued)?;
            branches.push(builder);
        }
        let bad = |ok: bool, ways: &[u32]| ok && ways.iter().all(|&w| w == 0);
        if let Some(at) = self.ask(open, branches, 1, &bad, meter)? {
            let (missing, value) = (decode(at[d]), decode(at[d + 1]));
            let at = self.position(&at);
            return Err(refused(
                format!("it says {value} of {at}, but no option has the value {missing}"),
                format!("它称 {at} 的值为 {value}，但没有值为 {missing} 的选项"),
            ));
        }
        Ok(())
    }

    /// Requires a legal move to an option of the given value.
    fn require_option(
        &self,
        builder: &mut Builder,
        mv: &Move,
        value: usize,
        valued: &dyn Fn(&mut Builder, &[usize], usize),
    ) -> Result<(), Error> {
        let parts = self.require_move(builder, mv)?;
        match &parts[..] {
            [] => {
                let zero = i128::from(self.certificate.claim == Claim::Powers);
                builder.linear(&[(value, 1)], -zero, Sign::Zero);
            }
            [part] => valued(builder, part, value),
            parts => {
                let mut values = vec![value];
                for part in parts {
                    let own = builder.fresh();
                    valued(builder, part, own);
                    values.push(own);
                }
                builder.require(Atom::Bits(Bits::XorZero, values));
            }
        }
        Ok(())
    }
}
