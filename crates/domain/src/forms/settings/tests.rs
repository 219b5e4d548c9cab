//! What is kept of settings, what they are where nobody says, and where what is wrong with them is told.

use serde_json::json;

use super::*;
use crate::file::FileType;
use crate::record::{Choices, FieldError};

const ALL: &[QuestionType] = QuestionType::ALL;

/// What is wrong with settings or a validation: each path with its sentence.
fn told(field: &str, read: Result<Json, FieldError>) -> Vec<(String, String)> {
    match read {
        Ok(_) => Vec::new(),
        Err(FieldError::Members(wrong)) => {
            wrong.into_iter().map(|(path, error)| (path.clone(), error.about(&format!("{field}.{path}")))).collect()
        }
        Err(error) => vec![(String::new(), error.about(field))],
    }
}

#[track_caller]
fn wrong(question_type: QuestionType, given: Json, paths: &[&str]) {
    let told = told("settings", read_settings(question_type, &given));
    let found: Vec<&str> = told.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(found, paths, "{question_type:?} {given}");
}

#[track_caller]
fn says(question_type: QuestionType, given: Json, sentence: &str) {
    let told = told("settings", read_settings(question_type, &given));
    let found: Vec<&str> = told.iter().map(|(_, sentence)| sentence.as_str()).collect();
    assert_eq!(found, [sentence], "{question_type:?} {given}");
}

/// Lines of which each has its label for its id.
fn lines(names: &[&str]) -> Json {
    names.iter().map(|name| json!({ "id": name, "label": name })).collect()
}

/// Every setting there is, of any type, with something that fits.
fn full(question_type: QuestionType) -> Json {
    match question_type {
        QuestionType::ShortText => json!({ "max_length": 1_000, "placeholder": "p" }),
        QuestionType::LongText => json!({ "max_length": 65_535, "placeholder": "p" }),
        QuestionType::Email | QuestionType::Url | QuestionType::Phone => json!({ "placeholder": "p" }),
        QuestionType::Number => json!({ "min": -1.5, "max": 1_000_000, "step": 0.5, "integer": true, "unit": "kg" }),
        QuestionType::Date => json!({ "min": "2026-01-01", "max": "today" }),
        QuestionType::SingleChoice | QuestionType::Dropdown | QuestionType::Ranking | QuestionType::Statement => {
            json!({})
        }
        QuestionType::MultipleChoice => json!({ "min_select": 1, "max_select": 200 }),
        QuestionType::YesNo => json!({ "yes_label": "Yep", "no_label": "Nope" }),
        QuestionType::Rating => json!({ "scale": 10, "shape": "heart", "low_label": "l", "high_label": "h" }),
        QuestionType::Scale => json!({ "min": -100, "max": 100, "step": 2, "low_label": "l", "high_label": "h" }),
        QuestionType::Nps => json!({ "low_label": "l", "high_label": "h" }),
        QuestionType::Matrix => {
            json!({ "rows": lines(&["r", "other"]), "columns": lines(&["r"]), "multiple": true })
        }
        QuestionType::FileUpload => {
            json!({ "accepted_types": ["image", "application/pdf"], "max_size_mb": 1, "max_files": 5 })
        }
        QuestionType::Consent => json!({ "text": "I do", "url": "https://example.test/terms" }),
        QuestionType::Hidden => json!({ "param": "utm_source", "default": "none" }),
    }
}

