//! Positions that are seen: in the terminal, in files, in play.

mod running;

use running::{Folder, grundy, grundy_in, said, text};
use serde_json::Value;

/// The picture of a position, then everything else.
#[test]
fn solve_shows_the_position_and_why() {
    let answer = text(&grundy(&["solve", "nim", "3,5,7"], b""));
    let expected = "\
position  3,5,7
          1  ● ● ●               3  0 1 1
          2  ● ● ● ● ●           5  1 0 1
          3  ● ● ● ● ● ● ●       7  1 1 1
                              ⊕  1  0 0 1
outcome   N";
    assert!(answer.contains(expected), "{answer}");
    // The steps that do not count stand in brackets.
    let stairs = text(&grundy(&["solve", "staircase", "3,1,4"], b""));
    assert!(stairs.contains("(1)\n"), "{stairs}");
    // Numbers of the parts of a compound.
    let sum = text(&grundy(&["solve", "nim:3 + kayles:7"], b""));
    assert!(sum.contains("2. kayles  2  1 0"), "{sum}");
}

#[test]
fn every_game_of_the_catalogue_is_shown() {
    let games = text(&grundy(&["games", "--json"], b""));
    let games: Value = serde_json::from_str(&games).unwrap();
    for game in games.as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let shown = text(&grundy(&["show", id], b""));
        assert!(!shown.trim().is_empty(), "{id}");
        for line in shown.lines() {
            assert!(
                grundy::picture::scene::text::width(line) <= 80,
                "{id}: {line}"
            );
        }
    }
}

/// What a page needs: each move touches elements that are there.
#[test]
fn a_scene_as_json_can_be_clicked() {
    for (game, position, moves) in [("cram", "2x3", 7), ("nim", "2,1", 3), ("hackenbush", "", 0)] {
        let mut arguments = vec!["show", game, "--json"];
        if !position.is_empty() {
            arguments.insert(2, position);
        }
        let scene = text(&grundy(&arguments, b""));
        let scene: Value = serde_json::from_str(&scene).unwrap();
        let panels = scene["panels"].as_array().unwrap().iter();
        let elements = panels.flat_map(|panel| panel["elements"].as_array().unwrap());
        let ids: Vec<&str> = elements.map(|e| e["id"].as_str().unwrap()).collect();
        let clicks = scene["moves"].as_array().unwrap();
        assert!(moves == 0 || clicks.len() == moves, "{game}: {scene}");
        for click in clicks {
            let touches = click["touches"].as_array().unwrap();
            assert!(!touches.is_empty(), "{game}: {click}");
            for id in touches {
                assert!(ids.contains(&id.as_str().unwrap()), "{game}: {id}");
            }
        }
    }
}

#[test]
fn pictures_are_written_in_every_format() {
    let folder = Folder::new("scenes");
    for (name, start) in [
        ("cram.svg", &b"<svg"[..]),
        ("cram.png", b"\x89PNG"),
        ("cram.pdf", b"%PDF"),
        ("cram.tex", b"%"),
        ("cram.json", b"{"),
        ("cram.txt", b"1 "),
    ] {
        let file = folder.file(name);
        text(&grundy(&["show", "cram", "3x4", "-o", &file], b""));
        let written = std::fs::read(&file).unwrap();
        assert!(written.starts_with(start), "{name}");
    }
    let unknown = grundy(
        &["show", "cram", "3x4", "-o", &folder.file("cram.bmp")],
        b"",
    );
    assert_eq!(unknown.status.code(), Some(2));
    let told = said(&unknown);
    assert!(told.contains("svg") && told.contains("png"), "{told}");
    let file = folder.file("cram.svg");
    let both = grundy(
        &["show", "cram", "3x4", "--format", "png", "-o", &file],
        b"",
    );
    assert_eq!(both.status.code(), Some(2));
}

/// What is too large is a card with the beginning of its notation; what is no game is called so.
#[test]
fn what_cannot_be_drawn_is_told() {
    let long = text(&grundy(&["show", "treblecross", "1000000"], b""));
    assert_eq!(long.lines().count(), 1, "{long}");
    assert!(long.starts_with('[') && long.chars().count() < 80, "{long}");
    let many = vec!["5"; 20_000].join(",");
    let many = text(&grundy(&["show", "nim", &many], b""));
    assert!(
        many.starts_with("[5,5,5,") && many.chars().count() < 80,
        "{many}"
    );
    for verb in ["show", "play"] {
        let unknown = grundy(&[verb, "nimm"], b"");
        assert_eq!(unknown.status.code(), Some(2));
        assert!(
            said(&unknown).contains("did you mean `nim`?"),
            "{}",
            said(&unknown)
        );
    }
}

/// What the winning moves touch stands out in the picture of an answer.
#[test]
fn solve_draws_what_wins() {
    let folder = Folder::new("solved");
    let file = folder.file("nim.svg");
    text(&grundy(&["solve", "nim", "3,5,7", "-o", &file], b""));
    let won = std::fs::read_to_string(&file).unwrap();
    text(&grundy(&["solve", "nim", "1,2,3", "-o", &file], b""));
    let lost = std::fs::read_to_string(&file).unwrap();
    let rings = |svg: &str| svg.matches("stroke-width=\"2.5\"").count();
    assert_eq!((rings(&won), rings(&lost)), (3, 0));
    let json = folder.file("nim.json");
    text(&grundy(&["solve", "nim", "3,5,7", "-o", &json], b""));
    let answer: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(answer["outcome"], "N");
    let unknown = grundy(&["solve", "nim", "3", "-o", &folder.file("nim.docx")], b"");
    assert_eq!(unknown.status.code(), Some(2));
}

