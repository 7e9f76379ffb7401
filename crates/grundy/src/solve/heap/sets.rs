//! Codes that leave three or more heaps, or that never end: sets of values.
//!
//! Let P_k(m) be the set of values of m tokens in exactly k heaps. Then
//! P_1(m) = {G(m)} and P_k(m) is the union over the smallest part a ≤ m/k of
//! G(a) ⊕ P_{k-1}(m-a). As sets of bits, a union with a translate by xor is a
//! few operations per 64 values. A digit d at t contributes P_k(n-t) for each
//! bit k of d. Digits that repeat with period q contribute a set E with
//! E(n) = E(n-q) ∪ (what the first repetition contributes at n), which grows in
//! place: one set for each residue of n.
//!
//! Limits: parts of a split into three or more may not be required to differ.

use super::Sequence;
use super::code::Rules;
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::text::Text;

/// A set of small numbers as bits; as many words as the largest member needs.
type Bits = Vec<u64>;

fn insert(set: &mut Bits, value: u32) {
    let word = (value >> 6) as usize;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value & 63);
}

/// `target ∪= source ⊕ value`.
fn insert_translate(target: &mut Bits, source: &[u64], value: u32) {
    const SWAPS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let high = (value >> 6) as usize;
    for (i, &word) in source.iter().enumerate() {
        if word == 0 {
            continue;
        }
        let mut word = word;
        for (bit, mask) in SWAPS.iter().enumerate() {
            if value >> bit & 1 == 1 {
                word = (word >> (1 << bit)) & mask | (word & mask) << (1 << bit);
            }
        }
        let place = i ^ high;
        if place >= target.len() {
            target.resize(place + 1, 0);
        }
        target[place] |= word;
    }
}

fn insert_all(target: &mut Bits, source: &[u64]) {
    if source.len() > target.len() {
        target.resize(source.len(), 0);
    }
    for (a, b) in target.iter_mut().zip(source) {
        *a |= b;
    }
}

/// The engine for codes with many parts or without end.
#[derive(Debug)]
pub struct Sets {
    rules: Rules,
    values: Vec<u32>,
    /// `parts[k - 2][m]` is P_k(m).
    parts: Vec<Vec<Bits>>,
    /// E for each residue of the heap.
    repeated: Vec<Bits>,
    bytes: u64,
    meter: Meter,
    cursor: u64,
}

impl Sets {
    /// The sequence of `rules`, from heap 0.
    pub fn new(rules: &Rules, budget: &Budget) -> Result<Sets, Error> {
        if rules.unequal() && rules.max_parts() > 2 {
            return Err(Error::Unsupported {
                because: Text::fixed(
                    "three or more parts that must differ are left to brute force",
                    "三堆以上互不相等的分拆只能用穷举",
                ),
            });
        }
        Ok(Sets {
            values: Vec::new(),
            parts: vec![Vec::new(); (rules.max_parts() as usize).saturating_sub(1)],
            repeated: vec![Bits::new(); rules.tail().len()],
            rules: rules.clone(),
            bytes: 0,
            meter: budget.meter("value sets"),
            cursor: 0,
        })
    }

    /// P_k(m) for the next m, whose parts are all known.
    fn add_parts(&mut self) -> Result<(), Error> {
        let m = self.values.len() as u64;
        let min = self.rules.min_part();
        for index in 0..self.parts.len() {
            let k = index as u64 + 2;
            let mut set = Bits::new();
            if k == 2 {
                let half = m.saturating_sub(u64::from(self.rules.unequal())) / 2;
                for a in min..=half {
                    insert(
                        &mut set,
                        self.values[a as usize] ^ self.values[(m - a) as usize],
                    );
                }
            } else {
                for a in min..=m / k {
                    self.meter.poll_sometimes()?;
                    let value = self.values[a as usize];
                    insert_translate(&mut set, &self.parts[index - 1][(m - a) as usize], value);
                }
            }
            self.bytes += 8 * set.len() as u64 + 24;
            self.parts[index].push(set);
        }
        Ok(())
    }

    /// The set that a digit contributes when `rest` tokens remain.
    fn contribute(&self, digit: u16, rest: u64, target: &mut Bits) {
        if digit & 1 != 0 && rest == 0 {
            insert(target, 0);
        }
        if digit & 2 != 0 && rest > 0 {
            insert(target, self.values[rest as usize]);
        }
        for (index, sets) in self.parts.iter().enumerate() {
            if digit >> (index + 2) & 1 != 0 {
                insert_all(target, &sets[rest as usize]);
            }
        }
    }

    fn step(&mut self) -> Result<(), Error> {
        self.meter.state()?;
        let n = self.values.len() as u64;
        self.add_parts()?;
        let known = self.rules.digits().len() as u64;
        let period = self.rules.tail().len() as u64;
        if period > 0 {
            let mut set = std::mem::take(&mut self.repeated[(n % period) as usize]);
            for take in (known..known + period).take_while(|&t| t <= n) {
                self.contribute(self.rules.digit(take), n - take, &mut set);
            }
            self.repeated[(n % period) as usize] = set;
        }
        let mut own = Bits::new();
        for take in 0..known.min(n + 1) {
            let digit = self.rules.digit(take);
            if digit != 0 {
                self.contribute(digit, n - take, &mut own);
            }
        }
        let repeated = match period {
            0 => &[][..],
            _ => &self.repeated[(n % period) as usize][..],
        };
        let words = own.len().max(repeated.len());
        let word = |i: usize| own.get(i).unwrap_or(&0) | repeated.get(i).unwrap_or(&0);
        let full = (0..words)
            .position(|i| word(i) != u64::MAX)
            .unwrap_or(words);
        let value = full as u32 * 64 + (!word(full)).trailing_zeros();
        self.values.push(value);
        let own_bytes = self
            .repeated
            .iter()
            .map(|s| 8 * s.len() as u64)
            .sum::<u64>();
        self.meter.bytes(self.bytes + own_bytes + 4 * n)
    }
}

impl Sequence for Sets {
    fn name(&self) -> &'static str {
        "sets"
    }

    fn known(&self) -> u64 {
        self.values.len() as u64
    }

    fn value(&self, heap: u64) -> Option<u32> {
        self.values.get(usize::try_from(heap).ok()?).copied()
    }

    fn advance(&mut self, to: u64) -> Result<(), Error> {
        while self.known() < to {
            self.step()?;
        }
        Ok(())
    }
}

super::iterate!(Sets);
