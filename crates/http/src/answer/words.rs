//! Names of the interface in words for people.

/// What is called otherwise than its name says by the rules of [`words`].
pub(crate) const CALLED: [(&str, &str); 11] = [
    ("aa", "A/A test"),
    ("ab", "A/B test"),
    ("abn", "A/B/n test"),
    ("p_value", "p-value"),
    ("scores_count", "Scored by"),
    ("attachable_id", "Belongs to"),
    ("commentable_id", "Belongs to"),
    ("external_id", "External ID"),
    ("meta", "Metadata"),
    ("avg_seconds", "Mean time"),
    ("median_seconds", "Median time"),
];

/// The days of the week as reports count them, from 1.
pub(crate) const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A name of the interface in words: `research_collection_id` is "Research collection".
pub(crate) fn words(name: &str) -> String {
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
        assert_eq!((words("min_runtime"), words("no_srm")), ("Minimum runtime".to_owned(), "No SRM".to_owned()));
        assert_eq!((words("avg_seconds"), words("median_seconds")), ("Mean time".to_owned(), "Median time".to_owned()));
    }
}
