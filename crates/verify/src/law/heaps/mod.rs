//! Certificates of laws for any number of heaps.
//!
//! `state h[d]` is a row of d heaps, and d is a parameter: Nim, staircase Nim and their kin for **all** d. A
//! certificate claims
//!
//! > g(h) = t(h_0) ⊕ t(h_1) ⊕ … ⊕ t(h_{d-1}),
//!
//! where what a heap counts, t(x), depends on its place modulo C: x itself, nothing, or x modulo a number.
//!
//! **Theorem** (after Sprague and Grundy: the argument of Bouton). A move chooses a place i in a range, and looks at
//! and changes only heaps at fixed distances from i (*touched* heaps). *Premises*, for all d ≥ D:
//!
//! 1. Wherever the range of i allows i, i is not negative and every touched heap exists; and the rules have an exact
//!    meaning there. Play is normal.
//! 2. Of the touched heaps that a move changes the one with the highest place becomes smaller (`order down`), or the
//!    one with the lowest (`order up`).
//! 3. No move leaves the xor of what the touched heaps count as it was.
//! 4. For every place p < d, every size of its heap, **whatever the other touched heaps hold**, and every w < t(h_p) there is a
//!    move that touches p and after which the touched heaps count together what they did before, with w for t(h_p).
//!
//! *Then* the claim is true of all positions and all d ≥ D.
//!
//! *Proof.* By 2 positions with d heaps are well ordered along moves, lexicographically. Let G be the xor that is
//! claimed. A move changes it by the xor of what touched heaps counted and count, which is not 0 by 3: no option has
//! the value G. Let w < G and u = G ⊕ w. The highest digit 1 of u is one of G, since w < G; so some
//! t(h_p) has it, and t(h_p) ⊕ u < t(h_p). By 4 there is a move that puts t(h_p) ⊕ u in the place of t(h_p), and leads to G ⊕ u = w. ∎
//!
//! **Greedy Nim.** With `only the greatest` every move has the condition that no heap is greater than the one at i, and the rest of
//! the rules is that of Nim: by 1, 2 and 4, for one touched heap that counts itself, the heap at any place may become any smaller
//! one and nothing else. *Then* a position is lost exactly if all heaps are empty, or the greatest size occurs an even number of times (Albert and
//! Nowakowski 2004). *Proof.* Let M > 0 be the greatest size and c how often it occurs. If c is even, every move leaves c - 1 of
//! them, an odd number. If c ≥ 3 is odd, a heap M that becomes empty leaves c - 1 > 0. If c = 1, let M' be the greatest size of the other
//! heaps and c' how often it occurs: if M' = 0, M becomes empty; else M becomes M' if c' is odd, and empty if c' is even. So the
//! stated positions have no option among them, and all others have one. ∎
//!
//! The premises speak of one place and the heaps near it, with d, i and the heaps as numbers: each is decided digit by
//! digit as those of laws are ([`super`]).
//!
//! ```
//! use grundy::budget::Budget;
//! use grundy_verify::law::heaps::check;
//! let text = "grundy heaps certificate 1
//! for d from 1
//! game nim
//! rules 3 lines
//! game nim(d = 3)
//! state h[d]
//! move take(i in 0..d-1, k in 1..h[i]) -> [h[i := h[i]-k]]
//! order down
//! heap 0 of 1 counts itself
//! ";
//! let nim = check(&grundy::notation::sealed::seal(text), &Budget::default()).unwrap();
//! assert_eq!(nim.certificate().law().to_string(), "g(h) = the xor of all h[i]");
//! let lie = text.replace("counts itself", "counts modulo 4");
//! assert!(check(&grundy::notation::sealed::seal(&lie), &Budget::default()).is_err());
//! ```
//!
//! Limits: the state is one array whose length is the parameter; a move chooses one place, or names fixed ones, and
//! leads to the same row with some heaps changed; normal play.

mod certificate;
mod near;

use grundy::budget::{Budget, Meter};
use grundy::error::Error;

use super::form::{Bits, Form, Guard};
use super::lower::Move;
use super::numeration::Numeration;
use super::question::{Builder, ask, exists};
use crate::{refuse, refused};
use near::Local;

pub use certificate::{Certificate, Counts, TITLE};

/// A certificate whose claim was verified. Only [`check`] makes one.
pub type Theorem = crate::Theorem<Certificate>;

/// The variables of the number of heaps and of the place.
const D: usize = 0;
const I: usize = 1;
/// Where one heap is asked about, those of its size and of the first of the heaps near it.
const HEAP: usize = 2;
const FIRST: usize = 3;

