//! Tables as finders see them, and tables from files.

use grundy::budget::Budget;
use grundy::error::Error;
use grundy::outcome::Outcome;
use grundy::table::{Cell, Table};
use grundy::text::Text;

use crate::guess::Labels;
use crate::numbers::{Integer, Numbers};
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

    /// For each coordinate, whether the table shows that its values end: there is no
    /// position at the last of them.
    pub(crate) fn bounded(&self) -> Vec<bool> {
        self.labels().bounded()
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
                Cell::Outcome(Outcome::Draw) => {
                    return Err(Error::Unsupported {
                        because: Text::fixed(
                            "some positions are drawn: laws are looked for among values, or P and N",
                            "有些局面为和局：只在值或 P 与 N 之间寻找规律",
                        ),
                    });
                }
                Cell::Outcome(outcome) => {
                    outcomes = true;
                    u32::from(*outcome != Outcome::P)
                }
            });
        }
        // Where some positions have no value, only who wins is compared.
        if outcomes {
            let known = cells.iter_mut().filter(|c| **c != NOTHING);
            known.for_each(|c| *c = (*c).min(1));
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
    /// numbers with their values. A head line is a first line without a number.
    ///
    /// Two numbers far apart span a large table: its cells are states of the
    /// [current](Budget::current) budget, and its bytes are asked for first.
    pub fn read(text: &str) -> Result<Sample, Error> {
        Rows::read(text)?.sample()
    }
}

/// What a file holds.
pub(crate) enum Content {
    /// Who wins.
    Outcomes(Sample),
    /// Numbers.
    Numbers(Numbers),
}

/// Reads a file of which it is not known what it holds; a list or a matrix of
/// numbers begins at `first`.
pub(crate) fn content(text: &str, first: u64) -> Result<Content, Error> {
    let rows = Rows::read(text)?;
    match rows.outcomes {
        true => rows.sample().map(Content::Outcomes),
        false => rows.numbers(first).map(Content::Numbers),
    }
}

/// Reads numbers of any size and sign; P and N are 0 and 1.
pub(crate) fn read_numbers(text: &str, first: u64) -> Result<Numbers, Error> {
    Rows::read(text)?.numbers(first)
}

/// A file as rows of numbers, with the numbers of their lines.
struct Rows<'t> {
    text: &'t str,
    rows: Vec<(u64, Vec<Integer>)>,
    outcomes: bool,
    named: bool,
    comma: bool,
}

/// More cells than this are no table.
const MOST_CELLS: u64 = 1 << 26;

/// A table: its entries with the lines in which they stand, and for each cell the number of its
/// entry, counted from 1, or 0. So a cell without an entry costs next to nothing.
struct Laid<'r> {
    size: Vec<u64>,
    cells: Vec<u32>,
    entries: Vec<(u64, &'r Integer)>,
}

impl<'r> Laid<'r> {
    fn entry(&self, cell: u32) -> Option<(u64, &'r Integer)> {
        self.entries.get((cell as usize).checked_sub(1)?).copied()
    }
}

fn integer(field: &str) -> Option<Integer> {
    let digits = field.strip_prefix('-').unwrap_or(field);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| field.parse().ok()).flatten()
}

fn natural() -> Text {
    Text::fixed("natural numbers, or P and N", "自然数，或 P 与 N")
}

impl<'t> Rows<'t> {
    fn read(text: &'t str) -> Result<Rows<'t>, Error> {
        let mut rows: Vec<(u64, Vec<Integer>)> = Vec::new();
        let mut outcomes = false;
        let mut named = false;
        let comma = text.lines().any(|l| !l.starts_with('#') && l.contains(','));
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = match comma {
                // A comma may also end a line of a list.
                true => line
                    .trim_end_matches(',')
                    .split(',')
                    .map(str::trim)
                    .collect(),
                false => line.split_whitespace().collect(),
            };
            let read = |field: &&str| match *field {
                "P" => Some((Integer::ZERO, true)),
                "N" => Some((Integer::ONE, true)),
                other => integer(other).map(|n| (n, false)),
            };
            let row: Option<Vec<(Integer, bool)>> = fields.iter().map(read).collect();
            let word = |field: &&str| field.parse::<f64>().is_err();
            match row {
                Some(row) => {
                    outcomes |= row.iter().any(|r| r.1);
                    rows.push((number, row.into_iter().map(|r| r.0).collect()));
                }
                None if rows.is_empty() && !named && fields.iter().all(word) => named = true,
                None => {
                    return Err(Error::BadLine {
                        line: number,
                        text: line.to_string(),
                        expected: Text::fixed("whole numbers, or P and N", "整数，或 P 与 N"),
                    });
                }
            }
        }
        Ok(Rows {
            text,
            rows,
            outcomes,
            named,
            comma,
        })
    }

