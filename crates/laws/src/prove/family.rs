//! Deciding a law of all games of a family by automata.
//!
//! The law g(n) = f(n mod p(k)) and the premises under which it follows are
//! those of [`grundy_verify::law::family`], where they are proven; here each
//! is an automatic relation between k, n, r = n mod p and values, and must be empty.
//!
//! Limits: as there.

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::text::Text;
use grundy_verify::law::family::{Case, Certificate, Line};

use super::compile::{self, Compiled};
use crate::automata::numeration::Numeration;
use crate::automata::{Engine, Relation, Variable};
use crate::rules::Rules;

const K: Variable = 0;
const N: Variable = 1;
/// The place that compiled moves leave to the value.
const V: Variable = 2;

/// Whether the law follows by induction from the rules, of which the first
/// coordinate is the parameter and the second the heap.
pub fn prove_family(rules: &Rules, law: &Certificate, budget: &Budget) -> Result<bool, Error> {
    let mut meter = budget.meter("proof");
    let mut engine = Engine::new(Numeration::BINARY, &mut meter);
    let domain = compile::domain(&mut engine, rules)?;
    let moves = compile::moves(&mut engine, rules, &domain, &domain)?;
    let plain = |mv: &Compiled| matches!(&mv.parts[..], [part] if part.first() == Some(&K));
    if rules.dimension() != 2
        || rules.blocked > 0
        || (rules.misere && !law.lost)
        || !moves.iter().all(plain)
    {
        return Err(Error::Unsupported {
            because: Text::fixed(
                "a family is proven where every move leads from one heap to one heap, values under normal play",
                "族的证明要求每步由一堆到一堆，SG 值须在正常规则下",
            ),
        });
    }
    let free = moves.iter().map(|mv| mv.free).max().unwrap_or(V + 1);
    for case in &law.cases {
        let mut proof = Step {
            engine: &mut engine,
            case,
            least: law.least,
            lost: law.lost,
            misere: rules.misere,
            moves: &moves,
            r: free,
            rest: free + 1,
            whole: free + 2,
        };
        if !proof.holds()? {
            return Ok(false);
        }
    }
    Ok(true)
}

struct Step<'s, 'm> {
    engine: &'s mut Engine<'m>,
    case: &'s Case,
    least: i64,
    lost: bool,
    misere: bool,
    moves: &'s [Compiled],
    r: Variable,
    rest: Variable,
    whole: Variable,
}

