//! The schema beside the desk, from which windows make their types, says what the types say. `GRUNDY_WRITE_DOCS=1` writes it anew.

use grundy_desk::verbs::{ASKS, schema};
use serde_json::{Map, Value};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../desk/schema.json");

#[test]
fn the_schema_is_that_of_the_types() {
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("GRUNDY_WRITE_DOCS").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let written = std::fs::read_to_string(FILE).unwrap_or_default();
    assert_eq!(
        written, text,
        "schema.json: write it anew with GRUNDY_WRITE_DOCS=1"
    );
}

/// The object that a schema, or what it refers to, describes.
fn resolved<'s>(all: &'s Value, schema: &'s Value) -> &'s Value {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(name) => &all["$defs"][name.trim_start_matches("#/$defs/")],
        None => schema,
    }
}

#[test]
fn every_question_has_an_answer_and_its_own_fields() {
    let schema = schema();
    let none = Map::new();
    for ask in ASKS {
        for side in ["questions", "answers"] {
            let object = resolved(&schema, &schema[side][ask]);
            let each = object.get("anyOf").and_then(Value::as_array).cloned();
            for object in each.unwrap_or_else(|| vec![object.clone()]) {
                let object = resolved(&schema, &object);
                assert_eq!(object["type"], "object", "{side} of {ask}");
                // These belong to the envelope.
                let fields = object["properties"].as_object().unwrap_or(&none);
                for reserved in ["id", "error", "ask", "lang", "limits"] {
                    assert!(
                        !fields.contains_key(reserved),
                        "{side} of {ask}: {reserved}"
                    );
                }
            }
        }
    }
}
