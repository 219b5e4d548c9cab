DROP INDEX research_collections_project_id;
CREATE INDEX research_collections_project_id ON research_collections (team_id, project_id, id) WHERE deleted_at IS NULL;
DROP INDEX insights_project_id;
CREATE INDEX insights_project_id ON insights (team_id, project_id, id) WHERE deleted_at IS NULL;
DROP INDEX learnings_project_id;
CREATE INDEX learnings_project_id ON learnings (team_id, project_id, id) WHERE deleted_at IS NULL;
DROP INDEX ideas_project_id;
CREATE INDEX ideas_project_id ON ideas (team_id, project_id, id) WHERE deleted_at IS NULL;
DROP INDEX projects_name_folded;
CREATE INDEX projects_name_folded ON projects (team_id, id, name_folded) WHERE deleted_at IS NULL;
DROP INDEX research_collections_name_folded;
CREATE INDEX research_collections_name_folded ON research_collections (team_id, id, name_folded) WHERE deleted_at IS NULL;
DROP INDEX insights_name_folded;
CREATE INDEX insights_name_folded ON insights (team_id, id, name_folded) WHERE deleted_at IS NULL;
DROP INDEX learnings_name_folded;
CREATE INDEX learnings_name_folded ON learnings (team_id, id, name_folded) WHERE deleted_at IS NULL;
DROP INDEX ideas_name_folded;
CREATE INDEX ideas_name_folded ON ideas (team_id, id, name_folded) WHERE deleted_at IS NULL AND archived_at IS NULL;

DROP TRIGGER counters_remove_empty;
DROP TABLE project_names;
DROP TABLE research_collection_names;
DROP TABLE insight_names;
DROP TABLE learning_names;
DROP TABLE idea_names;

-- Whoever looks for a part of a name reads the names of a block at a time: those of the records that lists find and whose
-- ids, divided by 64, have the same quotient. After each name stand a character 31, the record's id and a character 30.
CREATE TABLE name_blocks (
    team_id INTEGER NOT NULL REFERENCES teams (id),
    kind TEXT NOT NULL,
    block INTEGER NOT NULL,
    names TEXT NOT NULL,
    PRIMARY KEY (team_id, kind, block)
) STRICT;

INSERT INTO name_blocks (team_id, kind, block, names)
SELECT team_id, 'project', id / 64, group_concat(replace(replace(name_folded, char(31), char(65533)), char(30), char(65533)) || char(31) || id || char(30), '')
FROM projects WHERE deleted_at IS NULL GROUP BY team_id, id / 64;

INSERT INTO name_blocks (team_id, kind, block, names)
SELECT team_id, 'research_collection', id / 64, group_concat(replace(replace(name_folded, char(31), char(65533)), char(30), char(65533)) || char(31) || id || char(30), '')
FROM research_collections WHERE deleted_at IS NULL GROUP BY team_id, id / 64;

INSERT INTO name_blocks (team_id, kind, block, names)
SELECT team_id, 'insight', id / 64, group_concat(replace(replace(name_folded, char(31), char(65533)), char(30), char(65533)) || char(31) || id || char(30), '')
FROM insights WHERE deleted_at IS NULL GROUP BY team_id, id / 64;

INSERT INTO name_blocks (team_id, kind, block, names)
SELECT team_id, 'learning', id / 64, group_concat(replace(replace(name_folded, char(31), char(65533)), char(30), char(65533)) || char(31) || id || char(30), '')
FROM learnings WHERE deleted_at IS NULL GROUP BY team_id, id / 64;

INSERT INTO name_blocks (team_id, kind, block, names)
SELECT team_id, 'idea', id / 64, group_concat(replace(replace(name_folded, char(31), char(65533)), char(30), char(65533)) || char(31) || id || char(30), '')
FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL GROUP BY team_id, id / 64;

-- The index of each exact filter has the columns of the others as well, so that a list by two of them is counted without
-- reading its records. Those of projects need it not: counters keep what a project has by each other filter.

DROP INDEX insights_research_collection_id;
CREATE INDEX insights_research_collection_id ON insights (team_id, research_collection_id, id, user_id, type, source, evidence_strength, status) WHERE deleted_at IS NULL;
DROP INDEX insights_user_id;
CREATE INDEX insights_user_id ON insights (team_id, user_id, id, research_collection_id, type, source, evidence_strength, status) WHERE deleted_at IS NULL;
DROP INDEX insights_type;
CREATE INDEX insights_type ON insights (team_id, type, id, research_collection_id, user_id, source, evidence_strength, status) WHERE deleted_at IS NULL;
DROP INDEX insights_source;
CREATE INDEX insights_source ON insights (team_id, source, id, research_collection_id, user_id, type, evidence_strength, status) WHERE deleted_at IS NULL;
DROP INDEX insights_evidence_strength;
CREATE INDEX insights_evidence_strength ON insights (team_id, evidence_strength, id, research_collection_id, user_id, type, source, status) WHERE deleted_at IS NULL;
DROP INDEX insights_status;
CREATE INDEX insights_status ON insights (team_id, status, id, research_collection_id, user_id, type, source, evidence_strength) WHERE deleted_at IS NULL;

