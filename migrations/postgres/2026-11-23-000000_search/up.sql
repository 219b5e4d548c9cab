-- Whoever looks for a part of a name reads the names of the team, which stand in an index by themselves.
CREATE INDEX projects_name_folded ON projects (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE INDEX research_collections_name_folded ON research_collections (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE INDEX insights_name_folded ON insights (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE INDEX learnings_name_folded ON learnings (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE INDEX ideas_name_folded ON ideas (team_id, id, name_folded) WHERE deleted_at IS NULL AND archived_at IS NULL;

-- Counters are kept of what lists declare: of no free text, and of no two values together. One that counts nothing goes.
DELETE FROM counters
WHERE n = 0
    OR filter LIKE 'project_id+%'
    OR (kind = 'idea' AND filter = 'category')
    OR (kind = 'attachment' AND filter = 'attachable_id')
    OR (kind = 'learning' AND filter = 'confidence' AND value NOT IN ('low', 'medium', 'high'));

CREATE FUNCTION counters_remove_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM counters
    WHERE team_id = NEW.team_id AND kind = NEW.kind AND filter = NEW.filter AND value = NEW.value AND n = 0;
    RETURN NULL;
END
$$;

CREATE TRIGGER counters_remove_empty AFTER UPDATE ON counters
FOR EACH ROW WHEN (NEW.n = 0) EXECUTE FUNCTION counters_remove_empty();
