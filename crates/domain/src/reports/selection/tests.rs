use super::*;

fn asked(values: Option<&str>) -> Vec<(String, Option<Vec<String>>)> {
    let values = values.map(|values| values.split(',').map(str::to_owned).collect());
    vec![("project_id".to_owned(), values)]
}

fn selection(values: Option<&str>) -> Selection {
    let filters = filters(&asked(values), &mut Invalid::default()).unwrap();
    let days = AskedDays { first: None, last: NaiveDate::MIN };
    Selection { days, granularity: Granularity::Month, compare: Compare::None, include_aa: false, filters }
}

#[test]
fn ids_are_read_as_lists_read_them() {
    let ids = |values| selection(values).ids(ReportFilter::ProjectId);
    assert_eq!(ids(Some("1, 2 ,,x,01,+1,-0")), Some(vec![1, 2]));
    assert_eq!(ids(Some(",")), Some(Vec::new()), "empty values match nothing");
    assert_eq!(ids(None), None);
    assert_eq!(selection(Some("1")).ids(ReportFilter::TagId), None);
}

#[test]
fn filters_are_shown_as_they_were_sent() {
    assert_eq!(selection(Some(" 1,,x")).shown_filters(), serde_json::json!({ "project_id": ["1", "x"] }));
    assert_eq!(selection(Some(",")).shown_filters(), serde_json::json!({ "project_id": [] }));
    assert_eq!(selection(None).shown_filters(), serde_json::json!({}));
}

#[test]
fn too_many_values_are_told_beside_what_else_is_wrong() {
    let mut invalid = Invalid::default();
    invalid.add("format", &FieldError::NotAllowed);
    filters(&asked(Some(&vec!["1"; MOST_VALUES + 1].join(","))), &mut invalid).unwrap();
    let fields: Vec<_> = invalid.errors().map(|(field, _)| field.to_owned()).collect();
    assert_eq!(fields, ["format", "filter.project_id"]);
}
