//! The argument parser in Chinese: its help and its errors.
//!
//! The parser writes English. In Chinese the headings of its help are
//! replaced, and an error is said again from its kind and its parts.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use grundy::text::Lang;

/// The command with help in the given language.
pub fn localised(command: Command, lang: Lang) -> Command {
    match lang {
        Lang::En => command,
        Lang::Zh => in_chinese(command, true),
    }
}

fn in_chinese(mut command: Command, root: bool) -> Command {
    if root {
        command = command.disable_version_flag(true).arg(flag(
            'V',
            "version",
            ArgAction::Version,
            "显示版本",
        ));
    }
    command
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .arg(flag('h', "help", ArgAction::Help, "显示帮助"))
        .subcommand_help_heading("命令")
        .subcommand_value_name("命令")
        .help_template("{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}")
        .mut_args(argument)
        .mut_subcommands(|verb| in_chinese(verb, false))
}

fn flag(short: char, long: &'static str, action: ArgAction, help: &'static str) -> Arg {
    Arg::new(long)
        .short(short)
        .long(long)
        .action(action)
        .help(help)
}

/// An argument under a Chinese heading, with its values in Chinese words.
fn argument(arg: Arg) -> Arg {
    let heading = if arg.is_positional() {
        "参数"
    } else {
        "选项"
    };
    let mut notes = Vec::new();
    let takes_values = arg.get_action().takes_values();
    let values: Vec<String> = match takes_values && !arg.is_hide_possible_values_set() {
        true => arg
            .get_possible_values()
            .iter()
            .map(|v| v.get_name().to_string())
            .collect(),
        false => Vec::new(),
    };
    if !values.is_empty() {
        notes.push(format!("可选：{}", values.join("、")));
    }
    let defaults: Vec<String> = arg
        .get_default_values()
        .iter()
        .filter_map(|value| value.to_str().map(str::to_string))
        .collect();
    if takes_values && !defaults.is_empty() && !arg.is_hide_default_value_set() {
        notes.push(format!("默认：{}", defaults.join("、")));
    }
    let help = arg.get_help().map(StyledStr::to_string).unwrap_or_default();
    let help = match notes.is_empty() {
        true => help,
        false => format!("{help}［{}］", notes.join("；")),
    };
    let arg = arg.help_heading(heading).help(help);
    match takes_values {
        true => arg.hide_possible_values(true).hide_default_value(true),
        // The parser refuses these of a flag.
        false => arg,
    }
}

/// The sentence of an error in Chinese; `None` for what is no error.
pub fn message(error: &clap::Error) -> Option<String> {
    let part = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(list)) => list.join("、"),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let (argument, value) = (
        part(ContextKind::InvalidArg),
        part(ContextKind::InvalidValue),
    );
    let sentence = match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => return None,
        ErrorKind::InvalidSubcommand => {
            let name = part(ContextKind::InvalidSubcommand);
            format!("没有命令 “{name}”")
        }
        ErrorKind::UnknownArgument => format!("无法识别的参数 “{argument}”"),
        ErrorKind::InvalidValue if value.is_empty() => format!("“{argument}” 需要一个值"),
        ErrorKind::InvalidValue => {
            let valid = part(ContextKind::ValidValue);
            format!("“{argument}” 的值 “{value}” 无效；可选：{valid}")
        }
        ErrorKind::ValueValidation => {
            let because = std::error::Error::source(error).map(|source| source.to_string());
            format!(
                "“{argument}” 的值 “{value}” 无效：{}",
                because.unwrap_or_default()
            )
        }
        ErrorKind::MissingRequiredArgument => format!("缺少必需的参数：{argument}"),
        ErrorKind::MissingSubcommand => "缺少命令".to_string(),
        ErrorKind::ArgumentConflict => {
            let other = part(ContextKind::PriorArg);
            format!("“{argument}” 不能与 “{other}” 同时使用")
        }
        ErrorKind::TooManyValues => format!("“{argument}” 的值 “{value}” 是多余的"),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("“{argument}” 的值个数不对")
        }
        ErrorKind::InvalidUtf8 => "参数不是 UTF-8 文本".to_string(),
        _ => error.to_string(),
    };
    let suggested = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    let suggested = suggested
        .into_iter()
        .map(part)
        .find(|text| !text.is_empty());
    let hint = suggested.map_or(String::new(), |text| format!("；是否指 “{text}”？"));
    let usage = part(ContextKind::Usage);
    let usage = usage.trim().strip_prefix("Usage:").unwrap_or(usage.trim());
    let usage = match usage.is_empty() {
        true => String::new(),
        false => format!("\n\n用法：{}", usage.trim()),
    };
    Some(format!(
        "错误：{sentence}{hint}{usage}\n\n详情请用 --help。\n"
    ))
}
