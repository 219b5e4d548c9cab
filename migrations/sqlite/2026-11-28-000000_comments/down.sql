DROP TABLE comment_mentions;
DROP TABLE comments;
DELETE FROM counters WHERE kind = 'comment';
