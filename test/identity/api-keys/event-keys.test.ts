import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../../support/account.ts";
import { type MadeKey, makeKey } from "../../support/api-key.ts";
import { type EventFixture, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { bodyFor, type Operation, pathFor, secured } from "../../support/operations.ts";
import { rowsOfEvent } from "../../support/rows-of.ts";

/** The operations of the document that accept an API key, on an event and on the account. */
const ofKeys = secured.filter(({ operation }) => operation.security.some((scheme) => "api_key" in scheme));
const onEvents = ofKeys.filter(({ path }) => path.includes("{eventId}"));
const onAccount = ofKeys.filter((one) => !onEvents.includes(one));

let host: Host;
/** The event of the key, and another one of the same host. */
let own: EventFixture;
let other: EventFixture;
/** A key with every scope, restricted to `own`; and one without a restriction. */
let key: MadeKey;
let free: MadeKey;
beforeAll(async () => {
  host = await signedInHost({ tier: "business" });
  own = await makeEventFixture(host.id, 1, { name: "Own event" });
  other = await makeEventFixture(host.id, 1, { name: "Other event" });
  key = await makeKey(host, { event_ids: [own.eventId] });
  free = await makeKey(host);
});

/** Status and code of an operation's response on an event. @param query added to the path */
async function answerOf(operation: Operation, { api }: MadeKey, event: EventFixture, query = ""): Promise<unknown[]> {
  const ids = { eventId: event.eventId, guestId: firstOf(event).id };
  const path = pathFor(operation, ids);
  const added = query && `${path.includes("?") ? "&" : "?"}${query}`;
  return outcomeOf(await api(operation.method.toUpperCase(), path + added, bodyFor(operation, ids)));
}

async function outcomeOf(response: Response): Promise<unknown[]> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
  const { error } = isJson ? (JSON.parse(text) as { error?: string }) : {};
  return error === undefined ? [response.status] : [response.status, error];
}

const NOT_FOUND = [404, "not_found"];
const TOO_NARROW = [403, "insufficient_scope"];

