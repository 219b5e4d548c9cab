use super::*;

#[test]
fn percents_are_rounded_half_up_to_two_decimals() {
    assert_eq!(percent(1, 3), Some(33.33));
    assert_eq!(percent(2, 3), Some(66.67));
    assert_eq!(percent(1, 800), Some(0.13));
    assert_eq!(percent(1, 1), Some(100.0));
    assert_eq!(percent(0, 0), None);
}

#[test]
fn scores_are_rounded_away_from_zero() {
    assert_eq!(score(5, 2, 10), Some(30));
    assert_eq!(score(1, 0, 8), Some(13));
    assert_eq!(score(0, 1, 8), Some(-13));
    assert_eq!(score(0, 3, 3), Some(-100));
    assert_eq!(score(0, 0, 0), None);
}

#[test]
fn medians_are_exact() {
    assert_eq!(median(&[1.0, 2.0, 10.0]), Some(2.0));
    assert_eq!(median(&[1.0, 2.0, 3.0, 10.0]), Some(2.5));
    assert_eq!(median(&[]), None);
    assert_eq!(median_of_counts(&[(1, 2), (4, 1), (5, 1)]), Some(2.5));
    assert_eq!(median_of_counts(&[(1, 1), (4, 1), (5, 1)]), Some(4.0));
    assert_eq!(median_of_counts(&[]), None);
}

#[test]
fn a_histogram_has_ten_parts_of_which_the_last_is_closed() {
    let of_numbers = figures((0..=10).map(f64::from).collect());
    assert_eq!((of_numbers.n, of_numbers.mean, of_numbers.median), (11, Some(5.0), Some(5.0)));
    assert!((of_numbers.sd.unwrap() - 11.0_f64.sqrt()).abs() < 1e-12);
    let counts: Vec<i64> = of_numbers.histogram.iter().map(|it| it.count).collect();
    assert_eq!(counts, [1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    assert!(of_numbers.histogram.windows(2).all(|pair| pair[0].to == pair[1].from));
    let widest = figures(vec![-1e308, 1e308]).histogram;
    assert!(widest.iter().all(|it| it.from.is_finite() && it.to.is_finite() && it.from < it.to));
    let alike = figures(vec![4.0, 4.0]);
    assert_eq!(alike.histogram, [HistogramBin { from: 4.0, to: 4.0, count: 2 }]);
    assert_eq!(alike.sd, Some(0.0));
    assert_eq!(figures(vec![4.0]).sd, None);
    assert_eq!(figures(Vec::new()), NumberFigures::default());
}
