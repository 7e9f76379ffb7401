//! A scene in Unicode, for a terminal.
//!
//! Heaps lie on their sides, one to a line, so that a table of numbers can stand
//! beside them. Boards and strips stand as they are. Of a graph each vertex is told
//! with its neighbours, a tree is drawn with lines. Panels stand side by side as
//! long as they fit; what is wider than the page is told by its notation.
//!
//! | sign | meaning |
//! |---|---|
//! | `●` | a stone, a coin that shows heads, a black piece |
//! | `○` | a coin that shows tails, a white piece |
//! | `·` `▒` `×` | a free square, one that is gone, one with a cross |
//! | `◆` | the poisoned square |
//! | `░` | where a piece has been |
//!
//! ```
//! use grundy::picture::scene::{Look, Scene, grids, text};
//! let mut panel = grids::strip(0, 4, 1, |_| Some(Look::Free)).unwrap();
//! grids::token(&mut panel, 0, 0, Look::Black, 0, 2, "");
//! let scene = Scene { panels: vec![panel], left_out: 0 };
//! assert_eq!(text::lines(&scene, &text::Page::default()), ["· · ● ·", "1 2 3 4"]);
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Element, Id, Layout, Look, Panel, Part, Scene};

/// What the scene is written on.
#[derive(Clone, Debug)]
pub struct Page {
    /// How many columns it has.
    pub width: usize,
    /// How many lines a scene may take.
    pub height: usize,
    /// Whether it has colours.
    pub colour: bool,
    /// Elements that stand out, where there are colours.
    pub marked: Vec<Id>,
}

impl Default for Page {
    fn default() -> Self {
        Page {
            width: 80,
            height: 40,
            colour: false,
            marked: Vec::new(),
        }
    }
}

/// How many columns a text takes: two for a Chinese character or a full-width sign.
pub fn width(text: &str) -> usize {
    let wide = |c: char| {
        matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}'
            | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}'
            | '\u{ffe0}'..='\u{ffe6}' | '\u{20000}'..='\u{3fffd}')
    };
    // What stands between an escape sign and `m` is a colour and takes no room.
    let mut escaped = false;
    let mut columns = 0;
    for c in text.chars() {
        match (escaped, c) {
            (true, 'm') => escaped = false,
            (true, _) => {}
            (false, '\u{1b}') => escaped = true,
            (false, c) => columns += 1 + usize::from(wide(c)),
        }
    }
    columns
}

/// A text filled with blanks to so many columns.
pub fn pad(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}

/// The sign for an element on a grid.
fn sign(look: Look) -> &'static str {
    match look {
        Look::Stone | Look::Heads | Look::Black => "●",
        Look::Tails | Look::White => "○",
        Look::Free => "·",
        Look::Gone => "▒",
        Look::Cross => "×",
        Look::Poison => "◆",
        Look::Visited => "░",
        Look::Vertex => "○",
        Look::Ground => "▪",
        Look::Edge { .. } => "─",
        Look::Card => "",
    }
}

/// An element as it is written.
fn written(element: &Element, page: &Page) -> String {
    let text = match element.look {
        Look::Card => format!("[{}]", element.label),
        look if element.label.is_empty() => sign(look).to_string(),
        Look::Free | Look::Heads | Look::Tails | Look::Vertex => element.label.clone(),
        // A piece that has a sign of its own, as ♘, needs no other.
        Look::White | Look::Black if element.label.contains(|c: char| !c.is_alphanumeric()) => {
            element.label.clone()
        }
        look => format!("{}{}", sign(look), element.label),
    };
    coloured(text, element, page)
}

/// The text in colour, where the page has any.
fn coloured(text: String, element: &Element, page: &Page) -> String {
    if !page.colour {
        return text;
    }
    // The sixteen colours that every terminal has, as its owner set them.
    let code = match element.look {
        _ if page.marked.contains(&element.id) => "1;32",
        Look::Stone | Look::Heads | Look::Black => "33",
        Look::Cross | Look::Poison => "31",
        Look::White => "36",
        Look::Gone | Look::Visited | Look::Free | Look::Tails => "2",
        _ => return text,
    };
    format!("\u{1b}[{code}m{text}\u{1b}[0m")
}

/// The scene as lines, none wider than the page.
pub fn lines(scene: &Scene, page: &Page) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut row: Vec<String> = Vec::new();
    for panel in &scene.panels {
        let drawn = panel_lines(panel, page);
        let beside = match row.is_empty() {
            true => Some(drawn.clone()),
            false => beside(&row, &drawn, 4, page.width),
        };
        match beside {
            Some(wider) => row = wider,
            None => {
                lines.append(&mut row);
                lines.push(String::new());
                row = drawn;
            }
        }
    }
    lines.append(&mut row);
    if scene.left_out > 0 {
        lines.push(format!("… + {}", scene.left_out));
    }
    if lines.len() > page.height {
        let more = lines.len() - page.height + 1;
        lines.truncate(page.height - 1);
        lines.push(format!("⋮ {more}"));
    }
    lines
}

