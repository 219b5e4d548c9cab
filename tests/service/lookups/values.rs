//! What lookups allow in the fields that they fill, and what they count there.

use serde_json::{Value, json};

use super::{category, lookup, uses};
use crate::records::{idea, made, project};
use crate::world::{Store, World, on_both};

on_both![
    categories_are_free_until_there_are_lookups_of_them,
    a_word_is_refused_once_its_lookup_is_inactive,
    what_a_project_says_holds_before_what_the_team_says,
    uses_are_counted_as_records_come_and_go,
];

const REFUSED: &[(&str, &str)] = &[("category", "The selected category is invalid.")];

fn categories_are_free_until_there_are_lookups_of_them(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, here, there) = (team.owner(), project(team.owner()), project(team.owner()));
    let idea_in = |project: i64, category: &str| {
        owner.post("/ideas", json!({ "project_id": project, "name": "One", "category": category }))
    };
    let free = idea_in(here, "Whatever we like").status_is(201).id();
    let forms = category(owner, Some(here), "forms");
    idea_in(here, "Another").invalid(REFUSED);
    idea_in(here, "forms").status_is(201);
    idea_in(there, "Another").status_is(201);
    let of_team = category(owner, None, "price");
    idea_in(there, "Another").invalid(REFUSED);
    idea_in(here, "price").status_is(201);

    // What stands there already is not looked at, and nothing need stand there.
    let path = format!("/ideas/{free}");
    owner.patch(&path, json!({ "category": "Whatever we like", "name": "Two" })).status_is(200);
    owner.patch(&path, json!({ "category": "Something else" })).invalid(REFUSED);
    owner.patch(&path, json!({ "category": null })).status_is(200);
    owner.patch(&path, json!({ "category": "forms" })).status_is(200);

    owner.post(&format!("/project-lookups/{forms}/deactivate"), json!({})).status_is(200);
    idea_in(here, "forms").invalid(REFUSED);
    owner.patch(&path, json!({ "category": "forms", "name": "Three" })).status_is(200);
    let created = json!({ "op": "create", "body": { "project_id": here, "name": "One", "category": "forms" } });
    let refused = "The selected category is invalid.";
    owner.post("/ideas/bulk", json!({ "operations": [created] })).invalid(&[("operations.0.category", refused)]);
    owner.post(&format!("/project-lookups/{forms}/activate"), json!({})).status_is(200);
    idea_in(here, "forms").status_is(201);
    assert_eq!((uses(owner, forms), uses(owner, of_team)), (json!(3), json!(1)));
}

fn a_word_is_refused_once_its_lookup_is_inactive(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, here) = (team.owner(), project(team.owner()));
    let bodies: [(&str, &str, &str, Value); 9] = [
        ("idea_source", "/ideas", "source", json!("customer")),
        ("experiment_type", "/experiments", "type", json!("mvt")),
        ("device", "/experiments", "device", json!("mobile")),
        ("device", "/pages", "device", json!("mobile")),
        ("page_type", "/pages", "type", json!("cart")),
        ("device", "/audiences", "device", json!("mobile")),
        ("insight_source", "/insights", "source", json!("survey")),
        ("observation_source", "/observations", "source", json!("interview")),
        ("idea_source", "/ideas", "source", json!("research")),
    ];
    for (of, path, field, word) in bodies {
        let mut body = json!({ "project_id": here, "name": "One", field: word });
        for (field, value) in [("type", "ab"), ("source", "interview")] {
            let needs = [("/experiments", "type"), ("/observations", "source")].contains(&(path, field));
            if needs && body[field].is_null() {
                body[field] = json!(value);
            }
        }
        owner.post("/project-lookups", lookup(of, None, "of-no-field")).invalid_under("key");
        let there =
            owner.get(&format!("/project-lookups?filter[type]={of}&filter[key]={}", word.as_str().expect("a word")));
        let id = match there.status_is(200).ids().first() {
            Some(id) => *id,
            None => made(owner, "/project-lookups", lookup(of, None, word.as_str().expect("a word"))),
        };
        let record = made(owner, path, body.clone());
        owner.post(&format!("/project-lookups/{id}/deactivate"), json!({})).status_is(200);
        let refused = format!("The selected {field} is invalid.");
        owner.post(path, body.clone()).invalid(&[(field, &refused)]);
        owner.patch(&format!("{path}/{record}"), json!({ field: word, "name": "Two" })).status_is(200);
        owner.post(&format!("/project-lookups/{id}/activate"), json!({})).status_is(200);
        owner.post(path, body).status_is(201);
    }
    let refused = "The project lookup is used by 6 records; deactivate it instead.";
    let device = owner.get("/project-lookups?filter[type]=device").status_is(200).ids()[0];
    owner.delete(&format!("/project-lookups/{device}")).invalid(&[("project_lookup", refused)]);
}

