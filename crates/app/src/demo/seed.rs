//! Seeding: the story set down in a team by the commands that serve requests.

use std::collections::HashMap;

use uplift_domain::access::{Actor, Caller, Plan, Role, TeamId};
use uplift_domain::attachments;
use uplift_domain::commands::{Command, Dispatched, Method, Outcome, Target};
use uplift_domain::file::{FileKey, Sent};
use uplift_domain::listing::{FilterValues, Listing};
use uplift_domain::ports::{ReadPort as _, Unmetered, WriteTx};
use uplift_domain::record::{Choices, Fields, Stored, Time};
use uplift_domain::workspace::{Membership, NewMember, NewTeam, member_add, member_set_role, team_create};
use uplift_domain::{
    Attachment, Form, FormResponse, Idea, Json, Kind, Refusal, Team, User, Variation, VariationFilter, record_kinds,
};

use super::entry::{Did, Step, StoryEntry};
use super::files::Picture;
use super::respondents::{RESPONDENTS, response};
use super::story::{ANSWERED, Story, body, moment};

/// The section whose records come with files.
const ATTACHMENTS: &str = "attachments";

/// The form of the story that people answer, and when it was published.
const SURVEY: &str = "survey";
const PUBLISHED: &str = "@day-57 08:40";

/// When the team began.
const BEGAN: &str = "@day-374 08:05";

/// The people of the demo workspace.
pub(super) struct People(Vec<(NewMember, Membership)>);

impl People {
    /// The membership of the one who has the role.
    pub(super) fn of(&self, role: Role) -> Result<Membership, Refusal> {
        let found = self.0.iter().find(|(_, membership)| membership.role == role);
        found.map(|(_, membership)| *membership).ok_or_else(|| missing_in_story(role.name()))
    }

    /// The callers that they are.
    fn callers(&self, team: &Stored<Team>) -> Vec<Caller> {
        let actor = |Membership { user, role, .. }| Actor::Member { user, role: Some(role) };
        self.0.iter().map(|(_, membership)| team.caller(actor(*membership))).collect()
    }
}

/// What came of seeding.
pub(super) struct Seeded {
    pub(super) team: TeamId,
    pub(super) people: People,
    /// The files that attachments have now.
    pub(super) named: Vec<FileKey>,
    /// The form that people have answered, where it was made now.
    pub(super) survey: Option<i64>,
}

/// Creates the team with its people and everything that they recorded.
pub(super) fn seed(tx: &mut dyn WriteTx, story: &Story, pictures: &[Picture]) -> Result<Seeded, Refusal> {
    let now = tx.now();
    tx.set_now(moment(BEGAN, now).ok_or_else(|| missing_in_story(BEGAN))?);
    let (name, timezone) = story.team().ok_or_else(|| missing_in_story("team"))?;
    let entry = story.people().ok_or_else(|| missing_in_story("people"))?;
    let owner = entry.first().ok_or_else(|| missing_in_story("owner"))?;
    let new = NewTeam { name, plan: Plan::Enterprise, timezone };
    let (stored, _) = team_create(tx, &new, owner)?;
    let team = stored.team_id();
    let people = members(tx, team, story)?;

    let stored = set_up_team(tx, &stored, &people, story)?;
    let callers = people.callers(&stored);
    let ids = callers.iter().map(|it| it.actor);
    let ids = ids.filter_map(|actor| Some((actor.role()?.name().to_owned(), actor.user()?.get()))).collect();
    let mut seeder = Seeder { tx, now, pictures, callers, ids, named: Vec::new() };
    for section in story.sections().ok_or_else(|| missing_in_story("sections"))? {
        for entry in story.records(section).ok_or_else(|| missing_in_story(section))? {
            seeder.add(section, &entry)?;
        }
    }
    let survey = seeder.answer(SURVEY)?;
    for entry in story.records(ANSWERED).ok_or_else(|| missing_in_story(ANSWERED))? {
        seeder.add(ANSWERED, &entry)?;
    }
    let named = seeder.named;
    tx.set_now(now);
    Ok(Seeded { team, people, named, survey: Some(survey) })
}

