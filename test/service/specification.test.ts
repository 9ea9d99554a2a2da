import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import type { BusMessage } from "../../proto/bus/messages.ts";
import { sha256Hex } from "../../src/kernel/bytes.ts";
import { DAY_MS } from "../../src/kernel/clock.ts";
import { LIVE_TICKET_MS, signLiveTicket } from "../../src/live/live-ticket.ts";
import { createRequestContext } from "../../src/request-context.ts";
import worker from "../../src/worker.ts";
import { call, freshAddress, freshEmail, type Host, requestBy, signedInHost } from "../support/account.ts";
import { mailedToken, person, post, signIn, visible } from "../support/auth.ts";
import { capturingQueue, deliverBatches, dispatch, dueMessage } from "../support/broadcast.ts";
import { firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { allGuests, csvOf, importCsv } from "../support/guest-list.ts";
import { answerRequest, browserHeaders, editRequest, LAPTOP, openRequest, PHONE } from "../support/guest-requests.ts";
import { headerOf, linkIn, mailTo } from "../support/mailbox.ts";
import { consume } from "../support/queue.ts";
import { replaced, UNARMED_SCHEDULER } from "../support/race.ts";
import { sendMailReport } from "../support/reports.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const uuid = expect.stringMatching(UUID);
const timestamp = expect.stringMatching(RFC_3339);
const text = expect.any(String);

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

type Json = Record<string, unknown>;

/** Reads a JSON response that must have this status. */
async function expectJson<T = Json>(response: Response, status = 200): Promise<T> {
  const body = await response.text();
  expect(response.status, body).toBe(status);
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  return JSON.parse(body) as T;
}

const read = async <T = Json>(host: Host, path: string): Promise<T> => expectJson<T>(await host.api("GET", path));

/** A host with an event of one invited guest, who sends neither a cookie nor a device ID. */
async function invited(choices: Parameters<typeof signedInHost>[0] = {}) {
  const host = await signedInHost(choices);
  const fixture = await makeEventFixture(host.id, 1);
  return { host, path: `/events/${fixture.eventId}`, headers: browserHeaders(), ...fixture, ...firstOf(fixture) };
}

/** Every value below a value, with its name. */
function* fieldsOf(value: unknown, name = ""): Generator<[name: string, value: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* fieldsOf(item, name);
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) yield* fieldsOf(item, key);
  else yield [name, value];
}

