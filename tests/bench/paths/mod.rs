//! The paths that are asked for.

pub(crate) mod mixed;

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

/// A list that no index answers from its start, with requests of which none is like the one before.
pub(crate) struct Slow {
    pub name: String,
    pub paths: Vec<String>,
}

/// The slow lists of the large team.
pub(crate) fn slow(learnings: i64) -> Vec<Slow> {
    let by_name = |parts: &[String]| format!("/api/learnings?{}&{ANEW}", filter("name", parts.join(",")));
    let letters = |letters| {
        let paths = mixed::parts(letters).into_iter().map(|part| by_name(&[part])).collect();
        Slow { name: format!("part of a name, letters: {letters}"), paths }
    };
    let rare = seed::parts_of_names().map(|part| by_name(&[part])).collect();
    let parts: Vec<String> = seed::parts_of_names().collect();
    let fifty = parts.chunks_exact(50).map(by_name).collect();
    let slow = |name: &str, paths| Slow { name: name.to_owned(), paths };
    let others = [
        slow("a rare part of a name", rare),
        slow("fifty parts of names", fifty),
        slow("two filters together, one of them the project", of_project()),
        slow("two other filters together", of_others()),
        slow("page in the middle", middle(learnings)),
        slow("last page", last(learnings)),
    ];
    [1, 2, 3, 8].map(letters).into_iter().chain(others).collect()
}

/// Every insight of sixty kilobytes, in lists of insights and beside learnings.
pub(crate) fn long_texts() -> Vec<String> {
    let pages = |records: i64| 1..=records / 30;
    let insights = pages(seed::long::INSIGHTS).map(|page| format!("/api/insights?{}", paged(page, 30)));
    let learnings =
        pages(seed::long::LEARNINGS).map(|page| format!("/api/learnings?{}&include=insights", paged(page, 30)));
    insights.chain(learnings).collect()
}

/// A list of so many ideas, each as long as an idea may be.
pub(crate) fn ideas(size: i64) -> String {
    format!("/api/ideas?{}", paged(1, size))
}

/// Rare parts of names, two filters together, pages far from either end: what others wait for beside slow lists.
pub(crate) fn slow_beside(learnings: i64) -> [Vec<String>; 5] {
    let rare = seed::parts_of_names().map(|part| format!("/api/learnings?{}&{ANEW}", filter("name", part)));
    [rare.collect(), of_project(), of_others(), middle(learnings), last(learnings)]
}

/// Every pair of a value of one filter and a value of another.
fn pairs(one: &[String], other: &[String]) -> Vec<String> {
    let each = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
    each.map(|(one, other)| format!("/api/learnings?{one}&{other}&{ANEW}")).collect()
}

fn of_users() -> Vec<String> {
    (1..=seed::USERS).map(|user| filter("user_id", user)).collect()
}

fn of_collections() -> Vec<String> {
    (1..=seed::COLLECTIONS).map(|collection| filter("research_collection_id", collection)).collect()
}

fn of_confidences() -> Vec<String> {
    ["high", "medium", "low"].map(|word| filter("confidence", word)).to_vec()
}

fn of_project() -> Vec<String> {
    let projects: Vec<String> = (2..=seed::PROJECTS).map(|project| filter("project_id", project)).collect();
    pairs(&projects, &[of_users(), of_collections(), of_confidences()].concat())
}

fn of_others() -> Vec<String> {
    let of_users = pairs(&of_users(), &[of_collections(), of_confidences()].concat());
    [of_users, pairs(&of_collections(), &of_confidences())].concat()
}

fn newest(page: i64, size: i64) -> String {
    format!("/api/learnings?sort=-created_at&{}&{ANEW}", paged(page, size))
}

fn middle(learnings: i64) -> Vec<String> {
    (0..400).map(|at| newest(learnings / 60 + at, 30)).collect()
}

fn last(learnings: i64) -> Vec<String> {
    SIZES.flat_map(|size| (0..40).map(move |back| newest(learnings / size - back, size))).collect()
}

fn filter(name: &str, value: impl std::fmt::Display) -> String {
    format!("filter%5B{name}%5D={}", value.to_string().replace(' ', "%20"))
}

fn paged(number: i64, size: i64) -> String {
    format!("page%5Bnumber%5D={number}&page%5Bsize%5D={size}")
}
