//! What an idea is worth by its scores.

use super::Idea;
use crate::Refusal;
use crate::access::Caller;
use crate::ports::WriteTx;
use crate::record::BodyReader;
use crate::scoring::{CustomFramework, Weights, Worth};
use crate::workspace::Framework;

impl Idea {
    /// Computes what an idea is worth in the framework of the team, as that is until the transaction ends: whoever
    /// changes it computes all ideas anew.
    pub(super) fn weigh_as_held(&mut self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
        if self.framework == Framework::Custom && self.scores.is_some() {
            let team = tx.team_to_change(caller.team)?;
            if let Some(custom) = team.and_then(|team| team.record.settings.custom_framework()) {
                self.weigh_again(&custom);
            }
        }
        Ok(())
    }

    /// Computes what the idea is worth in the framework of the team.
    pub(crate) fn weigh_again(&mut self, custom: &CustomFramework) {
        let Worth { score, normalized } = self.scores.as_mut().map(|it| it.weigh_again(custom)).unwrap_or_default();
        self.priority_score = score;
        self.priority_score_normalized = normalized;
    }

    /// Computes what the idea is worth. The scores of one framework mean nothing in another.
    pub(super) fn weigh(&mut self, caller: &Caller, before: Option<Framework>, reader: &mut BodyReader<'_>) {
        if reader.raw("scores").is_none() && before.is_some_and(|before| before != self.framework) {
            self.scores = None;
        }
        let Worth { score, normalized } = match &mut self.scores {
            Some(scores) => scores.weigh(Weights::new(self.framework, caller.custom.as_deref()), reader),
            None => Worth::default(),
        };
        self.priority_score = score;
        self.priority_score_normalized = normalized;
    }
}
