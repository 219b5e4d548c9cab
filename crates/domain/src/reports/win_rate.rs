//! Win rate: how often what was tried was better, in all and by groups.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use uplift_derive::{Choices, Record};

use super::data::Data;
use super::explained::{EXPLAINED, Explain};
use super::outcomes::{Outcomes, completed_in, decided_at, plain};
use super::report::{Declared, Figures, ReportName};
use super::window::{Granularity, Window};
use crate::access::TeamId;
use crate::period::today;
use crate::ports::{ReadPort as _, ReadTx};
use crate::record::{Choices as _, Fields, Id, Stored};
use crate::shape::Shape;
use crate::{Audience, Experiment, ExperimentRelation, Goal, Page, Project, Refusal, Tag, User};

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct WinRate {
    /// What experiments are grouped by. One counts in each group that it belongs to, and once in the total.
    #[record(default = GroupBy::None)]
    group_by: GroupBy,
    /// `ids` tells under `ids` which experiments each number counts, the first 1,000.
    explain: Option<Explain>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
enum GroupBy {
    None,
    Project,
    Owner,
    Goal,
    Page,
    Audience,
    Tag,
    Type,
    /// The month of the decision.
    Month,
}

/// What a group is: an id, a word, or nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Id(i64),
    Word(String),
    Nothing,
}

/// A group: the figures of its experiments, with what it is and how people call it.
const GROUP: Shape = Shape::Varied { always: NUMBERS, sometimes: EXPLAINED };

const NUMBERS: &[(&str, Shape)] = &[
    ("key", Shape::Any),
    ("label", Shape::Text),
    ("completed", Shape::Integer),
    ("decided", Shape::Integer),
    ("won", Shape::Integer),
    ("lost", Shape::Integer),
    ("inconclusive", Shape::Integer),
    ("neutral", Shape::Integer),
    ("invalid", Shape::Integer),
    ("stopped_early", Shape::Integer),
    ("win_rate", Shape::NUMBER_OR_NULL),
    ("win_rate_ci", Shape::INTERVAL_OR_NULL),
    ("loss_rate", Shape::NUMBER_OR_NULL),
    ("inconclusive_rate", Shape::NUMBER_OR_NULL),
    ("conclusive_rate", Shape::NUMBER_OR_NULL),
    ("invalid_rate", Shape::NUMBER_OR_NULL),
    ("win_rate_all", Shape::NUMBER_OR_NULL),
    ("avg_uplift_won", Shape::NUMBER_OR_NULL),
    ("median_duration_days", Shape::NUMBER_OR_NULL),
];

impl Declared for WinRate {
    const NAME: ReportName = ReportName::WinRate;
    const SUMMARY: &'static str = "How often what was tried was better, over the experiments that are completed and were \
        decided in the window (ended, where nobody says when). decided = won + lost + inconclusive + neutral; \
        `win_rate` = won ÷ decided, with Wilson's interval at 95 %; `loss_rate` = lost ÷ decided; `inconclusive_rate` = \
        (inconclusive + neutral) ÷ decided; `conclusive_rate` = (won + lost) ÷ decided; `invalid_rate` = (invalid + \
        stopped_early) ÷ completed; `win_rate_all` = won ÷ completed; `avg_uplift_won`: the mean of the relative \
        effects of those that won, in the direction of their goals; `median_duration_days`: from start to end.";
    const SHAPE: Shape = Shape::Object(&[
        ("groups", Shape::List(&GROUP)),
        ("total", GROUP),
        ("previous", Shape::Any),
        ("delta", Shape::Any),
    ]);
    const LIST: Option<&'static str> = Some("groups");
}

impl Figures for WinRate {
    fn check(&self, data: &Data<'_>, window: &Window) -> Result<(), Refusal> {
        match self.group_by {
            GroupBy::Month => months_of(data, window).map(drop),
            GroupBy::None
            | GroupBy::Project
            | GroupBy::Owner
            | GroupBy::Goal
            | GroupBy::Page
            | GroupBy::Audience
            | GroupBy::Tag
            | GroupBy::Type => Ok(()),
        }
    }

    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let (experiments, goals) = (data.experiments()?, data.goals()?);
        let completed: Vec<_> = completed_in(&experiments, window).collect();
        let groups = self.groups(data, window, &completed)?;
        let mut told: Vec<(Key, String, Outcomes)> = Vec::with_capacity(groups.len());
        for (key, members) in groups {
            let label = label(data.tx, data.caller.team, self.group_by, &key)?;
            told.push((key, label, Outcomes::of(members, &goals)));
        }
        if self.group_by != GroupBy::Month {
            told.sort_by(|one, other| {
                other.2.completed().cmp(&one.2.completed()).then_with(|| (&one.1, &one.0).cmp(&(&other.1, &other.0)))
            });
        }
        let groups: Vec<Value> = told.iter().map(|(key, label, outcomes)| self.tell(key, label, outcomes)).collect();
        let total = self.total(&Outcomes::of(completed, &goals));
        Ok(Fields::from_iter([("groups".to_owned(), groups.into()), ("total".to_owned(), total)]))
    }

    fn compared(&self, figures: &Fields) -> Option<Value> {
        let total = figures.get("total")?.as_object()?;
        let numbers =
            total.iter().filter(|(name, _)| !matches!(name.as_str(), "key" | "label" | "win_rate_ci" | "ids"));
        Some(Value::Object(numbers.map(|(name, figure)| (name.clone(), figure.clone())).collect()))
    }

    fn earlier(&self, data: &mut Data<'_>, window: &Window) -> Result<Option<Value>, Refusal> {
        let (experiments, goals) = (data.experiments()?, data.goals()?);
        let total = self.total(&Outcomes::of(completed_in(&experiments, window), &goals));
        Ok(self.compared(&Fields::from_iter([("total".to_owned(), total)])))
    }
}

