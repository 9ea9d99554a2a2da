import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import type { RequestContext } from "../../../src/context.ts";
import { deliverWebhooks } from "../../../src/live/webhooks/deliver-webhooks.ts";
import { reencryptWebhookSecrets } from "../../../src/live/webhooks/reencrypt-webhook-secrets.ts";
import { resumeWebhooks } from "../../../src/live/webhooks/resume-webhooks.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { capturingQueue } from "../../support/broadcast.ts";
import { addMember, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { answerRequest, openRequest } from "../../support/guest-requests.ts";
import { mailTo } from "../../support/mailbox.ts";
import { busMessage } from "../../support/queue.ts";
import { costOf } from "../../support/recording-env.ts";
import { freshReceiver, type ReceivedWebhook } from "../../support/webhook-receiver.ts";

const DAY_MS = 86_400_000;

interface Endpoint {
  id: string;
  secret: string;
  url: string;
  status: string;
}

interface Delivery {
  id: string;
  type: string;
  status: string;
  attempts: number;
  response_status: number | null;
  sequence: number | null;
}

async function addEndpoint(host: Host, url: string, input: object = {}): Promise<Endpoint> {
  const response = await host.api("POST", "/webhook-endpoints", { url, types: ["*"], ...input });
  expect(response.status).toBe(201);
  return response.json();
}

/** A host with an event and a receiver that gets everything of it. */
async function hooked(choices: { size?: number; types?: string[]; shard?: number } = {}) {
  const { size = 3, types = ["*"] } = choices;
  const host = await signedInHost({ tier: "business" });
  const fixture = await makeEventFixture(host.id, size);
  const receiver = freshReceiver();
  const endpoint = await addEndpoint(host, receiver.url, { types });
  const { eventId } = fixture;
  return { host, fixture, eventId, receiver, endpoint, path: `/webhook-endpoints/${endpoint.id}` };
}

const checkIn = (host: Host, eventId: string, guestId: string | undefined) =>
  host.api("POST", `/events/${eventId}/check-in`, { guest_id: guestId });

async function deliveriesOf(host: Host, path: string): Promise<Delivery[]> {
  return (await (await host.api("GET", `${path}/deliveries`)).json<{ items: Delivery[] }>()).items;
}

/** Sends what is due as a Worker does whose clock is ahead. */
async function deliverLater(eventId: string, aheadMs: number): Promise<void> {
  const deferred: Promise<unknown>[] = [];
  const ctx: RequestContext = {
    ...createRequestContext(env, (work) => void deferred.push(work())),
    clock: { now: () => Date.now() + aheadMs },
  };
  const outcomes = await deliverWebhooks(ctx, [busMessage("webhooks.deliver", { event_id: eventId })]);
  expect(outcomes).toMatchObject([{ status: "fulfilled" }]);
  await Promise.all(deferred);
}

/** Ends waits for a receiver's answer after an instant, until the test ends. @returns how long each would have been */
function endWaitsForAnswers(): number[] {
  const { timeout } = AbortSignal;
  const waits: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    waits.push(ms);
    return timeout.call(AbortSignal, 100);
  });
  return waits;
}

