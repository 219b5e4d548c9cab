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
