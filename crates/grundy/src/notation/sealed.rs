//! Texts whose last line is a checksum of the lines before it: against accidents
//! in transit, not against malice.
//!
//! ```
//! use grundy::notation::sealed::{open, seal};
//! let text = seal("a claim\n");
//! assert_eq!(open(&text).as_deref(), Some("a claim\n"));
//! assert_eq!(open(&text.replace("a claim", "b claim")), None);
//! ```
//!
//! Lines may end as on any machine; nothing else may differ.

/// FNV-1a, 64 bits.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Adds the checksum to whole lines.
pub fn seal(body: &str) -> String {
    format!("{body}sum {:016x}\n", checksum(body.as_bytes()))
}

/// The lines before the checksum; `None` if it does not fit them.
pub fn open(text: &str) -> Option<String> {
    let mut lines = text.lines();
    let sum = lines.next_back()?;
    let body: String = lines.flat_map(|line| [line, "\n"]).collect();
    (sum == format!("sum {:016x}", checksum(body.as_bytes()))).then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_of_a_character_is_noticed() {
        let body = "one line\nanother 17\n";
        let text = seal(body);
        for at in 0..text.len() {
            for other in [b' ', b'\t', 0x0b, b'0', b'a', b'\n'] {
                let mut changed = text.clone().into_bytes();
                if std::mem::replace(&mut changed[at], other) != other {
                    let changed = String::from_utf8(changed).unwrap();
                    assert_eq!(open(&changed), None, "{changed:?}");
                }
            }
        }
        let unended = text.trim_end();
        for same in [unended, &text.replace('\n', "\r\n")] {
            assert_eq!(open(same).as_deref(), Some(body));
        }
        for short in [
            "",
            "\n",
            "sum",
            &text[..text.len() - 2],
            &text[1..],
            &format!("{text}\n"),
        ] {
            assert_eq!(open(short), None, "{short:?}");
        }
    }
}
