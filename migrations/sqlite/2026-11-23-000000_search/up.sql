-- Whoever looks for a part of a name reads the records that have it, from an index of trigrams. Its rows are numbered by
-- team and id, so that what a team has of a trigram lies side by side.
DROP TABLE name_blocks;

CREATE VIRTUAL TABLE project_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE VIRTUAL TABLE research_collection_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE VIRTUAL TABLE insight_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE VIRTUAL TABLE learning_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE VIRTUAL TABLE idea_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

INSERT INTO project_names (rowid, name) SELECT (team_id << 40) + id, name_folded FROM projects WHERE deleted_at IS NULL ORDER BY 1;
INSERT INTO research_collection_names (rowid, name) SELECT (team_id << 40) + id, name_folded FROM research_collections WHERE deleted_at IS NULL ORDER BY 1;
INSERT INTO insight_names (rowid, name) SELECT (team_id << 40) + id, name_folded FROM insights WHERE deleted_at IS NULL ORDER BY 1;
INSERT INTO learning_names (rowid, name) SELECT (team_id << 40) + id, name_folded FROM learnings WHERE deleted_at IS NULL ORDER BY 1;
INSERT INTO idea_names (rowid, name) SELECT (team_id << 40) + id, name_folded FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL ORDER BY 1;

-- Of two filters each has its own index, and the records are those that are in both. SQLite reads a record for every column
-- that a condition names and the index has not, also for one that the index is limited by: so these have them all.
DROP INDEX insights_research_collection_id;
CREATE INDEX insights_research_collection_id ON insights (team_id, research_collection_id, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX insights_user_id;
CREATE INDEX insights_user_id ON insights (team_id, user_id, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX insights_type;
CREATE INDEX insights_type ON insights (team_id, type, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX insights_source;
CREATE INDEX insights_source ON insights (team_id, source, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX insights_evidence_strength;
CREATE INDEX insights_evidence_strength ON insights (team_id, evidence_strength, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX insights_status;
CREATE INDEX insights_status ON insights (team_id, status, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX learnings_research_collection_id;
CREATE INDEX learnings_research_collection_id ON learnings (team_id, research_collection_id, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX learnings_user_id;
CREATE INDEX learnings_user_id ON learnings (team_id, user_id, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX learnings_confidence;
CREATE INDEX learnings_confidence ON learnings (team_id, confidence, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX ideas_status;
CREATE INDEX ideas_status ON ideas (team_id, status, id, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
DROP INDEX ideas_priority;
CREATE INDEX ideas_priority ON ideas (team_id, priority, id, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
DROP INDEX ideas_category;
CREATE INDEX ideas_category ON ideas (team_id, category, id, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
DROP INDEX ideas_source;
CREATE INDEX ideas_source ON ideas (team_id, source, id, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
DROP INDEX ideas_user_id;
CREATE INDEX ideas_user_id ON ideas (team_id, user_id, id, deleted_at, archived_at) WHERE deleted_at IS NULL;
DROP INDEX ideas_assignee_id;
CREATE INDEX ideas_assignee_id ON ideas (team_id, assignee_id, id, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;
DROP INDEX research_collections_project_id;
CREATE INDEX research_collections_project_id ON research_collections (team_id, project_id, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX insights_project_id;
CREATE INDEX insights_project_id ON insights (team_id, project_id, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX learnings_project_id;
CREATE INDEX learnings_project_id ON learnings (team_id, project_id, id, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX ideas_project_id;
CREATE INDEX ideas_project_id ON ideas (team_id, project_id, id, deleted_at, archived_at) WHERE deleted_at IS NULL;
DROP INDEX projects_name_folded;
CREATE INDEX projects_name_folded ON projects (team_id, id, name_folded, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX research_collections_name_folded;
CREATE INDEX research_collections_name_folded ON research_collections (team_id, id, name_folded, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX insights_name_folded;
CREATE INDEX insights_name_folded ON insights (team_id, id, name_folded, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX learnings_name_folded;
CREATE INDEX learnings_name_folded ON learnings (team_id, id, name_folded, deleted_at) WHERE deleted_at IS NULL;
DROP INDEX ideas_name_folded;
CREATE INDEX ideas_name_folded ON ideas (team_id, id, name_folded, deleted_at, archived_at) WHERE deleted_at IS NULL AND archived_at IS NULL;

-- Counters are kept of what lists declare: of no free text, and of no two values together. One that counts nothing goes.
DELETE FROM counters
WHERE n = 0
    OR filter LIKE 'project_id+%'
    OR (kind = 'idea' AND filter = 'category')
    OR (kind = 'attachment' AND filter = 'attachable_id')
    OR (kind = 'learning' AND filter = 'confidence' AND value NOT IN ('low', 'medium', 'high'));

CREATE TRIGGER counters_remove_empty AFTER UPDATE ON counters WHEN NEW.n = 0
BEGIN
    DELETE FROM counters
    WHERE team_id = NEW.team_id AND kind = NEW.kind AND filter = NEW.filter AND value = NEW.value AND n = 0;
END;
