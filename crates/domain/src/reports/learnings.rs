//! Learnings: what was learned and discovered, and whether it is used.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Value, json};
use uplift_derive::Record;

use super::data::Data;
use super::figures::{count, days_between, share};
use super::outcomes::completed_in;
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::team_facts::has;
use super::window::{Window, place};
use crate::experiments::EvidenceRole;
use crate::kinds::LearningRelation;
use crate::ports::FindingFacts;
use crate::record::{Choices as _, Fields};
use crate::shape::Shape;
use crate::{Experiment, ExperimentRelation, Idea, IdeaRelation, Learning, Refusal};

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Learnings {}

/// For how many days an insight lies before an idea that rests on it counts as using it again.
const OLD: f64 = 30.0;

/// The words of confidence that are counted by themselves; every other counts as unset.
const WORDS: [&str; 3] = ["low", "medium", "high"];
const UNSET: &str = "unset";

const BUCKET: &[(&str, Shape)] = &[
    ("start", Shape::Date),
    ("end", Shape::Date),
    ("low", Shape::Integer),
    ("medium", Shape::Integer),
    ("high", Shape::Integer),
    ("unset", Shape::Integer),
];

/// All buckets together, which is what is held against other days.
const TOTALS: Shape = Shape::Object(&[
    ("learnings", Shape::Integer),
    ("insights", Shape::Integer),
    ("learning_rate", Shape::NUMBER_OR_NULL),
    ("capture_rate", Shape::NUMBER_OR_NULL),
    ("insights_per_learning", Shape::NUMBER_OR_NULL),
    ("learnings_without_insights", Shape::Integer),
    ("orphan_insights", Shape::Integer),
    (
        "conflicts",
        Shape::Said("How many learnings some experiments support and others speak against.", &Shape::Integer),
    ),
    ("reuse", Shape::Integer),
]);

impl Declared for Learnings {
    const NAME: ReportName = ReportName::Learnings;
    const SUMMARY: &'static str = "What was learned and discovered in the window (recorded, where nobody says when), and \
        whether it is used. `learning_rate` = learnings ÷ completed experiments; `capture_rate`: the share of these with \
        a learning; `insights_per_learning`: how many a learning rests on, in the mean; `learnings_without_insights`; \
        `orphan_insights` without an idea or a learning; `conflicts`: learnings that some experiments support and others \
        speak against; `reuse`: ideas of the window that rest on an insight more than 30 days older.";
    const SHAPE: Shape = Shape::Object(&[
        ("buckets", Shape::List(&Shape::Object(BUCKET))),
        (
            "by_project",
            Shape::List(&Shape::Object(&[
                ("project_id", Shape::Integer),
                ("low", Shape::Integer),
                ("medium", Shape::Integer),
                ("high", Shape::Integer),
                ("unset", Shape::Integer),
            ])),
        ),
        ("totals", TOTALS),
        ("previous", Shape::Null(&TOTALS)),
        ("delta", Shape::Null(&Shape::Delta(&TOTALS))),
    ]);
    const TABLE: ReportTable = ReportTable::List("buckets");
}

/// How many have each word of confidence.
#[derive(Clone, Copy, Default)]
struct ByConfidence([i64; 4]);

impl ByConfidence {
    fn add(&mut self, confidence: Option<&str>) {
        let place = confidence.and_then(|word| WORDS.iter().position(|known| *known == word)).unwrap_or(WORDS.len());
        if let Some(number) = self.0.get_mut(place) {
            *number += 1;
        }
    }

    fn to_fields(self) -> Fields {
        WORDS.iter().chain([&UNSET]).zip(self.0).map(|(word, number)| ((*word).to_owned(), json!(number))).collect()
    }
}

impl Figures for Learnings {
    fn check(&self, data: &Data<'_>, window: &Window) -> Result<(), Refusal> {
        data.buckets(window).map(drop)
    }

    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let (buckets, learnings) = (data.buckets(window)?, data.learnings()?);
        let own = learned_in(&learnings, window);
        let mut counts = vec![ByConfidence::default(); buckets.len()];
        let mut by_project: BTreeMap<i64, ByConfidence> = BTreeMap::new();
        for it in &own {
            if let Some(bucket) = place(&buckets, Some(it.at)).and_then(|at| counts.get_mut(at)) {
                bucket.add(it.confidence.as_deref());
            }
            by_project.entry(it.project_id).or_default().add(it.confidence.as_deref());
        }
        let buckets = buckets.iter().zip(&counts).map(|(bucket, counts)| {
            let mut told = counts.to_fields();
            told.insert("start".to_owned(), json!(bucket.first.to_string()));
            told.insert("end".to_owned(), json!(bucket.last.to_string()));
            Value::Object(told)
        });
        let by_project = by_project.iter().map(|(id, counts)| {
            let mut told = counts.to_fields();
            told.insert("project_id".to_owned(), json!(id));
            Value::Object(told)
        });
        Ok(Fields::from_iter([
            ("buckets".to_owned(), buckets.collect()),
            ("by_project".to_owned(), by_project.collect()),
            ("totals".to_owned(), totals(data, window, &own)?),
        ]))
    }

    fn compared(&self, figures: &Fields) -> Option<Value> {
        figures.get("totals").cloned()
    }

    fn earlier(&self, data: &mut Data<'_>, window: &Window) -> Result<Option<Value>, Refusal> {
        let learnings = data.learnings()?;
        totals(data, window, &learned_in(&learnings, window)).map(Some)
    }
}

