//! The bytecode: what it is, and the machine that runs it.
//!
//! A frame of registers holds the coordinates of a position, the chosen
//! numbers and intermediate results. The code of a game is one list of
//! operations that names every move of a position: loops for choices,
//! branches for conditions, and [`Op::Emit`] for a move. Where the innermost
//! choice moves all targets along straight lines, [`Op::Sweep`] names all its
//! moves in one tight loop; the piece of the line inside the domain is found
//! by arithmetic. Where it is a literal set of steps, [`Op::Leap`] names them.
//!
//! No input can make the machine crash or stall: arithmetic is checked, code
//! only jumps back in loops whose ends are known when they begin, and steps
//! beyond a fixed number for each move are counted. What goes wrong is a [`Fault`].
//! [`crate::oracle`] says what the machine must do.

use grundy::game::{CONTINUE, Flow};
use grundy::text::Text;

use crate::check::MOST_PARTS;
use crate::explain::{self as code};
use crate::ir::{Binary, Compare, Unary, divides, fold, fold_one};
use crate::position::Position;

/// A register of the frame.
pub type Reg = u16;

/// Where in the code.
pub type Place = u32;

/// Steps that no move has paid for, for one position.
pub const MOST_STEPS: u64 = 1 << 22;

/// So many steps a move pays for: more would let a position with many moves
/// take for ever between two looks at the clock.
const PAID: u64 = 1 << 10;

/// One operation. The first register is where the result goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// A fixed number.
    Const(Reg, i64),
    /// What another register holds.
    Copy(Reg, Reg),
    /// a + b, the commonest operation.
    Add(Reg, Reg, Reg),
    /// a - b
    Subtract(Reg, Reg, Reg),
    /// a + constant
    AddConst(Reg, Reg, i64),
    /// An operation on one number.
    Unary(Unary, Reg, Reg),
    /// An operation on two numbers.
    Binary(Binary, Reg, Reg, Reg),
    /// The element of an array that begins at the second register.
    Element(Reg, Reg, u16, Reg),
    /// Go on there.
    Jump(Place),
    /// Go on there unless the comparison holds.
    Unless(Compare, Reg, Reg, Place),
    /// Go on there unless the first number divides the second.
    UnlessDivides(Reg, Reg, Place),
    /// Go on there if the variable is beyond its end: the loop is over before
    /// it began.
    Begin(Reg, Reg, Place),
    /// Add one to the variable and go back there, unless it is at its end.
    Next(Reg, Reg, Place),
    /// Load a row of the table: first register, how many, row counter, table.
    Row(Reg, u16, Reg, Place),
    /// Name a move.
    Emit(u16),
    /// Name the moves of a literal set.
    Leap(u16),
    /// Name the moves of a straight line.
    Sweep(u16),
    /// The result of an evaluation.
    Give(Reg),
}

/// A coordinate of a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Coord {
    /// A register.
    Reg(Reg),
    /// A register and a fixed number.
    Plus(Reg, i64),
    /// The sum of two registers.
    Sum(Reg, Reg),
    /// The difference of two registers.
    Difference(Reg, Reg),
    /// A fixed number.
    Const(i64),
}

/// A position of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct EmitPart {
    /// Of which game.
    pub game: usize,
    /// Its coordinates.
    pub at: Vec<Coord>,
    /// The least and the greatest value of each.
    pub domain: Vec<(i64, i64)>,
    /// Elements replaced: first coordinate, length, index, value.
    pub updates: Vec<(u16, u16, Reg, Reg)>,
}

/// A move to be named.
#[derive(Clone, Debug, PartialEq)]
pub struct Emit {
    /// Which rule.
    pub rule: u32,
    /// Where it leads.
    pub parts: Vec<EmitPart>,
}

/// The moves of a literal set whose targets lie a fixed way from what stands
/// in registers: each with its chosen numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Leap {
    /// The register of the first chosen number.
    pub first: Reg,
    /// The chosen numbers and the move.
    pub rows: Vec<(Vec<i64>, Emit)>,
    /// Where every move leads to one position, a fixed way from this one: the
    /// way of each row, coordinate by coordinate.
    pub ways: Option<Ways>,
}

