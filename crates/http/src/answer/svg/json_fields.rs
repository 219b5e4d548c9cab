//! Reads what is told. What is missing there is drawn as nothing.

use uplift_domain::Json;
use uplift_domain::record::Fields;

use crate::answer::json::plain;
use crate::answer::words::words;

/// The items of a list.
pub(super) fn items<'j>(object: &'j Json, name: &str) -> impl Iterator<Item = &'j Json> + use<'j> {
    object.get(name).and_then(Json::as_array).into_iter().flatten()
}

/// A text; an empty one where there is none.
pub(super) fn text<'j>(object: &'j Json, name: &str) -> &'j str {
    object.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// A figure.
pub(super) fn number(object: &Json, name: &str) -> Option<f64> {
    object.get(name).and_then(Json::as_f64)
}

/// A count; 0 where there is none.
pub(super) fn count(object: &Json, name: &str) -> u64 {
    object.get(name).and_then(Json::as_u64).unwrap_or_default()
}

/// Which of these parameters were asked for, each with its value.
pub(super) fn said(asked: &Fields, names: &[&str]) -> Vec<String> {
    let said = |name: &&str| {
        let value = asked.get(*name).filter(|it| !it.is_null())?;
        let told = match (value, *name) {
            (Json::Bool(true), "debias") => "De-biased".to_owned(),
            (Json::Bool(true), "include_aa") => "With A/A tests".to_owned(),
            (Json::Bool(true), "cuped") => "CUPED".to_owned(),
            (Json::Bool(true), name) => words(name),
            (value, name) => format!("{}: {}", words(name), plain(value)),
        };
        Some(told)
    };
    names.iter().filter_map(said).collect()
}

/// The filters of a report or a summary, each with its values.
pub(super) fn filters(meta: &Json) -> impl Iterator<Item = String> + '_ {
    let filters = meta.get("filters").and_then(Json::as_object).into_iter().flatten();
    filters.map(|(name, values)| {
        let values: Vec<_> = values.as_array().into_iter().flatten().map(plain).collect();
        format!("{}: {}", words(name), values.join(", "))
    })
}
