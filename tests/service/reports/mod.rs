//! Reports, held against what follows from the records as the API tells them.

use serde_json::Value;

use crate::world::Client;

mod calendar;
mod computed;
mod every_report;
mod figures;
mod fixture;
mod flow;
mod impact;
mod refused;
mod resets;
mod saved;
mod team_records;
mod tested;
mod window_end;
mod work;

/// The answer of a report: its figures and what stands beside them.
#[track_caller]
fn report(client: &Client, name: &str, query: &str) -> Value {
    client.get(&format!("/reports/{name}?{query}")).status_is(200).body
}

/// Both are alike, numbers within a millionth.
#[track_caller]
fn alike(place: &str, found: &Value, expected: &Value) {
    match (found, expected) {
        (Value::Number(one), Value::Number(two)) => {
            let (one, two) = (one.as_f64().expect("a number"), two.as_f64().expect("a number"));
            assert!((one - two).abs() <= 1e-6 * two.abs() + 1e-9, "{place}: {one} is not {two}");
        }
        (Value::Array(one), Value::Array(two)) => {
            assert_eq!(one.len(), two.len(), "{place}: {found}\nis not\n{expected}");
            for (at, (one, two)) in one.iter().zip(two).enumerate() {
                alike(&format!("{place}[{at}]"), one, two);
            }
        }
        (Value::Object(one), Value::Object(two)) => {
            let names =
                |it: &serde_json::Map<String, Value>| it.keys().cloned().collect::<std::collections::BTreeSet<_>>();
            assert_eq!(names(one), names(two), "the members of {place}");
            for (name, one) in one {
                alike(&format!("{place}.{name}"), one, &two[name]);
            }
        }
        _ => assert_eq!(found, expected, "{place}"),
    }
}
