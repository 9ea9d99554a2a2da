import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { expireOffers } from "../../../src/events/seats/expire-offers.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { eventually } from "../../support/eventually.ts";
import { answerRequest } from "../../support/guest-requests.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { raceBeforeWrite } from "../../support/race.ts";
import { answerInTurn, guestOf, makeSeatEvent, type SeatEvent, seatsBecome } from "../../support/seats.ts";

// An offer runs out when the test says so.
beforeEach(stopScheduler);

/** An event for one party, whose second guest was offered the seat, and others who wait. */
async function offeredTo(waiting: number, heads = 1): Promise<SeatEvent> {
  const event = await makeSeatEvent(2 + waiting, { capacity: heads, waitlist: true });
  await answerInTurn(event, ...Array.from({ length: 2 + waiting }, () => heads));
  await guestOf(event, 0).edit({ response: "declined" });
  await seatsBecome(event, [null, "offered", ...Array.from({ length: waiting }, () => "waitlisted")]);
  return event;
}

/** Lets an open offer have run out an hour ago. */
async function runOut(event: SeatEvent, number: number): Promise<void> {
  await env.DB.prepare("update rsvps set offer_expires_at = ? where event_id = ? and guest_id = ?")
    .bind(Date.now() - 3_600_000, event.eventId, guestOf(event, number).id)
    .run();
}

/** The alarm of the Scheduler. @returns when the next offer runs out */
async function alarm(): Promise<number | null> {
  const deferred: Promise<void>[] = [];
  const next = await expireOffers(createRequestContext(env, (work) => deferred.push(work())));
  await Promise.all(deferred);
  return next;
}

describe("seat offers", () => {
  test("passes an expired offer to the next party, even if the alarm is late and runs twice", async () => {
    const event = await offeredTo(1);
    const guest = guestOf(event, 1);
    await runOut(event, 1);
    expect(await guest.answerOffer(true)).toMatchObject({ status: 409, error: "offer_expired" });
    await Promise.all([alarm(), alarm()]);
    await seatsBecome(event, [null, null, "offered"]);
    expect(await guest.answerOffer(true)).toMatchObject({ status: 409, error: "offer_expired" });
    expect(await guest.view()).toMatchObject({ response: "attending", seat: null, offer_expires_at: null });
    const mail = await mailTo(guest.email, { subject: "We couldn't hold your seat at Gala any longer" });
    expect(mail.text).toContain("say yes again");
    // Coming back is a place at the end.
    expect(await guest.edit({ response: "attending" })).toMatchObject({ seat: "waitlisted", waitlist_position: 1 });
    expect(await event.held()).toEqual({ counted: 1, kept: 1 });
  });

  test("keeps an open offer, and sets the alarm for its expiry", async () => {
    const event = await offeredTo(0);
    const { offer_expires_at: expiresAt } = await guestOf(event, 1).view();
    const next = await alarm();
    expect(next).not.toBeNull();
    expect(next ?? 0).toBeLessThanOrEqual(Date.parse(expiresAt ?? ""));
    expect(await event.seats()).toEqual([null, "offered"]);
  });

  test("sends one email with the expiry time, even if its queue messages arrive twice", async () => {
    const event = await makeSeatEvent(2, { capacity: 2, waitlist: true });
    await answerInTurn(event, 2, 2);
    // A confirmation tells of the seat at the time when it is sent.
    await mailTo(guestOf(event, 1).email, { subject: "You're on the waitlist for Gala" });
    await guestOf(event, 0).edit({ response: "declined" });
    await seatsBecome(event, [null, "offered"]);
    const again = busMessage("seats.offer", { event_id: event.eventId });
    expect((await consume("usher-notifier", [again, again])).acked).toEqual([0, 1]);
    const guest = guestOf(event, 1);
    const mail = await mailTo(guest.email, { subject: "A seat has opened up for you at Gala" });
    expect(mail.text).toContain("seats for all 2 of you until");
    expect(mail.text).toContain(`/i/${guest.token}`);
    expect(await guest.view()).toMatchObject({ seat: "offered" });
    const offers = await env.DB.prepare("select count(*) as count from seat_offers where event_id = ?")
      .bind(event.eventId)
      .first("count");
    expect(offers).toBe(1);
    const subjects = (await mailsTo(guest.email)).map(({ subject }) => subject).sort();
    expect(subjects).toEqual(["A seat has opened up for you at Gala", "You're on the waitlist for Gala"]);
  });

  test("makes one offer per party in waitlist order for several concurrent consumers", async () => {
    const event = await makeSeatEvent(6, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 1, 1, 1, 1, 1);
    await env.DB.prepare("update events set capacity = 4 where id = ?").bind(event.eventId).run();
    const message = busMessage("seats.offer", { event_id: event.eventId });
    await Promise.all([1, 2, 3].map(() => consume("usher-notifier", [message])));
    expect(await event.seats()).toEqual(["confirmed", "offered", "offered", "offered", "waitlisted", "waitlisted"]);
    expect(await event.held()).toEqual({ counted: 4, kept: 4 });
  });

  test("makes no offer for a cancelled event, and makes it after reinstating", async () => {
    const event = await makeSeatEvent(2, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 1);
    const { host, eventId } = event;
    await host.api("POST", `/events/${eventId}/cancel`, { notify: false });
    await host.api("DELETE", `/events/${eventId}/guests/${guestOf(event, 0).id}`);
    await consume("usher-notifier", [busMessage("seats.offer", { event_id: eventId })]);
    expect(await event.seats()).toEqual([undefined, "waitlisted"]);
    expect((await host.api("POST", `/events/${eventId}/reinstate`, { notify: false })).status).toBe(200);
    await seatsBecome(event, [undefined, "offered"]);
  });
});

