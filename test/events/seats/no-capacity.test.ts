import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { expireOffers } from "../../../src/events/seats/expire-offers.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { addGuest, issueLink } from "../../support/guest.ts";
import { answerRequest, browserHeaders, editRequest } from "../../support/guest-requests.ts";
import { linkIn, mailsTo, mailTo } from "../../support/mailbox.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { answerInTurn, guestOf, makeSeatEvent, type SeatEvent, seatsBecome } from "../../support/seats.ts";

// An offer runs out when the test says so.
beforeEach(stopScheduler);

/** Records an RSVP for a guest as the host. */
const record = ({ host, eventId }: SeatEvent, guestId: string, rsvp: object) =>
  host.api("PUT", `/events/${eventId}/guests/${guestId}/rsvp`, rsvp);

/** Returns the seats of all attending RSVPs of an event. */
async function attendingSeats(eventId: string): Promise<unknown[]> {
  const rows = env.DB.prepare("select seat from rsvps where event_id = ? and response = 'attending'").bind(eventId);
  return (await rows.all<{ seat: string | null }>()).results.map(({ seat }) => seat);
}

/** Lets the offer of a guest run out. */
async function runOut({ eventId }: SeatEvent, guestId: string): Promise<void> {
  await env.DB.prepare("update rsvps set offer_expires_at = 1 where event_id = ? and guest_id = ?")
    .bind(eventId, guestId)
    .run();
  const deferred: Promise<void>[] = [];
  await expireOffers(createRequestContext(env, (work) => deferred.push(work())));
  await Promise.all(deferred);
}

/** An event whose guests 1, 2 and 3 said yes and have an offer that ran out, an open offer, and a place on the waitlist. */
async function eventWithWaiting(): Promise<SeatEvent> {
  const event = await makeSeatEvent(4, { capacity: 2, waitlist: true });
  await answerInTurn(event, 2, 1, 1, 2);
  await guestOf(event, 0).edit({ response: "declined" });
  await seatsBecome(event, [null, "offered", "offered", "waitlisted"]);
  await runOut(event, guestOf(event, 1).id);
  await seatsBecome(event, [null, null, "offered", "waitlisted"]);
  return event;
}

/** Removes the capacity without what an event's change causes. */
const dropCapacity = ({ eventId }: SeatEvent) =>
  env.DB.prepare("update events set capacity = null where id = ?").bind(eventId).run();