type Groups<'e> = BTreeMap<Key, Vec<&'e Stored<Experiment>>>;

impl WinRate {
    fn total(&self, outcomes: &Outcomes) -> Value {
        self.tell(&Key::Nothing, "Total", outcomes)
    }

    fn tell(&self, key: &Key, label: &str, outcomes: &Outcomes) -> Value {
        let mut told = outcomes.to_fields();
        let key = match key {
            Key::Id(id) => json!(id),
            Key::Word(word) => json!(word),
            Key::Nothing => Value::Null,
        };
        told.insert("key".to_owned(), key);
        told.insert("label".to_owned(), label.into());
        outcomes.explain(&mut told, self.explain);
        Value::Object(told)
    }

    fn groups<'e>(
        &self,
        data: &mut Data<'_>,
        window: &Window,
        completed: &[&'e Stored<Experiment>],
    ) -> Result<Groups<'e>, Refusal> {
        let by = |of: fn(&Experiment) -> Option<i64>| {
            let mut groups = Groups::new();
            for stored in completed {
                groups.entry(of(&stored.record).map_or(Key::Nothing, Key::Id)).or_default().push(*stored);
            }
            groups
        };
        Ok(match self.group_by {
            GroupBy::None => Groups::new(),
            GroupBy::Project => by(|it| Some(it.project_id.get())),
            GroupBy::Owner => by(|it| plain(it.owner_id)),
            GroupBy::Goal => linked(data, ExperimentRelation::Goals, completed)?,
            GroupBy::Page => linked(data, ExperimentRelation::Pages, completed)?,
            GroupBy::Audience => linked(data, ExperimentRelation::Audiences, completed)?,
            GroupBy::Tag => linked(data, ExperimentRelation::Tags, completed)?,
            GroupBy::Type => {
                let mut groups = Groups::new();
                for stored in completed {
                    let word = Key::Word(stored.record.r#type.name().to_owned());
                    groups.entry(word).or_default().push(*stored);
                }
                groups
            }
            GroupBy::Month => months(data, window, completed)?,
        })
    }
}

/// The groups by what a relation attaches to the experiments, those without any in one of their own.
fn linked<'e>(
    data: &mut Data<'_>,
    relation: ExperimentRelation,
    completed: &[&'e Stored<Experiment>],
) -> Result<Groups<'e>, Refusal> {
    let mut attached: HashMap<i64, Vec<i64>> = HashMap::new();
    for (experiment, id, _) in data.pairs::<Experiment>(relation)?.iter() {
        attached.entry(*experiment).or_default().push(*id);
    }
    let mut groups = Groups::new();
    for stored in completed {
        match attached.get(&stored.id.get()) {
            Some(ids) => ids.iter().for_each(|id| groups.entry(Key::Id(*id)).or_default().push(*stored)),
            None => groups.entry(Key::Nothing).or_default().push(*stored),
        }
    }
    Ok(groups)
}

fn months_of(data: &Data<'_>, window: &Window) -> Result<Vec<Window>, Refusal> {
    window.buckets(Granularity::Month, data.caller.weeks.day(), data.zone())
}

/// Every month of the window, those in which nothing was decided too.
fn months<'e>(data: &Data<'_>, window: &Window, completed: &[&'e Stored<Experiment>]) -> Result<Groups<'e>, Refusal> {
    let zone = data.zone();
    let months = months_of(data, window)?;
    let mut groups: Groups<'e> =
        months.iter().map(|month| (Key::Word(month.first.format("%Y-%m").to_string()), Vec::new())).collect();
    for stored in completed {
        let Some(decided) = decided_at(&stored.record) else { continue };
        let month = today(decided, zone).0.format("%Y-%m").to_string();
        groups.entry(Key::Word(month)).or_default().push(*stored);
    }
    Ok(groups)
}

/// How people call a group.
fn label(tx: &mut dyn ReadTx, team: TeamId, by: GroupBy, key: &Key) -> Result<String, Refusal> {
    let id = match key {
        Key::Nothing => return Ok("None".to_owned()),
        Key::Word(word) => return Ok(word.clone()),
        Key::Id(id) => *id,
    };
    let name = match by {
        GroupBy::Project => Project::reads(tx).find(team, Id::new(id))?.map(|it| it.record.name),
        GroupBy::Owner => User::reads(tx).find(team, Id::new(id))?.map(|it| it.record.name),
        GroupBy::Goal => Goal::reads(tx).find(team, Id::new(id))?.map(|it| it.record.name),
        GroupBy::Page => Page::reads(tx).find(team, Id::new(id))?.map(|it| it.record.name),
        GroupBy::Audience => Audience::reads(tx).find(team, Id::new(id))?.map(|it| it.record.name),
        GroupBy::Tag => {
            return Ok(Tag::reads(tx)
                .find(team, Id::new(id))?
                .map_or_else(|| format!("#{id}"), |it| it.record.name.as_str().to_owned()));
        }
        GroupBy::None | GroupBy::Type | GroupBy::Month => None,
    };
    Ok(name.map_or_else(|| format!("#{id}"), |name| name.as_str().to_owned()))
}
