//! A law that automata decide in base 2, as a text for Coq.
//!
//! The automaton of the certificate reads the most significant digit first;
//! in Coq formulas are followed from the least significant digit on, where
//! a linear form needs to remember nothing but a carry, so the automaton is turned
//! round first. What is checked, the theory decides by itself from the rules: the
//! order falls with every move, every position has exactly one value, no
//! option has it, every smaller value is that of an option.

use grundy::budget::Meter;
use grundy::error::Error;
use grundy::text::Text;

use super::closed::closed_form;
use super::{AUTOMATA, IMPARTIAL, comment, inlined, not_for_coq};
use crate::automata::dfa::{DEAD, Dfa};
use crate::automata::numeration::Numeration;
use crate::certificate::{Certificate, Kind};
use crate::law::Statement;
use crate::prove::{Coding, Order};
use crate::rules::{Form, Guard, Move, Rules, Source};

/// The largest automaton, read from the last digit on, that a kernel is given.
pub const MOST_STATES: usize = 1000;

/// The text that proves the law of a certificate, or why there is none. Where
/// the values were found as an expression that has a closed form in Coq, the
/// automaton is shown to mean the same.
pub fn law(
    certificate: &Certificate,
    statement: Option<&Statement>,
    meter: &mut Meter,
) -> Result<String, Error> {
    if certificate.numeration != Numeration::BINARY {
        let numeration = certificate.numeration.text();
        return Err(not_for_coq(
            format!(
                "the theory is about base 2, and the law is decided in another numeration ({})",
                numeration.get(grundy::text::Lang::En)
            ),
            format!(
                "理论只涉及二进制，而该规律在另一记数法（{}）中判定",
                numeration.get(grundy::text::Lang::Zh)
            ),
        ));
    }
    let rules = &certificate.rules;
    let lost = certificate.kind == Kind::Lost;
    if certificate.kind == Kind::Takeaway {
        return Err(not_for_coq(
            "the law follows from Schwenk's theorem, which the theory does not hold".into(),
            "该规律由 Schwenk 定理得出，而理论中没有此定理".into(),
        ));
    }
    if certificate.kind == Kind::Values(Coding::Power) {
        return Err(not_for_coq(
            "the law writes values as powers of two".into(),
            "该规律把值写成二的幂".into(),
        ));
    }
    if !rules.source.facts.is_empty() {
        return Err(not_for_coq(
            "the proof uses facts about numbers that the theory does not hold".into(),
            "证明用到理论中没有的数论事实".into(),
        ));
    }
    if !rules.has_values() {
        return Err(not_for_coq(
            "the theory is about normal play in which every option is allowed".into(),
            "理论只涉及正常规则，且所有选项均可走".into(),
        ));
    }
    if let Some(mv) = rules.moves.iter().find(|mv| lost && mv.target.len() != 1) {
        return Err(not_for_coq(
            format!(
                "the law is about P-positions, and the move `{}` does not lead to one position",
                mv.name
            ),
            format!("该规律关于 P 态，而着法 `{}` 不导向单个局面", mv.name),
        ));
    }
    let dimension = rules.dimension();
    let reversed = certificate.automaton.reversed(meter)?;
    if reversed.states() > MOST_STATES {
        return Err(not_for_coq(
            format!(
                "read from the last digit on the automaton has {} states, and {MOST_STATES} are allowed",
                reversed.states()
            ),
            format!(
                "从末位读起的自动机有 {} 个状态，允许 {MOST_STATES} 个",
                reversed.states()
            ),
        ));
    }
    let expression = match statement {
        Some(Statement::Value(expression)) => Some(expression),
        _ => None,
    };
    let names = names(rules);
    let count = certificate.tracks();
    let tracks: Vec<String> = (0..count).map(|track| track.to_string()).collect();
    let order = match &certificate.order {
        Order::Sum => "Sum".to_string(),
        Order::Lexicographic(by) => {
            let by: Vec<String> = by.iter().map(usize::to_string).collect();
            format!("(Lexicographic [{}])", by.join("; "))
        }
        Order::Rising(_) => {
            return Err(Error::Unsupported {
                because: Text::fixed(
                    "the theory for Coq knows play that falls, not play that rises to a bound",
                    "Coq 理论只处理下降的对局，不处理上升至某界的对局",
                ),
            });
        }
    };
    let domain = Writer::new(dimension).formula(&rules.domain, false)?;
    let moves: Vec<String> = rules
        .moves
        .iter()
        .map(|mv| written(mv, dimension))
        .collect::<Result<_, _>>()?;
    let rows: Vec<String> = (0..reversed.states() as u32)
        .map(|state| format!("  {}", row(&reversed, state, count)))
        .collect();
    let finals: Vec<&str> = (0..reversed.states() as u32)
        .map(|state| match reversed.accepting(state) {
            true => "true",
            false => "false",
        })
        .collect();
    let source: Vec<String> = shown(&rules.source).lines().map(comment).collect();
    Ok(format!(
        "(* {what} of the game {name}, decided by an automaton of {states} states.
   Check with: coqc FILE.v *)

{theory}
(** * The game *)

Import Impartial Automata.
From Coq Require Import NArith ZArith List.
Import ListNotations.

(** The rules as they were written:
<<
{source}
>>
    Positions are ({names}).  In guards and targets the numbers are these, then
    those that the move chooses: [AtMost ts c] says that the sum is at most 0
    after c is added, [Equal ts c] that it is 0, [times f i] is f times the
    number i. *)
Definition game : rules := Rules {dimension} {domain} [
{moves}].

(** The law as an automaton: it reads the binary digits of ({names}){and_value}
    side by side, the least significant first. *)
Definition machine : automaton := Automaton [
{rows}]
  [{finals}].

Definition law : formula := Accept 0 [{tracks}].

(** Which numbers are positions, and what they lead to. *)
Definition is_position : list N -> Prop := position machine game.
Definition option : list N -> list (list N) -> Prop := leads machine game.

{theorems}",
        what = match lost {
            true => "The lost positions",
            false => "The Grundy values",
        },
        and_value = match lost {
            true => "",
            false => " and the value",
        },
        theorems = match lost {
            true => lost_theorems(&names, &order),
            false => value_theorems(&names, &order, expression.and_then(closed_form)),
        },
        name = comment(&rules.name),
        states = reversed.states(),
        theory = inlined(&[IMPARTIAL, AUTOMATA]),
        source = source.join("\n"),
        names = names.join(", "),
        moves = moves.join(";\n"),
        rows = rows.join(";\n"),
        finals = finals.join("; "),
        tracks = tracks.join("; "),
    ))
}