DROP INDEX learnings_research_collection_id;
CREATE INDEX learnings_research_collection_id ON learnings (team_id, research_collection_id, id, user_id, confidence) WHERE deleted_at IS NULL;
DROP INDEX learnings_user_id;
CREATE INDEX learnings_user_id ON learnings (team_id, user_id, id, research_collection_id, confidence) WHERE deleted_at IS NULL;
DROP INDEX learnings_confidence;
CREATE INDEX learnings_confidence ON learnings (team_id, confidence, id, research_collection_id, user_id) WHERE deleted_at IS NULL;

DROP INDEX ideas_status;
CREATE INDEX ideas_status ON ideas (team_id, status, id, priority, category, source, user_id, assignee_id) WHERE deleted_at IS NULL AND archived_at IS NULL;
DROP INDEX ideas_priority;
CREATE INDEX ideas_priority ON ideas (team_id, priority, id, status, category, source, user_id, assignee_id) WHERE deleted_at IS NULL AND archived_at IS NULL;
DROP INDEX ideas_category;
CREATE INDEX ideas_category ON ideas (team_id, category, id, status, priority, source, user_id, assignee_id) WHERE deleted_at IS NULL AND archived_at IS NULL;
DROP INDEX ideas_source;
CREATE INDEX ideas_source ON ideas (team_id, source, id, status, priority, category, user_id, assignee_id) WHERE deleted_at IS NULL AND archived_at IS NULL;
DROP INDEX ideas_user_id;
CREATE INDEX ideas_user_id ON ideas (team_id, user_id, id, status, priority, category, source, assignee_id, archived_at) WHERE deleted_at IS NULL;
DROP INDEX ideas_assignee_id;
CREATE INDEX ideas_assignee_id ON ideas (team_id, assignee_id, id, status, priority, category, source, user_id) WHERE deleted_at IS NULL AND archived_at IS NULL;

-- How many live records of a kind a team has: in all, where filter and value are empty, and with each value of each
-- filter that compares exactly. Records that lists leave out are counted by the filter that asks for them alone.
DROP TABLE counters;

