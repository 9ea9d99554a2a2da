import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, type Host, signedInHost } from "../support/account.ts";
import { addGuest, makeEvent, type WireEvent } from "../support/guest.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ABSENT_ID = "01890000-0000-7000-8000-000000000000";

interface Page {
  items: WireEvent[];
  next_cursor: string | null;
}

interface Reminder {
  slug: string;
  send_at: number;
  status: string;
  audience: string;
}

/** The event's reminders, soonest first. */
async function remindersOf(eventId: string): Promise<Reminder[]> {
  const found = await env.DB.prepare(
    "select slug, send_at, status, audience from messages where event_id = ? and slug is not null order by send_at",
  )
    .bind(eventId)
    .all<Reminder>();
  return found.results;
}

/** Slug → time of the scheduled reminders. */
async function waiting(eventId: string): Promise<Record<string, string>> {
  const reminders = await remindersOf(eventId);
  const due = reminders.filter(({ status }) => status === "scheduled");
  return Object.fromEntries(due.map(({ slug, send_at }) => [slug, new Date(send_at).toISOString()]));
}

async function join(eventId: string, role: "viewer" | "editor" | "owner"): Promise<Host> {
  const member = await signedInHost();
  await env.DB.prepare("insert into event_collaborators (event_id, user_id, role, created_at) values (?, ?, ?, 0)")
    .bind(eventId, member.id, role)
    .run();
  return member;
}

async function listed(host: Host, query = ""): Promise<Page> {
  const response = await host.api("GET", `/events${query}`);
  expect(response.status).toBe(200);
  return response.json<Page>();
}

/** A summer day two years from now: no clock changes between it and its reminders. */
const SUMMER = `${new Date().getUTCFullYear() + 2}-07-10`;

