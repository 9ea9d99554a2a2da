import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, it } from "vitest";
import {
  AccessEvents,
  ConfirmationKind,
  ConfirmationSchema,
  ForgetRequestSchema,
} from "../../../proto/fraud/v1/fraud_pb.js";
import { callUnary } from "../../../src/adapters/grpc-web.ts";
import { purgeClosed } from "../../../src/features/privacy/purge-closed-events.ts";
import { DAY_MS, HOUR_MS } from "../../../src/kernel/clock.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { freshAddress, type Host, signedInHost } from "../../support/account.ts";
import { firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { issueLink, makeEvent, type WireGuest } from "../../support/guest.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../../support/guest-requests.ts";
import { tablesContaining } from "../../support/tables-containing.ts";
import { mailTo } from "../../support/mailbox.ts";
import { finished, makeMessage } from "../../support/message.ts";
import { busMessage, consume } from "../../support/queue.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);
const services = () => createRequestContext(env, (work) => void work());
const KEY = { "Idempotency-Key": crypto.randomUUID() };

/** The engine as the Worker reaches it. */
const peer = { url: String(env.SCORING_ENGINE_URL), secret: String(env.SCORING_ENGINE_SECRET) };
const patience = () => ({ signal: AbortSignal.timeout(10_000), timeoutMs: 10_000 });
const engine = {
  confirm: (message: MessageInitShape<typeof ConfirmationSchema>) =>
    callUnary(peer, AccessEvents.method.confirm, create(ConfirmationSchema, message), patience()),
  forget: (message: MessageInitShape<typeof ForgetRequestSchema>) =>
    callUnary(peer, AccessEvents.method.forget, create(ForgetRequestSchema, message), patience()),
};

/** Texts that nobody but this guest has. */
const marker = `zq${crypto.randomUUID().slice(0, 8)}`;
const address = freshAddress();
const phone = `+4915${String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, "7")}`;
const TRACES = [marker, address, phone];
const person = { name: `Grace ${marker}`, email: `${marker}@example.com`, phone, notes: `knows ${marker}` };

let host: Host;
let eventId: string;
let guest: WireGuest;
let tokenId: string;
let token: string;
let accessLogId: string;

const framesText = () =>
  runInDurableObject(env.EVENT_MONITOR.get(env.EVENT_MONITOR.idFromName(eventId)), (_, state) =>
    JSON.stringify(state.storage.sql.exec("select frame from frames").toArray()),
  );

/** Everything that can be under way about the guest, with all that it says. */
function underWay() {
  const ids = { event_id: eventId, guest_id: guest.id, token_id: tokenId };
  const at = new Date().toISOString();
  const access = { ...ids, access_log_id: accessLogId };
  const link = `https://usher.test/i/${token}`;
  const rsvp = { event_id: eventId, guest_id: guest.id, rsvp_id: crypto.randomUUID(), submitted_at: at };
  const seen = { ip_address: address, user_agent: marker, referrer: marker, fingerprint: { timezone: marker } };
  return {
    notifier: [
      busMessage("invitation.send", {
        ...{ ...ids, guest_name: person.name, guest_email: person.email, host_name: "Ada", event_name: "Party" },
        ...{ event_date: at, issued_at: at, link },
      }),
      busMessage("rsvp.confirmed", { ...rsvp, response: "attending", plus_ones: 1, access_link: link }),
      busMessage("edit_link.send", { ...ids, nonce_id: crypto.randomUUID() }),
    ],
    access: [
      busMessage("access.attempted", { ...access, ...seen, occurred_at: at }),
      busMessage("access.confirmed", { ...access, kind: "check_in" }),
    ],
    scores: [
      busMessage("fraud.scored", {
        ...{ ...access, score: 10, reasons: [], scored_at: at, automated: false },
        ...{ geo_city: marker, evidence: { geo_jump: JSON.stringify({ from: marker }) } },
      }),
    ],
  };
}

beforeAll(async () => {
  host = await signedInHost({ tier: "business" });
  eventId = (await makeEvent(host)).id;
  const created = await host.api("POST", `/events/${eventId}/guests`, person, KEY);
  guest = await created.json<WireGuest>();
  ({ id: tokenId, token } = await issueLink(host, eventId, guest.id, { utm_source: marker, notify: true }));
  const headers = { ...browserHeaders(`Mozilla/5.0 ${marker}`, address), Referer: `https://${marker}.example/` };
  expect((await send(openRequest(token, headers))).status).toBe(200);
  const fingerprint = { timezone: marker };
  expect((await send(answerRequest(token, { fingerprint }, headers))).status).toBe(201);
  expect((await send(editRequest(token, { plus_ones: 0, fingerprint }, headers))).status).toBe(200);
  const arrival = { guest_id: guest.id, notes: `with ${marker}`, nonce: `${marker}-nonce` };
  expect((await host.api("POST", `/events/${eventId}/check-in`, arrival)).status).toBe(201);
  const logs = await (await host.api("GET", `/events/${eventId}/access-logs`)).json<{ items: { id: string }[] }>();
  accessLogId = logs.items.at(-1)?.id ?? "";
  const verdict = { verdict: "legitimate", note: `is ${marker}` };
  expect((await host.api("POST", `/events/${eventId}/access-logs/${accessLogId}/feedback`, verdict)).status).toBe(200);
  const message = await makeMessage(host, eventId, { mode: "send_now" });
  await mailTo(person.email);
  await finished(host, eventId, message.id);
  expect((await host.api("GET", `/events/${eventId}/analytics`)).status).toBe(200);
  const { notifier, access } = underWay();
  await consume("usher-notifier-dead", notifier);
  await consume("usher-access-dead", access);
  // Owed, and left behind for longer than the test takes: alone, and among others.
  const [alone, ...others] = [...notifier, ...access];
  const later = Date.now() + HOUR_MS;
  const stranger = busMessage("access.confirmed", {
    ...{ event_id: crypto.randomUUID(), guest_id: crypto.randomUUID(), access_log_id: crypto.randomUUID() },
    kind: "rsvp",
  });
  await env.DB.batch([
    env.DB.prepare("insert into outbox values (?, ?, ?, ?)").bind(
      ...[alone?.id, alone?.type, JSON.stringify(alone?.body), later],
    ),
    env.DB.prepare("insert into outbox values (?, 'chunk', ?, ?)").bind(
      ...[`chunk-${marker.slice(2)}`, JSON.stringify([...others, stranger]), later],
    ),
  ]);
  const journal = services().journals.of(message.id);
  await journal.begin(0, "run");
  const answer = { guestId: guest.id, status: "sent", reason: null, providerMessageId: marker } as const;
  await journal.note(0, "run", answer);
  await eventually(async () => {
    expect(await framesText()).toContain(marker);
    expect(await env.KV.list({ prefix: `analytics:1:${eventId}` })).toMatchObject({ keys: [{}] });
    const ids = { eventId, guestId: guest.id, accessLogId };
    expect(await engine.confirm({ ...ids, kind: ConfirmationKind.LEGITIMATE })).toMatchObject({ applied: true });
  });
  expect(await tablesContaining(TRACES)).toEqual([
    ...["access_logs", "access_tokens", "check_ins", "fraud_feedback", "guests", "idempotency_keys", "outbox", "rsvps"],
  ]);
  expect((await host.api("DELETE", `/events/${eventId}/guests/${guest.id}`)).status).toBe(204);
});

describe("a guest who is erased", () => {
  it("leaves nothing in any table, not even the id but where a list of recipients was cut", async () => {
    expect(await tablesContaining(TRACES)).toEqual([]);
    // What is owed to the erased guest is the last to know the id.
    await eventually(async () => expect(await tablesContaining([guest.id, tokenId])).toEqual(["message_batches"]));
    const chunk = await env.DB.prepare("select body from outbox where id = ?")
      .bind(`chunk-${marker.slice(2)}`)
      .first<{ body: string }>();
    expect(JSON.parse(chunk?.body ?? "[]")).toHaveLength(1);
  });

  it("leaves nothing with the engine, the monitors, the journals and at the edge", async () => {
    await eventually(async () => {
      const ids = { eventId, guestId: guest.id, accessLogId };
      expect(await engine.confirm({ ...ids, kind: ConfirmationKind.LEGITIMATE })).toMatchObject({ applied: false });
    });
    expect(await engine.forget({ eventId, guestId: guest.id })).toMatchObject({ erased: 0, complete: true });
    expect(await framesText()).not.toContain(marker);
    const objects = await env.DB.prepare("select id from messages where event_id = ? and claimed_at is not null")
      .bind(eventId)
      .all<{ id: string }>();
    for (const { id } of objects.results) {
      const kept = await runInDurableObject(env.DELIVERY_JOURNAL.get(env.DELIVERY_JOURNAL.idFromName(id)), (_, state) =>
        JSON.stringify([...state.storage.kv.list()]),
      );
      expect(kept).not.toContain(marker);
    }
    for (const { name } of (await env.KV.list()).keys) expect(await env.KV.get(name)).not.toContain(marker);
  });

  it("is not brought back by what was under way, delivered or dead", async () => {
    const { notifier, access, scores } = underWay();
    for (const [queue, messages] of Object.entries({ notifier, access, scores })) {
      const decisions = await consume(`usher-${queue}`, messages);
      expect(decisions.acked, queue).toHaveLength(messages.length);
      await consume(`usher-${queue}-dead`, messages);
    }
    await services().monitor.publish(eventId, {
      ...{ type: "check_in.undone", at: new Date().toISOString(), check_in_id: crypto.randomUUID() },
      guest: { id: guest.id, name: person.name },
    });
    expect(await tablesContaining([...TRACES, guest.id])).toEqual(["message_batches"]);
    expect(await framesText()).not.toContain(marker);
    expect(await engine.forget({ eventId, guestId: guest.id })).toMatchObject({ erased: 0 });
  });

  it("is not made anew by a late retry of the request that made it", async () => {
    const retry = await host.api("POST", `/events/${eventId}/guests`, person, KEY);
    expect(retry.status).toBe(409);
    expect(await retry.json()).toMatchObject({ error: "outcome_erased" });
    expect(await tablesContaining(TRACES)).toEqual([]);
  });

  it("stays while the guest is on the list, whatever a message says", async () => {
    const crowd = await makeEventFixture(host.id, 1);
    const { id, token: link } = firstOf(crowd);
    await send(openRequest(link));
    const forget = busMessage("access.forget", { event_id: crowd.eventId, guest_id: id });
    const whole = busMessage("access.forget", { event_id: crowd.eventId });
    expect((await consume("usher-access", [forget, whole])).acked).toEqual([0, 1]);
    // Only the bus brings a time of scoring: the engine knows the guest then, however long it took.
    const open = env.DB.prepare("select count(*) as n from access_logs where event_id = ? and scored_at is null");
    await eventually(async () => expect(await open.bind(crowd.eventId).first("n")).toBe(0));
    expect(await engine.forget({ eventId: crowd.eventId, guestId: id })).toMatchObject({ erased: 1 });
  });

  it("is forgotten late, not never, when the engine is away", async () => {
    const gone = { changes: { SCORING_ENGINE_URL: "http://127.0.0.1:9" } };
    const message = busMessage("access.forget", { event_id: eventId, guest_id: guest.id });
    expect((await consume("usher-access", [message], gone)).retried).toHaveLength(1);
    const sent: unknown[] = [];
    const queue = { ...env.ACCESS_QUEUE, sendBatch: async (batch: unknown[]) => void sent.push(...batch) };
    const changes = { ACCESS_QUEUE: queue as unknown as Queue };
    expect((await consume("usher-access-dead", [message], { changes })).acked).toEqual([0]);
    expect(sent).toMatchObject([{ body: { type: "access.forget", body: { guest_id: guest.id } } }]);
  });
});

describe("the guests of an event that is gone", () => {
  it("are forgotten by the engine when the account of its only owner is deleted", async () => {
    const owner = await signedInHost();
    const crowd = await makeEventFixture(owner.id, 2);
    for (const { token: link } of crowd.guests) await send(openRequest(link));
    await owner.api("DELETE", "/me");
    await eventually(async () => {
      for (const { id } of crowd.guests)
        expect(await engine.forget({ eventId: crowd.eventId, guestId: id })).toMatchObject({ erased: 0 });
    });
  });

  it("leave nothing when it is purged a month after it was closed", async () => {
    const owner = await signedInHost();
    const crowd = await makeEventFixture(owner.id, 2);
    for (const { token: link } of crowd.guests) await send(openRequest(link));
    await owner.api("DELETE", `/events/${crowd.eventId}`);
    await env.DB.prepare("update events set deleted_at = deleted_at - ? where id = ?")
      .bind(31 * DAY_MS, crowd.eventId)
      .run();
    await purgeClosed(services());
    await eventually(async () => {
      expect(await tablesContaining([crowd.eventId, ...crowd.guests.map(({ email }) => email)])).toEqual([]);
      expect(await engine.forget({ eventId: crowd.eventId })).toMatchObject({ erased: 0, complete: true });
    });
  });
});
