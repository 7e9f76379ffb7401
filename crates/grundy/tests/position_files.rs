//! Positions from files: lists of edges, DOT, GraphML, bytes, boards.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use grundy::ask::Question;
use grundy::budget::Budget;
use grundy::catalogue;
use grundy::error::Error;
use grundy::game::Game;
use grundy::games::graphs::geography::{Geography, Walk};
use grundy::notation::file::{read, read_named};
use grundy::notation::graph::{self, Format, NamedGraph};
use grundy::outcome::{Convention, Outcome};
use grundy::random::Random;
use grundy::solve::graph::Graph;
use grundy::text::Lang;
use proptest::prelude::*;

fn reading(text: &[u8], links: Option<&str>) -> Result<String, Error> {
    read(text, links, &Budget::default())
}

#[test]
fn graphs_in_many_hands() {
    for (file, text) in [
        ("1 2\n2 3\n", "1-2,2-3"),
        ("\u{feff}1 2 # x\r\n\n2\t3\r\n7", "1-2,2-3,7"),
        ("1 -> 2\n@1\n@ 2, 3\n", "1-2 @1,2, 3"),
        ("@4\n4,5\n", "4-5 @4"),
        ("vertices 3\n0 1\n", "0-1,0,1,2"),
        // Each line is an edge of its own, loops too.
        ("0 1\n0 1\n1 1\n", "0-1,0-1,1-1"),
        ("0 1\n1 0\n", "0-1,1-0"),
        // What is no list is the game's own notation.
        ("1-2,2-3\n@2\n", "1-2,2-3\n@2"),
        ("7\n@7", "7\n@7"),
        ("", ""),
        (".*#\n...\n", ".*#\n..."),
        ("graph { 5 -- 7; 7 -- 9; 9 }", "5-7,7-9,5,7,9"),
        ("graph { a -- b; a -- b; b -- b }", "0-1,0-1,1-1,0,1"),
        ("digraph { a -> b; b -> a; c }", "0-1,0,1,2"),
        (
            "<graphml><graph edgedefault='undirected'><node id='1'/><node id='3'/>\
             <edge source='3' target='1'/></graph></graphml>",
            "1-3,1,3",
        ),
    ] {
        assert_eq!(reading(file.as_bytes(), Some("-")).unwrap(), text, "{file}");
        let mut zip = GzEncoder::new(Vec::new(), Compression::fast());
        zip.write_all(file.as_bytes()).unwrap();
        let zipped = zip.finish().unwrap();
        assert_eq!(reading(&zipped, Some("-")).unwrap(), text, "{file}");
    }
    let arrows = reading(b"digraph { a -> b; b -> a }", Some(">")).unwrap();
    assert_eq!(arrows, "0>1,1>0,0,1");
    // Games without graphs take the text as it is.
    assert_eq!(reading(b"3 5\n7\n", None).unwrap(), "3 5\n7");
    let graph = Graph::from_edges(3, &[(0, 2), (2, 0), (1, 1)]);
    let bytes = graph::binary::write(&graph);
    assert_eq!(reading(&bytes, Some("-")).unwrap(), "0-2,1-1,2-0,0,1,2");
}

