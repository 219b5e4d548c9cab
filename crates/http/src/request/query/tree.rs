//! The tree of parameters: names with brackets, nested into maps the way PHP nests them.

use std::borrow::Cow;

/// One value of the tree.
#[derive(Debug)]
pub(super) enum Node<'q> {
    /// A parameter without text.
    Null,
    /// A trimmed text, never empty.
    Text(Cow<'q, str>),
    /// What the brackets of a name open.
    Map(Map<'q>),
}

impl<'q> Node<'q> {
    /// The map of this node, which becomes an empty one if it was none.
    fn open(&mut self) -> Option<&mut Map<'q>> {
        if !matches!(self, Self::Map(_)) {
            *self = Self::Map(Map::default());
        }
        match self {
            Self::Map(map) => Some(map),
            Self::Null | Self::Text(_) => None,
        }
    }

    /// What is named right beneath this node, each with the texts at or below it, split by commas.
    pub(super) fn members(&self) -> Vec<(&str, Vec<&str>)> {
        let Self::Map(map) = self else { return Vec::new() };
        let texts = map.entries().map(|(name, node)| {
            let mut texts = Vec::new();
            node.collect(&mut texts);
            (name, texts.iter().flat_map(|text| text.split(',')).collect())
        });
        texts.collect()
    }

    /// Adds every text at or below this node, in order.
    pub(super) fn collect<'n>(&'n self, texts: &mut Vec<&'n str>) {
        match self {
            Self::Null => {}
            Self::Text(text) => texts.push(text),
            Self::Map(map) => map.entries().for_each(|(_, node)| node.collect(texts)),
        }
    }
}

/// Parameters of one level, in the order of their first occurrence.
#[derive(Debug)]
pub(super) struct Map<'q> {
    entries: Vec<(String, Node<'q>)>,
    /// The index that `[]` takes; none once the last one is in use.
    next: Option<i64>,
}

impl Default for Map<'_> {
    fn default() -> Self {
        Self { entries: Vec::new(), next: Some(0) }
    }
}

impl<'q> Map<'q> {
    /// Keys and values in the order of their first occurrence.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&str, &Node<'q>)> {
        self.entries.iter().map(|(key, node)| (key.as_str(), node))
    }

    /// The value under `key`.
    pub(super) fn get(&self, key: &str) -> Option<&Node<'q>> {
        self.entries().find_map(|(name, node)| (name == key).then_some(node))
    }

    /// Puts `value` where `name` points, over what was there.
    pub(super) fn set(&mut self, name: &Name<'_>, value: Node<'q>) {
        let mut slot = self.slot(&name.head);
        for key in name.brackets.clone() {
            let map = slot.and_then(Node::open);
            slot = match key {
                Some(key) => map.and_then(|map| map.slot(key)),
                None => map.and_then(Map::append),
            };
        }
        if let Some(slot) = slot {
            *slot = value;
        }
    }

    fn slot(&mut self, key: &str) -> Option<&mut Node<'q>> {
        if let Some(at) = self.entries.iter().position(|(known, _)| known == key) {
            return self.entries.get_mut(at).map(|(_, node)| node);
        }
        match (list_index(key), self.next) {
            (Some(index), Some(next)) if index >= next => self.next = index.checked_add(1),
            _ => {}
        }
        self.push(key.to_owned())
    }

    fn append(&mut self) -> Option<&mut Node<'q>> {
        let index = self.next?;
        self.next = index.checked_add(1);
        self.push(index.to_string())
    }

    fn push(&mut self, key: String) -> Option<&mut Node<'q>> {
        self.entries.push((key, Node::Null));
        self.entries.last_mut().map(|(_, node)| node)
    }
}

/// The number of a key that PHP counts as a place in a list: decimal, without sign or leading
/// zero.
fn list_index(key: &str) -> Option<i64> {
    let canonical = key == "0" || key.starts_with(|first| matches!(first, '1'..='9'));
    canonical.then(|| key.parse().ok()).flatten()
}

/// A parameter's name, taken apart.
#[derive(Debug)]
pub(super) struct Name<'n> {
    head: Cow<'n, str>,
    brackets: Brackets<'n>,
}

impl<'n> Name<'n> {
    /// Whether it is one of these, without brackets.
    pub(super) fn is_plain(&self, names: &[&str]) -> bool {
        self.depth() == 0 && names.contains(&self.head())
    }

    /// What stands before the brackets.
    pub(super) fn head(&self) -> &str {
        &self.head
    }

    /// Takes a decoded name apart; none if nothing names the parameter.
    pub(super) fn parse(name: &'n str) -> Option<Self> {
        let name = name.trim_start_matches(' ');
        if name.is_empty() || name.starts_with('[') {
            return None;
        }
        let opening = name.find('[').unwrap_or(name.len());
        let (head, brackets) = name.split_at_checked(opening)?;
        let brackets = Brackets(brackets);
        // A bracket that is never closed is part of the name.
        let closed = brackets.clone().next().is_some();
        let head = if closed { head } else { name };
        let foreign = |sign| matches!(sign, ' ' | '.' | '[');
        let head = if head.contains(foreign) { Cow::Owned(head.replace(foreign, "_")) } else { Cow::Borrowed(head) };
        Some(Self { head, brackets })
    }

    /// How many brackets follow the name.
    pub(super) fn depth(&self) -> usize {
        self.brackets.clone().count()
    }

    /// The name as the errors of an answer write it: `filter[name]` is `filter.name`.
    pub(super) fn dotted(&self) -> String {
        let mut field = self.head.to_string();
        for key in self.brackets.clone().flatten() {
            field.push('.');
            field.push_str(key);
        }
        field
    }
}

/// The keys between the brackets of a name, outermost first; none for `[]`.
#[derive(Clone, Debug)]
struct Brackets<'n>(&'n str);

impl<'n> Iterator for Brackets<'n> {
    type Item = Option<&'n str>;

    fn next(&mut self) -> Option<Self::Item> {
        let inside = self.0.strip_prefix('[')?;
        let (key, rest) = inside.split_once(']')?;
        self.0 = rest;
        let appends = matches!(key, "" | " ");
        Some((!appends).then_some(key))
    }
}
