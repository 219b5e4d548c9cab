//! Constraints: what a client is told where the database refuses what two requests at the same moment both found
//! allowed.

use diesel::result::{DatabaseErrorKind, Error};
use uplift_domain::record::{FieldError, Invalid, Unique as Declared};
use uplift_domain::{Kind, Refusal};

use super::super::session::session::refuse;

/// A unique index, by its name and by its columns, and the field that it is about.
struct Unique {
    index: &'static str,
    columns: &'static str,
    field: &'static str,
}

/// The unique indexes that requests can run into, beside those that follow from the declaration of a kind.
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
pub(crate) fn refuse_taken(named: &str) -> Option<Refusal> {
    let known = UNIQUES.iter().find(|it| it.index == named || it.columns == named).map(|it| it.field);
    Some(Refusal::field(known.or_else(|| declared(named))?, &FieldError::Taken))
}

/// The field that is declared unique in this index, which is called `<table>_<field>_unique`, or in these columns.
fn declared(named: &str) -> Option<&'static str> {
    Kind::ALL.iter().find_map(|kind| {
        let table = kind.table();
        kind.fields().iter().filter(|field| field.unique != Declared::No).find_map(|field| {
            let index = format!("{table}_{}_unique", field.name);
            let folded = if field.unique == Declared::Casefold { "_folded" } else { "" };
            let last = format!("{table}.{}{folded}", field.name);
            let columns = named.split(", ").last() == Some(last.as_str());
            (named == index || columns).then_some(field.name)
        })
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_and_its_columns_are_told_alike() {
        for unique in UNIQUES {
            assert!(refuse_taken(unique.index).is_some(), "{}", unique.index);
            assert_eq!(refuse_taken(unique.index), refuse_taken(unique.columns));
        }
        assert_eq!(refuse_taken("projects.team_id, projects.code"), Some(Refusal::field("code", &FieldError::Taken)));
        for named in ["goals_key_unique", "goals.team_id, goals.project_id, goals.key"] {
            assert_eq!(refuse_taken(named), Some(Refusal::field("key", &FieldError::Taken)), "{named}");
        }
        assert_eq!(refuse_taken("files.key"), None);
    }
}
