use super::*;
use serde_json::json;

fn variations(body: Json) -> Vec<(String, bool, f64)> {
    let fields = json!({ "variations": body });
    let mut reader = BodyReader::new(fields.as_object().unwrap());
    let planned = PlannedVariations::read(&mut reader);
    reader.finish(&[]).unwrap();
    let told = |it: Variation| (it.key.as_str().to_owned(), it.is_control, it.weight.get());
    planned.of(Id::new(1)).into_iter().map(told).collect()
}

#[test]
fn the_first_is_the_control_unless_another_says_so_last() {
    let names = |controls: [bool; 3]| json!(controls.map(|it| json!({ "name": "A", "is_control": it })));
    let control = |controls| variations(names(controls)).iter().position(|it| it.1);
    assert_eq!(control([false, false, false]), Some(0));
    assert_eq!(control([true, true, false]), Some(1));
    assert_eq!(control([false, false, true]), Some(2));
}

#[test]
fn without_weights_all_get_the_same_and_the_control_what_is_left() {
    let three = json!([{ "name": "A" }, { "name": "A", "key": "a-2" }, { "name": "A" }]);
    let expected = [("a", true, 33.34), ("a-2", false, 33.33), ("a-3", false, 33.33)];
    assert_eq!(variations(three), expected.map(|(key, control, weight)| (key.to_owned(), control, weight)));
    let one = variations(json!([{ "name": "A", "weight": 12.5 }, { "name": "B" }]));
    assert_eq!(one.iter().map(|it| it.2).collect::<Vec<_>>(), [12.5, 0.0]);
}
