//! Pages for people, made on the server: they work without scripts, and nothing of them is fetched from elsewhere.

pub(crate) mod app;
pub(crate) mod assets;
mod cookies;
mod encoded;
mod foreign;
mod isolated;
mod page;
pub(crate) mod visitors;