CREATE TABLE counters (
    team_id INTEGER NOT NULL REFERENCES teams (id),
    kind TEXT NOT NULL,
    filter TEXT NOT NULL,
    value TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (team_id, kind, filter, value)
) STRICT, WITHOUT ROWID;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'project', '', '', count(*) FROM projects WHERE deleted_at IS NULL GROUP BY team_id
UNION ALL
SELECT team_id, 'project', 'status', status, count(*) FROM projects WHERE deleted_at IS NULL AND status IS NOT NULL GROUP BY team_id, status
UNION ALL
SELECT team_id, 'project', 'owner_id', CAST(owner_id AS TEXT), count(*) FROM projects WHERE deleted_at IS NULL AND owner_id IS NOT NULL GROUP BY team_id, owner_id;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'research_collection', '', '', count(*) FROM research_collections WHERE deleted_at IS NULL GROUP BY team_id
UNION ALL
SELECT team_id, 'research_collection', 'project_id', CAST(project_id AS TEXT), count(*) FROM research_collections WHERE deleted_at IS NULL AND project_id IS NOT NULL GROUP BY team_id, project_id
UNION ALL
SELECT team_id, 'research_collection', 'user_id', CAST(user_id AS TEXT), count(*) FROM research_collections WHERE deleted_at IS NULL AND user_id IS NOT NULL GROUP BY team_id, user_id
UNION ALL
SELECT team_id, 'research_collection', 'method', method, count(*) FROM research_collections WHERE deleted_at IS NULL AND method IS NOT NULL GROUP BY team_id, method
UNION ALL
SELECT team_id, 'research_collection', 'status', status, count(*) FROM research_collections WHERE deleted_at IS NULL AND status IS NOT NULL GROUP BY team_id, status;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'insight', '', '', count(*) FROM insights WHERE deleted_at IS NULL GROUP BY team_id
UNION ALL
SELECT team_id, 'insight', 'project_id', CAST(project_id AS TEXT), count(*) FROM insights WHERE deleted_at IS NULL AND project_id IS NOT NULL GROUP BY team_id, project_id
UNION ALL
SELECT team_id, 'insight', 'research_collection_id', CAST(research_collection_id AS TEXT), count(*) FROM insights WHERE deleted_at IS NULL AND research_collection_id IS NOT NULL GROUP BY team_id, research_collection_id
UNION ALL
SELECT team_id, 'insight', 'user_id', CAST(user_id AS TEXT), count(*) FROM insights WHERE deleted_at IS NULL AND user_id IS NOT NULL GROUP BY team_id, user_id
UNION ALL
SELECT team_id, 'insight', 'type', type, count(*) FROM insights WHERE deleted_at IS NULL AND type IS NOT NULL GROUP BY team_id, type
UNION ALL
SELECT team_id, 'insight', 'source', source, count(*) FROM insights WHERE deleted_at IS NULL AND source IS NOT NULL GROUP BY team_id, source
UNION ALL
SELECT team_id, 'insight', 'evidence_strength', evidence_strength, count(*) FROM insights WHERE deleted_at IS NULL AND evidence_strength IS NOT NULL GROUP BY team_id, evidence_strength
UNION ALL
SELECT team_id, 'insight', 'status', status, count(*) FROM insights WHERE deleted_at IS NULL AND status IS NOT NULL GROUP BY team_id, status;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'learning', '', '', count(*) FROM learnings WHERE deleted_at IS NULL GROUP BY team_id
UNION ALL
SELECT team_id, 'learning', 'project_id', CAST(project_id AS TEXT), count(*) FROM learnings WHERE deleted_at IS NULL AND project_id IS NOT NULL GROUP BY team_id, project_id
UNION ALL
SELECT team_id, 'learning', 'research_collection_id', CAST(research_collection_id AS TEXT), count(*) FROM learnings WHERE deleted_at IS NULL AND research_collection_id IS NOT NULL GROUP BY team_id, research_collection_id
UNION ALL
SELECT team_id, 'learning', 'user_id', CAST(user_id AS TEXT), count(*) FROM learnings WHERE deleted_at IS NULL AND user_id IS NOT NULL GROUP BY team_id, user_id
UNION ALL
SELECT team_id, 'learning', 'confidence', confidence, count(*) FROM learnings WHERE deleted_at IS NULL AND confidence IS NOT NULL GROUP BY team_id, confidence;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'idea', '', '', count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL GROUP BY team_id
UNION ALL
SELECT team_id, 'idea', 'project_id', CAST(project_id AS TEXT), count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND project_id IS NOT NULL GROUP BY team_id, project_id
UNION ALL
SELECT team_id, 'idea', 'status', status, count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND status IS NOT NULL GROUP BY team_id, status
UNION ALL
SELECT team_id, 'idea', 'priority', priority, count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND priority IS NOT NULL GROUP BY team_id, priority
UNION ALL
SELECT team_id, 'idea', 'category', category, count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND category IS NOT NULL GROUP BY team_id, category
UNION ALL
SELECT team_id, 'idea', 'source', source, count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND source IS NOT NULL GROUP BY team_id, source
UNION ALL
SELECT team_id, 'idea', 'user_id', CAST(user_id AS TEXT), count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND user_id IS NOT NULL GROUP BY team_id, user_id
UNION ALL
SELECT team_id, 'idea', 'assignee_id', CAST(assignee_id AS TEXT), count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND assignee_id IS NOT NULL GROUP BY team_id, assignee_id
UNION ALL
SELECT team_id, 'idea', 'archived', CASE WHEN archived_at IS NULL THEN 'false' ELSE 'true' END, count(*) FROM ideas WHERE deleted_at IS NULL GROUP BY team_id, CASE WHEN archived_at IS NULL THEN 'false' ELSE 'true' END;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'attachment', '', '', count(*) FROM attachments WHERE deleted_at IS NULL GROUP BY team_id
UNION ALL
SELECT team_id, 'attachment', 'project_id', CAST(project_id AS TEXT), count(*) FROM attachments WHERE deleted_at IS NULL AND project_id IS NOT NULL GROUP BY team_id, project_id
UNION ALL
SELECT team_id, 'attachment', 'attachable_type', attachable_type, count(*) FROM attachments WHERE deleted_at IS NULL AND attachable_type IS NOT NULL GROUP BY team_id, attachable_type
UNION ALL
SELECT team_id, 'attachment', 'attachable_id', CAST(attachable_id AS TEXT), count(*) FROM attachments WHERE deleted_at IS NULL AND attachable_id IS NOT NULL GROUP BY team_id, attachable_id;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'numbering_scheme', '', '', count(*) FROM numbering_schemes WHERE deleted_at IS NULL GROUP BY team_id
UNION ALL
SELECT team_id, 'numbering_scheme', 'scope', scope, count(*) FROM numbering_schemes WHERE deleted_at IS NULL AND scope IS NOT NULL GROUP BY team_id, scope
UNION ALL
SELECT team_id, 'numbering_scheme', 'is_active', CASE WHEN is_active THEN 'true' ELSE 'false' END, count(*) FROM numbering_schemes WHERE deleted_at IS NULL GROUP BY team_id, CASE WHEN is_active THEN 'true' ELSE 'false' END;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'user', '', '', count(*) FROM team_users WHERE deleted_at IS NULL GROUP BY team_id
UNION ALL
SELECT team_id, 'user', 'role', role, count(*) FROM team_users WHERE deleted_at IS NULL AND role IS NOT NULL GROUP BY team_id, role;

