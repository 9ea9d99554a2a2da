import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { dispatchDue } from "../../../src/features/broadcasts/dispatch.ts";
import { DAY_MS } from "../../../src/kernel/clock.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { signedInHost } from "../../support/account.ts";
import { capturingQueue, deliverBatches, stopScheduler } from "../../support/broadcast.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { waitingNotice } from "../../support/notice.ts";
import { recordingEnv } from "../../support/recording-env.ts";

// The tests run each step themselves.
beforeEach(stopScheduler);

const GUESTS = 5_000;
/** Of the 50 batches, those that are sent here: each costs what the others do. */
const SENT_BATCHES = 2;
const BATCH_GUESTS = 100;

describe("what a notice costs", () => {
  /** @promise Messages: A change of date is one notice to each of 5,000 guests, for at most eight rows read a recipient */
  it("reads at most eight rows a recipient, with one delivery to each of 5,000 guests", async () => {
    const host = await signedInHost({ tier: "business" });
    const { eventId } = await makeEventFixture(host.id, GUESTS);
    // Every other guest has answered.
    await env.DB.prepare(
      `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at)
       select event_id, id, id, 'attending', 0, '', '{}', 1, 1 from guests where event_id = ? and unicode(substr(id, -1)) % 2 = 0`,
    )
      .bind(eventId)
      .run();
    const event_date = new Date(Date.now() + 40 * DAY_MS).toISOString();
    expect((await host.api("PATCH", `/events/${eventId}`, { event_date, notify: true })).status).toBe(200);
    const { id } = await waitingNotice(host, eventId);
    await env.DB.prepare("update messages set send_at = ? where id = ?")
      .bind(Date.now() - 1, id)
      .run();

    const { captured, queue } = capturingQueue();
    const recording = recordingEnv(undefined, { BROADCASTS_QUEUE: queue });
    const rowsRead = () =>
      recording.recorder.calls.filter(({ target }) => target === "d1").reduce((sum, call) => sum + call.rowsRead, 0);
    await dispatchDue(createRequestContext(recording.env, () => undefined));
    const batches = captured.filter(({ body }) => "message_id" in body && body.message_id === id);
    expect(batches).toHaveLength(GUESTS / BATCH_GUESTS);
    const dispatched = rowsRead();
    // Every batch comes twice.
    const some = batches.slice(0, SENT_BATCHES);
    const decided = await deliverBatches([...some, ...some], { changes: recording.env });
    expect(decided.retried).toEqual([]);
    const delivered = rowsRead() - dispatched;

    const deliveries = await env.DB.prepare(
      `select count(*) as all_of_them, count(distinct guest_id) as guests, sum(status = 'sent') as sent, max(attempts) as most
       from message_deliveries where event_id = ? and message_id = ?`,
    )
      .bind(eventId, id)
      .first();
    const sent = SENT_BATCHES * BATCH_GUESTS;
    expect(deliveries).toEqual({ all_of_them: GUESTS, guests: GUESTS, sent, most: 1 });
    const each = dispatched / GUESTS + delivered / sent;
    console.info(JSON.stringify({ notice: { dispatched, delivered, each: Number(each.toFixed(2)) } }));
    expect(each).toBeLessThanOrEqual(8);
  });
});
