//! Where letters come from.
//!
//! Subsets of four DejaVu faces are compiled in: ASCII, Latin-1, Greek and the
//! signs of mathematics that the project uses. What they lack is looked for in
//! the fonts of the system, those with a Chinese name first. A letter that no
//! font has is an error that names it; it never vanishes from a figure.
//!
//! ```
//! use grundy_press::Fonts;
//! let fonts = Fonts::without_system();
//! assert!(fonts.missing("3 ⊕ 5 → ∞").is_empty());
//! assert_eq!(fonts.missing("堆"), ['堆']);
//! ```
//!
//! Limits: no shaping, no ligatures, no kerning; fonts of at most 64 MB.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use grundy::error::Error;
use grundy::picture::drawing::{Face as Style, Label, Step};
use grundy::text::Text;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

const SANS: &[u8] = include_bytes!("../fonts/DejaVuSans.subset.ttf");
const BOLD: &[u8] = include_bytes!("../fonts/DejaVuSans-Bold.subset.ttf");
const ITALIC: &[u8] = include_bytes!("../fonts/DejaVuSerif-Italic.subset.ttf");
const MONO: &[u8] = include_bytes!("../fonts/DejaVuSansMono.subset.ttf");

/// The fonts of this machine, read when a letter needs them.
#[derive(Default)]
pub struct Fonts {
    /// Whether only the fonts inside are used.
    alone: bool,
    /// Files that may have a letter, the likely ones first.
    files: OnceLock<Vec<PathBuf>>,
    /// A file of the system that was of use: the last one found.
    found: OnceLock<Option<Vec<u8>>>,
}

/// A letter on its way to a surface.
pub struct Glyph {
    /// Its outline in parts of the size, y downwards from the baseline.
    pub outline: Vec<Step>,
    /// How far the next letter stands, in parts of the size.
    pub advance: f64,
}

impl Fonts {
    /// Only the fonts inside: the same on every machine.
    pub fn without_system() -> Fonts {
        Fonts {
            alone: true,
            ..Fonts::default()
        }
    }

    /// The letters of a label from left to right. Letters that no font has are
    /// an error.
    pub fn glyphs(&self, label: &Label) -> Result<Vec<Glyph>, Error> {
        let missing = self.missing(&label.text);
        if !missing.is_empty() {
            return Err(lacking(&missing));
        }
        let wanted = match (label.face, label.bold) {
            (Style::Mono, _) => MONO,
            (Style::Serif, _) if label.italic => ITALIC,
            (_, true) => BOLD,
            _ => SANS,
        };
        let faces = [wanted, SANS].map(|data| Face::parse(data, 0).ok());
        let system = self.system(&label.text);
        let mut glyphs = Vec::new();
        for letter in label.text.chars() {
            let inside = faces.iter().flatten();
            let found = inside
                .chain(&system)
                .find_map(|face| Some((face, face.glyph_index(letter)?)));
            let Some((face, id)) = found else {
                return Err(lacking(&[letter]));
            };
            // A slant where there is no slanted face.
            let slant = label.italic && !std::ptr::eq(wanted, ITALIC);
            glyphs.push(outline(face, id, if slant { 0.2 } else { 0.0 }));
        }
        Ok(glyphs)
    }

    /// The letters of a text that no font has.
    pub fn missing(&self, text: &str) -> Vec<char> {
        let inside = Face::parse(SANS, 0).ok();
        let has = |face: &Face<'_>, letter: char| face.glyph_index(letter).is_some();
        let mut missing: Vec<char> = text
            .chars()
            .filter(|letter| !inside.as_ref().is_some_and(|face| has(face, *letter)))
            .collect();
        missing.sort_unstable();
        missing.dedup();
        if missing.is_empty() {
            return missing;
        }
        for face in self.system(text) {
            missing.retain(|letter| !has(&face, *letter));
        }
        missing
    }

