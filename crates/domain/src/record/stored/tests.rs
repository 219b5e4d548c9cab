use serde_json::json;

use super::*;

#[test]
fn a_document_weighs_about_what_is_written_of_it() {
    for document in [
        json!(null),
        json!("a text of some length, with a \"quote\" in it"),
        json!([1, 2.5, -3, true, null, "six"]),
        json!({ "questions": [{ "id": 12, "options": [{ "value": "a", "label": "An option", "count": 120 }] }] }),
        json!({ "rows": vec![json!({ "label": "x".repeat(500), "count": 1 }); 40] }),
    ] {
        let (weight, written) = (length_of(FieldValue::Json(&document)), document.to_string().len());
        assert!(weight >= written / 2 && weight <= written * 2, "{weight} for {written}: {document}");
    }
    assert_eq!(length_of(FieldValue::Text("four")), 4);
    assert_eq!(length_of(FieldValue::Integer(4)), 0);
}