describe("service", () => {
  /**
   * @spec 1.1 "The service lets hosts run invitation-only events and lets invited guests respond, while scoring every
   *   guest access for fraud risk."
   * @spec 1.2 "A host is a registered user. A host creates events, manages a guest list (by hand or CSV import), and
   *   issues one access token per guest."
   * @spec 1.3 "The token is carried in a personal invitation link."
   * @spec 1.4 "A guest needs no account. With the link the guest views the invitation, submits an RSVP, edits it (at
   *   most 5 edits), adds the event to a calendar, and receives a QR door code when attending."
   * @spec 3.21 "not checked in | POST /events/{id}/check-in | valid QR code for this event | checked in"
   * @spec 4.4 "Public routes are addressed by guest token."
   * @spec 5.12 "7. Guests authenticate only by their access token (HMAC-signed)."
   * @spec 4.109 "The QR JWT carries event_id, guest_id and an expiry of event date plus 24 hours."
   */
  it("leads a guest from the invitation to the door", async () => {
    // The host registers with nothing but an HTTP client and the mailbox.
    const account = person();
    expect((await post("/auth/signup", account)).status).toBe(202);
    const verification = await mailedToken(account.email, "verify");
    expect((await post("/auth/verify-email", { token: verification })).status).toBe(200);
    const { access_token } = await signIn(account.email, account.password);
    const asHost = (method: string, path: string, body?: unknown, headers = {}) =>
      call(method, path, body, { Authorization: `Bearer ${access_token}`, ...headers });
    const details = { name: "Gala", venue: "Town hall", event_date: new Date(Date.now() + DAY_MS / 2).toISOString() };
    const event = await expectJson<{ id: string }>(await asHost("POST", "/events", details), 201);
    const path = `/events/${event.id}`;
    const byHand = await expectJson<{ id: string }>(await asHost("POST", `${path}/guests`, { name: "Grace" }), 201);
    const file = { "Content-Type": "text/csv" };
    expect(await expectJson(await asHost("POST", `${path}/guests/import`, "name\nAda\n", file), 201)).toMatchObject({
      imported: 1,
    });
    const issued = await asHost("POST", `${path}/tokens`, { guest_id: byHand.id });
    const { link, token } = await expectJson<{ link: string; token: string }>(issued, 201);
    expect(link.endsWith(`/${token}`)).toBe(true);

    // The guest has only the link: no account, no cookie, no device ID.
    const headers = browserHeaders();
    const unanswered = await expectJson(await send(openRequest(token, headers)));
    expect(unanswered).toMatchObject({ event: { id: event.id, name: "Gala", venue: "Town hall" } });
    expect(unanswered).not.toHaveProperty("rsvp");
    const submitted = await send(answerRequest(token, { response: "attending", plus_ones: 0 }, headers));
    expect(await expectJson(submitted, 201)).toMatchObject({ response: "attending", edit_count: 0 });
    for (let edit = 1; edit <= 5; edit++) {
      const edited = await send(editRequest(token, { plus_ones: edit }, headers));
      expect(await expectJson(edited)).toMatchObject({ plus_ones: edit, edit_count: edit });
    }
    const sixth = await send(editRequest(token, { plus_ones: 0 }, headers));
    expect(sixth.ok).toBe(false);
    const calendar = await call("GET", `/access/${token}/calendar.ics`);
    expect([calendar.status, calendar.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    const answered = await expectJson<{ check_in: { qr_token: string } }>(await send(openRequest(token, headers)));
    expect(answered).toMatchObject({ rsvp: { response: "attending", plus_ones: 5, edit_count: 5 } });

    const { qr_token } = answered.check_in;
    const claims = JSON.parse(atob((qr_token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"))) as Json;
    const expiry = Math.floor((Date.parse(details.event_date) + DAY_MS) / 1_000);
    expect(claims).toMatchObject({ event_id: event.id, guest_id: byHand.id, exp: expiry });
    const checkedIn = await asHost("POST", `${path}/check-in`, { qr_token });
    expect(await expectJson(checkedIn, 201)).toMatchObject({ guest: { id: byHand.id }, arrival_count: 6 });
    expect((await asHost("POST", `${path}/check-in`, { qr_token })).status).toBe(409);
  });

  /**
   * @spec 1.11 "Hosts can set per-event branding, view analytics, tune fraud thresholds, keep a trusted-network
   *   allowlist, give verdicts on flagged accesses, and run day-of check-in with QR scanning and walk-ins."
   */
  it("allows a host to set branding, analytics, thresholds, networks, verdicts and the door", async () => {
    const { host, path, token, id } = await invited({ tier: "pro" });
    await send(openRequest(token));
    const [log] = await eventually(async () => {
      const { items } = await read<{ items: { id: string }[] }>(host, `${path}/access-logs`);
      expect(items).toHaveLength(1);
      return items;
    });
    const steps: [method: string, path: string, body: unknown, status: number][] = [
      ["PUT", "/branding", { primary_color: "#336699" }, 200],
      ["GET", "/analytics", undefined, 200],
      ["PUT", "/security/thresholds", { medium: 20, high: 50, block: 90 }, 200],
      ["POST", "/security/allowlist", { ip_cidr: "203.0.113.0/24" }, 201],
      ["POST", `/access-logs/${log?.id}/feedback`, { verdict: "legitimate", note: "My aunt" }, 200],
      ["POST", "/scanner-ticket", undefined, 201],
      ["POST", "/check-in", { guest_id: id }, 201],
      ["POST", "/walk-ins", { name: "Grace Hopper" }, 201],
    ];
    for (const [method, rest, body, status] of steps)
      await expectJson(await host.api(method, path + rest, body), status);
  });

  /** @spec 0.2 "The service is reached at {base_url}." */
  it("shows links under its own address", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const { link, token } = await issueLink(host, event.id, (await addGuest(host, event.id)).id);
    const opened = await expectJson<{ calendar_links: { ics: string } }>(await send(openRequest(token)));
    for (const url of [link, opened.calendar_links.ics]) expect(new URL(url).origin).toBe("https://usher.test");
    expect((await call("GET", new URL(opened.calendar_links.ics).pathname)).status).toBe(200);
  });

  /**
   * @spec 0.3 "Wire format is JSON over HTTP unless stated."
   * @spec 0.4 "Identifiers are UUIDs."
   * @spec 0.5 "Timestamps are ISO 8601 / RFC 3339 strings."
   */
  it("uses UUIDs and RFC 3339 timestamps, in JSON", async () => {
    const { host, path, token, id, headers } = await invited({ tier: "pro" });
    await send(answerRequest(token, {}, headers));
    await send(editRequest(token, { plus_ones: 0 }, headers));
    await expectJson(await host.api("POST", `${path}/check-in`, { guest_id: id }), 201);
    await expectJson(await host.api("POST", `${path}/security/allowlist`, { ip_cidr: "203.0.113.0/24" }), 201);
    const lists = ["", "/guests", "/collaborators", "/access-logs", "/messages", "/check-ins", "/audit", "/activity"];
    const more = ["/security/allowlist", "/analytics", `/guests/${id}/rsvp/history`];
    const bodies = await Promise.all([...lists, ...more].map((rest) => read(host, path + rest)));
    bodies.push(await read(host, "/me"), await read(host, "/events"));
    bodies.push(await expectJson(await send(openRequest(token, headers))));
    const fields = bodies.flatMap((body) => [...fieldsOf(body)]).filter(([, value]) => value !== null);
    const ids = fields.filter(([name]) => /^id$|_id$/.test(name));
    const times = fields.filter(([name]) => /^at$|_(at|date|time)$/.test(name));
    expect(ids.length).toBeGreaterThan(20);
    expect(times.length).toBeGreaterThan(20);
    for (const [name, value] of ids) expect(value, name).toMatch(UUID);
    for (const [name, value] of times) expect(value, name).toMatch(RFC_3339);
  });
});

describe("resources", () => {
  /**
   * @spec 2.8 "Event | id | uuid"
   * @spec 2.9 "Event | host_id | uuid | the creating user; that user also holds the owner role"
   * @spec 2.10 "Event | name | string"
   * @spec 2.11 "Event | venue | string, optional"
   * @spec 2.12 "Event | event_date | timestamp"
   * @spec 2.13 "Event | end time | timestamp, optional | used by the calendar file when present"
   * @spec 2.14 "Event | fraud_medium_threshold | integer | default 30"
   * @spec 2.15 "Event | fraud_high_threshold | integer | default 60"
   * @spec 2.16 "Event | fraud_block_threshold | integer | default 85"
   * @spec 2.17 "Event | your_role | string | owner, editor or viewer; embedded in the response of GET /events/{id}"
   * @spec 2.55 "Collaborator | event_id, user_id, role (owner, editor, viewer)"
   */
  it("returns the fields of an event", async () => {
    const host = await signedInHost();
    const bare = { name: "Gala", event_date: new Date(Date.now() + DAY_MS).toISOString() };
    const event = await expectJson<{ id: string }>(await host.api("POST", "/events", bare), 201);
    expect(await read(host, `/events/${event.id}`)).toMatchObject({
      id: uuid,
      host_id: host.id,
      name: "Gala",
      venue: null,
      event_date: bare.event_date,
      end_time: null,
      fraud_medium_threshold: 30,
      fraud_high_threshold: 60,
      fraud_block_threshold: 85,
      your_role: "owner",
    });
    const { items } = await read<{ items: Json[] }>(host, `/events/${event.id}/collaborators`);
    expect(items).toMatchObject([{ event_id: event.id, user_id: host.id, role: "owner" }]);
    const end_time = new Date(Date.now() + 2 * DAY_MS).toISOString();
    const changed = await host.api("PATCH", `/events/${event.id}`, { venue: "Town hall", end_time });
    expect(await expectJson(changed)).toMatchObject({ venue: "Town hall", end_time });
  });

  /**
   * @spec 2.20 "Guest | name | string"
   * @spec 2.21 "Guest | email | string, optional | guests without email get no automatic invitation message"
   * @spec 2.22 "Guest | phone | string, optional | strict E.164 format"
   */
  it("returns the fields of a guest", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const path = `/events/${event.id}/guests`;
    const whole = { name: "Grace", email: freshEmail(), phone: "+442079460958", party_size: 3 };
    expect(await expectJson(await host.api("POST", path, whole), 201)).toMatchObject({
      id: uuid,
      event_id: event.id,
      ...whole,
    });
    for (const phone of ["+44 20 7946 0958", "00442079460958", "+49 (0)151 234567", "020 7946 0958"])
      expect((await host.api("POST", path, { name: "Eve", phone })).status, phone).toBe(400);
    const bare = await expectJson<{ id: string }>(await host.api("POST", path, { name: "Ada" }), 201);
    expect(bare).toMatchObject({ name: "Ada", email: null, phone: null, party_size: null });
    const issued = await host.api("POST", `/events/${event.id}/tokens`, { guest_id: bare.id });
    expect(await expectJson(issued, 201)).toMatchObject({ guest_id: bare.id, notified: false });
  });

  /**
   * @spec 2.25 "Access token | id | uuid"
   * @spec 2.26 "Access token | guest_id | uuid"
   * @spec 2.27 "Access token | value | string | HMAC-signed, format-validated, appears only in the invitation link"
   * @spec 2.28 "Access token | utm_source | string, nullable | channel attribution used by analytics"
   * @spec 2.29 "Access token | created_at | timestamp"
   */
  it("returns the fields of an access token, with its value only in the link", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const guest = await addGuest(host, event.id);
    const body = { guest_id: guest.id, utm_source: "letter" };
    const token = await expectJson<Json>(await host.api("POST", `/events/${event.id}/tokens`, body), 201);
    expect(token).toMatchObject({ id: uuid, guest_id: guest.id, utm_source: "letter", created_at: timestamp });
    const value = String(token.link).split("/").at(-1) ?? "";
    expect(value).toMatch(/^[\w-]{43}$/);
    for (const rest of ["", `/${guest.id}`, `/${guest.id}/timeline`]) {
      const listed = await host.api("GET", `/events/${event.id}/guests${rest}`);
      expect(await listed.text()).not.toContain(value);
    }
    const unnamed = await addGuest(host, event.id);
    const without = await host.api("POST", `/events/${event.id}/tokens`, { guest_id: unnamed.id });
    expect(await expectJson(without, 201)).toMatchObject({ utm_source: null });
  });

  /**
   * @spec 2.32 "RSVP | id | uuid"
   * @spec 2.33 "RSVP | guest_id | uuid | one RSVP per guest"
   * @spec 2.34 "RSVP | response | string | allowed values: not shown; audience filters use attending, declined, maybe
   *   and pending (no reply yet)"
   * @spec 2.35 "RSVP | plus_ones | integer"
   * @spec 2.37 "RSVP | submitted_at | timestamp"
   * @spec 2.38 "RSVP | edit_count | integer | 0 to 5"
   */
  it("returns the fields of an RSVP, one for each guest", async () => {
    const { token, id, headers } = await invited();
    const rsvp = await expectJson(await send(answerRequest(token, { plus_ones: 2 }, headers)), 201);
    const fields = { id: uuid, guest_id: id, response: "attending", plus_ones: 2, submitted_at: timestamp };
    expect(rsvp).toMatchObject({ ...fields, edit_count: 0 });
    expect((await send(answerRequest(token, {}, headers))).status).toBe(409);
    for (const response of ["maybe", "declined"]) {
      const edited = await send(editRequest(token, { response, plus_ones: 0 }, headers));
      expect(await expectJson(edited)).toMatchObject({ id: rsvp.id, response });
    }
  });

  /** @spec 2.39 "RSVP | stored device fingerprint | object | the user agent is the compared part" */
  it("recognises the device by its user agent", async () => {
    const { host, token } = await invited();
    const address = freshAddress();
    await send(answerRequest(token, { fingerprint: { timezone: "Europe/Berlin" } }, browserHeaders(PHONE, address)));
    const seen = async (headers: Record<string, string>) => expectJson(await send(openRequest(token, headers)));
    expect(await seen(browserHeaders(PHONE, freshAddress()))).toMatchObject({ rsvp: { response: "attending" } });
    const other = await seen(browserHeaders(LAPTOP, address));
    expect(other).toMatchObject({ rsvp_submitted_elsewhere: true });
    expect(other).not.toHaveProperty("rsvp");
    const { rsvps } = await read<{ rsvps: Json[] }>(host, "/me/data-export");
    expect(rsvps).toMatchObject([{ user_agent: PHONE, fingerprint: { timezone: "Europe/Berlin" } }]);
  });

  /**
   * @spec 2.42 "One row per scored access."
   * @spec 2.43 "Fields: id, guest_id, token_id, fingerprint, ip_address, user_agent, referrer, score (integer), risk
   *   (string band), reasons (list of strings), geo_country, geo_city, geo_lat, geo_lon."
   * @spec 2.44 "The geo fields are nullable."
   */
  it("stores one row for each scored access, with the fields of an access log", async () => {
    const { host, path, token, id, tokenId, headers } = await invited();
    await send(openRequest(token, { ...headers, Referer: "https://mail.example/inbox" }));
    await send(answerRequest(token, {}, headers));
    const logs = await eventually(async () => {
      const { items } = await read<{ items: Json[] }>(host, `${path}/access-logs`);
      expect(items).toHaveLength(2);
      for (const item of items) expect(item.score).not.toBeNull();
      return items;
    });
    for (const log of logs) {
      expect(log).toMatchObject({
        id: uuid,
        guest_id: id,
        token_id: tokenId,
        fingerprint: { accept_language: "en-GB,en;q=0.9" },
        ip_address: headers["CF-Connecting-IP"],
        user_agent: PHONE,
        score: expect.any(Number),
        risk: "low",
        reasons: expect.any(Array),
        geo_country: null,
        geo_city: null,
        geo_lat: null,
        geo_lon: null,
      });
      expect(Number.isInteger(log.score)).toBe(true);
    }
    expect(logs.find(({ kind }) => kind === "access")).toMatchObject({ referrer: "https://mail.example/inbox" });
  });

  /**
   * @spec 2.50 "Allowlist entry | ip_cidr | network | unique per event; canonical form, e.g. a bare IPv4 becomes /32
   *   and a bare IPv6 becomes /128"
   */
  it("stores a bare IPv4 address as /32 and a bare IPv6 address as /128, once for each event", async () => {
    const { host, path, eventId } = await invited();
    const add = (ip_cidr: string) => host.api("POST", `${path}/security/allowlist`, { ip_cidr });
    expect(await expectJson(await add("203.0.113.7"), 201)).toMatchObject({
      event_id: eventId,
      ip_cidr: "203.0.113.7/32",
    });
    expect(await expectJson(await add("2001:DB8::7"), 201)).toMatchObject({ ip_cidr: "2001:db8::7/128" });
    for (const again of ["203.0.113.7/32", "2001:db8:0::7"]) expect((await add(again)).status).toBe(409);
  });

  /**
   * @spec 2.56 "Collaborator invite | event, invited email, role, expiry (7 days), single-use flag; stored only as a
   *   SHA-256 hash, the raw value exists only in the emailed link"
   */
  it("stores an invite only as the SHA-256 of the value in the emailed link", async () => {
    const { host, path } = await invited({ tier: "pro" });
    const email = freshEmail();
    const made = await host.api("POST", `${path}/collaborators`, { email, role: "viewer" });
    expect(await made.text()).not.toContain("token");
    const value =
      linkIn(await mailTo(email), "/invites/")
        .pathname.split("/")
        .at(-1) ?? "";
    const stored = await env.DB.prepare(
      "select hash from secrets where subject = (select id from collaborator_invites where email = ?)",
    )
      .bind(email)
      .all();
    expect(stored.results).toEqual([{ hash: await sha256Hex(value) }]);
  });

  /**
   * @spec 2.59 "Check-in | id | uuid"
   * @spec 2.60 "Check-in | guest_id | uuid | unique: a guest can be checked in once"
   * @spec 2.61 "Check-in | checked_in_at | timestamp"
   * @spec 2.63 "Check-in | arrival_count | integer | party size confirmed at the door"
   * @spec 2.64 "Check-in | notes | string"
   * @spec 2.62 "Check-in | checked_in_by | uuid | the user who scanned"
   */
  it("returns the fields of a check-in", async () => {
    const { host, path, id } = await invited();
    const body = { guest_id: id, arrival_count: 2, notes: "Came by taxi" };
    const made = await expectJson(await host.api("POST", `${path}/check-in`, body), 201);
    const { items } = await read<{ items: Json[] }>(host, `${path}/check-ins`);
    const checkIn = { id: uuid, guest_id: id, checked_in_at: timestamp, checked_in_by: host.id, walk_in: false };
    for (const found of [made, items[0]])
      expect(found).toMatchObject({ ...checkIn, arrival_count: 2, notes: "Came by taxi" });
    expect((await host.api("POST", `${path}/check-in`, body)).status).toBe(409);
  });

  /** @spec 2.81 "Notification record | provider_message_id, bounce_type, complained flag" */
  it("exports a notification with the provider's ID, the bounce type and the complaint", async () => {
    const { host, email } = await bouncedGuest("email.bounced");
    const complaint = await bouncedGuest("email.complained");
    const notificationOf = async (owner: Host) => {
      const { notifications } = await read<{ notifications: Json[] }>(owner, "/me/data-export");
      return notifications.find(({ provider_message_id }) => provider_message_id !== null);
    };
    expect(await notificationOf(host)).toMatchObject({
      provider_message_id: text,
      bounce_type: "Permanent",
      complained: false,
    });
    expect(await notificationOf(complaint.host)).toMatchObject({ bounce_type: null, complained: true });
    expect(email).not.toBe(complaint.email);
  });

  /**
   * @spec 4.24 "POST | /events | authenticated | seeds the owner collaborator row and the four auto-reminders in one
   *   transaction"
   */
  it("writes an event, its owner and its reminders together or not at all", async () => {
    const host = await signedInHost();
    const batches: number[] = [];
    const DB = replaced(env.DB, {
      withSession: (...args: Parameters<D1Database["withSession"]>) => {
        const session = env.DB.withSession(...args);
        const batch = (statements: D1PreparedStatement[]) => {
          batches.push(statements.length);
          // The last statement fails: D1 runs a batch as one transaction.
          const failing = env.DB.prepare("insert into events (id) values (null)");
          return session.batch(batches.length > 1 ? [...statements, failing] : statements);
        };
        return replaced(session, { batch });
      },
    });
    const body = { name: "Gala", event_date: new Date(Date.now() + 30 * DAY_MS).toISOString() };
    const failed = await answered(requestBy(host, "POST", "/events", body), { DB });
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(batches.length).toBeGreaterThan(1);
    expect(await read(host, "/events")).toMatchObject({ items: [] });
    const event = await expectJson<{ id: string }>(await host.api("POST", "/events", body), 201);
    expect((await read<{ items: Json[] }>(host, `/events/${event.id}/messages`)).items).toHaveLength(4);
    expect((await read<{ items: Json[] }>(host, `/events/${event.id}/collaborators`)).items).toHaveLength(1);
  });
});

describe("requests of guests", () => {
  /**
   * @spec 4.48 "GET | /access/{token} | Response holds the event, the host branding, calendar links for google,
   *   outlook, yahoo and ics, the existing rsvp"
   */
  it("returns the event, the branding, the calendar links and the RSVP", async () => {
    const { host, path, token, headers } = await invited({ tier: "pro" });
    await host.api("PUT", `${path}/branding`, { primary_color: "#336699" });
    const rsvp = await expectJson(await send(answerRequest(token, {}, headers)), 201);
    const opened = await expectJson<{ calendar_links: Record<string, string> }>(
      await send(openRequest(token, headers)),
    );
    expect(opened).toMatchObject({
      event: { name: "Gala", venue: "Town hall" },
      branding: { primary_color: "#336699" },
      rsvp: { id: rsvp.id, response: "attending", plus_ones: 1 },
    });
    const hosts = Object.entries(opened.calendar_links).map(([name, link]) => [name, new URL(link).hostname]);
    expect(Object.fromEntries(hosts)).toEqual({
      google: "calendar.google.com",
      outlook: "outlook.live.com",
      yahoo: "calendar.yahoo.com",
      ics: "usher.test",
    });
  });

  /**
   * @spec 4.52 "POST | /rsvp | Scores the attempt (allowlist first, then the engine, then the event thresholds);
   *   blocks when the band is block"
   */
  it("uses the allowlist first, then the engine, then the event's thresholds", async () => {
    const bare = () => ({ "User-Agent": "curl/8.5.0", "CF-Connecting-IP": freshAddress() });
    const thresholds = { medium: 1, high: 2, block: 3 };
    // Without a score in time no guest is blocked: then another guest is tried.
    await eventually(
      async () => {
        const guest = await invited();
        await guest.host.api("PUT", `${guest.path}/security/thresholds`, thresholds);
        expect((await send(answerRequest(guest.token, {}, bare()))).status).toBe(403);
      },
      { everyMs: 500 },
    );
    const { host, path, token } = await invited();
    await host.api("PUT", `${path}/security/thresholds`, thresholds);
    const headers = bare();
    await host.api("POST", `${path}/security/allowlist`, { ip_cidr: headers["CF-Connecting-IP"] });
    expect((await send(answerRequest(token, {}, headers))).status).toBe(201);
  });

  /**
   * @spec 4.58 "GET | /access/{token}/calendar.ics | RFC 5545 calendar file. Times in UTC with a Z suffix; CRLF line
   *   endings; commas and semicolons escaped"
   */
  it("returns a calendar file with commas and semicolons escaped", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host, { name: "Gala, the big; one", venue: "Hall; 2, left" });
    const { token } = await issueLink(host, event.id, (await addGuest(host, event.id)).id);
    const file = await (await call("GET", `/access/${token}/calendar.ics`)).text();
    expect(file).toContain("\r\nSUMMARY:Gala\\, the big\\; one\r\n");
    expect(file).toContain("\r\nLOCATION:Hall\\; 2\\, left\r\n");
    const vevent = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent");
    expect(vevent?.getFirstPropertyValue("summary")).toBe("Gala, the big; one");
  });

  /** @spec 8.25 "Keys: | guest access and RSVP by token" */
  it("counts by token, views and RSVPs alike, from any address", async () => {
    const [one, other] = [await invited(), await invited()];
    const left = (response: Response) => /^"guest";r=(\d+);/.exec(response.headers.get("ratelimit") ?? "")?.[1];
    const address = freshAddress();
    const first = await send(openRequest(one.token, browserHeaders(PHONE, address)));
    const second = await send(answerRequest(one.token, {}, browserHeaders(PHONE, freshAddress())));
    const third = await send(openRequest(other.token, browserHeaders(PHONE, address)));
    expect([first, second, third].map(left)).toEqual(["59", "58", "59"]);
  });
});

