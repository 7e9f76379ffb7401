//! Certificates of heap sequences: periods of take-and-break games.
//!
//! A certificate claims G(n + p) = G(n) + s for all n ≥ start, of the game of a
//! code, and names what it rests on. The checker computes the values again from
//! the definition with its own short code; of the library it uses the reading of
//! codes and certificates and nothing that computes or finds. It also verifies that
//! period and start are the least. Let T be the largest number that a move
//! takes, and G the Grundy values.
//!
//! **`lemma N`** (Guy and Smith 1956). *Premises:* the code is finite; a move leaves
//! at most s ≥ 1 heaps; parts of a split need not differ; each is at least m; the
//! saltus is 0. Let n0 be the greater of start and m (of start and 0 if every digit is
//! 0 or 3), and G(n + p) = G(n) for all n from start on with n + p < s·(n0 + p) + T. *Then* it
//! holds for all n ≥ start. *Proof.* Let n ≥ s·n0 + (s-1)·p + T. An option of n + p has a
//! part of at least n0 + p, for at most s parts make up at least s·(n0 + p); take p
//! from it: its value stays, by induction, and it is still a part. An option of n has
//! a part of at least n0; add p. So both have the same options' values. Neither
//! n nor n + p can be taken as a whole, unless every digit is 0 or 3, where
//! leaving nothing is leaving a heap of 0.
//!
//! **`window THEN NOW W A SETTLED`** (the sparse space). *Premises:* the code is finite;
//! a move leaves at most two heaps; a mask gives every heap a parity φ, which adds
//! over splits (where the mask alternates, all splitting digits have one parity); a
//! heap is *rare* if φ = 0; ρ is the largest rare heap below SETTLED; ρ ≤ A; 2ρ + T < SETTLED;
//! A < SETTLED ≤ THEN; W ≥ T + A; W ≤ THEN; from SETTLED to NOW every rare value below
//! the candidate has a witness, a split whose smaller part is at most A; and
//! **start + W ≤ THEN**, **p divides NOW - THEN**, **p is even where the mask alternates**,
//! G(n + p) = G(n) for start ≤ n < THEN. *Then* G(n + p) = G(n) for all n ≥ start.
//! *Proof.* For n ≥ SETTLED a common value of an option comes from a whole heap or from
//! a split with a rare part r ≤ ρ, whose partner is beyond ρ; so the candidate, the
//! least common value that is none of these, is a function of the W values before n
//! (and of n's parity where the mask alternates), of the rares and of the head [0, A].
//! The witnesses are in the same range. The W values before THEN + p are those before
//! THEN, by the last premises; so G(THEN + p) = G(THEN), and so on: the step at n + p is
//! that at n, as long as the step at n found its witnesses. Those were looked at
//! from THEN to THEN + p ≤ NOW, and after that they are the same again.
//!
//! **`state THEN NOW`** (all-but sets). *Premises:* no move leaves more than one heap; from
//! K on every number may be taken, with one digit; K < THEN < NOW; let E(n) be the
//! values that these moves reach from n, M(n) = mex E(n), and the *relative state* at n
//! the last K values less M(n) (those below M(n) forgotten) with the values of E(n) above
//! M(n), less M(n); the states at THEN and NOW are equal; p divides P = NOW - THEN;
//! (P/p)·s = M(NOW) - M(THEN); start ≤ THEN; G(n + p) = G(n) + s for start ≤ n < NOW + P - p.
//! *Then* it holds for all n ≥ start. *Proof.* G(n) ≥ M(n), and G(n) - M(n) and the next
//! relative state follow from the relative state at n. So G(n + P) = G(n) + (P/p)·s for
//! n ≥ THEN, and G(n + p) - G(n) has period P there; one period of it was compared.
//!
//! **`observed N`**. Nothing is proven: G(n + p) = G(n) + s was compared for all n ≥ start with
//! n + p < N, and start + 2·p ≤ N, so that at least a whole period was.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::heap::certificate::Certificate;
//! use grundy::solve::heap::solve::{Options, solve};
//! use grundy_verify::heap::check;
//! let law = solve(&"0.137".parse().unwrap(), &Options::default()).unwrap().law.unwrap();
//! let text = Certificate::of(&law).to_string();
//! assert!(check(&text, &Budget::default()).unwrap().proven);
//! // A false claim is refused even with a right checksum.
//! let mut lie = Certificate::of(&law);
//! lie.start = 51;
//! assert!(check(&lie.to_string(), &Budget::default()).is_err());
//! ```
//!
//! Limits: values fit 32 bits; three unequal parts are not checked. A claim by window
//! keeps the values from start to THEN.

