//! The independent checker of certificates.
//!
//! It reads a certificate, computes the sequence again from the rules with its
//! own short code (nothing is shared with the engines but [`Rules`]), and
//! verifies every hypothesis of the theorem named, the claim itself, and that
//! start and period are the least.
//!
//! With a mask in the certificate it uses the sparse space (see
//! [`super::sparse`] for why that is exact for any mask); without one it visits
//! all splits. For a claim by window it keeps only the window.
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy::solve::heap::{certificate::Certificate, check::check};
//! use grundy::solve::heap::solve::{Options, solve};
//! let law = solve(&"0.137".parse().unwrap(), &Options::default()).unwrap().law.unwrap();
//! let text = Certificate::of(&law).to_string();
//! assert!(check(&text, &Budget::default()).unwrap().proven);
//! // A false claim is refused even with a right checksum.
//! let mut lie = Certificate::of(&law);
//! lie.start = 51;
//! assert!(check(&lie.to_string(), &Budget::default()).is_err());
//! ```

use std::collections::{BTreeMap, BTreeSet};

use super::certificate::{Certificate, Ground};
use super::code::Rules;
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::primes::prime_factors;
use crate::text::Text;

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

fn refuse<T>(en: String, zh: String) -> Result<T, Error> {
    Err(Error::BadCertificate {
        because: Text::new(en, zh),
    })
}

/// Verifies the text of a certificate.
pub fn check(text: &str, budget: &Budget) -> Result<Checked, Error> {
    let certificate: Certificate = text.parse()?;
    let claim = &certificate;
    if claim.period == 0 {
        return refuse("the period is 0".into(), "周期为 0".into());
    }
    let mut meter = budget.meter("certificate checker");
    let values = match claim.ground {
        Ground::Lemma(checked) => check_lemma(claim, checked, &mut meter)?,
        Ground::Window { .. } => check_window(claim, &mut meter)?,
        Ground::State { then, now } => check_state(claim, then, now, &mut meter)?,
        Ground::Observed(to) => {
            let values = all_values(claim, to, &mut meter)?;
            check_table(claim, &values)?;
            to
        }
    };
    Ok(Checked {
        proven: !matches!(claim.ground, Ground::Observed(_)),
        certificate,
        values,
    })
}

fn check_lemma(claim: &Certificate, checked: u64, meter: &mut Meter) -> Result<u64, Error> {
    let rules = &claim.rules;
    let only_subtracts = rules.digits().iter().all(|&d| d == 0 || d == 3);
    if !rules.is_finite() || rules.unequal() || claim.saltus != 0 {
        return refuse(
            format!("the periodicity lemma is not about {rules}"),
            format!("周期引理不适用于 {rules}"),
        );
    }
    if claim.start < rules.min_part() && !only_subtracts {
        return refuse(
            format!("the lemma needs n0 ≥ {}", rules.min_part()),
            format!("引理要求 n0 ≥ {}", rules.min_part()),
        );
    }
    let parts = u128::from(rules.max_parts().max(1));
    let needed =
        parts * (u128::from(claim.start) + u128::from(claim.period)) + u128::from(rules.last());
    if u128::from(checked) < needed {
        return refuse(
            format!("the lemma needs values below {needed}, not {checked}"),
            format!("引理需要 {needed} 以下的值，而不是 {checked}"),
        );
    }
    let needed = needed as u64;
    let values = all_values(claim, needed, meter)?;
    check_table(claim, &values)?;
    Ok(needed)
}

