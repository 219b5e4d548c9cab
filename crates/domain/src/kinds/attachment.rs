//! An attachment: a picture, a document or a link beside a record.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::Rights;
use crate::activity::{Logged, LoggedElsewhere};
use crate::commands::{Answers, Command, Commanded, Input, Run};
use crate::file::{FileType, StoredFile};
use crate::listing::Listed;
use crate::record::{
    AnyId, Choices as _, Count, FieldError, FieldType, FieldValue, HttpUrl, Id, Kinded, Name, Unreadable, Value,
};
use crate::resource::{Area, Resource};
use crate::{Json, Kind, Project, User, attachments};

/// A file or a link that is attached to a record: a picture of a variation, a report of a test, an export of another
/// tool.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct Attachment {
    /// The project that it belongs to.
    #[record(only_created)]
    pub project_id: Id<Project>,
    /// What the file is called.
    pub name: Option<Name>,
    /// What sort of file it is, found by its content.
    #[record(server)]
    pub file_type: Option<FileType>,
    /// How large it is, in bytes.
    #[record(server)]
    pub file_size: Option<Count>,
    /// What sort of attachment it is; that follows from the content or the url, where a create leaves it out.
    #[record(only_created, default = Type::Image, replaced)]
    pub r#type: Type,
    /// Where it is: a link where it leads, which a create has to say; a file at an address that is signed
    /// anew for every answer, from which it is downloaded without a key for an hour.
    #[record(only_created)]
    pub url: Location,
    /// The kind of the record that it is attached to.
    #[record(only_created)]
    pub attachable_type: Attachable,
    /// The record that it is attached to.
    #[record(only_created)]
    pub attachable_id: AnyId,
    #[record(author, hidden)]
    pub user_id: Option<Id<User>>,
    /// The bytes, which equal attachments of a team share.
    #[record(server, hidden)]
    pub file_id: Option<Id<StoredFile>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Type {
    Image,
    Document,
    Link,
}

impl FileType {
    /// The type of an attachment with such a file.
    pub const fn family(self) -> Type {
        match self {
            Self::Jpeg | Self::Png | Self::Gif => Type::Image,
            Self::Pdf | Self::Doc | Self::Xls | Self::Docx | Self::Xlsx => Type::Document,
        }
    }
}

/// What an attachment may be attached to. The words are those of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Attachable {
    Idea,
    Experiment,
    Insight,
    Learning,
    Observation,
    Page,
    Audience,
    Variation,
    Goal,
    Comment,
    Form,
    FormResponse,
    Project,
}

impl Attachable {
    /// The kind of this name.
    pub fn kind(self) -> Option<Kind> {
        Kind::named(self.name())
    }
}

/// Where what is attached is found: at the link, or at an address of the service that is signed for each answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Location {
    Link(HttpUrl),
    File,
}

impl Value for Location {
    type Raw = Option<String>;
    const FIELD_TYPE: FieldType = <HttpUrl as Value>::FIELD_TYPE;
    const NULLABLE: bool = true;

    fn show(&self) -> FieldValue<'_> {
        match self {
            Self::Link(link) => link.show(),
            Self::File => FieldValue::FileAddress,
        }
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        if raw.is_null() { Ok(Self::File) } else { HttpUrl::read(raw).map(Self::Link) }
    }

    fn into_raw(self) -> Option<String> {
        match self {
            Self::Link(link) => Some(link.into_raw()),
            Self::File => None,
        }
    }

    fn from_raw(raw: Option<String>) -> Result<Self, Unreadable> {
        raw.map_or(Ok(Self::File), |raw| HttpUrl::from_raw(raw).map(Self::Link))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum AttachmentFilter {
    #[selective]
    Id,
    #[counted]
    ProjectId,
    #[counted]
    AttachableType,
    #[selective]
    AttachableId,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum AttachmentSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum AttachmentRelation {
    #[one_of(Attachable)]
    Attachable,
}

impl Kinded for StoredFile {
    const KIND: Kind = Kind::File;
}

impl Listed for Attachment {
    type Filter = AttachmentFilter;
    type Sort = AttachmentSort;
    type Relation = AttachmentRelation;
}

impl Resource for Attachment {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Parts;
    const COLUMNS: &'static [&'static str] =
        &["name", "type", "file_type", "file_size", "attachable_type", "created_at"];
    const LOGGED: Option<LoggedElsewhere<Self>> = Some(LoggedElsewhere {
        on: "the record that it is attached to",
        of: |stored| match stored.record.attachable_type.kind() {
            Some(kind) => Logged::On(kind, stored.record.attachable_id.get()),
            None => Logged::OnTeam,
        },
    });
}

impl Commanded for Attachment {
    const COMMANDS: &'static [Command<Self>] = &[
        Command {
            input: Input::Upload,
            answers: Answers::Record,
            summary: "Attaches a file or a link to a record.",
            run: Run::OnKind(attachments::create),
            ..Command::CREATE
        },
        Command::UPDATE,
        Command {
            summary: "Deletes an {}, and its file with the last that has it.",
            run: Run::OnRecord(attachments::delete),
            ..Command::DELETE
        },
    ];
}
