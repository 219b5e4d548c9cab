use uplift_domain::record::Choices as _;
use uplift_domain::reports::ReportName;
use uplift_domain::shape::Shape;

use super::*;

fn shown(list: &str, name: &str, json: &str) -> String {
    let told: Document = serde_json::from_str(json).unwrap();
    Reading::plain("").cell(list, name, &told.in_zone("Europe/Copenhagen")).to_text()
}

#[test]
fn figures_are_read_by_people() {
    for (name, json, text) in [
        ("failed", r#"["no_srm", "whole_weeks"]"#, "No SRM, Whole weeks"),
        ("result", r#""stopped_early""#, "Stopped early"),
        ("name", r#""stopped_early""#, "stopped_early"),
        ("last_tested_at", r#""2026-06-20T22:30:00.000000Z""#, "2026-06-21"),
        ("weekday", "7", "Sunday"),
        ("win_rate_ci", "[0.25, 0.5]", "25 % to 50 %"),
        ("diff_ci", "[1, 2]", "1 to 2"),
        ("project_id", "7", "#7"),
        ("project_ids", "[7, 8]", "#7, #8"),
        ("monthly_visitors", "412000", "412,000"),
        ("by_project", r#"[{"project_id": 3, "started": 2, "completed": 1}]"#, "#3: 2 started, 1 completed"),
        (
            "segments",
            r#"[{"from": "2026-01-04T09:00:00.000000Z", "to": null, "kind": "running"}]"#,
            "Running since 2026-01-04",
        ),
        ("options", r#"[{"id": "s", "label": "Small", "count": 2, "percent": 66.67}]"#, "Small: 2, 66.7 %"),
    ] {
        assert_eq!(shown("", name, json), text);
    }
    assert_eq!((shown("experiments", "id", "7"), shown("bands", "id", "7")), ("#7".into(), "7".into()));
}

/// The names under which words are declared in a shape that stands under this name.
fn declared_words(name: &'static str, shape: &Shape, words: &mut Vec<&'static str>) {
    let mut all = |members: &[(&'static str, Shape)]| {
        members.iter().for_each(|(name, shape)| declared_words(name, shape, words));
    };
    match shape {
        Shape::Word(_) => words.push(name),
        Shape::Null(shape) | Shape::Said(_, shape) | Shape::List(shape) | Shape::ByName(shape) => {
            declared_words(name, shape, words);
        }
        Shape::Object(members) => all(members),
        Shape::Varied { always, sometimes } => {
            all(always);
            all(sometimes);
        }
        _ => {}
    }
}

#[test]
fn what_reports_declare_to_be_a_word_is_read_as_one() {
    let mut words = Vec::new();
    for report in ReportName::ALL {
        declared_words("", &report.declared().shape, &mut words);
    }
    assert!(words.contains(&"check"), "{words:?}");
    for word in words {
        assert!(WORDS.contains(&word), "{word}");
    }
}
