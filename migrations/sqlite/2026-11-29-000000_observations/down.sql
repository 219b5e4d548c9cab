DROP VIEW observation_research_collection;
DROP TABLE idea_observation;
DROP TABLE insight_observation;
DELETE FROM taggings WHERE taggable_type = 'observation';
DROP TABLE observation_names;
DROP TABLE observations;
DELETE FROM counters WHERE kind = 'observation';
