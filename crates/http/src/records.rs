//! What is answered for the records of any kind: a list, one record, and what a write made of it.

use std::sync::Arc;

use actix_web::http::StatusCode;
use uplift_domain::listing::{Asked, PageAsk};
use uplift_domain::ports::{Ledger, Library};
use uplift_domain::verbs::Body;
use uplift_domain::{Kind, Refusal};

use crate::addresses::Addresses;
use crate::authority::now;
use crate::body;
use crate::connections::Paced;
use crate::desk::{Change, Desk, Shelf};
use crate::jobs::{read, write};
use crate::json::Sheet;
use crate::operations::{Act, path_id};
use crate::paginator::{Paginator, Parameter};
use crate::passage::{Admitted, Reply};
use crate::query::{Dropped, Query, Scalar};

impl Admitted<'_> {
    /// What is asked to be done to a record.
    pub(crate) async fn read_change(
        &self,
        payload: &mut Paced,
        connected: &mut Option<bool>,
    ) -> Result<Change, Refusal> {
        let act = self.operation.act;
        let body = if act.reads_body() {
            let received = body::read(self.request, payload).await;
            *connected = Some(received.connected);
            received.body
        } else {
            Ok(serde_json::Map::new())
        };
        match act {
            Act::Update(_) => Ok(Change::Update(body)),
            Act::Restore(_) => Ok(Change::Restore(body)),
            Act::Action(_, name) => Ok(Change::Action(name, body)),
            Act::Attach(_, kind, link) => Ok(Change::Attach(kind, link, body)),
            Act::SetLinks(_, kind, link) => Ok(Change::SetLinks(kind, link, body)),
            Act::Detach(_, kind, link) => Ok(Change::Detach(kind, link, self.id(kind)?, body)),
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

    pub(crate) async fn list(self, shelf: &dyn Shelf) -> Result<Reply, Refusal> {
        let addresses = self.addresses();
        let path = format!("{}{}", addresses.base_url, self.operation.path);
        let query = Query::parse(self.request.query_string());
        let asking = shelf.ask(&asked(&query), self.state.max_page_size)?;
        let (carried, reach) = (query.carried(Dropped::PageNumber), asking.reach());
        let (asker, caller) = (self.asker(), self.caller);
        let work = move |library: &mut dyn Library| {
            let mut sheet = Sheet::new(addresses.clone(), 24 * 1024);
            sheet.bytes.extend_from_slice(b"{\"data\":");
            let (count, total) = asking.write(library, &caller, &mut sheet)?;
            let mut out = sheet.bytes;
            out.push(b',');
            let PageAsk { number, size } = asking.page();
            let (page, size, total) = (number.unsigned_abs(), size.unsigned_abs(), total.unsigned_abs());
            let parameter = Parameter::PageNumber;
            Paginator { path: &path, carried: &carried, parameter, page, size, total, count }.write(&mut out);
            out.push(b'}');
            Ok(out)
        };
        Ok(Reply::Json(StatusCode::OK, read(&self.state.database, asker, reach, work).await?))
    }

    pub(crate) async fn view(self, shelf: &'static (dyn Shelf + Send)) -> Result<Reply, Refusal> {
        let id = self.id(shelf.kind())?;
        let asked = Arc::new(asked(&Query::parse(self.request.query_string())));
        let reach = shelf.reach(self.caller.team, id, &asked);
        let out = read(&self.state.database, self.asker(), reach, self.viewing(shelf, id, asked)).await?;
        Ok(Reply::Json(StatusCode::OK, out))
    }

    pub(crate) async fn create(self, desk: &'static (dyn Desk + Send), body: Body) -> Result<Reply, Refusal> {
        let asked = Arc::new(asked(&Query::parse(self.request.query_string())));
        let (caller, checked, addresses) = (Arc::clone(&self.caller), Arc::clone(&asked), self.addresses());
        let work = move |ledger: &mut dyn Ledger| {
            let mut sheet = Sheet::new(addresses.clone(), 1024);
            let id = desk.create(ledger, &caller, &body, &checked, &mut sheet)?;
            Ok((id, sheet.bytes))
        };
        let (id, plain) = write(&self.state.database, self.owner(), work).await?;
        Ok(Reply::Json(StatusCode::CREATED, self.with_included(desk, id, asked, plain).await?))
    }

    pub(crate) async fn change(
        self,
        desk: &'static (dyn Desk + Send),
        id: i64,
        change: Change,
    ) -> Result<Reply, Refusal> {
        let mut asked = asked(&Query::parse(self.request.query_string()));
        if let Act::Attach(_, kind, _) | Act::SetLinks(_, kind, _) | Act::Detach(_, kind, _) = self.operation.act {
            let facts = desk.facts();
            asked.includes.extend(facts.links().filter(|(_, to, _)| *to == kind).map(|(name, ..)| name.to_owned()));
        }
        let asked = Arc::new(asked);
        let (caller, checked, addresses) = (Arc::clone(&self.caller), Arc::clone(&asked), self.addresses());
        let work = move |ledger: &mut dyn Ledger| {
            let mut sheet = Sheet::new(addresses.clone(), 1024);
            desk.change(ledger, &caller, id, &change, &checked, &mut sheet)?;
            Ok(sheet.bytes)
        };
        let plain = write(&self.state.database, self.owner(), work).await?;
        Ok(Reply::Json(StatusCode::OK, self.with_included(desk, id, asked, plain).await?))
    }

    /// Deletes a record.
    pub(crate) async fn delete(self, desk: &'static (dyn Desk + Send)) -> Result<Reply, Refusal> {
        let (id, owner, caller) = (self.id(desk.kind())?, self.owner(), self.caller);
        write(&self.state.database, owner, move |ledger| desk.delete(ledger, &caller, id)).await?;
        Ok(Reply::Nothing)
    }

    /// The job that reads one record.
    fn viewing(
        &self,
        shelf: &'static (dyn Shelf + Send),
        id: i64,
        asked: Arc<Asked>,
    ) -> impl FnMut(&mut dyn Library) -> Result<Vec<u8>, Refusal> + Send + use<> {
        let (caller, addresses) = (Arc::clone(&self.caller), self.addresses());
        move |library| {
            let mut sheet = Sheet::new(addresses.clone(), 1024);
            shelf.view(library, &caller, id, &asked, &mut sheet)?;
            Ok(sheet.bytes)
        }
    }

    /// What makes the addresses of files in the answer.
    pub(crate) fn addresses(&self) -> Addresses {
        Addresses {
            signer: Arc::clone(&self.state.signer),
            base_url: self.state.origins.base_url(self.request),
            team: self.caller.team,
            now: now().micros() / 1_000_000,
        }
    }

    /// A record that was just written, with what the query includes.
    pub(crate) async fn with_included(
        &self,
        shelf: &'static (dyn Shelf + Send),
        id: i64,
        asked: Arc<Asked>,
        plain: Vec<u8>,
    ) -> Result<Vec<u8>, Refusal> {
        if asked.includes.is_empty() {
            return Ok(plain);
        }
        let reach = shelf.reach(self.caller.team, id, &asked);
        match read(&self.state.database, self.asker(), reach, self.viewing(shelf, id, asked)).await {
            // Somebody deleted it meanwhile; what was done to it was done all the same.
            Err(Refusal::Missing { .. }) => Ok(plain),
            read => read,
        }
    }
}

/// What a query asks of a list or a record.
pub(crate) fn asked(query: &Query<'_>) -> Asked {
    let owned = |items: Vec<&str>| items.into_iter().map(str::to_owned).collect();
    let number = |scalar: Scalar<'_>| match scalar {
        Scalar::Absent => None,
        Scalar::Text(text) => Some(text.to_owned()),
        // An array is no number, and neither is this.
        Scalar::Array => Some("[]".to_owned()),
    };
    Asked {
        filters: query.filters().into_iter().map(|it| (it.name.to_owned(), it.values.map(owned))).collect(),
        sorts: owned(query.sorts()),
        includes: owned(query.includes()),
        number: number(query.page_number()),
        size: number(query.page_size()),
        garbled: query.complaints().to_vec(),
    }
}
