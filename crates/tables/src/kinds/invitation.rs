//! Where invitations live.

use crate::declare::{table_for, view_for};
use crate::types::Micros;
use diesel::sql_types::{BigInt, Nullable, Text};

table_for! { Invitation in invitations as InvitationRow, NewInvitation {
    email -> Text,
    role -> Text,
    state -> Text,
    inviter_id -> Nullable<BigInt>,
    user_id -> Nullable<BigInt>,
    expires_at -> Micros,
    accepted_at -> Nullable<Micros>,
    revoked_at -> Nullable<Micros>,
    hash -> Text,
} folds { email => email_folded } }
