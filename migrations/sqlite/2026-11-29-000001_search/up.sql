-- What searches look in: the tokens of the texts of each kind, by the weight of the field that they stand in.
CREATE VIRTUAL TABLE user_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE project_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE research_collection_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE idea_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE insight_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE goal_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE tag_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE page_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE audience_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE experiment_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE variation_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE observation_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE comment_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');
CREATE VIRTUAL TABLE numbering_scheme_search USING fts5(weight_8, weight_4, weight_1, content='', contentless_delete=1, tokenize='ascii', detail='column');

-- The kinds of which there may be records that are not in their index yet.
CREATE TABLE unindexed_kinds (kind TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
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
