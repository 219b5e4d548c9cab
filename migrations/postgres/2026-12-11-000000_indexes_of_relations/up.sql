-- What an index finds by the role of a link is in the index.
DROP INDEX experiment_goal_goal;
CREATE INDEX experiment_goal_goal ON experiment_goal (team_id, goal_id, role, experiment_id);
DROP INDEX experiment_learning_learning;
CREATE INDEX experiment_learning_learning ON experiment_learning (team_id, learning_id, stance, experiment_id);

-- This one has deleted experiments too: the database looks through them when it removes a goal.
DROP INDEX experiments_primary_goal_id;
CREATE INDEX experiments_primary_goal_id ON experiments (team_id, primary_goal_id NULLS FIRST, id)
    WHERE primary_goal_id IS NOT NULL;

-- And this one archived observations, which a project counts as well.
DROP INDEX observations_project_id;
CREATE INDEX observations_project_id ON observations (team_id, project_id, id) WHERE deleted_at IS NULL;