/// A name that is a number means that number, whatever else is in the graph.
#[test]
fn names_that_are_numbers_keep_them() {
    let given = |text: &str| read_named(text.as_bytes(), Some("-"), &Budget::default()).unwrap();
    for (file, text, note) in [
        (
            "graph { x -- 0; 0 -- y }",
            "0-1,0-2,1,0,2",
            Some("1 = x, 2 = y"),
        ),
        // No name becomes the ground beside numbers, and none takes a number away.
        (
            "graph { x -- 1; 3 -- y -- 2 }",
            "1-4,3-5,2-5,4,1,3,5,2",
            Some("4 = x, 5 = y"),
        ),
        ("graph { 07 -- 7 }", "1-7,1,7", Some("1 = 07")),
        ("graph { a -- b }", "0-1,0,1", Some("0 = a, 1 = b")),
        (
            "graph { 5 -- 4294967295 }",
            "5-4294967295,5,4294967295",
            None,
        ),
        (
            "graph { 4294967295 -- 4294967296 }",
            "1-4294967295,4294967295,1",
            Some("1 = 4294967296"),
        ),
        ("graph { \"a\tb\" }", "0", Some("0 = a\\tb")),
        ("1 2\n", "1-2", None),
    ] {
        let given = given(file);
        assert_eq!(given.note().as_deref(), note, "{file}");
        let game = catalogue::find("node-kayles").unwrap().build(&[]).unwrap();
        let same = |text: &str| game.solve(text, &Question::default()).unwrap().position;
        assert_eq!(same(&given.text), same(text), "{file}: {}", given.text);
    }
    // The vertex called 0 is the ground of Hackenbush, in any order.
    let game = catalogue::find("hackenbush").unwrap().build(&[]).unwrap();
    for (file, value) in [
        ("graph { x -- 0; 0 -- y }", 0u8),
        ("graph { x -- y; y -- 0 }", 2),
        ("graph { x -- 1; 1 -- y }", 0),
    ] {
        let solved = game.solve(&given(file).text, &Question::default()).unwrap();
        assert_eq!(solved.answer.value, Some(value.into()), "{file}");
    }
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (file, place) in [
        ("1 2\n2 x\n", "line 2"),
        ("1 2\n@1\n\n1 2 3\n", "line 4"),
        ("vertices 2\n0 1\n1 2\n", "line 3"),
        ("digraph { a -> }", "line 1"),
    ] {
        let error = reading(file.as_bytes(), Some("-")).unwrap_err().to_string();
        assert!(error.contains(place), "{file}: {error}");
    }
    assert!(matches!(
        reading(b"3,\xff", None),
        Err(Error::BadFile { offset: 2, .. })
    ));
    let mut bytes = graph::binary::write(&Graph::from_edges(9, &[(0, 1), (5, 8)]));
    bytes.truncate(30);
    let cut = reading(&bytes, Some("-"));
    assert!(matches!(cut, Err(Error::BadFile { .. })), "{cut:?}");
    let budget = Budget::default().with_bytes(100);
    let long = read(&[b' '; 1000][..], None, &budget);
    assert!(matches!(long, Err(Error::OverBudget { .. })));
}

#[test]
fn all_forms_are_written_and_read_back() {
    let mut random = Random::new(1);
    let odd = [
        "a b", "\"", "<&>", "x\\y", "é", "7", "-1", "graph", "a\nb", ";", "", "0x",
    ];
    for round in 0..200 {
        let n = 1 + random.below(12);
        let count = random.below(3 * n);
        let mut end = || random.below(n) as u32;
        let edges: Vec<_> = (0..count).map(|_| (end(), end())).collect();
        let plain = Graph::from_edges(n as usize, &edges);
        let numbered = NamedGraph::unnamed(plain.clone());
        for format in Format::ALL {
            for zipped in [false, true] {
                let mut bytes = Vec::new();
                graph::write(&numbered, format, zipped, &mut bytes).unwrap();
                let again = graph::read(&bytes[..], None, &Budget::default()).unwrap();
                assert_eq!(again.graph, plain, "{format:?}");
                assert_eq!(again.name(0), "0");
            }
        }
        // Names, by way of GraphML and DOT.
        let nodes: String = (0..n as usize)
            .map(|v| {
                format!(
                    "<node id=\"{}\"/>",
                    escaped(odd[v % odd.len()], v / odd.len())
                )
            })
            .collect();
        let lines: String = edges
            .iter()
            .map(|(a, b)| {
                let name = |v: u32| escaped(odd[v as usize % odd.len()], v as usize / odd.len());
                format!("<edge source=\"{}\" target=\"{}\"/>", name(*a), name(*b))
            })
            .collect();
        let xml =
            format!("<graphml><graph edgedefault=\"directed\">{nodes}{lines}</graph></graphml>");
        let named = graph::read(xml.as_bytes(), None, &Budget::default()).unwrap();
        assert!(named.has_names());
        for format in [Format::Dot, Format::GraphMl] {
            let mut bytes = Vec::new();
            graph::write(&named, format, round % 2 == 0, &mut bytes).unwrap();
            let again = graph::read(&bytes[..], None, &Budget::default()).unwrap();
            assert_eq!(again.graph, plain, "{format:?}");
            for v in 0..n as u32 {
                assert_eq!(again.name(v), named.name(v), "{format:?}");
            }
        }
    }
    for (path, expected) in [
        ("a.txt", Some((Format::Edges, false))),
        ("a.b.BIN.gz", Some((Format::Binary, true))),
        ("x/a.gv", Some((Format::Dot, false))),
        ("a.graphml.gz", Some((Format::GraphMl, true))),
        ("a.png", None),
        ("a", None),
        (".gz", None),
    ] {
        assert_eq!(Format::of_path(path), expected, "{path}");
    }
}

