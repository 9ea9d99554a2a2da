import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { makeEventFixture } from "../support/event-fixture.ts";
import { addGuest, issueLink, makeEvent, type WireGuest } from "../support/guest.ts";
import { answerRequest } from "../support/guest-requests.ts";
import { costOf, recordingEnv } from "../support/recording-env.ts";

interface Page {
  items: WireGuest[];
  next_cursor: string | null;
}

async function page(host: Host, eventId: string, query: Record<string, string>): Promise<Page> {
  const response = await host.api("GET", `/events/${eventId}/guests?${new URLSearchParams(query)}`);
  expect(response.status, JSON.stringify(query)).toBe(200);
  return response.json<Page>();
}

/** The names on all pages of a list, in its order. */
async function namesOf(host: Host, eventId: string, query: Record<string, string>): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const found: Page = await page(host, eventId, { ...query, ...(cursor === null ? {} : { cursor }) });
    names.push(...found.items.map(({ name }) => name));
    cursor = found.next_cursor;
  } while (cursor !== null);
  return names;
}

/** Four guests: Ada comes and is in, Ben comes, Cleo has opened her invitation, Dora has none. */
async function fourGuests() {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host);
  const add = (name: string, details: Record<string, unknown> = {}) => addGuest(host, event.id, { name, ...details });
  const [ada, ben, cleo] = [
    await add("Ada", { tags: ["Family", "Ärzte"], table: "1" }),
    await add("Ben", { tags: ["family"], table: "10" }),
    await add("cleo", { tags: ["Friends, family"] }),
  ];
  await add("Dora", { tags: ['family"', "arzte"] });
  const fetched = async (guest: WireGuest, request: (token: string) => Request) => {
    const { token } = await issueLink(host, event.id, guest.id, { notify: false });
    expect((await exports.default.fetch(request(token))).ok).toBe(true);
  };
  await fetched(ben, (token) => answerRequest(token, { response: "attending", plus_ones: 0 }));
  await fetched(ada, (token) => answerRequest(token, { response: "attending", plus_ones: 0 }));
  await issueLink(host, event.id, cleo.id, { notify: false });
  // Set the columns that a first view and an RSVP set.
  const opened = env.DB.prepare("update guests set opened_at = ? where event_id = ? and id = ?");
  const answered = env.DB.prepare("update rsvps set submitted_at = ? where event_id = ? and guest_id = ?");
  await env.DB.batch([
    opened.bind(3_000, event.id, ada.id),
    opened.bind(1_000, event.id, cleo.id),
    env.DB.prepare("update guests set opened_at = null where event_id = ? and id = ?").bind(event.id, ben.id),
    answered.bind(2_000, event.id, ada.id),
    answered.bind(1_000, event.id, ben.id),
  ]);
  expect((await host.api("POST", `/events/${event.id}/check-in`, { guest_id: ada.id })).status).toBe(201);
  return { host, eventId: event.id, ada, ben };
}

describe("filters of the guest list", () => {
  it("finds guests by their details and by what they have done", async () => {
    const { host, eventId, ada, ben } = await fourGuests();
    const found = async (query: Record<string, string>) => (await namesOf(host, eventId, query)).sort();
    // Whole tags without case, and accents are letters.
    expect(await found({ tag: "FAMILY" })).toEqual(["Ada", "Ben"]);
    expect(await found({ tag: "äRZTE" })).toEqual(["Ada"]);
    expect(await found({ tag: 'family"' })).toEqual(["Dora"]);
    expect(await found({ tag: "%" })).toEqual([]);
    expect(await found({ table: "1" })).toEqual(["Ada"]);
    expect(await found({ invited: "true" })).toEqual(["Ada", "Ben", "cleo"]);
    expect(await found({ invited: "false" })).toEqual(["Dora"]);
    expect(await found({ opened: "true" })).toEqual(["Ada", "cleo"]);
    expect(await found({ invited: "true", opened: "false" })).toEqual(["Ben"]);
    expect(await found({ checked_in: "true" })).toEqual(["Ada"]);
    expect(await found({ checked_in: "false", response: "attending" })).toEqual(["Ben"]);
    expect(await found({ seat: "confirmed", tag: "family" })).toEqual(["Ada", "Ben"]);
    expect(await found({ seat: "none" })).toEqual(["Dora", "cleo"]);
    const seat = env.DB.prepare("update rsvps set seat = ? where event_id = ? and guest_id = ?");
    await env.DB.batch([seat.bind("waitlisted", eventId, ada.id), seat.bind("offered", eventId, ben.id)]);
    expect(await found({ seat: "waitlisted" })).toEqual(["Ada"]);
    expect(await found({ seat: "offered" })).toEqual(["Ben"]);
  });

  it("returns 400 for an unknown value, and names it", async () => {
    const { host, eventId } = await fourGuests();
    for (const query of ["opened=yes", "seat=front", "sort=email", "tag=", "checked_in=1"]) {
      const refused = await host.api("GET", `/events/${eventId}/guests?${query}`);
      expect(refused.status, query).toBe(400);
      expect(await refused.json()).toMatchObject({ errors: [{ path: query.split("=")[0] }] });
    }
  });
});

