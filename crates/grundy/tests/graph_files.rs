//! Graph files: what is written is read back, and no input breaks a reader.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use grundy::budget::Budget;
use grundy::error::Error;
use grundy::notation::graph::{Format, NamedGraph, binary, edges, read};
use grundy::random::Random;
use grundy::solve::graph::Graph;
use proptest::prelude::*;

fn reading(bytes: &[u8], format: Option<Format>) -> Result<NamedGraph, Error> {
    read(bytes, format, &Budget::default())
}

fn zipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn random_graph(seed: u64, vertices: u64, edges: u64) -> Graph {
    let mut random = Random::new(seed);
    let mut vertex = || random.below(vertices) as u32;
    let list: Vec<_> = (0..edges).map(|_| (vertex(), vertex())).collect();
    Graph::from_edges(vertices as usize, &list)
}

fn as_dot(graph: &Graph) -> String {
    let vertices: String = (0..graph.len()).map(|v| format!("v{v};\n")).collect();
    let edges: String = (0..graph.len() as u32)
        .flat_map(|v| {
            graph
                .successors(v)
                .iter()
                .map(move |to| format!("v{v} -> \"v{to}\"\n"))
        })
        .collect();
    format!("digraph {{\n{vertices}{edges}}}\n")
}

fn as_graphml(graph: &Graph) -> String {
    let vertices: String = (0..graph.len())
        .map(|v| format!("<node id='v{v}'/>\n"))
        .collect();
    let edges: String = (0..graph.len() as u32)
        .flat_map(|v| {
            let after = graph.successors(v).iter();
            after.map(move |to| format!("<edge source=\"v{v}\" target=\"v{to}\"></edge>\n"))
        })
        .collect();
    format!(
        "<?xml version=\"1.0\"?>\n<!-- <node> -->\n<graphml>\n<graph id='G' \
         edgedefault=\"directed\">\n{vertices}{edges}</graph></graphml>\n"
    )
}

#[test]
fn all_forms_read_the_same_graph_zipped_or_not() {
    for (seed, vertices, count) in [(1, 1, 0), (2, 1, 3), (3, 40, 100), (4, 3000, 60_000)] {
        let graph = random_graph(seed, vertices, count);
        let forms = [
            (Format::Edges, edges::write(&graph).into_bytes()),
            (Format::Binary, binary::write(&graph)),
            (Format::Dot, as_dot(&graph).into_bytes()),
            (Format::GraphMl, as_graphml(&graph).into_bytes()),
        ];
        for (format, bytes) in forms {
            for bytes in [zipped(&bytes), bytes] {
                for format in [None, Some(format)] {
                    let named = reading(&bytes, format).unwrap();
                    assert_eq!(named.graph, graph, "{format:?}");
                }
            }
        }
    }
}

#[test]
fn names_are_found() {
    let named = reading(as_dot(&random_graph(5, 9, 20)).as_bytes(), None).unwrap();
    assert_eq!(named.vertex("v7").unwrap(), 7);
    assert_eq!(named.name(7), "v7");
    assert!(matches!(named.vertex("7"), Err(Error::BadParameter { .. })));
    let plain = reading(b"0 3", None).unwrap();
    assert_eq!(
        (plain.vertex("3").unwrap(), plain.name(3)),
        (3, "3".to_string())
    );
    let error = plain.vertex("4").unwrap_err().to_string();
    assert!(error.contains("from 0 to 3"), "{error}");
}

#[test]
fn edge_lists_in_many_hands() {
    let graph = |text: &str| reading(text.as_bytes(), Some(Format::Edges)).unwrap().graph;
    let expected = Graph::from_edges(4, &[(0, 1), (1, 1), (1, 3), (1, 3)]);
    for text in [
        "0 1\n1 1\n1 3\n1 3\n",
        "\u{feff}0 1\r\n1 1\r\n1 3\r\n1 3",
        "# list\n\n0,1\n1\t1 % loop\n1 -> 3\n   1   3   // again\n",
        "vertices 4\n0->1\n1,  1\n0000000000001 3\n1 3\n2",
    ] {
        assert_eq!(graph(text), expected, "{text}");
    }
    assert_eq!(graph("").len(), 0);
    assert_eq!(graph("vertices 7").len(), 7);
    assert_eq!(graph("2\n").len(), 3);
}