/// Which of these learnings are of a window.
fn learned_in<'l>(learnings: &'l [FindingFacts], window: &Window) -> Vec<&'l FindingFacts> {
    learnings.iter().filter(|it| window.holds(Some(it.at))).collect()
}

fn totals(data: &mut Data<'_>, window: &Window, own: &[&FindingFacts]) -> Result<Value, Refusal> {
    // The filters leave learnings; what they rest on, and what they are taken from, may be anybody's.
    let (all_learnings, all_insights) = (data.all_learnings()?, data.all_insights()?);
    let is_own = |id: i64| own.binary_search_by_key(&id, |it| it.id).is_ok();
    let on_learnings = data.pairs::<Learning>(LearningRelation::Insights)?;
    let resting: Vec<i64> = on_learnings
        .iter()
        .filter(|(learning, insight, _)| is_own(*learning) && has(&all_insights, *insight))
        .map(|(learning, ..)| *learning)
        .collect();
    let with_insights: HashSet<i64> = resting.iter().copied().collect();

    let taught = data.pairs::<Experiment>(ExperimentRelation::Learnings)?;
    let all_experiments = data.all_experiments()?;
    let all_experiments: HashSet<i64> = all_experiments.iter().map(|it| it.id).collect();
    let stand = |stance: EvidenceRole| -> HashSet<i64> {
        let own = taught.iter().filter(|(experiment, learning, said)| {
            is_own(*learning) && all_experiments.contains(experiment) && said.as_deref() == Some(stance.name())
        });
        own.map(|(_, learning, _)| *learning).collect()
    };
    let conflicts = stand(EvidenceRole::Supporting).intersection(&stand(EvidenceRole::Contradicting)).count();
    let teaching: HashSet<i64> =
        taught.iter().filter(|(_, learning, _)| has(&all_learnings, *learning)).map(|(id, ..)| *id).collect();
    let experiments = data.experiments()?;
    let completed: Vec<i64> = completed_in(&experiments, window).map(|it| it.id).collect();
    let captured = completed.iter().filter(|id| teaching.contains(id)).count();

    let (orphans, insights, reuse) = insights(data, window, &all_learnings)?;
    Ok(json!({
        "learnings": own.len(),
        "insights": insights,
        "learning_rate": share(count(own.len()), count(completed.len())),
        "capture_rate": share(count(captured), count(completed.len())),
        "insights_per_learning": share(count(resting.len()), count(own.len())),
        "learnings_without_insights": own.len() - with_insights.len(),
        "orphan_insights": orphans,
        "conflicts": conflicts,
        "reuse": reuse,
    }))
}

/// How many insights of the window nothing rests on, how many there are, and how many ideas rest on old ones.
fn insights(
    data: &mut Data<'_>,
    window: &Window,
    all_learnings: &[FindingFacts],
) -> Result<(usize, usize, usize), Refusal> {
    let on_ideas = data.pairs::<Idea>(IdeaRelation::Insights)?;
    let all_ideas = data.all_ideas()?;
    let is_idea = |id: i64| all_ideas.binary_search_by_key(&id, |it| it.id).is_ok();
    let mut used: HashSet<i64> =
        on_ideas.iter().filter(|(idea, ..)| is_idea(*idea)).map(|(_, insight, _)| *insight).collect();
    let learned = data.pairs::<Learning>(LearningRelation::Insights)?;
    used.extend(learned.iter().filter(|(id, ..)| has(all_learnings, *id)).map(|(_, insight, _)| *insight));
    let insights = data.insights()?;
    let own = insights.iter().filter(|it| window.holds(Some(it.at)));
    let (orphans, all) =
        own.fold((0, 0), |(orphans, all), it| (orphans + usize::from(!used.contains(&it.id)), all + 1));

    // The filters leave ideas; what they rest on may be anybody's.
    let discovered = data.all_insights()?;
    let discovered: BTreeMap<i64, _> = discovered.iter().map(|it| (it.id, it.at)).collect();
    let ideas = data.ideas()?;
    let new: BTreeMap<i64, _> =
        ideas.iter().filter(|it| window.holds(Some(it.created_at))).map(|it| (it.id, it.created_at)).collect();
    let reusing: HashSet<i64> = on_ideas
        .iter()
        .filter(|(idea, insight, _)| {
            let both = new.get(idea).zip(discovered.get(insight));
            both.is_some_and(|(idea, insight)| days_between(*insight, *idea) > OLD)
        })
        .map(|(idea, ..)| *idea)
        .collect();
    Ok((orphans, all, reusing.len()))
}
