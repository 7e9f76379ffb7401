//! Ending long work from outside: a flag that another thread may set.
//!
//! Elimination in a matrix, division of polynomials and products of ordinals look at it once for every row or product, and
//! end with [`NimError::Cancelled`] when it is set. The flag belongs to the thread, as the work does: nothing is
//! passed through signatures, and without a flag a look costs a nanosecond.
//!
//! ```
//! use grundy_nimber::{stop, Error, Matrix, Nim64, NimError};
//! use std::sync::{atomic::AtomicBool, Arc};
//! let (flag, m) = (Arc::new(AtomicBool::new(true)), Matrix::<Nim64>::identity(100));
//! let stopped = Err(Error::Nim(NimError::Cancelled { steps: 0 }));
//! assert_eq!(stop::when_set(flag, || m.rank()), stopped);
//! assert_eq!(m.rank(), Ok(100));
//! ```
//!
//! Limits: single products, of however many coefficients or bits, are not ended in the middle. Without `std` there are no
//! threads, and nothing is stopped.

use crate::NimError;

#[cfg(feature = "std")]
std::thread_local! {
    static FLAG: core::cell::RefCell<Option<Flag>> = const { core::cell::RefCell::new(None) };
}

#[cfg(feature = "std")]
type Flag = std::sync::Arc<core::sync::atomic::AtomicBool>;

/// Runs `work`, which ends with [`NimError::Cancelled`] soon after `flag` is set, if it is one that looks.
#[cfg(feature = "std")]
pub fn when_set<R>(flag: Flag, work: impl FnOnce() -> R) -> R {
    struct Restore(Option<Flag>);
    impl Drop for Restore {
        fn drop(&mut self) {
            FLAG.with_borrow_mut(|now| *now = self.0.take());
        }
    }
    let _restore = Restore(FLAG.replace(Some(flag)));
    work()
}

/// An error if the flag of this thread is set.
pub fn check() -> Result<(), NimError> {
    #[cfg(feature = "std")]
    if FLAG.with_borrow(|flag| {
        let flag = flag.as_ref();
        flag.is_some_and(|flag| flag.load(core::sync::atomic::Ordering::Relaxed))
    }) {
        return Err(NimError::Cancelled { steps: 0 });
    }
    Ok(())
}
