//! The pages as they were built: does every link lead somewhere, and what does a page weigh?

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::shelf::joined;
use super::{files, read};

/// Most bytes of a page with all that it loads by itself, before compression. What `elements.js` loads
/// when a board comes into sight, and the engine, are not of the page.
const HEAVIEST: u64 = 200_000;

/// A tag: its name and its attributes.
type Tag<'a> = (&'a str, Vec<(&'a str, String)>);

/// What a page names.
#[derive(Default)]
struct Named {
    ids: BTreeSet<String>,
    links: Vec<String>,
    /// What is loaded with the page.
    loads: Vec<String>,
}

/// Looks at the books in a folder. The files of the site around them are those of another folder.
pub fn look(books: &Path, around: &Path) -> Result<(), String> {
    let mut pages = BTreeMap::new();
    for file in files(books)? {
        if file.extension().is_some_and(|end| end == "html") {
            let name = file.strip_prefix(books).unwrap_or(&file);
            let name = format!("book/{}", name.to_string_lossy().replace('\\', "/"));
            let html = read(&file)?;
            pages.insert(name, (html.len() as u64, named(&html)));
        }
    }
    let place = |name: &str| match name.strip_prefix("book/") {
        Some(inside) => books.join(inside),
        None => around.join(name),
    };
    let mut wrong = Vec::new();
    let mut heaviest = (0, "");
    for (name, (size, page)) in &pages {
        for link in page.links.iter().chain(&page.loads) {
            if link.contains(':') {
                continue;
            }
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let file = match file {
                "" => Some(name.clone()),
                file => joined(name, file),
            };
            let Some(file) = file.filter(|file| place(file).is_file()) else {
                wrong.push(format!("{name}: {link} leads nowhere"));
                continue;
            };
            let ids = pages.get(&file).map(|(_, page)| &page.ids);
            let missing =
                !fragment.is_empty() && ids.is_some_and(|ids| !ids.contains(&decoded(fragment)));
            if missing {
                wrong.push(format!("{name}: {link} leads to no heading"));
            }
        }
        let loads: BTreeSet<&String> = page.loads.iter().collect();
        let loaded = loads.iter().filter_map(|file| joined(name, file));
        let sizes = loaded.filter_map(|file| fs::metadata(place(&file)).ok());
        let weight = size + sizes.map(|data| data.len()).sum::<u64>();
        heaviest = heaviest.max((weight, name));
        if weight > HEAVIEST {
            wrong.push(format!("{name}: {weight} bytes, more than {HEAVIEST}"));
        }
    }
    println!("{} pages, the heaviest {heaviest:?}", pages.len());
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!("the books:\n  {}", wrong.join("\n  "))),
    }
}

fn named(html: &str) -> Named {
    let mut found = Named::default();
    for (tag, attributes) in tags(html) {
        let value = |name: &str| {
            let mut all = attributes.iter();
            all.find(|(each, _)| *each == name).map(|(_, v)| v.clone())
        };
        found.ids.extend(value("id"));
        match tag {
            "script" | "img" => {
                // A picture that waits until it is seen is not loaded with the page.
                let lazy = value("loading").is_some_and(|how| how == "lazy");
                let list = if lazy {
                    &mut found.links
                } else {
                    &mut found.loads
                };
                list.extend(value("src"));
            }
            "link" if value("rel").is_some_and(|rel| rel == "stylesheet") => {
                found.loads.extend(value("href"));
            }
            _ => found.links.extend(value("href").or_else(|| value("src"))),
        }
    }
    found
}

/// The tags of a page. In its text `<` is always escaped, so that nothing else begins so.
fn tags(html: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = html;
    std::iter::from_fn(move || {
        loop {
            rest = &rest[rest.find('<')? + 1..];
            if rest.starts_with("!--") {
                rest = &rest[rest.find("-->")?..];
            } else if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                break;
            }
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '>')?;
        let name = &rest[..end];
        rest = &rest[end..];
        let mut attributes = Vec::new();
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            if rest.is_empty() || rest.starts_with('>') {
                return Some((name, attributes));
            }
            let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>'))?;
            let attribute = &rest[..end];
            rest = &rest[end..];
            let mut value = "";
            if let Some(after) = rest.strip_prefix("=\"") {
                let end = after.find('"')?;
                value = &after[..end];
                rest = &after[end + 1..];
            }
            attributes.push((attribute, value.replace("&amp;", "&")));
        }
    })
}

/// A fragment whose letters may be written as `%E5%A0%86`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let code = text
            .get(text.len() - more.len()..)
            .and_then(|more| more.get(..2))
            .filter(|_| *first == b'%')
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &more[2..] } else { more };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_and_text_is_not() {
        let html = "<!-- <a href=\"no\"> --><a id=\"x\" href=\"a?b&amp;c\">href=\"no\" &lt;p></a><img src=\"p.svg\" alt=\"1 > 0\"/><img loading=\"lazy\" src=\"q.svg\">";
        let found = named(html);
        assert_eq!(found.links, ["a?b&c", "q.svg"]);
        assert_eq!(found.loads, ["p.svg"]);
        assert!(found.ids.contains("x"));
    }

    #[test]
    fn fragments_may_be_escaped() {
        assert_eq!(decoded("%E5%A0%86-a%"), "堆-a%");
        assert_eq!(decoded("堆"), "堆");
    }
}
