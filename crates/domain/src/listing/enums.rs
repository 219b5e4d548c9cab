//! The closed enums of a listing: what may be filtered, sorted and included. The allow-list is the type.

use super::link::Link;
use crate::Kind;
use crate::record::Field;

/// The filter that looks for a part of a name.
pub const NAME: &str = "name";

/// How a filter compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// The column is one of the values.
    Exact,
    /// The column contains one of the values, whatever the case.
    Partial,
    /// The value is looked for in the texts of the record.
    Search,
    /// The column is no earlier than the value.
    From,
    /// The column is no later than the value; a date means its end.
    Until,
    /// The column is no less than the value.
    Min,
    /// The column is no more than the value.
    Max,
    /// The column says yes or no, and the value is `true`, `false` or `all`.
    Flag,
    /// The answers of a response are such.
    Answers(AnswerTest),
}

/// How it is known how many records have one value of a filter, where nothing else is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// A counter says it: of each value or, where words are named, of each of these. Text that does not repeat has no
    /// counters of its own, for nobody knows how many values it has.
    Counter(Option<&'static [&'static str]>),
    /// They are so few that they are counted as they are found.
    Selective,
    /// They have to be counted, however many they are.
    Unknown,
}

impl Total {
    /// Whether a counter says how many records have this value.
    pub fn is_counted(self, value: &str) -> bool {
        match self {
            Self::Counter(words) => words.is_none_or(|words| words.contains(&value)),
            Self::Selective | Self::Unknown => false,
        }
    }
}

/// The filters of a kind, implemented by `#[derive(Filters)]`.
pub trait Filters: Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// In the order in which answers name them.
    const ALL: &'static [Self];
    /// The filter that holds with this value where a request does not name it.
    const DEFAULT: Option<(Self, &'static str)>;

    fn name(self) -> &'static str;
    fn matching(self) -> Matching;
    fn compares(self) -> Compared;
    fn total(self) -> Total;
    /// Whether clients may use it. The others restrict what a caller may see.
    fn is_offered(self) -> bool;
    /// What it asks, as its comment says; empty where that is what the comment of the field says.
    fn about(self) -> &'static str;

    /// Whether it looks for a part of a name.
    fn is_of_names(self) -> bool {
        self.name() == NAME && self.matching() == Matching::Partial
    }
}

/// What a filter compares its values with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// What stands in this field.
    Field(&'static str),
    /// What stands in this field, where one word becomes another at the moment that another field tells.
    Lapsing { field: &'static str, at: &'static str, from: &'static str, to: &'static str },
    /// Whether this field is filled.
    Filled(&'static str),
    /// Whether this field is empty.
    Empty(&'static str),
    /// The tokens of the fields that are searched.
    Tokens,
    /// What stands in a field of the rows of another table, which name the record by another of their fields and, where
    /// they name records of several kinds, its kind by a third.
    Through { table: &'static str, by: &'static str, kind: Option<&'static str>, field: &'static str },
    /// The answers of a response.
    Answers,
}

/// What is asked of the answers of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerTest {
    /// Whether each question of these keys is answered.
    Answered,
    /// Whether each question of these keys was asked and not answered.
    Skipped,
    /// Whether the answer to each question that is named is one of those that are named with it.
    Given,
}

/// The sorts of a kind, implemented by `#[derive(Sorts)]`.
pub trait Sorts: Copy + std::fmt::Debug + PartialEq + Send + 'static {
    const ALL: &'static [Self];

    fn name(self) -> &'static str;
    /// Whether words are sorted by their meaning.
    fn is_ranked(self) -> bool;
}

