//! `uplift demo`: a workspace to look around in, seeded once, with fresh keys at every run.

mod entry;
mod files;
mod finished;
mod respondents;
mod seed;
mod story;

use std::sync::Arc;

use anyhow::{Result, anyhow};
use serde_json::json;
use uplift_domain::access::{Abilities, Role, TeamId};
use uplift_domain::file::FileKey;
use uplift_domain::ports::{ReadPort as _, ReadTx, WriteTx};
use uplift_domain::record::{Id, Name};
use uplift_domain::responses::find_form;
use uplift_domain::workspace::{NewKey, key_issue, key_revoke};
use uplift_domain::{Form, Refusal, Team};

use crate::commands::serve::{app_url, base_url, docs_url, page_url};
use crate::output::Output;
use crate::settings::Settings;
use crate::workspace::{Use, Workspace};
use files::Picture;
use seed::{People, Seeded, members};
use story::Story;

/// The names under which the installation remembers its demo workspace.
const RUN_AT: &str = "demo_run_at";
const TEAM: &str = "demo_team_id";
const KEYS: &str = "demo_key_ids";
const SURVEY: &str = "demo_survey_id";

/// The keys: what each is called, whose it is, and what it may be used for.
const WANTED: [(&str, Role, &str); 5] = [
    ("owner", Role::Owner, "read,write"),
    ("admin", Role::Admin, "read,write"),
    ("member", Role::Member, "read,write"),
    ("viewer", Role::Viewer, "read,write"),
    ("read_only", Role::Owner, "read"),
];

/// For how many earlier runs keys are kept, where they are kept.
const RUNS_KEPT: usize = 4;

/// Seeds the demo workspace unless it is there, revokes the keys of earlier runs, unless these are to be kept, and
/// makes new ones.
pub(crate) fn run(settings: &Settings, output: Output, keep: bool) -> Result<()> {
    let story = Story::read().map_err(|error| anyhow!("the demo's story cannot be read: {error}"))?;
    let workspace = Workspace::open(settings, Use::Make)?;
    let Ready { team, tokens, survey, .. } = make_ready(settings, &workspace, story, keep)?;

    let named = || WANTED.iter().map(|(name, ..)| *name).zip(&tokens);
    let keys: serde_json::Map<_, _> = named().map(|(name, token)| (name.to_owned(), json!(token))).collect();
    output.print(&json!({"team_id": team.get(), "keys": keys}), || {
        let mut address = settings.bind;
        if address.ip().is_unspecified() {
            address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
        }
        let base_url = base_url(settings, address);
        let mut lines = vec![format!("The demo workspace is team {}. Its keys:", team.get())];
        lines.extend(named().map(|(name, token)| format!("  {name:<9}  {token}")));
        lines.push(format!("\nBase URL:       {base_url}\nDocumentation:  {}", docs_url(&base_url)));
        lines.extend(survey.as_ref().map(|token| format!("Its survey:     {}", page_url(&base_url, token))));
        lines.push(format!("Dashboard:      {}", app_url(&base_url)));
        lines.extend(tokens.first().map(|token| format!("Sign in with:   {token}\n")));
        lines.extend(tokens.first().map(|token| {
            let headers = format!("-H 'Accept: application/json' -H 'Authorization: Bearer {token}'");
            format!("curl {headers} '{base_url}/learnings?include=insights'")
        }));
        lines.join("\n")
    })
}

/// The workspace after a run.
struct Ready {
    team: TeamId,
    /// The tokens of the keys, in their order.
    tokens: Vec<String>,
    /// What the address of the survey ends with, where people may see it.
    survey: Option<String>,
    /// Files in the store that no record came to name.
    surplus: Vec<FileKey>,
}

