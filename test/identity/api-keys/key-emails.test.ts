import { describe, expect, it } from "vitest";
import type { Scope } from "../../../src/kernel/scopes.ts";
import { type Host, signedInHost } from "../../support/account.ts";
import { makeKey } from "../../support/api-key.ts";
import { capturingQueue } from "../../support/broadcast.ts";
import { makeEventFixture } from "../../support/event-fixture.ts";
import { mailsTo, mailTo } from "../../support/mailbox.ts";
import { noticesOf } from "../../support/notice.ts";
import { busMessage, consume } from "../../support/queue.ts";
import { sendTo } from "../../support/reports.ts";
import { answerInTurn, guestOf, makeSeatEvent } from "../../support/seats.ts";

const UNNOTIFIED = { notified: false, reason: "missing_scope" };
const NOTIFIED = { notified: true, reason: null };

/** The scopes with which a key may email guests, in addition to the scope of the change. */
const SENDING = ["invitations:send", "messages:send"] as const;

const keyWith = async (host: Host, ...scopes: Scope[]) => (await makeKey(host, { scopes })).api;

describe("API key without `guests:read`", () => {
  it("reads no names in the error of a capacity below the seated", async () => {
    const { host, eventId, guests } = await makeSeatEvent(2, { capacity: 2, waitlist: true });
    await guests[0]?.answer(1);
    await guests[1]?.answer(1);
    const lower = async (...scopes: Scope[]) =>
      (await (await keyWith(host, ...scopes))("PATCH", `/events/${eventId}`, { capacity: 1 })).json();
    const over = { error: "capacity_below_seated", held: 2 };
    const guest = { guest_id: guests[1]?.id, heads: 1 };
    expect(await lower("events:write")).toMatchObject({ ...over, guests: [{ ...guest, name: null }] });
    const named = { ...guest, name: "Guest 1" };
    expect(await lower("events:write", "guests:read")).toMatchObject({ ...over, guests: [named] });
  });
});

