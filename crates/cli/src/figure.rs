//! Figures in the formats of files: one place for every verb that draws.

use std::path::Path;

use clap::{Arg, ArgMatches};
use grundy::picture::drawing::Drawing;
use grundy::picture::svg::{self, Theme};
use grundy::picture::tikz;
use grundy::text::Lang;
use grundy_press::Fonts;

use crate::output::{Failed, say};

/// The formats of a figure.
pub const FORMATS: [&str; 4] = ["svg", "png", "pdf", "tikz"];

/// Whether a format is that of a figure.
pub fn is(format: &str) -> bool {
    FORMATS.contains(&format)
}

/// The format that the name of a file stands for: SVG unless it says otherwise.
pub fn by_name(path: &str) -> &'static str {
    let extension = Path::new(path).extension().and_then(|e| e.to_str());
    match extension.unwrap_or("").to_ascii_lowercase().as_str() {
        "png" => "png",
        "pdf" => "pdf",
        "tex" | "tikz" => "tikz",
        _ => "svg",
    }
}

/// `--theme …`
pub fn theme(lang: Lang) -> Arg {
    Arg::new("theme")
        .long("theme")
        .value_name("THEME")
        .value_parser(["auto", "light", "dark"])
        .default_value("auto")
        .help(say(
            lang,
            "Paper of a figure: light, dark, or auto (an SVG follows its reader, anything else is light)",
            "图的底色：light（浅）、dark（深）或 auto（SVG 随读者，其余为浅色）",
        ))
}

/// What `--theme` says.
fn asked(matches: &ArgMatches) -> Theme {
    match matches.try_get_one::<String>("theme") {
        Ok(Some(name)) if name == "light" => Theme::Light,
        Ok(Some(name)) if name == "dark" => Theme::Dark,
        _ => Theme::Auto,
    }
}

/// The figure in one of [`FORMATS`].
pub fn written(
    drawing: &Drawing,
    format: &str,
    matches: &ArgMatches,
    lang: Lang,
) -> Result<Vec<u8>, Failed> {
    let theme = asked(matches);
    let dark = theme == Theme::Dark;
    match format {
        "png" => Ok(grundy_press::png(drawing, &Fonts::default(), dark)?),
        "pdf" => Ok(grundy_press::pdf(drawing, &Fonts::default(), dark)?),
        "tikz" => {
            let (count, most) = (tikz::rectangles(drawing), tikz::MOST_RECTANGLES);
            if count > most {
                return Err(Failed::Usage(match lang {
                    Lang::En => format!(
                        "{count} rectangles are too many for TikZ (at most {most}): write PDF"
                    ),
                    Lang::Zh => {
                        format!("{count} 个矩形对 TikZ 而言过多（上限 {most}）：请改写 PDF")
                    }
                }));
            }
            Ok(tikz::write(drawing).into_bytes())
        }
        _ => Ok(svg::write(drawing, theme).into_bytes()),
    }
}
