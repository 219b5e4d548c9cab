//! The periods of `GET /activities`: every form that the service reads.

use super::path;
use crate::records::{learning, project};
use crate::world::{Moment, Store, World, on_both};

on_both![
    a_period_that_holds_now_shows_the_entry,
    a_period_that_is_past_shows_nothing,
    dates_of_a_period_are_those_of_the_teams_time_zone,
];

fn a_period_that_holds_now_shows_the_entry(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = path("learning", learning(team.owner(), project(team.owner()), "One"));
    let now = Moment::now();
    let (today, yesterday, tomorrow) = (now.date(), now.plus_days(-1).date(), now.plus_days(1).date());
    let mut periods: Vec<String> = [
        "all",
        "today",
        "this_week",
        "this_month",
        "this_quarter",
        "this_year",
        "1h",
        "24h",
        "1d",
        "7d",
        "30d",
        "2w",
        "3m",
        "1y",
        "last_1_days",
        "last_30_days",
        "P30D",
        "P1M",
        "P1Y",
        "P2W",
        "PT1H",
        "PT90M",
        "P1DT12H",
        "",
        "%20",
    ]
    .map(str::to_owned)
    .into();
    periods.extend([now.year(), now.quarter(), now.month(), today.clone()]);
    periods.extend([
        format!("{yesterday}..{tomorrow}"),
        format!("{today}..{today}"),
        format!("{today}.."),
        format!("..{today}"),
        format!("2020-01-01..{today}"),
    ]);
    for period in periods {
        let answer = team.owner().get(&format!("{path}&period={period}")).status_is(200);
        assert_eq!(answer.total(), 1, "{period}");
    }
}

fn a_period_that_is_past_shows_nothing(store: Store) {
    let world = World::shared(store);
    let team = world.team();
    let path = path("learning", learning(team.owner(), project(team.owner()), "One"));
    let now = Moment::now();
    let (yesterday, tomorrow) = (now.plus_days(-1).date(), now.plus_days(1).date());
    let mut periods: Vec<String> = [
        "yesterday",
        "last_week",
        "last_month",
        "last_quarter",
        "last_year",
        "2020",
        "2020-Q4",
        "2020-12",
        "2020-12-31",
        "2020-01-01..2020-12-31",
        "..2020-12-31",
    ]
    .map(str::to_owned)
    .into();
    periods.extend([yesterday.clone(), tomorrow.clone(), format!("{tomorrow}.."), format!("..{yesterday}")]);
    for period in periods {
        let answer = team.owner().get(&format!("{path}&period={period}")).status_is(200);
        assert_eq!(answer.total(), 0, "{period}");
    }
}

fn dates_of_a_period_are_those_of_the_teams_time_zone(store: Store) {
    let world = World::shared(store);
    for (zone, hours) in [("UTC", 0), ("Pacific/Kiritimati", 14), ("Pacific/Pago_Pago", -11)] {
        let team = world.team_with(&["--timezone", zone]);
        let path = path("learning", learning(team.owner(), project(team.owner()), "One"));
        let total = |period: &str| team.owner().get(&format!("{path}&period={period}")).status_is(200).total();
        let here = Moment::now().plus_hours(hours);
        assert_eq!(total("today"), 1, "{zone}");
        assert_eq!(total(&here.date()), 1, "{zone}");
        for days in [-1, 1] {
            assert_eq!(total(&here.plus_days(days).date()), 0, "{zone}");
        }
    }
}
