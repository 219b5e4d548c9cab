use super::*;

fn day(text: &str) -> NaiveDate {
    crate::record::Date::parse(text).unwrap().0
}

fn window(first: &str, last: &str) -> Window {
    Window::new(day(first), day(last), Tz::Europe__Berlin)
}

#[test]
fn buckets_are_cut_to_the_window_and_begin_when_the_team_says() {
    let told = |by, weeks| -> Vec<(String, String)> {
        let buckets = window("2026-03-10", "2026-04-02").buckets(by, weeks, Tz::Europe__Berlin).unwrap();
        buckets.iter().map(|it| (it.first.to_string(), it.last.to_string())).collect()
    };
    let pair = |first: &str, last: &str| (format!("2026-{first}"), format!("2026-{last}"));
    assert_eq!(told(Granularity::Month, Weekday::Mon), [pair("03-10", "03-31"), pair("04-01", "04-02")]);
    let weeks = told(Granularity::Week, Weekday::Sun);
    assert_eq!((&weeks[0], weeks.len()), (&pair("03-10", "03-14"), 4));
    assert_eq!(told(Granularity::Day, Weekday::Mon).len(), 24);
}

#[test]
fn a_day_of_the_change_to_summer_time_has_23_hours() {
    let window = window("2026-03-29", "2026-03-29");
    assert_eq!(window.days(window.until) * 24.0, 23.0);
    assert_eq!(window.days(window.from.plus_seconds(-1)), 0.0);
}

#[test]
fn what_was_before_has_as_many_days_or_the_same_dates() {
    let leap = window("2024-02-01", "2024-02-29");
    let before = leap.before(Tz::Europe__Berlin);
    assert_eq!((before.first, before.last), (day("2024-01-03"), day("2024-01-31")));
    let year = leap.year_before(Tz::Europe__Berlin);
    assert_eq!((year.first, year.last), (day("2023-02-01"), day("2023-02-28")));
}

#[test]
fn too_many_buckets_are_refused() {
    let long = window("2020-01-01", "2026-01-01");
    assert!(long.buckets(Granularity::Day, Weekday::Mon, Tz::UTC).is_err());
    assert!(long.buckets(Granularity::Week, Weekday::Mon, Tz::UTC).is_ok());
}
