use std::sync::mpsc::{RecvTimeoutError, channel};

use super::*;

const LONG: Duration = Duration::from_secs(20);

#[test]
fn those_who_read_by_turns_come_one_after_the_other() {
    let turns = Turns::new(1);
    let mut one = ByTurns::new(&turns);
    assert!(one.next(|| false));
    assert!(one.next(|| false), "alone one needs not wait");
    let (tell, told) = channel();
    std::thread::scope(|scope| {
        let mut other = ByTurns::new(&turns);
        scope.spawn(move || {
            for _ in 0..2 {
                assert!(other.next(|| false));
                tell.send(()).unwrap();
            }
        });
        assert_eq!(told.recv_timeout(POLL_INTERVAL), Err(RecvTimeoutError::Timeout), "there is one turn");
        while turns.queue().waiting.is_empty() {
            std::thread::yield_now();
        }
        assert!(one.next(|| false), "the other has read a part meanwhile");
        assert_eq!(told.recv_timeout(LONG), Ok(()));
        drop(one);
        assert_eq!(told.recv_timeout(LONG), Ok(()));
    });
    assert_eq!(turns.queue().free, 1);
}

#[test]
fn who_gives_up_waits_no_more_and_is_in_nobodys_way() {
    let turns = Turns::new(1);
    let (mut one, mut other) = (ByTurns::new(&turns), ByTurns::new(&turns));
    assert!(one.next(|| false) && !other.next(|| true));
    assert!(turns.queue().waiting.is_empty());
    drop(one);
    assert!(other.next(|| false));
}
