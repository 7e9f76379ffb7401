//! Rules by definition: the options of a position, and tables.

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy::outcome::Winner;
use grundy::text::Text;
use rustc_hash::FxHashMap;

use super::{Form, Function, Guard, MOST_VARIABLES, Move, Rules};

/// What a table holds where there is no position.
pub const NOTHING: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX - 1;

impl Guard {
    /// Whether the guard holds; a number that does not fit 64 bits fails it.
    pub fn holds(&self, values: &[u64]) -> bool {
        match self {
            Guard::AtMostZero(f) => f.value(values).is_some_and(|v| v <= 0),
            Guard::Zero(f) => f.value(values) == Some(0),
            Guard::Remainder(f, m, r) => f
                .value(values)
                .is_some_and(|v| v.rem_euclid(i64::from((*m).max(1))) == i64::from(*r)),
            Guard::PowerOfTwo(f) => f
                .value(values)
                .is_some_and(|v| v > 0 && (v as u64).is_power_of_two()),
            Guard::XorZero(forms) => {
                let mut sum = 0;
                forms.iter().all(|f| match f.value(values) {
                    Some(v) if v >= 0 => {
                        sum ^= v;
                        true
                    }
                    _ => false,
                }) && sum == 0
            }
            Guard::Is(f, function) => {
                let value = f.value(values).and_then(|v| u64::try_from(v).ok());
                value.is_some() && value == function.value(values)
            }
            Guard::Some(..) => {
                let mut meter = Budget::default().with_states(u64::MAX).meter("search");
                let found = Test::new(self).holds(&mut values.to_vec(), &mut meter);
                found.unwrap_or(false)
            }
            Guard::All(all) => all.iter().all(|g| g.holds(values)),
            Guard::Any(any) => any.iter().any(|g| g.holds(values)),
            Guard::Not(g) => !g.holds(values),
        }
    }
}

/// What tells the values of a variable from those of the variables before it.
struct Bounds {
    /// Form ≤ 0 where later variables can only make it larger.
    forms: Vec<Form>,
    /// What it is.
    is: Option<Function>,
}

impl Bounds {
    /// What the conjuncts, with these forms that are at most 0, say of a
    /// variable; `None` if nothing bounds it from above.
    fn new(at: usize, conjuncts: &[&Guard], below: &[Form]) -> Option<Bounds> {
        let fits = |f: &&Form| f.factor(at) != 0 && f.terms.iter().all(|&(v, c)| v <= at || c > 0);
        let forms: Vec<Form> = below.iter().filter(fits).cloned().collect();
        let is = conjuncts.iter().find_map(|guard| match guard {
            Guard::Is(f, function) if *f == Form::variable(at) => {
                let mut operands = function.operands().into_iter().flat_map(|f| &f.terms);
                operands.all(|t| t.0 < at).then(|| function.clone())
            }
            _ => None,
        });
        let bounded = is.is_some() || forms.iter().any(|f| f.factor(at) > 0);
        bounded.then_some(Bounds { forms, is })
    }

    /// The least and the greatest value, given those of the variables before it.
    fn range(&self, at: usize, values: &[u64]) -> (u64, u64) {
        if let Some(function) = &self.is {
            return match function.value(values) {
                Some(value) => (value, value),
                None => (1, 0),
            };
        }
        let (mut low, mut high) = (0i64, i64::MAX);
        for form in &self.forms {
            let mut rest = form.constant;
            for &(v, c) in &form.terms {
                if v < at {
                    rest = rest.saturating_add(c.saturating_mul(values[v] as i64));
                }
            }
            let factor = form.factor(at);
            if factor > 0 {
                high = high.min(rest.saturating_neg().div_euclid(factor));
            } else {
                // rest - |factor|·b ≤ 0
                low = low.max(-(rest.saturating_neg().div_euclid(-factor)));
            }
        }
        if high < low {
            return (1, 0);
        }
        (low as u64, high as u64)
    }
}

/// The forms that conjuncts say to be at most 0.
fn at_most_zero(conjuncts: &[&Guard]) -> Vec<Form> {
    let mut below = Vec::new();
    for guard in conjuncts {
        match guard {
            Guard::AtMostZero(f) => below.push(f.clone()),
            Guard::Zero(f) => {
                below.push(f.clone());
                below.push(Form::default().plus(-1, f));
            }
            _ => {}
        }
    }
    below
}

