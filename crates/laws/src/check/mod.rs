//! Checking a certificate from the rules alone.
//!
//! The checker knows nothing of how a law was found or proven. It asks, for
//! each statement that the induction needs (see [`crate::prove`]), whether
//! there are numbers that break it, and searches for them digit by digit
//! (`search`); the automaton of the certificate and the linear forms of the
//! rules are merely followed along the digits. It shares with the prover the
//! format of automata and rules, and nothing else.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_laws::certificate::Certificate;
//! use grundy_laws::check::check;
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
//! assert_eq!(theorem.certificate().rules.name, "parity");
//! ```
//!
//! Limits: "is a power of two" and "xor" of anything but a variable must not
//! stand under `not`.

mod atom;
mod follow;
mod search;
mod sets;
mod space;

use std::rc::Rc;

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy::text::Text;

use crate::automata::dfa::DEAD;
use crate::automata::numeration::Numeration;
use crate::certificate::{Certificate, Kind};
use crate::prove::{Coding, Order};
use crate::rules::{Form, Guard, Move};
use atom::{Atom, Formula, Sign};
use search::{Block, Question, find};

/// A certificate whose claim was verified. Only [`check`] makes one.
#[derive(Clone, Debug)]
pub struct Theorem {
    certificate: Certificate,
    nodes: u64,
}

impl Theorem {
    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// How many nodes were searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Verifies a certificate. If its claim is not true, or does not follow, the
/// error tells at which position.
pub fn check(text: &str, budget: &Budget) -> Result<Theorem, Error> {
    let certificate = Certificate::read(text)?;
    let mut meter = budget.meter("check");
    let checker = Checker::new(&certificate)?;
    checker.order(&mut meter)?;
    match certificate.kind {
        Kind::Lost => checker.lost(&mut meter)?,
        Kind::Values(coding) => checker.values(coding, &mut meter)?,
    }
    Ok(Theorem {
        certificate,
        nodes: meter.states(),
    })
}

fn refused(en: String, zh: String) -> Error {
    Error::BadCertificate {
        because: Text::new(en, zh),
    }
}

fn cannot(en: &str, zh: &str) -> Error {
    Error::Unsupported {
        because: Text::new(en.to_string(), zh.to_string()),
    }
}

/// The largest factor and constant in rules that are checked.
const MOST_FACTOR: i64 = 1 << 16;
const MOST_CONSTANT: i64 = 1 << 32;
/// The largest number of digit tuples at one place.
const MOST_LETTERS: usize = 1 << 16;

struct Checker<'c> {
    certificate: &'c Certificate,
    law: Rc<crate::automata::dfa::Dfa>,
    dimension: usize,
}

/// Collects the atoms of a block.
struct Builder {
    variables: usize,
    atoms: Vec<Atom>,
    all: Vec<Formula>,
}

impl Builder {
    fn new(variables: usize) -> Builder {
        Builder {
            variables,
            atoms: Vec::new(),
            all: Vec::new(),
        }
    }

    fn fresh(&mut self) -> usize {
        self.variables += 1;
        self.variables - 1
    }

    fn atom(&mut self, atom: Atom) -> Formula {
        self.atoms.push(atom);
        Formula::Atom(self.atoms.len() - 1)
    }

    fn require(&mut self, atom: Atom) {
        let formula = self.atom(atom);
        self.all.push(formula);
    }

    /// Requires Σ factor·variable + constant to be zero, or at most zero.
    fn linear(&mut self, terms: &[(usize, i64)], constant: i64, sign: Sign) {
        self.require(Atom::Linear(terms.to_vec(), constant, sign));
    }

