//! Set-up, tests and benches as commands.
fn main() {}
