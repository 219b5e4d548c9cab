//! Coverage: which pages, audiences, goals, tags and devices are researched and tested, and where tests meet.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};
use uplift_derive::{Choices, Record};

use super::data::Data;
use super::explained::{EXPLAINED, Explain, explain};
use super::figures::{rate, share, total_days, union};
use super::meetings;
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::selection::ReportFilter;
use super::team_facts::{Experiments, Pairs};
use super::window::Window;
use crate::experiments::{ExperimentResult, ExperimentStatus};
use crate::kinds::InsightRelation;
use crate::ports::{Covered, CoveredFacts, ExperimentFacts};
use crate::record::{Choices as _, Fields, Time, two_decimals};
use crate::shape::Shape;
use crate::{Device, Experiment, ExperimentRelation, Idea, IdeaRelation, Insight, Refusal};

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Coverage {
    /// What is to be covered.
    #[record(default = By::Page)]
    by: By,
    /// `ids` tells under `ids` which records each number of an item counts, the first 1,000.
    explain: Option<Explain>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
enum By {
    Page,
    Audience,
    Goal,
    Tag,
    Device,
}

impl By {
    /// What of the team's is to be covered: devices are everybody's.
    const fn covered(self) -> Option<Covered> {
        match self {
            Self::Page => Some(Covered::Page),
            Self::Audience => Some(Covered::Audience),
            Self::Goal => Some(Covered::Goal),
            Self::Tag => Some(Covered::Tag),
            Self::Device => None,
        }
    }
}

const ITEM: &[(&str, Shape)] = &[
    ("id", Shape::Any),
    ("label", Shape::Text),
    ("ideas", Shape::Integer),
    ("insights", Shape::Said("How many insights are linked to it.", &Shape::Integer)),
    ("experiments", Shape::Said("How many experiments tested it in the window.", &Shape::Integer)),
    ("running", Shape::Integer),
    ("won", Shape::Integer),
    ("lost", Shape::Integer),
    ("inconclusive", Shape::Integer),
    ("tested_days", Shape::Number),
    ("coverage_rate", Shape::NUMBER_OR_NULL),
    ("last_tested_at", Shape::TIME_OR_NULL),
    ("monthly_visitors", Shape::INTEGER_OR_NULL),
];

impl Declared for Coverage {
    const NAME: ReportName = ReportName::Coverage;
    const SUMMARY: &'static str = "What is researched and tested of every active page, audience, goal or tag, or of every \
        device, the one with most visitors first: ideas and insights that are linked to it; experiments that ran in the \
        window, and what came of them; those `running` now; `tested_days` on which any ran, `coverage_rate` their share \
        of the window; when one ran last. `untested_traffic_share`: the visitors of items without a tested day ÷ all. \
        `conflicts`: two experiments that run at once on a page of both, for an audience of both or where one of them has \
        none.";
    const SHAPE: Shape = Shape::Object(&[
        (
            "items",
            Shape::Said(
                "One for each page, audience, goal, tag or device.",
                &Shape::List(&Shape::Varied { always: ITEM, sometimes: EXPLAINED }),
            ),
        ),
        ("untested_traffic_share", Shape::NUMBER_OR_NULL),
        ("conflicts", meetings::SHAPE),
    ]);
    const TABLE: ReportTable = ReportTable::List("items");
}

/// What is to be covered.
struct Item {
    id: Value,
    /// By which it is found in links.
    key: i64,
    label: String,
    visitors: Option<i64>,
}

/// The records that belong to each item, by its key.
#[derive(Default)]
struct Members {
    ideas: HashMap<i64, HashSet<i64>>,
    insights: HashMap<i64, HashSet<i64>>,
    experiments: HashMap<i64, HashSet<i64>>,
}

impl Figures for Coverage {
    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let experiments = data.experiments()?;
        let items = self.items(data)?;
        let members = self.members(data, &experiments)?;
        let by_id: HashMap<i64, &ExperimentFacts> = experiments.iter().map(|it| (it.id, it)).collect();
        let (mut all_visitors, mut untested) = (0, 0);
        let mut told = Vec::with_capacity(items.len());
        for item in &items {
            let none = HashSet::new();
            let ids = members.experiments.get(&item.key).unwrap_or(&none);
            let own: Vec<_> = ids.iter().filter_map(|id| by_id.get(id).copied()).collect();
            let (figures, tested) = self.tell(item, &members, &own, window, data.now);
            all_visitors += item.visitors.unwrap_or_default();
            untested += if tested { 0 } else { item.visitors.unwrap_or_default() };
            told.push(figures);
        }
        Ok(Fields::from_iter([
            ("items".to_owned(), told.into()),
            ("untested_traffic_share".to_owned(), json!(share(untested, all_visitors))),
            ("conflicts".to_owned(), meetings::of(data, &experiments, window)?.into()),
        ]))
    }
}

