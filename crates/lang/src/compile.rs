//! The checked form to bytecode.
//!
//! Choices become loops, conditions branches, numbers registers. Literal
//! sets become rows of a table. If the innermost choice is a range, nothing
//! is tested after it, and every coordinate of every target changes by a fixed
//! amount with each step, the loop becomes a [`Sweep`]: its targets are
//! calculated at both ends, which shows that nothing between overflows,
//! because every piece of a linear expression lies between its values at the ends.

use crate::ir::{self, Binary, Cond, Domain, Expr, Slot, Step, Unary};
use crate::machine::{Code, Coord, Emit, EmitPart, Leap, Op, Place, Reg, Run, Sweep, Ways};

/// Sets whose members are calculated hold at most this many numbers.
const CALCULATED: usize = 100;

/// The code that names all moves of a game.
pub fn moves(program: &ir::Program, game: &ir::Game) -> Code {
    let mut compiler = Compiler::new(program, game.slots);
    for (rule, mv) in game.moves.iter().enumerate() {
        let start = compiler.place();
        compiler.code.rules.push((start, rule as u32));
        compiler.steps(rule as u32, &mv.steps, &mv.parts);
        // Registers of one rule are free for the next.
        compiler.next = game.slots;
    }
    compiler.code
}

/// The code that makes a sum of the numbers of a `start`.
pub fn start(program: &ir::Program, game: &ir::Game, start: &ir::Start) -> Code {
    let mut compiler = Compiler::new(program, game.slots);
    compiler.steps(0, &[], &start.parts);
    compiler.code
}

/// The code that gives a number.
pub fn number(program: &ir::Program, game: &ir::Game, expr: &Expr) -> Code {
    let mut compiler = Compiler::new(program, game.slots);
    let reg = compiler.number(expr);
    compiler.push(Op::Give(reg));
    compiler.code
}

/// The code that gives 1 if a condition holds and 0 if not.
pub fn condition(program: &ir::Program, game: &ir::Game, cond: &Cond) -> Code {
    let mut compiler = Compiler::new(program, game.slots);
    let result = compiler.fresh();
    compiler.push(Op::Const(result, 0));
    let mut exits = Vec::new();
    compiler.test(cond, &mut exits);
    compiler.push(Op::Const(result, 1));
    compiler.land(&exits);
    compiler.push(Op::Give(result));
    compiler.code
}

struct Compiler<'p> {
    program: &'p ir::Program,
    code: Code,
    /// The next free register.
    next: usize,
}

/// Jumps that are still to learn where they go.
type Exits = Vec<usize>;

impl<'p> Compiler<'p> {
    fn new(program: &'p ir::Program, slots: usize) -> Self {
        Compiler {
            program,
            code: Code {
                registers: slots.max(1),
                ..Code::default()
            },
            next: slots,
        }
    }

    fn place(&self) -> Place {
        self.code.ops.len() as Place
    }

    fn push(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.ops.len() - 1
    }

    fn fresh(&mut self) -> Reg {
        let reg = self.next;
        self.next += 1;
        self.code.registers = self.code.registers.max(self.next);
        reg as Reg
    }

    /// Lets the waiting jumps go to here.
    fn land(&mut self, exits: &Exits) {
        let here = self.place();
        for exit in exits {
            match &mut self.code.ops[*exit] {
                Op::Jump(to)
                | Op::Unless(_, _, _, to)
                | Op::UnlessDivides(_, _, to)
                | Op::Begin(_, _, to) => *to = here,
                _ => {}
            }
        }
    }

    fn steps(&mut self, rule: u32, steps: &[Step], parts: &[ir::Part]) {
        let Some((step, rest)) = steps.split_first() else {
            return self.emit(rule, parts);
        };
        match step {
            Step::Let(slot, value) => {
                let reg = self.number(value);
                self.push(Op::Copy(*slot, reg));
                self.steps(rule, rest, parts);
            }
            Step::If(cond) => {
                let mut exits = Vec::new();
                self.test(cond, &mut exits);
                self.steps(rule, rest, parts);
                self.land(&exits);
            }
            Step::Choose(binder) => {
                let last = rest.is_empty();
                if last && (self.sweep(rule, binder, parts) || self.leap(rule, binder, parts)) {
                    return;
                }
                self.choose(binder, &mut |compiler| compiler.steps(rule, rest, parts));
            }
        }
    }

