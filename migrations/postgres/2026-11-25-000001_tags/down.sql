DROP TABLE taggings;
DROP TABLE tags;
DELETE FROM counters WHERE kind = 'tag';