describe("API key without a scope of sending", () => {
  it("records a reply without the confirmation that it asks for", async () => {
    const host = await signedInHost();
    const { eventId, guests } = await makeEventFixture(host.id, 3);
    const record = async (at: number, ...scopes: Scope[]) => {
      const api = await keyWith(host, ...scopes);
      const path = `/events/${eventId}/guests/${guests[at]?.id}/rsvp`;
      return (await api("PUT", path, { response: "attending", notify: true })).json();
    };
    expect(await record(0, "guests:write")).toMatchObject({ response: "attending", ...UNNOTIFIED });
    for (const [at, scope] of SENDING.entries()) {
      expect(await record(at + 1, "guests:write", scope)).toMatchObject({ response: "attending", ...NOTIFIED });
      await mailTo(guests[at + 1]?.email ?? "");
    }
    expect(await mailsTo(guests[0]?.email ?? "")).toEqual([]);
  });

  it("offers a seat without an email, and publishes the offer", async () => {
    const { host, eventId, guests } = await makeSeatEvent(3, { capacity: 1, waitlist: true });
    for (const guest of guests) await guest.answer(1);
    const offer = async (at: number, ...scopes: Scope[]) => {
      const api = await keyWith(host, ...scopes);
      return (await api("POST", `/events/${eventId}/guests/${guests[at]?.id}/offer`, { force: true })).json();
    };
    expect(await offer(1, "guests:write")).toMatchObject({ seat: "offered", ...UNNOTIFIED });
    expect(await offer(2, "guests:write", "messages:send")).toMatchObject({ seat: "offered", ...NOTIFIED });
    const offered = /seat/i;
    await mailTo(guests[2]?.email ?? "", { subject: offered });
    expect((await mailsTo(guests[1]?.email ?? "")).filter(({ subject }) => offered.test(subject))).toEqual([]);
    const { items } = await (await host.api("GET", `/events/${eventId}/activity`)).json<{
      items: { type: string; guest?: { id: string } }[];
    }>();
    const told = items.filter(({ type }) => type === "waitlist.offered").map(({ guest }) => guest?.id);
    expect(told.sort()).toEqual([guests[1]?.id, guests[2]?.id].sort());
  });

  describe.each([
    { change: "raises the capacity", method: "PATCH", path: "", body: { capacity: 3 } },
    { change: "deletes a guest", method: "DELETE", path: "/guests/{seated}", body: undefined },
    { change: "deletes several guests", method: "POST", path: "/guests/delete", body: { guest_ids: ["{seated}"] } },
    { change: "records a decline", method: "PUT", path: "/guests/{seated}/rsvp", body: { response: "declined" } },
    {
      change: "makes a waiting party smaller",
      method: "PATCH",
      path: "/guests/{waiting}",
      body: { party_size: 1, adjust: true },
    },
    {
      change: "makes several parties smaller",
      method: "PATCH",
      path: "/guests",
      body: { guest_ids: ["{waiting}"], party_size: 1, adjust: true },
    },
  ])("that $change", ({ method, path, body }) => {
    /** One of two seats is taken, and a party of two waits. @returns the event after the change of a key, seats offered */
    async function seatsAfter(...scopes: Scope[]) {
      const event = await makeSeatEvent(2, { capacity: 2, waitlist: true });
      await answerInTurn(event, 1, 2);
      expect(await event.seats()).toEqual(["confirmed", "waitlisted"]);
      const [seated, waiting] = [guestOf(event, 0).id, guestOf(event, 1).id];
      const named = (text: string) => text.replace("{seated}", seated).replace("{waiting}", waiting);
      const { key } = await makeKey(event.host, { scopes: ["events:write", "guests:write", ...scopes] });
      const { captured, queue } = capturingQueue();
      const request = new Request(`https://usher.test/events/${event.eventId}${named(path)}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: named(JSON.stringify(body)) }),
      });
      expect(await sendTo(request, { NOTIFIER_QUEUE: queue })).toBeLessThan(300);
      const offers = captured.filter(({ type }) => type === "seats.offer");
      expect((await consume("usher-notifier", offers)).acked).toEqual([0]);
      return event;
    }

    it("offers no seat, which stays free for the party that waits", async () => {
      const event = await seatsAfter();
      expect((await event.seats())[1]).toBe("waitlisted");
      const seats = await (await event.host.api("GET", `/events/${event.eventId}/seats`)).json<{ left: number }>();
      expect(seats.left).toBeGreaterThan(0);
      // The next message that offers seats, of a guest or the Scheduler, does not know who made the seat free.
      await consume("usher-notifier", [busMessage("seats.offer", { event_id: event.eventId })]);
      expect((await event.seats())[1]).toBe("offered");
    });

    it("offers the seat with a scope of sending", async () => {
      expect((await (await seatsAfter("messages:send")).seats())[1]).toBe("offered");
    });
  });

  it("says that a raised capacity emails nobody", async () => {
    const { host, eventId } = await makeSeatEvent(1, { capacity: 1, waitlist: true });
    const raise = async (capacity: number, ...scopes: Scope[]) =>
      (await (await keyWith(host, "events:write", ...scopes))("PATCH", `/events/${eventId}`, { capacity })).json();
    expect(await raise(2)).toMatchObject({ capacity: 2, ...UNNOTIFIED });
    expect(await raise(1)).toMatchObject({ capacity: 1, notified: false, reason: "not_requested" });
    expect(await raise(3, "invitations:send")).toMatchObject({ notified: false, reason: "not_requested" });
  });

  it.each([
    { scopes: [] as Scope[], emails: 0 },
    { scopes: ["messages:send"] as Scope[], emails: 1 },
  ])("confirms a waiting party with $emails emails when it removes the capacity with $scopes", async (key) => {
    const event = await makeSeatEvent(2, { capacity: 1, waitlist: true });
    await answerInTurn(event, 1, 1);
    const made = await makeKey(event.host, { scopes: ["events:write", ...key.scopes] });
    const { captured, queue } = capturingQueue();
    const removed = new Request(`https://usher.test/events/${event.eventId}`, {
      method: "PATCH",
      headers: { Authorization: `Bearer ${made.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ capacity: null }),
    });
    expect(await sendTo(removed, { NOTIFIER_QUEUE: queue })).toBe(200);
    await consume("usher-notifier", captured.splice(0), { changes: { NOTIFIER_QUEUE: queue } });
    expect(await event.seats()).toEqual(["confirmed", "confirmed"]);
    expect(captured.filter(({ type }) => type === "seat.confirmed")).toHaveLength(key.emails);
  });

  it("changes, cancels and reinstates an event without a notice", async () => {
    const host = await signedInHost();
    const { eventId } = await makeEventFixture(host.id, 1);
    const change = async (method: string, path: string, body: object, ...scopes: Scope[]) => {
      const api = await keyWith(host, "events:write", ...scopes);
      return (await api(method, `/events/${eventId}${path}`, body)).json();
    };
    const moved = { venue: "Harbour", notify: true };
    expect(await change("PATCH", "", moved)).toMatchObject({ venue: "Harbour", ...UNNOTIFIED });
    expect(await change("POST", "/cancel", {})).toMatchObject({ status: "cancelled", ...UNNOTIFIED });
    expect(await change("POST", "/reinstate", {})).toMatchObject({ status: "scheduled", ...UNNOTIFIED });
    expect(await noticesOf(host, eventId)).toEqual([]);
    const quiet = { notified: false, reason: "not_requested" };
    expect(await change("PATCH", "", { venue: "Quay" })).toMatchObject(quiet);
    expect(await change("PATCH", "", { capacity: 20, notify: true })).toMatchObject({ ...quiet, reason: "no_change" });
    expect(await change("POST", "/cancel", { notify: false })).toMatchObject(quiet);
    expect(await change("POST", "/reinstate", {}, "invitations:send")).toMatchObject(NOTIFIED);
    expect(await noticesOf(host, eventId)).toHaveLength(1);
  });
});
