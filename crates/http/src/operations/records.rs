//! What is answered for the records of any kind: a list, one record, and what a write made of it.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use uplift_domain::listing::{ListParameters, PageRequest};
use uplift_domain::ports::{ReadTx, WriteTx};
use uplift_domain::verbs::{Body, MOST_LINKS};
use uplift_domain::{Kind, Refusal};

use crate::admit::authority::now;
use crate::admit::budget::Counted;
use crate::answer::addresses::Addresses;
use crate::answer::json_writer::{AnswerContext, IncludeOverflow};
use crate::answer::paginator::{Paginator, Parameter};
use crate::connections::PacedPayload;
use crate::operations::endpoint::{Change, Endpoint, ReadEndpoint};
use crate::operations::jobs::{read, write};
use crate::operations::pipeline::{AuthedRequest, Reply};
use crate::operations::table::{Act, path_id};
use crate::request::body;
use crate::request::query::{Dropped, Query, Scalar};

impl AuthedRequest<'_> {
    /// Reads the body of the request, which is counted for as long as it is kept.
    pub(crate) async fn read_body(
        &self,
        payload: &mut PacedPayload,
        connected: &mut Option<bool>,
    ) -> Result<Counted<Body>, Refusal> {
        let mut hold = self.state.budget.hold(self.caller.team);
        let received = body::read(self.request, payload, &mut hold).await;
        *connected = Some(received.connected);
        match received.body {
            Err(Refusal::Busy) => Err(Refusal::Busy),
            body => Ok(Counted::new(body, hold)),
        }
    }

    /// What is asked to be done to a record.
    pub(crate) async fn read_change(
        &self,
        payload: &mut PacedPayload,
        connected: &mut Option<bool>,
    ) -> Result<Counted<Change>, Refusal> {
        let act = self.operation.act;
        let body = if act.reads_body() {
            self.read_body(payload, connected).await?
        } else {
            Counted::new(Ok(serde_json::Map::new()), self.state.budget.hold(self.caller.team))
        };
        match act {
            Act::Update(_) => Ok(body.map(Change::Update)),
            Act::Restore(_) => Ok(body.map(Change::Restore)),
            Act::Action(_, name) => Ok(body.map(|body| Change::Action(name, body))),
            Act::Attach(_, kind, link) => Ok(body.map(|body| Change::Attach(kind, link, body))),
            Act::SetLinks(_, kind, link) => Ok(body.map(|body| Change::SetLinks(kind, link, body))),
            Act::Detach(_, kind, link) => {
                let related = self.id(kind)?;
                Ok(body.map(|body| Change::Detach(kind, link, related, body)))
            }
            Act::CurrentUser
            | Act::Activities
            | Act::List(_)
            | Act::View(_)
            | Act::Create(_)
            | Act::Delete(_)
            | Act::Upload
            | Act::Discard
            | Act::File
            | Act::Open => Err(Refusal::Fault("the operation changes no record".to_owned())),
        }
    }

    /// The id of a record of this kind in the path.
    pub(crate) fn id(&self, kind: Kind) -> Result<i64, Refusal> {
        path_id(kind, self.request.match_info().get(kind.singular()).unwrap_or_default())
    }

    pub(crate) async fn list(self, endpoint: &dyn ReadEndpoint) -> Result<Reply, Refusal> {
        let context = self.context();
        let path = format!("{}{}", context.addresses.base_url, self.operation.path);
        let query = Query::parse(self.request.query_string());
        let list = endpoint.ask(&asked(&query), self.state.max_page_size)?;
        let (carried, reach) = (query.carried(Dropped::PageNumber), list.reach());
        let (requester, caller) = (self.requester(), self.caller);
        let work = move |tx: &mut dyn ReadTx| {
            let mut out = context.writer(24 * 1024);
            out.bytes.extend_from_slice(b"{\"data\":");
            let (count, total) = list.write(tx, &caller, &mut out)?;
            let bytes = &mut out.bytes;
            bytes.push(b',');
            let PageRequest { number, size } = list.page();
            let (page, size, total) = (number.unsigned_abs(), size.unsigned_abs(), total.unsigned_abs());
            let parameter = Parameter::PageNumber;
            Paginator { path: &path, carried: &carried, parameter, page, size, total, count }.write(bytes);
            bytes.push(b'}');
            Ok(out.done())
        };
        Ok(Reply::Json(StatusCode::OK, read(&self.state.database, requester, reach, work).await?))
    }

    pub(crate) async fn view(self, endpoint: &'static (dyn ReadEndpoint + Send)) -> Result<Reply, Refusal> {
        let id = self.id(endpoint.kind())?;
        let asked = Arc::new(asked(&Query::parse(self.request.query_string())));
        let reach = endpoint.reach(self.caller.team, id, &asked);
        let work = self.viewing(endpoint, id, asked, IncludeOverflow::Refused);
        let out = read(&self.state.database, self.requester(), reach, work).await?;
        Ok(Reply::Json(StatusCode::OK, out))
    }

    pub(crate) async fn create(
        self,
        endpoint: &'static (dyn Endpoint + Send),
        body: Counted<Body>,
    ) -> Result<Reply, Refusal> {
        let asked = Arc::new(asked(&Query::parse(self.request.query_string())));
        let (caller, checked, context) = (Arc::clone(&self.caller), Arc::clone(&asked), self.context());
        let work = move |tx: &mut dyn WriteTx| {
            let mut out = context.writer_of_write(1024);
            let id = endpoint.create(tx, &caller, &body, &checked, &mut out)?;
            Ok((id, out.done()))
        };
        let (id, plain) = write(&self.state.database, self.owner(), work).await?;
        Ok(Reply::Json(StatusCode::CREATED, self.with_included(endpoint, id, asked, plain, usize::MAX).await?))
    }

    pub(crate) async fn change(
        self,
        endpoint: &'static (dyn Endpoint + Send),
        id: i64,
        change: Counted<Change>,
    ) -> Result<Reply, Refusal> {
        let mut most_linked = usize::MAX;
        let mut asked = asked(&Query::parse(self.request.query_string()));
        if let Act::Attach(_, kind, _) | Act::SetLinks(_, kind, _) | Act::Detach(_, kind, _) = self.operation.act {
            let facts = endpoint.facts();
            most_linked = MOST_LINKS;
            asked.includes.extend(facts.links().filter(|(_, to, _)| *to == kind).map(|(name, ..)| name.to_owned()));
        }
        let asked = Arc::new(asked);
        let (caller, checked, context) = (Arc::clone(&self.caller), Arc::clone(&asked), self.context());
        let work = move |tx: &mut dyn WriteTx| {
            let mut out = context.writer_of_write(1024);
            endpoint.change(tx, &caller, id, &change, &checked, &mut out)?;
            Ok(out.done())
        };
        let plain = write(&self.state.database, self.owner(), work).await?;
        Ok(Reply::Json(StatusCode::OK, self.with_included(endpoint, id, asked, plain, most_linked).await?))
    }

    /// Deletes a record.
    pub(crate) async fn delete(self, endpoint: &'static (dyn Endpoint + Send)) -> Result<Reply, Refusal> {
        let (id, owner, caller) = (self.id(endpoint.kind())?, self.owner(), self.caller);
        write(&self.state.database, owner, move |tx| endpoint.delete(tx, &caller, id)).await?;
        Ok(Reply::Nothing)
    }

    /// The job that reads one record.
    fn viewing(
        &self,
        endpoint: &'static (dyn ReadEndpoint + Send),
        id: i64,
        asked: Arc<ListParameters>,
        overflow: IncludeOverflow,
    ) -> impl FnMut(&mut dyn ReadTx) -> Result<Counted<Bytes>, Refusal> + Send + use<> {
        let (caller, context) = (Arc::clone(&self.caller), self.context());
        move |tx| {
            let mut out = context.writer(1024);
            out.overflow = overflow;
            endpoint.view(tx, &caller, id, &asked, &mut out)?;
            Ok(out.done())
        }
    }

    /// What the answer begins with.
    pub(crate) fn context(&self) -> AnswerContext {
        AnswerContext {
            addresses: self.addresses(),
            budget: Arc::clone(&self.state.budget),
            team: self.caller.team,
            most_included: self.state.max_included,
        }
    }

    /// What makes the addresses of files in the answer.
    fn addresses(&self) -> Addresses {
        Addresses {
            signer: Arc::clone(&self.state.signer),
            base_url: self.state.origins.base_url(self.request),
            team: self.caller.team,
            now: now().micros() / 1_000_000,
        }
    }

    /// A record that was just written, with what the query includes, of linked records at most so many. The write is
    /// done: where what is included is too much it is counted, and where it cannot be read the record is answered alone.
    pub(crate) async fn with_included(
        &self,
        endpoint: &'static (dyn ReadEndpoint + Send),
        id: i64,
        asked: Arc<ListParameters>,
        plain: Counted<Bytes>,
        most_linked: usize,
    ) -> Result<Counted<Bytes>, Refusal> {
        if asked.includes.is_empty() {
            return Ok(plain);
        }
        let reach = endpoint.reach(self.caller.team, id, &asked);
        let work = self.viewing(endpoint, id, asked, IncludeOverflow::Counted { most_linked });
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

/// What a query asks of a list or a record.
pub(crate) fn asked(query: &Query<'_>) -> ListParameters {
    let owned = |items: Vec<&str>| items.into_iter().map(str::to_owned).collect();
    let number = |scalar: Scalar<'_>| match scalar {
        Scalar::Absent => None,
        Scalar::Text(text) => Some(text.to_owned()),
        // An array is no number, and neither is this.
        Scalar::Array => Some("[]".to_owned()),
    };
    ListParameters {
        filters: query.filters().into_iter().map(|it| (it.name.to_owned(), it.values.map(owned))).collect(),
        sorts: owned(query.sorts()),
        includes: owned(query.includes()),
        fields: owned(query.fields()),
        number: number(query.page_number()),
        size: number(query.page_size()),
        garbled: query.complaints().to_vec(),
    }
}
