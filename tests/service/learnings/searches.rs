//! Searches for parts of names: whatever the case, the page and the sort.

use serde_json::json;

use super::filters::{fixture, keeps};
use crate::records::{made, many, project};
use crate::world::{Store, World, on_both};

on_both![
    a_search_that_is_repeated_tells_what_was_written_since,
    a_search_goes_through_its_pages_by_any_sort,
    what_means_something_in_a_pattern_is_a_plain_character,
    more_than_a_few_are_found_and_counted,
    ideas_in_the_archive_are_found_where_they_are_asked_for,
    a_name_is_found_by_any_part_in_any_case,
    like_patterns_are_plain_characters,
];

fn a_search_that_is_repeated_tells_what_was_written_since(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (fixture, owner) = (fixture(&team), team.owner());
    for query in ["filter[name]=a", "filter[name]=a&sort=-name", "filter[name]=a&sort=confidence,-id"] {
        for _ in 0..3 {
            keeps(owner, &fixture, query, &[1, 2, 3, 4, 5]);
        }
        let path = format!("/learnings/{}", fixture.ids[2]);
        owner.patch(&path, json!({ "name": "Σίσυφος" })).status_is(200);
        keeps(owner, &fixture, query, &[1, 2, 4, 5]);
        owner.patch(&path, json!({ "name": "Σίσυφος, again" })).status_is(200);
        keeps(owner, &fixture, query, &[1, 2, 3, 4, 5]);
        owner.delete(&path).status_is(204);
        keeps(owner, &fixture, query, &[1, 2, 4, 5]);
        owner.post(&format!("{path}/restore"), json!({})).status_is(200);
    }
}

fn a_search_goes_through_its_pages_by_any_sort(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (fixture, owner) = (fixture(&team), team.owner());
    for sort in ["id", "-id", "name", "-name", "confidence,-id", "-created_at", "learned_at,-name,id"] {
        let all = owner.get(&format!("/learnings?filter[name]=a&sort={sort}")).status_is(200).ids();
        assert_eq!(all.len(), fixture.ids.len(), "{sort}");
        let page = |number: usize| {
            let query = format!("filter[name]=a&sort={sort}&page[size]=1&page[number]={number}");
            let answer = owner.get(&format!("/learnings?{query}")).status_is(200);
            assert_eq!(answer.total(), 5, "{query}");
            answer.ids()
        };
        let pages: Vec<i64> = (1..=6).flat_map(page).collect();
        assert_eq!(pages, all, "{sort}");
    }
}

fn what_means_something_in_a_pattern_is_a_plain_character(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (mut fixture, owner) = (fixture(&team), team.owner());
    let project_id = fixture.projects[0];
    let names = ["[A-C]]", "what* is? it", r"x^[]\_%", "unit\u{1f}record\u{1e}rest", "12 of 300"];
    fixture.ids =
        names.map(|name| made(owner, "/learnings", json!({ "project_id": project_id, "name": name }))).to_vec();
    for (text, places) in [
        ("%5Ba-c%5D", &[1][..]),
        ("%5B", &[1, 3]),
        ("%5D", &[1, 3]),
        ("%5D%5D", &[1]),
        ("%5B%5D", &[3]),
        ("*", &[2]),
        ("%3F", &[2]),
        ("*%20is%3F", &[2]),
        ("w*t", &[]),
        ("wh%3Ft", &[]),
        ("%5Bw%5Dhat", &[]),
        ("%5E%5B%5D%5C_%25", &[3]),
        ("%5C", &[3]),
        ("%5C%5C", &[]),
        ("%5C_", &[3]),
        ("%1F", &[4]),
        ("%1E", &[4]),
        ("t%1Fr", &[4]),
        ("%EF%BF%BD", &[]),
        ("d%1Eres", &[4]),
        ("record", &[4]),
        ("12", &[5]),
        ("300", &[5]),
    ] {
        let answer = owner.get(&format!("/learnings?filter[name]={text}")).status_is(200);
        let here: Vec<usize> = (1..=5).filter(|place| answer.ids().contains(&fixture.ids[place - 1])).collect();
        assert_eq!(here, places, "{text}");
    }
}