    /// A loop over all choices.
    fn choose(&mut self, binder: &ir::Binder, body: &mut dyn FnMut(&mut Self)) {
        let before = self.next;
        match &binder.domain {
            Domain::Range(least, most) => {
                let least = self.number(least);
                let most = self.number(most);
                let last = self.fresh();
                self.push(Op::Copy(last, most));
                self.push(Op::Copy(binder.first, least));
                self.looped(binder.first, last, body);
            }
            Domain::Set(tuples) if tuples.is_empty() => {}
            Domain::Set(tuples) => {
                let width = tuples[0].len();
                let counter = self.fresh();
                let last = self.fresh();
                let row = self.rows(tuples, width, binder.first, counter);
                self.push(Op::Const(counter, 0));
                self.push(Op::Const(last, tuples.len() as i64 - 1));
                self.looped(counter, last, &mut |compiler| {
                    for op in &row {
                        compiler.push(*op);
                    }
                    body(compiler);
                });
            }
        }
        self.next = before;
    }

    fn looped(&mut self, variable: Reg, last: Reg, body: &mut dyn FnMut(&mut Self)) {
        let exit = self.push(Op::Begin(variable, last, 0));
        let top = self.place();
        body(self);
        self.push(Op::Next(variable, last, top));
        self.land(&vec![exit]);
    }

    /// The operations that load the row with the number of `counter`.
    fn rows(&mut self, tuples: &[Vec<Expr>], width: usize, first: Slot, counter: Reg) -> Vec<Op> {
        let fixed: Option<Vec<i64>> = tuples
            .iter()
            .flatten()
            .map(|expr| match expr {
                Expr::Const(value) => Some(*value),
                _ => None,
            })
            .collect();
        if let Some(fixed) = fixed {
            let table = self.code.table.len() as Place;
            self.code.table.extend(fixed);
            return vec![Op::Row(first, width as u16, counter, table)];
        }
        // Calculated before the loop begins: column by column, so that a row is
        // one element of each column.
        let mut ops = Vec::new();
        for column in 0..width {
            let numbers: Vec<Reg> = tuples.iter().map(|t| self.number(&t[column])).collect();
            let start = self.next as Reg;
            for number in numbers {
                let reg = self.fresh();
                self.push(Op::Copy(reg, number));
            }
            ops.push(Op::Element(
                first + column as Slot,
                start,
                tuples.len() as u16,
                counter,
            ));
        }
        ops
    }

    /// Names all moves of the innermost choice in one operation, if the
    /// targets run along straight lines.
    fn sweep(&mut self, rule: u32, binder: &ir::Binder, parts: &[ir::Part]) -> bool {
        let Domain::Range(least, most) = &binder.domain else {
            return false;
        };
        let variable = binder.first;
        if parts.is_empty() || parts.iter().any(|part| !part.updates.is_empty()) {
            return false;
        }
        let mut slopes = Vec::new();
        for expr in parts.iter().flat_map(|part| &part.at) {
            match slope(expr, variable) {
                Some(slope) => slopes.push(slope),
                None => return false,
            }
        }
        let before = self.next;
        let first = self.number(least);
        let end = self.number(most);
        let last = self.fresh();
        self.push(Op::Copy(last, end));
        let start = self.fresh();
        self.push(Op::Copy(start, first));
        let exit = self.push(Op::Begin(start, last, 0));
        // At the last choice only to see whether all goes well.
        self.push(Op::Copy(variable, last));
        let moving = slopes.iter().any(|slope| *slope != 0);
        if moving {
            let kept = self.next;
            for expr in parts.iter().flat_map(|part| &part.at) {
                self.number(expr);
            }
            self.next = kept;
        }
        self.push(Op::Copy(variable, start));
        let mut slopes = slopes.into_iter();
        let mut lines = Vec::new();
        for part in parts {
            let domain = &self.program.games[part.game].domain;
            let mut runs = Vec::new();
            for (expr, domain) in part.at.iter().zip(domain) {
                runs.push(Run {
                    start: self.number(expr),
                    slope: slopes.next().unwrap_or(0),
                    domain: *domain,
                });
            }
            lines.push((part.game, runs));
        }
        let sweep = self.code.sweeps.len() as u16;
        self.code.sweeps.push(Sweep {
            rule,
            variable,
            last,
            parts: lines,
        });
        self.push(Op::Sweep(sweep));
        self.land(&vec![exit]);
        self.next = before;
        true
    }