/// Verifies a certificate. If its claim is not true, or does not follow, the error tells which premise fails.
pub fn check(text: &str, budget: &Budget) -> Result<Theorem, Error> {
    let certificate = Certificate::read(text)?;
    let mut meter = budget.meter("check");
    let moves = near::moves(&certificate, &mut meter)?;
    let checker = Checker {
        certificate: &certificate,
        moves: &moves,
    };
    for local in &moves {
        checker.are_there(local, &mut meter)?;
        for mv in &local.moves {
            checker.order(local, mv, &mut meter)?;
            checker.changes(local, mv, &mut meter)?;
        }
    }
    checker.reaches(&mut meter)?;
    Ok(Theorem::new(certificate, &meter))
}

struct Checker<'c> {
    certificate: &'c Certificate,
    moves: &'c [Local],
}

/// What a heap of this size counts, as a form; `None` for nothing.
fn counted(asked: &mut Builder, counts: Counts, size: &Form) -> Result<Option<Form>, Error> {
    Ok(match counts {
        Counts::Nothing => None,
        Counts::Itself => Some(size.clone()),
        Counts::Modulo(modulus) => {
            let rest = Form::variable(asked.fresh());
            asked.need(&Guard::less(&rest, &Form::constant(modulus))?)?;
            asked.need(&Guard::Remainder(size.plus(-1, &rest)?, modulus, 0))?;
            Some(rest)
        }
    })
}

/// Requires that the xor of the forms, none of them negative, is 0.
fn xor_is_zero(asked: &mut Builder, forms: Vec<Form>) -> Result<(), Error> {
    let named = forms.iter().map(|form| asked.named(form, &|v| v));
    let named: Vec<Form> = named.map(Form::variable).collect();
    asked.need(&Guard::Bits(Bits::XorZero, named))
}

