//! The desk of grundy for the browser: one function from text to text.
//!
//! A page loads `grundy.wasm` in a worker and gives it four functions (module `env`):
//!
//! * `now() -> f64`: milliseconds since any fixed moment (`performance.now`);
//! * `progress(at, length)`: how far long work is, as JSON;
//! * `failed(at, length)`: why the program is about to end (a defect of ours); the
//!   instance must not be used again, the worker starts a new one.
pub mod standin;

#[cfg(target_family = "wasm")]
mod door {
    use std::time::Duration;
    mod env {
        #[link(wasm_import_module = "env")]
        unsafe extern "C" {
            pub safe fn now() -> f64;
            pub safe fn progress(at: *const u8, length: usize);
            pub safe fn failed(at: *const u8, length: usize);
        }
    }
    #[unsafe(no_mangle)]
    extern "C" fn room(length: usize) -> *mut u8 {
        let mut room: Vec<u8> = Vec::new();
        if room.try_reserve_exact(length).is_err() { return std::ptr::null_mut(); }
        room.resize(length, 0);
        Box::into_raw(room.into_boxed_slice()).cast()
    }
    #[unsafe(no_mangle)]
    unsafe extern "C" fn ask(at: *mut u8, length: usize) -> u64 {
        std::panic::set_hook(Box::new(|i| { let t = i.to_string(); env::failed(t.as_ptr(), t.len()) }));
        grundy::platform::set_clock(|| Duration::from_secs_f64(env::now() / 1000.0));
        // SAFETY: x
        let q = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) };
        let a = super::standin::answer(&q, |t| env::progress(t.as_ptr(), t.len()));
        let a = a.into_bytes().into_boxed_slice();
        let length = a.len();
        (Box::into_raw(a).cast::<u8>() as usize as u64) << 32 | length as u64
    }
    #[unsafe(no_mangle)]
    unsafe extern "C" fn release(at: *mut u8, length: usize) {
        // SAFETY: x
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) })
    }
}
