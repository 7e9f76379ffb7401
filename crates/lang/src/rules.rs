//! A game made of text: the library's [`Game`] with the bytecode behind it.
//!
//! [`Compiled`] is what is worked out once for a file; [`Rules`] plays it.
//! Engines ask for moves and expect no failure, so what goes wrong inside the
//! rules is kept aside: from then on no move is named, the engine comes to
//! its end soon, and whoever asked looks at [`Rules::fault`] before the
//! answer. So a fault is never an answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use grundy::answer::{Status, SumMove};
use grundy::budget::Budget;
use grundy::compound::{End, Kind};
use grundy::error::Error;
use grundy::game::{CONTINUE, Flow, Game, STOP};
use grundy::natural::{self, Natural};
use grundy::outcome::{Convention, Outcome, Winner};
use grundy::solve::boards::{Boards, Piece};
use grundy::solve::dense::{Kernel, Lattice, Line, Order, Work};
use grundy::text::{Lang, Text};
use grundy::theorem::Theorem;

use crate::bits::{self, Changes};
use crate::compile;
use crate::ir::Program;
use crate::knowledge::{Goal, Knowledge};
use crate::machine::{Code, Ended, Fault, Visit};
use crate::notation;
use crate::oracle;
use crate::position::Position;
use crate::recognise::{self, Shape};
use crate::terminate::{self, Termination};

/// The most registers that the machine has.
const MOST_REGISTERS: usize = 512;

/// A file, ready to be played.
#[derive(Debug)]
pub struct Compiled {
    program: Program,
    games: Vec<GameCode>,
    termination: Termination,
    shape: Option<Shape>,
    /// The moves as changes of bits, once somebody has asked.
    changes: OnceLock<Option<Changes>>,
}

/// The code of one game.
#[derive(Debug)]
struct GameCode {
    moves: Code,
    ends: Vec<(Winner, Code)>,
    /// What the coordinates must fulfil together.
    within: Option<Code>,
    start: Option<Code>,
    /// The declared measure, if it must be looked at while playing.
    measure: Vec<Code>,
}

impl Compiled {
    /// Compiles a checked file; `None` if it needs too many registers.
    pub fn new(program: Program) -> Option<Compiled> {
        let termination = terminate::prove(&program);
        let watched = termination == Termination::Watched;
        let mut games = Vec::new();
        for game in &program.games {
            let measure = game.measure.iter().flatten().filter(|_| watched);
            games.push(GameCode {
                moves: compile::moves(&program, game),
                ends: game
                    .ends
                    .iter()
                    .map(|(winner, cond)| (*winner, compile::condition(&program, game, cond)))
                    .collect(),
                within: game
                    .within
                    .as_ref()
                    .map(|within| compile::condition(&program, game, &within.holds)),
                start: game
                    .start
                    .as_ref()
                    .map(|start| compile::start(&program, game, start)),
                measure: measure
                    .map(|expr| compile::number(&program, game, expr))
                    .collect(),
            });
        }
        let fits = games.iter().all(|code| {
            let others = code.ends.iter().map(|(_, code)| code);
            let mut all = others
                .chain(&code.start)
                .chain(&code.within)
                .chain(&code.measure)
                .chain([&code.moves]);
            all.all(|code| code.registers <= MOST_REGISTERS && code.emits.len() < 1 << 16)
        });
        // Engines know nothing of forbidden options, or of a measure to be watched.
        let plain = program.game().blocked == 0 && !watched;
        let shape = { plain }.then(|| recognise::recognise(&program)).flatten();
        fits.then_some(Compiled {
            program,
            games,
            termination,
            shape,
            changes: OnceLock::new(),
        })
    }

    /// The checked form.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Why play ends.
    pub fn termination(&self) -> &Termination {
        &self.termination
    }

    /// The shape that was recognised, whose engine gives the values.
    pub fn shape(&self) -> Option<&Shape> {
        self.shape.as_ref()
    }

