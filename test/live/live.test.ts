import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { recoverActivities, recoverArrivals, recoverFarArrivals } from "../../src/live/recover-activities.ts";
import { ActivityLog } from "../../src/platform/activities/activity-log.ts";
import { MAX_REPLAYED } from "../../src/platform/activities/event-monitor.ts";
import { createRequestContext } from "../../src/request-context.ts";
import { type Host, signedInHost } from "../support/account.ts";
import { addMember, type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { busMessage } from "../support/queue.ts";
import { costOf } from "../support/recording-env.ts";
import { rounds } from "../support/rounds.ts";

interface Frame {
  type: string;
  sequence: number;
  event_id: string;
  guest: { name: string };
  [key: string]: unknown;
}

/** A socket with the frames it received. */
interface Monitor {
  socket: WebSocket;
  frames: Frame[];
  closed: () => number | null;
}

const DAY_MS = 86_400_000;

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

async function ticketFor(host: Host, eventId: string): Promise<string> {
  const response = await host.api("POST", "/auth/ws-ticket", { event_id: eventId });
  expect(response.status).toBe(201);
  const minted = (await response.json()) as { ticket: string; expires_in: number; url: string };
  expect(minted).toMatchObject({
    expires_in: 30,
    url: `wss://usher.test/events/${eventId}/live?ticket=${minted.ticket}`,
  });
  return minted.ticket;
}

function openSocket(eventId: string, ticket: string, after?: number): Promise<Response> {
  const query = after === undefined ? "" : `&after=${after}`;
  const url = `https://usher.test/events/${eventId}/live?ticket=${ticket}${query}`;
  return send(new Request(url, { headers: { Upgrade: "websocket" } }));
}

async function openMonitor(host: Host, eventId: string, after?: number): Promise<Monitor> {
  const response = await openSocket(eventId, await ticketFor(host, eventId), after);
  expect(response.status).toBe(101);
  const socket = response.webSocket;
  if (!socket) throw new Error("no socket");
  const frames: Frame[] = [];
  let code: number | null = null;
  socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data)) as Frame));
  socket.addEventListener("close", (event) => {
    code = event.code;
  });
  socket.accept();
  return { socket, frames, closed: () => code };
}

async function hostWithEvent(): Promise<{ host: Host; fixture: EventFixture }> {
  const host = await signedInHost({ tier: "pro" });
  return { host, fixture: await makeEventFixture(host.id, 3) };
}

const checkIn = (host: Host, fixture: EventFixture, index = 0) =>
  host.api("POST", `/events/${fixture.eventId}/check-in`, { guest_id: fixture.guests[index]?.id });

/** The body of the queue message that emails a guest the RSVP. */
const confirmedOf = (fixture: EventFixture) => ({
  event_id: fixture.eventId,
  guest_id: firstOf(fixture).id,
  rsvp_id: crypto.randomUUID(),
  response: "declined" as const,
  plus_ones: 0,
  submitted_at: new Date().toISOString(),
  access_link: "https://usher.test/i/none",
});

function undoneCheckIns(fixture: EventFixture, count: number, prefix = "") {
  return Array.from({ length: count }, (_, index) => ({
    type: "check_in.undone" as const,
    at: "2026-01-01T00:00:00.000Z",
    guest: { id: fixture.eventId, name: "Guest" },
    check_in_id: `${prefix}${index}`,
  }));
}

/** The number of stored activities that monitors read during some work. */
async function rowsReadBy(work: () => Promise<void>): Promise<number> {
  let rows = 0;
  const after = ActivityLog.prototype.after;
  const counted = vi.spyOn(ActivityLog.prototype, "after").mockImplementation(function (this: ActivityLog, ...args) {
    const found = after.apply(this, args);
    rows += found.length;
    return found;
  });
  await work();
  counted.mockRestore();
  return rows;
}

const monitorOf = (eventId: string) => env.EVENT_MONITOR.get(env.EVENT_MONITOR.idFromName(eventId));

