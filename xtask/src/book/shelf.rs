//! What is in the books, where it comes from, and where its links lead.
//!
//! `SUMMARY.md` of a book lists its pages. A page is a chapter beside it, the glossary, or, under
//! `reference/`, a document of `docs`: the Chinese one in the Chinese book where there is one. A link
//! in any of them is read from where its text lies in the repository, and led to the page of the book that
//! is made of that file, to a copy of a picture, or to the file in the public repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::read;

/// The languages, each with a book.
const LANGS: [&str; 2] = ["en", "zh"];
/// Where copies of pictures lie in a book.
pub const PICTURES: &str = "pictures";
const GLOSSARY: &str = "glossary.md";
/// Pages of documents.
const REFERENCE: &str = "reference/";

/// Both books.
pub struct Shelf {
    root: PathBuf,
    /// In the order of the languages.
    pub books: Vec<Book>,
    /// Where the sources can be looked at.
    repository: String,
}

/// A book.
pub struct Book {
    /// Its language.
    pub lang: &'static str,
    entries: Vec<Entry>,
}

/// A line of the contents.
enum Entry {
    Part(String),
    Page(Page),
}

/// A page of a book.
pub struct Page {
    /// What it is called.
    pub title: String,
    /// Where it lies in the book.
    pub path: String,
    /// The file in the repository that it is made of.
    origin: String,
    written: bool,
}

impl Shelf {
    /// Reads what the books hold, and whether that is the same in both, and all there is.
    pub fn read(root: &Path) -> Result<Shelf, String> {
        let manifest = read(&root.join("Cargo.toml"))?;
        let repository = manifest
            .lines()
            .find_map(|line| line.strip_prefix("repository = \"")?.strip_suffix('"'));
        let repository = repository.ok_or("Cargo.toml names no repository")?;
        let books: Result<Vec<Book>, String> = LANGS
            .iter()
            .map(|lang| {
                let name = format!("book/{lang}/src/SUMMARY.md");
                Book::read(root, lang, &read(&root.join(name))?)
            })
            .collect();
        let shelf = Shelf {
            root: root.to_path_buf(),
            books: books?,
            repository: repository.to_string(),
        };
        let wrong = shelf.wrong()?;
        match wrong.is_empty() {
            true => Ok(shelf),
            false => Err(format!("the books:\n  {}", wrong.join("\n  "))),
        }
    }

    /// Whether the books have the same pages, and whether every text is one of them.
    fn wrong(&self) -> Result<Vec<String>, String> {
        let mut wrong = Vec::new();
        let paths = |book: &Book| -> Vec<String> { book.pages().map(|p| p.path.clone()).collect() };
        let first = paths(&self.books[0]);
        for book in &self.books {
            if paths(book) != first {
                wrong.push(format!(
                    "book/{}/src/SUMMARY.md lists other pages than the English one",
                    book.lang
                ));
            }
            let listed: BTreeSet<&str> = book.pages().map(|page| page.origin.as_str()).collect();
            let src = format!("book/{}/src", book.lang);
            let texts = super::files(&self.root.join(&src))?;
            for text in texts {
                let name = text.strip_prefix(&self.root).unwrap_or(&text);
                let name = name.to_string_lossy().replace('\\', "/");
                let is_text = name.ends_with(".md") && name != format!("{src}/SUMMARY.md");
                if is_text && !listed.contains(name.as_str()) {
                    wrong.push(format!("{name} is not in the contents"));
                }
            }
        }
        let listed: BTreeSet<&String> = self.books.iter().flat_map(Book::origins).collect();
        let docs = self.root.join("docs");
        let entries = fs::read_dir(&docs).map_err(|error| format!("docs: {error}"))?;
        for entry in entries.flatten() {
            let name = format!("docs/{}", entry.file_name().to_string_lossy());
            if name.ends_with(".md") && !listed.contains(&name) {
                wrong.push(format!("{name} is in no book"));
            }
        }
        Ok(wrong)
    }

    /// The chapters that are listed and not there.
    pub fn unwritten(&self) -> Vec<String> {
        let pages = self.books.iter().flat_map(Book::pages);
        let missing = pages.filter(|page| !page.written);
        missing.map(|page| page.origin.clone()).collect()
    }

    /// Where a picture of the repository lies in a book.
    pub fn picture(file: &str) -> String {
        format!("{PICTURES}/{}", file.replace('/', "-"))
    }

