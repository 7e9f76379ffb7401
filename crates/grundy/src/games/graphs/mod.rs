//! Games on graphs and orders. Positions are lists of edges ([`links`]),
//! boards, or small [`relation`]s: who is joined to whom, or above whom.

pub mod arc_kayles;
pub mod directed;
pub mod edges;
pub mod geography;
pub mod hackenbush;
pub mod links;
pub mod node_kayles;
mod packed;
pub mod posets;
pub mod relation;
pub mod tokens;
