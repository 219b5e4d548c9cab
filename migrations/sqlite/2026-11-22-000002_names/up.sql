-- Whoever looks for a part of a name reads no record that does not have it: the names of a team's records stand in an
-- index, in the default order of lists.
CREATE INDEX projects_name_folded ON projects (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_name_folded ON research_collections (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE INDEX insights_name_folded ON insights (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE INDEX learnings_name_folded ON learnings (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE INDEX ideas_name_folded ON ideas (team_id, id, name_folded) WHERE deleted_at IS NULL AND archived_at IS NULL;
