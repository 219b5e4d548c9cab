//! The shape of a document that the service answers and does not keep: what is told of it in the interface.

pub mod glossary;

use crate::Kind;

/// What stands at a place of a document.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Number,
    Integer,
    Text,
    Flag,
    Time,
    Date,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One of the words of these vocabularies.
    WordOfAny(&'static [&'static [&'static str]]),
    /// What is shaped so, and what it is here; of any other the glossary says it by its name.
    Said(&'static str, &'static Shape),
    /// This shape, or null.
    Null(&'static Shape),
    List(&'static Shape),
    /// Whatever stands there.
    Any,
    /// The id of a record, or the key of one.
    IdOrKey,
    /// A record of this kind, as lists show it.
    Record(Kind),
    /// Two numbers, either of which may be null.
    Interval,
    /// An object whose members are always there.
    Object(&'static [(&'static str, Shape)]),
    /// An object with members that are always there, and others that are by what it is about.
    Varied {
        always: &'static [(&'static str, Shape)],
        sometimes: &'static [(&'static str, Shape)],
    },
    /// An object with these members but for those of these names.
    Without {
        members: &'static [(&'static str, Shape)],
        names: &'static [&'static str],
    },
    /// How far something of this shape is from another: the same members, of which each figure may be null.
    Delta(&'static Shape),
    /// An object with a member of this shape for each of any number of names.
    ByName(&'static Shape),
}

impl Shape {
    pub const NUMBER_OR_NULL: Self = Self::Null(&Self::Number);
    pub const INTEGER_OR_NULL: Self = Self::Null(&Self::Integer);
    pub const TEXT_OR_NULL: Self = Self::Null(&Self::Text);
    pub const FLAG_OR_NULL: Self = Self::Null(&Self::Flag);
    pub const TIME_OR_NULL: Self = Self::Null(&Self::Time);
    pub const INTERVAL_OR_NULL: Self = Self::Null(&Self::Interval);
}
