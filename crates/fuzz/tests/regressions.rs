//! Inputs that once failed, and all examples, are read without failure.

use std::path::Path;

use grundy_fuzz::{run, targets};

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
        run::once(target, &input).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn examples_are_read() {
    for target in targets::ALL {
        let corpus = (target.corpus)();
        assert!(corpus.len() > 2, "{} has no examples", target.name);
        for input in corpus.iter().step_by(5) {
            run::once(target, input).unwrap_or_else(|failure| {
                panic!(
                    "{}: {failure}\n{}",
                    target.name,
                    String::from_utf8_lossy(input)
                )
            });
        }
    }
}