impl Coverage {
    fn tell(
        &self,
        item: &Item,
        members: &Members,
        own: &[&ExperimentFacts],
        window: &Window,
        now: Time,
    ) -> (Value, bool) {
        let ids = |of: &HashMap<i64, HashSet<i64>>| -> Vec<i64> {
            of.get(&item.key).map(|ids| ids.iter().copied().collect()).unwrap_or_default()
        };
        let stretches =
            |it: &ExperimentFacts| -> Vec<_> { it.course.all_runs().filter_map(|run| window.cut(run, now)).collect() };
        let tested: Vec<_> = own.iter().copied().filter(|it| !stretches(it).is_empty()).collect();
        let days = total_days(&union(tested.iter().flat_map(|it| stretches(it)).collect()));
        let ends = own.iter().flat_map(|it| it.course.all_runs()).map(|(_, to)| to.unwrap_or(now));
        let with = |result: ExperimentResult| -> Vec<i64> {
            tested.iter().filter(|it| it.result == Some(result)).map(|it| it.id).collect()
        };
        let runs = |it: &ExperimentFacts| it.status == ExperimentStatus::Running;
        let running: Vec<i64> = own.iter().filter(|it| runs(it)).map(|it| it.id).collect();
        let numbers = [
            ("ideas", ids(&members.ideas)),
            ("insights", ids(&members.insights)),
            ("experiments", tested.iter().map(|it| it.id).collect()),
            ("running", running),
            ("won", with(ExperimentResult::Won)),
            ("lost", with(ExperimentResult::Lost)),
            ("inconclusive", with(ExperimentResult::Inconclusive)),
        ];
        let mut told: Fields = numbers.iter().map(|(name, ids)| ((*name).to_owned(), json!(ids.len()))).collect();
        told.extend([
            ("id".to_owned(), item.id.clone()),
            ("label".to_owned(), json!(item.label)),
            ("tested_days".to_owned(), json!(two_decimals(days))),
            ("coverage_rate".to_owned(), json!(rate(days, window.days(now)))),
            ("last_tested_at".to_owned(), json!(ends.max().map(|end| end.to_string()))),
            ("monthly_visitors".to_owned(), json!(item.visitors)),
        ]);
        explain(&mut told, self.explain, numbers);
        (Value::Object(told), days > 0.0)
    }

    /// Everything that is to be covered, the one with most visitors first.
    fn items(&self, data: &mut Data<'_>) -> Result<Vec<Item>, Refusal> {
        let mut items: Vec<Item> = match self.by.covered() {
            Some(covered) => {
                let projects = data.selection.ids(ReportFilter::ProjectId);
                let within = |it: &CoveredFacts| {
                    let asked = |projects: &Vec<i64>| it.project_id.is_some_and(|id| projects.contains(&id));
                    projects.as_ref().is_none_or(asked)
                };
                let mut all = data.tx.covered_facts(data.caller.team, covered)?;
                all.retain(|it| it.is_active && within(it));
                let item = |CoveredFacts { id, name, monthly_visitors, .. }| Item {
                    id: json!(id),
                    key: id,
                    label: name,
                    visitors: monthly_visitors,
                };
                all.into_iter().map(item).collect()
            }
            None => Device::ALL
                .iter()
                .map(|device| {
                    let word = device.name();
                    Item { id: json!(word), key: key_of(*device), label: word.to_owned(), visitors: None }
                })
                .collect(),
        };
        items.sort_by_key(|it| (std::cmp::Reverse(it.visitors), it.key));
        Ok(items)
    }

