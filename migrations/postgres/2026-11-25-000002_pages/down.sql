DROP TABLE audience_insight;
DROP TABLE insight_page;
DROP TABLE audiences;
DROP TABLE pages;
DELETE FROM counters WHERE kind IN ('page', 'audience');
