//! Constraints: what a client is told where the database refuses what two requests at the same moment both found
//! allowed.

use std::borrow::Cow;

use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::TeamId;
use uplift_domain::listing::Direction;
use uplift_domain::record::{FieldError, Invalid, Unique as Declared};
use uplift_domain::{Kind, Refusal};

use super::super::lists::statement::Statement;
use super::super::session::session::refuse;

/// A unique index, by its name and by its columns, and the field that it is about.
struct Unique {
    index: &'static str,
    columns: &'static str,
    field: &'static str,
}

/// Those that requests can run into, beside those that follow from the declaration of a kind.
const UNIQUES: &[Unique] = &[
    Unique { index: "users_email_folded_key", columns: "users.email_folded", field: "email" },
    Unique { index: "team_users_pkey", columns: "team_users.team_id, team_users.id", field: "user_id" },
    Unique { index: "teams_slug_key", columns: "teams.slug", field: "name" },
    Unique {
        index: "numbering_assignments_active",
        columns: "numbering_assignments.team_id, numbering_assignments.entity_type, \
                  numbering_assignments.assignment_scope_key",
        field: "assignments",
    },
];

/// The refusal of a value that a unique index has already. One database names the index, the other its columns.
pub(crate) fn taken(named: &str) -> Option<Refusal> {
    let known = UNIQUES.iter().find(|it| it.index == named || it.columns == named).map(|it| it.field);
    Some(Refusal::field(known.or_else(|| declared(named))?, &FieldError::Taken))
}

/// The field that is declared unique in this index, which is called `<table>_<field>_unique`, or in these columns.
fn declared(named: &str) -> Option<&'static str> {
    Kind::ALL.iter().find_map(|kind| {
        let table = kind.plural()?;
        kind.fields().iter().filter(|field| field.unique != Declared::No).find_map(|field| {
            let index = format!("{table}_{}_unique", field.name);
            let folded = if field.unique == Declared::Casefold { "_folded" } else { "" };
            let last = format!("{table}.{}{folded}", field.name);
            let columns = named.split(", ").last() == Some(last.as_str());
            (named == index || columns).then_some(field.name)
        })
    })
}

/// The ids of the records of a team that have this number in a field, of those that are deleted or of the others.
pub(crate) fn having(
    team: TeamId,
    table: &'static str,
    (field, number): (&'static str, i64),
    deleted: bool,
) -> Statement<BigInt> {
    let statement = Statement::new("SELECT id FROM ").name(table).words(" WHERE team_id = ").number(team.get());
    let of = statement.words(" AND ").name(field).words(" = ").number(number);
    of.words(if deleted { " AND deleted_at IS NOT NULL" } else { " AND deleted_at IS NULL" }).words(" ORDER BY id")
}

/// The refusal of what names a record that is not there any more. Not every database tells which field it is.
pub(crate) fn gone(error: &Error) -> Refusal {
    log::warn!("a record that is named is gone: {error}");
    Refusal::field("id", &FieldError::NotAllowed)
}

/// What a failed removal of a record means: others may name it.
pub(crate) fn refuse_removal(kind: Kind, error: Error) -> Refusal {
    match error {
        Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => {
            let (field, mut invalid) = (kind.singular(), Invalid::default());
            invalid.tell(field, format!("The {} is used by other records.", field.replace('_', " ")));
            Refusal::Invalid(invalid)
        }
        other => refuse(other),
    }
}

/// Asks for a live record of a team, other than one, that has this text in a column, among those that have this number
/// in another where one is given.
pub(crate) fn is_taken(
    team: TeamId,
    table: &'static str,
    (column, text): (Cow<'static, str>, &str),
    with: Option<(&'static str, i64)>,
    other_than: Option<i64>,
) -> Statement<BigInt> {
    let mut statement = Statement::new("SELECT id FROM ").name(table).words(" WHERE team_id = ").number(team.get());
    if let Some((other, number)) = with {
        statement = statement.words(" AND ").name(other).words(" = ").number(number);
    }
    statement = statement.words(" AND ").name(column).words(" = ").text(text);
    // No record has the id 0.
    statement.words(" AND deleted_at IS NULL AND id <> ").number(other_than.unwrap_or_default()).limit(1)
}

/// Asks for what live records of a team have in a column that begins so, among those that have this number in another.
pub(crate) fn texts_beginning(
    team: TeamId,
    table: &'static str,
    (column, start): (&'static str, &str),
    with: Option<(&'static str, i64)>,
    most: i64,
) -> Statement<Text> {
    let mut statement = Statement::new("SELECT ").name(column).words(" FROM ").name(table);
    statement = statement.words(" WHERE team_id = ").number(team.get());
    if let Some((other, number)) = with {
        statement = statement.words(" AND ").name(other).words(" = ").number(number);
    }
    // Both databases compare by code point, and this is the last of them.
    let end = format!("{start}{}", char::MAX);
    statement = statement.words(" AND ").name(column).words(" >= ").text(start).words(" AND ").name(column);
    statement.words(" < ").text(end).words(" AND deleted_at IS NULL").limit(most)
}

/// The number in a column nearest to one, of another record than one.
pub(crate) fn nearest(
    team: TeamId,
    table: &'static str,
    column: &'static str,
    (among, number): (&'static str, i64),
    (from, except): (i64, i64),
    way: Direction,
) -> Statement<BigInt> {
    let (least, order) = match way {
        Direction::Ascending => (" >= ", " ASC"),
        Direction::Descending => (" <= ", " DESC"),
    };
    let statement = Statement::new("SELECT ").name(column).words(" FROM ").name(table);
    let statement = statement.words(" WHERE team_id = ").number(team.get()).words(" AND ").name(among);
    let statement = statement.words(" = ").number(number).words(" AND ").name(column).words(least).number(from);
    let statement = statement.words(" AND id <> ").number(except).words(" AND deleted_at IS NULL ORDER BY ");
    statement.name(column).words(order).limit(1)
}

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
        for named in ["goals_key_unique", "goals.team_id, goals.project_id, goals.key"] {
            assert_eq!(taken(named), Some(Refusal::field("key", &FieldError::Taken)), "{named}");
        }
        assert_eq!(taken("files.key"), None);
    }
}
