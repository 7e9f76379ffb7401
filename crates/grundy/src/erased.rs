//! Where generic code ends: a game with its types forgotten.
//!
//! Engines are written once, for any [`Game`], and the compiler makes a copy
//! of them for every game they are used with. For sixty games and as many
//! functions that is more code than anybody waits for, so there are two ways
//! to use an engine, and this module is the border between them.
//!
//! - **Generic, where it is hot.** A game's own rules and its theorem, the box
//!   filled cell by cell ([`dense::fill`]), and whatever a Rust program
//!   does with a game whose type it names: `Memo::new(&MyGame)`. Compiled for
//!   each such game, nothing is looked up while it runs.
//! - **Erased, where it is cold.** Everything behind text: the
//!   [workbench](crate::workbench), tables by search, pictures, compounds, the
//!   conformance suite, the catalogue and all front ends. They see one game,
//!   [`Erased`], whose positions and moves may be anything, and the engines
//!   are compiled for it once.
//!
//! An erased position costs a call by pointer where a generic one is compared,
//! hashed or copied in place. Positions of up to three words (a heap, a list,
//! a pair, a board of bits) are kept where they are and not on the heap. What
//! a game knows beforehand goes the short way: [`Game::targets`] makes no
//! moves and names canonical positions, and [`Lattice::fill`] is the game's own generic copy.
//!
//! ```
//! use grundy::erased::Erased;
//! use grundy::game::Game;
//! use grundy::games::heaps::nim::Nim;
//! use grundy::theorem::Theorem;
//! let game = Erased::new(Nim);
//! let sum = game.read("3,5").unwrap();
//! assert_eq!(game.value(&sum[1]), Some(5u8.into()));
//! assert_eq!(game.write(&sum), "3,5");
//! ```
//!
//! Limits: positions and moves own what they hold (`'static`) and may go from
//! thread to thread. A position belongs to the game that made it: to another
//! game of another type it is as good as none, and the game panics.

use std::any::Any;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxBuildHasher;
use smallbox::{SmallBox, smallbox};

use crate::answer::{Status, SumMove};
use crate::budget::{Budget, Meter};
use crate::error::Error;
use crate::game::{Flow, Game};
use crate::natural::Natural;
use crate::outcome::{Convention, Outcome, Winner};
use crate::picture::scene::{Id, Numbers, Scene, Show, Stage};
use crate::solve::boards::{Boards, Piece};
use crate::solve::dense::{self, Lattice, Line};
use crate::text::Text;
use crate::theorem::{Guide, Theorem};

/// What fits here is not put on the heap.
type Words = [usize; 3];

/// Some position.
pub struct Position(SmallBox<dyn AnyPosition, Words>);

/// Some move.
pub struct Move(SmallBox<dyn AnyMove, Words>);

trait AnyPosition: Any + Send + Sync {
    fn same(&self, other: &dyn AnyPosition) -> bool;
    fn order(&self, other: &dyn AnyPosition) -> Ordering;
    fn hashed(&self) -> u64;
    fn copy(&self) -> Position;
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// What a position of a game must be to be erased.
pub trait Erasable: Clone + Ord + Hash + Debug + Send + Sync + 'static {}
impl<P: Clone + Ord + Hash + Debug + Send + Sync + 'static> Erasable for P {}

impl<P: Erasable> AnyPosition for P {
    fn same(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any).downcast_ref::<P>() == Some(self)
    }
    fn order(&self, other: &dyn AnyPosition) -> Ordering {
        match (other as &dyn Any).downcast_ref::<P>() {
            Some(other) => self.cmp(other),
            None => Ordering::Equal,
        }
    }
    fn hashed(&self) -> u64 {
        FxBuildHasher.hash_one(self)
    }
    fn copy(&self) -> Position {
        Position::of(self.clone())
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

impl Position {
    /// A position with its type forgotten.
    pub fn of<P: Erasable>(position: P) -> Self {
        Position(smallbox!(position))
    }

    /// The same for every component of a sum.
    pub fn all<P: Erasable>(sum: Vec<P>) -> Vec<Self> {
        sum.into_iter().map(Position::of).collect()
    }

    /// The position as it was.
    ///
    /// # Panics
    /// If it is of another type.
    pub fn get<P: Erasable>(&self) -> &P {
        match (&*self.0 as &dyn Any).downcast_ref() {
            Some(position) => position,
            None => panic!("a position of another game"),
        }
    }

    /// The components as they were; see [`Position::get`].
    pub fn get_all<P: Erasable>(sum: &[Self]) -> Vec<P> {
        sum.iter()
            .map(|position| position.get::<P>().clone())
            .collect()
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        self.0.copy()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.0.same(&*other.0)
    }
}

impl Eq for Position {}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.order(&*other.0)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hashed());
    }
}

