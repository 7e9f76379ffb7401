//! Many questions in a stream: a line each, answered on all cores, the answers in the order of
//! the questions.
//!
//! Every thread does the same: it takes the next lines that have arrived, answers them, and hands
//! the answers in. Those whose turn it is are written at once; the others wait until it is. So a
//! program that waits for each answer before it asks again gets it, lines that come all at once
//! keep every core busy, and what is written is the same on any number of threads.
//!
//! ```
//! use grundy::{budget::Budget, text::Lang};
//! use grundy_desk::{Desk, Watch, stream::answer_lines};
//! let desk = Desk::new(Budget::default(), Lang::En);
//! let questions = "{\"ask\":\"nim\",\"expressions\":[\"2 * 2\"]}\n\nno question\n";
//! let mut answers = Vec::new();
//! answer_lines(&desk, questions.as_bytes(), &mut answers, 2, &Watch::default()).unwrap();
//! let answers = String::from_utf8(answers).unwrap();
//! let (first, second) = answers.trim_end().split_once('\n').unwrap();
//! assert!(first.contains(r#""value":"3""#) && second.contains("bad_json"));
//! ```
//!
//! Limits: a line of at most [`LONGEST_LINE`] bytes. Of each thread as many bytes of questions are
//! held as it takes at a time, and a thread that is far ahead of the others waits: a slow question
//! does not fill the memory with answers behind it. Each question may cost what the desk allows,
//! so a desk that allows a gigabyte may hold one on each thread.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use grundy::platform::{Moment, in_parallel};

use crate::{Desk, Watch};

/// A longer line is refused: it would have to be held in memory.
pub const LONGEST_LINE: usize = 256 << 20;

/// So much is asked of the input at once.
const READ: usize = 1 << 16;

/// A thread takes no more lines at a time, and fewer if they take longer than this to answer.
const MOST_LINES: usize = 128;
const AT_A_TIME: Duration = Duration::from_micros(500);

/// So many bytes of answers may wait for their turn.
const AHEAD: usize = 64 << 20;

/// Answers every line of `input` on `output`, with so many threads; an empty line is no question.
/// It ends early, without an error, when the flag of `watch` is set.
///
/// The answers are those that [`Desk::reply`] gives to the lines one by one. A byte-order mark at
/// the beginning of a line is passed over.
pub fn answer_lines(
    desk: &Desk,
    input: impl Read + Send,
    output: impl Write + Send,
    threads: usize,
    watch: &Watch,
) -> io::Result<()> {
    let lines = Mutex::new(Lines::new(input));
    let answers = Mutex::new(Answers {
        output,
        next: 0,
        waiting: BTreeMap::new(),
        bytes_waiting: 0,
        failed: None,
    });
    let unread = Mutex::new(None);
    let (turn_ended, at_once) = (Condvar::new(), AtomicUsize::new(1));
    in_parallel(0..threads.max(1), |_| {
        let mut taken = Taken::default();
        let mut answered = Vec::new();
        loop {
            if let Err(error) = lock(&lines).take(at_once.load(Ordering::Relaxed), &mut taken) {
                // What came before is answered all the same.
                *lock(&unread) = Some(error);
            }
            if taken.ends.is_empty() {
                return;
            }
            let began = Moment::now();
            let mut written = began;
            for line in taken.lines() {
                if watch.is_stopped() {
                    lock(&answers).failed.get_or_insert(STOPPED.into());
                    return turn_ended.notify_all();
                }
                let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
                if line.trim_ascii().is_empty() {
                    continue;
                }
                desk.write_reply(line, watch, &mut answered);
                answered.push(b'\n');
                // Whoever waits for a slow answer gets it before the next is begun.
                let slow = written.elapsed() >= AT_A_TIME;
                if slow && !lock(&answers).write_now(taken.turn, &mut answered, watch) {
                    return turn_ended.notify_all();
                }
                if slow {
                    written = Moment::now();
                }
            }
            let quick = began.elapsed() < AT_A_TIME;
            let lines = taken.ends.len();
            let more = if quick { 2 * lines } else { lines / 2 };
            at_once.store(more.clamp(1, MOST_LINES), Ordering::Relaxed);
            let mut answers = lock(&answers);
            // The turns before this one are in work: each ends without waiting for a later one.
            while answers.is_full(taken.turn) && answers.failed.is_none() {
                answers = turn_ended
                    .wait(answers)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            let goes_on = answers.end(taken.turn, &mut answered, watch);
            turn_ended.notify_all();
            if !goes_on {
                return;
            }
        }
    });
    let answers = answers.into_inner();
    let answers = answers.unwrap_or_else(PoisonError::into_inner);
    let unread = unread.into_inner();
    match answers.failed {
        Some(error) if error.kind() != STOPPED => Err(error),
        _ => unread
            .unwrap_or_else(PoisonError::into_inner)
            .map_or(Ok(()), Err),
    }
}

/// Marks a stream that ended because it was told to.
const STOPPED: io::ErrorKind = io::ErrorKind::Interrupted;

/// Whoever panicked left lines unanswered; the panic goes on when the threads are joined.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The questions as they arrive.
struct Lines<R> {
    input: R,
    /// What was read and not taken yet lies in `held[from..to]`.
    held: Vec<u8>,
    from: usize,
    to: usize,
    ended: bool,
    turns: u64,
}

/// Some lines, and whose turn they are.
#[derive(Default)]
struct Taken {
    turn: u64,
    bytes: Vec<u8>,
    /// Where each line ends.
    ends: Vec<usize>,
}

impl Taken {
    fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(from, to)| &self.bytes[from..*to])
    }
}

