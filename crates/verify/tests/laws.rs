//! Laws of small boards against the definition.
//!
//! On a bounded board a law is a table, and a table is an automaton: the numbers read so far, as long
//! as they are on the board. So any rules have a law here, written down from what the oracle of
//! the rule language says; the checker must accept it, and refuse it with any one entry changed. What
//! the checker's own reading of the rules gets wrong, anywhere, shows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use grundy::budget::Budget;
use grundy::error::{Error, Resource};
use grundy::game::Game;
use grundy::notation::sealed;
use grundy::outcome::{Convention, Winner};
use grundy_lang::ir::Program;
use grundy_lang::rules::Rules;
use grundy_verify::law::certificate::Certificate;
use grundy_verify::law::check;
use grundy_verify::law::numeration::Numeration;

/// Values or outcomes by definition: options from the oracle, each position once.
struct Truth {
    program: Program,
    /// For where play is declared to be over.
    played: Rules<4>,
    memo: BTreeMap<Vec<i64>, u32>,
}

impl Truth {
    fn new(rules: &str) -> Truth {
        let file = grundy_lang::parse(rules).unwrap_or_else(|e| panic!("{rules}: {e:?}"));
        let program = grundy_lang::check::check_named(&file, None, &[]);
        let compiled = grundy_lang::bench::compile(rules, None, &[]);
        let compiled = compiled.unwrap_or_else(|e| panic!("{rules}: {e:?}"));
        Truth {
            program: program.unwrap_or_else(|e| panic!("{rules}: {e:?}")),
            played: Rules::new(Arc::new(compiled)).unwrap(),
            memo: BTreeMap::new(),
        }
    }

    /// The value; 0 for lost and 1 for won where only that is defined.
    fn value(&mut self, at: &[i64]) -> u32 {
        if let Some(&value) = self.memo.get(at) {
            return value;
        }
        if let Some(winner) = self.played.over(&self.played.position(at)) {
            let value = u32::from(winner == Winner::Next);
            self.memo.insert(at.to_vec(), value);
            return value;
        }
        let moves = grundy_lang::oracle::moves(&self.program, self.program.main, at);
        let mut options: BTreeSet<Vec<Vec<i64>>> = BTreeSet::new();
        for mv in moves.unwrap_or_else(|fault| panic!("{at:?}: {fault:?}")) {
            let mut parts: Vec<Vec<i64>> = mv.parts.into_iter().map(|(_, at)| at).collect();
            parts.sort();
            let twice = parts.windows(2).any(|pair| pair[0] == pair[1]);
            if !(self.program.game().coins && twice) {
                options.insert(parts);
            }
        }
        let misere = self.program.game().convention == Convention::Misere;
        let mut seen = Vec::new();
        for parts in &options {
            let sum = parts.iter().fold(0, |sum, part| sum ^ self.value(part));
            seen.push(if misere && parts.is_empty() { 1 } else { sum });
        }
        let lost = seen.iter().filter(|value| **value == 0).count();
        let outcome = !self.program.game().ends.is_empty();
        let value = match (misere, self.program.game().blocked) {
            (false, 0) if outcome => u32::from(lost > 0),
            (true, _) => u32::from(seen.is_empty() || lost > 0),
            (false, 0) => (0..).find(|value| !seen.contains(value)).unwrap(),
            (false, blocked) => u32::from(lost > blocked as usize),
        };
        self.memo.insert(at.to_vec(), value);
        value
    }

    /// Whether only outcomes are defined.
    fn is_outcome(&self) -> bool {
        let game = self.program.game();
        game.convention == Convention::Misere || game.blocked > 0 || !game.ends.is_empty()
    }
}

/// What a certificate says beside its rules.
#[derive(Clone, Copy)]
struct Form {
    values: bool,
    base: u64,
    order: &'static str,
}

/// An automaton that knows a table: its states are tuples of numbers.
struct Automaton {
    states: Vec<Vec<u64>>,
    accepting: Vec<bool>,
    lines: Vec<Vec<Option<usize>>>,
}

impl Automaton {
    /// Reads tuples of numbers up to `most`, each track by itself; `accepts` is asked of
    /// every tuple.
    fn new(most: &[u64], base: u64, accepts: &mut dyn FnMut(&[u64]) -> bool) -> Automaton {
        let mut known = BTreeMap::from([(vec![0; most.len()], 0)]);
        let mut states = vec![vec![0; most.len()]];
        let mut lines = Vec::new();
        let mut at = 0;
        while let Some(state) = states.get(at).cloned() {
            let mut line = Vec::new();
            for letter in 0..base.pow(most.len() as u32) {
                let mut rest = letter;
                let mut next = state.clone();
                for number in &mut next {
                    *number = *number * base + rest % base;
                    rest /= base;
                }
                if next.iter().zip(most).any(|(number, most)| number > most) {
                    line.push(None);
                    continue;
                }
                let new = states.len();
                let id = *known.entry(next.clone()).or_insert(new);
                if id == new {
                    states.push(next);
                }
                line.push(Some(id));
            }
            lines.push(line);
            at += 1;
        }
        let accepting = states.iter().map(|state| accepts(state)).collect();
        Automaton {
            states,
            accepting,
            lines,
        }
    }

    fn write(&self, tracks: usize) -> String {
        let accepting = (0..self.states.len()).filter(|&at| self.accepting[at]);
        let accepting: Vec<String> = accepting.map(|at| at.to_string()).collect();
        let mut text = format!("automaton {} states {tracks} tracks\n", self.states.len());
        text.push_str(format!("accepting {}", accepting.join(" ")).trim_end());
        text.push('\n');
        for (at, line) in self.lines.iter().enumerate() {
            let word = |to: &Option<usize>| to.map_or("-".to_string(), |to| to.to_string());
            let words: Vec<String> = line.iter().map(word).collect();
            text.push_str(&format!("{at}: {}\n", words.join(" ")));
        }
        text
    }
}

fn certificate(rules: &str, form: Form, automaton: &Automaton, tracks: usize) -> String {
    let claim = if form.values { "values plain" } else { "lost" };
    sealed::seal(&format!(
        "grundy law certificate 2\nclaim {claim}\norder {}\nnumeration base {}\ngame g\nrules {} lines\n{rules}\n{}",
        form.order,
        form.base,
        rules.lines().count(),
        automaton.write(tracks)
    ))
}