describe("live monitor", () => {
  /**
   * @spec 1.16 "A live monitor receives activity over WebSocket."
   * @spec 4.106 "POST | /events/{id}/check-in | records arrival_count; broadcasts check_in.recorded on the WebSocket"
   * @spec 6.26 "The WebSocket hub broadcasts check_in.recorded after each check-in."
   * @spec 4.120 "WebSocket | live monitor | authenticated with a single-use ticket; carries live activity"
   */
  it("publishes accesses, RSVPs, edits, check-ins and their deletion, numbered in order", async () => {
    const { host, fixture } = await hostWithEvent();
    const { frames } = await openMonitor(host, fixture.eventId);
    const { token } = firstOf(fixture);
    const headers = browserHeaders();
    await send(openRequest(token, headers));
    await send(answerRequest(token, { plus_ones: 2 }, headers));
    await send(editRequest(token, { response: "maybe" }, headers));
    const { id } = (await (await checkIn(host, fixture)).json()) as { id: string };
    await host.api("DELETE", `/events/${fixture.eventId}/check-ins/${id}`);
    await eventually(() => expect(frames).toHaveLength(8));
    const kinds = frames.map((frame) => (frame.type === "access.scored" ? `scored ${frame.kind}` : frame.type));
    expect(kinds.toSorted()).toEqual([
      "check_in.recorded",
      "check_in.undone",
      "invitation.opened",
      "rsvp.submitted",
      "rsvp.updated",
      "scored access",
      "scored edit",
      "scored rsvp",
    ]);
    expect(frames.map((frame) => frame.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(frames.find((frame) => frame.type === "rsvp.updated")).toMatchObject({ response: "maybe", edit_count: 1 });
    const text = JSON.stringify(frames);
    expect(text).not.toContain(token);
    expect(text).not.toContain(firstOf(fixture).email);
  });

  it("sends the update, cancel and reinstate activities that are also in the list, none for a no-op", async () => {
    const { host, fixture } = await hostWithEvent();
    const path = `/events/${fixture.eventId}`;
    const { frames } = await openMonitor(host, fixture.eventId);
    const event_date = new Date(Date.now() + 40 * 86_400_000).toISOString();
    const steps: [string, string, object][] = [
      ["PATCH", path, { name: "Gala", capacity: 100, event_date, lost_links: true }],
      ["PATCH", path, { capacity: 100 }],
      ["POST", `${path}/cancel`, { message: "The hall is flooded.", notify: false }],
      ["POST", `${path}/reinstate`, { notify: false }],
    ];
    for (const [method, address, body] of steps) expect((await host.api(method, address, body)).status).toBe(200);
    await eventually(() => expect(frames).toHaveLength(3));
    expect(frames).toMatchObject([
      { type: "event.updated", changed: ["event_date", "capacity"] },
      { type: "event.cancelled", message: "The hall is flooded." },
      { type: "event.updated", changed: ["status"] },
    ]);
    const activity = async (query: string) =>
      (await host.api("GET", `${path}/activity?${query}`)).json<{ items: object[]; next_cursor: string | null }>();
    const told = frames.map(({ event_id: _, ...frame }) => frame).reverse();
    expect((await activity("limit=50")).items).toEqual(told);
    const first = await activity("limit=2");
    expect([...first.items, ...(await activity(`limit=2&cursor=${first.next_cursor}`)).items]).toEqual(told);
  });

  it("finds the changes of the event without reading the other records of the log", async () => {
    const { host, fixture } = await hostWithEvent();
    const { eventId } = fixture;
    expect((await host.api("PATCH", `/events/${eventId}`, { name: "Ball" })).status).toBe(200);
    await env.DB.prepare(
      `insert into audit_records (event_id, id, actor_id, action, at, sequence)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000)
       select ?1, printf('ffffffff-0000-7000-8000-%012d', n), ?2, 'door_code.read', 1, 1000 + n from numbers`,
    )
      .bind(eventId, host.id)
      .run();
    const headers = { Authorization: `Bearer ${host.token}` };
    const cost = await costOf(new Request(`https://usher.test/events/${eventId}/activity`, { headers }));
    expect((await cost.response.json<{ items: object[] }>()).items).toMatchObject([{ changed: ["name"] }]);
    expect(cost.rowsRead).toBeLessThanOrEqual(20);
  });

  it("publishes the place of an access that the log and the activity have", async () => {
    const { host, fixture } = await hostWithEvent();
    const { frames } = await openMonitor(host, fixture.eventId);
    const { token } = firstOf(fixture);
    const cf = { country: "PT", city: "Lisbon", latitude: "38.72", longitude: "-9.14", asn: 3243 };
    const headers = { ...browserHeaders(), "CF-Ray": "8f2b5c7d9e0a1b2c-LIS" };
    for (const request of [openRequest(token, headers), answerRequest(token, {}, headers)]) {
      expect((await costOf(new Request(request, { cf }))).response.ok).toBe(true);
    }
    await eventually(() => expect(frames.filter(({ type }) => type === "access.scored")).toHaveLength(2));
    const factsOf = (found: Record<string, unknown>) =>
      Object.fromEntries(
        ["kind", "score", "risk", "reasons", "automated", "geo_country", "geo_city", "geo_lat", "geo_lon"].map(
          (name) => [name, found[name]],
        ),
      );
    const items = async (path: string) =>
      (await (await host.api("GET", `/events/${fixture.eventId}/${path}`)).json<{ items: Frame[] }>()).items;
    await eventually(async () => {
      const logs = await items("access-logs");
      const activity = (await items("activity")).filter(({ type }) => type === "access.scored");
      for (const kind of ["access", "rsvp"]) {
        const [frame, entry, log] = [frames, activity, logs].map((found) => found.find((one) => one.kind === kind));
        if (!frame || !entry || !log) throw new Error(`no ${kind}`);
        expect(factsOf(frame)).toMatchObject({ geo_country: "PT", geo_city: "Lisbon", geo_lat: 38.72, geo_lon: -9.14 });
        expect(factsOf(entry)).toEqual(factsOf(frame));
        expect(factsOf(log)).toEqual(factsOf(frame));
      }
    });
  });

  it("publishes many scans of one guest as one activity", { tags: "rounds" }, async () => {
    const { host, fixture } = await hostWithEvent();
    const { frames } = await openMonitor(host, fixture.eventId);
    await Promise.all(Array.from({ length: rounds(200) }, () => checkIn(host, fixture)));
    await checkIn(host, fixture, 1);
    await eventually(() => expect(frames.map((frame) => frame.guest.name)).toEqual(["Guest 0", "Guest 1"]));
  });

  it("continues without gap or repetition after a lost connection", async () => {
    const { host, fixture } = await hostWithEvent();
    const first = await openMonitor(host, fixture.eventId);
    await checkIn(host, fixture, 0);
    await eventually(() => expect(first.frames).toHaveLength(1));
    first.socket.close();
    await checkIn(host, fixture, 1);
    const second = await openMonitor(host, fixture.eventId, first.frames[0]?.sequence);
    await checkIn(host, fixture, 2);
    await eventually(() => expect(second.frames.map((frame) => frame.sequence)).toEqual([2, 3]));
  });

  it("resumes without gap or repetition however often the connection is cut, as the activity does", async () => {
    const host = await signedInHost({ tier: "pro" });
    const fixture = await makeEventFixture(host.id, 50);
    const seen: number[] = [];
    for (let index = 0; index < 50; index++) {
      const monitor = await openMonitor(host, fixture.eventId, seen.at(-1) ?? 0);
      await checkIn(host, fixture, index);
      // Some cuts come before the frame of the check-in, some after it.
      if (index % 3 !== 0) await eventually(() => expect(monitor.frames.length).toBeGreaterThan(0));
      monitor.socket.close();
      seen.push(...monitor.frames.map(({ sequence }) => sequence));
    }
    const last = await openMonitor(host, fixture.eventId, seen.at(-1) ?? 0);
    await eventually(() => expect([...seen, ...last.frames.map(({ sequence }) => sequence)]).toHaveLength(50));
    seen.push(...last.frames.map(({ sequence }) => sequence));
    const all = Array.from({ length: 50 }, (_, index) => index + 1);
    expect(seen).toEqual(all);
    const read: number[] = [];
    for (let query = "after=0&limit=7"; ; ) {
      const page = await host.api("GET", `/events/${fixture.eventId}/activity?${query}`);
      const { items, next_cursor } = await page.json<{ items: Frame[]; next_cursor: string | null }>();
      read.push(...items.map(({ sequence }) => sequence));
      if (next_cursor === null) break;
      query = `after=0&limit=7&cursor=${next_cursor}`;
    }
    expect(read).toEqual(all);
    const rest = await host.api("GET", `/events/${fixture.eventId}/activity?after=48`);
    expect((await rest.json<{ items: Frame[] }>()).items).toMatchObject([{ sequence: 49 }, { sequence: 50 }]);
  });

  it("numbers an activity once, however often it is published, and shows its number in the activity", async () => {
    const { host, fixture } = await hostWithEvent();
    const { frames } = await openMonitor(host, fixture.eventId);
    await send(answerRequest(firstOf(fixture).token));
    await eventually(() => expect(frames).toHaveLength(2));
    const ctx = createRequestContext(env, () => undefined);
    await recoverActivities(ctx, [busMessage("rsvp.confirmed", confirmedOf(fixture), newId(Date.now() - 60_000))]);
    await checkIn(host, fixture);
    // The guests, whom this test has put on the list itself, are published then.
    await eventually(() => expect(frames.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]));
    expect(frames.filter(({ type }) => type === "rsvp.submitted")).toHaveLength(1);
    const { items } = await (await host.api("GET", `/events/${fixture.eventId}/activity`)).json<{ items: Frame[] }>();
    expect(items.map(({ type, sequence }) => [type, sequence]).toSorted()).toEqual(
      frames
        .filter(({ type }) => type !== "guest.created")
        .map(({ type, sequence }) => [type, sequence])
        .toSorted(),
    );
  });

  it("receives RSVPs and check-ins whose Worker died after writing them", async () => {
    const { host, fixture } = await hostWithEvent();
    await env.DB.prepare("update events set event_date = ? where id = ?").bind(Date.now(), fixture.eventId).run();
    const { frames } = await openMonitor(host, fixture.eventId);
    const ctx = createRequestContext(env, () => undefined);
    await recoverArrivals(ctx);
    // Write the rows that the D1 batch of each request leaves.
    const [now, [guest, other]] = [Date.now() - 30_000, fixture.guests];
    await env.DB.batch([
      env.DB.prepare(
        `insert into rsvps (event_id, guest_id, id, response, plus_ones, heads, user_agent, fingerprint, submitted_at, updated_at)
         values (?, ?, ?, 'declined', 0, 0, 'test', '{}', ?, ?)`,
      ).bind(fixture.eventId, guest?.id, newId(now), now, now),
      env.DB.prepare(
        `insert into check_ins (event_id, guest_id, id, checked_in_at, recorded_at, checked_in_by, arrival_count)
         values (?, ?, ?, ?, ?, ?, 1)`,
      ).bind(fixture.eventId, other?.id, newId(now), now, now, host.id),
    ]);
    expect(await recoverActivities(ctx, [busMessage("rsvp.confirmed", confirmedOf(fixture), newId(now))])).toEqual([]);
    expect(await recoverArrivals(ctx)).toBe(1);
    await recoverArrivals(ctx);
    await eventually(() =>
      expect(frames.map(({ type, guest: who }) => [type, who.name]).toSorted()).toEqual([
        ["check_in.recorded", "Guest 1"],
        ["guest.created", "Guest 0"],
        ["guest.created", "Guest 1"],
        ["guest.created", "Guest 2"],
        ["rsvp.submitted", "Guest 0"],
      ]),
    );
  });

  it("receives check-ins late, once, whose Worker died at an event of another month", async () => {
    const { host, fixture } = await hostWithEvent();
    await env.DB.prepare("update events set event_date = ? where id = ?")
      .bind(Date.now() + 40 * DAY_MS, fixture.eventId)
      .run();
    const ctx = createRequestContext(env, () => undefined);
    await recoverFarArrivals(ctx);
    const { frames } = await openMonitor(host, fixture.eventId);
    const now = Date.now() - 20_000;
    await env.DB.prepare(
      `insert into check_ins (event_id, guest_id, id, checked_in_at, recorded_at, checked_in_by, arrival_count)
       values (?, ?, ?, ?, ?, ?, 1)`,
    )
      .bind(fixture.eventId, firstOf(fixture).id, newId(now), now, now, host.id)
      .run();
    await recoverArrivals(ctx);
    // Once an hour, because that reads every event.
    expect(await recoverFarArrivals(ctx)).toBe(0);
    const later = { ...ctx, clock: { now: () => Date.now() + 61 * 60_000 } };
    expect(await recoverFarArrivals(later)).toBeGreaterThan(0);
    await checkIn(host, fixture, 0);
    await checkIn(host, fixture, 1);
    await eventually(() => expect(frames.map(({ guest: who }) => who.name)).toEqual(["Guest 0", "Guest 1"]));
  });

  it("keeps every socket when its object is evicted and woken", async () => {
    const { host, fixture } = await hostWithEvent();
    const monitors = await Promise.all(Array.from({ length: 10 }, () => openMonitor(host, fixture.eventId)));
    await checkIn(host, fixture, 0);
    await eventually(() => expect(monitors.every(({ frames }) => frames.length === 1)).toBe(true));
    await evictDurableObject(monitorOf(fixture.eventId));
    await checkIn(host, fixture, 1);
    await eventually(() =>
      expect(monitors.every(({ frames }) => frames.map(({ sequence }) => sequence).join() === "1,2")).toBe(true),
    );
  });

  /**
   * @spec 4.15 "POST | /auth/ws-ticket | authenticated, event role required | returns a short-lived single-use ticket
   *   for the WebSocket"
   * @spec 4.120 "WebSocket | live monitor | authenticated with a single-use ticket; carries live activity"
   * @spec 5.8 "5. The WebSocket is opened with a short-lived single-use ticket from POST /auth/ws-ticket."
   */
  it("opens one socket per ticket for parallel attempts: GET /events/{eventId}/live, POST /auth/ws-ticket", async () => {
    const { host, fixture } = await hostWithEvent();
    const ticket = await ticketFor(host, fixture.eventId);
    const tries = await Promise.all(Array.from({ length: 20 }, () => openSocket(fixture.eventId, ticket)));
    expect(tries.map(({ status }) => status).sort()).toEqual([101, ...Array(19).fill(401)]);
    for (const { webSocket } of tries) webSocket?.accept();
    for (const { webSocket } of tries) webSocket?.close();
  });

  /**
   * @spec 4.15 "POST | /auth/ws-ticket | authenticated, event role required | returns a short-lived single-use ticket
   *   for the WebSocket"
   * @spec 5.8 "5. The WebSocket is opened with a short-lived single-use ticket from POST /auth/ws-ticket."
   */
  it("rejects a ticket of another event, a session, and no ticket", async () => {
    const { host, fixture } = await hostWithEvent();
    const other = await hostWithEvent();
    expect((await openSocket(other.fixture.eventId, await ticketFor(host, fixture.eventId))).status).toBe(401);
    expect((await openSocket(fixture.eventId, host.token)).status).toBe(401);
    expect((await openSocket(fixture.eventId, "")).status).toBe(401);
    const stranger = await signedInHost();
    expect((await stranger.api("POST", "/auth/ws-ticket", { event_id: fixture.eventId })).status).toBe(404);
  });

  it("closes the sockets of a member whose role is removed, and rejects an earlier ticket", async () => {
    const { host, fixture } = await hostWithEvent();
    const viewer = await signedInHost();
    await addMember(fixture.eventId, viewer.id, "viewer");
    const ofHost = await openMonitor(host, fixture.eventId);
    const ended = await openMonitor(viewer, fixture.eventId);
    const ticket = await ticketFor(viewer, fixture.eventId);
    const removed = await host.api("DELETE", `/events/${fixture.eventId}/collaborators/${viewer.id}`);
    expect(removed.status).toBe(204);
    await eventually(() => expect(ended.closed()).toBe(1008));
    expect((await openSocket(fixture.eventId, ticket)).status).toBe(404);
    await checkIn(host, fixture, 0);
    await eventually(() => expect(ofHost.frames).toHaveLength(1));
    expect(ended.frames).toEqual([]);
  });

  it("answers 200 pings, as text and as JSON, and stays open", async () => {
    const { host, fixture } = await hostWithEvent();
    const response = await openSocket(fixture.eventId, await ticketFor(host, fixture.eventId));
    const socket = response.webSocket;
    if (!socket) throw new Error("no socket");
    const answers: string[] = [];
    socket.addEventListener("message", ({ data }) => void answers.push(String(data)));
    socket.accept();
    for (let index = 0; index < 100; index++) {
      socket.send("ping");
      socket.send(index % 2 === 0 ? '{"type":"ping"}' : `{ "type": "ping", "id": ${index} }`);
    }
    await eventually(() => expect(answers).toHaveLength(200));
    expect(answers.filter((text) => text === "pong")).toHaveLength(100);
    expect(answers.filter((text) => text === '{"type":"pong"}')).toHaveLength(100);
    await checkIn(host, fixture, 0);
    await eventually(() => expect(answers.at(-1)).toContain("check_in.recorded"));
  });

  it("closes the oldest of more than ten sockets of a member, also after an eviction", async () => {
    const { host, fixture } = await hostWithEvent();
    const monitors: Monitor[] = [];
    for (let opened = 0; opened < 10; opened++) monitors.push(await openMonitor(host, fixture.eventId));
    await evictDurableObject(monitorOf(fixture.eventId));
    for (let opened = 0; opened < 2; opened++) monitors.push(await openMonitor(host, fixture.eventId));
    const codes = () => monitors.map(({ closed }) => closed());
    await eventually(() => expect(codes().slice(0, 2)).toEqual([1008, 1008]));
    await checkIn(host, fixture, 0);
    await eventually(() => expect(monitors.slice(2).every(({ frames }) => frames.length === 1)).toBe(true));
    expect(
      codes()
        .slice(2)
        .every((code) => code === null),
    ).toBe(true);
  });

  it("replays the newest 500 activities to each socket of a member that opens one after the other", async () => {
    const { host, fixture } = await hostWithEvent();
    const stored = 3 * MAX_REPLAYED;
    await runInDurableObject(monitorOf(fixture.eventId), (monitor) =>
      monitor.publish(fixture.eventId, ...undoneCheckIns(fixture, stored)),
    );
    const first = stored - MAX_REPLAYED + 1;
    const newest = Array.from({ length: MAX_REPLAYED }, (_, index) => first + index);
    const rows = await rowsReadBy(async () => {
      for (let opened = 0; opened < 12; opened++) {
        const { frames } = await openMonitor(host, fixture.eventId, 0);
        await eventually(() => expect(frames.map(({ sequence }) => sequence)).toEqual(newest));
      }
    });
    // The event's webhooks read, too.
    expect(rows).toBeLessThan(2 * 12 * MAX_REPLAYED);
    const { frames } = await openMonitor(host, fixture.eventId, stored - 3);
    await eventually(() => expect(frames.map(({ sequence }) => sequence)).toEqual([stored - 2, stored - 1, stored]));
    const missed = await host.api("GET", `/events/${fixture.eventId}/activity?after=0&limit=2`);
    expect((await missed.json<{ items: Frame[] }>()).items).toMatchObject([{ sequence: 1 }, { sequence: 2 }]);
  });

  it("issues at most 60 tickets a minute to a member", async () => {
    const { host, fixture } = await hostWithEvent();
    const mint = () => host.api("POST", "/auth/ws-ticket", { event_id: fixture.eventId });
    const responses = await Promise.all(Array.from({ length: 65 }, mint));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(60).fill(201), ...Array(5).fill(429)]);
  });

  it("closes a socket that floods with pings", async () => {
    const { host, fixture } = await hostWithEvent();
    const flood = await openMonitor(host, fixture.eventId);
    for (let index = 0; index < 601; index++) flood.socket.send('{"type":"ping"}');
    await eventually(() => expect(flood.closed()).toBe(1008));
  });

  it("closes a socket that floods and keeps the others", async () => {
    const { host, fixture } = await hostWithEvent();
    const flood = await openMonitor(host, fixture.eventId);
    const quiet = await openMonitor(host, fixture.eventId);
    for (let index = 0; index < 40; index++) flood.socket.send("noise");
    await eventually(() => expect(flood.closed()).toBe(1008));
    const large = await openMonitor(host, fixture.eventId);
    large.socket.send("x".repeat(5_000));
    await eventually(() => expect(large.closed()).toBe(1008));
    await checkIn(host, fixture, 0);
    await eventually(() => expect(quiet.frames).toHaveLength(1));
  });

  it("stores a bounded number of activities", async () => {
    const { host, fixture } = await hostWithEvent();
    await openMonitor(host, fixture.eventId);
    const stored = await runInDurableObject(monitorOf(fixture.eventId), (monitor, state) => {
      for (let call = 0; call < 102; call++) {
        monitor.publish(fixture.eventId, ...undoneCheckIns(fixture, 1_000, `${call}-`));
      }
      return state.storage.sql.exec<{ count: number }>("SELECT count(*) AS count FROM activities").one().count;
    });
    expect(stored).toBeLessThanOrEqual(100_500);
  });
});
