//! `grundy graph`, positions from files, `--all` and `annotate`, as a user
//! meets them: answers, files in and out, bad input.

mod running;

use std::fs;
use std::path::PathBuf;
use std::process::Output;

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        fs::write(self.0.join(name), bytes).unwrap();
        self
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    fn run(&self, arguments: &[&str], input: &[u8]) -> Output {
        running::grundy_in(&self.0, arguments, input)
    }

    fn text(&self, arguments: &[&str]) -> String {
        running::text(&self.run(arguments, b""))
    }

    fn json(&self, arguments: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.text(arguments)).unwrap()
    }

    /// The exit code and the message of a refusal.
    fn refused(&self, arguments: &[&str], input: &[u8]) -> (i32, String) {
        let output = self.run(arguments, input);
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), message)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const LOOPS: &str = "0 1\n1 0\n1 2\n2 3\n4 5\n5 4\n";

#[test]
fn one_vertex_and_all_of_them() {
    let folder = Folder::new("vertices");
    folder.write("g.txt", LOOPS);
    let answer = folder.json(&["graph", "g.txt", "--start", "1", "--moves", "--json"]);
    assert_eq!(answer["outcome"], "D");
    assert_eq!(answer["remoteness"], serde_json::Value::Null);
    assert_eq!(answer["best"], "to 0");
    assert_eq!(answer["moves"][1]["to"], "2");
    assert_eq!(answer["moves"][1]["outcome"], "N");
    assert_eq!(answer["status"], "computed");
    let summary = folder.json(&["graph", "g.txt", "--format", "json"]);
    assert_eq!(summary["vertices"], 6);
    assert_eq!([&summary["N"], &summary["P"], &summary["D"]], [1, 1, 4]);
    let lines = folder.text(&["graph", "g.txt", "--all", "--values", "--format", "csv"]);
    let expected = "vertex,outcome,remoteness,best,value\n0,D,,1,∞()\n1,D,,0,∞(1)\n2,N,1,3,1\n3,P,0,,0\n\
                    4,D,,5,∞()\n5,D,,4,∞()\n";
    assert_eq!(lines, expected);
    let objects = folder.text(&["graph", "g.txt", "--all", "--json"]);
    let third: serde_json::Value = serde_json::from_str(objects.lines().nth(2).unwrap()).unwrap();
    assert_eq!(third["remoteness"], 1);
    assert_eq!(third["best"], "3");
}

#[test]
fn misere_targets_and_sums() {
    let folder = Folder::new("rules");
    folder.write("g.txt", LOOPS).write("t.txt", "0\n3\n");
    let outcome = |more: &[&str]| {
        let mut arguments = vec!["graph", "g.txt", "--json"];
        arguments.extend_from_slice(more);
        folder.json(&arguments)["outcome"]
            .as_str()
            .unwrap()
            .to_string()
    };
    assert_eq!(outcome(&["--start", "2"]), "N");
    assert_eq!(outcome(&["--start", "2", "--misere"]), "P");
    assert_eq!(outcome(&["--start", "1", "--misere"]), "N");
    assert_eq!(outcome(&["--start", "1", "--targets", "0"]), "N");
    assert_eq!(outcome(&["--start", "2", "--targets", "0,2"]), "P");
    assert_eq!(outcome(&["--start", "4", "--targets", "@t.txt"]), "D");
    assert_eq!(outcome(&["--start", "1,2"]), "N");
    assert_eq!(outcome(&["--start", "1", "--start", "4"]), "D");
    let sum = folder.json(&["graph", "g.txt", "--start", "1,2", "--json"]);
    assert_eq!(
        (&sum["value"], &sum["best"]),
        (&"∞(0)".into(), &"1: to 2".into())
    );
}

