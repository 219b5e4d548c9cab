//! A framework of a team's own: components with weights.

use std::collections::HashSet;

use rust_decimal::Decimal;
use serde_json::json;

use crate::Json;
use crate::record::{self, Field, FieldError, FieldType, FieldValue, Filled, Name, Slug, Unreadable, Value, decimal};

/// How many components there may be.
const MOST: usize = 12;

/// How much a component may weigh.
const HEAVIEST: i64 = 1_000;

/// How far the bounds of a component may be from 0.
const FARTHEST: i64 = 1_000_000;

/// The bounds where nobody says others.
const USUAL: (i64, i64) = (1, 10);

/// How much a component counts beside the others.
type Weight = record::Decimal<0, HEAVIEST, 1, true>;

/// From where to where a component goes.
type Bound = record::Decimal<{ -FARTHEST }, FARTHEST>;

/// What is said of a component.
const COMPONENT: &[Field] = &[
    Field::of::<Slug>("key", "What scores name it by, once in the framework.", Filled::Body, false),
    Field::of::<Name>("label", "What people read.", Filled::Body, false),
    Field::of::<Weight>("weight", "How much it counts beside the others.", Filled::Body, false),
    Field::of::<Bound>("min", "The least that it is given.", Filled::Body, false).usual(|| Some(USUAL.0.into())),
    Field::of::<Bound>("max", "The most that it is given, above the least.", Filled::Body, false)
        .usual(|| Some(USUAL.1.into())),
];

/// What is said of a framework.
const FRAMEWORK: &[Field] = &[Field::member(
    "components",
    "What an idea is scored by, one component at least.",
    FieldType::List { of: &FieldType::Members(COMPONENT), most: MOST },
)];

/// A framework of a team's own: `{"components": [{"key", "label", "weight", "min", "max"}, …]}`. What an idea is worth
/// is the mean of its scores by these weights.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomFramework {
    components: Vec<Component>,
    shown: Json,
}

/// What an idea is scored by.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Component {
    pub(super) key: Slug,
    label: Name,
    weight: Decimal,
    pub(super) least: Decimal,
    pub(super) most: Decimal,
}

impl CustomFramework {
    fn of(components: Vec<Component>) -> Self {
        let shown: Vec<Json> = components.iter().map(Component::shown).collect();
        Self { shown: json!({ "components": shown }), components }
    }

    pub(super) fn components(&self) -> &[Component] {
        &self.components
    }

    /// The mean of these values, one for each component, by the weights of the components.
    pub(super) fn mean(&self, values: impl Iterator<Item = Decimal>) -> Option<Decimal> {
        let weighed: Decimal = self.components.iter().zip(values).map(|(it, value)| it.weight * value).sum();
        weighed.checked_div(self.components.iter().map(|it| it.weight).sum())
    }

    /// The least and the most that an idea can be worth.
    pub(super) fn bounds(&self) -> Option<(Decimal, Decimal)> {
        let least = self.mean(self.components.iter().map(|it| it.least))?;
        Some((least, self.mean(self.components.iter().map(|it| it.most))?))
    }
}

impl Component {
    fn shown(&self) -> Json {
        let Self { key, label, weight, least, most } = self;
        let [weight, least, most] = [weight, least, most].map(|it| number(*it));
        json!({ "key": key.as_str(), "label": label.as_str(), "weight": weight, "min": least, "max": most })
    }

