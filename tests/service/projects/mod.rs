//! Projects, where they are more than what every kind has.

mod archive;
mod copies;
mod members;
