//! Commands: what may be done to a record of any kind, each written once.
//!
//! Every command takes the caller, refuses in the order of the interface (absent, role, plan, body), and leaves its
//! entry in the activity log in the transaction of the change.

pub mod action;
mod archive;
mod body;
mod bulk;
mod call;
mod carry_out;
mod checks;
mod command;
mod copy;
pub(crate) mod counters;
mod create;
mod delete;
mod dispatch;
mod find;
mod idempotent;
pub mod lifecycle;
mod link;
mod link_body;
mod link_diff;
mod link_target;
pub(crate) mod log;
mod merge;
mod operation;
mod purge;
mod shared;
mod unique_flag;
mod update;
mod uses;

pub use archive::{Archivable, ArchiveStatus};
pub use body::Body;
pub(crate) use body::fields;
pub use bulk::MOST_OPERATIONS;
pub use call::{Attempt, Call, Done, Outcome, Precondition, Step, Terms, Weighed};
pub use carry_out::READ_REACH;
pub(crate) use carry_out::create_by_command;
pub(crate) use checks::{check_admission, check_limit, check_new_project, check_order, taken_fields};
pub use command::{
    Act, Answers, Command, Commanded, Extent, FieldsFn, InRoles, Input, LinkChange, Method, ReadFn, Run, Target,
};
pub use copy::Duplicable;
pub(crate) use copy::{NAMED_ANEW, NameOfCopy, duplicate, insert_copy, log_copy};
pub(crate) use counters::update_counters;
pub use create::{PreparedCreate, commit_create, create, free_slug, prepare_create};
pub(crate) use create::{insert, insert_unlogged, log_created};
pub use delete::{delete, restore};
pub(crate) use delete::{purge, purge_silently};
pub use dispatch::{Dispatch, Dispatched};
pub use find::{find, find_deleted_or_live, permit};
pub(crate) use find::{find_whole, missing, owners_of, view};
pub use idempotent::{IdempotencyKey, Idempotent, forgotten_before};
pub(crate) use lifecycle::{refuse_command, refuse_in};
pub(crate) use link::attach_made;
pub use link_target::MOST_LINKS;
pub(crate) use link_target::enough_links;
pub use log::event_of;
pub(crate) use log::{both_sides, entry, one_side};
pub(crate) use merge::{check_sources, find_merged, merge};
pub(crate) use purge::purge_unless_used;
pub use unique_flag::{UniqueFlag, unset_flag_for_changed, unset_flag_for_new};
pub use update::{PreparedUpdate, commit_update, prepare_update, update};
pub(crate) use update::{change, change_with};
