//! Pipes and pools: grids on which the layered method looks at n^3.5 pairs.
//!
//! From A, pipes lead to rows × columns square pools; every pipe winds so
//! that all pools are entered at the same time. Each pool is an open square, crossed
//! from corner to corner. From the pools, pipes lead on in the same manner,
//! to the mirrored half of B. With about √n rows, columns and squares to the
//! side of a pool, a layer holds n^1.5 squares, and so does the layer at the same
//! distance from B, over √n layers.

use super::Arena;

/// Half of the grid, with its way in at the upper left and its way out at the lower right.
struct Half {
    width: usize,
    free: Vec<bool>,
}

impl Half {
    /// Frees a square and its image under a half turn: the half is its own image.
    fn dig(&mut self, x: usize, y: usize) {
        let at = y * self.width + x;
        let last = self.free.len() - 1;
        self.free[at] = true;
        self.free[last - at] = true;
    }

    /// Digs a winding pipe from (x, y) and gives the square after its end.
    /// It goes on along one axis, and aside along the other to be `extra` steps longer
    /// than straight; `deep` is how far aside it may go.
    fn wind(&mut self, start: (usize, usize), down: bool, extra: usize, deep: usize) {
        let mut on = 0;
        let mut half = extra / 2;
        while half > 0 {
            let aside = half.min(deep);
            half -= aside;
            for across in 0..=aside {
                for along in [on, on + 2] {
                    self.dig_at(start, down, along, across);
                }
            }
            self.dig_at(start, down, on + 1, aside);
            self.dig_at(start, down, on + 3, 0);
            on += 4;
        }
    }

    fn dig_at(&mut self, (x, y): (usize, usize), down: bool, along: usize, across: usize) {
        if down {
            self.dig(x + across, y + along);
        } else {
            self.dig(x + along, y + across);
        }
    }
}

/// How many squares on a winding pipe goes, for `extra` further steps.
fn wound(extra: usize, deep: usize) -> usize {
    4 * (extra / 2).div_ceil(deep)
}

/// The grid with this many pools on each side, squares of twice `half_side`
/// to the side. All three must be at least 1.
pub fn pipes_and_pools(rows: usize, columns: usize, half_side: usize) -> Option<Arena> {
    let side = 2 * half_side;
    if rows == 0 || columns == 0 || half_side == 0 {
        return None;
    }
    // A pool, its two winding pipes and the pipes of its row, with walls around.
    let pool_width = side + 2;
    let drop = wound((columns - 1) * pool_width, side - 1) + 1;
    let pool_height = 4 + 2 * drop + side;
    let lead = wound((rows - 1) * pool_height, pool_height - 3) + 3;
    let (width, height) = (columns * pool_width + 2 * lead, rows * pool_height);
    let mut half = Half {
        width,
        free: vec![false; width * height],
    };
    for y in 0..=(rows - 1) * pool_height + 1 {
        half.dig(0, y);
    }
    for row in 0..rows {
        let top = row * pool_height + 1;
        let extra = (rows - 1 - row) * pool_height;
        half.wind((1, top), false, extra, pool_height - 3);
        for x in 1 + wound(extra, pool_height - 3)..=lead + (columns - 1) * pool_width + 1 {
            half.dig(x, top);
        }
        for column in 0..columns {
            let left = lead + column * pool_width + 1;
            let extra = (columns - 1 - column) * pool_width;
            half.wind((left, top + 1), true, extra, side - 1);
            for y in top + 1 + wound(extra, side - 1)..=top + drop {
                half.dig(left, y);
            }
            for y in 0..side {
                for x in 0..side {
                    half.dig(left + x, top + 1 + drop + y);
                }
            }
        }
    }
    // The other half is upside down, so that its way in is beside our way out.
    let full = 2 * width + 1;
    let mut free = vec![false; full * height];
    for y in 0..height {
        for x in 0..width {
            let dug = half.free[y * width + x];
            free[y * full + x] = dug;
            free[(height - 1 - y) * full + width + 1 + x] = dug;
        }
    }
    free[(height - 1) * full + width] = true;
    let goal = u32::try_from(full - 1).ok()?;
    Arena::from_squares(full as u32, free, [0, goal])
}
