//! Games on rooted trees. Positions are parent lists ([`forest`]).

pub mod edges;
pub mod forest;
pub mod leaves;
pub mod paths;
