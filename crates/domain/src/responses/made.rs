//! The record that is made of a response.

use serde_json::json;
use uplift_derive::Record;

use super::admission::refuse;
use super::loaded::LoadedResponse;
use crate::access::{Caller, TeamId};
use crate::commands::{self, Body, Call, Commanded, Done, Outcome, create_by_command, refuse_command};
use crate::forms::QuestionType;
use crate::kinds::{FormTarget, MadeOf, ResponseStatus, mapped};
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{AnyId, Field, FieldError, FieldType, Fields, Stored, Text};
use crate::{FormAnswer, FormQuestion, FormResponse, Idea, Insight, Json, Kind, Observation, Refusal};

/// What is said where no record can be made of a response.
const CANNOT: &str = "The form cannot take responses at the moment.";

/// What stands between the answers that go to one field.
const BLANK_LINE: &str = "\n\n";

/// The field that says where a record is made.
const PROJECT: &str = "project_id";

/// What a response is to become.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct Conversion {
    /// The kind of the record that is made of the response.
    target: MadeOf,
}

impl FormTarget {
    /// What is made of the responses, where anything is.
    pub(super) const fn made(self) -> Option<MadeOf> {
        match self {
            Self::None => None,
            Self::Idea => Some(MadeOf::Idea),
            Self::Observation => Some(MadeOf::Observation),
            Self::Insight => Some(MadeOf::Insight),
        }
    }
}

impl MadeOf {
    /// The kind of the record.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Idea => Kind::Idea,
            Self::Observation => Kind::Observation,
            Self::Insight => Kind::Insight,
        }
    }
}

/// Makes the record that a form makes of its responses, and tells which.
///
/// # Errors
/// When it cannot be made: it is the form that takes no responses then.
pub(super) fn make_for_target(
    tx: &mut dyn WriteTx,
    logged: &Caller,
    loaded: &LoadedResponse,
) -> Result<Option<(MadeOf, i64)>, Refusal> {
    let Some(target) = loaded.structure.form.record.target.made() else { return Ok(None) };
    let made = make::<Created>(tx, &loaded.recorder(logged), loaded, target);
    made.map(|id| Some((target, id))).map_err(error_of_form)
}

/// Refuses where [`make_for_target`] would. Nothing is made.
///
/// # Errors
/// When the record could not be made.
pub(super) fn try_for_target(tx: &mut dyn WriteTx, logged: &Caller, loaded: &LoadedResponse) -> Result<(), Refusal> {
    let Some(target) = loaded.structure.form.record.target.made() else { return Ok(()) };
    make::<DryRun>(tx, &loaded.recorder(logged), loaded, target).map_err(error_of_form)
}

/// The refusal of a record as one of the form.
fn error_of_form(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Invalid(_) | Refusal::Forbidden(_) | Refusal::Missing { .. } => refuse(CANNOT),
        refusal => refusal,
    }
}

/// What is done with the body of a record.
trait CreateMode {
    type Output;

    fn with<R: Commanded>(tx: &mut dyn WriteTx, caller: &Caller, body: &Body) -> Result<Self::Output, Refusal>;
}

/// The record is created; its id is told.
struct Created;

/// The record is checked as for a create, and nothing is written.
struct DryRun;

impl CreateMode for Created {
    type Output = i64;

    fn with<R: Commanded>(tx: &mut dyn WriteTx, caller: &Caller, body: &Body) -> Result<i64, Refusal> {
        create_by_command::<R>(tx, caller, body).map(|made| made.id.get())
    }
}

impl CreateMode for DryRun {
    type Output = ();

    fn with<R: Commanded>(tx: &mut dyn WriteTx, caller: &Caller, body: &Body) -> Result<(), Refusal> {
        commands::prepare_create::<R>(tx, caller, body)?.valid().map(drop)
    }
}

impl FormResponse {
    /// Makes a record of a response, whatever its form makes of responses.
    pub(crate) fn convert(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let Conversion { target } = call.read()?;
        match stored.record.status {
            ResponseStatus::Completed | ResponseStatus::Disqualified => {}
            from @ (ResponseStatus::InProgress | ResponseStatus::Spam) => {
                return Err(refuse_command(call.name, from));
            }
        }
        if stored.record.created_record_id.is_some() {
            return Err(Refusal::field("created_record_id", &FieldError::Taken));
        }
        let mut loaded = LoadedResponse::hold(tx, call.caller.team, stored)?;
        tx.share_batch();
        let id = make::<Created>(tx, &loaded.recorder(call.caller), &loaded, target)?;
        let before = loaded.response.clone();
        loaded.response.record.created_record_type = Some(target);
        loaded.response.record.created_record_id = Some(AnyId::new(id));
        commands::change(tx, call.caller, &before, &mut loaded.response, call.event)?;
        Ok(Outcome::MadeOneOf(target.kind(), id).into())
    }
}

