//! Coins: the places are positions of the rules, the board is the library's.
//!
//! A rule `turns p, q, r` allows the set {p, q, r} for its top p. Seen from
//! one coin it is a move from p to the sum q + r, which is how the values are
//! computed (see [`grundy::solve::coins`] for the theorem); the board with
//! its heads, and play on it, are [`grundy::solve::coins::Coins`].

use std::sync::{Arc, Mutex};

use grundy::answer::{Status, SumMove};
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::game::{CONTINUE, Flow, Game, STOP, each_option};
use grundy::natural::Natural;
use grundy::notation::Reader;
use grundy::outcome::Convention;
use grundy::picture::scene::{Id, Look, Part, Scene, Show, Stage, grids};
use grundy::solve::coins::{
    Board, Coins, Family, Turn, VisitSet, read_faces, read_heads, write_heads,
};
use grundy::solve::dense::Lattice;
use grundy::solve::memo::Memo;
use grundy::text::Text;
use grundy::theorem::Theorem;

use crate::bench::Written;
use crate::notation::{self};
use crate::position::Position;
use crate::rules::{Compiled, Rules};

/// How many numbers a place has room for: as many as the widest state, so
/// that all coin games are one type.
const ROOM: usize = 16;

/// The sets of coins that the rules of a text allow.
pub struct CoinRules {
    rules: Rules<ROOM>,
    budget: Budget,
    memo: Mutex<Memo<Rules<ROOM>>>,
}

impl CoinRules {
    fn within(rules: Rules<ROOM>, budget: Budget) -> CoinRules {
        let memo = Mutex::new(Memo::new(rules.again()));
        CoinRules {
            rules,
            budget,
            memo,
        }
    }
}

/// A place of a coin.
type Place = Position<ROOM>;

impl Family for CoinRules {
    type Board = ();
    type Place = Place;

    fn sets(&self, _: &(), top: &Place, visit: VisitSet<'_, Place>) -> Flow {
        let mut others: Vec<Place> = Vec::new();
        each_option(&self.rules, top, &mut |_, to| {
            others.clear();
            others.extend_from_slice(to);
            others.sort_unstable();
            visit(&others)
        })
    }

    fn allows(&self, board: &(), top: &Place, others: &[Place]) -> bool {
        let mut found = false;
        let _ = self.sets(board, top, &mut |set| {
            found = set == others;
            if found { STOP } else { CONTINUE }
        });
        found
    }

    fn value(&self, _: &(), top: &Place) -> Option<Natural> {
        if let Some(shape) = self.rules.compiled().shape()
            && let Some(value) = shape.value(self.rules.coordinates_of(top))
        {
            return Some(value);
        }
        let mut memo = self.memo.lock().ok()?;
        let mut meter = self.budget.meter("coins");
        let value = memo.value(top, &mut meter);
        let fault = memo.game().fault();
        match (fault, value) {
            (None, Ok(value)) => Some(value.into()),
            (Some(error), _) | (None, Err(error)) => {
                // What was kept may rest on what went wrong.
                *memo = Memo::new(self.rules.again());
                self.rules.fail(error);
                None
            }
        }
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<((), Vec<Place>), Error> {
        let width = self.rules.compiled().program().game().width;
        if width <= 2
            && let Some(faces) = read_faces(reader)
        {
            let heads = faces.into_iter().map(|(row, column)| match width {
                1 => self.rules.position(&[column as i64]),
                _ => self.rules.position(&[row as i64, column as i64]),
            });
            let heads: Vec<Place> = heads.collect();
            for head in &heads {
                notation::fulfilled(&self.rules, head, reader)?;
            }
            return Ok(((), heads));
        }
        let heads = read_heads(reader, |reader| self.read_place(reader))?;
        Ok(((), heads))
    }

    fn write(&self, _: &(), heads: &[Place]) -> String {
        write_heads(heads, |place| self.write_place(place))
    }

    fn read_place(&self, reader: &mut Reader<'_>) -> Result<Place, Error> {
        let game = self.rules.compiled().program().game();
        let mut place = Vec::new();
        let bracket = game.width > 1;
        if bracket {
            reader.expect("(")?;
        }
        for (at, (least, most)) in game.domain.iter().enumerate() {
            if at > 0 {
                reader.expect(",")?;
            }
            let least = (*least).max(0) as u64;
            let number = reader.within(least, (*most).max(0) as u64)?;
            place.push(number as i64);
        }
        if bracket {
            reader.expect(")")?;
        }
        let place = self.rules.position(&place);
        notation::fulfilled(&self.rules, &place, reader)?;
        Ok(place)
    }

    fn write_place(&self, place: &Place) -> String {
        let game = self.rules.compiled().program().game();
        let numbers = notation::write_numbers(game, self.rules.coordinates_of(place));
        match game.width {
            1 => numbers,
            _ => format!("({numbers})"),
        }
    }
}

/// The game of coins whose rules are text.
pub struct CoinGame(Coins<CoinRules>);

impl CoinGame {
    /// The game of these rules.
    pub fn new(rules: Rules<ROOM>) -> CoinGame {
        CoinGame(Coins(CoinRules::within(rules, Budget::current())))
    }
}

impl Game for CoinGame {
    type Position = Board<(), Place>;
    type Move = Turn<Place>;