fn more_than_a_few_are_found_and_counted(store: Store) {
    let world = World::shared(store);
    let (team, neighbour) = (world.team(), world.team());
    let home = project(team.owner());
    let theirs = project(neighbour.owner());
    let named = |at: usize| format!("{} {at}", if at.is_multiple_of(10) { "Rare" } else { "No." });
    many(team.owner(), "/learnings", (0..1_100).map(|at| json!({ "project_id": home, "name": named(at) })));
    many(
        neighbour.owner(),
        "/learnings",
        (0..5).map(|at| json!({ "project_id": theirs, "name": format!("No. {at}") })),
    );
    let found = |query: &str| {
        let answer = team.owner().get(&format!("/learnings?{query}")).status_is(200);
        (answer.ids().len(), answer.total())
    };
    assert_eq!(found("filter[name]=rare"), (30, 110));
    assert_eq!(found("filter[name]=rare&page[number]=4"), (20, 110));
    assert_eq!(found("filter[name]=no."), (30, 990));
    assert_eq!(found("filter[name]=rare,no.&sort=-name"), (30, 1_100));
    assert_eq!(found("filter[name]=rare,no.&sort=-name&page[number]=37"), (20, 1_100));
    assert_eq!(found("filter[name]=rare,no.&sort=-name&page[number]=38"), (0, 1_100));
    assert_eq!(found("filter[name]=none"), (0, 0));
    assert_eq!(neighbour.owner().get("/learnings?filter[name]=no.").status_is(200).total(), 5);
}

fn ideas_in_the_archive_are_found_where_they_are_asked_for(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let project = crate::records::project(owner);
    let ids = ["Free returns", "Free delivery", "Gift wrap"].map(|name| crate::records::idea(owner, project, name));
    let found = |query: &str| {
        let answer = owner.get(&format!("/ideas?filter[name]=free{query}")).status_is(200);
        assert_eq!(answer.total(), i64::try_from(answer.ids().len()).expect("a small number"), "the total of {query}");
        answer.ids()
    };
    assert_eq!(found(""), ids[..2]);
    owner.post(&format!("/ideas/{}/archive", ids[0]), json!({})).status_is(200);
    assert_eq!(found(""), ids[1..2]);
    assert_eq!(found("&filter[archived]=true"), ids[..1]);
    assert_eq!(found("&filter[archived]=all"), ids[..2]);
    owner.patch(&format!("/ideas/{}", ids[0]), json!({ "name": "Costly returns" })).status_is(200);
    assert_eq!(found("&filter[archived]=true"), [0; 0]);
    owner.post(&format!("/ideas/{}/unarchive", ids[0]), json!({})).status_is(200);
    assert_eq!(found(""), ids[1..2]);
    owner.patch(&format!("/ideas/{}", ids[0]), json!({ "name": "Carefree returns" })).status_is(200);
    assert_eq!(found(""), ids[..2]);
    owner.delete(&format!("/ideas/{}", ids[1])).status_is(204);
    assert_eq!(found(""), ids[..1]);
}

fn a_name_is_found_by_any_part_in_any_case(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(&team);
    for (text, places) in [
        ("KÖLN", &[1][..]),
        ("k%C3%B6ln", &[1]),
        ("stra", &[1, 5]),
        ("stra%C3%9Fe", &[1]),
        ("strasse", &[5]),
        ("%CF%83%CE%AF%CF%83%CF%85", &[3]),
        ("n", &[1, 2, 3]),
        ("%20off_%20", &[2]),
        ("off,again", &[2, 3]),
        ("koln", &[]),
    ] {
        let text = text.replace('Ö', "%C3%96");
        keeps(team.owner(), &fixture, &format!("filter[name]={text}"), places);
    }
}

fn like_patterns_are_plain_characters(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let fixture = fixture(&team);
    for (text, places) in
        [("%25", &[2][..]), ("_", &[2]), ("%5C", &[4]), ("f_s", &[2]), ("f%25s", &[]), ("*", &[]), ("%27", &[])]
    {
        keeps(team.owner(), &fixture, &format!("filter[name]={text}"), places);
    }
}
