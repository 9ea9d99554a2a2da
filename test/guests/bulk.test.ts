import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, type Host, signedInHost } from "../support/account.ts";
import { addMember, type EventFixture, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { allGuests, countsOf } from "../support/guest-list.ts";
import { answerRequest, browserHeaders, editRequest } from "../support/guest-requests.ts";
import { raceBeforeWrite } from "../support/race.ts";
import { type Cost, costOf, recordingEnv } from "../support/recording-env.ts";
import { tablesContaining } from "../support/tables-containing.ts";

const MANY = 5_000;
const UNKNOWN = "01890000-0000-7000-8000-000000000000";

interface Problem {
  error: string;
  detail: string;
  errors?: { path: string; message: string }[];
  guests?: { id: string; plus_ones: number; max_plus_ones: number }[];
}

async function problemOf(response: Response) {
  return { status: response.status, ...(await response.json<Problem>()) };
}

function requestOf(host: Host, method: string, path: string, body: unknown): Request {
  const headers = { Authorization: `Bearer ${host.token}`, "Content-Type": "application/json" };
  return new Request(`https://usher.test${path}`, { method, headers, body: JSON.stringify(body) });
}

async function hostWithGuests(...details: Record<string, unknown>[]) {
  const host = await signedInHost();
  const event = await makeEvent(host);
  const guests: WireGuest[] = [];
  for (const one of details) guests.push(await addGuest(host, event.id, one));
  const path = `/events/${event.id}/guests`;
  const change = (body: Record<string, unknown>) =>
    host.api("PATCH", path, { guest_ids: guests.map(({ id }) => id), ...body });
  const listed = () => allGuests(host, event.id);
  const audited = async (action: string) => {
    const { items } = await (await host.api("GET", `/events/${event.id}/audit`)).json<{
      items: { action: string; target: string | null; before: unknown; after: unknown }[];
    }>();
    return items.filter((record) => record.action === action);
  };
  return { host, eventId: event.id, path, guests, ids: guests.map(({ id }) => id), change, listed, audited };
}

/** A guest's answer over the API, from a browser that may edit it. */
async function answer(host: Host, guest: WireGuest, plusOnes: number): Promise<string> {
  const { token } = await issueLink(host, guest.event_id, guest.id, { notify: false });
  const body = { response: "attending", plus_ones: plusOnes };
  expect((await exports.default.fetch(answerRequest(token, body, browserHeaders()))).status).toBe(201);
  return token;
}

/** Gives every guest an answer with two plus-ones. */
async function answerAll({ eventId }: EventFixture): Promise<void> {
  await env.DB.prepare(
    `insert into rsvps (event_id, guest_id, id, response, plus_ones, heads, seat, user_agent, fingerprint, submitted_at, updated_at)
     select event_id, id, id, 'attending', 2, 3, 'confirmed', 'test', '{}', 1, 1 from guests where event_id = ?`,
  )
    .bind(eventId)
    .run();
}

function expectCheap({ roundTrips, d1Calls }: Cost): void {
  expect([roundTrips, d1Calls]).toEqual([2, 2]);
}

describe("PATCH /events/{eventId}/guests", () => {
  it("adds and removes tags whatever their case, and sets table and party size", async () => {
    const { change, listed, audited, ids } = await hostWithGuests(
      { name: "Ada", tags: ["VIP", "Ärzte"] },
      { name: "Ben", tags: ["vegan"], table: "1", party_size: 2 },
      { name: "Cy" },
    );
    const before = await listed();
    const response = await change({
      guest_ids: [...ids, ids[0]],
      add_tags: ["vip", "Family"],
      remove_tags: ["ÄRZTE", "none"],
      table: "7",
      party_size: 4,
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ updated: 3, adjusted: 0 });
    const rest = { table: "7", party_size: 4 };
    const changed = { ...rest, updated_at: expect.any(String) };
    expect(await listed()).toEqual([
      { ...before[0], tags: ["VIP", "Family"], ...changed },
      { ...before[1], tags: ["vegan", "vip", "Family"], ...changed },
      { ...before[2], tags: ["vip", "Family"], ...changed },
    ]);
    expect((await change({ table: null, party_size: null })).status).toBe(200);
    expect(await listed()).toMatchObject(ids.map(() => ({ table: null, party_size: null })));
    expect(await audited("guests.updated")).toMatchObject([
      { target: null, after: { guests: 3, table: null, party_size: null } },
      { after: { guests: 3, tags_added: "vip; Family", tags_removed: "ÄRZTE; none", ...rest, answers_lowered: 0 } },
    ]);
  });

  it("returns the guests who are not on the event and changes no guest", async () => {
    const { change, listed, ids } = await hostWithGuests({ name: "Ada" }, { name: "Ben" });
    const elsewhere = await hostWithGuests({ name: "Eve" });
    const before = await listed();
    const refused = await problemOf(
      await change({ guest_ids: [ids[0], UNKNOWN, ids[1], ...elsewhere.ids], table: "7", add_tags: ["x"] }),
    );
    expect(refused).toMatchObject({ status: 404, error: "not_found" });
    expect(refused.errors?.map(({ path }) => path)).toEqual(["guest_ids.1", "guest_ids.3"]);
    expect(await listed()).toEqual(before);
    expect(await elsewhere.listed()).toMatchObject([{ table: null, tags: [] }]);
  });

  it.each([
    ["nothing to change", {}, ""],
    ["an adjustment of nothing", { adjust: true }, ""],
    ["no guests", { guest_ids: [], table: "7" }, "guest_ids"],
    ["a tag that is added and removed", { add_tags: ["VIP"], remove_tags: ["x", "vip"] }, "remove_tags.1"],
    ["a party of 21", { party_size: 21 }, "party_size"],
    ["an unknown field", { name: "Ada" }, "name"],
    ["a 21st tag for one of them", { add_tags: ["one more"] }, "guest_ids.1"],
    ["a party without a place for a companion of one of them", { party_size: 1 }, "guest_ids.1"],
  ])("returns 400 for %s with its path, and changes no guest", async (_, body, path) => {
    const { change, listed } = await hostWithGuests(
      { name: "Ada" },
      { name: "Ben", tags: Array.from({ length: 20 }, (__, tag) => `tag ${tag}`), companions: [{ name: "Bea" }] },
    );
    const before = await listed();
    const refused = await problemOf(await change(body));
    expect(refused).toMatchObject({ status: 400, error: "validation_failed" });
    expect(refused.errors?.map((problem) => problem.path)).toEqual([path]);
    expect(await listed()).toEqual(before);
  });

  it("says how many people the party of each guest needs who has more companions", async () => {
    const { change } = await hostWithGuests(
      { name: "Ada", companions: [{ name: "Abe" }] },
      { name: "Ben" },
      { name: "Cy", companions: [{ name: "Cleo" }, { name: "Carl" }, { name: "Cora" }] },
    );
    const { detail, errors } = await problemOf(await change({ party_size: 1 }));
    expect(detail).toBe("Some of the guests can't be changed so, and nothing was written.");
    expect(errors).toEqual([
      { path: "guest_ids.0", message: "needs a party of at least 2, for the guest and 1 companion" },
      { path: "guest_ids.2", message: "needs a party of at least 4, for the guest and 3 companions" },
    ]);
    expect((await change({ party_size: 4 })).status).toBe(200);
  });

  it("returns 409 with the RSVPs above the new party size, and reduces them with `adjust`", async () => {
    const { host, path, change, listed, guests, audited, ids } = await hostWithGuests(
      { name: "Ada" },
      { name: "Ben" },
      { name: "Cy" },
      { name: "Dora" },
    );
    const [ada, ben, cy] = guests;
    if (!ada || !ben || !cy) throw new Error("the fixture has too few guests");
    const token = await answer(host, ada, 3);
    await answer(host, ben, 1);
    await answer(host, cy, 2);
    const refused = await problemOf(await change({ party_size: 2, table: "7" }));
    expect(refused).toMatchObject({ status: 409, error: "party_size_below_answers" });
    expect(refused.guests?.sort((one, other) => other.plus_ones - one.plus_ones)).toEqual([
      { id: ada.id, name: "Ada", plus_ones: 3, max_plus_ones: 1 },
      { id: cy.id, name: "Cy", plus_ones: 2, max_plus_ones: 1 },
    ]);
    expect((await listed()).map(({ table, rsvp }) => [table, rsvp?.plus_ones])).toEqual([
      [null, 3],
      [null, 1],
      [null, 2],
      [null, undefined],
    ]);

    const lowered = await change({ party_size: 2, table: "7", adjust: true });
    expect(await lowered.json()).toEqual({ updated: 4, adjusted: 2 });
    expect((await listed()).map(({ table, rsvp }) => [table, rsvp?.plus_ones, rsvp?.edit_count])).toEqual([
      ["7", 1, 0],
      ["7", 1, 0],
      ["7", 1, 0],
      ["7", undefined, undefined],
    ]);
    const history = await (await host.api("GET", `${path}/${ada.id}/rsvp/history`)).json();
    expect(history).toMatchObject({ items: [{ response: "attending", plus_ones: 3 }] });
    expect(await audited("guests.updated")).toMatchObject([{ after: { guests: ids.length, answers_lowered: 2 } }]);
    const held = env.DB.prepare("select held from event_seats where event_id = ?").bind(ada.event_id);
    expect(await held.first("held")).toBe(6);
    // An edit is judged by the new party.
    const edited = await exports.default.fetch(editRequest(token, { plus_ones: 2 }, browserHeaders()));
    expect(edited.status).toBe(400);
  });

  it("checks again when an RSVP arrives between read and write", async () => {
    const { host, path, listed, guests, ids } = await hostWithGuests({ name: "Ada" }, { name: "Ben" });
    const [ada] = guests;
    if (!ada) throw new Error("the fixture has too few guests");
    const request = requestOf(host, "PATCH", path, { guest_ids: ids, party_size: 1 });
    const refused = await raceBeforeWrite(request, () => answer(host, ada, 3));
    expect(await problemOf(refused)).toMatchObject({
      error: "party_size_below_answers",
      guests: [{ id: ada.id, plus_ones: 3, max_plus_ones: 0 }],
    });
    expect((await listed()).map(({ party_size: size }) => size)).toEqual([null, null]);
  });

  it("keeps tags that another host adds at the same time", async () => {
    const { host, path, listed, ids } = await hostWithGuests({ name: "Ada", tags: ["a"] }, { name: "Ben" });
    const request = requestOf(host, "PATCH", path, { guest_ids: ids, add_tags: ["b"] });
    const meanwhile = () => host.api("PATCH", path, { guest_ids: [ids[0]], add_tags: ["c"], remove_tags: ["a"] });
    expect((await raceBeforeWrite(request, meanwhile)).status).toBe(200);
    expect((await listed()).map(({ tags }) => tags)).toEqual([["c", "b"], ["b"]]);
  });

  it("returns 403 when the caller's role is removed between read and write", async () => {
    const { eventId, path, listed, ids } = await hostWithGuests({ name: "Ada" });
    const editor = await signedInHost();
    await addMember(eventId, editor.id, "editor");
    const demote = () =>
      env.DB.prepare("update event_collaborators set role = 'viewer' where event_id = ? and user_id = ?")
        .bind(eventId, editor.id)
        .run();
    const request = requestOf(editor, "PATCH", path, { guest_ids: ids, table: "7" });
    expect((await raceBeforeWrite(request, demote)).status).toBe(403);
    expect(await listed()).toMatchObject([{ table: null }]);
  });

  it("changes 5,000 guests and their RSVPs in two calls to the database", async () => {
    const host = await signedInHost({ tier: "business" });
    const fixture = await makeEventFixture(host.id, MANY);
    await answerAll(fixture);
    const body = {
      guest_ids: fixture.guests.map(({ id }) => id),
      add_tags: ["VIP", "Family"],
      table: "7",
      party_size: 2,
      adjust: true,
    };
    const changed = await costOf(requestOf(host, "PATCH", `/events/${fixture.eventId}/guests`, body), recordingEnv());
    expect(await changed.response.json()).toEqual({ updated: MANY, adjusted: MANY });
    expectCheap(changed);
    console.info(JSON.stringify({ rowsRead: changed.rowsRead, rowsWritten: changed.rowsWritten }));
    const { items } = await (await host.api("GET", `/events/${fixture.eventId}/guests?tag=vip&table=7&limit=1`)).json<{
      items: WireGuest[];
    }>();
    expect(items).toMatchObject([{ party_size: 2, rsvp: { plus_ones: 1 } }]);
  });
});

describe("POST /events/{eventId}/guests/delete", () => {
  it("erases all data of the guests, frees their seats, and keeps the other guests", async () => {
    const { host, eventId, path, guests, audited, ids, listed } = await hostWithGuests(
      { name: "Ada", email: `ada-${crypto.randomUUID()}@example.com`, external_id: `a-${crypto.randomUUID()}` },
      { name: "Ben" },
      { name: "Cy" },
    );
    const [ada, ben] = guests;
    if (!ada || !ben) throw new Error("the fixture has too few guests");
    const token = await answer(host, ada, 2);
    await answer(host, ben, 0);
    await issueLink(host, eventId, ada.id, { notify: true });
    const response = await host.api("POST", `${path}/delete`, { guest_ids: [ada.id, ids[2], ada.id] });
    expect(await response.json()).toEqual({ deleted: 2 });
    expect((await listed()).map(({ name }) => name)).toEqual(["Ben"]);
    expect(await countsOf(eventId)).toEqual({ guests: 1, counted: 1 });
    const held = env.DB.prepare("select held from event_seats where event_id = ?").bind(eventId);
    expect(await held.first("held")).toBe(1);
    expect((await exports.default.fetch(`https://usher.test/access/${token}`)).status).toBe(404);
    expect(await audited("guests.deleted")).toMatchObject([{ target: null, before: { guests: 2 }, after: null }]);
    await eventually(async () => {
      expect(await tablesContaining([ada.id])).toEqual([]);
      expect(await tablesContaining([ada.email ?? ""])).toEqual([]);
    });
    // The answer of the one who is left still has its history and its link.
    expect(await tablesContaining([ben.id])).toContain("rsvps");
  });

  it("offers the freed seats of deleted guests and reduced parties to waitlisted parties", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { capacity: 3, waitlist: true });
    const [ada, ben, cy] = [
      await addGuest(host, event.id, { name: "Ada" }),
      await addGuest(host, event.id, { name: "Ben" }),
      await addGuest(host, event.id, { name: "Cy" }),
    ];
    await answer(host, ada, 2);
    await answer(host, ben, 0);
    await answer(host, cy, 1);
    const seatOf = async (seat: string) => {
      const page = await (await host.api("GET", `/events/${event.id}/guests?seat=${seat}`)).json<{
        items: WireGuest[];
      }>();
      return page.items.map(({ name }) => name).sort();
    };
    expect(await seatOf("waitlisted")).toEqual(["Ben", "Cy"]);
    const lowered = { guest_ids: [ada.id], party_size: 2, adjust: true };
    expect((await host.api("PATCH", `/events/${event.id}/guests`, lowered)).status).toBe(200);
    await eventually(async () => expect(await seatOf("offered")).toEqual(["Ben"]));
    expect((await host.api("POST", `/events/${event.id}/guests/delete`, { guest_ids: [ada.id] })).status).toBe(200);
    await eventually(async () => expect(await seatOf("offered")).toEqual(["Ben", "Cy"]));
  });

  it("returns the guests who are not on the event and deletes no guest", async () => {
    const { host, path, ids, listed } = await hostWithGuests({ name: "Ada" });
    const elsewhere = await hostWithGuests({ name: "Eve" });
    const refused = await host.api("POST", `${path}/delete`, { guest_ids: [...ids, ...elsewhere.ids] });
    expect(await problemOf(refused)).toMatchObject({ status: 404, errors: [{ path: "guest_ids.1" }] });
    expect(await listed()).toHaveLength(1);
    expect(await elsewhere.listed()).toHaveLength(1);
    expect((await call("POST", `${path}/delete`, { body: { guest_ids: ids } })).status).toBe(401);
  });

  it("deletes no guest when one is deleted between read and write, and names that one", async () => {
    const { host, path, ids, listed } = await hostWithGuests({ name: "Ada" }, { name: "Ben" });
    const request = requestOf(host, "POST", `${path}/delete`, { guest_ids: ids });
    const raced = await raceBeforeWrite(request, () => host.api("DELETE", `${path}/${ids[1]}`));
    expect(await problemOf(raced)).toMatchObject({ status: 404, errors: [{ path: "guest_ids.1" }] });
    expect((await listed()).map(({ name }) => name)).toEqual(["Ada"]);
  });

  it("deletes 5,000 guests with RSVPs in two calls to the database", async () => {
    const host = await signedInHost({ tier: "business" });
    const fixture = await makeEventFixture(host.id, MANY);
    await answerAll(fixture);
    const body = { guest_ids: fixture.guests.map(({ id }) => id) };
    const path = `/events/${fixture.eventId}/guests`;
    const deleted = await costOf(requestOf(host, "POST", `${path}/delete`, body), recordingEnv());
    expect(await deleted.response.json()).toEqual({ deleted: MANY });
    expectCheap(deleted);
    console.info(JSON.stringify({ rowsRead: deleted.rowsRead, rowsWritten: deleted.rowsWritten }));
    expect(await countsOf(fixture.eventId)).toEqual({ guests: 0, counted: 0 });
    expect((await host.api("GET", `${path}/${firstOf(fixture).id}`)).status).toBe(404);
  });
});
