import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { call, type Host, signedInHost } from "../support/account.ts";
import { addMember, firstOf, makeEventFixture } from "../support/event-fixture.ts";
import { eventually } from "../support/eventually.ts";
import { addGuest, issueLink, makeEvent } from "../support/guest.ts";
import { answerRequest, browserHeaders, editRequest, openRequest } from "../support/guest-requests.ts";
import { pngData, pngHeader, pngOf, uploaded } from "../support/images.ts";
import { mailsTo, mailTo } from "../support/mailbox.ts";
import { finished, makeMessage } from "../support/message.ts";

const send = (request: Request): Promise<Response> => exports.default.fetch(request);

type Export = Record<(typeof LISTS)[number], Record<string, unknown>[]> & {
  user: Record<string, unknown>;
  exported_at: string;
};

const LISTS = [
  "account_log",
  "events",
  "guests",
  "tokens",
  "rsvps",
  "access_logs",
  "notifications",
  "rsvp_revisions",
  "access_log_counts",
  "feedback",
  "check_ins",
  "door_devices",
  "messages",
  "branding",
  "allowlist",
  "collaborators",
  "pending_invites",
  "audit",
  "memberships",
  "subscriptions",
  "uploads",
] as const;

/** The exact fields of the user, and of each section's rows: one text for each table that a section is read from. */
const USER_KEYS = "id email name email_verified terms_accepted_at privacy_policy_accepted_at created_at locale"
  .split(" ")
  .sort();
const EXPORTED_KEYS: Record<string, string[]> = {
  events: [
    "id host_id name description venue event_date end_time timezone fraud_medium_threshold fraud_high_threshold " +
      "fraud_block_threshold code_networks calendar_sequence cancelled_at cancel_message rsvp_deadline capacity waitlist offer_hours " +
      "companion_names default_party_size locale address_form reply_to reply_to_verified_at step_up_from door_opens_at lost_links sms_countries created_at updated_at " +
      "require_second_factor",
  ],
  guests: [
    "event_id id name email phone party_size notes invited_at opened_at created_at updated_at mailed_at delivery_status " +
      "delivery_reason delivery_at tags table external_id locale companions greeting code_asked_at counted_at over_tier",
  ],
  tokens: ["id event_id guest_id utm_source used created_at notified_at sent_at revoked_at"],
  rsvps: [
    "event_id guest_id id response plus_ones risk_score edit_count host_change_count max_plus_ones user_agent fingerprint " +
      "submitted_at updated_at companions answers answered_by heads waitlisted_at offer_expires_at seat device locale new_device",
  ],
  access_logs: [
    "event_id id guest_id token_id kind at ip_address user_agent referrer fingerprint score risk reasons evidence automated " +
      "scored_at geo_country geo_city geo_lat geo_lon device asked_at count last_at",
  ],
  notifications: [
    "id kind channel event_id guest_id user_id status reason attempts provider provider_message_id bounce_type complained " +
      "created_at updated_at",
    "event_id message_id guest_id response status reason attempts provider provider_message_id bounce_type updated_at",
  ],
  rsvp_revisions: [
    "event_id guest_id revision response plus_ones recorded_at replaced_at edit_count replaced_by companions answers " +
      "answered_by seat risk_score new_device",
  ],
  feedback: ["access_log_id event_id verdict note marked_by marked_at"],
  check_ins: [
    "event_id guest_id id checked_in_at recorded_at checked_in_by arrival_count notes walk_in claimed_at over_limit device_id",
  ],
  door_devices: [
    "event_id id name can_scan can_walk_in can_override made_by created_at expires_at revoked_at last_used_at last_network",
  ],
  messages: [
    "event_id id slug audience segment channel subject body translations send_at status created_by created_at updated_at " +
      "finished_at own_time skip_reason notice changed_from not_invited skip_never_emailed",
  ],
  branding: ["event_id primary_color font logo_url cover_url updated_at theme"],
  allowlist: ["event_id ip_cidr note created_by created_at"],
  collaborators: ["event_id user_id role created_at"],
  pending_invites: ["event_id email role invited_by created_at expires_at accepted_at"],
  audit: ["event_id id actor_id action target before after at sequence actor_key_id actor_key_name actor_kind"],
  memberships: ["event_id user_id role created_at"],
  sessions: [
    "id user_id method authenticated_at authenticated_country device place created_at last_used_at expires_at last_used_place",
  ],
  account_log: ["user_id what place device at"],
  subscriptions: [
    "provider_subscription_id user_id tier status granting current_period_end provider_customer_id provider_updated_at " +
      "created_at updated_at",
  ],
  uploads: ["file user_id bytes created_at"],
};