#[test]
fn what_fits_is_kept_as_it_was_said_and_nothing_besides() {
    for question_type in ALL {
        let full = full(*question_type);
        assert_eq!(read_settings(*question_type, &full), Ok(full.clone()), "{question_type:?}");
        let mut more = full.clone();
        more["colour"] = json!("red");
        more["placeholder_text"] = json!(5);
        assert_eq!(read_settings(*question_type, &more), Ok(full), "{question_type:?}");
        assert_eq!(read_settings(*question_type, &json!([])), Err(FieldError::NotObject));
        if *question_type != QuestionType::Matrix {
            assert_eq!(read_settings(*question_type, &json!({})), Ok(json!({})), "{question_type:?}");
            let null: serde_json::Map<_, _> =
                full_names(*question_type).into_iter().map(|name| (name, Json::Null)).collect();
            assert_eq!(read_settings(*question_type, &Json::Object(null)), Ok(json!({})), "{question_type:?}");
        }
    }
    let text = json!({ "min": "1.50", "max": "2", "step": -0.0, "integer": "1" });
    wrong(QuestionType::Number, text, &["step"]);
    let read = read_settings(QuestionType::Number, &json!({ "min": "1.50", "max": "2", "integer": "1" })).unwrap();
    assert_eq!(read.to_string(), r#"{"integer":true,"max":2,"min":1.5}"#);
}

fn full_names(question_type: QuestionType) -> Vec<String> {
    full(question_type).as_object().unwrap().keys().cloned().collect()
}

#[test]
fn what_may_be_said_is_told_of_each_type() {
    for question_type in ALL {
        let mut told: Vec<String> = settings_facts(*question_type).iter().map(|it| it.field.name.to_owned()).collect();
        told.sort_unstable();
        assert_eq!(told, full_names(*question_type), "{question_type:?}");
    }
    let usual = |question_type| settings_facts(question_type).into_iter().map(|it| it.usual).collect::<Vec<_>>();
    assert_eq!(usual(QuestionType::ShortText), [Some(json!(255)), None]);
    assert_eq!(usual(QuestionType::FileUpload), [Some(json!(["image", "document"])), Some(json!(10)), Some(json!(1))]);
    assert_eq!(validation_facts(QuestionType::Email).len(), 4);
    assert_eq!(validation_facts(QuestionType::Number), []);
}

#[test]
fn what_nobody_says_is_what_it_usually_is() {
    let of = |question_type| Settings::of(question_type, &json!({}));
    assert_eq!(of(QuestionType::ShortText), Settings::Text { max_length: 255, placeholder: None });
    assert_eq!(of(QuestionType::LongText), Settings::Text { max_length: 10_000, placeholder: None });
    assert_eq!(of(QuestionType::Number), Settings::Number(NumberSettings::default()));
    let labels = EndLabels::default;
    assert_eq!(of(QuestionType::Rating), Settings::Rating { scale: 5, shape: RatingShape::Star, labels: labels() });
    let Settings::Scale(scale) = of(QuestionType::Scale) else { panic!("a scale") };
    assert_eq!(scale.points().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    let Settings::FileUpload(files) = of(QuestionType::FileUpload) else { panic!("files") };
    assert_eq!((files.most_kilobytes(), files.max_files), (10_240, 1));
    assert!(FileType::ALL.iter().all(|it| files.accept(*it)));
    let stored = json!({ "accepted_types": ["image/png", "document"] });
    let Settings::FileUpload(files) = Settings::of(QuestionType::FileUpload, &stored) else { panic!("files") };
    assert!(files.accept(FileType::Png) && files.accept(FileType::Doc) && !files.accept(FileType::Gif));
    assert_eq!(of(QuestionType::Hidden), Settings::Hidden { param: None, default: None });
    // What another type left behind counts for nothing.
    let scale = json!({ "min": 500, "max": "y", "max_length": "x" });
    assert_eq!(Settings::of(QuestionType::Scale, &scale), of(QuestionType::Scale));
    assert_eq!(Settings::of(QuestionType::ShortText, &scale), of(QuestionType::ShortText));
}

#[test]
fn what_does_not_fit_is_told_by_its_name() {
    for (question_type, given, paths) in [
        (QuestionType::ShortText, json!({ "max_length": 0 }), &["max_length"][..]),
        (QuestionType::ShortText, json!({ "max_length": 1_001, "placeholder": 5 }), &["max_length", "placeholder"]),
        (QuestionType::LongText, json!({ "max_length": 65_536 }), &["max_length"]),
        (QuestionType::Email, json!({ "placeholder": "é".repeat(256) }), &["placeholder"]),
        (
            QuestionType::Number,
            json!({ "min": "a", "max": true, "step": 0, "integer": "yes" }),
            &["min", "max", "step", "integer"],
        ),
        (QuestionType::Number, json!({ "min": 2, "max": 1 }), &["max"]),
        (QuestionType::Date, json!({ "min": "tomorrow", "max": "2026-02-30" }), &["min", "max"]),
        (QuestionType::Date, json!({ "min": "2026-01-02", "max": "2026-01-01" }), &["max"]),
        (QuestionType::MultipleChoice, json!({ "min_select": 0, "max_select": 201 }), &["min_select", "max_select"]),
        (QuestionType::MultipleChoice, json!({ "min_select": 3, "max_select": 2 }), &["max_select"]),
        (QuestionType::YesNo, json!({ "yes_label": 1, "no_label": [] }), &["yes_label", "no_label"]),
        (QuestionType::Rating, json!({ "scale": 1, "shape": "moon" }), &["scale", "shape"]),
        (QuestionType::Rating, json!({ "scale": 11 }), &["scale"]),
        (QuestionType::Scale, json!({ "min": -101, "step": 101 }), &["min", "step"]),
        (QuestionType::Scale, json!({ "min": 10 }), &["max"]),
        (QuestionType::Scale, json!({ "max": 1 }), &["max"]),
        (QuestionType::Scale, json!({ "min": 0, "max": 101 }), &["max"]),
        (QuestionType::Scale, json!({ "min": 1, "max": i64::MAX }), &["max"]),
        (QuestionType::Nps, json!({ "low_label": 1, "high_label": 2 }), &["low_label", "high_label"]),
        (QuestionType::Matrix, json!({}), &["rows", "columns"]),
        (QuestionType::Matrix, json!({ "rows": [], "columns": "x", "multiple": 5 }), &["rows", "columns", "multiple"]),
        (
            QuestionType::Matrix,
            json!({ "rows": lines(&["a", "a"]), "columns": [{}, 5] }),
            &["rows.1.id", "columns.0.label", "columns.1"],
        ),
        (QuestionType::Matrix, json!({ "rows": lines(&["a"; 51]), "columns": lines(&["b"]) }), &["rows"]),
        (
            QuestionType::FileUpload,
            json!({ "accepted_types": ["image", "link", 5, "image"] }),
            &["accepted_types.1", "accepted_types.2", "accepted_types.3"],
        ),
        (
            QuestionType::FileUpload,
            json!({ "accepted_types": [], "max_size_mb": 11, "max_files": 0 }),
            &["accepted_types", "max_size_mb", "max_files"],
        ),
        (QuestionType::Consent, json!({ "text": 5, "url": "ftp://example.test" }), &["text", "url"]),
        (QuestionType::Hidden, json!({ "param": 5, "default": "é".repeat(256) }), &["param", "default"]),
    ] {
        wrong(question_type, given, paths);
    }
    let scale = QuestionType::Scale;
    assert!(read_settings(scale, &json!({ "min": 0, "max": 100 })).is_ok());
    assert!(read_settings(scale, &json!({ "min": 0, "max": 10_000, "step": 100 })).is_ok());
    says(scale, json!({ "min": 0, "max": 0 }), "The settings.max field must be greater than 0.");
    says(QuestionType::Number, json!({ "min": 0.5, "max": 0 }), "The settings.max field must be at least 0.5.");
    let rows =
        json!({ "rows": [{ "label": "Fast" }, { "label": "fast" }, { "label": "!" }], "columns": [{ "label": "?" }] });
    let Settings::Matrix(matrix) = Settings::of(QuestionType::Matrix, &rows) else { panic!("a matrix") };
    assert_eq!(matrix.rows.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), ["fast", "fast-2", "row"]);
    assert_eq!(matrix.column("column").map(|it| it.label.as_str()), Some("?"));
}

#[test]
fn texts_may_have_a_validation() {
    let said =
        json!({ "min_length": 3, "pattern": "^[A-Z]", "message": "Begin with a capital.", "domains": ["a.test"] });
    for question_type in ALL {
        let kept = read_validation(*question_type, &said).unwrap();
        let validation = Validation::of(*question_type, &kept);
        match (question_type.is_text(), *question_type == QuestionType::Email) {
            (true, true) => assert_eq!(kept, said),
            (true, false) => assert_eq!((kept.get("domains"), validation.min_length), (None, Some(3))),
            (false, _) => assert_eq!((kept, validation), (json!({}), Validation::default())),
        }
    }
    let email = QuestionType::Email;
    for (given, paths) in [
        (
            json!({ "min_length": -1, "pattern": "(", "message": 5, "domains": "a" }),
            &["min_length", "pattern", "message", "domains"][..],
        ),
        (json!({ "pattern": "a".repeat(501) }), &["pattern"]),
        (json!({ "pattern": r"(\w{100}){100}" }), &["pattern"]),
        (json!({ "domains": ["a", 5, null] }), &["domains.1", "domains.2"]),
        (json!({ "domains": vec!["a"; 51] }), &["domains"]),
    ] {
        let told = told("validation", read_validation(email, &given));
        assert_eq!(told.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), paths, "{given}");
    }
    assert_eq!(read_validation(email, &json!("x")), Err(FieldError::NotObject));
}
