//! The conformance suite finds what is wrong.
//!
//! A correct small game — rows of pins, knock down one or two that stand
//! together — passes. Then one thing at a time is broken, and the suite must
//! name it.

use grundy::answer::SumMove;
use grundy::catalogue::{About, Named, Parameters};
use grundy::conformance::{Check, check};
use grundy::error::Error;
use grundy::game::{CONTINUE, Flow, Game, STOP};
use grundy::natural::Natural;
use grundy::notation;
use grundy::outcome::{Convention, Outcome};
use grundy::picture::scene::{Id, Look, Numbers, Scene, Show, Stage, grids, why};
use grundy::solve::dense::Lattice;
use grundy::text::Text;
use grundy::theorem::{self, Theorem};
use grundy::workbench::Workbench;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Defect {
    None,
    /// The value of a row of 5 is off by one.
    Value,
    /// The sum 2 + 2 is said to be won.
    Outcome,
    /// The list of winning moves leaves one out.
    MoveMissing,
    /// The list of winning moves has a losing one.
    MoveTooMany,
    /// The constructed move to value 0 is no such move.
    WrongMove,
    /// The same, but only in rows that occur in play and not among the small
    /// positions.
    WrongMoveInPlay,
    /// A throw beyond the end of the row is accepted.
    IllegalPlay,
    /// A legal throw leads elsewhere when it is played.
    OtherPlay,
    /// Rows of 4 and 5 are taken for the same by symmetry.
    Canonical,
    /// Rows are written one short.
    Notation,
    /// A move is written like another one.
    MoveNotation,
    /// The table shows the row next to the one asked for.
    Table,
    /// Misère play is claimed to be like Nim. It is not: a row of 9 has value
    /// 4, and is lost.
    Misere,
    /// A theorem without a source cannot be checked by a reader; one without
    /// small positions cannot be checked at all.
    NoSmallPositions,
    /// Play can come back: a row of 3 may become a row of 3.
    Cycle,
    /// Two pins of a picture have one name.
    SameName,
    /// Rows of 4 and 5 look the same.
    SamePicture,
    /// A throw touches a pin that does not stand there.
    TouchesNothing,
    /// All throws touch the first pin.
    TouchesOne,
    /// The numbers say that 2 + 2 is won.
    WrongNumbers,
}

struct Rows(Defect);

type Throw = (u8, u8); // pins knocked down, pins left of them

const VALUES: [u8; 10] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4];

impl Game for Rows {
    type Position = u8;
    type Move = Throw;

    fn options(&self, &row: &u8, visit: &mut impl FnMut(Throw, &[u8]) -> Flow) -> Flow {
        if self.0 == Defect::Cycle && row == 3 {
            visit((9, 9), &[3])?;
        }
        for pins in 1..=row.min(2) {
            for left in 0..=row - pins {
                visit((pins, left), &[left, row - pins - left])?;
            }
        }
        CONTINUE
    }

    fn play(&self, &row: &u8, &(pins, left): &Throw) -> Option<Vec<u8>> {
        if self.0 == Defect::Cycle && (row, pins, left) == (3, 9, 9) {
            return Some(vec![3]);
        }
        if self.0 == Defect::OtherPlay && (row, pins, left) == (5, 1, 1) {
            return Some(vec![2, 2]);
        }
        if !(1..=2).contains(&pins) {
            return None;
        }
        match row.checked_sub(pins)?.checked_sub(left) {
            Some(right) => Some(vec![left, right]),
            None if self.0 == Defect::IllegalPlay => Some(vec![left]),
            None => None,
        }
    }

    fn canonical(&self, row: u8) -> u8 {
        match row {
            5 if self.0 == Defect::Canonical => 4,
            row => row,
        }
    }

