//! Nim on a strip (Nimble): tokens go to lower squares.
//!
//! The squares are numbered from 0. A token may go to any lower square, past
//! and onto other tokens; it is out of play on square 0.
//!
//! **Theorem.** Tokens do not hinder each other, so the game is the sum of its
//! tokens, and a token on square `n` has the options of a Nim heap of `n`
//! stones. Everything — values, winning moves, misère play — is that of
//! [Nim](crate::games::heaps::nim), and is asked there.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::strips::nimble::Nimble};
//! let tokens = Nimble.read("3,5,7").unwrap();
//! let answer = ask(&Nimble, &tokens, &Question::default()).unwrap();
//! assert_eq!(Nimble.write_move(&answer.winning_moves[0].mv), "to 2");
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{Flow, Game};
use crate::games::heaps::nim::Nim;
use crate::games::take;
use crate::natural::{self, Natural};
use crate::notation;
use crate::outcome::Convention;
use crate::picture::scene::{Id, Look, PANELS, Panel, Scene, Show, Stage, grids};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is the square of a token; a move is the square it
/// goes to.
pub struct Nimble;

impl Game for Nimble {
    type Position = Natural;
    type Move = Natural;

    fn options(
        &self,
        square: &Natural,
        visit: &mut impl FnMut(Natural, &[Natural]) -> Flow,
    ) -> Flow {
        Nim.options(square, &mut |_, to| visit(to[0].clone(), to))
    }

    fn play(&self, square: &Natural, to: &Natural) -> Option<Vec<Natural>> {
        (to < square).then(|| vec![to.clone()])
    }

    fn read(&self, text: &str) -> Result<Vec<Natural>, Error> {
        notation::read_heaps(text)
    }

    fn write(&self, squares: &[Natural]) -> String {
        notation::write_heaps(squares)
    }

    fn read_move(&self, _: &Natural, text: &str) -> Result<Natural, Error> {
        notation::read_verb(text, "to")
    }

    fn write_move(&self, to: &Natural) -> String {
        format!("to {to}")
    }
}

impl Theorem for Nimble {
    fn value(&self, square: &Natural) -> Option<Natural> {
        Nim.value(square)
    }

    fn moves_to(
        &self,
        square: &Natural,
        target: &Natural,
        visit: &mut impl FnMut(Natural) -> Flow,
    ) -> Option<Flow> {
        Nim.moves_to(square, target, &mut |taken| visit(square - taken))
    }

    fn misere_like_nim(&self) -> bool {
        Nim.misere_like_nim()
    }

    fn reason(&self, squares: &[Natural], convention: Convention) -> Text {
        Nim.reason(squares, convention)
    }
}

take::table!(Nimble);

/// The square on which a token stood when play began, if the strip is shown that far.
fn seen(first: &Natural) -> Option<i32> {
    let square = natural::small(first).filter(|square| *square < grids::LONG)?;
    i32::try_from(square).ok()
}

/// One strip with all tokens on it: those that share a square stand on each other.
impl Show for Nimble {
    fn scene(&self, stage: &Stage<Natural>) -> Scene {
        let name = |board: u32| match stage.has_names() {
            true => (board + 1).to_string(),
            false => String::new(),
        };
        let mut scene = Scene::default();
        let mut length = 0;
        let mut tokens: Vec<(u32, i32, usize)> = Vec::new();
        for (board, first, squares) in stage.boards() {
            if scene.panels.len() + tokens.len() == PANELS {
                scene.left_out += 1;
                continue;
            }
            let square = squares.first().and_then(|(_, square)| seen(square));
            if let (Some(begin), Some(square)) = (seen(first), square) {
                length = length.max(begin + 1);
                let below = tokens.iter().filter(|token| token.1 == square).count();
                tokens.push((board, square, below));
                continue;
            }
            let mut card = Panel::card(board, &self.write(&[squares[0].1.clone()]));
            card.title = name(board);
            scene.panels.push(card);
        }
        let free = |_| Some(Look::Free);
        let Some(mut strip) = grids::strip(0, length as u64, 0, free).filter(|_| length > 0) else {
            return scene;
        };
        let tallest = tokens.iter().map(|token| token.2).max().unwrap_or(0);
        for square in &mut strip.elements {
            square.at.1 = tallest as f64;
        }
        for (board, square, below) in tokens {
            let row = (tallest - below) as i32;
            grids::token(&mut strip, board, 0, Look::White, row, square, &name(board));
        }
        scene.panels.insert(0, strip);
        scene
    }

    fn touches(&self, stage: &Stage<Natural>, mv: &SumMove<Natural>) -> Vec<Id> {
        let board = stage.board(mv.component);
        match (seen(stage.first(mv.component)), seen(&mv.mv)) {
            (Some(_), Some(to)) => vec![grids::piece(board, 0), grids::cell(0, 0, to)],
            _ => vec![Id::whole(board)],
        }
    }
}

impl Named for Nimble {
    const ABOUT: About = About {
        id: "nimble",
        aliases: &[("nimble", &["nim on a board"])],
        name: ("Nim on a strip", "纸带尼姆游戏"),
        summary: (
            "move a token to any lower square; squares may be shared",
            "把棋子移到任意编号更小的格，格子可共用",
        ),
        rules: (
            "Tokens stand on a strip of squares numbered 0, 1, 2, …; any number may share a square. A move \
             takes one token to a lower square, past others if need be. Whoever makes the last move wins.",
            "棋子放在编号为 0、1、2…的一条格子上，同一格可有多枚。每次把一枚棋子移到编号更小的格，可越过其他棋子。走最后一步者获胜。",
        ),
        theorem: (
            "A token on square n is a Nim heap of n stones: P exactly when the nim sum of the squares is 0. \
             Misère as in Nim.",
            "位于 n 号格的棋子相当于 n 枚石子的一堆：各格编号的异或和为 0 时为 P 态。反常规则同尼姆游戏。",
        ),
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
        position: ("the tokens' squares: 3,5,5", "各棋子所在的格：3,5,5"),
        moves: ("to 2, or just 2", "to 2，或直接写 2"),
        examples: &["3,5,7", "4,4", "0,6", "10^1000,10^1000,7"],
        dimension: 1,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game nimble\n\
             state n\n\
             move to(k in 0..n-1) -> [k]";
        Ok(text.to_string())
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Nimble)
    }

    fn small(&self) -> Vec<Vec<Natural>> {
        Nim.small()
    }
}