const sequencesOf = (received: readonly ReceivedWebhook[]) => received.map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("webhooks: GET /webhook-endpoints, GET /webhook-endpoints/{endpointId}/deliveries, POST /webhook-endpoints/{endpointId}/deliveries/{deliveryId}/redeliver, GET /webhook-endpoints/{endpointId}, POST /webhook-endpoints/{endpointId}/test", () => {
  it("delivers an event's activities in order, signed, without a token or an address", async () => {
    const { host, eventId, receiver, endpoint, path } = await hooked({ size: 0 });
    const created = await host.api("POST", `/events/${eventId}/guests`, { name: "Ada", email: "ada@example.com" });
    const { id: guestId } = await created.json<{ id: string }>();
    await host.api("PATCH", `/events/${eventId}/guests/${guestId}`, { name: "Ada L.", table: "7" });
    const issued = await host.api("POST", `/events/${eventId}/tokens`, { guest_id: guestId });
    const { link } = await issued.json<{ link: string }>();
    const token = link.split("/i/")[1] ?? "";
    await eventually(async () => expect((await receiver.taken()).map(({ type }) => type)).toContain("invitation.sent"));
    expect((await costOf(openRequest(token))).response.status).toBe(200);
    expect((await costOf(answerRequest(token))).response.status).toBe(201);
    expect((await checkIn(host, eventId, guestId)).status).toBe(201);
    // A score that the engine gave late comes by its queue.
    await eventually(async () => expect(await receiver.taken()).toHaveLength(8));
    await host.api("POST", `/events/${eventId}/cancel`, { notify: false });
    await host.api("DELETE", `/events/${eventId}/guests/${guestId}`);
    await eventually(async () => expect((await receiver.taken()).at(-1)?.type).toBe("guest.deleted"));
    const received = await receiver.taken();
    expect(received.map(({ type }) => type).toSorted()).toEqual(
      [
        "access.scored",
        "access.scored",
        "check_in.recorded",
        "event.cancelled",
        "guest.created",
        "guest.deleted",
        "guest.updated",
        "invitation.opened",
        "invitation.sent",
        "rsvp.submitted",
      ].toSorted(),
    );
    expect(sequencesOf(received)).toEqual(upTo(10));
    expect(received[0]).toMatchObject({ type: "guest.created", data: { event_id: eventId, guest: { id: guestId } } });
    expect(received[1]).toMatchObject({ type: "guest.updated", data: { changed: ["name", "table"] } });
    expect(received.at(-1)).toMatchObject({ data: { guest_id: guestId } });
    expect(new Set(received.map(({ id }) => id)).size).toBe(10);
    const bodies = received.map(({ call }) => call.body).join();
    for (const secret of [token, "ada@example.com", endpoint.secret]) expect(bodies).not.toContain(secret);
    for (const { call } of received) new Webhook(endpoint.secret).verify(call.body, call.headers);
    await eventually(async () => {
      const stored = await deliveriesOf(host, path);
      expect(stored.map(({ status, attempts, response_status }) => [status, attempts, response_status])).toEqual(
        received.map(() => ["delivered", 1, 204]),
      );
      expect(stored.map(({ id }) => id).sort()).toEqual(received.map(({ id }) => id).sort());
    });
    // The guest is no longer in the resumed activity, and no number is missing.
    await eventually(async () => {
      const resumed = await (await host.api("GET", `/events/${eventId}/activity?after=0`)).json<{ items: object[] }>();
      expect(resumed.items.map((item) => (item as { sequence: number }).sequence)).toEqual(upTo(10));
      expect(JSON.stringify(resumed)).not.toContain("Ada");
      expect(resumed.items.at(-1)).toMatchObject({ type: "guest.deleted", guest_id: guestId });
    });
  });

  it.each([
    ["fails", { status: 500 }],
    ["redirects", { redirectsTo: "/elsewhere" }],
    ["is gone for good, it says", { status: 410 }],
  ])("retries a receiver that %s, and keeps the order", async (_, behaviour) => {
    const { host, fixture, eventId, receiver, path } = await hooked({ types: ["check_in.recorded"] });
    await receiver.behave(behaviour);
    await checkIn(host, eventId, fixture.guests[0]?.id);
    await eventually(async () => expect(await receiver.all()).toHaveLength(1));
    await checkIn(host, eventId, fixture.guests[1]?.id);
    await checkIn(host, eventId, fixture.guests[2]?.id);
    await eventually(async () => expect(await deliveriesOf(host, path)).toHaveLength(3));
    await eventually(async () => expect((await deliveriesOf(host, path)).at(-1)?.attempts).toBe(1));
    // After the second wait.
    await deliverLater(eventId, 6_000);
    await receiver.behave({});
    await deliverLater(eventId, 400_000);
    const [first, second, ...others] = await receiver.all();
    expect([first, second].map((call) => call?.id)).toEqual([others[0]?.id, others[0]?.id]);
    expect(sequencesOf(others)).toEqual([1, 2, 3]);
    const stored = (await deliveriesOf(host, path)).reverse();
    expect(stored.map(({ status, attempts }) => [status, attempts])).toEqual([
      ["delivered", 3],
      ["delivered", 1],
      ["delivered", 1],
    ]);
  });

  it("gives up a receiver that hangs after ten seconds, and stops reading an endless response", async () => {
    const slow = await hooked({ types: ["check_in.recorded"] });
    const endless = await hooked({ types: ["check_in.recorded"] });
    await slow.receiver.behave({ hangs: true });
    await endless.receiver.behave({ isEndless: true, status: 200 });
    await checkIn(endless.host, endless.eventId, firstOf(endless.fixture).id);
    await eventually(async () =>
      expect(await deliveriesOf(endless.host, endless.path)).toMatchObject([{ status: "delivered", attempts: 1 }]),
    );
    const waits = endWaitsForAnswers();
    await checkIn(slow.host, slow.eventId, firstOf(slow.fixture).id);
    await eventually(async () =>
      expect(await deliveriesOf(slow.host, slow.path)).toMatchObject([
        { status: "pending", attempts: 1, response_status: null },
      ]),
    );
    expect(waits[0]).toBe(10_000);
    const { results } = await env.DB.prepare("select url from webhook_endpoints where id = ?")
      .bind(endless.endpoint.id)
      .all();
    expect(results).toHaveLength(1);
  });

  it("follows no chain of redirects, reads no 10 GB response, and rejects a wrong certificate", async () => {
    const { host, receiver, path } = await hooked();
    const send = async () => (await host.api("POST", `${path}/test`)).json<Delivery>();
    // A receiver that redirects to itself would be called as often as redirects are followed.
    await receiver.behave({ redirectsTo: receiver.url });
    expect(await send()).toMatchObject({ status: "failed", response_status: 307 });
    expect(await receiver.all()).toHaveLength(1);
    await receiver.behave({ status: 200, isHuge: true });
    expect(await send()).toMatchObject({ status: "delivered", response_status: 200 });
    expect((await host.api("PATCH", path, { url: receiver.tlsUrl })).status).toBe(200);
    await receiver.behave({});
    expect(await send()).toMatchObject({ status: "failed", response_status: null });
    expect(await receiver.all()).toHaveLength(2);
  });

  it("retries with the same ID after a crashed run", async () => {
    const { host, fixture, eventId, receiver, path } = await hooked({ types: ["check_in.recorded"] });
    await receiver.behave({ status: 500 });
    await checkIn(host, eventId, firstOf(fixture).id);
    await eventually(async () => expect((await deliveriesOf(host, path))[0]?.attempts).toBe(1));
    // Simulate a Worker that was killed while it sent the delivery.
    await env.DB.prepare(
      "update webhook_deliveries set next_attempt_at = 0, leased_by = 'dead', leased_until = ? where event_id = ?",
    )
      .bind(Date.now() + 2_000, eventId)
      .run();
    await receiver.behave({});
    await deliverLater(eventId, 0);
    expect(await receiver.all()).toHaveLength(1);
    await env.DB.prepare("update webhook_deliveries set leased_until = 1 where event_id = ?").bind(eventId).run();
    const { queue, captured } = capturingQueue();
    await resumeWebhooks(createRequestContext({ ...env, WEBHOOKS_QUEUE: queue }, () => undefined));
    expect(captured).toContainEqual(expect.objectContaining({ body: { event_id: eventId } }));
    await deliverLater(eventId, 0);
    const [failed, taken] = await receiver.all();
    expect([failed?.call.status, taken?.call.status]).toEqual([500, 204]);
    expect(taken?.id).toBe(failed?.id);
  });

  it("disables the endpoint after five days of failures with an email, and resumes when enabled", async () => {
    const { host, fixture, eventId, receiver, path } = await hooked({ types: ["check_in.recorded"] });
    await receiver.behave({ status: 503 });
    await checkIn(host, eventId, fixture.guests[0]?.id);
    await eventually(async () => expect((await deliveriesOf(host, path))[0]?.attempts).toBe(1));
    await checkIn(host, eventId, fixture.guests[1]?.id);
    for (let at = DAY_MS; at <= 6 * DAY_MS; at += DAY_MS / 2) await deliverLater(eventId, at);
    expect(await (await host.api("GET", path)).json()).toMatchObject({ status: "ended" });
    await mailTo(host.email, { subject: "We stopped a webhook" });
    const before = (await receiver.all()).length;
    await deliverLater(eventId, 20 * DAY_MS);
    expect(await receiver.all()).toHaveLength(before);
    await receiver.behave({});
    expect(await (await host.api("PATCH", path, { status: "enabled" })).json()).toMatchObject({
      status: "enabled",
      failing_since: null,
    });
    await deliverLater(eventId, 20 * DAY_MS);
    const [last] = await receiver.taken();
    expect(last?.type).toBe("check_in.recorded");
    // A delivery that used up its attempts is sent again by hand, with its own ID.
    const failed = (await deliveriesOf(host, path)).find(({ status }) => status === "failed");
    expect(failed?.attempts).toBe(8);
    expect((await host.api("POST", `${path}/deliveries/${failed?.id}/redeliver`)).status).toBe(202);
    await eventually(async () => expect((await receiver.taken()).map(({ id }) => id)).toContain(failed?.id));
  });

  it("signs with the old and the new secret for a day, and then only with the new one", async () => {
    const { receiver, host, endpoint, path } = await hooked();
    const rotated = await (await host.api("POST", `${path}/rotate-secret`)).json<{
      secret: string;
      previous_until: string;
    }>();
    expect(rotated.secret).not.toBe(endpoint.secret);
    expect(Date.parse(rotated.previous_until) - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    const send = async () => (await host.api("POST", `${path}/test`)).json<Delivery>();
    expect(await send()).toMatchObject({ type: "webhook.test", status: "delivered", response_status: 204 });
    await env.DB.prepare("update webhook_endpoints set previous_until = 1 where id = ?").bind(endpoint.id).run();
    await send();
    const [both, one] = (await receiver.all()).map(({ call }) => call);
    if (both === undefined || one === undefined) throw new Error("no calls");
    for (const { secret } of [endpoint, rotated])
      expect(new Webhook(secret).verify(both.body, both.headers)).toMatchObject({ type: "webhook.test" });
    expect(new Webhook(rotated.secret).verify(one.body, one.headers)).toBeTruthy();
    expect(() => new Webhook(endpoint.secret).verify(one.body, one.headers)).toThrow("No matching signature");
    const { results } = await env.DB.prepare("select * from webhook_endpoints where id = ?").bind(endpoint.id).all();
    expect(JSON.stringify(results)).not.toContain(rotated.secret.slice("whsec_".length));
    expect(JSON.stringify(await (await host.api("GET", path)).json())).not.toContain("whsec_");
  });

  it("keeps the secrets through a change of the platform secret", async () => {
    const { endpoint, path, host, receiver } = await hooked();
    const changed = { PLATFORM_SECRET: "the next platform secret, which is long enough" };
    const both = { ...env, ...changed, PLATFORM_SECRET_PREVIOUS: String(env.PLATFORM_SECRET) };
    expect(await reencryptWebhookSecrets(createRequestContext(both, () => undefined))).toBeGreaterThan(0);
    const back = { ...env, PLATFORM_SECRET_PREVIOUS: changed.PLATFORM_SECRET };
    expect(await reencryptWebhookSecrets(createRequestContext(back, () => undefined))).toBeGreaterThan(0);
    await host.api("POST", `${path}/test`);
    const [call] = (await receiver.all()).map(({ call: found }) => found);
    expect(new Webhook(endpoint.secret).verify(call?.body ?? "", call?.headers ?? {})).toBeTruthy();
  });

  it("delivers to owners and editors while they have the role, and hides endpoints from other users", async () => {
    const { host, fixture, eventId } = await hooked();
    const [editor, viewer, stranger] = await Promise.all([signedInHost(), signedInHost(), signedInHost()]);
    await addMember(eventId, editor.id, "editor");
    await addMember(eventId, viewer.id, "viewer");
    const [own, all, foreign] = [freshReceiver(), freshReceiver(), freshReceiver()];
    const endpoint = await addEndpoint(editor, own.url, { event_id: eventId });
    await addEndpoint(editor, all.url);
    await addEndpoint(stranger, foreign.url);
    const refused = (who: Host) =>
      who.api("POST", "/webhook-endpoints", { url: own.url, types: ["*"], event_id: eventId });
    expect([(await refused(viewer)).status, (await refused(stranger)).status]).toEqual([403, 404]);
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", ""],
      ["GET", "/deliveries"],
      ["POST", "/rotate-secret"],
      ["POST", "/test"],
    ] as const) {
      expect((await host.api(method, `/webhook-endpoints/${endpoint.id}${path}`)).status).toBe(404);
    }
    await checkIn(host, eventId, fixture.guests[0]?.id);
    await eventually(async () => expect(await own.taken()).toHaveLength(1));
    await own.behave({ status: 500 });
    await checkIn(host, eventId, fixture.guests[1]?.id);
    await eventually(async () => expect(await own.all()).toHaveLength(2));
    await host.api("DELETE", `/events/${eventId}/collaborators/${editor.id}`);
    await own.behave({});
    await deliverLater(eventId, 60_000);
    await checkIn(host, eventId, fixture.guests[2]?.id);
    await deliverLater(eventId, 60_000);
    expect(await own.all()).toHaveLength(2);
    expect([await all.all(), await foreign.all()]).toEqual([[], []]);
    const audit = await (await host.api("GET", `/events/${eventId}/audit`)).json<{ items: { action: string }[] }>();
    expect(audit.items.map(({ action }) => action)).toContain("webhook.created");
  });

  it("delivers the chosen types, of one event or of all, and nothing older than the endpoint", async () => {
    const { host, fixture, eventId } = await hooked();
    const other = await makeEventFixture(host.id, 1);
    await checkIn(host, eventId, fixture.guests[0]?.id);
    const [one, narrow] = [freshReceiver(), freshReceiver()];
    await addEndpoint(host, one.url, { event_id: other.eventId });
    await addEndpoint(host, narrow.url, { types: ["check_in.undone"] });
    const checkedIn = await (await checkIn(host, eventId, fixture.guests[1]?.id)).json<{ id: string }>();
    await host.api("DELETE", `/events/${eventId}/check-ins/${checkedIn.id}`);
    await checkIn(host, other.eventId, firstOf(other).id);
    await eventually(async () => expect(await narrow.taken()).toMatchObject([{ type: "check_in.undone" }]));
    await eventually(async () =>
      expect(await one.taken()).toMatchObject([{ type: "check_in.recorded", data: { event_id: other.eventId } }]),
    );
  });

  it("allows at most ten endpoints per account, and rejects invalid URLs and types", async () => {
    const host = await signedInHost();
    for (const url of ["http://hooks.example.com/", "https://10.0.0.1/", "https://usher.test/", "https://[fd00::1]/"]) {
      const response = await host.api("POST", "/webhook-endpoints", { url, types: ["*"] });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: "validation_failed", errors: [{ path: "url" }] });
    }
    const bad = await host.api("POST", "/webhook-endpoints", { url: "https://hooks.example.com/", types: ["nothing"] });
    expect(bad.status).toBe(400);
    const made = await Promise.all(
      Array.from({ length: 12 }, () =>
        host.api("POST", "/webhook-endpoints", { url: "https://hooks.example.com/", types: ["guest.created"] }),
      ),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(201), 409, 409]);
    const { items } = await (await host.api("GET", "/webhook-endpoints")).json<{ items: Endpoint[] }>();
    expect(items).toHaveLength(10);
    const path = `/webhook-endpoints/${items[0]?.id}`;
    expect((await host.api("PATCH", path, {})).status).toBe(400);
    expect((await host.api("PATCH", path, { url: "https://10.1/" })).status).toBe(400);
    expect((await host.api("DELETE", path)).status).toBe(204);
    expect((await host.api("GET", path)).status).toBe(404);
  });

  it("makes three database calls for an activity, for any number of endpoints", async () => {
    const { host, fixture, eventId, receiver } = await hooked({ types: ["check_in.recorded"] });
    const others = Array.from({ length: 4 }, () => freshReceiver());
    for (const { url } of others) await addEndpoint(host, url, { types: ["check_in.recorded"] });
    await checkIn(host, eventId, fixture.guests[0]?.id);
    for (const one of [receiver, ...others]) await eventually(async () => expect(await one.taken()).toHaveLength(1));
    // The queue is held back, so that this run finds all of it.
    await env.DB.prepare("update webhook_deliveries set status = 'pending', next_attempt_at = 0 where event_id = ?")
      .bind(eventId)
      .run();
    const ctx = createRequestContext(env, () => undefined);
    const [calls, { batch }] = [{ count: 0 }, ctx.accountsDb];
    ctx.accountsDb.batch = ((...args: Parameters<typeof batch>) => {
      calls.count += 1;
      return batch.apply(ctx.accountsDb, args);
    }) as typeof batch;
    await deliverWebhooks(ctx, [busMessage("webhooks.deliver", { event_id: eventId })]);
    for (const one of [receiver, ...others]) expect(await one.taken()).toHaveLength(2);
    // The third call reads the event's owner and is not a D1 batch.
    expect(calls.count).toBeLessThanOrEqual(2);
  });
});
