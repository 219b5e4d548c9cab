//! A server's database as a file: `pg_dump` writes it, `pg_restore` reads it.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, anyhow, bail};
use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_query;

use super::connect::Conn;
use super::copying::Server;
use super::engine::named;
use super::engine::upkeep::migrate;
use super::login::Login;
use super::manager::Manager;
use crate::backup::Backup;
use crate::copying;
use crate::text_row::TextRow;

/// The programs.
const DUMP: &str = "pg_dump";
const RESTORE: &str = "pg_restore";

/// Begins the snapshot that the dump is of.
const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
    SET LOCAL idle_in_transaction_session_timeout TO 0";

/// How many programs bring a dump back into the database at this moment.
const RESTORING: &str = "SELECT count(*)::text AS text FROM pg_stat_activity \
    WHERE datname = current_database() AND application_name = 'pg_restore'";

/// Removes the views, tables and functions of an empty database, so that those of a dump can take their place.
const CLEAR: &str = "DO $$ DECLARE it record; BEGIN \
    FOR it IN SELECT format('%s %I', CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END, relname) AS thing \
        FROM pg_class AS there WHERE relkind IN ('r', 'p', 'v') \
            AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) \
            AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = there.oid AND deptype = 'e') ORDER BY 1 \
    LOOP EXECUTE replace(replace('DROP ' || it.thing || ' CASCADE', 'DROP VIEW', 'DROP VIEW IF EXISTS'), \
        'DROP TABLE', 'DROP TABLE IF EXISTS'); END LOOP; \
    FOR it IN SELECT oid::regprocedure::text AS thing FROM pg_proc AS there \
        WHERE pronamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) \
            AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = there.oid AND deptype = 'e') ORDER BY 1 \
    LOOP EXECUTE 'DROP FUNCTION IF EXISTS ' || it.thing || ' CASCADE'; END LOOP; \
    END $$";

/// Dumps the database as it is at one moment, and tells what is in it.
pub(crate) fn dump(manager: &Manager, into: &Path) -> Result<Backup> {
    let mut conn = open(manager)?;
    check_age(&mut conn)?;
    conn.batch_execute(BEGIN)?;
    let snapshot = text(&mut conn, "SELECT pg_export_snapshot() AS text")?;
    let files = named(&mut conn)?;
    let rows = Server::new(&mut conn).rows()?;
    let snapshot = format!("--snapshot={snapshot}");
    let file = into.as_os_str();
    let arguments: [&OsStr; 5] =
        ["--format=custom".as_ref(), snapshot.as_ref(), "--no-password".as_ref(), "--file".as_ref(), file];
    run(DUMP, Some(manager.login()), &arguments)?;
    check(into)?;
    let bytes = std::fs::metadata(into)?.len();
    Ok(Backup { rows, bytes, files })
}

/// Reads a whole dump, and names the migrations in it that this build does not know.
pub(crate) fn check(dump: &Path) -> Result<Vec<String>> {
    run(RESTORE, None, &["--file=/dev/null".as_ref(), dump.as_os_str()])?;
    let rows = ["--data-only", "--table=__diesel_schema_migrations", "--file=-"].map(OsStr::new);
    let script = run(RESTORE, None, &[rows.as_slice(), &[dump.as_os_str()]].concat())?;
    let known = migrate::known()?;
    let copied = script.lines().skip_while(|line| !line.starts_with("COPY ")).skip(1);
    let versions = copied.take_while(|line| *line != "\\.").filter_map(|line| line.split('\t').next());
    Ok(versions.filter(|version| !known.iter().any(|(known, _)| known == version)).map(str::to_owned).collect())
}

/// Fails unless the database holds nothing, so that a dump can be brought back into it. What an attempt that was killed
/// had begun may go on without it.
pub(crate) fn check_empty(manager: &Manager) -> Result<()> {
    let mut conn = open(manager)?;
    if text(&mut conn, RESTORING)? != "0" {
        bail!("{RESTORE} is at work in the database: wait until it has ended");
    }
    copying::check_empty(&mut Server::new(&mut conn))
}

/// Brings a dump back, all or nothing.
pub(crate) fn restore(manager: &Manager, dump: &Path) -> Result<()> {
    check_empty(manager)?;
    open(manager)?.batch_execute(CLEAR)?;
    let how = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-password"];
    run(RESTORE, Some(manager.login()), &[how.map(OsStr::new).as_slice(), &[dump.as_os_str()]].concat()).map(drop)
}

/// How many rows there are in all tables.
pub(crate) fn rows(manager: &Manager) -> Result<i64> {
    let mut conn = open(manager)?;
    conn.batch_execute(BEGIN)?;
    Server::new(&mut conn).rows()
}

fn open(manager: &Manager) -> Result<Conn> {
    manager.open().context("the database cannot be reached")
}

/// A server is dumped by a program that is at least as new.
fn check_age(conn: &mut Conn) -> Result<()> {
    let server = text(conn, "SELECT current_setting('server_version_num') AS text")?;
    let server = server.parse::<u32>()? / 10_000;
    let told = run(DUMP, None, &["--version".as_ref()])?;
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>().ok();
    match told.split_once(") ").and_then(|(_, version)| digits(version)) {
        Some(program) if program < server => Err(anyhow!(
            "{DUMP} {program} is older than the server, which is PostgreSQL {server}: install its client programs \
             (Debian: apt-get install postgresql-client-{server}) and put them first on the PATH"
        )),
        Some(_) | None => Ok(()),
    }
}

fn text(conn: &mut Conn, query: &str) -> Result<String> {
    Ok(sql_query(query).get_result::<TextRow>(conn).map(|row| row.text)?)
}

/// Runs a program, and gives what it prints. What the environment says of PostgreSQL does not count: the URL does.
fn run(program: &str, login: Option<&Login>, arguments: &[&OsStr]) -> Result<String> {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PG")) {
        command.env_remove(name);
    }
    command.stdin(Stdio::null()).env("LC_ALL", "C").args(arguments);
    if let Some(login) = login {
        command.arg("--dbname").arg(&login.url);
        command.envs(login.password.iter().map(|password| ("PGPASSWORD", password)));
        command.envs(login.roots()?.iter().map(|roots| ("PGSSLROOTCERT", roots)));
    }
    let done = command.output().map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow!(
            "{program} is not on the PATH: install PostgreSQL's client programs (Debian: apt-get install \
             postgresql-client)"
        ),
        _ => anyhow!("{program} cannot be run: {error}"),
    })?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&done.stderr);
    let said: Vec<_> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    Err(if said.is_empty() { anyhow!("{program} ended with {}", done.status) } else { anyhow!(said.join("; ")) })
}
