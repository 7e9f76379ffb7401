//! The leapfrog race: two racers on a grid with walls who may jump over each
//! other; whoever first enters the square where the other started wins.
//!
//! Each player has a racer and a goal of his own, so the game is not
//! impartial in form. Here a position includes whose turn it is; as a graph
//! of positions it is like any other game with declared ends, except that
//! play can come back.
//!
//! **Theorem**. Both should walk shortest ways, and what decides is whether
//! the second player can jump over the first on them: see
//! [`crate::solve::race`] for the tempo lemma, its proof, and the three methods.
//!
//! ```
//! use grundy::{ask::{ask, Question}, game::Game, games::races::leapfrog::Leapfrog};
//! let race = Leapfrog.read("A..B").unwrap();
//! let answer = ask(&Leapfrog, &race, &Question::default()).unwrap();
//! assert_eq!(answer.outcome.letter(), "N");
//! assert_eq!(Leapfrog.write_move(&answer.winning_moves[0].mv), "right");
//! ```
//!
//! Limits: on grids of many hundreds of squares to the side, positions far
//! from the shortest ways between the starts may be left to search.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::answer::SumMove;
use crate::catalogue::{About, Named, Parameters, Words};
use crate::error::Error;
use crate::game::{CONTINUE, Flow, Game};
use crate::games::{no_table, small_sums};
use crate::natural::Natural;
use crate::notation::{self, Reader};
use crate::outcome::{Convention, Outcome, Winner};
use crate::picture::scene::{Id, Look, Scene, Show, Stage, grids};
use crate::solve::race::{Arena, Racers};
use crate::text::Text;
use crate::theorem::Theorem;

/// The game. A component is a race.
pub struct Leapfrog;

/// A grid, shared by all positions of a game on it.
#[derive(Clone)]
pub struct Grid(Arc<Arena>);

impl Grid {
    fn key(&self) -> (u32, u32, [u32; 2]) {
        let arena = &self.0;
        (arena.width(), arena.height(), arena.starts())
    }

    fn squares(&self) -> impl Iterator<Item = bool> + '_ {
        let arena = &self.0;
        (0..arena.width() * arena.height()).map(|square| arena.is_free(square))
    }
}

impl Ord for Grid {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        let by_key = self.key().cmp(&other.key());
        by_key.then_with(|| self.squares().cmp(other.squares()))
    }
}

impl PartialOrd for Grid {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Grid {}

impl Hash for Grid {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Grids of one search are nearly always the same.
        self.key().hash(state);
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, _) = self.key();
        write!(f, "{width}x{height}")
    }
}

/// A grid, where the racers are on it, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Race {
    grid: Grid,
    racers: Racers,
}

impl Race {
    /// The race at its start.
    pub fn new(arena: Arena) -> Race {
        Race {
            racers: arena.start(),
            grid: Grid(Arc::new(arena)),
        }
    }

    /// The grid.
    pub fn arena(&self) -> &Arena {
        &self.grid.0
    }

    fn winner(&self) -> Option<Winner> {
        let winner = self.arena().winner(&self.racers)?;
        Some(if winner == self.racers.turn {
            Winner::Next
        } else {
            Winner::Previous
        })
    }

    fn moved(&self, to: u32) -> Race {
        Race {
            grid: self.grid.clone(),
            racers: self.racers.moved(to),
        }
    }

    /// Whether the player to move wins, where that is known.
    fn mover_wins(&self) -> Option<bool> {
        match self.winner() {
            Some(winner) => Some(winner == Winner::Next),
            None => self.arena().mover_wins(&self.racers),
        }
    }
}

/// A step, and a second one if the first led onto the other racer: up,
/// right, down and left are 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    first: u8,
    second: Option<u8>,
}

const WORDS: [&str; 4] = ["up", "right", "down", "left"];

impl Game for Leapfrog {
    type Position = Race;
    type Move = Step;

    fn options(&self, race: &Race, visit: &mut impl FnMut(Step, &[Race]) -> Flow) -> Flow {
        steps(race)
            .into_iter()
            .try_for_each(|(step, to)| visit(step, &[race.moved(to)]))
    }

    fn may_cycle(&self) -> bool {
        true
    }

    fn declares_ends(&self) -> bool {
        true
    }

    fn over(&self, race: &Race) -> Option<Winner> {
        race.winner()
    }

