ALTER TABLE research_collections
    DROP CONSTRAINT research_collections_team_id_project_id_fkey;
ALTER TABLE insights
    DROP CONSTRAINT insights_team_id_project_id_fkey,
    DROP CONSTRAINT insights_team_id_research_collection_id_fkey,
    DROP CONSTRAINT insights_team_id_superseded_by_id_fkey;
ALTER TABLE learnings
    DROP CONSTRAINT learnings_team_id_project_id_fkey,
    DROP CONSTRAINT learnings_team_id_research_collection_id_fkey;
ALTER TABLE learning_insight
    DROP CONSTRAINT learning_insight_team_id_learning_id_fkey,
    DROP CONSTRAINT learning_insight_team_id_insight_id_fkey;
ALTER TABLE ideas
    DROP CONSTRAINT ideas_team_id_project_id_fkey;
ALTER TABLE idea_insight
    DROP CONSTRAINT idea_insight_team_id_idea_id_fkey,
    DROP CONSTRAINT idea_insight_team_id_insight_id_fkey;
ALTER TABLE attachments
    DROP CONSTRAINT attachments_team_id_project_id_fkey,
    DROP CONSTRAINT attachments_team_id_file_id_fkey;
ALTER TABLE numbering_assignments
    DROP CONSTRAINT numbering_assignments_team_id_scheme_id_fkey,
    DROP CONSTRAINT numbering_assignments_team_id_project_id_fkey;
ALTER TABLE numbering_sequences
    DROP CONSTRAINT numbering_sequences_team_id_scheme_id_fkey,
    DROP CONSTRAINT numbering_sequences_team_id_project_id_fkey;

ALTER TABLE projects
    DROP CONSTRAINT projects_pkey,
    ADD PRIMARY KEY (id),
    ADD CONSTRAINT projects_team_id_id_key UNIQUE (team_id, id);
ALTER TABLE research_collections
    DROP CONSTRAINT research_collections_pkey,
    ADD PRIMARY KEY (id),
    ADD CONSTRAINT research_collections_team_id_id_key UNIQUE (team_id, id);
ALTER TABLE insights
    DROP CONSTRAINT insights_pkey,
    ADD PRIMARY KEY (id),
    ADD CONSTRAINT insights_team_id_id_key UNIQUE (team_id, id);
ALTER TABLE learnings
    DROP CONSTRAINT learnings_pkey,
    ADD PRIMARY KEY (id),
    ADD CONSTRAINT learnings_team_id_id_key UNIQUE (team_id, id);
ALTER TABLE ideas
    DROP CONSTRAINT ideas_pkey,
    ADD PRIMARY KEY (id),
    ADD CONSTRAINT ideas_team_id_id_key UNIQUE (team_id, id);
ALTER TABLE numbering_schemes
    DROP CONSTRAINT numbering_schemes_pkey,
    ADD PRIMARY KEY (id),
    ADD CONSTRAINT numbering_schemes_team_id_id_key UNIQUE (team_id, id);
ALTER TABLE attachments
    DROP CONSTRAINT attachments_pkey,
    ADD PRIMARY KEY (id),
    ADD CONSTRAINT attachments_team_id_id_key UNIQUE (team_id, id);
ALTER TABLE activities
    DROP CONSTRAINT activities_pkey,
    ADD PRIMARY KEY (id);
ALTER TABLE numbering_assignments
    DROP CONSTRAINT numbering_assignments_pkey,
    ADD PRIMARY KEY (id);
ALTER TABLE numbering_sequences
    DROP CONSTRAINT numbering_sequences_pkey,
    ADD PRIMARY KEY (id);
DROP INDEX projects_id;
CREATE INDEX projects_id ON projects (team_id, id) WHERE deleted_at IS NULL;
DROP INDEX research_collections_id;
CREATE INDEX research_collections_id ON research_collections (team_id, id) WHERE deleted_at IS NULL;
DROP INDEX insights_id;
CREATE INDEX insights_id ON insights (team_id, id) WHERE deleted_at IS NULL;
DROP INDEX learnings_id;
CREATE INDEX learnings_id ON learnings (team_id, id) WHERE deleted_at IS NULL;
DROP INDEX ideas_id;
CREATE INDEX ideas_id ON ideas (team_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
DROP INDEX ideas_archived;
CREATE INDEX ideas_archived ON ideas (team_id, id) WHERE deleted_at IS NULL AND archived_at IS NOT NULL;
DROP INDEX attachments_id;
CREATE INDEX attachments_id ON attachments (team_id, id) WHERE deleted_at IS NULL;
DROP INDEX numbering_schemes_id;
CREATE INDEX numbering_schemes_id ON numbering_schemes (team_id, id) WHERE deleted_at IS NULL;

ALTER TABLE files
    DROP CONSTRAINT files_pkey,
    DROP CONSTRAINT files_team_id_key_key,
    ADD PRIMARY KEY (id),
    ADD CONSTRAINT files_team_id_id_key UNIQUE (team_id, id),
    ADD CONSTRAINT files_key_key UNIQUE (key);
ALTER TABLE api_keys
    DROP CONSTRAINT api_keys_pkey,
    DROP CONSTRAINT api_keys_id_key,
    ADD PRIMARY KEY (id);
CREATE INDEX api_keys_team ON api_keys (team_id, id);

ALTER TABLE research_collections
    ADD CONSTRAINT research_collections_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id);
ALTER TABLE insights
    ADD CONSTRAINT insights_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    ADD CONSTRAINT insights_team_id_research_collection_id_fkey FOREIGN KEY (team_id, research_collection_id) REFERENCES research_collections (team_id, id),
    ADD CONSTRAINT insights_team_id_superseded_by_id_fkey FOREIGN KEY (team_id, superseded_by_id) REFERENCES insights (team_id, id);
ALTER TABLE learnings
    ADD CONSTRAINT learnings_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    ADD CONSTRAINT learnings_team_id_research_collection_id_fkey FOREIGN KEY (team_id, research_collection_id) REFERENCES research_collections (team_id, id);
ALTER TABLE learning_insight
    ADD CONSTRAINT learning_insight_team_id_learning_id_fkey FOREIGN KEY (team_id, learning_id) REFERENCES learnings (team_id, id),
    ADD CONSTRAINT learning_insight_team_id_insight_id_fkey FOREIGN KEY (team_id, insight_id) REFERENCES insights (team_id, id);
ALTER TABLE ideas
    ADD CONSTRAINT ideas_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id);
ALTER TABLE idea_insight
    ADD CONSTRAINT idea_insight_team_id_idea_id_fkey FOREIGN KEY (team_id, idea_id) REFERENCES ideas (team_id, id),
    ADD CONSTRAINT idea_insight_team_id_insight_id_fkey FOREIGN KEY (team_id, insight_id) REFERENCES insights (team_id, id);
ALTER TABLE attachments
    ADD CONSTRAINT attachments_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    ADD CONSTRAINT attachments_team_id_file_id_fkey FOREIGN KEY (team_id, file_id) REFERENCES files (team_id, id);
ALTER TABLE numbering_assignments
    ADD CONSTRAINT numbering_assignments_team_id_scheme_id_fkey FOREIGN KEY (team_id, scheme_id) REFERENCES numbering_schemes (team_id, id),
    ADD CONSTRAINT numbering_assignments_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id);
ALTER TABLE numbering_sequences
    ADD CONSTRAINT numbering_sequences_team_id_scheme_id_fkey FOREIGN KEY (team_id, scheme_id) REFERENCES numbering_schemes (team_id, id),
    ADD CONSTRAINT numbering_sequences_team_id_project_id_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id);