#[test]
fn errors_name_the_line() {
    let line = |text: &str, format| match reading(text.as_bytes(), Some(format)) {
        Err(Error::BadLine { line, .. }) => line,
        other => panic!("{text}: {other:?}"),
    };
    let many: String = (0..200_000).map(|v| format!("{v} {}\n", v + 1)).collect();
    assert_eq!(
        line(&format!("{many}7 8 9\n{many}"), Format::Edges),
        200_001
    );
    for (text, at) in [
        ("0 1\nx 2\n", 2),
        ("0 1\n\n# c\n1 -2\n", 4),
        ("1 2 3", 1),
        ("->", 1),
        ("0 1\n4294967296 1", 2),
        ("0 1\n1 99999999999999999999999", 2),
        ("vertices 3\n0 3\n", 2),
        ("vertices 3\n\n3\n", 3),
        ("0 5\nvertices 3", 2),
        ("vertices -1", 1),
        ("vertices 99999999999", 1),
        ("0 1.5", 1),
    ] {
        assert_eq!(line(text, Format::Edges), at, "{text}");
    }
    for (text, at) in [
        ("digraph {\n a -> ;\n}", 2),
        ("digraph {\n a -> b\n", 3),
        ("digraph {\n\n -> b }", 3),
        ("tree { }", 1),
        ("digraph { a }\n }", 2),
        ("digraph { \"a\n\n", 1),
        ("digraph { a [x=1\n } ", 2),
        ("digraph { a = }", 1),
        ("digraph { /* \n", 1),
        ("digraph { a:; }", 1),
        ("digraph { subgraph x; }", 1),
        ("digraph { a + b }", 1),
        ("digraph { \"a\" +\n b }", 2),
        ("digraph { \"a\" + }", 1),
        ("digraph {\n a -- b }", 2),
        ("graph {\n a -- b\n b -> c }", 3),
    ] {
        assert_eq!(line(text, Format::Dot), at, "{text}");
    }
    for (text, at) in [
        ("<graphml>\n<graph>\n</graph></graphml>", 2),
        (
            "<graphml>\n<graph edgedefault='directed'>\n<node/></graph></graphml>",
            3,
        ),
        (
            "<graph edgedefault='directed'>\n<edge source='a'/></graph>",
            2,
        ),
        (
            "<graph edgedefault='directed'><node id='a'/>\n<edge source='a' target='b'/></graph>",
            2,
        ),
        ("<graph edgedefault='directed'></node>", 1),
        ("<a b='&x;'/>", 1),
        ("<a b=c/>", 1),
        ("<a><!-- \n", 1),
        ("<edge source='a' target='b'/>", 1),
        ("<graph edgedefault='directed'>\n<hyperedge/></graph>", 2),
        ("nothing", 1),
    ] {
        assert_eq!(line(text, Format::GraphMl), at, "{text}");
    }
}

