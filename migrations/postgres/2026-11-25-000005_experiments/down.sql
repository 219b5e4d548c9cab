DROP TABLE audience_experiment;
DROP TABLE experiment_page;
DROP TABLE experiment_learning;
DROP TABLE experiment_insight;
DROP TABLE experiment_goal;
ALTER TABLE experiments DROP COLUMN winner_variation_id;
DROP TABLE variations;
DROP TABLE experiments;
DELETE FROM counters WHERE kind IN ('experiment', 'variation');
