// The main steps of the tour with the client that orval makes: orval.js ORIGIN KEY PICTURE

import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import * as api from "./generated/orval/client.js";

const [, key = "", picture = ""] = process.argv.slice(2);
const keyed = { headers: { Authorization: `Bearer ${key}` } };
const json = { headers: { ...keyed.headers, "Content-Type": "application/json" } };

/** What was answered with this status, or an end to the tour. */
function answered<A extends { status: number; data: unknown }, S extends A["status"]>(
  answer: A,
  status: S,
): Extract<A, { status: S }>["data"] {
  assert.equal(answer.status, status, JSON.stringify(answer.data));
  return (answer as Extract<A, { status: S }>).data;
}

// It sends each name of a list by itself.
const learnings = answered(
  await api.listLearnings({ include: ["insights", "insightsCount"], sort: ["-created_at", "name"] }, keyed),
  200,
);
assert.ok(learnings.data.length > 10);
assert.ok(learnings.data.every((it) => it.insights?.length === it.insights_count));

const projects = answered(await api.listProjects({ "filter[code]": "SHOP" }, keyed), 200);
const insights = answered(await api.listInsights({ "filter[name]": "shipping", "page[size]": 1 }, keyed), 200);
const [project, insight] = [projects.data[0]!, insights.data[0]!];

const scores = { impact: 7, confidence: 8, ease: 6 };
const body = { project_id: project.id, name: "Made by orval", scores };
const idea = answered(await api.createIdea(body, {}, json), 201).data;
assert.equal(idea.priority_score, 336);
const linked = answered(await api.attachInsightToIdea(idea.id, { ids: [insight.id] }, {}, json), 200);
assert.deepEqual(linked.data.insights?.map((it) => it.id), [insight.id]);

const bytes = await readFile(picture);
const file = new File([new Uint8Array(bytes)], basename(picture));
const upload = { project_id: project.id, attachable_type: "idea", attachable_id: idea.id, file } as const;
const attached = answered(await api.createAttachment(upload, {}, keyed), 200).data;
assert.deepEqual([attached.type, attached.name, attached.file_size], ["image", basename(picture), bytes.length]);
const query = { "filter[attachable_type]": "idea", "filter[attachable_id]": String(idea.id) };
const attachments = answered(await api.listAttachments({ ...query, include: ["attachable"] }, keyed), 200);
assert.equal(attachments.data[0]?.attachable?.id, idea.id);
// It reads every answer as text, so that bytes are fetched from the address that it makes.
const found = await fetch(api.getGetFileOfAttachmentUrl(attached.id), keyed);
assert.ok(Buffer.from(await found.arrayBuffer()).equals(bytes));

const changed = answered(await api.updateIdea(idea.id, { status: "under_review" }, {}, json), 200);
assert.equal(changed.data.status, "under_review");
answered(await api.updateIdea(idea.id, { status: "planned" }, {}, json), 422);
const operations = [{ op: "create" as const, body: { project_id: project.id, name: "Made in bulk" } }];
assert.equal(answered(await api.bulkIdeas({ operations }, {}, json), 200).meta.count, 1);
assert.equal((await api.deleteIdea(idea.id, keyed)).status, 204);

console.log("The tour was taken with a client that orval made.");
