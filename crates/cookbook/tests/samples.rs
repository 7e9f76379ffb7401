//! The judges' samples, interactive play, and input that is none.

mod common;

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};

use common::*;
use grundy_cookbook::{ALL, Technique, find};

/// Input and output of every sample of a file.
fn samples(text: &str) -> Vec<(String, String)> {
    let parts = text.split("--- input\n").skip(1);
    parts
        .map(|part| {
            let (input, output) = part.split_once("--- output\n").unwrap();
            (input.to_string(), output.to_string())
        })
        .collect()
}

#[test]
fn samples_are_solved() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/samples");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let id = path.file_stem().unwrap().to_str().unwrap();
        let problem = find(id).unwrap();
        for (input, output) in samples(&std::fs::read_to_string(&path).unwrap()) {
            let answer = problem.judge(&input).unwrap();
            assert_eq!(answer.trim_end(), output.trim_end(), "{id}\n{input}");
            assert!(problem.accepts(&input, &output).unwrap());
            count += 1;
        }
    }
    assert_eq!(count, 43);
}

/// Every statement is written in both languages, and its sample is true.
#[test]
fn statements_have_true_samples() {
    for problem in ALL {
        let asked = &problem.statement;
        for words in [asked.rules, asked.input, asked.output, asked.limits] {
            assert!(!words.0.is_empty() && !words.1.is_empty(), "{problem:?}");
        }
        let (input, output) = asked.sample;
        assert_eq!(
            problem.judge(input).unwrap(),
            output,
            "{problem:?}\n{input}"
        );
    }
}

/// What no judge writes is refused, with what would have been right.
#[test]
fn nonsense_is_refused() {
    for (id, input, part) in [
        ("BOI2008GAME", "1\n2\nAx\n1B\n", "out of `.#AB`"),
        ("CF494E", "5 1 1\n3 1 1 3\n", "from 3 to 5"),
        (
            "P2252",
            "18446744073709551616 7\n",
            "from 0 to 18446744073709551615",
        ),
        ("CF1149E", "2 2\n1 1\n1 2\n2 1\n", "1 → 2"),
        ("P1971", "1 3\nX.O\n1\n1 1\n1 1\n", "`1 1`"),
    ] {
        let error = find(id).unwrap().judge(input).unwrap_err().to_string();
        assert!(error.contains(part), "{id}: {error}");
    }
    // Twenty digits that fit are a number.
    let fits = find("P2252").unwrap().judge("10000000000000000000 7\n");
    assert_eq!(fits.unwrap(), "1\n");
    // A judge may count from 0.
    let from_zero = find("USACO08BATTLE").unwrap().judge("8 8 0 0 2 3\n");
    assert_eq!(from_zero.unwrap(), "1\n");
}

/// A peer who asks for too much, or talks nonsense, is refused at once.
#[test]
fn peers_are_checked() {
    for (id, said, part) in [
        ("ABC278G", "20000 1 2\n", "from 1 to 4000"),
        ("ABC278G", "20 3 2\n", "from 3 to 20"),
        ("ABC278G", "3 1 2\n9 1\n9 1\n", "still there"),
        ("CF1147F", "1\n1\n1\nX 1\n", "I or D"),
        ("CF1147F", "1\n3000\n", "from 1 to 2000"),
    ] {
        let mut out = Vec::new();
        let error = find(id).unwrap().converse(&mut said.as_bytes(), &mut out);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(part), "{id}: {error}");
        assert!(!error.contains("SumMove"), "{error}");
    }
}

#[test]
fn the_registry_is_in_order() {
    for problem in ALL {
        assert_eq!(find(&problem.id.to_lowercase()).unwrap().id, problem.id);
        for words in [problem.title, problem.idea, problem.theorem] {
            assert!(!words.0.is_empty() && !words.1.is_empty(), "{problem:?}");
        }
        for id in problem.games {
            let found =
                grundy::catalogue::find(id).unwrap_or_else(|error| panic!("{problem:?}: {error}"));
            assert_eq!(found.id(), *id);
        }
    }
    for technique in Technique::ALL {
        assert!(
            ALL.iter().any(|problem| problem.technique == technique),
            "{technique:?}"
        );
    }
    // Problems of one technique stand together, in the order of the techniques.
    let place = |technique| Technique::ALL.iter().position(|t| *t == technique);
    assert!(ALL.is_sorted_by_key(|problem| place(problem.technique)));
    assert!(find("P0").is_err());
}