    /// The moves as changes of bits, if the state is a set of them.
    pub fn changes(&self) -> Option<&Changes> {
        let changes = self
            .changes
            .get_or_init(|| bits::read(&self.program, &self.termination));
        changes.as_ref()
    }

    /// The same without recognition: everything by the rules.
    pub fn without_shape(mut self) -> Compiled {
        self.shape = None;
        self.changes = OnceLock::from(None);
        self
    }

    /// Whether sums are played by rules of their own and every part of a split
    /// heap counts in them. Where nothing splits there is one reading only.
    pub fn is_flat(&self) -> bool {
        let game = self.program.game();
        let special = game.kind != Kind::Disjunctive || game.end != End::Long;
        let mut moves = self.program.games.iter().flat_map(|game| &game.moves);
        special && game.nested != Some(true) && moves.any(|mv| mv.parts.len() > 1)
    }

    /// Whether positions say of which game they are.
    pub fn is_tagged(&self) -> bool {
        self.program.games.len() > 1
    }

    /// Where the coordinates begin in a position.
    pub fn offset(&self) -> usize {
        usize::from(self.is_tagged())
    }

    /// How many numbers a position needs.
    pub fn width(&self) -> usize {
        let widest = self.program.games.iter().map(|game| game.width).max();
        widest.unwrap_or(0) + self.offset()
    }

    /// The sum that a short list of numbers stands for.
    pub(crate) fn started<const N: usize>(
        &self,
        numbers: &[i64],
    ) -> Result<Option<Vec<Position<N>>>, Fault> {
        let Some(code) = &self.games[self.program.main].start else {
            return Ok(None);
        };
        let mut sum = None;
        let done = code.run::<N>(numbers, self.offset(), &mut |_, _, parts| {
            sum = Some(parts.to_vec());
            STOP
        });
        done.map_err(|(fault, _)| fault)?;
        match sum {
            Some(sum) if !self.fulfil(&sum)? => Ok(None),
            sum => Ok(sum),
        }
    }

    /// The game that a position is of.
    #[inline]
    fn game_of<const N: usize>(&self, position: &Position<N>) -> usize {
        match self.offset() {
            0 => 0,
            _ => (position.0[0] as u64).min(self.games.len() as u64 - 1) as usize,
        }
    }

