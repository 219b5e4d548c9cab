//! `GET /numbering-schemes`: every scheme of the team, whole, with filters, sorts and pages like any other list.

use serde_json::{Value, json};

use super::{MEMBERS, PATH, assigned, body, claims, coded, scheme};
use crate::records::project;
use crate::world::{Client, Store, World, on_both};

on_both![
    a_list_shows_each_scheme_as_it_is_shown_alone,
    filters_keep_what_they_say_with_exact_totals,
    a_name_is_found_by_any_part_in_any_case,
    every_field_sorts_both_ways,
    a_list_has_its_pages,
    a_list_shows_its_own_team_only,
    unknown_names_are_refused,
];

fn a_list_shows_each_scheme_as_it_is_shown_alone(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let home = coded(team.owner(), "SHOP");
    let full = json!([assigned("ideas", home), assigned("insights", home), assigned("experiments", None)]);
    let ids = [
        scheme(team.owner(), "project", "{project_code}-{number:0}", full),
        scheme(team.owner(), "team", "T-{number:0}", json!([])),
    ];
    claims(team.owner(), "ideas", home, &["SHOP-1", "SHOP-2"]);
    let list = team.owner().get(PATH).status_is(200);
    assert_eq!((list.ids(), list.total()), (ids.to_vec(), 2));
    for item in list.items() {
        list.members_are(item, &MEMBERS);
        let alone = team.owner().get(&format!("{PATH}/{}", item["id"])).status_is(200);
        assert_eq!(alone.data(), item);
    }
    let first = &list.items()[0];
    assert_eq!(first["assignments"].as_array().map(Vec::len), Some(3));
    assert_eq!([&first["claims_count"], &first["sequence_states"][0]["next_number"]], [&json!(2), &json!(3)]);
    assert_eq!(list.items()[1]["assignments"], json!([]));
}

/// Five schemes: name, scope, whether active, assignments.
fn create_schemes(client: &Client, projects: [i64; 2]) -> Vec<i64> {
    let [one, two] = projects;
    let rows = [
        ("Ideen für alle", "team", true, json!([assigned("ideas", None)])),
        ("Shop", "project", true, json!([assigned("ideas", one), assigned("insights", one), assigned("ideas", two)])),
        ("shop 100%", "project", false, json!([assigned("experiments", two)])),
        ("Bare", "team", false, json!([])),
        ("IDEEN FÜR KEINEN", "team", true, json!([assigned("insights", None), assigned("experiments", one)])),
    ];
    let keep = |(name, scope, is_active, assignments): (&str, &str, bool, Value)| {
        let mut body = body(scope, "A-{number:0}", assignments);
        body["name"] = json!(name);
        body["is_active"] = json!(is_active);
        client.post(PATH, body).status_is(201).id()
    };
    rows.map(keep).to_vec()
}

/// The list with this query shows exactly these of the records, counted from 1, in this order.
#[track_caller]
fn shows(client: &Client, ids: &[i64], query: &str, places: &[usize]) {
    let answer = client.get(&format!("{PATH}?{query}")).status_is(200);
    let place = |id: &i64| ids.iter().position(|it| it == id).map_or(0, |at| at + 1);
    assert_eq!(answer.ids().iter().map(place).collect::<Vec<_>>(), places, "{query}");
    assert_eq!(answer.total(), i64::try_from(places.len()).expect("a small number"), "the total of {query}");
}

fn filters_keep_what_they_say_with_exact_totals(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    let ids = create_schemes(team.owner(), [one, two]);
    for (query, places) in [
        (format!("filter[id]={},{}", ids[4], ids[1]), &[2, 5][..]),
        ("filter[scope]=project".to_owned(), &[2, 3]),
        ("filter[scope]=team,project".to_owned(), &[1, 2, 3, 4, 5]),
        ("filter[scope]=Team".to_owned(), &[]),
        ("filter[is_active]=true".to_owned(), &[1, 2, 5]),
        ("filter[is_active]=false".to_owned(), &[3, 4]),
        ("filter[is_active]=maybe".to_owned(), &[]),
        ("filter[entity_type]=ideas".to_owned(), &[1, 2]),
        ("filter[entity_type]=experiments,insights".to_owned(), &[2, 3, 5]),
        ("filter[entity_type]=pages".to_owned(), &[]),
        (format!("filter[project_id]={one}"), &[2, 5]),
        (format!("filter[project_id]={one},{two}"), &[2, 3, 5]),
        ("filter[project_id]=999999".to_owned(), &[]),
        ("filter[project_id]=abc".to_owned(), &[]),
        ("filter[scope]=team&filter[is_active]=true&filter[entity_type]=insights".to_owned(), &[5]),
        ("filter[scope]=&filter[is_active]=&filter[entity_type]=&filter[project_id]=".to_owned(), &[1, 2, 3, 4, 5]),
        ("filter[entity_type]=ideas&sort=-id".to_owned(), &[2, 1]),
    ] {
        shows(team.owner(), &ids, &query, places);
    }
}

