import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Host } from "../support/account.ts";
import { freshEmail, signedInHost } from "../support/account.ts";
import { makeEventFixture } from "../support/event-fixture.ts";

interface Summary {
  arrived_headcount: number;
  expected_headcount: number;
  expected_arrived_headcount: number;
  walk_in_headcount: number;
  guests_checked_in: number;
  guests_expected: number;
  walk_ins: number;
}

/** RSVPs of guests, by standing. */
const ANSWERS = {
  coming: ["attending", "confirmed"],
  offered: ["attending", "offered"],
  waitlisted: ["attending", "waitlisted"],
  unseated: ["attending", null],
  maybe: ["maybe", null],
  declined: ["declined", null],
} as const;

/** An event whose door is open, with a guest of each standing: the guest's name. Each RSVP has one plus-one. */
async function openDoor() {
  const host = await signedInHost({ tier: "pro" });
  const { eventId } = await makeEventFixture(host.id, 0);
  await env.DB.prepare("update events set event_date = ? where id = ?")
    .bind(Date.now() + 3_600_000, eventId)
    .run();
  const idOf: Record<string, string> = {};
  for (const name of [...Object.keys(ANSWERS), "silent", "not_invited"]) {
    const made = await host.api("POST", `/events/${eventId}/guests`, { name });
    idOf[name] = (await made.json<{ id: string }>()).id;
  }
  await env.DB.batch([
    env.DB.prepare("update guests set invited_at = 1 where event_id = ? and id <> ?").bind(eventId, idOf.not_invited),
    ...Object.entries(ANSWERS).map(([name, [response, seat]]) => insertRsvp(eventId, idOf[name] ?? "", response, seat)),
  ]);
  return { host, eventId, idOf };
}

function insertRsvp(eventId: string, guestId: string, response: string, seat: string | null) {
  return env.DB.prepare(
    `insert into rsvps (event_id, guest_id, id, response, plus_ones, seat, waitlisted_at, offer_expires_at, user_agent, fingerprint, submitted_at, updated_at)
     values (?, ?, ?, ?, iif(? = 'attending', 1, 0), ?, iif(? is 'waitlisted', 1, null), iif(? is 'offered', 9e12, null), '', '{}', 1, 1)`,
  ).bind(eventId, guestId, guestId, response, response, seat, seat, seat);
}

async function summaryOf(host: Host, eventId: string): Promise<Summary> {
  return (await (await host.api("GET", `/events/${eventId}/check-ins`)).json<{ summary: Summary }>()).summary;
}

describe("headcounts of the door", () => {
  it("counts walk-ins on their own, also with an RSVP, and undoes both", async () => {
    const { host, eventId, idOf } = await openDoor();
    const walkIn = await host.api("POST", `/events/${eventId}/walk-ins`, { name: "Ada", arrival_count: 3 });
    const { id, guest_id } = await walkIn.json<{ id: string; guest_id: string }>();
    const before = {
      arrived_headcount: 3,
      expected_headcount: 2,
      expected_arrived_headcount: 0,
      walk_in_headcount: 3,
      guests_checked_in: 1,
      guests_expected: 1,
      walk_ins: 1,
    };
    expect(await summaryOf(host, eventId)).toEqual(before);

    await insertRsvp(eventId, guest_id, "attending", "confirmed").run();
    expect(await summaryOf(host, eventId)).toEqual(before);

    const arrived = await host.api("POST", `/events/${eventId}/check-in`, { guest_id: idOf.coming, arrival_count: 1 });
    const { id: checkInId } = await arrived.json<{ id: string }>();
    expect(await summaryOf(host, eventId)).toEqual({
      ...before,
      arrived_headcount: 4,
      expected_arrived_headcount: 1,
      guests_checked_in: 2,
    });
    expect((await host.api("DELETE", `/events/${eventId}/check-ins/${checkInId}`)).status).toBe(204);
    expect(await summaryOf(host, eventId)).toEqual(before);

    await env.DB.prepare("delete from rsvps where guest_id = ?").bind(guest_id).run();
    expect((await host.api("DELETE", `/events/${eventId}/check-ins/${id}`)).status).toBe(204);
    expect(await summaryOf(host, eventId)).toEqual({
      ...before,
      arrived_headcount: 0,
      walk_in_headcount: 0,
      guests_checked_in: 0,
      walk_ins: 0,
    });
  });

  it("never has more expected people inside than expected, whichever guest is checked in", async () => {
    const { host, eventId, idOf } = await openDoor();
    let inside = 0;
    for (const [index, guestId] of Object.values(idOf).entries()) {
      const body = { guest_id: guestId, arrival_count: index + 1, override: true };
      expect((await host.api("POST", `/events/${eventId}/check-in`, body)).status).toBe(201);
      inside += index + 1;
      const summary = await summaryOf(host, eventId);
      expect(summary.expected_arrived_headcount).toBe(inside);
      expect(summary.expected_headcount).toBeGreaterThanOrEqual(summary.expected_arrived_headcount);
      expect(summary.walk_in_headcount).toBe(0);
    }
  });
});

