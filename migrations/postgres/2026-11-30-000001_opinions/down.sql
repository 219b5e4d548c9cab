DROP INDEX ideas_project_position;
DROP INDEX ideas_position;
DROP INDEX ideas_votes_count;
ALTER TABLE ideas DROP COLUMN person_scores;
ALTER TABLE ideas DROP COLUMN scores_count;
ALTER TABLE ideas DROP COLUMN my_vote;
ALTER TABLE ideas DROP COLUMN votes_count;
ALTER TABLE ideas DROP COLUMN position;