    fn read(&self, text: &str) -> Result<Vec<Race>, Error> {
        notation::read_sum(text, read_race)
    }

    fn write(&self, sum: &[Race]) -> String {
        notation::write_sum(sum, write_race)
    }

    fn write_move(&self, step: &Step) -> String {
        let mut text = WORDS[usize::from(step.first)].to_string();
        if let Some(second) = step.second {
            text.push(' ');
            text.push_str(WORDS[usize::from(second)]);
        }
        text
    }
}

/// The legal moves; none when the race is over.
fn steps(race: &Race) -> Vec<(Step, u32)> {
    let mut steps = Vec::new();
    if race.winner().is_none() {
        race.arena().moves(&race.racers, &mut |first, second, to| {
            steps.push((Step { first, second }, to));
        });
    }
    steps
}

fn read_race(reader: &mut Reader<'_>) -> Result<Race, Error> {
    let mut squares: Vec<char> = Vec::new();
    let (mut width, mut row) = (None, 0usize);
    let mut even = true;
    loop {
        match reader.eat_if(|c| matches!(c, '.' | '#' | 'A' | 'B' | 'a' | 'b' | '*')) {
            Some(c) => {
                squares.push(c);
                row += 1;
            }
            None => {
                even &= *width.get_or_insert(row) == row;
                row = 0;
                if !reader.eat("/") {
                    break;
                }
            }
        }
    }
    let turn = if reader.eat(",") {
        let b = reader.eat("B");
        if !b {
            reader.expect("A")?;
        }
        u8::from(b)
    } else {
        0
    };
    let race = width
        .filter(|_| even)
        .and_then(|width| place(width, &squares, turn));
    race.ok_or_else(|| {
        reader.fail(Text::fixed(
            "rows of one length, joined by /, of free squares . and walls #, one A and one B that \
             are connected, a and b where they started if they have left, * where a racer has \
             reached the goal; then ,B if B is to move",
            "等长的各行以 / 连接：空格 .、墙 #，恰有相互连通的 A 与 B；若已离开起点，起点记作 a、b；已到达的终点记作 *；轮到 B 时在末尾加 ,B",
        ))
    })
}

fn place(width: usize, squares: &[char], turn: u8) -> Option<Race> {
    let mut found = [None; 5];
    for (square, c) in (0u32..).zip(squares) {
        if let Some(known) = ['A', 'B', 'a', 'b', '*'].iter().position(|k| k == c)
            && found[known].replace(square).is_some()
        {
            return None;
        }
    }
    let [a, b, from_a, from_b, goal] = found;
    // A goal that was reached is a start that its owner has left, unless he
    // was met there.
    let starts = match (goal, from_a, from_b) {
        (None, _, _) => [from_a.or(a)?, from_b.or(b)?],
        (Some(goal), Some(from_a), None) if a.is_none() => [from_a, goal],
        (Some(goal), None, Some(from_b)) if b.is_none() => [goal, from_b],
        _ => return None,
    };
    let at = [a.or(goal)?, b.or(goal)?];
    let free = squares.iter().map(|c| *c != '#').collect();
    let arena = Arena::from_squares(u32::try_from(width).ok()?, free, starts)?;
    let racers = Racers { at, turn };
    arena.is_possible(&racers).then(|| Race {
        grid: Grid(Arc::new(arena)),
        racers,
    })
}

fn write_race(race: &Race) -> String {
    let arena = race.arena();
    let [a, b] = race.racers.at;
    let [from_a, from_b] = arena.starts();
    let goal = arena
        .winner(&race.racers)
        .map(|w| arena.starts()[1 - usize::from(w)]);
    let mut text = String::new();
    for (square, free) in (0u32..).zip(race.grid.squares()) {
        if square > 0 && square % arena.width() == 0 {
            text.push('/');
        }
        text.push(match square {
            s if Some(s) == goal => '*',
            s if s == a => 'A',
            s if s == b => 'B',
            s if s == from_a => 'a',
            s if s == from_b => 'b',
            _ if free => '.',
            _ => '#',
        });
    }
    if race.racers.turn == 1 {
        text.push_str(",B");
    }
    text
}

