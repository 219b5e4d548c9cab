DROP TABLE project_lookup_search;
DROP TABLE project_lookups;
DELETE FROM counters WHERE kind = 'project_lookup';
