import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Host, signedInHost } from "../support/account.ts";
import { addGuest, makeEvent, type WireGuest } from "../support/guest.ts";
import { raceBeforeWrite } from "../support/race.ts";

interface Page {
  items: WireGuest[];
  next_cursor: string | null;
}

const ABSENT_ID = "01890000-0000-7000-8000-000000000000";

async function listed(host: Host, eventId: string, query = ""): Promise<Page> {
  const response = await host.api("GET", `/events/${eventId}/guests${query}`);
  expect(response.status).toBe(200);
  return response.json<Page>();
}

async function namesOf(host: Host, eventId: string, query: Record<string, string>): Promise<string[]> {
  const { items } = await listed(host, eventId, `?${new URLSearchParams(query)}`);
  return items.map(({ name }) => name).sort();
}

/** Gives a second user a role on an event. */
async function join(eventId: string, role: "viewer" | "editor"): Promise<Host> {
  const member = await signedInHost();
  await env.DB.prepare("insert into event_collaborators (event_id, user_id, role, created_at) values (?, ?, ?, ?)")
    .bind(eventId, member.id, role, Date.now())
    .run();
  return member;
}

/** Writes an RSVP as the guest's own request would. */
async function answer(guest: WireGuest, response: string, plusOnes = 0): Promise<void> {
  const now = Date.now();
  await env.DB.prepare(
    `insert into rsvps (event_id, guest_id, id, response, plus_ones, user_agent, fingerprint, submitted_at, updated_at)
     values (?1, ?2, ?3, ?4, ?5, 'test', '{}', ?6, ?6)`,
  )
    .bind(guest.event_id, guest.id, crypto.randomUUID(), response, plusOnes, now)
    .run();
}

describe("POST /events/{eventId}/guests", () => {
  it("returns the guest with all fields and without an RSVP", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const before = Date.now();
    const response = await host.api("POST", `/events/${event.id}/guests`, {
      name: "  Zoë Größe ",
      email: "Zoe@Example.com",
      phone: "+4915112345678",
      party_size: 3,
      notes: "Vegetarian,\nsits near the door",
    });
    expect(response.status).toBe(201);
    const guest = await response.json<WireGuest>();
    expect(guest).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      event_id: event.id,
      name: "Zoë Größe",
      email: "Zoe@Example.com",
      phone: "+4915112345678",
      party_size: 3,
      notes: "Vegetarian,\nsits near the door",
      tags: [],
      table: null,
      external_id: null,
      locale: null,
      greeting: null,
      companions: [],
      ask_for_code: false,
      sms_opted_out: false,
      over_tier: false,
      rsvp: null,
      standing: "not_invited",
      invited_at: null,
      opened_at: null,
      checked_in_at: null,
      delivery: { status: "none", channel: null, at: null, reason: null, cause: null },
      created_at: expect.any(String),
      updated_at: guest.created_at,
    });
    expect(Date.parse(guest.created_at)).toBeGreaterThanOrEqual(before);
    const read = await host.api("GET", `/events/${event.id}/guests/${guest.id}`);
    expect(await read.json()).toEqual(guest);
  });

  it("requires only a name", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { name: "Ada" });
    expect(guest).toMatchObject({ email: null, phone: null, party_size: null, notes: null });
  });

  /** @spec 2.22 "Guest | phone | string, optional | strict E.164 format" */
  it.each([
    ["no name", {}, "name"],
    ["a blank name", { name: "   " }, "name"],
    ["a name with a line break", { name: "Ada\r\nBcc: x@example.com" }, "name"],
    ["a name of 201 letters", { name: "a".repeat(201) }, "name"],
    ["half a character", { name: "\ud800" }, "name"],
    ["an address without a domain", { name: "Ada", email: "ada@" }, "email"],
    ["an address with a line break in it", { name: "Ada", email: "ada@example.com\nBcc:x@example.com" }, "email"],
    ["a phone number that is not E.164", { name: "Ada", phone: "0151 1234567" }, "phone"],
    ["a party of none", { name: "Ada", party_size: 0 }, "party_size"],
    ["a party of 21", { name: "Ada", party_size: 21 }, "party_size"],
    ["a party of one and a half", { name: "Ada", party_size: 1.5 }, "party_size"],
    ["a control character in the notes", { name: "Ada", notes: "a\u0000b" }, "notes"],
    ["a field that does not exist", { name: "Ada", e_mail: "ada@example.com" }, "e_mail"],
  ])("returns 400 for %s, and names the field", async (_, body, path) => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const response = await host.api("POST", `/events/${event.id}/guests`, body);
    expect(response.status).toBe(400);
    const problem = await response.json<{ error: string; errors: { path: string }[] }>();
    expect(problem.error).toBe("validation_failed");
    expect(problem.errors.map((entry) => entry.path)).toEqual([path]);
    expect((await listed(host, event.id)).items).toEqual([]);
  });

  it("accepts an email address of another event's guest, and rejects one of the same event", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [one, other] = [await makeEvent(host), await makeEvent(host)];
    await addGuest(host, one.id, { email: "ada@example.com" });
    await addGuest(host, other.id, { email: "ada@example.com" });
    const again = await host.api("POST", `/events/${one.id}/guests`, { name: "Ada again", email: "ADA@Example.com" });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ error: "duplicate_guest" });
    expect((await listed(host, one.id)).items).toHaveLength(1);
  });

  it("creates one guest for eight parallel requests with the same address", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const body = { name: "Ada", email: "ada@example.com" };
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await host.api("POST", `/events/${event.id}/guests`, body)).status),
    );
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect((await listed(host, event.id)).items).toHaveLength(1);
  });
});

