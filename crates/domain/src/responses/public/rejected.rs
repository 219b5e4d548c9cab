//! A step of a form that is to be sent again: its files are kept meanwhile.

use std::collections::{BTreeMap, BTreeSet};

use super::super::loaded::LoadedResponse;
use super::page::{Entry, StepSent};
use super::sent_files::Fit;
use crate::access::Caller;
use crate::file::FileKey;
use crate::forms::{Answers, place};
use crate::ports::WriteTx;
use crate::record::{FieldError, Invalid};
use crate::responses::ANSWERS;
use crate::{Json, Refusal};

/// What is kept of a step that is to be sent again.
#[derive(Clone, Debug)]
pub struct RejectedStep {
    pub entry: Entry,
    pub wrong: Invalid,
    /// The ids of the files that each question has, those among them that came with the step.
    pub files: BTreeMap<String, Vec<i64>>,
}

/// A step in which something is wrong.
pub(super) struct FaultyStep<'a> {
    /// The answers as they were before it.
    pub(super) before: Answers,
    /// The files that came with it and are fit.
    pub(super) fit: Vec<Fit<'a>>,
    pub(super) errors: Invalid,
}

impl LoadedResponse {
    /// Keeps the fit files of a step in which something is wrong, so that they need not be sent again: as files of the
    /// response, which begins with them where it was not begun yet. No answer is saved. Tells also which files are
    /// nobody's then.
    ///
    /// # Errors
    /// With what is wrong where there is nothing to keep, or no response to keep it with.
    pub(super) fn keep_files(
        mut self,
        tx: &mut dyn WriteTx,
        caller: &Caller,
        (entry, sent): (Option<Entry>, &StepSent),
        FaultyStep { before, fit, mut errors }: FaultyStep<'_>,
    ) -> Result<(RejectedStep, Vec<FileKey>), Refusal> {
        let keys: BTreeSet<String> = fit.iter().map(|fit| fit.key.to_owned()).collect();
        let has_nobody = entry.is_none() && errors.errors().any(|(field, _)| field == "email");
        if has_nobody {
            let again = FieldError::Otherwise("field has to be chosen again.".to_owned());
            keys.iter().for_each(|key| errors.add(&place(ANSWERS, key), &again));
        }
        if keys.is_empty() || has_nobody {
            return Err(errors.into());
        }
        let is_begun = entry.is_some();
        let after = std::mem::replace(&mut self.answers, before);
        let mut named = self.named_files();
        let entry = self.begin(tx, caller, (entry, sent))?;
        if !is_begun {
            self.save_answers(tx, caller, None)?;
        }
        self.answers = after;
        let mut unused = self.attach_all(tx, caller, fit)?;
        named.extend(self.named_files());
        unused.extend(self.drop_files_but(tx, caller, &named)?);
        let ids = |key: String| {
            let ids = self.answers.get(&key)?.value().as_array()?.iter().filter_map(Json::as_i64).collect();
            Some((key, ids))
        };
        Ok((RejectedStep { entry, wrong: errors, files: keys.into_iter().filter_map(ids).collect() }, unused))
    }
}
