//! A saved report: a report with what it is asked for, which a team looks at again and may show to others.

use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::access::{Ability, Caller, Limit, Right, Rights, Role, address_token};
use crate::activity::{Logged, LoggedElsewhere};
use crate::commands::{self, Call, Command, Commanded, Done, Run};
use crate::listing::Listed;
use crate::ports::WriteTx;
use crate::record::{BodyReader, Decimal, Id, Label, Name, Object, Share, Stored, Text, Time};
use crate::reports::{ReportName, check_saved};
use crate::resource::{Area, Resource};
use crate::{Refusal, User};

/// How many experiments a month a team may want to complete.
type TargetVelocity = Decimal<0, 1_000_000>;

/// A report with its parameters, kept to be run again or to be shown to others.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct SavedReport {
    /// Who saved it.
    #[record(author)]
    pub user_id: Option<Id<User>>,
    /// What it is called.
    pub name: Name,
    /// What it is for.
    pub description: Option<Text>,
    /// Which report it is.
    pub report: ReportName,
    /// What the report is asked for: its parameters by their names, and filters as `{"filter": {"project_id": "1,2"}}`.
    #[record(default = Object::default())]
    pub params: Object,
    /// Who may see it.
    #[record(default = Access::Members)]
    pub access: Access,
    /// The win rate that the team wants, drawn in the chart.
    pub target_win_rate: Option<Share>,
    /// How many experiments the team wants to complete a month, drawn in the chart.
    pub target_velocity: Option<TargetVelocity>,
    /// Whether effects are shrunk toward nothing, where it is the report of impact.
    #[record(default = false)]
    pub debias: bool,
    /// What its public address ends with, while it has one; null to who may not change it.
    #[record(server, personal)]
    pub public_token: Option<Label>,
    /// The one user who sees it beside owners and admins; 0 where all do.
    #[record(server, hidden)]
    pub reader_id: crate::record::Count,
}

/// Who may see a saved report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum Access {
    /// Its author, owners and admins.
    Private,
    Members,
    /// Whoever has its address, without a key.
    Link,
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum SavedReportFilter {
    #[selective]
    Id,
    #[partial]
    Name,
    #[counted]
    Report,
    #[counted]
    UserId,
    #[counted]
    Access,
    #[from]
    UpdatedFrom,
    #[until]
    UpdatedTo,
    #[internal]
    ReaderId,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum SavedReportSort {
    Id,
    Name,
    CreatedAt,
    UpdatedAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum SavedReportRelation {
    #[one(User)]
    User,
}

impl Listed for SavedReport {
    type Filter = SavedReportFilter;
    type Sort = SavedReportSort;
    type Relation = SavedReportRelation;
}

/// Whether a caller sees what is private to others.
fn sees_all(caller: &Caller) -> bool {
    caller.actor.role().is_some_and(Role::is_steward)
}

impl Resource for SavedReport {
    const RIGHTS: Rights = Rights::Content;
    const AREA: Area = Area::Reports;
    const COLUMNS: &'static [&'static str] = &["name", "report", "access", "user_id", "updated_at"];
    const LIMIT: Option<Limit> = Some(Limit::SavedReports);
    const LOGGED: Option<LoggedElsewhere<Self>> = Some(LoggedElsewhere { on: "the team", of: |_| Logged::OnTeam });

    fn scope(caller: &Caller) -> Option<(SavedReportFilter, Vec<i64>)> {
        let own = caller.actor.user().filter(|_| !sees_all(caller));
        own.map(|user| (SavedReportFilter::ReaderId, vec![0, user.get()]))
    }

    fn is_visible_to(&self, caller: &Caller) -> bool {
        self.access != Access::Private || sees_all(caller) || self.user_id == caller.actor.user()
    }

    fn is_private(&self) -> bool {
        self.access == Access::Private
    }

    fn shown(&self, caller: &Caller, _now: Time) -> Option<Self> {
        let may_change = caller.abilities.allow(Ability::Write)
            && caller.permit(Self::RIGHTS, Right::Update, &[self.user_id]).is_ok();
        let hides = self.public_token.is_some() && !may_change;
        hides.then(|| Self { public_token: None, ..self.clone() })
    }

    fn rule(&mut self, _caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        let unchanged =
            |before: &Stored<Self>| (&before.record.params, before.record.report) == (&self.params, self.report);
        if !before.is_some_and(unchanged) {
            check_saved(self, reader);
        }
        let reader_id = self.user_id.filter(|_| self.access == Access::Private).map_or(0, Id::get);
        self.reader_id = crate::record::Count::new(reader_id).unwrap_or(self.reader_id);
    }
}

impl Commanded for SavedReport {
    const COMMANDS: &'static [Command<Self>] = &[
        Command { run: Run::OnKind(SavedReport::create), ..Command::CREATE },
        Command { run: Run::OnRecord(SavedReport::update), ..Command::UPDATE },
        Command::DELETE,
        Command::action(
            "rotate-token",
            "token_rotated",
            "Gives a {} another address; the old one is good for nothing at once.",
            Run::OnRecord(SavedReport::rotate_token),
        ),
    ];
}

impl SavedReport {
    fn create(tx: &mut dyn WriteTx, call: &Call<'_>) -> Result<Done<Self>, Refusal> {
        let mut prepared = commands::prepare_create::<Self>(tx, call.caller, call.body)?.valid()?;
        if let Some(report) = &mut prepared.record {
            report.readdress(tx)?;
        }
        commands::commit_create(tx, call.caller, prepared).map(Into::into)
    }

    fn update(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        let mut prepared = commands::prepare_update(tx, call.caller, stored, call.body)?.valid()?;
        if prepared.before.record.access != prepared.after.record.access {
            prepared.after.record.readdress(tx)?;
        }
        commands::commit_update(tx, call.caller, prepared).map(Into::into)
    }

    fn rotate_token(tx: &mut dyn WriteTx, call: &Call<'_>, stored: Stored<Self>) -> Result<Done<Self>, Refusal> {
        commands::fields(call.body)?;
        if stored.record.access != Access::Link {
            let refused = "field must be link.".to_owned();
            return Err(Refusal::field("access", &crate::record::FieldError::Otherwise(refused)));
        }
        let mut after = stored;
        after.record.readdress(tx)?;
        after.updated_at = tx.now();
        <Self as crate::ports::WritePort>::writes(tx).save(call.caller.team, &after)?;
        // The address is in no entry.
        tx.log(call.caller.team, &commands::entry(&after, call.caller, call.event, serde_json::Map::new()))?;
        Ok(after.into())
    }

    /// Gives it a new address where it has one, and takes it away where it has none any more.
    fn readdress(&mut self, tx: &mut dyn WriteTx) -> Result<(), Refusal> {
        self.public_token = match self.access {
            Access::Link => {
                let token = address_token(&tx.random()?);
                Some(Label::parse(&token).map_err(|error| Refusal::Fault(error.about("public_token")))?)
            }
            Access::Private | Access::Members => None,
        };
        Ok(())
    }
}
