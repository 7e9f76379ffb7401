//! Games on small graphs and orders, solved by search. Positions are
//! [`relation`]s: who is joined to whom, or above whom.

pub mod arc_kayles;
pub mod node_kayles;
pub mod posets;
pub mod relation;
