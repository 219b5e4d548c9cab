use super::*;

fn admit(admission: &Arc<Admission>, peer: &str) -> Result<Permit, Crowd> {
    admission.admit(Some(peer.parse().unwrap()))
}

#[test]
fn one_address_gets_a_fifth_and_all_get_no_more_than_there_are() {
    let admission = Admission::of(20, vec!["10.0.0.0/8".parse().unwrap()]);
    let mut held: Vec<Permit> = (0..4).map(|_| admit(&admission, "192.0.2.1").unwrap()).collect();
    assert_eq!(admit(&admission, "192.0.2.1").err(), Some(Crowd::AtItsAddress));
    assert_eq!(admit(&admission, "::ffff:192.0.2.1").err(), Some(Crowd::AtItsAddress));
    for host in 1..=4 {
        held.push(admit(&admission, &format!("2001:db8:0:1::{host}")).unwrap());
    }
    assert_eq!(admit(&admission, "2001:db8:0:1:ffff::").err(), Some(Crowd::AtItsAddress));
    held.push(admit(&admission, "2001:db8:0:2::1").unwrap());
    held.extend((0..11).map(|_| admit(&admission, "10.1.2.3").unwrap()));
    assert_eq!(admit(&admission, "10.1.2.3").err(), Some(Crowd::Everywhere));
    assert_eq!(admit(&admission, "198.51.100.1").err(), Some(Crowd::Everywhere));

    held.remove(0);
    held.push(admit(&admission, "192.0.2.1").unwrap());
    held.clear();
    let counts = admission.counts.lock().unwrap();
    assert_eq!((counts.all, counts.by_address.len()), (0, 0));
}

#[test]
fn a_proxy_is_trusted_in_whichever_form_it_is_written() {
    for trusted in ["::ffff:10.0.0.1/128", "10.0.0.1/32"] {
        let admission = Admission::of(10, vec![trusted.parse().unwrap()]);
        let held: Vec<_> =
            ["10.0.0.1", "::ffff:10.0.0.1"].iter().cycle().take(10).map(|it| admit(&admission, it)).collect();
        assert!(held.iter().all(Result::is_ok), "{trusted}");
        assert_eq!(admit(&admission, "10.0.0.1").err(), Some(Crowd::Everywhere));
    }
}

#[test]
fn the_log_is_told_of_many_at_once() {
    let admission = Admission::of(1, Vec::new());
    let _held = admit(&admission, "192.0.2.1");
    for _ in 0..100 {
        assert_eq!(admit(&admission, "192.0.2.1").err(), Some(Crowd::Everywhere));
    }
    assert_eq!(admission.counts.lock().unwrap().full.untold, 99);
}
