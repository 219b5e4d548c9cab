//! What the database knows of files.

use diesel::prelude::*;
use uplift_domain::access::TeamId;
use uplift_domain::file::{FileKey, StoredFile};
use uplift_domain::ports::Filing;
use uplift_domain::record::{Id, Kept, Value, Words};
use uplift_domain::{Attachment, Kind, Refusal};
use uplift_tables::{AttachmentRow, Dated, Moment, attachments, files};

use super::super::backend::{self, for_update};
use super::session::{Session, refuse};

/// The columns of a file, as they are read.
pub(super) type FileCells = (i64, String, i64, String, Option<String>);

pub(super) const FILE: (files::id, files::key, files::size, files::hash, files::content) =
    (files::id, files::key, files::size, files::hash, files::content);

pub(super) fn file_of((id, key, size, hash, content): FileCells) -> Result<(Id<StoredFile>, StoredFile), Refusal> {
    let size = size.unsigned_abs();
    Ok((Id::new(id), StoredFile { key: FileKey(key), size, hash, content: Value::from_raw(content)? }))
}

impl Filing for Session<'_> {
    fn file_to_share(&mut self, team: TeamId, hash: &str) -> Result<Option<Id<StoredFile>>, Refusal> {
        let query = files::table.filter(files::team_id.eq(team.get())).filter(files::hash.eq(hash)).select(files::id);
        let id: Option<i64> = for_update!(query).get_result(self.conn).optional().map_err(refuse)?;
        Ok(id.map(Id::new))
    }

    fn await_files(&mut self) -> Result<(), Refusal> {
        backend::await_files(self.conn).map_err(refuse)
    }

    fn insert_file(&mut self, team: TeamId, file: &StoredFile) -> Result<Id<StoredFile>, Refusal> {
        let now = self.now;
        let id: i64 = diesel::insert_into(files::table)
            .values((
                files::team_id.eq(team.get()),
                files::key.eq(&file.key.0),
                files::size.eq(file.size.cast_signed()),
                files::hash.eq(&file.hash),
                files::content.eq(file.content.map(Words::name)),
                files::created_at.eq(Moment(now)),
            ))
            .returning(files::id)
            .get_result(self.writing())
            .map_err(refuse)?;
        Ok(Id::new(id))
    }

    fn remove_file_unless_used(&mut self, team: TeamId, file: Id<StoredFile>) -> Result<Option<FileKey>, Refusal> {
        let row = files::table.filter(files::team_id.eq(team.get())).filter(files::id.eq(file.get()));
        let key: Option<String> =
            for_update!(row.select(files::key)).get_result(self.conn).optional().map_err(refuse)?;
        let users =
            attachments::table.filter(attachments::team_id.eq(team.get())).filter(attachments::file_id.eq(file.get()));
        let used: bool = diesel::select(diesel::dsl::exists(users)).get_result(self.conn).map_err(refuse)?;
        let Some(key) = key.filter(|_| !used) else { return Ok(None) };
        diesel::delete(row).execute(self.writing()).map_err(refuse)?;
        Ok(Some(FileKey(key)))
    }

    fn attachments_to_change(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<Vec<Kept<Attachment>>, Refusal> {
        let query = attachments::table
            .filter(attachments::team_id.eq(team.get()))
            .filter(attachments::attachable_type.eq(kind.singular()))
            .filter(attachments::attachable_id.eq(id))
            .order(attachments::id.asc())
            .select((dated!(attachments), AttachmentRow::as_select()));
        let rows: Vec<(Dated, AttachmentRow)> = for_update!(query).load(self.conn).map_err(refuse)?;
        rows.into_iter().map(|(dated, row)| Ok(row.keep(dated)?)).collect()
    }
}
