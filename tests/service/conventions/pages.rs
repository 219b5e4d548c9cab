//! The pages of every list: whole, without gap or overlap, with links that keep the query.

use serde_json::{Value, json};

use super::declared::Kind;
use super::walk::Walk;
use crate::world::Answer;

pub(super) fn walk(walk: &mut Walk<'_>) {
    for kind in walk.kinds() {
        sizes(walk, &kind);
        follow_each_other(walk, &kind);
        past_the_end(walk, &kind);
        what_is_no_page_is_refused(walk, &kind);
    }
}

fn meta<'a>(answer: &'a Answer, names: &[&str]) -> Vec<&'a Value> {
    names.iter().map(|name| &answer.body["meta"][name]).collect()
}

fn sizes(walk: &Walk<'_>, kind: &Kind) {
    let count = walk.data.listed(kind).len();
    for (size, per_page) in [("", 30), ("30", 30), ("31", 30), ("1000000", 30), (" 2 ", 2), ("1", 1)] {
        let answer = walk.get(&kind.path, &[("page[size]", size)]).status_is(200);
        assert_eq!(meta(&answer, &["per_page"]), [&json!(per_page)], "{} by {size:?}", kind.path);
        assert_eq!(answer.items().len(), count.min(per_page), "{} by {size:?}", kind.path);
    }
}

fn follow_each_other(walk: &Walk<'_>, kind: &Kind) {
    let ids: Vec<i64> = walk.data.listed(kind).iter().rev().map(|it| it.id).collect();
    let last = ids.len().div_ceil(3);
    assert!(last > 2, "{} has too few records for three pages", kind.path);
    for number in 1..=last {
        let parameters =
            [("page[number]", number.to_string()), ("sort", "-id".to_owned()), ("page[size]", "3".to_owned())];
        let parameters = parameters.each_ref().map(|(name, value)| (*name, value.as_str()));
        let answer = walk.get(&kind.path, &parameters).status_is(200);
        let here = &ids[(number - 1) * 3..ids.len().min(number * 3)];
        assert_eq!(answer.ids(), here, "page {number} of {}", kind.path);
        let (from, to) = ((number - 1) * 3 + 1, (number - 1) * 3 + here.len());
        let expected = [json!(number), json!(from), json!(last), json!(3), json!(to), json!(ids.len())];
        let names = ["current_page", "from", "last_page", "per_page", "to", "total"];
        assert_eq!(meta(&answer, &names), expected.iter().collect::<Vec<_>>(), "page {number} of {}", kind.path);
        let path = format!("{}{}", walk.data.client().base(), kind.path);
        assert_eq!(answer.body["meta"]["path"], json!(path));
        // The size stays where a page was first spoken of.
        let url = |number: usize| format!("{path}?page%5Bsize%5D=3&sort=-id&page%5Bnumber%5D={number}");
        let links = json!({
            "first": url(1), "last": url(last),
            "prev": (number > 1).then(|| url(number - 1)), "next": (number < last).then(|| url(number + 1)),
        });
        assert_eq!(answer.body["links"], links, "page {number} of {}", kind.path);
    }
}

fn past_the_end(walk: &Walk<'_>, kind: &Kind) {
    let count = walk.data.listed(kind).len();
    let answer = walk.get(&kind.path, &[("page[number]", "77"), ("page[size]", "3")]).status_is(200);
    assert_eq!(answer.body["data"], json!([]), "{}", kind.path);
    let expected = [json!(77), Value::Null, Value::Null, json!(count), json!(count.div_ceil(3))];
    let names = ["current_page", "from", "to", "total", "last_page"];
    assert_eq!(meta(&answer, &names), expected.iter().collect::<Vec<_>>(), "{}", kind.path);
    let links = &answer.body["links"];
    assert!(links["prev"].as_str().is_some_and(|it| it.ends_with("page%5Bnumber%5D=76")), "{links}");
    assert_eq!(links["next"], Value::Null);
}

fn what_is_no_page_is_refused(walk: &Walk<'_>, kind: &Kind) {
    for bad in ["0", "-1", "abc", "1.5", "1e1"] {
        walk.get(&kind.path, &[("page[number]", bad)]).invalid_under("page.number");
        walk.get(&kind.path, &[("page[size]", bad)]).invalid_under("page.size");
    }
}
