import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../src/kernel/clock.ts";
import { deliverBatches, dispatch, stopScheduler } from "../../support/broadcast.ts";
import { browserHeaders } from "../../support/guest-requests.ts";
import { deliveriesOf, makeMessage } from "../../support/message.ts";
import { answerInTurn, guestOf, makeSeatEvent, type SeatEvent, seatsBecome } from "../../support/seats.ts";

// The Scheduler has not withdrawn the offer yet.
beforeEach(stopScheduler);

/** An event with one seat, which is offered to guest 1. */
async function offeredSeat(): Promise<SeatEvent> {
  const event = await makeSeatEvent(2, { capacity: 1, waitlist: true });
  await answerInTurn(event, 1, 1);
  await guestOf(event, 0).edit({ response: "declined" });
  await seatsBecome(event, [null, "offered"]);
  return event;
}

/** Lets the time of the offer be over. */
async function endOffer(event: SeatEvent): Promise<void> {
  await env.DB.prepare("update rsvps set offer_expires_at = ? where event_id = ? and guest_id = ?")
    .bind(Date.now() - 1_000, event.eventId, guestOf(event, 1).id)
    .run();
}

describe("an offer whose time is over before the Scheduler has run", () => {
  it("has ended in list, counts, seats, analytics, files, attention, audiences and at the door", async () => {
    const event = await offeredSeat();
    const { host, eventId } = event;
    const { id } = guestOf(event, 1);
    // biome-ignore lint/suspicious/noExplicitAny: the test asserts the shapes of the responses
    const read = async (path: string): Promise<any> => {
      const response = await host.api("GET", `/events/${eventId}${path}`);
      expect(response.status, path).toBe(200);
      return path.endsWith(".csv") ? response.text() : response.json();
    };
    expect(await read(`/guests/${id}`)).toMatchObject({ standing: "offered" });
    await endOffer(event);

    expect(await read(`/guests/${id}`)).toMatchObject({ standing: "unseated", rsvp: { response: "attending" } });
    expect((await read("/guests?standing=unseated")).items).toMatchObject([{ id, standing: "unseated" }]);
    expect((await read("/guests?standing=offered")).items).toEqual([]);
    expect((await read("/guests/counts")).standings).toMatchObject({ offered: 0, unseated: 1 });
    expect(await read("/seats")).toMatchObject({ capacity: 1, held: 0, left: 1, offered: { parties: 0, heads: 0 } });
    expect((await read("/analytics")).overview.standings).toMatchObject({ offered: 0, unseated: 1 });
    expect(await read("/guests/export.csv")).toMatch(/Guest 1,.*,unseated,/);
    expect(await read("/analytics/export.csv")).toMatch(/Guest 1,.*unseated/);
    expect(await read("/attention")).toMatchObject({ offered: 0 });
    expect(await read("/messages/recipient-count?audience=offered")).toMatchObject({ count: 0 });
    expect((await read("/check-in/guests?q=Guest%201")).items).toMatchObject([{ standing: "unseated" }]);
    const door = await host.api("POST", `/events/${eventId}/check-in/preview`, { guest_id: id });
    expect(await door.json()).toMatchObject({ standing: "unseated", reasons: ["no_seat"] });
  });

  it("gets no message for guests with an offer, claimed before or after its end", async () => {
    const event = await offeredSeat();
    const { host, eventId } = event;
    const claimed = await makeMessage(host, eventId, { audience: "offered", mode: "send_now" });
    const batches = await dispatch(claimed.id);
    await endOffer(event);
    await deliverBatches(batches);
    expect(await deliveriesOf(host, eventId, claimed.id)).toMatchObject([
      { status: "suppressed", reason: "standing_changed" },
    ]);
    const later = await makeMessage(host, eventId, { audience: "offered", mode: "send_now" });
    await dispatch(later.id);
    expect(await deliveriesOf(host, eventId, later.id)).toEqual([]);
  });

  it("gives the seat to a guest who asks for it again", async () => {
    const event = await offeredSeat();
    const guest = guestOf(event, 1);
    await endOffer(event);
    expect(await guest.answerOffer(true)).toMatchObject({ status: 409, error: "offer_expired" });
    expect(await guest.edit({ response: "attending" })).toMatchObject({ status: 200, seat: "confirmed" });
    expect(await event.held()).toEqual({ counted: 1, kept: 1 });
  });

  it("can be repeated by the host, who can also record a new RSVP", async () => {
    const event = await offeredSeat();
    const path = `/events/${event.eventId}/guests/${guestOf(event, 1).id}`;
    await endOffer(event);
    const again = await event.host.api("POST", `${path}/offer`, {});
    expect([again.status, await again.json()]).toMatchObject([200, { seat: "offered" }]);
    await endOffer(event);
    const recorded = await event.host.api("PUT", `${path}/rsvp`, { response: "attending", plus_ones: 0 });
    expect(await recorded.json()).toMatchObject({ seat: "confirmed", offer_expires_at: null });
  });

  it("lets the page ask again, instead of saying that nothing changed", async () => {
    const event = await offeredSeat();
    const guest = guestOf(event, 1);
    await env.DB.prepare("update rsvps set recognised_by = 'anyone' where guest_id = ?").bind(guest.id).run();
    await endOffer(event);
    const page = await exports.default.fetch(
      new Request(`https://usher.test/i/${guest.token}`, {
        method: "POST",
        headers: browserHeaders(),
        body: new URLSearchParams([
          ["intent", "edit"],
          ["response", "attending"],
        ]),
      }),
    );
    expect(page.status).toBeLessThan(400);
    expect(await event.seats()).toEqual([null, "confirmed"]);
  });

  it("keeps an offer until its time is over", async () => {
    const event = await offeredSeat();
    await env.DB.prepare("update rsvps set offer_expires_at = ? where event_id = ? and seat = 'offered'")
      .bind(Date.now() + HOUR_MS, event.eventId)
      .run();
    expect(await guestOf(event, 1).edit({ response: "attending" })).toMatchObject({ seat: "offered" });
    expect(await guestOf(event, 1).answerOffer(true)).toMatchObject({ status: 200, seat: "confirmed" });
  });
});
