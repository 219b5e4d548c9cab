use super::*;

fn message(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
    [&[kind], &length[..], body].concat()
}

#[test]
fn an_error_is_found_whatever_the_pieces() {
    let rows = message(b'D', &[b'E'; 300]);
    let ready = message(b'Z', b"I");
    let empty = message(b'I', b"");
    let error = message(ERROR, "SFATAL\0VFATAL\0C57P01\0Mbreche Verbindung ab wegen »Abbruch«\0\0".as_bytes());
    let sent = [&rows[..], &empty, &error, &ready, &rows].concat();
    for size in [1, 2, 3, 4, 5, 6, 7, 64, 299, sent.len()] {
        LAST.set(None);
        let mut scanner = ErrorScanner::new();
        sent.chunks(size).for_each(|piece| scanner.take(piece));
        assert_eq!(code_of("breche Verbindung ab wegen »Abbruch«"), Some(*b"57P01"), "in pieces of {size}");
        assert_eq!(code_of("breche Verbindung ab"), None);
    }
}

#[test]
fn what_is_no_error_is_passed_over() {
    LAST.set(None);
    let mut scanner = ErrorScanner::new();
    scanner.take(&message(ERROR, b"SERROR\0C08\0Mshort\0\0"));
    scanner.take(&message(ERROR, b"SERROR\0Mno code\0\0"));
    scanner.take(&message(ERROR, b""));
    scanner.take(&message(ERROR, &vec![b'M'; 3 * MOST]));
    scanner.take(&message(b'N', b"SNOTICE\0C08006\0Mnotice\0\0"));
    assert_eq!((code_of("short"), code_of("no code"), code_of("notice")), (None, None, None));
    scanner.take(&message(ERROR, b"SERROR\0C08006\0Mlost\0\0"));
    assert_eq!(code_of("lost"), Some(*b"08006"));
}
