//! The tables of the workspace: teams, people, keys, counters and the activity log.

use diesel::{Insertable, Queryable, Selectable, allow_tables_to_appear_in_same_query, table};

use crate::types::{DocText, Moment};

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::types::Micros;

    teams (id) {
        id -> BigInt,
        name -> Text,
        plan -> Text,
        billing_mode -> Text,
        grace_period_ends_at -> Nullable<Micros>,
        timezone -> Text,
        prioritization_framework -> Text,
        created_at -> Micros,
        updated_at -> Micros,
    }
}

table! {
    use diesel::sql_types::{BigInt, Text};
    use crate::types::Micros;

    users (id) {
        id -> BigInt,
        name -> Text,
        name_folded -> Text,
        email -> Text,
        email_folded -> Text,
        created_at -> Micros,
        updated_at -> Micros,
    }
}

table! {
    use diesel::sql_types::{BigInt, Text};
    use crate::types::Micros;

    memberships (team_id, user_id) {
        team_id -> BigInt,
        user_id -> BigInt,
        role -> Text,
        created_at -> Micros,
    }
}

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::types::Micros;

    api_keys (id) {
        id -> BigInt,
        team_id -> BigInt,
        user_id -> BigInt,
        name -> Text,
        abilities -> Text,
        hash -> Text,
        rate_limit -> Nullable<BigInt>,
        expires_at -> Nullable<Micros>,
        revoked_at -> Nullable<Micros>,
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

allow_tables_to_appear_in_same_query!(api_keys, teams, users, memberships);

#[derive(Queryable, Selectable)]
#[diesel(table_name = teams)]
pub struct TeamRow {
    pub id: i64,
    pub name: String,
    pub plan: String,
    pub billing_mode: String,
    pub grace_period_ends_at: Option<Moment>,
    pub timezone: String,
    pub prioritization_framework: String,
    pub created_at: Moment,
    pub updated_at: Moment,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = api_keys)]
pub struct KeyRow {
    pub id: i64,
    pub team_id: i64,
    pub user_id: i64,
    pub name: String,
    pub abilities: String,
    pub hash: String,
    pub rate_limit: Option<i64>,
    pub expires_at: Option<Moment>,
    pub revoked_at: Option<Moment>,
    pub created_at: Moment,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = activities)]
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
