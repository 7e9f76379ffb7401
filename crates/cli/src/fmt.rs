//! `grundy fmt FILE…`: write rule files in one way.

use clap::{Arg, ArgAction, ArgMatches, Command};
use grundy::text::Lang;

use crate::options;
use crate::output::{Failed, say};
use crate::test::files;
use crate::written::{self, Source};

pub fn command(lang: Lang) -> Command {
    Command::new("fmt")
        .about(say(
            lang,
            "Format rule files; standard input is written to standard output",
            "格式化规则文件；标准输入则写到标准输出",
        ))
        .arg(files(lang))
        .arg(
            Arg::new("check")
                .long("check")
                .action(ArgAction::SetTrue)
                .help(say(
                    lang,
                    "Change nothing; exit code 1 if something would change",
                    "不作更改；若有需要更改之处则退出码为 1",
                )),
        )
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let check = matches.get_flag("check");
    let mut differing = Vec::new();
    for path in matches.get_many::<String>("file").unwrap_or_default() {
        let source = Source::named(path, written::given(path, lang)?);
        let formatted = grundy_lang::format::format(&source.text)
            .map_err(|wrong| Failed::Library(source.report(&wrong)))?;
        if check {
            if formatted != source.text {
                differing.push(path.clone());
            }
        } else if path == "-" {
            options::write_stdout(formatted.as_bytes())?;
        } else if formatted != source.text {
            options::write_file(path, formatted.as_bytes())?;
        }
    }
    if differing.is_empty() {
        return Ok(());
    }
    let files = differing.join(", ");
    Err(Failed::Refuted(match lang {
        Lang::En => format!("not formatted: {files}"),
        Lang::Zh => format!("未格式化：{files}"),
    }))
}