    /// A face of the system for what the fonts inside lack, if they lack anything.
    fn system(&self, text: &str) -> Vec<Face<'_>> {
        let inside = Face::parse(SANS, 0).ok();
        let lacks = |letter: &char| {
            let found = inside.as_ref().and_then(|face| face.glyph_index(*letter));
            found.is_none()
        };
        let Some(letter) = text.chars().find(lacks) else {
            return Vec::new();
        };
        if self.alone {
            return Vec::new();
        }
        // One font that has the first such letter serves the whole figure.
        let found = self.found.get_or_init(|| self.look_for(letter));
        let Some(data) = found else {
            return Vec::new();
        };
        let count = ttf_parser::fonts_in_collection(data).unwrap_or(1);
        (0..count)
            .filter_map(|number| Face::parse(data, number).ok())
            .collect()
    }

    fn look_for(&self, letter: char) -> Option<Vec<u8>> {
        const LARGEST: u64 = 64 << 20;
        let files = self.files.get_or_init(|| {
            let mut files = Vec::new();
            for folder in folders() {
                collect(&folder, &mut files);
            }
            files.sort_by_key(|path| (unlikely(path), path.clone()));
            files
        });
        for path in files {
            let size = std::fs::metadata(path).map(|about| about.len());
            if size.is_ok_and(|size| size <= LARGEST)
                && let Ok(data) = std::fs::read(path)
                && let Ok(face) = Face::parse(&data, 0)
                && face.glyph_index(letter).is_some()
            {
                return Some(data);
            }
        }
        None
    }
}

/// What is said of letters that no font has.
fn lacking(letters: &[char]) -> Error {
    let shown: String = letters.iter().take(12).collect();
    let more = if letters.len() > 12 { "…" } else { "" };
    Error::Unsupported {
        because: Text::new(
            format!(
                "no font on this machine has the letters {shown}{more} ({}); install one, for Chinese e.g. Noto Sans CJK, or write SVG",
                letters.len()
            ),
            format!(
                "本机没有包含字符 {shown}{more}（共 {} 个）的字体；请安装，汉字可用 Noto Sans CJK 等，或改写 SVG",
                letters.len()
            ),
        ),
    }
}

/// Where systems keep their fonts.
fn folders() -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        "/System/Library/Fonts",
        "/Library/Fonts",
    ]
    .map(PathBuf::from)
    .to_vec();
    let below = |variable: &str, folder: &str| {
        let base = std::env::var_os(variable)?;
        Some(Path::new(&base).join(folder))
    };
    all.extend(below("HOME", ".fonts"));
    all.extend(below("HOME", ".local/share/fonts"));
    all.extend(below("HOME", "Library/Fonts"));
    all.extend(below("XDG_DATA_HOME", "fonts"));
    all.extend(below("WINDIR", "Fonts"));
    all.extend(below("LOCALAPPDATA", "Microsoft/Windows/Fonts"));
    all
}

/// All fonts below a folder. Links are not followed in circles: a folder is
/// entered at most [`DEEPEST`] levels down.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    const DEEPEST: usize = 6;
    let mut left = vec![(folder.to_path_buf(), 0)];
    while let Some((folder, deep)) = left.pop() {
        // A folder that cannot be read has no fonts for us.
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                if deep < DEEPEST {
                    left.push((path, deep + 1));
                }
                continue;
            }
            let kind = path.extension().and_then(|e| e.to_str()).unwrap_or("");
            if ["ttf", "otf", "ttc", "otc"].contains(&&*kind.to_ascii_lowercase()) {
                files.push(path);
            }
        }
    }
}

/// Fonts with a Chinese repertoire come first, upright and regular ones before
/// others.
fn unlikely(path: &Path) -> u8 {
    const CHINESE: [&str; 12] = [
        "notosanscjk",
        "notosanssc",
        "sourcehansans",
        "pingfang",
        "msyh",
        "microhei",
        "zenhei",
        "droidsansfallback",
        "stheiti",
        "simhei",
        "uming",
        "simsun",
    ];
    let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or("");
    let name: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .collect::<String>()
        .to_ascii_lowercase();
    let known = CHINESE.iter().position(|part| name.contains(part));
    let known = known.map_or(CHINESE.len(), |at| at) as u8;
    let plain = ![
        "bold", "black", "light", "thin", "medium", "italic", "oblique", "mono",
    ]
    .iter()
    .any(|part| name.contains(part));
    2 * known + u8::from(!plain)
}

