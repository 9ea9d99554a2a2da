import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { countsByStanding } from "../../src/kernel/standing.ts";
import { signedInHost } from "../support/account.ts";
import { makeEventFixture } from "../support/event-fixture.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { answerRequest } from "../support/guest-requests.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

describe("GET /events/{eventId}/guests/counts", () => {
  it("returns how many guests each filter of the list matches", async () => {
    const host = await signedInHost({ tier: "pro" });
    const { id: eventId } = await makeEvent(host);
    const add = (name: string, details: object = {}) => addGuest(host, eventId, { name, ...details });
    const ada = await add("Ada", { tags: ["Family", "Band"], table: "10", party_size: 4 });
    const ben = await add("Ben", { tags: ["family"], table: "2" });
    const cleo = await add("Cleo", { tags: ["Family"] });
    await add("Dora");
    const answer = async (guest: WireGuest, response: string, plusOnes: number) => {
      const { token } = await issueLink(host, eventId, guest.id, { notify: false });
      const sent = answerRequest(token, { response, plus_ones: plusOnes });
      expect((await exports.default.fetch(sent)).status).toBe(201);
    };
    await answer(ada, "attending", 2);
    await answer(ben, "declined", 0);
    await issueLink(host, eventId, cleo.id, { notify: false });
    expect((await host.api("POST", `/events/${eventId}/check-in`, { guest_id: ada.id })).status).toBe(201);
    const bounced = "update guests set delivery_status = 'bounced', delivery_at = 1 where event_id = ? and id = ?";
    await env.DB.prepare(bounced).bind(eventId, cleo.id).run();

    const response = await host.api("GET", `/events/${eventId}/guests/counts`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      guests: 4,
      attending: 1,
      maybe: 0,
      declined: 1,
      silent: 1,
      waitlisted: 0,
      not_invited: 1,
      undelivered: 1,
      checked_in: 1,
      expected: 3,
      people_coming: 3,
      standings: { ...countsByStanding([]), coming: 1, declined: 1, silent: 1, not_invited: 1 },
      tags: [
        { tag: "Band", guests: 1 },
        { tag: "Family", guests: 3 },
      ],
      tables: [
        { table: "2", guests: 1 },
        { table: "10", guests: 1 },
      ],
    });
    const undelivered = await host.api("GET", `/events/${eventId}/guests?delivery=undelivered`);
    const { items } = await undelivered.json<{ items: WireGuest[] }>();
    expect(items.map(({ name }) => name)).toEqual(["Cleo"]);
  });

  it("makes one round trip, for an empty list as well", async () => {
    const host = await signedInHost({ tier: "business" });
    for (const guests of [0, 1_000]) {
      const { eventId } = await makeEventFixture(host.id, guests);
      const url = `https://usher.test/events/${eventId}/guests/counts`;
      const request = new Request(url, { headers: { Authorization: `Bearer ${host.token}` } });
      const { response, roundTrips, d1Calls, rowsRead } = await costOf(request, recordingEnv());
      expect([response.status, roundTrips, d1Calls]).toEqual([200, 1, 1]);
      expect(await response.json()).toMatchObject({
        guests,
        expected: 0,
        people_coming: 0,
        standings: { silent: guests },
        tags: [],
        tables: [],
      });
      expect(rowsRead).toBeLessThanOrEqual(3 * guests + 20);
    }
  });
});

describe("PATCH /events/{eventId}/guests/{guestId} by two hosts", () => {
  it("accepts the first change and returns 409 with the current guest to the second", async () => {
    const host = await signedInHost();
    const { id: eventId } = await makeEvent(host);
    const guest = await addGuest(host, eventId, { name: "Ada" });
    const path = `/events/${eventId}/guests/${guest.id}`;
    const expected_updated_at = guest.updated_at;
    // An answer is no change of the details.
    const { token } = await issueLink(host, eventId, guest.id, { notify: false });
    await exports.default.fetch(answerRequest(token, { response: "attending", plus_ones: 1 }));

    const responses = await Promise.all(
      ["2", "3"].map((table) => host.api("PATCH", path, { table, expected_updated_at })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = responses.sort((one, other) => one.status - other.status);
    const written = await won?.json<WireGuest>();
    const problem = await lost?.json<{ error: string; guest: WireGuest }>();
    expect(problem?.error).toBe("guest_changed");
    expect(problem?.guest).toEqual(written);

    // Lowering an answer depends on it as well.
    const smaller = { party_size: 1, adjust: true };
    expect((await host.api("PATCH", path, { ...smaller, expected_updated_at })).status).toBe(409);
    const read = await (await host.api("GET", path)).json<WireGuest>();
    expect([read.rsvp?.plus_ones, read.party_size]).toEqual([1, null]);
    const again = await host.api("PATCH", path, { ...smaller, expected_updated_at: read.updated_at });
    expect([again.status, (await again.json<WireGuest>()).rsvp?.plus_ones]).toEqual([200, 0]);
    expect((await host.api("PATCH", path, { expected_updated_at })).status).toBe(400);
  });
});
