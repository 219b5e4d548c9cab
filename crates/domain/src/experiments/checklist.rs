//! The checklist of an experiment: what the service sees by itself, and what the team ticks off.

use std::collections::HashSet;

use serde_json::{Value, json};
use uplift_derive::Record;

use super::{guards, variations};
use crate::access::{Caller, TeamId};
use crate::activity::PartsChange;
use crate::commands::{self, Call, Done, Outcome};
use crate::kinds::{AttachmentFilter, AttachmentType, ExperimentRelation};
use crate::listing::{FilterValues, Listing, PageRequest, Relations as _};
use crate::ports::{ReadPort as _, ReadTx, Unmetered, WriteTx};
use crate::record::{BodyReader, FieldError, Fields, Id, List, Slug, Stored};
use crate::shape::Shape;
use crate::workspace::{AUTOMATIC, team_of};
use crate::{Attachment, Experiment, Kind, Refusal};

/// How many items stay ticked at most, with those that the team no longer has.
pub(crate) const MOST_TICKED: usize = 300;

/// How many attachments of variations are looked through for images at once.
const AT_ONCE: i64 = 1_000;

pub(crate) const CHECKLIST: Shape = Shape::Object(&[(
    "data",
    Shape::Object(&[
        (
            "items",
            Shape::List(&Shape::Object(&[
                ("key", Shape::Text),
                ("label", Shape::Text),
                ("kind", Shape::Word(&["auto", "manual"])),
                ("done", Shape::Flag),
            ])),
        ),
        ("done", Shape::Said("How many of the items are done.", &Shape::Integer)),
        ("total", Shape::Said("How many items there are.", &Shape::Integer)),
    ]),
)]);

/// An item that is ticked off, or is not any more.
#[derive(Clone, Debug, PartialEq, Record)]
pub(crate) struct Tick {
    /// One of the items of the team.
    key: Slug,
    /// Whether it is done.
    done: bool,
}

/// Tells the checklist of an experiment.
///
/// # Errors
/// When the database fails.
pub(crate) fn checklist(
    tx: &mut dyn ReadTx,
    call: &Call<'_>,
    stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    show_checklist(tx, call.caller, &stored)
}

/// Ticks an item off.
///
/// # Errors
/// When the team has no such item.
pub(crate) fn tick(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    stored: Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let settings = team_of(tx, call.caller)?.record.settings;
    let items = settings.all().checklist.items();
    let Tick { key, done } = call.read_in(tx, |_, Tick { key, .. }, reader| {
        if !items.iter().any(|item| item.key == *key) {
            reader.reject("key", FieldError::NotAllowed);
        }
        Ok(())
    })?;
    let mut ticked = stored.record.ticked.items().to_vec();
    let was = ticked.contains(&key);
    if was != done {
        ticked.retain(|other| *other != key);
        if done {
            ticked.push(key.clone());
        }
        if ticked.len() > MOST_TICKED {
            ticked.retain(|ticked| items.iter().any(|item| item.key == *ticked));
        }
        let (mut after, mut parts) = (stored.clone(), PartsChange::default());
        after.record.ticked = List::new(ticked);
        parts.note(key.as_str(), json!(was), json!(done));
        commands::change_with(tx, call.caller, &stored, &mut after, call.event, parts)?;
        return show_checklist(tx, call.caller, &after);
    }
    show_checklist(tx, call.caller, &stored)
}

fn show_checklist(
    tx: &mut dyn ReadTx,
    caller: &Caller,
    stored: &Stored<Experiment>,
) -> Result<Done<Experiment>, Refusal> {
    let settings = team_of(tx, caller)?.record.settings;
    let mut items = Vec::new();
    for (key, label) in AUTOMATIC {
        let done = is_done(tx, caller, stored, key)?;
        items.push(json!({ "key": key, "label": label, "kind": "auto", "done": done }));
    }
    for item in settings.all().checklist.items() {
        let done = stored.record.ticked.items().contains(&item.key);
        items.push(json!({ "key": item.key.as_str(), "label": item.label.as_str(), "kind": "manual", "done": done }));
    }
    let done = items.iter().filter(|item| item.get("done") == Some(&Value::Bool(true))).count();
    let data = json!({ "done": done, "total": items.len(), "items": items });
    Ok(Outcome::Json(json!({ "data": data })).into())
}

/// Whether the service sees that an item of this key is done.
fn is_done(tx: &mut dyn ReadTx, caller: &Caller, stored: &Stored<Experiment>, key: &str) -> Result<bool, Refusal> {
    let experiment = &stored.record;
    Ok(match key {
        "hypothesis" => experiment.hypothesis.is_some(),
        "description" => experiment.description.is_some(),
        "owner" => experiment.owner_id.is_some(),
        "primary_goal" => experiment.primary_goal_id.is_some(),
        "planned_dates" => experiment.planned_start_at.is_some() && experiment.planned_end_at.is_some(),
        "sample_size" => experiment.required_sample_size.is_some(),
        "tag" => {
            let link = ExperimentRelation::Tags.leads_to().link();
            let ends = (Kind::Experiment, stored.id.get(), Kind::Tag);
            match link {
                Some((_, link)) => !tx.attached(caller.team, link, ends, 1)?.is_empty(),
                None => false,
            }
        }
        "variations" => {
            let nothing = Fields::new();
            let mut reader = BodyReader::new(&nothing);
            guards::check_variations(tx, caller, stored, &mut reader)?;
            !reader.has_errors()
        }
        "screenshots" => are_shown(tx, caller.team, stored.id)?,
        unknown => return Err(Refusal::Fault(format!("nobody says when {unknown} is done"))),
    })
}

/// Whether there are variations, and an image is attached to each.
fn are_shown(tx: &mut dyn ReadTx, team: TeamId, experiment: Id<Experiment>) -> Result<bool, Refusal> {
    let ids: Vec<i64> = variations::of(tx, team, &[experiment])?.iter().map(|it| it.id.get()).collect();
    if ids.is_empty() {
        return Ok(false);
    }
    let filters = vec![
        (AttachmentFilter::AttachableType, FilterValues(vec![Kind::Variation.singular().to_owned()])),
        (AttachmentFilter::AttachableId, FilterValues(ids.iter().map(ToString::to_string).collect())),
    ];
    let mut shown = HashSet::new();
    let mut page = PageRequest { number: 1, size: AT_ONCE };
    loop {
        let listing = Listing { page, ..Listing::of(filters.clone()) };
        let attached = Attachment::reads(tx).list(team, &listing, &mut Unmetered)?.records;
        let images = attached.iter().filter(|it| it.record.r#type == AttachmentType::Image);
        shown.extend(images.map(|it| it.record.attachable_id.get()));
        let are_shown = ids.iter().all(|id| shown.contains(id));
        if are_shown || attached.len() < usize::try_from(AT_ONCE).unwrap_or(usize::MAX) {
            return Ok(are_shown);
        }
        page.number += 1;
    }
}
