use super::*;
use serde_json::json;

#[test]
fn amounts_are_finite_and_not_negative() {
    assert_eq!(Amount::read(&json!("12.5")), Ok(Amount::new(12.5).unwrap()));
    for (raw, read) in [(json!(".5"), 0.5), (json!("5."), 5.0), (json!("-.0"), 0.0)] {
        assert_eq!(Amount::read(&raw), Ok(Amount::new(read).unwrap()), "{raw}");
    }
    for raw in
        [json!("nan"), json!("."), json!("-"), json!("+5"), json!("inf"), json!("-inf"), json!(true), json!("1e999")]
    {
        assert_eq!(Amount::read(&raw), Err(FieldError::NotNumber), "{raw}");
    }
    assert_eq!(Amount::read(&json!(-0.01)), Err(FieldError::Below("0".to_owned())));
    assert_eq!(Amount::read(&json!(1e13)), Err(FieldError::Above("1000000000000".to_owned())));
}

#[test]
fn bounds_may_be_parts_of_one() {
    assert_eq!(Significance::read(&json!(0.00009)), Err(FieldError::Below("0.0001".to_owned())));
    assert_eq!(Power::read(&json!(0.9991)), Err(FieldError::Above("0.999".to_owned())));
    for within in [0.0001, 0.05, 0.5] {
        assert!(Significance::read(&json!(within)).is_ok(), "{within}");
    }
}

#[test]
fn the_least_may_be_excluded() {
    for below in [json!(0), json!(-0.0), json!(-1), json!("0")] {
        assert_eq!(SomeShare::read(&below), Err(FieldError::NotAbove("0".to_owned())), "{below}");
    }
    assert_eq!(SomeShare::read(&json!(1.5)), Err(FieldError::Above("1".to_owned())));
    assert_eq!(SomeShare::read(&json!(1)), Ok(SomeShare::WHOLE));
    assert!(Effect::read(&json!(0.0001)).is_ok());
}

#[test]
fn both_bounds_may_be_excluded() {
    for above in [json!(1), json!(1.5), json!("2")] {
        assert_eq!(Chance::read(&above), Err(FieldError::NotBelow("1".to_owned())), "{above}");
    }
    assert_eq!(Chance::read(&json!(-1)), Err(FieldError::NotAbove("0".to_owned())));
    assert_eq!(Chance::read(&json!(0.95)), Ok(Chance::USUAL_CONFIDENCE));
}
