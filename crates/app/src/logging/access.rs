//! Lines of the access log: pairs of a name and a value, of which JSON has each as a member.

use serde_json::{Map, Value};

/// The members of a line. A dash is null, and what counts something is a number.
pub(super) fn members(line: &str) -> impl Iterator<Item = (String, Value)> {
    line.split(' ').filter_map(|pair| pair.split_once('=')).map(|(name, value)| {
        let value = match (name, value) {
            (_, "-") => Value::Null,
            ("status" | "microseconds" | "bytes" | "team" | "key", number) => {
                number.parse::<u64>().map_or_else(|_| number.into(), Value::from)
            }
            (_, text) => text.into(),
        };
        (name.to_owned(), value)
    })
}

/// A line as one object, after what every line of the log says.
pub(super) fn object(time: String, level: &str, target: &str, line: &str) -> Value {
    let said = [("time", time.as_str()), ("level", level), ("target", target)];
    let said = said.map(|(name, value)| (name.to_owned(), value.into()));
    Value::Object(said.into_iter().chain(members(line)).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_pair_is_a_member() {
        let line = "id=7 method=GET route=- status=404 bytes=12 team=- client=::1 path=/a=\"b";
        let told = json!({
            "time": "now", "level": "INFO", "target": "t", "id": "7", "method": "GET", "route": null, "status": 404,
            "bytes": 12, "team": null, "client": "::1", "path": "/a=\"b",
        });
        assert_eq!(object("now".to_owned(), "INFO", "t", line), told);
    }
}
