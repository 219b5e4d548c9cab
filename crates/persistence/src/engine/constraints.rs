//! Constraints: what a client is told where the database refuses what two requests at the same moment both found
//! allowed.

use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::TeamId;
use uplift_domain::record::FieldError;
use uplift_domain::refusal::Invalid;
use uplift_domain::{Kind, Refusal};

use super::super::backend::{Conn, Db};
use super::session::refuse;

/// A unique index, by its name and by its columns, and the field that it is about.
struct Unique {
    index: &'static str,
    columns: &'static str,
    field: &'static str,
}

/// Those that requests can run into.
const UNIQUES: &[Unique] = &[
    Unique { index: "projects_code_unique", columns: "projects.team_id, projects.code", field: "code" },
    Unique { index: "users_email_folded_key", columns: "users.email_folded", field: "email" },
    Unique { index: "memberships_pkey", columns: "memberships.team_id, memberships.user_id", field: "user_id" },
    Unique {
        index: "numbering_assignments_active",
        columns: "numbering_assignments.team_id, numbering_assignments.entity_type, \
                  numbering_assignments.assignment_scope_key",
        field: "assignments",
    },
];

/// The refusal of a value that a unique index has already. One database names the index, the other its columns.
pub(crate) fn taken(named: &str) -> Option<Refusal> {
    let unique = UNIQUES.iter().find(|it| it.index == named || it.columns == named)?;
    Some(Refusal::field(unique.field, &FieldError::Taken))
}

/// The refusal of what names a record that is not there any more. Not every database tells which field it is.
pub(crate) fn gone(error: &Error) -> Refusal {
    log::warn!("a record that is named is gone: {error}");
    Refusal::field("id", &FieldError::NotAllowed)
}

/// What a failed removal of a record means: others may name it.
pub(super) fn refuse_removal(kind: Kind, error: Error) -> Refusal {
    match error {
        Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => {
            let (field, mut invalid) = (kind.singular(), Invalid::default());
            invalid.tell(field, format!("The {} is used by other records.", field.replace('_', " ")));
            Refusal::Invalid(invalid)
        }
        other => refuse(other),
    }
}

/// Asks whether a live record of a team has this text in a column that a unique index keeps.
pub(super) struct IsTaken<'a> {
    table: &'static str,
    column: &'static str,
    team: i64,
    text: &'a str,
    /// The record that may have it; no record has the id 0.
    other_than: i64,
}

impl<'a> IsTaken<'a> {
    pub(super) fn new(
        (table, column): (&'static str, &'static str),
        team: TeamId,
        text: &'a str,
        other_than: Option<i64>,
    ) -> Self {
        Self { table, column, team: team.get(), text, other_than: other_than.unwrap_or_default() }
    }

    pub(super) fn ask(self, conn: &mut Conn) -> QueryResult<bool> {
        Ok(self.get_result::<i64>(conn).optional()?.is_some())
    }
}

impl QueryId for IsTaken<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for IsTaken<'_> {
    type SqlType = BigInt;
}

impl QueryFragment<Db> for IsTaken<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        out.push_sql("SELECT id FROM ");
        out.push_identifier(self.table)?;
        out.push_sql(" WHERE team_id = ");
        out.push_bind_param::<BigInt, _>(&self.team)?;
        out.push_sql(" AND ");
        out.push_identifier(self.column)?;
        out.push_sql(" = ");
        out.push_bind_param::<Text, _>(self.text)?;
        out.push_sql(" AND deleted_at IS NULL AND id <> ");
        out.push_bind_param::<BigInt, _>(&self.other_than)?;
        out.push_sql(" LIMIT 1");
        Ok(())
    }
}

impl RunQueryDsl<Conn> for IsTaken<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_and_its_columns_are_told_alike() {
        for unique in UNIQUES {
            assert!(taken(unique.index).is_some(), "{}", unique.index);
            assert_eq!(taken(unique.index), taken(unique.columns));
        }
        assert_eq!(taken("projects.team_id, projects.code"), Some(Refusal::field("code", &FieldError::Taken)));
        assert_eq!(taken("files.key"), None);
    }
}
