//! Tests of the paginator: the observed examples, the window, extremes and escaping.

use serde_json::{Value, json};

use super::Paginator;
use crate::request::query::{PageParameter, Query};

const EXAMPLES: &str = include_str!("../../../../../tests/fixtures/paginator_examples.json");

fn written(paginator: &Paginator<'_>) -> String {
    let mut out = b"{".to_vec();
    paginator.write(&mut out);
    out.push(b'}');
    String::from_utf8(out).unwrap()
}

fn labels(page: u64, last: u64) -> Vec<String> {
    let paginator = Paginator {
        path: "http://localhost/api/learnings",
        carried: "",
        parameter: PageParameter::Number,
        page,
        size: 1,
        total: last,
        count: usize::from(page <= last),
    };
    let value: Value = serde_json::from_str(&written(&paginator)).unwrap();
    let links = value["meta"]["links"].as_array().unwrap();
    let inner = &links[1..links.len() - 1];
    for link in inner {
        let label = link["label"].as_str().unwrap();
        assert_eq!(link["active"], json!(label == page.to_string()));
        assert_eq!(link["url"].is_null(), label == "...");
    }
    let label = |link: &Value| link["label"].as_str().unwrap().to_owned();
    inner.iter().map(label).collect()
}

#[test]
fn the_observed_examples_come_out_alike() {
    let examples: Vec<Value> = serde_json::from_str(EXAMPLES).unwrap();
    assert_eq!(examples.len(), 34);
    for example in examples {
        let raw = example["query"].as_str().unwrap();
        let expected = &example["expected"];
        let carried = Query::parse(raw).carried(PageParameter::Number);
        let count = example["data_count"].as_u64().unwrap();
        let paginator = Paginator {
            path: expected["meta"]["path"].as_str().unwrap(),
            carried: &carried,
            parameter: PageParameter::Number,
            page: example["page"].as_u64().unwrap(),
            size: example["size"].as_u64().unwrap(),
            total: example["total"].as_u64().unwrap(),
            count: usize::try_from(count).unwrap(),
        };
        let found: Value = serde_json::from_str(&written(&paginator)).unwrap();
        assert_eq!(&found, expected, "{raw}");
        let first = &example["data_first_id"];
        assert_eq!(&found["meta"]["from"], first, "{raw}");
    }
}

#[test]
fn members_stand_in_their_order() {
    let paginator = Paginator {
        path: "http://h/api/activities",
        carried: "per_page=2",
        parameter: PageParameter::Plain,
        page: 2,
        size: 2,
        total: 3,
        count: 1,
    };
    let url = |page| format!(r#""http://h/api/activities?per_page=2&page={page}""#);
    let (one, two) = (url(1), url(2));
    let expected = [
        format!(r#"{{"links":{{"first":{one},"last":{two},"prev":{one},"next":null}},"#),
        r#""meta":{"current_page":2,"from":3,"last_page":2,"links":["#.to_owned(),
        format!(r#"{{"url":{one},"label":"&laquo; Previous","active":false}},"#),
        format!(r#"{{"url":{one},"label":"1","active":false}},"#),
        format!(r#"{{"url":{two},"label":"2","active":true}},"#),
        r#"{"url":null,"label":"Next &raquo;","active":false}],"#.to_owned(),
        r#""path":"http://h/api/activities","per_page":2,"to":3,"total":3}}"#.to_owned(),
    ];
    assert_eq!(written(&paginator), expected.concat());
}

#[test]
fn the_window_follows_the_current_page() {
    for (page, last, expected) in [
        (1, 1, "1"),
        (2, 1, "1"),
        (13, 13, "1 2 3 4 5 6 7 8 9 10 11 12 13"),
        (1, 14, "1 2 3 4 5 6 7 8 9 10 ... 13 14"),
        (7, 14, "1 2 3 4 5 6 7 8 9 10 ... 13 14"),
        (8, 14, "1 2 ... 5 6 7 8 9 10 11 12 13 14"),
        (15, 14, "1 2 ... 5 6 7 8 9 10 11 12 13 14"),
        (8, 15, "1 2 ... 5 6 7 8 9 10 11 ... 14 15"),
        (9, 15, "1 2 ... 6 7 8 9 10 11 12 13 14 15"),
        (50, 100, "1 2 ... 47 48 49 50 51 52 53 ... 99 100"),
        (93, 100, "1 2 ... 90 91 92 93 94 95 96 ... 99 100"),
        (94, 100, "1 2 ... 91 92 93 94 95 96 97 98 99 100"),
    ] {
        assert_eq!(labels(page, last).join(" "), expected, "{page} of {last}");
    }
}

#[test]
fn extremes_neither_overflow_nor_panic() {
    for page in [0, 1, 2, u64::MAX - 1, u64::MAX] {
        for size in [0, 1, 30, u64::MAX] {
            for total in [0, 1, u64::MAX - 1, u64::MAX] {
                for count in [0, 1, usize::MAX] {
                    let paginator =
                        Paginator { path: "/", carried: "", parameter: PageParameter::Plain, page, size, total, count };
                    let text = written(&paginator);
                    let value: Value = serde_json::from_str(&text).unwrap();
                    assert_eq!(value["meta"]["current_page"], page);
                    assert_eq!(value["meta"]["total"], total);
                }
            }
        }
    }
    assert_eq!(labels(u64::MAX, u64::MAX).len(), 13);
    assert_eq!(labels(u64::MAX, 3), ["1", "2", "3"]);
}

#[test]
fn addresses_are_escaped() {
    let path = "http://h/\"a\\b\n\u{1f}\u{7f}é🦀/<";
    let carried = "x=\"\\\u{0}";
    let paginator = Paginator { path, carried, parameter: PageParameter::Plain, page: 1, size: 1, total: 1, count: 1 };
    let value: Value = serde_json::from_str(&written(&paginator)).unwrap();
    assert_eq!(value["meta"]["path"], path);
    assert_eq!(value["links"]["first"], format!("{path}?{carried}&page=1"));
}

#[test]
fn no_query_leaves_only_the_page() {
    let paginator = Paginator {
        path: "/l",
        carried: "",
        parameter: PageParameter::Number,
        page: 1,
        size: 30,
        total: 31,
        count: 30,
    };
    let value: Value = serde_json::from_str(&written(&paginator)).unwrap();
    assert_eq!(value["links"]["next"], "/l?page%5Bnumber%5D=2");
}
