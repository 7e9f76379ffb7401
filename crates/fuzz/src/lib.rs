//! Fuzzing of every text and file that grundy reads, guided by coverage.
//!
//! A [`targets::Target`] is a way into the program: what it reads, first examples, and what
//! must hold whatever is read. A panic, a hang, or a disagreement between two ways to
//! the same result is a finding. Inputs are made by libFuzzer, which changes those it
//! has, with the help of [`mutate`], and keeps what reaches code that was not reached before; the binary `guided`, behind the
//! feature of that name, joins the two, and `cargo xtask fuzz` builds and drives
//! it on the stable toolchain.
//!
//! What was kept is in `corpus/`, a file for each target ([`corpus`]). Findings, once mended, go
//! to `regressions/`. A test replays both, without libFuzzer.
//!
//! ```
//! let target = grundy_fuzz::targets::find("nimbers").unwrap();
//! assert!(grundy_fuzz::once(target, b"(24 * 17) + 8^-1").is_ok());
//! ```
//!
//! Limits: code is reached in one process and one thread of inputs, what happens between
//! processes is for other tests; a budget of time makes a run depend on the machine, so
//! that the same input need not do the same work twice.

pub mod corpus;
pub mod mutate;
pub mod targets;

use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use grundy::budget::Budget;
use targets::Target;

/// The time of all that an input asks for without a limit of its own. Whatever takes much longer
/// does not look at the budget of its question.
const LONGEST: Duration = Duration::from_secs(1);

/// Reads one input, and catches a panic; `Err` says what went wrong.
pub fn once(target: &Target, input: &[u8]) -> Result<(), String> {
    let budget = Budget::default().with_states(1 << 22).with_time(LONGEST);
    let _scope = budget.starting_now().scope();
    match panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
        Ok(done) => done,
        Err(told) => {
            let text = told.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| told.downcast_ref::<&str>().copied());
            Err(format!("panic: {}", text.unwrap_or("without a text")))
        }
    }
}
