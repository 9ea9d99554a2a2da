import { beforeEach, describe, expect, it } from "vitest";
import { stopScheduler } from "../../support/broadcast.ts";
import { answerInTurn, guestOf, makeSeatEvent, type SeatEvent, seatsBecome } from "../../support/seats.ts";

beforeEach(stopScheduler);

/** Sends a change of the event. */
async function patch({ host, eventId }: SeatEvent, changes: Record<string, unknown>) {
  const response = await host.api("PATCH", `/events/${eventId}`, changes);
  return { status: response.status, body: await response.json() };
}

describe("PATCH /events/{eventId} with a capacity", () => {
  it("counts open offers with the people who come, and lets the guest accept one after a forced change", async () => {
    const event = await makeSeatEvent(3, { capacity: 3, waitlist: true });
    await answerInTurn(event, 2, 1, 1);
    await guestOf(event, 1).edit({ response: "declined" });
    await seatsBecome(event, ["confirmed", null, "offered"]);
    const offered = { guest_id: guestOf(event, 2).id, name: "Guest 2", heads: 1 };
    expect(await patch(event, { capacity: 2 })).toMatchObject({
      status: 409,
      body: { error: "capacity_below_seated", held: 3, guests: [offered] },
    });
    expect((await patch(event, { capacity: 3 })).status).toBe(200);
    expect((await patch(event, { capacity: 1, force: true })).status).toBe(200);
    expect(await event.seats()).toEqual(["confirmed", null, "offered"]);
    expect(await guestOf(event, 2).answerOffer(true)).toMatchObject({ status: 200, seat: "confirmed" });
  });

  it("keeps who waits when it is lowered to those who come, and offers them the seats of a larger one", async () => {
    const event = await makeSeatEvent(3, { capacity: 3, waitlist: true });
    await answerInTurn(event, 2, 2, 2);
    expect(await event.seats()).toEqual(["confirmed", "waitlisted", "waitlisted"]);
    expect((await patch(event, { capacity: 2 })).status).toBe(200);
    expect(await event.seats()).toEqual(["confirmed", "waitlisted", "waitlisted"]);
    expect(await guestOf(event, 1).view()).toMatchObject({ seat: "waitlisted", waitlist_position: 1 });
    expect((await patch(event, { capacity: 4 })).status).toBe(200);
    await seatsBecome(event, ["confirmed", "offered", "waitlisted"]);
  });

  it("holds everybody who said yes while there was none, and makes the next guest wait", async () => {
    const event = await makeSeatEvent(3, { capacity: null, waitlist: true });
    await answerInTurn(event, 2, 1);
    expect(await patch(event, { capacity: 2 })).toMatchObject({
      status: 409,
      body: { held: 3, guests: [{ guest_id: guestOf(event, 1).id, heads: 1 }] },
    });
    expect((await patch(event, { capacity: 3 })).status).toBe(200);
    expect(await guestOf(event, 2).answer(1)).toMatchObject({ seat: "waitlisted", waitlist_position: 1 });
  });

  it.each([
    [0, "must be at least 1"],
    [-1, "must be at least 1"],
    [1.5, "must be a whole number"],
    ["ten", "must be a number"],
    [100_001, "must be at most 100000"],
  ])("rejects the capacity %j in words", async (capacity, message) => {
    const event = await makeSeatEvent(0, { capacity: 5 });
    expect(await patch(event, { capacity })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "capacity", message }] },
    });
  });
});
