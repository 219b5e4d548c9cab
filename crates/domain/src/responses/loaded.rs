//! A response with its form and its answers, as it is being written.

use std::collections::BTreeMap;

use super::ANSWERS;
use crate::access::{Actor, Caller, TeamId};
use crate::forms::{
    Answer, AnswerChanges, Answers, Definition, FileUploadSettings, FormPath, Question, QuestionType, Uploads, place,
};
use crate::kinds::{ResponseStatus, Structure};
use crate::listing::search::distinct_tokens;
use crate::period::today;
use crate::ports::{ReadPort as _, ReadTx, WriteTx};
use crate::record::{AnyJson, Count, Id, Invalid, MemberErrors, Stored, Text, Time, Value as _};
use crate::{Attachable, Attachment, FormAnswer, FormResponse, FormStep, Json, Kind, Refusal};

/// The field in which answers name their response.
const RESPONSE: &str = "form_response_id";

/// How many bytes of tokens a response is found by at most: they are read with it.
const MOST_TOKENS: usize = 64 * 1024;

/// A response with the form that it is a part of and the answers that it has.
pub(super) struct LoadedResponse {
    pub(super) structure: Structure,
    pub(super) definition: Definition,
    pub(super) response: Stored<FormResponse>,
    /// The answers as they are stored by now; those to questions that were deleted since are not touched.
    pub(super) rows: Vec<Stored<FormAnswer>>,
    /// The answers as they will be.
    pub(super) answers: Answers,
    /// The files of the response, by the ids of their attachments.
    pub(super) files: BTreeMap<i64, Attachment>,
}

impl LoadedResponse {
    /// A response that is not there yet.
    pub(super) fn new(structure: Structure, response: Stored<FormResponse>) -> Self {
        let definition = structure.definition();
        Self::of(structure, definition, response)
    }

    /// A response to a form of this definition that is not there yet.
    pub(super) fn of(structure: Structure, definition: Definition, response: Stored<FormResponse>) -> Self {
        let (rows, answers, files) = (Vec::new(), Answers::new(), BTreeMap::new());
        Self { structure, definition, response, rows, answers, files }
    }

