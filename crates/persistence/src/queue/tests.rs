use uplift_domain::access::TeamId;

use super::*;

const BOUNDS: Bounds = Bounds { all: 100, each: 50, at_once: 2 };

fn team(id: i64) -> Owner {
    Owner::Team(TeamId::new(id))
}

/// A queue in which these wait, each the number of its team.
fn queue(bounds: Bounds, of_teams: &[i64]) -> FairQueue<i64> {
    let queue = FairQueue::new(bounds);
    for id in of_teams {
        queue.push(team(*id), *id).unwrap();
    }
    queue
}

/// No job is to be alone.
fn together(_: &i64) -> bool {
    false
}

#[test]
fn owners_take_turns() {
    let queue = queue(BOUNDS, &[1, 1, 1, 1, 2, 2, 3]);
    let order: Vec<i64> = (0..7).map(|_| queue.take().unwrap().0).collect();
    assert_eq!(order, [1, 2, 3, 1, 2, 1, 1]);
}

#[test]
fn it_is_told_whether_others_wait() {
    let queue = queue(BOUNDS, &[1, 1, 2]);
    assert!(queue.others_wait(&HashSet::from([team(1)])));
    assert!(!queue.others_wait(&HashSet::from([team(1), team(2), team(3)])));
    queue.take_where(|id| *id == 2);
    assert!(!queue.others_wait(&HashSet::from([team(1)])));
}

#[test]
fn one_owner_has_only_its_share_carried_out_at_once() {
    let queue = queue(BOUNDS, &[1, 1, 1, 1, 2]);
    let (first, of_first) = queue.take().unwrap();
    let (second, _of_second) = queue.take().unwrap();
    let (third, _of_third) = queue.take().unwrap();
    assert_eq!((first, second, third), (1, 2, 1));
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| queue.take().map(|(job, _)| job));
        queue.push(team(3), 3).unwrap();
        assert_eq!(waits.join().unwrap(), Some(3), "the first team has its share");
        let waits = scope.spawn(|| queue.take().map(|(job, _)| job));
        drop(of_first);
        assert_eq!(waits.join().unwrap(), Some(1), "there is room in its share again");
    });
}

#[test]
fn a_full_share_is_that_of_its_owner_alone() {
    let queue = queue(Bounds { all: 3, each: 2, at_once: 1 }, &[1, 1]);
    assert!(matches!(queue.push(team(1), 1), Err(Refused::Full(1))));
    queue.push(team(2), 2).unwrap();
    assert!(matches!(queue.push(team(3), 3), Err(Refused::Full(3))), "that is all that may wait");
    drop(queue.take());
    queue.push(team(3), 3).unwrap();
    assert_eq!(queue.waiting(), 3);
}

#[test]
fn what_is_taken_out_of_the_line_leaves_the_turns_of_others() {
    let queue = queue(BOUNDS, &[1, 2, 2, 3]);
    let (first, _of_first) = queue.take().unwrap();
    assert_eq!(first, 1);
    let mut taken = queue.take_where(|id| *id != 2);
    taken.extend(queue.take_where(|_| false));
    assert_eq!((taken, queue.waiting(), queue.running()), (vec![3], 2, 1));
    queue.push(team(3), 4).unwrap();
    let order: Vec<i64> = (0..3).map(|_| queue.take().unwrap().0).collect();
    assert_eq!(order, [2, 4, 2]);
    queue.take_where(|_| true);
    assert_eq!(queue.lock().owners.len(), 1, "of whom something is carried out");
}

#[test]
fn what_waits_is_taken_after_it_closes_and_nothing_else() {
    let queue = queue(BOUNDS, &[1]);
    queue.close();
    assert!(matches!(queue.push(team(1), 1), Err(Refused::Closed(1))));
    assert!(queue.take().is_some());
    assert!(queue.take().is_none());
    assert!(queue.take_batch((5, 5), together).is_empty());
}

#[test]
fn a_batch_is_of_one_owner_only_where_no_other_waits() {
    let alone = queue(BOUNDS, &[1; 10]);
    assert_eq!(alone.take_batch((8, 3), together).len(), 8);
    let queue = queue(BOUNDS, &[1, 1, 1, 1, 1, 1, 2, 2]);
    assert_eq!(queue.take_batch((8, 3), together), [1, 2, 1, 2, 1]);
    assert_eq!(queue.take_batch((8, 3), together), [1, 1, 1], "others waited a moment ago");
    assert!(queue.lock().owners.is_empty(), "nothing is kept of owners of whom nothing waits");
}

#[test]
fn whoever_asks_once_waits_for_no_crowd() {
    let queue = queue(BOUNDS, &[1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 3, 4]);
    let (taken, push) = (|| queue.take_batch((8, 2), together), |id| queue.push(team(id), id).unwrap());
    assert_eq!(taken(), [2, 4]);
    push(2);
    assert_eq!(taken(), [1, 3, 2, 1, 3], "the crowd has its turn in between");
    push(2);
    assert_eq!(taken(), [1, 2, 1], "who was served just now has no turn before others");
    push(4);
    assert_eq!(taken(), [4]);
    [2, 3].into_iter().for_each(push);
    assert_eq!((taken(), taken()), (vec![1, 2, 3, 1], vec![1, 1]));
    assert!(queue.lock().owners.is_empty());
}

#[test]
fn a_crowd_is_not_kept_waiting_by_those_who_ask_once() {
    let queue = queue(BOUNDS, &[1; 10]);
    (2..12).for_each(|id| queue.push(team(id), id).unwrap());
    let mut since = 0;
    for _ in 0..50 {
        let batch = queue.take_batch((8, 2), together);
        // There is time for three of them, and whoever was answered asks again.
        let (done, left) = batch.split_at(3.min(batch.len()));
        queue.give_back(left.iter().map(|id| (team(*id), *id)));
        done.iter().for_each(|id| queue.push(team(*id), *id).unwrap());
        since = if done.contains(&1) { 0 } else { since + 1 };
        assert!(since < 6, "of eleven owners three are served at once, and one waits for {since} batches: {batch:?}");
    }
}

