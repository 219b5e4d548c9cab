//! The answers to a form as a whole.

use std::collections::HashMap;

use super::{Answer, Answers, Uploads, check, missing};
use crate::Json;
use crate::forms::{Definition, FormPath, Question, place};
use crate::record::{Date, FieldError, MemberErrors};

/// What a body does to the answers of a response: each question that it names, with what is answered to it, or `None`
/// where what was answered is to go.
pub type AnswerChanges = Vec<(String, Option<Answer>)>;

impl Definition {
    /// Checks what is answered to the questions of the form, by their keys, on a day.
    ///
    /// # Errors
    /// What is wrong, each by the path from the answers: the key of a question, and the path within the answer to it.
    pub fn check_answers(
        &self,
        given: &Json,
        today: Date,
        uploads: Uploads<'_>,
    ) -> Result<AnswerChanges, MemberErrors> {
        let Json::Object(given) = given else { return Err(vec![(String::new(), FieldError::NotObject)]) };
        let questions: HashMap<&str, &Question> = self.questions().map(|it| (it.key.as_str(), it)).collect();
        let (mut changes, mut wrong) = (AnswerChanges::new(), MemberErrors::new());
        for (key, raw) in given {
            match questions.get(key.as_str()).map(|question| check(question, raw, today, uploads)) {
                None => wrong.push((key.clone(), FieldError::NotAllowed)),
                Some(Ok(answer)) => changes.push((key.clone(), answer)),
                Some(Err(told)) => wrong.extend(beneath(key, told)),
            }
        }
        if wrong.is_empty() { Ok(changes) } else { Err(wrong) }
    }

    /// Tells what is missing in answers for them to be whole, each by the path from the answers. The path is the way
    /// that these answers lead.
    pub fn missing_answers(&self, form_path: &FormPath, answers: &Answers) -> MemberErrors {
        let lacking = self.questions().filter(|question| form_path.missing.contains(&question.key));
        lacking.flat_map(|it| beneath(&it.key, missing(it, answers.get(&it.key)))).collect()
    }
}

fn beneath(key: &str, told: MemberErrors) -> impl Iterator<Item = (String, FieldError)> + use<'_> {
    told.into_iter().map(move |(path, error)| (place(key, &path), error))
}