    fn read(&self, text: &str) -> Result<Vec<u8>, Error> {
        let rows = notation::read_heaps(text)?;
        let small = |row: &Natural| u8::try_from(row).ok().filter(|row| *row < 10);
        let rows: Option<Vec<u8>> = rows.iter().map(small).collect();
        rows.ok_or_else(|| Error::BadPosition {
            text: text.to_string(),
            column: 1,
            expected: Text::fixed("rows of at most 9 pins", "每排至多 9 个木瓶"),
        })
    }

    fn write(&self, rows: &[u8]) -> String {
        let shown = |row: &u8| match self.0 {
            Defect::Notation if *row == 6 => 5,
            _ => *row,
        };
        let rows: Vec<String> = rows.iter().map(|row| shown(row).to_string()).collect();
        match rows.is_empty() {
            true => "0".to_string(),
            false => rows.join(","),
        }
    }

    fn write_move(&self, &(pins, left): &Throw) -> String {
        match self.0 {
            Defect::MoveNotation if left == 2 => format!("{pins} after 1"),
            _ => format!("{pins} after {left}"),
        }
    }
}

impl Theorem for Rows {
    fn value(&self, row: &u8) -> Option<Natural> {
        let off = self.0 == Defect::Value && *row == 5;
        Some(Natural::from(VALUES[*row as usize] + u8::from(off)))
    }

    fn moves_to(
        &self,
        row: &u8,
        target: &Natural,
        visit: &mut impl FnMut(Throw) -> Flow,
    ) -> Option<Flow> {
        let wrong = match self.0 {
            Defect::WrongMove => *row == 7,
            Defect::WrongMoveInPlay => [2, 4, 6].contains(row),
            _ => false,
        };
        if wrong && target.is_zero() {
            return Some(visit((1, 0)));
        }
        let flow = self.options(row, &mut |throw, to| {
            let value = theorem::sum_value(self, to);
            if value.as_ref() == Some(target) {
                visit(throw)
            } else {
                CONTINUE
            }
        });
        Some(flow)
    }

    fn outcome(&self, sum: &[u8], convention: Convention) -> Option<Outcome> {
        let wrong = self.0 == Defect::Outcome && convention == Convention::Normal;
        (wrong && *sum == [2, 2]).then_some(Outcome::N)
    }

    fn winning_moves(
        &self,
        sum: &[u8],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Throw>) -> Flow,
    ) -> Option<Flow> {
        let (true, Convention::Normal) = (*sum == [5], convention) else {
            return None;
        };
        let right = [(1, 2)];
        let listed: &[Throw] = match self.0 {
            Defect::MoveMissing => &[],
            Defect::MoveTooMany => &[(1, 2), (2, 1)],
            _ => &right,
        };
        for throw in listed {
            let mv = SumMove {
                component: 0,
                mv: *throw,
            };
            if visit(mv).is_break() {
                return Some(STOP);
            }
        }
        Some(CONTINUE)
    }

    fn misere_like_nim(&self) -> bool {
        self.0 == Defect::Misere
    }
}

impl Lattice for Rows {
    fn at(&self, point: &[u64]) -> Option<u8> {
        match point {
            [row @ 0..=9] => Some(*row as u8),
            _ => None,
        }
    }

    fn coordinates(&self, row: &u8, point: &mut [u64]) -> bool {
        let beside = self.0 == Defect::Table && *row == 4;
        point[0] = u64::from(*row) + u64::from(beside);
        true
    }
}

/// Pins in a row; a throw touches the first pin that falls and the last.
impl Show for Rows {
    fn scene(&self, stage: &Stage<u8>) -> Scene {
        let write = |row: &u8| self.write(&[*row]);
        Scene::by_board(stage, write, |board, _, on_it| {
            let (_, row) = on_it.first()?;
            let pins = match (self.0, **row) {
                (Defect::SamePicture, 5) => 4,
                (_, row) => row,
            };
            let mut panel = grids::strip(board, pins.into(), 1, |_| Some(Look::Stone))?;
            if self.0 == Defect::SameName && pins == 3 {
                panel.elements[2].id = panel.elements[1].id;
            }
            Some(panel)
        })
    }

