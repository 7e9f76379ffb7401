//! The row of pins (Kayles): knock down one pin, or two that stand together.
//!
//! A row from whose middle pins are taken becomes two rows, played on side by
//! side: the options of a position are sums. As a heap game it is the octal
//! code 0.77.
//!
//! **Theorem** (Guy and Smith 1956). The Grundy values of single rows have
//! period 12 from n = 71 on. The period is not typed in here: the values are
//! computed until the octal periodicity theorem proves it.
//!
//! **Misère** (Sibert and Conway 1992; Plambeck 2005). Sums of rows are decided by
//! a misère quotient of 40 elements, with period 12 from 71 on too.
//!
//! ```
//! use grundy::{games::heaps::pins::Pins, theorem::Theorem};
//! let pins = Pins::new().unwrap();
//! let values: Vec<_> = (0u32..=8).map(|n| pins.value(&n.into()).unwrap()).collect();
//! assert_eq!(values, [0u32, 1, 2, 3, 1, 4, 3, 2, 1].map(Into::into));
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Variant, Words};
use crate::compound::misere::table::Quotients;
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::heaps::code;
use crate::games::{small_sums, take};
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Look, Part, Scene, Show, Stage, grids};
use crate::solve::heap::code::Rules;
use crate::solve::heap::periodic::Periodic;
use crate::solve::heap::solve::{Options, proven};
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// The game. A component is a row of pins.
pub struct Pins {
    values: Periodic,
    misere: Quotients,
}

/// Which pins are knocked down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// One or two pins.
    pub pins: u8,
    /// How many pins stand to the left of them.
    pub left: Natural,
}

impl Pins {
    /// Computes the values and proves their period.
    pub fn new() -> Result<Self, Error> {
        let code: Rules = "kayles".parse()?;
        Ok(Pins {
            values: proven(&code, &Options::default())?,
            misere: Quotients::new(code),
        })
    }
}

/// Calls `then` with the rows that are left, without empty ones.
fn with_rows(left: Natural, right: Natural, then: impl FnOnce(&[Natural]) -> Flow) -> Flow {
    match (left.is_zero(), right.is_zero()) {
        (false, false) => then(&[left, right]),
        (true, _) => then(&[right]),
        (_, true) => then(&[left]),
    }
}

impl Game for Pins {
    type Position = Natural;
    type Move = Throw;

    fn options(&self, row: &Natural, visit: &mut impl FnMut(Throw, &[Natural]) -> Flow) -> Flow {
        for pins in 1..=2u8 {
            if *row < Natural::from(pins) {
                break;
            }
            let standing = row - pins;
            natural::from_to(0, &standing).try_for_each(|left| {
                let right = &standing - &left;
                with_rows(left.clone(), right, |rows| {
                    visit(Throw { pins, left }, rows)
                })
            })?;
        }
        CONTINUE
    }

    fn play(&self, row: &Natural, throw: &Throw) -> Option<Vec<Natural>> {
        let gone = &throw.left + throw.pins;
        if !(1..=2).contains(&throw.pins) || gone > *row {
            return None;
        }
        let mut rows = Vec::new();
        let _ = with_rows(throw.left.clone(), row - gone, |left| {
            rows = left.to_vec();
            CONTINUE
        });
        Some(rows)
    }

    fn read(&self, text: &str) -> Result<Vec<Natural>, Error> {
        notation::read_heaps(text)
    }

    fn write(&self, rows: &[Natural]) -> String {
        notation::write_heaps(rows)
    }

    fn read_move(&self, _: &Natural, text: &str) -> Result<Throw, Error> {
        let mut reader = Reader::new(text);
        reader.eat("take");
        let read = (|| {
            let pins = reader.small().ok()?;
            reader.expect("at").ok()?;
            let at = reader.natural().ok()?;
            reader.end().ok()?;
            if at.is_zero() {
                return None;
            }
            Some(Throw {
                pins: u8::try_from(pins).ok()?,
                left: at - 1u8,
            })
        })();
        read.ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed(
                "`take 1 at N` or `take 2 at N`, pins counted from 1",
                " `take 1 at N` 或 `take 2 at N`，木瓶从 1 数起",
            ),
        })
    }

    fn write_move(&self, throw: &Throw) -> String {
        format!("take {} at {}", throw.pins, &throw.left + 1u8)
    }
}

impl Theorem for Pins {
    fn value(&self, row: &Natural) -> Option<Natural> {
        Some(self.values.value(row))
    }

    fn moves_to(
        &self,
        row: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Throw) -> Flow,
    ) -> Option<Flow> {
        let both = (1..=2u8).try_for_each(|pins| {
            if *row < Natural::from(pins) {
                return CONTINUE;
            }
            let standing = row - pins;
            self.values
                .splits(&standing, target, &mut |left| visit(Throw { pins, left }))
        });
        Some(both)
    }

    fn outcome(&self, rows: &[Natural], convention: Convention) -> Option<Outcome> {
        code::misere_outcome(&self.misere, rows, convention)
    }

    fn winning_moves(
        &self,
        rows: &[Natural],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Throw>) -> Flow,
    ) -> Option<Flow> {
        code::misere_moves(&self.misere, rows, convention, &mut |component, mv| {
            let pins = mv.take as u8;
            let standing = mv.parts.iter().sum::<u64>();
            let left = mv.parts.get(1).map_or(0, |_| mv.parts[0]);
            // The shorter row on the left, and, if that is another throw, on the right.
            let mut places = vec![left, standing - left];
            places.dedup();
            for left in places {
                let left = Natural::from(left);
                let mv = Throw { pins, left };
                visit(SumMove { component, mv })?;
            }
            CONTINUE
        })
    }

    fn reason(&self, rows: &[Natural], convention: Convention) -> Text {
        if let Some(reason) = code::misere_reason(&self.misere, rows, convention) {
            return reason;
        }
        let name = (
            "Guy and Smith: period 12 from row 71 on, by the octal periodicity theorem",
            "Guy–Smith：自 71 起周期为 12（八进制周期定理）",
        );
        theorem::nim_sum_reason(name, self, rows, convention)
    }
}

