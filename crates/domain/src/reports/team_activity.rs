//! Team activity: who does what, and when.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{Datelike as _, NaiveDate, Timelike as _};
use serde_json::{Value, json};
use uplift_derive::Record;

use super::data::Data;
use super::figures::{count, share};
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::selection::ReportFilter;
use super::window::Window;
use crate::access::Role;
use crate::experiments::ExperimentType;
use crate::listing::Link;
use crate::period::{Span, wall_clock};
use crate::ports::{EntryFacts, MemberFacts};
use crate::record::{Choices as _, Fields, Time};
use crate::shape::Shape;
use crate::{Commentable, Kind, Refusal};

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct TeamActivity {}

/// Where comments say what they stand on.
const COMMENTED: Link = Link::through("comments").by("id", "commentable_id").morph_far("commentable");

const USER: &[(&str, Shape)] = &[
    ("user_id", Shape::Integer),
    ("name", Shape::Text),
    ("created", Shape::Said("How many records they made, by kind.", &Shape::ByName(&Shape::Integer))),
    ("updates", Shape::Integer),
    ("comments", Shape::Integer),
    ("votes", Shape::Integer),
    ("scores", Shape::Said("How often they scored an idea.", &Shape::Integer)),
    ("experiments_owned", Shape::Integer),
    ("learnings", Shape::Said("How many learnings they recorded.", &Shape::Integer)),
    ("last_active_at", Shape::TIME_OR_NULL),
    ("active_days", Shape::Integer),
];

impl Declared for TeamActivity {
    const NAME: ReportName = ReportName::TeamActivity;
    const SUMMARY: &'static str = "Who does what, by the log of the window: of each member the records created, by their \
        kind, updates, comments, votes, scores and learnings; the experiments that they own now; the last entry, and the \
        days with any. `participation`: the share of members, without viewers, with an entry. `heatmap`: all entries by \
        weekday (1 is Monday) and hour of the team, also those of nobody.";
    const SHAPE: Shape = Shape::Object(&[
        ("users", Shape::Said("One for each member of today, with what they did.", &Shape::List(&Shape::Object(USER)))),
        ("participation", Shape::NUMBER_OR_NULL),
        (
            "heatmap",
            Shape::List(&Shape::Object(&[
                ("weekday", Shape::Integer),
                ("hour", Shape::Integer),
                ("count", Shape::Integer),
            ])),
        ),
    ]);
    const TABLE: ReportTable = ReportTable::List("users");
}

/// What one did.
#[derive(Default)]
struct ActivityCounts {
    created: BTreeMap<&'static str, i64>,
    updates: i64,
    votes: i64,
    scores: i64,
    last: Option<Time>,
    days: BTreeSet<NaiveDate>,
}

impl ActivityCounts {
    fn add(&mut self, entry: EntryFacts, day: NaiveDate) {
        match (entry.event.as_deref(), entry.subject) {
            (Some("created"), Some((kind, _))) => *self.created.entry(kind.singular()).or_default() += 1,
            (Some("updated"), _) => self.updates += 1,
            (Some("voted"), _) => self.votes += 1,
            (Some("scored"), _) => self.scores += 1,
            _ => {}
        }
        self.last = self.last.max(Some(entry.at));
        self.days.insert(day);
    }

    fn created(&self, kind: Kind) -> i64 {
        self.created.get(kind.singular()).copied().unwrap_or_default()
    }
}

