//! Take-and-break games given by a code: octal, hexadecimal and beyond.
//!
//! A digit d_t of the code `d0.d1d2d3…` says what may be done when t tokens
//! are removed from a heap: bit k of it allows what remains to be left as
//! exactly k non-empty heaps (Guy and Smith 1956). Subtraction sets, games in
//! which unequal parts are asked for, and codes that repeat for ever are
//! written in the same way: see [`Rules`].
//!
//! **Theorem** (Guy and Smith 1956). If the Grundy values of a finite octal
//! code have had period p from n₀ on up to 2n₀ + 2p + k, where k is the most
//! that can be taken, they have it for ever. The values are computed until
//! the period is proven ([`crate::solve::heap`]); after that every heap is a
//! look-up. Where no proof is reached, values are computed as far as asked
//! ([`crate::solve::heap::known`]).
//!
//! **Misère** sums of an octal code are answered by its misère quotient
//! ([`crate::compound::misere`]), checked exactly for all heaps up to a bound or,
//! where its period is proven (Plambeck 2005), for all.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::heaps::code::TakeAndBreak};
//! let dawson = TakeAndBreak::new("0.137".parse().unwrap());
//! let heaps = dawson.read("5,9,10^40").unwrap();
//! let answer = ask(&dawson, &heaps, &Question::default()).unwrap();
//! assert_eq!(answer.status.to_string(), "proven");
//! ```

use std::sync::Arc;

use crate::answer::{Status, SumMove};
use crate::budget::Budget;
use crate::catalogue::{About, Named, Parameter, Parameters, Variant, Words};
use crate::compound::misere::heaps::HeapQuotient;
use crate::compound::misere::table::Quotients;
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game, STOP};
use crate::games::written;
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Scene, Show, Stage, heaps};
use crate::solve::heap::code::Rules;
use crate::solve::heap::known::{Known, Proven};
use crate::solve::heap::moves::{HeapMove, find_move, visit_moves};
use crate::solve::heap::period::Law;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// How many options are looked at for one move of a huge heap.
const OPTIONS: u64 = 1 << 17;
/// Heaps up to this size have all their moves looked at.
const LOOKED_AT: u64 = 2_000;

/// Every move to the value `target`, where heaps are not split and values grow
/// by the saltus with every period: at most one heap of each residue has it.
fn growing(
    law: &Law,
    heap: &Natural,
    target: &Natural,
    visit: &mut impl FnMut(Break) -> Flow,
) -> Flow {
    for small in 0..law.start + law.period {
        let Ok(value) = law.value(small).map(Natural::from) else {
            return STOP;
        };
        if *target < value {
            continue;
        }
        let (missing, saltus) = (target - value, Natural::from(law.saltus));
        let left = match small < law.start {
            true if missing.is_zero() => Natural::from(small),
            false if (&missing % &saltus).is_zero() => {
                Natural::from(small) + missing / saltus * Natural::from(law.period)
            }
            _ => continue,
        };
        if left >= *heap {
            continue;
        }
        let taken = heap - &left;
        let digit = law.rules.digit_big(&taken);
        let parts = u16::from(!left.is_zero());
        if digit >> parts & 1 == 1 {
            let left = Some(left).filter(|left| !left.is_zero());
            visit(Break {
                taken,
                left: left.into_iter().collect(),
            })?;
        }
    }
    CONTINUE
}

/// The game. A component is a heap.
pub struct TakeAndBreak {
    rules: Rules,
    /// Found when values are asked for.
    known: Known,
    misere: Quotients,
}

/// Tokens are removed, and the rest is left as several heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    taken: Natural,
    /// In ascending order, none of them empty.
    left: Vec<Natural>,
}

impl TakeAndBreak {
    /// The game of these rules.
    pub fn new(rules: Rules) -> Self {
        TakeAndBreak {
            known: Known::new(rules.clone()),
            misere: Quotients::new(rules.clone()),
            rules,
        }
    }

