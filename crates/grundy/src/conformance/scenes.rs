//! Pictures under test: is a scene the position, and a click a move?
//!
//! For every small position: the elements have names of their own, no two positions
//! look the same, and the page is wide enough. For each of its moves: it touches
//! something that is there, and what it touches tells it from the other moves, or
//! leaves a short choice. For each position after a move, on the stage where play
//! has led: the same pieces lie there as in a picture of that position alone, each
//! move touches the same kinds of things, and no two moves of a board are written alike.
//!
//! A game that shows cards only has no picture: a card says what the notation says,
//! and there is nothing to click.

use std::collections::BTreeMap;

use super::{Check, Failure, failure};
use crate::answer::SumMove;
use crate::catalogue::About;
use crate::erased::{Erased, Move, Position};
use crate::game::{CONTINUE, Game, each_option};
use crate::picture::scene::{Element, Id, Look, Part, Scene, Show, Stage, text};

/// At most so many moves may touch the same elements.
pub const CHOICE: usize = 12;
/// Of so many positions the moves are looked at.
const PLAYED: usize = 300;
/// Of so many positions the moves after a move are looked at.
const FOLLOWED: usize = 40;

/// How many of the positions have a picture that is more than cards.
pub(super) fn check(
    about: &'static About,
    game: &Erased<'_>,
    small: &[Vec<Position>],
) -> Result<usize, Failure> {
    let fail = |details: String| Err(failure(about, Check::Scene, details));
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut pictures = 0;
    for sum in small {
        let stage = Stage::new(sum.clone());
        let scene = game.scene(&stage);
        let name = game.write(sum);
        if let Some(wrong) = names(&scene) {
            return fail(format!("{name}: {wrong}"));
        }
        pictures += usize::from(scene.elements().any(|e| e.look != Look::Card));
        let page = text::Page::default();
        let lines = text::lines(&scene, &page);
        if lines.is_empty() && !sum.is_empty() {
            return fail(format!("{name}: nothing is shown"));
        }
        if let Some(line) = lines.iter().find(|line| text::width(line) > page.width) {
            return fail(format!("{name}: wider than the page: {line}"));
        }
        let before = seen.insert(fingerprint(&scene), name.clone());
        if let Some(other) = before.filter(|other| *other != name) {
            return fail(format!("{name} looks like {other}"));
        }
    }
    let step = |most: usize| small.len().div_ceil(most).max(1);
    for sum in small.iter().step_by(step(PLAYED)) {
        if let Err(wrong) = moves(game, &Stage::new(sum.clone())) {
            return fail(format!("{}: {wrong}", game.write(sum)));
        }
    }
    for sum in small.iter().step_by(step(FOLLOWED)) {
        let stage = Stage::new(sum.clone());
        for mv in all_moves(game, &stage) {
            let mut after = stage.clone();
            let written = game.write_move(&mv.mv);
            let place = format!("{} after {}: {written}", game.write(sum), mv.component + 1);
            if after.play(game, &mv).is_none() {
                return fail(format!("{place}: the move is refused"));
            }
            if let Err(wrong) = moves(game, &after).and_then(|()| as_if_fresh(game, &after)) {
                return fail(format!("{place}: {wrong}"));
            }
        }
    }
    Ok(pictures)
}

/// What is wrong with the names of the elements.
fn names(scene: &Scene) -> Option<String> {
    let mut ids: Vec<Id> = scene.elements().map(|element| element.id).collect();
    ids.sort_unstable();
    let twice = ids.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(format!("two elements are called {}", twice[0]))
}

/// Everything that can be seen.
fn fingerprint(scene: &Scene) -> String {
    let mut text = String::new();
    for panel in &scene.panels {
        text += &format!("{:?}|{:?}|{:?}:", panel.title, panel.rows, panel.columns);
        for element in &panel.elements {
            let Id { board, part } = element.id;
            let Element {
                look, at, label, ..
            } = element;
            text += &format!("{board} {part:?} {look:?} {at:?} {label:?};");
        }
    }
    text
}

