//! The colours of the page are those of the library's drawings, which the page shows by their classes. `GRUNDY_WRITE_DOCS=1` writes them anew.

use grundy::picture::svg::sheet;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/palette.css");

#[test]
fn the_palette_of_the_page_is_that_of_the_drawings() {
    let sheet = sheet();
    if std::env::var_os("GRUNDY_WRITE_DOCS").is_some() {
        std::fs::write(FILE, &sheet).unwrap();
    }
    let written = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(
        written, sheet,
        "web/src/palette.css: write it anew with GRUNDY_WRITE_DOCS=1, then the bundle with `cargo xtask page`"
    );
}
