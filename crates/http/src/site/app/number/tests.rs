use super::*;

#[test]
fn numbers_have_as_many_digits_as_tell_something() {
    for (name, number, shown) in [
        ("se", 0.012_345, "0.012"),
        ("throughput_ratio", 0.9655, "0.97"),
        ("p_value", 0.9655, "0.9655"),
        ("days", 12.345, "12.35"),
        ("weight", 50.0, "50"),
        ("net", -1_234.56, "−1,235"),
        ("net", -640_000.0, "−640,000"),
        ("win_rate_all", 0.3929, "39.3 %"),
        ("win_rate", 0.256, "25.6 %"),
        ("p_value", 0.000_01, "< 0.0001"),
        ("p_value_adjusted", 0.927_5, "0.9275"),
        ("se", 0.000_01, "1.00e−5"),
        ("expected_loss", 0.000_01, "< 0.0001"),
        ("expected_loss", 0.005, "0.005"),
        ("power", 0.8, "80 %"),
        ("significance", 0.05, "5 %"),
        ("target_mde", 0.025, "2.5 %"),
        ("baseline_value", 0.018, "0.018"),
        ("percent", 4.67, "4.67 %"),
    ] {
        assert_eq!(decimal(name, number), shown);
    }
    assert_eq!((whole(-1_234_567), whole(12), whole(123)), ("−1,234,567".into(), "12".into(), "123".into()));
}

#[test]
fn changes_have_signs_and_as_many_decimals_as_what_changed() {
    for (name, number, decimals, is_change, shown) in [
        ("win_rate", 0.0714, 2, true, "+7.1 points"),
        ("win_rate", 0.5, 2, false, "50.0 %"),
        ("velocity_per_month", -1.5, 2, true, "−1.50"),
        ("completed", 1_200.0, 0, true, "+1,200"),
        ("completed", 0.0, 0, true, "0"),
    ] {
        assert_eq!(fixed(name, number, decimals, is_change), shown);
    }
}