    /// The text of a page as the book needs it, and the pictures that it shows.
    pub fn text(&self, book: &Book, page: &Page) -> Result<(String, BTreeSet<String>), String> {
        if page.path == GLOSSARY {
            let table = read(&self.root.join(&page.origin))?;
            return Ok((glossary(&table, book.lang, &page.title)?, BTreeSet::new()));
        }
        let text = read(&self.root.join(&page.origin))?;
        let mut pictures = BTreeSet::new();
        let mut led = String::new();
        let mut done = 0;
        for target in targets(&text) {
            led.push_str(&text[done..target.start]);
            done = target.end;
            let to = self.lead(book, page, &text[target.clone()], &mut pictures)?;
            led.push_str(&to);
        }
        led.push_str(&text[done..]);
        Ok((exercises(&led), pictures))
    }

    /// Where a link of a page leads in the book.
    fn lead(
        &self,
        book: &Book,
        page: &Page,
        target: &str,
        pictures: &mut BTreeSet<String>,
    ) -> Result<String, String> {
        let (file, fragment) = match target.split_once('#') {
            Some((file, fragment)) => (file, format!("#{fragment}")),
            None => (target, String::new()),
        };
        if file.is_empty() || file.contains(':') {
            return Ok(target.to_string());
        }
        let bad = || format!("{}: {target} leads nowhere", page.origin);
        let file = joined(&page.origin, file).ok_or_else(bad)?;
        let here = format!("{}/{}", book.lang, page.path);
        if let Some((other, to)) = self.page_of(book, &file) {
            // What is not written yet cannot be led to.
            let path = if to.written { &to.path } else { "index.md" };
            let to = format!("{}/{}", other.lang, html(path));
            return Ok(relative(&here, &to) + &fragment);
        }
        let there = self.root.join(&file);
        if !there.exists() {
            return Err(bad());
        }
        let is_picture = [".svg", ".png"].iter().any(|end| file.ends_with(end));
        if is_picture {
            let to = format!("{}/{}", book.lang, Shelf::picture(&file));
            pictures.insert(file);
            return Ok(relative(&here, &to));
        }
        let kind = if there.is_dir() { "tree" } else { "blob" };
        Ok(format!("{}/{kind}/main/{file}{fragment}", self.repository))
    }

    /// The page that is made of a file, in this book before the other. Pages may also be named by
    /// where they would lie beside the chapters.
    fn page_of(&self, book: &Book, file: &str) -> Option<(&Book, &Page)> {
        let here = self.books.iter().filter(|other| other.lang == book.lang);
        let there = self.books.iter().filter(|other| other.lang != book.lang);
        here.chain(there).find_map(|book| {
            let beside = file.strip_prefix(&format!("book/{}/src/", book.lang));
            let mut pages = book.pages();
            let page = pages.find(|page| page.origin == file || beside == Some(&page.path))?;
            Some((book, page))
        })
    }

    /// The same page of the other book, from a page; its beginning where that is not written yet.
    pub fn other(&self, book: &Book, path: &str) -> String {
        let here = format!("{}/{path}", book.lang);
        let others = self.books.iter().find(|other| other.lang != book.lang);
        let to = others.map_or_else(String::new, |other| {
            let page = other
                .written()
                .find(|page| page.path == path)
                .map_or("index.md", |page| &page.path);
            format!("{}/{}", other.lang, html(page))
        });
        relative(&here, &to)
    }
}

impl Book {
    fn read(root: &Path, lang: &'static str, summary: &str) -> Result<Book, String> {
        let mut entries = Vec::new();
        // The first heading is that of the list.
        for line in summary.lines().skip(1) {
            if let Some(part) = line.strip_prefix("# ") {
                entries.push(Entry::Part(part.trim().to_string()));
                continue;
            }
            let item = line.trim().trim_start_matches("- ");
            if item.is_empty() {
                continue;
            }
            let (title, path) = item
                .strip_prefix('[')
                .and_then(|item| item.strip_suffix(')')?.split_once("]("))
                .ok_or_else(|| format!("book/{lang}/src/SUMMARY.md: `{line}` is no link"))?;
            let origin = origin(root, lang, path);
            // A chapter that is written says itself what it is called.
            let text = fs::read_to_string(root.join(&origin)).ok();
            let own = text.as_deref().filter(|_| path.starts_with("course/"));
            let own = own.and_then(|text| text.lines().next()?.strip_prefix("# "));
            entries.push(Entry::Page(Page {
                title: own.unwrap_or(title).trim().to_string(),
                path: path.to_string(),
                written: text.is_some(),
                origin,
            }));
        }
        Ok(Book { lang, entries })
    }

