//! Games on rooted trees. Positions are parent lists ([`forest`]).

pub mod edges;
pub mod forest;
pub mod keep;
pub mod leaves;
pub mod paths;
