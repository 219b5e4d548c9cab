//! Insights are about pages and audiences, which is said on the side of the insight alone.

use serde_json::{Value, json};

use crate::records::{audience, insight, made, page, project};
use crate::world::{Store, World, on_both};

on_both![insights_are_linked_from_their_side, an_idea_takes_over_the_only_page_and_audience];

fn insights_are_linked_from_their_side(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (first, second) = (page(owner, project, "One"), page(owner, project, "Two"));
    let audience = audience(owner, project, "One");
    let body = json!({ "project_id": project, "name": "One", "page_ids": [second, first], "audience_ids": [audience] });
    let (one, other) = (made(owner, "/insights", body), insight(owner, project, "Two"));
    owner.post(&format!("/insights/{other}/pages"), json!({ "ids": [second] })).status_is(200);
    let found = |filter: String| owner.get(&format!("/insights?sort=id&filter{filter}")).status_is(200).ids();
    assert_eq!(found(format!("[page_id]={first}")), [one]);
    assert_eq!(found(format!("[page_id]={first},{second}")), [one, other]);
    assert_eq!(found(format!("[audience_id]={audience}")), [one]);
    assert_eq!(found("[audience_id]=none".to_owned()), Vec::<i64>::new());
    let of_page = owner.get(&format!("/pages/{second}?include=insights,insightsCount")).status_is(200);
    let ids: Vec<&Value> = of_page.data()["insights"].as_array().expect("a list").iter().map(|it| &it["id"]).collect();
    assert_eq!((ids, &of_page.data()["insights_count"]), (vec![&json!(one), &json!(other)], &json!(2)));
    let of_audience = owner.get(&format!("/audiences/{audience}?include=insights")).status_is(200);
    assert_eq!(of_audience.data()["insights"][0]["id"], json!(one));
    for (list, id) in [("pages", first), ("audiences", audience)] {
        owner.post(&format!("/{list}/{id}/insights"), json!({ "ids": [one] })).status_is(404);
        // A key that is none of the kind's is not heard.
        owner.patch(&format!("/{list}/{id}"), json!({ "insight_ids": [] })).status_is(200);
    }
    assert_eq!(found(format!("[page_id]={first}")), [one]);
}

fn an_idea_takes_over_the_only_page_and_audience(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let (owner, project) = (team.owner(), project(team.owner()));
    let (page, other) = (page(owner, project, "One"), page(owner, project, "Two"));
    let audience = audience(owner, project, "One");
    let body = json!({ "project_id": project, "name": "One", "page_ids": [page], "audience_ids": [audience] });
    let insight = made(owner, "/insights", body);
    let promoted = |body: Value| {
        let idea = owner.post(&format!("/insights/{insight}/promote"), body).status_is(201);
        (idea.data()["page_id"].clone(), idea.data()["audience_id"].clone())
    };
    assert_eq!(promoted(json!({})), (json!(page), json!(audience)));
    assert_eq!(promoted(json!({ "page_id": other, "audience_id": null })), (json!(other), Value::Null));
    owner.post(&format!("/insights/{insight}/pages"), json!({ "ids": [other] })).status_is(200);
    assert_eq!(promoted(json!({})), (Value::Null, json!(audience)));
}