/// Two blocks of lines side by side, if they fit.
pub fn beside(left: &[String], right: &[String], gap: usize, most: usize) -> Option<Vec<String>> {
    let widest = |lines: &[String]| lines.iter().map(|line| width(line)).max().unwrap_or(0);
    let column = widest(left) + gap;
    if column + widest(right) > most {
        return None;
    }
    let rows = left.len().max(right.len());
    let at = |lines: &[String], row: usize| lines.get(row).cloned().unwrap_or_default();
    let line = |row| {
        let line = format!("{}{}", pad(&at(left, row), column), at(right, row));
        line.trim_end().to_string()
    };
    Some((0..rows).map(line).collect())
}

fn panel_lines(panel: &Panel, page: &Page) -> Vec<String> {
    let mut lines = match panel.layout {
        Layout::Heaps => heap_lines(panel, page),
        Layout::Grid => {
            let lines = grid_lines(panel, page, " ");
            match lines.iter().any(|line| width(line) > page.width) {
                true => grid_lines(panel, page, ""),
                false => lines,
            }
        }
        Layout::Graph => graph_lines(panel, page),
        Layout::Tree => tree_lines(panel, page),
    };
    if lines.iter().any(|line| width(line) > page.width) {
        let count = panel.elements.len();
        lines = vec![format!("[… {count} …]")];
    }
    if !panel.title.is_empty() {
        match &mut lines[..] {
            // A card needs no line of its own for its name.
            [only] => *only = format!("{}: {only}", panel.title),
            _ => lines.insert(0, format!("{}:", panel.title)),
        }
    }
    lines
}

/// One heap to a line: name, stones, number.
fn heap_lines(panel: &Panel, page: &Page) -> Vec<String> {
    let heaps = panel.rows.len();
    if heaps == 0 {
        return vec!["–".to_string()];
    }
    let mut stones: Vec<Vec<String>> = vec![Vec::new(); heaps];
    // The ground is where the line begins.
    let standing = panel.elements.iter().filter(|e| e.look != Look::Ground);
    for element in standing {
        if let Some(heap) = stones.get_mut(element.at.0 as usize) {
            heap.push(written(element, page));
        }
    }
    let names = panel.rows.iter().map(|name| width(name)).max().unwrap_or(0);
    let gap = if names > 0 { 2 } else { 0 };
    let notes = panel.columns.iter().map(|note| width(note)).max();
    let most = stones.iter().map(Vec::len).max().unwrap_or(0);
    let room = page
        .width
        .saturating_sub(names + gap + 2 + notes.unwrap_or(0));
    let between = if 2 * most <= room { " " } else { "" };
    let drawn: Vec<String> = stones.iter().map(|heap| heap.join(between)).collect();
    let widest = drawn.iter().map(|text| width(text)).max().unwrap_or(0);
    (0..heaps)
        .map(|heap| {
            let name = pad(&panel.rows[heap], names + gap);
            let note = panel.columns.get(heap).map_or("", String::as_str);
            // A card says its number itself.
            let is_card = drawn[heap].contains(&format!("[{note}]"));
            let note = if is_card { "" } else { note };
            let line = format!("{name}{}  {note}", pad(&drawn[heap], widest));
            line.trim_end().to_string()
        })
        .collect()
}

/// The squares of a grid, with something between the columns. Where that is nothing,
/// only those columns are named whose names have room.
fn grid_lines(panel: &Panel, page: &Page, between: &str) -> Vec<String> {
    // What stands on a square hides it.
    let mut cells: FxHashMap<(i32, i32), String> = FxHashMap::default();
    let (mut left, mut top) = (i32::MAX, i32::MAX);
    let (mut right, mut bottom) = (i32::MIN, i32::MIN);
    for element in &panel.elements {
        let (column, row) = (element.at.0 as i32, element.at.1 as i32);
        (left, right) = (left.min(column), right.max(column));
        (top, bottom) = (top.min(row), bottom.max(row));
        cells.insert((row, column), written(element, page));
    }
    if cells.is_empty() {
        return vec!["–".to_string()];
    }
    let label = |names: &[String], at: i32| -> String {
        let at = usize::try_from(at).ok().and_then(|at| names.get(at));
        at.cloned().unwrap_or_default()
    };
    let columns: Vec<(i32, usize)> = (left..=right)
        .map(|column| {
            let cell = |row| cells.get(&(row, column)).map_or(1, |text| width(text));
            let widest = (top..=bottom).map(cell).max().unwrap_or(1);
            let named = match between.is_empty() {
                // What is more than one sign wide keeps apart from the next.
                true => usize::from(widest > 1) + widest,
                false => width(&label(&panel.columns, column)),
            };
            (column, widest.max(named))
        })
        .collect();
    let names = panel.rows.iter().map(|name| width(name)).max().unwrap_or(0);
    let gap = if names > 0 { " " } else { "" };
    let mut lines = Vec::new();
    for row in top..=bottom {
        let mut line = format!("{}{gap}", pad(&label(&panel.rows, row), names));
        for (column, room) in &columns {
            let cell = cells.get(&(row, *column)).map_or(" ", String::as_str);
            line += &pad(cell, *room);
            line += between;
        }
        lines.push(line.trim_end().to_string());
    }
    if !panel.columns.is_empty() {
        let mut line = " ".repeat(names) + gap;
        let mut at = width(&line);
        let mut next = 0;
        for (column, room) in &columns {
            if at >= next {
                let name = label(&panel.columns, *column);
                line = pad(&line, at) + &name;
                next = at + width(&name) + 1;
            }
            at += room + between.len();
        }
        lines.push(line.trim_end().to_string());
    }
    lines
}

