//! Bulk: many operations on the records of a kind, carried out in order in one transaction, all of them or none.

use std::collections::{BTreeSet, HashSet};

use super::body::{Body, fields};
use super::call::{Call, Done, Outcome};
use super::command::{Answers, Command, Commanded, Input, Method, Run, Target, named};
use super::link_target::MOST_LINKS;
use crate::access::{Caller, Right};
use crate::file::{FileKey, Sent};
use crate::listing::Relations;
use crate::ports::WriteTx;
use crate::record::{FieldError, Fields, Invalid, Stored, integer};
use crate::refusal::Denial;
use crate::resource::Resource;
use crate::{Json, Refusal};

/// How many operations one request may name.
pub const MOST_OPERATIONS: usize = 500;

/// Of how many operations the records are read at once: they may be large, and all that are read are kept.
const READ_AT_ONCE: usize = 64;

/// The field that names them.
const FIELD: &str = "operations";

/// The operation that makes a record.
const CREATE: &str = "create";

/// How many operations a body names, be they right or wrong.
pub fn operation_count(body: &Body) -> usize {
    body.as_ref().ok().and_then(|body| body.get(FIELD)?.as_array()).map_or(0, Vec::len)
}

impl<R: Commanded> Command<R> {
    pub const BULK: Self = Self {
        right: Right::Participate,
        input: Input::Operations,
        answers: Answers::Each,
        ..Self::action(
            "bulk",
            "",
            "Carries out operations on {}, in order, all of them or none: each by whom it is allowed alone, deletes by owners and admins.",
            Run::OnKind(bulk),
        )
    };
}

impl<R: Resource> Command<R> {
    /// Whether an operation may name the command: it is about a record, and answers it.
    pub fn is_operation(&self) -> bool {
        let on_record = matches!(self.run, Run::OnRecord(_) | Run::OnFields(_) | Run::OnDeleted(_));
        on_record && self.methods == [Method::Post] && matches!(self.answers, Answers::Record)
    }
}

/// One operation, as it was asked for.
struct Operation<R: Commanded> {
    command: Command<R>,
    target: Target,
    body: Body,
    /// What it detaches from its record, one after the other, where that is what it does.
    detached: Option<Result<Vec<i64>, Refusal>>,
}

/// What is wrong with an operation, told under the whole path of a member of it.
struct Wrong(&'static str, FieldError);

fn bulk<R: Commanded>(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<R>, Refusal> {
    let operations = operations(call.body)?;
    let batch = tx.share_batch();
    tx.expect_inserts(operations.iter().filter(|it| it.get("op").is_some_and(|op| op == CREATE)).count());
    hold_all::<R>(tx, call.caller, operations)?;
    let mut invalid = Invalid::default();
    let (mut records, mut unused) = (Vec::with_capacity(operations.len()), Vec::new());
    for (at, asked) in operations.iter().enumerate() {
        if at % READ_AT_ONCE == 0 {
            read_ahead::<R>(tx, call.caller, operations.iter().skip(at).take(READ_AT_ONCE))?;
        }
        let operation = match Operation::<R>::read(asked) {
            Ok(operation) => operation,
            Err(Wrong("", error)) => {
                invalid.add(&format!("{FIELD}.{at}"), &error);
                continue;
            }
            Err(Wrong(member, error)) => {
                invalid.add(&format!("{FIELD}.{at}.{member}"), &error);
                continue;
            }
        };
        match operation.carry_out(tx, call, &mut unused) {
            Ok(record) => records.push(record),
            Err(Refusal::Missing { .. }) => invalid.add(&format!("{FIELD}.{at}.id"), &FieldError::NotAllowed),
            Err(Refusal::Invalid(errors)) => invalid.extend_beneath(&format!("{FIELD}.{at}"), &errors),
            Err(Refusal::Forbidden(denial)) => {
                return Err(Refusal::Forbidden(Denial::Operation { at, denial: Box::new(denial) }));
            }
            // What the database refused before may have left the transaction in a state that takes nothing more. A failure
            // after which it may be repeated is another's doing.
            Err(Refusal::Fault(_)) if !invalid.is_empty() => break,
            Err(refusal) => return Err(refusal),
        }
        if invalid.is_full() {
            break;
        }
    }
    match invalid.is_empty() {
        true => Ok(Done { outcome: Outcome::Each { records, batch }, unused }),
        false => Err(invalid.into()),
    }
}

/// Keeps others from changing what the operations name, in one order: two bulks that name the same records in different
/// orders do not wait for each other in a circle. The parts of a record are held with it.
fn hold_all<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, operations: &[Json]) -> Result<(), Refusal> {
    if R::KIND.parent().is_some() {
        return Ok(());
    }
    tx.hold(caller.team, R::KIND, &named_by(operations.iter()))
}

/// Reads the records that these operations name, which are held.
fn read_ahead<'o, R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    operations: impl Iterator<Item = &'o Json>,
) -> Result<(), Refusal> {
    let named = named_by(operations);
    if R::KIND.parent().is_some() || named.is_empty() {
        return Ok(());
    }
    R::writes(tx).hold_to_change(caller.team, &named)
}