use std::collections::BTreeSet;

use grundy::budget::{Budget, Meter};
use grundy::error::Error;
use grundy::solve::heap::certificate::{Certificate, Ground};
use grundy::solve::heap::code::Rules;
use grundy::text::Text;

use crate::refuse;

/// What the checker confirms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The claim.
    pub certificate: Certificate,
    /// Whether it is proven; otherwise it is only true as far as observed.
    pub proven: bool,
    /// How many values were computed again.
    pub values: u64,
}

impl Checked {
    /// The name of the theorem.
    pub fn theorem(&self) -> Text {
        match self.certificate.ground {
            Ground::Lemma(_) => Text::fixed(
                "periodicity theorem for finite codes (Guy and Smith 1956)",
                "有限编码的周期定理（Guy 与 Smith 1956）",
            ),
            Ground::Window { .. } => Text::fixed(
                "recurrence of the window in the sparse space",
                "稀疏空间中窗口的重现",
            ),
            Ground::State { .. } => Text::fixed(
                "recurrence of the relative state of an all-but set",
                "“除……外皆可取”集合的相对状态重现",
            ),
            Ground::Observed(_) => Text::fixed("none: compared only", "无：仅作比较"),
        }
    }
}

/// Verifies the text of a certificate.
pub fn check(text: &str, budget: &Budget) -> Result<Checked, Error> {
    let certificate: Certificate = text.parse()?;
    let claim = &certificate;
    if claim.period == 0 {
        return refuse("the period is 0", "周期为 0");
    }
    let mut meter = budget.meter("check");
    let values = match claim.ground {
        Ground::Lemma(checked) => check_lemma(claim, checked, &mut meter)?,
        Ground::Window { .. } => check_window(claim, &mut meter)?,
        Ground::State { then, now } => check_state(claim, then, now, &mut meter)?,
        Ground::Observed(to) => check_observed(claim, to, &mut meter)?,
    };
    Ok(Checked {
        proven: !matches!(claim.ground, Ground::Observed(_)),
        certificate,
        values,
    })
}

/// A sum that must fit 64 bits.
fn sum<const N: usize>(numbers: [u64; N]) -> Result<u64, Error> {
    match numbers.iter().try_fold(0u64, |sum, n| sum.checked_add(*n)) {
        Some(sum) => Ok(sum),
        None => refuse(
            "its numbers are too large to be checked",
            "各数过大，无法复核",
        ),
    }
}

fn check_observed(claim: &Certificate, to: u64, meter: &mut Meter) -> Result<u64, Error> {
    let needed = sum([claim.start, claim.period, claim.period])?;
    if to < needed {
        return refuse(
            format!(
                "{to} values compare nothing over a whole period: at least {needed} are needed"
            ),
            format!("{to} 个值不足以比较一个完整周期：至少需要 {needed} 个"),
        );
    }
    let values = all_values(claim, to, meter)?;
    check_table(claim, &values)?;
    Ok(to)
}

fn check_lemma(claim: &Certificate, checked: u64, meter: &mut Meter) -> Result<u64, Error> {
    let rules = &claim.rules;
    if !rules.is_finite() || rules.unequal() || claim.saltus != 0 {
        return refuse(
            format!("the periodicity theorem is not about {rules}"),
            format!("周期定理不适用于 {rules}"),
        );
    }
    let only_subtracts = rules.digits().iter().all(|&d| d == 0 || d == 3);
    let from = match only_subtracts {
        true => claim.start,
        false => claim.start.max(rules.min_part()),
    };
    let parts = u64::from(rules.max_parts().max(1));
    let Some(needed) = sum([from, claim.period])?.checked_mul(parts) else {
        return refuse(
            "its numbers are too large to be checked",
            "各数过大，无法复核",
        );
    };
    let needed = sum([needed, rules.last()])?;
    if checked < needed {
        return refuse(
            format!("the theorem needs values below {needed}, not {checked}"),
            format!("定理需要 {needed} 以下的值，而不是 {checked}"),
        );
    }
    let values = all_values(claim, needed, meter)?;
    check_table(claim, &values)?;
    Ok(needed)
}

