//! A placeholder while the crate is put together.
use anyhow::Result;
use crate::{output::Output, settings::Settings};
pub(crate) fn run(_: &Settings, _: Output) -> Result<()> { Ok(()) }
