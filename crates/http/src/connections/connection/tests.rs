use super::*;

#[test]
fn it_waits_for_one_thing_after_the_other() {
    let connection = Connection::accepted(Instant::now());
    assert!(matches!(connection.phase(), Phase::Head { .. }));
    let request = connection.begin();
    connection.received();
    connection.flushed();
    assert_eq!(connection.phase(), Phase::Service);
    drop(request);
    assert!(connection.is_at_work());
    connection.flushed();
    assert!(matches!(connection.phase(), Phase::Idle { .. }));
    connection.received();
    let Phase::Head { since } = connection.phase() else { panic!("{:?}", connection.phase()) };
    connection.received();
    assert_eq!(connection.phase(), Phase::Head { since }, "the first byte counts");
}

#[test]
fn a_request_that_the_library_gave_up_is_unanswered() {
    let unanswered = |before: fn(&Connection)| {
        let connection = Connection::accepted(Instant::now());
        let request = connection.begin();
        before(&connection);
        connection.end();
        drop(request);
        connection.is_unanswered()
    };
    assert!(unanswered(|_| {}));
    assert!(!unanswered(Connection::sent));
    assert!(!unanswered(Connection::lost));
}
