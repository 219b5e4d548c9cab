//! Filters of responses by their answers.

use diesel::QueryResult;
use diesel::query_builder::AstPass;
use diesel::sql_types::{BigInt, Text};
use uplift_domain::access::TeamId;
use uplift_domain::listing::{AnswerTest, FilterValues, Matching, casefold};
use uplift_domain::responses::{answer_word, delimited};

use super::super::super::super::backend::Db;
use super::super::super::super::dialect::{APART, CONTAINS, IN_TIME};

/// What holds of the answers of a response.
pub(super) struct Answers {
    team: i64,
    /// The question by its key, and what its answer is.
    expected: Vec<(String, Expected)>,
}

enum Expected {
    Answered,
    Skipped,
    /// One of these options, or one of these words of an answer that has none, or a text that contains one of these;
    /// all lists in JSON.
    Given {
        options: String,
        words: String,
        parts: String,
    },
}

/// What a filter asks: nothing is asked where there are no keys.
pub(super) fn asked(team: TeamId, matching: Matching, values: &FilterValues) -> Answers {
    let keys = || values.words().into_iter().map(|key| key.trim().to_owned()).filter(|key| !key.is_empty());
    let expected = match matching {
        Matching::Answers(AnswerTest::Answered) => keys().map(|key| (key, Expected::Answered)).collect(),
        Matching::Answers(AnswerTest::Skipped) => keys().map(|key| (key, Expected::Skipped)).collect(),
        Matching::Answers(AnswerTest::Given) => given(values),
        Matching::Exact
        | Matching::Partial
        | Matching::Search
        | Matching::From
        | Matching::Until
        | Matching::Min
        | Matching::Max
        | Matching::Flag => Vec::new(),
    };
    Answers { team: team.get(), expected }
}

/// What is expected of each question that is named.
fn given(values: &FilterValues) -> Vec<(String, Expected)> {
    let mut named: Vec<(String, Vec<String>)> = Vec::new();
    for value in values.words() {
        // What names no question is answered to none.
        let (key, value) = value.split_once('=').unwrap_or(("", &value));
        if value.trim().is_empty() {
            continue;
        }
        match named.iter_mut().find(|(known, _)| known == key) {
            Some((_, expected)) => expected.push(value.to_owned()),
            None => named.push((key.to_owned(), vec![value.to_owned()])),
        }
    }
    let expected = |values: &[String]| {
        let listed = |value: &dyn Fn(&str) -> String| {
            serde_json::Value::from_iter(values.iter().map(|it| value(it.as_str()))).to_string()
        };
        Expected::Given {
            options: listed(&|value| delimited([value.trim().to_owned()])),
            words: listed(&|value| delimited([answer_word(value.trim())])),
            parts: listed(&casefold),
        }
    };
    named.into_iter().map(|(key, values)| (key, expected(&values))).collect()
}

impl Answers {
    pub(super) fn walk<'b>(
        &'b self,
        mut out: AstPass<'_, 'b, Db>,
        id: impl Fn(&mut AstPass<'_, 'b, Db>) -> QueryResult<()>,
    ) -> QueryResult<()> {
        out.push_sql("(1 = 1");
        for (key, expected) in &self.expected {
            out.push_sql(" AND EXISTS (SELECT 1 FROM form_answers AS answer WHERE ");
            if let Some(in_time) = IN_TIME {
                out.push_sql("(answer.id");
                out.push_sql(in_time);
                out.push_sql(" AND ");
            }
            out.push_sql("answer.team_id = ");
            out.push_bind_param::<BigInt, _>(&self.team)?;
            out.push_sql(" AND answer.form_response_id = ");
            id(&mut out)?;
            out.push_sql(APART);
            out.push_sql(" AND answer.key = ");
            out.push_bind_param::<Text, _>(key)?;
            match expected {
                Expected::Answered => out.push_sql(" AND NOT answer.skipped"),
                Expected::Skipped => out.push_sql(" AND answer.skipped"),
                Expected::Given { options, words, parts } => {
                    out.push_sql(" AND (answer.option_ids IS NOT NULL AND ");
                    CONTAINS.walk(out.reborrow(), options, |out| column(out, "words"))?;
                    out.push_sql(" OR answer.option_ids IS NULL AND ");
                    CONTAINS.walk(out.reborrow(), words, |out| column(out, "words"))?;
                    out.push_sql(" OR ");
                    CONTAINS.walk(out.reborrow(), parts, |out| column(out, "folded"))?;
                    out.push_sql(")");
                }
            }
            out.push_sql(")");
        }
        out.push_sql(")");
        Ok(())
    }
}

fn column(out: &mut AstPass<'_, '_, Db>, name: &str) -> QueryResult<()> {
    out.push_sql("answer.");
    out.push_identifier(name)
}
