//! A written game on the workbench: what every front end talks to.
//!
//! [`load`] makes a [`Box<dyn AnyGame>`](AnyGame) of a text. Everything is
//! answered by the engines of the library; this file chooses among them.
//! Play that can come back is found out by the search itself; the position is
//! then labelled as a graph with draws, and the answer says so.

use std::ops::Range;
use std::sync::Arc;

use grundy::answer::{Answer, Status};
use grundy::ask::{Question, ask};
use grundy::budget::{Budget, Meter};
use grundy::catalogue::About;
use grundy::compound::expression::Expression;
use grundy::compound::parts::{Parts, Reached, Typed};
use grundy::compound::{End, Kind, Rules as Compound};
use grundy::diagram::{Diagram, diagram};
use grundy::error::Error;
use grundy::game::Flow;
use grundy::natural::Natural;
use grundy::outcome::{Convention, Outcome};
use grundy::solve::blocking::{self, Blocking};
use grundy::solve::dense::{self, Lattice};
use grundy::solve::memo::Memo;
use grundy::table::{Caption, Cell, Table, tabulate_as};
use grundy::text::{Lang, Text};
use grundy::theorem::Theorem;
use grundy::workbench::{
    AnyGame, EveryMove, Match, Solved, WrittenMove, annotate, begin, every_move, list_moves,
    written,
};

use crate::coins::CoinGame;
use crate::compound::{self, Replayed};
use crate::diagnostic::{Diagnostic, Span};
use crate::explain as code;
use crate::rules::{Compiled, Rules};
use crate::terminate::Termination;

/// The page about games of this kind.
static ABOUT: About = About {
    id: "rules",
    name: (
        "a game written in the rule language",
        "用规则语言写成的游戏",
    ),
    summary: ("rules given as text", "以文本给出的规则"),
    ..About::BLANK
};

/// Compiles a text. The parameters are those of its last game, or of the
/// named one.
pub fn compile(
    source: &str,
    name: Option<&str>,
    set: &[(String, i64)],
) -> Result<Compiled, Vec<Diagnostic>> {
    let file = crate::parse(source)?;
    let program = crate::check::check_named(&file, name, set)?;
    let span = program
        .game()
        .moves
        .first()
        .map_or(Span::default(), |m| m.span);
    Compiled::new(program).ok_or_else(|| {
        vec![Diagnostic::new(
            code::TOO_LARGE,
            span,
            Text::fixed(
                "these rules need more than 512 registers",
                "这些规则需要超过 512 个寄存器",
            ),
        )]
    })
}

/// The game of a text, ready for every verb.
pub fn load(
    source: &str,
    name: Option<&str>,
    set: &[(String, i64)],
) -> Result<Box<dyn AnyGame>, Vec<Diagnostic>> {
    Ok(on_workbench(Arc::new(compile(source, name, set)?)))
}

/// Puts compiled rules on the workbench.
pub fn on_workbench(compiled: Arc<Compiled>) -> Box<dyn AnyGame> {
    fn of<G: Written + 'static>(game: Option<G>) -> Option<Box<dyn AnyGame>> {
        game.map(|game| {
            let roaming = game.roaming(&Budget::default());
            Box::new(Bench { game, roaming }) as Box<dyn AnyGame>
        })
    }
    if compiled.program().game().coins {
        if let Some(game) = of(Rules::new(compiled).map(CoinGame::new)) {
            return game;
        }
        unreachable!("a position has at most 16 numbers")
    }
    // Each width is compiled with all engines, so there are few.
    let game = of(Rules::<2>::new(compiled.clone()))
        .or_else(|| of(Rules::<4>::new(compiled.clone())))
        .or_else(|| of(Rules::<16>::new(compiled)));
    match game {
        Some(game) => game,
        None => unreachable!("a position has at most 16 numbers"),
    }
}

/// A game whose rules are text.
pub trait Written: Theorem + Lattice + Send + Sync {
    /// What went wrong since this was asked last.
    fn fault(&self) -> Option<Error>;

    /// The same game with nothing gone wrong, for one question.
    fn fresh(&self, budget: &Budget) -> Self;

    /// As [`Written::fresh`], where it is known that positions come back.
    fn roaming(&self, budget: &Budget) -> Self;

    /// The compiled rules.
    fn compiled(&self) -> &Compiled;
}

impl<const N: usize> Written for Rules<N> {
    fn fault(&self) -> Option<Error> {
        Rules::fault(self)
    }

    fn fresh(&self, _: &Budget) -> Self {
        self.again()
    }

    fn roaming(&self, _: &Budget) -> Self {
        self.again().roaming()
    }

