DROP TABLE project_user;
