//! What teams ask for whose records interleave with those of others.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{ANEW, CAPPED, DEEPEST, SIZES, filter, paged};
use crate::seed::mixed::{PROJECTS, TEAMS, Turns, USERS, learnings_of_each};
use crate::seed::{mix, words_of_names};
use crate::wrk::Request;

/// How many teams read while one is measured, and which: the second and those after it. The first is measured.
pub(crate) const READERS: u32 = 20;

/// The team that writes beside the readers.
const WRITER: i64 = 40;

/// How many searches for words there are, each with others.
const SEARCHES: i64 = 2_000;

/// How many creates a bulk has.
const IN_BULK: usize = 500;

/// How many bulks change different records.
const BULKS: usize = 4;

/// How many records of each team are asked for by id.
const RECORDS: i64 = 5_000;

/// The learnings of each project of a team newest first, page by page, each of thirty.
pub(crate) fn lists(team: i64, learnings: i64) -> Vec<Request> {
    let pages = (learnings_of_each(learnings) / PROJECTS / 30).clamp(1, DEEPEST);
    let asked = CAPPED.flat_map(|size| (1..=pages).map(move |page| (page, size)));
    let paths = asked.flat_map(|(page, size)| {
        projects(team).into_iter().map(move |project| {
            let (filter, paged) = (filter("project_id", project), paged(page, size));
            Request::get(team, format!("/api/learnings?{filter}&sort=-created_at&{paged}"))
        })
    });
    paths.collect()
}

/// The front of a team's list by one exact filter, by turns with each that a list may have.
pub(crate) fn filtered(team: i64) -> Vec<Request> {
    let first_user = (team - 1) * USERS + 1;
    let users = (first_user..first_user + USERS).map(|user| filter("user_id", user));
    let words = ["high", "medium", "low"].into_iter().map(|word| filter("confidence", word));
    let projects = projects(team).into_iter().map(|project| filter("project_id", project));
    let filters: Vec<String> = projects.chain(users).chain(words).collect();
    let asked = CAPPED.flat_map(|size| filters.iter().map(move |filter| (filter, size)));
    asked
        .map(|(filter, size)| Request::get(team, format!("/api/learnings?{filter}&{}&{ANEW}", paged(1, size))))
        .collect()
}

/// Records of a team by id, in no order.
pub(crate) fn records(team: i64, learnings: i64) -> Vec<Request> {
    let id = |at| Turns::Learnings.id(team, mix(at) % learnings_of_each(learnings));
    (0..RECORDS).map(|at| Request::get(team, format!("/api/learnings/{}", id(at)))).collect()
}

/// Creates of a team, by turns in each of its projects.
pub(crate) fn creates(team: i64) -> Vec<Request> {
    projects(team).into_iter().map(|project| Request::post(team, "/api/learnings", &body(project))).collect()
}

/// Bulks of a team of as many creates as one may have.
pub(crate) fn bulks(team: i64) -> Vec<Request> {
    let bulk = |project| {
        let operations = vec![json!({ "op": "create", "body": body(project) }); IN_BULK];
        Request::post(team, "/api/learnings/bulk", &json!({ "operations": operations }))
    };
    projects(team).into_iter().map(bulk).collect()
}

/// Bulks of a team, in which as many of its records get another name as one may change.
pub(crate) fn bulk_updates(team: i64, learnings: i64) -> Vec<Request> {
    let update = |at: usize| {
        let at = i64::try_from(at).unwrap_or_default() % learnings_of_each(learnings);
        json!({ "op": "update", "id": Turns::Learnings.id(team, at), "body": { "name": "Learning # of the bench" } })
    };
    let bulk = |at: usize| {
        let operations: Vec<Value> = (at * IN_BULK..(at + 1) * IN_BULK).map(update).collect();
        Request::post(team, "/api/learnings/bulk", &json!({ "operations": operations }))
    };
    (0..BULKS).map(bulk).collect()
}

