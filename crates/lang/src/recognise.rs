//! Shapes that the tuned engines of the library know.
//!
//! | shape | written, for example | engine |
//! |---|---|---|
//! | take and break: subtraction sets, octal codes, "take or split", splits into three or more | `take(k in {1,3,4}) -> [n-k]`, `split(k in 1..n-1) -> [k] + [n-k]`, `three(a in 1..n/3, b in a..(n-a)/2) -> [a] + [b] + [n-a-b]` | [`grundy::solve::heap`] |
//! | walks along rows, columns, diagonals | `both(k in 1..min(a,b)) -> [a-k, b-k]` | [`grundy::solve::lines`] |
//! | coins: a few anywhere, so many exactly, runs, near pairs, and products of these | `two(q in 0..p-1) turns p, q` | [`grundy::games::coins::product`] |
//!
//! A shape is read off the linear form of every move (see [`crate::linear`]),
//! so that it is the same game for every heap or square, not only for those
//! that were tried. Whatever does not fit exactly is not recognised.

mod coins;

use grundy::answer::Status;
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::games::heaps::code::TakeAndBreak;
use grundy::natural::Natural;
use grundy::solve::dense::{Lattice, Line};
use grundy::solve::heap::code::Rules;
use grundy::solve::lines::{self, Directions};
use grundy::text::Text;
use grundy::theorem::Theorem;

use crate::ir::{Domain, Expr, Move, Program, Slot, Step};
use crate::linear::{Condition, Linear, linear_move};

/// A shape that an engine of the library knows.
pub struct Shape(Known);

enum Known {
    Heaps {
        rules: Rules,
        /// Knows the values, for ever once it has proven a period.
        game: Box<TakeAndBreak>,
    },
    Lines {
        directions: Directions,
        table: lines::Known,
    },
    Coins(coins::Rows),
}

impl std::fmt::Debug for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text().get(grundy::text::Lang::En))
    }
}

/// Tables of lines are kept up to this side.
const LONGEST_SIDE: usize = 4096;

impl Shape {
    /// The Grundy value of a position, if the engine gives it.
    pub fn value(&self, at: &[i64]) -> Option<Natural> {
        match (&self.0, at) {
            (Known::Heaps { game, .. }, [heap]) => {
                let heap = u64::try_from(*heap).ok()?;
                game.value(&Natural::from(heap))
            }
            (Known::Lines { table, .. }, [x, y]) => {
                let (x, y) = (usize::try_from(*x).ok()?, usize::try_from(*y).ok()?);
                table.value(x, y).map(Natural::from)
            }
            (Known::Coins(rows), at) => rows.value(at),
            _ => None,
        }
    }

    /// The values of heaps 0, 1, 2, … all at once, where the engine finds them so.
    pub fn line(&self, heaps: u64, budget: &Budget) -> Option<Result<Line, Error>> {
        let Known::Heaps { game, .. } = &self.0 else {
            return None;
        };
        let line = game.line(heaps, budget)?;
        Some(line.map(|line| Line {
            status: self.status(),
            ..line
        }))
    }

    /// Whether misère sums are played like misère Nim on the values: of these
    /// shapes, subtraction games are (Ferguson 1974).
    pub fn misere_like_nim(&self) -> bool {
        match &self.0 {
            Known::Heaps { rules, .. } => {
                let mut digits = rules.digits().iter().chain(rules.tail());
                digits.all(|digit| matches!(digit, 0 | 3))
            }
            _ => false,
        }
    }

    /// How the engine knows.
    pub fn status(&self) -> Status {
        match &self.0 {
            Known::Heaps { rules, game, .. }
                if rules.max_parts() < 2 && game.law_so_far().is_some() =>
            {
                Status::Proven
            }
            Known::Coins(rows) if rows.proven => Status::Proven,
            _ => Status::Computed,
        }
    }

    /// The code of a heap game, if it is one.
    pub fn code(&self) -> Option<&Rules> {
        match &self.0 {
            Known::Heaps { rules, .. } => Some(rules),
            _ => None,
        }
    }

