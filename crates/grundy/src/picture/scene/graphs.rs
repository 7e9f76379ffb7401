//! Graphs, orders and rooted trees: vertices and edges in the plane.
//!
//! Vertices of a graph stand on a circle if they are few, else where springs pull
//! them; a tree and an order stand in layers.  The places depend on the first
//! position of the board alone, so that nothing jumps while vertices are taken away.
//!
//! ```
//! use grundy::picture::scene::{Look, graphs};
//! let places = graphs::plane(&[1, 2, 3], &[(1, 2), (2, 3)]);
//! let panel = graphs::panel(0, &places, |_| Some((Look::Vertex, String::new())), &[(1, 2)], false);
//! assert_eq!(panel.elements.len(), 4);
//! ```

use rustc_hash::FxHashMap;

use super::{Id, Layout, Look, Panel, Part};

/// Where the vertices stand.
pub type Places = Vec<(u32, (f64, f64))>;

/// More vertices are shown as a card.
pub const MANY: usize = 64;

/// More edges are shown as a card.
pub const DENSE: usize = 1024;

/// Places for the vertices of a graph: on a circle, made better by springs.
///
/// The method is that of Fruchterman and Reingold (1991) with a fixed start, so that
/// the same graph always looks the same.
pub fn plane(vertices: &[u32], edges: &[(u32, u32)]) -> Places {
    let count = vertices.len();
    let index: FxHashMap<u32, usize> = vertices.iter().copied().zip(0..).collect();
    let radius = 0.5 * (count as f64).max(2.0) / std::f64::consts::PI * 1.6;
    let mut at: Vec<[f64; 2]> = (0..count)
        .map(|i| {
            let angle = std::f64::consts::TAU * i as f64 / count.max(1) as f64;
            [radius * angle.sin(), -radius * angle.cos()]
        })
        .collect();
    let edges: Vec<(usize, usize)> = edges
        .iter()
        .filter_map(|(a, b)| Some((*index.get(a)?, *index.get(b)?)))
        .filter(|(a, b)| a != b)
        .collect();
    const STEPS: usize = 300;
    const LENGTH: f64 = 1.6;
    for step in 0..STEPS {
        let mut force = vec![[0.0f64; 2]; count];
        for a in 0..count {
            for b in 0..a {
                let (dx, dy) = (at[a][0] - at[b][0], at[a][1] - at[b][1]);
                let square = (dx * dx + dy * dy).max(0.01);
                let push = LENGTH * LENGTH / square;
                force[a][0] += dx * push;
                force[a][1] += dy * push;
                force[b][0] -= dx * push;
                force[b][1] -= dy * push;
            }
        }
        for &(a, b) in &edges {
            let (dx, dy) = (at[a][0] - at[b][0], at[a][1] - at[b][1]);
            let pull = (dx * dx + dy * dy).sqrt() / LENGTH;
            force[a][0] -= dx * pull;
            force[a][1] -= dy * pull;
            force[b][0] += dx * pull;
            force[b][1] += dy * pull;
        }
        // Parts that are not joined stay near each other.
        let heat = 0.4 * (1.0 - step as f64 / STEPS as f64);
        for (place, force) in at.iter_mut().zip(&force) {
            let pulled = [force[0] - 0.1 * place[0], force[1] - 0.1 * place[1]];
            let length = (pulled[0] * pulled[0] + pulled[1] * pulled[1]).sqrt();
            if length > 1e-9 {
                let go = length.min(heat) / length;
                place[0] += pulled[0] * go;
                place[1] += pulled[1] * go;
            }
        }
    }
    level(&mut at);
    // From the upper left corner, on a fine raster, so that pictures are the same everywhere.
    let least = |axis: usize| at.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(0), least(1));
    let round = |x: f64| (x * 20.0).round() / 20.0;
    let placed = at.iter().map(|p| (round(p[0] - left), round(p[1] - top)));
    vertices.iter().copied().zip(placed).collect()
}