/// Compares the claim with a table that is longer than start + period: it is true
/// there, and nothing smaller is.
fn check_table(claim: &Certificate, values: &[u32]) -> Result<(), Error> {
    let known = values.len() as u64;
    let value = |heap: u64| u64::from(values[heap as usize]);
    let agree = |heap: u64, period: u64, saltus: u64| {
        value(heap).checked_add(saltus) == Some(value(heap + period))
    };
    let differs = |period: u64, saltus: u64| {
        (claim.start..known.saturating_sub(period)).find(|&n| !agree(n, period, saltus))
    };
    if sum([claim.start, claim.period])? >= known {
        return refuse("it compares nothing", "它没有比较任何值");
    }
    if let Some(n) = differs(claim.period, claim.saltus) {
        let (later, a, b) = (n + claim.period, value(n), value(n + claim.period));
        return refuse(
            format!("heaps {n} and {later} have values {a} and {b}"),
            format!("堆 {n} 与 {later} 的值为 {a} 与 {b}"),
        );
    }
    if let Some(before) = claim.start.checked_sub(1)
        && agree(before, claim.period, claim.saltus)
    {
        return refuse("a smaller start will do", "更小的起点即可");
    }
    for factor in prime_factors(claim.period) {
        if claim.saltus.is_multiple_of(factor)
            && differs(claim.period / factor, claim.saltus / factor).is_none()
        {
            return refuse("a smaller period will do", "更小的周期即可");
        }
    }
    Ok(())
}

/// The prime factors of a number, each once. Only asked of periods that were
/// computed through, so that trial division is quick.
fn prime_factors(number: u64) -> Vec<u64> {
    let (mut rest, mut factor, mut found) = (number, 2, Vec::new());
    while factor * factor <= rest {
        if rest.is_multiple_of(factor) {
            found.push(factor);
            while rest.is_multiple_of(factor) {
                rest /= factor;
            }
        }
        factor += 1;
    }
    found.extend((rest > 1).then_some(rest));
    found
}

/// The values of all heaps below `count`.
fn all_values(claim: &Certificate, count: u64, meter: &mut Meter) -> Result<Vec<u32>, Error> {
    let rules = &claim.rules;
    if let Some(mask) = claim.mask
        && rules.is_finite()
        && rules.max_parts() == 2
    {
        let mut run = Run::new(rules, mask)?;
        while run.n < count {
            meter.state()?;
            run.step()?;
            meter.bytes(5 * run.n)?;
        }
        return Ok(run.ring);
    }
    if rules.unequal() && rules.max_parts() > 2 {
        return refuse(
            "three unequal parts cannot be checked",
            "无法复核三堆互不相等的分拆",
        );
    }
    let mut values: Vec<u32> = Vec::new();
    // parts[k][m]: the values of m tokens in exactly k heaps.
    let mut parts: Vec<Vec<BTreeSet<u32>>> = vec![Vec::new(); rules.max_parts() as usize + 1];
    let mut held = 0;
    for n in 0..count {
        meter.state()?;
        for k in 2..parts.len() {
            let mut set = BTreeSet::new();
            for a in rules.min_part()..n {
                meter.poll_sometimes()?;
                if k == 2 {
                    let b = n - a;
                    if a <= b && b >= rules.min_part() && (a < b || !rules.unequal()) {
                        set.insert(values[a as usize] ^ values[b as usize]);
                    }
                } else {
                    let rest = &parts[k - 1][(n - a) as usize];
                    set.extend(rest.iter().map(|v| v ^ values[a as usize]));
                }
            }
            held += 64 + 16 * set.len() as u64;
            parts[k].push(set);
        }
        meter.bytes(4 * n + held)?;
        let mut options = BTreeSet::new();
        let last = match rules.is_finite() {
            true => rules.last().min(n),
            false => n,
        };
        for take in 0..=last {
            meter.poll_sometimes()?;
            let digit = rules.digit(take);
            let rest = n - take;
            if digit & 1 != 0 && rest == 0 {
                options.insert(0);
            }
            if digit & 2 != 0 && rest > 0 {
                options.insert(values[rest as usize]);
            }
            for (k, sets) in parts.iter().enumerate().skip(2) {
                if digit >> k & 1 != 0 {
                    options.extend(&sets[rest as usize]);
                }
            }
        }
        values.push((0..).find(|v| !options.contains(v)).unwrap_or(0));
    }
    Ok(values)
}

