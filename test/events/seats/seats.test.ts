import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { answerInTurn, guestOf, makeSeatEvent, seatsBecome } from "../../support/seats.ts";

describe("seats of an event", () => {
  test("confirms the first RSVPs and waitlists the next ones in their order", async () => {
    const event = await makeSeatEvent(4, { capacity: 3, waitlist: true });
    expect(await guestOf(event, 0).answer(2)).toMatchObject({
      status: 201,
      seat: "confirmed",
      waitlist_position: null,
    });
    const second = await guestOf(event, 1).answer(2);
    expect(second).toMatchObject({ status: 201, seat: "waitlisted", waitlist_position: 1, offer_expires_at: null });
    expect(second.check_in).toBeUndefined();
    // A party that fits is not held up by one that does not.
    expect(await guestOf(event, 2).answer(1)).toMatchObject({ seat: "confirmed" });
    expect(await guestOf(event, 3).answer(1)).toMatchObject({ seat: "waitlisted", waitlist_position: 2 });
    expect(await guestOf(event, 3).view()).toMatchObject({ seat: "waitlisted", waitlist_position: 2 });
    expect((await guestOf(event, 3).view()).check_in).toBeUndefined();
    expect((await guestOf(event, 2).view()).check_in).toBeDefined();
    expect(await event.held()).toEqual({ counted: 3, kept: 3 });
  });

  test("returns 409 event_full with the free seats when there is no waitlist", async () => {
    const event = await makeSeatEvent(2, { capacity: 3 });
    await answerInTurn(event, 2);
    expect(await guestOf(event, 1).answer(2)).toMatchObject({ status: 409, error: "event_full", left: 1 });
    expect(await event.seats()).toEqual(["confirmed", undefined]);
    expect(await guestOf(event, 1).answer(1)).toMatchObject({ status: 201, seat: "confirmed" });
    expect(await guestOf(event, 1).edit({ plus_ones: 1 })).toMatchObject({ status: 409, error: "event_full", left: 0 });
    expect(await guestOf(event, 1).view()).toMatchObject({ plus_ones: 0, seat: "confirmed", edit_count: 0 });
  });

  test("requires no seat for a declined or maybe RSVP", async () => {
    const event = await makeSeatEvent(2, { capacity: 1 });
    await answerInTurn(event, 1);
    expect(await guestOf(event, 1).answer(1, { response: "maybe" })).toMatchObject({ status: 201, seat: null });
    expect(await guestOf(event, 1).edit({ response: "declined" })).toMatchObject({ status: 200, seat: null });
    expect(await guestOf(event, 1).edit({ response: "attending" })).toMatchObject({ status: 409, error: "event_full" });
    expect(await guestOf(event, 1).view()).toMatchObject({ response: "declined" });
  });

  test("confirms exactly 10 people for 40 parallel RSVPs and a capacity of 10", async () => {
    const event = await makeSeatEvent(40, { capacity: 10, waitlist: true });
    const answers = await Promise.all(event.guests.map((guest, index) => guest.answer(1 + (index % 4))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const { counted, kept } = await event.held();
    expect(kept).toBe(counted);
    expect(counted).toBeLessThanOrEqual(10);
    // No party that waits fits into what is left.
    const waiting = answers.flatMap(({ seat, plus_ones = 0 }) => (seat === "waitlisted" ? [1 + plus_ones] : []));
    expect(Math.min(...waiting)).toBeGreaterThan(10 - counted);
    const confirmed = answers.flatMap(({ seat, plus_ones = 0 }) => (seat === "confirmed" ? [1 + plus_ones] : []));
    expect(confirmed.reduce((sum, heads) => sum + heads, 0)).toBe(counted);
  });

  test("allows no overbooking by parallel edits that make parties larger", async () => {
    const event = await makeSeatEvent(8, { capacity: 10 });
    await answerInTurn(event, 1, 1, 1, 1, 1, 1, 1, 1);
    const edits = await Promise.all(event.guests.map((guest) => guest.edit({ plus_ones: 1 })));
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409, 409, 409]);
    expect(await event.held()).toEqual({ counted: 10, kept: 10 });
  });
});

