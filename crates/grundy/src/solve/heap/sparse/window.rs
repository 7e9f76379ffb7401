//! The window form: constant memory, and a period proven when a window recurs.
//!
//! Let ρ be the largest rare heap, T the largest digit index
//! and A the *reach*. For n > 2ρ + T a rare value's partner is beyond ρ, and if
//! every witness needs a smaller part of at most A, then the value at n is a
//! function of the values on [n-W, n-1], W = T + max(ρ, A), and on the fixed
//! head [0, max(ρ, A)]. So older values may be forgotten, and if the window at
//! n + p equals the window at n and nothing in between broke the conditions,
//! the sequence has period p from n - W on, for ever: the same marks give the
//! same candidate, and the same splits are witnesses, by induction on the heap.

use super::{LANES, LOOK_BACK, PAD, RARE, SLACK, Sparse};

impl Sparse {
    /// Forgets everything but the window; gives back the whole old table.
    /// `None` while the conditions of the window form do not hold.
    pub fn start_window(&mut self) -> Option<Vec<u8>> {
        if self.window.is_some() || self.n < self.window_holds_from() + LANES as u64 {
            return None;
        }
        self.reach = self.reach();
        let kept = (self.window_length() as usize).max(2 * LANES) + LANES + LOOK_BACK;
        if self.n < kept as u64 {
            return None;
        }
        let at = PAD + self.n as usize;
        self.head = self.table[PAD..=PAD + self.reach as usize].to_vec();
        let mut table = vec![RARE; PAD + kept + SLACK + 2 * LANES];
        table[PAD..PAD + kept].copy_from_slice(&self.table[at - kept..at]);
        self.origin = self.n - kept as u64;
        self.window = Some(kept);
        let mut old = std::mem::replace(&mut self.table, table);
        old.truncate(at);
        old.drain(..PAD);
        Some(old)
    }

    /// The window before heap `n`, which must be at most [`LOOK_BACK`] heaps
    /// ago, to be [`Sparse::restore`]d later.
    pub fn snapshot(&self, n: u64) -> Option<Vec<u8>> {
        let from = n.checked_sub(self.window_length() + LANES as u64)?;
        (self.window.is_some() && from >= self.origin).then(|| self.raw(from, n).to_vec())
    }

    /// A copy of this windowed engine at the heap of an earlier snapshot.
    pub fn restore(&self, n: u64, window: &[u8]) -> Option<Sparse> {
        let kept = self.window?;
        let len = window.len();
        if len > kept || len < self.window_length() as usize + LANES || n < len as u64 {
            return None;
        }
        let mut engine = self.clone();
        engine.table[PAD..PAD + len].copy_from_slice(window);
        engine.origin = n - len as u64;
        engine.n = n;
        Some(engine)
    }

    /// Gives back memory that only a running engine needs.
    pub fn shrink(&mut self) {
        self.table.shrink_to_fit();
        self.head.shrink_to_fit();
    }
}