fn make<M: CreateMode>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    loaded: &LoadedResponse,
    target: MadeOf,
) -> Result<M::Output, Refusal> {
    let (form, response) = (&loaded.structure.form.record, &loaded.response);
    let said: &[(&str, Json)] = match target {
        MadeOf::Idea => &[("source", json!("form"))],
        MadeOf::Observation => &[
            ("source", json!("survey")),
            ("observed_at", response.record.completed_at.map(|it| it.to_string()).into()),
            ("form_response_id", response.id.get().into()),
        ],
        MadeOf::Insight => &[
            ("source", json!("survey")),
            ("research_collection_id", form.research_collection_id.map(|it| it.get()).into()),
        ],
    };
    match target {
        MadeOf::Idea => make_of_kind::<M, Idea>(tx, caller, loaded, target, said),
        MadeOf::Observation => make_of_kind::<M, Observation>(tx, caller, loaded, target, said),
        MadeOf::Insight => make_of_kind::<M, Insight>(tx, caller, loaded, target, said),
    }
}

fn make_of_kind<M: CreateMode, R: Commanded>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    loaded: &LoadedResponse,
    target: MadeOf,
    said: &[(&str, Json)],
) -> Result<M::Output, Refusal> {
    let form = &loaded.structure.form.record;
    let mut body = match form.target.made() == Some(target) {
        true => mapped_to::<R>(loaded),
        false => mapped_fields(tx, caller.team, loaded)?,
    };
    body.entry("name")
        .or_insert_with(|| format!("{}: response {}", form.name.as_str(), loaded.response.id.get()).into());
    let said_by_answers: Vec<String> = body.keys().cloned().collect();
    said_by_answers.iter().for_each(|field| cut::<R>(&mut body, field));
    body.insert(PROJECT.to_owned(), form.project_id.get().into());
    body.extend(said.iter().map(|(field, value)| ((*field).to_owned(), value.clone())));
    match M::with::<R>(tx, caller, &Ok(body.clone())) {
        // What an answer says that the field does not take, such as a category that is no lookup, is left out. The
        // project is not an answer's.
        Err(Refusal::Invalid(invalid)) => {
            for (path, _) in invalid.errors().filter(|(path, _)| *path != PROJECT) {
                body.remove(path);
            }
            // Where it cannot be left out, what is wrong is what was said, not that it is missing.
            M::with::<R>(tx, caller, &Ok(body)).map_err(|refusal| match refusal {
                Refusal::Invalid(_) => invalid.into(),
                refusal => refusal,
            })
        }
        outcome => outcome,
    }
}

/// What the mapping of the form makes of the answers.
fn mapped_to<R: Commanded>(loaded: &LoadedResponse) -> Fields {
    let mapping = mapped(&loaded.structure.form.record);
    let mut body = Fields::new();
    for (question, answer) in loaded.answered() {
        let field = mapping.iter().find(|(key, _)| key == question.key.as_str()).and_then(|(_, field)| field.as_str());
        if let Some(field) = field.and_then(|name| R::FIELDS.iter().find(|field| field.name == name)) {
            put(&mut body, field, (question, answer));
        }
    }
    body
}

/// What the answers make of a record that the form does not map them to: the first text is its name, and all of them
/// are its description, those to questions that were deleted since after the others.
fn mapped_fields(tx: &mut dyn WriteTx, team: TeamId, loaded: &LoadedResponse) -> Result<Fields, Refusal> {
    let deleted = loaded.answers_to_deleted(tx, team)?;
    let there = loaded.answered().filter_map(|(question, answer)| Some((question, text_of(answer)?)));
    let gone = deleted.iter().map(|(question, text)| (question, text.as_str()));
    let mut body = Fields::new();
    let mut lines = Vec::new();
    for (question, text) in there.chain(gone) {
        if matches!(question.r#type, QuestionType::ShortText | QuestionType::LongText) {
            body.entry("name").or_insert_with(|| text.into());
        }
        lines.push(format!("{}: {text}", question.label.as_str()));
    }
    if !lines.is_empty() {
        body.insert("description".to_owned(), lines.join("\n").into());
    }
    Ok(body)
}

