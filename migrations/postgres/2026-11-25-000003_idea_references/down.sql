ALTER TABLE ideas
    DROP COLUMN page_id,
    DROP COLUMN audience_id,
    DROP COLUMN primary_goal_id;
