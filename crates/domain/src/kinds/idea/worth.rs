//! What an idea is worth by its scores.

use std::borrow::Cow;

use super::Idea;
use crate::access::Caller;
use crate::commands::{Body, missing};
use crate::ports::WriteTx;
use crate::record::{BodyReader, Count, Fields, Value as _};
use crate::scoring::{CustomFramework, PriorityScore, Weights, no_custom_framework};
use crate::workspace::Framework;
use crate::{Kind, Refusal};

/// The caller with the frameworks that the team has until the transaction ends, where an idea is scored by these in the
/// team's own: whoever changes it computes all ideas anew, and nobody takes it away that an idea uses.
pub(super) fn as_held<'c>(
    tx: &mut dyn WriteTx,
    caller: &'c Caller,
    frameworks: &[Framework],
) -> Result<Cow<'c, Caller>, Refusal> {
    if !frameworks.contains(&Framework::Custom) {
        return Ok(Cow::Borrowed(caller));
    }
    let team = tx.team_to_change(caller.team)?.ok_or_else(|| missing(Kind::Team, caller.team.get()))?;
    let (framework, custom) = (team.record.prioritization_framework, team.record.settings.custom_framework());
    Ok(Cow::Owned(Caller { framework, custom, ..caller.clone() }))
}

/// Refuses an idea in the team's own framework where the team has none.
pub(super) fn check_framework(framework: Framework, held: &Caller) -> Result<(), Refusal> {
    match framework == Framework::Custom && held.custom.is_none() {
        true => Err(Refusal::field("framework", &no_custom_framework())),
        false => Ok(()),
    }
}

/// The framework that a body names; another where it names none.
pub(super) fn asked_framework(body: &Body, otherwise: Framework) -> Framework {
    let named = body.as_ref().ok().and_then(|body| body.get("framework"));
    named.map_or(otherwise, |named| Framework::read(named).unwrap_or(otherwise))
}

impl Idea {
    /// The field and the word of one that is scored in the team's own framework.
    pub(crate) const IN_OWN_FRAMEWORK: (&'static str, &'static str) = ("framework", "custom");

    /// The field, and what is part of it as it is stored, where a member scored in that framework.
    pub(crate) const MEMBERS_IN_OWN_FRAMEWORK: (&'static str, &'static str) = ("person_scores", ",\"custom\",");

    /// Computes what it is worth in the framework of the team, to whoever scored it there.
    pub(crate) fn weigh_again(&mut self, custom: &CustomFramework) {
        self.person_scores.weigh_again(custom);
        if self.framework == Framework::Custom {
            let own = self.scores.as_mut().map(|it| it.weigh_again(custom)).unwrap_or_default();
            self.settle(own, Some(custom));
        }
    }

    /// Computes what the idea is worth by scores that were checked when they were given, by the bounds of today.
    pub(super) fn weigh_own(&mut self, custom: Option<&CustomFramework>) {
        let nothing = Fields::new();
        let own = match (&mut self.scores, custom) {
            (Some(scores), Some(custom)) if self.framework == Framework::Custom => scores.weigh_again(custom),
            (Some(scores), _) => scores.weigh(Weights::new(self.framework, custom), &mut BodyReader::new(&nothing)),
            (None, _) => PriorityScore::default(),
        };
        self.settle(own, custom);
    }

    /// Whether the idea keeps the sum of its votes, the number of members who gave it scores, and what it is worth by
    /// these and its own, as they are.
    pub(crate) fn is_weighed(&self, custom: Option<&CustomFramework>) -> bool {
        let mut again = self.clone();
        again.weigh_own(custom);
        again == *self && self.votes_count == self.my_vote.sum()
    }

    /// What members give an idea counts before what it was given with its fields.
    fn settle(&mut self, own: PriorityScore, custom: Option<&CustomFramework>) {
        let worths = self.person_scores.worths(self.framework);
        let counted = i64::try_from(worths.len()).unwrap_or(i64::MAX);
        self.scores_count = Count::new(counted).unwrap_or_default();
        let PriorityScore { score, normalized } =
            Weights::new(self.framework, custom).mean_worth(&worths).unwrap_or(own);
        self.priority_score = score;
        self.priority_score_normalized = normalized;
    }

    /// Computes what the idea is worth. The scores of one framework mean nothing in another.
    pub(super) fn weigh(&mut self, caller: &Caller, before: Option<Framework>, reader: &mut BodyReader<'_>) {
        if reader.raw("scores").is_none() && before.is_some_and(|before| before != self.framework) {
            self.scores = None;
        }
        let custom = caller.custom.as_deref();
        let given = reader.raw("scores").is_some() || before != Some(self.framework);
        match &mut self.scores {
            Some(scores) if given => {
                let own = scores.weigh(Weights::new(self.framework, custom), reader);
                self.settle(own, custom);
            }
            Some(_) | None => self.weigh_own(custom),
        }
    }
}