/// Accepts the true law and refuses it with one entry changed, at every entry.
fn is_read_right(rules: &str, form: Form) {
    let mut truth = Truth::new(rules);
    let domain = truth.program.game().domain.clone();
    let mut most: Vec<u64> = domain.iter().map(|(_, most)| *most as u64).collect();
    let program = truth.program.clone();
    let on_board = |at: &[u64]| {
        let at: Vec<i64> = at.iter().map(|&x| x as i64).collect();
        grundy_lang::oracle::inside(&program, program.main, &at).unwrap()
    };
    let dimension = domain.len();
    let value = |truth: &mut Truth, at: &[u64]| {
        let at: Vec<i64> = at.iter().map(|&x| x as i64).collect();
        u64::from(truth.value(&at))
    };
    if form.values {
        // The greatest value is known when all are.
        Automaton::new(&most, form.base, &mut |at| {
            on_board(at) && value(&mut truth, at) == 0
        });
        let greatest = truth.memo.values().max().copied().unwrap_or(0);
        most.push(u64::from(greatest) + 1);
    }
    let mut automaton = Automaton::new(&most, form.base, &mut |tuple| {
        let at = &tuple[..dimension];
        let claimed = tuple.get(dimension).copied().unwrap_or(0);
        on_board(at) && value(&mut truth, at) == claimed
    });
    let budget = Budget::default();
    let text = certificate(rules, form, &automaton, most.len());
    if let Err(error) = check(&text, &budget) {
        panic!("{rules}\nrefused: {error}");
    }
    for at in 0..automaton.states.len() {
        if !on_board(&automaton.states[at][..dimension]) {
            continue;
        }
        automaton.accepting[at] ^= true;
        let text = certificate(rules, form, &automaton, most.len());
        match check(&text, &budget) {
            Err(Error::BadCertificate { .. }) => {}
            other => panic!("{rules}\nwrong at {:?}: {other:?}", automaton.states[at]),
        }
        automaton.accepting[at] ^= true;
    }
}

const PLAIN: Form = Form {
    values: false,
    base: 2,
    order: "sum",
};

/// Outcomes and, where there are any, values; in base 2 and, where `bits` are not asked for, 3.
fn everything(rules: &str, bits: bool) {
    is_read_right(rules, PLAIN);
    if !bits {
        is_read_right(rules, Form { base: 3, ..PLAIN });
    }
    if !Truth::new(rules).is_outcome() {
        is_read_right(
            rules,
            Form {
                values: true,
                ..PLAIN
            },
        );
    }
}

/// Every kind of condition and choice in one move.
const MOVES: [&str; 43] = [
    "(k in 1..3) -> [n-k]",
    "(k in {1, 4}) -> [n-k]",
    "(k in 1..min(n, 3)) -> [n-k]",
    "(k in max(1, n-4)..n-1) -> [k]",
    "(k in n-3..n-1) -> [k]",
    "(k in max(n-4, 1)..n-1) -> [k]",
    "(k in min(n, 1)..2) if k > 0 -> [n-k]",
    "(k in -3..-1) -> [n+k]",
    "(k in 3..1) -> [n-k]",
    "(k in 1..n) if k <= n/3 -> [n-k]",
    "(k in 1..n) if n/4 < k -> [n-k]",
    "(k in 1..n) if k < n/3 -> [n-k]",
    "(k in 1..n) if n/4 <= k -> [n-k]",
    "(k in 1..3) if n/2 = 3 -> [n-k]",
    "(k in 1..3) if n/3 != k -> [n-k]",
    "(k in 1..4) if n % 3 = 1 -> [n-k]",
    "(k in 1..4) if n % 3 != 2 -> [n-k]",
    "(k in 1..4) if (n + k) % 2 = 0 -> [n-k]",
    "(k in 1..4) if n % 3 = 5 -> [n-k]",
    "(k in 1..4) if divides(3, n) -> [n-k]",
    "(k in 1..4) if divides(-4, n-k) -> [n-k]",
    "(k in 1..4) if not divides(0, n-5) -> [n-k]",
    "(k in 1..4) if not (n = 4 or k = 2) -> [n-k]",
    "(k in 1..4) if n != 6 and (k > 2 or n >= 9) -> [n-k]",
    "(k in 1..4) if n in 3..9 -> [n-k]",
    "(k in 1..4) if n in {2, 5, 7} or k in {1} -> [n-k]",
    "(k in 1..4) if any(i in 1..3: n = 4*i) -> [n-k]",
    "(k in 1..4) if all(i in 0..2: n != 3+2*i) -> [n-k]",
    "(k in 1..4) if any(i in {2, 3}: n = k + i) -> [n-k]",
    "(k in 1..4) let m = 2*k - 1 if m <= n - 2 -> [n-m]",
    "(k in 1..4) let m = n - k if m != 5 -> [m]",
    "(k in 1..7) if gcd(k, 6) = 1 -> [n-k]",
    "(k in 1..4) if max(n, 5) < k + 6 -> [n-k]",
    "(k in 1..4) if min(n, 5) < k + 2 -> [n-k]",
    "(k in 1..4) if min(2*k, n) = max(k, 4) -> [n-k]",
    "(k in 1..2, j in 0..k) -> [n-k-j]",
    "(k in 0..2) if 2*k + 1 < n -> [n-2*k-1]",
    "(k in 1..n) if 2*k = n -> [k]",
    "(k in 0..n) if 3*k + 1 = n -> [k]",
    "(k in 1..3) if true -> [n-k]",
    "(k in 1..3) if 1 < 2 and not (2 < 1) -> [n-k]",
    " -> []",
    " if n > 3 -> []",
];

#[test]
fn conditions_and_choices_mean_what_the_oracle_says() {
    for mv in MOVES {
        everything(&format!("game g; state n in 0..12; move m{mv}"), false);
    }
}

/// The same where a heap of 2 is the least.
#[test]
fn domains_that_begin_later_are_read_right() {
    for mv in MOVES {
        is_read_right(&format!("game g; state n in 2..12; move m{mv}"), PLAIN);
    }
    for mv in &MOVES[..6] {
        let form = Form {
            values: true,
            ..PLAIN
        };
        is_read_right(&format!("game g; state n in 2..9; move m{mv}"), form);
    }
}

#[test]
fn bits_mean_what_the_oracle_says() {
    for mv in [
        "(k in 1..n) if popcount(k) = 1 -> [n-k]",
        "(k in 1..n) if popcount(n) = 1 -> [n-k]",
        "(k in 1..n) if lowbit(k) = k -> [n-k]",
        "(k in 1..n) if lowbit(n) = n -> [n-k]",
        "(k in 1..n) if (n xor k) = n - k -> [n-k]",
        "(k in 1..n) if (n xor k) = 3 -> [n-k]",
        "(k in 1..n) if (k xor 5) = n -> [n-k]",
        "(k in 1..n) if (k xor 5 xor 3) = n -> [n-k]",
        "(k in 1..n) if (k xor k xor n) = 6 -> [n-k]",
        "(k in 1..n) if ((k-3) xor n) = 1 -> [n-k]",
        "(k in 1..n) if ((0-1-k) xor n) = 0-2-k -> [n-k]",
        "(k in 1..n) if ((2-k) xor 0) = 2-k -> [n-k]",
        "(k in 1..n) if ((5-n) xor k) = 1 -> [n-k]",
        "(k in 1..n) if ((0-1-k) xor (n-5)) = 2 -> [n-k]",
        "(k in 1..n) if ((0-2) xor k) = 0-n -> [n-k]",
        "(k in 0..3) -> [n-2**k]",
        "(k in 0..3) -> [n-(1<<k)]",
        "(k in 0..2) -> [n-3**k]",
        "(k in 0..2) -> [n-(2<<k)]",
        "(k in 0..2) if n != 5 + 2**k -> [n-1]",
        "(k in 1..2) -> [n-2**k]",
    ] {
        everything(&format!("game g; state n in 0..12; move m{mv}"), true);
    }
}

