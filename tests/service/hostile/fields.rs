//! Fields: every field of every body that the document names, with everything that it is not.

use serde_json::{Value, json};

use super::target::{Target, shortened};
use crate::conventions::declared::fields_of_body;
use crate::openapi::resolved;
use crate::world::{Store, on_both};

on_both![no_field_takes_what_it_is_not];

/// JSON texts, the last of which stand for themselves in a body that is written by hand.
fn texts() -> Vec<String> {
    [
        "0",
        "-1",
        "5",
        "1.5",
        "1e308",
        "-1e308",
        "12345678901234567890",
        "-9223372036854775809",
        "1E400",
        "true",
        "false",
        "null",
        "[]",
        "{}",
        "[[]]",
        "[null]",
        "[1,[2,[3]]]",
        r#"{"a":{"b":[{"c":1}]}}"#,
        r#"[{"id":1}]"#,
        r#""""#,
        r#"" ""#,
        r#""\u0000""#,
        r#""a\u0000b""#,
        r#""\ud800""#,
        r#""\udc00\ud800""#,
        "\"\u{1F600}\"",
        "\"\u{202E}\u{2066}x\"",
        "\"\u{FEFF}\u{200B}\"",
        r#""' OR 1=1 --""#,
        r#""2026-02-30""#,
        r#""-0001-01-01T00:00:00Z""#,
        r#""+262143-12-31T23:59:59Z""#,
        r#""9999-12-31T23:59:60.999999999Z""#,
        r#""javascript:alert(1)""#,
        r#""http://""#,
    ]
    .map(str::to_owned)
    .into()
}

/// Texts that are much to read, so that of each operation one field is given them.
fn long_texts() -> Vec<String> {
    vec![
        format!("\"{}\"", "x".repeat((1 << 20) - 200)),
        format!("\"{}\"", "\u{1F600}".repeat(300)),
        format!("[{}1]", "1,".repeat(10_000)),
        format!("{}1{}", "[".repeat(100), "]".repeat(100)),
    ]
}

fn no_field_takes_what_it_is_not(store: Store) {
    let target = Target::new(store);
    let (texts, long_texts) = (texts(), long_texts());
    let mut fields = 0;
    for operation in target.interface.operations() {
        let said = &target.document()["paths"][operation.path][operation.method.to_lowercase()];
        let schema = fields_of_body(said).and_then(|name| target.document().pointer(name.trim_start_matches('#')));
        let Some(schema) = schema else { continue };
        let path = target.filled(operation.path);
        let body = target.interface.body(operation, &target.records).to_string();
        let whole = schema["oneOf"].as_array().map_or(std::slice::from_ref(schema), Vec::as_slice);
        let whole = whole.iter().map(|it| resolved(target.document(), it));
        let properties: Vec<_> = whole.flat_map(|it| it["properties"].as_object().expect("the properties")).collect();
        for (field, about) in &properties {
            fields += 1;
            for text in &texts {
                send(&target, (operation.method, &path, &body), field, about, text);
            }
        }
        let (field, about) = properties[fields % properties.len()];
        for text in &long_texts {
            send(&target, (operation.method, &path, &body), field, about, text);
        }
    }
    assert!(fields > 120, "the document names {fields} fields");
    target.is_unharmed();
}

fn send(target: &Target, (method, path, body): (&str, &str, &str), field: &str, about: &Value, text: &str) {
    // The good fields come first, so that the odd one is the last of its name.
    let good = body.strip_suffix('}').unwrap_or(body);
    let comma = if good.ends_with('{') { "" } else { "," };
    let body = format!(r#"{good}{comma}"{field}":{text}}}"#);
    let answer = target.owner.send(method, path, &[("Content-Type", "application/json")], body.as_bytes());
    let asked = format!("{method} {path} with {field}: {}", shortened(text.as_bytes()));
    assert!(matches!(answer.status, 200 | 201 | 422), "{asked} was answered {}: {}", answer.status, answer.text());
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        assert_eq!(answer.status, 422, "{asked}, which is no JSON");
        return;
    };
    // What may be answered is up to the question, and nothing is no answer to any.
    let is_no_answer = field == "value" && path.starts_with("/form-answers") && answer.status == 200;
    let of_status = about["description"].as_str().is_some_and(|it| it.contains("Read where `status` becomes"));
    let options = ["relative", "alternative", "prior", "tuning", "tau_squared", "cuped"];
    let is_unused = path == "/statistics/compare" && options.contains(&field) && answer.status == 200;
    if is_no_answer || of_status || is_unused || field == "force" {
        // It is only looked at where it is needed.
        return;
    }
    if !may_stand(target.document(), about, &value) {
        assert_eq!(answer.status, 422, "{asked}, which is not {about}");
        let errors = answer.body["errors"].as_object().expect("errors");
        // What is not allowed of a record where it stands in its life is refused before the body is read.
        let has_life =
            ["/experiments/", "/ideas/", "/insights/", "/observations/"].iter().any(|list| path.starts_with(list));
        let stands = has_life && errors.contains_key("status");
        let told = errors.keys().any(|key| key == field || key.starts_with(&format!("{field}.")));
        assert!(told || stands, "{asked}: {errors:?}");
    }
}

/// Whether a value of this type may stand in the field; what it says is another matter.
fn may_stand(document: &Value, about: &Value, value: &Value) -> bool {
    let about = resolved(document, about);
    if let Some(either) = about["anyOf"].as_array() {
        return either.iter().any(|it| may_stand(document, it, value));
    }
    let types: Vec<&str> = match &about["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    let number = types.contains(&"integer") || types.contains(&"number");
    match value {
        // An empty text is null, and null stands or is required.
        Value::Null => true,
        Value::Bool(_) => types.contains(&"boolean"),
        // As on the stack, 0 and 1 say no and yes.
        Value::Number(it) => number || (types.contains(&"boolean") && matches!(it.as_i64(), Some(0 | 1))),
        Value::String(text) => types.contains(&"string") || number || text.trim_matches(is_blank).is_empty(),
        Value::Array(items) => {
            types.contains(&"array") && items.iter().all(|item| may_stand(document, &about["items"], item))
        }
        Value::Object(_) => types.contains(&"object"),
    }
}

/// What is trimmed from texts: white space, and what has no width at all.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{FEFF}' | '\u{200B}')
}

/// What is left in the records is what may stand there: they are all still readable, and the numbers are numbers.
#[test]
fn what_was_taken_can_be_read_again() {
    let target = Target::new(Store::Sqlite);
    for amount in ["1e308", "5e-324", "0.1", "-0.0", "123456789.125"] {
        let body = format!(r#"{{"monthly_revenue":{amount}}}"#);
        let path = format!("/projects/{}", target.project);
        let answer = target.owner.send("PATCH", &path, &[("Content-Type", "application/json")], body.as_bytes());
        let again = target.owner.get(&path).status_is(200);
        let shown = &again.data()["monthly_revenue"];
        assert!(shown.is_number() || shown.is_null(), "{amount} became {shown}");
        if answer.status == 200 {
            assert_eq!(shown, &answer.data()["monthly_revenue"]);
        }
    }
    assert_eq!(json!(target.owner.get("/projects").status_is(200).total()), json!(1));
}
