//! The main steps of the tour with the client in Rust that OpenAPI Generator makes: ORIGIN KEY PICTURE
//!
//! What is one of several kinds of record it reads as all of them at once, so that no such thing is included here.

use std::path::PathBuf;

use openapi::apis::configuration::Configuration;
use openapi::apis::ideas_api::{self as ideas, UpdateIdeaError};
use openapi::apis::{Error, attachments_api as attachments, learnings_api as learnings, projects_api as projects};
use openapi::models::{
    IdeaCreate, IdeaOperations, IdeaOperationsOperationsInner, IdeaUpdate, Scores, SomeIds, idea, idea_update,
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [origin, key, picture] = &arguments[..] else { return Err("usage: ORIGIN KEY PICTURE".into()) };
    let (base_path, picture) = (format!("{origin}/api"), PathBuf::from(picture));
    let at = &Configuration { base_path, bearer_access_token: Some(key.clone()), ..Configuration::default() };
    let words = |words: &[&str]| Some(words.iter().map(|it| (*it).to_owned()).collect());

    let (include, sort) = (words(&["insights", "insightsCount"]), words(&["-created_at", "name"]));
    let found =
        learnings::list_learnings(at, None, None, sort, None, None, None, None, None, None, include).await?.data;
    assert!(found.len() > 10);
    assert!(found.iter().all(|it| it.insights.as_ref().map(|all| all.len() as i64) == it.insights_count));
    let insight = found.iter().flat_map(|it| it.insights.iter().flatten()).next().expect("an insight").id;
    let code = Some("SHOP");
    let found =
        projects::list_projects(at, None, None, None, None, None, code, None, None, None, None, None, None).await?;
    let project = found.data[0].id;

    let scores = Scores { impact: Some(7.0), confidence: Some(8.0), ease: Some(6), ..Scores::new() };
    let mut made = IdeaCreate::new("Made by OpenAPI Generator".to_owned(), project);
    made.scores = Some(Some(Box::new(scores)));
    let made = ideas::create_idea(at, made, None, None).await?.data;
    assert_eq!(made.priority_score, Some(336.0));
    let linked = ideas::attach_insight_to_idea(at, made.id, SomeIds::new(vec![insight]), None, None).await?.data;
    assert_eq!(linked.insights.iter().flatten().map(|it| it.id).collect::<Vec<_>>(), [insight]);

    let (bytes, file) = (std::fs::read(&picture)?, Some(picture.clone()));
    let attached =
        attachments::create_attachment(at, made.id, "idea", project, None, None, None, None, None, file).await?;
    assert_eq!(attached.data.file_size, Some(bytes.len() as i64));
    assert!(picture.ends_with(attached.data.name.unwrap_or_default()));
    let of = made.id.to_string();
    let found =
        attachments::list_attachments(at, None, None, None, None, None, Some("idea"), Some(&of), None).await?.data;
    assert_eq!(found.iter().map(|it| it.id).collect::<Vec<_>>(), [attached.data.id]);
    let file = attachments::get_file_of_attachment(at, attached.data.id, None, None, None).await?;
    assert_eq!(file.bytes().await?, bytes);

    let status = |status| Some(IdeaUpdate { status: Some(status), ..IdeaUpdate::new() });
    let under_review = status(idea_update::Status::UnderReview);
    let changed = ideas::update_idea(at, made.id, None, None, under_review).await?.data;
    assert_eq!(changed.status, idea::Status::UnderReview);
    let Err(Error::ResponseError(refused)) =
        ideas::update_idea(at, made.id, None, None, status(idea_update::Status::Planned)).await
    else {
        return Err("an idea was planned that nobody had approved".into());
    };
    assert_eq!(refused.status, 422);
    assert!(matches!(refused.entity, Some(UpdateIdeaError::Status422(_) | UpdateIdeaError::Status400(_))));
    let body = [("project_id".to_owned(), project.into()), ("name".to_owned(), "Made in bulk".into())];
    let mut create = IdeaOperationsOperationsInner::new(openapi::models::idea_operations_operations_inner::Op::Create);
    create.body = Some(body.into());
    assert_eq!(ideas::bulk_ideas(at, IdeaOperations::new(vec![create]), None, None).await?.meta.count, 1);
    ideas::delete_idea(at, made.id, None).await?;

    println!("The tour was taken with a client in Rust that OpenAPI Generator made.");
    Ok(())
}