/// Cut short, with a word too many, a strange word, a number changed: an
/// error or an answer, but never a panic.
#[test]
fn malformed_input_is_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/samples");
    let mut random = Random::new(99);
    for problem in ALL {
        let path = format!("{folder}/{}.txt", problem.id);
        let known = std::fs::read_to_string(path).map_or(Vec::new(), |text| samples(&text));
        let known: Vec<String> = known.into_iter().map(|(input, _)| input).collect();
        for input in
            known
                .iter()
                .map(String::as_str)
                .chain(["", "1", "1 1 1 1 1 1 1 1", "x", "é -1 1.5"])
        {
            let words: Vec<&str> = input.split_whitespace().collect();
            if words.len() > 1 && !input.contains('é') && known.iter().any(|k| k == input) {
                assert!(
                    problem.judge(&words[..words.len() - 1].join(" ")).is_err(),
                    "{problem:?} {input}"
                );
                assert!(
                    problem.judge(&(input.to_string() + " 1")).is_err(),
                    "{problem:?} {input}"
                );
            }
            for _ in 0..60 {
                let mut words: Vec<String> = words.iter().map(|w| w.to_string()).collect();
                let strange = [
                    "0",
                    "-1",
                    "x",
                    "9999999999999999999",
                    "1000001",
                    "##",
                    "3.5",
                    "99999999999999999999999",
                    "é",
                ];
                let strange = strange[random.below(9) as usize].to_string();
                let at = random.below(words.len() as u64 + 1) as usize;
                match random.below(3) {
                    0 => words.insert(at, strange),
                    1 if at < words.len() => words[at] = strange,
                    _ if at < words.len() => drop(words.remove(at)),
                    _ => {}
                }
                let _ = problem.judge(&words.join(" "));
            }
        }
    }
}

/// One end of a line between two threads.
struct Line {
    send: Sender<Vec<u8>>,
    receive: Receiver<Vec<u8>>,
    left: VecDeque<u8>,
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.left.is_empty() {
            // Nobody writes any more: the end.
            self.left.extend(self.receive.recv().unwrap_or_default());
        }
        self.left.read(buffer)
    }
}

struct Half(Sender<Vec<u8>>);