describe("requests of hosts", () => {
  /** @spec 8.26 "Keys: | events, guests and tokens by user id." */
  it.each([
    ["events", "events", "/events"],
    ["guests", "guests", "/guests"],
    ["tokens", "tokens", "/tokens"],
  ])("counts on %s by user, from any address", async (_, rule, rest) => {
    const [one, other] = [await invited(), await invited()];
    const address = freshAddress();
    const request = ({ host, path, id }: typeof one, from: string) => {
      const headers = { "CF-Connecting-IP": from };
      if (rest === "/tokens") return host.api("POST", path + rest, { guest_id: id, notify: false }, headers);
      return host.api("GET", rest === "/events" ? rest : path + rest, undefined, headers);
    };
    const left = (response: Response) => {
      const [, remaining] = new RegExp(`"${rule}";r=(\\d+)`).exec(response.headers.get("ratelimit") ?? "") ?? [];
      return Number(remaining);
    };
    const first = left(await request(one, address));
    expect(left(await request(one, freshAddress()))).toBe(first - 1);
    expect(left(await request(other, address))).toBe(first);
  });

  /** @spec 4.42 "CSV rules: | UTF-8 with BOM, UTF-16 LE and UTF-16 BE are decoded" */
  it("imports a file of each encoding", async () => {
    const host = await signedInHost();
    const event = await makeEvent(host);
    const utf16 = (content: string, isLittleEndian: boolean) => {
      const view = new DataView(new ArrayBuffer(content.length * 2));
      for (let index = 0; index < content.length; index++)
        view.setUint16(index * 2, content.charCodeAt(index), isLittleEndian);
      return new Uint8Array(view.buffer);
    };
    const files = [
      new TextEncoder().encode("\uFEFFname\nZoë\n"),
      utf16("\uFEFFname\nŁukasz\n", true),
      utf16("\uFEFFname\n李雷\n", false),
    ];
    for (const file of files) expect(await importCsv(host, event.id, file)).toMatchObject({ imported: 1 });
    expect((await allGuests(host, event.id)).map(({ name }) => name)).toEqual(["Zoë", "Łukasz", "李雷"]);
  });

  /**
   * @spec 4.15 "POST | /auth/ws-ticket | authenticated, event role required | returns a short-lived single-use ticket
   *   for the WebSocket"
   * @spec 5.8 "5. The WebSocket is opened with a short-lived single-use ticket from POST /auth/ws-ticket."
   */
  it("opens no live monitor with an expired ticket", async () => {
    const { host, eventId } = await invited();
    const made = await host.api("POST", "/auth/ws-ticket", { event_id: eventId });
    const { ticket, expires_in } = await expectJson<{ ticket: string; expires_in: number }>(made, 201);
    const claims = JSON.parse(atob(ticket.split(".")[1] ?? "")) as {
      session: { sessionId: string; issuedAt: number };
      exp: number;
    };
    expect(claims.exp - claims.session.issuedAt / 1000).toBeCloseTo(expires_in, 3);
    expect(expires_in).toBeLessThanOrEqual(60);
    const open = async (value: string) => {
      const url = `https://usher.test/events/${eventId}/live?ticket=${value}`;
      const response = await send(new Request(url, { headers: { Upgrade: "websocket" } }));
      response.webSocket?.accept();
      response.webSocket?.close();
      return response.status;
    };
    const session = { userId: host.id, sessionId: claims.session.sessionId, issuedAt: Date.now() };
    const issue = (issuedAt: number) =>
      signLiveTicket(
        createRequestContext({ ...env }, () => undefined),
        { id: crypto.randomUUID(), eventId, session, issuedAt },
      );
    expect(await open(await issue(Date.now() - LIVE_TICKET_MS - 1_000))).toBe(401);
    expect(await open(await issue(Date.now()))).toBe(101);
    expect(await open(ticket)).toBe(101);
  });

  /**
   * @spec 4.102 "POST | /events/{id}/scanner-ticket | mints a scoped JWT with audience scanner and a URL for a phone
   *   page; the phone opens the scanner page with the ticket as bearer"
   * @spec 5.9 "6. The scanner ticket is a scoped JWT with audience scanner; it cannot replace a session token."
   */
  it("returns a scanner ticket that is a JWT of the audience scanner, and the page to open with it", async () => {
    const { host, path } = await invited({ tier: "pro" });
    const made = await host.api("POST", `${path}/scanner-ticket`);
    const { ticket, url } = await expectJson<{ ticket: string; url: string }>(made, 201);
    expect(JSON.parse(atob(ticket.split(".")[1] ?? ""))).toMatchObject({ aud: "scanner" });
    const page = await call("GET", new URL(url).pathname);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(new URL(url).hash).toBe(`#${ticket}`);
    const bearer = { Authorization: `Bearer ${ticket}` };
    expect((await call("GET", `${path}/check-ins`, undefined, bearer)).status).toBe(200);
    expect((await call("GET", "/me", undefined, bearer)).status).toBe(401);
  });

  /** @spec 5.4 "2. Login, signup, forgot-password and reset-password do not reveal whether an email exists." */
  it("returns one error for a reset with an unknown token, for any account", async () => {
    const { host } = await invited();
    const answers = [];
    for (const token of ["A".repeat(43), "short"]) {
      const sent = { token, password: "a long enough phrase" };
      answers.push(await visible(await post("/auth/reset-password", sent)));
    }
    expect(answers[0]?.status).toBe(400);
    expect(answers[1]).toEqual(answers[0]);
    for (const answer of answers) expect(answer.body).not.toContain(host.email);
  });
});

