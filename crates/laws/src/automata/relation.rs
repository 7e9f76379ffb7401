//! Relations between named numbers, and their boolean combinations.
//!
//! A [`Relation`] is an automaton whose tracks are *variables*; combining two
//! relations lines up the tracks of the variables they share. Every relation
//! rejects words that are no expansions, and does not care about zeros in
//! front.

use grundy::error::Error;
use grundy::text::Text;
use rustc_hash::FxHashMap;

use super::Engine;
use super::dfa::{DEAD, Dfa, MOST_LETTERS};
use super::minimise::minimise;
use super::numeration::{Numeration, START};

/// A variable, by its number.
pub type Variable = u32;

/// An automatic relation between the numbers of some variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    numeration: Numeration,
    variables: Vec<Variable>,
    dfa: Dfa,
}

impl Relation {
    pub(super) fn assemble(numeration: Numeration, variables: Vec<Variable>, dfa: Dfa) -> Relation {
        Relation {
            numeration,
            variables,
            dfa,
        }
    }

    /// The variables, ascending: track i holds the i-th.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The automaton.
    pub fn dfa(&self) -> &Dfa {
        &self.dfa
    }

    /// The numeration.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// Whether no numbers are related.
    pub fn is_empty(&self) -> bool {
        // Minimal automata of the empty language have one state.
        self.dfa.states() == 1 && !self.dfa.accepting(0)
    }

    /// Whether these numbers are related, in the order of the variables.
    pub fn contains(&self, numbers: &[u64]) -> bool {
        let base = self.numeration.digit_count();
        let words: Vec<Vec<u8>> = numbers.iter().map(|&n| self.numeration.digits(n)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let letter = |at: usize| {
            let mut letter = 0;
            for word in words.iter().rev() {
                let digit = (at + word.len()).checked_sub(length).map_or(0, |i| word[i]);
                letter = letter * base + usize::from(digit);
            }
            letter
        };
        self.dfa.accepts((0..length).map(letter))
    }

    /// Related numbers with as few digits as possible, and among these the
    /// first in order of the first variable's digits, then the second's.
    pub fn shortest(&self) -> Option<Vec<u64>> {
        let base = self.numeration.digit_count();
        let tracks = self.variables.len();
        let mut order: Vec<usize> = (0..self.dfa.letters()).collect();
        order.sort_by_key(|&letter| digits_of(letter, base, tracks));
        let word = self.dfa.shortest(&order)?;
        (0..tracks)
            .map(|track| {
                let digits: Vec<u8> = word
                    .iter()
                    .map(|&letter| digits_of(letter, base, tracks)[track])
                    .collect();
                self.numeration.value(&digits)
            })
            .collect()
    }
}

/// The digits of a packed letter, one for each track.
pub fn digits_of(letter: usize, base: usize, tracks: usize) -> Vec<u8> {
    let mut rest = letter;
    (0..tracks)
        .map(|_| {
            let digit = (rest % base) as u8;
            rest /= base;
            digit
        })
        .collect()
}

/// The letter that packs these digits.
pub fn letter_of(digits: &[u8], base: usize) -> usize {
    digits
        .iter()
        .rev()
        .fold(0, |letter, &digit| letter * base + usize::from(digit))
}

/// The number of letters for so many tracks, if it is allowed.
pub(super) fn letters(numeration: Numeration, tracks: usize) -> Result<usize, Error> {
    let base = numeration.digit_count();
    (0..tracks)
        .try_fold(1usize, |n, _| {
            n.checked_mul(base).filter(|n| *n <= MOST_LETTERS)
        })
        .ok_or_else(|| Error::Unsupported {
            because: Text::new(
                format!("an automaton over {tracks} numbers at once has too many letters"),
                format!("同时读取 {tracks} 个数的自动机字母过多"),
            ),
        })
}

/// For every letter over `all`, the letter over the tracks of `some`, whose
/// variables may repeat and be in any order.
fn restriction(numeration: Numeration, all: &[Variable], some: &[Variable]) -> Vec<u32> {
    let base = numeration.digit_count();
    let count = base.pow(all.len() as u32);
    let places: Vec<usize> = some
        .iter()
        .map(|v| all.binary_search(v).unwrap_or(0))
        .collect();
    (0..count)
        .map(|letter| {
            let digits = digits_of(letter, base, all.len());
            let kept: Vec<u8> = places.iter().map(|&p| digits[p]).collect();
            letter_of(&kept, base) as u32
        })
        .collect()
}

fn union(a: &[Variable], b: &[Variable]) -> Vec<Variable> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}

