DROP TABLE audience_insight;
DROP TABLE insight_page;
DROP TABLE audience_names;
DROP TABLE audiences;
DROP TABLE page_names;
DROP TABLE pages;
DELETE FROM counters WHERE kind IN ('page', 'audience');
