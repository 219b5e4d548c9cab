DROP TABLE saved_report_names;
DROP TABLE saved_reports;
DELETE FROM counters WHERE kind = 'saved_report';
