//! Tests of the period: every form, every refusal, and the days on which clocks jump.

use chrono::{DateTime, Utc, Weekday};
use chrono_tz::Tz;

use super::{NoPeriod, Period, Span};

fn at(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).unwrap().to_utc()
}

fn span(period: &str, now: &str, zone: &str) -> Span {
    let zone: Tz = zone.parse().unwrap();
    Period::parse(period).unwrap().span(at(now), zone, Weekday::Mon)
}

/// Checks a span; `-` is an open side.
fn check(period: &str, now: &str, zone: &str, from: &str, until: &str) {
    let side = |text: &str| (text != "-").then(|| at(text));
    let expected = Span { from: side(from), until: side(until) };
    assert_eq!(span(period, now, zone), expected, "{period} at {now} in {zone}");
}

#[test]
fn every_form_spans_what_it_says() {
    // A Thursday.
    let now = "2026-05-14T15:30:00Z";
    for (period, from, until) in [
        ("all", "-", "-"),
        ("today", "2026-05-14T00:00:00Z", "2026-05-15T00:00:00Z"),
        ("yesterday", "2026-05-13T00:00:00Z", "2026-05-14T00:00:00Z"),
        ("this_week", "2026-05-11T00:00:00Z", "2026-05-18T00:00:00Z"),
        ("last_week", "2026-05-04T00:00:00Z", "2026-05-11T00:00:00Z"),
        ("this_month", "2026-05-01T00:00:00Z", "2026-06-01T00:00:00Z"),
        ("last_month", "2026-04-01T00:00:00Z", "2026-05-01T00:00:00Z"),
        ("this_quarter", "2026-04-01T00:00:00Z", "2026-07-01T00:00:00Z"),
        ("last_quarter", "2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"),
        ("this_year", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ("last_year", "2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z"),
        ("1h", "2026-05-14T14:30:00Z", "-"),
        ("24h", "2026-05-13T15:30:00Z", "-"),
        ("7d", "2026-05-07T15:30:00Z", "-"),
        ("2w", "2026-04-30T15:30:00Z", "-"),
        ("3m", "2026-02-14T15:30:00Z", "-"),
        ("1y", "2025-05-14T15:30:00Z", "-"),
        ("9999y", "-", "-"),
        ("last_30_days", "2026-04-14T15:30:00Z", "-"),
        ("2024", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
        ("0001", "0001-01-01T00:00:00Z", "0002-01-01T00:00:00Z"),
        ("9999", "9999-01-01T00:00:00Z", "-"),
        ("2026-Q1", "2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"),
        ("2026-Q2", "2026-04-01T00:00:00Z", "2026-07-01T00:00:00Z"),
        ("2026-Q3", "2026-07-01T00:00:00Z", "2026-10-01T00:00:00Z"),
        ("2026-Q4", "2026-10-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ("2024-02", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"),
        ("2026-12", "2026-12-01T00:00:00Z", "2027-01-01T00:00:00Z"),
        ("2024-02-29", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z"),
        ("9999-12-31", "9999-12-31T00:00:00Z", "-"),
        ("2026-01-02..2026-01-04", "2026-01-02T00:00:00Z", "2026-01-05T00:00:00Z"),
        ("2026-01-02..2026-01-02", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"),
        ("2026-01-02..", "2026-01-02T00:00:00Z", "-"),
        ("..2026-01-04", "-", "2026-01-05T00:00:00Z"),
        ("..9999-12-31", "-", "-"),
        ("P30D", "2026-04-14T15:30:00Z", "-"),
        ("P1W", "2026-05-07T15:30:00Z", "-"),
        ("P2M", "2026-03-14T15:30:00Z", "-"),
        ("P0Y1M", "2026-04-14T15:30:00Z", "-"),
        ("PT12H", "2026-05-14T03:30:00Z", "-"),
        ("PT5M", "2026-05-14T15:25:00Z", "-"),
        ("P1DT1S", "2026-05-13T15:29:59Z", "-"),
        ("P1Y2M3W4DT5H6M7S", "2025-02-17T10:23:53Z", "-"),
    ] {
        check(period, now, "UTC", from, until);
    }
}

#[test]
fn what_is_no_period_is_refused() {
    let words = "Today tomorrow ALL this_day next_week last_ _week this_ last_weeks _ p1d 30 d h";
    let counts = "0d 07d -1d +1d 1.5h 1D 1s 1h2d ٣d 9999999999d 3660000d 10000y 119989m 99999999999999999999h éd";
    let days = "last_0_days last__days last_x_days last_-1_days last_9999999999_days last_days last_1_day";
    let years = "0000 99999 999 +2026 -2026 2026- 2026-é 20260101 2026-00 2026-13 2026-1";
    let quarters = "2026-Q0 2026-Q5 2026-q1 2026-Q 2026-Q1-01 Q1-2026 0000-Q1";
    let dates = "2026-02-30 2025-02-29 2026-02-1 2026-01-01-01 2026-01-01T00:00:00Z 0000-01-01 10000-01-01";
    let ranges = ".. ... 2026-01-02..2026-01-01 2026..2027 2026-01-01...2026-01-02 2026-01-01..x x.. \
                  2026-01-01..2026-01-02..";
    let durations = "P PT P1 P1DT PT1D P1H P-1D -P1D P+1D P1.5D PD P1D1Y P1D2D P0D PT0S PT1S1H Pé P10000Y \
                     P9999999999D P4294967295M P9999Y1M PT99999999999999999999S";
    let lists = [words, counts, days, years, quarters, dates, ranges, durations];
    let texts = lists.iter().flat_map(|list| list.split_whitespace());
    for text in texts.chain(["", " ", "last week", "7 d", " 7d", "7d ", "P1D ", "\u{0}", "\u{e9}"]) {
        assert_eq!(Period::parse(text), Err(NoPeriod), "{text:?}");
    }
}

#[test]
fn calendar_words_follow_the_zone() {
    let (los_angeles, tokyo, berlin) = ("America/Los_Angeles", "Asia/Tokyo", "Europe/Berlin");
    // Still the year before in Los Angeles.
    let now = "2026-01-01T02:00:00Z";
    for (period, from, until) in [
        ("today", "2025-12-31T08:00:00Z", "2026-01-01T08:00:00Z"),
        ("this_year", "2025-01-01T08:00:00Z", "2026-01-01T08:00:00Z"),
        ("last_quarter", "2025-07-01T07:00:00Z", "2025-10-01T07:00:00Z"),
    ] {
        check(period, now, los_angeles, from, until);
    }
    // Already Monday in Tokyo.
    let now = "2026-05-17T16:00:00Z";
    for (period, from, until) in [
        ("today", "2026-05-17T15:00:00Z", "2026-05-18T15:00:00Z"),
        ("last_week", "2026-05-10T15:00:00Z", "2026-05-17T15:00:00Z"),
    ] {
        check(period, now, tokyo, from, until);
    }
    // A day of 25 hours was yesterday in Berlin.
    let now = "2026-10-26T12:00:00Z";
    for (period, from, until) in [
        ("yesterday", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
        ("last_week", "2026-10-18T22:00:00Z", "2026-10-25T23:00:00Z"),
        ("this_month", "2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z"),
    ] {
        check(period, now, berlin, from, until);
    }
}

#[test]
fn days_start_where_the_clocks_jump() {
    for (period, zone, from, until) in [
        ("2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
        ("2026-03", "Europe/Berlin", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"),
        ("2026-01-01..2026-07-01", "Europe/Berlin", "2025-12-31T23:00:00Z", "2026-07-01T22:00:00Z"),
        // The clocks went from 00:00 to 01:00.
        ("2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"),
        // They went from 23:30 to 00:30.
        ("1919-03-31", "America/Toronto", "1919-03-31T04:30:00Z", "1919-04-01T04:00:00Z"),
        // They went from 01:00 back to 00:00.
        ("2025-11-02", "America/Havana", "2025-11-02T04:00:00Z", "2025-11-03T05:00:00Z"),
        // Samoa skipped the whole day.
        ("2011-12-30", "Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"),
        // In Tokyo the year 1 starts when it is not yet the year 1 in UTC.
        ("0001", "Asia/Tokyo", "-", "0001-12-31T14:41:01Z"),
    ] {
        check(period, "2026-01-01T00:00:00Z", zone, from, until);
    }
}

#[test]
fn days_count_hours_and_months_count_on_the_wall_clock() {
    for (period, now, zone, from) in [
        ("1d", "2026-03-29T12:00:00Z", "Europe/Berlin", "2026-03-28T12:00:00Z"),
        ("P1D", "2026-03-29T12:00:00Z", "Europe/Berlin", "2026-03-28T12:00:00Z"),
        ("1m", "2026-04-10T12:00:00Z", "Europe/Berlin", "2026-03-10T13:00:00Z"),
        // To the last day of a shorter month.
        ("1m", "2026-03-31T12:00:00Z", "UTC", "2026-02-28T12:00:00Z"),
        ("1y", "2024-02-29T12:00:00Z", "UTC", "2023-02-28T12:00:00Z"),
        // In Auckland it is the last of March already.
        ("1m", "2026-03-30T12:00:00Z", "Pacific/Auckland", "2026-02-27T12:00:00Z"),
        // 02:30 on that day does not exist, and on the other exists twice.
        ("1m", "2026-04-29T00:30:00Z", "Europe/Berlin", "2026-03-29T01:00:00Z"),
        ("1m", "2026-11-25T01:30:00Z", "Europe/Berlin", "2026-10-25T00:30:00Z"),
        // The second 02:30 of the day is the present.
        ("1h", "2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25T00:30:00Z"),
    ] {
        check(period, now, zone, from, "-");
    }
}

#[test]
fn the_ends_of_the_calendar_do_not_panic() {
    let periods = "today yesterday this_week last_week this_quarter last_quarter this_year last_year 9999y 1m 1h \
                   3659634d 9999 0001 9999-12-31 ..0001-01-01";
    for now in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
        for zone in [Tz::UTC, Tz::Pacific__Kiritimati, Tz::Pacific__Pago_Pago] {
            for period in periods.split_whitespace() {
                let _ = Period::parse(period).unwrap().span(now, zone, Weekday::Mon);
            }
        }
    }
}

#[test]
fn every_zone_starts_its_days_in_order() {
    for zone in chrono_tz::TZ_VARIANTS {
        let mut end = None;
        for day in ["2011-12-29", "2011-12-30", "2011-12-31"] {
            let span = Period::parse(day).unwrap().span(DateTime::UNIX_EPOCH, zone, Weekday::Mon);
            assert!(span.from <= span.until && end.is_none_or(|end| end == span.from));
            end = Some(span.until);
        }
    }
}

#[test]
fn the_refusal_shows_forms_that_are_accepted() {
    let text = NoPeriod.to_string();
    assert!(text.ends_with("or all.") && !text.contains('\n'));
    for (form, example) in [
        ("today", "today"),
        ("yesterday", "yesterday"),
        ("this_", "this_quarter"),
        ("last_", "last_week"),
        ("Nh", "24h"),
        ("Nd", "7d"),
        ("Nw", "4w"),
        ("Nm", "6m"),
        ("Ny", "1y"),
        ("last_N_days", "last_30_days"),
        ("YYYY", "2026"),
        ("YYYY-Qn", "2026-Q1"),
        ("YYYY-MM", "2026-01"),
        ("YYYY-MM-DD", "2026-01-31"),
        ("A..B", "2026-01-01.."),
        ("P30D", "P30D"),
        ("all", "all"),
    ] {
        assert!(text.contains(form), "{form}");
        assert!(Period::parse(example).is_ok(), "{example}");
    }
}

#[test]
fn weeks_begin_when_the_team_says() {
    let span = |weeks| Period::parse("this_week").unwrap().span(at("2026-11-25T12:00:00Z"), Tz::UTC, weeks);
    let first = |weeks| span(weeks).from.map(|from| from.date_naive().to_string());
    assert_eq!(first(Weekday::Mon).as_deref(), Some("2026-11-23"));
    assert_eq!(first(Weekday::Sun).as_deref(), Some("2026-11-22"));
    let last = Period::parse("last_week").unwrap().span(at("2026-11-22T12:00:00Z"), Tz::UTC, Weekday::Sun);
    assert_eq!(last.from.map(|from| from.date_naive().to_string()).as_deref(), Some("2026-11-15"));
}