describe("POST /events", () => {
  /**
   * @spec 2.9 "Event | host_id | uuid | the creating user; that user also holds the owner role"
   * @spec 4.24 "POST | /events | authenticated | seeds the owner collaborator row and the four auto-reminders in one
   *   transaction"
   */
  it("returns the whole event, with the default thresholds and its creator as owner", async () => {
    const host = await signedInHost();
    const response = await host.api("POST", "/events", {
      name: " Garden party ",
      description: "Bring a hat.\nAnd a friend.",
      venue: "The orchard",
      event_date: `${SUMMER}T18:30:00+02:00`,
      end_time: `${SUMMER}T23:00:00+02:00`,
      timezone: "Europe/Berlin",
    });
    expect(response.status).toBe(201);
    const event = await response.json<WireEvent>();
    expect(event).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      host_id: host.id,
      name: "Garden party",
      description: "Bring a hat.\nAnd a friend.",
      venue: "The orchard",
      event_date: `${SUMMER}T16:30:00.000Z`,
      end_time: `${SUMMER}T21:00:00.000Z`,
      timezone: "Europe/Berlin",
      fraud_medium_threshold: 30,
      fraud_high_threshold: 60,
      fraud_block_threshold: 85,
      status: "scheduled",
      rsvp_deadline: null,
      capacity: null,
      waitlist: false,
      offer_hours: 24,
      companion_names: "off",
      default_party_size: null,
      locale: "en",
      address_form: "formal",
      step_up_from: "block",
      door_opens_at: `${SUMMER}T14:30:00.000Z`,
      reply_to: null,
      reply_to_verified: false,
      lost_links: true,
      sms_countries: ["DE"],
      require_second_factor: false,
      region: "default",
      your_role: "owner",
      created_at: expect.stringMatching(/Z$/),
      updated_at: event.created_at,
    });
    expect(await (await host.api("GET", `/events/${event.id}`)).json()).toEqual(event);
    const owners = await env.DB.prepare("select user_id, role from event_collaborators where event_id = ?")
      .bind(event.id)
      .all();
    expect(owners.results).toEqual([{ user_id: host.id, role: "owner" }]);
  });

  /**
   * @spec 2.73 "Four auto-reminders are created with every new event: 7-day, 3-day (last call), 1-day and day-of."
   * @spec 8.4 "Unaffected by tier | auto-reminders, fraud detection, analytics"
   */
  it("creates four reminders: 7 days, 3 days and 1 day before, and at eight on the day", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { event_date: `${SUMMER}T18:30:00+02:00`, timezone: "Europe/Berlin" });
    const start = Date.parse(event.event_date);
    expect(await remindersOf(event.id)).toEqual([
      { slug: "reminder_7d", send_at: start - 7 * DAY_MS, status: "scheduled", audience: "pending_and_maybe" },
      { slug: "reminder_3d", send_at: start - 3 * DAY_MS, status: "scheduled", audience: "pending" },
      { slug: "reminder_1d", send_at: start - DAY_MS, status: "scheduled", audience: "attending_and_maybe" },
      {
        slug: "reminder_day_of",
        send_at: Date.parse(`${SUMMER}T08:00:00+02:00`),
        status: "scheduled",
        audience: "attending_and_maybe",
      },
    ]);
  });

  it("schedules the day-of reminder three hours before an event that begins before eleven", async () => {
    const host = await signedInHost({ tier: "pro" });
    const early = await makeEvent(host, { event_date: `${SUMMER}T10:59:00+02:00`, timezone: "Europe/Berlin" });
    const later = await makeEvent(host, { event_date: `${SUMMER}T11:00:00+02:00`, timezone: "Europe/Berlin" });
    expect((await waiting(early.id)).reminder_day_of).toBe(`${SUMMER}T05:59:00.000Z`);
    expect((await waiting(later.id)).reminder_day_of).toBe(`${SUMMER}T06:00:00.000Z`);
  });

  /** @spec 2.74 "A reminder whose send time would already be past is skipped." */
  it("creates no reminders whose time has passed", async () => {
    const host = await signedInHost({ tier: "pro" });
    const inTwoDays = await makeEvent(host, { event_date: new Date(Date.now() + 2 * DAY_MS).toISOString() });
    expect(Object.keys(await waiting(inTwoDays.id)).sort()).toEqual(["reminder_1d", "reminder_day_of"]);
    const over = await makeEvent(host, { event_date: new Date(Date.now() - DAY_MS).toISOString() });
    expect(await remindersOf(over.id)).toEqual([]);
  });

  const FUTURE = `${SUMMER}T18:00:00Z`;
  it.each([
    ["no name", { event_date: FUTURE }, "name"],
    ["a blank name", { name: " ", event_date: FUTURE }, "name"],
    ["a name with a line break", { name: "Party\r\nBcc: x@example.com", event_date: FUTURE }, "name"],
    ["no date", { name: "Party" }, "event_date"],
    ["a date without an offset", { name: "Party", event_date: `${SUMMER}T18:00:00` }, "event_date"],
    [
      "a date with a year of five digits in UTC",
      { name: "Party", event_date: "9999-12-31T23:00:00-12:00" },
      "event_date",
    ],
    ["a date with one in other zones", { name: "Party", event_date: "9999-12-31T12:00:00Z" }, "event_date"],
    ["an end with one", { name: "Party", event_date: FUTURE, end_time: "9999-12-31T12:00:00Z" }, "end_time"],
    ["a day that does not exist", { name: "Party", event_date: "2031-02-30T18:00:00Z" }, "event_date"],
    ["an end before the beginning", { name: "Party", event_date: FUTURE, end_time: `${SUMMER}T17:00:00Z` }, "end_time"],
    ["an end at the beginning", { name: "Party", event_date: FUTURE, end_time: FUTURE }, "end_time"],
    ["a zone that does not exist", { name: "Party", event_date: FUTURE, timezone: "Mars/Olympus" }, "timezone"],
    ["an offset as a zone", { name: "Party", event_date: FUTURE, timezone: "+02:00" }, "timezone"],
    ["a field that does not exist", { name: "Party", event_date: FUTURE, locaton: "here" }, "locaton"],
    ["a field that is not the client's", { name: "Party", event_date: FUTURE, host_id: ABSENT_ID }, "host_id"],
  ])("returns 400 with %s, names the field, and writes nothing", async (_, body, path) => {
    const host = await signedInHost();
    const response = await host.api("POST", "/events", body);
    expect(response.status).toBe(400);
    const problem = await response.json<{ error: string; errors: { path: string }[] }>();
    expect(problem.error).toBe("validation_failed");
    expect(new Set(problem.errors.map((entry) => entry.path))).toEqual(new Set([path]));
    expect((await listed(host)).items).toEqual([]);
  });

  it("rejects a body that is not JSON and an unsupported media type", async () => {
    const host = await signedInHost();
    const broken = await host.api("POST", "/events", '{"name": ', { "Content-Type": "application/json" });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ error: "malformed_json" });
    const text = await host.api("POST", "/events", "name=Party", { "Content-Type": "text/plain" });
    expect([400, 415]).toContain(text.status);
    expect((await listed(host)).items).toEqual([]);
  });
});

