use super::*;

const LONG: Duration = Duration::from_secs(3600);

#[test]
fn a_read_is_over_when_its_time_has_passed_or_nobody_waits() {
    let timeout = ReadTimeout::new(LONG);
    let cancellation = Cancellation::default();
    let deadline = Deadline::of(&timeout, Some(&cancellation));
    assert!(!deadline.is_over());
    assert!(deadline.within(Duration::ZERO).is_over());
    cancellation.cancel();
    assert!(deadline.is_over());
    assert!(Deadline::of(&ReadTimeout::new(Duration::ZERO), None).is_over());
}

#[test]
fn what_is_read_for_several_lasts_as_long_as_any_of_them() {
    let timeout = ReadTimeout::new(LONG);
    let left = Cancellation::default();
    left.cancel();
    let both = [Deadline::of(&timeout, Some(&left)), Deadline::of(&timeout, None).within(Duration::ZERO)];
    assert!(!Deadline::of_all(both.iter()).unwrap().is_over());
    assert!(Deadline::of_all(both.iter().take(1)).unwrap().is_over());
}

#[test]
fn draining_ends_what_runs_and_what_is_to_come() {
    let timeout = ReadTimeout::new(LONG);
    let running = Deadline::of(&timeout, None);
    timeout.drain(LONG);
    assert!(!running.is_over());
    timeout.drain(Duration::ZERO);
    timeout.drain(LONG);
    assert!(running.is_over() && Deadline::of(&timeout, None).is_over());
}

#[test]
fn a_renewed_deadline_is_as_long_as_a_new_one() {
    let timeout = ReadTimeout::new(LONG);
    let cancellation = Cancellation::default();
    let over = Deadline::of(&timeout, Some(&cancellation)).within(Duration::ZERO);
    over.bind(|| {
        assert!(is_over());
        renew();
        assert!(!is_over());
        cancellation.cancel();
        renew();
        assert!(is_over());
    });
}

#[test]
fn a_thread_has_the_deadline_of_what_it_does() {
    let over = Deadline::of(&ReadTimeout::new(Duration::ZERO), None);
    assert!(!is_set() && !is_over());
    over.bind(|| assert!(is_set() && is_over()));
    assert!(!is_set() && !is_over());
}

#[test]
fn a_write_is_over_when_it_has_lasted_too_long_or_the_service_stops() {
    let drain = Drain::default();
    let mut deadline = WriteDeadline::of(LONG, &drain);
    assert_eq!(deadline.check(), Ok(()));
    deadline.shorten(Duration::ZERO);
    deadline.shorten(LONG);
    assert_eq!(deadline.check(), Err(Refusal::TimedOut));
    drain.within(LONG);
    assert_eq!(WriteDeadline::of(LONG, &drain).check(), Ok(()));
    drain.within(Duration::ZERO);
    assert_eq!(deadline.check(), Err(stopping()));
    assert_eq!(WriteDeadline::of(LONG, &drain).check(), Err(stopping()));
}
