//! An input that fails, made shorter as long as it still fails.

use std::time::{Duration, Instant};

/// Removes what can be removed: halves, quarters, … single bytes, again and
/// again until nothing more goes or the time is over.
pub fn shorten(input: &[u8], time: Duration, fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let end = Instant::now() + time;
    let mut best = input.to_vec();
    let mut piece = best.len().div_ceil(2).max(1);
    loop {
        let mut shorter = false;
        let mut at = 0;
        while at < best.len() && Instant::now() < end {
            let mut tried = best.clone();
            tried.drain(at..(at + piece).min(best.len()));
            if fails(&tried) {
                best = tried;
                shorter = true;
            } else {
                at += piece;
            }
        }
        if Instant::now() >= end || (piece == 1 && !shorter) {
            return best;
        }
        if !shorter {
            piece = piece.div_ceil(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_stays() {
        let fails = |text: &[u8]| text.windows(2).any(|pair| pair == b"ab") && text.contains(&b'z');
        let found = shorten(b"xxxabyyyyyyyzw", Duration::from_secs(5), fails);
        assert_eq!(found, b"abz");
    }
}