/// The checker's own sparse computation, whole or in a window.
struct Run {
    clear: Vec<u64>,
    whole: Vec<u64>,
    split: Vec<u64>,
    min: u64,
    unequal: bool,
    mask: u32,
    alternating: bool,
    parity: u64,
    n: u64,
    /// Values of the heaps `origin ..`, and of the head.
    ring: Vec<u32>,
    origin: u64,
    head: Vec<u32>,
    rares: Vec<u64>,
    /// Whether each heap in the head is rare.
    head_rare: Vec<bool>,
    ring_rare: Vec<bool>,
    /// In a window: how far witnesses may lie.
    reach: Option<u64>,
}

/// The least common value is looked for one by one: a mask must have a bit up to here.
const LOWEST_BIT: u32 = 12;

impl Run {
    fn new(rules: &Rules, mask: (u32, bool)) -> Result<Run, Error> {
        let with = |bit: u16| -> Vec<u64> {
            (0..=rules.last())
                .filter(|&t| rules.digit(t) & bit != 0)
                .collect()
        };
        let split = with(4);
        let parity = split.first().map_or(0, |t| t & 1);
        if mask.1 && split.iter().any(|t| t & 1 != parity) {
            return refuse(
                "an alternating mask needs splits of one parity",
                "交替掩码要求分拆数字同奇偶",
            );
        }
        // Bits above those of the mask make new values common.
        let bits = mask.0 | !u32::MAX.checked_shr(mask.0.leading_zeros()).unwrap_or(0);
        if bits.trailing_zeros() > LOWEST_BIT {
            return refuse(
                "all small values are rare under its mask: it helps nobody",
                "在其掩码下所有小值都稀有：该掩码毫无助益",
            );
        }
        Ok(Run {
            clear: with(1),
            whole: with(2),
            split,
            min: rules.min_part(),
            unequal: rules.unequal(),
            mask: bits,
            alternating: mask.1,
            parity,
            n: 0,
            ring: Vec::new(),
            origin: 0,
            head: Vec::new(),
            rares: Vec::new(),
            head_rare: Vec::new(),
            ring_rare: Vec::new(),
            reach: None,
        })
    }

    fn rare_at(&self, value: u32, heap: u64) -> bool {
        let flip = u32::from(self.alternating && (heap ^ self.parity) & 1 == 1);
        ((value & self.mask).count_ones() + flip).is_multiple_of(2)
    }

    fn small(&self, heap: u64) -> (u32, bool) {
        match self.reach {
            None => (self.ring[heap as usize], self.ring_rare[heap as usize]),
            Some(_) => (self.head[heap as usize], self.head_rare[heap as usize]),
        }
    }

    fn large(&self, heap: u64) -> (u32, bool) {
        let at = (heap - self.origin) as usize;
        (self.ring[at], self.ring_rare[at])
    }

    /// Forgets what lies before the window; witnesses may lie up to `reach`.
    fn start_window(&mut self, reach: u64) {
        let head = reach as usize + 1;
        self.head = self.ring[..head].to_vec();
        self.head_rare = self.ring_rare[..head].to_vec();
        self.reach = Some(reach);
    }

    fn trim(&mut self, window: u64, settled: u64) {
        if self.n >= settled && self.ring.len() as u64 > 4 * window + (1 << 16) {
            let drop = self.ring.len() - window as usize;
            self.ring.drain(..drop);
            self.ring_rare.drain(..drop);
            self.origin += drop as u64;
        }
    }

    fn step(&mut self) -> Result<(), Error> {
        let n = self.n;
        let mut marks = Marks::default();
        if self.clear.contains(&n) {
            marks.add(0);
        }
        for &take in self.whole.iter().filter(|&&t| t < n) {
            marks.add(self.large(n - take).0);
        }
        for &take in self.split.iter().filter(|&&t| t < n) {
            let rest = n - take;
            for &part in &self.rares {
                if part < self.min || part + self.min > rest {
                    continue;
                }
                let (other, other_rare) = self.large(rest - part);
                if !other_rare {
                    marks.add(self.small(part).0 ^ other);
                }
            }
        }
        let mut missing = Marks::default();
        let mut candidate = 0;
        loop {
            if !marks.has(candidate) {
                if !self.rare_at(candidate, n) {
                    break;
                }
                missing.add(candidate);
            }
            candidate += 1;
        }
        let mut value = candidate;
        if !missing.is_empty() && !self.witnessed(&mut missing)? {
            value = (0..candidate)
                .find(|&v| missing.has(v))
                .unwrap_or(candidate);
        }
        let rare = self.rare_at(value, n);
        if rare {
            self.rares.push(n);
        }
        self.ring.push(value);
        self.ring_rare.push(rare);
        self.n += 1;
        Ok(())
    }

