//! The rows and columns of a matrix.

use serde_json::json;

use crate::Json;
use crate::forms::labelled::{self, Labelled, Naming};
use crate::forms::members::Members;
use crate::record::{FieldError, FieldType, MemberErrors};

/// How many rows a matrix has at most, and how many columns.
const MOST: usize = 50;

/// What is asked in each row, of which columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixSettings {
    /// The rows from top to bottom.
    pub rows: Vec<MatrixLine>,
    /// The columns from left to right.
    pub columns: Vec<MatrixLine>,
    /// Whether several columns may be answered in a row.
    pub multiple: bool,
}

/// A row or a column of a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixLine {
    /// What answers name it by.
    pub id: String,
    /// What people read.
    pub label: String,
}

impl MatrixSettings {
    pub(super) fn read(members: &mut Members<'_>) -> Self {
        let mut lines = |(name, about): (&'static str, &'static str), fallback: &'static str| {
            let member = (name, about, FieldType::List { of: &FieldType::Members(labelled::LINE), most: MOST });
            members.require(name);
            members.with(member, |raw| read_lines(raw, fallback), |lines| lines.iter().map(MatrixLine::shown).collect())
        };
        let rows = lines(("rows", "The rows from top to bottom, which it needs."), "row").unwrap_or_default();
        let columns =
            lines(("columns", "The columns from left to right, which it needs."), "column").unwrap_or_default();
        let multiple = members.value::<bool>("multiple", "Whether several columns may be answered in a row.");
        let multiple = members.or(multiple, false, |it| json!(it));
        Self { rows, columns, multiple }
    }

    /// The row of this id, if there is one.
    pub fn row(&self, id: &str) -> Option<&MatrixLine> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// The column of this id, if there is one.
    pub fn column(&self, id: &str) -> Option<&MatrixLine> {
        self.columns.iter().find(|column| column.id == id)
    }
}

impl MatrixLine {
    fn shown(&self) -> Json {
        json!({ "id": self.id, "label": self.label })
    }
}

fn read_lines(raw: &Json, fallback: &'static str) -> Result<Vec<MatrixLine>, FieldError> {
    let Json::Array(items) = raw else { return Err(FieldError::NotList) };
    if items.is_empty() {
        return Err(FieldError::Required);
    }
    if items.len() > MOST {
        return Err(FieldError::TooMany(MOST));
    }
    let mut wrong = MemberErrors::new();
    let read = labelled::read(items, &Naming { fallback, reserved: None }, &mut wrong);
    let lines = read.ok_or(FieldError::Members(wrong))?;
    Ok(lines.into_iter().map(|Labelled { id, label }| MatrixLine { id, label }).collect())
}