const keysOf = (row: object) => Object.keys(row).sort();

/** The description of the export in the OpenAPI document. */
interface Document {
  components: { schemas: { DataExport: { properties: object } } };
}

async function exportOf(host: Host): Promise<{ text: string; data: Export }> {
  const response = await host.api("GET", "/me/data-export");
  expect(response.status).toBe(200);
  const text = await response.text();
  return { text, data: JSON.parse(text) as Export };
}

describe("GET /me/data-export, GET /events/{eventId}/guests/{guestId}/data-export", () => {
  /**
   * @spec 1.13 "Privacy endpoints export or delete a user's data."
   * @spec 4.17 "GET | /me/data-export | authenticated | synchronous JSON dump of the user's user record, events,
   *   guests, tokens, rsvps, access_logs and notifications"
   */
  it("contains everything of the user's own events, to the last of many guests, and no secret of a link", async () => {
    const host = await signedInHost({ tier: "business" });
    const fixture = await makeEventFixture(host.id, 1_203);
    const { token } = firstOf(fixture);
    await send(openRequest(token));
    await send(answerRequest(token));
    await eventually(async () => expect((await exportOf(host)).data.notifications.length).toBeGreaterThan(0));
    const { text, data } = await exportOf(host);
    expect(data.user).toMatchObject({ id: host.id, email: host.email, name: host.name });
    expect([data.events, data.guests, data.tokens, data.rsvps, data.access_logs].map((rows) => rows.length)).toEqual([
      1, 1_203, 1_203, 1, 2,
    ]);
    expect(new Set(data.guests.map((guest) => guest.id)).size).toBe(1_203);
    expect(data.events[0]).toMatchObject({ id: fixture.eventId, event_date: expect.stringMatching(/Z$/) });
    const { components } = await (await send(new Request("https://usher.test/openapi.json"))).json<Document>();
    expect(Object.keys(data).sort()).toEqual(Object.keys(components.schemas.DataExport.properties).sort());
    for (const secret of [token, "password_hash", "argon2", "recipient_hash", "token_hash"])
      expect(text).not.toContain(secret);
  });

  it("contains rows of every table about the user or the user's events, with exactly the named fields", async () => {
    const host = await signedInHost({ tier: "business" });
    const event = await makeEvent(host);
    const path = `/events/${event.id}`;
    const guest = await addGuest(host, event.id, { email: `grace-${event.id}@example.com` });
    const { token } = await issueLink(host, event.id, guest.id, { notify: true });
    const headers = browserHeaders();
    for (const request of [
      openRequest(token, headers),
      answerRequest(token, {}, headers),
      editRequest(token, { plus_ones: 0 }, headers),
    ])
      expect((await send(request)).ok).toBe(true);
    const steps: [string, string, Record<string, unknown>][] = [
      ["PUT", "/branding", { primary_color: "#123456" }],
      ["POST", "/security/allowlist", { ip_cidr: "203.0.113.0/24" }],
      ["POST", "/collaborators", { email: `helper-${event.id}@example.com`, role: "viewer" }],
      ["POST", "/check-in", { guest_id: guest.id }],
      ["POST", "/door-devices", { name: "Side entrance", rights: ["scan"] }],
    ];
    for (const [method, rest, body] of steps) {
      const response = await host.api(method, path + rest, body);
      expect(response.ok, `${method} ${rest}: ${response.status}`).toBe(true);
    }
    await uploaded(host, pngOf(pngHeader(1, 1, 8, 2), pngData(new Uint8Array([0, 1, 2, 3]))));
    const message = await makeMessage(host, event.id, { mode: "send_now" });
    await finished(host, event.id, message.id);
    const logs = await (await host.api("GET", `${path}/access-logs`)).json<{ items: { id: string }[] }>();
    const verdict = await host.api("POST", `${path}/access-logs/${logs.items[0]?.id}/feedback`, {
      verdict: "legitimate",
    });
    expect(verdict.status).toBe(200);
    const { data, text } = await eventually(async () => {
      const exported = await exportOf(host);
      // The invitation, the confirmations, the host's message, and the email to the collaborator.
      expect(exported.data.notifications.filter(({ kind }) => kind === "collaborator_invite")).toHaveLength(1);
      return exported;
    });
    const empty = LISTS.filter((list) => data[list].length === 0);
    expect(empty).toEqual(["access_log_counts"]);
    expect(data.notifications.filter((row) => "message_id" in row)).toHaveLength(1);
    for (const secret of [token, "token_hash", "recipient_hash", "dedupe_key"]) expect(text).not.toContain(secret);
    expect(keysOf(data.user)).toEqual(USER_KEYS);
    for (const [section, keys] of Object.entries(EXPORTED_KEYS)) {
      const found = new Set((data as unknown as Record<string, object[]>)[section]?.map((row) => keysOf(row).join()));
      expect([...found].sort(), section).toEqual(keys.map((names) => names.split(" ").sort().join()).sort());
    }

    const ofGuest = await eventually(async () => {
      const own = await host.api("GET", `${path}/guests/${guest.id}/data-export`);
      expect(own.status).toBe(200);
      const exported = await own.json<Record<string, Record<string, unknown>[]>>();
      expect(exported.notifications?.length).toBeGreaterThanOrEqual(2);
      return exported;
    });
    expect(ofGuest.guest).toMatchObject({ id: guest.id, email: guest.email });
    const { exported_at: _at, guest: _guest, ...lists } = ofGuest;
    for (const [section, rows] of Object.entries(lists)) {
      const known = (EXPORTED_KEYS[section] ?? []).map((names) => names.split(" ").sort().join());
      for (const row of rows) expect(known, section).toContain(keysOf(row).join());
    }
    const counts = Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rows.length]));
    expect(counts).toMatchObject({ tokens: 1, rsvps: 1, rsvp_revisions: 1, access_logs: 3, feedback: 1, check_ins: 1 });
  });

  it("returns for one guest nothing of another, and accepts only editors", async () => {
    const [host, viewer] = await Promise.all([signedInHost(), signedInHost()]);
    const fixture = await makeEventFixture(host.id, 2);
    await addMember(fixture.eventId, viewer.id, "viewer");
    for (const { token } of fixture.guests) await send(openRequest(token));
    const [one, other] = fixture.guests;
    const path = `/events/${fixture.eventId}/guests/${one?.id}/data-export`;
    const response = await host.api("GET", path);
    expect(response.headers.get("content-disposition")).toContain("guest-data.json");
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ tokens: [{ id: one?.tokenId }], access_logs: [{ guest_id: one?.id }] });
    for (const trace of [other?.id, other?.email, one?.token]) expect(text).not.toContain(trace);
    expect((await viewer.api("GET", path)).status).toBe(403);
  });

  it("contains only the user's role for events of others", async () => {
    const [owner, helper] = await Promise.all([signedInHost(), signedInHost()]);
    const fixture = await makeEventFixture(owner.id, 2);
    await addMember(fixture.eventId, helper.id, "editor");
    const { data, text } = await exportOf(helper);
    expect(data.events).toEqual([]);
    expect(data.memberships).toMatchObject([{ event_id: fixture.eventId, role: "editor" }]);
    expect(text.split(fixture.eventId)).toHaveLength(2);
  });
});

