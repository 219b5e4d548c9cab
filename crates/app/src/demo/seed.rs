//! Seeding: the story set down in a team by the verbs that serve requests.

use std::collections::HashMap;

use uplift_domain::access::{Abilities, Billing, BillingMode, Caller, Key, Plan, Role, TeamId, TokenId};
use uplift_domain::attachments::{self, Sent};
use uplift_domain::file::FileKey;
use uplift_domain::ports::Ledger;
use uplift_domain::record::{Email, Fields, Kept, Name, Words, Zone};
use uplift_domain::resource::Resource;
use uplift_domain::verbs;
use uplift_domain::workspace::{Framework, Membership, NewMember, Team, member_add, member_set_role, team_create};
use uplift_domain::{Idea, Insight, Learning, NumberingScheme, Project, Refusal, ResearchCollection};

use super::files::Picture;
use super::story::{CHAPTERS, Did, Step, Story, Told, body};

/// The people of the demo workspace.
pub(super) struct People(Vec<(NewMember, Membership)>);

impl People {
    /// The membership of the one who has the role.
    pub(super) fn of(&self, role: Role) -> Result<Membership, Refusal> {
        let found = self.0.iter().find(|(_, membership)| membership.role == role);
        found.map(|(_, membership)| *membership).ok_or_else(|| untold(role.name()))
    }

    /// The callers that they would be with keys of their own.
    fn callers(&self, zone: &Zone) -> Result<Vec<Caller>, Refusal> {
        let abilities = Abilities::parse("read,write").map_err(Refusal::Fault)?;
        Ok(self.0.iter().map(|(told, membership)| caller(told, *membership, &abilities, zone)).collect())
    }
}

/// What came of seeding.
pub(super) struct Seeded {
    pub(super) team: TeamId,
    pub(super) people: People,
    /// The files that attachments have now.
    pub(super) named: Vec<FileKey>,
}

/// Creates the team with its people and everything that they recorded.
pub(super) fn seed(ledger: &mut dyn Ledger, story: &Story, pictures: &[Picture]) -> Result<Seeded, Refusal> {
    let (name, timezone) = story.team().ok_or_else(|| untold("team"))?;
    let told = story.people().ok_or_else(|| untold("people"))?;
    let owner = told.first().ok_or_else(|| untold("owner"))?;
    let team = Team {
        name,
        plan: Plan::Enterprise,
        billing_mode: BillingMode::Active,
        grace_period_ends_at: None,
        timezone: timezone.clone(),
        prioritization_framework: Framework::Ice,
    };
    let (team, _) = team_create(ledger, &team, owner)?;
    let team = TeamId::new(team.id.get());
    let people = members(ledger, team, story)?;

    let callers = people.callers(&timezone)?;
    let ids = callers.iter().filter_map(|it| Some((it.role?.name().to_owned(), it.user.get()))).collect();
    let mut telling = Telling { ledger, pictures, callers, ids, named: Vec::new() };
    for chapter in CHAPTERS {
        for told in story.records(chapter).ok_or_else(|| untold(chapter))? {
            telling.tell(chapter, &told)?;
        }
    }
    let named = telling.named;
    Ok(Seeded { team, people, named })
}

/// Sees to it that everyone in the story is a member with their role, whatever became of it since an earlier run.
pub(super) fn members(ledger: &mut dyn Ledger, team: TeamId, story: &Story) -> Result<People, Refusal> {
    let mut people = Vec::new();
    for told in story.people().ok_or_else(|| untold("people"))? {
        let before = match ledger.person(told.person.email.as_str())? {
            Some(user) => ledger.membership(team, user)?,
            None => None,
        };
        let membership = match before {
            Some(before) => member_set_role(ledger, team, before.user, told.role)?,
            None => member_add(ledger, team, &told)?,
        };
        people.push((told, membership));
    }
    Ok(People(people))
}

