//! Files that are sent with a step, on their way to the answers that name them.

use super::super::loaded::LoadedResponse;
use super::upload::read_file;
use crate::access::Caller;
use crate::attachments;
use crate::file::{FileKey, Sent};
use crate::forms::{Answer, FileUploadSettings, Settings, place};
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Fields, Invalid};
use crate::responses::ANSWERS;
use crate::{Attachment, Json, Refusal};

/// A file that is fit to be attached, for the question of this key.
pub(super) struct Fit<'a> {
    pub(super) key: &'a str,
    pub(super) sent: &'a Sent,
    record: Attachment,
}

impl LoadedResponse {
    /// Takes the files that were sent for questions of the step, as long as they have no ids. Those that are not fit
    /// are told under the question that they were sent for.
    pub(super) fn take_files<'a>(
        &mut self,
        step: i64,
        files: &'a [(String, Sent)],
        reader: &mut BodyReader<'_>,
    ) -> Vec<Fit<'a>> {
        let mut fit = Vec::new();
        for (key, sent) in files {
            let Some(settings) = self.asked_for_files(step, key) else { continue };
            let field = place(ANSWERS, key);
            let known = self.answers.get(key).and_then(|answer| answer.value().as_array().cloned());
            let mut ids = known.unwrap_or_default();
            if ids.len() >= settings.max_files {
                if !reader.has_errors_about(&field) {
                    reader.reject(&field, FieldError::TooMany(settings.max_files));
                }
                continue;
            }
            let nothing = Fields::new();
            let mut own = BodyReader::new(&nothing);
            let record = read_file(Some(&settings), sent, &mut own);
            match (own.finish(&[]), record) {
                (Ok(()), Some(record)) => {
                    ids.push(Json::from(0));
                    self.answers.insert(key.clone(), Answer::stored(ids.into()));
                    fit.push(Fit { key, sent, record });
                }
                (Ok(()), None) => {}
                (Err(invalid), _) => reject_as(&invalid, &field, reader),
            }
        }
        fit
    }

    /// The settings of a question of the step that is seen and answered by files.
    fn asked_for_files(&self, step: i64, key: &str) -> Option<FileUploadSettings> {
        let step = self.definition.steps.iter().find(|it| it.id == step)?;
        let question = step.questions.iter().find(|it| it.key == key)?;
        match &question.settings {
            Settings::FileUpload(settings) if self.definition.form_path(&self.answers).keeps(key) => {
                Some(settings.clone())
            }
            _ => None,
        }
    }

    /// Attaches the files, and names them in the answers that they were sent for.
    pub(super) fn attach_all(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        fit: Vec<Fit<'_>>,
    ) -> Result<Vec<FileKey>, Refusal> {
        let mut unused = Vec::new();
        if fit.is_empty() {
            return Ok(unused);
        }
        for Fit { key, sent, record } in fit {
            let known = attachments::admit(tx, caller, sent)?;
            let (made, surplus) = self.attach(tx, caller, record, (sent, known))?;
            unused.extend(surplus);
            let Some(answer) = self.answers.get(key).and_then(|answer| answer.value().as_array()) else { continue };
            let mut ids = answer.clone();
            if let Some(waiting) = ids.iter_mut().find(|id| **id == 0) {
                *waiting = made.id.get().into();
            }
            self.answers.insert(key.to_owned(), Answer::stored(ids.into()));
        }
        self.find_files(tx, caller.team)?;
        Ok(unused)
    }
}

/// Rejects a field for what is wrong with the file that was sent there.
fn reject_as(invalid: &Invalid, field: &str, reader: &mut BodyReader<'_>) {
    for text in invalid.errors().flat_map(|(_, texts)| texts) {
        reader.reject(field, FieldError::Said(text.replace("The file field", &format!("The {field} field"))));
    }
}

pub(super) fn file_key(sent: &Sent) -> Option<FileKey> {
    match sent {
        Sent::File(file, _) => Some(file.key.clone()),
        Sent::Nothing | Sent::Wrong(_) => None,
    }
}

pub(super) fn keys(files: &[(String, Sent)]) -> Vec<FileKey> {
    files.iter().filter_map(|(_, sent)| file_key(sent)).collect()
}
