//! Statements to the checked form: names resolved, types right.
//!
//! Several faults are reported in one run: a statement that is wrong is left
//! out, and the others are still looked at.

mod blocking;
mod expectation;
mod expression;
mod instances;
pub use expression::expr_slots;
mod shorthand;
mod start;

use grundy::compound::{End, Kind};
use grundy::outcome::{Convention, Winner};
use grundy::text::Text;

use crate::ast::{self, Name, Statement};
use crate::diagnostic::{Diagnostic, Span, did_you_mean, nearest};
use crate::explain as code;
use crate::ir::{self, Program, Shown, Slot};

use expression::{Meaning, Scope, Typed};

/// The most numbers that a position is made of.
pub const WIDEST: usize = 15;
const MOST_ARGUMENTS: usize = 6;
/// The most positions that a move leads to.
pub const MOST_PARTS: usize = 8;
/// The most options that may be forbidden.
const MOST_BLOCKED: u32 = 1000;
const MOST_MOVES: usize = 200;
const MOST_GAMES: usize = 100;
const MOST_SLOTS: usize = 100;

/// Games that every file may use.
const PRELUDE: &str = "\
game nim; state n; move take(k in 1..n) -> [n-k]
game lasker; state n; move take(k in 1..n) -> [n-k]; move split(k in 1..n/2) -> [k] + [n-k]
game kayles; octal 0.77
game dawson; octal 0.07
game wythoff; state a, b; move first(k in 1..a) -> [a-k, b]; move second(k in 1..b) -> [a, b-k]
move both(k in 1..min(a,b)) -> [a-k, b-k]
";

/// Checks a file; the last game is the one that is played. Parameters are
/// those of that game.
pub fn check(file: &ast::File, set: &[(String, i64)]) -> Result<Program, Vec<Diagnostic>> {
    check_named(file, None, set)
}

/// Checks a file of which the named game is played.
pub fn check_named(
    file: &ast::File,
    name: Option<&str>,
    set: &[(String, i64)],
) -> Result<Program, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    let mut outlines = outlines(file, &mut wrong);
    let main = match name {
        None => outlines.len().saturating_sub(1),
        Some(name) => outlines
            .iter()
            .position(|outline| outline.name.text == name)
            .unwrap_or(outlines.len().saturating_sub(1)),
    };
    add_prelude(&mut outlines);
    instances::make(&mut outlines, main, set, &mut wrong);
    let mut games = Vec::new();
    for at in 0..outlines.len() {
        let set = if at == main { set } else { &[] };
        let mut checker = Checker {
            outlines: &outlines,
            wrong: &mut wrong,
        };
        games.push(checker.game(at, set));
    }
    if outlines.is_empty() {
        wrong.push(Diagnostic::new(
            code::NO_STATE,
            Span::default(),
            Text::fixed("there is no game in this text", "文本中没有游戏"),
        ));
    }
    if wrong.is_empty() {
        let program = Program { games, main };
        match blocking::fault(&program, file) {
            None => return Ok(program),
            Some(fault) => wrong.push(fault),
        }
    }
    wrong.sort_by_key(|d| d.span.start);
    wrong.dedup();
    wrong.truncate(20);
    Err(wrong)
}

/// A game before its moves are looked at: enough for other games to use it.
#[derive(Clone)]
struct Outline {
    name: Name,
    parameters: Vec<(Name, ast::Expr)>,
    lines: Vec<ast::Line>,
    coordinates: Vec<ast::Coordinate>,
    within: Option<ast::Where>,
    coins: bool,
}