    /// Names all moves of a literal set in one operation, if every coordinate
    /// is a number at hand, or one and a chosen number added or subtracted.
    fn leap(&mut self, rule: u32, binder: &ir::Binder, parts: &[ir::Part]) -> bool {
        let Domain::Set(tuples) = &binder.domain else {
            return false;
        };
        if parts.iter().any(|part| !part.updates.is_empty()) {
            return false;
        }
        let mut rows = Vec::new();
        for tuple in tuples {
            let mut chosen = Vec::new();
            for expr in tuple {
                match expr {
                    Expr::Const(value) => chosen.push(*value),
                    _ => return false,
                }
            }
            let mut emitted = Vec::new();
            for part in parts {
                let at = part
                    .at
                    .iter()
                    .map(|expr| leap_to(expr, binder.first, &chosen));
                let Some(at) = at.collect() else {
                    return false;
                };
                emitted.push(EmitPart {
                    game: part.game,
                    at,
                    domain: self.program.games[part.game].domain.clone(),
                    updates: Vec::new(),
                });
            }
            rows.push((
                chosen,
                Emit {
                    rule,
                    parts: emitted,
                },
            ));
        }
        let number = self.code.leaps.len() as u16;
        self.code.leaps.push(Leap {
            first: binder.first,
            ways: ways(&rows),
            rows,
        });
        self.push(Op::Leap(number));
        true
    }

    fn emit(&mut self, rule: u32, parts: &[ir::Part]) {
        let before = self.next;
        let mut emitted = Vec::new();
        for part in parts {
            let at = part.at.iter().map(|expr| self.coord(expr)).collect();
            let mut updates = Vec::new();
            for update in &part.updates {
                let index = self.number(&update.index);
                let value = self.number(&update.value);
                updates.push((update.first, update.length, index, value));
            }
            emitted.push(EmitPart {
                game: part.game,
                at,
                domain: self.program.games[part.game].domain.clone(),
                updates,
            });
        }
        let number = self.code.emits.len() as u16;
        self.code.emits.push(Emit {
            rule,
            parts: emitted,
        });
        self.push(Op::Emit(number));
        self.next = before;
    }

    fn coord(&mut self, expr: &Expr) -> Coord {
        match expr {
            Expr::Const(value) => Coord::Const(*value),
            Expr::Slot(slot) => Coord::Reg(*slot),
            Expr::Binary(Binary::Add, a, b) => match (a.as_ref(), b.as_ref()) {
                (Expr::Slot(a), Expr::Const(by)) | (Expr::Const(by), Expr::Slot(a)) => {
                    Coord::Plus(*a, *by)
                }
                (a, b) => Coord::Sum(self.number(a), self.number(b)),
            },
            Expr::Binary(Binary::Subtract, a, b) => match (a.as_ref(), b.as_ref()) {
                (Expr::Slot(a), Expr::Const(by)) if *by != i64::MIN => Coord::Plus(*a, -by),
                (a, b) => Coord::Difference(self.number(a), self.number(b)),
            },
            other => Coord::Reg(self.number(other)),
        }
    }

