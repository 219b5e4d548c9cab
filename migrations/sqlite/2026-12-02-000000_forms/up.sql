-- Forms, their steps and their questions.
CREATE TABLE forms (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    project_id INTEGER NOT NULL,
    user_id INTEGER,
    research_collection_id INTEGER,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    title TEXT,
    description TEXT,
    slug TEXT NOT NULL,
    visibility TEXT NOT NULL,
    public_token TEXT NOT NULL,
    status TEXT NOT NULL,
    target TEXT NOT NULL,
    mapping TEXT,
    opens_at INTEGER,
    closes_at INTEGER,
    response_limit INTEGER,
    one_response_per_respondent INTEGER NOT NULL,
    anonymous INTEGER NOT NULL,
    welcome_text TEXT,
    thank_you_text TEXT,
    redirect_url TEXT,
    version INTEGER NOT NULL,
    responses_count INTEGER NOT NULL,
    published_at INTEGER,
    closed_at INTEGER,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id),
    FOREIGN KEY (team_id, research_collection_id) REFERENCES research_collections (team_id, id)
) STRICT;

CREATE INDEX forms_id ON forms (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_name ON forms (team_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_created_at ON forms (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_updated_at ON forms (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_status ON forms (team_id, status, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_published_at ON forms (team_id, published_at, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_closed_at ON forms (team_id, closed_at, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_responses_count ON forms (team_id, responses_count, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_project_id ON forms (team_id, project_id, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_user_id ON forms (team_id, user_id, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_research_collection_id ON forms (team_id, research_collection_id, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_visibility ON forms (team_id, visibility, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_target ON forms (team_id, target, id) WHERE deleted_at IS NULL;
CREATE INDEX forms_project_created ON forms (team_id, project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX forms_slug_unique ON forms (team_id, slug) WHERE deleted_at IS NULL;
CREATE INDEX forms_name_folded ON forms (team_id, id, name_folded) WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE form_names USING fts5(name, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE VIRTUAL TABLE form_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');

CREATE TABLE form_steps (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    form_id INTEGER NOT NULL,
    title TEXT,
    title_folded TEXT NOT NULL,
    description TEXT,
    position INTEGER NOT NULL,
    is_hidden INTEGER NOT NULL,
    logic TEXT NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, form_id) REFERENCES forms (team_id, id)
) STRICT;

CREATE INDEX form_steps_id ON form_steps (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_steps_position ON form_steps (team_id, position, id) WHERE deleted_at IS NULL;
CREATE INDEX form_steps_created_at ON form_steps (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_steps_updated_at ON form_steps (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_steps_form_id ON form_steps (team_id, form_id, id) WHERE deleted_at IS NULL;

CREATE TABLE form_questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    form_id INTEGER NOT NULL,
    form_step_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    label TEXT NOT NULL,
    help_text TEXT,
    type TEXT NOT NULL,
    is_required INTEGER NOT NULL,
    position INTEGER NOT NULL,
    options TEXT NOT NULL,
    allow_other INTEGER NOT NULL,
    randomize INTEGER NOT NULL,
    settings TEXT NOT NULL,
    validation TEXT NOT NULL,
    logic TEXT NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, form_id) REFERENCES forms (team_id, id),
    FOREIGN KEY (team_id, form_step_id) REFERENCES form_steps (team_id, id)
) STRICT;

CREATE INDEX form_questions_id ON form_questions (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_questions_position ON form_questions (team_id, position, id) WHERE deleted_at IS NULL;
CREATE INDEX form_questions_created_at ON form_questions (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_questions_updated_at ON form_questions (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_questions_form_id ON form_questions (team_id, form_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_questions_form_step_id ON form_questions (team_id, form_step_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_questions_key ON form_questions (team_id, key, id) WHERE deleted_at IS NULL;
CREATE INDEX form_questions_type ON form_questions (team_id, type, id) WHERE deleted_at IS NULL;
CREATE INDEX form_questions_is_required ON form_questions (team_id, is_required, id) WHERE deleted_at IS NULL;
CREATE VIRTUAL TABLE form_question_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');

-- The key of a deleted question stays taken, and a step comes back with its questions.
CREATE INDEX form_steps_deleted ON form_steps (team_id, form_id, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX form_questions_deleted ON form_questions (team_id, form_id, id) WHERE deleted_at IS NOT NULL;