/// What is proven where the law gives the values.
/// The text of the rules, and what was chosen beside it, for a comment.
fn shown(source: &Source) -> String {
    let mut shown = format!("game {}\n", source.name.replace('\n', " "));
    if let Some(game) = &source.game {
        shown += &format!("choose {game}\n");
    }
    for (name, value) in &source.parameters {
        shown += &format!("set {name} = {value}\n");
    }
    if source.misere {
        shown += "play misere\n";
    }
    shown + &source.text
}

fn value_theorems(names: &[String], order: &str, closed: Option<String>) -> String {
    let (tuple, spaced) = (names.join("; "), names.join(" "));
    let closed = closed.map_or(String::new(), |closed| {
        closed_theorem(names, order, &closed)
    });
    format!(
        "(** The kernel decides all that the mex rule asks. *)
Lemma computed : check machine game law {order} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The Grundy value of every position is the number that the automaton accepts with it. *)
Theorem values : forall {spaced} v : N, is_position [{tuple}] ->
  (grundy (list N) option [{tuple}] v <-> accepts machine 0 [{tuple}; v] = true).
Proof.
  intros {spaced} v. exact (checked_grundy machine game law {order} computed [{tuple}] v).
Qed.

(** There is exactly one. *)
Theorem one_value : forall x, is_position x ->
  exists v, says machine game law x v /\\ forall u, says machine game law x u -> u = v.
Proof. exact (checked_function machine game law {order} computed). Qed.

(** Who wins a sum: whoever is to move loses exactly if the nim sum is 0. *)
Theorem winning : forall sum values, Forall2 (says machine game law) sum values ->
  (lost (list N) option sum <-> nimsum values = 0%N).
Proof. exact (checked_lost machine game law {order} computed). Qed.
{closed}
Print Assumptions values.
Print Assumptions one_value.
Print Assumptions winning.
"
    )
}

