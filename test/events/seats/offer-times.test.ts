import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../src/kernel/clock.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { answerInTurn, guestOf, makeSeatEvent, type SeatEvent } from "../../support/seats.ts";

beforeEach(stopScheduler);

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** An event that starts in some time, with a free seat and a guest who waits. */
async function waitingFor(startsInMs: number): Promise<SeatEvent> {
  const event = await makeSeatEvent(2, { capacity: 1, waitlist: true, offerHours: 24 });
  await answerInTurn(event, 1, 1);
  const startsAt = Date.now() + startsInMs;
  await run("update events set capacity = 2, event_date = ? where id = ?", startsAt, event.eventId);
  return event;
}

const offerSeats = ({ eventId }: SeatEvent) =>
  consume("usher-notifier", [busMessage("seats.offer", { event_id: eventId })]);
const offerPath = (event: SeatEvent) => `/events/${event.eventId}/guests/${guestOf(event, 1).id}/offer`;

/** When the offer of the waiting guest expires, and the start of the event. Epoch milliseconds. */
const timesOf = ({ eventId }: SeatEvent) =>
  env.DB.prepare(
    `select offer_expires_at as expires, event_date as starts from rsvps join events on events.id = event_id
     where event_id = ? and seat = 'offered'`,
  )
    .bind(eventId)
    .first<{ expires: number; starts: number }>();

describe("the time of a seat offer", () => {
  it("ends at the start of the event, also with more hours left", async () => {
    const event = await waitingFor(2 * HOUR_MS);
    await offerSeats(event);
    const times = await timesOf(event);
    expect(times?.expires).toBe(times?.starts);
  });

  it("ends at the start if the host offers it out of turn, and cannot be accepted from then on", async () => {
    const event = await waitingFor(2 * HOUR_MS);
    expect((await event.host.api("POST", offerPath(event), {})).status).toBe(200);
    const times = await timesOf(event);
    expect(times?.expires).toBe(times?.starts);
    const now = Date.now();
    await run("update events set event_date = ? where id = ?", now, event.eventId);
    await run("update rsvps set offer_expires_at = ? where event_id = ? and seat = 'offered'", now, event.eventId);
    expect(await guestOf(event, 1).answerOffer(true)).toMatchObject({ status: 409, error: "offer_expired" });
  });

  it.each([
    ["at the start", 0],
    ["while it runs", -HOUR_MS],
  ])("makes no offer %s, and sends the host to the door", async (_, startsIn) => {
    const event = await waitingFor(startsIn);
    await offerSeats(event);
    expect(await event.seats()).toEqual(["confirmed", "waitlisted"]);
    for (const force of [false, true]) {
      const refused = await event.host.api("POST", offerPath(event), { force });
      expect([refused.status, await refused.json()]).toMatchObject([
        409,
        { error: "event_started", detail: expect.stringContaining("at the door") },
      ]);
    }
  });

  it("stays when the event moves or its hours change", async () => {
    const event = await waitingFor(48 * HOUR_MS);
    expect((await event.host.api("POST", offerPath(event), {})).status).toBe(200);
    const told = (await timesOf(event))?.expires;
    expect(told).toBeGreaterThan(Date.now() + 23 * HOUR_MS);
    for (const changes of [
      { offer_hours: 1 },
      { event_date: new Date(Date.now() + 12 * HOUR_MS).toISOString() },
      { event_date: new Date(Date.now() + 96 * HOUR_MS).toISOString() },
    ]) {
      expect((await event.host.api("PATCH", `/events/${event.eventId}`, changes)).status).toBe(200);
      expect((await timesOf(event))?.expires).toBe(told);
    }
  });

  it.each([
    [true, { seat: "confirmed", response: "attending" }],
    [false, { seat: null, response: "declined" }],
  ])("takes an answer after the deadline for RSVPs: accept %s", async (accept, stored) => {
    const event = await waitingFor(48 * HOUR_MS);
    await offerSeats(event);
    await run("update events set rsvp_deadline = 1 where id = ?", event.eventId);
    expect(await guestOf(event, 1).answerOffer(accept)).toMatchObject({ status: 200, ...stored });
  });

  it("offers the free seats when an event that has started moves to a later day", async () => {
    const event = await waitingFor(-HOUR_MS);
    const event_date = new Date(Date.now() + 48 * HOUR_MS).toISOString();
    expect((await event.host.api("PATCH", `/events/${event.eventId}`, { event_date })).status).toBe(200);
    await offerSeats(event);
    expect(await event.seats()).toEqual(["confirmed", "offered"]);
  });
});
