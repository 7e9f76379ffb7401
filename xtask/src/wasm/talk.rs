//! A desk in another process: a question on a line, an answer on a line.

use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use super::Modules;

/// A desk that is asked on lines.
pub struct Desk {
    child: Child,
    questions: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// What came back.
pub struct Answer {
    /// How long it took, in microseconds of the processor where these are known.
    pub took: u64,
    /// What the desk holds, in bytes; 0 if it does not say.
    pub held: u64,
    /// Which of several modules answered: 1 or 2.
    pub by: u64,
    /// The answer.
    pub text: String,
}

impl Answer {
    /// The answer as JSON.
    pub fn json(&self) -> Result<Value, String> {
        serde_json::from_str(&self.text).map_err(|error| format!("{error}: {}", self.text))
    }
}

impl Desk {
    /// The native desk.
    pub fn native(program: &Path) -> Result<Desk, String> {
        Desk::start(&mut Command::new(program))
    }

    /// The modules under node, as a page has them: the second is asked what the first refuses.
    pub fn modules(modules: &Modules) -> Result<Desk, String> {
        let Modules { first, whole } = modules;
        let mut node = Command::new("node");
        Desk::start(node.arg(super::script()).arg(first).arg(whole))
    }

    /// One module under node.
    pub fn module(module: &Path) -> Result<Desk, String> {
        Desk::start(Command::new("node").arg(super::script()).arg(module))
    }

    fn start(command: &mut Command) -> Result<Desk, String> {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| format!("{command:?}: {error}"))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(questions), Some(answers)) => Ok(Desk {
                child,
                questions: BufWriter::new(questions),
                answers: BufReader::new(answers),
            }),
            _ => Err(format!("{command:?}: no pipes")),
        }
    }

    /// Asks one question, on one line.
    pub fn ask(&mut self, question: &[u8]) -> Result<Answer, String> {
        let shown = || String::from_utf8_lossy(&question[..question.len().min(300)]).into_owned();
        let failed = |error: std::io::Error| format!("{}: {error}", shown());
        self.questions.write_all(question).map_err(failed)?;
        self.questions.write_all(b"\n").map_err(failed)?;
        self.questions.flush().map_err(failed)?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(failed)?;
        let mut fields = line.trim_end_matches('\n').splitn(4, '\t');
        let mut number = || fields.next().and_then(|field| field.parse().ok());
        match (number(), number(), number()) {
            (Some(took), Some(held), Some(by)) => Ok(Answer {
                took,
                held,
                by,
                text: fields.next().unwrap_or_default().to_string(),
            }),
            _ => Err(format!("no answer to {}: {line}", shown())),
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
