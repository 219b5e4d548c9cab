//! `GET /attachments`: the list, its filters, its sorts and its pages.

use serde_json::{Value, json};

use super::{fixture, link_to, linked, to, uploaded};
use crate::records::{insight, learning, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    an_empty_list_is_whole,
    the_filters_keep_what_they_say,
    the_sorts_order_both_ways,
    without_a_sort_the_list_goes_up_by_id,
    the_list_has_its_pages,
    other_names_are_refused_in_the_words_of_the_stack,
    a_list_shows_its_own_team_only,
];

fn an_empty_list_is_whole(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let answer = team.owner().get("/attachments").status_is(200);
    let path = format!("{}/attachments", team.owner().base());
    assert_eq!(answer.data(), &json!([]));
    assert_eq!(answer.body["meta"]["path"], json!(path));
    assert_eq!(answer.body["meta"]["per_page"], json!(30));
    assert_eq!([&answer.body["meta"]["from"], &answer.body["meta"]["to"]], [&Value::Null, &Value::Null]);
    assert_eq!(answer.body["links"]["first"], json!(format!("{path}?page%5Bnumber%5D=1")));
    for role in [team.admin(), team.member(), team.viewer(), team.reader()] {
        assert_eq!(role.get("/attachments").status_is(200).body, answer.body);
    }
}

fn the_filters_keep_what_they_say(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let (one, other) = (project(owner), project(owner));
    let (learning, insight) = (learning(owner, one, "One"), insight(owner, other, "One"));
    let link =
        |project: i64, kind: &str, id: i64| owner.post("/attachments", link_to(project, kind, id)).status_is(200).id();
    let a = link(one, "learning", learning);
    let b = link(one, "project", one);
    let c = link(other, "insight", insight);
    let form = to(one, "learning", learning).file("photo.jpg", &fixture("photo.jpg"));
    let d = owner.submit("/attachments", &form).status_is(200).id();
    for (query, ids) in [
        (format!("filter[id]={b}"), vec![b]),
        (format!("filter[id]={d},{a},999999"), vec![a, d]),
        (format!("filter[id]={a}, {b}"), vec![a, b]),
        (format!("filter[project_id]={one}"), vec![a, b, d]),
        (format!("filter[project_id]={one},{other}"), vec![a, b, c, d]),
        ("filter[attachable_type]=learning".to_owned(), vec![a, d]),
        ("filter[attachable_type]=learning,insight".to_owned(), vec![a, c, d]),
        (format!("filter[attachable_id]={learning}&filter[attachable_type]=learning"), vec![a, d]),
        (format!("filter[attachable_type]=insight&filter[attachable_id]={insight}"), vec![c]),
        (format!("filter[project_id]={other}&filter[attachable_type]=learning"), vec![]),
        (format!("filter[project_id]={one}&filter[id]={c}"), vec![]),
        ("filter[attachable_type]=Learning".to_owned(), vec![]),
        ("filter[attachable_type]=comment".to_owned(), vec![]),
        ("filter[attachable_type]=nonsense".to_owned(), vec![]),
        ("filter[id]=abc".to_owned(), vec![]),
        ("filter[project_id]=1.5".to_owned(), vec![]),
        ("filter[attachable_id]=99999999999999999999".to_owned(), vec![]),
        ("filter[id]=&filter[attachable_type]=&filter[project_id]=".to_owned(), vec![a, b, c, d]),
    ] {
        let answer = owner.get(&format!("/attachments?{}", query.replace(' ', "%20"))).status_is(200);
        let number = i64::try_from(ids.len()).expect("a small number");
        assert_eq!((answer.ids(), answer.total()), (ids, number), "{query}");
    }
    let by_id = owner.get(&format!("/attachments?filter[attachable_id]={learning}")).status_is(200);
    assert!(by_id.items().iter().all(|item| item["attachable_id"] == json!(learning)) && by_id.total() >= 2);
}

/// Attachments with these names, in this order.
fn named(client: &Client, names: &[Option<&str>]) -> Vec<i64> {
    let project = project(client);
    let make = |name: &Option<&str>| {
        let id = linked(client, project);
        client.patch(&super::path(id), json!({ "name": name })).status_is(200);
        id
    };
    names.iter().map(make).collect()
}

