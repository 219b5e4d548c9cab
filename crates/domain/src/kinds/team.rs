//! A team: the tenant, with its plan, its billing and its settings.

use chrono::Weekday;
use uplift_derive::{Choices, Filters, Record, Relations, Sorts};

use crate::User;
use crate::access::{Billing, BillingMode, Caller, Plan, Right, Rights};
use crate::commands::{Answers, Command, Commanded, Extent, Input, Run};
use crate::listing::Listed;
use crate::record::{BodyReader, Currency, FieldError, Id, Name, Record as _, Slug, Stored, Time, Zone};
use crate::resource::{Area, Resource};
use crate::scoring::{custom_framework_is_used, no_custom_framework};
use crate::workspace::{self, Entitlements, Framework, TeamSettings, Transfer, Usage};

/// The team that the key belongs to. Nothing of another team is ever seen.
#[derive(Clone, Debug, PartialEq, Record)]
#[record(deleted_for_good)]
pub struct Team {
    /// What the team is called.
    pub name: Name,
    /// How programs call it: made of its first name, it stays when the team is renamed. No other team has the same.
    #[record(server)]
    pub slug: Slug,
    /// The zone in which its days and months begin, such as `Europe/Berlin`.
    #[record(default = Zone::utc())]
    pub timezone: Zone,
    /// The day with which its weeks begin.
    #[record(default = WeekStart::Monday)]
    pub week_starts_on: WeekStart,
    /// The currency of its amounts, by the three letters of ISO 4217.
    #[record(default = Currency::usual())]
    pub currency: Currency,
    /// How ideas are scored unless they say otherwise.
    #[record(default = Framework::Ice)]
    pub prioritization_framework: Framework,
    /// How it works. In a body only the keys that change are named; null resets one, an unknown one is ignored.
    #[record(default = TeamSettings::usual().ok()?)]
    pub settings: TeamSettings,
    /// Who made the team, or was given it.
    #[record(server)]
    pub owner_id: Option<Id<User>>,
    /// What it has booked, which sets its limits.
    #[record(server)]
    pub plan: Plan,
    /// Whether the team may write, as it is now: grace that is over is told as blocked.
    #[record(server)]
    pub billing_mode: BillingMode,
    /// When its trial ends or ended; null where it has none.
    #[record(server)]
    pub trial_ends_at: Option<Time>,
    /// When its grace ends: from then on the team is blocked, and reads without writing, until it is paid for. Null where
    /// no end is set.
    #[record(server)]
    pub grace_period_ends_at: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Choices)]
pub enum WeekStart {
    Monday,
    Sunday,
}

impl WeekStart {
    /// The day.
    pub const fn day(self) -> Weekday {
        match self {
            Self::Monday => Weekday::Mon,
            Self::Sunday => Weekday::Sun,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Filters)]
pub enum TeamFilter {
    #[selective]
    Id,
}

#[derive(Clone, Copy, Debug, PartialEq, Sorts)]
pub enum TeamSort {
    Id,
}

#[derive(Clone, Copy, Debug, PartialEq, Relations)]
pub enum TeamRelation {
    #[one(User)]
    Owner,
    #[many(User)]
    Users,
    #[many(Project)]
    Projects,
}

impl Listed for Team {
    type Filter = TeamFilter;
    type Sort = TeamSort;
    type Relation = TeamRelation;
}

impl Team {
    pub fn billing(&self) -> Billing {
        Billing { mode: self.billing_mode, grace_period_ends_at: self.grace_period_ends_at }
    }
}

impl Resource for Team {
    const RIGHTS: Rights = Rights::Settings;
    const AREA: Area = Area::Team;
    const COLUMNS: &'static [&'static str] = &[];
    const SINGLE: bool = true;
    const MAKES_CALLERS: bool = true;

    fn shown(&self, _caller: &Caller, now: Time) -> Option<Self> {
        let billing_mode = self.billing().mode_at(now);
        (billing_mode != self.billing_mode).then(|| Self { billing_mode, ..self.clone() })
    }

    fn rule(&mut self, _caller: &Caller, before: Option<&Stored<Self>>, reader: &mut BodyReader<'_>) {
        if let (Some(before), Some(crate::Json::Object(given))) = (before, reader.raw("settings")) {
            self.settings = before.record.settings.with(given, reader);
        }
        if self.prioritization_framework == Framework::Custom && self.settings.all().custom_framework.is_none() {
            match before.is_some_and(|before| before.record.settings.all().custom_framework.is_some()) {
                true => reader.reject("settings.custom_framework", custom_framework_is_used()),
                // It is said in the words of the field by which ideas name it.
                false => {
                    let needs = no_custom_framework().about("framework");
                    reader.reject("prioritization_framework", FieldError::Said(needs));
                }
            }
        }
    }
}

impl Commanded for Team {
    const COMMANDS: &'static [Command<Self>] = &[
        Command {
            summary: "Changes the fields of the team that the body names.",
            extent: Extent::ManyWith(&["settings"]),
            run: Run::OnRecord(workspace::team_update),
            ..Command::UPDATE
        },
        Command::told(
            "usage",
            "How much the team has of what its plan limits, and how much it may have.",
            Answers::Document(Usage::FIELDS),
            Run::ReadRecord(workspace::usage),
        ),
        Command::told(
            "entitlements",
            "What the plan of the team gives it.",
            Answers::Document(Entitlements::FIELDS),
            Run::ReadRecord(workspace::entitlements),
        ),
        Command {
            right: Right::Owner,
            input: Input::Fields(Transfer::FIELDS),
            ..Command::action(
                "transfer-ownership",
                "ownership_transferred",
                "Gives the team to another member, who becomes its owner; the caller becomes an admin.",
                Run::OnRecord(workspace::transfer_ownership),
            )
        },
    ];
}
