-- The lists of a team's members by id and by role come from the memberships. The index has all that a membership says,
-- and the view takes the id from it: SQLite prefers the one, and follows the order of the other, only so.
CREATE INDEX memberships_role ON memberships (team_id, role, user_id, created_at);

DROP VIEW team_users;

CREATE VIEW team_users AS
SELECT
    memberships.user_id AS id,
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