/// Numbers that are not linear, in every place where a number may stand; of some the sign varies.
#[test]
fn numbers_mean_what_the_oracle_says() {
    for mv in [
        // Quotients and remainders.
        " if n > 1 -> [n/2]",
        "(k in n/2..n-1) -> [k]",
        "(k in (n+1)/3..n/2) if k < n -> [k]",
        "(k in (n-7)/3..n-1) -> [k]",
        "(k in 1..4) -> [n-1-n/4]",
        "(k in 1..9) if k = (n-5)/2 + 4 -> [n-k]",
        "(k in 1..9) if k = (n-5)/-2 + 4 -> [n-k]",
        "(k in 1..9) if k = (5-n)/3 * 2 + 7 -> [n-k]",
        "(k in 1..9) if (n-5) % 3 = k % 4 -> [n-k]",
        "(k in 1..9) if (n-k) % 3 < n % 4 -> [n-k]",
        "(k in 1..9) if k = n % 11 -> [n-k]",
        "(k in 1..9) if k = (n-6) % 10 -> [n-k]",
        "(k in 1..9) if (n-6) % -10 = k -> [n-k]",
        "(k in 1..3) if n / 2 / 2 = k -> [n-k]",
        "(k in 1..4) if n % k = 1 -> [n-k]",
        "(k in 1..4) -> [n - 1 - n % k]",
        "(k in 1..4) if n % (n > 5 ? 3 : 4) = k % 3 -> [n-k]",
        "(k in 1..4) let q = n / 3 if k <= q -> [n-k]",
        " if n % 5 > 0 -> [n - n % 5]",
        "(k in {n/2, n/3}) if k < n -> [k]",
        // What is bounded by what holds is known value by value.
        "(k in 1..n) if k <= 3 and n % k = 1 -> [n-k]",
        "(k in 1..n) if k > 3 or n/k*k != n -> [n-k]",
        "(k in 1..n) if k < 4 and n >> k = 1 -> [n-k]",
        "(k in 1..n) if n * k < 20 -> [n-k]",
        "(k in 1..n) if not (2 < k <= 5) or divides(k, n) -> [n-k]",
        "(k in 1..n) if n = 5 and isqrt(n) = k -> [n-k]",
        // Minimum, maximum, absolute value, conditional numbers.
        "(k in 1..3) if n > 1 -> [max(n-k, 2)-1]",
        "(k in 1..9) if n > 0 -> [min(n-1, k)]",
        "(k in 1..9) if abs(n-7) = k -> [n-k]",
        "(k in 1..9) if abs(n-2*k) < 3 -> [n-k]",
        "(k in min(n-3, 2)..n-1) -> [k]",
        "(k in min(2, n-3)..n-1) -> [k]",
        "(k in 1..(n > 6 ? 2 : 3)) -> [n-k]",
        " -> [n > 4 ? n-3 : n-1]",
        "(k in 1..4) let t = (k > 2 ? n : 2*k) if t != 4 -> [n-k]",
        "(k in 1..4) if (n > 3 ? k : n) = (k < 3 ? 2 : 3) -> [n-k]",
        "(k in 1..4) if count(i in 0..3: n % 4 > i) = k -> [n-k]",
        "(k in 1..4) if gcd(n, 6) = k -> [n-k]",
        "(k in 1..4) if gcd(n-k, -4) > 1 -> [n-k]",
        "(k in 1..9) if gcd(n-6, 0) = k -> [n-k]",
        "(k in 1..9) if not (min(n, 2*k) = max(k, 4)) -> [n-k]",
        // Quantifiers over ranges that vary.
        "(k in 1..3) if any(i in 1..n: n = 3*i) -> [n-k]",
        "(k in 1..3) if not all(i in 1..n: n != 3*i + k) -> [n-k]",
        "(k in 1..3) if any(i in n-5..n-2: 2*i = n + k) -> [n-k]",
        "(k in 1..3) if k = 2 or any(i in 1..n/2: n = 4*i) -> [n-k]",
        "(k in 1..3) if any(i in 1..n: any(j in 1..i: n = 3*i + 2*j)) -> [n-k]",
        "(k in 1..n) if not any(i in 1..n: i = 2*k) -> [n-k]",
        "(k in 1..n) if all(i in 1..n-k: i != k) -> [n-k]",
        "(k in 1..n) if all(i in k-4..n: i % 3 != 1 or i/2 < k) -> [n-k]",
        "(k in 1..n) if (any(i in 1..n: n = 3*i) ? 2 : 3) >= k -> [n-k]",
        "(k in 1..n) if not any(j in k/2..n/2: any(i in 0..j: i + 2*j = n)) -> [n-k]",
        "(k in 1..n) if all(j in 0..k: any(i in 0..n: j + i/2 = n-k)) -> [n-k]",
    ] {
        on_boards(mv, false);
    }
}

/// Outcomes on a board, and the other forms on a smaller one.
fn on_boards(mv: &str, bits: bool) {
    is_read_right(&format!("game g; state n in 0..12; move m{mv}"), PLAIN);
    everything(&format!("game g; state n in 0..6; move m{mv}"), bits);
}

