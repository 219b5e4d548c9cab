//! The tree of the pages of a project: no circle, ten levels at most, also where many change it at one moment.

use serde_json::{Value, json};

use crate::pace::{keeps_pace, timed};
use crate::records::{made, many, page, project};
use crate::world::{Answer, Client, Store, World, on_both};

on_both![
    a_page_stands_below_another_of_its_project,
    a_page_does_not_stand_below_itself,
    a_tree_has_ten_levels,
    pages_that_are_put_below_each_other_at_once_make_no_circle,
    a_tree_that_grows_from_several_sides_at_once_has_ten_levels,
    a_page_with_very_many_below_it_is_moved_at_once,
];

const CIRCLE: &str = "The parent id field would make a circle.";
const DEEPER: &str = "The parent id field would make the tree deeper than 10 levels.";
const INVALID: &str = "The selected parent id is invalid.";

fn below(client: &Client, project: i64, parent: i64) -> i64 {
    made(client, "/pages", json!({ "project_id": project, "name": "Page", "parent_id": parent }))
}

fn put_below(client: &Client, page: i64, parent: i64) -> Answer {
    client.patch(&format!("/pages/{page}"), json!({ "parent_id": parent }))
}

/// So many pages, each below the one before.
fn chain(client: &Client, project: i64, length: usize) -> Vec<i64> {
    let mut pages = vec![page(client, project, "First")];
    while pages.len() < length {
        pages.push(below(client, project, pages[pages.len() - 1]));
    }
    pages
}

fn a_page_stands_below_another_of_its_project(store: Store) {
    let world = World::shared(store);
    let (team, others) = (world.team(), world.team());
    let (here, there) = (project(team.owner()), project(team.owner()));
    let (root, elsewhere) = (page(team.owner(), here, "Root"), page(team.owner(), there, "Elsewhere"));
    let theirs = page(others.owner(), project(others.owner()), "Theirs");
    let child = below(team.member(), here, root);
    for parent in [elsewhere, theirs, 999_999] {
        let body = json!({ "project_id": here, "name": "Page", "parent_id": parent });
        team.owner().post("/pages", body).invalid(&[("parent_id", INVALID)]);
        put_below(team.owner(), child, parent).invalid(&[("parent_id", INVALID)]);
    }
    let shown = team.owner().get(&format!("/pages/{child}?include=parent,children,childrenCount")).status_is(200);
    assert_eq!((&shown.data()["parent"]["id"], &shown.data()["children_count"]), (&json!(root), &json!(0)));
    let shown = team.owner().get(&format!("/pages/{root}?include=parent,children")).status_is(200);
    assert_eq!((&shown.data()["parent"], &shown.data()["children"][0]["id"]), (&Value::Null, &json!(child)));
    let listed = |filter: &str| team.owner().get(&format!("/pages?sort=id&filter[{filter}]")).status_is(200).ids();
    assert_eq!(listed("root]=true&filter[name"), [root, elsewhere]);
    assert_eq!(listed("root]=true&filter[id"), [root, elsewhere]);
    assert_eq!(listed("root]=false&filter[id"), [child]);
    assert_eq!(listed(&format!("parent_id]={root}&filter[id")), [child]);
    team.owner().patch(&format!("/pages/{child}"), json!({ "parent_id": null })).status_is(200);
    assert_eq!(listed("root]=true&filter[id"), [root, elsewhere, child]);
    assert_eq!(team.owner().get("/pages?filter[root]=false").status_is(200).total(), 0);
}

fn a_page_does_not_stand_below_itself(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let pages = chain(team.owner(), project(team.owner()), 4);
    for below in &pages {
        put_below(team.owner(), pages[0], *below).invalid(&[("parent_id", CIRCLE)]);
    }
    put_below(team.owner(), pages[3], pages[2]).status_is(200);
    put_below(team.owner(), pages[3], pages[0]).status_is(200);
    put_below(team.owner(), pages[1], pages[3]).status_is(200);
    put_below(team.owner(), pages[3], pages[2]).invalid(&[("parent_id", CIRCLE)]);
}

fn a_tree_has_ten_levels(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let (nine, two) = (chain(team.owner(), project, 9), chain(team.owner(), project, 2));
    put_below(team.owner(), two[0], nine[8]).invalid(&[("parent_id", DEEPER)]);
    put_below(team.owner(), two[0], nine[7]).status_is(200);
    let tenth = below(team.owner(), project, nine[8]);
    let body = json!({ "project_id": project, "name": "Page", "parent_id": tenth });
    team.owner().post("/pages", body).invalid(&[("parent_id", DEEPER)]);
    put_below(team.owner(), nine[0], page(team.owner(), project, "Above")).invalid(&[("parent_id", DEEPER)]);
    put_below(team.owner(), nine[1], page(team.owner(), project, "Beside")).status_is(200);
}

fn pages_that_are_put_below_each_other_at_once_make_no_circle(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let project = project(team.owner());
    for _ in 0..12 {
        let pages = [page(team.owner(), project, "One"), page(team.owner(), project, "Two")];
        let answers = std::thread::scope(|scope| {
            let put = |at: usize| put_below(&clients[at], pages[at], pages[1 - at]);
            let other = scope.spawn(move || put(1));
            [put(0), other.join().expect("an answer")]
        });
        let mut statuses = answers.map(|answer| answer.status);
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422], "one is below the other, and not the other way round too");
    }
}

fn a_tree_that_grows_from_several_sides_at_once_has_ten_levels(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let clients = [team.owner().clone(), team.owner().at(&neighbour)];
    let project = project(team.owner());
    for _ in 0..6 {
        // Of five, two and five pages either two parts make a tree that is low enough, and all three do not.
        let [top, middle, bottom] = [5, 2, 5].map(|length| chain(team.owner(), project, length));
        let joined = [(middle[0], top[4]), (bottom[0], middle[1])];
        let answers = std::thread::scope(|scope| {
            let put = |at: usize| put_below(&clients[at], joined[at].0, joined[at].1);
            let other = scope.spawn(move || put(1));
            [put(0), other.join().expect("an answer")]
        });
        let mut statuses = answers.map(|answer| answer.status);
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422]);
    }
}

/// Where each page below was looked for among all pages of the team, this took seconds.
fn a_page_with_very_many_below_it_is_moved_at_once(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let [root, above, beside] = ["Root", "Above", "Beside"].map(|name| page(team.owner(), project, name));
    let below = json!({ "project_id": project, "name": "Page", "parent_id": root });
    let grow = |pages: usize| drop(many(team.owner(), "/pages", vec![below.clone(); pages]));
    let moved = |to: i64| timed(|| _ = put_below(team.owner(), root, to).status_is(200));
    grow(1_000);
    let few = moved(above);
    grow(5_000);
    keeps_pace(few, moved(beside));
}
