//! What an idea is worth by its scores.

use super::Idea;
use crate::Refusal;
use crate::access::Caller;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Count, Fields};
use crate::scoring::{CustomFramework, PriorityScore, Weights};
use crate::workspace::Framework;

impl Idea {
    /// Computes what an idea is worth in the framework of the team, as that is until the transaction ends: whoever
    /// changes it computes all ideas anew.
    pub(super) fn weigh_as_held(&mut self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
        let scored = self.scores.is_some() || !self.person_scores.all().is_empty();
        if self.framework == Framework::Custom && scored {
            let team = tx.team_to_change(caller.team)?;
            if let Some(custom) = team.and_then(|team| team.record.settings.custom_framework()) {
                self.weigh_again(&custom);
            }
        }
        Ok(())
    }

    /// Computes what the idea is worth in the framework of the team.
    pub(crate) fn weigh_again(&mut self, custom: &CustomFramework) {
        let own = self.scores.as_mut().map(|it| it.weigh_again(custom)).unwrap_or_default();
        self.person_scores.weigh_again(custom);
        self.settle(own, Some(custom));
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

    /// Whether the idea keeps the sum of its votes, and the number and the mean of what members give it, as they are.
    pub(crate) fn counts_its_opinions(&self, custom: Option<&CustomFramework>) -> bool {
        let mut again = self.clone();
        again.settle(PriorityScore { score: self.priority_score, normalized: self.priority_score_normalized }, custom);
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