#[test]
fn names_that_xml_cannot_hold_are_not_written() {
    let named = |name: &str| {
        let text = format!("digraph {{ a -> \"{name}\" }}");
        graph::read(text.as_bytes(), None, &Budget::default()).unwrap()
    };
    for (name, shown) in [
        ("b\u{1}", r"b\u{1}"),
        ("\0", r"\u{0}"),
        ("\u{b}", r"\u{b}"),
        ("x\u{1f}y", r"x\u{1f}y"),
        ("\u{fffe}", "\u{fffe}"),
    ] {
        let named = named(name);
        let mut bytes = Vec::new();
        let error = graph::write(&named, Format::GraphMl, false, &mut bytes).unwrap_err();
        assert!(error.to_string().contains(shown), "{error}");
        assert!(bytes.is_empty());
        let error = graph::writable(&named, Format::GraphMl).unwrap_err();
        assert!(error.message(Lang::Zh).contains(shown), "{error}");
        // DOT has no such limit.
        graph::writable(&named, Format::Dot).unwrap();
        graph::write(&named, Format::Dot, false, &mut bytes).unwrap();
        let again = graph::read(&bytes[..], None, &Budget::default()).unwrap();
        assert_eq!(again.name(1), name);
    }
    for name in ["\t", "a\r\nb", "\u{7f}", "\u{85}", "\u{10ffff}", " "] {
        let mut bytes = Vec::new();
        graph::write(&named(name), Format::GraphMl, false, &mut bytes).unwrap();
        let again = graph::read(&bytes[..], None, &Budget::default()).unwrap();
        assert_eq!(again.name(1), name);
    }
}

fn escaped(name: &str, copy: usize) -> String {
    let name = name
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;");
    name + &"'".repeat(copy)
}

#[test]
fn boards_on_lines() {
    let one = Geography.read("*../.#./...").unwrap();
    for text in [
        "*..\n.#.\n...",
        "*..\r\n.#.\r\n...\r\n",
        " * . .\n . # .\n . . .\n",
        "*../\n.#./\n...",
    ] {
        assert_eq!(Geography.read(text).unwrap(), one, "{text:?}");
    }
    let rows = [vec![true, true], vec![true, false]];
    let board = Walk::on_board(&rows, Some((0, 1))).unwrap();
    assert_eq!(Geography.read(".*\n.#\n").unwrap(), [board]);
    for bad in ["..\n...", "*.\n.*", "..\n/", "../\n"] {
        assert!(Geography.read(bad).is_err(), "{bad:?}");
    }
    // A second token is named where it stands.
    for (bad, at) in [("*.*", 3), ("**", 2), ("* . .\n. *", 9), ("XxO/oX", 5)] {
        match Geography.read(bad) {
            Err(Error::BadPosition { column, .. }) => assert_eq!(column, at, "{bad:?}"),
            other => panic!("{bad:?}: {other:?}"),
        }
    }
    let sum = Geography.read(".*\n.. + 1-2 @1").unwrap();
    assert_eq!(sum.len(), 2);
}

#[test]
fn two_colours() {
    let sum = Geography.read("XO*OXO").unwrap();
    assert_eq!(Geography.write(&sum), "XOxOXO");
    let after = Geography
        .play(&sum[0], &Geography.read_move(&sum[0], "1,2").unwrap())
        .unwrap();
    assert_eq!(Geography.write(&after), "Xo#OXO");
    assert_eq!(Geography.read("Xo#OXO").unwrap(), after);
    // From black only to white.
    let sum = Geography.read("X*O").unwrap();
    let black = Geography.read_move(&sum[0], "1,1").unwrap();
    assert_eq!(Geography.play(&sum[0], &black), None);
}

