//! `play blocking 2`: what does not go with it.
//!
//! The opponent forbids positions of the whole game, so that there must be
//! one position to speak of: no sums, no coins, no Grundy values.

use grundy::compound::{End, Kind};
use grundy::text::Text;

use crate::ast::{self, Statement};
use crate::diagnostic::{Diagnostic, Span};
use crate::explain as code;
use crate::ir::{self, Program, Results};

/// What is wrong with the game that is played, if options of it may be
/// forbidden.
pub fn fault(program: &Program, file: &ast::File) -> Option<Diagnostic> {
    let game = program.game();
    if game.blocked == 0 {
        return None;
    }
    let said = || {
        let mut lines = file.lines.iter();
        let line = lines.find(|line| matches!(line.statement, Statement::Play(_, Some(_))));
        line.map_or(Span::default(), |line| line.span)
    };
    if game.coins || game.kind != Kind::Disjunctive || game.end != End::Long {
        return Some(
            Diagnostic::new(
                code::BAD_BLOCKING,
                said(),
                Text::fixed(
                    "options can be forbidden in one position, not in a sum",
                    "只能在单个局面中禁止选项，不能在和中",
                ),
            )
            .with_help(Text::fixed(
                "leave out `coins`, `sum` and `short`, or `play blocking`",
                "请去掉 `coins`、`sum`、`short`，或去掉 `play blocking`",
            )),
        );
    }
    let valued = game.expects.iter();
    if let Some(expect) = { valued }.find(|e| matches!(e.results, Results::Values(_))) {
        return Some(Diagnostic::new(
            code::BAD_EXPECT,
            expect.span,
            Text::fixed(
                "there are no Grundy values where options may be forbidden: expect outcomes",
                "可禁止选项时没有 SG 值：请检验结果（outcome）",
            ),
        ));
    }
    if let Some(start) = &game.start
        && start.parts.len() != 1
    {
        return Some(split(said(), "start"));
    }
    let reached = reached(program);
    let moves = reached.iter().flat_map(|game| &game.moves);
    let splitting = { moves }.find(|mv| mv.parts.len() != 1)?;
    Some(split(splitting.span, &splitting.name))
}

fn split(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        code::BAD_BLOCKING,
        span,
        Text::new(
            format!("`{name}` leads to a sum, and options can be forbidden in one position only"),
            format!("`{name}` 通向一个和，而选项只能在单个局面中禁止"),
        ),
    )
    .with_help(Text::fixed(
        "lead to one position such as `[n-k]`",
        "请通向单个局面，如 `[n-k]`",
    ))
}

/// The game that is played, and all that it leads to.
fn reached(program: &Program) -> Vec<&ir::Game> {
    let mut order = vec![program.main];
    let mut at = 0;
    while let Some(game) = order.get(at) {
        let game = &program.games[*game];
        let starts = game.start.iter().flat_map(|start| &start.parts);
        let parts = game.moves.iter().flat_map(|mv| &mv.parts).chain(starts);
        for part in parts {
            if !order.contains(&part.game) {
                order.push(part.game);
            }
        }
        at += 1;
    }
    order.iter().map(|at| &program.games[*at]).collect()
}
