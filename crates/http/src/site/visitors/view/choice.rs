//! What may be chosen on a page.

use uplift_domain::forms::Question;

/// Something to choose.
pub(super) struct Choice {
    /// The id of its element.
    pub(super) element: String,
    /// What is sent.
    pub(super) id: String,
    pub(super) label: String,
    pub(super) is_chosen: bool,
}

/// The id of the element at a place: the first is what the label and the faults of the question lead to.
pub(super) fn element(question: &Question, at: usize) -> String {
    if at == 0 { format!("q-{}", question.key) } else { format!("q-{}--{at}", question.key) }
}
