-- Who works on a project.
CREATE TABLE project_user (
    team_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (team_id, project_id, user_id),
    FOREIGN KEY (team_id, project_id) REFERENCES projects (team_id, id),
    FOREIGN KEY (team_id, user_id) REFERENCES team_users (team_id, id)
);

CREATE INDEX project_user_user ON project_user (team_id, user_id, project_id);