    /// A guard whose variables are renamed by `place`.
    fn guard(
        &mut self,
        guard: &Guard,
        place: &dyn Fn(usize) -> usize,
        negated: bool,
    ) -> Result<Formula, Error> {
        let terms = |form: &Form| -> Vec<(usize, i64)> {
            form.terms.iter().map(|&(v, f)| (place(v), f)).collect()
        };
        Ok(match guard {
            Guard::AtMostZero(f) => self.atom(Atom::Linear(terms(f), f.constant, Sign::AtMostZero)),
            Guard::Zero(f) => self.atom(Atom::Linear(terms(f), f.constant, Sign::Zero)),
            Guard::Remainder(f, m, r) => self.atom(Atom::Remainder(
                terms(f),
                f.constant,
                i64::from((*m).max(1)),
                i64::from(*r),
            )),
            Guard::PowerOfTwo(f) => {
                let (variable, mut all) = self.named(f, place, negated)?;
                let power = self.atom(Atom::Power(variable));
                all.push(power);
                Formula::All(all)
            }
            Guard::XorZero(forms) => {
                let mut all = Vec::new();
                let mut variables = Vec::new();
                for form in forms {
                    let (variable, defined) = self.named(form, place, negated)?;
                    variables.push(variable);
                    all.extend(defined);
                }
                let xor = self.atom(Atom::Xor(variables));
                all.push(xor);
                Formula::All(all)
            }
            Guard::All(all) => {
                let mut each = Vec::new();
                for guard in all {
                    each.push(self.guard(guard, place, negated)?);
                }
                Formula::All(each)
            }
            Guard::Any(any) => {
                let mut each = Vec::new();
                for guard in any {
                    each.push(self.guard(guard, place, negated)?);
                }
                Formula::Any(each)
            }
            Guard::Not(inner) => Formula::Not(Box::new(self.guard(inner, place, true)?)),
        })
    }

    /// A variable that equals a form; a new one if the form is none.
    fn named(
        &mut self,
        form: &Form,
        place: &dyn Fn(usize) -> usize,
        negated: bool,
    ) -> Result<(usize, Vec<Formula>), Error> {
        if let ([(variable, 1)], 0) = (&form.terms[..], form.constant) {
            return Ok((place(*variable), Vec::new()));
        }
        if negated {
            return Err(cannot(
                "a bitwise condition on a form under `not` cannot be checked",
                "无法复核 `not` 之下关于线性式的按位条件",
            ));
        }
        let new = self.fresh();
        let mut terms: Vec<(usize, i64)> = form.terms.iter().map(|&(v, f)| (place(v), f)).collect();
        terms.push((new, -1));
        let defined = self.atom(Atom::Linear(terms, form.constant, Sign::Zero));
        Ok((new, vec![defined]))
    }

    fn block(self) -> Block {
        Block {
            variables: self.variables,
            atoms: self.atoms,
            formula: Formula::All(self.all),
        }
    }
}

/// Whether a guard looks at the bits of a variable, alone or in a sum.
fn bitwise(guard: &Guard, variable: usize) -> bool {
    let mentions = |form: &Form| form.factor(variable) != 0;
    match guard {
        Guard::PowerOfTwo(form) => mentions(form),
        Guard::XorZero(forms) => forms.iter().any(mentions),
        Guard::All(each) | Guard::Any(each) => each.iter().any(|g| bitwise(g, variable)),
        Guard::Not(inner) => bitwise(inner, variable),
        _ => false,
    }
}

