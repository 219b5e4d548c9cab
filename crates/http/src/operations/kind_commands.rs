//! The commands of a kind, behind a trait: all that handles a request is compiled once and not once a kind.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde_json::json;
use uplift_domain::Refusal;
use uplift_domain::activity::Batch;
use uplift_domain::commands::{Answers, Attempt, Body, Command, Dispatched, Done, Outcome, Step, Target, Terms};
use uplift_domain::listing::ListParameters;
use uplift_domain::ports::{ReadTx, WriteTx};
use uplift_domain::record::{Id, Shows, Stored};
use uplift_domain::resource::Resource;

use crate::answer::called::called;
use crate::answer::json::{key, object, text};
use crate::answer::json_writer::{AnswerContext, JsonWriter};
use crate::operations::command::{Carried, CommandEndpoint, CommandRequest, NextJob};
use crate::operations::endpoint::{KindEndpoint, ReadEndpoint, write_plain, write_records};
use crate::operations::facts::CommandFacts;
use crate::operations::kinds::read_endpoint;
use crate::operations::repeated::{keep, repeat};

/// The commands of the kind `R`.
pub(crate) struct KindCommands<R: Resource> {
    reads: KindEndpoint<R>,
    declared: LazyLock<Declared<R>>,
}

struct Declared<R: Resource> {
    commands: Vec<Command<R>>,
    facts: Vec<CommandFacts>,
}

impl<R: Dispatched> KindCommands<R> {
    pub(crate) const fn new() -> Self {
        let declared = || {
            let commands = (R::dispatch().commands)();
            Declared { facts: commands.iter().map(CommandFacts::of).collect(), commands }
        };
        Self { reads: KindEndpoint::new(), declared: LazyLock::new(declared) }
    }

    fn declared(&self, request: &CommandRequest) -> Result<&Command<R>, Refusal> {
        let missing = || Refusal::Fault(format!("{} has no command {}", R::KIND.singular(), request.command));
        self.declared.commands.get(request.command).ok_or_else(missing)
    }
}

impl<R: Dispatched> CommandEndpoint for KindCommands<R> {
    fn reads(&self) -> &dyn ReadEndpoint {
        &self.reads
    }

    fn commands(&self) -> &[CommandFacts] {
        &self.declared.facts
    }

    fn is_long(&self, request: &CommandRequest) -> bool {
        self.declared(request).is_ok_and(|command| (R::dispatch().is_long)(command, &request.body))
    }

    fn write(&self, tx: &mut dyn WriteTx, request: &CommandRequest, out: &mut JsonWriter) -> Result<Carried, Refusal> {
        let command = self.declared(request)?;
        let carried = carry_out(command, tx, request, out);
        if self.is_long(request) { carried.map_err(Command::<R>::in_words) } else { carried }
    }

    fn read(&self, tx: &mut dyn ReadTx, request: &CommandRequest, out: &mut JsonWriter) -> Result<Carried, Refusal> {
        let command = self.declared(request)?;
        let body = checked(request, command.answers);
        let call = command.call(&request.bearer.caller, &body, &request.sent);
        let done = (R::dispatch().read)(command, tx, request.target, &call, &precondition(request, &out.context))?;
        let carried = answer(tx, *command, request, done, out)?;
        Ok(Carried { next: carried.next.map(on_same_terms::<R>), ..carried })
    }
}

/// Carries a command out and writes its answer, or the one that is kept of it.
fn carry_out<R: Dispatched>(
    command: &Command<R>,
    tx: &mut dyn WriteTx,
    request: &CommandRequest,
    out: &mut JsonWriter,
) -> Result<Carried, Refusal> {
    let body = checked(request, command.answers);
    let call = command.call(&request.bearer.caller, &body, &request.sent);
    let context = out.context.clone();
    let terms = Terms { precondition: &precondition(request, &context), idempotent: request.idempotent.as_ref() };
    match (R::dispatch().write_on)(command, tx, request.target, &call, &terms)? {
        Attempt::Repeated(kept) => repeat(request, kept, out),
        Attempt::Done(done) => {
            let carried = answer(tx, *command, request, done, out)?;
            match &request.idempotent {
                Some(idempotent) => keep(tx, idempotent, CommandFacts::of(command).status(), request, carried, out),
                None => Ok(carried),
            }
        }
    }
}

