//! Access: who asks, for which team, and what they may do. Effective right = abilities ∩ role ∩ plan, and a team
//! whose billing is blocked only reads.

mod ability;
mod bearer;
mod billing;
mod caller;
mod plan;
mod rights;
mod role;
mod token;

pub use ability::{Abilities, Ability};
pub use bearer::{Bearer, USE_NOTED};
pub use billing::{Billing, BillingMode};
pub use caller::{Actor, Caller, TeamId};
pub use plan::{Limit, Plan, Statistics};
pub use rights::{Right, Rights};
pub use role::Role;
pub(crate) use token::address_token;
pub use token::{InvitationToken, SECRET, SecretHash, Token, invitation_token, is_secret, secret, token};
