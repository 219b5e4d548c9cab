//! Tests of the tally: what becomes of a few responses, question by question.

use std::collections::HashMap;

use serde_json::json;

use super::{Begun, Figures, FormFigures, GivenAnswer, Outline, QuestionOutline, StepOutline, Tally, Terms};
use crate::Json;
use crate::forms::{ChoiceOption, Definition, Options, Question, QuestionType, Rules, Settings, Step};
use crate::kinds::ResponseStatus;
use crate::record::{Time, Value as _};

mod alike;
mod gone;

const TERMS: Terms = Terms { from: None, until: None, partial: false, samples: 2 };

fn question(key: &str, question_type: QuestionType, settings: Json) -> Question {
    let option = |id: &str| ChoiceOption { id: id.to_owned(), label: id.to_uppercase(), value: None, score: None };
    let options = if question_type.has_options() { ["a", "b", "c"].map(option).to_vec() } else { Vec::new() };
    Question {
        options: Options::new(options),
        allow_other: true,
        settings: Settings::of(question_type, &settings),
        ..Question::new(key, question_type)
    }
}

/// A form whose steps have these questions.
fn outline(steps: Vec<Vec<Question>>) -> Outline {
    let step = |(id, questions): (i64, Vec<Question>)| Step {
        id,
        position: id,
        is_hidden: false,
        logic: Rules::default(),
        questions,
    };
    let definition = Definition { steps: (1..).zip(steps).map(step).collect() };
    let asked = |(id, question): (i64, &Question)| QuestionOutline {
        id,
        label: question.key.clone(),
        question: question.clone(),
        place: usize::try_from(id).unwrap(),
        deleted_at: None,
    };
    Outline {
        form_id: 7,
        version: 1,
        steps: definition.steps.iter().map(|step| StepOutline { id: step.id, title: None }).collect(),
        questions: (1..).zip(definition.questions()).map(asked).collect(),
        definition,
    }
}

fn begun(id: i64, status: ResponseStatus, last_step_id: Option<i64>) -> Begun {
    let is_complete = status == ResponseStatus::Completed;
    Begun {
        id,
        status,
        started_at: Some(Time::from_micros(id)),
        completed_at: is_complete.then(|| Time::from_micros(100 - id)),
        duration_seconds: is_complete.then_some(id),
        last_step_id,
    }
}

/// The figures of responses with these answers, in the order of the questions; null is what was left out.
fn figures(outline: Outline, terms: Terms, responses: &[(Begun, Json)]) -> FormFigures {
    let mut tally = Tally::new(outline, terms);
    for (response, answers) in responses {
        let said = |(question, value): (i64, &Json)| {
            let value = (!value.is_null()).then(|| value.to_string());
            (response.status == ResponseStatus::Completed || value.is_some()).then_some(GivenAnswer {
                response: response.id,
                question,
                value,
            })
        };
        let said: Vec<GivenAnswer> = (1..).zip(answers.as_array().unwrap()).filter_map(said).collect();
        tally.take(response, &said, &HashMap::from([(5, 100), (6, 20)]));
    }
    tally.figures()
}

/// The figures of complete responses to one question.
fn of_one(question: Question, answers: &[Json]) -> Figures {
    let complete = |(id, answer): (i64, &Json)| (begun(id, ResponseStatus::Completed, None), json!([answer]));
    let responses: Vec<_> = (1..).zip(answers).map(complete).collect();
    figures(outline(vec![vec![question]]), TERMS, &responses).questions.remove(0).figures
}

fn told(question: Question, answers: &[Json]) -> Json {
    super::shown::figures(&of_one(question, answers))
}

#[test]
fn texts_are_sampled_newest_first() {
    // The first response was completed last.
    let told =
        told(question("q", QuestionType::ShortText, json!({})), &[json!("ab"), json!("cde"), json!("f"), json!(null)]);
    assert_eq!(told, json!({ "samples": ["ab", "cde"], "length_avg": 2.0 }));
}

#[test]
fn choices_are_counted_with_zeros_and_others() {
    let answers = [json!("b"), json!("b"), json!({ "other": "x" }), json!({ "other": "y" }), json!({ "other": "y" })];
    let one = told(question("q", QuestionType::SingleChoice, json!({})), &answers);
    let counts: Vec<_> = one["options"].as_array().unwrap().iter().map(|it| it["count"].as_i64().unwrap()).collect();
    assert_eq!(counts, [0, 2, 0]);
    assert_eq!(one["options"][1], json!({ "id": "b", "label": "B", "count": 2, "percent": 40.0 }));
    assert_eq!(one["other"], json!([{ "value": "y", "count": 2 }, { "value": "x", "count": 1 }]));
    let several = told(question("q", QuestionType::MultipleChoice, json!({})), &[json!(["a", "c"]), json!(["a"])]);
    assert_eq!((several["selections"].as_i64(), &several["options"][0]["percent"]), (Some(3), &json!(100.0)));
    let yes = told(question("q", QuestionType::YesNo, json!({ "no_label": "Never" })), &[json!(false)]);
    assert_eq!(yes["options"][0], json!({ "id": "true", "label": "Yes", "count": 0, "percent": 0.0 }));
    assert_eq!(yes["options"][1], json!({ "id": "false", "label": "Never", "count": 1, "percent": 100.0 }));
}

