//! `uplift demo`: a workspace to look around in, seeded once, with fresh keys at every run.

mod seed;
mod story;

use anyhow::{Result, anyhow};
use serde_json::json;
use uplift_domain::Refusal;
use uplift_domain::access::{Abilities, Role, TeamId, TokenId, token};
use uplift_domain::ports::Ledger;
use uplift_domain::record::Name;
use uplift_domain::workspace::{NewKey, key_create, key_revoke};

use crate::commands::key::fresh_secret;
use crate::commands::serve::{base_url, docs_url};
use crate::output::Output;
use crate::settings::Settings;
use crate::workspace::Workspace;
use seed::{People, members};
use story::Story;

/// The names under which the installation remembers its demo workspace.
const RUN_AT: &str = "demo_run_at";
const TEAM: &str = "demo_team_id";
const KEYS: &str = "demo_key_ids";

/// The keys: what each is called, whose it is, and what it may be used for.
const WANTED: [(&str, Role, &str); 5] = [
    ("owner", Role::Owner, "read,write"),
    ("admin", Role::Admin, "read,write"),
    ("member", Role::Member, "read,write"),
    ("viewer", Role::Viewer, "read,write"),
    ("read_only", Role::Owner, "read"),
];

/// Seeds the demo workspace unless it is there, revokes the keys of the run before and makes new ones.
pub(crate) fn run(settings: &Settings, output: Output) -> Result<()> {
    let story = Story::read().map_err(|error| anyhow!("the demo's story cannot be read: {error}"))?;
    let secrets = WANTED.iter().map(|_| fresh_secret()).collect::<Result<Vec<_>>>()?;
    let hashes: Vec<_> = secrets.iter().map(|secret| uplift_http::secret_hash(secret)).collect();
    let workspace = Workspace::open(settings)?;
    let (team, ids) = workspace.write(move |ledger| set_up(ledger, &story, &hashes))?;

    let tokens: Vec<_> = ids.iter().zip(&secrets).map(|(id, secret)| token(*id, secret)).collect();
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
        lines.push(format!("\nBase URL:       {base_url}\nDocumentation:  {}\n", docs_url(&base_url)));
        lines.extend(tokens.first().map(|token| {
            let headers = format!("-H 'Accept: application/json' -H 'Authorization: Bearer {token}'");
            format!("curl {headers} '{base_url}/learnings?include=insights'")
        }));
        lines.join("\n")
    });
    Ok(())
}

/// Everything that a run writes, in one transaction: the team, and the ids of its new keys.
fn set_up(ledger: &mut dyn Ledger, story: &Story, hashes: &[String]) -> Result<(TeamId, Vec<TokenId>), Refusal> {
    // This row is held until the transaction ends, so of two runs at once one waits for the other and sees its work.
    let now = ledger.now().to_string();
    ledger.set_setting(RUN_AT, &now)?;
    let known = ledger.setting(TEAM)?.and_then(|id| id.parse().ok()).map(TeamId::new);
    let (team, people) = match known {
        Some(team) => (team, members(ledger, team, story)?),
        None => {
            let (team, people) = seed::seed(ledger, story)?;
            ledger.set_setting(TEAM, &team.get().to_string())?;
            (team, people)
        }
    };
    Ok((team, renew_keys(ledger, team, &people, hashes)?))
}

fn renew_keys(
    ledger: &mut dyn Ledger,
    team: TeamId,
    people: &People,
    hashes: &[String],
) -> Result<Vec<TokenId>, Refusal> {
    let earlier = ledger.setting(KEYS)?.unwrap_or_default();
    for id in earlier.split(',').filter_map(|id| id.parse().ok()) {
        key_revoke(ledger, TokenId(id))?;
    }
    let mut ids = Vec::with_capacity(WANTED.len());
    for ((name, role, abilities), hash) in WANTED.iter().zip(hashes) {
        let name = Name::parse(&format!("Demo {name}"));
        let new = NewKey {
            team,
            user: people.of(*role)?.user,
            name: name.map_err(|complaint| Refusal::field("name", &complaint))?,
            abilities: Abilities::parse(abilities).map_err(Refusal::Fault)?,
            hash: hash.clone(),
            rate_limit: None,
            expires_at: None,
        };
        ids.push(key_create(ledger, &new)?.id);
    }
    let remembered: Vec<_> = ids.iter().map(|id| id.0.to_string()).collect();
    ledger.set_setting(KEYS, &remembered.join(","))?;
    Ok(ids)
}
