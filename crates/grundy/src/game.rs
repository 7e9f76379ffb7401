//! A game: positions, moves, and where a move leads.
//!
//! An impartial game gives both players the same moves. It is described by
//! one function, [`Game::options`], which names every legal move of a
//! position and where it leads: to one position, or to a *sum* of several
//! that are played on side by side (a split heap is two heaps). Everything
//! else has a default.
//!
//! A position that is being played is always a sum: a slice of *components*,
//! `[3, 5, 7]` for three heaps, one element where the whole board moves as
//! one. A move changes one component ([`replace`] says how).
//!
//! The moves are handed to a closure one by one, so that an engine looks at a
//! position without allocating anything, and stops the enumeration by
//! answering [`Flow::Break`].
//!
//! ```
//! use grundy::game::{Flow, Game};
//!
//! /// Take any number of stones, or split the heap in two.
//! struct Lasker;
//!
//! impl Game for Lasker {
//!     type Position = u32;
//!     type Move = (u32, u32); // stones taken, stones split off
//!
//!     fn options(&self, n: &u32, visit: &mut impl FnMut((u32, u32), &[u32]) -> Flow) -> Flow {
//!         (1..=*n).try_for_each(|k| visit((k, 0), &[n - k]))?;
//!         (1..=n / 2).try_for_each(|k| visit((0, k), &[k, n - k]))
//!     }
//! }
//!
//! use grundy::{budget::Budget, solve::memo::Memo};
//! let mut memo = Memo::new(&Lasker);
//! let mut meter = Budget::default().meter("search");
//! let values: Vec<u32> = (0..9).map(|n| memo.value(&n, &mut meter).unwrap()).collect();
//! assert_eq!(values, [0, 1, 2, 4, 3, 5, 6, 8, 7]);
//! ```

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use crate::error::Error;
use crate::outcome::{Convention, Winner};
use crate::solve::boards::{Boards, Piece};
use crate::text::Text;

/// Whether an enumeration goes on (`Continue`) or stops (`Break`).
pub type Flow = std::ops::ControlFlow<()>;

/// The answer that lets an enumeration go on.
pub const CONTINUE: Flow = Flow::Continue(());
/// The answer that stops an enumeration.
pub const STOP: Flow = Flow::Break(());

/// The rules of an impartial game.
pub trait Game: Sized {
    /// What is on the table: one component of a sum.
    type Position: Clone + Ord + Hash + Debug;
    /// What a player does in one component.
    type Move: Clone + PartialEq + Debug;

    /// Names every legal move of `position` and the positions it leads to, in
    /// a fixed order, until `visit` answers [`STOP`].
    fn options(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(Self::Move, &[Self::Position]) -> Flow,
    ) -> Flow;

    /// As [`Game::options`], for engines that do not look at the moves: only
    /// where they lead.
    #[inline]
    fn targets(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(&[Self::Position]) -> Flow,
    ) -> Flow {
        self.options(position, &mut |_, to| visit(to))
    }

