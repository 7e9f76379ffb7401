//! A written game on the workbench: what every front end talks to.
//!
//! [`load`] makes a [`Box<dyn AnyGame>`](AnyGame) of a text. Everything is
//! answered by the engines of the library; this file chooses among them.
//! Play that can come back is found out by the search itself; the position is
//! then labelled as a graph with draws, and the answer says so. A question beyond
//! cheap search is answered by a law of the rules, if there is a teacher who
//! finds and proves one ([`crate::knowledge`]).

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use grundy::answer::Answer;
use grundy::ask::Question;
use grundy::budget::{Budget, Meter};
use grundy::catalogue::About;
use grundy::choice::{Ended, Engine, Expected, Trace};
use grundy::compound::expression::Expression;
use grundy::compound::parts::{Components, Parts, Reached};
use grundy::compound::{End, Kind, Rules as Compound};
use grundy::diagram::{Diagram, diagram};
use grundy::erased::{AnyBench, Erased};
use grundy::error::Error;
use grundy::game::{Flow, Game};
use grundy::natural::Natural;
use grundy::outcome::{Convention, Outcome};
use grundy::table::{Caption, Table, tabulate, tabulate_blocking};
use grundy::text::{Lang, Text};
use grundy::theorem;
use grundy::workbench::{
    Annotated, AnyGame, EveryMove, Match, RatedMove, Seen, Solved, WrittenMove, annotate, begin,
    every_move, list_moves, positions_below, searched_value, seen, solve, solve_blocking, written,
};

use crate::coins::CoinGame;
use crate::compound::{self, Replayed};
use crate::diagnostic::{Diagnostic, Span};
use crate::explain as code;
use crate::flat::FlatSum;
use crate::knowledge::{Knowledge, Teacher};
use crate::lawful::{self, Lawful};
use crate::rules::{Compiled, Rules};
use crate::stages::{self, Stage, stages};
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
    taught(compiled, None)
}

/// As [`on_workbench`], with a teacher who may be asked for a law.
pub fn taught(compiled: Arc<Compiled>, teacher: Option<Arc<dyn Teacher>>) -> Box<dyn AnyGame> {
    Box::new(bench(compiled, teacher))
}

pub(crate) fn bench(compiled: Arc<Compiled>, teacher: Option<Arc<dyn Teacher>>) -> Bench {
    let of = |game: Option<Arc<dyn Written>>| -> Option<Bench> {
        let asked = Asked::new(game?);
        Some(Bench::new(asked, teacher.clone()))
    };
    if compiled.program().game().coins {
        let coins = Rules::new(compiled).map(CoinGame::new);
        if let Some(game) = of(coins.map(|game| Arc::new(game) as Arc<dyn Written>)) {
            return game;
        }
        unreachable!("a position has at most 16 numbers")
    }
    if compiled.is_flat() {
        let flat = |rules| FlatSum::<16>::new(rules, Budget::default());
        let flat = Rules::new(compiled.clone()).map(flat);
        if let Some(game) = of(flat.map(|game| Arc::new(game) as Arc<dyn Written>)) {
            return game;
        }
    }
    fn wide<const N: usize>(compiled: &Arc<Compiled>) -> Option<Arc<dyn Written>> {
        let rules = Rules::<N>::new(compiled.clone())?;
        Some(Arc::new(rules))
    }
    // Rules are compiled for each width, so there are few. Three numbers are
    // the most that an erased position keeps in place.
    let game = wide::<2>(&compiled)
        .or_else(|| wide::<3>(&compiled))
        .or_else(|| wide::<8>(&compiled))
        .or_else(|| wide::<16>(&compiled));
    match of(game) {
        Some(game) => game,
        None => unreachable!("a position has at most 16 numbers"),
    }
}

/// A game whose rules are text.
pub trait Written: AnyBench + Send + Sync {
    /// What went wrong since this was asked last.
    fn fault(&self) -> Option<Error>;

    /// The same game with nothing gone wrong, for one question.
    fn fresh(&self, budget: &Budget) -> Arc<dyn Written>;

    /// As [`Written::fresh`], where it is known that positions come back.
    fn roaming(&self, budget: &Budget) -> Arc<dyn Written>;

    /// As [`Written::fresh`], with a law of it; `None` for games of which laws say nothing.
    fn knowing(&self, _: Arc<dyn Knowledge>) -> Option<Arc<dyn Written>> {
        None
    }

    /// The compiled rules.
    fn compiled(&self) -> &Compiled;
}