#[test]
fn after_a_job_alone_all_others_have_their_turn() {
    let queue = queue(BOUNDS, &[]);
    for (id, job) in [(1, 10), (2, 2), (2, 2), (1, 11), (3, 3)] {
        queue.push(team(id), job).unwrap();
    }
    let taken = || queue.take_batch((8, 8), |job| *job >= 10);
    assert_eq!((taken(), taken()), (vec![3], vec![10]));
    queue.push(team(3), 3).unwrap();
    assert_eq!(taken(), [2, 3, 2], "nobody waits for two of them");
}

#[test]
fn a_job_alone_has_its_turn_however_little_of_a_batch_is_done() {
    let queue = queue(BOUNDS, &[1; 8]);
    queue.push(team(2), 10).unwrap();
    let taken = || queue.take_batch((4, 4), |job| *job >= 10);
    assert_eq!(taken(), [1; 4]);
    queue.give_back([(team(1), 1); 3].into_iter());
    assert_eq!((taken(), taken()), (vec![10], vec![1; 4]));
}

#[test]
fn a_batch_goes_on_where_the_last_one_ended() {
    let queue = queue(BOUNDS, &[1, 1, 2, 2, 3, 3]);
    assert_eq!(queue.take_batch((2, 1), together), [1, 2]);
    assert_eq!(queue.take_batch((2, 1), together), [3, 1]);
    assert_eq!(queue.take_batch((2, 1), together), [2, 3]);
}

#[test]
fn what_is_to_be_alone_is_taken_by_itself_and_others_have_their_turn() {
    let queue = FairQueue::new(BOUNDS);
    for (id, job) in [(1, 10), (1, 11), (2, 1), (1, 12), (2, 2), (3, 13), (2, 14), (2, 3)] {
        queue.push(team(id), job).unwrap();
    }
    let taken = || queue.take_batch((8, 8), |job| *job >= 10);
    let batches: Vec<Vec<i64>> = (0..7).map(|_| taken()).collect();
    assert_eq!(batches, [vec![10], vec![1, 2], vec![13], vec![11], vec![14], vec![3], vec![12]]);
    assert!(queue.lock().owners.is_empty());
    queue.push(team(1), 10).unwrap();
    queue.push(team(1), 11).unwrap();
    assert_eq!(taken(), [10]);
    queue.push(team(2), 1).unwrap();
    assert_eq!((taken(), taken()), (vec![1], vec![11]), "who comes meanwhile waits for one of them alone");
}

#[test]
fn a_queue_is_shared_for_a_moment_after_the_last_batch_is_done() {
    let queue = queue(BOUNDS, &[1, 2]);
    assert_eq!(queue.take_batch((8, 3), together), [1, 2]);
    queue.lock().shared = None;
    (0..8).for_each(|_| queue.push(team(1), 1).unwrap());
    assert_eq!(queue.take_batch((8, 3), together).len(), 3, "it took longer than that moment");
    queue.lock().shared = None;
    assert_eq!(queue.take_batch((8, 3), together).len(), 5, "nobody else waited meanwhile");
}

#[test]
fn a_job_alone_yields_to_those_who_come_and_is_begun_again_in_a_lull() {
    let queue = FairQueue::new(BOUNDS);
    let is_alone = |job: &i64| *job >= 10;
    let (taken, push) = (|| queue.take_batch((8, 8), is_alone), |id, job| queue.push(team(id), job).unwrap());
    let should_yield = || queue.should_yield(team(1), is_alone);
    [(2, 1), (1, 10), (1, 11)].into_iter().for_each(|(id, job)| push(id, job));
    assert_eq!((taken(), taken()), (vec![1], vec![10]));
    [(1, 3), (3, 12)].into_iter().for_each(|(id, job)| push(id, job));
    assert!(!should_yield(), "to its own team, or to another job that is to be alone");
    push(2, 4);
    assert!(should_yield());
    queue.give_back([(team(1), 10)].into_iter());
    assert_eq!(taken(), [4]);
    std::thread::scope(|scope| {
        let next = scope.spawn(|| (taken(), taken()));
        std::thread::sleep(Duration::from_millis(5));
        push(2, 5);
        assert_eq!(next.join().unwrap(), (vec![5], vec![10]), "who comes meanwhile waits for nobody");
    });
    assert!(!should_yield());
    push(2, 6);
    queue.close();
    let batches: Vec<Vec<i64>> = (0..5).map(|_| taken()).collect();
    assert_eq!(batches, [vec![6], vec![12], vec![11], vec![3], Vec::new()], "nobody is waited for at the end");
}

#[test]
fn what_is_given_back_comes_first_and_as_it_was() {
    let queue = queue(BOUNDS, &[]);
    for (id, job) in [(1, 10), (1, 11), (1, 12), (2, 20), (2, 21)] {
        queue.push(team(id), job).unwrap();
    }
    assert_eq!(queue.take_batch((4, 2), together), [10, 20, 11, 21]);
    [30, 31].into_iter().for_each(|job| queue.push(team(3), job).unwrap());
    queue.push(team(2), 22).unwrap();
    queue.give_back([(team(2), 20), (team(1), 11), (team(2), 21)].into_iter());
    assert_eq!(queue.waiting(), 7);
    assert_eq!(queue.take_batch((8, 8), together), [20, 11, 30, 21, 12, 31, 22]);
    assert!(queue.lock().owners.is_empty());
}
