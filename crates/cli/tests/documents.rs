//! Every command shown in a document is run, and its output compared.
//!
//! Commands stand in fenced blocks marked `console`, behind `$ `; what follows
//! is their output. `grundy` is the binary under test, and so is
//! `cargo run --release --`. With `GRUNDY_WRITE_DOCS` set, the real output is
//! written into the documents instead (`cargo xtask docs`).

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use grundy::budget::Budget;
use grundy::text::Lang;
use grundy_desk::Desk;
use grundy_web::client::Client;
use grundy_web::{Server, Settings};

/// Commands that build or test the project itself; continuous integration
/// runs them from outside.
const RUN_FROM_OUTSIDE: [&str; 15] = [
    "cargo install --path crates/cli",
    "cargo xtask test",
    "cargo xtask test --long",
    "cargo xtask packages",
    "cargo xtask packages --long",
    "cargo xtask dist",
    "cargo xtask bench",
    "cargo xtask book",
    "cargo xtask docs",
    "cargo xtask load",
    "cargo xtask python",
    "pip install ./py",
    "cargo xtask site --to SITE",
    "cargo xtask fuzz files grammar --minutes 60 --keep",
    "cargo xtask mutants crates/verify/src --minutes 30 --jobs 2",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folders of the chapters of a book.
fn book(lang: &str) -> Vec<PathBuf> {
    let mut folders = vec![root().join("book").join(lang).join("src")];
    let mut at = 0;
    while let Some(folder) = folders.get(at) {
        let entries = fs::read_dir(folder).unwrap();
        let inside = entries.map(|entry| entry.unwrap().path());
        let inside: Vec<PathBuf> = inside.filter(|path| path.is_dir()).collect();
        folders.extend(inside);
        at += 1;
    }
    folders
}

fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root(), root().join("docs")];
    for lang in ["en", "zh"] {
        folders.extend(book(lang));
    }
    let crates = fs::read_dir(root().join("crates")).unwrap();
    folders.extend(crates.map(|entry| entry.unwrap().path()));
    for folder in folders {
        let Ok(entries) = fs::read_dir(folder) else {
            continue;
        };
        let markdown = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|e| e == "md"));
        found.extend(markdown);
    }
    found.sort();
    found
}

/// What a reader would see after typing `command`.
fn output_of(command: &str, folder: &Path) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_grundy"));
    let path = format!(
        "{}:{}",
        bin.parent().unwrap().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let command = command.replace("cargo run --release --", "grundy");
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .env("LC_ALL", "C")
        .env("GRUNDY_CACHE", "")
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a reader would see of a server until it is stopped. It takes a free port, for the usual
/// one may be taken, and is shown with the usual one.
fn served(command: &str, folder: &Path) -> String {
    let arguments = command.split_whitespace().skip(1);
    let mut server = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .env("GRUNDY_CACHE", "")
        .args(arguments)
        .args(["--port", "0"])
        .current_dir(folder)
        .env("LC_ALL", "C")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(server.stdout.take().unwrap());
    let mut said = String::new();
    out.read_line(&mut said).unwrap();
    let (start, port) = said.trim_end_matches(['/', '\n']).rsplit_once(':').unwrap();
    assert!(port.parse::<u16>().is_ok(), "{said}");
    let shown = format!("{start}:4117/\n");
    let id = server.id().to_string();
    let stopped = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(stopped.success());
    let rest = server.wait_with_output().unwrap();
    shown + &String::from_utf8_lossy(&rest.stderr)
}

/// The request that the document of the page shows has the answer that it shows.
#[test]
fn the_page_answers_as_its_document_says() {
    for name in ["docs/web.md", "docs/web.zh.md"] {
        let text = fs::read_to_string(root().join(name)).unwrap();
        let block = |kind: &str| {
            let start = text.split(&format!("```{kind}\n")).nth(1);
            let block = start.and_then(|rest| rest.split("```").next());
            block.unwrap_or_else(|| panic!("{name} has no {kind}"))
        };
        let (head, question) = block("http").split_once("\n\n").unwrap();
        let lang = if name.contains("zh") {
            Lang::Zh
        } else {
            Lang::En
        };
        let desk = Desk::new(Budget::default(), lang);
        let settings = Settings {
            port: 0,
            ..Settings::default()
        };
        let server = Server::bind(settings, Arc::new(desk)).unwrap();
        let (address, stop) = (server.address(), server.stop());
        let serving = thread::spawn(move || server.run());
        let question = question.trim_end();
        let head = head.replace("127.0.0.1:4117", &address.to_string());
        let head = head.replace('\n', "\r\n");
        let length = question.len();
        let mut client = Client::connect(address).unwrap();
        let request = format!("{head}\r\nContent-Length: {length}\r\n\r\n{question}");
        client.send(request.as_bytes()).unwrap();
        assert_eq!(client.head().unwrap().status, 200);
        let answer = String::from_utf8(client.body().unwrap()).unwrap();
        assert_eq!(block("json").trim_end(), answer, "{name}");
        stop.now();
        serving.join().unwrap().unwrap();
    }
}

/// The document with the output of every command as it really is, and how
/// many commands there were.
fn with_real_output(text: &str, folder: &Path) -> (String, usize) {
    let mut real = String::new();
    let mut count = 0;
    let mut in_block = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        real.push_str(line);
        real.push('\n');
        if line.starts_with("```") {
            in_block = !in_block && line == "```console";
            continue;
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| in_block) else {
            continue;
        };
        count += 1;
        while let Some(next) = lines.peek() {
            if next.starts_with("$ ") || next.starts_with("```") {
                break;
            }
            lines.next();
        }
        if RUN_FROM_OUTSIDE.contains(&command) {
            continue;
        }
        let is_server = command.starts_with("grundy web") && !command.ends_with("--help");
        let output = if is_server { served } else { output_of };
        real.push_str(&output(command, folder));
        if !real.ends_with('\n') {
            real.push('\n');
        }
    }
    (real, count)
}

