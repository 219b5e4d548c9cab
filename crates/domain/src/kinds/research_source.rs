//! Where research comes from: what an observation was made with, and what an insight rests on.

use uplift_derive::Choices;

/// The sort of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum ResearchSource {
    Analytics,
    Heatmap,
    SessionRecording,
    Survey,
    UserTest,
    Interview,
    HeuristicReview,
    Support,
    Competitor,
    Technical,
    Other,
}
