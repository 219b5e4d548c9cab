//! What has an id for programs and a label for people: the options of a question, the rows and columns of a matrix.

use std::collections::HashSet;

use super::members::said;
use super::naming::{id_from_label, is_id};
use crate::Json;
use crate::record::{Field, FieldError, FieldType, MemberErrors, TextFormat};

/// How many characters a label has at most.
const LONGEST_LABEL: usize = 500;

/// The form of an id.
const ID_FORM: &str = "^[A-Za-z0-9_-]{1,64}$";

/// What is said of an id.
pub(super) const ID: Field = Field::member(
    "id",
    "What answers name it by, once in the list; made of the label where it is left out.",
    FieldType::Text { max: 64, format: TextFormat::Pattern(ID_FORM) },
)
.nullable();

/// What is said of a label.
pub(super) const LABEL: Field =
    Field::member("label", "What people read.", FieldType::Text { max: LONGEST_LABEL, format: TextFormat::Plain });

/// What is said of a row or a column.
pub(super) const LINE: &[Field] = &[ID, LABEL];

/// An id and the label that goes with it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Labelled {
    pub(super) id: String,
    pub(super) label: String,
}

/// How the ids of a list are made.
pub(super) struct Naming {
    /// What an id is where its label has nothing to make one of.
    pub(super) fallback: &'static str,
    /// What no id may be.
    pub(super) reserved: Option<&'static str>,
}

/// Reads the id and the label of each item. Ids that are left out are made once those that are said are known, so that
/// a later item keeps its own. What is wrong is told by the place of the item.
pub(super) fn read(items: &[Json], naming: &Naming, wrong: &mut MemberErrors) -> Option<Vec<Labelled>> {
    let mut ids: HashSet<String> = naming.reserved.into_iter().map(str::to_owned).collect();
    let mut read = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        if !item.is_object() {
            wrong.push((at.to_string(), FieldError::NotObject));
            continue;
        }
        let id = said(item, ID.name).map(|raw| {
            let id = raw.as_str().filter(|it| is_id(it) && ids.insert((*it).to_owned()));
            id.ok_or(FieldError::NotAllowed)
        });
        let id = id.transpose().map_err(|error| wrong.push((format!("{at}.id"), error)));
        let label = label(item).map_err(|error| wrong.push((format!("{at}.label"), error)));
        if let (Ok(id), Ok(label)) = (id, label) {
            read.push((id, label));
        }
    }
    let named = read.into_iter().map(|(id, label)| {
        let id = id.map_or_else(|| id_from_label(label, naming.fallback, |it| ids.contains(it)), str::to_owned);
        ids.insert(id.clone());
        Labelled { id, label: label.to_owned() }
    });
    let named: Vec<Labelled> = named.collect();
    (named.len() == items.len()).then_some(named)
}

fn label(item: &Json) -> Result<&str, FieldError> {
    let label = said(item, LABEL.name).ok_or(FieldError::Required)?.as_str().ok_or(FieldError::NotText)?;
    if label.chars().count() > LONGEST_LABEL { Err(FieldError::TooLong(LONGEST_LABEL)) } else { Ok(label) }
}
