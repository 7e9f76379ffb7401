//! Every block of Rust in the chapters of `book/en` and `book/zh`, run as a doc test:
//! `cargo test --package grundy-book`.
//!
//! Nobody else needs this crate, and it is not published: what a package includes must lie inside of it. The
//! build script makes the list, so that a new chapter needs no line here.

#[cfg(doctest)]
include!(concat!(env!("OUT_DIR"), "/chapters.rs"));
