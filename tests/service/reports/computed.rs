//! What figures have in common, and what is asked of them.

use serde_json::{Value, json};

use super::calendar::{At, DAY, begins, clock, next, read_day, written_day};
use super::team_records::{TeamRecords, at, id, ids};

/// A window: its first and last day, and when it begins and is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) first: i64,
    pub(super) last: i64,
    pub(super) from: At,
    pub(super) until: At,
}

/// What a report counts: what the filters leave of the records, and when it was made.
pub(super) struct View<'b> {
    pub(super) team_records: &'b TeamRecords,
    pub(super) now: At,
    pub(super) granularity: String,
    pub(super) aa: bool,
    pub(super) projects: Option<Vec<i64>>,
    pub(super) goals: Option<Vec<i64>>,
    pub(super) owners: Option<Vec<i64>>,
    pub(super) experiments: Vec<&'b Value>,
    pub(super) ideas: Vec<&'b Value>,
    pub(super) learnings: Vec<&'b Value>,
    pub(super) insights: Vec<&'b Value>,
}

impl Window {
    pub(super) fn new(first: i64, last: i64) -> Window {
        Window { first, last, from: begins(first), until: begins(last + 1) }
    }

    pub(super) fn holds(self, moment: Option<At>) -> bool {
        moment.is_some_and(|moment| (self.from..self.until).contains(&moment))
    }

    pub(super) fn days(self, now: At) -> f64 {
        days(self.until.min(now) - self.from).max(0.0)
    }

    pub(super) fn cut(self, (from, to): (At, Option<At>), now: At) -> Option<(At, At)> {
        let (from, to) = (from.max(self.from), to.unwrap_or(now).min(self.until).min(now));
        (from < to).then_some((from, to))
    }

    pub(super) fn buckets(self, granularity: &str) -> Vec<Window> {
        let mut buckets = Vec::new();
        let mut first = self.first;
        while first <= self.last {
            let after = next(first, granularity);
            buckets.push(Window::new(first, self.last.min(after - 1)));
            first = after;
        }
        buckets
    }
}

impl<'b> View<'b> {
    /// Reads the query as the page has it, and the moment off the answer.
    pub(super) fn of(team_records: &'b TeamRecords, query: &str, meta: &Value) -> View<'b> {
        let value = |name: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
        };
        let filter = |name: &str| -> Option<Vec<i64>> {
            let values = value(&format!("filter[{name}]"))?;
            Some(values.split(',').filter_map(|it| it.parse().ok()).collect())
        };
        let [projects, tags, goals, owners] = ["project_id", "tag_id", "goal_id", "owner_id"].map(filter);
        let aa = value("include_aa").as_deref() == Some("true");
        let among = |asked: &Option<Vec<i64>>, id: &Value| {
            asked.as_ref().is_none_or(|asked| id.as_i64().is_some_and(|id| asked.contains(&id)))
        };
        let keep =
            |kind: &str, records: &'b [Value], owner: &str, goal: &dyn Fn(&Value) -> Vec<i64>| -> Vec<&'b Value> {
                let tagged = tags.as_ref().map(|tags| team_records.tagged(kind, tags));
                let narrowed = |it: &&Value| {
                    among(&projects, &it["project_id"])
                        && among(&owners, &it[owner])
                        && tagged.as_ref().is_none_or(|ids| ids.contains(&id(it)))
                        && (!["experiments", "ideas"].contains(&kind)
                            || goals.as_ref().is_none_or(|asked| goal(it).iter().any(|own| asked.contains(own))))
                };
                records.iter().filter(narrowed).collect()
            };
        let of_idea = |it: &Value| it["primary_goal_id"].as_i64().into_iter().collect::<Vec<_>>();
        let mut experiments = keep("experiments", &team_records.experiments, "owner_id", &|it| ids(&it["goals"]));
        experiments.retain(|it| aa || it["type"] != json!("aa"));
        View {
            team_records,
            now: at(meta, "generated_at").expect("a moment"),
            granularity: value("granularity").unwrap_or_else(|| "month".to_owned()),
            aa,
            experiments,
            ideas: keep("ideas", &team_records.ideas, "assignee_id", &of_idea),
            learnings: keep("learnings", &team_records.learnings, "user_id", &of_idea),
            insights: keep("insights", &team_records.insights, "user_id", &of_idea),
            projects,
            goals,
            owners,
        }
    }