#[test]
fn dot_in_its_variety() {
    let edges = |text: &str| {
        let named = reading(text.as_bytes(), Some(Format::Dot)).unwrap();
        let mut edges: Vec<String> = (0..named.graph.len() as u32)
            .flat_map(|v| {
                let after = named.graph.successors(v).iter();
                after
                    .map(|to| format!("{}{}", named.name(v), named.name(*to)))
                    .collect::<Vec<_>>()
            })
            .collect();
        edges.sort();
        (named.graph.len(), edges.join(" "))
    };
    let is = |vertices, list: &str| (vertices, list.to_string());
    assert_eq!(edges("digraph{a->b->c;b->b}"), is(3, "ab bb bc"));
    assert_eq!(edges("digraph x { a -> b a -> b }"), is(2, "ab ab"));
    assert_eq!(
        edges("strict digraph { a -> b; a -> b; a -> b }"),
        is(2, "ab")
    );
    assert_eq!(edges("graph { a -- b; c -- c }"), is(3, "ab ba cc"));
    assert_eq!(
        edges("digraph { rankdir=LR; node [a=b, c=\"]\"]; a:n:w -> {b; c -> d} [x=1]; e }"),
        is(5, "ab ac ad cd")
    );
    assert_eq!(
        edges("digraph {\n# line\n subgraph s { a b } -> subgraph { c } // x\n /* y */ }"),
        is(3, "ac bc")
    );
    assert_eq!(
        edges("digraph { \"a\\\"\" -> <b<i>c</i>> }"),
        is(2, "a\"<b<i>c</i>>")
    );
    assert_eq!(edges("DIGRAPH { -1 -> .5; 图 -> é }"), is(4, "-1.5 图é"));
    assert_eq!(
        edges("digraph { \"a\" + \"b\" -> \"c\"\n+ /* and */ \"\"+\"d\" [label=\"x\" + \"y\"] }"),
        is(2, "abcd")
    );
    assert_eq!(edges("graph { \"a\"\n-- \"b\" }"), is(2, "ab ba"));
    let deep = format!(
        "digraph {{ {} a {} -> b }}",
        "{".repeat(100_000),
        "}".repeat(100_000)
    );
    assert_eq!(edges(&deep), is(2, "ab"));
    // Few characters, very many edges.
    let all: String = (0..3000).map(|v| format!("v{v} ")).collect();
    let text = format!("digraph {{ {{{all}}} -> {{{all}}} }}");
    let small = Budget::default().with_bytes(1 << 20);
    let error = read(text.as_bytes(), None, &small).unwrap_err();
    assert!(matches!(error, Error::OverBudget { .. }));
}

#[test]
fn the_wrong_kind_of_edge_is_named_with_its_column() {
    for (text, place) in [
        ("digraph {\n  é -- b\n}", "column 5"),
        ("graph { a -> b }", "column 11"),
        ("strict graph { { a -- b } -> c }", "column 27"),
    ] {
        let error = reading(text.as_bytes(), None).unwrap_err().to_string();
        assert!(error.contains(place), "{text}: {error}");
    }
}

#[test]
fn graphml_in_its_variety() {
    let text = "<g:graphml xmlns:g='x'><g:key id='d'/><![CDATA[<node>]]><g:graph \
                edgedefault='undirected'><g:edge source='a&amp;' target='&#98;'/><g:node id='b'>\
                <g:data key='d'>text</g:data></g:node><g:node id='a&#x26;'/><g:edge source='b' \
                target='b' directed='false'/><g:edge directed='true' source='b' target='b'/>\
                </g:graph></g:graphml>";
    let named = reading(text.as_bytes(), None).unwrap();
    let (a, b) = (named.vertex("a&").unwrap(), named.vertex("b").unwrap());
    assert_eq!(named.graph.successors(a), [b]);
    assert_eq!(named.graph.successors(b), [a, b, b]);
    let cut = reading(&text.as_bytes()[..text.len() - 12], None);
    assert!(matches!(cut, Err(Error::BadFile { .. })), "{cut:?}");
}

#[test]
fn every_cut_and_every_flipped_bit_of_a_binary_file_is_seen() {
    let graph = random_graph(6, 30, 90);
    let bytes = binary::write(&graph);
    for length in 0..bytes.len() {
        assert!(
            reading(&bytes[..length], Some(Format::Binary)).is_err(),
            "{length}"
        );
    }
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(
            reading(&damaged, Some(Format::Binary)).is_err(),
            "bit {bit}"
        );
    }
    let longer = [&bytes[..], b"x"].concat();
    assert!(matches!(reading(&longer, None), Err(Error::BadFile { .. })));
    let zipped = zipped(&bytes);
    for length in 2..zipped.len() {
        assert!(reading(&zipped[..length], None).is_err(), "{length}");
    }
}

