use super::*;

#[test]
fn an_error_is_known_by_its_code() {
    for code in [b"08000", b"08006", b"08P01", b"57P01", b"57P02", b"57P03", b"57P04", b"57P05", b"40P01"] {
        assert_eq!(by_code(*code), Some(Meaning::Again), "{code:?}");
    }
    assert_eq!((by_code(*b"53100"), by_code(*b"55P03")), (Some(Meaning::Full), Some(Meaning::Held)));
    for code in [b"42P01", b"22012", b"XX000", b"57P00", b"23505"] {
        assert_eq!(by_code(*code), None, "{code:?}");
    }
}

#[test]
fn an_error_is_known_by_its_words() {
    let of = |message: &str| meaning(&message.to_owned());
    assert_eq!(of("could not extend file \"base/5/16\": No space left on device"), Some(Meaning::Full));
    assert_eq!(of("could not extend file \"base/5/16\": wrote only 4096 of 8192 bytes"), Some(Meaning::Full));
    assert_eq!(of("could not resize shared memory segment: No space left on device"), Some(Meaning::Full));
    assert_eq!(of("deadlock detected"), Some(Meaning::Again));
    assert_eq!(of("canceling statement due to lock timeout"), Some(Meaning::Held));
    assert_eq!(of("terminating connection due to administrator command"), Some(Meaning::Again));
    assert_eq!(of("sorry, too many clients already"), Some(Meaning::Again));
    for fault in ["relation \"learnings\" does not exist", "division by zero", "permission denied for table teams"] {
        assert_eq!(of(fault), None, "{fault}");
    }
}
