//! Files that are sent before the answer that names them.

use serde_json::json;

use super::super::admission::refuse;
use super::super::loaded::LoadedResponse;
use super::submit::admit_change;
use super::{Held, Opening, data};
use crate::access::Caller;
use crate::attachments;
use crate::commands::{Body, Outcome, fields};
use crate::file::{FileKey, Sent, StoredFile};
use crate::forms::{Definition, FileUploadSettings, Settings};
use crate::ports::WriteTx;
use crate::record::{AnyId, BodyReader, FieldError, Id, QuestionKey, Stored};
use crate::{Attachable, Attachment, Json, Refusal};

/// Attaches a file to a response, for an answer to a question to name. Tells the body of the answer, and which file was
/// received for nothing.
///
/// # Errors
/// In the order of the interface: no such form, a blocked team, the token, the plan, the body, the form.
pub fn upload_public(
    tx: &mut dyn WriteTx,
    opening: &Opening,
    body: &Body,
    sent: &Sent,
) -> Result<(Json, Vec<FileKey>), Refusal> {
    let (caller, loaded) = Held::response(tx, opening)?;
    let known = attachments::admit(tx, &caller, sent)?;
    let mut reader = BodyReader::new(fields(body)?);
    let settings = asked_for(&loaded.definition, &mut reader);
    let record = read_file(settings, sent, &mut reader);
    reader.finish(&[])?;
    let form = &loaded.structure.form.record;
    admit_change(form, &loaded.response.record, tx.now())?;
    let record = record.ok_or_else(|| Refusal::Fault("an upload without errors was not read".to_owned()))?;
    let (made, unused) = loaded.attach(tx, &caller, record, (sent, known))?;
    let told = json!({
        "id": made.id.get(),
        "name": made.record.name.as_ref().map(|it| it.as_str()),
        "file_type": made.record.file_type.map(crate::record::Choices::name),
        "file_size": made.record.file_size.map(|it| it.get()),
    });
    Ok((data(told), unused))
}

/// Reads a file for a question with these settings; what is wrong with it stays with the reader, under `file`.
pub(super) fn read_file(
    settings: Option<&FileUploadSettings>,
    sent: &Sent,
    reader: &mut BodyReader<'_>,
) -> Option<Attachment> {
    let unfit = settings.map(|settings| unfit(settings, sent)).unwrap_or_default();
    if unfit.is_empty() {
        return attachments::of_file(reader, sent, None, None);
    }
    unfit.into_iter().for_each(|error| reader.reject("file", error));
    None
}

/// What is wrong with a file for a question with these settings.
fn unfit(settings: &FileUploadSettings, sent: &Sent) -> Vec<FieldError> {
    let file = match sent {
        Sent::File(file, _) => file,
        Sent::Wrong(error) => return vec![asked_of(settings, error)],
        Sent::Nothing => return Vec::new(),
    };
    let mut unfit = Vec::new();
    if !settings.holds(file.size) {
        unfit.push(FieldError::TooLarge(settings.most_kilobytes()));
    }
    if file.content.is_none_or(|content| !settings.accept(content)) {
        unfit.push(of_accepted(settings));
    }
    unfit
}

/// What is wrong with what is no file to be kept, by what these settings ask of one.
fn asked_of(settings: &FileUploadSettings, error: &FieldError) -> FieldError {
    match error {
        FieldError::Each(errors) => FieldError::Each(errors.iter().map(|it| asked_of(settings, it)).collect()),
        // More than any question takes.
        FieldError::TooLarge(_) => FieldError::TooLarge(settings.most_kilobytes()),
        FieldError::NotOfType(_) => of_accepted(settings),
        other => other.clone(),
    }
}

fn of_accepted(settings: &FileUploadSettings) -> FieldError {
    let names: Vec<&str> = settings.accepted_types.iter().map(|it| it.name()).collect();
    FieldError::Otherwise(format!("field must be a file of type: {}.", names.join(", ")))
}

/// How many files may be sent for each that answers may name. Those that none names go at the end of a response, and until
/// then whoever has the address of a form might fill what its team may store.
const TRIES: usize = 4;

impl LoadedResponse {
    /// Attaches a file to the response. Tells the attachment, and which file was received for nothing.
    ///
    /// # Errors
    /// When so many were sent already that it takes no more.
    pub(super) fn attach(
        &self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        mut record: Attachment,
        sent: (&Sent, Option<Id<StoredFile>>),
    ) -> Result<(Stored<Attachment>, Vec<FileKey>), Refusal> {
        let named = self.definition.questions().filter_map(|question| {
            let Settings::FileUpload(settings) = &question.settings else { return None };
            Some(settings.max_files)
        });
        if self.sent_files(tx, caller)?.len() >= TRIES * named.sum::<usize>() {
            return Err(refuse("The form response takes no more files."));
        }
        record.project_id = self.structure.form.record.project_id;
        record.attachable_type = Attachable::FormResponse;
        record.attachable_id = AnyId::new(self.response.id.get());
        let done = attachments::attach(tx, caller, record, sent)?;
        match done.outcome {
            Outcome::Record(made) => Ok((made, done.unused)),
            _ => Err(Refusal::Fault("an attachment that was made is not told".to_owned())),
        }
    }
}

/// The settings of the question that a file is sent for.
fn asked_for<'a>(definition: &'a Definition, reader: &mut BodyReader<'_>) -> Option<&'a FileUploadSettings> {
    let key = reader.read::<QuestionKey>("question")?;
    match definition.question(key.as_str()).map(|question| &question.settings) {
        Some(Settings::FileUpload(settings)) => Some(settings),
        Some(_) | None => {
            reader.reject("question", FieldError::NotAllowed);
            None
        }
    }
}
