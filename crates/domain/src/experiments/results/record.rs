//! Recording results: up to so many rows in one call, each of which replaces the one that it is about.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::json;
use uplift_derive::Record;

use super::super::words::ExperimentStatus as Status;
use super::super::{figures, links, variations};
use super::check::check;
use super::{Group, MOST, are_there, group, of, refuse};
use crate::access::Caller;
use crate::activity::entry_on;
use crate::commands::{Call, Done, Outcome, fields, update_counters};
use crate::kinds::ResultRowFilter as Filter;
use crate::listing::{FilterValues, Listing};
use crate::period::today;
use crate::ports::{ReadPort as _, WritePort as _, WriteTx};
use crate::record::{
    BodyReader, Date, FieldError, Fields, Id, List, Object, Record as _, Stored, read_by_rule, read_field,
};
use crate::{Experiment, Goal, Json, Kind, Refusal, ResultRow};

/// How many rows one call may record.
const MOST_AT_ONCE: usize = 1_000;

const KEY: &str = "rows";

/// The rows to be recorded, each with the fields of a result.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct Rows {
    /// The totals, at most 1,000 rows: of each variation and goal up to a day, for everyone or for a segment.
    rows: List<Object, MOST_AT_ONCE>,
}

/// What came of the rows of a call.
#[derive(Default)]
struct Recorded {
    shown: Vec<Json>,
    created: usize,
    updated: usize,
    unchanged: usize,
    as_of: Option<Date>,
}

/// Records rows of results.
///
/// # Errors
/// When the status of the experiment does not allow it, or with every error about the rows.
pub(crate) fn record(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    mut stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let caller = call.caller;
    let mut given = BodyReader::new(fields(call.body)?);
    Rows::read(&mut given);
    // Where some of them are no rows, what is wrong with the others is told as well.
    let given = if given.has_errors_about(KEY) { given.valid(Rows::FIELDS)? } else { given };
    match stored.record.status {
        Status::Running | Status::Paused | Status::Analyzing => {}
        status @ (Status::Draft | Status::InPreparation | Status::Ready | Status::Completed | Status::Cancelled) => {
            return Err(refuse(status));
        }
    }
    let rows = read(tx, caller, &stored, given)?;
    let recorded = write(tx, caller, &stored, rows)?;
    let Recorded { shown, created, updated, unchanged, as_of } = recorded;
    if created + updated > 0 {
        let told = json!({ "attributes": { "rows": created + updated, "as_of": as_of.map(|day| day.to_string()) } });
        let id = stored.id.get();
        tx.log(caller.team, &entry_on(Kind::Experiment, id, caller.actor, call.event, told))?;
        figures::refresh(tx, caller, &mut stored)?;
    }
    let meta = json!({ "created": created, "updated": updated, "unchanged": unchanged });
    Ok(Outcome::Json(json!({ "data": shown, "meta": meta })).into())
}

/// Reads the rows. Everything that is wrong with any of them is told.
fn read(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<Experiment>,
    mut reader: BodyReader<'_>,
) -> Result<Vec<ResultRow>, Refusal> {
    let rows = reader.items(KEY, MOST_AT_ONCE).unwrap_or_default();
    if rows.is_empty() {
        reader.reject(KEY, FieldError::Required);
    }
    let rows: Vec<(usize, &Fields)> =
        rows.iter().enumerate().filter_map(|(at, row)| Some((at, row.as_object()?))).collect();
    let team = caller.team;
    let variations: HashSet<i64> = variations::of(tx, team, &[stored.id])?.iter().map(|it| it.id.get()).collect();
    let goal = |(_, row): &(usize, &Fields)| read_field::<Id<Goal>>(row, "goal_id").ok();
    let named = rows.iter().filter_map(goal).map(Id::get).collect();
    let goals: HashMap<i64, Goal> =
        links::hold_goals(tx, team, stored.id, &named)?.into_iter().map(|goal| (goal.id.get(), goal.record)).collect();
    let today = today(tx.now(), caller.timezone.rules());
    let (mut read, mut seen) = (Vec::with_capacity(rows.len()), HashSet::new());
    for (at, row) in rows {
        let fields = fields_of(row, stored);
        let mut part = BodyReader::within(&fields, &format!("{KEY}.{at}."));
        let row = read_by_rule(&mut part, |row: &ResultRow, part| {
            if !variations.contains(&row.variation_id.get()) {
                part.reject("variation_id", FieldError::NotAllowed);
            }
            match goals.get(&row.goal_id.get()) {
                Some(goal) => check(row, goal, part),
                None => part.reject("goal_id", FieldError::NotAllowed),
            }
            if row.as_of > today {
                let refused = "field must be a date before or equal to today.".to_owned();
                part.reject("as_of", FieldError::Otherwise(refused));
            }
        });
        reader.take(part);
        if let Some(row) = row.map(|row| recorded_by(row, caller)) {
            if !seen.insert((group(&row), row.as_of)) {
                reader.reject(&format!("{KEY}.{at}"), FieldError::twice());
            }
            read.push(row);
        }
    }
    reader.finish(&[])?;
    Ok(read)
}

