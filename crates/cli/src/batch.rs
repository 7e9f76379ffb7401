//! `grundy batch`: one JSON question per line, one JSON answer per line. The questions are
//! those of the desk ([`grundy_desk`]).

use std::io::{self, Write};
use std::process;

use clap::{ArgMatches, Command};
use grundy::platform::parallelism;
use grundy::text::Lang;
use grundy_desk::stream::answer_lines;
use grundy_desk::{Desk, Watch};

use crate::cache;
use crate::interrupt;
use crate::options;
use crate::output::{Failed, say};
use crate::progress;
use crate::written;

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
            "Fields: ask (what is asked: solve if absent, games, game, play, table, study, period, graph, nim, …), lang, limits, id. Of solve: game, position; optional: convention (normal, misere), compound (e.g. \"conjunctive short\"), params (an object), moves, all, explain, only (\"outcome\": who wins and nothing else, which is fastest). Without position, game is an expression such as nim:3,5 + kayles:7. With graph (a text, or a list of pairs) instead of game, position names the vertices where tokens stand.\n\
             Questions are answered on all cores, the answers come in their order; the limits are for each of them.\n\
             Example: echo '{\"game\":\"nim\",\"position\":\"3,5,7\"}' | grundy batch",
            "字段：ask（所问，默认 solve，另有 games、game、play、table、study、period、graph、nim 等）、lang、limits、id。solve 的字段：game、position；可选：convention（normal、misere）、compound（如 \"conjunctive short\"）、params（对象）、moves、all、explain、only（\"outcome\"：只问谁胜，最快）。若无 position，则 game 为表达式，如 nim:3,5 + kayles:7。若以 graph（文本或顶点对的列表）代替 game，则 position 为棋子所在的顶点。\n\
             问题由所有处理器核同时回答，答案按问题的顺序给出；限额针对每个问题。\n\
             示例：echo '{\"game\":\"nim\",\"position\":\"3,5,7\"}' | grundy batch",
        ))
}

pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let mut budget = options::allowance(matches);
    if progress::is_watched() {
        budget = budget.with_listener(move |now| progress::show(now, lang));
    }
    let desk = Desk::new(budget, lang)
        .reading(written::read)
        .keeping(cache::keeping().clone());
    let watch = Watch {
        cancel: Some(interrupt::flag()),
        progress: None,
    };
    let out = Out { lang };
    answer_lines(&desk, io::stdin(), out, parallelism(), &watch).map_err(|error| {
        match error.kind() {
            io::ErrorKind::InvalidData => Failed::Usage(error.to_string()),
            _ => Failed::Io(error),
        }
    })
}

/// Standard output. Where it cannot be written to the process ends: another thread may be waiting
/// for a line that never comes.
struct Out {
    lang: Lang,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(error) => process::exit(Failed::Io(error).report(self.lang).into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
