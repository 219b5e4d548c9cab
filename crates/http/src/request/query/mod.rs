//! The query: the parameters behind the question mark of a request, read the way PHP and
//! Laravel read them.

mod carried;
#[cfg(test)]
mod tests;
mod text;
mod tree;

use std::borrow::Cow;

pub(crate) use self::carried::{PageParameter, UNRESERVED};
use self::text::{Malformed, decode, trim};
pub(crate) use self::text::{read_text, trimmed, unescaped};
use self::tree::{Map, Name, Node};

/// Parameters beyond this number are rejected and not read.
const MAX_PARAMETERS: usize = 1000;

/// A name with more brackets than this is rejected and not read.
const MAX_DEPTH: usize = 64;

/// A refused query names at most this many fields.
const MAX_UNREADABLE: usize = 20;

/// Parameters whose values are joined where they come more than once; of others the last counts.
const JOINED: [&str; 2] = ["include", "sort"];

/// The parameters of one request.
#[derive(Debug, Default)]
pub(crate) struct Query<'q> {
    root: Map<'q>,
    unreadable: Vec<String>,
}

/// A parameter where one text is expected.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Scalar<'q> {
    /// Not sent, or sent empty.
    Absent,
    /// A trimmed text, never empty.
    Text(&'q str),
    /// An array, where no text can be read.
    Array,
}

impl<'q> Scalar<'q> {
    fn of(node: Option<&'q Node<'_>>) -> Self {
        match node {
            None | Some(Node::Null) => Self::Absent,
            Some(Node::Text(text)) => Self::Text(text),
            Some(Node::Map(_)) => Self::Array,
        }
    }
}

/// One `filter[name]` of a query.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Filter<'q> {
    /// What stands in the first bracket.
    pub name: &'q str,
    /// The values to match, not trimmed one by one; none if the filter is empty and thus
    /// skipped.
    pub values: Option<Vec<&'q str>>,
    /// What stands in further brackets, each with its values.
    pub members: Vec<(&'q str, Vec<&'q str>)>,
}

impl<'q> Query<'q> {
    /// Reads a raw query, percent-encoded and without its question mark. Never fails: what
    /// cannot be read is left to [`Query::unreadable`].
    pub(crate) fn parse(raw: &'q str) -> Self {
        let mut query = Self::default();
        let pairs = raw.split('&').filter(|pair| !pair.is_empty());
        for (place, pair) in pairs.enumerate() {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            match decode(name) {
                Ok(name) => query.read(place, &name, value),
                Err(Malformed(name)) => {
                    if let Some(name) = Name::parse(&name) {
                        query.reject(&name);
                    }
                }
            }
            if place >= MAX_PARAMETERS {
                break;
            }
        }
        query
    }

    /// The fields (`filter.name`, `page.number`, `sort`) that hold a NUL or invalid UTF-8, or
    /// exceed the limits of a query: 1000 parameters, 64 brackets in a name. Such a parameter
    /// counts as empty, and as not sent if its name is at fault.
    pub(crate) fn unreadable(&self) -> &[String] {
        &self.unreadable
    }

    /// The filters in the order sent. A text splits on commas, empty items are kept; an array
    /// gives its items, which split alike.
    pub(crate) fn filters(&self) -> Vec<Filter<'_>> {
        let Some(Node::Map(map)) = self.root.get("filter") else {
            return Vec::new();
        };
        let filters = map.entries().map(|(name, node)| {
            let mut texts = Vec::new();
            node.collect(&mut texts);
            let split = || texts.iter().flat_map(|text| text.split(',')).collect();
            let values = (!texts.is_empty()).then(split);
            Filter { name, values, members: node.members() }
        });
        filters.collect()
    }

    /// The items of `sort`, each with its leading dashes.
    pub(crate) fn sorts(&self) -> Vec<&str> {
        self.items("sort")
    }

    /// The items of `include`.
    pub(crate) fn includes(&self) -> Vec<&str> {
        self.items("include")
    }

    /// The items of every `fields[…]`.
    pub(crate) fn fields(&self) -> Vec<&str> {
        let mut texts = Vec::new();
        if let Some(fields @ Node::Map(_)) = self.root.get("fields") {
            fields.collect(&mut texts);
        }
        texts.iter().flat_map(|text| text.split(',')).filter(|item| !item.is_empty()).collect()
    }

    /// `page[number]` as sent.
    pub(crate) fn page_number(&self) -> Scalar<'_> {
        self.page_member("number")
    }

    /// `page[size]` as sent.
    pub(crate) fn page_size(&self) -> Scalar<'_> {
        self.page_member("size")
    }

    /// A parameter without brackets, as sent.
    pub(crate) fn plain(&self, name: &str) -> Scalar<'_> {
        Scalar::of(self.root.get(name))
    }

    /// `page` as sent, or its alias `page[number]`. A lone `page[size]` leaves it absent.
    pub(crate) fn page(&self) -> Scalar<'_> {
        match self.root.get("page") {
            Some(Node::Map(map)) if map.get("number").or_else(|| map.get("size")).is_some() => self.page_number(),
            node => Scalar::of(node),
        }
    }

    /// The query that the links of a list carry on: every parameter but the one that numbers
    /// pages and the empty ones, in the order sent, encoded by RFC 3986.
    pub(crate) fn carried(&self, numbering: PageParameter) -> String {
        carried::encode(&self.root, numbering)
    }

    fn read(&mut self, place: usize, name: &str, value: &'q str) {
        let Some(name) = Name::parse(name) else {
            return;
        };
        if place >= MAX_PARAMETERS || name.depth() > MAX_DEPTH {
            self.reject(&name);
            return;
        }
        let value = if let Ok(text) = decode(value) {
            trim(text)
        } else {
            self.reject(&name);
            Node::Null
        };
        let value = if name.is_plain(&JOINED) { self.joined(&name, value) } else { value };
        self.root.set(&name, value);
    }

    /// The value of a parameter behind a comma after what was sent of it before.
    fn joined(&self, name: &Name<'_>, value: Node<'q>) -> Node<'q> {
        match (self.root.get(name.head()), value) {
            (Some(Node::Text(before)), Node::Text(after)) => Node::Text(Cow::Owned(format!("{before},{after}"))),
            (Some(Node::Text(before)), Node::Null) => Node::Text(before.clone()),
            (_, value) => value,
        }
    }

    fn reject(&mut self, name: &Name<'_>) {
        if self.unreadable.len() < MAX_UNREADABLE {
            let field = name.dotted();
            if !self.unreadable.contains(&field) {
                self.unreadable.push(field);
            }
        }
    }

    fn items(&self, name: &str) -> Vec<&str> {
        let mut items = Vec::new();
        match self.root.get(name) {
            None | Some(Node::Null) => {}
            Some(Node::Text(text)) => items.extend(text.split(',')),
            Some(array @ Node::Map(_)) => array.collect(&mut items),
        }
        items.retain(|item| !matches!(*item, "" | "0"));
        items
    }

    fn page_member(&self, key: &str) -> Scalar<'_> {
        match self.root.get("page") {
            Some(Node::Map(map)) => Scalar::of(map.get(key)),
            _ => Scalar::Absent,
        }
    }
}
