-- A record by its id.
\set id random(1, :learnings)
SELECT id, created_at, updated_at, deleted_at, project_id, research_collection_id, user_id, name, description,
    confidence, learned_at
FROM learnings
WHERE team_id = :team AND deleted_at IS NULL AND id = :id;
