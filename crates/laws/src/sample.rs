//! Tables as finders see them, and tables from files.

use grundy::error::Error;
use grundy::table::{Cell, Table};
use grundy::text::Text;

use crate::guess::Labels;
use crate::rules::NOTHING;

/// A table of values or outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The length of each side.
    pub size: Vec<u64>,
    /// Values, or 0 for P and 1 for N; [`NOTHING`] where there is no position.
    pub cells: Vec<u32>,
    /// Whether the labels are outcomes.
    pub outcomes: bool,
    /// The names of the coordinates.
    pub names: Vec<String>,
}

/// The usual names of coordinates.
pub fn names(dimension: usize) -> Vec<String> {
    let usual: &[&str] = match dimension {
        1 => &["n"],
        2..=4 => &["x", "y", "z", "w"],
        _ => &[],
    };
    (0..dimension)
        .map(|at| {
            usual
                .get(at)
                .map_or_else(|| format!("x{}", at + 1), |n| n.to_string())
        })
        .collect()
}

impl Sample {
    /// A sequence of values.
    pub fn sequence(values: &[u32]) -> Sample {
        Sample {
            size: vec![values.len() as u64],
            cells: values.to_vec(),
            outcomes: false,
            names: names(1),
        }
    }

    /// The table as labels.
    pub fn labels(&self) -> Labels<'_> {
        Labels {
            size: &self.size,
            cells: &self.cells,
        }
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.cells.iter().filter(|&&c| c != NOTHING).count()
    }

    /// The part with all coordinates below these.
    pub fn corner(&self, size: &[u64]) -> Sample {
        let cells: u64 = size.iter().product();
        let labels = self.labels();
        let cell = |at| {
            labels
                .get(&grundy::solve::dense::point(at, size))
                .unwrap_or(NOTHING)
        };
        Sample {
            size: size.to_vec(),
            cells: (0..cells).map(cell).collect(),
            outcomes: self.outcomes,
            names: self.names.clone(),
        }
    }

    /// A table of the library.
    pub fn of(table: &Table) -> Result<Sample, Error> {
        let mut outcomes = false;
        let mut cells = Vec::with_capacity(table.cells.len());
        for cell in &table.cells {
            cells.push(match cell {
                Cell::Nothing => NOTHING,
                Cell::Value(value) => grundy::natural::small(value)
                    .and_then(|v| u32::try_from(v).ok())
                    .filter(|v| *v < NOTHING - 1)
                    .ok_or_else(|| Error::Unsupported {
                        because: Text::new(
                            format!("the value {value} is too large for a law to be looked for"),
                            format!("值 {value} 过大，无法寻找规律"),
                        ),
                    })?,
                Cell::Outcome(outcome) => {
                    outcomes = true;
                    u32::from(*outcome != grundy::outcome::Outcome::P)
                }
            });
        }
        let mut size = table.size.clone();
        // A game may end before the table does.
        if let [length] = &mut size[..] {
            let last = cells.iter().rposition(|c| *c != NOTHING);
            cells.truncate(last.map_or(0, |at| at + 1));
            *length = cells.len() as u64;
        }
        Ok(Sample {
            names: names(size.len()),
            size,
            cells,
            outcomes,
        })
    }

    /// Reads a CSV file of coordinates and a value (or N and P), with or
    /// without a head line; a matrix or list of numbers; or a b-file of
    /// numbers with their values.
    pub fn read(text: &str) -> Result<Sample, Error> {
        let mut rows: Vec<(u64, Vec<u64>)> = Vec::new();
        let mut outcomes = false;
        let mut named = false;
        let comma = text.lines().any(|l| !l.starts_with('#') && l.contains(','));
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = match comma {
                true => line.split(',').map(str::trim).collect(),
                false => line.split_whitespace().collect(),
            };
            let read = |field: &&str| match *field {
                "P" => Some((0, true)),
                "N" => Some((1, true)),
                other => other.parse::<u64>().ok().map(|n| (n, false)),
            };
            let row: Option<Vec<(u64, bool)>> = fields.iter().map(read).collect();
            match row {
                Some(row) => {
                    outcomes |= row.iter().any(|r| r.1);
                    rows.push((number, row.into_iter().map(|r| r.0).collect()));
                }
                None if rows.is_empty() && !named => named = true,
                None => {
                    return Err(Error::BadLine {
                        line: number,
                        text: line.to_string(),
                        expected: Text::fixed("natural numbers, or P and N", "自然数，或 P 与 N"),
                    });
                }
            }
        }
        Sample::of_rows(&rows, outcomes, named, comma)
    }

    fn of_rows(
        rows: &[(u64, Vec<u64>)],
        outcomes: bool,
        named: bool,
        comma: bool,
    ) -> Result<Sample, Error> {
        let width = rows.first().map_or(0, |r| r.1.len());
        let bad = |line, en: &'static str, zh: &'static str| Error::BadLine {
            line,
            text: String::new(),
            expected: Text::fixed(en, zh),
        };
        if rows.is_empty() {
            return Err(bad(1, "numbers", "数"));
        }
        if let Some(uneven) = rows.iter().find(|r| r.1.len() != width) {
            return Err(bad(
                uneven.0,
                "as many fields as before",
                "与前面一样多的字段",
            ));
        }
        let small = |line, n: u64| {
            u32::try_from(n)
                .ok()
                .filter(|n| *n < NOTHING - 1)
                .ok_or_else(|| bad(line, "values below 2^32 - 2", "小于 2^32 - 2 的值"))
        };
        // One line, or one number to a line: a sequence.
        if width == 1 || (rows.len() == 1 && width != 2) {
            let mut cells = Vec::new();
            for (line, row) in rows {
                for &value in row {
                    cells.push(small(*line, value)?);
                }
            }
            let mut sample = Sample::sequence(&cells);
            sample.outcomes = outcomes;
            return Ok(sample);
        }
        // Coordinates count up from the first cell; a matrix does not.
        let pairs = width == 2 && rows.windows(2).all(|w| w[0].1[0] < w[1].1[0]);
        let distinct = || {
            let mut seen: Vec<&[u64]> = rows.iter().map(|r| &r.1[..width - 1]).collect();
            seen.sort_unstable();
            seen.windows(2).all(|w| w[0] != w[1])
        };
        let listed = named || pairs || (comma && width <= 5 && rows.len() > width && distinct());
        if !listed && width > 1 {
            let mut cells = Vec::new();
            for (line, row) in rows {
                for &value in row {
                    cells.push(small(*line, value)?);
                }
            }
            return Ok(Sample {
                size: vec![rows.len() as u64, width as u64],
                cells,
                outcomes,
                names: names(2),
            });
        }
        let dimension = width.saturating_sub(1);
        let size: Vec<u64> = (0..dimension)
            .map(|at| {
                rows.iter()
                    .map(|r| r.1[at])
                    .max()
                    .map_or(0, |m| m.saturating_add(1))
            })
            .collect();
        const MOST_CELLS: u64 = 1 << 26;
        let cells = size.iter().try_fold(1u64, |n, s| n.checked_mul(*s));
        let Some(cells) = cells.filter(|c| *c <= MOST_CELLS) else {
            return Err(bad(
                0,
                "coordinates that span at most 2^26 cells",
                "坐标至多张成 2^26 格",
            ));
        };
        let mut filled = vec![NOTHING; cells as usize];
        for (line, row) in rows {
            let at = row[..dimension]
                .iter()
                .zip(&size)
                .fold(0u64, |at, (x, side)| at * side + x);
            filled[at as usize] = small(*line, row[dimension])?;
        }
        Ok(Sample {
            names: names(dimension),
            size,
            cells: filled,
            outcomes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_from_anywhere() {
        let csv = Sample::read("x1,x2,value\n0,0,0\n0,1,1\n1,0,1\n1,1,0\n").unwrap();
        assert_eq!(
            (csv.size.clone(), csv.cells.clone()),
            (vec![2, 2], vec![0, 1, 1, 0])
        );
        let bfile = Sample::read("# a comment\n1 5\n2 6\n3 7\n").unwrap();
        assert_eq!(bfile.cells, [NOTHING, 5, 6, 7]);
        let list = Sample::read("0, 1, 2, 4, 3, 5").unwrap();
        assert_eq!(list.cells, [0, 1, 2, 4, 3, 5]);
        let matrix = Sample::read("0 1 2\n1 0 3\n2 3 0\n").unwrap();
        assert_eq!(matrix.size, [3, 3]);
        let outcomes = Sample::read("n,value\n0,P\n1,N\n").unwrap();
        assert!(outcomes.outcomes);
        assert_eq!(outcomes.cells, [0, 1]);
        for bad in [
            "",
            "# nothing\n",
            "a b\nc d\n",
            "1 2 3\n4 5\n",
            "n,value\n0,99999999999\n",
            "1e9,2\n3,4\nx,y\n",
        ] {
            assert!(Sample::read(bad).is_err(), "{bad}");
        }
    }
}