    /// What was recognised, and whose engine it is.
    pub fn text(&self) -> Text {
        match &self.0 {
            Known::Heaps { rules, .. } => {
                let name = name(rules);
                Text::new(
                    format!("recognised as the heap game {name}"),
                    format!("识别为堆游戏 {name}"),
                )
            }
            Known::Lines { directions, .. } => {
                let names = [
                    (directions.rows, "rows", "行"),
                    (directions.columns, "columns", "列"),
                    (directions.diagonals, "diagonals", "斜线"),
                ];
                let names = names.iter().filter(|(on, ..)| *on);
                let (en, zh): (Vec<&str>, Vec<&str>) = names.map(|(_, en, zh)| (*en, *zh)).unzip();
                Text::new(
                    format!("recognised as a walk along {}", en.join(" and ")),
                    format!("识别为沿{}的行走", zh.join("、")),
                )
            }
            Known::Coins(rows) => Text::new(
                format!("recognised as the coin game {}", rows.name),
                format!("识别为硬币游戏 {}", rows.name),
            ),
        }
    }
}

/// The shape of the main game, if it has one of these.
pub fn recognise(program: &Program) -> Option<Shape> {
    let game = program.game();
    let plain = program.games.len() == 1
        && game.ends.is_empty()
        && game.within.is_none()
        && game.domain.iter().all(|d| d.1 == i64::MAX);
    if !plain {
        return None;
    }
    if game.coins {
        return coins::recognise(program).map(|rows| Shape(Known::Coins(rows)));
    }
    if game.domain.iter().any(|d| d.0 != 0) {
        return None;
    }
    let known = match game.width {
        1 => heaps(program)?,
        2 => lines(program)?,
        _ => return None,
    };
    Some(Shape(known))
}

/// A move with every literal set spelled out: no set is left, and numbers are chosen from
/// ranges.
struct Case {
    /// The forms that must be at least 0, in the position and the choices.
    rows: Vec<Linear>,
    /// The slots of the chosen numbers.
    chosen: Vec<Slot>,
    /// The coordinates of each part.
    parts: Vec<Vec<Linear>>,
}

/// More cases than this are not looked at.
const MOST_CASES: usize = 2000;

/// All cases of a move; `None` if it is not of this kind.
fn cases(program: &Program, mv: &Move) -> Option<Vec<Case>> {
    let mut all = vec![(Vec::<Step>::new(), Vec::<(Slot, i64)>::new())];
    for step in &mv.steps {
        let mut next = Vec::new();
        for (steps, fixed) in &all {
            match step {
                Step::Choose(binder) => match &binder.domain {
                    Domain::Set(tuples) => {
                        for tuple in tuples {
                            let mut fixed = fixed.clone();
                            for (expr, slot) in tuple.iter().zip(binder.first..) {
                                let Expr::Const(value) = expr else {
                                    return None;
                                };
                                fixed.push((slot, *value));
                            }
                            next.push((steps.clone(), fixed));
                        }
                    }
                    Domain::Range(..) => {
                        let mut steps = steps.clone();
                        steps.push(step.clone());
                        next.push((steps, fixed.clone()));
                    }
                },
                _ => {
                    let mut steps = steps.clone();
                    steps.push(step.clone());
                    next.push((steps, fixed.clone()));
                }
            }
            if next.len() > MOST_CASES {
                return None;
            }
        }
        all = next;
    }
    all.into_iter()
        .map(|(steps, fixed)| case(program, mv, steps, &fixed))
        .collect()
}

fn case(program: &Program, mv: &Move, steps: Vec<Step>, fixed: &[(Slot, i64)]) -> Option<Case> {
    let form = linear_move(
        program,
        &Move {
            steps,
            ..mv.clone()
        },
    )
    .ok()?;
    let put = |mut form: Linear| -> Option<Linear> {
        for (slot, value) in fixed {
            if let Some(by) = form.terms.remove(slot) {
                form.constant = form.constant.checked_add(by.checked_mul(*value)?)?;
            }
        }
        Some(form)
    };
    let mut rows = Vec::new();
    for row in conjunction(&form.condition)? {
        rows.push(put(row)?);
    }
    let mut parts = Vec::new();
    for (_, part) in form.parts {
        parts.push(part.into_iter().map(&put).collect::<Option<Vec<_>>>()?);
    }
    Some(Case {
        rows,
        chosen: form.chosen,
        parts,
    })
}

