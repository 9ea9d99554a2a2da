import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/kernel/clock.ts";
import { dispatchDue } from "../../../src/messaging/broadcasts/dispatch.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { capturingQueue, deliverBatches, stopScheduler } from "../../support/broadcast.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { waitingNotice } from "../../support/notice.ts";
import { recordingEnv } from "../../support/recording-env.ts";

// The tests run each step themselves.
beforeEach(stopScheduler);

/** Of the batches, those that are sent here: each costs what the others do. */
const SENT_BATCHES = 2;
const BATCH_GUESTS = 100;

describe("change notices (cost)", () => {
  it.each([
    ["all of them attend", 5_000, "'attending'", 1],
    ["nobody has answered", 1_000, "null", 1],
    ["one in five has declined", 1_000, "iif(number % 5 = 0, 'declined', 'maybe')", 0.8],
  ])("reads at most eight rows per recipient when %s", async (_, guests, response, told) => {
    const { host, eventId } = await answered(guests, response);
    const { id, batches, dispatched, recording } = await dispatchChange(host, eventId);
    expect(batches).toHaveLength((guests * told) / BATCH_GUESTS);
    // Every batch comes twice.
    const some = batches.slice(0, SENT_BATCHES);
    const decided = await deliverBatches([...some, ...some], { changes: recording.env });
    expect(decided.retried).toEqual([]);
    const delivered = rowsReadBy(recording) - dispatched;

    const deliveries = await env.DB.prepare(
      `select count(*) as all_of_them, count(distinct guest_id) as guests, sum(status = 'sent') as sent, max(attempts) as most
       from message_deliveries where event_id = ? and message_id = ?`,
    )
      .bind(eventId, id)
      .first();
    const sent = SENT_BATCHES * BATCH_GUESTS;
    expect(deliveries).toEqual({ all_of_them: guests * told, guests: guests * told, sent, most: 1 });
    const each = dispatched / (guests * told) + delivered / sent;
    console.info(JSON.stringify({ notice: { response, dispatched, delivered, each: Number(each.toFixed(2)) } }));
    expect(each).toBeLessThanOrEqual(8);
  });

  it("reads two rows per declined guest, who gets nothing", async () => {
    const guests = 1_000;
    const { host, eventId } = await answered(guests, "'declined'");
    const { batches, dispatched } = await dispatchChange(host, eventId);
    expect(batches).toEqual([]);
    expect(dispatched).toBeLessThanOrEqual(2 * guests + 100);
  });
});

/** An event whose guests were all invited. @param response what each has answered, by its `number`, as SQL */
async function answered(guests: number, response: string) {
  const host = await signedInHost({ tier: "business" });
  const { eventId } = await makeEventFixture(host.id, guests);
  await env.DB.prepare(
    `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at)
     select event_id, id, id, response, 0, '', '{}', 1, 1
     from (select *, ${response} as response from (select *, row_number() over () as number from guests where event_id = ?))
     where response is not null`,
  )
    .bind(eventId)
    .run();
  return { host, eventId };
}

/** Changes the date, and dispatches the notice of it. */
async function dispatchChange(host: Host, eventId: string) {
  const event_date = new Date(Date.now() + 40 * DAY_MS).toISOString();
  expect((await host.api("PATCH", `/events/${eventId}`, { event_date, notify: true })).status).toBe(200);
  const { id } = await waitingNotice(host, eventId);
  await env.DB.prepare("update messages set send_at = ? where id = ?")
    .bind(Date.now() - 1, id)
    .run();
  const { captured, queue } = capturingQueue();
  const recording = recordingEnv(undefined, { BROADCASTS_QUEUE: queue });
  await dispatchDue(createRequestContext(recording.env, () => undefined));
  const batches = captured.filter(({ body }) => "message_id" in body && body.message_id === id);
  return { id, batches, dispatched: rowsReadBy(recording), recording };
}

function rowsReadBy({ recorder }: ReturnType<typeof recordingEnv>): number {
  return recorder.calls.filter(({ target }) => target === "d1").reduce((sum, call) => sum + call.rowsRead, 0);
}
