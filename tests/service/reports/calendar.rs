//! Days and moments of Berlin, by the rule of the European Union for summer time.

/// Microseconds since 1970.
pub(super) type At = i64;

pub(super) const HOUR: At = 3_600_000_000;
pub(super) const DAY: At = 24 * HOUR;

/// A day, counted from the first of January of 1970.
pub(super) fn day_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The year, the month and the day of the month.
pub(super) fn civil(day: i64) -> (i64, i64, i64) {
    let mut year = 1970 + day.div_euclid(366);
    while day_of(year + 1, 1, 1) <= day {
        year += 1;
    }
    let month = (1..=12).rev().find(|month| day_of(year, *month, 1) <= day).expect("a month");
    (year, month, day - day_of(year, month, 1) + 1)
}

pub(super) fn read_day(text: &str) -> i64 {
    let part = |range: std::ops::Range<usize>| text[range].parse::<i64>().expect("a number");
    day_of(part(0..4), part(5..7), part(8..10))
}

/// Reads `2026-01-02T03:04:05Z`, with or without a part of a second.
pub(super) fn read(text: &str) -> At {
    let part = |range: std::ops::Range<usize>| text[range].parse::<i64>().expect("a number");
    let seconds = part(11..13) * 3600 + part(14..16) * 60 + part(17..19);
    let micros = text[19..].trim_end_matches('Z').trim_start_matches('.');
    let micros = if micros.is_empty() { 0 } else { format!("{micros:0<6}").parse().expect("a part of a second") };
    read_day(text) * DAY + seconds * 1_000_000 + micros
}

pub(super) fn written_day(day: i64) -> String {
    let (year, month, day) = civil(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A moment as clients write it, to the second.
pub(super) fn written(at: At) -> String {
    let second = at.rem_euclid(DAY) / 1_000_000;
    let day = written_day(at.div_euclid(DAY));
    format!("{day}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

/// From 0 for Monday.
pub(super) fn weekday(day: i64) -> i64 {
    (day + 3).rem_euclid(7)
}

/// How far the clocks of Berlin are before those of Greenwich.
fn offset(at: At) -> At {
    let (year, ..) = civil(at.div_euclid(DAY));
    let last_sunday = |month: i64| {
        let last = day_of(year, month, 31);
        (last - (weekday(last) + 1) % 7) * DAY + HOUR
    };
    if (last_sunday(3)..last_sunday(10)).contains(&at) { 2 * HOUR } else { HOUR }
}

/// When a day begins.
pub(super) fn begins(day: i64) -> At {
    day * DAY - offset(day * DAY - HOUR)
}

/// The day and the hour of a moment.
pub(super) fn clock(at: At) -> (i64, i64) {
    let local = at + offset(at);
    (local.div_euclid(DAY), local.rem_euclid(DAY) / HOUR)
}

/// The first day of the next bucket; weeks begin on Sunday.
pub(super) fn next(day: i64, granularity: &str) -> i64 {
    let (year, month, _) = civil(day);
    let ahead = |months: i64| day_of(year + (month - 1 + months) / 12, (month - 1 + months) % 12 + 1, 1);
    match granularity {
        "day" => day + 1,
        "week" => day + 7 - (weekday(day) + 1) % 7,
        "month" => ahead(1),
        "quarter" => ahead(3 - (month - 1) % 3),
        "year" => day_of(year + 1, 1, 1),
        other => panic!("no granularity: {other}"),
    }
}

#[test]
fn days_of_the_change_are_shorter_and_longer() {
    let long = |year, month, day| (begins(day_of(year, month, day) + 1) - begins(day_of(year, month, day))) / HOUR;
    assert_eq!([long(2024, 3, 31), long(2024, 10, 27), long(2024, 2, 29)], [23, 25, 24]);
    assert_eq!(
        (civil(day_of(2024, 2, 29)), written_day(day_of(2026, 12, 31))),
        ((2024, 2, 29), "2026-12-31".to_owned())
    );
    assert_eq!(weekday(day_of(2026, 11, 25)), 2);
    assert_eq!(written(read("2026-01-02T03:04:05.5Z")), "2026-01-02T03:04:05Z");
    assert_eq!(next(day_of(2026, 11, 25), "quarter"), day_of(2027, 1, 1));
    assert_eq!(next(day_of(2026, 11, 22), "week"), day_of(2026, 11, 29));
}
