//! Voting for an idea and against it, and scoring it, each for oneself.

use serde_json::json;
use uplift_derive::Record;

use super::Idea;
use super::opinions::PersonScore;
use super::worth::{as_held, asked_framework};
use crate::access::Caller;
use crate::commands::{Call, Done, Outcome, both_sides, entry, fields, update_counters};
use crate::ports::{ReadTx, WritePort as _, WriteTx};
use crate::record::{
    BodyReader, Choices as _, FieldError, FieldType, FieldValue, Id, Record as _, Score, Stored, Unreadable, Value,
    integer,
};
use crate::refusal::Denial;
use crate::scoring::{Scores, Weights, no_custom_framework};
use crate::shape::Shape;
use crate::workspace::Framework;
use crate::{Json, Refusal, User};

/// A vote.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Vote {
    /// 1 for the idea, −1 against it; 1 where it is left out.
    value: Option<VoteValue>,
}

/// What a vote counts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum VoteValue {
    For,
    Against,
}

impl VoteValue {
    const fn get(self) -> i64 {
        match self {
            Self::For => 1,
            Self::Against => -1,
        }
    }
}

impl Value for VoteValue {
    type Raw = i64;
    const FIELD_TYPE: FieldType = FieldType::Integer { min: -1, max: 1 };

    fn show(&self) -> FieldValue<'_> {
        FieldValue::Integer(self.get())
    }

    fn read(raw: &Json) -> Result<Self, FieldError> {
        match integer(raw) {
            Ok(1) => Ok(Self::For),
            Ok(-1) => Ok(Self::Against),
            Ok(_) | Err(_) => Err(FieldError::NotAllowed),
        }
    }

    fn into_raw(self) -> i64 {
        self.get()
    }

    fn from_raw(raw: i64) -> Result<Self, Unreadable> {
        Self::read(&raw.into()).map_err(|_refused| Unreadable(format!("{raw} is no vote")))
    }
}

/// What somebody gives an idea.
#[derive(Clone, Debug, PartialEq, Record)]
pub(super) struct Scoring {
    /// What is given, by component of the framework; null withdraws it.
    #[record(named)]
    scores: Option<Scores>,
    /// The framework of the scores; that of the idea, where it is left out.
    framework: Option<Framework>,
}

pub(super) const SCORES: Shape = Shape::Object(&[(
    "data",
    Shape::List(&Shape::Object(&[
        ("user_id", Shape::Integer),
        ("framework", Shape::Word(Framework::NAMES)),
        ("scores", Shape::Said("What the user gave the idea, by component.", &Shape::ByName(&Shape::Any))),
        ("score", Shape::Said("What the framework makes of these scores.", &Shape::NUMBER_OR_NULL)),
        ("created_at", Shape::Time),
        ("updated_at", Shape::Time),
    ])),
)]);

impl Idea {
    pub(super) fn vote(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let Vote { value } = call.read()?;
        Self::put_vote(tx, call, stored, Some(value.unwrap_or(VoteValue::For).get()))
    }

    pub(super) fn unvote(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        fields(call.body)?;
        Self::put_vote(tx, call, stored, None)
    }

    /// The vote is no change of the idea: its dates stay.
    fn put_vote(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        stored: Stored<Self>,
        vote: Option<i64>,
    ) -> Result<Done<Self>, Refusal> {
        let user = member(call.caller)?;
        let before = stored.record.my_vote.of(user);
        if before == vote {
            return Ok(stored.into());
        }
        let mut after = stored.clone();
        after.record.my_vote.set(user, vote);
        after.record.votes_count = after.record.my_vote.sum();
        Self::writes(tx).save_changes(call.caller.team, &stored, &after)?;
        log_opinion(tx, call, &after, "value", (before.into(), vote.into()))?;
        Ok(after.into())
    }

    pub(super) fn score(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let user = member(call.caller)?;
        let own = stored.record.framework;
        let caller = &*as_held(tx, call.caller, &[own, asked_framework(call.body, own)])?;
        let mut reader = BodyReader::new(fields(call.body)?);
        if reader.raw("scores").is_none() {
            reader.reject("scores", FieldError::Otherwise("field must be present.".to_owned()));
        }
        let read = Scoring::read(&mut reader);
        let framework = read.as_ref().and_then(|it| it.framework).unwrap_or(stored.record.framework);
        if framework == Framework::Custom && caller.custom.is_none() {
            reader.reject("framework", no_custom_framework());
        }
        let mut given = read.and_then(|it| it.scores);
        let mut worth = None;
        if let Some(scores) = &mut given {
            worth = scores.weigh(Weights::new(framework, caller.custom.as_deref()), &mut reader).score;
        }
        reader.finish(Scoring::FIELDS)?;
        let kept = stored.record.person_scores.of(user, framework).cloned();
        let (before, now) = (kept.as_ref().map(|it| it.scores.clone()), tx.now());
        if before == given {
            return Ok(stored.into());
        }
        let created_at = kept.map_or(now, |it| it.created_at);
        let shown = |scores: Option<Scores>| scores.map_or(Json::Null, |scores| Json::from(scores.show()));
        let sides = (shown(before), shown(given.clone()));
        let mut after = stored.clone();
        let person = given.map(|scores| PersonScore { user, framework, scores, worth, created_at, updated_at: now });
        after.record.person_scores.set(user, framework, person);
        after.record.weigh_own(caller.custom.as_deref());
        if after.record.priority_score != stored.record.priority_score {
            after.updated_at = now;
        }
        Self::writes(tx).save_changes(caller.team, &stored, &after)?;
        update_counters(tx, caller.team, Some(&stored), Some(&after));
        log_opinion(tx, call, &after, "scores", sides)?;
        Ok(after.into())
    }

    /// Tells what each member gives an idea.
    pub(super) fn scores(
        _tx: &mut dyn ReadTx,
        call: &Call<'_>,
        mut stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        if let Some(custom) = &call.caller.custom {
            stored.record.person_scores.weigh_again(custom);
        }
        let person = |it: &PersonScore| {
            json!({
                "user_id": it.user.get(),
                "framework": it.framework.name(),
                "scores": Json::from(it.scores.show()),
                "score": it.worth.map(Score::get),
                "created_at": it.created_at.to_string(),
                "updated_at": it.updated_at.to_string(),
            })
        };
        let all: Vec<Json> = stored.record.person_scores.all().iter().map(person).collect();
        Ok(Outcome::Json(json!({ "data": all })).into())
    }
}

/// The member who asks.
fn member(caller: &Caller) -> Result<Id<User>, Refusal> {
    caller.actor.user().ok_or(Refusal::Forbidden(Denial::Role))
}

/// Logs what somebody thinks of an idea now, and thought before.
fn log_opinion(
    tx: &mut dyn WriteTx,
    call: &Call<'_>,
    after: &Stored<Idea>,
    what: &str,
    (old, new): (Json, Json),
) -> Result<(), Refusal> {
    let side = |value: Json| [(what.to_owned(), value)].into_iter().collect();
    tx.log(call.caller.team, &entry(after, call.caller, call.event, both_sides(side(new), side(old))))
}
