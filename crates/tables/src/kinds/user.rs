//! Where the members of teams live. A member has the id of the person that they are, in each of their teams.

use crate::declare::{table_for, view_for};
use crate::types::Micros;
use diesel::sql_types::{Nullable, Text};

table_for! { User in team_users as UserRow, NewUser {
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
