"""The main steps of the tour with the client that openapi-python-client makes: ORIGIN KEY PICTURE"""

import sys
from io import BytesIO
from pathlib import Path

from uplift_client import AuthenticatedClient
from uplift_client.api.attachments import create_attachment, get_file_of_attachment, list_attachments
from uplift_client.api.ideas import attach_insight_to_idea, bulk_ideas, create_idea, delete_idea, update_idea
from uplift_client.api.insights import list_insights
from uplift_client.api.learnings import list_learnings
from uplift_client.api.projects import list_projects
from uplift_client.models import (
    AttachmentCreateAttachableType,
    AttachmentUpload,
    IceScores,
    IdeaCreate,
    IdeaOperations,
    IdeaUpdate,
    ListAttachmentsIncludeItem,
    ListLearningsIncludeItem,
    ListLearningsSortItem,
    SomeIds,
    ValidationError,
)
from uplift_client.types import File

origin, key, picture = sys.argv[1], sys.argv[2], Path(sys.argv[3])
client = AuthenticatedClient(base_url=f"{origin}/api", token=key)

# It sends each name of a list by itself.
learnings = list_learnings.sync(
    client=client,
    include=[ListLearningsIncludeItem.INSIGHTS, ListLearningsIncludeItem.INSIGHTSCOUNT],
    sort=[ListLearningsSortItem("-created_at"), ListLearningsSortItem.NAME],
)
assert len(learnings.data) > 10
assert all(len(it.insights) == it.insights_count for it in learnings.data)

project = list_projects.sync(client=client, filtercode="SHOP").data[0]
insight = list_insights.sync(client=client, filtername="shipping", pagesize=1).data[0]

scores = IceScores(impact=7, confidence=8, ease=6)
body = IdeaCreate(project_id=project.id, name="Made by openapi-python-client", scores=scores)
idea = create_idea.sync(client=client, body=body).data
assert (idea.priority_score, idea.scores) == (336, scores)
linked = attach_insight_to_idea.sync(idea.id, client=client, body=SomeIds(ids=[insight.id])).data
assert [it.id for it in linked.insights] == [insight.id]

data = picture.read_bytes()
upload = AttachmentUpload(
    project_id=project.id,
    attachable_type=AttachmentCreateAttachableType.IDEA,
    attachable_id=idea.id,
    file=File(payload=BytesIO(data), file_name=picture.name, mime_type="image/png"),
)
attached = create_attachment.sync(client=client, body=upload).data
assert (attached.type_, attached.name, attached.file_size) == ("image", picture.name, len(data))
attachments = list_attachments.sync(
    client=client,
    filterattachable_type="idea",
    filterattachable_id=str(idea.id),
    include=[ListAttachmentsIncludeItem.ATTACHABLE],
).data
assert attachments[0].attachable.id == idea.id
assert get_file_of_attachment.sync(attached.id, client=client).payload.read() == data

changed = update_idea.sync(idea.id, client=client, body=IdeaUpdate.from_dict({"status": "under_review"})).data
assert changed.status == "under_review"
refused = update_idea.sync(idea.id, client=client, body=IdeaUpdate.from_dict({"status": "planned"}))
assert isinstance(refused, ValidationError) and refused.errors.to_dict().keys() == {"status"}
operations = [{"op": "create", "body": {"project_id": project.id, "name": "Made in bulk"}}]
bulk = bulk_ideas.sync(client=client, body=IdeaOperations.from_dict({"operations": operations}))
assert bulk.meta.count == 1
assert delete_idea.sync_detailed(idea.id, client=client).status_code == 204

print("The tour was taken with a client that openapi-python-client made.")
