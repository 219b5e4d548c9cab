//! Whom an audience is made of: conditions on the visitors of a site.

mod conditions;
mod operator;

pub use conditions::Conditions;