fn a_name_is_found_by_any_part_in_any_case(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = create_schemes(team.owner(), [project(team.owner()), project(team.owner())]);
    for (text, places) in
        [("shop", &[2, 3][..]), ("f%C3%9Cr", &[1, 5]), ("100%25", &[3]), ("bare,alle", &[1, 4]), ("_", &[])]
    {
        shows(team.owner(), &ids, &format!("filter[name]={text}"), places);
    }
}

fn every_field_sorts_both_ways(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let [one, two] = [project(team.owner()), project(team.owner())];
    let ids = create_schemes(team.owner(), [one, two]);
    claims(team.owner(), "ideas", two, &["A-1", "A-2"]);
    claims(team.owner(), "insights", two, &["A-1"]);
    for (field, up) in [
        ("id", [1, 2, 3, 4, 5]),
        ("name", [4, 5, 1, 2, 3]),
        ("created_at", [1, 2, 3, 4, 5]),
        ("claims_count", [1, 3, 4, 5, 2]),
    ] {
        let down: Vec<usize> = up.iter().rev().copied().collect();
        shows(team.owner(), &ids, &format!("sort={field}"), &up);
        shows(team.owner(), &ids, &format!("sort=-{field}"), &down);
    }
    for sort in ["scope", "-scope", "updated_at", "-updated_at"] {
        let answer = team.owner().get(&format!("{PATH}?sort={sort}")).status_is(200);
        let field = sort.trim_start_matches('-');
        let mut key: Vec<String> = answer.items().iter().map(|it| it[field].to_string()).collect();
        if sort.starts_with('-') {
            key.reverse();
        }
        assert!(key.is_sorted() && key.len() == 5, "{sort}: {key:?}");
    }
}

fn a_list_has_its_pages(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let ids = create_schemes(team.owner(), [project(team.owner()), project(team.owner())]);
    let page = team.owner().get(&format!("{PATH}?page[size]=2&page[number]=2")).status_is(200);
    assert_eq!((page.ids(), page.total()), (ids[2..4].to_vec(), 5));
    let meta = &page.body["meta"];
    assert_eq!([&meta["from"], &meta["to"], &meta["last_page"]], [&json!(3), &json!(4), &json!(3)]);
    let past = team.owner().get(&format!("{PATH}?page[size]=2&page[number]=9")).status_is(200);
    assert_eq!((past.ids(), past.total()), (vec![], 5));
    team.owner().get(&format!("{PATH}?page[number]=0")).invalid_under("page.number");
}

fn a_list_shows_its_own_team_only(store: Store) {
    let world = World::shared(store);
    let (ours, theirs) = (world.team(), world.team());
    let home = project(theirs.owner());
    scheme(theirs.owner(), "team", "A-{number:0}", json!([assigned("ideas", home)]));
    let own = scheme(ours.owner(), "team", "A-{number:0}", json!([]));
    assert_eq!(ours.owner().get(PATH).status_is(200).ids(), [own]);
    assert_eq!(ours.owner().get(&format!("{PATH}?filter[project_id]={home}")).status_is(200).total(), 0);
}

fn unknown_names_are_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let id = scheme(team.owner(), "team", "A-{number:0}", json!([]));
    for (query, message) in [
        (
            "filter[template]=a",
            "Requested filter(s) `template` are not allowed. \
             Allowed filter(s) are `id, name, scope, is_active, entity_type, project_id, search, \
             updated_from, updated_to`.",
        ),
        (
            "sort=-template",
            "Requested sort(s) `template` is not allowed. \
             Allowed sort(s) are `id, name, created_at, updated_at, scope, claims_count`.",
        ),
        ("include=assignments", "Requested include(s) `assignments` are not allowed. There are no allowed includes."),
    ] {
        team.owner().get(&format!("{PATH}?{query}")).refused(400, message);
    }
    team.owner().get(&format!("{PATH}/{id}?include=assignments")).refused_in_words(400);
}