#[test]
fn points_have_their_mean_median_and_best_two() {
    let rating = told(question("q", QuestionType::Rating, json!({})), &[json!(5), json!(4), json!(2), json!(1)]);
    assert_eq!((&rating["mean"], &rating["median"]), (&json!(3.0), &json!(3.0)));
    assert_eq!((&rating["top2_box"], &rating["csat"]), (&json!(2), &json!(0.5)));
    assert_eq!(rating["distribution"][2], json!({ "point": 3, "count": 0, "percent": 0.0 }));
    let scores = [9, 9, 10, 10, 10, 7, 8, 8, 0, 6].map(|score| json!(score));
    let nps = told(question("q", QuestionType::Nps, json!({})), &scores);
    assert_eq!((&nps["promoters"], &nps["passives"], &nps["detractors"]), (&json!(5), &json!(3), &json!(2)));
    assert_eq!((&nps["score"], nps["distribution"].as_array().unwrap().len()), (&json!(30), 11));
}

#[test]
fn rankings_are_scored_by_borda() {
    let ranked = [json!(["b", "a", "c"]), json!(["b", "c", "a"])];
    let told = told(question("q", QuestionType::Ranking, json!({})), &ranked);
    assert_eq!(
        told["options"],
        json!([
            { "id": "a", "label": "A", "avg_rank": 2.5, "first_count": 0, "borda": 1 },
            { "id": "b", "label": "B", "avg_rank": 1.0, "first_count": 2, "borda": 4 },
            { "id": "c", "label": "C", "avg_rank": 2.5, "first_count": 0, "borda": 1 },
        ])
    );
}

#[test]
fn rows_of_a_matrix_are_counted_by_themselves() {
    let line = |id: &str| json!({ "id": id, "label": id });
    let settings = json!({ "rows": [line("r"), line("s")], "columns": [line("x"), line("y")] });
    let answers = [json!({ "r": "x", "s": "y" }), json!({ "r": "x" }), json!({ "r": "y" })];
    let told = told(question("q", QuestionType::Matrix, settings), &answers);
    assert_eq!(told["rows"][0]["columns"][0], json!({ "col": "x", "label": "x", "count": 2, "percent": 66.67 }));
    assert_eq!((&told["rows"][1]["n"], &told["rows"][1]["columns"][1]["percent"]), (&json!(1), &json!(100.0)));
}

#[test]
fn dates_files_and_nothing_at_all_have_their_figures() {
    let dates = [json!("2026-03-01"), json!("2026-01-31"), json!("2026-03-09")];
    let by_month = json!([{ "month": "2026-01", "count": 1 }, { "month": "2026-03", "count": 2 }]);
    assert_eq!(
        told(question("q", QuestionType::Date, json!({})), &dates),
        json!({ "min": "2026-01-31", "max": "2026-03-09", "by_month": by_month })
    );
    let files = told(question("q", QuestionType::FileUpload, json!({})), &[json!([5, 6]), json!([5])]);
    assert_eq!(files, json!({ "files": 3, "total_bytes": 220 }));
    let nothing = told(question("q", QuestionType::Rating, json!({})), &[json!(null)]);
    assert_eq!((&nothing["mean"], &nothing["csat"]), (&Json::Null, &Json::Null));
    assert_eq!(nothing["distribution"][0]["percent"], Json::Null);
}

/// A form of two steps, of which the first leads past the end where its question is answered with `a`.
fn branching() -> Outline {
    let first = question("first", QuestionType::SingleChoice, json!({}));
    let ends = json!([{
        "conditions": { "connector": "and", "rules": [{ "question": "first", "operator": "equals", "value": "a" }] },
        "action": { "type": "end" },
    }]);
    let first = Question { logic: Rules::read(&ends).unwrap(), ..first };
    outline(vec![vec![first], vec![question("second", QuestionType::ShortText, json!({}))]])
}

