//! The period of a take-and-break game, as a text for Coq.
//!
//! The kernel computes the values of as many heaps as the periodicity lemma
//! needs (s·n0 + s·p + k, see [`grundy::solve::heap::period`]) from the digits
//! by the mex rule, and compares them with the law; the lemma itself is a
//! theorem of the theory.

use grundy::error::Error;
use grundy::solve::heap::period::Law;

use super::{IMPARTIAL, PERIODIC, inlined, not_for_coq};

/// The most nim sums that the kernel is asked to compute. A million take it about a second.
pub const MOST_WORK: u128 = 200_000_000;

/// The text that proves a period, or why there is none.
pub fn period(law: &Law) -> Result<String, Error> {
    let rules = &law.rules;
    let refuse = |en: &str, zh: &str| {
        Err(not_for_coq(
            format!(
                "the theory is about codes with finitely many digits whose values repeat, and {rules} {en}"
            ),
            format!("理论只涉及位数有限且值循环的编码，而 {rules} {zh}"),
        ))
    };
    if !rules.is_finite() {
        return refuse("has infinitely many", "有无穷多位");
    }
    if rules.unequal() {
        return refuse("splits into unequal heaps only", "只能分成不等的堆");
    }
    if rules.min_part() > 1 {
        return refuse("has a least part", "规定了最小部分");
    }
    if law.saltus > 0 {
        return refuse("has values that grow", "的值不断增长");
    }
    let parts = u128::from(rules.max_parts().max(1));
    let needed = parts * u128::from(law.start.max(1))
        + parts * u128::from(law.period)
        + u128::from(rules.last());
    let splitting = rules.digits().iter().filter(|&&d| d > 3).count().max(1) as u128;
    // Ways to cut n tokens into so many heaps, for all n that are needed.
    let each = (1..parts).fold(1u128, |ways, i| ways.saturating_mul(needed) / i);
    let work = needed.saturating_mul(each).saturating_mul(splitting) / parts;
    if work > MOST_WORK {
        return Err(not_for_coq(
            format!(
                "the kernel would compute {needed} values with about {work} nim sums, and {MOST_WORK} are allowed"
            ),
            format!("内核需以约 {work} 次异或计算 {needed} 个值，允许 {MOST_WORK} 次"),
        ));
    }
    let value = |heap: u64| law.value(heap).map(|value| value.to_string());
    let first: Vec<String> = (0..law.start).map(value).collect::<Result<_, _>>()?;
    let end = law.start + law.period;
    let block: Vec<String> = (law.start..end).map(value).collect::<Result<_, _>>()?;
    let digits: Vec<String> = rules.digits().iter().map(u16::to_string).collect();
    let (start, period) = (law.start, law.period);
    Ok(format!(
        "(* The values of the take-and-break game {rules}: period {period} from {start} on.
   Check with: coqc FILE.v *)

{theory}
(** * The game {rules} *)

Import Impartial Periodic.
From Coq Require Import NArith List.
Import ListNotations.

(** The digits d_0, d_1, ...: bit i of d_k says that k tokens may be removed
    and the others left as exactly i non-empty heaps. *)
Definition digits : code := [{digits}]%N.

(** The values of the heaps 0, 1, ..., and those that repeat after them. *)
Definition first : list N := [{first}]%N.
Definition block : list N := [{block}]%N.

(** The kernel computes {needed} values by the mex rule and compares them. *)
Lemma computed : check digits first block = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The Grundy value of every heap. *)
Theorem values : forall (n : nat) (v : N),
  grundy nat (option digits) n v <-> v = repeating first block n.
Proof. exact (checked_grundy digits first block computed). Qed.

(** The period. *)
Theorem period : forall (n : nat) (v : N), {start} <= n ->
  (grundy nat (option digits) (n + {period}) v <-> grundy nat (option digits) n v).
Proof. exact (checked_period digits first block computed). Qed.

(** Who wins: whoever is to move loses exactly if the nim sum is 0. *)
Theorem winning : forall heaps : list nat,
  lost nat (option digits) heaps <-> nimsum (map (repeating first block) heaps) = 0%N.
Proof. exact (checked_lost digits first block computed). Qed.

Print Assumptions values.
Print Assumptions period.
Print Assumptions winning.
",
        theory = inlined(&[IMPARTIAL, PERIODIC]),
        digits = digits.join("; "),
        first = wrapped(&first),
        block = wrapped(&block),
    ))
}

/// Numbers of a list, some in each line.
fn wrapped(numbers: &[String]) -> String {
    let lines: Vec<String> = numbers.chunks(24).map(|line| line.join("; ")).collect();
    lines.join(";\n  ")
}