/// With several tokens a move is judged by the sum that it leaves.
#[test]
fn moves_of_a_sum() {
    let folder = Folder::new("sum");
    folder.write("g.txt", LOOPS);
    let sum = ["graph", "g.txt", "--start", "1,2", "--moves"];
    let text = folder.text(&sum);
    let moves: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("move"))
        .collect();
    assert_eq!(
        moves,
        [
            "move      1: → 2  P  value 0",
            "move      1: → 0  D  value ∞()",
            "move      2: → 3  D  value ∞(1)",
        ]
    );
    let answer = folder.json(&[&sum[..], &["--json"]].concat());
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    assert_eq!(
        (&moves[0]["token"], &moves[0]["to"]),
        (&1.into(), &"2".into())
    );
    assert_eq!(
        (&moves[2]["token"], &moves[2]["outcome"]),
        (&2.into(), &"D".into())
    );
    let table = folder.text(&[&sum[..], &["--format", "csv"]].concat());
    assert_eq!(
        table,
        "token,to,outcome,remoteness,value\n1,2,P,,0\n1,0,D,,∞()\n2,3,D,,∞(1)\n"
    );
}

#[test]
fn csv_is_csv_for_a_start_too() {
    let folder = Folder::new("csv");
    folder.write("g.txt", LOOPS);
    folder.write(
        "n.dot",
        "digraph { \"a,\tb\" -> \"say \\\"c\\\"\\d\"; e -> \"x\ny\" }",
    );
    let csv = |more: &[&str]| folder.text(&[more, &["--format", "csv"]].concat());
    assert_eq!(
        csv(&["graph", "g.txt", "--start", "2"]),
        "position,outcome,remoteness,best\n2,N,1,to 3\n"
    );
    assert_eq!(
        csv(&["graph", "g.txt", "--start", "1,2"]),
        "position,outcome,remoteness,best,value\n1 + 2,N,,1: to 2,∞(0)\n"
    );
    assert_eq!(
        csv(&["graph", "g.txt", "--start", "1", "--moves"]),
        "token,to,outcome,remoteness\n1,0,D,\n1,2,N,1\n"
    );
    assert_eq!(
        csv(&["graph", "n.dot", "--start", "e"]),
        "position,outcome,remoteness,best\ne,N,1,\"to x\ny\"\n"
    );
    // Text has a line for each vertex, whatever it is called.
    assert_eq!(
        folder.text(&["graph", "n.dot", "--all"]),
        "vertex\toutcome\tremoteness\tbest\na,\\tb\tN\t1\tsay \"c\"\\\\d\n\
         say \"c\"\\\\d\tP\t0\t\ne\tN\t1\tx\\ny\nx\\ny\tP\t0\t\n"
    );
    assert_eq!(
        folder.json(&["graph", "n.dot", "--start", "e", "--json"])["best"],
        "to x\ny"
    );
}

/// Reading, solving and values have one limit of time between them: what
/// waiting for the targets took is not given back.
#[test]
fn one_limit_of_time_for_the_whole_command() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let folder = Folder::new("time");
    folder.write("g.txt", LOOPS);
    let after = |wait: u64, limit: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .env("GRUNDY_CACHE", "")
            .args(["graph", "g.txt", "--targets", "@/dev/stdin"])
            .args(["--limit-time", limit])
            .current_dir(&folder.0)
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let _ = child.stdin.take().unwrap().write_all(b"3\n");
        let output = child.wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), message)
    };
    let (code, message) = after(1_000, "100ms");
    assert_eq!(code, Some(3), "{message}");
    assert!(message.contains("the limit of 100 ms"), "{message}");
    assert_eq!(after(0, "1h"), (Some(0), String::new()));
}

#[test]
fn names_of_a_file_are_told_with_their_numbers() {
    let folder = Folder::new("names");
    folder.write("h.dot", "graph { x -- 0; 0 -- y }");
    let text = folder.text(&["solve", "hackenbush", "h.dot"]);
    assert!(text.contains("\nnames     1 = x, 2 = y\n"), "{text}");
    assert!(text.contains("\nvalue     0\n"), "{text}");
    let zh = folder.text(&["solve", "hackenbush", "h.dot", "--lang", "zh", "--all"]);
    assert!(zh.contains("\n编号      1 = x, 2 = y\n"), "{zh}");
    let answer = folder.json(&["solve", "hackenbush", "h.dot", "--format", "json"]);
    assert_eq!(answer["names"], serde_json::json!({"1": "x", "2": "y"}));
    for verb in ["play", "draw"] {
        let told = folder.run(&[verb, "hackenbush", "h.dot"], b"quit\n");
        let told = String::from_utf8(told.stderr).unwrap();
        assert_eq!(told, "vertices are numbered: 1 = x, 2 = y\n", "{verb}");
    }
    // Numbers alone need no telling.
    folder.write("n.dot", "graph { 1 -- 0; 0 -- 2 }");
    let answer = folder.json(&["solve", "hackenbush", "n.dot", "--format", "json"]);
    assert_eq!(answer.get("names"), None);
}

