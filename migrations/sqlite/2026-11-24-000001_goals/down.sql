DROP TABLE goal_names;
DROP TABLE goals;
DELETE FROM counters WHERE kind = 'goal';
