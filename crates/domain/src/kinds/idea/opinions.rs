//! What people think of an idea: their votes, and the scores that each of them gave it.

use std::collections::BTreeMap;

use serde_json::{Value as Any, json};

use crate::record::{Choices as _, FieldError, FieldType, FieldValue, Id, Score, Time, Unreadable, Value};
use crate::scoring::{CustomFramework, Scores};
use crate::workspace::Framework;
use crate::{Json, User};

/// Who voted for an idea, and who against it. It shows how the member voted who asks for it: 1, −1, or 0 where they did
/// not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Votes {
    by: BTreeMap<i64, i64>,
    shown: i64,
}

impl Votes {
    pub(super) fn of(&self, user: Id<User>) -> Option<i64> {
        self.by.get(&user.get()).copied()
    }

    /// The votes as they show how this member voted.
    pub(super) fn seen_by(&self, user: Id<User>) -> Option<Self> {
        let shown = self.of(user)?;
        Some(Self { shown, ..self.clone() })
    }

    pub(super) fn set(&mut self, user: Id<User>, vote: Option<i64>) {
        match vote {
            Some(vote) => drop(self.by.insert(user.get(), vote)),
            None => drop(self.by.remove(&user.get())),
        }
    }

    /// How many more are for it than against it.
    pub(super) fn sum(&self) -> Tally {
        Tally(self.by.values().sum())
    }
}

/// How many more voted for an idea than against it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally(i64);

impl Value for Tally {
    type Raw = i64;
    const FIELD_TYPE: FieldType = FieldType::Integer { min: i64::MIN, max: i64::MAX };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Integer(self.0)
    }

    fn read(_raw: &Json) -> Result<Self, FieldError> {
        Err(FieldError::NotAllowed)
    }

    fn into_raw(self) -> i64 {
        self.0
    }

    fn from_raw(raw: i64) -> Result<Self, Unreadable> {
        Ok(Self(raw))
    }
}

impl Value for Votes {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Integer { min: -1, max: 1 };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Integer(self.shown)
    }

    fn read(_raw: &Json) -> Result<Self, FieldError> {
        Err(FieldError::NotAllowed)
    }

    fn into_raw(self) -> String {
        json!(self.by).to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        if raw == "{}" {
            return Ok(Self::default());
        }
        let unreadable = || Unreadable(format!("{raw:?} are no votes"));
        let votes: Any = serde_json::from_str(&raw).map_err(|error| Unreadable(format!("{raw:?}: {error}")))?;
        let vote = |(user, vote): (&String, &Any)| Some((user.parse().ok()?, vote.as_i64()?));
        let by = votes.as_object().and_then(|all| all.iter().map(vote).collect());
        Ok(Self { by: by.ok_or_else(unreadable)?, shown: 0 })
    }
}

/// What one member gives an idea in one framework.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PersonScore {
    pub(super) user: Id<User>,
    pub(super) framework: Framework,
    pub(super) scores: Scores,
    /// What the idea is worth by them, where they are complete.
    pub(super) worth: Option<Score>,
    pub(super) created_at: Time,
    pub(super) updated_at: Time,
}

/// What members give an idea, each at most once in each framework.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PersonScores(Vec<PersonScore>);

impl PersonScores {
    /// By the member, then by the framework.
    pub(super) fn all(&self) -> &[PersonScore] {
        &self.0
    }

    /// Computes what was given in a framework of the team that may have changed meanwhile.
    pub(super) fn weigh_again(&mut self, custom: &CustomFramework) {
        for person in self.0.iter_mut().filter(|it| it.framework == Framework::Custom) {
            person.worth = person.scores.weigh_again(custom).score;
        }
    }

    pub(super) fn of(&self, user: Id<User>, framework: Framework) -> Option<&PersonScore> {
        self.0.iter().find(|it| (it.user, it.framework) == (user, framework))
    }

    /// Takes over what a member gives, or forgets it.
    pub(super) fn set(&mut self, user: Id<User>, framework: Framework, given: Option<PersonScore>) {
        self.0.retain(|it| (it.user, it.framework) != (user, framework));
        self.0.extend(given);
        self.0.sort_by_key(|it| (it.user.get(), it.framework.name()));
    }

    /// What the idea is worth to each who gave all that a framework asks for.
    pub(super) fn worths(&self, framework: Framework) -> Vec<Score> {
        self.0.iter().filter(|it| it.framework == framework).filter_map(|it| it.worth).collect()
    }
}

impl Value for PersonScores {
    type Raw = String;
    const FIELD_TYPE: FieldType = FieldType::Object;

    /// Answers tell them by a document of their own.
    fn show(&self) -> FieldValue<'_> {
        FieldValue::Null
    }

    fn read(_raw: &Json) -> Result<Self, FieldError> {
        Err(FieldError::NotAllowed)
    }

    fn into_raw(self) -> String {
        let kept = |it: PersonScore| {
            let PersonScore { user, framework, scores, worth, created_at, updated_at } = it;
            let times = [created_at, updated_at].map(Time::micros);
            json!([user.get(), framework.name(), Json::from(scores.show()), worth.map(Score::get), times])
        };
        Json::Array(self.0.into_iter().map(kept).collect()).to_string()
    }

    fn from_raw(raw: String) -> Result<Self, Unreadable> {
        if raw == "[]" {
            return Ok(Self::default());
        }
        let unreadable = || Unreadable(format!("{raw:?} are no scores of members"));
        let all: Any = serde_json::from_str(&raw).map_err(|error| Unreadable(format!("{raw:?}: {error}")))?;
        let person = |it: &Any| {
            let time = |at: usize| Some(Time::from_micros(it.get(4)?.get(at)?.as_i64()?));
            Some(PersonScore {
                user: Id::new(it.get(0)?.as_i64()?),
                framework: Framework::from_name(it.get(1)?.as_str()?)?,
                scores: Scores::read(it.get(2)?).ok()?,
                worth: it.get(3)?.as_f64().and_then(Score::new),
                created_at: time(0)?,
                updated_at: time(1)?,
            })
        };
        let persons = all.as_array().and_then(|all| all.iter().map(person).collect());
        persons.map(Self).ok_or_else(unreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again() {
        let mut votes = Votes::default();
        votes.set(Id::new(7), Some(1));
        votes.set(Id::new(9), Some(-1));
        votes.set(Id::new(9), None);
        assert_eq!(Votes::from_raw(votes.clone().into_raw()), Ok(votes.clone()));
        assert_eq!((votes.sum(), votes.of(Id::new(7)), votes.of(Id::new(9))), (Tally(1), Some(1), None));
        assert_eq!(votes.seen_by(Id::new(7)).map(|it| it.show() == FieldValue::Integer(1)), Some(true));
        let given = PersonScore {
            user: Id::new(7),
            framework: Framework::Ice,
            scores: Scores::read(&json!({ "impact": 5 })).unwrap(),
            worth: None,
            created_at: Time::from_micros(1),
            updated_at: Time::from_micros(2),
        };
        let mut scores = PersonScores::default();
        scores.set(given.user, given.framework, Some(given.clone()));
        assert_eq!(PersonScores::from_raw(scores.clone().into_raw()), Ok(scores.clone()));
        assert!(scores.worths(Framework::Ice).is_empty());
        scores.set(given.user, given.framework, Some(PersonScore { worth: Score::new(12.5), ..given }));
        assert_eq!(scores.worths(Framework::Ice), [Score::new(12.5).unwrap()]);
    }
}