/// Splits a file into games.
fn outlines(file: &ast::File, wrong: &mut Vec<Diagnostic>) -> Vec<Outline> {
    let mut outlines: Vec<Outline> = Vec::new();
    for line in &file.lines {
        let fresh = |name: Name, parameters| Outline {
            name,
            parameters,
            lines: Vec::new(),
            coordinates: Vec::new(),
            within: None,
            coins: false,
        };
        if let Statement::Game(name, parameters) = &line.statement {
            if outlines.iter().any(|o| o.name.text == name.text) {
                wrong.push(named_twice(name));
            }
            outlines.push(fresh(name.clone(), parameters.clone()));
            continue;
        }
        if outlines.is_empty() {
            let name = Name {
                text: "game".to_string(),
                span: line.span,
            };
            outlines.push(fresh(name, Vec::new()));
        }
        if let Some(outline) = outlines.last_mut() {
            outline.lines.push(line.clone());
        }
    }
    if outlines.len() > MOST_GAMES {
        let span = outlines[MOST_GAMES].name.span;
        wrong.push(too_large(
            span,
            "games",
            "个游戏",
            outlines.len(),
            MOST_GAMES,
        ));
        outlines.truncate(MOST_GAMES);
    }
    for outline in &mut outlines {
        shorthand::expand(outline, wrong);
        let mut states = 0;
        for line in &outline.lines {
            let (coordinates, within, coins) = match &line.statement {
                Statement::State(coordinates, within) => (coordinates, within, false),
                Statement::Coins(coordinates, within) => (coordinates, within, true),
                _ => continue,
            };
            states += 1;
            if states > 1 {
                wrong.push(said_twice(line.span, "state"));
                continue;
            }
            outline.coordinates = coordinates.clone();
            outline.within = within.clone();
            outline.coins = coins;
        }
        if states == 0 {
            wrong.push(
                Diagnostic::new(
                    code::NO_STATE,
                    outline.name.span,
                    Text::new(
                        format!("the game `{}` has no state", outline.name.text),
                        format!("游戏 `{}` 没有状态", outline.name.text),
                    ),
                )
                .with_help(Text::fixed(
                    "add a line such as `state n`",
                    "请加入一行，如 `state n`",
                )),
            );
        }
    }
    outlines
}

/// Adds the games of the prelude that are used and not defined.
fn add_prelude(outlines: &mut Vec<Outline>) {
    let used = |outlines: &[Outline]| -> Vec<String> {
        let lines = outlines.iter().flat_map(|o| &o.lines);
        lines
            .flat_map(|line| match &line.statement {
                Statement::Move {
                    target: ast::Target::Sum(parts),
                    ..
                }
                | Statement::Start(_, parts) => parts.as_slice(),
                _ => &[],
            })
            .filter_map(|part| Some(part.game.as_ref()?.text.clone()))
            .filter(|name| !outlines.iter().any(|o| o.name.text == *name))
            .collect()
    };
    let wanted = used(outlines);
    if wanted.is_empty() {
        return;
    }
    if let Ok(prelude) = crate::parse(PRELUDE) {
        let mut none = Vec::new();
        let known = self::outlines(&prelude, &mut none);
        outlines.extend(known.into_iter().filter(|o| wanted.contains(&o.name.text)));
    }
}

/// Names of games that are always there.
const ALWAYS: [&str; 5] = ["nim", "lasker", "kayles", "dawson", "wythoff"];

struct Checker<'c> {
    outlines: &'c [Outline],
    wrong: &'c mut Vec<Diagnostic>,
}

/// The shape of a game's positions, for those who lead to it: for each
/// coordinate its slot and its length if it is an array.
type Layout = Vec<(Slot, Option<u16>)>;

