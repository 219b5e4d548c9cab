//! What people read in place of the names of the interface.

use crate::answer::words::words;

/// Figures whose names say too little to people, with their units and without what only statisticians abbreviate so: by
/// the name of a figure, or where that means something else elsewhere by that of its list as well.
const FIGURES: [(&str, &str); 38] = [
    ("age", "Age of open ideas"),
    ("age.bucket", "Days in the backlog"),
    ("annual", "Worth a year"),
    ("annual_adjusted", "Worth a year, de-biased"),
    ("annual_impact", "Estimated annual value of winners"),
    ("answers.count", "Answers"),
    ("answers.label", "Option"),
    ("answers.percent", "Share"),
    ("avg_rank", "Mean rank"),
    ("avg_uplift_won", "Mean uplift of winners"),
    ("bands", "Ideas by score"),
    ("capture_rate", "Completed with a learning"),
    ("concurrent_avg", "Running at once, mean"),
    ("concurrent_max", "Running at once, most"),
    ("conclusive_rate", "Won or lost of all decided"),
    ("coverage_days_rate", "Days on which an experiment ran"),
    ("csat", "Satisfied: the two highest points"),
    ("daily", "Worth a day"),
    ("lift_abs", "Absolute uplift"),
    ("median_cycle_days", "Median days to a decision"),
    ("median_duration_days", "Median days of running"),
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
    let known = |wanted: &str| FIGURES.iter().find(|(known, _)| *known == wanted).map(|(_, label)| (*label).to_owned());
    known(&format!("{list}.{name}"))
        .or_else(|| known(name))
        .unwrap_or_else(|| words(name.strip_suffix("_at").unwrap_or(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::words::CALLED;

    #[test]
    fn a_figure_is_called_by_its_name_or_else_by_words_of_its_own() {
        assert_eq!((label("", "win_rate"), label("", "decided_at")), ("Win rate".to_owned(), "Decided".to_owned()));
        assert_eq!((label("stages", "mean"), label("", "mean")), ("Mean days".to_owned(), "Mean".to_owned()));
        for (name, label) in FIGURES {
            assert_ne!(words(name), label, "{name} needs no entry");
            assert!(CALLED.iter().all(|(known, _)| *known != name), "{name} has two entries");
        }
    }
}
