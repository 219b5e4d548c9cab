DROP TRIGGER counters_remove_empty ON counters;
DROP FUNCTION counters_remove_empty;
DROP INDEX projects_name_folded;
DROP INDEX research_collections_name_folded;
DROP INDEX insights_name_folded;
DROP INDEX learnings_name_folded;
DROP INDEX ideas_name_folded;

-- How many live records of a kind a team has: in all, where filter and value are empty, and with each value of each
-- filter that compares exactly. Records that lists leave out are counted by the filter that asks for them alone.
DROP TABLE counters;

CREATE TABLE counters (
    team_id BIGINT NOT NULL REFERENCES teams (id),
    kind TEXT COLLATE "C" NOT NULL,
    filter TEXT COLLATE "C" NOT NULL,
    value TEXT COLLATE "C" NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (team_id, kind, filter, value)
);

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
SELECT team_id, 'file', '', '', CAST(sum(size) AS BIGINT) FROM files GROUP BY team_id;

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