/// The check that a record is still in one of the states that the request names.
fn precondition<R: Resource>(
    request: &CommandRequest,
    context: &AnswerContext,
) -> impl Fn(&mut dyn ReadTx, &Stored<R>) -> Result<(), Refusal> {
    move |tx, stored| {
        let Some(demanded) = &request.if_match else { return Ok(()) };
        let mut out = context.writer_anyway(1024);
        write_plain(tx, &request.bearer.caller, stored, &mut out)?;
        if demanded.demand(&out.tag()) { Ok(()) } else { Err(Refusal::PreconditionFailed) }
    }
}

/// The body, or what is wrong with the includes of the query where the body itself could be read: of the two, the
/// includes are told first.
fn checked(request: &CommandRequest, answers: Answers) -> Cow<'_, Body> {
    let body = &*request.body;
    match (body, check_includes(request, answers)) {
        (Ok(_) | Err(_), Ok(())) | (Err(Refusal::BodyTooLarge | Refusal::UnsupportedMediaType(_)), Err(_)) => {
            Cow::Borrowed(body)
        }
        (Ok(_) | Err(_), Err(refusal)) => Cow::Owned(Err(refusal)),
    }
}

/// Refuses includes that what is answered does not know, or none of the kinds of which it may be.
fn check_includes(request: &CommandRequest, answers: Answers) -> Result<(), Refusal> {
    let of = |endpoint: Option<&'static dyn ReadEndpoint>| {
        let errors = request.parameters.errors();
        match endpoint {
            Some(endpoint) => endpoint.check_includes(&request.parameters),
            None if errors.is_empty() => Ok(()),
            None => Err(errors.into()),
        }
    };
    let mut of_each = answers.one_of().iter().map(|kind| of(read_endpoint(*kind)));
    match of_each.next() {
        Some(Err(refusal)) => of_each.find(Result::is_ok).unwrap_or(Err(refusal)),
        Some(Ok(())) => Ok(()),
        None => of(request.answered),
    }
}

/// Writes what a command answers.
fn answer<R: Dispatched>(
    tx: &mut dyn ReadTx,
    command: Command<R>,
    request: &CommandRequest,
    done: Done<R>,
    out: &mut JsonWriter,
) -> Result<Carried, Refusal> {
    let mut is_whole = false;
    let own = |id: i64| request.answered.map(|answered| (answered, id));
    let (record, next) = match done.outcome {
        Outcome::Record(stored) => {
            write_plain(tx, &request.bearer.caller, &stored, out)?;
            (own(stored.id.get()), None)
        }
        Outcome::Secret(stored, token) => {
            write_secret(tx, request, stored.id.get(), &token, out)?;
            is_whole = true;
            (own(stored.id.get()), None)
        }
        Outcome::Made(id) => {
            let unread = || Refusal::Fault(format!("{} answers no record", command.name));
            let answered = request.answered.ok_or_else(unread)?;
            answered.view(tx, &request.bearer.caller, id, &ListParameters::default(), out)?;
            (Some((answered, id)), None)
        }
        Outcome::MadeOneOf(kind, id) => {
            let unread = || Refusal::Fault(format!("{} answers no record", command.name));
            let answered = read_endpoint(kind).ok_or_else(unread)?;
            // Of which kind it is, and what it can include, is not known before.
            answered.check_includes(&request.parameters)?;
            answered.view(tx, &request.bearer.caller, id, &ListParameters::default(), out)?;
            (Some((answered, id)), None)
        }
        Outcome::Each { records, batch } => {
            write_each(tx, request, records, &batch, out)?;
            (None, None)
        }
        Outcome::Document(document) => {
            write_document(document.as_ref(), out)?;
            (None, None)
        }
        Outcome::Json(body) => {
            let written = match &request.drawn {
                Some(drawing) => drawing.draw(&body, request.body.as_ref().ok(), || name_of::<R>(tx, request))?,
                None => body.to_string(),
            };
            out.bytes.extend_from_slice(written.as_bytes());
            out.check()?;
            (None, None)
        }
        Outcome::Weighed(read) => {
            // It has no pages.
            out.field = R::KIND.singular();
            let written = read(tx, out)?.to_string();
            out.forget();
            out.bytes.extend_from_slice(written.as_bytes());
            out.check()?;
            (None, None)
        }
        Outcome::Nothing => (None, None),
        Outcome::After(step) => (None, Some(next_job(command, step))),
    };
    Ok(Carried { record, is_whole, repeated: None, unused: done.unused, next })
}

