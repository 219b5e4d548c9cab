//! What figures are called whose names in the interface say too little to people: with their units, and without what
//! only statisticians abbreviate so.

use super::catalog::words;

/// By the name of a figure, or where that means something else elsewhere by that of its list as well.
const LABELS: [(&str, &str); 39] = [
    ("age", "Age of open ideas"),
    ("age.bucket", "Days in the backlog"),
    ("annual", "Worth a year"),
    ("annual_adjusted", "Worth a year, de-biased"),
    ("annual_impact", "Estimated annual value of winners"),
    ("avg_rank", "Mean rank"),
    ("avg_seconds", "Mean seconds"),
    ("avg_uplift_won", "Mean uplift of winners"),
    ("band", "Band"),
    ("bands", "Ideas by score"),
    ("capture_rate", "Completed with a learning"),
    ("ci", "Interval"),
    ("concurrent_avg", "Running at once, mean"),
    ("concurrent_max", "Running at once, most"),
    ("conclusive_rate", "Won or lost of all decided"),
    ("coverage_days_rate", "Days on which an experiment ran"),
    ("csat", "Satisfied: the two highest points"),
    ("daily", "Worth a day"),
    ("lift_abs", "Absolute uplift"),
    ("median_cycle_days", "Median days to a decision"),
    ("median_duration_days", "Median days of running"),
    ("median_seconds", "Median seconds"),
    ("n", "Number"),
    ("p75", "75th percentile"),
    ("p90", "90th percentile"),
    ("per_month", "Completed a month"),
    ("rolling_mean", "Mean of the last three"),
    ("sd", "Standard deviation"),
    ("se", "Standard error of the uplift"),
    ("shrink", "Taken off by de-biasing"),
    ("stages.median", "Median days"),
    ("stages.mean", "Mean days"),
    ("stages.p75", "75th percentile, days"),
    ("stages.p90", "90th percentile, days"),
    ("throughput_ratio", "Completed for each started"),
    ("top2_box", "Answers in the two highest points"),
    ("trend_slope", "Change from one to the next"),
    ("velocity_per_month", "Completed a month"),
    ("win_rate_all", "Wins of all completed"),
];

/// What a figure is called, in a list of this name.
pub(super) fn label(list: &str, name: &str) -> String {
    let known = |wanted: &str| LABELS.iter().find(|(known, _)| *known == wanted).map(|(_, label)| (*label).to_owned());
    known(&format!("{list}.{name}"))
        .or_else(|| known(name))
        .unwrap_or_else(|| words(name.strip_suffix("_at").unwrap_or(name)))
}
