//! Velocity: how much is begun and finished, bucket by bucket.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use uplift_derive::Record;

use super::data::Data;
use super::explained::{EXPLAINED, Explain, explain};
use super::figures::{count, most_at_once, rate, share, slope, total_days};
use super::outcomes::{Outcomes, decided_at};
use super::overview::{per_month, was_active};
use super::report::{Declared, Figures, ReportName, ReportTable};
use super::team_facts::Experiments;
use super::window::{Window, place};
use crate::Refusal;
use crate::ports::{ExperimentFacts, IdeaFacts};
use crate::record::{Fields, Measure, Time, double};
use crate::shape::Shape;

#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Velocity {
    /// How many are to be completed in a bucket: a line of the chart.
    target: Option<Measure>,
    /// `ids` tells under `ids` which records each number of a bucket counts, the first 1,000.
    explain: Option<Explain>,
}

const BY_PROJECT: &[(&str, Shape)] =
    &[("project_id", Shape::Integer), ("started", Shape::Integer), ("completed", Shape::Integer)];

const BY_RESULT: &[(&str, Shape)] = &[
    ("won", Shape::Integer),
    ("lost", Shape::Integer),
    ("inconclusive", Shape::Integer),
    ("neutral", Shape::Integer),
    ("stopped_early", Shape::Integer),
    ("invalid", Shape::Integer),
];

/// All buckets together, which is what is held against other days.
const TOTALS: Shape = Shape::Object(&[
    ("started", Shape::Integer),
    ("completed", Shape::Integer),
    ("promoted", Shape::Integer),
    ("new_ideas", Shape::Integer),
    ("throughput_ratio", Shape::NUMBER_OR_NULL),
]);

impl Declared for Velocity {
    const NAME: ReportName = ReportName::Velocity;
    const SUMMARY: &'static str = "How much is begun and finished, bucket by bucket. `concurrent_avg`: the days on which \
        experiments ran, added up, ÷ the days of the bucket; `concurrent_max`: the most that ran at one moment; `wip`: \
        those that were running or paused at its end; `rolling_mean`: that of `completed` over three buckets. \
        `throughput_ratio` = completed ÷ started; `per_month`: completed in 30.4375 days of the window; `trend_slope`: \
        how much `completed` rises from bucket to bucket, by least squares.";
    const SHAPE: Shape = Shape::Object(&[
        (
            "buckets",
            Shape::List(&Shape::Varied {
                always: &[
                    ("start", Shape::Date),
                    ("end", Shape::Date),
                    ("started", Shape::Integer),
                    ("completed", Shape::Integer),
                    ("by_result", Shape::Object(BY_RESULT)),
                    ("by_project", Shape::List(&Shape::Object(BY_PROJECT))),
                    ("promoted", Shape::Integer),
                    ("new_ideas", Shape::Integer),
                    ("concurrent_avg", Shape::NUMBER_OR_NULL),
                    ("concurrent_max", Shape::Integer),
                    ("wip", Shape::Integer),
                    ("rolling_mean", Shape::NUMBER_OR_NULL),
                ],
                sometimes: EXPLAINED,
            }),
        ),
        ("totals", TOTALS),
        ("per_month", Shape::NUMBER_OR_NULL),
        ("trend_slope", Shape::NUMBER_OR_NULL),
        ("previous", Shape::Null(&TOTALS)),
        ("delta", Shape::Null(&Shape::Delta(&TOTALS))),
    ]);
    const TABLE: ReportTable = ReportTable::List("buckets");
}

/// What of all there is falls into a bucket.
#[derive(Default)]
struct Fallen<'d> {
    started: Vec<&'d ExperimentFacts>,
    completed: Vec<&'d ExperimentFacts>,
    promoted: Vec<i64>,
    new_ideas: Vec<i64>,
}

impl Figures for Velocity {
    fn check(&self, data: &Data<'_>, window: &Window) -> Result<(), Refusal> {
        data.buckets(window).map(drop)
    }

    fn of(&self, data: &mut Data<'_>, window: &Window) -> Result<Fields, Refusal> {
        let (buckets, experiments, ideas) = (data.buckets(window)?, data.experiments()?, data.ideas()?);
        let fallen = fall(&buckets, &experiments, &ideas);
        let completed: Vec<f64> = fallen.iter().map(|it| double(count(it.completed.len()))).collect();
        let mut told = Vec::with_capacity(buckets.len());
        for (at, (bucket, fallen)) in buckets.iter().zip(&fallen).enumerate() {
            let mut figures = self.bucket(data, bucket, fallen, &experiments)?;
            let three = at.checked_sub(2).and_then(|first| completed.get(first..=at));
            figures.insert("rolling_mean".to_owned(), json!(three.map(|three| three.iter().sum::<f64>() / 3.0)));
            told.push(Value::Object(figures));
        }
        let all = fallen.iter().map(|it| count(it.completed.len())).sum();
        Ok(Fields::from_iter([
            ("buckets".to_owned(), told.into()),
            ("totals".to_owned(), totals(&fallen)),
            ("per_month".to_owned(), json!(per_month(all, window.days(data.now)))),
            ("trend_slope".to_owned(), json!(slope(&completed))),
        ]))
    }

    fn compared(&self, figures: &Fields) -> Option<Value> {
        figures.get("totals").cloned()
    }

    fn earlier(&self, data: &mut Data<'_>, window: &Window) -> Result<Option<Value>, Refusal> {
        let (experiments, ideas) = (data.experiments()?, data.ideas()?);
        Ok(Some(totals(&fall(&[*window], &experiments, &ideas))))
    }
}