#[test]
fn conversion_there_and_back() {
    let folder = Folder::new("conversion");
    folder.write(
        "g.dot",
        "digraph { \"the start\" -> b -> \"the start\"; b -> c; c -> c; b -> c; lonely }",
    );
    let all = folder.text(&["graph", "g.dot", "--all", "--values"]);
    assert!(all.contains("the start\tD\t\tb"), "{all}");
    for (from, to) in [
        ("g.dot", "a.graphml"),
        ("a.graphml", "b.graphml.gz"),
        ("b.graphml.gz", "c.dot.gz"),
        ("c.dot.gz", "d.dot"),
    ] {
        assert_eq!(folder.text(&["graph", from, "--write", to]), "");
        assert_eq!(
            folder.text(&["graph", to, "--all", "--values"]),
            all,
            "{to}"
        );
    }
    // Numbers take the place of names.
    for (from, to) in [
        ("d.dot", "e.bin"),
        ("e.bin", "f.txt.gz"),
        ("f.txt.gz", "g.bin"),
    ] {
        assert_eq!(folder.text(&["graph", from, "--write", to]), "");
    }
    assert_eq!(folder.read("e.bin"), folder.read("g.bin"));
    let list = folder.text(&["graph", "e.bin", "--write", "-"]);
    assert_eq!(list, "vertices 4\n0 1\n1 0\n1 2\n1 2\n2 2\n");
    // Standard input, guessed and told.
    let piped = folder.run(
        &["graph", "-", "--start", "1", "--json"],
        &folder.read("f.txt.gz"),
    );
    let piped: serde_json::Value = serde_json::from_slice(&piped.stdout).unwrap();
    assert_eq!(piped["outcome"], "D");
    let told = folder.run(
        &["graph", "-", "--input", "dot"],
        b"# a comment\ndigraph { a -> b }",
    );
    assert!(told.status.success());
}

