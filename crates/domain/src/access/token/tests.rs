use super::*;

const TEAM: TeamId = TeamId::new(3);

#[test]
fn a_token_is_read_back() {
    let secret = secret(&[7; SECRET]);
    let text = token(TEAM, Id::new(12), &secret);
    assert!(text.starts_with(&format!("upl_3_12_{secret}")), "{text}");
    let read = Token::parse(&text).unwrap();
    assert_eq!((read.team, read.id, read.secret), (Some(TEAM), Id::new(12), secret.as_str()));
}

#[test]
fn a_token_of_the_first_form_names_no_team() {
    let secret = secret(&[7; SECRET]);
    let text = "upl_12_7777777777777777777777777777777777777777d48a88f6";
    let read = Token::parse(text).unwrap();
    assert_eq!((read.team, read.id, read.secret), (None, Id::new(12), secret.as_str()));
}

#[test]
fn a_mistyped_token_is_none() {
    let text = token(TEAM, Id::new(12), &secret(&[7; SECRET]));
    for at in 0..text.len() {
        let mut broken = text.clone().into_bytes();
        broken[at] = if broken[at] == b'x' { b'y' } else { b'x' };
        assert!(Token::parse(&String::from_utf8(broken).unwrap()).is_none(), "{at}");
    }
    for text in ["", "upl_", "upl_1_", "upl_1_1_", "ééééé", "upl_1_short00000000"] {
        assert!(Token::parse(text).is_none(), "{text}");
    }
}

#[test]
fn an_id_is_written_in_one_way_only() {
    let secret = secret(&[7; SECRET]);
    assert!(Token::parse(&summed(format!("upl_3_12_{secret}"))).is_some());
    for ids in
        ["", "_", "_12", "3_", "03_12", "3_012", "0_12", "3_0", "-3_12", "+3_12", "3_12_", "_3_12", "1_3_12", "3 _12"]
    {
        assert!(Token::parse(&summed(format!("upl_{ids}_{secret}"))).is_none(), "{ids}");
    }
    assert!(Token::parse(&summed(format!("upl_3_12_{secret}0"))).is_none());
}

#[test]
fn an_invitation_is_no_key() {
    let text = invitation_token(TEAM, Id::new(12), &secret(&[7; SECRET]));
    let read = InvitationToken::parse(&text).unwrap();
    assert_eq!((read.team, read.id, read.secret), (TEAM, Id::new(12), secret(&[7; SECRET]).as_str()));
    assert!(Token::parse(&text).is_none());
    assert!(InvitationToken::parse(&token(TEAM, Id::new(12), &secret(&[7; SECRET]))).is_none());
}

#[test]
fn a_secret_is_hashed_as_everywhere() {
    let hash = SecretHash::of("abc");
    assert_eq!(hash.0, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert!(hash.is_of("abc") && !hash.is_of("abd"));
}

#[test]
fn the_checksum_is_the_common_one() {
    assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
}
