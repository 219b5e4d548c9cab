DROP TABLE invitations;
DELETE FROM counters WHERE kind IN ('team', 'key', 'invitation');

DROP INDEX api_keys_name_folded;
DROP INDEX api_keys_user_id;
DROP INDEX api_keys_expires_at;
DROP INDEX api_keys_updated_at;
DROP INDEX api_keys_created_at;
DROP INDEX api_keys_name;
DROP INDEX api_keys_id;
ALTER TABLE api_keys DROP COLUMN last_used_at;
ALTER TABLE api_keys DROP COLUMN name_folded;
ALTER TABLE api_keys DROP COLUMN deleted_at;
ALTER TABLE api_keys DROP COLUMN updated_at;

DROP INDEX teams_id;
DROP INDEX teams_slug_key;
ALTER TABLE teams DROP COLUMN trial_ends_at;
ALTER TABLE teams DROP COLUMN owner_id;
ALTER TABLE teams DROP COLUMN settings;
ALTER TABLE teams DROP COLUMN currency;
ALTER TABLE teams DROP COLUMN week_starts_on;
ALTER TABLE teams DROP COLUMN slug;
ALTER TABLE teams DROP COLUMN deleted_at;
ALTER TABLE teams DROP COLUMN team_id;

ALTER TABLE users ADD COLUMN name TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN name_folded TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN avatar_url TEXT COLLATE "C";
ALTER TABLE users ADD COLUMN title TEXT COLLATE "C";
ALTER TABLE users ADD COLUMN timezone TEXT COLLATE "C";
ALTER TABLE users ADD COLUMN last_active_at TIMESTAMPTZ;
ALTER TABLE users ADD COLUMN email_verified_at TIMESTAMPTZ;
ALTER TABLE users ADD COLUMN updated_at TIMESTAMPTZ NOT NULL DEFAULT 'epoch';
-- Of what somebody says in several teams, what they say in the first stays.
UPDATE users SET
    name = first.name, name_folded = first.name_folded, avatar_url = first.avatar_url, title = first.title,
    timezone = first.timezone, last_active_at = first.last_active_at, email_verified_at = first.email_verified_at,
    updated_at = first.updated_at
FROM team_users AS first
WHERE first.id = users.id
    AND first.team_id = (SELECT min(team_id) FROM team_users WHERE team_users.id = users.id);

CREATE TABLE memberships (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    role TEXT COLLATE "C" NOT NULL,
    created_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (team_id, user_id)
);
INSERT INTO memberships (team_id, user_id, role, created_at)
SELECT team_id, id, role, coalesce(joined_at, created_at) FROM team_users;
CREATE INDEX memberships_user ON memberships (user_id);
CREATE INDEX memberships_role ON memberships (team_id, role, user_id, created_at);

DROP TABLE team_users;
CREATE VIEW team_users AS
SELECT
    memberships.user_id AS id,
    memberships.team_id,
    users.created_at,
    users.updated_at,
    NULL::timestamptz AS deleted_at,
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
