//! What is done to a form as a whole.

use serde_json::{Map, json};

use super::structure::Structure;
use super::{Form, Status, mapping};
use crate::access::{Caller, address_token};
use crate::commands::{self, Call, Done, Outcome, fields, refuse_command};
use crate::ports::{ReadTx, WriteTx};
use crate::record::{FieldError, Invalid, Label, Stored, Time};
use crate::shape::Shape;
use crate::{Json, Refusal};

/// Whether a form could be published, and if not, why.
pub(super) const VALIDITY: Shape = Shape::Object(&[(
    "data",
    Shape::Object(&[("valid", Shape::Flag), ("errors", Shape::ByName(&Shape::List(&Shape::Text)))]),
)]);

impl Form {
    pub(super) fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let mut prepared = commands::prepare_create::<Self>(tx, call.caller, call.body)?.valid()?;
        if let Some(form) = &mut prepared.record {
            form.begin(tx, call.caller)?;
        }
        commands::commit_create(tx, call.caller, prepared).map(Into::into)
    }

    /// Gives a new form what the service gives it: it has a slug and an address of its own, and no responses.
    pub(super) fn begin(&mut self, tx: &mut dyn WriteTx, caller: &Caller) -> Result<(), Refusal> {
        // Held, so that no two forms of the team take the same slug at one moment.
        tx.team_to_change(caller.team)?;
        self.slug = commands::free_slug::<Self>(tx, caller, ("slug", self.name.as_str()), None)?;
        self.public_token = token(tx)?;
        self.status = Status::Draft;
        self.version = Default::default();
        self.responses_count = Default::default();
        (self.published_at, self.closed_at) = (None, None);
        Ok(())
    }

    pub(super) fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let mut prepared = commands::prepare_update(tx, call.caller, stored, call.body)?;
        let (before, after) = (&prepared.before, &prepared.after.record);
        if before.record.status == Status::Published {
            let definition = Structure::of(tx, call.caller.team, before.clone())?.definition();
            let mut faults = mapping::faults_brought((&before.record, &definition), (after, &definition));
            if after.closes_at != before.record.closes_at {
                faults.extend(closes_early(after, tx.now()));
            }
            for (path, error) in faults {
                prepared.reader.reject(&path, error);
            }
        }
        commands::commit_update(tx, call.caller, prepared).map(Into::into)
    }

    pub(super) fn publish(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        fields(call.body)?;
        match stored.record.status {
            Status::Draft | Status::Closed => {}
            status @ (Status::Published | Status::Archived) => return Err(refuse_command(call.name, status)),
        }
        let now = tx.now();
        let invalid = faults(tx, call, &stored)?;
        if !invalid.is_empty() {
            return Err(invalid.into());
        }
        let mut after = stored.clone();
        after.record.status = Status::Published;
        after.record.published_at = stored.record.published_at.or(Some(now));
        after.record.closed_at = None;
        commands::change(tx, call.caller, &stored, &mut after, call.event)?;
        Ok(after.into())
    }

    pub(super) fn close(&mut self, call: &Call<'_>, now: Time) -> Result<(), Refusal> {
        match self.status {
            Status::Published => {
                (self.status, self.closed_at) = (Status::Closed, Some(now));
                Ok(())
            }
            status @ (Status::Draft | Status::Closed | Status::Archived) => Err(refuse_command(call.name, status)),
        }
    }

    pub(super) fn archive(&mut self, _call: &Call<'_>, now: Time) -> Result<(), Refusal> {
        match self.status {
            Status::Published => self.closed_at = Some(now),
            Status::Draft | Status::Closed | Status::Archived => {}
        }
        self.status = Status::Archived;
        Ok(())
    }

    pub(super) fn unarchive(&mut self, call: &Call<'_>, _now: Time) -> Result<(), Refusal> {
        match self.status {
            Status::Archived => {}
            status @ (Status::Draft | Status::Published | Status::Closed) => {
                return Err(refuse_command(call.name, status));
            }
        }
        self.status = if self.published_at.is_some() { Status::Closed } else { Status::Draft };
        Ok(())
    }

    /// Brings a form back, under another slug where it lost its own.
    pub(super) fn restore(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        mut stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        tx.team_to_change(call.caller.team)?;
        if stored.deleted_at.is_some() && !commands::taken_fields(tx, call.caller, &stored.record, None)?.is_empty() {
            let name = stored.record.name.clone();
            stored.record.slug = commands::free_slug::<Self>(tx, call.caller, ("slug", name.as_str()), None)?;
        }
        commands::restore(tx, call.caller, stored, call.body).map(Into::into)
    }

    pub(super) fn rotate_token(
        tx: &mut dyn WriteTx,
        call: &Call<'_>,
        stored: Stored<Self>,
    ) -> Result<Done<Self>, Refusal> {
        fields(call.body)?;
        let mut after = stored;
        after.record.public_token = token(tx)?;
        after.updated_at = tx.now();
        <Self as crate::ports::WritePort>::writes(tx).save(call.caller.team, &after)?;
        // The address is in no entry.
        tx.log(call.caller.team, &commands::entry(&after, call.caller, call.event, Map::new()))?;
        Ok(after.into())
    }

    pub(super) fn validate(tx: &mut dyn ReadTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let invalid = faults(tx, call, &stored)?;
        let errors: Map<String, Json> = invalid.errors().map(|(path, texts)| (path.to_owned(), json!(texts))).collect();
        Ok(Outcome::Json(json!({ "data": { "valid": errors.is_empty(), "errors": errors } })).into())
    }
}

/// All that keeps a form from being published.
fn faults(tx: &mut dyn ReadTx, call: &Call<'_>, form: &Stored<Form>) -> Result<Invalid, Refusal> {
    let definition = Structure::of(tx, call.caller.team, form.clone())?.definition();
    let mut invalid = Invalid::default();
    definition.faults().iter().for_each(|fault| invalid.add(&fault.path, &fault.error));
    let others = mapping::faults(&form.record, &definition).into_iter().chain(closes_early(&form.record, tx.now()));
    others.for_each(|(path, error)| invalid.add(&path, &error));
    Ok(invalid)
}

/// What is wrong with a form that closes before anybody can answer it.
fn closes_early(form: &Form, now: Time) -> Option<(String, FieldError)> {
    let closed = form.closes_at.is_some_and(|closes| closes <= now);
    let refused = || FieldError::Otherwise("field must be a date after now.".to_owned());
    closed.then(|| ("closes_at".to_owned(), refused()))
}

/// What the address of a form ends with.
fn token(tx: &mut dyn WriteTx) -> Result<Label, Refusal> {
    let token = address_token(&tx.random()?);
    Label::parse(&token).map_err(|error| Refusal::Fault(error.about("public_token")))
}
