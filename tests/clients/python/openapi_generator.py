"""The main steps of the tour with the client in Python that OpenAPI Generator makes: ORIGIN KEY PICTURE"""

import sys
from pathlib import Path

import openapi_client as api

origin, key, picture = sys.argv[1], sys.argv[2], Path(sys.argv[3])
client = api.ApiClient(api.Configuration(host=f"{origin}/api", access_token=key))
attachments, ideas = api.AttachmentsApi(client), api.IdeasApi(client)

learnings = api.LearningsApi(client).list_learnings(
    include=["insights", "insightsCount"], sort=["-created_at", "name"]
)
assert len(learnings.data) > 10
assert all(len(it.insights) == it.insights_count for it in learnings.data)

project = api.ProjectsApi(client).list_projects(filter_code="SHOP").data[0]
insight = api.InsightsApi(client).list_insights(filter_name="shipping", page_size=1).data[0]

scores = api.Scores(api.IceScores(impact=7, confidence=8, ease=6))
body = api.IdeaCreate(project_id=project.id, name="Made by OpenAPI Generator", scores=scores)
idea = ideas.create_idea(body).data
assert (idea.priority_score, idea.scores.actual_instance) == (336, scores.actual_instance)
linked = ideas.attach_insight_to_idea(idea.id, api.SomeIds(ids=[insight.id])).data
assert [it.id for it in linked.insights] == [insight.id]

data = picture.read_bytes()
attached = attachments.create_attachment(
    project_id=project.id, attachable_type="idea", attachable_id=idea.id, file=(picture.name, data)
).data
assert (attached.type, attached.name, attached.file_size) == ("image", picture.name, len(data))
found = attachments.list_attachments(
    filter_attachable_type="idea", filter_attachable_id=str(idea.id), include=["attachable"]
).data
assert found[0].attachable.actual_instance.id == idea.id
assert attachments.get_file_of_attachment(attached.id) == data

changed = ideas.update_idea(idea.id, idea_update=api.IdeaUpdate(status="under_review")).data
assert changed.status == "under_review"
try:
    ideas.update_idea(idea.id, idea_update=api.IdeaUpdate(status="planned"))
    sys.exit("an idea was planned that nobody had approved")
except api.exceptions.UnprocessableEntityException as refused:
    assert refused.data.errors.keys() == {"status"}
create = api.IdeaOperationsOperationsInner(op="create", body={"project_id": project.id, "name": "Made in bulk"})
assert ideas.bulk_ideas(api.IdeaOperations(operations=[create])).meta.count == 1
assert ideas.delete_idea_with_http_info(idea.id).status_code == 204

print("The tour was taken with a client in Python that OpenAPI Generator made.")