/// Gives the team the settings of the story.
fn set_up_team(
    tx: &mut dyn WriteTx,
    team: &Stored<Team>,
    people: &People,
    story: &Story,
) -> Result<Stored<Team>, Refusal> {
    let settings = story.settings().cloned().ok_or_else(|| missing_in_story("settings"))?;
    let body = Ok(Fields::from_iter([("settings".to_owned(), settings)]));
    let owner = people.callers(team).into_iter().find(|caller| caller.actor.role() == Some(Role::Owner));
    let (owner, update) =
        (owner.ok_or_else(|| missing_in_story("owner"))?, (Team::dispatch().named)("", Method::Patch));
    let update = update.ok_or_else(|| missing_in_story("team"))?;
    let call = update.call(&owner, &body, &Sent::Nothing);
    (Team::dispatch().write)(update, tx, Target::Record(team.id.get()), &call)?;
    tx.end_batch();
    Team::reads(tx).find(team.team_id(), team.id)?.ok_or_else(|| missing_in_story("team"))
}

/// Sees to it that everyone in the story is a member with their role, whatever became of it since an earlier run.
pub(super) fn members(tx: &mut dyn WriteTx, team: TeamId, story: &Story) -> Result<People, Refusal> {
    let mut people = Vec::new();
    for entry in story.people().ok_or_else(|| missing_in_story("people"))? {
        let before = match tx.person(entry.person.email.as_str())? {
            Some(user) => User::reads(tx).find(team, user)?,
            None => None,
        };
        let membership = match before {
            Some(before) => member_set_role(tx, team, before.id, entry.role)?,
            None => member_add(tx, team, &entry)?,
        };
        people.push((entry, membership));
    }
    Ok(People(people))
}

/// The seeder of the story, as far as it has come.
struct Seeder<'a> {
    tx: &'a mut dyn WriteTx,
    /// The moment from which the story counts its days.
    now: Time,
    pictures: &'a [Picture],
    callers: Vec<Caller>,
    /// The ids of people and records by their handles.
    ids: HashMap<String, i64>,
    named: Vec<FileKey>,
}

macro_rules! sections {
    (
        $($Kind:ident $singular:literal $plural:literal $table:ident;)*
    ) => {
        /// Creates a record of the kind that the section is called after.
        fn create_in(seeder: &mut Seeder<'_>, section: &str, entry: &StoryEntry<'_>) -> Result<(), Refusal> {
            match section {
                $($plural => seeder.create::<uplift_domain::$Kind>(entry),)*
                _ => Err(missing_in_story(section)),
            }
        }
    };
}

record_kinds!(sections);