describe("offerSeats", () => {
  test("offers the seat to the longest-waiting party that fits, and keeps the other positions", async () => {
    const event = await makeSeatEvent(5, { capacity: 4, waitlist: true });
    await answerInTurn(event, 2, 2, 3, 2, 1);
    expect(await event.seats()).toEqual(["confirmed", "confirmed", "waitlisted", "waitlisted", "waitlisted"]);
    expect((await guestOf(event, 0).edit({ response: "declined" })).seat).toBeNull();
    await seatsBecome(event, [null, "confirmed", "waitlisted", "offered", "waitlisted"]);
    expect(await guestOf(event, 2).view()).toMatchObject({ seat: "waitlisted", waitlist_position: 1 });
    expect(await guestOf(event, 4).view()).toMatchObject({ seat: "waitlisted", waitlist_position: 2 });
    const offered = await guestOf(event, 3).view();
    expect(Date.parse(offered.offer_expires_at ?? "")).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(offered.check_in).toBeUndefined();
    expect(await event.held()).toEqual({ counted: 4, kept: 4 });
  });

  test("offers seats of a reduced party when a waiting party becomes small enough", async () => {
    const event = await makeSeatEvent(3, { capacity: 4, waitlist: true });
    await answerInTurn(event, 4, 2);
    await guestOf(event, 0).edit({ plus_ones: 2 });
    expect(await guestOf(event, 1).edit({ plus_ones: 0 })).toMatchObject({ seat: "waitlisted" });
    await seatsBecome(event, ["confirmed", "offered", undefined]);
    expect(await event.held()).toEqual({ counted: 4, kept: 4 });
  });

  test("offers the seat when its guest is deleted", async () => {
    const event = await makeSeatEvent(2, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 1);
    const { host, eventId } = event;
    expect((await host.api("DELETE", `/events/${eventId}/guests/${guestOf(event, 0).id}`)).status).toBe(204);
    await seatsBecome(event, [undefined, "offered"]);
  });

  test("confirms the seat on acceptance, and returns the door code: POST /rsvp/{token}/offer", async () => {
    const event = await makeSeatEvent(2, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 1);
    expect(await guestOf(event, 1).answerOffer(true)).toMatchObject({ status: 409, error: "no_offer" });
    await guestOf(event, 0).edit({ response: "declined" });
    await seatsBecome(event, [null, "offered"]);
    const accepted = await guestOf(event, 1).answerOffer(true);
    expect(accepted).toMatchObject({ status: 200, seat: "confirmed", offer_expires_at: null, edit_count: 0 });
    expect(accepted.check_in?.qr_token).toBeDefined();
    expect(await guestOf(event, 1).answerOffer(true)).toMatchObject({ status: 409, error: "no_offer" });
  });

  test("offers a declined seat to the next party and stores the decline as a revision, not an edit", async () => {
    const event = await makeSeatEvent(3, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 1, 1);
    await guestOf(event, 0).edit({ response: "declined" });
    await seatsBecome(event, [null, "offered", "waitlisted"]);
    const passed = await guestOf(event, 1).answerOffer(false);
    expect(passed).toMatchObject({ status: 200, response: "declined", seat: null, edit_count: 0 });
    await seatsBecome(event, [null, null, "offered"]);
    const { host, eventId } = event;
    const history = await host.api("GET", `/events/${eventId}/guests/${guestOf(event, 1).id}/rsvp/history`);
    const { items } = await history.json<{ items: unknown[] }>();
    expect(items).toMatchObject([{ revision: 0, response: "attending", seat: "offered", replaced_by: "guest" }]);
  });

  test("keeps the seat for an offered party that stays as large or gets smaller", async () => {
    const event = await makeSeatEvent(2, { capacity: 2, waitlist: true });
    await answerInTurn(event, 2, 2);
    await guestOf(event, 0).edit({ response: "maybe" });
    await seatsBecome(event, [null, "offered"]);
    expect(await guestOf(event, 1).edit({ plus_ones: 2 })).toMatchObject({ status: 409, error: "event_full", left: 0 });
    expect(await guestOf(event, 1).edit({ plus_ones: 0 })).toMatchObject({ status: 200, seat: "offered" });
    expect(await guestOf(event, 1).edit({ plus_ones: 1 })).toMatchObject({ status: 200, seat: "offered" });
    expect(await event.held()).toEqual({ counted: 2, kept: 2 });
  });

  test("publishes an activity with the number of people and the expiry time", async () => {
    const event = await makeSeatEvent(2, { capacity: 2, waitlist: true });
    await answerInTurn(event, 2, 2);
    await guestOf(event, 0).edit({ response: "declined" });
    await seatsBecome(event, [null, "offered"]);
    const { host, eventId } = event;
    const activity = await (await host.api("GET", `/events/${eventId}/activity`)).json<{ items: { type: string }[] }>();
    const guest = { id: guestOf(event, 1).id, name: "Guest 1" };
    const { offer_expires_at } = await guestOf(event, 1).view();
    expect(activity.items.filter(({ type }) => type === "waitlist.offered")).toMatchObject([
      { guest, heads: 2, offer_expires_at },
    ]);
  });
});

test("excludes waitlisted guests from analytics and from the expected guests at the door", async () => {
  const event = await makeSeatEvent(2, { capacity: 2, waitlist: true });
  await answerInTurn(event, 2, 2);
  const { host, eventId } = event;
  const analytics = await (await host.api("GET", `/events/${eventId}/analytics`)).json();
  expect(analytics).toMatchObject({ overview: { attending: 2, expected_headcount: 2 } });
  const door = await (await host.api("GET", `/events/${eventId}/check-ins`)).json();
  expect(door).toMatchObject({ summary: { expected_headcount: 2, guests_expected: 1 } });
});

test("counts the seats of an event for its members: GET /events/{eventId}/seats", async () => {
  const event = await makeSeatEvent(4, { capacity: 3, waitlist: true });
  await answerInTurn(event, 2, 1, 2, 1);
  await guestOf(event, 1).edit({ response: "declined" });
  await seatsBecome(event, ["confirmed", null, "waitlisted", "offered"]);
  const seats = await event.host.api("GET", `/events/${event.eventId}/seats`);
  expect(await seats.json()).toEqual({
    capacity: 3,
    held: 3,
    left: 0,
    confirmed: { parties: 1, heads: 2 },
    offered: { parties: 1, heads: 1 },
    waitlisted: { parties: 1, heads: 2 },
    passed_over: [],
  });
  const free = await makeSeatEvent(1, { capacity: null });
  await answerInTurn(free, 3);
  const open = await free.host.api("GET", `/events/${free.eventId}/seats`);
  expect(await open.json()).toMatchObject({ capacity: null, held: 3, left: null, confirmed: { parties: 1, heads: 3 } });
  expect((await env.DB.prepare("select count(*) as count from seat_offers").first("count")) as number).toBeGreaterThan(
    0,
  );
});