/// That the automaton means a closed form.
fn closed_theorem(names: &[String], order: &str, closed: &str) -> String {
    let (tuple, spaced) = (names.join("; "), names.join(" "));
    let dimension = names.len();
    let tracks = dimension + 1;
    format!(
        "
(** The law as it was found.  [gives] says what it means: [Linear] is a linear
    form, [Nimsum] a nim sum, [Residue] chooses by a remainder, [Case] by a test. *)
Definition closed_law : closed_form :=
  {closed}.

(** The automaton means the same. *)
Lemma same : same_meaning machine {tracks} law (graph {dimension} closed_law) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** The Grundy value of every position is what the law gives. *)
Theorem closed_values : forall {spaced} v : N, is_position [{tuple}] ->
  (grundy (list N) option [{tuple}] v <-> Z.of_N v = gives (at_ [{tuple}]) closed_law).
Proof.
  intros {spaced} v.
  exact (checked_closed machine game law {order} closed_law computed same [{tuple}] v).
Qed.

Print Assumptions closed_values.
"
    )
}

/// What is proven where the law tells the lost positions.
fn lost_theorems(names: &[String], order: &str) -> String {
    let (tuple, spaced) = (names.join("; "), names.join(" "));
    format!(
        "(** The kernel decides that no lost position has a lost option, and every other has one. *)
Lemma computed : check_lost machine game law {order} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(** Whoever is to move loses exactly where the automaton accepts. *)
Theorem winning : forall {spaced} : N, is_position [{tuple}] ->
  (lost (list N) option [[{tuple}]] <-> accepts machine 0 [{tuple}] = true).
Proof.
  intros {spaced}.
  exact (checked_lost_positions machine game law {order} computed [{tuple}]).
Qed.

Print Assumptions winning.
"
    )
}

/// The names of the coordinates, where Coq can read them.
fn names(rules: &Rules) -> Vec<String> {
    // Words of Coq, and what the text itself defines.
    const TAKEN: &[&str] = &[
        "as", "at", "cofix", "computed", "else", "end", "exists", "exists2", "fix", "for",
        "forall", "fun", "game", "if", "in", "is", "law", "let", "machine", "match", "mod",
        "option", "return", "then", "using", "v", "where", "with",
    ];
    let readable = |name: &str| {
        let mut chars = name.chars();
        chars.next().is_some_and(|c| c.is_ascii_lowercase())
            && chars.all(|c| c.is_ascii_alphanumeric())
            && !TAKEN.contains(&name)
    };
    let all = rules.state.iter().all(|name| readable(name));
    let named = |(at, name): (usize, &String)| match all {
        true => name.clone(),
        false => format!("x{at}"),
    };
    rules.state.iter().enumerate().map(named).collect()
}

