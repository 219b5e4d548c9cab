//! The rows of a question and what may be chosen in each.

use uplift_domain::forms::{MatrixSettings, Question, Written};

use super::choice::Choice;
use super::faults::Faults;

/// How many columns a matrix has at most that stand beneath heads.
const MOST_COLUMNS: usize = 7;

pub(super) struct Matrix {
    pub(super) kind: &'static str,
    pub(super) rows: Vec<Row>,
    /// What stands above the columns where there is room; nothing where there are too many of them.
    pub(super) heads: Vec<String>,
}

pub(super) struct Row {
    pub(super) id: String,
    pub(super) label: String,
    pub(super) cells: Vec<Choice>,
    /// Whether something is wrong with what is chosen in it.
    pub(super) is_faulty: bool,
}

/// The rows of a question, with what is written in them and what is wrong there.
pub(super) fn matrix(question: &Question, settings: &MatrixSettings, written: &Written, faults: &Faults) -> Matrix {
    let kind = if settings.multiple { "checkbox" } else { "radio" };
    let rows = settings.rows.iter().map(|row| {
        let chosen = written.parts.get(&row.id).map(Vec::as_slice).unwrap_or_default();
        let cells = settings.columns.iter().enumerate().map(|(at, column)| Choice {
            element: if at == 0 {
                format!("q-{}-{}", question.key, row.id)
            } else {
                format!("q-{}-{}--{at}", question.key, row.id)
            },
            id: column.id.clone(),
            label: column.label.clone(),
            is_chosen: chosen.contains(&column.id),
        });
        Row {
            id: row.id.clone(),
            label: row.label.clone(),
            cells: cells.collect(),
            is_faulty: faults.touch(&question.key, &row.id),
        }
    });
    let heads = settings.columns.iter().map(|column| column.label.clone());
    let heads = heads.filter(|_| settings.columns.len() <= MOST_COLUMNS).collect();
    Matrix { kind, rows: rows.collect(), heads }
}
