//! `grundy batch`: one JSON question per line, one JSON answer per line. The questions are
//! those of the desk ([`grundy_desk`]).

use std::io::{self, BufRead, Read, Write};

use clap::{ArgMatches, Command};
use grundy::text::Lang;
use grundy_desk::{Desk, Watch};

use crate::interrupt;
use crate::options;
use crate::output::{Failed, say};
use crate::written;

/// A longer line is refused: it would have to be held in memory.
const LONGEST_LINE: u64 = 256 << 20;

pub(crate) fn command(lang: Lang) -> Command {
    Command::new("batch")
        .about(say(
            lang,
            "Answer questions from standard input, one JSON object per line",
            "逐行读取标准输入中的 JSON 问题并作答",
        ))
        .args(options::limits(lang))
        .after_help(say(
            lang,
            "Fields: ask (what is asked: solve if absent, games, game, play, table, study, period, graph, nim, …), lang, limits, id. Of solve: game, position; optional: convention (normal, misere), compound (e.g. \"conjunctive short\"), params (an object), moves, all. Without position, game is an expression such as nim:3,5 + kayles:7. With graph (a text, or a list of pairs) instead of game, position names the vertices where tokens stand.\n\
             Example: echo '{\"game\":\"nim\",\"position\":\"3,5,7\"}' | grundy batch",
            "字段：ask（所问，默认 solve，另有 games、game、play、table、study、period、graph、nim 等）、lang、limits、id。solve 的字段：game、position；可选：convention（normal、misere）、compound（如 \"conjunctive short\"）、params（对象）、moves、all。若无 position，则 game 为表达式，如 nim:3,5 + kayles:7。若以 graph（文本或顶点对的列表）代替 game，则 position 为棋子所在的顶点。\n\
             示例：echo '{\"game\":\"nim\",\"position\":\"3,5,7\"}' | grundy batch",
        ))
}

pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let desk = Desk::new(options::budget(matches), lang).reading(written::read);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            let message = format!("a line is longer than {LONGEST_LINE} bytes");
            return Err(Failed::Usage(message));
        }
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = desk.reply(line, &Watch::default()).text;
        if interrupt::is_set() {
            return Ok(());
        }
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
}