take::table!(Pins);

/// The length of a row that is shown pin by pin.
fn shown(row: &Natural) -> Option<u64> {
    natural::small(row).filter(|pins| *pins <= grids::LONG)
}

impl Show for Pins {
    /// Rows that came from one row stay on it. A row that is too long to be shown
    /// falls apart into rows of their own.
    fn scene(&self, stage: &Stage<Natural>) -> Scene {
        let write = |row: &Natural| row.to_string();
        Scene::by_board(stage, write, |board, first, rows| {
            let mut standing = Vec::new();
            for (frame, row) in rows {
                let pins = shown(row)? as i32;
                standing.push(frame.column..frame.column + pins);
            }
            let end = standing.iter().map(|pins| pins.end).max().unwrap_or(0);
            let length = shown(first).unwrap_or(end as u64);
            grids::strip(board, length, 1, |pin| {
                let stands = standing.iter().any(|pins| pins.contains(&pin));
                Some(if stands { Look::Stone } else { Look::Gone })
            })
        })
    }

    fn touches(&self, stage: &Stage<Natural>, mv: &SumMove<Throw>) -> Vec<Id> {
        let frame = stage.frame(mv.component);
        let pin = |left: u64| frame.column + left as i32;
        let (row, left) = (&stage.sum()[mv.component], &mv.mv.left);
        match (shown(row), shown(left)) {
            (Some(_), Some(left)) => (left..left + u64::from(mv.mv.pins))
                .map(|at| grids::cell(frame.board, 0, pin(at)))
                .collect(),
            _ => vec![Id {
                board: frame.board,
                part: Part::Whole,
            }],
        }
    }

    fn places(&self, row: &Natural, throw: &Throw, _: &[Natural]) -> Option<Vec<(i32, i32)>> {
        let (row, left) = (shown(row)?, shown(&throw.left)?);
        let right = left + u64::from(throw.pins);
        // As `with_rows` leaves them.
        let starts = match (left == 0, right == row) {
            (false, false) => vec![0, right],
            (true, _) => vec![right],
            (_, true) => vec![0],
        };
        Some(starts.into_iter().map(|at| (0, at as i32)).collect())
    }

    fn on_board(&self, throw: &Throw, _: i32, column: i32) -> Throw {
        Throw {
            left: &throw.left + u32::try_from(column).unwrap_or(0),
            ..throw.clone()
        }
    }
}

impl Named for Pins {
    const ABOUT: About = About {
        id: "pins",
        aliases: &[("pins", &["bowling", "保龄球"])],
        name: ("row of pins", "一排木瓶"),
        summary: (
            "knock down one pin, or two that stand together",
            "击倒一个木瓶，或相邻的两个木瓶",
        ),
        rules: (
            "Pins stand in rows. A move knocks down one pin, or two pins that stand side by side in a \
             row; what is left on either side goes on as a row of its own. Whoever knocks down the \
             last pin wins.",
            "木瓶排成若干排。每次击倒一个木瓶，或同一排中相邻的两个木瓶；两侧剩下的木瓶各自成为一排。击倒最后一个木瓶者获胜。",
        ),
        theorem: (
            "The Grundy values of rows have period 12 from 71 on. Misère: a quotient of 40 elements decides every sum.",
            "各排的 SG 值自 71 起以 12 为周期。反常规则：40 个元素的反常商判定任意和。",
        ),
        source: "R. K. Guy and C. A. B. Smith, The G-values of various games, Proceedings of the Cambridge \
                 Philosophical Society 52 (1956); misère: W. L. Sibert and J. H. Conway, Mathematical Kayles, \
                 International Journal of Game Theory 20 (1992)",
        position: ("rows: 7,4", "各排木瓶数：7,4"),
        moves: (
            "take 1 at 3, or take 2 at 3 (pins 3 and 4), counted from the left",
            "take 1 at 3，或 take 2 at 3（第 3、4 个），从左数起",
        ),
        examples: &["7", "5,4", "1,2,3", "10^18,71,5"],
        variants: &[Variant {
            id: "kayles",
            name: ("Kayles", "Kayles 游戏"),
            convention: Convention::Normal,
            parameters: &[],
        }],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game pins\n\
             state n\n\
             move one(i in 0..n-1) -> [i] + [n-1-i]\n\
             move two(i in 0..n-2) -> [i] + [n-2-i]";
        Ok(text.to_string())
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Pins::new()
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        let rows = (0u64..=12).map(|n| vec![Natural::from(n)]);
        rows.chain(small_sums((1u64..=5).map(Natural::from), 3))
            .collect()
    }
}