impl Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(f)
    }
}

trait AnyMove: Any + Send + Sync {
    fn same(&self, other: &dyn AnyMove) -> bool;
    fn copy(&self) -> Move;
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// What a move of a game must be to be erased.
pub trait ErasableMove: Clone + PartialEq + Debug + Send + Sync + 'static {}
impl<M: Clone + PartialEq + Debug + Send + Sync + 'static> ErasableMove for M {}

impl<M: ErasableMove> AnyMove for M {
    fn same(&self, other: &dyn AnyMove) -> bool {
        (other as &dyn Any).downcast_ref::<M>() == Some(self)
    }
    fn copy(&self) -> Move {
        Move::of(self.clone())
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

impl Move {
    /// A move with its type forgotten.
    pub fn of<M: ErasableMove>(mv: M) -> Self {
        Move(smallbox!(mv))
    }

    /// The move as it was.
    ///
    /// # Panics
    /// If it is of another type.
    pub fn get<M: ErasableMove>(&self) -> &M {
        match (&*self.0 as &dyn Any).downcast_ref() {
            Some(mv) => mv,
            None => panic!("a move of another game"),
        }
    }
}

impl Clone for Move {
    fn clone(&self) -> Self {
        self.0.copy()
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.0.same(&*other.0)
    }
}

impl Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(f)
    }
}

/// The rules and the theorem of some game, without its types: what [`Erased`]
/// asks. Every game whose positions and moves can be erased has it. The
/// methods are those of [`Game`] and [`Theorem`].
#[allow(missing_docs)]
pub trait AnyRules {
    fn options(
        &self,
        position: &Position,
        visit: &mut dyn FnMut(Move, &[Position]) -> Flow,
    ) -> Flow;
    fn targets(&self, position: &Position, visit: &mut dyn FnMut(&[Position]) -> Flow) -> Flow;
    fn moves(&self, position: &Position, visit: &mut dyn FnMut(Move) -> Flow) -> Flow;
    fn is_terminal(&self, position: &Position) -> bool;
    fn bytes(&self, position: &Position) -> u64;
    fn play(&self, position: &Position, mv: &Move) -> Option<Vec<Position>>;
    fn canonical(&self, position: Position) -> Position;
    fn urgency(&self, option: &Position) -> i32;
    fn boards(&self, convention: Convention) -> Option<Boards>;
    fn pack(&self, boards: &mut Boards, position: &Position, pieces: &mut Vec<Piece>) -> bool;
    fn declares_ends(&self) -> bool;
    fn may_cycle(&self) -> bool;
    fn over(&self, position: &Position) -> Option<Winner>;
    fn read(&self, text: &str) -> Result<Vec<Position>, Error>;
    fn write(&self, sum: &[Position]) -> String;
    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Error>;
    fn write_move(&self, mv: &Move) -> String;
    fn value(&self, position: &Position) -> Option<Natural>;
    fn moves_to(
        &self,
        position: &Position,
        target: &Natural,
        visit: &mut dyn FnMut(Move) -> Flow,
    ) -> Option<Flow>;
    fn computed_value(&self, position: &Position) -> Option<Natural>;
    fn seeks_value(&self, sum: &[Position]) -> bool;
    fn outcome(&self, sum: &[Position], convention: Convention) -> Option<Outcome>;
    fn winning_moves(
        &self,
        sum: &[Position],
        convention: Convention,
        visit: &mut dyn FnMut(SumMove<Move>) -> Flow,
    ) -> Option<Flow>;
    fn misere_like_nim(&self) -> bool;
    fn status(&self, sum: &[Position], convention: Convention) -> Status;
    fn ends_within(&self, sum: &[Position]) -> Option<Natural>;
    fn guide(&self, position: &Position) -> Option<Box<dyn Guide<Move>>>;
    fn reason(&self, sum: &[Position], convention: Convention) -> Text;
}

impl<G> AnyRules for G
where
    G: Theorem,
    G::Position: Erasable,
    G::Move: ErasableMove,
{
    fn options(
        &self,
        position: &Position,
        visit: &mut dyn FnMut(Move, &[Position]) -> Flow,
    ) -> Flow {
        let mut parts = Vec::new();
        Game::options(self, position.get(), &mut |mv, to| {
            parts.clear();
            parts.extend(to.iter().cloned().map(Position::of));
            visit(Move::of(mv), &parts)
        })
    }
    fn targets(&self, position: &Position, visit: &mut dyn FnMut(&[Position]) -> Flow) -> Flow {
        let mut parts = Vec::new();
        Game::options(self, position.get(), &mut |_, to| {
            parts.clear();
            let canonical = |part: &G::Position| Game::canonical(self, part.clone());
            parts.extend(to.iter().map(canonical).map(Position::of));
            visit(&parts)
        })
    }
    fn moves(&self, position: &Position, visit: &mut dyn FnMut(Move) -> Flow) -> Flow {
        Game::moves(self, position.get(), &mut |mv| visit(Move::of(mv)))
    }
    fn is_terminal(&self, position: &Position) -> bool {
        Game::is_terminal(self, position.get())
    }
    fn bytes(&self, position: &Position) -> u64 {
        Game::bytes(self, position.get())
    }
    fn play(&self, position: &Position, mv: &Move) -> Option<Vec<Position>> {
        Game::play(self, position.get(), mv.get()).map(Position::all)
    }
    fn canonical(&self, position: Position) -> Position {
        Position::of(Game::canonical(self, position.get::<G::Position>().clone()))
    }
    fn urgency(&self, option: &Position) -> i32 {
        Game::urgency(self, option.get())
    }
    fn boards(&self, convention: Convention) -> Option<Boards> {
        Game::boards(self, convention)
    }
    fn pack(&self, boards: &mut Boards, position: &Position, pieces: &mut Vec<Piece>) -> bool {
        Game::pack(self, boards, position.get(), pieces)
    }
    fn declares_ends(&self) -> bool {
        Game::declares_ends(self)
    }
    fn may_cycle(&self) -> bool {
        Game::may_cycle(self)
    }
    fn over(&self, position: &Position) -> Option<Winner> {
        Game::over(self, position.get())
    }
    fn read(&self, text: &str) -> Result<Vec<Position>, Error> {
        Game::read(self, text).map(Position::all)
    }
    fn write(&self, sum: &[Position]) -> String {
        Game::write(self, &Position::get_all(sum))
    }
    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Error> {
        Game::read_move(self, position.get(), text).map(Move::of)
    }
    fn write_move(&self, mv: &Move) -> String {
        Game::write_move(self, mv.get())
    }
    fn value(&self, position: &Position) -> Option<Natural> {
        Theorem::value(self, position.get())
    }
    fn moves_to(
        &self,
        position: &Position,
        target: &Natural,
        visit: &mut dyn FnMut(Move) -> Flow,
    ) -> Option<Flow> {
        Theorem::moves_to(self, position.get(), target, &mut |mv| visit(Move::of(mv)))
    }
    fn computed_value(&self, position: &Position) -> Option<Natural> {
        Theorem::computed_value(self, position.get())
    }
    fn seeks_value(&self, sum: &[Position]) -> bool {
        Theorem::seeks_value(self, &Position::get_all(sum))
    }
    fn outcome(&self, sum: &[Position], convention: Convention) -> Option<Outcome> {
        Theorem::outcome(self, &Position::get_all(sum), convention)
    }
    fn winning_moves(
        &self,
        sum: &[Position],
        convention: Convention,
        visit: &mut dyn FnMut(SumMove<Move>) -> Flow,
    ) -> Option<Flow> {
        Theorem::winning_moves(self, &Position::get_all(sum), convention, &mut |named| {
            visit(SumMove {
                component: named.component,
                mv: Move::of(named.mv),
            })
        })
    }
    fn misere_like_nim(&self) -> bool {
        Theorem::misere_like_nim(self)
    }
    fn status(&self, sum: &[Position], convention: Convention) -> Status {
        Theorem::status(self, &Position::get_all(sum), convention)
    }
    fn ends_within(&self, sum: &[Position]) -> Option<Natural> {
        Theorem::ends_within(self, &Position::get_all(sum))
    }
    fn guide(&self, position: &Position) -> Option<Box<dyn Guide<Move>>> {
        let guide = Theorem::guide(self, position.get())?;
        Some(Box::new(Led(guide)))
    }
    fn reason(&self, sum: &[Position], convention: Convention) -> Text {
        Theorem::reason(self, &Position::get_all(sum), convention)
    }
}

/// A guide that takes erased moves.
struct Led<M>(Box<dyn Guide<M>>);

impl<M: ErasableMove> Guide<Move> for Led<M> {
    fn outcome(&mut self) -> Outcome {
        self.0.outcome()
    }
    fn winning_move(&mut self) -> Option<Move> {
        self.0.winning_move().map(Move::of)
    }
    fn go(&mut self, mv: &Move) -> Result<(), Error> {
        self.0.go(mv.get())
    }
}

/// The lattice and the picture of some game, without its types: what
/// [`Erased`] asks for tables and scenes. The methods are those of [`Lattice`]
/// and [`Show`].
#[allow(missing_docs)]
pub trait AnyBench: AnyRules {
    fn at(&self, point: &[u64]) -> Option<Position>;
    fn coordinates(&self, position: &Position, point: &mut [u64]) -> bool;
    fn fill(&self, size: &[u64], meter: &mut Meter) -> Result<Vec<Option<u32>>, Error>;
    fn line(&self, cells: u64, budget: &Budget) -> Option<Result<Line, Error>>;
    fn scene(&self, stage: &Stage<Position>) -> Scene;
    fn touches(&self, stage: &Stage<Position>, mv: &SumMove<Move>) -> Vec<Id>;
    fn places(&self, position: &Position, mv: &Move, parts: &[Position])
    -> Option<Vec<(i32, i32)>>;
    fn on_board(&self, mv: &Move, row: i32, column: i32) -> Move;
    fn numbers(&self, stage: &Stage<Position>) -> Option<Numbers>;
}

impl<G> AnyBench for G
where
    G: Show + Lattice,
    G::Position: Erasable,
    G::Move: ErasableMove,
{
    fn at(&self, point: &[u64]) -> Option<Position> {
        Lattice::at(self, point).map(Position::of)
    }
    fn coordinates(&self, position: &Position, point: &mut [u64]) -> bool {
        Lattice::coordinates(self, position.get(), point)
    }
    fn fill(&self, size: &[u64], meter: &mut Meter) -> Result<Vec<Option<u32>>, Error> {
        dense::fill(self, size, meter)
    }
    fn line(&self, cells: u64, budget: &Budget) -> Option<Result<Line, Error>> {
        Lattice::line(self, cells, budget)
    }
    fn scene(&self, stage: &Stage<Position>) -> Scene {
        Show::scene(self, &of_type(stage))
    }
    fn touches(&self, stage: &Stage<Position>, mv: &SumMove<Move>) -> Vec<Id> {
        let stage = of_type(stage);
        let mv = SumMove {
            component: mv.component,
            mv: mv.mv.get::<G::Move>().clone(),
        };
        Show::touches(self, &stage, &mv)
    }
    fn places(
        &self,
        position: &Position,
        mv: &Move,
        parts: &[Position],
    ) -> Option<Vec<(i32, i32)>> {
        Show::places(self, position.get(), mv.get(), &Position::get_all(parts))
    }
    fn on_board(&self, mv: &Move, row: i32, column: i32) -> Move {
        Move::of(Show::on_board(self, mv.get::<G::Move>(), row, column))
    }
    fn numbers(&self, stage: &Stage<Position>) -> Option<Numbers> {
        Show::numbers(self, &of_type(stage))
    }
}

/// A stage with its types as they were; compiled once for each type.
#[inline(never)]
fn of_type<P: Erasable>(stage: &Stage<Position>) -> Stage<P> {
    stage.map(|position| position.get::<P>().clone())
}

/// A game with its types forgotten; a copy is the same game.
#[derive(Clone)]
pub struct Erased<'g> {
    rules: Arc<dyn AnyRules + Send + Sync + 'g>,
    /// Missing where a game has neither tables nor pictures.
    bench: Option<Arc<dyn AnyBench + Send + Sync + 'g>>,
}

