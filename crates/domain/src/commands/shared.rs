//! The commands that many kinds share, ready to be declared.

use super::body::fields;
use super::call::{Call, Done, Outcome};
use super::command::{Answers, Command, Extent, InRoles, Input, LinkChange, Method, ReadFn, Run};
use super::create::create;
use super::delete::{delete, restore};
use super::purge::purge_unless_used;
use super::update::{change, update};
use crate::Refusal;
use crate::access::Right;
use crate::listing::Relations;
use crate::ports::WriteTx;
use crate::record::{Stored, Time};
use crate::resource::Resource;
use crate::shape::Shape;

impl<R: Resource> Command<R> {
    pub const CREATE: Self = Self {
        right: Right::Create,
        input: Input::Create,
        answers: Answers::Created,
        ..Self::action(
            "",
            "created",
            "Creates a {}.",
            Run::OnKind(|tx, call| create(tx, call.caller, call.body).map(Into::into)),
        )
    };

    pub const UPDATE: Self = Self {
        methods: &[Method::Patch, Method::Put],
        input: Input::Update,
        ..Self::action(
            "",
            "updated",
            "Changes the fields of a {} that the body names.",
            Run::OnRecord(|tx, call, stored| update(tx, call.caller, stored, call.body).map(Into::into)),
        )
    };

    pub const DELETE: Self = Self {
        methods: &[Method::Delete],
        right: Right::Delete,
        input: Input::Nothing,
        answers: Answers::Nothing,
        ..Self::action(
            "",
            "deleted",
            if R::SOFT_DELETES { "Deletes a {}; it may be restored." } else { "Deletes a {}." },
            Run::OnRecord(|tx, call, stored| {
                if !R::SOFT_DELETES {
                    return purge_unless_used(tx, call, stored);
                }
                delete(tx, call.caller, stored)?;
                Ok(Outcome::Nothing.into())
            }),
        )
    };

    pub const RESTORE: Self = Self {
        right: Right::Delete,
        ..Self::action(
            "restore",
            "restored",
            "Brings a deleted {} back.",
            Run::OnDeleted(|tx, call, stored| restore(tx, call.caller, stored, call.body).map(Into::into)),
        )
    };

    /// What is done to a record by `POST` with no fields of its own, and is answered with the record: where a command
    /// is another, it says what it does not take over of this.
    pub const fn action(name: &'static str, event: &'static str, summary: &'static str, run: Run<R>) -> Self {
        Self {
            name,
            methods: &[Method::Post],
            right: Right::Update,
            input: Input::Fields(&[]),
            answers: Answers::Record,
            extent: Extent::Few,
            event,
            summary,
            notes: "",
            run,
        }
    }

    /// What is told of a record, or of the kind, by `GET` to whoever may read it.
    pub const fn told(name: &'static str, summary: &'static str, answers: Answers, run: Run<R>) -> Self {
        Self {
            methods: &[Method::Get],
            right: Right::Read,
            input: Input::Nothing,
            answers,
            ..Self::action(name, "", summary, run)
        }
    }

    /// A document about a record, which `GET` tells to whoever may read the record.
    pub const fn json(name: &'static str, summary: &'static str, shape: Shape, read: ReadFn<R>) -> Self {
        Self::told(name, summary, Answers::Json(shape), Run::ReadRecord(read))
    }

    /// The commands on the links of a relation.
    pub(super) fn on_links(relation: R::Relation) -> [Self; 3] {
        let command = |methods, input, change, summary| Self {
            methods,
            input,
            ..Self::action(relation.path(), "", summary, Run::OnLinks(change, relation))
        };
        let said = relation.linked().and_then(|(of, link)| Some((of, link.said_role()?)));
        let beside = R::link_fields(relation);
        let roles = said.map(|(of, role)| InRoles { key: relation.key(), of, role, beside });
        let detached_with = if beside.is_empty() { Input::Nothing } else { Input::Fields(beside) };
        [
            command(
                &[Method::Post],
                Input::Ids { least: 1, roles },
                LinkChange::Attach,
                "Attaches records to a {}: each id names a {related}.",
            ),
            command(
                &[Method::Put],
                Input::Ids { least: 0, roles },
                LinkChange::Set,
                "Attaches exactly these records to a {}: each id names a {related}.",
            ),
            command(&[Method::Delete], detached_with, LinkChange::Detach, "Detaches a {related} from a {}."),
        ]
    }
}

impl Call<'_> {
    /// Changes a record, and logs what changed under the event of the command. Where nothing changes, nothing is
    /// written.
    ///
    /// # Errors
    /// When the body could not be read, as the change refuses, or when the database fails.
    pub fn change<R: Resource>(
        &self,
        tx: &mut dyn WriteTx,
        stored: Stored<R>,
        make: impl FnOnce(&mut R, &Self, Time) -> Result<(), Refusal>,
    ) -> Result<Done<R>, Refusal> {
        fields(self.body)?;
        let mut after = stored.clone();
        make(&mut after.record, self, tx.now())?;
        change(tx, self.caller, &stored, &mut after, self.event)?;
        Ok(after.into())
    }
}
