-- Summaries of forms that are kept.
CREATE TABLE form_response_summaries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    form_id INTEGER NOT NULL,
    form_question_id INTEGER,
    kind TEXT NOT NULL,
    title TEXT,
    body TEXT,
    filters TEXT,
    "from" TEXT,
    "to" TEXT,
    is_pinned INTEGER NOT NULL,
    stats TEXT,
    responses_count INTEGER NOT NULL,
    is_stale INTEGER NOT NULL,
    generated_at INTEGER,
    user_id INTEGER,
    changes INTEGER NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, form_id) REFERENCES forms (team_id, id),
    FOREIGN KEY (team_id, form_question_id) REFERENCES form_questions (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) STRICT;

CREATE INDEX form_response_summaries_id ON form_response_summaries (team_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_response_summaries_generated_at ON form_response_summaries (team_id, generated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_response_summaries_created_at ON form_response_summaries (team_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_response_summaries_updated_at ON form_response_summaries (team_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX form_response_summaries_form_id ON form_response_summaries (team_id, form_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_response_summaries_form_question_id ON form_response_summaries (team_id, form_question_id, id) WHERE deleted_at IS NULL;
CREATE INDEX form_response_summaries_kind ON form_response_summaries (team_id, kind, id) WHERE deleted_at IS NULL;
CREATE INDEX form_response_summaries_is_stale ON form_response_summaries (team_id, is_stale, id) WHERE deleted_at IS NULL;
CREATE INDEX form_response_summaries_is_pinned ON form_response_summaries (team_id, is_pinned, id) WHERE deleted_at IS NULL;
