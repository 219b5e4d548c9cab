use serde_json::json;

use super::*;
use crate::record::{Code, Color, Email, HttpUrl, Importance, Name, Ordinal, Power, Slug, Value, Zone};

#[track_caller]
fn told<V: Value>(raw: &Json, errors: &[FieldError]) {
    let expected = match errors {
        [one] => one.clone(),
        several => FieldError::Each(several.to_vec()),
    };
    assert_eq!(V::read(raw).err(), Some(expected), "{raw}");
}

#[test]
fn a_text_is_held_to_its_length_and_to_its_form() {
    use FieldError::{Format, NotEmail, NotUrl, NotZone, TooLong};
    told::<Code>(&json!("ABCDEFGHIJK"), &[TooLong(10), Format]);
    told::<Code>(&json!("abcdefghij"), &[Format]);
    told::<HttpUrl>(&json!("x".repeat(3_000)), &[TooLong(2048), NotUrl]);
    told::<Email>(&json!("x".repeat(300)), &[TooLong(255), NotEmail]);
    told::<Slug>(&json!("x".repeat(65)), &[TooLong(64), Format]);
    told::<Slug>(&json!("X".repeat(64)), &[Format]);
    told::<Color>(&json!("redredred"), &[Format]);
    told::<Zone>(&json!("x".repeat(65)), &[NotZone]);
}

#[test]
fn a_value_of_another_type_is_held_to_the_other_rules_as_well() {
    use FieldError::{Above, Below, NotInteger, NotNumber, NotText, NotUrl, TooLong};
    let at_least_one = || Below("1".to_owned());
    told::<Name>(&json!(5), &[NotText]);
    told::<Name>(&json!(vec![0; 255]), &[NotText]);
    told::<Name>(&json!(vec![0; 256]), &[NotText, TooLong(255)]);
    told::<HttpUrl>(&json!(5), &[NotText, NotUrl]);
    told::<HttpUrl>(&json!([]), &[NotText, NotUrl]);
    told::<Color>(&json!(1_234_567_890), &[NotText, FieldError::Format]);
    told::<Slug>(&json!(["a"]), &[NotText, FieldError::Format]);
    told::<Ordinal>(&json!("abc"), &[NotInteger]);
    told::<Ordinal>(&json!(true), &[NotInteger]);
    told::<Ordinal>(&json!("1.5"), &[NotInteger]);
    told::<Ordinal>(&json!(1e300), &[NotInteger]);
    told::<Ordinal>(&json!("0.5"), &[NotInteger, at_least_one()]);
    told::<Importance>(&json!(5.5), &[NotInteger, Above("5".to_owned())]);
    told::<Importance>(&json!([0, 1, 2, 3, 4, 5]), &[NotInteger, Above("5".to_owned())]);
    for nothing in [json!([]), json!({}), json!(false), json!(null)] {
        told::<Ordinal>(&nothing, &[NotInteger, at_least_one()]);
    }
    told::<Power>(&json!({}), &[NotNumber, Below("0.5".to_owned())]);
}
