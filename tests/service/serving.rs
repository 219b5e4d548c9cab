//! Serving: the program starts, ends, and keeps what it acknowledged.

use serde_json::json;

use crate::records::{learning, project};
use crate::world::{Store, World, on_both};

on_both![
    the_greeting_says_where_it_listens,
    sigterm_ends_it_with_status_0,
    what_was_acknowledged_survives_a_kill,
    two_servers_share_one_database,
    the_database_holds_no_token,
];

fn the_greeting_says_where_it_listens(store: Store) {
    let world = World::start(store);
    let neighbour = world.neighbour();
    let listening = neighbour.listening();
    let expected = json!({ "listening": listening, "base_url": format!("{listening}/api") });
    assert_eq!(neighbour.greeting(), &expected);
    assert!(listening.starts_with("http://127.0.0.1:") && !listening.ends_with(":0"), "{listening}");
}

fn sigterm_ends_it_with_status_0(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let id = learning(team.owner(), project(team.owner()), "One");
    assert_eq!(world.terminate(), Some(0), "{}", world.log());
    world.restart();
    team.owner().get(&format!("/learnings/{id}")).status_is(200);
}

fn what_was_acknowledged_survives_a_kill(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let project = project(team.owner());
    let ids: Vec<i64> = (0..10).map(|number| learning(team.owner(), project, &format!("No. {number}"))).collect();
    world.kill();
    world.restart();
    let answer = team.owner().get("/learnings").status_is(200);
    assert_eq!((answer.ids(), answer.total()), (ids.clone(), 10));
    let next = learning(team.owner(), project, "The next");
    assert!(next > ids[9]);
}

fn two_servers_share_one_database(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let neighbour = world.neighbour();
    let there = team.owner().at(&neighbour);
    let project = project(team.owner());
    let ids = [learning(team.owner(), project, "Here"), learning(&there, project, "There")];
    for client in [team.owner(), &there] {
        let answer = client.get("/learnings").status_is(200);
        assert_eq!((answer.ids(), answer.total()), (ids.to_vec(), 2));
    }
}

/// On SQLite the folder is searched, on PostgreSQL every text of every table.
fn the_database_holds_no_token(store: Store) {
    let world = World::start(store);
    let team = world.team();
    let token = team.owner().token().to_owned();
    let found = match store {
        Store::Sqlite => world.folder_holds(token.as_bytes()),
        Store::Postgres => {
            let mut database = world.postgres();
            let tables = "SELECT quote_ident(schemaname) || '.' || quote_ident(relname) FROM pg_stat_user_tables";
            let tables = database.query(tables, &[]).expect("the tables");
            tables.iter().any(|table| {
                let query =
                    format!("SELECT count(*) FROM {} AS t WHERE strpos(t::text, $1) > 0", table.get::<_, &str>(0));
                database.query_one(&query, &[&token]).expect("a count").get::<_, i64>(0) > 0
            })
        }
    };
    assert!(!found, "the token is kept in the clear");
}