/// What is known of the vertices of a panel.
struct Vertices<'p> {
    /// In the order of the panel: number and element.
    vertices: Vec<(u32, &'p Element)>,
    /// Where each leads, and by how many edges it is reached.
    to: FxHashMap<u32, Vec<u32>>,
    from: FxHashMap<u32, Vec<u32>>,
    arrows: bool,
    /// Pieces, by their place.
    pieces: Vec<&'p Element>,
}

impl<'p> Vertices<'p> {
    fn of(panel: &'p Panel) -> Self {
        let mut found = Vertices {
            vertices: Vec::new(),
            to: FxHashMap::default(),
            from: FxHashMap::default(),
            arrows: false,
            pieces: Vec::new(),
        };
        for element in &panel.elements {
            match (element.id.part, element.look) {
                (Part::Vertex(number), _) => found.vertices.push((number, element)),
                (_, Look::Edge { from, to, arrow }) => {
                    found.to.entry(from).or_default().push(to);
                    found.from.entry(to).or_default().push(from);
                    found.arrows |= arrow;
                }
                (Part::Token(_), _) => found.pieces.push(element),
                _ => {}
            }
        }
        found
    }

    /// A vertex with what stands on it.
    fn written(&self, element: &Element, page: &Page) -> String {
        let here = |piece: &&&Element| piece.at == element.at;
        let pieces: Vec<String> = self
            .pieces
            .iter()
            .filter(here)
            .map(|p| written(p, page))
            .collect();
        let mark = match element.look {
            Look::Vertex => "",
            look => sign(look),
        };
        let name = coloured(element.label.clone(), element, page);
        format!("{mark}{name}{}", pieces.concat())
    }
}

/// Each vertex with those to which it is joined.
fn graph_lines(panel: &Panel, page: &Page) -> Vec<String> {
    let graph = Vertices::of(panel);
    let names: FxHashMap<u32, &str> = graph
        .vertices
        .iter()
        .map(|(number, element)| (*number, element.label.as_str()))
        .collect();
    let written: Vec<String> = graph
        .vertices
        .iter()
        .map(|(_, element)| graph.written(element, page))
        .collect();
    let room = written.iter().map(|text| width(text)).max().unwrap_or(0);
    let none = Vec::new();
    let mut lines = Vec::new();
    for ((number, _), text) in graph.vertices.iter().zip(&written) {
        let mut near: Vec<u32> = graph.to.get(number).unwrap_or(&none).clone();
        if !graph.arrows {
            near.extend(graph.from.get(number).unwrap_or(&none));
            near.sort_unstable();
        }
        let near: Vec<&str> = near
            .iter()
            .filter_map(|to| names.get(to).copied())
            .collect();
        let sign = if graph.arrows { "→" } else { "─" };
        let line = match near.is_empty() {
            true => text.clone(),
            false => format!("{} {sign} {}", pad(text, room), near.join(" ")),
        };
        lines.push(line);
    }
    if lines.is_empty() {
        lines.push("–".to_string());
    }
    lines
}

/// Rooted trees with lines from each vertex to its children.
fn tree_lines(panel: &Panel, page: &Page) -> Vec<String> {
    let tree = Vertices::of(panel);
    let elements: FxHashMap<u32, &Element> = tree.vertices.iter().copied().collect();
    let below: FxHashSet<u32> = tree.to.values().flatten().copied().collect();
    let roots = tree
        .vertices
        .iter()
        .map(|v| v.0)
        .filter(|v| !below.contains(v));
    let roots: Vec<u32> = roots.collect();
    let mut lines = Vec::new();
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    // Vertex, what stands before it, what stands before its children.
    let mut stack: Vec<(u32, String, String)> = Vec::new();
    stack.extend(
        roots
            .iter()
            .rev()
            .map(|root| (*root, String::new(), String::new())),
    );
    while let Some((vertex, before, indent)) = stack.pop() {
        let Some(element) = elements.get(&vertex).filter(|_| seen.insert(vertex)) else {
            continue;
        };
        lines.push(format!("{before}{}", tree.written(element, page)));
        let children = tree.to.get(&vertex).map_or(&[][..], Vec::as_slice);
        for (number, child) in children.iter().enumerate().rev() {
            let (branch, under) = match number + 1 == children.len() {
                true => ("└─ ", "   "),
                false => ("├─ ", "│  "),
            };
            stack.push((
                *child,
                format!("{indent}{branch}"),
                format!("{indent}{under}"),
            ));
        }
    }
    if lines.is_empty() {
        lines.push("–".to_string());
    }
    lines
}
