//! The one look of every figure: colours, letters, line widths.
//!
//! A figure names **roles** ([`Ink`]), never colours; [`Ink::colour`] is the one
//! table from roles to colours, for light paper and for dark. Categories are
//! those of Okabe and Ito, *Color Universal Design* (2008), which readers with
//! any kind of colour vision tell apart; outcomes, coins and the scale of heat
//! maps also differ in lightness, so that they survive a grey printer. The tests
//! measure both, by the relative luminance and contrast of the Web Content
//! Accessibility Guidelines 2.1: letters on a fill have a contrast of 4.5 at least.
//!
//! ```
//! use grundy::picture::look::{Ink, contrast, measure};
//! let (fill, letters) = (Ink::Lose, Ink::Lose.on());
//! assert!(contrast(fill.colour(false), letters.colour(false)) >= 4.5);
//! assert!(measure("wide", 13.0) > measure("ill", 13.0));
//! ```
//!
//! Limits: widths of letters are an estimate that no common sans-serif font
//! exceeds by much; a drawing does not know which font its reader has.

/// What something is, not which colour it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// The background.
    Paper,
    /// Letters.
    Text,
    /// Letters that may be overlooked: ticks, notes, legends.
    Dim,
    /// Outlines, axes, edges.
    Line,
    /// Grids, and what is of no importance.
    Faint,
    /// A stone, a token, a bean: what a heap is made of.
    Stone,
    /// The outline of a stone, or a stone of the other kind.
    StoneDark,
    /// A coin that shows heads.
    Head,
    /// A coin that shows tails.
    Tail,
    /// A cell of a board.
    CellLight,
    /// A cell of the other colour.
    CellDark,
    /// What is not there any more.
    Removed,
    /// What the move touches.
    Touched,
    /// A position that the player to move wins (N).
    Win,
    /// Its outline, and a winning move.
    WinLine,
    /// A position that the player to move loses (P).
    Lose,
    /// Its outline, and a move that puts off the end.
    LoseLine,
    /// A position that nobody wins.
    Draw,
    /// Its outline, and a move that keeps a draw.
    DrawLine,
    /// One of [`CATEGORIES`] kinds, counted round.
    Category(u8),
    /// A place on the scale of values, from light (0) to dark (255).
    Heat(u8),
    /// The same in grey, from light (0) to dark (255), but never black.
    Grey(u8),
    /// How many there are, from few (0) to many (255): darker on light paper,
    /// lighter on dark paper, and always apart from the paper.
    Density(u8),
    /// Black on any paper.
    Black,
    /// White on any paper.
    White,
}

/// How many kinds have a colour of their own.
pub const CATEGORIES: u8 = 8;

/// From light to dark: the scale of heat maps.
const SHADES: [[u8; 3]; 6] = [
    [232, 244, 248],
    [186, 221, 226],
    [122, 190, 201],
    [61, 147, 178],
    [40, 96, 147],
    [33, 45, 96],
];

/// Okabe and Ito's colours, the dark ones apart.
const KINDS: [[u8; 3]; CATEGORIES as usize] = [
    [0, 114, 178],
    [230, 159, 0],
    [0, 158, 115],
    [204, 121, 167],
    [86, 180, 233],
    [213, 94, 0],
    [240, 228, 66],
    [130, 130, 130],
];

impl Ink {
    /// The roles that are no family.
    pub const PLAIN: [Ink; 21] = [
        Ink::Paper,
        Ink::Text,
        Ink::Dim,
        Ink::Line,
        Ink::Faint,
        Ink::Stone,
        Ink::StoneDark,
        Ink::Head,
        Ink::Tail,
        Ink::CellLight,
        Ink::CellDark,
        Ink::Removed,
        Ink::Touched,
        Ink::Win,
        Ink::WinLine,
        Ink::Lose,
        Ink::LoseLine,
        Ink::Draw,
        Ink::DrawLine,
        Ink::Black,
        Ink::White,
    ];

    /// A place between 0 and `largest` on the scale of heat maps.
    pub fn heat(value: u64, largest: u64) -> Ink {
        Ink::Heat(place(value, largest))
    }

    /// The same in grey.
    pub fn grey(value: u64, largest: u64) -> Ink {
        Ink::Grey(place(value, largest))
    }

