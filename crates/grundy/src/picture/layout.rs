//! A layered layout for acyclic graphs.
//!
//! In the manner of Sugiyama, Tagawa and Toda (1981): every vertex gets the
//! layer of its longest path from a source, edges across several layers are
//! led through invisible waypoints, and a few sweeps order each layer by the
//! mean position of its neighbours, which removes most crossings. All edges
//! point downwards.

use crate::error::Error;
use crate::text::Text;

/// Where everything goes, in units of one layer and one place.
#[derive(Clone, Debug)]
pub struct Layout {
    /// For each vertex: its layer, and its place within the layer.
    pub places: Vec<Place>,
    /// For each edge: the waypoints between its ends.
    pub waypoints: Vec<Vec<Place>>,
    /// How many vertices and waypoints each layer holds.
    pub widths: Vec<usize>,
}

/// A layer and a place in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Counted from the top.
    pub layer: usize,
    /// Counted from the left.
    pub column: usize,
}

/// The largest number of vertices and waypoints that are laid out.
pub const MOST: usize = 20_000;

/// Lays out an acyclic graph; a cycle or too many waypoints is an error.
pub fn layout(vertices: usize, edges: &[(u32, u32)]) -> Result<Layout, Error> {
    let layers = layers(vertices, edges)?;
    // Nodes are vertices first, then waypoints.
    let mut layer_of = layers;
    let mut links: Vec<(usize, usize)> = Vec::new();
    let mut chains: Vec<std::ops::Range<usize>> = Vec::new();
    for &(from, to) in edges {
        let (from, to) = (from as usize, to as usize);
        let first = layer_of.len();
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
    let columns = columns(&layer_of, &links);
    let place = |node: usize| Place {
        layer: layer_of[node],
        column: columns[node],
    };
    let mut widths = vec![0; layer_of.iter().max().map_or(0, |most| most + 1)];
    for &layer in &layer_of {
        widths[layer] += 1;
    }
    Ok(Layout {
        places: (0..vertices).map(place).collect(),
        waypoints: chains
            .into_iter()
            .map(|chain| chain.map(place).collect())
            .collect(),
        widths,
    })
}

/// The longest path from a source to each vertex.
fn layers(vertices: usize, edges: &[(u32, u32)]) -> Result<Vec<usize>, Error> {
    let mut before = vec![0usize; vertices];
    let mut after: Vec<Vec<u32>> = vec![Vec::new(); vertices];
    for &(from, to) in edges {
        before[to as usize] += 1;
        after[from as usize].push(to);
    }
    let mut layer = vec![0; vertices];
    let mut ready: Vec<usize> = (0..vertices).filter(|v| before[*v] == 0).collect();
    let mut placed = 0;
    while let Some(v) = ready.pop() {
        placed += 1;
        for &to in &after[v] {
            let to = to as usize;
            layer[to] = layer[to].max(layer[v] + 1);
            before[to] -= 1;
            if before[to] == 0 {
                ready.push(to);
            }
        }
    }
    if placed < vertices {
        return Err(Error::Unsupported {
            because: Text::fixed(
                "a layered picture needs a graph without cycles",
                "分层图要求图中无环",
            ),
        });
    }
    Ok(layer)
}

/// Orders each layer by sweeping down and up.
fn columns(layer_of: &[usize], links: &[(usize, usize)]) -> Vec<usize> {
    const SWEEPS: usize = 12;
    let depth = layer_of.iter().max().map_or(0, |most| most + 1);
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); depth];
    for (node, layer) in layer_of.iter().enumerate() {
        members[*layer].push(node);
    }
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); layer_of.len()];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); layer_of.len()];
    for &(from, to) in links {
        above[to].push(from);
        below[from].push(to);
    }
    let mut column = vec![0; layer_of.len()];
    let settle = |layer: &[usize], column: &mut [usize]| {
        for (place, node) in layer.iter().enumerate() {
            column[*node] = place;
        }
    };
    members.iter().for_each(|layer| settle(layer, &mut column));
    for sweep in 0..SWEEPS {
        let downwards = sweep % 2 == 0;
        let neighbours = if downwards { &above } else { &below };
        for step in 0..depth {
            let layer = if downwards { step } else { depth - 1 - step };
            // The mean position relative to the width, in fixed point: layers differ in width.
            let mean = |node: &usize| {
                let near = &neighbours[*node];
                if near.is_empty() {
                    let width = members[layer].len().max(1);
                    return (2 * column[*node] + 1) * 500_000 / width;
                }
                let total: usize = near
                    .iter()
                    .map(|n| (2 * column[*n] + 1) * 500_000 / members[layer_of[*n]].len())
                    .sum();
                total / near.len()
            };
            let mut order: Vec<(usize, usize)> = members[layer]
                .iter()
                .map(|node| (mean(node), *node))
                .collect();
            order.sort_by_key(|(mean, _)| *mean);
            members[layer] = order.into_iter().map(|(_, node)| node).collect();
            settle(&members[layer], &mut column);
        }
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_point_downwards_and_places_are_distinct() {
        let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (3, 4), (1, 4)];
        let layout = layout(5, &edges).unwrap();
        for (&(from, to), waypoints) in edges.iter().zip(&layout.waypoints) {
            let (from, to) = (layout.places[from as usize], layout.places[to as usize]);
            assert_eq!(waypoints.len(), to.layer - from.layer - 1);
        }
        let mut all: Vec<_> = layout.places.clone();
        all.extend(layout.waypoints.iter().flatten());
        let count = all.len();
        all.sort_by_key(|p| (p.layer, p.column));
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn cycles_are_refused() {
        assert!(layout(2, &[(0, 1), (1, 0)]).is_err());
    }
}
