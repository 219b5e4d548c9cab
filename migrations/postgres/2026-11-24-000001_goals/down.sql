DROP TABLE goals;
DELETE FROM counters WHERE kind = 'goal';
