//! A study as one page of HTML that needs nothing else.

use std::fmt::Write;

use grundy::answer::Status as Computed;
use grundy::picture::drawing::Drawing;
use grundy::picture::heat::{self, Look};
use grundy::picture::svg::{self, Theme};
use grundy::table::{Cell, Table};
use grundy::text::{Lang, Text};

use crate::picture;
use crate::print::Style;
use crate::rules::NOTHING;
use crate::sample::Sample;
use crate::study::Study;

/// Two languages, one of which is chosen.
fn say(lang: Lang, en: &'static str, zh: &'static str) -> &'static str {
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The corner of a table that is shown, as a table of the library.
pub fn shown(sample: &Sample, sides: &[u64]) -> Table {
    let size: Vec<u64> = sample
        .size
        .iter()
        .zip(sides)
        .map(|(a, b)| *a.min(b))
        .collect();
    let corner = sample.corner(&size);
    let cell = |&label: &u32| match label {
        NOTHING => Cell::Nothing,
        0 if sample.outcomes => Cell::Outcome(grundy::outcome::Outcome::P),
        _ if sample.outcomes => Cell::Outcome(grundy::outcome::Outcome::N),
        value => Cell::Value(value.into()),
    };
    Table {
        cells: corner.cells.iter().map(cell).collect(),
        size,
        status: Computed::Computed,
        reason: Text::fixed("from the rules", "由规则得出"),
    }
}

/// The first few P-positions, written.
pub fn lost(sample: &Sample, count: usize) -> Vec<String> {
    let mut found: Vec<Vec<u64>> = sample
        .labels()
        .positions()
        .filter(|p| p.1 == 0)
        .map(|p| p.0)
        .collect();
    found.sort_by_key(|at| (at.iter().sum::<u64>(), at.clone()));
    found.truncate(count);
    let written = |at: &Vec<u64>| {
        let numbers: Vec<String> = at.iter().map(u64::to_string).collect();
        match numbers.len() {
            1 => numbers[0].clone(),
            _ => format!("({})", numbers.join(", ")),
        }
    };
    found.iter().map(written).collect()
}

/// The page.
pub fn html(
    study: &Study,
    name: &str,
    rules: Option<&str>,
    position: Option<&Drawing>,
    lang: Lang,
) -> String {
    let mut page = String::new();
    let title = escape(name);
    let heading = say(lang, "A study of", "研究报告：");
    // Writing to a String cannot fail.
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n\
         body {{ font-family: sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c2733; line-height: 1.5 }}\n\
         pre {{ background: #f3f6f9; padding: .7rem; overflow-x: auto; white-space: pre-wrap }}\n\
         .law {{ border-left: 4px solid #2f6bb0; padding-left: 1rem; margin: 1.5rem 0 }}\n\
         .proven {{ border-color: #2c7a3f }}\n.status {{ font-weight: bold }}\nsvg {{ max-width: 100%; height: auto }}\n\
         @media (prefers-color-scheme: dark) {{ body {{ background: #14181d; color: #e8ebee }} pre {{ background: #1f252c }} }}\n\
         </style>\n</head>\n<body>\n<h1>{heading} {title}</h1>\n",
        say(lang, "en", "zh"),
    );
    if let Some(rules) = rules {
        let _ = write!(
            page,
            "<h2>{}</h2>\n<pre>{}</pre>\n",
            say(lang, "Rules", "规则"),
            escape(rules.trim_end())
        );
    }
    if let Some(drawn) = position {
        let svg = svg::write(drawn, Theme::Auto);
        let _ = writeln!(
            page,
            "<h2>{}</h2>\n<p>{}</p>\n{svg}",
            say(lang, "A position", "局面"),
            escape(&drawn.title)
        );
    }
    let _ = writeln!(page, "<h2>{}</h2>", say(lang, "Laws", "规律"));
    if study.findings.is_empty() {
        let _ = writeln!(page, "<p>{}</p>", say(lang, "no law found", "未找到规律"));
    }
    for finding in &study.findings {
        let written = |style| {
            let text = finding.law.written(style, &study.sample.names);
            escape(text.get(lang))
        };
        let _ = write!(
            page,
            "<div class=\"law {}\">\n<p>{}</p>\n<p class=\"status\">{}</p>\n<details><summary>LaTeX, C++, Python</summary>\n",
            finding.status.word(),
            written(Style::Text),
            escape(finding.status.text().get(lang)),
        );
        for style in [Style::Latex, Style::Cpp, Style::Python] {
            let _ = writeln!(page, "<pre>{}</pre>", written(style));
        }
        page.push_str("</details>\n");
        if let Some((claim, _)) = &finding.proof
            && let Ok(drawn) = picture::draw(claim, name, &study.sample.names, lang)
        {
            let svg = svg::write(&drawn, Theme::Auto);
            let _ = writeln!(
                page,
                "<details><summary>{}</summary>\n<p>{}</p>\n{svg}</details>",
                say(lang, "The automaton", "自动机"),
                say(
                    lang,
                    "It reads the digits of all numbers side by side, the most significant first. Words that end at a double circle are accepted.",
                    "它并排读取各数的数字，高位在前；止于双圈状态的词被接受。"
                )
            );
        }
        if let Some(certificate) = finding.certificate_text() {
            let _ = writeln!(
                page,
                "<details><summary>{}</summary>\n<pre>{}</pre></details>",
                say(
                    lang,
                    "Certificate, for grundy check",
                    "证书，供 grundy check 复核"
                ),
                escape(&certificate)
            );
        }
        page.push_str("</div>\n");
    }
    let sides: &[u64] = match study.sample.size.len() {
        1 => &[200],
        _ => &[40, 40, 40],
    };
    let look = Look {
        axes: study.sample.names.clone(),
        ..Look::titled("")
    };
    if let Ok(drawn) = heat::draw(&shown(&study.sample, sides), &look) {
        let svg = svg::write(&drawn, Theme::Auto);
        let _ = writeln!(page, "<h2>{}</h2>\n{svg}", say(lang, "Table", "表"));
    }
    let lost = lost(&study.sample, 40);
    let _ = writeln!(
        page,
        "<h2>{}</h2>\n<p>{}</p>",
        say(lang, "First P-positions", "最初的 P 态"),
        escape(&lost.join(", "))
    );
    if !study.notes.is_empty() {
        let _ = writeln!(
            page,
            "<h2>{}</h2>\n<ul>",
            say(lang, "What could not be done", "未能完成之事")
        );
        for note in &study.notes {
            let _ = writeln!(page, "<li>{}</li>", escape(note.get(lang)));
        }
        page.push_str("</ul>\n");
    }
    page.push_str("</body>\n</html>\n");
    page
}
