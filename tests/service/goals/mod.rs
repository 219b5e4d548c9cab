//! Goals, where they are more than what every kind has.

mod attachments;
mod keys;
mod metrics;
mod primary;