describe("paid tiers", () => {
  /**
   * @spec 1.12 "Billing tiers (Free, Pro, Business) limit events, guests, collaborators and some features."
   * @spec 8.2 "Pro tier | 10 events, 1,000 guests, 5 collaborators, branding, scanner, broadcasts"
   */
  it("allows on Pro 10 events and 1,000 guests, with branding, scanner and broadcasts", async () => {
    const host = await signedInHost({ tier: "pro" });
    const events = [];
    for (let count = 0; count < 10; count++) events.push(await makeEvent(host));
    const body = { name: "One more", event_date: new Date(Date.now() + DAY_MS).toISOString() };
    const eleventh = await host.api("POST", "/events", body);
    expect(eleventh.status).toBe(402);
    expect(await eleventh.json()).toMatchObject({ tier: "pro", used: 10, limit: 10 });
    await expectFullAt(host, events[0]?.id ?? "", 1_000);
    await expectFeatures(host, events[0]?.id ?? "");
  });

  /**
   * @spec 1.12 "Billing tiers (Free, Pro, Business) limit events, guests, collaborators and some features."
   * @spec 8.3 "Business tier | unlimited events, 5,000 guests, unlimited collaborators, all features"
   */
  it("allows on Business more than 10 events and 5,000 guests, with every feature", async () => {
    const host = await signedInHost({ tier: "business" });
    const events = [];
    for (let count = 0; count < 12; count++) events.push(await makeEvent(host));
    await expectFullAt(host, events[0]?.id ?? "", 5_000);
    await expectFeatures(host, events[0]?.id ?? "");
  });
});