impl Seeder<'_> {
    fn add(&mut self, section: &str, entry: &StoryEntry<'_>) -> Result<(), Refusal> {
        self.turn_to(entry.at)?;
        if section == ATTACHMENTS { self.attach(entry) } else { create_in(self, section, entry) }
    }

    /// Lets what follows be done at a moment of the story, where it tells of one.
    fn turn_to(&mut self, at: Option<&str>) -> Result<(), Refusal> {
        if let Some(at) = at {
            self.tx.set_now(moment(at, self.now).ok_or_else(|| missing_in_story(at))?);
        }
        Ok(())
    }

    fn create<R: Dispatched>(&mut self, entry: &StoryEntry<'_>) -> Result<(), Refusal> {
        let (caller, body) = (self.caller(entry.by)?, self.body(entry.fields)?);
        let idea = body.get("idea_id").and_then(Json::as_i64).filter(|_| R::KIND == Kind::Experiment);
        let id = match idea {
            Some(idea) => self.promote(&caller, idea, body)?,
            None => (R::dispatch().create_by_command)(self.tx, &caller, &Ok(body))?.id.get(),
        };
        self.tx.end_batch();
        if let Some(handle) = entry.handle {
            self.ids.insert(handle.to_owned(), id);
            self.name_variations(caller.team, handle, (R::KIND, id))?;
        }
        entry.then.iter().try_for_each(|step| self.apply_step::<R>(id, step))
    }

    /// Makes an experiment of an idea, and tells its id.
    fn promote(&mut self, caller: &Caller, idea: i64, body: Fields) -> Result<i64, Refusal> {
        let promote = (Idea::dispatch().named)("promote", Method::Post).ok_or_else(|| missing_in_story("promote"))?;
        let body = Ok(body);
        let call = promote.call(caller, &body, &Sent::Nothing);
        let done = (Idea::dispatch().write)(promote, self.tx, Target::Record(idea), &call)?;
        let Outcome::Made(id) = done.outcome else { return Err(missing_in_story("experiment")) };
        Ok(id)
    }

    /// Lets the story call the variations of an experiment.
    fn name_variations(&mut self, team: TeamId, handle: &str, (kind, id): (Kind, i64)) -> Result<(), Refusal> {
        if kind != Kind::Experiment {
            return Ok(());
        }
        let listing = Listing::of(vec![(VariationFilter::ExperimentId, FilterValues(vec![id.to_string()]))]);
        let page = Variation::reads(self.tx).list(team, &listing, &mut Unmetered)?;
        let named = |it: Stored<Variation>| (format!("{handle}/{}", it.record.key.as_str()), it.id.get());
        self.ids.extend(page.records.into_iter().map(named));
        Ok(())
    }

    fn apply_step<R: Dispatched>(&mut self, id: i64, step: &Step<'_>) -> Result<(), Refusal> {
        self.turn_to(step.at)?;
        let caller = self.caller(step.by)?;
        let (command, body) = match step.did {
            Did::Changed(fields) => ((R::dispatch().named)("", Method::Patch), self.body(fields)?),
            Did::Commanded(name, fields) => {
                let body = fields.map(|fields| self.body(fields)).transpose()?;
                ((R::dispatch().named)(name, Method::Post), body.unwrap_or_default())
            }
        };
        let command = command.ok_or_else(|| missing_in_story(R::KIND.singular()))?;
        let body = Ok(body);
        (R::dispatch().write)(command, self.tx, Target::Record(id), &command.call(&caller, &body, &Sent::Nothing))?;
        self.tx.end_batch();
        Ok(())
    }

    fn attach(&mut self, entry: &StoryEntry<'_>) -> Result<(), Refusal> {
        let (caller, body) = (self.caller(entry.by)?, self.body(entry.fields)?);
        let picture = |name| self.pictures.iter().find(|it| it.name == name).ok_or_else(|| missing_in_story(name));
        let sent = match entry.file.map(picture).transpose()? {
            Some(Picture { name, stored }) => Sent::File(stored.clone(), Some((*name).to_owned())),
            None => Sent::Nothing,
        };
        let body = Ok(body);
        let call = Command::<Attachment>::CREATE.call(&caller, &body, &sent);
        let unused = attachments::create(self.tx, &call)?.unused;
        if let Sent::File(file, _) = sent {
            self.named.extend(Some(file.key).filter(|key| !unused.contains(key)));
        }
        Ok(())
    }

    /// Publishes a form, which people then answer, and tells its id.
    fn answer(&mut self, handle: &str) -> Result<i64, Refusal> {
        let id = *self.ids.get(handle).ok_or_else(|| missing_in_story(handle))?;
        let owner = self.caller(Role::Owner)?;
        self.turn_to(Some(PUBLISHED))?;
        let publish = (Form::dispatch().named)("publish", Method::Post).ok_or_else(|| missing_in_story("publish"))?;
        let nothing = Ok(Fields::new());
        let call = publish.call(&owner, &nothing, &Sent::Nothing);
        (Form::dispatch().write)(publish, self.tx, Target::Record(id), &call)?;
        for number in 0..RESPONDENTS {
            let (body, completed) = response(id, number, self.now);
            self.tx.set_now(completed);
            (FormResponse::dispatch().create_by_command)(self.tx, &owner, &Ok(body))?;
            self.tx.end_batch();
        }
        Ok(id)
    }

    fn caller(&self, role: Role) -> Result<Caller, Refusal> {
        let caller = self.callers.iter().find(|caller| caller.actor.role() == Some(role));
        caller.cloned().ok_or_else(|| missing_in_story(role.name()))
    }

    fn body(&self, fields: &Fields) -> Result<Fields, Refusal> {
        body(fields, &self.ids, self.now).map_err(Refusal::Fault)
    }
}

fn missing_in_story(what: &str) -> Refusal {
    Refusal::Fault(format!("the story does not tell of: {what}"))
}