    fn bad(&self, line: u64, expected: Text) -> Error {
        let index = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
        let text = self.text.lines().nth(index).unwrap_or("").trim();
        Error::BadLine {
            line,
            text: text.to_string(),
            expected,
        }
    }

    fn small(&self, line: u64, n: &Integer) -> Result<u32, Error> {
        if *n < Integer::ZERO {
            return Err(self.bad(line, natural()));
        }
        let small = u32::try_from(n).ok().filter(|n| *n < NOTHING - 1);
        small.ok_or_else(|| {
            let expected = Text::fixed("values below 2^32 - 2", "小于 2^32 - 2 的值");
            self.bad(line, expected)
        })
    }

    fn sample(&self) -> Result<Sample, Error> {
        let laid = self.laid(0)?;
        let cell = |cell: &u32| match laid.entry(*cell) {
            None => Ok(NOTHING),
            Some((line, n)) => self.small(line, n),
        };
        Ok(Sample {
            names: names(laid.size.len()),
            cells: laid.cells.iter().map(cell).collect::<Result<_, Error>>()?,
            size: laid.size,
            outcomes: self.outcomes,
        })
    }

    fn numbers(&self, first: u64) -> Result<Numbers, Error> {
        let laid = self.laid(first)?;
        let cell = |cell: &u32| laid.entry(*cell).map(|entry| entry.1.clone());
        Ok(Numbers {
            names: names(laid.size.len()),
            cells: laid.cells.iter().map(cell).collect(),
            size: laid.size,
        })
    }

