//! How each record kind is filtered, sorted and related, one file each.

mod insight;
mod learning;
mod prelude;
mod project;
mod related;
mod research_collection;
mod user;
