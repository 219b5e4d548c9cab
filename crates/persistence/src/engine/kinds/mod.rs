//! How each record kind is filtered, sorted and related, one file each.

mod attachment;
mod idea;
mod insight;
mod learning;
mod numbering_scheme;
mod prelude;
mod project;
mod related;
mod research_collection;
mod user;
