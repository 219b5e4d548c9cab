//! What is read off an answer: the text that people read, the number that is computed with, and the options that are
//! counted.

use super::Answer;
use crate::Json;
use crate::forms::numbers::sum;
use crate::forms::options::OTHER;
use crate::forms::{MatrixLine, MatrixSettings, Question, Settings};

/// What stands between several things of one answer.
const BETWEEN: &str = "; ";

impl Answer {
    /// The answer as people read it. Files are named by whoever knows their names; those of no name are left out.
    pub fn text_value(&self, question: &Question, file_name: impl Fn(i64) -> Option<String>) -> String {
        let label = |id: &Json| option_label(question, id);
        match (&question.settings, &self.0) {
            (Settings::Matrix(settings), Json::Object(_)) => matrix_text(settings, &self.0),
            (Settings::FileUpload(_), Json::Array(ids)) => {
                let names: Vec<String> = ids.iter().filter_map(Json::as_i64).filter_map(file_name).collect();
                names.join(BETWEEN)
            }
            (_, Json::Array(chosen)) => chosen.iter().map(label).collect::<Vec<_>>().join(BETWEEN),
            (_, Json::Object(_)) => label(&self.0),
            (_, Json::String(text)) if question.question_type.has_options() => {
                question.options.find(text).map_or(text, |option| &option.label).clone()
            }
            (_, Json::String(text)) => text.clone(),
            (_, Json::Bool(yes)) => (if *yes { "yes" } else { "no" }).to_owned(),
            (_, Json::Number(number)) => written(number),
            (_, Json::Null) => String::new(),
        }
    }

    /// The number that is computed with: the answer itself where it is one, or the score of what was chosen, which is
    /// the sum of the scores where several options were.
    pub fn number_value(&self, question: &Question) -> Option<f64> {
        if question.question_type.is_number() {
            return self.0.as_f64();
        }
        if !question.question_type.may_allow_other() {
            return None;
        }
        let chosen = self.option_ids(question).unwrap_or_default();
        let scores: Vec<f64> = chosen.iter().filter_map(|id| question.options.find(id)?.score).collect();
        (!scores.is_empty()).then(|| sum(&scores))
    }

    /// The ids of the options that were chosen or ranked, in the order of the answer; `other` stands for the other
    /// answer. `None` where the question has no options.
    pub fn option_ids(&self, question: &Question) -> Option<Vec<String>> {
        if !question.question_type.has_options() {
            return None;
        }
        let id = |chosen: &Json| chosen.as_str().unwrap_or(OTHER).to_owned();
        match &self.0 {
            Json::Array(chosen) => Some(chosen.iter().map(id).collect()),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => Some(vec![id(&self.0)]),
        }
    }
}

/// A number in digits alone, however large.
fn written(number: &serde_json::Number) -> String {
    let decimal = || number.as_f64().map(|it| it.to_string());
    number.as_i64().map(|it| it.to_string()).or_else(decimal).unwrap_or_default()
}

/// What people read of a chosen option: its label, or the text of the other answer.
fn option_label(question: &Question, chosen: &Json) -> String {
    match chosen.as_str() {
        Some(id) => question.options.find(id).map_or(id, |option| &option.label).to_owned(),
        None => chosen.get(OTHER).and_then(Json::as_str).unwrap_or_default().to_owned(),
    }
}

/// `Row: Column` for each row that is answered, in the order of the rows.
fn matrix_text(settings: &MatrixSettings, value: &Json) -> String {
    let column = |id: &Json| {
        let id = id.as_str().unwrap_or_default();
        settings.column(id).map_or(id, |column| &column.label).to_owned()
    };
    let row = |row: &MatrixLine| {
        let answered = match value.get(&row.id)? {
            Json::Array(ids) => ids.iter().map(column).collect::<Vec<_>>().join(", "),
            one => column(one),
        };
        Some(format!("{}: {answered}", row.label))
    };
    settings.rows.iter().filter_map(row).collect::<Vec<_>>().join(BETWEEN)
}
