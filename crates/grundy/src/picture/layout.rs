//! A layered layout for any graph.
//!
//! In the manner of Sugiyama, Tagawa and Toda (1981). Edges that close a
//! cycle in a depth-first search are turned round for the time being; then
//! every vertex gets the layer of its longest path from a source, edges across
//! several layers are led through waypoints, sweeps order each layer by the
//! mean position of its neighbours and the order with the fewest crossings is
//! kept. Last, every layer is moved as near to its neighbours as order and
//! widths allow: the least squares of that are an isotonic regression, solved
//! exactly by pooling adjacent violators. All edges point downwards but those
//! that close a cycle.
//!
//! ```
//! use grundy::picture::layout::layout;
//! let wide = [40.0, 40.0, 40.0];
//! let placed = layout(&wide, &[(0, 1), (1, 2), (2, 0)]).unwrap();
//! assert_eq!(placed.layers, [0, 1, 2]);
//! assert_eq!(placed.paths[2].len(), 1); // back to the top, past layer 1
//! ```
//!
//! Limits: at most [`MOST`] vertices and waypoints.

use crate::error::Error;
use crate::text::Text;

/// Where everything goes.
#[derive(Clone, Debug)]
pub struct Layout {
    /// For each vertex: its layer, counted from the top.
    pub layers: Vec<usize>,
    /// For each vertex: the middle of it, counted from the left.
    pub across: Vec<f64>,
    /// For each edge: layer and middle of the waypoints from its start to its
    /// end.
    pub paths: Vec<Vec<(usize, f64)>>,
    /// How many layers there are.
    pub depth: usize,
    /// How wide it is in all.
    pub width: f64,
}

/// The largest number of vertices and waypoints that are laid out.
pub const MOST: usize = 20_000;

/// The room between two neighbours.
const GAP: f64 = 20.0;
/// The room that an edge takes which passes by.
const PASSING: f64 = 6.0;

/// Lays out a graph whose vertices have the given widths; too many waypoints
/// are an error. Edges to themselves have no path.
pub fn layout(widths: &[f64], edges: &[(u32, u32)]) -> Result<Layout, Error> {
    let back = closing_cycles(widths.len(), edges);
    let downwards: Vec<(usize, usize)> = edges
        .iter()
        .zip(&back)
        .map(|(&(from, to), back)| match back {
            true => (to as usize, from as usize),
            false => (from as usize, to as usize),
        })
        .collect();
    // Nodes are vertices first, then waypoints.
    let mut layer_of = layers(widths.len(), &downwards);
    let mut wide = widths.to_vec();
    let mut links: Vec<(usize, usize)> = Vec::new();
    let mut chains: Vec<std::ops::Range<usize>> = Vec::new();
    for &(from, to) in &downwards {
        let first = layer_of.len();
        if from == to {
            chains.push(first..first);
            continue;
        }
        let mut last = from;
        for layer in layer_of[from] + 1..layer_of[to] {
            layer_of.push(layer);
            links.push((last, layer_of.len() - 1));
            last = layer_of.len() - 1;
        }
        links.push((last, to));
        chains.push(first..layer_of.len());
        if layer_of.len() > MOST {
            return Err(Error::Unsupported {
                because: Text::new(
                    format!("the picture would need more than {MOST} vertices and waypoints"),
                    format!("图中的顶点与折点将超过 {MOST} 个"),
                ),
            });
        }
    }
    wide.resize(layer_of.len(), PASSING);
    let net = Net::new(&layer_of, &links);
    let members = net.ordered();
    let across = net.across(&members, &wide, widths.len());
    let left = (0..wide.len()).map(|node| across[node] - wide[node] / 2.0);
    let left = left.fold(f64::INFINITY, f64::min);
    let right = (0..wide.len()).map(|node| across[node] + wide[node] / 2.0);
    let right = right.fold(f64::NEG_INFINITY, f64::max);
    let paths = chains.into_iter().zip(&back).map(|(chain, back)| {
        let mut path: Vec<_> = chain
            .map(|node| (layer_of[node], across[node] - left))
            .collect();
        if *back {
            path.reverse();
        }
        path
    });
    Ok(Layout {
        paths: paths.collect(),
        across: across[..widths.len()].iter().map(|x| x - left).collect(),
        depth: members.len(),
        width: (right - left).max(0.0),
        layers: layer_of[..widths.len()].to_vec(),
    })
}

