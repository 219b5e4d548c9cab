//! The export of the activity log, of one record or of the whole team.

use std::ops::Range;

use uplift_domain::access::Caller;
use uplift_domain::activity::{Activity, ActivityListing};
use uplift_domain::ports::ReadTx;
use uplift_domain::{Json, Kind, Refusal};

use super::export::{Export, ExportEndpoint, ExportRequest, ListOf, Weight, and_one, at};
use super::naming::Names;
use crate::answer::cell::Cell;
use crate::answer::json_writer::AnswerContext;
use crate::operations::activities::entry;
use crate::operations::activities::parameters::{LoggedRecord, Paging, check_known, of_record, of_team};

const COLUMNS: [&str; 10] =
    ["created_at", "user", "event", "subject_type", "subject_id", "subject", "changed", "old", "new", "batch_uuid"];

/// The log that is exported.
pub(super) enum LogExport {
    /// The log of one record.
    Record,
    /// The log of the whole team.
    Team,
}

impl ExportEndpoint for LogExport {
    fn name(&self) -> String {
        match self {
            Self::Record => "activities".to_owned(),
            Self::Team => "team-activity".to_owned(),
        }
    }

    fn path(&self) -> String {
        match self {
            Self::Record => "/activities/export".to_owned(),
            Self::Team => "/team/activity/export".to_owned(),
        }
    }

    fn list(&self) -> ListOf {
        match self {
            Self::Record => ListOf::Activities,
            Self::Team => ListOf::TeamActivities,
        }
    }

    fn ask(&self, request: &ExportRequest<'_>) -> Result<Box<dyn Export>, Refusal> {
        let (listing, of) = match self {
            Self::Record => of_record(request.query, request.caller, Paging::Whole)?,
            Self::Team => (of_team(request.query, request.caller, Paging::Whole)?, None),
        };
        Ok(Box::new(Log { listing, of, ids: Vec::new() }))
    }
}

struct Log {
    listing: ActivityListing,
    of: Option<LoggedRecord>,
    ids: Vec<i64>,
}

impl Export for Log {
    fn check(&self, tx: &mut dyn ReadTx, caller: &Caller) -> Result<(), Refusal> {
        self.of.as_ref().map_or(Ok(()), |of| check_known(tx, caller.team, of))
    }

    fn begin(&mut self, tx: &mut dyn ReadTx, caller: &Caller, most: usize) -> Result<usize, Refusal> {
        self.ids = tx.activity_ids(caller.team, &self.listing, and_one(most))?;
        Ok(self.ids.len())
    }

    fn columns(&self) -> Vec<String> {
        COLUMNS.map(str::to_owned).into()
    }

    fn rows(&mut self, tx: &mut dyn ReadTx, caller: &Caller, places: Range<usize>) -> Result<Vec<Vec<Cell>>, Refusal> {
        let entries = tx.activities_by_ids(caller.team, at(&self.ids, places), &mut Weight::default())?;
        let mut names = Names::default();
        for (kind, id) in entries.iter().flat_map(|entry| [causer(entry), subject(entry)]).flatten() {
            names.note(kind, id);
        }
        names.look_up(tx, caller)?;
        Ok(entries.iter().map(|entry| row(entry, &names)).collect())
    }

    fn objects(
        &mut self,
        tx: &mut dyn ReadTx,
        caller: &Caller,
        _context: &AnswerContext,
        places: Range<usize>,
    ) -> Result<Vec<Vec<u8>>, Refusal> {
        let entries = tx.activities_by_ids(caller.team, at(&self.ids, places), &mut Weight::default())?;
        let object = |activity: &Activity| {
            let mut out = Vec::new();
            entry::write(&mut out, activity);
            out
        };
        Ok(entries.iter().map(object).collect())
    }
}

fn causer(entry: &Activity) -> Option<(Kind, i64)> {
    Kind::named(entry.causer_type.as_deref()?).zip(entry.causer_id)
}

fn subject(entry: &Activity) -> Option<(Kind, i64)> {
    Kind::named(entry.subject_type.as_deref()?).zip(entry.subject_id)
}

fn row(entry: &Activity, names: &Names) -> Vec<Cell> {
    let properties: Json =
        entry.properties.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let [old, new] = ["old", "attributes"].map(|side| properties.get(side).and_then(Json::as_object));
    let mut changed: Vec<&String> = new.into_iter().flat_map(|it| it.keys()).collect();
    let gone = old.into_iter().flat_map(|it| it.keys()).filter(|key| !new.is_some_and(|new| new.contains_key(*key)));
    changed.extend(gone);
    let text = |text: &Option<String>| text.clone().map_or(Cell::Empty, Cell::Text);
    let named = |of: Option<(Kind, i64)>| of.map_or(Cell::Empty, |(kind, id)| names.cell(kind, id));
    let side = |side: Option<&serde_json::Map<String, Json>>| match side.map(serde_json::to_string) {
        Some(Ok(text)) => Cell::Text(text),
        Some(Err(_)) | None => Cell::Empty,
    };
    vec![
        Cell::Time(entry.created_at),
        named(causer(entry)),
        text(&entry.event),
        text(&entry.subject_type),
        entry.subject_id.map_or(Cell::Empty, Cell::Integer),
        named(subject(entry)),
        Cell::several(changed),
        side(old),
        side(new),
        text(&entry.batch_uuid),
    ]
}
