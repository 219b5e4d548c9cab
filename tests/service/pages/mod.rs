//! Pages, where they are more than what every kind has.

mod copies;
mod matches;
mod moves;
mod patterns;
mod tree;
mod uses;
