//! Rabbit and Egg: the players slide pieces of their own colour into the only
//! hole. Find Rabbit's mistakes in a game that was played.
//!
//! Partizan in form. The hole never comes back to a cell, for the cells along
//! its path would have to change colour; and it goes from cells of one colour of the chessboard to
//! the other. So only white pieces on one colour and black ones on the other
//! matter, and the hole walks among them: vertex geography, for both players
//! alike. A mistake leaves the opponent on a covered vertex.

use crate::prelude::*;
use grundy::solve::geography::mistakes;
use grundy::solve::matching::Undirected;

/// Luogu P1971.
pub const PROBLEM: Problem = Problem {
    id: "P1971",
    judge: "Luogu P1971, NOI 2011",
    title: ("Rabbit and Egg", "兔兔与蛋蛋的游戏"),
    technique: Technique::Partizan,
    idea: (
        "the hole walks; follow the matching through the game",
        "空格在走；沿对局维护匹配",
    ),
    theorem: ("vertex geography", "点地理定理"),
    games: &["geography"],
    solve,
    ..Problem::BLANK
};

fn solve(input: &mut Input, output: &mut Output) -> Result<(), Error> {
    let (rows, columns) = (input.number(1..=2000)?, input.number(1..=2000)?);
    let board = input.grid(rows, columns, "XO.")?.concat();
    let holes: Vec<usize> = (0..board.len()).filter(|at| board[*at] == b'.').collect();
    let [hole] = holes[..] else {
        return Err(input.fail("", Text::fixed("one hole", "恰有一个空格")));
    };
    let width = columns as usize;
    let odd = |at: usize| (at / width + at % width + hole / width + hole % width) % 2;
    let fits = |at: usize| at == hole || board[at] == [b'X', b'O'][odd(at)];
    let graph = Undirected::board(rows as usize, width, fits)?;
    let moves = 2 * input.number(0..=MANY)?;
    let mut cell = || input.cell(rows, columns);
    let moves = (0..moves)
        .map(|_| cell())
        .collect::<Result<Vec<u32>, Error>>()?;
    let given_away = mistakes(&graph, hole as u32, &moves)?;
    let rabbits: Vec<usize> = given_away.into_iter().filter(|at| at % 2 == 0).collect();
    output.line(rabbits.len());
    for number in rabbits {
        output.line(number / 2 + 1);
    }
    Ok(())
}
