//! All records of a team as the API tells them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::calendar::{At, read};
use crate::world::Client;

/// In which status a record was, from when, and until when.
pub(super) type Stay = (String, At, Option<At>);

pub(super) struct TeamRecords {
    pub(super) experiments: Vec<Value>,
    pub(super) ideas: Vec<Value>,
    pub(super) learnings: Vec<Value>,
    pub(super) insights: Vec<Value>,
    pub(super) goals: Vec<Value>,
    pub(super) pages: Vec<Value>,
    pub(super) audiences: Vec<Value>,
    pub(super) tags: Vec<Value>,
    pub(super) projects: Vec<Value>,
    pub(super) users: Vec<Value>,
    pub(super) log: Vec<Value>,
    pub(super) team: Value,
    pub(super) results: BTreeMap<i64, Vec<Value>>,
    pub(super) of_experiments: BTreeMap<i64, Vec<Stay>>,
    pub(super) of_ideas: BTreeMap<i64, Vec<Stay>>,
    /// The experiments on either side of each learning.
    pub(super) stances: BTreeMap<i64, (Vec<i64>, Vec<i64>)>,
}

impl TeamRecords {
    pub(super) fn read(client: &Client) -> TeamRecords {
        let all = |path: &str| all(client, path);
        let experiments = all("/experiments?filter[archived]=all&include=pages,audiences,goals,learnings,variations");
        let ideas = all("/ideas?filter[archived]=all&include=insights");
        let learnings = all("/learnings?include=insights");
        let results = experiments.iter().map(|it| (id(it), all(&format!("/experiments/{}/results", id(it))))).collect();
        let history = |kind: &str, id: i64| client.get(&format!("/{kind}/{id}/history")).status_is(200).items().clone();
        let stays = |kind: &str, of: &[Value]| of.iter().map(|it| (id(it), stays(&history(kind, id(it))))).collect();
        let stance = |learning: i64| {
            let told = client.get(&format!("/learnings/{learning}/experiments")).status_is(200).data().clone();
            (ids(&told["supporting"]), ids(&told["contradicting"]))
        };
        TeamRecords {
            results,
            of_experiments: stays("experiments", &experiments),
            of_ideas: stays("ideas", &ideas),
            stances: learnings.iter().map(|it| (id(it), stance(id(it)))).collect(),
            insights: all("/insights?include=ideas,learnings,pages,audiences"),
            goals: all("/goals"),
            pages: all("/pages"),
            audiences: all("/audiences"),
            tags: all("/tags?include=experiments,ideas,learnings,insights"),
            projects: all("/projects"),
            users: all("/users"),
            log: entries(client),
            team: client.get("/team").status_is(200).data().clone(),
            experiments,
            ideas,
            learnings,
        }
    }

    /// The stretches in which an experiment ran.
    pub(super) fn runs(&self, experiment: i64) -> Vec<(At, Option<At>)> {
        let stays = self.of_experiments[&experiment].iter();
        stays.filter(|it| it.0 == "running").map(|it| (it.1, it.2)).collect()
    }

    /// Those since it was started last.
    pub(super) fn runs_since_start(&self, experiment: &Value) -> Vec<(At, Option<At>)> {
        let started = at(experiment, "started_at");
        self.runs(id(experiment)).into_iter().filter(|run| started.is_some_and(|started| started <= run.0)).collect()
    }

    /// The records of a kind that a tag is on.
    pub(super) fn tagged(&self, kind: &str, tags: &[i64]) -> BTreeSet<i64> {
        self.tags.iter().filter(|it| tags.contains(&id(it))).flat_map(|it| ids(&it[kind])).collect()
    }
}

#[track_caller]
fn all(client: &Client, path: &str) -> Vec<Value> {
    let mut records = Vec::new();
    for page in 1.. {
        let join = if path.contains('?') { '&' } else { '?' };
        let answer = client.get(&format!("{path}{join}page[size]=50&page[number]={page}")).status_is(200);
        records.extend(answer.items().clone());
        if answer.items().len() < 50 {
            break;
        }
    }
    records.sort_by_key(id);
    records
}

fn entries(client: &Client) -> Vec<Value> {
    let mut entries = Vec::new();
    for page in 1.. {
        let answer = client.get(&format!("/team/activity?sort=id&per_page=100&page={page}")).status_is(200);
        entries.extend(answer.items().clone());
        if answer.items().len() < 100 {
            break;
        }
    }
    entries
}

fn stays(told: &[Value]) -> Vec<Stay> {
    let mut stays: Vec<Stay> = Vec::new();
    for stay in told {
        let status = stay["status"].as_str().expect("a status").to_owned();
        let (from, to) = (at(stay, "from").expect("a moment"), at(stay, "to"));
        match stays.last_mut() {
            Some(last) if last.0 == status => last.2 = to,
            _ => stays.push((status, from, to)),
        }
    }
    stays
}

pub(super) fn id(record: &Value) -> i64 {
    record["id"].as_i64().unwrap_or_else(|| panic!("no id: {record}"))
}

pub(super) fn ids(records: &Value) -> Vec<i64> {
    records.as_array().unwrap_or_else(|| panic!("no list: {records}")).iter().map(id).collect()
}

/// The moment in a field.
pub(super) fn at(record: &Value, field: &str) -> Option<At> {
    record[field].as_str().map(read)
}

pub(super) fn number(record: &Value, field: &str) -> Option<f64> {
    record[field].as_f64()
}
