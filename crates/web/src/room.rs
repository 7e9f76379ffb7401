//! How much may be held for those who send slowly or read slowly.
//!
//! A question is held from its first byte to the end of its answering, an answer until the
//! last byte of it was taken by the network. Both are counted here, in kilobytes, and what
//! does not fit is refused: a thousand clients that ask for megabytes and never read them cost
//! no more than this.

use std::sync::Arc;

use hyper::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The unit of account.
const UNIT: usize = 1024;

/// So much may be held.
#[derive(Clone)]
pub struct Room(Arc<Semaphore>);

impl Room {
    /// Room for so many bytes.
    pub fn new(bytes: usize) -> Room {
        Room(Arc::new(Semaphore::new(bytes / UNIT)))
    }

    /// Takes room for so many bytes, if there is as much.
    fn take(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let units = u32::try_from(bytes.div_ceil(UNIT)).ok()?;
        self.0.clone().try_acquire_many_owned(units).ok()
    }

    /// Bytes that take their room along until the last copy is gone.
    pub fn hold(&self, text: String) -> Option<Bytes> {
        let room = self.take(text.len())?;
        Some(Bytes::from_owner(Held { text, _room: room }))
    }
}

struct Held {
    text: String,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

/// A question that is arriving.
pub struct Arriving {
    room: Room,
    held: Option<OwnedSemaphorePermit>,
    bytes: Vec<u8>,
}

impl Arriving {
    /// Nothing yet.
    pub fn new(room: &Room) -> Arriving {
        Arriving {
            room: room.clone(),
            held: None,
            bytes: Vec::new(),
        }
    }

    /// The question so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// More of it; `false` if there is no room.
    #[must_use]
    pub fn push(&mut self, more: &[u8]) -> bool {
        // A vector that grows may double.
        let wanted = self.bytes.len() + more.len();
        if wanted > self.bytes.capacity() {
            let next = wanted.next_power_of_two().max(UNIT);
            let Some(room) = self.room.take(next - self.bytes.capacity()) else {
                return false;
            };
            match &mut self.held {
                Some(held) => held.merge(room),
                None => self.held = Some(room),
            }
            self.bytes.reserve_exact(next - self.bytes.len());
        }
        self.bytes.extend_from_slice(more);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_counted_until_it_is_gone() {
        let room = Room::new(8 * UNIT);
        let first = room.hold("x".repeat(5 * UNIT)).unwrap();
        assert!(room.hold("x".repeat(4 * UNIT)).is_none());
        let part = first.slice(3..4);
        drop(first);
        // A part of it holds all of it.
        assert!(room.hold("x".repeat(4 * UNIT)).is_none());
        drop(part);
        assert!(room.hold("x".repeat(8 * UNIT)).is_some());
    }

    #[test]
    fn questions_take_room_as_they_arrive() {
        let room = Room::new(8 * UNIT);
        let mut one = Arriving::new(&room);
        for _ in 0..8 * UNIT {
            assert!(one.push(b"x"));
        }
        assert!(!one.push(b"x"));
        assert_eq!(one.bytes().len(), 8 * UNIT);
        let mut other = Arriving::new(&room);
        assert!(other.push(b"") && !other.push(b"x"));
        drop(one);
        assert!(other.push(b"x"));
    }
}
