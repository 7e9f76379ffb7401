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
    statement: Statement {
        rules: (
            "On a board with one hole, Rabbit slides a white piece (O) beside the hole into it, Egg a black one (X); Rabbit begins, and whoever cannot move loses. Find Rabbit's mistakes in a game that Egg won.",
            "棋盘上恰有一个空格。兔兔每次把与空格相邻的一枚白子（O）移入空格，蛋蛋移黑子（X）；兔兔先手，无法移动者负。找出蛋蛋获胜的一局中兔兔的失误。",
        ),
        input: (
            "n m; n rows of X, O and one `.`; k; then 2k lines row column: the piece that is moved, Rabbit and Egg in turn. Rows and columns are numbered from 1.",
            "n m；n 行由 X、O 与一个 `.` 组成；k；随后 2k 行“行 列”，为被移动的棋子，兔兔与蛋蛋交替。行列从 1 编号。",
        ),
        output: (
            "The number of mistakes; then the number of the turn of each, one per line.",
            "失误次数；随后每行一个失误的回合数。",
        ),
        limits: ("n, m ≤ 40, k ≤ 1000", "n, m ≤ 40，k ≤ 1000"),
        sample: ("1 6\nXO.OXO\n1\n1 2\n1 1\n", "1\n1\n"),
    },
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
    let given_away = mistakes(&graph, hole as u32, &moves).map_err(|error| match error {
        // Cells have numbers there, and rows and columns here.
        Error::BadMove { text, .. } => {
            let at = text
                .parse()
                .map_or((0, 0), |at: u64| (at / columns + 1, at % columns + 1));
            Error::BadMove {
                text: format!("{} {}", at.0, at.1),
                expected: Text::fixed(
                    "the row and column of a piece of one's own beside the hole",
                    "与空格相邻的己方棋子所在的行与列",
                ),
            }
        }
        other => other,
    })?;
    let rabbits: Vec<usize> = given_away.into_iter().filter(|at| at % 2 == 0).collect();
    output.line(rabbits.len());
    for number in rabbits {
        output.line(number / 2 + 1);
    }
    Ok(())
}
