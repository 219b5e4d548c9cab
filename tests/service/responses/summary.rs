//! The summary of a form: its figures by the type of each question, how far people came, and the summaries that are kept.

use serde_json::{Map, Value, json};

use super::{field, respond, survey};
use crate::activities::entries;
use crate::records::{made, pictured, project};
use crate::world::{Client, Store, World, on_both};

on_both![
    every_type_has_its_figures,
    a_form_is_followed_as_far_as_each_response_went,
    a_summary_is_of_the_responses_that_are_asked_for,
    kept_summaries_become_stale_and_are_generated_anew,
];

/// How many complete responses a question of each type gets.
const RESPONSES: usize = 13;

/// The questions of the survey with every type, each with the answer of a response by its number.
fn every_type() -> Vec<(Value, fn(usize) -> Value)> {
    let options = json!([{ "id": "a", "label": "A" }, { "id": "b", "label": "B" }, { "id": "c", "label": "C" }]);
    let lines = |ids: [&str; 2]| json!(ids.map(|id| json!({ "id": id, "label": id.to_uppercase() })));
    let of = |key: &str, settings: Value| json!({ "label": key, "key": key, "type": key, "settings": settings });
    let choice = |key: &str| json!({ "label": key, "key": key, "type": key, "options": options, "allow_other": true });
    let matrix = json!({ "rows": lines(["r", "s"]), "columns": lines(["x", "y"]) });
    vec![
        (of("short_text", json!({})), |n| if n.is_multiple_of(3) { Value::Null } else { json!("é".repeat(n)) }),
        (of("number", json!({})), |n| json!((n * 7 % 11) as f64 / 4.0 - 1.0)),
        (of("date", json!({})), |n| json!(format!("2026-{:02}-15", 1 + n % 5 * 2))),
        (choice("single_choice"), |n| [json!("c"), json!("a"), json!({ "other": "elsewhere" })][n % 3].clone()),
        (choice("multiple_choice"), |n| [json!(["a", "c"]), json!(["b", { "other": "x" }]), Value::Null][n % 3].clone()),
        (of("yes_no", json!({ "yes_label": "Sure" })), |n| json!(n % 4 > 0)),
        (of("rating", json!({ "scale": 5 })), |n| json!(1 + n * 3 % 5)),
        (of("scale", json!({ "min": -2, "max": 6, "step": 2 })), |n| json!(n as i64 % 5 * 2 - 2)),
        (of("nps", json!({})), |n| json!(n * 5 % 11)),
        (choice("ranking"), |n| [json!(["b", "a", "c"]), json!(["c", "b", "a"])][n % 2].clone()),
        (of("matrix", matrix), |n| [json!({ "r": "x", "s": "y" }), json!({ "r": "y" })][n % 2].clone()),
        (of("consent", json!({})), |n| if n % 2 == 0 { json!(true) } else { Value::Null }),
        (of("hidden", json!({ "default": "mail" })), |n| if n % 2 == 0 { json!("web") } else { Value::Null }),
        (of("statement", json!({})), |_| Value::Null),
    ]
}