describe("a key of one event", () => {
  it.each(onEvents)("gets 404 for $method $path of another event, and changes nothing there", async (operation) => {
    const before = await rowsOfEvent(env.DB, other.eventId);
    expect(await answerOf(operation, key, other)).toEqual(NOT_FOUND);
    expect(await rowsOfEvent(env.DB, other.eventId)).toEqual(before);
    // Parameters are validated behind the check of the event: the 404 is the event's, not that of a missing row.
    expect(await answerOf(operation, key, other, "unknown=1")).toEqual(NOT_FOUND);
    expect(await answerOf(operation, key, own, "unknown=1")).toEqual([400, "unknown_parameter"]);
    expect(await answerOf(operation, free, other, "unknown=1")).toEqual([400, "unknown_parameter"]);
  });

  const json = async (response: Response) => (await response.json()) as { items: Record<string, unknown>[] };
  /** Endpoints of an unrestricted key: for the restricted key's event, for another event, and for all events. */
  const makeEndpoints = async (): Promise<string[]> => {
    const ids = [];
    for (const event_id of [own.eventId, other.eventId, undefined]) {
      const body = { url: "https://hooks.example.com/usher", types: ["*"], ...(event_id && { event_id }) };
      const made = await free.api("POST", "/webhook-endpoints", body);
      expect(made.status).toBe(201);
      ids.push((await made.json<{ id: string }>()).id);
    }
    return ids;
  };
  const deleteEndpoints = async (ids: readonly string[]) => {
    for (const id of ids) expect((await free.api("DELETE", `/webhook-endpoints/${id}`)).status).toBe(204);
  };
  /** The key reads the endpoint of its event, may not change the other key's, and learns of no further one. */
  const reachesEndpoint = (ofOwn: unknown[]) => async (operation: Operation) => {
    const ids = await makeEndpoints();
    const answers = ids.map(async (endpointId) => {
      const path = pathFor(operation, { endpointId });
      return outcomeOf(await key.api(operation.method.toUpperCase(), path, bodyFor(operation)));
    });
    expect(await Promise.all(answers)).toEqual([ofOwn, NOT_FOUND, NOT_FOUND]);
    await deleteEndpoints(ids);
  };
  const readsEndpoint = reachesEndpoint([200]);
  const changesNoEndpoint = reachesEndpoint([403, "session_required"]);

  /** Checks of each operation on the account, called with the key. A new operation needs an entry. */
  const CHECKS: Record<string, (operation: Operation) => Promise<void>> = {
    async listEvents() {
      const { items } = await json(await key.api("GET", "/events?limit=200"));
      expect(items.map(({ id }) => id)).toEqual([own.eventId]);
      expect((await json(await free.api("GET", "/events?limit=200"))).items.length).toBeGreaterThan(1);
    },
    async createEvent(operation) {
      expect(await answerOf(operation, key, own)).toEqual(TOO_NARROW);
    },
    async previewNewEvent(operation) {
      expect(await answerOf(operation, key, own)).toEqual(TOO_NARROW);
    },
    async listAttention() {
      // Each has a guest on the waitlist, so that each needs its host.
      for (const { eventId, guests } of [own, other]) {
        const path = `/events/${eventId}/guests/${guests[0]?.id}/rsvp`;
        expect((await host.api("PATCH", `/events/${eventId}`, { capacity: 1, waitlist: true })).status).toBe(200);
        const answered = await host.api("PUT", path, { response: "attending", plus_ones: 1 });
        expect(answered.status).toBeLessThan(300);
      }
      const { items } = await json(await key.api("GET", "/events/attention"));
      expect(items.map(({ event_id }) => event_id)).toEqual([own.eventId]);
      expect((await json(await free.api("GET", "/events/attention"))).items).toHaveLength(2);
    },
    async mintLiveTicket(operation) {
      expect(await answerOf(operation, key, other)).toEqual(NOT_FOUND);
      expect(await answerOf(operation, key, own)).toEqual([201]);
    },
    async uploadImage(operation) {
      expect(await answerOf(operation, key, own)).toEqual(TOO_NARROW);
      expect(await answerOf(operation, key, own, `event_id=${other.eventId}`)).toEqual(NOT_FOUND);
      expect(await answerOf(operation, key, own, `event_id=${own.eventId}`)).toEqual([400, "unsupported_image"]);
    },
    async createWebhookEndpoint(operation) {
      const body = bodyFor(operation) as object;
      for (const event_id of [other.eventId, undefined]) {
        const response = await key.api("POST", "/webhook-endpoints", { ...body, ...(event_id && { event_id }) });
        expect(await outcomeOf(response)).toEqual(TOO_NARROW);
      }
    },
    async readWebhookEndpoints() {
      const ids = await makeEndpoints();
      const { items } = await json(await key.api("GET", "/webhook-endpoints"));
      expect(items.map(({ id }) => id)).toEqual(ids.slice(0, 1));
      expect((await json(await free.api("GET", "/webhook-endpoints"))).items).toHaveLength(3);
      await deleteEndpoints(ids);
    },
    readWebhookEndpoint: readsEndpoint,
    readWebhookDeliveries: readsEndpoint,
    changeWebhookEndpoint: changesNoEndpoint,
    deleteWebhookEndpoint: changesNoEndpoint,
    rotateWebhookSecret: changesNoEndpoint,
    testWebhookEndpoint: changesNoEndpoint,
    redeliverWebhook: changesNoEndpoint,
  };

  it("has a check for each operation on the account that accepts keys", () => {
    expect(Object.keys(CHECKS).sort()).toEqual(onAccount.map(({ operation }) => operation.operationId).sort());
  });

  it.each(onAccount)("reaches with $method $path only what belongs to its event", async (operation) => {
    const check = CHECKS[operation.operation.operationId];
    if (check === undefined) throw new Error("the operation has no check");
    await check(operation);
  });

  it("copies its event into no new one", async () => {
    const copy = { name: "Gala", event_date: new Date(Date.now() + 86_400_000).toISOString() };
    expect(await outcomeOf(await key.api("POST", `/events/${own.eventId}/copy`, copy))).toEqual(TOO_NARROW);
  });

  it("replays no response that another key or session got for another event", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const guest = { name: "Grace" };
    const first = await host.api("POST", `/events/${other.eventId}/guests`, guest, headers);
    expect(first.status).toBe(201);
    expect(await outcomeOf(await key.api("POST", `/events/${other.eventId}/guests`, guest, headers))).toEqual(
      NOT_FOUND,
    );
  });
});
