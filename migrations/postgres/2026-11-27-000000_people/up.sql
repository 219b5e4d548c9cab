-- What a member says of themselves holds in one team alone, so it is kept with the membership. Teams have settings and an
-- owner, keys are listed like any other record, and people are invited.

DROP VIEW team_users;

CREATE TABLE team_users (
    id BIGINT NOT NULL REFERENCES users (id),
    team_id BIGINT NOT NULL REFERENCES teams (id),
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    name TEXT COLLATE "C" NOT NULL,
    name_folded TEXT COLLATE "C" NOT NULL,
    email TEXT COLLATE "C" NOT NULL,
    email_folded TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL,
    avatar_url TEXT COLLATE "C",
    title TEXT COLLATE "C",
    timezone TEXT COLLATE "C",
    last_active_at TIMESTAMPTZ,
    email_verified_at TIMESTAMPTZ,
    joined_at TIMESTAMPTZ,
    PRIMARY KEY (team_id, id)
);

INSERT INTO team_users (
    id, team_id, created_at, updated_at, name, name_folded, email, email_folded, role, avatar_url, title, timezone,
    last_active_at, email_verified_at, joined_at
)
SELECT
    users.id, memberships.team_id, users.created_at, users.updated_at, users.name, users.name_folded, users.email,
    users.email_folded, memberships.role, users.avatar_url, users.title, users.timezone, users.last_active_at,
    users.email_verified_at, memberships.created_at
FROM memberships
JOIN users ON users.id = memberships.user_id;

DROP TABLE memberships;

CREATE INDEX team_users_id ON team_users (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX team_users_name ON team_users (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX team_users_created_at ON team_users (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX team_users_updated_at ON team_users (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX team_users_email ON team_users (team_id, email, id) WHERE deleted_at IS NULL;
CREATE INDEX team_users_role ON team_users (team_id, role, id) WHERE deleted_at IS NULL;
CREATE INDEX team_users_last_active_at ON team_users (team_id, last_active_at NULLS FIRST, id) WHERE deleted_at IS NULL;
CREATE INDEX team_users_name_folded ON team_users (team_id, id, name_folded) WHERE deleted_at IS NULL;
-- In which teams somebody is.
CREATE INDEX team_users_user ON team_users (id);

ALTER TABLE users DROP COLUMN name;
ALTER TABLE users DROP COLUMN name_folded;
ALTER TABLE users DROP COLUMN avatar_url;
ALTER TABLE users DROP COLUMN title;
ALTER TABLE users DROP COLUMN timezone;
ALTER TABLE users DROP COLUMN last_active_at;
ALTER TABLE users DROP COLUMN email_verified_at;
ALTER TABLE users DROP COLUMN updated_at;

-- A team is read like any other record: the team it belongs to is itself.
ALTER TABLE teams ADD COLUMN team_id BIGINT NOT NULL GENERATED ALWAYS AS (id) STORED;
ALTER TABLE teams ADD COLUMN deleted_at TIMESTAMPTZ;
ALTER TABLE teams ADD COLUMN slug TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE teams ADD COLUMN week_starts_on TEXT COLLATE "C" NOT NULL DEFAULT 'monday';
ALTER TABLE teams ADD COLUMN currency TEXT COLLATE "C" NOT NULL DEFAULT 'USD';
ALTER TABLE teams ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
ALTER TABLE teams ADD COLUMN owner_id BIGINT REFERENCES users (id);
ALTER TABLE teams ADD COLUMN trial_ends_at TIMESTAMPTZ;

-- No database folds a name as the service does, so those there are get a slug that tells them apart.
UPDATE teams SET
    slug = 'team-' || id,
    owner_id = (SELECT min(team_users.id) FROM team_users WHERE team_users.team_id = teams.id AND role = 'owner');
CREATE UNIQUE INDEX teams_slug_key ON teams (slug);
CREATE INDEX teams_id ON teams (team_id, id) WHERE deleted_at IS NULL;
INSERT INTO counters (team_id, kind, filter, value, n) SELECT id, 'team', '', '', 1 FROM teams;

ALTER TABLE api_keys ADD COLUMN updated_at TIMESTAMPTZ NOT NULL DEFAULT 'epoch';
ALTER TABLE api_keys ADD COLUMN deleted_at TIMESTAMPTZ;
ALTER TABLE api_keys ADD COLUMN name_folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE api_keys ADD COLUMN last_used_at TIMESTAMPTZ;
UPDATE api_keys SET updated_at = coalesce(revoked_at, created_at), name_folded = lower(name);
CREATE INDEX api_keys_id ON api_keys (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX api_keys_name ON api_keys (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX api_keys_created_at ON api_keys (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX api_keys_updated_at ON api_keys (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX api_keys_expires_at ON api_keys (team_id, expires_at NULLS FIRST, id) WHERE deleted_at IS NULL;
CREATE INDEX api_keys_user_id ON api_keys (team_id, user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX api_keys_name_folded ON api_keys (team_id, id, name_folded) WHERE deleted_at IS NULL;
INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'key', '', '', count(*) FROM api_keys GROUP BY team_id
UNION ALL
SELECT team_id, 'key', 'user_id', CAST(user_id AS text), count(*) FROM api_keys GROUP BY team_id, user_id;

CREATE TABLE invitations (
    id BIGINT GENERATED BY DEFAULT AS IDENTITY,
    team_id BIGINT NOT NULL REFERENCES teams (id),
    created_at TIMESTAMPTZ NOT NULL,
    updated_at TIMESTAMPTZ NOT NULL,
    deleted_at TIMESTAMPTZ,
    email TEXT COLLATE "C" NOT NULL,
    email_folded TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    inviter_id BIGINT,
    user_id BIGINT,
    expires_at TIMESTAMPTZ NOT NULL,
    accepted_at TIMESTAMPTZ,
    revoked_at TIMESTAMPTZ,
    hash TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team_id, id),
    FOREIGN KEY (inviter_id) REFERENCES users (id),
    FOREIGN KEY (user_id) REFERENCES users (id)
);

CREATE INDEX invitations_id ON invitations (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX invitations_created_at ON invitations (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invitations_updated_at ON invitations (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invitations_expires_at ON invitations (team_id, expires_at, id) WHERE deleted_at IS NULL;
CREATE INDEX invitations_role ON invitations (team_id, role, id) WHERE deleted_at IS NULL;
-- The one of an address that may still be accepted.
CREATE INDEX invitations_email_folded ON invitations (team_id, email_folded, id) WHERE deleted_at IS NULL;