#[test]
fn sizes_are_checked_before_memory_is_taken() {
    let small = Budget::default().with_bytes(1 << 20);
    // One edge, but two thousand million vertices.
    let far = read("0 2000000000".as_bytes(), None, &small).unwrap_err();
    assert!(matches!(far, Error::OverBudget { .. }), "{far:?}");
    let stated = read("vertices 2000000000".as_bytes(), None, &small).unwrap_err();
    assert!(matches!(stated, Error::OverBudget { .. }), "{stated:?}");
    let mut header = binary::MAGIC.to_vec();
    header.extend(1_000_000u64.to_le_bytes());
    header.extend(4_000_000_000u64.to_le_bytes());
    let claimed = read(&header[..], None, &small).unwrap_err();
    assert!(matches!(claimed, Error::OverBudget { .. }), "{claimed:?}");
    header[16..].copy_from_slice(&u64::MAX.to_le_bytes());
    let claimed = read(&header[..], None, &Budget::default()).unwrap_err();
    assert!(matches!(claimed, Error::Unsupported { .. }), "{claimed:?}");
    let list: String = (0..200_000).map(|_| "0 1\n").collect();
    let many = read(list.as_bytes(), None, &small).unwrap_err();
    assert!(matches!(many, Error::OverBudget { .. }), "{many:?}");
    let long = "0".repeat(3 << 20);
    assert!(matches!(
        reading(long.as_bytes(), None),
        Err(Error::BadLine { line: 1, .. })
    ));
}

proptest! {
    #[test]
    fn no_bytes_break_a_reader(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for format in [Format::Edges, Format::Binary, Format::Dot, Format::GraphMl] {
            let _ = reading(&bytes, Some(format));
        }
        let _ = reading(&[&[0x1f, 0x8b], &bytes[..]].concat(), None);
        let _ = reading(&[binary::MAGIC, &bytes[..]].concat(), None);
    }

    #[test]
    fn no_text_breaks_a_reader(text in "(digraph|graph|<graphml>|<graph edgedefault='directed'>|[-{}\\[\\]<>=:;,\"'/&#a-c0-9 \n\\\\é]|->|--|/\\*|vertices |<node id='a'/>|<!--){0,40}") {
        for format in [Format::Edges, Format::Dot, Format::GraphMl] {
            let _ = reading(text.as_bytes(), Some(format));
        }
    }

    #[test]
    fn text_and_bytes_round_trip(
        vertices in 1u32..200,
        pairs in proptest::collection::vec((any::<u32>(), any::<u32>()), 0..300),
    ) {
        let list: Vec<_> = pairs.iter().map(|(a, b)| (a % vertices, b % vertices)).collect();
        let graph = Graph::from_edges(vertices as usize, &list);
        let text = edges::write(&graph);
        prop_assert_eq!(&reading(text.as_bytes(), None).unwrap().graph, &graph);
        prop_assert_eq!(&reading(&binary::write(&graph), None).unwrap().graph, &graph);
    }
}

#[test]
fn comments_before_the_first_word_do_not_hide_the_form() {
    for (text, vertices) in [
        ("// a list\n0 1\n", 2),
        ("% a list\n# of edges\n\n0 4\n", 5),
        ("# made by hand\ndigraph { a -> b }", 2),
        (
            "/* made\nby hand */ // twice\n strict graph { a -- b -- c }",
            3,
        ),
        ("\u{feff}  # only a comment", 0),
        ("#", 0),
    ] {
        let named = reading(text.as_bytes(), None).unwrap();
        assert_eq!(named.graph.len(), vertices, "{text:?}");
    }
    assert!(reading(b"/* never closed", None).is_err());
}
