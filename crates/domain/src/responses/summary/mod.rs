//! The summary of a form's responses: who asks for it, of which responses it is, and how they are read.

mod filters;
mod read;
mod request;
mod window;

pub(crate) use filters::{check_summary_filters, summary_filters};
pub(crate) use read::{Most, summarise};
pub(crate) use request::{SummaryParameters, TOLD, summary};
pub(crate) use window::days;

use crate::Json;

/// How many texts of a question are told where nobody says.
pub(crate) const SAMPLES: usize = 10;

/// Takes out of the figures of a form what people wrote, and tells whether there was any of it.
pub(crate) fn forget_texts(stats: &mut Json) -> bool {
    let mut forgot = false;
    let questions = stats.get_mut("questions").and_then(Json::as_array_mut);
    for question in questions.into_iter().flatten() {
        for texts in ["samples", "other"] {
            let nothing = Json::Array(Vec::new());
            if let Some(texts) = question.get_mut(texts).filter(|texts| **texts != nothing) {
                *texts = nothing;
                forgot = true;
            }
        }
    }
    forgot
}
