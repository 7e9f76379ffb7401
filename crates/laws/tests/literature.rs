//! The games of the literature: what is found of each, proven, or missed.
//!
//! `literature/` holds a rule file for each game, with its source; `literature.txt` says what the
//! sources say. The finders were not made for these games. What they find is a table in
//! `docs/literature.md` and `docs/literature.zh.md`, which `cargo xtask literature` writes; here
//! the part of it that takes no time is held to the truth, so that it cannot rot.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use grundy::budget::Budget;
use grundy::text::{Lang, Text};
use grundy_lang::bench::{compile, on_workbench};
use grundy_laws::game::study_game;
use grundy_laws::print::Style;
use grundy_laws::rules::Source;
use grundy_laws::study::Options;

const DOCUMENTS: [(Lang, &str); 2] = [
    (Lang::En, "../../docs/literature.md"),
    (Lang::Zh, "../../docs/literature.zh.md"),
];
/// What is written by this file stands between these lines.
const BEGIN: &str = "<!-- written by `cargo xtask literature` -->";
const END: &str = "<!-- end -->";
/// Laws that need more characters are cut: the table is there to be read.
const LONGEST: usize = 160;
/// Games that take no time, which the test studies again.
const QUICK: [&str; 56] = [
    "acrostic_turtles",
    "acrostic_twins",
    "all_but_1_4",
    "all_but_3_5_9",
    "all_but_4",
    "at_least_four",
    "at_least_half",
    "bachet_misere",
    "blocking_bachet",
    "blocking_nim_1",
    "blocking_wythoff_2",
    "bounded_pair",
    "break_in_two",
    "chocolate_2",
    "chocolate_4",
    "chocolate_flat_2",
    "chocolate_sum_3",
    "delete_nim",
    "dim_with_self",
    "even_if_not_all",
    "exact_two_of_two",
    "fibonacci_misere",
    "hypergraph_path",
    "i_mark_2",
    "king_and_knight",
    "lctr_two_rows",
    "mark",
    "mark_misere",
    "moore_three_misere",
    "near_pair_three",
    "nim_pass_two",
    "octal_045",
    "octal_055",
    "octal_156",
    "octal_165",
    "octal_644",
    "octal_71",
    "odd_or_whole",
    "odd_take",
    "pair_by_two_or_five",
    "parity_of_heap",
    "prime_or_one",
    "schwenk_4q",
    "silver_dollar_two",
    "slow_two_of_three",
    "squarefree",
    "staircase_one",
    "steps_to_corner",
    "subtract_2_5_7_misere",
    "take_or_halve",
    "three_equal",
    "turn_half",
    "upmark",
    "welter_three",
    "welter_two",
    "wythoff_misere",
];

/// How a game is reported.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    game: String,
    source: String,
    law: Text,
    status: &'static str,
}

fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// The names of all games with their files.
fn games() -> BTreeMap<String, String> {
    let files = std::fs::read_dir(path("tests/literature")).unwrap();
    let read = |file: std::fs::DirEntry| {
        let file = file.path();
        let name = file.file_stem()?.to_str()?.to_string();
        Some((name, std::fs::read_to_string(file).unwrap()))
    };
    files.filter_map(|file| read(file.unwrap())).collect()
}

/// The source that stands in the comment of a rule file.
fn source(text: &str) -> String {
    let mut found = String::new();
    for line in text.lines().map_while(|line| line.strip_prefix("# ")) {
        let other = ["Known:", "Solved ", "No ", "Needs "];
        match line.strip_prefix("Source: ") {
            Some(rest) => found = rest.to_string(),
            None if found.is_empty() => {}
            None if other.iter().any(|word| line.starts_with(word)) => break,
            None => found = format!("{found} {line}"),
        }
    }
    match found.is_empty() {
        true => "—".to_string(),
        false => found.trim_end_matches('.').to_string(),
    }
}

/// Studies a game as `grundy study` does.
fn studied(name: &str, text: &str, time: Duration) -> Row {
    let budget = Budget::default().with_time(time).starting_now();
    let compiled = compile(text, None, &[]).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let game = on_workbench(Arc::new(compiled));
    let convention = game.rules().convention;
    let options = Options { time, budget };
    let found = study_game(&*game, convention, name, Some(&Source::new(text)), &options);
    let none = Text::fixed("—", "—");
    let (law, status) = match &found {
        Ok(found) => match found.study.findings.first() {
            Some(best) => {
                let names = &found.study.sample.names;
                (best.law.written(Style::Text, names), best.status.word())
            }
            None => (none, "missed"),
        },
        Err(_) => (none, "error"),
    };
    Row {
        game: name.to_string(),
        source: source(text),
        law,
        status,
    }
}

/// A word for a status in a language.
fn word(status: &str, lang: Lang) -> &str {
    match (lang, status) {
        (Lang::En, word) => word,
        (_, "proven") => "已证明",
        (_, "decided") => "已判定",
        (_, "verified") => "已验证",
        (_, "observed") => "已观察",
        (_, "missed") => "未找到",
        _ => "错误",
    }
}

/// The cells of a row in a language, as they stand in the table.
fn cells(row: &Row, lang: Lang) -> [String; 4] {
    let law = row.law.get(lang);
    let law = match law.chars().count() > LONGEST {
        true => law.chars().take(LONGEST).collect::<String>() + " …",
        false => law.to_string(),
    };
    // A bar ends a cell.
    let law = match law.as_str() {
        "—" => law,
        law => format!("`{}`", law.replace('|', "\\|")),
    };
    [
        row.game.clone(),
        row.source.clone(),
        law,
        word(row.status, lang).to_string(),
    ]
}

