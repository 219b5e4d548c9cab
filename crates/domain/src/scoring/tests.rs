//! Each framework's formula, and what it does not take.

use super::*;
use crate::record::Fields;
use serde_json::json;

fn weigh(framework: Framework, scores: Json) -> Result<(Option<f64>, Option<f64>), Vec<String>> {
    let fields = Fields::new();
    let mut reader = BodyReader::new(&fields);
    let PriorityScore { score, normalized } = Scores(scores).weigh(Weights::new(framework, None), &mut reader);
    match reader.finish(&[]) {
        Ok(()) => Ok((score.map(Score::get), normalized.map(Score::get))),
        Err(invalid) => Err(invalid.errors().map(|(field, _)| field.to_owned()).collect()),
    }
}

#[test]
fn each_framework_has_its_formula() {
    let pxl = |yes: bool, ease: i64| {
        let mut scores: Json = PXL.iter().map(|(name, _)| ((*name).to_owned(), json!(yes))).collect();
        scores["ease"] = json!(ease);
        scores
    };
    for (framework, scores, score, normalized) in [
        (Framework::Ice, json!({"impact": 8, "confidence": 7, "ease": 9}), 504.0, Some(50.35)),
        (Framework::Ice, json!({"impact": 1, "confidence": 1, "ease": 1}), 1.0, Some(0.0)),
        (Framework::Ice, json!({"impact": 10, "confidence": "10", "ease": 10.0}), 1000.0, Some(100.0)),
        (Framework::Pie, json!({"potential": 8, "importance": 7, "ease": 7}), 7.33, Some(70.37)),
        (Framework::Pie, json!({"potential": 1, "importance": 2, "ease": 2}), 1.67, Some(7.41)),
        (Framework::Rice, json!({"reach": 1000, "impact": 0.25, "confidence": 0.8, "effort": 3}), 66.67, None),
        // Exactly half a hundredth is rounded up, though no binary fraction is exactly that.
        (Framework::Rice, json!({"reach": 1.005, "impact": 1, "confidence": 1, "effort": 1}), 1.01, None),
        (Framework::Rice, json!({"reach": 0, "impact": 3, "confidence": 0.5, "effort": 0.5}), 0.0, None),
        (Framework::Pxl, pxl(true, 3), 14.0, Some(100.0)),
        (Framework::Pxl, pxl(false, 0), 0.0, Some(0.0)),
        (Framework::Pxl, pxl(true, 1), 12.0, Some(85.71)),
    ] {
        assert_eq!(weigh(framework, scores.clone()), Ok((Some(score), normalized)), "{scores}");
    }
}

#[test]
fn a_component_that_is_not_there_leaves_no_score() {
    assert_eq!(weigh(Framework::Ice, json!({})), Ok((None, None)));
    assert_eq!(weigh(Framework::Ice, json!({"impact": 8, "confidence": null, "ease": 9})), Ok((None, None)));
}

#[test]
fn what_a_framework_does_not_take_is_named() {
    for (framework, scores, field) in [
        (Framework::Ice, json!({"reach": 1}), "scores.reach"),
        (Framework::Ice, json!({"impact": 0}), "scores.impact"),
        (Framework::Ice, json!({"impact": 10.5}), "scores.impact"),
        (Framework::Ice, json!({"impact": true}), "scores.impact"),
        (Framework::Ice, json!({"impact": []}), "scores.impact"),
        (Framework::Rice, json!({"reach": 1_000_001}), "scores.reach"),
        (Framework::Rice, json!({"impact": 1.5}), "scores.impact"),
        (Framework::Rice, json!({"confidence": 0.9}), "scores.confidence"),
        (Framework::Rice, json!({"effort": 0}), "scores.effort"),
        (Framework::Rice, json!({"effort": 1e-300}), "scores.effort"),
        (Framework::Pxl, json!({"ease": 1.5}), "scores.ease"),
        (Framework::Pxl, json!({"ease": 4}), "scores.ease"),
        (Framework::Pxl, json!({"noticeable": 2}), "scores.noticeable"),
    ] {
        assert_eq!(weigh(framework, scores.clone()), Err(vec![field.to_owned()]), "{scores}");
    }
}

#[test]
fn a_framework_of_a_teams_own_takes_the_mean_by_its_weights() {
    let component = |key: &str, weight: f64| json!({"key": key, "label": key, "weight": weight, "min": 0, "max": 3});
    let raw = json!({"components": [component("value", 0.1), component("ease", 0.2)]});
    let custom = CustomFramework::read(&raw).unwrap();
    let mut scores = Scores(json!({"value": 3, "ease": 1.5, "gone": 7}));
    let worth = scores.weigh_again(&custom);
    assert_eq!((worth.score.map(Score::get), worth.normalized.map(Score::get)), (Some(2.0), Some(66.67)));
    assert_eq!(scores.0, json!({"value": 3, "ease": 1.5}));
    assert_eq!(Scores(json!({"value": 9, "ease": -4})).weigh_again(&custom).score.map(Score::get), Some(1.0));
    assert_eq!(Scores(json!({"value": 3})).weigh_again(&custom), PriorityScore::default());
    assert_eq!(CustomFramework::from_raw(custom.clone().into_raw()).unwrap(), custom);
}