    /// Reads a component at its place. What is wrong is told by its path.
    fn read(raw: &Json, at: usize, keys: &mut HashSet<String>, wrong: &mut Vec<(String, FieldError)>) -> Option<Self> {
        if !raw.is_object() {
            wrong.push((format!("components.{at}"), FieldError::NotObject));
            return None;
        }
        let said = |name: &str| raw.get(name).filter(|it| !it.is_null());
        let mut reject = |name: &str, error| wrong.push((format!("components.{at}.{name}"), error));
        let key = said("key").ok_or(FieldError::Required).and_then(Slug::read);
        let key =
            key.and_then(|key| if keys.insert(key.as_str().to_owned()) { Ok(key) } else { Err(FieldError::twice()) });
        let key = key.map_err(|error| reject("key", error)).ok();
        let label = said("label").ok_or(FieldError::Required).and_then(Name::read);
        let label = label.map_err(|error| reject("label", error)).ok();
        let weight = said("weight").ok_or(FieldError::Required).and_then(weight);
        let weight = weight.map_err(|error| reject("weight", error)).ok();
        let least = raw.get("min").map_or(Ok(USUAL.0.into()), bound).map_err(|error| reject("min", error)).ok();
        let most = raw.get("max").map_or(Ok(USUAL.1.into()), bound).map_err(|error| reject("max", error)).ok();
        if let (Some(least), Some(most)) = (least, most)
            && most <= least
        {
            reject("max", FieldError::Otherwise(format!("field must be greater than {least}.")));
        }
        Some(Self { key: key?, label: label?, weight: weight?, least: least?, most: most? })
    }
}

fn weight(raw: &Json) -> Result<Decimal, FieldError> {
    match exact(raw)? {
        weight if weight <= Decimal::ZERO => Err(FieldError::Otherwise("field must be greater than 0.".to_owned())),
        weight if weight > HEAVIEST.into() => Err(FieldError::Above(HEAVIEST.to_string())),
        weight => Ok(weight),
    }
}

fn bound(raw: &Json) -> Result<Decimal, FieldError> {
    match exact(raw)? {
        below if below < (-FARTHEST).into() => Err(FieldError::Below((-FARTHEST).to_string())),
        above if above > FARTHEST.into() => Err(FieldError::Above(FARTHEST.to_string())),
        bound => Ok(bound),
    }
}

/// What is told where a framework of the team's own is named and the team has none.
pub fn no_custom_framework() -> FieldError {
    FieldError::Otherwise("field needs a custom framework in the team's settings.".to_owned())
}

/// What is told where the framework of the team's own is cleared while ideas or the team itself use it.
pub fn custom_framework_is_used() -> FieldError {
    FieldError::Otherwise("field cannot be cleared while it is used.".to_owned())
}

/// A number with as many decimals as scores have.
fn exact(raw: &Json) -> Result<Decimal, FieldError> {
    let number = decimal(raw)?;
    Ok(Decimal::try_from(number).map_err(|_too_large| FieldError::NotNumber)?.round_dp(super::PLACES).normalize())
}

/// A number as JSON has it: whole where it is.
fn number(value: Decimal) -> Json {
    use rust_decimal::prelude::ToPrimitive as _;
    let whole = value.is_integer().then(|| value.to_i64()).flatten();
    whole.map_or_else(|| json!(value.to_f64()), Json::from)
}

impl Value for CustomFramework {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Members(FRAMEWORK);

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.shown)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        if !raw.is_object() {
            return Err(FieldError::NotObject);
        }
        let at_components = |error| Err(FieldError::Members(vec![("components".to_owned(), error)]));
        let items = match raw.get("components") {
            None | Some(Json::Null) => return at_components(FieldError::Required),
            Some(Json::Array(items)) if items.is_empty() => return at_components(FieldError::Required),
            Some(Json::Array(items)) if items.len() > MOST => return at_components(FieldError::TooMany(MOST)),
            Some(Json::Array(items)) => items,
            Some(_) => return at_components(FieldError::NotList),
        };
        let (mut keys, mut wrong) = (HashSet::new(), Vec::new());
        let read: Vec<Option<Component>> =
            items.iter().enumerate().map(|(at, item)| Component::read(item, at, &mut keys, &mut wrong)).collect();
        match read.into_iter().collect::<Option<Vec<_>>>().filter(|_| wrong.is_empty()) {
            Some(components) => Ok(Self::of(components)),
            None => Err(FieldError::Members(wrong)),
        }
    }

    fn into_raw(self) -> String {
        self.shown.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        let shown: Json = serde_json::from_str(&raw).map_err(|error| Unreadable(error.to_string()))?;
        Self::read(&shown).map_err(|error| Unreadable(error.about("custom framework")))
    }
}
