//! Commands: what may be done to a record of any kind, each written once.
//!
//! Every command takes the caller, refuses in the order of the interface (absent, role, plan, body), and leaves its
//! entry in the activity log in the transaction of the change.

mod body;
mod call;
mod carry_out;
mod checks;
mod command;
pub(crate) mod counters;
mod create;
mod delete;
mod find;
pub mod lifecycle;
mod link;
pub(crate) mod log;
mod shared;
mod update;

pub use body::Body;
pub(crate) use body::fields;
pub use call::{Call, Done, Outcome, Step};
pub use carry_out::create_by_command;
pub use command::{
    Act, Answers, Change, Command, Commanded, Input, LinkChange, Look, Method, Run, Target, commands, named,
};
pub(crate) use counters::update_counters;
pub use create::{PreparedCreate, commit_create, create, free_slug, prepare_create};
pub(crate) use delete::delete_in_batch;
pub use delete::{delete, restore};
pub(crate) use find::missing;
pub use find::{find, find_deleted_or_live, permit, view};
pub(crate) use lifecycle::refuse_command;
pub use link::MOST_LINKS;
pub(crate) use log::{both_sides, entry, one_side};
pub use update::{PartsChange, PreparedUpdate, commit_update, prepare_update, update};
pub(crate) use update::{change, change_with};
