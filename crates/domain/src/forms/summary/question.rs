//! What is counted of the answers to a question, by its type.

use std::collections::{BTreeMap, HashMap};

use super::choices::{Chosen, Ranked, Rows};
use super::figures::{Figures, MonthCount, PointCount};
use super::numbers::{self, median_of_counts, percent, rate, score};
use crate::Json;
use crate::forms::{Question, QuestionType, Settings};
use crate::record::{Time, double};

/// How many of the best points are told together.
const TOP: usize = 2;

/// The highest point of a recommendation.
const MOST_LIKELY: i64 = 10;

/// What is kept of the answers to a question.
#[derive(Debug)]
pub(super) enum KeptAnswers {
    Texts { samples: Vec<Sample>, characters: i64, n: i64 },
    Numbers(Vec<f64>),
    Dates { range: Option<(String, String)>, months: BTreeMap<String, i64> },
    Choice(Chosen),
    Choices(Chosen),
    Points(BTreeMap<i64, i64>),
    Nps(BTreeMap<i64, i64>),
    Ranking(Ranked),
    Matrix(Rows),
    Files { files: i64, bytes: i64 },
    Nothing,
}

/// When something was said, by which response.
pub(super) type Moment = (Option<Time>, i64);

/// A text, and when it was said.
#[derive(Debug)]
pub(super) struct Sample {
    at: Moment,
    text: String,
}

impl KeptAnswers {
    pub(super) fn of(question_type: QuestionType) -> Self {
        match question_type {
            QuestionType::ShortText
            | QuestionType::LongText
            | QuestionType::Email
            | QuestionType::Url
            | QuestionType::Phone
            | QuestionType::Hidden => Self::Texts { samples: Vec::new(), characters: 0, n: 0 },
            QuestionType::Number => Self::Numbers(Vec::new()),
            QuestionType::Date => Self::Dates { range: None, months: BTreeMap::new() },
            QuestionType::SingleChoice | QuestionType::Dropdown | QuestionType::YesNo | QuestionType::Consent => {
                Self::Choice(Chosen::default())
            }
            QuestionType::MultipleChoice => Self::Choices(Chosen::default()),
            QuestionType::Rating | QuestionType::Scale => Self::Points(BTreeMap::new()),
            QuestionType::Nps => Self::Nps(BTreeMap::new()),
            QuestionType::Ranking => Self::Ranking(Ranked::default()),
            QuestionType::Matrix => Self::Matrix(Rows::default()),
            QuestionType::FileUpload => Self::Files { files: 0, bytes: 0 },
            QuestionType::Statement => Self::Nothing,
        }
    }

    /// Whether it matters how often an answer was given, and neither when nor by whom.
    pub(super) const fn adds_up(&self) -> bool {
        match self {
            Self::Dates { .. }
            | Self::Choice(_)
            | Self::Choices(_)
            | Self::Points(_)
            | Self::Nps(_)
            | Self::Ranking(_)
            | Self::Matrix(_) => true,
            Self::Texts { .. } | Self::Numbers(_) | Self::Files { .. } | Self::Nothing => false,
        }
    }

    /// Takes an answer that was given so often, and tells how many bytes more it takes to keep.
    pub(super) fn add(&mut self, answer: &Json, times: i64) -> isize {
        match self {
            Self::Dates { range, months } => {
                let Some(date) = answer.as_str() else { return 0 };
                let month = date.rsplit_once('-').map_or(date, |(month, _)| month);
                *months.entry(month.to_owned()).or_default() += times;
                let date = date.to_owned();
                *range = Some(match range.take() {
                    None => (date.clone(), date),
                    Some((min, max)) => (min.min(date.clone()), max.max(date)),
                });
                0
            }
            Self::Choice(chosen) | Self::Choices(chosen) => weight(chosen.take(answer, times)),
            Self::Points(points) | Self::Nps(points) => {
                if let Some(point) = answer.as_i64() {
                    *points.entry(point).or_default() += times;
                }
                0
            }
            Self::Ranking(ranked) => {
                ranked.take(answer, times);
                0
            }
            Self::Matrix(rows) => {
                rows.take(answer, times);
                0
            }
            Self::Texts { .. } | Self::Numbers(_) | Self::Files { .. } | Self::Nothing => 0,
        }
    }

    /// Takes a text, and tells how many bytes more it takes to keep: so many are kept, the newest.
    pub(super) fn take_text(&mut self, text: &str, at: Moment, kept: usize) -> isize {
        let Self::Texts { samples, characters, n } = self else { return 0 };
        *characters += i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
        *n += 1;
        keep(samples, (at, text), kept)
    }

