use serde_json::json;

use super::*;
use crate::record::Count;

#[test]
fn a_list_tells_every_item_that_does_not_fit() {
    type Few = List<Count, 3>;
    assert_eq!(Few::read(&json!([1, "2"])).map(|it| it.items().to_vec()).map(|it| it.len()), Ok(2));
    assert_eq!(Few::read(&json!(5)), Err(FieldError::NotList));
    assert_eq!(Few::read(&json!([1, 2, 3, 4])), Err(FieldError::TooMany(3)));
    let wrong = vec![(0, FieldError::Below("0".to_owned())), (2, FieldError::Required)];
    assert_eq!(Few::read(&json!([-1, 1, null])), Err(FieldError::Items(wrong)));
}

#[test]
fn a_list_of_at_least_one_is_not_empty() {
    type Few = AtLeastOne<Count, 3>;
    assert_eq!(Few::read(&json!([])), Err(FieldError::Required));
    assert_eq!(Few::read(&json!([1])).map(|it| it.items().len()), Ok(1));
    assert_eq!(Few::read(&json!([1, 2, 3, 4])), Err(FieldError::TooMany(3)));
}

#[test]
fn what_is_kept_is_read_again() {
    let list: List<Count, 3> = List::read(&json!([3, 1])).unwrap();
    assert_eq!(List::from_raw(list.clone().into_raw()), Ok(list));
    let named: ByName<Count> = ByName::read(&json!({"b": 1, "a": 2})).unwrap();
    assert_eq!(ByName::from_raw(named.clone().into_raw()), Ok(named));
    assert!(List::<Count, 3>::from_raw("{}".to_owned()).is_err());
}