/// Where each digit leads, the first track first; what does not depend on the
/// digits that remain is written once.
fn row(dfa: &Dfa, state: u32, tracks: usize) -> String {
    let row = dfa.row(state);
    let leaf = |to: u32| match to {
        DEAD => "Dead".to_string(),
        to => format!("(Goto {to})"),
    };
    // The digit of the first track runs fastest, so the tree is built from the
    // last track upwards: its lower half is the letters where that digit is 0.
    let mut level: Vec<String> = row.iter().map(|&to| leaf(to)).collect();
    for _ in 0..tracks {
        let half = level.len() / 2;
        level = (0..half)
            .map(|at| {
                // A tree stands for the digits that remain: only a leaf may
                // stand for any number of them.
                match level[at] == level[at + half] && !level[at].starts_with("(Bit") {
                    true => level[at].clone(),
                    false => format!("(Bit {} {})", level[at], level[at + half]),
                }
            })
            .collect();
    }
    level.into_iter().next().unwrap_or_default()
}

/// Writes formulas; forms that need a name of their own get one.
struct Writer {
    /// The coordinates and the binders.
    variables: usize,
    /// Names that were added after these.
    added: usize,
}

/// Terms and a constant, as two arguments.
pub(super) fn terms(form: &Form) -> String {
    let terms: Vec<String> = form
        .terms
        .iter()
        .map(|&(variable, factor)| format!("times {} {variable}", integer(factor.into())))
        .collect();
    format!("[{}] {}", terms.join("; "), integer(form.constant.into()))
}

pub(super) fn integer(n: i128) -> String {
    match n < 0 {
        true => format!("({n})"),
        false => n.to_string(),
    }
}

impl Writer {
    fn new(variables: usize) -> Writer {
        Writer {
            variables,
            added: 0,
        }
    }

    /// A variable that is equal to the form, and the equation that says so
    /// where the form is more than a variable.
    fn named(&mut self, form: &Form, may: bool) -> Result<(usize, Option<String>), Error> {
        if let ([(variable, 1)], 0) = (&form.terms[..], form.constant) {
            return Ok((*variable, None));
        }
        if !may {
            return Err(not_for_coq(
                "a power of two or a nim sum of a form stands under `not`, or in the domain".into(),
                "二的幂或异或式作用于线性式，且处于否定之下或位于定义域中".into(),
            ));
        }
        let variable = self.variables + self.added;
        self.added += 1;
        let equation = form.plus(-1, &Form::variable(variable));
        Ok((variable, Some(format!("(Equal {})", terms(&equation)))))
    }

    /// A guard as a formula; `may` tells whether more numbers may be chosen
    /// here. Guards are only as deep as the language lets them be.
    fn formula(&mut self, guard: &Guard, may: bool) -> Result<String, Error> {
        Ok(match guard {
            Guard::AtMostZero(form) => format!("(AtMost {})", terms(form)),
            Guard::Zero(form) => format!("(Equal {})", terms(form)),
            Guard::Remainder(form, modulus, rest) => {
                let modulus = (*modulus).max(1);
                if *rest >= modulus {
                    return Ok("No".to_string());
                }
                let terms: Vec<String> = form
                    .terms
                    .iter()
                    .map(|&(v, f)| format!("times {} {v}", integer(f.into())))
                    .collect();
                let constant = i128::from(form.constant) - i128::from(*rest);
                format!(
                    "(Divides {modulus} 1 [{}] {})",
                    terms.join("; "),
                    integer(constant)
                )
            }
            Guard::PowerOfTwo(form) => {
                let (variable, equation) = self.named(form, may)?;
                joined("And", "Yes", {
                    equation.into_iter().chain([format!("(Power {variable})")])
                })
            }
            Guard::XorZero(forms) => {
                let mut all = Vec::new();
                let mut variables = Vec::new();
                for form in forms {
                    let (variable, equation) = self.named(form, may)?;
                    variables.push(variable.to_string());
                    all.extend(equation);
                }
                all.push(format!("(XorZero [{}])", variables.join("; ")));
                joined("And", "Yes", all)
            }
            Guard::Is(..) | Guard::Some(..) => {
                return Err(not_for_coq(
                    "a rule has a function of binary digits, or a quantifier".into(),
                    "规则中含有二进制数字的函数或量词".into(),
                ));
            }
            Guard::All(all) => {
                let all: Vec<String> = all
                    .iter()
                    .map(|g| self.formula(g, may))
                    .collect::<Result<_, _>>()?;
                joined("And", "Yes", all)
            }
            Guard::Any(any) => {
                let any: Vec<String> = any
                    .iter()
                    .map(|g| self.formula(g, may))
                    .collect::<Result<_, _>>()?;
                joined("Or", "No", any)
            }
            Guard::Not(inner) => format!("(Not {})", self.formula(inner, false)?),
        })
    }
}