describe("guest limit of the tier", () => {
  /** Fills a list, leaving room for `room` more. */
  async function nearlyFull(room: number) {
    const host = await signedInHost();
    const event = await makeEvent(host);
    for (let index = 0; index < 50 - room; index++) await addGuest(host, event.id, { name: `Guest ${index}` });
    return { host, event };
  }

  /**
   * @spec 4.30 "(list, create, update, delete) | guest routes | create returns 402 past the tier's guest limit"
   * @spec 7.7 "402 | tier limit or feature gate reached on | guest create"
   * @spec 7.13 "402 | Body holds error, reason, tier, used, limit, upgrade_url"
   * @spec 8.1 "Free tier | 1 event, 50 guests, no collaborators, no custom branding, scanner or broadcasts"
   */
  it("returns the complete 402 at the fifty-first guest of a free host", async () => {
    const { host, event } = await nearlyFull(0);
    const response = await host.api("POST", `/events/${event.id}/guests`, { name: "One too many" });
    expect(response.status).toBe(402);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({
      status: 402,
      error: "tier_limit",
      reason: "guests_limit",
      tier: "free",
      used: 50,
      limit: 50,
      upgrade_url: expect.stringMatching(/^https:\/\/usher\.test\//),
    });
  });

  it("accepts exactly one of eight parallel guests for the last place", async () => {
    const { host, event } = await nearlyFull(1);
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const body = { name: `Late ${index}` };
        return (await host.api("POST", `/events/${event.id}/guests`, body)).status;
      }),
    );
    expect(statuses.sort()).toEqual([201, 402, 402, 402, 402, 402, 402, 402]);
    expect((await listed(host, event.id, "?limit=200")).items).toHaveLength(50);
  });

  it("accepts exactly one guest after one is removed", async () => {
    const { host, event } = await nearlyFull(0);
    const [gone] = (await listed(host, event.id, "?limit=1")).items;
    expect((await host.api("DELETE", `/events/${event.id}/guests/${gone?.id}`)).status).toBe(204);
    expect((await host.api("DELETE", `/events/${event.id}/guests/${gone?.id}`)).status).toBe(404);
    await addGuest(host, event.id, { name: "In their place" });
    expect((await host.api("POST", `/events/${event.id}/guests`, { name: "Too late" })).status).toBe(402);
  });

  it("counts no rejected guests", async () => {
    const { host, event } = await nearlyFull(2);
    await addGuest(host, event.id, { email: "ada@example.com" });
    for (let index = 0; index < 3; index++) {
      const body = { name: "Ada", email: "ada@example.com" };
      expect((await host.api("POST", `/events/${event.id}/guests`, body)).status).toBe(409);
    }
    await addGuest(host, event.id);
  });

  it("accepts a guest although the stored count is too high", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    await addGuest(host, event.id);
    await env.DB.prepare("update guest_counts set guests = 50 where event_id = ?").bind(event.id).run();
    await addGuest(host, event.id);
    const count = await env.DB.prepare("select guests from guest_counts where event_id = ?").bind(event.id).first();
    expect(count).toEqual({ guests: 2 });
  });

  it("compares with a count that equals the list's length after any history", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guests = await Promise.all(
      Array.from({ length: 12 }, (_, index) => addGuest(host, event.id, { email: `guest-${index}@example.com` })),
    );
    const path = `/events/${event.id}/guests`;
    await Promise.all([
      ...guests.slice(0, 5).map(({ id }) => host.api("DELETE", `${path}/${id}`)),
      ...guests.slice(3, 5).map(({ id }) => host.api("DELETE", `${path}/${id}`)),
      ...[6, 7, 8].map((index) => host.api("POST", path, { name: "Again", email: `guest-${index}@example.com` })),
      ...[20, 21].map((index) => host.api("POST", path, { name: "New", email: `guest-${index}@example.com` })),
    ]);
    const { items } = await listed(host, event.id);
    expect(items).toHaveLength(9);
    const count = await env.DB.prepare("select guests from guest_counts where event_id = ?").bind(event.id).first();
    expect(count).toEqual({ guests: 9 });
  });

  it("follows the tier of the event's host, also when an editor adds the guest", async () => {
    const { host, event } = await nearlyFull(0);
    const rich = await signedInHost({ tier: "business" });
    await env.DB.prepare(
      "insert into event_collaborators (event_id, user_id, role, created_at) values (?, ?, 'editor', 0)",
    )
      .bind(event.id, rich.id)
      .run();
    const response = await rich.api("POST", `/events/${event.id}/guests`, { name: "One too many" });
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ tier: "free" });
    expect((await listed(host, event.id, "?limit=200")).items).toHaveLength(50);
  });
});