describe("standing at the door", () => {
  const REASONS: Record<string, string[]> = {
    coming: [],
    offered: ["seat_offered"],
    waitlisted: ["waitlisted"],
    unseated: ["no_seat"],
    maybe: ["maybe"],
    declined: ["declined"],
    silent: ["no_answer"],
    not_invited: ["no_answer"],
    walk_in: [],
  };

  it("agrees in the search, the preview and the list of the phone", async () => {
    const { host, eventId } = await openDoor();
    await host.api("POST", `/events/${eventId}/walk-ins`, { name: "walk_in" });
    const { ticket } = await (await host.api("POST", `/events/${eventId}/scanner-ticket`)).json<{ ticket: string }>();
    const listed = await host.api("GET", `/events/${eventId}/door-list?vault=${"v".repeat(22)}`, undefined, {
      Authorization: `Bearer ${ticket}`,
    });
    const { buckets } = await listed.json<{
      buckets: { guests: { id: string; name: string; standing: string; reasons: string[] }[] }[];
    }>();
    const guests = buckets.flatMap((bucket) => bucket.guests);
    expect(Object.fromEntries(guests.map(({ name, standing }) => [name, standing]))).toEqual(
      Object.fromEntries(Object.keys(REASONS).map((name) => [name, name])),
    );
    for (const { id, name, reasons } of guests) {
      expect(reasons, name).toEqual(REASONS[name]);
      const preview = await host.api("POST", `/events/${eventId}/check-in/preview`, { guest_id: id });
      expect(await preview.json(), name).toMatchObject({ standing: name, reasons: REASONS[name] });
      const found = await host.api("GET", `/events/${eventId}/check-in/guests?q=${name}`);
      const { items } = await found.json<{ items: { guest: { id: string }; standing: string }[] }>();
      expect(items.find(({ guest }) => guest.id === id)?.standing, name).toBe(name);
    }
  });
});

describe("a named door device", () => {
  it("gets the credit in the history of the guest, also for people who came later", async () => {
    const { host, eventId, idOf } = await openDoor();
    const device = await host.api("POST", `/events/${eventId}/door-devices`, {
      name: "Side entrance",
      rights: ["scan", "walk_in", "override"],
    });
    const { ticket } = await device.json<{ ticket: string }>();
    const atDoor = (path: string, body: object) =>
      host.api("POST", `/events/${eventId}${path}`, body, { Authorization: `Bearer ${ticket}` });
    const checkIn = await (await atDoor("/check-in", { guest_id: idOf.coming, arrival_count: 1 })).json<{
      id: string;
      door_device: { name: string; kind: string };
    }>();
    expect(checkIn.door_device).toMatchObject({ name: "Side entrance", kind: "named" });
    const later = { arrival_count: 1, nonce: crypto.randomUUID() };
    expect((await atDoor(`/check-ins/${checkIn.id}/arrivals`, later)).status).toBe(201);
    await host.api("POST", `/events/${eventId}/check-in`, { guest_id: idOf.silent });
    const creditsOf = async (guestId: string | undefined) => {
      const timeline = await host.api("GET", `/events/${eventId}/guests/${guestId}/timeline`);
      const { items } = await timeline.json<{ items: { type: string; by?: string; door?: string | null }[] }>();
      return items.filter(({ by }) => by !== undefined).map(({ type, by, door }) => [type, door, by]);
    };
    expect(await creditsOf(idOf.coming)).toEqual([
      ["arrived_later", "Side entrance", "Ada Host"],
      ["checked_in", "Side entrance", "Ada Host"],
    ]);
    expect(await creditsOf(idOf.silent)).toEqual([["checked_in", null, "Ada Host"]]);
  });
});

