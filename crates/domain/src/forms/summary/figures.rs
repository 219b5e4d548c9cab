//! The figures of a summary, as they are computed: whoever shows or draws them takes them from here.

use crate::forms::QuestionType;
use crate::record::Time;

/// The figures of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct FormFigures {
    pub form_id: i64,
    pub version: i64,
    /// Responses that were begun and are no spam.
    pub starts: i64,
    pub completed: i64,
    /// Of those begun, from 0 to 1.
    pub completion_rate: Option<f64>,
    /// Those begun and not completed.
    pub drop_off: i64,
    pub avg_seconds: Option<f64>,
    pub median_seconds: Option<f64>,
    pub last_response_at: Option<Time>,
    /// How many responses the figures of the questions are of.
    pub population: i64,
    pub steps: Vec<StepFigures>,
    pub questions: Vec<QuestionFigures>,
}

/// How far people came through a form.
#[derive(Clone, Debug, PartialEq)]
pub struct StepFigures {
    pub step_id: i64,
    pub title: Option<String>,
    /// How many responses went there.
    pub reached: i64,
    /// How many of them are not complete and ended there.
    pub left: i64,
    pub left_rate: Option<f64>,
}

/// The figures of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionFigures {
    pub question_id: i64,
    pub key: String,
    pub label: String,
    pub question_type: QuestionType,
    /// How many responses, complete or not, came by it.
    pub seen: i64,
    /// How many answers are counted.
    pub answered: i64,
    pub skipped: i64,
    /// How many responses that are not complete answered it last.
    pub drop_off: i64,
    pub drop_off_rate: Option<f64>,
    pub figures: Figures,
}

/// What was answered to a question, by its type.
#[derive(Clone, Debug, PartialEq)]
pub enum Figures {
    Texts {
        /// The newest first.
        samples: Vec<String>,
        /// In characters.
        length_avg: Option<f64>,
    },
    Number(NumberFigures),
    Dates {
        min: Option<String>,
        max: Option<String>,
        by_month: Vec<MonthCount>,
    },
    Choice {
        options: Vec<OptionCount>,
        other: Vec<OtherCount>,
    },
    Choices {
        options: Vec<OptionCount>,
        other: Vec<OtherCount>,
        /// How often anything was chosen.
        selections: i64,
    },
    Points {
        mean: Option<f64>,
        median: Option<f64>,
        distribution: Vec<PointCount>,
        /// How many answers are one of the two best points.
        top2_box: i64,
        /// They as a part of all answers, from 0 to 1.
        csat: Option<f64>,
    },
    Nps {
        promoters: i64,
        passives: i64,
        detractors: i64,
        distribution: Vec<PointCount>,
        /// From −100 to 100.
        score: Option<i64>,
    },
    Ranking {
        options: Vec<RankedOption>,
    },
    Matrix {
        rows: Vec<MatrixRow>,
    },
    Files {
        files: i64,
        total_bytes: i64,
    },
}

/// What was answered to a question for a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberFigures {
    pub n: i64,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub mean: Option<f64>,
    pub median: Option<f64>,
    /// Of a sample.
    pub sd: Option<f64>,
    pub histogram: Vec<HistogramBin>,
}

/// How many numbers lie between two; of the last of a histogram `to` is one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct HistogramBin {
    pub from: f64,
    pub to: f64,
    pub count: i64,
}

/// How many dates lie in a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthCount {
    /// As `2026-01`.
    pub month: String,
    pub count: i64,
}

/// How often an option or a column was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionCount {
    pub id: String,
    pub label: String,
    pub count: i64,
    /// Of the answers, from 0 to 100, to two decimals.
    pub percent: Option<f64>,
}

/// How often something other than the options was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherCount {
    pub value: String,
    pub count: i64,
}

/// How often a point was given.
#[derive(Clone, Debug, PartialEq)]
pub struct PointCount {
    pub point: i64,
    pub count: i64,
    /// Of the answers, from 0 to 100, to two decimals.
    pub percent: Option<f64>,
}

/// How an option was ranked.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedOption {
    pub id: String,
    pub label: String,
    /// 1 is the best.
    pub avg_rank: Option<f64>,
    pub first_count: i64,
    /// One for each option that it was ranked above, in each answer.
    pub borda: i64,
}

/// What was answered in a row of a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixRow {
    pub row: String,
    pub label: String,
    /// In how many answers anything was.
    pub n: i64,
    pub columns: Vec<OptionCount>,
}