    /// The proven law of the values, if one is found in reasonable time for a
    /// question about `heap`.
    pub fn law(&self, heap: &Natural) -> Option<Arc<Proven>> {
        self.known.law(heap)
    }

    /// The law, if one was proven already.
    pub fn law_so_far(&self) -> Option<Arc<Proven>> {
        self.known.law_so_far()
    }

    /// The law that an answer for `heaps` may rest on.
    fn law_for(&self, heaps: &[Natural]) -> Option<Arc<Proven>> {
        self.law(heaps.iter().max().unwrap_or(&Natural::ZERO))
    }

    /// Names every move of a heap to the value `target`, from the values of all smaller heaps.
    fn moves_by_table(
        &self,
        heap: u64,
        target: &Natural,
        visit: &mut impl FnMut(Break) -> Flow,
    ) -> Option<Flow> {
        // A move may leave the heap whole.
        let values = self.known.below(heap.checked_add(1)?)?;
        let value = |heap: u64| Ok(u64::from(values[heap as usize]));
        let target = natural::small(target)?;
        let mut flow = CONTINUE;
        let found = |mv: HeapMove| {
            flow = visit(Break {
                taken: mv.take.into(),
                left: mv.parts.into_iter().map(Natural::from).collect(),
            });
            flow.is_continue()
        };
        let budget = Budget::current();
        match visit_moves(&self.rules, heap, target, value, &budget, found) {
            Ok(()) => Some(flow),
            // Some moves may have been named already.
            Err(_) => Some(STOP),
        }
    }

    /// Names every way to leave `rest` as so many heaps.
    fn leave(
        &self,
        rest: &Natural,
        parts: usize,
        visit: &mut impl FnMut(&[Natural]) -> Flow,
    ) -> Flow {
        match parts {
            0 if rest.is_zero() => return visit(&[]),
            1 if !rest.is_zero() => return visit(std::slice::from_ref(rest)),
            0 | 1 => return CONTINUE,
            _ => {}
        }
        let gap = u64::from(self.rules.unequal());
        // All parts but the largest, ascending; the last of them is tried upwards.
        let mut chosen = vec![self.rules.min_part()];
        let mut used = Natural::ZERO;
        let mut all = Vec::with_capacity(parts);
        while let Some(&part) = chosen.last() {
            let missing = (parts - chosen.len()) as u64;
            let least = Natural::from(part) * Natural::from(missing + 1)
                + Natural::from(gap * missing * (missing + 1) / 2);
            if &used + least > *rest {
                chosen.pop();
                if let Some(previous) = chosen.last_mut() {
                    used -= Natural::from(*previous);
                    *previous += 1;
                }
            } else if missing == 1 {
                all.clear();
                all.extend(chosen.iter().map(|part| Natural::from(*part)));
                all.push(rest - &used - Natural::from(part));
                visit(&all)?;
                chosen.pop();
                chosen.push(part + 1);
            } else {
                used += Natural::from(part);
                chosen.push(part + gap);
            }
        }
        CONTINUE
    }
}

/// How many tokens a line of the rule language takes.
enum Taken {
    Fixed(u64),
    /// This many, or more by a multiple of the second number.
    From(u64, u64),
}

