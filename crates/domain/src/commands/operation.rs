//! One operation of a bulk: what it asks for, and carrying that out.

use std::collections::HashSet;

use super::body::Body;
use super::call::{Call, Done, Outcome};
use super::command::{Answers, Command, Commanded, Method, Run, Target, named};
use super::find::find;
use super::link::detach;
use super::link_body::IDS;
use super::link_target::MOST_LINKS;
use crate::access::{Caller, Right};
use crate::file::{FileKey, Sent};
use crate::listing::Relations;
use crate::ports::WriteTx;
use crate::record::{BodyReader, FieldError, Fields, Id, Invalid, Stored, integer, says_nothing};
use crate::resource::Resource;
use crate::{Json, Refusal};

/// The operation that makes a record.
pub(super) const CREATE: &str = "create";

/// One operation, as it was asked for.
pub(super) struct Operation<R: Commanded> {
    command: Command<R>,
    target: Target,
    body: Body,
    /// What it detaches from its record, where that is what it does.
    detaches: Option<Detached<R>>,
}

/// What is detached through a relation.
struct Detached<R: Resource> {
    relation: R::Relation,
    ids: Result<Vec<i64>, Refusal>,
}

/// What is wrong with an operation, told under the whole path of a member of it.
pub(super) struct WrongMember(pub(super) &'static str, pub(super) FieldError);

impl<R: Resource> Command<R> {
    /// Whether an operation may name the command: it is about a record, and answers it.
    pub fn is_operation(&self) -> bool {
        let on_record = matches!(self.run, Run::OnRecord(_) | Run::OnFields(_) | Run::OnDeleted(_));
        on_record && self.methods == [Method::Post] && matches!(self.answers, Answers::Record)
    }
}

impl<R: Commanded> Operation<R> {
    pub(super) fn read(asked: &Json) -> Result<Self, WrongMember> {
        let Json::Object(asked) = asked else { return Err(WrongMember("", FieldError::NotObject)) };
        let op = text(asked, "op")?;
        let unknown = || WrongMember("op", FieldError::NotAllowed);
        let [attach, set, detach] = ["attach", "set", "detach"].map(|it| it == op);
        if attach || set || detach {
            let (relation, [to_attach, to_set, to_detach]) = on_links::<R>(asked)?;
            let target = Target::Record(id(asked)?);
            if detach {
                let detaches = Some(Detached { relation, ids: ids(asked) });
                return Ok(Self { command: to_detach, target, body: Ok(Fields::new()), detaches });
            }
            let command = if attach { to_attach } else { to_set };
            let ids = asked.get(IDS).cloned().unwrap_or_default();
            let body = Ok(Fields::from_iter([(IDS.to_owned(), ids)]));
            return Ok(Self { command, target, body, detaches: None });
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
        Ok(Self { command, target, body, detaches: None })
    }

    /// Whether it may change any number of records.
    pub(super) fn is_long(&self) -> bool {
        self.command.is_long(&self.body)
    }

    /// Carries it out, and gives the record as it is then; `None` where it is gone.
    pub(super) fn carry_out(
        &self,
        tx: &mut dyn WriteTx,
        Call { caller, .. }: &Call<'_>,
        unused: &mut Vec<FileKey>,
    ) -> Result<Option<Stored<R>>, Refusal> {
        let Self { command, target, body, detaches } = self;
        let call = command.call(caller, body, &Sent::Nothing);
        let done = if let (Some(Detached { relation, ids }), Target::Record(id)) = (detaches, *target) {
            let stored = find(tx, caller, Id::new(id), command.right)?;
            let ids = ids.as_ref().map_err(Clone::clone)?;
            check_there::<R>(tx, caller, *relation, ids)?;
            detach(tx, &call, stored, ids, *relation)?
        } else {
            command.write(tx, *target, &call)?
        };
        record(done, unused)
    }
}

/// Refuses the ids that name no record which the relation may lead to.
fn check_there<R: Resource>(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    relation: R::Relation,
    ids: &[i64],
) -> Result<(), Refusal> {
    let kind = relation.linked().map_or(R::KIND, |(kind, _)| kind);
    let there: HashSet<i64> = tx.live_ids(caller.team, kind, ids)?.into_iter().collect();
    let mut gone = Invalid::default();
    for (at, _) in ids.iter().enumerate().filter(|(_, related)| !there.contains(*related)) {
        gone.add(&format!("{IDS}.{at}"), &FieldError::NotAllowed);
    }
    if gone.is_empty() { Ok(()) } else { Err(gone.into()) }
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
        | Outcome::Weighed(_)
        | Outcome::Each { .. }
        | Outcome::After(_) => Err(Refusal::Fault("an operation does not answer its record".to_owned())),
    }
}

/// The relation that an operation names, and the commands on its links.
fn on_links<R: Commanded>(asked: &Fields) -> Result<(R::Relation, [Command<R>; 3]), WrongMember> {
    let path = text(asked, "relation")?;
    let mut relations = R::Relation::ALL.iter().filter(|it| it.linked().is_some());
    let relation = relations.find(|it| it.path() == path).ok_or(WrongMember("relation", FieldError::NotAllowed))?;
    Ok((*relation, Command::on_links(*relation)))
}

/// What an operation says under a name, where that is anything.
fn said<'a>(asked: &'a Fields, name: &'static str) -> Result<&'a Json, WrongMember> {
    asked.get(name).filter(|said| !says_nothing(said)).ok_or(WrongMember(name, FieldError::Required))
}

fn text<'a>(asked: &'a Fields, name: &'static str) -> Result<&'a str, WrongMember> {
    said(asked, name)?.as_str().ok_or(WrongMember(name, FieldError::NotText))
}

fn id(asked: &Fields) -> Result<i64, WrongMember> {
    integer(said(asked, "id")?).map_err(|error| WrongMember("id", error))
}

/// The ids that an operation detaches.
fn ids(asked: &Fields) -> Result<Vec<i64>, Refusal> {
    let mut reader = BodyReader::new(asked);
    let ids = match said(asked, IDS) {
        Ok(_) => reader.ids(IDS, MOST_LINKS).unwrap_or_default(),
        Err(WrongMember(name, error)) => return Err(Refusal::field(name, &error)),
    };
    reader.finish(&[])?;
    Ok(ids.into_iter().map(|(_, id)| id).collect())
}
