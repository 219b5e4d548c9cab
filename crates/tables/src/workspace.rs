//! The tables beside those of records: people, settings, counters, the activity log and repeated requests.

use diesel::{Insertable, Queryable, Selectable, allow_tables_to_appear_in_same_query, table};

use crate::kinds::{api_keys, team_users, teams};
use crate::types::{DocText, Moment};

table! {
    use diesel::sql_types::{BigInt, Text};
    use crate::types::Micros;

    users (id) {
        id -> BigInt,
        email -> Text,
        email_folded -> Text,
        created_at -> Micros,
    }
}

table! {
    use diesel::sql_types::Text;

    settings (name) {
        name -> Text,
        value -> Text,
    }
}

table! {
    use diesel::sql_types::{BigInt, Text};

    // `filter` and `value` are empty for the counter of the whole team.
    counters (team_id, kind, filter, value) {
        team_id -> BigInt,
        kind -> Text,
        filter -> Text,
        value -> Text,
        n -> BigInt,
    }
}

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::types::{Doc, Micros};

    activities (id) {
        id -> BigInt,
        team_id -> BigInt,
        log_name -> Nullable<Text>,
        description -> Text,
        subject_type -> Nullable<Text>,
        subject_id -> Nullable<BigInt>,
        event -> Nullable<Text>,
        causer_type -> Nullable<Text>,
        causer_id -> Nullable<BigInt>,
        properties -> Nullable<Doc>,
        batch_uuid -> Nullable<Text>,
        created_at -> Micros,
        updated_at -> Micros,
    }
}

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::types::Micros;

    idempotent_requests (team_id, token_id, key) {
        team_id -> BigInt,
        token_id -> BigInt,
        key -> Text,
        digest -> Text,
        status -> Nullable<BigInt>,
        answer -> Nullable<Text>,
        tag -> Nullable<Text>,
        created_at -> Micros,
    }
}

allow_tables_to_appear_in_same_query!(api_keys, teams, team_users, users);

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = activities, treat_none_as_default_value = false)]
pub struct ActivityRow {
    #[diesel(skip_insertion)]
    pub id: i64,
    pub log_name: Option<String>,
    pub description: String,
    pub subject_type: Option<String>,
    pub subject_id: Option<i64>,
    pub event: Option<String>,
    pub causer_type: Option<String>,
    pub causer_id: Option<i64>,
    pub properties: Option<DocText>,
    pub batch_uuid: Option<String>,
    pub created_at: Moment,
    pub updated_at: Moment,
}
