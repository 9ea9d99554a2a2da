import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import type { WireGuest } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite } from "../support/race.ts";
import { recordsOf } from "../support/records.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

/** A guest of an event whose default may be set, who may have answered. */
async function guestWith({ size = null, plusOnes }: { size?: number | null; plusOnes?: number } = {}) {
  const host = await signedInHost({ tier: "pro" });
  const fixture = await makeEventFixture(host.id, 1);
  const { id, token } = firstOf(fixture);
  const headers = browserHeaders();
  const event = `/events/${fixture.eventId}`;
  const guest = `${event}/guests/${id}`;
  const limit = (default_party_size: unknown) => host.api("PATCH", event, { default_party_size });
  if (plusOnes !== undefined) {
    expect((await send(answerRequest(token, { plus_ones: plusOnes }, headers))).status).toBe(201);
  }
  if (size !== null) expect((await limit(size)).status).toBe(200);
  const open = async () => {
    const response = await send(openRequest(token, headers));
    return response.json<{ guest: { max_plus_ones: number; party_size: number | null } }>();
  };
  return {
    host,
    event,
    guest,
    id,
    token,
    limit,
    answer: (answer: Record<string, unknown>) => send(answerRequest(token, answer, headers)),
    edit: (changes: Record<string, unknown>) => send(editRequest(token, changes, headers)),
    most: async () => (await open()).guest.max_plus_ones,
    change: (changes: Record<string, unknown>) => host.api("PATCH", guest, changes),
    record: (answer: Record<string, unknown>) => host.api("PUT", `${guest}/rsvp`, answer),
    bulk: (changes: Record<string, unknown>) => host.api("PATCH", `${event}/guests`, { guest_ids: [id], ...changes }),
    stored: async () => (await (await host.api("GET", guest)).json<WireGuest>()).rsvp?.plus_ones,
  };
}

/** The statuses of a change that was made, and the fields that a rejection names. */
async function pathsOf(response: Response) {
  const { errors = [] } = await response.json<{ errors?: { path: string; message: string }[] }>();
  return [response.status, ...errors.map(({ path }) => path)];
}