    /// The register that holds a number.
    fn number(&mut self, expr: &Expr) -> Reg {
        match expr {
            Expr::Slot(slot) => *slot,
            Expr::Const(value) => {
                let to = self.fresh();
                self.push(Op::Const(to, *value));
                to
            }
            Expr::Unary(op, a) => {
                let before = self.next;
                let a = self.number(a);
                self.next = before;
                let to = self.fresh();
                self.push(Op::Unary(*op, to, a));
                to
            }
            Expr::Binary(op, a, b) => self.binary(*op, a, b),
            Expr::Element {
                first,
                length,
                index,
            } => {
                let before = self.next;
                let index = self.number(index);
                self.next = before;
                let to = self.fresh();
                self.push(Op::Element(to, *first, *length, index));
                to
            }
            Expr::Choice(cond, yes, no) => {
                let to = self.fresh();
                let mut exits = Vec::new();
                self.test(cond, &mut exits);
                let before = self.next;
                let yes = self.number(yes);
                self.push(Op::Copy(to, yes));
                self.next = before;
                let over = self.push(Op::Jump(0));
                self.land(&exits);
                let no = self.number(no);
                self.push(Op::Copy(to, no));
                self.next = before;
                self.land(&vec![over]);
                to
            }
            Expr::Count(q) => {
                let to = self.fresh();
                self.push(Op::Const(to, 0));
                self.choose(&q.binder, &mut |compiler| {
                    let mut exits = Vec::new();
                    compiler.test(&q.body, &mut exits);
                    compiler.push(Op::AddConst(to, to, 1));
                    compiler.land(&exits);
                });
                to
            }
        }
    }

    fn binary(&mut self, op: Binary, a: &Expr, b: &Expr) -> Reg {
        // The result may take the place of what it is made of.
        let before = self.next;
        match (op, a, b) {
            (Binary::Add, a, Expr::Const(by)) | (Binary::Add, Expr::Const(by), a) => {
                let a = self.number(a);
                self.next = before;
                let to = self.fresh();
                self.push(Op::AddConst(to, a, *by));
                to
            }
            (Binary::Subtract, a, Expr::Const(by)) if *by != i64::MIN => {
                let a = self.number(a);
                self.next = before;
                let to = self.fresh();
                self.push(Op::AddConst(to, a, -by));
                to
            }
            _ => {
                let (a, b) = (self.number(a), self.number(b));
                self.next = before;
                let to = self.fresh();
                self.push(match op {
                    Binary::Add => Op::Add(to, a, b),
                    Binary::Subtract => Op::Subtract(to, a, b),
                    _ => Op::Binary(op, to, a, b),
                });
                to
            }
        }
    }

    /// Goes on if the condition holds; otherwise leaves by one of `exits`.
    fn test(&mut self, cond: &Cond, exits: &mut Exits) {
        let before = self.next;
        match cond {
            Cond::Truth(true) => {}
            Cond::Truth(false) => exits.push(self.push(Op::Jump(0))),
            Cond::Compare(compare, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                exits.push(self.push(Op::Unless(*compare, a, b, 0)));
            }
            Cond::Divides(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                exits.push(self.push(Op::UnlessDivides(a, b, 0)));
            }
            Cond::Not(inner) => {
                let mut holds_not = Vec::new();
                self.test(inner, &mut holds_not);
                exits.push(self.push(Op::Jump(0)));
                self.land(&holds_not);
            }
            Cond::And(a, b) => {
                self.test(a, exits);
                self.test(b, exits);
            }
            Cond::Or(a, b) => {
                let mut first_fails = Vec::new();
                self.test(a, &mut first_fails);
                let holds = self.push(Op::Jump(0));
                self.land(&first_fails);
                self.test(b, exits);
                self.land(&vec![holds]);
            }
            Cond::Any(q) => {
                let mut found = Vec::new();
                self.choose(&q.binder, &mut |compiler| {
                    let mut fails = Vec::new();
                    compiler.test(&q.body, &mut fails);
                    found.push(compiler.push(Op::Jump(0)));
                    compiler.land(&fails);
                });
                exits.push(self.push(Op::Jump(0)));
                self.land(&found);
            }
            Cond::All(q) => {
                self.choose(&q.binder, &mut |compiler| compiler.test(&q.body, exits));
            }
        }
        self.next = before;
    }
}

