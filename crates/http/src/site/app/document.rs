//! A document: the JSON of an answer, its members in the order in which they were written.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use uplift_domain::Json;
use uplift_domain::period::clock_of;
use uplift_domain::record::Time;

/// A value in the JSON of an answer.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Document {
    Null,
    Flag(bool),
    Whole(i64),
    Number(f64),
    Text(String),
    /// A moment as it was written, and as the clocks of the reader's zone show it.
    Moment(String, String),
    List(Vec<Document>),
    Object(Vec<(String, Document)>),
}

/// What stands at a place where nothing is.
static NOTHING: Document = Document::Null;

impl Document {
    /// The member of this name; null where there is none.
    pub(super) fn at(&self, name: &str) -> &Self {
        self.members().iter().find(|(known, _)| known == name).map_or(&NOTHING, |(_, value)| value)
    }

    /// Takes the member of this name away; null where there is none.
    pub(super) fn take(&mut self, name: &str) -> Self {
        let Self::Object(members) = self else { return Self::Null };
        let at = members.iter().position(|(known, _)| known == name);
        at.map_or(Self::Null, |at| members.remove(at).1)
    }

    /// The members of an object; none of anything else.
    pub(super) fn members(&self) -> &[(String, Self)] {
        match self {
            Self::Object(members) => members,
            Self::Null
            | Self::Flag(_)
            | Self::Whole(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Moment(..)
            | Self::List(_) => &[],
        }
    }

    /// The items of a list; none of anything else.
    pub(super) fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            Self::Null
            | Self::Flag(_)
            | Self::Whole(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Moment(..)
            | Self::Object(_) => &[],
        }
    }

    /// The text; empty where it is none.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Moment(text, _) => text,
            Self::Null | Self::Flag(_) | Self::Whole(_) | Self::Number(_) | Self::List(_) | Self::Object(_) => "",
        }
    }

    /// The whole number, where it is one.
    pub(super) fn whole(&self) -> Option<i64> {
        match self {
            Self::Whole(number) => Some(*number),
            Self::Null
            | Self::Flag(_)
            | Self::Number(_)
            | Self::Text(_)
            | Self::Moment(..)
            | Self::List(_)
            | Self::Object(_) => None,
        }
    }

    /// The number, whole or not.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            // What is shown of a number has fewer digits than are lost here.
            Self::Whole(number) => number.to_string().parse().ok(),
            Self::Null | Self::Flag(_) | Self::Text(_) | Self::Moment(..) | Self::List(_) | Self::Object(_) => None,
        }
    }

    /// This document with its moments by the clocks of a time zone.
    pub(super) fn in_zone(self, zone: &str) -> Self {
        match self {
            Self::Text(text) => match Time::parse(&text).filter(|_| is_moment(&text)) {
                Some(time) => Self::Moment(text, clock_of(time, zone)),
                None => Self::Text(text),
            },
            Self::List(items) => Self::List(items.into_iter().map(|item| item.in_zone(zone)).collect()),
            Self::Object(members) => {
                Self::Object(members.into_iter().map(|(name, value)| (name, value.in_zone(zone))).collect())
            }
            other @ (Self::Null | Self::Flag(_) | Self::Whole(_) | Self::Number(_) | Self::Moment(..)) => other,
        }
    }

    /// This document as a JSON value; the order of members is lost.
    pub(super) fn to_json(&self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Flag(flag) => (*flag).into(),
            Self::Whole(number) => (*number).into(),
            Self::Number(number) => (*number).into(),
            Self::Text(text) | Self::Moment(text, _) => text.as_str().into(),
            Self::List(items) => items.iter().map(Self::to_json).collect(),
            Self::Object(members) => members.iter().map(|(name, value)| (name.clone(), value.to_json())).collect(),
        }
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    pub(super) fn is_true(&self) -> bool {
        matches!(self, Self::Flag(true))
    }

    /// Whether it is a list of objects.
    pub(super) fn is_table(&self) -> bool {
        self.items().first().is_some_and(|first| matches!(first, Self::Object(_)))
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// Whether a text is a date-time as JSON has it, such as `2026-11-20T09:30:00.000000Z`.
fn is_moment(text: &str) -> bool {
    let bytes = text.as_bytes();
    let stands = |at: usize, byte: u8| bytes.get(at) == Some(&byte);
    (20..=32).contains(&text.len()) && stands(4, b'-') && stands(7, b'-') && stands(10, b'T') && text.ends_with('Z')
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Document;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Document, E> {
        Ok(Document::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Document, E> {
        Ok(Document::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Document, E> {
        Ok(Document::Whole(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Document, E> {
        let whole = i64::try_from(number).map(Document::Whole);
        Ok(whole.unwrap_or_else(|_| Document::Text(number.to_string())))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Document, E> {
        Ok(Document::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Document, E> {
        Ok(Document::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Document, E> {
        Ok(Document::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Document, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element()? {
            items.push(item);
        }
        Ok(Document::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Document, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Document::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_stay_in_their_order() {
        let read: Document = serde_json::from_str(r#"{"b": [1, 2.5, "x", null, true], "a": {"z": -1}}"#).unwrap();
        let names: Vec<_> = read.members().iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["b", "a"]);
        assert_eq!(read.at("b").items()[1].number(), Some(2.5));
        assert_eq!((read.at("a").at("z").whole(), read.at("none").at("z").whole()), (Some(-1), None));
    }
}
