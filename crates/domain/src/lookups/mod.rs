//! Lookups: the words by which a team or one of its projects fills certain fields, with what they are called.

mod check;
mod merge;
mod order;

use uplift_derive::Choices;

pub(crate) use self::check::check;
pub(crate) use self::merge::{LookupMerge, merge};
pub(crate) use self::order::{LookupOrder, reorder};
use crate::record::{FieldType, FieldValue, Id, Slug, Stored};
use crate::resource::Resource;
use crate::{Kind, Project};

/// How many lookups of a type a team or a project has at most.
pub(crate) const MOST: usize = 1_000;

/// What lookups are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Choices)]
pub enum LookupType {
    IdeaCategory,
    IdeaSource,
    ExperimentType,
    ExperimentStage,
    Device,
    InsightSource,
    ObservationSource,
    PageType,
    Effort,
    Theme,
}

impl LookupType {
    /// The words of the fields that such lookups fill, where these take no others.
    pub fn words(self) -> Option<&'static [&'static str]> {
        let mut fields = Kind::ALL.iter().flat_map(|kind| kind.fields()).filter(|field| field.lookup == Some(self));
        fields.find_map(|field| match field.field_type {
            FieldType::Choices(words) => Some(words),
            _ => None,
        })
    }
}

/// A lookup, as far as values are held against it.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownLookup {
    pub r#type: LookupType,
    /// None where it is the team's.
    pub project: Option<Id<Project>>,
    pub key: String,
    pub is_active: bool,
}

/// What counters call the uses of a key: in a project, or in the whole team.
pub fn uses_of(project: Option<Id<Project>>, key: &str) -> String {
    project.map_or_else(|| key.to_owned(), |project| format!("{project}:{key}"))
}

/// The counters of the uses of lookups that count a record.
pub(crate) fn uses<R: Resource>(stored: &Stored<R>) -> Vec<(LookupType, String)> {
    let mut uses = Vec::new();
    if stored.deleted_at.is_some() || R::FIELDS.iter().all(|field| field.lookup.is_none()) {
        return uses;
    }
    for (lookup, text) in filled(&stored.record).into_iter().filter(|(_, text)| Slug::is_one(text)) {
        uses.push((lookup, uses_of(None, text)));
        uses.extend(stored.record.project().map(|project| (lookup, uses_of(Some(project), text))));
    }
    uses
}

/// What a record has in the fields that lookups fill.
fn filled<R: Resource>(record: &R) -> Vec<(LookupType, &str)> {
    let mut filled = Vec::new();
    record.show(&mut |name, value| {
        let lookup = R::FIELDS.iter().find(|field| field.name == name).and_then(|field| field.lookup);
        if let (Some(lookup), FieldValue::Text(text)) = (lookup, value) {
            filled.push((lookup, text));
        }
    });
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Choices as _;

    #[test]
    fn only_the_category_of_ideas_is_a_free_text_that_lookups_fill() {
        let of = |kind: &Kind| {
            let free = |field: &&crate::record::Field| matches!(field.field_type, FieldType::Text { .. });
            let fields = kind.fields().iter().filter(|field| field.lookup.is_some()).filter(free);
            fields.map(|field| (*kind, field.name)).collect::<Vec<_>>()
        };
        assert_eq!(Kind::ALL.iter().flat_map(of).collect::<Vec<_>>(), [(Kind::Idea, "category")]);
    }

    #[test]
    fn the_types_that_mean_built_in_words_know_them() {
        let built_in: Vec<_> = LookupType::ALL.iter().filter(|it| it.words().is_some()).map(|it| it.name()).collect();
        let expected =
            ["idea_source", "experiment_type", "device", "insight_source", "observation_source", "page_type"];
        assert_eq!(built_in, expected);
        assert!(LookupType::Device.words().is_some_and(|words| words.contains(&"mobile")));
    }
}
