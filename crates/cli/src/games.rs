//! `grundy games [GAME]`: the catalogue, and the page about a game.

use std::fmt::Write;

use clap::{Arg, ArgMatches, Command};
use grundy::ask::Question;
use grundy::catalogue::{self, About, Entry, Family, words};
use grundy::outcome::Convention;
use grundy::text::{Lang, Text};
use serde_json::{Value, json};

use crate::options;
use crate::output::{Failed, pad, say, width};
use crate::solve;
use crate::written::{self, Source};

pub fn command(lang: Lang) -> Command {
    Command::new("games")
        .about(say(
            lang,
            "List the games, show the page about one, or search for a word",
            "列出所有游戏，显示某个游戏的说明，或按词查找",
        ))
        .arg(Arg::new("game").value_name("GAME").help(say(
            lang,
            "Show the rules, theorem, notation and examples of this game; any other word is searched for",
            "显示该游戏的规则、定理、记号与示例；其他词则在目录中查找",
        )))
        .arg(options::format(lang, &FORMATS))
        .arg(options::output(lang))
}

/// The formats of answers.
const FORMATS: [&str; 3] = ["text", "json", "markdown"];

pub fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failed> {
    let format = options::format_of(matches, &FORMATS, lang)?;
    let name = matches.get_one::<String>("game");
    if let Some(source) = name
        .map(|name| written::find_source(name))
        .transpose()?
        .flatten()
    {
        return options::write_output(matches, written_page(&source, format, lang)?.as_bytes());
    }
    if let Some(word) = name
        && let Err(unknown) = catalogue::find(word)
    {
        let found: Vec<&Entry> = catalogue::search(word).collect();
        let text = match (found.is_empty(), format) {
            (true, _) => return Err(unknown.into()),
            (_, "json") => {
                let found = found.iter().map(|e| as_json(e.about, lang));
                Value::Array(found.collect()).to_string() + "\n"
            }
            _ => list(&found, lang),
        };
        return options::write_output(matches, text.as_bytes());
    }
    let text = match (name, format) {
        (Some(name), "json") => {
            as_json(catalogue::find(name)?.entry.about, lang).to_string() + "\n"
        }
        (Some(name), style) => {
            let found = catalogue::find(name)?;
            page(&found.entry, &found.parameters, lang, style == "markdown")?
        }
        (None, "json") => {
            let all = catalogue::ALL.iter().map(|e| as_json(e.about, lang));
            Value::Array(all.collect()).to_string() + "\n"
        }
        (None, "markdown") => book(lang)?,
        (None, _) => list(&catalogue::ALL.iter().collect::<Vec<_>>(), lang),
    };
    options::write_output(matches, text.as_bytes())
}

/// The page about a game whose rules are text: the text, and what was found
/// out about it.
fn written_page(source: &Source, format: &str, lang: Lang) -> Result<String, Failed> {
    let compiled = source.compile(&[])?;
    let game = compiled.program().game();
    let rules = grundy_lang::format::format(&source.text)
        .map_err(|wrong| Failed::Library(source.report(&wrong)))?;
    let ends = compiled.termination().text();
    let engine = match compiled.shape() {
        Some(shape) => shape.text(),
        None => Text::fixed("searched from the rules", "由规则搜索"),
    };
    if format == "json" {
        let object = json!({
            "id": game.name,
            "rules": rules,
            "parameters": game.parameters.iter().map(|(name, value)| {
                json!({"name": name, "default": value})
            }).collect::<Vec<_>>(),
            "dimension": game.width,
            "termination": ends.get(lang),
            "engine": engine.get(lang),
        });
        return Ok(object.to_string() + "\n");
    }
    Ok(format!(
        "{}\n\n{}\n\n{}\n  {}\n\n{}\n  {}\n",
        game.name,
        indent(&rules),
        say(lang, "End", "终局"),
        ends.get(lang),
        say(lang, "Engine", "引擎"),
        engine.get(lang),
    ))
}

