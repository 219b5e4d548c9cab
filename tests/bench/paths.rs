//! The paths that are asked for.

use crate::seed::{self, mix};

/// What no list looks at, but makes each address another, so that no answer was given before.
const ANEW: &str = "ask=#";

/// How many records are asked for by id before the first comes again.
const RECORDS: i64 = 20_000;

/// How deep into a list its pages are read at most: a page costs more the deeper it is.
const DEEPEST: i64 = 10;

/// Sizes of pages that are all answered with thirty records, which is the most that a page has.
const CAPPED: std::ops::RangeInclusive<i64> = 30..=34;

/// The sizes of pages that a list is asked for in turn, so that no answer repeats the one before.
const SIZES: std::ops::RangeInclusive<i64> = 21..=30;

/// The first page of a project's learnings, newest first.
pub(crate) fn list() -> String {
    project_list(2, 1, 30)
}

/// The learnings of each project newest first, page by page, each of thirty.
pub(crate) fn lists(learnings: i64) -> Vec<String> {
    every_page(pages(learnings))
}

/// Those of the same pages whose learnings all have three insights.
pub(crate) fn lists_with_insights(learnings: i64) -> Vec<String> {
    every_page(pages(seed::with_insights(learnings)))
}

/// How many pages of each project are read.
pub(crate) fn pages(learnings: i64) -> i64 {
    seed::pages(learnings).min(DEEPEST)
}

fn every_page(pages: i64) -> Vec<String> {
    let asked = CAPPED.flat_map(|size| (1..=pages).map(move |page| (page, size)));
    asked.flat_map(|(page, size)| (2..=seed::PROJECTS).map(move |project| project_list(project, page, size))).collect()
}

fn project_list(project: i64, page: i64, size: i64) -> String {
    format!("/api/learnings?{}&sort=-created_at&{}", filter("project_id", project), paged(page, size))
}

/// Records by id, in no order.
pub(crate) fn records(learnings: i64) -> Vec<String> {
    (0..RECORDS).map(|at| format!("/api/learnings/{}", 1 + mix(at) % learnings)).collect()
}

/// The front of the whole list with one sort, in pages of several sizes.
pub(crate) fn sorted(sort: &str) -> Vec<String> {
    fronts(&[format!("sort={sort}")])
}

/// The front of the list with one exact filter, by turns with each of the values that every team has.
pub(crate) fn filtered(name: &str) -> Vec<String> {
    let values: Vec<String> = match name {
        "id" => (1..=crate::plan::SMALL).map(|id| id.to_string()).collect(),
        "project_id" => vec![seed::LARGE_PROJECT.to_string()],
        "research_collection_id" => (1..=seed::COLLECTIONS).map(|id| id.to_string()).collect(),
        "user_id" => (1..=seed::USERS).map(|id| id.to_string()).collect(),
        _ => ["high", "medium", "low"].map(str::to_owned).to_vec(),
    };
    if name == "id" {
        return values.iter().map(|id| format!("/api/learnings?{}&{ANEW}", filter(name, id))).collect();
    }
    fronts(&values.iter().map(|value| filter(name, value)).collect::<Vec<_>>())
}

fn fronts(queries: &[String]) -> Vec<String> {
    let pages = (1..=2).flat_map(|page| SIZES.map(move |size| paged(page, size)));
    pages.flat_map(|page| queries.iter().map(move |query| format!("/api/learnings?{query}&{page}&{ANEW}"))).collect()
}

/// The slow lists, each by its name, with requests of which none is like the one before.
pub(crate) fn slow(learnings: i64) -> [(&'static str, Vec<String>); 5] {
    let parts = seed::parts_of_names().map(|part| format!("/api/learnings?{}&{ANEW}", filter("name", part)));
    let both = |one, other| format!("/api/learnings?{one}&{other}&{ANEW}");
    let users = || (1..=seed::USERS).map(|user| filter("user_id", user));
    let studies = || (1..=seed::COLLECTIONS).map(|study| filter("research_collection_id", study));
    let words = || ["high", "medium", "low"].into_iter().map(|word| filter("confidence", word));
    let of_project = (2..=seed::PROJECTS).flat_map(|project| {
        users().chain(studies()).chain(words()).map(move |other| both(filter("project_id", project), other))
    });
    let of_users = users().flat_map(|user| studies().chain(words()).map(move |other| both(user.clone(), other)));
    let of_studies = studies().flat_map(|study| words().map(move |word| both(study.clone(), word)));
    let newest = |page, size| format!("/api/learnings?sort=-created_at&{}&{ANEW}", paged(page, size));
    let middle = (0..400).map(|at| newest(learnings / 60 + at, 30));
    let last = SIZES.flat_map(|size| (0..40).map(move |back| newest(learnings / size - back, size)));
    [
        ("partial name filter", parts.collect()),
        ("two filters together, one of them the project", of_project.collect()),
        ("two other filters together", of_users.chain(of_studies).collect()),
        ("page in the middle", middle.collect()),
        ("last page", last.collect()),
    ]
}

fn filter(name: &str, value: impl std::fmt::Display) -> String {
    format!("filter%5B{name}%5D={}", value.to_string().replace(' ', "%20"))
}

fn paged(number: i64, size: i64) -> String {
    format!("page%5Bnumber%5D={number}&page%5Bsize%5D={size}")
}