/// Which edges lead to a vertex that a depth-first search has not left yet.
/// The search begins at vertices without predecessors.
pub fn closing_cycles(vertices: usize, edges: &[(u32, u32)]) -> Vec<bool> {
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); vertices];
    let mut entered = vec![false; vertices];
    for (number, &(from, to)) in edges.iter().enumerate() {
        after[from as usize].push(number);
        entered[to as usize] |= from != to;
    }
    let mut back = vec![false; edges.len()];
    let (mut seen, mut open) = (vec![false; vertices], vec![false; vertices]);
    let mut next = vec![0; vertices];
    let sources = (0..vertices).filter(|v| !entered[*v]);
    for root in sources.chain(0..vertices) {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut path = vec![root];
        open[root] = true;
        while let Some(&v) = path.last() {
            let Some(&edge) = after[v].get(next[v]) else {
                open[v] = false;
                path.pop();
                continue;
            };
            next[v] += 1;
            let to = edges[edge].1 as usize;
            if open[to] {
                back[edge] = to != v;
            } else if !std::mem::replace(&mut seen[to], true) {
                open[to] = true;
                path.push(to);
            }
        }
    }
    back
}

/// The longest path from a source to each vertex; sources stand just above
/// what they lead to.
fn layers(vertices: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut before = vec![0usize; vertices];
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); vertices];
    for &(from, to) in edges.iter().filter(|(from, to)| from != to) {
        before[to] += 1;
        after[from].push(to);
    }
    let sources: Vec<usize> = (0..vertices).filter(|v| before[*v] == 0).collect();
    let mut layer = vec![0; vertices];
    let mut ready = sources.clone();
    while let Some(v) = ready.pop() {
        for &to in &after[v] {
            layer[to] = layer[to].max(layer[v] + 1);
            before[to] -= 1;
            if before[to] == 0 {
                ready.push(to);
            }
        }
    }
    for v in sources {
        let nearest = after[v].iter().map(|to| layer[*to]).min();
        layer[v] = nearest.map_or(0, |nearest| nearest - 1);
    }
    layer
}

/// Nodes in layers, linked from layer to layer.
struct Net<'l> {
    layer_of: &'l [usize],
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    depth: usize,
}

impl<'l> Net<'l> {
    fn new(layer_of: &'l [usize], links: &[(usize, usize)]) -> Self {
        let mut above: Vec<Vec<usize>> = vec![Vec::new(); layer_of.len()];
        let mut below = above.clone();
        for &(from, to) in links {
            above[to].push(from);
            below[from].push(to);
        }
        Net {
            layer_of,
            above,
            below,
            depth: layer_of.iter().max().map_or(0, |most| most + 1),
        }
    }

