//! What is answered for the records of any kind: a list, one record, and what a write made of it.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::IF_NONE_MATCH;
use uplift_domain::access::{Right, TeamId};
use uplift_domain::listing::{ListParameters, PageRequest};
use uplift_domain::ports::ReadTx;
use uplift_domain::{Kind, Refusal};

use crate::answer::addresses::{Addresses, Signer};
use crate::answer::json_writer::{AnswerContext, IncludeOverflow, RecordAnswer};
use crate::answer::paginator::Paginator;
use crate::clock::seconds;
use crate::jobs::read;
use crate::operations::addressed::path_id;
use crate::operations::authed::AuthedRequest;
use crate::operations::endpoint::ReadEndpoint;
use crate::operations::reply::Reply;
use crate::request::conditions::Tags;
use crate::request::query::{Filter, PageParameter, Query, Scalar};
use crate::server::state::State;

impl AuthedRequest<'_> {
    /// The id of a record of this kind in the path. The team is that of the key.
    pub(crate) fn id(&self, kind: Kind) -> Result<i64, Refusal> {
        if kind == Kind::Team {
            return Ok(self.caller().team.get());
        }
        path_id(kind, self.request.match_info().get(kind.singular()).unwrap_or_default())
    }

    pub(crate) async fn list(self, endpoint: &dyn ReadEndpoint) -> Result<Reply, Refusal> {
        let context = self.context();
        let whole = match endpoint.facts().within {
            None => None,
            Some((kind, _)) => Some((kind, self.id(kind)?)),
        };
        let mut path = format!("{}{}", context.addresses.base_url, self.path);
        if let Some((kind, id)) = whole {
            path = path.replace(&format!("{{{}}}", kind.singular()), &id.to_string());
        }
        let query = Query::parse(self.request.query_string());
        endpoint.permit(self.caller(), Right::Read)?;
        let list = endpoint.prepare_list(
            self.caller(),
            &list_parameters(&query),
            self.state.max_page_size,
            whole.map(|(_, id)| id),
        )?;
        let parameter = PageParameter::Number;
        let (carried, reach) = (query.carried(parameter), list.reach());
        let (requester, bearer) = (self.requester(), self.bearer);
        let work = move |tx: &mut dyn ReadTx| {
            if let Some((kind, id)) = whole
                && !tx.is_live(bearer.caller.team, kind, id)?
            {
                return Err(Refusal::Missing { kind: kind.singular(), id: id.to_string() });
            }
            let mut out = context.writer(24 * 1024);
            out.bytes.extend_from_slice(b"{\"data\":");
            let (count, total) = list.write(tx, &bearer.caller, &mut out)?;
            let bytes = &mut out.bytes;
            bytes.push(b',');
            let PageRequest { number, size } = list.page();
            let (page, size, total) = (number.unsigned_abs(), size.unsigned_abs(), total.unsigned_abs());
            Paginator { path: &path, carried: &carried, parameter, page, size, total, count }.write(bytes);
            bytes.push(b'}');
            Ok(out.done())
        };
        Ok(Reply::Json(StatusCode::OK, read(&self.state.database, requester, reach, work).await?))
    }

    pub(crate) async fn view(self, endpoint: &'static dyn ReadEndpoint) -> Result<Reply, Refusal> {
        let id = self.id(endpoint.kind())?;
        let parameters = Arc::new(list_parameters(&Query::parse(self.request.query_string())));
        let reach = endpoint.reach(self.caller().team, id, &parameters);
        let work = self.viewing(endpoint, id, parameters, IncludeOverflow::Refused);
        let answer = read(&self.state.database, self.requester(), reach, work).await?;
        match Tags::of(self.request, IF_NONE_MATCH).is_some_and(|known| known.know(&answer.tag)) {
            true => Ok(Reply::Known(answer.tag)),
            false => Ok(Reply::Record(StatusCode::OK, answer)),
        }
    }

    /// The job that reads one record.
    pub(crate) fn viewing(
        &self,
        endpoint: &'static dyn ReadEndpoint,
        id: i64,
        parameters: Arc<ListParameters>,
        overflow: IncludeOverflow,
    ) -> impl FnMut(&mut dyn ReadTx) -> Result<RecordAnswer, Refusal> + Send + use<> {
        let (bearer, context) = (Arc::clone(&self.bearer), self.context());
        move |tx| {
            let mut out = context.writer(1024);
            out.overflow = overflow;
            endpoint.view(tx, &bearer.caller, id, &parameters, &mut out)?;
            Ok(out.done_with_tag())
        }
    }

    /// What the answer begins with.
    pub(crate) fn context(&self) -> AnswerContext {
        answer_context(Arc::clone(&self.signer), self.state, self.request, self.caller().team)
    }
}

/// What an answer to a team begins with.
pub(crate) fn answer_context(signer: Arc<Signer>, state: &State, request: &HttpRequest, team: TeamId) -> AnswerContext {
    AnswerContext {
        addresses: Addresses { signer, base_url: state.origins.base_url(request), team, now: seconds() },
        budget: Arc::clone(&state.budget),
        most_included: state.max_included,
    }
}

/// What a query asks of a list or a record.
pub(crate) fn list_parameters(query: &Query<'_>) -> ListParameters {
    let owned = |items: Vec<&str>| items.into_iter().map(str::to_owned).collect();
    let number = |scalar: Scalar<'_>| match scalar {
        Scalar::Absent => None,
        Scalar::Text(text) => Some(text.to_owned()),
        // An array is no number, and neither is this.
        Scalar::Array => Some("[]".to_owned()),
    };
    let filters = query.filters();
    let named = |it: &Filter<'_>| {
        let told = |(name, values): &(&str, Vec<&str>)| -> Vec<String> {
            values.iter().map(|value| format!("{name}={value}")).collect()
        };
        (it.name.to_owned(), it.members.iter().flat_map(told).collect())
    };
    ListParameters {
        members: filters.iter().filter(|it| !it.members.is_empty()).map(named).collect(),
        filters: filters.into_iter().map(|it| (it.name.to_owned(), it.values.map(owned))).collect(),
        sorts: owned(query.sorts()),
        includes: owned(query.includes()),
        changed: None,
        fields: owned(query.fields()),
        number: number(query.page_number()),
        size: number(query.page_size()),
        garbled: query.unreadable().to_vec(),
    }
}
