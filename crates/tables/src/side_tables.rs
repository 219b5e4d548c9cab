//! What stands beside the records of a kind, in tables of its own: the files of attachments and what holds them, and what
//! numbering schemes are assigned to and how far they have counted.

use diesel::{allow_tables_to_appear_in_same_query, table};

use crate::kinds::{forms, numbering_schemes, projects, teams};

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::types::Micros;

    files (id) {
        id -> BigInt,
        team_id -> BigInt,
        key -> Text,
        size -> BigInt,
        hash -> Text,
        content -> Nullable<Text>,
        created_at -> Micros,
    }
}

table! {
    use diesel::sql_types::BigInt;
    use crate::types::Micros;

    file_holds (id) {
        id -> BigInt,
        team_id -> BigInt,
        since -> Micros,
        until -> Micros,
    }
}

table! {
    use diesel::sql_types::{BigInt, Bool, Nullable, Text};

    numbering_assignments (id) {
        id -> BigInt,
        team_id -> BigInt,
        scheme_id -> BigInt,
        entity_type -> Text,
        assignment_scope_key -> Text,
        project_id -> Nullable<BigInt>,
        is_active -> Bool,
    }
}

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};

    numbering_sequences (id) {
        id -> BigInt,
        team_id -> BigInt,
        scheme_id -> BigInt,
        scope_key -> Text,
        project_id -> Nullable<BigInt>,
        next_number -> BigInt,
    }
}

allow_tables_to_appear_in_same_query!(forms, teams);
allow_tables_to_appear_in_same_query!(numbering_assignments, numbering_schemes);
allow_tables_to_appear_in_same_query!(numbering_assignments, projects);
allow_tables_to_appear_in_same_query!(numbering_schemes, projects);
allow_tables_to_appear_in_same_query!(numbering_sequences, projects);