    fn options(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(Self::Move, &[Self::Position]) -> Flow,
    ) -> Flow {
        self.0.options(position, visit)
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Option<Vec<Self::Position>> {
        self.0.play(position, mv)
    }

    fn read(&self, text: &str) -> Result<Vec<Self::Position>, Error> {
        self.0.read(text)
    }

    fn write(&self, sum: &[Self::Position]) -> String {
        self.0.write(sum)
    }

    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        self.0.read_move(position, text)
    }

    fn write_move(&self, mv: &Self::Move) -> String {
        self.0.write_move(mv)
    }
}

impl Theorem for CoinGame {
    fn value(&self, position: &Self::Position) -> Option<Natural> {
        self.0.value(position)
    }

    fn status(&self, _: &[Self::Position], _: Convention) -> Status {
        Status::Computed
    }

    fn reason(&self, sum: &[Self::Position], convention: Convention) -> Text {
        self.0.reason(sum, convention)
    }
}

impl Show for CoinGame {
    /// Coins in a row or on a board; with more coordinates, the notation.
    fn scene(&self, stage: &Stage<Self::Position>) -> Scene {
        let rules = &self.0.0.rules;
        let write = |board: &Self::Position| self.write(std::slice::from_ref(board));
        let width = rules.compiled().program().game().width;
        Scene::by_board(stage, write, |board, first, on_it| {
            let [(_, now)] = on_it else { return None };
            let place = |place: &Place| cell(rules.coordinates_of(place));
            let (mut rows, mut columns) = (1, 1);
            for head in first.heads().iter().chain(now.heads()) {
                let (row, column) = place(head)?;
                (rows, columns) = (rows.max(row + 1), columns.max(column + 1));
            }
            let heads: Vec<(i32, i32)> = now.heads().iter().filter_map(place).collect();
            let coin = |row: i32, column: i32| match heads.contains(&(row, column)) {
                true => Look::Heads,
                false => Look::Tails,
            };
            let (rows, columns) = (rows as u64, columns as u64);
            let panel = grids::board(board, rows, columns, |row, column| Some(coin(row, column)))?;
            let mut panel = grids::numbered(panel, rows, columns, 0);
            if width == 1 {
                panel.rows.clear();
            }
            Some(panel)
        })
    }

    fn touches(&self, stage: &Stage<Self::Position>, mv: &SumMove<Self::Move>) -> Vec<Id> {
        let rules = &self.0.0.rules;
        let board = stage.board(mv.component);
        let scene = self.scene(stage);
        let turned = mv
            .mv
            .0
            .iter()
            .filter_map(|place| cell(rules.coordinates_of(place)));
        let ids = turned.map(|(row, column)| grids::cell(board, row, column));
        let ids: Vec<Id> = ids.filter(|id| scene.element(*id).is_some()).collect();
        match ids.is_empty() {
            false => ids,
            true => vec![Id {
                board,
                part: Part::Whole,
            }],
        }
    }
}

/// Row and column of a place with one or two coordinates.
fn cell(at: &[i64]) -> Option<(i32, i32)> {
    let small = |n: &i64| i32::try_from(*n).ok().filter(|n| (0..1000).contains(n));
    match at {
        [column] => Some((0, small(column)?)),
        [row, column] => Some((small(row)?, small(column)?)),
        _ => None,
    }
}

impl Lattice for CoinGame {
    fn at(&self, point: &[u64]) -> Option<Self::Position> {
        let place = self.0.0.rules.at(point)?;
        Some(Board::new((), vec![place]))
    }

    fn coordinates(&self, _: &Self::Position, _: &mut [u64]) -> bool {
        false // Most boards have more than one head.
    }
}

impl Written for CoinGame {
    fn fault(&self) -> Option<Error> {
        self.0.0.rules.fault()
    }

    fn fresh(&self, budget: &Budget) -> Arc<dyn Written> {
        let rules = self.0.0.rules.again();
        let rules = CoinRules::within(rules, budget.clone());
        Arc::new(CoinGame(Coins(rules)))
    }

    fn roaming(&self, budget: &Budget) -> Arc<dyn Written> {
        // Coins are turned below the first one only: play always ends.
        self.fresh(budget)
    }

    fn compiled(&self) -> &Compiled {
        self.0.0.rules.compiled()
    }
}