/// The inequalities of a condition that is a conjunction of such.
fn conjunction(condition: &Condition) -> Option<Vec<Linear>> {
    Some(match condition {
        Condition::Truth(true) => Vec::new(),
        Condition::AtLeastZero(form) => vec![form.clone()],
        Condition::Zero(form) => vec![form.clone(), form.times(-1)?],
        Condition::And(all) => {
            let mut rows = Vec::new();
            for one in all {
                rows.extend(conjunction(one)?);
            }
            rows
        }
        _ => return None,
    })
}

/// The multiples of two slots and the constant, if nothing else occurs.
fn in_two(form: &Linear, a: Slot, b: Slot) -> Option<(i64, i64, i64)> {
    let known = form.terms.keys().all(|slot| *slot == a || *slot == b);
    let by = |slot: Slot| form.terms.get(&slot).copied().unwrap_or(0);
    known.then(|| (by(a), by(b), form.constant))
}

/// Digits of a take-and-break code as they are found.
#[derive(Default)]
struct Digits {
    digits: Vec<u16>,
    /// From which number on everything may be taken, and how.
    tail: Vec<(u64, u16)>,
    /// The least part of a split and whether parts differ, once a split was seen.
    split: Option<(i64, bool)>,
}

/// As long as the sets of the catalogue.
const LONGEST_CODE: i64 = 1 << 20;
/// What is no set of numbers that are taken is written digit by digit, and is not longer.
const MOST_DIGITS: usize = 5000;
/// A set with larger numbers is called one.
const LONG_SET: usize = 64;
/// So many numbers of it are named.
const MOST_NAMED: usize = 20;
const N: Slot = 0;

fn heaps(program: &Program) -> Option<Known> {
    let mut digits = Digits::default();
    for mv in &program.game().moves {
        for case in cases(program, mv)? {
            digits.add(&case)?;
        }
    }
    let rules = digits.rules()?;
    if rules.digits().len() > MOST_DIGITS && set_of(&rules).is_none() {
        return None;
    }
    let game = Box::new(TakeAndBreak::new(rules.clone()));
    Some(Known::Heaps { rules, game })
}

/// The numbers that may be taken, if that is all there is to a code.
fn set_of(rules: &Rules) -> Option<Vec<u64>> {
    let is_set = rules.is_finite() && rules.digits().iter().all(|digit| matches!(digit, 0 | 3));
    let taken = (0..).zip(rules.digits()).filter(|(_, digit)| **digit == 3);
    is_set.then(|| taken.map(|(taken, _)| taken).collect())
}

/// What a code is called: digits say little of a set of large numbers.
fn name(rules: &Rules) -> String {
    match set_of(rules).filter(|_| rules.digits().len() > LONG_SET) {
        Some(set) => {
            let numbers: Vec<String> = set.iter().take(MOST_NAMED).map(u64::to_string).collect();
            let more = if set.len() > MOST_NAMED { ",…" } else { "" };
            format!("{{{}{more}}}", numbers.join(","))
        }
        None => rules.to_string(),
    }
}

impl Digits {
    fn set(&mut self, take: i64, digit: u16) -> Option<()> {
        if !(0..LONGEST_CODE).contains(&take) {
            return None;
        }
        let take = take as usize;
        if self.digits.len() <= take {
            self.digits.resize(take + 1, 0);
        }
        self.digits[take] |= digit;
        Some(())
    }