impl TakeAndBreak {
    /// Writes the moves that one digit allows, in the rule language.
    fn write_moves(&self, text: &mut String, taken: &Taken, digit: u16) -> Result<(), Words> {
        let (name, choice, rest) = match taken {
            Taken::Fixed(0) => ("0".to_string(), String::new(), "n".to_string()),
            Taken::Fixed(t) => (t.to_string(), String::new(), format!("n-{t}")),
            Taken::From(t, 1) => (format!("{t}on"), format!("t in {t}..n"), "n-t".to_string()),
            Taken::From(t, by) => (
                format!("{t}on"),
                format!("t in {t}..n) if (t - {t}) % {by} = 0"),
                "n-t".to_string(),
            ),
        };
        // A condition on the choice stands behind its bracket.
        let (choice, when) = choice.split_once(')').unwrap_or((&choice, ""));
        let chosen = |more: &str| match (choice.is_empty(), more.is_empty()) {
            (true, true) => String::new(),
            (false, false) => format!("({choice}, {more})"),
            _ => format!("({choice}{more})"),
        };
        let number = match taken {
            Taken::Fixed(t) => t.to_string(),
            Taken::From(..) => "t".to_string(),
        };
        let only = match digit & 3 {
            0 => None,
            1 => Some(format!(" if n = {number}")),
            2 => Some(format!(" if n > {number}")),
            _ => Some(String::new()),
        };
        if let Some(only) = only {
            *text += &format!("\nmove take{name}{}{when}{only} -> [{rest}]", chosen(""));
        }
        let gap = u64::from(self.rules.unequal());
        for parts in (2..16u64).filter(|parts| digit >> parts & 1 == 1) {
            let names: Vec<char> = ('a'..).take(parts as usize - 1).collect();
            if names.len() + usize::from(!choice.is_empty()) > 6 {
                return Err(written::TOO_LARGE);
            }
            // Parts ascend: each leaves enough for those that follow.
            let mut least = self.rules.min_part().to_string();
            let mut left = rest.clone();
            let mut binders = Vec::new();
            let mut heaps = Vec::new();
            for (at, part) in (0..).zip(&names) {
                let missing = parts - at;
                let most = match gap * missing * (missing - 1) / 2 {
                    0 => format!("({left})/{missing}"),
                    gaps => format!("({left}-{gaps})/{missing}"),
                };
                binders.push(format!("{part} in {least}..{most}"));
                heaps.push(format!("[{part}]"));
                least = match gap {
                    0 => part.to_string(),
                    _ => format!("{part}+{gap}"),
                };
                left = format!("{left}-{part}");
            }
            *text += &format!(
                "\nmove split{name}x{parts}{}{when} -> {} + [{left}]",
                chosen(&binders.join(", ")),
                heaps.join(" + ")
            );
        }
        Ok(())
    }
}

impl Game for TakeAndBreak {
    type Position = Natural;
    type Move = Break;

    fn options(&self, heap: &Natural, visit: &mut impl FnMut(Break, &[Natural]) -> Flow) -> Flow {
        let most = match self.rules.is_finite() {
            true => heap.clone().min(self.rules.last().into()),
            false => heap.clone(),
        };
        for taken in natural::from_to(0, &most) {
            let digit = natural::small(&taken).map_or(0, |t| self.rules.digit(t));
            let rest = heap - &taken;
            for parts in (0..16).filter(|parts| digit >> parts & 1 == 1) {
                self.leave(&rest, parts, &mut |left| {
                    let mv = Break {
                        taken: taken.clone(),
                        left: left.to_vec(),
                    };
                    // A heap that is gone is an empty heap: components keep their places.
                    match left {
                        [] => visit(mv, &[Natural::ZERO]),
                        left => visit(mv, left),
                    }
                })?;
            }
        }
        CONTINUE
    }

    fn play(&self, heap: &Natural, mv: &Break) -> Option<Vec<Natural>> {
        let total = mv
            .left
            .iter()
            .fold(mv.taken.clone(), |sum, part| sum + part);
        let digit = self.rules.digit_big(&mv.taken);
        let gap = Natural::from(u8::from(self.rules.unequal()));
        let ascending = mv.left.windows(2).all(|pair| &pair[0] + &gap <= pair[1]);
        let least = if mv.left.len() > 1 {
            self.rules.min_part()
        } else {
            1
        };
        let legal = total == *heap
            && mv.left.len() < 16
            && digit >> mv.left.len() & 1 == 1
            && ascending
            && mv
                .left
                .first()
                .is_none_or(|part| *part >= Natural::from(least));
        legal.then(|| match mv.left.is_empty() {
            true => vec![Natural::ZERO],
            false => mv.left.clone(),
        })
    }

