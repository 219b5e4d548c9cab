//! Seeding: the story set down in a team by the verbs that serve requests.

use std::collections::HashMap;

use uplift_domain::access::{Abilities, Billing, BillingMode, Caller, Key, Plan, Role, TeamId, TokenId};
use uplift_domain::ports::Ledger;
use uplift_domain::record::{Email, Name, Words, Zone};
use uplift_domain::resource::Resource;
use uplift_domain::verbs;
use uplift_domain::workspace::{Framework, Membership, NewMember, Team, member_add, member_set_role, team_create};
use uplift_domain::{Insight, Learning, Project, Refusal, ResearchCollection};

use super::story::{Story, body};

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

/// Creates the team with its people and everything that they recorded.
pub(super) fn seed(ledger: &mut dyn Ledger, story: &Story) -> Result<(TeamId, People), Refusal> {
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
    let mut ids = callers.iter().filter_map(|it| Some((it.role?.name().to_owned(), it.user.get()))).collect();
    set_down::<Project>(ledger, story, "projects", &callers, &mut ids)?;
    set_down::<ResearchCollection>(ledger, story, "research_collections", &callers, &mut ids)?;
    set_down::<Insight>(ledger, story, "insights", &callers, &mut ids)?;
    set_down::<Learning>(ledger, story, "learnings", &callers, &mut ids)?;
    Ok((team, people))
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

fn set_down<R: Resource>(
    ledger: &mut dyn Ledger,
    story: &Story,
    chapter: &str,
    callers: &[Caller],
    ids: &mut HashMap<String, i64>,
) -> Result<(), Refusal> {
    for told in story.records(chapter).ok_or_else(|| untold(chapter))? {
        let caller = callers.iter().find(|caller| caller.role == Some(told.by));
        let body = body(told.fields, ids, ledger.now()).map_err(Refusal::Fault)?;
        let kept = verbs::create::<R>(ledger, caller.ok_or_else(|| untold(told.by.name()))?, &Ok(body))?;
        ids.extend(told.handle.map(|handle| (handle.to_owned(), kept.id.get())));
    }
    Ok(())
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
