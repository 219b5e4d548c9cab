//! A command of a kind, as it is asked for and as it is carried out, whatever the kind.

use std::sync::Arc;

use uplift_domain::Refusal;
use uplift_domain::access::Bearer;
use uplift_domain::commands::{Body, Idempotent, Target};
use uplift_domain::file::{FileKey, Sent};
use uplift_domain::listing::ListParameters;
use uplift_domain::ports::{ReadTx, WriteTx};

use crate::admit::budget::Budgeted;
use crate::answer::json_writer::JsonWriter;
use crate::answer::svg::Drawing;
use crate::operations::endpoint::ReadEndpoint;
use crate::operations::facts::CommandFacts;
use crate::operations::reply::Repeated;
use crate::request::conditions::Tags;

/// A command as it is asked for, when it is handed to the database.
pub(crate) struct CommandRequest {
    pub bearer: Arc<Bearer>,
    /// Which of the kind's commands.
    pub command: usize,
    /// Where the record that it answers is read, if it answers one.
    pub answered: Option<&'static dyn ReadEndpoint>,
    pub target: Target,
    /// The states of the record that it is made for, where it says so.
    pub if_match: Option<Tags>,
    /// Where it is not to be carried out again.
    pub idempotent: Option<Idempotent>,
    pub body: Budgeted<Body>,
    pub sent: Sent,
    pub parameters: Arc<ListParameters>,
    /// How what it tells is drawn, where it is not told as JSON.
    pub drawn: Option<Drawing>,
}

/// What a command did.
pub(crate) struct Carried {
    /// The record that it answers, and where it is read.
    pub record: Option<(&'static dyn ReadEndpoint, i64)>,
    /// Whether the answer shows already what the query includes.
    pub is_whole: bool,
    /// Where it was done before, and is answered again.
    pub repeated: Option<Repeated>,
    /// The files that no record has any more.
    pub unused: Vec<FileKey>,
    /// What is to be done before there is an answer.
    pub next: Option<NextJob>,
}

/// The next of the jobs that a command takes.
pub(crate) type NextJob =
    Box<dyn Fn(&mut dyn WriteTx, &CommandRequest, &mut JsonWriter) -> Result<Carried, Refusal> + Send>;

/// Where the commands of a kind are carried out. A record is written out as it is after the change; what the query
/// includes with it is only checked, and read after the commit, so that nobody's includes hold up everybody's writes.
pub(crate) trait CommandEndpoint: Send + Sync {
    /// Where the kind is read.
    fn reads(&self) -> &dyn ReadEndpoint;

    /// What is declared of each command.
    fn commands(&self) -> &[CommandFacts];

    /// Whether a command that writes takes as long as many do.
    fn is_long(&self, request: &CommandRequest) -> bool;

    /// Carries out a command that writes, and writes its answer.
    fn write(&self, tx: &mut dyn WriteTx, request: &CommandRequest, out: &mut JsonWriter) -> Result<Carried, Refusal>;

    /// Carries out a command that changes nothing, and writes its answer.
    fn read(&self, tx: &mut dyn ReadTx, request: &CommandRequest, out: &mut JsonWriter) -> Result<Carried, Refusal>;
}

/// A command of an endpoint, as the table of operations names it.
#[derive(Clone, Copy)]
pub(crate) struct NamedCommand {
    pub endpoint: &'static dyn CommandEndpoint,
    pub facts: &'static CommandFacts,
    /// Its place among the commands of the endpoint.
    pub at: usize,
    /// Where the record that it answers is read, if it answers one.
    pub answered: Option<&'static dyn ReadEndpoint>,
}