describe("POST /events (tier limit)", () => {
  /**
   * @spec 4.23 "POST | /events | authenticated | 402 when the tier's event limit is reached"
   * @spec 7.6 "402 | tier limit or feature gate reached on POST /events"
   * @spec 7.13 "402 | Body holds error, reason, tier, used, limit, upgrade_url"
   * @spec 8.1 "Free tier | 1 event, 50 guests, no collaborators, no custom branding, scanner or broadcasts"
   */
  it("returns the complete 402 at the second event of a free host", async () => {
    const host = await signedInHost();
    await makeEvent(host);
    const response = await host.api("POST", "/events", { name: "Another", event_date: `${SUMMER}T18:00:00Z` });
    expect(response.status).toBe(402);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const body = await response.json<Record<string, unknown>>();
    expect(body).toEqual({
      type: "urn:usher:problem:tier_limit",
      title: "Payment Required",
      status: 402,
      detail: "Your plan includes 1 event.",
      instance: `urn:usher:request:${body.request_id}`,
      error: "tier_limit",
      request_id: response.headers.get("x-request-id"),
      reason: "events_limit",
      tier: "free",
      used: 1,
      limit: 1,
      upgrade_url: "https://usher.test/app/account/plan",
    });
  });

  /**
   * @spec 4.24 "POST | /events | authenticated | seeds the owner collaborator row and the four auto-reminders in one
   *   transaction"
   */
  it("creates one event, with its reminders and owner, for eight parallel requests of a free host", async () => {
    const host = await signedInHost();
    const body = { name: "Party", event_date: `${SUMMER}T18:00:00Z` };
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await host.api("POST", "/events", body)).status),
    );
    expect(statuses.sort()).toEqual([201, 402, 402, 402, 402, 402, 402, 402]);
    const { items } = await listed(host);
    expect(items).toHaveLength(1);
    const left = await env.DB.prepare(
      "select count(*) as n from messages where event_id in (select id from events where host_id = ?)",
    )
      .bind(host.id)
      .first();
    expect(left).toEqual({ n: 4 });
  });

  it("counts the host's own events, not those of other hosts", async () => {
    const other = await signedInHost();
    const event = await makeEvent(other);
    const helper = await join(event.id, "owner");
    await makeEvent(helper);
    expect((await listed(helper)).items).toHaveLength(2);
  });

  it("allows another event when one is deleted", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    expect((await host.api("DELETE", `/events/${event.id}`)).status).toBe(204);
    await makeEvent(host);
  });
});