/// The fields of a row of an experiment.
fn fields_of(row: &Fields, stored: &Stored<Experiment>) -> Fields {
    let mut fields = row.clone();
    fields.insert("experiment_id".to_owned(), stored.id.get().into());
    fields.retain(|field, value| field != "segment" || !value.is_null());
    fields
}

/// A row as it is recorded by whoever asks.
fn recorded_by(row: ResultRow, caller: &Caller) -> ResultRow {
    ResultRow { user_id: caller.actor.user(), everyone: row.segment.as_str().is_empty(), ..row }
}

fn write(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<Experiment>,
    rows: Vec<ResultRow>,
) -> Result<Recorded, Refusal> {
    let team = caller.team;
    let mut recorded = Recorded::default();
    let there = rows_there(tx, caller, stored, &rows)?;
    let mut latest: HashMap<Group, Stored<ResultRow>> = HashMap::new();
    if are_there(tx, team, [(Filter::ExperimentId, stored.id.get())])? {
        let furthest = (Filter::Latest, "true".to_owned().into());
        let found = of(tx, team, &[stored.id], [furthest, (Filter::Segment, segments_of(&rows))])?;
        latest.extend(found.into_iter().map(|row| (group(&row.record), row)));
    }
    for mut row in rows {
        let key = group(&row);
        if let Some(before) = there.get(&(key.clone(), row.as_of)) {
            row.latest = latest.get(&key).is_some_and(|furthest| furthest.id == before.id);
            // Who recorded it is no result, nor whether a row before it in the call is of a later day.
            let ResultRow { user_id, latest: was_latest, .. } = before.record;
            let same = ResultRow { user_id, latest: was_latest, ..row.clone() } == before.record;
            if same {
                recorded.unchanged += 1;
                recorded.shown.push(before.shown());
                continue;
            }
            let after = Stored { record: row, updated_at: tx.now(), ..before.clone() };
            ResultRow::writes(tx).save_changes(team, before, &after)?;
            recorded.updated += 1;
            recorded.tell(&after);
            if after.record.latest {
                latest.insert(key, after);
            }
            continue;
        }
        row.latest = latest.get(&key).is_none_or(|furthest| furthest.record.as_of < row.as_of);
        let outdated = if row.latest { latest.remove(&key) } else { None };
        if let Some(before) = outdated {
            let mut outdated = before.clone();
            outdated.record.latest = false;
            ResultRow::writes(tx).save_changes(team, &before, &outdated)?;
        }
        let made = ResultRow::writes(tx).insert(team, &row)?;
        update_counters(tx, team, None, Some(&made));
        recorded.created += 1;
        recorded.tell(&made);
        if made.record.latest {
            latest.insert(key, made);
        }
    }
    Ok(recorded)
}

fn segments_of(rows: &[ResultRow]) -> FilterValues {
    let segments: BTreeSet<&str> = rows.iter().map(|row| row.segment.as_str()).collect();
    FilterValues(segments.into_iter().map(str::to_owned).collect())
}

/// The rows that are there of the same days and segments as these.
fn rows_there(
    tx: &mut dyn WriteTx,
    caller: &Caller,
    stored: &Stored<Experiment>,
    rows: &[ResultRow],
) -> Result<HashMap<(Group, Date), Stored<ResultRow>>, Refusal> {
    let days: BTreeSet<Date> = rows.iter().map(|row| row.as_of).collect();
    let days = (Filter::AsOf, FilterValues(days.into_iter().map(|day| day.to_string()).collect()));
    let found = of(tx, caller.team, &[stored.id], [days, (Filter::Segment, segments_of(rows))])?;
    let there: HashMap<_, _> = found.into_iter().map(|row| ((group(&row.record), row.record.as_of), row)).collect();
    let whole = usize::try_from(tx.total_of_list(caller.team, Kind::ResultRow)?).unwrap_or(usize::MAX);
    let most = usize::try_from(MOST).unwrap_or(usize::MAX);
    if whole.saturating_add(rows.len()) > most {
        let own = [(Filter::ExperimentId, stored.id.to_string().into())].into_iter().collect();
        let all = ResultRow::reads(tx).ids(caller.team, &Listing::of(own), MOST)?.len();
        let new = rows.iter().filter(|row| !there.contains_key(&(group(row), row.as_of))).count();
        if all + new > most {
            let refused = format!("field leads to more than {MOST} results of the experiment.");
            return Err(Refusal::field(KEY, &FieldError::Otherwise(refused)));
        }
    }
    Ok(there)
}

impl Recorded {
    fn tell(&mut self, row: &Stored<ResultRow>) {
        self.as_of = self.as_of.max(Some(row.record.as_of));
        self.shown.push(row.shown());
    }
}