    /// Red, green and blue, on light paper or on dark.
    pub fn colour(self, dark: bool) -> [u8; 3] {
        let pair: [u32; 2] = match self {
            Ink::Paper => [0xffffff, 0x14181d],
            Ink::Text => [0x16202a, 0xe8ebee],
            Ink::Dim => [0x55606b, 0xa9b3bd],
            Ink::Line => [0x44505a, 0xb3bdc7],
            Ink::Faint => [0xc3cbd2, 0x4a545e],
            Ink::Stone => [0x3f6184, 0x4c7097],
            Ink::StoneDark => [0x22384f, 0xb9d2ea],
            Ink::Head => [0xf2c84b, 0xf2c84b],
            Ink::Tail => [0x6e5426, 0x755a2a],
            Ink::CellLight => [0xf4f1ea, 0x2b323a],
            Ink::CellDark => [0xd9cfbd, 0x3b444d],
            Ink::Removed => [0xe4e8eb, 0x252b31],
            Ink::Touched => [0xe69f00, 0xe69f00],
            Ink::Win => [0xdcebfa; 2],
            Ink::WinLine => [0x1d5a9e, 0x74b3f2],
            Ink::Lose => [0xa83a10; 2],
            Ink::LoseLine => [0x7d2a0b, 0xf08a5d],
            Ink::Draw => [0xe3b341; 2],
            Ink::DrawLine => [0x7f6010, 0xe9c765],
            Ink::Category(kind) => return KINDS[usize::from(kind % CATEGORIES)],
            Ink::Heat(at) => return scale(at),
            Ink::Density(at) => {
                let (far, at) = (145, u32::from(at));
                // Both ends are within the scale.
                let at = if dark {
                    far - far * at / 255
                } else {
                    110 + (255 - 110) * at / 255
                };
                return scale(at as u8);
            }
            Ink::Grey(at) => {
                // Lightness falls evenly to a grey that black still differs from.
                let level = 242 - (u32::from(at) * 160 / 255) as u8;
                return [level; 3];
            }
            Ink::Black => [0x000000; 2],
            Ink::White => [0xffffff; 2],
        };
        let [_, red, green, blue] = pair[usize::from(dark)].to_be_bytes();
        [red, green, blue]
    }

    /// The ink for letters on this fill.
    pub fn on(self) -> Ink {
        match self {
            Ink::Paper | Ink::CellLight | Ink::CellDark | Ink::Removed => Ink::Text,
            Ink::Text | Ink::Dim | Ink::Line | Ink::StoneDark => Ink::Paper,
            fill => {
                let with = |ink: Ink| contrast(fill.colour(false), ink.colour(false));
                match with(Ink::Black) >= with(Ink::White) {
                    true => Ink::Black,
                    false => Ink::White,
                }
            }
        }
    }

    /// Its name in classes of SVG and colours of TikZ: letters and digits.
    pub fn name(self) -> String {
        match self {
            Ink::Category(kind) => format!("kind{}", kind % CATEGORIES),
            Ink::Heat(at) => format!("heat{at}"),
            Ink::Grey(at) => format!("grey{at}"),
            Ink::Density(at) => format!("density{at}"),
            plain => format!("{plain:?}").to_ascii_lowercase(),
        }
    }

    /// Whether light paper and dark have different colours for it.
    pub fn follows_paper(self) -> bool {
        self.colour(false) != self.colour(true)
    }
}

/// Where a value stands between 0 and the largest, in 1/255.
fn place(value: u64, largest: u64) -> u8 {
    let largest = u128::from(largest.max(1));
    let value = u128::from(value).min(largest);
    // At most 255.
    (value * 255 / largest) as u8
}

/// The colour at a place of the scale: integers keep it the same everywhere.
fn scale(at: u8) -> [u8; 3] {
    let steps = SHADES.len() - 1;
    let far = usize::from(at) * steps;
    let low = (far / 255).min(steps - 1);
    let part = (far - low * 255) as i32;
    std::array::from_fn(|channel| {
        let (a, b) = (
            i32::from(SHADES[low][channel]),
            i32::from(SHADES[low + 1][channel]),
        );
        // Between two bytes.
        (a + (b - a) * part / 255) as u8
    })
}

