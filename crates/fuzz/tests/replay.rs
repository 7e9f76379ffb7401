//! Inputs that once failed, what the fuzzer kept, and the first examples are read without failure.

use std::path::Path;
use std::time::{Duration, Instant};

use grundy_fuzz::targets::{ALL, Target};
use grundy_fuzz::{corpus, once, targets};

#[test]
fn what_once_failed_is_mended() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let target = name.split('-').next().and_then(targets::find);
        let target = target.unwrap_or_else(|| panic!("{name} names no target"));
        let input = std::fs::read(&path).unwrap();
        once(target, &input).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        seen += 1;
    }
    assert!(seen > 0);
}

/// What takes longer is printed: it may not look at its budget.
const SLOW: Duration = Duration::from_secs(2);

/// The time for which a processor worked for this thread, where the system tells.
fn worked() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = told.split_whitespace().next();
    Duration::from_nanos(first.and_then(|n| n.parse().ok()).unwrap_or(0))
}

fn read(target: &Target, inputs: &[Vec<u8>]) {
    for input in inputs {
        let before = worked();
        once(target, input).unwrap_or_else(|failure| {
            let input = corpus::escaped(input);
            panic!("{}: {failure}\n{input}", target.name)
        });
        let took = worked().saturating_sub(before);
        if took > SLOW {
            let input = corpus::escaped(input);
            println!("slow: {} ms, {}: {input}", took.as_millis(), target.name);
        }
    }
}

/// Every other kept input of every target, from the first or from the second on: two tests, so
/// that two cores have the same work.
fn replay(from: usize) {
    for target in ALL {
        let inputs = corpus::kept(target.name).unwrap().into_iter();
        let inputs: Vec<Vec<u8>> = inputs.skip(from).step_by(2).collect();
        let count = inputs.len();
        assert!(count > 2, "{count} inputs of {}", target.name);
        let begun = Instant::now();
        read(target, &inputs);
        let took = begun.elapsed().as_millis();
        println!("{:<12} {count:>4} inputs {took:>6} ms", target.name);
    }
}

#[test]
fn one_half_of_all_kept_inputs_is_read() {
    replay(0);
}

#[test]
fn the_other_half_of_all_kept_inputs_is_read() {
    replay(1);
}

#[test]
fn some_first_examples_are_read() {
    for target in ALL {
        let inputs: Vec<Vec<u8>> = (target.seeds)().into_iter().step_by(40).collect();
        read(target, &inputs);
    }
}

#[test]
fn what_is_kept_is_sorted_and_bounded() {
    for target in ALL {
        let text = std::fs::read_to_string(corpus::path(target.name)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.is_sorted(), "{}", target.name);
        assert!(lines.len() <= corpus::MOST_INPUTS && text.len() <= corpus::MOST_BYTES);
        for (line, input) in lines.iter().zip(corpus::kept(target.name).unwrap()) {
            assert!(input.len() <= corpus::LONGEST);
            assert_eq!(*line, corpus::escaped(&input), "{}", target.name);
        }
    }
    let files = std::fs::read_dir(corpus::path("rules").parent().unwrap()).unwrap();
    assert_eq!(files.count(), ALL.len(), "a file that no target reads");
}
