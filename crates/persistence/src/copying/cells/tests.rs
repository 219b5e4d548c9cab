use super::*;

fn digest(rows: &[Row]) -> Digest {
    let mut digest = Digest::default();
    digest.add(rows);
    digest
}

#[test]
fn the_order_of_rows_does_not_count_and_everything_else_does() {
    let text = |text: &str| Cell::Text(text.to_owned());
    let (one, other) = (vec![Cell::Integer(1), text("a")], vec![Cell::Integer(2), text("b")]);
    let both = digest(&[one.clone(), other.clone()]);
    assert_eq!(both, digest(&[other.clone(), one.clone()]));
    let document = vec![Cell::Integer(1), Cell::Document(DocText("a".to_owned()))];
    assert_eq!(both, digest(&[document, other]));
    let others = [
        vec![Cell::Integer(1), Cell::Null],
        vec![Cell::Integer(1), text("")],
        vec![Cell::Real(1.0), text("a")],
        vec![text("1"), text("a")],
        vec![Cell::Integer(1), text("a"), Cell::Null],
    ];
    for row in others {
        assert_ne!(digest(std::slice::from_ref(&one)), digest(std::slice::from_ref(&row)), "{row:?}");
    }
    assert_ne!(digest(&[one.clone(), one.clone()]), digest(&[one]));
    assert_eq!(digest(&[vec![Cell::Real(-0.0)]]), digest(&[vec![Cell::Real(0.0)]]));
}