/// Binary digits as numbers.
#[test]
fn bitwise_numbers_mean_what_the_oracle_says() {
    for mv in [
        "(k in 1..n) if n & k = k -> [n-k]",
        "(k in 1..n) if (n | k) = n + 1 -> [n-k]",
        "(k in 1..n) if (n xor k) < n -> [n-k]",
        "(k in 1..n) if (n-5) & k = 1 -> [n-k]",
        "(k in 1..n) if (k & (n-5)) + 3 = (5-n) & (k-3) -> [n-k]",
        "(k in 1..n) if ((n-5) | (k-3)) = 0-1 -> [n-k]",
        "(k in 1..n) if ((n-5) | (k-3)) > n - k - 4 -> [n-k]",
        "(k in 1..n) if ((n-5) xor (k-3)) > 2 -> [n-k]",
        "(k in 1..n) if not ((n-5) xor k xor 2) = 5 -> [n-k]",
        "(k in 1..n) if ~n & 6 = 2 * (k & 1) -> [n-k]",
        " if n > 0 -> [n & (n-1)]",
        " if n > 0 -> [n - lowbit(n)]",
        "(k in 1..n) if k < lowbit(n) -> [n-k]",
        "(k in 1..lowbit(n)) -> [n-k]",
        "(k in 1..n) if lowbit(n-6) = lowbit(k) -> [n-k]",
        "(k in 1..n) if lowbit(k-3) = k-3 -> [n-k]",
        "(k in 1..n) if not (popcount(k) = 1) -> [n-k]",
        "(k in 1..n) if not (popcount(n-k) = 1) -> [n-k]",
        "(k in 1..n) if popcount(k) % 2 = 1 -> [n-k]",
        "(k in 1..n) if popcount(n-k) % 3 != 1 -> [n-k]",
        "(k in 1..n) if popcount(n) % 2 = k % 2 -> [n-k]",
        "(k in 1..n) if popcount(k) <= 2 -> [n-k]",
        "(k in 1..n) if popcount(n-k) > 1 or popcount(k) = 3 -> [n-k]",
        "(k in 1..n) if 2 <= popcount(n) and popcount(n-k) != 1 -> [n-k]",
        "(k in 1..n) if popcount(k) > -1 and 0 != popcount(n-k) -> [n-k]",
        "(k in 1..n) if n >> 1 >= k -> [n-k]",
        "(k in 1..n) if (n-6) >> 1 = 0-k -> [n-k]",
        "(k in 1..n) if k << 2 = n xor 1 -> [n-k]",
        "(k in 0..3) if n & 1 << k != 0 -> [n - (1 << k)]",
    ] {
        on_boards(mv, true);
    }
    for rules in [
        "game g; state x in 0..3, y in 0..3; move a(k in 1..x) if x & y != k -> [x-k, y]; move b(k in 1..y) -> [x, y-k]",
        "game g; state x in 0..3, y in 0..3; move a if x > 0 -> [min(x, y), max(x, y) - 1]; move b if y > 0 -> [x/2, y-1]",
        "game g; state h[3] in 0..2; move a if h[0] > 0 -> [h[h[0] := h[h[0]] - 1]]; move b(i in 0..2) -> [h[i := h[i]-1]]",
    ] {
        is_read_right(rules, PLAIN);
    }
}

/// Where play is declared to be over the declaration decides; of two the first.
#[test]
fn declared_ends_are_read_right() {
    for moves in [
        "move m(k in 1..3) -> [n-k]; win when n = 3",
        "move m(k in 1..3) -> [n-k]; lose when n = 3",
        "move m(k in 1..2) -> [n-k]; win when n % 5 = 2; lose when n % 4 = 1 or n / 2 = 4",
        "move m(k in 1..2) -> [n-k]; lose when n in {1, 7}; win when n > 5; play misere",
        "move m(k in 1..2) -> [n-k]; lose when n = 0",
        "move m(k in 1..2) -> [n-k]; lose when n = 4; win when 7 % (n = 4 ? 0 : n < 9 ? 3 : 2) = 1",
        "move m(k in 1..3) -> [n-k]; win when n = 4; play blocking 1",
        // What is not played need not lead downwards, nor have a meaning.
        "move m -> [n-1]; move up if n > 6 -> [n+1]; win when n > 6",
        "move m -> [n-1]; move f if popcount(n-3) = 1 -> [n-1]; lose when n < 3",
        "move m -> []; move t if n > 1 -> [n-2]; win when n & 2 = 2",
        "move m(k in 1..2) -> [n-k]; win when any(j in 0..n: 3*j + 1 = n)",
        "move m(k in 1..3) -> [n-k]; lose when not all(j in 2..n: 4*j != n)",
    ] {
        let rules = format!("game g; state n in 0..12; {moves}");
        everything(&rules, moves.contains('&') || moves.contains("popcount"));
    }
}

/// Positions whose coordinates are bound to each other.
#[test]
fn relational_domains_are_read_right() {
    for (rules, bits) in [
        (
            "game g; state n in 0..12 where n % 3 != 1; move m(k in 1..4) -> [n-k]",
            false,
        ),
        (
            "game g; state x in 0..3, y in 0..3 where x <= y; move a(k in 1..2) -> [x-k, y]; move b(k in 1..3) -> [x, y-k]",
            false,
        ),
        (
            "game g; state x in 0..3, y in 0..3 where x/2 <= y; move a -> [x-1, y]; move b(k in 1..3) -> [y-k, x]",
            false,
        ),
        (
            "game g; state x in 0..3, y in 0..3 where x & y = 0; move a(k in 1..3) -> [x-k, y]; move b(k in 1..3) -> [x, y-k]",
            true,
        ),
        (
            "game g; state x in 0..3, y in 0..3 where any(j in 0..y: 2*j = x); move a(k in 1..3) -> [x-k, y]; move b(k in 1..3) -> [x, y-k]",
            false,
        ),
        (
            "game g; state n in 0..9 where n != 4 and max(n, 2) % 5 != 0; move m(k in 1..4) -> [n-k]; play blocking 1",
            false,
        ),
        (
            "game g; state n in 0..12 where (n-5)/2 != 1; move m(k in 1..3) -> [n-k]; win when n % 4 = 3",
            false,
        ),
    ] {
        // A bound board of two numbers is read in all forms only while it is small.
        match rules.contains("y in") {
            true => is_read_right(rules, PLAIN),
            false => everything(rules, bits),
        }
    }
    // The condition itself must have a value everywhere in the box.
    let rules = "game g; state n in 0..9 where popcount(n-2) % 2 = 0; move m(k in 1..4) -> [n-k]";
    let told = told(&constant(rules, "lost", "base 2", 1, true));
    assert!(
        told.contains("the domain has no exact meaning at (0)"),
        "{told}"
    );
}

#[test]
fn sums_and_coins_mean_what_the_oracle_says() {
    for rules in [
        "game g; state n in 0..9; move s(k in 1..n-1) -> [k] + [n-k]",
        "game g; state n in 0..8; move t(k in 1..2) -> [n-k]; move s(k in 1..n-2) -> [k] + [n-k-1]",
        "game g; state n in 0..5; move s(k in 1..n-2, j in 1..n-k-1) -> [k] + [j] + [n-k-j]",
        "coins p in 0..6; move one turns p; move two(q in 0..p-1) turns p, q",
        "coins p in 0..5; move three(q in 0..p-1, r in 0..p-1) turns p, q, r",
        "coins p in 0..6; move two(q in p-3..p-1) turns p, q",
        "coins p in 2..7; move one turns p; move two(q in 0..p-1) turns p, q",
        "coins p in 0..6; move one turns p; move two(q in 8..9) turns p, q",
        "coins p in 0..6; move two(q in 0..p-1) turns p, q/2, q",
    ] {
        let form = Form {
            values: true,
            ..PLAIN
        };
        is_read_right(rules, form);
    }
}

