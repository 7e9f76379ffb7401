//! Numbers in columns: b-files and CSV, as fast as a disk takes them.
//!
//! Each row is an index and a value. Millions of rows are common, so digits are written straight into
//! one buffer: no text is made for a number.
//!
//! ```
//! use grundy::notation::columns::{numbered, push_number};
//! let mut rows = b"n,value\n".to_vec();
//! numbered(&[0, 1, 20, 300], 8, b',', &mut rows);
//! assert_eq!(rows, b"n,value\n8,0\n9,1\n10,20\n11,300\n");
//! push_number(u64::MAX, &mut rows);
//! assert!(rows.ends_with(b"\n18446744073709551615"));
//! ```

/// The two digits of every number below a hundred.
static PAIRS: [[u8; 2]; 100] = {
    let (mut pairs, mut n) = ([[0; 2]; 100], 0);
    while n < 100 {
        pairs[n] = [b'0' + (n / 10) as u8, b'0' + (n % 10) as u8];
        n += 1;
    }
    pairs
};

/// The most digits that a number of 64 bits has.
const MOST: usize = 20;

/// The digits of a number, at the end of `room`; where they begin.
#[inline]
fn digits(mut number: u64, room: &mut [u8; MOST]) -> usize {
    let mut at = MOST;
    while number >= 100 {
        at -= 2;
        room[at..at + 2].copy_from_slice(&PAIRS[(number % 100) as usize]);
        number /= 100;
    }
    if number >= 10 {
        at -= 2;
        room[at..at + 2].copy_from_slice(&PAIRS[number as usize]);
    } else {
        at -= 1;
        room[at] = b'0' + number as u8;
    }
    at
}

/// Writes the digits of a number.
#[inline]
pub fn push_number(number: u64, to: &mut Vec<u8>) {
    let mut room = [0; MOST];
    let at = digits(number, &mut room);
    to.extend_from_slice(&room[at..]);
}

/// An index that is counted up in the digits themselves.
#[derive(Clone, Debug)]
pub struct Counter {
    room: [u8; MOST],
    at: usize,
}

impl Counter {
    /// Begins here.
    pub fn new(first: u64) -> Counter {
        let mut room = [0; MOST];
        let at = digits(first, &mut room);
        Counter { room, at }
    }

    /// The digits.
    #[inline]
    pub fn digits(&self) -> &[u8] {
        &self.room[self.at..]
    }

    /// One more. There are as many numbers as digits have room for.
    #[inline]
    pub fn count(&mut self) {
        for at in (0..MOST).rev() {
            if at < self.at {
                self.at = at;
                self.room[at] = b'1';
                return;
            }
            if self.room[at] < b'9' {
                self.room[at] += 1;
                return;
            }
            self.room[at] = b'0';
        }
    }
}

/// Writes a row for each value: its index, counted from `first` on, `mark`, the value.
pub fn numbered(values: &[u32], first: u64, mark: u8, to: &mut Vec<u8>) {
    /// An index, a mark, a value, the end of the line.
    const LONGEST: usize = MOST + 1 + 10 + 1;
    let mut index = Counter::new(first);
    let mut room = [0; MOST];
    for values in values.chunks(1 << 12) {
        let mut end = to.len();
        to.resize(end + values.len() * LONGEST, 0);
        for &value in values {
            let written = index.digits();
            to[end..end + written.len()].copy_from_slice(written);
            end += written.len();
            to[end] = mark;
            end += 1;
            if value < 10 {
                to[end] = b'0' + value as u8;
                end += 1;
            } else if value < 100 {
                to[end..end + 2].copy_from_slice(&PAIRS[value as usize]);
                end += 2;
            } else {
                let at = digits(u64::from(value), &mut room);
                to[end..end + MOST - at].copy_from_slice(&room[at..]);
                end += MOST - at;
            }
            to[end] = b'\n';
            end += 1;
            index.count();
        }
        to.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn digits_are_those_of_display() {
        let mut random = Random::new(7);
        let mut numbers = vec![0, 9, 10, 99, 100, 999, 1000, u64::MAX];
        numbers.extend((0..5000).map(|n| random.below(u64::MAX) >> (n % 64)));
        for number in numbers {
            let mut bytes = b"x".to_vec();
            push_number(number, &mut bytes);
            assert_eq!(bytes, format!("x{number}").as_bytes());
            if number < u64::MAX {
                let mut counter = Counter::new(number);
                counter.count();
                assert_eq!(counter.digits(), (number + 1).to_string().as_bytes());
            }
        }
    }

    #[test]
    fn rows_are_those_of_writeln() {
        let mut random = Random::new(8);
        let values: Vec<u32> = (0..10_000)
            .map(|n| (random.below(1 << 32) >> (n % 33)) as u32)
            .collect();
        for (first, mark) in [(0, ' '), (99_990, ','), (u64::MAX - 10_000, ',')] {
            let wanted: String = (first..)
                .zip(&values)
                .map(|(n, value)| format!("{n}{mark}{value}\n"))
                .collect();
            let mut rows = Vec::new();
            numbered(&values, first, mark as u8, &mut rows);
            assert!(rows == wanted.as_bytes(), "from {first}");
        }
    }
}
