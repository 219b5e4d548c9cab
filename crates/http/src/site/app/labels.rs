//! What people read in place of the names of the interface.

/// Figures whose names say too little to people, with their units and without what only statisticians abbreviate so: by
/// the name of a figure, or where that means something else elsewhere by that of its list as well.
const FIGURES: [(&str, &str); 42] = [
    ("age", "Age of open ideas"),
    ("age.bucket", "Days in the backlog"),
    ("annual", "Worth a year"),
    ("annual_adjusted", "Worth a year, de-biased"),
    ("annual_impact", "Estimated annual value of winners"),
    ("answers.count", "Answers"),
    ("answers.label", "Option"),
    ("answers.percent", "Share"),
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
    let known = |wanted: &str| FIGURES.iter().find(|(known, _)| *known == wanted).map(|(_, label)| (*label).to_owned());
    known(&format!("{list}.{name}"))
        .or_else(|| known(name))
        .unwrap_or_else(|| words(name.strip_suffix("_at").unwrap_or(name)))
}

/// What is called otherwise than its name says by the rules of [`words`].
const CALLED: [(&str, &str); 11] = [
    ("aa", "A/A test"),
    ("ab", "A/B test"),
    ("abn", "A/B/n test"),
    ("p_value", "p-value"),
    ("scores_count", "Scored by"),
    ("attachable_id", "Belongs to"),
    ("commentable_id", "Belongs to"),
    ("external_id", "External ID"),
    ("meta", "Metadata"),
    ("avg_seconds", "Average time"),
    ("median_seconds", "Median time"),
];

/// A name of the interface in the words of a page: `research_collection_id` is "Research collection".
pub(super) fn words(name: &str) -> String {
    if let Some((_, called)) = CALLED.iter().find(|(known, _)| *known == name) {
        return (*called).to_owned();
    }
    let name = name.strip_prefix("is_").unwrap_or(name);
    let name = ["_count", "_seconds"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    let several = name.strip_suffix("_ids").map(|one| format!("{one}s"));
    let name = several.as_deref().or(name.strip_suffix("_id")).filter(|it| !it.is_empty()).unwrap_or(name);
    let name = name.replace("srm_p_value", "SRM p-value").replace('_', " ");
    let known = |word| match word {
        "srm" => "SRM",
        "url" => "URL",
        "mde" => "MDE",
        "csat" => "CSAT",
        "aa" => "A/A",
        "api" => "API",
        "ice" => "ICE",
        "nps" => "NPS",
        "pie" => "PIE",
        "pxl" => "PXL",
        "rice" => "RICE",
        "max" => "maximum",
        "min" => "minimum",
        "ci" => "interval",
        "avg" => "average",
        "wip" => "work in progress",
        word => word,
    };
    let name = name.split(' ').map(known).collect::<Vec<_>>().join(" ");
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        assert_eq!(words("research_collection_id"), "Research collection");
        assert_eq!((words("page_ids"), words("external_url")), ("Pages".to_owned(), "External URL".to_owned()));
        assert_eq!((words("srm_p_value"), words("id")), ("SRM p-value".to_owned(), "Id".to_owned()));
        assert_eq!((words("is_primary"), words("responses_count")), ("Primary".to_owned(), "Responses".to_owned()));
        assert_eq!((words("duration_seconds"), words("ab")), ("Duration".to_owned(), "A/B test".to_owned()));
    }
}