impl Checker<'_> {
    fn fails(&self, at: &[u64], en: &str, zh: &str) -> Error {
        let (d, i) = (at[D], at[I]);
        refused(
            format!("with {d} heaps, near place {i}: {en}"),
            format!("共 {d} 堆时，第 {i} 处附近：{zh}"),
        )
    }

    fn class(&self, place: i64) -> Counts {
        let classes = &self.certificate.classes;
        classes[place.rem_euclid(classes.len() as i64) as usize]
    }

    /// Enough heaps.
    fn rows(&self, variables: usize) -> Result<Builder, Error> {
        let mut asked = Builder::new(variables);
        let least = Form::constant(self.certificate.least);
        asked.need(&Guard::at_most(&least, &Form::variable(D))?)?;
        Ok(asked)
    }

    /// Enough heaps, and a legal move of which more can be asked.
    fn moved(&self, local: &Local, mv: &Move) -> Result<Builder, Error> {
        let mut asked = self.rows(2 + local.touched.len() + mv.binders)?;
        asked.need(&mv.guard)?;
        for form in &mv.target[0] {
            asked.need(&Guard::at_most(&Form::constant(0), form)?)?;
        }
        Ok(asked)
    }

    /// Premise 1: the place is a number from 0 on, and the touched heaps are there.
    fn are_there(&self, local: &Local, meter: &mut Meter) -> Result<(), Error> {
        for below in &local.below {
            let mut asked = self.rows(2)?;
            asked.require_where(below, &[D, I])?;
            if let Some(at) = exists(Numeration::BINARY, asked, meter)? {
                return refuse(
                    format!("with {} heaps, a place may be less than 0", at[D]),
                    format!("共 {} 堆时，所选之处可能小于 0", at[D]),
                );
            }
        }
        let mut outside = Vec::new();
        for &distance in &local.touched {
            let place = Form::variable(I).plus(1, &Form::constant(distance))?;
            outside.push(Guard::negative(&place)?);
            outside.push(Guard::at_most(&Form::variable(D), &place)?);
        }
        let mut asked = self.rows(2)?;
        asked.need(&local.range)?;
        asked.need(&Guard::Any(outside))?;
        match exists(Numeration::BINARY, asked, meter)? {
            None => Ok(()),
            Some(at) => Err(self.fails(
                &at,
                "a heap is looked at that is not there",
                "查看了不存在的堆",
            )),
        }
    }

    /// Premise 2.
    fn order(&self, local: &Local, mv: &Move, meter: &mut Meter) -> Result<(), Error> {
        let mut places: Vec<usize> = (2..2 + local.touched.len()).collect();
        if self.certificate.down {
            places.reverse();
        }
        let mut wrong = Vec::new();
        let mut same: Vec<Guard> = Vec::new();
        for place in places {
            let (before, after) = (Form::variable(place), &mv.target[0][place]);
            let mut case = same.clone();
            case.push(Guard::less(&before, after)?);
            wrong.push(Guard::All(case));
            same.push(Guard::equal(&before, after)?);
        }
        wrong.push(Guard::All(same));
        let mut asked = self.moved(local, mv)?;
        asked.need(&Guard::Any(wrong))?;
        match exists(Numeration::BINARY, asked, meter)? {
            None => Ok(()),
            Some(at) => Err(self.fails(
                &at,
                "a move does not lead downwards in its order",
                "有着法并不沿其序下降",
            )),
        }
    }

    /// Premise 3.
    fn changes(&self, local: &Local, mv: &Move, meter: &mut Meter) -> Result<(), Error> {
        let classes = self.certificate.classes.len() as i64;
        for rest in 0..classes {
            let mut asked = self.moved(local, mv)?;
            asked.need(&Guard::Remainder(Form::variable(I), classes, rest))?;
            let mut all = Vec::new();
            for (at, &distance) in (2..).zip(&local.touched) {
                let class = self.class(rest + distance);
                let (before, after) = (Form::variable(at), &mv.target[0][at]);
                if before != *after {
                    all.extend(counted(&mut asked, class, &before)?);
                    all.extend(counted(&mut asked, class, after)?);
                }
            }
            xor_is_zero(&mut asked, all)?;
            if let Some(at) = exists(Numeration::BINARY, asked, meter)? {
                return Err(self.fails(&at, "a move leaves the value as it was", "有着法使值不变"));
            }
        }
        Ok(())
    }

    /// Premise 4.
    fn reaches(&self, meter: &mut Meter) -> Result<(), Error> {
        // The distances between touched heaps.
        let mut near: Vec<i64> = Vec::new();
        for local in self.moves {
            for a in &local.touched {
                near.extend(local.touched.iter().filter(|b| *b != a).map(|b| b - a));
            }
        }
        near.sort_unstable();
        near.dedup();
        let classes = self.certificate.classes.len() as i64;
        for rest in 0..classes {
            if self.class(rest) == Counts::Nothing {
                continue;
            }
            // The number of heaps, the place, its heap, the heaps near it, w, what the heap counts.
            let wanted = Form::variable(FIRST + near.len());
            let mut open = self.rows(FIRST + near.len() + 1)?;
            let (d, place) = (Form::variable(D), Form::variable(I));
            open.need(&Guard::less(&place, &d)?)?;
            open.need(&Guard::Remainder(place, classes, rest))?;
            let before = counted(&mut open, self.class(rest), &Form::variable(HEAP))?;
            open.need(&Guard::less(&wanted, &before.unwrap_or_default())?)?;
            let mut branches = Vec::new();
            for local in self.moves {
                for mv in &local.moves {
                    for at in 0..local.touched.len() {
                        let touching = self.touching(local, mv, at, &near, rest, &open)?;
                        branches.push(touching);
                    }
                }
            }
            let bad = |ok: bool, ways: &[u32]| ok && ways.iter().all(|&w| w == 0);
            if let Some(at) = ask(Numeration::BINARY, open, branches, 1, &bad, meter)? {
                let (d, place, size) = (at[D], at[I], at[HEAP]);
                return refuse(
                    format!(
                        "with {d} heaps, a heap of {size} at place {place}: a smaller value is not reached"
                    ),
                    format!("共 {d} 堆，第 {place} 处有 {size} 颗时：某个较小的值不可达"),
                );
            }
        }
        Ok(())
    }

    /// A move that touches the place by its heap number `at`, and puts the wanted number in the place of what that
    /// heap counts.
    fn touching(
        &self,
        local: &Local,
        mv: &Move,
        at: usize,
        near: &[i64],
        rest: i64,
        open: &Builder,
    ) -> Result<Builder, Error> {
        let mut asked = Builder::new(open.variables);
        let distance = local.touched[at];
        // The place of the move is that of the heap less the distance.
        let place = asked.fresh();
        let same = Form::variable(place).plus(1, &Form::constant(distance))?;
        asked.need(&Guard::equal(&same, &Form::variable(I))?)?;
        let mut places = vec![D, place];
        for (other, &there) in local.touched.iter().enumerate() {
            let found = near.iter().position(|n| *n == there - distance);
            places.push(match other == at {
                true => HEAP,
                false => FIRST + found.unwrap_or(0),
            });
        }
        places.extend((0..mv.binders).map(|_| asked.fresh()));
        asked.need_at(&mv.guard, &places)?;
        let mut all = vec![Form::variable(FIRST + near.len())];
        for (other, &there) in local.touched.iter().enumerate() {
            let class = self.class(rest + there - distance);
            let before = Form::variable(places[2 + other]);
            let after = mv.target[0][2 + other].placed(&places);
            asked.need(&Guard::at_most(&Form::constant(0), &after)?)?;
            if other != at {
                all.extend(counted(&mut asked, class, &before)?);
            }
            all.extend(counted(&mut asked, class, &after)?);
        }
        xor_is_zero(&mut asked, all)?;
        Ok(asked)
    }
}