impl<R: Read> Lines<R> {
    fn new(input: R) -> Self {
        Lines {
            input,
            held: Vec::new(),
            from: 0,
            to: 0,
            ended: false,
            turns: 0,
        }
    }

    /// Takes up to `most` lines that have arrived, waits for one if none has, and takes none
    /// when there are no more.
    fn take(&mut self, most: usize, taken: &mut Taken) -> io::Result<()> {
        taken.bytes.clear();
        taken.ends.clear();
        // How much of what is held was seen to have no end of a line.
        let mut seen = 0;
        loop {
            let held = &self.held[self.from..self.to];
            let mut end = 0;
            while taken.ends.len() < most
                && let Some(at) = find_newline(&held[seen.max(end)..])
            {
                end = seen.max(end) + at + 1;
                taken.ends.push(end);
            }
            if end == 0 && self.ended && !held.is_empty() {
                // The last line need not end.
                end = held.len();
                taken.ends.push(end);
            }
            if end > 0 {
                taken.turn = self.turns;
                self.turns += 1;
                taken.bytes.extend_from_slice(&held[..end]);
                self.from += end;
                return Ok(());
            }
            if self.ended {
                return Ok(());
            }
            seen = held.len();
            if seen >= LONGEST_LINE {
                self.ended = true;
                (self.from, self.to) = (0, 0);
                let message = format!("a line is longer than {LONGEST_LINE} bytes");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            self.held.copy_within(self.from..self.to, 0);
            (self.from, self.to) = (0, seen);
            if self.held.len() < self.to + READ {
                self.held.resize((2 * self.to).min(LONGEST_LINE) + READ, 0);
            }
            match self.input.read(&mut self.held[self.to..]) {
                Ok(0) => self.ended = true,
                Ok(read) => self.to += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // The line that was begun is none.
                    self.ended = true;
                    (self.from, self.to) = (0, 0);
                    return Err(error);
                }
            }
        }
    }
}

