-- A team is removed with all that it has: the database looks through these for each record that they may name.
CREATE INDEX insights_superseded_by_id ON insights (team_id, superseded_by_id) WHERE superseded_by_id IS NOT NULL;
CREATE INDEX experiments_winner_variation_id ON experiments (team_id, winner_variation_id) WHERE winner_variation_id IS NOT NULL;
