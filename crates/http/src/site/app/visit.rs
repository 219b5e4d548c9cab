//! A visit: a page being made for whoever has a session, from what the operations of the interface tell their key.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use actix_web::body::to_bytes;
use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use uplift_domain::Refusal;
use uplift_domain::access::{Ability, Bearer};
use uplift_domain::drawing::OutputFormat;
use uplift_domain::record::{Choices as _, Fields};
use uplift_domain::reports::ReportFormat;

use super::address::PageQuery;
use super::document::Document;
use super::session::Session;
use crate::admit::budget::{Budgeted, Hold};
use crate::answer::addresses::Signer;
use crate::answer::json_writer::RecordAnswer;
use crate::answer::problem;
use crate::connections::PacedPayload;
use crate::operations::addressed::{Addressed, Parameters};
use crate::operations::authed::AuthedRequest;
use crate::operations::operation::{Act, AuthedAct, Operation};
use crate::operations::pipeline::{admit_bearer, carry_out_authed};
use crate::operations::reply::Reply;
use crate::operations::reports::answer_as_run;
use crate::operations::table::operations;
use crate::request::bounds::QUERY;
use crate::request::query::{Query, Scalar};
use crate::request::query_fields::query_fields;
use crate::server::state::State;

/// A page being made.
pub(super) struct PageVisit<'r> {
    pub(super) state: &'r web::Data<State>,
    pub(super) request: &'r HttpRequest,
    pub(super) bearer: Arc<Bearer>,
    pub(super) query: PageQuery,
    signer: Arc<Signer>,
    /// The answers that the page is made of, which keep their place in memory until it is made.
    held: RefCell<Vec<Budgeted<Bytes>>>,
}

impl<'r> PageVisit<'r> {
    /// Finds out whose session a request shows, and lets them in as one request of their key.
    pub(super) async fn begin(state: &'r web::Data<State>, request: &'r HttpRequest) -> Result<Self, Refusal> {
        let bearer = Session::bearer(state, request).await?;
        if request.query_string().len() > QUERY {
            return Err(Refusal::QueryTooLong(QUERY));
        }
        admit_bearer(state, request, &bearer, Ability::Read, &mut None).await?;
        let signer = state.signers.current(&state.database, request).await?;
        let query = PageQuery::read(request.query_string());
        Ok(Self { state, request, bearer, query, signer, held: RefCell::default() })
    }

    /// What the page takes of the budget: nothing yet.
    pub(super) fn hold(&self) -> Hold {
        self.state.budget.hold(self.bearer.caller.team)
    }

