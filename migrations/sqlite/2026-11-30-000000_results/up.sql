-- The results of experiments.
CREATE TABLE experiment_results (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team_id INTEGER NOT NULL REFERENCES teams (id),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER,
    experiment_id INTEGER NOT NULL,
    user_id INTEGER,
    variation_id INTEGER NOT NULL,
    goal_id INTEGER NOT NULL,
    segment TEXT NOT NULL,
    as_of TEXT NOT NULL,
    users INTEGER NOT NULL,
    conversions INTEGER,
    sum REAL,
    sum_squares REAL,
    denominator_sum REAL,
    denominator_sum_squares REAL,
    cross_sum REAL,
    pre_sum REAL,
    pre_sum_squares REAL,
    pre_cross_sum REAL,
    everyone INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    UNIQUE (team_id, id),
    FOREIGN KEY (team_id, experiment_id) REFERENCES experiments (team_id, id),
    FOREIGN KEY (user_id) REFERENCES users (id),
    FOREIGN KEY (team_id, variation_id) REFERENCES variations (team_id, id),
    FOREIGN KEY (team_id, goal_id) REFERENCES goals (team_id, id)
) STRICT;

CREATE INDEX experiment_results_experiment_id ON experiment_results (team_id, experiment_id, id) WHERE deleted_at IS NULL;
CREATE INDEX experiment_results_variation_id ON experiment_results (team_id, variation_id, id) WHERE variation_id IS NOT NULL;
CREATE INDEX experiment_results_goal_id ON experiment_results (team_id, goal_id, id) WHERE goal_id IS NOT NULL;
CREATE INDEX experiment_results_latest ON experiment_results (team_id, experiment_id, latest, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX experiment_results_row ON experiment_results (team_id, variation_id, goal_id, segment, as_of) WHERE deleted_at IS NULL;

-- What experiments show of their results, and the course that they take.
ALTER TABLE experiments ADD COLUMN required_sample_size INTEGER;
ALTER TABLE experiments ADD COLUMN actual_sample_size INTEGER;
ALTER TABLE experiments ADD COLUMN uplift REAL;
ALTER TABLE experiments ADD COLUMN uplift_low REAL;
ALTER TABLE experiments ADD COLUMN uplift_high REAL;
ALTER TABLE experiments ADD COLUMN p_value REAL;
ALTER TABLE experiments ADD COLUMN chance_to_win REAL;
ALTER TABLE experiments ADD COLUMN srm_p_value REAL;
ALTER TABLE experiments ADD COLUMN course TEXT NOT NULL DEFAULT '{}';
ALTER TABLE experiments ADD COLUMN ticked TEXT NOT NULL DEFAULT '[]';

CREATE INDEX experiments_uplift ON experiments (team_id, uplift, id) WHERE deleted_at IS NULL AND archived_at IS NULL;