    /// The members of each layer from the left, with few crossings.
    fn ordered(&self) -> Vec<Vec<usize>> {
        const SWEEPS: usize = 24;
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); self.depth];
        for (node, layer) in self.layer_of.iter().enumerate() {
            members[*layer].push(node);
        }
        let mut column = vec![0; self.layer_of.len()];
        let settle = |layer: &[usize], column: &mut [usize]| {
            for (place, node) in layer.iter().enumerate() {
                column[*node] = place;
            }
        };
        members.iter().for_each(|layer| settle(layer, &mut column));
        let mut best = (self.crossings(&members, &column), members.clone());
        for sweep in 0..SWEEPS {
            let downwards = sweep % 2 == 0;
            let neighbours = if downwards { &self.above } else { &self.below };
            for step in 0..self.depth {
                let layer = if downwards {
                    step
                } else {
                    self.depth - 1 - step
                };
                // The mean position relative to the width: layers differ in width.
                let place = |node: usize| {
                    let width = members[self.layer_of[node]].len();
                    (column[node] as f64 + 0.5) / width as f64
                };
                let mut order: Vec<(f64, usize)> = members[layer]
                    .iter()
                    .map(|&node| match neighbours[node].len() {
                        0 => (place(node), node),
                        count => {
                            let total: f64 = neighbours[node].iter().map(|n| place(*n)).sum();
                            (total / count as f64, node)
                        }
                    })
                    .collect();
                order.sort_by(|a, b| a.0.total_cmp(&b.0));
                members[layer] = order.into_iter().map(|(_, node)| node).collect();
                settle(&members[layer], &mut column);
            }
            let crossings = self.crossings(&members, &column);
            if crossings < best.0 {
                best = (crossings, members.clone());
            }
        }
        best.1
    }

    /// How many pairs of links cross.
    fn crossings(&self, members: &[Vec<usize>], column: &[usize]) -> usize {
        let mut crossings = 0;
        for pair in members.windows(2) {
            // Links from left to right; a link crosses those before it that end further right.
            let mut ends = vec![0usize; pair[1].len() + 1];
            let mut links = 0;
            for &node in &pair[0] {
                let mut to: Vec<usize> = self.below[node].iter().map(|n| column[*n]).collect();
                to.sort_unstable();
                for &end in &to {
                    let mut at = end + 1;
                    let mut not_beyond = 0;
                    while at > 0 {
                        not_beyond += ends[at];
                        at &= at - 1;
                    }
                    crossings += links - not_beyond;
                }
                for end in to {
                    let mut at = end + 1;
                    while at < ends.len() {
                        ends[at] += 1;
                        at += at & at.wrapping_neg();
                    }
                    links += 1;
                }
            }
        }
        crossings
    }

    /// Where each node stands, counted from anywhere.
    fn across(&self, members: &[Vec<usize>], wide: &[f64], vertices: usize) -> Vec<f64> {
        const SWEEPS: usize = 40;
        let mut across = vec![0.0; wide.len()];
        for layer in members {
            let total: f64 = layer.iter().map(|node| wide[*node] + GAP).sum();
            let mut at = -total / 2.0;
            for &node in layer {
                across[node] = at + (wide[node] + GAP) / 2.0;
                at += wide[node] + GAP;
            }
        }
        // Long edges should be straight more than anything else.
        let weight = |a: usize, b: usize| match (a >= vertices, b >= vertices) {
            (true, true) => 8.0,
            (false, false) => 1.0,
            _ => 2.0,
        };
        for sweep in 0..SWEEPS {
            let downwards = sweep % 2 == 0;
            for step in 0..self.depth {
                let layer = &members[if downwards {
                    step
                } else {
                    self.depth - 1 - step
                }];
                let wanted: Vec<(f64, f64)> = layer
                    .iter()
                    .map(|&node| {
                        let near = self.above[node].iter().chain(&self.below[node]);
                        let (mut total, mut weights) = (0.0, 0.0);
                        for &n in near {
                            total += weight(node, n) * across[n];
                            weights += weight(node, n);
                        }
                        match weights > 0.0 {
                            true => (total / weights, weights),
                            false => (across[node], 0.01),
                        }
                    })
                    .collect();
                // Each node begins where the one before and the gap end.
                let mut offsets = Vec::with_capacity(layer.len());
                let mut offset = 0.0;
                for (place, &node) in layer.iter().enumerate() {
                    if place > 0 {
                        offset += (wide[layer[place - 1]] + wide[node]) / 2.0 + GAP;
                    }
                    offsets.push(offset);
                }
                let free = wanted.iter().zip(&offsets);
                let free: Vec<_> = free.map(|((x, w), offset)| (x - offset, *w)).collect();
                for ((node, x), offset) in layer.iter().zip(rising(&free)).zip(offsets) {
                    across[*node] = x + offset;
                }
            }
        }
        across
    }
}

