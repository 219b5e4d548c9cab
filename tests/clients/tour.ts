// The tour of the README, taken with a client whose types come from the document: tour.js ORIGIN KEY PICTURE

import { strict as assert } from "node:assert";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/schema.js";

const [origin = "", key = "", picture = ""] = process.argv.slice(2);
const settings = {
  baseUrl: `${origin}/api`,
  // Names in lists are separated by commas.
  querySerializer: { array: { style: "form", explode: false } },
} as const;
const client = createClient<paths>({ ...settings, headers: { Authorization: `Bearer ${key}` } });
const stranger = createClient<paths>(settings);

/** What was answered, or an end to the tour where it was refused. */
function answered<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  assert.ok(data !== undefined, `${response.url} was answered ${response.status}: ${JSON.stringify(error)}`);
  return data;
}

function first<T>(records: T[]): T {
  const [record] = records;
  assert.ok(record !== undefined, "the list is empty");
  return record;
}

// The first page: learnings with the insights they rest on.
const learnings = answered(
  await client.GET("/learnings", { params: { query: { include: ["insights", "insightsCount"], sort: ["-created_at"] } } }),
);
assert.ok(learnings.data.length > 10);
for (const learning of learnings.data) {
  assert.equal(learning.insights?.length, learning.insights_count);
  assert.ok(learning.confidence === null || learning.confidence.length > 0);
}
assert.equal(learnings.meta.total, learnings.meta.to);
assert.equal(learnings.links.next, null);

// A project and an insight, by filters.
const project = first(answered(await client.GET("/projects", { params: { query: { "filter[code]": "SHOP" } } })).data);
const insight = first(
  answered(await client.GET("/insights", { params: { query: { "filter[name]": "shipping", "page[size]": 1 } } })).data,
);

// An idea, with the next number of its project.
const scheme = answered(await client.GET("/numbering-schemes", { params: { query: { "filter[entity_type]": "ideas" } } }));
const before = first(scheme.data).sequence_states.find((state) => state.project_id === project.id);
const idea = answered(
  await client.POST("/ideas", {
    body: {
      project_id: project.id,
      name: "Say what shipping costs on every list",
      priority: null,
      scores: { impact: 7, confidence: 8, ease: 6 },
    },
  }),
).data;
assert.equal(idea.identifier, `SHOP-${String(before?.next_number).padStart(3, "0")}`);
assert.equal(idea.priority_score, 336);

const ideas = answered(
  await client.GET("/ideas", {
    params: { query: { "filter[project_id]": String(project.id), sort: ["-priority_score"], "page[size]": 30 } },
  }),
);
const scores = ideas.data.map((it) => it.priority_score ?? -1);
assert.deepEqual(scores, [...scores].sort((one, next) => next - one));
assert.ok(ideas.data.some((it) => it.id === idea.id));

// What it rests on.
const path = { idea: idea.id };
const linked = answered(await client.POST("/ideas/{idea}/insights", { params: { path }, body: { ids: [insight.id] } }));
assert.deepEqual(linked.data.insights?.map((it) => it.id), [insight.id]);

// A picture, and the list of what is attached.
const bytes = await readFile(picture);
const attached = answered(
  await client.POST("/attachments", {
    body: { project_id: project.id, attachable_type: "idea", attachable_id: idea.id, file: new Blob([new Uint8Array(bytes)]) },
    bodySerializer: (body) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(body)) {
        if (value instanceof Blob) form.append(name, value, basename(picture));
        else if (value !== undefined && value !== null) form.append(name, String(value));
      }
      return form;
    },
  }),
).data;
assert.deepEqual([attached.type, attached.file_type, attached.file_size], ["image", "image/png", bytes.length]);
assert.equal(attached.name, basename(picture));
const link = answered(
  await client.POST("/attachments", {
    body: { project_id: project.id, attachable_type: "idea", attachable_id: idea.id, url: "https://example.org/report" },
  }),
).data;
assert.deepEqual([link.type, link.file_type], ["link", null]);
const attachments = answered(
  await client.GET("/attachments", {
    params: {
      query: { "filter[attachable_type]": "idea", "filter[attachable_id]": String(idea.id), include: ["attachable"] },
    },
  }),
);
assert.deepEqual(attachments.data.map((it) => it.id), [attached.id, link.id]);
assert.equal(attachments.data[0]?.attachable?.id, idea.id);

