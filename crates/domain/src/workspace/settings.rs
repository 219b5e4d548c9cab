//! The settings of a team: those that it said, and what the others are where nobody says.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::json;
use uplift_derive::{Choices, Record};

use crate::Json;
use crate::record::{
    BodyReader, Decimal, FieldError, FieldType, FieldValue, Fields, Name, Power, Record as _, Significance, Slug,
    Unreadable, Value, Whole,
};
use crate::scoring::CustomFramework;

/// How unlikely a difference in the numbers of visitors has to be for the assignment to count as broken.
type SrmThreshold = Decimal<1, 10_000, 100_000>;

/// Every setting of a team.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct Settings {
    /// The significance of new experiments.
    #[record(default = Significance::USUAL)]
    pub significance: Significance,
    /// The power of new experiments.
    #[record(default = Power::USUAL)]
    pub power: Power,
    /// The p-value below which the split of an experiment counts as wrong (sample ratio mismatch), from 0.00001 to 0.1.
    #[record(default = SrmThreshold::new(0.001)?)]
    pub srm_threshold: SrmThreshold,
    /// How many days an experiment runs at least before it says anything.
    #[record(default = Whole::new(7)?)]
    pub min_runtime_days: Whole<0, 365>,
    /// After how many days without a change an idea counts as forgotten.
    #[record(default = Whole::new(90)?)]
    pub stale_idea_days: Whole<1, 3_650>,
    /// How experiments with several variations are corrected for several comparisons.
    #[record(default = Corrected::Holm)]
    pub correction: Corrected,
    /// Whether an experiment needs a hypothesis before it is started.
    #[record(default = true)]
    pub require_hypothesis: bool,
    /// Whether viewers may write comments.
    #[record(default = false)]
    pub viewers_may_comment: bool,
    /// Whether viewers may export.
    #[record(default = true)]
    pub viewers_may_export: bool,
    /// What the team ticks off beside what the service sees by itself.
    #[record(default = Checklist::default())]
    pub checklist: Checklist,
    /// How ideas are scored in the framework `custom`.
    #[record(default = None)]
    pub custom_framework: Option<CustomFramework>,
}

/// How significance is corrected where several comparisons are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Corrected {
    None,
    Holm,
    Bh,
    Bonferroni,
}

/// The settings of a team.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamSettings {
    /// The names of those that it said.
    said: HashSet<&'static str>,
    all: Settings,
    shown: Json,
}

impl TeamSettings {
    /// The settings of a team that said nothing yet.
    ///
    /// # Errors
    /// When a setting has no value of its own where nobody says.
    pub fn usual() -> Result<Self, Unreadable> {
        Self::from_raw("{}".to_owned())
    }

    /// All of them, as they are.
    pub const fn all(&self) -> &Settings {
        &self.all
    }

    /// How the team scores ideas in a way of its own, where it does.
    pub fn custom_framework(&self) -> Option<Arc<CustomFramework>> {
        self.all.custom_framework.clone().map(Arc::new)
    }

    /// These settings with those that a body gives. Null brings back the default of a setting, and what is no setting
    /// is ignored. Errors stay with the reader.
    pub(crate) fn with(&self, given: &Fields, reader: &mut BodyReader<'_>) -> Self {
        let mut said = self.said_values();
        for field in Settings::FIELDS {
            match given.get(field.name) {
                None => {}
                Some(Json::Null) => drop(said.remove(field.name)),
                Some(value) => drop(said.insert(field.name.to_owned(), value.clone())),
            }
        }
        let mut part = BodyReader::within(&said, "settings.");
        let read = Self::of(&said, &mut part);
        reader.take(part);
        read.unwrap_or_else(|| self.clone())
    }

    fn of(said: &Fields, reader: &mut BodyReader<'_>) -> Option<Self> {
        let all = Settings::read(reader)?;
        let said = Settings::FIELDS.iter().map(|field| field.name).filter(|name| said.contains_key(*name)).collect();
        let mut shown = Fields::new();
        all.show(&mut |name, value| drop(shown.insert(name.to_owned(), value.into())));
        Some(Self { said, all, shown: Json::Object(shown) })
    }

    fn said_values(&self) -> Fields {
        let mut values = Fields::new();
        self.all.show(&mut |name, value| {
            if self.said.contains(name) {
                values.insert(name.to_owned(), value.into());
            }
        });
        values
    }
}

impl Value for TeamSettings {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Settings(Settings::FIELDS);

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.shown)
    }

    /// What stands in a body is taken over by `with`, which changes what was there.
    fn read(raw: &Json) -> Result<Self, FieldError> {
        if !raw.is_object() {
            return Err(FieldError::NotObject);
        }
        Self::usual().map_err(|Unreadable(_)| FieldError::NotObject)
    }

    fn into_raw(self) -> String {
        Json::Object(self.said_values()).to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        let said: Fields = serde_json::from_str(&raw).map_err(|error| Unreadable(error.to_string()))?;
        let mut reader = BodyReader::new(&said);
        let read = Self::of(&said, &mut reader);
        read.ok_or_else(|| Unreadable(format!("{raw:?} are no settings")))
    }
}

