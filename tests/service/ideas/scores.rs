//! Scores: what each framework makes of its components, to two decimals, and as a share of what it can reach.

use serde_json::{Value, json};

use super::number;
use crate::records::{made, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    ice_is_the_product,
    pie_is_the_mean,
    rice_is_reach_times_impact_times_confidence_by_effort,
    pxl_counts_what_holds,
    scores_round_half_up_to_two_decimals,
    a_missing_component_leaves_the_score_null,
    a_component_that_is_null_counts_as_not_there,
    a_component_may_come_as_text,
];

struct Scorer {
    client: Client,
    project: i64,
}

impl Scorer {
    fn new(client: &Client) -> Scorer {
        Scorer { client: client.clone(), project: project(client) }
    }

    /// The score of these components and its share of the highest.
    #[track_caller]
    fn score(&self, framework: &str, scores: &Value) -> (Option<f64>, Option<f64>) {
        let body = json!({ "project_id": self.project, "name": "Scored", "framework": framework, "scores": scores });
        let made = self.client.post("/ideas", body).status_is(201);
        let read = self.client.get(&format!("/ideas/{}", made.id())).status_is(200);
        assert_eq!(read.body, made.body);
        assert_eq!(made.data()["framework"], json!(framework));
        (number(made.data(), "priority_score"), number(made.data(), "priority_score_normalized"))
    }

    #[track_caller]
    fn is(&self, framework: &str, scores: Value, score: f64, normalized: Option<f64>) {
        assert_eq!(self.score(framework, &scores), (Some(score), normalized), "{framework} of {scores}");
    }
}

fn ice(impact: i64, confidence: i64, ease: i64) -> Value {
    json!({ "impact": impact, "confidence": confidence, "ease": ease })
}

fn pie(potential: i64, importance: i64, ease: i64) -> Value {
    json!({ "potential": potential, "importance": importance, "ease": ease })
}

fn rice(reach: i64, impact: f64, confidence: f64, effort: f64) -> Value {
    json!({ "reach": reach, "impact": impact, "confidence": confidence, "effort": effort })
}

/// No point at all.
fn pxl() -> Value {
    json!({
        "above_the_fold": false, "noticeable": false, "adds_or_removes": false, "motivation": false,
        "high_traffic": false, "user_testing": false, "qualitative_feedback": false, "analytics": false,
        "mouse_tracking": false, "ease": 0,
    })
}

fn ice_is_the_product(store: Store) {
    let world = World::shared(store);
    let scorer = Scorer::new(world.team().owner());
    for (scores, score, normalized) in [
        (ice(1, 1, 1), 1.0, 0.0),
        (ice(10, 10, 10), 1000.0, 100.0),
        (ice(7, 7, 7), 343.0, 34.23),
        (ice(8, 7, 6), 336.0, 33.53),
        (ice(1, 1, 2), 2.0, 0.1),
    ] {
        scorer.is("ice", scores, score, Some(normalized));
    }
}

fn pie_is_the_mean(store: Store) {
    let world = World::shared(store);
    let scorer = Scorer::new(world.team().owner());
    for (scores, score, normalized) in [
        (pie(1, 1, 1), 1.0, 0.0),
        (pie(10, 10, 10), 10.0, 100.0),
        (pie(7, 7, 8), 7.33, 70.37),
        (pie(7, 8, 8), 7.67, 74.07),
        (pie(1, 1, 2), 1.33, 3.7),
    ] {
        scorer.is("pie", scores, score, Some(normalized));
    }
}

fn rice_is_reach_times_impact_times_confidence_by_effort(store: Store) {
    let world = World::shared(store);
    let scorer = Scorer::new(world.team().owner());
    for (scores, score) in [
        (rice(1000, 2.0, 0.8, 4.0), 400.0),
        (rice(0, 3.0, 1.0, 1.0), 0.0),
        (rice(500, 0.25, 0.5, 1.5), 41.67),
        (rice(1_000_000, 3.0, 1.0, 0.5), 6_000_000.0),
        (rice(100, 0.5, 0.5, 1.0), 25.0),
        (rice(100, 1.0, 0.8, 1.0), 80.0),
    ] {
        scorer.is("rice", scores, score, None);
    }
}

