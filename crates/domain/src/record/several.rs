//! Several values in one field: a list, or one by each of some names.

use super::{FieldError, FieldType, FieldValue, Record, Shows, Unreadable, Value};
use crate::Json;

/// A list of at most so many values.
#[derive(Clone, Debug, PartialEq)]
pub struct List<V, const MOST: usize> {
    items: Vec<V>,
    shown: Json,
}

impl<V: Value, const MOST: usize> List<V, MOST> {
    pub fn new(items: Vec<V>) -> Self {
        let shown = items.iter().map(|item| Json::from(item.show())).collect();
        Self { items, shown }
    }

    pub fn items(&self) -> &[V] {
        &self.items
    }
}

impl<V: Value, const MOST: usize> Default for List<V, MOST> {
    /// Nothing.
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl<V: Value, const MOST: usize> Value for List<V, MOST> {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::List { of: &V::FIELD_TYPE, most: MOST };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.shown)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let Json::Array(raw) = raw else { return Err(FieldError::NotList) };
        if raw.len() > MOST {
            return Err(FieldError::TooMany(MOST));
        }
        let (mut items, mut wrong) = (Vec::with_capacity(raw.len()), Vec::new());
        for (at, item) in raw.iter().enumerate() {
            let read = if item.is_null() && !V::NULLABLE { Err(FieldError::Required) } else { V::read(item) };
            match read {
                Ok(item) => items.push(item),
                Err(error) => wrong.push((at, error)),
            }
        }
        if wrong.is_empty() { Ok(Self::new(items)) } else { Err(FieldError::Items(wrong)) }
    }

    fn into_raw(self) -> String {
        self.shown.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        let unreadable = |what: String| Unreadable(format!("{raw:?} is no list: {what}"));
        let list: Json = serde_json::from_str(&raw).map_err(|error| unreadable(error.to_string()))?;
        Self::read(&list).map_err(|error| unreadable(error.about("list")))
    }
}

/// A list of at least one value and at most so many.
#[derive(Clone, Debug, PartialEq)]
pub struct AtLeastOne<V, const MOST: usize>(List<V, MOST>);

impl<V: Value, const MOST: usize> AtLeastOne<V, MOST> {
    pub fn items(&self) -> &[V] {
        self.0.items()
    }
}

impl<V: Value, const MOST: usize> Value for AtLeastOne<V, MOST> {
    type Raw = String;
    const FIELD_TYPE: FieldType = List::<V, MOST>::FIELD_TYPE;

    fn show(&self) -> FieldValue<'_> {
        self.0.show()
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let list = List::<V, MOST>::read(raw)?;
        if list.items().is_empty() { Err(FieldError::Required) } else { Ok(Self(list)) }
    }

    fn into_raw(self) -> String {
        self.0.into_raw()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        List::from_raw(raw).map(Self)
    }
}

/// Values by name, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct ByName<V> {
    values: Vec<(String, V)>,
    shown: Json,
}

impl<V: Value> ByName<V> {
    pub fn new(values: Vec<(String, V)>) -> Self {
        let shown = values.iter().map(|(name, value)| (name.clone(), Json::from(value.show()))).collect();
        Self { values, shown }
    }

    pub fn values(&self) -> &[(String, V)] {
        &self.values
    }
}

impl<V: Value> Value for ByName<V> {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::ByName(&V::FIELD_TYPE);

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Json(&self.shown)
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        let Json::Object(raw) = raw else { return Err(FieldError::NotObject) };
        let value = |(name, raw): (&String, &Json)| V::read(raw).map(|value| (name.clone(), value));
        raw.iter().map(value).collect::<Result<_, _>>().map(Self::new)
    }

    fn into_raw(self) -> String {
        self.shown.to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        let unreadable = |what: String| Unreadable(format!("{raw:?} is no object: {what}"));
        let object: Json = serde_json::from_str(&raw).map_err(|error| unreadable(error.to_string()))?;
        Self::read(&object).map_err(|error| unreadable(error.about("object")))
    }
}

/// What is said without being kept: a record that shows its fields and has neither id nor dates.
#[derive(Clone, Debug, PartialEq)]
pub struct Document<R>(pub R);

impl<R: Record> Shows for Document<R> {
    fn show<'a>(&'a self, see: &mut dyn FnMut(&'static str, FieldValue<'a>)) {
        self.0.show(see);
    }
}

#[cfg(test)]
mod tests;