    /// The path beneath which the whole is served.
    pub(super) fn root(&self) -> &'r str {
        self.state.origins.root()
    }

    /// The zone by whose clocks the page shows moments: the team's.
    pub(super) fn zone(&self) -> &str {
        self.bearer.caller.timezone.as_str()
    }

    /// The parameter of this name in the path of the page.
    pub(super) fn named(&self, name: &str) -> &'r str {
        self.request.match_info().get(name).unwrap_or_default()
    }

    /// Asks the operation that reads at this path, with these parameters and this encoded query: what it tells, and what
    /// it was asked, as it read that. By both its chart is drawn.
    pub(super) async fn told(
        &self,
        path: &str,
        named: &[(&str, &str)],
        query: &str,
    ) -> Result<(Document, Fields), Refusal> {
        let (reply, asked) = self.reply(path, named, &as_json(path, query)).await?;
        let bytes = self.bytes(path, reply).await?;
        let told: Result<Document, _> = serde_json::from_slice(&bytes);
        let told = told.map_err(|error| Refusal::Fault(format!("{path} answered no JSON: {error}")))?;
        Ok((told.in_zone(self.zone()), asked))
    }

    /// What the operation at this path tells, where it is not drawn.
    pub(super) async fn ask(&self, path: &str, named: &[(&str, &str)], query: &str) -> Result<Document, Refusal> {
        self.told(path, named, query).await.map(|(told, _)| told)
    }

    /// What the operation at this path tells, for a part that a page can do without: `None` where the key is refused
    /// it, it is not there, or it is too much for one answer.
    ///
    /// # Errors
    /// When it cannot be told. A question that the interface does not take is a fault of the page, which asked it.
    pub(super) async fn part(
        &self,
        path: &str,
        named: &[(&str, &str)],
        query: &str,
    ) -> Result<Option<Document>, Refusal> {
        match self.ask(path, named, query).await {
            Ok(document) => Ok(Some(document)),
            Err(refusal) if is_left_out(&refusal) => Ok(None),
            Err(refusal @ (Refusal::Invalid(_) | Refusal::Unsupported(_))) => {
                Err(Refusal::Fault(format!("{path} was asked {query:?} by a page: {}", problem::text(&refusal))))
            }
            Err(other) => Err(other),
        }
    }

    /// What all records of the list at this path say, where the key may see it and they are so many at most.
    pub(super) async fn few<T>(
        &self,
        path: &str,
        most: i64,
        said: impl Fn(&Document) -> Option<T>,
    ) -> Result<Option<Vec<T>>, Refusal> {
        let size = most.min(self.state.max_page_size);
        let (mut all, mut page) = (Vec::new(), 1);
        loop {
            let query = format!("page[size]={size}&page[number]={page}");
            let Some(found) = self.part(path, &[], &query).await? else { return Ok(None) };
            let [total, last] = ["total", "last_page"].map(|name| found.at("meta").at(name).whole());
            if total.is_none_or(|total| total > most) {
                return Ok(None);
            }
            all.extend(found.at("data").items().iter().filter_map(&said));
            if last.is_none_or(|last| page >= last) {
                return Ok(Some(all));
            }
            page += 1;
        }
    }

    /// Hands on what an operation answers, as it is.
    pub(super) async fn passed_on(
        &self,
        path: &str,
        named: &[(&str, &str)],
        query: &str,
    ) -> Result<HttpResponse, Refusal> {
        let (reply, _) = self.reply(path, named, query).await?;
        match reply {
            Reply::File(response) => Ok(response),
            Reply::Json(status, json) | Reply::Record(status, RecordAnswer { json, .. }) => {
                Ok(HttpResponse::build(status).content_type("application/json").body(json.into_body()))
            }
            Reply::Repeated(..) | Reply::Known(_) | Reply::Nothing => Err(empty_answer(path)),
        }
    }

    /// What an operation answered.
    async fn bytes(&self, path: &str, reply: Reply) -> Result<Bytes, Refusal> {
        match reply {
            Reply::Json(_, json) | Reply::Record(_, RecordAnswer { json, .. }) => {
                let bytes = Bytes::clone(&json);
                self.held.borrow_mut().push(json);
                Ok(bytes)
            }
            Reply::File(response) => {
                let read = to_bytes(response.into_body()).await;
                read.map_err(|error| Refusal::Fault(format!("{path} broke off: {error}")))
            }
            Reply::Repeated(..) | Reply::Known(_) | Reply::Nothing => Err(empty_answer(path)),
        }
    }

    /// What an operation answers, and what it was asked, as it read that.
    async fn reply(&self, path: &str, named: &[(&str, &str)], query: &str) -> Result<(Reply, Fields), Refusal> {
        let Some(Operation { act: Act::Authed(act), path, .. }) = reading(path) else {
            return Err(Refusal::Missing { kind: "page", id: self.request.path().to_owned() });
        };
        let addressed = Addressed::within(self.request, Parameters::Named(named), query);
        let authed = AuthedRequest {
            state: self.state,
            request: &addressed,
            act: *act,
            path,
            bearer: Arc::clone(&self.bearer),
            signer: Arc::clone(&self.signer),
        };
        let mut nothing = PacedPayload::new(Payload::None, self.state.deadlines.body);
        match *act {
            AuthedAct::Report(act) => answer_as_run(authed, act).await,
            AuthedAct::Command(command) => {
                let reply = carry_out_authed(authed, &mut nothing).await?;
                let fields = command.facts.query_fields().unwrap_or_default();
                Ok((reply, query_fields(&Query::parse(query), fields)?))
            }
            AuthedAct::CurrentUser
            | AuthedAct::Activities
            | AuthedAct::TeamActivities
            | AuthedAct::TeamExport
            | AuthedAct::Export(_)
            | AuthedAct::List(_)
            | AuthedAct::View(_)
            | AuthedAct::Drawn(_)
            | AuthedAct::Calculate(_)
            | AuthedAct::File => Ok((carry_out_authed(authed, &mut nothing).await?, Fields::new())),
        }
    }
}

/// The operation that reads at a path, where there is one.
pub(super) fn reading(path: &str) -> Option<&'static Operation> {
    operations().iter().find(|it| it.method == Method::GET && it.path == path)
}

/// Whether a page does without what was refused so: it is not there, not for this key, or more than is read for it.
pub(super) fn is_left_out(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Forbidden(_) | Refusal::Missing { .. } | Refusal::AnswerTooLarge(_))
}

fn empty_answer(path: &str) -> Refusal {
    Refusal::Fault(format!("{path} was asked by a page and told nothing"))
}

/// The forms that may be asked for.
const fn forms(act: AuthedAct) -> &'static [&'static str] {
    match act {
        AuthedAct::Report(_) => ReportFormat::NAMES,
        AuthedAct::Command(_) => OutputFormat::NAMES,
        AuthedAct::CurrentUser
        | AuthedAct::Activities
        | AuthedAct::TeamActivities
        | AuthedAct::TeamExport
        | AuthedAct::Export(_)
        | AuthedAct::List(_)
        | AuthedAct::View(_)
        | AuthedAct::Drawn(_)
        | AuthedAct::Calculate(_)
        | AuthedAct::File => &[],
    }
}

/// An encoded query that asks the operation at this path for JSON in place of another form that it has: pages are made
/// of that. A form that it does not have stays, to be refused.
fn as_json<'q>(path: &str, query: &'q str) -> Cow<'q, str> {
    let forms = match reading(path) {
        Some(Operation { act: Act::Authed(act), .. }) => forms(*act),
        Some(_) | None => &[],
    };
    match Query::parse(query).plain("format") {
        // Of several the last counts.
        Scalar::Text(form) if forms.contains(&form) => Cow::Owned(format!("{query}&format=json")),
        Scalar::Text(_) | Scalar::Absent | Scalar::Array => Cow::Borrowed(query),
    }
}

#[cfg(test)]
mod tests;
