//! A chess piece that walks to the corner: rook, bishop, king and queen.
//!
//! The piece stands on (x,y) and moves as in chess, but only towards the
//! corner (0,0). Several pieces are a sum.
//!
//! **Theorems.** The rook is Nim with heaps x and y: value x ⊕ y. The bishop
//! has one diagonal, a heap of min(x,y). The king's values are 0 or 1 (as the
//! larger coordinate is even or odd) where the smaller one is even, and 3 or
//! 2 where it is odd: by induction over the three squares it can go to. The
//! queen is Wythoff's game; its lost squares are known, its values are not.

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameter, Parameters, Variant, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::heaps::wythoff::Wythoff;
use crate::games::small_sums;
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Look, Number, Numbers, Scene, Show, Stage, grids, why};
use crate::solve::dense::Lattice;
use crate::text::Text;
use crate::theorem::{self, Theorem};

/// Where a piece stands: its distances from the two edges that meet in the
/// corner.
type Square = (Natural, Natural);

/// Which piece walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Along a row or a column.
    Rook,
    /// Along the diagonal.
    Bishop,
    /// One square along a row, a column or the diagonal.
    King,
    /// Like rook or bishop.
    Queen,
}

/// The game. A component is the square of a piece; a move is the square to
/// which it goes.
pub struct Walk(
    /// The piece.
    pub Piece,
);

impl Walk {
    fn straight(&self) -> bool {
        self.0 != Piece::Bishop
    }

    fn diagonal(&self) -> bool {
        self.0 != Piece::Rook
    }

    /// The squares of a king's move, where there are such.
    fn king_moves((x, y): &Square) -> impl Iterator<Item = Square> {
        let left = (!x.is_zero()).then(|| (x - 1u8, y.clone()));
        let down = (!y.is_zero()).then(|| (x.clone(), y - 1u8));
        let both = (!x.is_zero() && !y.is_zero()).then(|| (x - 1u8, y - 1u8));
        [left, down, both].into_iter().flatten()
    }
}

impl Game for Walk {
    type Position = Square;
    type Move = Square;

    fn options(&self, at: &Square, visit: &mut impl FnMut(Square, &[Square]) -> Flow) -> Flow {
        let mut go = |to: Square| visit(to.clone(), &[to]);
        if self.0 == Piece::King {
            return Walk::king_moves(at).try_for_each(go);
        }
        let (x, y) = at;
        if self.straight() {
            natural::from_to(1, x).try_for_each(|k| go((x - k, y.clone())))?;
            natural::from_to(1, y).try_for_each(|k| go((x.clone(), y - k)))?;
        }
        if self.diagonal() {
            natural::from_to(1, x.min(y)).try_for_each(|k| go((x - &k, y - &k)))?;
        }
        CONTINUE
    }

    fn play(&self, (x, y): &Square, to: &Square) -> Option<Vec<Square>> {
        if to.0 > *x || to.1 > *y {
            return None;
        }
        let (by_x, by_y) = (x - &to.0, y - &to.1);
        let stays = by_x.is_zero() && by_y.is_zero();
        let along = by_x.is_zero() || by_y.is_zero();
        let near = by_x <= Natural::ONE && by_y <= Natural::ONE;
        let legal = !stays
            && (along && self.straight() || by_x == by_y && self.diagonal())
            && (near || self.0 != Piece::King);
        legal.then(|| vec![to.clone()])
    }

    fn canonical(&self, (x, y): Square) -> Square {
        if x <= y { (x, y) } else { (y, x) }
    }

    fn read(&self, text: &str) -> Result<Vec<Square>, Error> {
        notation::read_sum(text, |reader| {
            let x = reader.natural()?;
            reader.expect(",")?;
            Ok((x, reader.natural()?))
        })
    }

    fn write(&self, sum: &[Square]) -> String {
        if sum.is_empty() {
            return "0,0".to_string();
        }
        notation::write_sum(sum, |(x, y)| format!("{x},{y}"))
    }

    fn read_move(&self, _: &Square, text: &str) -> Result<Square, Error> {
        let mut reader = Reader::new(text);
        reader.eat("to");
        let read = (|| {
            let x = reader.natural().ok()?;
            reader.expect(",").ok()?;
            let y = reader.natural().ok()?;
            reader.end().ok()?;
            Some((x, y))
        })();
        read.ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: Text::fixed("`to X,Y`", " `to X,Y`"),
        })
    }

    fn write_move(&self, (x, y): &Square) -> String {
        format!("to {x},{y}")
    }
}

fn king_value((x, y): &Square) -> Natural {
    let (less, more) = if x <= y { (x, y) } else { (y, x) };
    let odd = |n: &Natural| natural::bit(n, 0);
    Natural::from(match (odd(less), odd(more)) {
        (false, false) => 0u8,
        (false, true) => 1,
        (true, true) => 2,
        (true, false) => 3,
    })
}