describe("bus messages", () => {
  /**
   * @spec 6.2 "AccessAttempted | event_id, guest_id, token_id, access_log_id | uuid"
   * @spec 6.3 "AccessAttempted | fingerprint | object, optional"
   * @spec 6.4 "AccessAttempted | ip_address, user_agent, referrer | string, optional"
   * @spec 6.5 "AccessAttempted | occurred_at | timestamp"
   */
  it("contains in AccessAttempted the fields of the specification", async () => {
    const guest = await invited();
    const { access } = await sentWith(openRequest(guest.token, { ...guest.headers, Referer: "https://mail.example/" }));
    const [message] = access.filter(({ type }) => type === "access.attempted");
    expect(JSON.parse(JSON.stringify(message?.body))).toMatchObject({
      event_id: guest.eventId,
      guest_id: guest.id,
      token_id: guest.tokenId,
      access_log_id: uuid,
      fingerprint: { accept_language: "en-GB,en;q=0.9" },
      ip_address: guest.headers["CF-Connecting-IP"],
      user_agent: PHONE,
      referrer: "https://mail.example/",
      occurred_at: timestamp,
    });
  });

  /**
   * @spec 6.7 "FraudScored | event_id, guest_id, token_id, access_log_id | uuid"
   * @spec 6.8 "FraudScored | score | integer"
   * @spec 6.9 "FraudScored | risk | string"
   * @spec 6.10 "FraudScored | reasons | list of string"
   * @spec 6.11 "FraudScored | scored_at | timestamp"
   * @spec 6.12 "FraudScored | geo_country, geo_city, geo_lat, geo_lon | optional geolocation"
   * @spec 6.13 "Published by the engine after scoring"
   */
  it("contains in FraudScored the fields of the specification", async () => {
    const guest = await invited();
    const { access } = await sentWith(openRequest(guest.token, guest.headers));
    const [attempted] = access.filter(({ type }) => type === "access.attempted");
    if (attempted?.type !== "access.attempted") throw new Error("no message");
    // An access that the engine has not scored while the guest waited, from an address in London.
    const { recorded: _, ...rest } = attempted.body;
    const body = { ...rest, access_log_id: crypto.randomUUID(), ip_address: "81.2.69.142" };
    const { captured, queue } = capturingQueue();
    const outcome = await consume("usher-access", [{ ...attempted, body }], { changes: { SCORES_QUEUE: queue } });
    expect(outcome.acked).toEqual([0]);
    const [message] = captured.filter(({ type }) => type === "fraud.scored");
    expect(JSON.parse(JSON.stringify(message?.body))).toMatchObject({
      event_id: guest.eventId,
      guest_id: guest.id,
      token_id: guest.tokenId,
      access_log_id: body.access_log_id,
      score: expect.any(Number),
      risk: "low",
      reasons: expect.any(Array),
      scored_at: timestamp,
      geo_country: "GB",
      geo_city: "London",
      geo_lat: expect.any(Number),
      geo_lon: expect.any(Number),
    });
  });
});

