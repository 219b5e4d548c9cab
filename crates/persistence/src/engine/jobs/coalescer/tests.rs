use std::time::Duration;

use uplift_domain::ports::{Owner, Reach, reading};

use super::*;
use crate::deadline::{Deadline, ReadTimeout};

/// A read that nobody waits for.
fn waiting(team: i64) -> QueuedRead {
    let (team, timeout) = (TeamId::new(team), ReadTimeout::new(Duration::from_secs(3600)));
    QueuedRead {
        owner: Owner::Team(team),
        job: reading(|_| Ok(()), drop),
        reach: Reach::Record(team, Kind::Learning, 1),
        deadline: Deadline::of(&timeout, None),
    }
}

fn group() -> Group {
    (TeamId::new(1), Kind::Learning)
}

/// Adds so many reads, the ids counting on from `first`, and tells how many readers were asked for.
fn add(coalescer: &ReadCoalescer, first: i64, many: i64) -> usize {
    let added = (first..first + many).map(|id| coalescer.add(group(), id, waiting(1)));
    added.filter(|added| matches!(added, Added::Send)).count()
}

fn ids(pending: &[PendingRead]) -> Vec<i64> {
    pending.iter().map(|(id, _)| *id).collect()
}

#[test]
fn what_waits_is_taken_together_in_its_order() {
    let coalescer = ReadCoalescer::default();
    assert_eq!(add(&coalescer, 1, 3), 1);
    assert_eq!(ids(&coalescer.take(group())), [1, 2, 3]);
    assert_eq!(add(&coalescer, 4, 1), 0, "somebody reads from the group");
    assert_eq!(ids(&coalescer.take(group())), [4]);
    assert!(coalescer.take(group()).is_empty());
    assert_eq!(add(&coalescer, 5, 1), 1, "nobody reads from the group any more");
}

#[test]
fn a_second_reader_comes_where_many_wait_and_no_third() {
    let coalescer = ReadCoalescer::default();
    assert_eq!(add(&coalescer, 1, 100), READERS);
    assert_eq!(coalescer.take(group()).len(), TOGETHER);
    assert!(coalescer.give_up(group()).is_empty(), "the other reads on");
    assert_eq!(ids(&coalescer.give_up(group())), (65..=100).collect::<Vec<_>>());
    assert_eq!(add(&coalescer, 1, 1), 1);
}

#[test]
fn only_so_many_wait() {
    let coalescer = ReadCoalescer::default();
    add(&coalescer, 0, i64::try_from(MOST).unwrap());
    assert!(matches!(coalescer.add(group(), 0, waiting(1)), Added::Full(_)));
    let mut others = (2..).map(|team| (coalescer.add((TeamId::new(team), Kind::Idea), 1, waiting(team)), team));
    let refused = others.find(|(added, _)| matches!(added, Added::Full(_))).map(|(_, team)| team - 2);
    assert_eq!(refused, i64::try_from(MOST_IN_ALL - MOST).ok(), "so many fit beside them");
    coalescer.take(group());
    assert!(matches!(coalescer.add((TeamId::new(1), Kind::Idea), 1, waiting(1)), Added::Send));
}