impl<'g> Erased<'g> {
    /// Forgets the types of `game`, which has neither tables nor pictures. It may be
    /// a reference.
    pub fn new(game: impl AnyRules + Send + Sync + 'g) -> Self {
        Erased {
            rules: Arc::new(game),
            bench: None,
        }
    }

    /// Forgets the types of a game that may have tables and pictures.
    pub fn tabled(game: Arc<dyn AnyBench + Send + Sync + 'g>) -> Self {
        Erased {
            rules: game.clone(),
            bench: Some(game),
        }
    }
}

impl Game for Erased<'_> {
    type Position = Position;
    type Move = Move;

    fn options(
        &self,
        position: &Position,
        visit: &mut impl FnMut(Move, &[Position]) -> Flow,
    ) -> Flow {
        self.rules.options(position, visit)
    }
    fn targets(&self, position: &Position, visit: &mut impl FnMut(&[Position]) -> Flow) -> Flow {
        self.rules.targets(position, visit)
    }
    fn representative<'p>(&self, target: &'p Position) -> Cow<'p, Position> {
        Cow::Borrowed(target)
    }
    fn moves(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        self.rules.moves(position, visit)
    }
    fn is_terminal(&self, position: &Position) -> bool {
        self.rules.is_terminal(position)
    }
    fn bytes(&self, position: &Position) -> u64 {
        self.rules.bytes(position)
    }
    fn play(&self, position: &Position, mv: &Move) -> Option<Vec<Position>> {
        self.rules.play(position, mv)
    }
    fn canonical(&self, position: Position) -> Position {
        self.rules.canonical(position)
    }
    fn urgency(&self, option: &Position) -> i32 {
        self.rules.urgency(option)
    }
    fn boards(&self, convention: Convention) -> Option<Boards> {
        self.rules.boards(convention)
    }
    fn pack(&self, boards: &mut Boards, position: &Position, pieces: &mut Vec<Piece>) -> bool {
        self.rules.pack(boards, position, pieces)
    }
    fn declares_ends(&self) -> bool {
        self.rules.declares_ends()
    }
    fn may_cycle(&self) -> bool {
        self.rules.may_cycle()
    }
    fn over(&self, position: &Position) -> Option<Winner> {
        self.rules.over(position)
    }
    fn read(&self, text: &str) -> Result<Vec<Position>, Error> {
        self.rules.read(text)
    }
    fn write(&self, sum: &[Position]) -> String {
        self.rules.write(sum)
    }
    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Error> {
        self.rules.read_move(position, text)
    }
    fn write_move(&self, mv: &Move) -> String {
        self.rules.write_move(mv)
    }
}

