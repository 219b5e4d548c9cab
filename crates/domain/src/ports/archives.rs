//! What the archive of a team is read from.

use crate::Refusal;
use crate::access::TeamId;
use crate::archive::{ArchiveTable, Cell};
use crate::file::StoredFile;
use crate::record::Time;

/// The rows of a team, whatever they are of.
pub trait ArchiveReads {
    /// Every table whose rows are archived, those that others name before these.
    fn archive_tables(&self) -> Vec<ArchiveTable>;

    /// The ids of all that the team has in a table, deleted or not, in order.
    fn archive_ids(&mut self, team: TeamId, table: &ArchiveTable) -> Result<Vec<i64>, Refusal>;

    /// The rows of a table that follow one with these values in its key: so many at most, and fewer where they are long,
    /// in the order of their keys.
    fn archive_rows(
        &mut self,
        team: TeamId,
        table: &ArchiveTable,
        after: &[Cell],
        most: i64,
    ) -> Result<Vec<Vec<Cell>>, Refusal>;

    /// The addresses of these people, casefolded, whatever team they are in.
    fn archive_people(&mut self, ids: &[i64]) -> Result<Vec<(i64, String)>, Refusal>;

    /// The files of the team, in the order of their ids.
    fn archive_files(&mut self, team: TeamId) -> Result<Vec<StoredFile>, Refusal>;

    /// Since when the files of a team are held, or those of any: by the oldest hold that is not over.
    fn files_held_since(&mut self, team: Option<TeamId>) -> Result<Option<Time>, Refusal>;
}

/// The rows of a new team, written as an archive has them.
pub trait ArchiveRows {
    /// Every table whose rows are archived, those that others name before these where that is possible; with the
    /// columns that name rows which are not there yet when a row of it is written.
    fn archive_order(&mut self) -> Result<Vec<(ArchiveTable, Vec<&'static str>)>, Refusal>;

    /// Reserves so many ids of a table, in order.
    fn reserve_ids(&mut self, table: &str, many: i64) -> Result<Vec<i64>, Refusal>;

    /// Writes rows of a table, each with all of its columns.
    fn insert_archived(&mut self, team: TeamId, table: &ArchiveTable, rows: Vec<Vec<Cell>>) -> Result<(), Refusal>;

    /// Lets a column of rows, each given by its id, name these ids.
    fn point_archived(
        &mut self,
        team: TeamId,
        table: &ArchiveTable,
        column: &'static str,
        named: &[(i64, i64)],
    ) -> Result<(), Refusal>;

    /// Lets a team have been made at another moment than it was written.
    fn date_team(&mut self, team: TeamId, created_at: Time) -> Result<(), Refusal>;

    /// Writes what was put off of names and of what searches look in, so that it takes no more memory.
    fn flush_part(&mut self) -> Result<(), Refusal>;
}
