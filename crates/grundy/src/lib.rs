//! Impartial combinatorial games.
