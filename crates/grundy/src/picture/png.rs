//! A grid of colours as PNG: a palette, one byte for a cell, compressed.
//!
//! Portable Network Graphics, second edition (W3C 2003): the chunks `IHDR`,
//! `PLTE`, `tRNS`, `IDAT`, `IEND`, each with its length and CRC-32.

use std::io::Write;

use flate2::{Compression, Crc, write::ZlibEncoder};

use super::drawing::Raster;

/// The raster as a file; nothing if it has no cells or no colours.
pub(super) fn encode(raster: &Raster, dark: bool) -> Option<Vec<u8>> {
    let columns = u32::try_from(raster.columns).ok().filter(|n| *n > 0)?;
    let rows = u32::try_from(raster.rows()).ok().filter(|n| *n > 0)?;
    let inks = &raster.inks[..raster.inks.len().min(256)];
    if inks.is_empty() {
        return None;
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend(columns.to_be_bytes());
    head.extend(rows.to_be_bytes());
    // Eight bits, a palette, nothing else.
    head.extend([8, 3, 0, 0, 0]);
    chunk(&mut out, b"IHDR", &head);
    let colour = |ink: &Option<_>| ink.map_or([0; 3], |ink: super::look::Ink| ink.colour(dark));
    let palette: Vec<u8> = inks.iter().flat_map(colour).collect();
    chunk(&mut out, b"PLTE", &palette);
    let opaque: Vec<u8> = inks
        .iter()
        .map(|ink| if ink.is_some() { 255 } else { 0 })
        .collect();
    if opaque.contains(&0) {
        chunk(&mut out, b"tRNS", &opaque);
    }
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let last = inks.len() - 1;
    for row in raster.cells.chunks_exact(raster.columns) {
        let row = row.iter().map(|cell| (*cell).min(last as u8));
        let line: Vec<u8> = std::iter::once(0).chain(row).collect();
        packed.write_all(&line).ok()?;
    }
    chunk(&mut out, b"IDAT", &packed.finish().ok()?);
    chunk(&mut out, b"IEND", &[]);
    Some(out)
}

/// Writes one chunk of a PNG file: its length, its name, what it holds, and the sum of both.
/// It holds less than 2^32 bytes.
pub fn chunk(out: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    // A palette and any raster that fits memory twice are far below 2^32.
    out.extend((data.len() as u32).to_be_bytes());
    let mut sum = Crc::new();
    sum.update(name);
    sum.update(data);
    out.extend(name);
    out.extend(data);
    out.extend(sum.sum().to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::super::look::Ink;
    use super::*;
    use std::io::Read;

    #[test]
    fn the_chunks_of_a_small_picture() {
        let raster = Raster {
            x: 0.0,
            y: 0.0,
            width: 1.0,
            height: 1.0,
            columns: 3,
            inks: vec![None, Some(Ink::White), Some(Ink::Black)],
            cells: vec![0, 1, 2, 2, 1, 9],
        };
        let bytes = encode(&raster, false).unwrap();
        let mut at = 8;
        let mut found = Vec::new();
        while at < bytes.len() {
            let word = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            let long = word(at) as usize;
            let data = &bytes[at + 8..at + 8 + long];
            let mut sum = Crc::new();
            sum.update(&bytes[at + 4..at + 8 + long]);
            assert_eq!(sum.sum(), word(at + 8 + long));
            found.push((
                String::from_utf8_lossy(&bytes[at + 4..at + 8]).to_string(),
                data,
            ));
            at += 12 + long;
        }
        let names: Vec<&str> = found.iter().map(|(name, _)| &name[..]).collect();
        assert_eq!(names, ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
        assert_eq!(found[0].1, [0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0]);
        assert_eq!(found[1].1[3..], [255, 255, 255, 0, 0, 0]);
        assert_eq!(found[2].1, [0, 255, 255]);
        let mut rows = Vec::new();
        flate2::read::ZlibDecoder::new(found[3].1)
            .read_to_end(&mut rows)
            .unwrap();
        // A number beyond the palette is the last colour.
        assert_eq!(rows, [0, 0, 1, 2, 0, 2, 1, 2]);
    }

    #[test]
    fn nothing_to_show_is_nothing() {
        let mut raster = Raster {
            x: 0.0,
            y: 0.0,
            width: 1.0,
            height: 1.0,
            columns: 0,
            inks: vec![Some(Ink::White)],
            cells: vec![],
        };
        assert_eq!(encode(&raster, false), None);
        raster.columns = 1;
        assert_eq!(encode(&raster, false), None);
        raster.cells = vec![0];
        assert!(encode(&raster, false).is_some());
        raster.inks.clear();
        assert_eq!(encode(&raster, false), None);
    }
}
