//! `grundy nim [EXPRESSION]`: a calculator for nimbers.
//!
//! With an expression it prints the value; without one it reads lines, from
//! a pipe or from a person, who gets line editing and a history.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use clap::{Arg, ArgMatches, Command};
use grundy::text::Lang;
use grundy_desk::verbs::{nim_help as help, nim_message as message};
use grundy_nimber::calc::{Calculator, MAX_LENGTH};
use rustyline::error::ReadlineError;

use crate::output::{Failed, say};

pub fn command(lang: Lang) -> Command {
    Command::new("nim")
        .about(say(
            lang,
            "Calculate with nimbers, finite and ordinal",
            "计算 Nim 数（有限的与序数的）",
        ))
        .arg(
            Arg::new("expression")
                .value_name("EXPRESSION")
                .num_args(0..)
                .allow_hyphen_values(true)
                .help(say(
                    lang,
                    "An expression such as '(24 ⊗ 17) ⊕ 8^-1'; without one, lines are read from standard input",
                    "表达式，例如 '(24 ⊗ 17) ⊕ 8^-1'；若省略则从标准输入逐行读取",
                )),
        )
        .after_help(help(lang))
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let words = matches.get_many::<String>("expression").unwrap_or_default();
    let expression = words.map(String::as_str).collect::<Vec<_>>().join(" ");
    let mut calculator = Calculator::default();
    if !expression.is_empty() {
        let value = calculator.run(&expression).map_err(|error| {
            let mut text = message(&error, lang);
            // Whoever lists heaps wants the game, not the calculator.
            if let Ok(heaps) = grundy::notation::read_heaps(&expression)
                && heaps.len() > 1
            {
                let heaps = grundy::notation::write_heaps(&heaps);
                text += &match lang {
                    Lang::En => format!(
                        "\nthis is the calculator; for the game of Nim: grundy solve nim {heaps}"
                    ),
                    Lang::Zh => format!("\n这是计算器；若要解尼姆游戏：grundy solve nim {heaps}"),
                };
            }
            Failed::Usage(text)
        })?;
        return Ok(writeln!(io::stdout(), "{value}")?);
    }
    if io::stdin().is_terminal() {
        converse(&mut calculator, lang)
    } else {
        calculate_lines(&mut calculator, lang)
    }
}

/// One value a line; a line that fails goes to standard error with its number.
fn calculate_lines(calculator: &mut Calculator, lang: Lang) -> Result<(), Failed> {
    // In UTF-8 a character takes at most four bytes; longer lines are refused below.
    let longest = 4 * MAX_LENGTH as u64 + 2;
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let (mut line, mut number, mut failed) = (Vec::new(), 0u64, 0u64);
    loop {
        line.clear();
        if input.by_ref().take(longest).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        number += 1;
        if line.len() as u64 == longest && line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
        }
        match String::from_utf8_lossy(&line).trim() {
            "" => {}
            "help" => writeln!(out, "{}", help(lang))?,
            text => match calculator.run(text) {
                Ok(value) => writeln!(out, "{value}")?,
                Err(error) => {
                    failed += 1;
                    out.flush()?;
                    let (word, error) = (say(lang, "line", "第"), message(&error, lang));
                    let end = say(lang, ":", " 行：");
                    writeln!(io::stderr(), "{word} {number}{end} {error}")?;
                }
            },
        }
    }
    out.flush()?;
    match failed {
        0 => Ok(()),
        _ => Err(Failed::Usage(match lang {
            Lang::En => format!("{failed} of {number} lines failed"),
            Lang::Zh => format!("{number} 行中有 {failed} 行出错"),
        })),
    }
}

fn converse(calculator: &mut Calculator, lang: Lang) -> Result<(), Failed> {
    let mut editor =
        rustyline::DefaultEditor::new().map_err(|error| Failed::Usage(error.to_string()))?;
    writeln!(
        io::stderr(),
        "{}",
        say(
            lang,
            "nimbers: `help` for help, `quit` or Ctrl-D to leave",
            "Nim 数计算器：`help` 查看帮助，`quit` 或 Ctrl-D 退出",
        )
    )?;
    loop {
        let line = match editor.readline("⊕ ") {
            Ok(line) => line,
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(()),
            Err(error) => return Err(Failed::Usage(error.to_string())),
        };
        let text = line.trim();
        if !text.is_empty() {
            // A history that is full forgets the oldest line.
            let _ = editor.add_history_entry(text);
        }
        match text {
            "" => {}
            "quit" | "exit" => return Ok(()),
            "help" => writeln!(io::stdout(), "{}", help(lang))?,
            text => match calculator.run(text) {
                Ok(value) => writeln!(io::stdout(), "{value}")?,
                Err(error) => {
                    let column = " ".repeat(error.column + 1);
                    writeln!(io::stdout(), "{column}^\n{}", message(&error, lang))?;
                }
            },
        }
    }
}
