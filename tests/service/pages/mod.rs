//! Pages, where they are more than what every kind has.

mod copies;
mod matches;
mod moves;
mod tree;
mod uses;