#[test]
fn misere_play_is_read_right() {
    for moves in [
        "move m(k in 1..3) -> [n-k]",
        "move m(k in 2..3) -> [n-k]",
        "move m(k in 2..3) -> [n-k]; move e if n = 1 -> []",
        "move m if n in 3..8 -> [n-2]; move e if n = 12 -> []",
    ] {
        let rules = format!("game g; state n in 0..12; {moves}; play misere");
        everything(&rules, false);
    }
}

/// Options are positions: two ways to one count once.
#[test]
fn forbidden_options_are_read_right() {
    for (most, moves) in [
        (12, "move m(k in 1..3) -> [n-k]; play blocking 1"),
        (
            9,
            "move m(k in 1..4) -> [n-k]; move a(k in 2..3) -> [n-k]; play blocking 2",
        ),
        (
            9,
            "move m(k in 1..2, j in 1..2) -> [n-k-j]; play blocking 1",
        ),
    ] {
        is_read_right(&format!("game g; state n in 0..{most}; {moves}"), PLAIN);
    }
}

#[test]
fn boards_and_arrays_are_read_right() {
    for rules in [
        "game g; state x in 0..4, y in 1..3; move a(k in 1..2) -> [x-k, y]; move b -> [x, y-1]",
        "game g; state x in 0..3, y in 0..3; move a((i, j) in {(1, 2), (2, 1), (2, -1)}) -> [x-i, y-j]",
        "game g; state x in 0..3, y in 0..3; move a(k in 1..x) if k <= y -> [x-k, y]; move b(k in 1..min(x, y)) -> [x-k, y-k]",
        "game g; state h[2] in 0..3; move a(i in 0..1, k in 1..2) if h[i] != 3 -> [h[i := h[i]-k]]",
    ] {
        everything(rules, false);
    }
}

/// A coordinate that comes later in the order may grow.
#[test]
fn orders_are_those_that_are_named() {
    for (order, rules) in [
        (
            "lexicographic 0 1",
            "game g; state x in 0..3, y in 0..4; move a(k in 0..4) -> [x-1, k]; move b -> [x, y-2]",
        ),
        (
            "lexicographic 1 0",
            "game g; state x in 0..4, y in 0..3; move a(k in 1..2) -> [x+k, y-1]; move b -> [x-1, y]",
        ),
    ] {
        is_read_right(rules, Form { order, ..PLAIN });
        for wrong in [
            "sum",
            if order.ends_with('0') {
                "lexicographic 0 1"
            } else {
                "lexicographic 1 0"
            },
        ] {
            let form = Form {
                order: wrong,
                ..PLAIN
            };
            let mut truth = Truth::new(rules);
            let most: Vec<u64> = truth
                .program
                .game()
                .domain
                .iter()
                .map(|d| d.1 as u64)
                .collect();
            let law = Automaton::new(&most, 2, &mut |at| {
                let at: Vec<i64> = at.iter().map(|&x| x as i64).collect();
                truth.value(&at) == 0
            });
            let told = check(&certificate(rules, form, &law, 2), &Budget::default());
            let told = told
                .err()
                .map(|error| error.to_string())
                .unwrap_or_default();
            assert!(told.contains("downwards"), "{rules}: {told}");
        }
    }
}

/// A certificate that claims of one state, accepting or not, whatever it reads.
fn constant(rules: &str, claim: &str, numeration: &str, tracks: usize, accepting: bool) -> String {
    let base: usize = numeration.rsplit(' ').next().unwrap().parse().unwrap();
    let letters = vec!["0"; base.pow(tracks as u32)].join(" ");
    let accepting = if accepting { " 0" } else { "" };
    sealed::seal(&format!(
        "grundy law certificate 2\nclaim {claim}\norder sum\nnumeration {numeration}\ngame g\nrules {} lines\n{rules}\n\
         automaton 1 states {tracks} tracks\naccepting{accepting}\n0: {letters}\n",
        rules.lines().count()
    ))
}

fn told(text: &str) -> String {
    let error = check(text, &Budget::default()).err();
    error.map(|error| error.to_string()).unwrap_or_default()
}

/// What has no exact translation is refused by name, never approximated.
#[test]
fn what_cannot_be_checked_is_named() {
    let line = "game g; state n in 0..9; ";
    let take = "move m(k in 1..2) -> [n-k]";
    let sums = "one component at a time";
    for (rules, because) in [
        (format!("{line}{take}; sum every"), sums),
        (format!("{line}{take}; sum some"), sums),
        (format!("{line}{take}; short"), sums),
        (
            format!("game g; state n in -1..9; {take}"),
            "may be negative",
        ),
        (
            "game g; state n; move m(k in 1..n) if n*k < 9 -> [n-k]".to_string(),
            "product of numbers",
        ),
        (
            format!("{line}move m(k in 1..n) if divides(k, n) -> [n-k]"),
            "a divisor that varies",
        ),
        (
            format!("{line}move m(k in 1..n) if count(i in 1..n: i = 2*k) = 1 -> [n-k]"),
            "range that varies",
        ),
        (
            format!("{line}move m(k in 1..n) if n / k = 2 -> [n-k]"),
            "a divisor that varies",
        ),
        (
            format!("{line}move m(k in 1..n) if n % 2000000 = k -> [n-k]"),
            "or is large",
        ),
        (
            format!("{line}move m(k in 1..n) if popcount(k) = popcount(2*k) -> [n-k]"),
            "not linear",
        ),
        (
            format!("{line}move m(k in 1..n) if ctz(k) = 1 -> [n-k]"),
            "not linear",
        ),
        (
            format!("{line}move m(k in 1..n) if k = (n % 5)*8 + (k % 5)*(n % 7) -> [n-k]"),
            "too many cases",
        ),
        (format!("{line}move m -> nim[n]"), "another game"),
        (
            format!("{line}move m(k in 0..64) if n > 70 -> [n-2**k]"),
            "beyond 64 bits",
        ),
    ] {
        let told = told(&constant(&rules, "lost", "base 2", 1, true));
        assert!(told.contains(because), "{rules}: {told}");
    }
    // Ranges of at most 64 values are listed, and not of 65.
    let listed = |most: u32| {
        let rules = format!("{line}move m(k in 1..{most}) if isqrt(k) = 3 and n > 70 -> [n-k]");
        told(&constant(&rules, "lost", "base 2", 1, true))
    };
    assert_eq!(listed(64), "");
    assert!(listed(65).contains("not linear"), "{}", listed(65));
    let any = |most: u32| {
        let rules = format!("{line}move m if any(i in 1..{most}: n = 70 + i) -> [n-1]");
        told(&constant(&rules, "lost", "base 2", 1, true))
    };
    assert_eq!(any(64), "");
    assert_eq!(any(65), "");
}