/// Where the first newline stands: eight bytes at a time.
fn find_newline(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::MAX / 255;
    let (words, rest) = bytes.as_chunks::<8>();
    for (number, word) in words.iter().enumerate() {
        let other = u64::from_le_bytes(*word) ^ (ONES * u64::from(b'\n'));
        // The lowest bit that is set belongs to a byte that is zero now.
        let zero = other.wrapping_sub(ONES) & !other & (ONES << 7);
        if zero != 0 {
            return Some(8 * number + zero.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|byte| *byte == b'\n')?;
    Some(8 * words.len() + at)
}

/// The answers as they are written.
struct Answers<W> {
    output: W,
    /// Whose turn it is.
    next: u64,
    /// Turns that ended before it was theirs.
    waiting: BTreeMap<u64, Vec<u8>>,
    bytes_waiting: usize,
    /// Why nothing is written any more.
    failed: Option<io::Error>,
}

impl<W: Write> Answers<W> {
    /// Whether there is no room for a turn to wait.
    fn is_full(&self, turn: u64) -> bool {
        self.next != turn && self.bytes_waiting > AHEAD
    }

    /// Writes what was answered of a turn so far, if it is on; whether to go on.
    fn write_now(&mut self, turn: u64, bytes: &mut Vec<u8>, watch: &Watch) -> bool {
        // An answer that was cut off by the flag is none.
        if watch.is_stopped() {
            self.failed.get_or_insert(STOPPED.into());
        }
        if self.failed.is_none() && self.next == turn {
            let written = self.output.write_all(bytes);
            bytes.clear();
            if let Err(error) = written.and_then(|()| self.output.flush()) {
                self.failed = Some(error);
            }
        }
        self.failed.is_none()
    }

    /// Ends a turn, and those behind it that have ended already; whether to go on.
    fn end(&mut self, turn: u64, bytes: &mut Vec<u8>, watch: &Watch) -> bool {
        if self.next != turn {
            self.bytes_waiting += bytes.len();
            self.waiting.insert(turn, std::mem::take(bytes));
            return self.failed.is_none();
        }
        self.next += 1;
        while let Some(mut more) = self.waiting.remove(&self.next) {
            self.bytes_waiting -= more.len();
            bytes.append(&mut more);
            self.next += 1;
        }
        let turn = self.next;
        self.write_now(turn, bytes, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::{budget::Budget, text::Lang};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    /// Gives its text in pieces of these lengths.
    struct Pieces<'t>(&'t [u8], std::iter::Cycle<std::vec::IntoIter<usize>>);

    impl Read for Pieces<'_> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let most = self.1.next().unwrap_or(1).min(to.len());
            self.0.read(&mut to[..most])
        }
    }

    fn questions() -> String {
        let mut text = String::new();
        for n in 0..700u64 {
            text += &match n % 7 {
                0 => format!("{{\"game\":\"nim\",\"position\":\"{n},3\",\"id\":{n}}}\n"),
                1 => format!("{{\"game\":\"wythoff\",\"position\":[{n},{}]}}\n", n / 2),
                2 => "\n".to_string(),
                3 => format!("{{\"game\":\"{n}\",\"id\":null}}\n"),
                4 => format!("\u{feff}{{\"ask\":\"nim\",\"expressions\":[\"{n} * 5\"]}}\r\n"),
                5 => format!(
                    "  {{\"game\":\"subtraction\",\"params\":{{\"set\":[1,{}]}},\"position\":{n}}}\n",
                    n % 5 + 2
                ),
                _ => format!(
                    "{{\"game\":\"lasker\",\"id\":[{n}],\"position\":{n},\"lang\":\"zh\",\"convention\":\"misere\"}}\n"
                ),
            };
        }
        // The last line does not end.
        text + "{\"game\":\"kayles\",\"position\":77}"
    }

    #[test]
    fn answers_are_those_of_the_lines_one_by_one_on_any_number_of_threads() {
        let desk = Desk::new(Budget::default().with_states(20_000), Lang::En);
        let (text, watch) = (questions(), Watch::default());
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let wanted: String = lines
            .map(|line| {
                let line = line.trim_start_matches('\u{feff}');
                desk.reply(line.as_bytes(), &watch).text + "\n"
            })
            .collect();
        assert_eq!(wanted.lines().count(), 601);
        for (threads, pieces) in [
            (1, vec![usize::MAX]),
            (2, vec![usize::MAX]),
            (3, vec![1, 50, 3000]),
            (8, vec![77]),
        ] {
            let input = Pieces(text.as_bytes(), pieces.into_iter().cycle());
            let mut answers = Vec::new();
            answer_lines(&desk, input, &mut answers, threads, &watch).unwrap();
            assert_eq!(String::from_utf8(answers).unwrap(), wanted, "{threads}");
        }
    }

    #[test]
    fn a_newline_is_found_wherever_it_stands() {
        let mut bytes = vec![b'\x0b'; 40];
        for at in 0..40 {
            bytes[at] = b'\n';
            assert_eq!(find_newline(&bytes[at / 3..]), Some(at - at / 3));
            bytes[at] = 0x8a;
            assert_eq!(find_newline(&bytes), None);
        }
    }

    #[test]
    fn nothing_is_written_after_the_flag_is_set_nor_after_an_error() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let desk = Desk::new(Budget::default(), Lang::En);
        let text = questions();
        let done = answer_lines(&desk, text.as_bytes(), Full, 3, &Watch::default());
        assert_eq!(done.unwrap_err().kind(), io::ErrorKind::StorageFull);
        let watch = Watch {
            cancel: Some(Arc::new(AtomicBool::new(true))),
            ..Watch::default()
        };
        let mut answers = Vec::new();
        answer_lines(&desk, text.as_bytes(), &mut answers, 3, &watch).unwrap();
        assert!(answers.is_empty());
    }

    #[test]
    fn what_came_before_an_error_of_the_input_is_answered() {
        struct Torn(bool);
        impl Read for Torn {
            fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
                if std::mem::replace(&mut self.0, true) {
                    return Err(io::ErrorKind::ConnectionReset.into());
                }
                let line = b"{\"ask\":\"nim\",\"expressions\":[\"1\"]}\n{";
                to[..line.len()].copy_from_slice(line);
                Ok(line.len())
            }
        }
        let desk = Desk::new(Budget::default(), Lang::En);
        let mut answers = Vec::new();
        let done = answer_lines(&desk, Torn(false), &mut answers, 2, &Watch::default());
        assert_eq!(done.unwrap_err().kind(), io::ErrorKind::ConnectionReset);
        assert_eq!(answers.iter().filter(|byte| **byte == b'\n').count(), 1);
    }
}
