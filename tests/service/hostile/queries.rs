//! Queries: ten thousand commas, a thousand parameters, brackets without end and bytes that are no text.

use serde_json::json;

use super::target::Target;
use crate::world::{Store, on_both};

on_both![ten_thousand_commas_in_every_parameter, a_thousand_parameters, brackets_without_end, bytes_that_are_no_text,];

/// Every list of the document with the names of its parameters.
fn lists(target: &Target) -> Vec<(String, Vec<String>)> {
    let mut lists = Vec::new();
    for (path, operations) in target.document()["paths"].as_object().expect("the paths") {
        let answer = &operations["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"];
        if answer.as_str().is_none_or(|name| !name.ends_with("Page")) {
            continue;
        }
        let parameters = operations["get"]["parameters"].as_array().into_iter().flatten();
        let names = parameters.filter_map(|it| Some(it["name"].as_str()?.to_owned()));
        let pages = ["page[number]", "page[size]"].map(str::to_owned);
        lists.push((target.filled(path), names.chain(pages).collect()));
    }
    assert!(lists.len() > 8, "{lists:?}");
    lists
}

fn get(target: &Target, path_and_query: &str) -> u16 {
    target.takes(&target.request("GET", &format!("/api{path_and_query}"), "", b""))
}

fn ten_thousand_commas_in_every_parameter(store: Store) {
    let target = Target::new(store);
    let numbers: String = (0..10_000).map(|number| format!("{number},")).collect();
    for (path, names) in lists(&target) {
        for name in names {
            let filter = name.starts_with("filter[");
            let many = |value: &str| value.repeat(4_000);
            for (value, of_filter) in
                [(",".repeat(10_000), 200), (many("a,"), 422), (many("-,"), 422), (numbers.clone(), 414)]
            {
                let status = get(&target, &format!("{path}?{name}={value}"));
                // Of a text that is looked for the first words count.
                let of_filter = if name == "filter[search]" && of_filter == 422 { 200 } else { of_filter };
                assert!(if filter { status == of_filter } else { status < 500 }, "{path}?{name} was answered {status}");
            }
        }
        let sorts = "id,-id,".repeat(2_000);
        assert!(matches!(get(&target, &format!("{path}?sort={sorts}")), 200 | 422));
    }
    target.is_unharmed();
}

fn a_thousand_parameters(store: Store) {
    let target = Target::new(store);
    for (path, _) in lists(&target) {
        for (number, most) in [(1_000, 422), (1_001, 422), (5_000, 414)] {
            let distinct: Vec<String> = (0..number).map(|at| format!("p{at}={at}")).collect();
            let status = get(&target, &format!("{path}?{}", distinct.join("&")));
            assert!(status == 200 || status == most, "{number} parameters of {path} were answered {status}");
            let same = vec!["filter[id]=1"; number].join("&");
            get(&target, &format!("{path}?{same}"));
            let list = vec!["filter[id][]=1"; number.min(4_000)].join("&");
            get(&target, &format!("{path}?{list}"));
        }
        get(&target, &format!("{path}?{}", "&".repeat(60_000)));
        get(&target, &format!("{path}?{}", "=".repeat(60_000)));
    }
    target.is_unharmed();
}

fn brackets_without_end(store: Store) {
    let target = Target::new(store);
    for depth in [64, 65, 1_000, 12_000] {
        for bracket in ["[a]", "[]", "[", "]", "[0]", "%5B%5D"] {
            for name in ["filter", "page", "sort", "include", "x"] {
                get(&target, &format!("/learnings?{name}{}=1", bracket.repeat(depth)));
            }
        }
    }
    for odd in
        ["[a]=1", "[=1", "=1", "filter=1", "filter[]=1", "filter[id", "filter[id]x=1", "filter[id][=1", "page[]=1"]
    {
        get(&target, &format!("/learnings?{odd}"));
        get(&target, &format!("/activities?subject_type=project&subject_id={}&{odd}", target.project));
    }
    target.is_unharmed();
}

fn bytes_that_are_no_text(store: Store) {
    let target = Target::new(store);
    for value in ["%00", "%ff", "%c3%28", "%ed%a0%80", "a%00b", "%F4%90%80%80"] {
        for name in ["filter[name]", "filter[id]", "page[number]", "page[size]", "filter[confidence]"] {
            assert_eq!(get(&target, &format!("/learnings?{name}={value}")), 422, "{name}={value}");
        }
        for name in ["sort", "include"] {
            assert!(matches!(get(&target, &format!("/learnings?{name}={value}")), 400 | 422), "{name}={value}");
        }
        for name in ["period", "sort", "page", "per_page"] {
            let list = format!("/activities?subject_type=project&subject_id={}&{name}={value}", target.project);
            assert_eq!(get(&target, &list), 422, "{name}={value}");
        }
    }
    for (name, value) in [
        ("filter[name]", "%"),
        ("filter[name]", "%zz"),
        ("filter[name]", "%F0%9F%98%80"),
        ("filter[name]", "%E2%80%AE"),
        ("filter[name]", "%25_%5C"),
        ("filter[name]", "'%20OR%201=1--"),
        ("filter%5Bname%5D", "%C4%B0%C7%85%EF%AC%81"),
    ] {
        assert_eq!(get(&target, &format!("/learnings?{name}={value}")), 200, "{name}={value}");
    }
    // Whether anybody asks for them or not.
    for operation in
        ["/user", "/team", "/team/usage", "/learnings", "/reports/overview", "/reports/overview?format=csv"]
    {
        let and = if operation.contains('?') { '&' } else { '?' };
        assert_eq!(get(&target, &format!("{operation}{and}x=%00")), 422, "{operation}");
    }
    let learning = format!("/learnings/{}", target.learning);
    target.owner.delete(&format!("{learning}?x=%ff")).invalid_under("x");
    target.owner.post("/numbering-schemes/preview?x=%00", json!({ "template": "A-{number:0}" })).invalid_under("x");
    target.owner.get(&learning).status_is(200);
    // Bytes that no client may put there at all.
    for raw in [&b"\xff"[..], b"\x00", b"\x7f", b"\"<>\\^`{|}", b"\xc3\xa9"] {
        let mut bytes = b"GET /api/learnings?filter[name]=".to_vec();
        bytes.extend_from_slice(raw);
        bytes.extend_from_slice(b" HTTP/1.1\r\nHost: uplift\r\nConnection: close\r\n\r\n");
        target.takes(&bytes);
    }
    target.is_unharmed();
}
