//! Answers in rows and columns.

use std::collections::HashSet;

use super::{is_no_answer, trimmed};
use crate::Json;
use crate::forms::MatrixSettings;
use crate::record::{FieldError, Fields, MemberErrors};

/// Checks the columns that are answered in each row. Rows in which nothing is answered are left out.
pub(super) fn cells(settings: &MatrixSettings, raw: &Json) -> Result<Json, MemberErrors> {
    let Json::Object(rows) = raw else { return Err(vec![(String::new(), FieldError::NotObject)]) };
    let (mut kept, mut wrong) = (Fields::new(), MemberErrors::new());
    for (row, answered) in rows {
        if settings.row(row).is_none() {
            wrong.push((row.clone(), FieldError::NotAllowed));
        } else if !is_no_answer(answered) {
            match if settings.multiple { columns(settings, answered) } else { column(settings, answered) } {
                Ok(value) => drop(kept.insert(row.clone(), value)),
                Err(error) => wrong.push((row.clone(), error)),
            }
        }
    }
    if wrong.is_empty() { Ok(Json::Object(kept)) } else { Err(wrong) }
}

fn column(settings: &MatrixSettings, answered: &Json) -> Result<Json, FieldError> {
    let column = trimmed(answered).as_str().and_then(|id| settings.column(id)).ok_or(FieldError::NotAllowed)?;
    Ok(column.id.as_str().into())
}

fn columns(settings: &MatrixSettings, answered: &Json) -> Result<Json, FieldError> {
    let Json::Array(items) = answered else { return Err(FieldError::NotList) };
    let mut seen = HashSet::new();
    let read = |item: &Json| {
        let column = column(settings, item)?;
        if seen.insert(column.to_string()) { Ok(column) } else { Err(FieldError::twice()) }
    };
    items.iter().map(read).collect()
}

/// Tells the rows in which nothing is answered.
pub(super) fn missing(settings: &MatrixSettings, value: &Json) -> MemberErrors {
    let rows = settings.rows.iter().filter(|row| value.get(&row.id).is_none_or(is_no_answer));
    rows.map(|row| (row.id.clone(), FieldError::Required)).collect()
}