/// What the service sees by itself of an experiment, by keys that no item of a team's own has, with their labels.
pub(crate) const AUTOMATIC: [(&str, &str); 9] = [
    ("hypothesis", "Hypothesis"),
    ("description", "Description"),
    ("owner", "Owner"),
    ("tag", "Tag"),
    ("primary_goal", "Primary goal"),
    ("variations", "Variations with a control, and weights that sum to 100"),
    ("planned_dates", "Planned start and end"),
    ("sample_size", "Required sample size"),
    ("screenshots", "A screenshot of every variation"),
];

/// How many items of its own a team has at most.
const MOST_ITEMS: usize = 30;

/// What is ticked off by hand before an experiment starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Checklist {
    items: Vec<ChecklistItem>,
    shown: Json,
}

/// An item of a checklist.
#[derive(Clone, Debug, PartialEq, Record)]
pub struct ChecklistItem {
    /// What it is called in requests: once in the list, and not as anything that the service sees by itself.
    pub key: Slug,
    /// What people read.
    pub label: Name,
}

impl Default for Checklist {
    fn default() -> Self {
        Self::of(Vec::new())
    }
}

impl Checklist {
    fn of(items: Vec<ChecklistItem>) -> Self {
        let shown = items.iter().map(|item| json!({"key": item.key.as_str(), "label": item.label.as_str()})).collect();
        Self { items, shown }
    }

    pub fn items(&self) -> &[ChecklistItem] {
        &self.items
    }
}

impl Value for Checklist {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::List { of: &FieldType::Members(ChecklistItem::FIELDS), most: MOST_ITEMS };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.shown)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let Json::Array(raw) = raw else { return Err(FieldError::NotList) };
        if raw.len() > MOST_ITEMS {
            return Err(FieldError::TooMany(MOST_ITEMS));
        }
        let (mut items, mut keys, mut wrong) = (Vec::new(), HashSet::new(), Vec::new());
        for (at, item) in raw.iter().enumerate() {
            if !item.is_object() {
                wrong.push((at.to_string(), FieldError::NotObject));
                continue;
            }
            let key = member::<Slug>(item, "key").and_then(|key| match key.as_str() {
                automatic if AUTOMATIC.iter().any(|(key, _)| *key == automatic) => Err(FieldError::NotAllowed),
                name if !keys.insert(name.to_owned()) => Err(FieldError::twice()),
                _ => Ok(key),
            });
            match (key, member::<Name>(item, "label")) {
                (Ok(key), Ok(label)) => items.push(ChecklistItem { key, label }),
                (key, label) => {
                    wrong.extend(key.err().map(|error| (format!("{at}.key"), error)));
                    wrong.extend(label.err().map(|error| (format!("{at}.label"), error)));
                }
            }
        }
        if wrong.is_empty() { Ok(Self::of(items)) } else { Err(FieldError::Members(wrong)) }
    }

    fn into_raw(self) -> String {
        self.shown.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        let list: Json = serde_json::from_str(&raw).map_err(|error| Unreadable(error.to_string()))?;
        Self::read(&list).map_err(|error| Unreadable(error.about("checklist")))
    }
}

/// A member of an object that has to be there.
fn member<V: Value>(object: &Json, name: &str) -> Result<V, FieldError> {
    match object.get(name) {
        None | Some(Json::Null) => Err(FieldError::Required),
        Some(raw) => V::read(raw),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Invalid;

    fn with(settings: &TeamSettings, given: Json) -> Result<TeamSettings, Invalid> {
        let nothing = Fields::new();
        let mut reader = BodyReader::new(&nothing);
        let changed = settings.with(given.as_object().unwrap(), &mut reader);
        reader.finish(&[]).map(|()| changed)
    }

    #[test]
    fn what_is_named_changes_and_null_brings_back_the_usual() {
        let usual = TeamSettings::usual().unwrap();
        assert_eq!(usual.shown["min_runtime_days"], 7);
        let strict = with(&usual, json!({"significance": "0.01", "correction": "bh", "colour": "red"})).unwrap();
        assert_eq!(strict.shown["significance"], 0.01);
        assert_eq!(strict.shown.get("colour"), None);
        let kept = TeamSettings::from_raw(strict.clone().into_raw()).unwrap();
        assert_eq!(kept, strict);
        let back = with(&kept, json!({"significance": null})).unwrap();
        assert_eq!((&back.shown["significance"], &back.shown["correction"]), (&json!(0.05), &json!("bh")));
    }

    #[test]
    fn each_fault_is_told_by_its_path() {
        let checklist = json!([{"key": "qa", "label": "QA"}, {"key": "qa", "label": "Again"}, {"key": "owner"}, 7]);
        let given = json!({"power": 2, "min_runtime_days": 366, "correction": "none at all", "checklist": checklist});
        let wrong = with(&TeamSettings::usual().unwrap(), given).unwrap_err();
        let fields: Vec<&str> = wrong.errors().map(|(field, _)| field).collect();
        let expected = ["power", "min_runtime_days", "correction", "checklist.1.key", "checklist.2.key"];
        let rest = ["checklist.2.label", "checklist.3"];
        let expected: Vec<String> = expected.iter().chain(&rest).map(|it| format!("settings.{it}")).collect();
        assert_eq!(fields, expected);
    }
}
