//! Where teams live. The team of a team is itself.

use crate::declare::{table_for, view_for};
use crate::types::{Doc, Micros};
use diesel::sql_types::{BigInt, Nullable, Text};

table_for! { Team in teams as TeamRow, NewTeam {
    name -> Text,
    slug -> Text,
    timezone -> Text,
    week_starts_on -> Text,
    currency -> Text,
    prioritization_framework -> Text,
    settings -> Doc,
    owner_id -> Nullable<BigInt>,
    plan -> Text,
    billing_mode -> Text,
    trial_ends_at -> Nullable<Micros>,
    grace_period_ends_at -> Nullable<Micros>,
} }