    /// Takes a number or files, whose sizes are known by their ids, and tells how many bytes more that takes to keep.
    pub(super) fn take(&mut self, answer: &Json, sizes: &HashMap<i64, i64>) -> isize {
        match self {
            Self::Numbers(numbers) => {
                numbers.extend(answer.as_f64());
                weight(size_of::<f64>())
            }
            Self::Files { files, bytes } => {
                for id in answer.as_array().into_iter().flatten().filter_map(Json::as_i64) {
                    *files += 1;
                    *bytes += sizes.get(&id).copied().unwrap_or_default();
                }
                0
            }
            Self::Texts { .. }
            | Self::Dates { .. }
            | Self::Choice(_)
            | Self::Choices(_)
            | Self::Points(_)
            | Self::Nps(_)
            | Self::Ranking(_)
            | Self::Matrix(_)
            | Self::Nothing => 0,
        }
    }

    /// The figures of so many answers to a question.
    pub(super) fn figures(self, question: &Question, answered: i64) -> Figures {
        match self {
            Self::Texts { mut samples, characters, n } => {
                samples.sort_by_key(|it| std::cmp::Reverse(it.at));
                let samples = samples.into_iter().map(|it| it.text).collect();
                Figures::Texts { samples, length_avg: (n > 0).then(|| double(characters) / double(n)) }
            }
            Self::Numbers(numbers) => Figures::Number(numbers::figures(numbers)),
            Self::Dates { range, months } => {
                let (min, max) = range.unzip();
                let by_month = months.into_iter().map(|(month, count)| MonthCount { month, count }).collect();
                Figures::Dates { min, max, by_month }
            }
            Self::Choice(chosen) => {
                Figures::Choice { options: chosen.options(question, answered), other: chosen.other() }
            }
            Self::Choices(chosen) => {
                let (options, selections) = (chosen.options(question, answered), chosen.selections());
                Figures::Choices { options, other: chosen.other(), selections }
            }
            Self::Points(points) => of_points(points, question, answered),
            Self::Nps(points) => nps(points, answered),
            Self::Ranking(ranked) => Figures::Ranking { options: ranked.options(question) },
            Self::Matrix(rows) => match &question.settings {
                Settings::Matrix(settings) => Figures::Matrix { rows: rows.rows(settings) },
                _ => Figures::Matrix { rows: Vec::new() },
            },
            Self::Files { files, bytes } => Figures::Files { files, total_bytes: bytes },
            Self::Nothing => Figures::Texts { samples: Vec::new(), length_avg: None },
        }
    }
}

fn weight(bytes: usize) -> isize {
    isize::try_from(bytes).unwrap_or(isize::MAX)
}

/// Keeps a text where it is one of the newest, and tells how many bytes more are kept.
fn keep(samples: &mut Vec<Sample>, (at, text): (Moment, &str), most: usize) -> isize {
    let place = samples.partition_point(|known| known.at < at);
    let sample = || Sample { at, text: text.to_owned() };
    if samples.len() < most {
        samples.insert(place, sample());
        return weight(text.len() + size_of::<Sample>());
    }
    if place == 0 {
        return 0;
    }
    samples.insert(place, sample());
    let oldest = samples.remove(0);
    weight(text.len()) - weight(oldest.text.len())
}

/// How often each point was given: each of these, and what was given beside them.
fn distribution(mut points: BTreeMap<i64, i64>, of: impl Iterator<Item = i64>, answered: i64) -> Vec<PointCount> {
    for point in of {
        points.entry(point).or_default();
    }
    let counted = |(point, count)| PointCount { point, count, percent: percent(count, answered) };
    points.into_iter().map(counted).collect()
}

fn of_points(points: BTreeMap<i64, i64>, question: &Question, answered: i64) -> Figures {
    let all: Vec<i64> = match &question.settings {
        Settings::Rating { scale, .. } => (1..=*scale).collect(),
        Settings::Scale(settings) => settings.points().collect(),
        _ => Vec::new(),
    };
    let counts: Vec<(i64, i64)> = points.iter().map(|(point, count)| (*point, *count)).collect();
    let n: i64 = counts.iter().map(|(_, count)| count).sum();
    let sum: i64 = counts.iter().map(|(point, count)| point.saturating_mul(*count)).sum();
    let top2_box = all.iter().rev().take(TOP).filter_map(|point| points.get(point)).sum();
    Figures::Points {
        mean: (n > 0).then(|| double(sum) / double(n)),
        median: median_of_counts(&counts),
        distribution: distribution(points, all.into_iter(), answered),
        top2_box,
        csat: rate(top2_box, answered),
    }
}

fn nps(points: BTreeMap<i64, i64>, answered: i64) -> Figures {
    let between = |low: i64, high: i64| points.range(low..=high).map(|(_, count)| count).sum::<i64>();
    let (promoters, passives, detractors) = (between(9, MOST_LIKELY), between(7, 8), between(0, 6));
    let score = score(promoters, detractors, promoters + passives + detractors);
    let distribution = distribution(points, 0..=MOST_LIKELY, answered);
    Figures::Nps { promoters, passives, detractors, distribution, score }
}
