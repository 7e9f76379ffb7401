//! Rules by definition: the options of a position, and tables.

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy::text::Text;
use rustc_hash::FxHashMap;

use super::{Form, Guard, MOST_VARIABLES, Move, Rules};

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
            Guard::All(all) => all.iter().all(|g| g.holds(values)),
            Guard::Any(any) => any.iter().any(|g| g.holds(values)),
            Guard::Not(g) => !g.holds(values),
        }
    }
}

/// A move made ready: for each binder, the forms that bound it.
struct Ready<'r> {
    mv: &'r Move,
    /// Form ≤ 0 where later binders can only make it larger.
    bounds: Vec<Vec<Form>>,
}

impl<'r> Ready<'r> {
    fn new(mv: &'r Move, dimension: usize) -> Result<Ready<'r>, Error> {
        let mut below = Vec::new();
        for guard in mv.guard.conjuncts() {
            match guard {
                Guard::AtMostZero(f) => below.push(f.clone()),
                Guard::Zero(f) => {
                    below.push(f.clone());
                    below.push(Form::default().plus(-1, f));
                }
                _ => {}
            }
        }
        let targets = mv.target.iter().flatten();
        below.extend(targets.map(|f| Form::default().plus(-1, f)));
        let mut bounds = Vec::new();
        for binder in 0..mv.binders.len() {
            let at = dimension + binder;
            let fits = |f: &&Form| {
                f.factor(at) != 0 && f.terms.iter().all(|&(v, c)| v <= at || c > 0)
            };
            let found: Vec<Form> = below.iter().filter(fits).cloned().collect();
            if !found.iter().any(|f| f.factor(at) > 0) {
                let (binder, name) = (&mv.binders[binder], &mv.name);
                return Err(Error::Unsupported {
                    because: Text::new(
                        format!("nothing bounds `{binder}` in the move `{name}` from above"),
                        format!("着法 `{name}` 中的 `{binder}` 没有上界"),
                    ),
                });
            }
            bounds.push(found);
        }
        Ok(Ready { mv, bounds })
    }

    /// The range of a binder, given the values before it.
    fn range(&self, binder: usize, at: usize, values: &[u64]) -> (u64, u64) {
        let (mut low, mut high) = (0i64, i64::MAX);
        for form in &self.bounds[binder] {
            let mut rest = form.constant;
            for &(v, c) in &form.terms {
                if v < at {
                    rest = rest.saturating_add(c.saturating_mul(values[v] as i64));
                }
            }
            let factor = form.factor(at);
            if factor > 0 {
                high = high.min((-rest).div_euclid(factor));
            } else {
                // rest - |factor|·b ≤ 0
                low = low.max(-((-rest).div_euclid(-factor)));
            }
        }
        if high < low {
            return (1, 0);
        }
        (low as u64, high as u64)
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
        let dimension = self.rules.dimension();
        let mut values = position.to_vec();
        let mut parts = Vec::new();
        for (number, ready) in self.moves.iter().enumerate() {
            let binders = ready.mv.binders.len();
            values.resize(dimension + binders, 0);
            // Each binder's current value and its last.
            let mut last = [0u64; MOST_VARIABLES];
            let mut depth = 0;
            let mut entering = true;
            loop {
                if depth == binders && entering {
                    meter.options(1)?;
                    if self.target(ready.mv, &values, &mut parts) {
                        visit(number, &parts);
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

    fn target(&self, mv: &Move, values: &[u64], parts: &mut Vec<u64>) -> bool {
        if !mv.guard.holds(values) {
            return false;
        }
        parts.clear();
        for form in mv.target.iter().flatten() {
            match form.value(values) {
                Some(v) if v >= 0 => parts.push(v as u64),
                _ => return false,
            }
        }
        let dimension = self.rules.dimension().max(1);
        parts.chunks(dimension).all(|part| self.rules.domain.holds(part))
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
        let widest = self.moves.iter().map(|m| m.binders.len()).max().unwrap_or(0);
        if self.dimension() + widest > MOST_VARIABLES {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!("more than {MOST_VARIABLES} coordinates and binders in a move"),
                    format!("一步着法中的坐标与绑定变量超过 {MOST_VARIABLES} 个"),
                ),
            });
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
                    format!("the move `{}` splits, and sums have no rule here", split.name),
                    format!("着法 `{}` 会分裂，而此处的和没有规则", split.name),
                ),
            });
        }
        let dimension = self.dimension().max(1);
        let mut stack = vec![from];
        let mut found: Vec<u32> = Vec::new();
        let mut lost: Vec<Vec<u64>> = Vec::new();
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
            let before = stack.len();
            found.clear();
            lost.clear();
            let mut moves = 0;
            walker.options(&position, meter, |_, parts| {
                moves += 1;
                // Where nothing is left whoever is to move has won under misère play.
                let mut sum = u32::from(self.misere && parts.is_empty());
                let mut known = true;
                for part in parts.chunks(dimension) {
                    match labels.get(part) {
                        UNKNOWN => {
                            known = false;
                            if stack.len() == before {
                                stack.push(position.clone());
                            }
                            stack.push(part.to_vec());
                        }
                        value => sum ^= value,
                    }
                }
                if known {
                    found.push(sum);
                    if self.blocked > 0 && sum == 0 {
                        lost.push(parts.to_vec());
                    }
                }
            })?;
            if stack.len() > before {
                continue;
            }
            let label = if self.blocked > 0 {
                lost.sort_unstable();
                lost.dedup();
                u32::from(lost.len() > self.blocked as usize)
            } else if self.misere {
                u32::from(moves == 0 || found.contains(&0))
            } else {
                mex(&mut found)
            };
            labels.set(&position, label);
        }
        Ok(())
    }
}

/// The least number that is not among them.
fn mex(found: &mut Vec<u32>) -> u32 {
    found.sort_unstable();
    found.dedup();
    found
        .iter()
        .zip(0..)
        .find(|(value, at)| *value != at)
        .map_or(found.len() as u32, |(_, at)| at)
}
