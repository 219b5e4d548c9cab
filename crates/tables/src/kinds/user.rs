//! Where the members of teams are read: a view over users and memberships, so that they too are reached through the team.

use crate::declare::view_for;
use crate::types::Micros;
use diesel::sql_types::{Nullable, Text};

view_for! { User in team_users as UserRow {
    name -> Text,
    email -> Text,
    role -> Text,
    avatar_url -> Nullable<Text>,
    title -> Nullable<Text>,
    timezone -> Nullable<Text>,
    last_active_at -> Nullable<Micros>,
    email_verified_at -> Nullable<Micros>,
    joined_at -> Nullable<Micros>,
} folds { name => name_folded, email => email_folded } }