impl Theorem for Leapfrog {
    /// The rules declare the winner, so the convention does not matter.
    fn outcome(&self, sum: &[Race], _: Convention) -> Option<Outcome> {
        let [race] = sum else { return None };
        race.mover_wins().map(Outcome::mover_wins)
    }

    fn winning_moves(
        &self,
        sum: &[Race],
        _: Convention,
        visit: &mut impl FnMut(SumMove<Step>) -> Flow,
    ) -> Option<Flow> {
        let [race] = sum else { return None };
        // The moves that come nearest to the goal first: they make progress, and
        // are the cheapest to judge.
        let mut steps = steps(race);
        steps.sort_by_key(|(_, to)| race.arena().steps_to_goal(race.racers.turn, *to));
        let mut silent = false;
        let flow = steps.into_iter().try_for_each(|(mv, to)| {
            match race.moved(to).mover_wins() {
                Some(false) => return visit(SumMove { component: 0, mv }),
                Some(true) => {}
                None => silent = true,
            }
            CONTINUE
        });
        (flow.is_break() || !silent).then_some(flow)
    }

    /// The winner comes nearer to the goal with every move: in the proof of the
    /// tempo lemma, and where both must walk shortest ways. Of the winning moves
    /// the one that comes nearest is named first.
    fn ends_within(&self, sum: &[Race]) -> Option<Natural> {
        let [race] = sum else { return None };
        let turn = race.racers.turn;
        let winner = if race.mover_wins()? { turn } else { 1 - turn };
        let at = race.racers.at[usize::from(winner)];
        let steps = race.arena().steps_to_goal(winner, at);
        Some(Natural::from(2 * u64::from(steps) + 1))
    }

    fn reason(&self, sum: &[Race], _: Convention) -> Text {
        let [race] = sum else {
            return Text::default();
        };
        let arena = race.arena();
        if race.winner().is_some() {
            return Text::fixed("a racer has reached the goal", "已有一方到达终点");
        }
        let [a, b] = [0, 1].map(|r| arena.steps_to_goal(r, race.racers.at[usize::from(r)]));
        if arena.by_tempo(&race.racers).is_some() {
            return Text::new(
                format!("tempo lemma: A has {a} steps to go, B {b}"),
                format!("步数引理：A 还需 {a} 步，B 还需 {b} 步"),
            );
        }
        Text::new(
            format!("A has {a} steps to go, B {b}: a jump on a shortest way decides"),
            format!("A 还需 {a} 步，B 还需 {b} 步：取决于能否在最短路上跳过对方"),
        )
    }
}

no_table!(Leapfrog);

/// Row and column of a square.
fn row_and_column(arena: &Arena, square: u32) -> (i32, i32) {
    (
        (square / arena.width()) as i32,
        (square % arena.width()) as i32,
    )
}

impl Show for Leapfrog {
    fn scene(&self, stage: &Stage<Race>) -> Scene {
        Scene::by_board(stage, write_race, |board, _, on_it| {
            let [(_, race)] = on_it else { return None };
            let arena = race.arena();
            let (rows, columns) = (arena.height().into(), arena.width().into());
            let square = |row: i32, column: i32| row as u32 * arena.width() + column as u32;
            let mut panel = grids::board(board, rows, columns, |row, column| {
                Some(match arena.is_free(square(row, column)) {
                    true => Look::Free,
                    false => Look::Gone,
                })
            })?;
            for (start, name) in arena.starts().into_iter().zip(["a", "b"]) {
                let element = panel.elements.get_mut(start as usize)?;
                element.label = name.to_string();
            }
            let looks = [(Look::White, "A"), (Look::Black, "B")];
            for (number, (look, name)) in (0..).zip(looks) {
                let at = race.racers.at[number as usize];
                let (row, column) = row_and_column(arena, at);
                grids::token(&mut panel, board, number, look, row, column, name);
            }
            let turn = usize::from(race.racers.turn & 1);
            grids::turn(&mut panel, stage, board, looks[turn].1);
            Some(panel)
        })
    }

    fn touches(&self, stage: &Stage<Race>, mv: &SumMove<Step>) -> Vec<Id> {
        let (board, race) = (stage.board(mv.component), &stage.sum()[mv.component]);
        let arena = race.arena();
        let to = steps(race).into_iter().find(|(step, _)| *step == mv.mv);
        match to {
            Some((_, to)) if u64::from(arena.width().max(arena.height())) <= grids::LONG => {
                let (row, column) = row_and_column(arena, to);
                let own = grids::piece(board, race.racers.turn.into());
                vec![own, grids::cell(board, row, column)]
            }
            _ => vec![Id::whole(board)],
        }
    }
}

