//! How a command is carried out: its request read, handed to the database, and answered.

use std::sync::Arc;

use actix_web::http::header::IF_MATCH;
use actix_web::http::{Method, StatusCode};
use uplift_domain::commands::{Body, Input, LinkChange, MOST_LINKS, Target};
use uplift_domain::file::Sent;
use uplift_domain::listing::ListParameters;
use uplift_domain::ports::{Reach, ReadTx};
use uplift_domain::record::{Field, FieldError, FieldType, Fields, Invalid};
use uplift_domain::{Json, Refusal};

use crate::admit::budget::Counted;
use crate::answer::json_writer::{IncludeOverflow, RecordAnswer};
use crate::answer::svg::{self, Drawing};
use crate::connections::PacedPayload;
use crate::operations::authed::{AuthedRequest, Reply};
use crate::operations::command::{CommandRequest, NamedCommand, kind};
use crate::operations::endpoint::ReadEndpoint;
use crate::operations::facts::{CommandFacts, On};
use crate::operations::jobs::read;
use crate::operations::records::asked;
use crate::operations::writing::{Writing, go_on, note_if_full};
use crate::request::body::{self, media_type};
use crate::request::conditions::Tags;
use crate::request::idempotency::Keyed;
use crate::request::multipart::{self, Incoming, Parts};
use crate::request::query::{Filter, Query, Scalar};

impl AuthedRequest<'_> {
    /// Carries out a command.
    pub(crate) async fn command(
        self,
        command: NamedCommand,
        payload: &mut PacedPayload,
        connected: &mut Option<bool>,
    ) -> Result<Reply, Refusal> {
        let NamedCommand { endpoint, facts, at, answered } = command;
        let target = self.target(command)?;
        let (mut body, incoming) = self.input(facts, payload, connected).await?;
        let keyed = match facts.is_repeatable().then(|| Keyed::of(self.request)).transpose() {
            Ok(keyed) => keyed.flatten(),
            Err(refusal) => {
                if body.is_ok() {
                    *body = Err(refusal);
                }
                None
            }
        };
        let query = Query::parse(self.request.query_string());
        let mut parameters = asked(&query);
        let mut most_linked = usize::MAX;
        if let On::Links(..) = facts.on {
            most_linked = MOST_LINKS;
        }
        if facts.sets_relation {
            parameters.changed = Some(facts.name);
        }
        let parameters = Arc::new(parameters);
        let request = CommandRequest {
            bearer: Arc::clone(&self.bearer),
            command: at,
            answered,
            target,
            if_match: self.if_match(target),
            idempotent: None,
            body,
            sent: Sent::Nothing,
            parameters: Arc::clone(&parameters),
            drawn: Drawing::asked(command, self.operation.act, self.request, &query),
        };
        let is_drawn = request.drawn.is_some();
        let context = self.context();
        let (carried, plain) = if facts.reads {
            let request = Arc::new(request);
            let (asked, begins) = (Arc::clone(&request), context.clone());
            let work = move |tx: &mut dyn ReadTx| {
                let mut out = begins.writer(1024);
                let carried = endpoint.read(tx, &asked, &mut out)?;
                Ok((carried, out.done_with_tag()))
            };
            let begun = read(&self.state.database, self.requester(), Reach::Search, work).await?;
            go_on(self.state, request, context, begun).await?
        } else {
            let state = self.state.clone().into_inner();
            let writing = Writing { endpoint, request, keyed, incoming, context, state };
            if facts.moves_files() {
                // A task of its own: where the client leaves, each file still either has its record or is removed.
                let written = actix_web::rt::spawn(writing.run()).await;
                written.unwrap_or_else(|error| Err(Refusal::Fault(error.to_string())))?
            } else {
                writing.run().await?
            }
        };
        if endpoint.reads().makes_callers() && !facts.reads {
            self.state.authority.forget(self.caller().team);
        }
        if let Some(repeated) = carried.repeated {
            return Ok(Reply::Repeated(repeated, plain.json));
        }
        let status = facts.status();
        if is_drawn {
            return Ok(Reply::File(svg::answer(plain.json)));
        }
        let (Some(id), Some(answered)) = (carried.id, answered) else {
            return Ok(if status == StatusCode::NO_CONTENT { Reply::Nothing } else { Reply::Json(status, plain.json) });
        };
        if carried.is_whole {
            return Ok(Reply::Record(status, plain));
        }
        Ok(Reply::Record(status, self.with_included(answered, id, parameters, plain, most_linked).await?))
    }

    /// What the path names. Nobody's body is waited for who has no right to what is carried out on no record.
    fn target(&self, NamedCommand { endpoint, facts, .. }: NamedCommand) -> Result<Target, Refusal> {
        match facts.on {
            On::Kind => endpoint.reads().permit(self.caller(), facts.right).map(|()| Target::Kind),
            On::Links(LinkChange::Detach, linked) => Ok(Target::Linked(self.id(kind(endpoint))?, self.id(linked)?)),
            On::Record | On::Links(LinkChange::Attach | LinkChange::Set, _) => {
                let id = self.id(kind(endpoint))?;
                match endpoint.reads().facts().within {
                    None => Ok(Target::Record(id)),
                    Some((whole, _)) => Ok(Target::Part { whole: self.id(whole)?, id }),
                }
            }
        }
    }

    /// The states of the record that a change is made for. Where nothing is changed, or no record is named, none are
    /// asked for.
    fn if_match(&self, target: Target) -> Option<Tags> {
        match target {
            Target::Record(_) | Target::Part { .. } | Target::Linked(..) if self.request.method() != Method::GET => {
                Tags::of(self.request, IF_MATCH)
            }
            Target::Kind | Target::Record(_) | Target::Part { .. } | Target::Linked(..) => None,
        }
    }

    /// Reads what the command takes, which is counted for as long as it is kept.
    async fn input(
        &self,
        facts: &CommandFacts,
        payload: &mut PacedPayload,
        connected: &mut Option<bool>,
    ) -> Result<(Counted<Body>, Incoming), Refusal> {
        let mut hold = self.state.budget.hold(self.caller().team);
        let parts = match facts.input {
            Input::Nothing => return Ok((Counted::new(Ok(serde_json::Map::new()), hold), Incoming::Nothing)),
            Input::Fields(fields) if !facts.reads_body() => {
                let query = Query::parse(self.request.query_string());
                return Ok((Counted::new(query_fields(&query, fields), hold), Incoming::Nothing));
            }
            Input::Upload if media_type(self.request) == "multipart/form-data" => {
                multipart::read(self.request, payload, self.state.files.as_ref(), &mut hold).await
            }
            Input::Create
            | Input::Update
            | Input::Ids { .. }
            | Input::Fields(_)
            | Input::FieldsOf(..)
            | Input::Operations
            | Input::Upload => {
                let received = body::read(self.request, payload, &mut hold).await;
                Parts { received, incoming: Incoming::Nothing }
            }
        };
        *connected = Some(parts.received.connected);
        match parts.received.body {
            // Where the store failed there is nothing to attach, and no job to trouble the database with.
            Err(failed @ (Refusal::Unwritable(_) | Refusal::Unavailable(_) | Refusal::Fault(_) | Refusal::Busy)) => {
                note_if_full(self.state, &failed);
                Err(failed)
            }
            body => Ok((Counted::new(body, hold), parts.incoming)),
        }
    }

    /// A record that was just written, with what the query includes, of linked records at most so many. The write is
    /// done: where what is included is too much it is counted, and where it cannot be read the record is answered
    /// alone.
    async fn with_included(
        &self,
        endpoint: &'static (dyn ReadEndpoint + Send),
        id: i64,
        parameters: Arc<ListParameters>,
        plain: RecordAnswer,
        most_linked: usize,
    ) -> Result<RecordAnswer, Refusal> {
        if parameters.includes.is_empty() && parameters.changed.is_none() {
            return Ok(plain);
        }
        let reach = endpoint.reach(self.caller().team, id, &parameters);
        let work = self.viewing(endpoint, id, parameters, IncludeOverflow::Counted { most_linked });
        match read(&self.state.database, self.requester(), reach, work).await {
            // Somebody deleted it meanwhile; there is no room or no time for more; or the records weigh too much.
            Err(
                Refusal::Missing { .. }
                | Refusal::Busy
                | Refusal::TooLong
                | Refusal::Unavailable(_)
                | Refusal::Invalid(_),
            ) => Ok(plain),
            read => read,
        }
    }
}