/// Turns the places so that they reach farther to the sides than up and down.
fn level(at: &mut [[f64; 2]]) {
    let count = at.len().max(1) as f64;
    let mean = |axis: usize| at.iter().map(|p| p[axis]).sum::<f64>() / count;
    let middle = [mean(0), mean(1)];
    let spread = |a: usize, b: usize| -> f64 {
        let product = |p: &[f64; 2]| (p[a] - middle[a]) * (p[b] - middle[b]);
        at.iter().map(product).sum()
    };
    let (xx, yy, xy) = (spread(0, 0), spread(1, 1), spread(0, 1));
    // Round figures stay as they are.
    if (xx - yy).abs() + xy.abs() < 0.2 * (xx + yy) {
        return;
    }
    let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
    let (sine, cosine) = (-angle).sin_cos();
    for place in at.iter_mut() {
        let (x, y) = (place[0] - middle[0], place[1] - middle[1]);
        *place = [x * cosine - y * sine, x * sine + y * cosine];
    }
}

/// Places for the vertices of rooted trees, each given with its parent (`None` for a
/// root): every vertex above the middle of its children.
pub fn tree(parents: &[(u32, Option<u32>)]) -> Places {
    let mut children: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let mut roots = Vec::new();
    for (vertex, parent) in parents {
        match parent {
            Some(parent) => children.entry(*parent).or_default().push(*vertex),
            None => roots.push(*vertex),
        }
    }
    let mut places: FxHashMap<u32, (f64, f64)> = FxHashMap::default();
    let mut next_leaf = 0.0;
    // Down and up again, without recursion.
    let mut stack: Vec<(u32, u32, bool)> = roots.iter().rev().map(|r| (*r, 0, false)).collect();
    while let Some((vertex, depth, seen)) = stack.pop() {
        let below = children.get(&vertex).map_or(&[][..], Vec::as_slice);
        if !seen && !below.is_empty() {
            stack.push((vertex, depth, true));
            stack.extend(below.iter().rev().map(|child| (*child, depth + 1, false)));
            continue;
        }
        let x = match (below.first(), below.last()) {
            (Some(first), Some(last)) => (places[first].0 + places[last].0) / 2.0,
            _ => {
                next_leaf += 1.0;
                next_leaf - 1.0
            }
        };
        places.insert(vertex, (x, f64::from(depth)));
    }
    parents
        .iter()
        .filter_map(|(vertex, _)| Some((*vertex, *places.get(vertex)?)))
        .collect()
}

