//! The ultimate battle: slide your own piece along its row or column, never
//! into or across the row or column of the opponent's.
//!
//! Each player has a piece of his own, so the game is not impartial in form;
//! but both have the same choice, so a position that names the mover's piece
//! first is enough. Retreats are legal: play can come back.
//!
//! **Theorem**. With dx and dy the distances of columns and rows, the mover
//! loses exactly when |dx| = |dy|.
//!
//! *Why.* From |dx| = |dy|, answer a retreat by following it, and an advance
//! by the same advance along the other axis: the distances are equal again.
//! From |dx| ≠ |dy|, reduce the larger one. The winner only advances, and the
//! loser's retreats end at the wall, so play ends, with the loser to move at
//! |dx| = |dy| = 1 and his back to the wall. (It is Nim on |dx| - 1 and |dy| - 1, with
//! retreats that are reversed.)
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::races::battle::Battle};
//! let field = Battle.read("8x8 1,1 6,4").unwrap();
//! let answer = ask(&Battle, &field, &Question::default()).unwrap();
//! let moves: Vec<_> = answer.winning_moves.iter().map(|m| Battle.write_move(&m.mv)).collect();
//! assert_eq!(moves, ["x 3"]);
//! ```

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::no_table;
use crate::games::written;
use crate::natural::{self, Natural};
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome};
use crate::picture::scene::{Id, Look, Number, Numbers, Scene, Show, Stage, grids, why};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a field with two pieces.
pub struct Battle;

/// One axis of the field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Axis {
    /// Coordinates run from 1 to here.
    size: Natural,
    /// The coordinate of the piece of the player to move.
    mover: Natural,
    /// The coordinate of the other piece.
    other: Natural,
}

impl Axis {
    fn distance(&self) -> Natural {
        if self.mover < self.other {
            &self.other - &self.mover
        } else {
            &self.mover - &self.other
        }
    }

    /// The coordinates on the mover's side of the other piece.
    fn side(&self) -> (Natural, Natural) {
        if self.mover < self.other {
            (Natural::ONE, &self.other - 1u8)
        } else {
            (&self.other + 1u8, self.size.clone())
        }
    }

    /// The coordinate on the mover's side at this distance from the other
    /// piece, if the field reaches that far.
    fn at_distance(&self, distance: &Natural) -> Option<Natural> {
        let to = if self.mover > self.other {
            &self.other + distance
        } else if *distance < self.other {
            &self.other - distance
        } else {
            return None;
        };
        (to <= self.size).then_some(to)
    }

    fn turned(&self) -> Axis {
        let mirrored = |at: &Natural| &self.size + 1u8 - at;
        Axis {
            size: self.size.clone(),
            mover: mirrored(&self.mover),
            other: mirrored(&self.other),
        }
    }

    /// The axis as the next player sees it, after the mover went to `to`.
    fn after(&self, to: Natural) -> Axis {
        Axis {
            size: self.size.clone(),
            mover: self.other.clone(),
            other: to,
        }
    }
}

/// A field, the mover's piece and the other one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field {
    axes: [Axis; 2],
}

/// Where a piece goes: along which axis (0 for x, 1 for y), to which
/// coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slide {
    axis: usize,
    to: Natural,
}

const NAMES: [&str; 2] = ["x", "y"];

impl Field {
    fn moved(&self, slide: &Slide) -> Field {
        let stayed = |axis: &Axis| axis.after(axis.mover.clone());
        let mut axes = [stayed(&self.axes[0]), stayed(&self.axes[1])];
        axes[slide.axis] = self.axes[slide.axis].after(slide.to.clone());
        Field { axes }
    }

    fn distances(&self) -> [Natural; 2] {
        [self.axes[0].distance(), self.axes[1].distance()]
    }
}

impl Game for Battle {
    type Position = Field;
    type Move = Slide;