/// Outlines in parts of the size.
struct Outline {
    steps: Vec<Step>,
    unit: f64,
    slant: f64,
}

impl Outline {
    fn point(&self, x: f32, y: f32) -> [f64; 2] {
        let (x, y) = (f64::from(x) / self.unit, f64::from(y) / self.unit);
        [x + y * self.slant, -y]
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.point(x, y);
        self.steps.push(Step::Move(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.point(x, y);
        self.steps.push(Step::Line(x, y));
    }

    fn quad_to(&mut self, a: f32, b: f32, x: f32, y: f32) {
        self.steps
            .push(Step::Quadratic(self.point(a, b), self.point(x, y)));
    }

    fn curve_to(&mut self, a: f32, b: f32, c: f32, d: f32, x: f32, y: f32) {
        let [first, second, end] = [(a, b), (c, d), (x, y)].map(|(x, y)| self.point(x, y));
        self.steps.push(Step::Cubic(first, second, end));
    }

    fn close(&mut self) {
        self.steps.push(Step::Close);
    }
}

fn outline(face: &Face<'_>, id: GlyphId, slant: f64) -> Glyph {
    let unit = f64::from(face.units_per_em().max(1));
    let mut outline = Outline {
        steps: Vec::new(),
        unit,
        slant,
    };
    // A blank has no outline.
    let _ = face.outline_glyph(id, &mut outline);
    Glyph {
        outline: outline.steps,
        advance: f64::from(face.glyph_hor_advance(id).unwrap_or(0)) / unit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::picture::drawing::text;
    use grundy::picture::look::measure;

    /// The estimate by which figures are laid out is not exceeded.
    #[test]
    fn letters_are_no_wider_than_estimated() {
        let fonts = Fonts::without_system();
        let wide = |words: &str| -> f64 {
            let glyphs = fonts.glyphs(&text(0.0, 0.0, words)).unwrap();
            glyphs.iter().map(|glyph| glyph.advance).sum()
        };
        for letter in (' '..='~').chain("·×−±→←↑↓∞≤≥≠≡⊕⊗…₀₁₂⁰²αβνφω".chars())
        {
            let word = letter.to_string();
            let (real, estimate) = (wide(&word), measure(&word, 1.0));
            assert!(
                real <= estimate + 0.02,
                "{letter}: {real:.2} > {estimate:.2}"
            );
            assert!(
                estimate <= 2.0 * real + 0.1,
                "{letter}: {estimate:.2} is no estimate of {real:.2}"
            );
        }
        for words in ["preperiod 71", "N → P", "(0,1),(1,0)", "reads (x, y, v)"] {
            let ratio = measure(words, 1.0) / wide(words);
            assert!((1.0..1.15).contains(&ratio), "{words}: {ratio:.2}");
        }
    }

    #[test]
    fn every_style_has_letters() {
        let fonts = Fonts::without_system();
        let plain = || text(0.0, 0.0, "a⊕1 ");
        for label in [
            plain(),
            plain().bold(),
            plain().italic(),
            plain().mono(),
            plain().mathematics(),
        ] {
            let glyphs = fonts.glyphs(&label).unwrap();
            assert_eq!(glyphs.len(), 4);
            assert!(glyphs[..3].iter().all(|glyph| !glyph.outline.is_empty()));
            assert!(glyphs[3].outline.is_empty() && glyphs[3].advance > 0.2);
        }
    }

    #[test]
    fn a_letter_that_no_font_has_is_named() {
        let fonts = Fonts::without_system();
        let Err(error) = fonts.glyphs(&text(0.0, 0.0, "值 1\u{e000}")) else {
            panic!("letters vanished");
        };
        let error = error.to_string();
        assert!(error.contains("值") && error.contains("(2)"), "{error}");
    }
}