/// Claims that the theorem is not about.
#[test]
fn claims_that_do_not_suit_the_rules_are_refused() {
    let split = "game g; state n; move s(k in 1..n-1) -> [k] + [n-k]";
    let take = "game g; state n; move m(k in 1..2) -> [n-k]";
    let power = "game g; state n; move m(k in 1..n) if popcount(k) = 1 -> [n-k]";
    let misere = format!("{take}; play misere");
    let blocked = format!("{take}; play blocking 1");
    let ended = format!("{take}; win when n = 3");
    for (rules, claim, numeration, tracks, because) in [
        (split, "lost", "base 2", 1, "leads to a sum"),
        (split, "values plain", "base 3", 2, "xor needs base 2"),
        (take, "values power", "base 3", 2, "xor needs base 2"),
        (split, "values power", "base 2", 2, "written as powers"),
        (&misere, "values plain", "base 2", 2, "there are no values"),
        (&blocked, "values plain", "base 2", 2, "there are no values"),
        (&ended, "values plain", "base 2", 2, "there are no values"),
        (
            take,
            "lost",
            "base 2",
            2,
            "positions of 2 numbers, those of the rules have 1",
        ),
        (
            take,
            "values plain",
            "base 2",
            3,
            "positions of 2 numbers, those of the rules have 1",
        ),
        (power, "lost", "base 3", 1, "binary digits are asked for"),
    ] {
        let told = told(&constant(rules, claim, numeration, tracks, true));
        assert!(told.contains(because), "{rules}: {told}");
    }
    // Misère play may also be chosen beside the rules.
    let coins = "coins p; move one turns p";
    for (rules, because) in [
        (take, "there are no values"),
        (&blocked, "misère play with forbidden options"),
        (coins, "misère play with forbidden options or coins"),
    ] {
        let text = constant(rules, "values plain", "base 2", 2, true);
        let text = text.rsplit_once("sum ").unwrap().0;
        let told = told(&sealed::seal(&text.replace("rules", "play misere\nrules")));
        assert!(told.contains(because), "{rules}: {told}");
    }
    // Zeros in front must not matter, unless nothing is accepted at all.
    let body = |lines: &str| {
        let body = format!(
            "grundy law certificate 2\nclaim lost\norder sum\nnumeration base 2\ngame g\nrules 1 lines\n{take}\n{lines}"
        );
        told(&sealed::seal(&body))
    };
    let zeros = "indifferent to zeros";
    assert!(body("automaton 2 states 1 tracks\naccepting 0\n0: 1 1\n1: 1 1\n").contains(zeros));
    assert!(body("automaton 1 states 1 tracks\naccepting 0\n0: - -\n").contains(zeros));
    assert!(body("automaton 1 states 1 tracks\naccepting\n0: - 0\n").contains(zeros));
    assert!(body("automaton 1 states 1 tracks\naccepting\n0: - -\n").contains("it says N of (0)"));
}

/// A place where the rules have no value must not be reached from the domain.
#[test]
fn trouble_is_found_where_it_can_be_reached() {
    for (rules, at) in [
        (
            "game g; state n in 0..9; move m if popcount(n-1) = 1 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m if popcount(n-3) = 1 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 2..9; move m if popcount(n-3) = 1 -> [n-1]",
            "(2)",
        ),
        (
            "game g; state n in 0..9; move m if n > 6 or popcount(n-3) = 1 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m if n > 1 and popcount(n-3) = 1 -> [n-1]",
            "(2)",
        ),
        (
            "game g; state n in 0..9; move m(k in 1..2) if popcount(n-k) = 1 -> [n-k]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m if popcount(3-n) = 1 -> [n-1]",
            "(4)",
        ),
        (
            "game g; state n in 0..9; move m if 1 = 2 or popcount(3-n) = 1 -> [n-1]",
            "(4)",
        ),
        (
            "game g; state n in 0..9; move m if divides(3, 6) and popcount(3-n) = 1 -> [n-1]",
            "(4)",
        ),
        (
            "game g; state n in 0..9; move m(k in 0..3) if n % k = 0 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m if n / (n > 5 ? 0 : 2) = 1 -> [n-1]",
            "(6)",
        ),
        (
            "game g; state n in 0..9; move m(k in -1..3) if n > 4 -> [n-2**k]",
            "(5)",
        ),
        (
            "game g; state n in 0..9; move m(k in 0..63) if n > 4 -> [n-2**k]",
            "(5)",
        ),
        (
            "game g; state n in 0..9; move m if n << (n > 5 ? 64 : 2) = 8 -> [n-1]",
            "(6)",
        ),
        (
            "game g; state n in 0..9; move m if n >> (n % 3 - 1) = 1 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m let t = n / (n = 4 ? 0 : 1) -> [n-1]",
            "(4)",
        ),
        (
            "game g; state n in 0..9; move m(k in {1, n / (n > 7 ? 0 : 1)}) -> [n-1]",
            "(8)",
        ),
        (
            "game g; state n in 0..9; move m if any(i in 0..n: 7 % (i > 4 ? 0 : 2) = n) -> [n-1]",
            "(5)",
        ),
        (
            "game g; state n in 0..9; move m if not all(i in 0..n: popcount(i/2-n/4) % 2 = 1) -> [n-1]",
            "(4)",
        ),
        (
            "game g; state n in 0..9; move m(k in 1..popcount(n-3) % 2) -> [n-k]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m if popcount(n-3) % 2 = 1 -> [n-1]",
            "(0)",
        ),
        (
            "game g; state n in 0..9; move m -> [n-1]; lose when n = 4; win when 7 % (n = 9 ? 0 : 3) = 5",
            "(9)",
        ),
        ("coins p in 0..5; move m(q in 2..3) turns p, q", "(0)"),
        ("coins p in 0..5; move m(q in 0..p) turns p, q", "(0)"),
    ] {
        let tracks = if rules.starts_with("coins") { 2 } else { 1 };
        let claim = if tracks == 2 { "values plain" } else { "lost" };
        let told = told(&constant(rules, claim, "base 2", tracks, true));
        let named = told.contains("no exact meaning") && told.contains(&format!("at {at}"));
        assert!(named, "{rules}: {told}");
    }
    for (least, condition) in [
        (1, "popcount(n-1) = 1"),
        (3, "popcount(n-3) = 1"),
        (0, "n > 2 and popcount(n-3) = 1"),
        (0, "n <= 2 or popcount(n-3) = 1"),
        (0, "n in {4, 5} and popcount(n-4) = 1"),
        // What is not looked at cannot fail.
        (0, "1 = 1 or popcount(n-3) = 1"),
        (0, "1 = 2 and popcount(n-3) = 1"),
        (0, "divides(3, 6) or popcount(n-3) = 1"),
        (0, "divides(3, 7) and popcount(n-3) = 1"),
        (0, "1 < 2 or popcount(n-3) = 1"),
        (0, "1 <= 1 or popcount(n-3) = 1"),
        (0, "not (1 < 2) and popcount(n-3) = 1"),
        (0, "(n < 3 ? 1 : popcount(n-3) % 2) = 1"),
        (0, "(n >= 3 ? popcount(n-3) % 2 : 1) = 1"),
        (0, "n / (n > 9 ? 0 : 2) = 1"),
        (0, "n > 4 and n % (n > 4 ? 3 : 0) = 1"),
    ] {
        let rules = format!("game g; state n in {least}..9; move m if {condition} -> [n-1]");
        is_read_right(&rules, PLAIN);
    }
}

