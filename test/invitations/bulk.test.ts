import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { BusMessage } from "../../proto/bus/messages.ts";
import { relayOutbox } from "../../src/platform/outbox/relay.ts";
import { createRequestContext } from "../../src/request-context.ts";
import worker from "../../src/worker.ts";
import { call, type Host, signedInHost } from "../support/account.ts";
import { addMember } from "../support/event-fixture.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { allGuests, csvOf, importCsv } from "../support/guest-list.ts";
import { browserHeaders } from "../support/guest-requests.ts";
import { invitationIn, mailTo } from "../support/mailbox.ts";
import { loseEveryRace, raceBeforeWrite } from "../support/race.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

/** The guest limit of the largest tier. */
const MANY = 5_000;
/** A queue takes a hundred messages at a time. */
const MAX_QUEUE_BATCHES = MANY / 100;

interface WireLink {
  guest_id: string;
  name: string;
  email: string | null;
  phone: string | null;
  token_id: string;
  token: string;
  link: string;
  notified: boolean;
}

interface WireLinks {
  items: WireLink[];
  issued: number;
  notified: number;
}

function pathOf(eventId: string): string {
  return `/events/${eventId}/guests/invitations/bulk`;
}

async function hostWithEvent(overrides: Record<string, unknown> = {}) {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host, overrides);
  return { host, event, eventId: event.id };
}

/** An event with three guests, one of them without an email address. */
async function threeGuests() {
  const made = await hostWithEvent();
  const unique = made.eventId;
  await importCsv(
    made.host,
    unique,
    `name,email,phone\nAda,ada-${unique}@example.com,\nBob,,+442079460000\nCy,cy-${unique}@example.com,\n`,
  );
  return made;
}

async function bulk(host: Host, eventId: string, body: Record<string, unknown> = {}): Promise<WireLinks> {
  const response = await host.api("POST", pathOf(eventId), body);
  expect(response.status, "POST …/invitations/bulk").toBe(201);
  return response.json<WireLinks>();
}