impl Step<'_, '_> {
    fn holds(&mut self) -> Result<bool, Error> {
        let (r, rest, whole) = (self.r, self.rest, self.whole);
        let period = self.case.period;
        let of_case = self.of_case()?;
        // The period is positive.
        let none = self.at_most(&[], period, 0)?;
        if !self.engine.and(&of_case, &none)?.is_empty() {
            return Ok(false);
        }
        let inside = self.below(r, period)?;
        let positions = self.engine.and(&of_case, &inside)?;
        // Every remainder has one value: the pieces do not overlap.
        let mut covered = self.engine.none(&[K, r])?;
        for at in 0..self.case.pieces.len() {
            let values = self.piece(at, r, V)?;
            let piece = self.engine.exists(&values, &[V])?;
            let twice = self.engine.and(&covered, &piece)?;
            if !self.engine.and(&twice, &positions)?.is_empty() {
                return Ok(false);
            }
            covered = self.engine.or(&covered, &piece)?;
        }
        if !self.engine.minus(&positions, &covered)?.is_empty() {
            return Ok(false);
        }
        if !self.downwards(&of_case)? {
            return Ok(false);
        }
        let there = self.values(rest, V)?;
        let here = self.values(r, V)?;
        let greater = self.values(r, whole)?;
        let smaller = self.engine.at_most(&[(V, 1), (whole, -1)], -1)?;
        let keep = [K, N, r, V];
        for related in self.related()? {
            let here_related = vec![positions.clone(), related.clone()];
            let mut options = self.engine.none(&keep)?;
            for mv in self.moves {
                let to = mv.parts[0][1];
                for way in self.remainders(to)? {
                    let mut all = mv.relations.clone();
                    all.extend(here_related.iter().cloned());
                    all.extend([way, there.clone()]);
                    let one = self.engine.join(all, &keep)?;
                    options = self.engine.or(&options, &one)?;
                }
            }
            if self.lost {
                if !self.who_loses(&here_related, &options, &here)? {
                    return Ok(false);
                }
                continue;
            }
            let same = self.engine.and(&options, &here)?;
            if !same.is_empty() {
                return Ok(false);
            }
            let mut above = here_related;
            above.extend([greater.clone(), smaller.clone()]);
            let above = self.engine.join(above, &keep)?;
            if !self.engine.minus(&above, &options)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether exactly the heaps of value 0 have no option of value 0, and under
    /// misère play an option.
    fn who_loses(
        &mut self,
        positions: &[Relation],
        options: &Relation,
        here: &Relation,
    ) -> Result<bool, Error> {
        let keep = [K, N, self.r];
        let zero = self.engine.constant(V, 0)?;
        let winning = self
            .engine
            .join(vec![options.clone(), zero.clone()], &keep)?;
        let claimed = [positions, &[here.clone(), zero]].concat();
        let claimed = self.engine.join(claimed, &keep)?;
        let mut movable = self.engine.join(positions.to_vec(), &keep)?;
        if self.misere {
            let mut able = self.engine.none(&keep)?;
            for mv in self.moves {
                let all = [positions, &mv.relations].concat();
                let one = self.engine.join(all, &keep)?;
                able = self.engine.or(&able, &one)?;
            }
            movable = able;
        }
        let lost = self.engine.minus(&movable, &winning)?;
        Ok(self.engine.differ(&lost, &claimed)?.is_empty())
    }

    fn of_case(&mut self) -> Result<Relation, Error> {
        let large = self.engine.at_most(&[(K, -1)], -self.least)?;
        let (modulus, rest) = (self.case.modulus as u32, self.case.rest as u32);
        let leaves = self.engine.congruent(&[(K, 1)], modulus, &[rest])?;
        self.engine.and(&large, &leaves)
    }

    /// Σ factor·variable + line ≤ most
    fn at_most(
        &mut self,
        terms: &[(Variable, i64)],
        line: Line,
        most: i64,
    ) -> Result<Relation, Error> {
        let terms = with(terms, line.factor);
        self.engine.at_most(&terms, most - line.constant)
    }

    fn below(&mut self, variable: Variable, line: Line) -> Result<Relation, Error> {
        let minus = Line::new(-line.factor, -line.constant);
        self.at_most(&[(variable, 1)], minus, -1)
    }

    /// The remainders of one piece with their values.
    fn piece(&mut self, at: usize, r: Variable, v: Variable) -> Result<Relation, Error> {
        let piece = self.case.pieces[at];
        let first = Line::new(piece.from.factor, piece.from.constant + piece.offset);
        let behind = self.at_most(&[(r, -1)], first, 0)?;
        let before = self.below(r, piece.below)?;
        let step = piece.step.max(1);
        let terms = with(&[(r, 1)], -first.factor);
        let constant = first.constant.rem_euclid(step) as u32;
        let steps = self.engine.congruent(&terms, step as u32, &[constant])?;
        // step·v - rise·r = step·start - rise·first
        let line = Line::new(
            step * piece.start.factor - piece.rise * first.factor,
            step * piece.start.constant - piece.rise * first.constant,
        );
        let terms = with(&[(v, step), (r, -piece.rise)], -line.factor);
        let value = self.engine.equal(&terms, line.constant)?;
        self.engine.and_all(&[behind, before, steps, value])
    }

    fn values(&mut self, r: Variable, v: Variable) -> Result<Relation, Error> {
        let mut all = self.engine.none(&[K, r, v])?;
        for at in 0..self.case.pieces.len() {
            let piece = self.piece(at, r, v)?;
            all = self.engine.or(&all, &piece)?;
        }
        Ok(all)
    }

    /// Every move leads downwards, and no farther than the reach.
    fn downwards(&mut self, of_case: &Relation) -> Result<bool, Error> {
        let period = self.case.period;
        for mv in self.moves {
            let to = mv.parts[0][1];
            let mut far = self.engine.at_most(&[(N, 1), (to, -1)], 0)?;
            if period.factor > 0 {
                let reach = self.times(self.case.reach);
                let beyond = self.at_most(&[(to, 1), (N, -1)], reach, -1)?;
                far = self.engine.or(&far, &beyond)?;
            }
            let mut all = mv.relations.clone();
            all.extend([of_case.clone(), far]);
            if !self.engine.join(all, &[K, N])?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// So many periods.
    fn times(&self, many: i64) -> Line {
        let period = self.case.period;
        Line::new(period.factor * many, period.constant * many)
    }

    fn related(&mut self) -> Result<Vec<Relation>, Error> {
        let (r, period) = (self.r, self.case.period);
        if period.factor == 0 {
            let modulus = period.constant as u32;
            return Ok(vec![self.engine.congruent(
                &[(N, 1), (r, -1)],
                modulus,
                &[0],
            )?]);
        }
        let mut ways = Vec::new();
        for q in 0..self.case.reach {
            let line = self.times(q);
            let terms = with(&[(N, 1), (r, -1)], -line.factor);
            ways.push(self.engine.equal(&terms, line.constant)?);
        }
        let many = self.times(self.case.reach);
        ways.push(self.at_most(&[(r, 1), (N, -1)], many, 0)?);
        Ok(ways)
    }

    fn remainders(&mut self, to: Variable) -> Result<Vec<Relation>, Error> {
        let (r, rest, period) = (self.r, self.rest, self.case.period);
        let inside = self.below(rest, period)?;
        let mut ways = Vec::new();
        if period.factor == 0 {
            let modulus = period.constant as u32;
            let same = self
                .engine
                .congruent(&[(to, 1), (rest, -1)], modulus, &[0])?;
            ways.push(self.engine.and(&inside, &same)?);
            return Ok(ways);
        }
        for i in 0..=self.case.reach {
            // rest = r - n + to + i·p
            let line = self.times(i);
            let terms = with(&[(rest, 1), (r, -1), (N, 1), (to, -1)], -line.factor);
            let same = self.engine.equal(&terms, line.constant)?;
            ways.push(self.engine.and(&inside, &same)?);
        }
        Ok(ways)
    }
}

/// The terms with a factor of the parameter.
fn with(terms: &[(Variable, i64)], factor: i64) -> Vec<(Variable, i64)> {
    let mut all = terms.to_vec();
    if factor != 0 {
        all.push((K, factor));
    }
    all
}
