//! Heaps where what was taken limits what may be taken next.
//!
//! A position is (n, q): n stones, of which at most q may be taken, at least one; whoever takes r
//! leaves (n - r, f(r)). Let H(1) = 1 and H(k+1) = H(k) + H(m), where m is least with
//! f(H(m)) ≥ H(k).
//!
//! **Theorem** (A. J. Schwenk, *Take-away games*, Fibonacci Quarterly 8, 1970). *Premises:* f does
//! not fall, and f(r) ≥ r for r ≥ 1. *Then* every n ≥ 1 is in one way a sum
//! H(j₁) + … + H(j_s) with f(H(j_{i+1})) < H(j_i), the greedy one, and (n, q) is lost exactly if
//! n = 0 or q < H(j_s), the least part.
//!
//! *Proof.* m ≤ k exists since f(H(k)) ≥ H(k). A sum of this kind that begins with H(k) is less than
//! H(k+1): by induction its rest, which begins with some H(i), f(H(i)) < H(k), so i < m, is less
//! than H(i+1) ≤ H(m). So the sum is the greedy one and the only one; and what greed finds is of
//! this kind, since a rest below H(m) begins with some i < m. If q is at least the least part h,
//! taking h leaves a sum whose least part exceeds f(h), or nothing. If r ≤ q < h is taken, n - r is
//! the sum of the other parts and those of h - r, since f(part) ≤ f(h) for these; were the
//! least part p of h - r greater than f(r), then the parts of h - r and those of r would be a sum
//! of this kind for h, which has but one. So p ≤ f(r), and (n - r, f(r)) is won. ∎
//!
//! With f(r) = 2r these are the Fibonacci numbers (Whinihan 1963), with f(r) = r powers of two.
//!
//! ```
//! use grundy_laws::find::schwenk::Takeaway;
//! use grundy_laws::rules::Rules;
//! let rules = Rules::read("state n, q; move take(r in 1..min(n, q)) -> [n-r, 3*r]").unwrap();
//! let takeaway = Takeaway::of(&rules).unwrap();
//! assert_eq!(takeaway.parts(30), [1, 2, 3, 4, 6, 8, 11, 15, 21, 29]);
//! assert!(takeaway.is_lost(10, 1) && !takeaway.is_lost(10, 2)); // 8 + 2
//! ```
//!
//! Limits: f(r) = a·r + b only, which is what rules in linear form can say.

use grundy::text::Text;

use crate::automata::numeration::Numeration;
use crate::find::sparse::Sparse;
use crate::law::{Law, Statement};
use crate::print::Style;
use crate::rules::{Form, Guard, Rules};
use crate::sample::Sample;

/// The limit f(r) = factor·r + constant on what may be taken after r.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Takeaway {
    /// How often r is counted.
    pub factor: u64,
    /// What is added.
    pub constant: i64,
}

impl Takeaway {
    /// The limit, if rules are of this kind and it does not fall and is at least r: both are
    /// true of a·r + b for all r ≥ 1 exactly if a ≥ 1 and a + b ≥ 1.
    pub fn of(rules: &Rules) -> Option<Takeaway> {
        let [mv] = &rules.moves[..] else {
            return None;
        };
        let plain = rules.dimension() == 2 && !rules.misere && rules.blocked == 0;
        let everywhere = rules.domain == Guard::always();
        let ([target], [_]) = (&mv.target[..], &mv.binders[..]) else {
            return None;
        };
        let (n, q, r) = (Form::variable(0), Form::variable(1), Form::variable(2));
        let (Some(heap), Some(limit)) = (target.first(), target.get(1)) else {
            return None;
        };
        if !plain || !everywhere || *heap != n.plus(-1, &r) || limit.terms.len() != 1 {
            return None;
        }
        // 1 ≤ r ≤ n and r ≤ q, in whatever order, and nothing else. That r ≤ n may stay
        // unsaid: heaps are not negative.
        let one = Form::constant(1);
        let needed = [Guard::at_most(&one, &r), Guard::at_most(&r, &q)];
        let conjuncts = mv.guard.conjuncts();
        let said = |guard: &Guard| conjuncts.contains(&guard);
        let known = |guard: &&&Guard| {
            needed.contains(guard)
                || ***guard == Guard::at_most(&r, &n)
                || ***guard == Guard::always()
        };
        if !needed.iter().all(said) || !conjuncts.iter().all(|guard| known(&guard)) {
            return None;
        }
        let factor = u64::try_from(limit.factor(2)).ok().filter(|f| *f >= 1)?;
        let constant = limit.constant;
        let at_one = i64::try_from(factor).ok()?.checked_add(constant)?;
        (at_one >= 1).then_some(Takeaway { factor, constant })
    }

    /// What may be taken after r ≥ 1.
    pub fn limit(&self, taken: u64) -> u64 {
        let limit = u128::from(self.factor) * u128::from(taken);
        let limit = limit.saturating_add_signed(self.constant.into());
        u64::try_from(limit).unwrap_or(u64::MAX)
    }

