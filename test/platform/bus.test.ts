import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { BusMessage } from "../../proto/bus/messages.ts";
import { newIds } from "../../src/kernel/ids.ts";
import { relayOutbox } from "../../src/platform/outbox/relay.ts";
import { createRequestContext } from "../../src/request-context.ts";
import worker from "../../src/worker.ts";
import { signedInHost } from "../support/account.ts";
import { capturingQueue, stopScheduler } from "../support/broadcast.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, browserHeaders, openRequest, PHONE } from "../support/guest-requests.ts";
import { busMessage, consume } from "../support/queue.ts";
import { replaced, UNARMED_SCHEDULER } from "../support/race.ts";

/** A host with an event of one invited guest. */
async function invited() {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  return { host, fixture, eventId: fixture.eventId, ...firstOf(fixture) };
}

/** Sends a request to a Worker whose queues only capture, and waits for its after-response work. */
async function sent(request: Request): Promise<{ response: Response; messages: BusMessage[] }> {
  const messages: BusMessage[] = [];
  const queue = {
    async sendBatch(batch: Iterable<MessageSendRequest<BusMessage>>) {
      for (const { body } of batch) messages.push(body);
    },
  } as unknown as Queue;
  return { response: await answered(request, { ACCESS_QUEUE: queue, NOTIFIER_QUEUE: queue }), messages };
}

async function answered(request: Request, changes: object): Promise<Response> {
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...UNARMED_SCHEDULER, ...changes }, context);
  await waitOnExecutionContext(context);
  return response;
}

interface Log {
  id: string;
  score: number | null;
  risk: string | null;
  geo_country: string | null;
  geo_city: string | null;
  geo_lat: number | null;
  geo_lon: number | null;
}

async function onlyLog({ host, eventId }: Awaited<ReturnType<typeof invited>>): Promise<Log> {
  const response = await host.api("GET", `/events/${eventId}/access-logs`);
  const { items } = (await response.json()) as { items: Log[] };
  expect(items).toHaveLength(1);
  return items[0] as Log;
}

describe("AccessAttempted", () => {
  /**
   * @spec 4.47 "GET | /access/{token} | Records an access log, scores it, and asynchronously publishes
   *   AccessAttempted (skipped when no publisher is configured)."
   * @spec 6.6 "Published by the API on GET /access/{token}; consumed by the scoring engine."
   */
  it("contains all facts that the engine scores", async () => {
    const guest = await invited();
    const headers = { ...browserHeaders(PHONE, "192.0.2.77"), Referer: "https://mail.example/inbox" };
    const { response, messages } = await sent(openRequest(guest.token, headers));
    expect(response.status).toBe(200);
    const [message, ...others] = messages.filter(({ type }) => type === "access.attempted");
    expect(others).toEqual([]);
    expect(message?.body).toMatchObject({
      event_id: guest.eventId,
      guest_id: guest.id,
      token_id: guest.tokenId,
      access_log_id: (await onlyLog(guest)).id,
      fingerprint: { accept_language: "en-GB,en;q=0.9" },
      ip_address: "192.0.2.77",
      user_agent: PHONE,
      referrer: "https://mail.example/inbox",
      occurred_at: expect.stringMatching(/Z$/),
    });
  });

  /**
   * @spec 4.47 "GET | /access/{token} | Records an access log, scores it, and asynchronously publishes
   *   AccessAttempted (skipped when no publisher is configured)."
   */
  it("delays no response when no queue accepts it", async () => {
    const guest = await invited();
    const response = await answered(openRequest(guest.token), { ACCESS_QUEUE: undefined });
    expect(response.status).toBe(200);
    expect(await onlyLog(guest)).toMatchObject({ id: expect.any(String) });
  });
});

describe("RSVPConfirmed", () => {
  /**
   * @spec 3.16 "no RSVP | POST /rsvp | accepted | RSVP, edit_count 0 | token stays usable; RSVPConfirmed published"
   * @spec 4.53 "POST | /rsvp | publishes RSVPConfirmed including an access link."
   * @spec 2.36 "RSVP | risk_score | integer, optional"
   * @spec 6.15 "RSVPConfirmed | event_id, guest_id, rsvp_id | uuid"
   * @spec 6.16 "RSVPConfirmed | response | string"
   * @spec 6.17 "RSVPConfirmed | plus_ones | integer"
   * @spec 6.18 "RSVPConfirmed | risk_score | integer, optional"
   * @spec 6.19 "RSVPConfirmed | submitted_at | timestamp"
   * @spec 6.20 "RSVPConfirmed | access link | string; the invitation link used in the confirmation email (JSON name
   *   not shown)"
   */
  it("contains for the notifier the link that the confirmation needs", async () => {
    // An engine that is too slow on a busy machine counts as unavailable: then there is no score to publish.
    await eventually(async () => {
      const guest = await invited();
      const { response, messages } = await sent(answerRequest(guest.token, { response: "attending", plus_ones: 2 }));
      const rsvp = (await response.json()) as { id: string; submitted_at: string };
      const [message] = messages.filter(({ type }) => type === "rsvp.confirmed");
      expect(message?.body).toEqual({
        event_id: guest.eventId,
        guest_id: guest.id,
        rsvp_id: rsvp.id,
        response: "attending",
        plus_ones: 2,
        risk_score: expect.any(Number),
        submitted_at: rsvp.submitted_at,
        access_link: `https://usher.test/i/${guest.token}`,
      });
    });
  });
});

