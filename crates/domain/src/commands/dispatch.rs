//! What other crates do to the records of a kind, by functions that are compiled in this one.
//!
//! A generic function is compiled anew in each crate that calls it, for every kind and with all that it calls: that was
//! a third of what the other crates had to compile.

use super::body::Body;
use super::call::{Attempt, Call, Done, Precondition, Step, Terms};
use super::carry_out::create_by_command;
use super::command::{Command, Commanded, Method, Target, commands, named};
use super::find::view;
use crate::Refusal;
use crate::access::Caller;
use crate::listing::{FilterValues, Includes, ListParameters, Listing};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{Id, Stored};
use crate::resource::Resource;

/// A kind whose records other crates read and change.
pub trait Dispatched: Commanded {
    fn dispatch() -> &'static Dispatch<Self>;
}

/// The functions for the kind `R`, each called after the one that it is.
#[expect(clippy::type_complexity, reason = "each is the signature of the function that it is called after")]
pub struct Dispatch<R: Resource> {
    pub commands: fn() -> Vec<Command<R>>,
    pub named: fn(&str, Method) -> Option<&'static Command<R>>,
    pub is_long: fn(&Command<R>, &Body) -> bool,
    pub write: fn(&Command<R>, &mut dyn WriteTx, Target, &Call<'_>) -> Result<Done<R>, Refusal>,
    pub write_on: fn(&Command<R>, &mut dyn WriteTx, Target, &Call<'_>, &Terms<'_, R>) -> Result<Attempt<R>, Refusal>,
    pub read: fn(&Command<R>, &mut dyn ReadTx, Target, &Call<'_>, &Precondition<'_, R>) -> Result<Done<R>, Refusal>,
    pub run_step: fn(&Command<R>, &mut dyn WriteTx, Target, &Call<'_>, &Step<R>) -> Result<Done<R>, Refusal>,
    pub create_by_command: fn(&mut dyn WriteTx, &Caller, &Body) -> Result<Stored<R>, Refusal>,
    pub view: fn(&mut dyn ReadTx, &Caller, Id<R>) -> Result<Stored<R>, Refusal>,
    pub listing: fn(&ListParameters, &Caller, i64) -> Result<Listing<R>, Refusal>,
    pub includes: fn(&ListParameters) -> Result<Includes<R>, Refusal>,
}

impl<R: Commanded> Dispatch<R> {
    pub(crate) const fn new() -> Self {
        Self {
            commands: commands::<R>,
            named: named::<R>,
            is_long: Command::is_long,
            write: Command::write,
            write_on: Command::write_on,
            read: Command::read,
            run_step: Command::run_step,
            create_by_command: create_by_command::<R>,
            view: view::<R>,
            listing: listing::<R>,
            includes: ListParameters::includes::<R>,
        }
    }
}

/// Reads a list of those records of which the caller learns; of pages as [`ListParameters::listing`] says.
///
/// # Errors
/// When what is asked for is no list of the kind.
fn listing<R: Resource>(parameters: &ListParameters, caller: &Caller, max_size: i64) -> Result<Listing<R>, Refusal> {
    let mut listing = parameters.listing::<R>(max_size)?;
    if let Some((filter, ids)) = R::scope(caller) {
        listing.filters.push((filter, FilterValues(ids.iter().map(i64::to_string).collect())));
    }
    Ok(listing)
}
