//! Tests run once as they are, then against every mutant that they reach.
//!
//! The first run asks each test alone which mutants it reaches and how long it takes. A mutant is
//! then shown to the tests that reach it and to no others: those first that killed
//! another one of the same function, then the shortest. The first that fails, or takes several
//! times as long as it should, kills it. What is known is written down at once, so that a
//! campaign can be ended at any time and goes on where it was.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::sites::Mutant;
use super::tree::{Program, RECORD, SWITCH, Tree};

/// A test may hold as many megabytes of addresses.
const ADDRESSES: u64 = 12288;
/// A group of tests may take so much more processor time than without a mutant, and some seconds.
const SLOWER: f64 = 6.0;
const SECONDS_MORE: f64 = 1.0;
/// On the clock so many times longer: the machine may be busy.
const WAITING: u32 = 25;
/// How the shell tells that a program was ended for its processor time: 128 and the number of
/// the signal.
const OUT_OF_TIME: [Option<i32>; 2] = [Some(128 + 24), Some(128 + 9)];
/// A test that takes longer by itself is not asked.
const LONGEST: f64 = 8.0;
/// The seconds of the first group of tests; each next group has several times as many.
const FIRST_GROUP: f64 = 0.08;
const NEXT_GROUP: f64 = 4.0;

/// A test, as it is without a mutant.
struct Test {
    program: usize,
    name: String,
    seconds: f64,
    reached: Vec<u32>,
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Killed,
    Survived,
    Unreached,
}

impl Fate {
    const ALL: [(Fate, &'static str); 3] = [
        (Fate::Killed, "killed"),
        (Fate::Survived, "survived"),
        (Fate::Unreached, "unreached"),
    ];

    fn word(self) -> &'static str {
        let named = Fate::ALL.iter().find(|(fate, _)| *fate == self);
        named.map_or("", |(_, word)| word)
    }
}

/// Everything that is needed to judge mutants.
pub struct Campaign {
    folder: PathBuf,
    programs: Vec<Program>,
    tests: Vec<Test>,
    /// For each mutant the tests that reach it, the shortest first.
    reaching: HashMap<u32, Vec<usize>>,
    /// The tests that killed mutants of a function, the last first.
    killers: Mutex<HashMap<String, Vec<usize>>>,
    pub set_aside: Vec<String>,
}

impl Campaign {
    /// Runs every test once; what an earlier run of the same programs told is used again.
    /// For one mutant no more tests are asked when they have taken `enough` seconds together
    /// without it.
    pub fn prepare(folder: &Path, programs: Vec<Program>, enough: f64) -> Result<Campaign, String> {
        let mut campaign = Campaign {
            folder: folder.to_path_buf(),
            programs,
            tests: Vec::new(),
            reaching: HashMap::new(),
            killers: Mutex::new(HashMap::new()),
            set_aside: Vec::new(),
        };
        for program in 0..campaign.programs.len() {
            campaign.look_at(program)?;
        }
        campaign
            .tests
            .sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let mut together: HashMap<u32, f64> = HashMap::new();
        for (at, test) in campaign.tests.iter().enumerate() {
            for &id in &test.reached {
                let together = together.entry(id).or_default();
                *together += test.seconds;
                if *together <= enough {
                    campaign.reaching.entry(id).or_default().push(at);
                }
            }
        }
        Ok(campaign)
    }