/// Fixed ways from a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Ways {
    /// How far in each coordinate, row by row.
    pub by: Vec<i64>,
    /// The chosen numbers of each row, behind as many zeros as a position has
    /// numbers: the part of a frame that whoever is told of a move looks at.
    pub frames: Vec<Vec<i64>>,
    /// The least and the greatest value of each coordinate.
    pub domain: Vec<(i64, i64)>,
}

impl Ways {
    /// Goes the way of a row; `false` if that leads outside the domain.
    #[inline]
    fn go<const N: usize>(
        &self,
        row: usize,
        from: &[i64],
        to: &mut Position<N>,
    ) -> Result<bool, Fault> {
        let width = self.domain.len();
        let by = &self.by[row * width..(row + 1) * width];
        let (mut inside, mut overflow) = (true, false);
        let ways = from.iter().zip(by).zip(&self.domain).zip(&mut to.0);
        for (((from, by), (least, most)), to) in ways {
            let (value, over) = from.overflowing_add(*by);
            overflow |= over;
            inside &= (value >= *least) & (value <= *most);
            *to = value;
        }
        match overflow {
            true => Err(Fault::Overflow),
            false => Ok(inside),
        }
    }
}

/// A coordinate that runs along a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Where it begins.
    pub start: Reg,
    /// How it changes with each step.
    pub slope: i64,
    /// The least and the greatest value.
    pub domain: (i64, i64),
}

/// The moves of a straight line.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Which rule.
    pub rule: u32,
    /// The chosen number; it holds the first choice when the sweep begins.
    pub variable: Reg,
    /// The last choice.
    pub last: Reg,
    /// The coordinates of each part, and of which game it is.
    pub parts: Vec<(usize, Vec<Run>)>,
}

/// Compiled rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Code {
    /// The operations.
    pub ops: Vec<Op>,
    /// Moves to be named.
    pub emits: Vec<Emit>,
    /// Literal sets of moves.
    pub leaps: Vec<Leap>,
    /// Lines of moves.
    pub sweeps: Vec<Sweep>,
    /// Rows of literal sets.
    pub table: Vec<i64>,
    /// How many registers there are.
    pub registers: usize,
    /// The rule at work from each place on, for messages.
    pub rules: Vec<(Place, u32)>,
}

/// What went wrong while the rules were run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A number beyond 64 bits.
    Overflow,
    /// A division by zero.
    ZeroDivision,
    /// An index outside an array.
    Index {
        /// The index.
        at: i64,
        /// The length of the array.
        length: u16,
    },
    /// A function outside its domain.
    Outside,
    /// Too many steps without a move.
    Steps,
    /// A coin that is turned does not lie below the first one.
    NotBelow,
    /// A measure that did not become less.
    Measure {
        /// Before the move.
        before: Vec<i64>,
        /// After it.
        after: Vec<i64>,
    },
}

impl Fault {
    /// The stable code.
    pub fn code(&self) -> code::Code {
        match self {
            Fault::Overflow => code::OVERFLOW,
            Fault::ZeroDivision => code::ZERO_DIVISION,
            Fault::Index { .. } => code::INDEX_OUTSIDE,
            Fault::Outside => code::OUTSIDE_FUNCTION,
            Fault::Steps => code::TOO_MANY_STEPS,
            Fault::NotBelow => code::COIN_NOT_BELOW,
            Fault::Measure { .. } => code::MEASURE_GROWS,
        }
    }

