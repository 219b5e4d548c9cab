-- What searches look in: the tokens of the texts of each kind, by the weight of the field that they stand in.
CREATE TABLE user_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX user_search_tokens ON user_search USING gin (tokens);
CREATE TABLE project_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX project_search_tokens ON project_search USING gin (tokens);
CREATE TABLE research_collection_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX research_collection_search_tokens ON research_collection_search USING gin (tokens);
CREATE TABLE idea_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX idea_search_tokens ON idea_search USING gin (tokens);
CREATE TABLE insight_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX insight_search_tokens ON insight_search USING gin (tokens);
CREATE TABLE goal_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX goal_search_tokens ON goal_search USING gin (tokens);
CREATE TABLE tag_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX tag_search_tokens ON tag_search USING gin (tokens);
CREATE TABLE page_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX page_search_tokens ON page_search USING gin (tokens);
CREATE TABLE audience_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX audience_search_tokens ON audience_search USING gin (tokens);
CREATE TABLE experiment_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX experiment_search_tokens ON experiment_search USING gin (tokens);
CREATE TABLE variation_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX variation_search_tokens ON variation_search USING gin (tokens);
CREATE TABLE observation_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX observation_search_tokens ON observation_search USING gin (tokens);
CREATE TABLE comment_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX comment_search_tokens ON comment_search USING gin (tokens);
CREATE TABLE numbering_scheme_search (team_id BIGINT NOT NULL, id BIGINT NOT NULL, tokens TSVECTOR NOT NULL, PRIMARY KEY (team_id, id));
CREATE INDEX numbering_scheme_search_tokens ON numbering_scheme_search USING gin (tokens);

-- The kinds of which there may be records that are not in their index yet.
CREATE TABLE unindexed_kinds (kind TEXT COLLATE "C" NOT NULL PRIMARY KEY);
INSERT INTO unindexed_kinds (kind) VALUES
    ('user'),
    ('project'),
    ('research_collection'),
    ('idea'),
    ('insight'),
    ('goal'),
    ('tag'),
    ('page'),
    ('audience'),
    ('experiment'),
    ('variation'),
    ('observation'),
    ('comment'),
    ('numbering_scheme');
