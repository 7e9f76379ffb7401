//! Games on graphs. Positions are lists of edges ([`links`]) or boards.

pub mod directed;
pub mod edges;
pub mod geography;
pub mod hackenbush;
pub mod links;
pub mod tokens;