    /// What happened.
    pub fn text(&self) -> Text {
        match self {
            Fault::Overflow => Text::fixed("a number beyond 64 bits", "数超出 64 位"),
            Fault::ZeroDivision => Text::fixed("a division by zero", "除以零"),
            Fault::Index { at, length } => Text::new(
                format!("index {at} of an array of {length}"),
                format!("长度为 {length} 的数组的下标 {at}"),
            ),
            Fault::Outside => Text::fixed("a function outside its domain", "函数自变量越界"),
            Fault::Steps => Text::new(
                format!("more than {MOST_STEPS} steps beyond {PAID} for each move"),
                format!("除每个着法 {PAID} 步外，超过 {MOST_STEPS} 步"),
            ),
            Fault::NotBelow => Text::fixed(
                "a coin that is turned does not lie below the first one",
                "所翻硬币不在首枚硬币之下",
            ),
            Fault::Measure { before, after } => Text::new(
                format!("the measure goes from {before:?} to {after:?}"),
                format!("度量由 {before:?} 变为 {after:?}"),
            ),
        }
    }

    /// The fault of an operation that has no value.
    pub fn of_binary(op: Binary, b: i64) -> Fault {
        match op {
            Binary::Divide | Binary::Remainder if b == 0 => Fault::ZeroDivision,
            Binary::ShiftLeft | Binary::ShiftRight | Binary::Power if !(0..64).contains(&b) => {
                Fault::Outside
            }
            _ => Fault::Overflow,
        }
    }

    /// The fault of an operation on one number that has no value.
    pub fn of_unary(op: Unary) -> Fault {
        match op {
            Unary::Negate | Unary::Abs | Unary::Lowbit | Unary::Complement => Fault::Overflow,
            Unary::Popcount | Unary::Ctz | Unary::Isqrt => Fault::Outside,
        }
    }
}

/// Who is told of a move: the rule, a frame with the chosen numbers behind the
/// coordinates, and where it leads.
pub type Visit<'v, const N: usize> = &'v mut dyn FnMut(u32, &[i64], &[Position<N>]) -> Flow;

/// How a run ended: stopped by the visitor, at the end, or with a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// At the end of the code.
    Done,
    /// The visitor had enough.
    Stopped,
    /// With a number.
    Value(i64),
}

impl Code {
    /// Runs the code on a frame that begins with `frame`. `offset` is where the
    /// coordinates begin in a [`Position`].
    pub fn run<const N: usize>(
        &self,
        frame: &[i64],
        offset: usize,
        visit: Visit<'_, N>,
    ) -> Result<Ended, (Fault, u32)> {
        // A game that is one literal set of steps, such as a knight's, needs no
        // frame at all.
        if let ([Op::Leap(at)], 0) = (&self.ops[..], offset)
            && let leap = &self.leaps[*at as usize]
            && let Some(ways) = &leap.ways
            && let Some(ended) = ways.alone(leap.rule(), frame, visit)
        {
            return ended;
        }
        // A small frame is cheaper to set up.
        if self.registers <= 24 {
            self.run_in::<N, 24>(frame, offset, visit)
        } else if self.registers <= 64 {
            self.run_in::<N, 64>(frame, offset, visit)
        } else {
            self.run_in::<N, 512>(frame, offset, visit)
        }
    }

    /// Evaluates code that gives a number.
    pub fn evaluate(&self, frame: &[i64]) -> Result<i64, Fault> {
        match self.run::<1>(frame, 0, &mut |_, _, _| CONTINUE) {
            Ok(Ended::Value(value)) => Ok(value),
            Ok(_) => Ok(0),
            Err((fault, _)) => Err(fault),
        }
    }

    /// The rule at work at a place.
    #[cold]
    fn rule_at(&self, place: usize) -> u32 {
        let before = self.rules.iter().rev();
        let mut before = before.filter(|(start, _)| *start as usize <= place);
        before.next().map_or(0, |(_, rule)| *rule)
    }

    fn run_in<const N: usize, const R: usize>(
        &self,
        frame: &[i64],
        offset: usize,
        visit: Visit<'_, N>,
    ) -> Result<Ended, (Fault, u32)> {
        let mut place = 0usize;
        self.steps::<N, R>(&mut place, frame, offset, visit)
            .map_err(|fault| (fault, self.rule_at(place)))
    }