/// What a text of a query says. In a query the words for yes and no are no more than texts.
fn value(field: &Field, text: &str) -> Json {
    match (field.field_type, text) {
        (FieldType::Boolean, "true") => Json::Bool(true),
        (FieldType::Boolean, "false") => Json::Bool(false),
        (_, text) => text.into(),
    }
}

/// The field that filters make together, each by its name.
const FILTER: &str = "filter";

/// Rejects each filter of a query whose values cannot be read.
pub(crate) fn reject_garbled(query: &Query<'_>, invalid: &mut Invalid) {
    for garbled in query.unreadable().iter().filter(|it| it.starts_with("filter.")) {
        invalid.add(garbled, &FieldError::Unreadable);
    }
}

/// The filters of a query: of each its values, or by further names what was sent under them; null where it is empty.
fn filters(query: &Query<'_>, invalid: &mut Invalid) -> Fields {
    reject_garbled(query, invalid);
    let told = |filter: Filter<'_>| {
        let by_name = filter.members.iter().map(|(name, values)| ((*name).to_owned(), Json::from(values.clone())));
        let values = match filter.members.is_empty() {
            true => filter.values.map_or(Json::Null, Json::from),
            false => Json::Object(by_name.collect()),
        };
        (filter.name.to_owned(), values)
    };
    query.filters().into_iter().map(told).collect()
}

/// The fields that stand in a query.
pub(crate) fn query_fields<'f>(query: &Query<'_>, fields: impl IntoIterator<Item = &'f Field>) -> Body {
    let mut invalid = Invalid::default();
    let mut body = Fields::new();
    for field in fields {
        if query.unreadable().iter().any(|garbled| garbled == field.name) {
            invalid.add(field.name, &FieldError::Unreadable);
        }
        if field.name == FILTER {
            body.insert(FILTER.to_owned(), filters(query, &mut invalid).into());
            continue;
        }
        match query.plain(field.name) {
            Scalar::Absent => {}
            Scalar::Text(text) => drop(body.insert(field.name.to_owned(), value(field, text))),
            Scalar::Array => drop(body.insert(field.name.to_owned(), Json::Array(Vec::new()))),
        }
    }
    if invalid.is_empty() { Ok(body) } else { Err(invalid.into()) }
}