#[test]
fn a_game_on_a_graph_is_played() {
    let folder = Folder::new("played");
    folder
        .write("g.txt", LOOPS)
        .write("path.txt", "3 2\n2 1\n1 0\n");
    let talk = |arguments: &[&str], input: &str| {
        let output = folder.run(arguments, input.as_bytes());
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let drawn = talk(
        &["graph", "g.txt", "--start", "1", "--play"],
        "0\nmoves\n0\nhint\nundo\n",
    );
    assert!(drawn.contains("I play to 1"), "{drawn}");
    assert!(drawn.contains("try to 0"), "{drawn}");
    // The person errs by moving to 2.
    let lost = talk(
        &["graph", "g.txt", "--start", "1", "--play"],
        "nowhere\nto 2\n",
    );
    assert!(lost.contains("expected one of to 0; to 2"), "{lost}");
    assert!(lost.ends_with("I play to 3\nposition 3\nI win\n"), "{lost}");
    let first = talk(
        &[
            "graph", "path.txt", "--start", "3", "--play", "--first", "engine",
        ],
        "1\n",
    );
    assert!(
        first.ends_with("I play to 0\nposition 0\nI win\n"),
        "{first}"
    );
    let sum = talk(
        &["graph", "path.txt", "--start", "3,2", "--play"],
        "3: 1\n1: 2\n",
    );
    assert!(sum.contains("position 2 + 2"), "{sum}");
}

#[test]
fn pictures_are_written() {
    let folder = Folder::new("pictures");
    folder.write("g.txt", LOOPS);
    let answer = folder.text(&[
        "graph", "g.txt", "--start", "1", "--svg", "g.svg", "--dot", "g.gv",
    ]);
    assert!(answer.starts_with("position  1\n"), "{answer}");
    let svg = String::from_utf8(folder.read("g.svg")).unwrap();
    assert!(svg.contains("moves to the end"));
    // 0, 1, 2 and 3 can be reached, 4 and 5 cannot.
    assert_eq!(svg.matches("<ellipse").count(), 2); // and one in the legend
    let dot = String::from_utf8(folder.read("g.gv")).unwrap();
    assert_eq!(dot.matches("shape=").count(), 4);
    let only = folder.text(&["graph", "g.txt", "--values", "--svg", "-"]);
    assert!(only.starts_with("<svg") && only.contains("∞(1)"), "{only}");
    let long: String = (1..2_000).map(|v| format!("{v} {}\n", v - 1)).collect();
    folder.write("long.txt", long);
    let (code, message) = folder.refused(&["graph", "long.txt", "--svg", "x.svg"], b"");
    assert_eq!(code, 2);
    assert!(
        message.contains("2000 positions and 1999 moves"),
        "{message}"
    );
    assert!(!folder.0.join("x.svg").exists());
}

#[test]
fn bad_graphs_are_refused_with_their_place() {
    let folder = Folder::new("bad");
    folder.write("g.txt", LOOPS);
    folder.text(&["graph", "g.txt", "--write", "g.bin"]);
    let bytes = folder.read("g.bin");
    let mut corrupt = bytes.clone();
    *corrupt.last_mut().unwrap() ^= 1;
    folder.write("cut.bin", &bytes[..bytes.len() - 3]);
    folder.write("corrupt.bin", &corrupt);
    folder.write("zip.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
    let mut false_count = bytes.clone();
    false_count[8..16].copy_from_slice(&2_000_000_000u64.to_le_bytes());
    folder.write("false.bin", &false_count);
    for (code, arguments, input, part) in [
        (2, &["graph", "nothing.txt"][..], "", "nothing.txt"),
        (2, &["graph", "-"], "0 1\n1 x\n", "line 2"),
        (2, &["graph", "-"], "0 1\n\n1 2 3\n", "line 3"),
        (2, &["graph", "-"], "0 4294967295\n", "line 1"),
        (2, &["graph", "-"], "vertices 2\n0 2\n", "line 2"),
        (2, &["graph", "-"], "digraph { a -> }\n", "line 1"),
        (
            2,
            &["graph", "-"],
            "<graphml><graph></graph></graphml>",
            "line 1",
        ),
        (2, &["graph", "cut.bin"], "", "cut short"),
        (2, &["graph", "corrupt.bin"], "", "checksum"),
        (2, &["graph", "zip.gz"], "", "bytes"),
        (3, &["graph", "false.bin"], "", "the limit is 4.0 GB"),
        (
            3,
            &["graph", "-", "--limit-memory", "1G"],
            "0 2000000000\n",
            "raise --limit-memory",
        ),
        (
            3,
            &["graph", "g.txt", "--limit-memory", "10"],
            "",
            "the limit is 10 B",
        ),
        (2, &["graph", "g.txt", "--start", "9"], "", "start=`9`"),
        (2, &["graph", "g.txt", "--start", "-1"], "", ""),
        (2, &["graph", "g.txt", "--start", "0,x"], "", "start=`x`"),
        (2, &["graph", "g.txt", "--targets", "7"], "", "targets=`7`"),
        (2, &["graph", "g.txt", "--start", ""], "", "start=``"),
        (2, &["graph", "g.txt", "--start", " , "], "", "at least one"),
        (2, &["graph", "g.txt", "--targets", ""], "", "targets=``"),
        (
            2,
            &["graph", "-", "--write", "g.graphml"],
            "digraph { \"a\u{1}\" }",
            "a\\u{1}",
        ),
        (2, &["graph", "-"], "digraph { a -- b }", "column 13"),
        (2, &["graph", "g.txt", "--moves"], "", "--start"),
        (2, &["graph", "g.txt", "--play"], "", "--start"),
        (
            2,
            &["graph", "-", "--start", "0", "--play"],
            "0 1",
            "standard input",
        ),
        (
            2,
            &["graph", "g.txt", "--values", "--misere"],
            "",
            "normal play",
        ),
        (
            2,
            &["graph", "g.txt", "--start", "1,2", "--targets", "0"],
            "",
            "normal play",
        ),
        (2, &["graph", "g.txt", "--write", "g.png"], "", ".graphml"),
        (
            2,
            &["graph", "g.txt", "--svg", "no/such/folder.svg"],
            "",
            "no/such",
        ),
        (2, &["graph", "g.txt", "--input", "binary"], "", "grundyG1"),
    ] {
        let (found, message) = folder.refused(arguments, input.as_bytes());
        assert_eq!(found, code, "{arguments:?}: {message}");
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
    let empty = folder.run(&["graph", "-", "--values", "--all"], b"");
    assert!(empty.status.success());
    let empty = folder.run(&["graph", "-", "--values", "--svg", "-"], b"");
    assert!(empty.status.success());
}

#[test]
fn positions_come_from_files_for_every_verb() {
    let folder = Folder::new("positions");
    folder
        .write("heaps.txt", "3, 5\n7\n")
        .write("3", "1,1")
        .write("walk.txt", "1 2\n2 3\n3 4\n4 5\n5 3\n")
        .write("walk.dot", "graph { 1 -- 2 -- 3 -- 4 -- 5 -- 3 }")
        .write("board.txt", "*..#\n.#..\n....\n")
        .write("stalk", "# three edges\n0 1\n1 2\n2 3\n");
    let value = |arguments: &[&str]| {
        let mut all = vec!["solve", "--format", "json"];
        all.extend_from_slice(arguments);
        folder.json(&all)
    };
    assert_eq!(value(&["nim", "heaps.txt"])["position"], "3,5,7");
    assert_eq!(value(&["nim", "@heaps.txt"])["position"], "3,5,7");
    // A file that happens to be called 3 is not meant, unless it is.
    assert_eq!(value(&["nim", "3"])["value"], "3");
    assert_eq!(value(&["nim", "@3"])["value"], "0");
    assert_eq!(value(&["hackenbush", "@stalk"])["value"], "3");
    assert_eq!(
        value(&["geography", "board.txt"])["position"],
        "*..#/.#../...."
    );
    // The other games on graphs take the same files.
    for (game, mark, position) in [
        ("node-kayles", "", "1-2,2-3"),
        ("arc-kayles", "", "1-2,2-3"),
        ("poset-game", "", "1<2,2<3"),
        ("edge-geography", "@1\n", "1-2,2-3 @1"),
        ("directed-geography", "@1\n", "1>2,2>3 @1"),
        ("tokens", "@1,2\n", "1>2,2>3 @1,2"),
    ] {
        folder.write("links.txt", format!("1 2\n2 3\n{mark}"));
        assert_eq!(value(&[game, "links.txt"])["position"], position);
    }
    let compound = value(&["nim", "heaps.txt", "--compound", "selective"]);
    assert_eq!(compound["outcome"], "N");
    let starts = value(&["geography", "walk.txt", "--all"]);
    assert_eq!(starts, value(&["geography", "walk.dot", "--all"]));
    let outcomes: Vec<_> = starts["moves"].as_array().unwrap().iter().collect();
    assert_eq!(outcomes.len(), 5);
    // 1-2 3-4 leaves 5 exposed, and so any of the triangle, and 1.
    let lost = outcomes.iter().filter(|m| m["outcome"] == "P");
    let lost: Vec<_> = lost.map(|m| m["move"].as_str().unwrap()).collect();
    assert_eq!(lost, ["1", "3", "4", "5"]);
    let drawn = folder.text(&["draw", "nim", "@3"]);
    assert!(drawn.starts_with("<svg"));
    let played = folder.run(&["play", "geography", "walk.txt"], b"2\n");
    let played = String::from_utf8(played.stdout).unwrap();
    assert!(played.contains("I play"), "{played}");
    for (arguments, part) in [
        (&["solve", "nim", "@absent"][..], "absent"),
        (&["solve", "nim", "absent.txt"], "column"),
        (&["solve", "geography", "@."], "directory"),
    ] {
        let (code, message) = folder.refused(arguments, b"");
        assert_eq!(code, 2, "{message}");
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_million_edges_from_a_file() {
    let folder = Folder::new("million");
    let n = 1_000_000u32;
    // A path of 10^6 edges is as deep as can be.
    let path: String = (0..n).map(|v| format!("{v} {}\n", v + 1)).collect();
    folder.write("path.txt", path);
    let stalk = folder.json(&["solve", "hackenbush", "path.txt", "--format", "json"]);
    assert_eq!(stalk["value"], n.to_string());
    assert_eq!(stalk["winning_moves"][0]["move"], "cut 0-1");
    let walk = folder.run(&["solve", "geography", "path.txt", "--all"], b"");
    let walk = String::from_utf8(walk.stdout).unwrap();
    // An odd path: the even places are lost.
    assert!(
        walk.contains("1000001: 500001 P, 500000 N"),
        "{}",
        &walk[..400]
    );
    let graph = folder.json(&["graph", "path.txt", "--start", "0", "--json"]);
    assert_eq!(graph["remoteness"], n);
    assert_eq!(graph["outcome"], "P");
}

#[test]
fn mistakes_of_a_played_game() {
    let folder = Folder::new("annotate");
    folder
        .write("rabbit.txt", "OOXX\nOXXO\nOO*O\nXXXO\n")
        .write("moves.txt", "3,2\n2,2\n1,2\n1,3\n");
    let played = folder.json(&[
        "annotate",
        "geography",
        "rabbit.txt",
        "moves.txt",
        "--format",
        "json",
    ]);
    let mistakes: Vec<bool> = played["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["mistake"].as_bool().unwrap())
        .collect();
    // The rabbit's two, and the egg's answer to the first (NOI 2011, sample 3).
    assert_eq!(mistakes, [true, true, true, false]);
    let nim = folder.text(&["annotate", "nim", "3,5,7", "3: take 6; 1: take 3"]);
    assert_eq!(
        nim,
        "N\t0\t\t3,5,7\n\
         N\t1\t3: take 6\t3,5,1\tmistake; better: 1: take 1\n\
         N\t2\t1: take 3\t0,5,1\tmistake; better: 2: take 3\n\
         mistakes: first player 1, second player 1\n"
    );
    for (arguments, part) in [
        (&["annotate", "nim", "3", "take 9"][..], "take 9"),
        (&["annotate", "geography", "rabbit.txt", "3,2; 3,2"], "3,2"),
        (&["annotate", "nim", "-", "-"], "standard input"),
    ] {
        let (code, message) = folder.refused(arguments, b"");
        assert_eq!(code, 2, "{message}");
        assert!(message.contains(part), "{message}");
    }
}

/// Many questions with a graph each, in one process.
#[test]
fn a_graph_may_come_with_a_question() {
    let lines = [
        r#"{"id":1,"graph":[["a","b"],["b","c"]],"position":"a"}"#,
        r#"{"id":2,"graph":"digraph { a -> b; b -> c }","position":"b","moves":5}"#,
        r#"{"id":3,"graph":[[1,2],[2,1],[2,3]],"position":"1 + 2"}"#,
        r#"{"id":4,"graph":[["a","b"]],"position":"a","convention":"misere"}"#,
        r#"{"id":5,"graph":[["a","b"]],"position":"z"}"#,
        r#"{"id":6,"graph":[["a","b","c"]],"position":"a"}"#,
        r#"{"id":7,"graph":7,"position":"a"}"#,
        r#"{"id":8,"graph":[["a","b"]],"game":"nim","position":"3"}"#,
    ];
    let answers = running::text(&running::grundy(
        &["batch"],
        (lines.join("\n") + "\n").as_bytes(),
    ));
    let answers: Vec<serde_json::Value> = answers
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), lines.len());
    let outcome = |at: usize| answers[at]["outcome"].as_str().unwrap_or("").to_string();
    assert_eq!(
        ["P", "N", "N", "P"].map(String::from),
        [0, 1, 2, 3].map(outcome),
        "{answers:?}"
    );
    assert_eq!(answers[0]["remoteness"], 2);
    assert_eq!(answers[1]["best"], "to c");
    assert_eq!(answers[1]["moves"][0]["outcome"], "P");
    for (at, code) in [
        (4, "bad_parameter"),
        (5, "bad_request"),
        (6, "bad_request"),
        (7, "bad_request"),
    ] {
        assert_eq!(answers[at]["error"]["code"], code, "{}", answers[at]);
    }
}