    #[inline]
    fn steps<const N: usize, const R: usize>(
        &self,
        place: &mut usize,
        frame: &[i64],
        offset: usize,
        visit: Visit<'_, N>,
    ) -> Result<Ended, Fault> {
        let mut regs = [0i64; R];
        regs[..frame.len()].copy_from_slice(frame);
        let mut parts = [Position([0i64; N]); MOST_PARTS];
        let mut steps = 0u64;
        let ops = self.ops.as_slice();
        while let Some(op) = ops.get(*place) {
            *place += 1;
            match *op {
                Op::Const(to, value) => regs[to as usize] = value,
                Op::Copy(to, from) => regs[to as usize] = regs[from as usize],
                Op::Add(to, a, b) => {
                    let sum = regs[a as usize].checked_add(regs[b as usize]);
                    regs[to as usize] = sum.ok_or(Fault::Overflow)?;
                }
                Op::Subtract(to, a, b) => {
                    let difference = regs[a as usize].checked_sub(regs[b as usize]);
                    regs[to as usize] = difference.ok_or(Fault::Overflow)?;
                }
                Op::AddConst(to, a, by) => {
                    let sum = regs[a as usize].checked_add(by);
                    regs[to as usize] = sum.ok_or(Fault::Overflow)?;
                }
                Op::Unary(op, to, a) => {
                    let value = fold_one(op, regs[a as usize]);
                    regs[to as usize] = value.ok_or_else(|| Fault::of_unary(op))?;
                }
                Op::Binary(op, to, a, b) => {
                    let (a, b) = (regs[a as usize], regs[b as usize]);
                    let value = fold(op, a, b);
                    regs[to as usize] = value.ok_or_else(|| Fault::of_binary(op, b))?;
                }
                Op::Element(to, first, length, index) => {
                    let at = regs[index as usize];
                    if at < 0 || at >= i64::from(length) {
                        return Err(Fault::Index { at, length });
                    }
                    regs[to as usize] = regs[first as usize + at as usize];
                }
                Op::Jump(to) => *place = to as usize,
                Op::Unless(compare, a, b, to) => {
                    if !compare.holds(regs[a as usize], regs[b as usize]) {
                        *place = to as usize;
                    }
                }
                Op::UnlessDivides(a, b, to) => {
                    if !divides(regs[a as usize], regs[b as usize]) {
                        *place = to as usize;
                    }
                }
                Op::Begin(variable, last, to) => {
                    if regs[variable as usize] > regs[last as usize] {
                        *place = to as usize;
                    }
                }
                Op::Next(variable, last, to) => {
                    if regs[variable as usize] < regs[last as usize] {
                        regs[variable as usize] += 1;
                        *place = to as usize;
                        steps += 1;
                        if steps > MOST_STEPS {
                            return Err(Fault::Steps);
                        }
                    }
                }
                Op::Row(first, count, counter, table) => {
                    let from = table as usize + regs[counter as usize] as usize * count as usize;
                    let row = &self.table[from..from + count as usize];
                    regs[first as usize..first as usize + row.len()].copy_from_slice(row);
                }
                Op::Emit(at) => {
                    let emit = &self.emits[at as usize];
                    if emit.fill(&regs, offset, &mut parts)? {
                        steps = steps.saturating_sub(PAID);
                        if visit(emit.rule, &regs, &parts[..emit.parts.len()]).is_break() {
                            return Ok(Ended::Stopped);
                        }
                    }
                }
                Op::Leap(at) => {
                    let leap = &self.leaps[at as usize];
                    let first = leap.first as usize;
                    for (row, (chosen, emit)) in leap.rows.iter().enumerate() {
                        let inside = match &leap.ways {
                            Some(ways) if offset == 0 => ways.go(row, &regs, &mut parts[0])?,
                            _ => emit.fill(&regs, offset, &mut parts)?,
                        };
                        if inside {
                            steps = steps.saturating_sub(PAID);
                            for (to, from) in regs[first..].iter_mut().zip(chosen) {
                                *to = *from;
                            }
                            if visit(emit.rule, &regs, &parts[..emit.parts.len()]).is_break() {
                                return Ok(Ended::Stopped);
                            }
                        }
                    }
                    steps += leap.rows.len() as u64;
                }
                Op::Sweep(at) => {
                    let sweep = &self.sweeps[at as usize];
                    if let Some(left) = sweep.clip(&mut regs, offset, &mut parts) {
                        steps = steps.saturating_sub(PAID);
                        if sweep
                            .run(&mut regs, offset, &mut parts, left, visit)
                            .is_break()
                        {
                            return Ok(Ended::Stopped);
                        }
                    }
                }
                Op::Give(from) => return Ok(Ended::Value(regs[from as usize])),
            }
        }
        Ok(Ended::Done)
    }
}