    fn options(&self, field: &Field, visit: &mut impl FnMut(Slide, &[Field]) -> Flow) -> Flow {
        for (axis, line) in field.axes.iter().enumerate() {
            let (first, last) = line.side();
            // Nobody counts past 2^64 squares of one side.
            natural::from_to(0, &(last - &first)).try_for_each(|offset| {
                let to = &first + offset;
                if to == line.mover {
                    return CONTINUE;
                }
                let slide = Slide { axis, to };
                let after = field.moved(&slide);
                visit(slide, &[after])
            })?;
        }
        CONTINUE
    }

    fn play(&self, field: &Field, slide: &Slide) -> Option<Vec<Field>> {
        let line = field.axes.get(slide.axis)?;
        let (first, last) = line.side();
        let legal = first <= slide.to && slide.to <= last && slide.to != line.mover;
        legal.then(|| vec![field.moved(slide)])
    }

    fn may_cycle(&self) -> bool {
        true
    }

    fn canonical(&self, field: Field) -> Field {
        let mut axes = field.axes.map(|axis| axis.turned().min(axis));
        axes.sort();
        Field { axes }
    }

    fn read(&self, text: &str) -> Result<Vec<Field>, Error> {
        notation::read_sum(text, |reader| {
            let width = reader.natural()?;
            reader.expect("x")?;
            let height = reader.natural()?;
            let mut read_piece = || {
                let x = reader.natural()?;
                reader.expect(",")?;
                Ok::<_, Error>((x, reader.natural()?))
            };
            let (mover, other) = (read_piece()?, read_piece()?);
            let axis = |size, mover, other| Axis { size, mover, other };
            let axes = [
                axis(width, mover.0, other.0),
                axis(height, mover.1, other.1),
            ];
            let inside = |at: &Natural, axis: &Axis| !at.is_zero() && *at <= axis.size;
            let fits = |a: &Axis| inside(&a.mover, a) && inside(&a.other, a) && a.mover != a.other;
            if !axes.iter().all(fits) {
                return Err(reader.fail(Text::fixed(
                    "two pieces on the field, in different columns and different rows",
                    "场地内两个不同行也不同列的棋子",
                )));
            }
            Ok(Field { axes })
        })
    }

    fn write(&self, sum: &[Field]) -> String {
        if sum.is_empty() {
            // A field without moves.
            return "2x2 1,1 2,2".to_string();
        }
        notation::write_sum(sum, |Field { axes: [x, y] }| {
            format!(
                "{}x{} {},{} {},{}",
                x.size, y.size, x.mover, y.mover, x.other, y.other
            )
        })
    }

    fn read_move(&self, _: &Field, text: &str) -> Result<Slide, Error> {
        let mut reader = Reader::new(text);
        let axis = (0..2).find(|axis| reader.eat(NAMES[*axis]));
        let to = reader.natural().and_then(|n| reader.end().map(|()| n));
        match (axis, to) {
            (Some(axis), Ok(to)) => Ok(Slide { axis, to }),
            _ => Err(Error::BadMove {
                text: text.to_string(),
                expected: Text::fixed(
                    "`x N` or `y N`: the new column or row",
                    " `x N` 或 `y N`：新的列或行",
                ),
            }),
        }
    }

    fn write_move(&self, slide: &Slide) -> String {
        format!("{} {}", NAMES[slide.axis], slide.to)
    }
}

impl Theorem for Battle {
    /// The loopy value: Nim on the squares between the lines, as in
    /// [`crate::games::strips::northcott`].
    fn value(&self, field: &Field) -> Option<Natural> {
        let [dx, dy] = field.distances();
        Some((dx - 1u8) ^ (dy - 1u8))
    }