/// `(And a (And b c))`, or what it is of none.
pub(super) fn joined(word: &str, of_none: &str, all: impl IntoIterator<Item = String>) -> String {
    let all: Vec<String> = all.into_iter().collect();
    let mut rest = all.into_iter().rev();
    let Some(last) = rest.next() else {
        return of_none.to_string();
    };
    rest.fold(last, |rest, one| format!("({word} {one} {rest})"))
}

/// A move: how many numbers it chooses, its guard, its target.
fn written(mv: &Move, dimension: usize) -> Result<String, Error> {
    let mut writer = Writer::new(dimension + mv.binders.len());
    let guard = writer.formula(&mv.guard, true)?;
    let target: Vec<String> = mv
        .target
        .iter()
        .map(|part| {
            let part: Vec<String> = part
                .iter()
                .map(|form| format!("Form {}", terms(form)))
                .collect();
            format!("[{}]", part.join("; "))
        })
        .collect();
    Ok(format!(
        "  (* {} *)\n  Move {}\n    {guard}\n    [{}]",
        comment(&mv.name),
        mv.binders.len() + writer.added,
        target.join("; ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Options, study};
    use grundy::budget::Budget;

    fn text_of(rules: &str) -> Result<String, Error> {
        let rules = Rules::read(rules).unwrap();
        let study = study(&rules, &Options::default()).unwrap();
        let found = study.findings.iter().find(|f| f.certificate.is_some());
        let found = found.unwrap();
        law(
            found.certificate.as_ref().unwrap(),
            Some(&found.law.statement),
            &mut Budget::default().meter("automata"),
        )
    }

    #[test]
    fn rules_are_written_as_they_are() {
        let text = text_of("game bachet; state n; move take(k in 1..3) -> [n-k]").unwrap();
        assert!(
            text.contains("[[Form [times 1 0; times (-1) 1] 0]]"),
            "{text}"
        );
        assert!(text.contains("(AtMost [times 1 1] (-3))"));
        assert!(text.contains("forall n v : N"));
        assert!(
            text.contains(
                "Definition closed_law : closed_form :=\n  (Residue (Form [times 1 0] 0)"
            )
        );
        assert_eq!(
            text,
            text_of("game bachet; state n; move take(k in 1..3) -> [n-k]").unwrap()
        );
    }

    #[test]
    fn other_proofs_are_refused_with_the_reason() {
        let wythoff = text_of(
            "game wythoff; state x, y; move a(k in 1..x) -> [x-k, y];
             move b(k in 1..y) -> [x, y-k]; move c(k in 1..min(x, y)) -> [x-k, y-k]",
        );
        assert!(wythoff.unwrap_err().to_string().contains("numeration"));
    }

    #[test]
    fn rows_are_trees_by_track() {
        // The next state tells both digits.
        let mut dfa = Dfa::new(4, true);
        for letter in 1..4 {
            let state = dfa.add(true);
            dfa.set(0, letter, state);
        }
        // First track 0, then second 0 or 1 (letters 0 and 2).
        assert_eq!(
            row(&dfa, 0, 2),
            "(Bit (Bit Dead (Goto 2)) (Bit (Goto 1) (Goto 3)))"
        );
        assert_eq!(row(&dfa, 1, 2), "Dead");
    }
}