-- The counter of files counts their bytes.
INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'file', '', '', sum(size) FROM files GROUP BY team_id;

-- What each project has by each value of each other filter.
INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'research_collection', 'project_id+user_id', CAST(project_id AS TEXT) || '+' || CAST(user_id AS TEXT), count(*) FROM research_collections WHERE deleted_at IS NULL AND user_id IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, user_id
UNION ALL
SELECT team_id, 'research_collection', 'project_id+method', CAST(project_id AS TEXT) || '+' || method, count(*) FROM research_collections WHERE deleted_at IS NULL AND method IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, method
UNION ALL
SELECT team_id, 'research_collection', 'project_id+status', CAST(project_id AS TEXT) || '+' || status, count(*) FROM research_collections WHERE deleted_at IS NULL AND status IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, status;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'insight', 'project_id+research_collection_id', CAST(project_id AS TEXT) || '+' || CAST(research_collection_id AS TEXT), count(*) FROM insights WHERE deleted_at IS NULL AND research_collection_id IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, research_collection_id
UNION ALL
SELECT team_id, 'insight', 'project_id+user_id', CAST(project_id AS TEXT) || '+' || CAST(user_id AS TEXT), count(*) FROM insights WHERE deleted_at IS NULL AND user_id IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, user_id
UNION ALL
SELECT team_id, 'insight', 'project_id+type', CAST(project_id AS TEXT) || '+' || type, count(*) FROM insights WHERE deleted_at IS NULL AND type IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, type
UNION ALL
SELECT team_id, 'insight', 'project_id+source', CAST(project_id AS TEXT) || '+' || source, count(*) FROM insights WHERE deleted_at IS NULL AND source IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, source
UNION ALL
SELECT team_id, 'insight', 'project_id+evidence_strength', CAST(project_id AS TEXT) || '+' || evidence_strength, count(*) FROM insights WHERE deleted_at IS NULL AND evidence_strength IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, evidence_strength
UNION ALL
SELECT team_id, 'insight', 'project_id+status', CAST(project_id AS TEXT) || '+' || status, count(*) FROM insights WHERE deleted_at IS NULL AND status IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, status;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'learning', 'project_id+research_collection_id', CAST(project_id AS TEXT) || '+' || CAST(research_collection_id AS TEXT), count(*) FROM learnings WHERE deleted_at IS NULL AND research_collection_id IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, research_collection_id
UNION ALL
SELECT team_id, 'learning', 'project_id+user_id', CAST(project_id AS TEXT) || '+' || CAST(user_id AS TEXT), count(*) FROM learnings WHERE deleted_at IS NULL AND user_id IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, user_id
UNION ALL
SELECT team_id, 'learning', 'project_id+confidence', CAST(project_id AS TEXT) || '+' || confidence, count(*) FROM learnings WHERE deleted_at IS NULL AND confidence IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, confidence;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'idea', 'project_id+status', CAST(project_id AS TEXT) || '+' || status, count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND status IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, status
UNION ALL
SELECT team_id, 'idea', 'project_id+priority', CAST(project_id AS TEXT) || '+' || priority, count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND priority IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, priority
UNION ALL
SELECT team_id, 'idea', 'project_id+category', CAST(project_id AS TEXT) || '+' || category, count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND category IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, category
UNION ALL
SELECT team_id, 'idea', 'project_id+source', CAST(project_id AS TEXT) || '+' || source, count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND source IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, source
UNION ALL
SELECT team_id, 'idea', 'project_id+user_id', CAST(project_id AS TEXT) || '+' || CAST(user_id AS TEXT), count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND user_id IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, user_id
UNION ALL
SELECT team_id, 'idea', 'project_id+assignee_id', CAST(project_id AS TEXT) || '+' || CAST(assignee_id AS TEXT), count(*) FROM ideas WHERE deleted_at IS NULL AND archived_at IS NULL AND assignee_id IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, assignee_id;

INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'attachment', 'project_id+attachable_type', CAST(project_id AS TEXT) || '+' || attachable_type, count(*) FROM attachments WHERE deleted_at IS NULL AND attachable_type IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, attachable_type
UNION ALL
SELECT team_id, 'attachment', 'project_id+attachable_id', CAST(project_id AS TEXT) || '+' || CAST(attachable_id AS TEXT), count(*) FROM attachments WHERE deleted_at IS NULL AND attachable_id IS NOT NULL AND project_id IS NOT NULL GROUP BY team_id, project_id, attachable_id;