    /// Whether the condition after `where` holds of every part, up to the
    /// first of which it does not.
    fn fulfil<const N: usize>(&self, parts: &[Position<N>]) -> Result<bool, Fault> {
        for part in parts {
            let game = self.game_of(part);
            if let Some(code) = &self.games[game].within {
                let offset = self.offset();
                let at = &part.0[offset..offset + self.program.games[game].width];
                if code.evaluate(at)? == 0 {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// A move: which rule, and the chosen numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The game.
    pub game: u16,
    /// The rule.
    pub rule: u16,
    /// The chosen numbers; unused ones are 0.
    pub arguments: [i64; 6],
}

/// The game of a file. `N` is how many numbers a position has room for.
#[derive(Debug)]
pub struct Rules<const N: usize> {
    compiled: Arc<Compiled>,
    faulty: AtomicBool,
    fault: Mutex<Option<Error>>,
    /// Whether positions are known to come back.
    cyclic: bool,
    /// A law that was proven of these rules, where a question needs one.
    known: Option<Arc<dyn Knowledge>>,
    /// What engines ask for most often.
    main: Main,
    pace: Pace,
}

/// When large tables are filled by machine code instead of bytecode, where there is any
/// (feature `native`). The results are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Where so much is left to do that making it is worth while.
    #[default]
    Chosen,
    /// Never.
    Bytecode,
    /// From the first cell on.
    Native,
}

/// The layout of a position of the main game.
#[derive(Clone, Copy, Debug)]
struct Main {
    game: i64,
    offset: usize,
    width: usize,
    /// Whether positions are places of coins: a move whose parts are not all
    /// different is none, and one that leads upwards is a fault.
    distinct: bool,
    /// Whether the coordinates of some game must fulfil a condition together.
    bounded: bool,
}

impl<const N: usize> Rules<N> {
    /// The game of compiled rules; `None` if a position has more than `N`
    /// numbers.
    pub fn new(compiled: Arc<Compiled>) -> Option<Self> {
        let main = Main {
            game: compiled.program.main as i64,
            offset: compiled.offset(),
            width: compiled.program.game().width,
            distinct: compiled.program.game().coins,
            bounded: compiled.games.iter().any(|game| game.within.is_some()),
        };
        (compiled.width() <= N).then(|| Rules {
            main,
            compiled,
            faulty: AtomicBool::new(false),
            fault: Mutex::new(None),
            cyclic: false,
            known: None,
            pace: Pace::Chosen,
        })
    }

    /// The same game with nothing gone wrong.
    pub fn again(&self) -> Self {
        Rules {
            main: self.main,
            compiled: self.compiled.clone(),
            faulty: AtomicBool::new(false),
            fault: Mutex::new(None),
            cyclic: self.cyclic,
            known: self.known.clone(),
            pace: self.pace,
        }
    }

    /// The same game, whose tables are filled in this way.
    pub fn paced(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    /// The same game, of which a law is known.
    pub fn knowing(mut self, law: Arc<dyn Knowledge>) -> Self {
        self.known = Some(law);
        self
    }

    /// The same game, of which it is known that positions may come back.
    pub fn roaming(mut self) -> Self {
        self.cyclic = true;
        self
    }

    /// The compiled rules.
    pub fn compiled(&self) -> &Arc<Compiled> {
        &self.compiled
    }

    /// What went wrong since this was asked last. An answer that was reached
    /// when something went wrong is none.
    pub fn fault(&self) -> Option<Error> {
        if !self.faulty.load(Ordering::Relaxed) {
            return None;
        }
        let fault = self.fault.lock().map_or(None, |mut fault| fault.take());
        self.faulty.store(false, Ordering::Relaxed);
        fault
    }

    #[cold]
    pub(crate) fn fail(&self, error: Error) {
        if let Ok(mut kept) = self.fault.lock() {
            kept.get_or_insert(error);
        }
        self.faulty.store(true, Ordering::Relaxed);
    }

    #[cold]
    fn record(&self, position: &Position<N>, fault: &Fault, rule: Option<u32>) {
        let game = &self.compiled.program.games[self.game_of(position)];
        let name = rule.and_then(|rule| game.moves.get(rule as usize));
        let (in_en, in_zh) = name.map_or_else(Default::default, |mv| {
            (
                format!(" in move `{}`", mv.name),
                format!("，着法 `{}`", mv.name),
            )
        });
        let (code, text) = (fault.code(), fault.text());
        self.fail(Error::Faulty {
            position: self.write(&[*position]),
            because: Text::new(
                format!("{}{in_en} ({code})", text.get(Lang::En)),
                format!("{}{in_zh}（{code}）", text.get(Lang::Zh)),
            ),
        });
    }

    /// The game that a position is of.
    #[inline]
    pub fn game_of(&self, position: &Position<N>) -> usize {
        match self.main.offset {
            0 => 0,
            _ => self.compiled.game_of(position),
        }
    }

    /// Whether the condition after `where` holds of a tuple whose numbers lie in
    /// their domains. Where it has no value, that is kept as the fault.
    pub(crate) fn fulfils(&self, position: &Position<N>) -> bool {
        match self.compiled.fulfil(std::slice::from_ref(position)) {
            Ok(holds) => holds,
            Err(fault) => {
                self.record(position, &fault, None);
                false
            }
        }
    }

    /// The coordinates of a position.
    #[inline]
    pub fn coordinates_of<'p>(&self, position: &'p Position<N>) -> &'p [i64] {
        let game = self.game_of(position);
        let offset = self.compiled.offset();
        &position.0[offset..offset + self.compiled.program.games[game].width]
    }

    /// The position of the main game with these coordinates.
    pub fn position(&self, coordinates: &[i64]) -> Position<N> {
        self.position_of(self.compiled.program.main, coordinates)
    }

    /// A position of one of the games.
    pub fn position_of(&self, game: usize, coordinates: &[i64]) -> Position<N> {
        let mut position = [0; N];
        let offset = self.compiled.offset();
        if offset > 0 {
            position[0] = game as i64;
        }
        for (to, from) in position[offset..].iter_mut().zip(coordinates) {
            *to = *from;
        }
        Position(position)
    }

    fn measured(&self, position: &Position<N>) -> Result<Vec<i64>, Fault> {
        let codes = &self.compiled.games[self.game_of(position)].measure;
        let at = self.coordinates_of(position);
        codes.iter().map(|code| code.evaluate(at)).collect()
    }

    /// Runs the moves and looks at the measure of each target.
    #[cold]
    fn run_watched(
        &self,
        position: &Position<N>,
        code: &GameCode,
        at: &[i64],
        visit: Visit<'_, N>,
    ) -> Result<Ended, (Fault, u32)> {
        // Where there is no move there is nothing to be lowered.
        let mut before = None;
        let mut risen = None;
        let ended = code
            .moves
            .run::<N>(at, self.main.offset, &mut |rule, frame, parts| {
                match self.compiled.fulfil(parts) {
                    Ok(true) => {}
                    Ok(false) => return CONTINUE,
                    Err(fault) => {
                        risen = Some((fault, rule));
                        return STOP;
                    }
                }
                let known = match &before {
                    Some(known) => Ok(known),
                    None => self.measured(position).map(|known| &*before.insert(known)),
                };
                match known.and_then(|known| self.watch(known, parts)) {
                    Ok(()) => visit(rule, frame, parts),
                    Err(fault) => {
                        risen = Some((fault, rule));
                        STOP
                    }
                }
            });
        risen.map_or(ended, Err)
    }

    /// Checks that every part of a target has a lesser measure.
    fn watch(&self, before: &[i64], parts: &[Position<N>]) -> Result<(), Fault> {
        for part in parts {
            let after = self.measured(part)?;
            if after.as_slice() >= before || after.iter().any(|number| *number < 0) {
                return Err(Fault::Measure {
                    before: before.to_vec(),
                    after,
                });
            }
        }
        Ok(())
    }
}

impl<const N: usize> Game for Rules<N> {
    type Position = Position<N>;
    type Move = Move;

    #[inline]
    fn options(
        &self,
        position: &Position<N>,
        visit: &mut impl FnMut(Move, &[Position<N>]) -> Flow,
    ) -> Flow {
        if self.faulty.load(Ordering::Relaxed) {
            return CONTINUE;
        }
        let game = self.game_of(position);
        let code = &self.compiled.games[game];
        // What is known beforehand is not looked up for every position.
        let at = match self.main.offset {
            0 => &position.0[..self.main.width],
            _ => self.coordinates_of(position),
        };
        let (width, offset) = (at.len(), self.main.offset);
        // Nothing here can fail, so that engines that do not look at moves do
        // not pay for them.
        let distinct = self.main.distinct;
        let bounded = self.main.bounded;
        let mut name = |rule: u32, frame: &[i64], parts: &[Position<N>]| {
            if bounded {
                match self.compiled.fulfil(parts) {
                    Ok(true) => {}
                    Ok(false) => return CONTINUE,
                    Err(fault) => {
                        self.record(position, &fault, Some(rule));
                        return STOP;
                    }
                }
            }
            let repeated = || (1..parts.len()).any(|at| parts[..at].contains(&parts[at]));
            if distinct && repeated() {
                return CONTINUE;
            }
            if distinct && parts.iter().any(|part| part >= position) {
                self.record(position, &Fault::NotBelow, Some(rule));
                return STOP;
            }
            let mut arguments = [0; 6];
            for (to, from) in arguments.iter_mut().zip(frame.iter().skip(width)) {
                *to = *from;
            }
            let mv = Move {
                game: game as u16,
                rule: rule as u16,
                arguments,
            };
            visit(mv, parts)
        };
        let ended = match code.measure.is_empty() {
            true => code.moves.run::<N>(at, offset, &mut name),
            false => self.run_watched(position, code, at, &mut name),
        };
        match ended {
            Ok(Ended::Stopped) => STOP,
            Ok(_) => CONTINUE,
            Err((fault, rule)) => {
                self.record(position, &fault, Some(rule));
                STOP
            }
        }
    }

    fn play(&self, position: &Position<N>, mv: &Move) -> Option<Vec<Position<N>>> {
        let game = self.game_of(position);
        let rules = &self.compiled.program.games[game];
        let count = rules.moves.get(usize::from(mv.rule))?.arguments.len();
        if game != usize::from(mv.game) {
            return None;
        }
        let at = self.coordinates_of(position);
        let rule = usize::from(mv.rule);
        match oracle::play(
            &self.compiled.program,
            game,
            at,
            rule,
            &mv.arguments[..count],
        ) {
            Ok(sum) => {
                let parts = sum?.into_iter();
                Some(
                    parts
                        .map(|(game, at)| self.position_of(game, &at))
                        .collect(),
                )
            }
            Err(fault) => {
                self.record(position, &fault, Some(u32::from(mv.rule)));
                None
            }
        }
    }

    fn declares_ends(&self) -> bool {
        let games = &self.compiled.program.games;
        games.iter().any(|game| !game.ends.is_empty())
    }

    fn may_cycle(&self) -> bool {
        self.cyclic
    }

    fn boards(&self, convention: Convention) -> Option<Boards> {
        let apt = convention == Convention::Normal && !self.cyclic;
        { apt }
            .then(|| self.compiled.changes())
            .flatten()
            .map(bits::boards)
    }

    fn pack(&self, boards: &mut Boards, position: &Position<N>, pieces: &mut Vec<Piece>) -> bool {
        let [state] = self.coordinates_of(position) else {
            return false;
        };
        bits::pack(boards, *state, pieces)
    }

    fn over(&self, position: &Position<N>) -> Option<Winner> {
        let code = &self.compiled.games[self.game_of(position)];
        if code.ends.is_empty() {
            return None;
        }
        let at = self.coordinates_of(position);
        for (winner, code) in &code.ends {
            match code.evaluate(at) {
                Ok(0) => {}
                Ok(_) => return Some(*winner),
                Err(fault) => self.record(position, &fault, None),
            }
        }
        None
    }

    fn read(&self, text: &str) -> Result<Vec<Position<N>>, Error> {
        notation::read(self, text)
    }

    fn write(&self, sum: &[Position<N>]) -> String {
        notation::write(self, sum)
    }

    fn read_move(&self, position: &Position<N>, text: &str) -> Result<Move, Error> {
        notation::read_move(self, position, text)
    }

    fn write_move(&self, mv: &Move) -> String {
        notation::write_move(&self.compiled.program, mv)
    }
}

impl<const N: usize> Rules<N> {
    /// The shape, if this position is of the game that has it.
    fn shape_of(&self, position: &Position<N>) -> Option<&Shape> {
        let shape = self.compiled.shape.as_ref()?;
        (self.game_of(position) == self.compiled.program.main).then_some(shape)
    }

    /// The law, if this position is of the game that it speaks of.
    fn law_of(&self, position: &Position<N>) -> Option<&Arc<dyn Knowledge>> {
        let known = self.known.as_ref()?;
        (self.game_of(position) == self.compiled.program.main).then_some(known)
    }

    /// The law and the one position, where the law tells who wins it.
    fn told<'s>(
        &'s self,
        sum: &'s [Position<N>],
        convention: Convention,
    ) -> Option<(&'s Arc<dyn Knowledge>, &'s [i64])> {
        let [position] = sum else { return None };
        let law = self.law_of(position)?;
        (law.convention() == convention).then(|| (law, self.coordinates_of(position)))
    }

    /// Whether the answer for a sum rests on the law alone.
    fn by_law(&self, sum: &[Position<N>], convention: Convention) -> Option<&Arc<dyn Knowledge>> {
        let law = self.known.as_ref()?;
        let valued = convention == Convention::Normal
            && sum.iter().all(|position| {
                let at = self.coordinates_of(position);
                self.law_of(position)
                    .is_some_and(|law| law.value(at).is_some())
            });
        let told = || {
            self.told(sum, convention)?
                .0
                .lost(self.told(sum, convention)?.1)
        };
        (valued || told().is_some()).then_some(law)
    }

    /// The moves that a law constructs, each of them played before it is named.
    fn constructed(
        &self,
        law: &Arc<dyn Knowledge>,
        position: &Position<N>,
        goal: Goal,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Option<Flow> {
        let main = self.compiled.program.main;
        law.moves(self.coordinates_of(position), goal, &mut |rule, chosen| {
            let mut arguments = [0; 6];
            for (to, from) in arguments.iter_mut().zip(chosen) {
                *to = *from;
            }
            let mv = Move {
                game: main as u16,
                rule: rule as u16,
                arguments,
            };
            // What is not legal is a fault of the construction, never an answer.
            match self.play(position, &mv) {
                Some(_) => visit(mv),
                None => CONTINUE,
            }
        })
    }
}

impl<const N: usize> Rules<N> {
    #[cfg(all(
        feature = "native",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ))]
    fn native<'g>(
        &'g self,
        size: &[u64],
        order: Order,
        work: Work,
    ) -> Option<Box<dyn Kernel + 'g>> {
        let game = self.compiled.program.game();
        if self.pace == Pace::Chosen && !crate::native::is_worth_while(game, size, work) {
            return None;
        }
        let kernel = crate::native::kernel(game, size, order, &self.faulty)?;
        Some(Box::new(kernel))
    }

    #[cfg(not(all(
        feature = "native",
        any(target_arch = "x86_64", target_arch = "aarch64")
    )))]
    fn native<'g>(&'g self, _: &[u64], _: Order, _: Work) -> Option<Box<dyn Kernel + 'g>> {
        None
    }
}