/// Larger boards, for constants beyond the few that are always looked at.
#[test]
fn large_constants_are_read_right() {
    for condition in ["n = 70 + k", "n + k = 78", "2*n = 150 + k", "n - k > 66"] {
        let rules = format!("game g; state n in 0..80; move m(k in 1..n) if {condition} -> [n-k]");
        is_read_right(&rules, PLAIN);
    }
}

/// Whether each move leads downwards in an order: one place smaller, and all before it equal.
#[test]
fn moves_that_do_not_lead_downwards_are_named() {
    for (target, sum, first, second) in [
        ("[x-1, y]", true, true, true),
        ("[x, y-1]", true, true, true),
        ("[x, y]", false, false, false),
        ("[x, y+1]", false, false, false),
        ("[x+1, y]", false, false, false),
        ("[x-1, y+1]", false, true, false),
        ("[x-2, y+1]", true, true, false),
        ("[x+1, y-1]", false, false, true),
        ("[x+1, y-2]", true, false, true),
        ("[x-1, y] + [x, y]", false, false, false),
        ("[x, y-1] + [x-1, y+1]", false, true, false),
    ] {
        let rules = format!("game g; state x, y; move m if x > 5 -> {target}");
        let orders = [
            ("sum", sum),
            ("lexicographic 0 1", first),
            ("lexicographic 1 0", second),
        ];
        for (order, downwards) in orders {
            let text = constant(&rules, "values plain", "base 2", 3, true);
            let text = text.rsplit_once("sum ").unwrap().0;
            let text = text.replace("order sum", &format!("order {order}"));
            let told = told(&sealed::seal(&text));
            assert_eq!(
                !told.contains("downwards"),
                downwards,
                "{target} {order}: {told}"
            );
        }
    }
}

/// One game of a file is chosen by its name, with parameters.
#[test]
fn what_is_chosen_beside_the_rules_counts() {
    let rules =
        "game a(m = 2); state n; move t(k in 1..m) -> [n-k]\ngame b; state n; move t -> [n-1]";
    let law = |beside: &str, modulus: usize| {
        let states: Vec<String> = (0..modulus)
            .map(|r| format!("{r}: {} {}\n", 2 * r % modulus, (2 * r + 1) % modulus))
            .collect();
        let text = format!(
            "grundy law certificate 2\nclaim lost\norder sum\nnumeration base 2\ngame g\n{beside}rules 2 lines\n{rules}\n\
             automaton {modulus} states 1 tracks\naccepting 0\n{}",
            states.concat()
        );
        told(&sealed::seal(&text))
    };
    assert_eq!(law("", 2), "");
    assert_eq!(law("choose b\n", 2), "");
    assert_eq!(law("choose a\n", 3), "");
    assert_eq!(law("choose a\nset m = 4\n", 5), "");
    assert!(law("choose a\n", 2).contains("it says"));
    assert!(law("choose a\nset m = 4\n", 3).contains("it says"));
    assert!(law("", 3).contains("it says"));
    assert!(!law("choose c\n", 2).is_empty());
}

/// A check that may not cost anything is an error with its numbers, not a verdict.
#[test]
fn checks_keep_to_their_budget() {
    let rules = "game g; state x, y; move a(k in 1..x) -> [x-k, y]; move b(k in 1..y) -> [x, y-k]";
    let law = "automaton 1 states 3 tracks\naccepting 0\n0: 0 - - 0 - 0 0 -\n";
    let text = sealed::seal(&format!(
        "grundy law certificate 2\nclaim values plain\norder sum\nnumeration base 2\ngame g\nrules 1 lines\n{rules}\n{law}"
    ));
    let nodes = check(&text, &Budget::default()).unwrap().nodes();
    assert!(nodes > 30, "{nodes}");
    let over = |budget: Budget| match check(&text, &budget) {
        Err(Error::OverBudget { resource, .. }) => Some(resource),
        Ok(_) => None,
        other => panic!("{other:?}"),
    };
    assert_eq!(over(Budget::default().with_states(nodes)), None);
    assert_eq!(
        over(Budget::default().with_states(nodes - 1)),
        Some(Resource::States)
    );
    assert_eq!(
        over(Budget::default().with_bytes(600)),
        Some(Resource::Bytes)
    );
    assert_eq!(over(Budget::default().with_bytes(1 << 20)), None);
}

/// The genuine certificates, in every numeration: each accepting state and each transition
/// matters.
#[test]
fn every_entry_of_a_genuine_law_matters() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/genuine");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(told(&text), "", "{}", path.display());
        let lines: Vec<&str> = text.lines().collect();
        let from = lines
            .iter()
            .position(|line| line.starts_with("accepting"))
            .unwrap();
        let states = lines.len() - from - 2;
        let accepting: Vec<&str> = lines[from].split(' ').skip(1).collect();
        let (mut changed, mut believed) = (0, 0);
        for state in 0..states {
            let state = state.to_string();
            let mut other = accepting.clone();
            match other.iter().position(|name| *name == state) {
                Some(at) => drop(other.remove(at)),
                None => other.push(&state),
            }
            other.sort_by_key(|name| name.parse::<usize>().unwrap());
            let mut wrong = lines.clone();
            let line = format!("accepting {}", other.join(" "));
            wrong[from] = line.trim_end();
            wrong.pop();
            changed += 1;
            let wrong = sealed::seal(&format!("{}\n", wrong.join("\n")));
            believed += usize::from(told(&wrong).is_empty());
        }
        // Nothing is coded as 0 where values are written as powers of two.
        let free = usize::from(text.contains("claim values power"));
        assert_eq!(believed, free, "{}: of {changed}", path.display());
    }
}

