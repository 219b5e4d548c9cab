DROP TABLE learning_insight;
DROP TABLE learnings;
DROP TABLE insights;
DROP TABLE research_collections;
DROP TABLE projects;
