-- Ideas name the page and the audience that they are for and the goal that they are to move.
ALTER TABLE ideas
    ADD COLUMN page_id BIGINT,
    ADD COLUMN audience_id BIGINT,
    ADD COLUMN primary_goal_id BIGINT,
    ADD CONSTRAINT ideas_team_id_page_id_fkey FOREIGN KEY (team_id, page_id) REFERENCES pages (team_id, id),
    ADD CONSTRAINT ideas_team_id_audience_id_fkey FOREIGN KEY (team_id, audience_id) REFERENCES audiences (team_id, id),
    ADD CONSTRAINT ideas_team_id_primary_goal_id_fkey FOREIGN KEY (team_id, primary_goal_id) REFERENCES goals (team_id, id);

-- These have deleted ideas too: the database looks through them when it removes what is named.
CREATE INDEX ideas_page_id ON ideas (team_id, page_id NULLS FIRST, id) WHERE page_id IS NOT NULL;
CREATE INDEX ideas_audience_id ON ideas (team_id, audience_id NULLS FIRST, id) WHERE audience_id IS NOT NULL;
CREATE INDEX ideas_primary_goal_id ON ideas (team_id, primary_goal_id NULLS FIRST, id) WHERE primary_goal_id IS NOT NULL;