/// How many games have which status, the best first.
fn counts(statuses: &[&str], lang: Lang) -> String {
    let order = [
        "proven", "decided", "verified", "observed", "missed", "error",
    ];
    let count = |status: &&str| statuses.iter().filter(|s| *s == status).count();
    let each = order.iter().filter(|status| count(status) > 0);
    let each = each.map(|status| format!("{} {}", word(status, lang), count(status)));
    let (all, each) = (statuses.len(), each.collect::<Vec<_>>());
    match lang {
        Lang::En => format!("{all} games: {}.", each.join(", ")),
        Lang::Zh => format!("共 {all} 个游戏：{}。", each.join("，")),
    }
}

/// The table in a language.
fn table(rows: &[Row], lang: Lang) -> String {
    let head = match lang {
        Lang::En => "| game | source | law | status |",
        Lang::Zh => "| 游戏 | 来源 | 规律 | 状态 |",
    };
    let mut text = format!("{head}\n|---|---|---|---|\n");
    for row in rows {
        text += &format!("| {} |\n", cells(row, lang).join(" | "));
    }
    let statuses: Vec<&str> = rows.iter().map(|row| row.status).collect();
    text + "\n" + &counts(&statuses, lang) + "\n"
}

/// A document before, in and after its table.
fn parts(text: &str) -> (&str, &str, &str) {
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (table, after) = rest.split_once(END).unwrap();
    (before, table, after)
}

/// The rows of a table that was read, cell by cell.
fn read(table: &str) -> Vec<Vec<String>> {
    let lines = table.lines().filter(|line| line.starts_with("| "));
    let row = |line: &str| {
        let inside = line.trim_start_matches("| ").trim_end_matches(" |");
        inside.split(" | ").map(str::to_string).collect()
    };
    lines.skip(1).map(row).collect()
}

/// The whole table: `cargo xtask literature`.
#[test]
#[ignore = "writes the table of the documents; run by cargo xtask literature"]
fn the_table_is_written() {
    let set = |name: &str| std::env::var(name).ok();
    let seconds = set("LITERATURE_SECONDS").map_or(30, |n| n.parse().unwrap());
    let time = Duration::from_secs(seconds);
    let only = set("LITERATURE_ONLY");
    let jobs = set("LITERATURE_JOBS").map_or(1, |n| n.parse().unwrap());
    let asked = |name: &str| {
        only.as_ref()
            .is_none_or(|only| name.contains(only.as_str()))
    };
    let left = Mutex::new({ games().into_iter() }.filter(|(name, _)| asked(name)));
    let rows = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().next();
                    let Some((name, text)) = next else { break };
                    let row = studied(&name, &text, time);
                    println!("| {} |", cells(&row, Lang::En).join(" | "));
                    rows.lock().unwrap().push(row);
                }
            });
        }
    });
    let mut rows: Vec<Row> = rows.into_inner().unwrap();
    rows.sort_by(|a, b| a.game.cmp(&b.game));
    assert!(!rows.is_empty(), "no game has {only:?} in its name");
    let statuses: Vec<&str> = rows.iter().map(|row| row.status).collect();
    println!("{}", counts(&statuses, Lang::En));
    if only.is_none() {
        for (lang, document) in DOCUMENTS {
            let text = std::fs::read_to_string(path(document)).unwrap();
            let (before, _, after) = parts(&text);
            let table = table(&rows, lang);
            let text = format!("{before}{BEGIN}\n\n{table}\n{END}{after}");
            std::fs::write(path(document), text).unwrap();
        }
    }
}

/// Every game stands in both tables with its source, the counts are those of the rows, and what
/// takes no time is found again to the letter.
#[test]
fn the_documents_say_what_is_found() {
    let games = games();
    let mut again: BTreeMap<String, Row> = BTreeMap::new();
    let mut quick = 0;
    for (lang, document) in DOCUMENTS {
        let text = std::fs::read_to_string(path(document)).unwrap();
        let (_, table, _) = parts(&text);
        let rows = read(table);
        let named: Vec<&String> = rows.iter().map(|row| &row[0]).collect();
        assert_eq!(named, games.keys().collect::<Vec<_>>(), "{document}");
        let mut statuses = Vec::new();
        for row in &rows {
            let [name, from, _, status] = &row[..] else {
                panic!("{document}: {row:?}");
            };
            let text = &games[name];
            assert_eq!(*from, source(text), "{document}: {name}");
            let known = [
                "proven", "decided", "verified", "observed", "missed", "error",
            ];
            let found = known.into_iter().find(|s| word(s, lang) == status);
            statuses.push(found.unwrap_or_else(|| panic!("{document}: {status}")));
            if !QUICK.contains(&name.as_str()) {
                continue;
            }
            quick += 1;
            let time = Duration::from_secs(120);
            let found = again
                .entry(name.clone())
                .or_insert_with(|| studied(name, text, time));
            let cells = cells(found, lang);
            assert_eq!(
                cells[..],
                row[..],
                "{document}: run `cargo xtask literature`"
            );
        }
        let counted = counts(&statuses, lang);
        assert!(table.contains(&counted), "{document}: {counted}");
    }
    assert_eq!(quick, 2 * QUICK.len());
}

/// What the literature says is at hand for each game, and for no other.
#[test]
fn every_game_has_a_line_of_what_is_known() {
    let known = include_str!("literature.txt").lines();
    let known = known.filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = known.map(|line| line.split_once(": ").unwrap().0).collect();
    let games = games();
    assert_eq!(names, games.keys().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn sources_are_read_from_the_comments() {
    let text = "# A game.\n# Source: A. Author, A\n# title, 1999.\n# Known: P exactly if n = 0.\nstate n\n";
    assert_eq!(source(text), "A. Author, A title, 1999");
    assert_eq!(source("# A game.\n# Source not at hand.\nstate n\n"), "—");
}
