//! The arguments: what the program may be called with.

mod flags;
mod together;
mod values;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;
use uplift_domain::RateLimit;
use uplift_domain::access::{Abilities, BillingMode, Plan, Role};
use uplift_domain::record::{Email, Name, Time, Zone};
use uplift_domain::workspace::Framework;

pub(crate) use flags::Flags;
use values::{email, framework, id, moment, name, rate_limit, word, zone};

/// The system of record for experimentation and conversion-research teams.
#[derive(Parser)]
#[command(name = "uplift", version, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    /// Print exactly one JSON document
    #[arg(long, global = true)]
    pub json: bool,
    #[command(flatten)]
    pub settings: Flags,
    #[command(subcommand)]
    pub called: Called,
}

/// What the program is called for.
#[derive(Subcommand)]
pub(crate) enum Called {
    #[command(flatten)]
    Command(Command),
    #[command(flatten)]
    Program(ProgramAct),
}

/// What is done by the settings.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve the interface until SIGTERM or SIGINT
    Serve {
        /// Serve nothing; tell every fault that would be in the way
        #[arg(long)]
        check: bool,
    },
    /// Apply pending migrations
    Migrate {
        /// Apply nothing; tell what is pending
        #[arg(long)]
        status: bool,
    },
    /// Seed the demo workspace once, and make fresh keys for it
    Demo {
        /// Leave the keys of the latest runs valid
        #[arg(long)]
        keep: bool,
    },
    /// Create, show, change, export, import and delete teams
    #[command(subcommand)]
    Team(TeamAct),
    /// Add, list, change, remove and erase people
    #[command(subcommand)]
    User(UserAct),
    /// Create, list, rotate and revoke keys
    #[command(subcommand)]
    Key(KeyAct),
    /// Change the secret that addresses of files and sessions of the dashboard are signed with
    #[command(subcommand)]
    Secret(SecretAct),
    /// Copy everything into an empty database, of either kind, and check it there; the attachment files stay
    Copy {
        /// The database to copy into: sqlite://PATH or postgres://…
        #[arg(long, value_name = "URL")]
        to: String,
    },
    /// Copy the live database and the attachment files into a folder; a server's by pg_dump
    Backup {
        /// An empty or new folder
        folder: PathBuf,
    },
    /// Bring back what `backup` copied
    Restore {
        /// The folder of the copy
        folder: PathBuf,
    },
    /// Print the OpenAPI document
    Openapi,
    /// Check the database, migrations, the clock, the store of limits and that of attachments, from which files go that no
    /// record names
    Doctor {
        /// Also count every counter again and hash every file again
        #[arg(long)]
        deep: bool,
    },
}

#[derive(Subcommand)]
pub(crate) enum TeamAct {
    /// Create a team with its owner
    Create {
        /// What the team is called
        #[arg(long, value_parser = name)]
        name: Name,
        /// The address of its owner, who may be in other teams too
        #[arg(long, value_parser = email)]
        owner_email: Email,
        /// What its owner is called
        #[arg(long, value_parser = name)]
        owner_name: Name,
        /// How much the team may have
        #[arg(long, value_parser = word::<Plan>(), default_value = "enterprise")]
        plan: Plan,
        /// Where its days begin and end, such as Europe/Berlin
        #[arg(long, value_parser = zone, default_value = "UTC", value_name = "IANA")]
        timezone: Zone,
    },
    /// List the teams
    List,
    /// Show a team
    Show {
        /// The team, by its id
        #[arg(value_parser = id)]
        id: i64,
    },
    /// Change a team
    Set {
        /// The team, by its id
        #[arg(value_parser = id)]
        id: i64,
        /// What the team is called from now on
        #[arg(long, value_parser = name)]
        name: Option<Name>,
        /// Where its days begin and end, such as Europe/Berlin
        #[arg(long, value_parser = zone, value_name = "IANA")]
        timezone: Option<Zone>,
        /// By which figures its ideas are scored
        #[arg(long, value_parser = framework())]
        framework: Option<Framework>,
    },
    /// Set the billing mode of a team
    Billing {
        /// The team, by its id
        #[arg(value_parser = id)]
        id: i64,
        /// Whether the team may write: it may not while it is blocked
        #[arg(long, value_parser = word::<BillingMode>())]
        mode: BillingMode,
        /// When writing ends for it, in the mode grace
        #[arg(long, value_parser = moment, value_name = "RFC3339")]
        grace_period_ends_at: Option<Time>,
    },
    /// Set the plan of a team
    Plan {
        /// The team, by its id
        #[arg(value_parser = id)]
        id: i64,
        /// How much the team may have
        #[arg(long, value_parser = word::<Plan>())]
        plan: Plan,
    },
    /// Write everything that a team has into a new file
    Export {
        /// The team, by its id
        #[arg(value_parser = id)]
        id: i64,
        /// The file, which is not there yet
        file: PathBuf,
    },
    /// Make a new team of a file that `export` wrote
    Import {
        /// The file
        file: PathBuf,
        /// What to call it instead of its name
        #[arg(long, value_parser = name)]
        name: Option<Name>,
    },
    /// Delete a team with everything that it has; where that was interrupted, go on
    Delete {
        /// The team, by its id
        #[arg(value_parser = id)]
        id: i64,
        /// The name of the team
        #[arg(long, value_name = "NAME")]
        confirm: String,
    },
}