describe("emails to guests", () => {
  /** @spec 5.14 "8. Unsubscribe links carry a signed HMAC token without expiry." */
  it("contains an unsubscribe link without a time, which works at any time", async () => {
    const host = await signedInHost({ tier: "pro" });
    const event = await makeEvent(host);
    const email = freshEmail();
    await addGuest(host, event.id, { email });
    const links: string[] = [];
    for (const subject of ["The first", "The second"]) {
      await deliverBatches(await dispatch(await dueMessage(event.id, { subject })));
      links.push(headerOf(await mailTo(email, { subject }), "List-Unsubscribe") ?? "");
    }
    expect(links[0]).toMatch(/^<https:\/\/usher\.test\/unsubscribe\?token=/);
    expect(links[1]).toBe(links[0]);
    const signed = new URL((links[0] ?? "").slice(1, -1)).searchParams.get("token")?.split(".")[1] ?? "";
    const content = new TextDecoder().decode(Uint8Array.fromBase64(signed, { alphabet: "base64url" }));
    expect(JSON.parse(content)).toEqual({ aud: "unsubscribe", emailKey: email, hostId: host.id });
  });
});

/** A guest whose invitation came back, or who complained about it. */
async function bouncedGuest(type: "email.bounced" | "email.complained") {
  const host = await signedInHost({ tier: "pro" });
  const event = await makeEvent(host);
  const email = freshEmail();
  await issueLink(host, event.id, (await addGuest(host, event.id, { email })).id);
  await mailTo(email);
  await eventually(async () => {
    const { notifications } = await read<{ notifications: Json[] }>(host, "/me/data-export");
    expect(notifications).toMatchObject([{ status: "sent" }]);
  });
  const detail = type === "email.bounced" ? { bounce: { type: "Permanent" } } : {};
  expect(await sendMailReport(type, email, detail)).toBe(200);
  return { host, email };
}