/// What the record is called that a command is about; nothing where it is about none.
fn name_of<R: Resource>(tx: &mut dyn ReadTx, request: &CommandRequest) -> Result<String, Refusal> {
    let Target::Record(id) = request.target else { return Ok(String::new()) };
    let found = R::reads(tx).find(request.bearer.caller.team, Id::new(id))?;
    Ok(found.map(|stored| called(&stored)).unwrap_or_default())
}

/// Writes a record, with what the query includes, and beside it the token that opens with it, which is no part of what
/// the record shows.
fn write_secret(
    tx: &mut dyn ReadTx,
    request: &CommandRequest,
    id: i64,
    token: &str,
    out: &mut JsonWriter,
) -> Result<(), Refusal> {
    let unread = || Refusal::Fault("a token is answered without its record".to_owned());
    let answered = request.answered.ok_or_else(unread)?;
    answered.view(tx, &request.bearer.caller, id, &request.parameters, out)?;
    out.bytes.pop();
    let from = out.bytes.len();
    key(&mut out.bytes, "token");
    text(&mut out.bytes, token);
    out.fleeting.push(from..out.bytes.len());
    out.bytes.push(b'}');
    Ok(())
}

/// The job that writes after one that only read: others may have changed the record in between.
fn on_same_terms<R: Dispatched>(next: NextJob) -> NextJob {
    Box::new(move |tx, request, out| {
        if let (Some(_), Target::Record(id)) = (&request.if_match, request.target) {
            let stored = (R::dispatch().view)(tx, &request.bearer.caller, Id::new(id))?;
            let context = out.context.clone();
            precondition(request, &context)(tx, &stored)?;
        }
        next(tx, request, out)
    })
}

/// The next job of a command, whatever the kind.
fn next_job<R: Dispatched>(command: Command<R>, step: Step<R>) -> NextJob {
    Box::new(move |tx, request, out| {
        let body = checked(request, command.answers);
        let call = command.call(&request.bearer.caller, &body, &request.sent);
        let done = (R::dispatch().run_step)(&command, tx, request.target, &call, &step)?;
        answer(tx, command, request, done, out)
    })
}

/// Writes what each operation made of its record, with what the query includes: as in lists, and in the transaction,
/// so that too much of it undoes them.
fn write_each<R: Dispatched>(
    tx: &mut dyn ReadTx,
    request: &CommandRequest,
    mut records: Vec<Option<Stored<R>>>,
    batch: &Batch,
    out: &mut JsonWriter,
) -> Result<(), Refusal> {
    let (caller, now) = (&request.bearer.caller, tx.now());
    let meta = json!({"batch_uuid": batch.0, "count": records.len()});
    records.iter_mut().flatten().for_each(|stored| stored.show_to(caller, now));
    out.bytes.extend_from_slice(b"{\"data\":[");
    write_records(tx, caller, records, &request.parameters, out)?;
    out.bytes.extend_from_slice(format!("],\"meta\":{meta}}}").as_bytes());
    out.check()
}

fn write_document(document: &dyn Shows, out: &mut JsonWriter) -> Result<(), Refusal> {
    out.bytes.extend_from_slice(b"{\"data\":");
    object(out, document)?;
    out.bytes.push(b'}');
    Ok(())
}
