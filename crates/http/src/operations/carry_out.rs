//! How a command is carried out: its request read, handed to the database, and answered.

use std::sync::Arc;

use actix_web::http::header::IF_MATCH;
use actix_web::http::{Method, StatusCode};
use uplift_domain::Refusal;
use uplift_domain::commands::{Body, Input, LinkChange, MOST_LINKS, READ_REACH, Target};
use uplift_domain::file::Sent;
use uplift_domain::listing::ListParameters;
use uplift_domain::ports::ReadTx;

use crate::admit::budget::Budgeted;
use crate::admit::uploads::Sender;
use crate::answer::json_writer::{IncludeOverflow, RecordAnswer};
use crate::answer::svg::{self, Drawing, chart_of};
use crate::connections::PacedPayload;
use crate::jobs::{read, to_the_end};
use crate::operations::authed::AuthedRequest;
use crate::operations::command::{Carried, CommandRequest, NamedCommand};
use crate::operations::endpoint::ReadEndpoint;
use crate::operations::facts::{CommandFacts, On};
use crate::operations::operation::AuthedAct;
use crate::operations::records::list_parameters;
use crate::operations::reply::Reply;
use crate::operations::writing::{Writing, receive, run_next_jobs};
use crate::request::conditions::Tags;
use crate::request::idempotency::Keyed;
use crate::request::multipart::Incoming;
use crate::request::query::Query;
use crate::request::query_fields::query_fields;

