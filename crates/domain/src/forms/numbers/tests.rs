use serde_json::json;

use super::*;

#[test]
fn multiples_are_those_of_the_decimals() {
    for (number, from, step) in [
        (0.3, 0.0, 0.1),
        (0.7, 0.1, 0.2),
        (-0.3, 0.0, 0.1),
        (1e15, 0.0, 0.1),
        (1.005, 1.0, 0.001),
        (7.0, 1.0, 3.0),
        (1e300, 0.0, 1.0),
        (0.0, 0.0, 1e-300),
    ] {
        assert!(is_multiple(number, from, step), "{number} from {from} by {step}");
    }
    for (number, from, step) in [(0.35, 0.0, 0.1), (0.1 + 0.2, 0.0, 0.1), (6.0, 1.0, 3.0), (1e-20, 0.0, 0.1)] {
        assert!(!is_multiple(number, from, step), "{number} from {from} by {step}");
    }
}

#[test]
fn sums_are_those_of_the_decimals() {
    assert_eq!(sum(&[0.1, 0.2]), 0.3);
    assert_eq!(sum(&[1e300, 1.0]), 1e300);
    assert_eq!(sum(&[]), 0.0);
}

#[test]
fn whole_numbers_are_written_whole() {
    assert_eq!(number_json(5.0).to_string(), "5");
    assert_eq!(number_json(-0.0).to_string(), "0");
    assert_eq!(number_json(0.5), json!(0.5));
    assert_eq!(number_json(1e20), json!(1e20));
}
