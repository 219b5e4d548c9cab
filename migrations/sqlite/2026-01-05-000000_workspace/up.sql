-- Teams, their people and their keys.

CREATE TABLE teams (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    plan TEXT NOT NULL,
    billing_mode TEXT NOT NULL,
    grace_period_ends_at INTEGER,
    timezone TEXT NOT NULL,
    prioritization_framework TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    email TEXT NOT NULL,
    email_folded TEXT NOT NULL UNIQUE,
    avatar_url TEXT,
    title TEXT,
    timezone TEXT,
    last_active_at INTEGER,
    email_verified_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE memberships (
    team_id INTEGER NOT NULL REFERENCES teams (id),
    user_id INTEGER NOT NULL REFERENCES users (id),
    role TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (team_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX memberships_user ON memberships (user_id);

-- The members of each team, read like any other kind of record.
CREATE VIEW team_users AS
SELECT
    users.id,
    memberships.team_id,
    users.created_at,
    users.updated_at,
    NULL AS deleted_at,
    users.name,
    users.email,
    memberships.role,
    users.avatar_url,
    users.title,
    users.timezone,
    users.last_active_at,
    users.email_verified_at,
    memberships.created_at AS joined_at,
    users.name_folded,
    users.email_folded
FROM memberships
JOIN users ON users.id = memberships.user_id;

CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    user_id INTEGER NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    abilities TEXT NOT NULL,
    hash TEXT NOT NULL,
    rate_limit INTEGER,
    expires_at INTEGER,
    revoked_at INTEGER,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX api_keys_team ON api_keys (team_id, id);

CREATE TABLE settings (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How many live records of a kind a team has; project_id 0 counts the whole team.
CREATE TABLE counters (
    team_id INTEGER NOT NULL REFERENCES teams (id),
    kind TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (team_id, kind, project_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE activities (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    log_name TEXT,
    description TEXT NOT NULL,
    subject_type TEXT,
    subject_id INTEGER,
    event TEXT,
    causer_type TEXT,
    causer_id INTEGER,
    properties TEXT,
    batch_uuid TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX activities_subject ON activities (team_id, subject_type, subject_id, id);
CREATE INDEX activities_subject_created ON activities (team_id, subject_type, subject_id, created_at, id);
-- How a former member is still known.
CREATE INDEX activities_causer ON activities (team_id, causer_type, causer_id);
