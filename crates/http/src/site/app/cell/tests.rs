use super::*;

#[test]
fn numbers_have_as_many_digits_as_tell_something() {
    for (name, number, shown) in [
        ("se", 0.012_345, "0.0123"),
        ("days", 12.345, "12.35"),
        ("weight", 50.0, "50"),
        ("net", -1_234.56, "−1,234.6"),
        ("net", -640_000.0, "−640,000"),
        ("win_rate_all", 0.3929, "39.3 %"),
        ("win_rate", 0.256, "25.6 %"),
        ("p_value", 0.000_01, "< 0.0001"),
        ("p_value_adjusted", 0.927_5, "0.9275"),
        ("se", 0.000_01, "1.00e−5"),
        ("power", 0.8, "80 %"),
        ("percent", 4.67, "4.67 %"),
    ] {
        assert_eq!(decimal(name, number), shown);
    }
    assert_eq!((whole(-1_234_567), whole(12), whole(123)), ("−1,234,567".into(), "12".into(), "123".into()));
}

#[test]
fn what_is_shown_is_escaped() {
    let cell = Cell::Text("<script>\"x\"</script>".to_owned()).to_string();
    assert!(!cell.contains('<') || !cell.contains("<script"), "{cell}");
    let link = Link { href: "/a?b=c&d=\"".to_owned(), text: "<b>".to_owned() };
    let link = Cell::Link(link).to_string();
    assert!(!link.contains("<b>") && !link.contains("d=\"\""), "{link}");
}