/// The telling of the story, as far as it has come.
struct Telling<'a> {
    ledger: &'a mut dyn Ledger,
    pictures: &'a [Picture],
    callers: Vec<Caller>,
    /// The ids of people and records by their handles.
    ids: HashMap<String, i64>,
    named: Vec<FileKey>,
}

impl Telling<'_> {
    fn tell(&mut self, chapter: &str, told: &Told<'_>) -> Result<(), Refusal> {
        match chapter {
            "projects" => self.set_down::<Project>(told),
            "numbering_schemes" => self.set_down::<NumberingScheme>(told),
            "research_collections" => self.set_down::<ResearchCollection>(told),
            "insights" => self.set_down::<Insight>(told),
            "learnings" => self.set_down::<Learning>(told),
            "ideas" => self.set_down::<Idea>(told),
            "attachments" => self.attach(told),
            _ => Err(untold(chapter)),
        }
    }

    fn set_down<R: Resource>(&mut self, told: &Told<'_>) -> Result<(), Refusal> {
        let (caller, body) = (self.caller(told.by)?, self.body(told.fields)?);
        let kept = R::create(self.ledger, &caller, &Ok(body))?;
        self.ids.extend(told.handle.map(|handle| (handle.to_owned(), kept.id.get())));
        told.then.iter().try_for_each(|step| self.go_on(&kept, step))
    }

    fn go_on<R: Resource>(&mut self, kept: &Kept<R>, step: &Step<'_>) -> Result<(), Refusal> {
        let caller = self.caller(step.by)?;
        match step.did {
            Did::Changed(fields) => {
                let body = self.body(fields)?;
                R::update(self.ledger, &caller, kept.id, &Ok(body))?;
            }
            Did::Acted(name) => {
                let action = R::ACTIONS.iter().find(|action| action.name == name).ok_or_else(|| untold(name))?;
                verbs::act(self.ledger, &caller, kept.id, action, &Ok(Fields::new()))?;
            }
        }
        Ok(())
    }

    fn attach(&mut self, told: &Told<'_>) -> Result<(), Refusal> {
        let (caller, body) = (self.caller(told.by)?, self.body(told.fields)?);
        let picture = |name| self.pictures.iter().find(|it| it.name == name).ok_or_else(|| untold(name));
        let sent = match told.file.map(picture).transpose()? {
            Some(Picture { name, stored }) => Sent::File(stored.clone(), Some((*name).to_owned())),
            None => Sent::Nothing,
        };
        let created = attachments::create(self.ledger, &caller, &Ok(body), &sent)?;
        if let (Sent::File(file, _), None) = (sent, created.surplus) {
            self.named.push(file.key);
        }
        Ok(())
    }

    fn caller(&self, role: Role) -> Result<Caller, Refusal> {
        let caller = self.callers.iter().find(|caller| caller.role == Some(role));
        caller.cloned().ok_or_else(|| untold(role.name()))
    }

    fn body(&self, fields: &Fields) -> Result<Fields, Refusal> {
        body(fields, &self.ids, self.ledger.now()).map_err(Refusal::Fault)
    }
}

/// Who someone is to the verbs, which ask of the key only whose it is.
fn caller(told: &NewMember, membership: Membership, abilities: &Abilities, zone: &Zone) -> Caller {
    let Membership { team, user, role } = membership;
    let (name, email): (Name, Email) = (told.person.name.clone(), told.person.email.clone());
    let key = Key {
        id: TokenId(0),
        team,
        user,
        name: String::new(),
        abilities: abilities.clone(),
        hash: String::new(),
        rate_limit: None,
        expires_at: None,
        revoked_at: None,
        created_at: uplift_domain::record::Time::from_micros(0),
    };
    let billing = Billing { mode: BillingMode::Active, grace_period_ends_at: None };
    Caller {
        key,
        team,
        user,
        name,
        email,
        role: Some(role),
        billing,
        timezone: zone.clone(),
        framework: Framework::Ice,
    }
}

fn untold(what: &str) -> Refusal {
    Refusal::Fault(format!("the story does not tell of: {what}"))
}
