//! Reports that are saved: held against what their reports take, and run again.

use serde_json::{Value, json};

use super::run::{Admit, RunReport, run};
use super::{Common, PreparedReport, ReportParameters};
use crate::access::{Abilities, Actor, Caller, TeamId};
use crate::commands;
use crate::kinds::Access;
use crate::listing::MOST_VALUES;
use crate::ports::{Reach, ReadPort as _, ReadTx};
use crate::record::{BodyReader, Choices as _, FieldError, Fields, Id, Record as _, Stored, Time};
use crate::{Json, Refusal, SavedReport, Team};

/// The member of the parameters under which filters stand.
const FILTER: &str = "filter";

/// Where the parameters stand in a body.
const PARAMS: &str = "params";

/// Rejects parameters that the report does not take.
pub(crate) fn check_saved(saved: &SavedReport, reader: &mut BodyReader<'_>) {
    let known = |name: &str| {
        let of_reports = super::ReportName::ALL.iter().flat_map(|name| name.declared().fields).chain(Common::FIELDS);
        name == FILTER || of_reports.clone().any(|field| field.name == name)
    };
    let fields = saved.params.fields();
    for name in fields.keys().filter(|name| !known(name)) {
        reader.reject(&format!("{PARAMS}.{name}"), FieldError::NotAllowed);
    }
    let filters = fields.get(FILTER).and_then(Json::as_object).into_iter().flat_map(Fields::keys);
    for name in filters.filter(|name| super::ReportFilter::from_name(name).is_none()) {
        reader.reject(&format!("{PARAMS}.{FILTER}.{name}"), FieldError::NotAllowed);
    }
    let parameters = match parameters(saved) {
        Ok(parameters) => parameters,
        Err((path, error)) => return reader.reject(&format!("{PARAMS}.{path}"), error),
    };
    for (name, values) in &parameters.filters {
        if values.as_ref().is_some_and(|values| values.len() > MOST_VALUES) {
            reader.reject(&format!("{PARAMS}.{FILTER}.{name}"), FieldError::TooMany(MOST_VALUES));
        }
    }
    // What is asked up to today is asked each day anew, so today is as late as can be.
    let latest = Time::parse("9999-12-31").unwrap_or_default();
    let mut part = BodyReader::within(&parameters.fields, &format!("{PARAMS}."));
    PreparedReport::check(saved.report.declared(), &mut part, latest);
    reader.take(part);
}

/// What the report is asked for.
fn parameters(saved: &SavedReport) -> Result<ReportParameters, (String, FieldError)> {
    let mut fields = saved.params.fields();
    let filters = match fields.remove(FILTER) {
        None | Some(Json::Null) => Vec::new(),
        Some(Json::Object(filters)) => {
            let filter = |(name, value): (String, Json)| {
                let values = match value {
                    Json::Null => None,
                    Json::String(text) if text.trim().is_empty() => None,
                    Json::String(text) => Some(text.split(',').map(str::to_owned).collect()),
                    Json::Number(number) => Some(vec![number.to_string()]),
                    Json::Bool(_) | Json::Array(_) | Json::Object(_) => {
                        return Err((format!("{FILTER}.{name}"), FieldError::NotText));
                    }
                };
                Ok((name, values))
            };
            filters.into_iter().map(filter).collect::<Result<_, _>>()?
        }
        Some(_) => return Err((FILTER.to_owned(), FieldError::NotObject)),
    };
    if saved.debias {
        fields.insert("debias".to_owned(), Json::Bool(true));
    }
    if let (Some(target), false) = (saved.target_velocity, fields.contains_key("target")) {
        fields.insert("target".to_owned(), json!(target.get()));
    }
    Ok(ReportParameters { fields, filters, ..ReportParameters::default() })
}

/// Runs a saved report of the caller's team: the report, with its targets among the figures.
///
/// # Errors
/// When the team has no such report, or does not tell the caller of it; as the report refuses.
pub fn run_saved(tx: &mut dyn ReadTx, caller: &Caller, id: i64, admit: Admit<'_>) -> Result<RunReport, Refusal> {
    let saved = commands::view::<SavedReport>(tx, caller, Id::new(id))?;
    run_stored(tx, caller, &saved, admit)
}

/// How far [`find_public`] reaches.
pub const FIND_REACH: Reach = Reach::Page;

/// The team of the saved report with this public address.
///
/// # Errors
/// When there is no such report.
pub fn find_public(tx: &mut dyn ReadTx, token: &str) -> Result<TeamId, Refusal> {
    found(tx, token).map(|(team, _)| team.team_id())
}

/// Runs the saved report with this public address.
///
/// # Errors
/// When there is no such report; as the report refuses.
pub fn run_public(tx: &mut dyn ReadTx, token: &str) -> Result<(RunReport, Caller), Refusal> {
    let (team, saved) = found(tx, token)?;
    let caller = Caller { abilities: Abilities::all(), ..team.caller(Actor::ReportHolder) };
    run_stored(tx, &caller, &saved, &mut || Ok(())).map(|run| (run, caller))
}

fn found(tx: &mut dyn ReadTx, token: &str) -> Result<(Stored<Team>, Stored<SavedReport>), Refusal> {
    let missing = || Refusal::Missing { kind: "report", id: token.to_owned() };
    let (team, id) = tx.saved_report_at(token)?.ok_or_else(missing)?;
    let saved = SavedReport::reads(tx).find(team, id)?.filter(|saved| saved.record.access == Access::Link);
    let team = Team::reads(tx).find(team, Id::new(team.get()))?;
    team.zip(saved).ok_or_else(missing)
}

fn run_stored(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    saved: &Stored<SavedReport>,
    admit: Admit<'_>,
) -> Result<RunReport, Refusal> {
    let record = &saved.record;
    let report = record.report.declared();
    let parameters = parameters(record).map_err(|(path, error)| Refusal::field(&format!("{PARAMS}.{path}"), &error))?;
    let asked = PreparedReport::read(report, &parameters, caller, tx.now())?;
    let mut run = run(tx, caller, &asked, admit)?;
    if let Some(Value::Object(data)) = run.told.get_mut("data") {
        let targets = Fields::from_iter([
            ("win_rate".to_owned(), json!(record.target_win_rate.map(|target| target.get()))),
            ("velocity".to_owned(), json!(record.target_velocity.map(|target| target.get()))),
        ]);
        data.insert("targets".to_owned(), Value::Object(targets));
    }
    Ok(run)
}
