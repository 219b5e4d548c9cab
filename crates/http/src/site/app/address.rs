//! Addresses of pages, and the queries in them.

use percent_encoding::utf8_percent_encode;

use crate::request::query::{UNRESERVED, trimmed};
use crate::site::encoded::pairs;

/// A text as a part of a query or of a path.
pub(super) fn encoded(text: &str) -> String {
    utf8_percent_encode(text, UNRESERVED).to_string()
}

/// The parameters of a page, by their decoded names, in the order sent. Their values are trimmed, as the interface reads
/// them.
#[derive(Clone, Debug, Default)]
pub(super) struct PageQuery(Vec<(String, String)>);

impl PageQuery {
    /// Reads an encoded query. What is wrong with it is left to the operation that is asked with it.
    pub(super) fn read(query: &str) -> Self {
        Self(pairs(query.as_bytes()).map(|pair| (pair.name, trimmed(&pair.text).to_owned())).collect())
    }

    /// The value of a parameter, the last where it came several times; empty where it did not come.
    pub(super) fn get(&self, name: &str) -> &str {
        self.0.iter().rev().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// The parameters that have a value, but those for which `drop` says otherwise.
    pub(super) fn kept(&self, drop: impl Fn(&str) -> bool) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        pairs.filter(move |(name, value)| !value.is_empty() && !drop(name))
    }

    /// An encoded query of the parameters that are kept, followed by these.
    pub(super) fn with(&self, drop: impl Fn(&str) -> bool, more: &[(&str, &str)]) -> String {
        let pairs = self.kept(drop).chain(more.iter().copied());
        pairs.map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect::<Vec<_>>().join("&")
    }
}

/// An encoded query without its parameters that have no value; `None` where all have one.
pub(super) fn without_empty(query: &str) -> Option<String> {
    let has_value = |pair: &&str| pair.split_once('=').is_some_and(|(_, value)| !value.is_empty());
    let kept: Vec<&str> = query.split('&').filter(has_value).collect();
    (!query.is_empty() && kept.len() < query.split('&').count()).then(|| kept.join("&"))
}

/// An encoded query as it stands behind a path.
pub(super) fn suffix(query: &str) -> String {
    if query.is_empty() { String::new() } else { format!("?{query}") }
}

/// Whether a parameter says which page of a list is shown.
pub(super) fn is_page(name: &str) -> bool {
    matches!(name, "page" | "page[number]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_carried_on_with_other_parameters_in_place_of_some() {
        let query = PageQuery::read("filter%5Bname%5D=a+b&sort=name&page[number]=3&empty=");
        assert_eq!((query.get("filter[name]"), query.get("sort"), query.get("none")), ("a b", "name", ""));
        let next = query.with(is_page, &[("page[number]", "4")]);
        assert_eq!(next, "filter%5Bname%5D=a%20b&sort=name&page%5Bnumber%5D=4");
    }

    #[test]
    fn values_are_trimmed() {
        let query = PageQuery::read("group_by=%20owner%20&target=+2&from=%20");
        assert_eq!(["group_by", "target", "from"].map(|name| query.get(name)), ["owner", "2", ""]);
        assert_eq!(query.with(|_| false, &[]), "group_by=owner&target=2");
    }

    #[test]
    fn parameters_without_a_value_are_dropped() {
        for (query, kept) in [("a=&b=%20&c", Some("b=%20")), ("a=", Some("")), ("b=1&a[]=2", None), ("", None)] {
            assert_eq!(without_empty(query).as_deref(), kept, "{query}");
        }
    }
}
