//! Making an insight of an observation.

use serde_json::json;

use super::{shown, told};
use crate::records::{audience, made, page, project, tag};
use crate::world::{Store, World, on_both};

on_both![an_insight_takes_over_what_the_body_does_not_say, nothing_is_made_where_it_is_refused];

fn an_insight_takes_over_what_the_body_does_not_say(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let (page, audience, tag) = (page(owner, home, "Cart"), audience(owner, home, "Phones"), tag(owner, "Phone"));
    let id = made(
        owner,
        "/observations",
        json!({
            "project_id": home, "name": "They scroll", "description": "Up and down.", "source": "session_recording",
            "page_id": page, "audience_id": audience, "tag_ids": [tag],
        }),
    );
    let since = told(&team, id, 0).len();
    let path = format!("/observations/{id}/convert");
    let include = "observations,pages,audiences,tags";
    let first = owner.post(&format!("{path}?include={include}"), json!({})).status_is(201);
    let insight = first.data();
    let fields = ["project_id", "name", "description", "source", "status"].map(|field| insight[field].clone());
    assert_eq!(
        fields,
        [json!(home), json!("They scroll"), json!("Up and down."), json!("session_recording"), json!("active")]
    );
    for (relation, id) in [("observations", id), ("pages", page), ("audiences", audience), ("tags", tag)] {
        assert_eq!(insight[relation][0]["id"], json!(id), "{relation}");
    }
    let converted = json!([{ "status": "open" }, { "insight_id": insight["id"], "status": "linked" }]);
    assert_eq!(told(&team, id, since), [("converted".to_owned(), converted)]);
    assert_eq!(shown(owner, id)["status"], json!("linked"));
    assert_eq!(owner.get("/observations?filter[status]=linked").total(), 1);

    // What the body says is heard, and the observation is attached as well.
    let body = json!({ "name": "Costs are hidden", "source": null, "tag_ids": [], "observation_ids": [id] });
    let second = owner.post(&format!("{path}?include={include}"), body).status_is(201);
    let said = ["name", "source", "tags"].map(|field| second.data()[field].clone());
    assert_eq!(said, [json!("Costs are hidden"), json!(null), json!([])]);
    assert_eq!(second.data()["observations"].as_array().map(Vec::len), Some(1));
    let shows = owner.get(&format!("/observations/{id}?include=insights")).status_is(200);
    assert_eq!(shows.data()["insights"].as_array().map(Vec::len), Some(2));
}

fn nothing_is_made_where_it_is_refused(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let id = made(owner, "/observations", json!({ "project_id": home, "name": "Seen", "source": "survey" }));
    let path = format!("/observations/{id}/convert");
    owner.post(&path, json!({ "type": "guess" })).invalid_under("type");
    team.viewer().post(&path, json!({})).refused(403, "This action is unauthorized.");
    owner.post(&format!("/projects/{home}/archive"), json!({})).status_is(200);
    let refused = "The project id field names an archived project.";
    owner.post(&path, json!({})).invalid(&[("project_id", refused)]);
    assert_eq!((owner.get("/insights").total(), &shown(owner, id)["status"]), (0, &json!("open")));
}
