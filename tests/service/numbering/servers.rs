//! Two servers on one database: they count from the same counters.

use serde_json::json;

use super::crowd::{create, world};
use super::{assigned, claims, coded, counted, gapless, identifiers, numeral, scheme};
use crate::records::project;
use crate::world::{Store, on_both};

on_both![
    two_servers_give_each_number_once,
    two_servers_count_projects_in_opposite_order,
    what_one_server_makes_the_other_numbers_by,
];

fn two_servers_give_each_number_once(store: Store) {
    let world = world(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let home = project(team.owner());
    let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
    let id = scheme(team.owner(), "team", "N-{number:0}", assignments);
    let given: Vec<String> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..16)
            .map(|at| {
                let client = if at % 2 == 0 { team.owner().clone() } else { team.owner().at(&neighbour) };
                scope.spawn(move || create(&client, home, 60, at / 2))
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client")).collect()
    });
    assert_eq!(gapless(given.iter().map(|it| numeral(it))), 16 * 60);
    let there = team.owner().at(&neighbour);
    assert_eq!(gapless(identifiers(&there).iter().map(|it| numeral(it))), 16 * 60);
    assert_eq!(counted(&there, id), (960, vec![("team".to_owned(), 961)]));
}

fn two_servers_count_projects_in_opposite_order(store: Store) {
    let world = world(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let codes = ["A", "B", "C", "D"];
    let projects = codes.map(|code| coded(team.owner(), code));
    let assignments = json!([assigned("ideas", None), assigned("insights", None)]);
    let id = scheme(team.owner(), "project", "{project_code}-{number:0}", assignments);
    let given: Vec<String> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..12)
            .map(|at| {
                let here = at % 2 == 0;
                let client = if here { team.owner().clone() } else { team.owner().at(&neighbour) };
                scope.spawn(move || -> Vec<String> {
                    let home = |turn: usize| projects[if here { turn % 4 } else { 3 - turn % 4 }];
                    (0..32).flat_map(|turn| create(&client, home(turn), 1, turn)).collect()
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client")).collect()
    });
    for code in codes {
        let of_project = given.iter().filter(|it| it.starts_with(code)).map(|it| numeral(it));
        assert_eq!(gapless(of_project), 96, "{code}");
    }
    let (claims, states) = counted(team.owner(), id);
    assert_eq!((claims, states.iter().map(|it| it.1).collect::<Vec<_>>()), (384, vec![97; 4]));
}

fn what_one_server_makes_the_other_numbers_by(store: Store) {
    let world = world(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let (here, there) = (team.owner().clone(), team.owner().at(&neighbour));
    let home = project(&here);
    scheme(&there, "team", "ALL-{number:0}", json!([assigned("ideas", None)]));
    claims(&here, "ideas", home, &["ALL-1"]);
    claims(&there, "ideas", home, &["ALL-2"]);
    scheme(&here, "project", "ONE-{number:0}", json!([assigned("ideas", home)]));
    claims(&there, "ideas", home, &["ONE-1"]);
    claims(&here, "ideas", home, &["ONE-2"]);
}
