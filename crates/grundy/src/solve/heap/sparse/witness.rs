//! Verification: each rare value below the candidate needs one witness split.

use super::kernel;
use super::{LANES, PAD, RECENT, Sparse, Stop};

impl Sparse {
    /// Looks for splits of the heap n with the rare indices in `missing`;
    /// the least value that no split has, if there is one.
    #[cold]
    pub(super) fn without_witness(&mut self, mut missing: [u64; 4]) -> Result<Option<usize>, Stop> {
        // What served lately often serves again: the same part, or the same partner.
        let many = missing.iter().map(|w| w.count_ones()).sum::<u32>() > 3;
        let near = self.reach.min(1024);
        if many && self.scan_take(self.binary.split[0], LANES as u64, near, &mut missing) {
            return Ok(None);
        }
        for i in 0..RECENT {
            let (take, part, partner) = self.recent[i];
            let parts = [part, (self.n - take).wrapping_sub(partner)];
            for part in parts {
                if part >= self.binary.min_part && part <= self.reach {
                    self.scan_take(take, part, part, &mut missing);
                }
            }
            if missing == [0; 4] {
                return Ok(None);
            }
        }
        let (mut from, mut size) = (self.binary.min_part, 256);
        while from <= self.reach {
            let to = (from + size - 1).min(self.reach);
            for k in 0..self.binary.split.len() {
                if self.scan_take(self.binary.split[k], from, to, &mut missing) {
                    return Ok(None);
                }
            }
            if from > self.n {
                break;
            }
            from = to + 1;
            size *= 2;
        }
        if self.window.is_some() {
            return Err(Stop::BeyondWindow);
        }
        self.last_far = self.n;
        for k in 0..self.binary.split.len() {
            if self.scan_take(self.binary.split[k], self.reach + 1, self.n, &mut missing) {
                return Ok(None);
            }
        }
        let odd = self.odd(self.n);
        Ok((0..self.capacity)
            .filter(|j| missing[j >> 6] >> (j & 63) & 1 == 1)
            .min_by_key(|&j| self.rare[odd][j]))
    }

    /// Crosses out what splits of the heap n, after removing `take`, with a smaller
    /// part in `from ..= to` have as value; true when nothing is missing any more.
    fn scan_take(&mut self, take: u64, from: u64, to: u64, missing: &mut [u64; 4]) -> bool {
        let rest = self.n - take;
        let to = to.min(self.binary.largest_half(rest).unwrap_or(0));
        if from > to {
            return false;
        }
        let head = match self.window {
            None => &self.table[PAD..],
            Some(_) => &self.head[..],
        };
        let last_rare = self.last_rare();
        let smaller = &head[from as usize..=to as usize];
        let top = PAD + (rest - from - self.origin) as usize;
        let larger = &self.table[top - (to - from) as usize..=top];
        let mut done = 0;
        while let Some(hit) =
            self.first_hit(&smaller[done..], &larger[..larger.len() - done], missing)
        {
            let i = done + hit;
            let part = from + i as u64;
            done = i + 1;
            // Without flags a rare part must be told apart; its partner is common.
            if !self.flagged
                && part <= last_rare
                && self.rares.binary_search_by_key(&part, |r| r.0).is_ok()
            {
                continue;
            }
            // With flags, two rare heaps cancel them: that is a witness too.
            let index = smaller[i] ^ larger[larger.len() - 1 - i];
            missing[(index >> 6) as usize] &= !(1u64 << (index & 63));
            if from < to && part > 1024 {
                self.recent[self.recent_at % RECENT] = (take, part, rest - part);
                self.recent_at += 1;
            }
            if *missing == [0; 4] {
                return true;
            }
        }
        false
    }

    #[inline]
    fn first_hit(&self, smaller: &[u8], larger: &[u8], wanted: &[u64; 4]) -> Option<usize> {
        match self.lanes {
            // SAFETY: the features were detected before these were chosen.
            #[cfg(target_arch = "x86_64")]
            kernel::Lanes::Vbmi => unsafe { kernel::first_hit_vbmi(smaller, larger, wanted) },
            _ => kernel::first_hit(smaller, larger, wanted),
        }
    }
}