/// Runs the commands of some documents in a folder of their own: how many there were, and what
/// differs.
fn differences(documents: &[PathBuf], name: &str) -> (usize, Vec<String>) {
    let folder =
        std::env::temp_dir().join(format!("grundy-documents-{}-{name}", std::process::id()));
    fs::create_dir_all(folder.join("examples")).unwrap();
    for entry in fs::read_dir(root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(
            &path,
            folder.join("examples").join(path.file_name().unwrap()),
        )
        .unwrap();
    }
    let mut commands = 0;
    let mut wrong = Vec::new();
    for path in documents {
        let text = fs::read_to_string(path).unwrap();
        let (real, count) = with_real_output(&text, &folder);
        commands += count;
        if real == text {
            continue;
        }
        if std::env::var_os("GRUNDY_WRITE_DOCS").is_some() {
            fs::write(path, real).unwrap();
        } else {
            let differing = real.lines().zip(text.lines()).find(|(a, b)| a != b);
            wrong.push(format!("{}: {differing:?}", path.display()));
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    (commands, wrong)
}

/// The books have most of the commands: each is tried beside the other documents.
#[test]
fn documents_show_what_happens() {
    let places = ["en", "zh"].map(|lang| root().join("book").join(lang));
    let (mut books, mut others) = ([Vec::new(), Vec::new()], Vec::new());
    for path in documents() {
        let book = places.iter().position(|place| path.starts_with(place));
        book.map_or(&mut others, |book| &mut books[book]).push(path);
    }
    let [en, zh] = &books;
    let lists = [("en", en), ("zh", zh), ("others", &others)];
    let done: Vec<(usize, Vec<String>)> = thread::scope(|scope| {
        let threads = lists.map(|(name, list)| scope.spawn(move || differences(list, name)));
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    for ((name, _), (commands, _)) in lists.iter().zip(&done) {
        assert!(*commands > 5, "{name}: only {commands} commands were found");
    }
    let wrong: Vec<String> = done.into_iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(
        wrong.is_empty(),
        "run `cargo xtask docs` and look at the difference:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_books_are_up_to_date() {
    let folder = std::env::temp_dir();
    for (name, command) in [
        ("games.md", "grundy games --lang en"),
        ("games.zh.md", "grundy games --lang zh"),
        ("cookbook.md", "grundy judge --list --lang en"),
        ("cookbook.zh.md", "grundy judge --list --lang zh"),
    ] {
        let path = root().join("docs").join(name);
        let real = output_of(&format!("{command} --format markdown"), &folder);
        if std::env::var_os("GRUNDY_WRITE_DOCS").is_some() {
            fs::write(&path, &real).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap();
        assert!(real == text, "docs/{name}: run `cargo xtask docs`");
    }
}

/// The book of games has a picture of each.
#[test]
fn the_pictures_are_up_to_date() {
    let folder = std::env::temp_dir();
    let pictures = root().join("docs/pictures");
    let write = std::env::var_os("GRUNDY_WRITE_DOCS").is_some();
    if write {
        fs::create_dir_all(&pictures).unwrap();
    }
    let mut known = Vec::new();
    for entry in grundy::catalogue::ALL {
        let id = entry.about.id;
        let name = format!("{id}.svg");
        let real = output_of(&format!("grundy show {id} --format svg --lang en"), &folder);
        if write {
            fs::write(pictures.join(&name), &real).unwrap();
        }
        let drawn = fs::read_to_string(pictures.join(&name)).unwrap_or_default();
        assert!(
            real == drawn,
            "docs/pictures/{name}: run `cargo xtask docs`"
        );
        known.push(name);
    }
    for entry in fs::read_dir(&pictures).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(
            known.contains(&name),
            "docs/pictures/{name} belongs to no game"
        );
    }
}

/// The lines of a text that are not of a block of code, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let is_fence = line.starts_with("```");
        in_block ^= is_fence;
        (!in_block && !is_fence).then_some((at + 1, line))
    })
}

/// Where a line uses a word that is to be avoided. The same letters may belong to a good term that
/// reaches beyond them: 和局面 is no 和局.
fn uses(line: &str, avoided: &str, terms: &[&str]) -> bool {
    line.match_indices(avoided).any(|(start, _)| {
        let end = start + avoided.len();
        let beyond = |term: &&str| {
            line.match_indices(*term).any(|(at, _)| {
                let to = at + term.len();
                at < end && start < to && (at < start || end < to)
            })
        };
        !terms.iter().any(beyond)
    })
}

/// The Chinese chapters call a thing by the name that the glossary has for it.
#[test]
fn the_chinese_book_keeps_to_the_glossary() {
    assert!(uses("这是和局。", "和局", &["局面"]));
    assert!(!uses("着法和局面", "和局", &["局面"]));
    let glossary = fs::read_to_string(root().join("book/glossary.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = glossary
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect())
        .collect();
    for row in &rows {
        assert_eq!(row.len(), 5, "book/glossary.tsv: {row:?}");
    }
    let terms: Vec<&str> = rows.iter().map(|row| row[1]).collect();
    let avoided = rows.iter().flat_map(|row| {
        let words = row[2].split(';').map(str::trim);
        words
            .filter(|word| !word.is_empty())
            .map(|word| (word, row[1]))
    });
    let avoided: Vec<(&str, &str)> = avoided.collect();
    let mut wrong = Vec::new();
    for folder in book("zh") {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|end| end != "md") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy();
            for (number, line) in prose(&text) {
                for (word, term) in &avoided {
                    if uses(line, word, &terms) {
                        wrong.push(format!("{name}:{number}: {word}, not {term}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The README of the workspace belongs to no package, so that no doc test can reach
/// it: what it shows of Rust is an example of the library's own README, which is run.
#[test]
fn rust_in_the_readme_is_an_example_of_the_library() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let run = fs::read_to_string(root().join("crates/grundy/README.md")).unwrap();
    let blocks: Vec<&str> = readme.split("```rust\n").skip(1).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let code = block.split("```").next().unwrap();
        assert!(run.contains(code), "no doc test runs this:\n{code}");
    }
}

#[test]
fn the_two_commands_are_in_both_readmes_and_in_ci() {
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(ci.lines().any(|line| line == "cargo xtask test"));
    for readme in ["README.md", "README.zh.md"] {
        let text = fs::read_to_string(root().join(readme)).unwrap();
        for command in ["$ cargo run --release -- ", "$ cargo xtask test\n"] {
            assert!(text.contains(command), "{readme} lacks `{command}`");
        }
    }
}
