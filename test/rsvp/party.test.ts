import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { signedInHost } from "../support/account.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite } from "../support/race.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

/** A guest of an event that asks for companions in its way. */
async function invited(event: Record<string, unknown> = {}, guest: Record<string, unknown> = {}) {
  const host = await signedInHost();
  const fixture = await makeEventFixture(host.id, 1);
  const { id, token } = firstOf(fixture);
  const headers = browserHeaders();
  const path = `/events/${fixture.eventId}`;
  const change = async (where: string, fields: Record<string, unknown>) => {
    if (Object.keys(fields).length > 0) expect((await host.api("PATCH", where, fields)).status).toBe(200);
  };
  await change(path, event);
  await change(`${path}/guests/${id}`, guest);
  return {
    host,
    path,
    token,
    headers,
    guestPath: `${path}/guests/${id}`,
    answer: (answer: Record<string, unknown>) =>
      send(answerRequest(token, { plus_ones: undefined, ...answer }, headers)),
    edit: (changes: Record<string, unknown>) => send(editRequest(token, changes, headers)),
    open: async () => (await send(openRequest(token, headers))).json(),
    rsvp: async () =>
      (await (await host.api("GET", `${path}/guests/${id}`)).json<{ rsvp: Record<string, unknown> | null }>()).rsvp,
  };
}

const pathsOf = async (response: Response): Promise<string[]> => {
  expect(response.status).toBe(400);
  return (await response.json<{ errors: { path: string }[] }>()).errors.map(({ path }) => path);
};

describe("companions of an RSVP", () => {
  it("stores companions by name, and counts those who attend", async () => {
    const { answer, edit, open } = await invited({ companion_names: "optional" }, { party_size: 4 });
    const companions = [{ name: "Ben" }, { name: "Cleo", attending: false }, { name: null }];
    const response = await answer({ companions });
    expect(await response.json()).toMatchObject({
      plus_ones: 2,
      companions: [
        { name: "Ben", attending: true, answers: {} },
        { name: "Cleo", attending: false, answers: {} },
        { name: null, attending: true, answers: {} },
      ],
      answered_by: "guest",
      seat: "confirmed",
      waitlist_position: null,
      offer_expires_at: null,
    });
    expect(await (await edit({ plus_ones: 1 })).json()).toMatchObject({
      plus_ones: 1,
      companions: [{ name: "Ben", attending: true }, { attending: false }, { attending: false }],
    });
    expect(await (await edit({ response: "declined" })).json()).toMatchObject({
      plus_ones: 0,
      companions: [],
      seat: null,
    });
    expect(await open()).toMatchObject({ rsvp: { companions: [] }, guest: { companions: [] } });
  });

  it("counts no companions if an RSVP names neither a number nor people", async () => {
    expect((await (await invited()).answer({ response: "declined" })).status).toBe(201);
    expect(await (await (await invited()).answer({ response: "maybe" })).json()).toMatchObject({ plus_ones: 0 });
    const coming = await invited({ companion_names: "required" }, { party_size: 3 });
    const response = await coming.answer({ response: "attending" });
    expect([response.status, await response.json()]).toMatchObject([201, { plus_ones: 0, companions: [] }]);
    const two = [{ name: "Ben" }, { name: "Cleo" }];
    expect(await (await coming.edit({ companions: two })).json()).toMatchObject({ plus_ones: 2 });
    expect(await (await coming.edit({ response: "attending" })).json()).toMatchObject({ plus_ones: 2 });
  });

  it.each([
    ["beyond the party", "optional", { companions: [{}, {}, {}, {}] }, ["companions"]],
    ["listed beyond the party", "optional", { companions: Array(4).fill({ attending: false }) }, ["companions"]],
    ["where the event asks for a number", "off", { companions: [{ name: "Ben" }] }, ["companions"]],
    ["of another number than the plus-ones", "optional", { plus_ones: 2, companions: [{}] }, ["plus_ones"]],
    ["without a name where names are asked", "required", { companions: [{ name: "Ben" }, {}] }, ["companions.1.name"]],
    ["as a number where names are asked", "required", { plus_ones: 1 }, ["companions"]],
    ["with an empty name", "optional", { companions: [{ name: "" }] }, ["companions.0.name"]],
    ["with an unknown field", "optional", { companions: [{ age: 4 }] }, ["companions.0.age"]],
  ])("rejects companions %s", async (_, companion_names, answer, paths) => {
    const guest = await invited({ companion_names }, { party_size: 4 });
    expect(await pathsOf(await guest.answer(answer))).toEqual(paths);
    expect(await guest.rsvp()).toBeNull();
  });

  it("asks for the companions named by the host if the party has no size", async () => {
    const companions = [{ name: "Ben" }, { name: "Cleo" }];
    const { answer, open, rsvp } = await invited({}, { companions });
    expect(await open()).toMatchObject({
      event: { companion_names: "optional" },
      guest: { companions, max_plus_ones: 2 },
    });
    expect(await pathsOf(await answer({ plus_ones: 3 }))).toEqual(["plus_ones"]);
    expect((await answer({ companions: [{ name: "Ben" }, { name: "Cleo", attending: false }] })).status).toBe(201);
    expect(await rsvp()).toMatchObject({ plus_ones: 1 });
  });

  it("removes companions from the end when the host reduces the party", async () => {
    const guest = await invited({ companion_names: "optional" }, { party_size: 4 });
    const companions = [{ name: "Ben", attending: false }, { name: "Cleo" }, { name: "Dan" }];
    expect((await guest.answer({ companions })).status).toBe(201);
    expect((await guest.host.api("PATCH", guest.guestPath, { party_size: 2 })).status).toBe(409);
    expect((await guest.host.api("PATCH", guest.guestPath, { party_size: 2, adjust: true })).status).toBe(200);
    const lowered = [
      { name: "Ben", attending: false },
      { name: "Cleo", attending: true },
      { name: "Dan", attending: false },
    ];
    expect(await guest.rsvp()).toMatchObject({ plus_ones: 1, companions: lowered });
    // The list as it is can be sent back, though it is longer than the party.
    expect((await guest.edit({ companions: lowered })).status).toBe(200);
    expect(await pathsOf(await guest.edit({ companions }))).toEqual(["companions"]);
  });

  it("validates companions by the event and the party at the time of the write", async () => {
    const named = await invited({ companion_names: "optional" });
    const off = async () =>
      void expect((await named.host.api("PATCH", named.path, { companion_names: "off" })).status).toBe(200);
    const request = answerRequest(named.token, { plus_ones: undefined, companions: [{ name: "Ben" }] }, named.headers);
    expect(await pathsOf(await raceBeforeWrite(request, off, { beforeWriteOf: "rsvps" }))).toEqual(["companions"]);
    expect(await named.rsvp()).toBeNull();

    const known = await invited();
    expect((await known.answer({ plus_ones: 0 })).status).toBe(201);
    const name = async () =>
      void expect((await known.host.api("PATCH", known.guestPath, { companions: [{ name: "Ben" }] })).status).toBe(200);
    const edit = editRequest(known.token, { plus_ones: 5 }, known.headers);
    expect(await pathsOf(await raceBeforeWrite(edit, name, { beforeWriteOf: "rsvps" }))).toEqual(["plus_ones"]);
    expect(await known.rsvp()).toMatchObject({ plus_ones: 0, edit_count: 0 });
  });
});