    fn add(&mut self, case: &Case) -> Option<()> {
        match (&case.parts[..], &case.chosen[..]) {
            ([], []) => {
                // Everything is taken: the heap must be one certain size.
                let (least, most) = bounds(&case.rows)?;
                let take = most.filter(|most| *most == least && least >= 1)?;
                self.set(take, 1)
            }
            ([part], []) => self.take_fixed(case, part.first()?),
            ([part], [k]) => self.take_range(case, *k, part.first()?),
            ([a, b], [k]) => self.split(case, *k, a.first()?, b.first()?),
            (parts, chosen) if parts.len() > 2 && chosen.len() + 1 == parts.len() => {
                self.split_into_many(case)
            }
            _ => None,
        }
    }

    /// n becomes s₁, s₂, … and what is left, n - c - s₁ - s₂ - …: m parts that ascend, each by at
    /// least the gap, from the least part on. Then x₁ = s₁ - least, x₂ = s₂ - s₁ - gap, … are any
    /// natural numbers, and n and the parts follow from them. So the rows must say that every x
    /// is at least 0, and nothing else that is not true of all natural x.
    fn split_into_many(&mut self, case: &Case) -> Option<()> {
        let chosen = &case.chosen;
        let count = case.parts.len();
        let mut rest = None;
        let mut named = Vec::new();
        for part in &case.parts {
            let part = part.first()?;
            match chosen.iter().position(|slot| *part == Linear::slot(*slot)) {
                Some(at) => named.push(at),
                None => rest = Some(part),
            }
        }
        named.sort_unstable();
        named.dedup();
        let rest = rest.filter(|_| named.len() == chosen.len())?;
        let by = |form: &Linear, slot: Slot| form.terms.get(&slot).copied().unwrap_or(0);
        let known = |form: &Linear| {
            let mut slots = form.terms.keys();
            slots.all(|slot| *slot == N || chosen.contains(slot))
        };
        let all_taken = by(rest, N) == 1 && chosen.iter().all(|slot| by(rest, *slot) == -1);
        let take = rest.constant.checked_neg().filter(|take| *take >= 0)?;
        if !all_taken || !known(rest) || !case.rows.iter().all(known) || count > 15 {
            return None;
        }
        let alone = |row: &&Linear| row.terms.len() == 1 && by(row, chosen[0]) == 1;
        let least = case
            .rows
            .iter()
            .filter(alone)
            .map(|row| -i128::from(row.constant));
        let least = least.max()?;
        let parts = count as i128;
        let fits = |gap: i128| {
            let first = i128::from(take) + parts * least + gap * parts * (parts - 1) / 2;
            let mut bounded = vec![false; count];
            for row in &case.rows {
                let by_n = i128::from(by(row, N));
                let by_part: Vec<i128> = chosen.iter().map(|s| i128::from(by(row, *s))).collect();
                let mut constant = i128::from(row.constant) + by_n * first;
                for (at, by) in (0..).zip(&by_part) {
                    constant += by * (least + gap * at);
                }
                // The part at some place grows with every x up to it.
                let of_x = |j: usize| {
                    by_n * (count - j) as i128 + by_part[j.min(count - 1)..].iter().sum::<i128>()
                };
                let of_x: Vec<i128> = (0..count).map(of_x).collect();
                if constant < 0 || of_x.iter().any(|by| *by < 0) {
                    return false;
                }
                let mut some = (0..count).filter(|j| of_x[*j] > 0);
                if let (0, Some(j), None) = (constant, some.next(), some.next()) {
                    bounded[j] = true;
                }
            }
            bounded.into_iter().all(|bounded| bounded)
        };
        let unequal = match (fits(0), fits(1)) {
            (true, _) => false,
            (_, true) => true,
            _ => return None,
        };
        self.same_splits(
            i64::try_from(least).ok().filter(|least| *least >= 1)?,
            unequal,
        )?;
        self.set(take, 1 << count)
    }

    /// n becomes n - c.
    fn take_fixed(&mut self, case: &Case, target: &Linear) -> Option<()> {
        let (by, none, constant) = in_two(target, N, N + 1)?;
        let take = constant.checked_neg()?;
        if by != 1 || none != 0 || take < 1 {
            return None;
        }
        let (least, most) = bounds(&case.rows)?;
        match (least - take, most) {
            (0, None) => self.set(take, 3),
            (1, None) => self.set(take, 2),
            (0, Some(most)) if most == take => self.set(take, 1),
            // Never legal: as if it were not there.
            (_, Some(most)) if most < least => Some(()),
            _ => None,
        }
    }

