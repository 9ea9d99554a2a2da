import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { answerRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite } from "../support/race.ts";

const DETAILS = {
  tags: ["Family", "vegan", "Ärzte"],
  table: "7 – by the window",
  external_id: "CRM-0042/b",
  locale: "pt-br",
  companions: [{ name: "Ben" }, { name: "Zoë Größe" }],
  greeting: "Oma & Opa",
};

async function hostWithEvent() {
  const host = await signedInHost();
  const event = await makeEvent(host);
  return { host, eventId: event.id, path: `/events/${event.id}/guests` };
}

async function problemOf(response: Response) {
  const problem = await response.json<{ error: string; errors?: { path: string; message: string }[] }>();
  return { status: response.status, error: problem.error, paths: problem.errors?.map(({ path }) => path) };
}

/** A guest's answer over the API. */
async function answer(host: Host, guest: WireGuest, plusOnes: number): Promise<number> {
  const { token } = await issueLink(host, guest.event_id, guest.id, { notify: false });
  return (await exports.default.fetch(answerRequest(token, { response: "attending", plus_ones: plusOnes }))).status;
}

describe("details of a guest", () => {
  it("stores details and changes them field by field, and clears them with null and an empty list", async () => {
    const { host, path } = await hostWithEvent();
    const response = await host.api("POST", path, { name: "Ada", ...DETAILS });
    expect(response.status).toBe(201);
    const guest = await response.json<WireGuest>();
    expect(guest).toMatchObject({ ...DETAILS, locale: "pt-BR" });
    const one = `${path}/${guest.id}`;
    expect(await (await host.api("GET", one)).json()).toEqual(guest);

    const moved = await host.api("PATCH", one, { table: "8", tags: ["VIP"] });
    expect(await moved.json()).toEqual({ ...guest, table: "8", tags: ["VIP"], updated_at: expect.any(String) });
    const cleared = { tags: [], table: null, external_id: null, locale: null, companions: [], greeting: null };
    expect(await (await host.api("PATCH", one, cleared)).json()).toMatchObject(cleared);
    const data = await (await host.api("GET", `${one}/data-export`)).json<{ guest: WireGuest }>();
    expect(data.guest).toMatchObject(cleared);
  });

  it("exports the details without the copies that searches use", async () => {
    const { host, path } = await hostWithEvent();
    const { id } = await (await host.api("POST", path, { name: "Ada", ...DETAILS })).json<WireGuest>();
    const data = await (await host.api("GET", `${path}/${id}/data-export`)).json<{ guest: WireGuest }>();
    expect(data.guest).toMatchObject({ ...DETAILS, locale: "pt-BR" });
    const mine = await (await host.api("GET", "/me/data-export")).json<{ guests: Record<string, unknown>[] }>();
    expect(mine.guests).toEqual([expect.objectContaining({ ...DETAILS, locale: "pt-BR" })]);
    expect(mine.guests[0]).not.toHaveProperty("tag_keys");
  });

  it.each([
    ["21 tags", { tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) }, "tags"],
    ["a tag of 51 characters", { tags: ["a".repeat(51)] }, "tags.0"],
    ["a blank tag", { tags: ["ok", "  "] }, "tags.1"],
    ["a tag twice, in another case", { tags: ["Ärzte", "x", "ärzte "] }, "tags.2"],
    ["a tag that would be two in a file", { tags: ["a;b"] }, "tags.0"],
    ["a table of 101 characters", { table: "t".repeat(101) }, "table"],
    ["an id of two lines", { external_id: "a\nb" }, "external_id"],
    ["a language that is none", { locale: "english please" }, "locale"],
    ["a greeting of 81 characters", { greeting: "g".repeat(81) }, "greeting"],
    ["a greeting of spaces", { greeting: " \u00a0 " }, "greeting"],
    ["a greeting of marks alone", { greeting: "\u0301\u200d\ufe0f" }, "greeting"],
    ["a greeting of two lines", { greeting: "Mum\nDad" }, "greeting"],
    ["20 companions", { companions: Array.from({ length: 20 }, () => ({ name: "Ben" })) }, "companions"],
    ["a companion without a name", { companions: [{ name: " " }] }, "companions.0.name"],
    ["a companion with an unknown field", { companions: [{ name: "Ben", age: 3 }] }, "companions.0.age"],
    ["a companion whose name would be two in a file", { companions: [{ name: "Ben|Cy" }] }, "companions.0.name"],
    ["a party without a place for a companion", { party_size: 2, companions: DETAILS.companions }, "party_size"],
  ])("returns 400 for %s, and names the field", async (_, body, path) => {
    const { host, path: guests } = await hostWithEvent();
    const refused = await problemOf(await host.api("POST", guests, { name: "Ada", ...body }));
    expect(refused).toEqual({ status: 400, error: "validation_failed", paths: [path] });
  });

  it("rejects an external ID that another guest of the event has, also for parallel requests", async () => {
    const { host, path } = await hostWithEvent();
    const body = { name: "Ada", external_id: "A-1" };
    const statuses = await Promise.all([1, 2, 3].map(async () => (await host.api("POST", path, body)).status));
    expect(statuses.sort()).toEqual([201, 409, 409]);
    expect(await problemOf(await host.api("POST", path, body))).toMatchObject({ error: "duplicate_external_id" });
    // The address is named where it is the address.
    await host.api("POST", path, { name: "Cy", email: "cy@example.com", external_id: "C-1" });
    const sameAddress = { name: "Cy again", email: "CY@example.com", external_id: "C-2" };
    expect(await problemOf(await host.api("POST", path, sameAddress))).toMatchObject({ error: "duplicate_guest" });

    const other = await (await host.api("POST", path, { name: "Ben", external_id: "A-2" })).json<WireGuest>();
    const taken = await host.api("PATCH", `${path}/${other.id}`, { external_id: "A-1" });
    expect(await problemOf(taken)).toMatchObject({ status: 409, error: "duplicate_external_id" });
    // Another event may have it, and case matters: it is another system's.
    const elsewhere = await hostWithEvent();
    expect((await elsewhere.host.api("POST", elsewhere.path, body)).status).toBe(201);
    expect((await host.api("PATCH", `${path}/${other.id}`, { external_id: "a-1" })).status).toBe(200);
  });
});