describe("an event without a capacity", () => {
  test("confirms the seat of a first RSVP, of edits and of RSVPs that a host records", async () => {
    const event = await makeSeatEvent(3, { capacity: null, waitlist: true });
    expect(await guestOf(event, 0).answer(3)).toMatchObject({ seat: "confirmed" });
    expect(await guestOf(event, 0).edit({ plus_ones: 0 })).toMatchObject({ seat: "confirmed" });
    expect(await guestOf(event, 0).edit({ plus_ones: 4 })).toMatchObject({ seat: "confirmed" });
    expect(await guestOf(event, 1).answer(1, { response: "maybe" })).toMatchObject({ seat: null });
    expect(await guestOf(event, 1).edit({ response: "attending", plus_ones: 1 })).toMatchObject({ seat: "confirmed" });
    expect((await record(event, guestOf(event, 1).id, { response: "declined" })).status).toBe(200);
    const recorded = [
      await record(event, guestOf(event, 1).id, { response: "attending", plus_ones: 0 }),
      await record(event, guestOf(event, 2).id, { response: "attending", plus_ones: 2 }),
      await record(event, guestOf(event, 2).id, { response: "attending", plus_ones: 1, force: true }),
    ];
    for (const response of recorded) expect(await response.json()).toMatchObject({ seat: "confirmed" });
    expect(await attendingSeats(event.eventId)).toEqual(["confirmed", "confirmed", "confirmed"]);
  });

  test("confirms the seat of an RSVP that a report restores, also one that had waited", async () => {
    const event = await makeSeatEvent(2, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 1);
    const guest = guestOf(event, 1);
    const other = await exports.default.fetch(editRequest(guest.token, { response: "declined" }, browserHeaders()));
    expect(other.status).toBe(200);
    const report = linkIn(await mailTo(guest.email, { subject: /^You can't make it/ }), "/not-me/");
    await dropCapacity(event);
    expect((await exports.default.fetch(new Request(report, { method: "POST" }))).status).toBe(200);
    expect(await event.seats()).toEqual(["confirmed", "confirmed"]);
  });

  test("confirms the seat of a party that waited under the former capacity, with its next edit", async () => {
    for (const [number, heads] of [
      [1, 1],
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 3],
    ] as const) {
      const event = await eventWithWaiting();
      await dropCapacity(event);
      const edited = await guestOf(event, number).edit({ plus_ones: heads - 1, response: "attending" });
      expect(edited, `guest ${number}, ${heads}`).toMatchObject({
        status: 200,
        seat: "confirmed",
        offer_expires_at: null,
        waitlist_position: null,
      });
      expect(edited.check_in).toBeDefined();
    }
  });

  test("confirms the seat of a party that waited, with an RSVP that a host records", async () => {
    const event = await eventWithWaiting();
    await dropCapacity(event);
    for (const number of [1, 2, 3]) {
      const recorded = await record(event, guestOf(event, number).id, { response: "attending", plus_ones: 1 });
      expect(await recorded.json(), `guest ${number}`).toMatchObject({ seat: "confirmed", offer_expires_at: null });
    }
  });

  test("confirms the seats of all who wait when the capacity is removed, and emails them their pass, once", async () => {
    const event = await eventWithWaiting();
    const { host, eventId } = event;
    expect((await host.api("PATCH", `/events/${eventId}`, { capacity: null })).status).toBe(200);
    await seatsBecome(event, [null, "confirmed", "confirmed", "confirmed"]);
    for (const number of [1, 2, 3]) {
      const mail = await mailTo(guestOf(event, number).email, { subject: "You're going to Gala" });
      expect(mail.attachments).toHaveLength(2);
      expect((await guestOf(event, number).view()).check_in).toBeDefined();
    }
    expect(await event.held()).toEqual({ counted: 4, kept: 4 });
    const again = busMessage("seats.offer", { event_id: eventId });
    expect((await consume("usher-notifier", [again, again])).acked).toEqual([0, 1]);
    const subjects = (await mailsTo(guestOf(event, 3).email)).map(({ subject }) => subject).sort();
    expect(subjects).toEqual(["You're going to Gala", "You're on the waitlist for Gala"]);
  });

  test("confirms seats after the event was cancelled and reinstated, and in a copy of the event", async () => {
    const event = await makeSeatEvent(2, { capacity: null });
    const { host, eventId } = event;
    await answerInTurn(event, 2);
    expect((await host.api("POST", `/events/${eventId}/cancel`, { notify: false })).status).toBe(200);
    expect((await host.api("POST", `/events/${eventId}/reinstate`, { notify: false })).status).toBe(200);
    expect(await guestOf(event, 1).answer(2)).toMatchObject({ seat: "confirmed" });
    expect(await event.seats()).toEqual(["confirmed", "confirmed"]);

    const copied = await host.api("POST", `/events/${eventId}/copy`, {
      name: "Gala again",
      include: ["guests"],
      event_date: new Date(Date.now() + 60 * 86_400_000).toISOString(),
    });
    expect(copied.status).toBe(201);
    const copy = await copied.json<{ id: string }>();
    const guest = await addGuest(host, copy.id);
    const { token } = await issueLink(host, copy.id, guest.id, { notify: false });
    const answered = await exports.default.fetch(answerRequest(token, { plus_ones: 3 }));
    expect(await answered.json()).toMatchObject({ seat: "confirmed" });
  });
});