    /// The numbers in their places; a list or a matrix begins at `first`.
    fn laid(&self, first: u64) -> Result<Laid<'_>, Error> {
        let rows = &self.rows;
        let Some((line, one)) = rows.first() else {
            return Err(self.bad(1, Text::fixed("numbers", "数")));
        };
        let width = one.len();
        if let Some(uneven) = rows.iter().find(|r| r.1.len() != width) {
            let expected = Text::fixed("as many fields as before", "与前面一样多的字段");
            return Err(self.bad(uneven.0, expected));
        }
        // One line, or one number to a line: a sequence.
        let list = width == 1 || (rows.len() == 1 && width != 2);
        let mut entries: Vec<(u64, Vec<u64>, &Integer)> = Vec::new();
        if list || !self.are_coordinates(width) {
            let mut at = 0;
            for (x, (line, row)) in (0u64..).zip(rows) {
                for (y, n) in (0u64..).zip(row) {
                    let place = match list {
                        true => vec![first.saturating_add(at)],
                        false => vec![first.saturating_add(x), first.saturating_add(y)],
                    };
                    entries.push((*line, place, n));
                    at += 1;
                }
            }
        } else {
            for (line, row) in rows {
                let place: Option<Vec<u64>> = row[..width - 1]
                    .iter()
                    .map(|x| u64::try_from(x).ok())
                    .collect();
                let expected = Text::fixed("coordinates that are natural numbers", "自然数坐标");
                let place = place.ok_or_else(|| self.bad(*line, expected))?;
                entries.push((*line, place, &row[width - 1]));
            }
        }
        let dimension = entries.first().map_or(1, |e| e.1.len());
        let mut size = vec![0u64; dimension];
        for (line, place, _) in &entries {
            for (side, x) in size.iter_mut().zip(place) {
                *side = x.saturating_add(1).max(*side);
            }
            let cells = size.iter().try_fold(1u64, |n, s| n.checked_mul(*s));
            if cells.is_none_or(|cells| cells > MOST_CELLS) {
                let en = "coordinates that span at most 2^26 cells";
                return Err(self.bad(*line, Text::fixed(en, "坐标至多张成 2^26 格")));
            }
        }
        let count = size.iter().product::<u64>();
        // The number of an entry for each cell, then the entry or its place.
        let bytes = size_of::<u32>() + size_of::<Option<Integer>>();
        let mut meter = Budget::current().meter("table");
        meter.bytes(count.saturating_mul(bytes as u64))?;
        meter.advance(count)?;
        meter.poll()?;
        let fewer = || self.bad(*line, Text::fixed("fewer cells", "更少的格"));
        let count = usize::try_from(count).map_err(|_| fewer())?;
        let mut cells = vec![0u32; count];
        let mut kept = Vec::with_capacity(entries.len());
        for (line, place, n) in entries {
            let at = { place.iter().zip(&size) }.fold(0u64, |at, (x, side)| at * side + x);
            let cell = &mut cells[at as usize];
            if *cell != 0 {
                let en = "coordinates that did not come before";
                return Err(self.bad(line, Text::fixed(en, "此前未出现过的坐标")));
            }
            kept.push((line, n));
            *cell = u32::try_from(kept.len()).map_err(|_| fewer())?;
        }
        Ok(Laid {
            size,
            cells,
            entries: kept,
        })
    }

    /// Whether rows are coordinates and a value, and not those of a matrix:
    /// there is a head line, or coordinates are all different and either
    /// separated by commas, or count up, or fill a box.
    fn are_coordinates(&self, width: usize) -> bool {
        if self.named {
            return true;
        }
        let rows = &self.rows;
        if width == 2 && rows.windows(2).all(|w| w[0].1[0] < w[1].1[0]) {
            return true;
        }
        let mut seen: Vec<&[Integer]> = rows.iter().map(|r| &r.1[..width - 1]).collect();
        seen.sort_unstable();
        if width > 5 || rows.len() <= width || seen.windows(2).any(|w| w[0] == w[1]) {
            return false;
        }
        let sides = (0..width - 1).map(|at| {
            let least = seen.iter().map(|x| &x[at]).min();
            let most = seen.iter().map(|x| &x[at]).max();
            match (least, most) {
                (Some(least), Some(most)) => most - least + Integer::ONE,
                _ => Integer::ZERO,
            }
        });
        self.comma || sides.fold(Integer::ONE, |a, b| a * b) == Integer::from(rows.len())
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
            // No head lines: something is a number.
            "-1\n0\n1\n2\n",
            "0 -1\n1 1\n2 2\n",
            "1.5 2\n",
        ] {
            assert!(Sample::read(bad).is_err(), "{bad}");
        }
        // The order of rows is no matter, but a cell has one value.
        let shuffled = Sample::read("2 7\n0 5\n1 6\n").unwrap();
        assert_eq!(shuffled.cells, [5, 6, 7]);
        let square = Sample::read("0 0 3\n0 1 4\n1 1 6\n1 0 5\n").unwrap();
        assert_eq!((square.size, square.cells), (vec![2, 2], vec![3, 4, 5, 6]));
        let twice = Sample::read("n,v\n0,0\n1,1\n1,2\n").unwrap_err();
        assert!(twice.to_string().contains("line 4"), "{twice}");
        let far = Sample::read("0,0,0\n1000000,1000000,5\n1,1,1\n2,2,2\n").unwrap_err();
        assert!(
            far.to_string().contains("line 2: cannot read `1000000,"),
            "{far}"
        );
    }

    /// Two numbers may span as many cells as there are positions in a large search: they are
    /// paid for before anything is allocated.
    #[test]
    fn cells_are_states_of_the_question() {
        let far = "1 3\n66666663 2\n";
        for budget in [
            Budget::default().with_states(1_000_000),
            Budget::default().with_states(u64::MAX).with_bytes(64 << 20),
        ] {
            let _scope = budget.scope();
            let read = [Sample::read(far).err(), Numbers::read(far, 0).err()];
            for error in read {
                assert!(error.is_some_and(|e| e.is_budget()), "{budget:?}");
            }
            let options = crate::study::Options {
                budget: budget.clone(),
                ..crate::study::Options::default()
            };
            let studied = crate::numbers::study(far, 0, &options);
            assert!(studied.is_err_and(|e| e.is_budget()), "{budget:?}");
        }
        // What is read counts in the account of the whole question.
        let budget = Budget::default().with_states(1_000).as_one();
        let _scope = budget.scope();
        assert!(Sample::read("0 1\n600 2\n").is_ok());
        assert!(Sample::read("0 1\n600 2\n").is_err_and(|e| e.is_budget()));
    }
}