fn the_sorts_order_both_ways(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let ids = named(owner, &[Some("beta"), Some("Alpha"), None, Some("beta"), Some("ärger"), Some("\u{1F600}")]);
    let [b1, alpha, none, b2, umlaut, face] = <[i64; 6]>::try_from(ids.clone()).expect("six");
    for (sort, expected) in [
        ("name", vec![none, alpha, b1, b2, umlaut, face]),
        ("-name", vec![face, umlaut, b2, b1, alpha, none]),
        ("name,-id", vec![none, alpha, b2, b1, umlaut, face]),
        ("id", ids.clone()),
        ("-id", ids.iter().rev().copied().collect()),
        ("created_at", ids.clone()),
        ("-created_at", ids.iter().rev().copied().collect()),
    ] {
        let answer = owner.get(&format!("/attachments?sort={sort}")).status_is(200);
        assert_eq!(answer.ids(), expected, "{sort}");
    }
    owner.patch(&super::path(alpha), json!({ "name": "Changed last" })).status_is(200);
    let answer = owner.get("/attachments?sort=-updated_at&page[size]=1").status_is(200);
    assert_eq!(answer.ids(), [alpha]);
    assert_eq!(owner.get("/attachments?sort=updated_at").status_is(200).ids().last(), Some(&alpha));
}

fn without_a_sort_the_list_goes_up_by_id(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = named(team.owner(), &[Some("c"), Some("a"), Some("b")]);
    for query in ["", "?sort=", "?sort=,"] {
        assert_eq!(team.owner().get(&format!("/attachments{query}")).status_is(200).ids(), ids, "{query}");
    }
}

fn the_list_has_its_pages(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = project(owner);
    let ids: Vec<i64> = (0..32).map(|_| linked(owner, project)).collect();
    let first = owner.get("/attachments?page[size]=100").status_is(200);
    assert_eq!((first.ids(), first.total()), (ids[..30].to_vec(), 32));
    assert_eq!(first.body["meta"]["per_page"], json!(30));
    let next = first.body["links"]["next"].as_str().expect("a second page").to_owned();
    let second = owner.get(&next).status_is(200);
    assert_eq!(second.ids(), ids[30..]);
    assert_eq!(second.body["links"]["next"], Value::Null);
    let part = owner.get(&format!("/attachments?page[size]=5&page[number]=2&filter[project_id]={project}"));
    let part = part.status_is(200);
    assert_eq!((part.ids(), part.total()), (ids[5..10].to_vec(), 32));
    assert_eq!([&part.body["meta"]["from"], &part.body["meta"]["to"]], [&json!(6), &json!(10)]);
    let beyond = owner.get("/attachments?page[number]=9").status_is(200);
    assert_eq!((beyond.ids(), beyond.total()), (vec![], 32));
    owner.get("/attachments?page[number]=0").invalid_under("page.number");
    owner.get("/attachments?page[size]=x").invalid_under("page.size");
}

fn other_names_are_refused_in_the_words_of_the_stack(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let filters = "Allowed filter(s) are `id, project_id, attachable_type, attachable_id`.";
    for name in ["name", "type", "file_type", "user_id", "search", "trashed"] {
        let message = format!("Requested filter(s) `{name}` are not allowed. {filters}");
        owner.get(&format!("/attachments?filter[{name}]=1")).refused(400, &message);
    }
    for name in ["type", "file_size", "project_id", "url"] {
        let message = format!(
            "Requested sort(s) `{name}` is not allowed. Allowed sort(s) are `id, name, created_at, updated_at`."
        );
        owner.get(&format!("/attachments?sort=-{name}")).refused(400, &message);
    }
    owner.get("/attachments?filter[x]=1&sort=x&include=x&page[number]=0").refused_in_words(400);
    owner.get("/attachments?filter[id]=%00").invalid_under("filter.id");
}

fn a_list_shows_its_own_team_only(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let id = uploaded(ours.owner(), project(ours.owner()), "photo.jpg", &fixture("photo.jpg"));
    for query in ["", &format!("?filter[id]={id}"), &format!("?team_id={}", ours.id)] {
        assert_eq!(theirs.owner().get(&format!("/attachments{query}")).status_is(200).total(), 0, "{query}");
    }
    assert_eq!(ours.owner().get("/attachments").status_is(200).ids(), [id]);
}