    fn outcome(&self, sum: &[Field], convention: Convention) -> Option<Outcome> {
        let ([field], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let [dx, dy] = field.distances();
        Some(Outcome::mover_wins(dx != dy))
    }

    fn winning_moves(
        &self,
        sum: &[Field],
        convention: Convention,
        visit: &mut impl FnMut(SumMove<Slide>) -> Flow,
    ) -> Option<Flow> {
        let ([field], Convention::Normal) = (sum, convention) else {
            return None;
        };
        let distances = field.distances();
        // The advance first: it makes progress, the retreat does not.
        let advance = usize::from(distances[1] > distances[0]);
        let flow = [advance, 1 - advance].into_iter().try_for_each(|axis| {
            let wanted = &distances[1 - axis];
            match field.axes[axis].at_distance(wanted) {
                Some(to) if *wanted != distances[axis] => visit(SumMove {
                    component: 0,
                    mv: Slide { axis, to },
                }),
                _ => CONTINUE,
            }
        });
        Some(flow)
    }

    /// The winner only advances, so each of his moves uses up a square of the
    /// way to the far ends of the field.
    fn ends_within(&self, sum: &[Field]) -> Option<Natural> {
        let [field] = sum else { return None };
        let [dx, dy] = field.distances();
        let ahead = |axis: &Axis| {
            let (own, other) = match dx != dy {
                true => (&axis.mover, &axis.other),
                false => (&axis.other, &axis.mover),
            };
            match own < other {
                true => &axis.size - own - 1u8,
                false => own - Natural::from(2u8),
            }
        };
        let [x, y] = [ahead(&field.axes[0]), ahead(&field.axes[1])];
        Some((x + y) * 2u8 + 1u8)
    }

    fn reason(&self, sum: &[Field], _: Convention) -> Text {
        let [field] = sum else {
            return Text::default();
        };
        let [dx, dy] = field.distances();
        Text::new(
            format!("symmetry: the distances are {dx} and {dy}"),
            format!("对称化：横、纵距离为 {dx} 与 {dy}"),
        )
    }
}

no_table!(Battle);

/// Width and height of a field that is shown.
fn size_shown(field: &Field) -> Option<[u64; 2]> {
    let [width, height] = [0, 1].map(|axis| natural::small(&field.axes[axis].size));
    let size = [width?, height?];
    size.iter().all(|n| *n <= grids::LONG).then_some(size)
}

/// A coordinate of a field that is shown, counted from 0.
fn from_zero(at: &Natural) -> Option<i32> {
    i32::try_from(natural::small(at)?.checked_sub(1)?).ok()
}

/// The piece of the player to move is white, whoever that is.
impl Show for Battle {
    fn scene(&self, stage: &Stage<Field>) -> Scene {
        let write = |field: &Field| self.write(std::slice::from_ref(field));
        Scene::by_board(stage, write, |board, _, on_it| {
            let [(_, field)] = on_it else { return None };
            let [columns, rows] = size_shown(field)?;
            let mut panel = grids::board(board, rows, columns, |_, _| Some(Look::Free))?;
            let [x, y] = &field.axes;
            let (column, row) = (from_zero(&x.mover)?, from_zero(&y.mover)?);
            grids::token(&mut panel, board, 0, Look::White, row, column, "");
            let (column, row) = (from_zero(&x.other)?, from_zero(&y.other)?);
            grids::token(&mut panel, board, 1, Look::Black, row, column, "");
            grids::turn(&mut panel, stage, board, "○");
            Some(grids::numbered(panel, rows, columns, 1))
        })
    }

    fn touches(&self, stage: &Stage<Field>, mv: &SumMove<Slide>) -> Vec<Id> {
        let (board, field) = (stage.board(mv.component), &stage.sum()[mv.component]);
        let touched = || {
            size_shown(field)?;
            let mut to = [0, 1].map(|axis| &field.axes[axis].mover);
            *to.get_mut(mv.mv.axis)? = &mv.mv.to;
            let [column, row] = [from_zero(to[0])?, from_zero(to[1])?];
            Some(vec![
                grids::piece(board, 0),
                grids::cell(board, row, column),
            ])
        };
        touched().unwrap_or_else(|| vec![Id::whole(board)])
    }