    /// The parts up to a number, the least first.
    pub fn parts(&self, to: u64) -> Vec<u64> {
        let mut parts: Vec<u64> = vec![1];
        let mut least = 0;
        while let Some(&last) = parts.last() {
            while self.limit(parts[least]) < last {
                least += 1;
            }
            match last.checked_add(parts[least]) {
                Some(next) if next <= to => parts.push(next),
                _ => break,
            }
        }
        parts
    }

    /// The least part of a number, if it is not 0.
    pub fn least_part(&self, number: u64) -> Option<u64> {
        let (mut rest, mut least) = (number, None);
        for part in self.parts(number).into_iter().rev() {
            if part <= rest && rest > 0 {
                rest -= part;
                least = Some(part);
            }
        }
        least
    }

    /// Whether whoever is to move at (n, q) loses.
    pub fn is_lost(&self, heap: u64, most: u64) -> bool {
        self.least_part(heap).is_none_or(|part| most < part)
    }

    /// The numeration of the recurrence that the parts obey from some place on, if addition is
    /// automatic in it: H(k+1) = H(k) + H(k-j).
    pub fn numeration(&self) -> Option<Numeration> {
        /// So many parts say how it goes on.
        const SEEN: u64 = 1 << 40;
        let parts = self.parts(SEEN);
        let late = parts.len() / 2..parts.len();
        let back = |back: usize| {
            let mut all = late
                .clone()
                .map(|k| k >= back && parts[k] == parts[k - 1] + parts[k - back]);
            all.all(|so| so)
        };
        match (1..=4).find(|&b| back(b))? {
            1 => Some(Numeration::BINARY),
            2 => Some(Numeration::FIBONACCI),
            3 => Numeration::recurrence(&[1, 0, 1]),
            _ => Numeration::recurrence(&[1, 0, 0, 1]),
        }
    }

    /// The law, as it stands for a table.
    pub fn law(&self, sample: &Sample) -> Law {
        let set = Sparse::Takeaway(*self);
        Law {
            symbols: set.symbols(),
            statement: Statement::Sparse(set),
            finder: ("take-away games", "限取游戏"),
            explains: sample.positions(),
        }
    }

    /// The limit f(r) as it is written with a sign for times.
    pub(crate) fn formula(&self, times: &str) -> String {
        let factor = match self.factor {
            1 => "r".to_string(),
            factor => format!("{factor}{times}r"),
        };
        match self.constant {
            0 => factor,
            constant => format!("{factor}{constant:+}"),
        }
    }

    /// The law in a style.
    pub fn written(&self, style: Style, names: &[String]) -> Text {
        /// So many parts show how it goes on.
        const SHOWN: usize = 8;
        let same = |text: String| Text::new(text.clone(), text);
        let [heap, most] = names else {
            return same(String::new());
        };
        let parts = self.parts(1 << 20);
        let parts: Vec<String> = parts.iter().take(SHOWN).map(u64::to_string).collect();
        let parts = parts.join(", ");
        match style {
            Style::Text => {
                let limit = self.formula("·");
                Text::new(
                    format!(
                        "({heap}, {most}) is P exactly if {heap} = 0 or {most} < the least part of {heap}, a greedy sum of h = {parts}, …, h(k+1) = h(k)+h(m), m least with f(h(m)) >= h(k), f(r) = {limit}"
                    ),
                    format!(
                        "({heap}, {most}) 为 P 态当且仅当 {heap} = 0 或 {most} < {heap} 的最小部分，{heap} 贪心地表为 h = {parts}, … 之和，h(k+1) = h(k)+h(m)，m 为满足 f(h(m)) >= h(k) 的最小者，f(r) = {limit}"
                    ),
                )
            }
            Style::Latex => {
                let limit = self.formula("");
                same(format!(
                    "({heap}, {most}) \\in \\mathcal{{P}} \\iff {heap} = 0 \\lor {most} < h_{{j_s}},\\ {heap} = h_{{j_1}} + \\dots + h_{{j_s}},\\ f(h_{{j_{{i+1}}}}) < h_{{j_i}},\\ (h_k) = ({parts}, \\dots),\\ h_{{k+1}} = h_k + h_m,\\ m = \\min\\{{i : f(h_i) \\ge h_k\\}},\\ f(r) = {limit}"
                ))
            }
            Style::Cpp => {
                let limit = self.formula("*").replace('r', "h[m]");
                same(format!(
                    "bool lost(long long {heap}, long long {most}) {{ std::vector<long long> h{{1}}; for (size_t m = 0; h.back() < {heap}; h.push_back(h.back() + h[m])) while ({limit} < h.back()) m++; for (size_t i = h.size(); {heap} > 0 && i-- > 0; ) if (h[i] <= {heap} && ({heap} -= h[i]) == 0) return {most} < h[i]; return true; }}"
                ))
            }
            Style::Python => {
                let limit = self.formula("*").replace('r', "h[m]");
                same(format!(
                    "def lost({heap}, {most}):
    h, m = [1], 0
    while h[-1] < {heap}:
        while {limit} < h[-1]: m += 1
        h.append(h[-1] + h[m])
    least = 0
    for part in reversed(h):
        if 0 < part <= {heap}: {heap}, least = {heap} - part, part
    return least == 0 or {most} < least"
                ))
            }
        }
    }
}
