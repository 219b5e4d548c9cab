//! The main steps of the tour with the client that Progenitor makes, which uploads nothing: ORIGIN KEY

#[allow(warnings)]
mod client {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use client::types::{IdeaCreate, IdeaOperations, IdeaUpdate, ListLearningsIncludeItem, ListLearningsSortItem, SomeIds};
use client::{Client, Error};
use reqwest::header::{AUTHORIZATION, HeaderMap};
use serde_json::{from_value, json};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [origin, key, ..] = &arguments[..] else { return Err("usage: ORIGIN KEY".into()) };
    let headers = HeaderMap::from_iter([(AUTHORIZATION, format!("Bearer {key}").parse()?)]);
    let http = reqwest::Client::builder().default_headers(headers).build()?;
    let client = Client::new_with_client(&format!("{origin}/api"), http);

    let include: Vec<ListLearningsIncludeItem> = vec!["insights".parse()?, "insightsCount".parse()?];
    let sort: Vec<ListLearningsSortItem> = vec!["-created_at".parse()?, "name".parse()?];
    let found = client.list_learnings().include(include).sort(sort).send().await?.into_inner().data;
    assert!(found.len() > 10);
    assert!(found.iter().all(|it| Some(it.insights.len() as i64) == it.insights_count));
    let project = client.list_projects().filter_code("SHOP").send().await?.into_inner().data[0].id;
    let insight = client.list_insights().filter_name("shipping").send().await?.into_inner().data[0].id;

    let scores = json!({"impact": 7, "confidence": 8, "ease": 6});
    let body: IdeaCreate = from_value(json!({"project_id": project, "name": "Made by Progenitor", "scores": scores}))?;
    let made = client.create_idea().body(body).send().await?.into_inner().data;
    assert_eq!(made.priority_score, Some(336.0));
    let body: SomeIds = from_value(json!({"ids": [insight]}))?;
    let linked = client.attach_insight_to_idea().idea(made.id).body(body).send().await?.into_inner().data;
    assert_eq!(linked.insights.iter().map(|it| it.id).collect::<Vec<_>>(), [insight]);

    let change = |status: &str| from_value::<IdeaUpdate>(json!({"status": status}));
    let changed = client.update_idea().idea(made.id).body(change("under_review")?).send().await?.into_inner().data;
    assert_eq!(changed.status.to_string(), "under_review");
    match client.update_idea().idea(made.id).body(change("planned")?).send().await {
        Err(Error::ErrorResponse(refused)) => assert_eq!(refused.status(), 422),
        other => return Err(format!("an idea was planned that nobody had approved: {other:?}").into()),
    }
    let create = json!({"op": "create", "body": {"project_id": project, "name": "Made in bulk"}});
    let body: IdeaOperations = from_value(json!({"operations": [create]}))?;
    let bulk = client.bulk_ideas().body(body).send().await?.into_inner();
    assert_eq!(i64::try_from(bulk.meta.count.get())?, 1);
    assert_eq!(client.delete_idea().idea(made.id).send().await?.status(), 204);

    println!("The tour was taken with a client that Progenitor made.");
    Ok(())
}