describe("FraudScored", () => {
  /**
   * @spec 2.45 "A later score without geo data does not overwrite earlier geo data."
   * @spec 3.35 "The API compares the score with the event thresholds (defaults 30, 60, 85) and this result is
   *   authoritative; the engine's own band is advisory."
   * @spec 6.14 "the API stores score and geo on the access log."
   */
  it("stores the place and the event's risk band, and keeps the place after a later score", async () => {
    const guest = await invited();
    await sent(openRequest(guest.token));
    const log = await onlyLog(guest);
    const scored = (score: number, seconds: number, place: object) =>
      busMessage("fraud.scored", {
        event_id: guest.eventId,
        guest_id: guest.id,
        token_id: guest.tokenId,
        access_log_id: log.id,
        score,
        risk: "low",
        reasons: ["new_device"],
        evidence: {},
        automated: false,
        scored_at: new Date(Date.now() + seconds * 1_000).toISOString(),
        ...place,
      });
    const berlin = { geo_country: "DE", geo_city: "Berlin", geo_lat: 52.5, geo_lon: 13.4 };
    await consume("usher-scores", [scored(70, 1, berlin)]);
    expect(await onlyLog(guest)).toMatchObject({ score: 70, risk: "high", ...berlin });
    await consume("usher-scores", [scored(90, 2, {})]);
    expect(await onlyLog(guest)).toMatchObject({ score: 90, risk: "block", ...berlin });
  });
});

describe("queue messages for a queue that is down", () => {
  const AT = Date.now() - 60_000;

  /** Messages as rows of the outbox, in their order. */
  async function storeInOutbox(messages: readonly BusMessage[]): Promise<void> {
    await env.DB.prepare(
      `insert into outbox (id, type, body, created_at)
       select value ->> 'id', value ->> 'type', value ->> 'body', ?1 from json_each(?2)`,
    )
      .bind(AT, JSON.stringify(messages))
      .run();
  }

  /** The messages that the relay puts on the notifier's queue, and on the engine's if that one is up. */
  async function relayed(changes: { ACCESS_QUEUE: Queue }) {
    const notifier = capturingQueue();
    const bindings = { ...env, NOTIFIER_QUEUE: notifier.queue, ...changes };
    const [outcome] = await Promise.allSettled([relayOutbox(createRequestContext(bindings, () => undefined))]);
    return { isDone: outcome.status === "fulfilled", notified: notifier.captured.map(({ id }) => id) };
  }

  const unpublished = async () =>
    (await env.DB.prepare("select id from outbox order by id").all<{ id: string }>()).results;

  it("keeps messages for a failed queue in the outbox, publishes others, and relays the rest on recovery", async () => {
    await stopScheduler();
    await env.DB.exec("delete from outbox");
    const ids = newIds(AT, 252);
    const erasure = (id: string) => busMessage("access.forget", { event_id: crypto.randomUUID() }, id);
    const changed = (id: string) => busMessage("account.changed", { user_id: crypto.randomUUID() }, id);
    const messages = ids.map((id, index) => (index === 120 || index === 251 ? changed(id) : erasure(id)));
    await storeInOutbox(messages);
    let sendAttempts = 0;
    const down = replaced(env.ACCESS_QUEUE, {
      async sendBatch() {
        sendAttempts += 1;
        throw new Error("the queue is down");
      },
    });
    const first = await relayed({ ACCESS_QUEUE: down });
    expect(first).toEqual({ isDone: false, notified: [ids[120], ids[251]] });
    expect(sendAttempts).toBe(1);
    const left = ids.filter((id) => id !== ids[120] && id !== ids[251]);
    expect((await unpublished()).map(({ id }) => id)).toEqual(left);
    const up = capturingQueue();
    expect(await relayed({ ACCESS_QUEUE: up.queue })).toEqual({ isDone: true, notified: [] });
    expect(up.captured.map(({ id }) => id)).toEqual(left);
    expect(await unpublished()).toEqual([]);
  });
});