impl AuthedRequest<'_> {
    /// Carries out a command.
    pub(crate) async fn command(self, command: NamedCommand, payload: &mut PacedPayload) -> Result<Reply, Refusal> {
        let (request, keyed, incoming) = self.read_request(command, payload).await?;
        let (is_drawn, parameters) = (request.drawn.is_some(), Arc::clone(&request.parameters));
        let (carried, plain) = match command.facts.reads {
            true => self.carry_out_read(command, request).await?,
            false => self.carry_out_write(command, request, keyed, incoming).await?,
        };
        if let Some(repeated) = carried.repeated {
            return Ok(Reply::Repeated(repeated, plain.json));
        }
        let status = command.facts.status();
        if is_drawn {
            return Ok(Reply::File(svg::answer(plain.json)));
        }
        let Some((answered, id)) = carried.record else {
            return Ok(if status == StatusCode::NO_CONTENT { Reply::Nothing } else { Reply::Json(status, plain.json) });
        };
        if carried.is_whole {
            return Ok(Reply::Record(status, plain));
        }
        let most_linked = match command.facts.on {
            On::Links(..) => MOST_LINKS,
            On::Kind | On::Record => usize::MAX,
        };
        Ok(Reply::Record(status, self.with_included(answered, id, parameters, plain, most_linked).await?))
    }

    /// Reads what is asked of a command: its target, its body and its query.
    async fn read_request(
        &self,
        command: NamedCommand,
        payload: &mut PacedPayload,
    ) -> Result<(CommandRequest, Option<Keyed>, Incoming), Refusal> {
        let NamedCommand { endpoint, facts, at, answered } = command;
        let target = self.target(command)?;
        let query = Query::parse(self.request.query_string());
        let mut parameters = list_parameters(&query);
        if facts.sets_relation {
            parameters.changed = Some(facts.name);
        }
        let parameters = Arc::new(parameters);
        let by_path = matches!(self.act, AuthedAct::Drawn(_));
        let asked = |body| CommandRequest {
            bearer: Arc::clone(&self.bearer),
            command: at,
            answered,
            target,
            if_match: self.if_match(target),
            idempotent: None,
            body,
            sent: Sent::Nothing,
            parameters: Arc::clone(&parameters),
            drawn: chart_of(endpoint.reads().kind(), facts.name)
                .and_then(|draws| Drawing::asked(draws, by_path, self.request, &query)),
        };
        let keyed = facts.is_repeatable().then(|| Keyed::of(self.request)).transpose();
        // What was carried out before is answered as it was, whatever is wrong with it now. A file is read as it comes.
        let takes_file = matches!(facts.input, Input::Upload);
        let may_be_refused = !facts.reads && !takes_file && matches!(keyed, Ok(None | Some(None)));
        let early = |body| may_be_refused.then(|| asked(body));
        let (mut body, incoming) = self.input_if_needed(command, payload, early).await?;
        let keyed = match keyed {
            Ok(keyed) => keyed.flatten(),
            Err(refusal) => {
                if body.is_ok() {
                    *body = Err(refusal);
                }
                None
            }
        };
        Ok((asked(body), keyed, incoming))
    }

    /// Carries out a command that changes nothing, unless one of its jobs does.
    async fn carry_out_read(
        &self,
        NamedCommand { endpoint, .. }: NamedCommand,
        request: CommandRequest,
    ) -> Result<(Carried, RecordAnswer), Refusal> {
        let (request, context) = (Arc::new(request), self.context());
        let (asked, begins) = (Arc::clone(&request), context.clone());
        let work = move |tx: &mut dyn ReadTx| {
            let mut out = begins.writer(1024);
            let carried = endpoint.read(tx, &asked, &mut out)?;
            Ok((carried, out.done_with_tag()))
        };
        let begun = read(&self.state.database, self.requester(), READ_REACH, work).await?;
        run_next_jobs(self.state, request, context, begun).await
    }

    /// Carries out a command that writes.
    async fn carry_out_write(
        &self,
        NamedCommand { endpoint, facts, .. }: NamedCommand,
        request: CommandRequest,
        keyed: Option<Keyed>,
        incoming: Incoming,
    ) -> Result<(Carried, RecordAnswer), Refusal> {
        let (context, state) = (self.context(), self.state.clone().into_inner());
        let writing = Writing { endpoint, request, keyed, incoming, context, state };
        let written = match facts.moves_files() {
            // By its end each file that came has its record or is removed.
            true => to_the_end(writing.run()).await?,
            false => writing.run().await?,
        };
        if endpoint.reads().makes_callers() {
            self.state.authority.forget(self.caller().team);
        }
        Ok(written)
    }

    /// What the path names. A command on the kind as a whole checks the right before it reads the body.
    fn target(&self, NamedCommand { endpoint, facts, .. }: NamedCommand) -> Result<Target, Refusal> {
        match facts.on {
            On::Kind => endpoint.reads().permit(self.caller(), facts.right).map(|()| Target::Kind),
            On::Links(LinkChange::Detach, linked) => {
                Ok(Target::Linked(self.id(endpoint.reads().kind())?, self.id(linked)?))
            }
            On::Record | On::Links(LinkChange::Attach | LinkChange::Set, _) => {
                let id = self.id(endpoint.reads().kind())?;
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
    pub(super) async fn input(
        &self,
        facts: &CommandFacts,
        payload: &mut PacedPayload,
    ) -> Result<(Budgeted<Body>, Incoming), Refusal> {
        let mut hold = self.state.budget.hold(self.caller().team);
        if let Some(fields) = facts.query_fields() {
            let query = Query::parse(self.request.query_string());
            return Ok((Budgeted::new(query_fields(&query, fields), hold), Incoming::Nothing));
        }
        if !facts.reads_body() {
            return Ok((Budgeted::new(Ok(serde_json::Map::new()), hold), Incoming::Nothing));
        }
        let takes_file = matches!(facts.input, Input::Upload);
        let intake = takes_file.then(|| self.state.intake(self.request, Sender::Bearer, self.caller().team));
        let (body, incoming) = receive(self.state, self.request, payload, intake, &mut hold).await?;
        Ok((Budgeted::new(body, hold), incoming))
    }

    /// A record that was just written, with what the query includes, of linked records at most so many. The write is
    /// done: where what is included is too much it is counted, and where it cannot be read the record is answered
    /// alone.
    async fn with_included(
        &self,
        endpoint: &'static dyn ReadEndpoint,
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
                | Refusal::TimedOut
                | Refusal::Unavailable(_)
                | Refusal::AnswerTooLarge(_),
            ) => Ok(plain),
            read => read,
        }
    }
}