/// The numerations that there are, at the ends of their numbers.
#[test]
fn numerations_are_read_or_refused() {
    for code in [
        "base 2",
        "base 16",
        "recurrence 1 1",
        "recurrence 8 8",
        "recurrence 8 1",
        "recurrence 2 0 1",
        "recurrence 1 1 1",
    ] {
        let read = Numeration::from_code(code).unwrap_or_else(|| panic!("{code}"));
        assert_eq!(read.code(), code);
    }
    for code in [
        "base 1",
        "base 17",
        "base 0",
        "base",
        "base 2 2",
        "recurrence 1",
        "recurrence 9 1",
        "recurrence 1 2",
        "recurrence 2 0",
        "recurrence 0 1",
        "recurrence 1 1 0",
        "recurrence 1 1 2",
        "recurrence 1 0 1",
        "recurrence 1 1 1 1",
        "base x",
        "radix 2",
    ] {
        let expected = code == "recurrence 1 0 1";
        assert_eq!(Numeration::from_code(code).is_some(), expected, "{code}");
    }
}

/// What is read is written again, with all that is chosen beside the rules.
#[test]
fn certificates_are_written_as_they_are_read() {
    let rules = "game a(m = 2); state n; move t(k in 1..m) -> [n-k]";
    let plain = constant(rules, "lost", "base 2", 1, true);
    let body = plain.rsplit_once("sum ").unwrap().0;
    let mut texts = vec![plain.clone()];
    for beside in [
        "play misere\n",
        "choose a\n",
        "choose a\nset m = 5\nplay misere\n",
    ] {
        texts.push(sealed::seal(
            &body.replace("rules", &format!("{beside}rules")),
        ));
    }
    texts.push(sealed::seal(
        &body.replace("order sum", "order lexicographic 0"),
    ));
    texts.push(constant(rules, "values power", "base 2", 2, false));
    texts.push(constant(rules, "values plain", "base 3", 2, false));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/genuine");
    for entry in std::fs::read_dir(folder).unwrap() {
        texts.push(std::fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    for text in texts {
        let read = Certificate::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.to_string(), text);
    }
}

/// Unbounded boards, where the first position that shows a difference may lie far out: equations of
/// which a multiple of 10 or 7 tokens has a solution, from some number on.
#[test]
fn equations_are_solved_far_out() {
    for condition in [
        "n + 120 = 10*k",
        "10*k = n + 120",
        "n + 250 = 7*k",
        "7*k + 100 = 8*n",
        "8*n = 7*k + 100",
        "10*k + 99 = n + 2*k",
    ] {
        let rules = format!("game g; state n; move m(k in 1..n) if {condition} -> []");
        let mut truth = Truth::new(&rules);
        let (start, period) = (280, 280);
        let lost: Vec<bool> = (0..start + 2 * period)
            .map(|n| truth.value(&[n]) == 0)
            .collect();
        let fold = |n: i64| if n < start + period { n } else { n - period };
        assert!((0..start + 2 * period).all(|n| lost[n as usize] == lost[fold(n) as usize]));
        let states = start + period;
        let next = |n: i64| {
            if n < states {
                n
            } else {
                start + (n - start) % period
            }
        };
        let mut lines = String::new();
        let mut accepting = String::new();
        for n in 0..states {
            lines.push_str(&format!("{n}: {} {}\n", next(2 * n), next(2 * n + 1)));
            if lost[n as usize] {
                accepting.push_str(&format!(" {n}"));
            }
        }
        let law = |accepting: &str| {
            let text = format!(
                "grundy law certificate 2\nclaim lost\norder sum\nnumeration base 2\ngame g\nrules 1 lines\n{rules}\n\
                 automaton {states} states 1 tracks\naccepting{accepting}\n{lines}"
            );
            told(&sealed::seal(&text))
        };
        assert_eq!(law(&accepting), "", "{condition}");
        // One number of the period, which is first met beyond the table.
        let wrong = (start..states).find(|n| lost[*n as usize]).unwrap();
        let told = law(&accepting.replacen(&format!(" {wrong} "), " ", 1));
        assert!(told.contains("it says N of"), "{condition}: {told}");
    }
}

/// Conditions on so many digits at a time that what they lead to is not remembered.
#[test]
fn conditions_on_many_digits_are_read_right() {
    let rules = "game g; state n; move m(k in 1..2, j in 1..2) if k + j < n -> []";
    let line = |first: &str, few: &str, many: &str| {
        let words: Vec<&str> = (0..16)
            .map(|digit| match digit {
                0 => first,
                1 | 2 => few,
                _ => many,
            })
            .collect();
        words.join(" ")
    };
    for (accepting, right) in [("0 1", true), ("0", false), ("1", false), ("0 1 2", false)] {
        let text = format!(
            "grundy law certificate 2\nclaim lost\norder sum\nnumeration base 16\ngame g\nrules 1 lines\n{rules}\n\
             automaton 3 states 1 tracks\naccepting {accepting}\n0: {}\n1: {}\n2: {}\n",
            line("0", "1", "2"),
            line("2", "2", "2"),
            line("2", "2", "2")
        );
        let told = told(&sealed::seal(&text));
        assert_eq!(told.is_empty(), right, "{accepting}: {told}");
    }
}

/// An order names every coordinate once, and an automaton has states and letters as it says.
#[test]
fn certificates_that_do_not_fit_together_are_refused() {
    let rules = "game g; state x, y; move a -> [x-1, y]; move b -> [x, y-1]";
    let text = constant(rules, "lost", "base 2", 2, true);
    let body = text.rsplit_once("sum ").unwrap().0;
    let changed = |from: &str, to: &str| {
        assert!(body.contains(from), "{from}");
        told(&sealed::seal(&body.replace(from, to)))
    };
    assert!(changed("order sum", "order lexicographic 0 1").contains("it says"));
    for order in ["0", "1", "0 0", "0 2", "0 1 2", "1 1", "", "x"] {
        let told = changed("order sum", &format!("order lexicographic {order}"));
        assert!(
            !told.is_empty() && !told.contains("it says"),
            "{order}: {told}"
        );
    }
    for (from, to) in [
        ("automaton 1 states", "automaton 0 states"),
        ("automaton 1 states", "automaton 2 states"),
        ("automaton 1 states 2 tracks", "automaton 1 states 0 tracks"),
        ("automaton 1 states 2 tracks", "automaton 1 states 3 tracks"),
        (
            "automaton 1 states 2 tracks",
            "automaton 1 states 40 tracks",
        ),
        ("accepting 0", "accepting 1"),
        ("0: 0 0 0 0", "0: 0 0 0"),
        ("0: 0 0 0 0", "0: 0 0 0 0 0"),
        ("0: 0 0 0 0", "0: 0 0 0 1"),
        ("0: 0 0 0 0", "1: 0 0 0 0"),
    ] {
        let told = changed(from, to);
        assert!(
            !told.is_empty() && !told.contains("it says"),
            "{to}: {told}"
        );
    }
}