fn totals(fallen: &[Fallen<'_>]) -> Value {
    let sum = |of: fn(&Fallen<'_>) -> usize| fallen.iter().map(|it| count(of(it))).sum::<i64>();
    let (started, completed) = (sum(|it| it.started.len()), sum(|it| it.completed.len()));
    json!({
        "started": started,
        "completed": completed,
        "promoted": sum(|it| it.promoted.len()),
        "new_ideas": sum(|it| it.new_ideas.len()),
        "throughput_ratio": share(completed, started),
    })
}

/// Tells of everything into which bucket it falls.
fn fall<'d>(buckets: &[Window], experiments: &'d [ExperimentFacts], ideas: &[IdeaFacts]) -> Vec<Fallen<'d>> {
    let mut fallen: Vec<Fallen<'d>> = buckets.iter().map(|_| Fallen::default()).collect();
    let mut into = |moment: Option<Time>, add: &mut dyn FnMut(&mut Fallen<'d>)| {
        if let Some(bucket) = place(buckets, moment).and_then(|at| fallen.get_mut(at)) {
            add(bucket);
        }
    };
    for it in experiments {
        into(it.started_at, &mut |bucket| bucket.started.push(it));
        into(decided_at(it), &mut |bucket| bucket.completed.push(it));
    }
    for idea in ideas {
        into(idea.promoted_at, &mut |bucket| bucket.promoted.push(idea.id));
        into(Some(idea.created_at), &mut |bucket| bucket.new_ideas.push(idea.id));
    }
    fallen
}

impl Velocity {
    fn bucket(
        &self,
        data: &mut Data<'_>,
        bucket: &Window,
        fallen: &Fallen<'_>,
        experiments: &Experiments,
    ) -> Result<Fields, Refusal> {
        // Every bucket looks at all experiments.
        data.tx.in_time()?;
        let (now, goals) = (data.now, data.goals()?);
        let runs = experiments.iter().flat_map(|it| it.course.all_runs());
        let runs: Vec<_> = runs.filter_map(|run| bucket.cut(run, now)).collect();
        let end = bucket.end(now);
        let wip: Vec<_> = experiments.iter().filter(|it| was_active(it, end, now)).collect();
        let mut by_project: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
        for it in &fallen.started {
            by_project.entry(it.project_id).or_default().0 += 1;
        }
        for it in &fallen.completed {
            by_project.entry(it.project_id).or_default().1 += 1;
        }
        let by_project: Vec<_> = by_project
            .into_iter()
            .map(|(id, (started, completed))| json!({"project_id": id, "started": started, "completed": completed}))
            .collect();
        let outcomes = Outcomes::of(fallen.completed.iter().copied(), &goals);
        let mut told = Fields::from_iter([
            ("start".to_owned(), json!(bucket.first.to_string())),
            ("end".to_owned(), json!(bucket.last.to_string())),
            ("started".to_owned(), json!(fallen.started.len())),
            ("completed".to_owned(), json!(fallen.completed.len())),
            ("by_result".to_owned(), Value::Object(outcomes.by_result())),
            ("by_project".to_owned(), json!(by_project)),
            ("promoted".to_owned(), json!(fallen.promoted.len())),
            ("new_ideas".to_owned(), json!(fallen.new_ideas.len())),
            ("concurrent_avg".to_owned(), json!(rate(total_days(&runs), bucket.days(now)))),
            ("concurrent_max".to_owned(), json!(most_at_once(&runs))),
            ("wip".to_owned(), json!(wip.len())),
        ]);
        let ids = |them: &[&ExperimentFacts]| them.iter().map(|it| it.id).collect::<Vec<_>>();
        let numbers = [
            ("started", ids(&fallen.started)),
            ("completed", ids(&fallen.completed)),
            ("promoted", fallen.promoted.clone()),
            ("new_ideas", fallen.new_ideas.clone()),
            ("wip", ids(&wip)),
        ];
        explain(&mut told, self.explain, numbers.into_iter().chain(outcomes.ids_by_result()));
        Ok(told)
    }
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDate, Weekday};
    use chrono_tz::Tz;

    use super::super::window::Granularity;
    use super::*;
    use crate::kinds::IdeaStatus;

    fn idea(created_at: Time) -> IdeaFacts {
        IdeaFacts {
            id: 1,
            project_id: 1,
            assignee_id: None,
            page_id: None,
            audience_id: None,
            primary_goal_id: None,
            source: None,
            status: IdeaStatus::Backlog,
            priority: None,
            score: None,
            normalized: None,
            is_archived: false,
            promoted_at: Some(created_at),
            created_at,
        }
    }

    #[test]
    fn the_totals_of_a_window_need_no_buckets() {
        let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap();
        let asked = Window::new(day(2024, 3, 1), day(2026, 11, 25), Tz::UTC);
        let earlier = asked.year_before(Tz::UTC);
        let days = |window: &Window| window.buckets(Granularity::Day, Weekday::Mon, Tz::UTC);
        assert_eq!(days(&asked).unwrap().len(), 1_000);
        assert!(days(&earlier).is_err(), "a leap day makes it one more");
        let ideas = [idea(earlier.from), idea(earlier.until.plus_seconds(-1)), idea(earlier.until)];
        let told = totals(&fall(&[earlier], &[], &ideas));
        assert_eq!((&told["new_ideas"], &told["promoted"]), (&json!(2), &json!(2)));
        assert_eq!((&told["started"], &told["throughput_ratio"]), (&json!(0), &Value::Null));
    }
}
