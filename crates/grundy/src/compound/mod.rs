//! Several games at once.