impl Leap {
    /// The rule; all rows are of one.
    fn rule(&self) -> u32 {
        self.rows.first().map_or(0, |(_, emit)| emit.rule)
    }
}

impl Ways {
    /// Names the moves where they are all that there is and positions have
    /// no room to spare; `None` otherwise.
    #[inline]
    fn alone<const N: usize>(
        &self,
        rule: u32,
        from: &[i64],
        visit: Visit<'_, N>,
    ) -> Option<Result<Ended, (Fault, u32)>> {
        let from: &[i64; N] = from.try_into().ok()?;
        let domain: &[(i64, i64); N] = self.domain[..].try_into().ok()?;
        let (by, []) = self.by.as_chunks::<N>() else {
            return None;
        };
        let mut part = [Position([0i64; N])];
        for (by, frame) in by.iter().zip(&self.frames) {
            let (mut inside, mut overflow) = (true, false);
            for at in 0..N {
                let (value, over) = from[at].overflowing_add(by[at]);
                overflow |= over;
                inside &= (value >= domain[at].0) & (value <= domain[at].1);
                part[0].0[at] = value;
            }
            if overflow {
                return Some(Err((Fault::Overflow, rule)));
            }
            if inside && visit(rule, frame, &part).is_break() {
                return Some(Ok(Ended::Stopped));
            }
        }
        Some(Ok(Ended::Done))
    }
}

impl Emit {
    /// Works out where the move leads; `false` if that is outside the domain.
    #[inline]
    fn fill<const N: usize>(
        &self,
        regs: &[i64],
        offset: usize,
        parts: &mut [Position<N>; MOST_PARTS],
    ) -> Result<bool, Fault> {
        let mut all = true;
        for (part, to) in self.parts.iter().zip(parts.iter_mut()) {
            let to = &mut to.0;
            if offset > 0 {
                // Parts of different games have different lengths.
                *to = [0; N];
                to[0] = part.game as i64;
            }
            let reg = |r: Reg| regs[r as usize];
            let mut inside = true;
            for ((coord, (least, most)), to) in
                part.at.iter().zip(&part.domain).zip(&mut to[offset..])
            {
                let value = match *coord {
                    Coord::Reg(a) => reg(a),
                    Coord::Plus(a, by) => reg(a).checked_add(by).ok_or(Fault::Overflow)?,
                    Coord::Sum(a, b) => reg(a).checked_add(reg(b)).ok_or(Fault::Overflow)?,
                    Coord::Difference(a, b) => reg(a).checked_sub(reg(b)).ok_or(Fault::Overflow)?,
                    Coord::Const(value) => value,
                };
                *to = value;
                inside &= (value >= *least) & (value <= *most);
            }
            if !part.updates.is_empty() {
                for &(first, length, index, value) in &part.updates {
                    let at = reg(index);
                    if at < 0 || at >= i64::from(length) {
                        return Err(Fault::Index { at, length });
                    }
                    to[offset + first as usize + at as usize] = reg(value);
                }
                // What was replaced is not what was looked at above.
                inside = to[offset..]
                    .iter()
                    .zip(&part.domain)
                    .all(|(value, (least, most))| value >= least && value <= most);
            }
            all &= inside;
        }
        Ok(all)
    }
}