/// The games of NOI 2011 (Luogu P1971), as text: in the first sample the
/// rabbit's only move is a mistake, in the third both are.
#[test]
fn annotated_games() {
    let game = catalogue::find("geography").unwrap().build(&[]).unwrap();
    let all = |position, moves: &[&str]| {
        game.annotate(position, moves, Convention::Normal, &Budget::default())
    };
    let annotate = |position, moves: &[&str]| {
        let played = all(position, moves)?;
        Ok::<_, Error>(played.iter().map(|at| at.outcome).collect::<Vec<_>>())
    };
    use Outcome::{N, P};
    // Where the rabbit errs, a better move is named, and it is one.
    let played = all("XO*OXO", &["1,2", "1,1"]).unwrap();
    let better = played[1].better.clone().unwrap();
    assert_eq!(annotate("XO*OXO", &[&better]).unwrap(), [N, P]);
    assert_eq!((&played[0].better, &played[2].better), (&None, &None));
    // Told as the game writes it: among colours the token stands on a black square, `x`.
    assert_eq!(played[0].position, "XOxOXO");
    assert_ne!(played[1].position, played[0].position);
    assert_eq!(annotate("XO*OXO", &["1,2", "1,1"]).unwrap(), [N, N, P]);
    let board = "OOXX/OXXO/OO*O/XXXO";
    let played = annotate(board, &["3,2", "2,2", "1,2", "1,3"]).unwrap();
    assert_eq!(played, [N, N, N, N, P]);
    // A token that is not on the board yet is put down by the first move.
    assert_eq!(annotate("1-2,2-3", &[]).unwrap(), [N]);
    assert_eq!(annotate("1-2,2-3", &["1", "2", "3"]).unwrap(), [N, P, N, P]);
    for (moves, expected) in [(&["3,2", "3,2"][..], "2,2; 4,2"), (&["9,9"], "3,2; 3,4")] {
        let error = annotate(board, moves).unwrap_err();
        assert!(matches!(error, Error::BadMove { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    }
}

/// What follows a played game agrees with asking anew after every move.
#[test]
fn following_agrees_with_asking() {
    let mut random = Random::new(5);
    let game = catalogue::find("geography").unwrap().build(&[]).unwrap();
    let budget = Budget::default();
    for _ in 0..300 {
        let (rows, columns) = (1 + random.below(4), 1 + random.below(5));
        let letters: &[u8] = match random.below(2) {
            0 => b"...#",
            _ => b"XO",
        };
        let mut letter = || letters[random.below(letters.len() as u64) as usize] as char;
        let board: Vec<String> = (0..rows)
            .map(|_| (0..columns).map(|_| letter()).collect())
            .collect();
        let mut position = board.join("/");
        let start = position.clone();
        let mut moves: Vec<String> = Vec::new();
        let question = Question {
            outcome_only: true,
            ..Question::default()
        };
        let mut expected = vec![game.solve(&position, &question).unwrap().answer.outcome];
        loop {
            let (list, _) = game.moves(&position, 1_000).unwrap();
            if list.is_empty() {
                break;
            }
            let chosen = &list[random.below(list.len() as u64) as usize];
            moves.push(chosen.mv.clone());
            position = chosen.to.clone();
            expected.push(game.solve(&position, &question).unwrap().answer.outcome);
        }
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        let found = game.annotate(&start, &texts, Convention::Normal, &budget);
        let found: Vec<Outcome> = found.unwrap().iter().map(|at| at.outcome).collect();
        assert_eq!(found, expected, "{start} {moves:?}");
        // And every first move is what asking after it says.
        let all = game.every_move(&start, &question).unwrap();
        let (list, _) = game.moves(&start, 1_000).unwrap();
        assert_eq!(all.moves.len(), list.len());
        for (listed, rated) in list.iter().zip(&all.moves) {
            assert_eq!(*listed, rated.written);
            let there = game.solve(&listed.to, &question).unwrap();
            assert_eq!(there.answer.outcome, rated.after, "{start} {}", listed.mv);
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_break_the_reader(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for links in [None, Some("-"), Some(">")] {
            let _ = reading(&bytes, links);
        }
    }

    #[test]
    fn no_text_breaks_reader_or_game(text in "([0-9]{1,3}|[ \t,@#./*XOxo\n+-]|->|vertices |digraph \\{|\\}|a){0,40}") {
        if let Ok(text) = reading(text.as_bytes(), Some("-")) {
            let _ = Geography.read(&text);
        }
    }
}
