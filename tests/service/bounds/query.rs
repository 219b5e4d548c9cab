//! How long a query may be, how far pages count, and what of it comes twice.

use crate::records::{insight, learning, project};
use crate::world::{Answer, Store, World, on_both};

on_both![
    a_query_has_sixteen_kibibytes_at_most,
    pages_count_to_what_every_reader_of_json_has,
    includes_and_sorts_that_come_twice_are_joined,
    records_are_not_cut_down_to_fields,
];

const QUERY: usize = 16 * 1024;

#[track_caller]
fn too_long(answer: Answer) {
    let answer = answer.refused(414, "The query must not be longer than 16,384 bytes.");
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("cache-control"), Some("no-cache, private"));
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert!(answer.header("x-request-id").is_some());
}

fn a_query_has_sixteen_kibibytes_at_most(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let fits = format!("x={}", "y".repeat(QUERY - 2));
    let longer = format!("{fits}y");
    let client = team.owner();
    for path in ["/learnings".to_owned(), format!("/projects/{project}"), "/user".to_owned()] {
        client.get(&format!("{path}?{fits}")).status_is(200);
        too_long(client.get(&format!("{path}?{longer}")));
        too_long(world.client(None).get(&format!("{path}?{longer}")));
    }
    too_long(client.post(&format!("/learnings?{longer}"), serde_json::json!({})));
    client.get(&format!("/nowhere?{longer}")).status_is(404);
    client.patch(&format!("/learnings?{longer}"), serde_json::json!({})).status_is(405);
}

fn pages_count_to_what_every_reader_of_json_has(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let message = "field must not be greater than 9007199254740991.";
    let list = |number: &str| team.owner().get(&format!("/projects?page[number]={number}"));
    assert_eq!(list("9007199254740991").status_is(200).total(), 1);
    for beyond in ["9007199254740992", "9223372036854775807", "99999999999999999999"] {
        list(beyond).invalid(&[("page.number", &format!("The page.number {message}"))]);
    }
    let log = format!("/activities?subject_type=project&subject_id={project}&page");
    team.owner().get(&format!("{log}=9007199254740991")).status_is(200);
    for page in ["", "[number]"] {
        let answer = team.owner().get(&format!("{log}{page}=9007199254740992"));
        answer.invalid(&[("page", &format!("The page {message}"))]);
    }
}

fn includes_and_sorts_that_come_twice_are_joined(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let [b, a, again] = ["B", "A", "B"].map(|name| learning(team.owner(), project, name));
    insight(team.owner(), project, "One");
    let answer = team.owner().get("/learnings?sort=name&page[size]=5&sort=-id").status_is(200);
    assert_eq!(answer.ids(), [a, again, b]);
    let first = answer.body["links"]["first"].as_str().expect("a link");
    assert!(first.ends_with("?sort=name%2C-id&page%5Bsize%5D=5&page%5Bnumber%5D=1"), "{first}");
    let path = format!("/projects/{project}?include=insightsCount&include=&include=learningsCount,insights");
    let answer = team.owner().get(&path).status_is(200);
    let data = answer.data();
    assert_eq!((&data["insights_count"], &data["learnings_count"]), (&1.into(), &3.into()));
    assert_eq!(data["insights"].as_array().map(Vec::len), Some(1));
    team.owner().get("/learnings?sort=name&sort=nope").status_is(400);
}

fn records_are_not_cut_down_to_fields(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let project = project(team.owner());
    let message = "Requested field(s) `id, name` are not allowed (yet). If you want to allow these fields, please make \
                   sure to call the QueryBuilder's `allowedFields` method before the `allowedIncludes` method.";
    for path in ["/projects".to_owned(), format!("/projects/{project}")] {
        team.owner().get(&format!("{path}?fields[projects]=id&fields[ideas]=name")).refused(400, message);
        team.owner().get(&format!("{path}?fields[projects]=")).status_is(200);
    }
}
