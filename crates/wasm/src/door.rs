//! What a page sees of the module: imports, exports, memory that changes hands.

use std::cell::OnceCell;
use std::panic;
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

use grundy::platform;
use grundy_desk::{Desk, Watch, progress_json};

/// What the page gives.
mod page {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        pub safe fn now() -> f64;
        pub safe fn progress(at: *const u8, length: usize);
        pub safe fn failed(at: *const u8, length: usize);
    }
}

thread_local! {
    /// The desk, from the first question on.
    static DESK: OnceCell<Desk> = const { OnceCell::new() };
}

/// The desk, and before it is opened a clock and a place for last words.
fn open() -> Desk {
    platform::set_clock(|| Duration::try_from_secs_f64(page::now() / 1000.0).unwrap_or_default());
    panic::set_hook(Box::new(|defect| {
        let words = defect.to_string();
        page::failed(words.as_ptr(), words.len());
    }));
    super::desk()
}

/// Room for a question of `length` bytes; null if there is none.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    let mut room: Vec<u8> = Vec::new();
    if room.try_reserve_exact(length).is_err() {
        return ptr::null_mut();
    }
    room.resize(length, 0);
    Box::into_raw(room.into_boxed_slice()).cast()
}

/// Takes bytes back that [`room`] or [`ask`] gave away.
///
/// # Safety
/// They did, with this length, and nobody has taken them back.
unsafe fn taken(at: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: both gave away a boxed slice of this address and length.
    unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(at, length)) }
}

/// Answers the question that stands in `room`, and takes the room. The upper half of the
/// result is the address of the answer, the lower half its length.
///
/// # Safety
/// `at` comes from `room(length)` and was not used before.
#[unsafe(no_mangle)]
unsafe extern "C" fn ask(at: *mut u8, length: usize) -> u64 {
    // SAFETY: the caller promises it.
    let question = unsafe { taken(at, length) };
    let lang = super::spoken(&question);
    let watch = Watch {
        cancel: None,
        progress: Some(Arc::new(move |progress| {
            let told = progress_json(progress, lang);
            page::progress(told.as_ptr(), told.len());
        })),
    };
    let reply = DESK.with(|desk| desk.get_or_init(open).reply(&question, &watch));
    drop(question);
    let answer = reply.text.into_bytes().into_boxed_slice();
    let length = answer.len() as u64;
    let at = Box::into_raw(answer).cast::<u8>().addr() as u64;
    at << 32 | length
}

/// Takes an answer back.
///
/// # Safety
/// The address and the length are those of an answer that was not released before.
#[unsafe(no_mangle)]
unsafe extern "C" fn release(at: *mut u8, length: usize) {
    // SAFETY: the caller promises it.
    drop(unsafe { taken(at, length) });
}