    fn read(&self, text: &str) -> Result<Vec<Natural>, Error> {
        notation::read_heaps(text)
    }

    fn write(&self, heaps: &[Natural]) -> String {
        notation::write_heaps(heaps)
    }

    fn read_move(&self, heap: &Natural, text: &str) -> Result<Break, Error> {
        let mut reader = Reader::new(text);
        let read = (|| {
            let taken = if reader.eat("take") || reader.peek()?.is_ascii_digit() {
                reader.natural().ok()?
            } else {
                Natural::ZERO
            };
            let mut left = Vec::new();
            if reader.eat("leave") {
                left = reader.naturals().ok()?;
            } else if taken < *heap {
                left.push(heap - &taken);
            }
            reader.end().ok()?;
            left.sort();
            Some(Break { taken, left })
        })();
        read.ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`take N`, `take N leave A,B` or `leave A,B`",
                " `take N`、`take N leave A,B` 或 `leave A,B`",
            ),
        })
    }

    fn write_move(&self, mv: &Break) -> String {
        let left = || notation::write_heaps(&mv.left);
        match (mv.taken.is_zero(), mv.left.len()) {
            (true, _) => format!("leave {}", left()),
            (false, 0 | 1) => format!("take {}", mv.taken),
            (false, _) => format!("take {} leave {}", mv.taken, left()),
        }
    }
}

impl Theorem for TakeAndBreak {
    fn value(&self, heap: &Natural) -> Option<Natural> {
        self.known.value(heap)
    }

    fn moves_to(
        &self,
        heap: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Break) -> Flow,
    ) -> Option<Flow> {
        if *heap <= Natural::from(LOOKED_AT) {
            return None;
        }
        let Some(proven) = self.law(heap) else {
            return self.moves_by_table(natural::small(heap)?, target, visit);
        };
        let law = &proven.law;
        if law.saltus > 0 && law.rules.max_parts() <= 1 {
            return Some(growing(law, heap, target, visit));
        }
        // A heap that is larger by whole periods has the same moves, up to the largest part.
        let comfortable = 4 * (law.start + law.period + law.rules.last().min(1 << 20)) + LOOKED_AT;
        let past = heap.clone() - Natural::from(LOOKED_AT);
        let mut added = Natural::ZERO;
        if law.saltus == 0
            && *heap > Natural::from(comfortable + law.period)
            && law.rules.is_finite()
        {
            let periods =
                (past - Natural::from(comfortable - LOOKED_AT)) / Natural::from(law.period);
            added = periods * Natural::from(law.period);
        }
        let small = natural::small(&(heap - &added))?;
        let wanted = natural::small(target)?;
        let budget = Budget::current().at_most(OPTIONS);
        let found = find_move(law, small, wanted, &budget).ok()??;
        let mut left: Vec<Natural> = found.parts.into_iter().map(Natural::from).collect();
        if let Some(largest) = left.last_mut() {
            *largest += added;
        }
        let _ = visit(Break {
            taken: found.take.into(),
            left,
        });
        // One move is named; there may be very many more.
        Some(STOP)
    }

    fn outcome(&self, heaps: &[Natural], convention: Convention) -> Option<Outcome> {
        misere_outcome(&self.misere, heaps, convention)
    }

    fn winning_moves(
        &self,
        heaps: &[Natural],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Break>) -> Flow,
    ) -> Option<Flow> {
        misere_moves(&self.misere, heaps, convention, &mut |component, mv| {
            let left = mv.parts.into_iter().map(Natural::from).collect();
            let taken = mv.take.into();
            let mv = Break { taken, left };
            visit(SumMove { component, mv })
        })
    }

    fn status(&self, heaps: &[Natural], convention: Convention) -> Status {
        match self.law_for(heaps) {
            None if convention == Convention::Normal => Status::Computed,
            _ => Status::Proven,
        }
    }

    fn reason(&self, heaps: &[Natural], convention: Convention) -> Text {
        if let Some(reason) = misere_reason(&self.misere, heaps, convention) {
            return reason;
        }
        let code = self.rules.to_string();
        let (en, zh) = match self.law_for(heaps) {
            Some(proven) => (
                format!(
                    "{code}: {}",
                    law_text(&proven.law).get(crate::text::Lang::En)
                ),
                format!(
                    "{code}：{}",
                    law_text(&proven.law).get(crate::text::Lang::Zh)
                ),
            ),
            None => (
                format!("{code}: values computed by the heap engines"),
                format!("{code}：由堆序列引擎计算的值"),
            ),
        };
        theorem::nim_sum_reason((&en, &zh), self, heaps, convention)
    }
}

