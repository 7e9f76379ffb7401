//! `grundy cache`: the laws that were proven and kept; and who keeps them for the other verbs.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command};
use grundy::text::{Lang, Text};
use grundy_desk::{Cache, CacheEntry, Keeping};
use serde_json::json;

use crate::options;
use crate::output::{Failed, pad, say, shorten};

/// `--no-cache`
pub fn option(lang: Lang) -> Arg {
    Arg::new("no-cache")
        .long("no-cache")
        .global(true)
        .action(ArgAction::SetTrue)
        .help(say(
            lang,
            "Neither use nor keep laws that were proven (kept where GRUNDY_CACHE says; empty: nowhere)",
            "不使用也不保存已证明的规律（保存于 GRUNDY_CACHE 所指之处；为空则不保存）",
        ))
}

pub fn command(lang: Lang) -> Command {
    Command::new("cache")
        .about(say(
            lang,
            "Laws that were proven and kept, or clear them",
            "查看或清除已保存的规律",
        ))
        .arg(
            Arg::new("clear")
                .long("clear")
                .action(ArgAction::SetTrue)
                .help(say(lang, "Remove all of them", "全部清除")),
        )
        .arg(options::format(lang, &["text", "json"]))
        .after_help(say(
            lang,
            "A law that answered a question beyond cheap search is kept as its certificate, and verified whenever it is read. What is listed here was not.",
            "回答超出便宜搜索之问题的规律以证书保存，每次读取时复核。此处所列未经复核。",
        ))
}

static KEEPER: OnceLock<Keeping> = OnceLock::new();

/// Decides once who keeps laws for this command.
pub fn open(matches: &ArgMatches) {
    let off = matches.try_get_one::<bool>("no-cache").ok().flatten();
    let cache = match off {
        Some(true) => None,
        _ => usual(),
    };
    // It is decided once.
    let _ = KEEPER.set(cache.map(|cache| -> Arc<dyn grundy_desk::Keeper> { Arc::new(cache) }));
}

/// Who keeps laws for this command, if somebody does.
pub fn keeping() -> &'static Keeping {
    KEEPER.get_or_init(|| None)
}

fn usual() -> Option<Cache> {
    Some(Cache::new(Cache::usual_folder()?, note))
}

/// A file that does not hold is told of, and that is all.
fn note(text: &Text) {
    let lang = options::current_lang();
    let word = say(lang, "note", "注意");
    crate::progress::clear();
    // A note that cannot be shown is no failure.
    let _ = writeln!(std::io::stderr(), "{word}: {}", text.get(lang));
}

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let Some(cache) = usual() else {
        return Err(Failed::Usage(
            say(
                lang,
                "nothing is kept: GRUNDY_CACHE is empty, or there is no folder for data of the user",
                "不保存规律：GRUNDY_CACHE 为空，或没有用户数据文件夹",
            )
            .to_string(),
        ));
    };
    let failed =
        |error: std::io::Error| Failed::Usage(format!("{}: {error}", cache.folder().display()));
    let json = options::asked_for(matches) == "json";
    if matches.get_flag("clear") {
        let count = cache.clear().map_err(failed)?;
        let text = match (json, lang) {
            (true, _) => json!({ "cleared": count }).to_string(),
            (_, Lang::En) => format!("{count} cleared"),
            (_, Lang::Zh) => format!("已清除 {count} 条"),
        };
        return options::write_stdout((text + "\n").as_bytes());
    }
    let entries = cache.entries().map_err(failed)?;
    let text = match json {
        true => as_json(&cache, &entries),
        false => as_text(&cache, &entries, lang),
    };
    options::write_stdout(text.as_bytes())
}

fn as_json(cache: &Cache, entries: &[CacheEntry]) -> String {
    let laws = entries.iter().map(|entry| {
        let kept = entry.kept.as_ref();
        json!({
            "game": kept.map(|kept| &kept.game),
            "law": kept.map(|kept| &kept.law),
            "file": entry.name,
            "bytes": entry.bytes,
            "age_seconds": entry.age.map(|age| age.as_secs()),
        })
    });
    let laws: Vec<_> = laws.collect();
    let folder = cache.folder().display().to_string();
    json!({ "folder": folder, "laws": laws }).to_string() + "\n"
}

fn as_text(cache: &Cache, entries: &[CacheEntry], lang: Lang) -> String {
    let bytes: u64 = entries.iter().map(|entry| entry.bytes).sum();
    let (count, folder) = (entries.len(), cache.folder().display());
    let mut text = match lang {
        Lang::En => {
            let laws = counted(count as u64, "law");
            let bytes = counted(bytes, "byte");
            format!("{laws}, {bytes}, in {folder}\n")
        }
        Lang::Zh => format!("{count} 条规律，{bytes} 字节，位于 {folder}\n"),
    };
    for entry in entries {
        let (game, law) = match &entry.kept {
            Some(kept) => (kept.game.as_str(), shorten(&kept.law)),
            None => ("?", say(lang, "cannot be read", "无法读取").to_string()),
        };
        let age = entry.age.map_or_else(String::new, |age| ago(age, lang));
        let _ = writeln!(
            text,
            "{}  {}  {:>7}  {law}",
            pad(game, 16),
            pad(&age, 12),
            entry.bytes
        );
    }
    text
}

/// So many of something, in English.
fn counted(count: u64, one: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {one}{plural}")
}

/// How long ago something was, in the largest unit that fits.
fn ago(age: Duration, lang: Lang) -> String {
    let seconds = age.as_secs();
    let units = [
        (86_400, "day", "天"),
        (3600, "hour", "小时"),
        (60, "minute", "分钟"),
        (1, "second", "秒"),
    ];
    let unit = units.iter().find(|(length, ..)| seconds >= *length);
    let (length, en, zh) = unit.copied().unwrap_or((1, "second", "秒"));
    let count = seconds / length;
    match lang {
        Lang::En => format!("{} ago", counted(count, en)),
        Lang::Zh => format!("{count} {zh}前"),
    }
}
