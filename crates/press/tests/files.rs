//! The files as other programs read them.

use std::io::Read;

use flate2::read::ZlibDecoder;
use grundy::picture::drawing::{Drawing, Raster, circle, group, line, rect, text};
use grundy::picture::look::Ink;
use grundy_press::{Fonts, pdf, png};

fn drawing() -> Drawing {
    let mut drawing = Drawing::new(60.0, 40.0, "title ⊕");
    drawing.add(rect(10.0, 10.0, 10.0, 10.0).fill(Ink::Lose));
    drawing.add(circle(40.0, 15.0, 5.0).fill(Ink::Stone).opacity(0.5));
    drawing.add(line(5.0, 35.0, 55.0, 35.0).stroke(Ink::Black, 2.0).arrow());
    let mut inner = group("g");
    inner.shift = (30.0, 20.0);
    inner.scale = 2.0;
    inner.add(Raster {
        x: 0.0,
        y: 0.0,
        width: 4.0,
        height: 4.0,
        columns: 2,
        inks: vec![None, Some(Ink::Category(5))],
        cells: vec![1, 0, 0, 1],
    });
    drawing.add(inner);
    drawing.add(text(50.0, 30.0, "H").size(12.0).centred());
    drawing
}

/// The pixels of a file as three colours each, and its size.
fn pixels(file: &[u8]) -> (usize, usize, Vec<u8>) {
    let word = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let (width, height) = (word(16), word(20));
    let (mut at, mut packed) = (8, Vec::new());
    while at < file.len() {
        if &file[at + 4..at + 8] == b"IDAT" {
            packed.extend(&file[at + 8..at + 8 + word(at)]);
        }
        at += 12 + word(at);
    }
    let mut rows = Vec::new();
    ZlibDecoder::new(&packed[..])
        .read_to_end(&mut rows)
        .unwrap();
    let mut all: Vec<u8> = vec![0; width * 3];
    for row in rows.chunks_exact(width * 3 + 1) {
        assert_eq!(row[0], 2);
        for byte in &row[1..] {
            all.push(byte.wrapping_add(all[all.len() - width * 3]));
        }
    }
    (width, height, all.split_off(width * 3))
}

#[test]
fn pixels_have_the_colours_of_the_drawing() {
    for dark in [false, true] {
        let file = png(&drawing(), &Fonts::without_system(), dark).unwrap();
        let (width, height, all) = pixels(&file);
        assert_eq!((width, height, all.len()), (180, 120, 180 * 120 * 3));
        let at = |x: usize, y: usize| -> [u8; 3] {
            let first = (y * 3 * width + x * 3) * 3;
            all[first..first + 3].try_into().unwrap()
        };
        let paper = Ink::Paper.colour(dark);
        assert_eq!(at(1, 1), paper);
        assert_eq!(at(15, 15), Ink::Lose.colour(dark));
        // Half of the stone, half of the paper.
        let stone = Ink::Stone.colour(dark);
        for channel in 0..3 {
            let half = (u32::from(stone[channel]) + u32::from(paper[channel])) / 2;
            assert!(half.abs_diff(u32::from(at(40, 15)[channel])) <= 2);
        }
        assert_eq!(at(20, 35), [0; 3]);
        // The head is wider than its line.
        assert_eq!(at(47, 37), [0; 3]);
        assert_eq!(at(20, 37), paper);
        let kind = Ink::Category(5).colour(dark);
        assert_eq!([at(32, 22), at(36, 26)], [kind; 2]);
        assert_eq!([at(36, 22), at(32, 26)], [paper; 2]);
        // The letter: ink somewhere, paper above and below its bar.
        let letters = (44..57).flat_map(|x| (25..36).map(move |y| (x, y)));
        let inked = letters.filter(|(x, y)| at(*x, *y) == Ink::Text.colour(dark));
        assert!(inked.count() > 5);
    }
}

/// The text between two marks.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let start = text.find(from).unwrap() + from.len();
    &text[start..start + text[start..].find(to).unwrap()]
}

#[test]
fn a_page_whose_table_of_objects_is_right() {
    let file = pdf(&drawing(), &Fonts::without_system(), false).unwrap();
    assert_eq!(
        file,
        pdf(&drawing(), &Fonts::without_system(), false).unwrap()
    );
    // Bytes as characters of one byte each, so that places stay places.
    let text: String = file.iter().map(|byte| char::from(*byte)).collect();
    let bytes = |text: &str| -> Vec<u8> { text.chars().map(|c| c as u8).collect() };
    let characters: Vec<char> = text.chars().collect();
    let table: usize = between(&text, "startxref\n", "\n").parse().unwrap();
    let tail: String = characters[table..].iter().collect();
    assert!(tail.starts_with("xref\n0 8\n"), "{tail}");
    for (number, entry) in tail.lines().skip(3).take(7).enumerate() {
        let offset: usize = entry[..10].parse().unwrap();
        let head: String = characters[offset..offset + 8].iter().collect();
        assert!(
            head.starts_with(&format!("{} 0 obj\n", number + 1)),
            "{head}"
        );
    }
    assert!(text.contains("/MediaBox [0 0 45 30]"));
    assert!(text.contains("/Title <FEFF007400690074006C006500202295>"));
    let packed = between(&text, "/FlateDecode >>\nstream\n", "\nendstream");
    let mut content = String::new();
    ZlibDecoder::new(&bytes(packed)[..])
        .read_to_string(&mut content)
        .unwrap();
    for part in [
        "0.75 0 0 -0.75 0 30 cm",
        "10 10 m\n20 10 l\n20 20 l\n10 20 l\nh\nf",
        "/G1 gs",
        "2 w [] 0 d",
        "q 8 0 0 -8 30 28 cm /I0 Do Q",
        "/Span << /ActualText <FEFF0048> >> BDC",
    ] {
        assert!(content.contains(part), "{part}: {content}");
    }
    assert_eq!(
        content.matches("BDC").count(),
        content.matches("EMC").count()
    );
}

#[test]
fn what_is_too_large_or_cannot_be_written_is_refused() {
    let fonts = Fonts::without_system();
    let large = Drawing::new(40_000.0, 40_000.0, "large");
    let error = png(&large, &fonts, false).unwrap_err().to_string();
    assert!(error.contains("40000"), "{error}");
    assert!(pdf(&large, &fonts, false).is_ok());
    let mut chinese = Drawing::new(40.0, 40.0, "堆");
    // A title may be in any script.
    assert!(pdf(&chinese, &fonts, false).is_ok());
    chinese.add(text(1.0, 20.0, "堆"));
    for refused in [png(&chinese, &fonts, false), pdf(&chinese, &fonts, false)] {
        let error = refused.unwrap_err().to_string();
        assert!(error.contains('堆'), "{error}");
    }
}