/// The misère outcome of a sum of heaps by its quotient; silent in normal play,
/// which has values.
pub(super) fn misere_outcome(
    quotients: &Quotients,
    heaps: &[Natural],
    convention: Convention,
) -> Option<Outcome> {
    let (heaps, quotient) = misere_quotient(quotients, heaps, convention)?;
    quotient.outcome(&heaps).ok()
}

/// Names the winning moves of a misère sum of heaps by its quotient.
pub(super) fn misere_moves(
    quotients: &Quotients,
    heaps: &[Natural],
    convention: Convention,
    visit: &mut impl FnMut(usize, HeapMove) -> Flow,
) -> Option<Flow> {
    let (heaps, quotient) = misere_quotient(quotients, heaps, convention)?;
    quotient.winning_moves(&heaps, visit).ok()
}

/// Why. The order of the quotient is not told: it grows with the heaps that were asked about before.
pub(super) fn misere_reason(
    quotients: &Quotients,
    heaps: &[Natural],
    convention: Convention,
) -> Option<Text> {
    let (_, quotient) = misere_quotient(quotients, heaps, convention)?;
    let code = quotient.rules();
    Some(Text::new(
        format!("misère quotient of {code}, checked exactly"),
        format!("{code} 的反常商，已精确检验"),
    ))
}

fn misere_quotient(
    quotients: &Quotients,
    heaps: &[Natural],
    convention: Convention,
) -> Option<(Vec<u64>, Arc<HeapQuotient>)> {
    if convention == Convention::Normal {
        return None;
    }
    let heaps: Vec<u64> = heaps.iter().map(natural::small).collect::<Option<_>>()?;
    let quotient = quotients.of(&heaps)?;
    Some((heaps, quotient))
}

/// The law in a few words.
pub fn law_text(law: &Law) -> Text {
    let (en, zh) = match law.saltus {
        0 => (String::new(), String::new()),
        saltus => (format!(" and saltus {saltus}"), format!("、跃度 {saltus}")),
    };
    Text::new(
        format!("period {}{en} from {} on", law.period, law.start),
        format!("自 {} 起周期 {}{zh}", law.start, law.period),
    )
}

take::table!(TakeAndBreak, known);

/// Whether a name looks like a code rather than like the id of a game.
fn looks_like_code(name: &str) -> bool {
    let lower = name.trim().to_ascii_lowercase();
    let prefixed = ["octal:", "hex:", "allbut", "{", "."];
    prefixed.iter().any(|prefix| lower.starts_with(prefix))
        || (lower.starts_with(|c: char| c.is_ascii_digit()) && lower.contains(['.', '/']))
}

const fn named(
    id: &'static str,
    name: (&'static str, &'static str),
    code: &'static [(&'static str, &'static str)],
) -> Variant {
    Variant {
        id,
        name,
        convention: Convention::Normal,
        parameters: code,
    }
}

impl Show for TakeAndBreak {
    fn scene(&self, stage: &Stage<Natural>) -> Scene {
        heaps::scene(stage, |heap| vec![heap.clone()])
    }