impl Theorem for Erased<'_> {
    fn value(&self, position: &Position) -> Option<Natural> {
        self.rules.value(position)
    }
    fn moves_to(
        &self,
        position: &Position,
        target: &Natural,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Option<Flow> {
        self.rules.moves_to(position, target, visit)
    }
    fn computed_value(&self, position: &Position) -> Option<Natural> {
        self.rules.computed_value(position)
    }
    fn seeks_value(&self, sum: &[Position]) -> bool {
        self.rules.seeks_value(sum)
    }
    fn outcome(&self, sum: &[Position], convention: Convention) -> Option<Outcome> {
        self.rules.outcome(sum, convention)
    }
    fn winning_moves(
        &self,
        sum: &[Position],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Move>) -> Flow,
    ) -> Option<Flow> {
        self.rules.winning_moves(sum, convention, visit)
    }
    fn misere_like_nim(&self) -> bool {
        self.rules.misere_like_nim()
    }
    fn status(&self, sum: &[Position], convention: Convention) -> Status {
        self.rules.status(sum, convention)
    }
    fn ends_within(&self, sum: &[Position]) -> Option<Natural> {
        self.rules.ends_within(sum)
    }
    fn guide(&self, position: &Position) -> Option<Box<dyn Guide<Move>>> {
        self.rules.guide(position)
    }
    fn reason(&self, sum: &[Position], convention: Convention) -> Text {
        self.rules.reason(sum, convention)
    }
}