    fn compiled(&self) -> &Compiled {
        Rules::compiled(self)
    }
}

/// A written game behind text.
struct Bench<G> {
    game: G,
    /// The same game, for play that may come back.
    roaming: G,
}

impl<G: Written + 'static> Bench<G> {
    fn declared(&self) -> Compound {
        let game = self.game.compiled().program().game();
        Compound {
            kind: game.kind,
            end: game.end,
            convention: game.convention,
        }
    }

    fn is_compound(&self) -> bool {
        let declared = self.declared();
        declared.kind != Kind::Disjunctive || declared.end != End::Long
    }

    /// A position as a compound, with the rules that the text declares.
    fn compound(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> (Expression, Compound) {
        let rules = Compound {
            convention,
            ..self.declared()
        };
        let game = self.game.fresh(budget);
        let roaming = game.roaming(budget);
        let alone = Box::new(Bench { game, roaming });
        (Expression::of(self.id(), alone, position), rules)
    }

    /// How many options may be forbidden, if any.
    fn blocked(&self) -> Option<usize> {
        let blocked = self.game.compiled().program().game().blocked;
        (blocked > 0).then_some(blocked as usize)
    }

    /// Fails where options may be forbidden: only who wins is known there.
    fn unblocked(&self, what: (&str, &str)) -> Result<(), Error> {
        let because = |count: usize| {
            let forbidden = format!("up to {count} options may be forbidden before each move");
            (forbidden, format!("每步之前可禁止至多 {count} 个选项"))
        };
        self.only_known_to_solve(self.blocked().map(because), what)
    }

    /// Fails where sums are not played in one component at a time to the end, too.
    fn plain(&self, what: (&str, &str)) -> Result<(), Error> {
        self.unblocked(what)?;
        let declared = self.declared().text();
        let declares = self.is_compound().then(|| {
            let (en, zh) = (declared.get(Lang::En), declared.get(Lang::Zh));
            (format!("the rules declare {en}"), format!("规则声明了{zh}"))
        });
        self.only_known_to_solve(declares, what)
    }

    fn only_known_to_solve(
        &self,
        because: Option<(String, String)>,
        what: (&str, &str),
    ) -> Result<(), Error> {
        let Some((en, zh)) = because else {
            return Ok(());
        };
        Err(Error::Unsupported {
            because: Text::new(
                format!(
                    "{}: {en}, which {} do not know; `solve` and `table` do",
                    self.id(),
                    what.0
                ),
                format!(
                    "{}：{zh}，{}不支持；请用 `solve` 与 `table`",
                    self.id(),
                    what.1
                ),
            ),
        })
    }

    /// Whether nothing that can be reached from a position comes back; not
    /// known if there are no values, or too many positions.
    fn ends(&self, position: &str, budget: &Budget) -> Result<bool, Error> {
        let game = self.game.fresh(budget);
        let sum = game.read(position)?;
        let value = Memo::new(&game).sum_value(&sum, &mut budget.meter("search"));
        Ok(value.is_ok() && game.fault().is_none())
    }

    /// The result, unless the rules failed on the way.
    fn checked<T>(game: &G, result: Result<T, Error>) -> Result<T, Error> {
        match game.fault() {
            Some(error) => Err(error),
            None => result,
        }
    }
}

impl<G: Written + 'static> Bench<G> {
    /// A table of outcomes where options may be forbidden.
    fn outcomes(
        &self,
        game: &G,
        forbidden: usize,
        size: &[u64],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Table, Error> {
        let width = game.compiled().program().game().width;
        if size.len() != width || convention == Convention::Misere {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!(
                        "with forbidden options there are tables of dimension {width} in normal play only"
                    ),
                    format!("可禁止选项时，只有正常规则下的 {width} 维表"),
                ),
            });
        }
        let mut meter = budget.meter("table");
        let count = size
            .iter()
            .try_fold(1u64, |all, side| all.checked_mul(*side));
        let count = count.unwrap_or(u64::MAX);
        meter.bytes(count.saturating_mul(size_of::<Cell>() as u64))?;
        meter.set_goal(count);
        let mut table = Blocking::new(game, forbidden);
        let mut cells = Vec::new();
        for cell in 0..count {
            meter.state()?;
            cells.push(match game.at(&dense::point(cell, size)) {
                Some(position) => Cell::Outcome(table.outcome(&position, &mut meter)?),
                None => Cell::Nothing,
            });
        }
        Ok(Table {
            size: size.to_vec(),
            cells,
            status: Status::Computed,
            reason: Text::new(
                format!("from the rules, where up to {forbidden} options may be forbidden"),
                format!("由规则得出，每步可禁止至多 {forbidden} 个选项"),
            ),
        })
    }
}

