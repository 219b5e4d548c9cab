//! What becomes of a published form that is changed: it is refused, or gets another version where responses need it.

use super::Status;
use super::mapping;
use super::size::FormSize;
use super::structure::{FORM, Structure};
use crate::access::Caller;
use crate::forms::Fault;
use crate::ports::{WritePort as _, WriteTx};
use crate::record::{FieldError, Invalid, Ordinal, Stored};
use crate::{Form, Refusal};

impl Structure {
    /// Refuses to make this of a published form where it brings a fault that keeps forms from being published. Where
    /// responses of this version would be read otherwise, the form gets another, and the steps of this one are kept.
    /// Tells the form as it is then.
    ///
    /// # Errors
    /// With every such fault, or when the database fails.
    pub(super) fn follow(&self, tx: &mut dyn WriteTx, caller: &Caller, before: &Self) -> Result<Stored<Form>, Refusal> {
        if let Some(what) = FormSize::of(self).too_much(|| FormSize::of(before)) {
            return Err(Refusal::field(FORM, &FieldError::Otherwise(format!("field names a form with {what}."))));
        }
        let (was, is) = (before.definition(), self.definition());
        let form = &before.form;
        if form.record.status == Status::Published {
            refuse(&is.faults_brought_since(&was), mapping::faults_brought((&form.record, &was), (&form.record, &is)))?;
        }
        let version = form.record.version.get();
        if is.reads_as(&was) || !tx.has_responses(caller.team, form.id, version)? {
            return Ok(form.clone());
        }
        let steps = serde_json::Value::from(before.steps_as_fields()?);
        tx.keep_steps(caller.team, form.id, version, &steps.to_string())?;
        let mut raised = form.clone();
        raised.record.version = Ordinal::new(version.saturating_add(1)).unwrap_or(form.record.version);
        raised.updated_at = tx.now();
        Form::writes(tx).save_changes(caller.team, form, &raised)?;
        Ok(raised)
    }
}

/// Refuses where there are faults of steps and questions, or of the mapping.
fn refuse(faults: &[Fault], of_mapping: Vec<(String, FieldError)>) -> Result<(), Refusal> {
    let mut invalid = Invalid::default();
    faults.iter().for_each(|fault| invalid.add(&fault.path, &fault.error));
    of_mapping.iter().for_each(|(path, error)| invalid.add(path, error));
    if invalid.is_empty() { Ok(()) } else { Err(invalid.into()) }
}
