use super::*;

#[test]
fn numbers_are_short_and_true() {
    let cases = [
        (0.0, "0"),
        (-0.0, "0"),
        (3.0, "3"),
        (1.0 / 3.0, "0.3333"),
        (1234.5, "1,234.5"),
        (-1_234_567.8, "−1,234,568"),
        (1e300, "1e300"),
        (-2.5e13, "−2.5e13"),
        (0.00001, "1e−5"),
        (999.999, "1,000"),
    ];
    for (value, expected) in cases {
        assert_eq!(number(value), expected);
    }
    for (rate, expected) in [(0.35, "35 %"), (0.017_66, "1.77 %"), (0.666_7, "66.7 %"), (0.000_412, "0.0412 %")] {
        assert_eq!(Format::Percent.write(rate), expected);
    }
    assert_eq!(Format::Change.write(0.066_67), "+6.67 %");
    assert_eq!(Format::Change.write(-0.104_6), "−10.5 %");
    assert_eq!(Format::Change.write(-0.0), "0 %");
}

#[test]
fn only_what_can_be_drawn_is_a_figure() {
    assert_eq!(figure(Some(f64::NAN)), None);
    assert_eq!(figure(Some(f64::INFINITY)), None);
    assert_eq!(figure(Some(f64::MAX)), Some(1e300));
    assert_eq!(figure(Some(5e-324)), Some(0.0));
    assert_eq!(times(100.0, 30.0, 9), 3);
    assert_eq!(times(1000.0, 30.0, 9), 9);
}