fn what_a_project_says_holds_before_what_the_team_says(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, here, there) = (team.owner(), project(team.owner()), project(team.owner()));
    let body = |project: i64| json!({ "project_id": project, "name": "One", "source": "customer" });
    for project in [here, there, there] {
        made(owner, "/ideas", body(project));
    }
    let of_team = made(owner, "/project-lookups", lookup("idea_source", None, "customer"));
    assert_eq!(uses(owner, of_team), json!(3));
    let own = made(owner, "/project-lookups", lookup("idea_source", Some(there), "customer"));
    assert_eq!((uses(owner, of_team), uses(owner, own)), (json!(1), json!(2)));
    owner.post(&format!("/project-lookups/{own}/deactivate"), json!({})).status_is(200);
    owner.post("/ideas", body(there)).invalid_under("source");
    owner.post("/ideas", body(here)).status_is(201);
    let moved = owner.get(&format!("/ideas?filter[project_id]={there}")).status_is(200).ids()[0];
    owner.patch(&format!("/ideas/{moved}"), json!({ "project_id": here })).status_is(200);
    assert_eq!((uses(owner, of_team), uses(owner, own)), (json!(3), json!(1)));
    let other = world.team();
    other.owner().get(&format!("/project-lookups/{own}")).status_is(404);
    made(other.owner(), "/project-lookups", lookup("idea_source", None, "customer"));
    assert_eq!(uses(owner, of_team), json!(3), "what another team has is its own");
}

fn uses_are_counted_as_records_come_and_go(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let (owner, here) = (team.owner(), project(team.owner()));
    let forms = category(owner, None, "forms");
    let ids: Vec<i64> = (0..3).map(|_| idea(owner, here, "One")).collect();
    let [one, two, three] = [0, 1, 2].map(|at| format!("/ideas/{}", ids[at]));
    for path in [&one, &two, &three] {
        owner.patch(path, json!({ "category": "forms" })).status_is(200);
    }
    let updated = owner.get(&format!("/project-lookups/{forms}")).status_is(200).data().clone();
    assert_eq!((&updated["uses_count"], &updated["updated_at"]), (&json!(3), &updated["created_at"]));
    owner.delete(&one).status_is(204);
    assert_eq!(uses(owner, forms), json!(2));
    owner.post(&format!("{one}/restore"), json!({})).status_is(200);
    owner.post(&format!("{two}/archive"), json!({})).status_is(200);
    owner.patch(&three, json!({ "category": null })).status_is(200);
    assert_eq!(uses(owner, forms), json!(2), "what is archived is there still");
    let refused = "The project lookup is used by 2 records; deactivate it instead.";
    owner.delete(&format!("/project-lookups/{forms}")).invalid(&[("project_lookup", refused)]);
    owner.delete(&one).status_is(204);
    owner.patch(&two, json!({ "category": null })).status_is(200);
    world.is_sound();
    owner.delete(&format!("/project-lookups/{forms}")).status_is(204);
    // The word stays in what is deleted, and comes back with it.
    let back = owner.post(&format!("{one}/restore"), json!({})).status_is(200);
    assert_eq!(back.data()["category"], json!("forms"));
    let again = category(owner, None, "forms");
    assert_eq!(uses(owner, again), json!(1));
    world.is_sound();
}
