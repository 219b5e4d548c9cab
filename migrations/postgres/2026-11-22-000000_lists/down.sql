CREATE OR REPLACE VIEW team_users AS
SELECT
    users.id,
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

DROP INDEX memberships_role;
