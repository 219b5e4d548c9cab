//! What is counted of options that are chosen, ranked, or answered in rows.

use std::collections::HashMap;

use super::figures::{MatrixRow, OptionCount, OtherCount, RankedOption};
use super::numbers::percent;
use crate::Json;
use crate::forms::options::OTHER;
use crate::forms::{MatrixSettings, Question, Settings};
use crate::record::double;

/// How many of the other answers are told, those that were given most.
const MOST_OTHERS: usize = 1_000;

/// What people read where the settings do not say.
const YES: &str = "Yes";
const NO: &str = "No";

/// How often each option was chosen.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    counts: HashMap<String, i64>,
    other: HashMap<String, i64>,
    selections: i64,
}

impl Chosen {
    /// Takes an answer that was given so often, and tells how many bytes more it takes to keep.
    pub(super) fn take(&mut self, answer: &Json, times: i64) -> usize {
        match answer {
            Json::Array(chosen) => chosen.iter().map(|one| self.take_one(one, times)).sum(),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Object(_) => {
                self.take_one(answer, times)
            }
        }
    }

    fn take_one(&mut self, chosen: &Json, times: i64) -> usize {
        self.selections += times;
        match (chosen, chosen.get(OTHER)) {
            (Json::String(id), _) => count(&mut self.counts, id, times),
            (Json::Bool(yes), _) => count(&mut self.counts, if *yes { "true" } else { "false" }, times),
            (_, Some(Json::String(text))) => count(&mut self.other, text, times),
            (_, _) => 0,
        }
    }

    pub(super) const fn selections(&self) -> i64 {
        self.selections
    }

    /// The options of a question in their order, then those that it does not have any more.
    pub(super) fn options(&self, question: &Question, answered: i64) -> Vec<OptionCount> {
        let of = |id: &str, label: &str| {
            let count = self.counts.get(id).copied().unwrap_or_default();
            OptionCount { id: id.to_owned(), label: label.to_owned(), count, percent: percent(count, answered) }
        };
        let mut options: Vec<OptionCount> = match &question.settings {
            Settings::YesNo { yes_label, no_label } => {
                vec![of("true", yes_label.as_deref().unwrap_or(YES)), of("false", no_label.as_deref().unwrap_or(NO))]
            }
            Settings::Consent { .. } => vec![of("true", YES)],
            _ => question.options.all().iter().map(|option| of(&option.id, &option.label)).collect(),
        };
        let mut gone: Vec<&String> = self.counts.keys().filter(|id| !options.iter().any(|it| it.id == **id)).collect();
        gone.sort();
        let gone: Vec<OptionCount> = gone.into_iter().map(|id| of(id, id)).collect();
        options.extend(gone);
        options
    }

    /// What else was said, what was said most first.
    pub(super) fn other(self) -> Vec<OtherCount> {
        let mut other: Vec<OtherCount> =
            self.other.into_iter().map(|(value, count)| OtherCount { value, count }).collect();
        other.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
        other.truncate(MOST_OTHERS);
        other
    }
}

/// Counts a word so often more, and tells how many bytes it took to keep.
fn count(counts: &mut HashMap<String, i64>, word: &str, times: i64) -> usize {
    if let Some(count) = counts.get_mut(word) {
        *count += times;
        return 0;
    }
    counts.insert(word.to_owned(), times);
    word.len() + size_of::<(String, i64)>()
}

/// How each option was ranked.
#[derive(Debug, Default)]
pub(super) struct Ranked {
    options: HashMap<String, Ranks>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Ranks {
    n: i64,
    sum: i64,
    first: i64,
    borda: i64,
}

impl Ranked {
    pub(super) fn take(&mut self, answer: &Json, times: i64) {
        let Some(ranked) = answer.as_array() else { return };
        let all = i64::try_from(ranked.len()).unwrap_or(i64::MAX);
        for (rank, id) in (1_i64..).zip(ranked.iter().filter_map(Json::as_str)) {
            let ranks = self.options.entry(id.to_owned()).or_default();
            ranks.n += times;
            ranks.sum += rank * times;
            ranks.first += i64::from(rank == 1) * times;
            ranks.borda += (all - rank) * times;
        }
    }

    /// The options of a question in their order.
    pub(super) fn options(&self, question: &Question) -> Vec<RankedOption> {
        let ranked = |(id, label): (&str, &str)| {
            let ranks = self.options.get(id).copied().unwrap_or_default();
            RankedOption {
                id: id.to_owned(),
                label: label.to_owned(),
                avg_rank: (ranks.n > 0).then(|| double(ranks.sum) / double(ranks.n)),
                first_count: ranks.first,
                borda: ranks.borda,
            }
        };
        question.options.all().iter().map(|option| ranked((&option.id, &option.label))).collect()
    }
}

/// What was answered in each row.
#[derive(Debug, Default)]
pub(super) struct Rows {
    rows: HashMap<String, Row>,
}

#[derive(Debug, Default)]
struct Row {
    n: i64,
    columns: HashMap<String, i64>,
}

impl Rows {
    pub(super) fn take(&mut self, answer: &Json, times: i64) {
        for (id, answered) in answer.as_object().into_iter().flatten() {
            let row = self.rows.entry(id.clone()).or_default();
            row.n += times;
            let one = std::slice::from_ref(answered);
            let columns = answered.as_array().map_or(one, Vec::as_slice);
            for column in columns.iter().filter_map(Json::as_str) {
                count(&mut row.columns, column, times);
            }
        }
    }

    /// The rows of a matrix in their order, each with its columns in theirs.
    pub(super) fn rows(&self, settings: &MatrixSettings) -> Vec<MatrixRow> {
        let nothing = Row::default();
        let rows = settings.rows.iter().map(|line| {
            let row = self.rows.get(&line.id).unwrap_or(&nothing);
            let columns = settings.columns.iter().map(|column| {
                let count = row.columns.get(&column.id).copied().unwrap_or_default();
                let percent = percent(count, row.n);
                OptionCount { id: column.id.clone(), label: column.label.clone(), count, percent }
            });
            MatrixRow { row: line.id.clone(), label: line.label.clone(), n: row.n, columns: columns.collect() }
        });
        rows.collect()
    }
}
