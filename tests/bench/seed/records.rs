//! The bodies that the records are created from.

use serde_json::{Value, json};

use super::words::{self, mix, pick};
use super::{COLLECTIONS, INSIGHTS, LARGE_PROJECT, PROJECTS, USERS};

const DESCRIPTION: &str = "Seen in interviews, in session recordings and in two tests that changed where the cost is \
    shown. The effect was largest on phones, where the basket is two steps away.";

pub(super) fn project(at: i64) -> Value {
    json!({"name": format!("Project {at}"), "code": format!("P{at}")})
}

pub(super) fn collection(at: i64) -> Value {
    json!({"name": words::study(at), "project_id": at})
}

pub(super) fn insight(at: i64) -> Value {
    json!({
        "project_id": 1 + at % PROJECTS,
        "name": words::finding(at),
        "description": DESCRIPTION,
        "type": pick(&["problem", "opportunity", "behaviour", "motivation", "barrier"], at),
        "evidence_strength": pick(&["weak", "moderate", "strong"], mix(at)),
        "user_id": user(at),
    })
}

/// A learning of the large team, with or without the three insights it rests on.
pub(super) fn learning(at: i64, with_insights: bool) -> Value {
    let others = PROJECTS - 1;
    let project = if at % 10 == 0 { LARGE_PROJECT } else { LARGE_PROJECT + 1 + (at - at / 10 - 1) % others };
    let mut body = small(at, project);
    if let Some(fields) = body.as_object_mut() {
        fields.insert("user_id".to_owned(), json!(user(at)));
        if mix(at + 1) % 11 != 0 {
            fields.insert("research_collection_id".to_owned(), json!(1 + mix(at + 2) % COLLECTIONS));
        }
        if with_insights {
            let first = mix(at + 3) % (INSIGHTS - 2);
            fields.insert("insight_ids".to_owned(), json!([first + 1, first + 2, first + 3]));
        }
    }
    body
}

/// A learning that refers to nothing but its project.
pub(super) fn small(at: i64, project: i64) -> Value {
    json!({
        "project_id": project,
        "name": words::finding(at),
        "description": DESCRIPTION,
        "confidence": pick(&["high", "medium", "low"], mix(at)),
        "learned_at": words::moment(at),
    })
}

fn user(at: i64) -> i64 {
    1 + mix(at + 4) % USERS
}
