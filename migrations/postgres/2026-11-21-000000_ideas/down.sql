DROP TABLE idea_insight;
DROP TABLE ideas;
