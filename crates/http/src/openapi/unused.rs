//! The schemas that no operation leads to, which the document does without.

use std::collections::BTreeSet;

use serde_json::Value;

/// The names of the schemas that are referred to here.
fn named(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            let name =
                members.get("$ref").and_then(Value::as_str).and_then(|it| it.strip_prefix("#/components/schemas/"));
            names.extend(name.map(str::to_owned));
            members.values().for_each(|member| named(member, names));
        }
        Value::Array(items) => items.iter().for_each(|item| named(item, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Leaves out schemas that nothing refers to, such as the page of a kind that has no list.
pub(super) fn leave_out(document: &mut Value) {
    loop {
        let mut names = BTreeSet::new();
        named(document, &mut names);
        let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) else { return };
        let before = schemas.len();
        schemas.retain(|name, _| names.contains(name));
        if schemas.len() == before {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_only_unused_schemas_name_is_left_out_as_well() {
        let name = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
        let mut document = json!({
            "paths": [name("A")],
            "components": {"schemas": {"A": {"items": name("B")}, "B": {}, "C": {"items": name("D")}, "D": name("B")}},
        });
        leave_out(&mut document);
        assert_eq!(document["components"]["schemas"], json!({"A": {"items": name("B")}, "B": {}}));
    }
}