function request(host: Host, eventId: string, body: Record<string, unknown> = {}, headers = {}): Request {
  return new Request(`https://usher.test${pathOf(eventId)}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** A notifier queue that captures its messages; `refuse` makes it fail like a queue that is down. */
function capturingQueue(refuse = false) {
  const batches: BusMessage[][] = [];
  const queue = {
    async sendBatch(batch: Iterable<MessageSendRequest<BusMessage>>) {
      if (refuse) throw new Error("the queue is down");
      batches.push([...batch].map(({ body }) => body));
    },
  };
  return { batches, messages: () => batches.flat(), binding: queue as unknown as Queue };
}

/** Sends a request whose deferred work is done when it answers, with a queue of the test's own. */
async function sendWith(queue: Queue, sent: Request): Promise<Response> {
  const context = createExecutionContext();
  const incoming = sent as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, NOTIFIER_QUEUE: queue }, context);
  await waitOnExecutionContext(context);
  return response;
}

async function statusOfLink(link: string): Promise<number> {
  const token = link.slice(link.lastIndexOf("/") + 1);
  return (await call("GET", `/access/${token}`, undefined, browserHeaders())).status;
}

async function validTokens(eventId: string): Promise<number> {
  const query = "select count(*) as n from access_tokens where event_id = ? and revoked_at is null";
  return (await env.DB.prepare(query).bind(eventId).first<{ n: number }>())?.n ?? 0;
}

describe("POST /events/{eventId}/guests/invitations/bulk", () => {
  /**
   * @spec 4.31 "POST | /events/{id}/guests/invitations/bulk | editor+ | issues tokens for all guests or an explicit
   *   subset; returns per-guest tokens so guests without email can be contacted manually"
   */
  it("issues a valid link for every guest, in list order, also without an email address", async () => {
    const { host, eventId } = await threeGuests();
    const { items, issued, notified } = await bulk(host, eventId, { notify: false, utm_source: "Letter" });
    expect([issued, notified]).toEqual([3, 0]);
    expect(items.map(({ name, email, phone }) => [name, email, phone])).toEqual([
      ["Ada", `ada-${eventId}@example.com`, null],
      ["Bob", null, "+442079460000"],
      ["Cy", `cy-${eventId}@example.com`, null],
    ]);
    expect(await Promise.all(items.map(({ link }) => statusOfLink(link)))).toEqual([200, 200, 200]);
    expect(new Set(items.map(({ link }) => link)).size).toBe(3);
    expect(items.map(({ token }) => token)).toEqual(items.map(({ link }) => link.slice(link.lastIndexOf("/") + 1)));
    const guests = await allGuests(host, eventId);
    expect(guests.map(({ id }) => id)).toEqual(items.map(({ guest_id }) => guest_id));
    expect(guests.every(({ invited_at }) => invited_at !== null)).toBe(true);
    for (const { guest_id, token_id, link } of items) {
      expect(await issueLink(host, eventId, guest_id, { notify: false })).toMatchObject({
        id: token_id,
        link,
        utm_source: "letter",
      });
    }
  });

  it("keeps existing links", async () => {
    const { host, eventId } = await threeGuests();
    const [ada] = await allGuests(host, eventId);
    const first = await issueLink(host, eventId, ada?.id ?? "", { notify: false, utm_source: "sms" });
    const before = (await allGuests(host, eventId))[0]?.invited_at;
    const { items, issued } = await bulk(host, eventId, { notify: false, utm_source: "email" });
    expect(issued).toBe(2);
    expect(items[0]).toMatchObject({ token_id: first.id, link: first.link });
    expect((await allGuests(host, eventId))[0]?.invited_at).toBe(before);
    const again = await bulk(host, eventId, { notify: false });
    expect(again).toEqual({ items, issued: 0, notified: 0, over_tier: [] });
    expect(await validTokens(eventId)).toBe(3);
  });

  it("issues a new link for a guest with a replaced link only if none is valid", async () => {
    const { host, eventId } = await threeGuests();
    const [first] = (await bulk(host, eventId, { notify: false })).items;
    const rotated = await host.api("POST", `/events/${eventId}/tokens/rotate`, {
      guest_id: first?.guest_id,
      notify: false,
    });
    const { link } = await rotated.json<{ link: string }>();
    const { items, issued } = await bulk(host, eventId, { notify: false });
    expect([issued, items[0]?.link]).toEqual([0, link]);
  });

  /**
   * @spec 4.31 "POST | /events/{id}/guests/invitations/bulk | editor+ | issues tokens for all guests or an explicit
   *   subset; returns per-guest tokens so guests without email can be contacted manually"
   */
  it("issues links only for the named guests, once each", async () => {
    const { host, eventId } = await threeGuests();
    const [ada, , cy] = await allGuests(host, eventId);
    const ids = [cy?.id, ada?.id, cy?.id.toUpperCase()];
    const { items, issued } = await bulk(host, eventId, { guest_ids: ids, notify: false });
    expect(issued).toBe(2);
    expect(items.map(({ guest_id }) => guest_id)).toEqual([ada?.id, cy?.id]);
    expect((await allGuests(host, eventId)).map(({ invited_at }) => invited_at !== null)).toEqual([true, false, true]);
  });

  it("returns an empty list on an event without guests", async () => {
    const { host, eventId } = await hostWithEvent();
    expect(await bulk(host, eventId)).toEqual({ items: [], issued: 0, notified: 0, over_tier: [] });
  });

  it("returns 404 with the path of a named guest who is not on the event, and issues nothing", async () => {
    const { host, eventId } = await threeGuests();
    const other = await makeEvent(host);
    const elsewhere = await addGuest(host, other.id);
    const [ada] = await allGuests(host, eventId);
    for (const stranger of [elsewhere.id, crypto.randomUUID()]) {
      const response = await host.api("POST", pathOf(eventId), { guest_ids: [ada?.id, stranger] });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: "not_found", errors: [{ path: "guest_ids.1" }] });
    }
    expect(await validTokens(eventId)).toBe(0);
    expect(await validTokens(other.id)).toBe(0);
  });

  it.each([
    ["no guest", { guest_ids: [] }, "guest_ids"],
    ["an id that is none", { guest_ids: ["ada"] }, "guest_ids.0"],
    ["5,001 ids", { guest_ids: Array.from({ length: MANY + 1 }, () => crypto.randomUUID()) }, "guest_ids"],
    ["a channel with a space in it", { utm_source: "news letter" }, "utm_source"],
    ["a field that does not exist", { guests: [] }, "guests"],
  ])("returns 400 for %s, and names the field", async (_, body, path) => {
    const { host, eventId } = await threeGuests();
    const response = await host.api("POST", pathOf(eventId), body);
    expect(response.status).toBe(400);
    const { errors } = await response.json<{ errors: { path: string }[] }>();
    expect(errors.map((error) => error.path)).toContain(path);
    expect(await validTokens(eventId)).toBe(0);
  });

  /**
   * @spec 4.31 "POST | /events/{id}/guests/invitations/bulk | editor+ | issues tokens for all guests or an explicit
   *   subset; returns per-guest tokens so guests without email can be contacted manually"
   */
  it("accepts editors, and returns 403 to a viewer and 404 to a non-member", async () => {
    const { eventId } = await threeGuests();
    const [editor, viewer, stranger] = [await signedInHost(), await signedInHost(), await signedInHost()];
    await addMember(eventId, editor.id, "editor");
    await addMember(eventId, viewer.id, "viewer");
    expect((await viewer.api("POST", pathOf(eventId), { notify: false })).status).toBe(403);
    expect((await stranger.api("POST", pathOf(eventId), { notify: false })).status).toBe(404);
    expect(await validTokens(eventId)).toBe(0);
    expect((await editor.api("POST", pathOf(eventId), { notify: false })).status).toBe(201);
  });
});

describe("emails of POST /events/{eventId}/guests/invitations/bulk", () => {
  it("delivers the links that the host received", async () => {
    const { host, eventId } = await threeGuests();
    const { items, notified } = await bulk(host, eventId);
    expect(notified).toBe(2);
    expect(items.map((item) => item.notified)).toEqual([true, false, true]);
    for (const { email, link } of items.filter((item) => item.notified)) {
      expect(invitationIn(await mailTo(email ?? ""))).toBe(link);
    }
  });

  it("enqueues one queue message per guest, with every field", async () => {
    const { host, event, eventId } = await threeGuests();
    const captured = capturingQueue();
    const response = await sendWith(captured.binding, request(host, eventId));
    const { items } = await response.json<WireLinks>();
    const bodies = captured.messages().map(({ type, body }) => [type, body]);
    expect(bodies).toEqual(
      items
        .filter(({ notified }) => notified)
        .map((item) => [
          "invitation.send",
          {
            event_id: eventId,
            guest_id: item.guest_id,
            token_id: item.token_id,
            guest_name: item.name,
            guest_email: item.email,
            host_name: host.name,
            event_name: event.name,
            event_date: event.event_date,
            issued_at: expect.stringMatching(/Z$/),
            link: item.link,
          },
        ]),
    );
    expect(new Set(captured.messages().map(({ id }) => id)).size).toBe(2);
  });

  it("sends one email per guest for repeated requests", async () => {
    const { host, eventId } = await threeGuests();
    const captured = capturingQueue();
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendWith(captured.binding, request(host, eventId))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const links = await Promise.all(answers.map((answer) => answer.json<WireLinks>()));
    expect(new Set(links.map(({ items }) => JSON.stringify(items.map(({ link }) => link)))).size).toBe(1);
    expect(links.reduce((sum, { issued }) => sum + issued, 0)).toBe(3);
    expect(links.reduce((sum, { notified }) => sum + notified, 0)).toBe(2);
    await sendWith(captured.binding, request(host, eventId));
    expect(captured.messages()).toHaveLength(2);
  });

  it("sends emails later, once, when they were not requested at first", async () => {
    const { host, eventId } = await threeGuests();
    const captured = capturingQueue();
    await sendWith(captured.binding, request(host, eventId, { notify: false }));
    expect(captured.messages()).toEqual([]);
    const answers = await Promise.all([1, 2, 3].map(() => sendWith(captured.binding, request(host, eventId))));
    const notified = await Promise.all(answers.map(async (answer) => (await answer.json<WireLinks>()).notified));
    expect(notified.sort()).toEqual([0, 0, 2]);
    expect(captured.messages()).toHaveLength(2);
  });

  it("emails only new guests when the others have been emailed", async () => {
    const { host, eventId } = await threeGuests();
    const captured = capturingQueue();
    await sendWith(captured.binding, request(host, eventId));
    await addGuest(host, eventId, { name: "Dee", email: `dee-${eventId}@example.com` });
    const { items } = await (await sendWith(captured.binding, request(host, eventId))).json<WireLinks>();
    expect(items.map(({ name, notified }) => [name, notified])).toEqual([
      ["Ada", false],
      ["Bob", false],
      ["Cy", false],
      ["Dee", true],
    ]);
    expect(captured.messages()).toHaveLength(3);
  });

  it("keeps all queue messages in the outbox while the queue is down, and relays them", async () => {
    const { host, eventId } = await hostWithEvent();
    await importCsv(host, eventId, csvOf(250, eventId));
    const response = await sendWith(capturingQueue(true).binding, request(host, eventId));
    expect(response.status).toBe(201);
    const { items } = await response.json<WireLinks>();
    const pending = async () =>
      (
        await env.DB.prepare("select count(*) as n from outbox where instr(body, ?) > 0")
          .bind(eventId)
          .first<{ n: number }>()
      )?.n;
    expect(await pending()).toBe(3);
    await env.DB.prepare("update outbox set created_at = created_at - 60000").run();
    const up = capturingQueue();
    await relayOutbox(createRequestContext({ ...env, NOTIFIER_QUEUE: up.binding }, () => undefined));
    const sent = up.messages().filter(({ body }) => "event_id" in body && body.event_id === eventId);
    expect(sent.map(({ body }) => "guest_id" in body && body.guest_id)).toEqual(items.map(({ guest_id }) => guest_id));
    expect(await pending()).toBe(0);
  });
});

describe("POST /events/{eventId}/guests/invitations/bulk during other changes", () => {
  it("keeps a link that was issued between the read of the guests and the write", async () => {
    const { host, eventId } = await threeGuests();
    const [ada] = await allGuests(host, eventId);
    const made: string[] = [];
    const response = await raceBeforeWrite(request(host, eventId, { notify: false }), async () =>
      made.push((await issueLink(host, eventId, ada?.id ?? "", { notify: false })).link),
    );
    expect(response.status).toBe(201);
    const { items, issued } = await response.json<WireLinks>();
    expect(issued).toBe(2);
    expect(items[0]?.link).toBe(made[0]);
    expect(await validTokens(eventId)).toBe(3);
  });

  it("skips a guest who was removed meanwhile", async () => {
    const { host, eventId } = await threeGuests();
    const [ada] = await allGuests(host, eventId);
    const response = await raceBeforeWrite(request(host, eventId, { notify: false }), () =>
      host.api("DELETE", `/events/${eventId}/guests/${ada?.id}`),
    );
    expect((await response.json<WireLinks>()).items.map(({ name }) => name)).toEqual(["Bob", "Cy"]);
  });

  it.each([
    ["removed from", "delete from event_collaborators", 404],
    ["made a viewer of", "update event_collaborators set role = 'viewer'", 403],
  ])("issues no links for a caller who is %s the event between the read and the write", async (_, change, status) => {
    const { host, eventId } = await threeGuests();
    const editor = await signedInHost();
    await addMember(eventId, editor.id, "editor");
    const lose = () => env.DB.prepare(`${change} where event_id = ? and user_id = ?`).bind(eventId, editor.id).run();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const response = await raceBeforeWrite(request(editor, eventId, {}, key), lose);
    expect(response.status).toBe(status);
    expect(await validTokens(eventId)).toBe(0);
    expect((await allGuests(host, eventId)).map(({ invited_at }) => invited_at)).toEqual([null, null, null]);
    const pending = env.DB.prepare("select count(*) as n from outbox where instr(body, ?) > 0").bind(eventId);
    expect(await pending.first()).toEqual({ n: 0 });
    const claims = env.DB.prepare("select count(*) as n from idempotency_keys where user_id = ?").bind(editor.id);
    expect(await claims.first()).toEqual({ n: 0 });
  });

  it("returns 409 when the role is removed for each write and granted before each read", async () => {
    const { host, eventId } = await threeGuests();
    const editor = await signedInHost();
    const lose = () => env.DB.prepare("delete from event_collaborators where user_id = ?").bind(editor.id).run();
    const regain = () => addMember(eventId, editor.id, "editor");
    await regain();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const response = await loseEveryRace(request(editor, eventId, {}, key), lose, {
      thenBeforeNextBatch: regain,
      batchesAfter: 1,
    });
    expect([response.status, await response.json()]).toMatchObject([409, { error: "links_changed" }]);
    expect(await validTokens(eventId)).toBe(0);
    expect((await allGuests(host, eventId)).map(({ invited_at }) => invited_at)).toEqual([null, null, null]);
  });

  it("emails the valid link when it was replaced between the read and the write", async () => {
    const { host, eventId } = await threeGuests();
    const { items } = await bulk(host, eventId, { notify: false });
    const response = await raceBeforeWrite(request(host, eventId), () =>
      host.api("POST", `/events/${eventId}/tokens/rotate`, { guest_id: items[0]?.guest_id, notify: false }),
    );
    const links = (await response.json<WireLinks>()).items.map(({ link }) => link);
    expect(await Promise.all(links.map(statusOfLink))).toEqual([200, 200, 200]);
    expect(invitationIn(await mailTo(items[0]?.email ?? ""))).toBe(links[0]);
  });

  it("issues one link per guest for parallel bulk and single requests", async () => {
    const { host, eventId } = await hostWithEvent();
    await importCsv(host, eventId, csvOf(40, eventId));
    const guests = await allGuests(host, eventId);
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => host.api("POST", pathOf(eventId), { notify: false })),
      ...guests
        .slice(0, 8)
        .map(({ id }) => host.api("POST", `/events/${eventId}/tokens`, { guest_id: id, notify: false })),
    ]);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await validTokens(eventId)).toBe(40);
    const { items, issued } = await bulk(host, eventId, { notify: false });
    expect(issued).toBe(0);
    for (const answer of answers.slice(0, 3)) expect((await answer.json<WireLinks>()).items).toEqual(items);
  });

  it("issues links once for one key, and returns the same although the guests changed since", async () => {
    const { host, eventId } = await threeGuests();
    const captured = capturingQueue();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const first = await sendWith(captured.binding, request(host, eventId, {}, key));
    const before = await first.json<WireLinks>();
    await addGuest(host, eventId, { email: `late-${eventId}@example.com` });
    const again = await sendWith(captured.binding, request(host, eventId, {}, key));
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await again.json()).toEqual(before);
    expect(captured.messages()).toHaveLength(2);
    expect(await validTokens(eventId)).toBe(3);
    expect((await sendWith(captured.binding, request(host, eventId, { notify: false }, key))).status).toBe(409);
    const stored = await env.DB.prepare("select outcome from idempotency_keys where user_id = ?").bind(host.id).all();
    for (const { link, email } of before.items) {
      expect(JSON.stringify(stored.results)).not.toContain(link.slice(link.lastIndexOf("/") + 1));
      if (email !== null) expect(JSON.stringify(stored.results)).not.toContain(email);
    }
  });
});

describe("POST /events/{eventId}/guests/invitations/bulk (cost)", () => {
  it("makes two round trips, three database calls and fifty queue calls, and writes two rows per guest", async () => {
    const host = await signedInHost({ tier: "business" });
    const { id: eventId } = await makeEvent(host, {
      name: "An evening with a rather long name",
      venue: "The old town hall",
    });
    await importCsv(host, eventId, csvOf(MANY, eventId));
    const captured = capturingQueue();
    const recording = recordingEnv(undefined, { NOTIFIER_QUEUE: captured.binding });
    const { response, roundTrips } = await costOf(request(host, eventId, { utm_source: "email" }), recording);
    expect(response.status).toBe(201);
    const { items, issued, notified } = await response.json<WireLinks>();
    expect([items.length, issued, notified]).toEqual([MANY, MANY, MANY]);
    expect(new Set(items.map(({ link }) => link)).size).toBe(MANY);
    // Work after the response counts too.
    const { calls } = recording.recorder;
    const d1 = calls.filter(({ target }) => target === "d1");
    const rowsRead = d1.reduce((sum, one) => sum + one.rowsRead, 0);
    const rowsWritten = d1.reduce((sum, one) => sum + one.rowsWritten, 0);
    const queueBatches = calls.filter(({ target }) => target === "queue").length;
    console.info(JSON.stringify({ bulk: { roundTrips, d1Calls: d1.length, queueBatches, rowsRead, rowsWritten } }));
    expect(roundTrips).toBe(2);
    expect(d1.length).toBeLessThanOrEqual(3);
    expect(queueBatches).toBeLessThanOrEqual(MAX_QUEUE_BATCHES);
    expect(rowsRead).toBeLessThanOrEqual(15_500);
    expect(rowsWritten).toBeLessThanOrEqual(20_000);
    expect(new Set(captured.messages().map(({ body }) => "guest_id" in body && body.guest_id)).size).toBe(MANY);
    expect(await validTokens(eventId)).toBe(MANY);

    const again = await costOf(request(host, eventId));
    const answer = await again.response.json<WireLinks>();
    expect(answer).toEqual({
      items: items.map((item) => ({ ...item, notified: false, reason: "already_mailed" })),
      issued: 0,
      notified: 0,
      over_tier: [],
    });
    console.info(
      JSON.stringify({ again: { roundTrips: again.roundTrips, d1Calls: again.d1Calls, rowsRead: again.rowsRead } }),
    );
    expect([again.roundTrips, again.d1Calls, again.rowsWritten]).toEqual([1, 1, 0]);
    expect(again.rowsRead).toBeLessThanOrEqual(15_500);

    const named = await costOf(request(host, eventId, { guest_ids: items.map(({ guest_id }) => guest_id) }));
    expect((await named.response.json<WireLinks>()).items).toHaveLength(MANY);
    expect(named.rowsRead).toBeLessThanOrEqual(15_500);
  });

  it("costs the same for three guests of 3,000 as for three of 10", async () => {
    const host = await signedInHost({ tier: "business" });
    const costs = [];
    for (const size of [10, 3_000]) {
      const { id: eventId } = await makeEvent(host);
      await importCsv(host, eventId, csvOf(size, eventId));
      const page = await host.api("GET", `/events/${eventId}/guests?limit=3`);
      const guestIds = (await page.json<{ items: { id: string }[] }>()).items.map(({ id }) => id);
      const captured = capturingQueue();
      const recording = recordingEnv(undefined, { NOTIFIER_QUEUE: captured.binding });
      const { response, rowsRead, rowsWritten } = await costOf(
        request(host, eventId, { guest_ids: guestIds }),
        recording,
      );
      expect(response.status).toBe(201);
      costs.push({ rowsRead, rowsWritten });
    }
    expect(costs[1]).toEqual(costs[0]);
  });
});