describe("sorting of the guest list", () => {
  it("sorts by name, creation, RSVP or first view, with missing values last either way", async () => {
    const { host, eventId } = await fourGuests();
    const sorted = (sort: string) => namesOf(host, eventId, { sort, limit: "1" });
    expect(await sorted("name")).toEqual(["Ada", "Ben", "cleo", "Dora"]);
    expect(await sorted("-name")).toEqual(["Dora", "cleo", "Ben", "Ada"]);
    expect(await sorted("created_at")).toEqual(["Ada", "Ben", "cleo", "Dora"]);
    expect(await sorted("-created_at")).toEqual(["Dora", "cleo", "Ben", "Ada"]);
    expect(await namesOf(host, eventId, { limit: "1" })).toEqual(["Dora", "cleo", "Ben", "Ada"]);
    expect(await sorted("responded_at")).toEqual(["Ben", "Ada", "cleo", "Dora"]);
    expect(await sorted("-responded_at")).toEqual(["Ada", "Ben", "Dora", "cleo"]);
    expect(await sorted("opened_at")).toEqual(["cleo", "Ada", "Ben", "Dora"]);
    expect(await sorted("-opened_at")).toEqual(["Ada", "cleo", "Dora", "Ben"]);
  });

  it("contains each guest once when names begin alike or are equal, in every script", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const long = '"𝒜"\\'.repeat(49);
    const names = [`${long}1`, `${long}0`, long, long, "Ada", "ada", "Ωμέγα", "王小明", "Ada"];
    for (const name of names) await addGuest(host, event.id, { name });
    for (const sort of ["name", "-name"]) {
      const found = await namesOf(host, event.id, { sort, limit: "2" });
      expect(found.sort(), sort).toEqual([...names].sort());
    }
  });

  it("rejects the cursor of another order or filter with 400", async () => {
    const { host, eventId } = await fourGuests();
    const { next_cursor: cursor } = await page(host, eventId, { limit: "1", sort: "name", invited: "true" });
    const next = (query: string) => host.api("GET", `/events/${eventId}/guests?limit=1&cursor=${cursor}${query}`);
    expect((await next("&invited=true&sort=name")).status).toBe(200);
    for (const query of ["", "&sort=name", "&sort=-name&invited=true", "&sort=name&invited=false"]) {
      const refused = await next(query);
      expect(refused.status, query).toBe(400);
      expect(await refused.json()).toMatchObject({ errors: [{ path: "cursor" }] });
    }
  });
});