// Its bytes: with the key, at its signed address, and as the document describes that address.
const same = async (found: Blob) => assert.ok(Buffer.from(await found.arrayBuffer()).equals(bytes));
const file = { params: { path: { attachment: attached.id } }, parseAs: "blob" } as const;
await same(answered(await client.GET("/attachments/{attachment}/file", file)));
assert.ok(attached.url !== null);
await same(await (await fetch(attached.url)).blob());
const signed = new URL(attached.url).searchParams;
const query = {
  expires: Number(signed.get("expires")),
  team: Number(signed.get("team")),
  signature: signed.get("signature") ?? "",
};
await same(
  answered(
    await stranger.GET("/attachments/{attachment}/open", {
      params: { path: { attachment: attached.id }, query },
      parseAs: "blob",
    }),
  ),
);

// What was done.
const log = answered(await client.GET("/activities", { params: { query: { subject_type: "idea", subject_id: idea.id } } }));
assert.deepEqual(
  log.data.map((entry) => entry.event),
  ["attachment_created", "attachment_created", "attached", "created"],
);
const told: components["schemas"]["Activity"]["properties"] = { insight_ids: [insight.id] };
const { properties } = log.data[2] ?? {};
assert.ok(properties && !Array.isArray(properties));
assert.deepEqual(properties["attributes"], told);

// A change, one that is refused, and an end.
const changed = answered(
  await client.PATCH("/ideas/{idea}", { params: { path }, body: { status: "under_review", due_at: "2030-01-31" } }),
).data;
assert.deepEqual([changed.status, changed.due_at], ["under_review", "2030-01-31"]);
const refused = await client.PATCH("/ideas/{idea}", { params: { path }, body: { status: "planned" } });
assert.equal(refused.response.status, 422);
assert.ok(refused.error && "errors" in refused.error && refused.error.errors["status"]);
const unknown = await stranger.GET("/user");
assert.equal(unknown.response.status, 401);
assert.deepEqual(unknown.error, { message: "Unauthenticated." });
const gone = await client.DELETE("/ideas/{idea}", { params: { path } });
assert.equal(gone.response.status, 204);

// Much at once, under a key: repeated, it is answered again.
const much = () =>
  client.POST("/ideas/bulk", {
    params: { header: { "Idempotency-Key": `tour-${idea.id}` } },
    body: { operations: [{ op: "create", body: { project_id: project.id, name: "Made in bulk" } }] },
  });
const [done, again] = [answered(await much()), await much()];
assert.equal(again.response.headers.get("Idempotency-Replayed"), "true");
assert.deepEqual(answered(again), done);
const made = done.data[0];
assert.ok(made && done.meta.count === 1);

// A record is read again only where it changed, and changed only as it was seen.
const one = { path: { idea: made.id } };
const tag = (await client.GET("/ideas/{idea}", { params: one })).response.headers.get("ETag") ?? "";
const known = await client.GET("/ideas/{idea}", { params: { ...one, header: { "If-None-Match": tag } } });
assert.equal(known.response.status, 304);
const stale = { ...one, header: { "If-Match": '"stale"' } };
const late = await client.PATCH("/ideas/{idea}", { params: stale, body: { name: "Too late" } });
assert.equal(late.response.status, 412);

// What the types refuse, the service refuses too.
const wrong = [
  // @ts-expect-error There is no such filter.
  await client.GET("/ideas", { params: { query: { "filter[colour]": "red" } } }),
  // @ts-expect-error There is no such sort.
  await client.GET("/ideas", { params: { query: { sort: ["colour"] } } }),
  // @ts-expect-error There is no such include.
  await client.GET("/ideas", { params: { query: { include: ["colours"] } } }),
  // @ts-expect-error An idea has a name.
  await client.POST("/ideas", { body: { project_id: project.id } }),
  // @ts-expect-error A status is one of these words.
  await client.POST("/ideas", { body: { project_id: project.id, name: "Red", status: "red" } }),
];
assert.deepEqual(wrong.map((it) => it.response.status), [400, 400, 400, 422, 422]);

console.log(`The tour was taken with a typed client at ${origin}.`);