impl<G: Written + 'static> AnyGame for Bench<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn id(&self) -> &str {
        &self.game.compiled().program().game().name
    }

    fn name(&self, _: Lang) -> &str {
        self.id()
    }

    fn dimension(&self) -> usize {
        self.game.compiled().program().game().width
    }

    fn rules(&self) -> Compound {
        self.declared()
    }

    fn solve(&self, position: &str, question: &Question) -> Result<Solved, Error> {
        let game = self.game.fresh(&question.budget);
        if self.is_compound() {
            let (expression, rules) =
                self.compound(position, question.convention, &question.budget);
            return expression.solve(rules, question);
        }
        let sum = game.read(position)?;
        if let Some(count) = self.blocked() {
            let answer = Self::checked(&game, blocking::ask(&game, &sum, count, question))?;
            return Ok(written(&game, &sum, answer));
        }
        match Self::checked(&game, ask(&game, &sum, question)) {
            Err(Error::Cycle { cycle }) => {
                let game = self.game.roaming(&question.budget);
                let answer = Self::checked(&game, ask(&game, &sum, question))?;
                Ok(written(&game, &sum, repeating(answer, &cycle)))
            }
            answer => Ok(written(&game, &sum, answer?)),
        }
    }

    fn moves(&self, position: &str, limit: usize) -> Result<(Vec<WrittenMove>, bool), Error> {
        let game = self.game.fresh(&Budget::default());
        let sum = game.read(position)?;
        let moves = list_moves(&game, &sum, limit);
        Self::checked(&game, Ok(moves))
    }

    fn begin(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Box<dyn Match + '_>, Error> {
        self.unblocked(("games in play", "对弈"))?;
        if self.is_compound() {
            let (expression, rules) = self.compound(position, convention, budget);
            return Ok(Box::new(Replayed::new(expression, rules, budget)?));
        }
        let compiled = self.game.compiled();
        let unproven = *compiled.termination() == Termination::Unproven;
        let unproven = unproven && compiled.shape().is_none();
        let game = match unproven && !self.ends(position, budget)? {
            true => &self.roaming,
            false => &self.game,
        };
        let inner = begin(game, game.read(position)?, convention, budget);
        let inner = Self::checked(game, inner)?;
        Ok(Box::new(Watched {
            game,
            failed: None,
            inner,
        }))
    }

    fn table(&self, size: &[u64], convention: Convention, budget: &Budget) -> Result<Table, Error> {
        if self.is_compound() {
            return compound::table(self, size, convention, budget);
        }
        let game = self.game.fresh(budget);
        if let Some(count) = self.blocked() {
            let table = self.outcomes(&game, count, size, convention, budget);
            return Self::checked(&game, table);
        }
        let theorem = match game.compiled().shape() {
            Some(shape) => shape.text(),
            None => Text::default(),
        };
        let caption = Caption {
            id: self.id(),
            dimension: self.dimension(),
            theorem,
        };
        let fill = |game: &G| {
            let table = tabulate_as(game, &caption, size, convention, budget);
            Self::checked(game, table)
        };
        let mut table = match fill(&game) {
            Err(Error::Cycle { .. }) => fill(&self.game.roaming(budget)),
            table => table,
        }?;
        // Values that an engine gives may be computed, not proven.
        if table.status == Status::Proven {
            table.status = game.status(&[], convention);
        }
        Ok(table)
    }

    fn diagram(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Diagram, Error> {
        self.plain(("diagrams", "图"))?;
        let draw = |game: &G| {
            let drawn = diagram(game, &game.read(position)?, convention, budget);
            Self::checked(game, drawn)
        };
        match draw(&self.game.fresh(budget)) {
            Err(Error::Cycle { .. }) => draw(&self.game.roaming(budget)),
            drawn => drawn,
        }
    }

    fn every_move(&self, position: &str, question: &Question) -> Result<EveryMove, Error> {
        self.plain(("lists of all moves", "着法列表"))?;
        let list = |game: &G| {
            let moves = every_move(game, &game.read(position)?, question);
            Self::checked(game, moves)
        };
        match list(&self.game.fresh(&question.budget)) {
            Err(Error::Cycle { .. }) => list(&self.game.roaming(&question.budget)),
            moves => moves,
        }
    }

    fn annotate(
        &self,
        position: &str,
        moves: &[&str],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<Outcome>, Error> {
        self.plain(("annotated games", "棋谱注解"))?;
        let judge = |game: &G| {
            let outcomes = annotate(game, game.read(position)?, moves, convention, budget);
            Self::checked(game, outcomes)
        };
        match judge(&self.game.fresh(budget)) {
            Err(Error::Cycle { .. }) => judge(&self.game.roaming(budget)),
            outcomes => outcomes,
        }
    }

    fn parts(&self, position: &str) -> Result<Box<dyn Parts + '_>, Error> {
        self.unblocked(("sums of games", "游戏的和"))?;
        Ok(Box::new(Watched {
            game: &self.game,
            failed: None,
            inner: Typed::new(&self.game, self.game.read(position)?),
        }))
    }
}