impl Sweep {
    /// Puts the parts at the first choice whose parts all lie in their
    /// domains, and counts the choices after it; `None` if there is none.
    fn clip<const N: usize>(
        &self,
        regs: &mut [i64],
        offset: usize,
        parts: &mut [Position<N>; MOST_PARTS],
    ) -> Option<u64> {
        let (first, last) = (regs[self.variable as usize], regs[self.last as usize]);
        // Steps from the first choice; the ends were calculated without overflow.
        let (mut from, mut to) = (0i128, i128::from(last) - i128::from(first));
        for run in self.parts.iter().flat_map(|(_, runs)| runs) {
            let start = i128::from(regs[run.start as usize]);
            let (least, most) = (i128::from(run.domain.0), i128::from(run.domain.1));
            let slope = i128::from(run.slope);
            match run.slope {
                0 if start < least || start > most => return None,
                0 => {}
                // The commonest slopes need no division.
                1 => {
                    from = from.max(least - start);
                    to = to.min(most - start);
                }
                -1 => {
                    from = from.max(start - most);
                    to = to.min(start - least);
                }
                2.. => {
                    // least <= start + slope·j <= most
                    from = from.max(-(start - least).div_euclid(slope));
                    to = to.min((most - start).div_euclid(slope));
                }
                _ => {
                    from = from.max(-(most - start).div_euclid(-slope));
                    to = to.min((start - least).div_euclid(-slope));
                }
            }
        }
        if from > to {
            return None;
        }
        for ((game, runs), part) in self.parts.iter().zip(parts.iter_mut()) {
            if offset > 0 {
                part.0 = [0; N];
                part.0[0] = *game as i64;
            }
            for (run, to) in runs.iter().zip(&mut part.0[offset..]) {
                let value = i128::from(regs[run.start as usize]) + i128::from(run.slope) * from;
                *to = value as i64;
            }
        }
        regs[self.variable as usize] = (i128::from(first) + from) as i64;
        // No more than 2^64 choices lie between two numbers of 64 bits.
        Some((to - from) as u64)
    }

    /// Names the moves of the line from where [`Sweep::clip`] has put it.
    fn run<const N: usize>(
        &self,
        regs: &mut [i64],
        offset: usize,
        parts: &mut [Position<N>; MOST_PARTS],
        left: u64,
        visit: Visit<'_, N>,
    ) -> Flow {
        let mut slopes = [[0i64; N]; MOST_PARTS];
        for ((_, runs), to) in self.parts.iter().zip(&mut slopes) {
            for (run, to) in runs.iter().zip(&mut to[offset..]) {
                *to = run.slope;
            }
        }
        // One loop for each of the usual numbers of parts, so that its inner
        // loops have fixed lengths.
        match self.parts.len() {
            1 => self.steps::<N, 1>(regs, parts, &slopes, left, visit),
            2 => self.steps::<N, 2>(regs, parts, &slopes, left, visit),
            3 => self.steps::<N, 3>(regs, parts, &slopes, left, visit),
            count => {
                for _ in 0..left {
                    visit(self.rule, regs, &parts[..count])?;
                    self.step(regs, &mut parts[..count], &slopes);
                }
                visit(self.rule, regs, &parts[..count])
            }
        }
    }

    #[inline]
    fn steps<const N: usize, const PARTS: usize>(
        &self,
        regs: &mut [i64],
        parts: &mut [Position<N>; MOST_PARTS],
        slopes: &[[i64; N]; MOST_PARTS],
        left: u64,
        visit: Visit<'_, N>,
    ) -> Flow {
        let mut here = [Position([0; N]); PARTS];
        here.copy_from_slice(&parts[..PARTS]);
        for _ in 0..left {
            visit(self.rule, regs, &here)?;
            self.step(regs, &mut here, slopes);
        }
        visit(self.rule, regs, &here)
    }

    #[inline]
    fn step<const N: usize>(
        &self,
        regs: &mut [i64],
        parts: &mut [Position<N>],
        slopes: &[[i64; N]; MOST_PARTS],
    ) {
        regs[self.variable as usize] += 1;
        for (part, slopes) in parts.iter_mut().zip(slopes) {
            for (to, slope) in part.0.iter_mut().zip(slopes) {
                // The ends of the line are numbers, so what lies between is too.
                *to = to.wrapping_add(*slope);
            }
        }
    }
}
