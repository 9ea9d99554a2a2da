import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import worker from "../../src/worker.ts";
import { signedInHost } from "../support/account.ts";
import { turnTimeouts } from "../support/edit-turns.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest } from "../support/guest-requests.ts";
import { warmIsolate } from "../support/isolate.ts";
import { replaced } from "../support/race.ts";
import { recordingEnv } from "../support/recording-env.ts";
import { rounds } from "../support/rounds.ts";

const EDITS = rounds(100);
/** A hundred requests on two busy cores. */
const TIMEOUT_MS = 180_000;
/** A link's own limit of 60 requests per minute would refuse 40 of them. */
const UNLIMITED = replaced(env.RATE_WINDOW, {
  get: () => ({ hit: async () => ({ allowed: true, remaining: 1_000, resetSeconds: 1 }) }),
});

/** Sends requests through the Worker at the same time, in one isolate that records its calls. */
async function sendAll(requests: readonly Request[]) {
  const recording = recordingEnv(undefined, { RATE_WINDOW: UNLIMITED });
  warmIsolate(recording.env);
  const responses = await Promise.all(
    requests.map(async (request) => {
      const context = createExecutionContext();
      const incoming = request as Request<unknown, IncomingRequestCfProperties>;
      const response = await worker.fetch(incoming, recording.env, context);
      await waitOnExecutionContext(context);
      return response;
    }),
  );
  const batches = recording.recorder.calls.flatMap(({ input }) => (input.target === "d1" ? [input.statements] : []));
  const writes = batches.filter((statements) => statements.some(({ sql }) => /rsvp_revisions/i.test(sql)));
  return { responses, batches: batches.length, writes: writes.length };
}

/** Sends the edits of one guest. Exactly five are stored, the others are refused for their number. */
async function editAtOnce() {
  const fixture = await makeEventFixture((await signedInHost()).id, 1);
  const { token } = firstOf(fixture);
  const headers = browserHeaders();
  await sendAll([answerRequest(token, {}, headers)]);
  const edits = Array.from({ length: EDITS }, (_, index) => editRequest(token, { plus_ones: index % 5 }, headers));
  const { responses, batches, writes } = await sendAll(edits);
  const statuses = Map.groupBy(responses, ({ status }) => status);
  expect([...statuses].map(([status, { length }]) => [status, length]).sort()).toEqual([
    [200, 5],
    [409, EDITS - 5],
  ]);
  const { results } = await env.DB.prepare("select revision from rsvp_revisions where event_id = ? order by revision")
    .bind(fixture.eventId)
    .all();
  expect(results).toEqual([0, 1, 2, 3, 4].map((revision) => ({ revision })));
  const logs = await env.DB.prepare("select sum(count) as n from access_logs where event_id = ? and kind = 'edit'")
    .bind(fixture.eventId)
    .first<number>("n");
  expect(logs).toBe(EDITS);
  return { batches, writes, text: `${batches} D1 batches, of which ${writes} tried to write an edit` };
}

describe(`PATCH /rsvp/{token}, ${EDITS} concurrent requests`, () => {
  /**
   * @spec 3.18 "edit_count < 5 | PATCH /rsvp/{token} | prior state is snapshotted in the same transaction; the row is
   *   locked so concurrent edits cannot pass the cap"
   * @spec 3.20 "edit_count = 5 | PATCH /rsvp/{token} | unchanged | refused"
   * @spec 8.7 "RSVP edits | 5"
   */
  it("stores exactly five edits", { tags: "rounds", timeout: TIMEOUT_MS }, async ({ annotate }) => {
    await annotate(`${EDITS} edits of one link at once: ${(await editAtOnce()).text}`);
  });

  it("tries to write five edits while every edit gets its turn within the timeout", {
    tags: "rounds",
    timeout: TIMEOUT_MS,
  }, async ({ annotate }) => {
    turnTimeouts(600_000);
    const { writes, text } = await editAtOnce();
    await annotate(`${EDITS} edits of one link, each in its turn: ${text}`);
    expect(writes).toBe(5);
  });
});