    /// A heap is left as its first part at the bottom, then what is taken, then the
    /// other parts. Touched are the lowest stone that goes and, if more than one goes
    /// from between parts, the highest, and the lowest stone of each further part.
    fn touches(&self, stage: &Stage<Natural>, mv: &SumMove<Break>) -> Vec<Id> {
        let heap = &stage.sum()[mv.component];
        let Break { taken, left } = &mv.mv;
        let mut level = left.first().cloned().unwrap_or_default();
        let mut levels = vec![level.clone()];
        level += taken;
        if left.len() > 1 && *taken > Natural::ONE {
            levels.push(&level - 1u8);
        }
        for part in left.iter().skip(1).rev().skip(1).rev() {
            level += part;
            levels.push(level.clone());
        }
        let board = stage.board(mv.component);
        let stone = |level| heaps::stone(board, 0, heap, level);
        levels.iter().map(stone).collect()
    }
}

impl Named for TakeAndBreak {
    const ABOUT: About = About {
        id: "take-and-break",
        aliases: &[(
            "take-and-break",
            &[
                "octal",
                "octal game",
                "hexadecimal game",
                "八进制游戏",
                "八进制博弈",
            ],
        )],
        name: ("take-and-break game", "取石拆堆游戏"),
        summary: (
            "any octal, hexadecimal or longer code: take some, split the rest",
            "任意八进制、十六进制或更长的编码：取走若干，拆分余下",
        ),
        rules: (
            "Bit k of the digit d_t of the code d0.d1d2… allows t tokens to be removed from a heap if what \
             remains is left as exactly k non-empty heaps. Whoever cannot move loses.",
            "编码 d0.d1d2… 的数字 d_t 的第 k 位为 1 时，可从一堆中取走 t 枚，并把余下的恰好分成 k 个非空堆。无法走棋者负。",
        ),
        theorem: (
            "If the values of a finite octal code have had period p from n0 on up to 2·n0 + 2·p + k, where k is the \
             most that can be taken, they have it for ever.",
            "设有限八进制编码每次至多取 k 枚，若其 SG 值自 n0 起以 p 为周期直到 2·n0 + 2·p + k，则永远如此。",
        ),
        source: "R. K. Guy and C. A. B. Smith, The G-values of various games, Proceedings of the Cambridge \
                 Philosophical Society 52 (1956)",
        position: ("heaps: 5,9,1e18", "各堆大小：5,9,1e18"),
        moves: (
            "take 2; take 2 leave 3,4; leave 3,4",
            "take 2（取 2 枚）；take 2 leave 3,4（取 2 枚，余下分成 3 和 4）；leave 3,4（只拆分）",
        ),
        examples: &["7", "5,9", "100,200,300", "3,3"],
        parameters: &[Parameter {
            name: "code",
            default: "0.137",
            meaning: (
                "0.137, 4.7, hex:0.3F, 0.[3], {1,3,4}, allbut{2}, 4/unequal, 4/min=2",
                "0.137、4.7、hex:0.3F、0.[3]、{1,3,4}、allbut{2}、4/unequal、4/min=2",
            ),
        }],
        variants: &[
            named(
                "dawsons-kayles",
                ("Dawson's Kayles", "道森 Kayles"),
                &[("code", "0.07")],
            ),
            named(
                "dawsons-chess",
                ("Dawson's Chess", "道森棋"),
                &[("code", "0.137")],
            ),
            named("guiles", ("Guiles", "Guiles 游戏"), &[("code", "0.15")]),
            named(
                "officers",
                ("Officers", "Officers 游戏"),
                &[("code", "0.6")],
            ),
            named(
                "grundy",
                ("Grundy's game", "Grundy 游戏"),
                &[("code", "4/unequal")],
            ),
        ],
        tested_with: &[
            &[],
            &[("code", "0.77")],
            &[("code", "4.7")],
            &[("code", "hex:0.3F")],
            &[("code", "{1,3,4}")],
            &[("code", "allbut{2}")],
            &[("code", "4/unequal")],
            &[("code", "4.[3]")],
            &[("code", "0.(31)")],
            &[("code", "0.07/min=2")],
        ],
        dimension: 1,
        named_by: Some(looks_like_code),
        ..About::BLANK
    };