/// Seeds the workspace where it is not there yet, files first: a record may name only what the store has.
fn make_ready(settings: &Settings, workspace: &Workspace, story: Story, keep: bool) -> Result<Ready> {
    let runtime = actix_web::rt::System::new();
    let seeded = workspace.read(|tx| seeded(tx))?.is_some();
    // Held until the records are there: it keeps others from sweeping the files meanwhile.
    let store = if seeded { None } else { Some(crate::files::open(settings, &workspace.database)?) };
    let pictures = match &store {
        Some(store) => runtime.block_on(files::put(store.as_ref()))?,
        None => Vec::new(),
    };
    let (story, pictures) = (Arc::new(story), Arc::new(pictures));
    let ready = workspace.write_in_turn(move |tx| set_up(tx, &story, &pictures, keep))?;
    if let Some(store) = &store {
        for key in &ready.surplus {
            runtime.block_on(crate::files::remove(store.as_ref(), key));
        }
    }
    Ok(ready)
}

/// The demo workspace, where it was made and nobody has removed it.
fn seeded(tx: &mut dyn ReadTx) -> Result<Option<TeamId>, Refusal> {
    let Some(id) = tx.setting(TEAM)?.and_then(|id| id.parse().ok()) else { return Ok(None) };
    let there = Team::reads(tx).find(TeamId::new(id), Id::new(id))?;
    Ok(there.map(|team| team.team_id()))
}

/// Everything that a run writes, in one transaction.
fn set_up(tx: &mut dyn WriteTx, story: &Story, pictures: &[Picture], keep: bool) -> Result<Ready, Refusal> {
    // This row is held until the transaction ends, so of two runs at once one waits for the other and sees its work.
    let now = tx.now().to_string();
    tx.set_setting(RUN_AT, &now)?;
    let Seeded { team, people, named, survey } = match seeded(tx)? {
        Some(team) => Seeded { team, people: members(tx, team, story)?, named: Vec::new(), survey: None },
        None => {
            let seeded = seed::seed(tx, story, pictures)?;
            tx.set_setting(TEAM, &seeded.team.get().to_string())?;
            seeded
        }
    };
    if let Some(survey) = survey {
        tx.set_setting(SURVEY, &survey.to_string())?;
    }
    let surplus = pictures.iter().map(|it| it.stored.key.clone()).filter(|key| !named.contains(key)).collect();
    Ok(Ready { team, tokens: renew_keys(tx, team, &people, keep)?, survey: survey_token(tx)?, surplus })
}

/// What the address of the survey ends with, where it is one that people may see.
fn survey_token(tx: &mut dyn ReadTx) -> Result<Option<String>, Refusal> {
    let Some((team, id)) = seeded(tx)?.zip(tx.setting(SURVEY)?.and_then(|id| id.parse().ok())) else { return Ok(None) };
    let form = Form::reads(tx).find(team, Id::new(id))?;
    let token = form.map(|form| form.record.public_token.as_str().to_owned());
    Ok(token.filter(|token| find_form(tx, token).is_ok()))
}

/// Makes new keys. Those of earlier runs are revoked, but for the latest where they are to be kept.
fn renew_keys(tx: &mut dyn WriteTx, team: TeamId, people: &People, keep: bool) -> Result<Vec<String>, Refusal> {
    let earlier = tx.setting(KEYS)?.unwrap_or_default();
    let earlier: Vec<i64> = earlier.split(',').filter_map(|id| id.parse().ok()).collect();
    let kept = if keep { WANTED.len() * RUNS_KEPT } else { 0 };
    let (past, kept) = earlier.split_at(earlier.len().saturating_sub(kept));
    for id in past {
        if tx.team_of_key(Id::new(*id))?.is_some() {
            key_revoke(tx, Id::new(*id))?;
        }
    }
    let (mut ids, mut tokens) = (kept.iter().map(i64::to_string).collect::<Vec<_>>(), Vec::new());
    for (name, role, abilities) in WANTED {
        let name = Name::parse(&format!("Demo {}", name.replace('_', "-")));
        let new = NewKey {
            user: people.of(role)?.user,
            name: name.map_err(|error| Refusal::field("name", &error))?,
            abilities: Abilities::parse(abilities).map_err(Refusal::Fault)?,
            rate_limit: None,
            expires_at: None,
        };
        let (key, token) = key_issue(tx, team, new)?;
        ids.push(key.id.to_string());
        tokens.push(token);
    }
    tx.set_setting(KEYS, &ids.join(","))?;
    Ok(tokens)
}