impl Theorem for Walk {
    fn value(&self, at: &Square) -> Option<Natural> {
        let (x, y) = at;
        match self.0 {
            Piece::Rook => Some(x ^ y),
            Piece::Bishop => Some(x.min(y).clone()),
            Piece::King => Some(king_value(at)),
            Piece::Queen => None,
        }
    }

    fn computed_value(&self, at: &Square) -> Option<Natural> {
        match self.0 {
            Piece::Queen => Wythoff.computed_value(at),
            _ => None,
        }
    }

    fn moves_to(
        &self,
        at: &Square,
        target: &Natural,
        visit: &mut impl FnMut(Square) -> Flow,
    ) -> Option<Flow> {
        let (x, y) = at;
        let mut go = |to: Square| {
            if to.0 <= *x && to.1 <= *y && to != *at {
                visit(to)
            } else {
                CONTINUE
            }
        };
        let flow = match self.0 {
            Piece::Rook => {
                let along = [(y ^ target, y.clone()), (x.clone(), x ^ target)];
                along.into_iter().try_for_each(go)
            }
            Piece::Bishop if target < x.min(y) => {
                let by = x.min(y) - target;
                go((x - &by, y - &by))
            }
            Piece::Bishop => CONTINUE,
            Piece::King => Walk::king_moves(at)
                .filter(|to| king_value(to) == *target)
                .try_for_each(go),
            Piece::Queen => return None,
        };
        Some(flow)
    }

    fn outcome(&self, sum: &[Square], convention: Convention) -> Option<Outcome> {
        match self.0 {
            Piece::Queen => Wythoff.outcome(sum, convention),
            _ => None,
        }
    }

    fn winning_moves(
        &self,
        sum: &[Square],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Square>) -> Flow,
    ) -> Option<Flow> {
        if self.0 != Piece::Queen {
            return None;
        }
        // The queen is Wythoff's game: what it takes says where she goes.
        Wythoff.winning_moves(sum, convention, &mut |SumMove { component, mv }| {
            let to = Wythoff.play(&sum[component], &mv);
            match to.and_then(|mut to| to.pop()) {
                Some(mv) => visit(SumMove { component, mv }),
                None => CONTINUE,
            }
        })
    }

    fn reason(&self, sum: &[Square], convention: Convention) -> Text {
        let name = match self.0 {
            Piece::Rook => ("the rook is Nim on both coordinates", "车即两坐标的 Nim"),
            Piece::Bishop => (
                "the bishop is a heap of the smaller coordinate",
                "象即较小坐标大小的一堆",
            ),
            Piece::King => ("the king's values depend on parities", "王的值由奇偶性决定"),
            Piece::Queen => return Wythoff.reason(sum, convention),
        };
        theorem::nim_sum_reason(name, self, sum, convention)
    }
}

impl Lattice for Walk {
    fn at(&self, point: &[u64]) -> Option<Square> {
        match point {
            [x, y] => Some(((*x).into(), (*y).into())),
            _ => None,
        }
    }

    fn coordinates(&self, (x, y): &Square, point: &mut [u64]) -> bool {
        let (Some(x), Some(y), [to_x, to_y]) = (natural::small(x), natural::small(y), point) else {
            return false;
        };
        (*to_x, *to_y) = (x, y);
        true
    }
}

const PIECES: [(&str, Piece); 4] = [
    ("rook", Piece::Rook),
    ("bishop", Piece::Bishop),
    ("king", Piece::King),
    ("queen", Piece::Queen),
];

/// The column and the row, counted from the corner, of a square that can be shown.
fn shown((x, y): &Square) -> Option<(i32, i32)> {
    let near = |n: &Natural| natural::small(n).filter(|n| *n < grids::LONG);
    Some((near(x)? as i32, near(y)? as i32))
}

/// The squares between the corner, which is below on the left, and the one where the piece
/// stood when play began.
impl Show for Walk {
    fn scene(&self, stage: &Stage<Square>) -> Scene {
        let write = |at: &Square| self.write(std::slice::from_ref(at));
        let sign = match self.0 {
            Piece::Rook => "♖",
            Piece::Bishop => "♗",
            Piece::King => "♔",
            Piece::Queen => "♕",
        };
        Scene::by_board(stage, write, |board, first, on_it| {
            let [(_, at)] = on_it else { return None };
            let ((right, top), (x, y)) = (shown(first)?, shown(at)?);
            let (rows, columns) = (top as u64 + 1, right as u64 + 1);
            let panel = grids::board(board, rows, columns, |_, _| Some(Look::Free))?;
            let mut panel = grids::numbered(panel, rows, columns, 0);
            panel.rows.reverse();
            grids::token(&mut panel, board, 0, Look::White, top - y, x, sign);
            Some(panel)
        })
    }