impl<const N: usize> Written for Rules<N> {
    fn fault(&self) -> Option<Error> {
        Rules::fault(self)
    }

    fn fresh(&self, _: &Budget) -> Arc<dyn Written> {
        Arc::new(self.again())
    }

    fn roaming(&self, _: &Budget) -> Arc<dyn Written> {
        Arc::new(self.again().roaming())
    }

    fn knowing(&self, law: Arc<dyn Knowledge>) -> Option<Arc<dyn Written>> {
        Some(Arc::new(self.again().knowing(law)))
    }

    fn compiled(&self) -> &Compiled {
        Rules::compiled(self)
    }
}

/// Rules, and the same as a game for the engines.
pub(crate) struct Asked {
    rules: Arc<dyn Written>,
    pub(crate) game: Erased<'static>,
}

impl Asked {
    fn new(rules: Arc<dyn Written>) -> Self {
        let game = Erased::tabled(rules.clone());
        Asked { rules, game }
    }

    /// The same with nothing gone wrong, for one question.
    fn fresh(&self, budget: &Budget) -> Asked {
        Asked::new(self.rules.fresh(budget))
    }

    /// As [`Asked::fresh`], where it is known that positions come back.
    fn roaming(&self, budget: &Budget) -> Asked {
        Asked::new(self.rules.roaming(budget))
    }

    /// The result, unless the rules failed on the way.
    fn checked<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        match self.rules.fault() {
            Some(error) => Err(error),
            None => result,
        }
    }
}

/// A written game behind text.
pub(crate) struct Bench {
    asked: Asked,
    /// The same game, for play that may come back.
    roaming: Asked,
    /// Who may be asked for a law.
    teacher: Option<Arc<dyn Teacher>>,
    /// What was learned under each convention.
    lessons: [OnceLock<Asked>; 2],
}

impl Bench {
    fn new(asked: Asked, teacher: Option<Arc<dyn Teacher>>) -> Self {
        let roaming = asked.roaming(&Budget::current());
        // Laws are of components that are played one at a time, with nothing forbidden.
        let bench = Bench {
            asked,
            roaming,
            teacher: None,
            lessons: Default::default(),
        };
        let game = bench.compiled().program().game();
        let plain = !bench.compiled().is_flat() && !game.coins;
        // Of boards that are finite there is nothing to be said beyond a table.
        let endless = game.domain.iter().any(|(_, most)| *most == i64::MAX);
        let apt = plain && endless && !bench.is_compound() && bench.blocked().is_none();
        Bench {
            teacher: teacher.filter(|_| apt),
            ..bench
        }
    }