impl Write for Half {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let sent = self.0.send(bytes.to_vec());
        sent.map_err(|_| std::io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Lets the cookbook play against `peer`, which has a reader of our words and
/// says lines.
fn play(id: &'static str, peer: impl FnOnce(&mut dyn FnMut() -> String, &mut dyn FnMut(String))) {
    let ((to_us, from_peer), (to_peer, from_us)) = (channel(), channel());
    let ours = std::thread::spawn(move || {
        let receive = Line {
            send: to_peer.clone(),
            receive: from_peer,
            left: VecDeque::new(),
        };
        let mut output = Half(receive.send.clone());
        find(id)
            .unwrap()
            .converse(&mut BufReader::new(receive), &mut output)
    });
    let mut input = BufReader::new(Line {
        send: to_us.clone(),
        receive: from_us,
        left: VecDeque::new(),
    });
    let mut words: VecDeque<String> = VecDeque::new();
    let mut hear = || {
        while words.is_empty() {
            let mut line = String::new();
            assert!(
                input.read_line(&mut line).unwrap() > 0,
                "{id}: we went away"
            );
            words.extend(line.split_whitespace().map(str::to_string));
        }
        words.pop_front().unwrap()
    };
    peer(&mut hear, &mut |line| {
        to_us.send(line.into_bytes()).unwrap()
    });
    drop(to_us);
    drop(input);
    ours.join().unwrap().unwrap();
}

#[test]
fn generalized_subtraction_is_played_and_won() {
    let mut random = Random::new(278);
    for round in 0..300 {
        let n = if round < 280 {
            within(&mut random, 1, 30)
        } else {
            within(&mut random, 100, 400)
        } as usize;
        let l = within(&mut random, 1, n.min(5) as u64) as usize;
        let r = within(&mut random, l as u64, n.min(l + 3) as u64) as usize;
        let r = if round % 3 == 0 { l } else { r };
        let seed = random.bits();
        play("ABC278G", |hear, say| {
            let mut random = Random::new(seed);
            say(format!("{n} {l} {r}\n"));
            let mut ours = hear() == "First";
            let mut there = vec![true; n + 1];
            loop {
                let blocks: Vec<(usize, usize)> = (l..=r)
                    .flat_map(|x| (1..=n + 1 - x.min(n + 1)).map(move |at| (at, x)))
                    .filter(|(at, x)| at + x <= n + 1 && there[*at..at + x].iter().all(|t| *t))
                    .collect();
                if ours {
                    assert!(!blocks.is_empty(), "{n} {l} {r}: the peer moved last");
                    let (at, x) = (hear().parse().unwrap(), hear().parse().unwrap());
                    assert!(blocks.contains(&(at, x)), "{at} {x} is not legal");
                    there[at..at + x].fill(false);
                } else if blocks.is_empty() {
                    say("0 0\n".to_string());
                    return;
                } else {
                    let (at, x) = blocks[random.below(blocks.len() as u64) as usize];
                    there[at..at + x].fill(false);
                    say(format!("{at} {x}\n"));
                }
                ours = !ours;
            }
        });
    }
}

#[test]
fn zigzag_is_played_and_won() {
    let mut random = Random::new(1147);
    let sizes = (0..60).map(|round| if round < 58 { within(&mut random, 1, 7) } else { 50 } as usize);
    let sizes: Vec<usize> = sizes.collect();
    play("CF1147F", |hear, say| {
        say(format!("{}\n", sizes.len()));
        for n in sizes {
            let mut weights: Vec<u64> = (1..=(n * n) as u64).collect();
            shuffle(&mut random, &mut weights);
            let rows: String = weights
                .chunks(n)
                .map(|row| line(row.iter().copied()))
                .collect();
            say(format!("{n}\n{rows}"));
            assert_eq!(hear(), "B");
            let weight = |a: usize, b: usize| weights[a.min(b) * n + a.max(b) - n];
            let (up, mut at) = (random.below(2) == 0, random.below(2 * n as u64) as usize);
            say(format!("{} {}\n", if up { "I" } else { "D" }, at + 1));
            let mut seen = vec![false; 2 * n];
            seen[at] = true;
            let mut last = None;
            loop {
                let to = hear().parse::<usize>().unwrap() - 1;
                let new = weight(at, to);
                let fits = last.is_none_or(|last| if up { new < last } else { new > last });
                assert!(
                    (to < n) != (at < n) && !seen[to] && fits,
                    "{to} is not legal"
                );
                seen[to] = true;
                at = to;
                let legal: Vec<usize> = (0..2 * n)
                    .filter(|to| {
                        (*to < n) != (at < n) && !seen[*to] && (weight(at, *to) > new) == up
                    })
                    .collect();
                if legal.is_empty() {
                    say("-1\n".to_string());
                    break;
                }
                // The least change leaves the peer the longest play; sometimes any.
                let nearest = legal
                    .iter()
                    .min_by_key(|to| weight(at, **to).abs_diff(new))
                    .copied();
                let any = legal[random.below(legal.len() as u64) as usize];
                let to = if random.below(4) == 0 {
                    any
                } else {
                    nearest.unwrap()
                };
                seen[to] = true;
                (at, last) = (to, Some(weight(at, to)));
                say(format!("{}\n", to + 1));
            }
        }
    });
}

#[test]
fn a_peer_that_goes_away_or_cheats_is_an_error() {
    for (id, said) in [
        ("ABC278G", ""),
        ("ABC278G", "6 1 2\n"),
        ("ABC278G", "6 2 1\n"),
        ("ABC278G", "6 1 2\n9 1\n"),
        ("ABC278G", "x\n"),
        ("CF1147F", "1\n2\n1 2 3 4\nI 9\n"),
        ("CF1147F", "1\n2\n1 2 3 4\nI 1\n1\n"),
        ("CF1147F", "1\n99999999999\n"),
    ] {
        let done = find(id)
            .unwrap()
            .converse(&mut said.as_bytes(), &mut Vec::new());
        assert!(done.is_err(), "{id} {said}");
    }
    assert!(
        find("P2197")
            .unwrap()
            .converse(&mut "".as_bytes(), &mut Vec::new())
            .is_err()
    );
}
