//! Ctrl-C and SIGTERM: stop soon, keep what is known, say so.
//!
//! The signal sets a flag that every [`Meter`](grundy::budget::Meter) looks
//! at, so a computation ends by itself with what it knows: a checkpoint is
//! written, a report says how far it came; what waits for something else is
//! called ([`then`]). Whatever has not ended after [`PATIENCE`] is left alone, unless a file is
//! being written: the process ends, with exit code 130. A second signal ends it at once.

use std::io::Write;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use grundy::text::Lang;

use crate::output::say;
use crate::progress;

/// The exit code of a command that was interrupted.
pub const INTERRUPTED: u8 = 130;
/// How long a computation may take to notice.
const PATIENCE: Duration = Duration::from_millis(120);
/// How long a file that is being written may take.
const WRITING: Duration = Duration::from_secs(10);

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
static OPEN: AtomicUsize = AtomicUsize::new(0);
/// Who wants to be called.
static WAITING: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// The flag that is set when the command is to stop.
pub fn flag() -> Arc<AtomicBool> {
    FLAG.get_or_init(Default::default).clone()
}

/// Whether the command is to stop.
pub fn is_set() -> bool {
    flag().load(Ordering::Relaxed)
}

/// While this lives a file is being written, or connections are being closed, and the process
/// waits for it.
pub struct Writing(());

impl Writing {
    /// Begins to write.
    pub fn begin() -> Writing {
        OPEN.fetch_add(1, Ordering::SeqCst);
        Writing(())
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Calls this when the command is to stop; at once, if it is already. One at a time is called.
pub fn then(call: impl Fn() + Send + 'static) {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    if is_set() {
        call();
    }
    *waiting = Some(Box::new(call));
}

/// Watches for signals from now on.
pub fn watch(lang: Lang) {
    let flag = flag();
    // Where signals cannot be watched, they end the process as they always did.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            end(lang);
        }
        let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(call) = &*waiting {
            call();
        }
        thread::spawn(move || {
            thread::sleep(PATIENCE);
            let waiting = Instant::now();
            while OPEN.load(Ordering::SeqCst) > 0 && waiting.elapsed() < WRITING {
                thread::sleep(Duration::from_millis(5));
            }
            end(lang);
        });
    });
}

/// Ends the process.
fn end(lang: Lang) -> ! {
    progress::clear();
    // The exit code must do if standard error is closed.
    let _ = writeln!(std::io::stderr(), "{}", say(lang, "interrupted", "已中断"));
    process::exit(i32::from(INTERRUPTED))
}
