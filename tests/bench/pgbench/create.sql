-- A learning and its entry in the activity log, in one transaction: the inserts of the product without its counters.
\set project random(2, :projects)
BEGIN;
INSERT INTO learnings
    (team_id, created_at, updated_at, project_id, research_collection_id, user_id, name, description, confidence,
    learned_at, name_folded)
VALUES
    (:team, now(), now(), :project, NULL, 1, 'Shoppers decide on delivery cost', 'Seen in interviews.', 'high', NULL,
    'shoppers decide on delivery cost')
RETURNING id \gset
INSERT INTO activities
    (team_id, log_name, description, subject_type, subject_id, event, causer_type, causer_id, properties, created_at,
    updated_at)
VALUES
    (:team, 'default', 'created', 'learning', :id, 'created', 'user', 1,
    '{"attributes": {"confidence": "high", "deleted_at": null, "description": "Seen in interviews.", "learned_at": null, "name": "Shoppers decide on delivery cost", "project_id": 2, "research_collection_id": null, "user_id": 1}}',
    now(), now());
COMMIT;