impl Engine<'_> {
    /// The relation of any automaton to its minimal form.
    pub(super) fn finish(&mut self, variables: Vec<Variable>, dfa: Dfa) -> Result<Relation, Error> {
        let smallest = minimise(&dfa, self.meter)?;
        Ok(Relation::assemble(self.numeration, variables, smallest))
    }

    /// All numbers.
    pub fn all(&mut self, variables: &[Variable]) -> Result<Relation, Error> {
        let variables = union(variables, &[]);
        let count = letters(self.numeration, variables.len())?;
        let base = self.numeration.digit_count();
        let tracks = variables.len();
        let digits: Vec<Vec<u8>> = (0..count).map(|l| digits_of(l, base, tracks)).collect();
        // A state tells for each track how the expansion may go on; the phase is
        // that of all.
        let start = (0, vec![START; tracks]);
        let mut dfa = Dfa::new(count, true);
        let mut number: FxHashMap<(usize, Vec<u8>), u32> = FxHashMap::default();
        number.insert(start.clone(), 0);
        let mut states = vec![start];
        let mut at = 0;
        while at < states.len() {
            self.state(count, at)?;
            let (phase, tracks) = states[at].clone();
            for (letter, digits) in digits.iter().enumerate() {
                let next = tracks.iter().zip(digits);
                let next = next.map(|(at, digit)| self.numeration.follow(*at, *digit));
                let Some(next) = next.collect::<Option<Vec<u8>>>() else {
                    continue;
                };
                let next = ((phase + 1) % self.numeration.period(), next);
                let to = *number.entry(next.clone()).or_insert_with(|| {
                    let to = dfa.add(next.0 == 0);
                    states.push(next);
                    to
                });
                dfa.set(at as u32, letter, to);
            }
            at += 1;
        }
        self.finish(variables, dfa)
    }

    /// No numbers at all.
    pub fn none(&mut self, variables: &[Variable]) -> Result<Relation, Error> {
        let variables = union(variables, &[]);
        let count = letters(self.numeration, variables.len())?;
        self.finish(variables, Dfa::new(count, false))
    }

    /// The relation whose automaton is given, its tracks being `variables` in
    /// this order. Words that are no expansions are taken out, and zeros in
    /// front are made not to matter: what counts is the word without them.
    pub fn given(&mut self, dfa: &Dfa, variables: &[Variable]) -> Result<Relation, Error> {
        let expected = letters(self.numeration, variables.len())?;
        if dfa.letters() != expected {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!("an automaton of {} letters, not {expected}", dfa.letters()),
                    format!("自动机有 {} 个字母，应为 {expected} 个", dfa.letters()),
                ),
            });
        }
        // New start states that ignore whole periods of zeros: where the first digit that is
        // not 0 comes after some zeros of a period, the automaton has read these too.
        let period = self.numeration.period() as u32;
        let mut fresh = Dfa::new(expected, dfa.accepting(0));
        for _ in 1..period {
            fresh.add(false);
        }
        for state in 0..dfa.states() as u32 {
            self.state(expected, state as usize)?;
            fresh.add(dfa.accepting(state));
            for (letter, &to) in dfa.row(state).iter().enumerate() {
                if to != DEAD {
                    fresh.set(state + period, letter, to + period);
                }
            }
        }
        let mut after = 0;
        for zeros in 0..period {
            fresh.set(zeros, 0, (zeros + 1) % period);
            if after == DEAD {
                continue;
            }
            for (letter, &to) in dfa.row(after).iter().enumerate().skip(1) {
                if to != DEAD {
                    fresh.set(zeros, letter, to + period);
                }
            }
            after = dfa.next(after, 0);
        }
        self.renamed(&fresh, variables)
    }

    /// A relation about other variables, one for each of its own; they may
    /// repeat.
    pub fn rename(&mut self, relation: &Relation, to: &[Variable]) -> Result<Relation, Error> {
        if to.len() == relation.variables.len() && to.is_sorted_by(|a, b| a < b) {
            let mut same = relation.clone();
            same.variables = to.to_vec();
            return Ok(same);
        }
        self.renamed(&relation.dfa, to)
    }

    fn renamed(&mut self, dfa: &Dfa, to: &[Variable]) -> Result<Relation, Error> {
        let variables = union(to, &[]);
        let count = letters(self.numeration, variables.len())?;
        let map = restriction(self.numeration, &variables, to);
        let mut turned = Dfa::new(count, dfa.accepting(0));
        for state in 0..dfa.states() as u32 {
            self.state(count, state as usize)?;
            if state > 0 {
                turned.add(dfa.accepting(state));
            }
            for (letter, &old) in map.iter().enumerate() {
                turned.set(state, letter, dfa.next(state, old as usize));
            }
        }
        let turned = self.finish(variables.clone(), turned)?;
        let all = self.all(&variables)?;
        self.and(&turned, &all)
    }

    /// Both.
    pub fn and(&mut self, a: &Relation, b: &Relation) -> Result<Relation, Error> {
        self.combine(a, b, |x, y| x && y)
    }

    /// At least one.
    pub fn or(&mut self, a: &Relation, b: &Relation) -> Result<Relation, Error> {
        let (a, b) = self.over_the_same(a, b)?;
        self.combine(&a, &b, |x, y| x || y)
    }

    /// The first but not the second.
    pub fn minus(&mut self, a: &Relation, b: &Relation) -> Result<Relation, Error> {
        let (a, b) = self.over_the_same(a, b)?;
        self.combine(&a, &b, |x, y| x && !y)
    }

    /// Exactly one.
    pub fn differ(&mut self, a: &Relation, b: &Relation) -> Result<Relation, Error> {
        let (a, b) = self.over_the_same(a, b)?;
        self.combine(&a, &b, |x, y| x != y)
    }

    /// The opposite.
    pub fn not(&mut self, a: &Relation) -> Result<Relation, Error> {
        let all = self.all(&a.variables)?;
        self.minus(&all, a)
    }

    /// All of them; with no relation at all, everything.
    pub fn and_all(&mut self, relations: &[Relation]) -> Result<Relation, Error> {
        let mut all = self.all(&[])?;
        for relation in relations {
            all = self.and(&all, relation)?;
        }
        Ok(all)
    }

    /// At least one of them, over the given variables too.
    pub fn or_all(
        &mut self,
        relations: &[Relation],
        variables: &[Variable],
    ) -> Result<Relation, Error> {
        let mut any = self.none(variables)?;
        for relation in relations {
            any = self.or(&any, relation)?;
        }
        Ok(any)
    }

    /// Both relations about all variables of either.
    fn over_the_same(&mut self, a: &Relation, b: &Relation) -> Result<(Relation, Relation), Error> {
        let mut widen = |x: &Relation, y: &Relation| {
            let missing: Vec<Variable> = y
                .variables
                .iter()
                .copied()
                .filter(|v| !x.variables.contains(v))
                .collect();
            if missing.is_empty() {
                return Ok(x.clone());
            }
            let free = self.all(&missing)?;
            self.and(x, &free)
        };
        Ok((widen(a, b)?, widen(b, a)?))
    }

    /// The product automaton; `decide(false, false)` must be false.
    fn combine(
        &mut self,
        a: &Relation,
        b: &Relation,
        decide: fn(bool, bool) -> bool,
    ) -> Result<Relation, Error> {
        let variables = union(&a.variables, &b.variables);
        let count = letters(self.numeration, variables.len())?;
        let map_a = restriction(self.numeration, &variables, &a.variables);
        let map_b = restriction(self.numeration, &variables, &b.variables);
        // Whether one side alone can still lead to acceptance.
        let (a_alone, b_alone) = (decide(true, false), decide(false, true));
        let mut dfa = Dfa::new(count, decide(a.dfa.accepting(0), b.dfa.accepting(0)));
        let mut number: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        number.insert((0, 0), 0);
        let mut pairs = vec![(0u32, 0u32)];
        let mut at = 0;
        while at < pairs.len() {
            self.state(count, at)?;
            let (p, q) = pairs[at];
            let row = |dfa: &'_ Dfa, state: u32, letter: u32| match state {
                DEAD => DEAD,
                state => dfa.next(state, letter as usize),
            };
            for letter in 0..count {
                let x = row(&a.dfa, p, map_a[letter]);
                if x == DEAD && !b_alone {
                    continue;
                }
                let y = row(&b.dfa, q, map_b[letter]);
                if y == DEAD && (x == DEAD || !a_alone) {
                    continue;
                }
                let to = *number.entry((x, y)).or_insert_with(|| {
                    pairs.push((x, y));
                    dfa.add(decide(a.dfa.accepting(x), b.dfa.accepting(y)))
                });
                dfa.set(at as u32, letter, to);
            }
            at += 1;
        }
        self.finish(variables, dfa)
    }
}
