//! What is said about a chart.

/// What a chart is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What is shown: the report, the experiment.
    pub title: String,
    /// Of what: window and filters; may be empty.
    pub subtitle: String,
    /// What is told beneath, which no mark shows: a figure to reach.
    pub notes: Vec<String>,
    /// Whether there is nothing to tell. None: so it is where no figure that would be drawn is other than 0.
    pub no_data: Option<bool>,
}

impl About {
    pub fn new(title: impl Into<String>, subtitle: impl Into<String>) -> Self {
        Self { title: title.into(), subtitle: subtitle.into(), notes: Vec::new(), no_data: None }
    }

    pub(crate) fn full_title(&self) -> String {
        if self.subtitle.is_empty() { self.title.clone() } else { format!("{}, {}", self.title, self.subtitle) }
    }
}
