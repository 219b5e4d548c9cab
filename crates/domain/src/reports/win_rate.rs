//! Win rate: how often what was tried was better, in all and by groups.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use uplift_derive::{Choices, Record};

use super::data::Data;
use super::explained::{EXPLAINED, Explain};
use super::outcomes::{Outcomes, completed_in, decided_at};
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::window::{Granularity, Window};
use crate::period::today;
use crate::ports::{ExperimentFacts, RecordName};
use crate::record::{Choices as _, Fields};
use crate::shape::Shape;
use crate::{Experiment, ExperimentRelation, Kind, Refusal};

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

impl GroupBy {
    /// The kind of the records that groups are known by.
    const fn kind(self) -> Option<Kind> {
        match self {
            Self::Project => Some(Kind::Project),
            Self::Owner => Some(Kind::User),
            Self::Goal => Some(Kind::Goal),
            Self::Page => Some(Kind::Page),
            Self::Audience => Some(Kind::Audience),
            Self::Tag => Some(Kind::Tag),
            Self::None | Self::Type | Self::Month => None,
        }
    }
}

/// What a group is: an id, a word, or nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Id(i64),
    Word(String),
    Nothing,
}

impl Key {
    const fn id(&self) -> Option<i64> {
        match self {
            Self::Id(id) => Some(*id),
            Self::Word(_) | Self::Nothing => None,
        }
    }

    /// How people call the group, with the names of what is there.
    fn label(&self, names: &HashMap<i64, RecordName>) -> String {
        match self {
            Self::Id(id) => names.get(id).map_or_else(|| format!("#{id}"), |called| called.name.clone()),
            Self::Word(word) => word.clone(),
            Self::Nothing => "None".to_owned(),
        }
    }
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

/// What of a group is not held against other days.
const NOT_COMPARED: &[&str] = &["key", "label", "win_rate_ci", "ids"];

const COMPARED: Shape = Shape::Without { members: NUMBERS, names: NOT_COMPARED };

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
        ("total", Shape::Said("The figures of all experiments, each of which counts once.", &GROUP)),
        ("previous", Shape::Null(&COMPARED)),
        ("delta", Shape::Null(&Shape::Delta(&COMPARED))),
    ]);
    const TABLE: ReportTable = ReportTable::ListAndTotal("groups");
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
        let ids: Vec<i64> = groups.keys().filter_map(Key::id).collect();
        // Those that are there.
        let names = match self.group_by.kind() {
            Some(kind) => data.tx.names_of(data.caller.team, kind, &ids)?,
            None => HashMap::new(),
        };
        let told = groups.into_iter().map(|(key, members)| {
            let label = key.label(&names);
            (key, label, Outcomes::of(members, &goals))
        });
        let mut told: Vec<(Key, String, Outcomes)> = told.collect();
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
        let numbers = total.iter().filter(|(name, _)| !NOT_COMPARED.contains(&name.as_str()));
        Some(Value::Object(numbers.map(|(name, figure)| (name.clone(), figure.clone())).collect()))
    }

    fn earlier(&self, data: &mut Data<'_>, window: &Window) -> Result<Option<Value>, Refusal> {
        let (experiments, goals) = (data.experiments()?, data.goals()?);
        let total = self.total(&Outcomes::of(completed_in(&experiments, window), &goals));
        Ok(self.compared(&Fields::from_iter([("total".to_owned(), total)])))
    }
}

type Groups<'e> = BTreeMap<Key, Vec<&'e ExperimentFacts>>;

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
        completed: &[&'e ExperimentFacts],
    ) -> Result<Groups<'e>, Refusal> {
        let by = |of: fn(&ExperimentFacts) -> Option<i64>| {
            let mut groups = Groups::new();
            for experiment in completed {
                groups.entry(of(experiment).map_or(Key::Nothing, Key::Id)).or_default().push(*experiment);
            }
            groups
        };
        Ok(match self.group_by {
            GroupBy::None => Groups::new(),
            GroupBy::Project => by(|it| Some(it.project_id)),
            GroupBy::Owner => by(|it| it.owner_id),
            GroupBy::Goal => linked(data, ExperimentRelation::Goals, completed)?,
            GroupBy::Page => linked(data, ExperimentRelation::Pages, completed)?,
            GroupBy::Audience => linked(data, ExperimentRelation::Audiences, completed)?,
            GroupBy::Tag => linked(data, ExperimentRelation::Tags, completed)?,
            GroupBy::Type => {
                let mut groups = Groups::new();
                for experiment in completed {
                    let word = Key::Word(experiment.r#type.name().to_owned());
                    groups.entry(word).or_default().push(*experiment);
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
    completed: &[&'e ExperimentFacts],
) -> Result<Groups<'e>, Refusal> {
    let mut attached: HashMap<i64, Vec<i64>> = HashMap::new();
    for (experiment, id, _) in data.pairs::<Experiment>(relation)?.iter() {
        attached.entry(*experiment).or_default().push(*id);
    }
    let mut groups = Groups::new();
    for it in completed {
        match attached.get(&it.id) {
            Some(ids) => ids.iter().for_each(|id| groups.entry(Key::Id(*id)).or_default().push(*it)),
            None => groups.entry(Key::Nothing).or_default().push(*it),
        }
    }
    Ok(groups)
}

fn months_of(data: &Data<'_>, window: &Window) -> Result<Vec<Window>, Refusal> {
    window.buckets(Granularity::Month, data.caller.weeks.day(), data.zone())
}

/// Every month of the window, those in which nothing was decided too.
fn months<'e>(data: &Data<'_>, window: &Window, completed: &[&'e ExperimentFacts]) -> Result<Groups<'e>, Refusal> {
    let zone = data.zone();
    let months = months_of(data, window)?;
    let mut groups: Groups<'e> =
        months.iter().map(|month| (Key::Word(month.first.format("%Y-%m").to_string()), Vec::new())).collect();
    for experiment in completed {
        let Some(decided) = decided_at(experiment) else { continue };
        let month = today(decided, zone).0.format("%Y-%m").to_string();
        groups.entry(Key::Word(month)).or_default().push(*experiment);
    }
    Ok(groups)
}