impl<const N: usize> Theorem for Rules<N> {
    fn value(&self, position: &Position<N>) -> Option<Natural> {
        let at = self.coordinates_of(position);
        if let Some(value) = self.law_of(position).and_then(|law| law.value(at)) {
            return Some(value);
        }
        self.shape_of(position)?.value(at)
    }

    fn moves_to(
        &self,
        position: &Position<N>,
        target: &Natural,
        visit: &mut impl FnMut(Move) -> Flow,
    ) -> Option<Flow> {
        let law = self.law_of(position)?;
        let target = natural::small(target)?;
        self.constructed(law, position, Goal::Value(target), visit)
    }

    fn seeks_value(&self, _: &[Position<N>]) -> bool {
        // Where a law is needed the value is far away.
        self.known.is_none()
    }

    fn outcome(&self, sum: &[Position<N>], convention: Convention) -> Option<Outcome> {
        let (law, at) = self.told(sum, convention)?;
        Some(Outcome::mover_wins(!law.lost(at)?))
    }

    fn winning_moves(
        &self,
        sum: &[Position<N>],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Move>) -> Flow,
    ) -> Option<Flow> {
        let (law, at) = self.told(sum, convention)?;
        // Where moves split, values say more.
        if law.lost(at)? || law.value(at).is_some() {
            return None;
        }
        self.constructed(law, &sum[0], Goal::Lost, &mut |mv| {
            visit(SumMove { component: 0, mv })
        })
    }

    fn misere_like_nim(&self) -> bool {
        let shape = self.compiled.shape.as_ref();
        shape.is_some_and(Shape::misere_like_nim)
    }

    fn status(&self, sum: &[Position<N>], convention: Convention) -> Status {
        if self.by_law(sum, convention).is_some() {
            return Status::Proven;
        }
        match &self.compiled.shape {
            Some(shape) => shape.status(),
            None => Status::Computed,
        }
    }

    fn reason(&self, sum: &[Position<N>], convention: Convention) -> Text {
        let name = match (self.by_law(sum, convention), &self.compiled.shape) {
            (Some(law), _) => law.text(),
            (None, Some(shape)) => shape.text(),
            (None, None) => return Text::default(),
        };
        let names = (name.get(Lang::En), name.get(Lang::Zh));
        let reason = grundy::theorem::nim_sum_reason(names, self, sum, convention);
        // Of a law of outcomes there is no nim sum.
        match reason == Text::default() {
            true => name,
            false => reason,
        }
    }
}