impl Checker<'_> {
    fn report<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(diagnostic) => {
                self.wrong.push(diagnostic);
                None
            }
        }
    }

    /// The values of the parameters, defaults where nothing is set.
    fn parameters(&mut self, at: usize, set: &[(String, i64)]) -> Vec<(String, i64)> {
        let outline = &self.outlines[at];
        let mut known: Vec<(String, i64)> = Vec::new();
        for (name, default) in &outline.parameters {
            if known.iter().any(|(n, _)| *n == name.text) {
                self.wrong.push(named_twice(name));
            }
            let scope = Scope::of_constants(&known);
            let default = self.report(scope.constant(default)).unwrap_or(0);
            let given = set.iter().rev().find(|(n, _)| *n == name.text);
            known.push((name.text.clone(), given.map_or(default, |(_, v)| *v)));
        }
        for (name, _) in set {
            if !known.iter().any(|(n, _)| n == name) {
                let names: Vec<&str> = known.iter().map(|(n, _)| n.as_str()).collect();
                let all = names.join(", ");
                let wrong = Diagnostic::new(
                    code::UNKNOWN_PARAMETER,
                    outline.name.span,
                    Text::new(
                        format!("`{}` has no parameter `{name}`", outline.name.text),
                        format!("`{}` 没有参数 `{name}`", outline.name.text),
                    ),
                );
                self.wrong.push(if names.is_empty() {
                    wrong
                } else {
                    wrong.with_help(Text::new(format!("it has {all}"), format!("它有 {all}")))
                });
            }
        }
        known
    }

    fn coordinates(&mut self, at: usize, parameters: &[(String, i64)]) -> Vec<ir::Coordinate> {
        let outline = &self.outlines[at];
        let mut coordinates: Vec<ir::Coordinate> = Vec::new();
        let mut next = 0usize;
        for coordinate in &outline.coordinates {
            // The state is known, so that using it is a fault of its own.
            let mut scope = Scope::of_constants(parameters);
            for other in &outline.coordinates {
                let _ = scope.add(&other.name, Meaning::Number(0));
            }
            let taken = |name: &str| {
                coordinates.iter().any(|c| c.name == name)
                    || parameters.iter().any(|(n, _)| n == name)
            };
            if taken(&coordinate.name.text) {
                self.wrong.push(named_twice(&coordinate.name));
            }
            let mut length = None;
            if let Some(written) = &coordinate.length {
                let found = self.report(scope.constant(written)).unwrap_or(1);
                if !(1..=WIDEST as i64).contains(&found) {
                    let span = written.span;
                    self.wrong
                        .push(too_large(span, "numbers", "个数", found, WIDEST));
                }
                length = Some(found.clamp(1, WIDEST as i64) as u16);
            }
            let (mut least, mut most, mut bits) = (0, None, None);
            match &coordinate.domain {
                None => {}
                Some(ast::StateDomain::Range(first, last)) => {
                    least = self.report(scope.constant(first)).unwrap_or(0);
                    if let Some(last) = last {
                        let last_value = self.report(scope.constant(last)).unwrap_or(least);
                        if last_value < least {
                            self.wrong.push(Diagnostic::new(
                                code::EMPTY_DOMAIN,
                                first.span.to(last.span),
                                Text::new(
                                    format!("no number is from {least} to {last_value}"),
                                    format!("没有从 {least} 到 {last_value} 的数"),
                                ),
                            ));
                        }
                        most = Some(last_value.max(least));
                    }
                }
                Some(ast::StateDomain::Bits(count)) => {
                    let found = self.report(scope.constant(count)).unwrap_or(1);
                    if !(1..=62).contains(&found) {
                        self.wrong
                            .push(too_large(count.span, "bits", "位", found, 62));
                    }
                    let found = found.clamp(1, 62) as u32;
                    bits = Some(found);
                    most = Some((1i64 << found) - 1);
                }
            }
            coordinates.push(ir::Coordinate {
                name: coordinate.name.text.clone(),
                first: next.min(WIDEST) as Slot,
                length,
                least,
                most,
                bits,
            });
            next += usize::from(length.unwrap_or(1));
            if next > WIDEST {
                let span = coordinate.name.span;
                self.wrong
                    .push(too_large(span, "numbers", "个数", next, WIDEST));
                break;
            }
        }
        coordinates
    }

    fn layout(&mut self, at: usize) -> Layout {
        // Other games are used with their default parameters; their own faults
        // are reported when they are checked themselves.
        let mut quiet = Vec::new();
        let mut checker = Checker {
            outlines: self.outlines,
            wrong: &mut quiet,
        };
        let parameters = checker.parameters(at, &[]);
        let coordinates = checker.coordinates(at, &parameters);
        coordinates.iter().map(|c| (c.first, c.length)).collect()
    }

    fn game(&mut self, at: usize, set: &[(String, i64)]) -> ir::Game {
        let outline = &self.outlines[at];
        let parameters = self.parameters(at, set);
        let coordinates = self.coordinates(at, &parameters);
        let width: usize = coordinates
            .iter()
            .map(|c| usize::from(c.length.unwrap_or(1)))
            .sum();
        let mut domain = Vec::new();
        for c in &coordinates {
            for _ in 0..c.length.unwrap_or(1) {
                domain.push((c.least, c.most.unwrap_or(i64::MAX)));
            }
        }
        let mut game = ir::Game {
            name: outline.name.text.clone(),
            parameters,
            width,
            domain,
            within: None,
            coordinates,
            moves: Vec::new(),
            start: None,
            ends: Vec::new(),
            measure: None,
            convention: Convention::Normal,
            blocked: 0,
            kind: Kind::Disjunctive,
            end: End::Long,
            nested: None,
            coins: outline.coins,
            show: None,
            expects: Vec::new(),
            conjectures: Vec::new(),
            slots: width,
        };
        if let Some(within) = &outline.within {
            let mut scope = Scope::of_game(&game);
            let holds = scope.condition(&within.condition);
            game.slots = game.slots.max(scope.most);
            game.within = self.report(holds).map(|holds| ir::Within {
                holds,
                text: within.text.clone(),
            });
            if scope.most > MOST_SLOTS {
                let (span, most) = (within.condition.span, scope.most);
                self.wrong
                    .push(too_large(span, "names", "个名称", most, MOST_SLOTS));
            }
        }
        let mut said: Vec<&str> = Vec::new();
        for line in &outline.lines {
            let word = match &line.statement {
                Statement::Start(..) => "start",
                Statement::Play(..) => "play",
                Statement::Sum(..) => "sum",
                Statement::Length(..) => "long",
                Statement::Measure(_) => "measure",
                Statement::Show(..) => "show",
                _ => "",
            };
            if !word.is_empty() {
                if said.contains(&word) {
                    self.wrong.push(said_twice(line.span, word));
                }
                said.push(word);
            }
            let done = self.line(at, &mut game, line).map_err(|mut fault| {
                // What a shorthand stands for was never written.
                let written = line.span.start..=line.span.end;
                if !written.contains(&fault.span.start) || !written.contains(&fault.span.end) {
                    fault.span = line.span;
                }
                fault
            });
            self.report(done);
        }
        if game.moves.is_empty() && !outline.lines.is_empty() && !outline.has_move() {
            self.wrong.push(Diagnostic::new(
                code::NO_MOVE,
                outline.name.span,
                Text::new(
                    format!("the game `{}` has no move", game.name),
                    format!("游戏 `{}` 没有着法", game.name),
                ),
            ));
        }
        if game.moves.len() > MOST_MOVES {
            let span = game.moves[MOST_MOVES].span;
            let count = game.moves.len();
            self.wrong
                .push(too_large(span, "moves", "条着法", count, MOST_MOVES));
        }
        game
    }

    fn line(&mut self, at: usize, game: &mut ir::Game, line: &ast::Line) -> Result<(), Diagnostic> {
        match &line.statement {
            Statement::Move {
                name,
                binders,
                clauses,
                target,
            } => {
                let found = self.move_of(at, game, name, binders, clauses, target)?;
                game.moves.push(found);
            }
            Statement::Start(names, parts) => {
                let start = self.start_of(at, game, line.span, names, parts)?;
                game.start = Some(start);
            }
            Statement::Play(_, Some(count)) => {
                let scope = Scope::of_constants(&game.parameters);
                let found = scope.constant(count)?;
                match u32::try_from(found) {
                    Ok(found @ 0..=MOST_BLOCKED) => game.blocked = found,
                    _ => {
                        return Err(Diagnostic::new(
                            code::BAD_BLOCKING,
                            count.span,
                            Text::new(
                                format!("{found} forbidden options: from 0 to {MOST_BLOCKED}"),
                                format!("禁止 {found} 个选项：应为 0 至 {MOST_BLOCKED}"),
                            ),
                        ));
                    }
                }
            }
            Statement::Play(word, None) => {
                if word.text != "normal" {
                    game.convention = Convention::Misere;
                }
            }
            Statement::Sum(word, most, reading) => {
                self.reading(game, reading)?;
                game.kind = match (word.text.as_str(), most) {
                    ("every", _) => Kind::Conjunctive,
                    ("some", _) => Kind::Selective,
                    ("upto", Some(most)) => {
                        let scope = Scope::of_constants(&game.parameters);
                        let count = scope.constant(most)?;
                        match usize::try_from(count) {
                            Ok(count @ 1..) => Kind::UpTo(count),
                            _ => {
                                return Err(Diagnostic::new(
                                    code::EMPTY_DOMAIN,
                                    most.span,
                                    Text::new(
                                        format!("at most {count} components: at least 1"),
                                        format!("至多 {count} 个分量：至少应为 1"),
                                    ),
                                ));
                            }
                        }
                    }
                    _ => Kind::Disjunctive,
                };
            }
            Statement::Length(word, reading) => {
                self.reading(game, reading)?;
                if word.text == "short" {
                    game.end = End::Short;
                }
            }
            Statement::End(word, condition) => {
                if game.coins {
                    return Err(bad_coins(line.span));
                }
                let mut scope = Scope::of_game(game);
                let condition = scope.condition(condition)?;
                game.slots = game.slots.max(scope.most);
                let winner = match word.text.as_str() {
                    "win" => Winner::Previous,
                    _ => Winner::Next,
                };
                game.ends.push((winner, condition));
            }
            Statement::Measure(parts) => {
                let mut scope = Scope::of_game(game);
                let mut measure = Vec::new();
                for part in parts {
                    measure.push(scope.number(part)?);
                }
                game.slots = game.slots.max(scope.most);
                game.measure = Some(measure);
            }
            Statement::Show(word, columns) => {
                let columns = match columns {
                    None => None,
                    Some(count) => {
                        let scope = Scope::of_constants(&game.parameters);
                        let found = scope.constant(count)?;
                        Some(
                            u32::try_from(found)
                                .ok()
                                .filter(|n| (1..=64).contains(n))
                                .ok_or_else(|| {
                                    Diagnostic::new(
                                        code::EMPTY_DOMAIN,
                                        count.span,
                                        Text::new(
                                            format!("rows of {found} squares: from 1 to 64"),
                                            format!("每行 {found} 格：应为 1 至 64"),
                                        ),
                                    )
                                })?,
                        )
                    }
                };
                let shown = Shown::ALL
                    .into_iter()
                    .find(|shown| shown.name() == word.text);
                game.show = shown.map(|shown| (shown, columns));
            }
            Statement::Expect(expect) => {
                let expect = expectation::check(game, expect)?;
                game.expects.push(expect);
            }
            Statement::Conjecture(law) => game.conjectures.push((law.text.clone(), law.span)),
            Statement::State(..)
            | Statement::Coins(..)
            | Statement::Game(..)
            | Statement::Heaps(_)
            | Statement::Subtract(_)
            | Statement::Octal(_) => {}
        }
        Ok(())
    }

    /// Notes whether the parts of a split heap count one by one.
    fn reading(&self, game: &mut ir::Game, word: &Option<Name>) -> Result<(), Diagnostic> {
        let Some(word) = word else {
            return Ok(());
        };
        let nested = word.text == "nested";
        if game.nested.is_some_and(|before| before != nested) {
            return Err(Diagnostic::new(
                code::SAID_TWICE,
                word.span,
                Text::fixed(
                    "sums of a game are flat or nested, not both",
                    "游戏的和为 flat 或 nested，不可兼有",
                ),
            ));
        }
        game.nested = Some(nested);
        Ok(())
    }

    fn move_of(
        &mut self,
        at: usize,
        game: &mut ir::Game,
        name: &Name,
        binders: &[ast::Binder],
        clauses: &[ast::Clause],
        target: &ast::Target,
    ) -> Result<ir::Move, Diagnostic> {
        let mut scope = Scope::of_game(game);
        let mut arguments = Vec::new();
        // Each step, and after how many binders it can be done.
        let mut chosen: Vec<ir::Step> = Vec::new();
        let mut known_after = vec![0usize; game.width];
        for (number, binder) in binders.iter().enumerate() {
            let binder_ir = scope.binder(binder)?;
            for name in &binder.names {
                arguments.push(name.text.clone());
                known_after.push(number + 1);
            }
            chosen.push(ir::Step::Choose(binder_ir));
        }
        if arguments.len() > MOST_ARGUMENTS {
            let count = arguments.len();
            return Err(too_large(
                name.span,
                "chosen numbers",
                "个选取的数",
                count,
                MOST_ARGUMENTS,
            ));
        }
        let mut placed: Vec<(usize, ir::Step)> = Vec::new();
        let mut level = 0;
        for clause in clauses {
            // A clause is done as soon as its names are known, but never
            // before one that is written before it.
            let step = match clause {
                ast::Clause::If(condition) => ir::Step::If(scope.condition(condition)?),
                ast::Clause::Let(name, value) => {
                    let value = scope.number(value)?;
                    let slot = scope.add_fresh(name)?;
                    ir::Step::Let(slot, value)
                }
            };
            let after = expression::slots_of(&step)
                .into_iter()
                .filter_map(|slot| known_after.get(usize::from(slot)))
                .max();
            level = level.max(after.copied().unwrap_or(0));
            if let ir::Step::Let(slot, _) = &step {
                known_after.resize(usize::from(*slot) + 1, 0);
                known_after[usize::from(*slot)] = level;
            }
            placed.push((level, step));
        }
        let own: Layout = game
            .coordinates
            .iter()
            .map(|c| (c.first, c.length))
            .collect();
        let parts = match target {
            ast::Target::Sum(parts) => {
                if game.coins {
                    return Err(bad_coins(name.span));
                }
                self.parts(at, &own, &mut scope, parts)?
            }
            ast::Target::Turns(coins) => {
                if !game.coins {
                    return Err(bad_coins(name.span));
                }
                self.turned(at, game, &mut scope, coins, name.span)?
            }
        };
        if scope.most > MOST_SLOTS {
            return Err(too_large(
                name.span,
                "names",
                "个名称",
                scope.most,
                MOST_SLOTS,
            ));
        }
        game.slots = game.slots.max(scope.most);
        let mut steps = Vec::new();
        let mut placed = placed.into_iter().peekable();
        let mut chosen = chosen.into_iter();
        for level in 0..=binders.len() {
            if level > 0 {
                steps.extend(chosen.next());
            }
            while let Some((_, step)) = placed.next_if(|(after, _)| *after <= level) {
                steps.push(step);
            }
        }
        Ok(ir::Move {
            name: name.text.clone(),
            arguments,
            steps,
            parts,
            span: name.span,
        })
    }

    /// The coins other than the first are what a turned coin leaves behind.
    fn turned(
        &mut self,
        at: usize,
        game: &ir::Game,
        scope: &mut Scope,
        coins: &[Vec<ast::Expr>],
        span: Span,
    ) -> Result<Vec<ir::Part>, Diagnostic> {
        let mut parts = Vec::new();
        for (number, coin) in coins.iter().enumerate() {
            if coin.len() != game.width {
                return Err(wrong_arity(span, &game.name, coin.len(), game.width));
            }
            let mut place = Vec::new();
            for coordinate in coin {
                place.push(scope.number(coordinate)?);
            }
            if number == 0 {
                let itself = place
                    .iter()
                    .enumerate()
                    .all(|(slot, e)| *e == ir::Expr::Slot(slot as Slot));
                if !itself {
                    return Err(bad_coins(span));
                }
                continue;
            }
            parts.push(ir::Part {
                game: at,
                at: place,
                updates: Vec::new(),
            });
        }
        if parts.len() > MOST_PARTS {
            return Err(too_large(span, "parts", "部分", parts.len(), MOST_PARTS));
        }
        Ok(parts)
    }

    fn parts(
        &mut self,
        own_index: usize,
        own: &Layout,
        scope: &mut Scope,
        parts: &[ast::Part],
    ) -> Result<Vec<ir::Part>, Diagnostic> {
        if parts.len() > MOST_PARTS {
            let span = parts[MOST_PARTS].span;
            return Err(too_large(span, "parts", "部分", parts.len(), MOST_PARTS));
        }
        let mut found = Vec::new();
        for part in parts {
            let (index, layout) = match &part.game {
                None => (own_index, own.clone()),
                Some(name) => {
                    let index = self.outlines.iter().position(|o| o.name.text == name.text);
                    let Some(index) = index else {
                        let known = self.outlines.iter().map(|o| o.name.text.as_str());
                        let wrong = Diagnostic::new(
                            code::UNKNOWN_GAME,
                            name.span,
                            Text::new(
                                format!("there is no game `{}`", name.text),
                                format!("没有游戏 `{}`", name.text),
                            ),
                        );
                        return Err(match nearest(&name.text, known.chain(ALWAYS)) {
                            Some(near) => wrong.with_help(did_you_mean(near)),
                            None => wrong,
                        });
                    };
                    if self.outlines[index].coins {
                        return Err(bad_coins(name.span));
                    }
                    let layout = if index == own_index {
                        own.clone()
                    } else {
                        self.layout(index)
                    };
                    (index, layout)
                }
            };
            found.push(self.part(index, &layout, scope, part)?);
        }
        Ok(found)
    }

    fn part(
        &mut self,
        game: usize,
        layout: &Layout,
        scope: &mut Scope,
        part: &ast::Part,
    ) -> Result<ir::Part, Diagnostic> {
        let name = &self.outlines[game].name.text;
        let flat: usize = layout
            .iter()
            .map(|(_, l)| usize::from(l.unwrap_or(1)))
            .sum();
        let mut at = Vec::new();
        let mut updates = Vec::new();
        let mut typed = Vec::new();
        for written in &part.at {
            typed.push((scope.typed(written)?, written.span));
        }
        // All numbers one by one are welcome too.
        let plain = typed.iter().all(|(t, _)| matches!(t, Typed::Number(_)));
        if plain && typed.len() == flat {
            at.extend(typed.into_iter().filter_map(|(t, _)| match t {
                Typed::Number(number) => Some(number),
                _ => None,
            }));
            return Ok(ir::Part { game, at, updates });
        }
        if typed.len() != layout.len() {
            return Err(wrong_arity(part.span, name, typed.len(), layout.len()));
        }
        for ((typed, span), (first, length)) in typed.into_iter().zip(layout) {
            match (typed, length) {
                (Typed::Number(number), None) => at.push(number),
                (
                    Typed::Array {
                        first: from,
                        length: has,
                        updates: changes,
                    },
                    Some(length),
                ) if has == *length => {
                    at.extend((0..*length).map(|i| ir::Expr::Slot(from + i)));
                    for (index, value) in changes {
                        match index {
                            ir::Expr::Const(i) if updates.is_empty() => {
                                at[usize::from(*first) + i as usize] = value;
                            }
                            index => updates.push(ir::Update {
                                first: *first,
                                length: *length,
                                index,
                                value,
                            }),
                        }
                    }
                }
                (Typed::Condition(_), _) => return Err(expression::not_a_number(span)),
                _ => {
                    return Err(Diagnostic::new(
                        code::ARRAY_MISUSED,
                        span,
                        Text::fixed(
                            "this does not fit the coordinate of the state",
                            "与状态的坐标不符",
                        ),
                    ));
                }
            }
        }
        Ok(ir::Part { game, at, updates })
    }
}