    /// Runs each test of a program alone.
    fn look_at(&mut self, program: usize) -> Result<(), String> {
        let Program { name, path, .. } = &self.programs[program];
        // Cargo names a program by what it was built of.
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let changed = fs::metadata(path).and_then(|data| data.modified()).ok();
        let changed = changed.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        let changed = changed.map_or(0, |since| since.as_nanos());
        let record = self.folder.join("base").join(format!("{stem}-{changed}"));
        let name = name.clone();
        let mut known: HashMap<String, (f64, Vec<u32>)> = HashMap::new();
        for line in fs::read_to_string(&record).unwrap_or_default().lines() {
            let mut words = line.split('\t');
            if let (Some(test), Some(seconds), Some(ids)) =
                (words.next(), words.next(), words.next())
            {
                let ids = ids.split(' ').filter_map(|id| id.parse().ok()).collect();
                known.insert(test.to_string(), (seconds.parse().unwrap_or(0.0), ids));
            }
        }
        let failed = |error: std::io::Error| format!("{}: {error}", record.display());
        fs::create_dir_all(self.folder.join("base")).map_err(failed)?;
        let mut log = fs::OpenOptions::new();
        let mut log = log
            .append(true)
            .create(true)
            .open(&record)
            .map_err(failed)?;
        let (all, ignored) = (self.list(program, false)?, self.list(program, true)?);
        let begun = Instant::now();
        let mut count = 0;
        for test in all.into_iter().filter(|test| !ignored.contains(test)) {
            count += 1;
            if !known.contains_key(&test) {
                let reached = self.folder.join("reached");
                let _ = fs::remove_file(&reached);
                let limit = Duration::from_secs_f64(LONGEST);
                let ran = self.run(program, &[&test], None, Some(&reached), limit)?;
                let seconds = match (ran.passed, ran.ended) {
                    (true, _) => ran.seconds,
                    (false, false) => f64::INFINITY,
                    (false, true) => {
                        return Err(format!("{name}: {test} fails without any mutant"));
                    }
                };
                let text = fs::read_to_string(&reached).unwrap_or_default();
                let mut ids: Vec<u32> = text.lines().filter_map(|id| id.parse().ok()).collect();
                ids.sort_unstable();
                ids.dedup();
                let words: Vec<String> = ids.iter().map(u32::to_string).collect();
                writeln!(log, "{test}\t{seconds}\t{}", words.join(" ")).map_err(failed)?;
                known.insert(test.clone(), (seconds, ids));
            }
            let (seconds, reached) = known.remove(&test).unwrap_or_default();
            if seconds > LONGEST && !reached.is_empty() {
                self.set_aside.push(format!("{name}: {test}"));
                continue;
            }
            self.tests.push(Test {
                program,
                name: test,
                seconds,
                reached,
            });
        }
        println!(
            "{name}: {count} tests, {:.1} s",
            begun.elapsed().as_secs_f64()
        );
        Ok(())
    }

    fn list(&self, program: usize, ignored: bool) -> Result<Vec<String>, String> {
        let Program { path, folder, .. } = &self.programs[program];
        let mut command = Command::new(path);
        command
            .args(["--list", "--format", "terse"])
            .current_dir(folder);
        if ignored {
            command.arg("--ignored");
        }
        let told = crate::run::output(&mut command)?;
        let told = String::from_utf8_lossy(&told).into_owned();
        let tests = told.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(tests.map(str::to_string).collect())
    }

    /// Runs some tests of a program, one after the other.
    fn run(
        &self,
        program: usize,
        tests: &[&str],
        mutant: Option<u32>,
        record: Option<&Path>,
        limit: Duration,
    ) -> Result<Ran, String> {
        let Program { path, folder, name } = &self.programs[program];
        let mut command = limited(path, limit);
        command
            .args(tests)
            .args(["--exact", "--test-threads", "1"])
            .current_dir(folder)
            .env("PROPTEST_RNG_SEED", "1")
            .env_remove(SWITCH)
            .env_remove(RECORD)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(id) = mutant {
            command.env(SWITCH, id.to_string());
        }
        if let Some(record) = record {
            command.env(RECORD, record);
        }
        let begun = Instant::now();
        let failed = |error: std::io::Error| format!("{name}: {error}");
        let mut child = command.spawn().map_err(failed)?;
        // What is printed is read by somebody else, or the program would wait for a reader.
        let mut pipe = child.stdout.take();
        let reader = std::thread::spawn(move || {
            let mut told = Vec::new();
            if let Some(pipe) = &mut pipe {
                let _ = std::io::Read::read_to_end(pipe, &mut told);
            }
            told
        });
        let mut wait = Duration::from_millis(1);
        let status = loop {
            if let Some(status) = child.try_wait().map_err(failed)? {
                break Some(status);
            }
            if begun.elapsed() > limit * WAITING {
                end(&mut child);
                break None;
            }
            std::thread::sleep(wait);
            wait = (wait * 2).min(Duration::from_millis(20));
        };
        let told = reader.join().unwrap_or_default();
        let told = String::from_utf8_lossy(&told);
        let failures = told.lines().filter_map(|line| {
            let name = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
            Some(name.trim().to_string())
        });
        let clock = begun.elapsed().as_secs_f64();
        Ok(Ran {
            passed: status.is_some_and(|status| status.success()),
            ended: status.is_some_and(|status| !OUT_OF_TIME.contains(&status.code())),
            seconds: processor_time(&told).unwrap_or(clock),
            failures: failures.collect(),
        })
    }

