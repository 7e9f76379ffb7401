//! Strips and boards: squares in rows and columns, coins and pieces on them.
//!
//! ```
//! use grundy::picture::scene::{Look, grids};
//! let mut panel = grids::board(0, 2, 3, |row, column| match (row, column) {
//!     (0, 0) => Some(Look::Gone),
//!     _ => Some(Look::Free),
//! }).unwrap();
//! grids::token(&mut panel, 0, 0, Look::White, 1, 2, "");
//! assert_eq!(panel.elements.len(), 7);
//! ```

use super::{Id, Layout, Look, MOST, Panel, Part, Stage};

/// Wider or higher boards are cards.
pub const LONG: u64 = 60;

/// A board of squares; `None` if it is too large to be shown. `look` says how each
/// square looks, `None` where there is none.
pub fn board(
    board: u32,
    rows: u64,
    columns: u64,
    look: impl Fn(i32, i32) -> Option<Look>,
) -> Option<Panel> {
    if rows > LONG || columns > LONG || rows * columns > MOST as u64 {
        return None;
    }
    let mut panel = Panel::new(Layout::Grid);
    for row in 0..rows as i32 {
        for column in 0..columns as i32 {
            if let Some(look) = look(row, column) {
                let at = (f64::from(column), f64::from(row));
                panel.put(board, Part::Cell { row, column }, look, at, "");
            }
        }
    }
    Some(panel)
}

/// A strip of squares numbered from `first` on, with the numbers below them.
pub fn strip(
    board: u32,
    squares: u64,
    first: u64,
    look: impl Fn(i32) -> Option<Look>,
) -> Option<Panel> {
    let mut panel = self::board(board, 1, squares, |_, column| look(column))?;
    panel.columns = (first..first + squares).map(|n| n.to_string()).collect();
    Some(panel)
}

/// Names rows and columns by their numbers, counted from `first`.
pub fn numbered(mut panel: Panel, rows: u64, columns: u64, first: u64) -> Panel {
    panel.rows = (first..first + rows).map(|n| n.to_string()).collect();
    panel.columns = (first..first + columns).map(|n| n.to_string()).collect();
    panel
}

/// Puts a piece on a square.
pub fn token(
    panel: &mut Panel,
    board: u32,
    token: u32,
    look: Look,
    row: i32,
    column: i32,
    label: &str,
) {
    let at = (f64::from(column), f64::from(row));
    panel.put(board, Part::Token(token), look, at, label);
}

/// Says above a board whose turn it is: by the sign of the player's pieces, after the
/// number of the board if there are several.
pub fn turn<P>(panel: &mut Panel, stage: &Stage<P>, board: u32, sign: &str) {
    panel.title = match stage.has_names() {
        true => format!("{} ▸ {sign}", board + 1),
        false => format!("▸ {sign}"),
    };
}

/// The id of a square.
pub fn cell(board: u32, row: i32, column: i32) -> Id {
    Id {
        board,
        part: Part::Cell { row, column },
    }
}

/// The id of a piece.
pub fn piece(board: u32, token: u32) -> Id {
    Id {
        board,
        part: Part::Token(token),
    }
}