    /// A response that is there, with its form held.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn hold(tx: &mut dyn WriteTx, team: TeamId, response: Stored<FormResponse>) -> Result<Self, Refusal> {
        let form = response.record.form_id;
        let structure = Structure::hold(tx, team, form)?;
        Self::with(tx, team, structure, response)
    }

    /// A response as it is, with its form.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn with(
        tx: &mut dyn ReadTx,
        team: TeamId,
        structure: Structure,
        response: Stored<FormResponse>,
    ) -> Result<Self, Refusal> {
        let rows = FormAnswer::reads(tx).all_of(team, (RESPONSE, response.id.get()))?;
        let mut loaded = Self { rows, ..Self::new(structure, response) };
        for row in &loaded.rows {
            let value = row.record.value.as_ref().filter(|_| !row.record.skipped);
            if let (Some(value), Some(question)) = (value, loaded.definition.question(row.record.key.as_str())) {
                loaded.answers.insert(question.key.clone(), Answer::stored(value.get().clone()));
            }
        }
        Ok(loaded)
    }

    /// Finds the files that answers of this response may name; links are none.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn find_files(&mut self, tx: &mut dyn WriteTx, team: TeamId) -> Result<(), Refusal> {
        let attached = tx.attachments_to_change(team, Kind::FormResponse, self.response.id.get())?;
        let files = attached.into_iter().filter(|it| it.record.file_id.is_some());
        self.files = files.map(|it| (it.id.get(), it.record)).collect();
        Ok(())
    }

    /// Finds the files of the response that answers name, of whoever reads.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn find_named_files(&mut self, tx: &mut dyn ReadTx, team: TeamId) -> Result<(), Refusal> {
        for id in self.named_files() {
            let of_response = |it: &Stored<Attachment>| {
                let Attachment { attachable_type, attachable_id, .. } = &it.record;
                *attachable_type == Attachable::FormResponse && attachable_id.get() == self.response.id.get()
            };
            if let Some(found) = Attachment::reads(tx).find(team, Id::new(id))?.filter(of_response) {
                self.files.insert(id, found.record);
            }
        }
        Ok(())
    }

    /// Reads what a body answers.
    ///
    /// # Errors
    /// What is wrong, each by the path from the answers.
    pub(super) fn read(&self, caller: &Caller, now: Time, given: &Json) -> Result<AnswerChanges, MemberErrors> {
        let uploads = Uploads::Of(&|id, settings| self.has_file(id, settings));
        self.definition.check_answers(given, today(now, caller.timezone.rules()), uploads)
    }

    /// Whether the response has a file that answers a question with these settings: each was sent for one of them.
    pub(super) fn has_file(&self, id: i64, settings: &FileUploadSettings) -> bool {
        self.files.get(&id).is_some_and(|file| {
            file.file_type.is_some_and(|it| settings.accept(it))
                && file.file_size.is_some_and(|it| u64::try_from(it.get()).is_ok_and(|bytes| settings.holds(bytes)))
        })
    }

    /// Takes what a body answers.
    pub(super) fn take(&mut self, changes: AnswerChanges) {
        for (key, answer) in changes {
            match answer {
                Some(answer) => self.answers.insert(key, answer),
                None => self.answers.remove(&key),
            };
        }
    }

    /// Leads the answers through the form to its end: those that are off the way are dropped.
    ///
    /// # Errors
    /// With each answer that is missing, or that the question as it is now does not take.
    pub(super) fn finish(&mut self, caller: &Caller, now: Time) -> Result<FormPath, Refusal> {
        let form_path = self.definition.form_path(&self.answers);
        self.answers.retain(|key, _| form_path.keeps(key));
        let given: Json = self.answers.iter().map(|(key, answer)| (key.clone(), answer.value().clone())).collect();
        self.read(caller, now, &given).map_err(|wrong| refuse_answers(&wrong))?;
        let missing = self.definition.missing_answers(&form_path, &self.answers);
        if missing.is_empty() { Ok(form_path) } else { Err(refuse_answers(&missing)) }
    }

    /// Notes what follows from the answers for the response itself.
    pub(super) fn follow(&mut self) {
        let form_path = self.definition.form_path(&self.answers);
        let answered = |step: &i64| {
            let step = Id::<FormStep>::new(*step);
            let mut questions = self.structure.questions_of(step);
            questions
                .any(|it| self.answers.contains_key(it.record.key.as_str()) && form_path.keeps(it.record.key.as_str()))
        };
        self.response.record.last_step_id = form_path.path.iter().rev().copied().find(answered).map(Id::new);
        self.response.record.form_version = self.structure.form.record.version;
        self.response.record.answer_tokens = Text::from_raw(self.tokens()).ok().filter(|it| !it.as_str().is_empty());
    }

    /// What searches find of the answers, also of those to questions that were deleted since.
    fn tokens(&self) -> String {
        let asked: Vec<String> = self.definition.questions().filter_map(|question| self.text_of(question)).collect();
        let left = self.rows.iter().filter(|row| self.definition.question(row.record.key.as_str()).is_none());
        let left = left.filter_map(|row| row.record.text_value.as_ref().map(Text::as_str));
        distinct_tokens(asked.iter().map(String::as_str).chain(left), MOST_TOKENS)
    }

    /// Completes the response at a moment. What is taken for spam stays so.
    pub(super) fn complete_at(&mut self, at: Time) {
        let response = &mut self.response.record;
        response.status = match response.status {
            ResponseStatus::Spam => ResponseStatus::Spam,
            ResponseStatus::InProgress | ResponseStatus::Completed | ResponseStatus::Disqualified => {
                ResponseStatus::Completed
            }
        };
        response.completed_at = Some(at);
        response.duration_seconds = response.started_at.and_then(|started| {
            let seconds = at.micros().saturating_sub(started.micros()).div_euclid(1_000_000);
            Count::new(seconds.max(0))
        });
    }

    /// The files that answers name: those to questions for files as they will be, those to questions that were deleted
    /// or ask for something else by now as they are stored.
    pub(super) fn named_files(&self) -> Vec<i64> {
        let asks_for_files = |key: &str| {
            self.definition.question(key).is_some_and(|question| question.question_type == QuestionType::FileUpload)
        };
        let asked = self.answers.iter().filter(|(key, _)| asks_for_files(key)).map(|(_, answer)| answer.value());
        let left = self.rows.iter().filter(|row| !asks_for_files(row.record.key.as_str()));
        let left = left.filter_map(|row| row.record.value.as_ref()).map(AnyJson::get);
        asked.chain(left).filter_map(Json::as_array).flatten().filter_map(Json::as_i64).collect()
    }

    /// What people read of the answer to a question as it is asked now.
    fn text_of(&self, question: &Question) -> Option<String> {
        let answer = self.answers.get(&question.key)?;
        Some(answer.text_value(question, |file| self.files.get(&file).map(name_of_file)))
    }

    /// As whom what is done to the response is logged: nobody, where nothing is to be known of who answers.
    pub(super) fn logged_as(&self, caller: &Caller) -> Caller {
        if self.structure.form.record.anonymous { self.holder(caller) } else { caller.clone() }
    }

    /// Whoever answers the form. Where something is to be known of them, it is told who does this for them.
    pub(super) fn holder(&self, caller: &Caller) -> Caller {
        let form = &self.structure.form;
        let actor = Actor::FormHolder {
            form: form.id.get(),
            author: self.response.record.respondent_user_id.or(form.record.user_id),
            causer: caller.actor.causer().filter(|_| !form.record.anonymous),
        };
        Caller { actor, ..caller.clone() }
    }
}

/// All that is wrong with answers, under their member of the body.
pub(super) fn errors_of_answers(wrong: &MemberErrors) -> Invalid {
    let mut invalid = Invalid::default();
    wrong.iter().for_each(|(path, error)| invalid.add(&place(ANSWERS, path), error));
    invalid
}

/// The refusal of answers with which this is wrong.
pub(super) fn refuse_answers(wrong: &MemberErrors) -> Refusal {
    errors_of_answers(wrong).into()
}

/// What the file of an answer is called.
pub(super) fn name_of_file(attachment: &Attachment) -> String {
    attachment.name.as_ref().map_or_else(String::new, |name| name.as_str().to_owned())
}