#[derive(Subcommand)]
pub(crate) enum UserAct {
    /// Add a member to a team
    Add {
        /// The team, by its id
        #[arg(long, value_parser = id, value_name = "ID")]
        team: i64,
        /// The address of the member, who may be in other teams too
        #[arg(long, value_parser = email)]
        email: Email,
        /// What the member is called
        #[arg(long, value_parser = name)]
        name: Name,
        /// What the member may do
        #[arg(long, value_parser = word::<Role>())]
        role: Role,
    },
    /// Give a member another role
    Role {
        /// The team, by its id
        #[arg(long, value_parser = id, value_name = "ID")]
        team: i64,
        /// The member, by their id
        #[arg(long, value_parser = id, value_name = "ID")]
        user: i64,
        /// What the member may do from now on
        #[arg(long, value_parser = word::<Role>())]
        role: Role,
    },
    /// List the people of a team, or of all teams
    List {
        /// The team, by its id
        #[arg(long, value_parser = id, value_name = "ID")]
        team: Option<i64>,
    },
    /// Show somebody, with the teams in which they are
    Show {
        /// The user, by their id
        #[arg(value_parser = id)]
        id: i64,
    },
    /// Forget who somebody is, in every team; what they recorded stays, and so does the log
    Erase {
        /// The user, by their id
        #[arg(value_parser = id)]
        id: i64,
        /// The address of theirs
        #[arg(long, value_name = "EMAIL")]
        confirm: String,
    },
    /// Remove a member; what they recorded stays
    Remove {
        /// The team, by its id
        #[arg(long, value_parser = id, value_name = "ID")]
        team: i64,
        /// The member, by their id
        #[arg(long, value_parser = id, value_name = "ID")]
        user: i64,
    },
}

#[derive(Subcommand)]
pub(crate) enum KeyAct {
    /// Make a key; its token is shown this once
    Create {
        /// The team, by its id
        #[arg(long, value_parser = id, value_name = "ID")]
        team: i64,
        /// The member that it acts for, by their id
        #[arg(long, value_parser = id, value_name = "ID")]
        user: i64,
        /// What the key is called
        #[arg(long, value_parser = name)]
        name: Name,
        /// What it may do: read, write or both
        #[arg(long, value_parser = Abilities::parse, value_name = "read,write")]
        abilities: Abilities,
        /// When it stops working; never unless it is said
        #[arg(long, value_parser = moment, value_name = "RFC3339")]
        expires_at: Option<Time>,
        /// Requests a minute for this key, at most 100000; 0 is no limit
        #[arg(long, value_parser = rate_limit, value_name = "N")]
        rate_limit: Option<RateLimit>,
    },
    /// List the keys of a team
    List {
        /// The team, by its id
        #[arg(long, value_parser = id, value_name = "ID")]
        team: i64,
    },
    /// Give a key another secret; its token is shown this once
    Rotate {
        /// The key, by its id
        #[arg(value_parser = id)]
        id: i64,
        /// When it stops working; as before unless it is said
        #[arg(long, value_parser = moment, value_name = "RFC3339")]
        expires_at: Option<Time>,
    },
    /// Revoke a key
    Revoke {
        /// The key, by its id
        #[arg(value_parser = id)]
        id: i64,
    },
}

#[derive(Subcommand)]
pub(crate) enum SecretAct {
    /// Take another secret: no address that was signed before opens anything, and everybody is signed out of the
    /// dashboard
    Rotate,
}

/// What the program tells of itself, whatever the settings are.
#[derive(Subcommand)]
pub(crate) enum ProgramAct {
    /// Print the completions for a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print the manual page
    Manual,
}
