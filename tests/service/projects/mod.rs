//! Projects, where they are more than what every kind has.

mod archive;