    /// Shows a mutant to the tests that reach it.
    fn judge(&self, mutant: &Mutant) -> Result<Fate, String> {
        let Some(reaching) = self.reaching.get(&mutant.id) else {
            return Ok(Fate::Unreached);
        };
        let function = format!("{} {}", mutant.file, mutant.function);
        let killers = self.killers.lock().map_err(|error| error.to_string())?;
        let likely = killers.get(&function).cloned().unwrap_or_default();
        drop(killers);
        let likely: Vec<usize> = likely
            .into_iter()
            .filter(|t| reaching.contains(t))
            .take(3)
            .collect();
        let mut left: Vec<usize> = reaching
            .iter()
            .copied()
            .filter(|t| !likely.contains(t))
            .collect();
        left.reverse();
        let mut group = likely;
        let mut size = FIRST_GROUP;
        loop {
            if group.is_empty() {
                let mut seconds = 0.0;
                while let Some(&test) = left.last() {
                    seconds += self.tests[test].seconds;
                    if !group.is_empty() && seconds > size {
                        break;
                    }
                    group.push(test);
                    left.pop();
                }
                size *= NEXT_GROUP;
            }
            if group.is_empty() {
                return Ok(Fate::Survived);
            }
            let mut programs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for test in group.drain(..) {
                programs
                    .entry(self.tests[test].program)
                    .or_default()
                    .push(test);
            }
            for (program, tests) in programs {
                let names: Vec<&str> = tests.iter().map(|t| self.tests[*t].name.as_str()).collect();
                let base: f64 = tests.iter().map(|t| self.tests[*t].seconds).sum();
                let limit = Duration::from_secs_f64(SLOWER * base + SECONDS_MORE);
                let ran = self.run(program, &names, Some(mutant.id), None, limit)?;
                if !ran.passed {
                    let killed = |t: &&usize| ran.failures.contains(&self.tests[**t].name);
                    let killer = tests.iter().find(killed).copied().unwrap_or(tests[0]);
                    if let Ok(mut killers) = self.killers.lock() {
                        let list = killers.entry(function).or_default();
                        list.retain(|test| *test != killer);
                        list.insert(0, killer);
                    }
                    return Ok(Fate::Killed);
                }
            }
        }
    }

    /// Judges mutants in this order until the time is over; those that were judged.
    pub fn judge_all(
        &self,
        mutants: &[&Mutant],
        book: &Book,
        jobs: usize,
        until: Instant,
    ) -> Result<(), String> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let begun = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                scope.spawn(|| {
                    while Instant::now() < until {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(mutant) = mutants.get(at) else { break };
                        let begun_one = Instant::now();
                        let done = self.judge(mutant).and_then(|fate| {
                            if fate == Fate::Survived {
                                let seconds = begun_one.elapsed().as_secs_f64();
                                println!("survived ({seconds:.1} s)  {}", mutant.key());
                            }
                            book.write(mutant, fate)
                        });
                        if let Err(error) = done {
                            if let Ok(mut failure) = failure.lock() {
                                *failure = Some(error);
                            }
                            break;
                        }
                        if (at + 1).is_multiple_of(100) {
                            let seconds = begun.elapsed().as_secs();
                            println!("{} of {} in {seconds} s", at + 1, mutants.len());
                        }
                    }
                });
            }
        });
        match failure.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => Ok(()),
        }
    }
}

struct Ran {
    passed: bool,
    /// Whether it ended by itself, and not because its time was over.
    ended: bool,
    seconds: f64,
    failures: Vec<String>,
}

