DROP INDEX observations_project_id;
CREATE INDEX observations_project_id ON observations (team_id, project_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;

DROP INDEX experiments_primary_goal_id;
CREATE INDEX experiments_primary_goal_id ON experiments (team_id, primary_goal_id NULLS FIRST, id) WHERE deleted_at IS NULL;
DROP INDEX experiment_learning_learning;
CREATE INDEX experiment_learning_learning ON experiment_learning (team_id, learning_id, experiment_id);
DROP INDEX experiment_goal_goal;
CREATE INDEX experiment_goal_goal ON experiment_goal (team_id, goal_id, experiment_id);
