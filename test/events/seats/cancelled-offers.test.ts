import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { expireOffers } from "../../../src/events/seats/expire-offers.ts";
import { HOUR_MS } from "../../../src/kernel/clock.ts";
import { createRequestContext } from "../../../src/request-context.ts";
import { stopScheduler } from "../../support/broadcast.ts";
import { eventually } from "../../support/eventually.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { answerInTurn, guestOf, makeSeatEvent, type SeatEvent, seatsBecome } from "../../support/seats.ts";

// An offer ends when the test says so.
beforeEach(stopScheduler);

/** A seat that is offered to the second guest, while the third one waits. */
async function offeredToSecond(): Promise<SeatEvent> {
  const event = await makeSeatEvent(3, { capacity: 1, waitlist: true });
  await answerInTurn(event, 1, 1, 1);
  await guestOf(event, 0).edit({ response: "declined" });
  await seatsBecome(event, [null, "offered", "waitlisted"]);
  await mailTo(guestOf(event, 1).email, { subject: "A seat has opened up for you at Gala" });
  return event;
}

async function post({ host, eventId }: SeatEvent, verb: "cancel" | "reinstate"): Promise<void> {
  expect((await host.api("POST", `/events/${eventId}/${verb}`, { notify: false })).status).toBe(200);
}

/** Lets the open offers of an event have ended an hour ago. */
const endOffers = ({ eventId }: SeatEvent) =>
  env.DB.prepare("update rsvps set offer_expires_at = ? where event_id = ? and seat = 'offered'")
    .bind(Date.now() - HOUR_MS, eventId)
    .run();

/** The alarm of the Scheduler. */
async function alarm(): Promise<void> {
  const deferred: Promise<void>[] = [];
  await expireOffers(createRequestContext(env, (work) => deferred.push(work())));
  await Promise.all(deferred);
}

const offersTo = async (event: SeatEvent, number: number) =>
  (await mailsTo(guestOf(event, number).email)).filter(
    ({ subject }) => subject === "A seat has opened up for you at Gala",
  );

describe("an offer at a cancelled event", () => {
  it.each([
    ["before", true],
    ["only after", false],
  ])("comes again after reinstating when the alarm runs %s that", async (_, isAlarmFirst) => {
    const event = await offeredToSecond();
    await post(event, "cancel");
    await endOffers(event);
    if (isAlarmFirst) {
      await alarm();
      expect(await event.seats()).toEqual([null, "waitlisted", "waitlisted"]);
    }
    await post(event, "reinstate");
    await alarm();
    await seatsBecome(event, [null, "offered", "waitlisted"]);
    await eventually(async () => expect(await offersTo(event, 1)).toHaveLength(2));
    const { offer_expires_at: until } = await guestOf(event, 1).view();
    expect(Date.parse(until ?? "")).toBeGreaterThan(Date.now());
    const subjects = (await mailsTo(guestOf(event, 1).email)).map(({ subject }) => subject);
    expect(subjects).not.toContain("We couldn't hold your seat at Gala any longer");
    expect(await event.held()).toEqual({ counted: 1, kept: 1 });
    expect(await guestOf(event, 1).answerOffer(true)).toMatchObject({ status: 200, seat: "confirmed" });
  });

  it("keeps the time that the guest has read, if the event is reinstated before", async () => {
    const event = await offeredToSecond();
    const { offer_expires_at: told } = await guestOf(event, 1).view();
    await post(event, "cancel");
    await alarm();
    await post(event, "reinstate");
    await alarm();
    expect(await event.seats()).toEqual([null, "offered", "waitlisted"]);
    expect((await guestOf(event, 1).view()).offer_expires_at).toBe(told);
    expect(await offersTo(event, 1)).toHaveLength(1);
  });

  it("returns a party that did not wait before, and whose seat was offered out of turn, to the waitlist", async () => {
    const event = await offeredToSecond();
    await endOffers(event);
    await env.DB.prepare("update rsvps set waitlisted_at = null where event_id = ? and seat = 'offered'")
      .bind(event.eventId)
      .run();
    await post(event, "cancel");
    await alarm();
    expect(await event.seats()).toEqual([null, "waitlisted", "waitlisted"]);
    expect((await guestOf(event, 1).view()).waitlist_position).toBeGreaterThan(0);
  });
});
