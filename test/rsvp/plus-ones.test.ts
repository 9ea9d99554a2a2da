import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import type { WireGuest } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite } from "../support/race.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

interface Answer {
  response: string;
  plus_ones: number;
  edit_count: number;
}

/** A guest of a party of four who may have answered, and the host's routes about that guest. */
async function partyOfFour(answer?: Record<string, unknown>) {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const { id, token } = firstOf(fixture);
  const headers = browserHeaders();
  const path = `/events/${fixture.eventId}/guests/${id}`;
  const resize = (changes: Record<string, unknown>) => host.api("PATCH", path, changes);
  expect((await resize({ party_size: 4 })).status).toBe(200);
  if (answer) expect((await send(answerRequest(token, answer, headers))).status).toBe(201);
  const rsvp = async () => (await (await host.api("GET", path)).json<WireGuest>()).rsvp;
  const history = async () =>
    (await (await host.api("GET", `${path}/rsvp/history`)).json<{ items: Record<string, unknown>[] }>()).items;
  const edit = (changes: Record<string, unknown>) => send(editRequest(token, changes, headers));
  return { host, eventId: fixture.eventId, id, token, headers, path, resize, rsvp, history, edit };
}

describe("plus-ones of an RSVP", () => {
  it("counts none for a declined guest, at first or by an edit", async () => {
    const declined = await partyOfFour({ response: "declined", plus_ones: 2 });
    expect(await declined.rsvp()).toMatchObject({ response: "declined", plus_ones: 0 });
    // Given ones are not counted, so they are not judged either.
    const generous = await partyOfFour({ response: "declined", plus_ones: 19 });
    expect(await generous.rsvp()).toMatchObject({ plus_ones: 0 });

    const guest = await partyOfFour({ response: "attending", plus_ones: 3 });
    const edited = await guest.edit({ response: "declined" });
    expect(await edited.json<Answer>()).toMatchObject({ response: "declined", plus_ones: 0, edit_count: 1 });
    expect(await (await guest.edit({ plus_ones: 2 })).json<Answer>()).toMatchObject({ plus_ones: 0 });
    expect(await (await guest.edit({ response: "attending" })).json<Answer>()).toMatchObject({ plus_ones: 0 });
    expect(await (await guest.edit({ plus_ones: 2 })).json<Answer>()).toMatchObject({ plus_ones: 2 });
  });

  it("validates against the current party size, also when an edit omits them", async () => {
    const guest = await partyOfFour({ response: "declined", plus_ones: 0 });
    await guest.edit({ response: "attending", plus_ones: 3 });
    const lowering = guest.edit({ response: "maybe" });
    expect((await lowering).status).toBe(200);
    expect((await guest.resize({ party_size: 2, adjust: true })).status).toBe(200);
    const tooMany = await guest.edit({ response: "attending", plus_ones: 3 });
    expect(tooMany.status).toBe(400);
    expect(await tooMany.json()).toMatchObject({
      errors: [{ path: "plus_ones", message: expect.stringContaining("1") }],
    });
    expect(await (await guest.edit({ response: "attending" })).json<Answer>()).toMatchObject({ plus_ones: 1 });
  });
});

describe("reducing a party below its RSVP", () => {
  it("returns 409 with the guest, and reduces the RSVP with `adjust`", async () => {
    const guest = await partyOfFour({ response: "attending", plus_ones: 3 });
    const refused = await guest.resize({ party_size: 2 });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: "party_size_below_answers",
      guests: [{ id: guest.id, plus_ones: 3, max_plus_ones: 1 }],
    });
    expect(await (await guest.host.api("GET", guest.path)).json<WireGuest>()).toMatchObject({
      party_size: 4,
      rsvp: { plus_ones: 3 },
    });

    const adjusted = await guest.resize({ party_size: 2, adjust: true });
    expect(await adjusted.json<WireGuest>()).toMatchObject({
      party_size: 2,
      rsvp: { response: "attending", plus_ones: 1, edit_count: 0 },
    });
    expect(await guest.history()).toMatchObject([{ revision: 0, plus_ones: 3, replaced_by: "host" }]);
    const audit = await guest.host.api("GET", `/events/${guest.eventId}/audit`);
    expect((await audit.json<{ items: unknown[] }>()).items).toContainEqual(
      expect.objectContaining({
        action: "rsvp.adjusted",
        target: guest.id,
        before: { response: "attending", plus_ones: 3 },
        after: { response: "attending", plus_ones: 1 },
      }),
    );
  });

  it("uses none of the guest's five edits, and continues the revisions", async () => {
    const guest = await partyOfFour({ response: "attending", plus_ones: 3 });
    for (const plus_ones of [2, 3]) expect((await guest.edit({ plus_ones })).status).toBe(200);
    expect((await guest.resize({ party_size: 3, adjust: true })).status).toBe(200);
    for (const plus_ones of [0, 1, 2]) expect((await guest.edit({ plus_ones })).status).toBe(200);
    expect((await guest.resize({ party_size: 1, adjust: true })).status).toBe(200);
    expect((await guest.edit({ plus_ones: 0 })).status).toBe(409);
    expect(await guest.rsvp()).toMatchObject({ plus_ones: 0, edit_count: 5 });
    expect((await guest.history()).map(({ revision, replaced_by }) => [revision, replaced_by])).toEqual([
      [6, "host"],
      [5, "guest"],
      [4, "guest"],
      [3, "guest"],
      [2, "host"],
      [1, "guest"],
      [0, "guest"],
    ]);
    await eventually(async () => {
      const activity = await guest.host.api("GET", `/events/${guest.eventId}/activity?limit=50`);
      const { items } = await activity.json<{ items: { type: string; edit_count?: number }[] }>();
      const counts = items.filter(({ type }) => type === "rsvp.updated").map(({ edit_count }) => edit_count);
      expect(counts.sort()).toEqual([1, 2, 2, 3, 4, 5, 5]);
    });
  });

  it("checks an RSVP that has arrived since the host's read", async () => {
    const guest = await partyOfFour();
    const headers = { Authorization: `Bearer ${guest.host.token}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ party_size: 2 });
    const request = new Request(`https://usher.test${guest.path}`, { method: "PATCH", headers, body });
    const answer = async () => expect((await send(answerRequest(guest.token, { plus_ones: 3 }))).status).toBe(201);
    const response = await raceBeforeWrite(request, answer);
    expect([response.status, (await response.json<{ error: string }>()).error]).toEqual([
      409,
      "party_size_below_answers",
    ]);
    expect(await guest.rsvp()).toMatchObject({ plus_ones: 3 });
  });

  it("allows ten plus-ones when the size is cleared, and ignores declined guests", async () => {
    const guest = await partyOfFour();
    expect((await guest.resize({ party_size: 20 })).status).toBe(200);
    expect((await send(answerRequest(guest.token, { plus_ones: 15 }, guest.headers))).status).toBe(201);
    expect((await guest.resize({ party_size: null })).status).toBe(409);
    expect((await guest.edit({ response: "declined" })).status).toBe(200);
    expect((await guest.resize({ party_size: null })).status).toBe(200);
  });
});