    /// Crosses out of `missing` what some split has as value; true if nothing remains.
    fn witnessed(&mut self, missing: &mut Marks) -> Result<bool, Error> {
        for &take in self.split.iter().filter(|&&t| t < self.n) {
            let rest = self.n - take;
            let half = rest.saturating_sub(u64::from(self.unequal)) / 2;
            for part in self.min..=half.min(self.reach.unwrap_or(half)) {
                let value = self.small(part).0 ^ self.large(rest - part).0;
                if missing.has(value) {
                    missing.remove(value);
                    if missing.is_empty() {
                        return Ok(true);
                    }
                }
            }
        }
        if self.reach.is_some() {
            return refuse(
                format!("heap {} has no witness within the reach", self.n),
                format!("堆 {} 在范围内没有见证", self.n),
            );
        }
        Ok(false)
    }
}

/// A set of values, most often below 512.
#[derive(Default)]
struct Marks {
    low: [u64; 8],
    high: BTreeSet<u32>,
}

impl Marks {
    fn add(&mut self, value: u32) {
        match self.low.get_mut((value >> 6) as usize) {
            Some(word) => *word |= 1 << (value & 63),
            None => {
                self.high.insert(value);
            }
        }
    }

    fn remove(&mut self, value: u32) {
        match self.low.get_mut((value >> 6) as usize) {
            Some(word) => *word &= !(1 << (value & 63)),
            None => {
                self.high.remove(&value);
            }
        }
    }

    fn has(&self, value: u32) -> bool {
        match self.low.get((value >> 6) as usize) {
            Some(word) => word >> (value & 63) & 1 == 1,
            None => self.high.contains(&value),
        }
    }

    fn is_empty(&self) -> bool {
        self.low == [0; 8] && self.high.is_empty()
    }
}

fn check_window(claim: &Certificate, meter: &mut Meter) -> Result<u64, Error> {
    let Ground::Window {
        then,
        now,
        window,
        reach,
        settled,
    } = claim.ground
    else {
        return refuse("it is not a claim by window", "并非窗口证明");
    };
    let (rules, start, period) = (&claim.rules, claim.start, claim.period);
    let (Some(mask), true) = (claim.mask, rules.is_finite() && rules.max_parts() == 2) else {
        return refuse(
            "a claim by window needs a mask and a finite code that leaves at most two heaps",
            "窗口证明需要掩码和至多留下两堆的有限编码",
        );
    };
    let taken = rules.last();
    // The premises of the theorem, one by one.
    let fits = then < now
        && (now - then).is_multiple_of(period)
        && sum([start, window])? <= then
        && sum([taken, reach])? <= window
        && reach < settled
        && settled <= then
        && claim.saltus == 0
        && !(mask.1 && period % 2 == 1);
    if !fits {
        return refuse(
            "its numbers do not fit together: the theorem needs start + W ≤ THEN < NOW, T + A ≤ W, \
             A < SETTLED ≤ THEN, a period that divides NOW - THEN and is even if the mask alternates, \
             and no saltus",
            "各数互不相容：定理要求 start + W ≤ THEN < NOW、T + A ≤ W、A < SETTLED ≤ THEN，\
             周期整除 NOW - THEN（掩码交替时为偶数），且没有跃度",
        );
    }
    let mut run = Run::new(rules, mask)?;
    // The values from start to THEN, which must come again one period later.
    let mut early: Vec<u32> = Vec::new();
    let mut before = None;
    let mut shorter: Vec<u64> = Vec::new();
    let tail = |run: &Run| run.ring[run.ring.len() - window as usize..].to_vec();
    let mut saved: Vec<u32> = Vec::new();
    while run.n < now {
        meter.state()?;
        run.step()?;
        let (heap, value) = (run.n - 1, run.ring[run.ring.len() - 1]);
        if heap + 1 == start {
            before = Some(value);
        }
        if (start..then).contains(&heap) {
            early.push(value);
        }
        match heap.checked_sub(start + period) {
            Some(at)
                if usize::try_from(at)
                    .is_ok_and(|at| early.get(at).is_some_and(|&v| v != value)) =>
            {
                let earlier = heap - period;
                return refuse(
                    format!("heaps {earlier} and {heap} differ"),
                    format!("堆 {earlier} 与 {heap} 不同"),
                );
            }
            None if heap + 1 == start + period && before == Some(value) => {
                return refuse("a smaller start will do", "更小的起点即可");
            }
            _ => {}
        }
        if run.n == settled {
            let rho = run.rares.last().copied().unwrap_or(0);
            if reach < rho || settled <= sum([rho, rho, taken])? {
                return refuse(
                    format!("the conditions of the window form do not hold at {settled}"),
                    format!("窗口形式的条件在 {settled} 处不成立"),
                );
            }
            run.start_window(reach);
        }
        if run.n == then {
            saved = tail(&run);
            shorter = prime_factors(period)
                .iter()
                .map(|f| then + period / f)
                .collect();
        } else if shorter.contains(&run.n) && tail(&run) == saved {
            return refuse("a smaller period will do", "更小的周期即可");
        } else if run.n == now && tail(&run) != saved {
            return refuse("the windows differ", "两个窗口不同");
        }
        run.trim(window, settled);
        meter.bytes(5 * run.ring.len() as u64 + 4 * (early.len() + saved.len()) as u64)?;
    }
    Ok(now)
}