    fn pages(&self) -> impl Iterator<Item = &Page> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Page(page) => Some(page),
            Entry::Part(_) => None,
        })
    }

    fn origins(&self) -> impl Iterator<Item = &String> {
        self.pages().map(|page| &page.origin)
    }

    /// The pages that are there.
    pub fn written(&self) -> impl Iterator<Item = &Page> {
        self.pages().filter(|page| page.written)
    }

    /// The list of pages for mdBook, which knows pages without a text.
    pub fn summary(&self) -> String {
        let mut text = "# Contents\n\n".to_string();
        for entry in &self.entries {
            let line = match entry {
                Entry::Part(title) => format!("\n# {title}\n\n"),
                Entry::Page(page) => {
                    let path = if page.written { &page.path } else { "" };
                    format!("- [{}]({path})\n", page.title)
                }
            };
            text.push_str(&line);
        }
        text
    }

    /// The contents as a page shows them. Chapters are counted by the names of their files.
    pub fn contents(&self, here: &str) -> String {
        let mut text = String::new();
        let mut open = false;
        for entry in &self.entries {
            match entry {
                Entry::Part(title) => {
                    text.push_str(if open { "</ol>\n" } else { "" });
                    text.push_str(&format!("<p class=\"part\">{}</p>\n", escaped(title)));
                    open = false;
                }
                Entry::Page(page) => {
                    text.push_str(if open { "" } else { "<ol>\n" });
                    open = true;
                    let number = page.number().map_or(String::new(), |n| format!("{n}. "));
                    let title = format!("{number}{}", escaped(&page.title));
                    let current = match page.path == here {
                        true => " aria-current=\"page\"",
                        false => "",
                    };
                    let to = relative(here, &html(&page.path));
                    let item = match page.written {
                        true => format!("<a href=\"{to}\"{current}>{title}</a>"),
                        false => format!("<span class=\"unwritten\">{title}</span>"),
                    };
                    text.push_str(&format!("<li>{item}</li>\n"));
                }
            }
        }
        text + if open { "</ol>" } else { "" }
    }
}

impl Page {
    /// The number of a chapter.
    fn number(&self) -> Option<u32> {
        let name = self.path.strip_prefix("course/")?;
        name.split_once('-')?.0.parse().ok()
    }
}

/// The file of the repository that a page is made of.
fn origin(root: &Path, lang: &str, path: &str) -> String {
    if path == GLOSSARY {
        return "book/glossary.tsv".to_string();
    }
    let Some(name) = path.strip_prefix(REFERENCE) else {
        return format!("book/{lang}/src/{path}");
    };
    let translated = format!("docs/{}.{lang}.md", name.trim_end_matches(".md"));
    match root.join(&translated).exists() {
        true => translated,
        false => format!("docs/{name}"),
    }
}

/// The glossary as a page: a term, what the other language calls it, what it means.
fn glossary(table: &str, lang: &str, title: &str) -> Result<String, String> {
    let mut rows = table.lines().filter(|line| !line.trim().is_empty());
    let names: BTreeMap<&str, usize> = rows
        .next()
        .unwrap_or_default()
        .split('\t')
        .enumerate()
        .map(|(at, name)| (name.trim(), at))
        .collect();
    let (columns, heads) = match lang {
        "zh" => (["zh", "en", "meaning_zh"], "| 术语 | 英文 | 意思 |"),
        _ => (
            ["en", "zh", "meaning_en"],
            "| term | in Chinese | meaning |",
        ),
    };
    let mut places = [0; 3];
    for (place, column) in places.iter_mut().zip(columns) {
        *place = *names
            .get(column)
            .ok_or_else(|| format!("book/glossary.tsv has no column {column}"))?;
    }
    let mut text = format!("# {title}\n\n{heads}\n|---|---|---|\n");
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        for place in places {
            let cell = cells.get(place).copied().unwrap_or_default();
            if cell.is_empty() {
                return Err(format!("book/glossary.tsv: `{row}` lacks a cell"));
            }
            text.push_str(&format!("| {} ", cell.replace('|', "\\|")));
        }
        text.push_str("|\n");
    }
    Ok(text)
}

/// Lets what is inside of exercises be Markdown, as their authors write it: a block of HTML reaches to the
/// next empty line.
fn exercises(text: &str) -> String {
    let mut opened = String::new();
    let mut inside = false;
    for line in text.lines() {
        let answer = line
            .strip_suffix("</details>")
            .filter(|line| inside && line.starts_with("<details>"))
            .and_then(|line| line.split_once("</summary>"));
        if line.starts_with("<grundy-exercise ") {
            inside = true;
            opened.push_str(&format!("{line}\n\n"));
        } else if line == "</grundy-exercise>" {
            inside = false;
            opened.push_str(&format!("\n{line}\n"));
        } else if let Some((summary, answer)) = answer {
            let answer = answer.trim();
            opened.push_str(&format!(
                "\n{summary}</summary>\n\n{answer}\n\n</details>\n"
            ));
        } else {
            opened.push_str(&format!("{line}\n"));
        }
    }
    opened
}