/// The fixed ways of all rows, if each leads to one position whose coordinates
/// are those of the position at hand and a fixed number.
fn ways(rows: &[(Vec<i64>, Emit)]) -> Option<Ways> {
    let mut by = Vec::new();
    let mut domain = Vec::new();
    let mut frames = Vec::new();
    for (chosen, emit) in rows {
        let [part] = &emit.parts[..] else {
            return None;
        };
        let mut frame = vec![0; part.at.len()];
        frame.extend_from_slice(chosen);
        frames.push(frame);
        for (slot, coord) in (0..).zip(&part.at) {
            by.push(match *coord {
                Coord::Reg(reg) if reg == slot => 0,
                Coord::Plus(reg, by) if reg == slot => by,
                _ => return None,
            });
        }
        domain.clone_from(&part.domain);
    }
    Some(Ways { by, frames, domain })
}

/// A coordinate with the chosen numbers inserted, if it is then a number at
/// hand and at most one fixed number, so that it is calculated just as it is
/// written.
fn leap_to(expr: &Expr, first: Slot, chosen: &[i64]) -> Option<Coord> {
    // A slot that holds a chosen number stands for it.
    let fixed = |expr: &Expr| match expr {
        Expr::Const(value) => Some(*value),
        Expr::Slot(slot) => {
            let at = slot.checked_sub(first)?;
            chosen.get(usize::from(at)).copied()
        }
        _ => None,
    };
    if let Some(value) = fixed(expr) {
        return Some(Coord::Const(value));
    }
    match expr {
        Expr::Slot(slot) => Some(Coord::Reg(*slot)),
        Expr::Binary(op @ (Binary::Add | Binary::Subtract), a, b) => {
            match (op, a.as_ref(), fixed(a), b.as_ref(), fixed(b)) {
                (Binary::Add, Expr::Slot(slot), None, _, Some(by))
                | (Binary::Add, _, Some(by), Expr::Slot(slot), None) => {
                    Some(Coord::Plus(*slot, by))
                }
                (Binary::Subtract, Expr::Slot(slot), None, _, Some(by)) => {
                    Some(Coord::Plus(*slot, by.checked_neg()?))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// By how much an expression changes when the number in `slot` grows by one,
/// if that is the same everywhere and every piece of it changes so too.
pub fn slope(expr: &Expr, slot: Slot) -> Option<i64> {
    if !mentions(expr, slot) {
        return Some(0);
    }
    match expr {
        Expr::Slot(_) => Some(1),
        Expr::Unary(Unary::Negate, a) => slope(a, slot)?.checked_neg(),
        Expr::Binary(Binary::Add, a, b) => slope(a, slot)?.checked_add(slope(b, slot)?),
        Expr::Binary(Binary::Subtract, a, b) => slope(a, slot)?.checked_sub(slope(b, slot)?),
        Expr::Binary(Binary::Multiply, a, b) => match (a.as_ref(), b.as_ref()) {
            (Expr::Const(by), a) | (a, Expr::Const(by)) => slope(a, slot)?.checked_mul(*by),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an expression reads a slot.
pub fn mentions(expr: &Expr, slot: Slot) -> bool {
    let mut slots = Vec::new();
    crate::check::expr_slots(expr, &mut slots);
    slots.contains(&slot)
}

/// Whether a set is small enough to be calculated before its loop.
pub fn fits(tuples: &[Vec<Expr>]) -> bool {
    let calculated = tuples
        .iter()
        .flatten()
        .any(|e| !matches!(e, Expr::Const(_)));
    !calculated || tuples.iter().map(Vec::len).sum::<usize>() <= CALCULATED
}
