//! Running other programs: shown before they start, judged by how they end.

use std::path::Path;
use std::process::Command;

/// The folder of the workspace.
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Runs the cargo that runs this program.
pub fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(Command::new(env!("CARGO")).args(arguments))
}

/// Runs a command; it must succeed.
pub fn run(command: &mut Command) -> Result<(), String> {
    println!("$ {command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?} failed: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}

/// What a command prints; it must succeed.
pub fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    match command.output() {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => Err(format!(
            "{command:?} failed: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}

/// Does two things at a time, for compilers leave cores idle; both must succeed.
pub fn both(
    one: impl FnOnce() -> Result<(), String> + Send,
    other: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        let one = one
            .join()
            .unwrap_or_else(|_| Err("it panicked".to_string()));
        other.and(one)
    })
}