impl Outline {
    fn has_move(&self) -> bool {
        let mut lines = self.lines.iter();
        lines.any(|line| matches!(line.statement, Statement::Move { .. }))
    }
}

fn named_twice(name: &Name) -> Diagnostic {
    Diagnostic::new(
        code::NAMED_TWICE,
        name.span,
        Text::new(
            format!("`{}` has a meaning already", name.text),
            format!("`{}` 已有含义", name.text),
        ),
    )
}

fn said_twice(span: Span, word: &str) -> Diagnostic {
    Diagnostic::new(
        code::SAID_TWICE,
        span,
        Text::new(
            format!("`{word}` is said twice in this game"),
            format!("此游戏中 `{word}` 出现两次"),
        ),
    )
}

fn bad_coins(span: Span) -> Diagnostic {
    Diagnostic::new(
        code::BAD_COINS,
        span,
        Text::fixed(
            "moves of coins end with `turns` and name the coin itself first; other moves do not",
            "硬币着法以 `turns` 结束并先写该硬币本身；其他着法则不然",
        ),
    )
}

fn too_large(
    span: Span,
    en: &str,
    zh: &str,
    found: impl std::fmt::Display,
    most: usize,
) -> Diagnostic {
    Diagnostic::new(
        code::TOO_LARGE,
        span,
        Text::new(
            format!("{found} {en}: from 1 to {most}"),
            format!("{found} {zh}：应为 1 至 {most}"),
        ),
    )
}

fn wrong_arity(span: Span, game: &str, found: usize, expected: usize) -> Diagnostic {
    Diagnostic::new(
        code::WRONG_ARITY,
        span,
        Text::new(
            format!("a position of `{game}` has {expected} coordinates, not {found}"),
            format!("`{game}` 的局面有 {expected} 个坐标，而非 {found} 个"),
        ),
    )
}
