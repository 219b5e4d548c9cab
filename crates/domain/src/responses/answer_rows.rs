//! The rows that keep the answers of a response, written as the answers are now.

use super::loaded::{LoadedResponse, name_of_file};
use super::words::words_of;
use crate::access::Caller;
use crate::forms::{Answer, FormPath, Question};
use crate::kinds::asked;
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{AnyJson, AnyNumber, Id, List, Name, Stored, Text, Value as _};
use crate::{FormAnswer, FormQuestion, Refusal};

/// What changed of the answers of a response.
#[derive(Default)]
pub(super) struct AnswersChanged {
    /// The keys of the questions whose answers are others, come or gone.
    pub(super) keys: Vec<String>,
    /// The rows that stay and say something else, as they were and as they are.
    pub(super) rows: Vec<(Stored<FormAnswer>, Stored<FormAnswer>)>,
}

/// What is written of the answers of a response: its rows differ by that from those that were read.
#[derive(Default)]
struct RowsWritten {
    /// The rows that are gone, or say something else.
    past: Vec<Id<FormAnswer>>,
    /// The rows that were made, and those that say something else as they are now.
    now: Vec<Stored<FormAnswer>>,
}

impl LoadedResponse {
    /// Writes the answers as they are now; of a response that went its way to the end also that nothing was answered.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) fn save_answers(
        &mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        form_path: Option<&FormPath>,
    ) -> Result<AnswersChanged, Refusal> {
        let (mut changed, mut written) = (AnswersChanged::default(), RowsWritten::default());
        let questions = self.structure.questions.iter();
        tx.expect_inserts(questions.filter(|it| self.row_of(it).is_none() && self.has_row(it, form_path)).count());
        for stored in &self.structure.questions {
            let known = self.row_of(stored);
            if !self.has_row(stored, form_path) {
                if let Some(row) = known {
                    remove_row(tx, caller, row)?;
                    written.past.push(row.id);
                    note(&mut changed, row, stored.record.key.as_str());
                }
                continue;
            }
            let question = asked(&stored.record);
            let answer = self.answers.get(&question.key);
            let row = self.row(stored, &question, answer);
            match known {
                None => {
                    if !row.skipped {
                        changed.keys.push(question.key.clone());
                    }
                    let made = FormAnswer::writes(tx).insert(caller.team, &row)?;
                    crate::commands::update_counters(tx, caller.team, None, Some(&made));
                    written.now.push(made);
                }
                Some(known) if known.record == row => {}
                Some(known) => {
                    let after = Stored { record: row, updated_at: tx.now(), ..known.clone() };
                    FormAnswer::writes(tx).save_changes(caller.team, known, &after)?;
                    crate::commands::update_counters(tx, caller.team, Some(known), Some(&after));
                    if known.record.value != after.record.value {
                        changed.keys.push(question.key.clone());
                        changed.rows.push((known.clone(), after.clone()));
                    }
                    written.past.push(known.id);
                    written.now.push(after);
                }
            }
        }
        self.rows.retain(|row| !written.past.contains(&row.id));
        self.rows.extend(written.now);
        Ok(changed)
    }

    /// What is stored of the answer to a question.
    pub(super) fn row_of(&self, question: &Stored<FormQuestion>) -> Option<&Stored<FormAnswer>> {
        self.rows.iter().find(|row| row.record.form_question_id == question.id)
    }

    /// Whether it is to be stored what is answered to a question, or that nothing is.
    fn has_row(&self, question: &Stored<FormQuestion>, form_path: Option<&FormPath>) -> bool {
        let key = question.record.key.as_str();
        let skipped = || match form_path {
            Some(form_path) => form_path.keeps(key) && question.record.r#type.takes_answer(),
            None => self.row_of(question).is_some(),
        };
        self.answers.contains_key(key) || skipped()
    }

    fn row(&self, stored: &Stored<FormQuestion>, question: &Question, answer: Option<&Answer>) -> FormAnswer {
        let text = answer.map(|it| it.text_value(question, |file| self.files.get(&file).map(name_of_file)));
        let (words, folded) = match (answer, &text) {
            (Some(answer), Some(text)) => words_of(question, answer, text),
            _ => (None, None),
        };
        let unbounded = |text: Option<String>| text.and_then(|text| Text::from_raw(text).ok());
        let ids = answer
            .and_then(|it| it.option_ids(question))
            .map(|ids| List::new(ids.into_iter().filter_map(|id| Name::from_raw(id).ok()).collect()));
        FormAnswer {
            form_id: self.structure.form.id,
            form_response_id: self.response.id,
            form_question_id: stored.id,
            value: answer.map(|it| AnyJson::new(it.value().clone())),
            number_value: answer.and_then(|it| it.number_value(question)).and_then(AnyNumber::new),
            option_ids: ids,
            skipped: answer.is_none(),
            key: stored.record.key.clone(),
            text_value: unbounded(text),
            words: unbounded(words),
            folded: unbounded(folded),
        }
    }
}

fn remove_row(tx: &mut dyn WriteTx, caller: &Caller, row: &Stored<FormAnswer>) -> Result<(), Refusal> {
    FormAnswer::writes(tx).remove(caller.team, row.id)?;
    crate::commands::update_counters(tx, caller.team, Some(row), None);
    Ok(())
}

fn note(changed: &mut AnswersChanged, row: &Stored<FormAnswer>, key: &str) {
    if !row.record.skipped {
        changed.keys.push(key.to_owned());
    }
}
