//! Files, formats, colours and streams, as found from outside.

mod running;

use std::process::{Command, Stdio};

use running::{Folder, grundy, said, text};

/// A survey goes on with its file: rows that suffice stay, a line that was cut off is written anew.
#[test]
fn a_survey_goes_on_with_its_file() {
    let folder = Folder::new("resume");
    let path = folder.file("atlas.csv");
    let survey = |codes: &[&str], states: &str| {
        let options = ["--resume", "-o", &path, "--limit-states", states];
        let all: Vec<&str> = std::iter::once("survey")
            .chain(codes.iter().copied())
            .chain(options)
            .collect();
        let output = grundy(&all, b"");
        assert!(output.status.success(), "{all:?}: {}", said(&output));
        std::fs::read_to_string(&path).unwrap()
    };
    let first = survey(&["0.77", "0.007", "0.137"], "500");
    let lines: Vec<&str> = first.lines().collect();
    assert_eq!(lines.len(), 4, "{first}");
    assert!(
        lines[1].starts_with("0.77,proven,71,12,0,8,14,70,"),
        "{first}"
    );
    assert!(lines[2].starts_with("0.007,open,,,,"), "{first}");
    assert!(lines[3].ends_with(",0.4,2"), "{first}");
    // Only what is not proven is looked at again, and nothing is lost.
    let more = survey(&["0.007"], "1000");
    assert_eq!(more.lines().nth(1), Some(lines[1]));
    assert_eq!(more.lines().nth(3), Some(lines[3]));
    assert_ne!(more.lines().nth(2), Some(lines[2]));
    assert_eq!(survey(&["0.007", "0.77"], "900"), more);
    std::fs::write(&path, &more[..more.len() - 4]).unwrap();
    assert_eq!(survey(&["0.137"], "500"), more);
    // Another file is left alone.
    std::fs::write(&path, "something else\n").unwrap();
    let output = grundy(&["survey", "0.77", "--resume", "-o", &path], b"");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "something else\n");
}

/// The extension of `-o` is the format, in every verb that writes files.
#[test]
fn the_extension_decides_the_format() {
    let folder = Folder::new("extensions");
    for (arguments, name, begins) in [
        (&["table", "nim", "--to", "3"][..], "t.svg", "<svg"),
        (&["table", "nim", "--to", "3"], "t.csv", "x1,value\n"),
        (&["table", "nim", "--to", "3"], "t.json", "{\"game\""),
        (&["table", "nim", "--to", "3"], "t.b", "0 0\n"),
        (&["table", "nim", "--to", "3"], "b000001.txt", "0 0\n"),
        (&["table", "nim", "--to", "3"], "t.txt", "   +0"),
        (&["draw", "nim", "2,1"], "d.dot", "digraph"),
        (&["draw", "nim", "2,1"], "d.svg", "<svg"),
        (&["draw", "nim", "2,1"], "d.tex", "% Nim 2,1\n\\definecolor"),
        (&["draw", "nim", "2,1"], "d.tikz", "% Nim 2,1\n"),
        (&["table", "nim", "--to", "3"], "t.tex", "% Nim\n"),
        (&["law", "bachet:3", "--format", "tikz"], "l.tex", "% law\n"),
        (&["period", "0.77"], "p.json", "{"),
        (&["period", "0.77"], "p.v", "(*"),
        (&["misere", "0.77"], "m.json", "{"),
        (&["games", "nim"], "g.md", "#"),
        (
            &["annotate", "geography", "XO*OXO", "1,2; 1,1"],
            "a.json",
            "{",
        ),
        (&["judge", "--list"], "j.json", "["),
        (&["sequence", "0.77", "--to", "9"], "s.b", "0 0\n1 1\n"),
        (&["sequence", "0.77", "--to", "9"], "s.csv", "n,value\n"),
        (&["survey", "--digits", "1"], "v.csv", "code,status"),
        (&["law", "bachet:3"], "l.tex", ""),
        (&["law", "bachet:3"], "l.json", "{"),
        (&["study", "bachet:3"], "y.html", "<!"),
    ] {
        let path = folder.file(name);
        let all: Vec<&str> = arguments.iter().copied().chain(["-o", &path]).collect();
        let output = grundy(&all, b"");
        assert!(output.status.success(), "{all:?}: {}", said(&output));
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(written.starts_with(begins), "{all:?}: {written}");
        assert!(!written.is_empty(), "{all:?}");
    }
    for (arguments, name, begins) in [
        (&["table", "nim", "--to", "3"][..], "t.png", &b"\x89PNG"[..]),
        (&["table", "nim", "--to", "3"], "t.pdf", b"%PDF"),
        (
            &["table", "wythoff", "--to", "80", "--grey"],
            "grey.png",
            b"\x89PNG",
        ),
        (
            &["draw", "nim", "2,1", "--theme", "dark"],
            "d.PNG",
            b"\x89PNG",
        ),
        (&["sequence", "0.77", "--to", "99"], "s.pdf", b"%PDF"),
        (&["law", "bachet:3"], "l.pdf", b"%PDF"),
    ] {
        let path = folder.file(name);
        let all: Vec<&str> = arguments.iter().copied().chain(["-o", &path]).collect();
        let output = grundy(&all, b"");
        assert!(output.status.success(), "{all:?}: {}", said(&output));
        assert!(std::fs::read(&path).unwrap().starts_with(begins), "{all:?}");
    }
    // What cannot be written, and what contradicts itself, is an error that names the right ones.
    for (arguments, part) in [
        (&["table", "nim", "--to", "3", "-o", "x.gif"][..], ".png"),
        (
            &[
                "table", "nim", "--to", "3", "-o", "x.png", "--format", "pdf",
            ],
            "--format says pdf",
        ),
        (&["period", "0.77", "-o", "x.svg"], ".v"),
        (
            &["annotate", "geography", "XO*OXO", "1,2; 1,1", "-o", "x.png"],
            ".json",
        ),
        (&["table", "nim", "--to", "999,999", "-o", "x.tex"], "TikZ"),
        (&["draw", "nim", "2,1", "-o", "x.csv"], ".dot"),
        (
            &[
                "table", "nim", "--to", "3", "-o", "x.svg", "--format", "csv",
            ],
            "--format says csv",
        ),
        (&["study", "bachet:3", "-o", "x.pdf"], ".html"),
        (&["survey", "--digits", "1", "-o", "x.html"], ".csv"),
    ] {
        let output = running::grundy_in(&folder.0, arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            said(&output).contains(part),
            "{arguments:?}: {}",
            said(&output)
        );
    }
}

