//! Where ideas live.

use crate::declare::{table_for, view_for};
use crate::types::{Doc, Micros};
use diesel::sql_types::{BigInt, Date, Double, Nullable, Text};

table_for! { Idea in ideas as IdeaRow, NewIdea {
    identifier -> Nullable<Text>,
    project_id -> BigInt,
    user_id -> Nullable<BigInt>,
    assignee_id -> Nullable<BigInt>,
    name -> Text,
    description -> Nullable<Text>,
    problem -> Nullable<Text>,
    solution -> Nullable<Text>,
    hypothesis -> Nullable<Text>,
    category -> Nullable<Text>,
    source -> Nullable<Text>,
    page_id -> Nullable<BigInt>,
    audience_id -> Nullable<BigInt>,
    primary_goal_id -> Nullable<BigInt>,
    status -> Text,
    priority -> Nullable<Text>,
    framework -> Text,
    scores -> Nullable<Doc>,
    priority_score -> Nullable<Double>,
    priority_score_normalized -> Nullable<Double>,
    effort_days -> Nullable<Double>,
    expected_uplift -> Nullable<Double>,
    due_at -> Nullable<Date>,
    archived_at -> Nullable<Micros>,
    rejected_reason -> Nullable<Text>,
    promoted_at -> Nullable<Micros>,
    position -> BigInt,
    votes_count -> BigInt,
    my_vote -> Text,
    scores_count -> BigInt,
    person_scores -> Text,
} folds { name => name_folded } ranks { status_rank, priority_rank } }
