use super::*;

#[test]
fn a_moment_is_written_as_it_is_read() {
    for text in [
        "2026-01-02T03:04:05.000000Z",
        "0001-01-01T00:00:00.000000Z",
        "1969-12-31T23:59:59.999999Z",
        "2000-02-29T12:00:00.000001Z",
        "9999-12-31T23:59:59.999999Z",
    ] {
        assert_eq!(Time::parse(text).unwrap().to_string(), text);
    }
    assert_eq!(Time::parse("2026-01-02").unwrap().to_string(), "2026-01-02T00:00:00.000000Z");
    assert_eq!(Time::parse("2026-01-02T00:00:00+02:00").unwrap().to_string(), "2026-01-01T22:00:00.000000Z");
    assert_eq!(Time::parse_end("2026-01-02").unwrap().to_string(), "2026-01-02T23:59:59.999999Z");
}

#[test]
fn every_day_of_four_centuries_agrees_with_chrono() {
    for day in -150_000..150_000 {
        let moment = DateTime::from_timestamp(day * 86_400, 0).unwrap();
        assert_eq!(Time::from(moment).to_string(), moment.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string());
    }
}

#[test]
fn what_is_no_moment_is_refused() {
    let minus = "2026-01-02T03:04:05\u{2212}02:00";
    for text in
        ["", "tomorrow", "2026", "2026-02-30", "2026-1-2", "+2026-01-02", "2026-01-02T03:04:05", "0000-01-01", minus]
    {
        assert_eq!(Time::parse(text), None, "{text}");
    }
    for blank in ["2026- 1- 2", "2026-1-  2", "202- 12-01", " 202-12-01", "2026-1-\u{a0}2", "2026\t-1- 2"] {
        assert_eq!((Date::parse(blank), Time::parse(blank)), (None, None), "{blank}");
    }
    for blank in ["2026-01-02T 3:04:05Z", "2026-01-02T03:04:05 Z", "2026-01-02T03:04: 5Z", "2026-01-02T03:04:05+ 2:00"]
    {
        assert_eq!(Time::parse(blank), None, "{blank}");
    }
    assert_eq!(Time::parse("9999-12-31T23:59:60Z"), None);
    assert_eq!(Time::parse("2016-12-31T23:59:60Z").unwrap().to_string(), "2017-01-01T00:00:00.000000Z");
}