describe("names of companions", () => {
  it("find the party in the guest list, at the door and in the list of the phone", async () => {
    const { host, eventId } = await openDoor();
    const make = async (body: object) => {
      const made = await host.api("POST", `/events/${eventId}/guests`, body);
      expect(made.status).toBe(201);
      return (await made.json<{ id: string }>()).id;
    };
    const clara = await make({ name: "Clara Weiß", companions: [{ name: "Ben Koch" }], phone: "+4915112345678" });
    const answering = await make({ name: "Dora", email: freshEmail() });
    await insertRsvp(eventId, answering, "attending", "confirmed").run();
    await env.DB.prepare("update rsvps set companions = ? where guest_id = ?")
      .bind(JSON.stringify([{ name: "Émile Žák", attending: true, answers: {} }]), answering)
      .run();
    const found = async (path: string, q: string) => {
      const response = await host.api("GET", `/events/${eventId}${path}?q=${encodeURIComponent(q)}`);
      const { items } = await response.json<{
        items: { id?: string; guest?: { id: string }; matched_companion: string | null }[];
      }>();
      return items.map((item) => [item.id ?? item.guest?.id, item.matched_companion]);
    };
    for (const path of ["/guests", "/check-in/guests"]) {
      expect(await found(path, "ben"), path).toEqual([[clara, "Ben Koch"]]);
      expect(await found(path, "bne koch"), path).toEqual([[clara, "Ben Koch"]]);
      expect((await found(path, "emile"))[0], path).toEqual([answering, "Émile Žák"]);
      expect(await found(path, "clara weiss"), path).toEqual([[clara, null]]);
      expect(await found(path, "?!"), path).toEqual([]);
      expect(await found(path, "xx".repeat(50)), path).toEqual([]);
    }
    // A single letter finds names that have it, without an error.
    expect((await found("/guests", "z")).map(([id]) => id)).toContain(answering);

    const seen = await host.api("GET", `/events/${eventId}/check-in/guests?q=clara`);
    expect(await seen.json()).toMatchObject({
      items: [{ phone_ending: "678", guest: { companions: ["Ben Koch"] }, standing: "not_invited" }],
    });
    const { ticket } = await (await host.api("POST", `/events/${eventId}/scanner-ticket`)).json<{ ticket: string }>();
    const asDevice = { Authorization: `Bearer ${ticket}` };
    const byOwnPhone = await host.api("GET", `/events/${eventId}/check-in/guests?q=clara`, undefined, asDevice);
    expect(await byOwnPhone.json()).toMatchObject({ items: [{ phone_ending: "678" }] });
    const list = await host.api("GET", `/events/${eventId}/door-list?vault=${"v".repeat(22)}`, undefined, asDevice);
    const { buckets } = await list.json<{ buckets: { guests: { id: string; party_names: string[] }[] }[] }>();
    const names = Object.fromEntries(
      buckets.flatMap((bucket) => bucket.guests).map((guest) => [guest.id, guest.party_names]),
    );
    expect([names[clara], names[answering]]).toEqual([["Ben Koch"], ["Émile Žák"]]);
  });
});