impl<'c> Checker<'c> {
    fn new(certificate: &'c Certificate) -> Result<Checker<'c>, Error> {
        let dfa = &certificate.automaton;
        let zeros = dfa.next(0, 0);
        let empty = !dfa.accepting(0) && dfa.row(0).iter().all(|&to| to == DEAD);
        if zeros != 0 && !empty {
            return Err(refused(
                "its automaton is not indifferent to zeros in front".to_string(),
                "其自动机对前导零并非无差别".to_string(),
            ));
        }
        let rules = &certificate.rules;
        let too_large = |form: &Form| {
            form.constant.abs() > MOST_CONSTANT
                || form.terms.iter().any(|t| t.1.abs() > MOST_FACTOR)
        };
        let mut guards = vec![&rules.domain];
        for mv in &rules.moves {
            guards.push(&mv.guard);
            if mv.target.iter().flatten().any(too_large) {
                return Err(cannot(
                    "a number in a target is too large",
                    "目标中的数过大",
                ));
            }
        }
        while let Some(guard) = guards.pop() {
            let large = match guard {
                Guard::AtMostZero(f) | Guard::Zero(f) | Guard::Remainder(f, ..) => too_large(f),
                Guard::PowerOfTwo(f) => {
                    too_large(f) || certificate.numeration != Numeration::BINARY
                }
                Guard::XorZero(forms) => {
                    forms.iter().any(too_large) || certificate.numeration != Numeration::BINARY
                }
                Guard::All(each) | Guard::Any(each) => {
                    guards.extend(each);
                    false
                }
                Guard::Not(inner) => {
                    guards.push(inner);
                    false
                }
            };
            if large {
                return Err(cannot(
                    "a number in a condition is too large, or its bits are not the digits read",
                    "条件中的数过大，或其二进制位不是所读的数字",
                ));
            }
        }
        Ok(Checker {
            certificate,
            law: Rc::new(dfa.clone()),
            dimension: rules.dimension(),
        })
    }

    fn law_of(&self, variables: &[usize]) -> Atom {
        Atom::Law(self.law.clone(), variables.to_vec())
    }

    fn coordinates(&self) -> Vec<usize> {
        (0..self.dimension).collect()
    }

    /// Requires the domain to hold of these variables.
    fn require_domain(&self, builder: &mut Builder, at: &[usize]) -> Result<(), Error> {
        let formula = builder.guard(&self.certificate.rules.domain, &|v| at[v], false)?;
        builder.all.push(formula);
        Ok(())
    }

    /// Requires a move to be legal; gives the variables of its parts.
    fn require_move(&self, builder: &mut Builder, mv: &Move) -> Result<Vec<Vec<usize>>, Error> {
        let dimension = self.dimension;
        let chosen = dimension + mv.binders.len();
        // The coordinates of the parts come after the chosen numbers. Where a
        // coordinate is a chosen number and something known, the chosen number
        // is told by it and needs no digits of its own.
        let mut guards = vec![mv.guard.clone()];
        let mut told = vec![false; chosen];
        let mut forms: Vec<Form> = mv.target.iter().flatten().cloned().collect();
        let mut own = vec![None; forms.len()];
        for at in 0..forms.len() {
            let plain = matches!((&forms[at].terms[..], forms[at].constant), ([(_, 1)], 0));
            let free = |&&(v, f): &&(usize, i64)| {
                v >= dimension && v < chosen && f.abs() == 1 && !bitwise(&mv.guard, v)
            };
            let Some(&(binder, factor)) = forms[at].terms.iter().find(free).filter(|_| !plain)
            else {
                continue;
            };
            let coordinate = Form::variable(chosen + at);
            let rest = forms[at].substitute(binder, &Form::default());
            let by = Form::default().plus(factor, &coordinate.plus(-1, &rest));
            for guard in &mut guards {
                *guard = guard.map(&|f| f.substitute(binder, &by));
            }
            for form in &mut forms {
                *form = form.substitute(binder, &by);
            }
            guards.push(Guard::AtMostZero(Form::default().plus(-1, &by)));
            told[binder] = true;
            own[at] = Some(chosen + at);
        }
        // Only what is left gets a variable.
        let mut places: Vec<usize> = (0..chosen + forms.len()).collect();
        let untold = (dimension..chosen).filter(|v| !told[*v]);
        for v in untold.chain(own.iter().flatten().copied()) {
            places[v] = builder.fresh();
        }
        let place = |v: usize| places[v];
        for guard in &guards {
            let formula = builder.guard(guard, &place, false)?;
            builder.all.push(formula);
        }
        let mut variables = Vec::new();
        for (form, own) in forms.iter().zip(&own) {
            variables.push(match own {
                Some(own) => places[*own],
                None => {
                    let (variable, defined) = builder.named(form, &place, false)?;
                    builder.all.extend(defined);
                    variable
                }
            });
        }
        let mut parts = Vec::new();
        for part in variables.chunks(dimension.max(1)) {
            self.require_domain(builder, part)?;
            parts.push(part.to_vec());
        }
        Ok(parts)
    }

    fn find(
        &self,
        open: Block,
        branches: Vec<Block>,
        cap: u32,
        bad: &dyn Fn(bool, &[u32]) -> bool,
        meter: &mut Meter,
    ) -> Result<Option<Vec<u64>>, Error> {
        let base = self.certificate.numeration.digit_count();
        let widest = branches.iter().map(|b| b.variables).max().unwrap_or(0);
        let widest = widest.max(open.variables);
        if base
            .checked_pow(widest as u32)
            .is_none_or(|letters| letters > MOST_LETTERS)
        {
            return Err(cannot(
                "too many numbers at once to be checked",
                "同时出现的数过多，无法复核",
            ));
        }
        find(
            &Question {
                numeration: self.certificate.numeration,
                open,
                branches,
                cap,
                bad,
            },
            meter,
        )
    }

    fn position(&self, numbers: &[u64]) -> String {
        let shown: Vec<String> = numbers[..self.dimension]
            .iter()
            .map(u64::to_string)
            .collect();
        format!("({})", shown.join(", "))
    }

    /// Every part of every target is smaller.
    fn order(&self, meter: &mut Meter) -> Result<(), Error> {
        let rules = &self.certificate.rules;
        for mv in &rules.moves {
            for part in 0..mv.target.len() {
                let mut builder = Builder::new(self.dimension);
                self.require_domain(&mut builder, &self.coordinates())?;
                let parts = self.require_move(&mut builder, mv)?;
                let to = &parts[part];
                match &self.certificate.order {
                    Order::Sum => {
                        let mut terms: Vec<(usize, i64)> =
                            (0..self.dimension).map(|v| (v, 1)).collect();
                        terms.extend(to.iter().map(|&v| (v, -1)));
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
                            let least = i64::from(place + 1 < by.len());
                            let terms = vec![(at, 1), (to[at], -1)];
                            case.push(builder.atom(Atom::Linear(terms, least, Sign::AtMostZero)));
                            cases.push(Formula::All(case));
                        }
                        builder.all.push(Formula::Any(cases));
                    }
                }
                let open = builder.block();
                if let Some(at) = self.find(open, Vec::new(), 1, &|ok, _| ok, meter)? {
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

    fn lost(&self, meter: &mut Meter) -> Result<(), Error> {
        let rules = &self.certificate.rules;
        if let Some(mv) = rules.split() {
            return Err(refused(
                format!(
                    "the move `{}` leads to a sum, of which P-positions say nothing",
                    mv.name
                ),
                format!("着法 `{}` 导向和，P 态不能决定", mv.name),
            ));
        }
        if rules.blocked > 0 {
            self.options_differ(meter)?;
        }
        let mut open = Builder::new(self.dimension);
        self.require_domain(&mut open, &self.coordinates())?;
        let mut claimed = Builder::new(self.dimension);
        claimed.require(self.law_of(&self.coordinates()));
        let mut branches = vec![claimed.block()];
        for mv in &rules.moves {
            let mut builder = Builder::new(self.dimension);
            let parts = self.require_move(&mut builder, mv)?;
            match parts.first() {
                Some(part) => builder.require(self.law_of(part)),
                // Whoever is to move at the empty sum has won under misère play.
                None if rules.misere => builder.all.push(Formula::Any(Vec::new())),
                None => {}
            }
            branches.push(builder.block());
        }
        let moves = rules.moves.len();
        if rules.misere {
            for mv in &rules.moves {
                let mut builder = Builder::new(self.dimension);
                self.require_move(&mut builder, mv)?;
                branches.push(builder.block());
            }
        }
        let allowed = rules.blocked;
        let misere = rules.misere;
        let bad = |ok: bool, ways: &[u32]| {
            let to_lost: u32 = ways[1..=moves].iter().sum();
            let movable = !misere || ways[moves + 1..].iter().any(|&w| w > 0);
            let lost = movable && to_lost <= allowed;
            ok && (ways[0] > 0) != lost
        };
        let found = self.find(open.block(), branches, allowed + 1, &bad, meter)?;
        let Some(at) = found else {
            return Ok(());
        };
        let claimed = crate::learn::accepts(&self.law, self.certificate.numeration, &at);
        let (at, claimed) = (self.position(&at), if claimed { "P" } else { "N" });
        Err(refused(
            format!(
                "it says {claimed} of {at}, which does not follow from what it says of the options"
            ),
            format!("它称 {at} 为 {claimed}，这与它对各选项的说法不符"),
        ))
    }

    /// No two moves lead to the same position: counting moves counts options.
    fn options_differ(&self, meter: &mut Meter) -> Result<(), Error> {
        let rules = &self.certificate.rules;
        for (first, a) in rules.moves.iter().enumerate() {
            for (second, b) in rules.moves.iter().enumerate().skip(first) {
                let mut builder = Builder::new(self.dimension);
                self.require_domain(&mut builder, &self.coordinates())?;
                let start = builder.variables;
                let to = self.require_move(&mut builder, a)?;
                let again = builder.variables;
                let other = self.require_move(&mut builder, b)?;
                for (x, y) in to.iter().flatten().zip(other.iter().flatten()) {
                    builder.linear(&[(*x, 1), (*y, -1)], 0, Sign::Zero);
                }
                if first == second {
                    let differs = (0..a.binders.len())
                        .map(|at| {
                            let terms = vec![(start + at, 1), (again + at, -1)];
                            let same = builder.atom(Atom::Linear(terms, 0, Sign::Zero));
                            Formula::Not(Box::new(same))
                        })
                        .collect();
                    builder.all.push(Formula::Any(differs));
                }
                let open = builder.block();
                if self
                    .find(open, Vec::new(), 1, &|ok, _| ok, meter)?
                    .is_some()
                {
                    return Err(cannot(
                        "two moves lead to the same position, so that options cannot be counted",
                        "两步着法导向同一局面，无法对选项计数",
                    ));
                }
            }
        }
        Ok(())
    }

    fn values(&self, coding: Coding, meter: &mut Meter) -> Result<(), Error> {
        let rules = &self.certificate.rules;
        let binary = self.certificate.numeration == Numeration::BINARY;
        if !rules.has_values() {
            return Err(refused(
                "under these conventions there are no values".to_string(),
                "在这些约定下没有 SG 值".to_string(),
            ));
        }
        if (coding == Coding::Power || rules.split().is_some()) && !binary {
            return Err(cannot("xor needs base 2", "按位异或需要二进制"));
        }
        if coding == Coding::Power && rules.split().is_some() {
            return Err(cannot(
                "sums of values written as powers of two",
                "以二的幂书写的值之和",
            ));
        }
        let d = self.dimension;
        let valued = |builder: &mut Builder, at: &[usize], value: usize| {
            let places = [at, &[value]].concat();
            builder.require(self.law_of(&places));
            if coding == Coding::Power {
                builder.require(Atom::Power(value));
            }
        };
        // Every position has exactly one value.
        let mut open = Builder::new(d);
        self.require_domain(&mut open, &self.coordinates())?;
        let mut branch = Builder::new(d);
        let value = branch.fresh();
        valued(&mut branch, &self.coordinates(), value);
        let bad = |ok: bool, ways: &[u32]| ok && ways[0] != 1;
        if let Some(at) = self.find(open.block(), vec![branch.block()], 2, &bad, meter)? {
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
            self.require_option(&mut builder, mv, value, coding, &valued)?;
            if let Some(at) = self.find(builder.block(), Vec::new(), 1, &|ok, _| ok, meter)? {
                let value = coding.decode(at[d]);
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
        if coding == Coding::Power {
            open.require(Atom::Power(value));
        }
        let variables = open.variables;
        let mut branches = Vec::new();
        for mv in &rules.moves {
            let mut builder = Builder::new(variables);
            self.require_option(&mut builder, mv, value, coding, &valued)?;
            branches.push(builder.block());
        }
        let bad = |ok: bool, ways: &[u32]| ok && ways.iter().all(|&w| w == 0);
        if let Some(at) = self.find(open.block(), branches, 1, &bad, meter)? {
            let (missing, value) = (coding.decode(at[d]), coding.decode(at[d + 1]));
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
        coding: Coding,
        valued: &dyn Fn(&mut Builder, &[usize], usize),
    ) -> Result<(), Error> {
        let parts = self.require_move(builder, mv)?;
        match &parts[..] {
            [] => {
                let zero = coding.code(0).unwrap_or(0) as i64;
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
                builder.require(Atom::Xor(values));
            }
        }
        Ok(())
    }
}