/// The ids of the records that operations name, in their order.
fn named_by<'o>(operations: impl Iterator<Item = &'o Json>) -> Vec<i64> {
    let named: BTreeSet<i64> = operations.filter_map(|it| integer(it.get("id")?).ok()).collect();
    named.into_iter().collect()
}

/// The operations that a body names.
fn operations(body: &Body) -> Result<&[Json], Refusal> {
    let refused = |error: FieldError| Err(Refusal::field(FIELD, &error));
    match fields(body)?.get(FIELD) {
        None | Some(Json::Null) => refused(FieldError::Required),
        Some(Json::Array(operations)) if operations.is_empty() => refused(FieldError::Required),
        Some(Json::Object(members)) if members.is_empty() => refused(FieldError::Required),
        Some(Json::Array(operations)) if operations.len() > MOST_OPERATIONS => {
            refused(FieldError::TooMany(MOST_OPERATIONS))
        }
        Some(Json::Array(operations)) => Ok(operations),
        Some(Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_)) => refused(FieldError::NotList),
    }
}

impl<R: Commanded> Operation<R> {
    fn read(asked: &Json) -> Result<Self, Wrong> {
        let Json::Object(asked) = asked else { return Err(Wrong("", FieldError::NotObject)) };
        let op = text(asked, "op")?;
        let unknown = || Wrong("op", FieldError::NotAllowed);
        let [attach, set, detach] = ["attach", "set", "detach"].map(|it| it == op);
        if attach || set || detach {
            let [to_attach, to_set, to_detach] = on_links::<R>(asked)?;
            let target = Target::Record(id(asked)?);
            let ids = asked.get("ids").cloned().unwrap_or_default();
            if detach {
                return Ok(Self { command: to_detach, target, body: Ok(Fields::new()), detached: Some(ids_of(&ids)) });
            }
            let command = if attach { to_attach } else { to_set };
            return Ok(Self {
                command,
                target,
                body: Ok(Fields::from_iter([("ids".to_owned(), ids)])),
                detached: None,
            });
        }
        let standard = match op {
            CREATE => named::<R>("", Method::Post).copied(),
            "update" => named::<R>("", Method::Patch).copied(),
            "delete" => named::<R>("", Method::Delete).map(|it| Command { right: Right::Steward, ..*it }),
            action => R::COMMANDS.iter().copied().find(|it| it.name == action && it.is_operation()),
        };
        let command = standard.ok_or_else(unknown)?;
        let target = if op == CREATE { Target::Kind } else { Target::Record(id(asked)?) };
        let body = match asked.get("body") {
            None | Some(Json::Null) => Ok(Fields::new()),
            Some(Json::Object(body)) => Ok(body.clone()),
            Some(Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_)) => {
                Err(Refusal::field("body", &FieldError::Otherwise("must be a JSON object.".to_owned())))
            }
        };
        Ok(Self { command, target, body, detached: None })
    }

    /// Carries it out, and gives the record as it is then; `None` where it is gone.
    fn carry_out(
        &self,
        tx: &mut dyn WriteTx,
        Call { caller, .. }: &Call<'_>,
        unused: &mut Vec<FileKey>,
    ) -> Result<Option<Stored<R>>, Refusal> {
        let Self { command, target, body, detached } = self;
        let call = command.call(caller, body, &Sent::Nothing);
        if let (Run::OnLinks(_, relation), Target::Record(id), Some(detached)) = (command.run, *target, detached) {
            let detached = detached.as_ref().map_err(Clone::clone)?;
            let kind = relation.linked().map(|(kind, _)| kind).unwrap_or(R::KIND);
            let there: HashSet<i64> = tx.holds(caller.team, kind, detached)?.into_iter().collect();
            let mut gone = Invalid::default();
            for (at, _) in detached.iter().enumerate().filter(|(_, related)| !there.contains(*related)) {
                gone.add(&format!("ids.{at}"), &FieldError::NotAllowed);
            }
            if !gone.is_empty() {
                return Err(gone.into());
            }
            let mut last = None;
            for related in detached {
                last = record(command.write(tx, Target::Linked(id, *related), &call)?, unused)?;
            }
            return Ok(last);
        }
        record(command.write(tx, *target, &call)?, unused)
    }
}