#[test]
fn a_form_is_followed_as_far_as_each_response_went() {
    let responses = [
        (begun(1, ResponseStatus::Completed, Some(1)), json!(["a"])),
        (begun(2, ResponseStatus::Completed, Some(2)), json!(["b", "well"])),
        (begun(3, ResponseStatus::InProgress, None), json!([])),
        (begun(4, ResponseStatus::InProgress, Some(1)), json!(["b"])),
        (begun(5, ResponseStatus::Disqualified, Some(2)), json!(["b", "no"])),
        (begun(6, ResponseStatus::Spam, Some(1)), json!(["b"])),
    ];
    for (partial, answered, population) in [(false, 2, 2), (true, 3, 4)] {
        let form = figures(branching(), Terms { partial, ..TERMS }, &responses);
        assert_eq!((form.starts, form.completed, form.drop_off, form.population), (5, 2, 3, population));
        assert_eq!((form.completion_rate, form.avg_seconds, form.median_seconds), (Some(0.4), Some(1.5), Some(1.5)));
        assert_eq!(form.last_response_at, Some(Time::from_micros(99)));
        let steps: Vec<_> = form.steps.iter().map(|it| (it.reached, it.left)).collect();
        assert_eq!(steps, [(5, 2), (2, 1)]);
        let first = &form.questions[0];
        assert_eq!((first.seen, first.answered, first.skipped, first.drop_off), (5, answered, 5 - answered, 1));
        assert_eq!(first.drop_off_rate, Some(0.2));
        assert_eq!((form.questions[1].seen, form.questions[1].answered, form.questions[1].drop_off), (2, 1, 1));
    }
}

#[test]
fn a_window_is_of_completions_and_of_starts() {
    let responses = [
        (begun(1, ResponseStatus::Completed, Some(1)), json!(["a"])),
        (begun(60, ResponseStatus::Completed, Some(1)), json!(["a"])),
        (begun(61, ResponseStatus::InProgress, Some(1)), json!(["b"])),
    ];
    let window = Terms { from: Some(Time::from_micros(60)), until: Some(Time::from_micros(100)), ..TERMS };
    let form = figures(branching(), window, &responses);
    // The first was begun before and completed within, the second the other way round.
    assert_eq!((form.starts, form.completed, form.drop_off), (2, 1, 1));
    assert_eq!((form.population, form.questions[0].answered, form.questions[0].seen), (1, 1, 2));
}

#[test]
fn deleted_questions_come_last_where_they_have_answers() {
    let mut form = outline(vec![vec![question("kept", QuestionType::YesNo, json!({}))]]);
    for id in [8, 9] {
        let question = question(&format!("gone_{id}"), QuestionType::ShortText, json!({}));
        let deleted_at = Some(Time::from_micros(50));
        form.questions.push(QuestionOutline { id, label: String::new(), question, place: 9, deleted_at });
    }
    let mut tally = Tally::new(form, TERMS);
    let said =
        |question, value: Option<Json>| GivenAnswer { response: 1, question, value: value.map(|it| it.to_string()) };
    let all = [said(1, Some(json!(true))), said(8, None), said(9, Some(json!("once")))];
    tally.take(&begun(1, ResponseStatus::Completed, Some(1)), &all, &HashMap::new());
    let told = tally.figures();
    assert_eq!(told.questions.iter().map(|it| it.key.as_str()).collect::<Vec<_>>(), ["kept", "gone_9"]);
    assert_eq!((told.questions[1].seen, told.questions[1].answered), (1, 1));
}

#[test]
fn a_question_that_is_deleted_keeps_its_figures() {
    let form = || {
        let asked = |key: &str| question(key, QuestionType::ShortText, json!({}));
        outline(vec![vec![asked("a")], vec![asked("d"), asked("k")]])
    };
    let responses = [
        (begun(1, ResponseStatus::Completed, Some(2)), json!(["a", "d", null])),
        (begun(2, ResponseStatus::Disqualified, Some(1)), json!(["a"])),
        (begun(3, ResponseStatus::InProgress, Some(2)), json!(["a", "d"])),
        (begun(4, ResponseStatus::InProgress, Some(2)), json!(["a", null, "k"])),
        // It was begun when the question was gone.
        (begun(60, ResponseStatus::InProgress, Some(2)), json!(["a", null, "k"])),
    ];
    let told = |outline: Outline| {
        let figures = figures(outline, TERMS, &responses).questions.into_iter();
        figures.map(|it| (it.key, (it.seen, it.answered, it.drop_off))).collect::<HashMap<_, _>>()
    };
    let before = told(form());
    let all = [("a", (5, 1, 1)), ("d", (4, 1, 1)), ("k", (4, 0, 2))];
    assert_eq!(before, HashMap::from(all.map(|(key, figures)| (key.to_owned(), figures))));
    let mut form = form();
    form.questions[1].deleted_at = Some(Time::from_micros(50));
    let after = told(form);
    assert_eq!((after["d"], after["a"], after["k"]), ((3, 1, 1), before["a"], before["k"]));
}
