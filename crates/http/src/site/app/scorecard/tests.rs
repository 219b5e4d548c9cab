use super::*;

/// The page of a scorecard whose treatment is better, its users split as this says.
fn page(split: &str, advice: &str) -> String {
    let told = format!(
        r#"{{"health": {{"users": 20409, "required_sample_size": 267726, "sample_progress": 0.0762, "runtime_days": 9,
            "srm": {{"status": "{split}", "p_value": 0.00000001}}, "warnings": []}},
        "recommendation": {{"status": "{advice}", "reason": "So.", "variation_id": 2, "days_left": null}},
        "goals": [{{"name": "Buy", "role": "primary", "metric_type": "binomial", "direction": "increase", "variations": [
            {{"variation_id": 1, "key": "control", "is_control": true, "rate": 0.0177, "uplift": null, "ci": null}},
            {{"variation_id": 2, "key": "line", "is_control": false, "rate": 0.0198, "uplift": 0.1174,
              "ci": [0.0549, 0.34], "significant": true, "better": true}}]}}]}}"#
    );
    let record =
        r#"{"significance": 0.05, "variations": [{"id": 1, "name": "As it is"}, {"id": 2, "name": "A <line>"}]}"#;
    Scorecard::of(&serde_json::from_str(&told).unwrap(), &serde_json::from_str(record).unwrap()).to_string()
}

#[test]
fn the_winner_is_named_with_what_it_brought() {
    let page = page("ok", "ship");
    for part in [
        "class=\"advice good\"",
        "“A &#60;line&#62;”: +11.7 % (+5.49 % to +34 %) on Buy.",
        "<dd class=\"small\">20,409 of 267,726 (7.62\u{a0}%)</dd>",
        "ok (p &#60; 0.0001)",
        "<caption>Buy · primary · conversion rate, higher is better</caption>",
        ">95 % interval</th>",
        ">1.77 %</data>",
        "As it is (control)",
        "<span class=\"word good\">better</span>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn what_cannot_be_trusted_is_not_judged() {
    let page = page("mismatch", "unhealthy");
    assert!(page.contains("class=\"advice bad\"") && page.contains("not trusted"), "{page}");
    assert!(!page.contains(">better<"), "{page}");
}

#[test]
fn a_warning_names_the_goal_and_the_variation_that_it_is_about() {
    let data = r#"{"goals": [{"goal_id": 3, "name": "Buy", "variations": [{"variation_id": 7, "key": "line"}]}]}"#;
    let (data, record) = (serde_json::from_str(data).unwrap(), serde_json::from_str(r#"{"variations": []}"#).unwrap());
    for (warning, told) in [
        (r#"{"code": "short_runtime"}"#, "Short runtime"),
        (r#"{"code": "few_users", "goal_id": 3, "variation_id": 7}"#, "Few users: line, Buy"),
        (r#"{"code": "control_mean_zero", "goal_id": 3, "variation_id": null}"#, "Control mean zero: Buy"),
    ] {
        assert_eq!(warned(&serde_json::from_str(warning).unwrap(), &data, &record), told);
    }
}
