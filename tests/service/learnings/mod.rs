//! Learnings: the list to the letter of the contract, and every verb beside it.

mod deletes;
mod examples;
mod filters;
mod includes;
mod list;
mod pages;
mod paginator;
mod relations;
mod searches;
mod sorts;
mod up_to_date;
mod writes;

/// Every member of a learning, in the order in which it is written.
const MEMBERS: [&str; 11] = [
    "id",
    "project_id",
    "research_collection_id",
    "user_id",
    "name",
    "description",
    "confidence",
    "learned_at",
    "created_at",
    "updated_at",
    "deleted_at",
];
