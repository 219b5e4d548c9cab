//! Files that are sent before the answer that names them.

use serde_json::json;

use super::submit::admit_change;
use super::{Held, Opening, data};
use crate::attachments;
use crate::commands::{Body, Outcome, fields};
use crate::file::{FileKey, Sent};
use crate::forms::{Definition, FileUploadSettings, Settings};
use crate::ports::WriteTx;
use crate::record::{AnyId, BodyReader, FieldError, QuestionKey};
use crate::{Attachable, Json, Refusal};

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
    let (caller, draft) = Held::response(tx, opening)?;
    let known = attachments::admit(tx, &caller, sent)?;
    let mut reader = BodyReader::new(fields(body)?);
    let settings = asked_for(&draft.definition, &mut reader);
    let record = attachments::of_file(&mut reader, sent, None, None);
    if let (Some(settings), Sent::File(file, _)) = (settings, sent) {
        let most = settings.most_kilobytes();
        if file.size > most.saturating_mul(1024) {
            reader.reject("file", FieldError::TooLarge(most));
        }
        if file.content.is_some_and(|content| !settings.accept(content)) {
            let names: Vec<&str> = settings.accepted_types.iter().map(|it| it.name()).collect();
            let refused = format!("field must be a file of type: {}.", names.join(", "));
            reader.reject("file", FieldError::Otherwise(refused));
        }
    }
    reader.finish(&[])?;
    let form = &draft.structure.form.record;
    admit_change(form, &draft.response.record, tx.now())?;
    let mut record = record.ok_or_else(|| Refusal::Fault("an upload without errors was not read".to_owned()))?;
    record.project_id = form.project_id;
    record.attachable_type = Attachable::FormResponse;
    record.attachable_id = AnyId::new(draft.response.id.get());
    let done = attachments::attach(tx, &caller, record, (sent, known))?;
    let Outcome::Record(made) = done.outcome else {
        return Err(Refusal::Fault("an attachment that was made is not told".to_owned()));
    };
    let told = json!({
        "id": made.id.get(),
        "name": made.record.name.as_ref().map(|it| it.as_str()),
        "file_type": made.record.file_type.map(crate::record::Choices::name),
        "file_size": made.record.file_size.map(|it| it.get()),
    });
    Ok((data(told), done.unused))
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
