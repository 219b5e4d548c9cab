// The main steps of the tour with the client that Hey API makes: hey.js ORIGIN KEY PICTURE

import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { client } from "./generated/hey/client.gen.js";
import * as api from "./generated/hey/index.js";

const [origin = "", key = "", picture = ""] = process.argv.slice(2);
client.setConfig({ baseUrl: `${origin}/api`, auth: key, throwOnError: true });
const throwOnError = true;

const { data: learnings } = await api.listLearnings({
  throwOnError,
  query: { include: ["insights", "insightsCount"], sort: ["-created_at", "name"] },
});
assert.ok(learnings.data.length > 10);
assert.ok(learnings.data.every((it) => it.insights?.length === it.insights_count));

const { data: projects } = await api.listProjects({ throwOnError, query: { "filter[code]": "SHOP" } });
const { data: insights } = await api.listInsights({ throwOnError, query: { "filter[name]": "shipping", "page[size]": 1 } });
const [project, insight] = [projects.data[0]!, insights.data[0]!];

const scores = { impact: 7, confidence: 8, ease: 6 };
const made = await api.createIdea({ throwOnError, body: { project_id: project.id, name: "Made by Hey API", scores } });
const idea = made.data.data;
assert.equal(idea.priority_score, 336);
const path = { idea: idea.id };
const linked = await api.attachInsightToIdea({ throwOnError, path, body: { ids: [insight.id] } });
assert.deepEqual(linked.data.data.insights?.map((it) => it.id), [insight.id]);

const bytes = await readFile(picture);
const file = new File([new Uint8Array(bytes)], basename(picture));
const body = { project_id: project.id, attachable_type: "idea", attachable_id: idea.id, file } as const;
const attached = (await api.createAttachment({ throwOnError, body })).data.data;
assert.deepEqual([attached.type, attached.name, attached.file_size], ["image", basename(picture), bytes.length]);
const { data: attachments } = await api.listAttachments({
  throwOnError,
  query: { "filter[attachable_type]": "idea", "filter[attachable_id]": String(idea.id), include: ["attachable"] },
});
assert.equal(attachments.data[0]?.attachable?.id, idea.id);
const found = await api.getFileOfAttachment({ throwOnError, path: { attachment: attached.id }, parseAs: "blob" });
assert.ok(Buffer.from(await found.data.arrayBuffer()).equals(bytes));

const changed = await api.updateIdea({ throwOnError, path, body: { status: "under_review" } });
assert.equal(changed.data.data.status, "under_review");
const refused = await api.updateIdea({ throwOnError: false, path, body: { status: "planned" } });
assert.equal(refused.response?.status, 422);
const operations = [{ op: "create" as const, body: { project_id: project.id, name: "Made in bulk" } }];
const bulk = await api.bulkIdeas({ throwOnError, body: { operations } });
assert.equal(bulk.data.meta.count, 1);
const gone = await api.deleteIdea({ throwOnError, path });
assert.equal(gone.response?.status, 204);

console.log("The tour was taken with a client that Hey API made.");