/// A board that falls apart stays a board, and its squares keep their numbers.
#[test]
fn a_board_that_falls_apart_keeps_its_squares() {
    let played = text(&grundy(
        &["play", "cram", "3x4", "--two"],
        "1,2|\n3,2-\nmoves\n2,3-\nrecord\n".as_bytes(),
    ));
    // The left column is one part, what is right of the dominoes another.
    assert!(
        played.contains("1 · ▒ · ·\n  2 · ▒ · ·\n  3 · ▒ ▒ ·\n"),
        "{played}"
    );
    assert!(played.contains("  2,3-  →"), "{played}");
    assert!(played.contains("1 · ▒ · ·\n  2 · ▒ ▒ ▒\n"), "{played}");
    // The record is in the notation of positions, which counts every part from its corner.
    let record = played.lines().last().unwrap();
    let (first, rest) = record.split_once("; ").unwrap();
    assert_eq!(first, "1,2|", "{record}");
    let checked = text(&grundy(&["annotate", "cram", "3x4", record], b""));
    assert_eq!(checked.lines().count(), 5, "{rest}: {checked}");
}

/// A heap keeps its number when another one is gone.
#[test]
fn rows_keep_their_places() {
    let played = text(&grundy(
        &["play", "kayles", "7", "--two"],
        b"take 1 at 4\ntake 1 at 6\ntake 2 at 1\ntake 1 at 4\ntake 1 at 7\n",
    ));
    assert!(played.contains("● ● ● ▒ ● ● ●"), "{played}");
    assert!(played.contains("● ● ● ▒ ● ▒ ●"), "{played}");
    assert!(played.contains("▒ ▒ ● ▒ ● ▒ ●"), "{played}");
    // The fourth pin is down already.
    assert!(played.contains("take 1 at 3"), "{played}");
}

#[test]
fn a_lost_position_is_called_lost_and_defended() {
    let played = text(&grundy(&["play", "nim", "1,2,3"], b"hint\nwhy\n"));
    assert!(played.contains("lost; the longest defence is"), "{played}");
    assert!(played.contains("⊕  0  0 0"), "{played}");
    assert!(played.contains("Bouton"), "{played}");
    let chinese = text(&grundy(
        &["play", "nim", "1,2,3", "--lang", "zh"],
        "提示\n".as_bytes(),
    ));
    assert!(chinese.contains("已败"), "{chinese}");
    // Where play can go too many ways, a move is named all the same.
    let large = text(&grundy(&["play", "nim", "1000,1000"], b"hint\n"));
    assert!(large.contains("lost; try"), "{large}");
}

#[test]
fn the_engine_errs_as_often_as_it_is_asked_to() {
    let reply = |level: &str, seed: &str| {
        let arguments = [
            "play", "nim", "9,9,1", "--first", "engine", "--level", level, "--seed", seed,
        ];
        let played = text(&grundy(&arguments, b""));
        let line = played
            .lines()
            .find(|line| line.starts_with("I play"))
            .unwrap();
        line.to_string()
    };
    let seeds: Vec<String> = (0..12).map(|seed| seed.to_string()).collect();
    let good = |level: &str| {
        let wins = seeds
            .iter()
            .filter(|seed| reply(level, seed) == "I play 3: take 1");
        wins.count()
    };
    assert_eq!(good("5"), seeds.len());
    assert!(good("0") < seeds.len() / 2);
    assert_eq!(reply("0", "7"), reply("0", "7"));
    let wrong = grundy(&["play", "nim", "3", "--level", "6"], b"");
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn a_game_is_saved_and_gone_through() {
    let folder = Folder::new("record");
    let played = grundy_in(
        &folder.0,
        &["play", "nim", "3,5,7"],
        b"1: take 1\nsave game.txt\nsave no/such/folder.txt\n",
    );
    let played = text(&played);
    assert!(played.contains("2 moves in game.txt"), "{played}");
    let record = std::fs::read_to_string(folder.file("game.txt")).unwrap();
    assert_eq!(record.lines().count(), 2, "{record}");
    let checked = text(&grundy(
        &[
            "annotate",
            "nim",
            "3,5,7",
            &folder.file("game.txt"),
            "--show",
        ],
        b"",
    ));
    assert!(checked.contains("second player 0"), "{checked}");
    assert!(checked.contains("1  ● ●"), "{checked}");
}

/// Games in the rule language are seen by their state, or as they say.
#[test]
fn rule_files_say_how_they_are_shown() {
    let show = |rules: &str, position: &str| text(&grundy(&["show", rules, position], b""));
    let moves = "move left(k in 1..a) -> [a-k, b]; move up(k in 1..b) -> [a, b-k]";
    let heaps = format!("state a, b; {moves}");
    assert_eq!(show(&heaps, "1,2"), "a  ●    1\nb  ● ●  2\n");
    let board = format!("{heaps}; show board");
    assert_eq!(show(&board, "1,2"), "0 · · ·\n1 · · ●\n  0 1 2\n");
    let cards = format!("{heaps}; show cards");
    assert_eq!(show(&cards, "1,2"), "[1,2]\n");
    let wrong = grundy(&["show", &format!("{heaps}; show circles"), "1,2"], b"");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        said(&wrong).contains("`heaps`, `board`"),
        "{}",
        said(&wrong)
    );
    let formatted = text(&grundy(
        &["fmt", "-"],
        format!("{heaps};show   board").as_bytes(),
    ));
    assert!(formatted.ends_with("\nshow board\n"), "{formatted}");
}
