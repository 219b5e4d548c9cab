use super::*;

#[test]
fn quantiles_lie_between_the_nearest_two() {
    let ordered = [1.0, 2.0, 3.0, 4.0];
    assert_eq!(quantile(&ordered, 0.5), Some(2.5));
    assert_eq!(quantile(&ordered, 0.9), Some(3.7));
    assert_eq!((quantile(&ordered, 0.0), quantile(&ordered, 1.0)), (Some(1.0), Some(4.0)));
    assert_eq!((quantile(&[], 0.5), median(vec![7.0])), (None, Some(7.0)));
}

#[test]
fn a_slope_takes_two_values() {
    assert_eq!(slope(&[1.0, 3.0, 5.0]), Some(2.0));
    assert_eq!((slope(&[4.0]), slope(&[2.0, 2.0])), (None, Some(0.0)));
}

#[test]
fn stretches_are_joined_and_counted() {
    let at = |from: i64, until: i64| (Time::from_micros(from), Time::from_micros(until));
    let some = vec![at(5, 9), at(0, 3), at(2, 4), at(9, 10), at(7, 7)];
    assert_eq!(union(some.clone()), [at(0, 4), at(5, 10)]);
    assert_eq!((most_at_once(&some), most_at_once(&[at(1, 2), at(2, 3)])), (2, 1));
}

#[test]
fn what_is_null_on_a_side_has_no_distance() {
    let then = json!({"won": 3, "rate": null, "ideas": {"new": 1}});
    let now = json!({"won": 5, "rate": 0.5, "ideas": {"new": 4}});
    assert_eq!(delta(&now, &then), json!({"won": 2, "rate": null, "ideas": {"new": 3}}));
}
