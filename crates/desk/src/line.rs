//! A question as text: what stands in every question, and the fields of its own.
//!
//! A line is read twice and no tree is made of it: once for the common fields ([`Head`]), which say
//! what the others are, and once as the type of the question, past the common ones. What cannot be
//! read so — a field twice, a field too many, no JSON at all — is read as a tree
//! ([`as_tree`]), which says what is wrong, or settles it: of a field that stands twice the last
//! counts.

use std::borrow::Cow;
use std::fmt;

use grundy::text::Lang;
use serde::de::value::CowStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Map, Value};

use crate::{Limits, Refused};

/// The fields of every question.
#[derive(Default, Deserialize)]
pub(crate) struct Head {
    #[serde(default, deserialize_with = "given")]
    pub ask: Option<String>,
    #[serde(default, deserialize_with = "given")]
    pub id: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    lang: Option<Tongue>,
    #[serde(default, deserialize_with = "given")]
    limits: Option<Limits>,
}

/// Their names.
const COMMON: [&str; 4] = ["ask", "id", "lang", "limits"];

/// A language by its name.
#[derive(Clone, Copy)]
enum Tongue {
    En,
    Zh,
}

impl Tongue {
    fn named(name: &str) -> Option<Tongue> {
        match name {
            "en" => Some(Tongue::En),
            "zh" => Some(Tongue::Zh),
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Tongue {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Name(name) = Name::deserialize(from)?;
        Tongue::named(&name).ok_or_else(|| D::Error::custom("no language"))
    }
}

/// A field that is there, even if it is `null`.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl Head {
    /// The common fields of a question, which is an object: fields in a row have no names.
    pub fn read(question: &[u8]) -> Option<Head> {
        let object = question.trim_ascii_start().starts_with(b"{");
        object.then(|| serde_json::from_slice(question).ok())?
    }

    /// The language that was asked for.
    pub fn lang(&self) -> Option<Lang> {
        self.lang.map(|tongue| match tongue {
            Tongue::En => Lang::En,
            Tongue::Zh => Lang::Zh,
        })
    }

    /// What it may cost.
    pub fn limits(&self) -> Limits {
        self.limits.unwrap_or_default()
    }

    /// Takes the common fields out of a question.
    fn take(&mut self, fields: &mut Map<String, Value>) -> Result<(), Refused> {
        self.id = fields.remove("id");
        self.lang = match fields.remove("lang") {
            None => None,
            Some(name) => match name.as_str().and_then(Tongue::named) {
                None => return Err(Refused::bad("`lang` must be \"en\" or \"zh\"")),
                named => named,
            },
        };
        self.ask = match fields.remove("ask") {
            None => None,
            Some(Value::String(ask)) => Some(ask),
            Some(_) => return Err(Refused::bad("`ask` must be a text")),
        };
        self.limits = match fields.remove("limits") {
            None => None,
            Some(limits) => Some(
                serde_json::from_value(limits)
                    .map_err(|error| Refused::bad(format!("`limits`: {error}")))?,
            ),
        };
        Ok(())
    }
}

/// The same by way of a tree: the common fields go to `head`, the others come back as text.
pub(crate) fn as_tree(question: &[u8], head: &mut Head) -> Result<Vec<u8>, Refused> {
    let mut fields = match serde_json::from_slice(question) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return Err(Refused::bad("a question must be a JSON object")),
        Err(error) => {
            return Err(Refused {
                code: "bad_json",
                ..Refused::bad(error.to_string())
            });
        }
    };
    head.take(&mut fields)?;
    Ok(Value::Object(fields).to_string().into_bytes())
}

/// The fields of a question of a known type, past the common ones.
pub(crate) fn fields<'q, Q: Deserialize<'q>>(question: &'q [u8]) -> Result<Q, Refused> {
    let mut from = serde_json::Deserializer::from_slice(question);
    Q::deserialize(Own(&mut from)).map_err(|error| {
        let message = error.to_string();
        // Where in the text it stands is of no use: the text may be one that was made here.
        let at = message.rfind(" at line ").unwrap_or(message.len());
        Refused::bad(&message[..at])
    })
}

/// An object without the common fields.
struct Own<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Own<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(OwnFields(visitor))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The same for a visitor, and for the pairs that it is given.
struct OwnFields<T>(T);

impl<'de, V: Visitor<'de>> Visitor<'de> for OwnFields<V> {
    type Value = V::Value;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(to)
    }

    fn visit_map<A: MapAccess<'de>>(self, pairs: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(OwnFields(pairs))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for OwnFields<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(Name(name)) = self.0.next_key()? {
            if !COMMON.contains(&&*name) {
                return seed.deserialize(CowStrDeserializer::new(name)).map(Some);
            }
            self.0.next_value::<IgnoredAny>()?;
        }
        Ok(None)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}