/// Puts an answer into a field: its text, its number within the bounds of the field, or the word that it stands for.
fn put(body: &mut Fields, field: &Field, (question, answer): (&FormQuestion, &FormAnswer)) {
    let bounded = |min: f64, max: f64| answer.number_value.map(|it| it.get().clamp(min, max));
    let value = match field.field_type {
        FieldType::Choices(words) => word(question, answer, words).map(Json::from),
        FieldType::Decimal { min, max, .. } => bounded(min, max).map(Json::from),
        FieldType::Text { .. } => {
            let Some(text) = text_of(answer) else { return };
            let before = body.get(field.name).and_then(Json::as_str);
            let joined = before.into_iter().chain([text]).collect::<Vec<_>>().join(BLANK_LINE);
            body.insert(field.name.to_owned(), joined.into());
            return;
        }
        FieldType::Integer { .. }
        | FieldType::Id
        | FieldType::Boolean
        | FieldType::Time
        | FieldType::Date
        | FieldType::Any
        | FieldType::Object
        | FieldType::List { .. }
        | FieldType::ByName(_)
        | FieldType::Members(_)
        | FieldType::Settings(_) => None,
    };
    if let Some(value) = value {
        body.entry(field.name).or_insert(value);
    }
}

/// What people read of an answer, as it was kept: the question may have become another since. One without a text says
/// nothing that a record could tell.
fn text_of(answer: &FormAnswer) -> Option<&str> {
    answer.text_value.as_ref().map(Text::as_str).filter(|text| !text.trim().is_empty())
}

/// The word of a field that an answer stands for: by the value of the option that was chosen, or else by its id.
fn word(question: &FormQuestion, answer: &FormAnswer, words: &[&'static str]) -> Option<&'static str> {
    let said = match &answer.option_ids {
        Some(ids) => {
            let first = ids.items().first()?.as_str();
            question.options.find(first).and_then(|option| option.value.clone()).unwrap_or_else(|| first.to_owned())
        }
        None => {
            let value = answer.value.as_ref()?.get();
            value.as_str().map_or_else(|| value.to_string(), str::to_owned)
        }
    };
    words.iter().find(|word| **word == said).copied()
}

/// Cuts the text in a field to what the field takes.
fn cut<R: Commanded>(body: &mut Fields, name: &str) {
    let field = R::FIELDS.iter().find(|field| field.name == name);
    let Some(FieldType::Text { max, .. }) = field.map(|field| field.field_type) else { return };
    if let Some(Json::String(text)) = body.get_mut(name)
        && text.chars().count() > max
    {
        *text = text.chars().take(max).collect();
    }
}

impl LoadedResponse {
    /// The questions that are answered, in their order, each with what is kept of the answer.
    fn answered(&self) -> impl Iterator<Item = (&FormQuestion, &FormAnswer)> {
        self.structure.questions.iter().filter_map(|question| {
            let row = self.row_of(question).map(|row| &row.record).filter(|row| !row.skipped)?;
            Some((&question.record, row))
        })
    }

    /// What people read of the answers to questions that were deleted since, in the order of those.
    fn answers_to_deleted(&self, tx: &mut dyn WriteTx, team: TeamId) -> Result<Vec<(FormQuestion, String)>, Refusal> {
        let is_there = |id| self.structure.questions.iter().any(|it| it.id == id);
        let mut rows: Vec<_> = self.rows.iter().map(|row| &row.record).collect();
        rows.retain(|row| !row.skipped && !is_there(row.form_question_id));
        rows.sort_by_key(|row| row.form_question_id.get());
        let mut answers = Vec::with_capacity(rows.len());
        for row in rows {
            let Some(text) = text_of(row) else { continue };
            if let Some(question) = FormQuestion::writes(tx).find_to_change(team, row.form_question_id)? {
                answers.push((question.record, text.to_owned()));
            }
        }
        Ok(answers)
    }

    /// As whom a record is made of the response: as the caller, where the response is theirs; otherwise its form's
    /// author records it.
    pub(super) fn recorder(&self, caller: &Caller) -> Caller {
        let own = self.response.record.respondent_user_id.is_some()
            && self.response.record.respondent_user_id == caller.actor.user();
        if own { caller.clone() } else { self.holder(caller) }
    }
}
