import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, it } from "vitest";
import {
  AccessEvents,
  ConfirmationKind,
  ConfirmationSchema,
  ForgetRequestSchema,
} from "../../proto/fraud/v1/fraud_pb.js";
import { callUnary } from "../../src/adapters/grpc-web.ts";
import { DAY_MS, HOUR_MS } from "../../src/kernel/clock.ts";
import { journalOf } from "../../src/messaging/broadcasts/journals.ts";
import { monitorOf } from "../../src/platform/activities/monitors.ts";
import { purgeClosedEvents } from "../../src/privacy/erase-event.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { WAIT_LIMIT_MS } from "../../testkit/wait-limit.ts";
import { freshAddress, type Host, signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { mailTo } from "../support/mailbox.ts";
import { finished, makeMessage, messagesOf } from "../support/message.ts";
import { busMessage, consume } from "../support/queue.ts";
import { columnsContaining, tablesContaining, tablesErasedWith, textColumns } from "../support/tables-containing.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);
const services = () => createRequestContext(env, (work) => void work());
const KEY = { "Idempotency-Key": crypto.randomUUID() };

/** The engine as the Worker reaches it. */
const peer = { url: String(env.SCORING_ENGINE_URL), secret: String(env.SCORING_ENGINE_SECRET) };
const callOptions = () => ({ signal: AbortSignal.timeout(WAIT_LIMIT_MS), timeoutMs: WAIT_LIMIT_MS });
const engine = {
  confirm: (message: MessageInitShape<typeof ConfirmationSchema>) =>
    callUnary(peer, AccessEvents.method.confirm, create(ConfirmationSchema, message), callOptions()),
  erase: (message: MessageInitShape<typeof ForgetRequestSchema>) =>
    callUnary(peer, AccessEvents.method.forget, create(ForgetRequestSchema, message), callOptions()),
};

/** Texts that only this guest has. */
const marker = `zq${crypto.randomUUID().slice(0, 8)}`;
const address = freshAddress();
const phone = `+4915${String(crypto.getRandomValues(new Uint32Array(1))[0]).padStart(10, "7")}`;
const TRACES = [marker, address, phone];
/** Tables that keep the random ID of a guest who was erased: it says nothing about the person any more. */
const ID_REMAINS = ["audit_records"];
const person = {
  name: `Grace ${marker}`,
  email: `${marker}@example.com`,
  phone,
  notes: `knows ${marker}`,
  tags: [`tag ${marker}`],
  table: `Table ${marker}`,
  external_id: `crm-${marker}`,
  companions: [{ name: `Ben ${marker}` }],
};

/** The columns that get the marker, outside the tables that lose the guest's rows by a cascade: erasure has to find them. */
const MARKED = [
  "audit_records.before",
  "audit_records.after",
  "idempotency_keys.outcome",
  "messages.subject",
  "messages.body",
  "messages.translations",
  "outbox.body",
];
/** The other text columns, by what they have instead of what a guest is called. */
const OTHERS = {
  identifiersAndDigests: /\.(id|\w+_id|\w+_by|hash|\w+_hash|\w+_digest|salt|dedupe_key)$/,
  valuesOfAList:
    /\.(kind|status|role|tier|type|queue|channel|slug|audience|notice|skip_reason|not_invited|response|method|purpose|risk|provider|bounce_type|action|actor_kind|key)$|^stalled_waitlists\.reason$/,
  accounts:
    /^(users|sessions|account_log|email_changes|passkeys|totp_secrets|api_keys|collaborator_invites|webhook_endpoints|alert_settings|sending_pauses|operator_log)\./,
  whatHostsSayOfTheEvent:
    /^(events|event_\w+|reply_to_requests|uploads|door_devices|messages\.changed_from|audit_records\.actor_key_name|audit_records\.target)/,
  // A tag, which names a group.
  tags: /^messages\.segment$/,
  // A server's reply about an address; a trigger deletes the row.
  deliveries: /^message_deliveries\.reason$/,
  // IDs and times only.
  deadLetters: /^dead_letters\.body$/,
  // An account, an event, a calling code, or all.
  budgets: /^text_counts\.scope$/,
  // Empty once the part is done.
  bounds: /^message_batches\.(from|before)_guest$/,
  // At least ten guests have replied from it.
  networks: /^reply_networks\.network$/,
  platform: /^(feature_flags\.description|access_log_aggregation\.after_event)$/,
  // Addresses that get nothing must be known to get nothing.
  suppressed: /^(suppressions|host_unsubscribes|sms_opt_outs)\./,
};

let host: Host;
let eventId: string;
let guest: WireGuest;
let tokenId: string;
let token: string;
let accessLogId: string;
let scheduledId: string;

const framesText = () =>
  runInDurableObject(env.EVENT_MONITOR.get(env.EVENT_MONITOR.idFromName(eventId)), (_, state) =>
    JSON.stringify(state.storage.sql.exec("select frame from activities").toArray()),
  );

/** One message of each type about the guest that can be in flight. */
function messagesInFlight() {
  const ids = { event_id: eventId, guest_id: guest.id, token_id: tokenId };
  const at = new Date().toISOString();
  const access = { ...ids, access_log_id: accessLogId };
  const link = `https://usher.test/i/${token}`;
  const rsvp = { event_id: eventId, guest_id: guest.id, rsvp_id: crypto.randomUUID(), submitted_at: at };
  const seen = { ip_address: address, user_agent: marker, referrer: marker, fingerprint: { timezone: marker } };
  return {
    notifier: [
      busMessage("invitation.send", {
        ...ids,
        guest_name: person.name,
        guest_email: person.email,
        host_name: "Ada",
        event_name: "Party",
        event_date: at,
        issued_at: at,
        link,
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
        ...access,
        score: 10,
        reasons: [],
        scored_at: at,
        automated: false,
        geo_city: marker,
        evidence: { geo_jump: JSON.stringify({ from: marker }) },
      }),
    ],
  };
}

beforeAll(async () => {
  host = await signedInHost({ tier: "business" });
  eventId = (await makeEvent(host, { companion_names: "optional" })).id;
  const asked = await host.api("PUT", `/events/${eventId}/questions`, { items: [{ label: "A song", kind: "text" }] });
  const [song] = (await asked.json<{ items: { id: string }[] }>()).items;
  const created = await host.api("POST", `/events/${eventId}/guests`, person, KEY);
  guest = await created.json<WireGuest>();
  ({ id: tokenId, token } = await issueLink(host, eventId, guest.id, { utm_source: marker, notify: true }));
  const headers = { ...browserHeaders(`Mozilla/5.0 ${marker}`, address), Referer: `https://${marker}.example/` };
  expect((await send(openRequest(token, headers))).status).toBe(200);
  const fingerprint = { timezone: marker };
  const party = { companions: [{ name: `Ben ${marker}` }], answers: { [song?.id ?? ""]: `Ode to ${marker}` } };
  expect((await send(answerRequest(token, { ...party, fingerprint }, headers))).status).toBe(201);
  expect((await send(editRequest(token, { plus_ones: 0, fingerprint }, headers))).status).toBe(200);
  const arrival = { guest_id: guest.id, notes: `with ${marker}`, nonce: `${marker}-nonce` };
  expect((await host.api("POST", `/events/${eventId}/check-in`, arrival)).status).toBe(201);
  const logs = await (await host.api("GET", `/events/${eventId}/access-logs`)).json<{ items: { id: string }[] }>();
  accessLogId = logs.items.at(-1)?.id ?? "";
  const verdict = { verdict: "legitimate", note: `is ${marker}` };
  expect((await host.api("POST", `/events/${eventId}/access-logs/${accessLogId}/feedback`, verdict)).status).toBe(200);
  // Written to the guest, to the guest and another, and to everyone, by name.
  const letter = { subject: `For ${marker}`, body: `Dear ${marker}`, channel: "email" };
  const write = `/events/${eventId}/guests/${guest.id}/messages`;
  expect((await host.api("POST", write, letter, { "Idempotency-Key": crypto.randomUUID() })).status).toBe(201);
  const other = await (await host.api("POST", `/events/${eventId}/guests`, { name: "Ann" })).json<WireGuest>();
  const named = { subject: `${person.name} and Ann`, body: `Ann, bring ${person.name.toUpperCase()}! ${person.email}` };
  const translations = { de: { subject: `Für ${person.name}`, body: `Ruf ${phone} an.` } };
  await makeMessage(host, eventId, { ...named, translations, guest_ids: [guest.id, other.id], audience: undefined });
  await makeMessage(host, eventId, { ...named, translations });
  const sendAt = new Date(Date.now() + DAY_MS).toISOString();
  const scheduled = { ...letter, mode: "schedule", send_at: sendAt, guest_ids: [guest.id], audience: undefined };
  scheduledId = (await makeMessage(host, eventId, scheduled)).id;
  const { id: cancelledId } = await makeMessage(host, eventId, scheduled);
  expect((await host.api("DELETE", `/events/${eventId}/messages/${cancelledId}`)).status).toBe(204);
  const message = await makeMessage(host, eventId, { mode: "send_now" });
  await mailTo(person.email);
  await finished(host, eventId, message.id);
  expect((await host.api("GET", `/events/${eventId}/analytics`)).status).toBe(200);
  const { notifier, access } = messagesInFlight();
  await consume("usher-notifier-dead", notifier);
  await consume("usher-access-dead", access);
  // Unpublished rows of the outbox, alone and in a chunk, due after the test.
  const [alone, ...others] = [...notifier, ...access];
  const later = Date.now() + HOUR_MS;
  const stranger = busMessage("access.confirmed", {
    event_id: crypto.randomUUID(),
    guest_id: crypto.randomUUID(),
    access_log_id: crypto.randomUUID(),
    kind: "rsvp",
  });
  await env.DB.batch([
    env.DB.prepare("insert into outbox values (?, ?, ?, ?)").bind(
      alone?.id,
      alone?.type,
      JSON.stringify(alone?.body),
      later,
    ),
    env.DB.prepare("insert into outbox values (?, 'chunk', ?, ?)").bind(
      `chunk-${marker.slice(2)}`,
      JSON.stringify([...others, stranger]),
      later,
    ),
  ]);
  const journal = journalOf(services(), message.id);
  await journal.acquireLease(0, "run");
  const answer = {
    guestId: guest.id,
    status: "sent",
    reason: null,
    provider: "smtp",
    providerMessageId: marker,
  } as const;
  await journal.record(0, "run", answer);
  await eventually(async () => {
    expect(await framesText()).toContain(marker);
    expect(await env.KV.list({ prefix: `analytics:2:${eventId}` })).toMatchObject({ keys: [{}] });
    const ids = { eventId, guestId: guest.id, accessLogId };
    expect(await engine.confirm({ ...ids, kind: ConfirmationKind.LEGITIMATE })).toMatchObject({ applied: true });
  });
  const marked = await columnsContaining(TRACES);
  expect(marked.filter((column) => !MARKED.includes(column))).toSatisfy((rest: string[]) => rest.length > 20);
  expect(marked).toEqual(expect.arrayContaining(MARKED));
  expect((await host.api("DELETE", `/events/${eventId}/guests/${guest.id}`)).status).toBe(204);
});

describe("erasure of a guest", () => {
  it("leaves nothing in any table, and the ID only in the audit", async () => {
    expect(await tablesContaining(TRACES)).toEqual([]);
    // The erasure message is the last row with the id.
    await eventually(async () => expect(await tablesContaining([guest.id, tokenId])).toEqual(ID_REMAINS));
    const chunk = await env.DB.prepare("select body from outbox where id = ?")
      .bind(`chunk-${marker.slice(2)}`)
      .first<{ body: string }>();
    expect(JSON.parse(chunk?.body ?? "[]")).toHaveLength(1);
  });

  it("covers every text column of the schema", async () => {
    const [columns, erased] = await Promise.all([textColumns(), tablesErasedWith("guests")]);
    const reasons = Object.values(OTHERS);
    const isKnown = (column: string) =>
      erased.has(column.replace(/\..*/, "")) ||
      MARKED.includes(column) ||
      reasons.some((reason) => reason.test(column));
    expect(columns.filter((column) => !isKnown(column))).toEqual([]);
    expect(columns).toEqual(expect.arrayContaining(MARKED));
  });

  it("leaves the other text of messages, and cancels what was scheduled for the guest", async () => {
    const messages = await messagesOf(host, eventId);
    expect(messages.find(({ id }) => id === scheduledId)).toMatchObject({ status: "cancelled", subject: "", body: "" });
    const named = messages.filter(({ subject }) => subject === "… and Ann");
    expect(named).toHaveLength(2);
    for (const message of named)
      expect(message).toMatchObject({ body: "Ann, bring …! …", translations: { de: { body: "Ruf … an." } } });
  });

  it("leaves nothing in the engine, the monitors, the delivery journals and KV", async () => {
    await eventually(async () => {
      const ids = { eventId, guestId: guest.id, accessLogId };
      expect(await engine.confirm({ ...ids, kind: ConfirmationKind.LEGITIMATE })).toMatchObject({ applied: false });
    });
    expect(await engine.erase({ eventId, guestId: guest.id })).toMatchObject({ erased: 0, complete: true });
    expect(await framesText()).not.toContain(marker);
    const objects = await env.DB.prepare("select id from messages where event_id = ? and claimed_at is not null")
      .bind(eventId)
      .all<{ id: string }>();
    for (const { id } of objects.results) {
      const stored = await runInDurableObject(
        env.DELIVERY_JOURNAL.get(env.DELIVERY_JOURNAL.idFromName(id)),
        (_, state) => JSON.stringify([...state.storage.kv.list()]),
      );
      expect(stored).not.toContain(marker);
    }
    for (const { name } of (await env.KV.list()).keys) expect(await env.KV.get(name)).not.toContain(marker);
  });

  it("stays erased despite queue messages in flight, delivered or dead-lettered", async () => {
    const { notifier, access, scores } = messagesInFlight();
    for (const [queue, messages] of Object.entries({ notifier, access, scores })) {
      const decisions = await consume(`usher-${queue}`, messages);
      expect(decisions.acked, queue).toHaveLength(messages.length);
      await consume(`usher-${queue}-dead`, messages);
    }
    await monitorOf(services(), eventId).publish(eventId, {
      type: "check_in.undone",
      at: new Date().toISOString(),
      check_in_id: crypto.randomUUID(),
      guest: { id: guest.id, name: person.name },
    });
    expect(await tablesContaining([...TRACES, guest.id])).toEqual(ID_REMAINS);
    expect(await framesText()).not.toContain(marker);
    expect(await engine.erase({ eventId, guestId: guest.id })).toMatchObject({ erased: 0 });
  });

  it("stays erased despite a late retry of the request that created the guest", async () => {
    const retry = await host.api("POST", `/events/${eventId}/guests`, person, KEY);
    expect(retry.status).toBe(409);
    expect(await retry.json()).toMatchObject({ error: "outcome_erased" });
    expect(await tablesContaining(TRACES)).toEqual([]);
  });

  it("keeps a guest who is on the list despite an erasure message", async () => {
    const fixture = await makeEventFixture(host.id, 1);
    const { id, token: link } = firstOf(fixture);
    await send(openRequest(link));
    const ofGuest = busMessage("access.forget", { event_id: fixture.eventId, guest_id: id });
    const ofEvent = busMessage("access.forget", { event_id: fixture.eventId });
    expect((await consume("usher-access", [ofGuest, ofEvent])).acked).toEqual([0, 1]);
    // Only the queue's consumer writes `scored_at`: then the engine has the guest.
    const open = env.DB.prepare("select count(*) as n from access_logs where event_id = ? and scored_at is null");
    await eventually(async () => expect(await open.bind(fixture.eventId).first("n")).toBe(0));
    expect(await engine.erase({ eventId: fixture.eventId, guestId: id })).toMatchObject({ erased: 1 });
  });

  it("retries the erasure later when the engine is down", async () => {
    const engineDown = { changes: { SCORING_ENGINE_URL: "http://127.0.0.1:9" } };
    const message = busMessage("access.forget", { event_id: eventId, guest_id: guest.id });
    expect((await consume("usher-access", [message], engineDown)).retried).toHaveLength(1);
    const sent: unknown[] = [];
    const queue = { ...env.ACCESS_QUEUE, sendBatch: async (batch: unknown[]) => void sent.push(...batch) };
    const changes = { ACCESS_QUEUE: queue as unknown as Queue };
    expect((await consume("usher-access-dead", [message], { changes })).acked).toEqual([0]);
    expect(sent).toMatchObject([{ body: { type: "access.forget", body: { guest_id: guest.id } } }]);
  });
});

describe("guests of a deleted event", () => {
  it("erases them from the engine when the account of the only owner is deleted", async () => {
    const owner = await signedInHost();
    const fixture = await makeEventFixture(owner.id, 2);
    for (const { token: link } of fixture.guests) await send(openRequest(link));
    await owner.api("DELETE", "/me");
    await eventually(async () => {
      for (const { id } of fixture.guests)
        expect(await engine.erase({ eventId: fixture.eventId, guestId: id })).toMatchObject({ erased: 0 });
    });
  });

  it("erases everything when the event is purged a month after its deletion", async () => {
    const owner = await signedInHost();
    const fixture = await makeEventFixture(owner.id, 2);
    for (const { token: link } of fixture.guests) await send(openRequest(link));
    await owner.api("DELETE", `/events/${fixture.eventId}`);
    await env.DB.prepare("update events set deleted_at = deleted_at - ? where id = ?")
      .bind(31 * DAY_MS, fixture.eventId)
      .run();
    await purgeClosedEvents(services());
    await eventually(async () => {
      expect(await tablesContaining([fixture.eventId, ...fixture.guests.map(({ email }) => email)])).toEqual([]);
      expect(await engine.erase({ eventId: fixture.eventId })).toMatchObject({ erased: 0, complete: true });
    });
  });
});