/// What a relation leads to.
#[derive(Clone, Copy, Debug)]
pub enum LeadsTo {
    /// The one record that the field named after it, or this one, names.
    One(Kind, Option<&'static str>),
    /// The one record that a field named after it names; another says, in one of these words, of which kind it is.
    OneOf(&'static [&'static str]),
    /// The records that name this one, in the field that is named after its kind or in this.
    Many(Kind, Option<&'static str>),
    /// The records that name this one in two fields, one for its kind and one for its id, which begin with this.
    Morphs(Kind, &'static str),
    /// The records attached to this one.
    Linked(Kind, Link),
    /// Records that are shown within those of another relation, as one of the two names the other.
    Within { outer: &'static str, kind: Kind, by: NamedBy },
    /// What is part of this record and shown with it always; each has these fields.
    Parts(&'static [Field]),
}

/// Which of a record and one that is shown within it names the other, and in which field.
#[derive(Clone, Copy, Debug)]
pub enum NamedBy {
    /// Each of those within names the one around it, and this record as well.
    Inner(&'static str),
    /// The one around names the one within.
    Outer(&'static str),
}

impl LeadsTo {
    /// Whether it leads to any number of records.
    pub const fn is_list(self) -> bool {
        match self {
            Self::One(..) | Self::OneOf(_) | Self::Within { by: NamedBy::Outer(_), .. } => false,
            Self::Many(..)
            | Self::Morphs(..)
            | Self::Linked(..)
            | Self::Within { by: NamedBy::Inner(_), .. }
            | Self::Parts(_) => true,
        }
    }

    /// The kind of the records, where it leads to any number of one kind.
    pub const fn several(self) -> Option<Kind> {
        match self {
            Self::Many(kind, _) | Self::Morphs(kind, _) | Self::Linked(kind, _) => Some(kind),
            Self::One(..) | Self::OneOf(_) | Self::Within { .. } | Self::Parts(_) => None,
        }
    }

    /// The kind and the link, where it leads through one.
    pub const fn link(self) -> Option<(Kind, Link)> {
        match self {
            Self::Linked(kind, link) => Some((kind, link)),
            Self::One(..)
            | Self::OneOf(_)
            | Self::Many(..)
            | Self::Morphs(..)
            | Self::Within { .. }
            | Self::Parts(_) => None,
        }
    }

    /// The kind and the link, where clients may change what it leads to.
    pub const fn changed(self) -> Option<(Kind, Link)> {
        match self {
            Self::Linked(kind, link) if link.is_changed => Some((kind, link)),
            Self::Linked(..)
            | Self::One(..)
            | Self::OneOf(_)
            | Self::Many(..)
            | Self::Morphs(..)
            | Self::Within { .. }
            | Self::Parts(_) => None,
        }
    }

    /// The kinds of which the one record may be that it leads to.
    pub fn one_of(self) -> Vec<Kind> {
        match self {
            Self::One(kind, _) => vec![kind],
            Self::OneOf(words) => words.iter().filter_map(|word| Kind::named(word)).collect(),
            Self::Many(..) | Self::Morphs(..) | Self::Linked(..) | Self::Within { .. } | Self::Parts(_) => Vec::new(),
        }
    }
}

/// The relations of a kind, implemented by `#[derive(Relations)]`.
pub trait Relations: Copy + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    const ALL: &'static [Self];

    /// The name in `include`, in camel case; what is shown within another relation follows its name and a dot.
    fn name(self) -> &'static str;
    /// The key in an answer, in snake case.
    fn key(self) -> &'static str;
    /// The segment in paths, in kebab case.
    fn path(self) -> &'static str;
    fn leads_to(self) -> LeadsTo;
    /// Whether clients may ask for it in `include`; otherwise it is shown by the commands on it alone.
    fn is_included(self) -> bool;

    /// The kind and the link, where clients may change what it leads to.
    fn linked(self) -> Option<(Kind, Link)> {
        self.leads_to().changed()
    }

    /// The key in a body that names by id what it leads to, such as `insight_ids`.
    fn ids_key(self) -> String {
        let key = self.key();
        format!("{}_ids", key.strip_suffix('s').unwrap_or(key))
    }
}

/// What of a relation is included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    Records,
    Count,
    Exists,
}

impl Ask {
    pub const ALL: &'static [Self] = &[Self::Records, Self::Count, Self::Exists];

    /// What follows the relation's name in `include`.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Records => "",
            Self::Count => "Count",
            Self::Exists => "Exists",
        }
    }

    /// What follows the relation's key in an answer.
    pub const fn key_suffix(self) -> &'static str {
        match self {
            Self::Records => "",
            Self::Count => "_count",
            Self::Exists => "_exists",
        }
    }

    /// What may be asked of such a relation.
    pub const fn of(leads_to: LeadsTo) -> &'static [Self] {
        match leads_to {
            LeadsTo::One(..) | LeadsTo::OneOf(_) | LeadsTo::Within { .. } => &[Self::Records],
            LeadsTo::Many(..) | LeadsTo::Morphs(..) | LeadsTo::Linked(..) => Self::ALL,
            LeadsTo::Parts(_) => &[],
        }
    }
}