fn pxl_counts_what_holds(store: Store) {
    let world = World::shared(store);
    let scorer = Scorer::new(world.team().owner());
    scorer.is("pxl", pxl(), 0.0, Some(0.0));
    let mut all = pxl();
    for (component, points, normalized) in [
        ("above_the_fold", 1.0, 7.14),
        ("noticeable", 2.0, 14.29),
        ("adds_or_removes", 2.0, 14.29),
        ("motivation", 1.0, 7.14),
        ("high_traffic", 1.0, 7.14),
        ("user_testing", 1.0, 7.14),
        ("qualitative_feedback", 1.0, 7.14),
        ("analytics", 1.0, 7.14),
        ("mouse_tracking", 1.0, 7.14),
    ] {
        let mut alone = pxl();
        alone[component] = json!(true);
        scorer.is("pxl", alone, points, Some(normalized));
        all[component] = json!(true);
    }
    for (ease, score, normalized) in [(1, 12.0, 85.71), (2, 13.0, 92.86), (3, 14.0, 100.0)] {
        all["ease"] = json!(ease);
        scorer.is("pxl", all.clone(), score, Some(normalized));
    }
}

fn scores_round_half_up_to_two_decimals(store: Store) {
    let world = World::shared(store);
    let scorer = Scorer::new(world.team().owner());
    for (scores, score) in [
        (rice(1, 0.25, 0.5, 1.0), 0.13),
        (rice(5, 0.25, 0.5, 1.0), 0.63),
        (rice(1, 1.0, 0.5, 100.0), 0.01),
        // 1.005 has no exact binary form, and the nearest lies below it.
        (rice(201, 0.5, 1.0, 100.0), 1.01),
        (rice(1, 1.0, 0.5, 101.0), 0.0),
        (rice(2, 1.0, 1.0, 3.0), 0.67),
    ] {
        scorer.is("rice", scores, score, None);
    }
}

fn a_missing_component_leaves_the_score_null(store: Store) {
    let world = World::shared(store);
    let scorer = Scorer::new(world.team().owner());
    for (framework, whole) in
        [("ice", ice(5, 5, 5)), ("pie", pie(5, 5, 5)), ("rice", rice(5, 1.0, 1.0, 1.0)), ("pxl", pxl())]
    {
        assert!(scorer.score(framework, &whole).0.is_some(), "{framework} has every component");
        for component in whole.as_object().expect("components").keys() {
            let mut part = whole.clone();
            part.as_object_mut().expect("components").remove(component);
            assert_eq!(scorer.score(framework, &part), (None, None), "{framework} without {component}");
        }
        assert_eq!(scorer.score(framework, &Value::Null), (None, None), "{framework} without scores");
        assert_eq!(scorer.score(framework, &json!({})), (None, None), "{framework} of nothing");
    }
}

fn a_component_that_is_null_counts_as_not_there(store: Store) {
    let world = World::shared(store);
    let scorer = Scorer::new(world.team().owner());
    let scores = json!({ "impact": 5, "confidence": null, "ease": " " });
    assert_eq!(scorer.score("ice", &scores), (None, None));
    let id = made(
        &scorer.client,
        "/ideas",
        json!({ "project_id": scorer.project, "name": "One", "scores": { "impact": 5, "confidence": null, "ease": 5 } }),
    );
    let path = format!("/ideas/{id}");
    let whole = scorer.client.patch(&path, json!({ "scores": ice(5, 5, 5) })).status_is(200);
    assert_eq!(number(whole.data(), "priority_score"), Some(125.0));
    let part = json!({ "scores": { "impact": 5, "confidence": 5, "ease": null } });
    let part = scorer.client.patch(&path, part).status_is(200);
    assert_eq!(number(part.data(), "priority_score"), None);
    assert_eq!(number(part.data(), "priority_score_normalized"), None);
}

fn a_component_may_come_as_text(store: Store) {
    let world = World::shared(store);
    let scorer = Scorer::new(world.team().owner());
    let body = json!({
        "project_id": scorer.project, "name": "One", "scores": { "impact": "7", "confidence": " 7 ", "ease": 7 },
    });
    let answer = scorer.client.post("/ideas", body).status_is(201);
    assert_eq!(answer.data()["scores"], ice(7, 7, 7), "numbers come back as numbers");
    assert_eq!(number(answer.data(), "priority_score"), Some(343.0));
}
