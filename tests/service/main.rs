//! The whole service, driven over HTTP as its clients drive it, on SQLite and on PostgreSQL.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that meets what it did not expect ends there"
)]

mod access;
mod activities;
mod attachments;
mod audiences;
mod bounds;
mod browser;
mod bulk;
mod charts;
mod coding;
mod collections;
mod comments;
mod conditions;
mod connections;
mod contract;
mod conventions;
mod copies;
mod dashboard;
mod deploy;
mod docs;
mod durability;
mod experiments;
mod exports;
mod fairness;
mod forms;
mod goals;
mod hostile;
mod ideas;
mod idempotency;
mod insights;
mod learnings;
mod lookups;
mod numbering;
mod observations;
mod openapi;
mod operator;
mod pace;
mod pages;
mod people;
mod projects;
mod records;
mod refusals;
mod reports;
mod responses;
mod search;
mod serving;
mod statistics;
mod tags;
mod tour;
mod visitors;
mod world;
mod writer;