    /// The window that a query asks for by dates, by nothing or by `period=all`.
    pub(super) fn window(&self, query: &str) -> Window {
        let value = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}=")));
        let (today, _) = clock(self.now);
        if value("period") == Some("all") {
            let said = |records: &[Value], field: &str| records.iter().filter_map(|it| at(it, field)).min();
            let team_records = self.team_records;
            let starts = [
                at(&team_records.team, "created_at"),
                said(&team_records.experiments, "started_at"),
                said(&team_records.learnings, "learned_at"),
                said(&team_records.insights, "discovered_at"),
            ];
            return Window::new(clock(starts.into_iter().flatten().min().expect("a moment")).0, today);
        }
        let last = value("to").map_or(today, read_day);
        Window::new(value("from").map_or(last - 364, read_day), last)
    }

    /// The experiments that were completed in a window.
    pub(super) fn completed(&self, window: Window) -> Vec<&'b Value> {
        let own = self.experiments.iter().copied();
        own.filter(|it| it["status"] == json!("completed") && window.holds(decided(it))).collect()
    }

    /// Those that were running or paused just before a moment, by their histories.
    pub(super) fn active(&self, moment: At) -> usize {
        let stands = |it: &&&Value| {
            let mut stays = self.team_records.of_experiments[&id(it)].iter();
            stays.any(|(status, from, to)| {
                ["running", "paused"].contains(&status.as_str()) && *from < moment && to.is_none_or(|to| moment <= to)
            })
        };
        self.experiments.iter().filter(stands).count()
    }
}

pub(super) fn decided(experiment: &Value) -> Option<At> {
    at(experiment, "decided_at").or(at(experiment, "ended_at"))
}

/// When something was learned or discovered.
pub(super) fn found(record: &Value) -> Option<At> {
    at(record, "learned_at").or(at(record, "discovered_at")).or(at(record, "created_at"))
}

#[expect(clippy::as_conversions, reason = "what tests count is small")]
pub(super) fn days(micros: i64) -> f64 {
    micros as f64 / DAY as f64
}

#[expect(clippy::as_conversions, reason = "what tests count is small")]
pub(super) fn float(many: usize) -> f64 {
    many as f64
}

/// A ratio, null on nothing.
pub(super) fn ratio(part: f64, whole: f64) -> Value {
    if whole == 0.0 { Value::Null } else { json!(part / whole) }
}

pub(super) fn share(part: usize, whole: usize) -> Value {
    ratio(float(part), float(whole))
}

pub(super) fn rounded(figure: f64) -> f64 {
    (figure * 100.0 + 0.5).floor() / 100.0
}

/// A quantile of type 7.
pub(super) fn quantile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = part * float(sorted.len().checked_sub(1)?);
    let (below, mut at) = (place.floor(), 0);
    while float(at + 1) <= below {
        at += 1;
    }
    let (low, high) = (sorted[at], sorted[(at + 1).min(sorted.len() - 1)]);
    Some(low + (place - below) * (high - low))
}

pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / float(values.len()))
}

/// The days that are covered by any of these stretches.
pub(super) fn covered(mut stretches: Vec<(At, At)>) -> f64 {
    stretches.sort_unstable();
    let (mut sum, mut end) = (0, i64::MIN);
    for (from, to) in stretches {
        sum += (to - from.max(end)).max(0);
        end = end.max(to);
    }
    days(sum)
}

/// The same days before, as many or a year earlier.
pub(super) fn before(window: Window, compare: &str) -> Window {
    let year_before = |day: i64| {
        let text = written_day(day);
        let year: i64 = text[..4].parse().expect("a year");
        let earlier = format!("{:04}{}", year - 1, text[4..].replace("-02-29", "-02-28"));
        read_day(&earlier)
    };
    match compare {
        "previous_period" => Window::new(window.first - (window.last - window.first) - 1, window.first - 1),
        _ => Window::new(year_before(window.first), year_before(window.last)),
    }
}

/// The distance of numbers, null where either is.
pub(super) fn delta(now: &Value, then: &Value) -> Value {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            now.iter().map(|(name, it)| (name.clone(), delta(it, &then[name]))).collect()
        }
        _ => now.as_f64().zip(then.as_f64()).map_or(Value::Null, |(now, then)| json!(now - then)),
    }
}

/// The names of records of a kind.
pub(super) fn name_of(records: &[Value], wanted: i64) -> String {
    let record = records.iter().find(|it| id(it) == wanted);
    record.and_then(|it| it["name"].as_str()).map_or_else(|| format!("#{wanted}"), str::to_owned)
}