fn every_type_has_its_figures(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let home = project(owner);
    let form = made(owner, "/forms", json!({ "project_id": home, "name": "Everything" }));
    for (question, _) in every_type() {
        let mut question = question;
        question["form_id"] = json!(form);
        made(owner, "/form-questions", question);
    }
    made(owner, "/form-questions", json!({ "form_id": form, "label": "Files", "key": "files", "type": "file_upload" }));
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    for n in 0..RESPONSES {
        let answered = every_type().into_iter().filter_map(|(question, answer)| {
            let answer = Some(answer(n)).filter(|it| !it.is_null())?;
            Some((question["key"].as_str()?.to_owned(), answer))
        });
        let answers: Map<String, Value> = answered.collect();
        owner.post("/form-responses", json!({ "form_id": form, "answers": answers })).status_is(201);
    }
    let begun = json!({ "form_id": form, "status": "in_progress" });
    let begun = owner.post("/form-responses", begun).status_is(201).id();
    let file = pictured(owner, home, "form_response", begun, 1);
    let size = owner.get(&format!("/attachments/{file}")).status_is(200).data()["file_size"].clone();
    owner.post(&format!("/form-responses/{begun}/complete"), json!({ "answers": { "files": [file] } })).status_is(200);

    let told = owner.get(&format!("/forms/{form}/summary?samples=3")).status_is(200);
    let (all, first) = (RESPONSES + 1, &told.data()["questions"][0]);
    assert_eq!(told.data()["completed"], json!(all));
    let names = ["question_id", "key", "label", "type", "seen", "answered", "skipped", "drop_off", "drop_off_rate"];
    told.members_are(first, &[&names[..], &["samples", "length_avg"]].concat());
    let questions = told.data()["questions"].as_array().expect("questions");
    let keys: Vec<&str> = questions.iter().filter_map(|it| it["key"].as_str()).collect();
    assert_eq!(keys.len(), every_type().len(), "{keys:?}: statements are left out");
    for (question, answer) in every_type() {
        let key = question["key"].as_str().expect("a key");
        let Some(figures) = questions.iter().find(|it| it["key"] == *key) else { continue };
        let mut answers: Vec<Value> = (0..RESPONSES).map(answer).filter(|it| !it.is_null()).collect();
        if key == "hidden" {
            answers = (0..=RESPONSES).map(|n| if n < RESPONSES && n % 2 == 0 { "web" } else { "mail" }.into()).collect();
        }
        assert_eq!(figures["seen"], json!(all), "{key}");
        assert_eq!(figures["answered"], json!(answers.len()), "{key}");
        assert_eq!(figures["skipped"], json!(all - answers.len()), "{key}");
        check(key, figures, &answers);
    }
    let files = questions.iter().find(|it| it["key"] == "files").expect("the files");
    assert_eq!((&files["files"], &files["total_bytes"], &files["answered"]), (&json!(1), &size, &json!(1)));
}

/// Whether two numbers are alike.
fn alike(told: &Value, computed: f64, what: &str) {
    let told = told.as_f64().unwrap_or_else(|| panic!("{what} is {told}"));
    assert!((told - computed).abs() <= 1e-9 * computed.abs().max(1.0), "{what} is {told}, not {computed}");
}