/// A name, as it stands in the text where nothing in it is escaped.
struct Name<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Borrowed;
        impl<'de> Visitor<'de> for Borrowed {
            type Value = Name<'de>;
            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("a name")
            }
            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(name)))
            }
            fn visit_str<E>(self, name: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(name.to_string())))
            }
        }
        from.deserialize_str(Borrowed)
    }
}

/// A text; also a number, or a list of texts and numbers, as they would be written.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Written(pub String);

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Written {
    fn schema_name() -> Cow<'static, str> {
        "Written".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A text; also a number, or a list of texts and numbers, as they would be written.",
            "anyOf": [
                {"type": "string"},
                {"type": "number"},
                {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "number"}]}},
            ],
        })
    }
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AsWritten)
    }
}

struct AsWritten;

impl AsWritten {
    fn neither<E: serde::de::Error>() -> E {
        E::custom("must be a text, a number or a list of them")
    }
}

impl<'de> Visitor<'de> for AsWritten {
    type Value = Written;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a text, a number or a list of them")
    }
    fn visit_str<E>(self, text: &str) -> Result<Written, E> {
        Ok(Written(text.to_string()))
    }
    fn visit_string<E>(self, text: String) -> Result<Written, E> {
        Ok(Written(text))
    }
    fn visit_u64<E>(self, number: u64) -> Result<Written, E> {
        Ok(Written(number.to_string()))
    }
    fn visit_i64<E>(self, number: i64) -> Result<Written, E> {
        Ok(Written(number.to_string()))
    }
    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Written, E> {
        let number = serde_json::Number::from_f64(number);
        Ok(Written(number.ok_or_else(Self::neither)?.to_string()))
    }
    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<Written, E> {
        Err(Self::neither())
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<Written, E> {
        Err(Self::neither())
    }
    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<Written, A::Error> {
        let mut list = String::new();
        let mut first = true;
        while let Some(Written(item)) = items.next_element()? {
            if !std::mem::take(&mut first) {
                list.push(',');
            }
            list += &item;
        }
        Ok(Written(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Written, A::Error> {
        Err(A::Error::custom(
            "must be a text, a number or a list of them",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Asks {
        game: Written,
        moves: Option<u64>,
    }

    fn asked(text: &str) -> Result<Asks, String> {
        fields(text.as_bytes()).map_err(|refused| refused.message)
    }

    #[test]
    fn common_fields_are_passed_over_wherever_they_stand() {
        let wanted = Asks {
            game: Written("nim".into()),
            moves: Some(3),
        };
        for text in [
            r#"{"game":"nim","moves":3}"#,
            r#"{"id":[1,{"game":2}],"game":"nim","lang":"zh","moves":3,"ask":"x"}"#,
            r#"{"g\u0061me":"n\u0069m","limits":{"states":1},"moves":3}"#,
        ] {
            assert_eq!(asked(text).as_ref(), Ok(&wanted), "{text}");
        }
        let wrong = asked(r#"{"id":1,"game":"nim","mvoes":3}"#).unwrap_err();
        assert_eq!(wrong, "unknown field `mvoes`, expected `game` or `moves`");
        let wrong = asked(r#"{"game":"nim","moves":"3"}"#).unwrap_err();
        assert_eq!(wrong, "invalid type: string \"3\", expected u64");
        assert_eq!(asked(r#"{"moves":3}"#).unwrap_err(), "missing field `game`");
    }

    #[test]
    fn numbers_and_lists_are_texts() {
        for (json, text) in [
            ("5", "5"),
            ("-5", "-5"),
            ("1.50", "1.5"),
            ("1e3", "1000.0"),
            ("[1,\"2 3\",[4,5],[]]", "1,2 3,4,5,"),
            ("\"\\u00e9\"", "é"),
        ] {
            let read = asked(&format!(r#"{{"game":{json}}}"#)).unwrap();
            // As the tree would have it.
            let tree: Value = serde_json::from_str(json).unwrap();
            let also: Written = serde_json::from_value(tree).unwrap();
            assert_eq!((&*read.game.0, &*also.0), (text, text));
        }
        for json in ["true", "null", "{}", "{\"a\":1}", "[1,null]", "[true]"] {
            let wrong = asked(&format!(r#"{{"game":{json}}}"#)).unwrap_err();
            assert_eq!(
                wrong, "must be a text, a number or a list of them",
                "{json}"
            );
        }
    }
}
