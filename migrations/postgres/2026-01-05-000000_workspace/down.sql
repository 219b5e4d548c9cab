DROP TABLE activities;
DROP TABLE counters;
DROP TABLE settings;
DROP TABLE api_keys;
DROP VIEW team_users;
DROP TABLE memberships;
DROP TABLE users;
DROP TABLE teams;