    fn members(&self, data: &mut Data<'_>, experiments: &Experiments) -> Result<Members, Refusal> {
        let (ideas, insights) = (data.ideas()?, data.insights()?);
        let live_ideas: HashSet<i64> = ideas.iter().map(|it| it.id).collect();
        let live_insights: HashSet<i64> = insights.iter().map(|it| it.id).collect();
        let mut members = Members::default();
        let by = self.by;
        let pairs =
            |found: Pairs| -> Vec<(i64, i64)> { found.iter().map(|(record, item, _)| (*item, *record)).collect() };
        match by {
            By::Page => {
                gather(&mut members.ideas, ideas.iter().filter_map(|it| Some((it.page_id?, it.id))));
                gather(&mut members.insights, pairs(data.pairs::<Insight>(InsightRelation::Pages)?));
                gather(&mut members.experiments, pairs(data.pairs::<Experiment>(ExperimentRelation::Pages)?));
            }
            By::Audience => {
                gather(&mut members.ideas, ideas.iter().filter_map(|it| Some((it.audience_id?, it.id))));
                gather(&mut members.insights, pairs(data.pairs::<Insight>(InsightRelation::Audiences)?));
                gather(&mut members.experiments, pairs(data.pairs::<Experiment>(ExperimentRelation::Audiences)?));
            }
            By::Goal => {
                gather(&mut members.ideas, ideas.iter().filter_map(|it| Some((it.primary_goal_id?, it.id))));
                gather(&mut members.experiments, pairs(data.pairs::<Experiment>(ExperimentRelation::Goals)?));
            }
            By::Tag => {
                gather(&mut members.ideas, pairs(data.pairs::<Idea>(IdeaRelation::Tags)?));
                gather(&mut members.insights, pairs(data.pairs::<Insight>(InsightRelation::Tags)?));
                gather(&mut members.experiments, pairs(data.pairs::<Experiment>(ExperimentRelation::Tags)?));
            }
            By::Device => {
                let pages = data.tx.covered_facts(data.caller.team, Covered::Page)?;
                let devices: HashMap<i64, i64> =
                    pages.iter().filter_map(|page| Some((page.id, key_of(page.device?)))).collect();
                let device = |page: i64, record: i64| Some((*devices.get(&page)?, record));
                gather(&mut members.ideas, ideas.iter().filter_map(|it| device(it.page_id?, it.id)));
                let on_pages = data.pairs::<Insight>(InsightRelation::Pages)?;
                gather(&mut members.insights, on_pages.iter().filter_map(|(insight, page, _)| device(*page, *insight)));
                let own = experiments.iter().filter_map(|it| Some((key_of(it.device?), it.id)));
                gather(&mut members.experiments, own);
            }
        }
        members.ideas.values_mut().for_each(|ids| ids.retain(|id| live_ideas.contains(id)));
        members.insights.values_mut().for_each(|ids| ids.retain(|id| live_insights.contains(id)));
        Ok(members)
    }
}

fn gather(into: &mut HashMap<i64, HashSet<i64>>, members: impl IntoIterator<Item = (i64, i64)>) {
    for (item, record) in members {
        into.entry(item).or_default().insert(record);
    }
}

/// The place of a device among all.
fn key_of(device: Device) -> i64 {
    let at = Device::ALL.iter().position(|it| *it == device).unwrap_or_default();
    i64::try_from(at).unwrap_or_default()
}