impl Named for Leapfrog {
    const ABOUT: About = About {
        id: "leapfrog-race",
        name: ("leapfrog race", "跳跃赛跑（BOI 2008 Game）"),
        summary: (
            "two racers on a grid with walls, each bound for the other's start; meeting one is jumping over",
            "带障碍的网格上两人相向而行，先到对方起点者胜，相遇时可跳过对方",
        ),
        rules: (
            "A and B start on two squares of a grid with walls and move in turn. A move is one step up, right, \
             down or left onto a free square; whoever steps onto the other racer makes one more step, in any \
             direction. Whoever first enters the square where the other started wins. Each player moves a \
             racer of his own: the game is treated as a graph of positions that include whose turn it is.",
            "A、B 从带障碍网格的两个格子出发，轮流行动：向上、右、下、左走一步到空格；若走到对方所在的格子，则须再走一步（方向任意）。先进入对方起始格者获胜。双方各走自己的棋子：局面中包含轮到谁走，按局面图处理。",
        ),
        theorem: (
            "Let d be the distance of the starts, and the mover y, the other x steps from the goal. If x+y+d is even, \
             the mover wins when y < x and loses when x < y; if odd, wins when y ≤ x and loses when x ≤ y-2. Else both \
             walk shortest ways, and the second one wins exactly if he can force a jump.",
            "设两起点距离为 d，行动方距终点 y 步，对方 x 步。若 x+y+d 为偶数，y<x 时行动方胜，x<y 时负；若为奇数，y≤x 时胜，x≤y-2 时负。其余情形双方都走最短路，后者当且仅当能迫使跳过对方时获胜。",
        ),
        source: "Baltic Olympiad in Informatics 2008, task Game; the tempo lemma is proved in the text of the race engine",
        position: (
            "rows joined by /: . free, # wall, A and B, a and b where they started once they have left, * a goal \
             that was reached; ,B at the end if B is to move",
            "各行以 / 连接：. 空格，# 墙，A、B 为双方，离开后的起点记作 a、b，已到达的终点记作 *；轮到 B 时末尾加 ,B",
        ),
        moves: (
            "up, right, down, left; two words for a jump: right down",
            "up、right、down、left；跳跃写两个词：right down",
        ),
        examples: &[
            "A../.#./..B",
            "A../.../..B",
            "A.B",
            "a.AB/..../...b,B",
            "A...#.../.##...#./.#..##.B",
        ],
        ..About::BLANK
    };

    fn rule_text(&self) -> Result<String, Words> {
        Err((
            "the walls of the grid belong to the position",
            "网格的墙是局面的一部分",
        ))
    }

    fn build(_: &Parameters) -> Result<Self, Error> {
        Ok(Leapfrog)
    }

    fn small(&self) -> Vec<Vec<Race>> {
        let boards = [
            vec!["A.B"],
            vec!["A..B"],
            vec!["A..", "...", "..B"],
            vec!["A..", ".#.", "..B"],
            vec!["A.#", "..B", "#.."],
            vec!["..A", "#..", ".B."],
        ];
        let mut all = Vec::new();
        for rows in &boards {
            let Some(arena) = Arena::new(rows) else {
                continue;
            };
            let race = Race::new(arena);
            let squares = race.arena().width() * race.arena().height();
            for a in 0..squares {
                for b in 0..squares {
                    for turn in 0..2 {
                        let racers = Racers { at: [a, b], turn };
                        // Both on a goal cannot happen, nor moving from an ended race.
                        let ended = race.arena().winner(&racers);
                        if race.arena().is_possible(&racers) && ended != Some(turn) {
                            let grid = race.grid.clone();
                            all.push(Race { grid, racers });
                        }
                    }
                }
            }
        }
        let reachable = |race: &Race| {
            let [a, b] = race.arena().starts();
            race.racers.at != [b, a]
        };
        all.retain(reachable);
        let short = all.iter().take(12).cloned().collect::<Vec<_>>();
        let singles = all.into_iter().map(|race| vec![race]);
        singles.chain(small_sums(short, 2)).collect()
    }
}
