-- What people think of ideas, and the order in which they put them.
ALTER TABLE ideas ADD COLUMN position BIGINT NOT NULL DEFAULT 0;
ALTER TABLE ideas ADD COLUMN votes_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE ideas ADD COLUMN my_vote TEXT NOT NULL DEFAULT '{}';
ALTER TABLE ideas ADD COLUMN scores_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE ideas ADD COLUMN person_scores TEXT NOT NULL DEFAULT '[]';

-- Those that are there stand in the order in which they were recorded.
UPDATE ideas SET position = (extract(epoch FROM created_at) * 1000000)::BIGINT;

CREATE INDEX ideas_votes_count ON ideas (team_id, votes_count, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_position ON ideas (team_id, position, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
CREATE INDEX ideas_project_position ON ideas (team_id, project_id, position) WHERE deleted_at IS NULL;