/// How light a colour is, from 0 to 1.
pub fn luminance(colour: [u8; 3]) -> f64 {
    let [red, green, blue] = colour.map(|channel| {
        let part = f64::from(channel) / 255.0;
        match part <= 0.04045 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// How well two colours can be told apart, from 1 to 21.
pub fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

/// Letters of labels.
pub const SANS: &str = "'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', 'PingFang SC', \
     'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'WenQuanYi Micro Hei', sans-serif";
/// Letters of mathematics.
pub const SERIF: &str = "'STIX Two Text', 'Times New Roman', 'Liberation Serif', 'DejaVu Serif', \
     'Songti SC', SimSun, 'Noto Serif CJK SC', serif";
/// Letters of notation whose columns matter.
pub const MONO: &str = "Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', \
     'Noto Sans Mono CJK SC', monospace";

/// The size of titles.
pub const TITLE: f64 = 16.0;
/// The size of labels.
pub const LABEL: f64 = 13.0;
/// The size of notes and ticks.
pub const SMALL: f64 = 11.0;
/// The smallest letters.
pub const TINY: f64 = 9.0;

/// Grids.
pub const HAIR: f64 = 0.5;
/// Outlines.
pub const THIN: f64 = 1.0;
/// Edges.
pub const MEDIUM: f64 = 1.5;
/// What stands out.
pub const THICK: f64 = 2.5;

/// The empty rim of every figure.
pub const MARGIN: f64 = 16.0;
/// The room between two things.
pub const GAP: f64 = 8.0;
/// The radius of rounded corners.
pub const CORNER: f64 = 4.0;
/// The side of a cell of a board.
pub const CELL: f64 = 28.0;
/// The length of the head of an arrow.
pub const HEAD: f64 = 8.0;
/// Dashes and the gaps between them.
pub const DASHES: [f64; 2] = [5.0, 3.0];

/// How high capitals are, in parts of the size: half of it moves a text from
/// its baseline to its middle.
pub const CAPITALS: f64 = 0.72;

/// About how wide a text is, in the units of its size.
pub fn measure(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

/// The width of a letter in parts of the size, of the wider common fonts.
fn advance(letter: char) -> f64 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '\'' => 0.30,
        ' ' | '.' | ',' | ':' | ';' | '|' | '·' | '/' | '\\' => 0.34,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | '!' => 0.42,
        'm' => 0.98,
        'w' | 'M' => 0.87,
        'W' | '@' | '%' | '…' | '—' => 1.0,
        'C' | 'D' | 'G' | 'H' | 'N' | 'O' | 'Q' | 'U' => 0.79,
        'J' | 'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' | '?' => 0.60,
        'A'..='Z' => 0.70,
        '0'..='9' | 'a'..='z' => 0.64,
        '"' | '*' | '$' | '_' | '`' | '{' | '}' => 0.65,
        '\0'..='\u{7f}' | '×' | '÷' | '±' => 0.84,
        // Accents that stand over the letter before.
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0.0,
        '\u{80}'..='\u{24f}' => 0.70,
        '\u{370}'..='\u{4ff}' => 0.84,
        '\u{2070}'..='\u{209f}' => 0.48,
        '\u{2190}'..='\u{22ff}' => 0.90,
        '\u{1100}'.. => 1.0,
        _ => 0.75,
    }
}

/// A text that is no wider than `room`, its end left off if need be.
///
/// ```
/// use grundy::picture::look::{measure, shortened};
/// assert_eq!(shortened("nim", 13.0, 100.0), "nim");
/// let short = shortened("a long sentence", 13.0, 50.0);
/// assert!(short.ends_with('…') && measure(&short, 13.0) <= 50.0);
/// ```
pub fn shortened(text: &str, size: f64, room: f64) -> String {
    if measure(text, size) <= room {
        return text.to_string();
    }
    let mut left = room / size - advance('…');
    let fits = |letter: &char| {
        left -= advance(*letter);
        left >= 0.0
    };
    let head: String = text.chars().take_while(fits).collect();
    head.trim_end().to_string() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Ink> {
        let mut all = Ink::PLAIN.to_vec();
        all.extend((0..CATEGORIES).map(Ink::Category));
        all.extend((0..=255).map(Ink::Heat));
        all.extend((0..=255).map(Ink::Grey));
        all.extend((0..=255).map(Ink::Density));
        all
    }

    #[test]
    fn letters_can_be_read_on_every_fill() {
        for fill in all() {
            for dark in [false, true] {
                let found = contrast(fill.colour(dark), fill.on().colour(dark));
                let lines = matches!(
                    fill,
                    Ink::Faint | Ink::WinLine | Ink::LoseLine | Ink::DrawLine | Ink::Density(_)
                );
                // Lines are no fills; everything else must carry a word.
                assert!(lines || found >= 4.5, "{fill:?} dark {dark}: {found:.2}");
            }
        }
    }

    #[test]
    fn letters_and_lines_can_be_seen_on_the_paper() {
        for dark in [false, true] {
            let paper = Ink::Paper.colour(dark);
            for (ink, least) in [
                (Ink::Text, 12.0),
                (Ink::Dim, 4.5),
                (Ink::Line, 4.5),
                (Ink::WinLine, 4.5),
                (Ink::LoseLine, 4.5),
                (Ink::DrawLine, 4.5),
                (Ink::StoneDark, 4.5),
                (Ink::Stone, 3.0),
                (Ink::Faint, 1.4),
                (Ink::Density(0), 2.0),
                (Ink::Density(255), 10.0),
            ] {
                let found = contrast(paper, ink.colour(dark));
                assert!(found >= least, "{ink:?} dark {dark}: {found:.2}");
            }
        }
    }

    /// Lightness from 0 to 100 as the eye has it (CIE L*), as a grey print shows it.
    fn lightness(ink: Ink, dark: bool) -> f64 {
        let y = luminance(ink.colour(dark));
        match y > 216.0 / 24389.0 {
            true => 116.0 * y.cbrt() - 16.0,
            false => y * 24389.0 / 27.0,
        }
    }

    #[test]
    fn what_must_differ_differs_in_grey() {
        for dark in [false, true] {
            for (one, other) in [
                (Ink::Win, Ink::Lose),
                (Ink::Win, Ink::Draw),
                (Ink::Lose, Ink::Draw),
                (Ink::Head, Ink::Tail),
            ] {
                let apart = (lightness(one, dark) - lightness(other, dark)).abs();
                assert!(apart >= 15.0, "{one:?} {other:?} dark {dark}: {apart:.1}");
            }
            let cells = [Ink::CellLight, Ink::CellDark].map(|ink| lightness(ink, dark));
            assert!((cells[0] - cells[1]).abs() >= 6.0, "{cells:?}");
        }
        // Both scales only get darker, and a lost position is apart from all of the grey one.
        for at in 0..255u8 {
            for (a, b) in [
                (Ink::Heat(at), Ink::Heat(at + 1)),
                (Ink::Grey(at), Ink::Grey(at + 1)),
            ] {
                assert!(lightness(a, false) + 1e-9 >= lightness(b, false));
            }
        }
        assert!(lightness(Ink::Heat(0), false) - lightness(Ink::Heat(255), false) > 70.0);
        assert!(lightness(Ink::Grey(255), false) - lightness(Ink::Black, false) > 30.0);
    }

    #[test]
    fn a_place_on_the_scale() {
        assert_eq!(Ink::heat(0, 0), Ink::Heat(0));
        assert_eq!(Ink::heat(u64::MAX, u64::MAX), Ink::Heat(255));
        assert_eq!(Ink::heat(9, 4), Ink::Heat(255));
        assert_eq!(Ink::Heat(0).colour(false), SHADES[0]);
        assert_eq!(Ink::Heat(255).colour(true), SHADES[5]);
    }

    #[test]
    fn names_are_words_and_differ() {
        let mut names: Vec<String> = all().into_iter().map(Ink::name).collect();
        assert!(
            names
                .iter()
                .all(|n| n.chars().all(|c| c.is_ascii_alphanumeric()))
        );
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn chinese_is_as_wide_as_high() {
        assert_eq!(measure("堆", 10.0), 10.0);
        assert_eq!(shortened("很长的一句话", 10.0, 35.0), "很长…");
        assert_eq!(shortened("abc", 10.0, 0.0), "…");
    }
}