    /// Whether nothing is known of a position but the rules.
    fn is_silent(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<bool, Error> {
        let _scope = budget.scope();
        let asked = self.asked.fresh(budget);
        let sum = asked.game.read(position)?;
        Ok(theorem::outcome(&asked.game, &sum, convention).is_none())
    }

    /// The game with a law, if one is known or found within the budget.
    fn learned(&self, convention: Convention, budget: &Budget) -> Result<Option<&Asked>, Error> {
        let lesson = &self.lessons[usize::from(convention == Convention::Misere)];
        if let Some(known) = lesson.get() {
            return Ok(Some(known));
        }
        let Some(teacher) = &self.teacher else {
            return Ok(None);
        };
        let Some(law) = teacher.learn(convention, budget)? else {
            return Ok(None);
        };
        let game = self.asked.rules.knowing(law);
        Ok(game.map(|game| lesson.get_or_init(|| Asked::new(game))))
    }

    /// The answer by a law, if one is known or found and tells who wins.
    pub(crate) fn by_law<T>(
        &self,
        position: &str,
        convention: Convention,
        looking: &Budget,
        budget: &Budget,
        ask: &dyn Fn(&Asked, &Budget) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let Some(asked) = self.learned(convention, looking)? else {
            return Ok(None);
        };
        // What a search held before and gave back is there again.
        let budget = &budget.clone().starting_now();
        let _scope = budget.scope();
        let asked = Asked::new(asked.rules.fresh(budget));
        let sum = asked.game.read(position)?;
        // A law of lost positions says nothing of sums.
        if theorem::outcome(&asked.game, &sum, convention).is_none() {
            return Ok(None);
        }
        match asked.checked(ask(&asked, budget)) {
            Ok(answer) => Ok(Some(answer)),
            Err(error @ Error::Cancelled { .. }) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// About how many positions a search from here would have to visit.
    pub(crate) fn below(&self, position: &str, convention: Convention) -> Option<u64> {
        let sum = self.asked.game.read(position).ok()?;
        let together = convention == Convention::Misere;
        positions_below(&self.asked.game, &sum, together)
    }

    /// Whether there is somebody to be asked for a law.
    pub(crate) fn is_taught(&self) -> bool {
        self.teacher.is_some()
    }

    /// Asks the rules, and a law of them where they are not enough ([`crate::stages`]). Where the
    /// theorem of a shape speaks there is nothing to search.
    fn by_law_if_far<T>(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
        trace: &Trace,
        ask: &dyn Fn(&Asked, &Budget) -> Result<T, Error>,
    ) -> Result<T, Error> {
        // One clock for all of it.
        let budget = &budget.clone().starting_now();
        let taught = self.is_taught();
        let silent = taught && self.is_silent(position, convention, budget)?;
        let plainly = |limit: Option<u64>| {
            let budget = match limit {
                Some(limit) => &budget.clone().at_most(limit),
                None => budget,
            };
            let asked = self.asked.fresh(budget);
            asked.checked(ask(&asked, budget))
        };
        let by_law = |looking: &Budget| self.by_law(position, convention, looking, budget, ask);
        let stages = stages(taught, silent, budget);
        let below = || self.below(position, convention);
        stages::run(&stages, budget, trace, &below, &plainly, &by_law)
    }

    /// The game as it is, or with a law where its positions are too many for cheap search.
    fn within_reach(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<&Asked, Error> {
        let silent = self.is_taught() && self.is_silent(position, convention, budget)?;
        let budget = &budget.clone().starting_now();
        for stage in stages(self.is_taught(), silent, budget) {
            match stage {
                Stage::Rules(Some(limit)) => {
                    let question = Question {
                        convention,
                        moves: 0,
                        outcome_only: true,
                        budget: budget.clone().at_most(limit),
                        ..Question::default()
                    };
                    let asked = self.asked.fresh(&question.budget);
                    let sum = asked.game.read(position)?;
                    match asked.checked(solve(&asked.game, &sum, &question)) {
                        Err(Error::OverBudget { .. }) => {}
                        _ => break,
                    }
                }
                Stage::Law { first } => {
                    let below = self.below(position, convention);
                    let looking = stages::looking(first, below, budget);
                    let known = self.learned(convention, &looking)?;
                    return Ok(known.unwrap_or(&self.asked));
                }
                Stage::Rules(None) => break,
            }
        }
        Ok(&self.asked)
    }

    fn compiled(&self) -> &Compiled {
        self.asked.rules.compiled()
    }

    fn declared(&self) -> Compound {
        let game = self.compiled().program().game();
        Compound {
            kind: game.kind,
            end: game.end,
            convention: game.convention,
        }
    }

    fn is_compound(&self) -> bool {
        let declared = self.declared();
        let special = declared.kind != Kind::Disjunctive || declared.end != End::Long;
        // A flat sum is a game of its own.
        special && !self.compiled().is_flat()
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
        let asked = self.asked.fresh(budget);
        let roaming = asked.roaming(budget);
        let alone = Box::new(Bench {
            asked,
            roaming,
            teacher: None,
            lessons: Default::default(),
        });
        (Expression::of(self.id(), alone, position), rules)
    }

    /// How many options may be forbidden, if any.
    fn blocked(&self) -> Option<usize> {
        let blocked = self.compiled().program().game().blocked;
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
        let asked = self.asked.fresh(budget);
        let sum = asked.game.read(position)?;
        let value = searched_value(&asked.game, &sum, budget);
        Ok(asked.checked(value).is_ok())
    }
}

impl Bench {
    /// A table of outcomes where options may be forbidden.
    fn outcomes(
        &self,
        game: &Asked,
        forbidden: usize,
        size: &[u64],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Table, Error> {
        let width = self.compiled().program().game().width;
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
        tabulate_blocking(&game.game, forbidden, size, budget)
    }
}

impl AnyGame for Bench {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn id(&self) -> &str {
        &self.compiled().program().game().name
    }

    fn name(&self, _: Lang) -> &str {
        self.id()
    }

    fn dimension(&self) -> usize {
        self.compiled().program().game().width
    }

    fn rules(&self) -> Compound {
        // A flat sum plays itself, as one component.
        match self.compiled().is_flat() {
            true => Compound {
                convention: self.declared().convention,
                ..Compound::default()
            },
            false => self.declared(),
        }
    }

    fn solve(&self, position: &str, question: &Question) -> Result<Solved, Error> {
        if self.is_compound() {
            let (expression, rules) =
                self.compound(position, question.convention, &question.budget);
            return expression.solve(rules, question);
        }
        let asked = self.asked.fresh(&question.budget);
        let game = &asked.game;
        let sum = game.read(position)?;
        if let Some(count) = self.blocked() {
            let begun = question.trace.begin(Engine::Blocking, || {
                let why = Text::fixed(
                    "options may be forbidden: who wins is searched for",
                    "选项可被禁止：搜索胜负",
                );
                let most = Some(question.budget.states());
                (
                    why,
                    Expected {
                        most,
                        ..Expected::default()
                    },
                )
            });
            let answer = asked.checked(solve_blocking(game, &sum, count, question))?;
            question.trace.end(begun, Ended::Answered);
            return Ok(written(game, &sum, answer));
        }
        let solved = self.by_law_if_far(
            position,
            question.convention,
            &question.budget,
            &question.trace,
            &|asked, budget| {
                let question = Question {
                    budget: budget.clone(),
                    ..question.clone()
                };
                solve(&asked.game, &sum, &question)
            },
        );
        match solved {
            Err(Error::Cycle { cycle }) => {
                let asked = self.asked.roaming(&question.budget);
                let answer = asked.checked(solve(&asked.game, &sum, question))?;
                Ok(written(&asked.game, &sum, repeating(answer, &cycle)))
            }
            answer => Ok(written(game, &sum, answer?)),
        }
    }

    fn moves(&self, position: &str, limit: usize) -> Result<(Vec<WrittenMove>, bool), Error> {
        let asked = self.asked.fresh(&Budget::current());
        let sum = asked.game.read(position)?;
        let moves = list_moves(&asked.game, &sum, limit);
        asked.checked(Ok(moves))
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
        let compiled = self.compiled();
        let unproven = *compiled.termination() == Termination::Unproven;
        let unproven = unproven && compiled.shape().is_none();
        let asked = match unproven && !self.ends(position, budget)? {
            true => &self.roaming,
            false => self.within_reach(position, convention, budget)?,
        };
        let inner = begin(&asked.game, asked.game.read(position)?, convention, budget);
        let inner = asked.checked(inner)?;
        Ok(Box::new(Watched {
            asked,
            failed: None,
            inner,
        }))
    }

    fn table(&self, size: &[u64], convention: Convention, budget: &Budget) -> Result<Table, Error> {
        if self.is_compound() || self.compiled().is_flat() {
            return compound::table(self, size, convention, budget);
        }
        let asked = self.asked.fresh(budget);
        if let Some(count) = self.blocked() {
            let table = self.outcomes(&asked, count, size, convention, budget);
            return asked.checked(table);
        }
        let theorem = match self.compiled().shape() {
            Some(shape) => shape.text(),
            None => Text::default(),
        };
        let caption = Caption {
            id: self.id(),
            dimension: self.dimension(),
            computed: self.compiled().shape().map(|shape| shape.text()),
            theorem,
        };
        let fill = |asked: &Asked| {
            let table = tabulate(&asked.game, &caption, size, convention, budget);
            asked.checked(table)
        };
        match fill(&asked) {
            Err(Error::Cycle { .. }) => fill(&self.asked.roaming(budget)),
            table => table,
        }
    }

    fn diagram(
        &self,
        position: &str,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Diagram, Error> {
        self.plain(("diagrams", "图"))?;
        let draw = |asked: &Asked| {
            let game = &asked.game;
            let drawn = diagram(game, &game.read(position)?, convention, budget);
            asked.checked(drawn)
        };
        match draw(&self.asked.fresh(budget)) {
            Err(Error::Cycle { .. }) => draw(&self.asked.roaming(budget)),
            drawn => drawn,
        }
    }

    fn every_move(&self, position: &str, question: &Question) -> Result<EveryMove, Error> {
        self.plain(("lists of all moves", "着法列表"))?;
        let list = |asked: &Asked, budget: &Budget| {
            let game = &asked.game;
            let question = Question {
                budget: budget.clone(),
                ..question.clone()
            };
            let moves = every_move(game, &game.read(position)?, &question);
            asked.checked(moves)
        };
        let budget = &question.budget;
        match self.by_law_if_far(
            position,
            question.convention,
            budget,
            &question.trace,
            &list,
        ) {
            Err(Error::Cycle { .. }) => list(&self.asked.roaming(budget), budget),
            moves => moves,
        }
    }

    fn annotate(
        &self,
        position: &str,
        moves: &[&str],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Vec<Annotated>, Error> {
        self.plain(("annotated games", "棋谱注解"))?;
        let judge = |asked: &Asked, budget: &Budget| {
            let game = &asked.game;
            let outcomes = annotate(game, game.read(position)?, moves, convention, budget);
            asked.checked(outcomes)
        };
        match self.by_law_if_far(position, convention, budget, &Trace::default(), &judge) {
            Err(Error::Cycle { .. }) => judge(&self.asked.roaming(budget), budget),
            outcomes => outcomes,
        }
    }

    fn seen(&self, position: &str, convention: Convention, clicks: usize) -> Result<Seen, Error> {
        let asked = self.asked.fresh(&Budget::current());
        let sum = asked.game.read(position)?;
        let mut found = seen(&asked.game, sum, convention, clicks);
        // Values decide where they are added up.
        if self.is_compound() || self.blocked().is_some() {
            found.numbers = None;
        }
        asked.checked(Ok(found))
    }

    fn parts(&self, position: &str) -> Result<Box<dyn Parts + '_>, Error> {
        self.unblocked(("sums of games", "游戏的和"))?;
        if self.compiled().is_flat() {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!(
                        "{}: every heap of a sum counts (flat), which sums with other games do not know; write `nested` behind `sum` or `short`",
                        self.id()
                    ),
                    format!(
                        "{}：和中各堆皆计（flat），与其他游戏的和不支持；请在 `sum` 或 `short` 之后写 `nested`",
                        self.id()
                    ),
                ),
            });
        }
        let components = Box::new(Watched {
            asked: &self.asked,
            failed: None,
            inner: Components::new(&self.asked.game, self.asked.game.read(position)?),
        });
        Ok(match self.is_taught() {
            true => lawful::parts(self, components),
            false => components,
        })
    }
}

impl Lawful for Bench {
    fn stages(&self, budget: &Budget) -> Vec<Stage> {
        stages(self.is_taught(), true, budget)
    }

    fn below(&self, position: &str) -> Option<u64> {
        Bench::below(self, position, Convention::Normal)
    }

    fn value(&self, position: &str, looking: &Budget) -> Result<Option<Natural>, Error> {
        let ask = |asked: &Asked, _: &Budget| Ok(lawful::value(asked, &asked.game.read(position)?));
        let (convention, budget) = (Convention::Normal, Budget::current());
        let found = self.by_law(position, convention, looking, &budget, &ask)?;
        Ok(found.flatten())
    }

    fn moves_to(
        &self,
        position: &str,
        target: &Natural,
        looking: &Budget,
    ) -> Result<Option<(Vec<String>, bool)>, Error> {
        let ask = |asked: &Asked, budget: &Budget| {
            lawful::moves_to(asked, &asked.game.read(position)?, target, budget)
        };
        let (convention, budget) = (Convention::Normal, Budget::current());
        let found = self.by_law(position, convention, looking, &budget, &ask)?;
        Ok(found.map(|(moves, all)| (moves.into_iter().map(|mv| mv.mv).collect(), all)))
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
struct Watched<'g, I> {
    asked: &'g Asked,
    failed: Option<Error>,
    inner: I,
}

impl<I> Watched<'_, I> {
    fn checked<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        if let Some(error) = self.asked.rules.fault() {
            self.failed.get_or_insert(error);
        }
        match &self.failed {
            Some(error) => Err(error.clone()),
            None => result,
        }
    }
}

impl<'g> Match for Watched<'g, Box<dyn Match + 'g>> {
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

    fn seen(&self, clicks: usize) -> Seen {
        self.inner.seen(clicks)
    }

    fn judge(&mut self) -> Result<Answer<WrittenMove>, Error> {
        let done = self.inner.judge();
        self.checked(done)
    }

    fn rated(&mut self, limit: usize) -> Result<Vec<RatedMove>, Error> {
        let done = self.inner.rated(limit);
        self.checked(done)
    }

    fn record(&self) -> Vec<String> {
        self.inner.record()
    }

    fn defence(&mut self) -> Option<(String, u32)> {
        let found = self.inner.defence();
        self.checked(Ok(found)).ok().flatten()
    }
}

impl<'g> Parts for Watched<'g, Components<'g>> {
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

    fn seen(&self, component: usize, clicks: usize) -> (Seen, Option<Natural>) {
        self.inner.seen(component, clicks)
    }
}