    fn touches(&self, stage: &Stage<u8>, mv: &SumMove<Throw>) -> Vec<Id> {
        let board = stage.board(mv.component);
        let (pins, left) = mv.mv;
        let pin = |at: u8| grids::cell(board, 0, at.into());
        match self.0 {
            Defect::TouchesNothing if left == 2 => vec![pin(left + pins)],
            Defect::TouchesOne => vec![pin(0)],
            _ => vec![pin(left), pin(left + pins - 1)],
        }
    }

    fn numbers(&self, stage: &Stage<u8>) -> Option<Numbers> {
        let mut numbers = why::of_components(self, stage)?;
        if self.0 == Defect::WrongNumbers && stage.sum() == [2, 2] {
            numbers.each[0].value = 3u8.into();
        }
        Some(numbers)
    }
}

impl Named for Rows {
    const ABOUT: About = About {
        id: "rows",
        name: ("rows", "排"),
        summary: ("knock down pins", "击倒木瓶"),
        rules: (
            "Knock down one pin, or two that stand together.",
            "击倒一个木瓶，或相邻的两个。",
        ),
        theorem: (
            "The values are known up to 9 pins.",
            "9 个木瓶以内的值已知。",
        ),
        source: "computed by the suite",
        position: ("rows: 3,4", "各排：3,4"),
        moves: ("2 after 1", "2 after 1"),
        examples: &["7", "3,3"],
        dimension: 1,
        ..About::BLANK
    };

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Rows(Defect::None))
    }

    fn small(&self) -> Vec<Vec<u8>> {
        match self.0 {
            Defect::NoSmallPositions => (1..=9).map(|row| vec![row]).collect(),
            Defect::WrongMoveInPlay => {
                let odd = [0, 1, 3, 5, 7];
                odd.iter()
                    .flat_map(|a| odd.iter().map(|b| vec![*a, *b]))
                    .collect()
            }
            _ => {
                let pairs = (0..=6).flat_map(|a| (a..=6).map(move |b| vec![a, b]));
                (0..=9).rev().map(|row| vec![row]).chain(pairs).collect()
            }
        }
    }
}

#[test]
fn the_correct_game_passes() {
    let report = check(&Workbench::new(Rows(Defect::None))).unwrap();
    assert!(report.theorem > 0 && report.games > 0 && report.pictures > 0);
}

#[test]
fn each_defect_is_found_and_named() {
    let expected = [
        (Defect::Value, Check::Value),
        (Defect::Outcome, Check::Outcome),
        (Defect::MoveMissing, Check::WinningMoves),
        (Defect::MoveTooMany, Check::WinningMoves),
        (Defect::WrongMove, Check::WinningMoves),
        (Defect::WrongMoveInPlay, Check::Strategy),
        (Defect::IllegalPlay, Check::Legality),
        (Defect::OtherPlay, Check::Legality),
        (Defect::Canonical, Check::Search),
        (Defect::Notation, Check::Notation),
        (Defect::MoveNotation, Check::Notation),
        (Defect::Table, Check::Table),
        (Defect::Misere, Check::Outcome),
        (Defect::NoSmallPositions, Check::SmallPositions),
        (Defect::Cycle, Check::SmallPositions),
        (Defect::SameName, Check::Scene),
        (Defect::SamePicture, Check::Scene),
        (Defect::TouchesNothing, Check::Scene),
        (Defect::TouchesOne, Check::Scene),
        (Defect::WrongNumbers, Check::Scene),
    ];
    for (defect, kind) in expected {
        match check(&Workbench::new(Rows(defect))) {
            Err(failure) => assert_eq!(failure.check, kind, "{defect:?}: {failure}"),
            Ok(report) => panic!("{defect:?} was not found: {report:?}"),
        }
    }
}