/// A guard made ready: what bounds the numbers that it looks for is found once, and whoever asks
/// pays for those that are tried.
enum Test<'r> {
    /// Nothing is looked for.
    Plain(&'r Guard),
    All(Vec<Test<'r>>),
    Any(Vec<Test<'r>>),
    Not(Box<Test<'r>>),
    Some(Search<'r>),
}

/// Naturals in place of variables, of which all tests hold.
struct Search<'r> {
    variables: &'r [usize],
    /// What nothing bounds is refused by [`Rules::walker`], and holds of none.
    bounds: Option<Vec<Bounds>>,
    tests: Vec<Test<'r>>,
    /// So many values there are with those of the variables.
    width: usize,
}

impl<'r> Test<'r> {
    fn new(guard: &'r Guard) -> Test<'r> {
        let each = |guards: &'r [Guard]| guards.iter().map(Test::new).collect();
        match guard {
            guard if !searches(guard) => Test::Plain(guard),
            Guard::All(all) => Test::All(each(all)),
            Guard::Any(any) => Test::Any(each(any)),
            Guard::Not(inner) => Test::Not(Box::new(Test::new(inner))),
            Guard::Some(variables, body) => {
                let conjuncts = body.conjuncts();
                let below = at_most_zero(&conjuncts);
                let bounds = variables
                    .iter()
                    .map(|at| Bounds::new(*at, &conjuncts, &below));
                Test::Some(Search {
                    variables,
                    bounds: bounds.collect(),
                    tests: conjuncts.iter().copied().map(Test::new).collect(),
                    width: variables.iter().map(|v| v + 1).max().unwrap_or(0),
                })
            }
            guard => Test::Plain(guard),
        }
    }

    /// Whether it holds; `values` are the same afterwards.
    fn holds(&self, values: &mut Vec<u64>, meter: &mut Meter) -> Result<bool, Error> {
        let every = |tests: &[Test], expected: bool, values: &mut Vec<u64>, meter: &mut Meter| {
            for test in tests {
                if test.holds(values, meter)? != expected {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        match self {
            Test::Plain(guard) => Ok(guard.holds(values)),
            Test::All(all) => every(all, true, values, meter),
            Test::Any(any) => Ok(!every(any, false, values, meter)?),
            Test::Not(test) => Ok(!test.holds(values, meter)?),
            Test::Some(search) => {
                let width = values.len();
                values.resize(search.width.max(width), 0);
                let found = search.finds(values, meter);
                values.truncate(width);
                found
            }
        }
    }
}

impl Search<'_> {
    fn finds(&self, values: &mut Vec<u64>, meter: &mut Meter) -> Result<bool, Error> {
        let (variables, Some(bounds)) = (self.variables, &self.bounds) else {
            return Ok(false);
        };
        let mut last = vec![0; variables.len()];
        let (mut depth, mut entering) = (0, true);
        loop {
            meter.options(1)?;
            if entering && depth == variables.len() {
                let mut all = true;
                for test in &self.tests {
                    all = all && test.holds(values, meter)?;
                }
                if all {
                    return Ok(true);
                }
                entering = false;
            }
            if entering {
                let (low, high) = bounds[depth].range(variables[depth], values);
                if low <= high {
                    values[variables[depth]] = low;
                    last[depth] = high;
                    depth += 1;
                    continue;
                }
                entering = false;
            }
            if depth == 0 {
                return Ok(false);
            }
            depth -= 1;
            let value = &mut values[variables[depth]];
            if *value < last[depth] {
                *value += 1;
                depth += 1;
                entering = true;
            }
        }
    }
}

/// Whether a guard looks for numbers.
fn searches(guard: &Guard) -> bool {
    match guard {
        Guard::Some(..) => true,
        Guard::All(each) | Guard::Any(each) => each.iter().any(searches),
        Guard::Not(inner) => searches(inner),
        _ => false,
    }
}

/// Whether everything that guards look for is bounded.
fn is_bounded(guard: &Guard) -> bool {
    match guard {
        Guard::Some(variables, body) => {
            let conjuncts = body.conjuncts();
            let below = at_most_zero(&conjuncts);
            let mut each = variables.iter();
            each.all(|at| Bounds::new(*at, &conjuncts, &below).is_some()) && is_bounded(body)
        }
        Guard::All(all) | Guard::Any(all) => all.iter().all(is_bounded),
        Guard::Not(inner) => is_bounded(inner),
        _ => true,
    }
}

/// A move made ready: for each binder, what bounds it.
struct Ready<'r> {
    mv: &'r Move,
    guard: Test<'r>,
    bounds: Vec<Bounds>,
    /// Whether the bounds of the last binder say all that the guard says of it.
    linear: bool,
    /// What one step of the last binder adds to the parts.
    step: Vec<i64>,
}

impl<'r> Ready<'r> {
    fn new(mv: &'r Move, dimension: usize) -> Result<Ready<'r>, Error> {
        let conjuncts = mv.guard.conjuncts();
        let mut below = at_most_zero(&conjuncts);
        let is_linear = |guard: &&Guard| matches!(guard, Guard::AtMostZero(_) | Guard::Zero(_));
        let linear = conjuncts.iter().all(is_linear);
        let targets = mv.target.iter().flatten();
        below.extend(targets.map(|f| Form::default().plus(-1, f)));
        let mut bounds = Vec::new();
        for binder in 0..mv.binders.len() {
            let at = dimension + binder;
            let Some(found) = Bounds::new(at, &conjuncts, &below) else {
                let (binder, name) = (&mv.binders[binder], &mv.name);
                return Err(Error::Unsupported {
                    because: Text::new(
                        format!("nothing bounds `{binder}` in the move `{name}` from above"),
                        format!("着法 `{name}` 中的 `{binder}` 没有上界"),
                    ),
                });
            };
            bounds.push(found);
        }
        let last = dimension + mv.binders.len().saturating_sub(1);
        let step = |f: &Form| {
            if mv.binders.is_empty() {
                0
            } else {
                f.factor(last)
            }
        };
        Ok(Ready {
            mv,
            guard: Test::new(&mv.guard),
            bounds,
            linear,
            step: mv.target.iter().flatten().map(step).collect(),
        })
    }

    /// The range of a binder, given the values before it.
    fn range(&self, binder: usize, at: usize, values: &[u64]) -> (u64, u64) {
        self.bounds[binder].range(at, values)
    }

    /// Where the move leads, if it may be made.
    fn target(
        &self,
        values: &mut Vec<u64>,
        parts: &mut Vec<u64>,
        meter: &mut Meter,
    ) -> Result<bool, Error> {
        if !self.guard.holds(values, meter)? {
            return Ok(false);
        }
        parts.clear();
        for form in self.mv.target.iter().flatten() {
            match form.value(values) {
                Some(v) if v >= 0 => parts.push(v as u64),
                _ => return Ok(false),
            }
        }
        Ok(true)
    }
}

/// Rules made ready for looking at many positions.
pub struct Walker<'r> {
    rules: &'r Rules,
    moves: Vec<Ready<'r>>,
}

impl<'r> Walker<'r> {
    /// Hands every option of `position` to `visit`, as parts laid end to end.
    pub fn options(
        &self,
        position: &[u64],
        meter: &mut Meter,
        mut visit: impl FnMut(usize, &[u64]),
    ) -> Result<(), Error> {
        if self.rules.over(position).is_some() {
            return Ok(());
        }
        let dimension = self.rules.dimension().max(1);
        let mut option = Vec::new();
        self.lines(position, meter, |number, line| {
            for at in 0..line.count {
                line.parts_at(at, &mut option);
                if option
                    .chunks(dimension)
                    .all(|part| self.rules.domain.holds(part))
                {
                    visit(number, &option);
                }
            }
        })
    }

    /// As [`Walker::options`], many at a time: the options that differ in the
    /// last binder only, not yet held against the domain.
    fn lines(
        &self,
        position: &[u64],
        meter: &mut Meter,
        mut visit: impl FnMut(usize, &Line),
    ) -> Result<(), Error> {
        let dimension = self.rules.dimension();
        let mut values = position.to_vec();
        let mut parts = Vec::new();
        for (number, ready) in self.moves.iter().enumerate() {
            let binders = ready.mv.binders.len();
            values.resize(dimension + binders, 0);
            // The last value of each binder.
            let mut last = [0u64; MOST_VARIABLES];
            let mut depth = 0;
            let mut entering = true;
            loop {
                let at_line = ready.linear && depth + 1 == binders;
                if entering && (depth == binders || at_line) {
                    let (low, high) = match at_line {
                        true => ready.range(depth, dimension + depth, &values),
                        false => (0, 0),
                    };
                    if low <= high {
                        if at_line {
                            values[dimension + depth] = low;
                        }
                        let count = high - low + 1;
                        // A step along a line costs a hundredth of a state.
                        meter.advance(count / 64)?;
                        meter.options(1)?;
                        if ready.target(&mut values, &mut parts, meter)? {
                            visit(
                                number,
                                &Line {
                                    parts: &parts,
                                    step: &ready.step,
                                    count,
                                },
                            );
                        }
                    }
                    entering = false;
                }
                if entering {
                    let (low, high) = ready.range(depth, dimension + depth, &values);
                    if low <= high {
                        values[dimension + depth] = low;
                        last[depth] = high;
                        depth += 1;
                        continue;
                    }
                    entering = false;
                }
                // Step the deepest binder that has a value left.
                if depth == 0 {
                    break;
                }
                depth -= 1;
                let value = &mut values[dimension + depth];
                if *value < last[depth] {
                    *value += 1;
                    depth += 1;
                    entering = true;
                }
            }
        }
        Ok(())
    }
}

/// Options at equal distances: parts, parts + step, ….
struct Line<'l> {
    parts: &'l [u64],
    step: &'l [i64],
    count: u64,
}

impl Line<'_> {
    fn parts_at(&self, at: u64, into: &mut Vec<u64>) {
        into.clear();
        let step = |(part, step): (&u64, &i64)| part.wrapping_add_signed(step * at as i64);
        into.extend(self.parts.iter().zip(self.step).map(step));
    }
}

/// Labels of positions, inside a box and out.
struct Labels<'s> {
    size: &'s [u64],
    inside: Vec<u32>,
    outside: FxHashMap<Vec<u64>, u32>,
}

impl Labels<'_> {
    fn index(&self, position: &[u64]) -> Option<usize> {
        position
            .iter()
            .zip(self.size)
            .try_fold(0usize, |at, (x, side)| {
                (x < side).then(|| at * *side as usize + *x as usize)
            })
    }

    /// Where the cells of a part of a line are, if all are inside: the first
    /// and the distance. A box that holds both ends holds all between.
    fn cells(&self, line: &Line, part: usize, dimension: usize) -> Option<(usize, isize)> {
        let range = part * dimension..(part + 1) * dimension;
        let first = self.index(&line.parts[range.clone()])?;
        if line.count == 1 {
            return Some((first, 0));
        }
        let (mut step, mut scale) = (0, 1);
        for at in range.rev() {
            let last = line.parts[at].wrapping_add_signed(line.step[at] * (line.count - 1) as i64);
            let side = self.size[at % dimension];
            if last >= side {
                return None;
            }
            step += scale * line.step[at] as isize;
            scale *= side as isize;
        }
        Some((first, step))
    }

    fn get(&self, position: &[u64]) -> u32 {
        match self.index(position) {
            Some(at) => self.inside[at],
            None => self.outside.get(position).copied().unwrap_or(UNKNOWN),
        }
    }

    fn set(&mut self, position: &[u64], label: u32) {
        match self.index(position) {
            Some(at) => self.inside[at] = label,
            None => {
                self.outside.insert(position.to_vec(), label);
            }
        }
    }
}

impl Rules {
    /// Makes the rules ready, or says which binder is unbounded.
    pub fn walker(&self) -> Result<Walker<'_>, Error> {
        let widest = self
            .moves
            .iter()
            .map(|m| m.binders.len())
            .max()
            .unwrap_or(0);
        if self.dimension() + widest > MOST_VARIABLES {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!("more than {MOST_VARIABLES} coordinates and binders in a move"),
                    format!("一步着法中的坐标与绑定变量超过 {MOST_VARIABLES} 个"),
                ),
            });
        }
        let unbounded = |name: &str| Error::Unsupported {
            because: Text::new(
                format!("nothing bounds a number that is looked for in {name} from above"),
                format!("{name}中所求的某数没有上界"),
            ),
        };
        if !is_bounded(&self.domain) {
            return Err(unbounded("`where`"));
        }
        if self.ends.iter().any(|(_, guard)| !is_bounded(guard)) {
            return Err(unbounded("`when`"));
        }
        if let Some(mv) = self.moves.iter().find(|mv| !is_bounded(&mv.guard)) {
            return Err(unbounded(&format!("`{}`", mv.name)));
        }
        let moves = self.moves.iter().map(|m| Ready::new(m, self.dimension()));
        Ok(Walker {
            rules: self,
            moves: moves.collect::<Result<_, _>>()?,
        })
    }

    /// The Grundy values over the box `0..size[0] × …`, the last coordinate
    /// running fastest; [`NOTHING`] outside the domain. Where there are no
    /// values, 0 is a P-position and 1 an N-position.
    pub fn table(&self, size: &[u64], budget: &Budget) -> Result<Vec<u32>, Error> {
        let mut meter = budget.meter("table");
        let cells = size
            .iter()
            .try_fold(1u64, |n, side| n.checked_mul(*side))
            .unwrap_or(u64::MAX);
        meter.bytes(cells.saturating_mul(4))?;
        let mut labels = Labels {
            size,
            inside: vec![UNKNOWN; cells as usize],
            outside: FxHashMap::default(),
        };
        let walker = self.walker()?;
        for cell in 0..cells {
            let point = grundy::solve::dense::point(cell, size);
            if labels.inside[cell as usize] == UNKNOWN {
                self.label(&walker, point, &mut labels, &mut meter)?;
            }
        }
        Ok(labels.inside)
    }

    /// The value of one position, or its outcome as in [`Rules::table`].
    pub fn value(&self, position: &[u64], budget: &Budget) -> Result<u32, Error> {
        let mut meter = budget.meter("search");
        let mut labels = Labels {
            size: &[0],
            inside: Vec::new(),
            outside: FxHashMap::default(),
        };
        self.label(&self.walker()?, position.to_vec(), &mut labels, &mut meter)?;
        Ok(labels.get(position))
    }

    fn label(
        &self,
        walker: &Walker,
        from: Vec<u64>,
        labels: &mut Labels,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        if !self.has_values()
            && let Some(split) = self.split()
        {
            return Err(Error::NoValue {
                because: Text::new(
                    format!(
                        "the move `{}` splits, and sums have no rule here",
                        split.name
                    ),
                    format!("着法 `{}` 会分裂，而此处的和没有规则", split.name),
                ),
            });
        }
        let dimension = self.dimension().max(1);
        let mut stack = vec![from];
        let mut found = Found {
            allowed: (!self.has_values()).then_some(self.blocked as usize),
            ..Found::default()
        };
        let mut part = Vec::new();
        while let Some(position) = stack.pop() {
            if labels.get(&position) != UNKNOWN {
                continue;
            }
            meter.state()?;
            meter.bytes(64 * (stack.len() + labels.outside.len()) as u64)?;
            if !self.domain.holds(&position) {
                labels.set(&position, NOTHING);
                continue;
            }
            if let Some(winner) = self.over(&position) {
                labels.set(&position, u32::from(winner == Winner::Next));
                continue;
            }
            let before = stack.len();
            found.clear();
            walker.lines(&position, meter, |_, line| {
                if found.decided {
                    return;
                }
                let mut unknown = |part: &[u64]| {
                    if stack.len() == before {
                        stack.push(position.clone());
                    }
                    stack.push(part.to_vec());
                };
                // One part inside the box is most of all there is.
                if line.parts.len() == dimension
                    && let Some((first, step)) = labels.cells(line, 0, dimension)
                {
                    let mut cell = first;
                    for at in 0..line.count {
                        match labels.inside[cell] {
                            NOTHING => {}
                            UNKNOWN => {
                                line.parts_at(at, &mut part);
                                unknown(&part);
                            }
                            value => found.push(value, || {
                                line.parts_at(at, &mut part);
                                part.clone()
                            }),
                        }
                        if found.decided {
                            break;
                        }
                        cell = cell.wrapping_add_signed(step);
                    }
                    return;
                }
                // Two parts inside the box, both known.
                if line.parts.len() == 2 * dimension
                    && let Some((first, step)) = labels.cells(line, 0, dimension)
                    && let Some((second, other)) = labels.cells(line, 1, dimension)
                {
                    let (mut a, mut b) = (first, second);
                    let known = |cell: usize| labels.inside[cell] < UNKNOWN;
                    if (0..line.count).all(|_| {
                        let both = known(a) && known(b);
                        (a, b) = (a.wrapping_add_signed(step), b.wrapping_add_signed(other));
                        both
                    }) {
                        (a, b) = (first, second);
                        for _ in 0..line.count {
                            found.push(labels.inside[a] ^ labels.inside[b], Vec::new);
                            (a, b) = (a.wrapping_add_signed(step), b.wrapping_add_signed(other));
                        }
                        return;
                    }
                }
                for at in 0..line.count {
                    line.parts_at(at, &mut part);
                    // Where nothing is left whoever is to move has won under misère play.
                    let mut sum = u32::from(self.misere && part.is_empty());
                    let (mut known, mut legal) = (true, true);
                    for one in part.chunks(dimension) {
                        match labels.get(one) {
                            NOTHING => legal = false,
                            UNKNOWN if !self.domain.holds(one) => legal = false,
                            UNKNOWN => {
                                known = false;
                                unknown(one);
                            }
                            value => sum ^= value,
                        }
                    }
                    if known && legal {
                        found.push(sum, || part.clone());
                    }
                }
            })?;
            if found.decided {
                stack.truncate(before);
            }
            if stack.len() > before {
                continue;
            }
            let label = match found.allowed {
                None => found.mex(),
                Some(_) => u32::from(found.decided || (self.misere && found.moves == 0)),
            };
            labels.set(&position, label);
        }
        Ok(())
    }
}