/// All pages, as the document `docs/games.md`.
fn book(lang: Lang) -> Result<String, Failed> {
    let mut text = String::from(say(
        lang,
        "# The games\n\nWritten by `grundy games --format markdown`; the pages are those of `grundy games GAME`.\n\n",
        "# 游戏目录\n\n由 `grundy games --format markdown --lang zh` 生成；各页与 `grundy games 游戏` 相同。\n\n",
    ));
    for entry in catalogue::ALL {
        let about = entry.about;
        let (name, summary) = (words(about.name, lang), words(about.summary, lang));
        let _ = writeln!(text, "- [{name}](#{}) — {summary}", about.id);
    }
    for entry in catalogue::ALL {
        let _ = write!(text, "\n{}", page(entry, &[], lang, true)?);
    }
    Ok(text)
}

/// The games that were asked for, family by family.
fn list(entries: &[&Entry], lang: Lang) -> String {
    let mut rows: Vec<(Family, [String; 3])> = Vec::new();
    for family in Family::ALL {
        for entry in entries.iter().filter(|entry| entry.family == family) {
            let about = entry.about;
            let row = [
                about.id.to_string(),
                words(about.name, lang).to_string(),
                words(about.summary, lang).to_string(),
            ];
            rows.push((family, row));
            for variant in about.variants {
                let mut settings: Vec<String> = variant
                    .parameters
                    .iter()
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                if variant.convention == Convention::Misere {
                    settings.push(say(lang, "misère play", "反常规则").to_string());
                }
                let with = if settings.is_empty() { "" } else { ", " };
                let row = [
                    format!("  {}", variant.id),
                    words(variant.name, lang).to_string(),
                    format!("= {}{with}{}", about.id, settings.join(", ")),
                ];
                rows.push((family, row));
            }
        }
    }
    let widest = |column: usize| {
        let cells = rows.iter().map(|(_, row)| width(&row[column]));
        cells.max().unwrap_or(0)
    };
    let (first, second) = (widest(0), widest(1));
    let mut text = String::new();
    let mut last = None;
    for (family, [id, name, summary]) in &rows {
        // Writing to a String cannot fail.
        if last != Some(*family) {
            let blank = if last.is_some() { "\n" } else { "" };
            let _ = writeln!(text, "{blank}{}", words(family.name(), lang).to_uppercase());
            last = Some(*family);
        }
        let _ = writeln!(text, "{}  {}  {summary}", pad(id, first), pad(name, second));
    }
    text
}

