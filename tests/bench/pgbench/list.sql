-- The total of a project's learnings and a page of them, newest first, in the order of an index. The totals are kept in
-- a table of the benchmark's own, however the product keeps them.
\set project random(2, :projects)
\set page random(0, :pages - 1)
SELECT n FROM bench_totals WHERE team_id = :team AND project_id = :project;
SELECT id, created_at, updated_at, deleted_at, project_id, research_collection_id, user_id, name, description,
    confidence, learned_at
FROM learnings
WHERE team_id = :team AND deleted_at IS NULL AND project_id = :project
ORDER BY created_at DESC, id DESC
LIMIT 30 OFFSET :page * 30;