describe("listGuests (cost of a filtered or sorted page)", () => {
  it("makes one round trip, and reads each guest of the event at most once", async () => {
    const host = await signedInHost({ tier: "business" });
    const { eventId } = await makeEventFixture(host.id, 1_000);
    await env.DB.batch([
      env.DB.prepare(
        `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at)
         select event_id, id, id, 'attending', 0, 'test', '{}', 1, 1 from guests where event_id = ?`,
      ).bind(eventId),
      env.DB.prepare("update guests set tag_keys = char(10) || 'vip' || char(10) where event_id = ?").bind(eventId),
    ]);
    const headers = { Authorization: `Bearer ${host.token}` };
    const rowsOf = async (query: string) => {
      const request = new Request(`https://usher.test/events/${eventId}/guests?limit=20&${query}`, { headers });
      const found = await costOf(request, recordingEnv());
      expect(found.response.status, query).toBe(200);
      expect([found.roundTrips, found.d1Calls, found.rowsWritten], query).toEqual([1, 1, 0]);
      return found.rowsRead;
    };
    // A page, its answers, and who reads it.
    const PAGE = 2 * 21 + 10;
    for (const query of ["tag=vip", "sort=created_at", "sort=-created_at", "invited=true&tag=VIP"]) {
      expect(await rowsOf(query), query).toBeLessThanOrEqual(PAGE);
    }
    for (const query of ["tag=nobody", "table=9"]) expect(await rowsOf(query), query).toBeLessThanOrEqual(1_000 + PAGE);
    // Sorted values are read again from the sorter; filters on RSVPs or check-ins read those tables.
    for (const query of ["sort=name", "sort=-opened_at", "sort=name&tag=vip", "seat=waitlisted", "checked_in=true"]) {
      expect(await rowsOf(query), query).toBeLessThanOrEqual(2 * 1_000 + 2 * PAGE);
    }
    for (const query of ["sort=responded_at", "sort=name&seat=none"]) {
      expect(await rowsOf(query), query).toBeLessThanOrEqual(3 * 1_000 + 2 * PAGE);
    }
  });

  it("counts waitlist positions once, up to 100, and none on a page without waitlisted guests", async () => {
    const host = await signedInHost({ tier: "business" });
    const { eventId, guests } = await makeEventFixture(host.id, 150);
    // The guest list begins with the newest; the line does not.
    await env.DB.prepare(
      `insert into rsvps (event_id, guest_id, id, response, plus_ones, heads, seat, waitlisted_at, user_agent, fingerprint,
         submitted_at, updated_at)
       select event_id, id, id, 'attending', 0, 1, iif(number > 30, 'waitlisted', 'confirmed'), iif(number > 30, number, null),
         'test', '{}', 1, 1
       from (select *, row_number() over (order by id desc) as number from guests where event_id = ?)`,
    )
      .bind(eventId)
      .run();
    const headers = { Authorization: `Bearer ${host.token}` };
    const pageOf = async (query: string) => {
      const request = new Request(`https://usher.test/events/${eventId}/guests?${query}`, { headers });
      const cost = await costOf(request, recordingEnv());
      const { items } = await cost.response.json<{ items: { id: string; rsvp: { waitlist_position: number } }[] }>();
      return {
        rowsRead: cost.rowsRead,
        d1Calls: cost.d1Calls,
        places: items.map((guest) => guest.rsvp.waitlist_position),
      };
    };
    const PAGE = 2 * 21 + 10;
    const seated = await pageOf("limit=20");
    expect(seated.places).toEqual(Array(20).fill(null));
    expect(seated.rowsRead).toBeLessThanOrEqual(PAGE);
    const waiting = await pageOf("limit=20&seat=waitlisted");
    expect(waiting.places).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const all = await pageOf("limit=200&sort=created_at");
    expect(all.places).toEqual([
      ...Array(20).fill(null),
      ...Array.from({ length: 100 }, (_, index) => 100 - index),
      ...Array(30).fill(null),
    ]);
    const LINE = 2 * 100;
    expect(all.rowsRead).toBeLessThanOrEqual(2 * 150 + LINE + 10);
    expect([seated.d1Calls, waiting.d1Calls, all.d1Calls]).toEqual([1, 1, 1]);
    const third = guests
      .map(({ id }) => id)
      .sort()
      .at(-33);
    const one = await (await host.api("GET", `/events/${eventId}/guests/${third}`)).json();
    expect(one).toMatchObject({ rsvp: { seat: "waitlisted", waitlist_position: 3 } });
  });
});