/// The answer for a position from which play can come back, with the way on
/// which it does.
fn repeating<M>(answer: Answer<M>, cycle: &[String]) -> Answer<M> {
    let shown = cycle.iter().take(4).cloned().collect::<Vec<_>>();
    let shown = shown.join(" → ");
    Answer {
        reason: Text::new(
            format!(
                "play can repeat ({shown} → …); {}",
                answer.reason.get(Lang::En)
            ),
            format!(
                "对局可能循环（{shown} → …）；{}",
                answer.reason.get(Lang::Zh)
            ),
        ),
        ..answer
    }
}

/// A match, or the components of a compound, that notices when the rules
/// fail. What was worked out then is not used: the failure stays.
struct Watched<'g, G, I> {
    game: &'g G,
    failed: Option<Error>,
    inner: I,
}

impl<G: Written, I> Watched<'_, G, I> {
    fn checked<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        if let Some(error) = self.game.fault() {
            self.failed.get_or_insert(error);
        }
        match &self.failed {
            Some(error) => Err(error.clone()),
            None => result,
        }
    }
}

impl<'g, G: Written> Match for Watched<'g, G, Box<dyn Match + 'g>> {
    fn position(&self) -> String {
        self.inner.position()
    }

    fn over(&self) -> Option<Outcome> {
        self.inner.over()
    }

    fn moves(&self, limit: usize) -> (Vec<WrittenMove>, bool) {
        self.inner.moves(limit)
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let done = self.inner.play(text);
        self.checked(done)
    }

    fn hint(&mut self) -> Result<Option<String>, Error> {
        let done = self.inner.hint();
        self.checked(done)
    }

    fn reply(&mut self) -> Result<Option<String>, Error> {
        let done = self.inner.reply();
        self.checked(done)
    }

    fn undo(&mut self) -> Result<bool, Error> {
        let done = self.inner.undo();
        self.checked(done)
    }
}

impl<'g, G: Written> Parts for Watched<'g, G, Typed<'g, G>> {
    fn len(&self) -> usize {
        self.inner.len()
    }

    fn unite(&mut self) {
        self.inner.unite();
    }

    fn is_single(&self, component: usize) -> bool {
        self.inner.is_single(component)
    }

    fn write(&self, components: Range<usize>) -> String {
        self.inner.write(components)
    }

    fn is_ended(&self, component: usize) -> bool {
        self.inner.is_ended(component)
    }

    fn has_values(&self) -> bool {
        self.inner.has_values()
    }

    fn values_are_proven(&self) -> bool {
        self.inner.values_are_proven()
    }

    fn may_cycle(&self) -> bool {
        self.inner.may_cycle()
    }

    fn is_like_nim(&self) -> bool {
        self.inner.is_like_nim()
    }

    fn value(&mut self, component: usize, meter: &mut Meter) -> Result<Natural, Error> {
        let value = self.inner.value(component, meter);
        self.checked(value)
    }

    fn moves_to_value(
        &mut self,
        component: usize,
        target: &Natural,
        meter: &mut Meter,
        visit: &mut dyn FnMut(String) -> Flow,
    ) -> Result<Flow, Error> {
        let flow = self.inner.moves_to_value(component, target, meter, visit);
        self.checked(flow)
    }

    fn moves(&self, component: usize, visit: &mut dyn FnMut(String, Option<u32>) -> Flow) -> Flow {
        self.inner.moves(component, visit)
    }

    fn explore(&mut self, meter: &mut Meter) -> Result<Reached<'_>, Error> {
        let failed = self.inner.explore(meter).err();
        self.checked(failed.map_or(Ok(()), Err))?;
        self.inner.reached().ok_or(Error::Unsupported {
            because: Text::fixed("nothing was explored", "尚未探索"),
        })
    }

    fn node(&self, component: usize) -> Option<u32> {
        self.inner.node(component)
    }

    fn play(&mut self, component: usize, text: &str) -> Result<(), Error> {
        let done = self.inner.play(component, text);
        self.checked(done)
    }

    fn back(&mut self, component: usize) {
        self.inner.back(component);
    }
}