/// The labels of a position's options.
#[derive(Default)]
struct Found {
    /// The number of the position at which each label was last seen.
    seen: Vec<u64>,
    now: u64,
    moves: u64,
    /// Where there are no values: how many lost options a lost position may
    /// have.
    allowed: Option<usize>,
    /// Different lost options.
    lost: Vec<Vec<u64>>,
    /// More lost options than that are known: the position is won.
    decided: bool,
}

impl Found {
    fn clear(&mut self) {
        self.now += 1;
        self.moves = 0;
        self.lost.clear();
        self.decided = false;
    }

    #[inline]
    fn push(&mut self, label: u32, option: impl FnOnce() -> Vec<u64>) {
        if self.allowed.is_some() && label != 0 {
            self.moves += 1;
            return;
        }
        let at = label as usize;
        if at >= self.seen.len() {
            self.seen.resize(at + 1, 0);
        }
        self.seen[at] = self.now;
        self.moves += 1;
        if let (Some(allowed), 0) = (self.allowed, label) {
            let option = option();
            if !self.lost.contains(&option) {
                self.lost.push(option);
            }
            self.decided = self.lost.len() > allowed;
        }
    }

    fn has(&self, label: usize) -> bool {
        self.seen.get(label) == Some(&self.now)
    }

    fn mex(&self) -> u32 {
        (0..).find(|&label| !self.has(label)).unwrap_or(0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Source;

    /// A guard that looks for numbers costs what it looks at, not one option.
    #[test]
    fn what_guards_look_for_is_paid_for() {
        let halves = "state n; move m(j in 0..n, k in 1..n) if (j/2 + k/3 + n/5) % 7 = 3 and \
                      (j/3 | k/2) % 2 = 1 -> [n-k]";
        let plain = "state n; move m(j in 0..n, k in 1..n) if j + k = n -> [n-k]";
        let work = |text: &str, states: u64| {
            let rules = Rules::translated(&Source::new(text)).unwrap();
            let mut meter = Budget::default().with_states(states).meter("test");
            let walked = rules
                .walker()
                .unwrap()
                .options(&[60], &mut meter, |_, _| {});
            (walked, meter.states())
        };
        // 61 times 60 choices, sixteen of which are a state.
        let choices = 61 * 60 / 16;
        assert!(work(plain, u64::MAX).1 <= choices);
        let (walked, costly) = work(halves, u64::MAX);
        walked.unwrap();
        assert!(costly > 3 * choices, "{costly}");
        // So a limit on the work ends it.
        let (stopped, spent) = work(halves, 2 * choices);
        assert!(stopped.is_err_and(|error| error.is_budget()));
        assert!(spent <= 2 * choices + 1, "{spent}");
    }
}