fn page(
    entry: &Entry,
    set: &[(String, String)],
    lang: Lang,
    markdown: bool,
) -> Result<String, Failed> {
    let about = entry.about;
    let mut text = String::new();
    let name = words(about.name, lang);
    // Writing to a String cannot fail.
    let _ = if markdown {
        writeln!(text, "## <a id=\"{0}\"></a>{name} (`{0}`)\n", about.id)
    } else {
        writeln!(text, "{name} ({})\n", about.id)
    };
    let mut section = |title: &str, body: &str, literal: bool| {
        let _ = match (body.is_empty(), markdown, literal) {
            (true, ..) => Ok(()),
            (_, false, _) => writeln!(text, "{title}\n{}\n", indent(body)),
            (_, true, false) => {
                let end = say(lang, ".** ", "**：");
                writeln!(text, "**{title}{end}{}\n", body.replace('\n', "  \n"))
            }
            (_, true, true) => writeln!(text, "**{title}**\n\n```text\n{body}\n```\n"),
        };
    };
    section(say(lang, "Rules", "规则"), words(about.rules, lang), false);
    let theorem = match words(about.theorem, lang) {
        "" => say(
            lang,
            "None known: positions are searched.",
            "尚无定理：局面由搜索求解。",
        ),
        stated => stated,
    };
    section(say(lang, "Theorem", "定理"), theorem, false);
    section(say(lang, "Source", "出处"), about.source, false);
    section(
        say(lang, "Positions", "局面"),
        words(about.position, lang),
        false,
    );
    section(say(lang, "Moves", "着法"), words(about.moves, lang), false);
    let parameters: Vec<String> = about
        .parameters
        .iter()
        .map(|p| format!("{} = {}: {}", p.name, p.default, words(p.meaning, lang)))
        .collect();
    section(
        say(lang, "Parameters", "参数"),
        &parameters.join("\n"),
        false,
    );
    let variants: Vec<String> = about
        .variants
        .iter()
        .map(|v| format!("{}: {}", v.id, words(v.name, lang)))
        .collect();
    section(
        say(lang, "Also known as", "别名"),
        &variants.join("\n"),
        false,
    );
    let aliases: Vec<String> = about
        .aliases
        .iter()
        .map(|(id, names)| match *id == about.id {
            true => names.join(", "),
            false => format!("{id}: {}", names.join(", ")),
        })
        .collect();
    section(
        say(lang, "Other names", "其他名称"),
        &aliases.join("\n"),
        false,
    );
    let rules = entry.build(set)?.rule_text().unwrap_or_default();
    let rules = grundy_lang::format::format(&rules).unwrap_or(rules);
    section(
        say(lang, "In the rule language", "用规则语言写成"),
        rules.trim_end(),
        true,
    );
    section(
        say(lang, "Examples", "示例"),
        &about.examples.join("\n"),
        true,
    );
    if let Some(example) = about.examples.first() {
        if markdown {
            let picture = format!("![{}](pictures/{}.svg)", options::quote(example), about.id);
            section(say(lang, "Picture", "图"), &picture, false);
        }
        let worked = worked(entry, example, lang)?;
        section(
            say(lang, "Worked position", "例解"),
            worked.trim_end(),
            true,
        );
        let quoted = options::quote(example);
        let mut commands = vec![
            format!("grundy solve {} {quoted}", about.id),
            format!("grundy play {} {quoted}", about.id),
        ];
        if about.dimension > 0 {
            commands.push(format!("grundy table {} --to 8", about.id));
        }
        section(say(lang, "Try", "试试"), &commands.join("\n"), true);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    Ok(text)
}

/// The first example, solved as `grundy solve` would.
fn worked(entry: &Entry, example: &str, lang: Lang) -> Result<String, Failed> {
    let question = Question {
        moves: 3,
        ..Question::default()
    };
    let game = entry.build(&[])?;
    let solved = game.solve(example, &question)?;
    let seen = game.seen(example, Convention::Normal, 0)?;
    Ok(solve::lines(&solved, Some(&seen), lang))
}

fn indent(body: &str) -> String {
    let lines = body.lines().map(|line| format!("  {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

fn as_json(about: &About, lang: Lang) -> Value {
    let both = |pair: (&str, &str)| json!({"en": pair.0, "zh": pair.1});
    json!({
        "id": about.id,
        "name": both(about.name),
        "summary": both(about.summary),
        "rules": words(about.rules, lang),
        "theorem": words(about.theorem, lang),
        "source": about.source,
        "position": words(about.position, lang),
        "moves": words(about.moves, lang),
        "examples": about.examples,
        "parameters": about.parameters.iter().map(|p| json!({
            "name": p.name, "default": p.default, "meaning": words(p.meaning, lang),
        })).collect::<Vec<_>>(),
        "variants": about.variants.iter().map(|v| json!({
            "id": v.id, "name": both(v.name), "convention": v.convention.name(),
            "parameters": v.parameters.iter().map(|(n, v)| (n.to_string(), json!(v)))
                .collect::<serde_json::Map<_, _>>(),
        })).collect::<Vec<_>>(),
        "aliases": about.aliases.iter().map(|(id, names)| (id.to_string(), json!(names)))
            .collect::<serde_json::Map<_, _>>(),
        "dimension": about.dimension,
    })
}
