//! The questions of a form as columns: one for each, and one for each row of a matrix.

use std::collections::{HashMap, HashSet};

use uplift_domain::access::TeamId;
use uplift_domain::forms::{QuestionType, Settings};
use uplift_domain::ports::{ReadPort as _, ReadTx};
use uplift_domain::record::{Id, Stored, Value as _};
use uplift_domain::{Form, FormAnswer, FormQuestion, FormStep, Json, Refusal};

use crate::answer::cell::Cell;

/// The field by which steps, questions and answers name their form.
const FORM: &str = "form_id";

/// A column of answers.
pub(super) struct QuestionColumn {
    pub(super) name: String,
    pub(super) question: i64,
    what: What,
}

/// What of an answer a column tells.
enum What {
    Whole,
    /// The columns that were chosen in this row, by what people read of them.
    Row {
        id: String,
        labels: HashMap<String, String>,
    },
}

impl QuestionColumn {
    /// What a column tells of an answer.
    pub(super) fn cell(&self, answer: &FormAnswer) -> Cell {
        let value = answer.value.as_ref().map_or(Json::Null, |value| value.show().into());
        match &self.what {
            What::Whole => match &value {
                Json::Number(number) => match number.as_i64() {
                    Some(whole) => Cell::Integer(whole),
                    None => Cell::decimal(number.as_f64()),
                },
                _ => answer.text_value.as_ref().map_or(Cell::Empty, |text| Cell::Text(text.as_str().to_owned())),
            },
            What::Row { id, labels } => {
                let chosen = match value.get(id) {
                    Some(Json::Array(several)) => several.iter().filter_map(Json::as_str).collect(),
                    Some(Json::String(one)) => vec![one.as_str()],
                    Some(_) | None => Vec::new(),
                };
                Cell::several(chosen.into_iter().map(|column| labels.get(column).map_or(column, String::as_str)))
            }
        }
    }
}

/// The columns of a form's questions by position, those that are deleted and have answers last. Beside columns of these
/// names.
///
/// # Errors
/// When the database fails.
pub(super) fn columns(
    tx: &mut dyn ReadTx,
    team: TeamId,
    form: Id<Form>,
    beside: &[&str],
) -> Result<Vec<QuestionColumn>, Refusal> {
    let of = (FORM, form.get());
    let mut places: HashMap<i64, i64> = HashMap::new();
    for step in FormStep::reads(tx).all_of(team, of)? {
        places.insert(step.id.get(), step.record.position.get());
    }
    let mut live = FormQuestion::reads(tx).all_of(team, of)?;
    let answered: HashSet<i64> = tx.answered_deleted_questions(team, form)?.into_iter().collect();
    let mut deleted = tx.deleted_questions(team, form)?;
    deleted.retain(|question| answered.contains(&question.id.get()));
    for questions in [&mut live, &mut deleted] {
        questions.retain(|question| question.record.r#type != QuestionType::Statement);
        questions.sort_by_key(|question| {
            let step = places.get(&question.record.form_step_id.get()).copied().unwrap_or(i64::MAX);
            (step, question.record.position.get(), question.id.get())
        });
    }
    let mut times: HashMap<&str, usize> = beside.iter().map(|label| (*label, 1)).collect();
    for question in live.iter().chain(&deleted) {
        *times.entry(question.record.label.as_str()).or_default() += 1;
    }
    let mut headed_columns = headed(&live, "", &times);
    headed_columns.extend(headed(&deleted, " (deleted)", &times));
    Ok(told_apart(headed_columns, beside))
}

/// A column under a header in the making.
struct Headed {
    header: String,
    /// What tells the column apart from others under the same header: the key of the question, of a row with its id.
    apart: String,
    suffix: &'static str,
    question: i64,
    what: What,
}

/// The columns, where several have the same header each with what tells it apart: the label of one may be what another
/// got of its label and its key.
fn told_apart(columns: Vec<Headed>, beside: &[&str]) -> Vec<QuestionColumn> {
    let names: Vec<String> = columns.iter().map(|it| format!("{}{}", it.header, it.suffix)).collect();
    let mut times: HashMap<&str, usize> = beside.iter().map(|label| (*label, 1)).collect();
    names.iter().for_each(|name| *times.entry(name).or_default() += 1);
    let named = columns.into_iter().zip(&names).map(|(Headed { header, apart, suffix, question, what }, name)| {
        let is_alone = times.get(name.as_str()).is_none_or(|times| *times == 1);
        let name = if is_alone { name.clone() } else { format!("{header} ({apart}){suffix}") };
        QuestionColumn { name, question, what }
    });
    named.collect()
}

/// Questions under their labels, with their keys where a label does not tell them apart: it stands so many times.
fn headed(questions: &[Stored<FormQuestion>], suffix: &'static str, times: &HashMap<&str, usize>) -> Vec<Headed> {
    let mut columns = Vec::new();
    for Stored { id, record: question, .. } in questions {
        let label = question.label.as_str();
        let alike = times.get(label).is_some_and(|times| *times > 1);
        let key = if alike { format!(" ({})", question.key.as_str()) } else { String::new() };
        let name = format!("{label}{key}");
        let settings = Settings::of(question.r#type, &question.settings.show().into());
        let column = |header, apart, what| Headed { header, apart, suffix, question: id.get(), what };
        if let Settings::Matrix(matrix) = settings {
            let labels: HashMap<String, String> =
                matrix.columns.iter().map(|line| (line.id.clone(), line.label.clone())).collect();
            columns.extend(matrix.rows.iter().map(|row| {
                let what = What::Row { id: row.id.clone(), labels: labels.clone() };
                column(format!("{name}: {}", row.label), format!("{}: {}", question.key.as_str(), row.id), what)
            }));
        } else {
            columns.push(column(name, question.key.as_str().to_owned(), What::Whole));
        }
    }
    columns
}