describe("GET /events/{eventId}/guests", () => {
  it("pages newest first, and guests added meanwhile do not shift pages", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const names = ["One", "Two", "Three", "Four", "Five"];
    for (const name of names) await addGuest(host, event.id, { name });
    const first = await listed(host, event.id, "?limit=2");
    await addGuest(host, event.id, { name: "Meanwhile" });
    const second = await listed(host, event.id, `?limit=2&cursor=${first.next_cursor}`);
    const third = await listed(host, event.id, `?limit=2&cursor=${second.next_cursor}`);
    const pages = [first, second, third].map(({ items }) => items.map(({ name }) => name));
    expect(pages).toEqual([["Five", "Four"], ["Three", "Two"], ["One"]]);
    expect(third.next_cursor).toBeNull();
  });

  it("finds part of a name in any case, accents and script", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    for (const name of ["Zoë Größe", "ÖZLEM IŞIK", "Οδυσσέας", "Łukasz", "山田 太郎", "50% off_er"]) {
      await addGuest(host, event.id, { name });
    }
    const finds = (q: string) => namesOf(host, event.id, { q });
    expect(await finds("zoe")).toEqual(["Zoë Größe"]);
    expect(await finds("GRÖSSE")).toEqual(["Zoë Größe"]);
    expect(await finds("größe")).toEqual(["Zoë Größe"]);
    expect(await finds("ozlem ış")).toEqual(["ÖZLEM IŞIK"]);
    expect(await finds("ΟΔΥΣΣΕΑΣ")).toEqual(["Οδυσσέας"]);
    expect(await finds("太郎")).toEqual(["山田 太郎"]);
    expect(await finds("%")).toEqual(["50% off_er"]);
    expect(await finds("f_e")).toEqual(["50% off_er"]);
    expect(await finds("z_e")).toEqual([]);
    expect(await finds("x".repeat(100))).toEqual([]);
  });

  it("finds part of an email address, and of a phone number in any spelling", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    await addGuest(host, event.id, { name: "Ada", email: "Ada.Lovelace@Example.com", phone: "+4915112345678" });
    await addGuest(host, event.id, { name: "Bob", email: "bob@example.com" });
    const finds = (q: string) => namesOf(host, event.id, { q });
    expect(await finds("LOVELACE@")).toEqual(["Ada"]);
    expect(await finds("example.com")).toEqual(["Ada", "Bob"]);
    expect(await finds("+49 151 1234")).toEqual(["Ada"]);
    expect(await finds("0151/123-456")).toEqual(["Ada"]);
    expect(await finds("0049 (151)")).toEqual(["Ada"]);
    expect(await finds("999")).toEqual([]);
  });

  it("follows a guest's new name and address when searching", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id, { name: "Ada", email: "ada@example.com" });
    await host.api("PATCH", `/events/${event.id}/guests/${guest.id}`, { name: "Émile", email: null });
    expect(await namesOf(host, event.id, { q: "emile" })).toEqual(["Émile"]);
    expect(await namesOf(host, event.id, { q: "ada" })).toEqual([]);
  });

  it("filters by response, and by a missing RSVP", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    for (const response of ["attending", "declined", "maybe"]) {
      await answer(await addGuest(host, event.id, { name: response }), response, 1);
    }
    await addGuest(host, event.id, { name: "pending" });
    for (const response of ["attending", "declined", "maybe", "pending"]) {
      expect(await namesOf(host, event.id, { response })).toEqual([response]);
    }
    expect(await namesOf(host, event.id, { response: "maybe", q: "attend" })).toEqual([]);
    const { items } = await listed(host, event.id, "?response=attending");
    expect(items[0]?.rsvp).toEqual({
      response: "attending",
      plus_ones: 1,
      companions: [],
      answers: {},
      answered_by: "guest",
      seat: null,
      waitlist_position: null,
      offer_expires_at: null,
      passed_over: null,
      submitted_at: expect.stringMatching(/Z$/),
      edit_count: 0,
      risk_score: null,
    });
  });

  it("pages through a filtered list without skipping guests", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    for (let index = 0; index < 9; index++) {
      const guest = await addGuest(host, event.id, { name: `Guest ${index}` });
      if (index % 2 === 0) await answer(guest, "attending");
    }
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const page: Page = await listed(host, event.id, `?response=attending&limit=2${cursor}`);
      seen.push(...page.items.map(({ name }) => name));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(seen).toEqual(["Guest 8", "Guest 6", "Guest 4", "Guest 2", "Guest 0"]);
  });

  it.each(["limit=0", "limit=201", "limit=ten", "cursor=nonsense", "response=perhaps", "q="])(
    "refuses ?%s",
    async (query) => {
      const host = await signedInHost();
      const event = await makeEvent(host);
      const response = await host.api("GET", `/events/${event.id}/guests?${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ path: query.split("=")[0] }] });
    },
  );
});

describe("PATCH /events/{eventId}/guests/{guestId}", () => {
  it("keeps absent fields and clears null fields", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const full = { name: "Ada", email: "ada@example.com", phone: "+4915112345678", party_size: 2, notes: "n" };
    const guest = await addGuest(host, event.id, full);
    const path = `/events/${event.id}/guests/${guest.id}`;
    const renamed = await (await host.api("PATCH", path, { name: "Ada L." })).json();
    const kept = { ...guest, updated_at: expect.any(String) };
    expect(renamed).toEqual({ ...kept, name: "Ada L." });
    const nothing = { email: null, phone: null, party_size: null, notes: null };
    expect(await (await host.api("PATCH", path, nothing)).json()).toEqual({ ...kept, name: "Ada L.", ...nothing });
    expect((await host.api("PATCH", path, { name: null })).status).toBe(400);
    expect((await host.api("PATCH", path, {})).status).toBe(400);
    expect((await host.api("PATCH", path, { id: guest.id })).status).toBe(400);
  });

  it("frees an email address that is cleared, and rejects one that another guest has", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const ada = await addGuest(host, event.id, { name: "Ada", email: "ada@example.com" });
    const bob = await addGuest(host, event.id, { name: "Bob" });
    const change = (id: string, body: unknown) => host.api("PATCH", `/events/${event.id}/guests/${id}`, body);
    const taken = await change(bob.id, { email: "Ada@example.com" });
    expect(taken.status).toBe(409);
    expect(await taken.json()).toMatchObject({ error: "duplicate_guest" });
    expect((await change(ada.id, { email: "ADA@example.com" })).status).toBe(200);
    expect((await change(ada.id, { email: null })).status).toBe(200);
    expect((await change(bob.id, { email: "ada@example.com" })).status).toBe(200);
  });

  it("gives an email address to one of two guests in parallel requests", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guests = [await addGuest(host, event.id), await addGuest(host, event.id)];
    const statuses = await Promise.all(
      guests.map(async ({ id }) => {
        const body = { email: "ada@example.com" };
        return (await host.api("PATCH", `/events/${event.id}/guests/${id}`, body)).status;
      }),
    );
    expect(statuses.sort()).toEqual([200, 409]);
  });
});

describe("DELETE /events/{eventId}/guests/{guestId}", () => {
  it("removes all data of the guest and no data of other guests", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const [gone, stays] = [await addGuest(host, event.id), await addGuest(host, event.id)];
    for (const guest of [gone, stays]) {
      await answer(guest, "attending");
      await insertPersonalData(host, guest);
    }
    expect((await host.api("DELETE", `/events/${event.id}/guests/${gone.id}`)).status).toBe(204);
    expect((await host.api("GET", `/events/${event.id}/guests/${gone.id}`)).status).toBe(404);
    for (const table of TRACED) {
      const left = await env.DB.prepare(`select guest_id from ${table} where event_id = ?`).bind(event.id).all();
      expect(left.results, table).toEqual([{ guest_id: stays.id }]);
    }
  });

  const TRACED = ["rsvps", "rsvp_revisions", "access_tokens", "access_logs", "check_ins", "deliveries"];

  /** Inserts one row into every table with data of a guest. */
  async function insertPersonalData(host: Host, { event_id, id }: WireGuest): Promise<void> {
    const token = crypto.randomUUID();
    const insert = (table: string, row: Record<string, unknown>) => {
      const cells = { event_id, guest_id: id, ...row };
      const marks = Object.keys(cells).map(() => "?");
      return env.DB.prepare(`insert into ${table} (${Object.keys(cells)}) values (${marks})`).bind(
        ...Object.values(cells),
      );
    };
    const made = { id: crypto.randomUUID(), created_at: 1 };
    await env.DB.batch([
      insert("rsvp_revisions", { revision: 0, response: "maybe", plus_ones: 0, recorded_at: 1, replaced_at: 2 }),
      insert("access_tokens", { id: token, created_at: 1 }),
      insert("access_logs", { id: crypto.randomUUID(), token_id: token, kind: "access", at: 1, fingerprint: "{}" }),
      insert("check_ins", {
        id: crypto.randomUUID(),
        checked_in_at: 1,
        recorded_at: 1,
        checked_in_by: host.id,
        arrival_count: 1,
      }),
      insert("deliveries", {
        ...made,
        dedupe_key: made.id,
        kind: "invitation",
        purpose: "host",
        channel: "email",
        recipient_hash: "h",
        status: "sent",
        updated_at: 1,
      }),
    ]);
  }
});

describe("roles for guests", () => {
  /** @spec 4.29 "(list, create, update, delete) | guest routes | viewer+ to list, editor+ to change" */
  it("lets a viewer read and an editor write: GET /events/{eventId}/guests/{guestId}", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id);
    const [viewer, editor] = [await join(event.id, "viewer"), await join(event.id, "editor")];
    const one = `/events/${event.id}/guests/${guest.id}`;
    expect((await listed(viewer, event.id)).items).toHaveLength(1);
    expect((await viewer.api("GET", one)).status).toBe(200);
    for (const response of [
      await viewer.api("POST", `/events/${event.id}/guests`, { name: "Eve" }),
      await viewer.api("PATCH", one, { name: "Eve" }),
      await viewer.api("DELETE", one),
    ]) {
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: "role_too_low" });
    }
    expect((await editor.api("PATCH", one, { name: "Eve" })).status).toBe(200);
    expect((await editor.api("DELETE", one)).status).toBe(204);
  });

  it.each([
    ["role", 404, "delete from event_collaborators where event_id = ?1 and user_id = ?2"],
    ["editing", 403, "update event_collaborators set role = 'viewer' where event_id = ?1 and user_id = ?2"],
    ["session", 401, "update users set sessions_valid_from = 9e15 where ?1 <> id and id = ?2"],
  ])("erases nothing for an editor whose %s is removed between the read and the write: %i", async (_, status, lost) => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const path = `/events/${event.id}/guests`;
    // The stored result of an idempotent request is data of the guest that would be erased too.
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const made = await host.api("POST", path, { name: "Ada" }, key);
    const guest = await made.json<WireGuest>();
    const editor = await join(event.id, "editor");
    const headers = { Authorization: `Bearer ${editor.token}` };
    const request = new Request(`https://usher.test${path}/${guest.id}`, { method: "DELETE", headers });
    const response = await raceBeforeWrite(request, () => env.DB.prepare(lost).bind(event.id, editor.id).run());
    expect(response.status).toBe(status);
    expect((await listed(host, event.id)).items).toEqual([guest]);
    const counts = env.DB.prepare("select guests from guest_counts where event_id = ?").bind(event.id);
    expect(await counts.first()).toEqual({ guests: 1 });
    const pending = env.DB.prepare("select count(*) as n from outbox where instr(body, ?) > 0").bind(guest.id);
    expect(await pending.first()).toEqual({ n: 0 });
    expect((await host.api("POST", path, { name: "Ada" }, key)).headers.get("idempotency-replayed")).toBe("true");
  });

  it("returns to a non-member the 404 of an event that does not exist", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id);
    const stranger = await signedInHost();
    const bodyOf = async (response: Response) => {
      const { instance, request_id, ...rest } = await response.json<Record<string, unknown>>();
      return { status: response.status, ...rest };
    };
    for (const [method, suffix, body] of [
      ["GET", "", undefined],
      ["POST", "", { name: "Eve" }],
      ["GET", `/${guest.id}`, undefined],
      ["PATCH", `/${guest.id}`, { name: "Eve" }],
      ["DELETE", `/${guest.id}`, undefined],
    ] as const) {
      const there = await bodyOf(await stranger.api(method, `/events/${event.id}/guests${suffix}`, body));
      const absent = await bodyOf(await stranger.api(method, `/events/${ABSENT_ID}/guests${suffix}`, body));
      expect(there.status).toBe(404);
      expect(there).toEqual(absent);
    }
    expect((await listed(host, event.id)).items).toEqual([guest]);
  });

  it("returns 404 for a guest of another event, also if both events are the caller's", async () => {
    const host = await signedInHost({ tier: "pro" });
    const [one, other] = [await makeEvent(host), await makeEvent(host)];
    const guest = await addGuest(host, one.id);
    const path = `/events/${other.id}/guests/${guest.id}`;
    expect((await host.api("GET", path)).status).toBe(404);
    expect((await host.api("PATCH", path, { name: "Eve" })).status).toBe(404);
    expect((await host.api("DELETE", path)).status).toBe(404);
    expect((await host.api("GET", `/events/${one.id}/guests/not-an-id`)).status).toBe(404);
    expect((await host.api("GET", `/events/${one.id}/guests/${guest.id.toUpperCase()}`)).status).toBe(200);
  });

  it("adds no guest to a deleted event", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    await host.api("DELETE", `/events/${event.id}`);
    expect((await host.api("POST", `/events/${event.id}/guests`, { name: "Ada" })).status).toBe(404);
    expect((await host.api("GET", `/events/${event.id}/guests`)).status).toBe(404);
  });

  it("returns the remaining rate limit in its headers", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const response = await host.api("GET", `/events/${event.id}/guests`);
    expect(response.headers.get("ratelimit-policy")).toBe('"guests";q=300;w=60');
    expect(response.headers.get("ratelimit")).toBe('"guests";r=299;t=60');
  });
});
