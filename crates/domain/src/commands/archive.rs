//! Putting records away that nobody works with any more, and taking them back.

use uplift_derive::Choices;

use super::command::{Command, Run};
use crate::record::Time;
use crate::resource::Resource;

/// Whether a record is in use or put away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ArchiveStatus {
    Active,
    Archived,
}

/// A kind whose records may be put away. One that is put away already stays as it is, and so does one that is not.
pub trait Archivable: Resource {
    fn archive(&mut self, now: Time);
    fn unarchive(&mut self);
}

impl<R: Archivable> Command<R> {
    pub const ARCHIVE: Self = Self::action(
        "archive",
        "archived",
        "Archives a {}.",
        Run::OnFields(|record, _, now| {
            record.archive(now);
            Ok(())
        }),
    );

    pub const UNARCHIVE: Self = Self::action(
        "unarchive",
        "unarchived",
        "Takes an archived {} back into use.",
        Run::OnFields(|record, _, _| {
            record.unarchive();
            Ok(())
        }),
    );
}