/// The front of a list of every team, in pages of several sizes.
pub(crate) fn fronts(list: &str) -> Vec<Request> {
    let asked = SIZES.flat_map(|size| (1..=TEAMS).map(move |team| (team, size)));
    let front = |(team, size)| Request::get(team, format!("/api/{list}?sort=-created_at&{}&{ANEW}", paged(1, size)));
    asked.map(front).collect()
}

/// Searches for parts of names of so many letters, each by another of these teams.
pub(crate) fn searches(teams: std::ops::RangeInclusive<i64>, letters: usize) -> Vec<Request> {
    let parts = parts(letters);
    let each = parts.iter().flat_map(|part| teams.clone().map(move |team| (team, part)));
    each.map(|(team, part)| Request::get(team, format!("/api/learnings?{}&{ANEW}", filter("name", part)))).collect()
}

/// Searches through the texts of insights for three words that names have, by each team in turn.
pub(crate) fn searches_for_words() -> Vec<Request> {
    let words: Vec<&str> = words_of_names().flat_map(str::split_whitespace).collect();
    let word = |number: i64| usize::try_from(number).ok().and_then(|at| words.get(at % words.len())).copied();
    let three = |at: i64| (0..3).filter_map(|next| word(mix(at * 3 + next))).collect::<Vec<_>>().join("%20");
    let each = (0..SEARCHES).map(|at| (at % TEAMS + 1, three(at)));
    each.map(|(team, words)| Request::get(team, format!("/api/insights?{}&{ANEW}", filter("search", words)))).collect()
}

/// The same of one team, each together with another part that no name has, so that no search was made before.
pub(crate) fn new_searches(team: i64, letters: usize) -> Vec<Request> {
    let anew = |part: String| Request::get(team, format!("/api/learnings?{}", filter("name", format!("{part},zq#"))));
    parts(letters).into_iter().map(anew).collect()
}

/// What each of the other teams reads: mostly records and lists, some with includes, now and then a search.
pub(crate) fn readers(learnings: i64) -> Vec<Request> {
    let teams = 2..=i64::from(READERS) + 1;
    let of_team = |team: i64| {
        let (lists, records) = (lists(team, learnings), records(team, learnings));
        let searches = searches(team..=team, 4);
        let turns = records.into_iter().take(1_000).zip(lists.into_iter().cycle()).zip(searches.into_iter().cycle());
        turns.enumerate().flat_map(|(at, ((record, list), search))| match at % 10 {
            0 => vec![record, search],
            1..4 => vec![record, Request { path: format!("{}&include=insights,insightsCount", list.path), ..list }],
            _ => vec![record, list],
        })
    };
    let mut of_teams: Vec<_> = teams.map(of_team).collect();
    std::iter::from_fn(|| {
        let round: Vec<Request> = of_teams.iter_mut().filter_map(Iterator::next).collect();
        (!round.is_empty()).then_some(round)
    })
    .flatten()
    .collect()
}

/// A list of a quarter of a megabyte, which no buffer of the network takes whole.
pub(crate) fn long_answer(team: i64) -> Request {
    Request::get(team, format!("/api/insights?{}&include=learnings", paged(1, 6)))
}

/// Creates of the team that writes beside the readers.
pub(crate) fn writer() -> Vec<Request> {
    creates(WRITER)
}

/// Parts of names of so many letters.
pub(crate) fn parts(letters: usize) -> Vec<String> {
    let beginnings = words_of_names().filter_map(|word| {
        let part: String = word.to_lowercase().chars().take(letters).collect();
        (part.chars().count() == letters && !part.ends_with(' ')).then_some(part)
    });
    beginnings.collect::<BTreeSet<String>>().into_iter().collect()
}

fn projects(team: i64) -> Vec<i64> {
    (0..PROJECTS).map(|round| Turns::Projects.id(team, round)).collect()
}

fn body(project: i64) -> Value {
    let description = "Seen in interviews, on recordings and in two tests that changed where the cost is shown. ";
    json!({"project_id": project, "name": "Learning # of the bench", "description": description.repeat(4),
        "confidence": "high"})
}