describe("seats changed by a host or in a race", () => {
  test("offers a seat out of order, while there are seats or with force", async () => {
    const event = await makeSeatEvent(3, { capacity: 3, waitlist: true });
    await answerInTurn(event, 2, 3, 2);
    const { host, eventId } = event;
    const path = `/events/${eventId}/guests/${guestOf(event, 2).id}/offer`;
    const full = await host.api("POST", path, {});
    expect([full.status, await full.json()]).toMatchObject([409, { error: "event_full", left: 1 }]);
    const forced = await host.api("POST", path, { force: true });
    expect([forced.status, await forced.json()]).toMatchObject([200, { seat: "offered", heads: 2 }]);
    expect(await event.held()).toEqual({ counted: 4, kept: 4 });
    const again = await host.api("POST", path, { force: true });
    expect([again.status, await again.json()]).toMatchObject([409, { error: "not_waiting" }]);
    const audit = await (await host.api("GET", `/events/${eventId}/audit`)).json<{ items: unknown[] }>();
    expect(audit.items).toMatchObject([
      { action: "seat.offered", target: guestOf(event, 2).id, after: { seat: "offered", heads: 2, force: true } },
    ]);
    expect(await guestOf(event, 2).answerOffer(true)).toMatchObject({ status: 200, seat: "confirmed" });
  });

  test("returns the surplus when the capacity gets too small, and accepts force", async () => {
    const event = await makeSeatEvent(4, { capacity: 8, waitlist: true });
    await answerInTurn(event, 2, 3, 1, 2);
    const { host, eventId } = event;
    const refused = await host.api("PATCH", `/events/${eventId}`, { capacity: 5, name: "Smaller gala" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: "capacity_below_seated",
      held: 8,
      guests: [
        { guest_id: guestOf(event, 3).id, name: "Guest 3", heads: 2 },
        { guest_id: guestOf(event, 2).id, name: "Guest 2", heads: 1 },
      ],
    });
    expect(await (await host.api("GET", `/events/${eventId}`)).json()).toMatchObject({ capacity: 8, name: "Gala" });
    const forced = await host.api("PATCH", `/events/${eventId}`, { capacity: 5, force: true });
    expect(await forced.json()).toMatchObject({ capacity: 5 });
    expect(await event.seats()).toEqual(["confirmed", "confirmed", "confirmed", "confirmed"]);
    const audit = await (await host.api("GET", `/events/${eventId}/audit`)).json<{ items: unknown[] }>();
    const states = { before: { capacity: 8 }, after: { capacity: 5 } };
    expect(audit.items).toHaveLength(2);
    for (const action of ["capacity.lowered", "event.updated"]) {
      expect(audit.items).toContainEqual(expect.objectContaining({ action, ...states }));
    }
    // A seat that becomes free is not offered while there are more people than seats.
    await guestOf(event, 2).edit({ response: "declined" });
    expect(await (await host.api("GET", `/events/${eventId}/seats`)).json()).toMatchObject({ held: 7, left: 0 });
  });

  test("keeps the waitlist order when the capacity is raised", async () => {
    const event = await makeSeatEvent(5, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 3, 1, 2, 1);
    const { host, eventId } = event;
    await host.api("PATCH", `/events/${eventId}`, { waitlist: false });
    expect((await host.api("PATCH", `/events/${eventId}`, { capacity: 3 })).status).toBe(200);
    await seatsBecome(event, ["confirmed", "waitlisted", "offered", "waitlisted", "offered"]);
    await host.api("PATCH", `/events/${eventId}`, { capacity: null });
    await seatsBecome(event, ["confirmed", "confirmed", "confirmed", "confirmed", "confirmed"]);
  });
});