    fn move_to(&self, heap: &Natural, to: &[Natural]) -> Option<Break> {
        let mut left: Vec<Natural> = to.iter().filter(|part| !part.is_zero()).cloned().collect();
        left.sort();
        let rest = left.iter().fold(Natural::ZERO, |sum, part| sum + part);
        (rest <= *heap).then(|| Break {
            taken: heap - rest,
            left,
        })
    }

    fn rule_text(&self) -> Result<String, Words> {
        let mut text = "game code\nstate n".to_string();
        let last = self.rules.digits().len() as u64;
        for (taken, digit) in (0..).zip(self.rules.digits()) {
            self.write_moves(&mut text, &Taken::Fixed(taken), *digit)?;
        }
        let length = self.rules.tail().len() as u64;
        for (rest, digit) in (0..).zip(self.rules.tail()) {
            let first = last + rest;
            self.write_moves(&mut text, &Taken::From(first, length), *digit)?;
        }
        match text.contains("\nmove") {
            true => Ok(text),
            false => Err(("the code allows no move", "该编码不允许任何着法")),
        }
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        Ok(TakeAndBreak::new(parameters.text("code").parse()?))
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        let heaps = (0u64..=9).map(|n| vec![Natural::from(n)]);
        heaps
            .chain(small_sums((1u64..=4).map(Natural::from), 3))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_huge_heap_has_a_winning_move_by_its_law() {
        for code in [
            "0.77",
            "0.137",
            "0.15",
            "4.7",
            "0.26",
            "0.[3]",
            "allbut{1,4}",
            "0.30[2]",
        ] {
            let game = TakeAndBreak::new(code.parse().unwrap());
            for heap in ["10^18", "10^18+1", "10^100", "2^64"] {
                let text = heap.strip_suffix("+1").unwrap_or(heap);
                let mut heap = game.read(text).unwrap().remove(0);
                if text.len() < heap.to_string().len() {
                    heap += 1u8;
                }
                let value = game.value(&heap).unwrap();
                if value.is_zero() {
                    continue;
                }
                let mut found = None;
                let _ = game.moves_to(&heap, &Natural::ZERO, &mut |mv| {
                    found = Some(mv);
                    STOP
                });
                let parts = game.play(&heap, &found.expect(code)).expect("a legal move");
                assert_eq!(
                    theorem::sum_value(&game, &parts),
                    Some(Natural::ZERO),
                    "{code} {heap}"
                );
            }
        }
    }

    /// Where values grow, the moves to a value are all named.
    #[test]
    fn moves_to_a_value_are_all_found_where_values_grow() {
        for code in [
            "0.[3]",
            "allbut{2}",
            "allbut{1,4}",
            "allbut{2,5,6}",
            "0.30[2]",
        ] {
            let game = TakeAndBreak::new(code.parse().unwrap());
            let huge = Natural::from(10u8).pow(30);
            assert!(game.law(&huge).expect(code).law.saltus > 0, "{code}");
            let heap = Natural::from(LOOKED_AT + 13);
            let mut by_value = std::collections::BTreeMap::<_, Vec<_>>::new();
            let _ = game.options(&heap, &mut |mv, to| {
                let value = theorem::sum_value(&game, to).unwrap();
                by_value.entry(value).or_default().push(mv.taken);
                CONTINUE
            });
            assert!(by_value.len() as u64 > LOOKED_AT / 2);
            for (value, mut expected) in by_value {
                let mut found = Vec::new();
                let flow = game.moves_to(&heap, &value, &mut |mv| {
                    found.push(mv.taken);
                    CONTINUE
                });
                assert_eq!(flow, Some(CONTINUE));
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{code} {value}");
            }
        }
    }
}
