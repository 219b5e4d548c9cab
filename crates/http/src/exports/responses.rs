//! The export of the responses to a form, one column for each question.

use std::collections::HashMap;
use std::ops::Range;

use uplift_domain::access::Caller;
use uplift_domain::listing::{Ask, FilterValues};
use uplift_domain::ports::{Allowance, ReadPort as _, ReadTx};
use uplift_domain::record::{FieldValue, Id, Stored, Value as _};
use uplift_domain::{Form, FormAnswer, FormResponse, FormResponseFilter, FormResponseRelation, Json, Kind, Refusal};

use super::columns::Values;
use super::export::{Export, ExportEndpoint, ExportRequest, ListOf, MOST_NAMED, Weight, and_one};
use super::kind::{List, linked, names_of};
use super::naming::Names;
use super::questions::{QuestionColumn, columns};
use crate::answer::cell::Cell;
use crate::answer::json::{key, open, plain, value};
use crate::answer::json_writer::AnswerContext;

/// The columns before those of the questions: their names and the fields.
const BEFORE: [(&str, &str); 9] = [
    ("id", "id"),
    ("status", "status"),
    ("source", "source"),
    ("form_version", "form_version"),
    ("started_at", "started_at"),
    ("completed_at", "completed_at"),
    ("duration_seconds", "duration_seconds"),
    ("respondent_email", "respondent_email"),
    ("respondent", "respondent_user_id"),
];

/// The columns after those of the questions.
const AFTER: [&str; 3] = ["metadata", "tags", "comments"];

pub(super) struct ResponsesExport;

impl ExportEndpoint for ResponsesExport {
    fn name(&self) -> String {
        "form-responses".to_owned()
    }

    fn path(&self) -> String {
        "/forms/{form}/responses/export".to_owned()
    }

    fn list(&self) -> ListOf {
        ListOf::Kind(Kind::FormResponse)
    }

    fn is_of_form(&self) -> bool {
        true
    }

    fn ask(&self, request: &ExportRequest<'_>) -> Result<Box<dyn Export>, Refusal> {
        let form = request.form()?;
        let mut list = List::<FormResponse>::ask(request)?;
        list.listing.filters.push((FormResponseFilter::FormId, FilterValues(vec![form.to_string()])));
        Ok(Box::new(Responses { form, list, questions: Vec::new() }))
    }
}

struct Responses {
    form: Id<Form>,
    list: List<FormResponse>,
    questions: Vec<QuestionColumn>,
}

impl Export for Responses {
    fn begin(&mut self, tx: &mut dyn ReadTx, caller: &Caller, most: usize) -> Result<usize, Refusal> {
        let beside: Vec<&str> = BEFORE.iter().map(|(name, _)| *name).chain(AFTER).collect();
        self.questions = columns(tx, caller.team, self.form, &beside)?;
        self.list.begin(tx, caller.team, most)
    }

    fn columns(&self) -> Vec<String> {
        let before = BEFORE.iter().map(|(name, _)| (*name).to_owned());
        let questions = self.questions.iter().map(|column| column.name.clone());
        before.chain(questions).chain(AFTER.map(str::to_owned)).collect()
    }

    fn rows(&mut self, tx: &mut dyn ReadTx, caller: &Caller, places: Range<usize>) -> Result<Vec<Vec<Cell>>, Refusal> {
        let records = self.list.read(tx, caller, places)?;
        let answers = answers(tx, caller, &records)?;
        let mut names = Names::default();
        let values: Vec<Values> = records.iter().map(|stored| Values::of(stored, &mut names)).collect();
        names.look_up(tx, caller)?;
        let tags = linked(tx, caller, &records, FormResponseRelation::Tags)?;
        let comments = comments(tx, caller, &records)?;
        let row = |(stored, values): (&Stored<FormResponse>, &Values)| {
            let id = stored.id.get();
            let own = answers.get(&id).map(Vec::as_slice).unwrap_or_default();
            let mut row: Vec<Cell> = BEFORE.iter().map(|(_, field)| values.cell(field, &names)).collect();
            row.extend(self.questions.iter().map(|column| {
                let answer = own.iter().find(|answer| answer.form_question_id.get() == column.question);
                answer.map_or(Cell::Empty, |answer| column.cell(answer))
            }));
            row.extend([
                metadata(&stored.record),
                names_of(tags.get(&id)),
                Cell::Integer(comments.get(&id).copied().unwrap_or_default()),
            ]);
            row
        };
        Ok(records.iter().zip(&values).map(row).collect())
    }

    fn objects(
        &mut self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        context: &AnswerContext,
        places: Range<usize>,
    ) -> Result<Vec<Vec<u8>>, Refusal> {
        let records = self.list.read(tx, caller, places)?;
        let answers = answers(tx, caller, &records)?;
        let mut out = context.writer_anyway(1024);
        let mut objects = Vec::with_capacity(records.len());
        for stored in &records {
            open(&mut out, stored, &[], |_| false);
            key(&mut out.bytes, "answers");
            out.bytes.push(b'{');
            for answer in answers.get(&stored.id.get()).into_iter().flatten() {
                key(&mut out.bytes, answer.key.as_str());
                value(&mut out.bytes, answer.value.as_ref().map_or(FieldValue::Null, |it| it.show()));
            }
            out.bytes.extend_from_slice(b"}}");
            out.check()?;
            objects.push(std::mem::take(&mut out.bytes));
        }
        Ok(objects)
    }
}

/// The answers of some responses.
///
/// # Errors
/// [`Refusal::AnswerTooLarge`] when they are more than may be read at once.
fn answers(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    records: &[Stored<FormResponse>],
) -> Result<HashMap<i64, Vec<FormAnswer>>, Refusal> {
    if records.is_empty() {
        return Ok(HashMap::new());
    }
    let responses: Vec<i64> = records.iter().map(|stored| stored.id.get()).collect();
    let mut ids = tx.answer_ids_of(caller.team, &responses, and_one(MOST_NAMED))?;
    ids.sort_unstable();
    if ids.len() > MOST_NAMED {
        return Err(crate::request::bounds::too_large("format"));
    }
    let mut answers: HashMap<i64, Vec<FormAnswer>> = HashMap::new();
    for answer in FormAnswer::reads(tx).find_many(caller.team, &ids, &mut Weight::default())? {
        answers.entry(answer.record.form_response_id.get()).or_default().push(answer.record);
    }
    Ok(answers)
}

/// How many comments some responses have.
fn comments(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    records: &[Stored<FormResponse>],
) -> Result<HashMap<i64, i64>, Refusal> {
    let mut weight = Weight::default();
    let mut allowance = Allowance { records: 0, meter: &mut weight };
    let relation = FormResponseRelation::Comments;
    let counted = FormResponse::reads(tx).related(caller, records, relation, Ask::Count, &mut allowance)?;
    Ok(counted.map(|counted| counted.counts()).unwrap_or_default())
}

/// What came along with a response.
fn metadata(response: &FormResponse) -> Cell {
    let given = response.metadata.as_ref().map_or(Json::Null, |it| it.show().into());
    Cell::several(given.as_object().into_iter().flatten().map(|(name, told)| format!("{name}={}", plain(told))))
}
