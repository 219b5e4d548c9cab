//! Reports: those of the team, those that it saved, and those that whoever has their address may see.

use std::sync::Arc;

use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, web};
use uplift_domain::access::Caller;
use uplift_domain::ports::{Owner, ReadTx};
use uplift_domain::record::{Choices as _, Fields, Invalid, Record as _};
use uplift_domain::reports::{
    self, Common, PreparedReport, Report, ReportFormat, ReportName, ReportOutput, ReportParameters, RunReport,
};
use uplift_domain::{Kind, Refusal, SavedReport};

use crate::admit::budget::{Budgeted, Hold, Holder};
use crate::answer::csv::{self, CSV};
use crate::answer::svg::{self, chart_of_report};
use crate::clock::now;
use crate::exports::{ExportSlot, TOTAL, bom, dated_file};
use crate::jobs::{Requester, read};
use crate::operations::authed::AuthedRequest;
use crate::operations::operation::ReportAct;
use crate::operations::reply::Reply;
use crate::operations::report_table::table;
use crate::request::bounds::{ANSWER, too_large};
use crate::request::query::{Query, Scalar};
use crate::request::query_fields::readable_fields;
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

/// A report with what it is asked for.
enum Asked {
    Named(Box<PreparedReport>),
    Saved(i64),
}

/// Answers a report to the holder of a key.
pub(crate) async fn answer(authed: AuthedRequest<'_>, act: ReportAct) -> Result<Reply, Refusal> {
    answer_as_run(authed, act).await.map(|(reply, _)| reply)
}

/// Answers a report to the holder of a key, and tells the parameters that it was run with, by which its chart is drawn.
pub(crate) async fn answer_as_run(authed: AuthedRequest<'_>, act: ReportAct) -> Result<(Reply, Fields), Refusal> {
    let requested = requested(&authed, act).await?;
    let query = Query::parse(authed.request.query_string());
    if act != ReportAct::Drawn && query.plain("format") == Scalar::Text(ReportFormat::Csv.name()) {
        authed.caller().permit_export()?;
    }
    let (mut output, bom, asked) = read_asked(requested, &query, authed.caller())?;
    if act == ReportAct::Drawn || (output.format == ReportFormat::Json && svg::prefers_svg(authed.request, &query)) {
        output.format = ReportFormat::Svg;
    }
    let hold = authed.state.budget.hold(authed.caller().team);
    let needs_slot = output.format == ReportFormat::Csv && authed.request.method() != Method::HEAD;
    let slots = needs_slot.then(|| authed.state.exports.clone());
    let bearer = Arc::clone(&authed.bearer);
    let work = move |tx: &mut dyn ReadTx| {
        let (caller, mut slot) = (&bearer.caller, None);
        let mut admit = || {
            slot = slots.as_ref().map(|slots| slots.take(caller.team)).transpose()?;
            Ok(())
        };
        let run = match &asked {
            Asked::Named(report) => reports::run(tx, caller, report, &mut admit)?,
            Asked::Saved(id) => reports::run_saved(tx, caller, *id, &mut admit)?,
        };
        Ok((run, slot))
    };
    let (run, slot) = read(&authed.state.database, authed.requester(), reports::REACH, work).await?;
    let run_with = run.asked.clone();
    let reply = reply(run, (&output, bom), &query, authed.caller(), (hold, slot)).await?;
    Ok((reply, run_with))
}

/// Reads what is asked of a report, in which form it is to be told, and whether a file of comma-separated values begins
/// with a byte-order mark.
fn read_asked(
    requested: Requested,
    query: &Query<'_>,
    caller: &Caller,
) -> Result<(ReportOutput, bool, Asked), Refusal> {
    let mut parameters = match requested {
        Requested::Named(report) => parameters(report, query),
        Requested::Saved(_) => output_parameters(query),
    };
    let bom = bom(query).unwrap_or_else(|error| {
        parameters.invalid.add("bom", &error);
        false
    });
    match requested {
        Requested::Named(report) => {
            let asked = PreparedReport::read(report, &parameters, caller, now())?;
            Ok((asked.output.clone(), bom, Asked::Named(Box::new(asked))))
        }
        Requested::Saved(id) => Ok((ReportOutput::of(&parameters)?, bom, Asked::Saved(id))),
    }
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
    let mut output = ReportOutput::of(&output_parameters(&query))?;
    if output.format == ReportFormat::Json && svg::prefers_svg(request, &query) {
        output.format = ReportFormat::Svg;
    }
    let hold = state.budget.hold(Holder::Public(team));
    let owner = Requester { owner: Owner::Team(team), request };
    let run = move |tx: &mut dyn ReadTx| reports::run_public(tx, &token);
    let (run, caller) = read(&state.database, owner, reports::REACH, run).await?;
    reply(run, (&output, false), &query, &caller, (hold, None)).await
}

/// In which form a query asks for a report.
fn output_parameters(query: &Query<'_>) -> ReportParameters {
    let mut invalid = Invalid::default();
    let fields = readable_fields(query, ReportOutput::FIELDS, &mut invalid);
    ReportParameters { fields, filters: Vec::new(), invalid }
}

/// What a query asks of a report.
fn parameters(report: &Report, query: &Query<'_>) -> ReportParameters {
    let mut invalid = Invalid::default();
    let fields = Common::FIELDS.iter().chain(report.fields).chain(ReportOutput::FIELDS);
    let fields = readable_fields(query, fields, &mut invalid);
    let owned = |values: Vec<&str>| values.into_iter().map(str::to_owned).collect();
    let filters = query.filters().into_iter().map(|it| (it.name.to_owned(), it.values.map(owned))).collect();
    ReportParameters { fields, filters, invalid }
}

/// The answer with a report that was run, in this form; a file begins with a byte-order mark or without. It keeps the
/// slot for exports that it has, if any. What takes long to write keeps no other request of the thread waiting.
///
/// # Errors
/// When it is larger than an answer may be that is no file, or when there is no room for what the team's clients have not
/// read yet.
async fn reply(
    run: RunReport,
    (output, bom): (&ReportOutput, bool),
    query: &Query<'_>,
    caller: &Caller,
    (mut hold, slot): (Hold, Option<ExportSlot>),
) -> Result<Reply, Refusal> {
    let RunReport { report, told, asked } = run;
    let (format, view) = (output.format, svg::view(query));
    let written = web::block(move || match format {
        ReportFormat::Json => (told.to_string().into_bytes(), 0),
        ReportFormat::Svg => {
            let (about, chart) = chart_of_report(report.name, &told, &asked);
            (chart.draw(&about, &view).into_bytes(), 0)
        }
        ReportFormat::Csv => {
            let (names, rows) = table(report, &told);
            let mut bytes = csv::begun(bom, &names);
            bytes.extend(csv::rows(&rows));
            (bytes, rows.len())
        }
    });
    let (bytes, rows) = written.await.map_err(|error| Refusal::Fault(error.to_string()))?;
    if format != ReportFormat::Csv && bytes.len() > ANSWER {
        return Err(too_large("from"));
    }
    hold.cover(bytes.len())?;
    let answer = Budgeted::new(Bytes::from(bytes), hold);
    Ok(match format {
        ReportFormat::Json => Reply::Json(StatusCode::OK, answer),
        ReportFormat::Svg => Reply::File(svg::answer(answer)),
        ReportFormat::Csv => {
            let mut file = dated_file(caller, CSV, report.name.name(), "csv");
            file.insert_header((TOTAL, rows.to_string()));
            Reply::File(file.body(answer.into_body_with(slot)))
        }
    })
}