/// Where the targets of links stand in a text of Markdown: `](target)`, `[name]: target`, and
/// the attributes `src` and `href`; not inside of code.
fn targets(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut fence = "";
    for line in text.split_inclusive('\n') {
        let mark = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|m| mark.starts_with(m));
        match (fence, mark) {
            ("", Some(mark)) => fence = mark,
            ("", None) => found.extend(in_line(line).map(|r| start + r.start..start + r.end)),
            (open, Some(mark)) if open == mark => fence = "",
            _ => {}
        }
        start += line.len();
    }
    found
}

/// The same, in one line that is not of a block of code.
fn in_line(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut found = Vec::new();
    let until = |from: usize, ends: &[char]| {
        let length = line[from..].find(ends);
        from..length.map_or(line.trim_end().len(), |length| from + length)
    };
    if line.starts_with('[')
        && let Some(at) = line.find("]: ")
        && !line[..at].contains('(')
    {
        found.push(until(at + 3, &[' ', '\n']));
    }
    let mut at = 0;
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with('`') {
            // Code, if as many marks follow somewhere.
            let marks = rest.len() - rest.trim_start_matches('`').len();
            let end = rest[marks..].find(&"`".repeat(marks));
            at += end.map_or(marks, |end| end + 2 * marks);
            continue;
        }
        let ends: Option<(usize, &[char])> = match rest {
            _ if rest.starts_with("](") => Some((2, &[')', ' '])),
            _ if rest.starts_with("src=\"") => Some((5, &['"'])),
            _ if rest.starts_with("href=\"") => Some((6, &['"'])),
            _ => None,
        };
        match ends {
            Some((skip, ends)) => {
                let target = until(at + skip, ends);
                at = target.end.max(at + skip);
                found.push(target);
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    found.into_iter()
}

/// The name of the page that mdBook makes of a text.
pub fn html(path: &str) -> String {
    match path.strip_suffix(".md") {
        Some(stem) => format!("{stem}.html"),
        None => path.to_string(),
    }
}

/// A path from the folder of a file; none above the first folder.
pub fn joined(file: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// How a file is reached from another.
fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let folders = &from[..from.len() - 1];
    let shared = folders.iter().zip(&to[..to.len() - 1]);
    let shared = shared.take_while(|(a, b)| a == b).count();
    let up = "../".repeat(folders.len() - shared);
    up + &to[shared..].join("/")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "a [b](c.md#d) `[e](f.md)` ![g](h.svg \"i\")\n```text\n[j](k.md)\n```\n<img src=\"l.png\">\n[m]: n.md\n";
        let found: Vec<&str> = targets(text).into_iter().map(|at| &text[at]).collect();
        assert_eq!(found, ["c.md#d", "h.svg", "l.png", "n.md"]);
    }

    #[test]
    fn exercises_are_markdown_inside() {
        let written = "<grundy-exercise kind=\"number\">\n`a < b`?\n<details><summary>Answer</summary> *No.* </details>\n</grundy-exercise>\n";
        let opened = "<grundy-exercise kind=\"number\">\n\n`a < b`?\n\n<details><summary>Answer</summary>\n\n*No.*\n\n</details>\n\n</grundy-exercise>\n";
        assert_eq!(exercises(written), opened);
        assert_eq!(exercises("a\n<details>\n"), "a\n<details>\n");
    }

    #[test]
    fn paths_lead_from_one_file_to_another() {
        assert_eq!(relative("en/course/a.md", "en/b.html"), "../b.html");
        assert_eq!(relative("en/a.md", "zh/a.html"), "../zh/a.html");
        assert_eq!(relative("en/a/b.md", "en/a/c.html"), "c.html");
        assert_eq!(joined("docs/a.md", "../b/c").as_deref(), Some("b/c"));
        assert_eq!(joined("a.md", "../b"), None);
    }

    #[test]
    fn the_glossary_is_a_table_in_each_language() {
        let table = "en\tzh\tavoid_zh\tmeaning_en\tmeaning_zh\nheap\t堆\t\ta | b\t石子\n";
        let page = glossary(table, "en", "Words").unwrap();
        assert!(page.ends_with("| heap | 堆 | a \\| b |\n"), "{page}");
        assert!(glossary("en\tzh\n", "en", "Words").is_err());
    }

    #[test]
    fn the_shelf_of_this_repository_is_in_order() {
        let shelf = Shelf::read(crate::run::root()).unwrap();
        for book in &shelf.books {
            for page in book.written() {
                shelf.text(book, page).unwrap();
            }
        }
    }
}
