//! The variations that a new experiment is created with.

use std::collections::HashSet;

use uplift_derive::Record;

use super::variations::{MOST, even_weights};
use crate::record::{
    BodyReader, Field, FieldError, HttpUrl, Id, Name, Ordinal, Percent, Record as _, Slug, Text, read_field,
};
use crate::{Experiment, Json, Kind, Variation};

const KEY: &str = "variations";

/// A variation as the create of its experiment tells it.
#[derive(Clone, Debug, PartialEq, Record)]
struct Planned {
    /// What the variation is called.
    name: Name,
    /// Made of the name where it is left out.
    #[record(default = Slug::default(), replaced)]
    key: Slug,
    /// What is different in it.
    description: Option<Text>,
    /// Whether the others are compared with it.
    #[record(default = false, replaced)]
    is_control: bool,
    /// Which part of the users see it, in per cent; where no variation says it, all get the same.
    #[record(default = Percent::NOTHING, replaced)]
    weight: Percent,
    /// The address at which it is found.
    url: Option<HttpUrl>,
    /// What is changed for it, such as code or a list of texts.
    changes: Option<Text>,
}

/// The member of a create's body that tells the variations, what each may say, and how many there may be.
pub fn planned_fields() -> (&'static str, &'static [Field], usize) {
    (KEY, Planned::FIELDS, MOST)
}

/// The variations that a body names, in their order.
#[derive(Default)]
pub(super) struct PlannedVariations {
    variations: Vec<Planned>,
    /// Whether any of them tells its weight.
    is_weighted: bool,
}

impl PlannedVariations {
    /// Reads them. What is wrong stays with the reader.
    pub(super) fn read(reader: &mut BodyReader<'_>) -> Self {
        let items = reader.items(KEY, MOST).unwrap_or_default();
        let mut planned = Self::default();
        let mut keys = HashSet::new();
        for (at, item) in items.iter().enumerate() {
            let Json::Object(fields) = item else {
                reader.reject(&format!("{KEY}.{at}"), FieldError::NotObject);
                continue;
            };
            let mut part = BodyReader::within(fields, &format!("{KEY}.{at}."));
            planned.is_weighted |= part.raw("weight").is_some();
            planned.variations.extend(Planned::read(&mut part));
            if read_field::<Slug>(fields, "key").is_ok_and(|key| !keys.insert(key)) {
                part.reject("key", FieldError::Taken);
            }
            reader.take_in_order(part, Planned::FIELDS);
        }
        planned
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.variations.is_empty()
    }

    pub(super) const fn len(&self) -> usize {
        self.variations.len()
    }

    /// The variations of this experiment.
    pub(super) fn of(self, experiment_id: Id<Experiment>) -> Vec<Variation> {
        let Self { variations: planned, is_weighted } = self;
        let control = planned.iter().rposition(|it| it.is_control).unwrap_or_default();
        let even = even_weights(planned.len(), control);
        let mut keys: HashSet<Slug> = planned.iter().map(|it| it.key.clone()).collect();
        let mut positions = (1..).filter_map(Ordinal::new);
        let mut variations = Vec::with_capacity(planned.len());
        for ((at, planned), even) in planned.into_iter().enumerate().zip(even) {
            let Planned { name, key, description, weight, url, changes, .. } = planned;
            let key = if key.is_empty() { free_key(&name, &mut keys) } else { key };
            let weight = if is_weighted { weight } else { even };
            let (is_control, position) = (at == control, positions.next().unwrap_or_default());
            variations.push(Variation {
                experiment_id,
                name,
                key,
                description,
                is_control,
                weight,
                position,
                url,
                changes,
            });
        }
        variations
    }
}

/// A key made of the name that is none of these yet, and is one of them then.
fn free_key(name: &Name, keys: &mut HashSet<Slug>) -> Slug {
    let base = Slug::of(name.as_str()).or_else(|| Slug::of(Kind::Variation.singular())).unwrap_or_default();
    let numbered = (2..).map(|number| base.numbered(number));
    let key = std::iter::once(base.clone()).chain(numbered).find(|key| !keys.contains(key)).unwrap_or_default();
    keys.insert(key.clone());
    key
}

#[cfg(test)]
mod tests;