    /// As [`Game::options`], for those who do not look at where the moves lead:
    /// a position may be large, and what is not looked at is not copied.
    fn moves(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Move) -> Flow) -> Flow {
        self.options(position, &mut |mv, _| visit(mv))
    }

    /// The [canonical](Game::canonical) form of a position that
    /// [`Game::targets`] named; a game that names canonical ones lends it.
    #[inline]
    fn representative<'p>(&self, target: &'p Self::Position) -> Cow<'p, Self::Position> {
        Cow::Owned(self.canonical(target.clone()))
    }

    /// Whether no move is left in `position`.
    fn is_terminal(&self, position: &Self::Position) -> bool {
        each_option(self, position, &mut |_, _| STOP).is_continue()
    }

    /// Where `mv` leads, or `None` if it is not legal. Games with many moves
    /// answer directly; the default looks through the options.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Option<Vec<Self::Position>> {
        let mut found = None;
        let _ = each_option(self, position, &mut |other, to| {
            if other == *mv {
                found = Some(to.to_vec());
                return STOP;
            }
            CONTINUE
        });
        found
    }

    /// A representative of all positions that are the same by symmetry.
    /// Engines keep only representatives.
    fn canonical(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// A hint: when only the outcome is asked for, options of greater urgency
    /// are searched first.
    fn urgency(&self, _option: &Self::Position) -> i32 {
        0
    }

    /// A search for boards that fall apart ([`crate::solve::boards`]), if positions of this game can
    /// be [packed](Game::pack) into pieces of which this is true under `convention`: a position is lost for
    /// the player to move exactly when the nim sum of the Grundy values of its pieces is 0.
    fn boards(&self, _convention: Convention) -> Option<Boards> {
        None
    }

    /// Adds the pieces of `position` for the search that [`Game::boards`] gave; `false` if it has no
    /// such form, and then it is searched as it is.
    fn pack(
        &self,
        _boards: &mut Boards,
        _position: &Self::Position,
        _pieces: &mut Vec<Piece>,
    ) -> bool {
        false
    }

    /// About how many bytes a position holds, for budgets: what it hashes.
    fn bytes(&self, position: &Self::Position) -> u64 {
        struct Count(u64);
        impl Hasher for Count {
            // Words count alike on machines of 32 and of 64 bits: the same question costs the same.
            fn write(&mut self, bytes: &[u8]) {
                self.0 += (bytes.len() as u64).next_multiple_of(8);
            }
            fn write_u8(&mut self, _: u8) {
                self.0 += 1;
            }
            fn write_u16(&mut self, _: u16) {
                self.0 += 2;
            }
            fn write_u32(&mut self, _: u32) {
                self.0 += 4;
            }
            fn write_u64(&mut self, _: u64) {
                self.0 += 8;
            }
            fn write_u128(&mut self, _: u128) {
                self.0 += 16;
            }
            fn write_usize(&mut self, _: usize) {
                self.0 += 8;
            }
            fn finish(&self) -> u64 {
                self.0
            }
        }
        let mut count = Count(0);
        position.hash(&mut count);
        count.0
    }

    /// Whether [`Game::over`] ever speaks: such a game has outcomes, but no
    /// Grundy values.
    fn declares_ends(&self) -> bool {
        false
    }

    /// Whether a position may come back in the course of play. Search then
    /// answers win, lose or draw by labelling all that can be reached
    /// ([`crate::solve::cyclic`]); where the rules say `false` and a position
    /// comes back all the same, it fails with [`Error::Cycle`].
    fn may_cycle(&self) -> bool {
        false
    }

    /// The stated winner, if the rule book says that play is over here. In a
    /// sum, play is then over as a whole.
    fn over(&self, _position: &Self::Position) -> Option<Winner> {
        None
    }

    /// Reads a position: the components of a sum.
    fn read(&self, text: &str) -> Result<Vec<Self::Position>, Error> {
        Err(Error::BadPosition {
            text: text.to_string(),
            column: 1,
            expected: Text::fixed(
                "nothing: this game has no written notation",
                "空：该游戏没有书面记号",
            ),
        })
    }

    /// Writes a position so that [`Game::read`] reads it back.
    fn write(&self, sum: &[Self::Position]) -> String {
        format!("{sum:?}")
    }

    /// Reads a move in one component. Legality is checked by [`Game::play`].
    /// The default looks for the option whose written form this is.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        /// Beyond this many options a game should read its moves itself.
        const LOOKED_AT: usize = 1_000_000;
        let wanted = squeeze(text);
        let mut found = None;
        let mut seen = 0;
        let _ = each_option(self, position, &mut |mv, _| {
            seen += 1;
            if squeeze(&self.write_move(&mv)) == wanted {
                found = Some(mv);
            }
            if found.is_some() || seen == LOOKED_AT {
                STOP
            } else {
                CONTINUE
            }
        });
        found.ok_or_else(|| Error::BadMove {
            text: text.to_string(),
            expected: some_moves(self, position),
        })
    }

    /// Writes a move in one component.
    fn write_move(&self, mv: &Self::Move) -> String {
        format!("{mv:?}")
    }
}

/// A reference to a game is that game.
impl<G: Game> Game for &G {
    type Position = G::Position;
    type Move = G::Move;

