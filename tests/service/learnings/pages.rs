//! The pages of `GET /learnings`: sizes, numbers, links and their window.

use serde_json::{Value, json};

use crate::records::{learning, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    the_default_page_holds_thirty_and_larger_sizes_are_capped,
    the_operator_may_set_another_cap,
    pages_follow_each_other_without_gap_or_overlap,
    a_page_past_the_end_is_empty,
    a_bad_page_is_refused_under_its_name,
    links_keep_the_query_as_it_was_sent,
    links_stand_under_the_base_address_when_one_is_set,
    forwarded_headers_of_strangers_change_no_link,
    forwarded_headers_of_a_trusted_proxy_are_heard,
    the_window_of_page_links_opens_as_on_the_stack,
    plain_page_and_per_page_are_not_heard_but_kept,
];

fn create_learnings(client: &Client, count: usize) -> Vec<i64> {
    let project = project(client);
    (1..=count).map(|number| learning(client, project, &format!("Learning {number:03}"))).collect()
}

#[track_caller]
fn page(client: &Client, query: &str) -> Answer {
    client.get(&format!("/learnings?{query}")).status_is(200)
}

fn the_default_page_holds_thirty_and_larger_sizes_are_capped(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    create_learnings(team.owner(), 31);
    for query in ["", "page[size]=30", "page[size]=31", "page[size]=1000000", "page[size]=", "page[size]=%2030%20"] {
        let answer = page(team.owner(), query);
        let meta = &answer.body["meta"];
        assert_eq!(answer.items().len(), 30, "{query}");
        assert_eq!([&meta["per_page"], &meta["last_page"], &meta["to"]], [&json!(30), &json!(2), &json!(30)]);
    }
    let answer = page(team.owner(), "page[size]=31");
    let first = format!("{}/learnings?page%5Bsize%5D=31&page%5Bnumber%5D=1", team.owner().base());
    assert_eq!(answer.body["links"]["first"], json!(first));
}

fn the_operator_may_set_another_cap(store: Store) {
    let world = World::builder(store).env("UPLIFT_MAX_PAGE_SIZE", "3").start();
    let team = world.team();
    let ids = create_learnings(team.owner(), 4);
    assert_eq!(page(team.owner(), "").ids(), ids[..3]);
    assert_eq!(page(team.owner(), "page[size]=4").ids(), ids[..3]);
    assert_eq!(page(team.owner(), "page[size]=2&page[number]=2").ids(), ids[2..]);
}

fn pages_follow_each_other_without_gap_or_overlap(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = create_learnings(team.owner(), 5);
    for (number, here, from, to) in [(1, &ids[..2], 1, 2), (2, &ids[2..4], 3, 4), (3, &ids[4..], 5, 5)] {
        let answer = page(team.owner(), &format!("page[size]=2&page[number]={number}"));
        let meta = &answer.body["meta"];
        assert_eq!(answer.ids(), here);
        assert_eq!([&meta["from"], &meta["to"]], [&json!(from), &json!(to)]);
        assert_eq!(
            [&meta["current_page"], &meta["last_page"], &meta["total"], &meta["per_page"]],
            [&json!(number), &json!(3), &json!(5), &json!(2)]
        );
        let url = |number: i32| format!("{}/learnings?page%5Bsize%5D=2&page%5Bnumber%5D={number}", team.owner().base());
        let expected = json!({
            "first": url(1), "last": url(3),
            "prev": (number > 1).then(|| url(number - 1)), "next": (number < 3).then(|| url(number + 1)),
        });
        assert_eq!(answer.body["links"], expected);
    }
}

fn a_page_past_the_end_is_empty(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    create_learnings(team.owner(), 3);
    for number in [3, 7, 1_000_000_000, 9_007_199_254_740_991_i64] {
        let answer = page(team.owner(), &format!("page[size]=2&page[number]={number}"));
        let meta = &answer.body["meta"];
        assert_eq!((answer.ids(), answer.total()), (vec![], 3), "{number}");
        assert_eq!([&meta["from"], &meta["to"]], [&Value::Null, &Value::Null]);
        assert_eq!([&meta["current_page"], &meta["last_page"]], [&json!(number), &json!(2)]);
        let links = &answer.body["links"];
        let before = format!("page%5Bnumber%5D={}", number - 1);
        assert!(links["prev"].as_str().is_some_and(|url| url.ends_with(&before)), "{links}");
        assert_eq!(links["next"], Value::Null);
        let active = meta["links"].as_array().into_iter().flatten().filter(|link| link["active"] == json!(true));
        assert_eq!(active.count(), 0, "no page of the window is active");
    }
}

fn a_bad_page_is_refused_under_its_name(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    for field in ["number", "size"] {
        let name = format!("page.{field}");
        for value in ["abc", "1.5", "1e1", "02", "2abc", "true"] {
            let message = format!("The {name} field must be an integer.");
            team.owner().get(&format!("/learnings?page[{field}]={value}")).invalid(&[(&name, &message)]);
        }
        for value in ["0", "-1"] {
            let message = format!("The {name} field must be at least 1.");
            team.owner().get(&format!("/learnings?page[{field}]={value}")).invalid(&[(&name, &message)]);
        }
    }
}

