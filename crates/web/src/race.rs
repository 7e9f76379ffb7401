//! Waiting for the first of two things.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// Which of two came first.
pub enum First<A, B> {
    /// The one.
    One(A),
    /// The other.
    Other(B),
}

/// Waits until one of two is there; the one first, if both are. The later is dropped.
pub async fn race<A, B>(
    one: impl Future<Output = A>,
    other: impl Future<Output = B>,
) -> First<A, B> {
    let (mut one, mut other) = (pin!(one), pin!(other));
    poll_fn(|context| {
        if let Poll::Ready(one) = one.as_mut().poll(context) {
            return Poll::Ready(First::One(one));
        }
        other.as_mut().poll(context).map(First::Other)
    })
    .await
}