    fn touches(&self, stage: &Stage<Square>, mv: &SumMove<Square>) -> Vec<Id> {
        let board = stage.board(mv.component);
        match (shown(stage.first(mv.component)), shown(&mv.mv)) {
            (Some((_, top)), Some((x, y))) => {
                vec![grids::piece(board, 0), grids::cell(board, top - y, x)]
            }
            _ => vec![Id::whole(board)],
        }
    }

    /// The rook's heaps are its coordinates.
    fn numbers(&self, stage: &Stage<Square>) -> Option<Numbers> {
        match self.0 {
            Piece::Rook => why::of_parts(stage, 2, |(x, y)| {
                Some(vec![Number::of("x", x.clone()), Number::of("y", y.clone())])
            }),
            _ => why::of_components(self, stage),
        }
    }
}

impl Named for Walk {
    const ABOUT: About = About {
        id: "corner-walk",
        name: ("walk to the corner", "走向角落"),
        summary: (
            "a rook, bishop, king or queen walks to the corner",
            "车、象、王或后走向棋盘一角",
        ),
        rules: (
            "Pieces stand on a board; (x,y) are the distances from two edges that meet in a corner. A move moves one \
             piece as in chess, but only so that no distance grows: the rook along a row or column, the \
             bishop along the diagonal to the corner's side, the king one square in these directions, the queen like \
             rook or bishop. Pieces do not hinder each other. Whoever cannot move loses.",
            "棋子放在棋盘上，(x,y) 为到相交于一角的两条边的距离。每次按国际象棋的走法移动一枚棋子，但任一距离都不得增大：车沿行或列，象沿朝向该角的斜线，王沿这些方向走一格，后如车或象。棋子互不妨碍。无法移动者负。",
        ),
        theorem: (
            "Rook: value x ⊕ y. Bishop: min(x,y). King: 0 or 1, as the larger coordinate is even or odd, if the smaller \
             is even; else 3 or 2. Queen: Wythoff's game.",
            "车：值为 x ⊕ y。象：min(x,y)。王：较小坐标为偶数时，值随较大坐标的偶、奇为 0、1；否则为 3、2。后：威佐夫博弈。",
        ),
        source: "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901); \
                 W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907); the king by \
                 induction",
        position: (
            "the squares of the pieces: 3,5 + 2,2",
            "各枚棋子的位置：3,5 + 2,2",
        ),
        moves: ("to 3,1", "to 3,1"),
        examples: &["3,5", "3,5 + 2,2", "4,4", "1,2", "7,4"],
        parameters: &[Parameter {
            name: "piece",
            default: "rook",
            meaning: (
                "rook, bishop, king or queen",
                "rook 车、bishop 象、king 王、queen 后",
            ),
        }],
        variants: &[
            Variant::of(
                "rook-walk",
                ("walk of the rook", "车走角"),
                &[("piece", "rook")],
            ),
            Variant::of(
                "bishop-walk",
                ("walk of the bishop", "象走角"),
                &[("piece", "bishop")],
            ),
            Variant::of(
                "king-walk",
                ("walk of the king", "王走角"),
                &[("piece", "king")],
            ),
            Variant::of(
                "queen-walk",
                ("walk of the queen", "后走角"),
                &[("piece", "queen")],
            ),
        ],
        tested_with: &[
            &[],
            &[("piece", "bishop")],
            &[("piece", "king")],
            &[("piece", "queen")],
        ],
        dimension: 2,
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let lines = match self.0 {
            Piece::King => {
                "\nmove step((dx, dy) in {(1, 0), (0, 1), (1, 1)}) -> [x-dx, y-dy]".to_string()
            }
            _ => {
                let straight =
                    "\nmove left(k in 1..x) -> [x-k, y]\nmove down(k in 1..y) -> [x, y-k]";
                let diagonal = "\nmove both(k in 1..min(x, y)) -> [x-k, y-k]";
                let straight = if self.straight() { straight } else { "" };
                let diagonal = if self.diagonal() { diagonal } else { "" };
                format!("{straight}{diagonal}")
            }
        };
        Ok(format!("game corner_walk\nstate x, y{lines}"))
    }

    fn build(parameters: &Parameters) -> Result<Self, Error> {
        let expected = ("rook, bishop, king or queen", "rook、bishop、king 或 queen");
        parameters.get("piece", expected, |text| {
            let piece = PIECES.into_iter().find(|(name, _)| *name == text);
            piece.map(|(_, piece)| Walk(piece))
        })
    }

    fn small(&self) -> Vec<Vec<Square>> {
        let square = |x: u64, y: u64| (Natural::from(x), Natural::from(y));
        let singles = (0..=7).flat_map(|x| (0..=7).map(move |y| vec![square(x, y)]));
        let tiny = (0..=2).flat_map(|x| (x..=3).map(move |y| square(x, y)));
        singles.chain(small_sums(tiny, 2)).collect()
    }
}