    fn options(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(Self::Move, &[Self::Position]) -> Flow,
    ) -> Flow {
        G::options(self, position, visit)
    }
    fn targets(
        &self,
        position: &Self::Position,
        visit: &mut impl FnMut(&[Self::Position]) -> Flow,
    ) -> Flow {
        G::targets(self, position, visit)
    }
    fn moves(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Move) -> Flow) -> Flow {
        G::moves(self, position, visit)
    }
    fn representative<'p>(&self, target: &'p Self::Position) -> Cow<'p, Self::Position> {
        G::representative(self, target)
    }
    fn is_terminal(&self, position: &Self::Position) -> bool {
        G::is_terminal(self, position)
    }
    fn bytes(&self, position: &Self::Position) -> u64 {
        G::bytes(self, position)
    }
    fn boards(&self, convention: Convention) -> Option<Boards> {
        G::boards(self, convention)
    }
    fn pack(
        &self,
        boards: &mut Boards,
        position: &Self::Position,
        pieces: &mut Vec<Piece>,
    ) -> bool {
        G::pack(self, boards, position, pieces)
    }
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Option<Vec<Self::Position>> {
        G::play(self, position, mv)
    }
    fn canonical(&self, position: Self::Position) -> Self::Position {
        G::canonical(self, position)
    }
    fn urgency(&self, option: &Self::Position) -> i32 {
        G::urgency(self, option)
    }
    fn declares_ends(&self) -> bool {
        G::declares_ends(self)
    }
    fn may_cycle(&self) -> bool {
        G::may_cycle(self)
    }
    fn over(&self, position: &Self::Position) -> Option<Winner> {
        G::over(self, position)
    }
    fn read(&self, text: &str) -> Result<Vec<Self::Position>, Error> {
        G::read(self, text)
    }
    fn write(&self, sum: &[Self::Position]) -> String {
        G::write(self, sum)
    }
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Error> {
        G::read_move(self, position, text)
    }
    fn write_move(&self, mv: &Self::Move) -> String {
        G::write_move(self, mv)
    }
}

/// What one state of a budget stands for.
pub const BYTES_PER_STATE: u64 = 64;

/// How many states a position counts for in a budget: one for every 64 bytes
/// or part of them, so that a search among long lists or huge numbers stops
/// before it fills the memory.
///
/// ```
/// use grundy::{game::weight, games::heaps::nim::Nim, natural::Natural};
/// assert_eq!(weight(&Nim, &Natural::from(7u8)), 1);
/// assert!(weight(&Nim, &Natural::from(10u8).pow(1000)) >= 6);
/// ```
pub fn weight<G: Game>(game: &G, position: &G::Position) -> u64 {
    1 + game.bytes(position) / BYTES_PER_STATE
}

/// The first few legal moves, for error messages.
pub fn some_moves<G: Game>(game: &G, position: &G::Position) -> Text {
    const SHOWN: usize = 8;
    let mut shown = Vec::new();
    let _ = game.moves(position, &mut |mv| {
        shown.push(game.write_move(&mv));
        if shown.len() > SHOWN { STOP } else { CONTINUE }
    });
    if shown.is_empty() {
        return Text::fixed("no move: there is none", "无：此处没有着法");
    }
    let more = if shown.len() > SHOWN { ", …" } else { "" };
    shown.truncate(SHOWN);
    let list = shown.join(", ") + more;
    Text::new(format!("one of {list}"), format!("以下之一：{list}"))
}

/// What looks at the options of a position, with its type forgotten.
pub type Visit<'v, G> = dyn FnMut(<G as Game>::Move, &[<G as Game>::Position]) -> Flow + 'v;

/// As [`Game::options`], for all but the hottest engines: the rules are
/// compiled once for all callers instead of once for each.
pub fn each_option<G: Game>(game: &G, position: &G::Position, visit: &mut Visit<'_, G>) -> Flow {
    game.options(position, &mut |mv, to| visit(mv, to))
}

/// Replaces component `at` of a sum by the `parts` that a move left: the
/// first part takes its place, further ones are added at the end; if nothing
/// is left, the last component takes the place. Costs O(parts), so that
/// components keep their numbers through a long game.
pub fn replace<P: Clone>(sum: &mut Vec<P>, at: usize, parts: &[P]) {
    match parts.split_first() {
        Some((first, rest)) => {
            sum[at] = first.clone();
            sum.extend_from_slice(rest);
        }
        None => {
            sum.swap_remove(at);
        }
    }
}

/// A text without blanks, in lower case, for lenient comparison.
pub(crate) fn squeeze(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .flat_map(char::to_lowercase)
        .collect()
}