impl<const N: usize> Lattice for Rules<N> {
    fn line(&self, cells: u64, budget: &Budget) -> Option<Result<Line, Error>> {
        self.compiled.shape.as_ref()?.line(cells, budget)
    }

    fn kernel<'g>(
        &'g self,
        size: &[u64],
        order: Order,
        work: Work,
    ) -> Option<Box<dyn Kernel + 'g>> {
        let code = &self.compiled.games[self.compiled.program.main];
        let plain = self.main.offset == 0 && !self.main.distinct && code.measure.is_empty();
        match plain && self.pace != Pace::Bytecode {
            true => self.native(size, order, work),
            false => None,
        }
    }

    fn at(&self, point: &[u64]) -> Option<Position<N>> {
        let game = self.compiled.program.game();
        if point.len() != game.width {
            return None;
        }
        let mut position = [0; N];
        let offset = self.compiled.offset();
        if offset > 0 {
            position[0] = self.compiled.program.main as i64;
        }
        for (at, (number, (least, most))) in point.iter().zip(&game.domain).enumerate() {
            let number = i64::try_from(*number).ok()?;
            if number < *least || number > *most {
                return None;
            }
            position[offset + at] = number;
        }
        let position = Position(position);
        (!self.main.bounded || self.fulfils(&position)).then_some(position)
    }

    #[inline]
    fn coordinates(&self, position: &Position<N>, point: &mut [u64]) -> bool {
        let Main {
            game,
            offset,
            width,
            ..
        } = self.main;
        if point.len() != width || (offset > 0 && position.0[0] != game) {
            return false;
        }
        let mut natural = true;
        for (to, from) in point.iter_mut().zip(&position.0[offset..]) {
            natural &= *from >= 0;
            *to = *from as u64;
        }
        natural
    }

    #[inline]
    fn cell(&self, position: &Position<N>, size: &[u64], _: &mut [u64]) -> Option<usize> {
        let Main {
            game,
            offset,
            width,
            ..
        } = self.main;
        if size.len() != width || (offset > 0 && position.0[0] != game) {
            return None;
        }
        // A negative number is a huge one here, and outside as well.
        if let ([x, ..], [side], 0) = (&position.0[..], size, offset) {
            return ((*x as u64) < *side).then_some(*x as usize);
        }
        if let ([x, y, ..], [rows, columns], 0) = (&position.0[..], size, offset) {
            let inside = ((*x as u64) < *rows) & ((*y as u64) < *columns);
            return inside.then(|| *x as usize * *columns as usize + *y as usize);
        }
        let mut cell = 0;
        for (at, side) in position.0[offset..].iter().zip(size) {
            if *at as u64 >= *side {
                return None;
            }
            cell = cell * *side as usize + *at as usize;
        }
        Some(cell)
    }
}
