use std::time::Duration;

use super::*;
use crate::deadline::{Deadline, ReadTimeout};

#[test]
fn a_short_read_brings_few_rows_and_few_bytes() {
    let mut rows = ReadBudget::short();
    assert!((0..ROWS).all(|_| rows.take(8) == Ok(())));
    assert!(!rows.is_exceeded());
    assert_eq!(rows.take(8), Err(Refusal::TimedOut));
    assert!(rows.is_exceeded());

    let mut bytes = ReadBudget::short();
    assert_eq!(bytes.take(BYTES), Ok(()));
    assert_eq!(bytes.take(1), Err(Refusal::TimedOut));
    assert!(bytes.is_exceeded());
}

#[test]
fn any_other_brings_what_it_likes_until_its_deadline() {
    let mut budget = ReadBudget::unlimited();
    assert!((0..10 * ROWS).all(|_| budget.take(BYTES) == Ok(())));
    let over = Deadline::of(&ReadTimeout::new(Duration::ZERO), None);
    assert!(over.bind(|| (0..ROWS_BETWEEN_CHECKS).any(|_| budget.take(8).is_err())));
    // A few that are large take as long as many that are small.
    assert_eq!(over.bind(|| ReadBudget::unlimited().take(BYTES_BETWEEN_CHECKS + 1)), Err(Refusal::TimedOut));
    assert!(!budget.is_exceeded(), "it is late and not long");
}
