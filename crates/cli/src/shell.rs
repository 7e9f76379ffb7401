//! `grundy completions SHELL` and `grundy man`, from the same definitions.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use grundy::catalogue;
use grundy::text::Lang;

use crate::options;
use crate::output::{Failed, say};

pub fn completions(lang: Lang) -> Command {
    Command::new("completions")
        .about(say(lang, "Print shell completions", "输出命令行补全脚本"))
        .arg(
            Arg::new("shell")
                .required(true)
                .value_name("SHELL")
                .value_parser(value_parser!(Shell)),
        )
}

pub fn man(lang: Lang) -> Command {
    Command::new("man").about(say(lang, "Print the manual page", "输出手册页"))
}

pub fn run_completions(matches: &ArgMatches, mut command: Command) -> Result<(), Failed> {
    let mut script = Vec::new();
    command = with_names(command);
    if let Some(shell) = matches.get_one::<Shell>("shell") {
        clap_complete::generate(*shell, &mut command, "grundy", &mut script);
    }
    options::write_stdout(&script)
}

/// The command with all names that an argument may have, for completion: they
/// are not all that it may be.
fn with_names(command: Command) -> Command {
    let games = || {
        catalogue::ALL.iter().flat_map(|entry| {
            let variants = entry.about.variants.iter().map(|variant| variant.id);
            std::iter::once(entry.about.id).chain(variants)
        })
    };
    let named = |arg: Arg| match arg.get_id().as_str() {
        "game" => arg.value_parser(PossibleValuesParser::new(games())),
        "problem" => arg.value_parser(PossibleValuesParser::new(
            grundy_cookbook::ALL.iter().map(|problem| problem.id),
        )),
        "compound" => arg.value_parser(PossibleValuesParser::new([
            "disjunctive",
            "conjunctive",
            "every-sg",
            "selective",
            "upto:2",
        ])),
        _ => arg,
    };
    command.mut_args(named).mut_subcommands(with_names)
}

pub fn run_man(command: Command) -> Result<(), Failed> {
    let mut pages = Vec::new();
    let verbs: Vec<Command> = command.get_subcommands().cloned().collect();
    clap_mangen::Man::new(command).render(&mut pages)?;
    for verb in verbs {
        let name = format!("grundy {}", verb.get_name());
        let verb = verb.bin_name(name);
        let page = clap_mangen::Man::new(verb);
        page.render_name_section(&mut pages)?;
        page.render_synopsis_section(&mut pages)?;
        page.render_options_section(&mut pages)?;
    }
    options::write_stdout(&pages)
}