describe("DELETE /me", () => {
  /**
   * @spec 1.13 "Privacy endpoints export or delete a user's data."
   * @spec 2.3 "User | deleted_at | timestamp, nullable | set by DELETE /me (soft delete); personal data is scrubbed"
   * @spec 4.18 "DELETE | /me | authenticated | soft delete, personal data scrubbed, refresh tokens revoked"
   */
  it("anonymizes the account, ends its sessions, and frees the email address", async () => {
    const host = await signedInHost();
    expect((await host.api("DELETE", "/me")).status).toBe(204);
    expect((await host.api("GET", "/me")).status).toBe(401);
    const refresh = await call("POST", "/auth/refresh", { refresh_token: host.refreshToken });
    expect(refresh.status).toBe(401);
    const tables = await env.DB.prepare(
      "select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%' and name not in ('d1_migrations', 'schema_baseline')",
    ).all<{ name: string }>();
    for (const { name } of tables.results) {
      const { results } = await env.DB.prepare(`select * from "${name}"`).all();
      expect(JSON.stringify(results), `in ${name}`).not.toContain(host.email);
    }
    const row = await env.DB.prepare("select email, email_key, password_hash, deleted_at from users where id = ?")
      .bind(host.id)
      .first();
    expect(row).toEqual({ email: null, email_key: null, password_hash: null, deleted_at: expect.any(Number) });
    const again = await call("POST", "/auth/signup", { email: host.email, password: host.password, name: "Ada again" });
    expect(again.status).toBe(202);
    const rows = await env.DB.prepare("select count(*) as live from users where email_key = ?")
      .bind(host.email)
      .first();
    expect(rows).toEqual({ live: 1 });
  });

  it("removes the email address from the audit records of invites, in any spelling", async () => {
    const [host, invitee] = await Promise.all([signedInHost({ tier: "pro" }), signedInHost()]);
    const event = await makeEvent(host);
    const team = `/events/${event.id}/collaborators`;
    const written = invitee.email.replace("host", "HOST");
    for (const email of [written, "somebody.else@example.com"]) {
      expect((await host.api("POST", team, { email, role: "editor" })).status).toBe(201);
    }
    expect((await host.api("DELETE", `${team}/pending?email=${invitee.email}`)).status).toBe(204);
    expect((await invitee.api("DELETE", "/me")).status).toBe(204);
    const audit = await (await host.api("GET", `/events/${event.id}/audit`)).json<{
      items: { target: string | null }[];
    }>();
    expect(audit.items.map(({ target }) => target).sort()).toEqual([null, "somebody.else@example.com"].sort());
    const { results } = await env.DB.prepare("select * from audit_records").all();
    expect(JSON.stringify(results).toLowerCase()).not.toContain(invitee.email);
  });

  it("deletes the events that only this user owns, and cancels their unsent messages", async () => {
    const host = await signedInHost();
    const created = await host.api("POST", "/events", {
      name: "Gala",
      event_date: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    });
    const { id } = (await created.json()) as { id: string };
    const fixture = await makeEventFixture(host.id, 1);
    await host.api("DELETE", "/me");
    expect((await send(openRequest(firstOf(fixture).token))).status).toBe(404);
    const { results } = await env.DB.prepare("select distinct status from messages where event_id = ?").bind(id).all();
    expect(results).toEqual([{ status: "cancelled" }]);
  });

  it("transfers an event with other owners to the next owner", async () => {
    const [host, other] = await Promise.all([signedInHost(), signedInHost()]);
    const fixture = await makeEventFixture(host.id, 1);
    await addMember(fixture.eventId, other.id, "owner");
    const version = env.DB.prepare("select updated_at from events where id = ?").bind(fixture.eventId);
    const later = Date.now() + 60_000;
    await env.DB.prepare("update events set updated_at = ? where id = ?").bind(later, fixture.eventId).run();
    await host.api("DELETE", "/me");
    expect(await version.first("updated_at")).toBe(later + 1);
    expect((await send(openRequest(firstOf(fixture).token))).status).toBe(200);
    const event = await other.api("GET", `/events/${fixture.eventId}`);
    expect(await event.json()).toMatchObject({ host_id: other.id, your_role: "owner" });
  });

  it("emails the other owners, and tells the next host", async () => {
    const host = await signedInHost();
    // Of two owners with one join time, the one with the lower ID is next.
    const [editor, next, third] = [await signedInHost(), await signedInHost(), await signedInHost()];
    const { eventId } = await makeEventFixture(host.id, 1);
    await addMember(eventId, next.id, "owner");
    await addMember(eventId, third.id, "owner");
    await addMember(eventId, editor.id, "editor");
    expect((await host.api("DELETE", "/me")).status).toBe(204);
    const subject = "Your event has one fewer owner";
    expect((await mailTo(next.email, { subject })).text).toContain("You're the event's host now");
    expect((await mailTo(third.email, { subject })).text).not.toContain("host now");
    // Only the third owner is left to notify the next host about: the email about a co-owner names no host.
    expect((await third.api("DELETE", "/me")).status).toBe(204);
    await eventually(async () => expect(await mailsTo(next.email)).toHaveLength(2));
    const texts = (await mailsTo(next.email)).map(({ text }) => text.includes("host now"));
    expect(texts.toSorted()).toEqual([false, true]);
    expect(await mailsTo(editor.email)).toEqual([]);
  });
});