/// All-but sets: the relative states at both heaps, from their definition.
fn check_state(claim: &Certificate, then: u64, now: u64, meter: &mut Meter) -> Result<u64, Error> {
    let rules = &claim.rules;
    let known = rules.digits().len() as u64;
    if rules.tail().len() != 1 || rules.max_parts() > 1 || then <= known || now <= then {
        return refuse(
            format!("the theorem on relative states is not about {rules} at {then} and {now}"),
            format!("相对状态定理不适用于 {rules}（{then} 与 {now}）"),
        );
    }
    let apart = now - then;
    if !apart.is_multiple_of(claim.period) || claim.start > then {
        return refuse(
            "its numbers do not fit together: the theorem needs start ≤ THEN and a period that \
             divides NOW - THEN",
            "各数互不相容：定理要求 start ≤ THEN，且周期整除 NOW - THEN",
        );
    }
    let needed = sum([now, apart])?;
    let values = all_values(claim, needed, meter)?;
    let tail = rules.tail()[0];
    let state = |n: u64| {
        let reached: BTreeSet<u32> = (0..=n - known)
            .filter(|&m| if m == 0 { tail & 1 != 0 } else { tail & 2 != 0 })
            .map(|m| values[m as usize])
            .collect();
        let mex = (0..).find(|v| !reached.contains(v)).unwrap_or(0);
        let window: Vec<Option<u32>> = values[(n - known) as usize..n as usize]
            .iter()
            .map(|v| v.checked_sub(mex))
            .collect();
        let above: Vec<u32> = reached.range(mex..).map(|v| v - mex).collect();
        (mex, window, above)
    };
    let ((m1, w1, a1), (m2, w2, a2)) = (state(then), state(now));
    let grown = u128::from(apart / claim.period) * u128::from(claim.saltus);
    if w1 != w2 || a1 != a2 || u128::from(m2) != u128::from(m1) + grown {
        return refuse("the relative states differ", "相对状态不同");
    }
    check_table(claim, &values)?;
    Ok(needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_a_set() {
        let mut marks = Marks::default();
        let mut set = BTreeSet::new();
        // Every value below 2000 comes and goes, in two orders.
        for step in 0..6000u32 {
            let value = step * 617 % 2003;
            match step % 3 {
                0 | 1 => {
                    marks.add(value);
                    set.insert(value);
                }
                _ => {
                    let value = step * 1229 % 2003;
                    marks.remove(value);
                    set.remove(&value);
                }
            }
            assert_eq!(marks.has(value), set.contains(&value), "{value}");
        }
        assert!((0..3000).all(|value| marks.has(value) == set.contains(&value)));
        for value in 0..2003 {
            assert_eq!(marks.is_empty(), set.is_empty());
            marks.remove(value);
            set.remove(&value);
        }
        assert!(marks.is_empty());
        for value in [0, 63, 64, 511, 512, 1999] {
            marks.add(value);
            assert!(!marks.is_empty(), "{value}");
            marks.remove(value);
            assert!(marks.is_empty(), "{value}");
        }
    }

    #[test]
    fn prime_factors_are_each_there_once() {
        for number in 1..2000u64 {
            let found = prime_factors(number);
            let divides = |f: &u64| number.is_multiple_of(*f);
            let prime = |f: &u64| (2..*f).all(|d| !f.is_multiple_of(d));
            let expected: Vec<u64> = (2..=number).filter(divides).filter(prime).collect();
            assert_eq!(found, expected, "{number}");
        }
    }
}
