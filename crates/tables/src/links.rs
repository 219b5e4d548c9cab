//! The tables of links: which records are attached to which.

use diesel::{allow_tables_to_appear_in_same_query, table};

use crate::kinds::{ideas, insights, learnings};

table! {
    use diesel::sql_types::BigInt;

    learning_insight (team_id, learning_id, insight_id) {
        team_id -> BigInt,
        learning_id -> BigInt,
        insight_id -> BigInt,
    }
}

table! {
    use diesel::sql_types::BigInt;

    idea_insight (team_id, idea_id, insight_id) {
        team_id -> BigInt,
        idea_id -> BigInt,
        insight_id -> BigInt,
    }
}

allow_tables_to_appear_in_same_query!(learning_insight, insights);
allow_tables_to_appear_in_same_query!(learning_insight, learnings);
allow_tables_to_appear_in_same_query!(idea_insight, ideas);
allow_tables_to_appear_in_same_query!(idea_insight, insights);