test("waitlists an RSVP whose seat goes to another guest between its read and its write", async () => {
  const event = await makeSeatEvent(2, { capacity: 1, waitlist: true });
  const race = answerRequest(guestOf(event, 1).token, { plus_ones: 0 });
  const response = await raceBeforeWrite(race, () => guestOf(event, 0).answer(1), { beforeWriteOf: "rsvps" });
  expect([response.status, await response.json()]).toMatchObject([201, { seat: "waitlisted", waitlist_position: 1 }]);
  expect(await event.held()).toEqual({ counted: 1, kept: 1 });
});

test("validates an RSVP against a capacity set between its read and its write", async () => {
  const event = await makeSeatEvent(1, { capacity: null });
  const { host, eventId } = event;
  const race = answerRequest(guestOf(event, 0).token, { plus_ones: 1 });
  const response = await raceBeforeWrite(race, () => host.api("PATCH", `/events/${eventId}`, { capacity: 1 }), {
    beforeWriteOf: "rsvps",
  });
  expect([response.status, await response.json()]).toMatchObject([409, { error: "event_full", left: 1 }]);
  expect(await event.held()).toEqual({ counted: 0, kept: 0 });
});

test.each([
  [
    "the event is cancelled",
    "event_cancelled",
    ({ host, eventId }) => host.api("POST", `/events/${eventId}/cancel`, {}),
  ],
  ["the offer expires", "offer_expired", (event) => runOut(event, 1)],
] satisfies [string, string, (event: SeatEvent) => Promise<unknown>][])(
  "accepts no offer if %s between its read and its write",
  async (_, error, change) => {
    const event = await offeredTo(0);
    const response = await raceBeforeWrite(guestOf(event, 1).offerRequest(true), () => change(event));
    expect([response.status, await response.json()]).toMatchObject([409, { error }]);
    expect(await event.seats()).toEqual([null, "offered"]);
  },
);

test("emails a waitlisted guest the position, without a door code", async () => {
  const event = await makeSeatEvent(2, { capacity: 1, waitlist: true });
  await answerInTurn(event, 1, 1);
  const mail = await mailTo(guestOf(event, 1).email, { subject: "You're on the waitlist for Gala" });
  expect(mail.text).toContain("You're next in line");
  expect(mail.attachments).toEqual([]);
  await eventually(async () => expect(await mailsTo(guestOf(event, 0).email)).toHaveLength(1));
});