/// The rising sequence nearest to the given one, whose entries have weights.
fn rising(wanted: &[(f64, f64)]) -> Vec<f64> {
    // Blocks that share one value: the value, the weight, how many.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for &(value, weight) in wanted {
        let mut block = (value, weight, 1);
        while let Some(&(before, heavy, count)) = blocks.last() {
            if before <= block.0 {
                break;
            }
            blocks.pop();
            let weight = heavy + block.1;
            let value = (before * heavy + block.0 * block.1) / weight;
            block = (value, weight, count + block.2);
        }
        blocks.push(block);
    }
    blocks
        .into_iter()
        .flat_map(|(value, _, count)| std::iter::repeat_n(value, count))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn check(vertices: usize, edges: &[(u32, u32)]) -> Layout {
        let widths: Vec<f64> = (0..vertices)
            .map(|v| 30.0 + (v % 3) as f64 * 20.0)
            .collect();
        let placed = layout(&widths, edges).unwrap();
        for (&(from, to), path) in edges.iter().zip(&placed.paths) {
            let (from, to) = (placed.layers[from as usize], placed.layers[to as usize]);
            assert_eq!(path.len(), from.abs_diff(to).saturating_sub(1));
            let between: Vec<usize> = match from < to {
                true => (from + 1..to).collect(),
                false => (to + 1..from).rev().collect(),
            };
            assert_eq!(path.iter().map(|p| p.0).collect::<Vec<_>>(), between);
        }
        // Nothing lies upon anything else, and nothing outside.
        let mut all: Vec<(usize, f64, f64)> = (0..vertices)
            .map(|v| (placed.layers[v], placed.across[v], widths[v]))
            .collect();
        let waypoints = placed.paths.iter().flatten();
        all.extend(waypoints.map(|(layer, x)| (*layer, *x, PASSING)));
        all.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        for pair in all.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let room = pair[1].1 - pair[0].1 - (pair[0].2 + pair[1].2) / 2.0;
            assert!(room > GAP - 1e-6, "{pair:?}");
        }
        for (layer, x, wide) in all {
            assert!(layer < placed.depth);
            assert!(x - wide / 2.0 > -1e-6 && x + wide / 2.0 < placed.width + 1e-6);
        }
        placed
    }

    #[test]
    fn acyclic_edges_point_downwards() {
        let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (3, 4), (1, 4)];
        let placed = check(5, &edges);
        for (from, to) in edges {
            assert!(placed.layers[from as usize] < placed.layers[to as usize]);
        }
    }

    #[test]
    fn any_graph_is_laid_out() {
        let mut random = Random::new(1);
        for _ in 0..300 {
            let n = 1 + random.below(12);
            let count = random.below(3 * n);
            let mut end = || random.below(n) as u32;
            let edges: Vec<_> = (0..count).map(|_| (end(), end())).collect();
            check(n as usize, &edges);
        }
        check(0, &[]);
    }

    #[test]
    fn nearest_rising_sequence() {
        let even = |values: &[f64]| rising(&values.iter().map(|v| (*v, 1.0)).collect::<Vec<_>>());
        assert_eq!(even(&[1.0, 3.0, 2.0, 4.0]), [1.0, 2.5, 2.5, 4.0]);
        assert_eq!(even(&[3.0, 2.0, 1.0]), [2.0, 2.0, 2.0]);
        assert_eq!(rising(&[(4.0, 3.0), (0.0, 1.0)]), [3.0, 3.0]);
    }

    #[test]
    fn crossings_are_counted_and_removed() {
        let layer_of = [0, 0, 1, 1];
        let net = Net::new(&layer_of, &[(0, 3), (1, 2)]);
        assert_eq!(net.crossings(&[vec![0, 1], vec![2, 3]], &[0, 1, 0, 1]), 1);
        let best = net.ordered();
        let mut column = [0; 4];
        for layer in &best {
            for (place, node) in layer.iter().enumerate() {
                column[*node] = place;
            }
        }
        assert_eq!(net.crossings(&best, &column), 0);
    }
}