/// A store serves the format that was asked for, and no more values than that.
#[test]
fn a_store_writes_what_was_asked_for() {
    let folder = Folder::new("store");
    let (store, file) = (folder.file("values"), folder.file("o.b"));
    let arguments = [
        "sequence", "0.16", "--to", "1000", "--store", &store, "-o", &file,
    ];
    let output = grundy(&arguments, b"");
    assert!(output.status.success(), "{}", said(&output));
    let written = std::fs::read_to_string(&file).unwrap();
    assert_eq!(written.lines().count(), 1001);
    let plain = text(&grundy(
        &["sequence", "0.16", "--to", "1000", "--format", "bfile"],
        b"",
    ));
    assert_eq!(written, plain);
    let again = text(&grundy(
        &["sequence", "0.16", "--to", "1000", "--store", &store],
        b"",
    ));
    assert!(again.contains("values     65536\n"), "{again}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in [
        &["--help"][..],
        &["solve", "--help"],
        &["games"],
        &["solve", "nim", "1"],
    ] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .env("GRUNDY_CACHE", "")
            .args(arguments)
            .stdout(full)
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_an_error_at_the_start() {
    let output = grundy(
        &["period", "0.007", "--checkpoint", "/no/such/folder/x"],
        b"",
    );
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("/no/such/folder/x"));
}

#[test]
fn colour_is_as_asked() {
    let coloured = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .env("GRUNDY_CACHE", "")
            .args(arguments)
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        output.stdout.contains(&0x1b) || output.stderr.contains(&0x1b)
    };
    let table = ["table", "wythoff", "--to", "3"];
    let always = ["table", "wythoff", "--to", "3", "--color", "always"];
    let never = ["table", "wythoff", "--to", "3", "--color=never"];
    let wrong = ["--color=always", "frobnicate"];
    assert!(!coloured(&table, &[]));
    assert!(coloured(&always, &[]));
    // What is asked for in the command counts more than what is set around it.
    assert!(coloured(&always, &[("NO_COLOR", "1")]));
    assert!(!coloured(&never, &[]));
    assert!(coloured(&wrong, &[]));
    assert!(!coloured(&["frobnicate"], &[("TERM", "dumb")]));
}

#[test]
fn a_mark_of_the_byte_order_is_no_json() {
    let line = b"\xef\xbb\xbf{\"game\":\"nim\",\"position\":\"1\"}\n";
    let answer = text(&grundy(&["batch"], line));
    assert!(answer.contains("\"outcome\":\"N\""), "{answer}");
}

#[test]
fn no_law_is_said_in_every_format() {
    // Digits of pi have no law that a finder knows.
    let table = "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 3 8 3 2 7 9 5 0 2 8 8 4 1 9 7\n";
    for format in ["cpp", "latex", "python"] {
        let output = grundy(&["law", "-", "--format", format], table.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains("no law found"), "{}", said(&output));
    }
}
