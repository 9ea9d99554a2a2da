import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../../support/account.ts";
import { addMember, type EventFixture, firstOf, makeEventFixture } from "../../support/event-fixture.ts";
import { eventually } from "../../support/eventually.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../../support/guest-requests.ts";

interface Frame {
  type: string;
  seq: number;
  event_id: string;
  guest: { name: string };
  [key: string]: unknown;
}

/** A socket with everything that came over it. */
interface Watching {
  socket: WebSocket;
  frames: Frame[];
  closed: () => number | null;
}

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

async function watch(host: Host, eventId: string, after?: number): Promise<Watching> {
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

async function watched(): Promise<{ host: Host; crowd: EventFixture }> {
  const host = await signedInHost({ tier: "pro" });
  return { host, crowd: await makeEventFixture(host.id, 3) };
}

const checkIn = (host: Host, crowd: EventFixture, index = 0) =>
  host.api("POST", `/events/${crowd.eventId}/check-in`, { guest_id: crowd.guests[index]?.id });

const monitorOf = (eventId: string) => env.EVENT_MONITOR.get(env.EVENT_MONITOR.idFromName(eventId));

describe("the live monitor", () => {
  it("tells accesses, answers, edits, arrivals and their undoing, numbered in their order", async () => {
    const { host, crowd } = await watched();
    const { frames } = await watch(host, crowd.eventId);
    const { token } = firstOf(crowd);
    const headers = browserHeaders();
    await send(openRequest(token, headers));
    await send(answerRequest(token, { plus_ones: 2 }, headers));
    await send(editRequest(token, { response: "maybe" }, headers));
    const { id } = (await (await checkIn(host, crowd)).json()) as { id: string };
    await host.api("DELETE", `/events/${crowd.eventId}/check-ins/${id}`);
    await eventually(() => expect(frames).toHaveLength(7));
    const kinds = frames.map((frame) => (frame.type === "access.scored" ? `scored ${frame.kind}` : frame.type));
    expect(kinds.toSorted()).toEqual([
      "check_in.recorded",
      "check_in.undone",
      "rsvp.submitted",
      "rsvp.updated",
      "scored access",
      "scored edit",
      "scored rsvp",
    ]);
    expect(frames.map((frame) => frame.seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(frames.find((frame) => frame.type === "rsvp.updated")).toMatchObject({ response: "maybe", edit_count: 1 });
    const text = JSON.stringify(frames);
    expect(text).not.toContain(token);
    expect(text).not.toContain(firstOf(crowd).email);
  });

  it("tells 200 scans of one guest with one frame", async () => {
    const { host, crowd } = await watched();
    const { frames } = await watch(host, crowd.eventId);
    await Promise.all(Array.from({ length: 200 }, () => checkIn(host, crowd)));
    await checkIn(host, crowd, 1);
    await eventually(() => expect(frames.map((frame) => frame.guest.name)).toEqual(["Guest 0", "Guest 1"]));
  });

  it("goes on without gap or repetition after a connection broke", async () => {
    const { host, crowd } = await watched();
    const first = await watch(host, crowd.eventId);
    await checkIn(host, crowd, 0);
    await eventually(() => expect(first.frames).toHaveLength(1));
    first.socket.close();
    await checkIn(host, crowd, 1);
    const second = await watch(host, crowd.eventId, first.frames[0]?.seq);
    await checkIn(host, crowd, 2);
    await eventually(() => expect(second.frames.map((frame) => frame.seq)).toEqual([2, 3]));
  });

  it("loses nobody when its object is evicted and woken", async () => {
    const { host, crowd } = await watched();
    const monitors = await Promise.all(Array.from({ length: 20 }, () => watch(host, crowd.eventId)));
    await checkIn(host, crowd, 0);
    await eventually(() => expect(monitors.every(({ frames }) => frames.length === 1)).toBe(true));
    await evictDurableObject(monitorOf(crowd.eventId));
    await checkIn(host, crowd, 1);
    await eventually(() =>
      expect(monitors.every(({ frames }) => frames.map(({ seq }) => seq).join() === "1,2")).toBe(true),
    );
  });

  it("opens one socket for each ticket, of many tries at once", async () => {
    const { host, crowd } = await watched();
    const ticket = await ticketFor(host, crowd.eventId);
    const tries = await Promise.all(Array.from({ length: 20 }, () => openSocket(crowd.eventId, ticket)));
    expect(tries.map(({ status }) => status).sort()).toEqual([101, ...Array(19).fill(401)]);
    for (const { webSocket } of tries) webSocket?.accept();
    for (const { webSocket } of tries) webSocket?.close();
  });

  it("refuses a ticket of another event, a session, and no ticket", async () => {
    const { host, crowd } = await watched();
    const other = await watched();
    expect((await openSocket(other.crowd.eventId, await ticketFor(host, crowd.eventId))).status).toBe(401);
    expect((await openSocket(crowd.eventId, host.token)).status).toBe(401);
    expect((await openSocket(crowd.eventId, "")).status).toBe(401);
    const stranger = await signedInHost();
    expect((await stranger.api("POST", "/auth/ws-ticket", { event_id: crowd.eventId })).status).toBe(404);
  });

  it("closes the sockets of a member whose role is gone, and refuses a ticket from before", async () => {
    const { host, crowd } = await watched();
    const viewer = await signedInHost();
    await addMember(crowd.eventId, viewer.id, "viewer");
    const kept = await watch(host, crowd.eventId);
    const ended = await watch(viewer, crowd.eventId);
    const ticket = await ticketFor(viewer, crowd.eventId);
    const removed = await host.api("DELETE", `/events/${crowd.eventId}/collaborators/${viewer.id}`);
    expect(removed.status).toBe(204);
    await eventually(() => expect(ended.closed()).toBe(1008));
    expect((await openSocket(crowd.eventId, ticket)).status).toBe(404);
    await checkIn(host, crowd, 0);
    await eventually(() => expect(kept.frames).toHaveLength(1));
    expect(ended.frames).toEqual([]);
  });

  it("closes a socket that floods and keeps the others", async () => {
    const { host, crowd } = await watched();
    const flood = await watch(host, crowd.eventId);
    const quiet = await watch(host, crowd.eventId);
    for (let index = 0; index < 40; index++) flood.socket.send("noise");
    await eventually(() => expect(flood.closed()).toBe(1008));
    const large = await watch(host, crowd.eventId);
    large.socket.send("x".repeat(5_000));
    await eventually(() => expect(large.closed()).toBe(1008));
    await checkIn(host, crowd, 0);
    await eventually(() => expect(quiet.frames).toHaveLength(1));
  });

  it("keeps a bounded number of frames", async () => {
    const { host, crowd } = await watched();
    await watch(host, crowd.eventId);
    const kept = await runInDurableObject(monitorOf(crowd.eventId), (monitor, state) => {
      for (let index = 0; index < 6_000; index++) {
        monitor.publish(crowd.eventId, {
          type: "check_in.undone",
          at: "2026-01-01T00:00:00.000Z",
          guest: { id: crowd.eventId, name: "Guest" },
          check_in_id: crowd.eventId,
        });
      }
      return state.storage.sql.exec<{ count: number }>("SELECT count(*) AS count FROM frames").one().count;
    });
    expect(kept).toBeLessThanOrEqual(5_500);
  });
});