describe("GET /events", () => {
  /** @spec 4.22 "GET | /events | authenticated | every event on which the user has any role" */
  it("lists every event on which the user has a role, newest first, with that role", async () => {
    const [one, two] = [await signedInHost(), await signedInHost()];
    const [first, second] = [await makeEvent(one, { name: "First" }), await makeEvent(two, { name: "Second" })];
    const member = await join(first.id, "viewer");
    await env.DB.prepare(
      "insert into event_collaborators (event_id, user_id, role, created_at) values (?, ?, 'editor', 0)",
    )
      .bind(second.id, member.id)
      .run();
    await makeEvent(member, { name: "Third" });
    const seen = (await listed(member)).items.map(({ name, your_role }) => [name, your_role]);
    expect(seen).toEqual([
      ["Third", "owner"],
      ["Second", "editor"],
      ["First", "viewer"],
    ]);
    expect((await listed(one)).items.map(({ name }) => name)).toEqual(["First"]);
  });

  it("returns pages without gaps or repetitions", async () => {
    const host = await signedInHost({ tier: "pro" });
    for (const name of ["One", "Two", "Three"]) await makeEvent(host, { name });
    const first = await listed(host, "?limit=2");
    const second = await listed(host, `?limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(["Three", "Two", "One"]);
    expect(second.next_cursor).toBeNull();
    for (const query of ["?limit=0", "?limit=201", "?limit=x", "?cursor=x"]) {
      expect((await host.api("GET", `/events${query}`)).status, query).toBe(400);
    }
  });
});

describe("roles on an event", () => {
  /**
   * @spec 1.10 "An event can have several users with roles owner, editor or viewer."
   * @spec 2.17 "Event | your_role | string | owner, editor or viewer; embedded in the response of GET /events/{id}"
   * @spec 4.1 "Roles: viewer < editor < owner."
   * @spec 4.25 "GET | /events/{id} | viewer+ | includes your_role"
   * @spec 4.26 "PATCH | /events/{id} | editor+"
   * @spec 4.27 "DELETE | /events/{id} | owner"
   * @spec 5.6 "4. Event access is role based (owner, editor, viewer)."
   */
  it("allows viewers to read, editors to change and owners to delete: GET /events/{eventId}", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const [viewer, editor, owner] = [
      await join(event.id, "viewer"),
      await join(event.id, "editor"),
      await join(event.id, "owner"),
    ];
    const path = `/events/${event.id}`;
    for (const [member, role] of [
      [viewer, "viewer"],
      [editor, "editor"],
      [owner, "owner"],
    ] as const) {
      expect(await (await member.api("GET", path)).json()).toEqual({ ...event, your_role: role });
    }
    const refused = [
      await viewer.api("PATCH", path, { name: "Mine" }),
      await viewer.api("DELETE", path),
      await editor.api("DELETE", path),
    ];
    for (const response of refused) {
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: "role_too_low" });
    }
    const changed = await editor.api("PATCH", path, { name: "Ours" });
    expect(await changed.json()).toMatchObject({ name: "Ours", your_role: "editor" });
    expect((await owner.api("DELETE", path)).status).toBe(204);
  });

  it("returns to users without a role the 404 of an event that does not exist", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const stranger = await signedInHost();
    const bodyOf = async (response: Response) => {
      const { instance, request_id, ...rest } = await response.json<Record<string, unknown>>();
      return { status: response.status, ...rest };
    };
    for (const [method, body] of [
      ["GET", undefined],
      ["PATCH", { name: "Mine" }],
      ["DELETE", undefined],
    ] as const) {
      const there = await bodyOf(await stranger.api(method, `/events/${event.id}`, body));
      const absent = await bodyOf(await stranger.api(method, `/events/${ABSENT_ID}`, body));
      expect(there.status).toBe(404);
      expect(there).toEqual(absent);
    }
    expect((await stranger.api("GET", "/events/not-an-id")).status).toBe(404);
    expect(await (await host.api("GET", `/events/${event.id}`)).json()).toEqual(event);
  });

  it("requires a session", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    for (const [method, path] of [
      ["GET", "/events"],
      ["POST", "/events"],
      ["GET", `/events/${event.id}`],
      ["PATCH", `/events/${event.id}`],
      ["DELETE", `/events/${event.id}`],
    ] as const) {
      const response = await call(method, path, method === "GET" || method === "DELETE" ? undefined : { name: "x" });
      expect(response.status, `${method} ${path}`).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  it("accepts an event's ID in capital letters too", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    expect((await host.api("GET", `/events/${event.id.toUpperCase()}`)).status).toBe(200);
  });
});

describe("PATCH /events/{eventId}", () => {
  it("keeps absent fields and clears those that are null", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { venue: "The orchard", description: "Bring a hat." });
    const path = `/events/${event.id}`;
    const renamed = await (await host.api("PATCH", path, { name: "Winter party" })).json<WireEvent>();
    expect(renamed).toEqual({
      ...event,
      name: "Winter party",
      updated_at: expect.any(String),
      notified: false,
      reason: "not_requested",
    });
    expect(renamed.updated_at > event.updated_at).toBe(true);
    const cleared = await (await host.api("PATCH", path, { venue: null, description: null })).json();
    expect(cleared).toMatchObject({ name: "Winter party", venue: null, description: null });
  });

  it("moves unsent reminders only", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { event_date: `${SUMMER}T18:00:00Z` });
    await env.DB.batch([
      env.DB.prepare("update messages set status = 'cancelled' where event_id = ? and slug = 'reminder_3d'").bind(
        event.id,
      ),
      env.DB.prepare("update messages set status = 'sent' where event_id = ? and slug = 'reminder_7d'").bind(event.id),
    ]);
    const before = await remindersOf(event.id);
    await host.api("PATCH", `/events/${event.id}`, { event_date: `${SUMMER}T20:00:00Z` });
    expect(await waiting(event.id)).toEqual({
      reminder_1d: new Date(Date.parse(`${SUMMER}T20:00:00Z`) - DAY_MS).toISOString(),
      reminder_day_of: `${SUMMER}T08:00:00.000Z`,
    });
    const untouched = ({ status }: Reminder) => status !== "scheduled";
    expect((await remindersOf(event.id)).filter(untouched)).toEqual(before.filter(untouched));
  });

  it("moves the day-of reminder when only the time zone changes", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { event_date: `${SUMMER}T18:00:00Z` });
    await host.api("PATCH", `/events/${event.id}`, { timezone: "America/New_York" });
    expect((await waiting(event.id)).reminder_day_of).toBe(`${SUMMER}T12:00:00.000Z`);
  });

  it("cancels a reminder whose new time has passed", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const soon = new Date(Date.now() + 2 * DAY_MS).toISOString();
    await host.api("PATCH", `/events/${event.id}`, { event_date: soon });
    const statuses = Object.fromEntries((await remindersOf(event.id)).map(({ slug, status }) => [slug, status]));
    expect(statuses).toEqual({
      reminder_7d: "cancelled",
      reminder_3d: "cancelled",
      reminder_1d: "scheduled",
      reminder_day_of: "scheduled",
    });
  });

  it("rejects an end before the beginning, whichever of the two is sent", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { event_date: `${SUMMER}T18:00:00Z`, end_time: `${SUMMER}T20:00:00Z` });
    for (const body of [
      { end_time: `${SUMMER}T17:00:00Z` },
      { event_date: `${SUMMER}T20:00:00Z` },
      { event_date: `${SUMMER}T21:00:00Z`, end_time: `${SUMMER}T20:30:00Z` },
    ]) {
      const response = await host.api("PATCH", `/events/${event.id}`, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ path: "end_time" }] });
    }
    expect(await (await host.api("GET", `/events/${event.id}`)).json()).toEqual(event);
  });

  it("keeps the end after the beginning for two parallel changes that are each valid", async () => {
    const host = await signedInHost({ tier: "pro" });
    for (let round = 0; round < 3; round++) {
      const event = await makeEvent(host, { event_date: `${SUMMER}T18:00:00Z`, end_time: `${SUMMER}T22:00:00Z` });
      const statuses = await Promise.all(
        [{ end_time: `${SUMMER}T20:00:00Z` }, { event_date: `${SUMMER}T21:00:00Z` }].map(
          async (body) => (await host.api("PATCH", `/events/${event.id}`, body)).status,
        ),
      );
      expect(statuses.sort()).toEqual([200, 400]);
      const after = await (await host.api("GET", `/events/${event.id}`)).json<WireEvent>();
      expect(Date.parse(after.end_time ?? "")).toBeGreaterThan(Date.parse(after.event_date));
      // The reminders of the refused change were not written either.
      const dayBefore = new Date(Date.parse(after.event_date) - DAY_MS).toISOString();
      expect(await waiting(event.id)).toMatchObject({ reminder_1d: dayBefore });
    }
  });

  it("keeps the reminders consistent when day and zone change in parallel", async () => {
    const host = await signedInHost({ tier: "pro" });
    for (let round = 0; round < 3; round++) {
      const event = await makeEvent(host, { event_date: `${SUMMER}T18:00:00Z` });
      const later = new Date(Date.parse(`${SUMMER}T18:00:00Z`) + DAY_MS).toISOString();
      const statuses = await Promise.all(
        [{ event_date: later }, { timezone: "America/New_York" }, { name: "Renamed" }].map(
          async (body) => (await host.api("PATCH", `/events/${event.id}`, body)).status,
        ),
      );
      expect(statuses).toEqual([200, 200, 200]);
      expect(await waiting(event.id)).toEqual({
        reminder_7d: new Date(Date.parse(later) - 7 * DAY_MS).toISOString(),
        reminder_3d: new Date(Date.parse(later) - 3 * DAY_MS).toISOString(),
        reminder_1d: new Date(Date.parse(later) - DAY_MS).toISOString(),
        reminder_day_of: `${later.slice(0, 10)}T12:00:00.000Z`,
      });
    }
  });

  it.each([
    ["nothing", {}],
    ["a name that is null", { name: null }],
    ["a date that is null", { event_date: null }],
    ["a field that does not exist", { locaton: "here" }],
    ["a threshold, which has a route of its own", { fraud_medium_threshold: 1 }],
  ])("returns 400 with %s", async (_, body) => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const response = await host.api("PATCH", `/events/${event.id}`, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "validation_failed" });
    expect(await (await host.api("GET", `/events/${event.id}`)).json()).toEqual(event);
  });
});

describe("DELETE /events/{eventId}", () => {
  it("hides the event from every user and cancels pending messages", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const viewer = await join(event.id, "viewer");
    await addGuest(host, event.id);
    const response = await host.api("DELETE", `/events/${event.id}`);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    for (const member of [host, viewer]) {
      expect((await member.api("GET", `/events/${event.id}`)).status).toBe(404);
      expect((await listed(member)).items).toEqual([]);
    }
    expect((await host.api("PATCH", `/events/${event.id}`, { name: "Again" })).status).toBe(404);
    expect((await host.api("DELETE", `/events/${event.id}`)).status).toBe(404);
    expect(await waiting(event.id)).toEqual({});
  });

  it("deletes once for two parallel requests, and returns 404 to the other", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const other = await join(event.id, "owner");
    const closing = (owner: Host) => owner.api("DELETE", `/events/${event.id}`);
    const answers = await Promise.all([closing(host), closing(other)]);
    const later = await closing(host);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, later.status]);
    const parts = ["type", "status", "detail", "error"];
    const marked = async (answer: Response | undefined) => {
      const body = await answer?.json<Record<string, unknown>>();
      return parts.map((part) => body?.[part]);
    };
    expect(later.status).toBe(404);
    expect(await marked(answers.find(({ status }) => status === 404))).toEqual(await marked(later));
  });
});
