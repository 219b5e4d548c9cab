//! Audiences, where they are more than what every kind has.

mod conditions;
mod copies;
mod defaults;
mod insights;
