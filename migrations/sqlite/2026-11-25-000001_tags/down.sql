DROP TABLE taggings;
DROP TABLE tag_names;
DROP TABLE tags;
DELETE FROM counters WHERE kind = 'tag';
