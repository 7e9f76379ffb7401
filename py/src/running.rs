//! Long work beside a living interpreter.
//!
//! Work runs on a thread of its own without the interpreter's lock, while the calling thread
//! waits, looks for signals a hundred times a second and tells how far the work is. A signal
//! whose handler raises (Ctrl-C raises `KeyboardInterrupt`) sets the flag that every meter looks
//! at; the exception comes out when the work has ended, which is soon.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use grundy::budget::Progress;
use grundy::text::Lang;
use grundy_desk::{Watch, progress_json};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// How often `progress` is told.
const BETWEEN_NEWS: u32 = 10;

/// As deep as the main thread's.
const STACK: usize = 8 << 20;

/// Runs `job` without the interpreter's lock until it ends or a signal's handler raises.
/// `progress` is called with a text of JSON in language `lang`, ten times a second at most, if there is news.
pub fn heavy<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    lang: Lang,
    job: impl FnOnce(&Watch) -> T + Send,
) -> PyResult<T> {
    let cancel = Arc::new(AtomicBool::new(false));
    let news: Arc<Mutex<Option<Progress>>> = Arc::default();
    let mut watch = Watch {
        cancel: Some(cancel.clone()),
        progress: None,
    };
    if progress.is_some() {
        let news = news.clone();
        watch.progress = Some(Arc::new(move |now: &Progress| {
            *news.lock().unwrap_or_else(PoisonError::into_inner) = Some(now.clone());
        }));
    }
    let progress = progress.map(|callable| callable.clone().unbind());
    let (result, raised) = py.detach(|| {
        thread::scope(|scope| {
            let (sender, done) = channel();
            let worker = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    let result = job(&watch);
                    // Whoever waits may have gone.
                    let _ = sender.send(());
                    result
                });
            let worker = match worker {
                Ok(worker) => worker,
                Err(error) => return (Err(error), None),
            };
            let mut raised: Option<PyErr> = None;
            let mut looks = 0u32;
            while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(BETWEEN_LOOKS) {
                if raised.is_some() {
                    continue;
                }
                looks += 1;
                let tell = match looks % BETWEEN_NEWS {
                    0 => news.lock().unwrap_or_else(PoisonError::into_inner).take(),
                    _ => None,
                };
                let looked = Python::attach(|py| -> PyResult<()> {
                    py.check_signals()?;
                    if let (Some(callable), Some(now)) = (&progress, tell) {
                        callable.call1(py, (progress_json(&now, lang),))?;
                    }
                    Ok(())
                });
                if let Err(error) = looked {
                    cancel.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
            match worker.join() {
                Ok(result) => (Ok(result), raised),
                Err(panic) => resume_unwind(panic),
            }
        })
    });
    match raised {
        Some(error) => Err(error),
        None => result.map_err(|error| PyRuntimeError::new_err(error.to_string())),
    }
}