/// Places for the elements of an order: each above all that are less than it.
pub fn order(elements: &[u32], less: &[(u32, u32)]) -> Places {
    // The height of an element is the longest chain below it.
    let mut height: FxHashMap<u32, u32> = elements.iter().map(|e| (*e, 0)).collect();
    for _ in 0..elements.len() {
        let mut changed = false;
        for (low, high) in less {
            let (Some(below), Some(above)) = (height.get(low).copied(), height.get(high).copied())
            else {
                continue;
            };
            if above <= below && (below as usize) < elements.len() {
                height.insert(*high, below + 1);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let top = height.values().copied().max().unwrap_or(0);
    let mut width: FxHashMap<u32, u32> = FxHashMap::default();
    for h in height.values() {
        *width.entry(*h).or_default() += 1;
    }
    let widest = f64::from(width.values().copied().max().unwrap_or(1));
    let mut used: FxHashMap<u32, u32> = FxHashMap::default();
    elements
        .iter()
        .map(|element| {
            let h = height[element];
            let before = used.entry(h).or_default();
            let left = (widest - f64::from(width[&h])) / 2.0;
            let x = left + f64::from(*before);
            *before += 1;
            (*element, (x, f64::from(top - h)))
        })
        .collect()
}

/// Places for the vertices of a graph that stands on the ground: each as high as it
/// is far from the ground, which lies below, and near those to which it is joined.
pub fn standing(vertices: &[u32], edges: &[(u32, u32)], ground: &[u32]) -> Places {
    let mut near: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (a, b) in edges.iter().filter(|(a, b)| a != b) {
        near.entry(*a).or_default().push(*b);
        near.entry(*b).or_default().push(*a);
    }
    let none = Vec::new();
    let near = |v: &u32| near.get(v).unwrap_or(&none);
    let mut height: FxHashMap<u32, usize> = ground.iter().map(|v| (*v, 0)).collect();
    let mut order = ground.to_vec();
    let mut next = 0;
    while let Some(v) = order.get(next).copied() {
        next += 1;
        for to in near(&v) {
            if !height.contains_key(to) {
                height.insert(*to, height[&v] + 1);
                order.push(*to);
            }
        }
    }
    let top = height.values().copied().max().unwrap_or(0);
    let mut layers: Vec<Vec<u32>> = vec![Vec::new(); top + 1];
    for v in vertices {
        // What does not stand lies on the ground.
        layers[height.get(v).copied().unwrap_or(0)].push(*v);
    }
    let widest = layers.iter().map(Vec::len).max().unwrap_or(1) as f64;
    let mut x: FxHashMap<u32, f64> = FxHashMap::default();
    let spread = |layer: &[u32], x: &mut FxHashMap<u32, f64>| {
        let left = (widest - layer.len() as f64) / 2.0;
        x.extend(
            layer
                .iter()
                .zip(0..)
                .map(|(v, at)| (*v, left + f64::from(at))),
        );
    };
    for layer in &layers {
        spread(layer, &mut x);
    }
    // Each vertex goes to the middle of its neighbours (the barycentre method of
    // Sugiyama, Tagawa and Toda 1981), the layers one after the other.
    for _ in 0..4 {
        for layer in &mut layers {
            let middle = |v: &u32| {
                let around = near(v);
                let sum: f64 = around.iter().map(|to| x[to]).sum();
                match around.len() {
                    0 => x[v],
                    count => sum / count as f64,
                }
            };
            layer.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
            spread(layer, &mut x);
        }
    }
    let y = |v: &u32| (top - height.get(v).copied().unwrap_or(0)) as f64;
    vertices.iter().map(|v| (*v, (x[v], y(v)))).collect()
}

/// All vertices of a graph in the order of their numbers, if it is small enough to be shown: the ends
/// of its edges and `more`.
pub fn vertices(edges: &[(u32, u32)], more: &[u32]) -> Option<Vec<u32>> {
    if edges.len() > DENSE || more.len() > DENSE {
        return None;
    }
    let ends = edges.iter().flat_map(|(a, b)| [*a, *b]);
    let mut all: Vec<u32> = ends.chain(more.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    (all.len() <= MANY).then_some(all)
}

/// Puts a piece on a vertex, if that is shown.
pub fn token(panel: &mut Panel, id: Id, look: Look, vertex: u32, label: &str) {
    let here = |element: &&super::Element| element.id.part == Part::Vertex(vertex);
    if let Some(at) = panel.elements.iter().find(here).map(|element| element.at) {
        panel.put(id.board, id.part, look, at, label);
    }
}

/// Vertices at their places with the edges between them. `look` says how a vertex
/// looks and what is written in it; `None` where it is gone. An edge whose end is
/// gone is gone with it; several edges between two vertices are counted.
pub fn panel(
    board: u32,
    places: &Places,
    look: impl Fn(u32) -> Option<(Look, String)>,
    edges: &[(u32, u32)],
    arrows: bool,
) -> Panel {
    let mut panel = Panel::new(Layout::Graph);
    let mut standing = Vec::new();
    for (vertex, at) in places {
        if let Some((look, label)) = look(*vertex) {
            standing.push((*vertex, *at, look, label));
        }
    }
    let places: FxHashMap<u32, (f64, f64)> = standing.iter().map(|v| (v.0, v.1)).collect();
    let mut seen: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for (from, to) in edges {
        let (Some(a), Some(b)) = (places.get(from), places.get(to)) else {
            continue;
        };
        let id = edge(board, *from, *to, 0, arrows);
        let Part::Edge(first, second, _) = id.part else {
            continue;
        };
        let which = seen.entry((first, second)).or_default();
        let look = Look::Edge {
            from: *from,
            to: *to,
            arrow: arrows,
        };
        let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
        let part = Part::Edge(first, second, *which);
        panel.put(board, part, look, middle, "");
        *which += 1;
    }
    for (vertex, at, look, label) in standing {
        let label = match label.is_empty() {
            true => vertex.to_string(),
            false => label,
        };
        panel.put(board, Part::Vertex(vertex), look, at, label);
    }
    panel
}

/// The id of a vertex.
pub fn vertex(board: u32, number: u32) -> Id {
    Id {
        board,
        part: Part::Vertex(number),
    }
}

/// The id of an edge; without arrows its ends are in ascending order.
pub fn edge(board: u32, from: u32, to: u32, which: u32, arrows: bool) -> Id {
    let (from, to) = match arrows || from <= to {
        true => (from, to),
        false => (to, from),
    };
    Id {
        board,
        part: Part::Edge(from, to, which),
    }
}
