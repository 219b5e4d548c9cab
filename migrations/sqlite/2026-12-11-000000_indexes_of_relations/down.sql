DROP VIEW observation_research_collection;
CREATE VIEW observation_research_collection AS
SELECT DISTINCT insights.team_id, insights.research_collection_id, insight_observation.observation_id
FROM insights
INNER JOIN insight_observation
    ON insight_observation.team_id = insights.team_id AND insight_observation.insight_id = insights.id
WHERE insights.deleted_at IS NULL AND insights.research_collection_id IS NOT NULL;

DROP INDEX observations_project_id;
CREATE INDEX observations_project_id ON observations (team_id, project_id, id) WHERE deleted_at IS NULL AND archived_at IS NULL;

DROP INDEX experiments_primary_goal_id;
CREATE INDEX experiments_primary_goal_id ON experiments (team_id, primary_goal_id, id) WHERE deleted_at IS NULL;

DROP INDEX experiment_learning_learning;
CREATE INDEX experiment_learning_learning ON experiment_learning (team_id, learning_id, experiment_id);
DROP INDEX experiment_goal_goal;
CREATE INDEX experiment_goal_goal ON experiment_goal (team_id, goal_id, experiment_id);