fn all_moves(game: &Erased<'_>, stage: &Stage<Position>) -> Vec<SumMove<Move>> {
    let mut moves = Vec::new();
    let ended = stage.sum().iter().any(|part| game.over(part).is_some());
    for (component, part) in stage.sum().iter().enumerate().filter(|_| !ended) {
        let _ = each_option(game, part, &mut |mv, _| {
            moves.push(SumMove { component, mv });
            CONTINUE
        });
    }
    moves
}

/// Looks at the moves of a position: what they touch, and how they are called.
fn moves(game: &Erased<'_>, stage: &Stage<Position>) -> Result<(), String> {
    let scene = game.scene(stage);
    if let Some(wrong) = names(&scene) {
        return Err(wrong);
    }
    let mut touching: BTreeMap<Vec<Id>, Vec<String>> = BTreeMap::new();
    let mut called: BTreeMap<(u32, String), usize> = BTreeMap::new();
    for mv in all_moves(game, stage) {
        let written = game.write_move(&mv.mv);
        let mut ids = game.touches(stage, &mv);
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Err(format!("{written} touches nothing"));
        }
        for id in &ids {
            if scene.element(*id).is_none() {
                return Err(format!("{written} touches {id}, which is not there"));
            }
        }
        let frame = stage.frame(mv.component);
        let on_board = game.on_board(&mv.mv, frame.row, frame.column);
        let name = game.write_move(&on_board);
        *called.entry((frame.board, name)).or_default() += 1;
        touching.entry(ids).or_default().push(written);
    }
    if let Some(((board, name), _)) = called.iter().find(|(_, count)| **count > 1) {
        return Err(format!(
            "two moves of board {} are called {name}",
            board + 1
        ));
    }
    for (ids, moves) in &touching {
        let card = |id: &Id| matches!(id.part, Part::Whole | Part::Heap(_));
        if moves.len() > CHOICE && !ids.iter().all(card) {
            let ids: Vec<String> = ids.iter().map(Id::to_string).collect();
            let (ids, moves) = (ids.join(", "), moves.join(", "));
            return Err(format!("{ids} may mean any of {moves}"));
        }
    }
    Ok(())
}

/// Compares the picture where play has led with that of the position alone.
fn as_if_fresh(game: &Erased<'_>, stage: &Stage<Position>) -> Result<(), String> {
    let fresh = Stage::new(stage.sum().to_vec());
    let (then, now) = (game.scene(stage), game.scene(&fresh));
    let pieces = |scene: &Scene| {
        // A board shows what was there before: squares, tails, trodden ground.
        let lasting = |look: &Look| {
            !matches!(look, Look::Free | Look::Gone | Look::Tails | Look::Visited)
                && !matches!(look, Look::Card)
        };
        let mut pieces: Vec<String> = scene
            .elements()
            .map(|element| element.look)
            .filter(lasting)
            .map(|look| match look {
                Look::Edge { arrow, .. } => format!("Edge {arrow}"),
                look => format!("{look:?}"),
            })
            .collect();
        pieces.sort_unstable();
        pieces
    };
    if pieces(&then) != pieces(&now) {
        return Err(format!(
            "{:?} lie on the board, {:?} in the position alone",
            pieces(&then),
            pieces(&now)
        ));
    }
    let touched = |stage: &Stage<Position>, scene: &Scene, mv: &SumMove<Move>| {
        let ids = game.touches(stage, mv);
        let mut looks: Vec<String> = ids
            .iter()
            .filter_map(|id| scene.element(*id))
            .map(|element| match element.look {
                Look::Edge { .. } => "Edge".to_string(),
                look => format!("{look:?}"),
            })
            .collect();
        looks.sort_unstable();
        looks
    };
    for mv in all_moves(game, stage) {
        let (then, now) = (touched(stage, &then, &mv), touched(&fresh, &now, &mv));
        if then != now {
            return Err(format!(
                "{} touches {then:?} on the board, {now:?} in the position alone",
                game.write_move(&mv.mv)
            ));
        }
    }
    Ok(())
}
