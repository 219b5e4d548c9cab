-- What an index finds by the role of a link is in the index: without statistics SQLite reads all links of a team rather
-- than look each of a few up once more.
DROP INDEX experiment_goal_goal;
CREATE INDEX experiment_goal_goal ON experiment_goal (team_id, goal_id, role, experiment_id);
DROP INDEX experiment_learning_learning;
CREATE INDEX experiment_learning_learning ON experiment_learning (team_id, learning_id, stance, experiment_id);

-- This one has deleted experiments too: the database looks through them when it removes a goal.
DROP INDEX experiments_primary_goal_id;
CREATE INDEX experiments_primary_goal_id ON experiments (team_id, primary_goal_id, id, deleted_at, archived_at)
    WHERE primary_goal_id IS NOT NULL;

-- And this one archived observations, which a project counts as well.
DROP INDEX observations_project_id;
CREATE INDEX observations_project_id ON observations (team_id, project_id, id) WHERE deleted_at IS NULL;

-- A cross join is carried out in this order: the insights of the collection first, and not all links of the team.
DROP VIEW observation_research_collection;
CREATE VIEW observation_research_collection AS
SELECT DISTINCT insights.team_id, insights.research_collection_id, insight_observation.observation_id
FROM insights
CROSS JOIN insight_observation
    ON insight_observation.team_id = insights.team_id AND insight_observation.insight_id = insights.id
WHERE insights.deleted_at IS NULL AND insights.research_collection_id IS NOT NULL;