    /// n becomes n - t for t in a range.
    fn take_range(&mut self, case: &Case, k: Slot, target: &Linear) -> Option<()> {
        let (by_n, by_k, constant) = in_two(target, N, k)?;
        // The target is n - k - c, or k + c itself: t = n - target.
        let taken = |row: &Linear| -> Option<(i64, i64, i64)> {
            let (a, b, c) = in_two(row, N, k)?;
            match (by_n, by_k) {
                // k = t + constant
                (1, -1) => Some((a, b, c.checked_add(b.checked_mul(constant)?)?)),
                // k = n - t - constant
                (0, 1) => Some((
                    a.checked_add(b)?,
                    b.checked_neg()?,
                    c.checked_sub(b.checked_mul(constant)?)?,
                )),
                _ => None,
            }
        };
        let (mut least, mut most) = (i64::MIN, None::<i64>);
        let mut leaves = None::<i64>;
        let mut heap_at_least = 0i64;
        for row in &case.rows {
            match taken(row)? {
                (0, 0, 0..) => {}
                (0, 1, c) => least = least.max(c.checked_neg()?),
                (0, -1, c) => most = Some(most.map_or(c, |most| most.min(c))),
                // n - t >= c'
                (1, -1, c) => {
                    let left = c.checked_neg()?;
                    leaves = Some(leaves.map_or(left, |leaves| leaves.max(left)));
                }
                (1, 0, c) => heap_at_least = heap_at_least.max(c.checked_neg()?),
                _ => return None,
            }
        }
        let left = leaves.unwrap_or(0).max(0);
        if least < 1 || left > 1 || heap_at_least > least.checked_add(left)? {
            return None;
        }
        let digit = if left == 0 { 3 } else { 2 };
        match most {
            None if least < LONGEST_CODE => self.tail.push((least as u64, digit)),
            None => return None,
            Some(most) => {
                if most >= LONGEST_CODE {
                    return None;
                }
                for take in least..=most {
                    self.set(take, digit)?;
                }
            }
        }
        Some(())
    }

    /// n becomes x and n - c - x.
    fn split(&mut self, case: &Case, k: Slot, a: &Linear, b: &Linear) -> Option<()> {
        let sum = a.plus(b)?;
        let (by_n, by_k, constant) = in_two(&sum, N, k)?;
        let take = constant.checked_neg()?;
        if by_n != 1 || by_k != 0 || take < 0 {
            return None;
        }
        // Let x be the part that is k, up to a constant.
        let x = [a, b].into_iter().find(|part| {
            in_two(part, N, k).is_some_and(|(by_n, by_k, _)| by_n == 0 && by_k == 1)
        })?;
        let shift = x.constant;
        let (mut least, mut other) = (i64::MIN, i64::MIN);
        let mut half = None::<i64>;
        let mut heap_at_least = 0;
        for row in &case.rows {
            let (by_n, by_k, c) = in_two(row, N, k)?;
            // k = x - shift
            let c = c.checked_sub(by_k.checked_mul(shift)?)?;
            match (by_n, by_k) {
                (0, 0) if c >= 0 => {}
                (0, 1) => least = least.max(c.checked_neg()?),
                // n - x + c >= 0: the other part n - take - x is at least -c - take.
                (1, -1) => other = other.max(c.checked_neg()?.checked_sub(take)?),
                // n - 2x + c >= 0: the other part exceeds x by at least -c - take.
                (1, -2) => {
                    let by = c.checked_neg()?.checked_sub(take)?;
                    half = Some(half.map_or(by, |half| half.max(by)));
                }
                (1, 0) => heap_at_least = heap_at_least.max(c.checked_neg()?),
                _ => return None,
            }
        }
        let unequal = match half {
            None if other == least => false,
            // The other part is the larger one, so its own bound says nothing more.
            Some(0) if other <= least => false,
            Some(1) if other <= least.checked_add(1)? => true,
            _ => return None,
        };
        let needed = take
            .checked_add(least.checked_mul(2)?)?
            .checked_add(i64::from(unequal))?;
        if heap_at_least > needed {
            return None;
        }
        match (least, unequal) {
            // Empty parts: the heap may also be left whole, or vanish.
            (0, false) if take >= 1 => {
                self.same_splits(1, false)?;
                self.set(take, 7)
            }
            (1.., _) => {
                self.same_splits(least, unequal)?;
                self.set(take, 4)
            }
            _ => None,
        }
    }

