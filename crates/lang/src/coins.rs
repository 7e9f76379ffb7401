//! Coins: the places are positions of the rules, the board is the library's.
//!
//! A rule `turns p, q, r` allows the set {p, q, r} for its top p. Seen from
//! one coin it is a move from p to the sum q + r, which is how the values are
//! computed (see [`grundy::solve::coins`] for the theorem); the board with
//! its heads, and play on it, are [`grundy::solve::coins::Coins`].

use std::sync::{Arc, Mutex};

use grundy::answer::Status;
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::game::{CONTINUE, Flow, Game, STOP, each_option};
use grundy::natural::Natural;
use grundy::notation::Reader;
use grundy::outcome::Convention;
use grundy::picture::scene::Show;
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
            return Ok(((), heads.collect()));
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
        Ok(self.rules.position(&place))
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

impl Show for CoinGame {}

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