impl Figures for TeamActivity {
    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let zone = data.zone();
        let causers = data.selection.ids(ReportFilter::OwnerId);
        let projects = data.selection.ids(ReportFilter::ProjectId);
        let subjects = match &projects {
            Some(projects) => Some(subjects_in(data, projects)?),
            None => None,
        };
        let mut deeds: HashMap<i64, ActivityCounts> = HashMap::new();
        let mut heat: BTreeMap<(u32, u32), i64> = BTreeMap::new();
        let span = Span { from: Some(window.from.into()), until: Some(window.until.into()) };
        data.tx.each_entry(data.caller.team, span, &mut |entry| {
            let by_asked = causers.as_ref().is_none_or(|asked| entry.causer.is_some_and(|it| asked.contains(&it)));
            let known =
                |subjects: &HashSet<(Kind, i64)>| entry.subject.is_some_and(|subject| subjects.contains(&subject));
            if !by_asked || !subjects.as_ref().is_none_or(known) {
                return;
            }
            let clock = wall_clock(entry.at, zone);
            *heat.entry((clock.weekday().number_from_monday(), clock.hour())).or_default() += 1;
            if let Some(causer) = entry.causer {
                deeds.entry(causer).or_default().add(entry, clock.date());
            }
        })?;
        let members = data.tx.member_facts(data.caller.team)?;
        let owned = owned(data, projects.as_deref())?;
        let working: Vec<_> = members.iter().filter(|member| member.role != Role::Viewer).collect();
        let active = working.iter().filter(|member| deeds.contains_key(&member.id)).count();
        let users: Vec<Value> = members.iter().map(|member| to_json(member, &deeds, &owned)).collect();
        let cells = (1..=7).flat_map(|weekday| (0..24).map(move |hour| (weekday, hour)));
        let heatmap: Vec<Value> = cells
            .map(|cell| {
                let count = heat.get(&cell).copied().unwrap_or_default();
                json!({"weekday": cell.0, "hour": cell.1, "count": count})
            })
            .collect();
        Ok(Fields::from_iter([
            ("users".to_owned(), users.into()),
            ("participation".to_owned(), json!(share(count(active), count(working.len())))),
            ("heatmap".to_owned(), heatmap.into()),
        ]))
    }
}

fn to_json(
    MemberFacts { id, name, .. }: &MemberFacts,
    deeds: &HashMap<i64, ActivityCounts>,
    owned: &HashMap<i64, i64>,
) -> Value {
    let none = ActivityCounts::default();
    let did = deeds.get(id).unwrap_or(&none);
    json!({
        "user_id": id,
        "name": name,
        "created": did.created,
        "updates": did.updates,
        "comments": did.created(Kind::Comment),
        "votes": did.votes,
        "scores": did.scores,
        "experiments_owned": owned.get(id).copied().unwrap_or_default(),
        "learnings": did.created(Kind::Learning),
        "last_active_at": did.last.map(|last| last.to_string()),
        "active_days": did.days.len(),
    })
}

/// How many experiments each user owns now. What narrows down by tags and goals plays no part here.
fn owned(data: &mut Data<'_>, projects: Option<&[i64]>) -> Result<HashMap<i64, i64>, Refusal> {
    let mut owned: HashMap<i64, i64> = HashMap::new();
    for experiment in data.all_experiments()?.iter() {
        let counts = data.selection.include_aa || experiment.r#type != ExperimentType::Aa;
        let counts = counts && projects.is_none_or(|projects| projects.contains(&experiment.project_id));
        if let (true, Some(owner)) = (counts, experiment.owner_id) {
            *owned.entry(owner).or_default() += 1;
        }
    }
    Ok(owned)
}

/// The records that stand in these projects now: the projects themselves, what names one, the parts of such records,
/// and what is said of them.
fn subjects_in(data: &mut Data<'_>, projects: &[i64]) -> Result<HashSet<(Kind, i64)>, Refusal> {
    let team = data.caller.team;
    let mut by_kind: BTreeMap<Kind, Vec<i64>> = BTreeMap::from([(Kind::Project, projects.to_vec())]);
    let listed = || Kind::ALL.iter().copied().filter(|kind| kind.plural().is_some() && *kind != Kind::Team);
    for kind in listed().filter(|kind| kind.has_field("project_id")) {
        by_kind.insert(kind, data.tx.ids_with(team, kind, ("project_id", projects))?);
    }
    for kind in listed().filter(|kind| !kind.has_field("project_id")) {
        let Some((whole, field)) = kind.parent() else { continue };
        let wholes = by_kind.get(&whole).cloned().unwrap_or_default();
        by_kind.insert(kind, data.tx.ids_with(team, kind, (field, &wholes))?);
    }
    let mut subjects = HashSet::new();
    for (kind, ids) in by_kind {
        subjects.extend(ids.into_iter().map(|id| (kind, id)));
    }
    for kind in Commentable::ALL.iter().filter_map(|it| it.kind()) {
        let comments = data.tx.pairs(team, COMMENTED, (Kind::Comment, kind))?;
        let on_these = comments.into_iter().filter(|(_, on, _)| subjects.contains(&(kind, *on)));
        let on_these: Vec<_> = on_these.map(|(comment, ..)| (Kind::Comment, comment)).collect();
        subjects.extend(on_these);
    }
    Ok(subjects)
}