    fn same_splits(&mut self, least: i64, unequal: bool) -> Option<()> {
        let split = *self.split.get_or_insert((least, unequal));
        (split == (least, unequal)).then_some(())
    }

    fn rules(self) -> Option<Rules> {
        let mut digits = self.digits;
        if digits.is_empty() {
            digits.push(0);
        }
        let longest = self.tail.iter().map(|(from, _)| *from as usize).max();
        digits.resize(digits.len().max(longest.unwrap_or(0)), 0);
        let mut tail = 0;
        for (from, digit) in self.tail {
            for known in digits.iter_mut().skip(from as usize) {
                *known |= digit;
            }
            tail |= digit;
        }
        let tail = if tail == 0 { Vec::new() } else { vec![tail] };
        let mut rules = Rules::new(digits, tail).ok()?;
        if let Some((least, unequal)) = self.split {
            if unequal {
                rules = rules.with_unequal();
            }
            if least > 1 {
                rules = rules.with_min_part(least as u64);
            }
        }
        Some(rules)
    }
}

/// The least and the greatest heap that rows about n alone allow.
fn bounds(rows: &[Linear]) -> Option<(i64, Option<i64>)> {
    let (mut least, mut most) = (0i64, None::<i64>);
    for row in rows {
        match in_two(row, N, N + 1)? {
            (0, 0, 0..) => {}
            (1, 0, c) => least = least.max(c.checked_neg()?),
            (-1, 0, c) => most = Some(most.map_or(c, |most: i64| most.min(c))),
            _ => return None,
        }
    }
    Some((least, most))
}

fn lines(program: &Program) -> Option<Known> {
    let mut directions = Directions {
        rows: false,
        columns: false,
        diagonals: false,
    };
    for mv in &program.game().moves {
        for case in cases(program, mv)? {
            let ([k], [part]) = (&case.chosen[..], &case.parts[..]) else {
                return None;
            };
            let k = *k;
            let [to_x, to_y] = &part[..] else {
                return None;
            };
            let by = |form: &Linear, own: Slot| -> Option<i64> {
                let rest = form.minus(&Linear::slot(own))?;
                match in_two(&rest, k, k)? {
                    (by, _, 0) => Some(by),
                    _ => None,
                }
            };
            let step = (by(to_x, 0)?, by(to_y, 1)?);
            let known = match step {
                (-1, 0) => &mut directions.rows,
                (0, -1) => &mut directions.columns,
                (-1, -1) => &mut directions.diagonals,
                _ => return None,
            };
            // Exactly k >= 1 and that both coordinates stay natural.
            let mut starts = false;
            for row in &case.rows {
                let mut row = row.clone();
                let by_k = row.terms.remove(&k).unwrap_or(0);
                let terms: Vec<(Slot, i64)> = row.terms.into_iter().collect();
                match (by_k, row.constant, &terms[..]) {
                    (1, -1, []) => starts = true,
                    (0, 0.., []) | (0 | 1, 0.., [(_, 1)]) => {}
                    (-1, 0.., [(slot, 1)]) => {
                        // k <= x says nothing new if x is lowered by k.
                        let lowered = match slot {
                            0 => step.0 == -1,
                            _ => step.1 == -1,
                        };
                        if !lowered {
                            return None;
                        }
                    }
                    _ => return None,
                }
            }
            if !starts {
                return None;
            }
            *known = true;
        }
    }
    Some(Known::Lines {
        directions,
        table: lines::Known::new(directions, LONGEST_SIDE),
    })
}
