use super::*;
use crate::listing::Listed;
use crate::listing::Total;
use crate::record::{FieldType, Record};
use crate::{Attachment, Comment, Idea, Insight, Learning, NumberingScheme, Page, Project, ResearchCollection, User};

/// Names the filters whose totals are said to be kept, each with a field that has such a value.
fn stored<R: Listed>() -> Vec<&'static str> {
    let stored = R::Filter::ALL.iter().filter(|it| matches!(it.total(), Total::Counter(_))).copied();
    stored
        .map(|filter| {
            let field = <R as Record>::FIELDS.iter().find(|field| field.name == filter.name());
            let field_type = match filter.compares() {
                Compared::Empty(_) | Compared::Filled(_) => Some(FieldType::Boolean),
                Compared::Field(_)
                | Compared::Lapsing { .. }
                | Compared::Tokens
                | Compared::Through { .. }
                | Compared::Answers => field.map(|it| it.field_type),
            };
            let counted = matches!(
                field_type,
                Some(
                    FieldType::Id
                        | FieldType::Integer { .. }
                        | FieldType::Boolean
                        | FieldType::Text { .. }
                        | FieldType::Choices(_)
                )
            );
            let otherwise = R::Filter::DEFAULT.is_some_and(|(it, _)| it == filter);
            assert!(counted || otherwise, "{} names no field that can be counted by", filter.name());
            filter.name()
        })
        .collect()
}

#[test]
fn counters_keep_the_totals_that_lists_declare() {
    assert_eq!(stored::<Learning>(), ["project_id", "research_collection_id", "user_id", "confidence"]);
    let idea = ["project_id", "status", "priority", "category", "source", "user_id", "assignee_id", "archived"];
    let named = ["page_id", "audience_id", "primary_goal_id"];
    assert_eq!(stored::<Idea>(), [&idea[..], &named].concat());
    let page = ["project_id", "parent_id", "type", "device", "status", "root"];
    assert_eq!(stored::<Page>(), page);
    let insight = ["project_id", "research_collection_id", "user_id", "type", "source", "evidence_strength", "status"];
    assert_eq!(stored::<Insight>(), insight);
    assert_eq!(stored::<Project>(), ["status", "owner_id"]);
    assert_eq!(stored::<ResearchCollection>(), ["project_id", "user_id", "method", "status"]);
    assert_eq!(stored::<Attachment>(), ["project_id", "attachable_type"]);
    assert_eq!(stored::<NumberingScheme>(), ["scope", "is_active"]);
    assert_eq!(stored::<User>(), ["role"]);
    assert_eq!(stored::<Comment>(), ["commentable_type", "user_id", "resolved"]);
}
