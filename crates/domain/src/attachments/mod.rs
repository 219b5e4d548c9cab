//! What is done to attachments beside what all kinds share: they come with bytes, go with them, and follow the record
//! they are attached to.

mod bytes;
mod copy;
mod create;
mod delete;
pub(crate) mod follow;
mod reading;
mod with_file;

pub(crate) use copy::copy_all;
pub use create::create;
pub(crate) use create::{admit, attach};
pub(crate) use delete::{delete, delete_all, delete_one, purge_all_silently};
pub(crate) use reading::of_file;
pub use with_file::{FILE_REACH, with_file};
