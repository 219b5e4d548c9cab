use super::*;

#[test]
fn phases_that_began_after_the_end_are_cut_to_it() {
    let hour = |number: i64| Time::from_micros(number * 3_600_000_000);
    let mut course = ExperimentTimeline::default();
    assert!(course.begin_phase(hour(1), None, &[]));
    assert!(course.begin_phase(hour(20), None, &[]));
    course.end_phase(hour(16));
    let times: Vec<_> = course.phases().iter().map(|phase| (phase.time.from, phase.time.to)).collect();
    assert_eq!(times, [(hour(1), Some(hour(16))), (hour(16), Some(hour(16)))]);
}

#[test]
fn what_is_kept_is_read_again_and_pauses_do_not_count() {
    let day = |number: i64| Time::from_micros(number * 86_400_000_000);
    let mut course = ExperimentTimeline::default();
    assert!(course.begin_phase(day(1), Some(Id::new(4)), &[]));
    assert!(course.run(day(1)));
    course.halt(day(3));
    assert!(course.run(day(10)));
    assert_eq!(ExperimentTimeline::from_raw(course.clone().into_raw()), Ok(course.clone()));
    assert_eq!(course.days(day(11)), 3.0);
    course.halt(day(12));
    course.end_phase(day(12));
    assert_eq!(course.days(day(99)), 4.0);
    assert_eq!(ExperimentTimeline::from_raw(course.clone().into_raw()), Ok(course));
    assert_eq!(ExperimentTimeline::from_raw("{}".to_owned()), Ok(ExperimentTimeline::default()));
    assert!(ExperimentTimeline::from_raw("[7".to_owned()).is_err());
}

#[test]
fn what_was_before_a_reset_is_told_and_does_not_count() {
    let day = |number: i64| Time::from_micros(number * 86_400_000_000);
    let told = |course: &ExperimentTimeline, ended: Option<i64>| -> Vec<_> {
        course.segments(ended.map(day)).iter().map(|it| (it.from, it.to, it.runs)).collect()
    };
    let segment = |from, to, runs| (day(from), Some(day(to)), runs);
    let mut course = ExperimentTimeline::default();
    assert!(course.run(day(1)));
    course.halt(day(3));
    assert_eq!(told(&course, None), [segment(1, 3, true), (day(3), None, false)]);
    assert!(course.run(day(4)));
    course.reset(day(6));
    let past = [segment(1, 3, true), segment(3, 4, false), segment(4, 6, true)];
    assert_eq!(told(&course, None), past);
    assert_eq!((course.days(day(9)), course.runs().count(), course.all_runs().count()), (0.0, 0, 2));
    assert_eq!(ExperimentTimeline::from_raw(course.clone().into_raw()), Ok(course.clone()));
    // One that is started anew, as of a day before the end of what is past.
    assert!(course.run(day(5)));
    course.halt(day(8));
    assert_eq!(course.days(day(9)), 3.0);
    course.reset(day(9));
    let again = [segment(4, 5, true), segment(5, 8, true), segment(8, 9, false)];
    assert_eq!(told(&course, None), [&past[..2], &again[..]].concat());
    for number in 10..10_i64 + 2_100 {
        assert!(course.run(day(2 * number)));
        course.reset(day(2 * number + 1));
    }
    assert_eq!(course.past().len(), MOST_PAST);
    assert_eq!(course.past().last().map(|it| it.to), Some(Some(day(2 * 2_109 + 1))), "the latest are kept");
    let old = ExperimentTimeline::from_raw(r#"{"phases":[],"runs":[[0,null]]}"#.to_owned()).unwrap();
    assert_eq!((old.past(), old.days(day(2))), (&[][..], 2.0));
}

#[test]
fn an_experiment_runs_in_so_many_intervals() {
    let mut course = ExperimentTimeline::default();
    for number in 0..1_000 {
        assert!(course.run(Time::from_micros(2 * number)));
        course.halt(Time::from_micros(2 * number + 1));
    }
    assert!(!course.run(Time::from_micros(2_000)));
    assert_eq!(course.runs().count(), MOST_RUNS);
    course.reset(Time::from_micros(2_000));
    assert_eq!(course.past().len(), MOST_PAST, "all of them, each with the pause after it");
    assert!(course.run(Time::from_micros(2_001)), "what is past is no interval");
}