describe("the event's default party size", () => {
  it("limits a guest after the guest's own party size and named companions", async () => {
    const guest = await guestWith();
    expect(await guest.most()).toBe(10);
    expect((await guest.limit(3)).status).toBe(200);
    expect(await guest.most()).toBe(2);
    expect((await guest.change({ companions: [{ name: "Ben" }] })).status).toBe(200);
    expect(await guest.most()).toBe(1);
    expect((await guest.change({ party_size: 6 })).status).toBe(200);
    expect(await guest.most()).toBe(5);
    expect((await guest.change({ party_size: null, companions: [] })).status).toBe(200);
    expect(await guest.most()).toBe(2);
    expect((await guest.limit(null)).status).toBe(200);
    expect(await guest.most()).toBe(10);
  });

  it("rejects a first RSVP, an edit and a recorded RSVP above the default, naming the field", async () => {
    const guest = await guestWith({ size: 2 });
    const tooMany = await guest.answer({ plus_ones: 2 });
    expect(await tooMany.json()).toMatchObject({
      errors: [{ path: "plus_ones", message: "must be at most 1 for this invitation" }],
    });
    expect((await guest.answer({ plus_ones: 1 })).status).toBe(201);
    expect(await pathsOf(await guest.edit({ plus_ones: 2 }))).toEqual([400, "plus_ones"]);
    expect(await pathsOf(await guest.record({ response: "attending", plus_ones: 2 }))).toEqual([400, "plus_ones"]);
    expect(await guest.stored()).toBe(1);
  });

  it.each([0, 21, 1.5, "two", ""])("rejects the default %j, naming the field", async (size) => {
    const guest = await guestWith({ size: 4 });
    expect(await pathsOf(await guest.limit(size))).toEqual([400, "default_party_size"]);
    const event = { name: "Gala", event_date: "2031-06-12T18:00:00Z", default_party_size: size };
    expect(await pathsOf(await guest.host.api("POST", "/events", event))).toEqual([400, "default_party_size"]);
    expect(await guest.most()).toBe(3);
  });

  it("appears in the event, its copy and its audit log", async () => {
    const guest = await guestWith({ size: 4 });
    expect(await (await guest.host.api("GET", guest.event)).json()).toMatchObject({ default_party_size: 4 });
    const copy = await guest.host.api("POST", `${guest.event}/copy`, {
      name: "Again",
      event_date: "2031-06-12T18:00:00Z",
    });
    expect(await copy.json()).toMatchObject({ default_party_size: 4 });
    const records = await recordsOf(guest.host, guest.event.replace("/events/", ""));
    expect(records.find(({ action }) => action === "event.updated")).toMatchObject({
      before: { default_party_size: null },
      after: { default_party_size: 4 },
    });
  });

  it("changes no RSVP when it becomes smaller, and lets the guest keep or reduce the party", async () => {
    const guest = await guestWith({ plusOnes: 4, size: 2 });
    expect(await guest.stored()).toBe(4);
    expect(await guest.most()).toBe(4);
    expect((await guest.edit({ response: "maybe" })).status).toBe(200);
    expect((await guest.edit({ response: "attending", plus_ones: 4 })).status).toBe(200);
    const more = await guest.edit({ plus_ones: 5 });
    expect(await more.json()).toMatchObject({ errors: [{ message: "must be at most 4 for this invitation" }] });
    expect((await guest.record({ response: "attending", plus_ones: 4 })).status).toBe(200);
    expect((await guest.edit({ plus_ones: 3 })).status).toBe(200);
    expect(await pathsOf(await guest.edit({ plus_ones: 4 }))).toEqual([400, "plus_ones"]);
    expect(await guest.most()).toBe(3);
  });

  it("lowers no RSVP when the host changes other things of the guest", async () => {
    const guest = await guestWith({ plusOnes: 4, size: 2 });
    expect((await guest.change({ party_size: null, notes: "VIP" })).status).toBe(200);
    expect(await (await guest.bulk({ party_size: null, adjust: true })).json()).toEqual({ updated: 1, adjusted: 0 });
    expect(await guest.stored()).toBe(4);
    expect((await guest.change({ party_size: 3 })).status).toBe(409);
    expect((await guest.bulk({ party_size: 3 })).status).toBe(409);
    expect((await guest.bulk({ party_size: 5 })).status).toBe(200);
  });

  it("counts when the host clears the size of a guest with a larger RSVP", async () => {
    const guest = await guestWith({ size: 2 });
    expect((await guest.change({ party_size: 5 })).status).toBe(200);
    expect((await guest.answer({ plus_ones: 4 })).status).toBe(201);
    const cleared = await guest.bulk({ party_size: null });
    expect(await cleared.json()).toMatchObject({ guests: [{ plus_ones: 4, max_plus_ones: 1 }] });
    expect(await (await guest.bulk({ party_size: null, adjust: true })).json()).toEqual({ updated: 1, adjusted: 1 });
    expect(await guest.stored()).toBe(1);
  });

  it("leaves no limit behind that an earlier default set", async () => {
    const guest = await guestWith({ size: 2, plusOnes: 1 });
    // The limit of the changed party is stored with the RSVP.
    expect((await guest.change({ party_size: 2 })).status).toBe(200);
    expect((await guest.change({ party_size: null })).status).toBe(200);
    expect((await guest.limit(6)).status).toBe(200);
    expect((await guest.edit({ plus_ones: 5 })).status).toBe(200);
    expect((await guest.bulk({ party_size: null, table: "4" })).status).toBe(200);
    expect(await guest.stored()).toBe(5);
  });

  it("holds for an RSVP that arrives while the host lowers it", async () => {
    const guest = await guestWith({ size: 4 });
    const lower = async () => expect((await guest.limit(1)).status).toBe(200);
    const late = await raceBeforeWrite(answerRequest(guest.token, { plus_ones: 3 }), lower, { beforeWriteOf: "rsvps" });
    expect(await pathsOf(late)).toEqual([400, "plus_ones"]);
    expect(await guest.stored()).toBeUndefined();
  });

  it("holds for an edit that arrives while the host lowers it", async () => {
    const guest = await guestWith({ size: 4, plusOnes: 1 });
    const lower = async () => expect((await guest.limit(1)).status).toBe(200);
    const edit = editRequest(guest.token, { plus_ones: 3 });
    expect((await raceBeforeWrite(edit, lower, { beforeWriteOf: "rsvps" })).status).not.toBe(200);
    expect(await guest.stored()).toBe(1);
  });

  it("rejects a party size below the named companions, whatever the default is", async () => {
    const guest = await guestWith({ size: 1 });
    expect((await guest.change({ companions: [{ name: "Ben" }, { name: "Cleo" }] })).status).toBe(200);
    expect(await pathsOf(await guest.change({ party_size: 2 }))).toEqual([400, "party_size"]);
    const more = await guest.change({ party_size: 2, companions: [{ name: "Ben" }] });
    expect(more.status).toBe(200);
    const fewerPlaces = await guest.change({ companions: [{ name: "Ben" }, { name: "Cleo" }] });
    expect(await fewerPlaces.json()).toMatchObject({
      errors: [
        {
          path: "companions",
          message: "are more than the party of 2 has places for; raise the party size too",
        },
      ],
    });
    expect((await guest.change({ party_size: 3, companions: [{ name: "Ben" }, { name: "Cleo" }] })).status).toBe(200);
    expect(await guest.most()).toBe(2);
  });
});