fn links_keep_the_query_as_it_was_sent(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    create_learnings(team.owner(), 3);
    let url = format!("{}/learnings", team.owner().base());
    for (query, kept) in [
        ("sort=-id&page[size]=2", "sort=-id&page%5Bsize%5D=2&"),
        ("page[number]=1&page[size]=2&sort=id", "page%5Bsize%5D=2&sort=id&"),
        ("filter[name]=%20learning%200%20", "filter%5Bname%5D=learning%200&"),
        ("filter[name]=learning+0", "filter%5Bname%5D=learning%200&"),
        ("filter[name]=&sort=&team_id=7", "team_id=7&"),
        ("filter[id]=1,2", "filter%5Bid%5D=1%2C2&"),
        ("odd=~a!*'()", "odd=~a%21%2A%27%28%29&"),
        ("odd=%C3%A9%26%3D", "odd=%C3%A9%26%3D&"),
        ("sort[]=-id&sort[]=name", "sort%5B0%5D=-id&sort%5B1%5D=name&"),
    ] {
        let answer = page(team.owner(), query);
        assert_eq!(answer.body["links"]["first"], json!(format!("{url}?{kept}page%5Bnumber%5D=1")), "{query}");
        assert_eq!(answer.body["meta"]["links"][1]["url"], answer.body["links"]["first"], "{query}");
        assert_eq!(answer.body["meta"]["path"], json!(url), "{query}");
    }
    let slashed = team.owner().get("/learnings/?page[size]=2").status_is(200);
    assert_eq!(slashed.body["meta"]["path"], json!(url));
}

fn links_stand_under_the_base_address_when_one_is_set(store: Store) {
    let world = World::builder(store).env("UPLIFT_BASE_URL", "https://uplift.example/lab/api").start();
    let team = world.team();
    let answer = page(team.owner(), "page[size]=2");
    assert_eq!(answer.body["meta"]["path"], json!("https://uplift.example/lab/api/learnings"));
    let first = "https://uplift.example/lab/api/learnings?page%5Bsize%5D=2&page%5Bnumber%5D=1";
    assert_eq!(answer.body["links"]["first"], json!(first));
}

const FORWARDED: [(&str, &str); 2] = [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "evil.example")];

fn forwarded_headers_of_strangers_change_no_link(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let expected = json!(format!("{}/learnings", team.owner().base()));
    let answer = team.owner().send("GET", "/learnings", &FORWARDED, b"").status_is(200);
    assert_eq!(answer.body["meta"]["path"], expected);
    let forwarded = [("Forwarded", "proto=https;host=evil.example")];
    let answer = team.owner().send("GET", "/learnings", &forwarded, b"").status_is(200);
    assert_eq!(answer.body["meta"]["path"], expected);
}

fn forwarded_headers_of_a_trusted_proxy_are_heard(store: Store) {
    let world = World::builder(store).env("UPLIFT_TRUSTED_PROXIES", "10.0.0.0/8,127.0.0.1").start();
    let team = world.team();
    let answer = team.owner().send("GET", "/learnings", &FORWARDED, b"").status_is(200);
    assert_eq!(answer.body["meta"]["path"], json!("https://evil.example/api/learnings"));
    let forwarded = [("Forwarded", "for=192.0.2.1;proto=https;host=uplift.example")];
    let answer = team.owner().send("GET", "/learnings", &forwarded, b"").status_is(200);
    assert_eq!(answer.body["meta"]["path"], json!("https://uplift.example/api/learnings"));
}

fn the_window_of_page_links_opens_as_on_the_stack(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let labels = |number: i32| {
        let answer = page(team.owner(), &format!("page[size]=1&page[number]={number}"));
        let links = answer.body["meta"]["links"].as_array().expect("links").clone();
        for link in &links {
            let mut members: Vec<&String> = link.as_object().expect("a link").keys().collect();
            members.sort_unstable();
            assert_eq!(members, ["active", "label", "url"]);
            let active = link["label"] == json!(number.to_string());
            assert_eq!(link["active"], json!(active), "{link}");
            assert_eq!(link["url"] == Value::Null, link["label"] == json!("..."), "{link}");
        }
        let labels: Vec<&str> = links.iter().filter_map(|link| link["label"].as_str()).collect();
        labels[1..labels.len() - 1].join(" ")
    };
    for number in 1..=13 {
        learning(team.owner(), project, &format!("Learning {number}"));
    }
    assert_eq!(labels(5), "1 2 3 4 5 6 7 8 9 10 11 12 13");
    learning(team.owner(), project, "Learning 14");
    assert_eq!(labels(7), "1 2 3 4 5 6 7 8 9 10 ... 13 14");
    assert_eq!(labels(8), "1 2 ... 5 6 7 8 9 10 11 12 13 14");
    learning(team.owner(), project, "Learning 15");
    assert_eq!(labels(8), "1 2 ... 5 6 7 8 9 10 11 ... 14 15");
    assert_eq!(labels(14), "1 2 ... 6 7 8 9 10 11 12 13 14 15");
}

fn plain_page_and_per_page_are_not_heard_but_kept(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    create_learnings(team.owner(), 3);
    let answer = page(team.owner(), "page=2&per_page=1");
    let first = format!("{}/learnings?page=2&per_page=1&page%5Bnumber%5D=1", team.owner().base());
    assert_eq!(answer.items().len(), 3);
    assert_eq!(answer.body["meta"]["current_page"], json!(1));
    assert_eq!(answer.body["links"]["first"], json!(first));
}
