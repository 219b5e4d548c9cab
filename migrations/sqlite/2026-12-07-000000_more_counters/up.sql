-- How many ideas have a category and how many responses answered a version of their form: both repeat as words do.
INSERT INTO counters (team_id, kind, filter, value, n)
SELECT team_id, 'idea', 'category', category, count(*) FROM ideas
WHERE deleted_at IS NULL AND archived_at IS NULL AND category IS NOT NULL GROUP BY team_id, category
UNION ALL
SELECT team_id, 'form_response', 'form_version', CAST(form_version AS TEXT), count(*) FROM form_responses
WHERE deleted_at IS NULL GROUP BY team_id, form_version;
