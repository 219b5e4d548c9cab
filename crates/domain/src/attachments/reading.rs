//! Reading an attachment out of a request: what is attached, and where.

use super::bytes::size;
use crate::access::Caller;
use crate::file::{FORMATS, Sent, no_file, seen_name};
use crate::ports::WriteTx;
use crate::record::{AnyId, BodyReader, Choices as _, FieldError, HttpUrl, Id, Name, Value, says_nothing};
use crate::{Attachable, Attachment, AttachmentType as Type, Kind, Location, Project, Refusal};

/// Reads what is attached: the type that was said or that follows from the content or the url must fit what was sent.
/// Where it is attached is filled in later.
pub(super) fn read(reader: &mut BodyReader<'_>, sent: &Sent) -> Option<Attachment> {
    let said = reader.read::<Option<Type>>("type");
    let name = reader.read::<Option<Name>>("name");
    let named_url = reader.raw("url").is_some_and(|raw| !raw.is_null());
    // A part of that name without a file in it.
    let sent = match (sent, reader.raw("file")) {
        (Sent::Nothing, Some(raw)) if !says_nothing(raw) => &Sent::Wrong(no_file()),
        _ => sent,
    };
    let is_link = match (said, sent) {
        (Some(Some(said)), _) => said == Type::Link,
        (Some(None), Sent::Nothing) => named_url,
        (Some(None), Sent::File(..) | Sent::Wrong(_)) | (None, _) => false,
    };
    let is_missing = is_link && reader.raw("url").is_none_or(says_nothing);
    let url = if is_missing { Some(None) } else { reader.read::<Option<HttpUrl>>("url") };
    let said = said?;
    if is_link {
        if *sent != Sent::Nothing {
            reader.reject("file", when_type_is("prohibited", Type::Link));
        }
        if is_missing {
            reader.reject("url", when_type_is("required", Type::Link));
        }
        let url = url??;
        let name = name?.or_else(|| host(&url));
        return Some(unplaced(name, Type::Link, Location::Link(url)));
    }
    if named_url {
        reader.reject("url", said.map_or(FieldError::Prohibited, |said| when_type_is("prohibited", said)));
    }
    of_file(reader, sent, said, name?)
}

/// What is said of a field that has to be there, or must not be, because a type was asked for.
fn when_type_is(what: &str, said: Type) -> FieldError {
    FieldError::Otherwise(format!("field is {what} when type is {}.", said.name()))
}

/// An attachment that has yet to be told where it is attached.
fn unplaced(name: Option<Name>, r#type: Type, url: Location) -> Attachment {
    Attachment {
        project_id: Id::new(0),
        name,
        file_type: None,
        file_size: None,
        r#type,
        url,
        attachable_type: Attachable::Project,
        attachable_id: AnyId::default(),
        user_id: None,
        file_id: None,
    }
}

/// Reads an attachment with a file, whose content must be of the type that was said, where one was.
pub(crate) fn of_file(
    reader: &mut BodyReader<'_>,
    sent: &Sent,
    said: Option<Type>,
    name: Option<Name>,
) -> Option<Attachment> {
    let (file, original) = match sent {
        Sent::File(file, original) => (file, original),
        Sent::Nothing => {
            reader.reject("file", FieldError::Required);
            return None;
        }
        Sent::Wrong(error) => {
            reader.reject("file", error.clone());
            return None;
        }
    };
    let Some(content) = file.content else {
        reader.reject("file", FieldError::NotOfType(FORMATS));
        return None;
    };
    let family = content.family();
    if said.is_some_and(|said| said != family) {
        let names = match family {
            Type::Image => "pdf, doc, docx, xls, xlsx",
            Type::Document | Type::Link => "jpg, jpeg, png, gif",
        };
        reader.reject("file", FieldError::NotOfType(names));
    }
    let name = name.or_else(|| original.as_deref().and_then(base_name));
    let it = unplaced(name, family, Location::File);
    Some(Attachment { file_type: Some(content), file_size: Some(size(file)), ..it })
}

/// Checks that the project is the team's and the record stands in it, and keeps the record from changing meanwhile.
pub(super) fn check_place(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    (project, attachable, id): (Option<Id<Project>>, Option<Attachable>, Option<AnyId>),
    reader: &mut BodyReader<'_>,
) -> Result<Option<(Id<Project>, Attachable, AnyId)>, Refusal> {
    let kind = attachable.and_then(Attachable::kind);
    if attachable.is_some() && kind.is_none() {
        reader.reject("attachable_type", FieldError::NotAllowed);
    }
    let mut known = project;
    if let Some(project) = project
        && !tx.is_live(caller.team, Kind::Project, project.get())?
    {
        reader.reject("project_id", FieldError::NotAllowed);
        known = None;
    }
    if let (Some(kind), Some(id)) = (kind, id) {
        let stands_in = tx.project_of(caller.team, kind, id.get())?;
        if stands_in.is_none() || (known.is_some() && stands_in != known) {
            reader.reject("attachable_id", FieldError::NotAllowed);
        }
    }
    Ok(project.zip(attachable).zip(id).map(|((project, attachable), id)| (project, attachable, id)))
}

/// The last part of a file's name, without the folders that some clients send along.
fn base_name(original: &str) -> Option<Name> {
    let base = original.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = seen_name(base).trim().chars().take(255).collect();
    if plain.is_empty() { None } else { Name::read(&plain.into()).ok() }
}

fn host(url: &HttpUrl) -> Option<Name> {
    let (_, rest) = url.as_str().split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    // An address of version 6 has colons within its brackets.
    let host = match host.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => host,
    };
    let host: String = host.chars().take(255).collect();
    Name::read(&host.into()).ok()
}

#[cfg(test)]
mod tests;