/** Fills an event's guest list to a limit, and expects that it takes no guest more. */
async function expectFullAt(host: Host, eventId: string, limit: number): Promise<void> {
  expect(await importCsv(host, eventId, csvOf(limit, eventId))).toMatchObject({ imported: limit });
  const more = await host.api("POST", `/events/${eventId}/guests`, { name: "One more" });
  expect(more.status).toBe(402);
  expect(await more.json()).toMatchObject({ reason: "guests_limit", used: limit, limit });
}

async function expectFeatures(host: Host, eventId: string): Promise<void> {
  const path = `/events/${eventId}`;
  const message = { audience: "everyone", channel: "email", subject: "News", body: "Hello", mode: "draft" };
  await expectJson(await host.api("PUT", `${path}/branding`, { font: "Georgia" }));
  await expectJson(await host.api("POST", `${path}/scanner-ticket`), 201);
  await expectJson(await host.api("POST", `${path}/messages`, message), 201);
}

/** Sends a request to a Worker whose queue of accesses only captures. */
async function sentWith(request: Request): Promise<{ access: BusMessage[] }> {
  const { captured, queue } = capturingQueue();
  expect((await answered(request, { ACCESS_QUEUE: queue })).status).toBe(200);
  return { access: captured };
}

async function answered(request: Request, changes: EnvChanges): Promise<Response> {
  const context = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...UNARMED_SCHEDULER, ...changes }, context);
  await waitOnExecutionContext(context);
  return response;
}
