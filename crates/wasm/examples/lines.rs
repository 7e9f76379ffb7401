//! The native desk on lines, as the browser has it: what `cargo xtask wasm` compares the module
//! with. For each line the microseconds it took, two zeros, the answer, with tabs between.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use grundy_desk::Watch;

/// The microseconds of the processor that all threads have spent, where Linux tells them.
fn spent() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which may have anything in it.
    let (_, fields) = told.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map(str::parse::<u64>);
    let (user, system) = (times.next()?.ok()?, times.next()?.ok()?);
    // A tick is a hundredth of a second.
    Some((user + system) * 10_000)
}

fn main() -> io::Result<()> {
    let desk = grundy_wasm::desk();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let (begun, before) = (Instant::now(), spent());
        let reply = desk.reply(&line?, &Watch::default());
        let took = match (before, spent()) {
            (Some(before), Some(after)) => after - before,
            _ => begun.elapsed().as_micros() as u64,
        };
        writeln!(out, "{took}\t0\t0\t{}", reply.text)?;
        out.flush()?;
    }
    Ok(())
}
