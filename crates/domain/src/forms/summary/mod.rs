//! The summary of a form: how far people came through it, and what they answered to each question.
//!
//! A [`Tally`] takes the responses one after the other and keeps of each no more than its figures need; what it has
//! found at the end are [`FormFigures`]. The definitions of all figures stand here, once: whoever shows or draws a
//! summary reads them off.

mod alike;
mod choices;
mod figures;
mod numbers;
mod question;
mod shown;
mod tally;
#[cfg(test)]
mod tests;
mod walk;

pub use figures::{
    Figures, FormFigures, HistogramBin, MatrixRow, MonthCount, NumberFigures, OptionCount, OtherCount, PointCount,
    QuestionFigures, RankedOption, StepFigures,
};
pub use shown::{QUESTION, SUMMARY, shown};
pub use tally::Tally;

use crate::kinds::ResponseStatus;
use crate::record::Time;

use super::{Definition, Question};

/// A step of a form, as its summary names it.
#[derive(Clone, Debug)]
pub struct StepOutline {
    pub id: i64,
    pub title: Option<String>,
}

/// A question of a form, as its summary names it.
#[derive(Clone, Debug)]
pub struct QuestionOutline {
    pub id: i64,
    pub label: String,
    pub question: Question,
    /// Its place among all questions of the form: those that were deleted stand where they stood, with their steps.
    pub place: usize,
    /// When it was deleted, so that it stands in the summary only where it has answers.
    pub deleted_at: Option<Time>,
}

/// A form, as its summary goes through it.
#[derive(Clone, Debug)]
pub struct Outline {
    pub form_id: i64,
    pub version: i64,
    pub steps: Vec<StepOutline>,
    /// Those that are there in the order in which they are asked, then those that were deleted.
    pub questions: Vec<QuestionOutline>,
    /// The steps that are there, with the questions that were deleted from them where these stood.
    pub definition: Definition,
}

/// Which responses are summarised, and how.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The first moment at which a response that counts was completed; one that is not complete was begun.
    pub from: Option<Time>,
    /// The moment after the last.
    pub until: Option<Time>,
    /// Whether the answers of responses in progress count too.
    pub partial: bool,
    /// How many texts of a question are told.
    pub samples: usize,
}

/// A response, as far as its summary is concerned.
#[derive(Clone, Debug)]
pub struct Begun {
    pub id: i64,
    pub status: ResponseStatus,
    pub started_at: Option<Time>,
    pub completed_at: Option<Time>,
    pub duration_seconds: Option<i64>,
    pub last_step_id: Option<i64>,
}

/// What a response says to a question.
#[derive(Clone, Debug)]
pub struct GivenAnswer {
    pub response: i64,
    pub question: i64,
    /// What was answered, in JSON; `None` where the question was left out.
    pub value: Option<String>,
}

impl Terms {
    fn holds(&self, moment: Option<Time>) -> bool {
        let Some(moment) = moment else { return false };
        self.from.is_none_or(|from| from <= moment) && self.until.is_none_or(|until| moment < until)
    }

    /// Whether a response was begun in the time that is summarised, and is no spam.
    fn starts(&self, response: &Begun) -> bool {
        response.status != ResponseStatus::Spam && self.holds(response.started_at)
    }

    /// Whether it was completed in that time.
    fn completes(&self, response: &Begun) -> bool {
        response.status == ResponseStatus::Completed && self.holds(response.completed_at)
    }

    /// Whether it was begun in that time and came to no end.
    fn breaks_off(&self, response: &Begun) -> bool {
        match response.status {
            ResponseStatus::InProgress | ResponseStatus::Disqualified => self.holds(response.started_at),
            ResponseStatus::Completed | ResponseStatus::Spam => false,
        }
    }

    /// Whether its answers are counted.
    fn counts(&self, response: &Begun) -> bool {
        let in_progress = response.status == ResponseStatus::InProgress;
        self.completes(response) || (self.partial && in_progress && self.holds(response.started_at))
    }

    /// Whether the answers of a response have to be read.
    pub fn reads_answers(&self, response: &Begun) -> bool {
        self.completes(response) || self.breaks_off(response)
    }
}