fn numbers(answers: &[Value]) -> Vec<f64> {
    let mut numbers: Vec<f64> = answers.iter().filter_map(Value::as_f64).collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

fn percent(count: usize, all: usize) -> f64 {
    (10_000.0 * count as f64 / all as f64 + 0.5).floor() / 100.0
}

/// How often something stands in answers, be it alone or among several.
fn times(answers: &[Value], wanted: &Value) -> usize {
    let is = |answer: &&Value| match answer {
        Value::Array(several) => several.contains(wanted),
        one => *one == wanted,
    };
    answers.iter().filter(is).count()
}

/// The figures of a question are those of its answers.
fn check(key: &str, figures: &Value, answers: &[Value]) {
    let all = answers.len();
    let options = |ids: &[(Value, &str)]| {
        for (at, (id, label)) in ids.iter().enumerate() {
            let (option, count) = (&figures["options"][at], times(answers, id));
            assert_eq!((&option["count"], &option["label"]), (&json!(count), &json!(label)), "{key}: {option}");
            alike(&option["percent"], percent(count, all), key);
        }
        assert_eq!(figures["options"].as_array().expect("options").len(), ids.len(), "{key}");
    };
    let letters = [(json!("a"), "A"), (json!("b"), "B"), (json!("c"), "C")];
    match key {
        "short_text" | "hidden" => {
            let newest: Vec<&Value> = answers.iter().rev().take(3).collect();
            assert_eq!(figures["samples"], json!(newest));
            let length: usize = answers.iter().filter_map(Value::as_str).map(|it| it.chars().count()).sum();
            alike(&figures["length_avg"], length as f64 / all as f64, key);
        }
        "number" => {
            let sorted = numbers(answers);
            let mean = sorted.iter().sum::<f64>() / all as f64;
            let squares: f64 = sorted.iter().map(|it| (it - mean).powi(2)).sum();
            assert_eq!(figures["n"], json!(all));
            for (name, computed) in [
                ("min", sorted[0]),
                ("max", sorted[all - 1]),
                ("mean", mean),
                ("median", median(&sorted)),
                ("sd", (squares / (all - 1) as f64).sqrt()),
            ] {
                alike(&figures[name], computed, name);
            }
            let bins = figures["histogram"].as_array().expect("a histogram");
            assert_eq!(bins.len(), 10);
            for (at, bin) in bins.iter().enumerate() {
                let [from, to] = ["from", "to"].map(|it| bin[it].as_f64().expect("a bound"));
                let within = |it: &&f64| from <= **it && (**it < to || at == 9);
                assert_eq!(bin["count"], json!(sorted.iter().filter(within).count()), "{bin}");
            }
        }
        "date" => {
            let mut months: Vec<&str> = answers.iter().filter_map(Value::as_str).map(|it| &it[..7]).collect();
            months.sort_unstable();
            assert_eq!(figures["min"], json!(format!("{}-15", months[0])));
            assert_eq!(figures["max"], json!(format!("{}-15", months[all - 1])));
            let counted = months.chunk_by(|a, b| a == b).map(|it| json!({ "month": it[0], "count": it.len() }));
            assert_eq!(figures["by_month"], Value::Array(counted.collect()));
        }
        "single_choice" => {
            options(&letters);
            let other = times(answers, &json!({ "other": "elsewhere" }));
            assert_eq!(figures["other"], json!([{ "value": "elsewhere", "count": other }]));
        }
        "multiple_choice" => {
            options(&letters);
            let chosen: usize = answers.iter().filter_map(Value::as_array).map(Vec::len).sum();
            assert_eq!(figures["selections"], json!(chosen));
            let other = times(answers, &json!({ "other": "x" }));
            assert_eq!(figures["other"], json!([{ "value": "x", "count": other }]));
        }
        "yes_no" => options(&[(json!(true), "Sure"), (json!(false), "No")]),
        "consent" => options(&[(json!(true), "Yes")]),
        "rating" | "scale" => {
            let (sorted, points) = (numbers(answers), if key == "rating" { [1, 2, 3, 4, 5] } else { [-2, 0, 2, 4, 6] });
            alike(&figures["mean"], sorted.iter().sum::<f64>() / all as f64, key);
            alike(&figures["median"], median(&sorted), key);
            let distribution = points.map(|point| {
                let count = times(answers, &json!(point));
                json!({ "point": point, "count": count, "percent": percent(count, all) })
            });
            assert_eq!(figures["distribution"], json!(distribution), "{key}");
            let best = times(answers, &json!(points[4])) + times(answers, &json!(points[3]));
            assert_eq!(figures["top2_box"], json!(best));
            alike(&figures["csat"], best as f64 / all as f64, key);
        }
        "nps" => {
            let between = |low: f64, high: f64| numbers(answers).iter().filter(|it| low <= **it && **it <= high).count();
            let (promoters, detractors) = (between(9.0, 10.0), between(0.0, 6.0));
            assert_eq!(figures["promoters"], json!(promoters));
            assert_eq!(figures["passives"], json!(between(7.0, 8.0)));
            assert_eq!(figures["detractors"], json!(detractors));
            let score = 100.0 * (promoters as f64 - detractors as f64) / all as f64;
            alike(&figures["score"], score.round(), key);
        }
        "ranking" => {
            for (at, (id, label)) in letters.iter().enumerate() {
                let ranks = answers.iter().map(|it| 1 + it.as_array().expect("ranks").iter().position(|it| it == id).expect("a rank"));
                let ranks: Vec<usize> = ranks.collect();
                let option = &figures["options"][at];
                assert_eq!(option["label"], json!(label));
                alike(&option["avg_rank"], ranks.iter().sum::<usize>() as f64 / all as f64, key);
                assert_eq!(option["first_count"], json!(ranks.iter().filter(|it| **it == 1).count()));
                assert_eq!(option["borda"], json!(ranks.iter().map(|it| 3 - it).sum::<usize>()));
            }
        }
        "matrix" => {
            for (at, row) in ["r", "s"].iter().enumerate() {
                let answered: Vec<Value> = answers.iter().map(|it| it[row].clone()).filter(|it| !it.is_null()).collect();
                let told = &figures["rows"][at];
                assert_eq!((&told["row"], &told["n"]), (&json!(row), &json!(answered.len())));
                for (at, col) in ["x", "y"].iter().enumerate() {
                    let count = times(&answered, &json!(col));
                    let percent = percent(count, answered.len());
                    let expected = json!({ "col": col, "label": col.to_uppercase(), "count": count, "percent": percent });
                    assert_eq!(told["columns"][at], expected);
                }
            }
        }
        other => panic!("nothing is known of {other}"),
    }
}

/// A form of two steps, the second of which is for those who did not say that all is well.
fn branching(owner: &Client) -> (i64, i64, i64) {
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Branching" }));
    let [one, two] = ["One", "Two"].map(|title| made(owner, "/form-steps", json!({ "form_id": form, "title": title })));
    let ends = json!([{
        "conditions": { "connector": "and", "rules": [{ "question": "well", "operator": "equals", "value": true }] },
        "action": { "type": "end" },
    }]);
    let well = json!({ "form_id": form, "form_step_id": one, "label": "Well", "type": "yes_no", "logic": ends });
    made(owner, "/form-questions", well);
    for (key, step) in [("name", one), ("why", two)] {
        let question = json!({ "form_id": form, "form_step_id": step, "label": key, "key": key, "type": "short_text" });
        made(owner, "/form-questions", question);
    }
    owner.post(&format!("/forms/{form}/publish"), json!({})).status_is(200);
    (form, one, two)
}

fn a_form_is_followed_as_far_as_each_response_went(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (form, one, two) = branching(owner);
    let empty = owner.get(&format!("/forms/{form}/summary")).status_is(200);
    assert_eq!(empty.data()["completion_rate"], Value::Null);
    assert_eq!(empty.data()["questions"][0]["options"][0]["percent"], Value::Null);
    let answer = |status: &str, answers: Value| {
        owner.post("/form-responses", json!({ "form_id": form, "status": status, "answers": answers })).status_is(201).id()
    };
    answer("completed", json!({ "well": true }));
    answer("completed", json!({ "well": false, "why": "slow" }));
    answer("in_progress", json!({}));
    answer("in_progress", json!({ "well": false, "name": "Ann" }));
    let not_asked = answer("in_progress", json!({ "well": false, "why": "no" }));
    owner.post(&format!("/form-responses/{not_asked}/disqualify"), json!({})).status_is(200);
    let spam = answer("completed", json!({ "well": true }));
    owner.post(&format!("/form-responses/{spam}/spam"), json!({})).status_is(200);

    for (query, answered) in [("", 2), ("?partial=true", 3)] {
        let told = owner.get(&format!("/forms/{form}/summary{query}")).status_is(200);
        let data = told.data();
        let head = ["form_id", "starts", "completed", "drop_off", "completion_rate"].map(|it| data[it].clone());
        assert_eq!(head, [json!(form), json!(5), json!(2), json!(3), json!(0.4)], "{query}");
        let step = |id: i64, title: &str, reached: i64, left: i64, rate: f64| {
            json!({ "step_id": id, "title": title, "reached": reached, "left": left, "left_rate": rate })
        };
        assert_eq!(data["steps"], json!([step(one, "One", 5, 2, 0.4), step(two, "Two", 2, 1, 0.5)]), "{query}");
        let question = |at: usize| {
            ["key", "seen", "answered", "skipped", "drop_off"].map(|it| data["questions"][at][it].clone())
        };
        let well = [json!("well"), json!(5), json!(answered), json!(5 - answered), json!(0)];
        assert_eq!(question(0), well, "{query}");
        assert_eq!(question(1)[3..], [json!(5 - (answered - 2)), json!(1)], "{query}");
        assert_eq!(question(2), [json!("why"), json!(2), json!(1), json!(1), json!(1)], "{query}");
        assert_eq!(data["questions"][2]["drop_off_rate"], json!(0.5));
    }
    // A question that is deleted stays where it has answers, last.
    let questions = owner.get(&format!("/form-questions?filter[form_id]={form}&filter[key]=well,name")).status_is(200);
    for question in questions.ids() {
        owner.patch(&format!("/form-questions/{question}"), json!({ "logic": [] })).status_is(200);
        owner.delete(&format!("/form-questions/{question}")).status_is(204);
    }
    let told = owner.get(&format!("/forms/{form}/summary")).status_is(200);
    let left = told.data()["questions"].as_array().expect("questions").iter().map(|it| it["key"].clone());
    assert_eq!(left.collect::<Vec<_>>(), [json!("why"), json!("well")]);
}

fn a_summary_is_of_the_responses_that_are_asked_for(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    for (day, why, seconds) in [("01", "slow", 10), ("02", "dear", 30), ("03", "slow again", 50)] {
        owner
            .post("/form-responses", json!({
                "form_id": form, "source": "import", "answers": { "why": why },
                "started_at": format!("2026-01-{day}T10:00:00Z"),
                "completed_at": format!("2026-01-{day}T10:00:{seconds}Z"),
            }))
            .status_is(201);
    }
    respond(owner, form, "today");
    let completed = |query: &str| {
        let told = owner.get(&format!("/forms/{form}/summary?{query}")).status_is(200);
        told.data()["completed"].as_i64().expect("a number")
    };
    for (query, count) in [
        ("", 4),
        ("period=all", 4),
        ("period=today", 1),
        ("period=2026-01", 3),
        ("from=2026-01-02&to=2026-01-03", 2),
        ("to=2026-01-01", 1),
        ("period=1h", 1),
        ("filter[source]=import", 3),
        ("filter[answer][why]=slow", 2),
        ("filter[answer][why]=slow&filter[completed_to]=2026-01-02", 1),
        ("filter[skipped]=score", 4),
        ("filter[answered]=score", 0),
        ("filter[source]=", 4),
    ] {
        assert_eq!(completed(query), count, "{query}");
    }
    let told = owner.get(&format!("/forms/{form}/summary?period=2026-01&filter[source]=import,api&samples=2")).status_is(200);
    let figures = ["avg_seconds", "median_seconds", "last_response_at", "starts"].map(|it| told.data()[it].clone());
    assert_eq!(figures, [json!(30.0), json!(30.0), json!("2026-01-03T10:00:50.000000Z"), json!(3)]);
    assert_eq!(told.data()["questions"][0]["samples"], json!(["slow again", "dear"]));
    let meta = &told.body["meta"];
    assert_eq!((&meta["timezone"], &meta["filters"]), (&json!("UTC"), &json!({ "source": ["import", "api"] })));

    let ask = |query: &str| owner.get(&format!("/forms/{form}/summary?{query}"));
    for filter in ["status", "form_id", "nothing"] {
        ask(&format!("filter[{filter}]=1")).refused_in_words(400);
    }
    ask("period=2026&from=2026-01-01").invalid(&[("period", "The period field is prohibited.")]);
    ask("from=2026-02-01&to=2026-01-01").invalid_under("to");
    ask("period=soon").invalid_under("period");
    ask("samples=101").invalid_under("samples");
    ask("partial=perhaps").invalid_under("partial");
    owner.get("/forms/999999/summary").status_is(404);
    team.person("viewer").client.get(&format!("/forms/{form}/summary")).status_is(200);
}

fn kept_summaries_become_stale_and_are_generated_anew(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let owner = team.owner();
    let (form, _) = survey(&team, json!({}));
    let first = respond(owner, form, "first");
    let keep = |more: Value| {
        let mut body = json!({ "form_id": form });
        body.as_object_mut().expect("a body").extend(more.as_object().expect("fields").clone());
        owner.post("/form-response-summaries", body)
    };
    let kept = keep(json!({ "title": "Why", "body": "They say why." })).status_is(201);
    let path = format!("/form-response-summaries/{}", kept.id());
    let same = owner.get(&format!("/forms/{form}/summary")).status_is(200);
    assert_eq!(field(&kept, "stats"), same.data());
    let state = |answer: &crate::world::Answer| {
        ["kind", "responses_count", "is_stale", "is_pinned"].map(|it| field(answer, it).clone())
    };
    assert_eq!(state(&kept), [json!("computed"), json!(1), json!(false), json!(false)]);
    assert_eq!(field(&kept, "user_id"), &json!(team.person("owner").user_id));
    let why = same.data()["questions"][0]["question_id"].clone();
    let of_one = keep(json!({ "form_question_id": why, "kind": "ai", "filters": { "answer": { "why": "none" } } })).status_is(201);
    let only = field(&of_one, "stats")["questions"].as_array().expect("questions");
    assert_eq!((only.len(), &only[0]["answered"], state(&of_one)[1].clone()), (1, &json!(0), json!(0)));
    let manual = keep(json!({ "kind": "manual", "body": "By hand." })).status_is(201);
    assert_eq!(field(&manual, "stats"), &Value::Null);
    keep(json!({ "form_question_id": question_elsewhere(owner) }))
        .invalid(&[("form_question_id", "The selected form question id is invalid.")]);
    keep(json!({ "filters": { "status": "spam" } })).invalid(&[("filters.status", "The selected filters.status is invalid.")]);
    keep(json!({ "from": "2026-02-01", "to": "2026-01-01" })).invalid_under("to");

    let stale = || field(&owner.get(&path).status_is(200), "is_stale") == &json!(true);
    let regenerate = || owner.post(&format!("{path}/regenerate"), json!({})).status_is(200);
    let begun = json!({ "form_id": form, "status": "in_progress", "answers": { "why": "begun" } });
    let begun = owner.post("/form-responses", begun).status_is(201).id();
    assert!(!stale(), "one that is in progress does not count");
    for (what, done) in [
        ("completed", Box::new(|| drop(owner.post(&format!("/form-responses/{begun}/complete"), json!({})).status_is(200))) as Box<dyn Fn()>),
        ("created", Box::new(|| drop(respond(owner, form, "third")))),
        ("changed", Box::new(|| drop(owner.put(&format!("/form-responses/{first}/answers"), json!({ "answers": { "why": "1st" } })).status_is(200)))),
        ("disqualified", Box::new(|| drop(owner.post(&format!("/form-responses/{begun}/disqualify"), json!({})).status_is(200)))),
    ] {
        done();
        assert!(stale(), "{what}");
        let again = regenerate();
        assert_eq!(field(&again, "is_stale"), &json!(false), "{what}");
        assert_eq!(field(&again, "stats"), owner.get(&format!("/forms/{form}/summary")).status_is(200).data(), "{what}");
    }
    assert_eq!(owner.get("/form-response-summaries?filter[is_stale]=true").status_is(200).total(), 2);

    owner.delete(&format!("/form-responses/{first}")).status_is(204);
    let forgotten = owner.get(&path).status_is(200);
    assert_eq!(field(&forgotten, "stats")["questions"][0]["samples"], json!([]));
    assert_eq!(field(&forgotten, "stats")["questions"][1]["other"], json!([]));
    assert!(stale(), "erased");
    assert_eq!(field(&regenerate(), "stats")["questions"][0]["samples"], json!(["third"]));
    assert!(entries(owner, "form_response_summary", kept.id()).iter().all(|it| !it.to_string().contains("samples")));

    assert_eq!(field(&owner.post(&format!("{path}/pin"), json!({})).status_is(200), "is_pinned"), &json!(true));
    owner.post(&format!("{path}/pin"), json!({})).status_is(200);
    assert_eq!(owner.get("/form-response-summaries?filter[is_pinned]=true").status_is(200).ids(), [kept.id()]);
    owner.post(&format!("{path}/unpin"), json!({})).status_is(200);
    let insight = owner.post(&format!("{path}/promote"), json!({})).status_is(201);
    assert_eq!((field(&insight, "name"), field(&insight, "description")), (&json!("Why"), &json!("They say why.")));
    let events: Vec<Value> = entries(owner, "form_response_summary", kept.id()).iter().map(|it| it["event"].clone()).collect();
    let mut expected = vec!["created"];
    expected.extend(["generated"; 5]);
    expected.extend(["pinned", "unpinned", "promoted"]);
    assert_eq!(events, expected.into_iter().map(Value::from).collect::<Vec<_>>());
    let shown = owner.get(&format!("/forms/{form}?include=summaries,summariesCount")).status_is(200);
    assert_eq!((shown.data()["summaries"].as_array().map(Vec::len), &shown.data()["summaries_count"]), (Some(3), &json!(3)));
    owner.delete(&path).status_is(204);
    owner.get(&path).status_is(404);
}

/// A question of another form.
fn question_elsewhere(owner: &Client) -> i64 {
    let form = made(owner, "/forms", json!({ "project_id": project(owner), "name": "Elsewhere" }));
    made(owner, "/form-questions", json!({ "form_id": form, "label": "Else", "type": "nps" }))
}
