-- Numbering schemes: how records get identifiers.
CREATE TABLE numbering_schemes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    scope TEXT NOT NULL,
    template TEXT NOT NULL,
    initial_number INTEGER NOT NULL,
    is_active INTEGER NOT NULL,
    claims_count INTEGER NOT NULL,
    UNIQUE (team_id, id)
) STRICT;

CREATE INDEX numbering_schemes_id ON numbering_schemes (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX numbering_schemes_name ON numbering_schemes (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX numbering_schemes_created_at ON numbering_schemes (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX numbering_schemes_updated_at ON numbering_schemes (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX numbering_schemes_scope ON numbering_schemes (team_id, scope, id) WHERE deleted_at IS NULL;
CREATE INDEX numbering_schemes_claims_count ON numbering_schemes (team_id, claims_count, id) WHERE deleted_at IS NULL;
CREATE INDEX numbering_schemes_is_active ON numbering_schemes (team_id, is_active, id) WHERE deleted_at IS NULL;

-- What each scheme gives identifiers to. Of the active ones, two never hold the same.
CREATE TABLE numbering_assignments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL,
    scheme_id INTEGER NOT NULL,
    entity_type TEXT NOT NULL,
    assignment_scope_key TEXT NOT NULL,
    project_id INTEGER,
    is_active INTEGER NOT NULL,
    FOREIGN KEY (team_id, scheme_id) REFERENCES numbering_schemes (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id)
) STRICT;

CREATE INDEX numbering_assignments_scheme ON numbering_assignments (team_id, scheme_id, id);
CREATE INDEX numbering_assignments_entity_type ON numbering_assignments (team_id, entity_type, scheme_id);
CREATE INDEX numbering_assignments_project_id ON numbering_assignments (team_id, project_id, scheme_id);
CREATE UNIQUE INDEX numbering_assignments_active ON numbering_assignments (team_id, entity_type, assignment_scope_key) WHERE is_active = 1;

-- How far each scheme has counted, in the team or in a project.
CREATE TABLE numbering_sequences (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL,
    scheme_id INTEGER NOT NULL,
    scope_key TEXT NOT NULL,
    project_id INTEGER,
    next_number INTEGER NOT NULL,
    UNIQUE (team_id, scheme_id, scope_key),
    FOREIGN KEY (team_id, scheme_id) REFERENCES numbering_schemes (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id)
) STRICT;

-- Whether an identifier is taken, by a deleted insight too.
CREATE INDEX insights_identified ON insights (team_id, identifier, project_id) WHERE identifier IS NOT NULL;
