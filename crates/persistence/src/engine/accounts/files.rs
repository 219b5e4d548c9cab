//! What the database knows of files.

use anyhow::{Result, anyhow};
use diesel::prelude::*;
use uplift_domain::access::TeamId;
use uplift_domain::file::{FileKey, StoredFile};
use uplift_domain::ports::FileRows;
use uplift_domain::record::{Choices, Id, Stored, Time, Value};
use uplift_domain::{Attachment, Kind, Refusal};
use uplift_tables::{AttachmentRow, Dated, Moment, attachments, file_holds, files};

use super::super::super::backend::{self, Conn};
use super::super::super::dialect::{for_update, insert_row};
use super::super::lists::statement::Statement;
use super::super::session::session::{Session, failure, refuse};
use super::super::upkeep::migrate::state;

/// The columns of a file, as they are read.
pub(crate) type FileCells = (i64, String, i64, String, Option<String>);

pub(crate) const FILE: (files::id, files::key, files::size, files::hash, files::content) =
    (files::id, files::key, files::size, files::hash, files::content);

pub(crate) fn file_of((id, key, size, hash, content): FileCells) -> Result<(Id<StoredFile>, StoredFile), Refusal> {
    let size = size.unsigned_abs();
    Ok((Id::new(id), StoredFile { key: FileKey(key), size, hash, content: Value::from_raw(content)? }))
}

/// How the name of the migration ends that made the table of files.
const MADE_BY: &str = "_attachments";

/// Every file that the database names. One that was never migrated so far names none.
pub(crate) fn named(conn: &mut Conn) -> Result<Vec<StoredFile>> {
    if state(conn)?.pending.iter().any(|migration| migration.ends_with(MADE_BY)) {
        return Ok(Vec::new());
    }
    let query = files::table.order((files::team_id.asc(), files::id.asc())).select(FILE);
    let rows: Vec<FileCells> = query.load(conn)?;
    let files: Result<_, Refusal> = rows.into_iter().map(|cells| file_of(cells).map(|(_, file)| file)).collect();
    files.map_err(|refusal| anyhow!("a file cannot be read: {}", failure(&refusal)))
}

impl FileRows for Session<'_> {
    fn file_to_share(&mut self, team: TeamId, hash: &str) -> Result<Option<Id<StoredFile>>, Refusal> {
        let query = files::table.filter(files::team_id.eq(team.get())).filter(files::hash.eq(hash)).select(files::id);
        let id: Option<i64> = for_update!(query).get_result(self.conn()?).optional().map_err(refuse)?;
        Ok(id.map(Id::new))
    }

    fn await_files(&mut self) -> Result<(), Refusal> {
        backend::await_files(self.conn()?).map_err(refuse)
    }

    fn hold_files(&mut self, team: TeamId, until: Time) -> Result<i64, Refusal> {
        let now = Moment(self.now);
        let over = file_holds::table.filter(file_holds::team_id.eq(team.get())).filter(file_holds::until.le(now));
        diesel::delete(over).execute(self.writing()?).map_err(refuse)?;
        let row = diesel::insert_into(file_holds::table).values((
            file_holds::team_id.eq(team.get()),
            file_holds::since.eq(now),
            file_holds::until.eq(Moment(until)),
        ));
        insert_row!(row, file_holds::id, self.writing()?).map_err(refuse)
    }

    fn let_go_of_files(&mut self, team: TeamId, hold: i64) -> Result<(), Refusal> {
        let held = file_holds::table.filter(file_holds::team_id.eq(team.get())).filter(file_holds::id.eq(hold));
        diesel::delete(held).execute(self.writing()?).map(drop).map_err(refuse)
    }

    fn insert_file(&mut self, team: TeamId, file: &StoredFile) -> Result<Id<StoredFile>, Refusal> {
        let now = self.now;
        let row = diesel::insert_into(files::table).values((
            files::team_id.eq(team.get()),
            files::key.eq(&file.key.0),
            files::size.eq(file.size.cast_signed()),
            files::hash.eq(&file.hash),
            files::content.eq(file.content.map(Choices::name)),
            files::created_at.eq(Moment(now)),
        ));
        let id = insert_row!(row, files::id, self.writing()?).map_err(refuse)?;
        Ok(Id::new(id))
    }

    fn remove_file_unless_used(&mut self, team: TeamId, file: Id<StoredFile>) -> Result<Option<FileKey>, Refusal> {
        let row = files::table.filter(files::team_id.eq(team.get())).filter(files::id.eq(file.get()));
        let key: Option<String> =
            for_update!(row.select(files::key)).get_result(self.conn()?).optional().map_err(refuse)?;
        let Some(key) = key else { return Ok(None) };
        let unused = Statement::<()>::new("DELETE FROM files WHERE team_id = ").number(team.get());
        let unused = unused.words(" AND id = ").number(file.get()).words(" AND NOT EXISTS (SELECT 1 FROM attachments ");
        let unused = unused.words("WHERE team_id = ").number(team.get()).words(" AND file_id = ").number(file.get());
        let gone = unused.words(")").execute(self.writing()?).map_err(refuse)?;
        Ok((gone > 0).then_some(FileKey(key)))
    }

    fn attachments_to_change(&mut self, team: TeamId, kind: Kind, id: i64) -> Result<Vec<Stored<Attachment>>, Refusal> {
        let query = attachments::table
            .filter(attachments::team_id.eq(team.get()))
            .filter(attachments::attachable_type.eq(kind.singular()))
            .filter(attachments::attachable_id.eq(id))
            // They go for good; but the index has no others.
            .filter(attachments::deleted_at.is_null())
            .order(attachments::id.asc())
            .select((dated!(attachments), AttachmentRow::as_select()));
        let rows: Vec<(Dated, AttachmentRow)> = for_update!(query).load(self.conn()?).map_err(refuse)?;
        rows.into_iter().map(|(dated, row)| Ok(row.into_stored(dated)?)).collect()
    }
}