describe("companions named by the host", () => {
  it("limits the plus-ones only if the party has no size", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const companions = [{ name: "Ben" }, { name: "Cleo" }];
    const household = await addGuest(host, eventId, { name: "Ada", companions });
    expect(await answer(host, household, 3)).toBe(400);
    expect(await answer(host, household, 2)).toBe(201);
    const open = await addGuest(host, eventId, { name: "Dora", companions, party_size: 5 });
    expect(await answer(host, open, 5)).toBe(400);
    expect(await answer(host, open, 4)).toBe(201);
    const { token } = await issueLink(host, eventId, household.id, { notify: false });
    const seen = await (await exports.default.fetch(`https://usher.test/access/${token}`)).json();
    expect(seen).toMatchObject({ guest: { party_size: null, max_plus_ones: 2 } });
    // A size given later has a place for each of them.
    const small = await host.api("PATCH", `${path}/${household.id}`, { party_size: 2 });
    expect(await problemOf(small)).toMatchObject({ status: 400, paths: ["party_size"] });
    expect((await host.api("PATCH", `${path}/${household.id}`, { party_size: 3 })).status).toBe(200);
    const more = { companions: [...companions, { name: "Eve" }] };
    const crowded = await host.api("PATCH", `${path}/${household.id}`, more);
    expect(await problemOf(crowded)).toMatchObject({ status: 400, paths: ["companions"] });
    expect((await host.api("PATCH", `${path}/${household.id}`, { ...more, party_size: null })).status).toBe(200);
  });

  it("rejects fewer companions than the RSVP has, or reduces the RSVP with `adjust`", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const companions = [{ name: "Ben" }, { name: "Cleo" }];
    const guest = await addGuest(host, eventId, { name: "Ada", companions });
    expect(await answer(host, guest, 2)).toBe(201);
    const fewer = { companions: [{ name: "Ben" }] };
    const refused = await host.api("PATCH", `${path}/${guest.id}`, fewer);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: "party_size_below_answers",
      guests: [{ id: guest.id, plus_ones: 2, max_plus_ones: 1 }],
    });
    const lowered = await host.api("PATCH", `${path}/${guest.id}`, { ...fewer, adjust: true });
    expect(await lowered.json()).toMatchObject({ ...fewer, rsvp: { plus_ones: 1, edit_count: 0 } });
  });

  it("keeps companions and party size consistent for two parallel changes", async () => {
    const { host, eventId, path } = await hostWithEvent();
    const guest = await addGuest(host, eventId, { name: "Ada", party_size: 4 });
    const url = `https://usher.test${path}/${guest.id}`;
    const headers = { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json" };
    const resize = new Request(url, { method: "PATCH", headers, body: JSON.stringify({ party_size: 2 }) });
    const companions = [{ name: "Ben" }, { name: "Cleo" }];
    const meanwhile = () => host.api("PATCH", `${path}/${guest.id}`, { companions });
    const raced = await raceBeforeWrite(resize, meanwhile);
    expect(raced.status).toBe(400);
    expect(await (await host.api("GET", `${path}/${guest.id}`)).json()).toMatchObject({ companions, party_size: 4 });
  });
});