    /// The columns and the rows between the pieces.
    fn numbers(&self, stage: &Stage<Field>) -> Option<Numbers> {
        why::of_parts(stage, 2, |field| {
            let [dx, dy] = field.distances();
            Some(vec![Number::of("x", dx - 1u8), Number::of("y", dy - 1u8)])
        })
    }
}

impl Named for Battle {
    const ABOUT: About = About {
        id: "ultimate-battle",
        name: ("the ultimate battle", "终极之战"),
        summary: (
            "slide your piece along its row or column without reaching the opponent's lines",
            "沿行或列滑动自己的棋子，不得到达或越过对方所在的行列",
        ),
        rules: (
            "Two pieces stand on a field, in different rows and different columns; each player has one. A move \
             slides one's own piece any number of squares along its row or its column, not onto or across the \
             row or column of the other piece. Whoever cannot move loses. Each player moves a piece of his own: \
             a position names the piece of the player to move first.",
            "两枚棋子位于场地中不同行、不同列的格子，双方各执一枚。每次将己方棋子沿所在行或列移动任意格，不得到达或越过对方棋子所在的行或列。无法移动者负。双方各走自己的棋子：局面先写行动方的棋子。",
        ),
        theorem: (
            "P exactly when the distance of the columns equals that of the rows. The winner follows retreats \
             and repeats advances along the other axis.",
            "当且仅当两子的列距等于行距时为 P 态。胜方对后退则跟进，对前进则沿另一方向同样前进。",
        ),
        source: "USACO US Open 2008, The Ultimate Battle",
        position: (
            "the size of the field, the piece of the player to move, the other piece: 8x8 1,1 6,4",
            "场地大小、行动方棋子、对方棋子：8x8 1,1 6,4",
        ),
        moves: (
            "x 3: to column 3; y 5: to row 5",
            "x 3：移到第 3 列；y 5：移到第 5 行",
        ),
        examples: &[
            "8x8 1,1 6,4",
            "8x8 2,2 5,5",
            "3x3 1,1 3,2",
            "10^30x10^30 1,1 10^29,10^28",
            "3x3 1,1 3,2 + 2x3 1,3 2,1",
        ],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        let text = "game ultimate_battle  # the field, the mover, the other one\n\
             state w in 1.., h in 1.., x in 1.., y in 1.., u in 1.., v in 1..\n\
             move column(t in 1..w) if t != x if (x < u and t < u) or (x > u and t > u) -> [w, h, u, v, t, y]\n\
             move row(t in 1..h) if t != y if (y < v and t < v) or (y > v and t > v) -> [w, h, u, v, x, t]";
        Ok(text.to_string())
    }

    fn rule_position(&self, sum: &[Field]) -> Option<String> {
        written::sum(sum, |Field { axes: [x, y] }| {
            Some(format!(
                "{},{},{},{},{},{}",
                x.size, y.size, x.mover, y.mover, x.other, y.other
            ))
        })
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Battle)
    }

    fn small(&self) -> Vec<Vec<Field>> {
        let line = |size: u64| {
            (1..=size).flat_map(move |mover| {
                (1..=size)
                    .filter(move |other| *other != mover)
                    .map(move |other| Axis {
                        size: size.into(),
                        mover: mover.into(),
                        other: other.into(),
                    })
            })
        };
        let fields = |width, height| {
            line(width).flat_map(move |x| line(height).map(move |y| [x.clone(), y]))
        };
        let sizes = [(2, 2), (2, 4), (3, 3), (4, 3), (4, 4)];
        let singles = sizes.into_iter().flat_map(|(w, h)| fields(w, h));
        let mut all: Vec<Vec<Field>> = singles.map(|axes| vec![Field { axes }]).collect();
        let pairs = fields(3, 2).zip(fields(2, 3).skip(2));
        all.extend(pairs.map(|(a, b)| vec![Field { axes: a }, Field { axes: b }]));
        all
    }
}