impl Show for Erased<'_> {
    fn scene(&self, stage: &Stage<Position>) -> Scene {
        match &self.bench {
            Some(bench) => bench.scene(stage),
            None => Scene::cards(stage, |position| {
                Game::write(self, std::slice::from_ref(position))
            }),
        }
    }
    fn touches(&self, stage: &Stage<Position>, mv: &SumMove<Move>) -> Vec<Id> {
        match &self.bench {
            Some(bench) => bench.touches(stage, mv),
            None => Vec::new(),
        }
    }
    fn places(
        &self,
        position: &Position,
        mv: &Move,
        parts: &[Position],
    ) -> Option<Vec<(i32, i32)>> {
        self.bench.as_ref()?.places(position, mv, parts)
    }
    fn on_board(&self, mv: &Move, row: i32, column: i32) -> Move {
        match &self.bench {
            Some(bench) => bench.on_board(mv, row, column),
            None => mv.clone(),
        }
    }
    fn numbers(&self, stage: &Stage<Position>) -> Option<Numbers> {
        self.bench.as_ref()?.numbers(stage)
    }
}

impl Lattice for Erased<'_> {
    fn at(&self, point: &[u64]) -> Option<Position> {
        self.bench.as_ref()?.at(point)
    }
    fn coordinates(&self, position: &Position, point: &mut [u64]) -> bool {
        let bench = self.bench.as_ref();
        bench.is_some_and(|bench| bench.coordinates(position, point))
    }
    fn fill(&self, size: &[u64], meter: &mut Meter) -> Result<Vec<Option<u32>>, Error> {
        match &self.bench {
            Some(bench) => bench.fill(size, meter),
            None => dense::fill(self, size, meter),
        }
    }
    fn line(&self, cells: u64, budget: &Budget) -> Option<Result<Line, Error>> {
        self.bench.as_ref()?.line(cells, budget)
    }
}
