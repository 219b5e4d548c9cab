//! Sixty-four teams whose records interleave, as they do where many work at the same time.
//!
//! The teams take turns in creating records of a kind, in another order each round, so that which team an id belongs to
//! follows from nothing but that order.

use serde_json::{Value, json};
use uplift_domain::access::Caller;
use uplift_domain::ports::Database;
use uplift_domain::{Insight, Learning, Project, Refusal, ResearchCollection};

use super::make::{ask, create_each, team};
use super::texts::Texts;
use super::words::{self, mix, pick};

pub(crate) const TEAMS: i64 = 64;

/// What each team has.
pub(crate) const USERS: i64 = 6;
pub(crate) const PROJECTS: i64 = 12;
pub(crate) const COLLECTIONS: i64 = 4;

/// For how many learnings a team has an insight, and how many learnings rest on three insights: one of so many.
const LEARNINGS_FOR_AN_INSIGHT: i64 = 50;
const WITHOUT_INSIGHTS: i64 = 4;

/// The kinds whose records interleave; each has an order of its own.
#[derive(Clone, Copy)]
pub(crate) enum Turns {
    Projects,
    Collections,
    Insights,
    Learnings,
}

impl Turns {
    /// The teams in the order in which they create a record each in this round; both count from 1, rounds from 0.
    pub(crate) fn of(self, round: i64) -> Vec<i64> {
        let salt = match self {
            Self::Projects => 1,
            Self::Collections => 2,
            Self::Insights => 3,
            Self::Learnings => 4,
        };
        let mut teams: Vec<i64> = (1..=TEAMS).collect();
        teams.sort_by_key(|team| mix((round * TEAMS + team) * 8 + salt));
        teams
    }

    /// The id of the record that a team creates in this round.
    pub(crate) fn id(self, team: i64, round: i64) -> i64 {
        let before = self.of(round).into_iter().take_while(|it| *it != team).count();
        round * TEAMS + i64::try_from(before).unwrap_or_default() + 1
    }
}

/// How many records of a kind a team has, where there are so many learnings altogether.
pub(crate) fn learnings_of_each(learnings: i64) -> i64 {
    learnings / TEAMS
}

pub(crate) fn insights_of_each(learnings: i64) -> i64 {
    (learnings_of_each(learnings) / LEARNINGS_FOR_AN_INSIGHT).max(30)
}

/// Fills a database with so many learnings altogether.
pub(super) fn fill(database: &dyn Database, learnings: i64) -> Result<(), String> {
    let callers = ask(database, |tx| {
        let team = |number| team(tx, &format!("Team {number}"), USERS);
        (1..=TEAMS).map(team).collect::<Result<Vec<Caller>, Refusal>>()
    })?;
    let (texts, insights) = (Texts::new(), insights_of_each(learnings));
    let ids = |turns: Turns, rounds: i64| -> Vec<Vec<i64>> {
        (1..=TEAMS).map(|team| (0..rounds).map(|round| turns.id(team, round)).collect()).collect()
    };
    let of = Parents {
        projects: ids(Turns::Projects, PROJECTS),
        collections: ids(Turns::Collections, COLLECTIONS),
        insights: ids(Turns::Insights, insights),
    };
    create_each::<Project>(database, in_turn(&callers, Turns::Projects, PROJECTS, project))?;
    let collection = |team, round| of.collection(team, round);
    create_each::<ResearchCollection>(database, in_turn(&callers, Turns::Collections, COLLECTIONS, collection))?;
    let insight = |team, round| of.insight(team, round, &texts);
    create_each::<Insight>(database, in_turn(&callers, Turns::Insights, insights, insight))?;
    let learning = |team, round| of.learning(team, round, &texts);
    create_each::<Learning>(database, in_turn(&callers, Turns::Learnings, learnings_of_each(learnings), learning))
}

/// The bodies of so many rounds with whoever creates from them; a body is made for a team and a round.
fn in_turn(
    callers: &[Caller],
    turns: Turns,
    rounds: i64,
    body: impl Fn(i64, i64) -> Value,
) -> impl Iterator<Item = (&Caller, Value)> {
    let each = (0..rounds).flat_map(move |round| turns.of(round).into_iter().map(move |team| (team, round)));
    each.filter_map(move |(team, round)| {
        let caller = callers.get(usize::try_from(team - 1).ok()?)?;
        Some((caller, body(team, round)))
    })
}

/// The ids of what learnings refer to, by team.
struct Parents {
    projects: Vec<Vec<i64>>,
    collections: Vec<Vec<i64>>,
    insights: Vec<Vec<i64>>,
}

fn project(team: i64, round: i64) -> Value {
    json!({"name": format!("{} {team}", words::study(round + team)), "code": format!("P{round}")})
}

impl Parents {
    fn collection(&self, team: i64, round: i64) -> Value {
        json!({"name": words::study(round * TEAMS + team), "project_id": one(&self.projects, team, round)})
    }

    fn insight(&self, team: i64, round: i64, texts: &Texts) -> Value {
        let at = -(round * TEAMS + team);
        json!({
            "project_id": one(&self.projects, team, mix(at)),
            "name": words::finding(-at),
            "description": texts.description(at),
            "type": pick(&["problem", "opportunity", "behaviour", "motivation", "barrier"], mix(at + 1)),
            "evidence_strength": pick(&["weak", "moderate", "strong"], mix(at + 2)),
            "user_id": user(team, at),
        })
    }

    fn learning(&self, team: i64, round: i64, texts: &Texts) -> Value {
        let at = round * TEAMS + team;
        let mut body = json!({
            "project_id": one(&self.projects, team, round),
            "user_id": user(team, at),
            "name": words::finding(at),
            "description": texts.description(at),
            "confidence": pick(&["high", "medium", "low"], mix(at)),
            "learned_at": words::moment(at),
        });
        if let Some(fields) = body.as_object_mut() {
            if mix(at + 1) % 11 != 0 {
                fields.insert("research_collection_id".to_owned(), one(&self.collections, team, mix(at + 2)).into());
            }
            if mix(at + 3) % WITHOUT_INSIGHTS == 0 {
                let first = mix(at + 4);
                let three = [0, 1, 2].map(|next| one(&self.insights, team, first % (1 << 40) + next));
                fields.insert("insight_ids".to_owned(), json!(three));
            }
        }
        body
    }
}

/// One of the ids of a team, whatever the number is.
fn one(ids: &[Vec<i64>], team: i64, number: i64) -> i64 {
    let of_team = usize::try_from(team - 1).ok().and_then(|at| ids.get(at)).map(Vec::as_slice).unwrap_or_default();
    let at = number.unsigned_abs() % u64::try_from(of_team.len().max(1)).unwrap_or(1);
    usize::try_from(at).ok().and_then(|at| of_team.get(at)).copied().unwrap_or_default()
}

/// A user of a team: teams are made one after the other, each with its members.
fn user(team: i64, at: i64) -> i64 {
    (team - 1) * USERS + 1 + mix(at + 5) % USERS
}
