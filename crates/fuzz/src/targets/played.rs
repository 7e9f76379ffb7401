//! A played game with its mistakes, the position from a file.
//!
//! The first line names a game of the catalogue, the second has the moves, with `;` between
//! them; the rest is the file, packed or not, for some games a graph in any form.

use grundy::catalogue;
use grundy::notation::file::read_named;

use super::{game_and_rest, question, small, text};

/// Examples with their first moves; graphs as lists of edges and as DOT.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for entry in catalogue::ALL.iter().filter(|e| e.about.named_by.is_none()) {
        let (id, Ok(game)) = (entry.about.id, entry.build(&[])) else {
            continue;
        };
        for example in entry.about.examples.iter().take(1) {
            let listed = game.moves(example, 2);
            let moves = listed.map_or(Vec::new(), |(moves, _)| moves);
            let moves: Vec<String> = moves.iter().map(|mv| mv.mv.to_string()).collect();
            all.push(format!("{id}\n{}\n{example}\n", moves.join("; ")).into_bytes());
        }
        if entry.about.links.is_some() {
            let list = "# a triangle\n1 2\n2 3\n3 1\n@2\n";
            all.push(format!("{id}\n\n{list}").into_bytes());
            all.push(format!("{id}\n1\ndigraph {{ a -> b; b -> 3; a -- c }}").into_bytes());
        }
    }
    all
}

pub(super) fn run(input: &[u8]) -> Result<(), String> {
    let mut parts = input.splitn(3, |byte| *byte == b'\n');
    let (Some(name), Some(moves), Some(file)) = (parts.next(), parts.next(), parts.next()) else {
        return Ok(());
    };
    let name = text(name) + " ";
    let Some((game, convention, _)) = game_and_rest(&name) else {
        return Ok(());
    };
    let Ok(given) = read_named(file, game.about().links, &small()) else {
        return Ok(());
    };
    let numbers: Vec<u32> = given.names.iter().map(|(number, _)| *number).collect();
    if (1..numbers.len()).any(|at| numbers[..at].contains(&numbers[at])) {
        return Err(format!("two names have one number: {:?}", given.note()));
    }
    let moves = text(moves);
    let moves: Vec<&str> = moves.split(';').map(str::trim).collect();
    let moves: Vec<&str> = moves.into_iter().filter(|mv| !mv.is_empty()).collect();
    let Ok(annotated) = game.annotate(&given.text, &moves, convention, &small()) else {
        return Ok(());
    };
    if annotated.len() != moves.len() + 1 {
        let (found, moves) = (annotated.len(), moves.len());
        return Err(format!("{found} positions after {moves} moves"));
    }
    // Each position is as it is when it is asked about by itself.
    // What would be very long is not written.
    let written = annotated.iter().filter(|there| !there.position.is_empty());
    for there in written.take(4) {
        match game.solve(&there.position, &question(convention)) {
            Err(error) if error.is_budget() => {}
            Ok(solved) if solved.answer.outcome == there.outcome => {}
            Ok(solved) => {
                return Err(format!(
                    "`{}` is {} in a played game, by itself {}",
                    there.position, there.outcome, solved.answer.outcome
                ));
            }
            Err(error) => return Err(format!("`{}` is not read: {error}", there.position)),
        }
    }
    Ok(())
}