fn record<R>(done: Done<R>, unused: &mut Vec<FileKey>) -> Result<Option<Stored<R>>, Refusal> {
    unused.extend(done.unused);
    match done.outcome {
        Outcome::Record(stored) | Outcome::Secret(stored, _) => Ok(Some(stored)),
        Outcome::Nothing => Ok(None),
        Outcome::Made(_)
        | Outcome::MadeOneOf(..)
        | Outcome::Document(_)
        | Outcome::Json(_)
        | Outcome::Each { .. }
        | Outcome::After(_) => Err(Refusal::Fault("an operation does not answer its record".to_owned())),
    }
}

fn on_links<R: Commanded>(asked: &Fields) -> Result<[Command<R>; 3], Wrong> {
    let path = text(asked, "relation")?;
    let mut relations = R::Relation::ALL.iter().filter(|it| it.linked().is_some());
    let relation = relations.find(|it| it.path() == path).ok_or(Wrong("relation", FieldError::NotAllowed))?;
    Ok(Command::on_links(*relation))
}

/// What an operation says under a name, where that is anything: an empty list or object is none.
fn said<'a>(asked: &'a Fields, name: &'static str) -> Result<&'a Json, Wrong> {
    match asked.get(name) {
        None | Some(Json::Null) => Err(Wrong(name, FieldError::Required)),
        Some(Json::Array(items)) if items.is_empty() => Err(Wrong(name, FieldError::Required)),
        Some(Json::Object(members)) if members.is_empty() => Err(Wrong(name, FieldError::Required)),
        Some(said) => Ok(said),
    }
}

fn text<'a>(asked: &'a Fields, name: &'static str) -> Result<&'a str, Wrong> {
    said(asked, name)?.as_str().ok_or(Wrong(name, FieldError::NotText))
}

fn id(asked: &Fields) -> Result<i64, Wrong> {
    integer(said(asked, "id")?).map_err(|error| Wrong("id", error))
}

/// The ids that an operation detaches.
fn ids_of(sent: &Json) -> Result<Vec<i64>, Refusal> {
    let refused = |error: FieldError| Refusal::field("ids", &error);
    let Json::Array(ids) = sent else {
        let none = sent.is_null() || sent.as_object().is_some_and(Fields::is_empty);
        return Err(refused(if none { FieldError::Required } else { FieldError::NotList }));
    };
    if ids.is_empty() || ids.len() > MOST_LINKS {
        return Err(refused(if ids.is_empty() { FieldError::Required } else { FieldError::TooMany(MOST_LINKS) }));
    }
    let mut wrong = Invalid::default();
    let mut read = Vec::with_capacity(ids.len());
    for (at, id) in ids.iter().enumerate() {
        match integer(id) {
            Ok(id) => read.push(id),
            Err(error) => wrong.add(&format!("ids.{at}"), &error),
        }
    }
    if wrong.is_empty() { Ok(read) } else { Err(wrong.into()) }
}