/// A command with few addresses and little processor time, where the shell can take them away: a
/// mutant may ask for all.
fn limited(program: &Path, time: Duration) -> Command {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let limit = format!(
            "ulimit -v {} && ulimit -t {} && \"$0\" \"$@\"; ended=$?; times; exit $ended",
            ADDRESSES << 10,
            time.as_secs() + 1
        );
        let mut command = Command::new("sh");
        // In a group of its own, so that what it starts ends with it.
        command.args(["-c", &limit]).arg(program).process_group(0);
        command
    }
    #[cfg(not(unix))]
    {
        let _ = time;
        Command::new(program)
    }
}

/// The processor time that the shell tells in its last line, `0m1.2s 0m0.3s`: on a busy machine
/// the clock says little about a test.
fn processor_time(told: &str) -> Option<f64> {
    let seconds = |word: &str| -> Option<f64> {
        let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    };
    let (user, system) = told.lines().last()?.split_once(' ')?;
    Some(seconds(user)? + seconds(system)?)
}

/// Ends a program and what it started.
fn end(child: &mut std::process::Child) {
    #[cfg(unix)]
    {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-9", "--", &group]).status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// What is known of mutants, in a file.
///
/// That a mutant was killed holds as long as its source is the same; that none of the tests
/// noticed it, as long as everything is.
pub struct Book {
    path: PathBuf,
    tree: String,
    sources: HashMap<String, String>,
    file: Mutex<fs::File>,
}

impl Book {
    /// Opens the book of a campaign that asks tests for so many seconds.
    pub fn open(
        folder: &Path,
        tree: &Tree,
        enough: f64,
        mutants: &[&Mutant],
    ) -> Result<Book, String> {
        let path = folder.join("fates");
        let mut options = fs::OpenOptions::new();
        let file = options.append(true).create(true).open(&path);
        let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
        let mut sources = HashMap::new();
        for mutant in mutants {
            if !sources.contains_key(&mutant.file)
                && let Some(print) = tree.fingerprint_of(&mutant.file)
            {
                sources.insert(mutant.file.clone(), print);
            }
        }
        Ok(Book {
            path,
            tree: format!("{}/{enough}", tree.fingerprint),
            sources,
            file: Mutex::new(file),
        })
    }

    fn source(&self, mutant: &Mutant) -> &str {
        self.sources.get(&mutant.file).map_or("", String::as_str)
    }

    /// What is known and still holds; and the mutants that nobody noticed before the tests changed.
    pub fn read(&self, mutants: &[&Mutant]) -> (HashMap<u32, Fate>, HashSet<u32>) {
        let keys: HashMap<String, &Mutant> = mutants.iter().map(|m| (m.key(), *m)).collect();
        let (mut known, mut unnoticed) = (HashMap::new(), HashSet::new());
        for line in fs::read_to_string(&self.path).unwrap_or_default().lines() {
            let words: Vec<&str> = line.splitn(4, '\t').collect();
            let [word, tree, source, key] = words[..] else {
                continue;
            };
            let fate = Fate::ALL.iter().find(|(_, name)| *name == word);
            if let (Some((fate, _)), Some(mutant)) = (fate, keys.get(key))
                && source == self.source(mutant)
            {
                if *fate == Fate::Killed || tree == self.tree {
                    known.insert(mutant.id, *fate);
                } else {
                    unnoticed.insert(mutant.id);
                }
            }
        }
        (known, unnoticed)
    }

    fn write(&self, mutant: &Mutant, fate: Fate) -> Result<(), String> {
        let line = format!(
            "{}\t{}\t{}\t{}\n",
            fate.word(),
            self.tree,
            self.source(mutant),
            mutant.key()
        );
        let mut file = self.file.lock().map_err(|error| error.to_string())?;
        let written = file.write_all(line.as_bytes());
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_tells_processor_time() {
        let told = "test result: ok\n\n0m0.00s 0m0.00s\n1m2.50s 0m0.25s\n";
        assert_eq!(processor_time(told), Some(62.75));
        assert_eq!(processor_time("test a ... ok\n"), None);
        assert_eq!(processor_time(""), None);
    }
}
