//! Reports: those of the team, those that it saved, and those that whoever has their address may see.

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, web};
use uplift_domain::access::Caller;
use uplift_domain::ports::{Owner, ReadTx};
use uplift_domain::record::{Choices as _, Invalid, Record as _};
use uplift_domain::reports::{
    self, Common, PreparedReport, Report, ReportFormat, ReportLook, ReportName, ReportParameters, RunReport,
};
use uplift_domain::{Kind, Refusal, SavedReport};

use crate::admit::authority::now;
use crate::admit::budget::{Budgeted, Hold};
use crate::answer::csv::{self, CSV};
use crate::answer::svg::{self, chart_of_report};
use crate::exports::{bom, dated_file};
use crate::operations::authed::AuthedRequest;
use crate::operations::jobs::{Requester, read};
use crate::operations::operation::ReportAct;
use crate::operations::reply::Reply;
use crate::operations::report_table::table;
use crate::request::query::Query;
use crate::request::query_fields::{query_fields, reject_garbled};
use crate::server::state::State;

/// The report that a path names.
enum Requested {
    Named(&'static Report),
    Saved(i64),
}

async fn requested(authed: &AuthedRequest<'_>, act: ReportAct) -> Result<Requested, Refusal> {
    if act == ReportAct::Saved {
        let id = authed.id(Kind::SavedReport)?;
        authed.find::<SavedReport>(id).await?;
        return Ok(Requested::Saved(id));
    }
    let name = authed.request.match_info().get("report").unwrap_or_default();
    let missing = || Refusal::Missing { kind: "report", id: name.to_owned() };
    ReportName::from_name(name).map(|name| Requested::Named(name.declared())).ok_or_else(missing)
}

/// Answers a report to the holder of a key.
pub(crate) async fn answer(authed: AuthedRequest<'_>, act: ReportAct) -> Result<Reply, Refusal> {
    let requested = requested(&authed, act).await?;
    let query = Query::parse(authed.request.query_string());
    let (bearer, requester) = (Arc::clone(&authed.bearer), authed.requester());
    let mut look = look(&query)?;
    let bom = bom(&query).map_err(|error| Refusal::field("bom", &error))?;
    if act == ReportAct::Drawn || (look.format == ReportFormat::Json && svg::prefers_svg(authed.request, &query)) {
        look.format = ReportFormat::Svg;
    }
    let hold = authed.state.budget.hold(authed.caller().team);
    if look.format == ReportFormat::Csv {
        authed.caller().permit_export()?;
    }
    let place = || match look.format {
        ReportFormat::Csv => authed.state.exports.take(authed.caller().team).map(Some),
        ReportFormat::Json | ReportFormat::Svg => Ok(None),
    };
    let (run, _place) = match requested {
        Requested::Saved(id) => {
            let place = place()?;
            let work = move |tx: &mut dyn ReadTx| reports::run_saved(tx, &bearer.caller, id);
            (read(&authed.state.database, requester, reports::REACH, work).await?, place)
        }
        Requested::Named(report) => {
            let parameters = parameters(report, &query)?;
            let asked = PreparedReport::read(report, &parameters, authed.caller(), now())?;
            let place = place()?;
            let work = move |tx: &mut dyn ReadTx| reports::run(tx, &bearer.caller, &asked);
            let told = read(&authed.state.database, requester, reports::REACH, work).await?;
            (RunReport { report, told, asked: parameters.fields }, place)
        }
    };
    Ok(reply(run, (&look, bom), &query, authed.caller(), hold))
}

/// Answers a saved report to whoever has its address.
pub(crate) async fn public(state: &web::Data<State>, request: &HttpRequest) -> Result<Reply, Refusal> {
    let token = request.match_info().get("token").unwrap_or_default().to_owned();
    let query = Query::parse(request.query_string());
    let asked = token.clone();
    let nobody = Requester { owner: Owner::Installation, request };
    let find = move |tx: &mut dyn ReadTx| reports::find_public(tx, &asked);
    let found = read(&state.database, nobody, reports::FIND_REACH, find);
    let team = state.public.find(state.origins.client(request), &token, false, found).await?;
    let mut look = look(&query)?;
    if look.format == ReportFormat::Json && svg::prefers_svg(request, &query) {
        look.format = ReportFormat::Svg;
    }
    let hold = state.budget.hold(team);
    let owner = Requester { owner: Owner::Team(team), request };
    let run = move |tx: &mut dyn ReadTx| reports::run_public(tx, &token);
    let (run, caller) = read(&state.database, owner, reports::REACH, run).await?;
    Ok(reply(run, (&look, false), &query, &caller, hold))
}

fn look(query: &Query<'_>) -> Result<ReportLook, Refusal> {
    ReportLook::of(&query_fields(query, ReportLook::FIELDS)?)
}

/// What a query asks of a report.
fn parameters(report: &Report, query: &Query<'_>) -> Result<ReportParameters, Refusal> {
    let fields = query_fields(query, Common::FIELDS.iter().chain(report.fields).chain(ReportLook::FIELDS))?;
    let mut invalid = Invalid::default();
    reject_garbled(query, &mut invalid);
    if !invalid.is_empty() {
        return Err(invalid.into());
    }
    let owned = |values: Vec<&str>| values.into_iter().map(str::to_owned).collect();
    let filters = query.filters().into_iter().map(|it| (it.name.to_owned(), it.values.map(owned))).collect();
    Ok(ReportParameters { fields, filters })
}

/// The answer with a report that was run, in this form; a file begins with the sign of UTF-8 or without.
fn reply(run: RunReport, (look, bom): (&ReportLook, bool), query: &Query<'_>, caller: &Caller, hold: Hold) -> Reply {
    let RunReport { report, told, asked } = run;
    match look.format {
        ReportFormat::Json => Reply::Json(StatusCode::OK, Budgeted::new(Bytes::from(told.to_string()), hold)),
        ReportFormat::Svg => {
            let (about, chart) = chart_of_report(report.name, &told, &asked);
            let drawn = chart.draw(&about, &svg::view(query));
            Reply::File(svg::answer(Budgeted::new(Bytes::from(drawn), hold)))
        }
        ReportFormat::Csv => {
            let (names, rows) = table(report, &told);
            let mut bytes = csv::begun(bom, &names);
            bytes.extend(csv::rows(&rows));
            let body = Budgeted::new(Bytes::from(bytes), hold).into_body();
            Reply::File(dated_file(caller, CSV, report.name.name(), "csv").body(body))
        }
    }
}