/// Compares the claim with a table: true, and nothing smaller is.
fn check_table(claim: &Certificate, values: &[u32]) -> Result<(), Error> {
    let value = |heap: u64| i64::from(values[heap as usize]);
    let known = values.len() as u64;
    let differs = |from: u64, period: u64, saltus: u64| {
        (from..known.saturating_sub(period))
            .find(|&n| value(n + period) != value(n) + saltus as i64)
    };
    if let Some(n) = differs(claim.start, claim.period, claim.saltus) {
        return refuse(
            format!(
                "heaps {n} and {} have values {} and {}",
                n + claim.period,
                value(n),
                value(n + claim.period)
            ),
            format!(
                "堆 {n} 与 {} 的值为 {} 与 {}",
                n + claim.period,
                value(n),
                value(n + claim.period)
            ),
        );
    }
    let only_subtracts = claim.rules.digits().iter().all(|&d| d == 0 || d == 3);
    let by_lemma = matches!(claim.ground, Ground::Lemma(_));
    let least_allowed = if by_lemma && !only_subtracts {
        claim.rules.min_part()
    } else {
        0
    };
    if claim.start > least_allowed
        && value(claim.start - 1 + claim.period) == value(claim.start - 1) + claim.saltus as i64
    {
        return refuse("a smaller start will do".into(), "更小的起点即可".into());
    }
    for factor in prime_factors(claim.period) {
        if claim.saltus.is_multiple_of(factor)
            && differs(claim.start, claim.period / factor, claim.saltus / factor).is_none()
        {
            return refuse("a smaller period will do".into(), "更小的周期即可".into());
        }
    }
    Ok(())
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
            meter.bytes(4 * run.n)?;
        }
        return Ok(run.ring);
    }
    let mut values: Vec<u32> = Vec::new();
    // parts[k][m]: the values of m tokens in exactly k heaps, for k ≥ 3.
    let mut parts: Vec<Vec<BTreeSet<u32>>> = vec![Vec::new(); rules.max_parts() as usize + 1];
    for n in 0..count {
        meter.state()?;
        meter.bytes(4 * n)?;
        for k in 2..parts.len() {
            let mut set = BTreeSet::new();
            for a in rules.min_part()..n {
                if k == 2 {
                    let b = n - a;
                    if a <= b && b >= rules.min_part() && (a < b || !rules.unequal()) {
                        set.insert(values[a as usize] ^ values[b as usize]);
                    }
                } else {
                    meter.poll_sometimes()?;
                    let rest = &parts[k - 1][(n - a) as usize];
                    set.extend(rest.iter().map(|v| v ^ values[a as usize]));
                }
            }
            parts[k].push(set);
        }
        if rules.unequal() && rules.max_parts() > 2 {
            return refuse(
                "three unequal parts cannot be checked".into(),
                "无法检查三堆互不相等的分拆".into(),
            );
        }
        let mut options = BTreeSet::new();
        let last = if rules.is_finite() {
            rules.last().min(n)
        } else {
            n
        };
        for take in 0..=last {
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
                "an alternating mask needs splits of one parity".into(),
                "交替掩码要求分拆数字同奇偶".into(),
            );
        }
        Ok(Run {
            clear: with(1),
            whole: with(2),
            split,
            min: rules.min_part(),
            unequal: rules.unequal(),
            // Bits above those of the mask make new values common.
            mask: mask.0
                | !(mask
                    .0
                    .checked_add(1)
                    .map_or(0, u32::next_power_of_two)
                    .wrapping_sub(1)),
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
        return refuse("not a claim by window".into(), "并非窗口证明".into());
    };
    let rules = &claim.rules;
    let (Some(mask), true) = (claim.mask, rules.is_finite() && rules.max_parts() == 2) else {
        return refuse(
            "a claim by window needs a mask and a code that leaves at most two heaps".into(),
            "窗口证明需要掩码和至多留下两堆的编码".into(),
        );
    };
    let last = rules.last();
    let apart = now.saturating_sub(then);
    if apart == 0
        || !apart.is_multiple_of(claim.period)
        || then < window
        || window < last + reach
        || settled > then
        || settled <= reach
        || claim.start == 0
        || claim.start > then
        || claim.saltus != 0
        || (mask.1 && apart % 2 == 1)
    {
        return refuse(
            "its numbers do not fit together".into(),
            "各数互不相容".into(),
        );
    }
    let mut run = Run::new(rules, mask)?;
    // Heaps whose successors by one period must agree, besides the windows.
    let mut early: Vec<u32> = Vec::new();
    let mut saved: Vec<u32> = Vec::new();
    let shorter: BTreeMap<u64, u64> = prime_factors(claim.period)
        .into_iter()
        .map(|f| (then + claim.period / f, f))
        .collect();
    let mut before = None;
    while run.n < now {
        meter.state()?;
        run.step()?;
        let (heap, value) = (run.n - 1, run.ring[run.ring.len() - 1]);
        if heap + 1 == claim.start {
            before = Some(value);
        }
        if (claim.start..then).contains(&heap) {
            early.push(value);
        }
        if heap + 1 == claim.start + claim.period && before == Some(value) && claim.start > 1 {
            return refuse("a smaller start will do".into(), "更小的起点即可".into());
        }
        if let Some(i) = heap.checked_sub(claim.start + claim.period)
            && usize::try_from(i).is_ok_and(|i| early.get(i).is_some_and(|&v| v != value))
        {
            return refuse(
                format!("heaps {} and {heap} differ", heap - claim.period),
                format!("堆 {} 与 {heap} 不同", heap - claim.period),
            );
        }
        if run.n == settled {
            let rho = run.rares.last().copied().unwrap_or(0);
            if reach < rho || settled <= 2 * rho + last {
                return refuse(
                    format!("the conditions of the window form do not hold at {settled}"),
                    format!("窗口形式的条件在 {settled} 处不成立"),
                );
            }
            run.start_window(reach);
        }
        if run.n < then.max(settled) {
            run.trim(window, settled);
            continue;
        }
        let tail = |run: &Run| run.ring[run.ring.len() - window as usize..].to_vec();
        if run.n == then {
            saved = tail(&run);
        } else if shorter.contains_key(&run.n) && run.n < now && tail(&run) == saved {
            return refuse("a smaller period will do".into(), "更小的周期即可".into());
        } else if run.n == now && tail(&run) != saved {
            return refuse("the windows differ".into(), "两个窗口不同".into());
        }
        run.trim(window, settled);
        meter.bytes(5 * run.ring.len() as u64 + 4 * early.len() as u64)?;
    }
    Ok(now)
}

/// All-but sets: the relative states at both heaps, from their definition.
fn check_state(claim: &Certificate, then: u64, now: u64, meter: &mut Meter) -> Result<u64, Error> {
    let rules = &claim.rules;
    let known = rules.digits().len() as u64;
    if rules.tail().len() != 1 || rules.max_parts() > 1 || then <= known || now <= then {
        return refuse(
            format!("the theorem on relative states is not about {rules} at {then}"),
            format!("相对状态定理不适用于 {rules}（{then}）"),
        );
    }
    if !(now - then).is_multiple_of(claim.period) || claim.start > then {
        return refuse(
            "its numbers do not fit together".into(),
            "各数互不相容".into(),
        );
    }
    let extra = (now - then).max(claim.period);
    let values = all_values(claim, now + extra, meter)?;
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
        let above: Vec<u32> = reached
            .iter()
            .filter(|&&v| v > mex)
            .map(|v| v - mex)
            .collect();
        (mex, window, above)
    };
    let ((m1, w1, a1), (m2, w2, a2)) = (state(then), state(now));
    let periods = (now - then) / claim.period;
    if w1 != w2 || a1 != a2 || u64::from(m2 - m1) != periods * claim.saltus {
        return refuse("the relative states differ".into(), "相对状态不同".into());
    }
    check_table(claim, &values)?;
    Ok(now + extra)
}
