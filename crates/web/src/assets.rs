//! The files of the page, inside the program.
//!
//! They are those of `dist/` when the program was built; nothing is read from a disk when it
//! runs, so that no address can lead anywhere else. Files under `assets/` have a hash of their
//! content in their names and may be kept for ever; any other is asked for again each time, and
//! is sent only if it changed (its `ETag`).

/// A file of the page.
pub struct File {
    /// Its path below the page.
    path: &'static str,
    /// Its `ETag`, with quotes.
    pub tag: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl File {
    /// The file at a path of an address, which begins with `/`.
    pub fn at(path: &str) -> Option<&'static File> {
        let path = path.strip_prefix('/')?;
        let path = match path.is_empty() {
            true => "index.html",
            false => path,
        };
        let place = FILES.binary_search_by(|file| file.path.cmp(path)).ok()?;
        FILES.get(place)
    }

    /// What the browser is told that it is.
    pub fn kind(&self) -> &'static str {
        let extension = self.path.rsplit('.').next().unwrap_or_default();
        match extension {
            "html" => "text/html; charset=utf-8",
            "js" | "mjs" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "json" | "map" => "application/json",
            "webmanifest" => "application/manifest+json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/x-icon",
            "woff2" => "font/woff2",
            "wasm" => "application/wasm",
            "txt" => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }

    /// How long it may be kept.
    pub fn keeping(&self) -> &'static str {
        match self.path.starts_with("assets/") {
            true => "public, max-age=31536000, immutable",
            false => "no-cache",
        }
    }

    /// Whether a browser that has the versions in `If-None-Match` has this one.
    pub fn is_known(&self, versions: &str) -> bool {
        let mut versions = versions.split(',').map(str::trim);
        versions.any(|version| {
            version == "*" || version.strip_prefix("W/").unwrap_or(version) == self.tag
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_and_nothing_outside_of_it() {
        let page = File::at("/").unwrap();
        assert!(page.bytes.starts_with(b"<!doctype html>"));
        assert_eq!(page.kind(), "text/html; charset=utf-8");
        assert_eq!(page.keeping(), "no-cache");
        assert_eq!(File::at("/index.html").unwrap().tag, page.tag);
        for path in ["", "//", "/../Cargo.toml", "/index.html/", "/INDEX.HTML"] {
            assert!(File::at(path).is_none(), "{path}");
        }
        for file in FILES {
            let found = File::at(&format!("/{}", file.path)).unwrap();
            assert_eq!(found.tag, file.tag);
            // A file of no known kind would not be shown.
            assert_ne!(file.kind(), "application/octet-stream", "{}", file.path);
        }
    }

    #[test]
    fn versions_are_compared() {
        let file = File {
            path: "assets/a-1b.js",
            tag: "\"12\"",
            bytes: b"",
        };
        assert_eq!(file.keeping(), "public, max-age=31536000, immutable");
        for known in ["\"12\"", "*", "W/\"12\"", "\"7\", \"12\""] {
            assert!(file.is_known(known), "{known}");
        }
        for other in ["", "\"1\"", "12", "\"7\", W/\"8\""] {
            assert!(!file.is_known(other), "{other}");
        }
    }
}
