//! The commands of a kind, behind a trait: all that handles a request is compiled once and not once a kind.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use uplift_domain::access::{Bearer, Caller, Right};
use uplift_domain::commands::{self, Body, Command, Commanded, Done, Outcome, Step, Target};
use uplift_domain::file::{FileKey, Sent};
use uplift_domain::listing::ListParameters;
use uplift_domain::ports::{ReadTx, WriteTx};
use uplift_domain::record::Shows;
use uplift_domain::resource::Resource;
use uplift_domain::{Kind, Refusal};

use crate::admit::budget::Counted;
use crate::answer::json::object;
use crate::answer::json_writer::JsonWriter;
use crate::operations::endpoint::{KindEndpoint, ReadEndpoint, write_plain};
use crate::operations::facts::CommandFacts;

/// A command as it is asked for, when it is handed to the database.
pub(crate) struct CommandRequest {
    pub bearer: Arc<Bearer>,
    /// Which of the kind's commands.
    pub command: usize,
    /// Where the record that it answers is read, if it answers one.
    pub answered: Option<&'static (dyn ReadEndpoint + Send)>,
    pub target: Target,
    pub body: Counted<Body>,
    pub sent: Sent,
    pub parameters: Arc<ListParameters>,
}

/// What a command did.
pub(crate) struct Carried {
    /// The record that it answers.
    pub id: Option<i64>,
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
pub(crate) trait CommandEndpoint: Sync {
    /// Where the kind is read.
    fn reads(&self) -> &(dyn ReadEndpoint + Send);

    /// What is declared of each command.
    fn commands(&self) -> &[CommandFacts];

    /// Whether the caller's role allows a command that is carried out on no record.
    fn permit(&self, caller: &Caller, right: Right) -> Result<(), Refusal>;

    /// Carries out a command that writes, and writes its answer.
    fn write(&self, tx: &mut dyn WriteTx, request: &CommandRequest, out: &mut JsonWriter) -> Result<Carried, Refusal>;

    /// Carries out a command that changes nothing, and writes its answer.
    fn read(&self, tx: &mut dyn ReadTx, request: &CommandRequest, out: &mut JsonWriter) -> Result<Carried, Refusal>;
}

/// A command of an endpoint, as the table of operations names it.
#[derive(Clone, Copy)]
pub(crate) struct NamedCommand {
    pub endpoint: &'static (dyn CommandEndpoint + Send),
    pub facts: &'static CommandFacts,
    /// Its place among the commands of the endpoint.
    pub at: usize,
    /// Where the record that it answers is read, if it answers one.
    pub answered: Option<&'static (dyn ReadEndpoint + Send)>,
}

/// The commands of the kind `R`.
pub(crate) struct KindCommands<R: Resource> {
    reads: KindEndpoint<R>,
    declared: LazyLock<Declared<R>>,
}

struct Declared<R: Resource> {
    commands: Vec<Command<R>>,
    facts: Vec<CommandFacts>,
}

impl<R: Commanded> KindCommands<R> {
    pub(crate) const fn new() -> Self {
        let declared = || {
            let commands = commands::commands::<R>();
            Declared { facts: commands.iter().map(CommandFacts::of).collect(), commands }
        };
        Self { reads: KindEndpoint::new(), declared: LazyLock::new(declared) }
    }

    fn declared(&self, request: &CommandRequest) -> Result<&Command<R>, Refusal> {
        let missing = || Refusal::Fault(format!("{} has no command {}", R::KIND.singular(), request.command));
        self.declared.commands.get(request.command).ok_or_else(missing)
    }
}

impl<R: Commanded> CommandEndpoint for KindCommands<R> {
    fn reads(&self) -> &(dyn ReadEndpoint + Send) {
        &self.reads
    }

    fn commands(&self) -> &[CommandFacts] {
        &self.declared.facts
    }

    fn permit(&self, caller: &Caller, right: Right) -> Result<(), Refusal> {
        caller.permit(R::RIGHTS, right, None)
    }

    fn write(&self, tx: &mut dyn WriteTx, request: &CommandRequest, out: &mut JsonWriter) -> Result<Carried, Refusal> {
        let command = self.declared(request)?;
        let body = checked(request);
        let done = command.write(tx, request.target, &command.call(&request.bearer.caller, &body, &request.sent))?;
        answer(tx, *command, request, done, out)
    }

    fn read(&self, tx: &mut dyn ReadTx, request: &CommandRequest, out: &mut JsonWriter) -> Result<Carried, Refusal> {
        let command = self.declared(request)?;
        let body = checked(request);
        let done = command.read(tx, request.target, &command.call(&request.bearer.caller, &body, &request.sent))?;
        answer(tx, *command, request, done, out)
    }
}

/// The body, or what is wrong with the includes of the query where the body itself could be read: of the two, the
/// includes are told first.
fn checked(request: &CommandRequest) -> Cow<'_, Body> {
    let body = &*request.body;
    match (body, request.answered.map(|answered| answered.check_includes(&request.parameters))) {
        (Ok(_) | Err(_), None | Some(Ok(()))) | (Err(Refusal::TooLarge | Refusal::MediaType(_)), Some(Err(_))) => {
            Cow::Borrowed(body)
        }
        (Ok(_) | Err(_), Some(Err(refusal))) => Cow::Owned(Err(refusal)),
    }
}

/// Writes what a command answers.
fn answer<R: Resource>(
    tx: &mut dyn ReadTx,
    command: Command<R>,
    request: &CommandRequest,
    done: Done<R>,
    out: &mut JsonWriter,
) -> Result<Carried, Refusal> {
    let (id, next) = match done.outcome {
        Outcome::Record(stored) => {
            write_plain(tx, &request.bearer.caller, &stored, out)?;
            (Some(stored.id.get()), None)
        }
        Outcome::Made(id) => {
            let unread = || Refusal::Fault(format!("{} answers no record", command.name));
            let answered = request.answered.ok_or_else(unread)?;
            answered.view(tx, &request.bearer.caller, id, &ListParameters::default(), out)?;
            (Some(id), None)
        }
        Outcome::Document(document) => {
            write_document(document.as_ref(), out)?;
            (None, None)
        }
        Outcome::Nothing => (None, None),
        Outcome::After(step) => (None, Some(next_job(command, step))),
    };
    Ok(Carried { id, unused: done.unused, next })
}

/// The next job of a command, whatever the kind.
fn next_job<R: Resource>(command: Command<R>, step: Step<R>) -> NextJob {
    Box::new(move |tx, request, out| {
        let body = checked(request);
        let call = command.call(&request.bearer.caller, &body, &request.sent);
        let done = command.go_on(tx, request.target, &call, &step)?;
        answer(tx, command, request, done, out)
    })
}

fn write_document(document: &dyn Shows, out: &mut JsonWriter) -> Result<(), Refusal> {
    out.bytes.extend_from_slice(b"{\"data\":");
    object(out, document)?;
    out.bytes.push(b'}');
    Ok(())
}

/// The kind of the records that the commands are about.
pub(crate) fn kind(endpoint: &dyn CommandEndpoint) -> Kind {
    endpoint.reads().kind()
}
