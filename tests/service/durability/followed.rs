//! The log of a team while two servers write to it: whoever follows it by the ids of its entries misses none.

use std::thread;
use std::time::Duration;

use crate::records::{idea, learning, project};
use crate::world::{Store, World};

#[test]
fn no_entry_comes_to_light_after_one_with_a_greater_id() {
    let world = World::start(Store::Postgres);
    let team = world.team();
    let neighbour = world.neighbour();
    let (owner, there) = (team.owner(), team.owner().at(&neighbour));
    let project = project(owner);
    learning(owner, project, "First");
    let known = owner.get("/team/activity?per_page=1").status_is(200).ids()[0];
    let log = |after: i64| owner.get(&format!("/team/activity?after_id={after}&sort=id")).status_is(200).ids();
    // While it is held by what learnings are counted, no write ends that creates one.
    let mut holder = world.postgres();
    let counters = format!("SELECT n FROM counters WHERE team_id = {} AND kind = 'learning' FOR UPDATE", team.id);
    holder.batch_execute(&format!("BEGIN; {counters}")).expect("a lock");
    thread::scope(|scope| {
        let late = scope.spawn(|| learning(owner, project, "Late"));
        // By then it is in the attempt that waits longest.
        thread::sleep(Duration::from_millis(700));
        idea(&there, project, "Early");
        let seen = log(known);
        assert!(!seen.is_empty() && !late.is_finished(), "the write that is held up ended first");
        holder.batch_execute("COMMIT").expect("the lock is given back");
        late.join().expect("a learning");
        let followed = [&seen[..], &log(seen[seen.len() - 1])].concat();
        assert_eq!(followed, log(known));
    });
}
